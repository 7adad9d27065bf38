"""What only a server can do: refuse us, let several in at once, go away and come back."""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest
from tests.conftest import Addresses, OpenStore
from tests.support.clock import FrozenClock
from tests.support.postgres import Server
from tests.support.values import ALICE, BOB, Values, append, write

from remanent.errors import (
    MissingExtraError,
    StoreBusyError,
    StoreError,
    StoreForeignError,
    StoreNewerError,
    StoreReadOnlyError,
    StoreUnreachableError,
)
from remanent.store.engine import Session
from remanent.store.migrations import MIGRATIONS
from remanent.store.migrations.first import PARTITIONS
from remanent.store.migrations.runner import migrate
from remanent.store.postgres import database as database_module
from remanent.store.postgres import open_postgres
from remanent.store.postgres.checks import TABLES
from remanent.store.postgres.database import PostgresDatabase
from remanent.store.sql_store import SqlStore
from remanent.store.tables.registry import read_meta, write_meta
from remanent.store.transaction import SqlTransaction

pytestmark = pytest.mark.postgres
SECRET = "hunter2"  # noqa: S105 - the password that must not be shown


@pytest.fixture
def schema(postgres: Server) -> Iterator[str]:
    """A schema with nothing in it."""
    name = postgres.make_schema()
    yield name
    postgres.drop_schema(name)


@pytest.fixture
def store(open_store: OpenStore) -> SqlStore:
    """A store on the server."""
    return open_store("postgresql")


@pytest.fixture
def open_one(postgres: Server) -> Iterator[Callable[..., PostgresDatabase]]:
    """Opens databases of a schema that are closed at the end."""
    opened: list[PostgresDatabase] = []

    def open_it(schema: str, **options: Any) -> PostgresDatabase:
        opened.append(PostgresDatabase(postgres.url(schema), **options))
        return opened[-1]

    yield open_it
    for database in opened:
        database.close()


def chain(error: BaseException | None) -> str:
    """Everything that a traceback would show."""
    found = []
    while error is not None:
        found.append(f"{error!r} {error}")
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return "\n".join(found)


@pytest.mark.parametrize(
    "address",
    [
        f"postgresql://me:{SECRET}@127.0.0.1:1/nothing",
        f"postgresql://me:{SECRET}@nowhere.invalid/nothing?connect_timeout=1",
        f"postgresql://me@/nothing?host=/nowhere&password={SECRET}",
        f"postgresql://me:{SECRET}@127.0.0.1:{SECRET}/nothing",
        f"postgresql://me:p@{SECRET}@127.0.0.1:1/nothing",
        f"postgresql://me:{SECRET}@127.0.0.1/nothing?no_such_option={SECRET}",
        f"host=127.0.0.1 port=1 user=me password={SECRET}",
        f"host=127.0.0.1 port=1 password='{SECRET}",
    ],
)
def test_a_server_that_does_not_answer_is_named_without_the_password(address: str) -> None:
    with pytest.raises(StoreUnreachableError) as caught:
        open_postgres(address)
    assert SECRET not in chain(caught.value)
    assert caught.value.remedy


def test_a_database_that_is_not_there_is_said_to_be(postgres: Server) -> None:
    with pytest.raises(StoreUnreachableError, match=r"nothing_of_this_name.* does not exist"):
        open_postgres(postgres.elsewhere("nothing_of_this_name"))


def test_the_address_is_shown_without_the_password(postgres: Server, schema: str) -> None:
    joint = "&" if "?" in postgres.url(schema) else "?"
    database = PostgresDatabase(f"{postgres.url(schema)}{joint}password={SECRET}")
    try:
        assert SECRET not in database.address
        assert schema in database.address
    finally:
        database.close()


def test_a_search_path_that_leads_nowhere_is_refused(postgres: Server) -> None:
    with pytest.raises(StoreError, match=r"search path \(no_such_schema\)"):
        PostgresDatabase(postgres.url("no_such_schema"))


@pytest.fixture
def ruled(postgres: Server) -> Server:
    """A server where databases and roles can be made."""
    if not postgres.is_ours_to_rule:
        pytest.skip("needs an administrator of the server")
    return postgres


