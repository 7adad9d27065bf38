"""`remanent maintain` and `remanent retention`: how facts are kept, and what is done about it."""

from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import App, Parameter

from remanent.errors import InputError, Interrupted
from remanent.faces.cli.documents import document_of, write_document
from remanent.faces.cli.exits import DONE
from remanent.faces.cli.options import (
    PERSON_DEFAULTS,
    STORE_DEFAULTS,
    TENANT_DEFAULTS,
    PersonOptions,
    StoreOptions,
    TenantOptions,
    opened_memory,
    opened_scope,
    opened_tenant,
    settings_of,
)
from remanent.faces.cli.progress import progress_bar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from remanent.flows.retention import Kept
    from remanent.model.retention import Maintained, RetentionPlan
    from remanent.model.scope import Scope

Preset = Annotated[str | None, Parameter(help='A preset by name, such as "fade.long".')]

_COUNTS: Final = ("demoted", "archived", "pruned")
_AGAIN: Final = "What is done is kept; run it again to go on."

retention = App(name="retention", help="How facts are kept: show, plan, set.")


def maintain(
    *,
    tenant: Annotated[str | None, Parameter(help="Only this tenant's people.")] = None,
    limit: Annotated[int, Parameter(help="Facts in all at most, 1 to 1,000,000.")] = 100_000,
    at: Annotated[
        str | None, Parameter(help="As of this moment, such as 2026-03-01; now by default.")
    ] = None,
    options: StoreOptions = STORE_DEFAULTS,
) -> int:
    """Demote, archive and prune the facts that are due.

    Only memories in which something is due are looked at. For cron: stopped, and run again, it
    goes on; several may run at once.
    """
    with opened_memory(settings_of(options)) as memory:
        try:
            done = memory.maintain(tenant=tenant, limit=limit, at=at)
        except KeyboardInterrupt:
            raise Interrupted("Stopped.", remedy=_AGAIN) from None
    if options.json:
        scopes = [document_of(scope) | document_of(each) for scope, each in done.items()]
        write_document({"scopes": scopes, "left": any(each.left for each in done.values())})
    else:
        _show_done(done)
    return DONE


@retention.command
def show(
    fact_id: Annotated[str, Parameter(help="The id of a fact.")],
    /,
    *,
    at: Annotated[str | None, Parameter(help="As of this moment; now by default.")] = None,
    options: PersonOptions = PERSON_DEFAULTS,
) -> int:
    """Show how a fact is kept: how strong it is, what it was used for, what is due."""
    with opened_scope(options) as here:
        found = here.scope.retention(fact_id, at=at)
        zone_name = here.zone
    if options.json:
        write_document({"kept": found})
    else:
        _show_kept(found, zone_name)
    return DONE


@retention.command
def plan(*, options: TenantOptions = TENANT_DEFAULTS) -> int:
    """Show which presets keep the facts of a tenant."""
    with opened_tenant(options) as tenant:
        found = tenant.retention_plan()
    if options.json:
        write_document({"plan": _plan_document(found)})
    else:
        _show_plan(found)
    return DONE


