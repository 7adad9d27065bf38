"""Examining a store: does everything that is derived agree with the rows it is derived from?

Nothing is changed here. Each scope is looked at in one consistent view, beside running writers.
"""

import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from remanent.errors import (
    StoreBusyError,
    StoreClosedError,
    StoreDamagedError,
    StoreError,
    StoreUnreachableError,
)
from remanent.model.governance import AuditEntry
from remanent.model.scope import Scope
from remanent.model.state import ScopeState
from remanent.model.upkeep import Drift, Finding
from remanent.store import derived
from remanent.store.engine import Database, Session
from remanent.store.sql_store import SqlStore
from remanent.store.tables import audit, checks, events, facts, registry, segments, states
from remanent.store.tables.vectors import count_vectors_after
from remanent.store.vector_index import VECTOR_SEGMENT_ROWS

SAMPLED_SEGMENTS = 8
ROWS_AT_ONCE = 1000

Progress = Callable[[int], None]
Range = tuple[int, int]

_UNREADABLE = (ValueError, KeyError, TypeError, IndexError, OverflowError, struct.error)
_MEND = "Run `remanent doctor --mend`."
_REINDEX = "then `remanent reindex` where an embedder is used."
_RESTORE = "Copy the store away, then restore a backup, or export what can be read."
_OF_INDEXES = ("missing from index", "wrong # of entries in index", "non-unique entry in index")


class ChainCheck(Protocol):
    """Recomputes the digests of consecutive audit entries."""

    def __call__(self, entries: Sequence[AuditEntry], *, previous: bytes = ...) -> int | None:
        """Return the number of the first entry that does not follow, or None."""
        ...


@dataclass(frozen=True, slots=True)
class _View:
    """One scope, as its checks see it."""

    session: Session
    scope: Scope
    state: ScopeState
    is_full: bool
    verify_chain: ChainCheck | None

    @property
    def number(self) -> int:
        """The store's number of the scope."""
        return self.state.number

    def mendable(self, kind: Drift, count: int, what: str) -> Finding:
        """Say that something derived is wrong."""
        return Finding(kind, self.scope, count, what, is_mendable=True, remedy=_MEND)

    def lost(self, kind: Drift, count: int, what: str) -> Finding:
        """Say that something is wrong which only a backup has right."""
        return Finding(kind, self.scope, count, what, is_mendable=False, remedy=_RESTORE)


def examine(
    store: SqlStore,
    *,
    full: bool = False,
    verify_chain: ChainCheck | None = None,
    progress: Progress | None = None,
) -> tuple[Finding, ...]:
    """Examine a whole store and return what is wrong; nothing is changed.

    Args:
        store: the store.
        full: compare every segment and read every row; else a few segments of each scope.
        verify_chain: recomputes digests of the audit; without it only their links are followed.
        progress: told of each scope that was examined.
    """
    found = list(_of_engine(store.database))
    try:
        with store.database.read() as session:
            scopes = registry.list_scopes(session, None)
            found += _of_tables(session, frozenset(number for number, _ in scopes))
        for number, scope in scopes:
            found += _of_scope(store, number, scope, is_full=full, verify_chain=verify_chain)
            if progress is not None:
                progress(1)
    except StoreError as error:
        found.append(_damaged(error, None))
    return tuple(dict.fromkeys(found))


def _of_engine(database: Database) -> Iterator[Finding]:
    try:
        problems = database.problems()
    except StoreError as error:
        yield _damaged(error, None)
        return
    indexes = [each for each in problems if any(part in each for part in _OF_INDEXES)]
    others = [each for each in problems if each not in indexes]
    if others:
        yield Finding(
            Drift.ENGINE, None, len(others), "; ".join(others), is_mendable=False, remedy=_RESTORE
        )
    if indexes:
        what = f"The indexes of the engine are incomplete: {'; '.join(indexes[:3])}."
        yield Finding(Drift.INDEXES, None, len(indexes), what, is_mendable=not others, remedy=_MEND)


def _damaged(error: StoreError, scope: Scope | None) -> Finding:
    """Take what the engine says for a finding, unless it only says that nobody can look."""
    if isinstance(error, (StoreBusyError, StoreClosedError, StoreUnreachableError)):
        raise error
    return Finding(Drift.ENGINE, scope, 1, error.what, is_mendable=False, remedy=_RESTORE)


