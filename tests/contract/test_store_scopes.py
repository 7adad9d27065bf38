"""The wall: nothing of one scope is read, counted or changed through another."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from tests.conftest import MakeStore
from tests.support.values import (
    ALICE,
    BOB,
    FINGERPRINT,
    KEY,
    Values,
    add_fact,
    append,
    tell,
    vectors,
    write,
)

from remanent.model.scope import Scope, ScopeKind
from remanent.store.sql_store import SqlStore
from remanent.store.units import StoredUnit

NAMES = [
    "o'brien", "a/b", "../etc", "agent:main:main", "f2c59d63-a7a7-4b5e-8000-000000000000",
    "x' OR '1'='1", "x'; DROP TABLE events; --", "  lead", "lead", "tab\tid", "émile",
    "e\u0301mile", "Émile", "CON", "a" * 1024, "a" * 1023, "😀", "0", "None", "%", "_", "%s",
    "?", "$1", "\\", "\\x41", "A", "a", "\x00", "\x00\x00", "\x1a", "\x1a0", "\ud800",
    "\udfff", "\n", " ", "\u200b", "1", "10",
]  # fmt: skip
PAIRS = [
    ("tenant", "acme"), ("tenant", "acme-corp"), ("users", "1"), ("users", "10"), ("a", "b.c"),
    ("a.b", "c"), ("a", "b/c"), ("a/b", "c"), ("a\x00b", "c"), ("a", "\x00bc"), ("a'", "'b"),
]  # fmt: skip


@pytest.mark.parametrize("names_are", ["users", "tenants"])
def test_strange_names_are_scopes_of_their_own(
    store: SqlStore, values: Values, names_are: str
) -> None:
    made = [
        Scope("t", ScopeKind.USER, name)
        if names_are == "users"
        else Scope(name, ScopeKind.USER, "u")
        for name in NAMES
    ]
    events = {
        scope: append(store, [values.turn(f"word{place}x")], scope=scope)[0]
        for place, scope in enumerate(made)
    }
    for place, scope in enumerate(made):
        with store.read(scope) as view:
            assert view.events_between(0, 9, limit=9) == [events[scope]]
            assert view.index().units == 1
            assert view.index().postings(f"word{place}x").units.tolist() == [0]
            assert view.index().postings(f"word{place - 1}x").units.size == 0
    assert len(store.scopes()) == len(set(made)) == len(NAMES)


def test_two_parts_of_a_name_never_run_into_each_other(store: SqlStore, values: Values) -> None:
    made = [Scope(tenant, kind, name) for tenant, name in PAIRS for kind in ScopeKind]
    for scope in made:
        append(store, values.turns(1), scope=scope)
    for scope in made:
        with store.read(scope) as view:
            assert view.state.turns == 1
    assert set(store.scopes()) == set(made)
    with store.read(Scope("tenant", ScopeKind.USER, "acm")) as view:
        assert not view.state.exists


def test_the_longest_names_that_do_not_compress_are_kept(store: SqlStore, values: Values) -> None:
    random.seed(7)
    letters = [chr(code) for code in range(0x20000, 0x2A000)]
    tenant, name, other = ("".join(random.choices(letters, k=1023)) for _ in range(3))
    made = [
        Scope(tenant + "a", ScopeKind.USER, name + "a"),
        Scope(tenant + "a", ScopeKind.USER, name + "b"),
        Scope(tenant + "b", ScopeKind.USER, name + "a"),
        Scope(other, ScopeKind.USER, other),
    ]
    for scope in made:
        append(store, values.turns(1), scope=scope)
        append(store, values.turns(1), scope=scope)
    for scope in made:
        with store.read(scope) as view:
            assert view.state.turns == 2
    assert len(store.scopes()) == 4


def test_scopes_are_listed_in_order_and_by_tenant(store: SqlStore, values: Values) -> None:
    made = [
        Scope(tenant, kind, name)
        for tenant in ("b", "a", "B", "é")
        for kind in ScopeKind
        for name in ("2", "10", "\x00")
    ]
    for scope in made:
        append(store, values.turns(1), scope=scope)
    assert store.scopes() == sorted(
        made, key=lambda each: (each.tenant, each.kind.value, each.name)
    )
    assert [scope.tenant for scope in store.scopes(tenant="a")] == ["a"] * 3 * len(ScopeKind)
    assert store.scopes(tenant="A") == []


def test_every_scope_keeps_the_key_it_was_made_with(store: SqlStore, values: Values) -> None:
    for place, scope in enumerate((ALICE, BOB)):
        for key in (bytes([place] * 32), b"another key"):
            store.write(
                scope, lambda tx: tx.append_events(values.turns(1), covered=[False]), key=key
            )
    for place, scope in enumerate((ALICE, BOB)):
        with store.read(scope) as view:
            assert view.state.key == bytes([place] * 32)


def test_the_same_ids_in_two_scopes_are_two_things(store: SqlStore, values: Values) -> None:
    event, fact = values.turn("mine"), values.fact("has a boat")
    for scope, text in ((ALICE, "a"), (BOB, "b")):
        append(store, [values.turn(text, id=event.id)], scope=scope)
        add_fact(store, values.fact(text, id=fact.id), scope=scope)
        write(store, lambda tx, text=text: tx.keep_request("k", text, text), scope=scope)
    for scope, text in ((ALICE, "a"), (BOB, "b")):
        with store.read(scope) as view:
            assert [each.text for each in view.events([1]).values()] == [text]
            assert [each.text for each in view.all_facts(include_closed=True)] == [text]
            assert view.request("k") == (text, text)


def test_what_others_hold_changes_no_answer(make_store: MakeStore, values: Values) -> None:
    """Numbers, statistics, similarities: the same bytes beside a thousand nearer items of bob."""
    store = make_store()
    append(store, values.turns(30))
    rows = vectors(30)
    units = [StoredUnit(seq, 0, "") for seq in range(1, 31)]
    write(store, lambda tx: tx.put_vectors(FINGERPRINT, units, rows))

    def answer() -> list[object]:
        with make_store().read(ALICE) as view:
            index = view.index()
            return [
                index.seq.tolist(),
                index.length.tolist(),
                index.postings("boat").units.tolist(),
                view.similarities(FINGERPRINT, rows[3]).tolist(),
                view.state,
            ]

    before = answer()
    append(store, [values.turn("boat boat boat") for _ in range(1000)], scope=BOB)
    near = np.repeat(rows[3:4], 1000, axis=0)
    theirs = [StoredUnit(seq, 0, "") for seq in range(1, 1001)]
    write(store, lambda tx: tx.put_vectors(FINGERPRINT, theirs, near), scope=BOB)
    tell(store, values, scope=Scope("other", ScopeKind.USER, "alice"), rounds=2)
    tell(store, values, scope=Scope("shop", ScopeKind.SPACE, "alice"), rounds=2)
    assert answer() == before


def test_a_scope_that_two_writers_make_at_once_is_one_scope(
    make_store: MakeStore, values: Values
) -> None:
    stores = [make_store() for _ in range(4)]
    events = values.turns(4)
    together = threading.Barrier(4)

    def go(place: int) -> None:
        together.wait()
        stores[place].write(
            ALICE,
            lambda tx: tx.append_events([events[place]], covered=[False]),
            key=bytes([place]) * 32,
        )

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(go, range(4)))
    with stores[0].read(ALICE) as view:
        assert {event.id for event in view.events_between(1, 9, limit=9)} == {
            event.id for event in events
        }
        assert view.state.last_seq == 4
        assert len(set(view.state.key)) == 1
    assert stores[0].scopes() == [ALICE]


def test_an_embedder_that_two_writers_name_first_at_once_is_one_embedder(
    make_store: MakeStore, values: Values
) -> None:
    made = [Scope("t", ScopeKind.USER, str(place)) for place in range(4)]
    stores = [make_store() for _ in made]
    for scope in made:
        append(stores[0], values.turns(1), scope=scope)
    together = threading.Barrier(4)

    def go(place: int) -> int:
        together.wait()
        return stores[place].write(
            made[place],
            lambda tx: tx.put_vectors(FINGERPRINT, [StoredUnit(1, 0, "")], vectors(1)),
            key=KEY,
        )

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(go, range(4))) == [1, 1, 1, 1]
    for scope in made:
        with stores[0].read(scope) as view:
            assert view.similarities(FINGERPRINT, vectors(1)[0])[0] > 0.99
