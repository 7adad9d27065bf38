"""The words of a scope as arrays: the same on both engines, whatever way they came together."""

from collections import Counter
from dataclasses import fields, replace

import numpy as np
import pytest
from tests.conftest import MakeStore, OpenStore
from tests.support.clock import START, CountingIds, FrozenClock
from tests.support.values import (
    ALICE,
    BOB,
    FINGERPRINT,
    Values,
    add_fact,
    append,
    tell,
    vectors,
    write,
)

from remanent.model.event import EventKind, Role
from remanent.model.index import FACT, TURN, ScopeIndex
from remanent.model.mark import FactWrite
from remanent.model.remembered import ChangeKind
from remanent.store.engine import Session
from remanent.store.hot import HotScope
from remanent.store.snapshot import READ_AT_ONCE
from remanent.store.sql_store import SqlStore
from remanent.store.tables import segments
from remanent.store.transaction import SqlTransaction
from remanent.store.words import (
    SEGMENT_UNITS,
    WordItem,
    build_segment,
    decode_segment,
    encode_segment,
)
from remanent.text.tokens import IndexedChunk, tokenize

TERMS = (
    "boat", "garden", "copper", "violin", "number7", "number29", "number", "cat", "nobody",
    "kettl", "has", "berlin",
)  # fmt: skip


def picture(index: ScopeIndex) -> dict[str, object]:
    """Everything that ranking could read, as values that can be compared."""
    arrays = {
        field.name: getattr(index, field.name).tolist()
        for field in fields(index)
        if isinstance(getattr(index, field.name), np.ndarray)
    }
    postings = {
        term: [array.tolist() for array in (found.units, found.counts, found.where)]
        for term, found in ((term, index.postings(term)) for term in TERMS)
    }
    return arrays | postings | {"speakers": index.speakers, "sessions": index.sessions}


def look(store: SqlStore) -> dict[str, object]:
    with store.read(ALICE) as view:
        return picture(view.index())


def test_both_engines_give_the_same_arrays_for_the_same_writes(open_store: OpenStore) -> None:
    pictures, similarities = [], []
    for engine in ("sqlite", "postgresql"):
        store = open_store(engine)
        tell(store, Values(FrozenClock(), CountingIds()))
        pictures.append(look(store))
        with store.read(ALICE) as view:
            similarities.append(view.similarities(FINGERPRINT, vectors(1, seed=77)[0]))
            assert view.state.sealed_seq > 0
    assert pictures[0] == pictures[1]
    assert len(pictures[0]["seq"]) > 300  # type: ignore[arg-type]
    assert np.array_equal(similarities[0], similarities[1], equal_nan=True)


def test_postings_are_what_counting_the_words_gives(make_store: MakeStore, values: Values) -> None:
    """Over segments, gathered blocks and loose items: by a store that wrote and by a new one."""
    store = make_store()
    for _ in range(7):
        tell(store, values, rounds=1, turns=100)
        look(store)
    for reader in (store, make_store()):
        with reader.read(ALICE) as view:
            index = view.index()
            events, facts = view.events(index.seq.tolist()), view.facts(index.seq.tolist())
            assert view.state.sealed_seq < view.state.last_seq
        texts = [
            events[seq].text if seq in events else facts[seq].text for seq in index.seq.tolist()
        ]
        terms = [Counter(tokenize(text)) for text in texts]
        assert index.length.tolist() == [found.total() for found in terms]
        for term in TERMS:
            found = index.postings(term)
            right = {unit: words[term] for unit, words in enumerate(terms) if words[term]}
            assert dict(zip(found.units.tolist(), found.counts.tolist(), strict=True)) == right


