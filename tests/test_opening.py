"""Opening a memory: from code, variables or a file, and what is wrong with it said at once."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from remanent import AsyncMemory, Memory, errors, load_settings


def test_variables_open_the_memory_that_they_describe(tmp_path: Path) -> None:
    environ = {"REMANENT_PATH": str(tmp_path / "a.db"), "REMANENT_RECALL_LIMIT": "2"}
    with Memory.from_env(environ) as memory:
        scope = memory.scope(tenant="t", user="u")
        scope.remember([f"kettle {number}" for number in range(5)])
        assert len(scope.recall("kettle").items) == 2
    assert (tmp_path / "a.db").exists()


def test_a_file_opens_the_memory_that_it_describes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("REMANENT_PATH", "REMANENT_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    config = tmp_path / "remanent.toml"
    config.write_text('[store]\npath = "b.db"\ndurability = "normal"\n', encoding="utf-8")
    with Memory.from_config(config) as memory:
        memory.scope(tenant="t", user="u").remember("hello")
    assert (tmp_path / "b.db").exists()


def test_a_wrong_setting_is_named_with_its_remedy(tmp_path: Path) -> None:
    with pytest.raises(errors.SettingsError, match=r"(?s)recall\.limit.*1.*1,?000"):
        Memory.from_env({"REMANENT_RECALL_LIMIT": "0", "REMANENT_PATH": str(tmp_path / "a.db")})
    overrides = {"store.path": str(tmp_path / "a.db"), "recall.weights": {"charm": 2.0}}
    settings = load_settings(environ={}, overrides=overrides)
    with pytest.raises(errors.SettingsError, match=r"recall\.weights"):
        Memory(settings=settings)


def test_a_path_beside_settings_is_refused(tmp_path: Path) -> None:
    with pytest.raises(errors.InputError, match="beside settings"):
        Memory(tmp_path / "a.db", settings=load_settings(environ={}))


def test_a_memory_in_a_synchronised_folder_warns(tmp_path: Path) -> None:
    folder = tmp_path / "Dropbox"
    folder.mkdir()
    with pytest.warns(UserWarning, match="Dropbox"):
        Memory(folder / "a.db").close()


class Mine:
    """An embedder of one's own."""

    fingerprint = "mine@1"
    dimension = 8

    def embed(self, texts: list[str]) -> NDArray[np.float32]:
        return np.stack([self.embed_query(text) for text in texts])

    def embed_query(self, text: str) -> NDArray[np.float32]:
        vector = np.zeros(8, dtype=np.float32)
        vector[len(text) % 8] = 1.0
        return vector


def test_an_embedder_of_ones_own_is_taken_as_it_is(tmp_path: Path) -> None:
    with Memory(tmp_path / "a.db", embedder=Mine()) as memory:  # type: ignore[arg-type]
        scope = memory.scope(tenant="t", user="u")
        assert scope.remember("kettle").pending == ()
        assert "embedding" in scope.recall("kettle").items[0].signals


class HalfAnEmbedder:
    """Looks like one until it is asked for a question's vector."""

    fingerprint = "half"
    dimension = 8

    def embed(self, texts: list[str]) -> NDArray[np.float32]:
        return np.zeros((len(texts), 8), dtype=np.float32)


@pytest.mark.parametrize("thing", [object(), 5, ["local"], HalfAnEmbedder(), Mine.embed, b"local"])
def test_what_is_no_embedder_is_refused_at_once_with_the_remedy(
    tmp_path: Path, thing: object
) -> None:
    for face in (Memory, AsyncMemory):
        with pytest.raises(errors.SettingsError, match="no embedder") as caught:
            face(tmp_path / "a.db", embedder=thing)  # type: ignore[arg-type]
        assert "fingerprint, dimension, embed, embed_query" in caught.value.remedy
    assert list(tmp_path.iterdir()) == [], "nothing was made"


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"just some text, not a database at all", errors.StoreForeignError),
        (b"SQLite format 3\x00" + b"\x00" * 40, errors.StoreError),
        (b"SQLite format 3\x00" + b"\xff" * 9000, errors.StoreError),
    ],
)
def test_a_file_that_is_not_ours_is_refused_and_left_as_it_is(
    tmp_path: Path, content: bytes, error: type[errors.RemanentError]
) -> None:
    path = tmp_path / "a.db"
    path.write_bytes(content)
    with pytest.raises(error) as caught:
        Memory(path)
    assert str(path) in str(caught.value)
    assert caught.value.remedy
    assert path.read_bytes() == content


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(errors.StoreReadOnlyError, match="file"):
        Memory(tmp_path / "file" / "a.db")


def test_a_counter_of_ones_own_measures_budgets(tmp_path: Path) -> None:
    def words(text: str) -> int:
        return len(text.split())

    with Memory(tmp_path / "a.db", count_tokens=words) as memory:
        scope = memory.scope(tenant="t", user="u")
        scope.remember([f"the kettle number {number} whistles" for number in range(20)])
        found = scope.recall("kettle", limit=20, budget_tokens=60)
        assert words(found.text) == found.tokens <= 60
        assert found.dropped


def test_signals_can_be_fused_by_reciprocal_ranks(tmp_path: Path) -> None:
    overrides = {"store.path": str(tmp_path / "a.db"), "recall.fusion": "rrf"}
    with Memory(settings=load_settings(environ={}, overrides=overrides)) as memory:
        scope = memory.scope(tenant="t", user="u")
        scope.remember(["the kettle whistles", "the cat sleeps", "a kettle and a cat"])
        found = scope.recall("kettle cat")
        assert len(found.items) == 3
        assert set(found.items[0].signals) == {"reciprocal ranks"}


def test_parts_that_are_no_text_are_left_out_and_named(tmp_path: Path) -> None:
    with Memory(tmp_path / "a.db") as memory:
        scope = memory.scope(tenant="t", user="u")
        content = [{"type": "text", "text": "my kettle"}, {"type": "image_url", "image_url": "x"}]
        result = scope.remember({"role": "user", "content": content})
        assert result.skipped == ("message 0: 1 parts that are no text",)
        assert scope.recall("kettle").items[0].text == "my kettle"
