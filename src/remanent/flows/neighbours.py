"""What new facts do to those beside them: deny them, or stand for them, or stand behind them.

Shared by the flows that write statements; it opens nothing itself. A write looks at the facts of
the same subject and slot that were learned last; maintenance looks at all of them.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from remanent.facts.conflict import Relation, relate, stands_for
from remanent.facts.slots import holds_one, timeline_of_fact
from remanent.facts.targets import copy_for, related_slots
from remanent.model.fact import Fact, Stance
from remanent.model.mark import FactWrite, Mark
from remanent.model.remembered import ChangeKind, FactChange
from remanent.ports import Transaction

NEAREST: Final = 32
"""Facts of one subject and slot that a write holds a new one against."""

_ONE_SAYS_MORE: Final = frozenset({Relation.SAME, Relation.SUBSUMES, Relation.SUBSUMED})


def denials_of(transaction: Transaction, mark: Mark, probe: Fact) -> tuple[Mark, ...]:
    """Return the endings that a sentence without a slot, and one that denies it, give each other.

    The later one ends the earlier one, whichever was learned first.

    Args:
        probe: the fact that the mark would found.
    """
    if mark.slot is not None or mark.stance is not Stance.ASSERT:
        return ()
    found: list[Mark] = []
    for other in transaction.family(mark.subject, (None,), limit=NEAREST):
        verdict = relate(probe, other)
        if verdict.relation is not Relation.CONTRADICTORY or not verdict.is_certain:
            continue
        for said in transaction.marks_of_fact(other.seq):
            if said.stance is Stance.ASSERT and said.at != mark.at:
                earlier, later = sorted((mark, said), key=lambda each: each.at)
                ending = replace(later, stance=Stance.END, until=None, reach=later.at)
                found.append(copy_for(ending, earlier))
    return tuple(found)


def settle_standing(
    transaction: Transaction, seqs: Collection[int], now: datetime, *, limit: int = NEAREST
) -> list[FactChange]:
    """Let facts that changed stand for those that say less, or behind those that say more."""
    changes: list[FactChange] = []
    for seq in dict.fromkeys(seqs):
        fact = transaction.facts([seq]).get(seq)
        if fact is None or holds_one(fact) or fact.evidence == 0:
            continue
        family = [
            other
            for other in transaction.family(fact.subject, _slots(fact), limit=limit)
            if _may_stand(other)
        ]
        behind = transaction.merged_into([fact.id]).get(fact.id, ())
        beside = {other.seq: other for other in transaction.facts(behind).values()}
        beside |= {
            other.seq: other for other in family if relate(other, fact).relation in _ONE_SAYS_MORE
        }
        writes = _decide(list({fact.seq: fact, **beside}.values()), family)
        transaction.write_facts(writes, now)
        changes += [FactChange(each.kind, each.fact.id, each.fact.text) for each in writes]
    return changes


def _decide(facts: Sequence[Fact], family: Sequence[Fact]) -> list[FactWrite]:
    writes: list[FactWrite] = []
    for fact in facts:
        hidden_by = fact.hidden_by
        if fact.is_current:
            standing = stands_for(fact, family)
            hidden_by = None if standing is None else standing.id
        if hidden_by != fact.hidden_by:
            kind = ChangeKind.UNFUSED if hidden_by is None else ChangeKind.FUSED
            state = replace(fact, hidden_by=hidden_by)
            writes.append(FactWrite(kind, state, timeline_of_fact(fact)))
    return writes


def _may_stand(fact: Fact) -> bool:
    return fact.is_current and fact.pruned_at is None and fact.evidence > 0


def _slots(fact: Fact) -> tuple[str | None, ...]:
    return (None,) if fact.slot is None else related_slots(fact.slot)
