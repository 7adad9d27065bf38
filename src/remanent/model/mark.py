"""A mark is one statement on a timeline; folding the marks of a timeline gives its facts."""

from dataclasses import dataclass, field
from datetime import datetime

from remanent.model.event import Origin
from remanent.model.fact import Fact, Polarity, Stance, TimeSpan
from remanent.model.remembered import ChangeKind


@dataclass(frozen=True, slots=True)
class Mark:
    """One statement, placed in world time.

    Args:
        timeline: 64-bit digest of (subject, slot[, value]); facts of one timeline exclude each
            other in time.
        at: the world time from which it speaks.
        event_seq, event_id, ordinal: which statement of which event it is.
        content: what must be equal for two marks to support the same fact.
        said_at: when it was said.
        until: end of the interval, where the statement gave one.
        reach: the latest moment up to which it may change what older marks mean; None for a
            plain statement, which changes nothing before it.
        when: the expression of time in it.
        fact_seq: the fact that it supports; 0 before it is stored.
        is_void: a retraction took this very statement back.
        single_valued: as of a fact.
        recorded_at: when it was taken down, which may be later than its event, where a model read
            that; None until it is stored. It makes no mark another.
    """

    timeline: int
    at: datetime
    event_seq: int
    event_id: str
    ordinal: int
    stance: Stance
    content: str
    subject: str
    slot: str | None
    value: str | None
    text: str
    polarity: Polarity
    confidence: float
    origin: Origin
    said_at: datetime
    until: datetime | None = None
    reach: datetime | None = None
    when: TimeSpan | None = None
    session: str | None = None
    agent: str | None = None
    fact_seq: int = 0
    is_void: bool = False
    single_valued: bool | None = None
    recorded_at: datetime | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class FactWrite:
    """One decided change: the fact's whole new state, and the marks that now support it.

    `fact.seq` is 0 for a new fact. `timeline` is the fact's. `marks` are only those that are
    new or moved here.
    """

    kind: ChangeKind
    fact: Fact
    timeline: int
    marks: tuple[Mark, ...] = ()
