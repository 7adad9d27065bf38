"""Dates counted from today: "yesterday", "two weekends ago", "next Friday", "for three years"."""

import re
from dataclasses import replace
from datetime import date, timedelta

from remanent.text.date_reading import (
    FUTURE,
    HABIT,
    PAST,
    Direction,
    Found,
    Granularity,
    Reading,
    Relation,
    sentence_around,
)
from remanent.text.date_vocabulary import (
    ANY_WEEKDAY,
    DAY_OFFSETS,
    DAYS_PER_UNIT,
    HOLIDAYS,
    MONTH,
    MONTH_NUMBERS,
    MONTHS_PER_UNIT,
    NUMBERS,
    SHORT_WEEKDAYS,
    WEEKDAY_NUMBERS,
    E,
)
from remanent.text.local_calendar import (
    MONTHS,
    days,
    monday,
    months,
    part_of_day,
    shift_months,
    week,
    weekend,
    years,
)

# How many "a few" are: for a moment in the past or future the least and the most, for a duration
# the middle.
_VAGUE_NUMBERS = {"couple": (2, 3, 2), "few": (2, 5, 3), "several": (3, 8, 5), "some": (2, 5, 3)}

_MINUTES_PER_UNIT = {"minute": 1, "min": 1, "hour": 60, "hr": 60}

_MOST_COUNTED = 2000  # nobody counts so far

_SATURDAY = 5


