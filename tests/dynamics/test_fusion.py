"""What memories do to each other: agree, contradict, fuse."""

import itertools
import math
from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from remanent.dynamics import fusion, retention

steady = settings(deadline=None, derandomize=True, max_examples=50)
shares = st.floats(0, 1)


def test_a_compatible_memory_dampens_importance_as_published() -> None:
    found = fusion.dampened_importance(0.6, similarity=0.9)
    assert found == pytest.approx(0.438, rel=1e-6)


@pytest.mark.parametrize(
    ("newer_by_days", "share"),
    [(15, 0.7788008), (30, 0.6065307), (300, 0.6065307), (0, 1.0), (-20, 1.0)],
)
def test_an_uncertain_contradiction_suppresses_strength_as_published(
    newer_by_days: float, share: float
) -> None:
    found = fusion.suppressed_strength(0.8, newer_by_days=newer_by_days)
    assert found == pytest.approx(0.8 * share, rel=1e-6)


def test_a_suppressed_strength_persists_through_later_reads() -> None:
    curve = retention.curve(retention.PRESETS["fade.long"], importance=0.5)
    plain = retention.RetentionState(0.8, age=4.0)
    suppressed = retention.RetentionState(
        fusion.suppressed_strength(plain.strength, newer_by_days=15), age=plain.age
    )
    ratios = [
        retention.strength_at(suppressed, curve, day) / retention.strength_at(plain, curve, day)
        for day in (0, 1, 30)
    ]
    assert ratios == pytest.approx([math.exp(-0.25)] * 3, rel=1e-12)


def test_three_memories_fuse_as_published() -> None:
    found = fusion.fused(
        strengths=[0.9, 0.6, 0.3], importances=[0.7, 0.2, 0.1], helpful_uses=[1, 4, 0]
    )
    assert found.strength == pytest.approx(0.906, rel=1e-6)
    assert found.fusion_factor == pytest.approx(0.4765054, rel=1e-6)
    assert (found.importance, found.helpful_uses) == (0.7, 4)
    rate = retention.rate(
        retention.PRESETS["fade.long"],
        importance=found.importance,
        fusion_factor=found.fusion_factor,
    )
    assert rate == pytest.approx(0.0236626, rel=2e-6)  # seven decimals are shown


def test_a_merge_below_the_preservation_threshold_is_turned_down() -> None:
    assert [fusion.is_preserved(share) for share in (0.79, 0.8, 1.0)] == [False, True, True]


