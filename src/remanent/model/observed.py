"""What a caller says that somebody did, and what came of it."""

from dataclasses import dataclass
from datetime import datetime

from remanent.model.catalog import Refused, Unmapped
from remanent.model.fact import Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """One behaviour as a caller gives it, already read and checked.

    Args:
        kind: what the person did ("purchase"), or "stated" where he said it.
        attributes, context: as they were written.
        item: the caller's id of what it was about.
        quantity: how many or how much, > 0.
        intensity: how much, apart from how often, in [0, 1].
        values: measured amounts by name, finite.
        salience: how much it mattered, in [0, 1].
        at: when; None takes the clock's time.
        text: words that belong to it; kept with the event.
    """

    kind: str
    attributes: tuple[str, ...] = ()
    context: tuple[str, ...] = ()
    item: str | None = None
    quantity: float = 1.0
    intensity: float | None = None
    values: tuple[tuple[str, float], ...] = ()
    salience: float = 0.0
    provenance: Provenance = Provenance.OBSERVED
    at: datetime | None = None
    place: str | None = None
    surface: str | None = None
    session: str | None = None
    agent: str | None = None
    zone: str | None = None
    text: str | None = None
    external_id: str | None = None


@dataclass(frozen=True, slots=True)
class Superseded:
    """An attribute that stands back behind another of its kind; its history is kept."""

    attribute: str
    winner: str


@dataclass(frozen=True, slots=True)
class Observed:
    """What came of observing.

    Args:
        event_ids: of the log, in the order given.
        touched: attributes that the events spoke of, as they are kept.
        refused: what was given and not taken, with the reason.
        unmapped: what the catalog does not know.
        superseded: what stands back now behind what was just observed.
        reasons: what was decided on the way, for people.
        is_repeat: True where the idempotency key had come before: nothing new was stored.
    """

    event_ids: tuple[str, ...]
    touched: tuple[str, ...] = ()
    refused: tuple[Refused, ...] = ()
    unmapped: tuple[Unmapped, ...] = ()
    superseded: tuple[Superseded, ...] = ()
    reasons: tuple[str, ...] = ()
    is_repeat: bool = False
