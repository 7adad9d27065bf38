"""The average user: what many hold, told without telling of one, and what it lets us guess.

    people's preferences → contributions, bounded → totals → noise → release → guesses

A contribution is a person's few strongest likes that may be shared at all: named in the tenant's
public catalog (or, under a declared δ, by anybody), not sensitive, not faded, not superseded.
Dislikes, settings and measured amounts stay with the person. Totals are summed anew for every
release and never adjusted, so a person who was erased leaves no trace in the next one.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import TypeVar

import numpy as np

from remanent.dynamics.hebbian import WEIGHT_CEILING
from remanent.dynamics.privacy import (
    average_weight,
    bounded_strengths,
    count_threshold,
    guess_score,
    holders_needed,
    l1_sensitivity,
    laplace_scale,
)
from remanent.errors import AttributeRefusedError
from remanent.model.card import Guess
from remanent.model.catalog import Attribute, Catalog, GroupRule
from remanent.model.preference import Preference
from remanent.model.preference_graph import PreferenceGraph
from remanent.model.prior import Policies, Prior, ReleasedAttribute, ReleasedPair, Shared
from remanent.preferences.attributes import CONTEXT_NAMESPACE, ITEM_NAMESPACE, parse_attribute
from remanent.preferences.card import SETTING_NAMESPACE
from remanent.preferences.curation import foremost_in, rivals, superseded_by
from remanent.preferences.learning import (
    DEFAULT_RATES,
    MICROSECONDS_A_DAY,
    Rates,
    association_at,
    microseconds,
)
from remanent.preferences.ranking import faded_weights

OWN_NAMESPACES = frozenset({SETTING_NAMESPACE, "amount"})
"""Namespaces that nobody else's card can use."""

PAIR_FLOOR = 0.1
"""Associations below it have faded, and count for nobody."""

LOOKED_AT = 64
"""How many of a person's strongest attributes are looked through for pairs."""

GUESS_SHARE = 0.1
"""Share of the people that must hold what is guessed; a guess wrong nine times of ten is none."""

