"""Release a tenant's average user: add up what people hold, hide each of them, write it once.

An operator does it, on a schedule or on demand. Nothing is written before the end, so that an
interruption loses nothing and spends nothing. What is written is what every reader gets from then
on: a release is never drawn again because somebody reads it.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from remanent.dynamics.privacy import budget_left, is_affordable
from remanent.errors import AccessError, InputError
from remanent.flows.catalog import tenant_scope
from remanent.flows.deviation import exact_graph
from remanent.flows.door import Applied, Door
from remanent.flows.shared import ADOPTED, LEDGER, POLICIES, PRIOR, TOTALS
from remanent.model.catalog import Catalog
from remanent.model.governance import Actor, ActorKind
from remanent.model.prior import Policies, Prior, PriorLedger
from remanent.model.scope import Scope, ScopeKind
from remanent.ports import Noise, Transaction
from remanent.preferences.learning import Rates
from remanent.preferences.prior import Totals, contribution_of, drafted, public_names, released
from remanent.preferences.prior_documents import (
    ledger_text,
    policies_text,
    prior_text,
    read_ledger,
    read_policies,
    read_prior,
    totals_text,
)
from remanent.quoting import shown

Progress = Callable[[int, int], None]


def release_prior(
    door: Door,
    tenant: str,
    actor: Actor,
    scopes: Sequence[Scope],
    *,
    catalog: Catalog,
    rates: Rates,
    noise: Noise,
    epsilon: float,
    delta: float | None = None,
    progress: Progress | None = None,
) -> Prior:
    """Make a release of a tenant and put it in force.

    Args:
        scopes: of the tenant; those of people are read, each by a view of its own.
        epsilon: what it spends of the tenant's lifetime cap.
        delta: lets attributes be released that the catalog does not name, with this chance at
            most that a name tells of one person; None releases names of the catalog alone.
        progress: called with how many people are done and how many there are.

    Raises:
        AccessError: the actor is no operator.
        InputError: the prior is switched off, or the release would go beyond the cap; nothing
            was drawn.
    """
    check_operator(actor, "releases a prior")
    policies, ledger, _ = read_tenant(door, tenant, actor)
    _check_affordable(policies, ledger, epsilon)
    people = [scope for scope in scopes if scope.kind is ScopeKind.USER]
    names = public_names(catalog)
    now = door.clock.now()
    totals = _added_up(
        door,
        actor,
        people,
        now,
        catalog=catalog,
        names=names if delta is None else None,
        policies=policies,
        rates=rates,
        progress=progress,
    )
    draft = drafted(totals, policies)
    prior = released(
        draft,
        noise.noised(draft.values, sensitivity=draft.sensitivity, epsilon=epsilon),
        name=door.ids.new_id(now),
        at=now,
        epsilon=epsilon,
        delta=delta,
        policies=policies,
        shown=names,
    )

    def block(transaction: Transaction, at: datetime) -> Applied[Prior]:
        before = read_ledger(transaction.document(LEDGER))
        _check_affordable(read_policies(transaction.document(POLICIES)), before, epsilon)
        # Who was erased while we were adding up may be in the sums.
        made = replace(prior, is_stale=before.erasures != ledger.erasures)
        after = replace(
            before,
            spent_epsilon=before.spent_epsilon + epsilon,
            spent_delta=before.spent_delta + (delta or 0.0),
            releases=before.releases + 1,
            scopes=len(people),
        )
        transaction.keep_document(PRIOR, prior_text(made), at)
        transaction.keep_document(TOTALS, totals_text(made), at)
        transaction.keep_document(LEDGER, ledger_text(after), at)
        counts = {"attributes": len(made.attributes), "pairs": len(made.pairs), "releases": 1}
        return Applied(made, counts)

    return door.write(tenant_scope(tenant), actor, "release_prior", block)


def _added_up(
    door: Door,
    actor: Actor,
    people: Sequence[Scope],
    at: datetime,
    *,
    catalog: Catalog,
    names: Mapping[str, str] | Collection[str] | None,
    policies: Policies,
    rates: Rates,
    progress: Progress | None,
) -> Totals:
    totals = Totals()
    for done, scope in enumerate(people, 1):
        with door.read(scope, actor) as snapshot:
            graph = exact_graph(snapshot, catalog=catalog, rates=rates)
        if graph.size:
            totals.add(
                contribution_of(graph, catalog, at, names=names, policies=policies, rates=rates)
            )
        if progress is not None:
            progress(done, len(people))
    return totals


def refresh_prior(
    door: Door,
    tenant: str,
    actor: Actor,
    scopes: Sequence[Scope],
    *,
    catalog: Catalog,
    rates: Rates,
    noise: Callable[[], Noise],
    progress: Progress | None = None,
) -> Prior | None:
    """Make a stale release again, without who was erased, or withdraw it where the cap is spent.

    Returns:
        The release in force; None where there is none.
    """
    policies, ledger, kept = read_tenant(door, tenant, actor)
    if kept is None:
        return None
    if not kept.is_stale and not is_short(ledger, scopes):
        return kept
    check_operator(actor, "refreshes a prior")
    if not is_affordable(kept.epsilon, spent=ledger.spent_epsilon, cap=policies.epsilon_cap):
        withdraw_prior(door, tenant, actor)
        return None
    names = public_names(catalog)
    return release_prior(
        door,
        tenant,
        actor,
        scopes,
        catalog=catalog,
        rates=rates,
        noise=noise(),
        epsilon=kept.epsilon,
        delta=None if all(each.attribute in names for each in kept.attributes) else kept.delta,
        progress=progress,
    )


def withdraw_prior(door: Door, tenant: str, actor: Actor) -> bool:
    """Take a tenant's release back, totals included; say whether there was one. Spent is spent."""
    check_operator(actor, "withdraws a prior")

    def block(transaction: Transaction, _: datetime) -> Applied[bool]:
        if transaction.document(PRIOR) is None and transaction.document(TOTALS) is None:
            return Applied(result=False, counts={})
        transaction.delete_document(PRIOR)
        transaction.delete_document(TOTALS)
        return Applied(result=True, counts={"withdrawn": 1})

    return door.write(tenant_scope(tenant), actor, "withdraw_prior", block)


