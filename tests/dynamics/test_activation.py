"""Recency and frequency of use in one number, from a bounded history."""

import itertools
import math
from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from remanent.dynamics import activation
from remanent.dynamics.activation import UseHistory

steady = settings(deadline=None, derandomize=True, max_examples=50)

HOUR, DAY = 3600.0, 86400.0
MICRO = 1_000_000

ages = st.floats(-10, 1e9)
ages_lists = st.lists(ages, max_size=40)


def exact(all_ages: list[float]) -> float:
    return math.log(sum(max(age, 1e-3) ** -0.5 for age in all_ages))


def history_of(all_ages: list[float], *, now: float, created: float) -> UseHistory:
    history = UseHistory(created_microseconds=round(created * MICRO))
    for age in all_ages:
        history = activation.with_use(history, round((now - age) * MICRO))
    return history


def test_a_memory_never_used_a_day_after_creation_counts_its_creation() -> None:
    level = activation.base_level([], count=0, life=DAY)
    assert level == pytest.approx(-5.683371, rel=1e-6)


def test_ten_daily_uses_give_the_published_activations() -> None:
    uses = [HOUR + DAY * day for day in range(10)]
    life = max(uses)
    assert activation.base_level(uses, count=10, life=life) == pytest.approx(-3.425400, rel=1e-6)
    hybrid = activation.hybrid_base_level(uses, count=10, life=life)
    assert hybrid == pytest.approx(-3.395757, rel=1e-6)


def test_twenty_uses_an_hour_ago_are_exact_and_the_hybrid_form_is_far_off() -> None:
    uses = [HOUR] * 20
    level = activation.base_level(uses, count=20, life=30 * DAY)
    assert level == pytest.approx(-1.098612, rel=1e-6)
    assert level == pytest.approx(-1.0986, abs=5e-5)
    hybrid = activation.hybrid_base_level(uses, count=20, life=30 * DAY)
    assert hybrid == pytest.approx(-2.902, abs=5e-4)


def test_two_hundred_hourly_uses_are_close_with_the_last_thirty_two() -> None:
    uses = [HOUR * (1 + hour) for hour in range(200)]
    life = max(uses)
    assert activation.base_level(uses, count=200, life=life) == pytest.approx(-0.803734, rel=1e-6)
    kept = activation.base_level(uses[:32], count=200, life=life)
    assert kept == pytest.approx(-0.801769, rel=1e-6)
    history = history_of(uses, now=1e7, created=1e7 - life)
    assert activation.base_level_at(history, 10**7 * MICRO) == pytest.approx(-0.801769, rel=1e-6)


def test_the_score_of_a_memory_never_used_is_as_published() -> None:
    score = activation.activation_score(-5.683371477396073)
    assert 0.7 * score + 0.3 * 0.5 == pytest.approx(0.152373, abs=5e-7)


def test_where_creation_and_oldest_kept_use_meet_the_tail_is_at_that_age() -> None:
    uses = [100.0] * 32
    limit = activation.base_level(uses, count=50, life=100.0005)
    assert limit == pytest.approx(math.log(50 * 100**-0.5), rel=1e-12)
    beyond = activation.base_level(uses, count=50, life=100.002)
    assert beyond == pytest.approx(limit, rel=1e-5)


def test_the_tail_is_the_mean_of_uses_spread_evenly_over_the_unknown_time() -> None:
    oldest, life = 1000.0, 5000.0
    grid = oldest + (life - oldest) * (np.arange(100_000) + 0.5) / 100_000
    mean = float((grid**-0.5).mean())
    level = activation.base_level([oldest], count=11, life=life)
    assert level == pytest.approx(math.log(oldest**-0.5 + 10 * mean), rel=1e-9)


def test_uses_that_are_counted_but_not_kept_are_spread_over_the_whole_life() -> None:
    level = activation.base_level([], count=8, life=400.0)
    assert level == pytest.approx(math.log(8 / 0.5 * 400**-0.5), rel=1e-12)
    assert activation.hybrid_base_level([5.0], count=8, life=400.0) == level
    assert activation.hybrid_base_level([5.0], count=1, life=400.0) == exact([5.0])


