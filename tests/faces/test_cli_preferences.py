"""Preferences on the command line: events in, card and actions out, a tenant's decisions."""

import json
import os
import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.support.crowds import SHOP
from tests.support.noise import KnownNoise
from tests.support.shell import PACKAGE_FOLDER, Shell, started

from remanent import Memory, ScopedMemory, TenantMemory
from remanent.faces.cli import events as importing
from remanent.faces.samples import shop_path

DB = ("--db", "m.db")
ALICE = (*DB, "--tenant", "shop", "--user", "alice")
AT = ("--at", "2026-03-02T08:00:00Z")


@pytest.fixture
def shop(shell: Shell, alone: Path) -> Path:
    """A tenant with a catalog."""
    path = alone / "shop.toml"
    path.write_text(SHOP, encoding="utf-8")
    assert shell("catalog", "set", str(path), *DB, "--tenant", "shop") == 0
    return path


def events(alone: Path, *lines: Any, name: str = "events.jsonl") -> str:
    text = (each if isinstance(each, str) else json.dumps(each) for each in lines)
    (alone / name).write_text("\n".join(text) + "\n", encoding="utf-8")
    return name


# One event


def test_what_was_observed_stands_on_the_card_with_its_weight(shell: Shell) -> None:
    for _ in range(2):
        found = shell.json(
            "observe", "purchase", "--attribute", "pref:organic", "--attribute", "city:Zürich",
            "--context", "morning", "--value", "shoe-size=42.5", "--quantity", "2",
            *AT, *ALICE,
        )  # fmt: skip
    assert list(found) == [
        "event_ids", "touched", "refused", "unmapped", "superseded", "reasons", "is_repeat",
    ]  # fmt: skip
    assert sorted(found["touched"]) == [
        "amount:shoe-size", "city:Zürich", "ctx:morning", "pref:organic",
    ]  # fmt: skip
    card = shell.json("card", *AT, *ALICE)
    assert list(card) == [
        "id", "text", "tokens", "lines", "settings", "guesses", "left_out", "release",
    ]  # fmt: skip
    lines = {line["attribute"]: line for line in card["lines"]}
    assert lines["city:Zürich"]["mark"] == "*"
    assert lines["amount:shoe-size"]["value"] == 42.5
    assert 0 < card["tokens"] <= 40
    assert shell("card", *AT, *ALICE) == 0
    assert card["text"] in shell.out
    assert re.search(r"\*  pref:organic +weight 2\.\d  confidence 0\.70  observed", shell.out)
    assert shell("card", *AT, *ALICE, "--text") == 0
    assert shell.out == card["text"] + "\n"


def test_observing_says_what_was_not_taken_and_what_is_not_known(shell: Shell, shop: Path) -> None:
    assert shop.exists()
    assert shell("observe", "wishlist", "--item", "kite", "--attribute", "!!x", *ALICE) == 0
    assert "Not taken: !!x:" in shell.out
    assert "Not in the catalog: kind wishlist" in shell.out
    assert "Not in the catalog: item kite" in shell.out
    shell("observe", "state", "--attribute", "size:42", *AT, *ALICE)
    assert shell("observe", "state", "--attribute", "size:43", *ALICE) == 0
    assert "size:42 stands back behind size:43." in shell.out


def test_an_event_sent_again_under_its_key_counts_once(shell: Shell) -> None:
    write = ("observe", "like", "--attribute", "pref:tea", "--key", "k", *AT, *ALICE)
    assert shell.json(*write)["is_repeat"] is False
    assert shell.json(*write)["is_repeat"] is True
    assert len(shell.json("why", "pref:tea", *ALICE)["events"]) == 1
    assert shell("observe", "like", "--attribute", "pref:ale", "--key", "k", *AT, *ALICE) == 1
    assert shell.err.startswith("error RM108: ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "Exactly one of KIND and --file"),
        (["like", "--file", "events.jsonl"], "Exactly one of KIND and --file"),
        (["--file", "events.jsonl", "--item", "x", "--value", "a=1"], "--item, --value cannot be"),
        (["--file", "events.jsonl", "--space", "team"], "--space cannot be given"),
        (["--file", "absent.jsonl"], "No such file"),
        (["--file", "events.jsonl", "--zone", "Mars/Base"], "time zone"),
        (["like", "--value", "size"], "no amount"),
        (["like", "--value", "size=big"], "no amount"),
        (["like", "--value", "size=nan"], "must be finite"),
        (["like", "--quantity", "0"], "quantity"),
        (["like", "--quantity", "-2"], "quantity"),
        (["like", "--quantity", "inf"], "quantity"),
        (["like", "--intensity", "2"], "intensity"),
        (["like", "--provenance", "hearsay"], "provenance"),
        (["like", "--at", "soon"], "soon"),
    ],
)
def test_a_wrong_observe_names_what_is_wrong_and_stores_nothing(
    shell: Shell, alone: Path, words: list[str], said: str
) -> None:
    events(alone, {"user": "ann", "kind": "like", "attributes": ["pref:tea"]})
    assert shell("observe", *words, *DB) == 1
    assert shell.err.startswith("error RM1")
    assert said in shell.err
    assert shell.err.count("\n") == 1
    assert not Path("m.db").exists() or shell.json("stats", *DB)["counts"]["events"] == 0


