"""Answer a question from memory: rank, walk down, ground in sources, render within the budget.

Nothing is written: asking twice gives the same answer twice.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from remanent.errors import ProviderError
from remanent.facts.context import render
from remanent.facts.hydration import Hydration, choose_shown, choose_sources, quotation_of
from remanent.facts.query import MOST_CHARACTERS, Query, parse_query, without_speakers
from remanent.facts.relevance import BEST_ITEMS
from remanent.facts.signals import Ranking, RecallWeights
from remanent.facts.subjects import words_if_about_owner
from remanent.flows.door import Door
from remanent.flows.facts import source_of
from remanent.flows.items import item_of_fact, item_of_turn
from remanent.flows.recall_ids import sign_recall
from remanent.flows.searching import (
    Candidate,
    Narrowing,
    know_owner,
    know_walk,
    rank_scope,
    refuse_event,
    walk,
)
from remanent.model.event import Event
from remanent.model.governance import Actor
from remanent.model.instants import from_microseconds, to_microseconds
from remanent.model.recall import Item, ItemKind, Recall
from remanent.model.scope import Scope
from remanent.ports import Embedder, Snapshot
from remanent.providers.vectors import embed_question
from remanent.text.cues import has_time_word
from remanent.text.tokens import count_tokens

if TYPE_CHECKING:
    from remanent.model.fact import Source

BLANK = "blank query"
NOTHING_REMEMBERED = "nothing remembered"
NOTHING_RELEVANT = "nothing relevant"
NOTHING_FITS = "nothing fits the budget"
MOST_BEHIND_AN_ANSWER = 512
"""Where a walk found the answer, so many items are looked at for what else may be shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallPlan:
    """How a recall is done; the same for every question of one memory.

    Args:
        relevance_floor: below it nothing is returned; None for the measured default.
        zone: the zone in which dates in a question are read.
        fuses_ranks: order by reciprocal ranks of the signals, not by their weighted sum.
        hops: over how many links a question walks, and a good match lends; 0 follows none.
        counter: what a text costs in tokens.
    """

    weights: RecallWeights = field(default_factory=RecallWeights)
    hydration: Hydration = field(default_factory=Hydration)
    relevance_floor: float | None = None
    zone: str | None = None
    fuses_ranks: bool = False
    hops: int = 3
    counter: Callable[[str], int] = count_tokens


def recall(
    door: Door,
    scope: Scope,
    actor: Actor,
    text: str,
    *,
    narrowing: Narrowing,
    plan: RecallPlan,
    limit: int,
    budget_tokens: int | None,
    skip: int = 0,
    embedder: Embedder | None = None,
) -> Recall:
    """Return what memory holds that answers a question, best first.

    Args:
        text: any text; a blank one is answered with nothing.
        limit: how many items at most.
        budget_tokens: hard limit on the rendered text; None for none.
        skip: how many of the best to leave out.
        embedder: takes part where the scope has vectors of its fingerprint.
    """
    narrowing = replace(narrowing, asked=words_if_about_owner(text, scope.name))
    query = parse_query(text)
    if query.is_blank:
        return _nothing(text, narrowing, BLANK)
    vector, degraded = question_vector(door, scope, actor, text, embedder=embedder)
    with door.read(scope, actor) as snapshot:
        if not snapshot.state.exists or snapshot.state.last_seq == 0:
            return _nothing(text, narrowing, NOTHING_REMEMBERED, degraded)
        if vector is not None and embedder is not None:
            degraded += _stale(snapshot, embedder)
        narrowing = know_walk(snapshot, know_owner(snapshot, narrowing), text, hops=plan.hops)
        ranking = rank_scope(
            snapshot,
            _in_time(snapshot, query, narrowing, plan),
            plan.weights,
            narrowing=narrowing,
            fingerprint=None if embedder is None or vector is None else embedder.fingerprint,
            query_vector=vector,
            fuses_ranks=plan.fuses_ranks,
            hops=plan.hops,
        )
        if ranking.relevance < floor_of(ranking, plan):
            return _nothing(text, narrowing, NOTHING_RELEVANT, degraded)
        looked_at: list[Candidate] = []
        candidates = walk(snapshot, ranking, narrowing)
        if narrowing.walked is not None and narrowing.walked.answers:
            candidates = islice(candidates, MOST_BEHIND_AN_ANSWER)
        picked = pick(candidates, max(skip + limit, BEST_ITEMS), looked_at)
        if not is_relevant(ranking, picked, looked_at, plan):
            return _nothing(text, narrowing, NOTHING_RELEVANT, degraded)
        return _answer(
            snapshot,
            ranking,
            picked[skip : skip + limit],
            text=text,
            narrowing=narrowing,
            plan=plan,
            budget_tokens=budget_tokens,
            degraded=degraded,
        )


