"""Sealed segments: the words (kind 0) and the 8-bit vectors (kind = embedder number) of a scope."""

from remanent.store.engine import Session

WORDS = 0


def insert_segment(
    session: Session, scope: int, kind: int, *, first_seq: int, last_seq: int, data: bytes
) -> None:
    """Write a segment; one with the same first item is replaced."""
    session.run(
        "INSERT INTO segments (scope, kind, first_seq, last_seq, data) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (scope, kind, first_seq) "
        "DO UPDATE SET last_seq = excluded.last_seq, data = excluded.data",
        (scope, kind, first_seq, last_seq, data),
    )


def read_segments(session: Session, scope: int, kind: int) -> list[tuple[int, int, bytes]]:
    """Return (first item, last item, data) of every segment, ascending."""
    return [
        (row[0], row[1], bytes(row[2]))
        for row in session.rows(
            "SELECT first_seq, last_seq, data FROM segments WHERE scope = ? AND kind = ? "
            "ORDER BY first_seq",
            (scope, kind),
        )
    ]


def ranges(session: Session, scope: int, kind: int) -> list[tuple[int, int]]:
    """Return (first item, last item) of every segment, ascending."""
    rows = session.rows(
        "SELECT first_seq, last_seq FROM segments WHERE scope = ? AND kind = ? ORDER BY first_seq",
        (scope, kind),
    )
    return [(int(row[0]), int(row[1])) for row in rows]


def last_sealed_seq(session: Session, scope: int, kind: int) -> int:
    """Return the last item of the last segment, 0 where there is none."""
    row = session.row(
        "SELECT max(last_seq) FROM segments WHERE scope = ? AND kind = ?", (scope, kind)
    )
    return 0 if row is None or row[0] is None else int(row[0])


def find_segment(session: Session, scope: int, kind: int, seq: int) -> tuple[int, int] | None:
    """Return (first, last) of the segment that an item is sealed in."""
    row = session.row(
        "SELECT first_seq, last_seq FROM segments "
        "WHERE scope = ? AND kind = ? AND first_seq <= ? AND last_seq >= ?",
        (scope, kind, seq, seq),
    )
    return None if row is None else (int(row[0]), int(row[1]))


def delete_segments(session: Session, scope: int, kind: int, *, from_seq: int = 0) -> None:
    """Drop segments that reach `from_seq` or later."""
    session.run(
        "DELETE FROM segments WHERE scope = ? AND kind = ? AND last_seq >= ?",
        (scope, kind, from_seq),
    )
