"""What a model is shown: one line an item, quoted, dated, inside the budget."""

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from remanent.facts.context import line_of, render
from remanent.model.event import Origin, Role
from remanent.model.fact import Polarity, Source, TimeSpan
from remanent.model.recall import Item, ItemKind
from remanent.text.quoting import quoted

DAY = datetime(2026, 3, 2, 9, tzinfo=UTC)


def turn(text: str, **changes: object) -> Item:
    values: dict[str, object] = {
        "id": "a" * 32, "kind": ItemKind.TURN, "text": text, "score": 1.0, "signals": {},
        "occurred_at": DAY, "sources": (Source("a" * 32, DAY, text, Role.USER, Origin.PERSON),),
    }  # fmt: skip
    return Item(**(values | changes))  # type: ignore[arg-type]


def fact(text: str, **changes: object) -> Item:
    return turn(text, **({"kind": ItemKind.FACT, "subject": "user", "slot": "home"} | changes))


def words(text: str) -> int:
    return len(re.findall(r"\w+|[^\w\s]", text))


def shown(items: list[Item], budget: int | None = None) -> tuple[str, int, int]:
    found = render(
        items, key=b"k" * 32, budget_tokens=budget, count_tokens=words,
        quotations=[[] for _ in items],
    )  # fmt: skip
    return found.text, found.shown, found.tokens


@pytest.mark.parametrize(
    ("item", "line"),
    [
        (turn("I'm here"), '1. 2026-03-02 user: "I\'m here"'),
        (turn("hi", speaker="Ann"), '1. 2026-03-02 Ann: "hi"'),
        (
            turn("hi", role=Role.TOOL, origin=Origin.WEB),
            '1. 2026-03-02 tool, web: "hi"',
        ),
        (
            fact("lives in Oslo", valid_from=DAY),
            '1. fact, user: "lives in Oslo" (since 2026-03-02)',
        ),
        (
            fact("lives in Oslo", valid_from=DAY, valid_to=DAY + timedelta(days=2)),
            '1. fact, user: "lives in Oslo" (2026-03-02 to 2026-03-04)',
        ),
        (
            fact("lives in Oslo", valid_to=DAY, marks=("closed",)),
            '1. fact, user: "lives in Oslo" (until 2026-03-02) [closed]',
        ),
        (
            fact("allergic to nuts", polarity=Polarity.NEGATIVE, subject="Ann"),
            '1. fact, Ann: not so: "allergic to nuts" (always)',
        ),
        (
            fact(
                "saw the dentist", slot="event",
                when=TimeSpan(DAY - timedelta(days=2, hours=9), DAY - timedelta(days=1, hours=9),
                              "yesterday"),
            ),
            '1. fact, user: "saw the dentist" (2026-02-28, told 2026-03-02)',
        ),
    ],
)  # fmt: skip
def test_a_line_says_what_when_and_whose(item: Item, line: str) -> None:
    assert line_of(1, item, ()) == line


def test_a_fact_shows_the_words_it_rests_on() -> None:
    item = fact("lives in Oslo", valid_from=DAY)
    assert line_of(2, item, ["I moved to Oslo"]).endswith('; said "I moved to Oslo"')


@given(text=st.text(max_size=400))
def test_no_text_can_leave_its_quotation(text: str) -> None:
    line = quoted(text)
    assert json.loads(line) == text
    assert not re.search(r"[<>`\n\r\u2028\u2029\x85]", line)
    assert len(line.splitlines()) == 1


@settings(deadline=None)
@given(texts=st.lists(st.text(max_size=80), max_size=8), budget=st.integers(0, 150))
def test_the_budget_is_never_exceeded_and_the_best_come_first(
    texts: list[str], budget: int
) -> None:
    text, count, tokens = shown([turn(each) for each in texts], budget)
    assert words(text) == tokens <= budget
    assert (text == "") == (count == 0)
    if count:
        assert len(text.splitlines()) == count + 2


def test_the_fence_depends_on_the_words_and_on_the_scope() -> None:
    def fence(text: str, key: bytes) -> str:
        found = render(
            [turn(text)], key=key, budget_tokens=None, count_tokens=words, quotations=[[]]
        )
        return found.text.split()[1]

    assert fence("a", b"k") == fence("a", b"k")
    assert len({fence("a", b"k"), fence("b", b"k"), fence("a", b"j")}) == 3


def test_a_first_item_that_is_too_long_is_shown_in_part() -> None:
    text, count, tokens = shown([turn("word " * 500)], 60)
    assert count == 1
    assert tokens <= 60
    assert "[…]" in text


def test_nothing_is_rendered_as_nothing() -> None:
    assert shown([]) == ("", 0, 0)
