"""How facts are kept: one row for each, where it stood when something last happened to it."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from remanent.model.fact import Tier
from remanent.model.retention import Retention
from remanent.store.engine import Session, Value, in_list, parts
from remanent.store.tables.times import from_column, from_optional, to_column, to_optional

_NAMES = (
    "born_at", "born_turn", "policy", "tier", "layer", "strength", "age", "based_at",
    "based_turn", "importance", "shown", "used", "helped", "last_used_at", "frequency",
    "frequency_at", "relevances", "salience", "fusion_factor", "use_days", "dampening",
    "outcomes", "outcome_value", "last_at", "due_at", "due_turn", "long_until",
)  # fmt: skip
_COLUMNS = ", ".join(("fact_seq", *_NAMES))


def upsert_retentions(session: Session, scope: int, rows: Sequence[Retention]) -> None:
    """Write where facts stand, in place of where they stood."""
    updates = ", ".join(f"{name} = excluded.{name}" for name in _NAMES)
    session.run_many(
        f"INSERT INTO retention (scope, {_COLUMNS}) VALUES (?, {', '.join('?' * 28)}) "  # noqa: S608 - constants
        f"ON CONFLICT (scope, fact_seq) DO UPDATE SET {updates}",
        [(scope, *_values(row)) for row in rows],
    )


def read_retentions(session: Session, scope: int, seqs: Iterable[int]) -> dict[int, Retention]:
    """Return where facts stand, by number."""
    found: dict[int, Retention] = {}
    for part in parts(dict.fromkeys(seqs)):
        places, values = in_list(part)
        rows = session.rows(
            f"SELECT {_COLUMNS} FROM retention WHERE scope = ? AND fact_seq IN {places} "  # noqa: S608 - places
            "ORDER BY fact_seq",
            (scope, *values),
        )
        found.update((row[0], _retention(row)) for row in rows)
    return found


def due_retentions(
    session: Session, scope: int, *, at: int, turn: int, limit: int
) -> list[Retention]:
    """Return what is due by a moment or a turn, first what was due first."""
    by_time = session.rows(
        f"SELECT {_COLUMNS} FROM retention WHERE scope = ? AND due_at <= ? "  # noqa: S608 - constants
        "ORDER BY due_at, fact_seq LIMIT ?",
        (scope, at, limit),
    )
    by_turn = session.rows(
        f"SELECT {_COLUMNS} FROM retention WHERE scope = ? AND due_turn <= ? "  # noqa: S608 - constants
        "ORDER BY due_turn, fact_seq LIMIT ?",
        (scope, turn, limit),
    )
    found = {row[0]: _retention(row) for row in (*by_time, *by_turn)}
    return list(found.values())[:limit]


def next_due(session: Session, scope: int) -> tuple[int | None, int | None]:
    """Return the first moment, and the first turn, at which anything is due."""
    row = session.row(
        "SELECT (SELECT min(due_at) FROM retention WHERE scope = ? AND due_at IS NOT NULL), "
        "(SELECT min(due_turn) FROM retention WHERE scope = ? AND due_turn IS NOT NULL)",
        (scope, scope),
    )
    return (None, None) if row is None else (row[0], row[1])


def retentions_after(
    session: Session, scope: int, *, after_seq: int, limit: int
) -> list[Retention]:
    """Return rows by ascending number."""
    rows = session.rows(
        f"SELECT {_COLUMNS} FROM retention WHERE scope = ? AND fact_seq > ? "  # noqa: S608 - constants
        "ORDER BY fact_seq LIMIT ?",
        (scope, after_seq, limit),
    )
    return [_retention(row) for row in rows]


def _values(row: Retention) -> tuple[Value, ...]:
    return (
        row.fact_seq,
        to_column(row.born_at),
        row.born_turn,
        row.policy,
        row.tier.value,
        row.layer,
        row.strength,
        row.age,
        to_column(row.based_at),
        row.based_turn,
        row.importance,
        row.shown,
        row.used,
        row.helped,
        to_optional(row.last_used_at),
        row.frequency,
        to_optional(row.frequency_at),
        json.dumps(row.relevances) if row.relevances else None,
        row.salience,
        row.fusion_factor,
        json.dumps(row.use_days) if row.use_days else None,
        row.dampening,
        row.outcomes,
        row.outcome_value,
        to_optional(row.last_at),
        to_optional(row.due_at),
        row.due_turn,
        to_optional(row.long_until),
    )


def _retention(row: tuple[Any, ...]) -> Retention:
    return Retention(
        fact_seq=row[0],
        born_at=from_column(row[1]),
        born_turn=row[2],
        policy=row[3],
        tier=Tier(row[4]),
        layer=row[5],
        strength=row[6],
        age=row[7],
        based_at=from_column(row[8]),
        based_turn=row[9],
        importance=row[10],
        shown=row[11],
        used=row[12],
        helped=row[13],
        last_used_at=from_optional(row[14]),
        frequency=row[15],
        frequency_at=from_optional(row[16]),
        relevances=tuple(json.loads(row[17])) if row[17] else (),
        salience=row[18],
        fusion_factor=row[19],
        use_days=tuple(json.loads(row[20])) if row[20] else (),
        dampening=row[21],
        outcomes=row[22],
        outcome_value=row[23],
        last_at=from_optional(row[24]),
        due_at=from_optional(row[25]),
        due_turn=row[26],
        long_until=from_optional(row[27]),
    )