def test_arrays_hold_what_was_written(store: SqlStore, values: Values) -> None:
    (question,) = append(
        store, [values.turn("Where did I go yesterday?", speaker="ANN", session="s")]
    )
    (answer,) = append(
        store, [values.turn("To the lake " + "far " * 120, role=Role.ASSISTANT, speaker="Bot")]
    )
    append(store, [values.turn("not indexed", kind=EventKind.STATEMENT)])
    fact = values.fact("went to the lake", session="s")
    add_fact(store, fact, values.mark(answer, fact))
    with store.read(ALICE) as view:
        index = view.index()
    assert index.seq.tolist() == [1, 2, 2, 4]
    assert index.kind.tolist() == [TURN, TURN, TURN, FACT]
    assert index.role.tolist() == [0, 1, 1, 1]
    assert index.session.tolist() == [0, 1, 1, 0]
    assert index.sessions == 2
    assert index.speakers == ("ann", "bot")
    assert index.speaker.tolist() == [0, 1, 1, 1]
    assert index.source.tolist() == [0, 0, 0, 2]
    assert index.at.tolist()[0] == int(question.occurred_at.timestamp()) * 1_000_000
    assert index.length.tolist()[3] == 4.0
    lake = index.postings("lake")
    assert (lake.units.tolist(), lake.counts.tolist()) == ([1, 3], [1.0, 1.0])
    assert index.postings("far").counts.sum() == 120
    assert index.postings("not").units.size == 0


