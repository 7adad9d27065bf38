"""Randomness of the simulator: everything is drawn from one stream of uniform numbers.

Only `Generator.random` is used, whose stream NumPy keeps from version to version; the draws that
are made of it are ours, so that a seed means the same world everywhere.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import numpy as np

T = TypeVar("T")


class Dice:
    """A stream of draws that a seed and a name determine."""

    def __init__(self, seed: int, *names: str) -> None:
        """Begin the stream of a seed; streams of different names are independent."""
        words = [int.from_bytes(name.encode(), "big") for name in names]
        self._random = np.random.default_rng([seed, *words])

    def uniform(self, low: float = 0.0, high: float = 1.0) -> float:
        """Return a number in [low, high)."""
        return low + (high - low) * float(self._random.random())

    def chance(self, probability: float) -> bool:
        """Return true with a probability."""
        return self.uniform() < probability

    def whole(self, low: int, high: int) -> int:
        """Return a whole number from low to high, both included."""
        return low + int(self.uniform() * (high - low + 1))

    def one(self, values: Sequence[T]) -> T:
        """Return one of some values, each as likely."""
        return values[self.whole(0, len(values) - 1)]

    def some(self, values: Iterable[T], count: int) -> list[T]:
        """Return different values in random order."""
        left = list(values)
        return [left.pop(self.whole(0, len(left) - 1)) for _ in range(count)]

    def weighted(self, weights: Mapping[T, float]) -> T:
        """Return one key, each as likely as its weight says."""
        point = self.uniform() * sum(weights.values())
        for value, weight in weights.items():
            point -= weight
            if point < 0:
                return value
        return next(reversed(list(weights)))

    def weighted_some(self, weights: Mapping[T, float], count: int) -> list[T]:
        """Return different keys, one drawn after the other."""
        left = dict(weights)
        found = []
        for _ in range(min(count, len(left))):
            found.append(self.weighted(left))
            del left[found[-1]]
        return found

    def waits(self, rate: float, length: float) -> list[float]:
        """Return the moments of a Poisson process of a rate within a length, ascending."""
        found: list[float] = []
        if rate <= 0:
            return found
        moment = 0.0
        while True:
            moment -= math.log(1.0 - self.uniform()) / rate
            if moment >= length:
                return found
            found.append(moment)
