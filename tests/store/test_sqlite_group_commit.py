import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import apsw
import pytest
from tests.store.faulty_disk import faulty_disk, nothing_wrong

from remanent.errors import (
    StoreBusyError,
    StoreClosedError,
    StoreError,
    StoreFullError,
)
from remanent.store.engine import Session
from remanent.store.sqlite import group_commit
from remanent.store.sqlite.connection import APPLICATION_ID
from remanent.store.sqlite.database import SqliteDatabase

PATIENCE = 20.0


@pytest.fixture
def database(tmp_path: Path) -> Iterator[SqliteDatabase]:
    opened = open_database(tmp_path)
    yield opened
    opened.close()


def open_database(folder: Path, durability: str = "normal", **settings: Any) -> SqliteDatabase:
    opened = SqliteDatabase(folder / "memory.db", durability=durability, **settings)
    opened.write(make_table)
    return opened


def make_table(session: Session) -> None:
    session.run("CREATE TABLE IF NOT EXISTS kept (name TEXT)")
    session.run(f"PRAGMA application_id = {APPLICATION_ID:d}")


def put(name: str) -> Callable[[Session], str]:
    def block(session: Session) -> str:
        session.run("INSERT INTO kept (name) VALUES (?)", (name,))
        return name

    return block


def kept(database: SqliteDatabase) -> list[str]:
    with database.read() as session:
        return [row[0] for row in session.rows("SELECT name FROM kept ORDER BY name")]


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "the expected moment never came"
        time.sleep(0.0005)


class Batch:
    """A leader and a follower whose blocks stand in one transaction, played by two threads."""

    def __init__(self, database: SqliteDatabase) -> None:
        self.database = database
        self.pool = ThreadPoolExecutor(8)
        self.started = threading.Event()

    def lead(self, then: Callable[[Session], str]) -> Future[str]:
        """Run a block that ends only when somebody else is at the door."""

        def block(session: Session) -> str:
            self.started.set()
            until(lambda: bool(self.database._group._door))
            return then(session)

        future = self.pool.submit(self.database.write, block)
        assert self.started.wait(PATIENCE)
        return future

    def follow(self, block: Callable[[Session], str]) -> Future[str]:
        assert self.started.is_set()
        return self.pool.submit(self.database.write, block)


@pytest.fixture
def batch(tmp_path: Path) -> Iterator[Batch]:
    opened = open_database(tmp_path, group_commit_milliseconds=10_000)
    played = Batch(opened)
    yield played
    played.pool.shutdown()
    opened.close()


def count_commits(database: SqliteDatabase) -> list[int]:
    sizes: list[int] = []
    group = database._group
    commit = group._commit

    def counting() -> None:
        assert group._batch is not None
        sizes.append(group._batch.blocks)
        commit()

    group._commit = counting
    return sizes


def test_every_write_of_many_threads_is_kept_with_fewer_commits_than_writes(
    tmp_path: Path,
) -> None:
    database = open_database(tmp_path, "full")
    sizes = count_commits(database)

    def write_fifty(thread: int) -> None:
        for number in range(50):
            name = f"{thread}/{number}"
            assert database.write(put(name)) == name
            with database.read() as session:
                assert session.row("SELECT 1 FROM kept WHERE name = ?", (name,)) is not None

    with ThreadPoolExecutor(32) as pool:
        list(pool.map(write_fifty, range(32)))

    assert len(kept(database)) == 1600
    assert sum(sizes) == 1600
    assert len(sizes) < 800
    assert max(sizes) <= 64
    database.close()


def test_a_batch_ends_at_its_greatest_number_of_blocks(tmp_path: Path) -> None:
    database = open_database(tmp_path, group_commit_blocks=4, group_commit_milliseconds=10_000)
    sizes = count_commits(database)
    played = Batch(database)
    futures = [played.lead(put("leader"))]
    futures += [played.follow(put(f"follower {number}")) for number in range(7)]
    for future in futures:
        future.result(PATIENCE)
    assert max(sizes) <= 4
    assert sum(sizes) == 8
    played.pool.shutdown()
    database.close()


