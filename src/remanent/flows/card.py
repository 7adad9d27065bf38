"""The card: read the person's preferences, rank them once, fit them into a few tokens."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final, NamedTuple, cast

from remanent.dynamics.hebbian import KNOWN_CONFIDENCE
from remanent.flows.deviation import whole_graph
from remanent.flows.door import Door
from remanent.flows.past import past_graph
from remanent.flows.preference_view import attribute_id
from remanent.flows.recall_ids import sign_recall
from remanent.model.card import Card, Guess
from remanent.model.catalog import Catalog
from remanent.model.governance import Actor
from remanent.model.preference_graph import PreferenceGraph
from remanent.model.prior import NOTHING_SHARED, Shared
from remanent.model.scope import Scope
from remanent.model.tuning import Tuning
from remanent.preferences.actions import DEFAULT_ACTIONS, ActionPlan
from remanent.preferences.card import (
    CARD_LINES,
    CARD_TOKENS,
    fitted,
    line_of,
    settings_of,
    shown_lines,
    standing_only,
)
from remanent.preferences.learning import DEFAULT_RATES, Rates
from remanent.preferences.mapping import matching_contexts
from remanent.preferences.prior import guesses, shared_edges
from remanent.preferences.ranking import DEFAULT_PLAN, Beside, RankingPlan, rank_preferences
from remanent.preferences.surfaces import OtherSurface, merged
from remanent.text.counting import count_tokens
from remanent.text.local_calendar import calendar_at, days

MOST_KEPT: Final = 16
"""Cards that are kept beside one state of a person's preferences."""


@dataclass(frozen=True, slots=True)
class CardPlan:
    """What a card is made with where the call does not say."""

    rates: Rates = DEFAULT_RATES
    ranking: RankingPlan = DEFAULT_PLAN
    known_confidence: float = KNOWN_CONFIDENCE
    lines: int = CARD_LINES
    budget_tokens: int = CARD_TOKENS
    zone: str | None = None
    actions: ActionPlan = DEFAULT_ACTIONS
    counter: Callable[[str], int] = field(default=count_tokens)


def tuned_plan(plan: CardPlan, tuning: Tuning) -> CardPlan:
    """Return how a tenant's people are served, with what was fitted for it."""
    if tuning.context_floor is not None:
        plan = replace(plan, ranking=replace(plan.ranking, context_floor=tuning.context_floor))
    if tuning.act_weight is not None:
        plan = replace(plan, actions=replace(plan.actions, act_weight=tuning.act_weight))
    return plan


def card(
    door: Door,
    scope: Scope,
    actor: Actor,
    *,
    catalog: Catalog,
    plan: CardPlan,
    context: Sequence[str] = (),
    at: datetime | None = None,
    limit: int | None = None,
    budget_tokens: int | None = None,
    shared: Shared = NOTHING_SHARED,
    surfaces: Sequence[OtherSurface] = (),
) -> Card:
    """Return the card of a scope; nothing is written.

    Fading is evaluated at the beginning of the owner's day, so that the card keeps its bytes all
    day while nothing changes; and while nothing changes it is not reckoned again.

    Args:
        context: keys of attributes that are there now, beside those that the catalog's rules give.
        shared: what the tenant has released of many; read only where the person has shown little.
        surfaces: what other surfaces may show of the same person.
    """
    now = at or door.clock.now()
    moment = beginning_of_day(now, plan.zone or catalog.zone)
    seeds = [*context, *(each.key for each in matching_contexts(catalog, at=now, zone=plan.zone))]
    with door.read(scope, actor) as snapshot:
        graph, key = snapshot.preference_graph(), snapshot.state.key
        past = past_graph(snapshot, graph, at, catalog=catalog, rates=plan.rates)
    most = plan.lines if limit is None else limit
    budget = plan.budget_tokens if budget_tokens is None else budget_tokens
    kept = _Kept.of(graph)
    asked = (key, moment, tuple(seeds), most, budget, plan)
    known = None if surfaces or past else kept.get(asked)
    if known is not None and known.catalog is catalog and known.shared is shared:
        return known.card
    whole = past or whole_graph(door, scope, graph, catalog=catalog)
    made = _made(
        whole,
        key,
        moment,
        seeds,
        catalog=catalog,
        plan=plan,
        most=most,
        budget_tokens=budget,
        shared=shared,
        surfaces=surfaces,
    )
    if whole is graph and not surfaces:  # what else it was read from may change without the graph
        if len(kept) >= MOST_KEPT:
            kept.clear()
        kept[asked] = _Kept(catalog, shared, made)
    return made


