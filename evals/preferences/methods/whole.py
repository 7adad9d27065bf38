"""Full history: the whole log goes into the prompt, and a careful reader draws the conclusion.

No model is asked; the reader is a formula that weighs all that stands in the text: kind, age
(half as much after 30 days), the situation (an event from another one counts a quarter), and what
came of acting on something. What it costs is the text.
"""

import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Final

from evals.preferences.methods.common import (
    Answer,
    Answers,
    Seen,
    best,
    filled,
    history_of,
    outcomes_of,
    signed,
    told,
)
from evals.preferences.world import ANSWERS, Acted, Entry, Question, World

HALF_LIFE: Final = timedelta(days=30)
ELSEWHERE: Final = 0.25


class WholeHistory:
    """Everything as context."""

    @property
    def name(self) -> str:
        """As the tables show it."""
        return "full history"

    def answer(self, world: World) -> Answers:
        """Read the log up to each question and answer it."""
        so_far: list[Entry] = []
        given: list[Answer] = []
        spent = 0.0
        for entries, question in told(world):
            so_far += entries
            begin = time.perf_counter()
            given.append(_one(world, so_far, question))
            spent += time.perf_counter() - begin
        return Answers(given=tuple(given), write_seconds=0.0, read_seconds=spent)


def _one(world: World, so_far: Sequence[Entry], question: Question) -> Answer:
    history = history_of(world, so_far, question.user)
    acted = outcomes_of(so_far, question.user)
    own = best(_weigh(history, acted, question))
    if len(own) < ANSWERS and world.population:
        sums: defaultdict[str, float] = defaultdict(float)
        for user in world.population:
            for name, score in _weigh(history_of(world, so_far, user), [], question).items():
                sums[name] += score
        own = filled(own, best(sums))
    return Answer(attributes=own[:ANSWERS], text=_told(history, acted))


def _weigh(
    history: Sequence[Seen], acted: Sequence[Acted], question: Question
) -> Mapping[str, float]:
    scores: defaultdict[str, float] = defaultdict(float)
    for event in history:
        weight = event.weight * 0.5 ** ((question.at - event.at) / HALF_LIFE)
        if question.context and not set(question.context) & set(event.context):
            weight *= ELSEWHERE
        for attribute in event.attributes:
            name, signed_weight = signed(attribute, weight)
            scores[name] += signed_weight
    for each in acted:
        fresh = 0.5 ** ((question.at - each.at) / HALF_LIFE)
        scores[each.attribute] += each.outcome * fresh
    return scores


def _told(history: Sequence[Seen], acted: Sequence[Acted]) -> str:
    lines = [
        f"{event.at:%Y-%m-%d %H:%M} {event.kind} {' '.join((*event.attributes, *event.context))}"
        for event in history
    ]
    lines += [f"{each.at:%Y-%m-%d %H:%M} {each.attribute} {each.outcome:+}" for each in acted]
    return "\n".join(lines)
