"""Preferences as they stood at a moment that is gone: replayed from what had happened by then.

What no evidence says stands as it does now, as nothing tells since when: pins, settings, outcomes,
and names that were joined.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby

from remanent.model.catalog import Catalog
from remanent.model.preference import Evidence, Preference
from remanent.model.preference_graph import PreferenceGraph
from remanent.preferences.graphs import graph_of
from remanent.preferences.learning import DEFAULT_RATES, Rates, associated, learned


def graph_as_of(
    rows: Sequence[Preference],
    evidence: Iterable[tuple[str, Evidence]],
    catalog: Catalog,
    *,
    rates: Rates = DEFAULT_RATES,
) -> PreferenceGraph:
    """Return what evidence alone makes of preferences, beside what their owner set.

    Args:
        rows: as they stand now.
        evidence: of a moment and before, with the key of its attribute, in any order.
    """
    ordered = sorted(
        ((each.at, each.event_seq, key, each) for key, each in evidence), key=lambda one: one[:3]
    )
    known = {key for *_, key, _ in ordered}
    is_set = {row.attribute for row in rows if row.pin is not None or row.text is not None}
    kept = [row for row in rows if row.attribute in known | is_set]
    found = {row.attribute: _begun(row, number) for number, row in enumerate(kept, 1)}
    for (at, _), own in groupby(ordered, key=lambda one: one[:2]):
        replay(found, at, [(key, each) for *_, key, each in own], catalog, rates)
    return graph_of(list(found.values()))


def replay(
    rows: dict[str, Preference],
    at: datetime,
    own: Sequence[tuple[str, Evidence]],
    catalog: Catalog,
    rates: Rates,
) -> None:
    """Learn one event's evidence, in place; an amount fires together with nothing."""
    size = max(each.magnitude for _, each in own)
    for key, each in own:
        row = rows.get(key) or Preference(attribute=key, number=len(rows) + 1)
        half_life = catalog.namespace_of(key).half_life_days
        rows[key] = learned(row, each, half_life_days=half_life, rates=rates)
    firing = [(key, each) for key, each in own if each.value is None]
    if firing and size > 0:
        known = {rows[key].number: rows[key].associations for key, _ in firing}
        fired = [(rows[key].number, each.magnitude or size) for key, each in firing]
        grown = associated(known, fired, at, rates=rates)
        for key, _ in firing:
            rows[key] = rows[key]._replace(associations=grown[rows[key].number])


def _begun(row: Preference, number: int) -> Preference:
    """Return a preference before its first event, with what its owner set and outcomes gave."""
    begun = Preference(
        attribute=row.attribute,
        number=number,
        shown=row.shown,
        pin=row.pin,
        text=row.text,
        outcomes=row.outcomes,
        outcome_value=row.outcome_value,
        asked_at=row.asked_at,
    )
    if row.hits:
        return begun
    return begun._replace(first_at=row.first_at, last_at=row.last_at, provenance=row.provenance)
