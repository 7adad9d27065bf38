"""What may be told of many without telling of one: bounds, thresholds, noise and its budget.

One person is one unit of privacy: whatever he did counts once, clamped to a bounded number of
attributes of strength at most 1. So what a release can learn from him is bounded, and Laplace
noise of that size hides whether he is in it at all (Dwork, McSherry, Nissim & Smith 2006).
"""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from remanent.dynamics.hebbian import WEIGHT_CEILING
from remanent.dynamics.ranges import all_in_range, in_range, whole

GRAIN = 2.0**-20
"""Strengths are whole multiples of it, so that sums of them are exact in any order.

A sum that rounds would depend on one person by more than his own strength (Mironov 2012).
"""

DEFAULT_DELTA = 1e-6


def bounded_strengths(weights: ArrayLike, *, most: int) -> NDArray[np.float64]:
    """What one person adds to the sums: his strongest, as strengths w/9 in [0, 1], the rest 0.

    Source: FORMULAS §8, contributions clamped to [0, 9] and to a bounded number of attributes.
    Weights outside [0, 9] are clamped, NaN is refused. Equal weights go by position. A weight
    below half a grain adds nothing, and no weights give none.

    Args:
        weights: w of each attribute, shape (n,), finite.
        most: how many attributes count, a whole number >= 0.

    Raises:
        ValueError: a number is not finite, or `most` is negative.
    """
    given = np.clip(all_in_range("weights", weights), 0.0, WEIGHT_CEILING)
    kept = np.argsort(-given, kind="stable")[: whole("most", most)]
    found = np.zeros_like(given)
    found[kept] = np.round(given[kept] / WEIGHT_CEILING / GRAIN) * GRAIN
    return found


def l1_sensitivity(*, attributes: int, pairs: int = 0) -> float:
    """How much one person can change all sums and counts of a release together.

    Source: Dwork et al. (2006). Each attribute and each pair changes a sum by at most 1 (in
    strengths) and a count by 1; the person himself is one user: 2·attributes + 2·pairs + 1.

    Args:
        attributes, pairs: how many one person counts for at most, whole numbers >= 0.

    Raises:
        ValueError: a number is negative.
    """
    return 2.0 * whole("attributes", attributes) + 2.0 * whole("pairs", pairs) + 1.0


def laplace_scale(sensitivity: float, *, epsilon: float) -> float:
    """Scale of Laplace noise that gives ε-differential privacy, b = Δ/ε.

    Source: Dwork et al. (2006). Sensitivity 0 needs no noise.

    Args:
        sensitivity: Δ, the most that one person can change in L1, >= 0.
        epsilon: ε, > 0.

    Raises:
        ValueError: a number is outside its range.
    """
    return in_range("sensitivity", sensitivity, 0) / in_range("epsilon", epsilon, 0, open_low=True)


def holders_needed(k: int) -> int:
    """How many hold what is released under one release for all: k others than any reader, k + 1.

    Source: FORMULAS §8, after k-anonymity (Samarati & Sweeney 1998).

    Args:
        k: whole number >= 1.

    Raises:
        ValueError: k is below 1.
    """
    return whole("k", k, 1) + 1


def count_threshold(k: int, *, scale: float, most: int, delta: float) -> float:
    """Noised count from which on a name is released: k + 1 + b·ln(m/(2δ)).

    Names that fewer than k + 1 hold are never released. That rule alone would tell whether the
    (k + 1)-th is there; with this threshold on top, a name that exactly k + 1 hold is released
    with a chance of at most δ/m, and one person stands behind at most m such names. So the whole
    is (ε, δ)-private, names included.

    Source: stability-based histograms (Korolova et al. 2009; Bun, Nissim & Stemmer 2016), moved
    from 1 to k + 1. Without noise it is k + 1.

    Args:
        k: whole number >= 1.
        scale: b of the noise, >= 0.
        most: m, how many names one person counts for, a whole number >= 1.
        delta: δ, in (0, 1/2].

    Raises:
        ValueError: a number is outside its range.
    """
    doubt = 2.0 * in_range("delta", delta, 0, 0.5, open_low=True) / whole("most", most, 1)
    return holders_needed(k) + in_range("scale", scale, 0) * max(-math.log(doubt), 0.0)


def average_weight(strength_sum: float, *, count: float) -> float:
    """Weight of the average of `count` people, 9·sum/count, clamped to [0, 9].

    Source: FORMULAS §8: the average user over all users, the average holder over the holders.
    Noise can make either number negative; nobody then has the weight 0.

    Args:
        strength_sum: of strengths in [0, 1], noised.
        count: noised.

    Raises:
        ValueError: a number is not finite.
    """
    total, people = in_range("strength_sum", strength_sum), in_range("count", count)
    if total <= 0 or people <= 0:
        return 0.0
    return min(WEIGHT_CEILING * min(total / people, 1.0), WEIGHT_CEILING)


def inverse_frequency(holders: float, *, users: float) -> float:
    """How telling it is to hold an attribute, ln(1 + N/h) >= ln 2.

    Source: inverse document frequency (Spärck Jones 1972), smoothed so that what everybody holds
    still counts. Holders below 1 count as 1, and users below the holders as many as those.

    Args:
        holders: h, noised.
        users: N, noised.

    Raises:
        ValueError: a number is not finite.
    """
    held = max(in_range("holders", holders), 1.0)
    return math.log1p(max(in_range("users", users), held) / held)


def guess_score(average: float, *, holders: float, users: float) -> float:
    """What the order of guesses is by: w̄/9 · ln(1 + N/h), >= 0.

    Source: FORMULAS §8, IDF-weighted guesses. With w̄ = 9·p it is p·ln(1 + 1/p): it rises with
    the share p of those who hold it, less than p itself does. Average 0 gives 0.

    Args:
        average: w̄ of the average user, in [0, 9].
        holders, users: h and N.

    Raises:
        ValueError: a number is outside its range.
    """
    strength = in_range("average", average, 0, WEIGHT_CEILING) / WEIGHT_CEILING
    return strength * inverse_frequency(holders, users=users)


def budget_left(spent: float, *, cap: float) -> float:
    """Epsilon that further releases may spend, max(cap − spent, 0).

    Source: sequential composition (Dwork et al. 2006): what releases spend adds up.

    Args:
        spent: over all releases so far, >= 0.
        cap: over the whole life, >= 0.

    Raises:
        ValueError: a number is outside its range.
    """
    return max(in_range("cap", cap, 0) - in_range("spent", spent, 0), 0.0)


def is_affordable(epsilon: float, *, spent: float, cap: float) -> bool:
    """Whether a release may still be made: spent + ε <= cap, to twelve digits.

    Ten releases of 0.1 add up to a little more than 1 in floating point; the last still counts.

    Args:
        epsilon: of the release, > 0.
        spent, cap: as in `budget_left`.

    Raises:
        ValueError: a number is outside its range.
    """
    wanted = in_range("epsilon", epsilon, 0, open_low=True)
    return wanted <= budget_left(spent, cap=cap) + 1e-12 * max(cap, 1.0)
