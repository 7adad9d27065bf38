"""What recalling costs, warm and cold, as a scope grows beside a thousand others."""

import statistics
import time
from itertools import islice
from pathlib import Path

import numpy as np

from bench.measuring import DIMENSION, Figure, RandomEmbedder, median_milliseconds
from bench.texts import messages, questions
from remanent import Memory, load_settings

OTHERS = 1000
FEW_OTHERS = 50
BATCH = 2000
QUESTIONS = 60
WARM_GOALS = {10_000: 2.0, 100_000: 10.0}
COLD_GOALS = {10_000: 15.0}


def open_memory(path: Path, *, vectors: bool) -> Memory:
    """Open the memory, with vectors that cost nothing to make, or with words alone."""
    settings = load_settings(
        environ={},
        overrides={
            "store.path": str(path),
            "store.durability": "normal",
            "embedder.batch_size": 1024,
        },
    )
    return Memory(settings=settings, embedder=RandomEmbedder() if vectors else None)


def fill(memory: Memory, size: int, *, others: int) -> None:
    """Write one scope of `size` turns beside many small ones."""
    source = messages(size)
    alice = memory.scope(tenant="bench", user="alice")
    while part := list(islice(source, BATCH)):
        alice.remember(part)
    for number in range(others):
        memory.scope(tenant="bench", user=f"other{number}").remember(
            list(messages(20, seed=100 + number))
        )


def warm(memory: Memory) -> float:
    """Return the median of a recall in an open memory, over different questions."""
    alice = memory.scope(tenant="bench", user="alice")
    asked = iter(questions(QUESTIONS + 5) * 2)
    return median_milliseconds(lambda: alice.recall(next(asked)), times=QUESTIONS, warm_up=5)


def cold(path: Path, *, vectors: bool) -> float:
    """Return the median of the first recall after opening."""
    spent = []
    for question in questions(9, seed=11):
        memory = open_memory(path, vectors=vectors)
        alice = memory.scope(tenant="bench", user="alice")
        start = time.perf_counter()
        alice.recall(question)
        spent.append((time.perf_counter() - start) * 1000)
        memory.close()
    return statistics.median(spent)


def scan_floor(size: int) -> float:
    """Return the median of a bare scan of as many vectors in memory."""
    rows = np.random.default_rng(1).standard_normal((size, DIMENSION)).astype(np.float32)
    query = rows[0]
    return median_milliseconds(lambda: np.argpartition(rows @ query, -10)[-10:], times=20)


def run(folder: Path, *, quick: bool) -> list[Figure]:
    """Measure everything about reading but the largest scope."""
    return [
        figure
        for size in (1_000, 10_000)
        for vectors in (False, True)
        for figure in at(folder, size, vectors=vectors, others=FEW_OTHERS if quick else OTHERS)
    ]


def run_large(folder: Path, *, quick: bool) -> list[Figure]:
    """Measure reading in a scope of 100,000, which takes a minute or two to fill."""
    return [
        figure
        for vectors in (False, True)
        for figure in at(folder, 100_000, vectors=vectors, others=FEW_OTHERS if quick else OTHERS)
    ]


def at(folder: Path, size: int, *, vectors: bool, others: int) -> list[Figure]:
    """Measure a recall, warm and cold, in a scope of one size."""
    name = "words and vectors" if vectors else "words"
    path = folder / f"read-{size}-{vectors}.db"
    memory = open_memory(path, vectors=vectors)
    fill(memory, size, others=others)
    floor = scan_floor(size)
    spent = warm(memory)
    memory.close()
    return [
        Figure(
            f"recall warm, {name}, {size:,}", spent, "ms", floor=floor,
            goal=WARM_GOALS.get(size),
        ),
        Figure(
            f"recall cold, {name}, {size:,}", cold(path, vectors=vectors), "ms",
            floor=floor, goal=COLD_GOALS.get(size),
        ),
    ]  # fmt: skip
