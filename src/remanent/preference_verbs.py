"""The public face of preferences: what a scope offers of behaviour, card and action.

Each verb reads what it was given and hands it to its flow.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from remanent.flows.act import decide, defaults, due_triggers, rank_candidates
from remanent.flows.card import CardPlan, card, tuned_plan
from remanent.flows.catalog import Catalogs
from remanent.flows.door import Door
from remanent.flows.inputs import label, read_query, whole_number
from remanent.flows.observation_inputs import (
    read_candidates,
    read_context,
    read_observations,
    read_style,
    read_weight,
)
from remanent.flows.observe import observe
from remanent.flows.pin import pin, set_style
from remanent.flows.preference_outcome import record_question
from remanent.flows.shared import Shares
from remanent.flows.sharing import other_surfaces
from remanent.flows.why import why
from remanent.model.card import Card, Decision, Default, RankedCandidate, Trigger, Why
from remanent.model.catalog import Catalog
from remanent.model.fact import Provenance
from remanent.model.governance import Actor
from remanent.model.instants import to_datetime
from remanent.model.observed import Observation, Observed
from remanent.model.scope import Scope
from remanent.preferences.attributes import parse_attribute
from remanent.preferences.surfaces import OtherSurface

MAX_LINES = 64
MAX_BUDGET_TOKENS = 1_000_000

Behaviours = str | Mapping[str, object] | Observation | Iterable[Mapping[str, object] | Observation]
Texts = str | Iterable[str] | None
Candidates = Iterable[str] | Mapping[str, Iterable[str]]
Moment = datetime | str | int | float


@dataclass(frozen=True, slots=True)
class PreferenceDesk:
    """What the preference verbs of every scope of one memory share."""

    door: Door
    catalogs: Catalogs
    shares: Shares
    plan: CardPlan
    most_events: int


class PreferenceVerbs:
    """Behaviour in; card, decisions and reasons out."""

    scope: Scope
    actor: Actor
    _desk: PreferenceDesk

    def observe(
        self,
        kind: Behaviours,
        *,
        attributes: Texts = None,
        context: Texts = None,
        item: str | None = None,
        quantity: float | None = None,
        intensity: float | None = None,
        values: Mapping[str, float] | None = None,
        salience: float | None = None,
        provenance: str | Provenance | None = None,
        at: Moment | None = None,
        place: str | None = None,
        surface: str | None = None,
        session: str | None = None,
        agent: str | None = None,
        zone: str | None = None,
        text: str | None = None,
        id: str | None = None,  # noqa: A002 - the word that callers use for their own id
        idempotency_key: str | None = None,
    ) -> Observed:
        """Take in what somebody did; return once it is durable. No model is asked.

        Args:
            kind: what was done, such as "purchase" or "decline", or many events: mappings with
                `kind` and any of the fields below, which otherwise hold for all of them.
            attributes: what it shows, such as "pref:organic"; "!pref:upsells" is a dislike.
            context: what was there, such as "ctx:morning".
            item: your id of what it was about; the tenant's catalog knows its attributes.
            quantity: how many or how much, > 0; 1 by default.
            intensity: how much, apart from how often, 0 to 1.
            values: measured amounts by name, such as {"shoe-size": 42.5}.
            salience: how much it mattered, 0 to 1; slows fading.
            provenance: "stated", "observed", "imported" or "inferred"; observed by default, and
                stated where the kind is "state".
            at: when; now by default.
            place, surface: where, for the catalog's context rules.
            session, agent: labels.
            zone: the person's IANA time zone, such as "Europe/Berlin".
            text: words that belong to it.
            id: your own id of the event.
            idempotency_key: the same key with the same events is stored once.

        Raises:
            InputError: something cannot be used; nothing was stored.
        """
        common = {
            "attributes": attributes, "context": context, "item": item, "quantity": quantity,
            "intensity": intensity, "values": values, "salience": salience,
            "provenance": provenance, "at": at, "place": place, "surface": surface,
            "session": session, "agent": agent, "zone": zone, "text": text, "id": id,
        }  # fmt: skip
        return observe(
            self._desk.door,
            self.scope,
            self.actor,
            read_observations(
                kind,
                {name: value for name, value in common.items() if value is not None},
                most=self._desk.most_events,
            ),
            catalog=self._catalog(),
            rates=self._desk.plan.rates,
            idempotency_key=label(idempotency_key, "idempotency_key"),
        )

    def card(
        self,
        *,
        context: Texts = None,
        budget_tokens: int | None = None,
        limit: int | None = None,
        at: Moment | None = None,
        surfaces: bool = False,
    ) -> Card:
        """Return the few strongest preferences as text; nothing is written.

        Args:
            context: attributes that are there now, such as "ctx:morning".
            budget_tokens: hard limit of the text, 0 for none; 40 by default.
            limit: lines at most, 1 to 64; 8 by default.
            at: the moment of the view; now by default. Fading is evaluated at the beginning of its
                day, and what happened after it does not count. What was learned late of a time
                before it does; pins, settings and outcomes are as they are now.
            surfaces: with what the person's other surfaces let this one see; each line says which.
        """
        catalog, moment = self._catalog(), _moment(at)
        seeds = read_context(context, catalog)
        return card(
            self._desk.door,
            self.scope,
            self.actor,
            catalog=catalog,
            plan=self._plan(),
            context=seeds,
            at=moment,
            limit=None if limit is None else whole_number(limit, "limit", least=1, most=MAX_LINES),
            budget_tokens=_budget(budget_tokens),
            shared=self._desk.shares.of(self.scope.tenant),
            surfaces=self._other_surfaces(seeds, moment) if surfaces else (),
        )

    def why(self, attribute: str, *, context: Texts = None, at: Moment | None = None) -> Why:
        """Return why an attribute stands where it stands, from the log.

        Raises:
            NotFoundError: nothing is known of it here.
        """
        catalog = self._catalog()
        return why(
            self._desk.door,
            self.scope,
            self.actor,
            parse_attribute(attribute),
            catalog=catalog,
            plan=self._plan(),
            context=read_context(context, catalog),
            at=_moment(at),
        )

    def pin(self, attribute: str, weight: float) -> None:
        """Set an attribute to a weight that no event, outcome or fading changes.

        Args:
            weight: 0 to 9; 0 keeps it off every card, default and rank.

        Raises:
            AccessError: only the owner pins. InputError: the weight is outside 0 to 9.
        """
        self._pin(attribute, read_weight(weight))

    def unpin(self, attribute: str) -> None:
        """Lift a pin: what was learned meanwhile counts again.

        Raises:
            AccessError: only the owner lifts pins. NotFoundError: it is not pinned.
        """
        self._pin(attribute, None)

    def _pin(self, attribute: str, weight: float | None) -> None:
        pin(
            self._desk.door,
            self.scope,
            self.actor,
            parse_attribute(attribute),
            weight,
            catalog=self._catalog(),
            rates=self._desk.plan.rates,
        )

    def set_style(self, /, **settings: str | None) -> None:
        """Set style instructions that stand on every card and never fade; None takes one away.

            alice.set_style(language="German", tone="brief")

        Raises:
            AccessError: only the owner sets them. InputError: one cannot be used.
        """
        set_style(self._desk.door, self.scope, self.actor, read_style(settings))

    def defaults(self, *, context: Texts = None, at: Moment | None = None) -> tuple[Default, ...]:
        """Return what an agent may fill in without asking, strongest first; never a guess."""
        catalog = self._catalog()
        return defaults(
            self._desk.door,
            self.scope,
            self.actor,
            catalog=catalog,
            plan=self._plan(),
            context=read_context(context, catalog),
            at=_moment(at),
        )

    def rank(
        self, candidates: Candidates, *, context: Texts = None, at: Moment | None = None
    ) -> tuple[RankedCandidate, ...]:
        """Return candidates in the order of what the person would want; ties keep their order.

        Args:
            candidates: items of the catalog or attributes; or a mapping from your own names to
                attributes.
        """
        catalog = self._catalog()
        return rank_candidates(
            self._desk.door,
            self.scope,
            self.actor,
            read_candidates(candidates, catalog),
            catalog=catalog,
            plan=self._plan(),
            context=read_context(context, catalog),
            at=_moment(at),
        )

    def decide(
        self, attribute: str, *, context: Texts = None, at: Moment | None = None
    ) -> Decision:
        """Say whether an agent should act on an attribute, verify it, ask about it or leave it."""
        catalog = self._catalog()
        return decide(
            self._desk.door,
            self.scope,
            self.actor,
            parse_attribute(attribute),
            catalog=catalog,
            plan=self._plan(),
            context=read_context(context, catalog),
            at=_moment(at),
        )

    def triggers(self, *, at: Moment | None = None, limit: int = 20) -> tuple[Trigger, ...]:
        """Return what is worth bringing up now: due, lapsed or fading, most pressing first."""
        return due_triggers(
            self._desk.door,
            self.scope,
            self.actor,
            catalog=self._catalog(),
            plan=self._plan(),
            at=_moment(at),
            limit=whole_number(limit, "limit", least=1, most=1000),
        )

    def record_question(self, decision_id: str) -> int:
        """Note that the person was asked; so many questions a day are asked and no more."""
        return record_question(self._desk.door, self.scope, self.actor, read_query(decision_id))

    def _other_surfaces(
        self, context: tuple[str, ...], at: datetime | None
    ) -> tuple[OtherSurface, ...]:
        return other_surfaces(
            self._desk.door,
            self.scope,
            self.actor,
            catalog_of=self._desk.catalogs.of,
            plan=self._plan(),
            context=context,
            at=at,
        )

    def _catalog(self) -> Catalog:
        return self._desk.catalogs.of(self.scope.tenant)

    def _plan(self) -> CardPlan:
        return tuned_plan(self._desk.plan, self._desk.catalogs.tuning_of(self.scope.tenant))


def _moment(at: Moment | None) -> datetime | None:
    return None if at is None else to_datetime(at)


def _budget(given: object) -> int | None:
    if given is None:
        return None
    return whole_number(given, "budget_tokens", least=0, most=MAX_BUDGET_TOKENS)
