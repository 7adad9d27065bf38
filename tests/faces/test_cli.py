"""The command line: what it prints where, what it keeps, and how it ends."""

import getpass
import io
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest
from rich.console import Console
from tests.support.shell import PACKAGE_FOLDER, Shell, started

from remanent import Memory, Message, ScopedMemory
from remanent.errors import Interrupted
from remanent.faces.cli import app as command_line
from remanent.faces.cli.app import COMMANDS, make_app
from remanent.faces.cli.demo.asking import ask
from remanent.faces.cli.demo.plan import SAMPLE, plan_for
from remanent.faces.cli.demo.showing import show
from remanent.faces.cli.screen import Screen, harmless, one_line
from remanent.faces.importers import Transcript, read_transcripts
from remanent.faces.samples import sample_path
from remanent.settings import load_settings

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "guides" / "cli.md"
SECRET = "seven quiet otters"  # noqa: S105 - a test's own

CHAT = """\
# Visit, 2026-03-01 14:00

**Ann:** I live in Ghent. I'm allergic to walnuts.

**Bob:** I bought a trombone called Gustav.

**Ann:** Does Gustav bite?

**Bob:** Only the neighbours. Gustav is loud.
"""
CHAT_TURNS = 4


@pytest.fixture
def chat(alone: Path) -> Path:
    path = alone / "chat.md"
    path.write_text(CHAT, encoding="utf-8")
    return path


# Remember and recall


def test_what_was_remembered_is_recalled_with_its_source(shell: Shell) -> None:
    receipt = shell.json(
        "remember",
        "I'm allergic to shellfish.",
        "--db",
        "m.db",
        "--id",
        "m-1",
        "--at",
        "2026-03-01",
    )
    assert list(receipt) == [
        "event_ids", "changes", "deduplicated", "pending", "skipped", "failures", "notices",
    ]  # fmt: skip

    found = shell.json("recall", "What am I allergic to?", "--db", "m.db")
    assert list(found) == [
        "id", "query", "items", "text", "tokens", "reason", "dropped", "degraded", "as_of",
        "known_at",
    ]  # fmt: skip
    source = found["items"][0]["sources"][0]
    assert source["text"] == "I'm allergic to shellfish."
    assert source["external_id"] == "m-1"
    assert source["occurred_at"] == "2026-03-01T00:00:00+00:00"
    assert source["event_id"] == receipt["event_ids"][0]


def test_a_recalled_fact_says_whose_it_is_and_since_when(shell: Shell) -> None:
    shell("remember", "I'm allergic to shellfish.", "--db", "m.db", "--at", "2026-03-01")
    assert shell("recall", "What am I allergic to?", "--db", "m.db") == 0
    assert "about the user · allergy · since 2026-03-01" in shell.out
    assert '2026-03-01 by user: "I\'m allergic to shellfish."' in shell.out
    assert shell.err == ""


def test_the_text_for_a_prompt_stands_alone(shell: Shell) -> None:
    shell("remember", "Gustav is a trombone.", "--db", "m.db")
    found = shell.json("recall", "Who is Gustav?", "--db", "m.db")
    assert shell("recall", "Who is Gustav?", "--db", "m.db", "--text") == 0
    assert shell.out == found["text"] + "\n"


def test_a_recall_that_finds_nothing_ends_with_3_and_says_why(shell: Shell) -> None:
    shell("remember", "Gustav is a trombone.", "--db", "m.db")
    found = shell.json("recall", "zxqv", "--db", "m.db", code=3)
    assert (found["items"], found["reason"]) == ([], "nothing relevant")
    assert shell("recall", "zxqv", "--db", "m.db") == 3
    assert shell.out == "Nothing known: nothing relevant.\n"


def test_a_recall_can_be_narrowed(shell: Shell) -> None:
    for at, session in (("2026-01-01", "s1"), ("2026-02-01", "s2")):
        shell("remember", f"Gustav was loud in {session}.", "--db", "m.db", "--at", at,
              "--session", session)  # fmt: skip
    question = ("recall", "How loud was Gustav?", "--db", "m.db")
    assert len(shell.json(*question)["items"]) == 2
    assert len(shell.json(*question, "--limit", "1")["items"]) == 1
    (then,) = shell.json(*question, "--as-of", "2026-01-15")["items"]
    (since,) = shell.json(*question, "--since", "2026-01-15")["items"]
    (session,) = shell.json(*question, "--session", "s1")["items"]
    assert [then["session"], since["session"], session["session"]] == ["s1", "s2", "s1"]
    assert shell.json(*question, "--kind", "fact", code=3)["items"] == []


def test_a_retry_under_the_same_key_is_stored_once(shell: Shell) -> None:
    write = ("remember", "Gustav is a trombone.", "--db", "m.db", "--key", "k1")
    first, again = shell.json(*write), shell.json(*write)
    assert (first["event_ids"], again["deduplicated"]) == (again["event_ids"], True)
    assert shell("remember", "Gustav is a tuba.", "--db", "m.db", "--key", "k1") == 1
    assert shell.err.startswith("error RM108: ")


def test_a_lone_hyphen_reads_standard_input(alone: Path) -> None:
    done = started("remember", "-", "--db", "m.db", stdin=b"Gustav is\na trombone.\n")
    assert (done.returncode, done.stderr) == (0, b"")
    with Memory(alone / "m.db") as memory:
        scope = memory.scope(tenant="default", user="me")
        assert scope.recall("Gustav").items[0].text == "Gustav is\na trombone.\n"


def test_words_behind_two_hyphens_are_no_options(shell: Shell) -> None:
    assert shell("remember", "--db", "m.db", "--", "--debug is a flag, -3 a number") == 0
    found = shell.json("recall", "--db", "m.db", "debug flag")
    assert found["items"][0]["text"] == "--debug is a flag, -3 a number"


def test_a_name_that_begins_with_a_hyphen_is_told_how_to_be_written(shell: Shell) -> None:
    assert shell("remember", "Gustav is loud.", "--db", "m.db", "--user", "-bob") == 2
    assert "an option's value behind its =" in shell.err
    assert shell("remember", "Gustav is loud.", "--db", "m.db", "--user=-bob", "--id=-7") == 0
    found = shell.json("recall", "--db", "m.db", "--user=-bob", "Gustav")
    assert found["items"][0]["sources"][0]["external_id"] == "-7"


def test_a_transcript_is_read_once_however_often_it_is_given(shell: Shell, chat: Path) -> None:
    first = shell.json("remember", "--file", str(chat), "--db", "m.db")
    again = shell.json("remember", "--file", str(chat), "--db", "m.db")
    assert len(first["event_ids"]) == CHAT_TURNS
    assert again == first | {"deduplicated": True}
    assert shell.json("stats", "--db", "m.db")["counts"]["events"] == CHAT_TURNS


