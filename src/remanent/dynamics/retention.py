"""How a memory fades: one curve for every system, and the presets that differ in its numbers.

    v(t) = v0 · exp( −Λ · [ (a + Δ)^b − a^b ] )
    Λ    = λ · e^(−μ·I) · e^(−η·k) · (1 − β_s·s) · ξ

Sources: Ebbinghaus (1885) for forgetting; the stretched exponential of Kohlrausch (1854) and
Weibull (1951) for the shape b; FERNme (b = 1, salience), NMAFC (b = 1, helpful uses) and
FadeMem (b = 0.8 and 1.2, importance, fusion) for what slows it.

Nothing is ever swept. A memory keeps the strength and the age it had when something last
happened to it, its strength is computed when it is read, and the moment it will reach its
floor is known beforehand. A read changes nothing: one step of ten days is ten of one day.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike, NDArray

from remanent.dynamics.hebbian import WEIGHT_CEILING, reinforced_strength
from remanent.dynamics.ranges import LONGEST, all_in_range, in_range, whole

STEEPEST = 4.0
"""The largest shape b; steeper curves are a cliff and no forgetting curve."""


class Unit(StrEnum):
    """What a policy's time is counted in."""

    DAYS = "days"
    TURNS = "turns"


@dataclass(frozen=True, slots=True)
class RetentionPolicy:
    """How memories of one kind are kept.

    Args:
        name: the preset's name.
        unit: days or turns; every time of the policy is in it.
        shape: b, in (0, 4]; below 1 the fading slows with age, above 1 it speeds up.
        base_rate: λ, per unit^b, >= 0; 0 never fades.
        importance_slowing: μ, >= 0.
        use_slowing: η per helpful use, >= 0.
        salience_slowing: β_s, in [0, 1].
        floor: the strength at which a memory is dropped, in [0, 1).
        weight_ceiling: the weight that is shown at strength 1.
        unused_limit: T_max, how long a memory may stay unused; infinite where it may for ever.
        consolidation_interval: how often consolidation runs; None where it does not.
        core_helpful_uses: helpful uses that elevate to core; None where none do.

    Raises:
        ValueError: a number is outside its range.
    """

    name: str
    unit: Unit
    shape: float
    base_rate: float
    importance_slowing: float = 0.0
    use_slowing: float = 0.0
    salience_slowing: float = 0.0
    floor: float = 0.0
    weight_ceiling: float = 1.0
    unused_limit: float = math.inf
    consolidation_interval: int | None = None
    core_helpful_uses: int | None = None

    def __post_init__(self) -> None:
        in_range("shape", self.shape, 0, STEEPEST, open_low=True)
        in_range("base_rate", self.base_rate, 0)
        in_range("importance_slowing", self.importance_slowing, 0)
        in_range("use_slowing", self.use_slowing, 0)
        in_range("salience_slowing", self.salience_slowing, 0, 1)
        in_range("floor", self.floor, 0, 1, open_high=True)
        in_range("weight_ceiling", self.weight_ceiling, 0, open_low=True)
        if self.unused_limit != math.inf:
            in_range("unused_limit", self.unused_limit, 0, open_low=True)
        for field in ("consolidation_interval", "core_helpful_uses"):
            if getattr(self, field) is not None:
                whole(field, getattr(self, field), 1)


@dataclass(frozen=True, slots=True)
class Curve:
    """The curve that one memory is on until something happens to it.

    Args:
        shape: b, in (0, 4].
        rate: Λ, per unit^b, >= 0; 0 never fades.
        unit: what elapsed time and age are counted in.

    Raises:
        ValueError: a number is outside its range.
    """

    shape: float
    rate: float
    unit: Unit

    def __post_init__(self) -> None:
        in_range("shape", self.shape, 0, STEEPEST, open_low=True)
        in_range("rate", self.rate, 0)


