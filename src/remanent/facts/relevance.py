"""Whether anything in memory speaks to a question at all: below the floor, nothing is returned.

The figure rests on how much of the question the best items cover, weighted by how much each
word tells, on names that memory has never heard of, on a speaker whom the question names, and,
where there is an embedder, on the nearest meaning. It knows no names and no data set.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from remanent.dynamics.ranking import inverse_document_frequency, logistic
from remanent.facts.layout import Layout
from remanent.facts.matching import Term
from remanent.facts.query import FRAME_TERMS, Query
from remanent.text.synonyms import related

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

RELEVANCE_FLOOR: Final = 0.5
BEST_ITEMS: Final = 10
LARGE_UNITS: Final = 100  # from here on the measured weights hold as they are
SMALL_MEMORY: Final = 0.3
IN_TIME: Final = 0.6
BOTH_SPEAKERS: Final = 1.0
FRAME_WEIGHT: Final = 0.3
_MONTH: Final = 30 * 86_400_000_000
STAND_IN: Final = 0.5  # what a word that may stand for another covers of it


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for anything in a scope being an answer.

    A word weighs what it tells: its inverse document frequency as a share of that of a word
    never heard of. Words that only shape a question ("what kind of") weigh a third.

    Args:
        coverage: the share of the weight of the question's words that the best item covers; 0
            to 1.
        matched: how many words the best item covers together with its neighbours.
        missed: the weight of the words that it does not cover so.
        names, unknown_names: how many names stand in the question, and how many of them memory
            has never heard of. A speaker's name is known.
        speaker_named: the question names somebody who speaks in this memory.
        out_of_time: the times that the question names lie a month or more outside of memory.
        in_time: the question names a time, and memory reaches there.
        both_speakers: it names at least two people who speak in this memory.
        units: how many pieces of text memory holds. That a word is found says more where there
            is little that could hold it by chance.
        nearness: how much nearer in meaning the nearest is than what is usual here: 0 usual,
            1 the same; None without an embedder.
    """

    coverage: float
    matched: float
    missed: float
    names: int
    unknown_names: int
    speaker_named: bool
    out_of_time: bool
    in_time: bool = False
    both_speakers: bool = False
    units: int = LARGE_UNITS
    nearness: float | None = None

    def relevance(self) -> float:
        """Weigh it up: 0 to 1, with `RELEVANCE_FLOOR` where 2 of 100 good questions fall below.

        Fitted on questions put to their own conversation and to others, with and without the
        speakers' names in them, one conversation left out at a time. Where every name is
        unknown the question is about something else, whatever its other words match.
        """
        if not (self.matched or self.speaker_named or self.nearness is not None):
            return 0.0
        weighing = _BY_WORDS if self.nearness is None else _BY_WORDS_AND_MEANING
        return logistic(
            (weighing.speaker if self.speaker_named else weighing.nobody)
            + weighing.coverage * self.coverage
            + weighing.matched * self.matched
            + weighing.missed * self.missed
            + weighing.unknown_name * (self.unknown_names > 0)
            + weighing.all_unknown * (0 < self.names == self.unknown_names)
            + weighing.out_of_time * self.out_of_time
            + weighing.nearness * (self.nearness or 0.0)
            + IN_TIME * (self.in_time and self.speaker_named)
            + BOTH_SPEAKERS * self.both_speakers
            + SMALL_MEMORY * self._smallness() * (self.matched > 0)
        )

    def _smallness(self) -> float:
        """Return how many times smaller memory is than one that holds much, as a logarithm."""
        return max(0.0, log(LARGE_UNITS / max(self.units, 1)))


@dataclass(frozen=True, slots=True)
class _Weighing:
    """Log odds for each piece of evidence; `speaker` and `nobody` are where they start."""

    speaker: float
    nobody: float
    coverage: float
    matched: float
    missed: float
    unknown_name: float
    all_unknown: float
    out_of_time: float
    nearness: float


_BY_WORDS: Final = _Weighing(
    speaker=1.12,
    nobody=0.50,
    coverage=1.09,
    matched=0.99,
    missed=-1.13,
    unknown_name=-1.11,
    all_unknown=-5.0,
    out_of_time=-1.99,
    nearness=0.0,
)
_BY_WORDS_AND_MEANING: Final = _Weighing(
    speaker=0.33,
    nobody=-0.41,
    coverage=0.70,
    matched=0.86,
    missed=-1.06,
    unknown_name=-1.08,
    all_unknown=-5.0,
    out_of_time=-1.92,
    nearness=3.06,
)


