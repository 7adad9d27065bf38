"""Expressions of time, resolved against the turn's own moment in the speaker's zone.

General date parsers misread talk ("we" as Wednesday, "two weekends ago" not at all), so this is
a small resolver of our own: it knows a closed list of expressions and leaves the rest alone.
Nothing is guessed from a bare number, an age, a title or a clock time.

Rules where English is ambiguous:

- "last Saturday" is the latest one before today; "this Friday" the one of this week (or the one
  to come, where the sentence looks ahead); "next Friday" the one of next week.
- A bare weekday, month or day ("on Friday", "in May", "14 May") is the latest one, or the one to
  come where the sentence looks ahead ("will", "I'm flying", "let's").
- "05/04/2026" is the fourth of May where the speaker's zone is in the United States, else the
  fifth of April; "05.04.2026" is always the fifth of April; a part above 12 decides by itself.
- "N weeks ago" is the whole week, "N months ago" the whole month, "N years ago" the whole year;
  "a couple of" is 2 to 3 of them, "a few" 2 to 5, "several" 3 to 8; "the other day" is 2 to 7
  days ago.
- "early", "mid" and "late" are thirds. Seasons are three whole months, north or south by zone.
- "for three years" ends at the turn, unless the sentence says that it is over or still ahead.
- "since", "until", "before", "after" and "by" keep the interval that they name and say so in
  `relation`.
"""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from remanent.model.fact import TimeSpan
from remanent.text.date_patterns import readers_for
from remanent.text.date_reading import (
    Direction,
    Granularity,
    Reader,
    Reading,
    Relation,
    relation_before,
)
from remanent.text.date_vocabulary import DIGITS
from remanent.text.folding import fold
from remanent.text.local_calendar import MONTHS, calendar_at

MAX_CHARACTERS = 20_000
MAX_EXPRESSIONS = 64

_WORDS = re.compile(r"[a-z0-9]+")

__all__ = [
    "MAX_CHARACTERS",
    "MAX_EXPRESSIONS",
    "Granularity",
    "Relation",
    "ResolvedTime",
    "dates_in_query",
    "format_span",
    "resolve",
]


@dataclass(frozen=True, slots=True)
class ResolvedTime:
    """One expression of time, found and resolved.

    Args:
        span: the interval that is named, with the words as they were said.
        start, end: characters of the text, half-open; `text[start:end]` are the words.
        granularity: the kind of thing named (a day, a month, a duration, ...).
        relation: how the interval bounds what is said (AT, SINCE, UNTIL, ...).
    """

    span: TimeSpan
    start: int
    end: int
    granularity: Granularity
    relation: Relation = Relation.AT


def resolve(text: str, *, at: datetime, zone: str | None) -> tuple[ResolvedTime, ...]:
    """Find and resolve every expression of time, in order of the text.

    Args:
        text: any text; what lies beyond MAX_CHARACTERS, or after MAX_EXPRESSIONS, is not read.
        at: the moment of the turn; read as UTC where it has no zone.
        zone: the speaker's IANA zone; UTC, and `zone_known=False`, where missing or unknown.

    Returns:
        Expressions that do not overlap. Those that leave the calendar are left out.
    """
    return _resolve(text, at, zone, assumed=None)


def dates_in_query(text: str, at: datetime, zone: str | None) -> tuple[ResolvedTime, ...]:
    """Resolve the times that a question names, as intervals that answers should lie in.

    A question looks back unless it says otherwise ("in June?" is the latest June). "since"
    reaches from the named start to the question, "after" from the named end to the question;
    "until" and "before" reach back a hundred years.
    """
    found = _resolve(text, at, zone, assumed=Direction.PAST)
    moment = at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    return tuple(_widened(time, moment) for time in found)


def _widened(time: ResolvedTime, at: datetime) -> ResolvedTime:
    start, end = time.span.start, time.span.end
    if time.relation is Relation.SINCE:
        end = max(at, end)
    elif time.relation is Relation.AFTER:
        start, end = end, max(at, end + timedelta(days=1))
    elif time.relation is Relation.UNTIL:
        start = _a_century_before(end)
    elif time.relation is Relation.BEFORE:
        start, end = _a_century_before(start), start
    else:
        return time
    span = TimeSpan(start, end, time.span.words, time.span.zone_known)
    return ResolvedTime(span, time.start, time.end, time.granularity, time.relation)


