"""What a model says of facts that the rules leave open: how two stand, how several read as one.

Each is a task of the queue: prepared from a view, asked with nothing open, applied to the facts as
they stand then.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from remanent.facts.change import fact_id
from remanent.facts.preservation import keeps_everything
from remanent.facts.slots import FactRules, timeline_of, timeline_of_fact
from remanent.flows.asking import Asking, ask_fuse, ask_judge, ask_verify
from remanent.flows.fuse import take_over
from remanent.flows.keeping import changes_of, keep, regard
from remanent.flows.replacing import end_by
from remanent.flows.settling import place_marks
from remanent.flows.work import Prepare, Settled, Task
from remanent.model.fact import Fact, Stance
from remanent.model.mark import FactWrite
from remanent.model.remembered import ChangeKind
from remanent.model.suggestion import SuggestionKind, SuggestionStatus
from remanent.model.work import Work
from remanent.ports import Snapshot, Transaction
from remanent.text.prompts.judge import Judged, Judgement

MERGED: Final = 500_000
"""Ordinals from here on belong to statements that a model made of several."""

LEAST: Final = 2


def judgement_of(rules: FactRules) -> Prepare:
    """Return how two facts are judged; the older one in world time is the old one."""

    def prepare(snapshot: Snapshot, work: Work) -> Task | None:
        pair = _standing(snapshot, work.subject)
        if len(pair) < LEAST:
            return None
        old, new = pair

        def run(asking: Asking) -> Any:
            return ask_judge(asking, old, new)

        def apply(transaction: Transaction, value: Any, now: datetime) -> Settled:
            if _standing(transaction, work.subject) != pair:
                return Settled(is_empty=True)
            return _judged(transaction, old, new, value, now=now, rules=rules)

        return Task(run, apply)

    return prepare


def _judged(
    transaction: Transaction,
    old: Fact,
    new: Fact,
    said: Judgement,
    *,
    now: datetime,
    rules: FactRules,
) -> Settled:
    written: list[FactWrite] = []
    if said.relation is Judged.CONTRADICTORY:
        written = end_by(transaction, old, new, now, rules.plan)
    elif said.relation in {Judged.SUBSUMES, Judged.SUBSUMED}:
        less, more = (old, new) if said.relation is Judged.SUBSUMES else (new, old)
        hidden = replace(less, hidden_by=more.id)
        written = [FactWrite(ChangeKind.FUSED, hidden, timeline_of_fact(less))]
        transaction.write_facts(written, now)
        regard(transaction, [hidden], rules.plan)
    for each in transaction.suggestions(status=SuggestionStatus.OPEN, limit=1000):
        if each.kind is SuggestionKind.CONFLICT and dict(each.content) == {
            "old": old.id, "new": new.id,
        }:  # fmt: skip
            transaction.decide_suggestion(each.id, SuggestionStatus.SETTLED, now)
    return Settled(changes_of(written), is_empty=not written)


def fusion_of(rules: FactRules) -> Prepare:
    """Return how one sentence is written that says all that several facts say."""

    def prepare(snapshot: Snapshot, work: Work) -> Task | None:
        members = sorted(
            (fact for fact in snapshot.facts(work.subject).values() if fact.is_current),
            key=lambda fact: (fact.valid_from or fact.recorded_at, fact.id),
        )
        if len(members) < LEAST:
            return None

        def run(asking: Asking) -> Any:
            merged = ask_fuse(asking, members)
            if merged is None or not keeps_everything(merged, members):
                return None
            return merged if ask_verify(asking, merged, members).is_preserved else None

        def apply(transaction: Transaction, value: Any, now: datetime) -> Settled:
            known = transaction.facts(work.subject)
            if value is None or any(
                known.get(fact.seq) is None or not known[fact.seq].is_current for fact in members
            ):
                return Settled(is_empty=True)
            return _merged(transaction, str(value), members, now, rules)

        return Task(run, apply)

    return prepare


def _merged(
    transaction: Transaction,
    text: str,
    members: Sequence[Fact],
    now: datetime,
    rules: FactRules,
) -> Settled:
    """Let a written sentence stand for facts, resting on all that they rest on."""
    first = members[0]
    timeline = timeline_of(first.subject, None, None, text)
    marks = [
        replace(
            mark, timeline=timeline, ordinal=mark.ordinal + MERGED, slot=None, value=None,
            text=text, content="positive:", until=None, reach=None, fact_seq=0, single_valued=None,
            recorded_at=None,
        )
        for fact in members
        for mark in transaction.marks_of_fact(fact.seq, limit=20)
        if mark.stance is Stance.ASSERT
    ]  # fmt: skip
    written = place_marks(transaction, marks, now)
    if not written:
        return Settled(is_empty=True)
    names = {fact_id(mark.event_id, mark.ordinal) for mark in marks}
    founded = transaction.facts(transaction.fact_seqs(names).values())
    standing = next((fact for fact in founded.values() if fact.is_current), None)
    if standing is None:
        return Settled(is_empty=True)
    keep(transaction, written, now, rules.plan)
    hidden = [
        FactWrite(ChangeKind.FUSED, replace(fact, hidden_by=standing.id), timeline_of_fact(fact))
        for fact in transaction.facts(fact.seq for fact in members).values()
        if fact.id != standing.id
    ]
    transaction.write_facts(hidden, now)
    regard(transaction, [write.fact for write in hidden], rules.plan)
    take_over(transaction, standing, members, now, rules.plan)
    return Settled(changes_of([*written, *hidden]))


def _standing(snapshot: Snapshot, subject: Sequence[int]) -> list[Fact]:
    """Return the facts of a piece of work that still stand, in its order."""
    known = snapshot.facts(subject)
    return [known[seq] for seq in subject if seq in known and known[seq].is_hot]
