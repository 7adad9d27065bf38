"""What waits for a model in a scope, what was given up, and what models cost."""

from datetime import timedelta
from typing import Final

from remanent.flows.door import Door
from remanent.model.governance import Actor
from remanent.model.scope import Scope
from remanent.model.work import ModelRole, Queue, QueueEntry, Spending, Work, WorkStatus
from remanent.ports import Snapshot

ROWS_A_DAY: Final = 64


def read_queue(door: Door, scope: Scope, actor: Actor, *, limit: int) -> Queue:
    """Return what waits, due first first, and what was given up."""
    with door.read(scope, actor) as snapshot:
        if not snapshot.state.exists:
            return Queue()
        return Queue(
            entries=tuple(
                _entry(snapshot, work)
                for work in (*snapshot.work_waiting(limit=limit), *snapshot.work_dead(limit=limit))
            ),
            waiting=snapshot.count_work(WorkStatus.WAITING),
            dead=snapshot.count_work(WorkStatus.DEAD),
        )


def subject_ids_of(snapshot: Snapshot, work: Work) -> tuple[str, ...]:
    """Return the public ids of what a piece of work is about; what is gone has none."""
    if work.role is ModelRole.EXTRACT:
        turns = snapshot.events(work.subject)
        return tuple(turns[seq].id for seq in work.subject if seq in turns)
    facts = snapshot.facts(work.subject)
    return tuple(facts[seq].id for seq in work.subject if seq in facts)


def _entry(snapshot: Snapshot, work: Work) -> QueueEntry:
    return QueueEntry(
        subject_ids=subject_ids_of(snapshot, work),
        role=work.role,
        status=work.status,
        attempts=work.attempts,
        created_at=work.created_at,
        next_at=work.next_at,
        error=work.error,
    )


def read_spending(door: Door, scope: Scope, actor: Actor, *, days: int) -> Spending:
    """Return what models cost in the last days, and what the gate spared."""
    since = door.clock.now().date() - timedelta(days=days - 1)
    with door.read(scope, actor) as snapshot:
        if not snapshot.state.exists:
            return Spending()
        limit = days * ROWS_A_DAY
        return Spending(
            spent=tuple(snapshot.spent(since=since, limit=limit)),
            gated=tuple(snapshot.gated(since=since, limit=limit)),
        )
