"""How acting on what was recalled went: one outcome for each fact that a recall showed."""

import json
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256

from remanent.dynamics.outcome import check_outcome
from remanent.errors import InputError, NotFoundError
from remanent.flows.door import Applied, Door
from remanent.flows.keeping import note
from remanent.flows.recall_ids import read_recall, read_relevances
from remanent.flows.record_use import uses_of
from remanent.model.event import Event, EventKind, Origin, Role
from remanent.model.governance import Actor
from remanent.model.retention import RetentionPlan, Use, UseKind
from remanent.model.scope import Scope
from remanent.ports import Transaction


def is_recall(door: Door, scope: Scope, actor: Actor, token: str) -> bool:
    """Say whether an id is of a recall that showed facts or turns of this scope, or nothing."""
    with door.read(scope, actor) as snapshot:
        shown = read_recall(token, snapshot.state.key)
        return not shown or bool(snapshot.fact_seqs(shown) or snapshot.event_seqs(shown))


def record_fact_outcome(
    door: Door,
    scope: Scope,
    actor: Actor,
    recall_id: str,
    *,
    outcome: float,
    item_ids: Sequence[str] | None = None,
    plan: RetentionPlan | None = None,
) -> int:
    """Count an outcome for facts that a recall showed.

    Args:
        outcome: in [-1, 1].
        item_ids: those that it is about; None for all that were shown.
        plan: how the tenant keeps facts.

    Returns:
        For how many facts it counted; turns take none.

    Raises:
        NotFoundError: the id is not of this scope, or did not show such an item.
        InputError: the outcome is outside [-1, 1], or this use has one already. Nothing changed.
    """
    with door.read(scope, actor) as snapshot:
        shown = read_relevances(recall_id, snapshot.state.key)
    cited = list(dict.fromkeys(shown if item_ids is None else item_ids))
    for item in cited:
        if item not in shown:
            raise NotFoundError(f"That recall did not show the memory {item}.")
    if not cited:
        return 0

    def block(transaction: Transaction, now: datetime) -> Applied[int]:
        seqs = transaction.fact_seqs(cited)
        for item in seqs:
            key = f"outcome:{sha256(f'{recall_id} {item}'.encode()).hexdigest()}"
            settled = transaction.request(key) is not None
            try:
                check_outcome(outcome, was_shown=True, is_settled=settled)
            except ValueError as error:
                raise InputError(f"{item}: {error}") from None
            transaction.keep_request(key, "outcome", "")
        if not seqs:
            return Applied(0, {})
        payload = {"items": list(seqs), "kind": "outcome", "outcome": outcome}
        event = Event(
            id=door.ids.new_id(now),
            kind=EventKind.OUTCOME,
            role=Role.SYSTEM,
            origin=Origin.TOOL,
            text="",
            occurred_at=now,
            recorded_at=now,
            payload=json.dumps(payload, sort_keys=True),
        )
        (event_seq,) = transaction.append_events([event], covered=[True])
        turn = transaction.state.turn_clock
        uses = uses_of(transaction, recall_id, shown, (), event_seq=event_seq, now=now)
        uses += [
            Use(
                seq, now, event_seq, UseKind.HELPED, turn=turn, value=outcome, relevance=shown[item]
            )
            for item, seq in seqs.items()
        ]
        note(transaction, uses, now, plan)
        return Applied(len(seqs), {"outcomes": len(seqs)})

    return door.write(scope, actor, "record_outcome", block)
