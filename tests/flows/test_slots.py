"""How many values a slot holds is the tenant's to say."""

import asyncio

import pytest
from tests.support.clock import FrozenClock

from remanent import Actor, ActorKind, AsyncMemory, Memory
from remanent.errors import AccessError, InputError

MARCH, JUNE = "2024-03-01T09:00:00Z", "2024-06-01T09:00:00Z"


def manager(value: str) -> dict[str, str]:
    return {"text": f"has the manager {value}", "slot": "manager", "value": value}


def values(memory: Memory, slot: str, *, user: str = "alice") -> list[str]:
    found = memory.scope(tenant="shop", user=user).facts(slot=slot)
    return sorted(fact.value or "" for fact in found)


def test_a_slot_that_was_made_single_valued_lets_a_new_value_end_the_old_one(
    memory: Memory,
) -> None:
    alice = memory.scope(tenant="shop", user="alice")
    shop = memory.tenant("shop")
    assert "manager" not in shop.slots()
    shop.set_slot("manager", single_valued=True)
    assert shop.slots()["manager"] is True
    alice.remember(facts=manager("Ines"), at=MARCH)
    alice.remember(facts=manager("Tobias"), at=JUNE)
    assert values(memory, "manager") == ["Tobias"]
    assert [fact.value for fact in alice.facts(slot="manager", as_of="2024-04-01")] == ["Ines"]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_what_was_said_before_is_decided_again_and_back(
    memory: Memory, order: tuple[int, int]
) -> None:
    alice = memory.scope(tenant="shop", user="alice")
    said = [(manager("Ines"), MARCH), (manager("Tobias"), JUNE)]
    for place in order:
        alice.remember(facts=said[place][0], at=said[place][1])
    before = alice.facts(slot="manager")
    assert values(memory, "manager") == ["Ines", "Tobias"]
    shop = memory.tenant("shop")
    seen: list[tuple[int, int]] = []
    assert shop.set_slot("manager", single_valued=True, progress=lambda *at: seen.append(at)) == 1
    assert seen == [(1, 1)]
    assert values(memory, "manager") == ["Tobias"]
    assert alice.recall("who is my manager?").items[0].value == "Tobias"
    assert shop.set_slot("manager", single_valued=True) == 0
    assert shop.set_slot("manager", single_valued=False) == 1
    assert "manager" not in shop.slots()
    assert {fact.id for fact in alice.facts(slot="manager")} == {fact.id for fact in before}
    assert values(memory, "manager") == ["Ines", "Tobias"]
    assert not memory.doctor(full=True)


def test_the_index_knows_where_what_was_decided_again_was_said(
    memory: Memory, clock: FrozenClock
) -> None:
    alice = memory.scope(tenant="shop", user="alice")
    alice.remember(facts=manager("Ines"))
    moment = clock.now()
    clock.advance(hours=1)
    alice.remember("I'm vegan.")
    alice.rollback(moment)  # what stays is sealed
    memory.tenant("shop").set_slot("manager", single_valued=True)
    assert memory.doctor(full=True) == ()


def test_a_slot_that_the_rules_hold_to_one_value_can_be_given_many(memory: Memory) -> None:
    alice = memory.scope(tenant="shop", user="alice")
    alice.remember("I live in Riga.", at=MARCH)
    alice.remember("I live in Tallinn.", at=JUNE)
    memory.tenant("shop").set_slot("home", single_valued=False)
    assert values(memory, "home") == ["Riga", "Tallinn"]
    alice.remember("I live in Porto.", at="2024-07-01")
    assert values(memory, "home") == ["Porto", "Riga", "Tallinn"]


def test_a_slot_says_nothing_of_another_tenant(memory: Memory) -> None:
    memory.tenant("office").set_slot("manager", single_valued=True)
    alice = memory.scope(tenant="shop", user="alice")
    alice.remember(facts=manager("Ines"), at=MARCH)
    alice.remember(facts=manager("Tobias"), at=JUNE)
    assert values(memory, "manager") == ["Ines", "Tobias"]


def test_only_an_operator_sets_a_slot_and_only_by_its_name(memory: Memory) -> None:
    agent = Actor(ActorKind.AGENT, "helper")
    with pytest.raises(AccessError):
        memory.tenant("shop", actor=agent).set_slot("manager", single_valued=True)
    with pytest.raises(InputError):
        memory.tenant("shop").set_slot(None, single_valued=True)  # type: ignore[arg-type]
    with pytest.raises(InputError):
        memory.tenant("shop").set_slot("manager", single_valued=3)  # type: ignore[arg-type]


def test_a_slot_can_be_set_while_waiting(address: str) -> None:
    async def set_and_look() -> dict[str, bool]:
        async with AsyncMemory(address) as memory:
            shop = memory.tenant("shop")
            await shop.set_slot("manager", single_valued=True)
            return await shop.slots()

    assert asyncio.run(set_and_look())["manager"]
