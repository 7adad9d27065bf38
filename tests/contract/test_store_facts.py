"""Facts, the marks they rest on, how they changed, and what is tied to what."""

from dataclasses import replace
from datetime import timedelta

import pytest
from tests.support.clock import START
from tests.support.values import ALICE, BOB, Values, add_fact, append, write

from remanent.model.event import Origin
from remanent.model.fact import Polarity, Provenance, Stance, Tier
from remanent.model.mark import FactWrite
from remanent.model.remembered import ChangeKind
from remanent.store.sql_store import SqlStore

LONG = "".join(chr(code) for code in range(0x20000, 0x20C00))  # does not compress well


def test_every_field_of_a_fact_is_kept(store: SqlStore, values: Values) -> None:
    plain = add_fact(store, values.fact())
    full = add_fact(
        store,
        values.fact(
            "is not allergic to \x00 nuts \ud800",
            subject="Jonas",
            slot=None,
            value=None,
            polarity=Polarity.NEGATIVE,
            tier=Tier.CORE,
            confidence=0.1 + 0.2,
            provenance=Provenance.IMPORTED,
            origin=Origin.DOCUMENT,
            valid_from=None,
            valid_to=START + timedelta(microseconds=1),
            retracted_at=START,
            closed_by=plain.id,
            evidence=12,
            when=values.span(),
            session="s",
            agent="a",
        ),
    )
    with store.read(ALICE) as view:
        assert view.facts([plain.seq, full.seq, 99]) == {plain.seq: plain, full.seq: full}
        assert view.fact_seqs([full.id, "e" * 32]) == {full.id: full.seq}
        assert view.state.facts == 2


def test_facts_are_listed_by_number_and_narrowed(store: SqlStore, values: Values) -> None:
    facts = [
        add_fact(store, values.fact("a", subject="user", slot="home")),
        add_fact(store, values.fact("b", subject="Jonas", slot="home")),
        add_fact(store, values.fact("c", subject="user", slot="pet", valid_to=START)),
        add_fact(store, values.fact("d", subject="user", slot=None, retracted_at=START)),
        add_fact(store, values.fact("e", subject="user", slot="pet")),
    ]
    add_fact(store, values.fact("f"), scope=BOB)
    with store.read(ALICE) as view:
        assert view.all_facts(include_closed=True) == facts
        assert view.all_facts(include_closed=False) == [facts[0], facts[1], facts[4]]
        assert view.all_facts(include_closed=True, subject="Jonas") == [facts[1]]
        assert view.all_facts(include_closed=True, subject="user", slot="pet") == [
            facts[2],
            facts[4],
        ]
        assert view.all_facts(include_closed=True, after_seq=facts[1].seq, limit=2) == facts[2:4]


def test_a_timeline_holds_its_facts_and_knows_the_open_ones(
    store: SqlStore, values: Values
) -> None:
    paris = add_fact(store, values.fact("lives in Paris", valid_to=START), timeline=1)
    berlin = add_fact(store, values.fact("lives in Berlin"), timeline=1)
    joke = add_fact(store, values.fact("lives on Mars", retracted_at=START), timeline=1)
    add_fact(store, values.fact("has a cat"), timeline=-(2**63))
    add_fact(store, values.fact("lives in Rome"), timeline=1, scope=BOB)
    with store.read(ALICE) as view:
        assert view.timeline_facts(1) == [paris, berlin, joke]
        assert view.facts_before(1, START.replace(year=2100), limit=9) == [berlin, paris]
        assert len(view.timeline_facts(-(2**63))) == 1
        assert view.timeline_facts(2) == []


def test_a_fact_keeps_every_state_it_had_and_when_we_learned_it(
    store: SqlStore, values: Values
) -> None:
    first = add_fact(store, values.fact("lives in Paris"))
    closed_at = values.clock.advance(days=1)
    closed = replace(first, valid_to=closed_at, closed_by="b" * 32, evidence=2)
    add_fact(store, closed, kind=ChangeKind.CLOSED, at=closed_at)
    mended_at = values.clock.advance(days=1)
    mended = replace(closed, text="lived in Paris", tier=Tier.CORE)
    add_fact(store, mended, kind=ChangeKind.REINFORCED, at=mended_at)
    other = add_fact(store, values.fact("has a cat"))
    with store.read(ALICE) as view:
        assert view.facts([first.seq]) == {first.seq: mended}
        assert view.fact_history(first.seq) == [
            (first.recorded_at, "added", first),
            (closed_at, "closed", closed),
            (mended_at, "reinforced", mended),
        ]
        assert view.fact_history(99) == ()
        seqs = [first.seq, other.seq]
        before = first.recorded_at - timedelta(microseconds=1)
        assert view.facts_known_at(seqs, before) == {}
        assert view.facts_known_at(seqs, first.recorded_at) == {first.seq: first}
        assert view.facts_known_at(seqs, closed_at - timedelta(microseconds=1)) == {
            first.seq: first
        }
        assert view.facts_known_at(seqs, closed_at) == {first.seq: closed}
        assert view.facts_known_at(seqs, mended_at) == {first.seq: mended, other.seq: other}


