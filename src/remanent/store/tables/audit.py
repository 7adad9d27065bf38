"""The audit chain of each scope."""

import json
from collections.abc import Sequence

from remanent.model.governance import ActorKind, AuditEntry
from remanent.store.engine import Session
from remanent.store.tables.times import from_column, to_column

_encoded = json.JSONEncoder(separators=(",", ":"), sort_keys=True).encode


def insert_entry(session: Session, scope: int, entry: AuditEntry) -> None:
    """Append to the chain."""
    session.run(
        "INSERT INTO audit (scope, seq, at, action, actor, counts, previous, digest) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            scope,
            entry.seq,
            to_column(entry.at),
            entry.action,
            entry.actor.value,
            _encoded(dict(entry.counts)),
            entry.previous,
            entry.digest,
        ),
    )


def read_entries(
    session: Session, scope: int, *, after_seq: int, limit: int
) -> Sequence[AuditEntry]:
    """Return entries with seq > after_seq, ascending."""
    rows = session.rows(
        "SELECT seq, at, action, actor, counts, previous, digest FROM audit "
        "WHERE scope = ? AND seq > ? ORDER BY seq LIMIT ?",
        (scope, after_seq, limit),
    )
    return [
        AuditEntry(
            seq=row[0],
            at=from_column(row[1]),
            action=row[2],
            actor=ActorKind(row[3]),
            counts=tuple(sorted(json.loads(row[4]).items())),
            previous=bytes(row[5]),
            digest=bytes(row[6]),
        )
        for row in rows
    ]