def test_sealed_and_loose_words_give_the_same_arrays(make_store: MakeStore, values: Values) -> None:
    """A segment is written once enough has gathered; before that, rows are read one by one."""
    store = make_store()
    tell(store, values, rounds=2, turns=40)
    append(store, values.turns(SEGMENT_UNITS // 2))
    loose = look(make_store())
    with store.read(ALICE) as view:
        assert view.state.sealed_seq == 0
    write(store, lambda tx: tx.rebuild_words())
    with store.read(ALICE) as view:
        assert view.state.sealed_seq == view.state.last_seq
    assert look(store) == look(make_store()) == loose


def test_a_rebuild_reaches_the_end_whatever_kinds_of_event_lie_between(
    make_store: MakeStore, values: Values
) -> None:
    store = make_store()
    append(store, values.turns(1, kind=EventKind.STATEMENT))
    append(store, values.turns(READ_AT_ONCE + 5))
    write(store, lambda tx: tx.rebuild_words())
    with make_store().read(ALICE) as view:
        assert view.index().units == READ_AT_ONCE + 5
    append(store, values.turns(SEGMENT_UNITS))
    with make_store().read(ALICE) as view:
        assert view.state.sealed_seq == view.state.last_seq
        assert view.index().units == READ_AT_ONCE + 5 + SEGMENT_UNITS


def test_a_growing_index_is_the_one_that_is_read_at_once(
    make_store: MakeStore, values: Values
) -> None:
    store, watcher = make_store(), make_store()
    for _ in range(8):
        tell(store, values, rounds=1, turns=90)
        assert look(watcher) == look(store) == look(make_store())


def test_an_older_view_keeps_its_arrays_while_others_write(
    make_store: MakeStore, values: Values
) -> None:
    store, other = make_store(), make_store()
    tell(store, values, rounds=3)
    with store.read(ALICE) as early, store.read(ALICE) as late:
        before = picture(early.index())
        state = early.state
        tell(other, values, rounds=9)
        append(other, values.turns(3, speaker="Newcomer", session="new"))
        after = look(store)
        assert after != before
        assert picture(early.index()) == before
        assert picture(late.index()) == before
        assert early.state == late.state == state
        assert picture(late.index()) == before
    assert look(store) == look(other) == after


def test_a_fact_that_is_worded_anew_is_found_by_its_new_words_only(
    make_store: MakeStore, values: Values
) -> None:
    """In a sealed segment and behind it, and where its first source becomes another."""
    store, watcher = make_store(), make_store()
    earlier, later = append(store, values.turns(2))
    for fill in (0, SEGMENT_UNITS, 3):
        append(store, values.turns(fill))
        fact = values.fact("lives in Berlin")
        fact = add_fact(store, fact, values.mark(later, fact, timeline=fill), timeline=fill)
        append(store, values.turns(fill))
        look(watcher)
        changed = replace(fact, text="lives in Bern", session="other")
        add_fact(store, changed, values.mark(earlier, fact, timeline=fill, ordinal=1),
                 kind=ChangeKind.REINFORCED, timeline=fill)  # fmt: skip
        with watcher.read(ALICE) as view:
            index = view.index()
            place = index.seq.tolist().index(fact.seq)
            assert place in index.postings("bern").units
            assert place not in index.postings("berlin").units
            assert index.source[place] == earlier.seq
        fresh = make_store()
        assert look(watcher) == look(fresh)
        write(store, lambda tx: tx.rebuild_words())
        assert look(watcher) == look(store)


def test_a_fact_whose_statement_moves_to_another_fact_loses_its_source(
    make_store: MakeStore, values: Values
) -> None:
    store, watcher = make_store(), make_store()
    (event,) = append(store, values.turns(1))
    fact = values.fact("lives in Paris")
    first = add_fact(store, fact, values.mark(event, fact))
    append(store, values.turns(SEGMENT_UNITS))
    look(watcher)
    second = add_fact(store, values.fact("lives in Rome"), values.mark(event, fact))
    with watcher.read(ALICE) as view:
        index = view.index()
        seqs = index.seq.tolist()
        assert index.source[seqs.index(first.seq)] == 0
        assert index.source[seqs.index(second.seq)] == event.seq
    assert look(watcher) == look(make_store())


def test_a_block_sees_the_words_that_it_wrote_itself(store: SqlStore, values: Values) -> None:
    append(store, values.turns(2))

    def run(tx: SqlTransaction) -> list[int]:
        counts = [tx.index().units]
        for _ in range(2):
            tx.append_events([values.turn("bassoon")], covered=[False])
            counts.append(tx.index().postings("bassoon").units.size)
        fact = values.fact("plays the bassoon")
        tx.write_facts([FactWrite(ChangeKind.ADDED, fact, 1)], START)
        counts.append(tx.index().postings("bassoon").units.size)
        return counts

    assert write(store, run) == [2, 1, 2, 3]


@pytest.mark.parametrize("is_warm", [True, False])
@pytest.mark.parametrize("is_rebuilt", [True, False])
def test_words_of_an_undone_block_are_in_nobodys_index(
    store: SqlStore,
    values: Values,
    is_warm: bool,  # noqa: FBT001 - a parameter of the test
    is_rebuilt: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    append(store, [values.turn("first boat")])
    if is_warm:
        look(store)

    def fail(tx: SqlTransaction) -> None:
        tx.append_events([values.turn("secret boat")] * 1, covered=[False])
        assert tx.index().postings("secret").units.tolist() == [1]
        if is_rebuilt:
            tx.rebuild_words()
            assert tx.index().postings("secret").units.tolist() == [1]
        raise KeyError

    with pytest.raises(KeyError):
        write(store, fail)
    append(store, [values.turn("open boat")])
    with store.read(ALICE) as view:
        index = view.index()
        assert index.units == 2
        assert index.postings("secret").units.size == 0
        assert index.postings("open").units.tolist() == [1]


def test_scopes_that_give_way_in_memory_are_read_again(
    make_store: MakeStore, values: Values
) -> None:
    store = make_store(hot_scopes=1)
    append(store, [values.turn("boat")])
    append(store, [values.turn("kettle")], scope=BOB)
    for _ in range(3):
        for scope, word in ((ALICE, "boat"), (BOB, "kettl")):
            with store.read(scope) as view:
                assert view.index().postings(word).units.tolist() == [0]
    assert store.hot.count == 1


def test_segments_of_another_tokenizer_are_passed_over(
    make_store: MakeStore, values: Values
) -> None:
    store = make_store()
    append(store, values.turns(SEGMENT_UNITS + 1))
    right = look(store)

    def age(session: Session) -> None:
        for first, last, data in segments.read_segments(session, 1, segments.WORDS):
            assert decode_segment(data) is not None
            empty = encode_segment(build_segment([]))
            aged = empty[:6] + b"\xff\xff" + empty[8:]
            session.run(
                "UPDATE segments SET data = ? WHERE scope = ? AND kind = 0 AND first_seq = ?",
                (aged, 1, first),
            )
            assert last > first

    store.database.write(age)
    assert look(make_store()) == right


def test_many_very_long_turns_fit_into_an_index_at_once() -> None:
    """Blocks number their units in 16 bits; a shelf of books has more."""
    chunks = [IndexedChunk(start=0, end=400, terms=["boat"], first=0, last=0)] * 5000
    items = [
        WordItem(
            seq=seq, kind=TURN, role=0, at=seq, flags=[0] * 5000, source=0, session=None,
            speaker=None, chunks=chunks,
        )
        for seq in range(1, 31)
    ]  # fmt: skip
    hot = HotScope(0)
    hot.add_items(items)
    units = hot.view(30).postings("boat").units
    assert np.array_equal(units, np.arange(150_000))
