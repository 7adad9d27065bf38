"""What can be made again from the rows: the segments of words and of 8-bit vectors.

The segments that are kept, compared and rebuilt all come from here or from the same leaves, so
that a rebuilt one differs from the first only in where it is cut.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from remanent.model.state import ScopeState
from remanent.store import vector_index
from remanent.store.engine import Session
from remanent.store.snapshot import read_items
from remanent.store.tables import checks
from remanent.store.vector_index import VECTOR_SEGMENT_ROWS
from remanent.store.words import MAX_SEGMENT_UNITS, WordItem, build_segment, encode_segment

Segment = tuple[int, int, bytes]
"""First item, last item, bytes."""
Vector = tuple[int, int, NDArray[np.float16]]

ITEMS_AT_ONCE = 4096


def word_segments(
    session: Session,
    state: ScopeState,
    *,
    first: int,
    last: int,
    most_units: int = MAX_SEGMENT_UNITS,
) -> Iterator[Segment]:
    """Make the word segments of the items between two numbers anew, each as large as allowed."""
    run: list[WordItem] = []
    units = 0
    position = first - 1
    while position < last:
        items, position = read_items(session, state, position + 1, last)
        for item in items:
            if run and units + len(item.chunks) > most_units:
                yield _word_segment(run)
                run, units = [], 0
            run.append(item)
            units += len(item.chunks)
    if run:
        yield _word_segment(run)


def word_segment(session: Session, state: ScopeState, first: int, last: int) -> bytes:
    """Make the one segment of the items between two numbers anew."""
    run: list[WordItem] = []
    position = first - 1
    while position < last:
        items, position = read_items(session, state, position + 1, last)
        run.extend(items)
    return encode_segment(build_segment(run))


def count_units(session: Session, state: ScopeState, *, first: int) -> int:
    """Count the units from an item on."""
    units, position = 0, first - 1
    while position < state.last_seq:
        items, position = read_items(session, state, position + 1)
        units += sum(len(item.chunks) for item in items)
    return units


def vector_segments(
    session: Session, state: ScopeState, embedder: int, *, last: int
) -> Iterator[Segment]:
    """Make the segments of 8-bit vectors anew; fewer than a segment's rows stay loose at the end.

    An item's vectors are never parted.
    """
    run: list[Vector] = []
    position = 0
    while position < last:
        end = min(position + ITEMS_AT_ONCE, last)
        for vector in checks.read_vectors_between(
            session, state.number, embedder, position + 1, end
        ):
            if len(run) >= VECTOR_SEGMENT_ROWS and vector[0] != run[-1][0]:
                yield vector_segment(run)
                run = []
            run.append(vector)
        position = end
    if len(run) >= VECTOR_SEGMENT_ROWS:
        yield vector_segment(run)


def vector_segment(run: list[Vector]) -> Segment:
    """Make one segment of these vectors."""
    return run[0][0], run[-1][0], vector_index.encode_rows(*vector_index.rows_of(run))


def _word_segment(run: list[WordItem]) -> Segment:
    return run[0].seq, run[-1].seq, encode_segment(build_segment(run))
