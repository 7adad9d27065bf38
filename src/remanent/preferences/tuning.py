"""Fitting half-lives, context floor and threshold of a tenant: predict the next event, held out.

Each person's events are replayed up to a cut. What the ranking then puts first is compared with
what the next event showed (recall@5), and what has not faded with what the person showed again in
the fifth of the events that comes next (F1): both together are what half-lives and the context
floor are fitted to.
The weight from which an agent may act silently is set by how often that would have been right. A
search along one number at a time looks for better ones; a third of the people is kept out of it,
and decides whether anything changes.

The structure of a graph (who was shown when, what fired together) does not depend on half-lives, so
it is built once; a trial only adds up the weights again.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from remanent.dynamics.hebbian import weight_after
from remanent.model.catalog import Catalog
from remanent.model.preference import Evidence, Preference
from remanent.model.preference_graph import PreferenceGraph
from remanent.model.tuning import Change, Fit, Tuning, TuningReport
from remanent.preferences.actions import ActionPlan
from remanent.preferences.attributes import CONTEXT_NAMESPACE
from remanent.preferences.card import shown_lines, standing_only
from remanent.preferences.graphs import graph_of
from remanent.preferences.learning import (
    MICROSECONDS_A_DAY,
    Rates,
    fading_rate,
    microseconds,
)
from remanent.preferences.past import replay
from remanent.preferences.ranking import RankingPlan, faded_weights, rank_preferences
from remanent.preferences.tuned import with_half_lives

SHOWN: Final = 5
FEWEST_AHEAD: Final = 10
AHEAD_SHARE: Final = 0.2
"""What comes again is looked for in so many events to come, or in this share of all."""

FEWEST_EVENTS: Final = 10
FEWEST_PREDICTIONS: Final = 30
CUTS: Final = 10
CUT_FROM: Final = 0.5
CUT_TO: Final = 0.8
"""The cuts lie between these shares of a person's events, at most ten of them."""

MAX_NAMESPACES: Final = 6
LONGEST_DAYS: Final = 3650.0
FARTHEST: Final = 8.0
"""A half-life moves by this factor at most in one go, up or down."""

LEAST_GAIN: Final = 0.002
"""What the mean of recall and F1 must gain for a number to change: less is chance."""

WANTED_PRECISION: Final = 0.8
FEWEST_ACTS: Final = 20

_COARSE: Final = (0.5, 1.0, 2.0, 3.5, 7.0, 14.0, 35.0, 90.0, 200.0, 730.0)
"""Half-lives in days that are tried, as better ones may lie far off; then those near the best."""

_FINE: Final = (0.7, 1.4)
_FLOORS: Final = (0.0, 0.15, 0.3, 0.6, 0.85, 1.0)
_ACT_WEIGHTS: Final = (1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0)

Floats = NDArray[np.float64]
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Tunable:
    """What holds now, and is fitted."""

    catalog: Catalog
    rates: Rates
    ranking: RankingPlan
    actions: ActionPlan


@dataclass(frozen=True, slots=True)
class _Cut:
    """A moment right before an event that is to be predicted.

    Args:
        shown: what the event showed of what was known. later: what the events to come showed.
        places: of the graph, of what can fade: neither dislikes nor contexts. comes: which of
            these came again.
    """

    graph: PreferenceGraph
    at: datetime
    context: tuple[str, ...]
    shown: frozenset[str]
    later: frozenset[str]
    places: NDArray[np.int64]
    comes: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Person:
    """One person's events, ready to be replayed under any half-lives.

    Args:
        steps: (position, day, magnitude, salience) in order; position -1 is the next cut.
        namespaces: of each position. events: how many.
    """

    cuts: tuple[_Cut, ...]
    steps: tuple[tuple[int, float, float, float], ...]
    namespaces: tuple[str, ...]
    events: int


@dataclass(frozen=True, slots=True)
class _Trial:
    half_lives: Mapping[str, float]
    context_floor: float


@dataclass(frozen=True, slots=True)
class _Figures:
    """How well a trial foretold: recall@5, F1 of fading, and (weight, came again) of the sure."""

    recall: float
    fading: float
    acts: Sequence[tuple[float, bool]]

    @property
    def score(self) -> float:
        return (self.recall + self.fading) / 2


