"""A graph made from rows: what a replay ranks, which no store ever held."""

from collections.abc import Sequence

import numpy as np

from remanent.model.preference import PROVENANCE_RANK, Preference
from remanent.model.preference_graph import PreferenceGraph
from remanent.preferences.learning import KEPT_USES, PACE_HALF_LIVES_DAYS, microseconds


def graph_of(rows: Sequence[Preference]) -> PreferenceGraph:
    """Return the graph of preferences that are numbered from 1 without a gap, in any order."""
    rows = sorted(rows, key=lambda row: row.number)
    size = len(rows)
    assert [row.number for row in rows] == list(range(1, size + 1)), "numbers have no gap"
    names = list(dict.fromkeys(row.namespace for row in rows))
    uses = np.full((size, KEPT_USES), -1, np.int32)
    neighbours = np.full((size, KEPT_USES), -1, np.int32)
    strengths = np.zeros((size, KEPT_USES), np.float32)
    moments = np.zeros((size, KEPT_USES), np.int64)
    for place, row in enumerate(rows):
        uses[place, : len(row.uses)] = row.uses
        for slot, (number, strength, at) in enumerate(row.associations[:KEPT_USES]):
            neighbours[place, slot] = number - 1
            strengths[place, slot], moments[place, slot] = strength, at
    return PreferenceGraph(
        rows=rows,
        by_attribute={row.attribute: place for place, row in enumerate(rows)},
        weights=np.array([row.weight for row in rows], np.float64),
        pins=np.array([np.nan if row.pin is None else row.pin for row in rows], np.float64),
        rebased=np.array(
            [0 if row.rebased_at is None else microseconds(row.rebased_at) for row in rows],
            np.int64,
        ),
        last=np.array(
            [0 if row.last_at is None else microseconds(row.last_at) for row in rows], np.int64
        ),
        hits=np.array([row.hits for row in rows], np.int64),
        provenance=np.array([PROVENANCE_RANK[row.provenance] for row in rows], np.int64),
        outcomes=np.array([row.outcomes for row in rows], np.int64),
        outcome_values=np.array([row.outcome_value for row in rows], np.float64),
        saliences=np.array([row.salience for row in rows], np.float64),
        namespace=np.array([names.index(row.namespace) for row in rows], np.int64),
        namespaces=tuple(names),
        uses=uses,
        first=np.array(
            [0 if row.first_at is None else microseconds(row.first_at) for row in rows], np.int64
        ),
        neighbours=neighbours,
        association_strengths=strengths,
        association_moments=moments,
        negative=np.array([row.is_negative for row in rows], np.int64),
        paces=np.array([row.paces or (0.0,) * len(PACE_HALF_LIVES_DAYS) for row in rows]).reshape(
            size, len(PACE_HALF_LIVES_DAYS)
        ),
    )
