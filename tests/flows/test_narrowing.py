"""Recall narrowed by when something was said, in which session, by which agent, and by kind."""

from typing import Any

import pytest

from remanent import Memory, ScopedMemory

SAID = [
    ("2026-01-01T00:00:00Z", "s1", "a1", "The kettle whistles."),
    ("2026-02-01T00:00:00Z", "s1", "a2", "The kettle leaks."),
    ("2026-03-01T00:00:00Z", "s2", "a1", "The kettle shines."),
    ("2026-04-01T00:00:00Z", None, None, "The kettle broke."),
]


@pytest.fixture
def alice(memory: Memory) -> ScopedMemory:
    scope = memory.scope(tenant="t", user="alice")
    for at, session, agent, text in SAID:
        scope.remember(text, at=at, session=session, agent=agent)
    scope.remember(facts={"text": "owns a kettle", "slot": "owns", "value": "kettle"},
                   at="2026-02-15", session="s1", agent="a2")  # fmt: skip
    return scope


def found(scope: ScopedMemory, **narrowing: Any) -> set[str]:
    return {item.text.split()[-1].strip(".") for item in scope.recall("kettle", **narrowing).items}


@pytest.mark.parametrize(
    ("narrowing", "words"),
    [
        ({}, {"whistles", "leaks", "shines", "broke", "kettle"}),
        ({"since": "2026-02-01"}, {"leaks", "shines", "broke", "kettle"}),
        ({"since": "2026-02-01T00:00:00.000001Z"}, {"shines", "broke", "kettle"}),
        ({"until": "2026-02-01"}, {"whistles"}),
        ({"until": "2026-02-01T00:00:00.000001Z"}, {"whistles", "leaks"}),
        ({"since": "2026-02-01", "until": "2026-03-01"}, {"leaks", "kettle"}),
        ({"since": "2026-03-01", "until": "2026-03-01"}, set()),
        ({"session": "s1"}, {"whistles", "leaks", "kettle"}),
        ({"session": "s2"}, {"shines"}),
        ({"session": "s"}, set()),
        ({"agent": "a1"}, {"whistles", "shines"}),
        ({"agent": "a2"}, {"leaks", "kettle"}),
        ({"agent": "A1"}, set()),
        ({"session": "s1", "agent": "a1"}, {"whistles"}),
        ({"session": "s2", "agent": "a2"}, set()),
        ({"session": "s1", "since": "2026-02-01"}, {"leaks", "kettle"}),
        ({"kinds": "fact"}, {"kettle"}),
        ({"kinds": ["turn"]}, {"whistles", "leaks", "shines", "broke"}),
        ({"kinds": ["turn", "fact"], "agent": "a2"}, {"leaks", "kettle"}),
        ({"as_of": "2026-02-01", "session": "s1"}, {"whistles", "leaks"}),
    ],
)
def test_a_narrowed_read_shows_what_carries_the_label_and_nothing_else(
    alice: ScopedMemory, narrowing: dict[str, Any], words: set[str]
) -> None:
    assert found(alice, **narrowing) == words


def test_a_read_narrowed_to_what_nothing_carries_is_empty_and_says_so(alice: ScopedMemory) -> None:
    for narrowing in ({"session": "s9"}, {"agent": "a9"}, {"since": "2030-01-01"}):
        answer = alice.recall("kettle", **narrowing)  # type: ignore[arg-type]
        assert (answer.items, answer.text, answer.reason) == ((), "", "nothing relevant")


def test_a_limit_counts_what_may_be_shown(alice: ScopedMemory) -> None:
    assert len(alice.recall("kettle", session="s1", limit=2).items) == 2
    assert len(alice.recall("kettle", session="s2", limit=2).items) == 1


def test_before_the_first_word_nothing_was_known_and_from_when_on_is_said(
    memory: Memory, alice: ScopedMemory
) -> None:
    early = alice.recall("kettle", as_of="2025-12-31")
    assert early.reason == "nothing was known then; the first that was said is of 2026-01-01"
    assert alice.recall("zxqv", as_of="2026-01-01").reason == "nothing relevant"
    assert alice.recall("zxqv").reason == "nothing relevant"
    assert alice.recall("", as_of="2025-12-31").reason == "blank query"
    unknown = alice.recall("kettle", known_at="2020-01-01")
    assert unknown.reason == "nothing was known then; this memory begins on 2026-03-02"
    nobody = memory.scope(tenant="t", user="nobody")
    assert nobody.recall("kettle", as_of="2025-12-31").reason == "nothing remembered"