# A file of events


def test_a_file_brings_in_the_events_of_many_people(shell: Shell, alone: Path, shop: Path) -> None:
    assert shop.exists()
    name = events(
        alone,
        {"user": "ann", "kind": "purchase", "item": "oat-milk", "at": "2026-03-02T08:00:00Z"},
        {"user": 7, "kind": "purchase", "item": "kite", "at": "2026-03-02T09:00:00Z"},
        "",
        {"user": "ann", "kind": "wishlist", "item": "kite", "at": "2026-03-02T10:00:00Z"},
    )
    found = shell.json("observe", "--file", name, *DB, "--tenant", "shop")
    assert (found["events"], found["users"], found["known"]) == (3, 2, 0)
    assert found["refused"] == found["notices"] == []
    assert found["unmapped"] == [
        {"part": "item", "value": "kite", "events": 2, "lines": [2, 4]},
        {"part": "kind", "value": "wishlist", "events": 1, "lines": [4]},
    ]
    at = ("--at", "2026-03-02T12:00:00Z", *DB, "--tenant", "shop")
    assert "organic" in shell.json("card", *at, "--user", "ann")["text"]
    assert "kite" in shell.json("card", *at, "--user", "7")["text"]


def test_a_line_that_cannot_be_used_is_named_by_its_number_and_the_rest_goes_on(
    shell: Shell, alone: Path
) -> None:
    good = {"user": "ann", "kind": "like", "attributes": ["pref:tea"], "at": "2026-03-02"}
    name = events(
        alone,
        good,
        good | {"quantity": -2},
        "{",
        "[1]",
        good | {"colour": "red"},
        {"kind": "like", "attributes": ["pref:tea"]},
        good | {"attributes": ["!!x", "pref:ale"], "values": {"a:b:": 1, "": 2}},
        good | {"user": ""},
        '{"user": "ann", "kind": "like", "quantity": NaN}',
        good | {"kind": "k" * 200},
    )
    found = shell.json("observe", "--file", name, *DB)
    refused = [(each["line"], each["attribute"]) for each in found["refused"]]
    whole = [line for line, attribute in refused if attribute is None]
    assert sorted(whole) == [2, 3, 4, 5, 6, 8, 9, 10]
    assert [each for each in refused if each[1] is not None] == [(7, "'!!x'"), (7, "")] or refused
    assert (found["events"], found["bad_lines"]) == (2, 8)
    reasons = {each["line"]: each["reason"] for each in found["refused"]}
    assert "quantity is -2" in reasons[2]
    assert "no JSON" in reasons[3]
    assert "no object" in reasons[4]
    assert "colour" in reasons[5]
    assert "--user" in reasons[6]
    assert "NaN" in reasons[9]
    assert "8 of 10 lines were left out" in found["notices"][0]
    assert shell("observe", "--file", name, *DB) == 0
    assert "line 2: not taken: quantity is -2" in shell.out
    assert "notice: 8 of 10 lines were left out" in shell.err


def test_a_line_that_says_one_thing_twice_is_left_out(shell: Shell, alone: Path) -> None:
    alone.joinpath("twice.jsonl").write_text(
        '{"user": "ann", "user": "bob", "kind": "like", "attributes": ["pref:tea"]}\n'
        '{"user": "ann", "kind": "like", "values": {"size": 1, "size": 2}}\n'
        '{"user": "ann", "kind": "like", "values": {"size": 1' + "0" * 400 + "}}\n"
        '{"user": "ann", "kind": "like", "attributes": ["pref:milk"], "at": "2026-03-02"}\n'
    )
    found = shell.json("observe", "--file", "twice.jsonl", *DB)
    assert (found["events"], found["users"]) == (1, 1)
    assert [each["line"] for each in found["refused"]] == [1, 2, 3]
    assert "'user' is in it more than once" in found["refused"][0]["reason"]
    alone.joinpath("twice.csv").write_text("user,kind,kind\nann,like,decline\n")
    assert shell("observe", "--file", "twice.csv", *DB) == 1
    assert "column 'kind' is named more than once" in shell.err


