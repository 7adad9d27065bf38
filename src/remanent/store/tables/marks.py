"""Marks: the statements on the timelines, each tied to its event and the fact it supports."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from remanent.model.event import Origin
from remanent.model.fact import Polarity, Stance
from remanent.model.mark import Mark
from remanent.store.engine import Session, in_list, parts
from remanent.store.tables.times import (
    from_column,
    from_optional,
    from_span_columns,
    to_column,
    to_optional,
    to_span_columns,
)

MOST_SOURCES = 200


def upsert_marks(
    session: Session, scope: int, marks: Sequence[Mark], recorded_at: datetime
) -> None:
    """Write marks; one that stands already moves to the fact it now supports.

    Args:
        recorded_at: of those that were not taken down before.
    """
    session.run_many(
        "INSERT INTO marks (scope, timeline, at, event_seq, ordinal, fact_seq, stance, content, "
        "subject, slot, value, text, polarity, confidence, until, reach, is_void, when_start, "
        "when_end, when_words, zone_known, single_valued, recorded_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (scope, timeline, at, event_seq, ordinal) "
        "DO UPDATE SET fact_seq = excluded.fact_seq, is_void = excluded.is_void",
        [
            (
                scope,
                mark.timeline,
                to_column(mark.at),
                mark.event_seq,
                mark.ordinal,
                mark.fact_seq,
                mark.stance.value,
                mark.content,
                mark.subject,
                mark.slot,
                mark.value,
                mark.text,
                mark.polarity.value,
                mark.confidence,
                to_optional(mark.until),
                to_optional(mark.reach),
                int(mark.is_void),
                *to_span_columns(mark.when),
                None if mark.single_valued is None else int(mark.single_valued),
                to_column(mark.recorded_at or recorded_at),
            )
            for mark in marks
        ],
    )


_SELECT = (
    "SELECT m.timeline, m.at, m.event_seq, m.ordinal, m.fact_seq, m.stance, m.content, "
    "m.subject, m.slot, m.value, m.text, m.polarity, m.confidence, m.until, m.is_void, "
    "e.id, e.origin, m.when_start, m.when_end, m.when_words, m.zone_known, "
    "e.session, e.agent, e.occurred_at, m.reach, m.single_valued, m.recorded_at "
    "FROM marks m JOIN events e ON e.scope = m.scope AND e.seq = m.event_seq "
)


def read_marks(session: Session, scope: int, timeline: int) -> list[Mark]:
    """Return every mark of a timeline, by world time."""
    rows = session.rows(
        _SELECT + "WHERE m.scope = ? AND m.timeline = ? ORDER BY m.at, m.event_seq, m.ordinal",
        (scope, timeline),
    )
    return [_mark(row) for row in rows]


def marks_from(
    session: Session, scope: int, timeline: int, at: int, *, only_valid: bool, limit: int
) -> list[Mark]:
    """Return the marks of a timeline with at >= a moment, by world time."""
    valid = "AND m.is_void = 0 " if only_valid else ""
    rows = session.rows(
        _SELECT + f"WHERE m.scope = ? AND m.timeline = ? AND m.at >= ? {valid}"
        "ORDER BY m.at, m.event_seq, m.ordinal LIMIT ?",
        (scope, timeline, at, limit),
    )
    return [_mark(row) for row in rows]


def marks_of_fact(
    session: Session, scope: int, fact_seq: int, since: int | None, limit: int | None
) -> list[Mark]:
    """Return the marks that support a fact, from a moment on, by world time."""
    from_then = () if since is None else (since,)
    at_most = () if limit is None else (limit,)
    rows = session.rows(
        _SELECT + f"WHERE m.scope = ? AND m.fact_seq = ? {'AND m.at >= ? ' * len(from_then)}"
        f"ORDER BY m.at, m.event_seq, m.ordinal{' LIMIT ?' * len(at_most)}",
        (scope, fact_seq, *from_then, *at_most),
    )
    return [_mark(row) for row in rows]


def marks_of_events(session: Session, scope: int, event_seqs: Iterable[int]) -> list[Mark]:
    """Return every mark of events, by event."""
    found: list[Mark] = []
    for part in parts(dict.fromkeys(event_seqs)):
        places, values = in_list(part)
        rows = session.rows(
            _SELECT + f"WHERE m.scope = ? AND m.event_seq IN {places} "
            "ORDER BY m.event_seq, m.ordinal, m.timeline, m.at",
            (scope, *values),
        )
        found += [_mark(row) for row in rows]
    return found


def marks_in_slot(session: Session, scope: int, slot: str) -> list[Mark]:
    """Return every mark in a slot, by world time."""
    rows = session.rows(
        _SELECT + "WHERE m.scope = ? AND m.slot = ? "
        "ORDER BY m.at, m.timeline, m.event_seq, m.ordinal",
        (scope, slot),
    )
    return [_mark(row) for row in rows]


def endings_after(
    session: Session, scope: int, slots: Iterable[str], at: int, limit: int
) -> list[Mark]:
    """Return endings and retractions in slots with at >= a moment, by world time."""
    found: list[Mark] = []
    for slot in dict.fromkeys(slots):
        for stance in (Stance.END, Stance.RETRACT):  # one at a time: an index then gives the order
            rows = session.rows(
                _SELECT + "WHERE m.scope = ? AND m.slot = ? AND m.stance = ? AND m.at >= ? "
                "ORDER BY m.at, m.timeline, m.event_seq, m.ordinal LIMIT ?",
                (scope, slot, stance.value, at, limit),
            )
            found += [_mark(row) for row in rows]
    return sorted(found, key=_by_time)[:limit]


def asserted_before(
    session: Session, scope: int, slots: Iterable[str] | None, at: int, limit: int
) -> list[Mark]:
    """Return what was said to be so with at <= a moment, in slots or in all, the last first."""
    if slots is None:
        rows = session.rows(
            _SELECT + "WHERE m.scope = ? AND m.stance = 'assert' AND m.at <= ? "
            "ORDER BY m.at DESC, m.timeline DESC, m.event_seq DESC, m.ordinal DESC LIMIT ?",
            (scope, at, limit),
        )
        return [_mark(row) for row in rows]
    found: list[Mark] = []
    for slot in slots:
        rows = session.rows(
            _SELECT + "WHERE m.scope = ? AND m.slot = ? AND m.stance = 'assert' AND m.at <= ? "
            "ORDER BY m.at DESC, m.timeline DESC, m.event_seq DESC, m.ordinal DESC LIMIT ?",
            (scope, slot, at, limit),
        )
        found += [_mark(row) for row in rows]
    return sorted(found, key=_by_time, reverse=True)[:limit]


def extent(session: Session, scope: int, timeline: int) -> tuple[int | None, int | None]:
    """Return the world time of the latest mark, and the latest moment that one reaches to."""
    row = session.row(
        "SELECT (SELECT max(at) FROM marks WHERE scope = ? AND timeline = ?), "
        "(SELECT max(reach) FROM marks WHERE scope = ? AND timeline = ? AND reach IS NOT NULL)",
        (scope, timeline, scope, timeline),
    )
    return (None, None) if row is None else (row[0], row[1])


def void_marks(session: Session, scope: int, event_seq: int, *, is_void: bool) -> tuple[int, ...]:
    """Take back every mark of an event, or let it stand again; return its timelines."""
    rows = session.rows(
        "SELECT DISTINCT timeline FROM marks WHERE scope = ? AND event_seq = ? ORDER BY timeline",
        (scope, event_seq),
    )
    session.run(
        "UPDATE marks SET is_void = ? WHERE scope = ? AND event_seq = ?",
        (int(is_void), scope, event_seq),
    )
    return tuple(row[0] for row in rows)


def delete_marks(session: Session, scope: int, marks: Sequence[Mark]) -> None:
    """Delete marks."""
    session.run_many(
        "DELETE FROM marks WHERE scope = ? AND timeline = ? AND at = ? AND event_seq = ? "
        "AND ordinal = ?",
        [
            (scope, mark.timeline, to_column(mark.at), mark.event_seq, mark.ordinal)
            for mark in marks
        ],
    )


def first_sources(session: Session, scope: int, fact_seqs: Iterable[int]) -> dict[int, int]:
    """Return the first source event of facts, by world time; facts without one are left out."""
    found: dict[int, int] = {}
    for fact_seq in fact_seqs:
        row = session.row(
            "SELECT event_seq FROM marks WHERE scope = ? AND fact_seq = ? "
            "ORDER BY at, event_seq LIMIT 1",
            (scope, fact_seq),
        )
        if row is not None:
            found[fact_seq] = row[0]
    return found


def source_seqs(
    session: Session, scope: int, fact_seqs: Iterable[int]
) -> dict[int, tuple[int, ...]]:
    """Return the source events of facts, by ascending world time, at most 200 each."""
    found: dict[int, dict[int, None]] = {seq: {} for seq in fact_seqs}
    for part in parts(found):
        places, values = in_list(part)
        rows = session.rows(
            "SELECT fact_seq, event_seq FROM (SELECT fact_seq, event_seq, row_number() OVER "  # noqa: S608 - places
            "(PARTITION BY fact_seq ORDER BY at, event_seq) AS place FROM marks "
            f"WHERE scope = ? AND fact_seq IN {places}) AS placed "
            f"WHERE place <= {MOST_SOURCES} ORDER BY fact_seq, place",
            (scope, *values),
        )
        for fact_seq, event_seq in rows:
            found[fact_seq][event_seq] = None
    return {seq: tuple(events) for seq, events in found.items()}


def facts_of_events(
    session: Session, scope: int, event_seqs: Iterable[int]
) -> dict[int, tuple[int, ...]]:
    """Return the facts that rest on events."""
    found: dict[int, set[int]] = {}
    for part in parts(dict.fromkeys(event_seqs)):
        places, values = in_list(part)
        rows = session.rows(
            f"SELECT event_seq, fact_seq FROM marks WHERE scope = ? AND event_seq IN {places}",  # noqa: S608 - places
            (scope, *values),
        )
        for event_seq, fact_seq in rows:
            if fact_seq:
                found.setdefault(event_seq, set()).add(fact_seq)
    return {seq: tuple(sorted(found[seq])) for seq in sorted(found)}


def _by_time(mark: Mark) -> tuple[Any, ...]:
    return (mark.at, mark.timeline, mark.event_seq, mark.ordinal)


def _mark(row: tuple[Any, ...]) -> Mark:
    return Mark(
        timeline=row[0],
        at=from_column(row[1]),
        event_seq=row[2],
        ordinal=row[3],
        fact_seq=row[4],
        stance=Stance(row[5]),
        content=row[6],
        subject=row[7],
        slot=row[8],
        value=row[9],
        text=row[10],
        polarity=Polarity(row[11]),
        confidence=row[12],
        until=from_optional(row[13]),
        is_void=bool(row[14]),
        event_id=bytes(row[15]).hex(),
        origin=Origin(row[16]),
        when=from_span_columns(*row[17:21]),
        session=row[21],
        agent=row[22],
        said_at=from_column(row[23]),
        reach=from_optional(row[24]),
        single_valued=None if row[25] is None else bool(row[25]),
        recorded_at=from_column(row[26]),
    )
