"""Fit a tenant's numbers on its people's own events; nothing is in force before it is applied."""

from collections.abc import Callable, Sequence
from datetime import datetime
from hashlib import sha256
from types import MappingProxyType
from typing import Final

from remanent.flows.card import CardPlan
from remanent.flows.catalog import TUNING, tenant_scope
from remanent.flows.door import Applied, Door
from remanent.flows.release import check_operator
from remanent.model.catalog import Catalog
from remanent.model.governance import Actor
from remanent.model.scope import Scope, ScopeKind
from remanent.model.tuning import Tuning, TuningReport
from remanent.ports import Transaction
from remanent.preferences.learning import Rates
from remanent.preferences.learning_documents import read_tuning, tuning_text
from remanent.preferences.tuning import Person, Tunable, fitted, person_of

MOST_ATTRIBUTES: Final = 256
MOST_EVIDENCE: Final = 400
LOOKED_AT_A_USER: Final = 5
"""So many scopes are looked at for each person that is wanted: many have few events."""

Progress = Callable[[int, int], None]


def tune(
    door: Door,
    tenant: str,
    actor: Actor,
    scopes: Sequence[Scope],
    *,
    catalog: Catalog,
    plan: CardPlan,
    users: int,
    progress: Progress | None = None,
) -> TuningReport:
    """Fit half-lives, context floor and threshold; nothing is written.

    Args:
        scopes: of the tenant; those of people are sampled by a hash of their names.
        users: people with enough events that are read at most.
        progress: called with the steps that are done, and how many there may be.

    Raises:
        AccessError: the actor is no operator.
    """
    check_operator(actor, "tunes a tenant")
    people = [scope for scope in scopes if scope.kind is ScopeKind.USER]
    people.sort(key=lambda scope: sha256(f"{tenant}\0{scope.name}".encode()).digest())
    sampled = people[: users * LOOKED_AT_A_USER]
    read: list[Person] = []
    for done, scope in enumerate(sampled, 1):
        person = _person(door, scope, actor, catalog, plan.rates)
        if person is not None:
            read.append(person)
        if progress is not None:
            progress(done, len(sampled))
        if len(read) == users:
            break
    now = Tunable(catalog, plan.rates, plan.ranking, plan.actions)
    return fitted(read, now, progress=progress)


def apply_tuning(door: Door, tenant: str, actor: Actor, tuning: Tuning) -> None:
    """Put fitted numbers in force, beside those that were applied before."""
    check_operator(actor, "tunes a tenant")

    def block(transaction: Transaction, at: datetime) -> Applied[None]:
        known = read_tuning(transaction.document(TUNING))
        merged = Tuning(
            MappingProxyType({**known.half_lives, **tuning.half_lives}),
            known.context_floor if tuning.context_floor is None else tuning.context_floor,
            known.act_weight if tuning.act_weight is None else tuning.act_weight,
        )
        transaction.keep_document(TUNING, tuning_text(merged), at)
        return Applied(None, {"half_lives": len(tuning.half_lives), "tuned": 1})

    door.write(tenant_scope(tenant), actor, "apply_tuning", block)


def reset_tuning(door: Door, tenant: str, actor: Actor) -> bool:
    """Let the catalog and the settings hold again; say whether anything was tuned."""
    check_operator(actor, "tunes a tenant")

    def block(transaction: Transaction, _: datetime) -> Applied[bool]:
        if transaction.document(TUNING) is None:
            return Applied(result=False, counts={})
        transaction.delete_document(TUNING)
        return Applied(result=True, counts={"reset": 1})

    return door.write(tenant_scope(tenant), actor, "reset_tuning", block)


def _person(
    door: Door, scope: Scope, actor: Actor, catalog: Catalog, rates: Rates
) -> Person | None:
    with door.read(scope, actor) as snapshot:
        rows = [row for row in snapshot.preference_graph().rows if row is not None]
        rows.sort(key=lambda row: (-(row.hits + row.contexts), row.attribute))
        found = [
            (row.attribute, each)
            for row in rows[:MOST_ATTRIBUTES]
            for each in snapshot.evidence(row.number, limit=MOST_EVIDENCE)
        ]
    return person_of(found, catalog, rates=rates)
