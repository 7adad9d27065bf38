"""One consistent view of one scope, over a session of either engine."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from remanent.model.event import Event, EventKind
from remanent.model.fact import Fact
from remanent.model.governance import AuditEntry
from remanent.model.index import ScopeIndex
from remanent.model.mark import Mark
from remanent.model.scope import Scope
from remanent.model.state import ScopeState
from remanent.store import vector_index
from remanent.store.branch_views import BranchReads
from remanent.store.engine import Session
from remanent.store.hot import HotScope, HotScopes
from remanent.store.lesson_views import LessonReads
from remanent.store.preference_views import PreferenceReads
from remanent.store.retention_views import RetentionReads
from remanent.store.suggestion_views import SuggestionReads
from remanent.store.tables import (
    audit,
    events,
    facts,
    links,
    marks,
    registry,
    requests,
    segments,
    vectors,
)
from remanent.store.tables.times import from_optional, to_column, to_optional
from remanent.store.units import StoredUnit, units_of
from remanent.store.vector_index import RESCORED, VectorIndex, VectorRows
from remanent.store.words import WordItem, decode_segment, item_of_event, item_of_fact
from remanent.store.work_views import WorkReads

READ_AT_ONCE = 2000


class SqlSnapshot(
    BranchReads, RetentionReads, SuggestionReads, WorkReads, PreferenceReads, LessonReads
):
    """Implements the `Snapshot` port."""

    def __init__(self, session: Session, scope: Scope, state: ScopeState, hot: HotScopes) -> None:
        """Look at a scope through an open transaction."""
        self._session = session
        self._scope = scope
        self._state = state
        self._hot = hot
        self._index: ScopeIndex | None = None

    @property
    def scope(self) -> Scope:
        """The wall that this view stands inside."""
        return self._scope

    @property
    def state(self) -> ScopeState:
        """Counters as of this view."""
        return self._state

    def index(self) -> ScopeIndex:
        """Return the words of the scope as arrays."""
        if self._index is None:
            hot = self._hot_words()
            with hot.lock:
                bring_up_to_date(self._session, self._state, hot)
                self._index = hot.view(self._state.last_seq)
            self._hot.trim()
        return self._index

    def _hot_words(self) -> HotScope:
        """Return the index that this view's words are read from, and added to."""
        return self._hot.get(self._state.number, self._state.generation)

    def _hot_vectors(self) -> HotScope:
        """Return the index that this view's vectors are read from, and added to."""
        return self._hot.get(self._state.number, self._state.generation)

    def similarities(self, fingerprint: str, query: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the cosine of every unit with the query; NaN where there is no vector."""
        index = self.index()
        result = np.full(index.units, np.nan)
        embedder = registry.find_embedder(self._session, fingerprint)
        if embedder is None or embedder[1] != query.shape[0]:
            return result
        number, dimension = embedder
        hot = self._hot_vectors()
        with hot.lock:
            known = hot.vectors.get(number)
            rows = known if isinstance(known, VectorIndex) else VectorIndex(dimension)
            hot.vectors[number] = rows
            count = self._bring_vectors_up_to_date(number, rows)
            held = rows.first(count)
        approximate = held.scan(query)
        values = vector_index.rescored(approximate, self._exact(number, held, approximate), query)
        places, inside = _places_of_units(index, number, held)
        result[places] = values[inside]
        return result

    def _exact(
        self, embedder: int, held: VectorRows, approximate: NDArray[np.float64]
    ) -> list[tuple[int, NDArray[np.float16]]]:
        """Return the 16-bit originals of the best rows."""
        best = np.arange(approximate.shape[0])
        if best.shape[0] > RESCORED:
            best = np.sort(np.argpartition(-approximate, RESCORED)[:RESCORED])
        wanted = {vector_index.item_of(int(held.keys[row])): int(row) for row in best}
        originals = vectors.read_vectors(self._session, self._state.number, embedder, wanted)
        return [(wanted[item], vector) for item, vector in sorted(originals.items())]

    def has_vectors(self, fingerprint: str) -> bool:
        """Say whether the scope holds any vector of this fingerprint."""
        embedder = registry.find_embedder(self._session, fingerprint)
        return embedder is not None and vectors.has_vectors(
            self._session, self._state.number, embedder[0]
        )

    def units_without_vectors(
        self, fingerprint: str, *, after_seq: int, limit: int
    ) -> Sequence[StoredUnit]:
        """Return units that have no vector yet, by ascending (seq, chunk)."""
        embedder = registry.find_embedder(self._session, fingerprint)
        found: list[StoredUnit] = []
        position = after_seq
        while len(found) < limit and position < self._state.last_seq:
            units, last = self._units_between(position + 1, limit=max(limit, 64))
            have: frozenset[tuple[int, int]] = frozenset()
            if embedder is not None:
                have = vectors.embedded_seqs(
                    self._session, self._state.number, embedder[0], position + 1, last
                )
            found.extend(unit for unit in units if (unit.seq, unit.chunk) not in have)
            position = last
        return found[:limit]

    def events(self, seqs: Iterable[int]) -> dict[int, Event]:
        """Return turns and statements by their numbers."""
        return events.read_events(self._session, self._state.number, seqs)

    def event_seqs(self, ids: Iterable[str]) -> dict[str, int]:
        """Return the numbers of events by their public ids."""
        return events.find_event_seqs(self._session, self._state.number, ids)

    def events_between(self, first_seq: int, last_seq: int, *, limit: int) -> Sequence[Event]:
        """Return events first_seq <= seq <= last_seq, ascending."""
        return events.read_events_between(
            self._session, self._state.number, first_seq, last_seq, limit
        )

    def said_before(
        self, session: str | None, moment: datetime, seq: int, *, limit: int
    ) -> Sequence[Event]:
        """Return what people said in a session before an event, latest first."""
        before = (to_column(moment), seq)
        return events.said_before(self._session, self._state.number, session, before, limit)

    def facts(self, seqs: Iterable[int]) -> dict[int, Fact]:
        """Return facts by their numbers, without sources."""
        return facts.read_facts(self._session, self._state.number, seqs)

    def facts_known_at(self, seqs: Iterable[int], known_at: datetime) -> dict[int, Fact]:
        """Return facts as they stood in record time."""
        return facts.read_facts_known_at(self._session, self._state.number, seqs, known_at)

    def fact_seqs(self, ids: Iterable[str]) -> dict[str, int]:
        """Return the numbers of facts by their public ids."""
        return facts.find_fact_seqs(self._session, self._state.number, ids)

    def all_facts(
        self,
        *,
        include_closed: bool,
        subject: str | None = None,
        slot: str | None = None,
        after_seq: int = 0,
        limit: int = 1000,
    ) -> Sequence[Fact]:
        """Return facts by ascending number."""
        return facts.list_facts(
            self._session,
            self._state.number,
            include_closed=include_closed,
            subject=subject,
            slot=slot,
            after_seq=after_seq,
            limit=limit,
        )

    def known_facts(
        self,
        *,
        moment: datetime | None = None,
        subject: str | None = None,
        slot: str | None = None,
        changed_by: datetime | None = None,
        skip: int = 0,
        limit: int = 1000,
    ) -> Sequence[Fact]:
        """Return facts that something says, by ascending number; those that hold at a moment."""
        return facts.known_facts(
            self._session,
            self._state.number,
            moment=to_optional(moment),
            subject=subject,
            slot=slot,
            changed_by=to_optional(changed_by),
            skip=skip,
            limit=limit,
        )

    def count_known_facts(
        self,
        *,
        moment: datetime | None = None,
        subject: str | None = None,
        slot: str | None = None,
        changed_by: datetime | None = None,
    ) -> int:
        """Count the facts that `known_facts` could return."""
        return facts.count_known_facts(
            self._session,
            self._state.number,
            moment=to_optional(moment),
            subject=subject,
            slot=slot,
            changed_by=to_optional(changed_by),
        )

    def family(self, subject: str, slots: Iterable[str | None], *, limit: int) -> Sequence[Fact]:
        """Return facts about a subject in some slots that nothing ended, the last learned first."""
        return facts.family(self._session, self._state.number, subject, slots, limit)

    def merged_into(self, ids: Iterable[str]) -> dict[str, tuple[int, ...]]:
        """Return for each fact that stands for others their numbers, ascending."""
        return facts.merged_into(self._session, self._state.number, ids)

    def facts_by_world_time(
        self, *, subject: str | None = None, slot: str | None = None, skip: int = 0, limit: int
    ) -> Sequence[tuple[Fact, int]]:
        """Return facts by when they begin to hold, each with how many changes it saw."""
        return facts.facts_by_world_time(
            self._session, self._state.number, subject=subject, slot=slot, skip=skip, limit=limit
        )

    def count_changes(
        self,
        *,
        fact_seq: int | None = None,
        subject: str | None = None,
        slot: str | None = None,
    ) -> int:
        """Count the changes of one fact, or of those about a subject, in a slot."""
        return facts.count_changes(
            self._session, self._state.number, fact_seq=fact_seq, subject=subject, slot=slot
        )

    def fact_history(
        self, seq: int, *, skip: int = 0, limit: int = 1000
    ) -> Sequence[tuple[datetime, str, Fact]]:
        """Return the recorded states of a fact, oldest first."""
        fact = self.facts([seq]).get(seq)
        if fact is None:
            return ()
        return facts.read_history(self._session, self._state.number, fact, skip=skip, limit=limit)

    def sources_of(self, fact_seqs: Iterable[int]) -> dict[int, tuple[int, ...]]:
        """Return the source events of facts, by ascending world time."""
        return marks.source_seqs(self._session, self._state.number, fact_seqs)

    def facts_from(self, event_seqs: Iterable[int]) -> dict[int, tuple[int, ...]]:
        """Return the facts that rest on events."""
        return marks.facts_of_events(self._session, self._state.number, event_seqs)

    def covered_events(self, event_seqs: Iterable[int]) -> frozenset[int]:
        """Return those events that say nothing beyond their facts."""
        return events.find_covered(self._session, self._state.number, event_seqs)

    def marks(self, timeline: int) -> Sequence[Mark]:
        """Return every mark of a timeline."""
        return marks.read_marks(self._session, self._state.number, timeline)

    def marks_from(
        self, timeline: int, moment: datetime, *, only_valid: bool, limit: int
    ) -> Sequence[Mark]:
        """Return the marks of a timeline that speak from a moment on or later, earliest first."""
        return marks.marks_from(
            self._session,
            self._state.number,
            timeline,
            to_column(moment),
            only_valid=only_valid,
            limit=limit,
        )

    def marks_of_fact(
        self, seq: int, *, since: datetime | None = None, limit: int | None = None
    ) -> Sequence[Mark]:
        """Return the marks that support a fact, from a moment on, by world time."""
        return marks.marks_of_fact(
            self._session, self._state.number, seq, to_optional(since), limit
        )

    def marks_of_events(self, seqs: Iterable[int]) -> Sequence[Mark]:
        """Return every mark of events."""
        return marks.marks_of_events(self._session, self._state.number, seqs)

    def marks_in_slot(self, slot: str) -> Sequence[Mark]:
        """Return every mark in a slot, whatever its timeline."""
        return marks.marks_in_slot(self._session, self._state.number, slot)

    def endings_after(
        self, moment: datetime, *, slots: Iterable[str], limit: int
    ) -> Sequence[Mark]:
        """Return endings and retractions that speak from a moment on or later, earliest first."""
        return marks.endings_after(
            self._session, self._state.number, slots, to_column(moment), limit
        )

    def asserted_before(
        self, moment: datetime, *, slots: Iterable[str] | None = None, limit: int
    ) -> Sequence[Mark]:
        """Return what was said to be so from a moment before, or at it, the last first."""
        return marks.asserted_before(
            self._session, self._state.number, slots, to_column(moment), limit
        )

    def extent(self, timeline: int) -> tuple[datetime | None, datetime | None]:
        """Return the time of a timeline's latest mark, and the latest moment one reaches to."""
        at, reach = marks.extent(self._session, self._state.number, timeline)
        return from_optional(at), from_optional(reach)

    def timeline_facts(self, timeline: int) -> Sequence[Fact]:
        """Return every fact of a timeline."""
        return facts.timeline_facts(self._session, self._state.number, timeline)

    def facts_before(self, timeline: int, moment: datetime, *, limit: int) -> Sequence[Fact]:
        """Return the facts that begin by a moment, the last first, but what was taken back."""
        return facts.facts_before(
            self._session, self._state.number, timeline, to_column(moment), limit
        )

    def facts_after(self, timeline: int, moment: datetime, *, limit: int) -> Sequence[Fact]:
        """Return the facts that begin after a moment, the first first, but what was taken back."""
        return facts.facts_after(
            self._session, self._state.number, timeline, to_column(moment), limit
        )

    def linked(self, entities: Iterable[str], *, limit: int) -> dict[str, tuple[int, ...]]:
        """Return the items linked to each entity, latest first."""
        return links.linked_seqs(self._session, self._state.number, entities, limit)

    def request(self, key: str) -> tuple[str, str] | None:
        """Return (digest of the content, stored reply) of an idempotency key."""
        return requests.read_request(self._session, self._state.number, key)

    def audit_tail(self, limit: int) -> Sequence[AuditEntry]:
        """Return the last entries of the audit chain, oldest first."""
        return audit.read_entries(
            self._session,
            self._state.number,
            after_seq=max(self._state.audit_seq - limit, 0),
            limit=limit,
        )

    def meta(self, key: str) -> str | None:
        """Return what is noted about the store itself."""
        return registry.read_meta(self._session, key)

    def _units_between(self, first: int, *, limit: int) -> tuple[list[StoredUnit], int]:
        """Return the units of the next items, and the last number that was looked at."""
        said = self.events_between(first, self._state.last_seq, limit=limit)
        stated = self.all_facts(include_closed=True, after_seq=first - 1, limit=limit)
        ends = [page[-1].seq for page in (said, stated) if len(page) == limit]
        last = min(ends, default=self._state.last_seq)
        turns = [event for event in said if event.kind is EventKind.TURN]
        return units_of(turns, stated, last), last

    def _bring_vectors_up_to_date(self, number: int, rows: VectorIndex) -> int:
        """Read vectors that were put since; return how many of the rows this view holds.

        Vectors are added behind all others: where one is put between them, or anew, the
        generation rises. So an older view sees the first few of the rows.
        """
        scope = self._state.number
        if rows.count == 0:
            for _, _, data in segments.read_segments(self._session, scope, number):
                rows.add(*vector_index.decode_rows(data))
        last = vector_index.item_of(rows.through_key)[0] if rows.count else 0
        there = vectors.read_vectors_after(self._session, scope, number, last - 1)
        ends_at = there[-1][:2] if there else vectors.last_vector(self._session, scope, number)
        if ends_at is None:
            return 0
        new = [each for each in there if vector_index.key(*each[:2]) > rows.through_key]
        if new:
            rows.add(*vector_index.rows_of(new))
        return int(np.searchsorted(rows.keys(), vector_index.key(*ends_at), side="right"))


def bring_up_to_date(session: Session, state: ScopeState, hot: HotScope) -> None:
    """Read what was written since the hot index was last looked at."""
    if not state.exists or hot.through_seq >= state.last_seq:
        return
    if hot.through_seq == 0:
        for _, last, data in segments.read_segments(session, state.number, segments.WORDS):
            segment = decode_segment(data)
            if segment is None:
                break
            hot.add_segment(segment, last)
    while hot.through_seq < state.last_seq:
        items, last = read_items(session, state, hot.through_seq + 1)
        hot.add_items(items)
        hot.through_seq = last


def read_items(
    session: Session,
    state: ScopeState,
    first: int,
    last: int | None = None,
    *,
    appended: Sequence[Event] = (),
) -> tuple[list[WordItem], int]:
    """Take apart the next items of a scope; also return the number they reach to.

    Args:
        session: an open transaction.
        state: where the scope stands.
        first, last: the items that are meant; to the end where `last` is None.
        appended: the last events of the scope where they are at hand; they are not read again.
    """
    last = state.last_seq if last is None else last
    found = _events_between(session, state.number, first, last, appended)
    stated = facts.list_facts(
        session, state.number, include_closed=True, subject=None, slot=None,
        after_seq=first - 1, limit=READ_AT_ONCE,
    )  # fmt: skip
    ends = [page[-1].seq for page in (found, stated) if len(page) == READ_AT_ONCE]
    last = min([last, *ends])
    sources = marks.source_seqs(session, state.number, [fact.seq for fact in stated])
    firsts = {seq: each[0] for seq, each in sources.items() if each}
    origins = events.read_events(session, state.number, firsts.values())
    turns = [event for event in found if event.kind is EventKind.TURN]
    items = [item_of_event(event) for event in turns if event.seq <= last]
    for fact in stated:
        if fact.seq <= last:
            source = firsts.get(fact.seq, 0)
            items.append(item_of_fact(fact, source, origins.get(source)))
    items.sort(key=lambda item: item.seq)
    return items, last


def _events_between(
    session: Session, scope: int, first: int, last: int, appended: Sequence[Event]
) -> list[Event]:
    """Return the next events, at most so many at once; the last of them may be at hand."""
    at_hand = appended[bisect_left(appended, first, key=_seq_of) :]
    if not at_hand or at_hand[0].seq > last:
        return events.read_events_between(session, scope, first, last, READ_AT_ONCE)
    found: list[Event] = []
    if len(at_hand) == len(appended):
        before = appended[0].seq - 1
        found = events.read_events_between(session, scope, first, before, READ_AT_ONCE)
    room = READ_AT_ONCE - len(found)
    return found + [event for event in at_hand[:room] if event.seq <= last]


def _seq_of(event: Event) -> int:
    return event.seq


def _places_of_units(
    index: ScopeIndex, embedder: int, held: VectorRows
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return which unit each vector row belongs to, and which rows belong to any."""
    name = f"vectors of {embedder}"
    known = index.derived.get(name)
    if isinstance(known, tuple) and known[1].shape[0] == held.keys.shape[0]:
        return known
    unit_keys = vector_index.keys_of(index.seq, _chunk_numbers(index.seq))
    places = np.searchsorted(unit_keys, held.keys)
    inside = places < unit_keys.size
    inside[inside] = unit_keys[places[inside]] == held.keys[inside]
    found = places[inside], inside
    index.derived[name] = found
    return found


def _chunk_numbers(seq: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return each unit's number among the units of its item."""
    if not seq.size:
        return seq
    starts = np.flatnonzero(np.r_[True, seq[1:] != seq[:-1]])
    sizes = np.diff(np.r_[starts, seq.size])
    return np.arange(seq.size) - np.repeat(starts, sizes)
