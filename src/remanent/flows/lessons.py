"""Lessons as they stand: listed, looked at, approved and retired."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from remanent.errors import NotFoundError
from remanent.flows.door import Applied, Door
from remanent.flows.lesson_events import lesson_event
from remanent.flows.spaces import check_curator, check_member
from remanent.lessons.credit import prior_of, standing
from remanent.lessons.ranking import LessonPlan
from remanent.model.governance import Actor
from remanent.model.lesson import Credit, Lesson, LessonStatus
from remanent.model.listing import Listing
from remanent.model.scope import Scope
from remanent.ports import Snapshot, Transaction


def list_lessons(
    door: Door,
    scope: Scope,
    actor: Actor,
    *,
    status: LessonStatus | None,
    limit: int,
    skip: int,
    plan: LessonPlan,
) -> Listing[Lesson]:
    """Return lessons, the first learned first."""
    with door.read(scope, actor) as snapshot:
        check_member(snapshot, scope, actor)
        every = snapshot.count_lessons(status)
        found = snapshot.list_lessons(status, skip=skip, limit=limit)
    now = door.clock.now()
    return Listing(
        [_with_prior(lesson, now, plan) for lesson in found],
        dropped=max(every - skip - len(found), 0),
    )


def one_lesson(
    door: Door, scope: Scope, actor: Actor, lesson_id: str, *, plan: LessonPlan
) -> Lesson:
    """Return one lesson.

    Raises:
        NotFoundError: this scope has no such lesson.
    """
    with door.read(scope, actor) as snapshot:
        check_member(snapshot, scope, actor)
        found = _find(snapshot, lesson_id)
    return _with_prior(found, door.clock.now(), plan)


def approve_lesson(
    door: Door, scope: Scope, actor: Actor, lesson_id: str, *, plan: LessonPlan
) -> Lesson:
    """Let a lesson be shown, whatever its origins and outcomes were; it starts afresh.

    Raises:
        AccessError: the actor is neither the owner nor a curator of the space.
        NotFoundError: this scope has no such lesson.
    """

    def approved(lesson: Lesson) -> Lesson:
        again = replace(
            lesson,
            is_approved=True,
            status=LessonStatus.QUARANTINED,
            tally=replace(lesson.tally, failures=0),
        )
        return replace(again, status=standing(again))

    return _decide(door, scope, actor, lesson_id, "approved", change=approved, plan=plan)


def retire_lesson(
    door: Door, scope: Scope, actor: Actor, lesson_id: str, *, plan: LessonPlan
) -> Lesson:
    """Take a lesson out; it is kept, and shown no more. Errors as in `approve_lesson`."""

    def retired(lesson: Lesson) -> Lesson:
        return replace(lesson, is_approved=False, status=LessonStatus.RETIRED)

    return _decide(door, scope, actor, lesson_id, "retired", change=retired, plan=plan)


def credits_of(
    door: Door, scope: Scope, actor: Actor, *, since: datetime | None, limit: int, skip: int
) -> Listing[Credit]:
    """Return what happened to lessons, the latest first."""
    with door.read(scope, actor) as snapshot:
        check_member(snapshot, scope, actor)
        found = snapshot.credits(since=since, skip=skip, limit=limit)
        every = snapshot.count_credits(since=since)
    return Listing(found, dropped=max(every - skip - len(found), 0))


def _decide(
    door: Door,
    scope: Scope,
    actor: Actor,
    lesson_id: str,
    action: str,
    *,
    change: Callable[[Lesson], Lesson],
    plan: LessonPlan,
) -> Lesson:
    def block(transaction: Transaction, now: datetime) -> Applied[Lesson]:
        check_curator(transaction, scope, actor)
        known = _find(transaction, lesson_id)
        decided = change(known)
        if decided == known:
            return Applied(known, {})
        event = lesson_event(door, action, now, content={"lesson": known.id})
        transaction.append_events([event], covered=[True])
        transaction.write_lesson(decided)
        return Applied(decided, {action: 1})

    decided = door.write(scope, actor, f"{action}_lesson", block)
    return _with_prior(decided, door.clock.now(), plan)


def _find(snapshot: Snapshot, lesson_id: str) -> Lesson:
    seqs = snapshot.lesson_seqs([lesson_id])
    found = snapshot.lessons(seqs.values()).get(seqs.get(lesson_id, 0))
    if found is None:
        raise NotFoundError(
            f"There is no lesson {lesson_id} in this scope.", remedy="List them with lessons()."
        )
    return found


def _with_prior(lesson: Lesson, now: datetime, plan: LessonPlan) -> Lesson:
    prior = prior_of(lesson, now, weights=plan.weights, prior_share=plan.prior_share)
    return replace(lesson, prior=prior)
