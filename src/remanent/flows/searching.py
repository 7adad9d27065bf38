"""What recall and explain share: rank everything in a scope, then walk down the ranking.

It opens nothing itself and writes nothing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from remanent.dynamics.ranking import SCORE_DECIMALS
from remanent.facts.asking import answers, is_all_it_asks, slots_asked
from remanent.facts.layout import Layout, lay_out
from remanent.facts.paths import path_of
from remanent.facts.query import Query
from remanent.facts.signals import Ranking, RecallWeights, by_reciprocal_ranks, rank
from remanent.facts.subjects import may_answer, owner_names, words_of
from remanent.facts.validity import holds_at, is_empty, is_left_out
from remanent.flows.linking import Walked, spread, walk_path, with_walk
from remanent.model.event import Event
from remanent.model.fact import Fact, Polarity
from remanent.model.index import FACT, TURN
from remanent.model.recall import ItemKind
from remanent.ports import Snapshot

FIRST_LOOK = 16
STEP = 64
USER_ROLE = 0
SLOT_SHARE = 1.5
DENIED_SLOT_SHARE = 0.3
ANSWER_SHARE = 6.0
MOST_ASKED = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrowing:
    """What a read is narrowed to. Everything is optional but the moment.

    Args:
        moment: world time at which facts must hold; `as_of` where it was given, else now.
        as_of: nothing that was said later is found.
        known_at: nothing that was learned later is found, and facts stand as they stood then.
        kinds: turns, facts, or both.
        session, agent: only what carries this label; what carries none is left out.
        since, until: half-open [since, until) on when things were said.
        include_closed: also facts that do not hold at the moment.
        asked: the question's words where it asks about the scope's own person.
        owners: other names under which that person speaks.
        walked: where the walk leads that the question asks for, such as to "my wife's brother".
    """

    moment: datetime
    as_of: datetime | None = None
    known_at: datetime | None = None
    kinds: frozenset[ItemKind] = frozenset(ItemKind)
    session: str | None = None
    agent: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    include_closed: bool = False
    asked: frozenset[str] | None = None
    owners: frozenset[str] = frozenset()
    walked: Walked | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """One item on the way down the ranking.

    Args:
        place: its position in the arrays of the ranking.
        anchor: the turn that it stands for: itself, or the source that matches best.
        is_asked: the question asks for the slot of this fact.
        refusal: why it may not be shown, None where it may.
    """

    place: int
    seq: int
    event: Event | None
    fact: Fact | None
    source_seqs: tuple[int, ...]
    anchor: int
    is_asked: bool
    refusal: str | None


def rank_scope(
    snapshot: Snapshot,
    query: Query,
    weights: RecallWeights,
    *,
    narrowing: Narrowing,
    fingerprint: str | None,
    query_vector: NDArray[np.float32] | None,
    fuses_ranks: bool = False,
    hops: int = 0,
) -> Ranking:
    """Score every item of the scope, and let the best facts lend to what they are linked to.

    Args:
        hops: over how many entities they lend.
    """
    index = snapshot.index()
    similarity = None
    if fingerprint is not None and query_vector is not None:
        similarity = snapshot.similarities(fingerprint, query_vector)
    layout = index.derived.get("layout")
    if not isinstance(layout, Layout):
        layout = index.derived["layout"] = lay_out(index)
    ranking = rank(index, query, weights=weights, similarity=similarity, layout=layout)
    if fuses_ranks:
        ranking = by_reciprocal_ranks(ranking)
    walked = narrowing.walked
    if walked is None or not walked.answers:
        ranking = _with_slots(snapshot, ranking, query, narrowing)
    if fuses_ranks and walked is None:
        return ranking
    if not fuses_ranks:
        ranking = spread(
            snapshot,
            ranking,
            hops=hops,
            read=lambda seqs: _standing(snapshot, seqs, narrowing),
            without=frozenset() if walked is None else walked.facts,
        )
    return ranking if walked is None else with_walk(ranking, walked)


def know_owner(snapshot: Snapshot, narrowing: Narrowing) -> Narrowing:
    """Return the narrowing that knows under which names the scope's own person speaks."""
    if narrowing.asked is None:
        return narrowing
    index = snapshot.index()
    said = (index.kind == TURN) & (index.role == USER_ROLE) & (index.speaker >= 0)
    speakers = {index.speakers[number] for number in np.unique(index.speaker[said])}
    owners = owner_names(speakers, snapshot.scope.name)
    if owners is None:
        return replace(narrowing, asked=None)
    return replace(narrowing, owners=owners)


def know_walk(snapshot: Snapshot, narrowing: Narrowing, question: str, *, hops: int) -> Narrowing:
    """Return the narrowing that knows whom a question means by "my wife's brother".

    Args:
        hops: how many relations such a walk may have.
    """
    path = path_of(question) if hops else None
    if path is None or len(path.steps) > hops or (path.is_mine and narrowing.asked is None):
        return narrowing
    is_now = narrowing.as_of is None and narrowing.known_at is None and not narrowing.include_closed
    walked = walk_path(
        snapshot,
        path,
        owners=narrowing.owners,
        is_now=is_now,
        read=lambda seqs: _showable(snapshot, seqs, narrowing),
        hears=lambda event: refuse_event(event, narrowing) is None,
    )
    return replace(narrowing, walked=walked)


