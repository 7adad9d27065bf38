"""How well words match: BM25 of chunks, of turns with what stands around them, of sessions.

All of it comes from postings alone, no text is read again, and the cost is linear in the
postings of the terms.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from remanent.dynamics.ranking import inverse_document_frequency, saturation
from remanent.facts.layout import OWN_TIMES, Layout, Lengths
from remanent.model.index import IN_FIRST_100, IN_LAST_100, Postings, ScopeIndex

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Term:
    """One term that is looked for.

    Args:
        weight: 1 for the question's own, less for one that may stand for it.
    """

    term: str
    weight: float
    postings: Postings


def unit_scores(index: ScopeIndex, terms: Sequence[Term]) -> Floats:
    """Return the BM25 score of every unit."""
    found = [term for term in terms if term.postings.units.shape[0]]
    if not found:
        return np.zeros(index.units, dtype=np.float64)
    sizes = np.array([term.postings.units.shape[0] for term in found], dtype=np.int64)
    idf = np.array(_idf(found, index.units))
    units = np.concatenate([term.postings.units for term in found])
    counts = np.concatenate([term.postings.counts for term in found])
    average = float(index.length.mean())
    shares = np.repeat(idf, sizes) * saturation(counts, index.length[units], average_length=average)
    return np.asarray(np.bincount(units, weights=shares, minlength=index.units), np.float64)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """BM25 of every turn with what stands around it.

    Args:
        context: with the nearest 100 characters of the turn before and after.
        passage: with the whole of the two turns on either side; its own words count twice.
    """

    context: Floats
    passage: Floats


def surrounding_scores(layout: Layout, terms: Sequence[Term]) -> Surroundings:
    """Score every item together with its neighbours."""
    context, passage = _Gathering(layout.context), _Gathering(layout.passage)
    found = [term for term in terms if term.postings.units.shape[0]]
    for term, idf in zip(found, _idf(found, layout.items), strict=True):
        held = term.postings
        around = layout.neighbourhood.take(layout.item_of_unit[held.units], axis=0)
        at_edges = np.empty((held.units.shape[0], 3))
        at_edges[:, 0] = held.counts
        at_edges[:, 1] = held.where & IN_LAST_100 > 0
        at_edges[:, 2] = held.where & IN_FIRST_100 > 0
        context.add(around[:, :3].ravel(), at_edges.ravel(), idf)
        whole = held.counts.repeat(5).reshape(-1, 5)
        whole[:, 0] *= OWN_TIMES
        passage.add(around.ravel(), whole.ravel(), idf)
    return Surroundings(context.scores[:-1], passage.scores[:-1])


def _idf(terms: Sequence[Term], texts: int) -> list[float]:
    """Return how much each term tells by the number of its postings, times its weight."""
    sizes = np.array([term.postings.units.shape[0] for term in terms], dtype=np.float64)
    weights = np.array([term.weight for term in terms])
    found: list[float] = (weights * inverse_document_frequency(texts, sizes)).tolist()
    return found


class _Gathering:
    """BM25 over texts that are put together from items; the last slot takes what falls off."""

    def __init__(self, lengths: Lengths) -> None:
        self.scores = np.zeros(lengths.terms.shape)
        self._counts = np.zeros(lengths.terms.shape)
        self._lengths = lengths

    def add(self, places: Integers, counts: Floats, idf: float) -> None:
        """Add one term: where it is put, and how often; NONE (-1) is the last slot."""
        np.add.at(self._counts, places, counts)
        held = self._counts[places]
        share = self._lengths.once[places]
        other = np.flatnonzero(held != 1.0)  # most hold it once: that was computed before
        share[other] = saturation(
            held[other],
            self._lengths.terms[places[other]],
            average_length=self._lengths.average,
        )
        # A place that occurs twice is computed twice to one value, and assigned.
        share *= idf
        share += self.scores[places]
        self.scores[places] = share
        self._counts[places] = 0.0


@dataclass(frozen=True, slots=True)
class Sessions:
    """How well each session as a whole matches.

    Args:
        scores: BM25.
        covered: the share of the question's own words that it holds, 0 to 1, each weighing what
            it tells; one that no session holds counts as missing from all.
    """

    scores: Floats
    covered: Floats


def session_scores(layout: Layout, terms: Sequence[Term]) -> Sessions:
    """Score every session."""
    sessions = layout.session_length.shape[0]
    found = [term for term in terms if term.postings.units.shape[0]]
    if not found:
        return Sessions(np.zeros(sessions), np.zeros(sessions))
    # One number for each pair of term and session, so that all terms are counted in one pass.
    pairs = np.concatenate(
        [
            layout.session[layout.item_of_unit[term.postings.units]] + place * sessions
            for place, term in enumerate(found)
        ]
    )
    pairs, inverse = np.unique(pairs, return_inverse=True)
    counts = np.bincount(
        inverse, weights=np.concatenate([term.postings.counts for term in found])
    ).astype(np.float64)
    of_term, of_session = np.divmod(pairs, sessions)
    matching = np.bincount(of_term, minlength=len(found)).astype(np.float64)
    idf = inverse_document_frequency(sessions, matching)
    weights = np.array([term.weight for term in found])
    average = float(layout.session_length.mean())
    lengths = layout.session_length[of_session]
    shares = (weights * idf)[of_term] * saturation(counts, lengths, average_length=average)
    own = np.where(weights >= 1.0, idf, 0.0)
    unheard = sum(term.weight >= 1.0 for term in terms) - int((weights >= 1.0).sum())
    most = float(own.sum()) + unheard * float(inverse_document_frequency(sessions, 0.0))
    covered = np.bincount(of_session, weights=own[of_term], minlength=sessions)
    return Sessions(
        scores=np.bincount(of_session, weights=shares, minlength=sessions).astype(np.float64),
        covered=covered / most if most > 0 else np.zeros(sessions),
    )
