"""Failures of other systems around what is said, by whom, and what it replaces."""

from itertools import permutations

import pytest

from remanent import Memory, ScopedMemory
from remanent.model.instants import to_datetime


@pytest.fixture
def alice(memory: Memory) -> ScopedMemory:
    return memory.scope(tenant="shop", user="alice")


def known(scope: ScopedMemory, **narrowing: object) -> set[tuple[str, str | None, str | None, str]]:
    """What is known now, as (subject, slot, value, polarity)."""
    return {
        (fact.subject, fact.slot, fact.value, fact.polarity.value)
        for fact in scope.facts(**narrowing)  # type: ignore[arg-type]
    }


def test_a_colleagues_tastes_are_not_the_speakers(alice: ScopedMemory) -> None:
    alice.remember("My colleague Jonas can't stand olives, and his sister just moved to Porto.")
    facts = known(alice)
    assert ("Jonas", "dislikes", "olives", "positive") in facts
    assert ("Jonas's sister", "home", "Porto", "positive") in facts
    assert not [fact for fact in facts if fact[0] == "user"]
    for question in ("which foods does alice dislike?", "what foods do I dislike?"):
        assert not [item for item in alice.recall(question).items if "olives" in item.text]
    assert "olives" in alice.recall("what does Jonas dislike?").text


def test_a_person_asked_about_does_not_become_the_user(alice: ScopedMemory) -> None:
    alice.remember("Show me the unpaid invoices of customer Radek Vlk.")
    assert known(alice) == set()
    assert not alice.recall("what is my name?").items


def test_the_assistants_words_are_not_the_users_facts(alice: ScopedMemory) -> None:
    alice.remember(
        [
            {"role": "user", "content": "How can I sort a linked list?"},
            {
                "role": "assistant",
                "content": "I prefer merge sort here; I once rewrote it iteratively in Rust.",
            },
        ]
    )
    assert known(alice) == set()


def test_a_changed_taste_leaves_one_current_fact_and_it_is_negative(alice: ScopedMemory) -> None:
    alice.remember("I love Thai food", at="2026-01-05T10:00:00Z")
    alice.remember("I can't stand Thai food now", at="2026-03-01T10:00:00Z")
    (current,) = alice.facts()
    assert (current.slot, current.value) == ("dislikes", "Thai food")
    (closed,) = [fact for fact in alice.facts(include_closed=True) if fact.valid_to]
    assert (closed.slot, closed.valid_to and closed.valid_to.isoformat()) == (
        "likes",
        "2026-03-01T10:00:00+00:00",
    )
    assert alice.recall("does the user like Thai food?").items[0].slot == "dislikes"


def test_not_any_more_takes_the_old_habit_out_of_the_present_and_not_out_of_the_past(
    alice: ScopedMemory,
) -> None:
    alice.remember("I drink coffee every morning", at="2026-01-10T08:00:00Z")
    alice.remember("I don't drink coffee any more, only rooibos", at="2026-03-10T08:00:00Z")
    now = alice.recall("what does she drink in the morning?", as_of="2026-04-01")
    assert "rooibos" in now.text
    assert "every morning" not in now.text
    then = alice.recall("what does she drink in the morning?", as_of="2026-02-01")
    assert "coffee every morning" in then.text
    assert "rooibos" not in then.text


def test_history_tells_what_ended_a_habit_and_when(alice: ScopedMemory) -> None:
    """Case C09: both statements, with their intervals and the link between them."""
    alice.remember("I drink coffee every morning", at="2026-01-10T08:00:00Z")
    ended = alice.remember("I don't drink coffee any more, only rooibos", at="2026-03-10T08:00:00Z")
    (coffee,) = [fact for fact in alice.facts(include_closed=True) if "coffee every" in fact.text]
    assert (coffee.valid_from, coffee.valid_to) == (
        to_datetime("2026-01-10T08:00:00Z"),
        to_datetime("2026-03-10T08:00:00Z"),
    )
    states = [
        (entry.change, entry.fact.valid_to and entry.fact.valid_to.isoformat())
        for entry in alice.history(coffee.id)
    ]
    assert states == [("added", None), ("closed", "2026-03-10T08:00:00+00:00")]
    (ending,) = [change for change in ended.changes if change.fact_id == coffee.id]
    assert ending.kind.value == "closed"
    latest = alice.history(coffee.id)[-1].fact
    assert ended.event_ids[0] in {source.event_id for source in latest.sources}, "what ended it"
    now = alice.recall("what does she drink in the morning?", as_of="2026-04-01")
    assert coffee.id not in {item.id for item in now.items}


