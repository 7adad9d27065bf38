"""`remanent tune`: a tenant's numbers, fitted on its people's own events."""

from typing import Annotated

from cyclopts import Parameter

from remanent.errors import InputError, Interrupted
from remanent.faces.cli.documents import document_of, write_document
from remanent.faces.cli.exits import DONE
from remanent.faces.cli.options import TENANT_DEFAULTS, TenantOptions, opened_tenant
from remanent.faces.cli.progress import progress_bar
from remanent.model.tuning import Fit, TuningReport


def tune(
    *,
    users: Annotated[int, Parameter(help="People that are read at most, 1 to 2,000.")] = 100,
    apply: Annotated[bool, Parameter(help="Put what was found in force.")] = False,
    reset: Annotated[
        bool, Parameter(help="Take back what was applied; catalog and settings hold again.")
    ] = False,
    options: TenantOptions = TENANT_DEFAULTS,
) -> int:
    """Fit half-lives and thresholds to a tenant's own events.

    Held-out next events are predicted, and what predicts them better is shown, with figures of
    people that were kept out of the fit. Nothing is changed without --apply.
    """
    if apply and reset:
        raise InputError("--apply and --reset are opposites.", remedy="Give one of them.")
    if reset:
        return _reset(options)
    with opened_tenant(options) as tenant, progress_bar("Fitting") as bar:
        try:
            report = tenant.tune(users=users, apply=apply, progress=bar.reach)
        except KeyboardInterrupt:
            raise Interrupted("Stopped; nothing was changed.", remedy="Run it again.") from None
    if options.json:
        write_document(document_of(report))
    else:
        _show(report)
    return DONE


def _reset(options: TenantOptions) -> int:
    with opened_tenant(options) as tenant:
        was_tuned = tenant.reset_tuning()
    if options.json:
        write_document({"reset": was_tuned})
        return DONE
    from remanent.faces.cli.screen import Screen  # noqa: PLC0415 - for people only

    Screen().line(
        "Catalog and settings hold again." if was_tuned else "Nothing was tuned; nothing changed."
    )
    return DONE


def _show(report: TuningReport) -> None:
    from remanent.faces.cli.screen import GOOD, STRONG, Screen, counted, one_line  # noqa: PLC0415 - for people

    screen = Screen()
    screen.line(
        f"Read {counted(report.events, 'event')} of {report.users:,} "
        f"{'person' if report.users == 1 else 'people'}; predicted {report.predictions:,} next "
        f"events, {report.checked:,} of them kept out of the fit."
    )
    if report.reason:
        screen.line(report.reason)
        return
    screen.rows(
        [
            ("", "before", "after"),
            *((one_line(each.name, 60), f"{each.before:g}", f"{each.after:g}")
              for each in report.changes),
        ]
    )  # fmt: skip
    figures = (report.before, report.after)
    screen.line("On what was kept out of the fit:", style=STRONG)
    screen.rows(
        [
            ("", "before", "after"),
            ("recall@5 of the next event", *(f"{each.recall:.3f}" for each in figures)),
            ("what faded and what came again", *(f"{each.fading:.3f}" for each in figures)),
            ("silent fillings that were right", *map(_acted, figures)),
        ],
        indent=2,
    )  # fmt: skip
    if report.is_applied:
        screen.line("It is in force; `remanent tune --reset` takes it back.", style=GOOD)
    else:
        screen.line("Nothing was changed; `remanent tune --apply` puts it in force.")


def _acted(fit: Fit) -> str:
    return "none" if fit.precision is None else f"{fit.precision:.3f} of {fit.acted:,}"
