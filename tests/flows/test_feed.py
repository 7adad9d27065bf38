"""What happened to memories, and what differs between two moments, on both stores."""

from datetime import date, datetime, timedelta
from itertools import combinations_with_replacement

import pytest
from tests.support.clock import START, FrozenClock

from remanent import Memory, ScopedMemory
from remanent.errors import InputError, NotFoundError
from remanent.model.fact import Fact
from remanent.model.remembered import ChangeKind


@pytest.fixture
def alice(memory: Memory) -> ScopedMemory:
    return memory.scope(tenant="home", user="alice")


def shown(scope: ScopedMemory, **narrowed: object) -> list[tuple[str, str | None]]:
    return [(entry.kind.value, entry.fact.value) for entry in scope.feed(**narrowed)]


def test_a_feed_begins_with_the_latest_and_keeps_changes_of_one_write_in_order(
    alice: ScopedMemory, clock: FrozenClock
) -> None:
    first = alice.remember("I live in Riga.", at=START)
    clock.advance(hours=1)
    second = alice.remember("I live in Oslo.")
    assert shown(alice) == [("superseded", "Riga"), ("added", "Oslo"), ("added", "Riga")]
    entries = alice.feed()
    assert [entry.event_id for entry in entries] == [
        *second.event_ids, *second.event_ids, *first.event_ids,
    ]  # fmt: skip
    assert [entry.at for entry in entries] == [clock.now(), clock.now(), START]
    assert entries[0].fact.valid_to == clock.now()
    assert entries[2].fact.valid_to is None, "the state is the one from then on"


def test_each_message_of_one_write_causes_its_own_changes(alice: ScopedMemory) -> None:
    done = alice.remember(["I live in Riga.", "I'm vegan.", "I live in Oslo."])
    assert [shown(alice, turn=each) for each in done.event_ids] == [
        [("added", "Riga")], [("added", "vegan")], [("superseded", "Riga"), ("added", "Oslo")],
    ]  # fmt: skip


def test_what_arrives_late_causes_what_it_changes(alice: ScopedMemory, clock: FrozenClock) -> None:
    now = clock.now()
    alice.remember("I live in Riga.", at=now - timedelta(days=9))
    alice.remember("I live in Riga.", at=now - timedelta(days=1))
    clock.advance(seconds=1)
    (late,) = alice.remember("I live in Oslo.", at=now - timedelta(days=5)).event_ids
    kinds = {entry.kind for entry in alice.feed(turn=late)}
    assert {ChangeKind.ADDED, ChangeKind.SUPERSEDED} <= kinds
    assert {entry.event_id for entry in alice.feed(since=clock.now())} == {late}


def test_a_feed_is_narrowed_by_kind_entity_turn_and_time(
    alice: ScopedMemory, clock: FrozenClock
) -> None:
    alice.remember("I live in Riga.")
    clock.advance(days=1)
    anna = alice.remember("My sister Anna lives in Porto.")
    clock.advance(days=1)
    alice.remember("I live in Oslo.")
    assert shown(alice, kind="superseded") == [("superseded", "Riga")]
    assert {value for _, value in shown(alice, entity="porto")} == {"Porto"}
    assert shown(alice, entity="nobody") == []
    assert shown(alice, turn=anna.event_ids[0]) == shown(
        alice, since=START + timedelta(days=1), until=START + timedelta(days=2)
    )
    with pytest.raises(NotFoundError):
        alice.feed(turn="0" * 32)
    with pytest.raises(InputError, match="kind"):
        alice.feed(kind="vanished")


def test_a_feed_is_bounded_and_says_what_it_left_out(alice: ScopedMemory) -> None:
    alice.remember([f"I love dish{number}." for number in range(7)])
    whole = shown(alice)
    assert len(whole) == 7
    pages = [alice.feed(limit=3, skip=skip) for skip in (0, 3, 6, 9)]
    assert [page.dropped for page in pages] == [4, 1, 0, 0]
    assert [entry.fact.value for page in pages for entry in page] == [value for _, value in whole]


def test_every_kind_of_change_can_appear(alice: ScopedMemory, clock: FrozenClock) -> None:
    alice.remember(["I have a cat.", "I live in Riga.", "I drink coffee every morning."])
    clock.advance(seconds=1)
    alice.remember(["I live in Riga.", "I live in Oslo.", "I don't drink coffee any more."])
    alice.remember(["I'm vegan.", "Scratch that."])
    alice.remember("I have a cat called Biscotte.")
    alice.remember(facts={"text": "lives in Rome", "slot": "home", "value": "Rome",
                          "valid_from": clock.now() - timedelta(days=30),
                          "valid_to": clock.now() - timedelta(days=20)})  # fmt: skip
    alice.remember(facts="the desk is by the window")
    clock.advance(days=600)
    alice.maintain()
    seen = {entry.kind for entry in alice.feed(limit=1000)}
    assert {"added", "reinforced", "superseded", "closed", "retracted", "fused", "pruned"} <= {
        kind.value for kind in seen
    }
    assert all(shown(alice, kind=kind) for kind in seen)
    assert {entry.event_id for entry in alice.feed(kind="pruned")} == {None}, "it was maintenance"


