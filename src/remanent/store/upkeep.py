"""Looking after a store: making again what is derived, and finding where anything disagrees.

What was said, decided and audited is never changed here. Derived are the words and the 8-bit
vectors (from the rows), the state of facts (from the log of changes) and the counters. Each scope
is examined in a view of its own, and each part of it is rebuilt in a short transaction of its own:
whatever interrupts the work, running it again goes on.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from remanent.errors import NotFoundError
from remanent.model.scope import Scope
from remanent.model.state import ScopeState
from remanent.model.upkeep import Drift, Finding
from remanent.store import derived
from remanent.store.engine import Session
from remanent.store.examination import (
    ChainCheck,
    Progress,
    examine,
)
from remanent.store.sql_store import SqlStore
from remanent.store.tables import checks, registry, segments, states

__all__ = ["ChainCheck", "Progress", "examine", "mend", "rebuild"]

FACTS_AT_ONCE = 500
ATTEMPTS = 3
"""How often segments are made outside a transaction before it is done inside one."""

Make = Callable[[Session, ScopeState], list[derived.Segment]]


def rebuild(
    store: SqlStore,
    scope: Scope,
    *,
    words: bool = True,
    vectors: bool = True,
    facts: bool = True,
    progress: Progress | None = None,
) -> None:
    """Drop what is derived in a scope and make it again from the rows.

    Facts come first, as words are made from them. Other writers wait only for the exchange of
    finished segments, not while these are made.

    Args:
        store: the store.
        scope: one that exists.
        words: the text index.
        vectors: the 8-bit segments, of every embedder; the vectors themselves are no one's to
            remake here, except that those whose item is gone are dropped.
        facts: the state of every fact as its last change says.
        progress: told of each step that was taken.

    Raises:
        NotFoundError: nothing was ever written to the scope.
    """
    number = _number_of(store, scope)
    done = progress or _nobody
    if facts:
        vectors |= _restore_facts(store, number, done)
    if words:
        _exchange(store, number, segments.WORDS, _all_words)
        done(1)
    if vectors:
        _drop_dead_vectors(store, number)
        for embedder in _embedders(store, number):
            _exchange(store, number, embedder, _all_vectors(embedder))
            done(1)
    _restore_counters(store, number)
    done(1)


def mend(
    store: SqlStore, findings: Iterable[Finding], *, progress: Progress | None = None
) -> tuple[Finding, ...]:
    """Mend what can be mended, and return the findings that were acted upon.

    Examine again afterwards: what is found then needs the remedy that it names.
    """
    done = progress or _nobody
    mendable = [finding for finding in findings if finding.is_mendable]
    if any(finding.scope is None for finding in mendable):
        store.database.write(_remake_indexes)
        done(1)
    by_scope: dict[Scope, set[Drift]] = {}
    for finding in mendable:
        if finding.scope is not None:
            by_scope.setdefault(finding.scope, set()).add(finding.kind)
    for scope, kinds in by_scope.items():
        rebuild(
            store,
            scope,
            facts=Drift.FACTS in kinds,
            words=bool(kinds & {Drift.WORDS, Drift.FACTS}),
            vectors=Drift.VECTORS in kinds,
        )
        if Drift.LINKS in kinds:
            store.database.write(partial(_drop_dead_links, _number_of(store, scope)))
        done(1)
    return tuple(mendable)


def _nobody(_steps: int) -> None:
    """Tell nobody."""


def _number_of(store: SqlStore, scope: Scope) -> int:
    with store.database.read() as session:
        known = registry.find_scope(session, scope)
    if known is None:
        raise NotFoundError("Nothing was ever written to this scope.")
    return known[0]


def _embedders(store: SqlStore, number: int) -> list[int]:
    with store.database.read() as session:
        return checks.vector_embedders(session, number)


def _all_words(session: Session, state: ScopeState) -> list[derived.Segment]:
    return list(derived.word_segments(session, state, first=1, last=state.last_seq))


def _all_vectors(embedder: int) -> Make:
    def make(session: Session, state: ScopeState) -> list[derived.Segment]:
        known = {number for number, _, _ in registry.list_embedders(session)}
        if embedder not in known:
            return []
        return list(derived.vector_segments(session, state, embedder, last=state.last_seq))

    return make


def _exchange(store: SqlStore, number: int, kind: int, make: Make) -> None:
    """Put new segments in the place of the old ones.

    They are made from a view. Where something that was indexed changed meanwhile, they are made
    again; after a few attempts inside the transaction.
    """
    for _ in range(ATTEMPTS):
        with store.database.read() as session:
            seen = _full_state(session, number)
            made = make(session, seen)
        if store.database.write(partial(_put, number, kind, seen, made)):
            return

    def make_and_put(session: Session) -> None:
        state = _full_state(session, number)
        _put(number, kind, state, make(session, state), session)

    store.database.write(make_and_put)


def _full_state(session: Session, number: int) -> ScopeState:
    """Return the counters, with the last number that any row really has."""
    state = states.read_state(session, number, b"", lock=False)
    return state._replace(last_seq=max(state.last_seq, checks.totals(session, number).last_seq))


def _put(
    number: int, kind: int, seen: ScopeState, made: Sequence[derived.Segment], session: Session
) -> bool:
    state = states.read_state(session, number, b"", lock=True)
    if state.generation != seen.generation:
        return False
    states.make_state(session, number)
    segments.delete_segments(session, number, kind)
    for first, last, data in made:
        segments.insert_segment(session, number, kind, first_seq=first, last_seq=last, data=data)
    if kind == segments.WORDS:
        state = state._replace(
            sealed_seq=seen.last_seq,
            tail_units=derived.count_units(session, state, first=seen.last_seq + 1),
        )
    states.write_state(session, states.raise_generation(state))
    return True


def _drop_dead_vectors(store: SqlStore, number: int) -> None:
    """Drop vectors that nothing could ever use: of no item, of no embedder, or not a vector."""
    with store.database.read() as session:
        last = _full_state(session, number).last_seq
        dimensions = {each: size for each, _, size in registry.list_embedders(session)}
        dead = {
            embedder: checks.dead_vectors(session, number, embedder, dimensions.get(embedder), last)
            for embedder in checks.vector_embedders(session, number)
        }

    def block(session: Session) -> None:
        checks.delete_orphans(session, number, "vectors")
        for embedder, keys in dead.items():
            checks.delete_vectors(session, number, embedder, keys)

    store.database.write(block)


def _restore_facts(store: SqlStore, number: int, done: Progress) -> bool:
    """Write every fact as its last change says, some at a time; say whether any was not so.

    Nobody knows of which words the vectors of such a fact were made: they are dropped.
    """
    position: int | None = 0
    restored = 0

    def block(session: Session) -> checks.FactPage:
        assert position is not None, "a page begins somewhere"
        page = checks.compare_facts(session, number, after_seq=position, limit=FACTS_AT_ONCE)
        if page.stale:
            state = states.read_state(session, number, b"", lock=True)
            checks.restore_facts(session, number, page.stale)
            checks.delete_vectors_of(session, number, list(page.stale))
            states.make_state(session, number)
            states.write_state(session, states.raise_generation(state))
        return page

    while position is not None:
        page = store.database.write(block)
        position, restored = page.last_seq, restored + len(page.stale)
        done(1)
    return restored > 0


def _restore_counters(store: SqlStore, number: int) -> None:
    """Count again; a chain whose end was lost with the counters takes its end from the rows."""

    def block(session: Session) -> None:
        state = states.read_state(session, number, b"", lock=True)
        counted = checks.totals(session, number)
        states.make_state(session, number)
        right = state._replace(
            last_seq=max(state.last_seq, counted.last_seq),
            turns=counted.turns,
            facts=counted.facts,
            turn_clock=counted.turn_clock,
            attributes=max(state.attributes, counted.attributes),
        )
        last = checks.last_audit(session, number)
        if state.audit_seq == 0 and last is not None:
            right = right._replace(audit_seq=last[0], audit_head=last[1])
        if right != state:
            states.write_state(session, states.raise_generation(right))

    store.database.write(block)


def _drop_dead_links(number: int, session: Session) -> None:
    checks.delete_orphans(session, number, "links")


def _remake_indexes(session: Session) -> None:
    if session.engine == "sqlite":
        session.run("REINDEX")
