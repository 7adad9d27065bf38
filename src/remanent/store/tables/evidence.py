"""Evidence: which event said what of which attribute. The log holds it; this finds it again.

An event's own row holds what it said. By attribute it stands in a table of its own, into which the
latest events are taken over together: one at a time each would rewrite as many pages as it names
attributes.
"""

import struct
from collections.abc import Iterable, Sequence
from datetime import datetime

from remanent.model.fact import Provenance
from remanent.model.preference import Evidence
from remanent.store.engine import Session
from remanent.store.tables.events import read_evidence_behind
from remanent.store.tables.times import from_column, to_column

MOVED_AT_ONCE = 1000

_ENTRY = struct.Struct("<IBd")
_NUMBER = struct.Struct("<d")
_PROVENANCES = tuple(Provenance)
_RANKS = {each: place for place, each in enumerate(_PROVENANCES)}
_HAS_INTENSITY, _HAS_VALUE, _HAS_SALIENCE, _PROVENANCE_BITS = 128, 64, 32, 31

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
        insert_evidence(session, scope, [each._replace(number=new) for each in moved])
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


def encode_evidence(said: Iterable[Evidence]) -> bytes:
    """Return what one event said of attributes as bytes; its moment and number stand beside it."""
    found = bytearray()
    for each in said:
        flags, rest = _RANKS[each.provenance], b""
        if each.intensity is not None:
            flags, rest = flags | _HAS_INTENSITY, rest + _NUMBER.pack(each.intensity)
        if each.value is not None:
            flags, rest = flags | _HAS_VALUE, rest + _NUMBER.pack(each.value)
        if each.salience:
            flags, rest = flags | _HAS_SALIENCE, rest + _NUMBER.pack(each.salience)
        found += _ENTRY.pack(each.number, flags, each.magnitude) + rest
    return bytes(found)


def decode_evidence(data: bytes, *, at: datetime, event_seq: int) -> list[Evidence]:
    """Return what one event said of attributes."""
    found: list[Evidence] = []
    place = 0
    while place < len(data):
        number, flags, magnitude = _ENTRY.unpack_from(data, place)
        place += _ENTRY.size
        numbers: list[float | None] = [None, None, None]
        for which, flag in enumerate((_HAS_INTENSITY, _HAS_VALUE, _HAS_SALIENCE)):
            if flags & flag:
                numbers[which] = _NUMBER.unpack_from(data, place)[0]
                place += _NUMBER.size
        provenance = _PROVENANCES[flags & _PROVENANCE_BITS]
        intensity, value, salience = numbers
        found.append(
            Evidence(
                number, at, event_seq, magnitude, provenance, intensity, value, salience or 0.0
            )
        )
    return found


def read_behind(session: Session, scope: int, after_seq: int) -> list[Evidence]:
    """Return what the events behind a number said, in the order of the log."""
    return [
        each
        for seq, at, data in read_evidence_behind(session, scope, after_seq)
        for each in decode_evidence(data, at=from_column(at), event_seq=seq)
    ]


def with_behind(
    own: Sequence[Evidence], behind: Iterable[Evidence], *, limit: int
) -> list[Evidence]:
    """Return the latest of an attribute's evidence from both places, by ascending world time."""
    found = {(each.at, each.event_seq): each for each in (*own, *behind)}
    return [found[key] for key in sorted(found)[-limit:]]
