"""What is known about kinds of statements: how many may hold at once, and how they are kept."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import blake2b
from typing import Final, Protocol

from remanent.model.fact import Fact, Polarity, TimeSpan
from remanent.model.retention import RetentionPlan

SINGLE_VALUED = frozenset(
    {
        "age", "birthday", "diet", "email", "home", "name", "occupation", "origin",
        "partner", "phone", "relationship", "school", "timezone", "work",
    }
)  # fmt: skip
"""Slots of which one value holds at a time. Every other slot holds many."""

DATED: Final = frozenset({"event", "plan"})
"""Slots of what happens on a day: told of another day, it is another one."""

_LONGEST_DAY: Final = timedelta(hours=26)

SHARED_TIMELINE = {"dislikes": "likes"}
"""Slots that speak of the same thing with opposite polarity."""


def normalise(text: str) -> str:
    """Return text as it is compared: NFKC, case-folded, single spaces, no outer punctuation."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(folded.split()).strip(" .,;:!?\"'“”‘’")


def is_single_valued(slot: str | None) -> bool:
    """Say whether a new value of this slot ends the old one, as far as the rules know."""
    return slot in SINGLE_VALUED


class InSlot(Protocol):
    """A mark or a fact."""

    @property
    def slot(self) -> str | None:
        """The kind of thing said."""
        ...

    @property
    def single_valued(self) -> bool | None:
        """What the tenant says of the slot, where it says anything."""
        ...


def holds_one(said: InSlot) -> bool:
    """Say whether another value in the slot of a mark or a fact ends this one."""
    return is_single_valued(said.slot) if said.single_valued is None else said.single_valued


@dataclass(frozen=True, slots=True)
class FactRules:
    """What a tenant says of slots beyond what the rules know, and how it keeps facts.

    Args:
        single_valued: by slot; a slot that is not named is as the rules say.
        plan: how facts are kept; None for the default.
        asks_model: whether a model is asked about pairs that the rules are not sure of.
    """

    single_valued: Mapping[str, bool] = field(default_factory=dict)
    plan: RetentionPlan | None = None
    asks_model: bool = False

    def of(self, slot: str | None) -> bool | None:
        """Return what the tenant says of a slot; None where it says nothing else."""
        return None if slot is None else self.single_valued.get(slot)


BY_THE_RULES: Final = FactRules()


def timeline_of(
    subject: str,
    slot: str | None,
    value: str | None,
    text: str,
    *,
    when: TimeSpan | None = None,
    single_valued: bool | None = None,
) -> int:
    """Return the signed 64-bit number of the timeline that a statement belongs to.

    What happens on one day and what happens on another are two things, whatever they are called.

    Args:
        when: the time that it names.
        single_valued: what the tenant says of the slot; None leaves it to the rules.
    """
    holds_one_value = is_single_valued(slot) if single_valued is None else single_valued
    if slot is None:
        parts = ("", normalise(subject), normalise(text))
    elif holds_one_value:
        parts = (slot, normalise(subject), "")
    else:
        shared = SHARED_TIMELINE.get(slot, slot)
        said = normalise(value if value is not None else text)
        parts = (shared, normalise(subject), said + day_of(slot, when))
    joined = "\x1f".join(parts).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(joined, digest_size=8).digest(), "big", signed=True)


def timeline_of_fact(fact: Fact) -> int:
    """Return the number of the timeline that a fact stands on."""
    return timeline_of(
        fact.subject,
        fact.slot,
        fact.value,
        fact.text,
        when=fact.when,
        single_valued=fact.single_valued,
    )


def day_of(slot: str | None, when: TimeSpan | None) -> str:
    """Return the day that tells one happening from another of its name; "" where there is none."""
    if slot not in DATED or when is None:
        return ""
    length = when.end - when.start
    if length <= _LONGEST_DAY:
        return f"\x1e{when.start + length / 2:%Y-%m-%d}"
    return f"\x1e{when.start:%Y-%m-%d}/{when.end:%Y-%m-%d}"


def effective_polarity(slot: str | None, polarity: Polarity) -> Polarity:
    """Return the polarity on the shared timeline: a dislike is a negated like."""
    if slot in SHARED_TIMELINE:
        flipped = {Polarity.POSITIVE: Polarity.NEGATIVE, Polarity.NEGATIVE: Polarity.POSITIVE}
        return flipped[polarity]
    return polarity


def content_of(
    slot: str | None,
    value: str | None,
    polarity: Polarity,
    *,
    single_valued: bool | None = None,
) -> str:
    """Return what two statements of one timeline must share to support the same fact.

    Args:
        single_valued: what the tenant says of the slot; None leaves it to the rules.
    """
    holds_one_value = is_single_valued(slot) if single_valued is None else single_valued
    said = normalise(value) if value is not None and holds_one_value else ""
    return f"{effective_polarity(slot, polarity).value}:{said}"
