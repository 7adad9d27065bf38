"""The audit chain: each entry carries the digest of the one before, and no content."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import sha256

from remanent.model.governance import Actor, ActorKind, AuditEntry

GENESIS = b"\x00" * 32
"""What the first entry of a chain names as the one before it."""

_encoded = json.JSONEncoder(separators=(",", ":")).encode


def entry_digest(
    *,
    seq: int,
    at: datetime,
    action: str,
    actor: ActorKind,
    counts: Sequence[tuple[str, int]],
    previous: bytes,
) -> bytes:
    """Return the SHA-256 over an entry and the digest before it."""
    body = _encoded([seq, at.isoformat(), action, actor.value, sorted(counts)])
    return sha256(previous + body.encode()).digest()


def next_entry(
    *,
    after_seq: int,
    head: bytes,
    at: datetime,
    action: str,
    actor: Actor,
    counts: Mapping[str, int],
) -> AuditEntry:
    """Return the entry that extends a chain by one."""
    previous = head or GENESIS
    pairs = tuple(sorted(counts.items()))
    digest = entry_digest(
        seq=after_seq + 1, at=at, action=action, actor=actor.kind, counts=pairs, previous=previous
    )
    return AuditEntry(
        seq=after_seq + 1,
        at=at,
        action=action,
        actor=actor.kind,
        counts=pairs,
        previous=previous,
        digest=digest,
    )


def first_break(entries: Sequence[AuditEntry], *, previous: bytes = GENESIS) -> int | None:
    """Return the number of the first entry that does not follow from the one before, or None.

    Args:
        entries: consecutive entries, ascending.
        previous: digest of the entry before the first.
    """
    expected_seq = entries[0].seq if entries else 0
    for entry in entries:
        digest = entry_digest(
            seq=entry.seq,
            at=entry.at,
            action=entry.action,
            actor=entry.actor,
            counts=entry.counts,
            previous=entry.previous,
        )
        if entry.seq != expected_seq or entry.previous != previous or digest != entry.digest:
            return entry.seq
        previous, expected_seq = entry.digest, expected_seq + 1
    return None
