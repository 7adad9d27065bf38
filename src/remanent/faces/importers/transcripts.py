"""Reading a transcript from a file, whichever of the known shapes it has.

The shape is recognised by what the file holds, never by its name: LoCoMo conversations, plain
JSON, JSON lines, Markdown or text, and a zip archive of any of these. A damaged entry is left
out, counted and named in the notes; only a file without a single readable message is refused.

Bounds: 64 MiB a file (also each file of an archive, and 256 MiB an archive unpacked), 1,000
files an archive; `reading` states those of messages and notes.
"""

import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Final

from remanent.errors import ImportFormatError, InputError, TooLargeError
from remanent.faces.importers.locomo import is_locomo, read_locomo
from remanent.faces.importers.markdown import is_markdown, read_markdown
from remanent.faces.importers.objects import (
    holds_messages,
    is_message,
    read_conversation,
    read_message,
    title_of,
)
from remanent.faces.importers.reading import MAX_NOTES, Transcript, Tray
from remanent.faces.importers.strangers import bytes_reason, json_reason, text_reason
from remanent.quoting import shown

MAX_FILE_BYTES: Final = 64 * 1024 * 1024
MAX_ARCHIVE_BYTES: Final = 256 * 1024 * 1024
MAX_ARCHIVE_FILES: Final = 1_000
MAX_TRANSCRIPTS: Final = 10_000

_ENDINGS: Final = (".json", ".jsonl", ".ndjson", ".md", ".markdown", ".txt")
_DAMAGED_ARCHIVE: Final = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,  # a way to pack that Python does not know
    RuntimeError,  # a password is wanted
)
_KNOWN: Final = (
    "It is neither LoCoMo, nor JSON or JSON lines with messages, nor Markdown with speakers."
)


def read_transcripts(path: Path) -> tuple[Transcript, ...]:
    """Read every conversation of a file.

    Args:
        path: a JSON, JSONL, Markdown or text file, or a zip archive of such files.

    Returns:
        One transcript a conversation, in the order of the file (of the names, in an archive);
        each has at least one message. Times are UTC where the file gives no offset, and None
        where it gives none that can be read. What was left out is counted and noted.

    Raises:
        ImportFormatError: the file has no message in any shape that is read.
        TooLargeError: it is over a stated bound.
        InputError: it cannot be opened.
    """
    try:
        if zipfile.is_zipfile(path):
            return _read_archive(path)
        with path.open("rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(
            f"{path} cannot be read: {reason}.", remedy="Check the path and its permissions."
        ) from error
    return _read_content(content, name=path.stem, source=str(path))


def _read_archive(path: Path) -> tuple[Transcript, ...]:
    transcripts: list[Transcript] = []
    unread: list[str] = []
    try:
        with zipfile.ZipFile(path) as archive:
            for name, content in _archive_files(archive, path):
                try:
                    transcripts += _read_content(
                        content, name=PurePosixPath(name).stem, source=f"{path}, {name}"
                    )
                except ImportFormatError as error:
                    unread.append(error.what)
    except _DAMAGED_ARCHIVE as error:
        raise ImportFormatError(f"The archive {path} cannot be unpacked: {error}.") from error
    if not transcripts:
        found = f" {unread[0]}" if unread else " It holds no JSON, Markdown or text file."
        raise ImportFormatError(f"The archive {path} holds no transcript.{found}")
    first = transcripts[0]
    return (replace(first, notes=(*first.notes, *unread[:MAX_NOTES])), *transcripts[1:])


def _archive_files(archive: zipfile.ZipFile, path: Path) -> Iterator[tuple[str, bytes]]:
    names = sorted(
        name
        for name in archive.namelist()
        if name.lower().endswith(_ENDINGS) and not name.startswith("__MACOSX/")
    )
    if len(names) > MAX_ARCHIVE_FILES:
        raise TooLargeError(
            f"The archive {path} holds {len(names):,} files to read; at most "
            f"{MAX_ARCHIVE_FILES:,} are read."
        )
    total = 0
    for name in names:
        with archive.open(name) as file:
            content = file.read(MAX_FILE_BYTES + 1)
        total += len(content)
        if total > MAX_ARCHIVE_BYTES:
            raise TooLargeError(
                f"The archive {path} unpacks to more than {MAX_ARCHIVE_BYTES:,} bytes."
            )
        yield name, content


def _read_content(content: bytes, *, name: str, source: str) -> tuple[Transcript, ...]:
    if len(content) > MAX_FILE_BYTES:
        raise TooLargeError(f"{source} has more than {MAX_FILE_BYTES:,} bytes.")
    reason = bytes_reason(content)
    if reason is not None:
        raise ImportFormatError(f"{source} holds no message. {reason}")
    text, note = _decode(content)
    read = _read_text(text, name, source)
    found = [transcript for transcript in read if transcript.messages]
    if not found:
        why = next((why for transcript in read for why in transcript.notes), _unknown(text))
        raise ImportFormatError(f"{source} holds no message. {why}")
    empty = [
        f"{transcript.name} holds no message." for transcript in read if not transcript.messages
    ]
    notes = ([note] if note else []) + [*found[0].notes, *empty[:MAX_NOTES]]
    return (replace(found[0], notes=tuple(notes)), *found[1:])


