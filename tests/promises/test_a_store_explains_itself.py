"""A store explains itself: promise 5, through the public face, on both stores."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import apsw
import numpy as np
import psycopg
import pytest
from numpy.typing import NDArray
from tests.store.faulty_disk import faulty_disk, nothing_wrong
from tests.support.embedders import HashEmbedder
from tests.support.postgres import Server

from remanent import Memory, errors
from remanent.store import sql_store
from remanent.store.engine import Session
from remanent.store.migrations import MIGRATIONS

OpenMemory = Callable[..., Memory]
ALICE = {"tenant": "t", "user": "alice"}


class Place:
    """Where a memory may lie that a test spoils: a file, or a schema that nobody else is given."""

    def __init__(self, address: str, schema: str | None) -> None:
        self.address, self.schema = address, schema

    def run(self, statement: str) -> None:
        """Do something to it behind our back."""
        if self.schema is None:
            connection = sqlite3.connect(self.address)
            connection.executescript(statement)
            connection.close()
        else:
            with psycopg.connect(self.address, autocommit=True) as connection:
                connection.execute(statement.encode())

    def schema_version(self) -> int:
        """Return the version that is written in it."""
        if self.schema is None:
            connection = sqlite3.connect(self.address)
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            connection.close()
            return int(version)
        with psycopg.connect(self.address) as connection:
            row = connection.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
        return int(row[0] if row else 0)

    def content(self) -> Any:
        """Return what can be seen of it: the bytes, or the tables with their numbers of rows."""
        if self.schema is None:
            folder = Path(self.address).parent
            return {
                path.name: path.read_bytes()
                for path in folder.iterdir()
                if not path.name.endswith((".lock", "-shm"))
            }
        with psycopg.connect(self.address) as connection:
            names = connection.execute(
                "SELECT tablename FROM pg_tables WHERE schemaname = %s ORDER BY 1", (self.schema,)
            ).fetchall()
            return [
                (name, connection.execute(f"SELECT count(*) FROM {name}".encode()).fetchone())
                for (name,) in names
            ]


@pytest.fixture
def place(engine: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Place]:
    if engine == "sqlite":
        (tmp_path / "store").mkdir()
        yield Place(str(tmp_path / "store" / "memory.db"), None)
        return
    server: Server = request.getfixturevalue("postgres")
    schema = server.make_schema()
    yield Place(server.url(schema), schema)
    server.drop_schema(schema)


def keep_something(place: Place) -> None:
    with Memory(place.address) as memory:
        memory.scope(**ALICE).remember("I live in Ghent.")


def refused(place: Place, error: type[errors.StoreError], remedy: str) -> None:
    """Opening says what is wrong and what to do, and changes nothing."""
    before = place.content()
    with pytest.raises(error) as caught:
        Memory(place.address)
    assert type(caught.value) is error
    assert remedy in caught.value.remedy
    assert caught.value.what
    assert place.content() == before


def test_a_newer_schema_is_refused_and_left_as_it_is(place: Place) -> None:
    keep_something(place)
    place.run(
        "PRAGMA user_version = 99"
        if place.schema is None
        else "UPDATE meta SET value = '99' WHERE key = 'schema'"
    )
    refused(place, errors.StoreNewerError, "pip install -U remanent")


def test_a_store_of_another_program_is_refused_and_left_as_it_is(place: Place) -> None:
    place.run("CREATE TABLE events (id int, mine text); INSERT INTO events VALUES (1, 'mine')")
    refused(place, errors.StoreForeignError, "another")


def test_an_older_schema_is_backed_up_and_then_migrated(
    place: Place, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    def later(session: Session) -> None:
        session.run("CREATE TABLE later (scope BIGINT PRIMARY KEY)")

    keep_something(place)
    before = set(backups_of(place))
    with monkeypatch.context() as patched:
        patched.setattr(sql_store, "MIGRATIONS", (*MIGRATIONS, later))
        with Memory(place.address) as memory:
            assert memory.scope(**ALICE).recall("Where do I live?").items[0].value == "Ghent"
        assert place.schema_version() == len(MIGRATIONS) + 1
        Memory(place.address).close()
    (backup,) = set(backups_of(place)) - before
    try:
        with Memory(backup) as old:
            assert old.scope(**ALICE).recall("Where do I live?").items[0].value == "Ghent"
    finally:
        if place.schema is not None:
            server: Server = request.getfixturevalue("postgres")
            server.drop_schema(backup.rpartition("=")[2].strip('"'))


def backups_of(place: Place) -> list[str]:
    """Return where the backups of older schemas lie."""
    if place.schema is None:
        folder = Path(place.address).parent
        copies = [folder / f"{number}.db" for number in range(len(list(folder.glob("*.backup"))))]
        for found, copied in zip(sorted(folder.glob("*.backup")), copies, strict=True):
            shutil.copy(found, copied)
        return [str(copied) for copied in copies]
    with psycopg.connect(place.address) as connection:
        names = connection.execute(
            "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'schema-1-%'"
        ).fetchall()
    return [place.address.replace(place.schema, f'"{name}"') for (name,) in names]


@pytest.fixture
def file(tmp_path: Path) -> Place:
    (tmp_path / "store").mkdir()
    place = Place(str(tmp_path / "store" / "memory.db"), None)
    keep_something(place)
    return place


def test_a_damaged_file_is_named_and_left_as_it_is(file: Place) -> None:
    content = bytearray(Path(file.address).read_bytes())
    content[100:4096] = b"\xff" * 3996
    Path(file.address).write_bytes(content)
    refused(file, errors.StoreDamagedError, "remanent doctor")


def test_a_file_that_was_cut_off_is_named_and_left_as_it_is(file: Place) -> None:
    Path(file.address).write_bytes(Path(file.address).read_bytes()[:20_000])
    refused(file, errors.StoreDamagedError, "remanent doctor")


def test_a_file_that_is_no_database_is_named_and_left_as_it_is(file: Place) -> None:
    Path(file.address).write_bytes(b"my diary, and nobody else's")
    refused(file, errors.StoreForeignError, "Choose another path")


def test_a_read_only_disk_is_named_and_nothing_is_written(file: Place) -> None:
    with faulty_disk() as disk:
        disk.is_read_only = True
        refused(file, errors.StoreReadOnlyError, "write permission")


def test_a_full_disk_undoes_the_write_and_the_retry_finds_room(file: Place) -> None:
    with faulty_disk() as disk:
        memory = Memory(file.address)
        alice = memory.scope(**ALICE)

        def no_room(operation: str, _file: str) -> None:
            if operation == "write":
                raise apsw.FullError("no space left")

        disk.before = no_room
        with pytest.raises(errors.StoreFullError) as caught:
            alice.remember("I own a kayak.", idempotency_key="k")
        assert "same idempotency key" in caught.value.remedy
        disk.before = nothing_wrong
        assert [fact.value for fact in alice.facts()] == ["Ghent"]
        assert not alice.remember("I own a kayak.", idempotency_key="k").deduplicated
        assert len(alice.facts()) == 2
        assert memory.doctor(full=True) == ()
        memory.close()


@pytest.mark.postgres
def test_a_server_that_does_not_answer_is_named_without_the_password() -> None:
    with pytest.raises(errors.StoreUnreachableError) as caught:
        Memory("postgresql://ann:hunter2@127.0.0.1:9/nowhere")
    assert "Check the address" in caught.value.remedy
    assert "hunter2" not in str(caught.value)


def test_words_are_found_with_another_embedder_before_it_has_any_vector(
    open_memory: OpenMemory,
) -> None:
    first = open_memory(embedder=HashEmbedder(16, "a@1")).scope(**ALICE)
    ids = first.remember(["the kettle whistles", "the cat sleeps"]).event_ids
    for other in (HashEmbedder(16, "b@1"), HashEmbedder(32, "a@1")):
        found = open_memory(embedder=other).scope(**ALICE).recall("kettle")
        assert (found.items[0].id, found.degraded) == (ids[0], ("reindex needed",))


def test_vectors_of_different_embedders_are_never_compared(open_memory: OpenMemory) -> None:
    texts = [f"fact number {number} about topic{number % 9}" for number in range(100)]
    first = HashEmbedder(32, "a@1")
    scope = open_memory(embedder=first).scope(tenant="t", user="alice")
    ids = scope.remember(texts).event_ids
    for second in (HashEmbedder(64, "b@1"), HashEmbedder(32, "c@1")):
        other = open_memory(embedder=second).scope(tenant="t", user="alice")
        found = other.recall("topic3", limit=20)
        assert found.items
        assert "reindex needed" in found.degraded
        assert all("embedding" not in item.signals for item in found.items)
        other.remember("one more")
        assert other.reindex() == 0
        found = other.recall("topic3", limit=20)
        assert found.degraded == ()
        assert any("embedding" in item.signals for item in found.items)
        assert {item.id for item in found.items} <= {*ids, *other_ids(other)}
    back = open_memory(embedder=first).scope(tenant="t", user="alice").recall("topic3", limit=20)
    assert any("embedding" in item.signals for item in back.items)


def other_ids(scope: object) -> set[str]:
    return {item.id for item in scope.recall("one more", limit=10).items}  # type: ignore[attr-defined]


def test_reindexing_goes_on_where_it_stopped(open_memory: OpenMemory) -> None:
    open_memory().scope(tenant="t", user="alice").remember([f"note {n}" for n in range(200)])

    class Tired(HashEmbedder):
        calls = 0

        def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
            Tired.calls += 1
            if Tired.calls == 3:
                raise KeyboardInterrupt
            return super().embed(texts)

    scope = open_memory(embedder=Tired(16, "tired")).scope(tenant="t", user="alice")
    with pytest.raises(KeyboardInterrupt):
        scope.reindex()
    embedded: list[int] = []
    assert scope.reindex(progress=embedded.append) == 0
    assert sum(embedded) == 200 - 2 * 64
