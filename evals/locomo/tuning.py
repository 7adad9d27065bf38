"""Weights chosen on nine conversations and scored on the tenth, for each of the ten.

What a shipped default scores on the data that it was chosen on says little. Here each conversation
is scored under weights that never saw it.

How the weights are chosen. Every item that the public recall returns says how much each signal
gave to its score; divided by the signal's weight this is the signal itself, so that other weights
can be tried by recombination without asking again. The search is by coordinates, starts at the
shipped weights, and is the same on every run: signals in the order of their declaration, each
weight tried at the multiples in `MULTIPLES` (and at `FIRST_STEPS` where it is 0), the best one
kept if it gains at least `LEAST_GAIN`; at most `SWEEPS` times through all. What is maximised is the
mean of recall@5, @10 and @20 over the answerable questions of the nine conversations: a single cut
would be a coarser guide. The score on the tenth is then taken by the public recall under those
weights, with nothing recombined.

Bounded: the best `POOL` items of each question are recombined, what lies below them is not.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evals.locomo.answers import SHOWN, Answer, Turns
from evals.locomo.asking import Shelf, credited, opened
from evals.locomo.dataset import Question
from evals.metrics import (
    Floats,
    all_at,
    any_at,
    evidence_ranks,
    recall_at,
    reciprocal_rank,
)
from remanent import Embedder
from remanent.facts.signals import RecallWeights

POOL: Final = 100
CUTS: Final = (5, 10, 20)
MULTIPLES: Final = (0.0, 0.5, 0.75, 1.25, 1.5, 2.0)
FIRST_STEPS: Final = (-0.2, 0.2, 0.5)
LEAST_GAIN: Final = 0.0002
SWEEPS: Final = 3
PROBE: Final = 0.001
"""Weight of a signal that is shipped with 0, so that items tell it at all."""

MEASURES: Final = ("recall@10", "all@10", "any@10", "MRR@10")

Weights = Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    """One held-out conversation.

    Args:
        weights: chosen without it.
        questions: how many of it were scored.
        shipped, held_out: `MEASURES` under the shipped weights and under the chosen ones.
    """

    name: str
    weights: Weights
    questions: int
    shipped: tuple[float, ...]
    held_out: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Tuning:
    """Every fold, and their means over questions."""

    folds: tuple[Fold, ...]

    @property
    def shipped(self) -> tuple[float, ...]:
        """`MEASURES` under the shipped weights."""
        return self._mean([fold.shipped for fold in self.folds])

    @property
    def held_out(self) -> tuple[float, ...]:
        """`MEASURES`, each conversation under weights that never saw it."""
        return self._mean([fold.held_out for fold in self.folds])

    def _mean(self, rows: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
        counts = [fold.questions for fold in self.folds]
        means = np.average(np.array(rows), axis=0, weights=counts)
        return tuple(float(mean) for mean in means)


def shipped_weights() -> dict[str, float]:
    """Return the weights that the package ships, by name."""
    return {name: float(weight) for name, weight in asdict(RecallWeights()).items()}


def leave_one_out(
    shelves: Sequence[Shelf],
    questions: Sequence[Sequence[Question]],
    answers: Sequence[Sequence[Answer]],
    *,
    embedder: Embedder | None,
    progress: Callable[[int], None] | None = None,
) -> Tuning:
    """Choose weights without each conversation in turn, and score it under them.

    Args:
        questions: for each shelf; those that cannot be answered are left out.
        answers: to the same questions under the shipped weights.
        progress: called with how many questions were asked once more.
    """
    asked = [[one for one in each if one.is_answerable] for each in questions]
    pools = [
        _pool(shelf, each, embedder=embedder, progress=progress)
        for shelf, each in zip(shelves, asked, strict=True)
    ]
    folds = []
    for place, (shelf, each) in enumerate(zip(shelves, asked, strict=True)):
        weights = search([pool for other, pool in enumerate(pools) if other != place])
        folds.append(
            Fold(
                name=shelf.conversation.name,
                weights=weights,
                questions=len(each),
                shipped=_mean(
                    _figures(answer.items, question)
                    for question, answer in zip(questions[place], answers[place], strict=True)
                    if question.is_answerable
                ),
                held_out=_held_out(shelf, each, embedder=embedder, weights=weights),
            )
        )
        if progress is not None:
            progress(len(each))
    return Tuning(tuple(folds))


@dataclass(frozen=True, slots=True)
class Pool:
    """The best items of many questions as numbers.

    Args:
        signals: shape (signals, questions, POOL).
        constant: shape (questions, POOL): what no weight decides; -inf where there is no item.
        evidence: shape (n, 2): a question, and the item of its pool that has an evidence turn, -1
            where none has.
        share: of its question's evidence that each of those turns is.
    """

    signals: Floats
    constant: Floats
    evidence: NDArray[np.int64]
    share: Floats

    @property
    def questions(self) -> int:
        """How many there are."""
        return int(self.constant.shape[0])


def search(pools: Sequence[Pool]) -> dict[str, float]:
    """Return the weights that serve the pools best, from the shipped ones by coordinates."""
    weights = shipped_weights()
    names = list(weights)
    totals = [_totals(pool, list(weights.values())) for pool in pools]
    best = _gain(pools, totals)
    for _ in range(SWEEPS):
        before = best
        for signal, name in enumerate(names):
            value, score = _best_step(pools, totals, signal, weights[name])
            if score >= best + LEAST_GAIN:
                totals = _moved(pools, totals, signal, value - weights[name])
                weights[name], best = value, score
        if best == before:
            break
    return weights


def _best_step(
    pools: Sequence[Pool], totals: Sequence[Floats], signal: int, weight: float
) -> tuple[float, float]:
    """Return the best value of one weight while the others stand, and its score."""
    values = [round(weight * by, 6) for by in MULTIPLES] if weight else list(FIRST_STEPS)
    scores = [_gain(pools, _moved(pools, totals, signal, value - weight)) for value in values]
    place = int(np.argmax(scores))
    return values[place], scores[place]


def _moved(pools: Sequence[Pool], totals: Sequence[Floats], signal: int, by: float) -> list[Floats]:
    """Return the scores after one weight has changed."""
    return [total + by * pool.signals[signal] for pool, total in zip(pools, totals, strict=True)]


def _totals(pool: Pool, weights: Sequence[float]) -> Floats:
    total: Floats = pool.constant + np.tensordot(np.array(weights), pool.signals, axes=1)
    return total


def _gain(pools: Sequence[Pool], totals: Sequence[Floats]) -> float:
    """Return the mean over questions of recall@5, @10 and @20."""
    found = 0.0
    for pool, total in zip(pools, totals, strict=True):
        question, item = pool.evidence[:, 0], pool.evidence[:, 1]
        rows = total[question]
        own = rows[np.arange(item.shape[0]), item]
        ranks = 1 + (rows > own[:, None]).sum(axis=1)
        ranks = np.where(item >= 0, ranks, POOL + 1)
        found += sum(float(pool.share[ranks <= cut].sum()) for cut in CUTS) / len(CUTS)
    return found / max(sum(pool.questions for pool in pools), 1)


def _pool(
    shelf: Shelf,
    questions: Sequence[Question],
    *,
    embedder: Embedder | None,
    progress: Callable[[int], None] | None,
) -> Pool:
    weights = {name: weight or PROBE for name, weight in shipped_weights().items()}
    names = list(weights)
    signals = np.zeros((len(names), len(questions), POOL))
    constant = np.full((len(questions), POOL), -np.inf)
    evidence: list[tuple[int, int]] = []
    share: list[float] = []
    with opened(shelf, embedder=embedder, weights=weights) as scope:
        for row, question in enumerate(questions):
            found = scope.recall(question.text, limit=POOL, budget_tokens=0)
            for column, item in enumerate(found.items):
                constant[row, column] = item.score
                for name, part in item.signals.items():
                    if name in weights:
                        constant[row, column] -= part
                        signals[names.index(name), row, column] = part / weights[name]
            ranks = evidence_ranks(credited(found), question.evidence)
            evidence += [(row, int(rank) - 1 if rank <= POOL else -1) for rank in ranks]
            share += [1.0 / len(ranks)] * len(ranks)
            if progress is not None:
                progress(1)
    return Pool(
        signals=signals,
        constant=constant,
        evidence=np.array(evidence, dtype=np.int64).reshape(-1, 2),
        share=np.array(share, dtype=np.float64),
    )


def _held_out(
    shelf: Shelf,
    questions: Sequence[Question],
    *,
    embedder: Embedder | None,
    weights: Weights,
) -> tuple[float, ...]:
    with opened(shelf, embedder=embedder, weights=weights) as scope:
        return _mean(
            _figures(credited(scope.recall(question.text, limit=SHOWN, budget_tokens=0)), question)
            for question in questions
        )


def _figures(items: Sequence[Turns], question: Question) -> tuple[float, ...]:
    """Return one number for each of `MEASURES`."""
    ranks = evidence_ranks(items[:SHOWN], question.evidence)
    return (
        recall_at(ranks, SHOWN),
        all_at(ranks, SHOWN),
        any_at(ranks, SHOWN),
        reciprocal_rank(ranks),
    )


def _mean(rows: Iterable[tuple[float, ...]]) -> tuple[float, ...]:
    found = np.array(list(rows), dtype=np.float64).reshape(-1, len(MEASURES))
    if not found.shape[0]:
        return tuple(0.0 for _ in MEASURES)
    return tuple(float(mean) for mean in found.mean(axis=0))
