"""Any text model that the package `fastembed` knows; it downloads one at first use, and keeps it.

Not part of an extra: it pins older versions of what others of our extras need.
"""

import threading
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
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

_INSTALL: Final = '"fastembed>=0.7"'
_MODEL: Final = "BAAI/bge-small-en-v1.5"
_PAUSE_SECONDS: Final = 60.0  # a hub that cannot be reached costs 40 s each time it is tried
_MAX_CHARACTERS: Final = 32_768  # its longest models read 8,192 tokens


class FastEmbedEmbedder:
    """Runs one model of fastembed's list.

    Args:
        model: its name there, such as "BAAI/bge-small-en-v1.5".
        clock: seconds, rising; after a download that failed, none is tried for a minute.
        options: passed on to `fastembed.TextEmbedding`, such as `cache_dir`, `threads` or
            `specific_model_path` (a folder; nothing is downloaded then).

    Raises:
        MissingExtraError: fastembed is not installed.
        SettingsError: fastembed knows no such model.
    """

    def __init__(
        self, model: str = _MODEL, *, clock: Callable[[], float] = time.monotonic, **options: Any
    ) -> None:
        require("fastembed", install=_INSTALL)
        keep_onnxruntime_silent()
        self._kind: Any = load("fastembed", install=_INSTALL).TextEmbedding
        self._name = model
        self._options = options
        self._loading = threading.Lock()
        self._model: Any = None
        self._clock = clock
        self._failed_at: float | None = None
        try:
            self._dimension = int(self._kind.get_embedding_size(model))
        except ValueError as error:
            raise SettingsError(
                f"fastembed knows no text model {model!r}.",
                remedy="Choose one of fastembed.TextEmbedding.list_supported_models().",
            ) from error

    @property
    def fingerprint(self) -> str:
        """Names the model and fastembed's minor version, which is where it changes a pooling."""
        major, minor, *_ = version("fastembed").split(".")
        return fingerprint_of(
            "fastembed",
            self._name,
            revision=f"{major}.{minor}",
            pooling="own",
            dimension=self._dimension,
        )

    @property
    def dimension(self) -> int:
        """Number of components of a vector."""
        return self._dimension

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one normalised row for each text, shape (len(texts), dimension)."""
        cut = [readable(text, _MAX_CHARACTERS) for text in texts]
        rows = list(self._loaded().passage_embed(cut)) if cut else np.empty((0, self._dimension))
        return rows_or_raise(checked(rows, len(texts), self._dimension))

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Return the normalised vector of a question, shape (dimension,)."""
        rows = list(self._loaded().query_embed(readable(text, _MAX_CHARACTERS)))
        return only_row(checked(rows, 1, self._dimension))

    def _loaded(self) -> Any:
        with self._loading:
            if self._model is None:
                self._model = self._load()
            return self._model

    def _load(self) -> Any:
        remedy = "Check the network and the free space; it is downloaded once."
        if self._failed_at is not None and self._clock() - self._failed_at < _PAUSE_SECONDS:
            raise EmbedderError(f"fastembed could not load {self._name!r} just now.", remedy=remedy)
        try:
            return self._kind(self._name, **self._options)
        except Exception as error:  # a hub raises many kinds when it cannot be reached
            self._failed_at = self._clock()
            raise EmbedderError(
                f"fastembed could not load {self._name!r} ({type(error).__name__}).", remedy=remedy
            ) from error