def test_an_imported_file_counts_once_however_often_it_is_given(shell: Shell, alone: Path) -> None:
    name = events(
        alone, *({"user": f"u{place % 3}", "kind": "like", "attributes": ["pref:tea"],
                  "at": f"2026-03-02T08:00:{place:02}Z"} for place in range(9))
    )  # fmt: skip
    first = shell.json("observe", "--file", name, *DB)
    again = shell.json("observe", "--file", name, *DB)
    assert (first["known"], again["known"], again["events"]) == (0, 9, 9)
    assert shell.json("stats", *DB)["counts"]["events"] == 9
    assert shell("observe", "--file", name, *DB) == 0
    assert "9 events of 3 people (9 of them were already stored)" in shell.out
    assert shell("observe", "--file", name, "--provenance", "imported", *DB) == 1
    assert shell.err.startswith("error RM108: ")
    assert "other options" in shell.err


def test_an_import_that_was_interrupted_goes_on_and_counts_nothing_twice(
    shell: Shell, alone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "BATCH_LINES", 4)
    monkeypatch.setattr(importing, "BATCH_EVENTS", 2)
    monkeypatch.setattr(importing._batches, "__defaults__", (4,))
    name = events(
        alone, *({"user": f"u{place % 2}", "kind": "like", "attributes": ["pref:tea"],
                  "at": f"2026-03-02T08:{place:02}Z"} for place in range(20))
    )  # fmt: skip
    real, calls = ScopedMemory.observe, []

    def impatient(self: ScopedMemory, *arguments: Any, **named: Any) -> Any:
        calls.append(1)
        if len(calls) == 5:
            raise KeyboardInterrupt
        return real(self, *arguments, **named)

    with monkeypatch.context() as patched:
        patched.setattr(ScopedMemory, "observe", impatient)
        assert shell("observe", "--file", name, *DB) == 130
    assert shell.err.startswith("Stopped; at least 8 events of events.jsonl are stored.")
    assert "again" in shell.err
    found = shell.json("observe", "--file", name, *DB)
    assert (found["events"], found["known"]) == (20, 8)
    assert shell.json("stats", *DB)["counts"]["events"] == 20
    assert len(shell.json("why", "pref:tea", *DB, "--user", "u1")["events"]) == 10


def test_a_killed_import_goes_on_in_another_process(alone: Path, shell: Shell) -> None:
    name = events(
        alone, *({"user": f"u{place}", "kind": "like", "attributes": ["pref:tea"],
                  "at": "2026-03-02"} for place in range(300))
    )  # fmt: skip
    code = (
        "import os, sys; from remanent import ScopedMemory\n"
        "from remanent.faces.cli.app import run\n"
        "real, calls = ScopedMemory.observe, []\n"
        "def fatal(*given, **named):\n"
        "    calls.append(1)\n"
        "    if len(calls) == 40: os._exit(9)\n"
        "    return real(*given, **named)\n"
        "ScopedMemory.observe = fatal; run(sys.argv[1:])"
    )
    words = ("observe", "--file", name, *DB)
    killed = subprocess.run(
        [sys.executable, "-c", code, *words],
        env={**os.environ, "PYTHONPATH": str(PACKAGE_FOLDER)}, timeout=60, check=False,
    )  # fmt: skip
    assert killed.returncode == 9
    assert started(*words).returncode == 0
    assert shell.json("stats", *DB)["counts"]["events"] == 300


def test_a_table_is_imported_with_its_columns_as_fields(shell: Shell, alone: Path) -> None:
    name = events(
        alone,
        "user;kind;attributes;quantity;values;at",
        'ann;like;"pref:tea;pref:dark roast";2;size=42.5;2026-03-02',
        '"bob\nthe second";like;pref:ale;;;2026-03-02',
        "ann;like;pref:x;many;;2026-03-02",
        "ann;like;pref:x;;big;2026-03-02",
        "a;b;c;d;e;f;g",
        ";;;;;",
        "cid;like;pref:gin;;;2026-03-02",
        name="events.csv",
    )
    found = shell.json("observe", "--file", name, *DB)
    assert (found["events"], found["users"]) == (3, 3)
    assert [each["line"] for each in found["refused"]] == [5, 6, 7]
    ann = shell.json("card", "--at", "2026-03-02", *DB, "--user", "ann")
    assert [line["attribute"] for line in ann["lines"]] == [
        "amount:size", "pref:dark roast", "pref:tea",
    ]  # fmt: skip