@steady
@given(st.lists(shares, min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_a_fused_strength_is_at_least_the_largest_and_does_not_depend_on_order(
    strengths: list[float], random: Random
) -> None:
    shuffled = list(strengths)
    random.shuffle(shuffled)
    found = fusion.fused_strength(strengths)
    assert max(strengths) <= found <= 1
    assert found == fusion.fused_strength(shuffled)


@steady
@given(shares, st.integers(1, 10))
def test_equal_memories_fuse_to_their_own_strength(strength: float, size: int) -> None:
    found = fusion.fused_strength([strength] * size)
    assert found == pytest.approx(strength, rel=1e-12)


@steady
@given(st.integers(1, 10**6))
def test_a_larger_cluster_fades_more_slowly(size: int) -> None:
    assert 0 < fusion.fusion_factor(size + 1) < fusion.fusion_factor(size) <= 1


@steady
@given(shares, st.dictionaries(st.tuples(st.integers(0, 9), st.text(max_size=2)), shares))
def test_agreeing_memories_dampen_alike_in_any_order_of_arrival(
    importance: float, similarities: dict[tuple[int, str], float]
) -> None:
    backwards = dict(reversed(similarities.items()))
    found = fusion.dampened_importance_by_all(importance, similarities)
    assert found == fusion.dampened_importance_by_all(importance, backwards)
    product = math.prod(1 - 0.3 * similarity for similarity in similarities.values())
    assert found == pytest.approx(importance * product, rel=1e-9, abs=1e-300)


@steady
@given(shares, st.floats(-1, 1))
def test_dampening_never_raises_and_leaves_what_is_not_similar(
    importance: float, similarity: float
) -> None:
    found = fusion.dampened_importance(importance, similarity=similarity)
    assert 0 <= found <= importance
    if similarity <= 0:
        assert found == importance


def test_a_cosine_that_single_precision_rounded_over_one_counts_as_one() -> None:
    found = fusion.dampened_importance(0.5, similarity=1.0000001)
    assert found == fusion.dampened_importance(0.5, similarity=1.0)


@steady
@given(shares, st.floats(-1000, 1000), st.floats(-1000, 1000))
def test_the_newer_the_contradiction_the_stronger_the_suppression(
    strength: float, one: float, other: float
) -> None:
    less, more = sorted((one, other))
    weak = fusion.suppressed_strength(strength, newer_by_days=less)
    assert 0 <= fusion.suppressed_strength(strength, newer_by_days=more) <= weak <= strength


def near(size: int, *pairs: tuple[int, int, float]) -> np.ndarray:
    matrix = np.eye(size)
    for first, second, similarity in pairs:
        matrix[first, second] = matrix[second, first] = similarity
    return matrix


def test_three_near_memories_of_one_week_are_a_cluster_by_single_links() -> None:
    similarities = near(5, (0, 1, 0.9), (1, 2, 0.8), (3, 4, 0.95))
    found = fusion.clusters([0, 3, 6, 0, 1], ids=list("abcde"), similarities=similarities)
    assert found == ((0, 1, 2),)


def test_similarity_at_the_threshold_is_not_enough() -> None:
    similarities = near(3, (0, 1, 0.9), (1, 2, 0.75))
    assert fusion.clusters([0, 0, 0], ids=list("abc"), similarities=similarities) == ()


def test_links_do_not_chain_a_cluster_beyond_its_window() -> None:
    similarities = near(4, (0, 1, 0.9), (1, 2, 0.9), (2, 3, 0.8))
    found = fusion.clusters([0, 3, 6, 9], ids=list("abcd"), similarities=similarities)
    assert found == ((0, 1, 2),)


def test_the_most_similar_are_joined_first() -> None:
    similarities = near(4, (0, 1, 0.8), (1, 2, 0.9), (2, 3, 0.95))
    found = fusion.clusters([0, 3, 6, 9], ids=list("abcd"), similarities=similarities)
    assert found == ((1, 2, 3),)


def test_a_veto_between_any_two_keeps_their_clusters_apart() -> None:
    similarities = near(4, (0, 1, 0.95), (1, 2, 0.9), (2, 3, 0.8))
    vetoes = np.zeros((4, 4), dtype=bool)
    vetoes[0, 3] = True
    found = fusion.clusters([0] * 4, ids=list("abcd"), similarities=similarities, vetoes=vetoes)
    assert found == ((0, 1, 2),)
    with_itself = fusion.clusters(
        [0] * 4, ids=list("abcd"), similarities=similarities, vetoes=np.eye(4)
    )
    assert with_itself == ((0, 1, 2, 3),)
    everything = np.ones((4, 4), dtype=bool)
    assert (
        fusion.clusters([0] * 4, ids=list("abcd"), similarities=similarities, vetoes=everything)
        == ()
    )


def test_no_memories_give_no_clusters() -> None:
    assert fusion.clusters([], ids=[], similarities=np.zeros((0, 0))) == ()


@st.composite
def weeks(draw: st.DrawFn) -> tuple[list[float], np.ndarray, np.ndarray]:
    size = draw(st.integers(1, 8))
    at = draw(st.lists(st.floats(0, 20), min_size=size, max_size=size))
    cells = draw(
        st.lists(st.sampled_from([0.0, 0.7, 0.8, 0.9]), min_size=size**2, max_size=size**2)
    )
    matrix = np.triu(np.array(cells).reshape(size, size), 1)
    vetoes = draw(st.lists(st.integers(0, 6), min_size=size**2, max_size=size**2))
    is_vetoed = np.triu(np.array(vetoes).reshape(size, size) == 0, 1)
    return at, matrix + matrix.T, is_vetoed | is_vetoed.T


@steady
@given(weeks(), st.randoms(use_true_random=False))
def test_clusters_do_not_depend_on_the_order_in_which_memories_are_given(
    week: tuple[list[float], np.ndarray, np.ndarray], random: Random
) -> None:
    at, similarities, vetoes = week
    ids = [f"m{number}" for number in range(len(at))]

    def names(order: list[int]) -> list[list[str]]:
        given_ids = [ids[position] for position in order]
        found = fusion.clusters(
            [at[position] for position in order],
            ids=given_ids,
            similarities=similarities[np.ix_(order, order)],
            vetoes=vetoes[np.ix_(order, order)],
        )
        return [[given_ids[position] for position in cluster] for cluster in found]

    shuffled = list(range(len(at)))
    random.shuffle(shuffled)
    assert names(list(range(len(at)))) == names(shuffled)


@steady
@given(weeks())
def test_every_cluster_holds_to_window_size_and_vetoes_and_none_overlap(
    week: tuple[list[float], np.ndarray, np.ndarray],
) -> None:
    at, similarities, vetoes = week
    ids = [f"m{number}" for number in range(len(at))]
    found = fusion.clusters(at, ids=ids, similarities=similarities, vetoes=vetoes)
    members = list(itertools.chain.from_iterable(found))
    assert len(members) == len(set(members))
    for cluster in found:
        assert len(cluster) >= 3
        assert max(at[m] for m in cluster) - min(at[m] for m in cluster) <= 7
        assert not any(vetoes[pair] for pair in itertools.combinations(cluster, 2))


REFUSED: list[tuple[str, Callable[[float], object], list[float]]] = [
    (
        "importance",
        lambda x: fusion.dampened_importance(x, similarity=1),
        [-0.1, 1.1, math.nan],
    ),
    ("importance", lambda x: fusion.dampened_importance_by_all(x, {}), [-0.1, math.nan]),
    ("similarity", lambda x: fusion.dampened_importance(1, similarity=x), [-1.1, 1.1, math.nan]),
    ("share", lambda x: fusion.dampened_importance(1, similarity=1, share=x), [-0.1, 1.1]),
    ("strength", lambda x: fusion.suppressed_strength(x, newer_by_days=1), [-0.1, math.nan]),
    ("newer_by_days", lambda x: fusion.suppressed_strength(1, newer_by_days=x), [math.nan]),
    (
        "suppression_rate",
        lambda x: fusion.suppressed_strength(1, newer_by_days=1, suppression_rate=x),
        [-0.1, math.inf],
    ),
    (
        "window_days",
        lambda x: fusion.suppressed_strength(1, newer_by_days=1, window_days=x),
        [0, math.nan],
    ),
    ("strengths", lambda x: fusion.fused_strength([x]), [-0.1, 1.1, math.nan]),
    ("variance_bonus", lambda x: fusion.fused_strength([1], variance_bonus=x), [-0.1]),
    ("number of strengths", lambda _: fusion.fused_strength([]), [0]),
    ("size", fusion.fusion_factor, [0, -1, 1.5]),  # type: ignore[list-item]
    ("preservation", fusion.is_preserved, [-0.1, 1.1, math.nan]),
    ("preserved_from", lambda x: fusion.is_preserved(1, preserved_from=x), [-0.1, 1.1]),
    (
        "importances",
        lambda x: fusion.fused(strengths=[1], importances=[x], helpful_uses=[0]),
        [-0.1, math.nan],
    ),
    (
        "helpful_uses",
        lambda x: fusion.fused(strengths=[1], importances=[1], helpful_uses=[x]),  # type: ignore[list-item]
        [-1, 0.5],
    ),
    (r"days\[0\]", lambda x: fusion.clusters([x], ids=["a"], similarities=[[1]]), [math.nan]),
    (
        r"similarities\[0\]",
        lambda x: fusion.clusters([0], ids=["a"], similarities=[[x]]),
        [1.1, math.nan],
    ),
    (
        "window_days",
        lambda x: fusion.clusters([0], ids=["a"], similarities=[[1]], window_days=x),
        [-1, math.nan],
    ),
    (
        "threshold",
        lambda x: fusion.clusters([0], ids=["a"], similarities=[[1]], threshold=x),
        [-1.1, math.nan],
    ),
    (
        "smallest",
        lambda x: fusion.clusters([0], ids=["a"], similarities=[[1]], smallest=x),  # type: ignore[arg-type]
        [1, 2.5],
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


def test_lists_that_do_not_fit_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match="importances has 1 values; it must have 2"):
        fusion.fused(strengths=[1, 1], importances=[1], helpful_uses=[0, 0])
    with pytest.raises(ValueError, match="it must be 2 different ids"):
        fusion.clusters([0, 0], ids=["a", "a"], similarities=np.eye(2))
    with pytest.raises(ValueError, match=r"similarities has shape \(1, 1\); it must be \(2, 2\)"):
        fusion.clusters([0, 0], ids=["a", "b"], similarities=[[1]])
    with pytest.raises(ValueError, match=r"vetoes has shape \(1, 1\); it must be \(2, 2\)"):
        fusion.clusters([0, 0], ids=["a", "b"], similarities=np.eye(2), vetoes=[[0]])