@dataclass(frozen=True, slots=True)
class RetentionState:
    """Where a memory stood on its curve when something last happened to it.

    Args:
        strength: v0, in [0, 1].
        age: a, the age on the curve, >= 0, in the curve's unit; 0 at its beginning.

    Raises:
        ValueError: a number is outside its range.
    """

    strength: float
    age: float = 0.0

    def __post_init__(self) -> None:
        in_range("strength", self.strength, 0, 1)
        in_range("age", self.age, 0, LONGEST)


def rate(
    policy: RetentionPolicy,
    *,
    importance: float = 0.0,
    helpful_uses: int = 0,
    salience: float = 0.0,
    fusion_factor: float = 1.0,
) -> float:
    """Decay rate of one memory, Λ = λ·e^(−μ·I)·e^(−η·k)·(1 − β_s·s)·ξ, in [0, λ].

    Sources: FadeMem (importance, fusion), NMAFC (helpful uses), FERNme (salience). With
    everything at zero and ξ = 1 it is λ itself; λ = 0 stays 0.

    Args:
        policy: how the memory is kept.
        importance: I, in [0, 1].
        helpful_uses: k, a whole number >= 0.
        salience: s, in [0, 1].
        fusion_factor: ξ, in (0, 1]; 1 where nothing was fused.

    Raises:
        ValueError: a number is outside its range.
    """
    by_importance = policy.importance_slowing * in_range("importance", importance, 0, 1)
    by_use = policy.use_slowing * whole("helpful_uses", helpful_uses)
    unsalient = 1 - policy.salience_slowing * in_range("salience", salience, 0, 1)
    fused = in_range("fusion_factor", fusion_factor, 0, 1, open_low=True)
    return policy.base_rate * math.exp(-by_importance - by_use) * unsalient * fused


def curve(
    policy: RetentionPolicy,
    *,
    importance: float = 0.0,
    helpful_uses: int = 0,
    salience: float = 0.0,
    fusion_factor: float = 1.0,
) -> Curve:
    """Curve of one memory under a policy: its shape and unit with the memory's own `rate`.

    Source, arguments and errors as in `rate`; at zero modifiers the policy's own λ.
    """
    own_rate = rate(
        policy,
        importance=importance,
        helpful_uses=helpful_uses,
        salience=salience,
        fusion_factor=fusion_factor,
    )
    return Curve(shape=policy.shape, rate=own_rate, unit=policy.unit)


def strength_at(state: RetentionState, curve: Curve, elapsed: float) -> float:
    """Strength after some time, v0·exp(−Λ·[(a + Δ)^b − a^b]), in [0, v0].

    Source: this module's head. At elapsed 0 it is v0; a negative elapsed time (a clock that
    stepped back) counts as 0.

    Args:
        state: where the memory stood.
        curve: the curve it is on.
        elapsed: Δ, time since then, in the curve's unit.

    Raises:
        ValueError: the elapsed time is not finite or beyond 1e12.
    """
    progress = _progress(state.age, _not_negative(elapsed), shape=curve.shape)
    return state.strength * math.exp(-curve.rate * progress)


def strengths_at(
    strengths: ArrayLike,
    *,
    ages: ArrayLike,
    elapsed: ArrayLike,
    rates: ArrayLike,
    shapes: ArrayLike,
) -> NDArray[np.float64]:
    """`strength_at` for many memories at once, each in its own curve's unit.

    Source and behaviour at zero as there.

    Args:
        strengths: v0, in [0, 1], of any shape (n,).
        ages: a, >= 0.
        elapsed: Δ; negative counts as 0.
        rates: Λ, >= 0.
        shapes: b, in (0, 4]. Arrays are broadcast against each other.

    Returns:
        float64, the broadcast shape.

    Raises:
        ValueError: a number is outside its range; the message names field and position.
    """
    before = all_in_range("strengths", strengths, 0, 1)
    since = all_in_range("ages", ages, 0, LONGEST)
    passed = np.maximum(all_in_range("elapsed", elapsed, high=LONGEST), 0.0)
    steepness = all_in_range("shapes", shapes, 0, STEEPEST, open_low=True)
    progress = _progresses(since, passed, shapes=steepness)
    with np.errstate(over="ignore"):  # an exponent of -inf is a strength of 0
        faded: NDArray[np.float64] = before * np.exp(-all_in_range("rates", rates, 0) * progress)
    return faded


