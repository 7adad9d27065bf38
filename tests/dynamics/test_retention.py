"""One curve for every system: how a memory fades, and what a use or a change does to it."""

import dataclasses
import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from remanent.dynamics import hebbian, retention
from remanent.dynamics.retention import PRESETS, Curve, RetentionPolicy, RetentionState, Unit

steady = settings(deadline=None, derandomize=True, max_examples=50)

shares = st.floats(0, 1)
times = st.floats(0, 1e4)
shapes = st.one_of(st.sampled_from([0.8, 1.0, 1.2]), st.floats(0.2, 3))
curves = st.builds(
    Curve,
    shape=shapes,
    rate=st.one_of(st.just(0.0), st.floats(1e-6, 10)),
    unit=st.sampled_from(Unit),
)
states = st.builds(RetentionState, strength=shares, age=times)

FRESH = RetentionState(strength=1.0)
FADE_LONG = retention.curve(PRESETS["fade.long"], importance=0.7)


@pytest.mark.parametrize(
    ("name", "half_life"), [("fade.long", 11.246874), ("fade.short", 5.019817)]
)
def test_fade_layers_halve_after_their_published_half_lives(name: str, half_life: float) -> None:
    curve = retention.curve(PRESETS[name])
    assert retention.time_to_floor(FRESH, curve, floor=0.5) == pytest.approx(half_life, rel=1e-6)
    assert retention.strength_at(FRESH, curve, half_life) == pytest.approx(0.5, rel=1e-6)


def test_a_long_memory_of_importance_seven_tenths_stands_as_published_after_a_month() -> None:
    assert FADE_LONG.rate == pytest.approx(0.0496585, rel=1e-6)
    assert retention.strength_at(FRESH, FADE_LONG, 30) == pytest.approx(0.4702198, rel=1e-6)


def test_a_short_memory_of_importance_one_fifth_stands_as_published_after_a_month() -> None:
    curve = retention.curve(PRESETS["fade.short"], importance=0.2)
    # seven decimals are shown, five digits of them significant
    assert retention.strength_at(FRESH, curve, 30) == pytest.approx(0.0078332, abs=5e-8)
    assert retention.time_to_floor(FRESH, curve, floor=0.05) == pytest.approx(20.081751, rel=1e-6)


@pytest.mark.parametrize(
    ("name", "strengths"),
    [("nmafc.active", [0.951, 0.977, 0.989]), ("nmafc.ephemeral", [0.001, 0.038, 0.214])],
)
def test_nmafc_tiers_after_ten_turns_follow_their_formula(
    name: str, strengths: list[float]
) -> None:
    found = [
        retention.strength_at(FRESH, retention.curve(PRESETS[name], helpful_uses=uses), 10)
        for uses in (0, 5, 10)
    ]
    assert found == pytest.approx(strengths, abs=5e-4)


def test_ten_helpful_uses_hold_an_active_memory_at_four_fifths_over_two_hundred_turns() -> None:
    active = PRESETS["nmafc.active"]
    used = retention.strength_at(FRESH, retention.curve(active, helpful_uses=10), 200)
    unused = retention.strength_at(FRESH, retention.curve(active), 200)
    assert (used, unused) == pytest.approx((0.8000107, 0.3678794), rel=1e-6)


def test_an_active_memory_is_pruned_after_the_published_number_of_turns() -> None:
    active = PRESETS["nmafc.active"]
    published = dataclasses.replace(active, base_rate=retention.NMAFC_ACTIVE_PUBLISHED_RATE)
    found = [
        retention.time_to_prune(FRESH, retention.curve(policy), policy, unused=0)
        for policy in (active, published)
    ]
    assert found == [pytest.approx(460.5, abs=0.05), pytest.approx(46.05, abs=0.005)]


def test_the_presets_are_those_that_were_measured() -> None:
    half_lives = {
        name: math.log(2) / policy.base_rate
        for name, policy in PRESETS.items()
        if name.startswith("fern.")
    }
    assert half_lives == pytest.approx(
        {
            "fern.permanent": 3650,
            "fern.slow": 200,
            "fern.habit": 90,
            "fern.style": 34.7,
            "fern.preference": 14,
            "fern.volatile": 7,
            "fern.other": 5,
        },
        rel=1e-12,
    )
    rest = {
        name: (policy.shape, policy.base_rate, policy.unit, policy.floor)
        for name, policy in PRESETS.items()
        if name not in half_lives
    }
    assert rest == {
        "nmafc.core": (1, 0, Unit.TURNS, 0),
        "nmafc.active": (1, 0.005, Unit.TURNS, 0.1),
        "nmafc.ephemeral": (1, 0.69, Unit.TURNS, 0.1),
        "fade.long": (0.8, 0.1, Unit.DAYS, 0.05),
        "fade.short": (1.2, 0.1, Unit.DAYS, 0.05),
    }


