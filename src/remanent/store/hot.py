"""Hot scopes: decoded word indexes kept in memory, and brought up to date as others write.

A hot index only grows: reading it for a snapshot means looking at its first n units. When
anything is removed or rebuilt, the scope's generation rises and the index is read anew.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from remanent.model.index import Postings, ScopeIndex
from remanent.store.preference_index import PreferenceIndex
from remanent.store.words import (
    Columns,
    Segment,
    WordItem,
    build_segment,
    term_digest,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

GATHER_UNITS = 512
MAX_CACHED_TERMS = 4096

_COLUMN_TYPES: dict[str, type[np.generic]] = {
    "seq": np.int64, "kind": np.uint8, "role": np.uint8, "length": np.float64,
    "session": np.int64, "speaker": np.int64, "at": np.int64, "flags": np.uint8,
    "source": np.int64,
}  # fmt: skip
_EMPTY = Postings(np.empty(0, np.int64), np.empty(0, np.float64), np.empty(0, np.uint8))


class HotScope:
    """The words of one scope in memory."""

    def __init__(self, generation: int) -> None:
        """Begin empty."""
        self.generation = generation
        self.through_seq = 0
        self.lock = threading.RLock()
        self.units = 0
        self.vectors: dict[int, object] = {}
        self.preferences = PreferenceIndex()
        self._blocks: list[tuple[int, Segment]] = []
        self._tail: list[WordItem] = []
        self._tail_start = 0
        self._tail_postings: dict[int, list[tuple[int, int, int]]] = {}
        self._columns = {name: np.empty(0, kind) for name, kind in _COLUMN_TYPES.items()}
        self._last_view: ScopeIndex | None = None
        self._sessions: dict[str | None, int] = {}
        self._speakers: dict[str, int] = {}
        self._cache: OrderedDict[str, tuple[int, Postings]] = OrderedDict()
        self._cached_bytes = 0

    def add_segment(self, segment: Segment, last_seq: int) -> None:
        """Append a sealed segment."""
        self._gather()
        self._blocks.append((self.units, segment))
        self._append(segment.columns, segment.sessions, segment.speakers)
        self._tail_start = self.units
        self.through_seq = last_seq

    def add_items(self, items: Sequence[WordItem]) -> None:
        """Append items that stand behind everything so far."""
        for part in _parts(items):
            unit = self.units - self._tail_start
            segment = build_segment(part)
            self._append(segment.columns, segment.sessions, segment.speakers)
            self._tail.extend(part)
            self._add_to_tail(segment, unit)
            self.through_seq = max(self.through_seq, part[-1].seq)
            if self.units - self._tail_start >= GATHER_UNITS:
                self._gather()

    def view(self, through_seq: int) -> ScopeIndex:
        """Return the arrays as of an item number."""
        with self.lock:
            units = self.units
            speakers, sessions = tuple(self._speakers), len(self._sessions)
            if through_seq < self.through_seq:
                units = int(
                    np.searchsorted(self._columns["seq"][: self.units], through_seq, side="right")
                )
                # Both are numbered as they first appear, so that a prefix knows its own.
                sessions = int(self._columns["session"][:units].max(initial=-1)) + 1
                speakers = speakers[: int(self._columns["speaker"][:units].max(initial=-1)) + 1]
            if self._last_view is not None and self._last_view.units == units:
                return self._last_view
            columns: dict[str, Any] = {name: array[:units] for name, array in self._columns.items()}
            self._last_view = ScopeIndex(
                **columns,
                speakers=speakers,
                sessions=sessions,
                postings=self._postings_below(units),
            )
            return self._last_view

    @property
    def size_bytes(self) -> int:
        """Estimate the memory it takes."""
        segments = sum(
            segment.digests.nbytes + segment.units.nbytes * 2 + segment.starts.nbytes
            for _, segment in self._blocks
        )
        columns = sum(array.nbytes for array in self._columns.values())
        vectors = sum(int(getattr(each, "size_bytes", 0)) for each in self.vectors.values())
        others = self._cached_bytes + self.preferences.size_bytes + 600 * len(self._tail)
        return segments + columns + vectors + others

    def _postings_below(self, units: int) -> Callable[[str], Postings]:
        def postings(term: str) -> Postings:
            with self.lock:
                found = self._postings(term)
            if found.units.size and found.units[-1] >= units:
                end = int(np.searchsorted(found.units, units, side="left"))
                return Postings(found.units[:end], found.counts[:end], found.where[:end])
            return found

        return postings

    def _postings(self, term: str) -> Postings:
        cached = self._cache.get(term)
        if cached is not None and cached[0] == self.units:
            self._cache.move_to_end(term)
            return cached[1]
        digest = term_digest(term)
        wanted = np.uint64(digest)
        units: list[NDArray[np.int64]] = []
        counts: list[NDArray[np.uint8]] = []
        where: list[NDArray[np.uint8]] = []
        for base, segment in self._blocks:
            place = int(segment.digests.searchsorted(wanted))
            if place < segment.digests.size and segment.digests[place] == wanted:
                start, end = int(segment.starts[place]), int(segment.starts[place + 1])
                units.append(segment.units[start:end].astype(np.int64) + base)
                counts.append(segment.counts[start:end])
                where.append(segment.where[start:end])
        tail = self._tail_postings.get(digest)
        if tail:
            entries = np.array(tail, np.int64)
            units.append(entries[:, 0] + self._tail_start)
            counts.append(entries[:, 1].astype(np.uint8))
            where.append(entries[:, 2].astype(np.uint8))
        found = _EMPTY
        if units:
            found = Postings(
                np.concatenate(units), np.concatenate(counts).astype(np.float64),
                np.concatenate(where),
            )  # fmt: skip
        self._keep(term, found)
        return found

    def _keep(self, term: str, found: Postings) -> None:
        """Keep what was gathered for a term; the least recently asked for gives way."""
        gone = [self._cache.pop(term, None)]
        self._cache[term] = (self.units, found)
        if len(self._cache) > MAX_CACHED_TERMS:
            gone.append(self._cache.popitem(last=False)[1])
        left = sum(each[1].units.nbytes for each in gone if each is not None)
        self._cached_bytes += (found.units.nbytes - left) * 3

    def _gather(self) -> None:
        """Turn the loose tail into a block."""
        if self._tail:
            self._blocks.append((self._tail_start, build_segment(self._tail)))
            self._tail, self._tail_postings = [], {}
        self._tail_start = self.units

    def _add_to_tail(self, segment: Segment, first_unit: int) -> None:
        """Put a segment's postings to those of the loose tail."""
        units = (segment.units.astype(np.int64) + first_unit).tolist()
        entries = list(zip(units, segment.counts.tolist(), segment.where.tolist(), strict=True))
        bounds = pairwise(segment.starts.tolist())
        for digest, (start, end) in zip(segment.digests.tolist(), bounds, strict=True):
            self._tail_postings.setdefault(digest, []).extend(entries[start:end])

    def _append(
        self,
        columns: Columns,
        sessions: tuple[str | None, ...],
        speakers: tuple[str, ...],
    ) -> None:
        size = int(columns.seq.shape[0])
        needed = self.units + size
        capacity = self._columns["seq"].shape[0]
        if needed > capacity:
            while capacity < needed:
                capacity = max(2 * capacity, GATHER_UNITS)
            grown = {}
            for name, array in self._columns.items():
                grown[name] = np.empty(capacity, array.dtype)
                grown[name][: self.units] = array[: self.units]
            self._columns = grown
        session_numbers = np.array(
            [self._sessions.setdefault(name, len(self._sessions)) for name in sessions], np.int64
        )
        speaker_numbers = np.array(
            [*(self._speakers.setdefault(name, len(self._speakers)) for name in speakers), -1],
            np.int64,
        )
        for name in _COLUMN_TYPES:
            values = getattr(columns, name)
            if name == "session":
                values = session_numbers[values]
            elif name == "speaker":
                values = speaker_numbers[values]
            self._columns[name][self.units : needed] = values
        self.units = needed