def reinforce(
    state: RetentionState, curve: Curve, elapsed: float, *, gain: float
) -> RetentionState:
    """State after a use: the strength then, grown by v + g·(1 − v), and the age it counts from.

    Source: FadeMem and NMAFC, mended so that a use never weakens: the curve starts again where
    b >= 1 and keeps its age where b < 1, because there an older curve is the flatter one. A
    gain of 0 rewards nothing, so the curve runs on.

    Args:
        state: where the memory stood.
        curve: the curve it is on.
        elapsed: Δ, time since then, in the curve's unit; negative counts as 0.
        gain: g, in [0, 1].

    Raises:
        ValueError: a number is outside its range.
    """
    running = _in_place(state, curve, elapsed)
    if in_range("gain", gain, 0, 1) == 0:
        return running
    return RetentionState(
        strength=reinforced_strength(running.strength, gain=gain),
        age=0.0 if curve.shape >= 1 else running.age,
    )


def rebase(
    state: RetentionState, elapsed: float, *, leaving: Curve, entering: Curve
) -> RetentionState:
    """State after a change of policy, importance, layer or k: the strength never jumps.

    Source: continuity of the curve. The age is kept, except from turns to days or back, where
    it has no meaning and counts from 0. At elapsed 0 with the same unit nothing changes.

    Args:
        state: where the memory stood.
        elapsed: Δ, time since then, in the unit of the curve that is left.
        leaving: the curve until now.
        entering: the curve from now on.

    Raises:
        ValueError: the elapsed time is not finite or beyond 1e12.
    """
    running = _in_place(state, leaving, elapsed)
    if leaving.unit is entering.unit:
        return running
    return RetentionState(strength=running.strength)


def time_to_floor(state: RetentionState, curve: Curve, *, floor: float) -> float:
    """Time left until the strength is down at the floor, (a^b + ln(v0/floor)/Λ)^(1/b) − a.

    Source: the inverse of `strength_at`. It is 0 where the memory is at or below the floor
    already, and infinite where it never gets there: Λ = 0, or floor = 0.

    Args:
        state: where the memory stands now.
        curve: the curve it is on.
        floor: in [0, 1).

    Returns:
        Time in the curve's unit, >= 0, infinity included.

    Raises:
        ValueError: the floor is outside [0, 1).
    """
    if state.strength <= in_range("floor", floor, 0, 1, open_high=True):
        return 0.0
    if curve.rate == 0 or floor == 0:
        return math.inf
    needed = math.log(state.strength / floor) / curve.rate
    try:
        return _time_for(needed, age=state.age, shape=curve.shape)
    except OverflowError:
        return math.inf


def time_to_prune(
    state: RetentionState,
    curve: Curve,
    policy: RetentionPolicy,
    *,
    unused: float,
    is_core: bool = False,
) -> float:
    """Time left until a memory is due to be dropped: at its floor or unused for too long.

    Source: FadeMem's ε_prune and T_max. A core fact is never due; a negative time unused
    counts as 0.

    Args:
        state: where the memory stands now.
        curve: the curve it is on.
        policy: whose floor and `unused_limit` hold.
        unused: time since the last use (creation, where there is none), in the policy's unit.
        is_core: whether it is a core fact.

    Returns:
        Time in the policy's unit, >= 0, infinity included.

    Raises:
        ValueError: the time unused is not finite or beyond 1e12.
    """
    dormancy_left = max(0.0, policy.unused_limit - _not_negative(unused, field="unused"))
    if is_core:
        return math.inf
    return min(dormancy_left, time_to_floor(state, curve, floor=policy.floor))