@retention.command(name="set")
def set_(
    name: Annotated[str, Parameter(help="remanent, fade, nmafc, fern, or a name of your own.")],
    /,
    *,
    core: Preset = None,
    active: Annotated[
        str | None, Parameter(help="A preset for both layers, in place of the next two.")
    ] = None,
    active_long: Preset = None,
    active_short: Preset = None,
    ephemeral: Preset = None,
    archive_below: Annotated[
        float | None, Parameter(help="Strength at which facts leave the hot set, below 1.")
    ] = None,
    options: TenantOptions = TENANT_DEFAULTS,
) -> int:
    """Put a plan in force, and build the state of every fact of the tenant again.

    With presets it is a plan of your own; what is not named is as in the plan "remanent".
    """
    presets = {
        "core": core,
        "active": active,
        "active_long": active_long,
        "active_short": active_short,
        "ephemeral": ephemeral,
        "archive_below": archive_below,
    }
    own = {field: value for field, value in presets.items() if value is not None}
    if active is not None and (active_long is not None or active_short is not None):
        raise InputError(
            "--active names the preset of both layers.", remedy="Leave it out, or the other two."
        )
    with opened_tenant(options, may_create=True) as tenant, progress_bar("Building") as bar:
        try:
            changed = tenant.set_retention(
                name if not own else {"name": name, **own}, progress=bar.reach
            )
        except KeyboardInterrupt:
            raise Interrupted("Stopped.", remedy=_AGAIN) from None
        found = tenant.retention_plan()
    if options.json:
        write_document({"plan": _plan_document(found), "changed": changed})
        return DONE
    from remanent.faces.cli.screen import GOOD, Screen, counted  # noqa: PLC0415 - for people only

    Screen().line(
        f"The plan {found.name!r} is in force; {counted(changed, 'fact')} kept otherwise now.",
        style=GOOD,
    )
    return DONE


def _plan_document(plan: "RetentionPlan") -> dict[str, object]:
    document: dict[str, object] = document_of(plan)
    return document | {"relevance": dict(plan.relevance)}


def _show_done(done: "Mapping[Scope, Maintained]") -> None:
    from remanent.faces.cli.screen import FAINT, GOOD, Screen, counted, one_line  # noqa: PLC0415 - for people

    screen = Screen()
    if not done:
        screen.line("Nothing is due.", style=GOOD)
    for scope, each in done.items():
        told = ", ".join(f"{getattr(each, name):,} {name}" for name in _COUNTS)
        whose = one_line(f"{scope.tenant}/{scope.kind.value}/{scope.name}", 100)
        screen.line(f"{whose}: {counted(each.looked_at, 'fact')} looked at: {told}")
    if any(each.left for each in done.values()):
        screen.line("More is due; run it again.", style=FAINT)


def _show_kept(found: "Kept", zone_name: str | None) -> None:
    from remanent.faces.cli.items import statement  # noqa: PLC0415 - for people only
    from remanent.faces.cli.screen import FAINT, STRONG, Screen, zone_named  # noqa: PLC0415 - the same

    screen, zone, state = Screen(), zone_named(zone_name), found.state
    screen.line(statement(found.fact), style=STRONG)
    layer = "" if state.layer is None else f", {state.layer} layer"
    screen.pair("kept as", f"{state.tier.value}{layer}, by {state.policy}")
    screen.pair("strength", f"{found.strength:.3f}")
    screen.pair("importance", f"{state.importance:.3f}")
    screen.pair("shown, used, helped", f"{state.shown:,}, {state.used:,}, {state.helped:,}")
    if found.fact.archived_at is not None:
        screen.pair("archived", f"{found.fact.archived_at.astimezone(zone):%Y-%m-%d}")
    due = "never"
    if state.due_at is not None:
        due = f"{state.due_at.astimezone(zone):%Y-%m-%d %H:%M}"
    elif state.due_turn is not None:
        due = f"turn {state.due_turn:,}"
    screen.pair("next due", due)
    if found.is_proven:
        screen.line("It was of help: it is not pruned.", style=FAINT)


def _show_plan(found: "RetentionPlan") -> None:
    from remanent.faces.cli.screen import FAINT, STRONG, Screen, one_line  # noqa: PLC0415 - the same
    from remanent.facts.retention import PLANS  # noqa: PLC0415 - for people only

    screen = Screen()
    screen.line(one_line(found.name, 100), style=STRONG)
    for name in ("core", "active_long", "active_short", "ephemeral"):
        screen.pair(name.replace("_", ", "), getattr(found, name))
    screen.pair("archived below", f"{found.archive_below:.3g}")
    screen.pair("helpful uses to core", f"{found.core_helpful_uses:,}")
    screen.line(
        f"By name there are {', '.join(PLANS)}: `remanent retention set NAME`.", style=FAINT
    )
