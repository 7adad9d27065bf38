"""How available a memory is: the recency and frequency of its uses, in one number.

    B = ln Σ t_j^−d

Source: the base-level learning equation of ACT-R (Anderson & Schooler 1991; Anderson &
Lebiere 1998). Keeping every use for ever would grow without bound, so a memory keeps the count,
the time of its creation and the last 32 uses; the rest are taken as spread evenly between
creation and the oldest kept use, after Petrov (2006).

Ages are seconds. They are uses, never showings. An age under a millisecond, negative ones
included, counts as a millisecond: t^−d has no value at 0, and an event dated in the future must
not dominate.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from remanent.dynamics.ranges import LONGEST, all_in_range, in_range, whole

KEPT_USES = 32
HYBRID_KEPT_USES = 2
DECAY = 0.5
YOUNGEST_SECONDS = 1e-3
MICROSECONDS_PER_SECOND = 1_000_000


@dataclass(frozen=True, slots=True)
class UseHistory:
    """What is kept of a memory's uses, bounded whatever their number.

    Times are microseconds on one clock.

    Args:
        created_microseconds: when the memory was made.
        count: how often it was used, ever.
        used_microseconds: the newest uses, ascending, at most 32 and at most `count`.

    Raises:
        ValueError: the count is negative, or more uses are kept than it or 32 allow, or they
            are not in order.
    """

    created_microseconds: int
    count: int = 0
    used_microseconds: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        in_range("created_microseconds", self.created_microseconds)
        kept, most = len(self.used_microseconds), min(KEPT_USES, whole("count", self.count))
        if kept > most:
            raise ValueError(f"used_microseconds has {kept} times; it must have 0 to {most}.")
        if list(self.used_microseconds) != sorted(self.used_microseconds):
            raise ValueError(
                f"used_microseconds is {self.used_microseconds!r}; it must be in ascending order."
            )


def with_use(history: UseHistory, used_microseconds: int) -> UseHistory:
    """Add one use; uses may arrive in any order and end in the same history.

    Source: Petrov (2006), keeping the newest 32. From count 0 it gives count 1.

    Raises:
        ValueError: the time is not finite.
    """
    in_range("used_microseconds", used_microseconds)
    times = sorted((*history.used_microseconds, used_microseconds))
    return replace(history, count=history.count + 1, used_microseconds=tuple(times[-KEPT_USES:]))


def base_level_at(history: UseHistory, now_microseconds: int, *, decay: float = DECAY) -> float:
    """`base_level` of a history at a moment; a moment before a use clamps its age.

    Source, range and behaviour at zero as in `base_level`.

    Raises:
        ValueError: a number is outside its range.
    """
    in_range("now_microseconds", now_microseconds)
    ages = [_seconds(now_microseconds - used) for used in history.used_microseconds]
    life = _seconds(now_microseconds - history.created_microseconds)
    return base_level(ages, count=history.count, life=life, decay=decay)


def base_level(ages: Sequence[float], *, count: int, life: float, decay: float = DECAY) -> float:
    """Base-level activation B, a finite number of either sign (0 for one use a second ago).

    Sources: Anderson & Lebiere (1998); Petrov (2006) for uses beyond those kept. It is exact
    where every use is kept. A memory never used (count 0) counts its creation as one use.
    Where uses are counted but none is kept, the even spread covers its whole life.

    Args:
        ages: seconds since each kept use, the newest uses, in any order.
        count: n, how often it was used, at least the number kept.
        life: L, seconds since creation; where it is less than the oldest age, that is taken.
        decay: d, in (0, 1).

    Raises:
        ValueError: a number is outside its range, or the count is below the number of ages.
    """
    steepness = _checked_decay(decay)
    lifetime = _clamped("life", life)
    kept = [_clamped("ages", age) for age in ages]
    forgotten = whole("count", count) - len(kept)
    if forgotten < 0:
        raise ValueError(f"count is {count}; it must be >= {len(kept)}, the number of ages.")
    if count == 0:
        return -steepness * math.log(lifetime)
    head = math.fsum(math.pow(age, -steepness) for age in kept)
    oldest = max(kept, default=0.0)
    tail = _mean_power(oldest, max(oldest, lifetime), steepness) if forgotten else 0.0
    return math.log(head + forgotten * tail)


def hybrid_base_level(
    ages: Sequence[float], *, count: int, life: float, decay: float = DECAY
) -> float:
    """`base_level` from the two newest uses alone, for parity with published functions.

    Source: Petrov (2006), hybrid approximation with k = 2. It is far off for bursts of uses.
    Where two or more uses are counted and fewer than two are kept, it takes the even spread
    over the whole life (Petrov's k = 0), as those functions do. Range, arguments, errors and
    behaviour at zero as in `base_level`.
    """
    newest = sorted(ages)[:HYBRID_KEPT_USES]
    if len(newest) < min(HYBRID_KEPT_USES, count):
        newest = []
    return base_level(newest, count=count, life=life, decay=decay)


def base_levels(
    ages: ArrayLike, *, counts: ArrayLike, lives: ArrayLike, decay: float = DECAY
) -> NDArray[np.float64]:
    """`base_level` for many memories at once.

    Sources, range and behaviour at zero as there.

    Args:
        ages: shape (n, m), seconds since each kept use; +infinity where there is none.
        counts: shape (n,), how often each was used.
        lives: shape (n,), seconds since creation.
        decay: d, in (0, 1).

    Returns:
        float64, shape (n,).

    Raises:
        ValueError: a number is outside its range, or a count is below its number of ages.
    """
    steepness = _checked_decay(decay)
    uses = np.asarray(ages, dtype=np.float64)
    is_kept = uses != np.inf
    kept = np.maximum(
        all_in_range("ages", np.where(is_kept, uses, 0.0), high=LONGEST), YOUNGEST_SECONDS
    )
    total = all_in_range("counts", counts, 0)
    lifetime = np.maximum(all_in_range("lives", lives, high=LONGEST), YOUNGEST_SECONDS)
    forgotten = all_in_range("counts beyond the ages kept", total - is_kept.sum(axis=1), 0)
    head = np.where(is_kept, kept**-steepness, 0.0).sum(axis=1)
    oldest = np.where(is_kept, kept, 0.0).max(axis=1, initial=0.0)
    tail = forgotten * _mean_powers(oldest, np.maximum(oldest, lifetime), steepness)
    powers = np.where(total == 0, lifetime**-steepness, head + tail)
    levels: NDArray[np.float64] = np.log(powers)
    return levels


def activation_score(base_level: float, *, threshold: float = 0.0, noise: float = 1.0) -> float:
    """Activation as a share, 1/(1 + e^(−(B − θ)/s)), in [0, 1].

    Source: the retrieval probability of ACT-R (Anderson & Lebiere 1998). At B = θ it is 1/2.

    Args:
        base_level: B, finite.
        threshold: θ, in units of B.
        noise: s, in units of B, > 0.

    Raises:
        ValueError: a number is not finite, or the noise not above 0.
    """
    level = in_range("base_level", base_level) - in_range("threshold", threshold)
    scaled = level / in_range("noise", noise, 0, open_low=True)
    if scaled >= 0:
        return 1 / (1 + math.exp(-scaled))
    return math.exp(scaled) / (1 + math.exp(scaled))  # the same, without overflow


def activation_scores(
    base_levels: ArrayLike, *, threshold: float = 0.0, noise: float = 1.0
) -> NDArray[np.float64]:
    """`activation_score` for many at once.

    Source, range, arguments, errors and behaviour at zero as there.
    """
    levels = all_in_range("base_levels", base_levels) - in_range("threshold", threshold)
    scaled = levels / in_range("noise", noise, 0, open_low=True)
    smaller = np.exp(-np.abs(scaled))
    scores: NDArray[np.float64] = np.where(scaled >= 0, 1.0, smaller) / (1 + smaller)
    return scores


def _mean_power(oldest: float, life: float, decay: float) -> float:
    """Mean of t^−d for t evenly in [oldest, life]: the integral over its width."""
    if oldest == 0:
        return math.pow(life, -decay) / (1 - decay)
    if life - oldest < YOUNGEST_SECONDS:
        return math.pow(oldest, -decay)
    # (L^(1−d) − t^(1−d)) / ((1−d)(L − t)) in a form that does not cancel for narrow windows
    width = (life - oldest) / oldest
    grown = math.expm1((1 - decay) * math.log1p(width)) / ((1 - decay) * width)
    return math.pow(oldest, -decay) * grown


def _mean_powers(
    oldest: NDArray[np.float64], life: NDArray[np.float64], decay: float
) -> NDArray[np.float64]:
    is_wide = life - oldest >= YOUNGEST_SECONDS
    start = np.where(oldest == 0, life, oldest)
    width = np.where(is_wide & (oldest > 0), (life - oldest) / start, 1.0)
    grown = np.expm1((1 - decay) * np.log1p(width)) / ((1 - decay) * width)
    growth = np.where(oldest == 0, 1 / (1 - decay), np.where(is_wide, grown, 1.0))
    means: NDArray[np.float64] = start**-decay * growth
    return means


def _checked_decay(decay: float) -> float:
    return in_range("decay", decay, 0, 1, open_low=True, open_high=True)


def _clamped(field: str, age: float) -> float:
    return max(YOUNGEST_SECONDS, in_range(field, age, high=LONGEST))


def _seconds(microseconds: int) -> float:
    return microseconds / MICROSECONDS_PER_SECOND
