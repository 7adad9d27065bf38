"""Counters: how often, how lately, how often lately. No model, no index, a few lines each.

All of them know the catalog's items and kinds: a purchase counts 1, a click 0.3, a decline −0.6.
None knows aliases, contexts, groups or outcomes. Where people are known whom nobody asks about,
the places that a user's own history leaves empty go to what those people score highest in sum.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from evals.preferences.methods.common import (
    Answer,
    Answers,
    Seen,
    best,
    filled,
    history_of,
    signed,
    told,
)
from evals.preferences.world import ANSWERS, Entry, Question, World

WINDOW: Final = timedelta(days=30)

Reading = Callable[[Sequence[Seen], datetime], Mapping[str, float]]
"""Scores the attributes of one history at a moment."""


def frequency(history: Sequence[Seen], _at: datetime) -> Mapping[str, float]:
    """Score by the sum of weights over all time."""
    scores: defaultdict[str, float] = defaultdict(float)
    for event in history:
        for attribute in event.attributes:
            name, weight = signed(attribute, event.weight)
            scores[name] += weight
    return scores


def recency(history: Sequence[Seen], at: datetime) -> Mapping[str, float]:
    """Score by the latest event: nothing where that one speaks against."""
    scores: dict[str, float] = {}
    for event in history:
        for attribute in event.attributes:
            name, weight = signed(attribute, event.weight)
            age = (at - event.at) / timedelta(days=1)
            scores[name] = 1.0 / (1.0 + age) if weight > 0 else 0.0
    return scores


def window(history: Sequence[Seen], at: datetime) -> Mapping[str, float]:
    """Score by the sum of weights over the last thirty days."""
    return frequency([event for event in history if at - event.at <= WINDOW], at)


READINGS: Final[Mapping[str, Reading]] = {
    "frequency": frequency,
    "recency": recency,
    "frequency, 30 days": window,
}


class Counter:
    """A reading of the history, done anew for each question."""

    def __init__(self, name: str, reading: Reading | None = None) -> None:
        """Take the reading of this name, unless another is given."""
        self._name = name
        self._reading = reading or READINGS[name]

    @property
    def name(self) -> str:
        """As the tables show it."""
        return self._name

    def answer(self, world: World) -> Answers:
        """Read the log up to each question and answer it."""
        so_far: list[Entry] = []
        given: list[Answer] = []
        spent = 0.0
        for entries, question in told(world):
            so_far += entries
            begin = time.perf_counter()
            given.append(self._one(world, so_far, question))
            spent += time.perf_counter() - begin
        return Answers(given=tuple(given), write_seconds=0.0, read_seconds=spent)

    def _one(self, world: World, so_far: Sequence[Entry], question: Question) -> Answer:
        own = best(self._reading(history_of(world, so_far, question.user), question.at))
        if len(own) < ANSWERS and world.population:
            own = filled(own, self._popular(world, so_far, question.at))
        return Answer(attributes=own[:ANSWERS], text=" ".join(own[:ANSWERS]))

    def _popular(self, world: World, so_far: Sequence[Entry], at: datetime) -> tuple[str, ...]:
        sums: defaultdict[str, float] = defaultdict(float)
        for user in world.population:
            for name, score in self._reading(history_of(world, so_far, user), at).items():
                sums[name] += score
        return best(sums)
