"""Does memory stay silent when it knows nothing, and speak when it knows something?

Questions of one conversation are put to the memories of others, where the right answer is nothing.
By default each question goes to a few others, chosen by its number so that every pair of
conversations is asked about equally often.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Final

from evals.locomo.answers import Answer
from evals.locomo.asking import Shelf, opened
from evals.locomo.dataset import ADVERSARIAL, Question
from remanent import Embedder

FOREIGN_GOAL: Final = 0.97
ANSWERABLE_GOAL: Final = 0.02
MEMORIES_A_QUESTION: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Emptiness:
    """How often nothing was returned.

    Args:
        foreign: share of questions put to another conversation's memory; goal at least .97.
        answerable: share of answerable questions put to their own; goal at most .02.
        adversarial: the same of questions whose premise is false: not a goal, but of interest.
        asked_abroad, asked_at_home: how many questions stand behind the first two.
    """

    foreign: float
    answerable: float
    adversarial: float
    asked_abroad: int
    asked_at_home: int


def pairs(
    shelves: Sequence[Shelf], questions: Sequence[Sequence[Question]], *, memories: int
) -> Iterator[tuple[int, int, Question]]:
    """Yield (home, abroad, question): each question with other memories, evenly spread."""
    others = len(shelves) - 1
    for home, asked in enumerate(questions):
        for number, question in enumerate(asked):
            for step in range(min(memories, others)):
                yield home, (home + 1 + (number + step) % others) % len(shelves), question


def measure_emptiness(
    shelves: Sequence[Shelf],
    questions: Sequence[Sequence[Question]],
    answers: Sequence[Sequence[Answer]],
    *,
    embedder: Embedder | None,
    memories: int = MEMORIES_A_QUESTION,
    progress: Callable[[], None] | None = None,
) -> Emptiness:
    """Put questions to foreign memories, and count how often the own one was silent.

    Args:
        questions, answers: for each shelf those that were asked of it.
        memories: to how many other memories each question is put.
    """
    silent: list[bool] = []
    with ExitStack() as stack:
        scopes = [stack.enter_context(opened(shelf, embedder=embedder)) for shelf in shelves]
        for _, abroad, question in pairs(shelves, questions, memories=memories):
            silent.append(not scopes[abroad].recall(question.text, limit=1, budget_tokens=0))
            if progress is not None:
                progress()
    at_home = [
        (question, not answer.items)
        for asked, given in zip(questions, answers, strict=True)
        for question, answer in zip(asked, given, strict=True)
    ]
    answerable = [empty for question, empty in at_home if question.is_answerable]
    trapped = [empty for question, empty in at_home if question.category == ADVERSARIAL]
    return Emptiness(
        foreign=_share(silent),
        answerable=_share(answerable),
        adversarial=_share(trapped),
        asked_abroad=len(silent),
        asked_at_home=len(answerable),
    )


def _share(flags: Sequence[bool]) -> float:
    return sum(flags) / len(flags) if flags else float("nan")
