"""What keeping facts costs: maintenance by what is due, and writing as a scope grows."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count, islice
from pathlib import Path

from bench.measuring import Figure, median_milliseconds, seconds
from remanent import Memory, ScopedMemory, load_settings

START = datetime(2026, 1, 1, tzinfo=UTC)
SMALL = 100
LARGE, QUICK_LARGE = 100_000, 10_000
FEW, MANY = 100, 10_000
BATCH = 1_000
SINGLES = 200
DUE_AFTER_DAYS = 18
FLAT = 1.3  # times what a write costs in a scope of 100 facts that it may cost in a large one


class StandingClock:
    """Stands still: what is due depends on what is told, not on how long the run takes."""

    def now(self) -> datetime:
        """Return the beginning of 2026."""
        return START


def run(folder: Path, *, quick: bool) -> list[Figure]:
    """Measure maintenance and writing in a small scope and in a large one."""
    size = QUICK_LARGE if quick else LARGE
    many = min(MANY, size // 10)
    with _opened(folder / "lifecycle.db") as memory:
        small = memory.scope(tenant="bench", user="small")
        large = memory.scope(tenant="bench", user="large")
        source = _statements()
        _tell(small, source, SMALL, days_ago=0)
        first = _writing(small, source)
        _tell(large, source, FEW, days_ago=10)
        _tell(large, source, many, days_ago=5)
        _tell(large, source, size - FEW - many, days_ago=0)
        later = _writing(large, source)
        return [
            *(
                Figure(
                    f"{name}, {size:,} facts (floor: {SMALL})", after, "ms", floor=before,
                    goal=FLAT * before,
                )
                for name, before, after in zip(
                    ("one fact", f"one of {BATCH:,} facts at once", "one use"), first, later,
                    strict=True,
                )
            ),
            *_maintaining(memory, large, size, many),
        ]  # fmt: skip


def _opened(path: Path) -> Memory:
    overrides = {"store.path": str(path), "store.durability": "normal"}
    return Memory(settings=load_settings(environ={}, overrides=overrides), clock=StandingClock())


def _statements() -> Iterator[str]:
    return (f"crate {number} holds part {number * 7919}" for number in count())


def _tell(scope: ScopedMemory, source: Iterator[str], facts: int, *, days_ago: float) -> None:
    for start in range(0, facts, BATCH):
        some = list(islice(source, min(BATCH, facts - start)))
        scope.remember(facts=some, at=START - timedelta(days=days_ago))


def _writing(scope: ScopedMemory, source: Iterator[str]) -> tuple[float, float, float]:
    """Return milliseconds of one fact alone, of one in a batch, and of one use."""
    one = median_milliseconds(lambda: scope.remember(facts=next(source)), times=SINGLES)
    batch = list(islice(source, BATCH))
    many = seconds(lambda: scope.remember(facts=batch)) * 1000 / BATCH
    recalled = iter([scope.recall(batch[place], limit=1 + place % 3) for place in range(60)])
    used = median_milliseconds(lambda: scope.record_use(next(recalled).id), times=50)
    return one, many, used


def _maintaining(memory: Memory, scope: ScopedMemory, size: int, many: int) -> list[Figure]:
    """Return milliseconds of maintenance where nothing, little and much is due."""
    figures = []
    for due, days_ago in ((0, 12), (FEW, 10), (many, 5)):
        at = START + timedelta(days=DUE_AFTER_DAYS - days_ago)
        spent = seconds(partial(memory.maintain, tenant="bench", at=at)) * 1000
        figures.append(Figure(f"maintain, {due:,} of {size:,} due", spent, "ms"))
    archived = sum(fact.archived_at is not None for fact in scope.facts(limit=size))
    assert archived == FEW + many, f"{archived} facts were archived"
    each = figures[-1].value / many
    goal = 2 * figures[1].value / FEW
    return [*figures, Figure(f"one of {many:,} due facts", each, "ms", goal=goal)]
