"""One memory by its id, and a recall page by page."""

from datetime import UTC, datetime

import pytest

from remanent import ItemKind, Memory, ScopedMemory
from remanent.errors import InputError, NotFoundError


@pytest.fixture
def alice(memory: Memory) -> ScopedMemory:
    return memory.scope(tenant="shop", user="alice")


def test_a_turn_and_a_fact_are_given_back_whole_by_their_ids(alice: ScopedMemory) -> None:
    told = alice.remember("I live in Berlin.", agent="mcp", at="2026-01-01")
    turn, fact = alice.item(told.event_ids[0]), alice.item(told.fact_ids[0])
    assert (turn.kind, turn.text, turn.agent) == (ItemKind.TURN, "I live in Berlin.", "mcp")
    assert (fact.kind, fact.slot, fact.value) == (ItemKind.FACT, "home", "Berlin")
    assert [each.event_id for each in fact.sources] == [turn.id]
    assert fact.occurred_at == turn.occurred_at == datetime(2026, 1, 1, tzinfo=UTC)


def test_what_was_taken_back_is_given_back_with_its_mark(alice: ScopedMemory) -> None:
    told = alice.remember("I live in Berlin.")
    alice.remember("Scratch that.")
    assert alice.item(told.fact_ids[0]).marks == ("retracted",)


def test_what_is_no_memory_of_the_scope_is_not_found(memory: Memory, alice: ScopedMemory) -> None:
    told = alice.remember("I live in Berlin.")
    bob = memory.scope(tenant="shop", user="bob")
    for scope, item_id in [(bob, told.event_ids[0]), (bob, told.fact_ids[0]), (alice, "0" * 32)]:
        with pytest.raises(NotFoundError):
            scope.item(item_id)
    with pytest.raises(InputError):
        alice.item("Berlin")


def test_what_somebody_did_is_no_memory_with_words(alice: ScopedMemory) -> None:
    done = alice.observe("purchase", attributes=["pref:organic"], text="two cartons")
    with pytest.raises(NotFoundError):
        alice.item(done.event_ids[0])


def test_pages_of_a_recall_are_the_whole_of_it_in_order(alice: ScopedMemory) -> None:
    alice.remember([f"The lighthouse has {count} windows." for count in range(3, 15)])
    whole = [item.id for item in alice.recall("lighthouse windows", limit=12).items]
    pages = [
        item.id
        for skip in range(0, 12, 5)
        for item in alice.recall("lighthouse windows", limit=5, skip=skip).items
    ]
    assert pages == whole
    assert len(whole) == 12
    assert alice.recall("lighthouse windows", limit=5, skip=12).items == ()
    with pytest.raises(InputError, match="skip"):
        alice.recall("lighthouse windows", skip=-1)