def _of_tables(session: Session, known: frozenset[int]) -> Iterator[Finding]:
    missing, foreign = checks.tables_amiss(session)
    if missing:
        what = f"Tables are missing: {', '.join(missing)}."
        yield Finding(Drift.TABLES, None, len(missing), what, is_mendable=False, remedy=_RESTORE)
        return
    if foreign:
        yield Finding(
            Drift.TABLES,
            None,
            len(foreign),
            f"Tables stand here that are not Remanent's: {', '.join(foreign)}.",
            is_mendable=False,
            remedy="Leave them if they are yours; nothing of Remanent reads them.",
        )
    for table, numbers in checks.stray_scopes(session, known).items():
        what = f"Rows of {table} belong to {len(numbers)} scopes that nobody owns."
        yield Finding(Drift.ROWS, None, len(numbers), what, is_mendable=False, remedy=_RESTORE)


def _of_scope(
    store: SqlStore,
    number: int,
    scope: Scope,
    *,
    is_full: bool,
    verify_chain: ChainCheck | None,
) -> list[Finding]:
    """Run every check of one scope in one view; a check that stumbles is a finding of its own."""
    found: list[Finding] = []
    try:
        with store.database.read() as session:
            state = states.read_state(session, number, b"")
            view = _View(session, scope, state, is_full, verify_chain)
            for check in _CHECKS:
                try:
                    found += check(view)
                except _UNREADABLE as error:
                    what = f"Rows cannot be read while looking at {check.__name__[4:]}: {error}."
                    found.append(view.lost(Drift.ROWS, 1, what))
    except StoreError as error:
        found.append(_damaged(error, scope))
    return found


def _of_rows(view: _View) -> Iterator[Finding]:
    for what, count in checks.broken_ties(view.session, view.number).items():
        yield view.lost(Drift.ROWS, count, f"{count} {what}.")
    if not view.is_full:
        return
    last = max(view.state.last_seq, checks.totals(view.session, view.number).last_seq)
    unreadable = 0
    for first in range(1, last + 1, ROWS_AT_ONCE):
        seqs = range(first, min(first + ROWS_AT_ONCE, last + 1))
        unreadable += _count_unreadable(view, seqs)
    if unreadable:
        yield view.lost(Drift.ROWS, unreadable, f"{unreadable} turns or facts cannot be read.")


def _count_unreadable(view: _View, seqs: Sequence[int]) -> int:
    """Count the items that cannot be read, by halves."""
    try:
        events.read_events(view.session, view.number, seqs)
        facts.read_facts(view.session, view.number, seqs)
    except (*_UNREADABLE, StoreDamagedError):
        if len(seqs) == 1:
            return 1
        half = len(seqs) // 2
        return _count_unreadable(view, seqs[:half]) + _count_unreadable(view, seqs[half:])
    return 0


def _of_facts(view: _View) -> Iterator[Finding]:
    stale = unreadable = 0
    position: int | None = 0
    while position is not None:
        page = checks.compare_facts(
            view.session, view.number, after_seq=position, limit=ROWS_AT_ONCE
        )
        stale, unreadable = stale + len(page.stale), unreadable + page.unreadable
        position = page.last_seq
    if stale:
        what = f"{stale} facts are not as the log of changes says."
        yield replace(view.mendable(Drift.FACTS, stale, what), remedy=f"{_MEND[:-1]}, {_REINDEX}")
    if unreadable:
        yield view.lost(Drift.ROWS, unreadable, f"{unreadable} changes cannot be read.")


def _of_words(view: _View) -> Iterator[Finding]:
    kept = checks.segment_ranges(view.session, view.number, segments.WORDS)
    wrong = 0
    for first, last in _sample(kept, view):
        data = checks.read_segment(view.session, view.number, segments.WORDS, first)
        wrong += derived.word_segment(view.session, view.state, first, last) != data
    if wrong:
        what = (
            f"{wrong} word segments are not what the turns and facts give, or of another version."
        )
        yield view.mendable(Drift.WORDS, wrong, what)
    if kept and kept[-1][1] > view.state.sealed_seq:
        what = "Word segments reach further than the scope remembers."
        yield view.mendable(Drift.WORDS, 1, what)
    between = sum(
        checks.count_indexed(view.session, view.number, first, last)
        for first, last in _gaps(kept, view.state.sealed_seq)
    )
    if between:
        what = f"{between} turns or facts are in no word segment, or in two."
        yield view.mendable(Drift.WORDS, between, what)


def _of_vectors(view: _View) -> Iterator[Finding]:
    orphans = checks.count_orphans(view.session, view.number, "vectors")
    if orphans:
        yield view.mendable(Drift.VECTORS, orphans, f"{orphans} vectors belong to no turn or fact.")
    dimensions = {number: size for number, _, size in registry.list_embedders(view.session)}
    for embedder in checks.vector_embedders(view.session, view.number):
        size, last, dead = dimensions.get(embedder), view.state.last_seq, 0
        if view.is_full or size is None:
            dead = len(checks.dead_vectors(view.session, view.number, embedder, size, last))
        if dead:
            what = f"{dead} vectors are not what any embedder gives."
            yield view.mendable(Drift.VECTORS, dead, what)
        else:
            yield from _of_vector_segments(view, embedder)


