"""What every reading of preferences begins with: the graph, the moment, the order, who stands."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from hashlib import sha256

from remanent.flows.deviation import whole_graph
from remanent.flows.door import Door
from remanent.flows.past import past_graph
from remanent.model.catalog import Catalog
from remanent.model.governance import Actor
from remanent.model.preference import Preference
from remanent.model.preference_graph import PreferenceGraph
from remanent.model.scope import Scope
from remanent.preferences.curation import foremost_in, superseded_by
from remanent.preferences.learning import Rates
from remanent.preferences.mapping import matching_contexts


@dataclass(frozen=True, slots=True)
class PreferenceView:
    """One scope's preferences at one moment."""

    graph: PreferenceGraph
    key: bytes
    now: datetime
    seeds: tuple[str, ...]

    def row(self, attribute: str) -> Preference | None:
        """Return a preference by its key."""
        place = self.graph.position(attribute)
        return None if place is None else self.graph.rows[place]

    def rival(self, preference: Preference, catalog: Catalog) -> Preference | None:
        """Return what stands in the place of a preference."""
        return superseded_by(preference, catalog, self.row, partial(foremost_in, self.graph))


def preference_view(
    door: Door,
    scope: Scope,
    actor: Actor,
    *,
    catalog: Catalog,
    context: Sequence[str],
    at: datetime | None,
    zone: str | None,
    rates: Rates,
) -> PreferenceView:
    """Read a scope's preferences.

    Args:
        context: keys of what is there now, beside what the catalog's rules give.
        at: the moment, at which only what had happened by then counts; now by default.
    """
    now = at or door.clock.now()
    seeds = [*context, *(each.key for each in matching_contexts(catalog, at=now, zone=zone))]
    with door.read(scope, actor) as snapshot:
        graph, key = snapshot.preference_graph(), snapshot.state.key
        past = past_graph(snapshot, graph, at, catalog=catalog, rates=rates)
    graph = past or whole_graph(door, scope, graph, catalog=catalog)
    return PreferenceView(graph, key, now, tuple(dict.fromkeys(seeds)))


def attribute_id(key: bytes, attribute: str) -> str:
    """Return the id by which signed tokens list an attribute: 32 hexadecimal digits."""
    return sha256(key + b"attribute" + attribute.encode("utf-8", "surrogatepass")).hexdigest()[:32]