def _unknown(text: str) -> str:
    value, problem = _parse(text)
    return _KNOWN if problem else json_reason(value)


def _decode(content: bytes) -> tuple[str, str | None]:
    is_utf_16 = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    encoding = "utf-16" if is_utf_16 else "utf-8-sig"
    try:
        return content.decode(encoding), None
    except UnicodeDecodeError:
        wanted = "UTF-16" if is_utf_16 else "UTF-8"
        note = (
            f"Some bytes are not {wanted}; each was read as the sign U+FFFD. To keep those "
            "letters, save the file as UTF-8 and read it into a new memory."
        )
        return content.decode(encoding, errors="replace"), note


def _read_text(text: str, name: str, source: str) -> list[Transcript]:
    problem = ""
    if text.lstrip()[:1] in ("{", "["):
        value, problem = _parse(text)
        if not problem:
            return _read_json(value, name, source)
    if _is_json_lines(text):
        return _read_json_lines(text, name, source)
    reason = text_reason(text)
    if reason is not None and not problem:
        raise ImportFormatError(f"{source} holds no message. {reason}")
    if is_markdown(text):
        return [read_markdown(text, name=name)]
    if problem:
        raise ImportFormatError(f"{source} looks like JSON but is damaged: {problem}.")
    return []


def _parse(text: str) -> tuple[object, str]:
    """Return a JSON value, and what is wrong where it is none."""
    try:
        return json.loads(text), ""
    except json.JSONDecodeError as error:
        return None, f"{error.msg} at line {error.lineno}, column {error.colno}"
    except RecursionError:
        return None, "it is nested too deeply"
    except ValueError as error:  # a number with more digits than Python reads
        return None, str(error)


def _read_json(value: object, name: str, source: str) -> list[Transcript]:
    if isinstance(value, Mapping):
        transcript = _read_conversation_object(value, name)
        return [transcript] if transcript else []
    items = value if isinstance(value, list) else []
    if any(is_message(item) for item in items):
        _refuse_another_format(items, source)
        return [_read_messages(items, name)]
    if len(items) > MAX_TRANSCRIPTS:
        raise TooLargeError(
            f"{source} holds {len(items):,} conversations; at most {MAX_TRANSCRIPTS:,} are read."
        )
    read = (
        _read_conversation_object(item, f"{name}-{position}")
        for position, item in enumerate(items, start=1)
        if isinstance(item, Mapping)
    )
    return [transcript for transcript in read if transcript]


def _read_conversation_object(value: Mapping[str, object], name: str) -> Transcript | None:
    if is_locomo(value):
        return read_locomo(value, name=name)
    if holds_messages(value):
        tray = Tray()
        read_conversation(value, tray)
        return tray.transcript(title_of(value) or name)
    return _read_messages([value], name) if is_message(value) else None


def _read_messages(items: list[object], name: str) -> Transcript:
    tray = Tray()
    for position, item in enumerate(items, start=1):
        read_message(item, tray, where=f"message {position}")
    return tray.transcript(name)


def _refuse_another_format(values: list[object], source: str) -> None:
    """Refuse a log of another program rather than read the few entries that look like ours."""
    objects = [value for value in values if isinstance(value, Mapping)]
    strange = sum(not _is_ours(value) for value in objects)
    if strange * 2 > len(objects):
        raise ImportFormatError(
            f"{source} holds {len(objects):,} JSON objects, of which {strange:,} have neither "
            "content nor text, so it is the log of another program and not a transcript."
        )


def _is_ours(value: Mapping[str, object]) -> bool:
    """Tell whether an object is a message, even one without words such as the call of a tool."""
    return is_message(value) or _is_conversation(value) or isinstance(value.get("role"), str)


def _is_conversation(value: object) -> bool:
    return holds_messages(value) or is_locomo(value)


def _is_json_lines(text: str) -> bool:
    """Tell whether most lines are meant as JSON objects, and one at least is one."""
    lines = [line for line in map(str.strip, text.split("\n")) if line]
    meant = [line for line in lines if line.startswith("{")]
    return len(meant) * 2 > len(lines) and any(not _parse(line)[1] for line in meant)


def _read_json_lines(text: str, name: str, source: str) -> list[Transcript]:
    """Read one message a line; a line that is a whole conversation is a transcript of its own."""
    tray = Tray()
    values: list[object] = []
    conversations: list[Transcript] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        value, problem = _parse(line)
        if problem:
            tray.skip(f"Line {number} is damaged ({problem}): {shown(line)}.")
            continue
        values.append(value)
        if _is_conversation(value):
            conversations += _read_json(value, f"{name}-{number}", source)
        else:
            read_message(value, tray, where=f"line {number}")
    _refuse_another_format(values, source)
    if tray.messages or not conversations:
        return [tray.transcript(name), *conversations]
    first = conversations[0]
    return [
        replace(first, skipped=first.skipped + tray.skipped, notes=(*first.notes, *tray.notes)),
        *conversations[1:],
    ]
