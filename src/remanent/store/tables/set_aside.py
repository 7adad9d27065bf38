"""Rows that a rollback took out of the other tables: whole, compressed, and none of them lost.

A part is a run of rows of one table. Its bytes are the length of a JSON document, the document,
compressed, and behind it every value of bytes that stands in the rows, as it is: vectors and ids
do not compress.
"""

import json
import re
import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from remanent.store.engine import Session, Value, in_list, parts
from remanent.store.tables.whole import TABLES, WholeRow, insert_rows, whole_rows

ROWS_A_PART: Final = 2000

_BY_NAME: Final = {table.name: table for table in TABLES}
_NO_FACT: Final = "NOT EXISTS (SELECT 1 FROM facts f WHERE f.scope = {t}.scope AND f.seq = {t}.{c})"
_NO_EVENT: Final = (
    "NOT EXISTS (SELECT 1 FROM events e WHERE e.scope = {t}.scope AND e.seq = {t}.{c})"
)
_NO_CHANGE: Final = (
    "NOT EXISTS (SELECT 1 FROM changes c WHERE c.scope = facts.scope AND c.fact_seq = facts.seq)"
)
_NEITHER: Final = f"{_NO_FACT} AND {_NO_EVENT}"
_KINDS: Final = "kind IN ('turn', 'statement', 'reply')"

_PLACE: Final = re.compile(r":(?:seq|moment)")

# What goes, in this order: what was recorded after :moment, or belongs to what was logged behind
# :seq. A fact goes when none of its changes stays.
BEHIND: Final[Sequence[tuple[str, str]]] = (
    ("marks", "event_seq > :seq"),
    ("marks", "recorded_at > :moment"),
    ("changes", "event_seq > :seq"),
    ("changes", "recorded_at > :moment"),
    (
        "facts",
        "seq > :seq AND " + _NO_CHANGE,
    ),
    ("events", f"seq > :seq AND {_KINDS}"),
    ("retention", "fact_seq > :seq AND " + _NO_FACT.format(t="retention", c="fact_seq")),
    ("uses", "event_seq > :seq AND " + _NO_FACT.format(t="uses", c="event_seq")),
    ("uses", "fact_seq > :seq AND " + _NO_FACT.format(t="uses", c="fact_seq")),
    ("links", "seq > :seq AND " + _NEITHER.format(t="links", c="seq")),
    ("vectors", "seq > :seq AND " + _NEITHER.format(t="vectors", c="seq")),
    ("suggestions", "proposed_at > :moment"),
)
"""The rules of each table: which of its rows were recorded after a boundary."""

OWNED: Final[Sequence[tuple[str, str, tuple[str, ...]]]] = (
    ("marks", "event_seq", ("events",)),
    ("changes", "fact_seq", ("facts",)),
    ("retention", "fact_seq", ("facts",)),
    ("uses", "fact_seq", ("facts",)),
    ("uses", "event_seq", ("facts", "events")),
    ("links", "seq", ("facts", "events")),
    ("vectors", "seq", ("facts", "events")),
)
"""What the rows of tables belong to: the column that names it, and where it may stand."""

_NAMES_A_FACT: Final = frozenset(
    {("marks", "fact_seq"), *((source, name) for source, name, where in OWNED if "facts" in where)}
)
"""The columns that may hold the number of a fact, by table."""

MAY_STAND: Final = frozenset({"links", "marks", "retention", "suggestions", "uses", "vectors"})
"""Tables of which a row may have been written anew since it was set aside."""

Rows = dict[str, list[WholeRow]]


def take_behind(
    session: Session,
    scope: int,
    branch: int,
    *,
    seq: int,
    moment: int,
    fingerprints: Mapping[int, str],
) -> Rows:
    """Move every row that was recorded after a boundary; return them, by table."""
    given = {":seq": seq, ":moment": moment}
    found: Rows = {}
    for source, condition in BEHIND:
        found.setdefault(source, []).extend(
            take_out(
                session,
                scope,
                branch,
                source,
                where=_PLACE.sub("?", condition),
                values=[given[name] for name in _PLACE.findall(condition)],
                fingerprints=fingerprints,
            )
        )
    return found


def take_out(
    session: Session,
    scope: int,
    branch: int,
    source: str,
    *,
    where: str,
    values: Sequence[Value],
    fingerprints: Mapping[int, str],
) -> list[WholeRow]:
    """Move the rows of a table that a condition names; return them."""
    table = _BY_NAME[source]
    rows = whole_rows(session, scope, table, where, values, fingerprints=fingerprints)
    if rows:
        put_aside(session, scope, branch, source, rows)
        session.run(f"DELETE FROM {source} WHERE scope = ? AND {where}", (scope, *values))  # noqa: S608 - constants
    return rows


