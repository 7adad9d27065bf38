"""What an argument may be: told in the schema, read with tolerance, strict in meaning.

Clients send numbers and booleans as text, lists as JSON in a text, and null for what they leave
out; all of these are read as what they plainly mean. What is no value of the field is refused with
its name, the value and what is allowed.
"""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from remanent.errors import InputError
from remanent.quoting import shown

Schema = dict[str, Any]

MOST_TEXTS: Final = 100
_SWITCHES: Final = {"true": True, "false": False, "1": True, "0": False, "yes": True, "no": False}


@dataclass(frozen=True, slots=True)
class Capped:
    """A number that was above its bound: the bound is used, and the reply says so."""

    value: int


@dataclass(frozen=True, slots=True)
class Field:
    """One argument of a tool.

    Args:
        schema: as `tools/list` shows it.
        read: returns the value that is meant; raises InputError. It is never given None.
        is_needed: a call without it is refused.
    """

    name: str
    schema: Schema
    read: Callable[[str, object], object]
    is_needed: bool = False


def text(name: str, about: str = "", *, needed: bool = False) -> Field:
    """A text; one that looks like JSON stays as it is."""
    return Field(name, _described({"type": "string"}, about), _read_text, needed)


def choice(name: str, values: tuple[str, ...], about: str = "") -> Field:
    """One of a few words, in any case."""

    def read(where: str, value: object) -> str:
        word = value.strip().lower() if isinstance(value, str) else None
        if word not in values:
            raise InputError(
                f"{where} is {shown(value)}.", remedy=f"Give one of {', '.join(values)}."
            )
        return word

    return Field(name, _described({"type": "string", "enum": list(values)}, about), read)


def whole(name: str, about: str = "", *, least: int, most: int) -> Field:
    """A whole number; above its bound it is capped, below it is refused."""

    def read(where: str, value: object) -> int | Capped:
        number = _number(value)
        if number is None or not number.is_integer() or number < least:
            raise InputError(
                f"{where} is {shown(value)}; it must be a whole number from {least:,} to {most:,}."
            )
        return int(number) if number <= most else Capped(most)

    return Field(name, _described({"type": "integer"}, about), read)


def number(name: str, about: str = "", *, least: float, most: float) -> Field:
    """A number within bounds."""

    def read(where: str, value: object) -> float:
        found = _number(value)
        if found is None or not least <= found <= most:
            raise InputError(
                f"{where} is {shown(value)}; it must be a number from {least:g} to {most:g}."
            )
        return found

    return Field(name, _described({"type": "number"}, about), read)


def flag(name: str, about: str = "", *, needed: bool = False) -> Field:
    """True or false."""

    def read(where: str, value: object) -> bool:
        if isinstance(value, bool):
            return value
        word = str(value).strip().lower() if isinstance(value, str | int) else ""
        if word not in _SWITCHES:
            raise InputError(f"{where} is {shown(value)}.", remedy="Give true or false.")
        return _SWITCHES[word]

    return Field(name, _described({"type": "boolean"}, about), read, needed)


def texts(name: str, about: str = "", *, needed: bool = False) -> Field:
    """A list of texts; one text is a list of one, and a JSON list in a text is that list."""
    schema = {"type": "array", "items": {"type": "string"}}
    return Field(name, _described(schema, about), _read_texts, needed)


def read_arguments(
    fields: tuple[Field, ...], given: Mapping[str, object]
) -> tuple[dict[str, Any], dict[str, int]]:
    """Read the arguments of one call; what is null counts as not given.

    Returns:
        The values by name, and the bounds of those that were capped.

    Raises:
        InputError: names the field, the value and what is allowed.
    """
    values: dict[str, Any] = {}
    capped: dict[str, int] = {}
    for field in fields:
        value = given.get(field.name)
        if value is None:
            if field.is_needed:
                raise InputError(f"{field.name} is missing.", remedy=f"Give {field.name}.")
            continue
        read = field.read(field.name, value)
        if isinstance(read, Capped):
            capped[field.name] = read.value
        values[field.name] = read.value if isinstance(read, Capped) else read
    return values, capped


def schema_of(fields: tuple[Field, ...]) -> Schema:
    """Return the schema of a tool's arguments."""
    schema: Schema = {"type": "object", "properties": {each.name: each.schema for each in fields}}
    needed = [each.name for each in fields if each.is_needed]
    return {**schema, "required": needed} if needed else schema


def _described(schema: Schema, about: str) -> Schema:
    return {**schema, "description": about} if about else schema


def _read_text(where: str, value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise InputError(f"{where} is {shown(value)}, which is no text.")


def _read_texts(where: str, value: object) -> list[str]:
    if isinstance(value, str):
        listed = _from_json(value)
        value = [value] if listed is None else listed
    if not isinstance(value, list):
        raise InputError(f"{where} is {shown(value)}, which is no list of texts.")
    if len(value) > MOST_TEXTS:
        raise InputError(f"{where} has {len(value):,} texts; at most {MOST_TEXTS} are read.")
    return [_read_text(f"{where}[{place}]", each) for place, each in enumerate(value)]


def _from_json(written: str) -> list[object] | None:
    """Return the list that a text holds as JSON, where it does."""
    if not written.lstrip().startswith("["):
        return None
    try:
        found = json.loads(written)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, list) else None


def _number(value: object) -> float | None:
    """Return a finite number that is plainly meant."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        found = float(value)
    except (ValueError, OverflowError):
        return None
    return found if math.isfinite(found) else None
