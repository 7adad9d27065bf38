"""What comes to mind with what: activation flows over associations, then rivals inhibit each other.

Sources: spreading activation after Collins & Loftus (1975), divided among neighbours as in
ACT-R's fan effect (Anderson 1974, 1983); lateral inhibition after Hartline & Ratliff (1957);
FERNme for both in a memory.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from remanent.dynamics.ranges import all_in_range, in_range, whole

HOPS = 2
HOP_DECAY = 0.5
DEGREE = 32
LOSER_SHARE = 0.3
NO_GROUP = -1


def spread(
    seeds: ArrayLike,
    *,
    neighbours: ArrayLike,
    associations: ArrayLike,
    hops: int = HOPS,
    hop_decay: float = HOP_DECAY,
) -> NDArray[np.float64]:
    """Activation of each attribute after a spread from the seeds, at least its seed.

    Source: Collins & Loftus (1975), Anderson (1983). At each hop an attribute passes on what
    reached it in the hop before, times the decay, shared among the associations of its own row in
    proportion to them, whatever its neighbours' rows say. So n hops add at most Σ decay^h of what
    was seeded. Seeds of 0, no associations or no hops add nothing.

    Args:
        seeds: shape (n,), >= 0: what the user node lends to each attribute, and 1 or so for
            each attribute of the context.
        neighbours: shape (r, m), r <= n: for each of the first r attributes the positions of
            those it is associated with; -1 for none. The others pass nothing on.
        associations: shape (r, m), >= 0; of what is none they are not read, and 0 carries nothing.
        hops: a whole number >= 0.
        hop_decay: in [0, 1].

    Returns:
        float64, shape (n,).

    Raises:
        ValueError: a number is outside its range, or the shapes do not fit.
    """
    activation = all_in_range("seeds", seeds, 0).copy()
    decay = in_range("hop_decay", hop_decay, 0, 1)
    targets = np.asarray(neighbours, dtype=np.int64)
    strength = np.asarray(associations, dtype=np.float64)
    if targets.shape != strength.shape or targets.ndim != 2 or len(targets) > len(activation):  # noqa: PLR2004 - a table
        raise ValueError(
            f"neighbours has shape {targets.shape} and associations {strength.shape}; both must "
            f"be (r, m) with r <= {len(activation)}."
        )
    if targets.size and not -1 <= targets.min() <= targets.max() < len(activation):
        raise ValueError("neighbours holds a position that is outside the attributes.")
    is_there = targets >= 0
    carried = np.where(is_there, strength, 0.0)
    if not (carried >= 0).all():
        raise ValueError("associations has a negative number, or one that is none.")
    totals = carried.sum(axis=1, keepdims=True)
    shares = carried / np.where(totals > 0, totals, 1.0)
    places = np.where(is_there, targets, 0).ravel()
    arriving = activation
    for _ in range(whole("hops", hops)):
        passed_on = decay * arriving[: len(targets), None] * shares
        arriving = _sum_by_position(places, passed_on.ravel(), size=len(activation))
        activation = activation + arriving
    return activation


def inhibit(
    activations: ArrayLike, *, groups: ArrayLike, loser_share: float = LOSER_SHARE
) -> NDArray[np.float64]:
    """Activations after the strongest of each exclusive group has held back its rivals.

    Source: lateral inhibition (Hartline & Ratliff 1957), made monotone: what is left of a rival
    is a share of its height above 0, or above the lowest activation where that is negative. So
    nothing is ever raised, and no two of a group change their order. The strongest, its equals
    and attributes without a group keep theirs; with all at 0 nothing changes.

    Args:
        activations: shape (n,), finite, of either sign.
        groups: shape (n,), whole numbers >= -1: the exclusive group of each; -1 for none.
        loser_share: in [0, 1]; 1 inhibits nothing.

    Returns:
        float64, shape (n,).

    Raises:
        ValueError: a number is outside its range, or the shapes differ.
    """
    before = all_in_range("activations", activations)
    group = _whole_numbers("groups", groups, low=NO_GROUP)
    if group.shape != before.shape:
        raise ValueError(f"groups has shape {group.shape}; it must be {before.shape}.")
    share = in_range("loser_share", loser_share, 0, 1)
    ground = min(0.0, float(before.min(initial=0.0)))
    names, member_of = np.unique(group, return_inverse=True)
    strongest = np.full(len(names), -np.inf)
    np.maximum.at(strongest, member_of, before)
    is_loser = (group != NO_GROUP) & (before < strongest[member_of])
    held_back = np.minimum(before, ground + share * (before - ground))
    after: NDArray[np.float64] = np.where(is_loser, held_back, before)
    return after


def _sum_by_position(
    positions: NDArray[np.int64], values: NDArray[np.float64], *, size: int
) -> NDArray[np.float64]:
    return np.bincount(positions, weights=values, minlength=size).astype(np.float64, copy=False)


def _whole_numbers(
    field: str, values: ArrayLike, *, low: int, high: float = np.inf
) -> NDArray[np.int64]:
    numbers = all_in_range(field, values, low, high)
    if (numbers % 1 != 0).any():
        raise ValueError(f"{field} has fractions; it must be whole numbers >= {low}.")
    return numbers.astype(np.int64)