_Step = Callable[[_Trial], _Trial]


def person_of(
    evidence: Iterable[tuple[str, Evidence]], catalog: Catalog, *, rates: Rates
) -> Person | None:
    """Return a person's events as a replay; None where there are too few.

    Args:
        evidence: with the key of its attribute, in any order; amounts are left out.
    """
    ordered = sorted(
        ((each.at, each.event_seq, key, each) for key, each in evidence if each.value is None),
        key=lambda one: one[:3],
    )
    events = [
        (at, [(key, each) for *_, key, each in own])
        for (at, _), own in groupby(ordered, key=lambda one: one[:2])
    ]
    if len(events) < FEWEST_EVENTS:
        return None
    places = _cut_places(len(events))
    ahead = max(FEWEST_AHEAD, int(len(events) * AHEAD_SHARE))
    rows: dict[str, Preference] = {}
    cuts: list[_Cut] = []
    steps: list[tuple[int, float, float, float]] = []
    for place, (at, own) in enumerate(events):
        if place in places:
            cut = _cut(rows, events[place : place + ahead], at)
            if cut is not None:
                cuts.append(cut)
                steps.append((-1, 0.0, 0.0, 0.0))
        replay(rows, at, own, catalog, rates)
        day = microseconds(at) / MICROSECONDS_A_DAY
        steps += [
            (rows[key].number - 1, day, each.magnitude, each.salience)
            for key, each in own
            if not each.is_context
        ]
    namespaces = tuple(row.namespace for row in sorted(rows.values(), key=lambda row: row.number))
    return Person(tuple(cuts), tuple(steps), namespaces, len(events))


def fitted(
    people: Sequence[Person], now: Tunable, *, progress: Progress | None = None
) -> TuningReport:
    """Return numbers that predict better than those in force, and how much better.

    Args:
        people: in an order that says nothing about them; every third is kept out of the fit.
        progress: called with the trials that are done, and how many there may be.
    """
    learn, check = _split(people)
    names = _tunable_namespaces(people, now.catalog)
    has_context = any(cut.context for person in people for cut in person.cuts)
    start = _Trial(
        MappingProxyType({name: now.catalog.namespace(name).half_life_days for name in names}),
        now.ranking.context_floor,
    )
    before = _fit(check, now, start, now.actions.act_weight)
    predictions = sum(len(person.cuts) for person in people)
    report = TuningReport(
        users=len(people),
        events=sum(person.events for person in people),
        predictions=predictions,
        checked=sum(len(person.cuts) for person in check),
        before=before,
        after=before,
        changes=(),
        tuning=Tuning(),
    )
    if predictions < FEWEST_PREDICTIONS:
        why = (
            f"There are {predictions} events to predict; {FEWEST_PREDICTIONS} are the fewest that "
            "anything can be fitted on."
        )
        return replace(report, reason=why)
    best = _searched(learn, now, start, names, has_context=has_context, progress=progress)
    if _figures(check, now, best).score <= _figures(check, now, start).score:
        best = start
    act_weight = _act_weight(learn, now, best)
    after = _fit(check, now, best, act_weight)
    changes = _changes(start, best, now.actions.act_weight, act_weight)
    return replace(
        report,
        after=after,
        changes=changes,
        tuning=_tuning(start, best, now.actions.act_weight, act_weight),
        reason="" if changes else "Nothing predicts better than what is in force.",
    )


def _cut_places(events: int) -> frozenset[int]:
    """Return before which events to cut: at most ten, evenly."""
    places = np.linspace(events * CUT_FROM, events * CUT_TO, CUTS)
    return frozenset(int(place) for place in places)


def _cut(
    rows: Mapping[str, Preference],
    coming: Sequence[tuple[datetime, Sequence[tuple[str, Evidence]]]],
    at: datetime,
) -> _Cut | None:
    """Return what is known right before an event; None where it showed nothing known."""
    shown = _shown(coming[:1]) & rows.keys()
    if not shown:
        return None
    context = tuple(key for key, each in coming[0][1] if each.is_context and key in rows)
    graph, later = graph_of(list(rows.values())), _shown(coming)
    known = [
        (place, row.attribute in later)
        for place, row in enumerate(graph.rows)
        if row is not None and row.hits and _is_taste(row.attribute)
    ]
    return _Cut(
        graph,
        at,
        context,
        shown,
        later,
        np.array([place for place, _ in known], np.int64),
        np.array([comes for _, comes in known], np.bool_),
    )


