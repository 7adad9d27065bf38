"""The feed of changes, and branches of record time, as views and transactions give them."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from remanent.model.event import Role
from remanent.model.fact import Fact
from remanent.model.remembered import ChangeKind
from remanent.model.state import ScopeState
from remanent.store.engine import Session, in_list, parts
from remanent.store.tables import facts, registry, segments, set_aside, states
from remanent.store.tables.times import from_column, to_column, to_optional
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
    ) -> Sequence[Fact]:
        """Return facts that begin or end to hold in world time (first, last], ascending."""
        return facts.facts_turning_between(
            self._session, self._state.number, to_column(first), to_column(last), limit=limit
        )

    def last_event_by(self, moment: datetime) -> int:
        """Return the number of the last log entry before the first that was recorded later."""
        row = self._session.row(
            "SELECT min(seq) FROM events WHERE scope = ? AND recorded_at > ?",
            (self._state.number, to_column(moment)),
        )
        return self._state.last_seq if row is None or row[0] is None else int(row[0]) - 1


class BranchWrites(BranchReads):
    """How a transaction leaves a branch, and comes back to it."""

    @abstractmethod
    def _index_anew(self, seqs: Sequence[int]) -> None:
        """Make the segments of facts anew whose words or source changed."""

    def set_aside(
        self, boundary: int, moment: datetime, branch: int
    ) -> tuple[int, int, set[int], set[int], datetime]:
        """Move what was recorded behind a boundary out of sight; nothing is lost.

        Returns:
            How many events and facts; the timelines that must be decided again; the facts that
            stay and whose state is what it was at the boundary; when the first of the events
            happened.
        """
        session, number = self._session, self._state.number
        fingerprints = registry.fingerprints(session)
        touched = {
            row[0]
            for row in session.rows(
                "SELECT DISTINCT timeline FROM marks WHERE scope = ? AND event_seq > ?",
                (number, boundary),
            )
        }
        roles = [
            row[0]
            for row in session.rows(
                "SELECT role FROM events WHERE scope = ? AND seq > ? AND kind = 'turn'",
                (number, boundary),
            )
        ]
        turns, people = len(roles), roles.count(Role.USER.value)
        (since,) = session.row(
            "SELECT min(occurred_at) FROM events WHERE scope = ? AND seq > ?", (number, boundary)
        ) or (None,)
        gone_events = [
            row[0]
            for row in session.rows(
                "SELECT seq FROM events WHERE scope = ? AND seq > ? AND kind IN ('turn', "
                "'statement', 'reply')",
                (number, boundary),
            )
        ]
        staying = {
            row[0]
            for row in session.rows(
                "SELECT DISTINCT fact_seq FROM uses WHERE scope = ? AND event_seq > ?",
                (number, boundary),
            )
        }
        moved: dict[str, int] = {}
        for source, where in set_aside.BEHIND.items():
            moved[source] = set_aside.take_out(
                session,
                number,
                branch,
                source,
                where=where,
                values=(boundary,),
                fingerprints=fingerprints,
            )
        gone = [
            row[0]
            for row in session.rows(
                "SELECT f.seq FROM facts f WHERE f.scope = ? AND f.seq > ? AND NOT EXISTS "
                "(SELECT 1 FROM marks m WHERE m.scope = f.scope AND m.fact_seq = f.seq)",
                (number, boundary),
            )
        ]
        for sources, seqs in ((set_aside.OF_FACTS, gone), (set_aside.OF_EVENTS, gone_events)):
            for source, column in sources.items():
                for part in parts(seqs):
                    places, values = in_list(part)
                    set_aside.take_out(
                        session,
                        number,
                        branch,
                        source,
                        where=f"{column} IN {places}",
                        values=values,
                        fingerprints=fingerprints,
                    )
        later = "event_seq > ?", "event_seq = 0 AND recorded_at > ?"
        for where, value in zip(later, (boundary, to_column(moment)), strict=True):
            staying |= {
                row[0]
                for row in session.rows(
                    f"SELECT DISTINCT fact_seq FROM changes WHERE scope = ? AND {where}",  # noqa: S608 - constants
                    (number, value),
                )
            }
            set_aside.take_out(
                session,
                number,
                branch,
                "changes",
                where=where,
                values=(value,),
                fingerprints=fingerprints,
            )
        staying -= set(gone)
        touched |= self._timelines_of(staying)
        self._state = replace(
            self._state,
            turn_clock=self._state.turn_clock - people,
            turns=self._state.turns - turns,
            facts=self._state.facts - len(gone),
        )
        self._index_behind(boundary)
        self._as_logged(staying)
        first = moment if since is None else from_column(int(since))
        return moved["events"], len(gone), touched, staying, first

    def bring_back(self, branch: int) -> tuple[list[int], set[int], set[int]]:
        """Put everything of a branch where it was.

        Returns:
            The numbers of its events, the timelines to be decided again, and the facts whose
            changes came back.
        """
        session, number = self._session, self._state.number
        numbers = {name: each for each, name in registry.fingerprints(session).items()}
        rows = set_aside.bring_back(session, number, branch, numbers=numbers)

        def values(source: str, column: str) -> set[int]:
            return {set_aside.column_of(source, row, column) for row in rows.get(source, ())}

        back = sorted(values("events", "seq"))
        touched = values("marks", "timeline") | values("facts", "timeline")
        changed = values("changes", "fact_seq") | values("uses", "fact_seq")
        touched |= self._timelines_of(changed)
        roles = [
            set_aside.column_of("events", row, "role")
            for row in rows.get("events", ())
            if set_aside.column_of("events", row, "kind") == "turn"
        ]
        self._state = replace(
            self._state,
            turn_clock=self._state.turn_clock + roles.count(Role.USER.value),
            turns=self._state.turns + len(roles),
            facts=self._state.facts + len(rows.get("facts", ())),
        )
        self._index_behind(min([*back, *values("facts", "seq")], default=self._state.last_seq) - 1)
        self._as_logged(changed)
        return back, touched, changed

    def holds_branch(self, branch: int) -> bool:
        """Say whether a branch is set aside."""
        return set_aside.is_held(self._session, self._state.number, branch)

    def _as_logged(self, fact_seqs: set[int]) -> None:
        """Let facts stand as their last change in the log says."""
        changed: list[int] = []
        for part in parts(sorted(fact_seqs)):
            known = facts.read_facts(
                self._session, self._state.number, [int(str(seq)) for seq in part]
            )
            for seq, fact in known.items():
                row = self._session.row(
                    "SELECT c.state, c.recorded_at, f.timeline FROM changes c JOIN facts f "
                    "ON f.scope = c.scope AND f.seq = c.fact_seq WHERE c.scope = ? "
                    "AND c.fact_seq = ? ORDER BY c.seq DESC LIMIT 1",
                    (self._state.number, seq),
                )
                if row is None:
                    continue
                state = facts.decode_state(fact, row[0])
                if state != fact:
                    changed.append(seq)
                facts.upsert_fact(
                    self._session, self._state.number, state, row[2], from_column(row[1])
                )
        self._index_anew(changed)

    def _timelines_of(self, fact_seqs: set[int]) -> set[int]:
        found: set[int] = set()
        for part in parts(sorted(fact_seqs)):
            places, values = in_list(part)
            rows = self._session.rows(
                f"SELECT timeline FROM facts WHERE scope = ? AND seq IN {places}",  # noqa: S608 - places
                (self._state.number, *values),
            )
            found |= {row[0] for row in rows}
        return found

    def _index_behind(self, boundary: int) -> None:
        """Let the words and vectors behind a boundary be sealed anew."""
        session, number = self._session, self._state.number
        kept = [
            (first, last)
            for first, last in segments.ranges(session, number, segments.WORDS)
            if last <= boundary
        ]
        segments.delete_segments(session, number, segments.WORDS, from_seq=boundary + 1)
        for embedder in registry.fingerprints(session):
            segments.delete_segments(session, number, embedder, from_seq=boundary + 1)
        self._state = states.raise_generation(
            replace(
                self._state,
                sealed_seq=max((last for _, last in kept), default=0),
                tail_units=SEGMENT_UNITS,
            )
        )
