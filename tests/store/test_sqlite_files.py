"""What a path may lead to, and what is said of it: nothing is ever destroyed."""

import os
import random
import shutil
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import apsw
import pytest
from tests.store.faulty_disk import faulty_disk, nothing_wrong
from tests.store.memories import check_whole, open_file, remember
from tests.store.programs import make_table, put
from tests.support.values import ALICE, KEY

from remanent.errors import (
    StoreBusyError,
    StoreClosedError,
    StoreDamagedError,
    StoreError,
    StoreForeignError,
    StoreNewerError,
    StoreReadOnlyError,
)
from remanent.store import sql_store
from remanent.store.engine import Session
from remanent.store.migrations import MIGRATIONS
from remanent.store.sql_store import SqlStore
from remanent.store.sqlite import database as database_module
from remanent.store.sqlite.connection import APPLICATION_ID, LOG_BYTES
from remanent.store.sqlite.database import SqliteDatabase
from remanent.store.sqlite.lock import SidecarLock


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


@pytest.fixture
def kept(path: Path) -> Path:
    """A file with thirty memories, closed."""
    store = open_file(path)
    for number in range(30):
        store.write(ALICE, partial(remember, number), key=KEY)
    store.close()
    return path


def folder_of(path: Path) -> dict[str, bytes]:
    """Everything in a folder but the lock, which holds nothing."""
    return {
        each.name: each.read_bytes()
        for each in path.parent.iterdir()
        if each.is_file() and not each.name.endswith(".lock")
    }


# New files


