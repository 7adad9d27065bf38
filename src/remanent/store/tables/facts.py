"""Facts as they stand, and every change that led there."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from hashlib import blake2b
from typing import Any

from remanent.model.event import Origin
from remanent.model.fact import Fact, Polarity, Provenance, Tier
from remanent.model.remembered import ChangeKind
from remanent.store.engine import Session, Value, in_list, parts
from remanent.store.tables.times import (
    from_column,
    from_optional,
    from_span_columns,
    to_column,
    to_optional,
    to_span_columns,
)
from remanent.text.folding import fold

_COLUMNS = (
    "seq, id, subject, slot, value, text, polarity, tier, confidence, provenance, origin, "
    "valid_from, valid_to, recorded_at, retracted_at, closed_by, evidence, archived_at, pruned_at, "
    "hidden_by, single_valued, when_start, when_end, when_words, zone_known, session, agent"
)
_MUTABLE = (
    "subject", "slot", "value", "text", "polarity", "tier", "confidence", "valid_from",
    "valid_to", "retracted_at", "closed_by", "evidence", "archived_at", "pruned_at", "hidden_by",
    "single_valued", "session", "agent",
)  # fmt: skip


def upsert_fact(session: Session, scope: int, fact: Fact, timeline: int, at: datetime) -> None:
    """Write a fact's whole state."""
    names = [
        "scope",
        "timeline",
        "family",
        "changed_at",
        *(name.strip() for name in _COLUMNS.split(",")),
    ]
    kept = ("scope", "seq", "id", "recorded_at")
    updates = ", ".join(f"{name} = excluded.{name}" for name in names if name not in kept)
    session.run(
        f"INSERT INTO facts ({', '.join(names)}) VALUES ({', '.join('?' * len(names))}) "  # noqa: S608 - constants
        f"ON CONFLICT (scope, seq) DO UPDATE SET {updates}",
        (scope, timeline, family_of(fact.subject, fact.slot), to_column(at), *_columns(fact)),
    )


def move_facts(session: Session, scope: int, timelines: Mapping[int, int]) -> None:
    """Put facts on other timelines."""
    session.run_many(
        "UPDATE facts SET timeline = ? WHERE scope = ? AND seq = ?",
        [(timeline, scope, seq) for seq, timeline in timelines.items()],
    )


def insert_change(
    session: Session,
    scope: int,
    *,
    seq: int,
    kind: ChangeKind,
    fact: Fact,
    at: datetime,
    event_seq: int,
) -> None:
    """Log the state that a change led to."""
    session.run(
        "INSERT INTO changes (scope, seq, fact_seq, event_seq, kind, recorded_at, state) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (scope, seq, fact.seq, event_seq, kind.value, to_column(at), encode_state(fact)),
    )


def read_facts(session: Session, scope: int, seqs: Iterable[int]) -> dict[int, Fact]:
    """Return facts by number."""
    found: dict[int, Fact] = {}
    for part in parts(dict.fromkeys(seqs)):
        places, values = in_list(part)
        rows = session.rows(
            f"SELECT {_COLUMNS} FROM facts WHERE scope = ? AND seq IN {places} ORDER BY seq",  # noqa: S608 - places
            (scope, *values),
        )
        found.update((row[0], _fact(row)) for row in rows)
    return found


def read_facts_known_at(
    session: Session, scope: int, seqs: Iterable[int], known_at: datetime
) -> dict[int, Fact]:
    """Return facts as they stood at a moment of record time."""
    moment = to_column(known_at)
    found = {
        seq: fact
        for seq, fact in read_facts(session, scope, seqs).items()
        if to_column(fact.recorded_at) <= moment
    }
    for part in parts(found):
        places, values = in_list(part)
        rows = session.rows(
            "SELECT fact_seq, state FROM (SELECT fact_seq, state, row_number() OVER "  # noqa: S608 - places
            "(PARTITION BY fact_seq ORDER BY seq DESC) AS place FROM changes "
            f"WHERE scope = ? AND recorded_at <= ? AND fact_seq IN {places}) AS placed "
            "WHERE place = 1",
            (scope, moment, *values),
        )
        found.update((seq, decode_state(found[seq], state)) for seq, state in rows)
    return found


