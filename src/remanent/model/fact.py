"""A fact is one statement with the time it holds, and where it comes from."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from remanent.model.event import Origin, Role


class Polarity(StrEnum):
    """Whether the statement says that something is so, or that it is not."""

    POSITIVE = "positive"
    NEGATIVE = "negative"


class Stance(StrEnum):
    """What a statement does to what is known.

    ASSERT: it is so, from its moment on. END: it was so until its moment ("I no longer …",
    "I used to …"). RETRACT: it never was ("I was joking", "that was my neighbour").
    """

    ASSERT = "assert"
    END = "end"
    RETRACT = "retract"


class Tier(StrEnum):
    """How a memory is kept."""

    CORE = "core"
    ACTIVE = "active"
    EPHEMERAL = "ephemeral"


class Provenance(StrEnum):
    """How we came to know it, strongest first."""

    STATED = "stated"
    OBSERVED = "observed"
    INFERRED = "inferred"
    IMPORTED = "imported"


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """A resolved expression of time: half-open [start, end) in UTC, with the words kept.

    Args:
        start, end: aware UTC datetimes, start < end.
        words: the words as they were said ("last Saturday").
        zone_known: False where the speaker's zone was unknown and UTC was used.
    """

    start: datetime
    end: datetime
    words: str
    zone_known: bool = True


@dataclass(frozen=True, slots=True)
class Statement:
    """What one sentence says, as extraction gives it: not yet a fact of any store.

    Args:
        subject: "user" for the speaker himself; else the person meant ("Jonas",
            "Jonas's sister", "daughter").
        slot: the kind of thing said ("home", "allergy", ...); None where it has none.
        value: the thing itself in the speaker's own words ("Berlin"), without articles.
        text: a short readable sentence without the subject ("lives in Berlin").
        span: (start, end) characters of the source text.
        when: the expression of time that belongs to it.
        valid_from, valid_to: since or until when it holds, where the words say so.
    """

    subject: str
    slot: str | None
    value: str | None
    text: str
    polarity: Polarity = Polarity.POSITIVE
    stance: Stance = Stance.ASSERT
    span: tuple[int, int] = (0, 0)
    when: TimeSpan | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    confidence: float = 0.9


@dataclass(frozen=True, slots=True)
class Source:
    """Where a memory comes from: one turn or explicit statement."""

    event_id: str
    occurred_at: datetime
    text: str
    role: Role
    origin: Origin
    external_id: str | None = None
    speaker: str | None = None
    session: str | None = None
    agent: str | None = None
    zone: str | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact as it stands.

    Args:
        id: 32 hexadecimal digits, derived from its first evidence.
        seq: its number in the scope; never shown outside.
        valid_from, valid_to: world time, half-open; None is open.
        recorded_at: when we first knew it. retracted_at: when it was taken back as never true.
        closed_by: id of the fact that superseded it.
        evidence: number of statements that support it.
        archived_at: when it left the hot set; it is still recalled, marked.
        pruned_at: when it faded away; only history shows it.
        hidden_by: id of the fact that stands for it since they were merged.
        single_valued: whether its slot holds one value at a time, where the tenant says otherwise
            than the rules do; None leaves it to them.
    """

    id: str
    seq: int
    subject: str
    slot: str | None
    value: str | None
    text: str
    polarity: Polarity
    tier: Tier
    confidence: float
    provenance: Provenance
    origin: Origin
    valid_from: datetime | None
    valid_to: datetime | None
    recorded_at: datetime
    retracted_at: datetime | None = None
    closed_by: str | None = None
    evidence: int = 1
    archived_at: datetime | None = None
    pruned_at: datetime | None = None
    hidden_by: str | None = None
    single_valued: bool | None = None
    when: TimeSpan | None = None
    session: str | None = None
    agent: str | None = None
    sources: tuple[Source, ...] = ()

    @property
    def is_current(self) -> bool:
        """True while it is neither closed nor retracted."""
        return self.valid_to is None and self.retracted_at is None

    @property
    def is_hot(self) -> bool:
        """True while it is current and neither archived, pruned nor merged into another."""
        return (
            self.is_current
            and self.archived_at is None
            and self.pruned_at is None
            and self.hidden_by is None
        )
