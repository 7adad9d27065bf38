"""What a model says of turns, from the question to the facts.

Shared by the flows that ask one; it opens nothing itself.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from remanent.facts.admission import Admitted, Asked, admit
from remanent.facts.slots import BY_THE_RULES, FactRules
from remanent.facts.surprise import content_stems
from remanent.flows.model_plans import ExtractionPlan
from remanent.flows.settling import settle
from remanent.model.event import Event, EventKind
from remanent.model.fact import Fact, Statement
from remanent.model.index import FACT
from remanent.model.mark import Mark
from remanent.model.remembered import FactChange
from remanent.ports import Snapshot, Transaction
from remanent.text.prompts.extract import Extracted

FIRST_ORDINAL: Final = 1_000
"""The number of the first statement that a model drew from a turn; below are the rules'."""

LOOKED_BACK: Final = 40
"""Log entries before a turn among which the turns before it are looked for."""

MOST_UNITS_A_STEM: Final = 400


def gather(
    snapshot: Snapshot,
    seqs: Sequence[int],
    *,
    owner: str,
    plan: ExtractionPlan,
    rules: FactRules = BY_THE_RULES,
    recalled: frozenset[tuple[str, str]] = frozenset(),
) -> Asked | None:
    """Return what a model is asked about some turns; None where none of them is left."""
    found = snapshot.events(seqs)
    turns = tuple(found[seq] for seq in seqs if seq in found and found[seq].text.strip())
    if not turns:
        return None
    return Asked(
        turns=turns,
        before=_around(snapshot, turns, plan.context_turns),
        known=_near(snapshot, turns, plan.known_facts),
        owner=owner,
        recalled=recalled,
        stated=_stated(snapshot, turns),
        rules=rules,
    )


def still_holds(snapshot: Snapshot, asked: Asked) -> bool:
    """Say whether turns, what they state and what was known are as a model was shown them."""
    seqs = [turn.seq for turn in asked.turns]
    turns = snapshot.events(seqs)
    if any(turns.get(turn.seq) != turn for turn in asked.turns):
        return False
    facts = snapshot.facts(fact.seq for fact in asked.known)
    if any(facts.get(fact.seq) != fact for fact in asked.known):
        return False
    return _stated(snapshot, asked.turns) == asked.stated


def asked_anew(snapshot: Snapshot, asked: Asked) -> Asked:
    """Return what a model was asked about as it stands now; what is gone names nothing more."""
    turns = snapshot.events(turn.seq for turn in asked.turns)
    facts = snapshot.facts(fact.seq for fact in asked.known)
    return replace(
        asked,
        turns=tuple(turns.get(turn.seq, replace(turn, text="")) for turn in asked.turns),
        known=tuple(facts.get(fact.seq, fact) for fact in asked.known),
        stated=_stated(snapshot, asked.turns),
    )


def take_over(
    transaction: Transaction, said: Extracted, asked: Asked, admitted: Admitted, now: datetime
) -> tuple[Admitted, list[FactChange]]:
    """Apply what was admitted of a reply; decided again where anything changed meanwhile."""
    if not still_holds(transaction, asked):
        asked = asked_anew(transaction, asked)
        admitted = admit(said, asked)
    changes: list[FactChange] = []
    for turn in sorted(asked.turns, key=lambda each: (each.occurred_at, each.seq)):
        statements = [statement for seq, statement in admitted.statements if seq == turn.seq]
        if statements:
            changes += settle(
                transaction,
                [(turn, statements)],
                now,
                asked.rules,
                first_ordinal=_next_ordinal(transaction, turn),
            )
    return admitted, changes


def _next_ordinal(snapshot: Snapshot, turn: Event) -> int:
    ordinals = [mark.ordinal for mark in snapshot.marks_of_events([turn.seq])]
    return max([FIRST_ORDINAL, *(ordinal + 1 for ordinal in ordinals)])


def _around(snapshot: Snapshot, turns: Sequence[Event], most: int) -> tuple[Event, ...]:
    """Return what was said before the turns, and between them, in their session."""
    first, last = turns[0].seq, turns[-1].seq
    asked = {turn.seq for turn in turns}
    log = snapshot.events_between(
        max(first - LOOKED_BACK, 1), last, limit=LOOKED_BACK + last - first + 1
    )
    said = [
        event
        for event in log
        if event.kind is EventKind.TURN
        and event.seq not in asked
        and event.session == turns[0].session
        and event.text.strip()
    ]
    before = [event for event in said if event.seq < first]
    between = [event for event in said if event.seq > first]
    return (*before[len(before) - min(most, len(before)) :], *between[: most * len(turns)])


def _near(snapshot: Snapshot, turns: Sequence[Event], most: int) -> tuple[Fact, ...]:
    """Return the current facts that share most words with the turns, rare ones counting more."""
    if most == 0:
        return ()
    index = snapshot.index()
    scores: dict[int, float] = {}
    for stem in sorted(frozenset().union(*(content_stems(turn.text) for turn in turns))):
        units = index.postings(stem).units
        places = units[index.kind[units] == FACT][-MOST_UNITS_A_STEM:]
        for place in places:
            seq = int(index.seq[place])
            scores[seq] = scores.get(seq, 0.0) + 1.0 / len(units)
    best = sorted(scores, key=lambda seq: (-scores[seq], -seq))[: 4 * most]
    found = snapshot.facts(best)
    return tuple(found[seq] for seq in best if seq in found and found[seq].is_hot)[:most]


def _stated(snapshot: Snapshot, turns: Iterable[Event]) -> dict[int, tuple[Statement, ...]]:
    """Return what was drawn from each turn so far."""
    stated: dict[int, tuple[Statement, ...]] = {turn.seq: () for turn in turns}
    for mark in snapshot.marks_of_events(stated):
        stated[mark.event_seq] = (*stated[mark.event_seq], _statement(mark))
    return stated


def _statement(mark: Mark) -> Statement:
    return Statement(
        subject=mark.subject,
        slot=mark.slot,
        value=mark.value,
        text=mark.text,
        polarity=mark.polarity,
        stance=mark.stance,
        confidence=mark.confidence,
    )
