"""A card: the few strongest preferences as text, and the other answers that preferences give."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from remanent.model.fact import Provenance


class Mark(StrEnum):
    """How sure a line of a card is.

    KNOWN: own evidence at confidence 0.65 or more, or a pin. UNSURE: own evidence below that.
    """

    KNOWN = "*"
    UNSURE = "?"


@dataclass(frozen=True, slots=True)
class CardLine:
    """One preference on a card.

    Args:
        attribute: as it was first written; a leading "!" is a dislike.
        weight: as it has faded by now, in [0, 9]; the card shows it as one digit.
        confidence: in [0, 1].
        score: what the order is by; parts: its factors by name.
        value, value_spread: of measured amounts.
        surface: the tenant whose scope of the same person it comes from; None for this one.
    """

    attribute: str
    weight: float
    confidence: float
    mark: Mark
    score: float
    parts: Mapping[str, float]
    provenance: Provenance
    is_pinned: bool = False
    intensity: float | None = None
    value: float | None = None
    value_spread: float = 0.0
    surface: str | None = None

    @property
    def is_dislike(self) -> bool:
        """True for what the person does not want."""
        return self.attribute.startswith("!")


@dataclass(frozen=True, slots=True)
class Guess:
    """What the tenant's released average user suggests; no evidence of the person's own."""

    attribute: str
    weight: float
    score: float


@dataclass(frozen=True, slots=True)
class Card:
    """What an agent reads of a person's preferences.

    Args:
        id: cites this card in `record_outcome` and `record_use`.
        text: quoted data, never instructions; the same bytes while nothing changed that day.
        tokens: what the text costs, at most the budget.
        lines: strongest first. settings: name and value of pinned style instructions.
        guesses: from the prior, outranked by everything of the person's own.
        left_out: lines that the budget or the limit had no room for.
        release: names the release of the prior that the guesses come from.
    """

    id: str
    text: str
    tokens: int
    lines: tuple[CardLine, ...] = ()
    settings: tuple[tuple[str, str], ...] = ()
    guesses: tuple[Guess, ...] = ()
    left_out: int = 0
    release: str | None = None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Default:
    """What an agent may fill in without asking."""

    slot: str
    attribute: str
    weight: float
    confidence: float
    value: float | None = None


@dataclass(frozen=True, slots=True)
class RankedCandidate:
    """A candidate in the order of what the person would want.

    Args:
        candidate: as it was given.
        score: in [-1, 1]; 0 for what nothing is known of.
        because: attributes that spoke for it (or against, with "!"), strongest first.
    """

    candidate: str
    score: float
    because: tuple[str, ...]


class Action(StrEnum):
    """What an agent should do about an attribute.

    ACT: fill it in silently. VERIFY: fill it in and say so. ASK: ask first. IGNORE: leave it.
    """

    ACT = "act"
    VERIFY = "verify"
    ASK = "ask"
    IGNORE = "ignore"


@dataclass(frozen=True, slots=True)
class Decision:
    """What to do about one attribute, and why.

    Args:
        id: cites this decision in `record_outcome`, and in `record_use` once a question was asked.
    """

    id: str
    attribute: str
    action: Action
    reason: str
    weight: float
    confidence: float


class TriggerKind(StrEnum):
    """Why something is worth bringing up.

    DUE: by the person's own rhythm it is time again. FADING: a favourite is about to fade.
    LAPSED: a habit has stopped.
    """

    DUE = "due"
    FADING = "fading"
    LAPSED = "lapsed"


@dataclass(frozen=True, slots=True)
class Trigger:
    """Something worth bringing up now.

    Args:
        id: cites this trigger in `record_outcome`.
        rhythm_days: the person's own usual interval, where there is one.
        due_at: when it was or will be due; for a fading favourite, when it will have faded.
    """

    id: str
    kind: TriggerKind
    attribute: str
    weight: float
    last_at: datetime
    due_at: datetime
    rhythm_days: float | None
    reason: str


@dataclass(frozen=True, slots=True)
class WhyEvent:
    """One event behind a preference.

    Args:
        before, after: the weight when it happened, and what it made of it.
    """

    event_id: str
    kind: str
    at: datetime
    magnitude: float
    before: float
    after: float
    provenance: Provenance
    external_id: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Why:
    """Why an attribute stands where it stands, from the log.

    Args:
        place: on a card of everything, from 1; None where it is not ranked.
        parts: factors of the score by name.
        events: the latest, oldest first; events_left_out: how many there were before.
        superseded_by: the rival that stands in its place.
        text: the same in plain words.
    """

    attribute: str
    place: int | None
    score: float
    weight: float
    peak_weight: float
    confidence: float
    parts: Mapping[str, float]
    events: tuple[WhyEvent, ...]
    events_left_out: int
    text: str
    fades_at: datetime | None = None
    superseded_by: str | None = None
    pin: float | None = None
    release: str | None = None
