"""Importance from relevance, use and recency, and the layer it puts a memory in."""

import math
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from remanent.dynamics import importance
from remanent.dynamics.importance import ImportanceWeights, Layer

steady = settings(deadline=None, derandomize=True, max_examples=50)

shares = st.floats(0, 1)
days = st.floats(0, 1000)
use_ages = st.lists(st.floats(-5, 1000), max_size=20)
frequencies = st.floats(0, 1000)


def test_importance_with_age_from_creation_is_as_published() -> None:
    frequency = importance.use_frequency([0, 5])
    found = importance.importance(0.8, frequency=frequency, age=10)
    assert found == pytest.approx(0.6152683, rel=1e-6)


def test_importance_with_age_from_the_last_use_is_higher() -> None:
    found = importance.importance_now(0.8, use_ages=[5, 0], creation_age=10)
    assert found == pytest.approx(0.8049045, rel=1e-6)


def test_age_counts_from_creation_where_nothing_was_ever_used() -> None:
    found = importance.importance_now(0.5, use_ages=[], creation_age=10)
    assert found == pytest.approx(0.4 * 0.5 + 0.3 * math.exp(-1), rel=1e-12)


def test_a_fact_used_daily_is_still_promoted_after_a_year() -> None:
    found = importance.importance_now(0.5, use_ages=range(365), creation_age=365)
    assert importance.layer(found, current=Layer.SHORT) is Layer.LONG


def test_layers_change_only_beyond_the_gap() -> None:
    current, found = Layer.SHORT, []
    for value in (0.5, 0.72, 0.6, 0.35, 0.29, 0.5, 0.69, 0.70):
        current = importance.layer(value, current=current)
        found.append(current)
    short, long = Layer.SHORT, Layer.LONG
    assert found == [short, long, long, long, short, short, short, long]


@pytest.mark.parametrize("current", Layer)
def test_exactly_at_the_lower_threshold_a_memory_stays_where_it_is(current: Layer) -> None:
    assert importance.layer(0.3, current=current) is current


@pytest.mark.parametrize("current", Layer)
def test_more_importance_never_gives_a_shorter_layer(current: Layer) -> None:
    found = [importance.layer(percent / 100, current=current) for percent in range(101)]
    shorter_first = [
        layer for layer in (Layer.SHORT, Layer.LONG) for _ in range(found.count(layer))
    ]
    assert found == shorter_first


def test_relevance_without_a_query_is_the_mean_of_the_last_eight_uses() -> None:
    relevances = [1.0, 1.0, 0.8, 0.6, 0.4, 0.2, 0.2, 0.4, 0.6, 0.8]
    found = importance.mean_relevance(relevances, never_used=0.9)
    assert found == pytest.approx(0.5, rel=1e-12)
    assert importance.mean_relevance([0.2, 0.4], never_used=0.9) == pytest.approx(0.3, rel=1e-12)
    assert importance.mean_relevance([], never_used=0.9) == 0.9


def test_the_moment_of_demotion_solves_its_equation() -> None:
    # with κ = δ, x = e^(−0.1·Δ) solves 0.3x² + 0.5x − 0.1 = 0 for rel 0.5, f̃ 1, age 0
    x = (-0.5 + math.sqrt(0.25 + 0.12)) / 0.6
    found = importance.time_to_demotion(0.5, frequency=1.0, age=0.0)
    assert found == pytest.approx(-math.log(x) / 0.1, rel=1e-12)


def test_without_use_the_moment_of_demotion_is_closed() -> None:
    found = importance.time_to_demotion(0.5, frequency=0.0, age=2.0)
    assert found == pytest.approx(math.log(3) / 0.1 - 2.0, rel=1e-12)


def test_relevance_alone_can_hold_a_memory_up_for_ever() -> None:
    assert importance.time_to_demotion(0.8, frequency=1.0, age=0.0) == math.inf
    timeless = ImportanceWeights(age_decay=0.0)
    assert importance.time_to_demotion(0.0, frequency=0, age=0, weights=timeless) == math.inf


def test_what_is_below_already_is_due_at_once() -> None:
    assert importance.time_to_demotion(0.1, frequency=0.0, age=30.0) == 0.0


@steady
@given(shares, frequencies, days)
def test_the_moment_of_demotion_is_the_first_at_which_importance_is_below(
    relevance: float, frequency: float, age: float
) -> None:
    def after(elapsed: float) -> float:
        later = importance.frequency_later(frequency, elapsed)
        return importance.importance(relevance, frequency=later, age=age + elapsed)

    left = importance.time_to_demotion(relevance, frequency=frequency, age=age)
    if left == math.inf:
        assert after(1e6) >= 0.3
    else:
        assert after(left) < 0.3
        assert left == 0 or after(left * (1 - 1e-9)) >= 0.3 - 1e-12


