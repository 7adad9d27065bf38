"""The feed, differences and going back, on the command line."""

import pytest
from tests.support.clock import START, FrozenClock
from tests.support.shell import Shell

from remanent import Memory

ALICE = ("--db", "m.db", "--tenant", "t", "--user", "alice")
FIRST, SECOND = "2026-03-02T09:30:00+00:00", "2026-03-03T09:30:00+00:00"


@pytest.fixture
def told(shell: Shell) -> Shell:
    """Alice moved, which was recorded on two days."""
    clock = FrozenClock(START)
    with Memory("m.db", clock=clock) as memory:
        alice = memory.scope(tenant="t", user="alice")
        alice.remember("I live in Riga.")
        clock.advance(days=1)
        alice.remember("I live in Oslo\x1b[31m.")
    return shell


def test_the_feed_is_listed_with_causes_and_counted(told: Shell) -> None:
    assert told("feed", *ALICE) == 0
    assert [line[:31] for line in told.out.splitlines()[::2]] == [
        "2026-03-03 09:30:00  superseded",
        "2026-03-03 09:30:00  added: liv",
        "2026-03-02 09:30:00  added: liv",
    ]
    assert "\x1b" not in told.out
    entries = told.json("feed", "--kind", "superseded", *ALICE)["entries"]
    assert [(each["kind"], each["fact"]["value"]) for each in entries] == [("superseded", "Riga")]
    assert told("feed", "--limit", "1", *ALICE) == 0
    assert "2 more are left out" in told.out
    assert told("feed", "--until", "2020-01-01", *ALICE) == 3
    assert told("feed", "--counts", "--since", FIRST, "--until", "2026-03-09", *ALICE) == 0
    assert told.out.splitlines() == ["2026-03-02  1 added", "2026-03-03  1 added, 1 superseded"]
    assert told("feed", "--counts", "--kind", "added", *ALICE) == 1


def test_a_difference_shows_what_came_and_what_went(told: Shell) -> None:
    assert told("diff", "2026-03-02T12:00:00Z", "2026-03-04", *ALICE) == 0
    assert [line.split(":")[0] for line in told.out.splitlines()[::2]] == ["added", "gone"]
    found = told.json("diff", "2026-03-02T12:00:00Z", "2026-03-04", *ALICE)
    assert [fact["value"] for fact in found["gone"]] == ["Riga"]
    assert told("diff", "2026-03-04", "2026-03-05", *ALICE) == 3


def test_one_goes_back_and_comes_back(told: Shell) -> None:
    assert told("rollbacks", *ALICE) == 3
    assert told("rollback", "--to", FIRST, *ALICE) == 1, "nobody is there to be asked"
    assert "--yes" in told.err
    assert told("rollback", *ALICE) == 1
    assert told("rollback", "--to", FIRST, "--yes", *ALICE) == 0
    assert told.out.splitlines() == [
        "Back at 2026-03-02 09:30:00 UTC; 1 entry of the log and 1 fact set aside.",
        "`remanent restore 1` brings it back.",
    ]
    assert [fact["value"] for fact in told.json("facts", *ALICE)["facts"]] == ["Riga"]
    assert told("rollbacks", *ALICE) == 0
    assert "1 entry of the log and 1 fact set aside" in told.out
    assert told("restore", "1", *ALICE) == 0
    assert told.out.startswith("Rollback 1 is undone")
    assert len(told.json("facts", *ALICE)["facts"]) == 1
    (listed,) = told.json("rollbacks", *ALICE)["rollbacks"]
    assert listed["restored_at"] is not None
    assert told("restore", "1", *ALICE) == 1
    assert "already" in told.err


def test_one_goes_back_to_a_turn(told: Shell) -> None:
    added = told.json("feed", "--until", SECOND, *ALICE)["entries"]
    (turn,) = {each["event_id"] for each in added}
    assert told.json("rollback", "--turn", turn, "--yes", *ALICE)["rollback"]["events"] == 1
