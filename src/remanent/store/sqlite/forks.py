"""A fork must not take half a transaction, or SQLite's view of its locks, into the child.

SQLite keeps in memory which locks its process holds on a file. A forked child inherits that
memory without the locks: what it opens then stands unprotected, and another process may delete
the log under it. So every open memory is brought to rest before a fork, and the child closes
what it inherited (touching nothing on disk) before it opens connections of its own.
"""

import os
import threading
from typing import Protocol
from weakref import WeakSet


class Forkable(Protocol):
    """What holds connections that a fork would copy."""

    def before_fork(self) -> None:
        """Come to rest."""
        ...

    def after_fork_in_parent(self) -> None:
        """Go on."""
        ...

    def after_fork_in_child(self) -> None:
        """Let go of everything inherited."""
        ...


class _Watched:
    """Every open memory of this process."""

    def __init__(self) -> None:
        self.all: WeakSet[Forkable] = WeakSet()
        self.one_at_a_time = threading.Lock()
        self.resting: list[Forkable] = []


_watched = _Watched()


def watch(database: Forkable) -> None:
    """Bring a database to rest around every fork from now on."""
    _watched.all.add(database)


def forget(database: Forkable) -> None:
    """Leave a closed database alone."""
    _watched.all.discard(database)


def _before() -> None:
    _watched.one_at_a_time.acquire()
    _watched.resting = list(_watched.all)
    for database in _watched.resting:
        database.before_fork()


def _in_parent() -> None:
    for database in _watched.resting:
        database.after_fork_in_parent()
    _watched.resting = []
    _watched.one_at_a_time.release()


def _in_child() -> None:
    for database in _watched.resting:
        database.after_fork_in_child()
    _watched.resting = []
    _watched.one_at_a_time = threading.Lock()


os.register_at_fork(before=_before, after_in_parent=_in_parent, after_in_child=_in_child)