def test_marks_are_read_in_the_order_of_world_time_with_their_events(
    store: SqlStore, values: Values
) -> None:
    late, early = append(
        store,
        [
            values.turn("I live in Berlin", occurred_at=START + timedelta(days=9)),
            values.turn("I live in Paris", occurred_at=START, origin=Origin.IMPORT),
        ],
    )
    fact = values.fact("lives in Berlin")
    marks = [
        values.mark(late, fact, when=values.span()),
        values.mark(early, fact, ordinal=1, stance=Stance.RETRACT, until=START, reach=START),
        values.mark(early, fact, ordinal=0, stance=Stance.END, slot=None, value=None),
    ]
    fact = add_fact(store, fact, *marks)
    kept = [replace(mark, fact_seq=fact.seq) for mark in marks]
    with store.read(ALICE) as view:
        assert view.marks(7) == [kept[2], kept[1], kept[0]]
        assert view.extent(7) == (late.occurred_at, START)
        assert view.marks(8) == []
        assert view.extent(8) == (None, None)
        assert view.marks_from(7, late.occurred_at, only_valid=True, limit=9) == [kept[0]]
        assert view.marks_from(7, START, only_valid=False, limit=1) == [kept[2]]
        assert view.marks_of_fact(fact.seq) == [kept[2], kept[1], kept[0]]
        assert view.marks_of_fact(fact.seq, since=late.occurred_at, limit=1) == [kept[0]]
        assert view.marks_of_events([early.seq]) == [kept[2], kept[1]]
        assert view.endings_after(START, slots=["home"], limit=9) == [kept[1]]
        assert view.endings_after(late.occurred_at, slots=["home"], limit=9) == []
        assert view.asserted_before(late.occurred_at, slots=["home"], limit=9) == [kept[0]]
        assert view.asserted_before(late.occurred_at, limit=9) == [kept[0]]
        assert view.asserted_before(START, limit=9) == []
    with store.read(BOB) as view:
        assert view.marks(7) == []


def test_a_mark_moves_to_the_fact_that_it_now_supports(store: SqlStore, values: Values) -> None:
    (event,) = append(store, [values.turn("I live in Berlin")])
    first = add_fact(store, values.fact("lives in Berlin"), values.mark(event, values.fact()))
    mark = values.mark(event, first)
    second = add_fact(store, values.fact("lives in Bern"), mark)
    with store.read(ALICE) as view:
        assert view.sources_of([first.seq, second.seq]) == {first.seq: (), second.seq: (event.seq,)}
        assert view.facts_from([event.seq]) == {event.seq: (second.seq,)}


def test_marks_without_a_fact_are_kept_and_those_of_an_event_can_be_taken_back(
    store: SqlStore, values: Values
) -> None:
    one, two = append(store, values.turns(2))
    fact = values.fact()
    loose = [values.mark(one, fact, timeline=5), values.mark(one, fact, timeline=3)]
    other = values.mark(two, fact, timeline=5)
    write(store, lambda tx: tx.keep_marks([*loose, other]))
    assert write(store, lambda tx: tx.void_marks(one.seq)) == (3, 5)
    assert write(store, lambda tx: tx.void_marks(two.seq)) == (5,)
    assert write(store, lambda tx: tx.void_marks(two.seq, is_void=False)) == (5,)
    assert write(store, lambda tx: tx.void_marks(99)) == ()
    with store.read(ALICE) as view:
        assert view.marks(5) == [replace(loose[0], is_void=True), other]
        assert view.marks(3) == [replace(loose[1], is_void=True)]
        assert view.marks_from(5, START.replace(year=2000), only_valid=True, limit=9) == [other]
        assert view.facts_from([one.seq]) == {}
    write(store, lambda tx: tx.remove_marks([other]))
    with store.read(ALICE) as view:
        assert view.marks(5) == [replace(loose[0], is_void=True)]


