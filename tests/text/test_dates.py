"""Expressions of time resolve to the days that the speaker meant, and nothing else does."""

import re
import time
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remanent.model.fact import TimeSpan
from remanent.text.dates import (
    MAX_CHARACTERS,
    MAX_EXPRESSIONS,
    Granularity,
    Relation,
    ResolvedTime,
    dates_in_query,
    format_span,
    resolve,
)

WEDNESDAY = datetime(2023, 5, 24, 14, 30, tzinfo=UTC)
BERLIN = "Europe/Berlin"


def resolved(text: str, zone: str | None = BERLIN) -> ResolvedTime:
    (found,) = resolve(text, at=WEDNESDAY, zone=zone)
    return found


def utc(*parts: int) -> datetime:
    year, month, day, hour, *rest = (*parts, *([0] * (4 - len(parts))))
    return datetime(year, month, day, hour, *rest, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "start", "end", "known", "written"),
    [
        ("America/Los_Angeles", utc(2026, 5, 2, 7), utc(2026, 5, 3, 7), True, "2 May 2026"),
        ("Asia/Tokyo", utc(2026, 5, 2, 15), utc(2026, 5, 3, 15), True, "3 May 2026"),
        (None, utc(2026, 5, 3), utc(2026, 5, 4), False, "3 May 2026"),
        ("Nowhere/Atlantis", utc(2026, 5, 3), utc(2026, 5, 4), False, "3 May 2026"),
    ],
)
def test_yesterday_is_the_day_before_on_the_speakers_own_wall(
    zone: str | None,
    start: datetime,
    end: datetime,
    known: bool,  # noqa: FBT001 - a column of the table
    written: str,
) -> None:
    at = datetime(2026, 5, 4, 6, 30, tzinfo=UTC)
    (found,) = resolve("I saw the dentist yesterday", at=at, zone=zone)
    assert found.span == TimeSpan(start, end, "yesterday", zone_known=known)
    assert format_span(found.span) == written
    assert format_span(found.span, zone=zone) == written


