"""What was proposed, and what the owner said of it."""

import json
from collections.abc import Sequence
from datetime import datetime

from remanent.model.suggestion import Suggestion, SuggestionKind, SuggestionStatus
from remanent.store.engine import Session, Value
from remanent.store.tables.times import from_column, from_optional, to_column, to_optional

_COLUMNS = "id, kind, content, reason, fact_ids, proposed_at, status, decided_at"


def insert_suggestions(session: Session, scope: int, new: Sequence[Suggestion]) -> None:
    """Keep proposals; one that is known already stays as it was decided."""
    session.run_many(
        f"INSERT INTO suggestions (scope, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) "  # noqa: S608 - constants
        "ON CONFLICT (scope, id) DO NOTHING",
        [(scope, *_values(each)) for each in new],
    )


def find_suggestion(session: Session, scope: int, suggestion_id: str) -> Suggestion | None:
    """Return one proposal."""
    row = session.row(
        f"SELECT {_COLUMNS} FROM suggestions WHERE scope = ? AND id = ?",  # noqa: S608 - constants
        (scope, bytes.fromhex(suggestion_id)),
    )
    return None if row is None else _suggestion(row)


def list_suggestions(
    session: Session,
    scope: int,
    status: SuggestionStatus,
    *,
    kind: SuggestionKind | None,
    skip: int,
    limit: int,
) -> Sequence[Suggestion]:
    """Return proposals of a status, the first proposed first."""
    only, values = ("", ()) if kind is None else (" AND kind = ?", (kind.value,))
    rows = session.rows(
        f"SELECT {_COLUMNS} FROM suggestions WHERE scope = ? AND status = ?{only} "  # noqa: S608 - constants
        "ORDER BY proposed_at, id LIMIT ? OFFSET ?",
        (scope, status.value, *values, limit, skip),
    )
    return [_suggestion(row) for row in rows]


def count_suggestions(session: Session, scope: int, status: SuggestionStatus) -> int:
    """Count proposals of a status."""
    row = session.row(
        "SELECT count(*) FROM suggestions WHERE scope = ? AND status = ?", (scope, status.value)
    )
    return 0 if row is None else int(row[0])


def decide(
    session: Session, scope: int, suggestion_id: str, status: SuggestionStatus, at: datetime
) -> bool:
    """Close a proposal that is open; say whether it was."""
    row = session.row(
        "UPDATE suggestions SET status = ?, decided_at = ? "
        "WHERE scope = ? AND id = ? AND status = ? RETURNING kind",
        (
            status.value,
            to_column(at),
            scope,
            bytes.fromhex(suggestion_id),
            SuggestionStatus.OPEN.value,
        ),
    )
    return row is not None


def _values(each: Suggestion) -> tuple[Value, ...]:
    return (
        bytes.fromhex(each.id),
        each.kind.value,
        json.dumps(each.content),
        each.reason,
        " ".join(each.fact_ids),
        to_column(each.proposed_at),
        each.status.value,
        to_optional(each.decided_at),
    )


def _suggestion(row: tuple) -> Suggestion:  # type: ignore[type-arg]  # columns as asked
    number, kind, content, reason, fact_ids, proposed_at, status, decided_at = row
    return Suggestion(
        id=bytes(number).hex(),
        kind=SuggestionKind(str(kind)),
        content=tuple((name, value) for name, value in json.loads(str(content))),
        reason=str(reason),
        fact_ids=tuple(str(fact_ids).split()),
        proposed_at=from_column(proposed_at),
        status=SuggestionStatus(str(status)),
        decided_at=from_optional(decided_at),
    )
