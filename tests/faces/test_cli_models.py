"""Models on the command line."""

import io
from collections.abc import Iterator

import pytest
from tests.support.model_server import ModelServer, Says
from tests.support.shell import Shell

pytest.importorskip("pydantic_ai")
pytest.importorskip("openai")

TURN = "I am rebuilding an old boat with Ines."
FACT = {"subject": "user", "text": "is rebuilding an old boat with Ines", "turns": ["t1"]}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    with ModelServer() as server:
        monkeypatch.setenv("REMANENT_MODELS_SPEC", "openai:tiny")
        monkeypatch.setenv("REMANENT_MODELS_BASE_URL", server.url)
        monkeypatch.setenv("REMANENT_PATH", "memory.db")
        yield server


def test_what_waits_is_shown_and_worked_through(
    shell: Shell,
    server: ModelServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("REMANENT_MODELS_WORK_AT_ONCE", "false")
    assert shell.json("remember", TURN)["pending"] == ["extraction"]
    waiting = shell.json("queue")
    assert (waiting["waiting"], waiting["dead"]) == (1, 0)
    assert set(waiting["entries"][0]) == {
        "subject_ids", "role", "status", "attempts", "created_at", "next_at", "error",
    }  # fmt: skip
    assert shell("queue") == 0
    assert "extract" in shell.out
    assert "went to a model (100%)" in shell.out
    server.script.append({"facts": [FACT, {**FACT, "turns": ["t9"]}]})
    assert shell("work") == 0
    assert "1 piece of work, 1 change." in shell.out
    assert "turned away, unknown_turn" in shell.out
    assert shell("queue") == 3
    assert shell.json("work", "--all") == {"done": [], "left": 0}
    assert shell.json("facts")["facts"][0]["text"] == FACT["text"]


def test_work_that_fails_is_shown_with_its_error(
    shell: Shell,
    server: ModelServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("REMANENT_MODELS_WORK_AT_ONCE", "false")
    shell("remember", TURN)
    assert "Pending: extraction. `remanent work` finishes it; the words are safe." in shell.out
    server.then = 401
    assert shell("work") == 1
    assert "failed: RM403 openai:tiny failed (HTTP 401)." in shell.out
    assert shell("queue") == 0
    assert "RM403" in shell.out


def test_a_write_whose_model_fails_says_so_and_keeps_the_words(
    shell: Shell, server: ModelServer
) -> None:
    server.then = 401
    assert shell("remember", TURN) == 0
    assert "Note: extraction: RM403 openai:tiny failed (HTTP 401)." in shell.out
    assert shell.json("remember", "My neighbour Ada paints our old boats.")["failures"] == [
        "extraction: RM403 openai:tiny failed (HTTP 401)."
    ]
    assert shell.json("recall", "boat with Ines")["items"][0]["text"] == TURN


def test_an_answer_shows_what_it_rests_on(shell: Shell, server: ModelServer) -> None:
    shell("remember", "I moved to Berlin.")
    server.then = {"known": True, "answer": "In Berlin.", "cites": [1, 9]}
    assert shell("answer", "where do I live?") == 0
    assert shell.out.startswith("In Berlin.\n")
    assert "lives in Berlin" in shell.out
    document = shell.json("answer", "where do I live?")
    assert (document["text"], len(document["citations"])) == ("In Berlin.", 1)
    assert shell("answer", "zebra xylophone quantum") == 3
    assert shell.out.startswith("Not known.")


def test_a_chat_answers_remembers_and_goes_back(
    shell: Shell,
    server: ModelServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server.script.extend([
        Says("Lovely!", [("save_facts", {"facts": [FACT]})], "tool_calls"),
        "With Ines [1].",
        429, 429, 429,
    ])  # fmt: skip
    lines = [
        "/memory", TURN, "with whom am I rebuilding the boat?", "/memory", "/events",
        "/rollback 1999-01-01", "/rollback", "/nothing", "/help", "and again?", "/quit", "never",
    ]  # fmt: skip
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
    assert shell("chat") == 1
    assert shell.out.startswith("Nothing is known.\nLovely!\n")
    assert "With Ines.\n" in shell.out
    assert "added: " in shell.out
    assert "There is no command '/nothing'." in shell.out
    assert "/rollback 2026-03-01T10:00" in shell.out
    assert "RM405" in shell.out
    assert "never" not in shell.out


def test_a_program_can_chat_as_well(
    shell: Shell, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.script.extend(["Lovely!", 401])
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{TURN}\n\nand now?\n"))
    first, second = shell.json("chat", code=1)["replies"]
    assert (first["text"], len(first["event_ids"])) == ("Lovely!", 2)
    assert second["error"] == "RM403"


def test_without_a_model_the_command_says_how_to_name_one(
    shell: Shell,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("REMANENT_PATH", "memory.db")
    shell("remember", TURN)
    assert shell("answer", "where?") == 1
    assert "--model" in shell.err
