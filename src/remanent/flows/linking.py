"""What recall owes to links: the walk that a question asks for, and the spreading to what is near.

It opens nothing itself and writes nothing. Every read is bounded.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from remanent.facts.entity_decisions import merged_names
from remanent.facts.links import links_of
from remanent.facts.paths import Path, all_names, leads_on, names_by
from remanent.facts.relations import (
    composed_of,
    is_blood,
    may_be_one,
    names_told,
    relations_told,
    slots_of,
)
from remanent.facts.signals import Ranking
from remanent.facts.slots import normalise
from remanent.facts.subjects import OWNER
from remanent.model.event import Event, Role
from remanent.model.fact import Fact, Polarity
from remanent.model.index import FACT, TURN
from remanent.model.suggestion import SuggestionKind, SuggestionStatus
from remanent.ports import Snapshot
from remanent.text.tokens import tokenize

HOP_DECAY: Final = 0.5
SEEDS: Final = 8
DEGREE: Final = 32
MOST_LINKED: Final = 128
LINK_SHARE: Final = 0.3
WALKED_SHARE: Final = 6.0
ASKED_SHARE: Final = 1.5
DENIED_SHARE: Final = 0.3
NEAR_SHARE: Final = 1.0
MOST_NAMED: Final = 32
MOST_HEARD: Final = 64
MOST_MERGED: Final = 500

Read = Callable[[Iterable[int]], Mapping[int, tuple[Fact, tuple[Event, ...]]]]
"""Reads facts that may be shown, each with what it rests on."""


@dataclass(frozen=True, slots=True)
class Walked:
    """Where the walk that a question asks for has led.

    Args:
        ends: the names of whom it ends with, folded.
        answers: numbers of the facts that answer.
        near: numbers of the other facts about whom it ends with.
        others: numbers of facts that were told of somebody else of the same name.
        steps: for each fact that was walked over, how many steps before the end it stands.
    """

    path: Path
    ends: frozenset[str]
    answers: Mapping[int, Fact]
    near: frozenset[int]
    others: frozenset[int] = frozenset()
    steps: Mapping[int, int] = field(default_factory=dict)

    def reaches(self, fact: Fact) -> bool:
        """Say whether a fact belongs to the walk, or is about whom it ends with."""
        if fact.seq in self.facts:
            return True
        return fact.seq not in self.others and normalise(fact.subject) in self.ends

    @property
    def facts(self) -> frozenset[int]:
        """Every fact that the walk has to do with."""
        return frozenset(self.answers) | self.near | frozenset(self.steps)


def walk_path(
    snapshot: Snapshot,
    path: Path,
    *,
    owners: frozenset[str],
    is_now: bool,
    read: Read,
    hears: Callable[[Event], bool],
) -> Walked | None:
    """Walk over facts as a question does; None where it leads nowhere.

    Args:
        owners: other names of the scope's own person.
        is_now: facts that nothing ended are all that may be shown.
        read: gives the facts that may be shown.
        hears: says whether a turn may be.
    """
    merged = merged_names(
        snapshot.suggestions(
            SuggestionStatus.ACCEPTED, kind=SuggestionKind.ALIAS, limit=MOST_MERGED
        )
    )
    names = (OWNER, *sorted(owners)) if path.is_mine else path.start
    names = _with_merged(names, merged)
    walked: list[list[int]] = []
    for relation, word in zip(path.steps, path.words, strict=True):
        found, over = _step(snapshot, names, relation, word, is_now=is_now, read=read)
        if not over:
            for first, second in composed_of(relation):
                between, on_the_way = _step(snapshot, names, first, first, is_now=is_now, read=read)
                more, last = _step(snapshot, between, second, second, is_now=is_now, read=read)
                if last:
                    found, over = (*found, *more), [*over, *on_the_way, *last]
        if not over and OWNER in names:
            found = (*found, *_told_in_turns(snapshot, relation, word, hears))
        names = _with_merged(found, merged)
        walked.append(over)
    about = read(_seqs_about(snapshot, names, path.slots, is_now=is_now))
    ends = {
        seq: fact
        for seq, (fact, said) in sorted(about.items())
        if normalise(fact.subject) in names and not _means_another(fact, said, path)
    }
    steps = {
        seq: len(walked) - place for place, seqs in enumerate(walked, 1) for seq in sorted(seqs)
    }
    answers = {seq: fact for seq, fact in ends.items() if fact.slot in path.slots}
    if path.is_identity:
        answers |= {seq: fact for seq, (fact, _) in read(walked[-1]).items()}
    if not (ends or steps):
        return None
    near = frozenset(ends) - frozenset(answers)
    others = frozenset(
        seq for seq, (fact, _) in about.items() if normalise(fact.subject) in names
    ) - frozenset(ends)
    return Walked(path, frozenset(names), answers, near, others, steps)


def _step(
    snapshot: Snapshot,
    names: Iterable[str],
    relation: str,
    word: str,
    *,
    is_now: bool,
    read: Read,
) -> tuple[tuple[str, ...], list[int]]:
    """Return what those are called who stand so to somebody, and the facts that say it."""
    known = _named_by(snapshot, names, slots_of(relation), is_now=is_now, read=read)
    over = {
        seq: name for seq, fact in known.items() if (name := leads_on(fact, relation)) is not None
    }
    spoken = names_by(names, word)
    called = _named_by(snapshot, spoken, ("name",), is_now=is_now, read=read)
    given = [fact.value or "" for fact in called.values()]
    return all_names([*over.values(), *given, *spoken]), [*over, *called]


def _told_in_turns(
    snapshot: Snapshot, relation: str, word: str, hears: Callable[[Event], bool]
) -> list[str]:
    """Return the names that the person's own words give: "my colleague Anna"."""
    index = snapshot.index()
    terms = tokenize(word)
    if not terms:
        return []
    units = index.postings(terms[-1]).units
    units = units[index.kind[units] == TURN][-MOST_HEARD:]
    events = snapshot.events(int(seq) for seq in index.seq[units])
    said = (event for _, event in sorted(events.items()) if event.role is Role.USER)
    return [
        normalise(name) for event in said if hears(event)
        for name in names_told(event.text, relation)
    ]  # fmt: skip


