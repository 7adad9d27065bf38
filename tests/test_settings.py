import copy
import dataclasses
import json
import os
import pickle
import re
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remanent.errors import SettingsError
from remanent.settings import (
    SETTINGS,
    Durability,
    EmbedderSettings,
    RecallSettings,
    RememberSettings,
    Setting,
    Settings,
    StoreSettings,
    cloud_synced_folder,
    default_path,
    describe,
    is_server,
    load_settings,
    masked,
    render_template,
    setting_named,
    settings_table_markdown,
    without_password,
)

if TYPE_CHECKING:
    from collections.abc import Callable

DEFAULTS: dict[str, object] = {
    "store.path": None,
    "store.durability": "full",
    "store.busy_timeout_seconds": 30.0,
    "store.group_commit_blocks": 64,
    "store.group_commit_milliseconds": 5.0,
    "store.hot_scopes": 64,
    "store.hot_bytes": 512_000_000,
    "store.backup_before_migration": True,
    "store.postgres_pool_min_size": 1,
    "store.postgres_pool_max_size": 10,
    "recall.limit": 10,
    "recall.budget_tokens": 1500,
    "recall.source_turns": 10,
    "recall.source_turns_whole": 3,
    "recall.source_turn_lines": 2,
    "recall.source_turn_pool": 30,
    "recall.fusion": "weighted",
    "recall.hops": 3,
    "recall.relevance_floor": None,
    "recall.weights": {},
    "remember.zone": None,
    "remember.max_message_characters": 1_000_000,
    "remember.max_messages_per_call": 10_000,
    "remember.extract": True,
    "preferences.learning_rate": 1.5,
    "preferences.confidence_rate": 0.6,
    "preferences.known_confidence": 0.65,
    "preferences.floor_weight": 1.0,
    "preferences.card_lines": 8,
    "preferences.card_tokens": 40,
    "preferences.context_floor": 0.85,
    "preferences.act_weight": 3.0,
    "preferences.verify_confidence": 0.4,
    "preferences.ask_weight": 1.0,
    "preferences.questions_a_day": 3,
    "preferences.ask_again_days": 7.0,
    "retention.plan": "remanent",
    "retention.archive_below": None,
    "retention.relevance_identity": 1.0,
    "retention.relevance_relationship": 0.9,
    "retention.relevance_health": 1.0,
    "retention.relevance_milestone": 0.9,
    "retention.relevance_plan": 0.6,
    "retention.relevance_state": 0.5,
    "retention.relevance_chatter": 0.2,
    "embedder.spec": None,
    "embedder.batch_size": 64,
    "embedder.timeout_seconds": 30.0,
    "models.spec": None,
    "models.base_url": None,
    "models.timeout_seconds": 60.0,
    "models.work_at_once": True,
    "models.gate": 0.5,
    "models.calls_a_day": 500,
    "models.tokens_a_day": 500_000,
    "models.attempts": 5,
    "models.backoff_seconds": 60.0,
    "models.turns_a_call": 4,
    "models.context_turns": 2,
    "models.known_facts": 12,
    "models.most_waiting": 1_000,
    "lessons.most": 2_000,
    "profile.tenant": "default",
    "profile.user": None,
    "profile.space": None,
    "profile.agent": None,
    "mcp.port": 8_719,
    "mcp.token_file": None,
    "mcp.reply_tokens": 4_000,
    "mcp.most_items": 50,
    "mcp.quotes_person": True,
}
NUMBERS = [name for name, default in DEFAULTS.items() if SETTINGS[name].rule.unit]
NUMBERS.remove("recall.weights")
WHOLE_NUMBERS = [name for name in NUMBERS if "whole number" in SETTINGS[name].rule.allowed]
SWITCHES = [
    "store.backup_before_migration",
    "remember.extract",
    "models.work_at_once",
    "mcp.quotes_person",
]


def load(**given: object) -> Settings:
    """Settings from code, with nothing of this machine's environment."""
    return load_settings(environ={}, overrides={"recall": given})


def from_environment(**variables: str) -> Settings:
    return load_settings(environ=variables)


def from_file(folder: Path, text: str) -> Settings:
    file = folder / "remanent.toml"
    file.write_text(text, encoding="utf-8")
    return load_settings(path=file, environ={})


def bounds(setting: Setting) -> tuple[float, float]:
    low, high = re.findall(r"[\d.,]*\d", setting.rule.allowed)[:2]
    return float(low.replace(",", "")), float(high.replace(",", ""))


# Defaults and precedence


def test_the_settings_and_their_defaults_are_the_documented_ones() -> None:
    settings = load_settings(environ={})
    assert settings == Settings()
    assert {name: setting_named(settings, name) for name in SETTINGS} == DEFAULTS


