"""fastembed loads its models from a hub, so its interface is stood in for."""

import os
import sys
from collections.abc import Iterable, Iterator
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.support.embedders import HashEmbedder

from remanent.errors import EmbedderError, SettingsError
from remanent.providers import fastembed
from remanent.providers.embedders import make_embedder


class StandIn:
    """Answers as `fastembed.TextEmbedding` does."""

    reachable = True

    def __init__(self, model_name: str, **options: Any) -> None:
        if not self.reachable:
            raise OSError("the hub does not answer, and the user said: hello")
        self.words = HashEmbedder(16, model_name)
        self.options = options

    @classmethod
    def get_embedding_size(cls, model_name: str) -> int:
        if model_name not in {"BAAI/bge-small-en-v1.5", "intfloat/multilingual-e5-large"}:
            raise ValueError(f"Embedding size for model {model_name} was None.")
        return 16

    def passage_embed(self, texts: Iterable[str]) -> Iterator[NDArray[np.float32]]:
        yield from self.words.embed([f"passage {text}" for text in texts])

    def query_embed(self, query: str) -> Iterator[NDArray[np.float32]]:
        yield self.words.embed_query(f"query {query}")


@pytest.fixture(autouse=True)
def _stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("fastembed")
    module.__spec__ = ModuleSpec("fastembed", None)
    module.TextEmbedding = StandIn  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "fastembed", module)
    monkeypatch.setenv("ORT_DISABLE_TELEMETRY", "")  # remembered, so that it comes back
    monkeypatch.delenv("ORT_DISABLE_TELEMETRY")
    monkeypatch.setattr(fastembed, "version", lambda _: "0.9.1")


def test_any_model_of_its_list_is_named_after_the_colon() -> None:
    default = make_embedder("fastembed")
    other = make_embedder("fastembed:intfloat/multilingual-e5-large")
    assert default.fingerprint == "fastembed:BAAI/bge-small-en-v1.5@0.9:own:16"
    assert other.fingerprint == "fastembed:intfloat/multilingual-e5-large@0.9:own:16"
    words = HashEmbedder(16, "intfloat/multilingual-e5-large")
    assert np.array_equal(other.embed(["a\0b", ""]), words.embed(["passage a b", "passage "]))
    assert np.array_equal(other.embed_query("a"), words.embed_query("query a"))
    assert other.embed([]).shape == (0, 16)


def test_the_runtime_beneath_it_is_told_to_send_nothing_unless_somebody_chose() -> None:
    make_embedder("fastembed")
    assert os.environ["ORT_DISABLE_TELEMETRY"] == "1"
    os.environ["ORT_DISABLE_TELEMETRY"] = "0"
    make_embedder("fastembed")
    assert os.environ["ORT_DISABLE_TELEMETRY"] == "0"


def test_a_model_that_is_not_in_its_list_is_refused_at_once() -> None:
    with pytest.raises(SettingsError, match="knows no text model 'none'"):
        make_embedder("fastembed:none")


def test_a_hub_that_cannot_be_reached_is_an_error_and_is_tried_again_after_a_minute(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    monkeypatch.setattr(StandIn, "reachable", False)
    embedder = fastembed.FastEmbedEmbedder(clock=lambda: now[0])
    with pytest.raises(EmbedderError, match=r"could not load.*Check the network") as caught:
        embedder.embed(["a"])
    assert "hello" not in str(caught.value)
    monkeypatch.setattr(StandIn, "reachable", True)
    now[0] = 59.0
    with pytest.raises(EmbedderError, match="just now"):
        embedder.embed_query("a")
    now[0] = 60.0
    assert embedder.embed(["a"]).shape == (1, 16)
