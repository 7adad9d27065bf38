"""A sidecar file lock that makes writing processes take turns.

SQLite's own busy handler polls, and under full durability one process can starve another for
seconds. `flock` queues in the kernel, is let go of by the kernel when a process dies, and rests
on no process id: what the file holds does not matter.
"""

import fcntl
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from remanent.errors import StoreBusyError, StoreError, StoreReadOnlyError


class _Place:
    """A place in the kernel's queue, kept by a thread, so that waiting for it can have an end."""

    def __init__(self) -> None:
        self.arrived = threading.Event()
        self.is_wanted = True


class SidecarLock:
    """An exclusive lock between processes on `<store>.lock`; one caller at a time may use it."""

    def __init__(self, path: Path) -> None:
        """Open the lock file, making it where it does not exist.

        Raises:
            StoreReadOnlyError: the folder cannot be written.
        """
        self._path = path
        self._mutex = threading.Lock()
        self._place: _Place | None = None
        self._is_closed = False
        self._is_kept = False
        try:
            self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise StoreReadOnlyError(f"The lock file {path} cannot be opened: {error}.") from error

    def acquire(self, timeout_seconds: float) -> None:
        """Wait for the lock.

        Raises:
            StoreBusyError: another process kept it longer than the timeout.
        """
        with self._mutex:
            place = self._place
            if place is None:
                try:
                    fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    place = self._place = _Place()
                    threading.Thread(
                        target=self._stand, args=(place,), daemon=True, name="remanent-lock"
                    ).start()
                except OSError as error:
                    raise StoreError(
                        f"{self._path} cannot be locked: {error}.",
                        remedy="Keep the memory on a local disk.",
                    ) from error
                else:
                    return
            place.is_wanted = True
        try:
            place.arrived.wait(timeout_seconds)
        finally:
            has_it = self._leave(place)
        if not has_it:
            raise StoreBusyError(
                f"Another process has held {self._path} for more than {timeout_seconds:g} s."
            )

    @contextmanager
    def kept(self, timeout_seconds: float) -> Iterator[None]:
        """Keep the lock over several writes, which take it again and cannot let go of it."""
        self.acquire(timeout_seconds)
        self._is_kept = True
        try:
            yield
        finally:
            self._is_kept = False
            self.release()

    def release(self) -> None:
        """Let the next process write."""
        if self._is_kept:
            return
        fcntl.flock(self._descriptor, fcntl.LOCK_UN)

    def close(self) -> None:
        """Let go of the file; a thread that still stands in line does so when its turn comes."""
        with self._mutex:
            self._is_closed = True
            if self._place is None:
                os.close(self._descriptor)

    def abandon(self) -> None:
        """Let go of a copy of the lock that a fork left behind, without unlocking the original."""
        os.close(self._descriptor)

    def _leave(self, place: _Place) -> bool:
        """Stop waiting and say whether the lock came; if it has not, the place is kept in line."""
        with self._mutex:
            place.is_wanted = place.arrived.is_set()
            if place.is_wanted:
                self._place = None
            return place.is_wanted

    def _stand(self, place: _Place) -> None:
        fcntl.flock(self._descriptor, fcntl.LOCK_EX)
        with self._mutex:
            if place.is_wanted:
                place.arrived.set()
                return
            self._place = None
            fcntl.flock(self._descriptor, fcntl.LOCK_UN)
            if self._is_closed:
                os.close(self._descriptor)