def test_every_setting_says_what_it_does_why_and_in_which_unit() -> None:
    for setting in SETTINGS.values():
        assert setting.rule.about.endswith("."), setting.name
        assert setting.rule.reason.endswith("."), setting.name
        is_number = type(setting.default) in (int, float) or setting.name in NUMBERS
        assert bool(setting.rule.unit) == (is_number or setting.name == "recall.weights")


def test_every_default_lies_within_its_own_range() -> None:
    for setting in SETTINGS.values():
        assert setting.settle(setting.default) == setting.default


def test_code_outranks_the_environment_which_outranks_the_file_which_outranks_the_default(
    tmp_path: Path,
) -> None:
    file = tmp_path / "remanent.toml"
    file.write_text("[recall]\nlimit = 1\nsource_turns = 1\nsource_turn_lines = 1\n")
    settings = load_settings(
        path=file,
        environ={"REMANENT_RECALL_LIMIT": "2", "REMANENT_RECALL_SOURCE_TURNS": "2"},
        overrides={"recall.limit": 3},
    )
    expected = RecallSettings(limit=3, source_turns=2, source_turn_lines=1)
    assert settings == Settings(recall=expected)
    assert settings.origins == {
        "recall.limit": "code",
        "recall.source_turns": "the variable REMANENT_RECALL_SOURCE_TURNS",
        "recall.source_turn_lines": f"{file}, line 4",
    }


def test_a_wrong_value_is_refused_even_where_it_is_outranked() -> None:
    with pytest.raises(SettingsError, match="REMANENT_RECALL_LIMIT"):
        load_settings(environ={"REMANENT_RECALL_LIMIT": "0"}, overrides={"recall.limit": 3})


def test_code_may_write_groups_as_mappings_or_dotted_names() -> None:
    dotted = load_settings(environ={}, overrides={"recall.limit": 5, "store.hot_scopes": 2})
    nested = load_settings(
        environ={}, overrides={"recall": {"limit": 5}, "store": {"hot_scopes": 2}}
    )
    assert (
        dotted
        == nested
        == Settings(recall=RecallSettings(limit=5), store=StoreSettings(hot_scopes=2))
    )


def test_the_process_environment_is_read_when_none_is_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("REMANENT_RECALL_LIMIT", "7")
    assert load_settings().recall.limit == 7


def test_the_file_is_found_through_its_variable_unless_the_caller_names_one(
    tmp_path: Path,
) -> None:
    one, other = tmp_path / "one.toml", tmp_path / "other.toml"
    one.write_text("recall.limit = 1\n")
    other.write_text("recall.limit = 2\n")
    environ = {"REMANENT_CONFIG": str(one)}
    assert load_settings(environ=environ).recall.limit == 1
    assert load_settings(environ=environ, path=other).recall.limit == 2


def test_a_file_that_happens_to_lie_in_the_working_folder_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "remanent.toml").write_text("recall.limit = 1\n")
    monkeypatch.chdir(tmp_path)
    assert load_settings(environ={}) == Settings()


# Variables


def test_a_variable_is_named_by_group_and_field_and_the_stores_by_field_alone() -> None:
    variables = {name: setting.variable for name, setting in SETTINGS.items()}
    assert len(set(variables.values())) == len(variables)
    assert variables["recall.budget_tokens"] == "REMANENT_RECALL_BUDGET_TOKENS"
    assert variables["store.path"] == "REMANENT_PATH"
    assert variables["store.durability"] == "REMANENT_DURABILITY"


def test_an_empty_variable_counts_as_not_given() -> None:
    assert from_environment(REMANENT_PATH="", REMANENT_RECALL_LIMIT="") == Settings()
    assert from_environment(REMANENT_CONFIG="") == Settings()


def test_variables_of_the_tests_and_of_others_are_left_alone() -> None:
    assert from_environment(REMANENT_TEST_POSTGRES="x", PATH="/bin", REMANENTX="1") == Settings()


def test_every_kind_of_value_can_come_from_a_variable() -> None:
    settings = from_environment(
        REMANENT_DURABILITY="normal",
        REMANENT_BUSY_TIMEOUT_SECONDS="1.5e1",
        REMANENT_GROUP_COMMIT_BLOCKS="+8",
        REMANENT_BACKUP_BEFORE_MIGRATION="Off",
        REMANENT_RECALL_BUDGET_TOKENS="none",
        REMANENT_RECALL_WEIGHTS="speaker=0.7, question=-.3",
        REMANENT_REMEMBER_ZONE="Europe/Berlin",
        REMANENT_EMBEDDER_SPEC="local",
    )
    assert settings == Settings(
        store=StoreSettings(
            durability=Durability.NORMAL,
            busy_timeout_seconds=15.0,
            group_commit_blocks=8,
            backup_before_migration=False,
        ),
        recall=RecallSettings(budget_tokens=None, weights={"speaker": 0.7, "question": -0.3}),
        remember=RememberSettings(zone="Europe/Berlin"),
        embedder=EmbedderSettings(spec="local"),
    )