def list_facts(
    session: Session,
    scope: int,
    *,
    include_closed: bool,
    subject: str | None,
    slot: str | None,
    after_seq: int,
    limit: int,
) -> list[Fact]:
    """Return facts by ascending number."""
    clauses, parameters = ["scope = ?", "seq > ?"], [scope, after_seq]
    values: list[Value] = list(parameters)
    if not include_closed:
        clauses.append("valid_to IS NULL AND retracted_at IS NULL")
    if subject is not None:
        clauses.append("subject = ?")
        values.append(subject)
    if slot is not None:
        clauses.append("slot = ?")
        values.append(slot)
    rows = session.rows(
        f"SELECT {_COLUMNS} FROM facts WHERE {' AND '.join(clauses)} ORDER BY seq LIMIT ?",  # noqa: S608 - constants
        (*values, limit),
    )
    return [_fact(row) for row in rows]


def known_facts(
    session: Session,
    scope: int,
    *,
    moment: int | None,
    subject: str | None,
    slot: str | None,
    changed_by: int | None = None,
    skip: int,
    limit: int,
) -> list[Fact]:
    """Return facts by ascending number; with a moment, those that hold then.

    Args:
        changed_by: only those that last changed by this moment of record time.
    """
    clause, values = _known(moment, subject, slot, changed_by)
    rows = session.rows(
        f"SELECT {_COLUMNS} FROM facts WHERE scope = ? {clause} ORDER BY seq LIMIT ? OFFSET ?",  # noqa: S608 - constants
        (scope, *values, limit, skip),
    )
    return [_fact(row) for row in rows]


def count_known_facts(
    session: Session,
    scope: int,
    *,
    moment: int | None,
    subject: str | None,
    slot: str | None,
    changed_by: int | None = None,
) -> int:
    """Count the facts that `known_facts` could return."""
    clause, values = _known(moment, subject, slot, changed_by)
    row = session.row(
        f"SELECT count(*) FROM facts WHERE scope = ? {clause}",  # noqa: S608 - constants
        (scope, *values),
    )
    return 0 if row is None else int(row[0])


def _known(
    moment: int | None, subject: str | None, slot: str | None, changed_by: int | None
) -> tuple[str, tuple[Value, ...]]:
    """Return what facts must be to be known: said by something, and holding at a moment."""
    clauses = ["AND evidence > 0"]
    values: list[Value] = []
    if moment is not None:
        clauses.append(
            "AND retracted_at IS NULL AND pruned_at IS NULL AND hidden_by IS NULL "
            "AND coalesce(valid_from, ?) <= ? "
            "AND coalesce(valid_to, ?) > ?"
        )
        values += [moment, moment, moment + 1, moment]
    for name, value in (("subject", subject), ("slot", slot)):
        if value is not None:
            clauses.append(f"AND {name} = ?")
            values.append(value)
    if changed_by is not None:
        clauses.append("AND changed_at <= ?")
        values.append(changed_by)
    return " ".join(clauses), tuple(values)


def family_of(subject: str, slot: str | None) -> int:
    """Return the signed 64-bit number that facts about one subject in one slot share."""
    name = f"{fold(subject)}\x1f{'' if slot is None else slot}\x1f{slot is None}"
    digest = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def family(
    session: Session, scope: int, subject: str, slots: Iterable[str | None], limit: int
) -> list[Fact]:
    """Return facts about a subject in some slots that nothing ended, the last learned first."""
    found: list[Fact] = []
    for slot in slots:
        rows = session.rows(
            f"SELECT {_COLUMNS} FROM facts WHERE scope = ? AND family = ? "  # noqa: S608 - constants
            "AND valid_to IS NULL AND retracted_at IS NULL ORDER BY seq DESC LIMIT ?",
            (scope, family_of(subject, slot), limit),
        )
        found += [_fact(row) for row in rows]
    return sorted(found, key=lambda fact: fact.seq, reverse=True)[:limit]


