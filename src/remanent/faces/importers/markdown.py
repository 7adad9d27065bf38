"""Reading conversations written as Markdown or plain text: one speaker a line, headings between.

What is read:

- a heading (`## 2026-03-01`, `# Session 2 — 2026-03-01 14:00`) opens a session; its date holds
  for what follows;
- `**Alice:** text`, `Alice: text` and either with a time before it (`[10:32] Alice: text`) is
  a message, also as a list item;
- every other line goes on with the message above it; lines inside a code fence always do.

A colon does not make a speaker. A plain `Word: …` counts as one where the word is a role
(`user`, `assistant`), opens a line twice or more, or opens a paragraph; else it goes on with
the message above it. Where some names are in bold or behind times, all have to be among them.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from remanent.errors import TimeError
from remanent.faces.importers.dates import find_time
from remanent.faces.importers.reading import Transcript, Tray, origin_of, role_named, shown
from remanent.model.event import Message, Role
from remanent.model.instants import to_datetime

_HEADING: Final = re.compile(r" {0,3}#{1,6}\s+(?P<words>.*)")
_RULE: Final = re.compile(r" {0,3}([-*_=])(?:[ \t]?\1){2,}[ \t]*")
_FENCE: Final = re.compile(r" {0,3}(?P<marks>`{3,}|~{3,})")
_SPEAKER: Final = re.compile(
    r"(?:[-*+]\s+)?"
    r"(?:(?P<open>[\[(])?"
    r"(?P<time>(?:\d{4}-\d{2}-\d{2}[T ,]+)?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?"
    r"(?:Z|[+-]\d{2}:?\d{2})?)"
    r"(?(open)[\])])\s*(?:[-–—]\s+)?)?"
    r"(?:\*\*(?P<bold>[^*]{1,80}?)(?:\s?:\s?\*\*|\*\*\s?:)"
    r"|__(?P<strong>[^_]{1,80}?)(?:\s?:\s?__|__\s?:)"
    r"|(?P<plain>[^\W\d_][^:]{0,39}?)\s?:(?=\s|$))"
    r"[ \t]*",
    re.IGNORECASE,
)
_CLOCK: Final = re.compile(
    r"(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2}))?\s?(?P<half>[ap]\.?m\.?)?"
    r"(?P<offset>Z|[+-]\d{2}:?\d{2})?",
    re.IGNORECASE,
)

# Words that tell about a session where they stand before its first message.
_ABOUT: Final = frozenset(
    ("date", "time", "title", "session", "participants", "location", "subject", "topic")
)

_MAX_PREFIX_CHARACTERS: Final = 240  # list mark, time and name; what follows is words
_MAX_HEADING_CHARACTERS: Final = 300
_MAX_NAME_WORDS: Final = 4
_HALF_A_DAY: Final = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class _Line:
    """One line and what it may be; `marked`: its name is in bold or stands behind a time."""

    number: int
    text: str
    heading: str | None = None
    name: str | None = None
    time: str | None = None
    words: str = ""
    marked: bool = False
    opens_paragraph: bool = False
    fenced: bool = False


@dataclass(frozen=True, slots=True)
class _Speakers:
    """The names that count as speakers wherever they open a line."""

    names: frozenset[str]
    are_marked: bool

    def include(self, line: _Line) -> bool:
        """Tell whether a line begins a message."""
        if line.name is None:
            return False
        if line.marked or line.name in self.names or role_named(line.name) is not None:
            return True
        return line.opens_paragraph and not self.are_marked


def is_markdown(text: str) -> bool:
    """Tell whether at least one line names a speaker."""
    if "\0" in text:
        return False
    lines = list(_lines(text))
    speakers = _speakers(lines)
    return any(speakers.include(line) for line in lines)


def read_markdown(text: str, *, name: str) -> Transcript:
    """Read the messages of one conversation."""
    lines = list(_lines(text))
    speakers = _speakers(lines)
    desk = _Desk()
    for line in lines:
        if line.heading is not None:
            desk.open_session(line.heading)
        elif speakers.include(line) and not desk.is_about_session(line):
            desk.begin(line)
        else:
            desk.go_on(line)
    desk.finish()
    return desk.tray.transcript(desk.title or name)


def _lines(text: str) -> Iterator[_Line]:
    fence = ""
    opens_paragraph = True
    for number, raw in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        found = _FENCE.match(raw)
        if fence or found:
            yield _Line(number, raw, fenced=True)
            fence = _fence_after(raw, fence, found)
            opens_paragraph = False
        else:
            line = _line(number, raw, opens_paragraph=opens_paragraph)
            yield line
            opens_paragraph = not raw.strip() or line.heading is not None


def _fence_after(raw: str, fence: str, found: re.Match[str] | None) -> str:
    """Marks of the code fence that is open after a line; empty where none is."""
    if not fence:
        return found["marks"] if found else ""
    closes = raw.strip().startswith(fence) and not raw.strip().strip(fence[0])
    return "" if closes else fence


def _line(number: int, raw: str, *, opens_paragraph: bool) -> _Line:
    heading = _HEADING.fullmatch(raw) if len(raw) <= _MAX_HEADING_CHARACTERS else None
    if heading:
        return _Line(number, raw, heading=heading["words"].strip(" \t#"))
    stripped = raw.strip()
    found = _SPEAKER.match(stripped[:_MAX_PREFIX_CHARACTERS])
    if not found:
        return _Line(number, raw, opens_paragraph=opens_paragraph)
    in_bold = found["bold"] or found["strong"]
    name = " ".join((in_bold or found["plain"]).split())
    if not name or (not in_bold and len(name.split()) > _MAX_NAME_WORDS):
        return _Line(number, raw, opens_paragraph=opens_paragraph)
    return _Line(
        number,
        raw,
        name=name,
        time=found["time"],
        words=stripped[found.end() :],
        marked=bool(in_bold or found["time"]),
        opens_paragraph=opens_paragraph,
    )


def _speakers(lines: list[_Line]) -> _Speakers:
    marked = frozenset(line.name for line in lines if line.name and line.marked)
    if marked:
        return _Speakers(marked, are_marked=True)
    counts = Counter(line.name for line in lines if line.name)
    often = frozenset(name for name, count in counts.items() if count > 1)
    return _Speakers(often or frozenset(counts), are_marked=False)


@dataclass(slots=True)
class _Desk:
    """Where messages are put together, line by line.

    Args:
        day: what the heading or the last full time says; latest: time of the last message.
    """

    tray: Tray = field(default_factory=Tray)
    title: str | None = None
    session: str | None = None
    day: datetime | None = None
    latest: datetime | None = None
    first: _Line | None = None
    at: datetime | None = None
    words: list[str] = field(default_factory=list)
    session_has_messages: bool = False

    def open_session(self, heading: str) -> None:
        """Begin a session; a heading that nothing stands under was the title."""
        self.finish()
        if self.session and not self.session_has_messages and self.day is None:
            self.title = self.title or self.session
        self.session = heading or None
        self.day = self.latest = find_time(heading)
        self.session_has_messages = False

    def is_about_session(self, line: _Line) -> bool:
        """Tell whether a line such as "Date: 2026-03-01" tells about the session to come."""
        return (
            not self.session_has_messages
            and not line.marked
            and line.name is not None
            and line.name.casefold() in _ABOUT
        )

    def begin(self, line: _Line) -> None:
        """Begin a message."""
        self.finish()
        self.first = line
        self.at = self._time_of(line)
        self.latest = self.at or self.latest
        self.words = [line.words]
        self.session_has_messages = True

    def go_on(self, line: _Line) -> None:
        """Add a line to the message above it, or to what is known of the session."""
        if self.first is not None:
            if line.name is not None:
                self.tray.note(
                    f"Line {line.number}: {shown(line.name + ':')} was read as words of the "
                    "message above it, not as a speaker."
                )
            is_rule = not line.fenced and _RULE.fullmatch(line.text[:_MAX_PREFIX_CHARACTERS])
            self.words.append("" if is_rule else line.text)
        elif self.is_about_session(line):
            self.day = self.latest = find_time(line.words) or self.day
        elif line.text.strip() and not _RULE.fullmatch(line.text[:_MAX_PREFIX_CHARACTERS]):
            self.tray.skip(f"Line {line.number} stands before any speaker: {shown(line.text)}.")

    def finish(self) -> None:
        """Lay the message down."""
        if self.first is None or self.first.name is None:
            return
        role = role_named(self.first.name)
        self.tray.add(
            Message(
                text="\n".join(self.words).strip(),
                role=role or Role.USER,
                origin=origin_of(role or Role.USER),
                speaker=None if role else self.first.name,
                at=self.at,
                session=self.session,
            ),
            where=f"The message of line {self.first.number}",
        )
        self.first = None

    def _time_of(self, line: _Line) -> datetime | None:
        if line.time is None:
            return self.latest
        moment = find_time(line.time.replace(",", " ").replace("  ", " "))
        if moment is not None:
            self.day = moment
            return moment
        if self.day is None:
            self.tray.note(
                f"Line {line.number}: {shown(line.time)} is a time of day with no date above it; "
                "kept without a time."
            )
            return None
        return self._on_the_day(line, line.time)

    def _on_the_day(self, line: _Line, clock: str) -> datetime | None:
        """Put a time of day on the session's day, or on the next one past midnight."""
        day = self.latest or self.day
        found = _CLOCK.fullmatch(clock)
        if day is None or found is None:
            return None
        hour = int(found["hour"])
        if found["half"]:
            hour = hour % 12 + (12 if found["half"][0] in "pP" else 0)
        written = f"{day:%Y-%m-%d}T{hour:02}:{found['minute']}:{found['second'] or '00'}"
        try:
            moment = to_datetime(written + (found["offset"] or ""))
            if self.latest is not None and self.latest - moment > _HALF_A_DAY:
                moment += timedelta(days=1)
        except (TimeError, OverflowError):
            self.tray.note(f"Line {line.number}: {shown(clock)} is no time of day.")
            return None
        return moment