@pytest.mark.parametrize(
    "text",
    [" 5", "5 ", "5\n", "1_0", "1,000", "5.0", "5e1", "0x5", "five", "٥", "५", "true", "--5",
     "nan", "inf", "9" * 5000, "None", "NaN"],
)  # fmt: skip
def test_a_whole_number_in_a_variable_is_plain_digits(text: str) -> None:
    with pytest.raises(SettingsError, match="whole number from 1 to 1,000"):
        from_environment(REMANENT_RECALL_LIMIT=text)


@pytest.mark.parametrize(
    "text",
    [" 5", "5s", "1_0", "nan", "inf", "-inf", "1e999", "1e9999", ".", "e5", "0x1p3", "٥", "true",
     "none", "9" * 5000],
)  # fmt: skip
def test_a_number_in_a_variable_is_plain_decimals(text: str) -> None:
    with pytest.raises(SettingsError, match="a number from 0 to 3,600"):
        from_environment(REMANENT_BUSY_TIMEOUT_SECONDS=text)


@pytest.mark.parametrize("text", ["2", "y", "enabled", " true", "none", "1.0"])
def test_a_switch_in_a_variable_is_one_of_eight_words(text: str) -> None:
    with pytest.raises(SettingsError, match="true or false"):
        from_environment(REMANENT_REMEMBER_EXTRACT=text)


@pytest.mark.parametrize(
    "text",
    ["speaker", "speaker=", "=1", "speaker=1,", "speaker=1,speaker=2", "speaker=nan", "a b=1",
     "speaker=101", "Speaker=1", ",".join(f"w{n}=1" for n in range(65))],
)  # fmt: skip
def test_weights_that_cannot_be_read_are_refused(text: str) -> None:
    with pytest.raises(SettingsError, match=r"recall\.weights"):
        from_environment(REMANENT_RECALL_WEIGHTS=text)


# Ranges


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_is_accepted_at_its_bounds_and_refused_beyond(name: str) -> None:
    low, high = bounds(SETTINGS[name])
    whole = name in WHOLE_NUMBERS
    for value in (low, high):
        assert SETTINGS[name].settle(int(value) if whole else value) == value
    for value in (low - 1, high + 1, 10**400, -(10**400), 10**5000):
        with pytest.raises(SettingsError, match=re.escape(name)):
            SETTINGS[name].settle(int(value) if whole else value)


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize(
    "value", [float("nan"), float("inf"), float("-inf"), True, False, "5", b"5", [5], {}, 5j]
)
def test_what_only_looks_like_a_number_is_refused(name: str, value: object) -> None:
    with pytest.raises(SettingsError, match=re.escape(name)):
        load_settings(environ={}, overrides={name: value})


@pytest.mark.parametrize("name", WHOLE_NUMBERS)
def test_a_fraction_is_no_whole_number(name: str) -> None:
    with pytest.raises(SettingsError, match="whole number"):
        load_settings(environ={}, overrides={name: 5.0})


@pytest.mark.parametrize("name", SWITCHES)
@pytest.mark.parametrize("value", [0, 1, "true", None, 1.0])
def test_only_true_and_false_are_switches(name: str, value: object) -> None:
    with pytest.raises(SettingsError, match="true or false"):
        load_settings(environ={}, overrides={name: value})


@pytest.mark.parametrize("name", [name for name in SETTINGS if not SETTINGS[name].optional])
def test_none_is_refused_where_it_means_nothing(name: str) -> None:
    with pytest.raises(SettingsError, match="is none"):
        load_settings(environ={}, overrides={name: None})


@pytest.mark.parametrize("name", [name for name in SETTINGS if SETTINGS[name].optional])
def test_none_is_a_value_where_it_means_something_also_as_a_word(name: str, tmp_path: Path) -> None:
    variable = SETTINGS[name].variable
    assert setting_named(load_settings(environ={}, overrides={name: None}), name) is None
    assert setting_named(load_settings(environ={variable: "none"}), name) is None
    assert setting_named(from_file(tmp_path, f'{name} = "none"\n'), name) is None


def test_a_group_made_in_code_is_checked_like_any_other() -> None:
    with pytest.raises(SettingsError, match=r"recall\.limit is 0 \(from code\)"):
        RecallSettings(limit=0)
    with pytest.raises(SettingsError, match=r"recall\.limit is True"):
        dataclasses.replace(RecallSettings(), limit=True)


