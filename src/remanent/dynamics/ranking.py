"""How matches become an order: BM25, fusion, and a top list that never depends on chance.

Plain numbers and arrays in, plain numbers and arrays out. Weighted sums of signals, each divided
by its largest value for the query, are the default: on conversations they gain where reciprocal
rank fusion loses (RRF throws the distances between scores away). RRF stays available.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

K1 = 0.9
B = 0.4
RRF_K = 60
SCORE_DECIMALS = 6


def inverse_document_frequency(units: float, matching: Floats | float) -> Floats:
    """Return how much a term tells: ln(1 + (n - df + 0.5) / (df + 0.5)), never below 0.

    Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework" (2009), with the 1
    inside the logarithm that keeps frequent terms from counting against a text.

    Args:
        units: number of texts, >= 0.
        matching: in how many of them each term occurs; at 0 the value is largest.
    """
    df = np.minimum(np.asarray(matching, dtype=np.float64), units)
    return np.asarray(np.log1p((units - df + 0.5) / (df + 0.5)), dtype=np.float64)


def saturation(
    counts: Floats, lengths: Floats, *, average_length: float, k1: float = K1, b: float = B
) -> Floats:
    """Return BM25's share of one term in each text: 0 at count 0, below k1 + 1 always.

    Args:
        counts: how often the term occurs in each text, >= 0.
        lengths: number of terms of each text, same shape.
        average_length: over all texts; 0 counts as 1.
        k1: how slowly repetition saturates, >= 0.
        b: how much length discounts, 0 to 1.
    """
    relative = lengths / (average_length if average_length > 0 else 1.0)
    return counts * (k1 + 1.0) / (counts + k1 * (1.0 - b + b * relative) + 1e-12)


def bm25(
    postings: Iterable[tuple[Integers, Floats, float]],
    lengths: Floats,
    *,
    k1: float = K1,
    b: float = B,
) -> Floats:
    """Return the BM25 score of every text for a query, shape of `lengths`.

    The cost is linear in the postings; texts without a query term score 0.

    Args:
        postings: for each query term the texts that hold it (each once), how often, and the
            term's weight in the query.
        lengths: number of terms of each text.
        k1: how slowly repetition saturates, >= 0.
        b: how much length discounts, 0 to 1.
    """
    scores = np.zeros(lengths.shape[0], dtype=np.float64)
    average = float(lengths.mean()) if lengths.shape[0] else 0.0
    for units, counts, weight in postings:
        if units.shape[0]:
            idf = inverse_document_frequency(lengths.shape[0], float(units.shape[0]))
            share = saturation(counts, lengths[units], average_length=average, k1=k1, b=b)
            scores[units] += weight * idf * share
    return scores


def normalised(values: Floats, *, within: NDArray[np.bool_] | None = None) -> Floats:
    """Divide by the largest value, so that the best is 1; all 0 where none is above 0.

    Args:
        values: any finite numbers; negative ones stay negative.
        within: where the largest is looked for; values outside may exceed 1.
    """
    considered = values if within is None else values[within]
    largest = float(considered.max()) if considered.shape[0] else 0.0
    return values / largest if largest > 0 else np.zeros_like(values)


def weighted_sum(signals: Mapping[str, Floats], weights: Mapping[str, float]) -> Floats:
    """Add signals of one shape, each times its weight; a signal without a weight counts 0."""
    if not signals:
        return np.zeros(0, dtype=np.float64)
    total = np.zeros_like(next(iter(signals.values())))
    for name, values in signals.items():
        weight = weights.get(name, 0.0)
        if weight:
            total += weight * values
    return total


def reciprocal_rank_fusion(rankings: Sequence[Integers], size: int, *, k: int = RRF_K) -> Floats:
    """Return the sum over rankings of 1 / (k + rank) for each of `size` texts.

    Source: Cormack, Clarke and Büttcher (SIGIR 2009), with k = 60.

    Args:
        rankings: each lists texts best first; one that it leaves out gets nothing from it.
        size: number of texts; every entry of a ranking is in [0, size).
        k: how little the first ranks stand out.
    """
    scores = np.zeros(size, dtype=np.float64)
    for ranking in rankings:
        scores[ranking] += 1.0 / (k + np.arange(1, ranking.shape[0] + 1, dtype=np.float64))
    return scores


def best_first(scores: Floats, times: Integers, ids: Integers, *, limit: int) -> Integers:
    """Return the positions of the `limit` best scores, the same on every machine and store.

    Scores are compared after rounding to 1e-6; equal ones stand later time first, then lower id.

    Args:
        scores: higher is better.
        times: of the same shape.
        ids: of the same shape, each unique.
        limit: how many at most, >= 0.
    """
    size = scores.shape[0]
    limit = min(limit, size)
    if limit <= 0:
        return np.zeros(0, dtype=np.int64)
    considered = np.arange(size, dtype=np.int64)
    if limit < size:  # what could still round up to the last place is considered
        last = np.partition(scores, size - limit)[size - limit]
        considered = np.flatnonzero(scores >= last - 10.0**-SCORE_DECIMALS)
    rounded = np.round(scores[considered], SCORE_DECIMALS)
    order = np.lexsort((ids[considered], -times[considered], -rounded))
    return np.asarray(considered[order[:limit]], dtype=np.int64)


def logistic(value: float) -> float:
    """Return 1 / (1 + e^-value): evidence as a figure between 0 and 1, 0.5 at 0."""
    return float(0.5 * (1.0 + np.tanh(0.5 * value)))