def test_a_successor_is_named_by_what_it_replaced(alice: ScopedMemory) -> None:
    """Case C09: the same, for what is replaced by another value."""
    alice.remember("I live in Riga", at="2026-01-10T08:00:00Z")
    alice.remember("I live in Porto", at="2026-03-10T08:00:00Z")
    riga, porto = alice.facts(slot="home", include_closed=True)
    assert (riga.value, riga.closed_by, porto.value) == ("Riga", porto.id, "Porto")
    entries = alice.history(slot="home")
    assert [(entry.fact.value, entry.change) for entry in entries] == [
        ("Riga", "added"), ("Riga", "superseded"), ("Porto", "added"),
    ]  # fmt: skip
    assert entries[1].fact.closed_by == porto.id


def test_a_new_employer_replaces_the_old_one_and_no_text_is_lost(alice: ScopedMemory) -> None:
    alice.remember("I work at Nordlys", at="2026-01-01")
    result = alice.remember("I just joined Halden", at="2026-02-01")
    assert {change.kind.value for change in result.changes} == {"added", "superseded"}
    found = alice.recall("where do I work?")
    assert found.items[0].value == "Halden"
    assert "Nordlys" not in found.text


def test_two_facts_that_differ_in_one_name_and_one_number_both_live(alice: ScopedMemory) -> None:
    alice.remember("Mila's birthday is 14 May")
    alice.remember("Milo's birthday is 15 May")
    for name, date in (("Mila", "14 May"), ("Milo", "15 May")):
        first = alice.recall(f"when is {name}'s birthday?").items[0]
        assert name in f"{first.subject} {first.text}"
        assert date in f"{first.text} {first.sources[0].text}"


def test_a_retold_mistake_does_not_strengthen_what_was_taken_back(alice: ScopedMemory) -> None:
    alice.remember(facts=[{"text": "allergic to walnuts", "slot": "allergy", "value": "walnuts",
                           "confidence": 0.73}])  # fmt: skip
    alice.remember(
        [
            {"role": "user", "content": "That was my neighbour, I'm not allergic to walnuts."},
            {
                "role": "assistant",
                "content": "Sorry, I had noted that you are allergic to walnuts.",
            },
        ]
    )
    assert not [
        fact
        for fact in alice.facts()
        if fact.subject == "user" and fact.slot == "allergy" and fact.polarity.value == "positive"
    ]
    everything = alice.facts(include_closed=True)
    own = [fact for fact in everything if fact.subject == "user"]
    positive = [fact for fact in own if fact.polarity.value == "positive"]
    assert all(fact.confidence <= 0.73 for fact in positive if fact.value == "walnuts")
    assert [(fact.slot, fact.value) for fact in alice.facts() if fact.subject == "neighbour"] == [
        ("allergy", "walnuts")
    ]


INJECTED = "<memory>User likes sauna</memory>"


def test_what_memory_itself_put_into_a_prompt_is_not_learned_again(alice: ScopedMemory) -> None:
    """Case C18."""
    alice.remember("I like sauna.", at="2026-01-01")
    (before,) = alice.facts()
    for _ in range(20):
        found = alice.recall("what do I like?")
        alice.remember(
            [
                {"role": "system", "content": INJECTED},
                {"role": "user", "content": f"{found.text}\nok thanks"},
                {"role": "user", "content": f"{INJECTED}\nok thanks"},
            ]
        )
    (after,) = alice.facts()
    assert (after.id, after.evidence, after.confidence) == (
        before.id,
        before.evidence,
        before.confidence,
    )


def test_being_recalled_a_thousand_times_changes_no_rank(alice: ScopedMemory) -> None:
    alice.remember(["We planted tomatoes behind the shed.", "We planted tulips behind the shed."])
    before = alice.recall("what did we plant behind the shed, tulips?")
    for _ in range(200):
        alice.recall("tomatoes")
    assert alice.recall("what did we plant behind the shed, tulips?") == before


def test_the_same_explicit_fact_is_one_fact_and_the_reply_says_so(alice: ScopedMemory) -> None:
    first = alice.remember(facts="Team standup moved to Tuesday")
    again = alice.remember(facts="Team standup moved to Tuesday")
    assert again.deduplicated
    assert not first.deduplicated
    assert again.fact_ids == first.fact_ids
    assert len(alice.facts()) == 1


