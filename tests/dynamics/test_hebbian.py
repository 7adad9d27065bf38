"""What is met again grows towards its ceiling and never passes it."""

import math
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from remanent.dynamics import hebbian

steady = settings(deadline=None, derandomize=True, max_examples=50)
shares = st.floats(0, 1)
magnitudes = st.floats(0.001, 1)
weights = st.floats(0, 9)


def test_one_and_ten_purchases_give_the_published_weights() -> None:
    size = hebbian.magnitude(1)
    weight, after = 0.0, []
    for _ in range(10):
        weight = hebbian.weight_after(weight, magnitude=size)
        after.append(weight)
    assert (after[0], after[9]) == pytest.approx((1.25, 6.9824029), rel=1e-6)


def test_confidence_after_one_to_three_hits_is_as_published() -> None:
    found = [hebbian.confidence(hits) for hits in (1, 2, 3)]
    assert found == pytest.approx([0.4512, 0.6988, 0.8347], abs=5e-5)


def test_an_attribute_is_known_from_its_second_full_event_on() -> None:
    known = [hebbian.is_known(hebbian.confidence(hits)) for hits in (0, 1, 2, 3)]
    assert known == [False, False, True, True]
    assert hebbian.is_known(0.65)


def test_one_unit_has_a_magnitude_of_five_sixths_of_its_kind() -> None:
    assert hebbian.magnitude(1) == pytest.approx(0.8333, abs=5e-5)
    assert hebbian.magnitude(1, kind_weight=0.3) == pytest.approx(0.3 * 5 / 6, rel=1e-12)
    assert hebbian.magnitude(2) == hebbian.magnitude(1e9) == 1.0


@pytest.mark.parametrize(("days", "strength"), [(0, 0.6), (1, 0.5904837), (10, 0.5367879)])
def test_consolidation_from_one_half_gives_the_published_strengths(
    days: int, strength: float
) -> None:
    gain = hebbian.consolidation_gain(days)
    assert hebbian.reinforced_strength(0.5, gain=gain) == pytest.approx(strength, rel=1e-6)


def test_potentiation_restores_full_strength_and_counts_one_more_helpful_use() -> None:
    assert hebbian.reinforced_strength(0.2, gain=hebbian.POTENTIATION_GAIN) == 1.0
    assert hebbian.potentiated_uses(4) == 5


def test_associations_grow_by_the_product_of_both_magnitudes() -> None:
    once = hebbian.association_after(0.0, first_magnitude=0.8, second_magnitude=0.5)
    assert once == pytest.approx(0.4, rel=1e-12)
    twice = hebbian.association_after(once, first_magnitude=0.8, second_magnitude=0.5)
    assert twice == pytest.approx(0.4 + 0.4 * (1 - 0.4 / 9), rel=1e-12)
    assert hebbian.ASSOCIATION_HALF_LIFE_DAYS == 90


def test_consolidation_counts_distinct_days_of_the_week_before_today() -> None:
    uses = [3, 3, 3, 4, 9, 9, 10, 11]
    assert hebbian.days_used(uses, today=10) == 3  # 3, 4 and 9; not today, not tomorrow
    assert hebbian.days_used(uses, today=11) == 3  # 4, 9 and 10; day 3 has left the window
    assert hebbian.days_used([], today=10) == 0


def test_only_the_first_use_of_a_day_is_rewarded() -> None:
    assert hebbian.consolidation_gain_today([8, 9], today=10) == pytest.approx(
        0.2 * math.exp(-0.2), rel=1e-12
    )
    assert hebbian.consolidation_gain_today([8, 9, 10], today=10) == 0.0
    assert hebbian.consolidation_gain_today([], today=10) == 0.2


@steady
@given(st.lists(st.integers(0, 30)), st.integers(0, 30), st.randoms(use_true_random=False))
def test_days_are_counted_in_any_order_of_uses_and_never_beyond_the_window(
    days: list[int], today: int, random: Random
) -> None:
    shuffled = list(days)
    random.shuffle(shuffled)
    assert hebbian.days_used(days, today=today) == hebbian.days_used(shuffled, today=today)
    assert hebbian.days_used(days, today=today) <= hebbian.CONSOLIDATION_WINDOW_DAYS


@steady
@given(shares, shares)
def test_reinforcement_never_weakens_and_never_passes_full_strength(
    strength: float, gain: float
) -> None:
    assert strength <= hebbian.reinforced_strength(strength, gain=gain) <= 1


