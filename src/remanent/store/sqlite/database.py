"""One SQLite file: a writer connection with group commit, and a pool of readers."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

import apsw

from remanent.errors import StoreClosedError, StoreError, StoreReadOnlyError
from remanent.store.engine import Session
from remanent.store.sqlite import forks
from remanent.store.sqlite.connection import (
    SqliteSession,
    connect,
    explained,
    explanation,
    is_ready,
    log_of,
    milliseconds,
    refuse_foreign_file,
)
from remanent.store.sqlite.folders import identity_of, make_folder, sync_folder
from remanent.store.sqlite.group_commit import GroupCommit
from remanent.store.sqlite.lock import SidecarLock
from remanent.store.sqlite.readers import ReaderPool

T = TypeVar("T")

BACKUP_PAGES = 4096
LEAST_PATIENCE_SECONDS = 0.1
FORK_PATIENCE_SECONDS = 2.0


class SqliteDatabase:
    """A memory file. Safe to use from many threads and many processes at once."""

    engine = "sqlite"

    _lock: SidecarLock
    _writer: SqliteSession
    _group: GroupCommit
    _readers: ReaderPool

    def __init__(
        self,
        path: Path,
        *,
        durability: str = "full",
        busy_timeout_seconds: float = 30.0,
        group_commit_blocks: int = 64,
        group_commit_milliseconds: float = 5.0,
    ) -> None:
        """Open or create the file.

        Args:
            path: the file; its folder is made where it does not exist.
            durability: "full" syncs every commit; "normal" may lose the last commits in a power
                cut, never in a crash of the process.
            busy_timeout_seconds: how long to wait for another process.
            group_commit_blocks, group_commit_milliseconds: how large and how long a batch may get.

        Raises:
            StoreForeignError, StoreDamagedError, StoreReadOnlyError, StoreBusyError: see their
                texts; nothing was written.
        """
        # Absolute, as readers are opened later, when the working directory may be another one;
        # without links, as SQLite keeps its log beside the file that a link leads to.
        self.path = path.resolve()
        self._durability = durability
        self._busy_timeout_seconds = busy_timeout_seconds
        self._batch = (group_commit_blocks, group_commit_milliseconds / 1000.0)
        self._mutex = threading.Lock()
        self._is_closed = False
        self._is_open = False
        self._is_held = False
        self._is_paused = False
        self._is_at_rest = False
        self._is_torn = False
        self._open()
        forks.watch(self)

    @property
    def address(self) -> str:
        """The path."""
        return str(self.path)

    @contextmanager
    def read(self) -> Iterator[Session]:
        """Open a snapshot; it shows the moment of its first query, however long it is kept."""
        self._check_open()
        with explained(self.path), self._readers.lend() as session:
            yield session

    def write(self, block: Callable[[Session], T]) -> T:
        """Run a block in an immediate transaction; return once it is durable."""
        self._check_open()

        def run(session: Session) -> T:
            try:
                return block(session)
            except apsw.Error as error:
                raise explanation(self.path, error) from error

        try:
            return self._group.run(run)
        except apsw.Error as error:
            raise explanation(self.path, error) from error

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep every other process from writing meanwhile."""
        self._check_open()
        with self._lock.kept(self._busy_timeout_seconds):
            yield

    def backup(self, path: Path) -> Path:
        """Copy the file as it stands, consistently, beside running writers."""
        self._check_open()
        partial = path.with_name(f"{path.name}.{os.urandom(4).hex()}.partial")
        try:
            with explained(path):
                self._copy(partial)
            partial.replace(path)
            sync_folder(path.parent)
        finally:
            partial.unlink(missing_ok=True)
        return path

    def size_bytes(self) -> int:
        """Return the bytes of the file and its write-ahead log."""
        return sum(name.stat().st_size for name in (self.path, log_of(self.path)) if name.exists())

    def problems(self) -> list[str]:
        """Run SQLite's own integrity check."""
        with self.read() as session:
            found = [str(row[0]) for row in session.rows("PRAGMA integrity_check(20)")]
        return [] if found == ["ok"] else found

    def close(self) -> None:
        """Finish what is under way, empty the write-ahead log, let go of the file."""
        if self._is_open:
            self._group.close()
        with self._mutex:
            was_open, self._is_closed = self._is_open and not self._is_closed, True
        if not was_open:
            return
        forks.forget(self)
        self._readers.close()
        writer = self._writer.connection
        with suppress(apsw.Error):
            # Nobody is waited for: who still reads or writes will empty the log later.
            writer.set_busy_timeout(0)
            writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        writer.close()
        self._lock.close()

    def before_fork(self) -> None:
        """Commit what is under way, let the readers of other threads end, and hold everybody."""
        self._is_held = self._is_open
        if self._is_held:
            self._is_paused = self._group.pause(FORK_PATIENCE_SECONDS)
            self._is_at_rest = self._readers.hold(FORK_PATIENCE_SECONDS) and self._is_paused

    def after_fork_in_parent(self) -> None:
        """Let everybody go on."""
        if self._is_held:
            self._readers.let_go()
            if self._is_paused:
                self._group.resume()

    def after_fork_in_child(self) -> None:
        """Close what was inherited without touching the file; the next use opens it anew."""
        self._mutex = threading.Lock()
        if not self._is_held:
            return
        self._is_open, self._is_torn = False, not self._is_at_rest
        self._lock.abandon()
        inherited = [self._writer, *self._readers.sessions()]
        if self._is_torn:
            for session in inherited:
                session.cut_off()
            _NEVER_CLOSED.extend(inherited)
            return
        for session in inherited:
            session.connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
            session.connection.close()

    def _open(self) -> None:
        refuse_foreign_file(self.path)
        try:
            make_folder(self.path.parent)
        except OSError as error:
            raise StoreReadOnlyError(f"{self.path.parent} cannot be made: {error}.") from error
        self._lock = SidecarLock(self.path.with_name(self.path.name + ".lock"))
        try:
            writer = self._make_or_connect()
        except BaseException:
            self._lock.close()
            raise
        self._writer = SqliteSession(writer)
        self._identity = identity_of(self.path)
        self._readers = ReaderPool(self._connect_reader)
        blocks, seconds = self._batch
        self._group = GroupCommit(
            self._writer,
            begin=self._begin,
            commit=self._commit,
            rollback=self._rollback,
            is_in_transaction=lambda: not self._is_closed and bool(writer.in_transaction),
            max_blocks=blocks,
            max_wait_seconds=seconds,
            patience_seconds=self._busy_timeout_seconds,
        )
        self._is_open = True

    def _make_or_connect(self) -> apsw.Connection:
        """Connect; a file that does not exist yet is made by one process at a time."""
        if is_ready(self.path):
            return self._connect()
        try:
            self._lock.acquire(self._busy_timeout_seconds)
            refuse_foreign_file(self.path)
            return self._connect()
        finally:
            self._lock.release()

    def _connect_reader(self) -> apsw.Connection:
        self._check_same_file()
        return self._connect()

    def _connect(self) -> apsw.Connection:
        return connect(
            self.path,
            durability=self._durability,
            busy_timeout_seconds=self._busy_timeout_seconds,
        )

    def _begin(self, patience_seconds: float) -> None:
        end = time.monotonic() + patience_seconds
        try:
            self._lock.acquire(patience_seconds)
            self._check_same_file()
            remaining = max(end - time.monotonic(), LEAST_PATIENCE_SECONDS)
            self._writer.connection.set_busy_timeout(milliseconds(remaining))
            self._writer.run("BEGIN IMMEDIATE")
        except BaseException:
            self._rollback()
            raise

    def _commit(self) -> None:
        try:
            self._writer.run("COMMIT")
        except Exception:
            with suppress(apsw.Error):
                self._writer.run("ROLLBACK")
            raise
        finally:
            self._lock.release()

    def _rollback(self) -> None:
        try:
            if self._writer.connection.in_transaction:
                with suppress(apsw.Error):
                    self._writer.run("ROLLBACK")
        finally:
            self._lock.release()

    def _copy(self, path: Path) -> None:
        """Write every page as of one moment; writers that go on meanwhile do not begin it anew."""
        source, target = self._connect_reader(), apsw.Connection(str(path))
        try:
            source.execute("BEGIN").fetchall()
            source.execute("PRAGMA user_version").fetchall()
            with target.backup("main", source, "main") as copying:
                while not copying.done:
                    copying.step(BACKUP_PAGES)
        finally:
            target.close()
            source.close()

    def _check_same_file(self) -> None:
        """Refuse to write into a file that nobody will find again."""
        if identity_of(self.path) != self._identity:
            raise StoreError(
                f"{self.path} was moved, removed or replaced while it was open.",
                remedy="Put the file back, or close this memory and open it again.",
            )

    def _check_open(self) -> None:
        """Refuse a closed store; after a fork, open connections of our own."""
        if self._is_open and not self._is_closed:
            return
        with self._mutex:
            if self._is_closed:
                raise StoreClosedError(f"{self.path} was closed.")
            if self._is_torn:
                raise StoreError(
                    f"This process was forked in the middle of the use of {self.path}.",
                    remedy="Fork outside writes, or start the process with spawn.",
                )
            if not self._is_open:
                self._open()


_NEVER_CLOSED: list[SqliteSession] = []
"""Connections that a fork tore from the middle of their work: closing them would touch the file."""
