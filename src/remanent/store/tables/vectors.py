"""Vectors as they were given, in 16 bits."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from remanent.store.engine import Session, Value, in_list, parts


def insert_vectors(
    session: Session,
    scope: int,
    embedder: int,
    keys: Sequence[tuple[int, int]],
    vectors: NDArray[np.float16],
) -> None:
    """Write vectors of (item, chunk); one that stands already is replaced."""
    session.run_many(
        "INSERT INTO vectors (scope, embedder, seq, chunk, data) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (scope, embedder, seq, chunk) DO UPDATE SET data = excluded.data",
        [
            (scope, embedder, seq, chunk, to_value(session, row))
            for (seq, chunk), row in zip(keys, vectors, strict=True)
        ],
    )


def read_vectors_after(
    session: Session, scope: int, embedder: int, after_seq: int
) -> list[tuple[int, int, NDArray[np.float16]]]:
    """Return (item, chunk, vector) of items after a number, ascending."""
    rows = session.rows(
        "SELECT seq, chunk, data FROM vectors WHERE scope = ? AND embedder = ? AND seq > ? "
        "ORDER BY seq, chunk",
        (scope, embedder, after_seq),
    )
    return [(row[0], row[1], from_value(row[2])) for row in rows]


def read_vectors(
    session: Session, scope: int, embedder: int, keys: Iterable[tuple[int, int]]
) -> dict[tuple[int, int], NDArray[np.float16]]:
    """Return the vectors of given (item, chunk)."""
    wanted = set(keys)
    found: dict[tuple[int, int], NDArray[np.float16]] = {}
    for part in parts(sorted({seq for seq, _ in wanted})):
        places, values = in_list(part)
        rows = session.rows(
            "SELECT seq, chunk, data FROM vectors "  # noqa: S608 - places
            f"WHERE scope = ? AND embedder = ? AND seq IN {places}",
            (scope, embedder, *values),
        )
        for seq, chunk, data in rows:
            if (seq, chunk) in wanted:
                found[seq, chunk] = from_value(data)
    return found


def has_vectors(session: Session, scope: int, embedder: int) -> bool:
    """Say whether any vector of an embedder stands in a scope."""
    row = session.row(
        "SELECT 1 FROM vectors WHERE scope = ? AND embedder = ? LIMIT 1", (scope, embedder)
    )
    return row is not None


def last_vector(session: Session, scope: int, embedder: int) -> tuple[int, int] | None:
    """Return the (item, chunk) of the last vector."""
    row = session.row(
        "SELECT seq, chunk FROM vectors WHERE scope = ? AND embedder = ? "
        "ORDER BY seq DESC, chunk DESC LIMIT 1",
        (scope, embedder),
    )
    return None if row is None else (int(row[0]), int(row[1]))


def count_vectors_after(session: Session, scope: int, embedder: int, after_seq: int) -> int:
    """Return how many vectors stand behind an item."""
    row = session.row(
        "SELECT count(*) FROM vectors WHERE scope = ? AND embedder = ? AND seq > ?",
        (scope, embedder, after_seq),
    )
    return 0 if row is None else int(row[0])


def embedded_seqs(
    session: Session, scope: int, embedder: int, first: int, last: int
) -> frozenset[tuple[int, int]]:
    """Return the (item, chunk) between two items that have a vector."""
    rows = session.rows(
        "SELECT seq, chunk FROM vectors WHERE scope = ? AND embedder = ? AND seq >= ? AND seq <= ?",
        (scope, embedder, first, last),
    )
    return frozenset((row[0], row[1]) for row in rows)


def to_value(session: Session, vector: NDArray[np.float16]) -> Value:
    """Return a vector as the engine takes it."""
    if session.engine == "sqlite":
        return vector.tobytes()
    from pgvector import HalfVector  # noqa: PLC0415 - only a server store needs it

    value: Any = HalfVector(vector)
    return value  # type: ignore[no-any-return]  # a driver's row is untyped


def from_value(data: Any) -> NDArray[np.float16]:
    """Return a vector as the engine gave it."""
    if isinstance(data, bytes | memoryview):
        return np.frombuffer(data, dtype="<f2")
    vector: NDArray[np.float16] = np.asarray(data.to_numpy(), dtype="<f2")
    return vector