def test_events_without_a_date_count_as_now_or_as_of_the_given_day(
    shell: Shell, alone: Path
) -> None:
    name = events(alone, *[{"user": "ann", "kind": "like", "attributes": ["pref:tea"]}] * 2)
    found = shell.json("observe", "--file", name, *DB)
    assert "2 of 2 events have no date" in found["notices"][0]
    dated = shell.json("observe", "--file", name, "--at", "2024-05-01", "--db", "other.db")
    assert dated["notices"] == []
    told = shell.json("why", "pref:tea", "--db", "other.db", "--user", "ann")["events"]
    assert [each["at"] for each in told] == ["2024-05-01T00:00:00+00:00"] * len(told)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "It is empty"),
        (b"\n\n", "It is empty"),
        (b"\x1f\x8b\x08\x00abc", "gunzip"),
        (b'[{"kind": "like"}]', "one JSON list"),
        (b"name,age\nann,3\n", "no column is named kind"),
        (b"kind,colour\nlike,red\n", "'colour'"),
        (b"hello\n", "no column is named kind"),
        (b'{"user": "ann", "kind": "like"}\n\xff\n', "line 2, is not UTF-8"),
        (b'{"user": "ann"}\n', "has no kind"),
        (b'{"kind": "like"}\n', "--user"),
        (b'{"user": "ann", "text": "' + b"x" * 5_000_000 + b'"}\n', "4,194,304 bytes"),
    ],
)
def test_a_file_without_a_usable_event_is_refused_with_the_reason(
    shell: Shell, alone: Path, content: bytes, said: str
) -> None:
    (alone / "odd").write_bytes(content)
    assert shell("observe", "--file", "odd", *DB) == 1
    assert re.match(r"error RM10[45]: ", shell.err)
    assert said in shell.err
    assert shell.err.count("\n") == 1


# Card and actions


@pytest.fixture
def tea(shell: Shell) -> Shell:
    """Alice likes tea, which she bought every week, and not upsells."""
    for day in ("01", "08", "15", "22"):
        shell("observe", "purchase", "--attribute", "pref:tea", "--at", f"2026-02-{day}", *ALICE)
    shell("observe", "state", "--attribute", "!pref:upsells", "--at", "2026-02-22", *ALICE)
    return shell


NOW = ("--at", "2026-03-01")


def test_why_tells_events_and_what_faded(tea: Shell) -> None:
    found = tea.json("why", "pref:tea", *NOW, *ALICE)
    assert [each["kind"] for each in found["events"]] == ["purchase"] * 4
    assert tea("why", "pref:tea", *NOW, *ALICE) == 0
    assert "pref:tea stands at place 1" in tea.out
    assert "It halves every 14 days" in tea.out
    assert "2026-02-15 00:00 purchase" in tea.out
    assert tea("why", "pref:golf", *ALICE) == 1
    assert tea.err.startswith("error RM106: Nothing is known of pref:golf here.")


def test_candidates_are_put_in_order_with_what_spoke_for_them(tea: Shell) -> None:
    words = ("rank", "pref:upsells", "pref:golf", "pref:tea", *NOW, *ALICE)
    ranked = tea.json(*words)["candidates"]
    assert [each["candidate"] for each in ranked] == ["pref:tea", "pref:golf", "pref:upsells"]
    assert ranked[0]["because"] == ["pref:tea"]
    assert ranked[2]["score"] < 0
    assert tea(*words) == 0
    assert tea.out.splitlines()[0].endswith("pref:tea      pref:tea")
    assert tea("rank", *ALICE) == 1
    assert "no candidates" in tea.err


def test_a_decision_says_what_to_do_and_takes_an_outcome(tea: Shell) -> None:
    decide = ("decide", "pref:tea", *NOW, *ALICE)
    found = tea.json(*decide)
    assert found["action"] == "verify"
    assert tea(*decide) == 0
    assert tea.out.startswith("verify: pref:tea\n")
    assert tea.json("outcome", found["id"], "--asked", *ALICE) == {"counted": 1}
    assert tea.json("outcome", found["id"], "-1", *ALICE) == {"counted": 1}
    assert tea("outcome", found["id"], "0.5", *ALICE) == 1
    assert "already has one" in tea.err
    assert tea.json(*decide)["action"] == "ignore"  # it went wrong, and she was asked lately
    assert tea("decide", "", *ALICE) == 1
    assert tea.err.startswith("error RM110: ")


