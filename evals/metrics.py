"""What retrieval is judged by, and how sure a difference is. Plain numbers in, numbers out.

An item of an answer counts as the turns that it is credited with. The rank of an evidence turn is
the place of the first item that is credited with it, from 1; a turn that no item has stands at
infinity. Everything else follows from those ranks.
"""

import math
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

RESAMPLES = 10_000
RESAMPLES_AT_ONCE = 500  # bounds memory: so many rows of one number a question


def evidence_ranks(items: Iterable[Collection[str]], evidence: Iterable[str]) -> list[float]:
    """Return for each evidence turn the place of the first item that has it, from 1.

    Args:
        items: for each item, best first, the turns that it is credited with; may be empty.
        evidence: the turns that answer the question, each once.
    """
    first: dict[str, float] = {}
    for place, turns in enumerate(items, start=1):
        for turn in turns:
            first.setdefault(turn, float(place))
    return [first.get(turn, math.inf) for turn in evidence]


def any_at(ranks: Sequence[float], k: int) -> float:
    """Return 1 where at least one evidence turn is among the first k items, else 0."""
    return float(any(rank <= k for rank in ranks))


def all_at(ranks: Sequence[float], k: int) -> float:
    """Return 1 where every evidence turn is among the first k items, else 0; 0 without evidence."""
    return float(bool(ranks) and all(rank <= k for rank in ranks))


def recall_at(ranks: Sequence[float], k: float) -> float:
    """Return the share of the evidence among the first k items, 0 to 1; 0 without evidence."""
    return sum(rank <= k for rank in ranks) / len(ranks) if ranks else 0.0


def reciprocal_rank(ranks: Sequence[float]) -> float:
    """Return 1 / the best rank, 0 where no evidence was found."""
    return 1.0 / min(ranks) if ranks else 0.0


def first_distinct(values: Iterable[Hashable], count: int) -> list[Hashable]:
    """Return the first `count` different values, in the order of their first appearance."""
    found: dict[Hashable, None] = {}
    for value in values:
        if len(found) == count:
            break
        found.setdefault(value)
    return list(found)


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean difference with the interval that resampling gives it.

    Args:
        mean: the difference as measured.
        low, high: ends of the interval, low <= mean <= high but for extreme skew.
    """

    mean: float
    low: float
    high: float

    @property
    def is_clear(self) -> bool:
        """True where the interval leaves out zero."""
        return self.low > 0 or self.high < 0


def paired_bootstrap(
    differences: Floats,
    *,
    resamples: int = RESAMPLES,
    confidence: float = 0.95,
    seed: int = 0,
) -> list[Interval]:
    """Return how sure mean differences are, by the percentile bootstrap over questions.

    Both sides of a difference were asked the same question, and questions are drawn with
    replacement as wholes: every column sees the same draws. The same input and seed give the same
    interval everywhere.

    Source: Efron and Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13.

    Args:
        differences: shape (questions, measures), at least one question.
        resamples: how many draws. confidence: between 0 and 1.
    """
    questions, measures = differences.shape
    if not questions:
        raise ValueError("There is no question to draw from.")
    random = np.random.default_rng(seed)
    means = np.empty((resamples, measures), dtype=np.float64)
    for start in range(0, resamples, RESAMPLES_AT_ONCE):
        rows = min(RESAMPLES_AT_ONCE, resamples - start)
        drawn = random.integers(0, questions, size=(rows, questions))
        drawn += np.arange(rows)[:, None] * questions
        counts = np.bincount(drawn.ravel(), minlength=rows * questions)
        times = counts.reshape(rows, questions).astype(np.float64)
        means[start : start + rows] = times @ differences / questions
    tail = (1.0 - confidence) / 2.0
    low, high = np.quantile(means, (tail, 1.0 - tail), axis=0)
    return [
        Interval(float(mean), float(below), float(above))
        for mean, below, above in zip(differences.mean(axis=0), low, high, strict=True)
    ]
