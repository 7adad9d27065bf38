"""A pool of connections that read, each lent to one reader at a time."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import apsw

from remanent.store.sqlite.connection import SqliteSession

MAX_IDLE_READERS = 8


class _Loan:
    """A reader at work: in which thread, over which connection (once it is open)."""

    def __init__(self, session: SqliteSession | None) -> None:
        self.thread = threading.get_ident()
        self.session = session


class ReaderPool:
    """Lends connections, each inside a transaction, and keeps some open for the next."""

    def __init__(self, connect: Callable[[], apsw.Connection]) -> None:
        """Take how a connection is opened."""
        self._connect = connect
        self._changed = threading.Condition()
        self._idle: list[SqliteSession] = []
        self._loans: set[_Loan] = set()
        self._is_closed = False

    @contextmanager
    def lend(self) -> Iterator[SqliteSession]:
        """Lend a connection whose transaction sees one moment from its first query on."""
        with self._changed:
            loan = _Loan(self._idle.pop() if self._idle else None)
            self._loans.add(loan)
        try:
            session = loan.session = loan.session or SqliteSession(self._connect())
            session.run("BEGIN")
            yield session
        finally:
            self._take_back(loan)

    def close(self) -> None:
        """Close what is idle now, and what is on loan as soon as it comes back."""
        with self._changed:
            self._is_closed = True
            idle, self._idle = self._idle, []
        for session in idle:
            session.connection.close()

    def hold(self, seconds: float) -> bool:
        """Lend to nobody until `let_go`; say whether all other threads have given back.

        Held by this thread either way.
        """
        self._changed.acquire()
        this_thread = threading.get_ident()
        return self._changed.wait_for(
            lambda: all(loan.thread == this_thread for loan in self._loans), seconds
        )

    def let_go(self) -> None:
        """Lend again after `hold`."""
        self._changed.release()

    def sessions(self) -> list[SqliteSession]:
        """Return every open connection, idle or on loan."""
        lent = [loan.session for loan in self._loans if loan.session is not None]
        return [*self._idle, *lent]

    def _take_back(self, loan: _Loan) -> None:
        session, is_sound = loan.session, False
        if session is not None:
            with suppress(apsw.Error):
                session.run("ROLLBACK")
                is_sound = True
        with self._changed:
            self._loans.discard(loan)
            self._changed.notify_all()
            is_kept = is_sound and not self._is_closed and len(self._idle) < MAX_IDLE_READERS
            if session is not None and is_kept:
                self._idle.append(session)
        if session is not None and not is_kept:
            session.connection.close()
