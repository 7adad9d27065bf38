"""Facts fade on purpose, and only where somebody maintains them: reads change nothing."""

import threading
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

import pytest
from tests.support.clock import FrozenClock

from remanent import Memory, ScopedMemory

FACTS = [f"the {thing} is in the hall" for thing in ("desk", "lamp", "coat", "bike", "mirror")]


@pytest.fixture
def open_memory(engine: str, opened: Callable[..., Memory]) -> Callable[..., Memory]:
    """Opens memories in which facts fade within weeks."""

    def open_one(
        name: str = "memory", *, overrides: Mapping[str, object] | None = None, **options: Any
    ) -> Memory:
        plan = {"retention.plan": "fading"}
        return opened(engine, name, overrides={**plan, **(overrides or {})}, **options)

    return open_one


def everything(alice: ScopedMemory) -> list[Any]:
    """All that can be read of facts and of how they are kept."""
    known = alice.facts(include_closed=True)
    return [
        known,
        alice.facts(),
        [alice.retention(fact.id) for fact in known],
        alice.recall("what is in the hall?").items,
        alice.card().text,
        tuple(alice.feed()),
    ]


def told(memory: Memory) -> ScopedMemory:
    alice = memory.scope(tenant="home", user="alice")
    for text in FACTS:
        alice.remember(facts=text)
    return alice


def test_reads_change_nothing_that_is_kept(memory: Memory, clock: FrozenClock) -> None:
    alice = told(memory)
    clock.advance(timedelta(days=12))
    before = everything(alice)
    assert everything(alice) == before


def test_maintenance_run_twice_changes_nothing_the_second_time(
    memory: Memory, clock: FrozenClock
) -> None:
    alice = told(memory)
    for days in (18, 15):
        clock.advance(timedelta(days=days))
        assert alice.maintain().looked_at == len(FACTS)
        once = everything(alice)
        assert alice.maintain().looked_at == 0
        assert memory.maintain() == {}
        assert everything(alice) == once


def test_maintenance_that_was_stopped_goes_on_and_ends_as_if_it_was_not(
    memory: Memory,
    opened: Callable[..., Memory],
    clock: FrozenClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("remanent.flows.maintain.PAGE", 2)
    reference = opened("sqlite", "reference", overrides={"retention.plan": "fading"})
    alice, other = told(memory), told(reference)
    clock.advance(timedelta(days=18))
    door, pages = memory._door, 0
    write = type(door).write

    def stopping(self: Any, *given: Any) -> Any:
        nonlocal pages
        pages += 1
        if pages == 2:
            raise KeyboardInterrupt
        return write(self, *given)

    with monkeypatch.context() as patch:
        patch.setattr(type(door), "write", stopping)
        with pytest.raises(KeyboardInterrupt):
            alice.maintain()
    assert [fact.archived_at is not None for fact in alice.facts()].count(True) == 2
    assert alice.maintain().archived == 3
    other.maintain()
    assert [(fact.text, fact.archived_at) for fact in alice.facts()] == [
        (fact.text, fact.archived_at) for fact in other.facts()
    ]


def test_maintenance_and_writers_beside_each_other_lose_nothing(
    memory: Memory, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("remanent.flows.maintain.PAGE", 3)
    alice = memory.scope(tenant="home", user="alice")
    alice.remember(facts=[f"box {number} holds nails" for number in range(40)])
    clock.advance(timedelta(days=18))
    errors: list[Exception] = []

    def write(start: int) -> None:
        try:
            for number in range(start, 40, 4):
                alice.remember(facts=f"box {number} holds nails")
        except Exception as error:  # noqa: BLE001 - told by the assertion
            errors.append(error)

    def maintain() -> None:
        try:
            while alice.maintain(limit=5).left:
                pass
        except Exception as error:  # noqa: BLE001 - the same
            errors.append(error)

    threads = [threading.Thread(target=write, args=(start,)) for start in (0, 1)]
    threads += [threading.Thread(target=maintain) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    alice.maintain()
    facts = {int(fact.text.split()[1]): fact for fact in alice.facts()}
    assert len(facts) == 40
    said_again = {number for number in range(40) if number % 4 in (0, 1)}
    for number, fact in facts.items():
        assert (fact.archived_at is None) == (number in said_again), number
        assert fact.evidence == (2 if number in said_again else 1)
    assert not memory.doctor(full=True)


def test_turns_never_fade_from_search(memory: Memory, clock: FrozenClock) -> None:
    alice = memory.scope(tenant="home", user="alice")
    alice.remember("I own a red kayak.")
    clock.advance(timedelta(days=400))
    alice.maintain()
    assert alice.facts() == ()
    (item, *_) = alice.recall("who owns a kayak?").items
    assert (item.kind.value, item.text) == ("turn", "I own a red kayak.")