def _with_merged(names: Iterable[str], merged: Mapping[str, frozenset[str]]) -> tuple[str, ...]:
    given = tuple(names)
    return all_names([*given, *(other for name in given for other in sorted(merged.get(name, ())))])


def _named_by(
    snapshot: Snapshot, names: Iterable[str], slots: tuple[str, ...], *, is_now: bool, read: Read
) -> dict[int, Fact]:
    """Return what is known of somebody in a few slots, whatever he is called."""
    wanted = set(names)
    seqs = _seqs_about(snapshot, sorted(wanted), slots, is_now=is_now)
    return {
        seq: fact
        for seq, (fact, _) in sorted(read(seqs).items())
        if fact.slot in slots and normalise(fact.subject) in wanted
    }


def _seqs_about(
    snapshot: Snapshot, names: Iterable[str], slots: Iterable[str], *, is_now: bool
) -> list[int]:
    """Return numbers of facts about somebody, those in the slots first."""
    found: dict[int, None] = {}
    wanted, asked = tuple(names), sorted(slots)
    for name in wanted:
        if is_now:
            found |= dict.fromkeys(
                fact.seq for fact in snapshot.family(name, asked, limit=MOST_NAMED)
            )
        elif name == OWNER:
            for slot in asked:
                past = snapshot.all_facts(include_closed=True, subject=OWNER, slot=slot)
                found |= dict.fromkeys(fact.seq for fact in past[-MOST_NAMED:])
    linked = snapshot.linked([name for name in wanted if name != OWNER], limit=MOST_NAMED)
    return list(found | dict.fromkeys(seq for seqs in linked.values() for seq in seqs))


def _means_another(fact: Fact, said: Iterable[Event], path: Path) -> bool:
    """Say whether a fact was told of somebody else who has the same name."""
    name, last = normalise(fact.subject), path.steps[-1]
    told = {relation for event in said for relation in relations_told(event.text, name)}
    if not (told and path.is_mine):
        return False
    if len(path.steps) == 1:
        return not any(may_be_one(relation, last) for relation in told)
    return is_blood(last) and last in told


