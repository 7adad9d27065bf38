"""Learning from events: what is met again grows towards a ceiling and never passes it.

Every system here strengthens by the same saturating step, v ← v + g·(1 − v), and they differ
in the gain g alone: by the size of the event (Hebbian weights), by how lately it was used
(FadeMem), or all the way at once (NMAFC).
"""

import math
from collections.abc import Collection

from remanent.dynamics.ranges import in_range, whole

WEIGHT_CEILING = 9.0
"""The weight at strength 1: weights are one digit, w = 9·v."""

LEARNING_RATE = 1.5
CONFIDENCE_RATE = 0.6
KNOWN_CONFIDENCE = 0.65
ASSOCIATION_HALF_LIFE_DAYS = 90.0

CONSOLIDATION_STEP = 0.2
CONSOLIDATION_SCALE_DAYS = 10.0
CONSOLIDATION_WINDOW_DAYS = 7

POTENTIATION_GAIN = 1.0


def reinforced_strength(strength: float, *, gain: float) -> float:
    """Strength after one reinforcement, v + g·(1 − v), in [0, 1].

    Source: the linear operator of Bush & Mosteller (1955), also Rescorla & Wagner (1972).
    Gain 0 changes nothing, gain 1 gives full strength; from strength 0 it gives the gain.

    Args:
        strength: v, in [0, 1].
        gain: g, in [0, 1].

    Raises:
        ValueError: a number is outside its range.
    """
    return _reinforced(in_range("strength", strength, 0, 1), in_range("gain", gain, 0, 1))


def magnitude(quantity: float, *, kind_weight: float = 1.0) -> float:
    """Size of one behaviour, m = c·min(1, 0.5 + q/(q + 2)), in (0, 1].

    Source: FERNme's event magnitude; q/(q + 2) is the saturation of Michaelis & Menten (1913).
    Near quantity 0 it tends to c/2; it reaches c at quantity 2 and stays there.

    Args:
        quantity: q, how many or how much, > 0.
        kind_weight: c, the weight of the kind of event, in (0, 1] (purchase 1, click 0.3).

    Raises:
        ValueError: the quantity is not above 0 or not finite, or the weight outside (0, 1].
    """
    amount = in_range("quantity", quantity, 0, open_low=True)
    weight = in_range("kind_weight", kind_weight, 0, 1, open_low=True)
    return weight * min(1.0, 0.5 + amount / (amount + 2))


def hebbian_gain(magnitude: float, *, learning_rate: float = LEARNING_RATE) -> float:
    """Gain of one event for a Hebbian weight, g = α·m/9, in (0, 1].

    Source: Hebb (1949), with FERNme's ceiling of 9. Magnitude 0 is no event and is refused.

    Args:
        magnitude: m, in (0, 1].
        learning_rate: α, weight gained by an event of magnitude 1 from weight 0, in (0, 9].

    Raises:
        ValueError: a number is outside its range.
    """
    rate = in_range("learning_rate", learning_rate, 0, WEIGHT_CEILING, open_low=True)
    return rate * in_range("magnitude", magnitude, 0, 1, open_low=True) / WEIGHT_CEILING


def weight_after(weight: float, *, magnitude: float, learning_rate: float = LEARNING_RATE) -> float:
    """Weight after one event, w + α·m·(1 − w/9), in [0, 9].

    Source: Hebb (1949), saturating as in FERNme. From weight 0 it gives α·m; at 9 it stays.
    Without decay between them the order of events does not matter.

    Args:
        weight: w, in [0, 9].
        magnitude: m, in (0, 1].
        learning_rate: α, in (0, 9].

    Raises:
        ValueError: a number is outside its range.
    """
    strength = in_range("weight", weight, 0, WEIGHT_CEILING) / WEIGHT_CEILING
    gain = hebbian_gain(magnitude, learning_rate=learning_rate)
    return WEIGHT_CEILING * _reinforced(strength, gain)


def confidence(hits: int, *, confidence_rate: float = CONFIDENCE_RATE) -> float:
    """How sure we are after so many events, 1 − e^(−γ·hits), in [0, 1].

    Source: FERNme; the chance that a Poisson process of rate γ has fired. No hits give 0.

    Args:
        hits: number of events that showed it, a whole number >= 0.
        confidence_rate: γ, per hit, > 0.

    Raises:
        ValueError: a number is outside its range.
    """
    rate = in_range("confidence_rate", confidence_rate, 0, open_low=True)
    return -math.expm1(-rate * whole("hits", hits))


