"""The words that lives are told in: lists of values and templates, those of held-out lives marked.

They are kept in `wording/*.toml`. A list `x_held` stands beside a list `x`; held-out lives draw
half of their templates from it, and every third value of a pool is theirs alone.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from evals.preferences.dice import Dice

FOLDER: Final = Path(__file__).parent / "wording"
HELD: Final = "_held"
HELD_EVERY: Final = 3

Bank = Mapping[str, Any]


@cache
def bank(name: str) -> Bank:
    """Return one file of words."""
    with (FOLDER / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


def pool(name: str, *, is_held: bool) -> list[str]:
    """Return the values that a life may draw from a pool."""
    values: list[str] = bank("pools")[name]
    return [value for place, value in enumerate(values, 1) if is_held or place % HELD_EVERY]


def templates(words: Bank, name: str, *, is_held: bool) -> list[str]:
    """Return all templates of a name that a life may use."""
    held: list[str] = list(words.get(name + HELD, ())) if is_held else []
    return [*words[name], *held]


def template(dice: Dice, words: Bank, name: str, *, is_held: bool) -> str:
    """Draw a template; a held-out life takes every second one from the held-out list."""
    held: list[str] = words.get(name + HELD, [])
    usual: list[str] = words[name]
    return dice.one(held if is_held and held and dice.chance(0.5) else usual)


def different(dice: Dice, words: Bank, name: str, count: int, *, is_held: bool) -> list[str]:
    """Draw different templates, as many as there are at most."""
    every = templates(words, name, is_held=is_held)
    return dice.some(every, min(count, len(every)))