def test_conversations_of_one_file_keep_their_sessions_apart(shell: Shell, alone: Path) -> None:
    conversation = {"messages": [{"content": "Gustav is loud.", "session": "s1"}]}
    (alone / "two.json").write_text(
        json.dumps([conversation | {"title": "one"}, conversation | {"title": "two"}])
    )
    shell.json("remember", "--file", "two.json", "--db", "m.db")
    items = shell.json("recall", "Who is loud?", "--db", "m.db")["items"]
    assert sorted(item["session"] for item in items) == ["one/s1", "two/s1"]
    # One conversation of it is the same conversation.
    only = shell.json("remember", "--file", "two.json", "--conversation", "2", "--db", "m.db")
    assert only["deduplicated"]


def test_a_text_in_which_nobody_speaks_is_one_turn(shell: Shell, alone: Path) -> None:
    (alone / "note.txt").write_text("Gustav is loud.\n\nHe is a trombone.", encoding="utf-8")
    receipt = shell.json("remember", "--file", "note.txt", "--db", "m.db")
    assert len(receipt["event_ids"]) == 1


@pytest.mark.parametrize(
    "words",
    [
        ["remember", "--db", "m.db"],
        ["remember", "text", "--file", "chat.md", "--db", "m.db"],
        ["remember", "--file", "chat.md", "--name", "Ann", "--db", "m.db"],
        ["remember", "--file", "chat.md", "--conversation", "2", "--db", "m.db"],
        ["remember", "--file", "absent.md", "--db", "m.db"],
        ["remember", "text", "--at", "soon", "--db", "m.db"],
    ],
)
def test_a_wrong_remember_stores_nothing(shell: Shell, chat: Path, words: list[str]) -> None:
    assert chat.exists()
    assert shell(*words) == 1
    assert shell.err.startswith("error RM1")
    assert not Path("m.db").exists() or shell.json("stats", "--db", "m.db")["counts"]["events"] == 0


# Files that tell too little

UNDATED = "Ann: I moved to Ghent last week.\nBob: Nice.\nAnn: I moved to Bruges.\n"


def test_a_transcript_without_dates_is_said_to_be_taken_as_of_now(
    shell: Shell, alone: Path
) -> None:
    (alone / "chat.txt").write_text(UNDATED, encoding="utf-8")
    assert shell("remember", "--file", "chat.txt", "--db", "m.db") == 0
    assert shell.err.startswith("notice: No message of chat has a date: all count as said now")
    assert "--at 2026-03-01" in shell.err
    found = shell.json("remember", "--file", "chat.txt", "--db", "other.db")
    assert [notice.partition(":")[0] for notice in found["notices"]] == [
        "No message of chat has a date"
    ]
    (home,) = shell.json("facts", "--slot", "home", "--db", "m.db")["facts"]
    assert home["value"] == "Bruges", "the turns stand in the order of the file"
    demo = shell.json("demo", "chat.txt")
    assert demo["reading"]["notices"] == found["notices"]
    assert shell("demo", "chat.txt") == 0
    assert "notice: No message of chat has a date" in shell.err


def test_a_date_can_be_given_to_what_has_none(shell: Shell, alone: Path) -> None:
    (alone / "chat.txt").write_text(UNDATED, encoding="utf-8")
    read = ("remember", "--file", "chat.txt", "--at", "2024-05-01", "--db", "m.db")
    assert shell.json(*read)["notices"] == []
    assert shell.json(*read)["deduplicated"]
    items = shell.json("recall", "moved", "--kind", "turn", "--include-closed", "--db", "m.db")
    times = {item["text"]: item["occurred_at"] for item in items["items"]}
    assert times == {
        "I moved to Ghent last week.": "2024-05-01T00:00:00+00:00",
        "Nice.": "2024-05-01T00:00:00.000001+00:00",
        "I moved to Bruges.": "2024-05-01T00:00:00.000002+00:00",
    }
    demo = shell.json("demo", "chat.txt", "--at", "2024-05-01")
    assert demo["reading"]["notices"] == []
    assert demo["reading"]["first"] == "2024-05-01T00:00:00+00:00"
    assert shell("remember", "--file", "chat.txt", "--db", "m.db") == 1
    assert shell.err.startswith("error RM108: chat is in this memory already, with other times")
    assert "--at" in shell.err


def test_a_message_without_a_date_among_dated_ones_follows_the_one_before_it(
    shell: Shell, alone: Path
) -> None:
    (alone / "chat.jsonl").write_text(
        "\n".join(
            json.dumps(each)
            for each in (
                {"content": "I live in Ghent."},
                {"content": "I moved to Bruges.", "at": "2020-01-01"},
                {"content": "I moved to Kortrijk."},
                {"content": "I moved to Namur.", "at": "2021-01-01"},
            )
        )
    )
    found = shell.json("remember", "--file", "chat.jsonl", "--db", "m.db")
    assert found["notices"][0].startswith("2 of 4 messages of chat have no date: each counts")
    facts = shell.json("facts", "--slot", "home", "--include-closed", "--db", "m.db")["facts"]
    began = [(fact["valid_from"], fact["value"]) for fact in facts]
    assert sorted(began) == [
        ("2019-12-31T23:59:59.999999+00:00", "Ghent"),
        ("2020-01-01T00:00:00+00:00", "Bruges"),
        ("2020-01-01T00:00:00.000001+00:00", "Kortrijk"),
        ("2021-01-01T00:00:00+00:00", "Namur"),
    ]


def test_a_file_in_which_nobody_is_recognised_is_said_to_be_one_text(
    shell: Shell, alone: Path
) -> None:
    (alone / "chat.txt").write_text("Ann - I live in Ghent.\nBob - Nice.\n", encoding="utf-8")
    assert shell("remember", "--file", "chat.txt", "--db", "m.db") == 0
    assert "notice: Nobody was recognised as speaking in chat.txt" in shell.err
    assert "a name and a colon" in shell.err


