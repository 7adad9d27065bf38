"""What came of leaving a branch of record time, and of coming back to it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from remanent.model.mark import Mark


@dataclass(frozen=True, slots=True)
class SetAside:
    """What was moved out of sight.

    Args:
        events, facts: how many.
        is_empty: nothing at all was recorded behind the boundary.
        since: when the first of the events happened; None where there was none.
        pointers: what pointed at something said before, each with its speaker.
        timelines: those that must be decided again.
        staying: facts that changed since, and stand as the log says again.
    """

    events: int
    facts: int
    is_empty: bool
    since: datetime | None
    pointers: Sequence[tuple[Mark, str | None]]
    timelines: frozenset[int]
    staying: frozenset[int]


@dataclass(frozen=True, slots=True)
class BroughtBack:
    """What stands again.

    Args:
        event_seqs, fact_seqs: the numbers of what came back.
        since: when the first of the events happened; None where there was none.
        void_seqs: events that something took back when they went.
        own: timelines that hold anything of it. timelines: those of them that hold other things
            as well, and must be decided again.
        staying: facts that were there meanwhile, and stand as the log says again.
    """

    event_seqs: Sequence[int]
    fact_seqs: frozenset[int]
    since: datetime | None
    void_seqs: frozenset[int]
    own: frozenset[int]
    timelines: frozenset[int]
    staying: frozenset[int]
