"""What a read gives back: items with their sources and scores, and one text within a budget."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from remanent.model.event import Origin, Role
from remanent.model.fact import Polarity, Source, TimeSpan


class ItemKind(StrEnum):
    """What a recalled item is."""

    TURN = "turn"
    FACT = "fact"


@dataclass(frozen=True, slots=True)
class Item:
    """One recalled memory.

    Args:
        id: 32 hexadecimal digits; give it to explain, history and later verbs.
        text: the words (a turn) or the statement (a fact).
        score: what the order was decided by, rounded to 1e-6.
        signals: each signal's share of the score.
        occurred_at: when a turn was said, or when a fact's first source was.
        valid_from, valid_to: when a fact holds; None is open.
        when: the time that the statement names ("yesterday"), resolved when it was said.
        sources: the turns it rests on, best match with the question first. A turn is its own
            source.
        marks: "closed", "retracted", "not yet", "archived", "pruned", "merged".
    """

    id: str
    kind: ItemKind
    text: str
    score: float
    signals: Mapping[str, float]
    occurred_at: datetime
    sources: tuple[Source, ...]
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    subject: str | None = None
    slot: str | None = None
    value: str | None = None
    polarity: Polarity = Polarity.POSITIVE
    when: TimeSpan | None = None
    role: Role = Role.USER
    origin: Origin = Origin.PERSON
    speaker: str | None = None
    session: str | None = None
    agent: str | None = None
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recall:
    """The answer to a question put to memory. Reading it changed nothing.

    Args:
        id: a signed token that lists the items; an outcome cites it.
        items: best first; may be empty, then `reason` says why.
        text: the items rendered as quoted data within the token budget.
        tokens: size of `text` by the named counter; never above the budget.
        reason: None, "blank query", "nothing relevant", "nothing remembered", "nothing fits the
            budget", or "nothing was known then" with from when on there is something.
        dropped: items that matched but did not fit the budget or the limit.
        degraded: what could not take part ("embedder unavailable", "reindex needed").
    """

    id: str
    query: str
    items: tuple[Item, ...]
    text: str
    tokens: int
    reason: str | None = None
    dropped: int = 0
    degraded: tuple[str, ...] = ()
    as_of: datetime | None = None
    known_at: datetime | None = None

    def __bool__(self) -> bool:
        return bool(self.items)


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why one memory was or was not recalled for a question.

    Args:
        recalled: whether it is among the items.
        rank: its place among all that were scored, from 1; None where it was not scored.
        reason: one sentence.
        signals: each signal's share of its score.
    """

    item_id: str
    recalled: bool
    rank: int | None
    reason: str
    score: float = 0.0
    signals: Mapping[str, float] = field(default_factory=dict)
