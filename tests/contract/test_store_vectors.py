"""Vectors: kept in 16 bits, compared exactly where it matters, never across embedders."""

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.conftest import MakeStore
from tests.support.values import (
    ALICE,
    BOB,
    DIMENSION,
    FINGERPRINT,
    Values,
    add_fact,
    append,
    vectors,
    write,
)

from remanent.errors import EmbedderError
from remanent.model.event import EventKind
from remanent.store.sql_store import SqlStore
from remanent.store.transaction import SqlTransaction
from remanent.store.units import StoredUnit
from remanent.store.vector_index import RESCORED

OTHER = "test:others@2:64"


def put(
    store: SqlStore, seqs: list[int], rows: NDArray[np.float32], *, name: str = FINGERPRINT
) -> int:
    units = [StoredUnit(seq, 0, "") for seq in seqs]
    count: int = write(store, lambda tx: tx.put_vectors(name, units, rows))
    return count


def seen(
    store: SqlStore, query: NDArray[np.float32], *, name: str = FINGERPRINT
) -> NDArray[np.float64]:
    with store.read(ALICE) as view:
        return view.similarities(name, query)


def exact(rows: NDArray[np.float32], query: NDArray[np.float32]) -> NDArray[np.float64]:
    """The cosines of 16-bit rows, in order."""
    return np.array(
        [np.dot(row.astype("<f2").astype(np.float64), query.astype(np.float64)) for row in rows]
    )


def test_the_best_are_exact_and_the_rest_are_near(store: SqlStore, values: Values) -> None:
    rows = vectors(300)
    append(store, values.turns(300))
    assert put(store, list(range(1, 301)), rows) == 300
    for query in vectors(5, seed=2):
        found, right = seen(store, query), exact(rows, query)
        best = np.argsort(-right)[:RESCORED]
        assert set(np.argsort(-found)[:20]) == set(best[:20])
        rescored = np.argsort(-found)[: RESCORED - 5]
        assert (found[rescored] == right[rescored]).all()
        assert np.abs(found - right).max() < 0.01


def test_units_without_a_vector_have_no_similarity(store: SqlStore, values: Values) -> None:
    append(store, values.turns(4))
    rows = vectors(2)
    put(store, [2, 4], rows)
    found = seen(store, rows[1])
    assert np.isnan(found).tolist() == [True, False, True, False]
    assert found[3] == exact(rows, rows[1])[1]


def test_vectors_of_another_embedder_or_dimension_are_never_compared(
    store: SqlStore, values: Values
) -> None:
    append(store, values.turns(3))
    put(store, [1, 2, 3], vectors(3), name=OTHER)
    query = vectors(1)[0]
    assert np.isnan(seen(store, query)).all()
    assert np.isnan(seen(store, vectors(1, dimension=8)[0], name=OTHER)).all()
    assert not np.isnan(seen(store, query, name=OTHER)).any()
    with store.read(ALICE) as view:
        assert view.has_vectors(OTHER)
        assert not view.has_vectors(FINGERPRINT)
    put(store, [1], vectors(1, seed=3))
    assert np.isnan(seen(store, query)).tolist() == [False, True, True]
    with pytest.raises(EmbedderError, match="always given 64"):
        put(store, [2], vectors(1, dimension=8))


@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e30])
def test_a_number_that_is_not_finite_is_refused(
    store: SqlStore, values: Values, bad: float
) -> None:
    append(store, values.turns(1))
    rows = vectors(1)
    rows[0, 3] = bad
    with pytest.raises(EmbedderError, match="not finite"):
        put(store, [1], rows)


def test_a_zero_vector_is_near_nothing(store: SqlStore, values: Values) -> None:
    append(store, values.turns(1))
    put(store, [1], np.zeros((1, DIMENSION), np.float32))
    assert seen(store, vectors(1)[0]).tolist() == [0.0]


def test_vectors_of_items_that_are_gone_are_skipped(store: SqlStore, values: Values) -> None:
    append(store, values.turns(2))
    assert put(store, [1, 7, 2], vectors(3)) == 2
    assert put(store, [], vectors(0)) == 0
    assert not np.isnan(seen(store, vectors(1)[0])).any()


@pytest.mark.parametrize(
    "order",
    [[3, 1, 2], [1, 3, 2], [2, 3, 1], [3, 2, 1]],
    ids=str,
)
def test_vectors_may_come_in_any_order_and_between_reads(
    store: SqlStore, values: Values, order: list[int]
) -> None:
    """Also where a hot index has seen later ones already, sealed in a segment or not."""
    parts = {1: range(1, 301), 2: range(301, 321), 3: range(321, 641)}
    append(store, values.turns(640))
    rows, query = vectors(640), vectors(1, seed=9)[0]
    there = np.zeros(640, bool)
    for part in order:
        seqs = list(parts[part])
        put(store, seqs, rows[[seq - 1 for seq in seqs]])
        there[[seq - 1 for seq in seqs]] = True
        found = seen(store, query)
        assert (np.isnan(found) == ~there).all()
        assert np.abs(found[there] - exact(rows, query)[there]).max() < 0.01