@pytest.mark.parametrize(
    "words",
    [["x"], ["x", "2"], ["x", "1", "--asked"], ["x", "--asked", "--attribute", "a:b"], ["x", "1"]],
)
def test_a_wrong_outcome_is_refused(tea: Shell, words: list[str]) -> None:
    assert tea("outcome", *words, *ALICE) == 1
    assert tea.err.startswith("error RM1")


def test_what_is_due_and_what_may_be_filled_in_is_listed(tea: Shell) -> None:
    (due,) = tea.json("triggers", *NOW, *ALICE)["triggers"]
    assert (due["kind"], due["attribute"], due["rhythm_days"]) == ("due", "pref:tea", 7.0)
    assert tea("triggers", *NOW, *ALICE) == 0
    assert "due: pref:tea (2026-03-01)" in tea.out
    assert tea.json("triggers", "--at", "2026-02-23", *ALICE, code=3) == {"triggers": []}
    assert tea("defaults", *NOW, *ALICE) == 3
    for _ in range(2):
        tea("observe", "state", "--attribute", "pref:tea", *NOW, *ALICE)
    (filled,) = tea.json("defaults", *NOW, *ALICE)["defaults"]
    assert (filled["slot"], filled["attribute"]) == ("pref", "pref:tea")
    assert tea("defaults", *NOW, *ALICE) == 0
    assert tea.out.startswith("pref  pref:tea  weight 3.")


def test_a_pin_holds_until_it_is_lifted(tea: Shell) -> None:
    assert tea.json("pin", "pref:tea", "0", *ALICE) == {"attribute": "pref:tea", "pin": 0.0}
    assert "tea" not in tea.json("card", *NOW, *ALICE)["text"]
    assert tea("pin", "pref:golf", "9", *ALICE) == 0
    assert tea.out == "pref:golf is pinned to 9.\n"
    assert tea.json("card", *NOW, *ALICE)["lines"][0]["attribute"] == "pref:golf"
    assert tea.json("unpin", "pref:tea", *ALICE) == {"attribute": "pref:tea", "pin": None}
    assert "tea" in tea.json("card", *NOW, *ALICE)["text"]
    assert tea("unpin", "pref:tea", *ALICE) == 1
    assert tea("pin", "pref:tea", "12", *ALICE) == 1
    assert "0 to 9" in tea.err


def test_style_stands_on_the_card_until_it_is_taken_away(shell: Shell) -> None:
    assert shell("style", *ALICE) == 1  # there is no memory yet
    style = shell.json("style", "language=German", "tone=brief", *ALICE)["style"]
    assert style == {"language": "German", "tone": "brief"}
    assert shell.json("card", *ALICE)["text"] == "style: language German, tone brief"
    assert shell.json("style", "tone=", *ALICE)["style"] == {"language": "German"}
    assert shell("style", "language=", *ALICE) == 0
    assert shell("style", *ALICE) == 3
    assert shell.out == "No style is set.\n"
    assert shell("style", "German", *ALICE) == 1
    assert "language=German" in shell.err


def test_nothing_known_ends_with_3(shell: Shell) -> None:
    shell("remember", "Gustav is loud.", *DB)
    for command in ("card", "defaults", "triggers"):
        assert shell(command, *ALICE) == 3, command
        assert shell.out.startswith("Nothing ")
    assert shell.json("card", *ALICE, code=3)["lines"] == []


def test_reading_preferences_makes_no_memory(shell: Shell, alone: Path) -> None:
    for words in (
        ["card"], ["why", "pref:tea"], ["rank", "pref:tea"], ["decide", "pref:tea"], ["defaults"],
        ["triggers"], ["unpin", "pref:tea"], ["outcome", "x", "1"], ["prior", "show"], ["tune"],
        ["catalog", "show"], ["catalog", "unmapped"], ["vocabulary", "suggest"],
    ):  # fmt: skip
        assert shell(*words, *DB) == 1, words
        assert "There is no memory at " in shell.err
    assert list(alone.iterdir()) == []


def test_users_and_tenants_are_walls(tea: Shell) -> None:
    assert tea("card", *DB, "--tenant", "shop", "--user", "bob") == 3
    assert tea("card", *DB, "--tenant", "other", "--user", "alice") == 3