def put_aside(
    session: Session, scope: int, branch: int, source: str, rows: Sequence[WholeRow]
) -> None:
    """Keep rows in a branch."""
    row = session.row(
        "SELECT max(part) FROM set_aside WHERE scope = ? AND branch = ? AND source = ?",
        (scope, branch, source),
    )
    part = 0 if row is None or row[0] is None else int(row[0]) + 1
    for start in range(0, len(rows), ROWS_A_PART):
        chunk = rows[start : start + ROWS_A_PART]
        session.run(
            "INSERT INTO set_aside (scope, branch, source, part, row_count, data) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (scope, branch, source, part, len(chunk), _packed(chunk)),
        )
        part += 1


def read_branch(session: Session, scope: int, branch: int) -> Rows:
    """Return every row of a branch, by table."""
    found: Rows = {}
    for source, data in session.rows(
        "SELECT source, data FROM set_aside WHERE scope = ? AND branch = ? ORDER BY source, part",
        (scope, branch),
    ):
        found.setdefault(source, []).extend(_unpacked(bytes(data)))
    return found


def delete_branch(session: Session, scope: int, branch: int) -> None:
    """Forget a branch, once its rows stand elsewhere."""
    session.run("DELETE FROM set_aside WHERE scope = ? AND branch = ?", (scope, branch))


def put_back(
    session: Session,
    scope: int,
    source: str,
    rows: Sequence[WholeRow],
    *,
    numbers: Mapping[str, int],
) -> None:
    """Write rows where they were; one that was written anew since stays as it is."""
    insert_rows(
        session, scope, _BY_NAME[source], rows, numbers, keeps_what_stands=source in MAY_STAND
    )


def branches_of(
    session: Session, scope: int, source: str, seqs: Collection[int]
) -> Iterator[tuple[int, frozenset[int]]]:
    """Yield the branches that hold facts, or events, and which of them.

    Args:
        source: facts or events.
    """
    place = _BY_NAME[source].columns.index("seq")
    for branch, data in session.rows(
        "SELECT branch, data FROM set_aside WHERE scope = ? AND source = ? ORDER BY branch, part",
        (scope, source),
    ):
        held = frozenset(row[place] for row in _unpacked(bytes(data)))
        found = held.intersection(seqs)
        if found:
            yield branch, frozenset(int(str(seq)) for seq in found)


def column_of(source: str, rows: Sequence[WholeRow], column: str) -> list[Any]:
    """Return one column of whole rows."""
    place = _BY_NAME[source].columns.index(column)
    return [row[place] for row in rows]


def renumbered(source: str, rows: Sequence[WholeRow], numbers: Mapping[int, int]) -> list[WholeRow]:
    """Return rows that name other facts instead."""
    naming = {
        place
        for place, column in enumerate(_BY_NAME[source].columns)
        if (source, column) in _NAMES_A_FACT
    }
    return [
        tuple(
            numbers.get(int(str(value)), value) if place in naming else value
            for place, value in enumerate(row)
        )
        for row in rows
    ]


def present(session: Session, scope: int, source: str, seqs: Collection[int]) -> set[int]:
    """Return those facts, or events, that stand in their table."""
    found: set[int] = set()
    for part in parts(sorted(seqs)):
        places, values = in_list(part)
        rows = session.rows(
            f"SELECT seq FROM {source} WHERE scope = ? AND seq IN {places}",  # noqa: S608 - places
            (scope, *values),
        )
        found.update(row[0] for row in rows)
    return found


def is_held(session: Session, scope: int, branch: int) -> bool:
    """Say whether a branch is set aside."""
    return (
        session.row(
            "SELECT 1 FROM set_aside WHERE scope = ? AND branch = ? LIMIT 1", (scope, branch)
        )
        is not None
    )


def _packed(rows: Sequence[WholeRow]) -> bytes:
    behind: list[bytes] = []

    def moved(value: object) -> dict[str, int]:
        assert isinstance(value, bytes | memoryview), "a column holds numbers, text or bytes"
        behind.append(bytes(value))
        return {"bytes": len(value)}

    text = json.dumps(rows, default=moved, ensure_ascii=True, separators=(",", ":"))
    document = zlib.compress(text.encode("ascii"), 1)
    return b"".join([len(document).to_bytes(4, "little"), document, *behind])


def _unpacked(data: bytes) -> list[WholeRow]:
    length = int.from_bytes(data[:4], "little")
    position = 4 + length

    def taken(value: dict[str, int]) -> bytes:
        nonlocal position
        begin, position = position, position + value["bytes"]
        return data[begin:position]

    return list(map(tuple, json.loads(zlib.decompress(data[4 : 4 + length]), object_hook=taken)))
