"""What helped moves a rank, within narrow bounds."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from remanent.dynamics import outcome
from remanent.dynamics.activation import base_level
from remanent.dynamics.outcome import OutcomeValue, ScoreWeights

steady = settings(deadline=None, derandomize=True, max_examples=50)

signed = st.floats(-1, 1)
shares = st.floats(0, 1)
records = st.builds(OutcomeValue, value=signed, count=st.integers(0, 12))
levels = st.floats(-50, 50)

ONE_SUCCESS = outcome.with_outcome(OutcomeValue(), 1.0)


def score_after(seconds: float) -> float:
    level = base_level([seconds], count=1, life=seconds)
    return outcome.score(level, effective_value=outcome.effective_value(ONE_SUCCESS))


def test_a_memory_never_used_a_day_after_creation_has_the_published_score_and_prior() -> None:
    level = base_level([], count=0, life=86400)
    score = outcome.score(level, effective_value=outcome.effective_value(OutcomeValue()))
    assert (score, outcome.prior(score)) == pytest.approx((0.152373, 0.745712), abs=5e-7)


def test_one_use_just_now_that_helped_has_the_published_score_and_prior() -> None:
    score = score_after(0.0)
    assert (score, outcome.prior(score)) == pytest.approx((0.866043, 0.959813), abs=5e-7)


@pytest.mark.parametrize(
    ("seconds", "score"),
    [(1, 0.537500), (3600, 0.198975), (86400, 0.189873), (30 * 86400, 0.187935)],
)
def test_the_score_of_one_helpful_use_falls_as_published(seconds: float, score: float) -> None:
    assert score_after(seconds) == pytest.approx(score, abs=5e-7)


def test_six_outcomes_give_the_published_values() -> None:
    record, found = OutcomeValue(), []
    for given_outcome in (1, 1, -1, -1, -1, 0.5):
        record = outcome.with_outcome(record, given_outcome)
        found.append((record.value, outcome.effective_value(record)))
    assert [value for value, _ in found] == pytest.approx(
        [1, 1, 0.4, -0.02, -0.314, -0.0698], rel=1e-6
    )
    assert [effective for _, effective in found] == pytest.approx(
        [0.25, 0.4, 0.2, -0.01143, -0.19625, -0.04653], abs=5e-6
    )
    assert record.count == 6


def test_similarity_of_six_tenths_never_outranks_nine_tenths_by_prior_alone() -> None:
    best, worst = outcome.prior(1.0), outcome.prior(0.0)
    assert outcome.rank(0.6, prior=best) == pytest.approx(0.60, rel=1e-12)
    assert outcome.rank(0.9, prior=worst) == pytest.approx(0.63, rel=1e-12)


@steady
@given(st.floats(-1, 0), shares)
def test_what_is_not_similar_is_never_lifted(similarity: float, prior: float) -> None:
    assert outcome.rank(similarity, prior=prior) == 0.0


@steady
@pytest.mark.parametrize("guarded", [False, True])
@given(record=records, outcomes=st.lists(signed, max_size=10), rate=st.floats(0.01, 1))
def test_values_stay_between_minus_one_and_one(
    record: OutcomeValue, outcomes: list[float], rate: float, *, guarded: bool
) -> None:
    for one in outcomes:
        record = outcome.with_outcome(record, one, value_rate=rate, failures_never_raise=guarded)
    assert -1 <= record.value <= 1
    assert abs(outcome.effective_value(record)) <= abs(record.value)


@steady
@given(records, signed, signed)
def test_a_better_outcome_never_gives_a_lower_value(
    record: OutcomeValue, one: float, other: float
) -> None:
    worse, better = sorted((one, other))
    low, high = outcome.with_outcome(record, worse), outcome.with_outcome(record, better)
    assert low.value <= high.value
    assert outcome.effective_value(low) <= outcome.effective_value(high)


def test_the_plain_value_lets_a_slight_failure_raise_and_the_guarded_one_does_not() -> None:
    before = outcome.effective_value(ONE_SUCCESS)
    plain = outcome.with_outcome(ONE_SUCCESS, -0.1)
    guarded = outcome.with_outcome(ONE_SUCCESS, -0.1, failures_never_raise=True)
    assert outcome.effective_value(plain) > before
    assert outcome.effective_value(guarded) == pytest.approx(before, rel=1e-12)


@steady
@given(records, st.floats(-1, -1e-9), st.floats(0, 10))
def test_a_guarded_failure_never_raises_the_effective_value(
    record: OutcomeValue, failure: float, shrinkage: float
) -> None:
    after = outcome.with_outcome(record, failure, failures_never_raise=True, shrinkage=shrinkage)
    assert (
        outcome.effective_value(after, shrinkage=shrinkage)
        <= outcome.effective_value(record, shrinkage=shrinkage) + 1e-12
    )


def test_the_guard_changes_nothing_in_the_published_sequence() -> None:
    plain = guarded = OutcomeValue()
    for one in (1, 1, -1, -1, -1, 0.5):
        plain = outcome.with_outcome(plain, one)
        guarded = outcome.with_outcome(guarded, one, failures_never_raise=True)
        assert plain == guarded


def test_no_outcomes_are_worth_nothing_even_without_shrinkage() -> None:
    assert outcome.effective_value(OutcomeValue(0.7, 0), shrinkage=0) == 0.0
    assert outcome.effective_value(OutcomeValue(0.7, 2), shrinkage=0) == 0.7


@steady
@given(levels, levels, signed, signed)
def test_score_and_prior_are_bounded_and_rise_with_use_and_with_value(
    one_level: float, other_level: float, one_value: float, other_value: float
) -> None:
    lower, higher = sorted((one_level, other_level))
    worse, better = sorted((one_value, other_value))
    low = outcome.score(lower, effective_value=worse)
    high = outcome.score(higher, effective_value=better)
    assert 0 <= low <= high <= 1
    assert 0.7 <= outcome.prior(low) <= outcome.prior(high) <= 1


def test_without_a_share_the_prior_ignores_the_score() -> None:
    assert outcome.prior(0.2, prior_share=0) == 1.0
    assert outcome.prior(0.2, prior_share=1) == 0.2


@steady
@given(st.lists(st.tuples(levels, signed, st.integers(0, 100)), max_size=12), shares)
def test_many_priors_at_once_are_the_same_as_one_by_one(
    rows: list[tuple[float, float, int]], share: float
) -> None:
    weights = ScoreWeights(activation=0.5, value=0.4, threshold=-2, noise=0.5)
    table = np.array(rows, dtype=np.float64).reshape(-1, 3)
    effective = outcome.effective_values(table[:, 1], counts=table[:, 2])
    scores = outcome.scores(table[:, 0], effective_values=effective, weights=weights)
    found = outcome.priors(scores, prior_share=share)
    expected = [
        outcome.prior(
            outcome.score(
                level,
                effective_value=outcome.effective_value(OutcomeValue(value, count)),
                weights=weights,
            ),
            prior_share=share,
        )
        for level, value, count in rows
    ]
    np.testing.assert_allclose(found, expected, rtol=1e-13)


def test_many_values_at_once_hold_no_outcomes_for_nothing() -> None:
    assert outcome.effective_values([0.5, 0.5], counts=[0, 3]).tolist() == [0.0, 0.25]
    assert outcome.effective_values([0.5], counts=[0], shrinkage=0).tolist() == [0.0]


@pytest.mark.parametrize(
    ("given_outcome", "fired", "credited"),
    [
        (1.0, True, True),
        (1.0, False, False),
        (0.1, False, False),
        (-0.1, False, True),
        (-1.0, True, True),
        (0.0, False, True),
    ],
)
def test_a_success_counts_only_where_the_condition_fired_and_a_failure_always(
    given_outcome: float, *, fired: bool, credited: bool
) -> None:
    assert outcome.is_credited(given_outcome, condition_fired=fired) is credited


def test_an_outcome_is_taken_once_for_what_was_shown() -> None:
    assert outcome.check_outcome(-0.5, was_shown=True, is_settled=False) == -0.5
    with pytest.raises(ValueError, match=r"outcome is 1\.0 for a memory that was never shown"):
        outcome.check_outcome(1, was_shown=False, is_settled=False)
    with pytest.raises(ValueError, match=r"outcome is 1\.0 for a use that already has one"):
        outcome.check_outcome(1, was_shown=True, is_settled=True)


def test_weights_of_activation_and_value_must_not_sum_to_more_than_one() -> None:
    with pytest.raises(ValueError, match=r"^activation \+ value is 1\.1.*; .* in \[0, 1\]"):
        ScoreWeights(activation=0.7, value=0.4)
    full = outcome.score(40.0, effective_value=1.0, weights=ScoreWeights(0.7, 0.3))
    assert full == pytest.approx(1.0, rel=1e-12)
    assert full <= 1


BAD = [-1.1, 1.1, math.nan, math.inf]
REFUSED: list[tuple[str, Callable[[float], object], list[float]]] = [
    ("outcome", lambda x: outcome.with_outcome(OutcomeValue(), x), BAD),
    ("outcome", lambda x: outcome.check_outcome(x, was_shown=True, is_settled=False), BAD),
    ("outcome", lambda x: outcome.is_credited(x, condition_fired=True), BAD),
    ("value_rate", lambda x: outcome.with_outcome(ONE_SUCCESS, 1, value_rate=x), [0, 1.1]),
    ("value", OutcomeValue, BAD),
    ("count", lambda x: OutcomeValue(0, x), [-1, 0.5]),  # type: ignore[arg-type]
    ("shrinkage", lambda x: outcome.effective_value(ONE_SUCCESS, shrinkage=x), [-1, math.nan]),
    ("shrinkage", lambda x: outcome.effective_values([0], counts=[1], shrinkage=x), [-1]),
    ("activation", lambda x: ScoreWeights(activation=x), [-0.1, 1.1, math.nan]),
    ("value", lambda x: ScoreWeights(value=x), [-0.1, 1.1, math.nan]),
    ("threshold", lambda x: ScoreWeights(threshold=x), [math.nan, math.inf]),
    ("noise", lambda x: ScoreWeights(noise=x), [0, -1, math.nan]),
    ("base_level", lambda x: outcome.score(x, effective_value=0), [math.nan, -math.inf]),
    ("effective_value", lambda x: outcome.score(0, effective_value=x), BAD),
    ("score", outcome.prior, [-0.1, 1.1, math.nan]),
    ("prior_share", lambda x: outcome.prior(0, prior_share=x), [-0.1, 1.1, math.nan]),
    ("prior_share", lambda x: outcome.priors([0], prior_share=x), [-0.1, 1.1, math.nan]),
    ("similarity", lambda x: outcome.rank(x, prior=1), [math.nan, math.inf]),
    ("prior", lambda x: outcome.rank(1, prior=x), [-0.1, 1.1, math.nan]),
    (r"values\[0\]", lambda x: outcome.effective_values([x], counts=[1]), BAD),
    (r"counts\[0\]", lambda x: outcome.effective_values([0], counts=[x]), [-1, math.nan]),
    (r"base_levels\[0\]", lambda x: outcome.scores([x], effective_values=[0]), [math.nan]),
    (r"effective_values\[0\]", lambda x: outcome.scores([0], effective_values=[x]), BAD),
    (r"scores\[0\]", lambda x: outcome.priors([x]), [-0.1, 1.1, math.nan]),
]


@pytest.mark.parametrize(
    ("field", "call", "value"),
    [(field, call, value) for field, call, values in REFUSED for value in values],
)
def test_a_number_outside_its_range_is_refused_by_name(
    field: str, call: Callable[[float], object], value: float
) -> None:
    with pytest.raises(ValueError, match=f"^{field} is "):
        call(value)
