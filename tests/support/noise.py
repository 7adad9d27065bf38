"""Noise that a test knows."""

from collections.abc import Sequence


class KnownNoise:
    """Adds the same to every value, and counts how often it was asked."""

    def __init__(self, added: float = 0.0) -> None:
        """Add so much."""
        self.added = added
        self.draws: list[tuple[tuple[float, ...], float, float]] = []

    def noised(
        self, values: Sequence[float], *, sensitivity: float, epsilon: float
    ) -> tuple[float, ...]:
        """Return the values with what is added."""
        self.draws.append((tuple(values), sensitivity, epsilon))
        return tuple(value + self.added for value in values)
