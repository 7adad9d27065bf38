"""What helped: signed outcomes become a value, and value and activation a bounded prior.

A memory that is used often is not thereby useful. The value of a memory is measured from what
followed its use, and it can move a rank only within narrow bounds: relevance leads.

Sources: the exponentially weighted moving average of Roberts (1959) for the value; shrinkage
after Efron & Morris (1975) for few outcomes; mem-rfm for the score and the prior.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from remanent.dynamics.activation import activation_score, activation_scores
from remanent.dynamics.ranges import all_in_range, in_range, whole

VALUE_RATE = 0.3
SHRINKAGE = 3.0
PRIOR_SHARE = 0.3

_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class OutcomeValue:
    """What a memory's outcomes came to.

    Args:
        value: v, in [−1, 1]; meaningless while there is no outcome.
        count: n, the number of outcomes, >= 0.

    Raises:
        ValueError: a number is outside its range.
    """

    value: float = 0.0
    count: int = 0

    def __post_init__(self) -> None:
        in_range("value", self.value, -1, 1)
        whole("count", self.count)


@dataclass(frozen=True, slots=True)
class ScoreWeights:
    """How activation and value make one score.

    Args:
        activation: w_a, in [0, 1].
        value: w_v, in [0, 1]; the two sum to at most 1.
        threshold: θ, in units of activation.
        noise: s, in units of activation, > 0.

    Raises:
        ValueError: a number is outside its range, or the weights sum to more than 1.
    """

    activation: float = 0.7
    value: float = 0.3
    threshold: float = 0.0
    noise: float = 1.0

    def __post_init__(self) -> None:
        in_range("activation", self.activation, 0, 1)
        in_range("value", self.value, 0, 1)
        in_range("threshold", self.threshold)
        in_range("noise", self.noise, 0, open_low=True)
        in_range("activation + value", self.activation + self.value, 0, 1 + _ROUNDING)


DEFAULT_WEIGHTS = ScoreWeights()


def with_outcome(
    record: OutcomeValue,
    outcome: float,
    *,
    value_rate: float = VALUE_RATE,
    failures_never_raise: bool = False,
    shrinkage: float = SHRINKAGE,
) -> OutcomeValue:
    """Value after one more outcome: o on the first, then λ·o + (1 − λ)·v, in [−1, 1].

    Source: Roberts (1959), started at the first outcome rather than at a made-up 0. The order
    of outcomes matters. An outcome of 0 pulls the value towards 0.

    Args:
        record: what the earlier outcomes came to.
        outcome: o, in [−1, 1].
        value_rate: λ, in (0, 1].
        failures_never_raise: hold the *effective* value at or below what it was when o < 0.
            The plain formula lets it rise where a slight failure follows one success, or
            follows worse failures, because the count grows.
        shrinkage: as in `effective_value`; read only for that.

    Raises:
        ValueError: a number is outside its range.
    """
    given = in_range("outcome", outcome, -1, 1)
    weight = in_range("value_rate", value_rate, 0, 1, open_low=True)
    count = record.count + 1
    value = given if count == 1 else weight * given + (1 - weight) * record.value
    if failures_never_raise and given < 0:
        held = effective_value(record, shrinkage=shrinkage) * (count + shrinkage) / count
        value = min(value, held)
    return OutcomeValue(value=value, count=count)


def check_outcome(outcome: float, *, was_shown: bool, is_settled: bool) -> float:
    """Give an outcome that may be recorded, in [−1, 1]; refuse it otherwise.

    Source: mem-rfm's ledger: one outcome per use, and only for what was shown. An outcome of 0
    is allowed.

    Args:
        outcome: o.
        was_shown: whether the memory was shown before.
        is_settled: whether this use already has an outcome.

    Raises:
        ValueError: the outcome is not in [−1, 1], the memory was never shown, or the use has
            an outcome already.
    """
    given = in_range("outcome", outcome, -1, 1)
    if not was_shown:
        raise ValueError(
            f"outcome is {given!r} for a memory that was never shown; it must follow a showing."
        )
    if is_settled:
        raise ValueError(
            f"outcome is {given!r} for a use that already has one; it must be its only outcome."
        )
    return given


def is_credited(outcome: float, *, condition_fired: bool) -> bool:
    """Whether a lesson's outcome counts: failures always, successes where it was needed.

    Source: mem-rfm: copying a suggestion and succeeding while its condition was silent shows
    nothing. An outcome of 0 is no success and counts.

    Args:
        outcome: o, in [−1, 1].
        condition_fired: whether the condition that the lesson names fired in that session.

    Raises:
        ValueError: the outcome is not in [−1, 1].
    """
    return in_range("outcome", outcome, -1, 1) <= 0 or condition_fired


def effective_value(record: OutcomeValue, *, shrinkage: float = SHRINKAGE) -> float:
    """Value as far as its outcomes carry it, v·n/(n + 3), in [−1, 1].

    Source: shrinkage towards 0 (Efron & Morris 1975). No outcomes give 0.

    Args:
        record: value and number of outcomes.
        shrinkage: outcomes that halve the distance to 0, >= 0.

    Raises:
        ValueError: the shrinkage is negative or not finite.
    """
    doubt = in_range("shrinkage", shrinkage, 0)
    return record.value * record.count / (record.count + doubt) if record.count else 0.0


def effective_values(
    values: ArrayLike, *, counts: ArrayLike, shrinkage: float = SHRINKAGE
) -> NDArray[np.float64]:
    """`effective_value` for many at once.

    Source, range and behaviour at zero as there.

    Raises:
        ValueError: a number is outside its range; the message names field and position.
    """
    outcomes = all_in_range("counts", counts, 0)
    doubt = in_range("shrinkage", shrinkage, 0)
    carried = outcomes / np.where(outcomes > 0, outcomes + doubt, 1.0)
    effective: NDArray[np.float64] = all_in_range("values", values, -1, 1) * carried
    return effective


def score(
    base_level: float, *, effective_value: float, weights: ScoreWeights = DEFAULT_WEIGHTS
) -> float:
    """One number for use and usefulness, w_a·σ((B − θ)/s) + w_v·(v_eff + 1)/2, in [0, 1].

    Source: mem-rfm, with ACT-R's retrieval probability for σ. A value of 0 gives w_v/2.

    Args:
        base_level: B, finite.
        effective_value: v_eff, in [−1, 1].
        weights: how the two are weighed.

    Raises:
        ValueError: a number is outside its range.
    """
    available = activation_score(base_level, threshold=weights.threshold, noise=weights.noise)
    useful = (in_range("effective_value", effective_value, -1, 1) + 1) / 2
    return min(1.0, weights.activation * available + weights.value * useful)


def scores(
    base_levels: ArrayLike,
    *,
    effective_values: ArrayLike,
    weights: ScoreWeights = DEFAULT_WEIGHTS,
) -> NDArray[np.float64]:
    """`score` for many at once.

    Source, range and behaviour at zero as there.

    Raises:
        ValueError: a number is outside its range; the message names field and position.
    """
    available = activation_scores(base_levels, threshold=weights.threshold, noise=weights.noise)
    useful = (all_in_range("effective_values", effective_values, -1, 1) + 1) / 2
    return np.minimum(1.0, weights.activation * available + weights.value * useful)


def prior(score: float, *, prior_share: float = PRIOR_SHARE) -> float:
    """What the score may do to a rank, (1 − β) + β·score, in [1 − β, 1].

    Source: mem-rfm. Score 0 gives 1 − β.

    Args:
        score: in [0, 1].
        prior_share: β, in [0, 1]; 0 ignores the score.

    Raises:
        ValueError: a number is outside [0, 1].
    """
    share = in_range("prior_share", prior_share, 0, 1)
    return (1 - share) + share * in_range("score", score, 0, 1)


def priors(scores: ArrayLike, *, prior_share: float = PRIOR_SHARE) -> NDArray[np.float64]:
    """`prior` for many at once.

    Source, range and behaviour at zero as there.

    Raises:
        ValueError: a number is outside [0, 1]; the message names field and position.
    """
    share = in_range("prior_share", prior_share, 0, 1)
    bounded: NDArray[np.float64] = (1 - share) + share * all_in_range("scores", scores, 0, 1)
    return bounded


def rank(similarity: float, *, prior: float) -> float:
    """Similarity times prior, max(similarity, 0)·prior, >= 0.

    Source: mem-rfm. Nothing that is not similar is lifted: similarity <= 0 gives 0.

    Args:
        similarity: finite, of either sign.
        prior: in [0, 1].

    Raises:
        ValueError: a number is outside its range.
    """
    return max(0.0, in_range("similarity", similarity)) * in_range("prior", prior, 0, 1)