def _of_vector_segments(view: _View, embedder: int) -> Iterator[Finding]:
    kept = checks.segment_ranges(view.session, view.number, embedder)
    wrong = sum(_differs(view, embedder, first, last) for first, last in _sample(kept, view))
    if wrong:
        what = f"{wrong} segments of 8-bit vectors are not what the vectors give."
        yield view.mendable(Drift.VECTORS, wrong, what)
    end = max((last for _, last in kept), default=0)
    between = sum(
        checks.count_vectors_between(view.session, view.number, embedder, first, last)
        for first, last in _gaps(kept, end)
    )
    behind = count_vectors_after(view.session, view.number, embedder, end)
    between += behind if behind >= VECTOR_SEGMENT_ROWS else 0
    if between:
        what = f"{between} vectors are in no segment, or in two."
        yield view.mendable(Drift.VECTORS, between, what)


def _differs(view: _View, embedder: int, first: int, last: int) -> bool:
    kept = first, last, checks.read_segment(view.session, view.number, embedder, first)
    try:
        rows = checks.read_vectors_between(view.session, view.number, embedder, first, last)
        return not rows or derived.vector_segment(rows) != kept
    except _UNREADABLE:
        return True


def _of_links(view: _View) -> Iterator[Finding]:
    orphans = checks.count_orphans(view.session, view.number, "links")
    if orphans:
        yield view.mendable(Drift.LINKS, orphans, f"{orphans} links lead to no turn or fact.")


def _of_retention(view: _View) -> Iterator[Finding]:
    unkept = checks.count_unkept(view.session, view.number)
    if unkept:
        yield view.mendable(
            Drift.RETENTION, unkept, f"{unkept} facts do not say how they are kept."
        )


def _of_counters(view: _View) -> Iterator[Finding]:
    counted, state = checks.totals(view.session, view.number), view.state
    wrong = [
        name
        for name, is_right in (
            ("last_seq", state.last_seq >= counted.last_seq),
            ("sealed_seq", state.sealed_seq <= max(state.last_seq, counted.last_seq)),
            ("turns", state.turns == counted.turns),
            ("facts", state.facts == counted.facts),
            ("turn_clock", state.turn_clock == counted.turn_clock),
            ("attributes", state.attributes >= counted.attributes),
        )
        if not is_right
    ]
    if wrong:
        what = f"Counters are not what can be counted: {', '.join(wrong)}."
        yield view.mendable(Drift.COUNTERS, len(wrong), what)


def _of_audit(view: _View) -> Iterator[Finding]:
    position, previous = 0, b""
    while True:
        page = audit.read_entries(view.session, view.number, after_seq=position, limit=ROWS_AT_ONCE)
        broken = _first_break(view, page, position, previous)
        if broken is not None:
            what = f"The audit does not follow from what stands before it, from entry {broken} on."
            yield view.lost(Drift.AUDIT, 1, what)
            return
        if not page:
            break
        position, previous = page[-1].seq, page[-1].digest
    if (view.state.audit_seq, view.state.audit_head) != (position, previous):
        what = (
            f"The audit ends with entry {position}, but the scope remembers entry "
            f"{view.state.audit_seq}."
        )
        yield view.lost(Drift.AUDIT, 1, what)


def _first_break(
    view: _View, page: Sequence[AuditEntry], position: int, previous: bytes
) -> int | None:
    for place, entry in enumerate(page):
        before = page[place - 1].digest if place else previous
        if entry.seq != position + place + 1 or (before and entry.previous != before):
            return entry.seq
    if view.verify_chain is None or not page:
        return None
    if not previous:
        return view.verify_chain(page)
    return view.verify_chain(page, previous=previous)


def _sample(kept: Sequence[Range], view: _View) -> Sequence[Range]:
    """Return every segment, or some from the first to the last."""
    if view.is_full or len(kept) <= SAMPLED_SEGMENTS:
        return kept
    step = (len(kept) - 1) / (SAMPLED_SEGMENTS - 1)
    return [kept[round(place * step)] for place in range(SAMPLED_SEGMENTS)]


def _gaps(kept: Sequence[Range], end: int) -> Iterator[Range]:
    """Return the ranges up to an item that no segment holds, and those that two hold."""
    position = 0
    for first, last in kept:
        if first > position + 1:
            yield position + 1, first - 1
        elif first <= position:
            yield first, position
        position = max(position, last)
    if position < end:
        yield position + 1, end


_CHECKS: tuple[Callable[[_View], Iterable[Finding]], ...] = (
    _of_rows, _of_facts, _of_retention, _of_words, _of_vectors, _of_links, _of_counters,
    _of_audit,
)  # fmt: skip
