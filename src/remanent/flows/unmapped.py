"""What the events of a whole tenant named that its catalog does not know."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from remanent.flows.door import Door
from remanent.model.governance import Actor
from remanent.model.scope import Scope

READ_A_SCOPE = 1000


class UnmappedTotal(NamedTuple):
    """A kind or an item that the catalog does not know.

    Args:
        name: such as "kind:wishlist" or "item:oat-milk".
        reason: what of the event it is: kind, item, item_attributes or event.
        events: how many named it, over all scopes.
        scopes: in how many scopes.
    """

    name: str
    reason: str
    events: int
    scopes: int


def unmapped(
    door: Door,
    actor: Actor,
    scopes: Sequence[Scope],
    *,
    limit: int,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[UnmappedTotal, ...]:
    """Return what events of a tenant could not be mapped, most events first.

    Each scope is read by a view of its own, its 1,000 most frequent names at most.
    """
    events: dict[tuple[str, str], int] = {}
    met_in: dict[tuple[str, str], int] = {}
    for done, scope in enumerate(scopes, 1):
        with door.read(scope, actor) as snapshot:
            found = snapshot.unmapped(limit=READ_A_SCOPE) if snapshot.state.exists else ()
        for name, reason, count in found:
            events[name, reason] = events.get((name, reason), 0) + count
            met_in[name, reason] = met_in.get((name, reason), 0) + 1
        if progress is not None:
            progress(done, len(scopes))
    order = sorted(events, key=lambda each: (-events[each], each))
    return tuple(UnmappedTotal(*each, events[each], met_in[each]) for each in order[:limit])
