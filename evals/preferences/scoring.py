"""How answers are judged against the truth.

An answer is its first five attributes. A written form counts as the attribute that it is another
name of; a second form of the same one takes a place and earns nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evals.preferences.methods.common import Answer
from evals.preferences.world import ANSWERS, Question, World

MEASURES: Final = ("recall@5", "precision@5", "stale rate")

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """What one answer is worth.

    Args:
        recall: share of what is true that stands among the five.
        precision: share of the places taken that are right; 0 where nothing was said.
        stale: share of the places taken by what is true no more; 0 where nothing was said.
    """

    recall: float
    precision: float
    stale: float


def score(world: World, question: Question, answer: Answer) -> Score:
    """Judge one answer."""
    shown = [world.concepts.get(each, each) for each in answer.attributes[:ANSWERS]]
    right = set(shown) & set(question.relevant)
    wrong = set(shown) & set(question.stale)
    taken = max(len(shown), 1)
    return Score(
        recall=len(right) / len(question.relevant),
        precision=len(right) / taken,
        stale=len(wrong) / taken,
    )


def mean_scores(world: World, answers: Sequence[Answer]) -> Floats:
    """Return the mean of each of `MEASURES` over a world's questions."""
    rows = [
        (each.recall, each.precision, each.stale)
        for each in (
            score(world, question, answer)
            for question, answer in zip(world.questions, answers, strict=True)
        )
    ]
    found: Floats = np.asarray(rows, dtype=np.float64).mean(axis=0)
    return found