def test_a_batch_whose_time_is_up_lets_nobody_else_in(tmp_path: Path) -> None:
    database = open_database(tmp_path, group_commit_milliseconds=0)
    sizes = count_commits(database)
    played = Batch(database)
    futures = [played.lead(put("leader"))]
    futures += [played.follow(put(f"follower {number}")) for number in range(5)]
    for future in futures:
        future.result(PATIENCE)
    assert sizes == [1] * 6
    played.pool.shutdown()
    database.close()


def test_a_caller_alone_waits_for_nobody(batch: Batch) -> None:
    begun = time.monotonic()
    batch.database.write(put("alone"))
    assert time.monotonic() - begun < 5, "the window of this store is ten seconds"


def test_a_failed_block_fails_its_own_caller_alone(batch: Batch) -> None:
    def fail(session: Session) -> str:
        put("half")(session)
        raise LookupError("no such thing")

    leader = batch.lead(put("leader"))
    follower = batch.follow(fail)
    assert leader.result(PATIENCE) == "leader"
    with pytest.raises(LookupError, match="no such thing"):
        follower.result(PATIENCE)
    assert kept(batch.database) == ["leader"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, GeneratorExit])
def test_what_is_no_ordinary_error_fails_its_own_caller_alone_too(
    batch: Batch, error: type[BaseException]
) -> None:
    def stop(session: Session) -> str:
        put("half")(session)
        raise error

    leader = batch.lead(put("leader"))
    follower = batch.follow(stop)
    assert leader.result(PATIENCE) == "leader"
    assert isinstance(follower.exception(PATIENCE), error)
    assert kept(batch.database) == ["leader"]


def test_a_failed_leader_leaves_the_next_caller_a_batch_of_its_own(batch: Batch) -> None:
    def fail(session: Session) -> str:
        put("half")(session)
        raise KeyboardInterrupt

    leader = batch.lead(fail)
    follower = batch.follow(put("follower"))
    assert follower.result(PATIENCE) == "follower"
    assert isinstance(leader.exception(PATIENCE), KeyboardInterrupt)
    assert kept(batch.database) == ["follower"]


def test_a_disk_that_fills_up_under_one_block_undoes_the_batch_and_tells_all(
    tmp_path: Path,
) -> None:
    with faulty_disk() as disk:
        database = open_database(tmp_path, group_commit_milliseconds=10_000)
        database._writer.run("PRAGMA cache_size = 2")  # so that a block writes before the commit
        played = Batch(database)

        def fill(session: Session) -> str:
            disk.before = out_of_space
            for _ in range(50):
                session.run("INSERT INTO kept (name) VALUES (?)", ("x" * 9000,))
            return "never"

        leader = played.lead(put("leader"))
        follower = played.follow(fill)
        for future in (leader, follower):
            with pytest.raises(StoreFullError, match="no room left"):
                future.result(PATIENCE)
        disk.before = nothing_wrong
        assert database.write(put("later")) == "later"
        assert kept(database) == ["later"]
        played.pool.shutdown()
        database.close()


@pytest.mark.parametrize("operation", ["write", "sync"])
def test_a_commit_that_finds_no_room_fails_every_caller_and_keeps_nothing(
    tmp_path: Path, operation: str
) -> None:
    with faulty_disk() as disk:
        database = open_database(tmp_path, "full", group_commit_milliseconds=10_000)
        played = Batch(database)

        def fill(session: Session) -> str:
            disk.before = lambda asked, file: (
                out_of_space(asked, file) if asked == operation else None
            )
            return put("follower")(session)

        futures = [played.lead(put("leader")), played.follow(fill)]
        for future in futures:
            with pytest.raises(StoreFullError):
                future.result(PATIENCE)
        assert kept(database) == []
        disk.before = nothing_wrong
        other = SqliteDatabase(tmp_path / "memory.db", busy_timeout_seconds=0)
        other.write(put("another memory"))
        database.write(put("later"))
        assert kept(database) == ["another memory", "later"]
        played.pool.shutdown()
        other.close()
        database.close()