def read_question(snapshot: Snapshot, text: str, narrowing: Narrowing, plan: RecallPlan) -> Query:
    """Parse a question; a date in it is read as of the last turn in memory, at most the moment.

    Asked years later, "in July" still means the July that the conversation knew.
    """
    return _in_time(snapshot, parse_query(text), narrowing, plan)


def _in_time(snapshot: Snapshot, query: Query, narrowing: Narrowing, plan: RecallPlan) -> Query:
    text = query.text
    if not (
        has_time_word(text) or any(character.isdigit() for character in text[:MOST_CHARACTERS])
    ):
        return query
    from remanent.text.dates import dates_in_query  # noqa: PLC0415 - loads 50 ms of patterns

    moments = snapshot.index().at
    last = from_microseconds(int(moments.max())) if moments.size else narrowing.moment
    spans = [
        (to_microseconds(time.span.start), to_microseconds(time.span.end))
        for time in dates_in_query(text, min(last, narrowing.moment), plan.zone)
    ]
    return parse_query(text, spans=spans)


def question_vector(
    door: Door, scope: Scope, actor: Actor, text: str, *, embedder: Embedder | None
) -> tuple[NDArray[np.float32] | None, tuple[str, ...]]:
    """Embed the question without the names of who speaks; no view is held meanwhile.

    A failing embedder leaves recall to the words, and says so.
    """
    if embedder is None:
        return None, ()
    with door.read(scope, actor) as snapshot:
        speakers = snapshot.index().speakers if snapshot.state.exists else ()
    try:
        return embed_question(embedder, without_speakers(text, speakers)), ()
    except ProviderError as error:
        return None, (f"embedder unavailable: {error.what}",)


def floor_of(ranking: Ranking, plan: RecallPlan) -> float:
    """Return the relevance below which nothing is returned."""
    return ranking.default_floor if plan.relevance_floor is None else plan.relevance_floor


@dataclass(slots=True)
class Picked:
    """One item of the answer: a candidate, and the turn or fact that it stands for as well."""

    lead: Candidate
    turn: Candidate | None = None

    @property
    def places(self) -> list[int]:
        """Where it stands in the arrays of the ranking."""
        return [self.lead.place] + ([self.turn.place] if self.turn is not None else [])


def is_relevant(
    ranking: Ranking, picked: Sequence[Picked], looked_at: Sequence[Candidate], plan: RecallPlan
) -> bool:
    """Say whether anything speaks to the question at all; what may not be shown does not.

    Args:
        picked: at least the best ten that may be shown.
        looked_at: what `pick` passed on the way, best first.
    """
    relevance = ranking.relevance
    if picked and any(each.refusal is not None for each in looked_at[:BEST_ITEMS]):
        shown = [place for each in picked[:BEST_ITEMS] for place in each.places]
        refused = [each.place for each in looked_at if each.refusal is not None]
        relevance = ranking.relevance_of(
            np.array(shown, np.int64), without=np.array(refused, np.int64)
        )
    return relevance >= floor_of(ranking, plan)


def pick(
    candidates: Iterable[Candidate], limit: int, looked_at: list[Candidate] | None = None
) -> list[Picked]:
    """Take the best that may be shown; a fact and its best source turn make one item.

    The item stands where the better of the two stood. Further facts of the same turn are left to
    its words, unless the question asks for them.

    Args:
        looked_at: takes in every candidate that was looked at.
    """
    picked: list[Picked] = []
    by_turn: dict[int, Picked] = {}
    for candidate in candidates:
        if looked_at is not None:
            looked_at.append(candidate)
        if candidate.refusal is not None:
            continue
        known = by_turn.get(candidate.anchor)
        if known is not None and candidate.fact is None:
            known.turn = known.turn or candidate
            continue
        if known is not None and known.lead.fact is None:
            known.lead = candidate
            continue
        if known is not None and not candidate.is_asked:
            continue
        entry = Picked(candidate, candidate if candidate.fact is None else None)
        by_turn.setdefault(candidate.anchor or candidate.seq, entry)
        if len(picked) == limit:
            break
        picked.append(entry)
    return picked


