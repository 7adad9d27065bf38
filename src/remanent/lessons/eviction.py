"""Which lessons leave where there are more than a scope keeps: the least valuable first."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from remanent.dynamics.outcome import DEFAULT_WEIGHTS, PRIOR_SHARE
from remanent.lessons.credit import prior_of
from remanent.model.lesson import Lesson, LessonStatus

GRACE: Final = timedelta(days=14)
"""A lesson that was learned or seen since then stays: it had no time to prove itself."""

_ORDER: Final = {
    LessonStatus.RETIRED: 0,
    LessonStatus.STOPPED: 1,
    LessonStatus.QUARANTINED: 2,
    LessonStatus.ACTIVE: 3,
}


def least_valuable(
    lessons: Sequence[Lesson], at: datetime, *, count: int, grace: timedelta = GRACE
) -> list[Lesson]:
    """Return the lessons to let go of, at most `count`; what a person approved stays.

    Args:
        grace: how long a lesson is left alone after it was last seen.
    """

    def value(lesson: Lesson) -> tuple[int, int, float, datetime, str]:
        prior = prior_of(lesson, at, weights=DEFAULT_WEIGHTS, prior_share=PRIOR_SHARE)
        proven = lesson.tally.helped - lesson.tally.harmed
        seen = lesson.last_seen_at or lesson.recorded_at
        return _ORDER[lesson.status], proven, prior, seen, lesson.id

    may_go = [
        lesson
        for lesson in lessons
        if (lesson.last_seen_at or lesson.recorded_at) <= at - grace
        and not (lesson.is_approved and lesson.status is LessonStatus.ACTIVE)
    ]
    return sorted(may_go, key=value)[:count]
