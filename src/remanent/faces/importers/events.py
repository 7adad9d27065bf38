"""Reading events from a file, line by line: JSON lines, or CSV with the fields as columns.

A line that cannot be used is given back with the reason and its number, and the rest goes on. The
file is read twice: first for its digest and its length, then for its events, so that a large one
never stands in memory as a whole.

Bounds: 4 MiB a line. In CSV a cell may hold several attributes or contexts, separated by `;`, and
`values` are written `size=42.5;budget=30`.
"""

import codecs
import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final, NoReturn, TextIO

from remanent.errors import ImportFormatError, InputError, TooLargeError
from remanent.faces.importers.strangers import bytes_reason
from remanent.flows.inputs import label
from remanent.flows.observation_inputs import FIELDS, read_observations
from remanent.model.observed import Observation
from remanent.quoting import shown

MAX_LINE_BYTES: Final = 4 * 1024 * 1024
USER: Final = "user"

_CHUNK: Final = 1024 * 1024
_DIGEST_CHARACTERS: Final = 32
_DELIMITERS: Final = (",", ";", "\t")
_LISTS: Final = frozenset({"attributes", "context"})
_NUMBERS: Final = frozenset({"quantity", "intensity", "salience"})
_COLUMNS: Final = (USER, *sorted(FIELDS))
_REMEDY: Final = (
    'Write one JSON object a line, such as {"user": "alice", "kind": "purchase", "item": '
    '"oat-milk", "at": "2026-03-02T08:10:00Z"}, or CSV with these names in its first line.'
)


@dataclass(frozen=True, slots=True)
class EventFile:
    """A file of events.

    Args:
        digest: the first 32 hexadecimal digits of its SHA-256.
        lines: how many it has.
        is_table: CSV in place of JSON lines.
    """

    path: Path
    digest: str
    lines: int
    is_table: bool