def test_a_choice_is_one_of_its_words() -> None:
    with pytest.raises(SettingsError, match='it must be "full" or "normal"'):
        from_environment(REMANENT_DURABILITY="fulll")
    with pytest.raises(SettingsError, match='it must be "full" or "normal"'):
        load_settings(environ={}, overrides={"store.durability": 1})
    settled = load_settings(environ={}, overrides={"store.durability": "normal"})
    assert settled.store.durability is Durability.NORMAL


def test_settings_that_contradict_each_other_are_refused_together() -> None:
    with pytest.raises(SettingsError, match=r"postgres_pool_min_size is 5 and .* only 2"):
        from_environment(REMANENT_POSTGRES_POOL_MIN_SIZE="5", REMANENT_POSTGRES_POOL_MAX_SIZE="2")
    with pytest.raises(SettingsError, match=r"source_turns is 50 and .* only 30"):
        load(source_turns=50)
    assert load(source_turns=50, source_turn_pool=50).recall.source_turns == 50


def test_a_whole_number_stands_for_a_number_and_is_kept_as_one() -> None:
    settings = load_settings(environ={}, overrides={"store.busy_timeout_seconds": 3})
    assert type(settings.store.busy_timeout_seconds) is float


def test_weights_are_a_copy_that_the_caller_cannot_change_later() -> None:
    mine = {"speaker": 1}
    settings = load(weights=mine)
    mine["speaker"] = 2
    mine["other"] = 3
    assert settings.recall.weights == {"speaker": 1.0}


@pytest.mark.parametrize(
    "weights",
    [{"speaker": True}, {"speaker": "1"}, {"speaker": float("nan")}, {"": 1}, {1: 1}, {"é": 1},
     {"a" * 65: 1}, [("speaker", 1)], {"speaker": 10**400}],
)  # fmt: skip
def test_weights_from_code_are_checked_by_name_and_number(weights: object) -> None:
    with pytest.raises(SettingsError, match=r"recall\.weights"):
        load(weights=weights)


def test_settings_can_be_copied_pickled_and_used_as_keys() -> None:
    settings = load(limit=3, weights={"speaker": 1.0})
    assert copy.deepcopy(settings) == settings
    assert pickle.loads(pickle.dumps(settings)) == settings  # noqa: S301 - our own bytes
    assert len({settings, load(limit=3, weights={"speaker": 1.0})}) == 1
    assert dataclasses.asdict(settings)["recall"]["weights"] == {"speaker": 1.0}


# Messages


def test_a_wrong_value_in_a_file_is_named_with_its_line_range_and_remedy(tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as raised:
        from_file(tmp_path, "# a comment\n[recall]\n\nlimit = 5000\n")
    assert str(raised.value) == (
        f"recall.limit is 5000 (from {tmp_path}/remanent.toml, line 4); it must be a whole number "
        "from 1 to 1,000 (items). Change it there or remove it; the default is 10."
    )
    assert raised.value.code == "RM103"


def test_a_wrong_variable_is_named_with_its_range_and_remedy() -> None:
    with pytest.raises(SettingsError) as raised:
        from_environment(REMANENT_RECALL_BUDGET_TOKENS="many")
    assert str(raised.value) == (
        "recall.budget_tokens is 'many' (from the variable REMANENT_RECALL_BUDGET_TOKENS); it must "
        'be a whole number from 1 to 1,000,000 (tokens), or "none". Change or unset '
        "REMANENT_RECALL_BUDGET_TOKENS; the default is 1500."
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("recall.limit = 0", 1),
        ("\n\nrecall . limit = 0", 3),
        ("\n[ recall ]\nlimit=0", 3),
        ("[store]\nhot_scopes = 1\n[recall]\n'limit' = 0", 4),
        ("\nrecall = { limit = 0 }", 2),
        ("[recall]\n\n[recall.weights]\nspeaker = 500", 3),
        ("# limit = 3\n[recall]\nsource_turns = 1 # limit = 1\nlimit = 0", 4),
    ],
)
def test_the_line_is_found_however_the_setting_is_written(
    text: str, line: int, tmp_path: Path
) -> None:
    with pytest.raises(SettingsError, match=rf"remanent\.toml, line {line}\)"):
        from_file(tmp_path, text)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("recall.limt", "recall.limit"),
        ("recall.Limit", "recall.limit"),
        ("recall.source-turns", "recall.source_turns"),
        ("limit", "recall.limit"),
        ("path", "store.path"),
        ("recal", "[recall]"),
    ],
)
def test_an_unknown_name_suggests_the_nearest(name: str, meant: str, tmp_path: Path) -> None:
    attempts: list[Callable[[], Settings]] = [
        lambda: load_settings(environ={}, overrides={name: 1}),
        lambda: from_file(tmp_path, f"{name} = 1\n"),
    ]
    for attempt in attempts:
        with pytest.raises(SettingsError, match=re.escape(f"Did you mean {meant}?")):
            attempt()


