"""Entities and suggestions on the command line."""

import pytest
from tests.support.shell import Shell

from remanent import Memory

DB = ("--db", "m.db")
ANA = (*DB, "--tenant", "t", "--user", "alice")


@pytest.fixture
def told(shell: Shell) -> Shell:
    with Memory("m.db") as memory:
        memory.scope(tenant="t", user="alice").remember(
            facts=[
                {"text": slot, "subject": subject, "slot": slot, "value": value}
                for subject, slot, value in (
                    ("user", "partner", "Ana"),
                    ("Ana", "home", "Oslo\x1b[31m"),
                    ("Ana Silva", "occupation", "judge"),
                )
            ],
            at="2026-02-01",
        )
    return shell


def test_an_entity_is_shown_line_by_line(told: Shell) -> None:
    assert told("entity", "my wife", *ANA) == 0
    assert told.out.splitlines() == [
        "Ana: person, also partner; 2 facts, 2026-02-01",
        "- partner of user",
        '- home: "Oslo\\u001b[31m"',
    ]
    card = told.json("entity", "Ana", *ANA)["card"]
    assert list(card) == ["entities", "text", "tokens", "dropped"]
    assert [each["name"] for each in card["entities"]] == ["Ana"]
    assert told("entity", "Ana", "--budget-tokens", "45", *ANA) == 0
    assert "more lines are left out" in told.out
    assert told("entity", "Nobody", *ANA) == 1


def test_all_entities_are_listed(told: Shell) -> None:
    assert told("entities", *ANA) == 0
    assert told.out.splitlines() == [
        "Ana: person, also partner (2 facts)",
        "Ana Silva: person (1 fact)",
        "Oslo\\x1b[31m: place (1 fact)",
    ]
    found = told.json("entities", "--limit", "1", *ANA)
    assert (len(found["entities"]), found["dropped"]) == (1, 2)
    assert told("entities", *DB, "--tenant", "t", "--user", "bob") == 3


def test_suggestions_are_listed_taken_up_and_turned_down(told: Shell) -> None:
    (proposed,) = told.json("suggestions", "list", *ANA)["suggestions"]
    assert proposed["content"] == [["first", "Ana"], ["second", "Ana Silva"]]
    assert told("suggestions", "list", *ANA) == 0
    assert proposed["id"] in told.out
    assert told("suggestions", "accept", proposed["id"], *ANA) == 0
    assert told.out.startswith("Accepted: Ana and Ana Silva may be one")
    assert told("suggestions", "reject", proposed["id"], *ANA) == 1
    assert told("suggestions", "list", *ANA) == 3
    assert told.json("suggestions", "accept", proposed["id"], *ANA)["accepted"][0]["status"] == (
        "accepted"
    )
