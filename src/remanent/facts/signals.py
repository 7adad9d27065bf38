"""What speaks for each turn and fact, given a question, and how much.

Every signal is an array over items between 0 and 1 (1 for the best of this question), and an
item's total is their weighted sum. Raw turns are the primary index; a fact takes what surrounds
it (session, speaker, date, neighbours) from the turn that it rests on, and its own words from
itself. Nothing here knows any data set: what fades, fades by the text (see `Layout.talk`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from remanent.dynamics.ranking import (
    best_first,
    inverse_document_frequency,
    normalised,
    saturation,
)
from remanent.facts.layout import NONE, Layout, lay_out
from remanent.facts.query import Query
from remanent.facts.relevance import BEST_ITEMS, RELEVANCE_FLOOR, Evidence, Term, gather_evidence
from remanent.model.index import IN_FIRST_100, IN_LAST_100, ScopeIndex
from remanent.text.answer_types import AnswerType
from remanent.text.cues import ASKS, HAS_NAME, HAS_NUMBER, HAS_TIME_WORD, IS_QUESTION
from remanent.text.tokens import tokenize

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

_DAY_MICROSECONDS: Final = 86_400_000_000
_DATE_FADE_DAYS: Final = 10.0
_USER: Final = 0
RELATED_WEIGHT: Final = 0.3  # what a word that may stand for another counts
_SHORTEST_NICKNAME: Final = 3  # letters
_FULL_LENGTH: Final = float(np.log1p(60.0))  # terms, above which a text says no more for it
_ASKING: Final = ASKS | IS_QUESTION
_TIMED: Final = frozenset({AnswerType.DATE, AnswerType.DURATION})
_COUNTED: Final = frozenset(
    {AnswerType.COUNT, AnswerType.AGE, AnswerType.FREQUENCY, AnswerType.DURATION}
)
_NAMED: Final = frozenset(
    {
        AnswerType.PERSON,
        AnswerType.PLACE,
        AnswerType.COUNTRY,
        AnswerType.STATE,
        AnswerType.TITLE,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallWeights:
    """How much each signal counts; 0 leaves it out. Tuned on conversations, leave one out.

    Args:
        words: BM25 of the item's best chunk.
        context: BM25 of the turn with 100 characters of each neighbour; fades with long turns.
        passage: BM25 of the turn with the two turns on either side; fades with long turns.
        session: BM25 of the turn's whole session; fades with long turns.
        reply: the turn before asks, and its words match: this one may answer.
        speaker: the question names the speaker.
        date: the question names a time, and the turn was said then or soon after.
        time: the question asks when or how long, and the text tells a time.
        number: the question asks for a number, and the text tells one.
        name: the question asks who, where or which, and the text names something.
        question: the turn only asks (negative).
        length: how much the text says (logarithm of its length).
        own: the user's own words, where the other side writes at length.
        embedding: similarity of meaning, where there is an embedder.
    """

    words: float = 1.0
    context: float = 1.0
    passage: float = 1.6
    session: float = 1.0
    reply: float = 1.0
    speaker: float = 1.7
    date: float = 3.0
    time: float = 1.5
    number: float = 0.6
    name: float = 1.1
    question: float = -0.5
    length: float = 1.0
    own: float = 0.5
    embedding: float = 2.2


def weights_from(overrides: Mapping[str, float]) -> RecallWeights:
    """Return the default weights with some replaced by name.

    Raises:
        KeyError: for a name that is no signal.
    """
    known = {field.name for field in fields(RecallWeights)}
    for name in overrides:
        if name not in known:
            raise KeyError(name)
    return replace(RecallWeights(), **overrides)


@dataclass(frozen=True, slots=True)
class Ranking:
    """Every item of a scope, scored for one question. Arrays over the items of the layout.

    Args:
        layout: which item is which (`layout.seq`, `layout.kind`).
        totals: the scores; -inf for items that were not allowed.
        shares: for each signal its part of the total (weight included).
        best_unit: the unit of each item that matches best, for hydration.
        evidence: what the relevance rests on.
        relevance: 0 to 1, how sure it is that anything here speaks to the question.
    """

    layout: Layout
    totals: Floats
    shares: Mapping[str, Floats]
    best_unit: Integers
    evidence: Evidence
    relevance: float

    @property
    def default_floor(self) -> float:
        """The relevance below which nothing should be returned, as measured."""
        return RELEVANCE_FLOOR

    def best(self, limit: int) -> Integers:
        """Return the positions of the best items, best first, none that was not allowed."""
        order = best_first(self.totals, self.layout.at, self.layout.seq, limit=limit)
        return order[np.isfinite(self.totals[order])]

    def breakdown(self, item: int) -> dict[str, float]:
        """Return each signal's part of one item's total, those that are 0 left out."""
        parts = {name: round(float(values[item]), 6) for name, values in self.shares.items()}
        return {name: value for name, value in parts.items() if value}


def rank(
    index: ScopeIndex,
    query: Query,
    *,
    weights: RecallWeights | None = None,
    similarity: Floats | None = None,
    allowed: NDArray[np.bool_] | None = None,
    layout: Layout | None = None,
) -> Ranking:
    """Score every item of a scope for a question.

    The cost is linear in the postings of the question's terms, plus a few passes over arrays.

    Args:
        index: the words of the scope.
        query: the parsed question.
        weights: how much each signal counts; the measured defaults where None.
        similarity: cosine of each unit with the question, NaN where unknown; None without an
            embedder.
        allowed: which units may be found at all; None for all.
        layout: `lay_out(index)`, where the caller has kept it.
    """
    weights = weights or RecallWeights()
    layout = layout or lay_out(index)
    within = None if allowed is None else allowed[layout.first_unit]
    named = _speakers_named(index, query)
    terms = _weighted_terms(index, query, named)
    signals, best_unit = _signals(index, layout, query, named, terms, similarity, within)
    shares = {name: getattr(weights, name) * values for name, values in signals.items()}
    totals = np.zeros(layout.items, dtype=np.float64)
    for values in shares.values():
        totals += values
    if within is not None:
        totals = np.where(within, totals, -np.inf)
    evidence = gather_evidence(
        layout,
        best_first(totals, layout.at, layout.seq, limit=BEST_ITEMS),
        units=index.units,
        terms=terms,
        query=query,
        speaker_names=named.terms,
        similarity=similarity if similarity is None or allowed is None else similarity[allowed],
    )
    return Ranking(
        layout=layout,
        totals=totals,
        shares=shares,
        best_unit=best_unit,
        evidence=evidence,
        relevance=evidence.relevance(),
    )


def _weighted_terms(index: ScopeIndex, query: Query, named: "_Named") -> list[Term]:
    """Look up the question's terms but for speakers' names, and those that may stand for them."""
    own = [Term(term, 1.0, index.postings(term)) for term in query.terms if term not in named.terms]
    near = [Term(term, RELATED_WEIGHT, index.postings(term)) for term in query.related]
    return own + [term for term in near if term.postings.units.shape[0]]


def _signals(
    index: ScopeIndex,
    layout: Layout,
    query: Query,
    named: "_Named",
    terms: list[Term],
    similarity: Floats | None,
    within: NDArray[np.bool_] | None,
) -> tuple[dict[str, Floats], Integers]:
    """Compute the signals of every item, and the best unit of each."""
    found: dict[str, Floats] = {}
    by_item, best_unit = _best_of_units(_unit_scores(index, terms), layout)
    words = normalised(by_item, within=within)
    found["words"] = words
    if layout.talk > 0:
        talk = layout.talk
        found["context"] = talk * normalised(_context_scores(layout, terms), within=within)
        found["passage"] = talk * normalised(_passage_scores(layout, terms), within=within)
        found["session"] = talk * normalised(_session_scores(layout, terms), within=within)
        asked = (layout.previous >= 0) & (layout.flags[layout.previous] & _ASKING > 0)
        found["reply"] = talk * np.where(asked, words[layout.previous], 0.0)
        found["length"] = talk * np.minimum(np.log1p(layout.length) / _FULL_LENGTH, 1.0)
    if layout.talk < 1:
        found["own"] = (1.0 - layout.talk) * (layout.role == _USER)
    if named.speakers.shape[0]:
        found["speaker"] = np.isin(layout.speaker, named.speakers).astype(np.float64)
    if query.spans:
        found["date"] = _date_fit(layout, query)
    for name, kinds, flag in (
        ("time", _TIMED, HAS_TIME_WORD),
        ("number", _COUNTED, HAS_NUMBER),
        ("name", _NAMED, HAS_NAME),
    ):
        if query.answer in kinds:
            found[name] = (layout.flags & flag > 0).astype(np.float64)
    found["question"] = (layout.flags & IS_QUESTION > 0).astype(np.float64)
    if similarity is not None:
        best, _ = _best_of_units(np.nan_to_num(similarity, nan=0.0), layout)
        found["embedding"] = normalised(np.maximum(best, 0.0), within=within)
    _ground_facts(layout, found)
    return found, best_unit


@dataclass(frozen=True, slots=True)
class _Named:
    speakers: Integers
    terms: frozenset[str]


def _speakers_named(index: ScopeIndex, query: Query) -> _Named:
    """Find the speakers that a question names, if by a short form; naming all tells nothing."""
    asked = set(query.terms)
    short = [name for name in query.names if len(name) >= _SHORTEST_NICKNAME]
    numbers: list[int] = []
    terms: set[str] = set()
    for number, speaker in enumerate(index.speakers):
        parts = tokenize(speaker)
        common = asked.intersection(parts)
        common |= {name for name in short for part in parts if part.startswith(name)}
        if common:
            numbers.append(number)
            terms |= common
    if len(terms) == len(asked):  # the question is a name and nothing else: look for the word
        terms = set()
    if len(numbers) == len(index.speakers):
        numbers = []
    return _Named(np.array(numbers, dtype=np.int64), frozenset(terms))


def _unit_scores(index: ScopeIndex, terms: list[Term]) -> Floats:
    """BM25 of every unit."""
    scores = np.zeros(index.units, dtype=np.float64)
    average = float(index.length.mean()) if index.units else 0.0
    for term in terms:
        units = term.postings.units
        if units.shape[0]:
            idf = term.weight * inverse_document_frequency(index.units, float(units.shape[0]))
            lengths = index.length[units]
            share = saturation(term.postings.counts, lengths, average_length=average)
            scores[units] += idf * share
    return scores


def _best_of_units(by_unit: Floats, layout: Layout) -> tuple[Floats, Integers]:
    """Give each item the score of its best unit, and which unit that is."""
    if layout.items == by_unit.shape[0]:
        return by_unit, layout.first_unit
    best = np.maximum.reduceat(by_unit, layout.first_unit)
    is_best = by_unit >= best[layout.item_of_unit]
    best_unit = layout.first_unit.copy()
    units = np.flatnonzero(is_best)[::-1]  # the first of several equal ones is written last
    best_unit[layout.item_of_unit[units]] = units
    return best, best_unit


def _context_scores(layout: Layout, terms: list[Term]) -> Floats:
    """BM25 of every turn with the edges of its neighbours, from postings alone."""
    gather = _Gathering(layout, layout.context_length)
    for term in terms:
        where = term.postings.where
        own = layout.item_of_unit[term.postings.units]
        after = layout.next[own[where & IN_LAST_100 > 0]]
        before = layout.previous[own[where & IN_FIRST_100 > 0]]
        gather.add(term, [(own, term.postings.counts), (after, None), (before, None)])
    return gather.scores


def _passage_scores(layout: Layout, terms: list[Term]) -> Floats:
    """BM25 of every turn with the whole of the two turns on either side."""
    gather = _Gathering(layout, layout.passage_length)
    for term in terms:
        counts = term.postings.counts
        own = layout.item_of_unit[term.postings.units]
        parts: list[tuple[Integers, Floats | None]] = [(own, counts)]
        for step in (layout.next, layout.previous):
            once = step[own]
            twice = np.where(once >= 0, step[once], NONE)
            parts += [(once, counts), (twice, counts)]
        gather.add(term, parts)
    return gather.scores


class _Gathering:
    """BM25 over texts that are put together from items: linear in what is added."""

    def __init__(self, layout: Layout, lengths: Floats) -> None:
        self.scores = np.zeros(layout.items, dtype=np.float64)
        self._counts = np.zeros(layout.items, dtype=np.float64)
        self._lengths = lengths
        self._average = float(lengths.mean()) if layout.items else 0.0

    def add(self, term: Term, parts: list[tuple[Integers, Floats | None]]) -> None:
        """Add one term: where it is put, and how often (once where not said)."""
        if not term.postings.units.shape[0]:
            return
        for items, counts in parts:
            valid = items >= 0
            np.add.at(self._counts, items[valid], 1.0 if counts is None else counts[valid])
        touched = np.concatenate([items[items >= 0] for items, _ in parts])
        units = float(term.postings.units.shape[0])
        idf = term.weight * inverse_document_frequency(self.scores.shape[0], units)
        share = saturation(
            self._counts[touched], self._lengths[touched], average_length=self._average
        )
        # An item that was touched twice is computed twice to one value, and assigned.
        self.scores[touched] = self.scores[touched] + idf * share
        self._counts[touched] = 0.0


def _session_scores(layout: Layout, terms: list[Term]) -> Floats:
    """BM25 of every item's whole session."""
    sessions = layout.session_length.shape[0]
    scores = np.zeros(sessions, dtype=np.float64)
    average = float(layout.session_length.mean())
    for term in terms:
        if term.postings.units.shape[0]:
            own = layout.session[layout.item_of_unit[term.postings.units]]
            counts = np.bincount(own, weights=term.postings.counts, minlength=sessions)
            idf = term.weight * inverse_document_frequency(
                sessions, float(np.count_nonzero(counts))
            )
            share = saturation(
                counts.astype(np.float64), layout.session_length, average_length=average
            )
            scores += idf * share
    return scores[layout.session]


def _date_fit(layout: Layout, query: Query) -> Floats:
    """1 inside a named time, fading over days outside it; the best of several times."""
    fit = np.zeros(layout.items, dtype=np.float64)
    scale = _DATE_FADE_DAYS * _DAY_MICROSECONDS
    for start, end in query.spans:
        away = np.maximum(np.maximum(start - layout.at, layout.at - (end - 1)), 0)
        np.maximum(fit, np.exp(-away / scale), out=fit)
    return fit


_INHERITED: Final = ("context", "passage", "session", "reply", "speaker", "date", "own")


def _ground_facts(layout: Layout, signals: dict[str, Floats]) -> None:
    """Give each fact what surrounds it from its source turn."""
    facts = np.flatnonzero(layout.source >= 0)
    if facts.shape[0]:
        sources = layout.source[facts]
        for name in _INHERITED:
            if name in signals:
                signals[name][facts] = signals[name][sources]
