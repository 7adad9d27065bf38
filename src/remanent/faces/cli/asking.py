"""`remanent recall` and `remanent explain`."""

from typing import Annotated, Final

from cyclopts import Parameter

from remanent.faces.cli.documents import document_of, write_document
from remanent.faces.cli.exits import DONE, NOTHING_FOUND
from remanent.faces.cli.options import SCOPE_DEFAULTS, ScopeOptions, opened_scope
from remanent.model.recall import Recall

Query = Annotated[str, Parameter(help="Any text, in quotes.")]
Limit = Annotated[int | None, Parameter(help="Memories at most, 1 to 1,000; 10 by default.")]
AsOf = Annotated[
    str | None, Parameter(help="The world at a moment: what held then, nothing said later.")
]
KnownAt = Annotated[str | None, Parameter(help="What this memory knew at a moment.")]
Kind = Annotated[tuple[str, ...], Parameter(help="turn or fact; may be given twice.")]
Session = Annotated[str | None, Parameter(help="Only what carries this label.")]
Agent = Annotated[str | None, Parameter(help="Only what carries this label.")]
Since = Annotated[str | None, Parameter(help="Only what was said at or after a moment.")]
Until = Annotated[str | None, Parameter(help="Only what was said before a moment.")]
IncludeClosed = Annotated[bool, Parameter(help="Also facts that hold no longer, marked.")]

_SHOWN_SOURCES: Final = 2


def recall(
    query: Query,
    /,
    *,
    limit: Limit = None,
    budget_tokens: Annotated[
        int | None, Parameter(help="Bound of the rendered text; 0 for none.")
    ] = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    kind: Kind = (),
    session: Session = None,
    agent: Agent = None,
    since: Since = None,
    until: Until = None,
    include_closed: IncludeClosed = False,
    text: Annotated[bool, Parameter(help="Print the text for a prompt, and nothing else.")] = False,
    options: ScopeOptions = SCOPE_DEFAULTS,
) -> int:
    """Ask memory a question; nothing is written.

    Times are ISO 8601, such as 2026-03-01. The exit code is 3 where nothing is found.
    """
    with opened_scope(options) as here:
        found = here.scope.recall(
            query,
            limit=limit,
            budget_tokens=budget_tokens,
            as_of=as_of,
            known_at=known_at,
            kinds=kind or None,
            session=session,
            agent=agent,
            since=since,
            until=until,
            include_closed=include_closed,
        )
        zone = here.zone
    if options.json:
        write_document(document_of(found))
    else:
        _show(found, zone, only_text=text)
    return DONE if found else NOTHING_FOUND


def explain(
    query: Query,
    item: Annotated[str, Parameter(help="The id of a turn or a fact.")],
    /,
    *,
    limit: Limit = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    kind: Kind = (),
    session: Session = None,
    agent: Agent = None,
    since: Since = None,
    until: Until = None,
    include_closed: IncludeClosed = False,
    options: ScopeOptions = SCOPE_DEFAULTS,
) -> int:
    """Say why a memory was or was not recalled for a question."""
    with opened_scope(options) as here:
        found = here.scope.explain(
            query,
            item,
            limit=limit,
            as_of=as_of,
            known_at=known_at,
            kinds=kind or None,
            session=session,
            agent=agent,
            since=since,
            until=until,
            include_closed=include_closed,
        )
    if options.json:
        write_document(document_of(found))
        return DONE
    from remanent.faces.cli.screen import BAD, GOOD, Screen  # noqa: PLC0415 - for people only

    screen = Screen()
    screen.line(
        "Recalled." if found.recalled else "Not recalled.", style=GOOD if found.recalled else BAD
    )
    screen.line(found.reason)
    if found.rank is not None:
        screen.line(f"Place {found.rank} of all, with a score of {found.score:g}:")
        screen.rows(((name, f"{share:+.3f}") for name, share in found.signals.items()), indent=2)
    return DONE


def _show(found: Recall, zone_name: str | None, *, only_text: bool) -> None:
    from remanent.faces.cli.items import show_item  # noqa: PLC0415 - for people only
    from remanent.faces.cli.screen import FAINT, Screen, harmless, zone_named  # noqa: PLC0415 - the same

    screen = Screen()
    if only_text:
        if found.text:
            screen.raw(harmless(found.text))
        return
    for place, item in enumerate(found.items, 1):
        show_item(
            screen, place, item, zone=zone_named(zone_name), sources=_SHOWN_SOURCES, with_id=True
        )
    if not found:
        screen.line(f"Nothing known: {found.reason}.")
    if found.dropped:
        screen.line(f"{found.dropped} more did not fit the budget.", style=FAINT)
    for each in found.degraded:
        screen.line(f"Note: {each}.", style=FAINT)