@pytest.mark.parametrize(
    ("variable", "meant"),
    [
        ("REMANENT_RECALL_LIMT", "REMANENT_RECALL_LIMIT"),
        ("REMANENT_LIMIT", "REMANENT_RECALL_LIMIT"),
        ("REMANENT_STORE_PATH", "REMANENT_PATH"),
        ("REMANENT_EMBEDDER", "REMANENT_EMBEDDER_SPEC"),
        ("REMANENT_CONFG", "REMANENT_CONFIG"),
    ],
)
def test_an_unknown_variable_suggests_the_nearest(variable: str, meant: str) -> None:
    with pytest.raises(SettingsError, match=re.escape(f"Did you mean {meant}?")):
        from_environment(**{variable: "1"})


def test_a_huge_wrong_value_is_refused_at_once_and_not_repeated() -> None:
    begin = time.process_time()
    with pytest.raises(SettingsError) as raised:
        load_settings(environ={}, overrides={"store.path": "://a:" * 40_000})
    assert len(str(raised.value)) < 500
    assert time.process_time() - begin < 1


def test_an_unknown_name_like_no_other_points_to_the_list_of_settings() -> None:
    with pytest.raises(SettingsError, match="remanent config show"):
        from_environment(REMANENT_XYLOPHONE="1")


def test_the_value_of_an_unknown_name_is_never_repeated(tmp_path: Path) -> None:
    attempts: list[Callable[[], Settings]] = [
        lambda: load_settings(environ={"REMANENT_API_TOKEN": "hunter22"}),
        lambda: load_settings(environ={}, overrides={"store.token": "hunter22"}),
        lambda: from_file(tmp_path, '[store]\ntoken = "hunter22"\n'),
    ]
    for attempt in attempts:
        with pytest.raises(SettingsError) as raised:
            attempt()
        assert "hunter22" not in str(raised.value)


def test_the_owners_secret_is_accepted_from_nowhere(tmp_path: Path) -> None:
    attempts: list[Callable[[], Settings]] = [
        lambda: load_settings(environ={"REMANENT_OWNER_SECRET": "hunter22"}),
        lambda: load_settings(environ={}, overrides={"owner.secret": "hunter22"}),
        lambda: from_file(tmp_path, '[owner]\nsecret = "hunter22"\n'),
    ]
    for attempt in attempts:
        with pytest.raises(SettingsError, match="remanent init") as raised:
            attempt()
        assert "hunter22" not in str(raised.value)


def test_a_group_given_as_one_value_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"such as recall\.limit"):
        from_file(tmp_path, "recall = 5\n")


# Files that cannot be read


def test_a_missing_file_is_named_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"no file of settings at .*gone\.toml.*remanent init"):
        load_settings(environ={"REMANENT_CONFIG": str(tmp_path / "gone.toml")})


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"[recall\n", "not written as TOML.*line 1"),
        (b'path = "C:\\Users\\me"\n', "not written as TOML.*single"),
        (b"[recall]\nlimit = 1\nlimit = 2\n", "not written as TOML"),
        (b"limit = " + b"9" * 5000, "not written as TOML"),
        (b"x = " + b"[" * 100_000, "not written as TOML"),
        (b"\xff\xfe[\x00", "not UTF-8"),
        (b"#" * 1_000_001, "over 1,000,000 bytes"),
    ],
)
def test_a_file_that_is_no_file_of_settings_says_why(
    content: bytes, why: str, tmp_path: Path
) -> None:
    file = tmp_path / "remanent.toml"
    file.write_bytes(content)
    with pytest.raises(SettingsError, match=why):
        load_settings(path=file, environ={})


@pytest.mark.parametrize("name", ["", ".", "a\0b", "~nobody-of-this-name/remanent.toml"])
def test_a_name_that_no_file_can_have_is_refused_like_a_missing_file(name: str) -> None:
    with pytest.raises(SettingsError):
        load_settings(path=name, environ={})


def test_a_byte_order_mark_is_no_hindrance(tmp_path: Path) -> None:
    file = tmp_path / "remanent.toml"
    file.write_bytes(b"\xef\xbb\xbfrecall.limit = 4\r\n")
    assert load_settings(path=file, environ={}).recall.limit == 4


# Paths


def test_a_relative_path_starts_at_the_folder_of_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    settings = from_file(tmp_path, '[store]\npath = "data/my.db"\n')
    assert settings.store.path == f"{tmp_path}/data/my.db"


