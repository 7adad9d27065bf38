"""Many callers, one fsync: blocks that arrive together are committed together.

Each caller runs its block on the one writer connection, inside a savepoint unless it is the first
of its batch, and then waits for the commit. A batch is committed by whoever finds nobody else at
the door after its own block, or finds that 64 blocks or 5 ms are reached; its first caller, the
leader, sees to it in any case. A failed commit fails every caller of the batch. A failed block
fails its own caller alone, unless the engine undid the whole transaction under it (a full disk
does that): then every caller of the batch hears of it, and nothing of the batch is kept.

Ctrl-C can fall anywhere. It stops one caller, never leaves the others waiting, and never lets a
caller believe that something was kept when it was not.
"""

import threading
import time
from collections.abc import Callable
from typing import TypeVar

from remanent.errors import StoreClosedError, StoreError
from remanent.store.engine import Session

T = TypeVar("T")

ORPHAN_SECONDS = 1.0
"""After so long a follower looks whether the leader of its batch is still there."""


class _Batch:
    """The blocks that one commit will make durable."""

    def __init__(self, *, leader: object, deadline: float) -> None:
        self.leader = leader
        self.deadline = deadline
        self.blocks = 0
        self.is_closed = False
        self.finished: threading.Event | None = None
        self.error: Exception | None = None

    def end(self) -> threading.Event:
        """Return what tells that it has ended; asked for in one's turn, before it is closed."""
        if self.finished is None:
            self.finished = threading.Event()
        return self.finished