def test_a_failing_disk_is_named_as_such(tmp_path: Path) -> None:
    with faulty_disk() as disk:
        database = open_database(tmp_path, "full")

        def broken(operation: str, _file: str) -> None:
            if operation == "sync":
                raise apsw.IOError("the platter fell off")

        disk.before = broken
        with pytest.raises(StoreError, match=r"The disk failed.*Check the disk"):
            database.write(put("lost"))
        disk.before = nothing_wrong
        assert kept(database) == []
        database.close()


def test_a_block_that_hides_a_full_disk_is_not_believed(tmp_path: Path) -> None:
    with faulty_disk() as disk:
        database = open_database(tmp_path)
        database._writer.run("PRAGMA cache_size = 2")

        def hide(session: Session) -> str:
            disk.before = out_of_space
            try:
                for _ in range(50):
                    session.run("INSERT INTO kept (name) VALUES (?)", ("x" * 9000,))
            except apsw.FullError:
                disk.before = nothing_wrong
            return "all is well"

        with pytest.raises(StoreError, match="its transaction had been undone"):
            database.write(hide)
        assert kept(database) == []
        assert database.write(put("later")) == "later"
        database.close()


def test_a_write_inside_a_write_is_refused_and_the_outer_one_can_go_on(
    database: SqliteDatabase,
) -> None:
    def outer(session: Session) -> str:
        with pytest.raises(StoreError, match=r"begun inside a write.*Return from the first"):
            database.write(put("inner"))
        with pytest.raises(StoreError, match="begun inside a write"):
            database.close()
        return put("outer")(session)

    assert database.write(outer) == "outer"
    assert kept(database) == ["outer"]


def test_a_read_inside_a_write_sees_what_was_durable_before(database: SqliteDatabase) -> None:
    def block(session: Session) -> list[str]:
        put("new")(session)
        return kept(database)

    database.write(put("old"))
    assert database.write(block) == ["old"]


def test_two_memories_on_one_file_take_turns_within_a_process(tmp_path: Path) -> None:
    first = open_database(tmp_path)
    second = open_database(tmp_path)
    with ThreadPoolExecutor(8) as pool:
        jobs = [
            pool.submit((first, second)[number % 2].write, put(f"{number:03}"))
            for number in range(100)
        ]
        for job in jobs:
            job.result(PATIENCE)
    assert kept(first) == [f"{number:03}" for number in range(100)]
    first.close()
    second.close()


def interrupt_main_thread(when: Callable[[], bool], released: threading.Event) -> threading.Thread:
    main = threading.main_thread().ident
    assert main is not None

    def wait_and_interrupt() -> None:
        until(when)
        time.sleep(0.02)  # let the main thread go from running to waiting
        signal.pthread_kill(main, signal.SIGINT)
        time.sleep(0.02)
        released.set()

    thread = threading.Thread(target=wait_and_interrupt)
    thread.start()
    return thread


def test_ctrl_c_while_waiting_for_the_commit_stops_the_wait_and_nobody_else(
    batch: Batch,
) -> None:
    released, entered = threading.Event(), threading.Event()

    def linger(session: Session) -> str:
        entered.set()
        assert released.wait(PATIENCE)
        return put("last")(session)

    def follow_and_be_followed(session: Session) -> str:
        futures.append(batch.follow(linger))
        until(lambda: bool(batch.database._group._door))
        return put("main")(session)

    futures = [batch.lead(put("leader"))]
    interrupting = interrupt_main_thread(entered.is_set, released)
    with pytest.raises(KeyboardInterrupt):
        batch.database.write(follow_and_be_followed)
    interrupting.join()
    assert [future.result(PATIENCE) for future in futures] == ["leader", "last"]
    assert kept(batch.database) == ["last", "leader", "main"]


def test_ctrl_c_at_the_leader_still_commits_the_batch_of_the_others(batch: Batch) -> None:
    released, entered = threading.Event(), threading.Event()
    futures: list[Future[str]] = []

    def linger(session: Session) -> str:
        entered.set()
        assert released.wait(PATIENCE)
        return put("follower")(session)

    def lead(session: Session) -> str:
        batch.started.set()
        futures.append(batch.follow(linger))
        until(lambda: bool(batch.database._group._door))
        return put("main")(session)

    interrupting = interrupt_main_thread(entered.is_set, released)
    with pytest.raises(KeyboardInterrupt):
        batch.database.write(lead)
    interrupting.join()
    assert futures[0].result(PATIENCE) == "follower"
    assert kept(batch.database) == ["follower", "main"]
    assert batch.database.write(put("next")) == "next"


