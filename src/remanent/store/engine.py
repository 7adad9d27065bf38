"""The thin seam between our SQL and an engine: rows in, rows out, one way to begin and commit.

SQL is written once with `?` for parameters. Parameters and results are int, float, str, bytes or
None; strings pass through `text_escape`, so that any Unicode survives.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol, TypeVar, runtime_checkable

T = TypeVar("T")

Value = int | float | str | bytes | None
Row = tuple[Value, ...]

IN_LIST_LIMIT = 500
"""Most values that one statement's IN list names; longer lists are read in parts."""


class Session(Protocol):
    """One connection inside one transaction."""

    @property
    def engine(self) -> str:
        """`sqlite` or `postgresql`: read it only where the engines truly differ."""
        ...

    def rows(self, sql: str, parameters: Sequence[Value] = ()) -> list[tuple]:  # type: ignore[type-arg]  # columns as asked
        """Run a query and return all rows."""
        ...

    def row(self, sql: str, parameters: Sequence[Value] = ()) -> tuple | None:  # type: ignore[type-arg]  # columns as asked
        """Run a query and return its first row, or None."""
        ...

    def run(self, sql: str, parameters: Sequence[Value] = ()) -> None:
        """Run a statement."""
        ...

    def run_many(self, sql: str, rows: Iterable[Sequence[Value]]) -> None:
        """Run a statement once for each row of parameters."""
        ...


class Database(Protocol):
    """An engine: it knows how to begin, commit and explain its own errors."""

    @property
    def engine(self) -> str:
        """`sqlite` or `postgresql`."""
        ...

    @property
    def address(self) -> str:
        """Path or URL, without a password."""
        ...

    def read(self) -> AbstractContextManager[Session]:
        """Open a consistent snapshot of everything."""
        ...

    def write(self, block: Callable[[Session], T]) -> T:
        """Run a block in an immediate transaction; return once it is durable."""
        ...

    def backup(self, path: Path) -> Path:
        """Write a consistent copy that can be opened on its own."""
        ...

    def size_bytes(self) -> int:
        """Return how much room the store takes."""
        ...

    def problems(self) -> list[str]:
        """Ask the engine to check its own structures; return what it found wrong."""
        ...

    def close(self) -> None:
        """Finish what is under way and let go of files and connections."""
        ...


@runtime_checkable
class Lockable(Protocol):
    """An engine whose schema one process at a time can keep to itself."""

    def alone(self) -> AbstractContextManager[None]:
        """Keep every other process from changing the schema meanwhile."""
        ...


def in_list(values: Sequence[Value]) -> tuple[str, list[Value]]:
    """Return `(?, ?, …)` for an IN list and its parameters.

    The number of places is rounded up to a power of two (the last value repeats), so that an
    engine prepares only a handful of different statements.
    """
    if not values:
        return "(NULL)", []
    size = 1 << (len(values) - 1).bit_length()
    padded = [*values, *([values[-1]] * (size - len(values)))]
    return "(" + ", ".join("?" * size) + ")", padded


def parts(values: Iterable[Value]) -> Iterable[list[Value]]:
    """Cut values into lists that an IN list may name."""
    part: list[Value] = []
    for value in values:
        part.append(value)
        if len(part) == IN_LIST_LIMIT:
            yield part
            part = []
    if part:
        yield part
