"""Links: which items speak of which entity."""

from collections.abc import Iterable, Sequence

from remanent.store.engine import Session
from remanent.store.tables.short import short


def insert_links(session: Session, scope: int, links: Sequence[tuple[str, int, str]]) -> None:
    """Tie items to entities; a tie that stands already is left alone."""
    session.run_many(
        "INSERT INTO links (scope, entity, seq, kind) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (scope, entity, seq, kind) DO NOTHING",
        [(scope, short(entity), seq, kind) for entity, seq, kind in links],
    )


def linked_seqs(
    session: Session, scope: int, entities: Iterable[str], limit: int
) -> dict[str, tuple[int, ...]]:
    """Return the items tied to each entity, latest first."""
    found: dict[str, tuple[int, ...]] = {}
    for entity in dict.fromkeys(entities):
        rows = session.rows(
            "SELECT DISTINCT seq FROM links WHERE scope = ? AND entity = ? "
            "ORDER BY seq DESC LIMIT ?",
            (scope, short(entity), limit),
        )
        if rows:
            found[entity] = tuple(row[0] for row in rows)
    return found
