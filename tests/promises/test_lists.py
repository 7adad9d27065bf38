"""Lists of what is known: bounded, in world time and in record time, and clear about bad input."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.support.clock import FrozenClock

from remanent import Memory, ScopedMemory, errors

HUGE = 10**5000


def city(name: str, **dates: str) -> dict[str, str]:
    return {"text": f"lives in {name}", "slot": "home", "value": name, **dates}


@pytest.fixture
def alice(memory: Memory) -> ScopedMemory:
    return memory.scope(tenant="t", user="alice")


def test_a_list_of_facts_says_how_many_more_there_are(alice: ScopedMemory) -> None:
    alice.remember(facts=[f"fact {number}" for number in range(7)])
    first = alice.facts(limit=5)
    rest = alice.facts(limit=5, skip=5)
    assert ([fact.text for fact in first], first.dropped) == ([f"fact {n}" for n in range(5)], 2)
    assert ([fact.text for fact in rest], rest.dropped) == (["fact 5", "fact 6"], 0)
    assert first + rest == alice.facts()
    assert alice.facts(skip=9) == ()


def test_a_history_says_how_many_more_changes_there_are(alice: ScopedMemory) -> None:
    for number in range(6):
        alice.remember(facts=city("Oslo" if number < 3 else "Riga"), at=f"2025-01-0{number + 1}")
    everything = alice.history(slot="home")
    assert [entry.change for entry in everything] == [
        "added", "reinforced", "reinforced", "superseded", "added", "reinforced", "reinforced",
    ]  # fmt: skip
    for limit in (1, 2, 4, 6):
        pages = [alice.history(slot="home", limit=limit, skip=skip) for skip in range(0, 7, limit)]
        assert sum(pages, ()) == everything
        assert [page.dropped for page in pages] == [
            max(7 - skip - limit, 0) for skip in range(0, 7, limit)
        ]
    oslo = everything[0].fact.id
    assert alice.history(oslo, limit=3, skip=2) == everything[2:4]
    assert alice.history(oslo, limit=1).dropped == 3


def test_a_history_of_very_many_facts_is_not_cut(alice: ScopedMemory) -> None:
    alice.remember(facts=[city(f"city {number}") for number in range(700)])
    entries = alice.history(slot="home", limit=100_000)
    assert (len(entries), entries.dropped) == (1399, 0)
    assert len({entry.fact.value for entry in entries}) == 700


def test_what_holds_is_listed_however_much_has_ended(alice: ScopedMemory) -> None:
    alice.remember(facts=[city(f"city {number}") for number in range(600)])
    alice.remember(facts={"text": "has a pass", "valid_to": "2100-01-01"})
    found = alice.facts(limit=2)
    assert ([fact.text for fact in found], found.dropped) == (
        ["lives in city 599", "has a pass"],
        0,
    )


def test_facts_of_a_moment_name_what_was_said_of_it_later(alice: ScopedMemory) -> None:
    alice.remember("I live in Riga.", at="2025-01-01")
    alice.remember("I live in Riga.", at="2025-09-01")
    (fact,) = alice.facts(as_of="2025-03-01")
    assert len(fact.sources) == 2


def test_facts_stand_as_they_were_known_with_the_sources_of_then(
    alice: ScopedMemory, clock: FrozenClock
) -> None:
    alice.remember("I live in Riga.", at="2025-01-01")
    then = clock.now()
    clock.advance(days=1)
    alice.remember("I live in Riga.", at="2025-03-01")
    alice.remember("I live in Oslo.", at="2025-06-01")
    (known,) = alice.facts(as_of="2025-12-01", known_at=then)
    assert (known.value, known.valid_to, known.evidence, len(known.sources)) == ("Riga", None, 1, 1)
    assert [fact.value for fact in alice.facts(as_of="2025-12-01")] == ["Oslo"]
    assert alice.facts(known_at="2000-01-01") == ()
    first, *_ = alice.history(slot="home")
    assert (first.fact.evidence, len(first.fact.sources)) == (1, 1)


def test_an_end_that_was_learned_later_is_not_shown(
    alice: ScopedMemory, clock: FrozenClock
) -> None:
    alice.remember("I live in Riga.", at="2025-02-01")
    then = clock.now()
    clock.advance(days=1)
    alice.remember("I no longer live in Riga.", at="2025-06-01")
    alice.remember("I've lived in Riga.", at="2025-01-01")
    found = alice.recall("where do I live?", as_of="2025-03-01", known_at=then, kinds="fact")
    assert "2025-02-01" in found.text
    assert "2025-06-01" not in found.text
    assert [item.valid_to for item in found.items] == [None]
    assert "2025-06-01" in alice.recall("where do I live?", as_of="2025-03-01", kinds="fact").text


def test_a_recall_never_rests_on_what_was_not_known_then(
    alice: ScopedMemory, clock: FrozenClock
) -> None:
    pass_ = {"text": "has a pass for the baths", "valid_from": "2020-01-01"}
    alice.remember(facts=pass_, at="2025-06-01")
    then = clock.now()
    clock.advance(days=1)
    alice.remember(facts={**pass_, "valid_from": "2019-01-01"}, at="2021-01-01")
    (item,) = alice.recall("pass for the baths", as_of="2020-05-01", known_at=then).items
    assert [source.occurred_at.year for source in item.sources] == [2025]


CALLS: list[Callable[[Memory, ScopedMemory], Any]] = [
    lambda memory, _: memory.scope(tenant="t", user=HUGE),  # type: ignore[arg-type]
    lambda memory, _: memory.scope(tenant=HUGE, space="x"),  # type: ignore[arg-type]
    lambda memory, _: memory.scopes(tenant=5),  # type: ignore[arg-type]
    lambda memory, _: memory.scopes(tenant=HUGE),  # type: ignore[arg-type]
    lambda memory, _: memory.scopes(tenant=""),
    lambda _, alice: alice.facts(include_closed="yes"),  # type: ignore[arg-type]
    lambda _, alice: alice.facts(include_closed=1),  # type: ignore[arg-type]
    lambda _, alice: alice.recall("x", include_closed="no"),  # type: ignore[arg-type]
    lambda _, alice: alice.explain("x", "a" * 32, include_closed=HUGE),  # type: ignore[arg-type]
    lambda _, alice: alice.facts(skip=-1),
    lambda _, alice: alice.facts(skip=HUGE),
    lambda _, alice: alice.history(slot="home", limit=0),
    lambda _, alice: alice.facts(known_at="soon"),
]


@pytest.mark.parametrize("number", range(len(CALLS)))
def test_what_cannot_be_used_is_refused_with_a_remedy(
    memory: Memory, alice: ScopedMemory, number: int
) -> None:
    with pytest.raises(errors.InputError) as caught:
        CALLS[number](memory, alice)
    assert caught.value.remedy
    assert len(str(caught.value)) < 400
