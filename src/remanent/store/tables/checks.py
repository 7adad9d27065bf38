"""What can be asked of the tables to learn whether they agree with one another."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from remanent.store.engine import Session, Value
from remanent.store.migrations.first import TABLES
from remanent.store.tables.vectors import from_value
from remanent.store.tables.whole import TABLES as BY_SCOPE

STATE_COLUMNS = (
    "subject", "slot", "value", "text", "polarity", "tier", "confidence", "valid_from",
    "valid_to", "retracted_at", "closed_by", "evidence", "archived_at", "pruned_at", "hidden_by",
    "single_valued", "session", "agent",
)  # fmt: skip
SPAN_COLUMNS = ("when_start", "when_end", "when_words", "zone_known")
RESTORED = (*STATE_COLUMNS, *SPAN_COLUMNS, "changed_at")

VECTORS_AT_ONCE = 4096

_KNOWN = frozenset(re.findall(r"CREATE TABLE (\w+)", TABLES))
_NO_EVENT = "NOT EXISTS (SELECT 1 FROM events e WHERE e.scope = t.scope AND e.seq = t.{column})"
_NO_FACT = "NOT EXISTS (SELECT 1 FROM facts f WHERE f.scope = t.scope AND f.seq = t.{column})"
_ORPHANS = {
    "vectors": f"{_NO_EVENT} AND {_NO_FACT}".format(column="seq"),
    "links": f"{_NO_EVENT} AND {_NO_FACT}".format(column="seq"),
}
_BROKEN = {
    "marks without their event": ("marks", _NO_EVENT.format(column="event_seq")),
    "marks without their fact": (
        "marks", f"t.fact_seq <> 0 AND {_NO_FACT}".format(column="fact_seq"),
    ),
    "changes without their fact": ("changes", _NO_FACT.format(column="fact_seq")),
    "facts without a change": (
        "facts",
        "NOT EXISTS (SELECT 1 FROM changes c WHERE c.scope = t.scope AND c.fact_seq = t.seq)",
    ),
}  # fmt: skip


def tables_amiss(session: Session) -> tuple[list[str], list[str]]:
    """Return the tables of ours that are missing, and those that are not ours."""
    if session.engine == "sqlite":
        rows = session.rows(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite^_%' "
            "ESCAPE '^'"
        )
    else:
        rows = session.rows(
            "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace "
            "AND relkind IN ('r', 'p') AND NOT relispartition"
        )
    present = {str(row[0]) for row in rows}
    return sorted(_KNOWN - present), sorted(present - _KNOWN)


def stray_scopes(session: Session, known: frozenset[int]) -> dict[str, list[int]]:
    """Return for each table the numbers of scopes that nobody owns; one seek for each scope."""
    found: dict[str, list[int]] = {}
    for table in ("scope_state", *(each.name for each in BY_SCOPE)):
        number = _scope_after(session, table, None)
        while number is not None:
            if number not in known:
                found.setdefault(table, []).append(number)
            number = _scope_after(session, table, number)
    return found


def _scope_after(session: Session, table: str, number: int | None) -> int | None:
    behind, parameters = ("", ()) if number is None else (" WHERE scope > ?", (number,))
    row = session.row(f"SELECT min(scope) FROM {table}{behind}", parameters)  # noqa: S608 - constants
    return None if row is None or row[0] is None else int(row[0])


def count_unkept(session: Session, scope: int) -> int:
    """Count the facts of which it is not known how they are kept."""
    return _count(
        session,
        scope,
        "facts",
        "NOT EXISTS (SELECT 1 FROM retention r WHERE r.scope = t.scope AND r.fact_seq = t.seq)",
    )


def count_orphans(session: Session, scope: int, table: str) -> int:
    """Count the vectors, or the links, whose item is provably gone."""
    return _count(session, scope, table, _ORPHANS[table])


def delete_orphans(session: Session, scope: int, table: str) -> None:
    """Delete the vectors, or the links, whose item is provably gone."""
    session.run(f"DELETE FROM {table} AS t WHERE t.scope = ? AND {_ORPHANS[table]}", (scope,))  # noqa: S608 - constants


def broken_ties(session: Session, scope: int) -> dict[str, int]:
    """Count the rows that name another row which is not there; kinds with none are left out."""
    found = {
        what: _count(session, scope, table, condition)
        for what, (table, condition) in _BROKEN.items()
    }
    return {what: count for what, count in found.items() if count}


def _count(session: Session, scope: int, table: str, condition: str) -> int:
    row = session.row(
        f"SELECT count(*) FROM {table} t WHERE t.scope = ? AND {condition}",  # noqa: S608 - constants
        (scope,),
    )
    return 0 if row is None else int(row[0])


@dataclass(frozen=True, slots=True)
class Totals:
    """What the counters of a scope should say."""

    last_seq: int
    turns: int
    facts: int
    turn_clock: int
    attributes: int


def totals(session: Session, scope: int) -> Totals:
    """Count the rows of a scope."""
    turns = session.row(
        "SELECT count(*), coalesce(sum(CASE WHEN role = 'user' THEN 1 ELSE 0 END), 0) "
        "FROM events WHERE scope = ? AND kind = 'turn'",
        (scope,),
    )
    facts = session.row("SELECT count(*) FROM facts WHERE scope = ?", (scope,))
    numbers = session.row("SELECT max(number) FROM preferences WHERE scope = ?", (scope,))
    lasts = [
        session.row(f"SELECT max(seq) FROM {table} WHERE scope = ?", (scope,))  # noqa: S608 - constants
        for table in ("events", "facts", "changes", "work")
    ]
    assert numbers is not None, "a greatest number is always given"
    assert turns is not None, "a count is always given"
    assert facts is not None, "a count is always given"
    return Totals(
        last_seq=max(int(row[0]) for row in [*lasts, (0,)] if row and row[0] is not None),
        turns=int(turns[0]),
        facts=int(facts[0]),
        turn_clock=int(turns[1]),
        attributes=0 if numbers[0] is None else int(numbers[0]),
    )


def last_audit(session: Session, scope: int) -> tuple[int, bytes] | None:
    """Return number and digest of the last entry of the audit chain."""
    row = session.row(
        "SELECT seq, digest FROM audit WHERE scope = ? ORDER BY seq DESC LIMIT 1", (scope,)
    )
    return None if row is None else (int(row[0]), bytes(row[1]))


def count_indexed(session: Session, scope: int, first: int, last: int) -> int:
    """Count the items between two numbers that belong into the words."""
    turns = session.row(
        "SELECT count(*) FROM events WHERE scope = ? AND kind = 'turn' AND seq >= ? AND seq <= ?",
        (scope, first, last),
    )
    facts = session.row(
        "SELECT count(*) FROM facts WHERE scope = ? AND seq >= ? AND seq <= ?", (scope, first, last)
    )
    return sum(int(row[0]) for row in (turns, facts) if row is not None)


def segment_ranges(session: Session, scope: int, kind: int) -> list[tuple[int, int]]:
    """Return (first item, last item) of every segment, ascending."""
    rows = session.rows(
        "SELECT first_seq, last_seq FROM segments WHERE scope = ? AND kind = ? ORDER BY first_seq",
        (scope, kind),
    )
    return [(int(row[0]), int(row[1])) for row in rows]


def read_segment(session: Session, scope: int, kind: int, first: int) -> bytes:
    """Return the bytes of the segment that begins with an item."""
    row = session.row(
        "SELECT data FROM segments WHERE scope = ? AND kind = ? AND first_seq = ?",
        (scope, kind, first),
    )
    return b"" if row is None else bytes(row[0])


def vector_embedders(session: Session, scope: int) -> list[int]:
    """Return the numbers of embedders that a scope holds vectors or segments of."""
    rows = session.rows(
        "SELECT embedder FROM vectors WHERE scope = ? "
        "UNION SELECT kind FROM segments WHERE scope = ? AND kind <> 0 ORDER BY 1",
        (scope, scope),
    )
    return [int(row[0]) for row in rows]


def count_vectors_between(
    session: Session, scope: int, embedder: int, first: int, last: int
) -> int:
    """Count the vectors of items between two numbers."""
    row = session.row(
        "SELECT count(*) FROM vectors WHERE scope = ? AND embedder = ? AND seq >= ? AND seq <= ?",
        (scope, embedder, first, last),
    )
    return 0 if row is None else int(row[0])


def read_vectors_between(
    session: Session, scope: int, embedder: int, first: int, last: int
) -> list[tuple[int, int, NDArray[np.float16]]]:
    """Return (item, chunk, vector) of items between two numbers, ascending."""
    rows = session.rows(
        "SELECT seq, chunk, data FROM vectors WHERE scope = ? AND embedder = ? "
        "AND seq >= ? AND seq <= ? ORDER BY seq, chunk",
        (scope, embedder, first, last),
    )
    return [(int(row[0]), int(row[1]), from_value(row[2])) for row in rows]


def dead_vectors(
    session: Session, scope: int, embedder: int, dimension: int | None, last: int
) -> list[tuple[int, int]]:
    """Return the (item, chunk) of vectors that cannot be compared with any other.

    Args:
        dimension: the embedder's; None where nobody knows the embedder.
        last: the last item of the scope.
    """
    dead: list[tuple[int, int]] = []
    for first in range(1, last + 1, VECTORS_AT_ONCE):
        rows = session.rows(
            "SELECT seq, chunk, data FROM vectors WHERE scope = ? AND embedder = ? "
            "AND seq >= ? AND seq <= ? ORDER BY seq, chunk",
            (scope, embedder, first, min(first + VECTORS_AT_ONCE - 1, last)),
        )
        dead += [(int(seq), int(chunk)) for seq, chunk, data in rows if _is_dead(data, dimension)]
    return dead


def _is_dead(data: Any, dimension: int | None) -> bool:
    try:
        vector = from_value(data)
    except (ValueError, AttributeError):  # bytes cut off, or a flipped byte made another type of it
        return True
    return vector.shape != (dimension,) or not bool(np.isfinite(vector).all())


def delete_vectors_of(session: Session, scope: int, seqs: Sequence[int]) -> None:
    """Delete every vector of some items."""
    session.run_many(
        "DELETE FROM vectors WHERE scope = ? AND embedder = ? AND seq = ?",
        [(scope, each, seq) for each in vector_embedders(session, scope) for seq in seqs],
    )


def delete_vectors(
    session: Session, scope: int, embedder: int, keys: Sequence[tuple[int, int]]
) -> None:
    """Delete vectors of (item, chunk)."""
    session.run_many(
        "DELETE FROM vectors WHERE scope = ? AND embedder = ? AND seq = ? AND chunk = ?",
        [(scope, embedder, seq, chunk) for seq, chunk in keys],
    )


@dataclass(frozen=True, slots=True)
class FactPage:
    """Facts beside the last change of each.

    Args:
        stale: number -> what its columns should hold, where they hold something else.
        unreadable: how many have a change that cannot be read.
        last_seq: the last fact that was looked at; None at the end.
    """

    stale: Mapping[int, tuple[Value, ...]]
    unreadable: int
    last_seq: int | None


def compare_facts(session: Session, scope: int, *, after_seq: int, limit: int) -> FactPage:
    """Compare the next facts with their last changes, column by column."""
    columns = ", ".join(f"f.{name}" for name in RESTORED)
    rows = session.rows(
        f"SELECT f.seq, c.recorded_at, c.state, {columns} FROM facts f "  # noqa: S608 - constants
        "JOIN changes c ON c.scope = f.scope AND c.fact_seq = f.seq "
        "WHERE f.scope = ? AND f.seq > ? AND c.seq = (SELECT max(d.seq) FROM changes d "
        "WHERE d.scope = f.scope AND d.fact_seq = f.seq) ORDER BY f.seq LIMIT ?",
        (scope, after_seq, limit),
    )
    stale: dict[int, tuple[Value, ...]] = {}
    unreadable = 0
    for seq, at, state, *held in rows:
        right = _columns_of(state, at)
        if right is None:
            unreadable += 1
        elif right != _plain(held):
            stale[int(seq)] = right
    return FactPage(stale, unreadable, int(rows[-1][0]) if len(rows) == limit else None)


def restore_facts(session: Session, scope: int, right: Mapping[int, tuple[Value, ...]]) -> None:
    """Write into facts what their last changes say."""
    session.run_many(
        f"UPDATE facts SET {', '.join(f'{name} = ?' for name in RESTORED)} "  # noqa: S608 - constants
        "WHERE scope = ? AND seq = ?",
        [(*columns, scope, seq) for seq, columns in right.items()],
    )


def _columns_of(state: str, at: int) -> tuple[Value, ...] | None:
    """Return what a logged state means for the columns of a fact, or None."""
    try:
        values: dict[str, Any] = json.loads(state)
        for name in ("closed_by", "hidden_by"):
            if values[name] is not None:
                values[name] = bytes.fromhex(values[name])
        own = [values[name] for name in STATE_COLUMNS]
        span = values["when"]
    except (ValueError, KeyError, TypeError):
        return None
    return (*own, *span, at)


def _plain(values: Sequence[Any]) -> tuple[Value, ...]:
    return tuple(bytes(value) if isinstance(value, memoryview) else value for value in values)
