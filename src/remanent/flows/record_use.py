"""Record that recalled memories were used: apart from the memories, and only where asked."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import sha256

from remanent.errors import NotFoundError
from remanent.flows.door import Applied, Door
from remanent.flows.keeping import note
from remanent.flows.recall_ids import read_relevances
from remanent.model.event import Event, EventKind, Origin, Role
from remanent.model.governance import Actor
from remanent.model.retention import RetentionPlan, Use, UseKind
from remanent.model.scope import Scope
from remanent.ports import Transaction


def record_use(
    door: Door,
    scope: Scope,
    actor: Actor,
    recall_id: str,
    item_ids: Sequence[str] | None = None,
    *,
    plan: RetentionPlan | None = None,
) -> int:
    """Note that items of a recall were used; said again, it is noted once.

    Facts among them are kept longer for it; that the recall showed the others is noted as well.

    Args:
        recall_id: the id of the recall that showed them.
        item_ids: those that were used; None for all.
        plan: how the tenant keeps facts.

    Returns:
        How many uses were noted: 0 where they stood already.

    Raises:
        NotFoundError: the id was not given for this scope, or did not show such an item.
    """
    with door.read(scope, actor) as snapshot:
        shown = read_relevances(recall_id, snapshot.state.key)
    used = list(dict.fromkeys(shown if item_ids is None else item_ids))
    for item in used:
        if item not in shown:
            raise NotFoundError(f"That recall did not show the memory {item}.")
    payload = json.dumps({"items": used, "recall": recall_id}, sort_keys=True)
    key = f"use:{sha256(payload.encode()).hexdigest()}"

    def block(transaction: Transaction, now: datetime) -> Applied[int]:
        if not used or transaction.request(key) is not None:
            return Applied(0, {})
        event = Event(
            id=door.ids.new_id(now),
            kind=EventKind.USE,
            role=Role.SYSTEM,
            origin=Origin.TOOL,
            text="",
            occurred_at=now,
            recorded_at=now,
            payload=payload,
        )
        (seq,) = transaction.append_events([event], covered=[True])
        transaction.keep_request(key, "use", "")
        note(
            transaction,
            uses_of(transaction, recall_id, shown, used, event_seq=seq, now=now),
            now,
            plan,
        )
        return Applied(len(used), {"uses": len(used)})

    return door.write(scope, actor, "record_use", block)


def uses_of(
    transaction: Transaction,
    recall_id: str,
    shown: Mapping[str, float | None],
    used: Sequence[str],
    *,
    event_seq: int,
    now: datetime,
) -> list[Use]:
    """Return what happened to the facts of a recall: all were shown, once, and some were used.

    Args:
        shown: how relevant each item was.
    """
    seqs = transaction.fact_seqs(shown)
    turn = transaction.state.turn_clock
    found = [
        Use(seqs[item], now, event_seq, UseKind.USED, turn=turn, relevance=shown[item])
        for item in used
        if item in seqs
    ]
    key = f"shown:{sha256(recall_id.encode()).hexdigest()}"
    if transaction.request(key) is None:
        transaction.keep_request(key, "shown", "")
        found += [Use(seq, now, event_seq, UseKind.SHOWN, turn=turn) for seq in seqs.values()]
    return found
