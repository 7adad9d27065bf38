"""Speaking to a server: our SQL in, our values out, and its errors with their remedy."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import psycopg
from pgvector.psycopg.halfvec import register_halfvec_info
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.types import TypeInfo
from psycopg.types.numeric import Int8BinaryDumper
from psycopg_pool import PoolClosed, PoolTimeout, TooManyRequests

from remanent.errors import (
    StoreBusyError,
    StoreClosedError,
    StoreDamagedError,
    StoreError,
    StoreFullError,
    StoreReadOnlyError,
    StoreUnreachableError,
)
from remanent.settings.places import is_well_formed
from remanent.store.engine import Value
from remanent.store.text_escape import escape, unescape

CONNECT_TIMEOUT_SECONDS = 10

_HALF_VECTOR = (
    "SELECT t.oid, t.typarray FROM pg_extension x "
    "JOIN pg_depend d ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = x.oid "
    "AND d.classid = 'pg_type'::regclass AND d.deptype = 'e' "
    "JOIN pg_type t ON t.oid = d.objid WHERE x.extname = 'vector' AND t.typname = 'halfvec'"
)

# What the server's codes mean to a caller; the first that begins so is meant.
_MEANINGS: tuple[tuple[tuple[str, ...], type[StoreError], str, str | None], ...] = (
    (("40001", "40P01", "55P03", "57014"), StoreBusyError, "is locked by another process", None),
    (
        ("53300",),
        StoreBusyError,
        "takes no further connection",
        "Lower store.postgres_pool_max_size, or raise max_connections on the server.",
    ),
    (("53",), StoreFullError, "has no room left", None),
    (("25006",), StoreReadOnlyError, "cannot be written", "Name the primary server."),
    (
        ("42501",),
        StoreReadOnlyError,
        "does not let this user do that",
        "Grant the user the right to use, and to create tables in, its schema.",
    ),
    (("XX001", "XX002"), StoreDamagedError, "is damaged", "Restore a backup."),
    (("28", "3D000"), StoreUnreachableError, "does not let us in", None),
    (
        ("08", "57P"),
        StoreUnreachableError,
        "does not answer",
        "Check the address and the server; repeat a write with the same idempotency key.",
    ),
)


class Connection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that remembers whether it was taught vectors."""

    knows_vectors = False


class PostgresSession:
    """One connection inside one transaction; strings are escaped on the way in and out.

    Inside a pipeline, statements without an answer are sent together with the next question: an
    error of theirs is raised there, or at the commit.
    """

    engine = "postgresql"

    def __init__(self, connection: Connection) -> None:
        """Wrap a connection."""
        self._connection = connection

    def rows(self, sql: str, parameters: Sequence[Value] = ()) -> list[tuple[Any, ...]]:
        """Run a query and return all rows."""
        return [_unescaped(row) for row in self._execute(sql, parameters).fetchall()]

    def row(self, sql: str, parameters: Sequence[Value] = ()) -> tuple[Any, ...] | None:
        """Run a query and return its first row, or None."""
        found = self._execute(sql, parameters).fetchone()
        return None if found is None else _unescaped(found)

    def run(self, sql: str, parameters: Sequence[Value] = ()) -> None:
        """Run a statement."""
        self._execute(sql, parameters)

    def run_many(self, sql: str, rows: Iterable[Sequence[Value]]) -> None:
        """Run a statement once for each row of parameters."""
        escaped = [_escaped(row) for row in rows]
        if escaped:
            with self._connection.cursor() as cursor:
                cursor.executemany(_translated(sql), escaped)

    def _execute(self, sql: str, parameters: Sequence[Value]) -> psycopg.Cursor[tuple[Any, ...]]:
        # A cursor for each statement: in a pipeline, results of several are under way at once.
        cursor = self._connection.cursor(binary=True)
        if parameters:
            cursor.execute(_translated(sql), _escaped(parameters))
        else:
            cursor.execute(sql.encode())
        return cursor


@lru_cache(maxsize=1024)
def _translated(sql: str) -> bytes:
    """Write parameters as psycopg reads them; none of our statements quotes a question mark."""
    return sql.replace("%", "%%").replace("?", "%s").encode()


