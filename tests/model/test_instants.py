"""Times are read by one rule and kept to the microsecond."""

import json
from datetime import UTC, date, datetime, timedelta, timezone

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from remanent.errors import TimeError
from remanent.model.instants import EPOCH, from_microseconds, to_datetime, to_microseconds

# Case T07: six ways to write one second, then two that are no time at all.
SAME_SECOND = [
    "2026-05-20T08:29:42",
    "2026-05-20T08:29:42Z",
    "2026-05-20T17:29:42+09:00",
    1779265782,
    1779265782000,
    "2026-05-20 08:29:42.958511+00:00",
]
NOT_TIMES = ["not a date", ""]

THE_SECOND = datetime(2026, 5, 20, 8, 29, 42, tzinfo=UTC)

any_moment = st.datetimes(timezones=st.just(UTC))


@pytest.mark.parametrize("value", SAME_SECOND, ids=repr)
def test_naive_aware_seconds_and_milliseconds_of_one_second_are_read_as_that_second(
    value: object,
) -> None:
    assert to_datetime(value).replace(microsecond=0) == THE_SECOND


@pytest.mark.parametrize("value", NOT_TIMES, ids=repr)
def test_words_that_are_no_time_are_refused_by_an_error_that_shows_them(value: str) -> None:
    with pytest.raises(TimeError) as caught:
        to_datetime(value)
    assert repr(value) in str(caught.value)


def test_the_fraction_of_a_second_is_kept() -> None:
    assert to_datetime(SAME_SECOND[-1]) == THE_SECOND.replace(microsecond=958511)


@pytest.mark.parametrize(
    "value",
    [
        1779265782958511,
        "1779265782958511",
        "1779265782.958511",
        1779265782.958511,
        datetime(2026, 5, 20, 8, 29, 42, 958511),  # noqa: DTZ001 - naive on purpose
        datetime(2026, 5, 20, 13, 59, 42, 958511, timezone(timedelta(hours=5, minutes=30))),
        np.int64(1779265782958511),
        " 2026-05-20t08:29:42.958511z ",
        "20260520T082942.958511Z",
    ],
    ids=repr,
)
def test_every_way_to_write_a_microsecond_gives_that_microsecond(value: object) -> None:
    assert to_datetime(value) == THE_SECOND.replace(microsecond=958511)


def test_the_result_is_always_in_utc() -> None:
    assert to_datetime("2026-05-20T17:29:42+09:00").tzinfo is UTC


def test_a_date_alone_is_its_first_moment_in_utc() -> None:
    midnight = datetime(2026, 5, 20, tzinfo=UTC)
    assert to_datetime("2026-05-20") == to_datetime("20260520") == midnight
    assert to_datetime(date(2026, 5, 20)) == midnight


@pytest.mark.parametrize(
    ("number", "moment"),
    [
        (0, EPOCH),
        (-1, EPOCH - timedelta(seconds=1)),
        (99_999_999_999, datetime(5138, 11, 16, 9, 46, 39, tzinfo=UTC)),
        (100_000_000_000, datetime(1973, 3, 3, 9, 46, 40, tzinfo=UTC)),
        (99_999_999_999_999, datetime(5138, 11, 16, 9, 46, 39, 999000, tzinfo=UTC)),
        (100_000_000_000_000, datetime(1973, 3, 3, 9, 46, 40, tzinfo=UTC)),
        (-62_135_596_800, datetime(1, 1, 1, tzinfo=UTC)),
    ],
)
def test_the_unit_of_a_number_follows_from_its_size(number: int, moment: datetime) -> None:
    assert to_datetime(number) == moment


def test_the_outermost_moments_are_read() -> None:
    assert to_datetime("0001-01-01T00:00:00Z") == datetime.min.replace(tzinfo=UTC)
    assert to_datetime("9999-12-31T23:59:59.999999Z") == datetime.max.replace(tzinfo=UTC)


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        False,
        float("nan"),
        float("inf"),
        float("-inf"),
        1e300,
        10**17,
        -(10**17),
        pytest.param(10**5000, id="an integer too long to write out"),
        "9" * 18,
        "2026-13-01",
        "2026-02-30",
        "2026-05-20T25:00:00",
        "yesterday",
        "0001-01-01T00:00:00+01:00",
        "9999-12-31T23:59:59-01:00",
        "2026-05-20T08:29:42Z" + " x" * 100,
        "\ud800",
        "\x00",
        b"2026-05-20",
        ["2026-05-20"],
        -62_135_596_801,
    ],
)
def test_what_names_no_instant_between_the_years_1_and_9999_is_refused(value: object) -> None:
    with pytest.raises(TimeError) as caught:
        to_datetime(value)
    assert caught.value.remedy
    assert len(str(caught.value)) < 400


@given(any_moment)
def test_a_moment_survives_the_way_through_microseconds(moment: datetime) -> None:
    assert from_microseconds(to_microseconds(moment)) == moment


@given(any_moment)
def test_a_moment_survives_the_way_through_its_iso_form(moment: datetime) -> None:
    assert to_datetime(moment.isoformat()) == moment


@given(any_moment)
def test_a_naive_moment_is_the_same_as_that_moment_in_utc(moment: datetime) -> None:
    naive = moment.replace(tzinfo=None)
    assert to_datetime(naive) == moment
    assert to_microseconds(naive) == to_microseconds(moment)


@given(st.integers(min_value=10**14, max_value=10**17 - 1))
def test_no_microsecond_is_lost_to_rounding(microseconds: int) -> None:
    assert to_microseconds(to_datetime(microseconds)) == microseconds


@given(st.text() | st.floats() | st.integers() | st.binary() | st.none() | st.booleans())
def test_any_value_is_read_or_refused_by_a_time_error(value: object) -> None:
    try:
        moment = to_datetime(value)
    except TimeError:
        return
    assert moment.tzinfo is UTC


@pytest.mark.parametrize("microseconds", [10**18, -(10**18), 10**30])
def test_microseconds_outside_the_calendar_are_refused(microseconds: int) -> None:
    with pytest.raises(TimeError):
        from_microseconds(microseconds)


def test_the_case_rows_stay_as_json_gives_them() -> None:
    """Rows come out of JSON as strings and integers; reading them needs no other step."""
    rows = json.loads(json.dumps([*SAME_SECOND, *NOT_TIMES]))
    read = [moment for row in rows if (moment := _or_none(row)) is not None]
    assert {moment.replace(microsecond=0) for moment in read} == {THE_SECOND}
    assert len(read) == len(SAME_SECOND)


def _or_none(value: object) -> datetime | None:
    try:
        return to_datetime(value)
    except TimeError:
        return None
