"""From code, the environment and a file to one checked value.

A setting given in several places is taken whole from the first of: code, its REMANENT_… variable,
the TOML file, its default. Everything that is given is checked, also where it is overridden.

The file is the one that the caller or REMANENT_CONFIG names. None is looked for in the working
folder: a repository that an agent happens to work in must not redirect its memory.
"""

import os
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NoReturn

from remanent.errors import SettingsError
from remanent.settings.groups import GROUPS, SETTINGS, Settings
from remanent.settings.places import absolute
from remanent.settings.rules import PREFIX, settings_of, shown

if TYPE_CHECKING:
    from pathlib import Path

CONFIG_VARIABLE = "REMANENT_CONFIG"
TOKEN_VARIABLE = "REMANENT_MCP_TOKEN"  # noqa: S105 - its name
"""Holds the token of the MCP server over HTTP: a secret, and so no setting."""
_TESTS_PREFIX = "REMANENT_TEST_"  # what our own tests are told, such as the server to use
_LARGEST_FILE_BYTES = 1_000_000
_HEADER = r"\s*\[\s*([^\[\]]+?)\s*\]"
_KEY = r"\s*([A-Za-z0-9_.\"' -]+?)\s*="


def load_settings(
    *,
    path: str | os.PathLike[str] | None = None,
    environ: Mapping[str, str] | None = None,
    overrides: Mapping[str, object] | None = None,
) -> Settings:
    """Read every setting: code > REMANENT_… variables > TOML file > defaults.

    A variable is named REMANENT_GROUP_FIELD (REMANENT_RECALL_LIMIT); the fields of the store and
    the profile stand without their group (REMANENT_PATH, REMANENT_USER). An empty variable counts
    as not given.

    Args:
        path: the TOML file; None reads the one that REMANENT_CONFIG names, if any.
        environ: the environment; None is this process's own.
        overrides: values from code, as {"recall.limit": 5} or {"recall": {"limit": 5}}. What is
            there counts, None included; leave out what was not given.

    Raises:
        SettingsError: a value is outside its range, a name is unknown, or the file cannot be read.
    """
    environ = os.environ if environ is None else environ
    file = environ.get(CONFIG_VARIABLE) or None if path is None else path
    given: dict[str, tuple[Any, str]] = {
        **(_from_file(file) if file is not None else {}),
        **_from_environment(environ),
        **_from_code(overrides or {}),
    }
    values: dict[str, dict[str, Any]] = {group: {} for group in GROUPS}
    for name, (value, _origin) in given.items():
        setting = SETTINGS[name]
        values[setting.group][setting.field] = value
    groups: dict[str, Any] = {name: kind(**values[name]) for name, kind in GROUPS.items()}
    return Settings(**groups, origins={name: origin for name, (_value, origin) in given.items()})


def _from_code(overrides: Mapping[str, object]) -> dict[str, tuple[Any, str]]:
    given = {}
    for name, value in _flat(overrides):
        if name not in SETTINGS:
            _refuse_unknown(name, origin="code")
        settled = SETTINGS[name].settle(value)
        given[name] = (_absolute(name, settled, origin="code"), "code")
    return given


def _from_environment(environ: Mapping[str, str]) -> dict[str, tuple[Any, str]]:
    by_variable = {setting.variable: setting for setting in SETTINGS.values()}
    given = {}
    for variable, text in environ.items():
        if not variable.startswith(PREFIX) or variable.startswith(_TESTS_PREFIX):
            continue
        if variable in {CONFIG_VARIABLE, TOKEN_VARIABLE} or not text:
            continue
        if variable not in by_variable:
            _refuse_unknown(variable, origin="the environment", as_variable=True)
        setting = by_variable[variable]
        origin = f"the variable {variable}"
        settled = setting.settle(
            text, origin=origin, mend=f"Change or unset {variable}", from_text=True
        )
        given[setting.name] = (_absolute(setting.name, settled, origin=origin), origin)
    return given


def _from_file(file: str | os.PathLike[str]) -> dict[str, tuple[Any, str]]:
    from pathlib import Path  # noqa: PLC0415 - only a file pays for it

    path = Path(absolute(os.fsdecode(file), origin="the name of the file of settings"))
    text = _read(path)
    given = {}
    for name, value in _flat(_parse(path, text)):
        line = _line_of(text, name)
        origin = str(path) if line is None else f"{path}, line {line}"
        if name not in SETTINGS:
            _refuse_unknown(name, origin=origin)
        settled = SETTINGS[name].settle(value, origin=origin, mend="Change it there or remove it")
        given[name] = (_absolute(name, settled, origin=origin, folder=path.parent), origin)
    return given


