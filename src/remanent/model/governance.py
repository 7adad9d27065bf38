"""Who calls, and what stays on the record of it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class ActorKind(StrEnum):
    """Who calls."""

    OWNER = "owner"
    OPERATOR = "operator"
    AGENT = "agent"
    SERVICE = "service"


@dataclass(frozen=True, slots=True)
class Actor:
    """Who calls, by name where known.

    The embedded library on one's own file acts as the owner.
    """

    kind: ActorKind = ActorKind.OWNER
    name: str | None = None


OWNER = Actor()


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One content-free line of a scope's audit chain.

    Args:
        seq: position in the chain, from 1.
        action: the flow's verb.
        counts: what was touched, as sorted (name, number) pairs.
        previous, digest: SHA-256 of the entry before and of this one.
    """

    seq: int
    at: datetime
    action: str
    actor: ActorKind
    counts: tuple[tuple[str, int], ...]
    previous: bytes
    digest: bytes