def _escaped(row: Sequence[Value]) -> tuple[Value, ...]:
    return tuple(escape(value) if type(value) is str else value for value in row)


def _unescaped(row: tuple[Any, ...]) -> tuple[Any, ...]:
    for value in row:
        if type(value) is str and "\x1a" in value:
            return tuple(unescape(each) if type(each) is str else each for each in row)
    return row


def connection_parameters(address: str) -> str:
    """Return what psycopg connects with.

    Raises:
        StoreUnreachableError: the address cannot be read, or in more than one way; it is not
            shown, for it may hold a password in a place where none belongs.
    """
    unreadable = StoreUnreachableError(
        "The address of the server cannot be read.",
        remedy="Write postgresql://user@host:port/database, with special characters as %40.",
    )
    if not is_well_formed(address):
        raise unreadable
    try:
        given = conninfo_to_dict(address)
        ports = str(given.get("port") or "0").split(",")
        if not all(port.isdigit() or not port for port in ports):
            raise unreadable
        return make_conninfo(
            address,
            connect_timeout=given.get("connect_timeout") or CONNECT_TIMEOUT_SECONDS,
            fallback_application_name="remanent",
            client_encoding="utf8",
        )
    except psycopg.Error:
        raise unreadable from None


def set_up(connection: Connection, *, durability: str, lock_timeout_seconds: float) -> None:
    """Give a new connection the settings that every connection of ours has.

    Whole numbers always go out as eight bytes, so that a statement is prepared once and not once
    for each size of number.
    """
    connection.adapters.register_dumper(int, Int8BinaryDumper)
    wanted = "on" if durability == "full" else "off"
    weak = "('off', 'local')" if durability == "full" else "('on', 'local', 'remote_write')"
    connection.execute(
        "SELECT set_config('lock_timeout', %s, false), "
        "CASE WHEN current_setting('synchronous_commit') IN "
        f"{weak} THEN set_config('synchronous_commit', '{wanted}', false) END",
        (f"{max(1, int(lock_timeout_seconds * 1000))}ms",),
    )


def learn_vectors(connection: Connection, half_vector: TypeInfo) -> None:
    """Teach a connection vectors of 16 bits."""
    register_halfvec_info(connection, half_vector)
    connection.knows_vectors = True


def find_half_vector(connection: Connection) -> TypeInfo | None:
    """Return the type of 16-bit vectors, or None while the extension is not there."""
    row = connection.execute(_HALF_VECTOR).fetchone()
    return None if row is None else TypeInfo("halfvec", oid=row[0], array_oid=row[1])


@contextmanager
def explained(address: str) -> Iterator[None]:
    """Turn what the server says into errors that name the remedy, without its row values."""
    try:
        yield
    except psycopg.Error as error:
        raise _explanation(address, error) from _content_free(error)


def _explanation(address: str, error: psycopg.Error) -> StoreError:
    said = _said(error)
    code = error.sqlstate or ""
    if isinstance(error, PoolClosed):
        return StoreClosedError(f"{address} was closed.")
    if isinstance(error, PoolTimeout | TooManyRequests):
        return StoreBusyError(
            f"Every connection to {address} was in use for too long.",
            remedy="Try again, or raise store.postgres_pool_max_size.",
        )
    if not code and isinstance(error, psycopg.OperationalError):
        code = "08000"
    for codes, kind, what, remedy in _MEANINGS:
        if code.startswith(codes):
            return kind(f"{address} {what}: {said}.", remedy=remedy)
    return StoreError(f"{address} refused a statement: {said} ({code or type(error).__name__}).")


def _said(error: psycopg.Error) -> str:
    """Return the server's first line; its details quote rows."""
    text = error.diag.message_primary or str(error).strip() or type(error).__name__
    return " ".join(text.split()).rstrip(".")


def _content_free(error: psycopg.Error) -> psycopg.Error | None:
    """Return the error for the traceback, unless its details quote what was written."""
    return None if error.diag.message_detail or error.diag.context else error
