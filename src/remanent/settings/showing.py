"""The settings as people read them: rows, a commented file to start from, a table for the docs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from remanent.settings.groups import GROUPS, SETTINGS, Settings, setting_named
from remanent.settings.places import absolute, masked, without_password
from remanent.settings.rules import NONE, Setting, settings_of

Shown = bool | int | float | str | dict[str, float] | None

_WIDTH = 98
_GROUPED_FROM = 10_000  # numbers of five digits and more are easier to read as 10_000
_HEAD = """\
# remanent.toml: how this memory is kept, written and recalled.
#
# A value in code outranks a REMANENT_... variable, which outranks this file. A line such as
# "# limit = 10" shows a default; remove the # to change it. Nothing secret belongs here: the
# owner's secret is set by `remanent init`, and a server's password comes from REMANENT_PATH,
# PGPASSWORD or ~/.pgpass.
"""
_PASSWORD_LEFT_OUT = "The password was left out: give it in REMANENT_PATH, PGPASSWORD or ~/.pgpass."  # noqa: S105 - says where a password goes


@dataclass(frozen=True, slots=True)
class SettingRow:
    """One setting as it stands, ready for a table or JSON.

    Args:
        name: "recall.limit".
        value, default: plain values, with passwords masked.
        unit: what the number counts; empty where it is no number.
        allowed: the range in words.
        origin: where the value was given: "default", "code", a variable, or a file and line.
        variable: the environment variable that sets it.
        about, reason: what it does, and where its default comes from.
    """

    name: str
    value: Shown
    default: Shown
    unit: str
    allowed: str
    origin: str
    variable: str
    about: str
    reason: str


def describe(settings: Settings) -> tuple[SettingRow, ...]:
    """Every setting with its value, range and origin; nothing secret is among them."""
    return tuple(
        SettingRow(
            name=name,
            value=_plain(setting_named(settings, name)),
            default=_plain(setting.default),
            unit=setting.rule.unit,
            allowed=setting.allowed,
            origin=_origin(settings, setting),
            variable=setting.variable,
            about=setting.rule.about,
            reason=setting.rule.reason,
        )
        for name, setting in SETTINGS.items()
    )


def render_template(settings: Settings) -> str:
    """A commented remanent.toml that loads back to these settings.

    Defaults stand commented out. A password inside the address of a server is left out, since
    nothing secret belongs into the file; a relative path is written in full.
    """
    return "\n".join([_HEAD, *(_table_of(group, settings) for group in GROUPS)])


def settings_table_markdown() -> str:
    """The settings for the docs: a heading and a table for each group."""
    return "\n".join(_markdown_of(group) for group in GROUPS)


def _table_of(group: str, settings: Settings) -> str:
    lines = [*_comment(_title(group)), f"[{group}]"]
    for setting in settings_of(GROUPS[group]):
        rule = setting.rule
        value = setting_named(settings, setting.name)
        lines += ["", *_comment(rule.about)]
        lines += _comment(f"{_capital(setting.allowed)}. {rule.reason}")
        lines += _comment(f"Variable: {setting.variable}.")
        lines += _assignment(setting, value)
    return "\n".join([*lines, ""])


def _assignment(setting: Setting, value: object) -> Iterator[str]:
    if setting.name == "store.path" and isinstance(value, str):
        if without_password(value) != value:
            yield from _comment(_PASSWORD_LEFT_OUT)
        value = absolute(without_password(value))
    mark = "# " if value == setting.default else ""
    yield f"{mark}{setting.field} = {_toml(value)}"


def _toml(value: object) -> str:
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{name} = {_toml(one)}" for name, one in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return f"{value:_}" if value >= _GROUPED_FROM else str(value)
    if isinstance(value, float):
        return repr(value)
    text = NONE if value is None else str(value)
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _markdown_of(group: str) -> str:
    lines = [
        f"### `[{group}]`",
        "",
        _title(group),
        "",
        "| setting | variable | default | allowed | what it does, and why the default |",
        "|---|---|---|---|---|",
    ]
    for setting in settings_of(GROUPS[group]):
        cells = (
            f"`{setting.name}`",
            f"`{setting.variable}`",
            f"`{_toml(setting.default)}`",
            setting.allowed,
            f"{setting.rule.about} {setting.rule.reason}",
        )
        lines.append(f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |")
    return "\n".join([*lines, ""])


def _origin(settings: Settings, setting: Setting) -> str:
    if setting.name in settings.origins:
        return settings.origins[setting.name]
    value = setting_named(settings, setting.name)
    return "default" if value == setting.default else "code"


def _plain(value: object) -> Shown:
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, str):
        return masked(value)
    if value is None or isinstance(value, bool | int | float):
        return value
    raise AssertionError(f"no plain form for {type(value).__name__}")


def _title(group: str) -> str:
    return (GROUPS[group].__doc__ or "").partition("\n")[0]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _comment(text: str) -> list[str]:
    import textwrap  # noqa: PLC0415 - only a template pays for it

    return textwrap.wrap(
        text,
        width=_WIDTH,
        initial_indent="# ",
        subsequent_indent="# ",
        break_long_words=False,
        break_on_hyphens=False,
    )
