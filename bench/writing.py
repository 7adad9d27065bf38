"""What remembering costs: one at a time, many writers at once, batches, and as memory grows."""

import threading
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from bench.measuring import BareTable, Figure, median_milliseconds, seconds
from bench.texts import messages
from remanent import Memory, load_settings

ROW_BYTES = 600  # what one turn adds to the log, its index and the audit, about
ONE_FSYNC = 2.0  # times a bare durable transaction that a durable add may take
SINGLES = 300
WRITERS = 32
ROWS_A_WRITER = 100
BATCH = 1000


def open_memory(path: Path, *, durability: str = "full", extract: bool = True) -> Memory:
    """Open a memory with the settings that a figure names."""
    overrides = {
        "store.path": str(path),
        "store.durability": durability,
        "remember.extract": extract,
    }
    return Memory(settings=load_settings(environ={}, overrides=overrides))


def single(folder: Path, *, durability: str) -> Figure:
    """Measure one add, beside a bare transaction that is as durable and writes as many bytes."""
    row_bytes = bytes_an_add(folder / f"adds-{durability}.db")
    memory = open_memory(folder / f"single-{durability}.db", durability=durability)
    bare = BareTable(
        folder / f"bare-{durability}.db", durable=durability == "full", row_bytes=row_bytes
    )
    alice = memory.scope(tenant="bench", user="alice")
    source = messages(10 * SINGLES)
    floors, values = [], []
    for _ in range(3):  # in turn, so that a drifting machine does not favour one
        floors.append(median_milliseconds(bare.write, times=SINGLES // 3))
        values.append(median_milliseconds(lambda: alice.remember(next(source)), times=SINGLES // 3))
    memory.close()
    bare.close()
    floor = sorted(floors)[1]
    name = "single durable add" if durability == "full" else f"single add, {durability}"
    goal = ONE_FSYNC * floor if durability == "full" else None
    return Figure(
        f"{name} ({row_bytes:,} B)", sorted(values)[1], "ms", floor=floor, goal=goal
    )  # fmt: skip


def bytes_an_add(path: Path) -> int:
    """Return by how much a file grows for each turn that is added alone."""
    sizes = []
    for count in (0, SINGLES):
        memory = open_memory(path, durability="normal")
        alice = memory.scope(tenant="bench", user="alice")
        for message in messages(count + 1):
            alice.remember(message)
        memory.close()
        sizes.append(path.stat().st_size)
    return (sizes[1] - sizes[0]) // SINGLES


def many_writers(folder: Path) -> Figure:
    """Measure durable rows a second of 32 threads that each wait for their own commit."""
    memory = open_memory(folder / "writers.db")
    bare = BareTable(folder / "bare-writers.db", durable=True, row_bytes=ROW_BYTES)
    source = list(messages(WRITERS * ROWS_A_WRITER))

    def write(number: int) -> None:
        scope = memory.scope(tenant="bench", user=f"user{number}")
        for each in source[number::WRITERS]:
            scope.remember(each)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(WRITERS)]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rate = len(source) / (time.perf_counter() - start)
    floor = len(source) / seconds(lambda: bare.repeat(len(source) // WRITERS, rows=WRITERS))
    memory.close()
    bare.close()
    return Figure(
        f"{WRITERS} writers, durable", rate, "rows/s", floor=floor, goal=5000, lower_is_better=False
    )


def batches(folder: Path, *, extract: bool, goal: float | None) -> Figure:
    """Measure rows a second in calls of 1,000 messages."""
    name = "with rules" if extract else "words only"
    memory = open_memory(folder / f"batch-{extract}.db", extract=extract)
    bare = BareTable(folder / f"bare-batch-{extract}.db", durable=True, row_bytes=ROW_BYTES)
    alice = memory.scope(tenant="bench", user="alice")
    source = messages(11 * BATCH)
    alice.remember(list(islice(source, BATCH)))
    parts = [list(islice(source, BATCH)) for _ in range(10)]
    rate = 10 * BATCH / seconds(lambda: [alice.remember(part) for part in parts])
    floor = 10 * BATCH / seconds(lambda: bare.repeat(10, rows=BATCH))
    memory.close()
    bare.close()
    return Figure(
        f"batches of {BATCH:,}, {name}", rate, "rows/s", floor=floor, goal=goal,
        lower_is_better=False,
    )  # fmt: skip


def growth(folder: Path, sizes: list[int]) -> list[Figure]:
    """Measure one add, a batch, and the bytes of a memory as a scope grows.

    The floor of each is its own first figure.
    """
    path = folder / "growth.db"
    source = messages(max(sizes) + (BATCH + SINGLES) * len(sizes))
    costs: list[tuple[float, ...]] = []
    held = 0
    for size in sizes:
        grown, add, batch = grow_to(path, source, size - held)
        held += grown
        costs.append((add, batch, path.stat().st_size / held))
    names = (
        ("one add, normal", "ms"),
        (f"batch of {BATCH:,}, normal", "ms"),
        ("bytes a memory", "B"),
    )
    return [
        Figure(f"{name}, at {size:,}", costs[row][column], unit, floor=costs[0][column])
        for column, (name, unit) in enumerate(names)
        for row, size in enumerate(sizes)
    ]


def grow_to(
    path: Path, source: Iterator[dict[str, object]], missing: int
) -> tuple[int, float, float]:
    """Add so many turns, then measure; return turns added, and ms of one add and of a batch."""
    memory = open_memory(path, durability="normal")
    alice = memory.scope(tenant="bench", user="alice")
    for start in range(0, missing, BATCH):
        alice.remember(list(islice(source, min(BATCH, missing - start))))
    one = median_milliseconds(lambda: alice.remember(next(source)), times=200, warm_up=0)
    part = list(islice(source, BATCH))
    batch = seconds(lambda: alice.remember(part)) * 1000
    memory.close()
    return max(missing, 0) + 200 + BATCH, one, batch


def run(folder: Path, *, quick: bool) -> list[Figure]:
    """Measure everything about writing."""
    sizes = [100, 1_000, 10_000] if quick else [100, 1_000, 10_000, 100_000]
    return [
        single(folder, durability="full"),
        single(folder, durability="normal"),
        many_writers(folder),
        batches(folder, extract=False, goal=20_000),
        batches(folder, extract=True, goal=None),
        *growth(folder, sizes),
    ]