def _standing(snapshot: Snapshot, seqs: Iterable[int], narrowing: Narrowing) -> dict[int, Fact]:
    """Return the facts that may be shown as far as they themselves tell."""
    return {
        seq: fact
        for seq, fact in sorted(_facts(snapshot, list(seqs), narrowing.known_at).items())
        if _concerns(fact, narrowing)
        and _refuse_state(fact, narrowing) is None
        and narrowing.session in (None, fact.session)
        and narrowing.agent in (None, fact.agent)
    }


def _showable(
    snapshot: Snapshot, seqs: Iterable[int], narrowing: Narrowing
) -> dict[int, tuple[Fact, tuple[Event, ...]]]:
    """Return the facts that may be shown whomever they are about, with what they rest on."""
    facts = _facts(snapshot, list(seqs), narrowing.known_at)
    sources = snapshot.sources_of(facts)
    events = snapshot.events(seq for each in sources.values() for seq in each)
    said = narrowing if narrowing.as_of is None else replace(narrowing, as_of=None)
    found: dict[int, tuple[Fact, tuple[Event, ...]]] = {}
    for seq, fact in sorted(facts.items()):
        source_seqs = sources.get(seq, ())
        origin = _origin(source_seqs, events, narrowing.known_at)
        if _refuse_state(fact, narrowing) is None and (
            origin is None or refuse_event(origin, said) is None
        ):
            found[seq] = fact, tuple(events[each] for each in source_seqs if each in events)
    return found


def walk(snapshot: Snapshot, ranking: Ranking, narrowing: Narrowing) -> Iterator[Candidate]:
    """Yield every item of the scope from the best down, with why it may not be shown."""
    seen, window = 0, FIRST_LOOK
    while seen < ranking.layout.items:
        order = ranking.best(window)
        for start in range(seen, order.shape[0], STEP):
            places = [int(place) for place in order[start : start + STEP]]
            candidates = list(_look_at(snapshot, ranking, narrowing, places))
            yield from sorted(candidates, key=lambda each: _standing_of(ranking, each))
        if order.shape[0] < window:
            return
        seen, window = window, window * 8


def _standing_of(ranking: Ranking, each: Candidate) -> tuple[float, int, bool, str, int]:
    """Return by what candidates are ordered; facts that match alike by their words.

    The order in which they were written is that of arrival, and must not show.
    """
    layout, words = ranking.layout, "" if each.fact is None else each.fact.text
    score = round(float(ranking.totals[each.place]), SCORE_DECIMALS)
    return -score, -int(layout.at[each.place]), bool(words), words, each.seq


def _look_at(
    snapshot: Snapshot, ranking: Ranking, narrowing: Narrowing, places: Sequence[int]
) -> Iterator[Candidate]:
    layout = ranking.layout
    seqs = {place: int(layout.seq[place]) for place in places}
    fact_seqs = [seqs[place] for place in places if layout.kind[place] == FACT]
    turn_seqs = [seqs[place] for place in places if layout.kind[place] != FACT]
    facts = _facts(snapshot, fact_seqs, narrowing.known_at)
    sources = snapshot.sources_of(fact_seqs)
    if narrowing.known_at is None:
        sources_read = [seq for each in sources.values() for seq in each[:1]]
    else:
        sources_read = [seq for each in sources.values() for seq in each]
    events = snapshot.events([*turn_seqs, *sources_read])
    silent = _silent(snapshot, turn_seqs, narrowing)
    asked = ranking.shares.get("slot")
    for place in places:
        seq = seqs[place]
        if layout.kind[place] == FACT:
            fact, source_seqs = facts.get(seq), sources.get(seq, ())
            origin = _origin(source_seqs, events, narrowing.known_at)
            refusal = _refuse_fact(fact, origin, narrowing)
            anchor = _best_source(ranking, source_seqs)
            is_asked = asked is not None and bool(asked[place] > 0)
            yield Candidate(place, seq, origin, fact, source_seqs, anchor, is_asked, refusal)
        else:
            event = events.get(seq)
            refusal = _refuse_turn(event, narrowing, is_silent=seq in silent)
            yield Candidate(place, seq, event, None, (seq,), seq, False, refusal)  # noqa: FBT003 - a field of a value


def _best_source(ranking: Ranking, source_seqs: Sequence[int]) -> int:
    """Return the source turn that matches best, the latest among equals; 0 for none."""
    layout, best, highest = ranking.layout, 0, -np.inf
    for seq in source_seqs:
        place = int(np.searchsorted(layout.seq, seq))
        if place < layout.items and layout.seq[place] == seq and ranking.totals[place] >= highest:
            best, highest = seq, float(ranking.totals[place])
    return best


def _origin(
    source_seqs: Sequence[int], events: Mapping[int, Event], known_at: datetime | None
) -> Event | None:
    """Return the first source of a fact, by world time, that was known at a moment."""
    sources = [events[seq] for seq in source_seqs if seq in events]
    known = (event for event in sources if known_at is None or event.recorded_at <= known_at)
    return next(known, sources[0] if sources else None)


