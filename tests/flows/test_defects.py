"""Small things that went wrong once."""

import re
from typing import Any

import pytest
from tests.support.clock import FrozenClock

from remanent import Memory
from remanent.errors import InputError, TimeError
from remanent.facts.slots import SINGLE_VALUED


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


@pytest.mark.parametrize(
    ("name", "why"),
    [
        (" ", "blank"), ("\t", "control"), ("a\x00b", "control"), ("line\nbreak", "line break"),
        ("\u00a0\u200b", "blank"), ("\u2028", "line break"), ("a\ud800", "half a character"),
        ("x" * 129, "129 characters"), ("", "empty"), (7, "not a string"), (None, "No slot"),
    ],
)  # fmt: skip
def test_a_slot_needs_a_name_that_can_be_read(memory: Memory, name: Any, why: str) -> None:
    with pytest.raises(InputError, match=why):
        memory.tenant("home").set_slot(name, single_valued=True)
    assert memory.tenant("home").slots().keys() <= SINGLE_VALUED


@pytest.mark.parametrize("name", ["x" * 128, "leiterin", "می\u200cخواهم", "lead 👩‍💻", "a-b/c"])
def test_a_slot_may_be_named_in_any_script(memory: Memory, name: str) -> None:
    memory.tenant("home").set_slot(name, single_valued=True)
    assert memory.tenant("home").slots()[name]


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
