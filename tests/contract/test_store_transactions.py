"""All or nothing, one after the other, and views that stand still."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from tests.conftest import MakeStore
from tests.support.clock import START
from tests.support.values import ALICE, BOB, FINGERPRINT, KEY, Values, append, tell, vectors, write

from remanent.errors import StoreClosedError
from remanent.model.scope import Scope, ScopeKind
from remanent.model.suggestion import SuggestionStatus
from remanent.ports import Snapshot
from remanent.store.sql_store import SqlStore
from remanent.store.transaction import SqlTransaction


def everything(view: Snapshot) -> dict[str, Any]:
    """What every verb of a view answers."""
    facts = view.all_facts(include_closed=True)
    seqs = [fact.seq for fact in facts]
    events = view.events_between(1, 10_000, limit=10_000)
    numbers = [event.seq for event in events]
    index = view.index()
    return {
        "state": view.state,
        "events": events,
        "by number": view.events(numbers),
        "by id": view.event_seqs(event.id for event in events),
        "last": view.said_before(None, START.replace(year=2030), 0, limit=1),
        "facts": facts,
        "facts by number": view.facts(seqs),
        "facts by id": view.fact_seqs(fact.id for fact in facts),
        "known": view.facts_known_at(seqs, START.replace(year=2030)),
        "history": [view.fact_history(seq) for seq in seqs[:5]],
        "sources": view.sources_of(seqs),
        "rest on": view.facts_from(numbers),
        "covered": view.covered_events(numbers),
        "marks": view.marks(100),
        "extent": view.extent(100),
        "timeline": view.timeline_facts(100),
        "listed": view.known_facts(moment=START.replace(year=2030)),
        "linked": view.linked(["entity 0", "entity 3"], limit=50),
        "preferences": view.preferences_in(["city", "pref"]),
        "preference": view.preferences(["city:zürich", "pref:boat", "pref:unknown"]),
        "graph": [row for row in view.preference_graph().rows if row is not None],
        "evidence": [view.evidence(number, limit=9) for number in range(1, 4)],
        "unmapped": view.unmapped(limit=9),
        "document": view.document("catalog"),
        "documents": view.documents("c", limit=9),
        "due": view.due_preferences(START.replace(year=2030), limit=9),
        "waiting": view.work_waiting(limit=99),
        "dead": view.work_dead(limit=99),
        "spent": view.spent(limit=99),
        "gated": view.gated(limit=99),
        "proposed": [view.suggestions(each, limit=99) for each in SuggestionStatus],
        "lessons": view.list_lessons(limit=99),
        "held": view.lesson_holders(["bring", "boat", "unknown"]),
        "found": [view.lessons_of_term("bring", limit=99),
                  view.lessons_of_error("<path> not found", limit=99)],
        "meaning": view.lesson_vectors(FINGERPRINT, limit=99),
        "seen": [view.sightings(each.seq, limit=9) for each in view.list_lessons(limit=99)],
        "credits": view.credits(limit=99),
        "audit": view.audit_tail(100),
        "vectors": view.has_vectors(FINGERPRINT),
        "to embed": view.units_without_vectors("other", after_seq=0, limit=9999),
        "similar": np.nan_to_num(
            view.similarities(FINGERPRINT, vectors(1)[0]), nan=-9.0
        ).tolist(),
        "units": index.seq.tolist(),
        "postings": index.postings("boat").units.tolist(),
    }  # fmt: skip


def test_a_view_stands_still_while_others_write(make_store: MakeStore, values: Values) -> None:
    store, other = make_store(), make_store()
    tell(store, values, rounds=4)
    with store.read(ALICE) as view:
        before = everything(view)
        tell(other, values, rounds=6)
        tell(store, values, rounds=1)
        write(other, lambda tx: tx.rebuild_words())
        assert everything(view) == before
    with store.read(ALICE) as view:
        after = everything(view)
    assert after != before
    assert {name for name in before if before[name] == after[name]} <= {
        "vectors", "history", "documents",
    }  # fmt: skip


def test_a_view_is_of_the_moment_it_was_opened(make_store: MakeStore, values: Values) -> None:
    """Not of the moment of its first question."""
    store, other = make_store(), make_store()
    append(store, values.turns(1))
    with store.read(ALICE) as view:
        append(other, values.turns(1))
        assert len(view.events_between(1, 9, limit=9)) == 1
        assert view.state.last_seq == 1


def test_a_block_that_fails_undoes_all_that_it_wrote(store: SqlStore, values: Values) -> None:
    tell(store, values, rounds=2)
    with store.read(ALICE) as view:
        before = everything(view)

    def fail(tx: SqlTransaction) -> None:
        tx.append_events(values.turns(300), covered=[False] * 300)
        tx.void_marks(1)
        tx.keep_request("new", "d", "r")
        tx.rebuild_words()
        raise ZeroDivisionError

    for error in (ZeroDivisionError, KeyboardInterrupt):
        with pytest.raises(error):
            write(store, lambda tx, error=error: _fail_with(tx, fail, error))
        with store.read(ALICE) as view:
            assert everything(view) == before
            assert view.request("new") is None


def _fail_with(tx: SqlTransaction, block: Any, error: type[BaseException]) -> None:
    try:
        block(tx)
    except ZeroDivisionError:
        raise error from None


def test_a_scope_whose_first_block_fails_was_never_made(store: SqlStore, values: Values) -> None:
    def fail(tx: SqlTransaction) -> None:
        tx.append_events(values.turns(1), covered=[False])
        raise KeyError

    with pytest.raises(KeyError):
        write(store, fail)
    assert store.scopes() == []
    (event,) = append(store, values.turns(1))
    assert event.seq == 1


def test_a_block_that_fails_undoes_nothing_of_those_beside_it(
    make_store: MakeStore, values: Values
) -> None:
    store = make_store()
    scopes = [Scope("t", ScopeKind.USER, str(place % 4)) for place in range(24)]
    events = values.turns(24)
    together = threading.Barrier(8)

    def go(place: int) -> None:
        if place < 8:
            together.wait()

        def block(tx: SqlTransaction) -> None:
            tx.append_events([events[place]], covered=[False])
            if place % 3 == 0:
                raise KeyError(place)

        if place % 3 == 0:
            with pytest.raises(KeyError, match=f"^{place}$"):
                store.write(scopes[place], block, key=KEY)
        else:
            store.write(scopes[place], block, key=KEY)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(go, range(24)))
    kept: set[str] = set()
    for scope in set(scopes):
        with store.read(scope) as view:
            found = view.events_between(1, 99, limit=99)
            assert [event.seq for event in found] == list(range(1, len(found) + 1))
            assert view.state.turns == len(found)
            kept.update(event.id for event in found)
    assert kept == {events[place].id for place in range(24) if place % 3}


def test_many_writers_of_one_scope_lose_nothing(make_store: MakeStore, values: Values) -> None:
    """Each decides on what it reads; none decides on what another is about to change."""
    stores = [make_store(), make_store()]
    events = values.turns(60)

    def go(place: int) -> int:
        def block(tx: SqlTransaction) -> int:
            assert len(tx.events_between(1, 999, limit=999)) == tx.state.last_seq
            (seq,) = tx.append_events([events[place]], covered=[False])
            return seq

        return stores[place % 2].write(ALICE, block, key=KEY)

    with ThreadPoolExecutor(6) as pool:
        seqs = list(pool.map(go, range(60)))
    assert sorted(seqs) == list(range(1, 61))
    with stores[0].read(ALICE) as view:
        found = view.events(seqs)
        assert [found[seq].id for seq in seqs] == [event.id for event in events]
        assert view.index().units == 60


def test_a_block_sees_what_it_wrote_and_gives_its_result(store: SqlStore, values: Values) -> None:
    def block(tx: SqlTransaction) -> list[str]:
        tx.append_events(values.turns(2), covered=[False, False])
        tx.keep_request("k", "d", "r")
        assert tx.request("k") == ("d", "r")
        with store.read(ALICE) as outside:
            assert not outside.state.exists
        return [event.text for event in tx.events([1, 2]).values()]

    assert len(write(store, block)) == 2


def test_what_was_written_is_there_for_others_and_after_reopening(
    make_store: MakeStore, values: Values
) -> None:
    store, other = make_store(), make_store()
    tell(store, values, rounds=3)
    with store.read(ALICE) as view:
        right = everything(view)
    with other.read(ALICE) as view:
        assert everything(view) == right
    store.close()
    other.close()
    with make_store().read(ALICE) as view:
        assert everything(view) == right


def test_rows_are_counted(store: SqlStore, values: Values) -> None:
    assert store.statistics()["events"] == 0
    append(store, values.turns(5))
    append(store, values.turns(2), scope=BOB)
    counts = store.statistics()
    assert (counts["events"], counts["scopes"], counts["facts"]) == (7, 2, 0)
    assert counts["bytes"] > 10_000
    assert store.database.problems() == []


def test_a_closed_store_says_so(store: SqlStore, values: Values) -> None:
    append(store, values.turns(1))
    store.close()
    store.close()
    with pytest.raises(StoreClosedError), store.read(ALICE):
        pass
    with pytest.raises(StoreClosedError):
        append(store, values.turns(1))
    with pytest.raises(StoreClosedError):
        store.scopes()
