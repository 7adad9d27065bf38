"""The words of one scope as arrays: what ranking reads. Derived; it can always be rebuilt."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

TURN = 0
FACT = 1

IN_FIRST_100 = 1
IN_LAST_100 = 2


@dataclass(frozen=True, slots=True)
class Postings:
    """Where one term occurs in a scope, by ascending unit.

    Args:
        units: int64, positions in the arrays of the index.
        counts: float64, how often in the unit.
        where: uint8, IN_FIRST_100 | IN_LAST_100 of the turn's characters.
    """

    units: NDArray[np.int64]
    counts: NDArray[np.float64]
    where: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class ScopeIndex:
    """Arrays over the units of one scope; all have the same length n.

    A unit is a chunk (at most 400 characters) of a turn, or a whole fact. Units stand in the
    order of writing; chunks of one turn are neighbours and share `seq`.

    Args:
        seq: int64, the item (turn or fact) that the unit belongs to.
        kind: uint8, TURN or FACT.
        role: uint8, 0 user, 1 assistant, 2 system, 3 tool.
        length: float64, number of indexed terms in the unit.
        session: int64, number of its session, 0-based in order of first appearance; turns
            without a session share one number per scope.
        speaker: int64, index into `speakers`; -1 where unknown.
        at: int64, when it occurred, microseconds since 1970 UTC.
        flags: uint8, the cues of the unit as bits; see `text/cues.py`.
        source: int64, for a fact the `seq` of its first source turn; 0 else.
        speakers: lower-cased names.
        sessions: number of sessions.
        postings: term -> Postings.
        derived: what readers work out from the arrays alone, kept as long as they are.
    """

    seq: NDArray[np.int64]
    kind: NDArray[np.uint8]
    role: NDArray[np.uint8]
    length: NDArray[np.float64]
    session: NDArray[np.int64]
    speaker: NDArray[np.int64]
    at: NDArray[np.int64]
    flags: NDArray[np.uint8]
    source: NDArray[np.int64]
    speakers: tuple[str, ...]
    sessions: int
    postings: Callable[[str], Postings]
    derived: dict[str, object] = field(default_factory=dict, compare=False, repr=False)

    @property
    def units(self) -> int:
        """Number of units."""
        return int(self.seq.shape[0])
