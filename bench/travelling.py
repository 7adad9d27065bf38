"""What going back costs: a rollback and a restore, beside bare SQL that moves the same rows."""

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import apsw

from bench.measuring import Figure, RandomEmbedder
from remanent import Memory, ScopedMemory, load_settings

START = datetime(2024, 1, 1, tzinfo=UTC)
GOAL_SECONDS = 2.0
BATCH = 500
MOVED = (
    ("events", "seq"), ("facts", "seq"), ("changes", "event_seq"), ("marks", "event_seq"),
    ("retention", "fact_seq"), ("uses", "event_seq"), ("links", "seq"), ("vectors", "seq"),
)  # fmt: skip


class _Clock:
    """Stands still until it is moved: what was recorded when is what is measured here."""

    def __init__(self) -> None:
        self.moment = START

    def now(self) -> datetime:
        """Return the moment it stands at."""
        return self.moment


def run(folder: Path, *, quick: bool) -> list[Figure]:
    """Measure going back before most of what is known, and before the last of it."""
    facts = 1_000 if quick else 10_000
    clock = _Clock()
    path = folder / "travelling.db"
    settings = load_settings(environ={}, overrides={"store.path": str(path)})
    memory = Memory(settings=settings, clock=clock, embedder=RandomEmbedder())
    alice = memory.scope(tenant="bench", user="alice")
    _tell(alice, 0, BATCH)
    early = clock.now()
    clock.moment += timedelta(hours=1)
    _tell(alice, BATCH, facts - BATCH // 10)
    late = clock.now()
    clock.moment += timedelta(hours=1)
    _tell(alice, facts - BATCH // 10, facts)
    memory.close()
    floor_out, floor_back = _bare(path, folder / "bare.db", alice_boundary(path))
    memory = Memory(settings=settings, clock=clock, embedder=RandomEmbedder())
    alice = memory.scope(tenant="bench", user="alice")
    clock.moment += timedelta(hours=1)
    figures = []
    for name, moment, floors in (
        (f"{facts - BATCH:,} of {facts:,} facts", early, (floor_out, floor_back)),
        (f"the last {BATCH // 10} of {facts:,} facts", late, (None, None)),
    ):
        begin = time.perf_counter()
        made = alice.rollback(moment)
        out = time.perf_counter() - begin
        begin = time.perf_counter()
        alice.restore(made.number)
        back = time.perf_counter() - begin
        figures += [
            Figure(f"roll back {name}", out, "s", floor=floors[0], goal=GOAL_SECONDS),
            Figure(f"restore {name}", back, "s", floor=floors[1], goal=GOAL_SECONDS),
        ]
    memory.close()
    return figures


def _tell(scope: ScopedMemory, first: int, last: int) -> None:
    """Tell facts, one in five of which takes the place of an earlier one."""
    for start in range(first, last, BATCH):
        scope.remember(
            facts=[_fact(number) for number in range(start, min(start + BATCH, last))],
            at=START + timedelta(minutes=start),
        )


def _fact(number: int) -> dict[str, object]:
    if number % 5 == 0:
        city = f"town {number}"
        return {"subject": f"person {number % 200}", "slot": "home", "value": city,
                "text": f"lives in {city}",
                "valid_from": START + timedelta(minutes=number)}  # fmt: skip
    thing = f"thing {number}"
    return {"subject": f"person {number % 500}", "slot": "likes", "value": thing,
            "text": f"likes {thing}"}  # fmt: skip


def alice_boundary(path: Path) -> int:
    """Return the last log entry of the first batch."""
    connection = apsw.Connection(str(path))
    row = connection.execute(
        "SELECT max(seq) FROM events WHERE recorded_at = (SELECT min(recorded_at) FROM events)"
    ).fetchone()
    connection.close()
    assert row is not None, "there are events"
    return int(row[0])


def _bare(path: Path, other: Path, boundary: int) -> tuple[float, float]:
    """Return how long the same rows take to move to tables beside theirs, and back."""
    source = apsw.Connection(str(path))
    target = apsw.Connection(str(other))
    with target.backup("main", source, "main") as backup:
        backup.step()
    source.close()
    target.execute("PRAGMA journal_mode=WAL").fetchall()
    target.execute("PRAGMA synchronous=FULL").fetchall()
    for table, _ in MOVED:
        target.execute(f"CREATE TABLE kept_{table} AS SELECT * FROM {table} WHERE 0")
    begin = time.perf_counter()
    target.execute("BEGIN IMMEDIATE")
    for table, column in MOVED:
        target.execute(
            f"INSERT INTO kept_{table} SELECT * FROM {table} WHERE {column} > ?", (boundary,)
        )
        target.execute(f"DELETE FROM {table} WHERE {column} > ?", (boundary,))
    target.execute("COMMIT")
    out = time.perf_counter() - begin
    begin = time.perf_counter()
    target.execute("BEGIN IMMEDIATE")
    for table, _ in MOVED:
        target.execute(f"INSERT INTO {table} SELECT * FROM kept_{table}")
        target.execute(f"DELETE FROM kept_{table}")
    target.execute("COMMIT")
    back = time.perf_counter() - begin
    target.close()
    return out, back
