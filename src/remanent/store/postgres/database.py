"""A database server: a pool of connections, snapshots to read from, one transaction to write in.

Where our tables are is the connection's own matter: they stand in the first schema of its
search path, so that several memories fit into one database.
"""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import psycopg
from psycopg import sql
from psycopg.pq import TransactionStatus
from psycopg_pool import ConnectionPool, PoolTimeout

from remanent.errors import StoreClosedError, StoreError
from remanent.settings.places import without_password
from remanent.store.engine import Session
from remanent.store.postgres import checks
from remanent.store.postgres.connection import (
    Connection,
    PostgresSession,
    connection_parameters,
    explained,
    find_half_vector,
    learn_vectors,
    set_up,
)

if TYPE_CHECKING:
    from psycopg.types import TypeInfo

T = TypeVar("T")

MOST_RUNS: Final = 3
"""How often a write is begun at most when the server undoes it to resolve a deadlock."""

LEAST_PATIENCE_SECONDS = 2.0
"""How long to wait for a connection at least: a new one takes its time."""

MIGRATION_LOCK: Final = 0x524D4E54
"""One for a database: the vector extension is shared by all its schemas."""

_READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"

# Pools of a parent process: letting go of one would close connections that the parent uses.
_inherited: list[object] = []


class PostgresDatabase:
    """One schema of a server. Safe to use from many threads and many processes at once."""

    engine = "postgresql"

    def __init__(
        self,
        address: str,
        *,
        durability: str = "full",
        busy_timeout_seconds: float = 30.0,
        pool_min_size: int = 1,
        pool_max_size: int = 10,
    ) -> None:
        """Ask the server whether it can hold a memory, and open a pool of connections.

        Args:
            address: postgresql://user@host:port/database; a password may also come from
                PGPASSWORD or ~/.pgpass.
            durability: "full" answers once the server has the commit on disk; "normal" may lose
                the last commits in a crash of the server, never in a crash of ours.
            busy_timeout_seconds: how long to wait for another process, or for a connection.
            pool_min_size, pool_max_size: how many connections to keep, and to open at most.

        Raises:
            StoreUnreachableError: no server answers, or it does not let us in.
            StoreError: the database cannot hold every text, or no schema was chosen.
        """
        self._parameters = connection_parameters(address)
        self._address = without_password(address)
        self._durability = durability
        self._busy_timeout_seconds = busy_timeout_seconds
        self._pool_sizes = (pool_min_size, pool_max_size)
        self._half_vector: TypeInfo | None = None
        self._mutex = threading.Lock()
        self._is_closed = False
        with explained(self._address), self._connection_of_its_own() as connection:
            checks.refuse_unfit(PostgresSession(connection), self._address)
        self._open()

    @property
    def address(self) -> str:
        """The URL without a password."""
        return self._address

    @contextmanager
    def read(self) -> Iterator[Session]:
        """Open a consistent snapshot."""
        with explained(self._address), self._begun(_READ) as connection:
            yield PostgresSession(connection)

    def write(self, block: Callable[[Session], T]) -> T:
        """Run a block in one transaction; return once it is durable.

        Who writes to one scope waits for its row of counters, so that blocks of one scope follow
        one another. Where the server undid everything to resolve a deadlock, the block is run
        again.
        """
        with explained(self._address):
            for _ in range(MOST_RUNS - 1):
                try:
                    return self._write(block)
                except (psycopg.errors.SerializationFailure, psycopg.errors.DeadlockDetected):
                    continue
            return self._write(block)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep every other process from changing the schema meanwhile."""
        with explained(self._address), self._connection_of_its_own() as connection:
            connection.execute("SELECT pg_advisory_lock(%s)", (MIGRATION_LOCK,))
            yield  # the lock ends with the connection

    def backup(self, path: Path) -> Path:
        """Copy our tables, as they stand, into a schema named as the last part of the path.

        A connection whose search path begins with that schema opens the copy as a memory.
        """
        copy = sql.Identifier(path.name)
        with (
            explained(self._address),
            self._begun("BEGIN ISOLATION LEVEL REPEATABLE READ READ WRITE") as connection,
        ):
            connection.execute(sql.SQL("CREATE SCHEMA {}").format(copy))
            for name in checks.table_names(PostgresSession(connection)):
                table = sql.Identifier(name)
                connection.execute(
                    sql.SQL("CREATE TABLE {}.{} (LIKE {} INCLUDING ALL)").format(copy, table, table)
                )
                connection.execute(
                    sql.SQL("INSERT INTO {}.{} SELECT * FROM {}").format(copy, table, table)
                )
            for name, column in checks.NUMBERED:
                connection.execute(
                    sql.SQL(
                        "SELECT setval(pg_get_serial_sequence({}, {}), max({}) + 1, false) "
                        "FROM {}.{}"
                    ).format(
                        f"{_quoted(path.name)}.{name}",
                        column,
                        sql.Identifier(column),
                        copy,
                        sql.Identifier(name),
                    )
                )
            connection.execute("COMMIT")
        return path

    def size_bytes(self) -> int:
        """Return how much room our tables and their indexes take."""
        with self.read() as session:
            return checks.size_bytes(session)

    def problems(self) -> list[str]:
        """Look for what the server itself knows to be missing or broken."""
        with self.read() as session:
            return checks.problems(session)

    def close(self) -> None:
        """Finish what is under way and close the connections."""
        with self._mutex:
            if self._is_closed:
                return
            self._is_closed = True
        if self._process == os.getpid():
            self._pool.close()
        else:
            _inherited.append(self._pool)

    def _write(self, block: Callable[[Session], T]) -> T:
        with self._begun(_WRITE) as connection:
            commit = connection.cursor()
            with connection.pipeline():
                result = block(PostgresSession(connection))
                commit.execute("COMMIT")
            if commit.statusmessage != "COMMIT":
                raise StoreError(
                    f"{self._address} undid a write, because a statement in it had failed.",
                    remedy="Nothing was written; see the error before this one.",
                )
        return result

    @contextmanager
    def _begun(self, begin: str) -> Iterator[Connection]:
        """Take a connection, begin, and undo at the end whatever was not committed."""
        pool = self._pool_of_this_process()
        connection = self._begin(pool, begin)
        try:
            yield connection
        finally:
            try:
                if not connection.broken and not _is_idle(connection):
                    connection.execute("ROLLBACK")
            except psycopg.Error:
                connection.close()
            finally:
                pool.putconn(connection)

    def _begin(self, pool: ConnectionPool[Connection], begin: str) -> Connection:
        """Begin on a living connection: a restart of the server leaves dead ones in the pool."""
        for is_last in (False, True):
            try:
                connection = pool.getconn()
            except PoolTimeout:
                self._greet()
                raise
            try:
                if not connection.knows_vectors:
                    self._teach(connection)
                connection.execute(begin)
            except psycopg.OperationalError:
                is_dead = connection.broken
                pool.putconn(connection)
                if is_last or not is_dead:
                    raise
            except BaseException:
                pool.putconn(connection)
                raise
            else:
                return connection
            self._greet()
            pool.check()
        raise AssertionError("the second attempt returns or raises")

    def _greet(self) -> None:
        """Raise what the server says to somebody new, if it does not let him in."""
        with self._connection_of_its_own():
            pass

    def _teach(self, connection: Connection) -> None:
        if self._half_vector is None:
            self._half_vector = find_half_vector(connection)
        if self._half_vector is not None:
            learn_vectors(connection, self._half_vector)

    def _open(self) -> None:
        self._process = os.getpid()
        least, most = self._pool_sizes
        self._pool = ConnectionPool(
            self._parameters,
            connection_class=Connection,
            kwargs={"autocommit": True},
            min_size=least,
            max_size=most,
            timeout=max(self._busy_timeout_seconds, LEAST_PATIENCE_SECONDS),
            configure=self._set_up,
            num_workers=1,
            open=True,
        )

    def _set_up(self, connection: Connection) -> None:
        set_up(
            connection,
            durability=self._durability,
            lock_timeout_seconds=self._busy_timeout_seconds,
        )

    @contextmanager
    def _connection_of_its_own(self) -> Iterator[Connection]:
        connection: Connection = Connection.connect(self._parameters, autocommit=True)
        try:
            self._set_up(connection)
            yield connection
        finally:
            connection.close()

    def _pool_of_this_process(self) -> "ConnectionPool[Connection]":
        """Refuse a closed store; after a fork, open connections of our own."""
        if self._is_closed:
            raise StoreClosedError(f"{self._address} was closed.")
        if self._process != os.getpid():
            with self._mutex:
                if self._process != os.getpid():
                    _inherited.append(self._pool)
                    self._open()
        return self._pool


def _is_idle(connection: "psycopg.Connection[Any]") -> bool:
    return connection.info.transaction_status == TransactionStatus.IDLE


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
