"""What happened to memories, what differs between two moments, and what was set aside."""

from dataclasses import dataclass
from datetime import date, datetime

from remanent.model.fact import Fact
from remanent.model.remembered import ChangeKind


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One thing that happened to a fact.

    Args:
        at: when it was recorded.
        fact: its state from then on, without sources.
        event_id: the turn, use or outcome that caused it; None for maintenance.
    """

    at: datetime
    kind: ChangeKind
    fact: Fact
    event_id: str | None


@dataclass(frozen=True, slots=True)
class DayCounts:
    """How many changes of each kind a day saw."""

    day: date
    counts: tuple[tuple[ChangeKind, int], ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """What differs between two moments.

    Args:
        added: what held at the later moment only. gone: what held at the earlier one only.
        changed: (before, after) of what held at both and reads otherwise.
        dropped: facts that changed between the two and were not compared any more.
    """

    added: tuple[Fact, ...] = ()
    gone: tuple[Fact, ...] = ()
    changed: tuple[tuple[Fact, Fact], ...] = ()
    dropped: int = 0


@dataclass(frozen=True, slots=True)
class Rollback:
    """A branch of record time that was left.

    Args:
        number: give it to `restore`.
        at: when it was set aside. to: the moment, and the last log entry, that stayed.
        events, facts: how many were set aside.
        restored_at: when it was brought back; None while it is set aside.
    """

    number: int
    at: datetime
    to: datetime
    events: int
    facts: int
    restored_at: datetime | None = None