@steady
@given(shares, shares, shares)
def test_the_stronger_of_two_memories_stays_the_stronger_when_both_are_reinforced(
    one: float, other: float, gain: float
) -> None:
    weaker, stronger = sorted((one, other))
    assert (
        hebbian.reinforced_strength(weaker, gain=gain)
        <= hebbian.reinforced_strength(stronger, gain=gain) + 1e-15
    )


@steady
@given(weights, st.lists(magnitudes, max_size=6))
def test_weights_do_not_depend_on_the_order_of_events(weight: float, sizes: list[float]) -> None:
    forward = backward = weight
    for size in sizes:
        forward = hebbian.weight_after(forward, magnitude=size)
    for size in reversed(sizes):
        backward = hebbian.weight_after(backward, magnitude=size)
    assert forward == pytest.approx(backward, rel=1e-12, abs=1e-12)
    assert weight - 1e-12 <= forward <= 9


@steady
@given(weights, magnitudes, st.floats(0.01, 9))
def test_a_weight_grows_as_its_strength_does(weight: float, size: float, rate: float) -> None:
    after = hebbian.weight_after(weight, magnitude=size, learning_rate=rate)
    assert after == pytest.approx(weight + rate * size * (1 - weight / 9), rel=1e-12, abs=1e-12)


@steady
@given(weights, magnitudes, magnitudes)
def test_an_association_is_the_same_from_either_side_and_stays_below_nine(
    association: float, first: float, second: float
) -> None:
    one = hebbian.association_after(association, first_magnitude=first, second_magnitude=second)
    other = hebbian.association_after(association, first_magnitude=second, second_magnitude=first)
    assert one == other
    assert association - 1e-12 <= one <= 9


@steady
@given(st.floats(1e-300, 1e300), st.floats(1e-300, 1e300), magnitudes)
def test_more_of_a_thing_is_never_a_smaller_event(one: float, other: float, kind: float) -> None:
    less, more = sorted((one, other))
    smaller = hebbian.magnitude(less, kind_weight=kind)
    assert 0 < smaller <= hebbian.magnitude(more, kind_weight=kind) <= kind


@steady
@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_more_hits_never_make_less_sure(one: int, other: int) -> None:
    fewer, more = sorted((one, other))
    assert 0 <= hebbian.confidence(fewer) <= hebbian.confidence(more) <= 1


REFUSED: list[tuple[str, Callable[[float], object], list[float]]] = [
    ("quantity", hebbian.magnitude, [0, -1, math.nan, math.inf]),
    ("kind_weight", lambda x: hebbian.magnitude(1, kind_weight=x), [0, 1.1, math.nan]),
    ("strength", lambda x: hebbian.reinforced_strength(x, gain=1), [-0.1, 1.1, math.nan]),
    ("gain", lambda x: hebbian.reinforced_strength(0.5, gain=x), [-0.1, 1.1, math.nan]),
    ("weight", lambda x: hebbian.weight_after(x, magnitude=1), [-0.1, 9.1, math.nan]),
    ("magnitude", lambda x: hebbian.weight_after(1, magnitude=x), [0, -1, 1.1, math.nan]),
    (
        "learning_rate",
        lambda x: hebbian.hebbian_gain(1, learning_rate=x),
        [0, -1, 9.1, math.nan],
    ),
    ("hits", hebbian.confidence, [-1, 0.5, math.nan]),  # type: ignore[list-item]
    ("confidence_rate", lambda x: hebbian.confidence(1, confidence_rate=x), [0, math.inf]),
    ("confidence", hebbian.is_known, [-0.1, 1.1, math.nan]),
    ("threshold", lambda x: hebbian.is_known(1, threshold=x), [-0.1, 1.1, math.nan]),
    (
        "association",
        lambda x: hebbian.association_after(x, first_magnitude=1, second_magnitude=1),
        [-0.1, 9.1, math.nan],
    ),
    (
        "first_magnitude",
        lambda x: hebbian.association_after(0, first_magnitude=x, second_magnitude=1),
        [0, 1.1, math.nan],
    ),
    (
        "second_magnitude",
        lambda x: hebbian.association_after(0, first_magnitude=1, second_magnitude=x),
        [0, 1.1, math.nan],
    ),
    ("days", hebbian.consolidation_gain, [-1, 0.5]),  # type: ignore[list-item]
    ("step", lambda x: hebbian.consolidation_gain(0, step=x), [0, 1.1, math.nan]),
    ("scale_days", lambda x: hebbian.consolidation_gain(0, scale_days=x), [0, math.inf]),
    (
        "window_days",
        lambda x: hebbian.days_used([], today=1, window_days=x),  # type: ignore[arg-type]
        [0, 1.5],
    ),
    ("helpful_uses", hebbian.potentiated_uses, [-1, 0.5]),  # type: ignore[list-item]
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
