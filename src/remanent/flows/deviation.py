"""Store edges only where people deviate from the release, or in full again; read both alike.

The release that edges were shortened against is pinned in the tenant's scope for as long as any of
them rests on it, whatever is released later.
"""

import json
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from remanent.flows.catalog import tenant_scope
from remanent.flows.door import Applied, Door
from remanent.model.catalog import Catalog
from remanent.model.governance import OWNER, Actor
from remanent.model.instants import to_datetime
from remanent.model.preference import Preference
from remanent.model.preference_graph import PreferenceGraph
from remanent.model.prior import Prior
from remanent.model.scope import Scope, ScopeKind
from remanent.ports import Snapshot, Transaction
from remanent.preferences.deviation import (
    deviates,
    filled,
    has_short,
    is_lossless,
    is_short,
    restored,
    shortened,
    with_whole_edges,
)
from remanent.preferences.learning import DEFAULT_RATES, FOLDED_EVIDENCE, Rates
from remanent.preferences.prior_documents import prior_text, read_prior

SHORTENED: Final = "deviation"
PINNED: Final = "pinned prior "
MAX_PINNED: Final = 100

Progress = Callable[[int, int], None]


def store_deviations(
    door: Door,
    tenant: str,
    actor: Actor,
    scopes: Sequence[Scope],
    prior: Prior | None,
    *,
    catalog: Catalog,
    rates: Rates,
    distance: float,
    progress: Progress | None = None,
) -> int:
    """Shorten every edge of a tenant's people that says what a release says; None restores all.

    Each scope is one transaction; what an interruption leaves out is done by the next run.

    Returns:
        How many edges were rewritten.
    """
    at = door.present()
    if prior is not None:
        _pin(door, tenant, actor, prior)
    people = [scope for scope in scopes if scope.kind is ScopeKind.USER]
    changed = 0
    for done, scope in enumerate(people, 1):
        changed += _rewrite(
            door, scope, actor, prior, at, catalog=catalog, rates=rates, distance=distance
        )
        if progress is not None:
            progress(done, len(people))
    _unpin(door, tenant, actor, kept=prior)
    return changed


def whole_graph(
    door: Door, scope: Scope, graph: PreferenceGraph, *, catalog: Catalog
) -> PreferenceGraph:
    """Return a scope's graph with every edge in full; where none was shortened, the same one."""
    if not has_short(graph):
        return graph
    with door.read(scope, OWNER) as snapshot:
        graph, kept = snapshot.preference_graph(), snapshot.document(SHORTENED)
        release, at = ("", door.clock.now()) if kept is None else _read_note(kept)
    with door.read(tenant_scope(scope.tenant), OWNER) as snapshot:
        pinned = snapshot.document(PINNED + release) if snapshot.state.exists else None
    if pinned is None:  # it was restored meanwhile
        with door.read(scope, OWNER) as snapshot:
            return exact_graph(snapshot, catalog=catalog)
    prior = read_prior(pinned, None)
    return with_whole_edges(graph, lambda row: filled(row, prior, at))


def exact_graph(
    snapshot: Snapshot, *, catalog: Catalog, rates: Rates = DEFAULT_RATES
) -> PreferenceGraph:
    """Return a scope's graph as its own evidence gives it, whatever was released."""
    graph = snapshot.preference_graph()
    if not has_short(graph):
        return graph
    return with_whole_edges(graph, lambda row: _restored(snapshot, row, catalog, rates))


def pinned_releases(door: Door, tenant: str, actor: Actor) -> tuple[str, ...]:
    """Return the names of releases that shortened edges may rest on."""
    with door.read(tenant_scope(tenant), actor) as snapshot:
        if not snapshot.state.exists:
            return ()
        found = snapshot.documents(PINNED, limit=MAX_PINNED)
    return tuple(each.removeprefix(PINNED) for each in found)


def _rewrite(
    door: Door,
    scope: Scope,
    actor: Actor,
    prior: Prior | None,
    at: datetime,
    *,
    catalog: Catalog,
    rates: Rates,
    distance: float,
) -> int:
    def decided(transaction: Transaction, row: Preference) -> Preference:
        half_life = catalog.namespace_of(row.attribute).half_life_days
        whole = _restored(transaction, row, catalog, rates) if is_short(row) else row
        if prior is None or deviates(
            whole, prior, at, half_life_days=half_life, distance=distance, rates=rates
        ):
            return whole
        evidence = transaction.evidence(row.number, limit=FOLDED_EVIDENCE)
        if not is_lossless(whole, evidence, half_life_days=half_life, rates=rates):
            return whole
        return shortened(whole, prior, at, half_life_days=half_life, rates=rates)

    def block(transaction: Transaction, now: datetime) -> Applied[int]:
        rows = [row for row in transaction.preference_graph().rows if row is not None]
        after = [decided(transaction, row) for row in rows]
        changed = [new for old, new in zip(rows, after, strict=True) if new != old]
        short = sum(map(is_short, after))
        if not changed and not short:
            return Applied(0, {})
        transaction.write_preferences(changed)
        transaction.delete_preferences(())  # none; but what others have read of them is outdated
        if prior is not None and short:
            transaction.keep_document(SHORTENED, _note(prior, at), now)
        else:
            transaction.delete_document(SHORTENED)
        return Applied(len(changed), {"edges": len(changed), "short": short})

    with door.read(scope, actor) as snapshot:
        if not snapshot.preference_graph().size:
            return 0
    return door.write(scope, actor, "store_deviations", block)


def _restored(snapshot: Snapshot, row: Preference, catalog: Catalog, rates: Rates) -> Preference:
    return restored(
        row,
        snapshot.evidence(row.number, limit=FOLDED_EVIDENCE),
        half_life_days=catalog.namespace_of(row.attribute).half_life_days,
        rates=rates,
    )


def _pin(door: Door, tenant: str, actor: Actor, prior: Prior) -> None:
    def block(transaction: Transaction, at: datetime) -> Applied[None]:
        transaction.keep_document(PINNED + prior.id, prior_text(prior), at)
        return Applied(None, {"pinned": 1})

    door.write(tenant_scope(tenant), actor, "pin_prior", block)


def _unpin(door: Door, tenant: str, actor: Actor, *, kept: Prior | None) -> None:
    """Let go of releases that no edge rests on any more."""

    def block(transaction: Transaction, _: datetime) -> Applied[None]:
        names = transaction.documents(PINNED, limit=MAX_PINNED)
        gone = [name for name in names if kept is None or name != PINNED + kept.id]
        for name in gone:
            transaction.delete_document(name)
        return Applied(None, {"unpinned": len(gone)} if gone else {})

    door.write(tenant_scope(tenant), actor, "unpin_priors", block)


def _note(prior: Prior, at: datetime) -> str:
    return json.dumps({"release": prior.id, "at": at.isoformat()})


def _read_note(text: str) -> tuple[str, datetime]:
    kept = json.loads(text)
    return kept["release"], to_datetime(kept["at"])
