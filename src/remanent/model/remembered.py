"""What a write says it did, truthfully."""

from dataclasses import dataclass
from enum import StrEnum


class ChangeKind(StrEnum):
    """What happened to a fact."""

    ADDED = "added"
    REINFORCED = "reinforced"
    SUPERSEDED = "superseded"
    CLOSED = "closed"
    RETRACTED = "retracted"
    REOPENED = "reopened"
    SPLIT = "split"
    PROMOTED = "promoted"
    DEMOTED = "demoted"
    ARCHIVED = "archived"
    RESTORED = "restored"
    PRUNED = "pruned"
    FUSED = "fused"
    UNFUSED = "unfused"
    CORRECTED = "corrected"


@dataclass(frozen=True, slots=True)
class FactChange:
    """One change to one fact, as it was applied."""

    kind: ChangeKind
    fact_id: str
    text: str


@dataclass(frozen=True, slots=True)
class Remembered:
    """The receipt of a write.

    Args:
        event_ids: ids of the stored turns or statements, in the order given.
        changes: what happened to facts.
        deduplicated: the same request with the same key, or the same fact, was already stored.
        pending: what could not be finished yet ("embedding", "extraction"); the words are safe.
        failures: what was tried and failed, and is tried again: "extraction: RM405 …".
        skipped: what was not stored and why; empty as a rule.
    """

    event_ids: tuple[str, ...]
    changes: tuple[FactChange, ...] = ()
    deduplicated: bool = False
    pending: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    failures: tuple[str, ...] = ()

    @property
    def fact_ids(self) -> tuple[str, ...]:
        """Ids of the facts that were touched, first touched first."""
        return tuple(dict.fromkeys(change.fact_id for change in self.changes))
