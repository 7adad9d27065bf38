"""Evidence: which event said what of which attribute. The log holds it; this finds it again."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from remanent.model.fact import Provenance
from remanent.model.preference import Evidence
from remanent.store.engine import Session
from remanent.store.tables.times import from_column, to_column

MOVED_AT_ONCE = 1000

_COLUMNS = "number, at, event_seq, magnitude, provenance, intensity, amount, salience"
_INSERT = (
    f"INSERT INTO evidence (scope, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) "  # noqa: S608 - constants
    "ON CONFLICT (scope, number, at, event_seq) DO NOTHING"
)


def insert_evidence(session: Session, scope: int, new: Sequence[Evidence]) -> None:
    """Note what events said."""
    session.run_many(
        _INSERT,
        [
            (
                scope,
                each.number,
                to_column(each.at),
                each.event_seq,
                each.magnitude,
                each.provenance.value,
                each.intensity,
                each.value,
                each.salience,
            )
            for each in new
        ],
    )


def read_evidence(session: Session, scope: int, number: int, *, limit: int) -> list[Evidence]:
    """Return the latest evidence of an attribute, by ascending world time."""
    rows = session.rows(
        f"SELECT {_COLUMNS} FROM evidence WHERE scope = ? AND number = ? "  # noqa: S608 - constants
        "ORDER BY at DESC, event_seq DESC LIMIT ?",
        (scope, number, limit),
    )
    return [
        Evidence(
            number=row[0],
            at=from_column(row[1]),
            event_seq=row[2],
            magnitude=row[3],
            provenance=Provenance(row[4]),
            intensity=row[5],
            value=row[6],
            salience=row[7],
        )
        for row in reversed(rows)
    ]


def move_evidence(session: Session, scope: int, *, old: int, new: int) -> None:
    """Give the evidence of an attribute to another one; what both share counts once."""
    moved = read_evidence(session, scope, old, limit=MOVED_AT_ONCE)
    while moved:
        insert_evidence(session, scope, [replace(each, number=new) for each in moved])
        session.run_many(
            "DELETE FROM evidence WHERE scope = ? AND number = ? AND at = ? AND event_seq = ?",
            [(scope, old, to_column(each.at), each.event_seq) for each in moved],
        )
        moved = read_evidence(session, scope, old, limit=MOVED_AT_ONCE)


def delete_evidence(session: Session, scope: int, numbers: Iterable[int]) -> None:
    """Delete the evidence of attributes."""
    session.run_many(
        "DELETE FROM evidence WHERE scope = ? AND number = ?",
        [(scope, number) for number in numbers],
    )
