"""Activation flows over associations, and rivals hold each other back."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from remanent.dynamics import spreading

Pairs = list[tuple[int, int]]
steady = settings(deadline=None, derandomize=True, max_examples=50)


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[float], list[tuple[int, int]], list[float]]:
    size = draw(st.integers(2, 8))
    seeds = draw(st.lists(st.floats(0, 10), min_size=size, max_size=size))
    ends = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1))
    drawn = draw(st.lists(ends.filter(lambda pair: pair[0] != pair[1]), max_size=15))
    pairs = sorted({(min(pair), max(pair)) for pair in drawn})
    associations = draw(
        st.lists(st.sampled_from([0.1, 0.7, 2.3]), min_size=len(pairs), max_size=len(pairs))
    )
    return seeds, pairs, associations


def spread(
    seeds: list[float], pairs: Pairs, associations: list[float], *, hops: int = spreading.HOPS
) -> np.ndarray:
    """A spread over pairs, each of which stands in the rows of both."""
    rows: list[list[tuple[int, float]]] = [[] for _ in seeds]
    for (one, other), strength in zip(pairs, associations, strict=True):
        rows[one].append((other, strength))
        rows[other].append((one, strength))
    width = max([1, *map(len, rows)])
    full = [row + [(-1, 0.0)] * (width - len(row)) for row in rows]
    return spreading.spread(
        seeds,
        neighbours=np.array([[place for place, _ in row] for row in full]).reshape(-1, width),
        associations=np.array([[each for _, each in row] for row in full]).reshape(-1, width),
        hops=hops,
    )


def test_two_hops_reach_a_neighbour_of_a_neighbour_and_no_further() -> None:
    found = spread([1, 0, 0, 0], [(0, 1), (1, 2), (2, 3)], [9, 9, 9])
    # hop 1: all of 0 to 1, halved; hop 2: half of that each to 0 and 2, halved again
    assert found == pytest.approx([1 + 0.125, 0.5, 0.125, 0], rel=1e-12)


def test_activation_is_shared_in_proportion_to_the_associations() -> None:
    found = spread([1, 0, 0], [(0, 1), (0, 2)], [6, 2], hops=1)
    assert found == pytest.approx([1, 0.375, 0.125], rel=1e-12)


def test_what_is_passed_on_is_shared_by_the_own_row_whatever_the_others_say() -> None:
    found = spreading.spread(
        [1, 1, 0], neighbours=[[1, 2], [0, -1]], associations=[[1, 3], [9, 9]], hops=1
    )
    assert found == pytest.approx([1.5, 1.125, 0.375], rel=1e-12)


def test_associations_of_zero_no_pairs_and_no_hops_carry_nothing() -> None:
    assert spread([1, 2], [(0, 1)], [0]).tolist() == [1, 2]
    assert spread([1, 2], [], []).tolist() == [1, 2]
    assert spread([1, 2], [(0, 1)], [1], hops=0).tolist() == [1, 2]
    assert spread([], [], []).tolist() == []


def test_a_spread_leaves_its_seeds_as_they_were() -> None:
    seeds = np.array([1.0, 0.0])
    spreading.spread(seeds, neighbours=[[1], [0]], associations=[[1], [1]])
    without_hops = spreading.spread(seeds, neighbours=[[1]], associations=[[1]], hops=0)
    without_hops += 1
    assert seeds.tolist() == [1.0, 0.0]


@steady
@given(graphs())
def test_a_spread_never_lowers_and_adds_no_more_than_decay_allows(
    graph: tuple[list[float], list[tuple[int, int]], list[float]],
) -> None:
    seeds, pairs, associations = graph
    found = spread(seeds, pairs, associations)
    assert (found >= np.array(seeds)).all()
    assert found.sum() <= sum(seeds) * 1.75 + 1e-9


@steady
@given(graphs(), st.integers(0, 7), st.floats(0, 5))
def test_more_of_a_seed_never_lowers_any_activation(
    graph: tuple[list[float], list[tuple[int, int]], list[float]], which: int, more: float
) -> None:
    seeds, pairs, associations = graph
    raised = list(seeds)
    raised[which % len(seeds)] += more
    before = spread(seeds, pairs, associations)
    after = spread(raised, pairs, associations)
    assert (after >= before - 1e-12).all()


def test_the_strongest_of_a_group_holds_back_its_rivals_and_no_one_else() -> None:
    found = spreading.inhibit([5, 2, 1, 4, 3], groups=[0, 0, 0, -1, 1])
    assert found == pytest.approx([5, 0.6, 0.3, 4, 3], rel=1e-12)


def test_a_negative_rival_is_not_raised_by_being_held_back() -> None:
    found = spreading.inhibit([-1, -2, -4], groups=[0, 0, -1])
    # heights above the lowest, −4: the rival's 2 becomes 0.6
    assert found == pytest.approx([-1, -3.4, -4], rel=1e-12)


def test_equals_at_the_top_of_a_group_both_keep_theirs() -> None:
    assert spreading.inhibit([2, 2, 1], groups=[7, 7, 7], loser_share=0).tolist() == [2, 2, 0]


def test_nothing_to_inhibit_is_nothing() -> None:
    assert spreading.inhibit([], groups=[]).tolist() == []
    assert spreading.inhibit([0, 0], groups=[0, 0]).tolist() == [0, 0]


contests = st.lists(st.tuples(st.floats(-20, 20), st.integers(-1, 2)), min_size=1, max_size=10)


@steady
@given(contests, st.floats(0, 1))
def test_inhibition_never_raises_anything_and_keeps_the_order_within_a_group(
    contest: list[tuple[float, int]], share: float
) -> None:
    before = np.array([activation for activation, _ in contest])
    groups = np.array([group for _, group in contest])
    after = spreading.inhibit(before, groups=groups, loser_share=share)
    assert (after <= before).all()
    for group in (0, 1, 2):
        inside = groups == group
        order = np.argsort(before[inside], kind="stable")
        assert (np.diff(after[inside][order]) >= -1e-12).all()
        if inside.any():
            assert after[inside].max() == before[inside].max()
    assert (after[groups == -1] == before[groups == -1]).all()


@steady
@given(contests, st.integers(0, 9), st.floats(0, 5), st.floats(0, 1))
def test_more_activation_never_ends_lower_after_inhibition(
    contest: list[tuple[float, int]], which: int, more: float, share: float
) -> None:
    groups = [group for _, group in contest]
    before = [activation for activation, _ in contest]
    which %= len(contest)
    raised = list(before)
    raised[which] += more
    one = spreading.inhibit(before, groups=groups, loser_share=share)
    other = spreading.inhibit(raised, groups=groups, loser_share=share)
    assert other[which] >= one[which] - 1e-12


def _spread(**changes: object) -> object:
    arguments: dict[str, object] = {"neighbours": [[1]], "associations": [[1.0]]}
    return spreading.spread([1.0, 0.0], **(arguments | changes))  # type: ignore[arg-type]


REFUSED: list[tuple[str, Callable[[float], object], list[float]]] = [
    (
        r"seeds\[0\]",
        lambda x: spreading.spread([x], neighbours=[[-1]], associations=[[0]]),
        [-1, math.nan, math.inf],
    ),
    ("hops", lambda x: _spread(hops=x), [-1, 1.5, math.nan]),
    ("hop_decay", lambda x: _spread(hop_decay=x), [-0.1, 1.1, math.nan]),
    (r"activations\[0\]", lambda x: spreading.inhibit([x], groups=[0]), [math.nan, math.inf]),
    (r"groups\[0\]", lambda x: spreading.inhibit([1], groups=[x]), [-2, math.nan]),
    ("loser_share", lambda x: spreading.inhibit([1], groups=[0], loser_share=x), [-0.1, 1.1]),
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


def test_rows_that_cannot_be_a_graph_are_refused() -> None:
    for neighbours in ([[2]], [[-2]]):
        with pytest.raises(ValueError, match="outside the attributes"):
            _spread(neighbours=neighbours)
    for associations in ([[-1.0]], [[math.nan]]):
        with pytest.raises(ValueError, match="negative number, or one that is none"):
            _spread(associations=associations)
    for changes in ({"associations": [[1.0, 1.0]]}, {"neighbours": [1], "associations": [1.0]}):
        with pytest.raises(ValueError, match=r"both must be \(r, m\) with r <= 2"):
            _spread(**changes)
    with pytest.raises(ValueError, match=r"groups has shape \(1,\); it must be \(2,\)"):
        spreading.inhibit([1, 2], groups=[0])
