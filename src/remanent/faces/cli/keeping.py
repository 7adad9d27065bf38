"""`remanent stats`, `reindex`, `doctor` and `copy`: looking after a memory as a whole."""

from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import Parameter

from remanent.errors import InputError, Interrupted, StoreDamagedError
from remanent.faces.cli.documents import document_of, write_document
from remanent.faces.cli.exits import DONE, FAILED
from remanent.faces.cli.options import (
    DEFAULTS,
    STORE_DEFAULTS,
    Options,
    StoreOptions,
    opened_memory,
    settings_of,
)
from remanent.faces.cli.progress import progress_bar
from remanent.model.scope import Scope, ScopeKind

if TYPE_CHECKING:
    from remanent.memory import Memory, ScopedMemory

_BYTES: Final = "bytes"
_SCHEMA: Final = "schema"
_NAME_AN_EMBEDDER: Final = (
    "Name one: `remanent reindex --embedder local`, or embedder.spec in the settings "
    "(REMANENT_EMBEDDER_SPEC)."
)


def stats(
    *,
    limit: Annotated[int, Parameter(help="How many scopes to name at most.")] = 20,
    options: StoreOptions = STORE_DEFAULTS,
) -> int:
    """Count what a memory holds."""
    settings = settings_of(options)
    with opened_memory(settings) as memory:
        counts = memory.stats()
        scopes = memory.scopes()
    from remanent.settings import without_password  # noqa: PLC0415 - only where it is shown

    where = without_password(settings.store.location)
    if options.json:
        write_document({"memory": where, "counts": counts, "scopes": scopes[:limit]})
        return DONE
    from remanent.faces.cli.screen import STRONG, Screen, one_line  # noqa: PLC0415 - for people

    screen = Screen()
    screen.line(where, style=STRONG)
    tables = [(name, count) for name, count in counts.items() if name not in (_BYTES, _SCHEMA)]
    screen.rows(((name, f"{count:>12,}") for name, count in tables), indent=2)
    screen.line(f"{counts[_BYTES]:,} bytes, schema {counts[_SCHEMA]}", indent=2)
    if scopes:
        screen.line("Scopes", style=STRONG)
        screen.rows(
            ((each.tenant, each.kind.value, one_line(each.name, 60)) for each in scopes[:limit]),
            indent=2,
        )
    if len(scopes) > limit:
        screen.line(f"… and {len(scopes) - limit:,} more", indent=2)
    return DONE


def reindex(
    *,
    tenant: Annotated[str | None, Parameter(help="Only the scopes of this tenant.")] = None,
    user: Annotated[str | None, Parameter(help="Only this user.")] = None,
    space: Annotated[str | None, Parameter(help="Only this space.")] = None,
    embedder: Annotated[
        str | None, Parameter(help='"local" or another embedder; else as the settings say.')
    ] = None,
    options: StoreOptions = STORE_DEFAULTS,
) -> int:
    """Give every memory a vector of the embedder in use.

    That is in every scope, or in those that are named. It can be interrupted and goes on where it
    stopped. The exit code is 1 while any memory is without.
    """
    more = {} if embedder is None else {"embedder.spec": embedder}
    embedded = left = 0
    settings = settings_of(options, more=more)
    with opened_memory(settings) as memory:
        if settings.embedder.spec is None:
            raise InputError("There is no embedder to reindex with.", remedy=_NAME_AN_EMBEDDER)
        scopes = [scope for scope in memory.scopes(tenant=tenant) if _is_meant(scope, user, space)]
        with progress_bar("Embedding") as bar:

            def count(steps: int) -> None:
                nonlocal embedded
                embedded += steps
                bar.advance(steps)

            try:
                for scope in scopes:
                    left += _open(memory, scope).reindex(progress=count)
            except KeyboardInterrupt:
                raise Interrupted(f"Stopped; {embedded:,} pieces were embedded.") from None
    if options.json:
        write_document({"scopes": len(scopes), "embedded": embedded, "left": left})
    else:
        from remanent.faces.cli.screen import Screen, counted  # noqa: PLC0415 - for people only

        screen = Screen()
        screen.line(
            f"{counted(embedded, 'piece')} of text embedded in {counted(len(scopes), 'scope')}."
        )
        if left:
            screen.line(f"{left:,} are without still: the embedder failed. Run it again.")
    return FAILED if left else DONE


