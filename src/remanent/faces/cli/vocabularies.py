"""`remanent vocabulary suggest`, `accept`, `reject` and `show`."""

from typing import Annotated

from cyclopts import App, Parameter

from remanent.errors import Interrupted
from remanent.faces.cli.documents import document_of, write_document
from remanent.faces.cli.exits import DONE, NOTHING_FOUND
from remanent.faces.cli.options import TENANT_DEFAULTS, TenantOptions, opened_tenant
from remanent.faces.cli.progress import progress_bar
from remanent.model.catalog import Suggestion, SuggestionKind, Suggestions

Ids = Annotated[str, Parameter(name="ID", help="The id of a suggestion; several may be given.")]

vocabulary = App(name="vocabulary", help="Mend the names of a tenant: suggest, accept, reject.")


@vocabulary.command
def suggest(
    *,
    limit: Annotated[int, Parameter(help="At most so many, 1 to 1,000.")] = 50,
    options: TenantOptions = TENANT_DEFAULTS,
) -> int:
    """Suggest what would mend the vocabulary, surest first; nothing is changed.

    The exit code is 3 where there is nothing.
    """
    with opened_tenant(options) as tenant, progress_bar("Reading") as bar:
        found = tenant.vocabulary_suggestions(limit, progress=bar.reach)
    if options.json:
        write_document(document_of(found))
    else:
        show_suggestions(found, nothing="Nothing to suggest.")
    return DONE if found.suggestions else NOTHING_FOUND


@vocabulary.command
def accept(first: Ids, /, *others: Ids, options: TenantOptions = TENANT_DEFAULTS) -> int:
    """Take suggestions into the catalog, for good.

    Where two attributes are one, each person's evidence of both is put together; interrupted, the
    same command goes on.
    """
    done = []
    with opened_tenant(options) as tenant, progress_bar("Putting together") as bar:
        for each in (first, *others):
            try:
                done.append(tenant.accept(each, progress=bar.reach))
            except KeyboardInterrupt:
                raise Interrupted(
                    f"Stopped; {len(done):,} were finished, and what was put together is kept."
                ) from None
    if options.json:
        write_document({"accepted": done})
        return DONE
    from remanent.faces.cli.screen import GOOD, Screen, counted  # noqa: PLC0415 - for people only

    screen = Screen()
    for one in done:
        where = f" ({counted(one.scopes, 'scope')} mended)" if one.scopes else ""
        screen.line(f"Accepted: {_words(one.suggestion)}{where}.", style=GOOD)
    return DONE


@vocabulary.command
def reject(first: Ids, /, *others: Ids, options: TenantOptions = TENANT_DEFAULTS) -> int:
    """Turn suggestions down: they never return, whatever the counts."""
    with opened_tenant(options) as tenant:
        done = [tenant.reject(each) for each in (first, *others)]
    if options.json:
        write_document({"rejected": done})
        return DONE
    from remanent.faces.cli.screen import GOOD, Screen  # noqa: PLC0415 - for people only

    screen = Screen()
    for each in done:
        screen.line(f"Rejected for good: {_words(each)}.", style=GOOD)
    return DONE


@vocabulary.command
def show(*, options: TenantOptions = TENANT_DEFAULTS) -> int:
    """List what was decided; the exit code is 3 where nothing was."""
    with opened_tenant(options) as tenant:
        found = tenant.vocabulary()
    if options.json:
        write_document(document_of(found))
    else:
        from remanent.faces.cli.screen import Screen  # noqa: PLC0415 - for people only

        screen = Screen()
        for each in found.accepted:
            screen.line(f"accepted: {_words(each)}")
        for each in found.rejected:
            screen.line(f"rejected: {_words(each)}")
        if not (found.accepted or found.rejected):
            screen.line("Nothing was decided.")
    return DONE if found.accepted or found.rejected else NOTHING_FOUND


def show_suggestions(found: Suggestions, *, nothing: str) -> None:
    """Write suggestions with their ids."""
    from remanent.faces.cli.screen import FAINT, STRONG, Screen, one_line  # noqa: PLC0415 - for people

    screen = Screen()
    if not found.suggestions:
        screen.line(nothing)
        return
    for each in found.suggestions:
        screen.line(_words(each), style=STRONG)
        screen.line(one_line(each.reason), indent=2)
        screen.line(f"id {each.id}", indent=2, style=FAINT)
    if found.left_out:
        screen.line(f"… and {found.left_out:,} more")
    screen.line("`remanent vocabulary accept ID` takes one in; `reject ID` ends it for good.")


def _words(each: Suggestion) -> str:
    from remanent.faces.cli.screen import one_line  # noqa: PLC0415 - for people only

    subject, target = one_line(each.subject, 60), one_line(each.target or "", 60)
    match each.kind:
        case SuggestionKind.MERGE:
            return f"{subject} is {target}"
        case SuggestionKind.MAP_KIND:
            return f"the kind {subject} counts as {target}"
        case SuggestionKind.MAP_ITEM:
            return f"the item {subject} is {target}"
        case SuggestionKind.ADD_KIND:
            return f"the kind {subject} is named"
        case SuggestionKind.ADD_ITEM:
            named = ", ".join(one_line(name, 60) for name in each.attributes)
            return f"the item {subject} stands for {named}"
