"""Go back to a moment of record time on a new branch, and bring the branch that was left back.

What was recorded after the moment is set aside: nothing of it is read any more, and nothing is
deleted. Turns, facts, their uses, work for a model and proposals about them go.

BEHAVIOURS STAY, and so do the preferences that they taught, the outcomes of those, and what an
owner decided (pins, entities, what is kept apart): a preference is not a fold over its evidence
alone. The keys of retries stay as well, so that a request which is sent once more after a rollback
does not bring back what was set aside. What a model cost stays spent.
"""

import json
from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from typing import Final

from remanent.errors import AccessError, IdempotencyError, InputError, NotFoundError
from remanent.facts.change import founded_by
from remanent.facts.fold import is_resumed
from remanent.facts.retention import DEFAULT_PLAN, Birth, frozen, replay
from remanent.facts.slots import FactRules, normalise
from remanent.facts.targets import COPIES_APART, POINTERS, copies_of, may_end_more, related_slots
from remanent.flows.cardinality import follow_rules
from remanent.flows.door import Applied, Door
from remanent.flows.keeping import MOST_USES, birth_of, keep
from remanent.flows.neighbours import denials_of, settle_doubts, settle_standing
from remanent.flows.settling import aim_again, asserted_before, endings_of, fold_again
from remanent.model.branch import BroughtBack
from remanent.model.event import Event, EventKind, Origin, Role
from remanent.model.fact import Fact, Stance
from remanent.model.feed import Rollback
from remanent.model.governance import Actor, ActorKind
from remanent.model.instants import from_microseconds, to_microseconds
from remanent.model.mark import FactWrite, Mark
from remanent.model.remembered import ChangeKind
from remanent.model.retention import RetentionPlan
from remanent.model.scope import Scope
from remanent.ports import Snapshot, Transaction
from remanent.quoting import shown

PREFIX: Final = "rollback "
MOST_LISTED: Final = 10_000
MOST_MET: Final = 1_000_000
"""Facts that were said on a new branch, and that meet those which come back to it."""


def rollback(
    door: Door,
    scope: Scope,
    actor: Actor,
    *,
    moment: datetime | None,
    turn: str | None,
    rules: FactRules,
    idempotency_key: str | None = None,
) -> Rollback:
    """Set aside what was recorded after a moment, or after a turn, in one transaction.

    Args:
        moment: of record time; what was recorded at it stays.
        turn: id of the last turn that stays.
        rules: what the tenant says of slots, and how it keeps facts.

    Raises:
        AccessError: the actor is neither the owner nor an operator.
        NotFoundError: this scope holds no such turn.
        InputError: nothing was recorded after it.
    """
    _check(actor, "goes back")
    digest = f"rollback {moment} {turn}"

    def block(transaction: Transaction, now: datetime) -> Applied[Rollback]:
        kept = _kept(transaction, idempotency_key, digest)
        if kept is not None:
            return Applied(kept, {})
        boundary, until = _boundary(transaction, moment, turn)
        number = len(transaction.documents(PREFIX, limit=MOST_LISTED)) + 1
        if number > MOST_LISTED:
            raise InputError(f"A scope goes back at most {MOST_LISTED:,} times.")
        gone = transaction.set_aside(boundary, until, number, pointers=POINTERS)
        if gone.is_empty:
            raise InputError(
                "Nothing was recorded after that.", remedy="Name an earlier moment or turn."
            )
        _log(door, transaction, EventKind.ROLLBACK, {"branch": number, "to": boundary}, now)
        touched = set(gone.timelines)
        since = [mark.at for mark, _ in gone.pointers]
        since += [gone.since] if gone.since is not None else []
        if since:
            touched |= aim_again(transaction, min(since), undone=gone.pointers)
        _decide_again(transaction, touched, gone.staying, now, rules)
        made = Rollback(number=number, at=now, to=until, events=gone.events, facts=gone.facts)
        _keep(transaction, made, now, idempotency_key, digest)
        return Applied(made, {"events": gone.events, "facts": gone.facts, "rollbacks": 1})

    return door.write(scope, actor, "rollback", block)


