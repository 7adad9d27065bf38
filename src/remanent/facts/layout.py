"""How the items of a scope stand to one another: derived once from an index, used by every read.

The arrays of an index run over units; ranking speaks of items (a turn with all its chunks, or a
fact). A layout says which units make an item, which turns are neighbours in their session, and
which turn a fact rests on. It depends on the index alone: keep it as long as the index.
"""

from dataclasses import dataclass
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from remanent.model.index import TURN, ScopeIndex

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Number = TypeVar("Number", bound=np.generic)

NONE: Final = -1
EDGE_TERMS: Final = 18.0  # about what 100 characters hold
_TALK_TERMS: Final = 60.0  # turns this long on average are talk
_ESSAY_TERMS: Final = 150.0  # and this long they each stand alone


@dataclass(frozen=True, slots=True)
class Layout:
    """Arrays over the items of one scope; all but `item_of_unit` have one entry an item.

    Args:
        item_of_unit: for each unit, the item that it belongs to.
        first_unit: the first unit of each item; its other units follow directly.
        seq, kind, role, session, speaker, at: as in the index.
        flags: the flags of all units of the item together.
        length: number of terms, all units together.
        context_length: the same with the neighbours' edges.
        passage_length: the same with the two turns on either side.
        previous, next: the turn before and after in the same session; NONE at the ends, for
            facts, and for turns that stand alone.
        source: for a fact the item of its first source turn; NONE else.
        session_length: number of terms in the turns of each session.
        talk: 1 where turns are short, as people talk, falling to 0 where they are long, as
            assistants write; how far neighbours and sessions tell anything about a turn.
    """

    item_of_unit: Integers
    first_unit: Integers
    seq: Integers
    kind: NDArray[np.uint8]
    role: NDArray[np.uint8]
    session: Integers
    speaker: Integers
    at: Integers
    flags: NDArray[np.uint8]
    length: Floats
    context_length: Floats
    passage_length: Floats
    previous: Integers
    next: Integers
    source: Integers
    session_length: Floats
    talk: float

    @property
    def items(self) -> int:
        """Number of items."""
        return int(self.seq.shape[0])


def lay_out(index: ScopeIndex) -> Layout:
    """Derive the layout of an index; linear in its units but for one sort of the turns."""
    starts = np.ones(index.units, dtype=np.bool_)
    starts[1:] = (index.seq[1:] != index.seq[:-1]) | (index.kind[1:] != index.kind[:-1])
    first_unit = np.flatnonzero(starts).astype(np.int64)
    item_of_unit = np.cumsum(starts, dtype=np.int64) - 1
    seq, kind, session = index.seq[first_unit], index.kind[first_unit], index.session[first_unit]
    length = _per_item(np.add, index.length, first_unit)
    previous, following = _neighbours(kind, session)
    edges = np.minimum(length, EDGE_TERMS)
    passage = length.copy()
    for step in (previous, following):
        twice = np.where(step >= 0, step[step], NONE)
        passage += _length_at(length, step) + _length_at(length, twice)
    turns = kind == TURN
    return Layout(
        item_of_unit=item_of_unit,
        first_unit=first_unit,
        seq=seq,
        kind=kind,
        role=index.role[first_unit],
        session=session,
        speaker=index.speaker[first_unit],
        at=index.at[first_unit],
        flags=_per_item(np.bitwise_or, index.flags, first_unit),
        length=length,
        context_length=length + _length_at(edges, previous) + _length_at(edges, following),
        passage_length=passage,
        previous=previous,
        next=following,
        source=_sources(seq, kind, index.source[first_unit]),
        session_length=np.bincount(
            session[turns], weights=length[turns], minlength=max(index.sessions, 1)
        ).astype(np.float64),
        talk=_talk(length[turns]),
    )


def _per_item(function: np.ufunc, values: NDArray[Number], first_unit: Integers) -> NDArray[Number]:
    """Reduce the values of each item's units to one."""
    if first_unit.shape[0] == values.shape[0]:
        return values
    return np.asarray(function.reduceat(values, first_unit), dtype=values.dtype)


def _length_at(lengths: Floats, items: Integers) -> Floats:
    """Return the length of another item for each item; 0 where there is none."""
    return np.where(items >= 0, lengths[items], 0.0)


def _neighbours(kind: NDArray[np.uint8], session: Integers) -> tuple[Integers, Integers]:
    """Find the turn before and after each turn, within its session, in order of writing."""
    previous = np.full(kind.shape[0], NONE, dtype=np.int64)
    following = previous.copy()
    turns = np.flatnonzero(kind == TURN)
    turns = turns[np.argsort(session[turns], kind="stable")]
    together = session[turns[1:]] == session[turns[:-1]]
    before, after = turns[:-1][together], turns[1:][together]
    previous[after] = before
    following[before] = after
    return previous, following


def _sources(seq: Integers, kind: NDArray[np.uint8], source: Integers) -> Integers:
    """Find the item of each fact's source turn."""
    found = np.full(seq.shape[0], NONE, dtype=np.int64)
    turns, facts = np.flatnonzero(kind == TURN), np.flatnonzero(kind != TURN)
    if not (turns.shape[0] and facts.shape[0]):
        return found
    by_seq = turns[np.argsort(seq[turns], kind="stable")]
    place = np.minimum(np.searchsorted(seq[by_seq], source[facts]), by_seq.shape[0] - 1)
    candidates = by_seq[place]
    found[facts] = np.where(seq[candidates] == source[facts], candidates, NONE)
    return found


def _talk(lengths: Floats) -> float:
    """Say how much the turns read like talk: 1 where short on average, 0 where long."""
    average = float(lengths.mean()) if lengths.shape[0] else 0.0
    return float(np.clip((_ESSAY_TERMS - average) / (_ESSAY_TERMS - _TALK_TERMS), 0.0, 1.0))