def test_the_presets_slow_their_fading_by_what_was_measured() -> None:
    slowing = {
        name: (policy.importance_slowing, policy.use_slowing, policy.salience_slowing)
        for name, policy in PRESETS.items()
    }
    expected = dict.fromkeys(PRESETS, (0.0, 0.0, 0.0))
    expected |= dict.fromkeys(("nmafc.active", "nmafc.ephemeral"), (0.0, 0.15, 0.0))
    expected |= dict.fromkeys(("fade.long", "fade.short"), (1.0, 0.0, 0.0))
    assert slowing == expected
    assert {name: policy.name for name, policy in PRESETS.items()} == {n: n for n in PRESETS}


def test_floors_and_ceilings_stand_in_the_presets() -> None:
    habit, active, long = (PRESETS[n] for n in ("fern.habit", "nmafc.active", "fade.long"))
    assert (habit.floor * habit.weight_ceiling, habit.weight_ceiling) == (1, 9)
    assert (active.consolidation_interval, active.core_helpful_uses) == (5, 10)
    assert (long.unused_limit, habit.unused_limit) == (30, math.inf)


@pytest.mark.parametrize("name", [name for name in PRESETS if name.startswith("fern.")])
def test_a_preference_at_weight_nine_drops_out_when_it_is_down_to_one(name: str) -> None:
    policy = PRESETS[name]
    half_life = retention.FERN_HALF_LIVES_DAYS[name.removeprefix("fern.")]
    left = retention.time_to_prune(FRESH, retention.curve(policy), policy, unused=0)
    assert left == pytest.approx(half_life * math.log2(9), rel=1e-12)


def test_core_memories_never_fade() -> None:
    core = PRESETS["nmafc.core"]
    assert retention.strength_at(FRESH, retention.curve(core), 1e12) == 1.0
    assert retention.time_to_prune(FRESH, retention.curve(core), core, unused=1e12) == math.inf


def test_a_faded_memory_is_due_when_unused_for_a_month_unless_it_is_core() -> None:
    policy = PRESETS["fade.long"]
    due = retention.time_to_prune(FRESH, FADE_LONG, policy, unused=12)
    assert due == 18.0
    assert retention.time_to_prune(FRESH, FADE_LONG, policy, unused=40) == 0.0
    assert retention.time_to_prune(FRESH, FADE_LONG, policy, unused=-3) == 30.0
    assert retention.time_to_prune(FRESH, FADE_LONG, policy, unused=40, is_core=True) == math.inf


def test_restarting_a_flattening_curve_would_make_use_weaken_and_keeping_its_age_does_not() -> None:
    def after_a_month(*, restart: bool) -> float:
        state, used_at = FRESH, 0.0
        for use in range(150):
            at = (use + 0.5) / 5  # five a day
            gain = 0.2 * math.exp(-sum(1 for _ in range(min(use, 35))) / 10)  # as published
            state = retention.reinforce(state, FADE_LONG, at - used_at, gain=gain)
            state = RetentionState(state.strength) if restart else state
            used_at = at
        return retention.strength_at(state, FADE_LONG, 30 - used_at)

    never_used = retention.strength_at(FRESH, FADE_LONG, 30)
    assert never_used == pytest.approx(0.470, abs=5e-4)
    assert after_a_month(restart=True) == pytest.approx(0.353, abs=3e-3)
    assert after_a_month(restart=False) > never_used


@steady
@given(states, curves, st.floats(-1e4, 1e4))
def test_strength_stays_between_zero_and_where_it_stood(
    state: RetentionState, curve: Curve, elapsed: float
) -> None:
    assert 0 <= retention.strength_at(state, curve, elapsed) <= state.strength