def _facts(
    snapshot: Snapshot, seqs: Sequence[int], known_at: datetime | None
) -> Mapping[int, Fact]:
    if known_at is None:
        return snapshot.facts(seqs)
    return snapshot.facts_known_at(seqs, known_at)


def _silent(snapshot: Snapshot, turn_seqs: Sequence[int], narrowing: Narrowing) -> frozenset[int]:
    """Return turns that say nothing but facts, none of which holds or answers the question."""
    if narrowing.include_closed:
        return frozenset()
    covered = snapshot.covered_events(turn_seqs)
    resting = snapshot.facts_from(covered)
    facts = _facts(snapshot, [seq for seqs in resting.values() for seq in seqs], narrowing.known_at)
    return frozenset(
        turn
        for turn, seqs in resting.items()
        if seqs and all(seq in facts and _says_nothing(facts[seq], narrowing) for seq in seqs)
    )


def _concerns(fact: Fact, narrowing: Narrowing) -> bool:
    """Say whether a fact is about somebody of whom the question may speak."""
    if may_answer(fact.subject, narrowing.asked, narrowing.owners):
        return True
    return narrowing.walked is not None and narrowing.walked.reaches(fact)


def _says_nothing(fact: Fact, narrowing: Narrowing) -> bool:
    if not _concerns(fact, narrowing):
        return True
    is_future = fact.valid_from is not None and fact.valid_from > narrowing.moment
    return not is_future and not holds_at(fact, narrowing.moment)


def _refuse_turn(event: Event | None, narrowing: Narrowing, *, is_silent: bool) -> str | None:
    if event is None:
        return "it is gone"
    if ItemKind.TURN not in narrowing.kinds:
        return "turns were not asked for"
    refusal = refuse_event(event, narrowing)
    if refusal is None and is_silent:
        return "all that it says is facts, and none of them holds or answers this"
    return refusal


def _refuse_fact(fact: Fact | None, origin: Event | None, narrowing: Narrowing) -> str | None:
    if fact is None:
        return "it was not known then" if narrowing.known_at is not None else "it is gone"
    if ItemKind.FACT not in narrowing.kinds:
        return "facts were not asked for"
    if not _concerns(fact, narrowing):
        return f"it is about {fact.subject}"
    if (reason := _refuse_state(fact, narrowing)) is not None:
        return reason
    return None if origin is None else refuse_event(origin, replace(narrowing, as_of=None))


def _refuse_state(fact: Fact, narrowing: Narrowing) -> str | None:
    """Return why a fact as it stands is not shown."""
    if is_empty(fact):
        return "another fact says it now"
    if narrowing.include_closed:
        return None
    if not holds_at(fact, narrowing.moment):
        return "it was taken back" if fact.retracted_at is not None else "it does not hold then"
    return is_left_out(fact)


def refuse_event(event: Event, narrowing: Narrowing) -> str | None:
    """Return why something said may not be shown."""
    checks = (
        (narrowing.as_of is not None and event.occurred_at > narrowing.as_of, "it was said later"),
        (
            narrowing.known_at is not None and event.recorded_at > narrowing.known_at,
            "it was not known then",
        ),
        (
            narrowing.session is not None and event.session != narrowing.session,
            "it belongs to another session",
        ),
        (narrowing.agent is not None and event.agent != narrowing.agent, "another agent's"),
        (narrowing.since is not None and event.occurred_at < narrowing.since, "it is older"),
        (narrowing.until is not None and event.occurred_at >= narrowing.until, "it is newer"),
    )
    return next((reason for fails, reason in checks if fails), None)


def _with_slots(
    snapshot: Snapshot, ranking: Ranking, query: Query, narrowing: Narrowing
) -> Ranking:
    """Raise the facts of the slots that the question asks for, about the person asked about."""
    wanted = slots_asked(query.text)
    if not wanted.slots:
        return ranking
    words = words_of(query.text)
    is_about_owner = narrowing.asked is not None or not query.names
    found = [
        fact
        for slot in sorted(wanted.slots)
        for fact in snapshot.all_facts(include_closed=True, slot=slot, limit=MOST_ASKED)
        if answers(fact, words, is_about_owner=is_about_owner, owners=narrowing.owners)
    ]
    if not found:
        return ranking
    layout = ranking.layout
    raised = np.zeros(layout.items)
    for fact in found:
        place = int(np.searchsorted(layout.seq, fact.seq))
        if place < layout.items and layout.seq[place] == fact.seq:
            denied = fact.polarity is Polarity.NEGATIVE
            raised[place] = DENIED_SLOT_SHARE if denied else SLOT_SHARE
            if is_all_it_asks(wanted, fact.subject):
                raised[place] += ANSWER_SHARE
    relevance = ranking.relevance
    if any(is_all_it_asks(wanted, fact.subject) for fact in found):
        relevance = 1.0
    shares = {**ranking.shares, "slot": raised}
    return replace(ranking, totals=ranking.totals + raised, shares=shares, relevance=relevance)
