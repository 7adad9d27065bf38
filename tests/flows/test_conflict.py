"""What a memory makes of statements that no timeline holds together."""

from itertools import permutations

import pytest
from tests.support.memories import OpenMemory

from remanent import Memory

DAYS = ("2024-01-01T09:00:00Z", "2024-02-01T09:00:00Z", "2024-03-01T09:00:00Z")


def texts(memory: Memory, **options: object) -> list[str]:
    found = memory.scope(tenant="home", user="alice").facts(**options)  # type: ignore[arg-type]
    return sorted(fact.text for fact in found)


def test_a_sentence_that_denies_another_one_ends_it_whichever_is_learned_first(
    open_memory: OpenMemory,
) -> None:
    said = ("the office is open on Sundays", "the office is not open on Sundays")
    for number, order in enumerate(permutations(range(2))):
        memory = open_memory(f"memory{number}")
        alice = memory.scope(tenant="home", user="alice")
        for place in order:
            alice.remember(facts=said[place], at=DAYS[place])
        assert texts(memory) == [said[1]]
        assert texts(memory, as_of="2024-01-15") == [said[0]]
        (entry,) = [each for each in alice.facts(include_closed=True) if each.text == said[0]]
        assert entry.valid_to is not None


def test_what_was_denied_holds_again_once_it_is_said_again(memory: Memory) -> None:
    alice = memory.scope(tenant="home", user="alice")
    opened, shut = "the office is open on Sundays", "the office is not open on Sundays"
    for text, day in zip((opened, shut, opened), DAYS, strict=True):
        alice.remember(facts=text, at=day)
    assert texts(memory) == [opened]
    assert texts(memory, as_of="2024-02-15") == [shut]


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_a_statement_stands_for_those_that_say_less_in_whatever_order_they_came(
    memory: Memory, order: tuple[int, ...]
) -> None:
    alice = memory.scope(tenant="home", user="alice")
    said = ["I have a cat.", "I have a cat called Biscotte.", "I have a dog."]
    for place in order:
        alice.remember(said[place], at=DAYS[place])
    assert texts(memory) == ["has a pet: cat Biscotte", "has a pet: dog"]
    hidden = [fact for fact in alice.facts(include_closed=True) if fact.hidden_by is not None]
    (standing,) = [fact for fact in alice.facts() if "Biscotte" in fact.text]
    assert [(fact.value, fact.hidden_by) for fact in hidden] == [("cat", standing.id)]
    recalled = alice.recall("which pets do I have?", kinds="fact")
    assert [item.value for item in recalled.items if item.value == "cat"] == []
    assert not memory.doctor(full=True)


def test_what_stood_behind_a_statement_that_was_taken_back_stands_for_itself_again(
    memory: Memory,
) -> None:
    alice = memory.scope(tenant="home", user="alice")
    alice.remember("I have a cat.", at=DAYS[0], session="s")
    alice.remember("I have a cat called Biscotte.", at=DAYS[1], session="s")
    assert texts(memory) == ["has a pet: cat Biscotte"]
    alice.remember("Scratch that.", at="2024-02-01T09:00:30Z", session="s")
    assert texts(memory) == ["has a pet: cat"]


def test_near_facts_that_differ_in_a_number_a_name_or_a_date_all_stand(memory: Memory) -> None:
    alice = memory.scope(tenant="home", user="alice")
    said = ["Mila's birthday is 14 May", "Milo's birthday is 15 May",
            "the budget is 500 euros", "the budget is 700 euros"]  # fmt: skip
    alice.remember(facts=said, at=DAYS[0])
    assert len(texts(memory)) == 4
    assert not any(fact.hidden_by for fact in alice.facts(include_closed=True))
