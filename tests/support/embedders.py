"""Embedders for tests: no model, no network, the same numbers everywhere."""

import hashlib
import re
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray


class HashEmbedder:
    """A hashed bag of words: texts that share words are near, others are nearly at right angles.

    Args:
        dimension: number of components.
        name: part of the fingerprint and of the hash, so that two names are two spaces.
    """

    def __init__(self, dimension: int = 256, name: str = "hash@1") -> None:
        self._dimension = dimension
        self._name = name

    @property
    def fingerprint(self) -> str:
        return f"hash:{self._name}:{self._dimension}"

    @property
    def dimension(self) -> int:
        return self._dimension

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = [self.embed_query(text) for text in texts]
        return np.array(rows, dtype=np.float32).reshape(len(texts), self._dimension)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        words = re.findall(r"\w+", text.casefold()) or [""]
        total = np.sum([_direction(self._name, word, self._dimension) for word in words], axis=0)
        unit: NDArray[np.float32] = (total / np.linalg.norm(total)).astype(np.float32)
        return unit


class ScriptedEmbedder(HashEmbedder):
    """A HashEmbedder that does as a script says for chosen texts.

    Args:
        script: text -> what happens to it: an exception to raise, or a function from its good
            vector to the one that is given.
    """

    def __init__(
        self,
        script: dict[str, Exception | Callable[[NDArray[np.float32]], NDArray[np.float32]]],
        *,
        dimension: int = 256,
        name: str = "hash@1",
    ) -> None:
        super().__init__(dimension, name)
        self.script = script
        self.batches: list[tuple[str, ...]] = []

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.batches.append(tuple(texts))
        rows = super().embed(texts)
        for row, text in enumerate(texts):
            match self.script.get(text):
                case Exception() as error:
                    raise error
                case None:
                    pass
                case change:
                    rows[row] = change(rows[row])
        return rows


@lru_cache(maxsize=10_000)
def _direction(name: str, word: str, dimension: int) -> NDArray[np.float64]:
    """Return the direction of a word; surrogates are let through, as they are words too."""
    seed = hashlib.sha256(f"{name}\0{word}".encode("utf-8", "surrogatepass")).digest()
    return np.random.default_rng(int.from_bytes(seed[:8], "big")).standard_normal(dimension)
