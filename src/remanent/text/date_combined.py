"""Dates built on another date: "the week of 3 May", "the Sunday before 25 May", "early 2021"."""

import re
from dataclasses import replace
from datetime import date, timedelta

from remanent.text.date_named import (
    base_month,
    decade_at,
    iso_date,
    month_and_year,
    named_date,
    plain_year,
    season_and_year,
    slashed_date,
)
from remanent.text.date_reading import Found, Granularity, Read, Reading
from remanent.text.date_relative import (
    day_word,
    quantity_of,
    relative_holiday,
    relative_month,
    relative_season,
    relative_unit,
    relative_weekday,
    this_unit,
    weekday_before,
    weekday_from,
)
from remanent.text.date_vocabulary import (
    ANY_WEEKDAY,
    DAY,
    DAY_OFFSETS,
    DAYS_PER_UNIT,
    DECADES,
    HOLIDAY,
    MONTH,
    MONTHS_PER_UNIT,
    ORDINALS,
    PART,
    SEASON,
    THIRDS,
    WEEKDAY_NUMBERS,
    YEAR,
    B,
    E,
    P,
)
from remanent.text.lexicon import pattern_of
from remanent.text.local_calendar import days, months, shift_months, third, week, weekend


def _base_at(place: int, reading: Reading) -> Found | None:
    """Read a plain expression that begins exactly at a place, to build on."""
    for pattern, read in _BASES:
        match = pattern.match(reading.folded, place)
        if match is not None:
            found = read(match, reading)
            if found is not None:
                return found
    return None


