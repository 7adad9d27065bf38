"""What waits for a model and what models cost, as views and transactions give them."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime

from remanent.model.state import ScopeState
from remanent.model.work import Gated, ModelRole, Spent, Surprise, Work, WorkStatus
from remanent.store.engine import Session
from remanent.store.tables import ledger, work
from remanent.store.tables.times import from_column


class WorkReads:
    """What a snapshot gives of work."""

    _session: Session
    _state: ScopeState

    def work(self, seq: int) -> Work | None:
        """Return one piece of work."""
        return work.find_work(self._session, self._state.number, seq)

    def work_waiting(
        self,
        *,
        due_by: datetime | None = None,
        roles: Collection[ModelRole] | None = None,
        limit: int,
    ) -> Sequence[Work]:
        """Return what waits, the one that may be done first first."""
        return work.list_work(
            self._session,
            self._state.number,
            WorkStatus.WAITING,
            due_by=due_by,
            roles=roles,
            limit=limit,
        )

    def work_dead(self, *, limit: int) -> Sequence[Work]:
        """Return what was tried too often."""
        return work.list_work(
            self._session, self._state.number, WorkStatus.DEAD, due_by=None, limit=limit
        )

    def count_work(self, status: WorkStatus) -> int:
        """Count work of a status."""
        return work.count_work(self._session, self._state.number, status)

    def spent(self, *, since: date | None = None, limit: int) -> Sequence[Spent]:
        """Return what models cost, the latest day first."""
        return ledger.read_spent(self._session, self._state.number, since=since, limit=limit)

    def gated(self, *, since: date | None = None, limit: int) -> Sequence[Gated]:
        """Return how many turns met the gate, the latest day first."""
        return ledger.read_gated(self._session, self._state.number, since=since, limit=limit)


class WorkWrites(WorkReads):
    """What a transaction adds to it."""

    def enqueue(
        self, new: Sequence[tuple[ModelRole, Sequence[int]]], at: datetime
    ) -> tuple[Work, ...]:
        """Add to the queue: roles with the numbers of turns or facts; it may be done at once."""
        made = []
        for role, subject in new:
            self._state = self._state._replace(last_seq=self._state.last_seq + 1)
            made.append(
                Work(
                    seq=self._state.last_seq,
                    role=role,
                    subject=tuple(subject),
                    status=WorkStatus.WAITING,
                    attempts=0,
                    created_at=at,
                    next_at=at,
                )
            )
        work.insert_work(self._session, self._state.number, made)
        self._note_due()
        return tuple(made)

    def keep_work(self, changed: Work) -> None:
        """Keep where a piece of work stands."""
        work.update_work(self._session, self._state.number, changed)
        self._note_due()

    def add_spent(self, spent: Spent) -> None:
        """Add to what models cost."""
        ledger.add_spent(self._session, self._state.number, spent)

    def add_gated(self, day: date, met: Mapping[Surprise, tuple[int, int]]) -> None:
        """Add turns and their tokens, by why they went to a model or did not."""
        ledger.add_gated(self._session, self._state.number, day, met)

    def _note_due(self) -> None:
        """Keep the scope among those that have work, or not, without reading every scope."""
        due = work.next_due(self._session, self._state.number)
        self._state = self._state._replace(work_at=None if due is None else from_column(due))