def restore(
    door: Door,
    scope: Scope,
    actor: Actor,
    number: int,
    *,
    rules: FactRules,
    idempotency_key: str | None = None,
) -> Rollback:
    """Bring back what a rollback set aside, beside what was said since, in one transaction.

    Raises:
        AccessError: the actor is neither the owner nor an operator.
        NotFoundError: there is no such rollback.
        InputError: it was brought back already.
    """
    _check(actor, "brings a branch back")
    digest = f"restore {number}"

    def block(transaction: Transaction, now: datetime) -> Applied[Rollback]:
        kept = _kept(transaction, idempotency_key, digest)
        if kept is not None:
            return Applied(kept, {})
        text = transaction.document(_name(number))
        if text is None:
            raise NotFoundError(f"There is no rollback {number} in this scope.")
        known, ended_at = _read(text)
        if known.restored_at is not None:
            raise InputError(
                f"The rollback {number} was restored already.", remedy="There is nothing to do."
            )
        is_alone = transaction.state.last_seq == ended_at
        is_nested = any(
            other.number > number
            or (other.restored_at is not None and other.restored_at >= known.at)
            for other, _ in _all(transaction)
        )
        back = transaction.bring_back(number, is_nested=is_nested)
        _log(door, transaction, EventKind.RESTORE, {"branch": number}, now)
        touched = set(back.own | back.timelines if is_nested else back.timelines)
        touched |= follow_rules(transaction, _slots_of(transaction, back), rules).timelines
        # Where other branches came or went since, what came back may be kept otherwise now.
        facts = set(back.staying | back.fact_seqs if is_nested else back.staying)
        met = frozenset[int]()
        if not is_alone:
            met = _said_since(transaction, known.to, now, back)
            timelines, near = _meet(transaction, back, met, now)
            touched |= timelines
            facts |= near
        if back.since is not None:
            touched |= aim_again(transaction, back.since, void=back.void_seqs)
        _decide_again(transaction, touched, facts, now, rules)
        if met:
            settle_doubts(transaction, met, now, rules)
        made = replace(known, restored_at=now)
        _keep(transaction, made, now, idempotency_key, digest)
        return Applied(made, {"events": known.events, "facts": known.facts, "restored": 1})

    return door.write(scope, actor, "restore", block)


def rollbacks(door: Door, scope: Scope, actor: Actor) -> tuple[Rollback, ...]:
    """Return every rollback of a scope, the first first."""
    with door.read(scope, actor) as snapshot:
        return tuple(known for known, _ in _all(snapshot))


def _all(snapshot: Snapshot) -> list[tuple[Rollback, int]]:
    names = snapshot.documents(PREFIX, limit=MOST_LISTED)
    texts = [snapshot.document(name) for name in names]
    return [_read(text) for text in texts if text is not None]


def _check(actor: Actor, does: str) -> None:
    if actor.kind not in {ActorKind.OWNER, ActorKind.OPERATOR}:
        raise AccessError(f"Only the owner or an operator {does}.")


def _boundary(
    transaction: Transaction, moment: datetime | None, turn: str | None
) -> tuple[int, datetime]:
    """Return the last number that stays, and the moment up to which it was recorded.

    What a turn gave rise to is numbered behind it. A turn that others follow in the same call is
    the boundary itself; the causes of changes then say which of them stay.
    """
    if turn is None:
        assert moment is not None, "one of the two was given"
        return transaction.last_number_by(moment), moment
    seq = transaction.event_seqs([turn]).get(turn)
    if seq is None:
        raise NotFoundError(f"There is no turn {turn} in this scope.")
    recorded_at = transaction.events([seq])[seq].recorded_at
    last = transaction.last_number_by(recorded_at)
    following = transaction.events_between(seq + 1, last, limit=1)
    return (seq if following else last), recorded_at


def _slots_of(transaction: Transaction, back: BroughtBack) -> set[str | None]:
    """Return the slots of what came back, which may have been set otherwise meanwhile."""
    marks = [mark for timeline in back.own - {POINTERS} for mark in transaction.marks(timeline)]
    facts = transaction.facts({*back.fact_seqs, *back.staying}).values()
    return {mark.slot for mark in marks} | {fact.slot for fact in facts}


def _said_since(
    transaction: Transaction, to: datetime, now: datetime, back: BroughtBack
) -> frozenset[int]:
    """Return the facts that were learned behind a boundary on other branches."""
    changed = transaction.facts_changed_between(to, now, limit=MOST_MET)
    new = transaction.facts(seq for seq in changed if seq not in back.fact_seqs)
    return frozenset(seq for seq, fact in new.items() if fact.recorded_at > to)


