"""What is written into the log of lessons."""

import json
from collections.abc import Mapping
from datetime import datetime

from remanent.flows.door import Door
from remanent.model.event import Event, EventKind, Origin, Role


def lesson_event(
    door: Door,
    action: str,
    now: datetime,
    *,
    content: Mapping[str, object],
    text: str = "",
    origin: Origin = Origin.TOOL,
    session: str | None = None,
    at: datetime | None = None,
) -> Event:
    """Return one entry of the log about lessons.

    Args:
        action: "proposed", "sighting", "approved", "retired", "repeats" and the like.
        content: what else belongs to it.
    """
    payload = {"action": action} | {k: v for k, v in content.items() if v is not None}
    return Event(
        id=door.ids.new_id(now),
        kind=EventKind.LESSON,
        role=Role.SYSTEM,
        origin=origin,
        text=text,
        occurred_at=at or now,
        recorded_at=now,
        session=session,
        payload=json.dumps(payload, sort_keys=True),
    )
