"""Which lessons fit a situation, best first: relevance, times a bounded prior.

Relevance is the better of how well the condition fits and how well the words do; strength and
popularity never outrank it (FORMULAS §4).
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from remanent.dynamics.outcome import DEFAULT_WEIGHTS, PRIOR_SHARE, ScoreWeights, rank
from remanent.lessons.condition import Match, match_condition
from remanent.lessons.credit import prior_of
from remanent.model.lesson import Lesson, LessonItem, LessonStatus, Situation
from remanent.text.tokens import STOP_TERMS, tokenize

RELEVANCE_FLOOR: Final = 0.25
"""Lessons that fit worse are not shown, however proven."""

WORDS_SHARE: Final = 0.6
"""Where both were read by an embedder, so much of relevance is words; the rest is meaning."""

_ROUND: Final = 6


@dataclass(frozen=True, slots=True)
class LessonPlan:
    """How lessons are ranked; the same for every question of one memory.

    Args:
        weights, prior_share: of the prior (FORMULAS §4).
        floor: relevance below which nothing is shown, in [0, 1].
    """

    weights: ScoreWeights = DEFAULT_WEIGHTS
    prior_share: float = PRIOR_SHARE
    floor: float = RELEVANCE_FLOOR


def terms_of(text: str) -> dict[str, int]:
    """Return how often each term that carries content is in a text."""
    counts: dict[str, int] = {}
    for term in tokenize(text):
        if term not in STOP_TERMS:
            counts[term] = counts.get(term, 0) + 1
    return counts


def words_of(lesson: Lesson) -> str:
    """Return the words under which a lesson is found."""
    condition = lesson.condition
    parts = (lesson.text, condition.task, condition.error, condition.tool, *condition.attributes)
    return " ".join(part for part in parts if part)


def words_asked(query: str, situation: Situation) -> str:
    """Return the words that a situation is looked up by."""
    parts = (query, situation.task, situation.error, situation.tool, *situation.attributes)
    return " ".join(part for part in parts if part)


def rank_lessons(
    lessons: Sequence[Lesson],
    query: str,
    situation: Situation,
    at: datetime,
    *,
    plan: LessonPlan,
    holders: Mapping[str, int],
    among: int,
    cosines: Callable[[Lesson], float | None] = lambda _: None,
) -> list[LessonItem]:
    """Return the lessons that fit, best first; ties by age, then id.

    Args:
        lessons: candidates; only active ones that the repository does not say itself are shown.
        holders: how many lessons of the scope hold each term. among: how many there are.
        cosines: of a lesson with the query, where an embedder read both.
    """
    asked = terms_of(words_asked(query, situation))
    found = []
    for lesson in lessons:
        if lesson.status is not LessonStatus.ACTIVE or lesson.repeats is not None:
            continue
        matched = match_condition(lesson.condition, situation)
        if matched.match is Match.RULED_OUT:
            continue
        words = cosine_of(asked, terms_of(words_of(lesson)), holders, among)
        meaning = cosines(lesson)
        if meaning is not None:
            words = max(words, WORDS_SHARE * words + (1 - WORDS_SHARE) * max(meaning, 0.0))
        has_fired = matched.match is Match.FIRED
        similarity = _combined(matched.strength, words) if has_fired else words
        if similarity < plan.floor:
            continue
        prior = prior_of(lesson, at, weights=plan.weights, prior_share=plan.prior_share)
        score = round(rank(similarity, prior=prior), _ROUND)
        found.append(LessonItem(lesson, round(similarity, _ROUND), prior, score, has_fired))
    return sorted(found, key=lambda item: (-item.score, item.lesson.recorded_at, item.lesson.id))


def _combined(condition: float, words: float) -> float:
    """Return relevance from two pieces of evidence, in [0, 1]: either may carry it alone."""
    return 1 - (1 - condition * _CONDITION_CARRIES) * (1 - words)


_CONDITION_CARRIES: Final = 0.8
"""A condition that fits wholly is so much of relevance by itself; words tell such lessons apart."""


def cosine_of(
    asked: Mapping[str, int], held: Mapping[str, int], holders: Mapping[str, int], among: int
) -> float:
    """Return the cosine of two texts by their terms' rarity, in [0, 1]."""

    def weights(counts: Mapping[str, int]) -> dict[str, float]:
        return {
            term: (1 + math.log(count)) * _rarity(holders.get(term, 0), among)
            for term, count in counts.items()
        }

    here, there = weights(asked), weights(held)
    norms = math.sqrt(sum(each * each for each in here.values())) * math.sqrt(
        sum(each * each for each in there.values())
    )
    if norms == 0:
        return 0.0
    shared = math.fsum(here[term] * there[term] for term in sorted(here.keys() & there.keys()))
    return min(1.0, shared / norms)


def _rarity(holders: int, among: int) -> float:
    """Return ln((N + 1)/(n + 1)) + 1 of a term that n of N lessons hold."""
    return math.log((among + 1) / (holders + 1)) + 1
