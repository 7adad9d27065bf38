"""Preferences: one row for each attribute of a scope, with all that a card needs of it.

What behaviours change again and again stands in no index. A row is found by when it will have faded
through `due_at`, a moment not behind that one, which is moved on only once it is past; and what
behaviours touched is named by their own entries of the log.
"""

import struct
from collections.abc import Container, Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import chain
from typing import Any

from remanent.model.fact import Provenance
from remanent.model.preference import Association, Preference
from remanent.store.engine import Session, Value, in_list, parts
from remanent.store.tables.times import from_optional, to_column, to_optional

COLUMNS = (
    "attribute, number, shown, weight, rebased_at, first_at, last_at, hits, contexts, provenance, "
    "salience, pin, text, intensity, value, value_variance, amounts, outcomes, outcome_value, "
    "uses, associations, changed_seq, asked_at, fades_at, paces, day_magnitude"
)
# In the order of the fields of `Preference`.
_NAMES = [name.strip() for name in COLUMNS.split(",")]
_KEPT_BY_BEHAVIOUR = ("attribute", "number", "changed_seq")


def _upsert(kept: Container[str]) -> str:
    return (
        f"INSERT INTO preferences (scope, {COLUMNS}, due_at) "  # noqa: S608 - constants
        f"VALUES (?{', ?' * len(_NAMES)}, ?) "
        "ON CONFLICT (scope, attribute) DO UPDATE SET "
        + ", ".join(f"{name} = excluded.{name}" for name in _NAMES if name not in kept)
    )


_UPSERT = _upsert(("attribute", "number"))
_UPSERT_BEHAVIOUR = _upsert(_KEPT_BY_BEHAVIOUR)
_ASSOCIATION = struct.Struct("<Ifq")
ASSOCIATION_BYTES = _ASSOCIATION.size
_EARLIEST_SECOND, _LATEST_SECOND = -(1 << 31), (1 << 31) - 1
_PROVENANCES = {each.value: each for each in Provenance}


StoredRow = tuple[Any, ...]
"""A preference as it stands in the file: `COLUMNS`, then the moment by which it is found when it
fades. Kept like this in memory it is to the last bit what another process reads, and nothing that
Python's garbage collector would look through."""


def upsert_preferences(
    session: Session,
    scope: int,
    changed: Sequence[Preference],
    *,
    known: Mapping[str, StoredRow | None],
    is_named: bool = False,
) -> list[StoredRow]:
    """Write whole rows; return them as they are stored.

    Args:
        known: rows as they stood before, None for what did not exist; others are not known.
        is_named: what was touched is named by the evidence of its events.
    """
    stored: list[StoredRow] = [
        (*_columns(each), _due_at(each, known.get(each.attribute))) for each in changed
    ]
    session.run_many(
        _UPSERT_BEHAVIOUR if is_named else _UPSERT, [(scope, *each) for each in stored]
    )
    moved = [each for each in stored if _is_moved(each, known)]
    if moved:
        session.run_many(
            "UPDATE preferences SET due_at = ? WHERE scope = ? AND attribute = ?",
            [(each[-1], scope, each[0]) for each in moved],
        )
    return stored


def _due_at(row: Preference, before: StoredRow | None) -> int | None:
    """Keep the moment by which a row is found while that lies ahead of what it learned last."""
    fades_at = to_optional(row.fades_at)
    kept: int | None = None if before is None else before[-1]
    if fades_at is None or kept is None or row.rebased_at is None or kept > fades_at:
        return fades_at
    return kept if kept > to_column(row.rebased_at) else fades_at


def _is_moved(stored: StoredRow, known: Mapping[str, StoredRow | None]) -> bool:
    """Say whether the moment by which a row is found must be written apart."""
    if stored[0] not in known:
        return True
    before = known[stored[0]]
    return before is not None and before[-1] != stored[-1]


def read_preferences(
    session: Session, scope: int, attributes: Iterable[str]
) -> dict[str, StoredRow]:
    """Return preferences by attribute; what the scope does not hold is left out."""
    found: dict[str, StoredRow] = {}
    for part in parts(dict.fromkeys(attributes)):
        places, values = in_list(part)
        rows = session.rows(
            f"SELECT {COLUMNS}, due_at FROM preferences WHERE scope = ? AND attribute IN {places}",  # noqa: S608 - places
            (scope, *values),
        )
        found.update((row[0], row) for row in rows)
    return found


def read_all(session: Session, scope: int) -> list[StoredRow]:
    """Return every preference, by attribute."""
    return session.rows(
        f"SELECT {COLUMNS}, due_at FROM preferences WHERE scope = ? ORDER BY attribute",  # noqa: S608 - constants
        (scope,),
    )