def _shown(
    events: Sequence[tuple[datetime, Sequence[tuple[str, Evidence]]]],
) -> frozenset[str]:
    return frozenset(
        key for _, own in events for key, each in own if not each.is_context and _is_taste(key)
    )


def _is_taste(key: str) -> bool:
    return not key.startswith(("!", f"{CONTEXT_NAMESPACE}:"))


def _split(people: Sequence[Person]) -> tuple[list[Person], list[Person]]:
    """Keep every third person out of the fit; of few people every third cut of each."""
    if len(people) >= 2 * 3:
        return (
            [each for place, each in enumerate(people) if place % 3 != 2],  # noqa: PLR2004 - a third
            [each for place, each in enumerate(people) if place % 3 == 2],  # noqa: PLR2004 - a third
        )
    return (
        [_with_cuts(each, lambda place: place % 3 != 1) for each in people],
        [_with_cuts(each, lambda place: place % 3 == 1) for each in people],
    )


def _with_cuts(person: Person, is_kept: Callable[[int], bool]) -> Person:
    steps: list[tuple[int, float, float, float]] = []
    met = -1
    for step in person.steps:
        met += step[0] < 0
        if step[0] >= 0 or is_kept(met):
            steps.append(step)
    cuts = tuple(cut for place, cut in enumerate(person.cuts) if is_kept(place))
    return replace(person, cuts=cuts, steps=tuple(steps))


def _tunable_namespaces(people: Sequence[Person], catalog: Catalog) -> list[str]:
    """Return the namespaces that are shown most and can be fitted.

    What is sensitive or permanent cannot; nor what holds one value at a time: a size that is not
    bought again soon is not forgotten.
    """
    counts: dict[str, int] = {}
    for person in people:
        for position, *_ in person.steps:
            if position >= 0:
                name = person.namespaces[position]
                counts[name] = counts.get(name, 0) + 1
    counts.pop(CONTEXT_NAMESPACE, None)
    order = sorted(counts, key=lambda name: (-counts[name], name))
    return [
        name
        for name in order
        if not catalog.namespace(name).is_sensitive
        and not catalog.namespace(name).is_single_valued
        and catalog.namespace(name).half_life_days < LONGEST_DAYS
    ][:MAX_NAMESPACES]


def _searched(
    people: Sequence[Person],
    now: Tunable,
    start: _Trial,
    names: Sequence[str],
    *,
    has_context: bool,
    progress: Progress | None,
) -> _Trial:
    best, score, done = start, _figures(people, now, start).score, 0
    along = [
        [_lived(name, days) for days in _COARSE if _is_near(days, start.half_lives[name])]
        for name in names
    ]
    if has_context:
        along.append([_floored(floor) for floor in _FLOORS])
    along += [[_stretched(name, factor, start) for factor in _FINE] for name in names]
    total = sum(map(len, along))
    for changes in along:
        base = best
        for change in changes:
            trial = change(base)
            found = _figures(people, now, trial).score
            if found >= score + LEAST_GAIN:
                best, score = trial, found
            done += 1
            if progress is not None:
                progress(done, total)
    return best


def _lived(name: str, days: float) -> _Step:
    return lambda trial: replace(
        trial, half_lives=MappingProxyType({**trial.half_lives, name: days})
    )


def _is_near(days: float, before: float) -> bool:
    return before / FARTHEST <= days <= min(before * FARTHEST, LONGEST_DAYS)


def _stretched(name: str, factor: float, start: _Trial) -> _Step:
    def change(trial: _Trial) -> _Trial:
        days = float(f"{trial.half_lives[name] * factor:.3g}")
        return _lived(name, days)(trial) if _is_near(days, start.half_lives[name]) else trial

    return change


def _floored(floor: float) -> _Step:
    return lambda trial: replace(trial, context_floor=floor)


