"""How facts of a kind are kept before anything happened to them, and how much they matter.

Identity, relationships, health and completed events are core; the current situation is active; a
passing mood is ephemeral.
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from remanent.model.fact import Tier


class Kind(StrEnum):
    """What a fact is about, as far as it decides how much it matters."""

    IDENTITY = "identity"
    RELATIONSHIP = "relationship"
    HEALTH = "health"
    MILESTONE = "milestone"
    PLAN = "plan"
    STATE = "state"
    CHATTER = "chatter"


RELEVANCE: Final[Mapping[Kind, float]] = MappingProxyType(
    {
        Kind.IDENTITY: 1.0,
        Kind.RELATIONSHIP: 0.9,
        Kind.HEALTH: 1.0,
        Kind.MILESTONE: 0.9,
        Kind.PLAN: 0.6,
        Kind.STATE: 0.5,
        Kind.CHATTER: 0.2,
    }
)
"""Relevance of a fact that was never used (FORMULAS §5), by kind."""

_KINDS: Final = {
    **dict.fromkeys(("name", "birthday", "age", "origin", "email", "phone", "timezone",
                     "emergency contact"), Kind.IDENTITY),
    **dict.fromkeys(("family", "partner", "relationship", "pet", "anniversary"),
                    Kind.RELATIONSHIP),
    **dict.fromkeys(("allergy", "health", "diet", "blood type", "medication"), Kind.HEALTH),
    "event": Kind.MILESTONE,
    **dict.fromkeys(("plan", "goal"), Kind.PLAN),
    **dict.fromkeys(("mood", "feeling", "weather", "chatter"), Kind.CHATTER),
}  # fmt: skip

_TIERS: Final[Mapping[Kind, Tier]] = MappingProxyType(
    {
        Kind.IDENTITY: Tier.CORE,
        Kind.RELATIONSHIP: Tier.CORE,
        Kind.HEALTH: Tier.CORE,
        Kind.MILESTONE: Tier.CORE,
        Kind.PLAN: Tier.ACTIVE,
        Kind.STATE: Tier.ACTIVE,
        Kind.CHATTER: Tier.EPHEMERAL,
    }
)

_PASSING: Final = re.compile(
    r"\b(?:right now|at the moment|just now|tonight|this (?:morning|afternoon|evening|minute)|"
    r"(?:is |feels? |feeling )(?:so |very |a bit |really )?(?:tired|hungry|sleepy|bored|cold|hot|"
    r"thirsty|grumpy|annoyed|stressed|exhausted|sad|happy|excited|nervous|cheerful|moody|fine|ok))\b",
    re.IGNORECASE,
)


def kind_of(slot: str | None, text: str) -> Kind:
    """Return what a fact is about, by its slot; without one, by whether it sounds passing."""
    if slot is None:
        return Kind.CHATTER if _PASSING.search(text) else Kind.STATE
    return _KINDS.get(slot, Kind.STATE)


def tier_of(slot: str | None, text: str) -> Tier:
    """Return how a fact is kept before anything else is known of it."""
    return _TIERS[kind_of(slot, text)]
