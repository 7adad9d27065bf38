"""How acting on a preference went: one outcome for each thing that was shown, fed back at once."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import sha256

from remanent.dynamics.outcome import OutcomeValue, check_outcome, with_outcome
from remanent.errors import InputError, NotFoundError
from remanent.flows.door import Applied, Door
from remanent.flows.preference_view import attribute_id
from remanent.flows.recall_ids import read_recall
from remanent.model.event import Event, EventKind, Origin, Role
from remanent.model.governance import Actor
from remanent.model.preference import Preference
from remanent.model.scope import Scope
from remanent.ports import Transaction

_SAME_SCOPE = "Give the id of a card, decision or trigger of the same scope, and what it showed."


def record_preference_outcome(
    door: Door,
    scope: Scope,
    actor: Actor,
    token: str,
    *,
    outcome: float,
    attributes: Sequence[str] | None = None,
) -> int:
    """Count an outcome for attributes that a card, decision or trigger showed.

    Args:
        token: the id of what showed them.
        outcome: in [-1, 1].
        attributes: keys of those that it is about; None for all that were shown.

    Returns:
        How many preferences it counted for.

    Raises:
        NotFoundError: the id is not of this scope, or did not show the attribute.
        InputError: the outcome is outside [-1, 1], or this use already has one. Nothing changed.
    """
    shown = _shown(door, scope, actor, token, attributes)

    def block(transaction: Transaction, now: datetime) -> Applied[int]:
        rows = _rows(transaction, shown)
        for row in rows:
            key = _settled_key(token, row)
            try:
                check_outcome(
                    outcome, was_shown=True, is_settled=transaction.request(key) is not None
                )
            except ValueError as error:
                raise InputError(f"{row.name}: {error}") from None
            transaction.keep_request(key, "outcome", "")
        content = {"kind": "outcome", "outcome": outcome, "attributes": [row.name for row in rows]}
        seq = _log(door, transaction, EventKind.OUTCOME, content, now)
        transaction.write_preferences(
            [_with_outcome(row, outcome)._replace(changed_seq=seq) for row in rows]
        )
        return Applied(len(rows), {"outcomes": len(rows)})

    return door.write(scope, actor, "record_outcome", block)


def record_question(door: Door, scope: Scope, actor: Actor, token: str) -> int:
    """Note that the person was asked about what a decision was on; returns how many attributes."""
    shown = _shown(door, scope, actor, token, None)

    def block(transaction: Transaction, now: datetime) -> Applied[int]:
        rows = _rows(transaction, shown)
        content = {"kind": "asked", "attributes": [row.name for row in rows]}
        seq = _log(door, transaction, EventKind.USE, content, now)
        transaction.write_preferences([row._replace(asked_at=now, changed_seq=seq) for row in rows])
        return Applied(len(rows), {"questions": len(rows)})

    return door.write(scope, actor, "record_question", block)


def _shown(
    door: Door, scope: Scope, actor: Actor, token: str, attributes: Sequence[str] | None
) -> list[str]:
    """Return the keys of what an id showed, from the graph that is in memory anyway."""
    with door.read(scope, actor) as snapshot:
        graph, key = snapshot.preference_graph(), snapshot.state.key
    items = set(read_recall(token, key))
    held = [each for each in graph.by_attribute if attribute_id(key, each) in items]
    if attributes is None:
        return held
    for attribute in attributes:
        if attribute not in held:
            raise NotFoundError(f"That id did not show {attribute}.", remedy=_SAME_SCOPE)
    return list(dict.fromkeys(attributes))


def _rows(transaction: Transaction, shown: Sequence[str]) -> list[Preference]:
    rows = list(transaction.preferences(shown).values())
    if not rows:
        raise NotFoundError("That id showed no preference that is still held.", remedy=_SAME_SCOPE)
    return rows


def _with_outcome(row: Preference, outcome: float) -> Preference:
    record = with_outcome(
        OutcomeValue(value=row.outcome_value, count=row.outcomes),
        outcome,
        failures_never_raise=True,
    )
    return row._replace(outcomes=record.count, outcome_value=record.value)


def _settled_key(token: str, row: Preference) -> str:
    return f"outcome:{sha256(f'{token} {row.number}'.encode()).hexdigest()}"


def _log(
    door: Door,
    transaction: Transaction,
    kind: EventKind,
    content: Mapping[str, object],
    now: datetime,
) -> int:
    event = Event(
        id=door.ids.new_id(now),
        kind=kind,
        role=Role.SYSTEM,
        origin=Origin.TOOL,
        text="",
        occurred_at=now,
        recorded_at=now,
        payload=json.dumps(content, ensure_ascii=True, sort_keys=True),
    )
    return transaction.append_events([event], covered=[True])[0]
