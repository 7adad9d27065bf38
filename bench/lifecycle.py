"""What keeping facts costs: writing as a scope grows, and maintenance by what is due."""

import sqlite3
import statistics
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count, islice
from pathlib import Path

from bench.measuring import Figure, median_milliseconds, seconds
from remanent import Memory, ScopedMemory, load_settings

START = datetime(2026, 1, 1, tzinfo=UTC)
SIZES = (100, 1_000, 10_000, 100_000)
FEW, MANY = 100, 10_000
BATCH = 1_000
ROUNDS = 3
FRESH_BELOW = 10_000  # what is added while measuring would not be small beside a smaller scope
SINGLES, TOGETHER, USES = 60, 200, 20  # a round
DUE_AFTER_DAYS = 16
FLAT = 1.3  # times what a write costs in a scope of 100 facts that it may cost in a large one


class MovedClock:
    """Stands still until it is moved: what is due depends on that, not on how long a run takes."""

    def __init__(self) -> None:
        """Begin with the year 2026."""
        self.moment = START

    def now(self) -> datetime:
        """Return the moment it stands at."""
        return self.moment


def run(folder: Path, *, quick: bool) -> list[Figure]:
    """Measure writing at each size, then maintenance of the largest scope."""
    sizes = SIZES[:-1] if quick else SIZES
    size, clock = sizes[-1], MovedClock()
    many = min(MANY, size // 10)
    path = folder / "lifecycle.db"
    overrides = {"store.path": str(path), "store.durability": "normal"}
    settings = load_settings(environ={}, overrides=overrides)
    source = (f"crate {number} holds part {number * 7919}" for number in count())
    with Memory(settings=settings, clock=clock) as memory:
        scopes = {each: _scopes(memory, source, each, many if each == size else 0)
                  for each in sizes}  # fmt: skip
        return [*_growing(scopes, source), *_maintaining(scopes[size][0], clock, path, size, many)]


def _scopes(
    memory: Memory, source: Iterator[str], size: int, many: int
) -> tuple[ScopedMemory, ...]:
    """Return a scope of so many facts for each round; of many facts, `many` are older."""
    made = tuple(
        memory.scope(tenant="bench", user=f"{size} {number}")
        for number in range(ROUNDS if size < FRESH_BELOW else 1)
    )
    for scope in made:
        older = FEW if many else 0
        _tell(scope, source, older, days_ago=10)
        _tell(scope, source, many, days_ago=5)
        _tell(scope, source, size - older - many, days_ago=0)
    return made * (ROUNDS // len(made))


def _tell(scope: ScopedMemory, source: Iterator[str], facts: int, *, days_ago: float) -> None:
    for start in range(0, facts, BATCH):
        some = list(islice(source, min(BATCH, facts - start)))
        scope.remember(facts=some, at=START - timedelta(days=days_ago))


def _growing(
    scopes: dict[int, tuple[ScopedMemory, ...]], source: Iterator[str]
) -> list[Figure]:  # fmt: skip
    """Measure at every size in turn, so that a drifting machine does not favour one.

    The floor of each is its own first figure.
    """
    spent = {size: list[tuple[float, ...]]() for size in scopes}
    for number in range(ROUNDS):
        for size, some in scopes.items():
            spent[size].append(_writing(some[number], source))
    costs = {
        size: [statistics.median(each) for each in zip(*rounds, strict=True)]
        for size, rounds in spent.items()
    }
    first, last = costs[min(costs)], max(costs)
    return [
        Figure(
            f"{name}, at {size:,}", cost[column], "ms", floor=first[column],
            goal=FLAT * first[column] if size == last else None,
        )
        for column, name in enumerate(("one fact", f"one of {TOGETHER} facts at once", "one use"))
        for size, cost in costs.items()
    ]  # fmt: skip


def _writing(scope: ScopedMemory, source: Iterator[str]) -> tuple[float, ...]:
    """Return milliseconds of one fact alone, of one of several at once, and of one use."""
    one = median_milliseconds(lambda: scope.remember(facts=next(source)), times=SINGLES, warm_up=1)
    batch = list(islice(source, TOGETHER))
    some = seconds(lambda: scope.remember(facts=batch)) * 1000 / TOGETHER
    recalled = iter([scope.recall(text, limit=1) for text in batch[: USES + 1]])
    used = median_milliseconds(
        lambda: scope.record_use(next(recalled).id), times=USES, warm_up=1
    )  # fmt: skip
    return one, some, used


def _maintaining(
    scope: ScopedMemory, clock: MovedClock, path: Path, size: int, many: int
) -> list[Figure]:
    """Measure maintenance where nothing, little and much is due, beside bare SQL.

    What is due is archived, each fact once.
    """
    figures = []
    for due, days_ago in ((0, 12), (FEW, 10), (many, 5)):
        clock.moment = START + timedelta(days=DUE_AFTER_DAYS - days_ago)
        floor = _bare(path, due)
        begin = time.perf_counter()
        done = scope.maintain()
        spent = (time.perf_counter() - begin) * 1000
        assert done.archived == due, f"{done.archived} facts of {due} were archived"
        figures.append(Figure(f"maintain, {due:,} of {size:,} due", spent, "ms", floor=floor))
    each = figures[-1].value / many
    goal = 2 * figures[1].value / FEW
    return [*figures, Figure(f"one of {many:,} due facts", each, "ms", goal=goal)]


def _bare(path: Path, due: int) -> float:
    """Return milliseconds in which one transaction updates both rows of so many facts of a copy.

    Where nothing is due, it asks whether anything is.
    """
    copied = path.with_name(f"bare-{due}.db")
    source, target = sqlite3.connect(path), sqlite3.connect(copied, isolation_level=None)
    source.backup(target)
    source.close()
    target.execute("PRAGMA journal_mode=WAL")
    target.execute("PRAGMA synchronous=NORMAL")
    (number,) = target.execute("SELECT scope FROM scope_state ORDER BY facts DESC").fetchone()
    first = (
        "SELECT scope, fact_seq FROM retention WHERE scope = ? AND due_at IS NOT NULL "
        "ORDER BY due_at LIMIT ?"
    )
    rows = target.execute(first, (number, due)).fetchall()

    def update() -> None:
        if not rows:
            target.execute(first, (number, 1)).fetchall()
            return
        target.execute("BEGIN IMMEDIATE")
        target.executemany(
            "UPDATE retention SET due_at = due_at + 1, strength = 0 WHERE scope = ? "
            "AND fact_seq = ?", rows,
        )  # fmt: skip
        target.executemany("UPDATE facts SET archived_at = 1 WHERE scope = ? AND seq = ?", rows)
        target.execute("COMMIT")

    spent = seconds(update) * 1000
    target.close()
    copied.unlink()
    return spent