@steady
@given(
    st.tuples(shares, shares).map(sorted),
    st.tuples(frequencies, frequencies).map(sorted),
    st.tuples(days, days).map(sorted),
)
def test_importance_is_a_share_and_rises_with_relevance_use_and_recency(
    relevances: list[float], frequencies: list[float], ages: list[float]
) -> None:
    low = importance.importance(relevances[0], frequency=frequencies[0], age=ages[1])
    high = importance.importance(relevances[1], frequency=frequencies[1], age=ages[0])
    assert 0 <= low <= high <= 1


@steady
@given(use_ages, st.randoms(use_true_random=False))
def test_frequency_does_not_depend_on_the_order_of_uses(ages: list[float], random: Random) -> None:
    shuffled = list(ages)
    random.shuffle(shuffled)
    found = importance.use_frequency(ages)
    assert found == importance.use_frequency(shuffled)
    assert 0 <= found <= len(ages)


@steady
@given(st.lists(days, max_size=20), days)
def test_frequency_can_be_carried_on_without_its_uses(ages: list[float], elapsed: float) -> None:
    carried = importance.frequency_later(importance.use_frequency(ages), elapsed)
    later = importance.use_frequency([age + elapsed for age in ages])
    assert carried == pytest.approx(later, rel=1e-9, abs=1e-300)


@steady
@given(frequencies, st.floats(0.1, 100), st.integers(1, 20))
def test_one_long_step_of_frequency_equals_many_short_ones(
    frequency: float, elapsed: float, steps: int
) -> None:
    stepped = frequency
    for _ in range(steps):
        stepped = importance.frequency_later(stepped, elapsed / steps)
    assert stepped == pytest.approx(importance.frequency_later(frequency, elapsed), rel=1e-12)


def test_a_use_or_an_age_in_the_future_counts_as_just_now() -> None:
    assert importance.use_frequency([-3.0]) == 1.0
    assert importance.frequency_later(2.0, -3.0) == 2.0
    now = importance.importance(0.5, frequency=1, age=0)
    assert importance.importance(0.5, frequency=1, age=-3) == now


def test_weights_of_importance_must_not_sum_to_more_than_one() -> None:
    with pytest.raises(ValueError, match=r"^relevance \+ frequency \+ recency is 1\.1"):
        ImportanceWeights(relevance=0.5)


def _importance(relevance: float = 0.5, *, frequency: float = 1.0, age: float = 1.0) -> float:
    return importance.importance(relevance, frequency=frequency, age=age)


REFUSED: list[tuple[str, Callable[[float], object], list[float]]] = [
    ("relevance", _importance, [-0.1, 1.1, math.nan]),
    ("frequency", lambda x: _importance(frequency=x), [-1, math.nan, math.inf]),
    ("age", lambda x: _importance(age=x), [math.nan, math.inf, 1e13]),
    ("use_ages", lambda x: importance.use_frequency([x]), [math.nan, math.inf]),
    ("frequency", lambda x: importance.frequency_later(x, 1), [-1, math.nan]),
    ("elapsed", lambda x: importance.frequency_later(1, x), [math.nan, math.inf]),
    ("never_used", lambda x: importance.mean_relevance([], never_used=x), [-0.1, math.nan]),
    ("relevances", lambda x: importance.mean_relevance([x], never_used=1), [1.1, math.nan]),
    ("importance", lambda x: importance.layer(x, current=Layer.LONG), [-0.1, 1.1, math.nan]),
    ("long_from", lambda x: importance.layer(0, current=Layer.LONG, long_from=x), [1.1]),
    ("short_below", lambda x: importance.layer(0, current=Layer.LONG, short_below=x), [0.8, -1]),
    (
        "short_below",
        lambda x: importance.time_to_demotion(0.5, frequency=1, age=1, short_below=x),
        [-0.1, 1.1, math.nan],
    ),
    ("age", lambda x: importance.time_to_demotion(0.5, frequency=1, age=x), [math.nan]),
    ("relevance", lambda x: ImportanceWeights(relevance=x), [-0.1, math.nan]),
    ("frequency", lambda x: ImportanceWeights(frequency=x), [-0.1, math.nan]),
    ("recency", lambda x: ImportanceWeights(recency=x), [-0.1, math.nan]),
    ("frequency_decay", lambda x: ImportanceWeights(frequency_decay=x), [-0.1, math.inf]),
    ("age_decay", lambda x: ImportanceWeights(age_decay=x), [-0.1, math.inf]),
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