def day_word(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "yesterday", "tomorrow night", "the day before yesterday"."""
    day = reading.today + timedelta(days=DAY_OFFSETS[match["word"]])
    return _day_or_part(match, day)


def _day_or_part(match: re.Match[str], day: date, *, start: int | None = None) -> Found:
    begin = match.start() if start is None else start
    part = match["part"]
    if part is None:
        return Found(days(day), Granularity.DAY, begin, match.end())
    return Found(part_of_day(day, part), Granularity.PART_OF_DAY, begin, match.end())


def part_of_today(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "tonight", "this morning", "last night"."""
    words, today = match[0], reading.today
    if words.startswith(("last", "yester")):
        return Found(
            part_of_day(today - timedelta(days=1), "evening"),
            Granularity.PART_OF_DAY,
            *match.span(),
        )
    part = "evening" if words == "tonight" else match["part"]
    return Found(part_of_day(today, part), Granularity.PART_OF_DAY, *match.span())


def the_other_day(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "the other day": two to seven days ago."""
    return Found(days(reading.today - timedelta(days=7), 6), Granularity.DAYS, *match.span())


_HOW_OFTEN_BEFORE = re.compile(r"(?:time|once|twice|times|one) $")


def counted(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "two weeks ago", "a few days from now", "in three months"."""
    sign = 1
    if match["before"] is None:
        sign = -1 if match["mark"] in {"ago", "back"} else 1
    else:  # "in two weeks": not what took two weeks, nor what is done within a week
        looks = reading.direction(*match.span())
        if looks is Direction.PAST or (
            match["quantity"] in {"a", "an"} and looks is not Direction.FUTURE
        ):
            return None
        if _HOW_OFTEN_BEFORE.search(reading.before(match.start())):
            return None
    low, high, _ = quantity_of(match)
    if low == 0 or high > _MOST_COUNTED:
        return None
    found = _units_away(match["unit"], sign, (low, high), reading)
    return found and replace(found, start=match.start(), end=match.end())


def quantity_of(match: re.Match[str]) -> tuple[float, float, float]:
    """Return the least, the most and the middle of what a quantity means."""
    words = match["quantity"]
    for name, vague in _VAGUE_NUMBERS.items():
        if name in words:
            return vague
    number = NUMBERS[words] if words in NUMBERS else float(words)
    if match["half"] or match["half_after"]:
        number += 0.5
    return number, number, number


def _units_away(
    unit: str, sign: int, counts: tuple[float, float], reading: Reading
) -> Found | None:
    today, now = reading.today, reading.calendar.now
    near, far = sorted((sign * counts[0], sign * counts[1]))
    if unit in _MINUTES_PER_UNIT:
        step = timedelta(minutes=_MINUTES_PER_UNIT[unit])
        first, last = reading.calendar.at + near * step, reading.calendar.at + far * step
        kind = Granularity.MINUTE if unit.startswith("min") else Granularity.HOUR
        whole = first.replace(second=0, microsecond=0)
        if kind is Granularity.HOUR:
            whole = whole.replace(minute=0)
        return Found((whole, last.replace(second=0, microsecond=0) + step), kind, 0, 0)
    if unit in MONTHS_PER_UNIT:
        per_unit = MONTHS_PER_UNIT[unit]
        first, last = (shift_months(now, round(count * per_unit)) for count in (near, far))
        whole_years = per_unit >= len(MONTHS) and float(near).is_integer()
        if whole_years:
            return Found((years(first.year)[0], years(last.year)[1]), Granularity.YEAR, 0, 0)
        start, end = months(first.year, first.month)[0], months(last.year, last.month)[1]
        return Found((start, end), Granularity.MONTH, 0, 0)
    per_unit = DAYS_PER_UNIT[unit]
    first_day, last_day = (today + timedelta(days=round(count * per_unit)) for count in (near, far))
    if unit == "night":
        return Found(part_of_day(first_day, "night"), Granularity.PART_OF_DAY, 0, 0)
    if unit == "day":
        kind = Granularity.DAY if first_day == last_day else Granularity.DAYS
        return Found((days(first_day)[0], days(last_day)[1]), kind, 0, 0)
    whole_unit = weekend if unit == "weekend" else week
    kind = Granularity.WEEKEND if unit == "weekend" else Granularity.WEEK
    return Found((whole_unit(first_day)[0], whole_unit(last_day)[1]), kind, 0, 0)


def counted_weekdays(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "two Saturdays ago"."""
    low, _, _ = quantity_of(match)
    latest = weekday_before(reading.today, WEEKDAY_NUMBERS[match["weekday"]])
    day = latest - timedelta(days=7 * (round(low) - 1))
    return Found(days(day), Granularity.DAY, *match.span())


def duration(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "for three years", "over the last few months", "the next two weeks"."""
    _, _, count = quantity_of(match) if match["quantity"] else (1.0, 1.0, 1.0)
    if count == 0:
        return None
    side, unit, calendar = match["span_of"], match["unit"], reading.calendar
    ahead = side in {"next", "coming"}
    if side is None and not _ends_now(match, reading):
        return None
    if ahead and match["quantity"] is None and not match["for_"]:
        return None  # "the next week" of a story is not ours
    sign = 1 if ahead else -1
    if unit in MONTHS_PER_UNIT:
        edge = shift_months(calendar.now, sign * round(count * MONTHS_PER_UNIT[unit]))
    elif unit in DAYS_PER_UNIT:
        edge = calendar.now + timedelta(days=sign * round(count * DAYS_PER_UNIT[unit]))
    else:
        edge = calendar.at + timedelta(minutes=sign * round(count * _MINUTES_PER_UNIT[unit]))
    local = (calendar.at, edge) if ahead else (edge, calendar.at)
    relation = Relation.FOR if match["for_"] else Relation.AT
    return Found(local, Granularity.DURATION, *match.span(), relation)


_PERFECT = re.compile(r"\b(?:have|has|had|haven't|hasn't|been)\b|'ve\b|\b(?:he|she|it)'s\b")


def _ends_now(match: re.Match[str], reading: Reading) -> bool:
    """Tell "I've lived here for three years" from "I lived there" and "I'm going for"."""
    around = sentence_around(reading.folded, *match.span())
    if _PERFECT.search(around):
        return True
    return not FUTURE.search(around) and not PAST.search(around)


def relative_unit(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "last week", "this weekend", "next month"."""
    unit, which, today = match["unit"], which_of(match), reading.today
    if unit in {"week", "wk"}:
        return Found(week(today + timedelta(days=7 * which)), Granularity.WEEK, *match.span())
    if unit == "weekend":
        if which == 0 and match["which"] == "this" and today.weekday() < _SATURDAY:
            which = -1 if reading.direction(*match.span()) is Direction.PAST else 0
        if match["which"].endswith("coming"):
            which = 0
        return Found(weekend(today + timedelta(days=7 * which)), Granularity.WEEKEND, *match.span())
    if unit == "month":
        return Found(months(today.year, today.month + which), Granularity.MONTH, *match.span())
    if unit == "quarter":
        first = (today.month - 1) // 3 * 3 + 1 + 3 * which
        return Found(months(today.year, first, 3), Granularity.RANGE, *match.span())
    return Found(years(today.year + which), Granularity.YEAR, *match.span())


def which_of(match: re.Match[str]) -> int:
    """Return -1, 0 or 1 for last, this and next."""
    words = match["which"]
    if words.endswith(("last", "past", "previous")):
        return -1
    return 1 if words.endswith(("next", "coming", "following")) else 0


def before_last(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "the week before last"."""
    unit, today = match["unit"], reading.today
    fortnight_ago = today - timedelta(days=14)
    if unit == "night":
        evening = part_of_day(today - timedelta(days=2), "evening")
        return Found(evening, Granularity.PART_OF_DAY, *match.span())
    if unit == "week":
        return Found(week(fortnight_ago), Granularity.WEEK, *match.span())
    if unit == "weekend":
        return Found(weekend(fortnight_ago), Granularity.WEEKEND, *match.span())
    if unit == "month":
        return Found(months(today.year, today.month - 2), Granularity.MONTH, *match.span())
    return Found(years(today.year - 2), Granularity.YEAR, *match.span())


def clipped_unit(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "earlier this week" and "later this year": the unit, up to or from the turn."""
    unit, today = match["unit"], reading.today
    start, end = {
        "week": week(today),
        "month": months(today.year, today.month),
        "year": years(today.year),
    }[unit]
    local = (
        (start, reading.calendar.at) if match["side"] == "earlier" else (reading.calendar.at, end)
    )
    return Found(local, Granularity.PART, *match.span())


def relative_weekday(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "last Saturday", "this Friday", "next Tuesday night"."""
    number, today = WEEKDAY_NUMBERS[match["weekday"]], reading.today
    which = match["which"]
    if which in {"last", "this past", "past", "this last"}:
        day = weekday_before(today, number)
    elif which == "next":
        day = monday(today) + timedelta(days=7 + number)
    elif which.endswith("coming"):
        day = weekday_from(today + timedelta(days=1), number)
    elif reading.direction(*match.span()) is Direction.PAST:
        day = weekday_before(today + timedelta(days=1), number)
    else:
        day = weekday_from(today, number)
    return _day_or_part(match, day)


def weekday_before(day: date, number: int) -> date:
    """Return the latest such weekday before a day."""
    return day - timedelta(days=(day.weekday() - number - 1) % 7 + 1)


def weekday_from(day: date, number: int) -> date:
    """Return the first such weekday from a day on."""
    return day + timedelta(days=(number - day.weekday()) % 7)


def weekday_of_week(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "Tuesday last week"."""
    day = monday(reading.today) + timedelta(days=7 * which_of(match))
    day += timedelta(days=WEEKDAY_NUMBERS[match["weekday"]])
    return Found(days(day), Granularity.DAY, *match.span())


_NOT_ONE_DAY_BEFORE = re.compile(
    r"(?:\b(?:every|each|any|most|some|usual|black|good|holy|easter|cyber|ash|fat|super|taco|"
    "casual|happy|other|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|"
    "first|second|third|to|through|thru|and|or|a|the|my|our|his|her|your)|[-–&]) ?$"
)

_NOT_ONE_DAY_AFTER = re.compile(
    rf"(?:(?: to| through| thru| and| or| &| -| –|-|–|/) ?{ANY_WEEKDAY}{E}|'s\b|s\b| the 13th)"
)

_I_OR_MONTH = re.compile(rf"(?:i\b|{MONTH}\b)")


def plain_weekday(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "on Friday"; not "every Friday", "Fridays" or "Black Friday"."""
    word, folded = match["weekday"], reading.folded
    start = match.start("weekday")
    if word in SHORT_WEEKDAYS and not (match["on"] and reading.is_capital(start)):
        return None
    if _NOT_ONE_DAY_AFTER.match(folded, match.end()):
        return None
    before = reading.before(match.start())
    if _NOT_ONE_DAY_BEFORE.search(before):
        return None
    if HABIT.search(sentence_around(folded, *match.span())):
        return None
    if not match["on"] and match["part"] is None and reading.is_capital(match.end() + 1):
        follower = folded[match.end() + 1 : match.end() + 12]
        if not _I_OR_MONTH.match(follower):
            return None  # "Wednesday Addams"
    number, today = WEEKDAY_NUMBERS[word], reading.today
    if reading.direction(start, match.end()) is Direction.FUTURE:
        day = weekday_from(today + timedelta(days=1), number)
    else:
        day = weekday_before(today, number)
    return _day_or_part(match, day, start=start)


def relative_month(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "last May"."""
    month, today = MONTH_NUMBERS[match["month"]], reading.today
    which = which_of(match)
    year = today.year
    if which < 0 and month >= today.month:
        year -= 1
    elif which > 0 and month <= today.month:
        year += 1
    if match["month"] in {"may", "march"} and not (
        reading.is_capital(match.start("month")) or match["which"] in {"last", "next"}
    ):
        return None
    return Found(months(year, month), Granularity.MONTH, *match.span())


def relative_season(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "last summer"."""
    which, year, calendar = which_of(match), reading.today.year, reading.calendar
    candidates = [calendar.season(match["season"], year + offset) for offset in (-2, -1, 0, 1)]
    now = calendar.now
    if which < 0:
        local = [season for season in candidates if season[1] <= now][-1]
    elif which > 0:
        local = next(season for season in candidates if season[0] > now)
    else:
        holding = [season for season in candidates if season[0] <= now < season[1]]
        local = holding[0] if holding else candidates[2]
    return Found(local, Granularity.SEASON, *match.span())


def relative_holiday(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "last Christmas"."""
    which, today = which_of(match), reading.today
    month, day = HOLIDAYS[match["holiday"]]
    year = today.year
    if which < 0 and date(year, month, day) >= today:
        year -= 1
    elif which > 0 and date(year, month, day) <= today:
        year += 1
    return Found(days(date(year, month, day)), Granularity.DAY, *match.span())


def this_unit(match: re.Match[str], reading: Reading) -> Found | None:
    """Read "the month" behind "the end of"."""
    unit, today = match["unit"], reading.today
    if unit == "month":
        return Found(months(today.year, today.month), Granularity.MONTH, *match.span())
    if unit == "week":
        return Found(week(today), Granularity.WEEK, *match.span())
    return Found(years(today.year), Granularity.YEAR, *match.span())