class _Kept(NamedTuple):
    """A card, with what it was made of beside the state that it is kept with."""

    catalog: Catalog
    shared: Shared
    card: Card

    @staticmethod
    def of(graph: PreferenceGraph) -> "dict[object, _Kept]":
        """Return the cards that are kept beside a state, by what was asked."""
        return cast("dict[object, _Kept]", graph.kept.setdefault("cards", {}))


def _made(
    graph: PreferenceGraph,
    key: bytes,
    moment: datetime,
    seeds: Sequence[str],
    *,
    catalog: Catalog,
    plan: CardPlan,
    most: int,
    budget_tokens: int,
    shared: Shared,
    surfaces: Sequence[OtherSurface],
) -> Card:
    """Rank once, and fit what stands into the tokens."""
    others = _Others(shared, graph, catalog, moment, seeds)
    ranked = rank_preferences(
        graph,
        catalog,
        moment,
        seeds,
        rates=plan.rates,
        plan=plan.ranking,
        beside=others.beside(most),
    )
    standing = standing_only(ranked, graph, catalog)
    if surfaces:
        kept_away = {each.preference.attribute for each in ranked if each.preference.pin == 0}
        standing = merged(standing, surfaces, catalog, kept_away=kept_away)
    chosen = shown_lines(standing, limit=most)
    lines = [line_of(each, threshold=plan.known_confidence) for each in chosen]
    settings = settings_of(graph)
    guessed = others.guesses(most - len(chosen), [each.preference.attribute for each in standing])
    text, tokens, kept_settings, kept_lines, kept_guesses = fitted(
        lines,
        settings,
        guessed,
        budget_tokens=budget_tokens or None,
        count_tokens=plan.counter,
    )
    shown = [
        attribute_id(key, each.preference.attribute)
        for each in chosen[:kept_lines]
        if each.surface is None
    ]
    return Card(
        id=sign_recall(shown, moment, key),
        text=text,
        tokens=tokens,
        lines=tuple(lines[:kept_lines]),
        settings=settings[:kept_settings],
        guesses=guessed[:kept_guesses],
        left_out=len(standing) - kept_lines,
        release=others.named(has_guesses=kept_guesses > 0),
    )


class _Others:
    """What many others hold, for a person who has shown little; and whether it was used."""

    def __init__(
        self,
        shared: Shared,
        graph: PreferenceGraph,
        catalog: Catalog,
        at: datetime,
        seeds: Sequence[str],
    ) -> None:
        self._shared, self._graph, self._catalog = shared, graph, catalog
        self._at, self._seeds = at, seeds
        self._used: dict[str, None] = {}

    def beside(self, most: int) -> Beside | None:
        """Return association totals, where the person holds fewer attributes than a card shows."""
        if not self._seeds or not self._shared.releases:
            return None
        if ((self._graph.hits > 0) | (self._graph.pins > 0)).sum() >= most:
            return None
        return shared_edges(self._shared, self._catalog, self._at, used=self._used)

    def guesses(self, limit: int, known: Sequence[str]) -> tuple[Guess, ...]:
        return guesses(
            self._shared,
            self._graph,
            self._catalog,
            self._at,
            limit=limit,
            context=self._seeds,
            known=known,
        )

    def named(self, *, has_guesses: bool) -> str | None:
        """Return the releases that the card reads, by name."""
        if has_guesses:
            self._used.update((each.id, None) for each in self._shared.releases)
        return "+".join(self._used) or None


def beginning_of_day(now: datetime, zone: str | None) -> datetime:
    """Return when the owner's day began; on the last day that can be told, the moment itself."""
    try:
        calendar = calendar_at(now, zone)
        return calendar.utc(days(calendar.today))[0]
    except OverflowError:
        return now
