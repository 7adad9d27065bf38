"""How well words match: BM25 of chunks, of turns with what stands around them, of sessions.

All of it comes from postings alone, no text is read again, and the cost is linear in the
postings of the terms.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from remanent.dynamics.ranking import inverse_document_frequency, saturation
from remanent.facts.layout import Layout
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
    idf = np.array([term.weight for term in found]) * inverse_document_frequency(
        index.units, sizes.astype(np.float64)
    )
    units = np.concatenate([term.postings.units for term in found])
    counts = np.concatenate([term.postings.counts for term in found])
    average = float(index.length.mean())
    shares = np.repeat(idf, sizes) * saturation(counts, index.length[units], average_length=average)
    return np.bincount(units, weights=shares, minlength=index.units).astype(np.float64)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """BM25 of every turn with what stands around it.

    Args:
        context: with the nearest 100 characters of the turn before and after.
        passage: with the whole of the two turns on either side.
    """

    context: Floats
    passage: Floats


def surrounding_scores(layout: Layout, terms: Sequence[Term]) -> Surroundings:
    """Score every item together with its neighbours."""
    context = _Gathering(layout.items, layout.context_length)
    passage = _Gathering(layout.items, layout.passage_length)
    for term in terms:
        found = term.postings
        if not found.units.shape[0]:
            continue
        own = layout.item_of_unit[found.units]
        around = layout.around[:, own]
        idf = term.weight * float(
            inverse_document_frequency(layout.items, float(found.units.shape[0]))
        )
        at_end = (found.where & IN_LAST_100 > 0).astype(np.float64)
        at_start = (found.where & IN_FIRST_100 > 0).astype(np.float64)
        at_edges = np.concatenate((found.counts, at_end, at_start))
        context.add(np.concatenate((own, around[0], around[1])), at_edges, idf)
        passage.add(np.concatenate((own, around.ravel())), np.tile(found.counts, 5), idf)
    return Surroundings(context.scores[:-1], passage.scores[:-1])


class _Gathering:
    """BM25 over texts that are put together from items; the last slot takes what falls off."""

    def __init__(self, items: int, lengths: Floats) -> None:
        self.scores = np.zeros(items + 1, dtype=np.float64)
        self._counts = np.zeros(items + 1, dtype=np.float64)
        self._lengths = np.append(lengths, 0.0)
        self._average = float(lengths.mean()) if items else 0.0

    def add(self, places: Integers, counts: Floats, idf: float) -> None:
        """Add one term: where it is put, and how often; NONE (-1) is the last slot."""
        np.add.at(self._counts, places, counts)
        share = saturation(
            self._counts[places], self._lengths[places], average_length=self._average
        )
        # A place that occurs twice is computed twice to one value, and assigned.
        self.scores[places] = self.scores[places] + idf * share
        self._counts[places] = 0.0


def session_scores(layout: Layout, terms: Sequence[Term]) -> Floats:
    """Return for every item the BM25 score of its whole session."""
    sessions = layout.session_length.shape[0]
    found = [term for term in terms if term.postings.units.shape[0]]
    if not found:
        return np.zeros(layout.items, dtype=np.float64)
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
    idf = np.array([term.weight for term in found]) * inverse_document_frequency(sessions, matching)
    average = float(layout.session_length.mean())
    lengths = layout.session_length[of_session]
    shares = idf[of_term] * saturation(counts, lengths, average_length=average)
    by_session = np.bincount(of_session, weights=shares, minlength=sessions)
    return np.asarray(by_session[layout.session], dtype=np.float64)
