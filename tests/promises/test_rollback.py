"""Going back: what was said after a moment is as if it had never been, until it is brought back."""

import contextlib
import itertools
import os
import random
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from tests.promises.test_any_order import (
    BEGIN,
    ENDED,
    NEUTRAL,
    QUESTIONS,
    STATED,
    STRETCHES,
    TAKEN_BACK,
    Said,
    dialogue,
)
from tests.support.clock import FrozenClock
from tests.support.embedders import HashEmbedder
from tests.support.memories import OpenMemory
from tests.support.models import Asked

from remanent import Actor, ActorKind, Memory, ScopedMemory
from remanent.errors import AccessError, IdempotencyError, InputError, NotFoundError
from remanent.model.fact import Fact
from remanent.model.feed import Rollback

WHAT = st.one_of(
    st.sampled_from(STATED), st.sampled_from(TAKEN_BACK), st.sampled_from(STATED),
    st.sampled_from(ENDED), st.sampled_from(NEUTRAL), st.sampled_from(STRETCHES),
)  # fmt: skip
OFTEN = settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
State = dict[str, list[tuple[object, ...]]]


def state_of(scope: ScopedMemory) -> State:
    """Everything that is known, as it is listed and recalled, in its order."""
    every = scope.facts(include_closed=True)
    texts = {fact.id: fact.text for fact in every}

    def shape(fact: Fact) -> tuple[object, ...]:
        return (
            fact.subject, fact.slot, fact.value, fact.text, fact.polarity, fact.tier,
            str(fact.valid_from), str(fact.valid_to), fact.retracted_at is not None,
            fact.evidence, fact.session, fact.archived_at, fact.pruned_at,
            texts.get(str(fact.closed_by)), texts.get(str(fact.hidden_by)),
            tuple(source.text for source in fact.sources),
        )  # fmt: skip

    state: State = {"known": [shape(fact) for fact in every]}
    for place in range(8):
        moment = BEGIN + timedelta(minutes=10 * place + 6)
        state[f"held {place}"] = [shape(fact) for fact in scope.facts(as_of=moment)]
    state["holds"] = [shape(fact) for fact in scope.facts()]
    for question in QUESTIONS:
        state[question] = [
            (item.text, str(item.valid_from), str(item.valid_to), item.marks)
            for item in scope.recall(question, limit=50).items
        ]
    return state


def in_any_order(state: State) -> State:
    return {name: sorted(rows, key=repr) for name, rows in state.items()}


def told(memory: Memory, user: str, said: Sequence[Said], *, tenant: str = "t") -> State:
    """What a person who heard all this, in this order, and never went back, knows."""
    scope = memory.scope(tenant=tenant, user=user)
    for each in said:
        each.tell(scope)
    return state_of(scope)


def heard(data: st.DataObject) -> list[Said]:
    whats = data.draw(st.lists(WHAT, min_size=2, max_size=7))
    said = dialogue(*whats, sessions=data.draw(st.sampled_from(["s", "s", "ab"])))
    return list(data.draw(st.permutations(said)))


@OFTEN
@given(data=st.data())
def test_after_a_rollback_all_is_as_if_nothing_had_been_said_since_and_after_a_restore_as_before(
    memory: Memory, clock: FrozenClock, data: st.DataObject
) -> None:
    said = heard(data)
    kept = data.draw(st.integers(1, len(said) - 1))
    number = memory.stats()["scopes"]
    expected = told(memory, f"then {number}", said[:kept])
    scope = memory.scope(tenant="t", user=f"back {number}")
    for each in said[:kept]:
        each.tell(scope)
    moment = clock.now()
    clock.advance(seconds=1)
    for each in said[kept:]:
        each.tell(scope)
    before = state_of(scope)
    made = scope.rollback(moment)
    assert (made.number, made.events, made.to) == (1, len(said) - kept, moment)
    assert state_of(scope) == expected
    scope.restore(made.number)
    assert state_of(scope) == before
    assert not memory.doctor()


SLOTS = ["home", "work", "habit", "likes", "diet"]


