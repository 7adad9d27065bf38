"""Why an attribute stands where it stands: told from the log, event by event."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from remanent.errors import NotFoundError
from remanent.flows.card import CardPlan
from remanent.flows.deviation import whole_graph
from remanent.flows.door import PRESENT_REACHES, Door
from remanent.flows.past import past_graph
from remanent.model.card import Why, WhyEvent
from remanent.model.catalog import Attribute, Catalog
from remanent.model.event import Event
from remanent.model.governance import Actor
from remanent.model.preference import Evidence, Preference
from remanent.model.scope import Scope
from remanent.preferences.curation import foremost_in, superseded_by
from remanent.preferences.learning import FOLDED_EVIDENCE, Rates, learned, weight_at
from remanent.preferences.mapping import matching_contexts
from remanent.preferences.ranking import Ranked, rank_preferences

SHOWN_EVENTS = 20


def why(
    door: Door,
    scope: Scope,
    actor: Actor,
    attribute: Attribute,
    *,
    catalog: Catalog,
    plan: CardPlan,
    context: Sequence[str] = (),
    at: datetime | None = None,
) -> Why:
    """Return what made an attribute what it is: events, weights, what faded, what outranks it.

    Raises:
        NotFoundError: this scope has no evidence of it.
    """
    now = at or door.clock.now()
    seeds = [*context, *(each.key for each in matching_contexts(catalog, at=now, zone=plan.zone))]
    meant = catalog.meant(attribute)
    with door.read(scope, actor) as snapshot:
        graph = snapshot.preference_graph()
        place = graph.position(meant.key)
        row = None if place is None else graph.rows[place]
        if place is None or row is None:
            raise _unknown(meant)
        past = past_graph(snapshot, graph, at, catalog=catalog, rates=plan.rates)
        evidence = snapshot.evidence(row.number, limit=FOLDED_EVIDENCE)
        if past is not None:
            evidence = [each for each in evidence if each.at <= now + PRESENT_REACHES]
        events = snapshot.events([each.event_seq for each in evidence[-SHOWN_EVENTS:]])
    graph = past or whole_graph(door, scope, graph, catalog=catalog)
    place = graph.position(meant.key)
    row = None if place is None else graph.rows[place]
    if row is None:
        raise _unknown(meant)
    order = rank_preferences(graph, catalog, now, seeds, rates=plan.rates, plan=plan.ranking)
    own = rank_preferences(
        graph, catalog, now, seeds, rates=plan.rates, plan=plan.ranking, only=[meant.key]
    )
    rival = superseded_by(
        row,
        catalog,
        lambda key: None if (where := graph.position(key)) is None else graph.rows[where],
        partial(foremost_in, graph),
    )
    half_life = catalog.namespace_of(meant.key).half_life_days
    told = _told(row, evidence, events, half_life, plan.rates)
    standing = own[0] if own else None
    ranks = {each.preference.attribute: number for number, each in enumerate(order, 1)}
    found = Why(
        attribute=row.name,
        place=None if rival is not None else ranks.get(meant.key),
        score=0.0 if standing is None else standing.score,
        weight=weight_at(row, now, half_life_days=half_life, rates=plan.rates),
        peak_weight=max([each.after for each in told], default=row.weight),
        confidence=0.0 if standing is None else standing.confidence,
        parts={} if standing is None else standing.parts,
        events=told,
        events_left_out=max(row.hits + row.contexts - len(told), 0),
        text="",
        fades_at=row.fades_at,
        superseded_by=None if rival is None else rival.name,
        pin=row.pin,
    )
    return replace(found, text=_words(found, row, standing, half_life, now))


def _unknown(meant: Attribute) -> NotFoundError:
    return NotFoundError(
        f"Nothing is known of {meant.text} here.",
        remedy="Ask about what stands on the card, or observe it first.",
    )


def _told(
    row: Preference,
    evidence: Sequence[Evidence],
    events: dict[int, Event],
    half_life: float,
    rates: Rates,
) -> tuple[WhyEvent, ...]:
    """Fold the evidence once more, and tell the last of it."""
    state = Preference(attribute=row.attribute, number=row.number)
    found: list[WhyEvent] = []
    for each in evidence:
        before = weight_at(state, each.at, half_life_days=half_life, rates=rates)
        state = learned(state, each, half_life_days=half_life, rates=rates)
        event = events.get(each.event_seq)
        if event is None or each.is_context:
            continue
        found.append(
            WhyEvent(
                event_id=event.id,
                kind=_kind(event),
                at=each.at,
                magnitude=each.magnitude,
                before=before,
                after=state.weight,
                provenance=each.provenance,
                external_id=event.external_id,
                text=event.text or None,
            )
        )
    return tuple(found)


def _kind(event: Event) -> str:
    try:
        return str(json.loads(event.payload or "{}").get("kind", event.kind.value))
    except (ValueError, AttributeError):
        return event.kind.value


def _words(
    why: Why, row: Preference, ranked: Ranked | None, half_life: float, now: datetime
) -> str:
    lines: list[str] = []
    if row.pin is not None:
        lines.append(f"{why.attribute} is pinned to {row.pin:g} by its owner.")
    elif why.superseded_by is not None:
        lines.append(f"{why.attribute} stands back behind {why.superseded_by}.")
    elif ranked is None or why.place is None:
        lines.append(f"{why.attribute} is not ranked.")
    else:
        lines.append(f"{why.attribute} stands at place {why.place}, with score {why.score:.4f}.")
    lines.append(
        f"Weight {why.weight:.2f} of 9 (highest {why.peak_weight:.2f}), confidence "
        f"{why.confidence:.2f} from {row.hits} events, {row.provenance.value}."
    )
    if row.rebased_at is not None and row.pin is None:
        days = max((now - row.rebased_at).total_seconds(), 0.0) / 86_400
        lines.append(
            f"It halves every {half_life:g} days; {days:.1f} days since the last event took it "
            f"from {row.weight:.2f} to {why.weight:.2f}."
        )
    if row.outcomes:
        lines.append(f"{row.outcomes} outcomes came to {row.outcome_value:+.2f}.")
    lines.extend(
        f"{each.at:%Y-%m-%d %H:%M} {each.kind}: {each.before:.2f} -> {each.after:.2f}"
        for each in why.events
    )
    if why.events_left_out:
        lines.append(f"{why.events_left_out} earlier events are not listed.")
    return "\n".join(lines)
