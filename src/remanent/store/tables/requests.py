"""Idempotency keys and the replies that were given for them."""

from remanent.store.engine import Session
from remanent.store.tables.short import short


def read_request(session: Session, scope: int, key: str) -> tuple[str, str] | None:
    """Return (digest of the content, stored reply)."""
    row = session.row(
        "SELECT digest, reply FROM requests WHERE scope = ? AND key = ?", (scope, short(key))
    )
    return None if row is None else (row[0], row[1])


def insert_request(session: Session, scope: int, key: str, digest: str, reply: str) -> None:
    """Keep a reply."""
    session.run(
        "INSERT INTO requests (scope, key, digest, reply) VALUES (?, ?, ?, ?)",
        (scope, short(key), digest, reply),
    )