@pytest.mark.parametrize("steps", ["ttttbbr", "tttbrss"], ids=["told", "slots set meanwhile"])
@OFTEN
@given(data=st.data())
def test_rollbacks_and_restores_in_any_order_leave_what_is_told_by_what_stands(
    memory: Memory, clock: FrozenClock, steps: str, data: st.DataObject
) -> None:
    number = memory.stats()["scopes"]
    tenant = f"t {number}"
    scope = memory.scope(tenant=tenant, user="back")
    coming = list(enumerate(heard(data)))
    standing: list[tuple[int, Said, datetime]] = []
    aside: dict[int, list[tuple[int, Said, datetime]]] = {}
    for step in data.draw(st.lists(st.sampled_from(steps), min_size=3, max_size=12)):
        clock.advance(seconds=1)
        if step == "t" and coming:
            place, each = coming.pop(0)
            each.tell(scope)
            standing.append((place, each, clock.now()))
        elif step == "b" and len(standing) > 1:
            last = data.draw(st.integers(1, len(standing) - 1))
            made = scope.rollback(standing[last - 1][2])
            assert made.events == len(standing) - last
            standing, aside[made.number] = standing[:last], standing[last:]
        elif step == "r" and aside:
            chosen = data.draw(st.sampled_from(sorted(aside)))
            scope.restore(chosen)
            standing = sorted([*standing, *aside.pop(chosen)], key=lambda each: each[0])
        elif step == "s":
            slot, single_valued = data.draw(st.sampled_from(SLOTS)), data.draw(st.booleans())
            memory.tenant(tenant).set_slot(slot, single_valued=single_valued)
    expected = told(memory, "straight", [each for _, each, _ in standing], tenant=tenant)
    assert in_any_order(state_of(scope)) == in_any_order(expected)
    assert {each.number for each in scope.rollbacks() if each.restored_at is None} == aside.keys()
    assert not memory.doctor()


@pytest.mark.parametrize("is_back_first", [True, False])
def test_what_comes_back_is_decided_by_the_slots_as_they_are_set_now(
    memory: Memory, clock: FrozenClock, *, is_back_first: bool
) -> None:
    scope, shop = memory.scope(tenant="shop", user="alice"), memory.tenant("shop")
    moments = []
    for value in ("Ines", "Tobias", "Vera"):
        fact = {"text": f"has the manager {value}", "slot": "manager", "value": value}
        scope.remember(facts=fact)
        moments.append(clock.now())
        clock.advance(hours=1)
    made = scope.rollback(moments[0])
    if is_back_first:
        scope.restore(made.number)
    shop.set_slot("manager", single_valued=True)
    if not is_back_first:
        scope.restore(made.number)
    assert values_of(scope) == ["Vera"]
    assert all(fact.single_valued for fact in scope.facts(include_closed=True))
    assert memory.doctor(full=True) == ()


def test_what_comes_back_is_decided_by_what_another_process_has_just_set(
    open_memory: OpenMemory, clock: FrozenClock
) -> None:
    here, there = open_memory(), open_memory()
    scope = here.scope(tenant="shop", user="alice")
    scope.remember(facts={"text": "has the manager Ines", "slot": "manager", "value": "Ines"})
    moment = clock.now()
    clock.advance(hours=1)
    scope.remember(facts={"text": "has the manager Vera", "slot": "manager", "value": "Vera"})
    made = scope.rollback(moment)
    there.tenant("shop").set_slot("manager", single_valued=True)
    scope.restore(made.number)
    assert values_of(scope) == ["Vera"]


def test_a_slot_that_is_set_late_ends_and_frees_what_it_would_have(memory: Memory) -> None:
    said = dialogue(
        "I can't stand Thai food now.", "I don't drink coffee any more.", "I love Thai food.",
        "I drink coffee every morning.",
    )  # fmt: skip
    for name, order in (("late", [0, 1, 2, 3]), ("back", [3, 1, 0, 2])):
        scope, shop = memory.scope(tenant=name, user="alice"), memory.tenant(name)
        for place in order:
            said[place].tell(scope)
        for slot in ("likes", "habit"):
            shop.set_slot(slot, single_valued=True)
        straight = told(memory, "straight", [said[place] for place in order], tenant=name)
        assert in_any_order(state_of(scope)) == in_any_order(straight)
        for slot in ("likes", "habit"):
            shop.set_slot(slot, single_valued=False)
        straight = told(memory, "again", [said[place] for place in order], tenant=name)
        assert in_any_order(state_of(scope)) == in_any_order(straight)