def _a_century_before(moment: datetime) -> datetime:
    return moment.replace(year=max(1, moment.year - 100), month=1, day=1)


def _resolve(
    text: str, at: datetime, zone: str | None, *, assumed: Direction | None
) -> tuple[ResolvedTime, ...]:
    folded = fold(text[:MAX_CHARACTERS])
    words = set(_WORDS.findall(folded))
    if any(word[0].isdigit() for word in words):
        words.add(DIGITS)
    readers = readers_for(words)
    if not readers:
        return ()
    try:
        reading = Reading(text, folded, calendar_at(at, zone), assumed)
    except OverflowError:  # at the very edge of the calendar
        return ()
    taken: list[ResolvedTime] = []
    for reader in readers:
        for match in reader.pattern.finditer(folded):
            if len(taken) == MAX_EXPRESSIONS:
                break
            if _overlaps(taken, *match.span()):
                continue
            time = _read(reader, match, reading)
            if time is not None and not _overlaps(taken, time.start, time.end):
                taken.append(time)
    return tuple(sorted(taken, key=lambda time: time.start))


def _overlaps(taken: list[ResolvedTime], start: int, end: int) -> bool:
    return any(start < time.end and time.start < end for time in taken)


def _read(reader: Reader, match: re.Match[str], reading: Reading) -> ResolvedTime | None:
    try:
        found = reader.read(match, reading)
        if found is None:
            return None
        start, end = reading.calendar.utc(found.local)
    except (OverflowError, ValueError):  # 31 February, the year 10,000
        return None
    if start >= end:
        return None
    relation, first = found.relation, found.start
    if relation is Relation.AT:
        relation, first = relation_before(reading.folded, found.start)
    words = reading.text[first : found.end]
    span = TimeSpan(start, end, words, zone_known=reading.calendar.zone_known)
    return ResolvedTime(span, first, found.end, found.granularity, relation)


def format_span(span: TimeSpan, *, zone: str | None = None) -> str:
    """Write an interval as a readable absolute date: "3 May 2026", "May 2023", "1–7 May 2026".

    A part of a day is written as its day. Where `zone` (the speaker's) is missing, the local
    midnight is guessed from the offset of the interval's edges: right for whole days anywhere
    from UTC-10 to UTC+13.
    """
    if zone is None and span.zone_known:
        start, end = _guessed_wall(span.start), _guessed_wall(span.end)
    else:
        calendar = calendar_at(span.start, zone)
        start, end = (
            moment.astimezone(calendar.zone).replace(tzinfo=None)
            for moment in (span.start, span.end)
        )
    whole_months = start.day == end.day == 1 and start.time() == end.time() == time.min
    last = max(start, end - timedelta(microseconds=1))
    if whole_months and start.month == end.month == 1:
        return _joined(str(start.year), str(last.year))
    if whole_months:
        same_year = start.year == last.year
        first_month = MONTHS[start.month - 1]
        return _joined(
            first_month if same_year else f"{first_month} {start.year}",
            MONTHS[last.month - 1],
            tail=f" {last.year}",
        )
    return _written_days(start.date(), last.date())


_EAST_FROM_HOUR = 11


def _guessed_wall(moment: datetime) -> datetime:
    """Move an edge to the midnight that it stands for, where it can be one at all."""
    plain = moment.replace(tzinfo=None)
    offset = plain - datetime.combine(plain.date(), time.min)
    if offset % timedelta(minutes=15):
        return plain
    if offset < timedelta(hours=_EAST_FROM_HOUR):
        return plain - offset
    return plain + (timedelta(days=1) - offset)


def _joined(first: str, last: str, *, tail: str = "") -> str:
    if first == last:
        return f"{first}{tail}"
    return f"{first} – {last}{tail}" if " " in first else f"{first}–{last}{tail}"


def _written_days(first: date, last: date) -> str:
    if first == last:
        return f"{first.day} {MONTHS[first.month - 1]} {first.year}"
    written = f"{first.day}"
    if (first.year, first.month) != (last.year, last.month):
        written += f" {MONTHS[first.month - 1]}"
    if first.year != last.year:
        written += f" {first.year}"
    separator = "–" if written.isdigit() else " – "
    return f"{written}{separator}{last.day} {MONTHS[last.month - 1]} {last.year}"
