"""Which outcomes of a lesson count, and when it stops being shown.

A success counts only where the condition that the lesson names fired; a failure always does. What
a person says outranks what was inferred. A lesson is stopped by failures in a row: two stop a
fresh one, one that has proven itself is given more; it is never deleted for them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from remanent.dynamics.activation import KEPT_USES, UseHistory, base_level_at
from remanent.dynamics.outcome import (
    OutcomeValue,
    ScoreWeights,
    effective_value,
    is_credited,
    prior,
    score,
    with_outcome,
)
from remanent.model.instants import to_microseconds
from remanent.model.lesson import Credit, CreditKind, Judge, Lesson, LessonStatus, Tally

FAILURES_OF_A_FRESH_ONE: Final = 2
MOST_FAILURES: Final = 6
"""However proven a lesson is, so many failures in a row stop it."""

SILENT: Final = "its condition did not fire"
OUTRANKED: Final = "a person had said how it went"
REPLACED: Final = "a person said how it went"
RECORDED: Final = "this use has an outcome already"


@dataclass(frozen=True, slots=True)
class Given:
    """An outcome of one use of a lesson, as it comes in.

    Args:
        value: in [-1, 1].
        fired: whether the condition of the lesson fired; None where nobody knows.
    """

    value: float
    judge: Judge
    fired: bool | None


def reason_to_skip(given: Given, earlier: Credit | None) -> str | None:
    """Return why an outcome does not count; None where it does.

    Args:
        earlier: the outcome that this use has already.
    """
    if earlier is not None:
        if earlier.judge is Judge.PERSON and given.judge is Judge.INFERRED:
            return OUTRANKED
        if earlier.judge is given.judge:
            return RECORDED
    if not is_credited(given.value, condition_fired=given.fired is True):
        return SILENT
    return None


def kind_of(value: float) -> CreditKind:
    """Return what an outcome is called."""
    if value > 0:
        return CreditKind.HELPED
    return CreditKind.HARMED if value < 0 else CreditKind.NEUTRAL


def with_result(tally: Tally, value: float) -> Tally:
    """Return a tally after one more outcome that counts."""
    record = with_outcome(
        OutcomeValue(value=tally.value, count=tally.outcomes), value, failures_never_raise=True
    )
    return replace(
        tally,
        outcomes=record.count,
        value=record.value,
        helped=tally.helped + (value > 0),
        harmed=tally.harmed + (value < 0),
        failures=0 if value > 0 else tally.failures + (value < 0),
    )


def retold(tally: Tally, values: Sequence[float]) -> Tally:
    """Return a tally whose outcomes are decided again, in their order."""
    told = replace(tally, outcomes=0, value=0.0, helped=0, harmed=0, failures=0)
    for value in values:
        told = with_result(told, value)
    return told


def with_showing(tally: Tally) -> Tally:
    """Return a tally after the lesson was shown."""
    return replace(tally, shown=tally.shown + 1)


def with_use(tally: Tally, at: datetime) -> Tally:
    """Return a tally after the lesson was used; the latest 32 uses are kept, in any order."""
    times = sorted((*tally.used_at, to_microseconds(at)))
    return replace(tally, used=tally.used + 1, used_at=tuple(times[-KEPT_USES:]))


def patience(helped: int) -> int:
    """Return how many failures in a row a lesson is given: 2, and one more for each doubling."""
    return min(MOST_FAILURES, FAILURES_OF_A_FRESH_ONE + (helped + 1).bit_length() - 1)


def has_failed(tally: Tally) -> bool:
    """Say whether a lesson is to be stopped."""
    return tally.failures >= patience(tally.helped)


def standing(lesson: Lesson) -> LessonStatus:
    """Return the status that a lesson's origins, approval and outcomes give it.

    A retired one stays so until a person approves it.
    """
    from remanent.lessons.sightings import INDEPENDENT_ORIGINS  # noqa: PLC0415 - patterns

    if lesson.status is LessonStatus.RETIRED:
        return LessonStatus.RETIRED
    if has_failed(lesson.tally):
        return LessonStatus.STOPPED
    if lesson.is_approved or lesson.origins >= INDEPENDENT_ORIGINS:
        return LessonStatus.ACTIVE
    return LessonStatus.QUARANTINED


def prior_of(lesson: Lesson, at: datetime, *, weights: ScoreWeights, prior_share: float) -> float:
    """Return what uses and outcomes may do to a lesson's rank (FORMULAS §4), in [1 - β, 1].

    A lesson without uses and outcomes has 1: it is given its chance.
    """
    tally = lesson.tally
    if not tally.used and not tally.outcomes:
        return 1.0
    history = UseHistory(
        created_microseconds=to_microseconds(lesson.recorded_at),
        count=max(tally.used, len(tally.used_at)),
        used_microseconds=tally.used_at,
    )
    record = OutcomeValue(value=tally.value, count=tally.outcomes)
    return prior(
        score(
            base_level_at(history, to_microseconds(at)),
            effective_value=effective_value(record),
            weights=weights,
        ),
        prior_share=prior_share,
    )