@pytest.mark.parametrize(
    ("text", "words", "written", "granularity"),
    [
        ("I saw him yesterday", "yesterday", "23 May 2023", Granularity.DAY),
        ("today", "today", "24 May 2023", Granularity.DAY),
        ("tomorrow night", "tomorrow night", "25 May 2023", Granularity.PART_OF_DAY),
        ("see you tmr", "tmr", "25 May 2023", Granularity.DAY),
        ("we moved last yr", "last yr", "2022", Granularity.YEAR),
        ("surgery scheduled for the 9th", "the 9th", "9 June 2023", Granularity.DAY),
        ("flying to Lima on the 9th for work", "the 9th", "9 June 2023", Granularity.DAY),
        ("I've got an exam on Monday", "Monday", "29 May 2023", Granularity.DAY),
        ("I have an appointment with Dr. Wu on Monday", "Monday", "29 May 2023", Granularity.DAY),
        ("born on 3 October.", "3 October", "3 October 2022", Granularity.DAY),
        ("tonight", "tonight", "24 May 2023", Granularity.PART_OF_DAY),
        ("last night", "last night", "23 May 2023", Granularity.PART_OF_DAY),
        ("this morning I ran", "this morning", "24 May 2023", Granularity.PART_OF_DAY),
        (
            "the day before yesterday",
            "the day before yesterday",
            "22 May 2023",
            Granularity.DAY,
        ),
        ("the day after tomorrow", "the day after tomorrow", "26 May 2023", Granularity.DAY),
        ("three days ago", "three days ago", "21 May 2023", Granularity.DAY),
        ("two weeks ago", "two weeks ago", "8–14 May 2023", Granularity.WEEK),
        ("a month ago", "a month ago", "April 2023", Granularity.MONTH),
        ("half a year ago", "half a year ago", "November 2022", Granularity.MONTH),
        ("a year and a half ago", "a year and a half ago", "November 2021", Granularity.MONTH),
        ("four years ago", "four years ago", "2019", Granularity.YEAR),
        ("a couple of days ago", "a couple of days ago", "21–22 May 2023", Granularity.DAYS),
        ("a few years ago", "a few years ago", "2018–2021", Granularity.YEAR),
        ("two weekends ago", "two weekends ago", "13–14 May 2023", Granularity.WEEKEND),
        ("two Saturdays ago", "two Saturdays ago", "13 May 2023", Granularity.DAY),
        ("the other day", "the other day", "17–22 May 2023", Granularity.DAYS),
        ("last Saturday", "last Saturday", "20 May 2023", Granularity.DAY),
        ("last week", "last week", "15–21 May 2023", Granularity.WEEK),
        ("last weekend", "last weekend", "20–21 May 2023", Granularity.WEEKEND),
        ("the weekend before last", "the weekend before last", "13–14 May 2023", None),
        ("this weekend we're hiking", "this weekend", "27–28 May 2023", Granularity.WEEKEND),
        ("this weekend we went hiking", "this weekend", "20–21 May 2023", Granularity.WEEKEND),
        ("next weekend", "next weekend", "3–4 June 2023", Granularity.WEEKEND),
        ("last month", "last month", "April 2023", Granularity.MONTH),
        ("this month", "this month", "May 2023", Granularity.MONTH),
        ("next month", "next month", "June 2023", Granularity.MONTH),
        ("last year", "last year", "2022", Granularity.YEAR),
        ("last summer", "last summer", "June–August 2022", Granularity.SEASON),
        ("next winter", "next winter", "December 2023 – February 2024", Granularity.SEASON),
        ("last Christmas", "last Christmas", "25 December 2022", Granularity.DAY),
        ("I saw him on Friday", "Friday", "19 May 2023", Granularity.DAY),
        ("I'm flying on Friday", "Friday", "26 May 2023", Granularity.DAY),
        ("the exam is on Friday", "Friday", "26 May 2023", Granularity.DAY),
        ("this Friday", "this Friday", "26 May 2023", Granularity.DAY),
        ("next Friday", "next Friday", "2 June 2023", Granularity.DAY),
        ("Tuesday last week", "Tuesday last week", "16 May 2023", Granularity.DAY),
        ("in 2019", "2019", "2019", Granularity.YEAR),
        ("in '98", "'98", "1998", Granularity.YEAR),
        ("I was there in May", "May", "May 2023", Granularity.MONTH),
        ("I was there in June", "June", "June 2022", Granularity.MONTH),
        ("we'll go in March", "March", "March 2024", Granularity.MONTH),
        ("in March 2023", "March 2023", "March 2023", Granularity.MONTH),
        ("14 May", "14 May", "14 May 2023", Granularity.DAY),
        ("on the 14th of May", "the 14th of May", "14 May 2023", Granularity.DAY),
        ("May 14th, 2021", "May 14th, 2021", "14 May 2021", Granularity.DAY),
        ("Friday, 13 May 2022", "Friday, 13 May 2022", "13 May 2022", Granularity.DAY),
        ("3-5 May 2023", "3-5 May 2023", "3–5 May 2023", Granularity.DAYS),
        ("2026-05-04", "2026-05-04", "4 May 2026", Granularity.DAY),
        ("04.05.2026", "04.05.2026", "4 May 2026", Granularity.DAY),
        ("the 90s", "the 90s", "1990–1999", Granularity.DECADE),
        ("the '80s", "the '80s", "1980–1989", Granularity.DECADE),
        ("summer 2022", "summer 2022", "June–August 2022", Granularity.SEASON),
        ("early 2021", "early 2021", "January–April 2021", Granularity.PART),
        (
            "at the end of last month",
            "the end of last month",
            "21–30 April 2023",
            Granularity.PART,
        ),
        ("mid-May", "mid-May", "11–20 May 2023", Granularity.PART),
        ("the week of 3 May", "the week of 3 May", "1–7 May 2023", Granularity.WEEK),
        (
            "The Sunday before 25 May 2023",
            "The Sunday before 25 May 2023",
            "21 May 2023",
            Granularity.DAY,
        ),
        ("the last Friday of June 2023", None, "30 June 2023", Granularity.DAY),
        ("two days before 3 May 2023", None, "1 May 2023", Granularity.DAY),
        ("the week before 9 June 2023", None, "2–8 June 2023", Granularity.WEEK),
        ("three days from now", "three days from now", "27 May 2023", Granularity.DAY),
        ("in two weeks", "in two weeks", "5–11 June 2023", Granularity.WEEK),
        ("in 3 months' time", "in 3 months' time", "August 2023", Granularity.MONTH),
        ("in 2 minutes", "in 2 minutes", "24 May 2023", Granularity.MINUTE),
        ("from 2015 to 2019", "from 2015 to 2019", "2015–2019", Granularity.RANGE),
        ("between March and May 2020", None, "March–May 2020", Granularity.RANGE),
        ("I went on the 14th", "the 14th", "14 May 2023", Granularity.DAY),
        ("over the last few months", None, "24 February – 24 May 2023", Granularity.DURATION),
        ("the next two weeks", "the next two weeks", "24 May – 7 June 2023", None),
        ("born on 29 February", "29 February", "29 February 2020", Granularity.DAY),
    ],
)
def test_an_expression_resolves_against_the_turn(
    text: str, words: str | None, written: str, granularity: Granularity | None
) -> None:
    found = resolved(text)
    assert format_span(found.span, zone=BERLIN) == written
    assert found.span.words == text[found.start : found.end]
    if words is not None:
        assert found.span.words == words
    if granularity is not None:
        assert found.granularity is granularity


