"""A list that was cut says so."""

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


class Listing(tuple[T, ...]):  # noqa: SLOT001 - a tuple has no room for slots of its own
    """Values in order: a tuple that also knows how many more there are behind its last.

    Args:
        dropped: how many were left out because of the limit; they come with a larger `skip`.
    """

    dropped: int

    def __new__(cls, values: Iterable[T] = (), *, dropped: int = 0) -> "Listing[T]":
        """Hold values."""
        listing = super().__new__(cls, values)
        listing.dropped = dropped
        return listing
