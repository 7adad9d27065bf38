"""Opening a file as a Remanent memory, and saying clearly why one cannot be opened."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import quote

import apsw

from remanent.errors import (
    StoreBusyError,
    StoreClosedError,
    StoreDamagedError,
    StoreError,
    StoreForeignError,
    StoreFullError,
    StoreReadOnlyError,
)
from remanent.store.engine import Value
from remanent.store.text_escape import escape, needs_escape, unescape

APPLICATION_ID = 0x524D4E54  # "RMNT"
PAGE_BYTES = 8192
CACHE_KIBIBYTES = 32 * 1024
LOG_BYTES = 64 * 1024 * 1024  # a log that a large import made longer is cut back to this
SQLITE_MAGIC = b"SQLite format 3\x00"
HEADER_BYTES = 100
CHECKED_TOGETHER = 64  # rows whose texts are looked through for what needs an escape at once


class SqliteSession:
    """One apsw connection; strings are escaped on the way in and out."""

    engine = "sqlite"

    def __init__(self, connection: apsw.Connection) -> None:
        """Wrap a connection."""
        self.connection = connection
        self._cursor = connection.cursor()

    def cut_off(self) -> None:
        """Refuse every later statement, without a word to the engine."""
        self._cursor.close()

    def rows(self, sql: str, parameters: Sequence[Value] = ()) -> list[tuple[Any, ...]]:
        """Run a query and return all rows."""
        try:
            found = self._cursor.execute(sql, _escaped(parameters)).fetchall()
        except UnicodeDecodeError as error:
            raise StoreDamagedError("A text in the store is not UTF-8; it was damaged.") from error
        return [_unescaped(row) for row in found]

    def row(self, sql: str, parameters: Sequence[Value] = ()) -> tuple[Any, ...] | None:
        """Run a query and return its first row, or None."""
        found = self.rows(sql, parameters)
        return found[0] if found else None

    def run(self, sql: str, parameters: Sequence[Value] = ()) -> None:
        """Run a statement."""
        if parameters:
            parameters = _escaped(parameters)
        self._cursor.execute(sql, parameters).fetchall()

    def run_many(self, sql: str, rows: Iterable[Sequence[Value]]) -> None:
        """Run a statement once for each row of parameters."""
        rows = list(rows)
        if len(rows) > CHECKED_TOGETHER or _need_escape(chain.from_iterable(rows)):
            rows = [_escaped(row) for row in rows]
        self._cursor.executemany(sql, rows)


def _escaped(row: Sequence[Value]) -> Sequence[Value]:
    if _need_escape(row):
        return [escape(value) if type(value) is str else value for value in row]
    return row


def _need_escape(values: Iterable[Value]) -> bool:
    return needs_escape("".join([value for value in values if type(value) is str]))


def _unescaped(row: tuple[Any, ...]) -> tuple[Any, ...]:
    for value in row:
        if type(value) is str and "\x1a" in value:
            return tuple(unescape(each) if type(each) is str else each for each in row)
    return row


def connect(path: Path, *, durability: str, busy_timeout_seconds: float) -> apsw.Connection:
    """Open a connection with the settings that every connection of ours has.

    Raises:
        StoreReadOnlyError: the folder does not exist, or file or folder cannot be written.
        StoreDamagedError: the file is damaged.
    """
    with explained(path):
        connection = apsw.Connection(str(path))
        try:
            _set_up(connection, path, durability, busy_timeout_seconds)
        except BaseException:
            connection.close()
            raise
    return connection


def _set_up(
    connection: apsw.Connection, path: Path, durability: str, busy_timeout_seconds: float
) -> None:
    if connection.readonly("main"):
        raise StoreReadOnlyError(f"{path} can be read, but not written.")
    connection.set_busy_timeout(milliseconds(busy_timeout_seconds))
    for pragma in (
        f"page_size={PAGE_BYTES}",
        f"synchronous={'FULL' if durability == 'full' else 'NORMAL'}",
        f"cache_size=-{CACHE_KIBIBYTES}",
        f"journal_size_limit={LOG_BYTES}",
        "temp_store=MEMORY",
        "trusted_schema=OFF",
        "cell_size_check=ON",
    ):
        connection.execute(f"PRAGMA {pragma}").fetchall()
    mode = connection.execute("PRAGMA journal_mode=WAL").get
    if mode != "wal":
        raise StoreError(
            f"{path} lies on a disk where SQLite cannot keep a write-ahead log (it uses {mode}).",
            remedy="Keep the memory on a local disk.",
        )


def milliseconds(seconds: float) -> int:
    """Return whole milliseconds, as SQLite's busy handler takes them."""
    return max(0, round(seconds * 1000))


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn what SQLite says into errors that name the remedy."""
    try:
        yield
    except apsw.Error as error:
        raise explanation(path, error) from error


def explanation(path: Path, error: apsw.Error) -> StoreError:
    """Return what SQLite said as an error that names the remedy."""
    for kinds, meant, what, remedy in _EXPLANATIONS:
        if isinstance(error, kinds):
            return meant(what.format(path=path, error=error), remedy=remedy)
    return StoreError(f"{path} refused a statement: {error}.")


_EXPLANATIONS: tuple[
    tuple[tuple[type[apsw.Error], ...], type[StoreError], str, str | None], ...
] = (
    (
        (apsw.BusyError, apsw.ProtocolError),
        StoreBusyError,
        "{path} is locked by another process: {error}.",
        None,
    ),
    ((apsw.FullError,), StoreFullError, "There is no room left to write {path}: {error}.", None),
    (
        (apsw.ReadOnlyError, apsw.PermissionsError),
        StoreReadOnlyError,
        "{path} cannot be written: {error}.",
        None,
    ),
    (
        (apsw.CantOpenError,),
        StoreReadOnlyError,
        "{path} cannot be opened: {error}.",
        "Check that the folder exists and can be written.",
    ),
    ((apsw.NotADBError, apsw.CorruptError), StoreDamagedError, "{path} is damaged: {error}.", None),
    (
        (apsw.ConnectionClosedError, apsw.CursorClosedError),
        StoreClosedError,
        "{path} was closed, here or by a fork.",
        None,
    ),
    (
        (apsw.IOError,),
        StoreError,
        "The disk failed while using {path}: {error}.",
        "Check the disk and its mount, then call again with the same idempotency key.",
    ),
)
"""Kinds of errors, what each is for us, how it reads, and its own remedy where it has one."""


def is_ready(path: Path) -> bool:
    """Say whether a file is a database that needs no making: it keeps a write-ahead log already."""
    try:
        with path.open("rb") as file:
            header = file.read(HEADER_BYTES)
    except OSError:
        return False
    return len(header) == HEADER_BYTES and header[18:20] == b"\x02\x02"


def refuse_foreign_file(path: Path) -> None:
    """Refuse what is somebody else's, or damaged at first sight, before anything is touched."""
    try:
        with path.open("rb") as file:
            header = file.read(HEADER_BYTES)
    except FileNotFoundError:
        header = b""
    except NotADirectoryError as error:
        raise StoreReadOnlyError(f"{path.parent} is not a folder.") from error
    except IsADirectoryError as error:
        raise StoreForeignError(f"{path} is a folder, not a memory file.") from error
    except OSError as error:
        raise StoreReadOnlyError(f"{path} cannot be read: {error}.") from error
    if not header:
        _refuse_orphaned_log(path)
        return
    if header[: len(SQLITE_MAGIC)] != SQLITE_MAGIC[: len(header)]:
        raise StoreForeignError(f"{path} holds something that is not a database.")
    if len(header) < HEADER_BYTES:
        raise StoreDamagedError(f"{path} was cut off after {len(header)} bytes.")
    _refuse_cut_off(path, int.from_bytes(header[16:18], "big"))
    owner = int.from_bytes(header[68:72], "big")
    if owner != APPLICATION_ID and (owner != 0 or _is_foreign(path)):
        raise StoreForeignError(
            f"{path} is a database of another program (application id {owner})."
        )


