"""How two facts stand to each other, by what they say."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remanent.facts.conflict import Relation, Verdict, relate, stands_for
from remanent.model.event import Origin
from remanent.model.fact import Fact, Polarity, Provenance, Tier, TimeSpan

START = datetime(2026, 1, 1, tzinfo=UTC)
MIRRORED = {Relation.SUBSUMES: Relation.SUBSUMED, Relation.SUBSUMED: Relation.SUBSUMES}


def fact(
    text: str,
    *,
    slot: str | None = None,
    polarity: Polarity = Polarity.POSITIVE,
    subject: str = "user",
    origin: Origin = Origin.PERSON,
    day: int = 0,
    when: TimeSpan | None = None,
    number: int = 1,
) -> Fact:
    return Fact(
        id=f"{number:032x}",
        seq=number,
        subject=subject,
        slot=slot,
        value=None if slot is None else text,
        text=text,
        polarity=polarity,
        tier=Tier.ACTIVE,
        confidence=0.9,
        provenance=Provenance.STATED,
        origin=origin,
        valid_from=START + timedelta(days=day),
        valid_to=None,
        recorded_at=START,
        when=when,
    )


@pytest.mark.parametrize(
    ("new", "old", "relation", "is_certain"),
    [
        ("the office is not open on Sundays", "the office is open on Sundays",
         Relation.CONTRADICTORY, True),
        ("the key is no longer in the drawer", "the key is in the drawer",
         Relation.CONTRADICTORY, True),
        ("the budget is 700 euros", "the budget is 500 euros", Relation.CONTRADICTORY, False),
        ("team standup at 10:00", "team standup at 09:30", Relation.CONTRADICTORY, False),
        ("Milo's birthday is 15 May", "Mila's birthday is 14 May", Relation.UNRELATED, True),
        ("visited Rome", "visited Paris", Relation.UNRELATED, True),
        ("is in the office on Sundays, open", "open on Sundays in the office", Relation.SAME, True),
        ("wants short answers with code", "wants short answers", Relation.SUBSUMES, True),
        ("wants short answers", "wants short answers with code", Relation.SUBSUMED, True),
        ("wants short answers in 3 lines", "wants short answers", Relation.SUBSUMES, True),
        ("the red bike has a flat tyre", "the red bike has a flat seat", Relation.COMPATIBLE, True),
        ("", "", Relation.UNRELATED, True),
    ],
)  # fmt: skip
def test_sentences_without_a_slot_are_held_against_each_other_by_what_they_say(
    new: str, old: str, relation: Relation, *, is_certain: bool
) -> None:
    found = relate(fact(new), fact(old))
    assert (found.relation, found.is_certain) == (relation, is_certain)
    assert relate(fact(old), fact(new)) == Verdict(
        MIRRORED.get(relation, relation), found.similarity, is_certain=is_certain
    )


@pytest.mark.parametrize(
    ("slot", "new", "old", "relation"),
    [
        ("pet", "cat Biscotte", "cat", Relation.SUBSUMES),
        ("pet", "cat Minka", "cat Biscotte", Relation.UNRELATED),
        ("family", "sister Anna", "sister", Relation.SUBSUMES),
        ("family", "sister Eva", "sister Anna", Relation.UNRELATED),
        ("family", "sister 2 children", "sister", Relation.UNRELATED),
        ("likes", "green tea", "tea", Relation.COMPATIBLE),
        ("allergy", "peanuts and soy", "peanuts", Relation.COMPATIBLE),
        ("hobby", "tennis on Sundays", "tennis", Relation.SUBSUMES),
        ("plan", "fly to Oslo with Jonas", "fly to Oslo", Relation.SUBSUMES),
        ("home", "Oslo", "Riga", Relation.CONTRADICTORY),
        ("home", "Oslo", "oslo", Relation.SAME),
    ],
)
def test_values_of_a_slot_are_held_against_each_other_by_the_kind_of_slot(
    slot: str, new: str, old: str, relation: Relation
) -> None:
    assert relate(fact(new, slot=slot), fact(old, slot=slot)).relation is relation


def test_a_dislike_contradicts_a_liking_of_the_same() -> None:
    likes, dislikes = fact("Thai food", slot="likes"), fact("Thai food", slot="dislikes")
    assert relate(dislikes, likes) == Verdict(Relation.CONTRADICTORY, 1.0)
    assert relate(fact("green tea", slot="dislikes"), fact("tea", slot="likes")).relation is (
        Relation.COMPATIBLE
    )


def test_a_denied_value_contradicts_the_same_value() -> None:
    denied = fact("soy", slot="allergy", polarity=Polarity.NEGATIVE)
    assert relate(denied, fact("soy", slot="allergy")).relation is Relation.CONTRADICTORY


def test_nothing_is_between_facts_about_others_or_from_elsewhere_or_in_another_slot() -> None:
    mine = fact("the office is open on Sundays")
    assert relate(mine, fact(mine.text, subject="Jonas")).relation is Relation.UNRELATED
    assert relate(mine, fact(mine.text, origin=Origin.WEB)).relation is Relation.UNRELATED
    assert relate(fact("tea", slot="likes"), fact("tea", slot="owns")).relation is (
        Relation.UNRELATED
    )
    assert relate(fact("Oslo", slot="home"), fact("Oslo", slot="work")).relation is (
        Relation.UNRELATED
    )
    assert relate(fact("Oslo", slot="home"), fact("Oslo")).relation is Relation.UNRELATED


def test_what_happens_on_a_day_is_another_thing_when_told_much_later() -> None:
    told = fact("saw the dentist", slot="event")
    assert relate(fact("saw the dentist in Bergen", slot="event", day=7), told).relation is (
        Relation.SUBSUMES
    )
    assert relate(fact("saw the dentist in Bergen", slot="event", day=8), told).relation is (
        Relation.COMPATIBLE
    )
    monday = TimeSpan(START, START + timedelta(days=1), "Monday")
    tuesday = TimeSpan(START + timedelta(days=1), START + timedelta(days=2), "Tuesday")
    assert relate(
        fact("saw the dentist in Bergen", slot="event", when=tuesday),
        fact("saw the dentist", slot="event", when=monday),
    ).relation is (Relation.COMPATIBLE)
    assert relate(
        fact("the dentist sees me in Bergen", when=tuesday),
        fact("the dentist sees me", when=monday),
    ).relation is (Relation.COMPATIBLE)


def test_of_several_wordings_the_one_that_says_most_stands_and_then_the_earliest() -> None:
    short, earlier, later = (
        fact("cat", slot="pet", number=1),
        fact("cat Biscotte", slot="pet", number=3),
        fact("cat Biscotte", slot="pet", number=2, day=1),
    )
    family = [short, earlier, later]
    assert [stands_for(each, family) for each in family] == [earlier, None, earlier]
    assert stands_for(short, []) is None


WORDS = st.lists(
    st.sampled_from(["cat", "dog", "Rex", "3", "not", "on Sunday", "red", "9:30", "日本茶", "🐈"]),
    max_size=5,
).map(" ".join)


@given(WORDS, WORDS, st.sampled_from([None, "pet", "likes", "event", "home"]))
def test_any_two_facts_stand_to_each_other_as_seen_from_both(
    new: str, old: str, slot: str | None
) -> None:
    found = relate(fact(new, slot=slot), fact(old, slot=slot))
    mirrored = relate(fact(old, slot=slot), fact(new, slot=slot))
    assert mirrored.relation is MIRRORED.get(found.relation, found.relation)
    assert 0 <= found.similarity <= 1