def test_what_one_fact_took_from_another_comes_back_with_that_one_only(
    memory: Memory, clock: FrozenClock
) -> None:
    scope = memory.scope(tenant="home", user="alice")
    moments = []
    for fact in ("the lamp is blue", "the desk stands by the window",
                 "the desk is next to the window"):  # fmt: skip
        scope.remember(facts=fact)
        moments.append(clock.now())
        clock.advance(hours=1)
    alone = memory.scope(tenant="home", user="bob")
    for place in (1, 0):
        scope.rollback(moments[place])
    scope.restore(1)
    scope.rollback(moments[0])
    scope.restore(2)
    alone.remember(facts="the desk stands by the window", at=moments[1])
    (desk,) = (fact for fact in scope.facts() if "desk" in fact.text)
    (same,) = alone.facts()
    kept, expected = scope.retention(desk.id).state, alone.retention(same.id).state
    assert (kept.importance, kept.dampening) == (expected.importance, expected.dampening)
    assert memory.doctor(full=True) == ()
    scope.restore(3)
    assert len(scope.facts()) == 3
    assert memory.doctor(full=True) == ()


def test_what_was_said_once_more_comes_back_with_the_turn_at_which_it_was_said(
    memory: Memory, clock: FrozenClock
) -> None:
    scope = memory.scope(tenant="home", user="alice")
    moments = []
    for words in ("I have a cat.", "I'm vegan.", "I live in Riga.", "I'm vegan."):
        scope.remember(words)
        moments.append(clock.now())
        clock.advance(days=1)
    scope.rollback(moments[2])
    scope.remember("My sister lives in Oslo.")
    clock.advance(days=1)
    scope.rollback(moments[0])
    for number in (1, 2):
        scope.restore(number)
        assert memory.doctor(full=True) == ()


def test_what_was_taken_back_on_another_branch_waits_for_no_maintenance(
    memory: Memory, clock: FrozenClock
) -> None:
    later, city, liked, taken_back, vegan, ending = (
        Said(what, BEGIN + timedelta(minutes=10 * place), "s")
        for what, place in (
            ("That was my neighbour, I'm not allergic to walnuts.", 4), (("Oslo", 4, 30), 1),
            ("I love Thai food.", 0), ("I was just kidding.", 2), ("I'm vegan.", 5),
            ("I no longer live in Lisbon.", 3),
        )
    )  # fmt: skip
    scope, moments = memory.scope(tenant="t", user="alice"), []
    for each in (later, city, liked, taken_back, vegan, ending):
        each.tell(scope)
        moments.append(clock.now())
        clock.advance(seconds=1)
    scope.rollback(moments[2])
    scope.rollback(moments[1])
    for number in (1, 2):
        scope.restore(number)
        assert memory.doctor(full=True) == ()


def test_what_setting_a_slot_founded_goes_with_what_was_recorded_later(
    memory: Memory, clock: FrozenClock
) -> None:
    ending, sister = dialogue("I don't drink coffee any more.", "My sister lives in Lisbon.")
    scope = memory.scope(tenant="home", user="alice")
    ending.tell(scope)
    moment = clock.now()
    clock.advance(hours=1)
    memory.tenant("home").set_slot("habit", single_valued=True)
    clock.advance(hours=1)
    sister.tell(scope)
    scope.rollback(moment)
    assert memory.doctor(full=True) == ()
    assert state_of(scope) == told(memory, "straight", [ending], tenant="home")


