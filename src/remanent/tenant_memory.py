"""The public face of a tenant: what its operator decides for all of its people together."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from remanent.errors import InputError
from remanent.facts.retention import DEFAULT_PLAN
from remanent.facts.slots import SINGLE_VALUED
from remanent.flows.catalog import tenant_scope
from remanent.flows.deviation import pinned_releases, store_deviations
from remanent.flows.inputs import flag, label, slot_name, whole_number
from remanent.flows.release import (
    adopt_associations,
    check_operator,
    is_short,
    read_tenant,
    refresh_prior,
    release_prior,
    set_policies,
    withdraw_prior,
)
from remanent.flows.retention_plans import read_plan, set_retention
from remanent.flows.slots import TenantRules, set_slot
from remanent.flows.unmapped import UnmappedTotal, unmapped
from remanent.flows.vocabulary import join_aliases
from remanent.learning_verbs import LearningVerbs
from remanent.model.catalog import Catalog
from remanent.model.governance import Actor
from remanent.model.prior import LEAST_K, Policies, Prior, PriorLedger
from remanent.model.retention import RetentionPlan
from remanent.model.scope import Scope
from remanent.ports import Noise
from remanent.preference_verbs import PreferenceDesk
from remanent.preferences.catalog_file import items_file_of
from remanent.quoting import shown

MAX_UNMAPPED = 10_000
LEAST_EPSILON, MOST_EPSILON = 1e-6, 100.0
LEAST_DELTA, MOST_DELTA = 1e-18, 0.01
MOST_A_USER = 64
Progress = Callable[[int, int], None]
TextOrPath = str | os.PathLike[str]


class TenantMemory(LearningVerbs):
    """One tenant, as its operator sees it. Made by `Memory.tenant`."""

    def __init__(
        self,
        desk: PreferenceDesk,
        tenant: str,
        actor: Actor,
        *,
        tenant_rules: TenantRules,
        scopes: Callable[[], Sequence[Scope]],
        noise: Callable[[], Noise],
    ) -> None:
        """Stand before a tenant.

        Args:
            tenant_rules: what tenants say of slots.
            scopes: gives the tenant's scopes. noise: gives the noise of a release.
        """
        self.tenant = tenant_scope(tenant).tenant
        self.actor = actor
        self._desk = desk
        self._rules = tenant_rules
        self._scopes = scopes
        self._noise = noise

    def set_catalog(self, catalog: TextOrPath, *, items: TextOrPath | None = None) -> Catalog:
        """Check a catalog and put it in force.

        What people did under a name that is an alias now is put together with what is meant.
        Stopped, and called again, it goes on.

        Args:
            catalog: TOML text, or the path of a file.
            items: CSV text or a path; by default the file that a catalog file names beside it.

        Raises:
            CatalogError: lists every problem with its line; the catalog in force stays.
            AccessError: the actor is no operator.
        """
        path = _path(catalog)
        text = str(catalog) if path is None else _read_file(path)
        if items is None and path is not None:
            named = items_file_of(text)
            items = None if named is None else path.with_name(named)
        items_path = None if items is None else _path(items)
        items_text = items if items_path is None else _read_file(items_path)
        found = self._desk.catalogs.set(
            self.tenant, self.actor, text, None if items_text is None else str(items_text)
        )
        join_aliases(
            self._desk.door,
            self.tenant,
            self.actor,
            self._scopes(),
            catalog=found,
            rates=self._desk.plan.rates,
        )
        return found

    def set_slot(self, slot: str, *, single_valued: bool, progress: Progress | None = None) -> int:
        """Say whether a slot of facts holds one value at a time, or many.

        Everybody's facts in it are decided again. Stopped, and called again, it goes on.

        Args:
            slot: such as "manager".
            single_valued: True: a new value ends the old one; False: both stand.
            progress: called with how many scopes are done, and how many there are.

        Returns:
            In how many scopes facts were decided again.

        Raises:
            AccessError: the actor is no operator.
            InputError: that is no name of a slot.
        """
        named = slot_name(slot, "slot")
        if named is None:
            raise InputError("No slot was named.", remedy='Name one, such as "manager".')
        return set_slot(
            self._desk.door,
            self.tenant,
            self.actor,
            named,
            tenant_rules=self._rules,
            scopes=self._scopes(),
            single_valued=flag(single_valued, "single_valued"),
            progress=progress,
        )

    def set_retention(
        self, plan: str | RetentionPlan | Mapping[str, object], *, progress: Progress | None = None
    ) -> int:
        """Say how facts are kept, and build the state of every fact again from the log.

        Stopped, and called again, it goes on.

        Args:
            plan: "remanent", "nmafc", "fade" or "fern"; or the names of presets by tier, such as
                {"core": "nmafc.core", "active": "nmafc.active", "ephemeral": "fade.short"}.
            progress: called with how many scopes are done, and how many there are.

        Returns:
            How many facts are kept otherwise now.

        Raises:
            AccessError: the actor is no operator.
            InputError: there is no such plan, or no such preset; the message lists them.
        """
        return set_retention(
            self._desk.door,
            self.tenant,
            self.actor,
            read_plan(plan),
            tenant_rules=self._rules,
            scopes=self._scopes(),
            progress=progress,
        )

    def retention_plan(self) -> RetentionPlan:
        """Return how facts are kept."""
        return self._rules.of(self.tenant).plan or DEFAULT_PLAN

    def slots(self) -> dict[str, bool]:
        """Return which slots of facts hold one value, True, or many, False.

        Slots that are not named hold many.
        """
        known = dict.fromkeys(sorted(SINGLE_VALUED), True)
        return known | dict(self._rules.of(self.tenant).single_valued)

    def catalog(self) -> Catalog:
        """Return the catalog in force, or the default one."""
        return self._desk.catalogs.of(self.tenant)

    def unmapped(
        self, limit: int = 100, *, progress: Progress | None = None
    ) -> tuple[UnmappedTotal, ...]:
        """Return what events named that the catalog does not know, most events first.

        Args:
            limit: 1 to 10,000.
            progress: called with how many scopes are done, and how many there are.

        Raises:
            AccessError: the actor is no operator.
        """
        check_operator(self.actor, "reads what was not mapped")
        most = whole_number(limit, "limit", least=1, most=MAX_UNMAPPED)
        return unmapped(self._desk.door, self.actor, self._scopes(), limit=most, progress=progress)

    def release_prior(
        self, epsilon: float, *, delta: float | None = None, progress: Progress | None = None
    ) -> Prior:
        """Draw a new release of the tenant's average user and put it in force.

        Everybody reads this one until the next is released; reading spends nothing.

        Args:
            epsilon: what it spends of the cap, 0.000001 to 100: the smaller, the more noise.
            delta: lets attributes be released that the catalog does not name, up to 0.01, far
                below one over the number of people; None releases names of the catalog alone.
            progress: called with how many people are done, and how many there are. What it
                raises stops the release; nothing is spent then.

        Raises:
            AccessError: the actor is no operator.
            InputError: a number cannot be used, the prior is switched off, or the cap is spent.
            MissingExtraError: `pip install "remanent[privacy]"` is needed.
        """
        spent = _within(epsilon, "epsilon", LEAST_EPSILON, MOST_EPSILON)
        doubt = None if delta is None else _within(delta, "delta", LEAST_DELTA, MOST_DELTA)
        check_operator(self.actor, "releases a prior")
        prior = release_prior(
            self._desk.door,
            self.tenant,
            self.actor,
            self._scopes(),
            catalog=self.catalog(),
            rates=self._desk.plan.rates,
            noise=self._noise(),
            epsilon=spent,
            delta=doubt,
            progress=progress,
        )
        self._desk.shares.look_again()
        return prior

    def refresh_prior(self, *, progress: Progress | None = None) -> Prior | None:
        """Make a stale release again, without who was erased; withdraw it where the cap is spent.

        Returns:
            The release in force, untouched where it is not stale; None where there is none.
        """
        prior = refresh_prior(
            self._desk.door,
            self.tenant,
            self.actor,
            self._scopes(),
            catalog=self.catalog(),
            rates=self._desk.plan.rates,
            noise=self._noise,
            progress=progress,
        )
        self._desk.shares.look_again()
        pinned = pinned_releases(self._desk.door, self.tenant, self.actor)
        if any(prior is None or each != prior.id for each in pinned):
            self._store_deviations(prior, None)
        return prior

    def prior(self) -> Prior | None:
        """Return the release that is kept, None where there is none; a stale one is read by nobody.

        It is stale as well where fewer people are left than it was made of.
        """
        _, ledger, kept = read_tenant(self._desk.door, self.tenant, self.actor)
        if kept is None or kept.is_stale or not is_short(ledger, self._scopes()):
            return kept
        return replace(kept, is_stale=True)

    def prior_ledger(self) -> PriorLedger:
        """Return what all releases together have spent of the cap."""
        return read_tenant(self._desk.door, self.tenant, self.actor)[1]

    def withdraw_prior(self) -> bool:
        """Take the release back, from every card at once; say whether there was one."""
        was_there = withdraw_prior(self._desk.door, self.tenant, self.actor)
        self._desk.shares.look_again()
        if pinned_releases(self._desk.door, self.tenant, self.actor):
            self._store_deviations(None, None)
        return was_there

    def store_deviations(self, *, progress: Progress | None = None) -> int:
        """Store edges only where people deviate from the release in force, as the policy says.

        Nothing that a person showed is lost: what is read lies within the policy's `deviation`
        of the truth, and his next event restores the edge from his own evidence. Without the
        policy `deviations_only`, or without a release, all edges are stored in full again.
        Stops and goes on as often as needed.

        Returns:
            How many edges were rewritten.

        Raises:
            AccessError: the actor is no operator.
        """
        check_operator(self.actor, "decides how edges are stored")
        prior = self.prior() if self.policy().deviations_only else None
        return self._store_deviations(None if prior is None or prior.is_stale else prior, progress)

    def _store_deviations(self, prior: Prior | None, progress: Progress | None) -> int:
        return store_deviations(
            self._desk.door,
            self.tenant,
            self.actor,
            self._scopes(),
            prior,
            catalog=self.catalog(),
            rates=self._desk.plan.rates,
            distance=self.policy().deviation,
            progress=progress,
        )

    def policy(self) -> Policies:
        """Return what was decided for this tenant, or the defaults."""
        return read_tenant(self._desk.door, self.tenant, self.actor)[0]

    def set_policy(
        self,
        *,
        prior: bool | None = None,
        epsilon_cap: float | None = None,
        k: int | None = None,
        attributes_a_user: int | None = None,
        pairs_a_user: int | None = None,
        lends_associations: bool | None = None,
        deviations_only: bool | None = None,
        deviation: float | None = None,
    ) -> Policies:
        """Decide for this tenant; what is not given stays.

        Args:
            prior: whether anything of other people enters a card.
            epsilon_cap: what all releases together may spend, for good; 0 to 1,000.
            k: at least so many others than the reader hold what is released; 5 to 1,000,000.
            attributes_a_user, pairs_a_user: what one person counts for at most, 1 to 64 and 0
                to 64: the fewer, the less noise.
            lends_associations: whether other tenants may adopt this one's association totals.
            deviations_only, deviation: whether `store_deviations` keeps an edge short that lies
                within so much (0 to 9) of the release's weight.

        Raises:
            AccessError: the actor is no operator. InputError: a number is outside its range.
        """
        given: dict[str, object] = {
            "prior": _switch(prior, "prior"),
            "epsilon_cap": _number(epsilon_cap, "epsilon_cap", most=1000.0),
            "k": _whole(k, "k", LEAST_K, 1_000_000),
            "attributes_a_user": _whole(attributes_a_user, "attributes_a_user", 1, MOST_A_USER),
            "pairs_a_user": _whole(pairs_a_user, "pairs_a_user", 0, MOST_A_USER),
            "lends_associations": _switch(lends_associations, "lends_associations"),
            "deviations_only": _switch(deviations_only, "deviations_only"),
            "deviation": _number(deviation, "deviation", most=9.0),
        }
        changes = {name: value for name, value in given.items() if value is not None}
        policies = replace(self.policy(), **changes)  # type: ignore[arg-type]  # each was read above
        set_policies(self._desk.door, self.tenant, self.actor, policies)
        self._desk.shares.look_again()
        return policies

    def adopt_associations(self, from_tenant: str | None) -> None:
        """Read another tenant's released association totals from now on, to warm this one.

        Never anybody's own weights, and only while the other tenant lends its totals; what it
        withdraws is gone here as well.

        Args:
            from_tenant: None adopts none any more.

        Raises:
            AccessError: the actor is no operator. InputError: the other lends no totals.
        """
        lender = label(from_tenant, "from_tenant")
        adopt_associations(self._desk.door, self.tenant, self.actor, lender)
        self._desk.shares.look_again()


def _path(given: TextOrPath) -> Path | None:
    """Return the path that was given; None for a text."""
    if isinstance(given, os.PathLike):
        return Path(given)
    if not isinstance(given, str):
        raise InputError(f"A catalog is text or a path, not {type(given).__name__}.")
    if "\n" in given or "[" in given or "=" in given or not given.strip():
        return None
    return Path(given)


def _read_file(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else shown(error)
        raise InputError(
            f"The file {shown(str(path))} cannot be read: {reason}.",
            remedy="Give the path of a UTF-8 file, or the text itself.",
        ) from None


def _within(value: object, what: str, least: float, most: float) -> float:
    number = _number(value, what, most=most)
    if number is None or number < least:
        raise InputError(
            f"{what} is {shown(value)}; it must be a number from {least:g} to {most:g}."
        )
    return number


def _number(value: object, what: str, *, most: float) -> float | None:
    if value is None:
        return None
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= most:
        return float(value)
    raise InputError(f"{what} is {shown(value)}; it must be a number from 0 to {most:g}.")


def _whole(value: int | None, what: str, least: int, most: int) -> int | None:
    return None if value is None else whole_number(value, what, least=least, most=most)


def _switch(value: object, what: str) -> bool | None:
    if value is None or isinstance(value, bool):
        return value
    raise InputError(f"{what} is {shown(value)}; it must be True or False.")
