"""Reading conversations written as Markdown or plain text: one speaker a line, headings between.

What is read:

- a heading (`## 2026-03-01`, `# Session 2 — 2026-03-01 14:00`) opens a session; its date holds
  for what follows;
- `**Alice:** text`, `Alice: text` and either with a time before it (`[10:32] Alice: text`,
  `12/01/2026, 10:32 - Alice: text`) is a message, also as a list item;
- so is `<Alice> text` or `Alice> text`, where at least two lines begin like that;
- every other line goes on with the message above it; lines inside a code fence always do.

A colon does not make a speaker. A plain `Word: …` counts as one where the word is a role
(`user`, `assistant`), opens a line twice or more, or opens a paragraph, or where every line begins
like that; else it goes on with the message above it. Where some names are in bold or behind times,
all have to be among them.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from remanent.errors import TimeError
from remanent.faces.importers.dates import NUMERIC_DAY, find_time, is_day_first, read_day
from remanent.faces.importers.reading import Transcript, Tray, origin_of, role_named
from remanent.model.event import Message, Role
from remanent.model.instants import to_datetime
from remanent.quoting import shown

_HEADING: Final = re.compile(r" {0,3}#{1,6}\s+(?P<words>.*)")
_RULE: Final = re.compile(r" {0,3}([-*_=])(?:[ \t]?\1){2,}[ \t]*")
_FENCE: Final = re.compile(r" {0,3}(?P<marks>`{3,}|~{3,})")
_TIME_OF_DAY: Final = r"\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?\s?m\.?)?(?:Z|[+-]\d{2}:?\d{2})?"
_STAMP: Final = (
    r"(?P<open>[\[(])?"
    rf"(?:(?P<date>\d{{4}}-\d{{2}}-\d{{2}}|{NUMERIC_DAY})[T ,]+)?(?P<clock>{_TIME_OF_DAY})"
    r"(?(open)[\])])\s*(?:[-–—]\s+)?"
)
_SPEAKER: Final = re.compile(
    rf"(?:[-*+]\s+)?(?:{_STAMP})?"
    r"(?:\*\*(?P<bold>[^*]{1,80}?)(?:\s?:\s?\*\*|\*\*\s?:)"
    r"|__(?P<strong>[^_]{1,80}?)(?:\s?:\s?__|__\s?:)"
    r"|<(?P<angle>[^\W\d_][^<>]{0,39}?)>(?=\s|$)"
    r"|(?P<prompt>[^\W\d_][\w .'’-]{0,39}?)>(?=\s|$)"
    r"|(?P<plain>(?:[~@]\s?)?[^\W\d_][^:]{0,39}?|\+\d[\d ()-]{4,20})\s?:(?=\s|$))"
    r"[ \t]*",
    re.IGNORECASE,
)
_STAMPED: Final = re.compile(_STAMP, re.IGNORECASE)
_UNSEEN: Final = "\u200e\u200f\u202a\u202c\ufeff"  # marks of direction that chats begin lines with
_CLOCK: Final = re.compile(
    r"(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2}))?\s?(?P<half>[ap]\.?\s?m\.?)?"
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
_SHOWN_NAMES: Final = 4
_HALF_A_DAY: Final = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class _Line:
    """One line and what it may be.

    Args:
        date, clock: the day and the time of day before the name.
        marked: its name is in bold or stands behind a time.
        prompted: its name stands before or in angle brackets.
    """

    number: int
    text: str
    heading: str | None = None
    name: str | None = None
    date: str | None = None
    clock: str | None = None
    words: str = ""
    marked: bool = False
    prompted: bool = False
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
        return line.opens_paragraph and not self.are_marked and not line.prompted


def is_markdown(text: str) -> bool:
    """Tell whether at least one line names a speaker."""
    if "\0" in text:
        return False
    lines = list(_lines(text))
    speakers = _speakers(lines)
    return any(speakers.include(line) for line in lines)


def speakers_in(text: str) -> tuple[str, ...]:
    """Return who speaks in a text that is plainly a conversation; nobody where it may be prose."""
    lines = [line for line in _lines(text) if line.name is not None]
    speakers = _speakers(lines)
    counts = Counter(line.name for line in lines if line.name and speakers.include(line))
    is_plain = any(line.marked or line.prompted for line in lines) or any(
        count > 1 or role_named(name) is not None for name, count in counts.items()
    )
    return tuple(counts) if is_plain and len(counts) > 1 else ()


def read_markdown(text: str, *, name: str) -> Transcript:
    """Read the messages of one conversation."""
    lines = list(_lines(text))
    speakers = _speakers(lines)
    dates = [line.date for line in lines if line.date is not None]
    desk = _Desk(day_first=is_day_first(dates))
    if desk.day_first is None and dates:
        desk.tray.note(f"Dates such as {shown(dates[0])} were read as day, month, year.")
    is_dated = any(line.date is not None and speakers.include(line) for line in lines)
    for line in lines:
        if line.heading is not None:
            desk.open_session(line.heading)
        elif speakers.include(line) and not desk.is_about_session(line):
            desk.begin(line)
        elif is_dated and line.date is not None and line.name is None:
            desk.leave_out(line)
        else:
            desk.go_on(line)
    desk.finish()
    _note_guessed(desk.tray, speakers)
    return desk.tray.transcript(desk.title or name)


def _note_guessed(tray: Tray, speakers: _Speakers) -> None:
    """Say which words were taken for speakers though nothing but a single colon shows it."""
    if speakers.are_marked:
        return
    said = Counter(message.speaker for message in tray.messages if message.speaker is not None)
    once = [name for name, count in said.items() if count == 1]
    has_roles = any(message.speaker is None for message in tray.messages)
    if once and not has_roles:
        tray.note(
            f"{', '.join(map(shown, once[:_SHOWN_NAMES]))} begin one message each, and were taken "
            "for speakers because a colon follows."
        )


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
    stripped = raw.strip().lstrip(_UNSEEN)
    beginning = stripped[:_MAX_PREFIX_CHARACTERS]
    found = _SPEAKER.match(beginning)
    if not found:
        stamp = _STAMPED.match(beginning)
        date, clock = (stamp["date"], stamp["clock"]) if stamp else (None, None)
        return _Line(number, raw, date=date, clock=clock, opens_paragraph=opens_paragraph)
    in_bold = found["bold"] or found["strong"]
    in_angles = found["angle"] or found["prompt"]
    name = " ".join((in_bold or in_angles or found["plain"]).strip("~@ ").split())
    is_name = bool(in_bold or in_angles) or name[:1] == "+" or len(name.split()) <= _MAX_NAME_WORDS
    if not name or not is_name:
        date, clock = found["date"], found["clock"]
        return _Line(number, raw, date=date, clock=clock, opens_paragraph=opens_paragraph)
    return _Line(
        number,
        raw,
        name=name,
        date=found["date"],
        clock=found["clock"],
        words=stripped[found.end() :],
        marked=bool(in_bold or found["clock"]),
        prompted=bool(in_angles),
        opens_paragraph=opens_paragraph,
    )


def _speakers(lines: list[_Line]) -> _Speakers:
    marked = frozenset(line.name for line in lines if line.name and line.marked)
    if marked:
        return _Speakers(marked, are_marked=True)
    prompted = [line.name for line in lines if line.name and line.prompted]
    counts = Counter(line.name for line in lines if line.name and not line.prompted)
    often = frozenset(name for name, count in counts.items() if count > 1)
    names = often or frozenset(counts)
    if len(prompted) > 1:
        return _Speakers(often | frozenset(prompted), are_marked=True)
    if all(line.name or line.heading is not None or not line.text.strip() for line in lines):
        names = frozenset(counts)
    return _Speakers(names, are_marked=False)


@dataclass(slots=True)
class _Desk:
    """Where messages are put together, line by line.

    Args:
        day_first: how 03/04/2026 is read; None where nothing in the file shows it.
        day: what the heading or the last full time says; latest: time of the last message.
    """

    day_first: bool | None = None

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

    def leave_out(self, line: _Line) -> None:
        """Count a line with a time and without a speaker, as chats write about themselves."""
        self.finish()
        self.tray.skip(f"Line {line.number} has a time but no speaker: {shown(line.text)}.")

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
        if line.clock is None:
            return self.latest
        if line.date is not None:
            day = read_day(line.date, day_first=self.day_first is not False)
            if day is None:
                self.tray.note(f"Line {line.number}: {shown(line.date)} is no date.")
            else:
                self.day = self._at_the_time(line, day, line.clock) or self.day
                return self.day
        day = self.latest or self.day
        if day is None:
            self.tray.note(
                f"Line {line.number}: {shown(line.clock)} is a time of day with no date above it; "
                "kept without a time."
            )
            return None
        moment = self._at_the_time(line, day, line.clock)
        if moment is None or self.latest is None or self.latest - moment <= _HALF_A_DAY:
            return moment
        try:
            return moment + timedelta(days=1)  # past midnight
        except OverflowError:
            return None

    def _at_the_time(self, line: _Line, day: datetime, clock: str) -> datetime | None:
        """Put a time of day on a day."""
        found = _CLOCK.fullmatch(clock)
        if found is None:
            return None
        hour = int(found["hour"])
        if found["half"]:
            hour = hour % 12 + (12 if found["half"][0] in "pP" else 0)
        written = f"{day:%Y-%m-%d}T{hour:02}:{found['minute']}:{found['second'] or '00'}"
        try:
            return to_datetime(written + (found["offset"] or ""))
        except (TimeError, OverflowError):
            self.tray.note(f"Line {line.number}: {shown(clock)} is no time of day.")
            return None