def test_a_relative_path_from_code_or_a_variable_starts_at_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert from_environment(REMANENT_PATH="my.db").store.path == f"{tmp_path}/my.db"
    settings = load_settings(environ={}, overrides={"store.path": Path("my.db")})
    assert settings.store.path == f"{tmp_path}/my.db"


def test_the_home_folder_may_be_written_as_a_tilde(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/alice")
    assert from_environment(REMANENT_PATH="~/my.db").store.path == "/home/alice/my.db"


@pytest.mark.parametrize(
    "path",
    [
        "postgresql://alice@db.example:5432/memory",
        "postgres://alice:s%40crt@db1,db2:5433/memory?sslmode=require",
        "postgresql:///memory?host=/run/postgresql",
        "postgresql://[::1]:5432/memory",
        "postgresql://",
        ":memory:",
    ],
)
def test_addresses_of_servers_and_memory_are_kept_as_written(path: str) -> None:
    assert from_environment(REMANENT_PATH=path).store.path == path


@pytest.mark.parametrize(
    "path",
    ["  ", "a\0b", "a\nb", "a\ud800b", "x" * 5000, "mysql://alice@h/d", "sqlite:///my.db",
     "file:my.db?mode=ro", "host=db user=alice password=hunter22", "POSTGRESQL://h/d",
     "postgresql://alice:hunter/22@h/d", "postgresql://alice:hunter@22@h/d",
     "postgresql://alice:hunter#22@h/d", "postgresql://h/d?a=b c", b"my.db", 5],
)  # fmt: skip
def test_a_path_that_is_neither_file_nor_server_is_refused(path: object) -> None:
    with pytest.raises(SettingsError, match=r"store\.path"):
        load_settings(environ={}, overrides={"store.path": path})


def test_an_unknown_home_folder_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"home folder.*from the variable REMANENT_PATH"):
        from_environment(REMANENT_PATH="~nobody-of-this-name/my.db")


def test_without_a_path_the_memory_lies_in_the_users_data_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    if sys.platform == "linux":
        assert default_path() == tmp_path / "remanent" / "memory.db"
    assert default_path().name == "memory.db"
    assert StoreSettings().location == str(default_path())
    assert StoreSettings(path="/x/my.db").location == "/x/my.db"
    assert not default_path().parent.exists()


def test_a_server_is_told_from_a_file() -> None:
    assert is_server("postgresql://h/d")
    assert is_server("postgres://h/d")
    assert not is_server("/data/postgresql.db")
    assert not is_server("postgresql.db")


# Time zones and embedders


def test_a_misspelt_zone_suggests_the_nearest() -> None:
    with pytest.raises(SettingsError, match='the nearest is "Europe/Berlin"'):
        from_environment(REMANENT_REMEMBER_ZONE="europe/berln")


@pytest.mark.parametrize("zone", ["+02:00", "../etc/passwd", "/etc/localtime", "Europe", " ", 2])
def test_what_is_no_zone_is_refused(zone: object) -> None:
    with pytest.raises(SettingsError, match=r"remember\.zone"):
        load_settings(environ={}, overrides={"remember.zone": zone})


@pytest.mark.parametrize(
    "spec",
    ["openai:sk-abcdefghijklmnopqrstuvwxyz", "https://alice:hunter22@host/v1",
     "https://host/v1?api_key=hunter22"],
)  # fmt: skip
def test_an_embedder_with_a_key_in_its_name_is_refused_without_repeating_it(spec: str) -> None:
    with pytest.raises(SettingsError, match="provider's own variable") as raised:
        from_environment(REMANENT_EMBEDDER_SPEC=spec)
    assert "hunter22" not in str(raised.value)
    assert "abcdefghij" not in str(raised.value)


# Secrets


SECRET_ADDRESSES = [
    "postgresql://alice:hunter22@db:5432/memory",
    "postgresql://:hunter22@db/memory",
    "postgresql://db/memory?user=alice&password=hunter22&sslmode=require",
    "postgresql://alice:hunter22@db/memory?sslpassword=hunter22",
]


@pytest.mark.parametrize("address", SECRET_ADDRESSES)
def test_a_password_is_shown_nowhere(address: str) -> None:
    settings = from_environment(REMANENT_PATH=address)
    assert settings.store.path == address
    rows = json.dumps([dataclasses.asdict(row) for row in describe(settings)])
    for text in (repr(settings), str(settings), rows, render_template(settings)):
        assert "hunter22" not in text
        assert "memory" in text


