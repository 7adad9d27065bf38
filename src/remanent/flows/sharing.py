"""One person on several tenants: who is the same, and what one surface may see of another.

Nothing is shared until the person says so, twice: both scopes name each other, each with the
owner's secret, and then a namespace is shared with a tenant by name. Weights stay where they are
and are read when a card is asked for, so that taking back works at once.
"""

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from remanent.errors import AccessError, InputError
from remanent.flows.card import CardPlan, beginning_of_day
from remanent.flows.deviation import whole_graph
from remanent.flows.door import Applied, Door
from remanent.flows.inputs import several
from remanent.flows.owner import verify_owner_secret
from remanent.model.catalog import Catalog
from remanent.model.governance import Actor, ActorKind
from remanent.model.prior import Surface, Surfaces
from remanent.model.scope import Scope, ScopeKind
from remanent.ports import Snapshot, Transaction
from remanent.preferences.attributes import canonical
from remanent.preferences.card import standing_only
from remanent.preferences.mapping import matching_contexts
from remanent.preferences.ranking import rank_preferences
from remanent.preferences.surfaces import OtherSurface, allowed
from remanent.quoting import shown

SURFACES: Final = "surfaces"
MAX_SURFACES: Final = 16
MAX_NAMESPACES: Final = 256


def link(door: Door, scope: Scope, actor: Actor, other: Scope, secret: str) -> bool:
    """Say that another scope is the same person's; it holds once that one says so too.

    Args:
        secret: the owner's; it shows that a person links, and not an agent.

    Returns:
        Whether both sides agree by now.

    Raises:
        AccessError: the actor is not the owner, or the secret is wrong or was never set.
        InputError: the other is no person's scope on another tenant, or there are too many.
    """
    _check_owner(actor, "links surfaces")
    if not isinstance(other, Scope) or other.kind is not ScopeKind.USER:
        raise InputError("A surface is a person's scope on another tenant.")
    if scope.kind is not ScopeKind.USER or other.tenant == scope.tenant:
        raise InputError("Only two scopes of persons on two tenants can be linked.")
    if not verify_owner_secret(door, scope, actor, secret):
        raise AccessError(
            "The owner's secret is wrong, or none is set.",
            remedy="Set one with set_owner_secret, and give it here.",
        )

    def changed(before: Surfaces) -> Surfaces:
        if other in before.links:
            return before
        if len(before.links) >= MAX_SURFACES:
            raise InputError(f"A scope is linked to {MAX_SURFACES} others at most.")
        return replace(before, links=(*before.links, other))

    _change(door, scope, actor, "link", changed)
    with door.read(other, actor) as snapshot:
        return scope in _read(snapshot).links


def unlink(door: Door, scope: Scope, actor: Actor, other: Scope) -> bool:
    """Take a link back, with what was shared over it; say whether there was one."""
    _check_owner(actor, "unlinks surfaces")

    def changed(before: Surfaces) -> Surfaces:
        shares = {name: own for name, own in before.shares.items() if name != other.tenant}
        links = tuple(each for each in before.links if each != other)
        return Surfaces(links, shares) if other in before.links else before

    return _change(door, scope, actor, "unlink", changed)


def share(
    door: Door, scope: Scope, actor: Actor, namespaces: Iterable[str], tenant: str
) -> frozenset[str]:
    """Let a linked tenant see some namespaces of this scope; return all that it may see.

    Raises:
        AccessError: the actor is not the owner.
        InputError: no scope on that tenant is linked, or no namespace is named.
    """
    _check_owner(actor, "shares")
    wanted = read_namespaces(namespaces)

    def changed(before: Surfaces) -> Surfaces:
        if tenant not in {each.tenant for each in before.links}:
            raise InputError(
                f"No scope on the tenant {shown(tenant)} is linked to this one.",
                remedy="Link both sides first; then share with it.",
            )
        own = before.shares.get(tenant, frozenset()) | wanted
        return replace(before, shares={**before.shares, tenant: own})

    _change(door, scope, actor, "share", changed)
    with door.read(scope, actor) as snapshot:
        return _read(snapshot).shares.get(tenant, frozenset())


def unshare(
    door: Door,
    scope: Scope,
    actor: Actor,
    namespaces: Iterable[str] | None = None,
    tenant: str | None = None,
) -> bool:
    """Take back what was shared; say whether anything was.

    Args:
        namespaces: None for all. tenant: None for every tenant.
    """
    _check_owner(actor, "takes back what is shared")
    gone = None if namespaces is None else read_namespaces(namespaces)

    def changed(before: Surfaces) -> Surfaces:
        shares = {
            name: own if tenant not in {None, name} else own - (own if gone is None else gone)
            for name, own in before.shares.items()
        }
        return replace(before, shares={name: own for name, own in shares.items() if own})

    return _change(door, scope, actor, "unshare", changed)