@pytest.mark.parametrize(
    ("text", "relation", "written"),
    [
        ("I've lived here since 2019", Relation.SINCE, "2019"),
        ("ill since last Monday", Relation.SINCE, "22 May 2023"),
        ("I'm staying until March", Relation.UNTIL, "March 2024"),
        ("I lived there until 2019", Relation.UNTIL, "2019"),
        ("before 25 May 2023", Relation.BEFORE, "25 May 2023"),
        ("after the summer of 2019", Relation.AFTER, "June–August 2019"),
        ("by Friday", Relation.BY, "26 May 2023"),
        ("I've been here for three years", Relation.FOR, "24 May 2020 – 24 May 2023"),
    ],
)
def test_what_an_interval_bounds_is_kept_beside_it(
    text: str, relation: Relation, written: str
) -> None:
    found = resolved(text)
    assert (found.relation, format_span(found.span, zone=BERLIN)) == (relation, written)


@pytest.mark.parametrize(
    "text",
    [
        "we went home",
        "you may leave",
        "may I ask",
        "we march 10 miles",
        "wait a second",
        "the second one",
        "the sun is out and he sat down",
        "I read 1984",
        "24/7",
        "it cost $2019",
        "room 2020",
        "in 2020 rooms",
        "the last time we met",
        "next time",
        "I'm 30",
        "since I was 12",
        "on my birthday",
        "every Friday",
        "I work on Fridays",
        "Mon-Fri",
        "Black Friday",
        "Friday the 13th",
        "the last week of school",
        "I run 20km in a week",
        "once in two years",
        "I lived there for three years",
        "I'm going for three weeks",
        "five days a week for 2 hours a day",
        "I love hiking in summer",
        "the 30s",
        "31 February 2023",
        "10000 years ago",
        "0 days ago",
        "5 may come",
        "",
        "version 2026.05",
    ],
)
def test_what_only_looks_like_a_time_is_left_alone(text: str) -> None:
    assert resolve(text, at=WEDNESDAY, zone=BERLIN) == ()


@pytest.mark.parametrize(
    ("text", "zone", "written"),
    [
        ("05/04/2026", "America/New_York", "4 May 2026"),
        ("05/04/2026", "Europe/London", "5 April 2026"),
        ("05/04/2026", "America/Sao_Paulo", "5 April 2026"),
        ("05/04/2026", None, "5 April 2026"),
        ("25/04/2026", "America/New_York", "25 April 2026"),
        ("04/25/2026", "Europe/London", "25 April 2026"),
        ("last summer", "Australia/Sydney", "December 2022 – February 2023"),
    ],
)
def test_country_decides_where_words_are_ambiguous(
    text: str, zone: str | None, written: str
) -> None:
    assert format_span(resolved(text, zone).span, zone=zone) == written


def test_a_day_is_one_day_when_the_clocks_change() -> None:
    at = datetime(2023, 3, 27, 12, tzinfo=UTC)
    (found,) = resolve("yesterday", at=at, zone=BERLIN)
    assert (found.span.start, found.span.end) == (utc(2023, 3, 25, 23), utc(2023, 3, 26, 22))
    at = datetime(2023, 10, 30, 12, tzinfo=UTC)
    (found,) = resolve("yesterday", at=at, zone=BERLIN)
    assert found.span.end - found.span.start == timedelta(hours=25)