@pytest.mark.parametrize(
    "address",
    ["postgresql://alice:hunter/22@h/d", "postgresql://alice:hunter@22@h/d", "mysql://a:hunter22@h",
     "postgresql://alice:hunter22@h/d#" + "x" * 500,
     "postgresql://alice:hunter22" + "x" * 5000 + "@h/d", "host=h password=hunter22"],
)  # fmt: skip
def test_a_refused_address_does_not_give_its_password_away(address: str) -> None:
    with pytest.raises(SettingsError) as raised:
        from_environment(REMANENT_PATH=address)
    assert "hunter" not in str(raised.value)
    assert "22" not in str(raised.value)


@pytest.mark.parametrize(
    ("address", "bare"),
    [
        ("postgresql://alice:pw@db:5432/memory", "postgresql://alice@db:5432/memory"),
        ("postgres://db/m?password=pw&sslmode=require", "postgres://db/m?sslmode=require"),
        ("postgresql://db/m?password=pw", "postgresql://db/m"),
        ("postgresql://alice@db/m", "postgresql://alice@db/m"),
        ("/data/a:b@c.db", "/data/a:b@c.db"),
    ],
)
def test_an_address_without_its_password_is_still_an_address(address: str, bare: str) -> None:
    assert without_password(address) == bare


def test_text_without_secrets_is_shown_whole() -> None:
    for text in ("/home/alice/my.db", "postgresql://alice@db/m", "openai:text-embedding-3-small"):
        assert masked(text) == text


# What people read


def test_the_rows_show_value_range_unit_and_origin(tmp_path: Path) -> None:
    settings = from_file(tmp_path, "[recall]\nlimit = 5\n")
    rows = {row.name: row for row in describe(settings)}
    assert list(rows) == list(DEFAULTS)
    assert {name: row.default for name, row in rows.items()} == DEFAULTS
    limit = rows["recall.limit"]
    assert (limit.value, limit.unit, limit.origin, limit.variable, limit.allowed) == (
        5,
        "items",
        f"{tmp_path}/remanent.toml, line 2",
        "REMANENT_RECALL_LIMIT",
        "a whole number from 1 to 1,000 (items)",
    )
    assert rows["recall.source_turns"].origin == "default"
    by_hand = describe(Settings(recall=RecallSettings(limit=5)))
    assert next(row for row in by_hand if row.name == "recall.limit").origin == "code"


@given(
    path=st.none()
    | st.builds(
        "/{}".format,
        st.text(
            st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="/"), max_size=40
        ),
    ),
    durability=st.sampled_from(Durability),
    seconds=st.floats(0, 3600),
    hot_bytes=st.integers(1_000_000, 1_000_000_000_000),
    backup=st.booleans(),
    budget=st.none() | st.integers(1, 1_000_000),
    floor=st.none() | st.floats(0, 1),
    weights=st.dictionaries(
        st.from_regex(r"[a-z][a-z0-9_]{0,20}", fullmatch=True), st.floats(-100, 100), max_size=5
    ),
    spec=st.none() | st.sampled_from(["local", "openai:text-embedding-3-small", 'a "b" \\ c']),
)
def test_the_template_loads_back_to_the_same_settings(  # noqa: PLR0917 - hypothesis passes by name
    tmp_path_factory: pytest.TempPathFactory,
    path: str | None,
    durability: Durability,
    seconds: float,
    hot_bytes: int,
    backup: bool,  # noqa: FBT001 - the same
    budget: int | None,
    floor: float | None,
    weights: dict[str, float],
    spec: str | None,
) -> None:
    settings = Settings(
        store=StoreSettings(
            path=path,
            durability=durability,
            busy_timeout_seconds=seconds,
            hot_bytes=hot_bytes,
            backup_before_migration=backup,
        ),
        recall=RecallSettings(budget_tokens=budget, relevance_floor=floor, weights=weights),
        remember=RememberSettings(zone="Europe/Berlin"),
        embedder=EmbedderSettings(spec=spec),
    )
    loaded = from_file(tmp_path_factory.getbasetemp(), render_template(settings))
    assert loaded == settings


def test_the_template_of_the_defaults_sets_nothing_and_shows_everything(tmp_path: Path) -> None:
    template = render_template(Settings())
    assert from_file(tmp_path, template).origins == {}
    assert max(len(line) for line in template.splitlines()) <= 100
    shown = re.sub(r"^# (\w+ = )", r"\1", template, flags=re.MULTILINE)
    assert from_file(tmp_path, shown) == Settings()
    groups = tomllib.loads(shown)
    names = [f"{group}.{field}" for group, fields in groups.items() for field in fields]
    assert names == list(DEFAULTS)


def test_the_template_writes_a_relative_path_in_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    template = render_template(Settings(store=StoreSettings(path="my.db")))
    assert f'\npath = "{tmp_path}/my.db"\n' in template


