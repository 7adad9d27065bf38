"""How the statements of an event reach the facts: read the neighbours, decide, apply.

Shared by the flows that write statements; it opens nothing itself.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from remanent.facts.change import advance, is_plain, mark_of, refold
from remanent.facts.links import links_of
from remanent.facts.slots import content_of, is_single_valued
from remanent.facts.targets import (
    MOST_CANDIDATES,
    aim,
    is_ended_by,
    needs_target,
    related_slots,
)
from remanent.facts.validity import holds_at
from remanent.model.event import Event
from remanent.model.fact import Fact, Stance, Statement
from remanent.model.mark import FactWrite, Mark
from remanent.model.remembered import FactChange
from remanent.ports import Transaction

COPIES_APART = 10_000
"""One statement may speak on several timelines: its copies are numbered so far apart."""


def settle(
    transaction: Transaction, event: Event, statements: Sequence[Statement], now: datetime
) -> list[FactChange]:
    """Apply the statements of one stored event; return what changed."""
    changes: list[FactChange] = []
    for ordinal, statement in enumerate(statements):
        if _takes_back_what_was_just_said(statement):
            changes += _take_back_last(transaction, event, now)
            continue
        for copy, each in enumerate(_aimed(transaction, statement, event)):
            mark = mark_of(each, event, ordinal + copy * COPIES_APART)
            writes, loose = _decide(transaction, mark, event)
            if loose:
                transaction.keep_marks(loose)
            changes += _apply(transaction, writes, now)
    return changes


def _aimed(transaction: Transaction, statement: Statement, event: Event) -> tuple[Statement, ...]:
    """Tie an ending or a correction to the facts that it speaks of."""
    if not needs_target(statement):
        return (statement,)
    slots = related_slots(statement.slot)
    moment = statement.valid_to or event.occurred_at
    known = [
        fact
        for fact in transaction.all_facts(
            include_closed=True, subject=statement.subject, limit=MOST_CANDIDATES
        )
        if (slots is None or fact.slot in slots) and holds_at(fact, moment)
    ]
    return aim(statement, known)


def _endings_of(transaction: Transaction, mark: Mark) -> list[Mark]:
    """Return endings that were known before what they end, placed on its timeline.

    There are none where statements arrive in the order in which they were said.
    """
    if mark.stance is not Stance.ASSERT or is_single_valued(mark.slot):
        return []
    return [
        replace(
            ending,
            timeline=mark.timeline,
            ordinal=ending.ordinal + COPIES_APART,
            content=mark.content,
            slot=mark.slot,
            value=mark.value,
            text=mark.text,
            polarity=mark.polarity,
            fact_seq=0,
        )
        for ending in transaction.endings_after(mark.at, limit=MOST_CANDIDATES)
        if ending.ordinal < COPIES_APART and is_ended_by(mark, ending)
    ]


def _decide(
    transaction: Transaction, mark: Mark, event: Event
) -> tuple[tuple[FactWrite, ...], tuple[Mark, ...]]:
    endings = _endings_of(transaction, mark)
    if endings:
        known = transaction.marks(mark.timeline)
        placed = {(each.event_seq, each.stance) for each in known}
        new = [each for each in endings if (each.event_seq, each.stance) not in placed]
        facts = transaction.timeline_facts(mark.timeline)
        return refold([*known, mark, *new], facts, event=event)
    latest = transaction.last_mark_at(mark.timeline)
    if is_plain(mark) and (latest is None or mark.at > latest):
        current = next(iter(transaction.current_facts(mark.timeline)), None)
        content = None
        if current is not None:
            content = content_of(current.slot, current.value, current.polarity)
        return advance(mark, current, content, event), ()
    facts = transaction.timeline_facts(mark.timeline)
    if is_plain(mark) and mark.at == latest and _only_repeats(mark, facts):
        return advance(mark, facts[0], mark.content, event), ()
    known = transaction.marks(mark.timeline)
    return refold([*known, mark], facts, event=event)


def _only_repeats(mark: Mark, facts: Sequence[Fact]) -> bool:
    """Say whether a mark says once more, at the same moment, all that its timeline ever held.

    Many turns may carry the time of their session; each must not cost the whole fold.
    """
    if len(facts) != 1 or not facts[0].is_current:
        return False
    fact = facts[0]
    return content_of(fact.slot, fact.value, fact.polarity) == mark.content


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