Pair = tuple[str, str]
Key = TypeVar("Key", str, Pair)


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one person adds to the totals: strengths in (0, 1], by key."""

    attributes: Mapping[str, float]
    pairs: Mapping[Pair, float]


@dataclass(slots=True)
class Totals:
    """What all people together hold; sums are exact, so their order does not matter."""

    users: int = 0
    sums: dict[str, float] = field(default_factory=dict)
    holders: dict[str, int] = field(default_factory=dict)
    pair_sums: dict[Pair, float] = field(default_factory=dict)
    sharers: dict[Pair, int] = field(default_factory=dict)

    def add(self, one: Contribution) -> None:
        """Count one person more."""
        self.users += 1
        for key, strength in one.attributes.items():
            self.sums[key] = self.sums.get(key, 0.0) + strength
            self.holders[key] = self.holders.get(key, 0) + 1
        for pair, strength in one.pairs.items():
            self.pair_sums[pair] = self.pair_sums.get(pair, 0.0) + strength
            self.sharers[pair] = self.sharers.get(pair, 0) + 1


@dataclass(frozen=True, slots=True)
class Draft:
    """What a release would tell, before noise: only what k + 1 people hold is in it.

    Args:
        values: users; sums and holders of each attribute; sums and sharers of each pair.
        sensitivity: the most that one person can change of all values together, in L1.
    """

    attributes: tuple[str, ...]
    pairs: tuple[Pair, ...]
    values: tuple[float, ...]
    sensitivity: float


def public_names(catalog: Catalog) -> dict[str, str]:
    """Return the attributes that a tenant's catalog names, key to text; sensitive ones never.

    They are in the catalog whoever holds them, so that naming them tells of nobody.
    """
    named: list[Attribute] = list(catalog.aliases.values())
    for item in catalog.items.values():
        named.extend(item.attributes)
        if not item.attributes and catalog.learns_unknown_items:
            named.extend(_parsed(f"{ITEM_NAMESPACE}:{item.id}"))
    named.extend(rule.attribute for rule in catalog.context_rules)
    named.extend(one for group in catalog.groups for key in group.members for one in _parsed(key))
    found = {each.key: each.text for each in map(catalog.meant, named)}
    return {key: text for key, text in found.items() if may_be_shared(key, catalog)}


def may_be_shared(key: str, catalog: Catalog) -> bool:
    """Say whether an attribute may enter totals: a like, not sensitive, of use to others."""
    if key.startswith("!"):
        return False
    namespace = catalog.namespace_of(key)
    return not namespace.is_sensitive and namespace.name not in OWN_NAMESPACES


def contribution_of(
    graph: PreferenceGraph,
    catalog: Catalog,
    at: datetime,
    *,
    names: Collection[str] | None,
    policies: Policies,
    rates: Rates = DEFAULT_RATES,
) -> Contribution:
    """Return what a person adds to the totals of a release.

    Args:
        names: keys that may be released; None for every one that may be shared at all.
        at: when weights and associations are evaluated.
    """
    moment = microseconds(at)
    weights = faded_weights(graph, catalog, moment, rates)
    named = [
        (float(weight), row)
        for weight, row in zip(weights, graph.rows, strict=True)
        if row is not None
        and may_be_shared(row.attribute, catalog)
        and (names is None or row.attribute in names)
    ]
    likes = [each for each in named if each[0] >= rates.floor_weight and each[1].is_held]
    likes = [each for each in likes if each[1].namespace != CONTEXT_NAMESPACE]
    likes.sort(key=lambda each: (-each[0], each[1].attribute))
    kept: dict[str, float] = {}
    for weight, row in likes:
        if len(kept) == policies.attributes_a_user:
            break
        if not _is_superseded(row, graph, catalog):
            kept[row.attribute] = weight
    contexts = [row for _, row in named if row.namespace == CONTEXT_NAMESPACE]
    contexts.sort(key=lambda row: (-row.contexts, row.attribute))
    by_number = {row.number: row.attribute for _, row in named}
    pairs: dict[Pair, float] = {}
    for row in (*(row for _, row in likes[:LOOKED_AT]), *contexts[:LOOKED_AT]):
        for each in row.associations:
            strength = association_at(each, moment, rates)
            is_pair = each[0] in by_number and each[0] != row.number
            if is_pair and strength >= PAIR_FLOOR:
                pair = _pair(row.attribute, by_number[each[0]])
                pairs[pair] = max(strength, pairs.get(pair, 0.0))
    return Contribution(
        _bounded(kept, most=policies.attributes_a_user),
        _bounded(dict(sorted(pairs.items())), most=policies.pairs_a_user),
    )


def drafted(totals: Totals, policies: Policies) -> Draft:
    """Return what of the totals enough people hold."""
    needed = holders_needed(policies.k)
    attributes = tuple(sorted(key for key, count in totals.holders.items() if count >= needed))
    pairs = tuple(sorted(pair for pair, count in totals.sharers.items() if count >= needed))
    values = [float(totals.users)]
    for key in attributes:
        values += (totals.sums[key], float(totals.holders[key]))
    for pair in pairs:
        values += (totals.pair_sums[pair], float(totals.sharers[pair]))
    return Draft(
        attributes,
        pairs,
        tuple(values),
        l1_sensitivity(attributes=policies.attributes_a_user, pairs=policies.pairs_a_user),
    )


def released(
    draft: Draft,
    noised: Sequence[float],
    *,
    name: str,
    at: datetime,
    epsilon: float,
    delta: float | None,
    policies: Policies,
    shown: Mapping[str, str],
) -> Prior:
    """Return a release: of the noised totals those that stand above the threshold.

    Args:
        noised: as many as the draft has values.
        name: 32 hexadecimal digits.
        delta: of the threshold that hides names; None where every name is public, and k + 1
            holders, counted and noised, are enough (FORMULAS §8).
        shown: how attributes are written, by key.
    """
    assert len(noised) == len(draft.values), "every value is noised"
    threshold = (
        float(holders_needed(policies.k))
        if delta is None
        else count_threshold(
            policies.k,
            scale=laplace_scale(draft.sensitivity, epsilon=epsilon),
            most=policies.attributes_a_user + policies.pairs_a_user,
            delta=delta,
        )
    )
    table = np.array(noised[1:]).reshape(-1, 2).tolist()
    of_attributes, of_pairs = table[: len(draft.attributes)], table[len(draft.attributes) :]
    attributes = [
        (key, total, holders)
        for key, (total, holders) in zip(draft.attributes, of_attributes, strict=True)
        if holders >= threshold
    ]
    users = max([noised[0], 1.0, *(holders for _, _, holders in attributes)])
    found = [
        ReleasedAttribute(
            attribute=key,
            shown=shown.get(key, key),
            average=(average := average_weight(total, count=users)),
            holder_average=average_weight(total, count=holders),
            holders=holders,
            score=guess_score(average, holders=holders, users=users),
        )
        for key, total, holders in attributes
        if total > 0
    ]
    return Prior(
        id=name,
        released_at=at,
        epsilon=epsilon,
        delta=0.0 if delta is None else delta,
        k=policies.k,
        users=users,
        attributes=tuple(sorted(found, key=lambda each: (-each.score, each.attribute))),
        pairs=tuple(
            ReleasedPair(*pair, strength=average_weight(total, count=sharers), sharers=sharers)
            for pair, (total, sharers) in zip(draft.pairs, of_pairs, strict=True)
            if sharers >= threshold and total > 0
        ),
    )


def shared_edges(
    shared: Shared, catalog: Catalog, at: datetime, *, used: dict[str, None] | None = None
) -> Callable[[str], Sequence[tuple[str, float]]]:
    """Return a function that gives what fires together with an attribute for many others.

    Totals fade from their release on as a person's own associations do. The tenant's own totals
    stand before those that another tenant lent.

    Args:
        used: gets the names of the releases that gave anything.
    """
    moment = microseconds(at)
    half_life = catalog.association_half_life_days
    releases = [
        (
            each,
            0.5
            ** (max(moment - microseconds(each.released_at), 0) / MICROSECONDS_A_DAY / half_life),
        )
        for each in shared.releases
    ]

    def beside(key: str) -> Sequence[tuple[str, float]]:
        found: dict[str, float] = {}
        if not may_be_shared(key, catalog):
            return ()
        for release, left in releases:
            for other, strength in release.beside(key):
                is_faded = strength * left < PAIR_FLOOR
                if not is_faded and other not in found and may_be_shared(other, catalog):
                    found[other] = strength * left
                    if used is not None:
                        used[release.id] = None
        return tuple(found.items())

    return beside


def guesses(
    shared: Shared,
    graph: PreferenceGraph,
    catalog: Catalog,
    at: datetime,
    *,
    limit: int,
    context: Iterable[str] = (),
    known: Iterable[str] = (),
) -> tuple[Guess, ...]:
    """Return what the average user suggests for a person who has shown little, best first.

    Never an attribute that the person has any evidence of, nor one with a rival that he holds;
    never a dislike, a context, a setting or anything sensitive; of rivals the better one alone.
    What fires together with the context, or with what the person holds, comes up.

    Args:
        known: attributes that another surface knows of the same person; they count as held.
    """
    prior = shared.prior
    if prior is None or limit <= 0:
        return ()
    beside = shared_edges(shared, catalog, at)
    held = {row.attribute for row in graph.rows if row is not None and row.is_held}.union(known)
    lifted: dict[str, float] = {}
    for seed in {*context, *held}:
        for other, strength in beside(seed):
            lifted[other] = max(lifted.get(other, 0.0), strength / WEIGHT_CEILING)
    ranked = sorted(
        _candidates(prior, lifted, catalog, graph, held, most=limit),
        key=lambda each: (-each[1], each[0].attribute),
    )
    found: dict[str, Guess] = {}
    for each, score in ranked:
        if len(found) == limit:
            break
        if not _rival_keys(each.attribute, found, catalog):
            found[each.attribute] = Guess(each.shown, each.average, round(score, 6))
    return tuple(found.values())


def _candidates(
    prior: Prior,
    lifted: Mapping[str, float],
    catalog: Catalog,
    graph: PreferenceGraph,
    held: Collection[str],
    *,
    most: int,
) -> Iterator[tuple[ReleasedAttribute, float]]:
    """Give what may be guessed with its score; at least `most` that are not each other's rivals."""
    chosen: dict[str, None] = {}
    for each in prior.attributes:
        is_lifted = each.attribute in lifted
        if len(chosen) >= most and not is_lifted:
            continue
        if not _may_be_guessed(each, prior, catalog, graph, held):
            continue
        if not _rival_keys(each.attribute, chosen, catalog):
            chosen[each.attribute] = None
        yield each, each.score * (1 + lifted.get(each.attribute, 0.0))


