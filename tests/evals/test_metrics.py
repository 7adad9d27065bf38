"""The measures of retrieval mean what they say, and the baselines are what they claim to be."""

import math

import numpy as np
import pytest
from evals.baselines import Bm25, porter_terms, ranked, reciprocal_rank_fusion, windows
from evals.locomo.answers import MEASURES, Answer, figures, fitting, sheet
from evals.locomo.dataset import Question, session_of
from evals.metrics import (
    Interval,
    all_at,
    any_at,
    evidence_ranks,
    first_distinct,
    paired_bootstrap,
    recall_at,
    reciprocal_rank,
)
from hypothesis import given
from hypothesis import strategies as st

ranks = st.lists(st.one_of(st.integers(1, 60).map(float), st.just(math.inf)), max_size=8)


def answer(*items: tuple[str, ...], within: tuple[str, ...] = ()) -> Answer:
    return Answer(
        items=items,
        whole=frozenset(items[0] if items else ()),
        characters=40,
        tokens=9,
        within=(frozenset(within),) * 3,
        within_characters=(frozenset(),) * 3,
    )


def test_the_rank_of_a_turn_is_the_place_of_the_first_item_that_has_it() -> None:
    items = [("D1:1",), (), ("D1:2", "D1:3"), ("D1:1",), ("D1:4",)]
    assert evidence_ranks(items, ["D1:3", "D1:1", "D9:9", "D1:4"]) == [3.0, 1.0, math.inf, 5.0]


def test_two_of_three_evidence_turns_in_the_first_five() -> None:
    found = [2.0, 5.0, 6.0]
    assert [any_at(found, k) for k in (1, 2)] == [0.0, 1.0]
    assert [all_at(found, k) for k in (5, 6)] == [0.0, 1.0]
    assert [recall_at(found, k) for k in (1, 2, 5, 6)] == [0.0, 1 / 3, 2 / 3, 1.0]
    assert reciprocal_rank(found) == 0.5


def test_what_was_not_found_counts_nothing() -> None:
    lost = [math.inf, math.inf]
    assert (any_at(lost, 50), all_at(lost, 50), recall_at(lost, 50)) == (0.0, 0.0, 0.0)
    assert reciprocal_rank(lost) == 0.0


def test_a_question_without_evidence_is_never_a_success() -> None:
    assert (any_at([], 10), all_at([], 10), recall_at([], 10), reciprocal_rank([])) == (0, 0, 0, 0)


@given(ranks, st.integers(1, 60))
def test_all_is_at_most_recall_is_at_most_any(found: list[float], k: int) -> None:
    assert all_at(found, k) <= recall_at(found, k) <= any_at(found, k)


@given(ranks, st.integers(1, 59))
def test_looking_further_never_finds_less(found: list[float], k: int) -> None:
    assert recall_at(found, k) <= recall_at(found, k + 1)


def test_the_first_distinct_values_keep_their_order() -> None:
    assert first_distinct(["b", "a", "b", "c", "d"], 3) == ["b", "a", "c"]
    assert first_distinct([], 3) == []


def test_a_bootstrap_of_a_constant_difference_is_that_constant() -> None:
    (found,) = paired_bootstrap(np.full((40, 1), 0.25), resamples=200)
    assert found == Interval(0.25, 0.25, 0.25)
    assert found.is_clear


def test_the_interval_is_the_one_that_theory_gives() -> None:
    differences = np.random.default_rng(7).normal(0.1, 1.0, size=(900, 1))
    (found,) = paired_bootstrap(differences, resamples=4_000)
    half = 1.96 * float(differences.std()) / 30
    assert found.mean == pytest.approx(float(differences.mean()))
    assert found.low == pytest.approx(found.mean - half, abs=0.006)
    assert found.high == pytest.approx(found.mean + half, abs=0.006)


def test_the_bootstrap_is_the_same_on_every_run_and_differs_by_seed() -> None:
    differences = np.random.default_rng(1).normal(size=(50, 2))
    first = paired_bootstrap(differences, resamples=600, seed=3)
    assert paired_bootstrap(differences, resamples=600, seed=3) == first
    assert paired_bootstrap(differences, resamples=600, seed=4) != first


def test_every_measure_sees_the_same_draws() -> None:
    column = np.random.default_rng(2).normal(size=(50, 1))
    one, twice = paired_bootstrap(np.hstack([column, 2 * column]), resamples=700)
    assert (twice.low, twice.high) == pytest.approx((2 * one.low, 2 * one.high))