def _meet(
    transaction: Transaction, back: BroughtBack, met: Collection[int], now: datetime
) -> tuple[set[int], set[int]]:
    """Let what was never known together meet: endings find what they end, denials what they deny.

    Returns:
        The timelines that hold more now, and the facts that came back beside those they met.
    """
    beside = {_family(fact) for fact in transaction.facts(met).values()}
    endings: dict[tuple[str, ...], bool] = {}
    arrived: list[Mark] = []
    marks = [
        mark
        for mark in transaction.marks_of_events(back.event_seqs)
        if mark.timeline != POINTERS and mark.ordinal < COPIES_APART and not is_resumed(mark)
    ]
    first = min((mark.at for mark in marks), default=now)
    for mark in marks:
        slots = related_slots(mark.slot)
        if slots not in endings:
            endings[slots] = bool(transaction.endings_after(first, slots=slots, limit=1))
        if endings[slots]:
            arrived += endings_of(transaction, mark)
        if may_end_more(mark):
            arrived += copies_of(mark, asserted_before(transaction, mark))
        probe = founded_by(mark, now)
        if mark.stance is Stance.ASSERT and _family(probe) in beside:
            arrived += denials_of(transaction, mark, probe)
    standing = {
        _key(mark) for mark in transaction.marks_of_events({mark.event_seq for mark in arrived})
    }
    new = [mark for mark in arrived if _key(mark) not in standing]
    transaction.keep_marks(new)
    near = {
        seq for seq, fact in transaction.facts(back.fact_seqs).items() if _family(fact) in beside
    }
    return {mark.timeline for mark in new}, near | set(met)


def _family(fact: Fact) -> tuple[str, tuple[str, ...]]:
    return normalise(fact.subject), related_slots(fact.slot)


def _key(mark: Mark) -> tuple[int, datetime, int, int]:
    return mark.timeline, mark.at, mark.event_seq, mark.ordinal


def _decide_again(
    transaction: Transaction,
    touched: Collection[int],
    facts: Collection[int],
    now: datetime,
    rules: FactRules,
) -> None:
    """Fold timelines anew, and let every fact concerned stand where it belongs."""
    written = fold_again(transaction, touched, now)
    done = {write.fact.seq for write in written}
    standing = transaction.facts(set(facts) - done)
    unchanged = [FactWrite(ChangeKind.REINFORCED, fact, 0) for fact in standing.values()]
    keep(transaction, [*written, *unchanged], now, rules.plan, is_told_before=True)
    _keep_closed(transaction, {*facts, *done}, rules.plan)
    settle_standing(transaction, sorted({*facts, *done}), now, plan=rules.plan)


def _keep_closed(
    transaction: Transaction, seqs: Collection[int], plan: RetentionPlan | None
) -> None:
    """Let facts that hold no longer stand where their uses, as they are now, put them."""
    closed = {seq: fact for seq, fact in transaction.facts(seqs).items() if not fact.is_current}
    rows = {
        seq: replay(
            closed[seq],
            Birth(birth_of(transaction, closed[seq]).at, row.born_turn),
            transaction.uses(seq, limit=MOST_USES),
            plan or DEFAULT_PLAN,
        )
        for seq, row in transaction.retentions(closed).items()
    }
    transaction.write_retentions([frozen(row) for row in rows.values()])


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
    return f"{PREFIX}{number:09}"


def _keep(
    transaction: Transaction, made: Rollback, now: datetime, key: str | None, digest: str
) -> None:
    """Keep a rollback, with the last number that it gave itself."""
    restored = None if made.restored_at is None else to_microseconds(made.restored_at)
    content = [
        made.number, to_microseconds(made.at), to_microseconds(made.to), made.events, made.facts,
        restored, transaction.state.last_seq,
    ]  # fmt: skip
    text = json.dumps(content)
    transaction.keep_document(_name(made.number), text, now)
    if key is not None:
        transaction.keep_request(key, digest, text)


def _kept(transaction: Transaction, key: str | None, digest: str) -> Rollback | None:
    """Return what the same request did before."""
    kept = None if key is None else transaction.request(key)
    if kept is None:
        return None
    if kept[0] != digest:
        raise IdempotencyError(
            f"The idempotency key {shown(key)} was already used for other content."
        )
    return _read(kept[1])[0]


def _read(text: str) -> tuple[Rollback, int]:
    """Return a rollback, and the last number that was given when it was done."""
    number, at, to, events, facts, restored, ended_at = json.loads(text)
    made = Rollback(
        number=number,
        at=from_microseconds(at),
        to=from_microseconds(to),
        events=events,
        facts=facts,
        restored_at=None if restored is None else from_microseconds(restored),
    )
    return made, int(ended_at)
