"""BM25 over the history: every event is a text, the question is searched in them.

The question's words are those of the situation it names and of the kinds that speak for something.
An attribute scores the sum over the events that bear it and are found. What speaks against it is
found by its situation alone, and then takes away. Without a situation this comes close to a
frequency in which the rarer kind of event counts more.
"""

import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from evals.baselines import Bm25
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
from evals.preferences.world import ANSWERS, KINDS, Entry, Question, World

_ASKED: Final = " ".join(kind for kind, each in KINDS.items() if not each.is_negative)


class Bm25History:
    """Keyword search in what happened."""

    @property
    def name(self) -> str:
        """As the tables show it."""
        return "BM25"

    def answer(self, world: World) -> Answers:
        """Read the log up to each question and answer it."""
        so_far: list[Entry] = []
        given: list[Answer] = []
        spent = 0.0
        for entries, question in told(world):
            so_far += entries
            begin = time.perf_counter()
            own = best(_search(history_of(world, so_far, question.user), question))
            if len(own) < ANSWERS and world.population:
                own = filled(own, _popular(world, so_far, question))
            given.append(Answer(attributes=own[:ANSWERS], text=" ".join(own[:ANSWERS])))
            spent += time.perf_counter() - begin
        return Answers(given=tuple(given), write_seconds=0.0, read_seconds=spent)


def text_of(event: Seen) -> str:
    """Return an event in words."""
    return " ".join((event.kind, *event.attributes, *event.context)).replace(":", " ")


def _search(history: Sequence[Seen], question: Question) -> Mapping[str, float]:
    asked = f"{_ASKED} {' '.join(question.context)}".replace(":", " ")
    found = Bm25([text_of(event) for event in history]).scores(asked)
    scores: defaultdict[str, float] = defaultdict(float)
    for event, relevance in zip(history, found, strict=True):
        for attribute in event.attributes:
            name, sign = signed(attribute, 1.0 if event.weight > 0 else -1.0)
            scores[name] += sign * float(relevance)
    return scores


def _popular(world: World, so_far: Sequence[Entry], question: Question) -> tuple[str, ...]:
    everybody = [event for user in world.population for event in history_of(world, so_far, user)]
    return best(_search(everybody, question))
