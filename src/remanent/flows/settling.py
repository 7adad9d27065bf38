"""How the statements of an event reach the facts: read the neighbours, decide, apply.

Shared by the flows that write statements; it opens nothing itself.
"""

from collections.abc import Sequence
from datetime import datetime

from remanent.facts.change import advance, is_plain, mark_of, refold
from remanent.facts.links import links_of
from remanent.facts.slots import content_of
from remanent.facts.targets import MOST_CANDIDATES, aim, needs_target, related_slots
from remanent.model.event import Event
from remanent.model.fact import Stance, Statement
from remanent.model.mark import FactWrite, Mark
from remanent.model.remembered import FactChange
from remanent.ports import Transaction


def settle(
    transaction: Transaction, event: Event, statements: Sequence[Statement], now: datetime
) -> list[FactChange]:
    """Apply the statements of one stored event; return what changed."""
    changes: list[FactChange] = []
    aimed = [each for said in statements for each in _aimed(transaction, said)]
    for ordinal, statement in enumerate(aimed):
        if _takes_back_what_was_just_said(statement):
            changes += _take_back_last(transaction, event, now)
            continue
        mark = mark_of(statement, event, ordinal)
        writes, loose = _decide(transaction, mark, event)
        if loose:
            transaction.keep_marks(loose)
        changes += _apply(transaction, writes, now)
    return changes


def _aimed(transaction: Transaction, statement: Statement) -> tuple[Statement, ...]:
    """Tie an ending or a correction to the fact that it speaks of."""
    if not needs_target(statement):
        return (statement,)
    slots = related_slots(statement.slot)
    known = [
        fact
        for fact in transaction.all_facts(
            include_closed=False, subject=statement.subject, limit=MOST_CANDIDATES
        )
        if slots is None or fact.slot in slots
    ]
    return aim(statement, known)


def _decide(
    transaction: Transaction, mark: Mark, event: Event
) -> tuple[tuple[FactWrite, ...], tuple[Mark, ...]]:
    latest = transaction.last_mark_at(mark.timeline)
    if is_plain(mark) and (latest is None or mark.at > latest):
        current = next(iter(transaction.current_facts(mark.timeline)), None)
        content = None
        if current is not None:
            content = content_of(current.slot, current.value, current.polarity)
        return advance(mark, current, content, event), ()
    known = transaction.marks(mark.timeline)
    return refold([*known, mark], transaction.timeline_facts(mark.timeline), event=event)


def _take_back_last(transaction: Transaction, event: Event, now: datetime) -> list[FactChange]:
    """Take back every statement of the person's turn before this one."""
    before = transaction.last_user_event(event.session, event.occurred_at)
    if before is None:
        return []
    changes: list[FactChange] = []
    for timeline in transaction.void_marks(before.seq):
        writes, _ = refold(
            transaction.marks(timeline), transaction.timeline_facts(timeline), event=event
        )
        changes += _apply(transaction, writes, now)
    return changes


def _apply(
    transaction: Transaction, writes: Sequence[FactWrite], now: datetime
) -> list[FactChange]:
    seqs = transaction.write_facts(writes, now)
    for seq, write in zip(seqs, writes, strict=True):
        if write.fact.seq == 0:
            transaction.link([(entity, seq, kind) for entity, kind in links_of(write.fact)])
    return [FactChange(write.kind, write.fact.id, write.fact.text) for write in writes]


def _takes_back_what_was_just_said(statement: Statement) -> bool:
    return statement.stance is Stance.RETRACT and statement.slot is None and statement.value is None
