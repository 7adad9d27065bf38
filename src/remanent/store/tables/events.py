"""The append-only log of events."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from remanent.model.event import Event, EventKind, Origin, Role
from remanent.store.engine import Session, in_list, parts
from remanent.store.tables.times import from_column, to_column

if TYPE_CHECKING:
    from remanent.store.engine import Value

_COLUMNS = (
    "seq, id, kind, role, origin, occurred_at, recorded_at, speaker, session, agent, "
    "external_id, zone, payload, text"
)


def insert_events(
    session: Session,
    scope: int,
    events: Sequence[Event],
    *,
    first_seq: int,
    covered: Sequence[bool],
    evidence: Mapping[int, bytes],
) -> None:
    """Append events under consecutive numbers.

    Args:
        evidence: what those that said something of attributes said of them, by number.
    """
    session.run_many(
        f"INSERT INTO events (scope, covered, evidence, {_COLUMNS}) "  # noqa: S608 - constants
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                scope,
                int(is_covered),
                evidence.get(seq),
                seq,
                bytes.fromhex(event.id),
                event.kind.value,
                event.role.value,
                event.origin.value,
                to_column(event.occurred_at),
                to_column(event.recorded_at),
                event.speaker,
                event.session,
                event.agent,
                event.external_id,
                event.zone,
                event.payload,
                event.text,
            )
            for seq, event, is_covered in zip(
                range(first_seq, first_seq + len(events)), events, covered, strict=True
            )
        ],
    )


def read_events(session: Session, scope: int, seqs: Iterable[int]) -> dict[int, Event]:
    """Return events by number."""
    found: dict[int, Event] = {}
    for part in parts(dict.fromkeys(seqs)):
        places, values = in_list(part)
        rows = session.rows(
            f"SELECT {_COLUMNS} FROM events WHERE scope = ? AND seq IN {places} ORDER BY seq",  # noqa: S608 - places
            (scope, *values),
        )
        found.update((row[0], _event(row)) for row in rows)
    return found


def read_events_between(
    session: Session, scope: int, first: int, last: int, limit: int
) -> list[Event]:
    """Return events first <= seq <= last, ascending."""
    rows = session.rows(
        f"SELECT {_COLUMNS} FROM events WHERE scope = ? AND seq >= ? AND seq <= ? "  # noqa: S608 - constants
        "ORDER BY seq LIMIT ?",
        (scope, first, last, limit),
    )
    return [_event(row) for row in rows]


def read_evidence_behind(
    session: Session, scope: int, after_seq: int
) -> list[tuple[int, int, bytes]]:
    """Return (number, moment, evidence) of the events behind a number that hold any."""
    rows = session.rows(
        "SELECT seq, occurred_at, evidence FROM events "
        "WHERE scope = ? AND seq > ? AND evidence IS NOT NULL ORDER BY seq",
        (scope, after_seq),
    )
    return [(row[0], row[1], bytes(row[2])) for row in rows]


def find_event_seqs(session: Session, scope: int, ids: Iterable[str]) -> dict[str, int]:
    """Return numbers by public id."""
    found: dict[str, int] = {}
    for part in parts(dict.fromkeys(ids)):
        places, values = in_list([bytes.fromhex(str(each)) for each in part])
        rows = session.rows(
            f"SELECT id, seq FROM events WHERE scope = ? AND id IN {places}",  # noqa: S608 - places
            (scope, *values),
        )
        found.update((bytes(row[0]).hex(), row[1]) for row in rows)
    return found


def find_covered(session: Session, scope: int, seqs: Iterable[int]) -> frozenset[int]:
    """Return those that say nothing beyond their facts."""
    found: set[int] = set()
    for part in parts(dict.fromkeys(seqs)):
        places, values = in_list(part)
        rows = session.rows(
            f"SELECT seq FROM events WHERE scope = ? AND covered = 1 AND seq IN {places}",  # noqa: S608 - places
            (scope, *values),
        )
        found.update(row[0] for row in rows)
    return frozenset(found)


def said_before(
    session: Session, scope: int, session_name: str | None, before: tuple[int, int], limit: int
) -> list[Event]:
    """Return what people said in a session before a (moment, number), latest first."""
    same = "session IS NULL" if session_name is None else "session = ?"
    parameters: tuple[Value, ...] = () if session_name is None else (session_name,)
    rows = session.rows(
        f"SELECT {_COLUMNS} FROM events WHERE scope = ? AND {same} AND role = 'user' "  # noqa: S608 - constants
        "AND kind <> 'behaviour' "
        "AND occurred_at <= ? AND (occurred_at, seq) < (?, ?) "
        "ORDER BY occurred_at DESC, seq DESC LIMIT ?",
        (scope, *parameters, before[0], *before, limit),
    )
    return [_event(row) for row in rows]


def _event(row: tuple[Any, ...]) -> Event:
    return Event(
        seq=row[0],
        id=bytes(row[1]).hex(),
        kind=EventKind(row[2]),
        role=Role(row[3]),
        origin=Origin(row[4]),
        occurred_at=from_column(row[5]),
        recorded_at=from_column(row[6]),
        speaker=row[7],
        session=row[8],
        agent=row[9],
        external_id=row[10],
        zone=row[11],
        payload=row[12],
        text=row[13],
    )