@steady
@given(states, curves, times, times)
def test_strength_never_rises_by_itself(
    state: RetentionState, curve: Curve, one: float, other: float
) -> None:
    sooner, later = sorted((one, other))
    assert (
        retention.strength_at(state, curve, later)
        <= retention.strength_at(state, curve, sooner) + 1e-12
    )


@steady
@given(states, curves, st.floats(0.1, 100), st.integers(1, 20))
def test_one_long_step_equals_many_short_ones(
    state: RetentionState, curve: Curve, elapsed: float, steps: int
) -> None:
    stepped = state
    for _ in range(steps):
        stepped = retention.rebase(stepped, elapsed / steps, leaving=curve, entering=curve)
    whole = retention.strength_at(state, curve, elapsed)
    assert stepped.strength == pytest.approx(whole, rel=1e-9, abs=1e-12)
    assert stepped.age == pytest.approx(state.age + elapsed, rel=1e-12)


def test_a_short_step_at_a_great_age_loses_no_digits() -> None:
    age, step, shape = 4471.0, 1e-8, 2.5
    fallen = math.exp(-shape * age ** (shape - 1) * step)
    found = retention.strength_at(RetentionState(1.0, age), Curve(shape, 1.0, Unit.DAYS), step)
    assert found == pytest.approx(fallen, rel=1e-9)
    left = retention.time_to_floor(
        RetentionState(1.0, age), Curve(shape, 1.0, Unit.DAYS), floor=fallen
    )
    assert left == pytest.approx(step, rel=1e-9)


@steady
@given(states, curves, st.floats(-1e6, 0))
def test_a_clock_that_stepped_back_counts_as_no_time_at_all(
    state: RetentionState, curve: Curve, elapsed: float
) -> None:
    assert retention.strength_at(state, curve, elapsed) == state.strength
    assert retention.rebase(state, elapsed, leaving=curve, entering=curve) == state


@steady
@given(
    st.builds(RetentionState, strength=st.floats(0.01, 1), age=st.floats(0, 400)),
    st.builds(Curve, shape=st.floats(0.5, 2), rate=st.floats(1e-3, 1), unit=st.just(Unit.DAYS)),
    st.floats(0.001, 0.9),
)
def test_the_time_to_the_floor_is_the_inverse_of_the_curve(
    state: RetentionState, curve: Curve, floor: float
) -> None:
    left = retention.time_to_floor(state, curve, floor=floor)
    there = retention.strength_at(state, curve, left)
    assert there == pytest.approx(min(floor, state.strength), rel=1e-9)


def test_the_time_to_the_floor_is_nothing_below_it_and_infinite_where_it_is_never_reached() -> None:
    def left(state: RetentionState, rate: float, floor: float, shape: float = 1.0) -> float:
        curve = Curve(shape=shape, rate=rate, unit=Unit.DAYS)
        return retention.time_to_floor(state, curve, floor=floor)

    assert left(RetentionState(0.1), 0.1, 0.1) == 0.0
    assert left(RetentionState(0.05), 0.0, 0.1) == 0.0
    assert left(RetentionState(0.0), 0.1, 0.0) == 0.0
    assert left(FRESH, 0.0, 0.1) == math.inf
    assert left(FRESH, 0.1, 0.0) == math.inf
    assert left(FRESH, 1e-320, 0.1, shape=0.01) == math.inf
    assert left(FRESH, 1e-200, 0.1, shape=0.01) == math.inf


@steady
@given(states, curves, times, st.floats(0.001, 1), times)
def test_a_use_never_lowers_the_strength_at_any_later_moment(
    state: RetentionState, curve: Curve, used_after: float, gain: float, later: float
) -> None:
    used = retention.reinforce(state, curve, used_after, gain=gain)
    with_use = retention.strength_at(used, curve, later)
    assert with_use >= retention.strength_at(state, curve, used_after + later) - 1e-12


@steady
@given(
    states,
    curves,
    st.lists(st.tuples(st.floats(0, 30), st.floats(0.001, 1), st.booleans()), max_size=12),
    times,
)
def test_using_more_often_never_ends_lower(
    state: RetentionState,
    curve: Curve,
    uses: list[tuple[float, float, bool]],
    later: float,
) -> None:
    def end(*, every: bool) -> float:
        current, waited = state, 0.0
        for gap, gain, is_kept in uses:
            waited += gap
            if every or is_kept:
                current = retention.reinforce(current, curve, waited, gain=gain)
                waited = 0.0
        return retention.strength_at(current, curve, waited + later)

    assert end(every=True) >= end(every=False) - 1e-9


