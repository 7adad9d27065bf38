"""A preference is a person's edge to an attribute: how strong, how sure, and what fires with it."""

import math
from datetime import datetime
from typing import NamedTuple

from remanent.model.fact import Provenance

PROVENANCE_RANK = {
    Provenance.STATED: 3,
    Provenance.OBSERVED: 2,
    Provenance.IMPORTED: 1,
    Provenance.INFERRED: 0,
}
"""What a person says outranks what he does, and that what somebody concluded."""


Association = tuple[int, float, int]
"""How strongly an attribute fires with another: (number, strength, at), the number of the other
attribute in the same scope, the strength in [0, 9] at that moment, in microseconds since 1970.
A plain tuple: an event reads and writes dozens of them."""


class Evidence(NamedTuple):
    """One event's word on one attribute. A tuple, because every event makes several of them.

    Args:
        number: of the attribute, in its scope.
        event_seq: the event in the log.
        magnitude: how much it counts, in [0, 1]; 0 where the attribute was only the context.
        intensity: how much, apart from how often, in [0, 1].
        value: a measured amount (a size, a budget).
        salience: how much it mattered, in [0, 1]; slows fading.
    """

    number: int
    at: datetime
    event_seq: int
    magnitude: float
    provenance: Provenance = Provenance.OBSERVED
    intensity: float | None = None
    value: float | None = None
    salience: float = 0.0

    @property
    def is_context(self) -> bool:
        """True where the attribute was there without being chosen."""
        return self.magnitude == 0


class Preference(NamedTuple):
    """An attribute as one scope holds it. A tuple, because every event makes several of them.

    Args:
        attribute: canonical, such as "pref:organic"; "!pref:upsells" is a dislike.
        number: its number in the scope, from 1; never shown outside.
        shown: as it was first written.
        weight: at `rebased_at`, in [0, 9].
        hits: events that showed it. contexts: events that it was only the context of.
        provenance: the strongest so far.
        pin: a weight that the owner set; it outranks every mechanism.
        text: what a setting says ("German"), for attributes that are settings.
        intensity: running mean, in [0, 1]. value, value_variance, values: of measured amounts.
        outcomes, outcome_value: how acting on it went, in [-1, 1].
        paces: what its events sum up to at `rebased_at` where they are forgotten at each of the
            paces of `preferences/learning.py`; >= 0, empty before the first event.
        day_magnitude: the greatest magnitude on the day of `rebased_at`: massed repetition counts
            once.
        uses: the last 32 moments that showed it, in seconds since 1970, oldest first.
        associations: the strongest 32.
        changed_seq: the log entry that touched it last, or made it; behaviours name what they
            touch themselves.
        asked_at: when the person was last asked about it.
    """

    attribute: str
    number: int
    shown: str | None = None
    weight: float = 0.0
    rebased_at: datetime | None = None
    first_at: datetime | None = None
    last_at: datetime | None = None
    hits: int = 0
    contexts: int = 0
    provenance: Provenance = Provenance.INFERRED
    salience: float = 0.0
    pin: float | None = None
    text: str | None = None
    intensity: float | None = None
    value: float | None = None
    value_variance: float = 0.0
    values: int = 0
    outcomes: int = 0
    outcome_value: float = 0.0
    uses: tuple[int, ...] = ()
    associations: tuple[Association, ...] = ()
    changed_seq: int = 0
    asked_at: datetime | None = None
    fades_at: datetime | None = None
    paces: tuple[float, ...] = ()
    day_magnitude: float = 0.0

    @property
    def is_negative(self) -> bool:
        """True for a dislike."""
        return self.attribute.startswith("!")

    @property
    def namespace(self) -> str:
        """What stands before the colon, without the mark of a dislike."""
        return self.attribute.lstrip("!").partition(":")[0]

    @property
    def name(self) -> str:
        """The attribute as it was first written."""
        return self.shown if self.shown is not None else self.attribute

    @property
    def is_held(self) -> bool:
        """True where the person has evidence of his own, or pinned it."""
        return self.hits > 0 or self.pin is not None or self.text is not None

    @property
    def value_spread(self) -> float:
        """Standard deviation of the measured amounts."""
        return math.sqrt(max(self.value_variance, 0.0))