def _open(memory: "Memory", scope: Scope) -> "ScopedMemory":
    if scope.kind is ScopeKind.USER:
        return memory.scope(tenant=scope.tenant, user=scope.name)
    return memory.scope(tenant=scope.tenant, space=scope.name)


def _is_meant(scope: Scope, user: str | None, space: str | None) -> bool:
    if user is None and space is None:
        return True
    wanted = {(ScopeKind.USER, user), (ScopeKind.SPACE, space)}
    return (scope.kind, scope.name) in wanted


def doctor(
    *,
    mend: Annotated[
        bool, Parameter(help="Make anew what is derived and wrong; words are never changed.")
    ] = False,
    full: Annotated[
        bool, Parameter(help="Read every row and segment, not a sample of each scope.")
    ] = False,
    rebuild: Annotated[
        bool, Parameter(help="First make anew all that is derived, be it wrong or not.")
    ] = False,
    options: StoreOptions = STORE_DEFAULTS,
) -> int:
    """Examine a memory, and mend what is derived.

    The exit code is 1 while anything is wrong.
    """
    settings = settings_of(options)
    mended = 0
    try:
        with (
            opened_memory(settings) as memory,
            progress_bar("Examining") as bar,
        ):
            if rebuild:
                memory.rebuild(progress=bar.advance)
            found = memory.doctor(full=full, progress=bar.advance)
            if mend and found:
                before = len(found)
                found = memory.doctor(mend=True, full=full, progress=bar.advance)
                mended = max(before - len(found), 0)
    except KeyboardInterrupt:
        raise Interrupted("Stopped; what was mended stays mended.") from None
    except StoreDamagedError as error:
        raise StoreDamagedError(
            error.what, remedy="It cannot even be opened: put it aside and restore a backup."
        ) from error
    if options.json:
        write_document({"healthy": not found, "mended": mended, "findings": found})
        return FAILED if found else DONE
    from remanent.faces.cli.screen import BAD, FAINT, GOOD, Screen, counted, one_line  # noqa: PLC0415 - for people

    screen = Screen()
    if mended:
        screen.line(f"Mended {counted(mended, 'finding')}.", style=GOOD)
    if not found:
        screen.line("Nothing is wrong.", style=GOOD)
    for finding in found:
        where = f"{finding.scope_label}: " if finding.scope_label else ""
        screen.line(f"{finding.kind.value}: {one_line(where + finding.what, 400)}", style=BAD)
        screen.line(one_line(finding.remedy), indent=2, style=FAINT)
    return FAILED if found else DONE


def copy(
    source: Annotated[str, Parameter(name="SRC", help="The file or address to copy from.")],
    target: Annotated[str, Parameter(name="DST", help="An empty or a new one to copy into.")],
    /,
    *,
    options: Options = DEFAULTS,
) -> int:
    """Copy a memory between files and servers, and compare both.

    The source is only read. It can be interrupted and goes on where it stopped.
    """
    from remanent.settings import without_password  # noqa: PLC0415 - only where it is shown

    settings = settings_of(options, more={"store.path": source})
    settings_of(options, more={"store.path": target})  # refused before anything is opened
    with opened_memory(settings) as memory, progress_bar("Copying") as bar:
        try:
            report = memory.copy_to(target, progress=bar.reach)
        except KeyboardInterrupt:
            raise Interrupted("Stopped; what was copied is kept.") from None
    places = {"source": without_password(source), "target": without_password(target)}
    if options.json:
        write_document(places | document_of(report))
        return DONE
    from remanent.faces.cli.screen import GOOD, Screen, counted  # noqa: PLC0415 - for people only

    screen = Screen()
    rows = sum(report.rows.values())
    screen.line(
        f"{places['target']} holds all of {places['source']}: "
        f"{counted(report.scopes, 'scope')}, {counted(rows, 'row')}. Both sides were compared.",
        style=GOOD,
    )
    if report.resumed:
        screen.line(
            f"An earlier copy was gone on with; {counted(report.written, 'row')} were left."
        )
    return DONE
