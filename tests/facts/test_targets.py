from datetime import UTC, datetime

import pytest

from remanent.facts.targets import aim, needs_target, related_slots
from remanent.model.event import Origin
from remanent.model.fact import Fact, Polarity, Provenance, Stance, Statement, Tier

NOW = datetime(2026, 3, 2, tzinfo=UTC)


def fact(slot: str, value: str, *, seq: int = 1) -> Fact:
    return Fact(
        id=f"{seq:032x}", seq=seq, subject="user", slot=slot, value=value, text=f"lives in {value}",
        polarity=Polarity.POSITIVE, tier=Tier.CORE, confidence=0.9, provenance=Provenance.STATED,
        origin=Origin.PERSON, valid_from=NOW, valid_to=None, recorded_at=NOW,
    )  # fmt: skip


def ending(slot: str | None, value: str | None, stance: Stance = Stance.END) -> Statement:
    return Statement("user", slot, value, f"meant Porto, not {value}", stance=stance)


def test_an_ending_speaks_of_the_fact_that_says_it_at_more_length() -> None:
    known = [fact("habit", "drink coffee every morning"), fact("habit", "drink tea", seq=2)]
    own, aimed = aim(ending("habit", "drink coffee"), known)
    assert own.value == "drink coffee"
    assert (aimed.value, aimed.stance) == ("drink coffee every morning", Stance.END)


def test_an_ending_ends_all_that_says_the_same_and_more() -> None:
    known = [fact("habit", "drink coffee"), fact("habit", "drink coffee at noon", seq=2)]
    assert [each.value for each in aim(ending("habit", "Drink coffee"), known)] == [
        "Drink coffee",
        "drink coffee at noon",
    ]


def test_an_ending_that_speaks_of_nothing_known_stays_as_it_is() -> None:
    said = ending("habit", "smoke")
    assert aim(said, [fact("habit", "drink coffee")]) == (said,)


def test_a_correction_takes_back_one_value_and_puts_the_other_in_its_place() -> None:
    back, instead = aim(ending(None, "Lisbon", Stance.RETRACT), [fact("home", "Lisbon")])
    assert (back.slot, back.value, back.stance) == ("home", "Lisbon", Stance.RETRACT)
    assert (instead.slot, instead.value, instead.stance, instead.text) == (
        "home", "Porto", Stance.ASSERT, "lives in Porto",
    )  # fmt: skip


def test_a_correction_of_nothing_known_says_nothing() -> None:
    assert aim(ending(None, "Lisbon", Stance.RETRACT), [fact("home", "Riga")]) == ()


@pytest.mark.parametrize(
    ("statement", "needs"),
    [
        (ending("habit", "smoke"), True),
        (ending("home", "Paris"), False),
        (ending("work", None), False),
        (ending(None, None, Stance.RETRACT), False),
        (ending(None, "Lisbon", Stance.RETRACT), True),
        (Statement("user", "habit", "smoke", "smokes"), False),
    ],
)
def test_only_endings_of_one_among_many_need_a_target(statement: Statement, *, needs: bool) -> None:
    assert needs_target(statement) is needs


def test_likes_and_dislikes_are_looked_for_together() -> None:
    assert related_slots("likes") == related_slots("dislikes") == ("likes", "dislikes")
    assert related_slots("habit") == ("habit",)
    assert related_slots(None) is None