def with_walk(ranking: Ranking, walked: Walked) -> Ranking:
    """Raise what the walk of the question has led to: the answer most, the way there by its end."""
    layout = ranking.layout
    lent, asked = np.zeros(layout.items), np.zeros(layout.items)
    near = NEAR_SHARE if not walked.path.slots else NEAR_SHARE * HOP_DECAY
    shares = dict.fromkeys(sorted(walked.near), near)
    shares |= {
        seq: WALKED_SHARE * HOP_DECAY ** (back + 1) for seq, back in sorted(walked.steps.items())
    }
    does = any(fact.slot == "occupation" for fact in walked.answers.values())
    shares |= {
        # Whoever asks what somebody does hears the employer second.
        seq: WALKED_SHARE * (HOP_DECAY if does and fact.slot == "work" else 1.0)
        for seq, fact in sorted(walked.answers.items())
    }
    for seq, share in shares.items():
        place = _place_of(ranking, seq)
        if place is not None:
            lent[place] = share
            fact = walked.answers.get(seq)
            if fact is not None:
                denied = fact.polarity is Polarity.NEGATIVE
                asked[place] = DENIED_SHARE if denied else ASKED_SHARE
    totals = ranking.totals + lent + asked
    parts = {**ranking.shares, "link": ranking.shares.get("link", 0.0) + lent}
    if asked.any():
        parts["slot"] = asked
    relevance = 1.0 if walked.answers else ranking.relevance
    return replace(ranking, totals=totals, shares=parts, relevance=relevance)


def spread(
    snapshot: Snapshot,
    ranking: Ranking,
    *,
    hops: int,
    read: Callable[[Iterable[int]], Mapping[int, Fact]],
    without: frozenset[int] = frozenset(),
) -> Ranking:
    """Let the best facts lend a share of their score to facts about the same entities.

    Half as much is lent over each further hop, and nothing that is lent lifts a fact above the
    one that lends. Who speaks here himself links nothing: all his facts are about him. Of what
    many facts speak of, the latest `DEGREE` count.

    Args:
        hops: how far; 0 lends nothing.
        read: gives the facts that may be shown.
        without: facts that neither lend nor take.
    """
    layout = ranking.layout
    facts = np.flatnonzero((layout.kind == FACT) & np.isfinite(ranking.totals))
    if not (hops and facts.size):
        return ranking
    order = facts[np.argsort(-ranking.totals[facts], kind="stable")][:SEEDS]
    seeds = {int(layout.seq[place]): float(ranking.totals[place]) for place in order}
    frontier = {
        seq: (seeds[seq], seeds[seq])
        for seq in read([seq for seq in seeds if seq not in without])
        if seeds[seq] > 0
    }
    seen = set(seeds) | without
    speakers = frozenset(map(normalise, snapshot.index().speakers)) | {OWNER}
    lent = np.zeros(layout.items)
    for hop in range(hops):
        reached = _reach(snapshot, frontier, read=read, seen=seen, speakers=speakers)
        for seq, (score, ceiling) in reached.items():
            place = _place_of(ranking, seq)
            if place is not None:
                share = LINK_SHARE * HOP_DECAY**hop * score
                room = max(ceiling - float(ranking.totals[place]), 0.0)
                lent[place] = max(lent[place], min(share, room))
        seen |= set(reached)
        frontier = reached
    if not lent.any():
        return ranking
    shares = {**ranking.shares, "link": lent}
    return replace(ranking, totals=ranking.totals + lent, shares=shares)


def _reach(
    snapshot: Snapshot,
    frontier: Mapping[int, tuple[float, float]],
    *,
    read: Callable[[Iterable[int]], Mapping[int, Fact]],
    seen: set[int],
    speakers: frozenset[str],
) -> dict[int, tuple[float, float]]:
    """Return the facts one hop from others, each with the score and ceiling of its best lender."""
    by_entity: dict[str, tuple[float, float]] = {}
    for seq, fact in sorted(read(frontier).items()):
        for entity, _ in links_of(fact):
            if entity not in speakers:
                by_entity[entity] = max(by_entity.get(entity, (0.0, 0.0)), frontier[seq])
    best: dict[int, tuple[float, float]] = {}
    for entity, seqs in snapshot.linked(sorted(by_entity), limit=DEGREE).items():
        for seq in seqs:
            if seq not in seen:
                best[seq] = max(best.get(seq, (0.0, 0.0)), by_entity[entity])
    kept = sorted(best, key=lambda seq: (-best[seq][0], -seq))[:MOST_LINKED]
    allowed = read(kept)
    return {seq: best[seq] for seq in kept if seq in allowed}


def _place_of(ranking: Ranking, seq: int) -> int | None:
    layout = ranking.layout
    place = int(np.searchsorted(layout.seq, seq))
    return place if place < layout.items and layout.seq[place] == seq else None