def merged_into(session: Session, scope: int, ids: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """Return the facts that stand behind others."""
    found: dict[str, list[int]] = {}
    for part in parts(dict.fromkeys(ids)):
        places, values = in_list([bytes.fromhex(str(each)) for each in part])
        rows = session.rows(
            f"SELECT hidden_by, seq FROM facts WHERE scope = ? AND hidden_by IN {places} "  # noqa: S608 - places
            "ORDER BY seq",
            (scope, *values),
        )
        for hidden_by, seq in rows:
            found.setdefault(bytes(hidden_by).hex(), []).append(seq)
    return {each: tuple(seqs) for each, seqs in found.items()}


def facts_by_world_time(
    session: Session,
    scope: int,
    *,
    subject: str | None,
    slot: str | None,
    skip: int,
    limit: int,
) -> list[tuple[Fact, int]]:
    """Return facts by when they begin to hold, each with how many changes it saw."""
    only = "" if subject is None else " AND subject = ?"
    only += "" if slot is None else " AND slot = ?"
    values = [value for value in (subject, slot) if value is not None]
    rows = session.rows(
        f"SELECT {_COLUMNS}, (SELECT count(*) FROM changes c WHERE c.scope = facts.scope "  # noqa: S608 - constants
        f"AND c.fact_seq = facts.seq) FROM facts WHERE scope = ?{only} "
        "ORDER BY coalesce(valid_from, valid_to, recorded_at), "
        "CASE WHEN valid_from IS NULL THEN 0 ELSE 1 END, seq LIMIT ? OFFSET ?",
        (scope, *values, limit, skip),
    )
    return [(_fact(row), int(row[-1])) for row in rows]


def timeline_facts(session: Session, scope: int, timeline: int) -> list[Fact]:
    """Return the facts of a timeline."""
    rows = session.rows(
        f"SELECT {_COLUMNS} FROM facts WHERE scope = ? AND timeline = ? ORDER BY seq",  # noqa: S608 - constants
        (scope, timeline),
    )
    return [_fact(row) for row in rows]


def facts_before(
    session: Session, scope: int, timeline: int, moment: int, limit: int
) -> list[Fact]:
    """Return the facts that begin by a moment, the last first, but what was taken back."""
    rows = session.rows(
        f"SELECT {_COLUMNS} FROM facts WHERE scope = ? AND timeline = ? AND valid_from <= ? "  # noqa: S608 - constants
        "AND retracted_at IS NULL ORDER BY valid_from DESC, seq DESC LIMIT ?",
        (scope, timeline, moment, limit),
    )
    return [_fact(row) for row in rows]


def facts_after(session: Session, scope: int, timeline: int, moment: int, limit: int) -> list[Fact]:
    """Return the facts that begin after a moment, the first first, but what was taken back."""
    rows = session.rows(
        f"SELECT {_COLUMNS} FROM facts WHERE scope = ? AND timeline = ? AND valid_from > ? "  # noqa: S608 - constants
        "AND retracted_at IS NULL ORDER BY valid_from, seq LIMIT ?",
        (scope, timeline, moment, limit),
    )
    return [_fact(row) for row in rows]


def find_fact_seqs(session: Session, scope: int, ids: Iterable[str]) -> dict[str, int]:
    """Return numbers by public id."""
    found: dict[str, int] = {}
    for part in parts(dict.fromkeys(ids)):
        places, values = in_list([bytes.fromhex(str(each)) for each in part])
        rows = session.rows(
            f"SELECT id, seq FROM facts WHERE scope = ? AND id IN {places}",  # noqa: S608 - places
            (scope, *values),
        )
        found.update((bytes(row[0]).hex(), row[1]) for row in rows)
    return found


def count_changes(
    session: Session, scope: int, *, fact_seq: int | None, subject: str | None, slot: str | None
) -> int:
    """Count the changes of one fact, or of those about a subject, in a slot."""
    if fact_seq is not None:
        row = session.row(
            "SELECT count(*) FROM changes WHERE scope = ? AND fact_seq = ?", (scope, fact_seq)
        )
    else:
        only = "" if subject is None else " AND f.subject = ?"
        only += "" if slot is None else " AND f.slot = ?"
        row = session.row(
            "SELECT count(*) FROM facts f JOIN changes c ON c.scope = f.scope "  # noqa: S608 - constants
            f"AND c.fact_seq = f.seq WHERE f.scope = ?{only}",
            (scope, *(value for value in (subject, slot) if value is not None)),
        )
    return 0 if row is None else int(row[0])


def read_history(
    session: Session, scope: int, fact: Fact, *, skip: int, limit: int
) -> Sequence[tuple[datetime, str, Fact]]:
    """Return the recorded states of a fact, oldest first."""
    rows = session.rows(
        "SELECT recorded_at, kind, state FROM changes WHERE scope = ? AND fact_seq = ? "
        "ORDER BY seq LIMIT ? OFFSET ?",
        (scope, fact.seq, limit, skip),
    )
    return [(from_column(row[0]), row[1], decode_state(fact, row[2])) for row in rows]


def read_feed(
    session: Session,
    scope: int,
    *,
    kind: ChangeKind | None,
    event_seq: int | None,
    fact_seqs: Sequence[int] | None,
    since: int | None,
    until: int | None,
    skip: int,
    limit: int,
) -> list[tuple[int, int, int, str, str]]:
    """Return (fact, event, time, kind, state) of changes, the latest first."""
    clauses, values = _feed_clauses(
        kind=kind, event_seq=event_seq, fact_seqs=fact_seqs, since=since, until=until
    )
    rows = session.rows(
        "SELECT fact_seq, event_seq, recorded_at, kind, state FROM changes "  # noqa: S608 - constants
        f"WHERE scope = ?{clauses} ORDER BY seq DESC LIMIT ? OFFSET ?",
        (scope, *values, limit, skip),
    )
    return [(row[0], row[1], row[2], row[3], row[4]) for row in rows]


def count_feed(
    session: Session,
    scope: int,
    *,
    kind: ChangeKind | None,
    event_seq: int | None,
    fact_seqs: Sequence[int] | None,
    since: int | None,
    until: int | None,
) -> int:
    """Count the changes that `read_feed` could return."""
    clauses, values = _feed_clauses(
        kind=kind, event_seq=event_seq, fact_seqs=fact_seqs, since=since, until=until
    )
    row = session.row(
        f"SELECT count(*) FROM changes WHERE scope = ?{clauses}",  # noqa: S608 - constants
        (scope, *values),
    )
    return 0 if row is None else int(row[0])


def _feed_clauses(
    *,
    kind: ChangeKind | None,
    event_seq: int | None,
    fact_seqs: Sequence[int] | None,
    since: int | None,
    until: int | None,
) -> tuple[str, tuple[Value, ...]]:
    clauses, values = "", list[Value]()
    for clause, value in (
        ("kind = ?", None if kind is None else kind.value),
        ("event_seq = ?", event_seq),
        ("recorded_at >= ?", since),
        ("recorded_at < ?", until),
    ):
        if value is not None:
            clauses += f" AND {clause}"
            values.append(value)
    if fact_seqs is not None:
        places, given = in_list(list(fact_seqs) or [0])
        clauses += f" AND fact_seq IN {places}"
        values += given
    return clauses, tuple(values)


def changes_between(
    session: Session, scope: int, first: int, last: int, *, limit: int
) -> list[tuple[int, str]]:
    """Return (time, kind) of changes recorded in [first, last), by time."""
    rows = session.rows(
        "SELECT recorded_at, kind FROM changes WHERE scope = ? AND recorded_at >= ? "
        "AND recorded_at < ? ORDER BY recorded_at, seq LIMIT ?",
        (scope, first, last, limit),
    )
    return [(row[0], row[1]) for row in rows]


def facts_changed_between(
    session: Session, scope: int, first: int, last: int, *, limit: int
) -> list[int]:
    """Return the facts that changed in record time (first, last], ascending."""
    rows = session.rows(
        "SELECT DISTINCT fact_seq FROM changes WHERE scope = ? AND recorded_at > ? "
        "AND recorded_at <= ? ORDER BY fact_seq LIMIT ?",
        (scope, first, last, limit),
    )
    return [row[0] for row in rows]


def facts_turning_between(
    session: Session, scope: int, first: int, last: int, *, limit: int
) -> list[int]:
    """Return the facts that begin or end to hold in world time (first, last], ascending."""
    found: set[int] = set()
    for column in ("valid_from", "valid_to"):
        rows = session.rows(
            f"SELECT seq FROM facts WHERE scope = ? AND {column} > ? AND {column} <= ? "  # noqa: S608 - constants
            "AND retracted_at IS NULL AND evidence > 0 ORDER BY seq LIMIT ?",
            (scope, first, last, limit),
        )
        found.update(row[0] for row in rows)
    return sorted(found)[:limit]


def encode_state(fact: Fact) -> str:
    """Return what of a fact may change, as canonical JSON."""
    state: dict[str, Any] = {"when": to_span_columns(fact.when)}
    for name in _MUTABLE:
        value = getattr(fact, name)
        state[name] = to_column(value) if isinstance(value, datetime) else value
    state["single_valued"] = None if fact.single_valued is None else int(fact.single_valued)
    return json.dumps(state, ensure_ascii=True, separators=(",", ":"), sort_keys=True)


def decode_state(fact: Fact, state: str) -> Fact:
    """Return the fact as a logged state says."""
    values: dict[str, Any] = json.loads(state)
    for name in ("valid_from", "valid_to", "retracted_at", "archived_at", "pruned_at"):
        values[name] = from_optional(values[name])
    one = values["single_valued"]
    values["single_valued"] = None if one is None else bool(one)
    values["polarity"] = Polarity(values["polarity"])
    values["tier"] = Tier(values["tier"])
    values["when"] = from_span_columns(*values["when"])
    return replace(fact, **values)


def _columns(fact: Fact) -> tuple[Value, ...]:
    return (
        fact.seq,
        bytes.fromhex(fact.id),
        fact.subject,
        fact.slot,
        fact.value,
        fact.text,
        fact.polarity.value,
        fact.tier.value,
        fact.confidence,
        fact.provenance.value,
        fact.origin.value,
        to_optional(fact.valid_from),
        to_optional(fact.valid_to),
        to_column(fact.recorded_at),
        to_optional(fact.retracted_at),
        None if fact.closed_by is None else bytes.fromhex(fact.closed_by),
        fact.evidence,
        to_optional(fact.archived_at),
        to_optional(fact.pruned_at),
        None if fact.hidden_by is None else bytes.fromhex(fact.hidden_by),
        None if fact.single_valued is None else int(fact.single_valued),
        *to_span_columns(fact.when),
        fact.session,
        fact.agent,
    )


def _fact(row: tuple[Any, ...]) -> Fact:
    return Fact(
        seq=row[0],
        id=bytes(row[1]).hex(),
        subject=row[2],
        slot=row[3],
        value=row[4],
        text=row[5],
        polarity=Polarity(row[6]),
        tier=Tier(row[7]),
        confidence=row[8],
        provenance=Provenance(row[9]),
        origin=Origin(row[10]),
        valid_from=from_optional(row[11]),
        valid_to=from_optional(row[12]),
        recorded_at=from_column(row[13]),
        retracted_at=from_optional(row[14]),
        closed_by=None if row[15] is None else bytes(row[15]).hex(),
        evidence=row[16],
        archived_at=from_optional(row[17]),
        pruned_at=from_optional(row[18]),
        hidden_by=None if row[19] is None else bytes(row[19]).hex(),
        single_valued=None if row[20] is None else bool(row[20]),
        when=from_span_columns(*row[21:25]),
        session=row[25],
        agent=row[26],
    )