def test_a_conversation_given_as_a_text_is_said_to_be_one_speakers(shell: Shell) -> None:
    told = shell.json("remember", "Ann: hi\nBob: hello\nAnn: I live in Ghent.", "--db", "m.db")
    (notice,) = told["notices"]
    assert notice.startswith("This looks like a conversation (Ann, Bob)")
    assert "--file" in notice
    for text in ("Note: buy milk.", "Shopping: milk\nNote: the kettle broke.", "a > b: yes"):
        assert shell.json("remember", text, "--db", "m.db")["notices"] == []


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("empty.txt", b"", "It is empty."),
        ("blank.txt", b" \n\t\n", "It is empty."),
        ("random.bin", bytes(range(256)) * 40, "NUL bytes"),
        ("pic.png", b"\x89PNG\r\n\x1a\n\x00\x00", "NUL bytes"),
        ("wide.txt", "Ann: hi\nBob: hello\n".encode("utf-16-le"), "byte order mark"),
        ("chat.txt.gz", b"\x1f\x8b\x08\x00abc", "unpack it first"),
        ("some.db", b"SQLite format 3\x00" + b"\x00" * 100, "It is a database"),
        ("chat.csv", b"role,content,at\nuser,I live in Ghent,2026-01-01\n", "It is a table"),
        ("chat2.csv", b"speaker;text\nAnn;I live in Ghent\n", "It is a table"),
        ("chat.yml", b"- role: user\n  content: I live in Ghent\n", "It is YAML"),
        ("chat.html", b"<html><body><p>I live in Ghent.</p></body></html>", "HTML"),
        ("chat.xml", b'<chat><m who="ann">I live in Ghent.</m></chat>', "HTML, XML"),
        ("dump.sql", b"CREATE TABLE m (t TEXT);\nINSERT INTO m VALUES ('I live');", "database"),
        ("gpt.json", b'[{"title": "t", "mapping": {}}]', "a ChatGPT export"),
        ("claude.json", b'[{"uuid": "u", "chat_messages": []}]', "a Claude export"),
        ("other.json", b'{"results": [{"memory": "x"}]}', "another memory"),
        ("words.json", b'["I live in Ghent"]', "a message is an object with content"),
        ("columns.jsonl", b'{"role": "user"}\n{"role": "user"}\n', "Line 1 has no words"),
        ("deep.json", b"[" * 100_000, "nested too deeply"),
        ("long.txt", b"kettle " * 200_000, "1,000,000 bytes"),
    ],
)
def test_what_is_no_transcript_is_refused_with_its_name_and_nothing_is_stored(
    shell: Shell, alone: Path, name: str, content: bytes, why: str
) -> None:
    (alone / name).write_bytes(content)
    assert shell("remember", "--file", name, "--db", "m.db") == 1
    assert re.match(r"error RM10[45]: ", shell.err)
    assert why in shell.err
    assert shell.err.count("\n") == 1
    assert not (alone / "m.db").exists()
    assert shell("demo", name) == 1
    assert shell.err.startswith("error RM10")


def test_one_line_that_is_too_long_is_left_out_and_the_rest_is_kept(
    shell: Shell, alone: Path
) -> None:
    long = json.dumps({"content": "kettle " * 1_500_000})
    (alone / "chat.jsonl").write_text(f'{long}\n{{"content": "I live in Ghent."}}\n')
    found = shell.json("remember", "--file", "chat.jsonl", "--db", "m.db")
    assert len(found["event_ids"]) == 1
    assert "10,500,000 characters" in found["skipped"][0]


FORMATS = ROOT.parent / "shared" / "cases" / "formats"


@pytest.mark.skipif(not FORMATS.exists(), reason="the samples are not on this machine")
def test_files_that_other_programs_write_are_refused_by_what_they_are(shell: Shell) -> None:
    for path in sorted(FORMATS.iterdir()):
        assert shell("remember", "--file", str(path), "--db", "m.db") == 1, path.name
        assert re.fullmatch(r"error RM105: .*\b(is|looks like|holds)\b.*\n", shell.err), shell.err


# Days


def test_every_command_names_the_speakers_day(shell: Shell) -> None:
    words = ("I live in Ghent.", "--at", "2026-03-01T23:30:00Z", "--zone", "Europe/Riga")
    shell("remember", *words, "--db", "m.db")
    for command in (("recall", "Where do I live?"), ("facts",), ("history", "--slot", "home")):
        assert shell(*command, "--db", "m.db") == 0
        assert "2026-03-02" in shell.out
        assert "2026-03-01" not in shell.out, command
    assert "2026-03-02" in shell.json("recall", "Where do I live?", "--db", "m.db")["text"]


def test_the_demonstration_and_the_commands_after_it_name_the_same_days(shell: Shell) -> None:
    shell("demo")
    shown = set(re.findall(r"\d{4}-\d\d-\d\d", shell.out.partition("home of the user")[2][:400]))
    shell("history", "--slot", "home", "--db", "remanent-demo.db")
    history = set(re.findall(r"\d{4}-\d\d-\d\d", re.sub(r"\(learned.*", "", shell.out)))
    assert history
    assert history <= shown


@pytest.mark.parametrize("at", ["0001-01-01T00:30:00Z", "9999-12-31T23:30:00Z"])
def test_the_first_and_the_last_day_can_be_shown(shell: Shell, at: str) -> None:
    zone = "America/Los_Angeles" if at.startswith("0001") else "Asia/Tokyo"
    shell("remember", "The kettle broke.", "--at", at, "--zone", zone, "--db", "m.db")
    assert shell("recall", "kettle", "--as-of", "9999-12-31T23:59:00Z", "--db", "m.db") == 0
    assert at[:10] in shell.out


def test_a_question_about_a_time_before_everything_says_from_when_on_there_is_something(
    shell: Shell,
) -> None:
    shell("remember", "I live in Ghent.", "--at", "2026-03-01", "--db", "m.db")
    question = ("recall", "Where do I live?", "--db", "m.db")
    assert shell(*question, "--as-of", "2025-01-01") == 3
    assert shell.out == (
        "Nothing known: nothing was known then; the first that was said is of 2026-03-01.\n"
    )
    assert shell(*question, "--known-at", "2020-01-01") == 3
    assert "nothing was known then; this memory begins on " in shell.out
    assert shell("recall", "zxqv", "--as-of", "2026-04-01", "--db", "m.db") == 3
    assert shell.out == "Nothing known: nothing relevant.\n"


# Facts, history, explain, stats


def test_facts_are_listed_with_their_sources(shell: Shell) -> None:
    shell("remember", "I'm allergic to shellfish.", "--db", "m.db", "--at", "2026-03-01")
    (fact,) = shell.json("facts", "--db", "m.db")["facts"]
    assert (fact["subject"], fact["slot"], fact["value"]) == ("user", "allergy", "shellfish")
    assert "seq" not in fact
    assert fact["sources"][0]["text"] == "I'm allergic to shellfish."
    assert shell("facts", "--db", "m.db") == 0
    assert fact["id"] in shell.out
    nothing = shell.json("facts", "--slot", "home", "--db", "m.db", code=3)
    assert nothing == {"facts": [], "dropped": 0}


def test_what_a_list_leaves_out_is_said(shell: Shell) -> None:
    for place in ("Ghent", "Bruges", "Liège"):
        shell("remember", f"I live in {place}.", "--db", "m.db")
    assert shell.json("history", "--slot", "home", "--limit", "2", "--db", "m.db")["dropped"] == 3
    assert shell("facts", "--include-closed", "--limit", "1", "--db", "m.db") == 0
    assert "2 more are left out" in shell.out
    assert shell("facts", "--include-closed", "--skip", "1", "--db", "m.db") == 0
    assert "left out" not in shell.out


