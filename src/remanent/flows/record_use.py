"""Record that recalled memories were used: apart from the memories, and only where asked."""

import json
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256

from remanent.errors import NotFoundError
from remanent.flows.door import Applied, Door
from remanent.flows.recall_ids import read_recall
from remanent.model.event import Event, EventKind, Origin, Role
from remanent.model.governance import Actor
from remanent.model.scope import Scope
from remanent.ports import Transaction


def record_use(
    door: Door,
    scope: Scope,
    actor: Actor,
    recall_id: str,
    item_ids: Sequence[str] | None = None,
) -> int:
    """Note in the log that items of a recall were used; said again, it is noted once.

    Args:
        recall_id: the id of the recall that showed them.
        item_ids: those that were used; None for all.

    Returns:
        How many uses were noted: 0 where they stood already.

    Raises:
        NotFoundError: the id was not given for this scope, or did not show such an item.
    """
    with door.read(scope, actor) as snapshot:
        shown = read_recall(recall_id, snapshot.state.key)
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
        transaction.append_events([event], covered=[True])
        transaction.keep_request(key, "use", "")
        return Applied(len(used), {"uses": len(used)})

    return door.write(scope, actor, "record_use", block)
