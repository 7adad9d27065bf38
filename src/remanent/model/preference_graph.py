"""All preferences of one scope as arrays: what one ranking reads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from remanent.model.preference import Preference

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PreferenceGraph:
    """One scope's preferences; position p holds the attribute of number p + 1.

    Never changed once it is made: a later state is another graph.

    Args:
        rows: the preferences themselves; None where a number is not in use.
        by_attribute: positions by attribute.
        weights: at `rebased`, in [0, 9]. pins: NaN where there is none.
        rebased, last: microseconds since 1970.
        hits, provenance (rank, 0 to 3), outcomes: counts. outcome_values: in [-1, 1].
        saliences: in [0, 1].
        negative: 1 for dislikes.
        namespaces: names; namespace: positions in it.
        uses: shape (n, 32), seconds since 1970 of the last uses, oldest first, from the left.
        first: microseconds since 1970.
        paces: shape (n, 5), sums of events at each pace of forgetting, as of `rebased`.
        kept: what was worked out of this graph and holds as long as it does.
        neighbours: shape (n, 32), positions of associated attributes, -1 for none.
        association_strengths: shape (n, 32), as of association_moments (microseconds).
    """

    rows: Sequence[Preference | None]
    by_attribute: Mapping[str, int]
    weights: Floats
    pins: Floats
    rebased: Integers
    last: Integers
    hits: Integers
    provenance: Integers
    outcomes: Integers
    outcome_values: Floats
    saliences: Floats
    namespace: Integers
    negative: Integers
    namespaces: Sequence[str]
    first: Integers
    uses: NDArray[np.int32]
    neighbours: NDArray[np.int32]
    association_strengths: NDArray[np.float32]
    association_moments: Integers
    paces: Floats
    kept: dict[object, object] = field(default_factory=dict, compare=False, repr=False)

    @property
    def size(self) -> int:
        """Number of positions."""
        return len(self.rows)

    def position(self, attribute: str) -> int | None:
        """Return where an attribute stands, or None where the scope does not hold it."""
        return self.by_attribute.get(attribute)