def test_what_comes_back_meets_what_was_said_meanwhile(memory: Memory, clock: FrozenClock) -> None:
    said = dialogue(
        "I'm vegan.", "I drink coffee every morning.", "I drink coffee at noon.",
        "I don't drink coffee any more.", "I have a cat.", "I have a cat called Biscotte.",
    )  # fmt: skip
    kept, gone, since = said[:1], [said[1], said[2], said[5]], [said[3], said[4]]
    for name, first, second in (("a", gone, since), ("b", since, gone)):
        scope = memory.scope(tenant="t", user=name)
        kept[0].tell(scope)
        moment = clock.now()
        clock.advance(seconds=1)
        for each in first:
            each.tell(scope)
        made = scope.rollback(moment)
        clock.advance(seconds=1)
        for each in second:
            each.tell(scope)
        scope.restore(made.number)
        expected = told(memory, f"straight {name}", [*kept, *first, *second])
        assert in_any_order(state_of(scope)) == in_any_order(expected)
        assert {fact.value for fact in scope.facts()} == {
            "vegan", "cat Biscotte",
        }  # fmt: skip


def test_what_comes_back_alone_is_not_ended_by_what_is_still_aside(
    memory: Memory, clock: FrozenClock
) -> None:
    vegan, coffee, ending, back = dialogue(
        "I'm vegan.", "I drink coffee every morning.", "I don't drink coffee any more.",
        "Scratch that.",
    )  # fmt: skip
    scope = memory.scope(tenant="t", user="alice")
    moments = []
    for each in (vegan, ending, coffee, back):
        each.tell(scope)
        moments.append(clock.now())
        clock.advance(seconds=1)
    expected = [["vegan"], ["vegan"], ["vegan", "drink coffee every morning"]]
    assert values_of(scope) == expected[2], "the ending was scratched"
    scope.rollback(moments[2])
    assert values_of(scope) == ["vegan"]
    scope.rollback(moments[1])
    scope.rollback(moments[0])
    scope.restore(2)
    assert values_of(scope) == expected[2]
    scope.restore(3)
    assert values_of(scope) == ["vegan"]
    scope.restore(1)
    assert values_of(scope) == expected[2]


@pytest.fixture
def alice(memory: Memory) -> ScopedMemory:
    return memory.scope(tenant="home", user="alice")


def values_of(scope: ScopedMemory) -> list[str | None]:
    return [fact.value for fact in scope.facts()]


def test_a_rollback_into_the_middle_of_one_call_keeps_what_came_before(
    alice: ScopedMemory, clock: FrozenClock
) -> None:
    done = alice.remember(["I'm vegan.", "I have a cat.", "I live in Riga.", "I live in Oslo."])
    for place, expected in ((2, ["vegan", "cat", "Riga"]), (1, ["vegan", "cat"]), (0, ["vegan"])):
        alice.rollback(turn=done.event_ids[place])
        assert values_of(alice) == expected
    clock.advance(seconds=1)
    for number in (1, 3, 2):
        alice.restore(number)
    assert sorted(map(str, values_of(alice))) == ["Oslo", "cat", "vegan"]


def test_a_rollback_is_in_the_log_the_audit_and_the_feed(
    memory: Memory, alice: ScopedMemory, clock: FrozenClock
) -> None:
    alice.remember("I live in Riga.")
    moment = clock.now()
    clock.advance(days=1)
    alice.remember("I live in Oslo.")
    before = [entry.kind.value for entry in alice.feed()]
    made = alice.rollback(moment)
    assert made == Rollback(1, clock.now(), moment, events=1, facts=1)
    assert alice.rollbacks() == (made,)
    assert [entry.kind.value for entry in alice.feed()] == ["added"]
    assert alice.facts(known_at=clock.now())[0].valid_to is None
    clock.advance(days=1)
    back = alice.restore(1)
    assert back == Rollback(1, made.at, moment, events=1, facts=1, restored_at=clock.now())
    assert [entry.kind.value for entry in alice.feed()] == before
    with memory._door.read(alice.scope, alice.actor) as view:
        audit = [entry.action for entry in view.audit_tail(9)]
        kinds = [event.kind.value for event in view.events_between(1, 99, limit=99)]
    assert audit == ["remember", "remember", "rollback", "restore"]
    assert kinds == ["turn", "turn", "rollback", "restore"]


