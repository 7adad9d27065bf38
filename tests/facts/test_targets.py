from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from remanent.facts.change import mark_of
from remanent.facts.targets import (
    POINTERS,
    aim,
    copies_of,
    is_copy_of,
    is_pointer,
    may_end_more,
    pointer_of,
    related_slots,
    turn_before,
)
from remanent.model.event import Event, EventKind, Origin, Role
from remanent.model.fact import Polarity, Stance, Statement
from remanent.model.mark import Mark

NOW = datetime(2026, 3, 2, tzinfo=UTC)


def event(number: int, *, session: str | None = None) -> Event:
    return Event(
        id=f"{number:032x}", kind=EventKind.TURN, role=Role.USER, origin=Origin.PERSON, text="",
        occurred_at=NOW + timedelta(hours=number), recorded_at=NOW, seq=number, session=session,
    )  # fmt: skip


def said(
    number: int, slot: str, value: str, *, session: str | None = None,
    polarity: Polarity = Polarity.POSITIVE,
) -> Mark:  # fmt: skip
    statement = Statement("user", slot, value, f"lives in {value}", polarity=polarity)
    return mark_of(statement, event(number, session=session), 0)


def ending(number: int, slot: str, value: str | None, stance: Stance = Stance.END) -> Mark:
    return mark_of(Statement("user", slot, value, "", stance=stance), event(number), 0)


def correction(number: int, new: str, old: str, *, session: str | None = None) -> Mark:
    words = f"meant {new}, not {old}"
    statement = Statement("user", None, old, words, stance=Stance.RETRACT)
    return pointer_of(statement, event(number, session=session), 0)


def test_an_ending_speaks_of_all_that_says_it_at_more_length() -> None:
    own = ending(9, "habit", "drink coffee")
    wider = [said(1, "habit", "drink coffee every morning"), said(2, "habit", "Drink coffee daily")]
    others = [said(3, "habit", "drink tea"), said(4, "habit", "Drink coffee"),
              said(10, "habit", "drink coffee late"), said(5, "owns", "drink coffee")]  # fmt: skip
    copies = copies_of(own, [*wider, *others])
    assert [(each.timeline, each.value, each.stance) for each in copies] == [
        (each.timeline, each.value, Stance.END) for each in wider
    ]


def test_an_ending_of_a_taste_leaves_the_opposite_alone() -> None:
    own = ending(9, "likes", "olives")
    assert copies_of(own, [said(1, "dislikes", "olives in salad")]) == ()
    assert len(copies_of(own, [said(1, "likes", "olives in salad")])) == 1


def test_a_correction_takes_back_one_value_and_puts_the_other_in_its_place() -> None:
    pointer, lisbon = correction(5, "Porto", "Lisbon"), said(1, "home", "Lisbon")
    back, instead = aim(pointer, [lisbon])
    assert (back.timeline, back.content, back.stance) == (
        lisbon.timeline, lisbon.content, Stance.RETRACT,
    )  # fmt: skip
    assert back.at > lisbon.at
    assert (instead.slot, instead.value, instead.stance, instead.text, instead.at) == (
        "home", "Porto", Stance.ASSERT, "lives in Porto", lisbon.at,
    )  # fmt: skip
    assert is_copy_of(back, pointer)
    assert is_copy_of(instead, pointer)
    assert not is_copy_of(pointer, pointer)


@pytest.mark.parametrize(
    ("candidates", "meant"),
    [
        ([said(1, "home", "Lisbon"), said(3, "likes", "Lisbon")], 1),
        ([said(3, "likes", "Lisbon"), said(1, "home", "Lisbon")], 0),
        ([said(1, "home", "Lisbon"), said(3, "owns", "a flat in Lisbon")], 0),
        ([said(1, "owns", "a flat in Lisbon"), said(6, "home", "Lisbon")], 0),
        ([said(1, "home", "Lisbon", session="s"), said(3, "likes", "Lisbon")], 0),
        ([said(1, "home", "Riga"), said(7, "home", "Lisbon")], None),
    ],
    ids=["nearest", "any order", "same value", "said before", "own session", "none"],
)
def test_a_correction_speaks_of_the_nearest_statement_that_it_can_mean(
    candidates: list[Mark], meant: int | None
) -> None:
    marks = aim(correction(5, "Porto", "Lisbon", session="s"), candidates)
    timelines = {each.timeline for each in marks if each.stance is Stance.RETRACT}
    assert timelines == (set() if meant is None else {candidates[meant].timeline})


def test_a_correction_of_what_was_disliked_takes_that_back() -> None:
    hated = said(1, "dislikes", "Lisbon")
    back, instead = aim(correction(5, "Porto", "Lisbon"), [hated])
    assert back.content == hated.content
    assert (instead.slot, instead.value) == ("dislikes", "Porto")


def test_pointers_stand_on_a_timeline_of_their_own() -> None:
    scratch = Statement("user", None, None, "", stance=Stance.RETRACT)
    assert is_pointer(scratch)
    assert not is_pointer(replace(scratch, slot="home"))
    assert pointer_of(scratch, event(5), 0).timeline == POINTERS


def test_scratch_that_means_the_last_turn_of_its_speaker() -> None:
    ben = replace(event(4), speaker="Ben")
    given = replace(event(3), kind=EventKind.STATEMENT)
    assert turn_before([ben, given, event(2), event(1)], None) == event(2)
    assert turn_before([ben], None) is None


@pytest.mark.parametrize(
    ("mark", "may"),
    [
        (ending(1, "habit", "smoke"), True),
        (ending(1, "allergy", "walnuts", Stance.RETRACT), True),
        (ending(1, "home", "Paris"), False),
        (ending(1, "work", None), False),
        (said(1, "habit", "smoke"), False),
    ],
)
def test_only_endings_of_one_among_many_may_end_more(mark: Mark, *, may: bool) -> None:
    assert may_end_more(mark) is may


def test_likes_and_dislikes_are_looked_for_together() -> None:
    assert related_slots("likes") == related_slots("dislikes") == ("likes", "dislikes")
    assert related_slots("habit") == ("habit",)
    assert related_slots(None) == ()
