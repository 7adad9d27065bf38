"""Tokens in which texts that may be merged must not differ."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remanent.text.quantities import critical_tokens


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Mila's birthday is 14 May", "Milo's birthday is 15 May"),
        ("Mila's birthday is 14 May", "Milo's birthday is 14 May"),
        ("Mila's birthday is 14 May", "Mila's birthday is 15 May"),
        ("the meeting is at 09:30", "the meeting is at 10:30"),
        ("standup on Tuesday", "standup on Thursday"),
        ("runs 5 km", "runs 5 miles"),
        ("is allergic to walnuts", "is not allergic to walnuts"),
        ("drinks coffee", "no longer drinks coffee"),
        ("has two kids", "has three kids"),
        ("lives in Porto", "lives in Lisbon"),
        ("uses Python 3.11", "uses Python 3.12"),
        ("likes C++", "likes C#"),
        ("lives in room 101a", "lives in room 101b"),
        ("uses model RX78", "uses model RX79"),
        ("paid $20", "paid €20"),
        ("born 1988-05-03", "born 1988-05-04"),
        ("ich esse Fleisch", "ich esse kein Fleisch"),
    ],
)
def test_texts_that_differ_in_one_critical_word_differ_in_their_tokens(
    one: str, other: str
) -> None:
    assert critical_tokens(one) != critical_tokens(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Mila's birthday is 14 May", "the birthday of Mila is on May 14th"),
        ("weighs 5 kilos", "weighs 5kg"),
        ("1,800 rows", "1800 rows"),
        ("costs €0.50", "costs 0.5 €"),
        ("has two kids", "has 2 children"),
        ("doesn't smoke", "does not smoke"),
        ("no longer smokes", "does not smoke any more"),
        ("He lives in Porto", "She lives in Porto"),
    ],
)
def test_the_same_said_otherwise_has_the_same_tokens(one: str, other: str) -> None:
    assert critical_tokens(one) - {"negated"} == critical_tokens(other) - {"negated"}


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", frozenset()),
        ("likes jazz", frozenset()),
        ("Team standup at 09:30", {"time:09:30"}),
        ("Mila's birthday is 14 May", {"name:mila", "date:05-14"}),
        ("on Friday in June", {"weekday:friday", "month:06"}),
        ("we may march", frozenset()),
        ("never 42% of 1,800.50", {"negated", "number:42 %", "number:1800.5"}),
    ],
)
def test_tokens_are_written_in_one_spelling(text: str, tokens: frozenset[str]) -> None:
    assert critical_tokens(text) == tokens


@given(st.text())
def test_any_text_has_tokens(text: str) -> None:
    assert critical_tokens(text) == critical_tokens(text)
