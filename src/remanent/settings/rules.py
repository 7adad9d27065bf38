"""What a value may be, and how a wrong one is refused.

A rule stands in the annotation of the field that it governs, so that a setting's type, default,
range, unit and reason are written in one place:

    limit: Annotated[int, whole(low=1, high=1000, unit="items", about="…", reason="…")] = 10

Patterns are compiled when they are first needed: whoever only wants the defaults does not wait.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from typing import Any, get_args

from remanent.errors import SettingsError
from remanent.quoting import written
from remanent.settings.places import masked

PREFIX = "REMANENT_"
NONE = "none"  # how a file or a variable says None
LARGEST_WEIGHT = 100.0
MOST_WEIGHTS = 64

_SHOWN_CHARACTERS = 80
_MASKED_CHARACTERS = 1_000
_WHOLE = r"[+-]?[0-9]{1,18}"
_NUMBER = r"[+-]?(?:[0-9]{1,18}(?:\.[0-9]{0,18})?|\.[0-9]{1,18})(?:[eE][+-]?[0-9]{1,3})?"
_WEIGHT_NAME = r"[a-z][a-z0-9_]{0,63}"
_SWITCHES = dict.fromkeys(("true", "yes", "on", "1"), True) | dict.fromkeys(
    ("false", "no", "off", "0"), False
)


class Refused(Exception):  # noqa: N818 - it never leaves this package
    """A rule says no; `because` is said in place of the range where that helps more."""

    def __init__(self, because: str = "") -> None:
        self.because = because
        super().__init__(because)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rule:
    """What one setting may be.

    Args:
        allowed: the range in words, as in "it must be …".
        about: one sentence: what the setting does.
        reason: where its default and its range come from.
        check: gives the value in its own type, or raises Refused.
        parse: gives the value that an environment variable means, or raises Refused.
        unit: what the number counts; empty where it is no number.
    """

    allowed: str
    about: str
    reason: str
    check: Callable[[object], object]
    parse: Callable[[str], object] = str
    unit: str = ""


def whole(*, low: int, high: int, unit: str, about: str, reason: str) -> Rule:
    """A whole number from `low` to `high`, both included; no bool and no float is one."""

    def check(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise Refused
        if not low <= value <= high:
            raise Refused
        return int(value)

    return Rule(
        allowed=f"a whole number from {low:,} to {high:,} ({unit})",
        about=about,
        reason=reason,
        check=check,
        parse=_whole_from_text,
        unit=unit,
    )


def number(*, low: float, high: float, unit: str, about: str, reason: str) -> Rule:
    """A finite number from `low` to `high`, both included; no bool is one."""
    return Rule(
        allowed=f"a number from {low:,g} to {high:,g} ({unit})",
        about=about,
        reason=reason,
        check=lambda value: _within(value, low=low, high=high),
        parse=_number_from_text,
        unit=unit,
    )


def switch(*, about: str, reason: str) -> Rule:
    """True or false; in a variable also yes, on, 1 and no, off, 0, in any case."""
    return Rule(
        allowed="true or false",
        about=about,
        reason=reason,
        check=_bool_only,
        parse=_switch_from_text,
    )


def choice(*, among: type[StrEnum], about: str, reason: str) -> Rule:
    """One of a closed set of words."""

    def check(value: object) -> StrEnum:
        if not isinstance(value, str):
            raise Refused
        try:
            return among(value)
        except ValueError:
            raise Refused from None

    return Rule(
        allowed=" or ".join(f'"{word.value}"' for word in among),
        about=about,
        reason=reason,
        check=check,
    )


def text(*, allowed: str, check: Callable[[object], str], about: str, reason: str) -> Rule:
    """A piece of text that a function of its own reads."""
    return Rule(allowed=allowed, about=about, reason=reason, check=check)


def named_numbers(*, unit: str, about: str, reason: str) -> Rule:
    """Numbers by name; which names mean something is for the reader of the weights to say."""
    return Rule(
        allowed=(
            f"at most {MOST_WEIGHTS} names, each with a number from "
            f"{-LARGEST_WEIGHT:g} to {LARGEST_WEIGHT:g}"
        ),
        about=about,
        reason=reason,
        check=_weights,
        parse=_weights_from_text,
        unit=unit,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """One declared setting.

    Args:
        name: group and field, "recall.limit".
        rule: what it may be.
        default: its value where nothing is given.
        optional: None is a value of it.
    """

    name: str
    rule: Rule
    default: Any
    optional: bool

    @property
    def group(self) -> str:
        """The group that it belongs to, "recall"."""
        return self.name.partition(".")[0]

    @property
    def field(self) -> str:
        """Its name within the group, "limit"."""
        return self.name.partition(".")[2]

    @property
    def variable(self) -> str:
        """REMANENT_GROUP_FIELD; fields of the store and the profile stand without their group."""
        name = self.name.removeprefix("store.").removeprefix("profile.")
        return PREFIX + name.replace(".", "_").upper()

    @property
    def allowed(self) -> str:
        """The range in words, with None where that is a value."""
        return f'{self.rule.allowed}, or "{NONE}"' if self.optional else self.rule.allowed

    def settle(
        self,
        value: object,
        *,
        origin: str = "code",
        mend: str = "Pass another value",
        from_text: bool = False,
    ) -> Any:
        """The value as it is kept.

        Args:
            value: what was given; the word "none" is None where None is a value.
            origin: where it was given, for the message.
            mend: how to mend it there, for the message.
            from_text: True where every value is text (an environment variable).

        Raises:
            SettingsError: it is of the wrong type or outside its range.
        """
        if self.optional and (value is None or _means_none(value)):
            return None
        try:
            given = self.rule.parse(value) if from_text and isinstance(value, str) else value
            return self.rule.check(given)
        except Refused as refused:
            because = refused.because or f"it must be {self.allowed}"
            raise SettingsError(
                f"{self.name} is {shown(value)} (from {origin}); {because}.",
                remedy=f"{mend}; the default is {shown(self.default)}.",
            ) from None


class Group:
    """Settings that belong together; each is checked wherever the group is made."""

    __slots__ = ()

    def __post_init__(self) -> None:
        for setting in settings_of(type(self)):
            value = setting.settle(getattr(self, setting.field))
            object.__setattr__(self, setting.field, value)
        self.agree()

    def __repr__(self) -> str:
        """Every field, with passwords masked: representations end up in logs."""
        names = (setting.field for setting in settings_of(type(self)))
        values = (f"{name}={shown(getattr(self, name))}" for name in names)
        return f"{type(self).__name__}({', '.join(values)})"

    def agree(self) -> None:
        """Refuse values that are each in range and cannot stand together."""


def settings_of(group: type[Any]) -> tuple[Setting, ...]:
    """The settings that a group declares, in their order."""
    section = group.__name__.removesuffix("Settings").lower()
    settings = []
    for field in fields(group):
        kind, rule = get_args(field.type)
        default = field.default if field.default_factory is MISSING else field.default_factory()
        optional = type(None) in get_args(kind)
        settings.append(Setting(f"{section}.{field.name}", rule, default, optional))
    return tuple(settings)


def shown(value: object) -> str:
    """A value as a message shows it: bounded, and without secrets."""
    if value is None:
        return NONE
    if isinstance(value, StrEnum):
        value = value.value
    whole_text = written(value)
    if len(whole_text) > _MASKED_CHARACTERS:  # the end of a password could lie behind a cut
        return f"{type(value).__name__} of {len(whole_text):,} characters"
    short = masked(whole_text)
    return short if len(short) <= _SHOWN_CHARACTERS else f"{short[:_SHOWN_CHARACTERS]}…"


def _whole_from_text(text: str) -> int:
    """Digits with a sign at most: no blanks, no separators."""
    if not re.fullmatch(_WHOLE, text):
        raise Refused
    return int(text)


def _number_from_text(text: str) -> float:
    """Decimal digits with a point and an exponent at most: no blanks, no nan, no inf."""
    if not re.fullmatch(_NUMBER, text):
        raise Refused
    return float(text)


def _switch_from_text(text: str) -> bool:
    if text.lower() not in _SWITCHES:
        raise Refused
    return _SWITCHES[text.lower()]


def _weights_from_text(text: str) -> dict[str, float]:
    """`name=number` pairs with commas between them."""
    read: dict[str, float] = {}
    for pair in text.split(","):
        name, equals, digits = (part.strip() for part in pair.partition("="))
        if not equals or name in read:
            raise Refused("it must be written as name=number,name=number with each name once")
        read[name] = _number_from_text(digits)
    return read


def _bool_only(value: object) -> bool:
    if not isinstance(value, bool):
        raise Refused
    return value


def _within(value: object, *, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Refused
    if not low <= value <= high:  # false for NaN, and exact for a huge whole number
        raise Refused
    return float(value)


def _weights(value: object) -> dict[str, float]:
    """A copy of its own, so that the caller's changes stay the caller's."""
    if not isinstance(value, Mapping) or len(value) > MOST_WEIGHTS:
        raise Refused
    for name in value:
        if not isinstance(name, str) or not re.fullmatch(_WEIGHT_NAME, name):
            raise Refused(
                f"{shown(name)} is no name of a weight: small letters, digits and _, with a "
                "letter first"
            )
    return {
        name: _within(weight, low=-LARGEST_WEIGHT, high=LARGEST_WEIGHT)
        for name, weight in value.items()
    }


def _means_none(value: object) -> bool:
    return isinstance(value, str) and value.lower() == NONE
