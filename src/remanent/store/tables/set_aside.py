"""Rows that a rollback took out of the other tables: whole, compressed, and none of them lost."""

import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from remanent.store.engine import Session, Value
from remanent.store.tables.whole import TABLES, Table, WholeRow, insert_rows, whole_rows

ROWS_A_PART = 2000

_BY_NAME = {table.name: table for table in TABLES}
_KINDS = "kind IN ('turn', 'statement', 'reply')"

# What goes with the log behind a boundary: (seq) or (seq, time); facts come last but for what
# hangs on them.
BEHIND: Mapping[str, str] = {
    "events": f"seq > ? AND {_KINDS}",
    "marks": "event_seq > ?",
    "uses": "event_seq > ?",
}
OF_FACTS: Mapping[str, str] = {
    "facts": "seq",
    "changes": "fact_seq",
    "retention": "fact_seq",
    "uses": "fact_seq",
    "links": "seq",
    "vectors": "seq",
}
OF_EVENTS: Mapping[str, str] = {"vectors": "seq"}


def take_out(
    session: Session,
    scope: int,
    branch: int,
    source: str,
    *,
    where: str,
    values: Sequence[Value],
    fingerprints: Mapping[int, str],
) -> int:
    """Move the rows of a table that a condition names; return how many."""
    table = _BY_NAME[source]
    rows = whole_rows(session, scope, table, where, values, fingerprints=fingerprints)
    if not rows:
        return 0
    part = _next_part(session, scope, branch, source)
    for start in range(0, len(rows), ROWS_A_PART):
        chunk = rows[start : start + ROWS_A_PART]
        session.run(
            "INSERT INTO set_aside (scope, branch, source, part, row_count, data) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (scope, branch, source, part, len(chunk), _packed(chunk)),
        )
        part += 1
    session.run(f"DELETE FROM {source} WHERE scope = ? AND {where}", (scope, *values))  # noqa: S608 - constants
    return len(rows)


def bring_back(
    session: Session, scope: int, branch: int, *, numbers: Mapping[str, int]
) -> dict[str, list[WholeRow]]:
    """Put every row of a branch where it was; return them by table."""
    found: dict[str, list[WholeRow]] = {}
    for source, data in session.rows(
        "SELECT source, data FROM set_aside WHERE scope = ? AND branch = ? ORDER BY source, part",
        (scope, branch),
    ):
        rows = _unpacked(bytes(data))
        insert_rows(session, scope, _BY_NAME[source], rows, numbers)
        found.setdefault(source, []).extend(rows)
    session.run("DELETE FROM set_aside WHERE scope = ? AND branch = ?", (scope, branch))
    return found


def column_of(source: str, row: WholeRow, column: str) -> Any:
    """Return one column of a whole row."""
    return row[_BY_NAME[source].columns.index(column)]


def is_held(session: Session, scope: int, branch: int) -> bool:
    """Say whether a branch is set aside."""
    return (
        session.row(
            "SELECT 1 FROM set_aside WHERE scope = ? AND branch = ? LIMIT 1", (scope, branch)
        )
        is not None
    )


def _next_part(session: Session, scope: int, branch: int, source: str) -> int:
    row = session.row(
        "SELECT max(part) FROM set_aside WHERE scope = ? AND branch = ? AND source = ?",
        (scope, branch, source),
    )
    return 0 if row is None or row[0] is None else int(row[0]) + 1


def _packed(rows: Sequence[WholeRow]) -> bytes:
    plain = [
        [{"b": value.hex()} if isinstance(value, bytes) else value for value in row] for row in rows
    ]
    return zlib.compress(json.dumps(plain, separators=(",", ":")).encode("ascii"), 1)


def _unpacked(data: bytes) -> list[WholeRow]:
    return [
        tuple(bytes.fromhex(value["b"]) if isinstance(value, dict) else value for value in row)
        for row in json.loads(zlib.decompress(data))
    ]


def table_named(source: str) -> Table:
    """Return a table by its name."""
    return _BY_NAME[source]