def test_the_template_says_where_a_password_that_it_left_out_belongs() -> None:
    template = render_template(from_environment(REMANENT_PATH=SECRET_ADDRESSES[0]))
    assert '\npath = "postgresql://alice@db:5432/memory"\n' in template
    assert "# The password was left out" in template
    assert "The password was left out" not in render_template(Settings())


def test_the_table_for_the_docs_has_one_row_for_each_setting() -> None:
    table = settings_table_markdown()
    rows = [line for line in table.splitlines() if line.startswith("| `")]
    assert [row.split("`")[1] for row in rows] == list(DEFAULTS)
    assert all(row.count(" | ") == 4 for row in rows)
    assert "| `recall.limit` | `REMANENT_RECALL_LIMIT` | `10` | a whole number from 1 to" in table


# Folders that a service copies


@pytest.mark.parametrize(
    ("path", "service"),
    [
        ("/home/alice/Dropbox/memory.db", "Dropbox"),
        ("/home/alice/Dropbox (Personal)/a/b/memory.db", "Dropbox"),
        ("/mnt/c/Users/alice/OneDrive - Shop Ltd/memory.db", "OneDrive"),
        ("/Users/alice/Library/CloudStorage/OneDrive-Personal/memory.db", "OneDrive"),
        ("/Users/alice/Library/CloudStorage/GoogleDrive-a@b.c/memory.db", "Google Drive"),
        ("/Users/alice/Library/Mobile Documents/com~apple~CloudDocs/m.db", "iCloud Drive"),
        ("/home/alice/Google Drive/memory.db", "Google Drive"),
        ("/home/alice/Nextcloud/memory.db", "Nextcloud"),
        ("/home/alice/memory.db", None),
        ("/home/alice/dropbox-client/memory.db", None),
        ("/home/alice/Dropbox", None),
        ("/home/alice/Nextcloudy/memory.db", None),
        ("postgresql://host/Dropbox/x", None),
        (":memory:", None),
        ("~nobody-of-this-name/Dropbox/memory.db", None),
        ("a\0b", None),
    ],
)
def test_a_copied_folder_is_known_by_its_name(path: str, service: str | None) -> None:
    assert cloud_synced_folder(path) == service
    assert cloud_synced_folder(Path(path)) == service or is_server(path)


@pytest.mark.parametrize(
    ("marker", "is_folder", "service"),
    [
        (".dropbox", False, "Dropbox"),
        (".dropbox", True, None),  # ~/.dropbox is the client's own state
        (".dropbox.cache", True, "Dropbox"),
        (".stfolder", True, "Syncthing"),
        (".stfolder", False, "Syncthing"),
        (".tmp.drivedownload", True, "Google Drive"),
        (".sync_0123abcdef12.db", False, "Nextcloud"),
        (".nextcloudsync.log", False, "Nextcloud"),
        (".sync_notes.db", False, None),
    ],
)
def test_a_copied_folder_is_known_by_what_its_service_leaves_there(
    marker: str,
    is_folder: bool,  # noqa: FBT001 - pytest passes it by name
    service: str | None,
    tmp_path: Path,
) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / marker).mkdir() if is_folder else (tmp_path / marker).touch()
    for path in (inner / "memory.db", inner, tmp_path, inner / "new" / "memory.db"):
        assert cloud_synced_folder(path) == service


def test_a_link_into_a_copied_folder_is_followed(tmp_path: Path) -> None:
    (tmp_path / "Dropbox").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "Dropbox")
    assert cloud_synced_folder(tmp_path / "link" / "memory.db") == "Dropbox"


def test_links_that_lead_in_a_circle_are_no_trap(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to(tmp_path / "other")
    (tmp_path / "other").symlink_to(tmp_path / "one")
    assert cloud_synced_folder(tmp_path / "one" / "memory.db") is None


# Cost


def test_importing_the_settings_costs_no_more_than_the_standard_modules_below_them(
    tmp_path: Path,
) -> None:
    program = """
import time, json, sys
begin = time.perf_counter()
import dataclasses, enum, re, typing
middle = time.perf_counter()
import remanent.settings
end = time.perf_counter()
remanent.settings.load_settings(environ={})
heavy = {"pathlib", "platformdirs", "tomllib", "difflib", "zoneinfo", "textwrap", "numpy"}
print(json.dumps([(end - middle) / (middle - begin), sorted(heavy & set(sys.modules))]))
"""
    environ = {**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path)}
    environ.pop("PYTHONDONTWRITEBYTECODE", None)
    ratios = []
    for _ in range(6):  # the first one compiles
        ran = subprocess.run(
            [sys.executable, "-c", program],
            env=environ, capture_output=True, check=True, text=True,
        )  # fmt: skip
        ratio, heavy = json.loads(ran.stdout)
        assert heavy == []
        ratios.append(ratio)
    assert min(ratios) < 1
