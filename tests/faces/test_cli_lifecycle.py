"""How facts are kept, on the command line."""

import pytest
from tests.support.shell import Shell

from remanent import Memory

DB = ("--db", "m.db")
FADING = {"REMANENT_RETENTION_PLAN": "fading"}
ALICE = (*DB, "--tenant", "t", "--user", "alice")


@pytest.fixture
def fact(shell: Shell) -> str:  # noqa: ARG001 - a folder of its own
    with Memory.from_env({"REMANENT_PATH": "m.db", **FADING}) as memory:
        for user in ("alice", "bob"):
            done = memory.scope(tenant="t", user=user).remember(
                facts="the desk is by the window", at="2026-01-01"
            )
        return done.fact_ids[0]


@pytest.fixture(autouse=True)
def fading(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001 - after it
    """Let facts fade within weeks."""
    for name, value in FADING.items():
        monkeypatch.setenv(name, value)


def first_fact(shell: Shell) -> str:
    (known,) = shell.json("facts", *ALICE)["facts"]
    return str(known["id"])


@pytest.mark.usefixtures("fact")
def test_what_is_due_is_done_in_every_memory_and_told(shell: Shell) -> None:
    assert shell("maintain", "--at", "2026-01-05", *DB) == 0
    assert shell.out == "Nothing is due.\n"
    done = shell.json("maintain", "--at", "2026-01-20", "--limit", "1", *DB)
    assert [(each["name"], each["archived"]) for each in done["scopes"]] == [("alice", 1)]
    assert shell("maintain", "--at", "2026-01-20", "--tenant", "other", *DB) == 0
    assert shell.out == "Nothing is due.\n"
    assert shell("maintain", "--at", "2026-01-20", *DB) == 0
    assert shell.out == "t/user/bob: 1 fact looked at: 0 demoted, 1 archived, 0 pruned\n"
    assert shell("maintain", "--at", "2026-01-20", "--limit", "0", *DB) == 1


@pytest.mark.usefixtures("fact")
def test_how_a_fact_is_kept_is_shown(shell: Shell) -> None:
    name = first_fact(shell)
    assert shell("retention", "show", name, "--at", "2026-01-04", *ALICE) == 0
    lines = shell.out.splitlines()
    assert lines[0].endswith("the desk is by the window")
    told = {line.split("  ")[0]: line.split("  ")[-1].strip() for line in lines[1:]}
    assert told["kept as"] == "active, short layer, by fade.short"
    assert told["strength"] == "0.797"
    assert told["shown, used, helped"] == "0, 0, 0"
    assert told["next due"].startswith("2026-01-16")
    kept = shell.json("retention", "show", name, *ALICE)["kept"]
    assert kept["state"]["policy"] == "fade.short"
    shell("maintain", "--at", "2026-01-20", *DB)
    assert shell("retention", "show", name, *ALICE) == 0
    assert "archived" in shell.out
    assert shell("retention", "show", "0" * 32, *ALICE) == 1


@pytest.mark.usefixtures("fact")
def test_a_plan_is_shown_and_put_in_force(shell: Shell) -> None:
    tenant = (*DB, "--tenant", "t")
    assert shell.json("retention", "plan", *tenant)["plan"]["name"] == "fading"
    assert shell("retention", "set", "nmafc", *tenant) == 0
    assert shell.out == "The plan 'nmafc' is in force; 2 facts kept otherwise now.\n"
    assert shell("retention", "plan", *tenant) == 0
    assert "nmafc.active" in shell.out
    name = first_fact(shell)
    assert shell("retention", "show", name, *ALICE) == 0
    assert "turn 461" in shell.out
    mine = shell.json("retention", "set", "mine", "--active", "fern.slow", *tenant)
    assert (mine["plan"]["name"], mine["plan"]["active_long"]) == ("mine", "fern.slow")
    assert mine["changed"] == 2
    assert mine["plan"]["relevance"]["state"] == 0.5
    for wrong in (("fades",), ("mine", "--core", "fade.middle"),
                  ("mine", "--active", "fade.long", "--active-long", "fade.long")):  # fmt: skip
        assert shell("retention", "set", *wrong, *tenant) == 1
