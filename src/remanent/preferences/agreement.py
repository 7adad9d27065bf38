"""Does a preference stand as its evidence gives it?

The numbers that a tenant sets (half-lives, an aliased name's namespace) may have changed since a
preference was learned, and what was learned then stands; so a weight is compared with the least
and the most that any half-life could have left, and everything else with the fold itself.
"""

import math
from collections.abc import Sequence
from enum import Enum, auto

from remanent.model.preference import Evidence, Preference
from remanent.preferences.deviation import is_short
from remanent.preferences.learning import DEFAULT_RATES, FOLDED_EVIDENCE, Rates, folded

SHORTEST_DAYS, LONGEST_DAYS = 1e-6, 1e9
"""Half-lives at which everything has faded by the next event, and nothing ever has."""

TOLERANCE = 1e-6
_EQUAL = (
    "rebased_at", "first_at", "last_at", "hits", "contexts", "provenance", "values", "uses",
)  # fmt: skip
_CLOSE = ("salience", "day_magnitude", "intensity", "value", "value_variance")


class Agreement(Enum):
    """How a preference and its evidence stand to each other.

    AGREES. DRIFTED: the preference is not what its evidence gives; folding it again mends it.
    MISSING: it was learned from more than there is evidence of, so folding it would lose something.
    """

    AGREES = auto()
    DRIFTED = auto()
    MISSING = auto()


def agreement(
    row: Preference, evidence: Sequence[Evidence], *, rates: Rates = DEFAULT_RATES
) -> Agreement:
    """Compare a preference with its evidence.

    What no evidence says is not looked at: a pin, a setting, outcomes, associations.

    Args:
        evidence: the latest `FOLDED_EVIDENCE` pieces, by ascending world time.
    """
    hits = sum(not each.is_context for each in evidence)
    contexts = len(evidence) - hits
    is_all = len(evidence) < FOLDED_EVIDENCE
    if is_all and (row.hits > hits or row.contexts > contexts):
        return Agreement.MISSING
    if row.hits < hits or row.contexts < contexts:
        return Agreement.DRIFTED
    if is_short(row):
        return Agreement.AGREES
    least, most = (
        folded(row, evidence, half_life_days=days, rates=rates)
        for days in (SHORTEST_DAYS, LONGEST_DAYS)
    )
    if not hits:
        return _of(row.weight == 0 and row.rebased_at is None and not row.uses)
    is_within = least.weight - TOLERANCE <= row.weight <= most.weight + TOLERANCE
    return _of(
        is_within
        and all(getattr(row, name) == getattr(most, name) for name in _EQUAL)
        and all(_is_close(getattr(row, name), getattr(most, name)) for name in _CLOSE)
        and len(row.paces) == len(most.paces)
        and all(map(_is_close, row.paces, most.paces))
    )


def _of(agrees: bool) -> Agreement:  # noqa: FBT001 - the answer to a comparison
    return Agreement.AGREES if agrees else Agreement.DRIFTED


def _is_close(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
