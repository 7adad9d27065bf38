"""Time and ids that stand still until a test moves them."""

from datetime import UTC, datetime, timedelta

START = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)


class FrozenClock:
    """A clock that a test moves by hand."""

    def __init__(self, start: datetime = START) -> None:
        """Stand still at a moment."""
        self._now = start

    def now(self) -> datetime:
        """Return the moment it stands at."""
        return self._now

    def advance(self, by: timedelta | None = None, /, **units: float) -> datetime:
        """Move on by a duration, or by `days=1`, `minutes=5` and so on; return the new moment."""
        self._now += timedelta(**units) if by is None else by
        return self._now


class CountingIds:
    """Ids that count up from one."""

    def __init__(self, start: int = 1) -> None:
        """Count from a number."""
        self._next = start

    def new_id(self, now: datetime) -> str:  # noqa: ARG002 - the port's signature
        """Return 32 hexadecimal digits."""
        return f"{self._count():032x}"

    def new_key(self) -> bytes:
        """Return 32 bytes that no other call returns."""
        return self._count().to_bytes(32, "big")

    def _count(self) -> int:
        number, self._next = self._next, self._next + 1
        return number
