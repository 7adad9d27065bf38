"""What is left when a process is killed or forked, or the power goes."""

import os
import random
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest
from tests.store.faulty_disk import FaultyDisk, FaultyFile, faulty_disk
from tests.store.memories import check_whole, open_file, remember
from tests.store.processes import Program, running
from tests.store.programs import make_table, put
from tests.support.values import ALICE, KEY

from remanent.store.engine import Session
from remanent.store.sqlite.database import SqliteDatabase


@pytest.mark.slow
def test_an_acknowledged_write_survives_fifty_kills_and_no_memory_is_halved(
    tmp_path: Path,
) -> None:
    path = tmp_path / "memory.db"
    luck = random.Random(50)
    kept: set[int] = set()
    with running("killed_writers", path) as program:
        for number in range(50):
            program.tell(str(1000 * number))
            kept |= kill_within(program, luck.random() * 0.08)
            if number % 10 == 9:
                store = open_file(path)
                check_whole(store, kept)
                assert store.database.problems() == []
                store.close()
    assert len(kept) >= 50


def kill_within(program: Program, seconds: float) -> set[int]:
    """Kill the writer some time after its first acknowledgement; return what it acknowledged."""
    kept: set[int] = set()
    child, timer = 0, None
    while True:
        word, value = program.line().split()
        if word == "child":
            child = int(value)
        elif word == "kept":
            kept.add(int(value))
        elif word == "gone":
            return kept
        if child and kept and timer is None:
            timer = threading.Timer(seconds, os.kill, (child, signal.SIGKILL))
            timer.start()


