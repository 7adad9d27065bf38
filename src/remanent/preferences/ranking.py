"""The one order of a person's preferences: card, defaults, ranks, decisions and `why` all use it.

    score = w/9 · conf · prov · out · (1 + a·act) · ctx

with the weight w as it has faded by now, and factors that each stay within bounds:

- conf: 1/2 + 1/2·confidence, so that one event counts for less than the same weight from many;
- prov: what was stated, observed, imported, inferred, in this order;
- out: 1 + ω·v_eff of the outcomes; a failure never raises it (FORMULAS §4, `failures_never_raise`);
- act: base-level activation of the uses (FORMULAS §3) through the logistic function;
- ctx: 1 without a context; else what a spread from the context's attributes and from the person's
  own strongest brings up (FORMULAS §7), from a floor up to 1.

Rivals of an exclusive group then inhibit each other. A pin is a rule of its own: above 0 it stands
before everything that is not pinned, and 0 takes an attribute out.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from remanent.dynamics.activation import activation_scores, base_levels
from remanent.dynamics.hebbian import WEIGHT_CEILING
from remanent.dynamics.outcome import effective_values
from remanent.dynamics.ranking import SCORE_DECIMALS
from remanent.dynamics.spreading import HOP_DECAY, NO_GROUP, inhibit, spread_rows
from remanent.model.catalog import Catalog, GroupRule
from remanent.model.preference import Preference
from remanent.model.preference_graph import PreferenceGraph
from remanent.preferences.attributes import CONTEXT_NAMESPACE
from remanent.preferences.learning import (
    DEFAULT_RATES,
    KEPT_USES,
    MICROSECONDS_A_DAY,
    Rates,
    fading_rate,
    microseconds,
)

Floats = NDArray[np.float64]
Beside = Callable[[str], Sequence[tuple[str, float]]]

PROVENANCE_FACTORS = (0.4, 0.6, 0.8, 1.0)
"""By rank: inferred, imported, observed, stated. Stated once (1.25) outranks inferred twice."""

PINNED_FIRST = 1000.0
"""What a pin above 0 adds to a score: more than anything that is not pinned can reach."""


@dataclass(frozen=True, slots=True)
class RankingPlan:
    """How much each part counts.

    Args:
        outcome_share: ω, in [0, 1).
        activation_share: a, >= 0.
        activation_threshold, activation_noise: θ and s of FORMULAS §4, for uses days apart.
        context_floor: what is left, in a known context, of what the context does not bring up.
        own_seed: what the person's strongest attribute seeds beside 1 for each context.
        candidates: how many of the strongest are looked at closely.
        spread_width: how many associations of an attribute a spread follows.
        others_share: what an association of many others counts for beside one's own, in [0, 1].
    """

    outcome_share: float = 0.8
    activation_share: float = 1.0
    activation_threshold: float = -6.0
    activation_noise: float = 1.0
    context_floor: float = 0.15
    own_seed: float = 0.2
    candidates: int = 64
    spread_width: int = 16
    others_share: float = 0.3


DEFAULT_PLAN = RankingPlan()


@dataclass(frozen=True, slots=True)
class Ranked:
    """One attribute's place, with what it came from.

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
    factors = {
        "weight": weights / WEIGHT_CEILING,
        "confidence": np.where(is_pinned, 1.0, 0.5 + 0.5 * confidences),
        "provenance": np.where(is_pinned, 1.0, np.array(PROVENANCE_FACTORS)[graph.provenance]),
        "outcomes": 1
        + plan.outcome_share * effective_values(graph.outcome_values, counts=graph.outcomes),
    }
    base = factors["weight"] * factors["confidence"]
    base *= factors["provenance"]
    base *= factors["outcomes"]
    base[(graph.hits == 0) & ~is_pinned] = 0.0
    if CONTEXT_NAMESPACE in graph.namespaces:
        own = graph.namespaces.index(CONTEXT_NAMESPACE)
        base[(graph.namespace == own) & ~is_pinned] = 0.0
    support = _support(graph, base, context, moment=moment, rates=rates, plan=plan, beside=beside)
    chosen = _candidates(graph, base, support, plan, only)
    if not len(chosen):
        return []
    factors["activation"] = np.ones(graph.size)
    factors["activation"][chosen] = 1 + plan.activation_share * _activations(
        graph, chosen, moment, plan
    )
    factors["context"] = (
        np.ones(graph.size)
        if support is None
        else plan.context_floor + (1 - plan.context_floor) * support
    )
    scores = (base * factors["activation"] * factors["context"])[chosen]
    scores = _inhibited(graph, catalog, chosen, scores)
    pinned = is_pinned[chosen]
    scores = np.where(pinned & (weights[chosen] > 0), PINNED_FIRST + weights[chosen], scores)
    scores = np.where(pinned & (weights[chosen] == 0), 0.0, scores)
    rounded = np.round(scores, SCORE_DECIMALS)
    rows = [_row(graph, position) for position in chosen.tolist()]
    names = np.array([row.attribute for row in rows], dtype=object)
    order = np.lexsort((names, -graph.last[chosen], -rounded))
    at_places = chosen[order]
    columns = {name: values[at_places].tolist() for name, values in factors.items()}
    return [
        Ranked(
            preference=rows[place],
            score=score,
            weight=weight,
            confidence=confidence,
            support=None if support is None else float(support[at_places[number]]),
            is_faded=weight < rates.floor_weight,
            parts={name: values[number] for name, values in columns.items()},
        )
        for number, (place, score, weight, confidence) in enumerate(
            zip(
                order.tolist(),
                rounded[order].tolist(),
                weights[at_places].tolist(),
                np.where(is_pinned, 1.0, confidences)[at_places].tolist(),
                strict=True,
            )
        )
    ]


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
    sources = np.flatnonzero(seeds)
    reached = np.unique(graph.neighbours[sources])
    sources = np.union1d(sources, reached[(reached >= 0) & (reached < graph.size)])
    table = graph.neighbours[sources]
    targets = np.unique(table)
    nodes = np.concatenate(
        (sources, np.setdiff1d(targets[(targets >= 0) & (targets < graph.size)], sources))
    )
    local = np.full(graph.size + 1, -1)
    local[nodes] = np.arange(len(nodes))
    days = np.maximum(moment - graph.association_moments[sources], 0) / MICROSECONDS_A_DAY
    faded = np.exp2(-days / rates.association_half_life_days)
    start = seeds[nodes]
    found = np.zeros(graph.size)
    found[nodes] = (
        spread_rows(
            start,
            neighbours=local[np.where(table < graph.size, table, -1)],
            associations=np.where(table >= 0, graph.association_strengths[sources] * faded, 0.0),
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