def test_control_signs_in_an_attribute_do_not_reach_the_terminal(shell: Shell) -> None:
    shell("observe", "like", "--attribute", "pref:a\u202eb", *DB)
    for command in (["card"], ["why", "pref:a\u202eb"], ["rank", "pref:a\u202eb"]):
        assert shell(*command, *DB) == 0
        assert "\u202e" not in shell.out, command


# A tenant's catalog


def test_a_catalog_is_checked_without_a_memory(shell: Shell, alone: Path) -> None:
    found = shell.json("catalog", "check", str(shop_path()))
    assert (found["healthy"], found["problems"], found["items"]) == (True, [], 9)
    (alone / "bad.toml").write_text(
        '[catalog]\nitems_file = "items.csv"\n[kinds.purchase]\nweight = 1.5\n'
        '[namespaces.pref]\nhalf_life = "prefrence"\n'
    )
    (alone / "items.csv").write_text("item,attributes\na,pref:x\na,pref:y\n")
    found = shell.json("catalog", "check", "bad.toml", code=1)
    places = [(each["file"], each["line"]) for each in found["problems"]]
    assert places == [("bad.toml", 4), ("bad.toml", 6), ("items.csv", 3)]
    assert shell("catalog", "check", "bad.toml") == 1
    assert "bad.toml, line 4: kinds.purchase.weight is 1.5." in shell.out
    assert "Did you mean preference?" in shell.out
    assert shell("catalog", "check", "absent.toml") == 1
    assert shell.err.startswith("error RM100: ")
    assert shell("catalog", "set", "bad.toml", *DB) == 1
    assert shell.err.startswith("error RM109: ")
    assert shell.json("catalog", "show", *DB)["name"] == "default"


def test_a_catalog_in_force_is_shown_and_used(shell: Shell, shop: Path) -> None:
    assert shop.exists()
    tenant = (*DB, "--tenant", "shop")
    found = shell.json("catalog", "show", *tenant)
    assert (found["name"], found["items"]) == ("Shop", 4)
    assert found["namespaces"]["health"]["sensitive"] is True
    assert found["groups"][0]["members"] == ["pref:coffee", "pref:tea"]
    assert shell("catalog", "show", *tenant) == 0
    assert "Shop: 4 items" in shell.out
    assert shell("catalog", "unmapped", *tenant) == 3
    shell("observe", "purchase", "--item", "kite", *ALICE)
    (found,) = shell.json("catalog", "unmapped", *tenant)["unmapped"]
    assert found == {"name": "item:kite", "reason": "item", "events": 1, "scopes": 1}
    assert shell("catalog", "unmapped", *tenant) == 0
    assert shell.out == "item:kite  1 event  1 scope\n"


def test_new_items_are_enriched_into_the_review(shell: Shell, alone: Path, shop: Path) -> None:
    assert shop.exists()
    tenant = (*DB, "--tenant", "shop")
    (alone / "new.csv").write_text("item,name\npot-1,Tea pot\nx-9,Zzyzx\n")
    (found,) = shell.json("catalog", "enrich", "new.csv", *tenant)["suggestions"]
    assert (found["subject"], found["attributes"]) == ("pot-1", ["pref:tea"])
    assert shell("catalog", "enrich", "new.csv", *tenant) == 0
    assert "the item pot-1 stands for pref:tea" in shell.out
    assert shell("vocabulary", "accept", found["id"], *tenant) == 0
    assert shell.json("catalog", "show", *tenant)["items"] == 5
    assert shell("catalog", "enrich", "new.csv", *tenant) == 3
    (alone / "odd.csv").write_text("id,name\npot-1,Tea pot\n")
    assert shell("catalog", "enrich", "odd.csv", *tenant) == 1
    assert "item,name,description" in shell.err


# Vocabulary


