"""How things are timed and shown: medians of many calls, ratios against a floor of the same run."""

import json
import os
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import apsw
import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

DIMENSION = 384
CONSOLE = Console(width=110)


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure.

    Args:
        goal: what is asked for, in the same unit; None where nothing is.
        floor: the same work done bare, in the same unit and run.
        lower_is_better: how `value` compares with goal.
        other: the same work done by FERNme, in the same unit and run.
    """

    name: str
    value: float
    unit: str
    floor: float | None = None
    goal: float | None = None
    lower_is_better: bool = True
    other: float | None = None

    @property
    def times_as_good(self) -> float | None:
        """How many times as fast, or as small, as FERNme it is."""
        if not self.other or not self.value:
            return None
        return self.other / self.value if self.lower_is_better else self.value / self.other

    @property
    def ratio(self) -> float | None:
        """How many times the floor it takes (or what share of the floor's rate it reaches)."""
        return None if not self.floor else self.value / self.floor

    @property
    def verdict(self) -> str:
        """Return met, missed, or nothing where there is no goal."""
        if self.goal is None:
            return ""
        met = self.value <= self.goal if self.lower_is_better else self.value >= self.goal
        return "met" if met else "missed"


def median_milliseconds(call: Callable[[], object], *, times: int, warm_up: int = 3) -> float:
    """Return the median time of one call."""
    for _ in range(warm_up):
        call()
    spent = []
    for _ in range(times):
        start = time.perf_counter()
        call()
        spent.append(time.perf_counter() - start)
    return statistics.median(spent) * 1000


def seconds(call: Callable[[], object]) -> float:
    """Return how long one call takes."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def show(title: str, figures: Sequence[Figure]) -> None:
    """Print figures as a table."""
    table = Table(title=title, title_justify="left")
    others = ("FERNme", "× as good") if any(each.other is not None for each in figures) else ()
    for heading in ("figure", "value", "floor", "× floor", *others, "goal", ""):
        table.add_column(heading, justify="left" if heading == "figure" else "right")
    for each in figures:
        beside = (_short(each.other), _short(each.times_as_good)) if others else ()
        table.add_row(
            each.name,
            f"{_short(each.value)} {each.unit}",
            _short(each.floor),
            "" if each.ratio is None else f"{each.ratio:.2f}",
            *beside,
            "" if each.goal is None else f"{'≤' if each.lower_is_better else '≥'} {each.goal:,g}",
            each.verdict,
        )
    CONSOLE.print(table)


def _short(number: float | None) -> str:
    if number is None:
        return ""
    return f"{number:,.3g}" if number < 1000 else f"{number:,.0f}"


def save(figures: Iterable[Figure], path: Path) -> None:
    """Keep figures as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([asdict(each) for each in figures], indent=1), encoding="utf-8")


class BareTable:
    """The floor of writing: one table, the same pragmas, the same number of bytes, nothing else."""

    def __init__(self, path: Path, *, durable: bool, row_bytes: int) -> None:
        """Make a database of one table."""
        self._connection = apsw.Connection(str(path))
        for pragma in (
            "page_size=8192",
            "journal_mode=WAL",
            f"synchronous={'FULL' if durable else 'NORMAL'}",
        ):
            self._connection.execute(f"PRAGMA {pragma}").fetchall()
        self._connection.execute("CREATE TABLE bare (id INTEGER PRIMARY KEY, data BLOB)")
        self._row_bytes = row_bytes

    def write(self, rows: int = 1) -> None:
        """Write rows in one transaction."""
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.executemany(
            "INSERT INTO bare (data) VALUES (?)",
            [(os.urandom(self._row_bytes),) for _ in range(rows)],
        )
        self._connection.execute("COMMIT")

    def repeat(self, times: int, *, rows: int) -> None:
        """Write rows in so many transactions."""
        for _ in range(times):
            self.write(rows)

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()


class RandomEmbedder:
    """Vectors from nothing but the text's digest: what embedding costs is not what is measured."""

    @property
    def fingerprint(self) -> str:
        """Name itself."""
        return f"bench-random@1/{DIMENSION}"

    @property
    def dimension(self) -> int:
        """Components of a vector."""
        return DIMENSION

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return unit vectors."""
        rows = np.stack([self._vector(text) for text in texts])
        return rows.astype(np.float32)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Return a unit vector."""
        return self._vector(text).astype(np.float32)

    def _vector(self, text: str) -> NDArray[np.float64]:
        seed = int.from_bytes(text.encode()[:64].ljust(8, b"x")[:8], "little") ^ hash_of(text)
        vector = np.random.default_rng(seed).standard_normal(DIMENSION)
        return np.asarray(vector / np.linalg.norm(vector))


def hash_of(text: str) -> int:
    """Return a number that depends on the text alone."""
    number = 0
    for byte in text.encode():
        number = (number * 131 + byte) & 0xFFFFFFFF
    return number
