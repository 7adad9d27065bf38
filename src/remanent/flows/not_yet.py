"""Say that nothing was known yet, where a question is asked as of a time before all that is."""

from dataclasses import replace

from remanent.flows.door import Door
from remanent.flows.recall import NOTHING_RELEVANT
from remanent.model.governance import Actor
from remanent.model.instants import from_microseconds
from remanent.model.recall import Recall
from remanent.model.scope import Scope

NOT_YET = "nothing was known then"


def not_yet(door: Door, scope: Scope, actor: Actor, found: Recall) -> Recall:
    """Return the answer, or an empty one with the reason that memory begins later.

    "Nothing relevant" would be true and misleading: no question has an answer before the first
    thing was said (`as_of`), or taken down (`known_at`).
    """
    if found.reason != NOTHING_RELEVANT or (found.as_of is None and found.known_at is None):
        return found
    with door.read(scope, actor) as snapshot:
        if not snapshot.state.exists or snapshot.state.last_seq == 0:
            return found
        if found.as_of is not None:
            index = snapshot.index()
            if index.units and found.as_of < (first := from_microseconds(int(index.at.min()))):
                return _since(found, f"the first that was said is of {first:%Y-%m-%d}")
        if found.known_at is not None:
            for event in snapshot.events_between(1, snapshot.state.last_seq, limit=1):
                if found.known_at < event.recorded_at:
                    return _since(found, f"this memory begins on {event.recorded_at:%Y-%m-%d}")
    return found


def _since(found: Recall, when: str) -> Recall:
    return replace(found, reason=f"{NOT_YET}; {when}")