def test_a_difference_that_may_be_chance_is_not_called_clear() -> None:
    (found,) = paired_bootstrap(np.array([[1.0], [-1.0]] * 20), resamples=500)
    assert not found.is_clear


def test_no_question_cannot_be_resampled() -> None:
    with pytest.raises(ValueError, match="no question"):
        paired_bootstrap(np.zeros((0, 1)))


def test_an_answer_becomes_one_number_for_each_measure() -> None:
    question = Question("invented", 1, ("D1:1", "D2:2"))
    found = dict(
        zip(
            MEASURES,
            figures(question, answer(("D1:1",), ("D3:1",), within=("D2:2",))),
            strict=True,
        )
    )
    assert found["any@1"] == found["any@20"] == found["MRR"] == found["session any@5"] == 1.0
    assert found["all@20"] == 0.0
    assert found["recall@1"] == found["whole@10"] == found["within 500"] == 0.5
    assert (found["characters/4@10"], found["tokens@10"]) == (10.0, 9.0)


def test_the_first_item_that_does_not_fit_ends_the_answer() -> None:
    items, sizes = [("a",), ("b", "c"), ("d",), ("e",)], [4.0, 4.0, 9.0, 1.0]
    assert fitting(items, sizes, 8) == {"a", "b", "c"}
    assert fitting(items, sizes, 16) == {"a", "b", "c"}
    assert fitting(items, sizes, 17) == {"a", "b", "c", "d"}
    assert fitting(items, sizes, 3) == frozenset()


def test_sessions_are_counted_once_each_and_only_five_of_them() -> None:
    question = Question("invented", 4, ("D6:9",))
    spread = answer(*((f"D{n}:{k}",) for n in range(1, 7) for k in (1, 2)))
    crowded = answer(*((f"D{n}:{k}",) for n in (1, 2, 3, 4, 6) for k in range(1, 9)))
    place = MEASURES.index("session any@5")
    assert figures(question, spread)[place] == 0.0
    assert figures(question, crowded)[place] == 1.0
    assert session_of("D12:3") == "D12"


def test_questions_without_evidence_are_left_out_of_every_mean() -> None:
    asked = [Question("a", 4, ("D1:1",)), Question("b", 3, ()), Question("c", 5, ("D1:2",))]
    found = sheet(asked, [answer(("D1:1",)), answer(("D1:1",)), answer(("D1:1",))])
    assert (found.count(), found.count((3,)), found.count((1, 2, 3, 4, 5))) == (1, 0, 2)
    assert (found.mean("recall@1"), found.mean("recall@1", (1, 2, 3, 4, 5))) == (1.0, 0.5)
    assert math.isnan(found.mean("recall@1", (3,)))


def test_porter_terms_meet_across_inflections() -> None:
    assert porter_terms(["Running, RUNS!", ""]) == [["run", "run"], []]


def test_bm25_gives_what_its_formula_gives() -> None:
    index = Bm25(["grey heron", "grey grey otter pup", "red fox"])
    rarity = math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    expected = [
        rarity * 1 * 1.9 / (1 + 0.9 * (0.6 + 0.4 * 2 / (8 / 3))),
        rarity * 2 * 1.9 / (2 + 0.9 * (0.6 + 0.4 * 4 / (8 / 3))),
        0.0,
    ]
    assert index.scores("Is it grey?").tolist() == pytest.approx(expected)


def test_bm25_of_stop_words_alone_finds_nothing() -> None:
    assert Bm25(["what is it", "a heron"]).scores("What is it?").tolist() == [0.0, 0.0]


def test_equal_scores_keep_the_order_of_the_texts() -> None:
    assert ranked(np.tile([0.0, 2.0], 40)).tolist() == [*range(1, 80, 2), *range(0, 80, 2)]


def test_rank_fusion_prefers_what_both_rank_well_over_what_one_ranks_first() -> None:
    one, other = np.array([0, 1, 2, 3]), np.array([3, 1, 2, 0])
    assert reciprocal_rank_fusion([one, other]).tolist() == [1, 0, 3, 2]


@given(st.integers(0, 60), st.integers(1, 8), st.integers(1, 8))
def test_windows_leave_no_turn_out(length: int, size: int, stride: int) -> None:
    found = windows(length, size=max(size, stride), stride=stride)
    assert sorted({turn for window in found for turn in window}) == list(range(length))
    assert all(0 < len(window) <= max(size, stride) for window in found)


def test_windows_of_six_begin_three_turns_apart() -> None:
    assert windows(11) == [range(6), range(3, 9), range(6, 11)]
    assert windows(6) == [range(6)]
