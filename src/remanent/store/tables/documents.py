"""Documents of a scope: a tenant's catalog, its releases, its decisions on vocabulary."""

from collections.abc import Sequence
from datetime import datetime

from remanent.store.engine import Session
from remanent.store.tables.times import to_column


def write_document(session: Session, scope: int, name: str, content: str, at: datetime) -> None:
    """Keep a document in place of what stood under its name."""
    session.run(
        "INSERT INTO documents (scope, name, content, changed_at) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (scope, name) DO UPDATE SET content = excluded.content, "
        "changed_at = excluded.changed_at",
        (scope, name, content, to_column(at)),
    )


def read_document(session: Session, scope: int, name: str) -> str | None:
    """Return a document."""
    row = session.row("SELECT content FROM documents WHERE scope = ? AND name = ?", (scope, name))
    return None if row is None else str(row[0])


def list_documents(session: Session, scope: int, prefix: str, *, limit: int) -> Sequence[str]:
    """Return the names that begin with a prefix, ascending."""
    rows = session.rows(
        "SELECT name FROM documents WHERE scope = ? AND name >= ? ORDER BY name LIMIT ?",
        (scope, prefix, limit),
    )
    return [row[0] for row in rows if row[0].startswith(prefix)]


def delete_document(session: Session, scope: int, name: str) -> None:
    """Delete a document."""
    session.run("DELETE FROM documents WHERE scope = ? AND name = ?", (scope, name))
