"""`remanent catalog check`, `set`, `show`, `unmapped` and `enrich`."""

import csv
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import App, Parameter

from remanent.errors import InputError
from remanent.faces.cli.documents import document_of, write_document
from remanent.faces.cli.exits import DONE, FAILED, NOTHING_FOUND
from remanent.faces.cli.options import (
    DEFAULTS,
    TENANT_DEFAULTS,
    Options,
    TenantOptions,
    opened_tenant,
)
from remanent.faces.cli.progress import progress_bar
from remanent.model.catalog import Catalog
from remanent.model.tuning import Tuning
from remanent.model.vocabulary import Decisions, NewItem

if TYPE_CHECKING:
    from collections.abc import Iterable

    from remanent.preferences.reading.problems import CatalogProblem

CatalogFile = Annotated[Path, Parameter(help="A catalog as TOML.")]
Items = Annotated[
    Path | None, Parameter(help="Its items as CSV; else the file that it names beside it.")
]

_SHOWN: Final = 20
_COLUMNS: Final = ("item", "name", "description")

catalog = App(name="catalog", help="Say how events become attributes.")


@catalog.command
def check(file: CatalogFile, /, *, items: Items = None, options: Options = DEFAULTS) -> int:
    """Read a catalog and list all that is wrong, with lines; no memory is needed.

    The exit code is 1 while anything is wrong.
    """
    from remanent.preferences.catalog_file import (  # noqa: PLC0415 - only here
        catalog_problems,
        items_file_of,
        read_catalog,
    )

    text = _bytes_of(file)
    named = items_file_of(text)
    if items is None and named is not None:
        items = file.with_name(named)
    listing = None if items is None else _bytes_of(items)
    names = {"file": file.name, "items_file": None if items is None else items.name}
    problems = catalog_problems(text, items=listing, **names)  # type: ignore[arg-type]  # both names are given
    found = None if problems else read_catalog(text, items=listing)
    if options.json:
        counts = {} if found is None else {"kinds": len(found.kinds), "items": len(found.items)}
        write_document({"healthy": not problems, "problems": problems} | counts)
    else:
        _show_problems(problems, found)
    return FAILED if problems else DONE


@catalog.command(name="set")
def set_(
    file: CatalogFile, /, *, items: Items = None, options: TenantOptions = TENANT_DEFAULTS
) -> int:
    """Check a catalog and put it in force for a tenant.

    It is taken whole or not at all. What was decided of the vocabulary stays, and so does what was
    tuned.
    """
    _bytes_of(file)
    with opened_tenant(options, may_create=True) as tenant:
        found = tenant.set_catalog(file, items=items)
    if options.json:
        write_document({"name": found.name, "kinds": len(found.kinds), "items": len(found.items)})
        return DONE
    from remanent.faces.cli.screen import GOOD, Screen, counted, one_line  # noqa: PLC0415 - for people

    Screen().line(
        f"{one_line(found.name)} is in force for {one_line(options.tenant)}: "
        f"{counted(len(found.kinds), 'kind')}, {counted(len(found.items), 'item')}.",
        style=GOOD,
    )
    return DONE


@catalog.command
def show(*, options: TenantOptions = TENANT_DEFAULTS) -> int:
    """Show the catalog in force, with what was accepted and tuned."""
    with opened_tenant(options) as tenant:
        found, decisions, tuning = tenant.catalog(), tenant.vocabulary(), tenant.tuning()
    if options.json:
        write_document(_document(found, decisions, tuning))
    else:
        _show(found, decisions, tuning)
    return DONE


@catalog.command
def unmapped(
    *,
    limit: Annotated[int, Parameter(help="At most so many, 1 to 10,000.")] = 100,
    options: TenantOptions = TENANT_DEFAULTS,
) -> int:
    """List what events named that the catalog does not know, most events first.

    The exit code is 3 where there is nothing.
    """
    with opened_tenant(options) as tenant, progress_bar("Reading") as bar:
        found = tenant.unmapped(limit, progress=bar.reach)
    if options.json:
        write_document({"unmapped": found})
        return DONE if found else NOTHING_FOUND
    from remanent.faces.cli.screen import Screen, counted, one_line  # noqa: PLC0415 - for people only

    screen = Screen()
    if not found:
        screen.line("Everything was mapped.")
    screen.rows(
        (one_line(each.name, 80), counted(each.events, "event"), counted(each.scopes, "scope"))
        for each in found
    )
    return DONE if found else NOTHING_FOUND


