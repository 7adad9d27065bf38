"""Work that waits for a model: a queue that outlives the process."""

from collections.abc import Collection, Sequence
from datetime import datetime

from remanent.model.work import ModelRole, Work, WorkStatus
from remanent.store.engine import Session, Value, in_list
from remanent.store.tables.times import from_column, to_column

_COLUMNS = "seq, role, subject, status, attempts, created_at, next_at, error"


def insert_work(session: Session, scope: int, new: Sequence[Work]) -> None:
    """Add to the queue."""
    session.run_many(
        f"INSERT INTO work (scope, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - constants
        [(scope, *_values(each)) for each in new],
    )


def update_work(session: Session, scope: int, work: Work) -> None:
    """Keep where a piece of work stands."""
    session.run(
        "UPDATE work SET status = ?, attempts = ?, next_at = ?, error = ? "
        "WHERE scope = ? AND seq = ?",
        (
            work.status.value,
            work.attempts,
            to_column(work.next_at),
            work.error,
            scope,
            work.seq,
        ),
    )


def find_work(session: Session, scope: int, seq: int) -> Work | None:
    """Return one piece of work."""
    row = session.row(
        f"SELECT {_COLUMNS} FROM work WHERE scope = ? AND seq = ?",  # noqa: S608 - constants
        (scope, seq),
    )
    return None if row is None else _work(row)


def list_work(
    session: Session,
    scope: int,
    status: WorkStatus,
    *,
    due_by: datetime | None,
    roles: Collection[ModelRole] | None = None,
    limit: int,
) -> Sequence[Work]:
    """Return work by the moment from which it may be done.

    Args:
        due_by: only what may be done by then.
        roles: only work of these kinds.
    """
    due = "" if due_by is None else " AND next_at <= ?"
    named: list[Value] = []
    if roles is not None:
        places, named = in_list(sorted(role.value for role in roles))
        due += f" AND role IN {places}"
    rows = session.rows(
        f"SELECT {_COLUMNS} FROM work WHERE scope = ? AND status = ?{due} "  # noqa: S608 - constants
        "ORDER BY next_at, seq LIMIT ?",
        (scope, status.value, *(() if due_by is None else (to_column(due_by),)), *named, limit),
    )
    return [_work(row) for row in rows]


def count_work(session: Session, scope: int, status: WorkStatus) -> int:
    """Count work of a status."""
    row = session.row(
        "SELECT count(*) FROM work WHERE scope = ? AND status = ?", (scope, status.value)
    )
    return 0 if row is None else int(row[0])


def next_due(session: Session, scope: int) -> int | None:
    """Return the earliest moment at which anything that waits may be done."""
    row = session.row(
        "SELECT min(next_at) FROM work WHERE scope = ? AND status = ?",
        (scope, WorkStatus.WAITING.value),
    )
    return None if row is None or row[0] is None else int(row[0])


def _values(work: Work) -> tuple[Value, ...]:
    return (
        work.seq,
        work.role.value,
        " ".join(str(number) for number in work.subject),
        work.status.value,
        work.attempts,
        to_column(work.created_at),
        to_column(work.next_at),
        work.error,
    )


def _work(row: tuple[Value, ...]) -> Work:
    seq, role, subject, status, attempts, created_at, next_at, error = row
    return Work(
        seq=int(seq or 0),
        role=ModelRole(str(role)),
        subject=tuple(int(number) for number in str(subject).split()),
        status=WorkStatus(str(status)),
        attempts=int(attempts or 0),
        created_at=from_column(created_at),
        next_at=from_column(next_at),
        error=None if error is None else str(error),
    )