def test_one_use_a_second_ago_has_an_activation_of_zero() -> None:
    assert activation.base_level([1.0], count=1, life=1.0) == 0.0


@steady
@given(st.lists(ages, min_size=1, max_size=32), st.floats(0, 1e9))
def test_up_to_thirty_two_uses_are_exact(uses: list[float], created_before: float) -> None:
    level = activation.base_level(uses, count=len(uses), life=max(uses) + created_before)
    assert level == pytest.approx(exact(uses), rel=1e-9, abs=1e-9)


@steady
@given(ages_lists, st.integers(0, 1000), st.floats(-10, 1e9), st.floats(0.05, 0.95))
def test_activation_is_always_finite(
    uses: list[float], more: int, life: float, decay: float
) -> None:
    level = activation.base_level(uses, count=len(uses) + more, life=life, decay=decay)
    assert math.isfinite(level)


@steady
@given(
    st.lists(st.integers(0, 10**12), min_size=1, max_size=45),
    st.integers(0, 10**12),
    st.integers(0, 10**12),
)
def test_one_more_use_never_lowers_activation_however_late_it_arrives(
    used: list[int], one_more: int, wait: int
) -> None:
    history = UseHistory(created_microseconds=0)
    for moment in used:
        history = activation.with_use(history, moment)
    now = max(*used, one_more) + wait
    before = activation.base_level_at(history, now)
    after = activation.base_level_at(activation.with_use(history, one_more), now)
    assert after >= before - 1e-12


@steady
@given(st.lists(st.floats(0, 1e8), max_size=32), st.integers(0, 100), st.floats(0, 1e6))
def test_activation_falls_while_nothing_is_used(uses: list[float], more: int, wait: float) -> None:
    count, life = len(uses) + more, max(uses, default=0) + 1000
    now = activation.base_level(uses, count=count, life=life)
    later = activation.base_level([age + wait for age in uses], count=count, life=life + wait)
    assert later <= now + 1e-9


@steady
@given(st.floats(-1e9, 1e-3), st.integers(1, 5))
def test_a_use_dated_in_the_future_counts_as_a_millisecond_ago(age: float, count: int) -> None:
    level = activation.base_level([age] * count, count=count, life=age)
    assert level == pytest.approx(math.log(count * 1e-3**-0.5), rel=1e-12)


@steady
@given(st.lists(st.integers(0, 10**15), max_size=60), st.randoms(use_true_random=False))
def test_uses_that_arrive_in_any_order_end_in_the_same_history(
    used: list[int], random: Random
) -> None:
    shuffled = list(used)
    random.shuffle(shuffled)
    one = other = UseHistory(created_microseconds=0)
    for first, second in zip(used, shuffled, strict=True):
        one, other = activation.with_use(one, first), activation.with_use(other, second)
    assert one == other
    assert one == UseHistory(0, len(used), tuple(sorted(used)[-32:]))


def test_a_history_stays_bounded_however_often_the_memory_is_used() -> None:
    history = UseHistory(created_microseconds=0)
    for second in range(1000):
        history = activation.with_use(history, second * MICRO)
    assert (history.count, len(history.used_microseconds)) == (1000, 32)


def test_a_moment_before_creation_and_uses_still_has_an_activation() -> None:
    history = UseHistory(created_microseconds=10 * MICRO, count=1, used_microseconds=(20 * MICRO,))
    assert activation.base_level_at(history, 0) == pytest.approx(-0.5 * math.log(1e-3), rel=1e-12)


rows = st.lists(
    st.tuples(st.lists(st.floats(-10, 1e9), max_size=32), st.integers(0, 500), st.floats(-10, 1e9)),
    max_size=12,
)


@steady
@given(rows, st.floats(0.05, 0.95))
def test_many_activations_at_once_are_the_same_as_one_by_one(
    memories: list[tuple[list[float], int, float]], decay: float
) -> None:
    padded = np.array(
        list(itertools.zip_longest(*(uses for uses, _, _ in memories), fillvalue=np.inf))
    ).T.reshape(len(memories), -1 if memories and any(m[0] for m in memories) else 0)
    counts = [len(uses) + more for uses, more, _ in memories]
    lives = [life for _, _, life in memories]
    found = activation.base_levels(padded, counts=counts, lives=lives, decay=decay)
    expected = [
        activation.base_level(uses, count=count, life=life, decay=decay)
        for (uses, _, life), count in zip(memories, counts, strict=True)
    ]
    np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-11)
    np.testing.assert_allclose(
        activation.activation_scores(found, threshold=-3, noise=0.4),
        [activation.activation_score(level, threshold=-3, noise=0.4) for level in found.tolist()],
        rtol=1e-12,
    )


