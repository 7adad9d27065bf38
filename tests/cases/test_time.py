"""Failures of other systems around time."""

from collections.abc import Callable
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from tests.support.clock import FrozenClock
from tests.support.embedders import HashEmbedder

from remanent import Memory, ScopedMemory, errors
from remanent.model.instants import to_datetime

OpenMemory = Callable[..., Memory]


@pytest.fixture
def alice(memory: Memory) -> ScopedMemory:
    return memory.scope(tenant="shop", user="alice")


def test_an_older_statement_that_arrives_later_does_not_become_current(alice: ScopedMemory) -> None:
    alice.remember("I live in Tallinn", at="2026-06-01T09:00:00Z")
    alice.remember("I live in Riga", at="2025-02-01T09:00:00Z")
    assert alice.recall("where do I live?", as_of="2026-07-01").items[0].value == "Tallinn"
    assert alice.recall("where do I live?", as_of="2025-06-01").items[0].value == "Riga"


def test_a_question_about_a_moment_returns_nothing_that_happened_later(
    alice: ScopedMemory,
) -> None:
    alice.remember("booked flight to Oslo", at="2026-01-01T00:00:00Z")
    alice.remember("cancelled flight to Oslo", at="2026-02-01T00:00:00Z")
    found = alice.recall("Oslo flight", as_of="2026-01-15T00:00:00Z")
    assert [item.text for item in found.items] == ["booked flight to Oslo"]
    exactly = alice.recall("Oslo flight", as_of="2026-02-01T00:00:00Z")
    assert len(exactly.items) == 2


def test_the_same_holds_for_explicit_facts(alice: ScopedMemory) -> None:
    alice.remember(facts=[{"text": "booked flight to Oslo", "valid_from": "2026-01-01"}])
    alice.remember(facts=[{"text": "cancelled flight to Oslo", "valid_from": "2026-02-01"}])
    found = alice.recall("Oslo flight", as_of="2026-01-15T00:00:00Z")
    assert [item.text for item in found.items] == ["booked flight to Oslo"]


@pytest.mark.parametrize("leg", ["words", "meaning", "links", "labels"])
def test_no_leg_of_the_search_returns_what_was_said_later(
    open_memory: OpenMemory, leg: str
) -> None:
    """Case T04: the bound holds for the turn, the vector and the link, and for record time."""
    memory = open_memory(embedder=HashEmbedder(64, "h") if leg == "meaning" else None)
    alice = memory.scope(tenant="shop", user="alice")
    alice.remember("Jonas lives in Oslo.", at="2026-01-01", session="s")
    then = to_datetime("2026-01-15")
    alice.remember(
        ["Jonas likes skiing.", "Jonas works at Halden.", "Oslo is cold, said Jonas."],
        at="2026-02-01", session="s",
    )  # fmt: skip
    narrowing = {"session": "s"} if leg == "labels" else {}
    for question in ("Jonas", "what do you know about Jonas?", "Oslo cold", "skiing", "Halden"):
        found = alice.recall(question, as_of=then, limit=50, **narrowing)  # type: ignore[arg-type]
        told = {source.text for item in found.items for source in item.sources}
        assert told <= {"Jonas lives in Oslo."}, question
        assert "skiing" not in found.text.replace(question, "")
        everything = alice.recall(question, limit=50, **narrowing)  # type: ignore[arg-type]
        assert everything.items
    exactly = alice.recall("skiing", as_of="2026-02-01", limit=50)
    assert any("skiing" in item.text for item in exactly.items)


@pytest.mark.parametrize("with_vectors", [False, True])
def test_no_leg_of_the_search_returns_what_was_learned_later(
    open_memory: OpenMemory, clock: FrozenClock, *, with_vectors: bool
) -> None:
    """Case T04, asked by record time."""
    memory = open_memory(embedder=HashEmbedder(64, "h") if with_vectors else None)
    alice = memory.scope(tenant="shop", user="alice")
    alice.remember("Jonas lives in Oslo.", at="2026-01-01")
    then = clock.now()
    clock.advance(days=1)
    alice.remember(["Jonas likes skiing.", "Jonas works at Halden."], at="2025-01-01")
    for question in ("Jonas", "skiing", "Halden", "what do you know about Jonas?"):
        found = alice.recall(question, known_at=then, limit=50)
        told = {source.text for item in found.items for source in item.sources}
        assert told <= {"Jonas lives in Oslo."}, question


@pytest.mark.parametrize(
    ("zone", "day"),
    [("America/Los_Angeles", "2026-05-02"), ("Asia/Tokyo", "2026-05-03"), (None, "2026-05-03")],
)
def test_yesterday_is_fixed_at_capture_in_the_speakers_zone(
    alice: ScopedMemory, zone: str | None, day: str
) -> None:
    alice.remember("I saw the dentist yesterday", at="2026-05-04T06:30:00Z", zone=zone)
    (fact,) = alice.facts(slot="event", include_closed=True)
    assert fact.when is not None
    assert fact.when.words == "yesterday"
    assert fact.when.zone_known == (zone is not None)
    local = fact.when.start.astimezone(ZoneInfo(zone or "UTC"))
    assert local.date().isoformat() == day
    assert day in alice.recall("when did I see the dentist?", as_of="2027-05-04").text


@pytest.mark.parametrize(
    "at",
    [
        "2026-05-20T08:29:42",
        "2026-05-20T08:29:42Z",
        "2026-05-20T17:29:42+09:00",
        1779265782,
        1779265782000,
        "2026-05-20 08:29:42.000000+00:00",
        datetime(2026, 5, 20, 8, 29, 42, tzinfo=UTC),
        datetime(2026, 5, 20, 8, 29, 42),  # noqa: DTZ001 - naive on purpose
    ],
)
def test_every_way_to_write_a_moment_means_the_same_second(
    alice: ScopedMemory, at: datetime | str | int
) -> None:
    alice.remember("the kettle boiled", at=at)
    (item,) = alice.recall("kettle").items
    assert item.occurred_at == datetime(2026, 5, 20, 8, 29, 42, tzinfo=UTC)


@pytest.mark.parametrize("at", ["not a date", "", float("nan"), float("inf"), 10**30, [], True])
def test_what_is_no_moment_is_refused_and_nothing_is_stored(
    alice: ScopedMemory, at: object
) -> None:
    with pytest.raises(errors.TimeError, match=r"Give a datetime"):
        alice.remember([{"content": "first"}, {"content": "second", "at": at}])
    assert alice.recall("first").reason == "nothing remembered"


def test_messages_without_a_time_keep_their_order(alice: ScopedMemory) -> None:
    alice.remember(["I live in Riga.", "I live in Porto."])
    (home,) = alice.facts(slot="home")
    assert home.value == "Porto"
