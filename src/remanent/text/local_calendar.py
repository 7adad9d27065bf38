"""The speaker's calendar: days, weeks, months and seasons as he means them, turned into UTC.

Everything is computed on wall-clock time without a zone (a `Local` pair, half-open) and turned
into UTC once, at the end, so that a day of 23 or 25 hours is still one day. An edge that is a
moment (the turn's own) is aware and stays as it is. Weeks begin on Monday. A night belongs to
the date of its evening.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

Local = tuple[datetime, datetime]

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)

PARTS_OF_DAY_HOURS = {
    "morning": (5, 12),
    "afternoon": (12, 18),
    "evening": (18, 24),
    "night": (18, 24),
    "lunchtime": (11, 14),
    "noon": (12, 13),
}

# First month of each season where it is summer in July.
_SEASON_MONTH = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}

# Zones where it is summer in January.
_SOUTHERN = (
    "Australia/",
    "Antarctica/",
    "Pacific/Auckland",
    "Pacific/Fiji",
    "America/Argentina/",
    "America/Buenos_Aires",
    "America/Sao_Paulo",
    "America/Santiago",
    "America/Montevideo",
    "America/Asuncion",
    "America/La_Paz",
    "Africa/Johannesburg",
    "Africa/Harare",
    "Africa/Maputo",
    "Africa/Windhoek",
    "Africa/Gaborone",
    "Indian/Mauritius",
)

# Zones of the United States, where "05/04/2026" is the fourth of May.
_MONTH_FIRST = (
    "US/",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Phoenix",
    "America/Anchorage",
    "America/Detroit",
    "America/Boise",
    "America/Juneau",
    "America/Indiana",
    "America/Kentucky/",
    "America/North_Dakota/",
    "Pacific/Honolulu",
    "EST5EDT",
    "CST6CDT",
    "MST7MDT",
    "PST8PDT",
)


@dataclass(frozen=True, slots=True)
class LocalCalendar:
    """The calendar on the speaker's wall at one moment.

    Args:
        at: the moment, aware, UTC.
        now: the same moment on his wall clock, without a zone.
        zone: his time zone; UTC where it is unknown.
        zone_known: False where UTC stands in for an unknown zone.
        month_first: True where "05/04/2026" is read as the fourth of May.
        southern: True where July is winter.
    """

    at: datetime
    now: datetime
    zone: tzinfo
    zone_known: bool
    month_first: bool
    southern: bool

    @property
    def today(self) -> date:
        """The date on the wall."""
        return self.now.date()

    def utc(self, local: Local) -> tuple[datetime, datetime]:
        """Turn wall-clock times into UTC; one that a change of clocks skips moves on."""
        start, end = (
            (moment.replace(tzinfo=self.zone) if moment.tzinfo is None else moment).astimezone(UTC)
            for moment in local
        )
        return start, end

    def season(self, name: str, year: int) -> Local:
        """Return the three months of a season; a winter is named by the year in which it begins."""
        first = _SEASON_MONTH[name]
        if self.southern:
            first = (first + 5) % 12 + 1
        return months(year, first, 3)


def calendar_at(at: datetime, zone: str | None) -> LocalCalendar:
    """Return the calendar of a speaker; an unknown or missing zone is UTC, and said so.

    A time without a zone is read as UTC.
    """
    moment = at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    found = _zone(zone)
    place = zone if found is not None and zone is not None else ""
    return LocalCalendar(
        at=moment,
        now=moment.astimezone(found or UTC).replace(tzinfo=None),
        zone=found or UTC,
        zone_known=found is not None,
        month_first=place.startswith(_MONTH_FIRST),
        southern=place.startswith(_SOUTHERN),
    )


@lru_cache(maxsize=256)
def _zone(name: str | None) -> ZoneInfo | None:
    if not name:
        return None
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # unknown, malformed, or a folder of zones
        return None


def is_known_zone(name: str) -> bool:
    """Say whether this machine knows a time zone of that name."""
    return _zone(name) is not None


def local_day(moment: datetime, zone: str | None) -> date:
    """Return the day of a moment in a zone; in UTC where the zone is unknown."""
    known = _zone(zone)
    return (moment if known is None else moment.astimezone(known)).date()


def days(first: date, count: int = 1) -> Local:
    """Return `count` whole days from `first` on."""
    start = datetime.combine(first, time.min)
    return start, start + timedelta(days=count)


def week(day: date) -> Local:
    """Return the week, Monday to Sunday, that holds a day."""
    return days(monday(day), 7)


def weekend(day: date) -> Local:
    """Return Saturday and Sunday of the week that holds a day."""
    return days(monday(day) + timedelta(days=5), 2)


def monday(day: date) -> date:
    """Return the Monday of the week that holds a day."""
    return day - timedelta(days=day.weekday())


def months(year: int, month: int, count: int = 1) -> Local:
    """Return `count` whole months; a month outside 1..12 counts on into other years."""
    return first_of_month(year, month), first_of_month(year, month + count)


def first_of_month(year: int, month: int) -> datetime:
    """Return the first midnight of a month; a month outside 1..12 counts on into other years."""
    later, index = divmod(month - 1, 12)
    return datetime.combine(date(year + later, index + 1, 1), time.min)


def years(year: int, count: int = 1) -> Local:
    """Return `count` whole years."""
    return months(year, 1, 12 * count)


def part_of_day(day: date, part: str) -> Local:
    """Return a part of one day ("morning", "night", ...)."""
    start, _ = days(day)
    first, last = PARTS_OF_DAY_HOURS[part]
    return start + timedelta(hours=first), start + timedelta(hours=last)


def shift_months(moment: datetime, count: int) -> datetime:
    """Move by whole months; a day that the month does not have becomes its last one."""
    first = first_of_month(moment.year, moment.month + count)
    length = (first_of_month(first.year, first.month + 1) - first).days
    return moment.replace(year=first.year, month=first.month, day=min(moment.day, length))


_LONGEST_COUNTED_IN_DAYS = 80  # a season and more are cut at whole months
_LONGEST_WEEKS = 20  # a month is cut at its tenth and twentieth


def third(local: Local, which: int) -> Local:
    """Return the first (0), middle (1) or last (2) third of a span, in whole months or days.

    A week has Monday and Tuesday, Wednesday and Thursday, Friday to Sunday; a month has the days
    1 to 10, 11 to 20 and the rest.
    """
    start, end = local
    length = (end - start).days
    if length > _LONGEST_COUNTED_IN_DAYS:
        count = (end.year - start.year) * 12 + end.month - start.month
        edges = [shift_months(start, round(count * share / 3)) for share in range(4)]
    else:
        step = 10 if length > _LONGEST_WEEKS else length // 3
        edges = [start, start + timedelta(days=step), start + timedelta(days=2 * step), end]
    return edges[which], edges[which + 1]
