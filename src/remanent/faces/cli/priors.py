"""`remanent prior show`, `policy`, `release` and `withdraw`: a tenant's average user."""

from typing import Annotated, Final

from cyclopts import App, Parameter

from remanent.errors import Interrupted
from remanent.faces.cli.documents import document_of, write_document
from remanent.faces.cli.exits import DONE, NOTHING_FOUND
from remanent.faces.cli.options import TENANT_DEFAULTS, TenantOptions, opened_tenant
from remanent.faces.cli.progress import progress_bar
from remanent.model.prior import Policies, Prior, PriorLedger

_SHOWN: Final = 20

prior = App(name="prior", help="Release a tenant's average user, or look at it.")


@prior.command
def show(*, options: TenantOptions = TENANT_DEFAULTS) -> int:
    """Show the release in force, and what all releases have spent.

    The exit code is 3 where there is none.
    """
    with opened_tenant(options) as tenant:
        found, ledger, policy = tenant.prior(), tenant.prior_ledger(), tenant.policy()
    if options.json:
        write_document({"prior": found, "ledger": ledger, "policy": policy})
    else:
        _show(found, ledger, policy)
    return DONE if found is not None else NOTHING_FOUND


@prior.command
def policy(
    *,
    use: Annotated[
        bool | None,
        Parameter(name="--use", negative="--no-use", help="Let a release enter cards, or none."),
    ] = None,
    epsilon_cap: Annotated[
        float | None, Parameter(help="What all releases together may spend, for good: 0 to 1000.")
    ] = None,
    k: Annotated[
        int | None, Parameter(help="At least so many others hold what is released: 5 or more.")
    ] = None,
    attributes_a_user: Annotated[
        int | None, Parameter(help="One person's strongest that count, 1 to 64: fewer, less noise.")
    ] = None,
    pairs_a_user: Annotated[
        int | None, Parameter(help="One person's strongest pairs that count, 0 to 64.")
    ] = None,
    lend: Annotated[
        bool | None,
        Parameter(
            name="--lend", negative="--no-lend", help="Let other tenants adopt association totals."
        ),
    ] = None,
    options: TenantOptions = TENANT_DEFAULTS,
) -> int:
    """Show what a tenant decided of its average user, after changing what is given.

    What is not given stays as it is.
    """
    with opened_tenant(options) as tenant:
        changes = (use, epsilon_cap, k, attributes_a_user, pairs_a_user, lend)
        if any(each is not None for each in changes):
            tenant.set_policy(
                prior=use,
                epsilon_cap=epsilon_cap,
                k=k,
                attributes_a_user=attributes_a_user,
                pairs_a_user=pairs_a_user,
                lends_associations=lend,
            )
        found, ledger = tenant.policy(), tenant.prior_ledger()
    if options.json:
        write_document({"policy": found, "ledger": ledger})
    else:
        _show_policy(found, ledger)
    return DONE


@prior.command
def release(
    *,
    epsilon: Annotated[
        float, Parameter(help="What it spends of the cap: the smaller, the more noise.")
    ],
    delta: Annotated[
        float | None,
        Parameter(help="Lets attributes be released that the catalog does not name."),
    ] = None,
    options: TenantOptions = TENANT_DEFAULTS,
) -> int:
    """Draw a new release and put it in force.

    Everybody reads this one until the next; reading spends nothing. Interrupted, it spends nothing
    either.
    """
    with opened_tenant(options) as tenant, progress_bar("Adding up") as bar:
        try:
            found = tenant.release_prior(epsilon, delta=delta, progress=bar.reach)
        except KeyboardInterrupt:
            raise Interrupted(
                "Stopped; nothing was released and nothing was spent.", remedy="Run it again."
            ) from None
        ledger, policy = tenant.prior_ledger(), tenant.policy()
    if options.json:
        write_document({"prior": found, "ledger": ledger, "policy": policy})
    else:
        _show(found, ledger, policy)
    return DONE


@prior.command
def withdraw(*, options: TenantOptions = TENANT_DEFAULTS) -> int:
    """Take the release back, from every card at once.

    What was spent stays spent. The exit code is 3 where there was none.
    """
    with opened_tenant(options) as tenant:
        was_there = tenant.withdraw_prior()
    if options.json:
        write_document(document_of({"withdrawn": was_there}))
    else:
        from remanent.faces.cli.screen import Screen  # noqa: PLC0415 - for people only

        Screen().line("The release is withdrawn." if was_there else "There was no release.")
    return DONE if was_there else NOTHING_FOUND


def _show_policy(policy: Policies, ledger: PriorLedger) -> None:
    from remanent.faces.cli.screen import Screen  # noqa: PLC0415 - for people only

    screen = Screen()
    screen.rows(
        (
            ("a release enters cards", "yes" if policy.prior else "no"),
            ("epsilon", f"{ledger.spent_epsilon:g} of {policy.epsilon_cap:g} spent"),
            ("released is what", f"at least {policy.k} others hold"),
            ("attributes of one person", f"at most {policy.attributes_a_user}"),
            ("pairs of one person", f"at most {policy.pairs_a_user}"),
            ("association totals are lent", "yes" if policy.lends_associations else "no"),
        )
    )


def _show(found: Prior | None, ledger: PriorLedger, policy: Policies) -> None:
    from remanent.faces.cli.screen import BAD, FAINT, STRONG, Screen, counted, one_line  # noqa: PLC0415 - for people

    screen = Screen()
    if found is None:
        screen.line("There is no release.")
    else:
        screen.line(
            f"Release {found.id} of {found.released_at:%Y-%m-%d}, of about {found.users:,.0f} "
            f"people: {counted(len(found.attributes), 'attribute')}, "
            f"{counted(len(found.pairs), 'pair')}.",
            style=STRONG,
        )
        if found.is_stale:
            screen.line("It is stale: somebody was erased. Nobody reads it.", style=BAD)
        screen.rows(
            (
                (
                    one_line(each.shown, 60),
                    f"weight {each.holder_average:.1f} of about {each.holders:,.0f} who have it",
                )
                for each in found.attributes[:_SHOWN]
            ),
            indent=2,
        )
        if len(found.attributes) > _SHOWN:
            screen.line(f"… and {len(found.attributes) - _SHOWN:,} more", indent=2, style=FAINT)
    if not policy.prior:
        screen.line("Priors are switched off for this tenant.", style=BAD)
    screen.line(
        f"Spent: epsilon {ledger.spent_epsilon:g} of {policy.epsilon_cap:g}, in "
        f"{counted(ledger.releases, 'release')}; whatever is released at least {policy.k} others "
        "hold.",
        style=FAINT,
    )
