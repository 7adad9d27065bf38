"""Refusals: a number that enters the mathematics is finite and inside its stated range.

A NaN that gets in spreads silently into every later strength and rank, so it is stopped at
the door, by an error that names the field, the value and what is allowed.
"""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

LONGEST = 1e12
"""The longest age or interval in any unit; beyond every calendar, and safe to raise to a power."""


def in_range(
    field: str,
    value: float,
    low: float = -math.inf,
    high: float = math.inf,
    *,
    open_low: bool = False,
    open_high: bool = False,
) -> float:
    """Give the value as a float; refuse what is not finite or lies outside [low, high].

    Raises:
        ValueError: names the field, the value and the allowed range.
    """
    number = value if type(value) is float else _as_float(value)
    if low < number < high:  # nearly always, and never where it is not a number
        return number
    too_low = number <= low if open_low else number < low
    too_high = number >= high if open_high else number > high
    if too_low or too_high or not math.isfinite(number):
        allowed = _range_in_words(low, high, open_low=open_low, open_high=open_high)
        raise ValueError(f"{field} is {number!r}; it must be a finite number {allowed}.")
    return number


def whole(field: str, value: float, low: int = 0) -> int:
    """Give the value as an int; refuse fractions and what lies below `low`.

    Raises:
        ValueError: names the field, the value and the allowed range.
    """
    number = in_range(field, value, low)
    if not number.is_integer():
        raise ValueError(f"{field} is {number!r}; it must be a whole number >= {low}.")
    return int(value)


def all_in_range(
    field: str,
    values: ArrayLike,
    low: float = -math.inf,
    high: float = math.inf,
    *,
    open_low: bool = False,
) -> NDArray[np.float64]:
    """Give the values as a float64 array; refuse the first that `in_range` would refuse.

    Raises:
        ValueError: names the field with the position, the value and the allowed range.
    """
    numbers = np.asarray(values, dtype=np.float64)
    if not numbers.size:
        return numbers
    least, most = float(numbers.min()), float(numbers.max())  # not a number where one is none
    is_above = least > low if open_low else least >= low
    if is_above and most <= high and math.isfinite(least) and math.isfinite(most):
        return numbers
    too_low = numbers <= low if open_low else numbers < low
    position = int(np.argmax(too_low | (numbers > high) | ~np.isfinite(numbers)))
    in_range(f"{field}[{position}]", float(numbers.flat[position]), low, high, open_low=open_low)
    return numbers


def _as_float(value: float) -> float:
    try:
        return float(value)
    except OverflowError:  # an int beyond the largest float
        return math.inf if value > 0 else -math.inf


def _range_in_words(low: float, high: float, *, open_low: bool, open_high: bool) -> str:
    if low == -math.inf and high == math.inf:
        return "of either sign"
    if high == math.inf:
        return f"{'>' if open_low else '>='} {low:g}"
    if low == -math.inf:
        return f"{'<' if open_high else '<='} {high:g}"
    return f"in {'(' if open_low else '['}{low:g}, {high:g}{')' if open_high else ']'}"
