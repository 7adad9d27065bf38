"""What of a write goes to a model: the gate is asked, and what it lets through joins the queue.

Shared by the flows that write turns; it opens nothing itself and asks no model.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from remanent.facts.surprise import Surprised, Turn, content_stems, surprise
from remanent.model.event import Event, Role
from remanent.model.index import FACT
from remanent.model.work import ModelRole, Surprise, Work, WorkStatus
from remanent.ports import Snapshot, Transaction
from remanent.text.tokens import count_tokens

PENDING = "extraction"
"""How a receipt names what waits for a model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuePlan:
    """Which turns of a write wait for a model.

    Args:
        threshold: of the gate, in [0, 1].
        turns_a_call: how many turns make one piece of work at most.
        most_waiting: how much may wait in one scope.
        counter: what a text costs in tokens.
    """

    threshold: float = 0.5
    turns_a_call: int = 4
    most_waiting: int = 1_000
    counter: Callable[[str], int] = count_tokens


@dataclass(frozen=True, slots=True)
class Queued:
    """What became of a write's turns.

    Args:
        work: what was added to the queue.
        crowded: turns that were not added, since too much waits already.
    """

    work: tuple[Work, ...] = ()
    crowded: int = 0


def judge_turns(
    snapshot: Snapshot, turns: Sequence[Turn], plan: QueuePlan
) -> tuple[Surprised, ...]:
    """Say of each turn whether it goes to a model; the scope's index says what is new in it."""
    return tuple(
        surprise(_held_against(snapshot, turn), threshold=plan.threshold) for turn in turns
    )


def _held_against(snapshot: Snapshot, turn: Turn) -> Turn:
    if turn.role is not Role.USER or turn.is_covered or not snapshot.state.exists:
        return turn
    index = snapshot.index()
    known: set[str] = set()
    touches_facts = False
    for stem in content_stems(turn.text):
        units = index.postings(stem).units
        if units.size:
            known.add(stem)
            touches_facts = touches_facts or bool((index.kind[units] == FACT).any())
    return replace(turn, known=frozenset(known), touches_facts=touches_facts)


def enqueue(
    transaction: Transaction,
    events: Sequence[Event],
    verdicts: Sequence[Surprised],
    plan: QueuePlan,
    now: datetime,
) -> Queued:
    """Put the turns that surprise into the queue, some to a piece, and count all by reason.

    Args:
        events: turns as they were stored just now; verdicts: of each of them.
    """
    asked = [
        event.seq
        for event, verdict in zip(events, verdicts, strict=True)
        if verdict.reason.is_asked
    ]
    room = plan.most_waiting
    if asked:
        room -= transaction.count_work(WorkStatus.WAITING)
    pieces = [
        asked[start : start + plan.turns_a_call]
        for start in range(0, len(asked), plan.turns_a_call)
    ]
    kept, left = pieces[: max(room, 0)], pieces[max(room, 0) :]
    crowded = {seq for piece in left for seq in piece}
    met: dict[Surprise, tuple[int, int]] = {}
    for event, verdict in zip(events, verdicts, strict=True):
        reason = Surprise.CROWDED if event.seq in crowded else verdict.reason
        if reason is Surprise.FOREIGN:
            continue  # no model would ever have been asked about it
        turns, tokens = met.get(reason, (0, 0))
        met[reason] = (turns + 1, tokens + plan.counter(event.text))
    if met:
        transaction.add_gated(now.date(), met)
    work = transaction.enqueue([(ModelRole.EXTRACT, piece) for piece in kept], now) if kept else ()
    return Queued(work, len(crowded))
