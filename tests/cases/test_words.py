"""Failures of other systems around what people type."""

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


@pytest.mark.parametrize(
    ("query", "place"),
    [("don't", 0), ("pre-edit", 0), ("ubuntu 20.04", 1), ("C++", 1), ("user:jane", 2), ("50%", 3)],
)
def test_what_looks_like_search_syntax_finds_what_was_typed(
    alice: ScopedMemory, query: str, place: int
) -> None:
    alice.remember(TYPED)
    assert alice.recall(query).items[0].text == TYPED[place]


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


@pytest.mark.parametrize(
    ("fact", "query"),
    [
        ("我住在上海浦东新区", "上海"),
        ("我住在上海浦东新区", "浦东新区"),
        ("步骤 重跑gen-itgc后清零", "itgc"),
        ("今日はしりとりをした", "しりとり"),
        ("오늘 끝말잇기를 했다", "끝말잇기"),
        ("ผมชอบกาแฟ", "กาแฟ"),
        ("Mon chat s'appelle Biscotte et il est allergique au poulet.", "allergie du chat"),
        ("J'habite à Zürich", "zurich"),
        ("Мы переехали в Ригу", "ригу"),
    ],
)
def test_every_script_is_found_without_an_embedder(
    alice: ScopedMemory, fact: str, query: str
) -> None:
    alice.remember(["something else entirely", fact, "noch etwas anderes", "其他的事情"])
    assert alice.recall(query).items[0].sources[0].text == fact


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
