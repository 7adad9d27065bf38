"""Small things that went wrong once."""

import re

import pytest
from tests.support.clock import FrozenClock

from remanent import Memory
from remanent.errors import InputError, TimeError


def test_no_id_looks_like_an_option_of_a_command(memory: Memory, clock: FrozenClock) -> None:
    alice = memory.scope(tenant="home", user="alice")
    alice.remember("I live in Riga.")
    alice.observe("purchase", attributes=["pref:tea"])
    for _ in range(200):
        clock.advance(seconds=1)
        recalled = alice.recall("where do I live?")
        tokens = [
            recalled.id,
            alice.card().id,
            alice.decide("pref:tea").id,
            alice.recall_lessons("the build fails").id,
        ]
        assert [each for each in tokens if not re.fullmatch(r"[A-Za-z][\w-]*", each)] == []
    assert alice.record_outcome(recalled.id, helped=True) == 1
    assert alice.record_outcome(tokens[1], helped=True) == 1


@pytest.mark.parametrize("name", [" ", "\t", "a\x00b", "line\nbreak", "x" * 129])
def test_a_slot_needs_a_name_that_can_be_read(memory: Memory, name: str) -> None:
    with pytest.raises(InputError):
        memory.tenant("home").set_slot(name, single_valued=True)


class Hostile:
    def __repr__(self) -> str:
        raise RuntimeError("no")


def test_a_value_that_cannot_be_shown_is_refused_as_any_other(memory: Memory) -> None:
    alice = memory.scope(tenant="home", user="alice")
    with pytest.raises(TimeError):
        alice.recall("x", as_of=Hostile())  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(InputError):
        alice.remember(Hostile())  # type: ignore[arg-type]  # the same


def test_said_twice_and_scratched_is_kept_as_the_log_says(
    memory: Memory, clock: FrozenClock
) -> None:
    alice = memory.scope(tenant="home", user="alice")
    for text in ("I have a cat.", "I have a cat.", "Scratch that."):
        alice.remember(text)
        clock.advance(days=1)
    assert len(alice.facts()) == 1
    assert memory.doctor(full=True) == ()
