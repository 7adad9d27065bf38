"""What speaks for each turn and fact, given a question, and how much.

Every signal is an array over items between 0 and 1 (1 for the best of this question), and an
item's total is their weighted sum. Raw turns are the primary index; a fact takes what surrounds
it (session, speaker, date, neighbours) from the turn that it rests on, and its own words from
itself. Nothing here knows any data set: what fades, fades by the text (see `Layout.talk`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from remanent.dynamics.ranking import (
    best_first,
    normalised,
    reciprocal_rank_fusion,
)
from remanent.facts.layout import Layout, lay_out
from remanent.facts.matching import Term, session_scores, surrounding_scores, unit_scores
from remanent.facts.query import Query
from remanent.facts.relevance import BEST_ITEMS, RELEVANCE_FLOOR, Evidence, gather_evidence
from remanent.model.index import ScopeIndex
from remanent.text.answer_types import AnswerType
from remanent.text.cues import (
    HAS_DURATION,
    HAS_NAME,
    HAS_NUMBER,
    HAS_PLACE,
    HAS_TIME_WORD,
    IS_QUESTION,
)
from remanent.text.tokens import tokenize

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

_DAY_MICROSECONDS: Final = 86_400_000_000
_DATE_FADE_DAYS: Final = 10.0
_DATE_REACH: Final = 7.0  # times the fade: e^-7 is below a thousandth
_USER: Final = 0
RELATED_WEIGHT: Final = 0.3  # what a word that may stand for another counts
WORDS_BESIDE_EMBEDDING: Final = 0.6  # an embedding sees a good part of what shared words say
_SHORTEST_NICKNAME: Final = 3  # letters
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
_PLACED: Final = frozenset({AnswerType.PLACE, AnswerType.COUNTRY, AnswerType.STATE})
_LASTING: Final = frozenset({AnswerType.DURATION})


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallWeights:
    """How much each signal counts; 0 leaves it out. Tuned on conversations, leave one out.

    Args:
        words: BM25 of the item's best chunk.
        context: BM25 of the turn with 100 characters of each neighbour; fades with long turns.
        passage: BM25 of the turn with the two turns on either side; fades with long turns.
        session: BM25 of the turn's whole session; fades with long turns.
        session_words: share of the question's words that the session holds; fades likewise.
        reply: the turn before asks, and its words match: this one may answer.
        speaker: the question names the speaker.
        date: the question names a time, and the turn was said then or soon after.
        time: the question asks when or how long, and the text tells a time.
        number: the question asks for a number, and the text tells one.
        name: the question asks who, where or which, and the text names something.
        place: the question asks where, and the text names a place ("in Oslo").
        duration: the question asks how long, and the text tells it ("for three years").
        question: the turn only asks (negative).
        length: how much the text says (logarithm of its length).
        own: the user's own words, where the other side writes at length.
        embedding: similarity of meaning, where there is an embedder.
        passage_embedding: the same of the nearest among the turn and the two on either side;
            fades with long turns.
        session_embedding: the same of the nearest in the turn's session; fades with long turns.
    """

    words: float = 1.0
    context: float = 1.0
    passage: float = 1.6
    session: float = 1.0
    session_words: float = 0.4
    reply: float = 1.0
    speaker: float = 1.8
    date: float = 3.5
    time: float = 1.5
    number: float = 0.6
    name: float = 0.9
    place: float = 1.2
    duration: float = 0.8
    question: float = -0.5
    length: float = 1.0
    own: float = 0.5
    embedding: float = 2.4
    passage_embedding: float = 0.8
    session_embedding: float = 1.0


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
        weigh: what speaks for given items where others may not be shown.
    """

    layout: Layout
    totals: Floats
    shares: Mapping[str, Floats]
    best_unit: Integers
    evidence: Evidence
    relevance: float
    weigh: Callable[[Integers, Integers], Evidence]

    @property
    def default_floor(self) -> float:
        """The relevance below which nothing should be returned, as measured."""
        return RELEVANCE_FLOOR

    def relevance_of(self, items: Integers, *, without: Integers) -> float:
        """Return how sure it is that given items speak to the question, others left out.

        It is never surer than that anything here does.
        """
        if "slot" in self.shares and self.shares["slot"][items].any():
            return self.relevance
        return min(self.relevance, self.weigh(items, without).relevance())

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
    signals, best_unit = _signals(
        index, layout, query, named=named, terms=terms, similarity=similarity, within=within
    )
    totals = np.zeros(layout.items, dtype=np.float64)
    for name, values in signals.items():
        weight = _weight(weights, name, beside_embedding=similarity is not None)
        if weight != 1.0:
            np.multiply(values, weight, out=values)
        totals += values
    if within is not None:
        totals = np.where(within, totals, -np.inf)
    gather = partial(
        gather_evidence, layout, units=index.units, terms=terms, query=query,
        speaker_names=named.terms,
    )  # fmt: skip
    evidence = gather(
        best_first(totals, layout.at, layout.seq, limit=BEST_ITEMS),
        similarity=similarity if similarity is None or allowed is None else similarity[allowed],
    )
    return Ranking(
        layout=layout,
        totals=totals,
        shares=signals,
        best_unit=best_unit,
        evidence=evidence,
        relevance=evidence.relevance(),
        weigh=lambda items, without: gather(items, similarity=similarity, without=without),
    )


