"""Programs that tests start as processes of their own, stop, kill and fork: NAME PATH ARGUMENT."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path

from tests.store.memories import open_file, remember
from tests.support.values import ALICE, KEY

from remanent.store.engine import Session
from remanent.store.sqlite.connection import APPLICATION_ID
from remanent.store.sqlite.database import SqliteDatabase
from remanent.store.transaction import SqlTransaction

FOREVER = 3600


def say(*words: object) -> None:
    """Write a line at once, whole."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def make_table(session: Session) -> None:
    session.run("CREATE TABLE IF NOT EXISTS kept (name TEXT)")
    session.run(f"PRAGMA application_id = {APPLICATION_ID:d}")


def put(name: str) -> Callable[[Session], None]:
    return lambda session: session.run("INSERT INTO kept (name) VALUES (?)", (name,))


def keep_request(key: str, tx: SqlTransaction) -> None:
    tx.keep_request(key, "", "")


def hold(path: Path, _: str) -> None:
    """Begin a write, say so, and stay in it."""

    def block(session: Session) -> None:
        put("never")(session)
        say("holding")
        time.sleep(FOREVER)

    SqliteDatabase(path, durability="normal").write(block)


def write_and_stay(path: Path, name: str) -> None:
    """Write a row, say so, and stay with the file open."""
    database = SqliteDatabase(path)
    database.write(make_table)
    database.write(put(name))
    say("written")
    time.sleep(FOREVER)


def write_many(path: Path, argument: str) -> None:
    """Write `NAME:COUNT` rows, each once the other processes are ready; say what was missing."""
    name, number = argument.split(":")
    store = open_file(path, durability="full")
    say("ready")
    sys.stdin.readline()
    seen_of_others = 0
    for place in range(int(number)):
        key = f"{name}/{place}"
        store.write(ALICE, partial(keep_request, key), key=KEY)
        with store.read(ALICE) as snapshot:
            assert snapshot.request(key) is not None, "an own write must be seen"
            seen_of_others += snapshot.request(f"{int(name) ^ 1}/{place // 2}") is not None
    store.close()
    say("done", seen_of_others)


def open_new(path: Path, _: str) -> None:
    """Open a file that does not exist yet, together with others."""
    say("ready")
    sys.stdin.readline()
    store = open_file(path)
    store.write(ALICE, partial(keep_request, str(os.getpid())), key=KEY)
    say("schema", store.statistics()["schema"])
    store.close()


def killed_writers(path: Path, _: str) -> None:
    """For each line that comes in, fork a child that writes memories until it is killed."""
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            store = open_file(path, durability="full")
            for number in count(int(line)):  # until it is killed
                store.write(ALICE, partial(remember, number), key=KEY)
                say("kept", number)
        say("child", child)
        os.waitpid(child, 0)
        say("gone", child)


def forks(path: Path, _: str) -> None:
    """Fork again and again while threads write and read; parent and children write on."""
    database = SqliteDatabase(path, durability="normal")
    database.write(make_table)
    ended = threading.Event()

    def keep_busy(name: str) -> None:
        for number in count():
            if ended.is_set():
                return
            database.write(put(f"{name}/{number}"))
            with database.read() as session:
                assert session.row("SELECT count(*) FROM kept")[0] > number  # type: ignore[index]

    threads = [threading.Thread(target=keep_busy, args=(f"thread{each}",)) for each in range(3)]
    for thread in threads:
        thread.start()
    for number in range(12):
        child = os.fork()
        if child == 0:
            signal.alarm(20)
            for place in range(5):
                database.write(put(f"child{number}/{place}"))
            with database.read() as session:
                assert session.rows("SELECT count(*) FROM kept WHERE name LIKE 'child%'")[0][0] >= 5
            if number % 2:
                database.close()
            os._exit(0)
        status = os.waitpid(child, 0)[1]
        assert status == 0, status
    ended.set()
    for thread in threads:
        thread.join()
    database.close()
    say("done")


def forks_and_ends(path: Path, _: str) -> None:
    """Fork like a daemon: the parent closes and ends while the child goes on."""
    database = SqliteDatabase(path)
    database.write(make_table)
    database.write(put("parent"))
    ready, go_on = os.pipe(), os.pipe()
    if os.fork() == 0:
        database.write(put("child, early"))
        os.write(ready[1], b"1")
        os.read(go_on[0], 1)
        database.write(put("child, late"))
        say("done")
        os.kill(os.getpid(), signal.SIGKILL)
    os.read(ready[0], 1)
    database.close()
    os.write(go_on[1], b"1")


def forks_inside(path: Path, argument: str) -> None:
    """Fork inside a write or inside a read; say what the child meets."""
    database = SqliteDatabase(path, durability="normal")
    database.write(make_table)

    def fork(session: Session) -> None:
        child = os.fork()
        if child == 0:
            for attempt in (lambda: session.rows("SELECT 1"), lambda: database.write(put("child"))):
                try:
                    say("child", attempt())
                except Exception as error:  # noqa: BLE001 - it is what the test looks at
                    say("child", type(error).__name__, error)
            os._exit(0)
        os.waitpid(child, 0)

    if argument == "write":
        database.write(fork)
        database.write(put("parent"))
    else:
        with database.read() as session:
            fork(session)
        database.write(put("parent"))
    with database.read() as session:
        say("parent", [row[0] for row in session.rows("SELECT name FROM kept ORDER BY name")])
    database.close()


PROGRAMS = (
    hold, write_and_stay, write_many, open_new, killed_writers, forks, forks_and_ends, forks_inside,
)  # fmt: skip

if __name__ == "__main__":
    named = {program.__name__: program for program in PROGRAMS}
    named[sys.argv[1]](Path(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else "")
