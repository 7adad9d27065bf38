"""Going back: what was said after a moment is as if it had never been, until it is brought back."""

from datetime import timedelta

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from tests.promises.test_any_order import (
    ENDED,
    NEUTRAL,
    STATED,
    STRETCHES,
    TAKEN_BACK,
    dialogue,
    state_of,
)
from tests.support.clock import FrozenClock

from remanent import Actor, ActorKind, Memory
from remanent.errors import AccessError, InputError, NotFoundError

WHAT = st.one_of(
    st.sampled_from(STATED), st.sampled_from(TAKEN_BACK), st.sampled_from(STATED),
    st.sampled_from(ENDED), st.sampled_from(NEUTRAL), st.sampled_from(STRETCHES),
)  # fmt: skip


@settings(
    max_examples=40,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_a_rollback_leaves_what_would_be_known_had_nothing_been_said_since(
    memory: Memory, clock: FrozenClock, data: st.DataObject
) -> None:
    said = dialogue(*data.draw(st.lists(WHAT, min_size=2, max_size=7)),
                    sessions=data.draw(st.sampled_from(["s", "s", "ab"])))  # fmt: skip
    heard = data.draw(st.permutations(said))
    kept = data.draw(st.integers(1, len(heard) - 1))
    number = memory.stats()["scopes"]
    then = state_of(memory, f"then {number}", heard[:kept])
    whole = state_of(memory, f"whole {number}", heard)
    scope = memory.scope(tenant="t", user=f"back {number}")
    for each in heard[:kept]:
        each.tell(scope)
    moment = clock.now()
    clock.advance(seconds=1)
    for each in heard[kept:]:
        each.tell(scope)
    made = scope.rollback(moment)
    assert made.events == len(heard) - kept
    assert state_of(memory, f"back {number}", []) | {"then": None} == then | {"then": None}
    later = data.draw(st.booleans())
    rest = heard[kept:]
    if later:
        clock.advance(seconds=1)
        rest[0].tell(scope)
    scope.restore(made.number)
    again = state_of(memory, f"back {number}", [])
    if not later:
        assert again | {"then": None} == whole | {"then": None}
    assert not memory.doctor()


def test_vectors_strength_and_links_go_and_come_back(memory: Memory, clock: FrozenClock) -> None:
    alice = memory.scope(tenant="home", user="alice")
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
    assert [fact.value for fact in alice.facts()] == ["Riga"]
    assert not [item for item in alice.recall("sister").items if "Anna" in item.text]
    back = alice.restore(made.number)
    assert back.restored_at == clock.now()
    assert alice.rollbacks() == (back,)
    assert alice.retention(riga.id) == after
    assert any("Anna" in item.text for item in alice.recall("what is my sister called?").items)
    assert not memory.doctor(full=True)


def test_a_rollback_to_a_turn_keeps_that_turn(memory: Memory, clock: FrozenClock) -> None:
    alice = memory.scope(tenant="home", user="alice")
    done = alice.remember(["I live in Riga.", "I live in Oslo.", "I live in Porto."])
    alice.rollback(turn=done.event_ids[1])
    assert [fact.value for fact in alice.facts()] == ["Oslo"]
    clock.advance(seconds=1)
    alice.remember("I live in Bergen.")
    assert [fact.value for fact in alice.facts()] == ["Bergen"]


def test_what_was_archived_and_merged_since_stands_again(
    memory: Memory, clock: FrozenClock
) -> None:
    alice = memory.scope(tenant="home", user="alice")
    alice.remember("I have a cat.")
    alice.remember(facts="the desk is by the window")
    moment = clock.now()
    clock.advance(timedelta(days=40))
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