def test_a_key_goes_back_once_and_comes_back_once(alice: ScopedMemory, clock: FrozenClock) -> None:
    alice.remember("I live in Riga.")
    moment = clock.now()
    clock.advance(seconds=1)
    alice.remember("I live in Oslo.", idempotency_key="said")
    made = alice.rollback(moment, idempotency_key="back")
    clock.advance(seconds=1)
    assert alice.remember("I live in Oslo.", idempotency_key="said").deduplicated
    assert values_of(alice) == ["Riga"], "a retry does not bring back what was set aside"
    alice.remember("I'm vegan.")
    assert alice.rollback(moment, idempotency_key="back") == made
    assert values_of(alice) == ["Riga", "vegan"]
    back = alice.restore(1, idempotency_key="restore")
    assert alice.restore(1, idempotency_key="restore") == back
    with pytest.raises(IdempotencyError):
        alice.restore(1, idempotency_key="back")


def scores_of(scope: ScopedMemory) -> list[tuple[str, float]]:
    return [(item.text, item.score) for item in scope.recall("where do I live in Riga?").items]


def test_other_processes_see_a_rollback_at_once(
    open_memory: Callable[..., Memory], clock: FrozenClock
) -> None:
    here, there = (
        open_memory().scope(tenant="home", user="alice"),
        open_memory().scope(tenant="home", user="alice"),
    )
    here.remember("I live in Riga.")
    moment = clock.now()
    clock.advance(seconds=1)
    here.remember("My sister is called Anna.")
    assert there.recall("sister").items
    made = here.rollback(moment)
    assert not there.recall("sister").items
    fresh = open_memory().scope(tenant="home", user="alice")
    assert scores_of(there) == scores_of(fresh)
    there.restore(made.number)
    assert here.recall("sister").items


class CountingEmbedder(HashEmbedder):
    """Counts the texts that it was given."""

    def __init__(self) -> None:
        super().__init__(64, "counting")
        self.texts = 0

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.texts += len(texts)
        return super().embed(texts)


def test_vectors_go_and_come_back_without_the_embedder(
    open_memory: Callable[..., Memory], clock: FrozenClock
) -> None:
    embedder = CountingEmbedder()
    memory = open_memory(embedder=embedder)
    alice = memory.scope(tenant="home", user="alice")
    alice.remember([f"The {thing} is in the cellar." for thing in ("ladder", "sledge", "kayak")])
    moment = clock.now()
    clock.advance(seconds=1)
    alice.remember(["I live in Riga.", "Thirty-two boxes of slate stand in the attic."])
    question = "what is in the attic?"
    found = [(item.text, item.score) for item in alice.recall(question).items]
    texts = embedder.texts
    made = alice.rollback(moment)
    assert memory.doctor() == ()
    assert not any("attic" in item.text for item in alice.recall(question).items)
    alice.restore(made.number)
    assert [(item.text, item.score) for item in alice.recall(question).items] == found
    assert embedder.texts == texts
    assert memory.doctor() == ()


def test_what_is_set_aside_is_copied_and_comes_back_elsewhere(
    open_memory: Callable[..., Memory], tmp_path: Path, clock: FrozenClock
) -> None:
    memory = open_memory(embedder=HashEmbedder(64))
    alice = memory.scope(tenant="home", user="alice")
    moment = clock.now()
    clock.advance(seconds=1)
    alice.remember("I live in Riga.")
    found = [(item.text, item.score) for item in alice.recall("where do I live?").items]
    alice.rollback(moment)
    memory.copy_to(tmp_path / "copy.db")
    with Memory(tmp_path / "copy.db", embedder=HashEmbedder(64), clock=clock) as other:
        there = other.scope(tenant="home", user="alice")
        assert values_of(there) == []
        there.restore(1)
        assert values_of(there) == ["Riga"]
        recalled = there.recall("where do I live?").items
        assert [(item.text, item.score) for item in recalled] == found
        assert other.doctor() == ()


READ = {"facts": [{"subject": "user", "text": "is the cox of the club", "turns": ["t1"]}]}
TURN = "I moved to Vigo, and the rowing club made me their cox."


