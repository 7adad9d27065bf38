"""Writing to one scope: events, facts and their marks, words, vectors, the audit."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from remanent.errors import EmbedderError
from remanent.model.event import Event, EventKind, Role
from remanent.model.governance import AuditEntry
from remanent.model.index import ScopeIndex
from remanent.model.mark import FactWrite, Mark
from remanent.model.preference import Evidence
from remanent.model.scope import Scope
from remanent.model.state import ScopeState
from remanent.ports import Unit
from remanent.store import vector_index
from remanent.store.branch_views import BranchWrites
from remanent.store.engine import Session
from remanent.store.hot import HotScope, HotScopes
from remanent.store.lesson_views import LessonWrites
from remanent.store.preference_views import EVIDENCE_BEHIND, PreferenceWrites
from remanent.store.retention_views import RetentionWrites
from remanent.store.snapshot import SqlSnapshot, read_items
from remanent.store.suggestion_views import SuggestionWrites
from remanent.store.tables import (
    audit,
    events,
    facts,
    links,
    marks,
    registry,
    requests,
    segments,
    states,
    vectors,
)
from remanent.store.tables.evidence import encode_evidence
from remanent.store.tables.times import EPOCH
from remanent.store.vector_index import VECTOR_SEGMENT_ROWS
from remanent.store.words import (
    MAX_SEGMENT_UNITS,
    SEGMENT_UNITS,
    WordItem,
    build_segment,
    encode_segment,
    fact_words,
)
from remanent.store.work_views import WorkWrites
from remanent.text.tokens import CHUNK_CHARACTERS


class SqlTransaction(
    RetentionWrites,
    SuggestionWrites,
    WorkWrites,
    PreferenceWrites,
    LessonWrites,
    BranchWrites,
    SqlSnapshot,
):
    """Implements the `Transaction` port. Numbers are given here, in the order of writing.

    What it wrote may still be undone, so it never reaches the hot indexes that others read: a
    transaction that looks at the index after writing reads one of its own.
    """

    def __init__(self, session: Session, scope: Scope, state: ScopeState, hot: HotScopes) -> None:
        """Look at a scope through an open transaction that may write."""
        super().__init__(session, scope, state, hot)
        self._indexed_at = state
        self._own_words: HotScope | None = None
        self._appended: list[tuple[int, Sequence[Event]]] = []
        self._cause = 0
        self._moment = EPOCH
        self._begin_preferences()

    def index(self) -> ScopeIndex:
        """Return the words of the scope as arrays, with what was written here."""
        if self._indexed_at != self._state:
            self._index, self._indexed_at = None, self._state
        return super().index()

    def _hot_words(self) -> HotScope:
        shared = self._hot.peek(self._state.number, self._state.generation)
        if shared is not None and shared.through_seq >= self._state.last_seq:
            return shared
        if self._own_words is None or self._own_words.generation != self._state.generation:
            self._own_words = HotScope(self._state.generation)
        return self._own_words

    def _hot_vectors(self) -> HotScope:
        return HotScope(self._state.generation)

    def append_events(
        self,
        new: Sequence[Event],
        *,
        covered: Sequence[bool],
        evidence: Iterable[Evidence] = (),
    ) -> list[int]:
        """Append to the log and to the words; return the numbers given."""
        if self._state.evidenced_seq == self._state.last_seq:
            self._behind = {}  # nothing stands there yet, so that it need not be read
        first = self._state.last_seq + 1
        said: dict[int, list[Evidence]] = {}
        for each in evidence:
            said.setdefault(each.event_seq, []).append(each)
        events.insert_events(
            self._session,
            self._state.number,
            new,
            first_seq=first,
            covered=covered,
            evidence={seq: encode_evidence(own) for seq, own in said.items()},
        )
        self._note_behind(each for own in said.values() for each in own)
        self._appended.append((first, new))
        self._cause = first + len(new) - 1
        self._moment = new[-1].recorded_at if new else self._moment
        turns = [event for event in new if event.kind is EventKind.TURN]
        units = sum(1 + len(event.text) // CHUNK_CHARACTERS for event in turns)
        people = sum(1 for event in turns if event.role is Role.USER)
        self._state = self._state._replace(
            last_seq=first + len(new) - 1,
            tail_units=self._state.tail_units + units,
            turns=self._state.turns + len(turns),
            turn_clock=self._state.turn_clock + people,
        )
        return list(range(first, first + len(new)))

    def caused_by(self, event_seq: int) -> None:
        """Let changes from here on be caused by an event, in place of the last one appended."""
        self._cause = event_seq

    def write_facts(self, writes: Sequence[FactWrite], recorded_at: datetime) -> list[int]:
        """Insert or update facts with their marks, and log each change."""
        before = self._indexed_facts(writes)
        numbers: list[int] = []
        for write in writes:
            fact, is_new = write.fact, write.fact.seq == 0
            if is_new:
                fact = replace(fact, seq=self._next_seq())
                self._state = self._state._replace(
                    facts=self._state.facts + 1,
                    tail_units=self._state.tail_units + 1,
                )
            facts.upsert_fact(self._session, self._state.number, fact, write.timeline, recorded_at)
            facts.insert_change(
                self._session,
                self._state.number,
                seq=self._next_seq(),
                kind=write.kind,
                fact=fact,
                at=recorded_at,
                event_seq=self._cause,
            )
            moved = [replace(mark, fact_seq=fact.seq) for mark in write.marks]
            marks.upsert_marks(self._session, self._state.number, moved, recorded_at)
            numbers.append(fact.seq)
        self._index_changed(before)
        return numbers

    def keep_marks(self, new: Sequence[Mark]) -> None:
        """Keep marks that support no fact yet, or the one that they name."""
        named = {mark.fact_seq for mark in new if mark.fact_seq}
        before = self._as_indexed(self._facts_of(new) | named)
        marks.upsert_marks(self._session, self._state.number, new, self._moment)
        self._index_changed(before)

    def void_marks(self, event_seq: int, *, is_void: bool = True) -> tuple[int, ...]:
        """Take back every mark of an event, or let it stand again; return its timelines."""
        return marks.void_marks(self._session, self._state.number, event_seq, is_void=is_void)

    def remove_marks(self, gone: Sequence[Mark]) -> None:
        """Remove marks that were drawn from others."""
        before = self._as_indexed(self._facts_of(gone))
        marks.delete_marks(self._session, self._state.number, gone)
        self._index_changed(before)

    def move_facts(self, timelines: Mapping[int, int]) -> None:
        """Put facts on other timelines."""
        facts.move_facts(self._session, self._state.number, timelines)

    def link(self, new: Sequence[tuple[str, int, str]]) -> None:
        """Tie items to entities."""
        links.insert_links(self._session, self._state.number, new)

    def put_vectors(self, fingerprint: str, units: Sequence[Unit], new: NDArray[np.float32]) -> int:
        """Store vectors of units; those whose item is gone are skipped."""
        if not units:
            return 0
        with np.errstate(over="ignore"):
            halves = new.astype("<f2")
        if not np.isfinite(halves).all():
            raise EmbedderError(f"The embedder {fingerprint!r} gave a number that is not finite.")
        embedder = registry.make_embedder(self._session, fingerprint, int(new.shape[1]))
        seqs = [unit.seq for unit in units]
        alive = self.events(seqs).keys() | self.facts(seqs).keys()
        kept = [place for place, unit in enumerate(units) if unit.seq in alive]
        if not kept:
            return 0
        keys = [(units[place].seq, units[place].chunk) for place in kept]
        last = vectors.last_vector(self._session, self._state.number, embedder)
        vectors.insert_vectors(self._session, self._state.number, embedder, keys, halves[kept])
        if last is not None and min(keys) <= last:
            self._state = states.raise_generation(self._state)
        self._seal_vectors(embedder, first_seq=min(keys)[0])
        return len(kept)

    def keep_request(self, key: str, digest: str, reply: str) -> None:
        """Keep the reply of an idempotency key."""
        requests.insert_request(self._session, self._state.number, key, digest, reply)

    def keep_meta(self, key: str, value: str) -> None:
        """Note something about the store itself."""
        registry.write_meta(self._session, key, value)

    def append_audit(self, entry: AuditEntry) -> None:
        """Append to the scope's audit chain."""
        audit.insert_entry(self._session, self._state.number, entry)
        self._state = self._state._replace(audit_seq=entry.seq, audit_head=entry.digest)

    def finish(self) -> None:
        """Seal what has gathered and keep the counters; the last act before the commit."""
        if self._state.tail_units >= SEGMENT_UNITS:
            self._seal_words()
        if self._state.last_seq - self._state.evidenced_seq >= EVIDENCE_BEHIND:
            self._seal_evidence()
        self._queue_when_due()
        states.write_state(self._session, self._state)

    def _next_seq(self) -> int:
        self._state = self._state._replace(last_seq=self._state.last_seq + 1)
        return self._state.last_seq

    def _seal_words(self) -> None:
        """Write the units behind the last segment as segments of their own."""
        self._write_segments(self._state.sealed_seq + 1, self._state.last_seq)
        self._state = self._state._replace(sealed_seq=self._state.last_seq, tail_units=0)

    def _write_segments(self, first: int, last: int) -> None:
        """Write the units of items as segments, over those that begin with the same items."""
        position, gathered = first - 1, list[WordItem]()
        appended = [
            replace(event, seq=seq)
            for start, new in self._appended
            for seq, event in enumerate(new, start)
        ]
        while position < last:
            items, position = read_items(
                self._session, self._state, position + 1, last, appended=appended
            )
            gathered.extend(items)
        for part in _runs(gathered, MAX_SEGMENT_UNITS):
            segments.insert_segment(
                self._session,
                self._state.number,
                segments.WORDS,
                first_seq=part[0].seq,
                last_seq=part[-1].seq,
                data=encode_segment(build_segment(part)),
            )

    def _indexed_facts(self, writes: Sequence[FactWrite]) -> dict[int, object]:
        """Return what the index holds of the facts that these writes may change."""
        seqs = {write.fact.seq for write in writes if write.fact.seq}
        seqs |= self._facts_of(mark for write in writes for mark in write.marks)
        return self._as_indexed(seqs)

    def _facts_of(self, some: Iterable[Mark]) -> set[int]:
        """Return the facts that rest on the events of marks."""
        found = self.facts_from({mark.event_seq for mark in some})
        return {seq for seqs in found.values() for seq in seqs}

    def _as_indexed(self, seqs: Iterable[int]) -> dict[int, object]:
        """Return of each fact what its units in the index are made of."""
        found = self.facts(seqs)
        sources = marks.first_sources(self._session, self._state.number, found)
        return {
            seq: (fact_words(fact), fact.session, fact.valid_from, sources.get(seq))
            for seq, fact in found.items()
        }

    def _index_changed(self, before: Mapping[int, object]) -> None:
        """Make the segments of facts anew that the index knows otherwise than they stand now."""
        after = self._as_indexed(before)
        self._index_anew(sorted(seq for seq, old in before.items() if after[seq] != old))

    def _index_anew(self, seqs: Sequence[int]) -> None:
        """Make the segments of facts anew whose words or source changed."""
        if not seqs:
            return
        number, done = self._state.number, 0
        self._state = states.raise_generation(self._state)
        for seq in seqs:
            place = segments.find_segment(self._session, number, segments.WORDS, seq)
            if seq > done and place is not None:
                self._write_segments(*place)
                done = place[1]

    def rebuild_words(self) -> None:
        """Drop every word segment and make them again from the rows."""
        segments.delete_segments(self._session, self._state.number, segments.WORDS)
        self._state = self._state._replace(
            sealed_seq=0,
            tail_units=SEGMENT_UNITS,
            generation=self._state.generation + 1,
        )

    def _seal_vectors(self, embedder: int, *, first_seq: int) -> None:
        """Keep the 8-bit segments in step with vectors that were just written."""
        number = self._state.number
        sealed = segments.last_sealed_seq(self._session, number, embedder)
        if first_seq <= sealed:
            segments.delete_segments(self._session, number, embedder, from_seq=first_seq)
            sealed = segments.last_sealed_seq(self._session, number, embedder)
        behind = vectors.count_vectors_after(self._session, number, embedder, sealed)
        if behind < VECTOR_SEGMENT_ROWS:
            return
        tail = vectors.read_vectors_after(self._session, number, embedder, sealed)
        segments.insert_segment(
            self._session,
            number,
            embedder,
            first_seq=tail[0][0],
            last_seq=tail[-1][0],
            data=vector_index.encode_rows(*vector_index.rows_of(tail)),
        )


def _runs(items: Sequence[WordItem], most_units: int) -> list[list[WordItem]]:
    """Cut items into runs of at most so many units (a single longer item is a run of its own)."""
    runs: list[list[WordItem]] = []
    size = most_units
    for item in items:
        if size + len(item.chunks) > most_units and (not runs or size > 0):
            runs.append([])
            size = 0
        runs[-1].append(item)
        size += len(item.chunks)
    return runs