def test_changes_are_counted_by_day_of_a_zone_and_kind(
    alice: ScopedMemory, clock: FrozenClock
) -> None:
    clock.advance(timedelta(hours=14))  # 23:30
    alice.remember("I live in Riga.")
    clock.advance(timedelta(hours=1))
    alice.remember("I live in Oslo.")
    added, superseded = (ChangeKind.ADDED, 1), (ChangeKind.SUPERSEDED, 1)
    begin = START.date()
    counted = alice.feed_counts(until=clock.now() + timedelta(hours=1))
    assert [(each.day, each.counts) for each in counted] == [
        (begin, (added,)), (begin + timedelta(days=1), (added, superseded)),
    ]  # fmt: skip
    (tokyo,) = alice.feed_counts(until=clock.now() + timedelta(hours=1), zone="Asia/Tokyo")
    assert (tokyo.day, tokyo.counts) == (
        date(2026, 3, 3), ((ChangeKind.ADDED, 2), (ChangeKind.SUPERSEDED, 1)),
    )  # fmt: skip
    assert alice.feed_counts(until=START) == ()


def differing(scope: ScopedMemory, *moments: datetime, **how: object) -> tuple[list[object], ...]:
    found = scope.diff(*moments, **how)
    return (
        [fact.value for fact in found.added],
        [fact.value for fact in found.gone],
        [(old.value, old.evidence, new.evidence) for old, new in found.changed],
    )


def test_a_diff_names_what_was_learned_what_ended_and_what_reads_otherwise(
    alice: ScopedMemory, clock: FrozenClock
) -> None:
    alice.remember(["I live in Riga.", "I'm vegan."])
    first = clock.now() + timedelta(seconds=1)
    clock.advance(days=1)
    alice.remember(["I live in Oslo.", "I'm vegan."])
    last = clock.now() + timedelta(seconds=1)
    clock.advance(days=1)
    alice.remember("I live in Porto.")
    assert differing(alice, first, last) == (["Oslo"], ["Riga"], [("vegan", 1, 2)])
    clock.advance(days=1)
    assert differing(alice, last) == (["Porto"], ["Oslo"], [])
    assert differing(alice, last, last) == ([], [], [])
    with pytest.raises(InputError, match="before the first"):
        alice.diff(last, first)


def test_a_diff_is_what_the_lists_of_both_moments_do_not_share(
    alice: ScopedMemory, clock: FrozenClock
) -> None:
    moments = []
    for said in ("I live in Riga.", "I'm vegan.", "I drink coffee every morning.",
                 "I live in Oslo.", "I don't drink coffee any more.", "I'm vegan.",
                 "I have a cat.", "I have a cat called Biscotte.", "Scratch that."):  # fmt: skip
        clock.advance(hours=1)
        alice.remember(said)
        alice.remember(facts={"text": f"waits for {said}", "valid_from": clock.now(),
                              "valid_to": clock.now() + timedelta(hours=3)})  # fmt: skip
        moments.append(clock.now() + timedelta(minutes=5))
    clock.advance(days=1)
    moments.append(clock.now())
    alice.remember(facts={"text": "waits for I'm vegan.", "valid_from": moments[0]})
    alice.remember(facts={"text": "waits for I have a cat.", "valid_from": moments[7],
                          "valid_to": moments[8]})  # fmt: skip
    alice.remember("I live in Riga.", at=moments[5])
    clock.advance(days=1)
    moments.append(clock.now())
    for first, last in combinations_with_replacement(moments, 2):
        held, holds = known(alice, first), known(alice, last)
        found = alice.diff(first, last)
        assert {fact.id for fact in found.added} == holds.keys() - held.keys()
        assert {fact.id for fact in found.gone} == held.keys() - holds.keys()
        assert {new.id for _, new in found.changed} == {
            each for each in held.keys() & holds.keys() if held[each] != holds[each]
        }


