"""Words for kin, pets and news that are said of something else are no facts."""

from datetime import UTC, datetime

import pytest

from remanent.model.event import Origin, Role
from remanent.text.rule_extraction import extract


def read(text: str) -> list[tuple[str | None, str | None]]:
    found = extract(
        text,
        role=Role.USER,
        origin=Origin.PERSON,
        speaker=None,
        at=datetime(2026, 5, 4, 12, tzinfo=UTC),
        zone=None,
    )
    return [(each.slot, each.value) for each in found.statements]


@pytest.mark.parametrize(
    "text",
    [
        "I have a mother of a hangover",
        "I have a dog of a headache",
        "I have a dog to walk at 5 for a neighbour",
        "I have a cat to feed while they are away",
        "I have two daughters in this story and one dies",
        "I graduated from tutorials to real projects",
        "I ran every morning last summer",
    ],
)
def test_an_idiom_a_duty_or_a_story_is_no_fact(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I have a dog and a cat", [("pet", "dog"), ("pet", "cat")]),
        ("I have two daughters", [("family", "two daughters")]),
        ("I graduated from Leeds last week", [("event", "graduated from Leeds")]),
    ],
)
def test_what_is_meant_stays(text: str, expected: list[tuple[str, str]]) -> None:
    assert read(text) == expected