def test_a_database_that_cannot_hold_every_text_is_refused(ruled: Server) -> None:
    ruled.run("DROP DATABASE IF EXISTS remanent_test_ascii")
    ruled.run(
        "CREATE DATABASE remanent_test_ascii ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0"
    )
    try:
        with pytest.raises(StoreError, match="keeps text as SQL_ASCII"):
            open_postgres(ruled.elsewhere("remanent_test_ascii"))
    finally:
        ruled.run("DROP DATABASE remanent_test_ascii")


def test_a_missing_extension_that_we_may_not_make_is_explained(ruled: Server) -> None:
    ruled.run("DROP DATABASE IF EXISTS remanent_test_bare")
    ruled.run("CREATE DATABASE remanent_test_bare")
    ruled.run("DROP ROLE IF EXISTS remanent_test_guest")
    ruled.run("CREATE ROLE remanent_test_guest LOGIN")
    bare = ruled.elsewhere("remanent_test_bare")
    with psycopg.connect(bare, autocommit=True) as admin:
        admin.execute("CREATE SCHEMA guest AUTHORIZATION remanent_test_guest")
    guest = ruled.elsewhere("remanent_test_bare", user="remanent_test_guest")
    database = PostgresDatabase(f"{guest}&options=-csearch_path%3Dguest")
    try:
        with pytest.raises(StoreError, match="CREATE EXTENSION vector"):
            SqlStore(database, clock=FrozenClock())
        with psycopg.connect(bare) as admin:
            assert admin.execute("SELECT 1 FROM pg_class WHERE relname = 'meta'").fetchall() == []
    finally:
        database.close()
        ruled.run("DROP DATABASE remanent_test_bare")
        ruled.run("DROP ROLE remanent_test_guest")


def test_several_that_open_an_empty_schema_at_once_make_one_store(
    open_one: Callable[..., PostgresDatabase], schema: str, values: Values
) -> None:
    together = threading.Barrier(4)
    databases = [open_one(schema, pool_max_size=2) for _ in range(4)]

    def go(place: int) -> SqlStore:
        together.wait()
        return SqlStore(databases[place], clock=FrozenClock())

    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(go, range(4)))
    append(stores[0], values.turns(1))
    append(stores[3], values.turns(1))
    with stores[1].read(ALICE) as view:
        assert view.state.turns == 2
    with databases[0].read() as session:
        assert session.row("SELECT count(*) FROM meta WHERE key = 'store'") == (1,)


def test_a_schema_that_holds_tables_of_that_name_is_left_alone(
    postgres: Server, open_one: Callable[..., PostgresDatabase], schema: str
) -> None:
    for statement in ("CREATE TABLE meta (id int)", "CREATE TABLE events (id int)"):
        postgres.run(f"SET search_path = {schema}; {statement}; RESET search_path")
        with pytest.raises(StoreForeignError, match="tables of another program"):
            SqlStore(open_one(schema), clock=FrozenClock())
    tables = postgres.run("SELECT tablename FROM pg_tables WHERE schemaname = %s", (schema,))
    assert {row[0] for row in tables} == {"meta", "events"}


def test_a_schema_of_a_newer_version_is_left_alone(
    open_one: Callable[..., PostgresDatabase], schema: str
) -> None:
    store = SqlStore(open_one(schema), clock=FrozenClock())
    store.database.write(lambda session: write_meta(session, "schema", "99"))
    with pytest.raises(StoreNewerError, match="schema 99"):
        SqlStore(open_one(schema), clock=FrozenClock())
    with store.database.read() as session:
        assert read_meta(session, "schema") == "99"


def test_large_tables_are_kept_in_parts_by_scope(store: SqlStore, values: Values) -> None:
    for number in range(40):
        append(store, values.turns(1), scope=replace(ALICE, name=str(number)))
    with store.database.read() as session:
        used = session.rows("SELECT DISTINCT tableoid::regclass::text FROM events")
        plan = session.rows("EXPLAIN SELECT text FROM events WHERE scope = ? AND seq = ?", (7, 1))
    assert PARTITIONS / 2 < len(used) <= PARTITIONS
    assert sum("events_p" in line for (line,) in plan) == 1
    assert store.database.problems() == []


