"""`remanent entity`, `remanent entities` and `remanent suggestions`."""

from typing import Annotated

from cyclopts import App, Parameter

from remanent.faces.cli.documents import write_document
from remanent.faces.cli.exits import DONE, NOTHING_FOUND
from remanent.faces.cli.options import SCOPE_DEFAULTS, ScopeOptions, opened_scope
from remanent.model.suggestion import Suggestion

Ids = Annotated[str, Parameter(name="ID", help="The id of a suggestion; several may be given.")]
Limit = Annotated[int, Parameter(help="At most so many, 1 to 10,000.")]
Skip = Annotated[int, Parameter(help="Leave out so many at the beginning.")]

suggestions = App(name="suggestions", help="What waits for the owner's word: list, accept, reject.")


def entity(
    name: Annotated[str, Parameter(help='A name, or how somebody stands: "my sister".')],
    /,
    *,
    budget_tokens: Annotated[
        int, Parameter(help="How long the text may be; 0 for no limit.")
    ] = 200,
    options: ScopeOptions = SCOPE_DEFAULTS,
) -> int:
    """Show what is known of whoever or whatever bears a name.

    Several bear it where nothing that was said makes them one.
    """
    with opened_scope(options) as here:
        found = here.scope.entity(name, budget_tokens=budget_tokens)
    if options.json:
        write_document({"card": found})
        return DONE
    from remanent.faces.cli.screen import FAINT, Screen  # noqa: PLC0415 - for people only

    screen = Screen()
    for line in found.text.splitlines()[1:-1]:
        screen.line(line)
    if found.dropped:
        screen.line(
            f"{found.dropped:,} more lines are left out; --budget-tokens shows them.", style=FAINT
        )
    return DONE


def entities(*, limit: Limit = 1000, skip: Skip = 0, options: ScopeOptions = SCOPE_DEFAULTS) -> int:
    """List whom and what the facts that hold speak of.

    Those with most facts stand first. The exit code is 3 where there is nothing.
    """
    with opened_scope(options) as here:
        found = here.scope.entities(limit=limit, skip=skip)
    if options.json:
        write_document({"entities": found, "dropped": found.dropped})
        return DONE if found else NOTHING_FOUND
    from remanent.faces.cli.screen import FAINT, Screen, counted, one_line  # noqa: PLC0415 - for people

    screen = Screen()
    for each in found:
        also = f", also {', '.join(one_line(name, 60) for name in each.aliases)}"
        screen.line(
            f"{one_line(each.label, 100)}: {each.kind.value}{also if each.aliases else ''} "
            f"({counted(each.facts, 'fact')})"
        )
    if not found:
        screen.line("Nothing is known.")
    if found.dropped:
        screen.line(f"{found.dropped:,} more are left out; --skip shows them.", style=FAINT)
    return DONE if found else NOTHING_FOUND


@suggestions.command(name="list")
def list_(*, limit: Limit = 100, skip: Skip = 0, options: ScopeOptions = SCOPE_DEFAULTS) -> int:
    """List what is proposed; the exit code is 3 where nothing is."""
    with opened_scope(options) as here:
        found = here.scope.suggestions(limit=limit, skip=skip)
    if options.json:
        write_document({"suggestions": found, "dropped": found.dropped})
        return DONE if found else NOTHING_FOUND
    from remanent.faces.cli.screen import FAINT, STRONG, Screen, one_line  # noqa: PLC0415 - for people

    screen = Screen()
    for each in found:
        screen.line(one_line(each.reason), style=STRONG)
        screen.line(f"{each.kind.value}, id {each.id}", indent=2, style=FAINT)
    if not found:
        screen.line("Nothing is proposed.")
    if found.dropped:
        screen.line(f"{found.dropped:,} more are left out; --skip shows them.", style=FAINT)
    return DONE if found else NOTHING_FOUND


@suggestions.command
def accept(first: Ids, /, *others: Ids, options: ScopeOptions = SCOPE_DEFAULTS) -> int:
    """Take suggestions up, for good."""
    with opened_scope(options) as here:
        done = [here.scope.accept(each) for each in (first, *others)]
    return _tell("accepted", done, as_json=options.json)


@suggestions.command
def reject(first: Ids, /, *others: Ids, options: ScopeOptions = SCOPE_DEFAULTS) -> int:
    """Turn suggestions down, for good: they never return."""
    with opened_scope(options) as here:
        done = [here.scope.reject(each) for each in (first, *others)]
    return _tell("rejected", done, as_json=options.json)


def _tell(what: str, done: list[Suggestion], *, as_json: bool) -> int:
    if as_json:
        write_document({what: done})
        return DONE
    from remanent.faces.cli.screen import GOOD, Screen, one_line  # noqa: PLC0415 - for people only

    screen = Screen()
    for each in done:
        screen.line(f"{what.capitalize()}: {one_line(each.reason)}", style=GOOD)
    return DONE
