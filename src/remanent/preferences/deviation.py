"""Storing an edge only where a person deviates from the release: shorter rows, and nothing lost.

An edge whose weight lies within a stated distance of the release's average holder gives up its
weight and its uses. When it is read, the weight is the release's as of the day it was shortened,
and it has faded since like any other, so it never lies further from the truth than that distance.
The person's own evidence stays as it is, and folding it gives the edge back to the last bit; the
next event that touches it does so.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

import numpy as np

from remanent.model.preference import Evidence, Preference
from remanent.model.preference_graph import PreferenceGraph
from remanent.model.prior import Prior
from remanent.preferences.learning import (
    DEFAULT_RATES,
    FOLDED_EVIDENCE,
    KEPT_USES,
    Rates,
    fades_at,
    folded,
    microseconds,
    weight_at,
)

SAME_WEIGHT = 1e-9


def is_short(row: Preference) -> bool:
    """Say whether an edge was shortened: it has hits, and no weight of its own."""
    return row.hits > 0 and row.rebased_at is None


def has_short(graph: PreferenceGraph) -> bool:
    """Say whether any edge of a scope was shortened."""
    return bool(((graph.hits > 0) & (graph.rebased == 0)).any()) and any(
        row is not None and is_short(row) for row in graph.rows
    )


def deviates(
    row: Preference,
    prior: Prior,
    at: datetime,
    *,
    half_life_days: float,
    distance: float,
    rates: Rates = DEFAULT_RATES,
) -> bool:
    """Say whether an edge must be stored in full.

    So must whatever the owner, an outcome or a measure has touched, and what the release does not
    name.

    Args:
        row: in full. distance: how far a weight may lie from the release's, in [0, 9].
    """
    known = prior.of(row.attribute)
    if known is None or row.hits == 0 or row.hits + row.contexts > FOLDED_EVIDENCE:
        return True
    if row.rebased_at is None or row.rebased_at > at:
        return True
    own = (row.pin, row.text, row.intensity, row.value, row.asked_at)
    if any(each is not None for each in own) or row.outcomes or row.salience:
        return True
    weight = weight_at(row, at, half_life_days=half_life_days, rates=rates)
    return abs(weight - known.holder_average) > distance


def shortened(
    row: Preference,
    prior: Prior,
    at: datetime,
    *,
    half_life_days: float,
    rates: Rates = DEFAULT_RATES,
) -> Preference:
    """Return an edge without what the release says as well; it fades when that does."""
    read = filled(row, prior, at)
    return row._replace(
        weight=0.0,
        rebased_at=None,
        uses=(),
        fades_at=fades_at(read, half_life_days=half_life_days, rates=rates),
    )


def filled(row: Preference, prior: Prior, at: datetime) -> Preference:
    """Return a shortened edge as it is read: the release's weight as of a moment, even uses.

    Args:
        at: when it was shortened.
    """
    known = prior.of(row.attribute)
    weight = 0.0 if known is None else known.holder_average
    return row._replace(weight=weight, rebased_at=at, uses=_even_uses(row))


def restored(
    row: Preference,
    evidence: Sequence[Evidence],
    *,
    half_life_days: float,
    rates: Rates = DEFAULT_RATES,
) -> Preference:
    """Return a shortened edge as its evidence gives it."""
    return folded(row, evidence, half_life_days=half_life_days, rates=rates)


def is_lossless(
    row: Preference,
    evidence: Sequence[Evidence],
    *,
    half_life_days: float,
    rates: Rates = DEFAULT_RATES,
) -> bool:
    """Say whether the evidence gives back all that shortening an edge takes away."""
    again = restored(row, evidence, half_life_days=half_life_days, rates=rates)
    return (
        abs(again.weight - row.weight) <= SAME_WEIGHT
        and (again.rebased_at, again.uses, again.hits) == (row.rebased_at, row.uses, row.hits)
        and again.contexts == row.contexts
    )


def with_whole_edges(
    graph: PreferenceGraph, whole: Callable[[Preference], Preference]
) -> PreferenceGraph:
    """Return a graph in which every shortened edge has its weight and uses.

    Args:
        whole: gives the edge in full.
    """
    found = {
        place: whole(row)
        for place, row in enumerate(graph.rows)
        if row is not None and is_short(row)
    }
    rows, uses = list(graph.rows), graph.uses.copy()
    weights, rebased = graph.weights.copy(), graph.rebased.copy()
    for place, row in found.items():
        assert row.rebased_at is not None, "an edge in full has its moment"
        rows[place], weights[place] = row, row.weight
        rebased[place] = microseconds(row.rebased_at)
        uses[place, : len(row.uses)] = row.uses
    # What was worked out of the short edges does not hold for the whole ones.
    return replace(graph, rows=rows, uses=uses, weights=weights, rebased=rebased, kept={})


def _even_uses(row: Preference) -> tuple[int, ...]:
    """Return uses spread evenly over the time in which there were any."""
    if row.first_at is None or row.last_at is None:
        return ()
    first, last = (microseconds(each) // 1_000_000 for each in (row.first_at, row.last_at))
    times = np.linspace(first, last, row.hits) if row.hits > 1 else np.array([last])
    return tuple(int(each) for each in times[-KEPT_USES:])