def _may_be_guessed(
    each: ReleasedAttribute,
    prior: Prior,
    catalog: Catalog,
    graph: PreferenceGraph,
    held: Collection[str],
) -> bool:
    key = each.attribute
    return (
        may_be_shared(key, catalog)
        and not key.startswith(f"{CONTEXT_NAMESPACE}:")
        and key not in catalog.aliases
        and each.holders >= GUESS_SHARE * prior.users
        and graph.position(key) is None
        and key not in held
        and not _rival_keys(key, held, catalog)
    )


def _rival_keys(key: str, held: Collection[str], catalog: Catalog) -> bool:
    """Say whether anything of these stands against an attribute, or beside it as its rival."""
    others, namespace = rivals(catalog, key)
    exclusive = {
        member
        for group in catalog.groups_of(key)
        if group.rule is GroupRule.EXCLUSIVE
        for member in group.members
    } - {key}
    if any(other in held for other in (*others, *exclusive)):
        return True
    return namespace is not None and any(each.startswith(f"{namespace}:") for each in held)


def _is_superseded(row: Preference, graph: PreferenceGraph, catalog: Catalog) -> bool:
    def held(key: str) -> Preference | None:
        place = graph.position(key)
        return None if place is None else graph.rows[place]

    return superseded_by(row, catalog, held, partial(foremost_in, graph)) is not None


def _bounded(weights: Mapping[Key, float], *, most: int) -> dict[Key, float]:
    strengths = bounded_strengths(list(weights.values()), most=most)
    return {key: float(each) for key, each in zip(weights, strengths, strict=True) if each > 0}


def _pair(one: str, other: str) -> Pair:
    return (one, other) if one < other else (other, one)


def _parsed(text: str) -> list[Attribute]:
    try:
        return [parse_attribute(text)]
    except AttributeRefusedError:
        return []
