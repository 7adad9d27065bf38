import fcntl
import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.store.processes import running
from tests.store.programs import make_table, put

from remanent.errors import StoreBusyError, StoreError, StoreReadOnlyError
from remanent.store.sqlite.database import SqliteDatabase
from remanent.store.sqlite.lock import SidecarLock

PATIENCE = 20.0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.db.lock"


@pytest.fixture
def lock(path: Path) -> Iterator[SidecarLock]:
    made = SidecarLock(path)
    yield made
    made.close()


@pytest.fixture
def other(path: Path) -> Iterator[SidecarLock]:
    """The same lock as another process would hold it: through a file of its own."""
    made = SidecarLock(path)
    yield made
    made.close()


def waits(lock: SidecarLock) -> bool:
    return lock._place is not None


def until(condition: object) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.001)


def test_who_comes_second_waits_until_the_first_lets_go(
    lock: SidecarLock, other: SidecarLock
) -> None:
    lock.acquire(0)
    order: list[str] = []

    def second() -> None:
        other.acquire(PATIENCE)
        order.append("second")
        other.release()

    thread = threading.Thread(target=second)
    thread.start()
    until(lambda: waits(other))
    order.append("first")
    lock.release()
    thread.join()
    assert order == ["first", "second"]


def test_waiting_ends_with_an_error_that_names_the_remedy(
    lock: SidecarLock, other: SidecarLock
) -> None:
    lock.acquire(0)
    with pytest.raises(StoreBusyError, match=r"held .*lock for more than 0.05 s.*Try again"):
        other.acquire(0.05)


def test_giving_up_often_keeps_one_place_in_line_and_loses_no_turn(
    lock: SidecarLock, other: SidecarLock
) -> None:
    lock.acquire(0)
    threads = threading.active_count()
    for _ in range(20):
        with pytest.raises(StoreBusyError):
            other.acquire(0.002)
    assert threading.active_count() <= threads + 1
    lock.release()
    other.acquire(PATIENCE)
    with pytest.raises(StoreBusyError):
        lock.acquire(0.01)
    other.release()
    lock.acquire(PATIENCE)
    lock.release()


def test_a_lock_that_comes_after_giving_up_is_let_go_at_once(
    lock: SidecarLock, other: SidecarLock
) -> None:
    lock.acquire(0)
    with pytest.raises(StoreBusyError):
        other.acquire(0.01)
    lock.release()
    until(lambda: not waits(other))
    lock.acquire(PATIENCE)
    lock.release()


def test_ctrl_c_while_waiting_does_not_take_the_lock_along(
    lock: SidecarLock, other: SidecarLock
) -> None:
    lock.acquire(0)
    main = threading.main_thread().ident
    assert main is not None

    def interrupt() -> None:
        until(lambda: waits(other))
        time.sleep(0.02)
        signal.pthread_kill(main, signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        other.acquire(PATIENCE)
    thread.join()
    lock.release()
    until(lambda: not waits(other))
    lock.acquire(PATIENCE)
    lock.release()


def test_closing_while_in_line_unlocks_no_file_that_comes_after(
    path: Path, lock: SidecarLock, tmp_path: Path
) -> None:
    """The number of a closed file is given to the next one that is opened."""
    waiting = SidecarLock(path)
    lock.acquire(0)
    with pytest.raises(StoreBusyError):
        waiting.acquire(0.01)
    waiting.close()
    bystander = os.open(tmp_path / "bystander", os.O_RDWR | os.O_CREAT)
    fcntl.flock(bystander, fcntl.LOCK_EX)
    lock.release()
    until(lambda: not waits(waiting))
    with (tmp_path / "bystander").open() as again, pytest.raises(BlockingIOError):
        fcntl.flock(again, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.close(bystander)


def test_a_kept_lock_is_held_over_many_turns(lock: SidecarLock, other: SidecarLock) -> None:
    with lock.kept(0):
        for _ in range(2):
            lock.acquire(0)
            lock.release()
            with pytest.raises(StoreBusyError):
                other.acquire(0.01)
    other.acquire(PATIENCE)
    other.release()


@pytest.mark.parametrize(
    "content",
    [b"", b"1", str(os.getpid()).encode(), b"\x00" * 5000],
    ids=["empty", "one", "a running process", "zeros"],
)
def test_what_a_lock_file_holds_does_not_matter(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    lock = SidecarLock(path)
    lock.acquire(0)
    lock.release()
    lock.close()
    assert path.read_bytes() == content


def test_a_folder_without_leave_to_write_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreReadOnlyError, match="Give write permission"):
        SidecarLock(tmp_path / "missing" / "memory.db.lock")


def test_a_disk_that_cannot_lock_is_named(
    lock: SidecarLock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_descriptor: int, _operation: int) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    with pytest.raises(StoreError, match=r"cannot be locked.*local disk"):
        lock.acquire(0)


def test_a_killed_holder_holds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    database = SqliteDatabase(path, durability="normal", busy_timeout_seconds=0.1)
    database.write(make_table)
    with running("hold", path) as holder:
        assert holder.line() == "holding"
        with pytest.raises(StoreBusyError):
            database.write(put("too early"))
        holder.kill()
    database.write(put("after"))
    with database.read() as session:
        assert session.rows("SELECT name FROM kept") == [("after",)]
    database.close()


def test_a_stopped_holder_makes_writers_give_up_and_readers_read_on(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    database = SqliteDatabase(path, durability="normal", busy_timeout_seconds=0.1)
    database.write(make_table)
    database.write(put("before"))
    with running("hold", path) as holder:
        assert holder.line() == "holding"
        os.kill(holder.process.pid, signal.SIGSTOP)
        with pytest.raises(StoreBusyError, match="Another process has held"):
            database.write(put("too early"))
        newcomer = SqliteDatabase(path, durability="normal", busy_timeout_seconds=0.1)
        for each in (database, newcomer):
            with each.read() as session:
                assert session.rows("SELECT name FROM kept") == [("before",)]
        newcomer.close()
        os.kill(holder.process.pid, signal.SIGCONT)
        with pytest.raises(StoreBusyError):
            database.write(put("still too early"))
    database.write(put("after"))
    database.close()


def test_a_writer_that_knows_nothing_of_the_lock_is_waited_for_too(tmp_path: Path) -> None:
    """Another tool may write to the file: SQLite's own lock stands behind ours."""
    path = tmp_path / "memory.db"
    database = SqliteDatabase(path, durability="normal", busy_timeout_seconds=0.05)
    database.write(make_table)
    stranger = SqliteDatabase(path, durability="normal")._writer
    stranger.run("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusyError, match="locked by another process"):
        database.write(put("too early"))
    stranger.run("ROLLBACK")
    database.write(put("after"))
    stranger.connection.close()
    database.close()
