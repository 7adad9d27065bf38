"""What one arm gave for one question, and the figures that follow from it.

The rule of credit, chosen so that it can only be to Remanent's disadvantage: an item of Remanent's
counts as one turn, that of its first source, however many turns it rests on or shows. A chunk of a
baseline counts as every turn in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evals.locomo.dataset import CATEGORIES, Question, session_of
from evals.metrics import (
    Floats,
    all_at,
    any_at,
    evidence_ranks,
    first_distinct,
    recall_at,
    reciprocal_rank,
)

CUTS: Final = (1, 5, 10, 20)
SHOWN: Final = 10
"""Items whose rendered text is measured."""
DEPTH: Final = 50
"""Items that are looked at for reciprocal ranks and sessions."""
SESSIONS: Final = 5
BUDGETS: Final = (500, 1_000, 1_500)

MEASURES: Final = (
    *(f"any@{k}" for k in CUTS),
    *(f"all@{k}" for k in CUTS),
    *(f"recall@{k}" for k in CUTS),
    "MRR",
    f"session any@{SESSIONS}",
    f"whole@{SHOWN}",
    f"characters/4@{SHOWN}",
    f"tokens@{SHOWN}",
    *(f"within {budget:,}" for budget in BUDGETS),
    *(f"within {budget:,} c/4" for budget in BUDGETS),
)

Turns = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What one arm gave for one question.

    Args:
        items: the turns that each item is credited with, best first, at most `DEPTH` items.
        whole: those of the first `SHOWN` items' turns whose words stand whole in the text.
        characters, tokens: size of the text of the first `SHOWN` items.
        within: for each of `BUDGETS` the turns credited to the items that fitted, by our counter.
        within_characters: the same where a token is four characters.
        seconds: how long the arm took for its first `SHOWN` items; None where not of interest.
        facts: how many of the first `SHOWN` items are facts.
    """

    items: tuple[Turns, ...]
    whole: frozenset[str]
    characters: int
    tokens: int
    within: tuple[frozenset[str], ...]
    within_characters: tuple[frozenset[str], ...]
    seconds: float | None = None
    facts: int = 0


def figures(question: Question, answer: Answer) -> list[float]:
    """Return one number for each of `MEASURES`."""
    ranks = evidence_ranks(answer.items, question.evidence)
    sessions = first_distinct(
        (session_of(turn) for turns in answer.items for turn in turns), SESSIONS
    )
    return [
        *(any_at(ranks, k) for k in CUTS),
        *(all_at(ranks, k) for k in CUTS),
        *(recall_at(ranks, k) for k in CUTS),
        reciprocal_rank(ranks),
        float(any(session_of(turn) in sessions for turn in question.evidence)),
        _share(answer.whole, question.evidence),
        answer.characters / 4,
        float(answer.tokens),
        *(
            _share(turns, question.evidence)
            for turns in (*answer.within, *answer.within_characters)
        ),
    ]


def _share(found: frozenset[str], evidence: Turns) -> float:
    return sum(turn in found for turn in evidence) / len(evidence) if evidence else 0.0


def fitting(items: Sequence[Turns], sizes: Sequence[float], budget: float) -> frozenset[str]:
    """Return the turns of the first items that fit a budget; the first that does not ends it.

    Args:
        sizes: what each item takes, in the unit of the budget.
    """
    kept: set[str] = set()
    taken = 0.0
    for turns, size in zip(items, sizes, strict=True):
        taken += size
        if taken > budget:
            break
        kept.update(turns)
    return frozenset(kept)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The figures of one arm over all questions with evidence.

    Args:
        values: shape (questions, len(MEASURES)).
        categories: of each question.
    """

    values: Floats
    categories: NDArray[np.int64]

    def mean(self, measure: str, categories: Sequence[int] = (1, 2, 3, 4)) -> float:
        """Return the mean of a measure over categories; NaN where they hold no question."""
        values = self.column(measure)[np.isin(self.categories, categories)]
        return float(values.mean()) if values.size else float("nan")

    def column(self, measure: str) -> Floats:
        """Return a measure for every question."""
        return self.values[:, MEASURES.index(measure)]

    def count(self, categories: Sequence[int] = (1, 2, 3, 4)) -> int:
        """Return how many questions stand behind a mean."""
        return int(np.isin(self.categories, categories).sum())


def sheet(questions: Sequence[Question], answers: Sequence[Answer]) -> Sheet:
    """Score an arm; questions without evidence cannot be scored and are left out."""
    scored = [
        (question.category, figures(question, answer))
        for question, answer in zip(questions, answers, strict=True)
        if question.evidence and question.category in CATEGORIES
    ]
    return Sheet(
        values=np.array([row for _, row in scored], dtype=np.float64).reshape(-1, len(MEASURES)),
        categories=np.array([category for category, _ in scored], dtype=np.int64),
    )