def read_changed(
    session: Session, scope: int, after_seq: int, *, named: Iterable[int]
) -> list[StoredRow]:
    """Return what a log entry behind a number has touched, and what has one of these numbers."""
    rows = session.rows(
        f"SELECT {COLUMNS}, due_at FROM preferences WHERE scope = ? AND changed_seq > ?",  # noqa: S608 - constants
        (scope, after_seq),
    )
    for part in parts(dict.fromkeys(named)):
        places, values = in_list(part)
        rows += session.rows(
            f"SELECT {COLUMNS}, due_at FROM preferences WHERE scope = ? AND number IN {places}",  # noqa: S608 - places
            (scope, *values),
        )
    return rows


def read_in_namespaces(
    session: Session, scope: int, namespaces: Iterable[str]
) -> dict[str, Preference]:
    """Return the preferences of some namespaces."""
    found: dict[str, Preference] = {}
    for namespace in dict.fromkeys(namespaces):
        rows = session.rows(
            f"SELECT {COLUMNS} FROM preferences "  # noqa: S608 - constants
            "WHERE scope = ? AND attribute >= ? AND attribute < ?",
            (scope, f"{namespace}:", f"{namespace};"),
        )
        found.update((row[0], preference_of(row)) for row in rows)
    return found


def delete_preferences(session: Session, scope: int, attributes: Sequence[str]) -> None:
    """Delete rows."""
    session.run_many(
        "DELETE FROM preferences WHERE scope = ? AND attribute = ?",
        [(scope, attribute) for attribute in attributes],
    )


def due_preferences(session: Session, scope: int, at: int, *, limit: int) -> list[Preference]:
    """Return what has faded below its floor by a moment, first the longest gone."""
    rows = session.rows(
        f"SELECT {COLUMNS} FROM preferences "  # noqa: S608 - constants
        "WHERE scope = ? AND due_at <= ? AND fades_at <= ? ORDER BY fades_at, attribute LIMIT ?",
        (scope, at, at, limit),
    )
    return [preference_of(row) for row in rows]


def encode_associations(associations: Sequence[Association]) -> bytes | None:
    """Return associations as bytes, 16 each; None for none."""
    if not associations:
        return None
    return _packing("Ifq", len(associations)).pack(*chain.from_iterable(associations))


def decode_associations(data: bytes | None) -> tuple[Association, ...]:
    """Return associations from bytes."""
    return tuple(_ASSOCIATION.iter_unpack(data)) if data else ()


def encode_uses(uses: Sequence[int]) -> bytes | None:
    """Return moments as bytes, 4 each; those outside 1901 to 2038 are clamped."""
    if not uses:
        return None
    try:
        return _packing("i", len(uses)).pack(*uses)
    except struct.error:
        uses = [min(max(each, _EARLIEST_SECOND), _LATEST_SECOND) for each in uses]
        return _packing("i", len(uses)).pack(*uses)


def decode_uses(data: bytes | None) -> tuple[int, ...]:
    """Return moments from bytes."""
    return _packing("i", len(data) // 4).unpack(data) if data else ()


def encode_paces(paces: Sequence[float]) -> bytes | None:
    """Return sums as bytes, 8 each; None for none."""
    return _packing("d", len(paces)).pack(*paces) if paces else None


def decode_paces(data: bytes | None) -> tuple[float, ...]:
    """Return sums from bytes."""
    return _packing("d", len(data) // 8).unpack(data) if data else ()


@lru_cache(maxsize=256)
def _packing(kind: str, count: int) -> struct.Struct:
    return struct.Struct("<" + kind * count)


def preference_of(row: tuple[Any, ...]) -> Preference:
    """Return a row as a preference; its columns stand in the order of the fields."""
    return Preference._make(
        (
            *row[:4],
            from_optional(row[4]),
            from_optional(row[5]),
            from_optional(row[6]),
            *row[7:9],
            _PROVENANCES[row[9]],
            *row[10:19],
            decode_uses(_bytes(row[19])),
            decode_associations(_bytes(row[20])),
            row[21],
            from_optional(row[22]),
            from_optional(row[23]),
            decode_paces(_bytes(row[24])),
            row[25],
        )
    )


def _columns(each: Preference) -> tuple[Value, ...]:
    row: tuple[Any, ...] = each
    rebased_at = to_optional(each.rebased_at)
    return (
        *row[:4],
        rebased_at,
        to_optional(each.first_at),
        rebased_at if each.last_at is each.rebased_at else to_optional(each.last_at),
        *row[7:9],
        each.provenance.value,
        *row[10:19],
        encode_uses(each.uses),
        encode_associations(each.associations),
        each.changed_seq,
        to_optional(each.asked_at),
        to_optional(each.fades_at),
        encode_paces(each.paces),
        each.day_magnitude,
    )


def _bytes(value: datetime | bytes | memoryview | None) -> bytes | None:
    if value is None or type(value) is bytes:
        return value
    return bytes(value)  # type: ignore[arg-type]  # a blob column