def test_a_new_file_and_its_folders_are_made(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b c" / "mémoire?#%41.db"
    store = open_file(path)
    store.write(ALICE, partial(remember, 1), key=KEY)
    store.close()
    assert check_whole(open_file(path), {1}) == {1}


def test_a_new_file_is_made_by_one_process_at_a_time(path: Path) -> None:
    other = SidecarLock(path.with_name("memory.db.lock"))
    other.acquire(0)
    with pytest.raises(StoreBusyError):
        SqliteDatabase(path, busy_timeout_seconds=0.05)
    assert not path.exists()
    other.release()
    other.close()
    SqliteDatabase(path, busy_timeout_seconds=0.05).close()


def test_an_empty_file_becomes_a_memory(path: Path) -> None:
    path.touch()
    store = open_file(path)
    store.write(ALICE, partial(remember, 1), key=KEY)
    store.close()
    assert path.read_bytes()[68:72] == APPLICATION_ID.to_bytes(4, "big")


def test_a_name_that_means_something_to_sqlite_is_a_file_like_any_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (":memory:", "file:memory.db?mode=memory"):
        store = open_file(Path(name))
        store.write(ALICE, partial(remember, 1), key=KEY)
        store.close()
        assert check_whole(open_file(Path(name)), {1}) == {1}
        assert (tmp_path / name).is_file()


def test_a_relative_path_means_the_same_file_after_a_change_of_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    store = open_file(Path("memory.db"))
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    store.write(ALICE, partial(remember, 1), key=KEY)
    assert check_whole(store, {1}) == {1}
    store.close()
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_link_and_the_file_it_leads_to_are_one_memory(tmp_path: Path, path: Path) -> None:
    direct = open_file(path)
    (tmp_path / "links").mkdir()
    link = tmp_path / "links" / "link.db"
    link.symlink_to(path)
    linked = open_file(link)
    linked.write(ALICE, partial(remember, 1), key=KEY)
    direct.write(ALICE, partial(remember, 2), key=KEY)
    assert check_whole(linked, {1, 2}) == check_whole(direct, {1, 2})
    assert [each.name for each in (tmp_path / "links").iterdir()] == ["link.db"]
    linked.close()
    direct.close()


def test_the_settings_of_a_file_are_those_that_were_measured(path: Path) -> None:
    for durability, synchronous in (("full", 2), ("normal", 1)):
        database = SqliteDatabase(path, durability=durability)
        with database.read() as session:
            asked = {
                name: session.row(f"PRAGMA {name}")
                for name in ("page_size", "journal_mode", "trusted_schema", "journal_size_limit")
            }
        assert asked == {
            "page_size": (8192,),
            "journal_mode": ("wal",),
            "trusted_schema": (0,),
            "journal_size_limit": (LOG_BYTES,),
        }
        assert database._writer.row("PRAGMA synchronous") == (synchronous,)
        database.close()


# What is not ours


def foreign_database(path: Path, *, mode: str = "DELETE", owner: int = 0) -> None:
    connection = apsw.Connection(str(path))
    connection.execute(f"PRAGMA journal_mode={mode}").fetchall()
    connection.execute(f"PRAGMA application_id={owner:d}").fetchall()
    connection.execute("CREATE TABLE bookmarks (url TEXT)").fetchall()
    connection.execute("INSERT INTO bookmarks VALUES ('https://example.org')").fetchall()
    connection.close()


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
@pytest.mark.parametrize("owner", [0, 0x12345678])
def test_a_database_of_another_program_is_left_byte_for_byte(
    path: Path, mode: str, owner: int
) -> None:
    foreign_database(path, mode=mode, owner=owner)
    before = folder_of(path)
    with pytest.raises(StoreForeignError, match=r"another program.*never overwrites"):
        SqliteDatabase(path)
    assert folder_of(path) == before
    assert not path.with_name("memory.db.lock").exists()


def test_a_database_whose_tables_stand_only_in_its_log_is_foreign_too(
    tmp_path: Path, path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere.db"
    connection = apsw.Connection(str(elsewhere))
    connection.execute("PRAGMA journal_mode=WAL").fetchall()
    connection.execute("CREATE TABLE bookmarks (url TEXT)").fetchall()
    for end in ("", "-wal"):  # as a killed program leaves it
        shutil.copy(f"{elsewhere}{end}", f"{path}{end}")
    connection.close()
    before = {end: Path(f"{path}{end}").read_bytes() for end in ("", "-wal")}
    with pytest.raises(StoreForeignError):
        SqliteDatabase(path)
    assert {end: Path(f"{path}{end}").read_bytes() for end in ("", "-wal")} == before


@pytest.mark.parametrize(
    "content",
    [b"x", b"{}", b"SQLite format 2\x00" + b"\x00" * 200, b"\x00" * 4096, "Grüße\n".encode() * 99],
    ids=["one byte", "json", "an older magic", "zeros", "text"],
)
def test_a_file_that_is_no_database_is_left_byte_for_byte(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(StoreForeignError, match="not a database"):
        SqliteDatabase(path)
    assert folder_of(path) == {"memory.db": content}


def test_a_folder_is_no_memory_file(path: Path) -> None:
    path.mkdir()
    with pytest.raises(StoreForeignError, match="is a folder"):
        SqliteDatabase(path)


def test_a_file_in_the_place_of_a_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(StoreReadOnlyError, match=r"notes.txt is not a folder"):
        SqliteDatabase(tmp_path / "notes.txt" / "memory.db")
    assert (tmp_path / "notes.txt").read_text() == "mine"


# What cannot be written


def test_a_folder_that_cannot_be_made_is_named() -> None:
    with pytest.raises(StoreReadOnlyError, match=r"/proc/remanent cannot be made.*permission"):
        SqliteDatabase(Path("/proc/remanent/memory.db"))


def test_a_folder_that_takes_no_file_is_named() -> None:
    with pytest.raises(StoreReadOnlyError, match="lock file"):
        SqliteDatabase(Path(f"/proc/{os.getpid()}/memory.db"))


@pytest.mark.skipif(os.geteuid() == 0, reason="no mode stops the superuser")
@pytest.mark.parametrize("name", ["folder", "file"])
def test_a_mode_without_leave_to_write_is_named_and_nothing_is_written(
    kept: Path, name: str
) -> None:
    before = folder_of(kept)
    kept.with_name("memory.db.lock").unlink()
    (kept.parent if name == "folder" else kept).chmod(0o555)
    try:
        with pytest.raises(StoreReadOnlyError):
            open_file(kept)
    finally:
        kept.parent.chmod(0o755)
        kept.chmod(0o644)
    assert folder_of(kept) == before


def test_a_file_that_opens_for_reading_only_is_named_and_nothing_is_written(kept: Path) -> None:
    before = folder_of(kept)
    with faulty_disk() as disk:
        disk.is_read_only = True
        with pytest.raises(StoreReadOnlyError, match=r"can be read, but not written"):
            open_file(kept)
    assert folder_of(kept) == before


def test_a_disk_that_becomes_read_only_stops_the_write_and_keeps_the_reads(kept: Path) -> None:
    with faulty_disk() as disk:
        store = open_file(kept)

        def refuse(operation: str, _file: str) -> None:
            if operation == "write":
                raise apsw.ReadOnlyError("mounted read-only after an error")

        disk.before = refuse
        with pytest.raises(StoreReadOnlyError, match="cannot be written"):
            store.write(ALICE, partial(remember, 99), key=KEY)
        assert check_whole(store, set(range(30))) == set(range(30))
        disk.before = nothing_wrong
        store.close()


def test_a_file_that_is_replaced_or_removed_while_open_is_not_written_to(
    tmp_path: Path, path: Path
) -> None:
    database = SqliteDatabase(path, durability="normal")
    database.write(make_table)
    path.rename(tmp_path / "moved.db")
    with pytest.raises(StoreError, match=r"moved, removed or replaced.*open it again"):
        database.write(put("into the void"))
    path.touch()
    with pytest.raises(StoreError, match="replaced"):
        database.write(put("into another file"))
    path.unlink()
    (tmp_path / "moved.db").rename(path)
    database.write(put("kept"))
    with database.read() as session:
        assert session.rows("SELECT name FROM kept") == [("kept",)]
    database.close()


# What is damaged


@pytest.mark.parametrize("size", [1, 15, 16, 99, 100, 4096, 8192, 20_000, -8192, -1])
def test_a_file_that_was_cut_off_is_named_and_left_as_it_is(kept: Path, size: int) -> None:
    content = kept.read_bytes()
    kept.write_bytes(content[:size])
    before = folder_of(kept)
    with pytest.raises((StoreDamagedError, StoreForeignError)) as caught:
        open_file(kept)
    assert isinstance(caught.value, StoreDamagedError) or size < 16
    assert "doctor" in str(caught.value) or size < 16
    assert folder_of(kept) == before


def test_a_log_without_its_file_is_not_thrown_away(path: Path) -> None:
    """SQLite deletes a log beside a file of no length, and whatever was acknowledged in it."""
    database = SqliteDatabase(path, durability="normal")
    database.write(make_table)
    database.write(put("only in the log"))
    log = Path(f"{path}-wal").read_bytes()
    whole = path.read_bytes()
    database.close()
    path.unlink()
    Path(f"{path}-wal").write_bytes(log)
    for content in (None, b""):
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(StoreDamagedError, match=r"memory.db-wal still holds.*Put the file"):
            SqliteDatabase(path)
        assert Path(f"{path}-wal").read_bytes() == log
    path.write_bytes(whole)
    database = SqliteDatabase(path)
    with database.read() as session:
        assert session.rows("SELECT name FROM kept") == [("only in the log",)]
    database.close()


def test_overwritten_pages_are_noticed_and_never_thrown_away(kept: Path) -> None:
    """Each page in turn loses its head; the engine's own check or the opening finds it."""
    content = kept.read_bytes()
    luck = random.Random(3)
    for page in range(1, len(content) // 8192):
        damaged = bytearray(content)
        damaged[page * 8192 : page * 8192 + 64] = luck.randbytes(64)
        kept.write_bytes(damaged)
        try:
            store = open_file(kept)
        except StoreDamagedError:
            continue
        try:
            assert store.database.problems()
        except StoreDamagedError:
            pass
        finally:
            store.close()
        assert kept.read_bytes() == damaged


def test_text_that_is_no_text_any_more_is_named_as_damage(path: Path) -> None:
    database = SqliteDatabase(path, durability="normal")
    database.write(make_table)
    database.write(lambda session: session.run("INSERT INTO kept VALUES (CAST(x'ff41' AS TEXT))"))
    with database.read() as session, pytest.raises(StoreDamagedError, match="not UTF-8"):
        session.rows("SELECT name FROM kept")
    database.close()


# Schemas


def test_a_newer_schema_is_refused_and_left_byte_for_byte(kept: Path) -> None:
    database = SqliteDatabase(kept)
    database.write(lambda session: session.run("PRAGMA user_version = 99"))
    database.close()
    before = folder_of(kept)
    with pytest.raises(StoreNewerError, match=r"schema 99.*Upgrade"):
        open_file(kept)
    assert folder_of(kept) == before


def add_table(session: Session) -> None:
    session.run("CREATE TABLE later (scope BIGINT PRIMARY KEY)")
    session.run("INSERT INTO later SELECT scope FROM scopes")


@pytest.fixture
def with_two_steps(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    def use(second: Callable[[Session], None]) -> None:
        monkeypatch.setattr(sql_store, "MIGRATIONS", (*MIGRATIONS, second))

    return use


def test_an_older_schema_is_backed_up_and_then_brought_up_to_date(
    kept: Path, with_two_steps: Callable[..., None]
) -> None:
    with_two_steps(add_table)
    store = open_file(kept)
    with store.database.read() as session:
        assert session.rows("SELECT scope FROM later") == [(1,)]
        assert session.row("PRAGMA user_version") == (2,)
    assert check_whole(store, set(range(30))) == set(range(30))
    store.close()
    (backup,) = kept.parent.glob("memory.db.schema-1-*.backup")
    assert sorted(each.name for each in kept.parent.iterdir()) == [
        "memory.db", "memory.db.lock", backup.name,
    ]  # fmt: skip
    old = SqliteDatabase(backup)
    assert old.problems() == []
    with old.read() as session:
        assert session.row("PRAGMA user_version") == (1,)
        assert session.row("SELECT count(*) FROM sqlite_schema WHERE name = 'later'") == (0,)
        assert session.row("SELECT count(*) FROM events") == (30,)
    old.close()


def test_a_step_that_fails_leaves_the_old_schema_and_every_row(
    kept: Path, with_two_steps: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(session: Session) -> None:
        add_table(session)
        session.run("DELETE FROM events")
        raise LookupError("a step with a fault")

    with_two_steps(fail)
    with pytest.raises(LookupError):
        open_file(kept)
    assert len(list(kept.parent.glob("*.backup"))) == 1
    monkeypatch.undo()
    store = open_file(kept)
    with store.database.read() as session:
        assert session.row("PRAGMA user_version") == (1,)
        assert session.row("SELECT count(*) FROM sqlite_schema WHERE name = 'later'") == (0,)
    assert check_whole(store, set(range(30))) == set(range(30))
    store.close()


def test_several_that_find_an_older_schema_at_once_take_one_step_and_one_backup(
    kept: Path, with_two_steps: Callable[..., None]
) -> None:
    """Each has its own connections and its own lock, as processes have."""
    with_two_steps(add_table)
    start = threading.Barrier(4)
    opened: list[SqlStore] = []
    failures: list[BaseException] = []

    def open_one() -> None:
        start.wait()
        try:
            opened.append(open_file(kept))
        except BaseException as error:  # noqa: BLE001 - the test fails with it below
            failures.append(error)

    threads = [threading.Thread(target=open_one) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(opened) == 4
    for store in opened:
        with store.database.read() as session:
            assert session.rows("SELECT scope FROM later") == [(1,)]
        store.close()
    (backup,) = kept.parent.glob("*.backup")
    with SqliteDatabase(backup).read() as session:
        assert session.row("PRAGMA user_version") == (1,)


def test_a_backup_beside_running_writers_shows_one_moment(
    tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "BACKUP_PAGES", 1)  # writers come in between for certain
    database = SqliteDatabase(path, durability="normal")
    database.write(make_table)
    database.write(lambda session: session.run("CREATE TABLE twin (name TEXT)"))
    database.write(lambda session: session.run("CREATE TABLE bulk AS SELECT zeroblob(4000000)"))
    ended = threading.Event()

    def keep_writing() -> None:
        number = 0
        while not ended.is_set():
            number += 1
            database.write(partial(pair, number))

    def pair(number: int, session: Session) -> None:
        for table in ("kept", "twin"):
            session.run(f"INSERT INTO {table} (name) VALUES (?)", (str(number) * 500,))

    thread = threading.Thread(target=keep_writing)
    thread.start()
    try:
        copies = [database.backup(tmp_path / f"copy{number}.db") for number in range(5)]
    finally:
        ended.set()
        thread.join()
    database.close()
    for copy in copies:
        copied = SqliteDatabase(copy)
        assert copied.problems() == []
        with copied.read() as session:
            kept_rows, twins = (
                session.row(f"SELECT count(*), max(name) FROM {table}")
                for table in ("kept", "twin")
            )
        assert kept_rows == twins
        copied.close()
    assert not list(tmp_path.glob("*.partial*"))


def test_a_backup_that_finds_no_room_leaves_neither_a_copy_nor_a_piece_of_one(
    tmp_path: Path, kept: Path
) -> None:
    with faulty_disk() as disk:
        store = open_file(kept)

        def full(operation: str, file: str) -> None:
            if operation == "write" and "partial" in file:
                raise apsw.FullError("no space left on device")

        disk.before = full
        with pytest.raises(StoreError, match="no room"):
            store.database.backup(tmp_path / "copy.db")
        store.close()
    assert not list(tmp_path.glob("copy*"))


# Closing


def test_closing_twice_is_closing_once(kept: Path) -> None:
    store = open_file(kept)
    store.close()
    store.close()
    store.database.close()


def test_nothing_can_be_done_with_a_closed_memory(kept: Path, tmp_path: Path) -> None:
    store = open_file(kept)
    store.close()
    uses: list[Callable[[], Any]] = [
        lambda: store.write(ALICE, partial(remember, 99), key=KEY),
        lambda: store.read(ALICE).__enter__(),
        store.scopes,
        store.statistics,
        store.database.problems,
        lambda: store.database.backup(tmp_path / "copy.db"),
    ]
    for use in uses:
        with pytest.raises(StoreClosedError, match=r"was closed.*Open it again"):
            use()


def test_closing_leaves_one_file_and_its_lock(kept: Path) -> None:
    assert sorted(each.name for each in kept.parent.iterdir()) == ["memory.db", "memory.db.lock"]


def test_a_view_that_is_open_while_the_memory_closes_can_be_read_to_its_end(kept: Path) -> None:
    store = open_file(kept)
    with store.read(ALICE) as view:
        store.close()
        assert len(view.events_between(1, 10_000, limit=100)) == 30
    assert not Path(f"{kept}-wal").exists()


def test_closing_does_not_wait_for_who_still_reads(kept: Path) -> None:
    reading, closing = open_file(kept), open_file(kept)
    with reading.read(ALICE) as view:
        closing.write(ALICE, partial(remember, 99), key=KEY)
        begun = time.monotonic()
        closing.close()
        assert time.monotonic() - begun < 10, "another process is waited for half a minute"
        assert view.state.turns == 30
    reading.close()
    assert check_whole(open_file(kept), {99}) == {*range(30), 99}


def test_a_reader_that_met_a_fault_is_not_lent_again(kept: Path) -> None:
    store = open_file(kept)
    with store.database.read() as session:
        session.connection.close()  # type: ignore[attr-defined]
        with pytest.raises(apsw.Error):
            session.rows("SELECT 1")
    with store.database.read() as session:
        assert session.rows("SELECT 1") == [(1,)]
    store.close()


def test_a_log_that_a_large_write_made_long_is_cut_back(path: Path) -> None:
    database = SqliteDatabase(path, durability="normal")
    database.write(make_table)
    log = Path(f"{path}-wal")
    database.write(
        lambda session: session.run("INSERT INTO kept VALUES (zeroblob(?))", (LOG_BYTES + 2**20,))
    )
    assert log.stat().st_size > LOG_BYTES
    for name in ("after", "that"):
        database.write(put(name))
    assert log.stat().st_size <= LOG_BYTES
    database.close()