@pytest.mark.parametrize("name", ["fade.long", "fade.short"])
@pytest.mark.parametrize("often", [2, 5, 20])
def test_many_uses_a_day_never_end_below_one_a_day(name: str, often: int) -> None:
    curve = retention.curve(PRESETS[name], importance=0.5)

    def after_a_month(uses_a_day: int) -> float:
        state, used_at, days = FRESH, 0.0, list[int]()
        for day in range(30):
            for use in range(uses_a_day):
                at = day + use / uses_a_day
                gain = hebbian.consolidation_gain_today(days, today=day)
                state = retention.reinforce(state, curve, at - used_at, gain=gain)
                used_at = at
                days.append(day)
        return retention.strength_at(state, curve, 30 - used_at)

    assert after_a_month(often) == pytest.approx(after_a_month(1), rel=1e-9)


@steady
@given(states, curves, times, st.floats(0.001, 1))
def test_a_use_restarts_a_steepening_curve_and_keeps_the_age_of_a_flattening_one(
    state: RetentionState, curve: Curve, elapsed: float, gain: float
) -> None:
    used = retention.reinforce(state, curve, elapsed, gain=gain)
    assert used.age == (0.0 if curve.shape >= 1 else state.age + elapsed)


@steady
@given(states, curves, times)
def test_a_use_without_a_gain_leaves_the_curve_running(
    state: RetentionState, curve: Curve, elapsed: float
) -> None:
    assert retention.reinforce(state, curve, elapsed, gain=0.0) == retention.rebase(
        state, elapsed, leaving=curve, entering=curve
    )


@steady
@given(states, curves, curves, times)
def test_strength_never_jumps_at_a_change_of_policy(
    state: RetentionState, leaving: Curve, entering: Curve, elapsed: float
) -> None:
    before = retention.strength_at(state, leaving, elapsed)
    changed = retention.rebase(state, elapsed, leaving=leaving, entering=entering)
    assert retention.strength_at(changed, entering, 0) == before


@steady
@given(states, curves, curves, times)
def test_a_change_of_policy_keeps_the_age_except_between_turns_and_days(
    state: RetentionState, leaving: Curve, entering: Curve, elapsed: float
) -> None:
    changed = retention.rebase(state, elapsed, leaving=leaving, entering=entering)
    is_same_unit = leaving.unit is entering.unit
    assert changed.age == (state.age + elapsed if is_same_unit else 0.0)


@steady
@given(
    st.sampled_from(list(PRESETS.values())), shares, shares, st.integers(0, 50), st.integers(0, 50)
)
def test_importance_and_helpful_uses_only_ever_slow_the_fading(
    policy: RetentionPolicy, one: float, other: float, uses: int, more_uses: int
) -> None:
    fewer, more = sorted((uses, uses + more_uses))
    less, greater = sorted((one, other))
    fast = retention.rate(policy, importance=less, helpful_uses=fewer)
    slow = retention.rate(policy, importance=greater, helpful_uses=more)
    assert 0 <= slow <= fast <= policy.base_rate


def test_salience_and_fusion_slow_the_fading_in_proportion() -> None:
    policy = RetentionPolicy(
        name="own", unit=Unit.DAYS, shape=1, base_rate=0.2, salience_slowing=0.5
    )
    found = retention.rate(policy, salience=0.4, fusion_factor=0.25)
    assert found == pytest.approx(0.2 * 0.8 * 0.25, rel=1e-12)
    assert retention.rate(policy) == 0.2


memories = st.tuples(shares, times, st.floats(-10, 1e4), st.floats(0, 10), shapes)


@steady
@given(st.lists(memories, max_size=20))
def test_many_strengths_at_once_are_the_same_as_one_by_one(
    rows: list[tuple[float, float, float, float, float]],
) -> None:
    table = np.array(rows, dtype=np.float64).reshape(-1, 5)
    found = retention.strengths_at(
        table[:, 0], ages=table[:, 1], elapsed=table[:, 2], rates=table[:, 3], shapes=table[:, 4]
    )
    expected = [
        retention.strength_at(RetentionState(strength, age), Curve(shape, rate, Unit.DAYS), elapsed)
        for strength, age, elapsed, rate, shape in rows
    ]
    # an exponent of −700 amplifies the last bits of the power
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-14)


