"""A suggestion is a proposed write that waits for the owner."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class SuggestionKind(StrEnum):
    """What is proposed."""

    CONFLICT = "conflict"  # two facts that may exclude each other
    ENTITY_KIND = "entity kind"  # an entity that may be of another kind
    ALIAS = "alias"  # two names that may be one entity
    SINGLE_VALUED = "single valued"  # a slot that corrections treat as holding one value


class SuggestionStatus(StrEnum):
    """Where a suggestion stands; a rejection is final."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    SETTLED = "settled"  # answered otherwise before the owner was heard: by a model, where one is


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One proposal.

    Args:
        id: 32 hexadecimal digits: a hash of kind and canonical content, so that the same
            proposal is the same suggestion whatever its route.
        content: what would be done, as sorted (name, value) pairs.
        reason: one sentence for the owner.
        fact_ids: the facts that it rests on.
    """

    id: str
    kind: SuggestionKind
    content: tuple[tuple[str, str], ...]
    reason: str
    fact_ids: tuple[str, ...]
    proposed_at: datetime
    status: SuggestionStatus = SuggestionStatus.OPEN
    decided_at: datetime | None = None