def test_many_activations_hold_the_limit_case_too() -> None:
    found = activation.base_levels([[100.0] * 32], counts=[50], lives=[100.0005])
    assert found == pytest.approx([math.log(50 * 100**-0.5)], rel=1e-12)


@steady
@given(st.floats(-1e300, 1e300), st.floats(-1e300, 1e300))
def test_the_score_is_a_share_and_rises_with_activation(one: float, other: float) -> None:
    lower, higher = sorted((one, other))
    low, high = activation.activation_score(lower), activation.activation_score(higher)
    assert 0 <= low <= high <= 1
    assert activation.activation_score(3.0, threshold=3.0, noise=0.2) == 0.5


REFUSED: list[tuple[str, Callable[[float], object], list[float]]] = [
    ("ages", lambda x: activation.base_level([x], count=1, life=1), [math.nan, math.inf]),
    ("life", lambda x: activation.base_level([], count=0, life=x), [math.nan, math.inf, 1e13]),
    (
        "count",
        lambda x: activation.base_level([1.0], count=x, life=1),  # type: ignore[arg-type]
        [-1, 0, 1.5, math.nan],
    ),
    (
        "decay",
        lambda x: activation.base_level([1], count=1, life=1, decay=x),
        [0, 1, -1, math.nan],
    ),
    ("decay", lambda x: activation.base_levels([[1]], counts=[1], lives=[1], decay=x), [0, 1]),
    ("base_level", activation.activation_score, [math.nan, math.inf, -math.inf]),
    ("threshold", lambda x: activation.activation_score(0, threshold=x), [math.nan]),
    ("noise", lambda x: activation.activation_score(0, noise=x), [0, -1, math.nan]),
    ("noise", lambda x: activation.activation_scores([0], noise=x), [0, -1, math.nan]),
    (
        "used_microseconds",
        lambda x: activation.with_use(UseHistory(0), x),  # type: ignore[arg-type]
        [math.nan, math.inf],
    ),
    ("created_microseconds", UseHistory, [math.nan]),  # type: ignore[list-item]
    (
        "now_microseconds",
        lambda x: activation.base_level_at(UseHistory(0), x),  # type: ignore[arg-type]
        [math.nan, 10**400],
    ),
    ("count", lambda x: UseHistory(0, x), [-1, 0.5]),  # type: ignore[arg-type]
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


@pytest.mark.parametrize(
    ("field", "bad"), [("ages", math.nan), ("ages", -math.inf), ("counts", -1), ("lives", math.inf)]
)
def test_an_array_with_a_bad_number_is_refused_by_name(field: str, bad: float) -> None:
    arrays = {name: np.array([1.0]) for name in ("ages", "counts", "lives")}
    arrays[field] = np.array([bad])
    with pytest.raises(ValueError, match=rf"^{field}\[0\] is "):
        activation.base_levels(
            arrays["ages"].reshape(1, 1), counts=arrays["counts"], lives=arrays["lives"]
        )


def test_fewer_uses_counted_than_kept_are_refused() -> None:
    with pytest.raises(ValueError, match=r"counts beyond the ages kept\[0\] is -1"):
        activation.base_levels([[1.0, 2.0]], counts=[1], lives=[2.0])
    with pytest.raises(ValueError, match="used_microseconds has 2 times; it must have 0 to 1"):
        UseHistory(0, 1, (1, 2))
    with pytest.raises(ValueError, match="used_microseconds has 33 times; it must have 0 to 32"):
        UseHistory(0, 40, tuple(range(33)))
    with pytest.raises(ValueError, match=r"used_microseconds is \(2, 1\); .* ascending"):
        UseHistory(0, 2, (2, 1))