@dataclass(frozen=True, slots=True)
class EventLine:
    """One event of a file.

    Args:
        line: where it begins, from 1. user: whose it is; None where the line does not say.
    """

    line: int
    user: str | None
    observation: Observation


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that is no event, and why."""

    line: int
    reason: str


def look_at(path: Path) -> EventFile:
    """Read a file once, for what must be known before its events are read.

    Raises:
        ImportFormatError: it is neither JSON lines nor a table with a column `kind`.
        TooLargeError: a line is over the bound. InputError: it cannot be opened.
    """
    digest, lines, length, begins, is_table = sha256(), 0, 0, b"", False
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                if not begins:
                    begins = chunk
                    is_table = _is_table(begins, path)
                digest.update(chunk)
                _check_text(decoder, chunk, path, lines)
                lines += chunk.count(b"\n")
                length = _longest(chunk, length, path)
            decoder.decode(b"", final=True)
            lines += length > 0
    except UnicodeDecodeError:
        _not_text(path, lines)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(
            f"{path} cannot be read: {reason}.", remedy="Check the path and its permissions."
        ) from error
    if not begins:
        raise ImportFormatError(f"{path} holds no event. It is empty.", remedy=_REMEDY)
    return EventFile(path, digest.hexdigest()[:_DIGEST_CHARACTERS], lines, is_table)


def read_events(file: EventFile, common: Mapping[str, object]) -> Iterator[EventLine | BadLine]:
    """Yield the events of a file in its order, and the lines that are none.

    Args:
        common: fields that hold for every line that carries none of its own.
    """
    with file.path.open(encoding="utf-8-sig", newline="") as text:
        entries = _rows(text) if file.is_table else _objects(text)
        for line, entry in entries:
            yield entry if isinstance(entry, BadLine) else _event(line, entry, common)


def _event(
    line: int, entry: Mapping[str, object], common: Mapping[str, object]
) -> EventLine | BadLine:
    own = {name: value for name, value in entry.items() if name != USER}
    try:
        user = label(entry.get(USER), USER, number_allowed=True)
        (observation,) = read_observations([own], common, most=1)
    except InputError as error:
        return BadLine(line, f"{error.what.removeprefix('event 0').lstrip(': ')} {error.remedy}")
    return EventLine(line, user, observation)


def _objects(text: TextIO) -> Iterator[tuple[int, dict[str, object] | BadLine]]:
    for number, line in enumerate(text, 1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line, parse_constant=_refuse_constant, object_pairs_hook=_each_once)
        except (ValueError, RecursionError) as error:
            yield number, BadLine(number, f"It is no JSON: {error or type(error).__name__}.")
            continue
        if isinstance(entry, dict):
            yield number, entry
        else:
            yield number, BadLine(number, f"It is no object but a {type(entry).__name__}.")


def _each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Refuse an object that says one thing twice: nobody knows which of them is meant."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{shown(twice)} is in it more than once")
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _rows(text: TextIO) -> Iterator[tuple[int, dict[str, object] | BadLine]]:
    """Yield the rows of a table; empty cells are fields that were not given."""
    header = text.readline()
    delimiter = max(_DELIMITERS, key=header.count)
    columns = [each.strip().casefold() for each in next(csv.reader([header], delimiter=delimiter))]
    reader = csv.reader(text, delimiter=delimiter, strict=True)
    while True:
        line = reader.line_num + 2
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield line, BadLine(line, f"It is not written as CSV: {error}.")
            continue
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) > len(columns):
            what = f"It has {len(cells)} cells, and the first line names {len(columns)}."
            yield line, BadLine(line, f"{what} Separate attributes by ';'.")
            continue
        given = zip(columns, (cell.strip() for cell in cells), strict=False)
        try:
            yield line, {name: _cell(name, cell) for name, cell in given if cell}
        except ValueError as error:
            yield line, BadLine(line, str(error))


def _cell(name: str, cell: str) -> object:
    if name in _LISTS:
        return [part.strip() for part in cell.split(";") if part.strip()]
    if name in _NUMBERS:
        return _number(name, cell)
    if name == "values":
        pairs = [part.rpartition("=") for part in cell.split(";") if part.strip()]
        if not all(sign for _, sign, _ in pairs):
            raise ValueError(f"values is {cell!r}; write them as size=42.5;budget=30.")
        return {key.strip(): _number(f"values: {key.strip()}", amount) for key, _, amount in pairs}
    return cell


def _number(name: str, cell: str) -> float:
    try:
        return float(cell)
    except ValueError:
        raise ValueError(f"{name} is {cell!r}, which is no number.") from None


def _check_text(
    decoder: codecs.IncrementalDecoder, chunk: bytes, path: Path, lines_before: int
) -> None:
    try:
        decoder.decode(chunk)
    except UnicodeDecodeError as error:
        _not_text(path, lines_before + chunk[: max(error.start, 0)].count(b"\n"))


def _not_text(path: Path, lines_before: int) -> NoReturn:
    raise ImportFormatError(
        f"{path}, line {lines_before + 1:,}, is not UTF-8.", remedy="Convert it to UTF-8 first."
    ) from None


def _longest(chunk: bytes, length: int, path: Path) -> int:
    """Return how long the line is that a chunk leaves open."""
    last = chunk.rfind(b"\n")
    pieces = chunk.split(b"\n") if len(chunk) + length > MAX_LINE_BYTES else ()
    if any(len(each) + length * (place == 0) > MAX_LINE_BYTES for place, each in enumerate(pieces)):
        raise TooLargeError(f"{path} has a line of more than {MAX_LINE_BYTES:,} bytes.")
    return length + len(chunk) if last < 0 else len(chunk) - last - 1


def _is_table(begins: bytes, path: Path) -> bool:
    """Say whether a file is a table; its first line decides."""
    reason = bytes_reason(begins)
    if reason is not None:
        raise ImportFormatError(f"{path} holds no event. {reason}", remedy=_REMEDY)
    first = (
        begins.removeprefix(codecs.BOM_UTF8).lstrip().partition(b"\n")[0].decode("utf-8", "replace")
    )
    if first.startswith("{"):
        return False
    if first.startswith("["):
        what = "It is one JSON list, of which the lines are not the events."
        raise ImportFormatError(f"{path} holds no event. {what}", remedy=_REMEDY)
    delimiter = max(_DELIMITERS, key=first.count)
    names = [each.strip().strip('"').casefold() for each in first.split(delimiter)]
    unknown = [name for name in names if name not in _COLUMNS]
    twice = [name for name in names if names.count(name) > 1]
    if twice and not unknown:
        raise ImportFormatError(
            f"{path} holds no event: the column {twice[0]!r} is named more than once.",
            remedy=_REMEDY,
        )
    if "kind" not in names or unknown:
        what = (
            f"there is no column {unknown[0]!r}" if "kind" in names else "no column is named kind"
        )
        raise ImportFormatError(
            f"{path} holds no event: {what}. Fields are {', '.join(_COLUMNS)}.", remedy=_REMEDY
        )
    return True