def gather_evidence(
    layout: Layout,
    best: Integers,
    *,
    units: int,
    terms: Sequence[Term],
    query: Query,
    speaker_names: frozenset[str],
    similarity: Floats | None,
    without: Integers | None = None,
) -> Evidence:
    """Look at the best items of a ranking.

    Args:
        best: their positions.
        without: items that may not be shown and must not speak for their neighbours; where given,
            only the best count as near in meaning.
        units: how many units the scope has.
        terms: the question's own terms and those that may stand for them.
        speaker_names: terms of the question that name a speaker.
        similarity: cosines of the units that may be found; None without an embedder.
    """
    own = [term for term in terms if term.weight >= 1.0]
    frame = np.array([FRAME_WEIGHT if term.term in FRAME_TERMS else 1.0 for term in own])
    most = float(inverse_document_frequency(units, 0.0))
    matching = np.array([term.postings.units.shape[0] for term in own], dtype=np.float64)
    weights = frame * (inverse_document_frequency(units, matching) / most)
    alone, together = _covered(layout, best, terms, without)
    by_item = _with_stand_ins(alone, terms, len(own))
    by_place = _with_stand_ins(together, terms, len(own))
    total = float(weights.sum())
    unheard = {
        term.term for term in own if not (term.postings.units.shape[0] or related(term.term))
    }
    names = (query.names - FRAME_TERMS) | speaker_names
    return Evidence(
        coverage=_largest(weights @ by_item) / total if total > 0 else 0.0,
        matched=_largest(frame @ by_place),
        missed=total - _largest(weights @ by_place),
        names=len(names),
        unknown_names=len(names & unheard),
        speaker_named=bool(speaker_names),
        out_of_time=_is_out_of_time(layout, query),
        in_time=bool(query.spans) and not _is_out_of_time(layout, query),
        both_speakers=len(speaker_names) > 1,
        units=units,
        nearness=None
        if similarity is None
        else _nearness(similarity, None if without is None else np.isin(layout.item_of_unit, best)),
    )


def _with_stand_ins(covered: Floats, terms: Sequence[Term], own: int) -> Floats:
    """Count a word that may stand for another as half of it."""
    places = {term.term: place for place, term in enumerate(terms)}
    found = covered[:own].copy()
    for row in range(own):
        near = [places[other] for other in related(terms[row].term) if other in places]
        if near:
            np.maximum(found[row], STAND_IN * covered[near].max(axis=0), out=found[row])
    return found


def _largest(values: Floats) -> float:
    return float(values.max()) if values.shape[0] else 0.0


def _is_out_of_time(layout: Layout, query: Query) -> bool:
    if not (query.spans and layout.items):
        return False
    first, last = int(layout.at.min()), int(layout.at.max())
    return all(end < first - _MONTH or start > last + _MONTH for start, end in query.spans)


def _nearness(similarity: Floats, among: NDArray[np.bool_] | None) -> float | None:
    is_known = ~np.isnan(similarity)
    known = similarity if is_known.all() else similarity[is_known]
    nearest = known if among is None else similarity[is_known & among]
    if not nearest.shape[0]:
        return None
    usual = float(known.mean())
    return (float(nearest.max()) - usual) / max(1.0 - usual, 1e-9)


def _covered(
    layout: Layout, best: Integers, terms: Sequence[Term], without: Integers | None
) -> tuple[Floats, Floats]:
    """Say which terms each item holds, alone and together with its neighbours."""
    alone = np.zeros((len(terms), best.shape[0]))
    together = alone.copy()
    holds = np.zeros(layout.items + 1, dtype=np.bool_)  # the last one stands for "no neighbour"
    before, after = layout.previous[best], layout.next[best]
    for row, term in enumerate(terms):
        held = layout.item_of_unit[term.postings.units]
        holds[held] = True
        if without is not None:
            holds[without] = False
        alone[row] = holds[best]
        together[row] = holds[best] | holds[before] | holds[after]
        holds[held] = False
    return alone, together
