"""How many values the slots of a tenant hold: kept in the tenant's scope, applied to every fact."""

import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Final, NamedTuple

from remanent.errors import InputError
from remanent.facts.retention import DEFAULT_PLAN
from remanent.facts.slots import BY_THE_RULES, FactRules, is_single_valued
from remanent.flows.cardinality import follow_rules
from remanent.flows.catalog import tenant_scope
from remanent.flows.door import Applied, Door
from remanent.flows.keeping import keep
from remanent.flows.release import check_operator
from remanent.flows.settling import fold_again
from remanent.model.governance import OWNER, Actor
from remanent.model.retention import RetentionPlan
from remanent.model.scope import Scope, ScopeKind
from remanent.ports import Snapshot, Transaction

SLOTS: Final = "slots"
RETENTION: Final = "retention"
FRESH_FOR = timedelta(seconds=1)
MAX_KEPT = 1024
MAX_SLOTS = 1000
Progress = Callable[[int, int], None]


class _Kept(NamedTuple):
    at: datetime
    rules: FactRules


class TenantRules:
    """What tenants say of slots, and how they keep facts, looked at again after a second."""

    def __init__(
        self, door: Door, *, plan: RetentionPlan = DEFAULT_PLAN, asks_model: bool = False
    ) -> None:
        """Begin with none.

        Args:
            plan: how facts are kept where a tenant has chosen nothing.
            asks_model: whether a model is asked about pairs that the rules are not sure of.
        """
        self._door = door
        self._plan = plan
        self._asks_model = asks_model
        self._kept: dict[str, _Kept] = {}
        self._lock = threading.Lock()

    def of(self, tenant: str) -> FactRules:
        """Return what a tenant says of slots, and how it keeps facts."""
        now = self._door.clock.now()
        known = self._kept.get(tenant)
        if known is not None and abs(now - known.at) < FRESH_FOR:
            return known.rules
        with self._door.read(tenant_scope(tenant), OWNER) as snapshot:
            rules = read_rules(snapshot) if snapshot.state.exists else BY_THE_RULES
        chosen = rules.plan
        plan = self._plan if chosen is None else _with_relevance(chosen, self._plan)
        kept = _Kept(now, replace(rules, plan=plan, asks_model=self._asks_model))
        with self._lock:
            if len(self._kept) >= MAX_KEPT:
                self._kept.clear()
            self._kept[tenant] = kept
        return kept.rules

    def look_again(self, tenant: str) -> None:
        """Let go of what is kept of a tenant: something was written."""
        with self._lock:
            self._kept.pop(tenant, None)


def set_slot(
    door: Door,
    tenant: str,
    actor: Actor,
    slot: str,
    *,
    tenant_rules: TenantRules,
    scopes: Sequence[Scope],
    single_valued: bool,
    progress: Progress | None = None,
) -> int:
    """Say how many values a slot holds, and decide every fact in it again.

    Stopped, and called again, it goes on: a scope that is done stays as it is.

    Returns:
        In how many scopes facts were decided again.

    Raises:
        AccessError: the actor is no operator.
        InputError: the tenant says something of too many slots already.
    """
    check_operator(actor, "says how many values a slot holds")

    def block(transaction: Transaction, now: datetime) -> Applied[None]:
        said = _read(transaction.document(SLOTS))
        before = dict(said)
        said.pop(slot, None)
        if single_valued != is_single_valued(slot):
            said[slot] = single_valued
        if len(said) > MAX_SLOTS:
            raise InputError(
                f"More than {MAX_SLOTS} slots were set.", remedy="Set those back that are unused."
            )
        if said != before:
            transaction.keep_document(SLOTS, json.dumps(said, sort_keys=True), now)
        return Applied(None, {"slots": 1} if said != before else {})

    door.write(tenant_scope(tenant), actor, "set_slot", block)
    tenant_rules.look_again(tenant)
    rules = tenant_rules.of(tenant)
    people = [scope for scope in scopes if scope.kind is not ScopeKind.TENANT]
    changed = 0
    for done, scope in enumerate(people, 1):
        changed += _decide_again(door, scope, actor, slot, rules) > 0
        if progress is not None:
            progress(done, len(people))
    return changed


def _decide_again(door: Door, scope: Scope, actor: Actor, slot: str, rules: FactRules) -> int:
    """Put the marks of one slot on the timelines that they belong to now, and fold those."""

    def block(transaction: Transaction, now: datetime) -> Applied[int]:
        moved = follow_rules(transaction, [slot], rules)
        written = fold_again(transaction, moved.timelines, now)
        keep(transaction, written, now, rules.plan)
        counts = {"fact_changes": len(written), "marks": moved.marks} if moved.marks else {}
        return Applied(len(written), counts)

    return door.write(scope, actor, "decide_again", block)


def read_rules(snapshot: Snapshot) -> FactRules:
    """Return what the tenant of a tenant's scope says of slots, and how it keeps facts."""
    plan = snapshot.document(RETENTION)
    return FactRules(
        single_valued=MappingProxyType(_read(snapshot.document(SLOTS))),
        plan=None if plan is None else _read_plan(plan),
    )


def _read_plan(text: str) -> RetentionPlan:
    plan = RetentionPlan(**json.loads(text))
    return replace(plan, relevance=tuple((str(kind), float(one)) for kind, one in plan.relevance))


def _with_relevance(plan: RetentionPlan, settings: RetentionPlan) -> RetentionPlan:
    """Return a tenant's plan with the settings' relevance of kinds that it says nothing of."""
    relevance = dict(settings.relevance) | dict(plan.relevance)
    return replace(plan, relevance=tuple(relevance.items()))


def _read(text: str | None) -> dict[str, bool]:
    return {str(slot): bool(one) for slot, one in json.loads(text or "{}").items()}
