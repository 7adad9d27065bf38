"""What any memory must beat: BM25, dense vectors, their reciprocal rank fusion, and chunks.

Written apart from Remanent's own ranking on purpose, so that a fault there cannot hide here. Only
the embedder is shared: the comparison is of what is done with the vectors.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Final

import apsw
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

K1: Final = 0.9
B: Final = 0.4
RRF_K: Final = 60
WINDOW: Final = 6
STRIDE: Final = 3

# The usual short list; a question is mostly made of these.
STOP_WORDS: Final = (
    "a about after again against all am an and any are as at be because been before being below "
    "between both but by can could d did do does doing don down during each few for from further "
    "had has have having he her here hers herself him himself his how i if in into is it its "
    "itself just ll m me more most my myself no nor not now of off on once only or other our ours "
    "ourselves out over own re s same she should so some such t than that the their theirs them "
    "themselves then there these they this those through to too under until up ve very was we "
    "were what when where which while who whom why will with would you your yours yourself "
    "yourselves"
)


def porter_terms(texts: Sequence[str]) -> list[list[str]]:
    """Return the terms of each text: words folded and stemmed by SQLite's own Porter tokenizer."""
    connection = apsw.Connection(":memory:")
    try:
        connection.execute("CREATE VIRTUAL TABLE said USING fts5(text, tokenize='porter')")
        connection.execute("CREATE VIRTUAL TABLE word USING fts5vocab(said, instance)")
        connection.executemany("INSERT INTO said(rowid, text) VALUES (?, ?)", enumerate(texts))
        found: list[list[str]] = [[] for _ in texts]
        for term, row in connection.execute("SELECT term, doc FROM word ORDER BY doc, offset"):
            found[row].append(term)
        return found
    finally:
        connection.close()


class Bm25:
    """BM25 over texts, k1 = 0.9 and b = 0.4; stop words of the question are left out."""

    def __init__(self, texts: Sequence[str]) -> None:
        """Index texts; they are known by their positions."""
        documents = porter_terms(texts)
        self._stop = {term for terms in porter_terms([STOP_WORDS]) for term in terms}
        lengths = np.array([len(terms) for terms in documents], dtype=np.float64)
        average = float(lengths.mean()) if documents else 0.0
        self._discount = K1 * (1.0 - B + B * lengths / (average or 1.0))
        postings: defaultdict[str, dict[int, int]] = defaultdict(dict)
        for place, terms in enumerate(documents):
            for term, count in Counter(terms).items():
                postings[term][place] = count
        self._postings = {
            term: (np.fromiter(counts, np.int64), np.fromiter(counts.values(), np.float64))
            for term, counts in postings.items()
        }

    def scores(self, question: str) -> Floats:
        """Return the score of every text."""
        size = self._discount.shape[0]
        scores = np.zeros(size, dtype=np.float64)
        for term in set(porter_terms([question])[0]) - self._stop:
            if term in self._postings:
                places, counts = self._postings[term]
                rarity = np.log1p((size - len(places) + 0.5) / (len(places) + 0.5))
                scores[places] += rarity * counts * (K1 + 1.0) / (counts + self._discount[places])
        return scores


def ranked(scores: Floats) -> Integers:
    """Return positions, best score first, equal ones in the order of the texts."""
    return np.argsort(-scores, kind="stable").astype(np.int64)


def reciprocal_rank_fusion(rankings: Sequence[Integers], *, k: int = RRF_K) -> Integers:
    """Return positions by the sum over rankings of 1 / (k + rank), best first.

    Source: Cormack, Clarke and Büttcher (SIGIR 2009), with k = 60.

    Args:
        rankings: each lists the same positions, all of them, best first.
    """
    scores = np.zeros(rankings[0].shape[0], dtype=np.float64)
    for ranking in rankings:
        scores[ranking] += 1.0 / (k + np.arange(1, ranking.shape[0] + 1))
    return ranked(scores)


def windows(length: int, *, size: int = WINDOW, stride: int = STRIDE) -> list[range]:
    """Return overlapping windows over `length` turns that leave none out, in order."""
    found: list[range] = []
    for start in range(0, length, stride):
        found.append(range(start, min(start + size, length)))
        if start + size >= length:
            break
    return found
