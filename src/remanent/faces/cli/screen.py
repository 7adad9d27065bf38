"""For people: lines of text, wrapped and styled on a terminal, plain and unwrapped in a pipe.

What a memory holds was written by others. Nothing of it reaches the terminal as a control
sequence, and no line of it can pass for one of ours.
"""

import sys
from collections.abc import Iterable
from datetime import datetime, tzinfo
from typing import Final
from zoneinfo import ZoneInfo

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

STRONG: Final = "bold"
FAINT: Final = "dim"
GOOD: Final = "green"
BAD: Final = "red"
TITLE: Final = "bold cyan"

_WIDEST: Final = 100
_NAME_WIDTH: Final = 12
# C0 and C1 controls, line separators, and signs that reorder what is around them.
_CONTROLS: Final = {
    code: f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"  # noqa: PLR2004 - one byte
    for code in (
        *range(0x20), *range(0x7F, 0xA0), 0x061C, 0x200E, 0x200F,
        *range(0x2028, 0x202F), *range(0x2066, 0x206A),
    )
    if code not in (0x09, 0x0A)
}  # fmt: skip


def harmless(text: str) -> str:
    """Return text with every control sign written out."""
    return text.translate(_CONTROLS)


def one_line(text: str, most: int = 200) -> str:
    """Return the beginning of a text as one harmless line; a cut one ends in "…"."""
    line = harmless(" ".join(text[: 4 * most].split()))
    return line if len(line) <= most and len(text) <= 4 * most else f"{line[: most - 1]}…"


def counted(number: int, thing: str) -> str:
    """Return a number of things, such as "1 turn" or "2,000 turns"."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def day(moment: datetime, zone: tzinfo) -> str:
    """Return the day of a moment in a zone, as 2026-03-01."""
    try:
        return moment.astimezone(zone).isoformat()[:10]
    except OverflowError:  # the first or the last day that there is, elsewhere on Earth
        return moment.isoformat()[:10]


def zone_named(name: str | None) -> ZoneInfo:
    """Return the zone in which days are shown: the speaker's where it is known, else UTC."""
    return ZoneInfo(name or "UTC")


class _Console(Console):
    """A console that lets the one place that knows exit codes hear of a closed pipe."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Screen:
    """Standard output, written to by lines."""

    def __init__(self, console: Console | None = None) -> None:
        """Write to standard output, or to another console."""
        self._console = console or _Console(
            file=sys.stdout, highlight=False, markup=False, emoji=False
        )

    @property
    def is_terminal(self) -> bool:
        """True where a person is looking."""
        return self._console.is_terminal

    @property
    def width(self) -> int:
        """Columns to write in."""
        return min(self._console.width, _WIDEST)

    def heading(self, words: str) -> None:
        """Begin a part."""
        self.blank()
        self.line(words, style=TITLE)

    def blank(self) -> None:
        """Leave a line empty."""
        self._console.print()

    def line(self, words: str, *, indent: int = 0, lead: str = "", style: str = "") -> None:
        """Write one line; on a terminal it is wrapped.

        Args:
            lead: what stands before it, such as a number; wrapped words go on behind it.
        """
        space = " " * indent
        if not self.is_terminal:
            self.raw(f"{space}{lead}{words}")
            return
        behind = indent + cell_len(lead)
        wrapped = Text(words, style=style).wrap(self._console, max(self.width - behind, 20))
        for place, each in enumerate(wrapped):
            each.rstrip()
            before = f"{space}{lead}" if place == 0 else " " * behind
            self._console.print(Text(before, style=style if lead else "") + each, soft_wrap=True)

    def raw(self, text: str) -> None:
        """Write text as it stands, never wrapped."""
        self._console.print(Text(text), soft_wrap=True)

    def pair(self, name: str, value: str, *, width: int = _NAME_WIDTH, indent: int = 0) -> None:
        """Write a name and its value; a long value goes on below itself."""
        self.line(value, indent=indent, lead=f"{name:<{width}}  ")

    def rows(self, rows: Iterable[tuple[str, ...]], *, indent: int = 0) -> None:
        """Write aligned columns."""
        rows = list(rows)
        widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            *first, last = (
                cell + " " * (width - cell_len(cell))
                for cell, width in zip(row, widths, strict=True)
            )
            self.line(last.rstrip(), indent=indent, lead="".join(f"{cell}  " for cell in first))