def test_what_is_missing_or_broken_is_said(
    postgres: Server, open_one: Callable[..., PostgresDatabase], schema: str
) -> None:
    database = open_one(schema)
    SqlStore(database, clock=FrozenClock())
    for statement in (
        "DROP TABLE links",
        "DROP TABLE marks_p03",
        "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'scopes_by_name'::regclass",
    ):
        postgres.run(f"SET search_path = {schema}; {statement}; RESET search_path")
    assert database.problems() == [
        "table links is missing",
        "table marks has 15 of its 16 parts",
        "index scopes_by_name is not valid",
    ]


def second_step(session: Session) -> None:
    session.run("ALTER TABLE events ADD COLUMN mood TEXT")


def failing_step(session: Session) -> None:
    second_step(session)
    session.run("SELECT 1 / 0")


def test_an_older_schema_is_copied_before_it_is_changed(
    postgres: Server,
    open_one: Callable[..., PostgresDatabase],
    schema: str,
    values: Values,
) -> None:
    store = SqlStore(open_one(schema), clock=values.clock)
    first = append(store, values.turns(3))
    now = datetime.now(tz=values.clock.now().tzinfo)
    made = f"schema-1-{now:%Y%m%dT%H%M%S}"
    try:
        with pytest.raises(StoreError, match="division by zero"):
            migrate(store.database, (*MIGRATIONS, failing_step), now=now, backup=True)
        append(store, values.turns(1))
        postgres.drop_schema(made)
        migrate(store.database, (*MIGRATIONS, second_step), now=now, backup=True)
        append(store, values.turns(1))

        old = SqlStore(open_one(f'"{made}"'), clock=values.clock)
        with old.read(ALICE) as view:
            assert view.events_between(1, 9, limit=9)[:3] == first
            assert view.state.last_seq == 4
        append(old, values.turns(1), scope=BOB)
        assert old.scopes() == [ALICE, BOB]
        with store.database.read() as session:
            assert session.row("SELECT value FROM meta WHERE key = 'schema'") == ("2",)
    finally:
        postgres.drop_schema(made)


def test_a_backup_never_goes_into_a_schema_that_is_there(store: SqlStore, schema: str) -> None:
    with pytest.raises(StoreError, match="already exists"):
        store.database.backup(Path("anywhere") / schema)


def test_connections_that_died_while_idle_are_replaced(
    postgres: Server, store: SqlStore, values: Values
) -> None:
    append(store, values.turns(1))
    with store.read(ALICE), store.read(ALICE), store.read(ALICE):
        pass
    postgres.hang_up()
    with store.read(ALICE) as view:
        assert view.state.turns == 1
    postgres.hang_up()
    append(store, values.turns(1))


def test_a_connection_that_dies_in_a_write_undoes_it_and_says_so(
    postgres: Server, store: SqlStore, values: Values
) -> None:
    append(store, values.turns(1))
    runs = []

    def block(tx: SqlTransaction) -> None:
        runs.append(tx.append_events(values.turns(1), covered=[False]))
        postgres.hang_up()
        tx.events([1])

    with pytest.raises(StoreUnreachableError, match="idempotency key"):
        write(store, block)
    assert len(runs) == 1
    with store.read(ALICE) as view:
        assert view.state.turns == 1


def test_a_scope_that_another_keeps_too_long_is_busy(
    store: SqlStore, addresses: Addresses, values: Values
) -> None:
    append(store, values.turns(1))
    append(store, values.turns(1), scope=BOB)
    hasty = SqlStore(
        PostgresDatabase(addresses.of("memory", "postgresql"), busy_timeout_seconds=0.05),
        clock=values.clock,
    )

    def block(_: SqlTransaction) -> None:
        with pytest.raises(StoreBusyError, match="locked by another process"):
            append(hasty, values.turns(1))
        append(hasty, values.turns(1), scope=BOB)

    try:
        write(store, block)
    finally:
        hasty.close()


def test_a_pool_that_is_used_up_is_busy(
    open_one: Callable[..., PostgresDatabase], schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "LEAST_PATIENCE_SECONDS", 0.05)
    database = open_one(schema, pool_min_size=1, pool_max_size=1, busy_timeout_seconds=0)
    database._pool.wait()
    with database.read(), pytest.raises(StoreBusyError, match="in use"), database.read():
        pass
    with database.read() as session:
        assert session.row("SELECT 1") == (1,)