def _refuse_cut_off(path: Path, page_bytes: int) -> None:
    """Refuse a file that ends inside a page, which SQLite would fill up with zeros.

    Beside a log or a journal it may be the trace of a power cut that these make good.
    """
    size = path.stat().st_size
    is_being_written = any(path.with_name(path.name + end).exists() for end in ("-wal", "-journal"))
    if page_bytes > 1 and size % page_bytes and not is_being_written:
        raise StoreDamagedError(f"{path} was cut off inside a page, after {size} bytes.")


def _refuse_orphaned_log(path: Path) -> None:
    """Refuse to begin a file anew beside a log with writes in it: SQLite would delete the log."""
    log = log_of(path)
    if log.exists() and log.stat().st_size > 0:
        raise StoreDamagedError(
            f"{path} is missing or empty, but its log {log.name} still holds writes.",
            remedy=f"Put the file back beside its log, or move {log.name} away to begin anew.",
        )


def log_of(path: Path) -> Path:
    """Return where SQLite keeps the write-ahead log of a file."""
    return path.with_name(path.name + "-wal")


def _is_foreign(path: Path) -> bool:
    """Look into a file that bears no mark yet; what was written last may stand in its log only."""
    _, tables = _look(path, "immutable=1")
    log = log_of(path)
    if tables == 0 and log.exists() and log.stat().st_size > 0:
        owner, tables = _look(path, "mode=ro")
        return owner != APPLICATION_ID and tables > 0
    return tables > 0


def _look(path: Path, how: str) -> tuple[int, int]:
    """Return (application id, number of tables) without leaving a trace."""
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    with explained(path):
        connection = apsw.Connection(f"file:{quote(str(path))}?{how}", flags=flags)
        try:
            connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
            owner = connection.execute("PRAGMA application_id").get
            count = connection.execute("SELECT count(*) FROM sqlite_schema").get
        finally:
            connection.close()
    return int(owner), int(count)
