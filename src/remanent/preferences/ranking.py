"""The one order of a person's preferences: card, defaults, ranks, decisions and `why` all use it.

    score = pace · weight · conf · prov · out · act · ctx

- pace: the attribute's share of all that the person did, summed up at several paces of forgetting
  side by side (`learning.PACE_HALF_LIVES_DAYS`). Each pace counts as it foretold what the person
  did next: somebody whose tastes stay is read over the whole past, somebody who has changed over
  the last weeks. It is a Bayesian mixture of forecasters (Vovk 1990; fixed-share forgetting after
  Herbster & Warmuth 1998).
- weight, conf, act: what is left of 1 where the faded weight, the confidence, the activation of the
  uses (FORMULAS §3, through the logistic function) are 0, up to 1;
- prov: what was stated, observed, imported, inferred, in this order;
- out: 1 + ω·v_eff of the outcomes, not below a floor; a failure never raises it (FORMULAS §4,
  `failures_never_raise`);
- ctx: how much more often the attribute shows in this context than elsewhere, smoothed towards 1,
  with what a spread of activation brings up (FORMULAS §7). A rare context that is absent (a
  present for somebody) counts the other way round.

What is spoken against loses a share of its dislike's score. Rivals of an exclusive group inhibit
each other. A pin is a rule of its own: above 0 it stands before everything that is not pinned, and
0 takes an attribute out.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from remanent.dynamics.activation import activation_scores, base_levels
from remanent.dynamics.hebbian import WEIGHT_CEILING
from remanent.dynamics.outcome import effective_values
from remanent.dynamics.ranking import SCORE_DECIMALS
from remanent.dynamics.spreading import HOP_DECAY, NO_GROUP, inhibit, spread
from remanent.model.catalog import Catalog, GroupRule
from remanent.model.preference import Preference
from remanent.model.preference_graph import PreferenceGraph
from remanent.preferences.attributes import CONTEXT_NAMESPACE
from remanent.preferences.learning import (
    DEFAULT_RATES,
    KEPT_USES,
    MICROSECONDS_A_DAY,
    PACE_HALF_LIVES_DAYS,
    Rates,
    fading_rate,
    microseconds,
)

Floats = NDArray[np.float64]
Beside = Callable[[str], Sequence[tuple[str, float]]]

PROVENANCE_FACTORS = (0.4, 0.7, 1.0, 1.2)
"""By rank: inferred, imported, observed, stated. Stated once outranks inferred twice."""

PINNED_FIRST = 1000.0
"""What a pin above 0 adds to a score: more than anything that is not pinned can reach."""

LEAST_OUTCOME = 0.02
LEAST_LIFT, MOST_LIFT = 0.02, 50.0
MOST_CONTEXTS = 16
"""Contexts that are looked at for being absent, the most frequent."""
DEEPEST = -1000.0
"""Exponents of 2 do not go below it."""


@dataclass(frozen=True, slots=True)
class RankingPlan:
    """How much each part counts.

    Args:
        weight_share, confidence_share, activation_share: what each may take away, in [0, 1].
        activation_threshold, activation_noise: θ and s of FORMULAS §4, for uses days apart.
        outcome_share: ω, >= 0.
        context_floor: what is left, in a known context, of what the spread does not bring up.
        lift_smoothing: events' worth of doubt about how an attribute and a context belong together.
        absent_share: exponent of the lift of a rare context that is absent, >= 0.
        rare: a context is rare below this share of what the person does.
        against: what a dislike's score takes off its like's.
        pace_smoothing: events' worth of surprise that every attribute is granted, > 0.
        pace_memory: forecasts after which an old one counts half, > 0.
        pace_prior: log odds that each slower pace has over the next faster one.
        pace_trust: what one forecast's log likelihood counts.
        own_seed: what the person's strongest attribute seeds beside 1 for each context.
        candidates: how many of the strongest are looked at closely.
        spread_width: how many of the person's own strongest a spread begins at.
        others_floor: the same as `context_floor`, for a person whose own associations are few.
        others_share: what an association of many others counts for beside one's own, in [0, 1].
    """

    weight_share: float = 0.1
    confidence_share: float = 0.5
    activation_share: float = 0.1
    activation_threshold: float = -6.0
    activation_noise: float = 1.0
    outcome_share: float = 4.0
    context_floor: float = 0.85
    lift_smoothing: float = 1.0
    absent_share: float = 2.0
    rare: float = 0.25
    against: float = 1.0
    pace_smoothing: float = 0.02
    pace_memory: float = 64.0
    pace_prior: float = 0.2
    pace_trust: float = 0.6
    own_seed: float = 0.2
    candidates: int = 64
    spread_width: int = 16
    others_share: float = 0.3
    others_floor: float = 0.15


DEFAULT_PLAN = RankingPlan()


class Ranked(NamedTuple):
    """One attribute's place, with what it came from. A tuple, as every card makes dozens of them.

    Args:
        score: what the order is by. parts: its factors by name.
        weight: as it has faded by now, in [0, 9]. confidence: in [0, 1].
        support: what the context brought up, in [0, 1]; None without one.
        is_faded: the weight is below the floor.
        surface: the tenant whose scope of the same person it is from; None for this one.
    """

    preference: Preference
    score: float
    weight: float
    confidence: float
    support: float | None
    is_faded: bool
    parts: Mapping[str, float]
    surface: str | None = None


def rank_preferences(
    graph: PreferenceGraph,
    catalog: Catalog,
    at: datetime,
    context: Iterable[str] = (),
    *,
    rates: Rates = DEFAULT_RATES,
    plan: RankingPlan = DEFAULT_PLAN,
    only: Sequence[str] | None = None,
    beside: Beside | None = None,
) -> list[Ranked]:
    """Return the strongest attributes that the person holds, best first, each with its parts.

    Args:
        at: the moment at which fading is evaluated.
        context: keys of attributes that are there now.
        only: rank these attributes alone, however weak; what is not held is left out.
        beside: what fires together with an attribute for many others, as weak extra edges of the
            spread, for a person whose own are few.

    Bounded: at most `plan.candidates` attributes, or `only`.
    """
    if not graph.size:
        return []
    moment = microseconds(at)
    weights = faded_weights(graph, catalog, moment, rates)
    confidences = -np.expm1(-rates.confidence_rate * graph.hits)
    is_pinned = ~np.isnan(graph.pins)
    shown = (graph.hits > 0) & (graph.namespace != _context_namespace(graph))
    factors = {
        "pace": np.where(shown, paces(graph, moment, shown & (graph.negative == 0), plan), 0.0),
        "weight": 1 - plan.weight_share * (1 - weights / WEIGHT_CEILING),
        "confidence": 1 - plan.confidence_share * (1 - confidences),
        "provenance": np.array(PROVENANCE_FACTORS)[graph.provenance],
        "outcomes": np.maximum(
            1 + plan.outcome_share * effective_values(graph.outcome_values, counts=graph.outcomes),
            LEAST_OUTCOME,
        ),
    }
    base = factors["pace"] * factors["weight"]
    base *= factors["confidence"]
    base *= factors["provenance"]
    base *= factors["outcomes"]
    support = _support(graph, base, context, moment=moment, rates=rates, plan=plan, beside=beside)
    chosen = _candidates(graph, base, support, plan, only)
    if not len(chosen):
        return []
    factors["activation"] = np.ones(graph.size)
    factors["activation"][chosen] -= plan.activation_share * (
        1 - _activations(graph, chosen, moment, plan)
    )
    factors["context"] = np.ones(graph.size)
    factors["context"][chosen] = _lifts(graph, chosen, context, moment, rates=rates, plan=plan)
    if support is not None:
        floor = plan.context_floor if beside is None else plan.others_floor
        factors["context"] *= floor + (1 - floor) * support
    whole = base * factors["activation"] * factors["context"]
    scores = whole[chosen]
    for place, position in enumerate(chosen.tolist()):
        against = graph.by_attribute.get(f"!{_row(graph, position).attribute}")
        if against is not None and graph.pins[against] != 0:
            scores[place] = max(scores[place] - plan.against * whole[against], 0.0)
    scores = _inhibited(graph, catalog, chosen, scores)
    pinned = is_pinned[chosen]
    scores = np.where(pinned & (weights[chosen] > 0), PINNED_FIRST + weights[chosen], scores)
    scores = np.where(pinned & (weights[chosen] == 0), 0.0, scores)
    rounded = np.round(scores, SCORE_DECIMALS)
    rows = [_row(graph, position) for position in chosen.tolist()]
    names = np.array([row.attribute for row in rows], dtype=object)
    order = np.lexsort((names, -graph.last[chosen], -rounded))
    at_places = chosen[order]
    names_of_parts = tuple(factors)
    parts = zip(*(values[at_places].tolist() for values in factors.values()), strict=True)
    known = np.where(is_pinned, 1.0, confidences)[at_places].tolist()
    brought = [None] * len(order) if support is None else support[at_places].tolist()
    return [
        Ranked(
            rows[place],
            score,
            weight,
            confidence,
            own_support,
            weight < rates.floor_weight,
            dict(zip(names_of_parts, own_parts, strict=True)),
        )
        for place, score, weight, confidence, own_support, own_parts in zip(
            order.tolist(),
            rounded[order].tolist(),
            weights[at_places].tolist(),
            known,
            brought,
            parts,
            strict=True,
        )
    ]


def paces(
    graph: PreferenceGraph, moment: int, liked: NDArray[np.bool_], plan: RankingPlan = DEFAULT_PLAN
) -> Floats:
    """Return each attribute's share of what the person did, at the paces that suit the person.

    Args:
        liked: what shares sum up to 1 over; a dislike's share is of the same sum.
    """
    half_lives = np.array(PACE_HALF_LIVES_DAYS)
    days = np.maximum(moment - graph.rebased, 0) / MICROSECONDS_A_DAY
    masses = graph.paces * np.exp2(np.maximum(-days[:, None] / half_lives, DEEPEST))
    totals = masses[liked].sum(axis=0)
    shares: Floats = (masses / np.where(totals > 0, totals, 1.0)) @ pace_weights(graph, liked, plan)
    return shares


def pace_weights(
    graph: PreferenceGraph, liked: NDArray[np.bool_], plan: RankingPlan = DEFAULT_PLAN
) -> Floats:
    """Return how much each pace counts, summing up to 1: the better it foretold, the more.

    Every first use of a day by one of the person's most frequent likes is a forecast: its
    likelihood is the share that the pace gave it just before.
    """
    known = graph.kept.get(("pace weights", plan))
    if known is not None:
        return np.asarray(known, np.float64)
    half_lives = np.array(PACE_HALF_LIVES_DAYS)
    odds = plan.pace_prior * np.arange(len(half_lives))
    frequent = np.flatnonzero(liked)
    if len(frequent) > plan.candidates:
        hits = graph.hits[frequent]
        frequent = frequent[np.sort(np.argpartition(-hits, plan.candidates)[: plan.candidates])]
    uses = graph.uses[frequent].astype(np.float64) / 86_400
    is_forecast = np.arange(KEPT_USES) < np.minimum(graph.hits[frequent], KEPT_USES)[:, None]
    is_forecast[:, 1:] &= np.floor(uses[:, 1:]) != np.floor(uses[:, :-1])
    times = uses[is_forecast]
    if len(times) > 1:
        grown = np.zeros((*uses.shape, len(half_lives)))
        ages = times - times.max()
        grown[is_forecast] = np.exp2(np.maximum(ages[:, None] / half_lives, DEEPEST))
        before = (np.cumsum(grown, axis=1) - grown)[is_forecast]
        each = grown[is_forecast]
        order = np.argsort(times, kind="stable")
        each, before = each[order], before[order]
        all_before = np.cumsum(each, axis=0) - each
        smoothing = plan.pace_smoothing
        chances = (before / each + smoothing) / (all_before / each + smoothing * len(frequent))
        age = np.arange(len(times))[::-1]
        odds = odds + plan.pace_trust * (np.exp2(-age / plan.pace_memory) @ np.log(chances))
    found: Floats = np.exp(odds - odds.max())
    found /= found.sum()
    graph.kept["pace weights", plan] = found
    return found


def _context_namespace(graph: PreferenceGraph) -> int:
    if CONTEXT_NAMESPACE not in graph.namespaces:
        return -1
    return graph.namespaces.index(CONTEXT_NAMESPACE)


def _lifts(
    graph: PreferenceGraph,
    chosen: NDArray[np.int64],
    context: Iterable[str],
    moment: int,
    *,
    rates: Rates,
    plan: RankingPlan,
) -> Floats:
    """Return how much more each attribute shows in this context than elsewhere.

    Associations count here as what was added to them: the saturation is taken out again. What an
    attribute has with itself is how much it showed at all.
    """
    lifts = np.ones(len(chosen))
    there = {graph.by_attribute[key] for key in context if key in graph.by_attribute}
    contexts = np.flatnonzero(graph.namespace == _context_namespace(graph))
    if len(contexts) > MOST_CONTEXTS:
        counts = np.array([_row(graph, place).contexts for place in contexts.tolist()])
        contexts = contexts[np.argsort(-counts, kind="stable")[:MOST_CONTEXTS]]
    looked_at = [*sorted(there), *(place for place in contexts.tolist() if place not in there)]
    if not looked_at:
        return lifts
    neighbours = graph.neighbours[chosen]
    days = np.maximum(moment - graph.association_moments[chosen], 0) / MICROSECONDS_A_DAY
    strengths = graph.association_strengths[chosen] * np.exp2(
        -days / rates.association_half_life_days
    )
    added = -np.log1p(-np.minimum(strengths / WEIGHT_CEILING, 1 - 1e-9)) * WEIGHT_CEILING
    added = np.where(neighbours >= 0, added, 0.0)
    alone = (added * (neighbours == chosen[:, None])).sum(axis=1)
    for place in looked_at:
        together = (added * (neighbours == place)).sum(axis=1)
        total = np.maximum(alone, together)
        everything = float(total.sum())
        usual = float(together.sum()) / everything if everything > 0 else 0.0
        if not 0 < usual < 1:
            continue
        share = (together + plan.lift_smoothing * usual) / (total + plan.lift_smoothing)
        if place in there:
            lifts *= share / usual
        elif usual < plan.rare:
            lifts *= ((1 - share) / (1 - usual)) ** plan.absent_share
    bounded: Floats = np.clip(lifts, LEAST_LIFT, MOST_LIFT)
    return bounded


def faded_weights(
    graph: PreferenceGraph, catalog: Catalog, moment: int, rates: Rates = DEFAULT_RATES
) -> Floats:
    """Return every weight as it stands at a moment in microseconds; a pin is its own weight."""
    slowest = np.array(
        [fading_rate(catalog.namespace(name).half_life_days, 0.0, 0.0) for name in graph.namespaces]
        or [0.0]
    )
    days = np.maximum(moment - graph.rebased, 0) / MICROSECONDS_A_DAY
    own = slowest[graph.namespace] * (1 - rates.salience_slowing * graph.saliences)
    faded = graph.weights * np.exp(-own * days)
    return np.where(np.isnan(graph.pins), faded, graph.pins)


def _candidates(
    graph: PreferenceGraph,
    base: Floats,
    support: Floats | None,
    plan: RankingPlan,
    only: Sequence[str] | None,
) -> NDArray[np.int64]:
    if only is not None:
        places = [
            graph.by_attribute[key] for key in dict.fromkeys(only) if key in graph.by_attribute
        ]
        return np.array([place for place in places if _is_held(graph, place)], np.int64)
    held = np.flatnonzero((base > 0) | (graph.pins >= 0))
    if len(held) <= plan.candidates:
        return held
    promise = base if support is None else base * (plan.context_floor + support)
    promise = np.where(np.isnan(graph.pins), promise, np.inf)[held]
    return held[np.sort(np.argpartition(-promise, plan.candidates - 1)[: plan.candidates])]


def _is_held(graph: PreferenceGraph, place: int) -> bool:
    row = graph.rows[place]
    return row is not None and row.is_held


def _activations(
    graph: PreferenceGraph, chosen: NDArray[np.int64], moment: int, plan: RankingPlan
) -> Floats:
    """Return the activation of each, in (0, 1); 0 for what was never used."""
    counts = graph.hits[chosen]
    kept = np.arange(KEPT_USES) < np.minimum(counts, KEPT_USES)[:, None]
    ages = np.where(kept, np.maximum(moment / 1_000_000 - graph.uses[chosen], 0.0), np.inf)
    lives = (moment - graph.first[chosen]) / 1_000_000
    found = base_levels(ages, counts=counts, lives=np.maximum(lives, 0.0))
    scores = activation_scores(
        found, threshold=plan.activation_threshold, noise=plan.activation_noise
    )
    return np.where(counts > 0, scores, 0.0)


def _support(
    graph: PreferenceGraph,
    base: Floats,
    context: Iterable[str],
    *,
    moment: int,
    rates: Rates,
    plan: RankingPlan,
    beside: Beside | None,
) -> Floats | None:
    """Return what a context brings up of each attribute, in [0, 1]; None where it is unknown."""
    keys = list(context)
    known = (graph.by_attribute.get(key) for key in keys)
    places = [place for place in known if place is not None and graph.rows[place] is not None]
    brought = np.zeros(graph.size)
    if places and (graph.neighbours[places] >= 0).any():
        seeds = np.zeros(graph.size)
        own = _strongest(base, plan.spread_width)
        if len(own) and base[own[0]] > 0:
            seeds[own] = plan.own_seed * base[own] / base[own[0]]
        seeds[places] = 1.0
        brought = _spread(graph, seeds, moment, rates)
    for key in keys:
        if beside is None:
            break
        edges = [
            (place, strength)
            for other, strength in beside(key)
            if (place := graph.by_attribute.get(other)) is not None
        ]
        total = sum(strength for _, strength in edges)
        for place, strength in edges:
            brought[place] += HOP_DECAY * plan.others_share * strength / total
    brought[base <= 0] = 0.0
    highest = float(brought.max(initial=0.0))
    return brought / highest if highest > 0 else None


def _spread(graph: PreferenceGraph, seeds: Floats, moment: int, rates: Rates) -> Floats:
    """Return what reaches each attribute in two hops, beyond its seed.

    Two hops touch the seeds' rows, those of what they lead to, and what these lead to.
    """
    # None (-1), and what this view does not reach to, fall into the place behind the last.
    is_source = np.zeros(graph.size + 1, bool)
    is_source[np.minimum(graph.neighbours[np.flatnonzero(seeds)], graph.size)] = True
    is_source[:-1] |= seeds > 0
    is_source[-1] = False
    sources = np.flatnonzero(is_source)
    table = np.minimum(graph.neighbours[sources], graph.size)
    is_target = np.zeros(graph.size + 1, bool)
    is_target[table] = True
    is_target[-1] = False
    nodes = np.concatenate((sources, np.flatnonzero(is_target & ~is_source)))
    local = np.full(graph.size + 1, -1)
    local[nodes] = np.arange(len(nodes))
    days = np.maximum(moment - graph.association_moments[sources], 0) / MICROSECONDS_A_DAY
    faded = np.exp2(-days / rates.association_half_life_days)
    start = seeds[nodes]
    found = np.zeros(graph.size)
    found[nodes] = (
        spread(
            start,
            neighbours=local[table],
            associations=np.where(
                (table >= 0) & (table != sources[:, None]),
                graph.association_strengths[sources] * faded,
                0.0,
            ),
        )
        - start
    )
    return found


def _strongest(base: Floats, width: int) -> NDArray[np.int64]:
    """Return the positions of the strongest, best first, ties by position."""
    if len(base) > width:
        near = np.sort(np.argpartition(-base, width)[:width])
        return near[np.argsort(-base[near], kind="stable")]
    return np.argsort(-base, kind="stable")


def _row(graph: PreferenceGraph, place: int) -> Preference:
    row = graph.rows[place]
    assert row is not None, "a position that was found is in use"
    return row


def _inhibited(
    graph: PreferenceGraph, catalog: Catalog, chosen: NDArray[np.int64], scores: Floats
) -> Floats:
    exclusive = [group for group in catalog.groups if group.rule is GroupRule.EXCLUSIVE]
    for group in exclusive:
        members = set(group.members)
        groups = np.array(
            [
                0 if _row(graph, int(position)).attribute in members else NO_GROUP
                for position in chosen
            ]
        )
        if (groups == 0).sum() > 1:
            scores = inhibit(scores, groups=groups)
    return scores


def digit(weight: float) -> int:
    """Return a weight as the digit that a card shows, 0 to 9."""
    return min(max(math.floor(weight + 0.5), 0), 9)
