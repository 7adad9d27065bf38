"""The owner's word on a preference: a pin outranks every mechanism, up and down."""

import json
from collections.abc import Callable, Mapping
from datetime import datetime

from remanent.errors import AccessError, NotFoundError
from remanent.flows.door import Applied, Door
from remanent.model.catalog import Attribute, Catalog
from remanent.model.event import Event, EventKind, Origin, Role
from remanent.model.fact import Provenance
from remanent.model.governance import Actor, ActorKind
from remanent.model.preference import Preference
from remanent.model.scope import Scope
from remanent.ports import Transaction
from remanent.preferences.learning import Rates, fades_at

Change = Callable[[Preference, datetime], Preference]


def pin(
    door: Door,
    scope: Scope,
    actor: Actor,
    attribute: Attribute,
    weight: float | None,
    *,
    catalog: Catalog,
    rates: Rates,
) -> None:
    """Set an attribute to a weight that nothing but another pin changes; None lifts the pin.

    Raises:
        AccessError: only the owner pins. NotFoundError: there is no pin to lift.
    """
    meant = catalog.meant(attribute)

    def change(row: Preference, now: datetime) -> Preference:
        if weight is None and row.pin is None:
            raise NotFoundError(f"{meant.text} is not pinned.", remedy="There is nothing to lift.")
        pinned = row._replace(
            pin=weight,
            provenance=row.provenance if row.hits else Provenance.STATED,
            first_at=row.first_at or now,
        )
        half_life = catalog.namespace_of(meant.key).half_life_days
        return pinned._replace(fades_at=fades_at(pinned, half_life_days=half_life, rates=rates))

    content = {"kind": "pin", "attribute": meant.text, "weight": weight}
    _decide(door, scope, actor, "pin", changes={meant: change}, content=content)


def set_style(
    door: Door, scope: Scope, actor: Actor, settings: Mapping[Attribute, str | None]
) -> None:
    """Set pinned style instructions, which never fade; None takes one away.

    Raises:
        AccessError: only the owner sets them.
    """

    def changed(text: str | None) -> Change:
        return lambda row, now: row._replace(
            text=text,
            provenance=Provenance.STATED,
            first_at=row.first_at or now,
            last_at=now,
            fades_at=None,
        )

    content = {
        "kind": "set_style",
        "settings": {attribute.text: text for attribute, text in settings.items()},
    }
    _decide(
        door,
        scope,
        actor,
        "set_style",
        changes={attribute: changed(text) for attribute, text in settings.items()},
        content=content,
    )


def _decide(
    door: Door,
    scope: Scope,
    actor: Actor,
    action: str,
    *,
    changes: Mapping[Attribute, Change],
    content: Mapping[str, object],
) -> None:
    if actor.kind is not ActorKind.OWNER:
        raise AccessError(f"Only the owner may {action.replace('_', ' ')}.")

    def block(transaction: Transaction, now: datetime) -> Applied[None]:
        event = Event(
            id=door.ids.new_id(now),
            kind=EventKind.DECISION,
            role=Role.USER,
            origin=Origin.PERSON,
            text="",
            occurred_at=now,
            recorded_at=now,
            payload=json.dumps(content, ensure_ascii=True, sort_keys=True),
        )
        (seq,) = transaction.append_events([event], covered=[True])
        held = transaction.preferences(each.key for each in changes)
        rows = []
        for attribute, change in changes.items():
            row = held.get(attribute.key) or Preference(
                attribute=attribute.key,
                number=transaction.new_attribute_number(),
                shown=None if attribute.text == attribute.key else attribute.text,
            )
            rows.append(change(row, now)._replace(changed_seq=seq))
        transaction.write_preferences(rows)
        return Applied(None, {"attributes": len(rows)})

    door.write(scope, actor, action, block)