def beside_date(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "the Sunday before 25 May 2023", "two days after 3 May", "the week before 9 June"."""
    base = _base_at(match.end(), reading)
    if base is None or base.granularity is not Granularity.DAY:
        return None
    day = base.local[0].date()
    sign = -1 if match["side"] == "before" else 1
    found: Found | None
    if match["weekday"]:
        found = _weekday_beside(day, WEEKDAY_NUMBERS[match["weekday"]], sign)
    elif match["quantity"]:
        found = _counted_from(day, sign * quantity_of(match)[0], match["unit"])
    else:
        found = _unit_beside(day, match["unit"], sign)
    return found and replace(found, start=match.start(), end=base.end)


def _weekday_beside(day: date, number: int, sign: int) -> Found:
    after = weekday_from(day + timedelta(days=1), number)
    chosen = weekday_before(day, number) if sign < 0 else after
    return Found(days(chosen), Granularity.DAY, 0, 0)


def _counted_from(day: date, count: float, unit: str) -> Found | None:
    midnight, _ = days(day)
    if unit in MONTHS_PER_UNIT:
        moved = shift_months(midnight, round(count * MONTHS_PER_UNIT[unit]))
    elif unit in DAYS_PER_UNIT:
        moved = midnight + timedelta(days=round(count * DAYS_PER_UNIT[unit]))
    else:
        return None
    return Found(days(moved.date()), Granularity.DAY, 0, 0)


def _unit_beside(day: date, unit: str, sign: int) -> Found | None:
    if unit == "day":
        return Found(days(day + timedelta(days=sign)), Granularity.DAY, 0, 0)
    if unit == "weekend":
        nearest = weekday_before(day, 6) if sign < 0 else weekday_from(day, 5)
        return Found(weekend(nearest), Granularity.WEEKEND, 0, 0)
    if unit == "week":
        first = day - timedelta(days=7) if sign < 0 else day + timedelta(days=1)
        return Found(days(first, 7), Granularity.WEEK, 0, 0)
    if unit == "month":
        return Found(months(day.year, day.month + sign), Granularity.MONTH, 0, 0)
    return None


def unit_of_date(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "the week of 3 May" and "the weekend of the 3rd of May"."""
    base = _base_at(match.end(), reading)
    if base is None or base.granularity not in {Granularity.DAY, Granularity.DAYS}:
        return None
    day = base.local[0].date()
    if match["unit"] == "week":
        return Found(week(day), Granularity.WEEK, match.start(), base.end)
    return Found(weekend(day), Granularity.WEEKEND, match.start(), base.end)


def nth_of_month(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "the first week of May", "the last Friday of June 2023", "the second weekend in May"."""
    base = _base_at(match.end(), reading)
    if base is None or base.granularity is not Granularity.MONTH:
        return None
    start, end = base.local
    nth, unit, span = ORDINALS[match["nth"]], match["unit"], (match.start(), base.end)
    if unit == "week":
        first = end - timedelta(days=7) if nth < 0 else start + timedelta(days=7 * (nth - 1))
        return Found(days(first.date(), 7), Granularity.WEEK, *span)
    number = 5 if unit == "weekend" else WEEKDAY_NUMBERS[unit]
    if nth < 0:
        day = weekday_before(end.date(), number)
    else:
        day = weekday_from(start.date(), number) + timedelta(days=7 * (nth - 1))
    if unit == "weekend":
        return Found(weekend(day), Granularity.WEEKEND, *span)
    return Found(days(day), Granularity.DAY, *span)


def third_of(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "early 2021", "at the end of last month", "mid-May"."""
    base = _base_at(match.end(), reading)
    if base is None or base.local[0].tzinfo or base.local[1].tzinfo:
        return None
    if base.local[1] - base.local[0] < timedelta(days=7):
        return None
    local = third(base.local, THIRDS[match["third"]])
    return Found(local, Granularity.PART, match.start("third_words"), base.end)


def range_of(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "from 2015 to 2019" and "between March and May 2020"."""
    first = _base_at(match.end(), reading)
    if first is None:
        return None
    link = _RANGE_LINK.match(reading.folded, first.end)
    second = _base_at(link.end(), reading) if link else None
    if second is None or first.local[0].tzinfo or second.local[1].tzinfo:
        return None
    start, end = first.local[0], second.local[1]
    if start >= end and first.granularity is Granularity.MONTH:  # "between March and May 2020"
        start = start.replace(year=end.year)
    return (
        Found((start, end), Granularity.RANGE, match.start(), second.end) if start < end else None
    )


_RANGE_LINK = re.compile(r" (?:to|and|until|till|through) (?:the )?|[-–]| [-–] ")

ISO = P(
    rf"{B}(?<![0-9.])(?P<year>{YEAR})[-/](?P<month>[01][0-9])[-/](?P<day>[0-3][0-9])(?![0-9/-])"
)

SLASHED = P(
    f"{B}(?<![0-9.])(?P<first>[0-3]?[0-9])(?P<mark>[/.])(?P<second>[0-3]?[0-9])(?P=mark)"
    r"(?P<year>(?:19|20)[0-9]{2}|[0-9]{2})(?![\w/.-]*[0-9])"
)

NAMED = P(
    f"{B}(?<![0-9.:])(?:{ANY_WEEKDAY},? )?(?:(?:the )?(?P<day_a>{DAY})(?: ?(?:-|–|"
    rf"to) ?(?P<until_a>{DAY}))?(?: of)?[ -](?P<month_a>{MONTH}){E}(?:\.?,?[ -](?P<year_a>{YEAR})"
    rf")?|(?P<month_b>{MONTH})\.? (?:the )?(?P<day_b>{DAY})(?: ?(?:-|–|"
    rf"to) ?(?P<until_b>{DAY}))?(?![\w:%]|\.[0-9]| ?[ap]\.?m)(?:(?:,| of)? ?(?P<year_b>{YEAR}))?)"
)

MONTH_YEAR = P(rf"{B}(?<![0-9] )(?P<month>{MONTH})\.?,?(?: of)? ?(?P<year>{YEAR}){E}")

SEASON_YEAR = P(rf"{B}(?:the )?(?P<season>{SEASON})(?: of| in)? (?P<year>{YEAR})")

DECADE = P(
    f"{B}the (?:(?P<third>early|mid|late)[ -])?(?:'?(?P<short>[5-9]0)'?s|(?P<full>(?:19|"
    f"20)[0-9]0)'?s|(?P<name>{pattern_of(DECADES)})){E}"
)

DAY_WORD = P(rf"{B}(?P<word>{pattern_of(DAY_OFFSETS)}){PART}{E}(?!'s world)")

PART_TODAY = P(
    rf"{B}(?:tonight|last night|last evening|this (?P<part>morning|afternoon|evening)){E}"
)

RELATIVE_UNIT = P(
    f"{B}(?<!the )(?P<which>last|this past|this coming|this|next|coming|past|"
    rf"previous) (?P<unit>weekend|week|wk|month|year|yr|quarter){E}(?! of\b| old\b|-)"
)

RELATIVE_WEEKDAY = P(
    f"{B}(?<!the )(?P<which>last|this past|this last|this coming|this|next|coming|"
    rf"past) (?P<weekday>{ANY_WEEKDAY}){PART}{E}(?! of\b)"
)

RELATIVE_MONTH = P(
    rf"{B}(?<!the )(?P<which>last|this past|this coming|this|next|coming) (?P<month>{MONTH}){E}"
)

RELATIVE_SEASON = P(
    f"{B}(?<!the )(?P<which>last|this past|this coming|this|next|coming) (?P<season>{SEASON}){E}"
)

RELATIVE_HOLIDAY = P(
    f"{B}(?<!the )(?P<which>last|this past|this coming|this|next|coming) (?P<holiday>{HOLIDAY}){E}"
)

BEFORE_LAST = P(rf"{B}(?:the )?(?P<unit>week|weekend|month|year|night) before last{E}")

_BASES: tuple[tuple[re.Pattern[str], Read], ...] = (
    (ISO, iso_date),
    (SLASHED, slashed_date),
    (NAMED, named_date),
    (MONTH_YEAR, month_and_year),
    (SEASON_YEAR, season_and_year),
    (DECADE, decade_at),
    (DAY_WORD, day_word),
    (RELATIVE_UNIT, relative_unit),
    (RELATIVE_WEEKDAY, relative_weekday),
    (RELATIVE_MONTH, relative_month),
    (RELATIVE_SEASON, relative_season),
    (RELATIVE_HOLIDAY, relative_holiday),
    (P(rf"(?P<preposition>)(?P<month>{MONTH}){E}"), base_month),
    (P(rf"(?:the year )?(?P<year>{YEAR}){E}"), plain_year),
    (P(rf"(?:the )(?P<unit>week|month|year){E}(?! of\b)"), this_unit),
)
