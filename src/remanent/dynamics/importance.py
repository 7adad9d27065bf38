"""What matters: importance from relevance, use and recency, and the layer it puts a memory in.

    I = α·rel + β·f̃/(1 + f̃) + γ·e^(−δ·age)
    f̃ = Σ e^(−κ·(t − t_j))

Source: FadeMem, with one change: age counts from the last use (creation, where there is none).
As published it counts from creation, and a fact used every day could no longer be promoted
after some weeks. Importance is computed when something is written or used, and held until then;
between those moments it would only fall, so the moment of the next demotion is known beforehand.

Times are days.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from remanent.dynamics.ranges import LONGEST, in_range

LONG_FROM = 0.7
SHORT_BELOW = 0.3
RELEVANCE_USES = 8

_ROUNDING = 1e-12


class Layer(StrEnum):
    """The two layers of active memories."""

    LONG = "long"
    SHORT = "short"


@dataclass(frozen=True, slots=True)
class ImportanceWeights:
    """How relevance, use and recency make one importance.

    Args:
        relevance: α, in [0, 1].
        frequency: β, in [0, 1].
        recency: γ, in [0, 1]; the three sum to at most 1.
        frequency_decay: κ, per day, >= 0.
        age_decay: δ, per day, >= 0.

    Raises:
        ValueError: a number is outside its range, or the weights sum to more than 1.
    """

    relevance: float = 0.4
    frequency: float = 0.3
    recency: float = 0.3
    frequency_decay: float = 0.1
    age_decay: float = 0.1

    def __post_init__(self) -> None:
        in_range("relevance", self.relevance, 0, 1)
        in_range("frequency", self.frequency, 0, 1)
        in_range("recency", self.recency, 0, 1)
        in_range("frequency_decay", self.frequency_decay, 0)
        in_range("age_decay", self.age_decay, 0)
        total = math.fsum((self.relevance, self.frequency, self.recency))
        in_range("relevance + frequency + recency", total, 0, 1 + _ROUNDING)


DEFAULT_WEIGHTS = ImportanceWeights()


def use_frequency(
    use_ages: Sequence[float], *, weights: ImportanceWeights = DEFAULT_WEIGHTS
) -> float:
    """Uses, each counting less with age, f̃ = Σ e^(−κ·(t − t_j)), >= 0.

    Source: FadeMem. No uses give 0; a use in the future counts as one just now.

    Args:
        use_ages: days since each use, in any order.
        weights: whose κ holds.

    Raises:
        ValueError: an age is not finite or beyond 1e12.
    """
    return math.fsum(
        math.exp(-weights.frequency_decay * _not_negative("use_ages", age)) for age in use_ages
    )


def frequency_later(
    frequency: float, elapsed: float, *, weights: ImportanceWeights = DEFAULT_WEIGHTS
) -> float:
    """The same f̃ some days later, f̃·e^(−κ·Δ), in [0, f̃]; a use then adds 1.

    Source: FadeMem; the sum needs no list of uses. 0 stays 0, and a negative Δ counts as 0.

    Args:
        frequency: f̃, >= 0.
        elapsed: Δ, in days.
        weights: whose κ holds.

    Raises:
        ValueError: a number is outside its range.
    """
    passed = _not_negative("elapsed", elapsed)
    return in_range("frequency", frequency, 0) * math.exp(-weights.frequency_decay * passed)


def importance(
    relevance: float,
    *,
    frequency: float,
    age: float,
    weights: ImportanceWeights = DEFAULT_WEIGHTS,
) -> float:
    """Importance I = α·rel + β·f̃/(1 + f̃) + γ·e^(−δ·age), in [0, 1].

    Source: FadeMem. With nothing relevant, used or recent it tends to 0; a negative age counts
    as 0.

    Args:
        relevance: rel, in [0, 1].
        frequency: f̃ from `use_frequency`, >= 0.
        age: days since the last use (creation, where there is none).
        weights: α, β, γ and δ.

    Raises:
        ValueError: a number is outside its range.
    """
    needed = weights.relevance * in_range("relevance", relevance, 0, 1)
    often = in_range("frequency", frequency, 0)
    lately = math.exp(-weights.age_decay * _not_negative("age", age))
    return min(1.0, needed + weights.frequency * often / (1 + often) + weights.recency * lately)


def importance_now(
    relevance: float,
    *,
    use_ages: Sequence[float],
    creation_age: float,
    weights: ImportanceWeights = DEFAULT_WEIGHTS,
) -> float:
    """Importance of a memory from the ages of its uses, in [0, 1].

    Source: FadeMem, where age counts from the last use, or from creation where there is none.

    Args:
        relevance: rel, in [0, 1].
        use_ages: days since each use, in any order.
        creation_age: days since it was made.
        weights: α, β, γ, κ and δ.

    Raises:
        ValueError: a number is outside its range.
    """
    frequency = use_frequency(use_ages, weights=weights)
    age = min(use_ages, default=creation_age)
    return importance(relevance, frequency=frequency, age=age, weights=weights)


def mean_relevance(relevances: Sequence[float], *, never_used: float) -> float:
    """Relevance where there is no query: the mean over the last eight uses, in [0, 1].

    Source: ours; FadeMem leaves it open. Without uses it is the constant of the memory's kind.

    Args:
        relevances: relevance at each use, oldest first, in [0, 1].
        never_used: the constant, in [0, 1].

    Raises:
        ValueError: a number is outside [0, 1].
    """
    constant = in_range("never_used", never_used, 0, 1)
    last = [in_range("relevances", relevance, 0, 1) for relevance in relevances[-RELEVANCE_USES:]]
    return math.fsum(last) / len(last) if last else constant


def layer(
    importance: float,
    *,
    current: Layer,
    long_from: float = LONG_FROM,
    short_below: float = SHORT_BELOW,
) -> Layer:
    """The layer after a look at importance: it changes only beyond a gap (hysteresis).

    Source: FadeMem (θ_promote, θ_demote); the trigger is Schmitt's (1938). Importance 0 is short.

    Args:
        importance: I, in [0, 1].
        current: the layer until now.
        long_from: at or above it, long; in [0, 1].
        short_below: below it, short; in [0, long_from].

    Raises:
        ValueError: a number is outside its range.
    """
    value = in_range("importance", importance, 0, 1)
    promote = in_range("long_from", long_from, 0, 1)
    demote = in_range("short_below", short_below, 0, promote)
    if value >= promote:
        return Layer.LONG
    return Layer.SHORT if value < demote else current


def time_to_demotion(
    relevance: float,
    *,
    frequency: float,
    age: float,
    weights: ImportanceWeights = DEFAULT_WEIGHTS,
    short_below: float = SHORT_BELOW,
) -> float:
    """Days until importance falls below the threshold if nothing happens to the memory.

    Source: the root of FadeMem's importance, which only falls between uses, found by bracketed
    bisection to the last float. It is 0 where importance is below already, and infinite where
    relevance alone holds it up.

    Args:
        relevance: rel, in [0, 1].
        frequency: f̃ now, >= 0.
        age: days until now since the last use (creation, where there is none).
        weights: α, β, γ, κ and δ.
        short_below: the threshold, in [0, 1].

    Returns:
        Days, >= 0, infinity included: the first moment at which importance is below.

    Raises:
        ValueError: a number is outside its range.
    """
    threshold = in_range("short_below", short_below, 0, 1)
    now_age = _not_negative("age", age)

    def is_short(elapsed: float) -> bool:
        later = frequency_later(frequency, elapsed, weights=weights)
        reached = min(LONGEST, now_age + elapsed)
        return importance(relevance, frequency=later, age=reached, weights=weights) < threshold

    if is_short(0.0):
        return 0.0
    return _first_true(is_short) if is_short(LONGEST) else math.inf


def _first_true(holds: Callable[[float], bool]) -> float:
    """Smallest float in (0, LONGEST] where `holds`, which once true stays true."""
    low, high = 0.0, 1.0
    while not holds(high):
        low, high = high, min(LONGEST, 2 * high)
    while low < (middle := (low + high) / 2) < high:
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def _not_negative(field: str, time: float) -> float:
    return max(0.0, in_range(field, time, high=LONGEST))
