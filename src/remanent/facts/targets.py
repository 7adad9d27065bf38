"""What an ending or a taking-back speaks of, where its own words do not say all of it.

"I don't drink coffee any more" ends "drinks coffee every morning"; "scratch that" takes back what
the speaker said just before; "no, I meant Porto, not Lisbon" takes back what was said of Lisbon and
says it of Porto.

What they speak of is found among marks, not among facts, and only by when things were said. So it
is found again, in the same way, when something arrives late that was said nearer to them.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from hashlib import blake2b
from typing import Final

from remanent.facts.change import mark_of
from remanent.facts.fold import is_resumed, positive
from remanent.facts.slots import (
    DATED,
    SHARED_TIMELINE,
    content_of,
    holds_one,
    normalise,
    timeline_of,
)
from remanent.model.event import Event, EventKind
from remanent.model.fact import Stance, Statement
from remanent.model.mark import Mark

MOST_CANDIDATES: Final = 500
"""Marks among which a target is looked for, and pointers that something late is held against."""

MOST_TURNS_BACK: Final = 64
"""Turns of a session, by anybody, among which the speaker's last one is looked for."""

COPIES_APART: Final = 10_000
"""Statements speak on the timelines of others as copies, which are numbered from here on."""

POINTERS: Final = int.from_bytes(blake2b(b"pointers", digest_size=8).digest(), "big", signed=True)
"""The timeline on which stands what only points at something said before."""

_WORD: Final = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_INSTEAD: Final = re.compile(r"\bmeant (?P<new>.+?),? not (?P<old>.+)\Z", re.IGNORECASE | re.DOTALL)


def is_pointer(statement: Statement) -> bool:
    """Say whether a statement means nothing without another: "scratch that", "I meant …"."""
    return statement.stance is Stance.RETRACT and statement.slot is None


def pointer_of(statement: Statement, event: Event, ordinal: int) -> Mark:
    """Return the mark of a statement for which `is_pointer` holds."""
    mark = mark_of(statement, event, ordinal)
    return replace(mark, timeline=POINTERS, at=event.occurred_at, reach=None)


def takes_back_a_turn(pointer: Mark) -> bool:
    """Say whether a pointer takes back all of the turn before it, whatever that said."""
    return pointer.value is None


def turn_before(said: Sequence[Event], speaker: str | None) -> Event | None:
    """Return the turn that "scratch that" takes back: the speaker's last.

    Args:
        said: what people said in the session before it, latest first.
    """
    turns = (event for event in said if event.kind is EventKind.TURN and event.speaker == speaker)
    return next(turns, None)


def related_slots(slot: str | None) -> tuple[str, ...]:
    """Return the slots among which something about a slot is looked for."""
    if slot is None:
        return ()
    shared = SHARED_TIMELINE.get(slot, slot)
    near = (*_ALSO_ENDED.get(shared, ()),)
    return (shared, *(name for name, other in SHARED_TIMELINE.items() if other == shared), *near)


_ALSO_ENDED: Final = {"hobby": ("habit", "likes"), "language": ("habit",)}
"""Who gave up falconry neither does it every week nor has it among what he enjoys now."""


def may_end_more(mark: Mark) -> bool:
    """Say whether a mark ends, or takes back, what says all of it and more."""
    return (
        mark.stance is not Stance.ASSERT
        and mark.slot is not None
        and mark.value is not None
        and not holds_one(mark)
        and mark.ordinal < COPIES_APART
    )


def ends_more(ending: Mark, mark: Mark) -> bool:
    """Say whether an ending speaks of a statement on another timeline that says more than it.

    Args:
        ending: `may_end_more(ending)` holds.
    """
    contents = {ending.content}
    if ending.stance is Stance.RETRACT:
        contents.add(positive(ending.content))
    return (
        mark.stance is Stance.ASSERT
        and mark.at <= ending.at
        and mark.timeline != ending.timeline
        and (ending.when is None or ending.slot not in DATED or ending.stance is Stance.END)
        and mark.content in contents
        and mark.slot in related_slots(ending.slot)
        and normalise(ending.subject) == normalise(mark.subject)
        and (
            says_more(mark.value, ending.value)
            or (
                mark.slot != ending.slot
                and normalise(mark.value or "") == normalise(ending.value or "")
            )
        )
    )


def copy_for(ending: Mark, mark: Mark) -> Mark:
    """Return an ending as it stands on the timeline of a statement that it ends."""
    return replace(
        ending,
        timeline=mark.timeline,
        ordinal=ending.ordinal + COPIES_APART,
        content=mark.content,
        slot=mark.slot,
        value=mark.value,
        text=mark.text,
        polarity=mark.polarity,
        fact_seq=0,
    )


def is_ending_copy(mark: Mark) -> bool:
    """Say whether a mark stands where it does because an ending ends more than it names."""
    return (
        mark.stance is not Stance.ASSERT
        and not is_resumed(mark)
        and COPIES_APART <= mark.ordinal < 2 * COPIES_APART
    )