@catalog.command
def enrich(
    file: Annotated[
        Path | None, Parameter(help="New items as CSV with the columns item, name, description.")
    ] = None,
    /,
    *,
    options: TenantOptions = TENANT_DEFAULTS,
) -> int:
    """Propose attributes for items that have none, into the review.

    They are those of the catalog, of events, and of FILE. Nothing is changed before
    `vocabulary accept`. The exit code is 3 where there is nothing to propose.
    """
    items = [] if file is None else _new_items(file)
    with opened_tenant(options) as tenant, progress_bar("Reading") as bar:
        found = tenant.enrich_catalog(items, progress=bar.reach)
    from remanent.faces.cli.vocabularies import show_suggestions  # noqa: PLC0415 - shown as there

    if options.json:
        write_document(document_of(found))
    else:
        show_suggestions(found, nothing="No attributes to propose.")
    return DONE if found.suggestions else NOTHING_FOUND


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(
            f"{path} cannot be read: {reason}.", remedy="Check the path and its permissions."
        ) from error


def _new_items(path: Path) -> list[NewItem]:
    try:
        lines = _bytes_of(path).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise InputError(f"{path} is not UTF-8.", remedy="Convert it to UTF-8 first.") from None
    rows = csv.DictReader(lines)
    columns = list(rows.fieldnames or ())
    if "item" not in columns or not set(columns) <= set(_COLUMNS):
        raise InputError(
            f"{path} has the columns {', '.join(columns) or 'none'}.",
            remedy=f"Begin it with a line that names them: {','.join(_COLUMNS)}.",
        )
    return [
        NewItem(row["item"].strip(), row.get("name") or row["item"], row.get("description") or "")
        for row in rows
        if row["item"] and row["item"].strip()
    ]


def _document(found: Catalog, decisions: Decisions, tuning: Tuning) -> dict[str, object]:
    return {
        "name": found.name,
        "zone": found.zone,
        "kinds": {
            each.name: {"weight": each.weight, "negative": each.is_negative}
            for each in found.kinds.values()
        },
        "items": len(found.items),
        "contexts": [each.attribute.text for each in found.context_rules],
        "aliases": {alias: target.text for alias, target in found.aliases.items()},
        "namespaces": {
            each.name: {
                "half_life_days": each.half_life_days,
                "sensitive": each.is_sensitive,
                "single_valued": each.is_single_valued,
            }
            for each in found.namespaces.values()
        },
        "groups": found.groups,
        "accepted": decisions.accepted,
        "rejected": decisions.rejected,
        "tuned": tuning,
    }


def _show_problems(problems: "Iterable[CatalogProblem]", found: Catalog | None) -> None:
    from remanent.faces.cli.screen import BAD, FAINT, GOOD, Screen, counted, one_line  # noqa: PLC0415 - for people

    screen = Screen()
    for each in problems:
        where = each.file if each.line is None else f"{each.file}, line {each.line}"
        screen.line(f"{where}: {one_line(each.what, 400)}", style=BAD)
        screen.line(one_line(each.remedy), indent=2, style=FAINT)
    if found is not None:
        screen.line(
            f"Nothing is wrong: {counted(len(found.kinds), 'kind')}, "
            f"{counted(len(found.items), 'item')}.",
            style=GOOD,
        )


def _show(found: Catalog, decisions: Decisions, tuning: Tuning) -> None:
    from remanent.faces.cli.screen import STRONG, Screen, counted, one_line  # noqa: PLC0415 - for people

    screen = Screen()
    zone = "" if found.zone is None else f", zone {found.zone}"
    screen.line(f"{one_line(found.name)}: {counted(len(found.items), 'item')}{zone}", style=STRONG)
    kinds = (
        f"{one_line(each.name, 40)} {'−' if each.is_negative else ''}{each.weight:g}"
        for each in found.kinds.values()
    )
    screen.pair("kinds", ", ".join(kinds))
    screen.pair("contexts", ", ".join(one_line(each.attribute.text, 40)
                                      for each in found.context_rules) or "none")  # fmt: skip
    for each in found.groups:
        members = ", ".join(one_line(member, 40) for member in each.members)
        screen.pair("group", f"{one_line(each.name, 40)} ({each.rule.value}): {members}")
    for alias, target in list(found.aliases.items())[:_SHOWN]:
        screen.pair("alias", f"{one_line(alias, 60)} is {one_line(target.text, 60)}")
    half_lives: dict[float, list[str]] = {}
    for namespace in found.namespaces.values():
        half_lives.setdefault(namespace.half_life_days, []).append(namespace.name)
    for days, names in sorted(half_lives.items(), reverse=True):
        screen.pair(f"{days:g} days", ", ".join(one_line(name, 40) for name in names))
    screen.line(
        f"Of the vocabulary {len(decisions.accepted):,} suggestions were accepted and "
        f"{len(decisions.rejected):,} rejected."
    )
    if not tuning.is_empty:
        tuned = [*tuning.half_lives]
        tuned += ["context floor"] if tuning.context_floor is not None else []
        tuned += ["act weight"] if tuning.act_weight is not None else []
        screen.line(f"Tuned: {', '.join(tuned)}; `remanent tune --reset` takes it back.")
