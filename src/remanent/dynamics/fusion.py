"""What memories do to each other: some dampen, some suppress, and near ones fuse.

Source: FadeMem's conflict resolution and adaptive fusion. What is certain needs no number here:
a certain contradiction closes an interval of validity and freezes the strength.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from remanent.dynamics.ranges import all_in_range, in_range, whole

COMPATIBLE_SHARE = 0.3
SUPPRESSION_RATE = 0.5
SUPPRESSION_WINDOW_DAYS = 30.0

VARIANCE_BONUS = 0.1
CLUSTER_SIMILARITY = 0.75
CLUSTER_DAYS = 7.0
CLUSTER_SMALLEST = 3
PRESERVED_FROM = 0.8

_ROUNDING = 1e-6
"""By how much a cosine in single precision may leave [−1, 1]."""


@dataclass(frozen=True, slots=True)
class Fused:
    """The numbers of a memory that was made of several.

    Args:
        strength: v, in [0, 1].
        fusion_factor: ξ, in (0, 1]; it slows the decay.
        importance: I, in [0, 1], the largest of the members'.
        helpful_uses: k, the largest of the members'.
    """

    strength: float
    fusion_factor: float
    importance: float
    helpful_uses: int


def dampened_importance(
    importance: float, *, similarity: float, share: float = COMPATIBLE_SHARE
) -> float:
    """Importance of an old memory that a new one agrees with, I·(1 − ω·sim), in [0, I].

    Source: FadeMem, compatible memories. Similarity 0 or less changes nothing.

    Args:
        importance: I of the old one, in [0, 1].
        similarity: in [−1, 1].
        share: ω, in [0, 1].

    Raises:
        ValueError: a number is outside its range.
    """
    redundant = in_range("share", share, 0, 1) * _similarity(similarity)
    return in_range("importance", importance, 0, 1) * (1 - redundant)


def dampened_importance_by_all(
    importance: float,
    similarities: Mapping[tuple[int, str], float],
    *,
    share: float = COMPATIBLE_SHARE,
) -> float:
    """`dampened_importance` by several new memories, once each, whatever order they came in.

    Source: FadeMem; the order is by world time, then id, so that equal memories give equal bits.
    An empty mapping changes nothing.

    Args:
        importance: I of the old one before any of them, in [0, 1].
        similarities: (world time, id) of each new memory to its similarity.
        share: ω, in [0, 1].

    Raises:
        ValueError: a number is outside its range.
    """
    dampened = in_range("importance", importance, 0, 1)
    for key in sorted(similarities):
        dampened = dampened_importance(dampened, similarity=similarities[key], share=share)
    return dampened


def suppressed_strength(
    strength: float,
    *,
    newer_by_days: float,
    suppression_rate: float = SUPPRESSION_RATE,
    window_days: float = SUPPRESSION_WINDOW_DAYS,
) -> float:
    """Strength of an old memory that a newer one may contradict, in [0, v].

    v·e^(−ρ·clip((τ_new − τ_old)/W, 0, 1)). Source: FadeMem, contradictory memories. A memory
    that is no newer changes nothing. It is a new strength to rebase on, so it lasts.

    Args:
        strength: v of the old one, in [0, 1].
        newer_by_days: τ_new − τ_old in world time, of either sign.
        suppression_rate: ρ, >= 0.
        window_days: W, in days, > 0.

    Raises:
        ValueError: a number is outside its range.
    """
    window = in_range("window_days", window_days, 0, open_low=True)
    newer = min(1.0, max(0.0, in_range("newer_by_days", newer_by_days) / window))
    rate = in_range("suppression_rate", suppression_rate, 0)
    return in_range("strength", strength, 0, 1) * math.exp(-rate * newer)


def fused_strength(strengths: Sequence[float], *, variance_bonus: float = VARIANCE_BONUS) -> float:
    """Strength of a fused memory, clip(max + ε·population variance, 0, 1), at least the largest.

    Source: FadeMem. One memory, or equal ones, keep their strength; all at 0 give 0.

    Args:
        strengths: v of each member, in [0, 1], at least one, in any order.
        variance_bonus: ε, >= 0.

    Raises:
        ValueError: there is no strength, or a number is outside its range.
    """
    whole("number of strengths", len(strengths), 1)
    members = [in_range("strengths", strength, 0, 1) for strength in strengths]
    mean = math.fsum(members) / len(members)
    variance = math.fsum((strength - mean) ** 2 for strength in members) / len(members)
    bonus = in_range("variance_bonus", variance_bonus, 0) * variance
    return min(1.0, max(members) + bonus)


def fusion_factor(size: int) -> float:
    """How a fused memory's decay is slowed, ξ = 1/(1 + ln|C|), in (0, 1].

    Source: FadeMem. One memory alone is not slowed (1); none at all is refused.

    Args:
        size: |C|, number of memories fused, a whole number >= 1.

    Raises:
        ValueError: the size is not a whole number >= 1.
    """
    return 1 / (1 + math.log(whole("size", size, 1)))


def fused(
    *,
    strengths: Sequence[float],
    importances: Sequence[float],
    helpful_uses: Sequence[int],
    variance_bonus: float = VARIANCE_BONUS,
) -> Fused:
    """All numbers of a fused memory from those of its members, in any order.

    Source: FadeMem; importance and helpful uses are the largest, which also decide the layer.

    Args:
        strengths: v of each member, in [0, 1].
        importances: I of each member, in [0, 1].
        helpful_uses: k of each member, a whole number >= 0.
        variance_bonus: ε, >= 0.

    Raises:
        ValueError: a number is outside its range, or the lengths differ.
    """
    size = len(strengths)
    for field, values in (("importances", importances), ("helpful_uses", helpful_uses)):
        if len(values) != size:
            raise ValueError(
                f"{field} has {len(values)} values; it must have {size}, as strengths."
            )
    return Fused(
        strength=fused_strength(strengths, variance_bonus=variance_bonus),
        fusion_factor=fusion_factor(size),
        importance=max(in_range("importances", value, 0, 1) for value in importances),
        helpful_uses=max(whole("helpful_uses", uses) for uses in helpful_uses),
    )


def is_preserved(preservation: float, *, preserved_from: float = PRESERVED_FROM) -> bool:
    """Whether a merged text keeps enough of its sources to replace them.

    Source: FadeMem's preservation check. Both are in [0, 1]; 0 keeps nothing.

    Raises:
        ValueError: a number is outside [0, 1].
    """
    needed = in_range("preserved_from", preserved_from, 0, 1)
    return in_range("preservation", preservation, 0, 1) >= needed


def clusters(
    days: ArrayLike,
    *,
    ids: Sequence[str],
    similarities: ArrayLike,
    vetoes: ArrayLike | None = None,
    threshold: float = CLUSTER_SIMILARITY,
    window_days: float = CLUSTER_DAYS,
    smallest: int = CLUSTER_SMALLEST,
) -> tuple[tuple[int, ...], ...]:
    """Groups of memories that are near enough in meaning and time to be fused.

    Source: FadeMem's temporal-semantic clusters, by single linkage (Sneath 1957) joined in
    Kruskal's order, the most similar pair first. No cluster spans more than the window or holds
    a vetoed pair, though its links may chain. The order of the input does not matter. No
    memories give no clusters.

    Args:
        days: world time of each memory in days, shape (n,).
        ids: one unique id for each; ties go by (time, id).
        similarities: shape (n, n), in [−1, 1]; the mean of both halves counts.
        vetoes: shape (n, n), true where two must never be merged.
        threshold: pairs must be more similar than this.
        window_days: longest span of a cluster, >= 0.
        smallest: fewest members of a cluster, a whole number >= 2.

    Returns:
        Positions in the input; members by (time, id), clusters by their first member.

    Raises:
        ValueError: a number is outside its range, a shape does not fit, or an id is repeated.
    """
    at = all_in_range("days", days)
    window = in_range("window_days", window_days, 0)
    limit = in_range("threshold", threshold, -1, 1)
    enough = whole("smallest", smallest, 2)
    if not len(at) == len(ids) == len(set(ids)):
        raise ValueError(f"ids is {list(ids)!r}; it must be {len(at)} different ids, as days.")
    order = sorted(range(len(at)), key=lambda position: (at[position], ids[position]))
    near = _square("similarities", similarities, order)
    is_vetoed = _square("vetoes", np.zeros_like(near) if vetoes is None else vetoes, order) > 0
    np.fill_diagonal(is_vetoed, val=False)
    in_time = at[order]

    def fits(cluster: Sequence[int]) -> bool:
        if in_time[cluster[-1]] - in_time[cluster[0]] > window:
            return False
        return not is_vetoed[np.ix_(cluster, cluster)].any()

    links = [pair for pair in combinations(range(len(order)), 2) if near[pair] > limit]
    links.sort(key=lambda pair: (-near[pair], pair))
    return tuple(
        tuple(order[position] for position in cluster)
        for cluster in _single_linkage(links, size=len(order), fits=fits)
        if len(cluster) >= enough
    )


def _single_linkage(
    links: Sequence[tuple[int, int]], *, size: int, fits: Callable[[Sequence[int]], bool]
) -> list[tuple[int, ...]]:
    """Join along the links, in their order, whatever still fits together."""
    cluster_of: dict[int, tuple[int, ...]] = {position: (position,) for position in range(size)}
    for first, second in links:
        if second in cluster_of[first]:
            continue
        joined = tuple(sorted((*cluster_of[first], *cluster_of[second])))
        if fits(joined):
            cluster_of.update(dict.fromkeys(joined, joined))
    return sorted(set(cluster_of.values()))


def _square(field: str, values: ArrayLike, order: Sequence[int]) -> NDArray[np.float64]:
    """The values in the given order, made symmetric."""
    size = len(order)
    matrix = all_in_range(field, values, -1 - _ROUNDING, 1 + _ROUNDING)
    if matrix.shape != (size, size):
        raise ValueError(f"{field} has shape {matrix.shape}; it must be {(size, size)}, as days.")
    sorted_matrix = matrix[np.ix_(order, order)]
    symmetric: NDArray[np.float64] = (sorted_matrix + sorted_matrix.T) / 2
    return symmetric


def _similarity(similarity: float) -> float:
    return min(1.0, max(0.0, in_range("similarity", similarity, -1 - _ROUNDING, 1 + _ROUNDING)))