def test_history_shows_how_a_slot_changed(shell: Shell) -> None:
    shell("remember", "I live in Ghent.", "--db", "m.db", "--at", "2025-01-01")
    shell("remember", "I live in Bruges.", "--db", "m.db", "--at", "2026-01-01")
    entries = shell.json("history", "--slot", "home", "--db", "m.db")["entries"]
    assert [(entry["fact"]["value"], entry["change"]) for entry in entries] == [
        ("Ghent", "added"),
        ("Ghent", "superseded"),
        ("Bruges", "added"),
    ]
    assert shell("history", "--slot", "home", "--db", "m.db") == 0
    assert "superseded: 2025-01-01 to 2026-01-01" in shell.out
    same = shell.json("history", entries[0]["fact"]["id"], "--db", "m.db")["entries"]
    assert same == entries[:2]


def test_history_wants_to_know_of_what(shell: Shell) -> None:
    shell("remember", "I live in Ghent.", "--db", "m.db")
    assert shell("history", "--db", "m.db") == 1
    assert shell.err.startswith("error RM100: ")
    assert shell("history", "0" * 32, "--db", "m.db") == 1
    assert shell.err.startswith("error RM106: ")


def test_explain_says_why(shell: Shell) -> None:
    receipt = shell.json("remember", "Gustav is a trombone.", "--db", "m.db")
    (event,) = receipt["event_ids"]
    found = shell.json("explain", "Who is Gustav?", event, "--db", "m.db")
    assert (found["recalled"], found["rank"]) == (True, 1)
    assert list(found) == ["item_id", "recalled", "rank", "reason", "score", "signals"]
    assert shell("explain", "Who is Gustav?", event, "--db", "m.db") == 0
    assert shell.out.startswith("Recalled.\n")
    assert shell("explain", "zxqv", event, "--db", "m.db") == 0
    assert shell.out.startswith("Not recalled.\n")


def test_stats_count_and_name_scopes(shell: Shell) -> None:
    shell("remember", "one", "--db", "m.db")
    shell("remember", "two", "--db", "m.db", "--tenant", "shop", "--space", "desk")
    found = shell.json("stats", "--db", "m.db")
    assert found["counts"]["events"] == 2
    assert found["scopes"] == [
        {"tenant": "default", "kind": "user", "name": "me"},
        {"tenant": "shop", "kind": "space", "name": "desk"},
    ]
    assert shell("stats", "--db", "m.db", "--limit", "1") == 0
    assert "… and 1 more" in shell.out


# Scopes, settings and the memory that is meant


def test_users_spaces_and_tenants_are_walls(shell: Shell) -> None:
    shell("remember", "Gustav is a trombone.", "--db", "m.db", "--user", "ann")
    mine = ("recall", "Who is Gustav?", "--db", "m.db")
    assert shell(*mine, "--user", "ann") == 0
    for others in ([], ["--user", "bob"], ["--space", "ann"], ["--tenant", "x", "--user", "ann"]):
        assert shell(*mine, *others) == 3


@pytest.mark.parametrize("scope", [["--user", "a", "--space", "b"], ["--user", ""]])
def test_a_scope_that_cannot_be_is_refused(shell: Shell, scope: list[str]) -> None:
    assert shell("remember", "text", "--db", "m.db", *scope) == 1
    assert shell.err.startswith("error RM101: ")
    assert shell.out == ""


