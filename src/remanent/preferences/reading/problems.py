"""What is wrong with a catalog: every problem with its place and its remedy, all at once."""

from collections.abc import Callable
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Final

from remanent.errors import CatalogError
from remanent.preferences.reading.toml_lines import Path

Place = Path | int | None
"""A path in a TOML text, a line of any text, or no place at all."""

MAX_PROBLEMS: Final = 1_000
"""Kept of one catalog; more are counted."""

_MAX_LISTED: Final = 50


@dataclass(frozen=True, slots=True)
class CatalogProblem:
    """One thing that is wrong.

    Args:
        file: the name of the text that it stands in.
        line: from 1; None where it stands nowhere.
        what: what is wrong, and why.
        remedy: what to write instead.
    """

    file: str
    line: int | None
    what: str
    remedy: str

    def __str__(self) -> str:
        return f"{_place(self.file, self.line)}: {self.what} {self.remedy}"


@dataclass(slots=True)
class Problems:
    """The problems of one text, as they are found.

    Args:
        file: the name of the text.
        line_of: finds the line of a path such as ("kinds", "purchase", "weight").
    """

    file: str
    line_of: Callable[[Path], int | None] = lambda _path: None
    found: list[CatalogProblem] = field(default_factory=list)
    uncounted: int = 0

    def add(self, place: Place, what: str, remedy: str) -> None:
        """Note a problem at a path, or at a line."""
        if len(self.found) >= MAX_PROBLEMS:
            self.uncounted += 1
            return
        self.found.append(CatalogProblem(self.file, self._line(place), what, remedy))

    def where(self, place: Place) -> str:
        """Name a place for people."""
        return _place(self.file, self._line(place))

    def _line(self, place: Place) -> int | None:
        return self.line_of(place) if isinstance(place, tuple) else place


def catalog_error(file: str, *lists: Problems) -> CatalogError:
    """Return the one error that tells them all; the message lists the first of them."""
    found = [each for problems in lists for each in in_order(problems)]
    total = len(found) + sum(problems.uncounted for problems in lists)
    listed = [str(each) for each in found]
    if total == 1:
        (only,) = found
        what = f"{_place(only.file, only.line)}: {only.what}"
        return CatalogError(what, remedy=only.remedy, problems=tuple(listed))
    lines = [f"{file} cannot be used: {total:,} problems.", *listed[:_MAX_LISTED]]
    if total > _MAX_LISTED:
        lines.append(f"… and {total - _MAX_LISTED:,} more.")
    return CatalogError("\n".join(lines) + "\n", problems=tuple(listed))


def in_order(problems: Problems) -> list[CatalogProblem]:
    """Return the problems by line, those without one first."""
    return sorted(problems.found, key=lambda each: each.line or 0)


def did_you_mean(name: str, known: list[str]) -> str:
    """Return what was probably meant, or else what there is."""
    near = get_close_matches(name.casefold(), known, n=1, cutoff=0.6)
    return f"Did you mean {near[0]}?" if near else f"There are: {', '.join(known)}."


def _place(file: str, line: int | None) -> str:
    return file if line is None else f"{file}, line {line}"