def test_what_a_model_read_later_goes_and_the_turn_stays(asked: Asked, clock: FrozenClock) -> None:
    alice = asked.alice([500, 500, 500])
    alice.remember(TURN)
    moment = clock.now()
    clock.advance(days=1)
    asked.server.then = READ
    alice.work()
    every = sorted(fact.text for fact in alice.facts())
    assert every == ["is the cox of the club", "lives in Vigo"]
    made = alice.rollback(moment)
    assert [fact.text for fact in alice.facts()] == ["lives in Vigo"]
    assert any(source.text == TURN for fact in alice.facts() for source in fact.sources)
    alice.restore(made.number)
    assert sorted(fact.text for fact in alice.facts()) == every


def test_work_for_a_model_goes_with_the_turn_that_it_is_about(
    asked: Asked, clock: FrozenClock
) -> None:
    alice = asked.alice([500, 500, 500])
    moment = clock.now()
    clock.advance(days=1)
    alice.remember(TURN)
    entries = alice.queue().entries
    assert len(entries) == 1
    made = alice.rollback(moment)
    assert len(alice.queue().entries) == 0
    clock.advance(days=1)
    assert len(alice.work().done) == 0
    alice.restore(made.number)
    assert alice.queue().entries == entries
    asked.server.then = READ
    (done,) = alice.work().done
    assert done.changes


def test_a_doubt_goes_with_the_facts_that_it_is_about(
    alice: ScopedMemory, clock: FrozenClock
) -> None:
    alice.remember(facts="the team budget is 500 euros")
    moment = clock.now()
    clock.advance(days=1)
    alice.remember(facts="the team budget is 700 euros")
    waiting = alice.suggestions()
    strength = [alice.retention(fact.id) for fact in alice.facts()]
    made = alice.rollback(moment)
    assert alice.suggestions() == ()
    alice.restore(made.number)
    assert alice.suggestions() == waiting
    assert [alice.retention(fact.id) for fact in alice.facts()] == strength
    assert len(waiting) == 1


def test_behaviours_and_the_preferences_that_they_taught_stay(
    alice: ScopedMemory, clock: FrozenClock
) -> None:
    alice.remember("I live in Riga.")
    moment = clock.now()
    clock.advance(days=1)
    alice.observe("purchase", attributes=["pref:organic"])
    card = str(alice.card())
    with pytest.raises(InputError, match="Nothing was recorded"):
        alice.rollback(moment)
    alice.remember("I live in Oslo.")
    alice.rollback(moment)
    assert (str(alice.card()), values_of(alice)) == (card, ["Riga"])


def test_strength_and_links_go_and_come_back(
    memory: Memory, alice: ScopedMemory, clock: FrozenClock
) -> None:
    alice.remember("I live in Riga.")
    (riga,) = alice.facts()
    alice.record_use(alice.recall("where do I live?").id)
    strength = alice.retention(riga.id)
    moment = clock.now()
    clock.advance(timedelta(days=1))
    alice.record_use(alice.recall("where do I live now?").id)
    alice.remember("My sister is called Anna.")
    after = alice.retention(riga.id)
    made = alice.rollback(moment)
    assert (made.events, made.facts, made.restored_at) == (1, 1, None)
    assert alice.rollbacks() == (made,)
    assert alice.retention(riga.id, at=moment) == strength
    assert alice.retention(riga.id).state == strength.state
    assert [fact.value for fact in alice.facts()] == ["Riga"]
    assert not [item for item in alice.recall("sister").items if "Anna" in item.text]
    back = alice.restore(made.number)
    assert back.restored_at == clock.now()
    assert alice.rollbacks() == (back,)
    assert alice.retention(riga.id) == after
    assert any("Anna" in item.text for item in alice.recall("what is my sister called?").items)
    assert not memory.doctor(full=True)


def test_what_was_archived_and_merged_since_stands_again(
    memory: Memory, clock: FrozenClock
) -> None:
    alice = memory.scope(tenant="home", user="alice")
    alice.remember("I have a cat.")
    alice.remember(facts="the desk is by the window")
    moment = clock.now()
    clock.advance(timedelta(days=400))
    alice.remember("I have a cat called Biscotte.")
    assert alice.maintain().pruned == 1
    assert len(alice.facts()) == 1
    made = alice.rollback(moment)
    assert sorted(fact.text for fact in alice.facts()) == [
        "has a pet: cat", "the desk is by the window",
    ]  # fmt: skip
    alice.restore(made.number)
    assert [fact.value for fact in alice.facts()] == ["cat Biscotte"]