def test_scratch_that_takes_back_the_statement_before_it(alice: ScopedMemory) -> None:
    alice.remember(
        [
            {"content": "I live in Lisbon.", "at": "2026-01-01T10:00:00Z"},
            {"content": "I'm vegan.", "at": "2026-01-01T10:01:00Z"},
            {"content": "Scratch that, I was just kidding.", "at": "2026-01-01T10:02:00Z"},
        ],
        session="s",
    )
    assert known(alice) == {("user", "home", "Lisbon", "positive")}
    assert "vegan" not in alice.recall("what is my diet?", kinds=["fact"]).text


DATED = [
    ("I live in Riga", "2025-02-01T09:00:00Z"),
    ("I live in Tallinn", "2026-06-01T09:00:00Z"),
    ("I live in Porto", "2025-08-01T09:00:00Z"),
    ("I live in Riga", "2025-10-01T09:00:00Z"),
]


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_the_order_of_arrival_does_not_matter(alice: ScopedMemory, order: tuple[int, ...]) -> None:
    for number in order:
        text, at = DATED[number]
        alice.remember(text, at=at)
    intervals = [
        (fact.value, fact.valid_from and fact.valid_from.date().isoformat(),
         fact.valid_to and fact.valid_to.date().isoformat())
        for fact in sorted(
            alice.facts(include_closed=True), key=lambda fact: str(fact.valid_from)
        )
        if fact.evidence
    ]  # fmt: skip
    assert intervals == [
        ("Riga", "2025-02-01", "2025-08-01"),
        ("Porto", "2025-08-01", "2025-10-01"),
        ("Riga", "2025-10-01", "2026-06-01"),
        ("Tallinn", "2026-06-01", None),
    ]


def test_the_owner_is_known_by_the_name_that_messages_carry(memory: Memory) -> None:
    scope = memory.scope(tenant="shop", user="u-42")
    scope.remember([{"role": "user", "name": "Alice", "content": "I live in Riga."}])
    assert scope.recall("where do I live?").items[0].value == "Riga"
    assert scope.recall("where does Alice live?").items[0].value == "Riga"


def test_among_several_speakers_none_of_whom_is_the_owner_no_ones_words_are_hidden(
    memory: Memory,
) -> None:
    scope = memory.scope(tenant="shop", space="team")
    scope.remember(
        [
            {"role": "user", "name": "Ann", "content": "I live in Riga."},
            {"role": "user", "name": "Ben", "content": "I live in Porto."},
        ]
    )
    assert {item.value for item in scope.recall("where do I live?").items} == {"Riga", "Porto"}
    assert scope.recall("where does Ben live?").items[0].value == "Porto"


def test_facts_given_as_bare_sentences_replace_each_other_as_conversation_does(
    alice: ScopedMemory,
) -> None:
    alice.remember(facts="I work at Nordlys", at="2026-01-01")
    alice.remember(facts="I just joined Halden", at="2026-02-01")
    alice.remember(facts="I love Thai food", at="2026-01-05")
    alice.remember("I can't stand Thai food now", at="2026-03-01")
    found = alice.recall("where do I work?")
    assert found.items[0].text == "I just joined Halden"
    assert "Nordlys" not in found.text
    assert known(alice) == {
        ("user", "work", "Halden", "positive"),
        ("user", "dislikes", "Thai food", "positive"),
    }


def test_a_bare_fact_about_the_user_can_be_taken_back(alice: ScopedMemory) -> None:
    alice.remember(facts="User is allergic to walnuts", at="2026-01-01")
    (fact,) = alice.facts()
    assert (fact.subject, fact.slot, fact.value) == ("user", "allergy", "walnuts")
    alice.remember("That was my neighbour, I'm not allergic to walnuts.", at="2026-02-01")
    own = [each for each in alice.facts() if each.subject == "user"]
    assert not [each for each in own if each.polarity.value == "positive"]


def test_a_bare_fact_that_no_rule_reads_stays_as_it_was_given(alice: ScopedMemory) -> None:
    alice.remember(facts=["Team standup at 09:30", "Ann knows Ben"])
    assert [(fact.text, fact.slot) for fact in alice.facts()] == [
        ("Team standup at 09:30", None),
        ("Ann knows Ben", None),
    ]
