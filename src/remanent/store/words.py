"""Word segments: the postings and columns of a run of units as one block of bytes.

A segment is written once, when enough units have gathered behind the last one, and read whole.
It holds no word, only 64-bit digests of terms, and it can always be made again from the rows.
Both engines hold the same bytes, so both give the same postings.
"""

import json
import struct
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from itertools import count
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from remanent.model.event import Event, Role
from remanent.model.fact import Fact
from remanent.model.index import FACT, IN_FIRST_100, IN_LAST_100, TURN
from remanent.store.tables.times import to_column
from remanent.text.cues import unit_flags
from remanent.text.tokens import TOKENIZER_VERSION, IndexedChunk, index_chunks

SEGMENT_UNITS = 256
MAX_SEGMENT_UNITS = 4096
MOST_COUNTED = 255  # a byte

N = TypeVar("N", bound=np.generic)

MAGIC = b"RMNW"
FORMAT = 1
_HEADER = struct.Struct("<4sHHIIIII")
ROLES = {Role.USER: 0, Role.ASSISTANT: 1, Role.SYSTEM: 2, Role.TOOL: 3}


@dataclass(frozen=True, slots=True)
class WordItem:
    """One turn or fact, taken apart for the index."""

    seq: int
    kind: int
    role: int
    at: int
    source: int
    session: str | None
    speaker: str | None
    chunks: Sequence[IndexedChunk]
    flags: Sequence[int]


def item_of_event(event: Event) -> WordItem:
    """Take a turn or an explicit statement apart."""
    chunks = index_chunks(event.text)
    return WordItem(
        seq=event.seq,
        kind=TURN,
        role=ROLES[event.role],
        at=to_column(event.occurred_at),
        source=0,
        session=event.session,
        speaker=None if event.speaker is None else event.speaker.casefold(),
        chunks=chunks,
        flags=_flags(event.text, chunks),
    )


def item_of_fact(fact: Fact, source_seq: int, source: Event | None) -> WordItem:
    """Take a fact apart; it stands in the session of its first source."""
    text = fact_words(fact)
    chunks = index_chunks(text)
    at = fact.valid_from if source is None else source.occurred_at
    return WordItem(
        seq=fact.seq,
        kind=FACT,
        role=0 if source is None else ROLES[source.role],
        at=to_column(at or fact.recorded_at),
        source=source_seq,
        session=fact.session,
        speaker=None if source is None or source.speaker is None else source.speaker.casefold(),
        chunks=chunks,
        flags=_flags(text, chunks),
    )


def fact_words(fact: Fact) -> str:
    """Return the words a fact is found by."""
    return fact.text if fact.subject == "user" else f"{fact.subject} {fact.text}"


