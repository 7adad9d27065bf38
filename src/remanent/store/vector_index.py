"""Vectors of one scope and one embedder, in 8 bits for scanning and in 16 for the last word.

A vector is scaled by its largest component to whole numbers from -127 to 127. Dot products of
such numbers are exact in 32-bit floats for up to 1,000 dimensions, so that every kernel and both
engines give the same result. The best 40 are computed again from the 16-bit originals.
"""

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

RESCORED = 40
VECTOR_SEGMENT_ROWS = 256
BLOCK_ROWS = 4096

MAGIC = b"RMNV"
_HEADER = struct.Struct("<4sHHII")
CHUNK_BITS = 20
"""Enough for the chunks of the longest message that may be stored."""


def keys_of(seq: NDArray[np.int64], chunk: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return one number that orders (item, chunk)."""
    return (seq << CHUNK_BITS) | chunk


def key(seq: int, chunk: int) -> int:
    """Return the same for one (item, chunk)."""
    return seq << CHUNK_BITS | chunk


def item_of(number: int) -> tuple[int, int]:
    """Return the (item, chunk) that a number stands for."""
    return number >> CHUNK_BITS, number & ((1 << CHUNK_BITS) - 1)


def rows_of(
    vectors: Sequence[tuple[int, int, NDArray[np.float16]]],
) -> tuple[NDArray[np.int64], NDArray[np.int8], NDArray[np.float32]]:
    """Return (keys, rows, scales) of (item, chunk, vector) in their order."""
    keys = np.array([key(seq, chunk) for seq, chunk, _ in vectors], np.int64)
    stacked = np.stack([vector for _, _, vector in vectors]).astype(np.float32)
    return keys, *quantise(stacked)


def quantise(vectors: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Return whole-number rows and their scales: row · scale is near the vector."""
    largest = np.abs(vectors).max(axis=1)
    scales = np.where(largest > 0, largest / 127.0, 1.0).astype(np.float32)
    rows = np.rint(vectors / scales[:, None]).astype(np.int8)
    return rows, scales


def encode_rows(
    keys: NDArray[np.int64], rows: NDArray[np.int8], scales: NDArray[np.float32]
) -> bytes:
    """Return a vector segment as bytes."""
    header = _HEADER.pack(MAGIC, 1, 0, rows.shape[0], rows.shape[1])
    return b"".join(
        [header, keys.astype("<i8").tobytes(), scales.astype("<f4").tobytes(), rows.tobytes()]
    )


def decode_rows(
    data: bytes,
) -> tuple[NDArray[np.int64], NDArray[np.int8], NDArray[np.float32]]:
    """Return (keys, rows, scales) of a vector segment."""
    _, _, _, count, dimension = _HEADER.unpack_from(data)
    offset = _HEADER.size
    keys = np.frombuffer(data, "<i8", count, offset).astype(np.int64)
    offset += keys.nbytes
    scales = np.frombuffer(data, "<f4", count, offset).astype(np.float32)
    offset += scales.nbytes
    rows = np.frombuffer(data, np.int8, count * dimension, offset).reshape(count, dimension)
    return keys, rows, scales


@dataclass(frozen=True, slots=True)
class VectorRows:
    """The first rows of an index, as arrays that never change."""

    keys: NDArray[np.int64]
    rows: NDArray[np.int8]
    scales: NDArray[np.float32]

    def scan(self, query: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the approximate cosine of every row with a normalised query."""
        if not self.keys.size:
            return np.empty(0, np.float64)
        whole, scale = quantise(query[None, :].astype(np.float32))
        found = dots(self.rows, whole)
        found *= self.scales
        found *= float(scale[0])
        return found


class VectorIndex:
    """The 8-bit vectors of a scope in memory; it only grows."""

    def __init__(self, dimension: int) -> None:
        """Begin empty."""
        self.dimension = dimension
        self.through_key = -1
        self.count = 0
        self._keys = np.empty(VECTOR_SEGMENT_ROWS, np.int64)
        self._rows = np.empty((VECTOR_SEGMENT_ROWS, dimension), np.int8)
        self._scales = np.empty(VECTOR_SEGMENT_ROWS, np.float32)

    def add(
        self,
        keys: NDArray[np.int64],
        rows: NDArray[np.int8],
        scales: NDArray[np.float32],
    ) -> None:
        """Append rows whose keys are larger than all before."""
        if not keys.size:
            return
        end = self.count + int(keys.size)
        if end > self._keys.size:
            self._grow(max(end, 2 * self._keys.size))
        self._keys[self.count : end] = keys
        self._rows[self.count : end] = rows
        self._scales[self.count : end] = scales
        self.count, self.through_key = end, int(keys[-1])

    def first(self, count: int) -> VectorRows:
        """Return the first rows as they stand; later additions do not touch them."""
        return VectorRows(self._keys[:count], self._rows[:count], self._scales[:count])

    def keys(self) -> NDArray[np.int64]:
        """Return every key, ascending."""
        return self._keys[: self.count]

    @property
    def size_bytes(self) -> int:
        """Memory that the rows take."""
        return self._keys.nbytes + self._rows.nbytes + self._scales.nbytes

    def _grow(self, capacity: int) -> None:
        for name in ("_keys", "_rows", "_scales"):
            old = getattr(self, name)
            new = np.empty((capacity, *old.shape[1:]), old.dtype)
            new[: self.count] = old[: self.count]
            setattr(self, name, new)


def dots(rows: NDArray[np.int8], query: NDArray[np.int8]) -> NDArray[np.float64]:
    """Return the exact dot product of every row with the one row of `query`.

    With numkong at hand it runs on 8-bit numbers, some four times faster; without it numpy does
    the same sums in 32-bit floats, a block at a time. Both give the same whole numbers.
    """
    kernel = _kernel()
    if kernel is not None:
        found = np.asarray(kernel(query, rows, "dot"), dtype=np.float64)
        return found.reshape(-1)
    whole = query[0].astype(np.float32)
    parts = [
        rows[start : start + BLOCK_ROWS].astype(np.float32) @ whole
        for start in range(0, rows.shape[0], BLOCK_ROWS)
    ]
    return np.concatenate(parts).astype(np.float64)


@cache
def _kernel() -> Callable[..., Any] | None:
    """Return numkong's matrix kernel, or None where it is not installed."""
    try:
        import numkong  # noqa: PLC0415 - optional, and only a store with vectors needs it
    except ImportError:
        return None
    found: Callable[..., Any] = numkong.cdist
    return found


def rescored(
    approximate: NDArray[np.float64],
    exact: Sequence[tuple[int, NDArray[np.float16]]],
    query: NDArray[np.float32],
) -> NDArray[np.float64]:
    """Return the similarities with those rows exact whose 16-bit vectors are given."""
    result = approximate.copy()
    if exact:
        vectors = np.stack([vector for _, vector in exact]).astype(np.float64)
        whole_query = query.astype(np.float64)
        for (row, _), vector in zip(exact, vectors, strict=True):
            result[row] = np.dot(vector, whole_query)
    return result
