"""What is known about kinds of statements: how many may hold at once, and how they are kept."""

import unicodedata
from hashlib import blake2b

from remanent.model.fact import Polarity, Tier

SINGLE_VALUED = frozenset(
    {
        "age", "birthday", "diet", "email", "home", "name", "occupation", "origin",
        "partner", "phone", "relationship", "school", "timezone", "work",
    }
)  # fmt: skip
"""Slots of which one value holds at a time. Every other slot holds many."""

CORE_SLOTS = frozenset(
    {"allergy", "birthday", "event", "family", "health", "home", "name", "origin", "partner",
     "pet", "relationship", "school", "work", "occupation", "diet", "language"}
)  # fmt: skip

SHARED_TIMELINE = {"dislikes": "likes"}
"""Slots that speak of the same thing with opposite polarity."""


def normalise(text: str) -> str:
    """Return text as it is compared: NFKC, case-folded, single spaces, no outer punctuation."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(folded.split()).strip(" .,;:!?\"'“”‘’")


def is_single_valued(slot: str | None) -> bool:
    """Say whether a new value of this slot ends the old one."""
    return slot in SINGLE_VALUED


def tier_of(slot: str | None) -> Tier:
    """Return how facts of a slot are kept before anything else is known of them."""
    return Tier.CORE if slot in CORE_SLOTS else Tier.ACTIVE


def timeline_of(subject: str, slot: str | None, value: str | None, text: str) -> int:
    """Return the signed 64-bit number of the timeline that a statement belongs to."""
    if slot is None:
        parts = ("", normalise(subject), normalise(text))
    elif is_single_valued(slot):
        parts = (slot, normalise(subject), "")
    else:
        shared = SHARED_TIMELINE.get(slot, slot)
        parts = (shared, normalise(subject), normalise(value if value is not None else text))
    joined = "\x1f".join(parts).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(joined, digest_size=8).digest(), "big", signed=True)


def effective_polarity(slot: str | None, polarity: Polarity) -> Polarity:
    """Return the polarity on the shared timeline: a dislike is a negated like."""
    if slot in SHARED_TIMELINE:
        flipped = {Polarity.POSITIVE: Polarity.NEGATIVE, Polarity.NEGATIVE: Polarity.POSITIVE}
        return flipped[polarity]
    return polarity


def content_of(slot: str | None, value: str | None, polarity: Polarity) -> str:
    """Return what two statements of one timeline must share to support the same fact."""
    said = normalise(value) if value is not None and is_single_valued(slot) else ""
    return f"{effective_polarity(slot, polarity).value}:{said}"
