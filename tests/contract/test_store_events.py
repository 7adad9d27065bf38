"""The log: what goes in comes out, in order, in its own scope."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support.clock import START, CountingIds, FrozenClock
from tests.support.values import ALICE, BOB, Values, append, write

from remanent.errors import StoreError
from remanent.model.event import Event, EventKind, Origin, Role
from remanent.store.sql_store import SqlStore

ANY_TEXT = st.text(st.characters(exclude_categories=[]), max_size=40)
STRANGE = [
    "", " ", "\x00", "\x00\x1a0\x1a", "\ud800", "\udfff\ud800", "a\ud83d", "%s ? $1 %%", "'; --",
    'C++ "50%" user:jane \\x41 \\\\', "e\u0301 é", "שלום", "日本", "👩‍👩‍👧", "\x1a1\x1ad0041",
    "\ufeff\uffff\u2028",
]  # fmt: skip


@pytest.mark.parametrize("text", STRANGE)
def test_any_text_comes_back_as_it_was_given(store: SqlStore, values: Values, text: str) -> None:
    given_in = values.turn(
        text,
        speaker=text,
        session=text,
        agent=text,
        external_id=text,
        zone=text,
        payload=text,
    )
    (stored,) = append(store, [given_in])
    with store.read(ALICE) as view:
        assert view.events([stored.seq]) == {stored.seq: stored}
        assert view.index().units == 1


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(texts=st.lists(ANY_TEXT, min_size=1, max_size=8))
def test_whatever_hypothesis_thinks_of_comes_back(store: SqlStore, texts: list[str]) -> None:
    with store.read(ALICE) as view:
        before = view.state.last_seq
    values = Values(FrozenClock(), CountingIds(before + 1))
    stored = append(store, [values.turn(text, session=text, speaker=text) for text in texts])
    with store.read(ALICE) as view:
        assert list(view.events(event.seq for event in stored).values()) == stored
        assert view.index().seq[-1] == stored[-1].seq


def test_a_megabyte_of_text_comes_back(store: SqlStore, values: Values) -> None:
    text = "a long story 長い話\n" * 50_000 + "ending"
    assert len(text.encode()) > 1_000_000
    (stored,) = append(store, [values.turn(text)])
    with store.read(ALICE) as view:
        assert view.events([stored.seq])[stored.seq].text == text
        assert view.index().postings("end").units.size == 1


def test_every_field_of_an_event_is_kept(store: SqlStore, values: Values) -> None:
    events = [
        values.turn(
            f"{kind} {role} {origin}",
            kind=kind,
            role=role,
            origin=origin,
            occurred_at=datetime(1969, 12, 31, 23, 59, 59, 999_999, UTC),
            recorded_at=START + timedelta(microseconds=1),
        )
        for kind in EventKind
        for role in Role
        for origin in Origin
    ]
    stored = append(store, events)
    with store.read(ALICE) as view:
        assert list(view.events(event.seq for event in stored).values()) == stored


@pytest.mark.parametrize("year", [1, 9999])
def test_the_first_and_the_last_year_can_be_kept(
    store: SqlStore, values: Values, year: int
) -> None:
    (stored,) = append(store, [values.turn("then", occurred_at=datetime(year, 6, 1, tzinfo=UTC))])
    with store.read(ALICE) as view:
        assert view.events([stored.seq])[stored.seq].occurred_at.year == year


def test_numbers_rise_by_one_in_the_order_of_writing(store: SqlStore, values: Values) -> None:
    first, second = append(store, values.turns(3)), append(store, values.turns(2))
    assert [event.seq for event in first + second] == [1, 2, 3, 4, 5]
    with store.read(ALICE) as view:
        assert view.events_between(2, 4, limit=10) == [*first[1:], *second[:1]]
        assert view.events_between(2, 4, limit=1) == [first[1]]
        assert view.events_between(6, 90, limit=10) == []


def test_unknown_and_foreign_numbers_and_ids_are_left_out(store: SqlStore, values: Values) -> None:
    mine, his = append(store, values.turns(2)), append(store, values.turns(3), scope=BOB)
    with store.read(ALICE) as view:
        assert view.events([0, 1, 2, 3, 99, -1]).keys() == {1, 2}
        assert view.events([]) == {}
        assert view.event_seqs([mine[1].id, his[0].id, "f" * 32]) == {mine[1].id: 2}
        assert view.event_seqs([]) == {}


def test_a_list_longer_than_one_statement_names_is_read_in_parts(
    store: SqlStore, values: Values
) -> None:
    stored = append(store, values.turns(1203))
    with store.read(ALICE) as view:
        assert view.events(range(2000)) == {event.seq: event for event in stored}
        assert view.event_seqs(event.id for event in stored) == {
            event.id: event.seq for event in stored
        }


def test_events_that_say_nothing_beyond_their_facts_are_known(
    store: SqlStore, values: Values
) -> None:
    turns = values.turns(4)
    write(store, lambda tx: tx.append_events(turns, covered=[True, False, True, False]))
    with store.read(ALICE) as view:
        assert view.covered_events([1, 2, 3, 9]) == {1, 3}


def test_what_people_said_in_a_session_before_an_event_comes_latest_first(
    store: SqlStore, values: Values
) -> None:
    turns = append(
        store,
        [
            replace(event, session=session, role=role)
            for event, session, role in zip(
                values.turns(6),
                ("a", "a", None, "b", "a", "a"),
                (Role.USER, Role.USER, Role.USER, Role.USER, Role.ASSISTANT, Role.USER),
                strict=True,
            )
        ],
    )
    with store.read(ALICE) as view:

        def said(session: str | None, event: Event, after: int = 0, limit: int = 9) -> list[Event]:
            seq = event.seq + after
            return list(view.said_before(session, event.occurred_at, seq, limit=limit))

        assert said("a", turns[5]) == [turns[1], turns[0]]
        assert said("a", turns[5], after=1) == [turns[5], turns[1], turns[0]]
        assert said("a", turns[5], after=1, limit=2) == [turns[5], turns[1]]
        assert said(None, turns[5])[0] == turns[2]
        assert said("a", turns[0]) == []
        assert said("c", turns[5]) == []


def test_an_id_that_stands_already_is_refused_and_nothing_of_the_block_stays(
    store: SqlStore, values: Values
) -> None:
    (first,) = append(store, [values.turn("first")])
    again = [values.turn("second"), values.turn("third", id=first.id)]
    with pytest.raises(StoreError):
        append(store, again)
    with store.read(ALICE) as view:
        assert view.state.last_seq == 1
        assert view.events_between(1, 9, limit=9) == [first]


def test_counters_follow_what_was_written(store: SqlStore, values: Values) -> None:
    append(store, values.turns(3))
    append(store, values.turns(2, role=Role.ASSISTANT))
    append(store, values.turns(1, kind=EventKind.STATEMENT))
    with store.read(ALICE) as view:
        state = view.state
    assert (state.last_seq, state.turns, state.turn_clock) == (6, 5, 3)
    assert state.exists
    assert state.key == bytes(range(32))


def test_a_scope_that_nobody_wrote_to_is_empty_and_reading_does_not_make_it(
    store: SqlStore,
) -> None:
    with store.read(BOB) as view:
        assert not view.state.exists
        assert view.scope == BOB
        assert view.index().units == 0
        assert view.index().postings("word").units.size == 0
        assert view.events_between(1, 9, limit=9) == []
    assert store.scopes() == []