def test_facts_are_listed_by_when_they_hold_and_counted(store: SqlStore, values: Values) -> None:
    begins = [START + timedelta(days=each) for each in (0, 10, 20)]
    first = add_fact(store, values.fact("a", valid_from=begins[0], valid_to=begins[1]))
    second = add_fact(store, values.fact("b", valid_from=begins[1], slot="work"))
    third = add_fact(store, values.fact("c", valid_from=None, subject="Ann"))
    taken = add_fact(store, values.fact("d", valid_from=begins[0], retracted_at=begins[2]))
    add_fact(store, values.fact("e", valid_from=begins[0], retracted_at=begins[2], evidence=0))
    with store.read(ALICE) as view:
        assert view.known_facts() == [first, second, third, taken]
        assert view.known_facts(skip=1, limit=2) == [second, third]
        assert view.known_facts(moment=begins[0]) == [first, third]
        assert view.known_facts(moment=begins[1]) == [second, third]
        assert view.known_facts(moment=begins[0] - timedelta(1), subject="Ann") == [third]
        assert view.known_facts(slot="work") == [second]
        assert view.count_known_facts() == 4
        assert view.count_known_facts(moment=begins[1], slot="home") == 1
        listed = [(fact.text, changes) for fact, changes in view.facts_by_world_time(limit=9)]
        assert [listed.index((name, 1)) for name in "adeb"] == sorted(
            listed.index((name, 1)) for name in "adeb"
        )
        assert view.facts_by_world_time(slot="work", limit=9) == [(second, 1)]
        assert view.count_changes() == 5
        assert view.count_changes(fact_seq=first.seq) == view.count_changes(subject="Ann") == 1
        assert view.facts_before(7, begins[1], limit=2) == [second, first]
        assert view.facts_after(7, begins[0], limit=2) == [second]


def test_sources_come_by_world_time_and_each_once(store: SqlStore, values: Values) -> None:
    events = append(
        store,
        [values.turn(str(day), occurred_at=START + timedelta(days=-day)) for day in range(4)],
    )
    fact = values.fact()
    first = add_fact(
        store, fact, *(values.mark(event, fact, ordinal=n) for event in events for n in range(2))
    )
    second = add_fact(store, values.fact("has a cat"), values.mark(events[1], fact, timeline=8))
    with store.read(ALICE) as view:
        assert view.sources_of([second.seq, first.seq, 99]) == {
            second.seq: (2,),
            first.seq: (4, 3, 2, 1),
            99: (),
        }
        assert view.facts_from([1, 2, 99]) == {1: (first.seq,), 2: (first.seq, second.seq)}


def test_a_fact_of_very_many_statements_names_the_first_two_hundred(
    store: SqlStore, values: Values
) -> None:
    events = append(store, values.turns(230))
    fact = values.fact()
    fact = add_fact(store, fact, *(values.mark(event, fact) for event in events))
    with store.read(ALICE) as view:
        assert view.sources_of([fact.seq])[fact.seq] == tuple(range(1, 201))


def test_several_changes_land_together_in_the_order_given(store: SqlStore, values: Values) -> None:
    old = add_fact(store, values.fact("lives in Paris"))
    new = values.fact("lives in Berlin")
    writes = [
        FactWrite(ChangeKind.SUPERSEDED, replace(old, valid_to=START, closed_by=new.id), 7),
        FactWrite(ChangeKind.ADDED, new, 7),
    ]
    old_seq, new_seq = write(store, lambda tx: tx.write_facts(writes, START))
    assert old_seq == old.seq
    with store.read(ALICE) as view:
        assert view.timeline_facts(7)[-1] == replace(new, seq=new_seq)
        assert [kind for _, kind, _ in view.fact_history(old.seq)] == ["added", "superseded"]
        assert view.state.facts == 2


def test_items_are_found_by_what_they_are_linked_to_latest_first(
    store: SqlStore, values: Values
) -> None:
    append(store, values.turns(5))
    names = ["Jonas", "jonas", "\x00\ud800", LONG]
    write(store, lambda tx: tx.link([(name, seq, "names") for name in names for seq in (1, 4, 2)]))
    write(store, lambda tx: tx.link([("Jonas", 4, "names"), ("Jonas", 4, "is"), ("Jonas", 5, "")]))
    write(store, lambda tx: tx.link([("Jonas", 3, "names")]), scope=BOB)
    with store.read(ALICE) as view:
        assert view.linked([*names, "nobody"], limit=3) == {
            "Jonas": (5, 4, 2),
            "jonas": (4, 2, 1),
            "\x00\ud800": (4, 2, 1),
            LONG: (4, 2, 1),
        }
        assert view.linked(["Jonas"], limit=1) == {"Jonas": (5,)}
        assert view.linked([LONG + "n"], limit=9) == {}


@pytest.mark.parametrize("count", [0, 1, 700])
def test_any_number_of_facts_can_be_asked_for_at_once(
    store: SqlStore, values: Values, count: int
) -> None:
    writes = [FactWrite(ChangeKind.ADDED, values.fact(f"fact {n}"), n) for n in range(count)]
    seqs = write(store, lambda tx: tx.write_facts(writes, START))
    with store.read(ALICE) as view:
        assert len(view.facts(seqs)) == count
        assert len(view.facts_known_at(seqs, START)) == count
        assert len(view.sources_of(seqs)) == count
