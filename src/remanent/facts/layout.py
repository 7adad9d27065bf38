"""How the items of a scope stand to one another: derived once from an index, used by every read.

The arrays of an index run over units; ranking speaks of items (a turn with all its chunks, or a
fact). A layout says which units make an item, which turns are neighbours in their session, and
which turn a fact rests on. It depends on the index alone: keep it as long as the index.
"""

from dataclasses import dataclass
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from remanent.dynamics.ranking import saturation
from remanent.model.index import TURN, ScopeIndex
from remanent.text.cues import ASKS, IS_QUESTION

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Number = TypeVar("Number", bound=np.generic)

NONE: Final = -1
EDGE_TERMS: Final = 18.0  # about what 100 characters hold
OWN_TIMES: Final = 2.0  # a turn's own words count so often in its passage, as fields do in BM25F
_FULL_LENGTH: Final = float(np.log1p(60.0))  # terms, above which more of them say no more
_TALK_TERMS: Final = 60.0  # turns this long on average are talk
_ESSAY_TERMS: Final = 150.0  # and this long they each stand alone


@dataclass(frozen=True, slots=True)
class Lengths:
    """How long texts are that are put together from items; one for each item.

    The arrays have one entry more, where `NONE` leads: what falls there is of no item.

    Args:
        terms: number of terms.
        average: over all items.
        once: BM25's share of a term that occurs once.
    """

    terms: Floats
    average: float
    once: Floats


@dataclass(frozen=True, slots=True)
class Layout:
    """Arrays over the items of one scope; most have one entry an item.

    Args:
        item_of_unit: for each unit, the item that it belongs to.
        first_unit: the first unit of each item; its other units follow directly.
        seq, kind, role, session, speaker, at: as in the index.
        flags: the flags of all units of the item together.
        length: number of terms, all units together.
        context: the same with the neighbours' edges.
        passage: the same with the two turns on either side, its own counted `OWN_TIMES`.
        neighbourhood: for each item five: itself, the next, previous, next but one and previous
            but one turn in the same session; NONE at the ends, for facts, and for turns that
            stand alone. Neighbours mostly lie beside each other, in memory as well.
        asked: the items before which a turn asks something.
        fullness: how much an item says, 0 to 1: the logarithm of its length.
        source: for a fact the item of its first source turn; NONE else.
        grounded: the facts whose source is here.
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
    context: Lengths
    passage: Lengths
    neighbourhood: Integers
    asked: Integers
    fullness: Floats
    source: Integers
    grounded: Integers
    session_length: Floats
    talk: float

    @property
    def items(self) -> int:
        """Number of items."""
        return int(self.seq.shape[0])

    @property
    def next(self) -> Integers:
        """The turn after each in its session; NONE where there is none."""
        return np.asarray(self.neighbourhood[:, 1], dtype=np.int64)

    @property
    def previous(self) -> Integers:
        """The turn before each in its session; NONE where there is none."""
        return np.asarray(self.neighbourhood[:, 2], dtype=np.int64)


def lay_out(index: ScopeIndex) -> Layout:
    """Derive the layout of an index; linear in its units but for one sort of the turns."""
    starts = np.ones(index.units, dtype=np.bool_)
    starts[1:] = (index.seq[1:] != index.seq[:-1]) | (index.kind[1:] != index.kind[:-1])
    first_unit = np.flatnonzero(starts).astype(np.int64)
    item_of_unit = np.cumsum(starts, dtype=np.int64) - 1
    seq, kind, session = index.seq[first_unit], index.kind[first_unit], index.session[first_unit]
    length = _per_item(np.add, index.length, first_unit)
    flags = _per_item(np.bitwise_or, index.flags, first_unit)
    neighbourhood = _neighbourhood(kind, session)
    before = neighbourhood[:, 2]
    edges = np.minimum(length, EDGE_TERMS)
    turns = kind == TURN
    source = _sources(seq, kind, index.source[first_unit])
    return Layout(
        item_of_unit=item_of_unit,
        first_unit=first_unit,
        seq=seq,
        kind=kind,
        role=index.role[first_unit],
        session=session,
        speaker=index.speaker[first_unit],
        at=index.at[first_unit],
        flags=flags,
        length=length,
        context=_lengths(length + _lengths_at(edges, neighbourhood[:, 1:3])),
        passage=_lengths(OWN_TIMES * length + _lengths_at(length, neighbourhood[:, 1:])),
        neighbourhood=neighbourhood,
        asked=np.flatnonzero((before >= 0) & (flags[before] & (ASKS | IS_QUESTION) > 0)),
        fullness=np.minimum(np.log1p(length) / _FULL_LENGTH, 1.0),
        source=source,
        grounded=np.flatnonzero(source >= 0),
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


def _lengths_at(lengths: Floats, items: Integers) -> Floats:
    """Return the lengths of other items of each item together; NONE counts 0."""
    with_none = np.append(lengths, 0.0)
    found = np.zeros(items.shape[0])
    for column in items.T:
        found += with_none[column]
    return found


def _lengths(terms: Floats) -> Lengths:
    average = float(terms.mean()) if terms.shape[0] else 0.0
    terms = np.append(terms, 0.0)
    once = saturation(np.ones_like(terms), terms, average_length=average)
    return Lengths(terms, average, once)


def _neighbourhood(kind: NDArray[np.uint8], session: Integers) -> Integers:
    """Find the turns around each turn, within its session, in order of writing."""
    found = np.full((kind.shape[0], 5), NONE, dtype=np.int64)
    found[:, 0] = np.arange(kind.shape[0])
    turns = np.flatnonzero(kind == TURN)
    turns = turns[np.argsort(session[turns], kind="stable")]
    for column, distance in ((1, 1), (3, 2)):
        together = session[turns[distance:]] == session[turns[:-distance]]
        before, after = turns[:-distance][together], turns[distance:][together]
        found[before, column] = after
        found[after, column + 1] = before
    return found


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