def _weight(weights: RecallWeights, name: str, *, beside_embedding: bool) -> float:
    weight: float = getattr(weights, name)
    return weight * WORDS_BESIDE_EMBEDDING if name == "words" and beside_embedding else weight


def _weighted_terms(index: ScopeIndex, query: Query, named: "_Named") -> list[Term]:
    """Look up the question's terms but for speakers' names, and those that may stand for them."""
    own = [Term(term, 1.0, index.postings(term)) for term in query.terms if term not in named.terms]
    near = [Term(term, RELATED_WEIGHT, index.postings(term)) for term in query.related]
    return own + [term for term in near if term.postings.units.shape[0]]


def by_reciprocal_ranks(ranking: Ranking) -> Ranking:
    """Return the same items ordered by reciprocal rank fusion of the signals that speak for them.

    Offered for comparison: on conversations the weighted sum is better.
    """
    orders = []
    for values in ranking.shares.values():
        speaking = np.flatnonzero((values > 0) & np.isfinite(ranking.totals))
        if speaking.size:
            orders.append(speaking[np.argsort(-values[speaking], kind="stable")])
    fused = reciprocal_rank_fusion(orders, ranking.layout.items)
    totals = np.where(np.isfinite(ranking.totals), fused, -np.inf)
    return replace(ranking, totals=totals, shares={"reciprocal ranks": fused})


def _signals(
    index: ScopeIndex,
    layout: Layout,
    query: Query,
    *,
    named: "_Named",
    terms: list[Term],
    similarity: Floats | None,
    within: NDArray[np.bool_] | None,
) -> tuple[dict[str, Floats], Integers]:
    """Compute the signals of every item, and the best unit of each."""
    found: dict[str, Floats] = {}
    by_item, best_unit = _best_of_units(unit_scores(index, terms), layout)
    words = normalised(by_item, within=within)
    found["words"] = words
    if layout.talk > 0:
        around = surrounding_scores(layout, terms)
        found["context"] = normalised(around.context, within=within)
        found["passage"] = normalised(around.passage, within=within)
        sessions = session_scores(layout, terms)
        found["session"] = _by_session(layout, sessions.scores, within)
        found["session_words"] = sessions.covered[layout.session]
        found["reply"] = np.zeros(layout.items)
        found["reply"][layout.asked] = words[layout.previous[layout.asked]]
        found["length"] = layout.fullness.copy()
        if layout.talk < 1:
            for name in _FADING:
                found[name] *= layout.talk
    if layout.talk < 1:
        found["own"] = (1.0 - layout.talk) * (layout.role == _USER)
    if named.speakers.shape[0]:
        is_named = np.zeros(len(index.speakers) + 1)  # the last slot is the unknown speaker, -1
        is_named[named.speakers] = 1.0
        found["speaker"] = is_named[layout.speaker]
    if query.spans:
        found["date"] = _date_fit(layout, query)
    for name, kinds, flag in (
        ("time", _TIMED, HAS_TIME_WORD),
        ("number", _COUNTED, HAS_NUMBER),
        ("name", _NAMED, HAS_NAME),
        ("place", _PLACED, HAS_PLACE),
        ("duration", _LASTING, HAS_DURATION),
    ):
        if query.answer in kinds:
            found[name] = (layout.flags & flag > 0).astype(np.float64)
    found["question"] = (layout.flags & IS_QUESTION > 0).astype(np.float64)
    if similarity is not None:
        found |= _meanings(layout, similarity, within)
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


