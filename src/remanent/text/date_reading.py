"""What a reader of dates sees and returns: kinds, relations, and where a sentence looks."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from remanent.text.local_calendar import Local, LocalCalendar


class Granularity(StrEnum):
    """The kind of interval that an expression names."""

    MINUTE = "minute"
    HOUR = "hour"
    PART_OF_DAY = "part of day"
    DAY = "day"
    DAYS = "days"
    WEEKEND = "weekend"
    WEEK = "week"
    MONTH = "month"
    SEASON = "season"
    YEAR = "year"
    DECADE = "decade"
    PART = "part"  # a third of a longer interval
    RANGE = "range"
    DURATION = "duration"


class Relation(StrEnum):
    """How the named interval bounds what is said."""

    AT = "at"
    SINCE = "since"
    UNTIL = "until"
    BEFORE = "before"
    AFTER = "after"
    BY = "by"
    FOR = "for"


class Direction(StrEnum):
    """Whether a sentence looks back or ahead."""

    PAST = "past"
    FUTURE = "future"


@dataclass(frozen=True, slots=True)
class Found:
    """One reading: an interval, what kind it is, and the characters that name it."""

    local: Local
    granularity: Granularity
    start: int
    end: int
    relation: Relation = Relation.AT


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader sees beside its own match.

    Args:
        text, folded: the text as it was written, and folded; the same length.
        assumed: the direction of a sentence that does not look ahead, where the caller knows it.
    """

    text: str
    folded: str
    calendar: LocalCalendar
    assumed: Direction | None

    @property
    def today(self) -> date:
        """The date on the speaker's wall."""
        return self.calendar.today

    def direction(self, start: int, end: int) -> Direction | None:
        """Return where the sentence around a place looks; None where its words do not say."""
        relation, _ = relation_before(self.folded, start)
        looks = _RELATION_LOOKS.get(relation)
        if relation is Relation.SINCE and self.before(start).rstrip().endswith("since"):
            return Direction.PAST
        if self.before(start).endswith(" for ") and self.assumed is None:
            return Direction.FUTURE  # "booked for Friday"
        around = sentence_around(self.folded, start, end)
        if FUTURE.search(around):
            return Direction.FUTURE
        if self.assumed is not None:
            return self.assumed
        if PAST.search(around):
            return Direction.PAST
        return Direction.FUTURE if looks or _PRESENT.search(around) else None

    def before(self, start: int) -> str:
        """Return the folded characters just before a place."""
        return self.folded[max(0, start - 24) : start]

    def is_capital(self, place: int) -> bool:
        """Tell whether the character at a place was written as a capital."""
        return place < len(self.text) and self.text[place].isupper()


Read = Callable[[re.Match[str], Reading], Found | None]


@dataclass(frozen=True, slots=True)
class Reader:
    """One family of expressions; it is run only where a word of each kind it needs occurs."""

    pattern: re.Pattern[str]
    read: Read
    needs: tuple[frozenset[str], ...]


_SENTENCE_END = re.compile(
    r"(?:(?<!\bdr)(?<!\bmr)(?<!\bms)(?<!\bst)(?<!\bmrs)(?<!\bprof)\.|[!?;\n])(?:\s|$)"
)

_REACH_CHARACTERS = 160


def sentence_around(folded: str, start: int, end: int) -> str:
    """Return the sentence that holds a place, at most a bounded reach to either side."""
    before = folded[max(0, start - _REACH_CHARACTERS) : start]
    after = folded[end : end + _REACH_CHARACTERS]
    opened = [match.end() for match in _SENTENCE_END.finditer(before)]
    closed = _SENTENCE_END.search(after)
    return "".join(
        (
            before[opened[-1] :] if opened else before,
            folded[start:end],
            after[: closed.start()] if closed else after,
        )
    )


FUTURE = re.compile(
    r"^\W*(?:flying|going|off|heading|leaving|moving|starting|visiting)\b|\b(?:will|won't|shall|"
    "going to|gonna|let's|lets|plans?|planning|hope|hoping|want|upcoming|see you|expires?|"
    "expiring|can you|could you|can we|could we|please|need to|have to|has to|remind|should|"
    "looking forward|can't wait|(?:am|i'm|im|is|are|r|'re|he's|she's|it's)(?: not| so| really|"
    " still| all| also| probably)? (?:due|moving|flying|going|leaving|starting|visiting|"
    "travell?ing|meeting|getting|having|coming|seeing|taking|joining|retiring|turning|driving|"
    "heading|hosting|running|marrying|attending|excited|thrilled|scheduled|booked|supposed|"
    r"invited|playing|free|off|away|back))\b|'ll\b"
)

PAST = re.compile(
    r"\b(?:was|were|did|didn't|had|went|saw|(?<!have )(?<!'ve )(?<!has )got|took|made|came|met|"
    "bought|ate|began|broke|brought|built|caught|chose|drank|drove|fell|felt|flew|found|gave|grew|"
    "heard|held|kept|knew|left|lost|paid|quit|ran|read|rode|said|sang|sent|slept|sold|spent|spoke|"
    "stood|swam|taught|told|thought|threw|won|wore|wrote|been|gone|seen|done|(?!need|feed|speed|"
    r"indeed)[a-z]{2,14}ed)\b"
)

_PRESENT = re.compile(
    r"\b(?:is|are|am|i'm|starts|begins|ends|leaves|opens|closes|(?:i|we) (?:fly|leave|start|go|"
    "move|travel|meet|graduate|return|arrive|begin|retire|have|r)|(?:i|we)'ve (?:got|an?|my|our|"
    r"two|some|tickets))\b|'s\b|'re\b"
)

HABIT = re.compile(
    r"\b(?:every|each|usually|always|often|sometimes|typically|normally|generally)\b"
)

_RELATIONS = {
    "since": Relation.SINCE,
    "from": Relation.SINCE,
    "as of": Relation.SINCE,
    "starting": Relation.SINCE,
    "until": Relation.UNTIL,
    "till": Relation.UNTIL,
    "til": Relation.UNTIL,
    "before": Relation.BEFORE,
    "after": Relation.AFTER,
    "by": Relation.BY,
}

_RELATION_LOOKS = {
    Relation.UNTIL: Direction.FUTURE,
    Relation.BY: Direction.FUTURE,
}

_RELATION = re.compile(
    r"\b(since|from|as of|starting|until|till|til|before|after|by)(?: the| about| around)? $"
)


def relation_before(folded: str, start: int) -> tuple[Relation, int]:
    """Return the relation that the words before a place give it, and where those words begin."""
    match = _RELATION.search(folded, max(0, start - 18), start)
    if match is None:
        return Relation.AT, start
    return _RELATIONS[match[1]], match.start()
