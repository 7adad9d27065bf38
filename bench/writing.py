"""What remembering costs: one at a time, many writers at once, batches, and as memory grows."""

import threading
import time
from itertools import islice
from pathlib import Path

from bench.measuring import BareTable, Figure, median_milliseconds, seconds
from bench.texts import messages
from remanent import Memory, load_settings

ROW_BYTES = 600  # what one turn adds to the log, its index and the audit, about
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


def single(folder: Path, *, durability: str, goal: float | None) -> Figure:
    """Measure one durable or normal add, beside a bare transaction of as many bytes."""
    memory = open_memory(folder / f"single-{durability}.db", durability=durability)
    bare = BareTable(
        folder / f"bare-{durability}.db", durable=durability == "full", row_bytes=ROW_BYTES
    )
    alice = memory.scope(tenant="bench", user="alice")
    source = messages(10 * SINGLES)
    floors, values = [], []
    for _ in range(3):  # in turn, so that a drifting machine does not favour one
        floors.append(median_milliseconds(bare.write, times=SINGLES // 3))
        values.append(median_milliseconds(lambda: alice.remember(next(source)), times=SINGLES // 3))
    memory.close()
    bare.close()
    return Figure(
        f"one add, {durability}", sorted(values)[1], "ms", floor=sorted(floors)[1], goal=goal
    )


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
    """Measure one add as a scope grows."""
    memory = open_memory(folder / "growth.db", durability="normal")
    alice = memory.scope(tenant="bench", user="alice")
    source = messages(max(sizes) + 1000 * len(sizes))
    figures, held, first = [], 0, None
    for size in sizes:
        while held < size:
            alice.remember(list(islice(source, min(BATCH, size - held))))
            held += min(BATCH, size - held)
        spent = median_milliseconds(lambda: alice.remember(next(source)), times=200)
        held += 203
        first = first or spent
        figures.append(Figure(f"one add, normal, at {size:,}", spent, "ms", floor=first))
    memory.close()
    return figures


def run(folder: Path, *, quick: bool) -> list[Figure]:
    """Measure everything about writing."""
    sizes = [100, 1_000, 10_000] if quick else [100, 1_000, 10_000, 100_000]
    return [
        single(folder, durability="full", goal=None),
        single(folder, durability="normal", goal=None),
        many_writers(folder),
        batches(folder, extract=False, goal=20_000),
        batches(folder, extract=True, goal=None),
        *growth(folder, sizes),
    ]