@pytest.mark.parametrize("code", ["40P01", "40001"])
@pytest.mark.parametrize("failures", [2, 3])
def test_a_write_that_the_server_undid_is_run_again_a_few_times(
    store: SqlStore, values: Values, code: str, failures: int
) -> None:
    runs = []

    def block(tx: SqlTransaction) -> int:
        runs.append(tx.append_events([values.turn("once")], covered=[False]))
        if len(runs) <= failures:
            tx._session.run(f"DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '{code}'; END $$")
        return len(runs)

    if failures == 2:
        assert write(store, block) == 3
    else:
        with pytest.raises(StoreBusyError):
            write(store, block)
    assert len(runs) == 3
    with store.read(ALICE) as view:
        assert view.state.turns == (1 if failures == 2 else 0)


@pytest.mark.parametrize("is_waited_for", [True, False])
def test_a_block_that_hides_a_failed_statement_is_not_taken_for_done(
    store: SqlStore,
    is_waited_for: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    """The server answers such a commit with a rollback, and calls it no error."""

    def block(session: Session) -> None:
        write_meta(session, "note", "lost")
        with pytest.raises(psycopg.errors.DivisionByZero):
            session.rows("SELECT 1 / 0")
        if is_waited_for:
            with session._connection.pipeline():  # type: ignore[attr-defined]
                pass

    with pytest.raises(StoreError):
        store.database.write(block)
    with store.database.read() as session:
        assert read_meta(session, "note") is None


def test_a_view_cannot_write(store: SqlStore) -> None:
    with (
        pytest.raises(StoreReadOnlyError, match="Name the primary server"),
        store.database.read() as session,
    ):
        session.run("DELETE FROM events")


def test_an_error_quotes_nothing_that_was_written(store: SqlStore) -> None:
    write(store, lambda tx: tx.keep_request(SECRET, "d", "r"))
    with pytest.raises(StoreError) as caught:
        write(store, lambda tx: tx.keep_request(SECRET, "d", "r"))
    assert "duplicate key" in str(caught.value)
    assert SECRET not in chain(caught.value)


def test_per_cent_signs_and_question_marks_mean_what_they_say(store: SqlStore) -> None:
    with store.database.read() as session:
        assert session.row("SELECT ?::text LIKE 'a%', 7 % ?::int", ("a?%s", 4)) == (True, 3)
        assert session.row("SELECT 'a' LIKE '%'") == (True,)


@pytest.mark.parametrize(("durability", "setting"), [("full", "on"), ("normal", "off")])
def test_durability_is_what_was_asked_for(
    open_one: Callable[..., PostgresDatabase], schema: str, durability: str, setting: str
) -> None:
    with open_one(schema, durability=durability).read() as session:
        assert session.row("SHOW synchronous_commit") == (setting,)


def test_a_forked_child_opens_connections_of_its_own(store: SqlStore, values: Values) -> None:
    append(store, values.turns(1))
    the_childs, the_parents = values.turns(1), values.turns(1)
    child = os.fork()
    if child == 0:
        try:
            append(store, the_childs)
            with store.read(ALICE) as view:
                os._exit(0 if view.state.turns == 2 else 1)
        finally:
            os._exit(2)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    append(store, the_parents)
    with store.read(ALICE) as view:
        assert view.state.turns == 3


def test_two_memories_in_one_database_are_apart(open_store: OpenStore, values: Values) -> None:
    one, two = open_store("postgresql", "one"), open_store("postgresql", "two")
    append(one, values.turns(2))
    append(two, values.turns(1), scope=BOB)
    assert (one.scopes(), two.scopes()) == ([ALICE], [BOB])
    assert set(TABLES) >= {"events", "meta"}


def test_a_package_that_is_missing_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "remanent.store.postgres.database")
    monkeypatch.setitem(sys.modules, "psycopg_pool", None)
    with pytest.raises(MissingExtraError, match=r"remanent\[postgres\]"):
        open_postgres("postgresql://me@/nothing")
