"""Where things stand in a TOML text: the standard reader gives values without their lines.

It walks a text that `tomllib` has already read without an error, so it needs to tell strings,
tables and lists apart and nothing more.
"""

import re
import tomllib
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Final

Path = tuple[str | int, ...]

_BLANK: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BLANK_IN_LINE: Final = re.compile(r"[ \t]*")
_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_STRING: Final = re.compile(
    r'"""(?:[^\\]|\\.)*?"""+' r"|'''.*?'''+" r'|"(?:[^"\\\n]|\\.)*"' r"|'[^'\n]*'",
    re.DOTALL,
)
_SCALAR: Final = re.compile(r"[^,\]}\n#]+")


def lines_of(text: str) -> dict[Path, int]:
    """Return the line, from 1, of every table, key and list element of a valid TOML text.

    A path holds keys and, in lists and lists of tables, positions from 0. A table that is written
    in several places has the line of the first.
    """
    walk = _Walk(text, [found.start() for found in re.finditer("\n", text)])
    walk.document()
    return walk.found


def line_at(lines: dict[Path, int], path: Path) -> int | None:
    """Return the line of a path, or else of the nearest thing around it."""
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return None


@dataclass(slots=True)
class _Walk:
    text: str
    line_ends: list[int]
    at: int = 0
    found: dict[Path, int] = field(default_factory=dict)
    lengths: dict[Path, int] = field(default_factory=dict)

    def document(self) -> None:
        table: Path = ()
        self._skip(_BLANK)
        while self.at < len(self.text):
            if self.text.startswith("[[", self.at):
                table = self._header(2)
            elif self.text[self.at] == "[":
                table = self._header(1)
            else:
                self._pair(table)
            self._skip(_BLANK)

    def _header(self, brackets: int) -> Path:
        """Read [a.b] or [[a.b]]; inside a list of tables it belongs to the last one."""
        start = self.at
        self.at += brackets
        keys = self._dotted()
        self.at += brackets
        path: Path = ()
        for key in keys[:-1]:
            path = (*path, key)
            self._note(path, start)
            if path in self.lengths:
                path = (*path, self.lengths[path] - 1)
        path = (*path, keys[-1])
        self._note(path, start)
        if brackets == 2:  # noqa: PLR2004 - [[a.b]]
            position = self.lengths.get(path, 0)
            self.lengths[path] = position + 1
            path = (*path, position)
            self._note(path, start)
        return path

    def _pair(self, table: Path) -> None:
        start = self.at
        path = table
        for key in self._dotted():
            path = (*path, key)
            self._note(path, start)
        self.at += 1  # the equals sign
        self._skip(_BLANK_IN_LINE)
        self._value(path)

    def _dotted(self) -> list[str]:
        keys = []
        while True:
            self._skip(_BLANK_IN_LINE)
            bare = _BARE_KEY.match(self.text, self.at)
            token = bare or _STRING.match(self.text, self.at)
            assert token is not None, "the text was read as TOML before"
            self.at = token.end()
            keys.append(token[0] if bare else str(tomllib.loads(f"k = {token[0]}")["k"]))
            self._skip(_BLANK_IN_LINE)
            if not self.text.startswith(".", self.at):
                return keys
            self.at += 1

    def _value(self, path: Path) -> None:
        match self.text[self.at]:
            case "[":
                self.at += 1
                position = 0
                while self._more("]"):
                    self._note((*path, position), self.at)
                    self._value((*path, position))
                    position += 1
            case "{":
                self.at += 1
                while self._more("}"):
                    self._pair(path)
            case '"' | "'":
                self._skip(_STRING)
            case _:
                self._skip(_SCALAR)

    def _more(self, close: str) -> bool:
        """Go on to the next element, or behind the end."""
        self._skip(_BLANK)
        if self.text[self.at] == ",":
            self.at += 1
            self._skip(_BLANK)
        if self.text[self.at] != close:
            return True
        self.at += 1
        return False

    def _skip(self, pattern: re.Pattern[str]) -> None:
        found = pattern.match(self.text, self.at)
        assert found is not None, "the text was read as TOML before"
        self.at = found.end()

    def _note(self, path: Path, at: int) -> None:
        self.found.setdefault(path, bisect_right(self.line_ends, at - 1) + 1)
