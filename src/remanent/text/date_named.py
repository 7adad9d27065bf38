"""Dates by number and name: "2026-05-04", "14 May", "summer 2022", "in 2019"."""

import re
from collections.abc import Callable
from datetime import date, timedelta

from remanent.text.date_reading import (
    HABIT,
    Direction,
    Found,
    Granularity,
    Reading,
    sentence_around,
)
from remanent.text.date_relative import which_of
from remanent.text.date_vocabulary import DECADES, HOLIDAYS, MONTH_NUMBERS, THIRDS
from remanent.text.local_calendar import MONTHS, Local, days, months, third, years

_TWO_DIGIT_YEARS_FROM = 70  # "'70" is 1970, "'69" is 2069

_COMMON_VERBS_AFTER_MAY = re.compile(
    r" (?:be|have|not|need|take|look|seem|feel|want|come|go|also|only|just|well|get|i|we|you)\b"
)


def iso_date(match: re.Match[str], _: Reading) -> Found:
    """Read "2026-05-04" and "2026/05/04"."""
    day = date(int(match["year"]), int(match["month"]), int(match["day"]))
    return Found(days(day), Granularity.DAY, *match.span())


def slashed_date(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "05/04/2026" by the speaker's country, "05.04.2026" as the fifth of April."""
    first, second, written = int(match["first"]), int(match["second"]), match["year"]
    year = _full_year(int(written)) if len(written) == len("26") else int(written)
    month_first = match["mark"] == "/" and reading.calendar.month_first
    if first > len(MONTHS) or second > len(MONTHS):
        month_first = second > len(MONTHS)
    month, day = (first, second) if month_first else (second, first)
    return Found(days(date(year, month, day)), Granularity.DAY, *match.span())


def _full_year(two_digits: int) -> int:
    return two_digits + (1900 if two_digits >= _TWO_DIGIT_YEARS_FROM else 2000)


def named_date(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "14 May", "May 14th, 2023", "3-5 May"."""
    side = "a" if match["month_a"] else "b"
    name, number = match[f"month_{side}"], match[f"day_{side}"]
    if not _is_month(match, side, reading):
        return None
    month, day = MONTH_NUMBERS[name], _plain_number(number)
    year = match[f"year_{side}"]
    if year is None:
        chosen = _nearest(
            lambda offset: days(date(reading.today.year + offset, month, day)),
            reading,
            *match.span(),
        )
    else:
        chosen = days(date(int(year), month, day))
    until = match[f"until_{side}"]
    if until is None:
        return Found(chosen, Granularity.DAY, *match.span())
    last = chosen[0].replace(day=_plain_number(until))
    return Found((chosen[0], last + timedelta(days=1)), Granularity.DAYS, *match.span())


_DATE_PREPOSITION = re.compile(r"\b(?:on|since|until|till|by|before|after) $")


def _is_month(match: re.Match[str], side: str, reading: Reading) -> bool:
    """Tell the month from the verb: "5 may come", "we march 10 miles"."""
    name = match[f"month_{side}"]
    place = match.start(f"month_{side}")
    if name not in {"may", "march", "mar", "dec"}:
        return True
    if reading.is_capital(place) or match[f"year_{side}"]:
        return True
    if _COMMON_VERBS_AFTER_MAY.match(reading.folded, match.end()):
        return False
    if not match[f"day_{side}"].isdigit():  # "5th may"
        return True
    return bool(_DATE_PREPOSITION.search(reading.before(match.start())))


def _plain_number(day: str) -> int:
    return int(day.rstrip("stndrh"))


def _nearest(make: Callable[[int], Local], reading: Reading, start: int, end: int) -> Local:
    """Choose among this year's, the last and the next one by where the sentence looks."""
    step = 1 if reading.direction(start, end) is Direction.FUTURE else -1
    now = reading.calendar.now
    for years_away in range(0, 9 * step, step):  # 29 February can be eight years away
        try:
            local = make(years_away)
        except ValueError:
            continue
        if local[1] > now if step > 0 else local[0] <= now:
            return local
    raise ValueError(f"no such day in the years around {now.year}")


def month_and_year(match: re.Match[str], _: Reading) -> Found | None:
    """Read "March 2023"."""
    local = months(int(match["year"]), MONTH_NUMBERS[match["month"]])
    return Found(local, Granularity.MONTH, *match.span())


def season_and_year(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "summer 2022"."""
    local = reading.calendar.season(match["season"], int(match["year"]))
    return Found(local, Granularity.SEASON, *match.span())


_ABOUT_WEATHER = re.compile(r"degree|temperature|weather|°|\bhot\b|\bwarm\b|humid")


def decade_at(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "the 90s", "the early nineties"; not the temperature."""
    if _ABOUT_WEATHER.search(reading.folded):
        return None
    if match["full"]:
        year = int(match["full"])
    else:
        year = 1900 + (DECADES.get(match["name"] or "") or int(match["short"]))
    local = years(year, 10)
    if match["third"]:
        local = third(local, THIRDS[match["third"]])
    return Found(local, Granularity.DECADE, *match.span())


_I = re.compile(r"i\b")


def plain_month(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "in May" and "since March"; not the verb and not the name."""
    start, end = match.span("month")
    name = match["month"]
    if name in {"may", "march", "mar", "jun", "dec", "apr", "april", "june", "august"}:
        if not reading.is_capital(start) and match["preposition"] in {"before", "after", "from"}:
            return None
        if reading.is_capital(end + 1) and not _I.match(reading.folded[end + 1 : end + 3]):
            return None  # "since April Jones left", "in May Street"
    if HABIT.search(sentence_around(reading.folded, start, end)):
        return None
    month, today = MONTH_NUMBERS[name], reading.today
    year = today.year
    if reading.direction(start, end) is Direction.FUTURE:
        year += month < today.month
    else:
        year -= month > today.month
    return Found(months(year, month), Granularity.MONTH, start, end)


_THINGS_AFTER_YEAR = re.compile(
    r" ?(?:%|[a-z]{3,14}s\b(?<!\bwas)(?<!\bhas)(?<!\bthis)(?<!\balways))| ?[-/:.,][0-9]"
)


def plain_year(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "in 2019" and "in '98"; not "in 2020 rooms"."""
    start, end = match.span("year")
    if _THINGS_AFTER_YEAR.match(reading.folded, end):
        return None  # "in 2020 rooms"
    written = match["year"]
    year = _full_year(int(written[1:])) if written.startswith("'") else int(written)
    return Found(years(year), Granularity.YEAR, start, end)


def plain_season(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "in the summer" where the sentence says of which one."""
    start, end = match.span("named")
    looks = reading.direction(start, end)
    if looks is None or HABIT.search(sentence_around(reading.folded, start, end)):
        return None  # "I love hiking in summer" is about every summer
    this_year = reading.today.year
    chosen = _nearest(
        lambda offset: reading.calendar.season(match["season"], this_year + offset),
        reading,
        start,
        end,
    )
    return Found(chosen, Granularity.SEASON, start, end)


def plain_holiday(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "at Christmas" where the sentence says of which one."""
    start, end = match.span("holiday")
    looks = reading.direction(start, end)
    if looks is None or HABIT.search(sentence_around(reading.folded, start, end)):
        return None
    month, day = HOLIDAYS[match["holiday"]]
    this_year = reading.today.year
    chosen = _nearest(
        lambda offset: days(date(this_year + offset, month, day)), reading, start, end
    )
    return Found(chosen, Granularity.DAY, start, end)


def day_of_month(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "on the 14th"."""
    start, end = match.span("named")
    number, today = _plain_number(match["day"]), reading.today
    if match["which"]:
        month = today.month + which_of(match)
    elif reading.direction(start, end) is Direction.FUTURE:
        month = today.month + (number < today.day)
    else:
        month = today.month - (number > today.day)
    first, end_of_month = months(today.year, month)
    if first + timedelta(days=number - 1) >= end_of_month:
        return None
    return Found(days((first + timedelta(days=number - 1)).date()), Granularity.DAY, start, end)


def base_month(match: re.Match[str], reading: Reading) -> Found | None:
    """Read a bare month, to build on."""
    if match["month"] in {"may", "march", "mar"} and not reading.is_capital(match.start()):
        return None
    return plain_month(match, reading)