def test_ctrl_c_during_the_commit_itself_never_tells_the_others_that_it_failed(
    batch: Batch,
) -> None:
    group = batch.database._group
    commit = group._commit

    def commit_and_stop() -> None:
        group._commit = commit
        commit()
        raise KeyboardInterrupt

    group._commit = commit_and_stop
    leader = batch.lead(put("leader"))
    follower = batch.follow(put("follower"))
    outcomes = {type(future.exception(PATIENCE)) for future in (leader, follower)}
    assert outcomes == {KeyboardInterrupt, type(None)}
    assert kept(batch.database) == ["follower", "leader"]


def test_ctrl_c_just_before_the_commit_does_not_lose_the_batch(batch: Batch) -> None:
    group = batch.database._group
    commit = group._commit

    interruptions = [KeyboardInterrupt()]

    def stop_before() -> None:
        if interruptions:
            raise interruptions.pop()
        commit()

    group._commit = stop_before
    leader = batch.lead(put("leader"))
    follower = batch.follow(put("follower"))
    outcomes = {type(future.exception(PATIENCE)) for future in (leader, follower)}
    assert outcomes == {KeyboardInterrupt, type(None)}
    assert kept(batch.database) == ["follower", "leader"]


def test_ctrl_c_between_begin_and_batch_leaves_no_transaction_open(
    database: SqliteDatabase,
) -> None:
    group = database._group
    begin = group._begin

    def begin_and_stop(seconds: float) -> None:
        group._begin = begin
        begin(seconds)
        raise KeyboardInterrupt

    group._begin = begin_and_stop
    with pytest.raises(KeyboardInterrupt):
        database.write(put("never"))
    assert not database._writer.connection.in_transaction
    assert database.write(put("next")) == "next"
    assert kept(database) == ["next"]


def test_a_batch_whose_leader_vanished_is_committed_by_its_followers(
    batch: Batch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group_commit, "ORPHAN_SECONDS", 0.01)
    group = batch.database._group
    ghost = object()
    group._door.add(ghost)  # somebody is at the door for ever: no block ends the batch
    with group._turn:
        group._join(ghost, patience=time.monotonic() + 1)  # and the leader never comes back
    follower = batch.pool.submit(batch.database.write, put("follower"))
    assert follower.result(3) == "follower", "the window of this store is ten seconds"
    assert kept(batch.database) == ["follower"]


def test_closing_commits_what_is_under_way_and_refuses_the_rest(tmp_path: Path) -> None:
    database = open_database(tmp_path, group_commit_milliseconds=10_000)
    played = Batch(database)
    leader = played.lead(put("leader"))
    closing = played.pool.submit(database.close)
    follower = played.follow(put("follower"))
    assert leader.result(PATIENCE) == "leader"
    closing.result(PATIENCE)
    outcome = follower.exception(PATIENCE)
    assert outcome is None or isinstance(outcome, StoreClosedError)
    reopened = open_database(tmp_path)
    assert kept(reopened) == (["leader"] if outcome else ["follower", "leader"])
    played.pool.shutdown()
    reopened.close()


def test_all_threads_of_a_process_give_up_together_when_another_keeps_the_lock(
    tmp_path: Path,
) -> None:
    holder = open_database(tmp_path)
    waiting = open_database(tmp_path, busy_timeout_seconds=0.3)
    pool = ThreadPoolExecutor(6)

    def hold(_session: Session) -> float:
        begun = time.monotonic()
        jobs = [pool.submit(waiting.write, put(str(number))) for number in range(6)]
        for job in jobs:
            with pytest.raises(StoreBusyError, match="Another process has held"):
                job.result(PATIENCE)
        return time.monotonic() - begun

    assert holder.write(hold) < 1.5, "six callers wait side by side, not one after another"
    assert waiting.write(put("after")) == "after"
    pool.shutdown()
    waiting.close()
    holder.close()


def out_of_space(operation: str, _file: str) -> None:
    if operation != "open":
        raise apsw.FullError("no space left on device")