class GroupCommit:
    """Runs blocks one after another and commits them in batches."""

    def __init__(
        self,
        session: Session,
        *,
        begin: Callable[[float], None],
        commit: Callable[[], None],
        rollback: Callable[[], None],
        is_in_transaction: Callable[[], bool],
        max_blocks: int,
        max_wait_seconds: float,
        patience_seconds: float,
    ) -> None:
        """Take the writer session and how its transactions begin and end.

        Args:
            session: what blocks are given.
            begin: starts a transaction, waiting at most so many seconds for other processes.
            commit: ends it; where the engine refuses, none is left open. An interruption may
                leave it open.
            rollback: ends it without a trace.
            is_in_transaction: says whether one is open.
            max_blocks, max_wait_seconds: how large and how long a batch may get.
            patience_seconds: how long a caller waits for other processes, from its arrival.
        """
        self._session = session
        self._begin, self._commit, self._rollback = begin, commit, rollback
        self._is_in_transaction = is_in_transaction
        self._max_blocks, self._max_wait_seconds = max_blocks, max_wait_seconds
        self._patience_seconds = patience_seconds
        self._turn = threading.Lock()
        self._door: set[object] = set()
        self._batch: _Batch | None = None
        self._inside: int | None = None
        self._is_closed = False

    def run(self, block: Callable[[Session], T]) -> T:
        """Run a block and return its result once it is durable.

        Raises:
            StoreError: called inside a block, or undone together with its batch.
            StoreClosedError: closed while it waited.
        """
        self._refuse_nesting()
        caller = object()
        try:
            return self._run(caller, block)
        except BaseException as error:
            self._door.discard(caller)
            if not isinstance(error, Exception):
                self._tidy_up_after(caller)
            raise

    def close(self) -> None:
        """Commit the batch under way and refuse every later block."""
        self._refuse_nesting()
        with self._turn:
            self._is_closed = True
            if self._batch is not None:
                self._close(self._batch, self._commit)

    def pause(self, seconds: float) -> bool:
        """Commit the batch under way and let nobody in; say whether that succeeded.

        A fork must not happen inside a transaction: its child would hold one half of it.
        """
        if self._inside == threading.get_ident() or not self._turn.acquire(timeout=seconds):
            return False
        if self._batch is not None:
            self._close(self._batch, self._commit)
        return True

    def resume(self) -> None:
        """Let callers in again after a successful `pause`."""
        self._turn.release()

    def _run(self, caller: object, block: Callable[[Session], T]) -> T:
        arrived = time.monotonic()
        self._door.add(caller)
        with self._turn:
            self._door.discard(caller)
            batch = self._join(caller, patience=arrived + self._patience_seconds)
            try:
                result = self._run_in(batch, block)
            finally:
                if self._is_ripe(batch):
                    self._close(batch, self._commit)
            finished = None if batch.is_closed else batch.end()
        if finished is not None:
            leads = batch.leader is caller
            if not finished.wait(batch.deadline - time.monotonic() if leads else ORPHAN_SECONDS):
                self._settle(batch)
        if batch.error is not None:
            raise batch.error.with_traceback(None)
        return result

    def _join(self, caller: object, *, patience: float) -> _Batch:
        """Enter the open batch, or begin one and lead it."""
        batch = self._batch
        if batch is not None and self._is_full(batch):
            self._close(batch, self._commit)
        if self._batch is not None:
            return self._batch
        if self._is_closed:
            raise StoreClosedError("The memory was closed while a write waited.")
        if self._is_in_transaction():  # an interruption fell between a begin and its batch
            self._rollback()
        self._begin(max(0.0, patience - time.monotonic()))
        self._batch = _Batch(leader=caller, deadline=time.monotonic() + self._max_wait_seconds)
        return self._batch

    def _run_in(self, batch: _Batch, block: Callable[[Session], T]) -> T:
        """Run a block so that its failure undoes its own writes and no other's.

        The first of a batch has nobody's writes before it, and is undone with the transaction.
        """
        self._inside = threading.get_ident()
        is_first = batch.blocks == 0
        try:
            if not is_first:
                self._session.run("SAVEPOINT block")
            result = block(self._session)
            self._refuse_undone()
            if not is_first:
                self._session.run("RELEASE block")
            batch.blocks += 1
        except BaseException as error:
            is_undone = False
            try:
                is_undone = not is_first and self._undo_block()
            finally:
                if not is_undone:
                    self._close(batch, self._rollback, lost_to=error)
            raise
        finally:
            self._inside = None
        return result

    def _undo_block(self) -> bool:
        """Undo the writes of one block; say whether the others' still stand."""
        try:
            self._session.run("ROLLBACK TO block")
            self._session.run("RELEASE block")
        except Exception:  # noqa: BLE001 - whatever the engine says, the savepoint is not there
            return False
        return True

    def _is_ripe(self, batch: _Batch) -> bool:
        """Say whether a batch should be committed now; it never waits for nobody."""
        return not batch.is_closed and (not self._door or self._is_full(batch))

    def _is_full(self, batch: _Batch) -> bool:
        return batch.blocks >= self._max_blocks or time.monotonic() >= batch.deadline

    def _settle(self, batch: _Batch) -> None:
        """Commit a batch that nobody else has committed; what became of it is known then."""
        with self._turn:
            if not batch.is_closed:
                self._close(batch, self._commit)

    def _tidy_up_after(self, interrupted: object) -> None:
        """Leave no transaction open that nobody would ever end."""
        with self._turn:
            batch = self._batch
            if batch is None and self._is_in_transaction():
                self._rollback()
            elif batch is not None and batch.leader is interrupted:
                self._close(batch, self._commit)

    def _close(
        self, batch: _Batch, end: Callable[[], None], *, lost_to: BaseException | None = None
    ) -> None:
        """End a batch's transaction and tell its callers."""
        lost = None if lost_to is None else _as_store_error(lost_to)
        batch.error = lost or StoreError("The write was interrupted before it was kept.")
        batch.is_closed = True
        try:
            self._end(batch, end, lost)
        finally:
            self._batch = None
            if batch.finished is not None:
                batch.finished.set()

    def _end(self, batch: _Batch, end: Callable[[], None], lost: StoreError | None) -> None:
        try:
            end()
        except Exception as error:  # noqa: BLE001 - every caller of the batch hears of it
            batch.error = lost or error
        except BaseException:
            # Ctrl-C is this caller's affair: it fell before the end was reached, or just after.
            if self._is_in_transaction():
                self._end(batch, end, lost)
            else:
                batch.error = lost
            raise
        else:
            batch.error = lost

    def _refuse_undone(self) -> None:
        if not self._is_in_transaction():
            raise StoreError("A write went on although its transaction had been undone.")

    def _refuse_nesting(self) -> None:
        if self._inside == threading.get_ident():
            raise StoreError(
                "A write was begun inside a write, where it would wait for itself.",
                remedy="Return from the first write, then begin the second.",
            )


def _as_store_error(error: BaseException) -> StoreError:
    """Say to the other callers of a batch why their writes were undone."""
    if isinstance(error, StoreError):
        return error
    lost = StoreError(
        "The transaction was undone while another write of the same batch ran "
        f"({type(error).__name__}).",
        remedy="Call again with the same idempotency key.",
    )
    lost.__cause__ = error
    return lost
