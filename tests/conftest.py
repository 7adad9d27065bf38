"""Stores for every test that wants one, on both engines."""

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from tests.support.clock import CountingIds, FrozenClock
from tests.support.postgres import Server, running_server
from tests.support.values import Values

from remanent.store.engine import Database
from remanent.store.postgres import open_postgres
from remanent.store.sql_store import SqlStore
from remanent.store.sqlite.database import SqliteDatabase

ENGINES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in a job that a shell put behind
    signal.signal(signal.SIGINT, signal.default_int_handler)


class OpenStore(Protocol):
    """Opens stores that are closed at the end of the test."""

    def __call__(self, engine: str, name: str = "memory", **options: Any) -> SqlStore:
        """Open the store of a name: the same one again, as another process would."""
        ...


class MakeStore(Protocol):
    """The same, on the engine that the test runs with."""

    def __call__(self, name: str = "memory", **options: Any) -> SqlStore:
        """Open the store of a name."""
        ...


@pytest.fixture
def clock() -> FrozenClock:
    """Time that stands still."""
    return FrozenClock()


@pytest.fixture
def ids() -> CountingIds:
    """Ids in order."""
    return CountingIds()


@pytest.fixture
def values(clock: FrozenClock, ids: CountingIds) -> Values:
    """Things to put into a store."""
    return Values(clock, ids)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """One server for all tests."""
    with running_server() as server:
        yield server


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    """Both engines, one after the other."""
    return str(request.param)


class Addresses:
    """Where the stores of one test are, by name: a file, or a schema on the server."""

    def __init__(self, request: pytest.FixtureRequest, folder: Path) -> None:
        """Start the server only for a test that asks for it."""
        self._request, self._folder = request, folder
        self._schemas: dict[str, str] = {}

    def of(self, name: str, engine: str) -> str:
        """Return the path or the address of a store."""
        if engine == "sqlite":
            return str(self._folder / f"{name}.db")
        if name not in self._schemas:
            self._schemas[name] = self._server().take_schema()
        return self._server().url(self._schemas[name])

    def give_back(self) -> None:
        """Let other tests have the schemas."""
        for schema in self._schemas.values():
            self._server().give_back(schema)

    def _server(self) -> Server:
        server: Server = self._request.getfixturevalue("postgres")
        return server


@pytest.fixture
def addresses(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Addresses]:
    """Where the stores of this test are."""
    found = Addresses(request, tmp_path)
    yield found
    found.give_back()


@pytest.fixture
def open_store(addresses: Addresses, clock: FrozenClock) -> Iterator[OpenStore]:
    """Opens stores by engine and name."""
    opened: list[SqlStore] = []

    def open_one(engine: str, name: str = "memory", **options: Any) -> SqlStore:
        store = SqlStore(open_database(engine, addresses.of(name, engine)), clock=clock, **options)
        opened.append(store)
        return store

    yield open_one
    for store in opened:
        store.close()


@pytest.fixture
def make_store(engine: str, open_store: OpenStore) -> MakeStore:
    """Opens stores by name, on both engines one after the other."""

    def make(name: str = "memory", **options: Any) -> SqlStore:
        return open_store(engine, name, **options)

    return make


@pytest.fixture
def store(make_store: MakeStore) -> SqlStore:
    """A store with nothing in it, on both engines one after the other."""
    return make_store()


def open_database(engine: str, address: str) -> Database:
    """Open an engine, with no more waiting for the disk than a test needs."""
    if engine == "sqlite":
        return SqliteDatabase(Path(address), durability="normal")
    return open_postgres(address, max_size=4)