def test_a_diff_tells_what_ran_out_by_itself_though_it_was_corrected_later(
    alice: ScopedMemory, clock: FrozenClock
) -> None:
    first = clock.now()
    alice.remember(
        facts={"text": "stays in Rome", "slot": "stay", "value": "Rome",
               "valid_from": first, "valid_to": first + timedelta(days=2)}
    )  # fmt: skip
    clock.advance(days=3)
    last = clock.now()
    clock.advance(days=1)
    assert differing(alice, first, last) == ([], ["Rome"], [])
    alice.remember("No, I meant Porto, not Rome.")
    assert [(fact.value, fact.retracted_at) for fact in alice.facts(include_closed=True)] == [
        ("Rome", clock.now()), ("Porto", None),
    ]  # fmt: skip
    assert differing(alice, first, last) == ([], ["Rome"], [])
    assert differing(alice, first) == ([], ["Rome"], [])
    assert differing(alice, last) == ([], [], [])


def known(scope: ScopedMemory, moment: datetime) -> dict[str, tuple[object, ...]]:
    return {
        fact.id: (fact.valid_to, fact.evidence, fact.tier, fact.archived_at)
        for fact in scope.facts(as_of=moment, known_at=moment)
    }


def test_a_diff_of_the_world_says_what_held_whenever_it_was_learned(
    alice: ScopedMemory, clock: FrozenClock
) -> None:
    now = clock.now()
    alice.remember("I live in Oslo.", at=now - timedelta(days=1))
    alice.remember("I live in Riga.", at=now - timedelta(days=9))
    assert differing(alice, now - timedelta(days=5), now, world=True) == (["Oslo"], ["Riga"], [])
    assert differing(alice, now - timedelta(hours=5), now, world=True) == ([], [], [])


def test_a_diff_is_bounded_and_says_what_it_left_out(
    alice: ScopedMemory, clock: FrozenClock
) -> None:
    first = clock.now()
    clock.advance(seconds=1)
    alice.remember([f"I love dish{number}." for number in range(9)])
    clock.advance(seconds=1)
    for world in (False, True):
        found = alice.diff(first, clock.now(), limit=4, world=world)
        assert ([fact.value for fact in found.added], found.dropped) == (
            [f"dish{number}" for number in range(4)], 5,
        )  # fmt: skip


def test_what_was_known_is_listed_in_pages_whatever_happened_since(
    alice: ScopedMemory, clock: FrozenClock
) -> None:
    alice.remember([f"I love dish{number}." for number in range(8)])
    alice.remember(["I have a cat.", "I live in Riga."])
    moment = clock.now() + timedelta(seconds=1)
    clock.advance(days=400)
    then = alice.facts(known_at=moment, as_of=moment)
    alice.remember(["I have a cat called Biscotte.", "I live in Oslo.", "I love dish3."])
    alice.maintain()
    assert alice.facts(known_at=moment, as_of=moment) == then
    pages = [alice.facts(known_at=moment, as_of=moment, limit=4, skip=skip) for skip in (0, 4, 8)]
    assert [fact for page in pages for fact in page] == list(then)
    assert [page.dropped for page in pages] == [6, 2, 0]
    assert [fact.value for fact in alice.facts(known_at=moment, as_of=moment, slot="home")] == [
        "Riga"
    ]


def test_recall_and_the_list_know_what_was_archived_pruned_or_merged_then(
    alice: ScopedMemory, clock: FrozenClock
) -> None:
    alice.remember("I have a cat.")
    alice.remember(facts="the desk is by the window")
    early = clock.now() + timedelta(seconds=1)
    clock.advance(days=400)
    alice.remember("I have a cat called Biscotte.")
    alice.maintain()
    late = clock.now() + timedelta(seconds=1)
    clock.advance(days=1)

    def at(moment: datetime) -> tuple[list[str], set[str], list[str]]:
        listed: list[Fact] = list(alice.facts(known_at=moment, as_of=moment))
        found = {
            item.text
            for question in ("my cat", "where is the desk?")
            for item in alice.recall(
                question,
                known_at=moment,
                as_of=moment,
                kinds="fact",
            ).items
        }
        every = alice.facts(known_at=moment, include_closed=True)
        return [fact.text for fact in listed], found, [fact.text for fact in every]

    cat, desk = "has a pet: cat", "the desk is by the window"
    assert at(early) == ([cat, desk], {cat, desk}, [cat, desk])
    for _ in range(2):
        listed, found, every = at(late)
        assert (cat in listed, desk in listed) == (False, False)
        assert (cat in found, desk in found) == (False, False)
        assert {cat, desk} <= set(every)
        alice.remember(["I have a cat."])
        alice.remember(facts="the desk is by the window")
        clock.advance(days=1)
    assert [entry.change for entry in alice.history(slot="pet")].count("fused") == 1
