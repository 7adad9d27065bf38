"""What may be told of many without telling of one."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from remanent.dynamics import privacy

steady = settings(deadline=None, derandomize=True, max_examples=50)
weights = st.lists(st.floats(-20, 20), max_size=30)


def test_what_one_person_adds_is_clamped_and_bounded_to_his_strongest() -> None:
    found = privacy.bounded_strengths([4.5, 12.0, -3.0, 9.0, 1.0], most=3)
    assert found.tolist() == [0.5, 1.0, 0.0, 1.0, 0.0]
    assert privacy.bounded_strengths([], most=3).tolist() == []
    assert privacy.bounded_strengths([9.0], most=0).tolist() == [0.0]


@steady
@given(weights, st.integers(0, 10))
def test_no_person_adds_more_than_the_bound_whatever_he_did(
    given_weights: list[float], most: int
) -> None:
    found = privacy.bounded_strengths(given_weights, most=most)
    assert ((found >= 0) & (found <= 1)).all()
    assert (found > 0).sum() <= most
    assert (found / privacy.GRAIN == np.round(found / privacy.GRAIN)).all()


@steady
@given(st.lists(st.floats(0, 9), min_size=2, max_size=50), st.randoms(use_true_random=False))
def test_sums_of_strengths_are_the_same_in_any_order(
    given_weights: list[float], random: "np.random.Generator"
) -> None:
    strengths = privacy.bounded_strengths(given_weights, most=50).tolist()
    mixed = list(strengths)
    random.shuffle(mixed)
    assert sum(strengths) == sum(mixed)
    assert sum(strengths) - strengths[0] == sum(strengths[1:])


def test_one_person_changes_sums_counts_and_the_number_of_users() -> None:
    assert privacy.l1_sensitivity(attributes=5) == 11
    assert privacy.l1_sensitivity(attributes=5, pairs=3) == 17
    assert privacy.l1_sensitivity(attributes=0) == 1


def test_noise_grows_with_sensitivity_and_falls_with_epsilon() -> None:
    assert privacy.laplace_scale(17, epsilon=2) == 8.5
    assert privacy.laplace_scale(0, epsilon=0.1) == 0


def test_six_hold_what_is_released_so_that_five_others_do_whoever_reads() -> None:
    assert privacy.holders_needed(5) == 6


def test_the_threshold_is_k_plus_one_and_a_margin_for_the_noise() -> None:
    found = privacy.count_threshold(5, scale=8.5, most=8, delta=1e-6)
    assert found == pytest.approx(6 + 8.5 * math.log(8 / 2e-6), rel=1e-12)
    assert found == pytest.approx(135.21, abs=0.01)
    assert privacy.count_threshold(5, scale=0, most=8, delta=1e-6) == 6


@steady
@given(st.integers(1, 50), st.floats(0.01, 50), st.integers(1, 64), st.floats(1e-9, 0.5))
def test_a_name_at_the_border_passes_with_a_chance_of_delta_over_most(
    k: int, scale: float, most: int, delta: float
) -> None:
    margin = privacy.count_threshold(k, scale=scale, most=most, delta=delta) - (k + 1)
    chance = 0.5 * math.exp(-margin / scale)  # of Laplace noise above the margin
    assert margin >= 0
    assert chance <= delta / most * (1 + 1e-6)


def test_averages_over_users_and_over_holders() -> None:
    assert privacy.average_weight(30.0, count=100) == pytest.approx(2.7)
    assert privacy.average_weight(30.0, count=40) == pytest.approx(6.75)
    assert privacy.average_weight(50.0, count=40) == 9  # noise
    assert privacy.average_weight(-1.0, count=40) == privacy.average_weight(3.0, count=-2) == 0


def test_what_few_hold_is_more_telling_and_what_all_hold_still_tells() -> None:
    found = [privacy.inverse_frequency(holders, users=100) for holders in (100, 50, 10, 0.5)]
    assert found == pytest.approx([math.log(2), math.log(3), math.log(11), math.log(101)])


@steady
@given(st.floats(0, 1), st.floats(0, 1))
def test_a_guess_rises_with_the_share_of_those_who_hold_it(one: float, other: float) -> None:
    def score(share: float) -> float:
        return privacy.guess_score(9 * share, holders=1e6 * share, users=1e6)

    low, high = sorted((one, other))
    assert score(low) <= score(high) + 1e-9
    assert score(0.0) == 0


def test_epsilon_adds_up_to_the_cap_and_no_further() -> None:
    for releases in range(1, 20):
        spent, cap = 0.0, releases / 10
        for _ in range(releases):
            assert privacy.is_affordable(0.1, spent=spent, cap=cap), releases
            spent += 0.1
        assert not privacy.is_affordable(0.1, spent=spent, cap=cap), releases
    assert privacy.budget_left(0.4, cap=1.0) == pytest.approx(0.6)
    assert privacy.budget_left(2.0, cap=1.0) == 0


@pytest.mark.parametrize(
    "call",
    [
        lambda: privacy.bounded_strengths([math.nan], most=1),
        lambda: privacy.bounded_strengths([1.0], most=-1),
        lambda: privacy.l1_sensitivity(attributes=-1),
        lambda: privacy.laplace_scale(1, epsilon=0),
        lambda: privacy.laplace_scale(-1, epsilon=1),
        lambda: privacy.holders_needed(0),
        lambda: privacy.count_threshold(5, scale=1, most=1, delta=0),
        lambda: privacy.average_weight(math.inf, count=1),
        lambda: privacy.inverse_frequency(math.nan, users=1),
        lambda: privacy.guess_score(10, holders=1, users=1),
        lambda: privacy.is_affordable(0, spent=0, cap=1),
        lambda: privacy.is_affordable(math.nan, spent=0, cap=1),
        lambda: privacy.budget_left(-1, cap=1),
    ],
)
def test_numbers_outside_their_range_are_refused(call: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match="must be"):
        call()
