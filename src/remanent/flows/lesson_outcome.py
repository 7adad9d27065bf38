"""What happened to lessons that were shown: shown, used and helped, each recorded apart.

A success counts only where the condition that the lesson names fired, a failure always; each use
takes one outcome, and a person's word outranks what was inferred. What does not count is on the
record with its reason.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from typing import Final

from remanent.dynamics.outcome import check_outcome
from remanent.errors import InputError, NotFoundError
from remanent.flows.door import Applied, Door
from remanent.flows.lesson_events import lesson_event
from remanent.flows.recall_ids import read_fired
from remanent.flows.spaces import check_member
from remanent.lessons.credit import (
    RECORDED,
    REPLACED,
    Given,
    kind_of,
    reason_to_skip,
    retold,
    standing,
    with_result,
    with_showing,
    with_use,
)
from remanent.model.governance import Actor, ActorKind
from remanent.model.lesson import Credit, CreditKind, Judge, Lesson
from remanent.model.scope import Scope
from remanent.ports import Transaction

MOST_RETOLD: Final = 10_000
"""Outcomes of one lesson that are decided again where a person corrects one."""

_COUNTED: Final = frozenset({CreditKind.HELPED, CreditKind.HARMED, CreditKind.NEUTRAL})


def is_lesson_recall(door: Door, scope: Scope, actor: Actor, token: str) -> bool:
    """Say whether an id is of a recall of lessons of this scope.

    Raises:
        NotFoundError: the id is not of this scope.
    """
    with door.read(scope, actor) as snapshot:
        return read_fired(token, snapshot.state.key) is not None


def record_lesson_outcome(
    door: Door,
    scope: Scope,
    actor: Actor,
    recall_id: str,
    *,
    outcome: float,
    item_ids: Sequence[str] | None = None,
    condition_fired: bool | None = None,
    judge: Judge | None = None,
    session: str | None = None,
) -> int:
    """Count an outcome for lessons that a recall showed.

    Args:
        outcome: in [-1, 1].
        condition_fired: what became known since the recall; None leaves what it knew.
        judge: who says so; by default a person where the owner calls, else inferred.

    Returns:
        For how many lessons it counted; what did not is among the credits, with its reason.

    Raises:
        NotFoundError: the id is not of this scope, or did not show such a lesson.
        InputError: the outcome is outside [-1, 1], or every use cited has one already.
            Nothing changed.
        AccessError: the actor is no member of the space.
    """
    speaker = judge or (Judge.PERSON if actor.kind is ActorKind.OWNER else Judge.INFERRED)
    if speaker is Judge.PERSON and actor.kind is ActorKind.AGENT:
        speaker = Judge.INFERRED
    shown = _cited(door, scope, actor, recall_id, item_ids)
    try:
        check_outcome(outcome, was_shown=True, is_settled=False)
    except ValueError as error:
        raise InputError(str(error)) from None

    def block(transaction: Transaction, now: datetime) -> Applied[int]:
        check_member(transaction, scope, actor)
        known = _lessons(transaction, list(shown))
        digest = _digest(recall_id)
        earlier = {
            credit.lesson_seq: credit
            for credit in transaction.credits_of_recall(digest)
            if credit.kind in _COUNTED
        }
        decided = [
            (lesson, Given(outcome, speaker, _fired(shown[lesson.id], condition_fired)))
            for lesson in known
        ]
        reasons = {
            lesson.seq: reason_to_skip(given, earlier.get(lesson.seq)) for lesson, given in decided
        }
        if known and all(reason == RECORDED for reason in reasons.values()):
            raise InputError("These uses have an outcome already; nothing changed.")
        if not known:
            return Applied(0, {})
        event = lesson_event(
            door, "outcome", now, session=session,
            content={"lessons": [each.id for each in known], "outcome": outcome},
        )  # fmt: skip
        (seq,) = transaction.append_events([event], covered=[True])
        _note_showing(transaction, known, digest, now, event_seq=seq, session=session)
        counted = 0
        for lesson, given in decided:
            now_known = transaction.lessons([lesson.seq])[lesson.seq]
            reason = reasons[lesson.seq]
            credit = Credit(
                lesson.id, CreditKind.SKIPPED if reason else kind_of(outcome), now, outcome,
                judge=given.judge, reason=reason, session=session, event_seq=seq,
                lesson_seq=lesson.seq, recall=digest,
            )  # fmt: skip
            before = earlier.get(lesson.seq)
            if reason is None and before is not None:
                transaction.skip_credit(before, REPLACED)
            transaction.add_credits([credit])
            if reason is None:
                _apply(transaction, now_known, outcome, is_correction=before is not None)
                counted += 1
        return Applied(counted, {"outcomes": counted, "skipped": len(known) - counted})

    return door.write(scope, actor, "record_outcome", block)


def record_lesson_use(
    door: Door,
    scope: Scope,
    actor: Actor,
    recall_id: str,
    item_ids: Sequence[str] | None = None,
    *,
    session: str | None = None,
) -> int:
    """Note that lessons of a recall were used; said again, it is noted once.

    Returns:
        How many uses were noted.

    Raises:
        NotFoundError: the id is not of this scope, or did not show such a lesson.
    """
    return _record(door, scope, actor, recall_id, item_ids, session=session, is_use=True)


def record_lesson_shown(
    door: Door,
    scope: Scope,
    actor: Actor,
    recall_id: str,
    *,
    session: str | None = None,
    tokens: int | None = None,
    milliseconds: float | None = None,
) -> int:
    """Note that the lessons of a recall were put before an agent, and what that cost."""
    return _record(
        door, scope, actor, recall_id, None,
        session=session, is_use=False, tokens=tokens, milliseconds=milliseconds,
    )  # fmt: skip


def _record(
    door: Door,
    scope: Scope,
    actor: Actor,
    recall_id: str,
    item_ids: Sequence[str] | None,
    *,
    session: str | None,
    is_use: bool,
    tokens: int | None = None,
    milliseconds: float | None = None,
) -> int:
    shown = _cited(door, scope, actor, recall_id, item_ids)

    def block(transaction: Transaction, now: datetime) -> Applied[int]:
        check_member(transaction, scope, actor)
        digest = _digest(recall_id)
        known = _lessons(transaction, list(shown))
        kind = CreditKind.USED if is_use else CreditKind.SHOWN
        noted = {
            credit.lesson_seq
            for credit in transaction.credits_of_recall(digest)
            if credit.kind is kind
        }
        new = [lesson for lesson in known if lesson.seq not in noted]
        if not new:
            return Applied(0, {})
        event = lesson_event(
            door, kind.value, now, session=session, content={"lessons": [each.id for each in new]}
        )
        (seq,) = transaction.append_events([event], covered=[True])
        _note_showing(
            transaction,
            new,
            digest,
            now,
            event_seq=seq,
            session=session,
            tokens=tokens,
            milliseconds=milliseconds,
        )
        if is_use:
            for seq_of, lesson in transaction.lessons(each.seq for each in new).items():
                transaction.write_lesson(replace(lesson, tally=with_use(lesson.tally, now)))
                transaction.add_credits(
                    [
                        Credit(
                            lesson.id, CreditKind.USED, now, session=session, event_seq=seq,
                            lesson_seq=seq_of, recall=digest,
                        )
                    ]
                )  # fmt: skip
        return Applied(len(new), {kind.value: len(new)})

    return door.write(scope, actor, "record_use" if is_use else "record_shown", block)


def _note_showing(
    transaction: Transaction,
    lessons: Sequence[Lesson],
    digest: bytes,
    now: datetime,
    *,
    event_seq: int,
    session: str | None,
    tokens: int | None = None,
    milliseconds: float | None = None,
) -> None:
    """Note once that a recall showed lessons: whatever is used or helped was shown."""
    noted = {
        credit.lesson_seq
        for credit in transaction.credits_of_recall(digest)
        if credit.kind is CreditKind.SHOWN
    }
    new = [lesson for lesson in lessons if lesson.seq not in noted]
    for place, lesson in enumerate(new):
        transaction.write_lesson(replace(lesson, tally=with_showing(lesson.tally)))
        is_first = place == 0  # the cost is of all that were shown together
        transaction.add_credits(
            [
                Credit(
                    lesson.id, CreditKind.SHOWN, now, session=session,
                    tokens=tokens if is_first else None,
                    milliseconds=milliseconds if is_first else None,
                    event_seq=event_seq, lesson_seq=lesson.seq, recall=digest,
                )
            ]
        )  # fmt: skip


def _apply(
    transaction: Transaction, lesson: Lesson, outcome: float, *, is_correction: bool
) -> None:
    """Let an outcome count, and the lesson stand where its outcomes put it."""
    if is_correction:
        values = [
            credit.value
            for credit in transaction.credits_of_lesson(lesson.seq, limit=MOST_RETOLD)
            if credit.kind in _COUNTED
        ]
        tally = retold(lesson.tally, values)
    else:
        tally = with_result(lesson.tally, outcome)
    told = replace(lesson, tally=tally)
    transaction.write_lesson(replace(told, status=standing(told)))


def _cited(
    door: Door, scope: Scope, actor: Actor, recall_id: str, item_ids: Sequence[str] | None
) -> dict[str, bool]:
    with door.read(scope, actor) as snapshot:
        fired = read_fired(recall_id, snapshot.state.key)
    if fired is None:
        raise NotFoundError("That id is not of a recall of lessons.")
    for item in item_ids or ():
        if item not in fired:
            raise NotFoundError(f"That recall did not show the lesson {item}.")
    return fired if item_ids is None else {item: fired[item] for item in item_ids}


def _lessons(transaction: Transaction, ids: Sequence[str]) -> list[Lesson]:
    """Return the lessons that are there still, in the order in which they were shown."""
    seqs = transaction.lesson_seqs(ids)
    known = transaction.lessons(seqs.values())
    return [known[seqs[item]] for item in ids if item in seqs]


def _fired(at_recall: bool, since: bool | None) -> bool | None:  # noqa: FBT001 - two answers
    return at_recall if since is None else since


def _digest(recall_id: str) -> bytes:
    return sha256(recall_id.encode()).digest()[:16]
