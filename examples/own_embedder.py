"""An embedder of one's own: a fingerprint, a dimension, and two ways to make vectors.

This one hashes groups of three letters, so that misspelt words still meet. It knows nothing of
meaning; put a call to your own model in its place.
"""

from collections.abc import Sequence
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from remanent import Memory


class LetterGroups:
    """Vectors of hashed letter groups."""

    fingerprint = "letter-groups-3@1:256"  # vectors of other fingerprints are never compared
    dimension = 256

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one normalised row for each text."""
        return np.stack([self.embed_query(text) for text in texts])

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Return the normalised vector of a question."""
        words = f"  {text.lower()}  "
        vector = np.full(self.dimension, 1e-6, dtype=np.float32)
        for start in range(len(words) - 2):
            vector[crc32(words[start : start + 3].encode()) % self.dimension] += 1
        return vector / np.linalg.norm(vector)


with Memory("memory.db", embedder=LetterGroups()) as memory:
    vera = memory.scope(tenant="kitchen", user="vera")
    vera.remember("I can't stand cauliflower.")
    found = vera.recall("Do I like cauliflower or califlower?")
    for item in found.items:
        print(item.score, dict(item.signals), item.text)

assert any("cauliflower" in item.text for item in found.items)
