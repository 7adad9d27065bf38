"""What observing and showing a card cost, beside FERNme and beside bare transactions.

Rates are taken in turns, so that a drifting machine favours nobody; beside the rates stand seconds
of the processor, which a busy machine blurs less.
"""

import os
import random
import statistics
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Any

import apsw

from bench.beside_fernme import Fernme, Told
from bench.measuring import CONSOLE, Figure, median_milliseconds
from remanent import Memory, load_settings

SIZES = (50, 500, 5_000)
CARD_GOALS = {50: 0.5, 5_000: 2.0}
TIMES_FERNME = 20.0
FLAT = 0.75  # share of the rate at 50 attributes that is kept at the others
CROWD, QUICK_CROWD = 100_000, 2_000
ROUNDS = 5
CROWD_ROUNDS = 3
COUNTED = 40
"""Events of which it is counted how many pages they write."""
BARE_PAGES = 64
PAGE_BYTES, FRAME_BYTES = 8192, 24
SHOWN_EVERY = 10_000
SINGLES, DURABLES, BATCH, CARDS = 200, 50, 1_000, 50
WRITERS, EVENTS_A_WRITER = 32, 20
SHOWN_AT_ONCE = 10
CONTEXT = ["ctx:c1"]
START = datetime(2026, 1, 1, tzinfo=UTC)
ROW_BYTES = 600  # of a preference with its associations, about

Event = dict[str, Any]
Cost = tuple[float, float]
"""Seconds, and seconds of the processor, of one event."""


