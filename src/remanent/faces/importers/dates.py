"""Times as transcripts write them: ISO and numbers, and dates in words with a month's name."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import pairwise
from typing import Final

from remanent.errors import TimeError
from remanent.model.instants import to_datetime

_MONTHS: Final = {
    "jan": 1,
    "feb": 2,
    "mar": 3,
    "apr": 4,
    "may": 5,
    "jun": 6,
    "jul": 7,
    "aug": 8,
    "sep": 9,
    "oct": 10,
    "nov": 11,
    "dec": 12,
}
_MONTH: Final = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_CLOCK: Final = (
    r"(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2}))?\s*(?P<half>[ap]\.?m\.?)?"
)
_DAY: Final = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_DAY_FIRST: Final = rf"{_DAY}(?:\s+of)?\s+{_MONTH},?\s+(?P<year>\d{{4}})"
_MONTH_FIRST: Final = rf"{_MONTH}\s+{_DAY},?\s+(?P<year>\d{{4}})"

# Such as: 1:05 pm on 3 May, 2023; 3 May 2023; May 3rd, 2023 at 13:05.
_IN_WORDS: Final = tuple(
    re.compile(pattern, re.IGNORECASE | re.ASCII)
    for date in (_DAY_FIRST, _MONTH_FIRST)
    for pattern in (
        rf"\b{_CLOCK}(?:\s+on)?,?\s+{date}\b",
        rf"\b{date}(?:,?\s+(?:at\s+)?{_CLOCK})?(?!\w)",
    )
)
_ISO: Final = re.compile(
    r"(?<![\w-])\d{4}-\d{2}-\d{2}"
    r"(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:\s?(?:Z|[+-]\d{2}:?\d{2}))?)?(?![\w-])",
    re.ASCII,
)
_ONE_DIGIT_HOUR: Final = re.compile(r"([T ])(\d:)", re.ASCII)

NUMERIC_DAY: Final = r"\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})"
"""A day in numbers with the year last, as chats write it: 12/01/2026, 1/12/26, 12.01.26."""

_CENTURY: Final = 2000  # chats are younger
_MAX_SEARCHED_CHARACTERS: Final = 300


def read_time(value: object) -> datetime:
    """Read a time as a transcript's field gives it.

    Args:
        value: anything that `to_datetime` reads, or a date in words with a month's name, with
            or without a time of day; UTC where no offset is given.

    Raises:
        TimeError: it is neither.
    """
    try:
        return to_datetime(value)
    except TimeError:
        found = find_time(value) if isinstance(value, str) else None
        if found is None:
            raise
        return found


def find_time(text: str) -> datetime | None:
    """Find the first date in a line of text, such as a heading; None where there is none."""
    searched = text[:_MAX_SEARCHED_CHARACTERS]
    return _find_iso(searched) or _find_in_words(searched)


def _find_iso(text: str) -> datetime | None:
    for found in _ISO.finditer(text):
        words = _ONE_DIGIT_HOUR.sub(r"\g<1>0\g<2>", found.group()).replace(" Z", "Z")
        try:
            return to_datetime(re.sub(r"(?<=\d) (?=[+-])", "", words))
        except TimeError:
            continue
    return None


def _find_in_words(text: str) -> datetime | None:
    for pattern in _IN_WORDS:
        for found in pattern.finditer(text):
            moment = _from_parts(found)
            if moment is not None:
                return moment
    return None


def _from_parts(found: re.Match[str]) -> datetime | None:
    hour = int(found["hour"] or 0)
    if found["half"]:
        if not 1 <= hour <= 12:  # noqa: PLR2004 - a clock of twelve hours
            return None
        hour = hour % 12 + (12 if found["half"][0] in "pP" else 0)
    try:
        return datetime(
            int(found["year"]),
            _MONTHS[found["month"][:3].lower()],
            int(found["day"]),
            hour,
            int(found["minute"] or 0),
            int(found["second"] or 0),
            tzinfo=UTC,
        )
    except ValueError:
        return None


def is_day_first(days: Iterable[str]) -> bool | None:
    """Tell whether days in numbers, in the order of a file, name the day before the month.

    Returns:
        What every one of them allows; where all allow both, the way in which time runs forward
        more often and by smaller steps; None where nothing shows it. Days written as 2026-01-12
        say nothing.
    """
    numeric = [day for day in days if not _is_iso(day)]
    if not numeric:
        return True
    day_first, month_first = (
        [_numeric_day(day, day_first=way) for day in numeric] for way in (True, False)
    )
    if None in day_first or None in month_first:
        return day_first.count(None) <= month_first.count(None)
    first, second = _unlikely(day_first), _unlikely(month_first)
    return None if first == second else first < second


def _unlikely(days: Iterable[datetime | None]) -> tuple[int, float]:
    """Measure how unlikely it is that people talked on such days: steps back, then all gaps."""
    steps = [(after - before).days for before, after in pairwise(filter(None, days))]
    return sum(step < 0 for step in steps), sum(map(abs, steps))


def read_day(text: str, *, day_first: bool) -> datetime | None:
    """Read a day as 2026-01-12, 12/01/2026 or 1.12.26; None where it is none."""
    return find_time(text) if _is_iso(text) else _numeric_day(text, day_first=day_first)


def _is_iso(text: str) -> bool:
    return text[:4].isdigit()


def _numeric_day(text: str, *, day_first: bool) -> datetime | None:
    first, second, year = (int(part) for part in re.split(r"[./-]", text))
    day, month = (first, second) if day_first else (second, first)
    try:
        return datetime(year + _CENTURY if year < 100 else year, month, day, tzinfo=UTC)  # noqa: PLR2004 - two digits
    except ValueError:
        return None