@lru_cache(maxsize=65_536)
def term_digest(term: str) -> int:
    """Return the unsigned 64-bit digest that stands for a term."""
    return int.from_bytes(
        blake2b(term.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little"
    )


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of consecutive units; sessions and speakers as indexes into the names."""

    seq: NDArray[np.int64]
    kind: NDArray[np.uint8]
    role: NDArray[np.uint8]
    length: NDArray[np.float64]
    session: NDArray[np.int64]
    speaker: NDArray[np.int64]
    at: NDArray[np.int64]
    flags: NDArray[np.uint8]
    source: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Segment:
    """A decoded segment: columns, and postings sorted by digest.

    Args:
        starts: for each digest where its entries begin; one more at the end.
        units, counts, where: the entries.
    """

    columns: Columns
    sessions: tuple[str | None, ...]
    speakers: tuple[str, ...]
    digests: NDArray[np.uint64]
    starts: NDArray[np.uint32]
    units: NDArray[np.uint16]
    counts: NDArray[np.uint8]
    where: NDArray[np.uint8]

    @property
    def size(self) -> int:
        """Number of units."""
        return int(self.columns.seq.shape[0])


def build_segment(items: Iterable[WordItem]) -> Segment:
    """Gather items into a segment; at most 65,535 units."""
    rows: list[tuple[int, int, int, int, int, int, int]] = []
    at: list[int] = []
    flags: list[int] = []
    sessions: dict[str | None, int] = {}
    speakers: dict[str, int] = {}
    numbers: defaultdict[str, int] = defaultdict(count().__next__)
    entries = _Entries([], [], [], [])
    for item in items:
        session = sessions.setdefault(item.session, len(sessions))
        speaker = -1 if item.speaker is None else speakers.setdefault(item.speaker, len(speakers))
        flags.extend(item.flags)
        for chunk in item.chunks:
            rows.append(
                (item.seq, item.kind, item.role, chunk.length, session, speaker, item.source)
            )
            at.append(item.at)
            entries.terms.extend(map(numbers.__getitem__, chunk.terms))
            entries.sizes.append(len(chunk.terms))
            entries.firsts.append(chunk.first)
            entries.lasts.append(chunk.last)
    columns = np.array(rows, np.int64).reshape(-1, 7).T
    digests, starts, units, counts, where = _sorted_postings(numbers, entries)
    return Segment(
        columns=Columns(
            seq=columns[0].copy(),
            kind=columns[1].astype(np.uint8),
            role=columns[2].astype(np.uint8),
            length=columns[3].astype(np.float64),
            session=columns[4].copy(),
            speaker=columns[5].copy(),
            at=np.array(at, np.int64),
            flags=np.array(flags, np.uint8),
            source=columns[6].copy(),
        ),
        sessions=tuple(sessions),
        speakers=tuple(speakers),
        digests=digests,
        starts=starts,
        units=units,
        counts=counts,
        where=where,
    )


class _Entries(NamedTuple):
    """The terms of consecutive units as they come, each by its number, repeats included.

    `sizes` says how many terms each unit has, `firsts` and `lasts` how many of them stand at
    the beginning and at the end of the whole text.
    """

    terms: list[int]
    sizes: list[int]
    firsts: list[int]
    lasts: list[int]


def _sorted_postings(
    numbers: Mapping[str, int], entries: _Entries
) -> tuple[
    NDArray[np.uint64],
    NDArray[np.uint32],
    NDArray[np.uint16],
    NDArray[np.uint8],
    NDArray[np.uint8],
]:
    """Return digests, starts, units, counts and places, sorted by digest and then by unit."""
    unsorted = np.fromiter(map(term_digest, numbers), np.uint64, len(numbers))
    digests, rank = np.unique(unsorted, return_inverse=True)
    sizes = np.array(entries.sizes, np.int64)
    units, where = _units_and_places(sizes, entries)
    # One number for each pair of term and unit, so that one sort brings together what repeats.
    pairs = rank[np.array(entries.terms, np.int64)] * sizes.size + units
    order = np.argsort(pairs, kind="stable")
    pairs = pairs[order]
    begins = np.flatnonzero(np.diff(pairs, prepend=-1))
    counts = np.diff(begins, append=pairs.size)
    keys, units = np.divmod(pairs[begins], max(sizes.size, 1))
    starts = np.zeros(digests.size + 1, np.uint32)
    np.cumsum(np.bincount(keys, minlength=digests.size), out=starts[1:])
    return (
        digests,
        starts,
        units.astype(np.uint16),
        np.minimum(counts, MOST_COUNTED).astype(np.uint8),
        np.bitwise_or.reduceat(where[order], begins) if begins.size else where,
    )


def _units_and_places(
    sizes: NDArray[np.int64], entries: _Entries
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Return for each term as it comes its unit, and where in the whole text it stands."""
    units = np.repeat(np.arange(sizes.size), sizes)
    ends = np.cumsum(sizes)
    place = np.arange(units.size)
    is_first = place < (ends - sizes + np.array(entries.firsts, np.int64))[units]
    is_last = place >= (ends - np.array(entries.lasts, np.int64))[units]
    return units, (IN_FIRST_100 * is_first | IN_LAST_100 * is_last).astype(np.uint8)


def encode_segment(segment: Segment) -> bytes:
    """Return the bytes of a segment."""
    columns = segment.columns
    names = json.dumps(
        [list(segment.sessions), list(segment.speakers)], ensure_ascii=True, separators=(",", ":")
    ).encode()
    arrays = [
        columns.seq.astype("<i8"),
        columns.at.astype("<i8"),
        columns.source.astype("<i8"),
        columns.length.astype("<f4"),
        columns.session.astype("<u2"),
        columns.speaker.astype("<i2"),
        columns.kind,
        columns.role,
        columns.flags,
        segment.digests.astype("<u8"),
        segment.starts.astype("<u4"),
        segment.units.astype("<u2"),
        segment.counts,
        segment.where,
    ]
    header = _HEADER.pack(
        MAGIC,
        FORMAT,
        TOKENIZER_VERSION,
        segment.size,
        len(segment.digests),
        len(segment.units),
        len(names),
        0,
    )
    return b"".join([header, names, *(array.tobytes() for array in arrays)])


def decode_segment(data: bytes) -> Segment | None:
    """Return the segment, or None where it was made by another format or tokenizer."""
    magic, form, tokenizer, units, terms, entries, names_length, _ = _HEADER.unpack_from(data)
    if (magic, form, tokenizer) != (MAGIC, FORMAT, TOKENIZER_VERSION):
        return None
    offset = _HEADER.size
    sessions, speakers = json.loads(data[offset : offset + names_length])
    reader = _Reader(data, offset + names_length)
    seq, at, source = (reader.take(np.int64, "<i8", units) for _ in range(3))
    length = reader.take(np.float64, "<f4", units)
    session = reader.take(np.int64, "<u2", units)
    speaker = reader.take(np.int64, "<i2", units)
    kind, role, flags = (reader.take(np.uint8, "u1", units) for _ in range(3))
    columns = Columns(
        seq=seq, kind=kind, role=role, length=length, session=session,
        speaker=speaker, at=at, flags=flags, source=source,
    )  # fmt: skip
    return Segment(
        columns=columns,
        sessions=tuple(sessions),
        speakers=tuple(speakers),
        digests=reader.take(np.uint64, "<u8", terms),
        starts=reader.take(np.uint32, "<u4", terms + 1),
        units=reader.take(np.uint16, "<u2", entries),
        counts=reader.take(np.uint8, "u1", entries),
        where=reader.take(np.uint8, "u1", entries),
    )


class _Reader:
    """Takes arrays one after another out of a block of bytes."""

    def __init__(self, data: bytes, offset: int) -> None:
        self._data, self._offset = data, offset

    def take(self, kind: type[N], stored: str, count: int) -> NDArray[N]:
        array = np.frombuffer(self._data, dtype=stored, count=count, offset=self._offset)
        self._offset += array.nbytes
        return array.astype(kind, copy=False)


def _flags(text: str, chunks: Sequence[IndexedChunk]) -> list[int]:
    return [unit_flags(text[chunk.start : chunk.end]) for chunk in chunks]
