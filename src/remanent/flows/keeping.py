"""How facts are kept, in step with what is written and used.

Shared by the flows that write statements, uses and outcomes; it opens nothing itself.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from remanent.facts.change import begins_something
from remanent.facts.retention import (
    DEFAULT_PLAN,
    Birth,
    born,
    frozen,
    happened,
    is_latest,
    replay,
    with_due,
)
from remanent.facts.slots import timeline_of_fact
from remanent.model.fact import Fact, Tier
from remanent.model.mark import FactWrite, Mark
from remanent.model.remembered import ChangeKind, FactChange
from remanent.model.retention import Retention, RetentionPlan, Use, UseKind
from remanent.ports import Snapshot, Transaction

MOST_USES: Final = 10_000
"""Uses of one fact that are replayed; the strength of more of them is the ceiling anyway."""

_RESTORING: Final = frozenset({UseKind.USED, UseKind.HELPED, UseKind.RESTATED})


def keep(
    transaction: Transaction,
    written: Sequence[FactWrite],
    now: datetime,
    plan: RetentionPlan | None,
    *,
    is_told_before: bool = False,
) -> list[FactChange]:
    """Let every fact that was just written stand where its statements put it.

    Args:
        written: in the order of writing, with their numbers.
        is_told_before: statements that came back with a branch may be among them, whose uses are
            on record with the turns at which they were said.
    """
    plan = plan or DEFAULT_PLAN
    last = {write.fact.seq: write for write in written}
    held = transaction.retentions(seq for seq, write in last.items() if not _is_new(write))
    rows: dict[int, tuple[Fact, Retention]] = {}
    restated: set[int] = set()
    for seq, write in last.items():
        fact = write.fact
        if _is_new(write):
            birth = Birth(write.marks[0].said_at, transaction.state.turn_clock)
            row = born(fact, birth, plan)
        elif seq in held and not fact.is_current:
            row = held[seq]
        else:
            row, is_restated = _restated(
                transaction, write, held.get(seq), plan, is_told_before=is_told_before
            )
            if is_restated:
                restated.add(seq)
        rows[seq] = (fact, row)
    changes = follow(transaction, rows, restated, now, plan)
    transaction.write_retentions(
        [row if fact.is_current else frozen(row) for fact, row in rows.values()]
    )
    return changes


def _is_new(write: FactWrite) -> bool:
    """Say whether a fact was founded by the one statement that it rests on."""
    return write.kind is ChangeKind.ADDED and len(write.marks) == 1 and write.fact.evidence == 1


def _restated(
    transaction: Transaction,
    write: FactWrite,
    held: Retention | None,
    plan: RetentionPlan,
    *,
    is_told_before: bool,
) -> tuple[Retention, bool]:
    """Return where a fact stands whose statements changed; whether it was said once more."""
    fact, turn = write.fact, transaction.state.turn_clock
    is_once_more = write.kind is ChangeKind.REINFORCED and len(write.marks) == 1
    if held is not None and is_once_more and not is_told_before:
        use = _restating(fact.seq, write.marks[0], turn)
        if is_latest(held, use):
            transaction.add_uses([use])
            return happened(held, fact, use, plan), True
    said = _said(transaction, fact)
    kept = transaction.uses(fact.seq, limit=MOST_USES)
    turns = {use.event_seq: use.turn for use in kept if use.kind is UseKind.RESTATED}
    first = said[0].said_at if said else fact.recorded_at
    birth = Birth(first, turn if held is None else min(turn, held.born_turn))
    again = [_restating(fact.seq, mark, turns.get(mark.event_seq, turn)) for mark in said[1:]]
    transaction.remove_uses(fact.seq, UseKind.RESTATED)
    transaction.add_uses(again)
    told = [use for use in kept if use.kind is not UseKind.RESTATED]
    return replay(fact, birth, [*told, *again], plan), bool(write.marks) and bool(again)


def _said(snapshot: Snapshot, fact: Fact) -> list[Mark]:
    """Return the statements that a fact rests on, as they were said."""
    return sorted(
        (
            mark
            for mark in snapshot.marks_of_fact(fact.seq, limit=MOST_USES)
            if begins_something(mark) and not mark.is_void
        ),
        key=lambda mark: (mark.said_at, mark.event_seq, mark.ordinal),
    )


def birth_of(snapshot: Snapshot, fact: Fact) -> Birth:
    """Return how a fact came to be known, from its statements; its turn is not known any more."""
    said = _said(snapshot, fact)
    return Birth(said[0].said_at if said else fact.recorded_at, snapshot.state.turn_clock)


def _restating(seq: int, mark: Mark, turn: int) -> Use:
    return Use(seq, mark.said_at, mark.event_seq, UseKind.RESTATED, turn=turn)


def note(
    transaction: Transaction, uses: Sequence[Use], now: datetime, plan: RetentionPlan | None
) -> list[FactChange]:
    """Let what happened to facts count; return what changed of them."""
    plan = plan or DEFAULT_PLAN
    transaction.add_uses(uses)
    by_fact: dict[int, list[Use]] = {}
    for use in uses:
        by_fact.setdefault(use.fact_seq, []).append(use)
    facts, held = transaction.facts(by_fact), transaction.retentions(by_fact)
    rows: dict[int, tuple[Fact, Retention]] = {}
    for seq, fact in facts.items():
        birth = Birth(fact.recorded_at, transaction.state.turn_clock)
        row = held.get(seq) or born(fact, birth, plan)
        new = sorted(by_fact[seq], key=lambda each: (each.at, each.event_seq, each.kind))
        if is_latest(row, new[0]):
            for use in new:
                row = happened(row, fact, use, plan)
        else:
            kept = transaction.uses(seq, limit=MOST_USES)
            row = replay(fact, Birth(row.born_at, row.born_turn), kept, plan)
        rows[seq] = (fact, row)
    restoring = {
        use.fact_seq
        for use in uses
        if use.kind in _RESTORING and (use.kind is not UseKind.HELPED or use.value > 0)
    }
    changes = follow(transaction, rows, restoring, now, plan)
    transaction.write_retentions(
        [row if fact.is_current else frozen(row) for fact, row in rows.values()]
    )
    return changes


def follow(
    transaction: Transaction,
    rows: dict[int, tuple[Fact, Retention]],
    restoring: Collection[int],
    now: datetime,
    plan: RetentionPlan,
) -> list[FactChange]:
    """Write what facts themselves show of how they are kept: their tier, and that they are back.

    `rows` is brought in step.
    """
    writes: list[FactWrite] = []
    for seq, (before, row) in rows.items():
        fact = before
        if seq in restoring and (fact.archived_at or fact.pruned_at):
            fact = replace(fact, archived_at=None, pruned_at=None)
            writes.append(FactWrite(ChangeKind.RESTORED, fact, timeline_of_fact(fact)))
        if row.tier is not fact.tier:
            kind = ChangeKind.PROMOTED if row.tier is Tier.CORE else ChangeKind.DEMOTED
            fact = replace(fact, tier=row.tier)
            writes.append(FactWrite(kind, fact, timeline_of_fact(fact)))
        rows[seq] = (fact, row if fact is before else with_due(row, fact, plan))
    transaction.write_facts(writes, now)
    return changes_of(writes)


def regard(transaction: Transaction, facts: Iterable[Fact], plan: RetentionPlan | None) -> None:
    """Let facts that were put behind others, or stand again, be kept up accordingly."""
    known = {fact.seq: fact for fact in facts}
    if not known:
        return
    held = transaction.retentions(known)
    again = [with_due(row, known[seq], plan or DEFAULT_PLAN) for seq, row in held.items()]
    transaction.write_retentions([row for row in again if row != held[row.fact_seq]])


def changes_of(writes: Iterable[FactWrite]) -> list[FactChange]:
    """Return writes as the receipt lists them."""
    return [FactChange(write.kind, write.fact.id, write.fact.text) for write in writes]