def _by_session(layout: Layout, scores: Floats, within: NDArray[np.bool_] | None) -> Floats:
    """Give each item the score of its session; the best session that may be found has 1."""
    if within is not None:
        return normalised(scores[layout.session], within=within)
    return np.asarray(normalised(scores)[layout.session], dtype=np.float64)


def _meanings(
    layout: Layout, similarity: Floats, within: NDArray[np.bool_] | None
) -> dict[str, Floats]:
    """How near in meaning each item is, and the nearest of what surrounds it."""
    best, _ = _best_of_units(np.fmax(similarity, 0.0), layout)  # unknown counts 0
    near = normalised(best, within=within)
    if layout.talk == 0:
        return {"embedding": near}
    around = normalised(_nearest_around(near, layout), within=within)
    in_session = normalised(_nearest_in_session(near, layout), within=within)
    return {
        "embedding": near,
        "passage_embedding": layout.talk * around,
        "session_embedding": layout.talk * in_session,
    }


def _nearest_around(near: Floats, layout: Layout) -> Floats:
    """Give each item the nearest meaning among itself and the two turns on either side."""
    found, with_none = near.copy(), np.append(near, 0.0)
    for column in layout.neighbourhood.T[1:]:
        np.maximum(found, with_none[column], out=found)
    return found


def _nearest_in_session(near: Floats, layout: Layout) -> Floats:
    """Give each item the nearest meaning in its session."""
    nearest = np.zeros(layout.session_length.shape[0])
    np.maximum.at(nearest, layout.session, near)
    return np.asarray(nearest[layout.session], dtype=np.float64)


def _date_fit(layout: Layout, query: Query) -> Floats:
    """1 inside a named time, fading over days outside it; the best of several times."""
    fit = np.zeros(layout.items, dtype=np.float64)
    scale = _DATE_FADE_DAYS * _DAY_MICROSECONDS
    for start, end in query.spans:
        reach = int(_DATE_REACH * scale)  # farther away is as good as nothing
        near = np.flatnonzero((layout.at > start - reach) & (layout.at < end + reach))
        at = layout.at[near]
        away = np.maximum(np.maximum(start - at, at - (end - 1)), 0)
        fit[near] = np.maximum(fit[near], np.exp(-away / scale))
    return fit


_FADING: Final = ("context", "passage", "session", "session_words", "reply", "length")
_INHERITED: Final = (
    "context", "passage", "session", "session_words", "reply", "speaker", "date", "own",
    "passage_embedding", "session_embedding",
)  # fmt: skip


def _ground_facts(layout: Layout, signals: dict[str, Floats]) -> None:
    """Give each fact what surrounds it from its source turn."""
    facts = layout.grounded
    if facts.shape[0]:
        sources = layout.source[facts]
        for name in _INHERITED:
            if name in signals:
                signals[name][facts] = signals[name][sources]
