"""`remanent fuse`, `unfuse` and `slot`: which facts stand, and how many at a time."""

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from remanent.errors import InputError, Interrupted
from remanent.faces.cli.documents import write_document
from remanent.faces.cli.exits import DONE
from remanent.faces.cli.options import (
    PERSON_DEFAULTS,
    SCOPE_DEFAULTS,
    TENANT_DEFAULTS,
    PersonOptions,
    ScopeOptions,
    TenantOptions,
    opened_scope,
    opened_tenant,
)
from remanent.faces.cli.progress import progress_bar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from remanent.facts.fusion import Cluster


def fuse(
    *,
    dry_run: Annotated[bool, Parameter(help="Only say what would be done.")] = False,
    limit: Annotated[int, Parameter(help="Clusters at most, 1 to 100,000.")] = 1000,
    options: ScopeOptions = SCOPE_DEFAULTS,
) -> int:
    """Let one fact stand for several that say nearly the same.

    They were told within a week. The others are hidden, not lost: `unfuse` takes it back.
    """
    with opened_scope(options) as here:
        try:
            clusters = here.scope.fuse(dry_run=dry_run, limit=limit)
        except KeyboardInterrupt:
            raise Interrupted(
                "Stopped; what was merged stays merged.", remedy="Run it again to go on."
            ) from None
    if options.json:
        write_document(
            {
                "dry_run": dry_run,
                "clusters": [
                    {"standing": each.standing, "hidden": each.hidden} for each in clusters
                ],
            }
        )
    else:
        _show_clusters(clusters, is_dry=dry_run)
    return DONE


def unfuse(
    fact_id: Annotated[str, Parameter(help="Of a fact that stands for others, or behind one.")],
    /,
    *,
    options: PersonOptions = PERSON_DEFAULTS,
) -> int:
    """Let facts that stand behind another stand again; they are kept apart from then on."""
    with opened_scope(options) as here:
        ids = here.scope.unfuse(fact_id)
    if options.json:
        write_document({"standing": ids})
        return DONE
    from remanent.faces.cli.screen import FAINT, GOOD, Screen, counted  # noqa: PLC0415 - for people

    screen = Screen()
    screen.line(f"{counted(len(ids), 'fact')} stand{'s' * (len(ids) == 1)} again.", style=GOOD)
    for each in ids:
        screen.line(f"id {each}", indent=2, style=FAINT)
    return DONE


def slot(
    name: Annotated[str | None, Parameter(help='Such as "manager".')] = None,
    /,
    *,
    single_valued: Annotated[
        bool, Parameter(help="It holds one value: a new one ends the old one.")
    ] = False,
    many: Annotated[bool, Parameter(help="It holds many: each stands beside the others.")] = False,
    options: TenantOptions = TENANT_DEFAULTS,
) -> int:
    """Say whether a slot of facts holds one value at a time, or many.

    Everybody's facts in it are decided again. Without a name it lists the slots that something is
    said of; all others hold many.
    """
    if name is None and (single_valued or many):
        raise InputError("No slot was named.", remedy="Write `remanent slot NAME --single-valued`.")
    if name is not None and single_valued == many:
        raise InputError(
            "One of --single-valued and --many says what the slot holds.", remedy="Give one."
        )
    if name is None:
        with opened_tenant(options) as tenant:
            _tell_slots(tenant.slots(), options)
        return DONE
    with opened_tenant(options, may_create=True) as tenant, progress_bar("Deciding") as bar:
        try:
            count = tenant.set_slot(name, single_valued=single_valued, progress=bar.reach)
        except KeyboardInterrupt:
            raise Interrupted(
                "Stopped; what is done is kept.", remedy="Run it again to go on."
            ) from None
    if options.json:
        write_document({"slot": name, "single_valued": single_valued, "scopes": count})
        return DONE
    from remanent.faces.cli.screen import GOOD, Screen, counted, one_line  # noqa: PLC0415 - for people

    Screen().line(
        f"{one_line(name, 60)} holds {'one value' if single_valued else 'many values'}; facts were "
        f"decided again in {counted(count, 'scope')}.",
        style=GOOD,
    )
    return DONE


def _tell_slots(found: "Mapping[str, bool]", options: TenantOptions) -> None:
    if options.json:
        write_document({"slots": found})
        return
    from remanent.faces.cli.screen import FAINT, Screen, one_line  # noqa: PLC0415 - for people only

    screen = Screen()
    screen.rows(
        (one_line(name, 60), "one value" if is_single else "many values")
        for name, is_single in found.items()
    )
    screen.line("All others hold many values.", style=FAINT)


def _show_clusters(clusters: "Sequence[Cluster]", *, is_dry: bool) -> None:
    from remanent.faces.cli.items import statement  # noqa: PLC0415 - for people only
    from remanent.faces.cli.screen import FAINT, GOOD, STRONG, Screen, counted  # noqa: PLC0415 - the same

    screen = Screen()
    hidden = sum(len(each.hidden) for each in clusters)
    if not clusters:
        screen.line("Nothing says nearly the same.", style=GOOD)
        return
    would = "would stand" if is_dry else ("stands" if hidden == 1 else "stand")
    screen.line(
        f"{counted(hidden, 'fact')} {would} behind {counted(len(clusters), 'other')}.", style=GOOD
    )
    for each in clusters:
        screen.line(statement(each.standing), style=STRONG)
        for fact in each.hidden:
            screen.line(f"stands for: {statement(fact)}", indent=2)
        screen.line(f"id {each.standing.id}", indent=2, style=FAINT)
