"""Acting on preferences: defaults, ranks, decisions and triggers. Nothing is written."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from remanent.flows.card import CardPlan
from remanent.flows.door import Door
from remanent.flows.preference_view import PreferenceView, attribute_id, preference_view
from remanent.flows.recall_ids import sign_recall
from remanent.model.card import Action, Decision, Default, RankedCandidate, Trigger
from remanent.model.catalog import Attribute, Catalog
from remanent.model.governance import Actor
from remanent.model.scope import Scope
from remanent.preferences.actions import candidate_scores, decided, slot_of, triggers
from remanent.preferences.attributes import CONTEXT_NAMESPACE
from remanent.preferences.curation import opposite
from remanent.preferences.ranking import Ranked, rank_preferences

MAX_CANDIDATES = 10_000


def defaults(
    door: Door,
    scope: Scope,
    actor: Actor,
    *,
    catalog: Catalog,
    plan: CardPlan,
    context: Sequence[str] = (),
    at: datetime | None = None,
) -> tuple[Default, ...]:
    """Return what an agent may fill in without asking, strongest first; never a guess."""
    view = _view(door, scope, actor, catalog=catalog, plan=plan, context=context, at=at)
    found: list[Default] = []
    for each in _ranked(view, catalog, plan):
        row = each.preference
        if row.is_negative or row.pin == 0:
            continue
        action, _ = decided(
            each, view.rival(row, catalog), asked_today=0, now=view.now, plan=plan.actions
        )
        if action is not Action.ACT:
            continue
        slot = slot_of(catalog, row.attribute) or row.namespace
        found.append(Default(slot, row.name, each.weight, each.confidence, row.value))
    return tuple(found)


def rank_candidates(
    door: Door,
    scope: Scope,
    actor: Actor,
    candidates: Mapping[str, Sequence[Attribute]],
    *,
    catalog: Catalog,
    plan: CardPlan,
    context: Sequence[str] = (),
    at: datetime | None = None,
) -> tuple[RankedCandidate, ...]:
    """Return candidates in the order of what the person would want; ties keep their order."""
    view = _view(door, scope, actor, catalog=catalog, plan=plan, context=context, at=at)
    keys = [attribute.key for own in candidates.values() for attribute in own]
    wanted = [*keys, *(opposite(key) for key in keys)]
    ranked = {
        each.preference.attribute: each
        for each in _ranked(view, catalog, plan, only=wanted)
        if view.rival(each.preference, catalog) is None
    }
    scores = candidate_scores(candidates, ranked)
    order = sorted(candidates, key=lambda name: -round(scores[name][0], 9))
    return tuple(RankedCandidate(name, *scores[name]) for name in order)


def decide(
    door: Door,
    scope: Scope,
    actor: Actor,
    attribute: Attribute,
    *,
    catalog: Catalog,
    plan: CardPlan,
    context: Sequence[str] = (),
    at: datetime | None = None,
) -> Decision:
    """Say whether an agent should act on an attribute, verify it, ask about it or leave it."""
    view = _view(door, scope, actor, catalog=catalog, plan=plan, context=context, at=at)
    meant = catalog.meant(attribute)
    ranked = next(iter(_ranked(view, catalog, plan, only=[meant.key])), None)
    rival = None if ranked is None else view.rival(ranked.preference, catalog)
    action, reason = decided(
        ranked, rival, asked_today=_asked_today(view), now=view.now, plan=plan.actions
    )
    return Decision(
        id=sign_recall([attribute_id(view.key, meant.key)], view.now, view.key),
        attribute=meant.text,
        action=action,
        reason=reason,
        weight=0.0 if ranked is None else ranked.weight,
        confidence=0.0 if ranked is None else ranked.confidence,
    )


def due_triggers(
    door: Door,
    scope: Scope,
    actor: Actor,
    *,
    catalog: Catalog,
    plan: CardPlan,
    at: datetime | None = None,
    limit: int = 20,
) -> tuple[Trigger, ...]:
    """Return what is worth bringing up now, most pressing first."""
    view = _view(door, scope, actor, catalog=catalog, plan=plan, context=(), at=at)
    rows = [
        row
        for row in view.graph.rows
        if row is not None
        and row.hits
        and row.namespace != CONTEXT_NAMESPACE
        and view.rival(row, catalog) is None
    ]
    found = triggers(rows, catalog, view.now, rates=plan.rates, plan=plan.actions)[:limit]
    return tuple(
        Trigger(
            id=sign_recall([attribute_id(view.key, each.preference.attribute)], view.now, view.key),
            kind=each.kind,
            attribute=each.preference.name,
            weight=each.weight,
            last_at=each.preference.last_at or view.now,
            due_at=each.due_at,
            rhythm_days=each.rhythm_days,
            reason=each.reason,
        )
        for each in found
    )


def _view(
    door: Door,
    scope: Scope,
    actor: Actor,
    *,
    catalog: Catalog,
    plan: CardPlan,
    context: Sequence[str],
    at: datetime | None,
) -> PreferenceView:
    return preference_view(
        door,
        scope,
        actor,
        catalog=catalog,
        context=context,
        at=at,
        zone=plan.zone,
        rates=plan.rates,
    )


def _ranked(
    view: PreferenceView, catalog: Catalog, plan: CardPlan, only: Sequence[str] | None = None
) -> list[Ranked]:
    return rank_preferences(
        view.graph, catalog, view.now, view.seeds, rates=plan.rates, plan=plan.ranking, only=only
    )


def _asked_today(view: PreferenceView) -> int:
    day = timedelta(days=1)
    return sum(
        1
        for row in view.graph.rows
        if row is not None
        and row.asked_at is not None
        and timedelta(0) <= view.now - row.asked_at < day
    )
