"""`remanent feed`, `diff`, `rollback`, `rollbacks` and `restore`: what happened, and going back."""

import sys
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from remanent.errors import InputError, Interrupted
from remanent.faces.cli.documents import document_of, write_document
from remanent.faces.cli.exits import DONE, NOTHING_FOUND
from remanent.faces.cli.options import PERSON_DEFAULTS, PersonOptions, opened_scope

if TYPE_CHECKING:
    from collections.abc import Sequence

    from remanent.model.fact import Fact
    from remanent.model.feed import DayCounts, Difference, FeedEntry, Rollback
    from remanent.model.listing import Listing

Since = Annotated[str | None, Parameter(help="Only what was recorded from a moment on.")]
Until = Annotated[str | None, Parameter(help="Only what was recorded before a moment.")]


def feed(
    *,
    kind: Annotated[
        str | None, Parameter(help='Only this kind, such as "added" or "archived".')
    ] = None,
    entity: Annotated[
        str | None, Parameter(help="Only facts that speak of this person, place or thing.")
    ] = None,
    turn: Annotated[
        str | None, Parameter(help="Only what this turn, use or outcome caused, by its id.")
    ] = None,
    since: Since = None,
    until: Until = None,
    counts: Annotated[
        bool, Parameter(help="How many of each kind each day saw, of the last 30 days.")
    ] = False,
    limit: Annotated[int, Parameter(help="At most so many, 1 to 100,000.")] = 100,
    skip: Annotated[int, Parameter(help="Leave out so many at the beginning.")] = 0,
    options: PersonOptions = PERSON_DEFAULTS,
) -> int:
    """List what happened to facts, the latest first.

    The exit code is 3 where nothing did.
    """
    if counts and not (kind is entity is turn is None):
        raise InputError(
            "--counts counts everything.", remedy="Leave out --kind, --entity and --turn."
        )
    with opened_scope(options) as here:
        if counts:
            return _tell_days(
                here.scope.feed_counts(since=since, until=until, zone=here.zone), options
            )
        entries = here.scope.feed(
            kind=kind, entity=entity, turn=turn, since=since, until=until, limit=limit, skip=skip
        )
        zone_name = here.zone
    if options.json:
        write_document({"entries": entries, "dropped": entries.dropped})
    else:
        _show_feed(entries, zone_name)
    return DONE if entries else NOTHING_FOUND


def diff(
    first: Annotated[str, Parameter(help="A moment, such as 2026-03-01.")],
    last: Annotated[str | None, Parameter(help="A later one; now by default.")] = None,
    /,
    *,
    world: Annotated[
        bool, Parameter(help="What held in the world then, as it is known now.")
    ] = False,
    limit: Annotated[int, Parameter(help="Facts that are compared at most, 1 to 100,000.")] = 1000,
    options: PersonOptions = PERSON_DEFAULTS,
) -> int:
    """Show what differs between two moments.

    They are moments of record: what this memory knew then. The exit code is 3 where nothing
    differs.
    """
    with opened_scope(options) as here:
        found = here.scope.diff(first, last, world=world, limit=limit)
        zone_name = here.zone
    if options.json:
        write_document(document_of(found))
    else:
        _show_difference(found, zone_name)
    return DONE if found.added or found.gone or found.changed else NOTHING_FOUND


def rollback(
    *,
    to: Annotated[
        str | None, Parameter(help="What was recorded until this moment stays, as it was then.")
    ] = None,
    turn: Annotated[
        str | None, Parameter(help="In its place: the id of the last turn that stays.")
    ] = None,
    yes: Annotated[bool, Parameter(help="Do it without asking.")] = False,
    options: PersonOptions = PERSON_DEFAULTS,
) -> int:
    """Set aside what was recorded after a moment or a turn; nothing is deleted.

    What was set aside is read no more until `restore` brings it back. Behaviours, and the
    preferences that they taught, stay.
    """
    if (to is None) == (turn is None):
        raise InputError(
            "One moment, or one turn, says where to go back to.", remedy="Give --to or --turn."
        )
    with opened_scope(options) as here:
        if not yes:
            _confirm(
                f"Set aside what was recorded after {'turn ' if to is None else ''}{to or turn}?"
            )
        made = here.scope.rollback(to=to, turn=turn)
    if options.json:
        write_document({"rollback": made})
        return DONE
    from remanent.faces.cli.screen import FAINT, GOOD, Screen  # noqa: PLC0415 - for people only

    screen = Screen()
    screen.line(f"Back at {made.to:%Y-%m-%d %H:%M:%S} UTC; {_amount(made)} set aside.", style=GOOD)
    screen.line(f"`remanent restore {made.number}` brings it back.", style=FAINT)
    return DONE