def _answer(
    snapshot: Snapshot,
    ranking: Ranking,
    picked: Sequence[Picked],
    *,
    text: str,
    narrowing: Narrowing,
    plan: RecallPlan,
    budget_tokens: int | None,
    degraded: tuple[str, ...],
) -> Recall:
    match = _matches(ranking, [seq for each in picked for seq in each.lead.source_seqs])
    events = _sources(snapshot, picked)
    carried = [
        choose_sources(_sayable(each.lead.source_seqs, events, narrowing), match) for each in picked
    ]
    items = [
        _item(each, ranking, narrowing, [events[seq] for seq in seqs if seq in events])
        for each, seqs in zip(picked, carried, strict=True)
    ]
    quotable = [
        [seq for seq in seqs if seq in events and events[seq].text != item.text]
        if item.kind is ItemKind.FACT
        else []
        for item, seqs in zip(items, carried, strict=True)
    ]
    whole = choose_shown(quotable, match, plan.hydration)
    quotations = [
        [
            quotation_of(source_of(events[seq]), is_whole=whole[seq], hydration=plan.hydration)
            for seq in seqs
            if seq in whole
        ]
        for seqs in quotable
    ]
    shown = render(
        items,
        key=snapshot.state.key,
        budget_tokens=budget_tokens,
        count_tokens=plan.counter,
        quotations=quotations,
    )
    kept = tuple(items[: shown.shown])
    reason = None
    if not kept:
        reason = NOTHING_FITS if items else NOTHING_RELEVANT
    return Recall(
        id=sign_recall(
            [item.id for item in kept],
            narrowing.moment,
            snapshot.state.key,
            relevances=_relevances(ranking, kept),
        ),
        query=text,
        items=kept,
        text=shown.text,
        tokens=shown.tokens,
        reason=reason,
        dropped=len(items) - len(kept),
        degraded=degraded,
        as_of=narrowing.as_of,
        known_at=narrowing.known_at,
    )


def _relevances(ranking: Ranking, items: Sequence[Item]) -> list[float]:
    """Return how relevant each item is: as memory is to the question, and it beside the best."""
    best = max((item.score for item in items), default=0.0)
    if best <= 0:
        return [0.0] * len(items)
    return [min(1.0, ranking.relevance * max(0.0, item.score) / best) for item in items]


def _sources(snapshot: Snapshot, picked: Sequence[Picked]) -> dict[int, Event]:
    """Return the source turns of all items; those that the walk has read are not read again."""
    candidates = [each for pair in picked for each in (pair.lead, pair.turn) if each is not None]
    found = {each.event.seq: each.event for each in candidates if each.event is not None}
    missing = {seq for each in picked for seq in each.lead.source_seqs if seq not in found}
    return found | snapshot.events(missing)


def _item(picked: Picked, ranking: Ranking, narrowing: Narrowing, sources: Sequence[Event]) -> Item:
    lead = picked.lead
    best = max(picked.places, key=lambda place: float(ranking.totals[place]))
    score, signals = round(float(ranking.totals[best]), 6), ranking.breakdown(best)
    shown_sources: tuple[Source, ...] = tuple(source_of(event) for event in sources)
    if lead.fact is None:
        assert lead.event is not None, "a turn that may be shown was read"
        return item_of_turn(lead.event, sources=shown_sources, score=score, signals=signals)
    return item_of_fact(
        lead.fact,
        lead.event,
        sources=shown_sources,
        moment=narrowing.moment,
        score=score,
        signals=signals,
    )


def _sayable(
    seqs: Sequence[int], events: Mapping[int, Event], narrowing: Narrowing
) -> tuple[int, ...]:
    """Return the source turns that the read may show, said by the moment asked about.

    A fact that was told of only later keeps its first source, of those that were known.
    """
    known = [
        seq
        for seq in seqs
        if seq in events
        and (narrowing.known_at is None or events[seq].recorded_at <= narrowing.known_at)
    ]
    sayable = tuple(
        seq
        for seq in known
        if events[seq].occurred_at <= narrowing.moment
        and refuse_event(events[seq], narrowing) is None
    )
    return sayable or tuple(known[:1])


def _matches(ranking: Ranking, seqs: Sequence[int]) -> dict[int, float]:
    """Return how well given turns match the question themselves."""
    layout = ranking.layout
    wanted = np.array(sorted(set(seqs)), np.int64)
    places = np.searchsorted(layout.seq, wanted)
    return {
        int(seq): float(ranking.totals[place])
        for seq, place in zip(wanted, places, strict=True)
        if place < layout.items and layout.seq[place] == seq
    }


def _stale(snapshot: Snapshot, embedder: Embedder) -> tuple[str, ...]:
    return () if snapshot.has_vectors(embedder.fingerprint) else ("reindex needed",)


def _nothing(
    text: str, narrowing: Narrowing, reason: str, degraded: tuple[str, ...] = ()
) -> Recall:
    return Recall(
        id="",
        query=text,
        items=(),
        text="",
        tokens=0,
        reason=reason,
        degraded=degraded,
        as_of=narrowing.as_of,
        known_at=narrowing.known_at,
    )
