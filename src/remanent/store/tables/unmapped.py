"""What a scope's events named that the catalog does not know, counted."""

from collections.abc import Mapping, Sequence

from remanent.store.engine import Session


def add_unmapped(
    session: Session, scope: int, new: Mapping[str, tuple[str, int]], *, last_seq: int
) -> None:
    """Add to the counts: reason and number of events by name."""
    session.run_many(
        "INSERT INTO unmapped (scope, name, reason, events, last_seq) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (scope, name) DO UPDATE SET events = unmapped.events + excluded.events, "
        "reason = excluded.reason, last_seq = excluded.last_seq",
        [(scope, name, reason, events, last_seq) for name, (reason, events) in new.items()],
    )


def read_unmapped(session: Session, scope: int, *, limit: int) -> Sequence[tuple[str, str, int]]:
    """Return (name, reason, events), most events first."""
    return [
        (row[0], row[1], row[2])
        for row in session.rows(
            "SELECT name, reason, events FROM unmapped WHERE scope = ? "
            "ORDER BY events DESC, name LIMIT ?",
            (scope, limit),
        )
    ]


def delete_unmapped(session: Session, scope: int, names: Sequence[str]) -> None:
    """Forget counts."""
    session.run_many(
        "DELETE FROM unmapped WHERE scope = ? AND name = ?", [(scope, name) for name in names]
    )