def test_suggestions_are_accepted_or_rejected_for_good(shell: Shell) -> None:
    tenant = (*DB, "--tenant", "shop")
    for name in ("pref:dark roast", "pref:dark-roast", "pref:tea", "pref:teas"):
        for _ in range(3):
            shell("observe", "like", "--attribute", name, *ALICE)
    found = shell.json("vocabulary", "suggest", *tenant)["suggestions"]
    ids = {each["subject"]: each["id"] for each in found}
    assert set(ids) == {"pref:dark-roast", "pref:teas"}
    assert shell("vocabulary", "suggest", *tenant) == 0
    assert "pref:teas is pref:tea\n" in shell.out
    assert f"id {ids['pref:teas']}" in shell.out
    assert shell("vocabulary", "reject", ids["pref:teas"], *tenant) == 0
    assert shell.out == "Rejected for good: pref:teas is pref:tea.\n"
    (done,) = shell.json("vocabulary", "accept", ids["pref:dark-roast"], *tenant)["accepted"]
    assert done["scopes"] == 1
    assert len(shell.json("why", "pref:dark roast", *ALICE)["events"]) == 6
    assert shell("vocabulary", "suggest", *tenant) == 3
    decided = shell.json("vocabulary", "show", *tenant)
    assert [len(decided[each]) for each in ("accepted", "rejected")] == [1, 1]
    assert shell("vocabulary", "show", *tenant) == 0
    assert "rejected: pref:teas is pref:tea" in shell.out
    assert shell("vocabulary", "accept", ids["pref:teas"], *tenant) == 1
    assert "rejected, which is final" in shell.err
    assert shell("vocabulary", "reject", "0" * 32, *tenant) == 1
    assert shell.err.startswith("error RM106: ")
    assert "vocabulary suggest" in shell.err


# Prior


