"""A file of events taken into a memory: in batches, each person's under a key of its own.

A key is made of the file's content and the batch's place in it. Importing the same file again,
after an interruption or a year later, counts nothing twice and goes on where it stopped.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING, Final, TypeVar

from remanent.errors import AttributeRefusedError, IdempotencyError, InputError, Interrupted
from remanent.faces.importers.events import BadLine, EventFile, EventLine, read_events
from remanent.model.catalog import Catalog, UnmappedPart
from remanent.model.observed import Observation
from remanent.preferences.attributes import parse_attribute
from remanent.preferences.mapping import map_event

if TYPE_CHECKING:
    from remanent.memory import Memory

T = TypeVar("T")

BATCH_LINES: Final = 50_000
BATCH_EVENTS: Final = 1_000
MAX_KEPT: Final = 1_000

_LINES_A_NAME: Final = 5
_NO_USER: Final = "It says no user, and --user names none."


@dataclass(frozen=True, slots=True)
class RefusedLine:
    """A line of which something was not taken: all of it, or one attribute."""

    line: int
    attribute: str | None
    reason: str


@dataclass(slots=True)
class UnmappedName:
    """A kind or an item that the catalog does not know, and the first lines that name it."""

    part: str
    value: str
    events: int = 0
    lines: list[int] = field(default_factory=list)


@dataclass(slots=True)
class ImportReport:
    """What came of importing a file.

    Args:
        events: that are stored, whether now or before; `known` of them were stored before.
        users: whose. undated: events without a time of their own.
        bad_lines: lines that are no events. refused: what was not taken, the first 1,000;
            refused_count: all of it.
    """

    file: str
    lines: int
    events: int = 0
    known: int = 0
    users: int = 0
    undated: int = 0
    bad_lines: int = 0
    refused_count: int = 0
    refused: list[RefusedLine] = field(default_factory=list)
    unmapped: list[UnmappedName] = field(default_factory=list)


def import_events(
    memory: "Memory",
    tenant: str,
    file: EventFile,
    *,
    user: str | None,
    common: Mapping[str, object],
    advance: Callable[[int], None],
) -> ImportReport:
    """Observe every event of a file.

    Args:
        user: whose the lines are that do not say so. common: fields for lines without them.
        advance: called with the number of further events that are stored.

    Raises:
        Interrupted: the user stopped it; what was stored is kept, and the next run goes on.
        IdempotencyError: this memory has the file already, with other options.
    """
    report = ImportReport(str(file.path), file.lines)
    notes = _Notes(report, memory.tenant(tenant).catalog())
    users: set[str] = set()
    try:
        for batch in _batches(read_events(file, common)):
            for name, lines in _by_user(batch, user, notes).items():
                users.add(name)
                scope = memory.scope(tenant=tenant, user=name)
                for some in _batches(lines, BATCH_EVENTS):
                    done = scope.observe(
                        [each.observation for each in some],
                        idempotency_key=f"{file.digest} {BATCH_EVENTS} {some[0].line}",
                    )
                    report.events += len(some)
                    report.known += len(some) if done.is_repeat else 0
                    advance(len(some))
    except KeyboardInterrupt:
        raise Interrupted(
            f"Stopped; at least {report.events:,} events of {file.path.name} are stored."
        ) from None
    except IdempotencyError:
        raise IdempotencyError(
            f"{file.path.name} is in this memory already, taken in with other options.",
            remedy="Give the options that it was first taken in with, or another --db.",
        ) from None
    report.users = len(users)
    report.unmapped = sorted(
        notes.unmapped.values(), key=lambda each: (-each.events, each.part, each.value)
    )
    return report


class _Notes:
    """What is to be told of the lines, gathered while they are read."""

    def __init__(self, report: ImportReport, catalog: Catalog) -> None:
        self._report, self._catalog = report, catalog
        self._now = datetime.now(UTC)
        self.unmapped: dict[tuple[str, str], UnmappedName] = {}

    def bad(self, line: int, reason: str) -> None:
        self._report.bad_lines += 1
        self._refuse(RefusedLine(line, None, reason))

    def is_taken(self, each: EventLine) -> bool:
        """Look at how an event is mapped; what cannot be used is told and left out."""
        given = each.observation
        try:
            mapped = map_event(
                self._catalog,
                given.kind,
                at=given.at or self._now,
                item=given.item,
                attributes=given.attributes,
                context=given.context,
                zone=given.zone,
                place=given.place,
                surface=given.surface,
                quantity=given.quantity,
            )
        except InputError as error:
            self.bad(each.line, f"{error.what} {error.remedy}")
            return False
        self._report.undated += given.at is None
        for one in mapped.refused:
            self._refuse(RefusedLine(each.line, one.attribute, one.reason))
        for attribute, reason in _refused_amounts(given):
            self._refuse(RefusedLine(each.line, attribute, reason))
        for each_unmapped in mapped.unmapped:
            if each_unmapped.part is not UnmappedPart.EVENT:
                self._count(each_unmapped.part.value, each_unmapped.value, each.line)
        return True

    def _refuse(self, what: RefusedLine) -> None:
        self._report.refused_count += 1
        if len(self._report.refused) < MAX_KEPT:
            self._report.refused.append(what)

    def _count(self, part: str, value: str, line: int) -> None:
        if len(self.unmapped) >= MAX_KEPT and (part, value) not in self.unmapped:
            return
        found = self.unmapped.setdefault((part, value), UnmappedName(part, value))
        found.events += 1
        if len(found.lines) < _LINES_A_NAME:
            found.lines.append(line)


def _refused_amounts(given: Observation) -> Iterator[tuple[str, str]]:
    for name, _ in given.values:
        try:
            parse_attribute(name, default_namespace="amount")
        except AttributeRefusedError as error:
            yield name, str(error)


def _by_user(
    batch: Sequence[EventLine | BadLine], user: str | None, notes: _Notes
) -> dict[str, list[EventLine]]:
    found: dict[str, list[EventLine]] = {}
    for each in batch:
        if isinstance(each, BadLine):
            notes.bad(each.line, each.reason)
            continue
        name = user if each.user is None else each.user
        if name is None:
            notes.bad(each.line, _NO_USER)
        elif notes.is_taken(each):
            found.setdefault(name, []).append(each)
    return found


def _batches(entries: Iterable[T], size: int = BATCH_LINES) -> Iterator[list[T]]:
    entries = iter(entries)
    while batch := list(islice(entries, size)):
        yield batch
