"""Any text is a valid query and a valid memory, and any number is checked: promise 17."""

from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from remanent import Memory, ScopedMemory, errors


@pytest.fixture
def alice(memory: Memory) -> ScopedMemory:
    return memory.scope(tenant="shop", user="alice")


TYPED = [
    "don't use agents in the pre-edit hook",
    "C++ on ubuntu 20.04",
    "user:jane prefers AND gates",
    "50% off (today only)",
]

STRANGE = [
    "", " ", "\n\t", "C++", "don't", "50%", "user:jane", '"', "''", "\\", "😀", "🏳️‍🌈", "\x00",
    "a\x00b", "\ud800", "\udfff\ud800", "\u202e right to left", "שלום עולם", "مرحبا", "e\u0301",
    "上海浦东新区", "しりとり", "끝말잇기", "ผมชอบกาแฟ", "\u00e9", "\ufeffmark",
    "\u2028\u2029", "\x1b[2J", "</memory>", "%s %d {}", "NULL", "0", "-1", "1e999", "NaN",
    "a" * 20_000, "I live in \x00.", "I'm allergic to \ud800.", "\U0010ffff", "\U000e0041",
]  # fmt: skip


def test_no_text_crashes_a_later_read_or_is_changed(
    alice: ScopedMemory, memory: Memory, tmp_path: Path
) -> None:
    stored = alice.remember(
        [{"content": text, "id": text or None, "name": (text or None) and text[:1024],
          "session": (text or None) and text[:1024]} if len(text) <= 1024 else {"content": text}
         for text in STRANGE]
    ).event_ids  # fmt: skip
    alice.remember(facts=[{"text": text, "value": text} for text in STRANGE if text.strip()])
    kept: set[str] = set()
    for text in STRANGE:
        found = alice.recall(text, limit=200, budget_tokens=0)
        assert found.query == text
        assert found.items or found.reason
        kept |= {source.text for item in found.items for source in item.sources}
        alice.explain(text, stored[2])
        if 0 < len(text) <= 1024:
            alice.facts(subject=text)
            alice.history(slot=text)
            alice.recall("kettle", session=text, agent=text)
    assert kept <= set(STRANGE)
    assert {"C++", "don't", "50%", "😀", "上海浦东新区", "שלום עולם", "a" * 20_000} <= kept
    # Facts that differ in nothing but how an accent is written are one fact.
    known = {normalize("NFC", fact.text) for fact in alice.facts()}
    assert known >= {normalize("NFC", text) for text in STRANGE if any(map(str.isalnum, text))}
    memory.rebuild()
    assert memory.doctor(full=True) == ()
    memory.copy_to(tmp_path / "copy.db")
    with Memory(tmp_path / "copy.db") as copy:
        there = copy.scope(tenant="shop", user="alice")
        assert [fact.text for fact in there.facts()] == [fact.text for fact in alice.facts()]


@pytest.mark.parametrize("text", [text for text in STRANGE if 0 < len(text) <= 1024])
def test_any_text_is_a_label_a_key_and_an_id(alice: ScopedMemory, text: str) -> None:
    message = {"content": "the kettle whistles", "id": text, "name": text}
    first = alice.remember(message, session=text, agent=text, idempotency_key=text)
    again = alice.remember(message, session=text, agent=text, idempotency_key=text)
    assert (again.event_ids, again.deduplicated) == (first.event_ids, True)
    (item,) = alice.recall("kettle", session=text, agent=text).items
    assert (item.sources[0].external_id, item.speaker) == (text, text)
    assert (item.session, item.agent) == (text, text)


NUMBERS: list[Any] = [
    float("nan"), float("inf"), float("-inf"), -1, 0, 10**30, 1e308, -1e-9, 2.5, True, "10", None,
]  # fmt: skip


@pytest.mark.parametrize("number", [each for each in NUMBERS if each is not None])
def test_any_number_is_checked(alice: ScopedMemory, number: Any) -> None:
    """Each call is done or refused by name; and whatever it did, reading goes on."""
    alice.remember("the kettle whistles")
    calls = {
        "limit": lambda: alice.recall("kettle", limit=number),
        "budget_tokens": lambda: alice.recall("kettle", budget_tokens=number),
        "as_of": lambda: alice.recall("kettle", as_of=number),
        "known_at": lambda: alice.recall("kettle", known_at=number),
        "since": lambda: alice.recall("kettle", since=number),
        "until": lambda: alice.recall("kettle", until=number),
        "facts limit": lambda: alice.facts(limit=number),
        "at": lambda: alice.remember("the cat sleeps", at=number),
        "confidence": lambda: alice.remember(facts={"text": "x", "confidence": number}),
        "valid_from": lambda: alice.remember(facts={"text": "y", "valid_from": number}),
    }
    done: set[str] = set()
    refused: dict[str, str] = {}
    for name, call in calls.items():
        try:
            call()
        except errors.InputError as error:
            refused[name] = str(error)
        else:
            done.add(name)
    assert all(len(said) < 400 for said in refused.values())
    if number in (float("inf"), float("-inf"), 10**30, 1e308) or number != number:  # noqa: PLR0124 - NaN
        assert done == set()
    if number == -1:
        assert not done & {"limit", "budget_tokens", "facts limit", "confidence"}
    assert alice.recall("kettle").items
    assert alice.facts(include_closed=True) is not None