def _fit(people: Sequence[Person], now: Tunable, trial: _Trial, act_weight: float) -> Fit:
    figures = _figures(people, now, trial)
    precision, acted = _acting(figures.acts, act_weight)
    return Fit(
        round(figures.recall, 6),
        round(figures.fading, 6),
        None if precision is None else round(precision, 6),
        acted,
    )


def _figures(people: Sequence[Person], now: Tunable, trial: _Trial) -> _Figures:
    catalog = with_half_lives(now.catalog, trial.half_lives)
    plan = replace(now.ranking, context_floor=trial.context_floor)
    found: list[float] = []
    acts: list[tuple[float, bool]] = []
    right = wrong = 0
    for person in people:
        for cut, weights in zip(person.cuts, _weights(person, catalog, now.rates), strict=True):
            graph = replace(cut.graph, weights=weights[: cut.graph.size], kept={})
            faded = faded_weights(graph, catalog, microseconds(cut.at), now.rates)[cut.places]
            is_fresh = faded >= now.rates.floor_weight
            right += int((is_fresh & cut.comes).sum())
            wrong += int((is_fresh != cut.comes).sum())
            ranked = rank_preferences(
                graph, catalog, cut.at, cut.context, rates=now.rates, plan=plan
            )
            standing = [
                each
                for each in standing_only(ranked, graph, catalog)
                if not each.preference.is_negative
            ]
            first = {each.preference.attribute for each in shown_lines(standing, limit=SHOWN)}
            found.append(len(first & cut.shown) / min(SHOWN, len(cut.shown)))
            acts += [
                (each.weight, each.preference.attribute in cut.later)
                for each in standing
                if each.confidence >= now.actions.act_confidence and not each.is_faded
            ]
    return _Figures(
        sum(found) / len(found) if found else 0.0,
        2 * right / (2 * right + wrong) if right else 0.0,
        acts,
    )


def _weights(person: Person, catalog: Catalog, rates: Rates) -> Iterable[Floats]:
    """Yield the weights at each cut, as of each attribute's own last event."""
    slowest = [
        fading_rate(catalog.namespace(name).half_life_days, 0.0, 0.0) for name in person.namespaces
    ]
    size = len(slowest)
    weights, days, saliences = [0.0] * size, [0.0] * size, [0.0] * size
    for position, day, magnitude, salience in person.steps:
        if position < 0:
            yield np.array(weights)
            continue
        weight = weights[position]
        if weight > 0:
            own = slowest[position] * (1 - rates.salience_slowing * saliences[position])
            weight *= math.exp(-own * (day - days[position]))
        weights[position] = weight_after(
            weight, magnitude=magnitude, learning_rate=rates.learning_rate
        )
        days[position] = day
        saliences[position] = max(saliences[position], salience)


def _acting(acts: Sequence[tuple[float, bool]], act_weight: float) -> tuple[float | None, int]:
    done = [came for weight, came in acts if weight >= act_weight]
    return (sum(done) / len(done) if done else None), len(done)


def _act_weight(people: Sequence[Person], now: Tunable, trial: _Trial) -> float:
    """Return the lowest weight at which four of five silent fillings were right; else the same."""
    acts = _figures(people, now, trial).acts
    for weight in _ACT_WEIGHTS:
        precision, acted = _acting(acts, weight)
        if precision is not None and acted >= FEWEST_ACTS and precision >= WANTED_PRECISION:
            return weight
    return now.actions.act_weight


def _changes(
    start: _Trial, best: _Trial, act_weight: float, wanted_weight: float
) -> tuple[Change, ...]:
    pairs = [
        (f"half-life of {name}", start.half_lives[name], days)
        for name, days in best.half_lives.items()
    ]
    pairs.append(("context floor", start.context_floor, best.context_floor))
    pairs.append(("act weight", act_weight, wanted_weight))
    return tuple(Change(*pair) for pair in pairs if pair[1] != pair[2])


def _tuning(start: _Trial, best: _Trial, act_weight: float, wanted_weight: float) -> Tuning:
    changed = {
        name: days for name, days in best.half_lives.items() if days != start.half_lives[name]
    }
    return Tuning(
        MappingProxyType(changed),
        None if best.context_floor == start.context_floor else best.context_floor,
        None if wanted_weight == act_weight else wanted_weight,
    )