@pytest.mark.slow
def test_six_processes_write_three_hundred_rows_each_and_see_one_another(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    open_file(path).close()
    with ExitStack() as stack:
        programs = [
            stack.enter_context(running("write_many", path, f"{name}:300")) for name in range(6)
        ]
        for program in programs:
            assert program.line() == "ready"
        for program in programs:
            program.tell()
        seen = [int(program.line().removeprefix("done ")) for program in programs]
        assert [program.end() for program in programs] == [0] * 6
    assert min(seen) > 0
    store = open_file(path)
    assert store.statistics()["requests"] == 1800
    assert store.database.problems() == []
    store.close()


def test_two_writers_share_a_file_while_one_of_them_is_killed_and_comes_back(
    tmp_path: Path,
) -> None:
    """Case K02: neither saves over the other, and each sees the other's without a restart."""
    path = tmp_path / "memory.db"
    store = open_file(path)
    with running("killed_writers", path) as program:
        kept: set[int] = set()
        for first in (0, 1000):
            program.tell(str(first))
            mine = range(first + 500, first + 510)
            for number in mine:
                store.write(ALICE, partial(remember, number), key=KEY)
            kept |= kill_within(program, 0.02) | set(mine)
            check_whole(store, kept)
    store.close()


def test_the_log_of_a_killed_process_is_read_by_the_next(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with running("write_and_stay", path, "before the kill") as program:
        assert program.line() == "written"
        program.kill()
    assert (tmp_path / "memory.db-wal").stat().st_size > 0
    database = SqliteDatabase(path)
    with database.read() as session:
        assert session.rows("SELECT name FROM kept") == [("before the kill",)]
    database.close()
    assert not (tmp_path / "memory.db-wal").exists()


def test_processes_start_and_die_around_one_file_and_none_needs_cleaning_up(
    tmp_path: Path,
) -> None:
    """Case K04: no decision rests on a process id, and nothing stays behind after a crash."""
    path = tmp_path / "memory.db"
    with running("write_and_stay", path, "first") as first:
        assert first.line() == "written"
        with running("write_and_stay", path, "second") as second:
            assert second.line() == "written"
            first.kill()
            (tmp_path / "memory.db.lock").write_text("1")  # somebody else's process by now
            with running("write_and_stay", path, "third") as third:
                assert third.line() == "written"
    (tmp_path / "memory.db.lock").write_text("")
    database = SqliteDatabase(path)
    database.write(put("fourth"))
    with database.read() as session:
        rows = session.rows("SELECT name FROM kept ORDER BY name")
    assert [row[0] for row in rows] == ["first", "fourth", "second", "third"]
    database.close()


def test_several_processes_make_the_same_new_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "new" / "memory.db"
    with ExitStack() as stack:
        programs = [stack.enter_context(running("open_new", path)) for _ in range(4)]
        for program in programs:
            assert program.line() == "ready"
        for program in programs:
            program.tell()
        assert {program.line() for program in programs} == {"schema 1"}
        assert [program.end() for program in programs] == [0] * 4
    store = open_file(path)
    assert store.statistics()["requests"] == 4
    assert store.statistics()["scopes"] == 1
    store.close()


def test_twenty_parallel_calls_leave_some_serial_order(tmp_path: Path) -> None:
    """Case K01: many calls of one reply at once."""
    store = open_file(tmp_path / "memory.db")
    with ThreadPoolExecutor(20) as pool:
        jobs = [
            pool.submit(store.write, ALICE, partial(remember, number), key=KEY)
            for number in range(20)
        ]
        for job in jobs:
            job.result(30)
    assert check_whole(store, set(range(20))) == set(range(20))
    store.close()


# Forks


def test_a_fork_among_busy_threads_gives_both_sides_a_sound_memory(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with running("forks", path) as program:
        assert program.line() == "done"
        assert program.end() == 0
    database = SqliteDatabase(path)
    assert database.problems() == []
    with database.read() as session:
        names = [row[0] for row in session.rows("SELECT name FROM kept")]
    children = {name for name in names if name.startswith("child")}
    assert children == {f"child{number}/{place}" for number in range(12) for place in range(5)}
    for thread in range(3):
        own = [name for name in names if name.startswith(f"thread{thread}/")]
        assert own == [f"thread{thread}/{place}" for place in range(len(own))]
    database.close()


def test_a_child_that_outlives_its_parent_keeps_every_write(tmp_path: Path) -> None:
    """A parent that closes last deletes the log, unless the child's own locks say otherwise."""
    path = tmp_path / "memory.db"
    with running("forks_and_ends", path) as program:
        assert program.line() == "done"
        program.end()
    database = SqliteDatabase(path)
    with database.read() as session:
        rows = session.rows("SELECT name FROM kept ORDER BY name")
    assert [row[0] for row in rows] == ["child, early", "child, late", "parent"]
    database.close()


def test_a_fork_inside_a_write_leaves_the_child_no_half_of_it(tmp_path: Path) -> None:
    with running("forks_inside", tmp_path / "memory.db", "write") as program:
        assert program.line().startswith("child CursorClosedError")
        assert "forked in the middle" in program.line()
        assert program.line() == "parent ['parent']"


def test_a_fork_inside_a_read_ends_the_read_in_the_child_and_nothing_else(tmp_path: Path) -> None:
    with running("forks_inside", tmp_path / "memory.db", "read") as program:
        assert program.line().startswith("child CursorClosedError")
        assert program.line() == "child None"
        assert program.line() == "parent ['child', 'parent']"


# Power


def write_until_the_power_goes(folder: Path, durability: str, seed: int) -> list[tuple[Path, int]]:
    """Write with thirty power cuts at random moments; return (what was left, acknowledged)."""
    luck = random.Random(seed)
    cuts: list[tuple[Path, int]] = []
    acknowledged = 0
    with faulty_disk(follows=True) as disk:
        database = SqliteDatabase(folder / "memory.db", durability=durability)
        database.write(make_tables)
        database._writer.run("PRAGMA wal_checkpoint(TRUNCATE)")  # the tables are there for certain
        database._writer.run("PRAGMA wal_autocheckpoint = 15")
        moments = sorted(luck.sample(range(20, 700), 30))
        operations = 0

        def maybe_cut(_operation: str, _file: str) -> None:
            nonlocal operations
            operations += 1
            if moments and operations >= moments[0]:
                moments.pop(0)
                cuts.append((cut(disk, folder, len(cuts), luck), acknowledged))

        disk.after = maybe_cut
        while moments:
            database.write(partial(insert_pair, acknowledged))
            acknowledged += 1
        database.close()
    return cuts


def make_tables(session: Session) -> None:
    make_table(session)
    session.run("CREATE TABLE twin (name TEXT)")


def insert_pair(number: int, session: Session) -> None:
    for table in ("kept", "twin"):
        session.run(f"INSERT INTO {table} (name) VALUES (?)", (f"{number:05} " + "x" * 2000,))


def cut(disk: FaultyDisk, folder: Path, number: int, luck: random.Random) -> Path:
    left = folder / f"cut{number}"
    left.mkdir()
    disk.cut_power(left, luck)
    return left


def lost(folder: Path, acknowledged: int) -> int:
    """Open what a power cut left, check that it is whole, and count what is missing."""
    database = SqliteDatabase(folder / "memory.db")
    with database.read() as session:
        kept, twins = (
            [int(row[0].split()[0]) for row in session.rows(f"SELECT name FROM {table}")]
            for table in ("kept", "twin")
        )
    assert database.problems() == []
    database.write(partial(insert_pair, 99_999))
    database.close()
    assert kept == twins == list(range(len(kept))), "no half of a write, and no hole"
    return max(0, acknowledged - len(kept))


def test_a_power_cut_loses_no_acknowledged_write(tmp_path: Path) -> None:
    cuts = write_until_the_power_goes(tmp_path, "full", 1)
    assert [lost(folder, acknowledged) for folder, acknowledged in cuts] == [0] * 30


def test_with_normal_durability_a_power_cut_may_cost_the_last_writes_and_damages_nothing(
    tmp_path: Path,
) -> None:
    cuts = write_until_the_power_goes(tmp_path, "normal", 1)
    assert sum(lost(folder, acknowledged) for folder, acknowledged in cuts) > 0


def test_the_power_test_would_notice_a_lost_sync(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that only pretends to sync loses writes even with full durability."""
    monkeypatch.setattr(FaultyFile, "xSync", lie_about_syncing)
    cuts = write_until_the_power_goes(tmp_path, "full", 1)
    damage = 0
    for folder, acknowledged in cuts:
        try:
            damage += lost(folder, acknowledged)
        except Exception:  # noqa: BLE001 - whatever a lying disk leaves is damage
            damage += 1
    assert damage > 0


def lie_about_syncing(file: FaultyFile, _flags: int) -> None:
    file.disk.after("sync", file.name)