@pytest.mark.parametrize(
    "query",
    ["a/b", '"unbalanced', "AND", "OR", "NOT x", "NEAR(", "(today", "*", "^", "-", "{}",
     "col : x", "what's up?", "a AND", "😀", '""', "\x00", "\ud800", "x" * 100_000, "؟", "🏳️‍🌈"],
)  # fmt: skip
def test_any_text_is_a_question(alice: ScopedMemory, query: str) -> None:
    alice.remember(TYPED)
    found = alice.recall(query)
    assert found.query == query
    assert found.items or found.reason


@pytest.mark.parametrize("query", ["", "   ", "\n\t", "\u200b", "\u00a0", "?!", "...", "\u200e"])
def test_a_blank_question_is_answered_with_nothing_and_the_reason(
    alice: ScopedMemory, query: str
) -> None:
    alice.remember(TYPED)
    found = alice.recall(query)
    assert (found.items, found.text, found.reason) == ((), "", "blank query")


@pytest.mark.parametrize("query", [None, 123, ["x"], b"x", 1.5, {}])
def test_what_is_no_text_is_refused(alice: ScopedMemory, query: object) -> None:
    with pytest.raises(errors.InputError, match="not a text"):
        alice.recall(query)  # type: ignore[arg-type]


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(text=st.text(max_size=300), query=st.text(max_size=60))
def test_any_text_is_a_memory_and_comes_back_as_it_was(
    memory: Memory, text: str, query: str
) -> None:
    scope = memory.scope(tenant="t", user="any")
    result = scope.remember(text)
    scope.recall(query)
    scope.recall(text)
    explained = scope.explain(text or "x", result.event_ids[0])
    assert explained.item_id == result.event_ids[0]


def test_a_million_characters_are_a_memory(alice: ScopedMemory) -> None:
    text = ("the lighthouse keeper counted ships. " * 30_000)[:999_000] + " zanzibar"
    alice.remember(text)
    found = alice.recall("zanzibar", budget_tokens=300)
    assert found.items[0].text == text
    assert found.tokens <= 300


@pytest.mark.parametrize(
    ("messages", "why"),
    [
        ({"content": None}, "content is None"),
        ({"role": "wizard", "content": "x"}, "role is 'wizard'"),
        ({"content": "x", "id": 1.5}, "id is 1.5"),
        ({"content": "x", "nmae": "y"}, "unknown field 'nmae'"),
        ([{"content": "x"}, 7], "message 1 is int"),
        (b"bytes", "neither text nor messages"),
        (7, "neither text nor messages"),
        ({"content": "x", "session": ""}, "session is empty"),
        ({"content": "y" * 1_000_001}, "1,000,001 characters"),
    ],
)
def test_what_cannot_be_used_is_refused_by_name_and_nothing_is_stored(
    alice: ScopedMemory, messages: object, why: str
) -> None:
    with pytest.raises(errors.InputError, match=why):
        alice.remember(messages)  # type: ignore[arg-type]
    assert alice.recall("x").reason == "nothing remembered"


@pytest.mark.parametrize(
    "arguments",
    [{"limit": 0}, {"limit": -1}, {"limit": 10**9}, {"limit": "10"}, {"limit": True},
     {"limit": 2.5}, {"budget_tokens": -1}, {"kinds": ["turns"]}, {"kinds": []},
     {"as_of": "soon"}, {"session": 5.5}],
)  # fmt: skip
def test_arguments_outside_their_range_are_refused_by_name(
    alice: ScopedMemory, arguments: dict[str, object]
) -> None:
    with pytest.raises(errors.InputError):
        alice.recall("x", **arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("confidence", [float("nan"), float("inf"), -0.1, 1.1, "0.5", True])
def test_a_confidence_that_is_no_fraction_is_refused(
    alice: ScopedMemory, confidence: object
) -> None:
    with pytest.raises(errors.InputError, match="between 0 and 1"):
        alice.remember(facts=[{"text": "x", "confidence": confidence}])
