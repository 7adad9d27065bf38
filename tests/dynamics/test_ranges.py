"""Refusals name the field, the value and what is allowed."""

import math

import numpy as np
import pytest

from remanent.dynamics.ranges import all_in_range, in_range, whole


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 10**400, -(10**400)])
def test_a_number_that_is_not_finite_is_refused_whatever_the_range(value: float) -> None:
    with pytest.raises(ValueError, match=r"field is .*; it must be a finite number"):
        in_range("field", value)


def test_a_refusal_names_the_field_the_value_and_the_range() -> None:
    with pytest.raises(
        ValueError, match=r"^gain is 1\.5; it must be a finite number in \(0, 1\]\.$"
    ):
        in_range("gain", 1.5, 0, 1, open_low=True)


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (0, math.inf, ">= 0"),
        (-math.inf, 3, "<= 3"),
        (-1, 1, r"in \[-1, 1\]"),
        (-math.inf, math.inf, "of either sign"),
    ],
)
def test_the_range_is_said_in_words(low: float, high: float, words: str) -> None:
    with pytest.raises(ValueError, match=f"x is nan; it must be a finite number {words}"):
        in_range("x", math.nan, low, high)


def test_open_ends_exclude_their_bound_and_closed_ends_do_not() -> None:
    assert in_range("x", 0, 0, 1) == 0
    assert in_range("x", 1, 0, 1) == 1
    with pytest.raises(ValueError, match=r"\(0, 1\)"):
        in_range("x", 0, 0, 1, open_low=True, open_high=True)
    with pytest.raises(ValueError, match=r"\(0, 1\)"):
        in_range("x", 1, 0, 1, open_low=True, open_high=True)


@pytest.mark.parametrize("value", [1.5, -1, math.nan, math.inf])
def test_a_count_must_be_a_whole_number_from_its_lowest(value: float) -> None:
    with pytest.raises(ValueError, match="count is "):
        whole("count", value)


def test_a_count_in_any_number_type_is_given_as_an_int() -> None:
    found = [whole("count", 3), whole("count", 3.0), whole("count", int(np.int64(3)))]
    assert found == [3, 3, 3]
    assert {type(count) for count in found} == {int}


@pytest.mark.parametrize("bad", [math.nan, math.inf, -0.1, 1.1])
def test_an_array_is_refused_at_its_first_bad_position(bad: float) -> None:
    with pytest.raises(ValueError, match=r"strengths\[1\] is .* in \[0, 1\]"):
        all_in_range("strengths", [0.5, bad, 7.0], 0, 1)


def test_an_array_with_an_open_low_end_refuses_its_bound() -> None:
    with pytest.raises(ValueError, match=r"shapes\[0\] is 0.0; .* in \(0, 4\]"):
        all_in_range("shapes", [0.0], 0, 4, open_low=True)
