"""Noise from OpenDP: a maintained library's sampler, exact in floating point, never seeded.

Drawing Laplace noise with an ordinary generator leaks through the gaps between floating-point
numbers (Mironov 2012), so none of it is ours. The library is large and loads in about a second:
it is imported when the first release is made.
"""

import math
from collections.abc import Sequence
from typing import Any

from remanent.dynamics.privacy import laplace_scale
from remanent.providers.extras import load

INSTALL = '"remanent[privacy]"'
_MOST_STEPS = 64


class OpenDpNoise:
    """Implements the `Noise` port."""

    def __init__(self) -> None:
        """Load the library.

        Raises:
            MissingExtraError: it is not installed; the message names the command that mends it.
        """
        self._dp: Any = load("opendp.prelude", install=INSTALL)
        self._dp.enable_features("contrib")

    def noised(
        self, values: Sequence[float], *, sensitivity: float, epsilon: float
    ) -> tuple[float, ...]:
        """Return the values with Laplace noise; together they are ε-differentially private.

        Args:
            values: finite.
            sensitivity: the most that one person can change of all values together, in L1, > 0.
            epsilon: > 0.
        """
        if not values:
            return ()
        measurement = self._laplace(sensitivity, epsilon)
        return tuple(float(each) for each in measurement([float(value) for value in values]))

    def _laplace(self, sensitivity: float, epsilon: float) -> Any:
        """Return the mechanism; the library itself says what it spends, and it is no more."""
        dp = self._dp
        domain = dp.vector_domain(dp.atom_domain(T=float, nan=False))
        scale = laplace_scale(sensitivity, epsilon=epsilon)
        for _ in range(_MOST_STEPS):
            measurement = dp.m.make_laplace(domain, dp.l1_distance(T=float), scale=scale)
            if measurement.map(float(sensitivity)) <= epsilon:
                return measurement
            scale = math.nextafter(scale, math.inf)  # the quotient was rounded down
        raise AssertionError("a scale of Δ/ε and a little more spends no more than ε")
