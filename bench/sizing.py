"""How many bytes a memory takes, and what starting costs."""

import statistics
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path

from bench.measuring import Figure, RandomEmbedder
from bench.texts import messages
from remanent import Memory, load_settings

COUNT = 10_000


def bytes_a_memory(folder: Path, *, vectors: bool) -> Figure:
    """Measure the file after 10,000 turns of about 120 characters, closed and checkpointed."""
    path = folder / f"size-{vectors}.db"
    settings = load_settings(
        environ={}, overrides={"store.path": str(path), "embedder.batch_size": 1024}
    )
    memory = Memory(settings=settings, embedder=RandomEmbedder() if vectors else None)
    alice = memory.scope(tenant="bench", user="alice")
    source = messages(COUNT)
    text = 0
    while part := list(islice(source, 100)):
        text += sum(len(str(each["content"])) for each in part)
        alice.remember(part)
    memory.close()
    size = path.stat().st_size / COUNT
    name = "with vectors" if vectors else "without vectors"
    return Figure(
        f"bytes a memory, {name}", size, "B", floor=text / COUNT, goal=2500 if vectors else 1300
    )


OPENED = "import remanent; ann = remanent.Memory({path!r}).scope(tenant='a', user='ann')"
FIRST_USES = {
    "import remanent": "import remanent",
    "from remanent import Memory": "from remanent import Memory",
    "the first remember": f"{OPENED}; ann.remember('I moved.')",
    "the first recall": f"{OPENED}; ann.recall('Who moved?')",
}


def start_up(folder: Path) -> list[Figure]:
    """Measure whole processes: a bare interpreter, the imports, and the first uses."""

    def process(program: str) -> float:
        spent = []
        for _ in range(7):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", program], check=True)
            spent.append((time.perf_counter() - start) * 1000)
        return statistics.median(spent)

    floor = process("pass")
    path = str(folder / "first.db")
    return [
        Figure(
            f"process: {name}", process(program.format(path=path)), "ms", floor=floor,
            goal=floor + 150 if name == "import remanent" else None,
        )
        for name, program in FIRST_USES.items()
    ]  # fmt: skip


def run(folder: Path, *, quick: bool) -> list[Figure]:
    """Measure everything about size and start."""
    del quick
    return [
        bytes_a_memory(folder, vectors=False),
        bytes_a_memory(folder, vectors=True),
        *start_up(folder),
    ]