def test_a_midnight_that_the_clocks_skip_begins_at_the_change() -> None:
    at = datetime(2018, 11, 5, 12, tzinfo=UTC)
    (found,) = resolve("yesterday", at=at, zone="America/Sao_Paulo")
    assert found.span.start == utc(2018, 11, 4, 3)


def test_several_expressions_come_in_the_order_of_the_text_and_do_not_overlap() -> None:
    text = "In 2019 we moved, and last week on Friday, 19 May we bought it"
    found = resolve(text, at=WEDNESDAY, zone=None)
    assert [time.span.words for time in found] == ["2019", "last week", "Friday, 19 May"]
    assert all(one.end <= other.start for one, other in pairwise(found))


def test_a_time_without_a_zone_is_read_as_utc() -> None:
    naive = WEDNESDAY.replace(tzinfo=None)
    assert resolve("yesterday", at=naive, zone=None) == resolve(
        "yesterday", at=WEDNESDAY, zone=None
    )


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("what did she do in June?", utc(2022, 6, 1), utc(2022, 7, 1)),
        ("When did we meet last week?", utc(2023, 5, 15), utc(2023, 5, 22)),
        ("who moved since 2019?", utc(2019, 1, 1), WEDNESDAY),
        ("what happened after 3 May 2023?", utc(2023, 5, 4), WEDNESDAY),
        ("what did I like until 2020?", utc(1921, 1, 1), utc(2021, 1, 1)),
        ("what did I like before 2020?", utc(1920, 1, 1), utc(2020, 1, 1)),
        ("what will we do in June?", utc(2023, 6, 1), utc(2023, 7, 1)),
    ],
)
def test_a_question_names_the_interval_that_its_answer_lies_in(
    text: str, start: datetime, end: datetime
) -> None:
    (found,) = dates_in_query(text, WEDNESDAY, None)
    assert (found.span.start, found.span.end) == (start, end)


@pytest.mark.parametrize(
    "zone", [None, "", "Nowhere", "America", "\x00", "\ud800", "../etc", "a" * 500]
)
def test_an_unknown_zone_is_utc_and_says_so(zone: str | None) -> None:
    found = resolved("yesterday", zone)
    assert (found.span.start, found.span.zone_known) == (utc(2023, 5, 23), False)


@given(
    st.text(),
    st.datetimes().map(lambda moment: moment.replace(tzinfo=UTC)),
    st.sampled_from([None, BERLIN, "Pacific/Kiritimati", "America/Los_Angeles", "x"]),
)
def test_any_text_at_any_moment_resolves_to_well_formed_intervals(
    text: str, at: datetime, zone: str | None
) -> None:
    for found in (*resolve(text, at=at, zone=zone), *dates_in_query(text, at, zone)):
        assert found.span.start < found.span.end
        assert text[found.start : found.end] == found.span.words


TIME_WORDS = re.findall(
    r"\S+",
    """in on the last next this for since until a two few 3 14 31 week month years ago May may
    Friday summer 2019 1 of before after from to early - / . , 2026-05-04 '90s night and""",
)


@given(
    st.lists(
        st.sampled_from(TIME_WORDS),
        max_size=12,
    ),
    st.datetimes().map(lambda moment: moment.replace(tzinfo=UTC)),
)
def test_words_of_time_in_any_order_resolve_to_well_formed_intervals(
    words: list[str], at: datetime
) -> None:
    text = " ".join(words)
    for found in resolve(text, at=at, zone=BERLIN):
        assert found.span.start < found.span.end
        assert text[found.start : found.end] == found.span.words
        assert format_span(found.span, zone=BERLIN)


@pytest.mark.parametrize(
    "piece",
    ["I saw him on Friday. ", "1/", "in ", "may ", "from the ", "early ", "\x00", "٣ ", "a"],
)
def test_a_megabyte_is_read_up_to_the_stated_bound(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    began = time.process_time()
    found = resolve(text, at=WEDNESDAY, zone=BERLIN)
    assert time.process_time() - began < 2
    assert len(found) <= MAX_EXPRESSIONS
    assert all(expression.end <= MAX_CHARACTERS for expression in found)