class Behaviour:
    """Purchases of one invented person, of whom so many attributes are known."""

    def __init__(self, attributes: int, *, seed: int = 1) -> None:
        """Take how many attributes there are."""
        self.names = [
            f"{kind}:{kind[0]}{number}"
            for number in range(attributes // 2)
            for kind in ("item", "pref")
        ]
        self._random = random.Random(seed)
        self._minutes = count()

    def filling(self) -> list[Event]:
        """Return events that show every attribute once, several at a time."""
        return [
            self._event(self.names[start : start + SHOWN_AT_ONCE])
            for start in range(0, len(self.names), SHOWN_AT_ONCE)
        ]

    def __iter__(self) -> Iterator[Event]:
        """Yield events of two attributes and a context."""
        while True:
            yield self._event([self._random.choice(self.names), self._random.choice(self.names)])

    def _event(self, names: list[str]) -> Event:
        minute = next(self._minutes)
        return {
            "kind": "purchase",
            "attributes": names,
            "context": [f"ctx:c{minute % 4}"],
            "at": START + timedelta(minutes=minute),
        }


def told(events: list[Event]) -> list[Told]:
    """Return events as FERNme takes them."""
    return [
        ([*dict.fromkeys(each["attributes"]), *each["context"]], each["at"].timestamp())
        for each in events
    ]


class BareEvents:
    """The floor: the fewest statements that keep an event and the three rows that it touches."""

    def __init__(self, path: Path, *, durable: bool) -> None:
        """Make a database of two tables."""
        self._connection = apsw.Connection(str(path))
        synchronous = "FULL" if durable else "NORMAL"
        for pragma in ("page_size=8192", "journal_mode=WAL", f"synchronous={synchronous}"):
            self._connection.execute(f"PRAGMA {pragma}").fetchall()
        for table in (
            "rows (name TEXT PRIMARY KEY, data BLOB)",
            "log (seq INT PRIMARY KEY, at INT)",
        ):
            self._connection.execute(f"CREATE TABLE {table} WITHOUT ROWID").fetchall()
        self._seqs = count(1)

    def observe(self, given: Event | list[Event]) -> None:
        """Write events in one transaction."""
        events = given if isinstance(given, list) else [given]
        run = self._connection.execute
        run("BEGIN IMMEDIATE").fetchall()
        for each in events:
            names = [*each["attributes"], *each["context"]]
            run("SELECT data FROM rows WHERE name IN (?, ?, ?)", names[:3]).fetchall()
            run("INSERT INTO log VALUES (?, ?)", (next(self._seqs), 0)).fetchall()
            self._connection.executemany(
                "INSERT INTO rows VALUES (?, ?) "
                "ON CONFLICT (name) DO UPDATE SET data = excluded.data",
                [(name, bytes(ROW_BYTES)) for name in names],
            ).fetchall()
        run("COMMIT").fetchall()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()


class BarePages:
    """The floor under the floor: a transaction of as many pages as ours, and nothing else."""

    def __init__(self, path: Path, *, pages: int, durable: bool) -> None:
        """Make a database of rows that fill a page each."""
        self._connection = apsw.Connection(str(path))
        synchronous = "FULL" if durable else "NORMAL"
        for pragma in ("page_size=8192", "journal_mode=WAL", f"synchronous={synchronous}"):
            self._connection.execute(f"PRAGMA {pragma}").fetchall()
        self._connection.execute("CREATE TABLE pages (id INTEGER PRIMARY KEY, data BLOB)")
        self._pages, self._next = pages, count()
        rows = [(number, bytes(PAGE_BYTES - 300)) for number in range(BARE_PAGES)]
        self._connection.executemany("INSERT INTO pages VALUES (?, ?)", rows).fetchall()

    def write(self, _: object) -> None:
        """Write so many pages in one transaction."""
        run = self._connection.execute
        run("BEGIN IMMEDIATE").fetchall()
        self._connection.executemany(
            "UPDATE pages SET data = ? WHERE id = ?",
            [self._row(next(self._next)) for _ in range(self._pages)],
        ).fetchall()
        run("COMMIT").fetchall()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def _row(self, number: int) -> tuple[bytes, int]:
        """Return other bytes each time: SQLite leaves alone a page in which nothing changes."""
        return bytes([number % 251]) * (PAGE_BYTES - 300), number * 7 % BARE_PAGES


@dataclass(slots=True)
class Costs:
    """What one event took, round by round: here, bare and at FERNme's."""

    ours: list[Cost] = field(default_factory=list)
    bare: list[Cost] = field(default_factory=list)
    fernme: list[Cost] = field(default_factory=list)

    def figure(self, name: str, *, part: int = 0, least: float | None = None) -> Figure:
        """Return a rate.

        Args:
            part: 0 for events a second; 1 for events a second of the processor.
            least: the goal, where it is not a multiple of FERNme's rate.
        """
        other = _rate(self.fernme, part)
        goal = least if least is not None or other is None else TIMES_FERNME * other
        unit = ("events/s", "events/s of CPU")[part]
        return Figure(
            name, _rate(self.ours, part) or 0.0, unit, floor=_rate(self.bare, part), goal=goal,
            lower_is_better=False, other=other,
        )  # fmt: skip


def _rate(costs: list[Cost], part: int) -> float | None:
    return 1 / statistics.median(each[part] for each in costs) if costs else None


def cost(call: Callable[[], object], events: int) -> Cost:
    """Return what one of so many events took."""
    wall, cpu = time.perf_counter(), time.process_time()
    call()
    return (time.perf_counter() - wall) / events, (time.process_time() - cpu) / events


def at_fernme(times: int, size: int) -> int:
    """Return how often FERNme does what we do so many times: its events slow as a person grows."""
    return max(times * SIZES[0] // size, 5)


def one_by_one(observe: Callable[[Any], object], events: Sequence[object]) -> None:
    """Observe each by a call of its own."""
    for each in events:
        observe(each)


def open_memory(path: Path, *, durability: str = "normal") -> Memory:
    """Open a memory."""
    overrides = {"store.path": str(path), "store.durability": durability}
    return Memory(settings=load_settings(environ={}, overrides=overrides))


class Trial:
    """A person with so many attributes: here, bare and at FERNme's."""

    def __init__(
        self, folder: Path, size: int, *, durability: str, singles: int, python: Path | None
    ) -> None:
        """Let everything be known of the person once."""
        self.size, self._singles = size, singles
        self.single, self.batch = Costs(), Costs()
        self.same_pages: list[Cost] = []
        name = f"{durability}-{size}"
        is_durable = durability == "full"
        path = folder / f"observe-{name}.db"
        behaviour = Behaviour(size)
        filling, self._source = behaviour.filling(), iter(behaviour)
        memory = open_memory(path, durability=durability)
        memory.scope(tenant="bench", user="alice").observe(filling)
        memory.close()  # which empties the log, so that its size tells what is written from here on
        self._memory = open_memory(path, durability=durability)
        self._alice = self._memory.scope(tenant="bench", user="alice")
        one_by_one(self._alice.observe, list(islice(self._source, COUNTED)))
        written = path.with_name(path.name + "-wal").stat().st_size
        self.pages = written / (PAGE_BYTES + FRAME_BYTES) / COUNTED
        self._bare = BareEvents(folder / f"bare-{name}.db", durable=is_durable)
        self._bare.observe(filling)
        self._bare_pages = BarePages(
            folder / f"pages-{name}.db", pages=round(self.pages), durable=is_durable
        )
        self._fernme: Fernme | None = None
        if python:
            self._fernme = Fernme(python, folder / f"fernme-{name}.db", durability=durability)
            self._is_beside(self._fernme.observe(told(filling), in_one=True))

    def round(self) -> None:
        """Measure each once."""
        events = list(islice(self._source, self._singles))
        many = list(islice(self._source, BATCH))
        alice, bare = self._alice.observe, self._bare.observe
        self.single.ours.append(cost(partial(one_by_one, alice, events), self._singles))
        self.single.bare.append(cost(partial(one_by_one, bare, events), self._singles))
        self.same_pages.append(
            cost(partial(one_by_one, self._bare_pages.write, events), self._singles)
        )
        self.batch.ours.append(cost(partial(alice, many), BATCH))
        self.batch.bare.append(cost(partial(bare, many), BATCH))
        few = at_fernme(self._singles, self.size)
        if self._fernme and (found := self._is_beside(self._fernme.observe(told(events[:few])))):
            self.single.fernme.append(found)
        if self._fernme and (
            found := self._is_beside(self._fernme.observe(told(many[:few]), in_one=True))
        ):
            self.batch.fernme.append(found)

    def close(self) -> None:
        """Let go of every file."""
        self._memory.close()
        self._bare.close()
        self._bare_pages.close()
        if self._fernme:
            self._fernme.close()

    def _is_beside(self, found: Cost | None) -> Cost | None:
        """Leave FERNme where it is once it takes more than a minute."""
        if found is None and self._fernme:
            self._fernme.close()
            self._fernme = None
        return found


def observing(folder: Path, *, python: Path | None) -> list[Figure]:
    """Measure events a second: single, durable, in batches, and as a person's attributes grow."""
    trials = [
        Trial(folder, size, durability="normal", singles=SINGLES, python=python) for size in SIZES
    ]
    for _ in range(ROUNDS):
        for trial in trials:
            trial.round()
    figures, first = list[Figure](), dict[str, float]()
    for trial in trials:
        names = (
            (f"one event, normal, {trial.size:,} attributes", trial.single),
            (f"batches of {BATCH:,}, normal, {trial.size:,} attributes", trial.batch),
        )
        for name, costs in names:
            for part in (0, 1):
                key = f"{name.partition(',')[0]} {part}"
                least = None if trial is trials[0] else FLAT * first[key]
                figure = costs.figure(name, part=part, least=least)
                first.setdefault(key, figure.value)
                figures.append(figure)
        figures += page_figures(trial)
        trial.close()
    figures += flatness(trials)
    durable = Trial(folder, SIZES[0], durability="full", singles=DURABLES, python=python)
    for _ in range(ROUNDS):
        durable.round()
    durable.close()
    figures.append(durable.single.figure(f"one event, durable, {SIZES[0]} attributes"))
    figures.append(durable.batch.figure(f"batches of {BATCH:,}, durable, {SIZES[0]} attributes"))
    figures.append(many_writers(folder, python=python))
    return figures


def page_figures(trial: Trial) -> list[Figure]:
    """Tell how many pages an event writes, and its rate beside a transaction that writes as many.

    A page is what SQLite takes into its log at once, 8 kB.
    """
    named = f"{trial.size:,} attributes"
    ours, bare = _rate(trial.single.ours, 0), _rate(trial.same_pages, 0)
    return [
        Figure(f"pages of one event, {named}", trial.pages, "pages"),
        Figure(
            f"one event beside {round(trial.pages)} bare pages, {named}", ours or 0.0, "events/s",
            floor=bare, lower_is_better=False,
        ),
    ]  # fmt: skip


def flatness(trials: Sequence[Trial]) -> list[Figure]:
    """Tell which share of the rate at the fewest attributes is kept at the most."""
    fewest, most = trials[0], trials[-1]
    named = f"kept from {fewest.size:,} to {most.size:,} attributes"
    return [
        Figure(
            f"{what}, rate {named}",
            100 * statistics.median(few[0] / many[0] for few, many in zip(*both, strict=True)),
            "%",
            goal=100 * FLAT,
            lower_is_better=False,
        )
        for what, both in (
            ("one event", (fewest.single.ours, most.single.ours)),
            (f"batches of {BATCH:,}", (fewest.batch.ours, most.batch.ours)),
        )
    ]


def many_writers(folder: Path, *, python: Path | None) -> Figure:
    """Measure durable events a second of 32 threads that each wait for their own commit."""
    memory = open_memory(folder / "writers.db", durability="full")
    bare = BareEvents(folder / "bare-writers.db", durable=True)
    events = list(islice(Behaviour(SIZES[0]), EVENTS_A_WRITER))
    total = WRITERS * EVENTS_A_WRITER

    def write(number: int) -> None:
        scope = memory.scope(tenant="bench", user=f"user{number}")
        for each in events:
            scope.observe(**each)

    def together() -> None:
        threads = [threading.Thread(target=write, args=(number,)) for number in range(WRITERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    costs = Costs(ours=[cost(together, total)])
    crowds = [[each] * WRITERS for each in events]
    costs.bare.append(cost(partial(one_by_one, bare.observe, crowds), total))
    if python:
        fernme = Fernme(python, folder / "fernme-writers.db", durability="FULL")
        spent = fernme.observe_beside(told(events), writers=WRITERS)
        costs.fernme.append((spent / total, 0.0))
        fernme.close()
    memory.close()
    bare.close()
    return costs.figure(f"{WRITERS} writers, durable")


def cards(folder: Path, *, python: Path | None) -> list[Figure]:
    """Measure a card: again, after another event, and as the first one of a process."""
    figures: list[Figure] = []
    empty = empty_bytes(folder)
    for size in SIZES:
        path = folder / f"card-{size}.db"
        memory = open_memory(path)
        alice = memory.scope(tenant="bench", user="alice")
        behaviour = Behaviour(size)
        filling, source = behaviour.filling(), iter(behaviour)
        events = [*filling, *islice(source, min(2 * size, BATCH))]
        alice.observe(events)
        show = partial(alice.card, context=CONTEXT)
        warm = median_milliseconds(show, times=CARDS)
        after = card_after_event(alice.observe, show, source)
        memory.close()
        other = None
        if python:
            fernme = Fernme(python, folder / f"fernme-card-{size}.db")
            if fernme.observe(told(events if size == SIZES[0] else filling), in_one=True):
                at = events[-1]["at"].timestamp()
                times = at_fernme(CARDS, size)
                other = fernme.card_milliseconds(CONTEXT, at, times=times)
            fernme.close()
        goal = CARD_GOALS.get(size)
        named = f"{size:,} attributes"
        figures += [
            Figure(f"card warm, {named}", warm, "ms", goal=goal, other=other),
            Figure(f"card after an event, {named}", after, "ms", goal=goal, other=other),
            Figure(f"card cold, {named}", cold(path), "ms", other=other),
            Figure(f"bytes a user, {named}", path.stat().st_size - empty, "B"),
        ]
    return figures


def empty_bytes(folder: Path) -> int:
    """Return the size of a file in which there is nobody."""
    path = folder / "empty.db"
    open_memory(path).close()
    return path.stat().st_size


def card_after_event(
    observe: Callable[..., object], show: Callable[[], object], source: Iterator[Event]
) -> float:
    """Return the median of a card that something was observed before."""
    spent = []
    for each in islice(source, CARDS):
        observe(**each)
        start = time.perf_counter()
        show()
        spent.append((time.perf_counter() - start) * 1000)
    return statistics.median(spent)


def cold(path: Path, *, user: str = "alice") -> float:
    """Return the median of the first card after opening."""
    spent = []
    for _ in range(9):
        memory = open_memory(path)
        alice = memory.scope(tenant="bench", user=user)
        start = time.perf_counter()
        alice.card(context=CONTEXT)
        spent.append((time.perf_counter() - start) * 1000)
        memory.close()
    return statistics.median(spent)


def crowded(folder: Path, *, users: int) -> list[Figure]:
    """Measure one person in a file with many others beside the same person alone in a file.

    The floor of each is the person alone; both are measured in turns, by new people each time.

    Args:
        folder: where the file of many is filled; one that was begun there is filled up.
    """
    lone, crowd = folder / f"lone-{os.urandom(4).hex()}.db", folder / f"crowd-{users}.db"
    bytes_a_user = fill_crowd(crowd, users, empty=empty_bytes(folder))
    names = [f"alice {os.urandom(4).hex()}" for _ in range(CROWD_ROUNDS)]  # each new to the file
    found = [one_person(path, name) for name in names for path in (lone, crowd)]
    alone, among = (
        [statistics.median(values) for values in zip(*found[start::2], strict=True)]
        for start in (0, 1)
    )
    figures = [
        Figure(
            f"{name}, one of {users:,} users", among[place], "ms",
            floor=alone[place], goal=alone[place] / FLAT,
        )
        for place, name in enumerate(("one event", "card warm", "card cold"))
    ]  # fmt: skip
    figures.insert(
        0,
        Figure(
            f"one event, one of {users:,} users", 1000 / among[0], "events/s",
            floor=1000 / alone[0], goal=1000 / alone[0] * FLAT, lower_is_better=False,
        ),
    )  # fmt: skip
    everybody = strangers(crowd, users)
    return [
        *figures,
        Figure(f"one event, of any of {users:,} users", everybody[0], "ms", floor=alone[0]),
        Figure(f"first card, of any of {users:,} users", everybody[1], "ms", floor=alone[2]),
        Figure("bytes a user, 10 attributes", bytes_a_user, "B"),
    ]


def fill_crowd(path: Path, users: int, *, empty: int) -> float:
    """Let so many users do three things each; return the bytes of one of them.

    What stands there of an earlier run is kept: each user's events depend on his number alone.
    """
    memory = open_memory(path)
    done = sum(each.name.startswith("user") for each in memory.scopes(tenant="bench"))
    for number in range(done, users):
        events = list(islice(Behaviour(SIZES[0], seed=number), 3))
        memory.scope(tenant="bench", user=f"user{number}").observe(events)
        if (number + 1) % SHOWN_EVERY == 0:
            CONSOLE.print(f"[dim]{number + 1:,} of {users:,} users")
    memory.close()
    return (path.stat().st_size - empty) / users


def one_person(path: Path, name: str) -> tuple[float, float, float]:
    """Return ms of an event, a warm card and a cold one of a person with 50 attributes."""
    memory = open_memory(path)
    alice = memory.scope(tenant="bench", user=name)
    behaviour = Behaviour(SIZES[0])
    source = iter(behaviour)
    alice.observe([*behaviour.filling(), *islice(source, 100)])
    event = median_milliseconds(lambda: alice.observe(**next(source)), times=SINGLES)
    warm = median_milliseconds(lambda: alice.card(context=CONTEXT), times=CARDS)
    memory.close()
    return event, warm, cold(path, user=name)


def strangers(path: Path, users: int) -> tuple[float, float]:
    """Return ms of an event and of a card, each of another user."""
    memory = open_memory(path)
    chosen = random.Random(5).sample(range(users), 2 * SINGLES)
    scopes = iter([memory.scope(tenant="bench", user=f"user{number}") for number in chosen])
    source = iter(Behaviour(SIZES[0]))
    times = SINGLES - 3
    event = median_milliseconds(lambda: next(scopes).observe(**next(source)), times=times)
    card = median_milliseconds(lambda: next(scopes).card(context=CONTEXT), times=times)
    memory.close()
    return event, card


def run(folder: Path, *, quick: bool, python: Path | None = None) -> list[Figure]:
    """Measure everything about preferences but the whole crowd.

    Args:
        python: an interpreter that has FERNme; None measures without it.
    """
    figures = [*observing(folder, python=python), *cards(folder, python=python)]
    return [*figures, *crowded(folder, users=QUICK_CROWD)] if quick else figures


def run_crowd(folder: Path, *, quick: bool, kept: Path | None = None) -> list[Figure]:
    """Measure one person among 100,000.

    Args:
        kept: a folder in which the file of many stays, or in which it was begun.
    """
    return crowded(kept or folder, users=QUICK_CROWD if quick else CROWD)
