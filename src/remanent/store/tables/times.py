"""Times in columns: whole microseconds since 1970, UTC."""

from datetime import UTC, datetime, timedelta
from functools import lru_cache

from remanent.model.fact import TimeSpan

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


def to_column(moment: datetime) -> int:
    """Return microseconds since 1970."""
    since = moment - EPOCH
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds


@lru_cache(maxsize=8192)
def from_column(number: int) -> datetime:
    """Return the aware UTC datetime; rows that are read again and again bear the same few."""
    return EPOCH + number * MICROSECOND


def to_optional(moment: datetime | None) -> int | None:
    """Return microseconds, or None for an open end."""
    return None if moment is None else to_column(moment)


def from_optional(number: int | None) -> datetime | None:
    """Return the datetime, or None for an open end."""
    return None if number is None else from_column(number)


def to_span_columns(span: TimeSpan | None) -> tuple[int | None, int | None, str | None, int | None]:
    """Return start, end, words and whether the zone was known; four times None for no span."""
    if span is None:
        return None, None, None, None
    return to_column(span.start), to_column(span.end), span.words, int(span.zone_known)


def from_span_columns(
    start: int | None, end: int | None, words: str | None, zone_known: int | None
) -> TimeSpan | None:
    """Return the span that four columns hold."""
    if start is None or end is None or words is None:
        return None
    return TimeSpan(from_column(start), from_column(end), words, bool(zone_known))