def surfaces(door: Door, scope: Scope, actor: Actor) -> tuple[Surface, ...]:
    """Return the scopes that this one is linked to, and what each may see of this one."""
    with door.read(scope, actor) as snapshot:
        own = _read(snapshot)
    found: list[Surface] = []
    for other in own.links:
        with door.read(other, actor) as snapshot:
            is_agreed = scope in _read(snapshot).links
        found.append(Surface(other, is_agreed, own.shares.get(other.tenant, frozenset())))
    return tuple(found)


def other_surfaces(
    door: Door,
    scope: Scope,
    actor: Actor,
    *,
    catalog_of: Callable[[str], Catalog],
    plan: CardPlan,
    context: Sequence[str] = (),
    at: datetime | None = None,
) -> tuple[OtherSurface, ...]:
    """Return what the person's other surfaces let this one see, each read by a view of its own."""
    now = at or door.clock.now()
    with door.read(scope, actor) as snapshot:
        links = _read(snapshot).links
    found: list[OtherSurface] = []
    for other in links:
        with door.read(other, actor) as snapshot:
            theirs = _read(snapshot)
            namespaces = theirs.shares.get(scope.tenant, frozenset())
            if scope not in theirs.links or not namespaces:
                continue
            graph = snapshot.preference_graph()
        catalog = catalog_of(other.tenant)
        graph = whole_graph(door, other, graph, catalog=catalog)
        seeds = [
            *context,
            *(each.key for each in matching_contexts(catalog, at=now, zone=plan.zone)),
        ]
        moment = beginning_of_day(now, plan.zone or catalog.zone)
        ranked = rank_preferences(
            graph, catalog, moment, seeds, rates=plan.rates, plan=plan.ranking
        )
        standing = allowed(standing_only(ranked, graph, catalog), namespaces)
        found.append(OtherSurface(other.tenant, tuple(standing)))
    return tuple(found)


def read_namespaces(given: Iterable[str]) -> frozenset[str]:
    """Read names of namespaces.

    Raises:
        InputError: one is no name, or there is none.
    """
    names = [given] if isinstance(given, str) else several(given, "namespaces")
    found: set[str] = set()
    for name in names:
        plain = canonical(name).rstrip(":") if isinstance(name, str) else ""
        if not plain or ":" in plain or plain.startswith("!"):
            raise InputError(
                f"{shown(name)} is no namespace.", remedy='Give a name such as "pref".'
            )
        found.add(plain)
    if not found or len(found) > MAX_NAMESPACES:
        raise InputError(f"Between 1 and {MAX_NAMESPACES} namespaces are shared at once.")
    return frozenset(found)


def _change(
    door: Door,
    scope: Scope,
    actor: Actor,
    action: str,
    changed: Callable[[Surfaces], Surfaces],
) -> bool:
    def block(transaction: Transaction, at: datetime) -> Applied[bool]:
        before = _read(transaction)
        after = changed(before)
        if after == before:
            return Applied(result=False, counts={})
        transaction.keep_document(SURFACES, _text(after), at)
        return Applied(
            result=True,
            counts={"links": len(after.links), "shares": _size(after.shares.values())},
        )

    return door.write(scope, actor, action, block)


def _size(shares: Collection[frozenset[str]]) -> int:
    return sum(len(each) for each in shares)


def _read(snapshot: Snapshot) -> Surfaces:
    text = snapshot.document(SURFACES) if snapshot.state.exists else None
    if text is None:
        return Surfaces()
    kept = json.loads(text)
    return Surfaces(
        tuple(Scope(tenant, ScopeKind.USER, name) for tenant, name in kept["links"]),
        {tenant: frozenset(names) for tenant, names in kept["shares"].items()},
    )


def _text(surfaces: Surfaces) -> str:
    kept = {
        "links": [[each.tenant, each.name] for each in surfaces.links],
        "shares": {tenant: sorted(names) for tenant, names in sorted(surfaces.shares.items())},
    }
    return json.dumps(kept, ensure_ascii=True, separators=(",", ":"))


def _check_owner(actor: Actor, what: str) -> None:
    if actor.kind is not ActorKind.OWNER:
        raise AccessError(f"Only the owner {what}, not the {actor.kind.value}.")