def copies_of(ending: Mark, asserted: Iterable[Mark]) -> tuple[Mark, ...]:
    """Return the copies of an ending for all that it ends, one for each timeline."""
    found: dict[int, Mark] = {}
    for mark in asserted:
        if ends_more(ending, mark):
            found.setdefault(mark.timeline, copy_for(ending, mark))
    return tuple(found.values())


def says_more(longer: str | None, shorter: str | None) -> bool:
    """Say whether one value holds all the words of another, and others."""
    few, many = _words(shorter), _words(longer)
    return bool(few) and few < many


def is_copy_of(mark: Mark, pointer: Mark) -> bool:
    """Say whether a mark stands where it does because of a pointer."""
    return (
        mark.event_seq == pointer.event_seq
        and mark.ordinal >= COPIES_APART
        and not is_resumed(mark)
        and mark.ordinal % COPIES_APART == pointer.ordinal
    )


def may_correct(pointer: Mark, mark: Mark) -> bool:
    """Say whether "I meant …, not …" may speak of a statement: said before it, of that value."""
    return (
        mark.stance is Stance.ASSERT
        and not is_resumed(mark)
        and _said(mark) < _said(pointer)
        and normalise(mark.subject) == normalise(pointer.subject)
        and (_is_same(mark, pointer) or says_more(mark.value, pointer.value))
    )


def aim(pointer: Mark, candidates: Iterable[Mark]) -> tuple[Mark, ...]:
    """Return the marks that a correction leaves: what it takes back, and what it says instead.

    It speaks of the statement of the same value, else of one that says it and more; of several,
    of one in its own session, and then of the one that was said last before it. What takes its
    place holds from when that held.

    Args:
        pointer: `takes_back_a_turn(pointer)` does not hold.
        candidates: marks that may be meant, in any order; others may be among them.
    """
    target = max(
        (mark for mark in candidates if may_correct(pointer, mark)),
        key=lambda mark: (_is_same(mark, pointer), mark.session == pointer.session, _said(mark)),
        default=None,
    )
    if target is None:
        return ()
    number = COPIES_APART * (2 + 2 * (target.timeline & 0xFFFFFFFF)) + pointer.ordinal
    at = max(pointer.at, target.at)
    back = replace(
        pointer,
        timeline=target.timeline,
        at=at,
        reach=at,
        ordinal=number,
        subject=target.subject,
        slot=target.slot,
        value=target.value,
        text=target.text,
        polarity=target.polarity,
        content=target.content,
        single_valued=target.single_valued,
    )
    value = _instead(pointer)
    if value is None or target.value is None:
        return (back,)
    content = content_of(target.slot, value, target.polarity, single_valued=target.single_valued)
    value = _within(target.value, pointer.value, value)
    text = target.text.replace(target.value, value)
    instead = replace(
        back,
        timeline=timeline_of(
            target.subject,
            target.slot,
            value,
            text,
            when=target.when,
            single_valued=target.single_valued,
        ),
        at=target.at,
        reach=target.reach,
        until=target.until,
        when=target.when,
        ordinal=number + COPIES_APART,
        stance=Stance.ASSERT,
        value=value,
        text=text,
        content=content,
    )
    return (back, instead)


def pointers_that_reach(
    pointers: Iterable[Mark], changed: Collection[Mark], first_seq: int
) -> list[Mark]:
    """Return the corrections that must be aimed, or aimed again.

    Args:
        changed: statements that are new, or gone.
        first_seq: the first event that is new.
    """
    return [
        pointer
        for pointer in pointers
        if not takes_back_a_turn(pointer)
        and (pointer.event_seq >= first_seq or any(may_correct(pointer, mark) for mark in changed))
    ]


def _within(said: str, old: str | None, new: str) -> str:
    """Return what was said with one thing in it put in another's place."""
    if old is None or normalise(said) == normalise(old):
        return new
    place = re.search(rf"(?<!\w){re.escape(old)}(?!\w)", said, re.IGNORECASE)
    return new if place is None else said[: place.start()] + new + said[place.end() :]


def _said(mark: Mark) -> tuple[datetime, int, int]:
    return (mark.said_at, mark.event_seq, mark.ordinal % COPIES_APART)


def _is_same(mark: Mark, pointer: Mark) -> bool:
    return normalise(mark.value or "") == normalise(pointer.value or "")


def _words(value: str | None) -> frozenset[str]:
    return frozenset(_WORD.findall(normalise(value or "")))


def _instead(pointer: Mark) -> str | None:
    """Return the value that "I meant Porto, not Lisbon" puts in the place of the other."""
    found = _INSTEAD.search(pointer.text)
    if found is None or normalise(found["old"]) != normalise(pointer.value or ""):
        return None
    return found["new"].strip(" .!?\"'") or None