def rollbacks(*, options: PersonOptions = PERSON_DEFAULTS) -> int:
    """List what was set aside, the first first.

    The exit code is 3 where nothing was.
    """
    with opened_scope(options) as here:
        found = here.scope.rollbacks()
        zone_name = here.zone
    if options.json:
        write_document({"rollbacks": found})
        return DONE if found else NOTHING_FOUND
    from remanent.faces.cli.screen import FAINT, Screen, zone_named  # noqa: PLC0415 - for people

    screen, zone = Screen(), zone_named(zone_name)
    for each in found:
        at, to = each.at.astimezone(zone), each.to.astimezone(zone)
        screen.line(
            f"On {at:%Y-%m-%d %H:%M:%S} back to {to:%Y-%m-%d %H:%M:%S}; {_amount(each)} set aside.",
            lead=f"{each.number:>3}  ",
        )
        if each.restored_at is not None:
            back = each.restored_at.astimezone(zone)
            screen.line(f"brought back on {back:%Y-%m-%d %H:%M:%S}", indent=5, style=FAINT)
    if not found:
        screen.line("Nothing was set aside.")
    return DONE if found else NOTHING_FOUND


def restore(
    number: Annotated[int, Parameter(help="Of the rollback, as `rollbacks` lists it.")],
    /,
    *,
    options: PersonOptions = PERSON_DEFAULTS,
) -> int:
    """Bring back what a rollback set aside, beside what was said since."""
    with opened_scope(options) as here:
        made = here.scope.restore(number)
    if options.json:
        write_document({"rollback": made})
        return DONE
    from remanent.faces.cli.screen import GOOD, Screen  # noqa: PLC0415 - for people only

    Screen().line(f"Rollback {made.number} is undone; {_amount(made)} brought back.", style=GOOD)
    return DONE


def _confirm(question: str) -> None:
    """Ask on standard error; whatever is not a yes ends the command."""
    from remanent.faces.cli.screen import one_line  # noqa: PLC0415 - only where it is asked

    if not sys.stdin.isatty():
        raise InputError(
            "rollback asks first, and there is no terminal to ask on.", remedy="Give --yes."
        )
    print(f"{one_line(question)} [y/N] ", end="", file=sys.stderr, flush=True)  # noqa: T201 - for whoever sits there
    if sys.stdin.readline().strip().casefold() not in {"y", "yes"}:
        raise Interrupted("Nothing was set aside.", remedy="Answer y, or give --yes.")


def _amount(made: "Rollback") -> str:
    from remanent.faces.cli.screen import counted  # noqa: PLC0415 - for people only

    entries = f"{made.events:,} {'entry' if made.events == 1 else 'entries'} of the log"
    return f"{entries} and {counted(made.facts, 'fact')}"


def _tell_days(days: "Sequence[DayCounts]", options: PersonOptions) -> int:
    if options.json:
        write_document(
            {
                "days": [
                    {
                        "day": each.day.isoformat(),
                        "counts": {kind.value: n for kind, n in each.counts},
                    }
                    for each in days
                ]
            }
        )
        return DONE if days else NOTHING_FOUND
    from remanent.faces.cli.screen import Screen  # noqa: PLC0415 - for people only

    screen = Screen()
    for each in days:
        told = ", ".join(f"{count:,} {kind.value}" for kind, count in each.counts)
        screen.line(told, lead=f"{each.day.isoformat()}  ")
    if not days:
        screen.line("Nothing happened.")
    return DONE if days else NOTHING_FOUND


def _show_feed(entries: "Listing[FeedEntry]", zone_name: str | None) -> None:
    from remanent.faces.cli.items import statement, whose  # noqa: PLC0415 - for people only
    from remanent.faces.cli.screen import FAINT, Screen, zone_named  # noqa: PLC0415 - the same

    screen, zone = Screen(), zone_named(zone_name)
    for entry in entries:
        screen.line(
            f"{entry.kind.value}: {statement(entry.fact)} ({whose(entry.fact.subject)})",
            lead=f"{entry.at.astimezone(zone):%Y-%m-%d %H:%M:%S}  ",
        )
        cause = "maintenance" if entry.event_id is None else entry.event_id
        screen.line(f"id {entry.fact.id}, by {cause}", indent=21, style=FAINT)
    if not entries:
        screen.line("Nothing happened.")
    if entries.dropped:
        screen.line(
            f"{entries.dropped:,} more are left out; --limit or --skip shows them.", style=FAINT
        )


def _show_difference(found: "Difference", zone_name: str | None) -> None:
    from remanent.faces.cli.items import statement, validity, whose  # noqa: PLC0415 - for people only
    from remanent.faces.cli.screen import BAD, FAINT, GOOD, Screen, zone_named  # noqa: PLC0415 - the same

    screen, zone = Screen(), zone_named(zone_name)

    def tell(what: str, fact: "Fact", style: str) -> None:
        screen.line(f"{what}: {statement(fact)} ({whose(fact.subject)})", style=style)
        screen.line(f"{validity(fact, zone)}, id {fact.id}", indent=2, style=FAINT)

    for fact in found.added:
        tell("added", fact, GOOD)
    for fact in found.gone:
        tell("gone", fact, BAD)
    for before, after in found.changed:
        tell("changed", after, "")
        screen.line(f"it was: {statement(before)}, {validity(before, zone)}", indent=2, style=FAINT)
    if not (found.added or found.gone or found.changed):
        screen.line("Nothing differs.")
    if found.dropped:
        screen.line(
            f"{found.dropped:,} more were not compared; --limit compares them.", style=FAINT
        )
