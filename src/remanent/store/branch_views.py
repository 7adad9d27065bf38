"""The feed of changes, and branches of record time, as views and transactions give them."""

from abc import abstractmethod
from collections.abc import Collection, Sequence
from datetime import datetime

from remanent.model.branch import BroughtBack, SetAside
from remanent.model.event import EventKind, Role
from remanent.model.fact import Fact
from remanent.model.mark import Mark
from remanent.model.remembered import ChangeKind
from remanent.model.state import ScopeState
from remanent.store.engine import Session, in_list, parts
from remanent.store.tables import (
    events,
    facts,
    marks,
    registry,
    segments,
    set_aside,
    states,
)
from remanent.store.tables.times import from_column, to_column, to_optional
from remanent.store.tables.whole import WholeRow
from remanent.store.words import SEGMENT_UNITS


class BranchReads:
    """What a snapshot gives of changes over record time."""

    _session: Session
    _state: ScopeState

    def feed(
        self,
        *,
        kind: ChangeKind | None = None,
        event_seq: int | None = None,
        fact_seqs: Sequence[int] | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        skip: int = 0,
        limit: int,
    ) -> Sequence[tuple[datetime, ChangeKind, Fact, int]]:
        """Return (when, kind, state, causing event) of changes, the latest first."""
        rows = facts.read_feed(
            self._session,
            self._state.number,
            kind=kind,
            event_seq=event_seq,
            fact_seqs=fact_seqs,
            since=to_optional(since),
            until=to_optional(until),
            skip=skip,
            limit=limit,
        )
        known = facts.read_facts(self._session, self._state.number, (row[0] for row in rows))
        return [
            (from_column(at), ChangeKind(what), facts.decode_state(known[seq], state), event)
            for seq, event, at, what, state in rows
            if seq in known
        ]

    def count_feed(
        self,
        *,
        kind: ChangeKind | None = None,
        event_seq: int | None = None,
        fact_seqs: Sequence[int] | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> int:
        """Count the changes that `feed` could return."""
        return facts.count_feed(
            self._session,
            self._state.number,
            kind=kind,
            event_seq=event_seq,
            fact_seqs=fact_seqs,
            since=to_optional(since),
            until=to_optional(until),
        )

    def changes_between(
        self, first: datetime, last: datetime, *, limit: int
    ) -> Sequence[tuple[datetime, ChangeKind]]:
        """Return (when, kind) of changes recorded in [first, last), by time."""
        return [
            (from_column(at), ChangeKind(kind))
            for at, kind in facts.changes_between(
                self._session, self._state.number, to_column(first), to_column(last), limit=limit
            )
        ]

    def facts_changed_between(
        self, first: datetime, last: datetime, *, limit: int
    ) -> Sequence[int]:
        """Return the numbers of facts that changed in record time (first, last], ascending."""
        return facts.facts_changed_between(
            self._session, self._state.number, to_column(first), to_column(last), limit=limit
        )

    def facts_turning_between(
        self, first: datetime, last: datetime, *, limit: int
    ) -> Sequence[int]:
        """Return the facts that begin or end to hold in world time (first, last], by number."""
        return facts.facts_turning_between(
            self._session, self._state.number, to_column(first), to_column(last), limit=limit
        )

    def last_number_by(self, moment: datetime) -> int:
        """Return the last number that was given before anything was recorded later."""
        given = (self._state.number, to_column(moment))
        event = self._session.row(
            "SELECT min(seq) FROM events WHERE scope = ? AND recorded_at > ?", given
        )
        first = self._state.last_seq + 1 if event is None or event[0] is None else int(event[0])
        change = self._session.row(
            "SELECT seq, fact_seq FROM changes WHERE scope = ? AND recorded_at > ? "
            "ORDER BY recorded_at, seq LIMIT 1",
            given,
        )
        if change is not None:  # a fact that it founded has the number before its own
            seq, fact_seq = int(change[0]), int(change[1])
            first = min(first, fact_seq if fact_seq == seq - 1 else seq)
        return first - 1


class BranchWrites(BranchReads):
    """How a transaction leaves a branch, and comes back to it."""

    @abstractmethod
    def _index_anew(self, seqs: Sequence[int]) -> None:
        """Make the segments of facts anew whose words or source changed."""

    @abstractmethod
    def _seal_vectors(self, embedder: int, *, first_seq: int) -> None:
        """Keep the segments of vectors in step with those behind an item."""

    @abstractmethod
    def look_for_due(self) -> None:
        """Find anew when the scope is next to be maintained."""

    @abstractmethod
    def _note_due(self) -> None:
        """Find anew when a model is next to be asked."""

    def set_aside(self, boundary: int, moment: datetime, branch: int, *, pointers: int) -> SetAside:
        """Move what was recorded behind a boundary out of sight; nothing is lost.

        Args:
            boundary: the last number of the log that stays.
            moment: when that was recorded; nothing stays that was recorded later.
            branch: the number under which the rest is kept.
            pointers: the timeline of what points at something said before.
        """
        session, number = self._session, self._state.number
        undone = self._pointers_behind(boundary, moment, pointers)
        moved = set_aside.take_behind(
            session,
            number,
            branch,
            seq=boundary,
            moment=to_column(moment),
            fingerprints=registry.fingerprints(session),
        )
        moved["work"] = self._set_work_aside(boundary, moment, branch)

        def values(source: str, column: str) -> set[int]:
            return set(set_aside.column_of(source, moved[source], column))

        gone = values("facts", "seq")
        staying = (values("changes", "fact_seq") | values("uses", "fact_seq")) - gone
        touched = values("marks", "timeline") | values("facts", "timeline")
        touched = self._timelines_that_stand(touched) | self._timelines_of(staying)
        touched |= self._loosen(gone)
        self._count(moved, -1)
        self._index_behind(boundary)
        self._as_logged(staying, resting=values("marks", "fact_seq") - gone)
        self.look_for_due()
        self._note_due()
        happened = values("events", "occurred_at")
        return SetAside(
            events=len(moved["events"]),
            facts=len(gone),
            is_empty=not any(moved.values()),
            since=from_column(min(happened)) if happened else None,
            pointers=undone,
            timelines=frozenset(touched),
            staying=frozenset(staying),
        )

    def bring_back(self, branch: int, *, is_nested: bool) -> BroughtBack:
        """Put everything of a branch where it was, but what belongs to something set aside since.

        That goes to the branch which holds what it belongs to, and comes back with it.

        Args:
            is_nested: other branches came or went since.
        """
        session, number = self._session, self._state.number
        rows = set_aside.read_branch(session, number, branch)
        set_aside.delete_branch(session, number, branch)

        def values(source: str, column: str) -> set[int]:
            return set(set_aside.column_of(source, rows.get(source, ()), column))

        self._found_again(rows)
        back, said = values("facts", "seq"), values("events", "seq")
        self._leave_with_theirs(branch, rows, back, said)
        own = values("marks", "timeline") | values("facts", "timeline")
        mixed = self._timelines_that_stand(own)
        staying = (values("changes", "fact_seq") | values("uses", "fact_seq")) - back
        numbers = self._embedders_of(rows)
        for source, found in rows.items():
            set_aside.put_back(session, number, source, found, numbers=numbers)
        touched = mixed | self._timelines_of(staying) | self._loosen(None)
        self._count(rows, 1)
        self._index_behind(min(back | said, default=self._state.last_seq + 1) - 1)
        resting = values("marks", "fact_seq") - back
        self._as_logged(staying | back if is_nested else staying, resting=resting)
        self.look_for_due()
        self._note_due()
        happened = values("events", "occurred_at")
        is_void = set_aside.column_of("marks", rows.get("marks", ()), "is_void")
        causes = set_aside.column_of("marks", rows.get("marks", ()), "event_seq")
        return BroughtBack(
            event_seqs=sorted(said),
            fact_seqs=frozenset(back),
            since=from_column(min(happened)) if happened else None,
            void_seqs=frozenset(seq for seq, void in zip(causes, is_void, strict=True) if void),
            own=frozenset(own),
            timelines=frozenset(touched),
            staying=frozenset(staying),
        )

    def holds_branch(self, branch: int) -> bool:
        """Say whether a branch is set aside."""
        return set_aside.is_held(self._session, self._state.number, branch)

    def _pointers_behind(
        self, boundary: int, moment: datetime, timeline: int
    ) -> list[tuple[Mark, str | None]]:
        found = [
            mark
            for mark in marks.read_marks(self._session, self._state.number, timeline)
            if mark.event_seq > boundary
            or (mark.recorded_at is not None and mark.recorded_at > moment)
        ]
        said = events.read_events(
            self._session, self._state.number, (mark.event_seq for mark in found)
        )
        return [(mark, said[mark.event_seq].speaker) for mark in found]

    def _set_work_aside(self, boundary: int, moment: datetime, branch: int) -> list[WholeRow]:
        """Move work that is about something that goes."""
        session, number = self._session, self._state.number
        about = {
            row[0]: {int(each) for each in str(row[1]).split()}
            for row in session.rows(
                "SELECT seq, subject FROM work WHERE scope = ? AND seq > ? AND created_at >= ?",
                (number, boundary, to_column(moment)),
            )
        }
        named = set().union(*about.values())
        there = set_aside.present(session, number, "events", named)
        there |= set_aside.present(session, number, "facts", named)
        gone = [seq for seq, subject in about.items() if subject - there]
        found: list[WholeRow] = []
        for part in parts(gone):
            places, given = in_list(part)
            found += set_aside.take_out(
                session,
                number,
                branch,
                "work",
                where=f"seq IN {places}",
                values=given,
                fingerprints={},
            )
        return found

    def _found_again(self, rows: dict[str, list[WholeRow]]) -> None:
        """Let rows speak of the fact that was founded anew meanwhile by the same statement."""
        session, number = self._session, self._state.number
        ids = [value.hex() for value in set_aside.column_of("facts", rows.get("facts", ()), "id")]
        anew = facts.find_fact_seqs(session, number, ids)
        if not anew:
            return
        seqs = set_aside.column_of("facts", rows["facts"], "seq")
        renamed = {seq: anew[name] for seq, name in zip(seqs, ids, strict=True) if name in anew}
        rows["facts"] = [
            row for row, seq in zip(rows["facts"], seqs, strict=True) if seq not in renamed
        ]
        for source, found in rows.items():
            rows[source] = set_aside.renumbered(source, found, renamed)

    def _leave_with_theirs(
        self, branch: int, rows: dict[str, list[WholeRow]], back: set[int], said: set[int]
    ) -> None:
        """Move rows whose fact, or event, is set aside elsewhere to where that is."""
        session, number = self._session, self._state.number
        here = {"facts": back, "events": said}
        for source, column, owners in set_aside.OWNED:
            named = set_aside.column_of(source, rows.get(source, ()), column)
            missing = set(named).difference(*(here[owner] for owner in owners))
            for owner in owners:
                missing -= set_aside.present(session, number, owner, missing)
            if missing:
                self._leave(branch, rows, missing, source=source, column=column, owners=owners)

    def _leave(
        self,
        branch: int,
        rows: dict[str, list[WholeRow]],
        missing: set[int],
        *,
        source: str,
        column: str,
        owners: Sequence[str],
    ) -> None:
        """Move rows to the branches that hold what they name; what none holds stays aside."""
        session, number = self._session, self._state.number
        held = [
            each
            for owner in owners
            for each in set_aside.branches_of(session, number, owner, missing)
        ]
        held.append((branch, frozenset(missing.difference(*(seqs for _, seqs in held)))))
        named = list(
            zip(rows[source], set_aside.column_of(source, rows[source], column), strict=True)
        )
        for other, seqs in held:
            some = [row for row, seq in named if seq in seqs]
            set_aside.put_aside(session, number, other, source, some)
        rows[source] = [row for row, seq in named if seq not in missing]

    def _embedders_of(self, rows: dict[str, list[WholeRow]]) -> dict[str, int]:
        """Return the numbers of embedders by fingerprint; one that was never used here is new."""
        vectors = rows.get("vectors", ())
        sizes = dict(
            zip(
                set_aside.column_of("vectors", vectors, "embedder"),
                set_aside.column_of("vectors", vectors, "data"),
                strict=True,
            )
        )
        return {
            name: registry.make_embedder(self._session, name, len(data) // 2)
            for name, data in sizes.items()
        }

    def _count(self, rows: dict[str, list[WholeRow]], sign: int) -> None:
        """Keep the counters in step with rows that went (-1) or came (1)."""
        said = rows.get("events", ())
        kinds = set_aside.column_of("events", said, "kind")
        roles = set_aside.column_of("events", said, "role")
        turns = [
            role for kind, role in zip(kinds, roles, strict=True) if kind == EventKind.TURN.value
        ]
        self._state = self._state._replace(
            turn_clock=self._state.turn_clock + sign * turns.count(Role.USER.value),
            turns=self._state.turns + sign * len(turns),
            facts=self._state.facts + sign * len(rows.get("facts", ())),
        )

    def _loosen(self, gone: Collection[int] | None) -> set[int]:
        """Let marks support nothing whose fact is gone; return their timelines."""
        session, number = self._session, self._state.number
        if gone is not None and not gone:
            return set()
        rows = session.rows(
            "SELECT DISTINCT timeline, fact_seq FROM marks WHERE scope = ? AND fact_seq <> 0 "
            "AND NOT EXISTS (SELECT 1 FROM facts f WHERE f.scope = marks.scope "
            "AND f.seq = marks.fact_seq)",
            (number,),
        )
        session.run_many(
            "UPDATE marks SET fact_seq = 0 WHERE scope = ? AND timeline = ? AND fact_seq = ?",
            [(number, timeline, fact_seq) for timeline, fact_seq in rows],
        )
        return {row[0] for row in rows}

    def _as_logged(self, fact_seqs: Collection[int], *, resting: Collection[int]) -> None:
        """Let facts stand as their last change in the log says.

        Args:
            resting: facts that rest on other statements than before; the index knows the first.
        """
        session, number = self._session, self._state.number
        changed = set(resting) - {0}
        for part in parts(sorted(fact_seqs)):
            places, values = in_list(part)
            known = facts.read_facts(session, number, [int(str(seq)) for seq in part])
            rows = session.rows(
                "SELECT c.fact_seq, c.state, c.recorded_at, f.timeline FROM "  # noqa: S608 - places
                "(SELECT scope, fact_seq, state, recorded_at, row_number() OVER "
                "(PARTITION BY fact_seq ORDER BY seq DESC) AS place FROM changes "
                f"WHERE scope = ? AND fact_seq IN {places}) AS c "
                "JOIN facts f ON f.scope = c.scope AND f.seq = c.fact_seq WHERE c.place = 1",
                (number, *values),
            )
            for seq, state, at, timeline in rows:
                fact = facts.decode_state(known[seq], state)
                if fact != known[seq]:
                    changed.add(seq)
                facts.upsert_fact(session, number, fact, timeline, from_column(at))
        self._index_anew(sorted(changed))

    def _timelines_of(self, fact_seqs: Collection[int]) -> set[int]:
        """Return the timelines of facts."""
        return self._timelines_where("seq", fact_seqs, ("facts",))

    def _timelines_that_stand(self, timelines: Collection[int]) -> set[int]:
        """Return those timelines that hold any mark or fact."""
        return self._timelines_where("timeline", timelines, ("facts", "marks"))

    def _timelines_where(
        self, column: str, wanted: Collection[int], tables: Sequence[str]
    ) -> set[int]:
        found: set[int] = set()
        for part in parts(sorted(wanted)):
            places, values = in_list(part)
            for table in tables:
                rows = self._session.rows(
                    f"SELECT DISTINCT timeline FROM {table} WHERE scope = ? "  # noqa: S608 - constants
                    f"AND {column} IN {places}",
                    (self._state.number, *values),
                )
                found |= {row[0] for row in rows}
        return found

    def _index_behind(self, boundary: int) -> None:
        """Let the words and vectors behind a boundary be sealed anew."""
        session, number = self._session, self._state.number
        kept = [
            last for _, last in segments.ranges(session, number, segments.WORDS) if last <= boundary
        ]
        segments.delete_segments(session, number, segments.WORDS, from_seq=boundary + 1)
        self._state = states.raise_generation(
            self._state._replace(sealed_seq=max(kept, default=0), tail_units=SEGMENT_UNITS)
        )
        for embedder in registry.fingerprints(session):
            self._seal_vectors(embedder, first_seq=boundary + 1)
