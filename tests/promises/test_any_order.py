"""Any arrival order of the same dated words ends in the same state: promise 16, on both stores."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import permutations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from remanent import Memory, ScopedMemory
from remanent.model.instants import to_datetime

BEGIN = to_datetime("2025-01-01T08:00:00Z")
STATED = [
    "I live in Lisbon.", "I live in Oslo.", "I'm vegan.", "I drink coffee every morning.",
    "I drink coffee at noon.", "I'm allergic to walnuts.", "I love Thai food.",
    "I work at Nordlys.", "My sister lives in Lisbon.",
]  # fmt: skip
ENDED = [
    "I don't drink coffee any more.", "I no longer live in Lisbon.", "I used to live in Oslo.",
    "I can't stand Thai food now.", "I don't work at Nordlys any more.",
]  # fmt: skip
TAKEN_BACK = [
    "Scratch that.", "I was just kidding.", "No, I meant Porto, not Lisbon.",
    "No, I meant Faro, not Porto.", "I meant Bergen, not Oslo.",
    "That was my neighbour, I'm not allergic to walnuts.",
]  # fmt: skip
NEUTRAL = ["How are you today?", "Thanks, that helps."]
STRETCHES = [("Rome", 2, 5), ("Lisbon", 1, 8), ("Oslo", 4, 30)]
QUESTIONS = ["where do I live?", "what am I allergic to?", "coffee", "where do I work?"]


@dataclass(frozen=True)
class Said:
    """One thing said, or given, at a moment."""

    what: str | tuple[str, int, int]
    at: datetime
    session: str

    def tell(self, scope: ScopedMemory) -> None:
        if isinstance(self.what, str):
            scope.remember(self.what, at=self.at, session=self.session)
            return
        city, first, last = self.what
        fact = {"text": f"lives in {city}", "slot": "home", "value": city,
                "valid_from": BEGIN + timedelta(minutes=first * 10 + 5),
                "valid_to": BEGIN + timedelta(minutes=last * 10 + 5)}  # fmt: skip
        scope.remember(facts=fact, at=self.at, session=self.session)


def dialogue(*whats: str | tuple[str, int, int], sessions: str = "s") -> list[Said]:
    return [
        Said(what, BEGIN + timedelta(minutes=10 * place), sessions[place % len(sessions)])
        for place, what in enumerate(whats)
    ]


def state_of(memory: Memory, user: str, said: Sequence[Said]) -> dict[str, object]:
    """What a person who heard it in this order knows in the end."""
    scope = memory.scope(tenant="t", user=user)
    for each in said:
        each.tell(scope)
    known = scope.facts(include_closed=True)
    texts = {fact.id: fact.text for fact in known}
    entries = {entry.fact.id: entry.fact for entry in scope.history(slot="home")}

    def shape(fact: object) -> tuple[object, ...]:
        return (
            fact.subject, fact.slot, fact.value, fact.text, fact.polarity.value,  # type: ignore[attr-defined]
            str(fact.valid_from), str(fact.valid_to), fact.retracted_at is not None,  # type: ignore[attr-defined]
            fact.evidence, fact.session, str(texts.get(fact.closed_by)),  # type: ignore[attr-defined]
        )  # fmt: skip

    moments = [BEGIN + timedelta(minutes=10 * place + 6) for place in range(len(said) + 1)]
    return {
        "facts": sorted(
            (*shape(fact), tuple(source.text for source in fact.sources)) for fact in known
        ),
        "now": sorted(map(shape, scope.facts())),
        "then": [sorted(map(shape, scope.facts(as_of=moment))) for moment in moments],
        "history": sorted(shape(fact) for fact in entries.values() if fact.evidence),
        "recall": [
            sorted(
                (item.text, str(item.valid_from), str(item.valid_to), item.marks)
                for item in scope.recall(question, limit=50, kinds="fact").items
            )
            for question in QUESTIONS
        ],
    }


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_words_endings_retractions_and_corrections_in_any_order_end_in_the_same_state(
    memory: Memory, data: st.DataObject
) -> None:
    what = st.one_of(
        st.sampled_from(STATED), st.sampled_from(TAKEN_BACK), st.sampled_from(STATED),
        st.sampled_from(ENDED), st.sampled_from(NEUTRAL), st.sampled_from(STRETCHES),
    )  # fmt: skip
    whats = data.draw(st.lists(what, min_size=2, max_size=7))
    said = dialogue(*whats, sessions=data.draw(st.sampled_from(["s", "s", "ab"])))
    number = memory.stats()["scopes"]
    straight = state_of(memory, f"straight {number}", said)
    shuffled = data.draw(st.permutations(said))
    assert state_of(memory, f"shuffled {number}", shuffled) == straight


LISBON_OSLO = dialogue("I live in Lisbon.", "I'm vegan.", "Scratch that, I was just kidding.")


def known(scope: ScopedMemory) -> set[tuple[str | None, str | None]]:
    return {(fact.slot, fact.value) for fact in scope.facts()}


def test_scratch_that_takes_back_what_arrives_after_it_and_was_said_before_it(
    memory: Memory,
) -> None:
    scope = memory.scope(tenant="t", user="alice")
    first, second, third = LISBON_OSLO
    third.tell(scope)
    second.tell(scope)
    assert known(scope) == set()
    first.tell(scope)
    assert known(scope) == {("home", "Lisbon")}


def test_scratch_that_lets_go_of_what_it_took_back_where_something_nearer_arrives(
    memory: Memory,
) -> None:
    scope = memory.scope(tenant="t", user="alice")
    first, second, third = LISBON_OSLO
    first.tell(scope)
    third.tell(scope)
    assert known(scope) == set()
    second.tell(scope)
    assert known(scope) == {("home", "Lisbon")}


def test_a_turn_that_states_nothing_stands_between_scratch_that_and_what_was_said(
    memory: Memory,
) -> None:
    scope = memory.scope(tenant="t", user="alice")
    first, second, third = dialogue("I'm vegan.", "How are you today?", "Scratch that.")
    first.tell(scope)
    third.tell(scope)
    assert known(scope) == set()
    second.tell(scope)
    assert known(scope) == {("diet", "vegan")}


def test_scratch_that_speaks_of_its_own_session_and_its_own_speaker(memory: Memory) -> None:
    scope = memory.scope(tenant="t", space="team")
    said = dialogue("I'm vegan.", "I live in Oslo.", "Scratch that.")
    for each, name in zip(said, ["Ann", "Ben", "Ann"], strict=True):
        scope.remember({"content": each.what, "name": name, "at": each.at}, session="s")
    assert [(fact.subject, fact.slot) for fact in scope.facts()] == [("Ben", "home")]
    other = memory.scope(tenant="t", user="alice")
    for each in dialogue("I'm vegan.", "I live in Oslo.", "Scratch that.", sessions="aba"):
        each.tell(other)
    assert known(other) == {("home", "Oslo")}


def test_scratch_that_in_one_call_of_one_moment_means_the_message_before_it(
    memory: Memory,
) -> None:
    scope = memory.scope(tenant="t", user="alice")
    scope.remember(["I live in Oslo.", "I'm vegan.", "Scratch that."], at=BEGIN)
    assert known(scope) == {("home", "Oslo")}


CORRECTED = dialogue("I live in Lisbon.", "I work at Nordlys.", "No, I meant Porto, not Lisbon.")


def test_a_correction_that_arrives_first_corrects_what_arrives_later(memory: Memory) -> None:
    for number, order in enumerate([(0, 1, 2), (2, 1, 0), (2, 0, 1), (1, 2, 0)]):
        scope = memory.scope(tenant="t", user=str(number))
        for place in order:
            CORRECTED[place].tell(scope)
        (home,) = scope.facts(slot="home")
        assert (home.value, home.text, home.valid_from) == ("Porto", "lives in Porto", BEGIN)
        assert [source.text for source in home.sources] == ["No, I meant Porto, not Lisbon."]
        assert scope.recall("where do I live?", kinds="fact").items[0].value == "Porto"


def test_a_correction_moves_to_what_was_said_nearer_to_it(memory: Memory) -> None:
    scope = memory.scope(tenant="t", user="alice")
    first, second, third = dialogue(
        "I live in Lisbon.", "I love Lisbon.", "No, I meant Porto, not Lisbon."
    )
    first.tell(scope)
    third.tell(scope)
    assert known(scope) == {("home", "Porto")}
    second.tell(scope)
    assert known(scope) == {("home", "Lisbon"), ("likes", "Porto")}


def test_a_correction_of_a_correction_ends_with_the_last_word(memory: Memory) -> None:
    said = dialogue("I live in Lisbon.", "I meant Porto, not Lisbon.", "I meant Faro, not Porto.")
    for number, order in enumerate([(0, 1, 2), (2, 1, 0), (1, 2, 0)]):
        scope = memory.scope(tenant="t", user=str(number))
        for place in order:
            said[place].tell(scope)
        assert known(scope) == {("home", "Faro")}


def test_a_correction_that_is_scratched_corrects_nothing(memory: Memory) -> None:
    said = dialogue("I live in Lisbon.", "I meant Porto, not Lisbon.", "Scratch that.")
    for number, order in enumerate(permutations(range(3))):
        scope = memory.scope(tenant="t", user=str(number))
        for place in order:
            said[place].tell(scope)
        assert known(scope) == {("home", "Lisbon")}


def test_an_ending_that_was_a_joke_ends_nothing(memory: Memory) -> None:
    scope = memory.scope(tenant="t", user="alice")
    for each in dialogue(
        "I drink coffee every morning.", "I don't drink coffee any more.", "I was just kidding."
    ):
        each.tell(scope)
    (habit,) = scope.facts(slot="habit")
    assert (habit.value, habit.valid_to) == ("drink coffee every morning", None)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_stretch_of_time_interrupts_what_holds_without_end(
    memory: Memory, order: tuple[int, int]
) -> None:
    scope = memory.scope(tenant="t", user="alice")
    given_facts = [
        {"text": "lives in Paris", "slot": "home", "value": "Paris", "valid_from": "2020-01-01"},
        {"text": "lives in Berlin", "slot": "home", "value": "Berlin",
         "valid_from": "2023-01-01", "valid_to": "2023-06-01"},
    ]  # fmt: skip
    for place in order:
        scope.remember(facts=given_facts[place])
    assert [
        [fact.value for fact in scope.facts(slot="home", as_of=moment)]
        for moment in ("2021-01-01", "2023-03-01", "2023-06-01", "2024-01-01")
    ] == [["Paris"], ["Berlin"], ["Paris"], ["Paris"]]
    for moment, city in (("2023-03-01", "Berlin"), ("2024-01-01", "Paris"), (None, "Paris")):
        found = scope.recall("where do I live?", as_of=moment, kinds="fact")
        assert [item.value for item in found.items] == [city]
    assert all(fact.sources for fact in scope.facts(include_closed=True))


def test_a_stretch_that_lies_ahead_interrupts_when_it_comes(memory: Memory) -> None:
    scope = memory.scope(tenant="t", user="alice")
    scope.remember(
        facts=[
            {"text": "works at Halden", "slot": "work", "value": "Halden",
             "valid_from": "2090-01-01", "valid_to": "2091-01-01"},
            {"text": "works at Nordlys", "slot": "work", "value": "Nordlys"},
        ]
    )  # fmt: skip
    assert [
        [fact.value for fact in scope.facts(as_of=moment)]
        for moment in (None, "2090-05-01", "2092-01-01")
    ] == [["Nordlys"], ["Halden"], ["Nordlys"]]


def test_a_stretch_that_is_told_three_times_is_one_fact_with_three_sources(memory: Memory) -> None:
    scope = memory.scope(tenant="t", user="alice")
    pass_ = {"text": "has a pass", "valid_from": "2023-01-01", "valid_to": "2023-06-01"}
    for _ in range(3):
        scope.remember(facts=pass_)
    (fact,) = scope.facts(include_closed=True)
    assert (fact.evidence, len(fact.sources)) == (3, 3)


def test_of_two_that_hold_from_one_moment_the_one_that_was_said_last_holds(memory: Memory) -> None:
    for number, order in enumerate([("Oslo", "Bergen"), ("Bergen", "Oslo")]):
        scope = memory.scope(tenant="t", user=str(number))
        for city in order:
            at = BEGIN + timedelta(days=20 if city == "Bergen" else 10)
            fact = {"text": f"lives in {city}", "slot": "home", "value": city,
                    "valid_from": BEGIN}  # fmt: skip
            scope.remember(facts=fact, at=at)
        assert known(scope) == {("home", "Bergen")}
