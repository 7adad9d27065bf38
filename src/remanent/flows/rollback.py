"""Go back to a moment of record time on a new branch, and bring the branch that was left back.

What was recorded after the moment is set aside: nothing of it is read any more, and nothing is
deleted. Turns, facts and their uses go; behaviours and the preferences that they taught stay.
"""

import json
from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from typing import Final

from remanent.errors import AccessError, InputError, NotFoundError
from remanent.facts.change import refold
from remanent.facts.targets import POINTERS, takes_back_a_turn
from remanent.flows.door import Applied, Door
from remanent.flows.keeping import keep
from remanent.flows.neighbours import settle_standing
from remanent.flows.settling import aim_again, apply, take_aim_off
from remanent.model.event import Event, EventKind, Origin, Role
from remanent.model.feed import Rollback
from remanent.model.governance import Actor, ActorKind
from remanent.model.instants import from_microseconds, to_microseconds
from remanent.model.mark import FactWrite
from remanent.model.remembered import ChangeKind
from remanent.model.retention import RetentionPlan
from remanent.model.scope import Scope
from remanent.ports import Transaction

PREFIX: Final = "rollback "
MOST_LISTED: Final = 10_000


def rollback(
    door: Door,
    scope: Scope,
    actor: Actor,
    *,
    moment: datetime | None,
    turn: str | None,
    plan: RetentionPlan | None,
) -> Rollback:
    """Set aside what was recorded after a moment, or after a turn, in one transaction.

    Args:
        moment: of record time; what was recorded at it stays.
        turn: id of the last turn that stays.
        plan: how the tenant keeps facts.

    Raises:
        AccessError: the actor is neither the owner nor an operator.
        NotFoundError: this scope holds no such turn.
        InputError: nothing was recorded after it.
    """
    _check(actor, "goes back")

    def block(transaction: Transaction, now: datetime) -> Applied[Rollback]:
        boundary, until = _boundary(transaction, moment, turn)
        undone = [
            mark
            for mark in transaction.marks(POINTERS)
            if mark.event_seq > boundary and takes_back_a_turn(mark)
        ]
        number = transaction.state.last_seq + 1
        voided = [(mark, transaction.events([mark.event_seq])) for mark in undone]
        events, facts, touched, staying, since = transaction.set_aside(boundary, until, number)
        if not events and not facts and not staying:
            raise InputError(
                "Nothing was recorded after that.", remedy="Name an earlier moment or turn."
            )
        _log(door, transaction, EventKind.ROLLBACK, {"branch": number, "to": boundary}, now)
        for pointer, said in voided:
            speaker = said[pointer.event_seq].speaker if pointer.event_seq in said else None
            touched |= take_aim_off(transaction, pointer, speaker)
        touched |= aim_again(transaction, since)
        _decide_again(transaction, touched, staying, now, plan)
        made = Rollback(number=number, at=now, to=until, events=events, facts=facts)
        _keep(transaction, made, now)
        return Applied(made, {"events": events, "facts": facts})

    return door.write(scope, actor, "rollback", block)


def restore(
    door: Door, scope: Scope, actor: Actor, number: int, *, plan: RetentionPlan | None
) -> Rollback:
    """Bring back what a rollback set aside, beside what was said since, in one transaction.

    Raises:
        AccessError: the actor is neither the owner nor an operator.
        NotFoundError: there is no such rollback.
        InputError: it was brought back already.
    """
    _check(actor, "brings a branch back")

    def block(transaction: Transaction, now: datetime) -> Applied[Rollback]:
        known = _read(transaction.document(_name(number)))
        if known is None:
            raise NotFoundError(f"There is no rollback {number} in this scope.")
        if not transaction.holds_branch(number):
            raise InputError(
                f"The rollback {number} was restored already.", remedy="There is nothing to do."
            )
        back, touched, changed = transaction.bring_back(number)
        _log(door, transaction, EventKind.RESTORE, {"branch": number}, now)
        said = transaction.events(back)
        if said:
            touched |= aim_again(transaction, min(event.occurred_at for event in said.values()))
        _decide_again(transaction, touched, changed, now, plan)
        made = replace(known, restored_at=now)
        _keep(transaction, made, now)
        return Applied(made, {"events": known.events, "facts": known.facts})

    return door.write(scope, actor, "restore", block)


def rollbacks(door: Door, scope: Scope, actor: Actor) -> tuple[Rollback, ...]:
    """Return every rollback of a scope, the first first."""
    with door.read(scope, actor) as snapshot:
        names = snapshot.documents(PREFIX, limit=MOST_LISTED)
        found = [_read(snapshot.document(name)) for name in names]
    return tuple(each for each in found if each is not None)


def _check(actor: Actor, does: str) -> None:
    if actor.kind not in {ActorKind.OWNER, ActorKind.OPERATOR}:
        raise AccessError(f"Only the owner or an operator {does}.")


def _boundary(
    transaction: Transaction, moment: datetime | None, turn: str | None
) -> tuple[int, datetime]:
    """Return the last log entry that stays, and the moment up to which it was recorded."""
    if turn is None:
        assert moment is not None, "one of the two was given"
        return transaction.last_event_by(moment), moment
    seq = transaction.event_seqs([turn]).get(turn)
    if seq is None:
        raise NotFoundError(f"There is no turn {turn} in this scope.")
    return seq, transaction.events([seq])[seq].recorded_at


def _decide_again(
    transaction: Transaction,
    touched: Collection[int],
    facts: Collection[int],
    now: datetime,
    plan: RetentionPlan | None,
) -> None:
    """Fold timelines anew, and let every fact concerned stand where it belongs."""
    written: list[FactWrite] = []
    for timeline in sorted(set(touched) - {POINTERS}):
        marks, known = transaction.marks(timeline), transaction.timeline_facts(timeline)
        if marks or known:
            decided = refold(marks, known, recorded_at=now, timeline=timeline)
            written += apply(transaction, decided, now)
            facts = {*facts, *(fact.seq for fact in known)}
    done = {write.fact.seq for write in written}
    standing = transaction.facts(set(facts) - done)
    written += [
        FactWrite(ChangeKind.REINFORCED, fact, 0) for fact in standing.values() if fact.is_current
    ]
    keep(transaction, written, now, plan)
    settle_standing(transaction, sorted({*facts, *done}), now, plan=plan)


def _log(
    door: Door,
    transaction: Transaction,
    kind: EventKind,
    content: dict[str, int],
    now: datetime,
) -> None:
    event = Event(
        id=door.ids.new_id(now),
        kind=kind,
        role=Role.SYSTEM,
        origin=Origin.TOOL,
        text="",
        occurred_at=now,
        recorded_at=now,
        payload=json.dumps(content, sort_keys=True),
    )
    transaction.append_events([event], covered=[True])


def _name(number: int) -> str:
    return f"{PREFIX}{number:019}"


def _keep(transaction: Transaction, made: Rollback, now: datetime) -> None:
    restored = None if made.restored_at is None else to_microseconds(made.restored_at)
    content = [
        made.number, to_microseconds(made.at), to_microseconds(made.to), made.events, made.facts,
        restored,
    ]  # fmt: skip
    transaction.keep_document(_name(made.number), json.dumps(content), now)


def _read(text: str | None) -> Rollback | None:
    if text is None:
        return None
    number, at, to, events, facts, restored = json.loads(text)
    return Rollback(
        number=number,
        at=from_microseconds(at),
        to=from_microseconds(to),
        events=events,
        facts=facts,
        restored_at=None if restored is None else from_microseconds(restored),
    )
