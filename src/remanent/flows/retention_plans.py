"""How a tenant keeps facts: a plan by name or its own, put in force by an operator."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Final

from remanent.dynamics.retention import PRESETS
from remanent.errors import InputError
from remanent.facts.retention import DEFAULT_PLAN, PLANS
from remanent.facts.tiers import Kind
from remanent.flows.catalog import tenant_scope
from remanent.flows.door import Applied, Door
from remanent.flows.maintain import rebuild_retention
from remanent.flows.release import check_operator
from remanent.flows.slots import RETENTION, TenantRules
from remanent.model.governance import Actor
from remanent.model.retention import RetentionPlan
from remanent.model.scope import Scope, ScopeKind
from remanent.ports import Transaction
from remanent.quoting import shown

Progress = Callable[[int, int], None]
_POLICIES: Final = ("core", "active_long", "active_short", "ephemeral")
LONGEST_NAME: Final = 64
MOST_USES_NEEDED: Final = 1_000_000


def read_plan(given: object) -> RetentionPlan:
    """Read a plan: a name, a plan, or a mapping of tiers to the names of presets.

    Raises:
        InputError: says what cannot be used, and what there is.
    """
    if isinstance(given, RetentionPlan):
        given = asdict(given)
    if isinstance(given, str):
        if given in PLANS:
            return PLANS[given]
        raise InputError(
            f"There is no retention plan {shown(given)}.",
            remedy=f"Choose one of {', '.join(PLANS)}, or give the presets of each tier.",
        )
    if not isinstance(given, Mapping):
        raise InputError(
            f"A retention plan is a name or a mapping, not {type(given).__name__}.",
            remedy=f"Choose one of {', '.join(PLANS)}.",
        )
    fields = dict(given)
    if "active" in fields:
        both = fields.pop("active")
        fields.setdefault("active_long", both)
        fields.setdefault("active_short", both)
    plan = DEFAULT_PLAN
    try:
        plan = replace(plan, **{"name": "own", **fields})
    except TypeError as error:
        raise InputError(
            f"A retention plan cannot be read: {error}.",
            remedy="It has name, core, active (or active_long and active_short), ephemeral, "
            "archive_below, core_helpful_uses and relevance.",
        ) from None
    return _checked(replace(plan, relevance=_relevance(plan.relevance)))


def _relevance(given: object) -> tuple[tuple[str, float], ...]:
    """Read the relevance of kinds of facts that were never used."""
    try:
        named = dict(given)  # type: ignore[call-overload]  # what it is is found out here
    except (TypeError, ValueError):
        raise InputError(
            "relevance is no mapping of kinds to numbers.",
            remedy=f"The kinds are {', '.join(Kind)}.",
        ) from None
    for kind, number in named.items():
        if kind not in set(Kind):
            raise InputError(
                f"relevance names {shown(kind)}, which is no kind of fact.",
                remedy=f"The kinds are {', '.join(Kind)}.",
            )
        if isinstance(number, bool) or not isinstance(number, int | float) or not 0 <= number <= 1:
            raise InputError(f"relevance of {kind} is {shown(number)}.", remedy="Give 0 to 1.")
    return tuple((str(kind), float(number)) for kind, number in sorted(named.items()))


def _checked(plan: RetentionPlan) -> RetentionPlan:
    for field in _POLICIES:
        name = getattr(plan, field)
        if not isinstance(name, str) or name not in PRESETS:
            raise InputError(
                f"{field} names {shown(name)}, which is no retention preset.",
                remedy=f"There are {', '.join(PRESETS)}.",
            )
    below, uses = plan.archive_below, plan.core_helpful_uses
    if isinstance(below, bool) or not isinstance(below, int | float) or not 0 <= below < 1:
        raise InputError(f"archive_below is {shown(below)}.", remedy="Give a strength in [0, 1).")
    if isinstance(uses, bool) or not isinstance(uses, int) or not 1 <= uses <= MOST_USES_NEEDED:
        raise InputError(
            f"core_helpful_uses is {shown(uses)}.", remedy="Give a whole number from 1 on."
        )
    if not isinstance(plan.name, str) or not 0 < len(plan.name) <= LONGEST_NAME:
        raise InputError(
            "A retention plan needs a name.", remedy=f"Give 1 to {LONGEST_NAME} characters."
        )
    return plan


def set_retention(
    door: Door,
    tenant: str,
    actor: Actor,
    plan: RetentionPlan,
    *,
    tenant_rules: TenantRules,
    scopes: Sequence[Scope],
    progress: Progress | None = None,
) -> int:
    """Put a plan in force, and build the state of every fact of the tenant again from the log.

    Stopped, and called again, it goes on: what stands right is not written.

    Returns:
        How many facts are kept otherwise now.

    Raises:
        AccessError: the actor is no operator.
    """
    check_operator(actor, "says how facts are kept")

    def block(transaction: Transaction, now: datetime) -> Applied[None]:
        text = json.dumps(asdict(plan), sort_keys=True)
        if transaction.document(RETENTION) == text:
            return Applied(None, {})
        transaction.keep_document(RETENTION, text, now)
        return Applied(None, {"plans": 1})

    door.write(tenant_scope(tenant), actor, "set_retention", block)
    tenant_rules.look_again(tenant)
    people = [scope for scope in scopes if scope.kind is not ScopeKind.TENANT]
    rules, changed = tenant_rules.of(tenant).plan, 0
    for done, scope in enumerate(people, 1):
        changed += rebuild_retention(door, scope, actor, plan=rules)
        if progress is not None:
            progress(done, len(people))
    return changed