def is_known(confidence: float, *, threshold: float = KNOWN_CONFIDENCE) -> bool:
    """Whether own evidence is enough to act on: confidence at or above the threshold.

    Source: FERNme's known mark. Both are in [0, 1]; confidence 0 is known only at threshold 0.

    Raises:
        ValueError: a number is outside [0, 1].
    """
    return in_range("confidence", confidence, 0, 1) >= in_range("threshold", threshold, 0, 1)


def association_after(
    association: float, *, first_magnitude: float, second_magnitude: float
) -> float:
    """Association of two attributes after one event with both, a + m_i·m_j·(1 − a/9), in [0, 9].

    Source: Hebb (1949): what fires together wires together. It is for pairs in source events,
    never for memories recalled together. From 0 it gives m_i·m_j; at 9 it stays.

    Args:
        association: a, in [0, 9].
        first_magnitude: m_i, in (0, 1].
        second_magnitude: m_j, in (0, 1].

    Raises:
        ValueError: a number is outside its range.
    """
    both = in_range("first_magnitude", first_magnitude, 0, 1, open_low=True) * in_range(
        "second_magnitude", second_magnitude, 0, 1, open_low=True
    )
    return associated_by(in_range("association", association, 0, WEIGHT_CEILING), both)


def associated_by(association: float, both: float) -> float:
    """`association_after` of numbers that are in their range already.

    Args:
        association: a, in [0, 9].
        both: m_i·m_j, in (0, 1].
    """
    return WEIGHT_CEILING * _reinforced(association / WEIGHT_CEILING, both / WEIGHT_CEILING)


def days_used(
    use_days: Collection[int], *, today: int, window_days: int = CONSOLIDATION_WINDOW_DAYS
) -> int:
    """How many of the last W days before today had a use, in [0, W].

    Source: FadeMem's access count, over distinct days, so that massed repetition counts once.
    No uses, or none in the window, give 0. Days after today are not counted.

    Args:
        use_days: the number of the day of each use, in any order, repetitions allowed.
        today: the number of the day that is being decided.
        window_days: W, in days, a whole number >= 1.

    Raises:
        ValueError: the window is not a whole number >= 1.
    """
    first = today - whole("window_days", window_days, 1)
    return len({day for day in use_days if first <= day < today})


def consolidation_gain(
    days: int, *, step: float = CONSOLIDATION_STEP, scale_days: float = CONSOLIDATION_SCALE_DAYS
) -> float:
    """FadeMem's gain of the first use of a day, Δv·e^(−n/N), in (0, Δv].

    Source: FadeMem; spaced uses earn more than crowded ones (Ebbinghaus 1885). After a week
    without a use (n = 0) the gain is the whole step.

    Args:
        days: n, days with a use among the last W, a whole number >= 0.
        step: Δv, in (0, 1].
        scale_days: N, in days, > 0.

    Raises:
        ValueError: a number is outside its range.
    """
    scale = in_range("scale_days", scale_days, 0, open_low=True)
    return in_range("step", step, 0, 1, open_low=True) * math.exp(-whole("days", days) / scale)


def consolidation_gain_today(
    use_days: Collection[int],
    *,
    today: int,
    window_days: int = CONSOLIDATION_WINDOW_DAYS,
    step: float = CONSOLIDATION_STEP,
    scale_days: float = CONSOLIDATION_SCALE_DAYS,
) -> float:
    """FadeMem's gain of a use today, given the days of all earlier uses, in [0, Δv].

    Source: FadeMem, counting days. It is 0 where today was already used: that repetition is
    recorded, not rewarded.

    Args:
        use_days: the number of the day of each use before this one.
        today: the number of the day of this use.
        window_days: W, in days, a whole number >= 1.
        step: Δv, in (0, 1].
        scale_days: N, in days, > 0.

    Raises:
        ValueError: a number is outside its range.
    """
    earlier = days_used(use_days, today=today, window_days=window_days)
    gain = consolidation_gain(earlier, step=step, scale_days=scale_days)
    return 0.0 if today in use_days else gain


def potentiated_uses(helpful_uses: int) -> int:
    """Helpful uses after one more, k + 1; the strength itself goes back to 1.

    Source: NMAFC, after long-term potentiation (Bliss & Lømo 1973). Reinforce with
    `POTENTIATION_GAIN` and let the new k slow the decay.

    Args:
        helpful_uses: k, a whole number >= 0.

    Raises:
        ValueError: k is not a whole number >= 0.
    """
    return whole("helpful_uses", helpful_uses) + 1


def _reinforced(strength: float, gain: float) -> float:
    """`reinforced_strength` of numbers that are in their range already."""
    return min(1.0, strength + gain * (1 - strength))
