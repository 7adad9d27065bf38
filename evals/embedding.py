"""An embedder that embeds each question once, however often and by whomever it is asked."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from remanent import Embedder


class CachedQuestions:
    """Wraps an embedder; texts to be stored go through it unchanged."""

    def __init__(self, embedder: Embedder) -> None:
        """Begin with nothing kept."""
        self._embedder = embedder
        self._kept: dict[str, NDArray[np.float32]] = {}

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the embedder within."""
        return self._embedder.fingerprint

    @property
    def dimension(self) -> int:
        """Number of components of a vector."""
        return self._embedder.dimension

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one normalised row for each text."""
        return self._embedder.embed(texts)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Return the vector of a question, kept from the first time on."""
        if text not in self._kept:
            self._kept[text] = self._embedder.embed_query(text)
        return self._kept[text]
