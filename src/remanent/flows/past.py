"""Look at preferences as of a moment before the latest events."""

from datetime import UTC, datetime

from remanent.flows.door import PRESENT_REACHES
from remanent.model.catalog import Catalog
from remanent.model.preference_graph import PreferenceGraph
from remanent.ports import Snapshot
from remanent.preferences.learning import Rates, microseconds


def past_graph(
    snapshot: Snapshot,
    graph: PreferenceGraph,
    at: datetime | None,
    *,
    catalog: Catalog,
    rates: Rates,
) -> PreferenceGraph | None:
    """Return preferences as they stood at a moment; None where nothing happened after it.

    What was learned later of an earlier time is in it: it is the past as it is known now. All
    evidence of the scope is read.

    Args:
        graph: as it stands now. at: as it was asked for; None is the present.
    """
    if at is None or not graph.size:
        return None
    reached = min(at, datetime.max.replace(tzinfo=UTC) - PRESENT_REACHES) + PRESENT_REACHES
    if int(graph.last.max()) <= microseconds(reached):
        return None
    from remanent.preferences.past import graph_as_of  # noqa: PLC0415 - seldom asked for

    rows = [row for row in graph.rows if row is not None]
    evidence = [
        (row.attribute, each)
        for row in rows
        for each in snapshot.evidence(row.number, limit=row.hits + row.contexts)
        if each.at <= reached
    ]
    return graph_as_of(rows, evidence, catalog, rates=rates)
