"""Failures of other systems around what people type."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.support.embedders import HashEmbedder

from remanent import Memory, ScopedMemory, errors

OpenMemory = Callable[..., Memory]


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
    """Case N01."""
    alice.remember(TYPED)
    assert alice.recall(query).items[0].text == TYPED[place]


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


FILTERS = [
    "don't", "pre-edit", "a/b", "ubuntu 20.04", '"unbalanced', "user:jane", "AND", "NOT x", "NEAR(",
    "(today", "*", "50%", "%", "_____", "C++", "^", "-", "{}", "col : x", "😀", "' OR '1'='1",
    "\x00", "?",
]  # fmt: skip


@pytest.mark.parametrize("label", FILTERS)
def test_a_filter_that_looks_like_syntax_finds_its_own_and_nothing_else(
    alice: ScopedMemory, label: str
) -> None:
    """Case N01: the same holds for the labels by which a read is narrowed."""
    for number, each in enumerate((label, "plain", "other")):
        alice.remember(f"kettle number{number}", session=each, agent=each)
        alice.remember(
            facts={"text": f"owns kettle {number}", "slot": each, "value": str(number)},
            session=each, agent=each,
        )  # fmt: skip
        alice.remember(
            facts={"text": f"rents kettle {number}", "subject": each, "value": str(number)},
            session=each, agent=each,
        )  # fmt: skip
    for narrowing in ({"session": label}, {"agent": label}):
        found = alice.recall("kettle", **narrowing)  # type: ignore[arg-type]
        assert {item.text for item in found.items} == {
            "kettle number0", "owns kettle 0", "rents kettle 0",
        }  # fmt: skip
    assert [fact.text for fact in alice.facts(slot=label)] == ["owns kettle 0"]
    assert [fact.text for fact in alice.facts(subject=label)] == ["rents kettle 0"]
    assert [entry.fact.text for entry in alice.history(slot=label)] == ["owns kettle 0"]


class CountingEmbedder(HashEmbedder):
    """Counts the questions it is asked."""

    def __init__(self) -> None:
        super().__init__(16, "counting")
        self.questions: list[str] = []

    def embed_query(self, text: str) -> NDArray[np.float32]:
        self.questions.append(text)
        return super().embed_query(text)


BLANK: list[Any] = ["", "   ", "\n\t", "\u200b", "\u00a0", "?!", "...", "\u200e", "\x00", "。", "…"]


def test_a_blank_or_impossible_question_never_reaches_the_embedder(
    open_memory: OpenMemory,
) -> None:
    """Case N02."""
    embedder = CountingEmbedder()
    scope = open_memory(embedder=embedder).scope(tenant="shop", user="alice")
    (event,) = scope.remember("the kettle whistles").event_ids
    embedder.questions.clear()
    for query in BLANK:
        assert scope.recall(query).reason == "blank query"
        assert scope.explain(query, event).reason == "The query is blank."
    for impossible in (None, 123, ["x"]):
        with pytest.raises(errors.InputError):
            scope.recall(impossible)  # type: ignore[arg-type]
        with pytest.raises(errors.InputError):
            scope.explain(impossible, event)  # type: ignore[arg-type]
    assert embedder.questions == []
    scope.recall("kettle")
    assert embedder.questions == ["kettle"]