def test_only_the_owner_or_an_operator_goes_back_and_only_to_what_there_is(
    memory: Memory, clock: FrozenClock
) -> None:
    alice = memory.scope(tenant="home", user="alice")
    done = alice.remember("I live in Riga.")
    helper = memory.scope(tenant="home", user="alice", actor=Actor(ActorKind.AGENT, "helper"))
    with pytest.raises(AccessError):
        helper.rollback(turn=done.event_ids[0])
    with pytest.raises(AccessError):
        helper.restore(1)
    with pytest.raises(InputError, match="Nothing was recorded after"):
        alice.rollback(clock.now())
    with pytest.raises(InputError):
        alice.rollback()
    with pytest.raises(InputError):
        alice.rollback(clock.now(), turn=done.event_ids[0])
    with pytest.raises(NotFoundError):
        memory.scope(tenant="home", user="bob").rollback(turn=done.event_ids[0])
    with pytest.raises(NotFoundError):
        alice.restore(77)
    made = alice.rollback(clock.now() - timedelta(days=1))
    alice.restore(made.number)
    with pytest.raises(InputError, match="already"):
        alice.restore(made.number)


GOES_BACK = """
    import os, sys

    import remanent.text.rule_extraction  # what each child would load again
    from remanent import Memory

    def go(path, moment):
        alice = Memory(path).scope(tenant="home", user="alice")
        open_ones = [each for each in alice.rollbacks() if each.restored_at is None]
        os.write(1, b"begins\\n")
        if open_ones:
            alice.restore(open_ones[0].number)
        else:
            alice.rollback(moment)
        os.write(1, b"done\\n")

    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            go(sys.argv[1], sys.argv[2])
            os._exit(0)
        os.write(1, f"child {child}\\n".encode())
        _, status = os.waitpid(child, 0)
        os.write(1, f"gone {status}\\n".encode())
"""
LONGEST_SECONDS = 0.15


@pytest.mark.slow
def test_a_rollback_that_is_killed_is_done_or_not_begun(
    address: str, engine: str, open_memory: Callable[..., Memory], clock: FrozenClock
) -> None:
    luck = random.Random(5)
    with open_memory() as memory:
        alice = memory.scope(tenant="home", user="alice")
        alice.remember(["I live in Riga.", "I'm vegan."])
        moment = clock.now()
        after = state_of(alice)
        clock.advance(seconds=1)
        alice.remember(["I live in Oslo.", *(f"I love dish{number}." for number in range(150))])
        before = state_of(alice)
    program = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(GOES_BACK), address, moment.isoformat()],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    killed, longest = 0, LONGEST_SECONDS
    rounds = 24 if engine == "sqlite" else 6
    try:
        for number in itertools.count():
            if number >= rounds and (killed or number >= 10 * rounds):
                break
            if is_done_within(program, luck.random() * longest):
                longest *= 0.8  # this machine is faster than that
            else:
                killed += 1
            with open_memory() as memory:
                alice = memory.scope(tenant="home", user="alice")
                is_back = any(each.restored_at is None for each in alice.rollbacks())
                assert state_of(alice) == (after if is_back else before)
                assert memory.doctor() == ()
    finally:
        program.communicate(timeout=60)
    assert killed, "no process was killed at its work"


def is_done_within(program: "subprocess.Popen[str]", seconds: float) -> bool:
    """Let a child go back, or come back, and kill it; say whether it was done by then."""
    assert program.stdin is not None
    assert program.stdout is not None
    program.stdin.write("go\n")
    program.stdin.flush()
    child, has_begun, is_done, timer = 0, False, False, None
    for line in program.stdout:
        word, *number = line.split()
        if word == "child":
            child = int(number[0])
        elif word == "begins":
            has_begun = True
        elif word == "done":
            is_done = True
        elif word == "gone":
            assert int(number[0]) in {0, signal.SIGKILL}, "it failed by itself"
            break
        if timer is None and child and has_begun:
            timer = threading.Timer(seconds, kill, (child,))
            timer.start()
    if timer is not None:
        timer.cancel()
    return is_done


def kill(child: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