def _progress(age: float, elapsed: float, *, shape: float) -> float:
    """(a + Δ)^b − a^b, in a form that does not cancel for a short step at a great age."""
    if elapsed >= age:
        return math.pow(age + elapsed, shape) - math.pow(age, shape)
    return math.pow(age, shape) * math.expm1(shape * math.log1p(elapsed / age))


def _progresses(
    ages: NDArray[np.float64], elapsed: NDArray[np.float64], *, shapes: NDArray[np.float64]
) -> NDArray[np.float64]:
    reached = ages**shapes
    is_long = elapsed >= ages
    short_step = np.where(is_long, 0.0, elapsed) / np.where(is_long, 1.0, ages)
    progresses: NDArray[np.float64] = np.where(
        is_long,
        (ages + elapsed) ** shapes - reached,
        reached * np.expm1(shapes * np.log1p(short_step)),
    )
    return progresses


def _time_for(progress: float, *, age: float, shape: float) -> float:
    """Inverse of `_progress`: (a^b + progress)^(1/b) − a, without cancelling either."""
    reached = math.pow(age, shape)
    if progress >= reached:
        return math.pow(reached + progress, 1 / shape) - age
    return age * math.expm1(math.log1p(progress / reached) / shape)


def _in_place(state: RetentionState, curve: Curve, elapsed: float) -> RetentionState:
    return RetentionState(
        strength=strength_at(state, curve, elapsed),
        age=min(LONGEST, state.age + _not_negative(elapsed)),
    )


def _not_negative(time: float, *, field: str = "elapsed") -> float:
    return max(0.0, in_range(field, time, high=LONGEST))


FERN_HALF_LIVES_DAYS: Mapping[str, float] = MappingProxyType(
    {
        "permanent": 3650.0,
        "slow": 200.0,
        "habit": 90.0,
        "style": 34.7,
        "preference": 14.0,
        "volatile": 7.0,
        "other": 5.0,
    }
)
"""Half-life of a preference by the class of its attribute's namespace."""

FERN_FLOOR_WEIGHT = 1.0
NMAFC_ACTIVE_PUBLISHED_RATE = 0.05
"""The published alternative to the 0.005 per turn of `nmafc.active`."""


def _fern(kind: str, half_life_days: float) -> RetentionPolicy:
    return RetentionPolicy(
        name=f"fern.{kind}",
        unit=Unit.DAYS,
        shape=1.0,
        base_rate=math.log(2) / half_life_days,
        floor=FERN_FLOOR_WEIGHT / WEIGHT_CEILING,
        weight_ceiling=WEIGHT_CEILING,
    )


def _nmafc(tier: str, base_rate: float) -> RetentionPolicy:
    return RetentionPolicy(
        name=f"nmafc.{tier}",
        unit=Unit.TURNS,
        shape=1.0,
        base_rate=base_rate,
        use_slowing=0.15,
        floor=0.1,
        consolidation_interval=5,
        core_helpful_uses=10 if tier == "active" else None,
    )


def _fade(layer: str, shape: float) -> RetentionPolicy:
    return RetentionPolicy(
        name=f"fade.{layer}",
        unit=Unit.DAYS,
        shape=shape,
        base_rate=0.1,
        importance_slowing=1.0,
        floor=0.05,
        unused_limit=30.0,
    )


_ALL = (
    *(_fern(kind, days) for kind, days in FERN_HALF_LIVES_DAYS.items()),
    RetentionPolicy(name="nmafc.core", unit=Unit.TURNS, shape=1.0, base_rate=0.0),
    _nmafc("active", 0.005),
    _nmafc("ephemeral", 0.69),
    _fade("long", 0.8),
    _fade("short", 1.2),
)

PRESETS: Mapping[str, RetentionPolicy] = MappingProxyType({policy.name: policy for policy in _ALL})
"""Every preset by its name, with the numbers that its published figures were made with."""
