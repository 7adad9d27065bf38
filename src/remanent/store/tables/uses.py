"""What happened to facts: shown, used, helped, and what other memories did to them."""

from collections.abc import Sequence

from remanent.model.retention import Use, UseKind
from remanent.store.engine import Session
from remanent.store.tables.times import from_column, to_column


def insert_uses(session: Session, scope: int, new: Sequence[Use]) -> None:
    """Note what happened; said again, it changes nothing."""
    session.run_many(
        "INSERT INTO uses (scope, fact_seq, at, event_seq, kind, turn, value, relevance, "
        "importance, helped) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (scope, fact_seq, at, event_seq, kind) DO NOTHING",
        [
            (
                scope,
                use.fact_seq,
                to_column(use.at),
                use.event_seq,
                use.kind.value,
                use.turn,
                use.value,
                use.relevance,
                use.importance,
                use.helped,
            )
            for use in new
        ],
    )


def delete_uses(session: Session, scope: int, fact_seq: int, kind: UseKind) -> None:
    """Let go of what happened to a fact in one way."""
    session.run(
        "DELETE FROM uses WHERE scope = ? AND fact_seq = ? AND kind = ?",
        (scope, fact_seq, kind.value),
    )


def read_uses(session: Session, scope: int, fact_seq: int, *, limit: int) -> list[Use]:
    """Return what happened to a fact, by world time."""
    rows = session.rows(
        "SELECT fact_seq, at, event_seq, kind, turn, value, relevance, importance, helped "
        "FROM uses WHERE scope = ? AND fact_seq = ? ORDER BY at, event_seq, kind LIMIT ?",
        (scope, fact_seq, limit),
    )
    return [
        Use(
            fact_seq=row[0],
            at=from_column(row[1]),
            event_seq=row[2],
            kind=UseKind(row[3]),
            turn=row[4],
            value=row[5],
            relevance=row[6],
            importance=row[7],
            helped=row[8],
        )
        for row in rows
    ]
