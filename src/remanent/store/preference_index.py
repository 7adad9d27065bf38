"""The preferences of a scope in memory: read once, then only what was touched since."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from remanent.model.preference import PROVENANCE_RANK, Preference
from remanent.model.preference_graph import PreferenceGraph
from remanent.store.tables.preferences import StoredRow, preference_of
from remanent.store.tables.times import to_column

BYTES_A_ROW = 2500
KEPT = 32
PACES = 5
_ARRAYS: dict[str, tuple[type[np.generic], float]] = {
    "weights": (np.float64, 0.0), "pins": (np.float64, np.nan), "rebased": (np.int64, 0),
    "last": (np.int64, 0), "hits": (np.int64, 0), "provenance": (np.int64, 0),
    "outcomes": (np.int64, 0), "outcome_values": (np.float64, 0.0),
    "saliences": (np.float64, 0.0), "first": (np.int64, 0), "namespace": (np.int64, 0),
    "negative": (np.int64, 0),
}  # fmt: skip
_TABLES: dict[str, type[np.generic]] = {
    "uses": np.int32, "neighbours": np.int32, "association_strengths": np.float32,
    "association_moments": np.int64,
}  # fmt: skip


@dataclass(slots=True)
class PreferenceIndex:
    """Holds what is known of one scope's preferences, and how far in the log it is known.

    Args:
        graph: all of them, as of `through_seq`.
        rows: those that were read or written of late, as of `rows_seq`; None for what the scope
            does not hold.
        since: what was written between `through_seq` and `rows_seq`; None where that is not known.
    """

    through_seq: int = 0
    graph: PreferenceGraph | None = None
    namespaces: dict[str, int] = field(default_factory=dict)
    rows: dict[str, StoredRow | None] = field(default_factory=dict)
    rows_seq: int = -1
    since: dict[str, StoredRow] | None = None
    held_rows: int = 0

    def bring(self, changed: Sequence[StoredRow], through_seq: int) -> PreferenceGraph:
        """Return the graph with rows that were touched since."""
        if self.graph is None or changed:
            self.graph = _with_rows(
                self.graph, [preference_of(each) for each in changed], self.namespaces
            )
        self.through_seq = through_seq
        if through_seq > self.rows_seq:
            self._forget(through_seq)
        if through_seq == self.rows_seq:
            self._keep({each[0]: each for each in changed})
            self.since = {}
        else:
            self.since = None
        return self.graph

    def noted(self, through_seq: int) -> list[StoredRow] | None:
        """Return what was written since the graph was brought up to date; None where unknown."""
        if self.graph is None or self.since is None or self.rows_seq != through_seq:
            return None
        return list(self.since.values())

    def held(
        self, keys: Iterable[str], seq: int, *, attributes: int
    ) -> dict[str, StoredRow | None]:
        """Return what is known of attributes as of an entry of the log.

        Args:
            attributes: how many the scope was ever given; once all are known, what is not among
                them is not held.
        """
        if seq != self.rows_seq:
            return {}
        rows = self.rows
        if self.held_rows == attributes:
            return {key: rows.get(key) for key in keys}
        return {key: rows[key] for key in keys if key in rows}

    def note(
        self,
        seen: Mapping[str, StoredRow | None],
        written: Mapping[str, StoredRow],
        *,
        before_seq: int,
        last_seq: int,
    ) -> None:
        """Take over what a transaction read and wrote, once it is committed.

        Several may come in another order than they were committed in: what another one wrote
        between is not known then, so that what is kept begins anew.
        """
        if before_seq != self.rows_seq:
            if last_seq <= self.rows_seq:
                return
            self._forget(last_seq)
        self._keep(seen)
        self.rows_seq = last_seq
        if self.since is not None:
            self.since.update(written)

    def _forget(self, seq: int) -> None:
        self.rows, self.rows_seq, self.since, self.held_rows = {}, seq, None, 0

    def _keep(self, seen: Mapping[str, StoredRow | None]) -> None:
        for key, each in seen.items():
            self.held_rows += (each is not None) - (self.rows.get(key) is not None)
            self.rows[key] = each

    @property
    def size_bytes(self) -> int:
        """Estimate the memory it takes."""
        return max(0 if self.graph is None else self.graph.size, len(self.rows)) * BYTES_A_ROW


def graph_of(rows: Sequence[Preference]) -> PreferenceGraph:
    """Return preferences as a graph."""
    return _with_rows(None, rows, {})


def _with_rows(
    graph: PreferenceGraph | None, changed: Sequence[Preference], namespaces: dict[str, int]
) -> PreferenceGraph:
    size = max((each.number for each in changed), default=0)
    rows: list[Preference | None] = [] if graph is None else list(graph.rows)
    by_attribute = {} if graph is None else dict(graph.by_attribute)
    grown = max(size - len(rows), 0)
    rows.extend([None] * grown)
    arrays = _copied(graph) if graph is not None and not grown else _grown(graph, grown)
    if changed:
        places = np.array([each.number - 1 for each in changed])
        columns = [_columns(each, namespaces) for each in changed]
        for name, values in zip(_ARRAYS, zip(*columns, strict=True), strict=True):
            arrays[name][places] = values
        for each in changed:
            rows[each.number - 1] = each
            by_attribute[each.attribute] = each.number - 1
            _place_tables(arrays, each)
    return PreferenceGraph(
        rows=rows, by_attribute=by_attribute, namespaces=tuple(namespaces), **arrays
    )


def _copied(graph: PreferenceGraph) -> dict[str, Any]:
    return {name: getattr(graph, name).copy() for name in (*_ARRAYS, *_TABLES, "paces")}


def _grown(graph: PreferenceGraph | None, grown: int) -> dict[str, Any]:
    """Return the arrays of a graph, or of none, with so many empty rows behind them."""
    arrays: dict[str, Any] = {}
    for name, (kind, empty) in _ARRAYS.items():
        old = np.empty(0, kind) if graph is None else getattr(graph, name)
        arrays[name] = np.concatenate((old, np.full(grown, empty, kind)))
    for name, kind in _TABLES.items():
        old = np.empty((0, KEPT), kind) if graph is None else getattr(graph, name)
        arrays[name] = np.concatenate((old, np.full((grown, KEPT), -1, kind)))
    old = np.empty((0, PACES)) if graph is None else graph.paces
    arrays["paces"] = np.concatenate((old, np.zeros((grown, PACES))))
    return arrays


def _place_tables(arrays: dict[str, Any], row: Preference) -> None:
    arrays["neighbours"][row.number - 1] = -1
    arrays["uses"][row.number - 1, : len(row.uses)] = row.uses
    if row.paces:
        arrays["paces"][row.number - 1] = row.paces
    if row.associations:
        kept = row.associations[:KEPT]
        numbers, strengths, moments = zip(*kept, strict=True)
        place, count = row.number - 1, len(kept)
        arrays["neighbours"][place, :count] = numbers
        arrays["neighbours"][place, :count] -= 1
        arrays["association_strengths"][place, :count] = strengths
        arrays["association_moments"][place, :count] = moments


def _columns(each: Preference, namespaces: dict[str, int]) -> tuple[float | int, ...]:
    return (
        each.weight,
        np.nan if each.pin is None else each.pin,
        0 if each.rebased_at is None else to_column(each.rebased_at),
        0 if each.last_at is None else to_column(each.last_at),
        each.hits,
        PROVENANCE_RANK[each.provenance],
        each.outcomes,
        each.outcome_value,
        each.salience,
        0 if each.first_at is None else to_column(each.first_at),
        namespaces.setdefault(each.namespace, len(namespaces)),
        int(each.is_negative),
    )
