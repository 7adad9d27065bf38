"""Scores and orders: golden numbers, bounds, and an order that never depends on chance."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from remanent.dynamics.ranking import (
    best_first,
    bm25,
    inverse_document_frequency,
    logistic,
    normalised,
    reciprocal_rank_fusion,
    saturation,
    weighted_sum,
)

SCORES = st.lists(st.floats(-5, 5), min_size=1, max_size=40)


def integers(*values: int) -> np.ndarray:
    return np.array(values, dtype=np.int64)


def test_a_rare_term_tells_more_than_a_common_one() -> None:
    assert float(inverse_document_frequency(10, 0)) == pytest.approx(math.log(22))
    assert float(inverse_document_frequency(10, 1)) == pytest.approx(math.log(1 + 9.5 / 1.5))
    assert float(inverse_document_frequency(10, 10)) == pytest.approx(math.log(1 + 0.5 / 10.5))
    assert float(inverse_document_frequency(10, 11)) >= 0


def test_repetition_saturates_and_length_discounts() -> None:
    shares = saturation(np.array([0.0, 1.0, 2.0, 1000.0]), np.full(4, 10.0), average_length=10.0)
    assert shares[0] == 0
    assert np.all(np.diff(shares) > 0)
    assert shares[3] < 1.9
    assert shares[1] == pytest.approx(1.0)
    short, long = saturation(np.ones(2), np.array([5.0, 50.0]), average_length=10.0)
    assert short > long


def test_bm25_adds_what_each_term_tells_about_each_text() -> None:
    scores = bm25([(integers(0, 2), np.array([1.0, 2.0]), 1.0)], np.array([4.0, 4.0, 4.0]))
    idf = math.log(1 + 1.5 / 2.5)
    assert scores == pytest.approx([idf, 0.0, idf * 2 * 1.9 / 2.9])
    assert bm25([], np.zeros(0)).shape == (0,)
    assert bm25([(integers(), np.zeros(0), 1.0)], np.ones(2)).tolist() == [0.0, 0.0]


def test_normalised_scores_have_their_best_at_one() -> None:
    assert normalised(np.array([2.0, 4.0, -1.0])).tolist() == [0.5, 1.0, -0.25]
    assert normalised(np.array([0.0, -3.0])).tolist() == [0.0, 0.0]
    assert normalised(np.zeros(0)).shape == (0,)
    within = np.array([True, False])
    assert normalised(np.array([2.0, 4.0]), within=within).tolist() == [1.0, 2.0]


def test_a_weighted_sum_leaves_out_what_has_no_weight() -> None:
    signals = {"a": np.array([1.0, 0.0]), "b": np.array([0.0, 1.0]), "c": np.ones(2)}
    assert weighted_sum(signals, {"a": 2.0, "b": -1.0}).tolist() == [2.0, -1.0]
    assert weighted_sum({}, {}).shape == (0,)


def test_fusion_by_rank_gives_the_published_numbers() -> None:
    fused = reciprocal_rank_fusion([integers(1, 0), integers(1)], 3)
    assert fused == pytest.approx([1 / 62, 2 / 61, 0.0])


def test_equal_scores_stand_later_first_then_by_id() -> None:
    scores = np.array([1.0, 1.0 + 1e-9, 0.5, 1.0])
    order = best_first(scores, integers(5, 5, 9, 7), integers(2, 1, 0, 3), limit=10)
    assert order.tolist() == [3, 1, 0, 2]
    assert best_first(scores, integers(5, 5, 9, 7), integers(2, 1, 0, 3), limit=0).size == 0


def test_what_rounds_to_the_same_score_competes_by_id_even_for_the_last_place() -> None:
    order = best_first(np.array([1.0, 1.0 + 4e-7]), integers(0, 0), integers(1, 2), limit=1)
    assert order.tolist() == [0]


@given(SCORES, st.integers(0, 50))
def test_the_best_few_are_the_beginning_of_the_whole_order(scores: list[float], few: int) -> None:
    values = np.array(scores)
    times = np.zeros(len(scores), dtype=np.int64)
    ids = np.arange(len(scores), dtype=np.int64)
    whole = best_first(values, times, ids, limit=len(scores))
    assert best_first(values, times, ids, limit=few).tolist() == whole[:few].tolist()
    assert sorted(whole.tolist()) == ids.tolist()
    assert np.all(np.diff(np.round(values[whole], 6)) <= 0)


@given(SCORES)
def test_the_order_does_not_depend_on_how_the_texts_are_stored(scores: list[float]) -> None:
    values, ids = np.array(scores), np.arange(len(scores), dtype=np.int64)
    times = ids % 3
    turned = ids[::-1]
    here = best_first(values, times, ids, limit=len(scores))
    there = best_first(values[turned], times[turned], ids[turned], limit=len(scores))
    assert ids[here].tolist() == ids[turned][there].tolist()


def test_evidence_becomes_a_figure_between_none_and_one() -> None:
    assert logistic(0.0) == 0.5
    assert logistic(-800.0) == 0.0
    assert logistic(800.0) == 1.0
    assert logistic(1.0) == pytest.approx(1 / (1 + math.exp(-1)))