def test_variables_name_the_memory_and_options_outrank_them(
    shell: Shell, alone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REMANENT_PATH", str(alone / "variable.db"))
    monkeypatch.setenv("REMANENT_RECALL_LIMIT", "1")
    monkeypatch.setenv("REMANENT_DEBUG", "1")
    for text in ("Gustav is loud.", "Gustav is a trombone."):
        shell("remember", text)
    assert len(shell.json("recall", "Who is Gustav?")["items"]) == 1
    shell("remember", "Gustav is a dog.", "--db", "option.db")
    shell("remember", "Gustav is a cat.", "--path", "option.db")
    assert shell.json("stats", "--db", "option.db")["counts"]["events"] == 2
    assert shell.json("stats")["counts"]["events"] == 2


def test_a_settings_file_is_read(shell: Shell, alone: Path) -> None:
    (alone / "remanent.toml").write_text('[store]\npath = "file.db"\n[recall]\nlimit = 1\n')
    for text in ("Gustav is loud.", "Gustav is a trombone."):
        shell("remember", text, "--config", "remanent.toml")
    assert (alone / "file.db").exists()
    found = shell.json("recall", "Who is Gustav?", "--config", "remanent.toml")
    assert len(found["items"]) == 1


def test_without_a_path_the_memory_is_in_the_users_data_folder(shell: Shell, alone: Path) -> None:
    assert shell("remember", "Gustav is loud.") == 0
    assert (alone / "data" / "remanent" / "memory.db").exists()


@pytest.mark.parametrize(
    "words",
    [
        ["recall", "q"], ["explain", "q", "0" * 32], ["facts"], ["history", "--slot", "home"],
        ["stats"], ["reindex"], ["doctor"],
    ],
    ids=lambda words: words[0],
)  # fmt: skip
def test_reading_makes_no_memory(shell: Shell, alone: Path, words: list[str]) -> None:
    assert shell(*words, "--db", "absent.db") == 1
    assert shell.err.startswith("error RM300: There is no memory at ")
    assert list(alone.iterdir()) == []


def test_a_file_of_somebody_else_is_named_and_left_alone(shell: Shell, alone: Path) -> None:
    (alone / "other.db").write_bytes(b"not a database, however long one looks at it" * 100)
    before = (alone / "other.db").read_bytes()
    assert shell("recall", "q", "--db", "other.db") == 1
    assert re.match(r"error RM30[45]: ", shell.err)
    assert (alone / "other.db").read_bytes() == before


def test_a_synchronised_folder_is_warned_of(shell: Shell, alone: Path) -> None:
    folder = alone / "Dropbox"
    folder.mkdir()
    assert shell("remember", "Gustav is loud.", "--db", str(folder / "m.db"), "--json") == 0
    assert shell.err.startswith("warning: ")
    assert "Dropbox" in shell.err
    json.loads(shell.out)


# Errors, exit codes, and what goes where


def test_an_error_is_one_line_on_standard_error(alone: Path) -> None:
    done = started("recall", "q", "--db", "absent.db", "--json")
    assert done.returncode == 1
    assert done.stdout == b""
    assert done.stderr.count(b"\n") == 1
    assert done.stderr.startswith(b"error RM300: ")
    assert list(alone.iterdir()) == []


def test_a_json_answer_is_all_there_is_on_standard_output() -> None:
    done = started("remember", "Gustav is loud.", "--db", "m.db", "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert isinstance(json.loads(done.stdout), dict)


@pytest.mark.parametrize(
    "words",
    [["recal"], ["recall"], ["recall", "q", "--limt", "3"], ["recall", "q", "--limit", "x"],
     ["recall", "two", "words"], ["facts", "--json", "yes"]],
    ids=" ".join,
)  # fmt: skip
def test_wrong_usage_ends_with_2_and_says_where_to_look(shell: Shell, words: list[str]) -> None:
    assert shell(*words) == 2
    assert shell.out == ""
    assert shell.err.startswith("error usage: ")
    assert shell.err.count("\n") == 1
    assert "--help" in shell.err


def test_no_traceback_is_shown_unless_it_was_asked_for(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell("remember", "text", "--db", "m.db")
    question = ("recall", "q", "--as-of", "soon", "--db", "m.db")
    assert shell(*question) == 1
    assert "Traceback" not in shell.err
    assert shell(*question, "--debug") == 1
    assert "Traceback" in shell.err
    monkeypatch.setenv("REMANENT_DEBUG", "1")
    assert shell(*question) == 1
    assert "Traceback" in shell.err


def break_verb(monkeypatch: pytest.MonkeyPatch, verb: str, error: BaseException) -> None:
    def broken(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(ScopedMemory, verb, broken)


def test_a_fault_of_our_own_is_one_line_as_well(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell("remember", "text", "--db", "m.db")
    break_verb(monkeypatch, "recall", ZeroDivisionError("float division\nby zero"))
    assert shell("recall", "q", "--db", "m.db") == 1
    assert shell.err.startswith("error RM000: ZeroDivisionError: float division by zero. ")
    assert shell.err.count("\n") == 1


@pytest.mark.parametrize("error", [KeyboardInterrupt(), Interrupted("Stopped.")])
def test_an_interruption_ends_with_130(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    shell("remember", "text", "--db", "m.db")
    break_verb(monkeypatch, "recall", error)
    assert shell("recall", "q", "--db", "m.db") == 130
    assert shell.err.startswith("Stopped")
    assert "kept" in shell.err or "again" in shell.err


def test_a_closed_pipe_ends_quietly() -> None:
    started("remember", "Gustav is loud.", "--db", "m.db")
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = started("stats", "--db", "m.db", stdout=writer)
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


def test_control_sequences_in_a_memory_do_not_reach_the_terminal(shell: Shell) -> None:
    attack = "Gustav \x1b[2J\x1b]0;owned\x07 is \u202eduol\x9b31m"
    shell("remember", attack, "--db", "m.db")
    assert shell("recall", "Gustav", "--db", "m.db") == 0
    assert not set("\x1b\x07\u202e\x9b") & set(shell.out)
    assert "\\x1b[2J" in shell.out
    assert shell("recall", "Gustav", "--db", "m.db", "--text") == 0
    assert not set("\x1b\x07\u202e\x9b") & set(shell.out)
    assert shell.json("recall", "Gustav", "--db", "m.db")["items"][0]["text"] == attack


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_any_bytes_can_be_remembered_and_shown(encoding: str) -> None:
    environment = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "LC_ALL": "C.UTF-8"}
    words = "Gustav \U0001f3ba naïve ".encode() + b"\xff\xfe"
    assert started("remember", words, "--db", "m.db", env=environment).returncode == 0
    plain = started("recall", b"Gustav", "--db", "m.db", env=environment)
    assert (plain.returncode, plain.stderr) == (0, b"")
    found = started("recall", b"Gustav", "--db", "m.db", "--json", env=environment)
    text = json.loads(found.stdout)["items"][0]["text"]
    assert text == "Gustav \U0001f3ba naïve \udcff\udcfe"


def test_help_waits_for_nothing_heavy() -> None:
    code = (
        "import sys; from remanent.faces.cli.app import run; run(['--help']);"
        "print(sorted({'numpy', 'apsw', 'rich.markdown', 'remanent.memory'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(PACKAGE_FOLDER)},
        capture_output=True, timeout=60, check=True, text=True,
    )  # fmt: skip
    assert done.stdout.splitlines()[-1] == "[]"
    assert all(name in done.stdout for name in COMMANDS)


# The demonstration


def test_the_demonstration_of_the_sample_tells_the_whole_story(shell: Shell, alone: Path) -> None:
    assert shell("demo") == 0
    assert (alone / "remanent-demo.db").exists()
    assert shell.err == ""
    assert "\x1b" not in shell.out
    for heading in (
        "Questions, with sources and validity",
        "What changed over time",
        "Then and now",
        "Whose tastes? Everybody's own",
        "A question that this memory cannot answer",
        "A week of a shopper",
        "Measured just now",
        "What to try next",
    ):
        assert heading in shell.out
    assert "nothing known (nothing relevant)" in shell.out


def test_the_demonstration_reports_what_it_found(shell: Shell) -> None:
    found = shell.json("demo")
    assert list(found) == ["reading", "report", "shopper", "next"]
    assert (found["reading"]["turns"], found["reading"]["known"]) == (126, 0)
    report = found["report"]
    answers = {each["question"]: each["found"] for each in report["answers"]}
    assert set(answers) == set(SAMPLE.questions)
    assert all(answer["items"] for answer in answers.values())
    assert report["unknown"]["found"]["items"] == []
    assert report["timing"]["median"] > 0
    changes = {each["slot"]: each["facts"] for each in report["changes"]}
    assert [fact["value"] for fact in changes["home"]] == ["Tallinn", "Riga"]
    assert [fact["value"] for fact in changes["allergy"] if fact["retracted_at"]] == ["penicillin"]
    then, now = (report[moment]["found"]["items"][0] for moment in ("then", "now"))
    assert (then["value"], now["value"]) == ("Tallinn", "Riga")
    people = {person["subject"]: person["facts"] for person in report["people"]}
    assert any("mushrooms" in fact["text"] for fact in people["Ilze"])
    assert not any("mushrooms" in fact["text"] for fact in people["user"])


def test_the_commands_to_try_next_work(shell: Shell, chat: Path) -> None:
    for command in shell.json("demo")["next"]:
        program, *words = shlex.split(command)
        assert program == "remanent" or Path(program).name  # as this process was called
        assert shell(*[str(chat) if word == "PATH" else word for word in words]) == 0, command


def test_a_demonstration_run_again_reads_nothing_twice(shell: Shell) -> None:
    shell("demo")
    again = shell.json("demo")
    assert (again["reading"]["turns"], again["reading"]["known"]) == (126, 126)
    assert (again["shopper"]["events"], again["shopper"]["known"]) == (22, 22)
    assert shell.json("stats", "--db", "remanent-demo.db")["counts"]["events"] == 126 + 22


def test_a_demonstration_that_was_interrupted_goes_on(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = ScopedMemory.remember, []

    def impatient(self: ScopedMemory, *arguments: Any, **named: Any) -> Any:
        calls.append(1)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return real(self, *arguments, **named)

    with monkeypatch.context() as patched:
        patched.setattr(ScopedMemory, "remember", impatient)
        assert shell("demo") == 130
    assert shell.err.startswith("Stopped; at least 100 of 126 messages are stored.")
    assert "again" in shell.err
    found = shell.json("demo")
    assert (found["reading"]["turns"], found["reading"]["known"]) == (126, 100)
    assert shell.json("stats", "--db", "remanent-demo.db")["counts"]["events"] == 126 + 22


def test_a_transcript_gets_a_memory_named_after_it_and_its_content(
    shell: Shell, chat: Path, alone: Path
) -> None:
    found = shell.json("demo", str(chat))
    assert found["reading"]["turns"] == CHAT_TURNS
    assert re.fullmatch(r"remanent-demo-chat-[0-9a-f]{8}\.db", found["reading"]["memory"])
    chat.write_text(CHAT + "\n**Ann:** Goodbye.\n", encoding="utf-8")
    other = shell.json("demo", str(chat))
    assert other["reading"]["memory"] != found["reading"]["memory"]
    assert len(list(alone.glob("remanent-demo-chat-*.db"))) == 2


def write_locomo(path: Path) -> None:
    def conversation(name: str, pet: str) -> dict[str, Any]:
        return {
            "sample_id": name,
            "conversation": {
                "session_1_date_time": "1:05 pm on 3 May, 2023",
                "session_1": [
                    {"speaker": "Zoe", "dia_id": "D1:1", "text": f"I have a {pet} called Ulf."},
                    {"speaker": "Max", "dia_id": "D1:2", "text": f"Is Ulf a large {pet}?"},
                ],
            },
        }

    path.write_text(json.dumps([conversation("c-1", "llama"), conversation("c-2", "ferret")]))


def test_one_conversation_of_a_file_of_several_is_chosen_by_number(
    shell: Shell, alone: Path
) -> None:
    write_locomo(alone / "several.json")
    first = shell.json("demo", "several.json")
    second = shell.json("demo", "several.json", "--conversation", "2")
    assert [first["reading"]["conversation"], second["reading"]["conversation"]] == ["c-1", "c-2"]
    assert first["reading"]["memory"] != second["reading"]["memory"]
    for number in ("1", "2"):  # in one memory they do not pass for one another
        both = shell.json("demo", "several.json", "--conversation", number, "--db", "both.db")
        assert both["reading"]["known"] == 0
    assert shell("recall", "ferret", "--db", first["reading"]["memory"]) == 3
    assert shell("demo", "several.json", "--conversation", "3") == 1
    assert "--conversation 1 to 2" in shell.err


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("chat.md", CHAT),
        ("chat.json", json.dumps([{"content": "Gustav is loud."}, {"content": "Is Gustav?"}])),
        ("chat.jsonl", '{"content": "Gustav is loud."}\n{"content": "Is Gustav?"}\n'),
        ("short.txt", "Ann: hi\nBob: hi"),
    ],
)
def test_any_transcript_is_asked_about_what_it_holds(
    shell: Shell, alone: Path, name: str, content: str
) -> None:
    (alone / name).write_text(content, encoding="utf-8")
    found = shell.json("demo", name)
    assert found["report"]["unknown"]["found"]["items"] == []
    assert found["next"]
    assert shell("demo", name) == 0


def test_questions_are_drawn_from_facts_and_rare_names(chat: Path, alone: Path) -> None:
    (transcript,) = read_transcripts(chat)
    with Memory(alone / "m.db") as memory:
        scope = memory.scope(tenant="t", user="me")
        scope.remember(transcript.messages)
        plan = plan_for(transcript, scope.facts(include_closed=True))
    assert "Where does Ann live?" in plan.questions
    assert "What is Ann allergic to?" in plan.questions
    assert "What was said about Gustav?" in plan.questions
    assert plan.changes == ()
    assert plan.then is None


def test_a_name_is_a_word_that_is_never_written_small() -> None:
    texts = ("We like Bread.", "Then more bread.", "Ask Gustav.", "It was Gustav again.")
    transcript = Transcript("t", tuple(Message(text) for text in texts))
    assert plan_for(transcript, ()).questions[0] == "What was said about Gustav?"


def test_the_question_that_cannot_be_answered_names_nobody_of_the_conversation() -> None:
    named = plan_for(Transcript("t", (Message("Hello"),)), ()).unknown
    (name,) = re.findall(r"does (\w+) play", named)
    other = plan_for(Transcript("t", (Message(f"{name.lower()} plays the harp"),)), ()).unknown
    assert name not in other


def test_then_and_now_are_drawn_from_what_changed(alone: Path) -> None:
    with Memory(alone / "m.db") as memory:
        scope = memory.scope(tenant="t", user="me")
        scope.remember("I live in Ghent.", at="2025-01-01")
        scope.remember("I live in Bruges.", at="2025-01-31")
        (transcript,) = read_transcripts(sample_path())
        plan = plan_for(transcript, scope.facts(include_closed=True))
    assert plan.then is not None
    question, moment = plan.then
    assert (question, moment.isoformat()) == ("Where do I live?", "2025-01-16T00:00:00+00:00")
    assert [(each.subject, each.slot) for each in plan.changes] == [("user", "home")]


def test_the_demonstration_fits_a_terminal_of_80_columns() -> None:
    from remanent.faces.cli.demo.reading import ends_at, read_conversation
    from remanent.faces.cli.options import ScopeOptions, opened_scope

    out = io.StringIO()
    console = Console(file=out, width=80, force_terminal=True, highlight=False, markup=False)
    (sample,) = read_transcripts(sample_path())
    with opened_scope(ScopeOptions(db="m.db"), may_create=True) as here:
        reading = read_conversation(here, sample, file="sample", key="k", memory="m.db")
        report = ask(here.scope, SAMPLE, ends_at=ends_at(reading))
    show(Screen(console), reading, report, [("a command to copy", "remanent " + "x" * 100)])
    plain = re.sub(r"\x1b\[[0-9;]*m", "", out.getvalue())
    told, _, commands = plain.partition("What to try next")
    assert max(len(line) for line in told.splitlines()) <= 80
    assert not any(line.endswith(" ") for line in told.splitlines())
    assert "remanent " + "x" * 100 in commands  # a command is never broken
    assert out.getvalue() != plain, "a terminal gets colours"


# The rest of looking after a memory


def test_reindex_embeds_what_has_no_vector_and_stops_where_it_is_done(shell: Shell) -> None:
    for user in ("ann", "bob"):
        shell("remember", "Gustav is loud.", "--db", "m.db", "--user", user)
    embedder = ("--embedder", "tests.support.embedders:HashEmbedder")
    found = shell.json("reindex", "--db", "m.db", *embedder)
    assert (found["scopes"], found["left"]) == (2, 0)
    assert found["embedded"] >= 2
    assert shell.json("reindex", "--db", "m.db", *embedder)["embedded"] == 0
    assert shell.json("reindex", "--db", "m.db", "--user", "ann", *embedder)["scopes"] == 1
    assert shell("recall", "How loud?", "--db", "m.db", "--user", "ann", *embedder) == 0


def test_reindex_without_an_embedder_says_which_option_to_give(shell: Shell) -> None:
    shell("remember", "Gustav is loud.", "--db", "m.db")
    assert shell("reindex", "--db", "m.db") == 1
    assert "remanent reindex --embedder local" in shell.err
    assert "Memory(" not in shell.err


def tamper(path: Path, *statements: str) -> None:
    connection = apsw.Connection(str(path))
    for statement in statements:
        connection.execute(statement).fetchall()
    connection.close()


def test_doctor_finds_nothing_in_a_healthy_memory(shell: Shell) -> None:
    shell("remember", "Gustav is loud.", "--db", "m.db")
    found = shell.json("doctor", "--full", "--db", "m.db")
    assert found == {"healthy": True, "mended": 0, "findings": []}
    assert shell("doctor", "--db", "m.db") == 0
    assert shell.out == "Nothing is wrong.\n"


def test_doctor_mends_what_is_derived_when_it_is_told_to(shell: Shell, alone: Path) -> None:
    shell("remember", "I'm allergic to shellfish.", "--db", "m.db")
    tamper(alone / "m.db", "UPDATE scope_state SET turns = 7", "UPDATE facts SET text = 'likes it'")
    found = shell.json("doctor", "--full", "--db", "m.db", code=1)
    assert {finding["kind"] for finding in found["findings"]} >= {"facts", "counters"}
    assert shell("doctor", "--full", "--db", "m.db") == 1
    assert "doctor --mend" in shell.out
    assert shell("doctor", "--full", "--mend", "--db", "m.db") == 0
    assert re.fullmatch(r"Mended \d findings\.\nNothing is wrong\.\n", shell.out)
    (fact,) = shell.json("facts", "--db", "m.db")["facts"]
    assert "shellfish" in fact["text"]


def test_doctor_makes_anew_all_that_is_derived(shell: Shell) -> None:
    shell("remember", "Gustav is loud.", "--db", "m.db")
    before = shell.json("recall", "Who is loud?", "--db", "m.db")["items"]
    assert shell.json("doctor", "--rebuild", "--full", "--db", "m.db")["healthy"]
    assert shell.json("recall", "Who is loud?", "--db", "m.db")["items"] == before


def test_doctor_says_what_to_do_with_a_file_that_cannot_be_opened(
    shell: Shell, alone: Path
) -> None:
    shell("remember", "Gustav is loud.", "--db", "m.db")
    content = bytearray((alone / "m.db").read_bytes())
    content[100:4096] = b"\xff" * 3996
    (alone / "m.db").write_bytes(content)
    assert shell("doctor", "--db", "m.db") == 1
    assert shell.err.startswith("error RM304: ")
    assert "backup" in shell.err
    assert "remanent doctor" not in shell.err
    assert (alone / "m.db").read_bytes() == content


def test_a_copy_holds_all_and_is_made_once(shell: Shell, alone: Path) -> None:
    shell("remember", "Gustav is loud.", "--db", "m.db", "--user", "ann")
    with Memory(alone / "m.db") as memory:
        memory.scope(tenant="default", user="ann").set_owner_secret(SECRET)
    first = shell.json("copy", "m.db", "copy.db")
    assert (first["source"], first["target"], first["scopes"]) == ("m.db", "copy.db", 1)
    assert first["rows"]["events"] == 1
    again = shell.json("copy", "m.db", "copy.db")
    assert (again["written"], again["resumed"]) == (0, True)
    assert shell("recall", "Who is loud?", "--db", "copy.db", "--user", "ann") == 0
    with Memory(alone / "copy.db") as memory:
        assert memory.scope(tenant="default", user="ann").verify_owner_secret(SECRET)
    assert shell("copy", "m.db", "copy.db") == 0
    assert "Both sides were compared." in shell.out


def test_a_copy_mixes_nothing_up(shell: Shell, alone: Path) -> None:
    for name in ("one.db", "two.db"):
        shell("remember", f"Gustav lives in {name}.", "--db", name)
    before = shell.json("stats", "--db", "two.db")["counts"]
    assert shell("copy", "one.db", "two.db") == 1
    assert shell.err.startswith("error RM300: ")
    assert shell.json("stats", "--db", "two.db")["counts"] == before
    assert shell("copy", "absent.db", "three.db") == 1
    assert shell("copy", "one.db", "mysql://there") == 1
    assert not (alone / "three.db").exists()
    assert not (alone / "absent.db").exists()


@pytest.mark.parametrize(
    ("verb", "words"),
    [("doctor", ["doctor", "--db", "m.db"]), ("copy_to", ["copy", "m.db", "c.db"])],
)
def test_long_work_that_is_interrupted_says_how_to_go_on(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, verb: str, words: list[str]
) -> None:
    shell("remember", "Gustav is loud.", "--db", "m.db")

    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Memory, verb, stopped)
    assert shell(*words) == 130
    assert shell.err.startswith("Stopped; ")
    assert "again" in shell.err


def test_reindexing_that_is_interrupted_says_how_to_go_on(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell("remember", "Gustav is loud.", "--db", "m.db")
    break_verb(monkeypatch, "reindex", KeyboardInterrupt())
    embedder = ("--embedder", "tests.support.embedders:HashEmbedder")
    assert shell("reindex", "--db", "m.db", *embedder) == 130
    assert shell.err.startswith("Stopped; 0 pieces were embedded.")


@pytest.mark.postgres
def test_a_memory_on_a_server_is_used_by_its_address(shell: Shell, addresses: Any) -> None:
    address = addresses.of("memory", "postgresql")
    assert shell("remember", "Gustav is loud.", "--db", address) == 0
    assert shell("recall", "Who is loud?", "--db", address) == 0
    assert shell.json("copy", address, "local.db")["rows"]["events"] == 1
    assert shell("recall", "Who is loud?", "--db", "local.db") == 0
    assert shell.json("doctor", "--full", "--db", address)["healthy"]


# Setting up


def test_init_writes_settings_that_load_back_and_sets_the_secret(
    shell: Shell, alone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REMANENT_OWNER_SECRET", SECRET)
    found = shell.json("init", "--yes", "--db", "m.db", "--zone", "Europe/Riga")
    assert found == {
        "file": str(alone / "remanent.toml"), "memory": str(alone / "m.db"), "secret": True,
    }  # fmt: skip
    text = (alone / "remanent.toml").read_text(encoding="utf-8")
    settings = load_settings(path=alone / "remanent.toml", environ={})
    assert (settings.store.path, settings.remember.zone) == (str(alone / "m.db"), "Europe/Riga")
    assert SECRET not in text
    assert SECRET.encode() not in (alone / "m.db").read_bytes()
    with Memory(alone / "m.db") as memory:
        scope = memory.scope(tenant="default", user="me")
        assert scope.verify_owner_secret(SECRET)
        assert not scope.verify_owner_secret(SECRET + "!")


def test_init_asks_nothing_and_sets_nothing_where_it_is_told_so(shell: Shell, alone: Path) -> None:
    assert shell("init", "other.toml", "--yes", "--no-secret", "--db", "m.db") == 0
    assert "No owner's secret is set" in shell.out
    assert (alone / "other.toml").exists()


@pytest.mark.parametrize(
    ("words", "secret"),
    [
        (["init"], None),  # no terminal to ask on
        (["init", "--yes"], None),
        (["init", "--yes"], "short"),
        (["init", "--yes", "--no-secret", "--zone", "Atlantis"], None),
    ],
)
def test_an_init_that_cannot_be_done_leaves_no_settings(
    shell: Shell,
    alone: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    secret: str | None,
) -> None:
    if secret is not None:
        monkeypatch.setenv("REMANENT_OWNER_SECRET", secret)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert shell(*words, "--db", "m.db") == 1
    assert shell.err.startswith("error RM10")
    assert not (alone / "remanent.toml").exists()


def test_init_writes_over_nothing_unless_forced(shell: Shell, alone: Path) -> None:
    (alone / "remanent.toml").write_text("# mine\n")
    write = ("init", "--yes", "--no-secret", "--db", "m.db")
    assert shell(*write) == 1
    assert (alone / "remanent.toml").read_text() == "# mine\n"
    assert shell(*write, "--force") == 0
    assert (alone / "remanent.toml").read_text() != "# mine\n"


def test_a_secret_that_is_set_is_not_replaced_without_it(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REMANENT_OWNER_SECRET", SECRET)
    shell("init", "--yes", "--db", "m.db")
    monkeypatch.setenv("REMANENT_OWNER_SECRET", "nine loud otters")
    assert shell("init", "--yes", "--db", "m.db", "--force") == 1
    assert shell.err.startswith("error RM200: ")
    with Memory("m.db") as memory:
        assert memory.scope(tenant="default", user="me").verify_owner_secret(SECRET)


def test_no_other_command_runs_with_the_secret_in_its_environment(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REMANENT_OWNER_SECRET", SECRET)
    assert shell("remember", "text", "--db", "m.db") == 1
    assert SECRET not in shell.err + shell.out


class Terminal(io.StringIO):
    """Somebody who types these lines."""

    def isatty(self) -> bool:
        return True


def typed(monkeypatch: pytest.MonkeyPatch, lines: str, secrets: list[str]) -> Callable[[], int]:
    monkeypatch.setattr(sys, "stdin", Terminal(lines))
    monkeypatch.setattr(getpass, "getpass", lambda _: secrets.pop(0))
    return lambda: len(secrets)


def test_init_asks_until_the_answers_can_be_used(
    shell: Shell, alone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = typed(
        monkeypatch,
        "http://no\nasked.db\nnone\nAtlantis\nEurope/Riga\n",
        [SECRET, "another", "short", "short", SECRET, SECRET],
    )
    assert shell("init") == 0
    assert left() == 0
    assert "Where is the memory?" in shell.err
    settings = load_settings(path=alone / "remanent.toml", environ={})
    assert (settings.store.path, settings.remember.zone) == (
        str(alone / "asked.db"),
        "Europe/Riga",
    )
    with Memory(alone / "asked.db") as memory:
        assert memory.scope(tenant="default", user="me").verify_owner_secret(SECRET)


def test_init_replaces_a_secret_for_whoever_knows_it(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Memory("m.db") as memory:
        memory.scope(tenant="default", user="me").set_owner_secret(SECRET)
    typed(monkeypatch, "\n\n\n", ["wrong guess"])
    assert shell("init", "--db", "m.db") == 1
    assert shell.err.splitlines()[-1].split("] ")[-1].startswith("error RM200: ")
    typed(monkeypatch, "\n\n\n", [SECRET, "nine loud otters", "nine loud otters"])
    assert shell("init", "--db", "m.db") == 0
    with Memory("m.db") as memory:
        assert memory.scope(tenant="default", user="me").verify_owner_secret("nine loud otters")


def test_init_stops_where_the_answers_end(
    shell: Shell, alone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, "", [])
    assert shell("init", "--db", "m.db") == 1
    assert not (alone / "remanent.toml").exists()


def test_config_shows_where_a_value_comes_from_and_no_password(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REMANENT_PATH", "postgresql://ann:hunter2@example.org/memory")
    monkeypatch.setenv("REMANENT_RECALL_LIMIT", "7")
    rows = {row["name"]: row for row in shell.json("config", "show")["settings"]}
    assert rows["recall.limit"]["value"] == 7
    assert rows["recall.limit"]["origin"] == "the variable REMANENT_RECALL_LIMIT"
    assert "hunter2" not in shell.out
    assert shell("config", "show") == 0
    assert "recall.limit = 7 items" in shell.out
    assert "hunter2" not in shell.out


# Showing


def test_a_long_text_is_cut_to_one_harmless_line() -> None:
    assert one_line("a\n b\tc") == "a b c"
    assert one_line("x" * 10, most=10) == "x" * 10
    assert one_line("x" * 11, most=10) == "x" * 9 + "…"
    assert one_line("x" * 1_000_000, most=10) == "x" * 9 + "…"
    assert harmless("tab\t, line\n, é, 家, \x00") == "tab\t, line\n, é, 家, \\x00"


def test_a_bar_is_drawn_on_a_terminal_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from remanent.faces.cli.progress import progress_bar

    with progress_bar("Reading", 2) as bar:
        bar.advance(1)
        bar.reach(2, 3)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    with progress_bar("Reading") as bar:
        bar.reach(1, 3)
        bar.advance(1)
    assert re.search(r"Reading .*2/3", capsys.readouterr().err)


# The guide


def leaf_commands() -> list[tuple[str, ...]]:
    app = make_app()
    found: list[tuple[str, ...]] = []
    for name in COMMANDS:
        inner = [each for each in app[name] if not each.startswith("-")]
        found += [(name, each) for each in inner] or [(name,)]
    return found


@pytest.mark.parametrize("command", leaf_commands(), ids=" ".join)
def test_every_command_and_option_is_in_the_guide(command: tuple[str, ...]) -> None:
    sections = dict(
        part.split("\n", 1) for part in GUIDE.read_text(encoding="utf-8").split("\n## ")[1:]
    )
    told = sections["What all commands share"] + sections[command[0]]
    app = make_app()
    for name in command:
        app = app[name]
    options = {
        name
        for argument in app.assemble_argument_collection()
        for name in argument.names
        if name.startswith("--") and not name.startswith(("--no-", "--empty-"))
    }
    assert {option for option in options if f"`{option}`" not in told} == set()


def test_the_line_of_a_command_is_the_first_of_its_help() -> None:
    lines = {name: line for name, (_, line) in COMMANDS.items()}
    for name, line in lines.items():
        app = make_app(name)
        assert app[name].help.partition("\n")[0] == line


def test_the_guide_has_the_exit_codes_and_the_objects() -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    for code in (0, 1, 2, 3, 130, 141):
        assert f"\n| {code} | " in guide
    for command in leaf_commands():
        assert f"\n| `{' '.join(command)}` | `" in guide


def test_the_program_is_installed_under_its_name() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert 'remanent = "remanent.faces.cli:main"' in project
    assert callable(command_line.run)