def test_a_vector_between_two_that_were_just_read_is_noticed(
    store: SqlStore, values: Values
) -> None:
    append(store, values.turns(3))
    rows = vectors(3)
    put(store, [1, 3], rows[[0, 2]])
    assert np.isnan(seen(store, rows[1])).tolist() == [False, True, False]
    put(store, [2], rows[[1]])
    assert (seen(store, rows[1]) == exact(rows, rows[1])).all()


def test_a_vector_that_is_given_anew_replaces_the_old_one(store: SqlStore, values: Values) -> None:
    append(store, values.turns(60))
    rows = vectors(60)
    put(store, list(range(1, 61)), rows)
    seen(store, rows[0])
    rows[4] = rows[59] = vectors(1, seed=5)[0]
    put(store, [5, 60], rows[[4, 59]])
    found = seen(store, rows[4])
    assert sorted(np.argsort(-found)[:2]) == [4, 59]
    assert found[4] == found[59] == exact(rows, rows[4])[4]


def test_vectors_are_not_seen_by_a_view_that_was_open_before(
    store: SqlStore, make_store: MakeStore, values: Values
) -> None:
    append(store, values.turns(3))
    rows = vectors(3)
    put(store, [1], rows[:1])
    other = make_store()
    with store.read(ALICE) as view:
        before = view.similarities(FINGERPRINT, rows[0])
        put(other, [2], rows[1:2])
        assert not np.isnan(seen(store, rows[0])[1])
        assert np.array_equal(view.similarities(FINGERPRINT, rows[0]), before, equal_nan=True)
        put(other, [1], rows[2:])
        assert np.array_equal(view.similarities(FINGERPRINT, rows[0]), before, equal_nan=True)
    with store.read(BOB) as view:
        assert view.similarities(FINGERPRINT, rows[0]).size == 0


def test_what_a_block_put_is_seen_in_it_and_gone_when_it_is_undone(
    store: SqlStore, values: Values
) -> None:
    append(store, values.turns(102))
    rows = vectors(102)
    put(store, list(range(1, 101)), rows[:100])
    query = rows[100]
    seen(store, query)

    def fail(tx: SqlTransaction) -> None:
        tx.put_vectors(FINGERPRINT, [StoredUnit(101, 0, "")], -rows[100:101])
        found = tx.similarities(FINGERPRINT, query)
        assert found[100] < -0.99
        assert np.isnan(found[101])
        raise KeyError

    with pytest.raises(KeyError):
        write(store, fail)
    assert np.isnan(seen(store, query)[100])
    put(store, [101], rows[100:101])
    assert seen(store, query)[100] == exact(rows, query)[100]


def test_units_that_lack_a_vector_are_found_whatever_lies_between(
    store: SqlStore, values: Values
) -> None:
    kinds = (EventKind.TURN, EventKind.STATEMENT, EventKind.STATEMENT, EventKind.STATEMENT)
    for kind in kinds * 3:
        append(store, values.turns(70, kind=kind, speaker="Ann"))
    add_fact(store, values.fact("has a dog", subject="Jonas"))
    with store.read(ALICE) as view:
        wanted = view.units_without_vectors(FINGERPRINT, after_seq=0, limit=1000)
        assert wanted[0].text.startswith("Ann: ")
        assert wanted[-1].text == "Jonas has a dog"
        turns = [event.seq for event in view.events_between(1, 900, limit=900)
                 if event.kind is EventKind.TURN]  # fmt: skip
        assert [unit.seq for unit in wanted[:-1]] == turns
    put(store, turns[:100], vectors(100))
    with store.read(ALICE) as view:
        left = view.units_without_vectors(FINGERPRINT, after_seq=0, limit=30)
        assert list(left) == list(wanted[100:130])
        rest = view.units_without_vectors(FINGERPRINT, after_seq=left[-1].seq, limit=1000)
        assert list(rest) == list(wanted[130:])
        assert view.units_without_vectors(OTHER, after_seq=0, limit=1000) == wanted


def test_every_chunk_of_a_very_long_turn_has_a_vector_of_its_own(
    store: SqlStore, values: Values
) -> None:
    sentence = "and so on " * 20 + "it went. "
    append(store, [values.turn(sentence * 5000), values.turn("after it")])
    with store.read(ALICE) as view:
        units = view.units_without_vectors(FINGERPRINT, after_seq=0, limit=10_000)
        count = view.index().units
    assert len(units) == count
    assert count > 4097
    rows = vectors(count, dimension=8)
    write(store, lambda tx: tx.put_vectors("test:8", units, rows))
    found = seen(store, rows[4096], name="test:8")
    assert not np.isnan(found).any()
    assert np.argmax(found) == 4096
