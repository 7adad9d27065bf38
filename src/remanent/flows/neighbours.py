"""What new facts do to those beside them: deny them, or stand for them, or stand behind them.

Shared by the flows that write statements; it opens nothing itself. A write looks at the facts of
the same subject and slot that were learned last, and at no others.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from remanent.facts.conflict import Relation, relate, stands_for
from remanent.facts.slots import FactRules, holds_one, timeline_of_fact
from remanent.facts.suggesting import propose
from remanent.facts.targets import copy_for, related_slots
from remanent.flows.keeping import changes_of, note, regard
from remanent.model.fact import Fact, Stance
from remanent.model.mark import FactWrite, Mark
from remanent.model.remembered import ChangeKind, FactChange
from remanent.model.retention import RetentionPlan, Use, UseKind
from remanent.model.suggestion import Suggestion, SuggestionKind
from remanent.model.work import ModelRole
from remanent.ports import Snapshot, Transaction

APART: Final = "facts kept apart"

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


class Families:
    """The facts of one subject and slot that were learned last, each family read once a write."""

    def __init__(self, transaction: Transaction) -> None:
        """Begin with none."""
        self._transaction = transaction
        self._read: dict[tuple[str, tuple[str | None, ...]], dict[int, Fact]] = {}

    def of(self, fact: Fact) -> list[Fact]:
        """Return those that may stand beside a fact, the last learned first."""
        key = (fact.subject, _slots(fact))
        if key not in self._read:
            found = self._transaction.family(*key, limit=NEAREST)
            self._read[key] = {other.seq: other for other in found if _may_stand(other)}
        return list(self._read[key].values())

    def renew(self, facts: Iterable[Fact]) -> None:
        """Take over facts that were written."""
        for fact in facts:
            family = self._read.get((fact.subject, _slots(fact)))
            if family is not None and fact.seq in family:
                family[fact.seq] = fact


def settle_standing(
    transaction: Transaction,
    seqs: Collection[int],
    now: datetime,
    *,
    plan: RetentionPlan | None,
    families: Families | None = None,
) -> list[FactChange]:
    """Let facts that changed stand for those that say less, or behind those that say more.

    Args:
        plan: how the tenant keeps facts.
        families: as far as they were read already.
    """
    families = families or Families(transaction)
    changes: list[FactChange] = []
    changed = transaction.facts(seqs)
    for seq in changed:
        fact = changed[seq]
        if holds_one(fact) or fact.evidence == 0:
            continue
        family = families.of(fact)
        behind = transaction.merged_into([fact.id]).get(fact.id, ())
        beside = {other.seq: other for other in transaction.facts(behind).values()}
        beside |= {
            other.seq: other for other in family if relate(other, fact).relation in _ONE_SAYS_MORE
        }
        near = {fact.seq: fact, **beside}
        named = {other.hidden_by for other in near.values() if other.hidden_by is not None}
        standers = transaction.facts(transaction.fact_seqs(named).values())
        standing = {other.id for other in standers.values() if _may_stand(other)}
        writes = _decide(list(near.values()), family, standing)
        if any(write.kind is ChangeKind.FUSED for write in writes):
            apart = kept_apart(transaction)
            writes = [write for write in writes if write.fact.id not in apart]
        transaction.write_facts(writes, now)
        written = [write.fact for write in writes]
        regard(transaction, written, plan)
        families.renew(written)
        changed |= {each.seq: each for each in written if each.seq in changed}
        changes += changes_of(writes)
    return changes


def kept_apart(snapshot: Snapshot) -> frozenset[str]:
    """Return the ids of facts that were taken out from behind others for good."""
    return frozenset(json.loads(snapshot.document(APART) or "[]"))


def _decide(
    facts: Sequence[Fact], family: Sequence[Fact], standing_ids: Collection[str]
) -> list[FactWrite]:
    """Say which facts stand for which; what was fused stays behind a fact that still stands."""
    writes: list[FactWrite] = []
    for fact in facts:
        hidden_by = fact.hidden_by
        if fact.is_current:
            standing = stands_for(fact, family)
            if standing is not None:
                hidden_by = standing.id
            elif hidden_by is not None and hidden_by not in standing_ids:
                hidden_by = None
        if hidden_by != fact.hidden_by:
            kind = ChangeKind.UNFUSED if hidden_by is None else ChangeKind.FUSED
            state = replace(fact, hidden_by=hidden_by)
            writes.append(FactWrite(kind, state, timeline_of_fact(fact)))
    return writes


def _may_stand(fact: Fact) -> bool:
    return fact.is_current and fact.pruned_at is None and fact.evidence > 0


def _slots(fact: Fact) -> tuple[str | None, ...]:
    return (None,) if fact.slot is None else related_slots(fact.slot)


def settle_doubts(
    transaction: Transaction,
    seqs: Collection[int],
    now: datetime,
    rules: FactRules,
    *,
    families: Families | None = None,
) -> None:
    """Let new facts dampen those that agree with them, and suppress those they may contradict.

    What is uncertain becomes a suggestion to the owner, and a question to a model where there is
    one; until it is answered both stand.

    Args:
        families: as far as they were read already.
    """
    uses: list[Use] = []
    proposals: list[Suggestion] = []
    asked: list[tuple[ModelRole, tuple[int, int]]] = []
    turn = transaction.state.turn_clock
    for old, new in _pairs(transaction, seqs, families or Families(transaction)):
        assert old.valid_from is not None, "pairs are dated"
        assert new.valid_from is not None, "pairs are dated"
        verdict = relate(new, old)
        if verdict.relation is Relation.COMPATIBLE and verdict.similarity > 0:
            kind, value = UseKind.DAMPENED, verdict.similarity
        elif verdict.relation is Relation.CONTRADICTORY and not verdict.is_certain:
            newer_by = new.valid_from - old.valid_from
            kind, value = UseKind.SUPPRESSED, newer_by / timedelta(days=1)
            proposals.append(_doubt(old, new, now))
            asked.append((ModelRole.JUDGE, (old.seq, new.seq)))
        else:
            continue
        uses.append(Use(old.seq, new.valid_from, new.seq, kind, turn=turn, value=value))
    if uses:
        note(transaction, uses, now, rules.plan)
    if proposals:
        transaction.keep_suggestions(proposals)
        if rules.asks_model:
            transaction.enqueue(asked, now)


def _pairs(
    transaction: Transaction, seqs: Collection[int], families: Families
) -> Iterator[tuple[Fact, Fact]]:
    """Yield new facts with those beside them, each pair once, the older in world time first."""
    for fact in transaction.facts(seqs).values():
        if not _may_stand(fact) or holds_one(fact) or fact.valid_from is None:
            continue
        for other in families.of(fact):
            is_seen = other.seq in seqs and other.id >= fact.id
            if is_seen or other.valid_from is None:
                continue
            if (fact.valid_from, fact.id) < (other.valid_from, other.id):
                yield fact, other
            else:
                yield other, fact


def _doubt(old: Fact, new: Fact, now: datetime) -> Suggestion:
    return propose(
        SuggestionKind.CONFLICT,
        {"old": old.id, "new": new.id},
        reason=f"“{new.text}” may contradict “{old.text}”.",
        fact_ids=(old.id, new.id),
        at=now,
    )
