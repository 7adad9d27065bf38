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
from remanent.dynamics.spreading import NO_GROUP, inhibit, spread
from remanent.model.catalog import Catalog, GroupRule
from remanent.model.preference import Preference
from remanent.model.preference_graph import PreferenceGraph
from remanent.preferences.attributes import CONTEXT_NAMESPACE
from remanent.preferences.learning import (
    DEFAULT_RATES,
    KEPT_USES,
    MICROSECONDS_A_DAY,
    Rates,
    association_at,
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
    """

    preference: Preference
    score: float
    weight: float
    confidence: float
    support: float | None
    is_faded: bool
    parts: Mapping[str, float]


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
    rows = [_row(graph, int(position)) for position in chosen]
    order = sorted(
        range(len(chosen)),
        key=lambda place: (
            -rounded[place],
            -int(graph.last[chosen[place]]),
            rows[place].attribute,
        ),
    )
    found: list[Ranked] = []
    for place in order:
        position = int(chosen[place])
        found.append(
            Ranked(
                preference=rows[place],
                score=float(rounded[place]),
                weight=float(weights[position]),
                confidence=1.0 if is_pinned[position] else float(confidences[position]),
                support=None if support is None else float(support[position]),
                is_faded=bool(weights[position] < rates.floor_weight),
                parts={name: float(values[position]) for name, values in factors.items()},
            )
        )
    return found


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
    ages = np.full((len(chosen), KEPT_USES), np.inf)
    counts = np.zeros(len(chosen))
    lives = np.zeros(len(chosen))
    now = moment / 1_000_000
    for place, position in enumerate(chosen):
        row = _row(graph, int(position))
        if row.uses:
            ages[place, : len(row.uses)] = row.uses
            counts[place] = row.hits
        lives[place] = 0.0 if row.first_at is None else now - row.first_at.timestamp()
    ages = np.where(np.isinf(ages), np.inf, np.maximum(now - ages, 0.0))
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
    beside: Beside | None = None,
) -> Floats | None:
    """Return what a context brings up of each attribute, in [0, 1]; None where it is unknown."""
    edges = _Edges(graph, moment, rates, plan, beside)
    seeds = edges.seeds(context)
    if not any(edges.of(place) for place in seeds):
        return None
    own = np.argsort(-base, kind="stable")[: plan.spread_width]
    most = float(base[own[0]]) if len(own) else 0.0
    if most > 0:
        for place in own:
            seeds.setdefault(int(place), plan.own_seed * float(base[place]) / most)
    places, pairs = _neighbourhood(edges, seeds)
    start = np.zeros(len(places))
    for place, seed in seeds.items():
        start[places[place]] = seed
    reached = spread(
        start,
        pairs=np.array(list(pairs), np.int64).reshape(-1, 2),
        associations=np.array(list(pairs.values())),
    )
    inside = {place: number for place, number in places.items() if place < graph.size}
    support = np.zeros(graph.size)
    support[list(inside)] = (reached - start)[list(inside.values())]
    support[base <= 0] = 0.0
    highest = float(support.max(initial=0.0))
    return support / highest if highest > 0 else None


def _neighbourhood(
    edges: "_Edges", seeds: Iterable[int]
) -> tuple[dict[int, int], dict[tuple[int, int], float]]:
    """Return what two steps from the seeds reach: numbers by place, strengths by numbers."""
    places = {place: number for number, place in enumerate(seeds)}
    pairs: dict[tuple[int, int], float] = {}
    frontier = list(places)
    for _ in range(2):
        following: list[int] = []
        for place in frontier:
            for other, strength in edges.of(place):
                if other not in places:
                    places[other] = len(places)
                    following.append(other)
                first, second = places[place], places[other]
                pair = min(first, second), max(first, second)
                pairs[pair] = max(strength, pairs.get(pair, 0.0))
        frontier = following
    return places, pairs


class _Edges:
    """What fires together: the person's own associations, and what others have beside them.

    A context that the person never met stands beyond the graph; others may know what goes with it.
    """

    def __init__(
        self,
        graph: PreferenceGraph,
        moment: int,
        rates: Rates,
        plan: RankingPlan,
        beside: Beside | None,
    ) -> None:
        self._graph, self._moment, self._rates = graph, moment, rates
        self._plan, self._beside = plan, beside
        self._unmet: list[str] = []
        self._known: dict[int, list[tuple[int, float]]] = {}

    def seeds(self, context: Iterable[str]) -> dict[int, float]:
        """Return the places of contexts, each seeded in full."""
        found: dict[int, float] = {}
        for key in context:
            place = self._graph.by_attribute.get(key)
            if place is not None and self._graph.rows[place] is not None:
                found[place] = 1.0
            elif self._beside is not None and self._beside(key):
                found[self._graph.size + len(self._unmet)] = 1.0
                self._unmet.append(key)
        return found

    def of(self, place: int) -> list[tuple[int, float]]:
        """Return the strongest edges of a place, the person's own first."""
        known = self._known.get(place)
        if known is None:
            known = self._known[place] = self._read(place)
        return known

    def _read(self, place: int) -> list[tuple[int, float]]:
        graph, plan = self._graph, self._plan
        if place >= graph.size:
            return _others(graph, self._unmet[place - graph.size], self._beside, plan)
        own = _strongest(graph, place, self._moment, self._rates, plan.spread_width)
        if self._beside is None:
            return own
        known = {other for other, _ in own}
        others = _others(graph, _row(graph, place).attribute, self._beside, plan)
        return own + [each for each in others if each[0] not in known]


def _others(
    graph: PreferenceGraph, key: str, beside: Beside | None, plan: RankingPlan
) -> list[tuple[int, float]]:
    """Return what fires together with an attribute for others, of what the person holds."""
    if beside is None:
        return []
    found = [
        (place, plan.others_share * strength)
        for other, strength in beside(key)
        if (place := graph.by_attribute.get(other)) is not None and graph.rows[place] is not None
    ]
    found.sort(key=lambda each: (-each[1], each[0]))
    return found[: plan.spread_width]


def _strongest(
    graph: PreferenceGraph, place: int, moment: int, rates: Rates, width: int
) -> list[tuple[int, float]]:
    found = [
        (each.number - 1, association_at(each, moment, rates))
        for each in _row(graph, place).associations
        if each.number <= graph.size and graph.rows[each.number - 1] is not None
    ]
    found.sort(key=lambda each: (-each[1], each[0]))
    return found[:width]


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