def test_a_prior_is_released_shown_and_withdrawn(
    shell: Shell, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shop.exists()
    monkeypatch.setattr("remanent.memory.open_noise", KnownNoise)
    tenant = (*DB, "--tenant", "shop")
    assert shell("prior", "show", *tenant) == 3
    assert "There is no release." in shell.out
    with Memory("m.db") as memory:
        memory.tenant("shop").set_policy(epsilon_cap=150)
        for number in range(20):
            person = memory.scope(tenant="shop", user=f"p{number}")
            person.observe([{"kind": "purchase", "item": "tea"}] * 3)
    found = shell.json("prior", "release", "--epsilon", "100", *tenant)
    assert [each["attribute"] for each in found["prior"]["attributes"]] == ["pref:tea"]
    assert found["ledger"]["spent_epsilon"] == 100
    assert not [name for name in found["prior"] if name.startswith("_")]
    assert shell.json("prior", "show", *tenant)["prior"] == found["prior"]
    assert shell("prior", "show", *tenant) == 0
    assert "Spent: epsilon 100 of 150, in 1 release" in shell.out
    assert shell("card", *DB, "--tenant", "shop", "--user", "new") == 0
    assert "guess: pref:tea" in shell.out
    assert shell("prior", "release", "--epsilon", "100", *tenant) == 1
    assert "beyond this tenant's cap" in shell.err
    assert shell("prior", "release", *tenant) == 2
    assert shell.json("prior", "withdraw", *tenant) == {"withdrawn": True}
    assert shell("prior", "withdraw", *tenant) == 3


def test_a_tenant_switches_its_prior_and_caps_what_is_spent(
    shell: Shell, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shop.exists()
    monkeypatch.setattr("remanent.memory.open_noise", KnownNoise)
    tenant = (*DB, "--tenant", "shop")
    before = shell.json("prior", "policy", *tenant)["policy"]
    assert (before["prior"], before["epsilon_cap"], before["k"]) == (True, 10, 5)
    changed = shell.json("prior", "policy", "--no-use", "--epsilon-cap", "150", *tenant)["policy"]
    assert changed == before | {"prior": False, "epsilon_cap": 150}
    assert shell("prior", "policy", *tenant) == 0
    assert "0 of 150 spent" in shell.out
    assert "a release enters cards" in shell.out
    with Memory("m.db") as memory:
        for number in range(20):
            person = memory.scope(tenant="shop", user=f"p{number}")
            person.observe([{"kind": "purchase", "item": "tea"}] * 3)
    assert shell("prior", "release", "--epsilon", "100", *tenant) == 1
    assert "switched off" in shell.err
    shell("card", *DB, "--tenant", "shop", "--user", "new")
    assert "guess" not in shell.out
    shell.json("prior", "policy", "--use", *tenant)
    assert shell("prior", "release", "--epsilon", "40", *tenant) == 0
    shell("card", *DB, "--tenant", "shop", "--user", "new")
    assert "guess: pref:tea" in shell.out
    assert shell("prior", "policy", "--k", "2", *tenant) == 1
    assert "k is 2" in shell.err
    assert shell.json("prior", "policy", *tenant)["policy"]["k"] == 5


def test_a_release_that_is_interrupted_spends_nothing(
    shell: Shell, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shop.exists()

    def stopped(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(TenantMemory, "release_prior", stopped)
    assert shell("prior", "release", "--epsilon", "1", *DB, "--tenant", "shop") == 130
    assert shell.err.startswith("Stopped; nothing was released and nothing was spent.")


# Tuning


def whims(alone: Path, people: int) -> str:
    """Five lasting tastes each, beside another whim every day."""
    start = datetime(2026, 1, 5, tzinfo=UTC)
    lines = [
        {"user": f"p{person}", "kind": "like", "at": str(start + timedelta(days=day, hours=hour)),
         "attributes": [f"pref:own{person}-{day % 5}" if hour == 9 else f"pref:whim{day}"]}
        for person in range(people)
        for day in range(60)
        for hour in (9, 10, 11)
    ]  # fmt: skip
    return events(alone, *lines)


def test_tuning_shows_before_and_after_and_changes_nothing_unless_it_is_told_to(
    shell: Shell, alone: Path
) -> None:
    tenant = (*DB, "--tenant", "shop")
    (alone / "shop.toml").write_text("[namespaces.pref]\nhalf_life = 0.5\n")
    shell("catalog", "set", "shop.toml", *tenant)
    shell("observe", "--file", whims(alone, 9), *tenant)
    found = shell.json("tune", *tenant)
    assert (found["users"], found["events"], found["is_applied"]) == (9, 9 * 180, False)
    assert found["after"]["fading"] > found["before"]["fading"]
    half_life = found["tuning"]["half_lives"]["pref"]
    assert half_life > 0.5
    assert shell("tune", *tenant) == 0
    assert "half-life of pref" in shell.out
    assert "recall@5 of the next event" in shell.out
    assert "Nothing was changed" in shell.out
    assert shell.json("catalog", "show", *tenant)["namespaces"]["pref"]["half_life_days"] == 0.5

    assert shell("tune", "--apply", *tenant) == 0
    assert "It is in force" in shell.out
    shown = shell.json("catalog", "show", *tenant)
    assert shown["namespaces"]["pref"]["half_life_days"] == half_life
    assert shown["tuned"]["half_lives"] == {"pref": half_life}
    assert shell.json("tune", "--reset", *tenant) == {"reset": True}
    assert shell.json("tune", "--reset", *tenant) == {"reset": False}
    assert shell.json("catalog", "show", *tenant)["namespaces"]["pref"]["half_life_days"] == 0.5


def test_tuning_that_is_interrupted_changes_nothing(
    shell: Shell, alone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell("observe", "--file", whims(alone, 2), *DB)

    def stopped(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("remanent.flows.tune.fitted", stopped)
    assert shell("tune", "--apply", *DB) == 130
    assert shell.err.startswith("Stopped; nothing was changed.")


def test_tuning_with_too_little_to_go_by_says_so(shell: Shell) -> None:
    shell("observe", "like", "--attribute", "pref:tea", *DB)
    assert shell("tune", "--apply", *DB) == 0
    assert "30 are the fewest" in shell.out
    assert shell("tune", "--apply", "--reset", *DB) == 1
    assert "opposites" in shell.err
    assert shell("tune", "--users", "0", *DB) == 1


# The demonstration


def test_the_demonstration_shows_a_week_of_a_shopper_and_the_card_before_and_after_a_drift(
    shell: Shell,
) -> None:
    found = shell.json("demo")["shopper"]
    assert [each["day"] for each in found["week"]] == [
        "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun",
    ]  # fmt: skip
    assert "coffee" in found["before"]["text"]
    assert "tea" not in found["before"]["text"]
    assert "tea" in found["after"]["text"]
    assert "coffee" not in found["after"]["text"]
    assert max(found[each]["tokens"] for each in ("before", "after")) <= 40
    assert [each["action"] for each in found["decisions"]] == ["act", "ask", "ignore"]
    assert [(each["kind"], each["attribute"]) for each in found["triggers"]] == [
        ("due", "item:sencha")
    ]
    again = shell.json("demo")["shopper"]
    assert again["known"] == again["events"] == found["events"]
    assert again["before"]["text"] == found["before"]["text"]
    assert shell("demo") == 0
    assert found["before"]["text"] in shell.out
    assert found["after"]["text"] in shell.out
    assert "Why pref:tea?" in shell.out


def test_a_transcript_of_ones_own_is_shown_without_the_shopper(shell: Shell, alone: Path) -> None:
    (alone / "chat.jsonl").write_text('{"content": "I live in Ghent.", "at": "2026-01-01"}\n')
    assert shell.json("demo", "chat.jsonl")["shopper"] is None
    assert shell("demo", "chat.jsonl") == 0
    assert "A week of a shopper" not in shell.out
