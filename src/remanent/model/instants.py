"""Reading times: whatever names an instant becomes one aware UTC datetime, exactly.

Everything that comes from outside with a time goes through `to_datetime`, so that one rule
holds on every face: a naive time is UTC, and a bare number is seconds, milliseconds or
microseconds by its size. All arithmetic is on whole microseconds; no float is ever rounded
on the way (a float that is given is taken at its exact value, to the nearest microsecond).
"""

import math
import re
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from numbers import Integral
from typing import Final

from remanent.errors import TimeError
from remanent.quoting import shown

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)

_MICROSECONDS_A_SECOND: Final = 1_000_000
_MICROSECONDS_A_DAY: Final = 86_400 * _MICROSECONDS_A_SECOND

# The sizes at which a bare number changes its unit. Each unit reads the years 1973 to 5138
# without doubt; seconds also reach back through 1970 and before.
_MILLISECONDS_FROM: Final = 10**11
_MICROSECONDS_FROM: Final = 10**14
_NUMBERS_BELOW: Final = 10**17

_MAX_TEXT_CHARACTERS: Final = 64

# Nine digits or more: eight are a date of the basic ISO form, 20260520.
_NUMBER: Final = re.compile(r"[+-]?[0-9]{9,17}(?:\.[0-9]{1,12})?")


def to_datetime(value: object) -> datetime:
    """Read a time as an aware UTC datetime.

    Args:
        value: an aware datetime; a naive one, which is taken as UTC; a date, which is its
            first moment in UTC; an ISO 8601 string (an offset is honoured, none is UTC, digits
            beyond the microsecond are dropped); or a number since 1970, also as a string of at
            least nine digits: seconds below 1e11, milliseconds below 1e14, microseconds below
            1e17, by absolute value.

    Returns:
        The same instant in UTC, in the years 1 to 9999.

    Raises:
        TimeError: the value names no instant, or one outside that range.
    """
    match value:
        case datetime():
            return _in_utc(value)
        case date():
            return datetime(value.year, value.month, value.day, tzinfo=UTC)
        case str():
            return _from_text(value)
        case bool():
            raise _unreadable(value, "is a truth value, not a time")
        case float() if not math.isfinite(value):
            raise _unreadable(value, "is not a finite number")
        case float():
            return _from_number(Fraction(value), value)
        case Integral():
            return _from_number(Fraction(int(value)), value)
        case _:
            raise _unreadable(value, f"is a {type(value).__name__}, not a time")


def to_microseconds(moment: datetime) -> int:
    """Whole microseconds since 1970 UTC, negative before; a naive datetime is taken as UTC."""
    since = (moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)) - EPOCH
    return (
        since.days * _MICROSECONDS_A_DAY
        + since.seconds * _MICROSECONDS_A_SECOND
        + since.microseconds
    )


def from_microseconds(microseconds: int) -> datetime:
    """Turn whole microseconds since 1970 into the UTC datetime; `to_microseconds` inverts it.

    Raises:
        TimeError: the instant lies outside the years 1 to 9999.
    """
    try:
        return EPOCH + timedelta(microseconds=microseconds)
    except OverflowError:
        raise _unreadable(microseconds, "lies outside the years 1 to 9999") from None


def _in_utc(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        return moment.replace(tzinfo=UTC, fold=0)
    try:
        return moment.astimezone(UTC)
    except (OverflowError, ValueError):
        raise _unreadable(moment, "lies outside the years 1 to 9999 in UTC") from None


def _from_text(text: str) -> datetime:
    words = text.strip()
    if not words:
        raise _unreadable(text, "is blank")
    if len(words) > _MAX_TEXT_CHARACTERS:
        raise _unreadable(text, f"has more than {_MAX_TEXT_CHARACTERS} characters")
    if _NUMBER.fullmatch(words):
        return _from_number(Fraction(words), text)
    try:
        moment = datetime.fromisoformat(words.upper())
    except ValueError:
        raise _unreadable(text, "is not an ISO 8601 time") from None
    return _in_utc(moment)


def _from_number(number: Fraction, given: object) -> datetime:
    size = abs(number)
    if size >= _NUMBERS_BELOW:
        raise _unreadable(given, "is too large for microseconds since 1970")
    if size >= _MICROSECONDS_FROM:
        scale = 1
    elif size >= _MILLISECONDS_FROM:
        scale = 1_000
    else:
        scale = _MICROSECONDS_A_SECOND
    return from_microseconds(round(number * scale))


def _unreadable(value: object, why: str) -> TimeError:
    return TimeError(f"The time {shown(value)} {why}.")
