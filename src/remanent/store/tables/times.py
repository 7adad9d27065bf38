"""Times in columns: whole microseconds since 1970, UTC."""

from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


def to_column(moment: datetime) -> int:
    """Return microseconds since 1970."""
    return (moment - EPOCH) // MICROSECOND


def from_column(number: int) -> datetime:
    """Return the aware UTC datetime."""
    return EPOCH + timedelta(microseconds=number)


def to_optional(moment: datetime | None) -> int | None:
    """Return microseconds, or None for an open end."""
    return None if moment is None else to_column(moment)


def from_optional(number: int | None) -> datetime | None:
    """Return the datetime, or None for an open end."""
    return None if number is None else from_column(number)