def _absolute(name: str, value: object, *, origin: str, folder: "Path | None" = None) -> object:
    """A store's path in full, so that a later change of the working folder loses no memory."""
    if name != "store.path" or not isinstance(value, str):
        return value
    return absolute(value, folder=folder, origin=origin)


def _flat(values: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """(name, value) for each setting, whether its group is a mapping or a part of its name."""
    for key, value in values.items():
        if key in GROUPS and isinstance(value, Mapping):
            yield from ((f"{key}.{field}", one) for field, one in value.items())
        else:
            yield str(key), value


def _read(path: "Path") -> str:
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST_FILE_BYTES + 1)
        if len(content) > _LARGEST_FILE_BYTES:
            raise SettingsError(
                f"{path} has over {_LARGEST_FILE_BYTES:,} bytes, so it is no file of settings.",
                remedy="Name a remanent.toml; `remanent init` writes one.",
            )
        return content.decode("utf-8-sig")
    except FileNotFoundError:
        raise SettingsError(
            f"There is no file of settings at {path}.",
            remedy=f"`remanent init` writes one; or correct the path, or unset {CONFIG_VARIABLE}.",
        ) from None
    except (OSError, ValueError) as error:
        why = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)
        raise SettingsError(
            f"The file of settings {path} cannot be read: {why}.",
            remedy="Name a remanent.toml that this user may read, saved as UTF-8.",
        ) from None


def _parse(path: "Path", text: str) -> dict[str, object]:
    import tomllib  # noqa: PLC0415 - only a file pays for it

    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise SettingsError(
            f"{path} is not written as TOML: {error}.",
            remedy=(
                "Mend that place. Text stands in quotes; a path with backslashes in 'single' ones."
            ),
        ) from None


def _line_of(text: str, name: str) -> int | None:
    """The line on which a setting is given, as far as a glance can tell."""
    table = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if header := re.match(_HEADER, line):
            here = table = f"{_bare(header[1])}."
        elif key := re.match(_KEY, line):
            here = f"{table}{_bare(key[1])}."
            if name.startswith(here):  # the whole group in one line
                return number
        else:
            continue
        if here.startswith(f"{name}."):  # the setting, or its own table
            return number
    return None


def _bare(key: str) -> str:
    return ".".join(part.strip(" \"'") for part in key.split("."))


def _refuse_unknown(name: str, *, origin: str, as_variable: bool = False) -> NoReturn:
    """Say which name was meant; never the value, which may be a secret in the wrong place."""
    if _plain(name).startswith("owner"):
        raise SettingsError(
            f"{shown(name)} (from {origin}) is no setting: the owner's secret is read from no "
            "file, variable or argument.",
            remedy="Remove it, and set the secret with `remanent init`.",
        )
    if name in GROUPS:
        raise SettingsError(
            f"{name} (from {origin}) is a group of settings, and was given as one value.",
            remedy=f"Name a setting in it, such as {settings_of(GROUPS[name])[0].name}.",
        )
    near = _nearest(name, as_variable=as_variable)
    raise SettingsError(
        f"There is no setting {shown(name)} (from {origin}).",
        remedy=f"Did you mean {near}?" if near else None,
    )


def _nearest(name: str, *, as_variable: bool) -> str | None:
    """What was probably meant: a setting by its full name, by its field alone, or a group."""
    import difflib  # noqa: PLC0415 - only a mistake pays for it

    spellings = {_plain(CONFIG_VARIABLE): CONFIG_VARIABLE}
    for setting in SETTINGS.values():
        meant = setting.variable if as_variable else setting.name
        spellings[_plain(setting.name)] = meant
        spellings[_plain(setting.variable)] = meant
        spellings.setdefault(setting.field, meant)
    if not as_variable and "." not in name:
        spellings |= {group: f"[{group}]" for group in GROUPS}
    near = difflib.get_close_matches(_plain(name[:100]), spellings, n=1, cutoff=0.7)
    return spellings[near[0]] if near else None


def _plain(name: str) -> str:
    return name.lower().replace("-", "_").replace(".", "_").removeprefix(PREFIX.lower())