def _parts(items: Sequence[WordItem]) -> Iterator[list[WordItem]]:
    """Cut items into parts of about `GATHER_UNITS`: a block numbers its units in 16 bits."""
    part: list[WordItem] = []
    units = 0
    for item in items:
        part.append(item)
        units += len(item.chunks)
        if units >= GATHER_UNITS:
            yield part
            part, units = [], 0
    if part:
        yield part


class HotScopes:
    """The least recently used give way when there are too many or they are too large."""

    def __init__(self, *, max_scopes: int, max_bytes: int) -> None:
        """Bound how many scopes, and how many bytes, stay in memory."""
        self._max_scopes, self._max_bytes = max_scopes, max_bytes
        self._scopes: OrderedDict[int, HotScope] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, number: int, generation: int) -> HotScope:
        """Return the scope's index as far as it is known; an outdated one begins anew."""
        with self._lock:
            hot = self._scopes.get(number)
            if hot is None or hot.generation < generation:
                hot = HotScope(generation)
                self._scopes[number] = hot
            elif hot.generation > generation:
                return HotScope(generation)
            self._scopes.move_to_end(number)
            return hot

    def made(self, number: int, generation: int) -> HotScope:
        """Return `get`; where the scope is new in memory, another may give way."""
        before = self.peek(number, generation)
        if before is not None:
            return before
        hot = self.get(number, generation)
        self.trim()
        return hot

    def peek(self, number: int, generation: int) -> HotScope | None:
        """Return the scope's index of exactly this generation, if it is in memory."""
        with self._lock:
            hot = self._scopes.get(number)
            return hot if hot is not None and hot.generation == generation else None

    def trim(self) -> None:
        """Let go of what is over the bounds; the most recent stays whatever its size."""
        with self._lock:
            total = sum(hot.size_bytes for hot in self._scopes.values())
            while len(self._scopes) > 1 and (
                len(self._scopes) > self._max_scopes or total > self._max_bytes
            ):
                _, gone = self._scopes.popitem(last=False)
                total -= gone.size_bytes

    def drop(self, number: int) -> None:
        """Forget a scope."""
        with self._lock:
            self._scopes.pop(number, None)

    @property
    def count(self) -> int:
        """Number of scopes in memory."""
        return len(self._scopes)
