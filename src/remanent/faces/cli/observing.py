"""`remanent observe`: one event, or a whole file of them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import Parameter

from remanent.errors import ImportFormatError, InputError
from remanent.faces.cli.documents import document_of, write_document
from remanent.faces.cli.exits import DONE
from remanent.faces.cli.notices import say_notices
from remanent.faces.cli.options import (
    PERSON_DEFAULTS,
    PersonOptions,
    opened_memory,
    opened_scope,
    settings_of,
)
from remanent.faces.cli.progress import progress_bar

if TYPE_CHECKING:
    from remanent.faces.cli.events import ImportReport
    from remanent.model.observed import Observed

_SHOWN: Final = 20


def observe(
    kind: Annotated[
        str | None, Parameter(help='What was done, such as "purchase" or "decline".')
    ] = None,
    /,
    *,
    file: Annotated[
        Path | None,
        Parameter(help="Events of one or many people, JSON lines or CSV, in place of KIND."),
    ] = None,
    attribute: Annotated[
        tuple[str, ...],
        Parameter(help='What it shows, such as "pref:organic"; may be given more than once.'),
    ] = (),
    context: Annotated[
        tuple[str, ...], Parameter(help='What was there, such as "ctx:morning"; the same.')
    ] = (),
    item: Annotated[str | None, Parameter(help="Your id of what it was about.")] = None,
    quantity: Annotated[float | None, Parameter(help="How many or how much; 1 by default.")] = None,
    value: Annotated[
        tuple[str, ...], Parameter(help="A measured amount, such as shoe-size=42.5; the same.")
    ] = (),
    intensity: Annotated[
        float | None, Parameter(help="How much, apart from how often, 0 to 1.")
    ] = None,
    salience: Annotated[
        float | None, Parameter(help="How much it mattered, 0 to 1; slows fading.")
    ] = None,
    provenance: Annotated[
        str | None, Parameter(help="stated, observed, imported or inferred.")
    ] = None,
    at: Annotated[
        str | None, Parameter(help="When; now by default. With --file: what has no date.")
    ] = None,
    place: Annotated[str | None, Parameter(help="Where, for context rules.")] = None,
    surface: Annotated[str | None, Parameter(help="Where: app, web, till …, the same.")] = None,
    session: Annotated[str | None, Parameter(help="A label.")] = None,
    agent: Annotated[str | None, Parameter(help="A label.")] = None,
    zone: Annotated[
        str | None, Parameter(help='The person\'s time zone, such as "Europe/Riga".')
    ] = None,
    text: Annotated[str | None, Parameter(help="Words that belong to it.")] = None,
    external_id: Annotated[str | None, Parameter(name="--id", help="Your own id of it.")] = None,
    key: Annotated[
        str | None, Parameter(help="Idempotency key: sent again, it is stored once.")
    ] = None,
    options: PersonOptions = PERSON_DEFAULTS,
) -> int:
    """Take in what somebody did: an event, or a whole file.

    It is durable when this returns. A file can be imported again: no event counts twice, and an
    interrupted import goes on where it stopped. Its lines may name a `user`.
    """
    if (kind is None) == (file is None):
        raise InputError(
            "Exactly one of KIND and --file says what to observe.",
            remedy='Give a kind such as "purchase", or --file FILE.',
        )
    common: dict[str, object] = {
        "intensity": intensity, "salience": salience, "provenance": provenance, "at": at,
        "place": place, "surface": surface, "session": session, "agent": agent, "zone": zone,
    }  # fmt: skip
    own: dict[str, object] = {
        "attributes": attribute or None, "context": context or None, "item": item,
        "quantity": quantity, "values": _amounts(value) if value else None, "text": text,
        "id": external_id, "key": key, "space": options.space,
    }  # fmt: skip
    if file is not None:
        _refuse_beside_file(own)
        return _observe_file(file, {k: v for k, v in common.items() if v is not None}, options)
    assert kind is not None, "one of the two was given"
    del own["space"]
    own["idempotency_key"] = own.pop("key")
    with opened_scope(options, may_create=True) as here:
        found = here.scope.observe(kind, **(common | own))  # type: ignore[arg-type]  # by name
    if options.json:
        write_document(document_of(found))
    else:
        _show(found)
    return DONE


def _amounts(given: Sequence[str]) -> dict[str, float]:
    found: dict[str, float] = {}
    for each in given:
        name, sign, amount = each.rpartition("=")
        try:
            found[name] = float(amount)
        except ValueError:
            sign = ""
        if not sign or not name:
            raise InputError(
                f"--value is {each!r}, which is no amount.",
                remedy="Write a name and a number, such as --value shoe-size=42.5.",
            )
    return found


def _refuse_beside_file(given: Mapping[str, object]) -> None:
    names = {"attributes": "--attribute", "values": "--value"}
    strange = [names.get(name, f"--{name}") for name, each in given.items() if each is not None]
    if strange:
        raise InputError(
            f"{', '.join(strange)} cannot be given with --file: each line says it itself.",
            remedy="Leave it out, or put it into the file.",
        )


def _observe_file(path: Path, common: Mapping[str, object], options: PersonOptions) -> int:
    from remanent.faces.cli.events import import_events  # noqa: PLC0415 - only where a file is read
    from remanent.faces.importers.events import look_at  # noqa: PLC0415 - the same
    from remanent.flows.observation_inputs import read_observations  # noqa: PLC0415 - the same

    read_observations([{"kind": "checked"}], common, most=1)  # what is wrong with all lines
    file = look_at(path)
    with (
        opened_memory(settings_of(options), may_create=True) as memory,
        progress_bar(f"Importing {path.name}", file.lines) as bar,
    ):
        report = import_events(
            memory, options.tenant, file, user=options.user, common=common, advance=bar.advance
        )
    if not report.events:
        raise ImportFormatError(
            f"{path} holds no event that can be used: {_first(report)}",
            remedy="See the guide on preferences for the fields of a line.",
        )
    notices = _notices(report)
    if options.json:
        write_document(document_of(report) | {"notices": notices})
        return DONE
    _show_import(report)
    say_notices(notices)
    return DONE


def _first(report: "ImportReport") -> str:
    if not report.refused:
        return "it has no lines."
    first = report.refused[0]
    return f"line {first.line}: {first.reason}"


def _notices(report: "ImportReport") -> list[str]:
    found: list[str] = []
    if report.undated:
        found.append(
            f"{report.undated:,} of {report.events:,} events have no date: they count as happened "
            "now. Give them an `at`, or import with --at into a new memory."
        )
    if report.bad_lines:
        found.append(
            f"{report.bad_lines:,} of {report.lines:,} lines were left out. Mend them and import "
            "them as a file of their own: what is stored would count twice in a changed file."
        )
    return found


def _show(found: "Observed") -> None:
    from remanent.faces.cli.screen import FAINT, GOOD, Screen, counted, one_line  # noqa: PLC0415 - for people

    screen = Screen()
    known = " (it was already stored)" if found.is_repeat else ""
    screen.line(f"Observed {counted(len(found.event_ids), 'event')}{known}.", style=GOOD)
    for name in found.touched[:_SHOWN]:
        screen.line(f"+ {one_line(name)}", indent=2)
    for each in found.superseded:
        screen.line(
            f"{one_line(each.attribute)} stands back behind {one_line(each.winner)}.", indent=2
        )
    for one in found.refused:
        screen.line(f"Not taken: {one_line(one.attribute)}: {one_line(one.reason)}", indent=2)
    for each_unmapped in found.unmapped:
        part = each_unmapped.part.value.replace("_", " ")
        screen.line(f"Not in the catalog: {part} {one_line(each_unmapped.value)}", indent=2)
    for reason in found.reasons:
        screen.line(one_line(reason), indent=2, style=FAINT)


def _show_import(report: "ImportReport") -> None:
    from remanent.faces.cli.screen import GOOD, Screen, counted, one_line  # noqa: PLC0415 - for people

    screen = Screen()
    known = f" ({report.known:,} of them were already stored)" if report.known else ""
    people = "person" if report.users == 1 else "people"
    screen.line(
        f"Observed {counted(report.events, 'event')} of {report.users:,} {people}{known}.",
        style=GOOD,
    )
    for each in report.refused[:_SHOWN]:
        what = "" if each.attribute is None else f"{one_line(each.attribute, 60)}: "
        screen.line(f"line {each.line}: not taken: {what}{one_line(each.reason)}", indent=2)
    if report.refused_count > _SHOWN:
        screen.line(f"… and {report.refused_count - _SHOWN:,} more; --json lists them.", indent=2)
    if report.unmapped:
        screen.line("Not in the catalog:")
    for name in report.unmapped[:_SHOWN]:
        lines = ", ".join(map(str, name.lines))
        more = ", …" if name.events > len(name.lines) else ""
        what = f"{name.part.replace('_', ' ')} {one_line(name.value, 60)}"
        screen.line(f"{what}: {counted(name.events, 'event')}, line {lines}{more}", indent=2)
    if len(report.unmapped) > _SHOWN:
        screen.line(f"… and {len(report.unmapped) - _SHOWN:,} more; --json lists them.", indent=2)
