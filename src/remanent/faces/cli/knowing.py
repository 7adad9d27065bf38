"""`remanent facts` and `remanent history`."""

from collections.abc import Sequence
from typing import Annotated

from cyclopts import Parameter

from remanent.faces.cli.documents import write_document
from remanent.faces.cli.exits import DONE, NOTHING_FOUND
from remanent.faces.cli.options import SCOPE_DEFAULTS, ScopeOptions, opened_scope
from remanent.flows.history import HistoryEntry
from remanent.model.fact import Fact

Subject = Annotated[
    str | None, Parameter(help='Only about this person; "user" is the scope\'s own.')
]
Limit = Annotated[int, Parameter(help="At most so many, 1 to 100,000.")]
Skip = Annotated[int, Parameter(help="Leave out so many at the beginning.")]
Slot = Annotated[str | None, Parameter(help='Only this kind of fact, such as "home".')]


def facts(
    *,
    subject: Subject = None,
    slot: Slot = None,
    as_of: Annotated[str | None, Parameter(help="What held at a moment; now by default.")] = None,
    include_closed: Annotated[
        bool, Parameter(help="Also what holds no longer or was taken back.")
    ] = False,
    known_at: Annotated[
        str | None, Parameter(help="What this memory knew at a moment, as it knew it.")
    ] = None,
    limit: Limit = 1000,
    skip: Skip = 0,
    options: ScopeOptions = SCOPE_DEFAULTS,
) -> int:
    """List what is known, with sources.

    It stands in the order in which it was learned. The exit code is 3 where nothing is known.
    """
    with opened_scope(options) as here:
        known = here.scope.facts(
            subject=subject,
            slot=slot,
            as_of=as_of,
            known_at=known_at,
            include_closed=include_closed,
            limit=limit,
            skip=skip,
        )
        zone = here.zone
    if options.json:
        write_document({"facts": known, "dropped": known.dropped})
    else:
        _show_facts(known, zone)
        _show_dropped(known.dropped)
    return DONE if known else NOTHING_FOUND


def history(
    fact_id: Annotated[str | None, Parameter(help="The id of one fact.")] = None,
    /,
    *,
    slot: Slot = None,
    subject: Subject = None,
    limit: Limit = 1000,
    skip: Skip = 0,
    options: ScopeOptions = SCOPE_DEFAULTS,
) -> int:
    """Show how a fact, or everything in a slot, changed.

    It stands in the order of world time, then of learning. The exit code is 3 where there is
    nothing.
    """
    with opened_scope(options) as here:
        entries = here.scope.history(fact_id, slot=slot, subject=subject, limit=limit, skip=skip)
        zone = here.zone
    if options.json:
        write_document({"entries": entries, "dropped": entries.dropped})
    else:
        _show_history(entries, zone)
        _show_dropped(entries.dropped)
    return DONE if entries else NOTHING_FOUND


def _show_dropped(dropped: int) -> None:
    from remanent.faces.cli.screen import FAINT, Screen  # noqa: PLC0415 - for people only

    if dropped:
        Screen().line(f"{dropped:,} more are left out; --limit or --skip shows them.", style=FAINT)


def _show_facts(known: Sequence[Fact], zone_name: str | None) -> None:
    from remanent.faces.cli.items import about, quoted, statement, told  # noqa: PLC0415 - for people only
    from remanent.faces.cli.screen import BAD, FAINT, STRONG, Screen, zone_named  # noqa: PLC0415 - the same

    screen, zone = Screen(), zone_named(zone_name)
    if not known:
        screen.line("Nothing is known.")
    for fact in known:
        screen.line(statement(fact), style=STRONG)
        marks = () if fact.retracted_at is None else ("taken back",)
        screen.line(about(fact, zone, *marks), indent=2, style=BAD if marks else "")
        for source in fact.sources[:1]:
            screen.line(f"{told(source, zone)}: {quoted(source.text)}", indent=2, style=FAINT)
        screen.line(f"id {fact.id}", indent=2, style=FAINT)


def _show_history(entries: Sequence[HistoryEntry], zone_name: str | None) -> None:
    from remanent.faces.cli.items import statement, validity, whose, zone_of  # noqa: PLC0415 - for people only
    from remanent.faces.cli.screen import FAINT, STRONG, Screen, day, zone_named  # noqa: PLC0415 - the same

    screen, zone = Screen(), zone_named(zone_name)
    if not entries:
        screen.line("Nothing is known.")
    shown = ""
    for entry in entries:
        if entry.fact.id != shown:
            shown = entry.fact.id
            screen.line(f"{statement(entry.fact)} ({whose(entry.fact.subject)})", style=STRONG)
            screen.line(f"id {shown}", indent=2, style=FAINT)
        screen.line(
            f"{entry.change}: {validity(entry.fact, zone)} "
            f"(learned {day(entry.at, zone_of(entry.fact, zone))})",
            indent=2,
        )