def mark_stale(door: Door, tenant: str, actor: Actor) -> bool:
    """Note that somebody was erased: his tenant's release is read by nobody until it is made again.

    Returns:
        Whether a release was in force.
    """

    def block(transaction: Transaction, at: datetime) -> Applied[bool]:
        ledger = read_ledger(transaction.document(LEDGER))
        ledger = replace(ledger, erasures=ledger.erasures + 1)
        transaction.keep_document(LEDGER, ledger_text(ledger), at)
        kept = transaction.document(PRIOR)
        if kept is None:
            return Applied(result=False, counts={"erasures": 1})
        stale = replace(read_prior(kept, transaction.document(TOTALS)), is_stale=True)
        transaction.keep_document(PRIOR, prior_text(stale), at)
        transaction.keep_document(TOTALS, totals_text(stale), at)
        return Applied(result=True, counts={"erasures": 1, "stale": 1})

    return door.write(tenant_scope(tenant), actor, "mark_prior_stale", block)


def read_tenant(
    door: Door, tenant: str, actor: Actor
) -> tuple[Policies, PriorLedger, Prior | None]:
    """Return a tenant's policies, what its releases spent, and the release that is kept."""
    with door.read(tenant_scope(tenant), actor) as snapshot:
        if not snapshot.state.exists:
            return Policies(), PriorLedger(), None
        kept = snapshot.document(PRIOR)
        return (
            read_policies(snapshot.document(POLICIES)),
            read_ledger(snapshot.document(LEDGER)),
            None if kept is None else read_prior(kept, snapshot.document(TOTALS)),
        )


def is_short(ledger: PriorLedger, scopes: Sequence[Scope]) -> bool:
    """Say whether there are fewer people than the latest release was made of."""
    return sum(scope.kind is ScopeKind.USER for scope in scopes) < ledger.scopes


def set_policies(door: Door, tenant: str, actor: Actor, policies: Policies) -> None:
    """Keep an operator's decisions for a tenant."""
    check_operator(actor, "sets a tenant's policies")

    def block(transaction: Transaction, at: datetime) -> Applied[None]:
        transaction.keep_document(POLICIES, policies_text(policies), at)
        return Applied(None, {"policies": 1})

    door.write(tenant_scope(tenant), actor, "set_policies", block)


def adopt_associations(door: Door, tenant: str, actor: Actor, lender: str | None) -> None:
    """Let a tenant read another's association totals from now on; None reads none.

    Only totals that are released are read, never anybody's own weights, and only while the lender
    lends them: what it withdraws is gone here as well.

    Raises:
        InputError: the other tenant lends no totals, or is the same one.
    """
    check_operator(actor, "adopts association totals")
    if lender == tenant:
        raise InputError("A tenant cannot adopt its own association totals.")
    if lender is not None:
        with door.read(tenant_scope(lender), actor) as snapshot:
            lends = snapshot.state.exists and (
                read_policies(snapshot.document(POLICIES)).lends_associations
                and snapshot.document(TOTALS) is not None
            )
        if not lends:
            raise InputError(
                f"The tenant {shown(lender)} lends no association totals.",
                remedy="Release its prior, and let its operator set lends_associations=True.",
            )

    def block(transaction: Transaction, at: datetime) -> Applied[None]:
        if lender is None:
            transaction.delete_document(ADOPTED)
        else:
            transaction.keep_document(ADOPTED, lender, at)
        return Applied(None, {"adopted": int(lender is not None)})

    door.write(tenant_scope(tenant), actor, "adopt_associations", block)


def check_operator(actor: Actor, what: str) -> None:
    """Raise AccessError unless an operator calls, or the owner of an own file."""
    if actor.kind not in {ActorKind.OWNER, ActorKind.OPERATOR}:
        raise AccessError(f"Only an operator {what}, not the {actor.kind.value}.")


def _check_affordable(policies: Policies, ledger: PriorLedger, epsilon: float) -> None:
    if not policies.prior:
        raise InputError(
            "This tenant's prior is switched off.",
            remedy="Switch it on with set_policy(prior=True), then release.",
        )
    if not is_affordable(epsilon, spent=ledger.spent_epsilon, cap=policies.epsilon_cap):
        left = budget_left(ledger.spent_epsilon, cap=policies.epsilon_cap)
        raise InputError(
            f"A release of epsilon {epsilon:g} would go beyond this tenant's cap of "
            f"{policies.epsilon_cap:g}: {ledger.spent_epsilon:g} is spent, {left:g} is left.",
            remedy="Use the release in force, release with less, or raise the cap knowingly.",
        )
