"""Where lessons were seen, and what happened to them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from remanent.model.lesson import Credit, CreditKind, Judge, Sighting, Witness
from remanent.store.engine import Session
from remanent.store.tables.times import from_column, to_column

_COLUMNS: Final = (
    "lesson_seq, event_seq, kind, at, value, judge, reason, session, tokens, milliseconds, recall"
)


def insert_sighting(session: Session, scope: int, sighting: Sighting) -> None:
    """Note where a lesson was seen."""
    witness = sighting.witness
    session.run(
        "INSERT INTO sightings (scope, lesson_seq, event_seq, at, author, lineage, transcript) "
        "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (scope, lesson_seq, event_seq) DO NOTHING",
        (
            scope,
            sighting.lesson_seq,
            sighting.event_seq,
            to_column(sighting.at),
            witness.author,
            witness.lineage,
            witness.transcript,
        ),
    )


def read_sightings(session: Session, scope: int, lesson_seq: int, *, limit: int) -> list[Sighting]:
    """Return where a lesson was seen, the first first."""
    rows = session.rows(
        "SELECT lesson_seq, event_seq, at, author, lineage, transcript FROM sightings "
        "WHERE scope = ? AND lesson_seq = ? ORDER BY event_seq LIMIT ?",
        (scope, lesson_seq, limit),
    )
    return [
        Sighting(row[0], row[1], from_column(row[2]), Witness(*(_bytes(each) for each in row[3:])))
        for row in rows
    ]


def insert_credits(session: Session, scope: int, new: Sequence[Credit]) -> None:
    """Note what happened to lessons; said again of one entry of the log, it stands as last said."""
    session.run_many(
        f"INSERT INTO credits (scope, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "  # noqa: S608 - constants
        "ON CONFLICT (scope, lesson_seq, event_seq, kind) DO UPDATE SET reason = excluded.reason",
        [
            (
                scope,
                each.lesson_seq,
                each.event_seq,
                each.kind.value,
                to_column(each.at),
                each.value,
                None if each.judge is None else each.judge.value,
                each.reason,
                each.session,
                each.tokens,
                each.milliseconds,
                each.recall,
            )
            for each in new
        ],
    )


def read_credits(
    session: Session,
    scope: int,
    *,
    since: datetime | None,
    skip: int,
    limit: int,
) -> list[Credit]:
    """Return what happened to lessons, the latest first."""
    behind, values = ("", ()) if since is None else (" AND at >= ?", (to_column(since),))
    rows = session.rows(
        f"SELECT {_COLUMNS} FROM credits WHERE scope = ?{behind} "  # noqa: S608 - constants
        "ORDER BY at DESC, event_seq DESC, lesson_seq DESC, kind LIMIT ? OFFSET ?",
        (scope, *values, limit, skip),
    )
    return [_credit(row) for row in rows]


def count_credits(session: Session, scope: int, *, since: datetime | None) -> int:
    """Count what happened to lessons."""
    behind, values = ("", ()) if since is None else (" AND at >= ?", (to_column(since),))
    row = session.row(f"SELECT count(*) FROM credits WHERE scope = ?{behind}", (scope, *values))  # noqa: S608 - constants
    return 0 if row is None else int(row[0])


def credits_of_recall(session: Session, scope: int, recall: bytes) -> list[Credit]:
    """Return what came of one recall, in the order of the log."""
    rows = session.rows(
        f"SELECT {_COLUMNS} FROM credits WHERE scope = ? AND recall = ? "  # noqa: S608 - constants
        "ORDER BY event_seq, lesson_seq, kind",
        (scope, recall),
    )
    return [_credit(row) for row in rows]


def credits_of_lesson(session: Session, scope: int, lesson_seq: int, *, limit: int) -> list[Credit]:
    """Return the last things that happened to a lesson, in the order of the log."""
    rows = session.rows(
        f"SELECT {_COLUMNS} FROM credits WHERE scope = ? AND lesson_seq = ? "  # noqa: S608 - constants
        "ORDER BY event_seq DESC, kind LIMIT ?",
        (scope, lesson_seq, limit),
    )
    return [_credit(row) for row in reversed(rows)]


def _bytes(value: object) -> bytes | None:
    return bytes(value) if isinstance(value, bytes | memoryview) else None


def _credit(row: tuple) -> Credit:  # type: ignore[type-arg]  # columns as asked
    lesson_seq, event_seq, kind, at, value, judge, reason, session, tokens, cost, recall = row
    return Credit(
        lesson_id="",
        kind=CreditKind(kind),
        at=from_column(at),
        value=value,
        judge=None if judge is None else Judge(judge),
        reason=reason,
        session=session,
        tokens=tokens,
        milliseconds=cost,
        event_seq=event_seq,
        lesson_seq=lesson_seq,
        recall=bytes(recall),
    )


def skip_credit(session: Session, scope: int, credit: Credit, reason: str) -> None:
    """Let an outcome that counted count no more, and say why."""
    session.run(
        "UPDATE credits SET kind = ?, reason = ? "
        "WHERE scope = ? AND lesson_seq = ? AND event_seq = ? AND kind = ?",
        (
            CreditKind.SKIPPED.value,
            reason,
            scope,
            credit.lesson_seq,
            credit.event_seq,
            credit.kind.value,
        ),
    )