def test_huge_times_and_rates_fade_to_nothing_without_an_error() -> None:
    curve = Curve(shape=4.0, rate=1e308, unit=Unit.DAYS)
    assert retention.strength_at(FRESH, curve, 1e12) == 0.0
    found = retention.strengths_at([1.0], ages=[0], elapsed=[1e12], rates=[1e308], shapes=[4.0])
    assert found.tolist() == [0.0]
    oldest = RetentionState(1.0, age=1e12)
    assert retention.rebase(oldest, 1e12, leaving=curve, entering=curve).age == 1e12


def _policy(**changes: object) -> RetentionPolicy:
    return dataclasses.replace(PRESETS["fern.other"], **changes)  # type: ignore[arg-type]


REFUSED: list[tuple[str, Callable[[float], object], list[float]]] = [
    ("shape", lambda x: _policy(shape=x), [0, -1, 4.1, math.nan]),
    ("base_rate", lambda x: _policy(base_rate=x), [-1, math.inf]),
    ("importance_slowing", lambda x: _policy(importance_slowing=x), [-1, math.nan]),
    ("use_slowing", lambda x: _policy(use_slowing=x), [-1, math.nan]),
    ("salience_slowing", lambda x: _policy(salience_slowing=x), [-0.1, 1.1]),
    ("floor", lambda x: _policy(floor=x), [-0.1, 1, math.nan]),
    ("weight_ceiling", lambda x: _policy(weight_ceiling=x), [0, math.inf]),
    ("unused_limit", lambda x: _policy(unused_limit=x), [0, -1, math.nan, -math.inf]),
    ("consolidation_interval", lambda x: _policy(consolidation_interval=x), [0, 2.5]),
    ("core_helpful_uses", lambda x: _policy(core_helpful_uses=x), [0, 2.5]),
    ("shape", lambda x: Curve(x, 1, Unit.DAYS), [0, 4.1, math.nan]),
    ("rate", lambda x: Curve(1, x, Unit.DAYS), [-1, math.nan, math.inf]),
    ("strength", RetentionState, [-0.1, 1.1, math.nan]),
    ("age", lambda x: RetentionState(1, x), [-1, 1.1e12, math.nan, math.inf]),
    ("importance", lambda x: retention.rate(_policy(), importance=x), [-0.1, 1.1, math.nan]),
    (
        "helpful_uses",
        lambda x: retention.rate(_policy(), helpful_uses=x),  # type: ignore[arg-type]
        [-1, 0.5, math.nan],
    ),
    ("salience", lambda x: retention.rate(_policy(), salience=x), [-0.1, 1.1, math.nan]),
    ("fusion_factor", lambda x: retention.rate(_policy(), fusion_factor=x), [0, 1.1, math.nan]),
    (
        "elapsed",
        lambda x: retention.strength_at(FRESH, FADE_LONG, x),
        [math.nan, math.inf, -math.inf, 1.1e12],
    ),
    ("gain", lambda x: retention.reinforce(FRESH, FADE_LONG, 0, gain=x), [-0.1, 1.1, math.nan]),
    (
        "elapsed",
        lambda x: retention.rebase(FRESH, x, leaving=FADE_LONG, entering=FADE_LONG),
        [math.nan, math.inf],
    ),
    ("floor", lambda x: retention.time_to_floor(FRESH, FADE_LONG, floor=x), [-0.1, 1, math.nan]),
    (
        "unused",
        lambda x: retention.time_to_prune(FRESH, FADE_LONG, _policy(), unused=x),
        [math.nan, math.inf],
    ),
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
    ("field", "bad"),
    [
        ("strengths", 1.1),
        ("ages", -1.0),
        ("elapsed", math.nan),
        ("rates", -1.0),
        ("shapes", 0.0),
    ],
)
def test_an_array_with_a_bad_number_is_refused_by_name_and_position(field: str, bad: float) -> None:
    arrays = {name: [0.5, 0.5] for name in ("strengths", "ages", "elapsed", "rates", "shapes")}
    arrays[field] = [0.5, bad]
    with pytest.raises(ValueError, match=rf"^{field}\[1\] is "):
        retention.strengths_at(arrays.pop("strengths"), **arrays)
