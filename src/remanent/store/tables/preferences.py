"""Preferences: one row for each attribute of a scope, with all that a card needs of it."""

import struct
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import chain
from typing import Any

from remanent.model.fact import Provenance
from remanent.model.preference import Association, Preference
from remanent.store.engine import Session, Value, in_list, parts
from remanent.store.tables.times import from_optional, to_optional

COLUMNS = (
    "attribute, number, shown, weight, rebased_at, first_at, last_at, hits, contexts, provenance, "
    "salience, pin, text, intensity, value, value_variance, amounts, outcomes, outcome_value, "
    "uses, associations, changed_seq, asked_at, fades_at, paces, day_magnitude"
)
# In the order of the fields of `Preference`.
_NAMES = [name.strip() for name in COLUMNS.split(",")]
_UPSERT = (
    f"INSERT INTO preferences (scope, {COLUMNS}) VALUES (?{', ?' * len(_NAMES)}) "  # noqa: S608 - constants
    "ON CONFLICT (scope, attribute) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in _NAMES if name != "attribute")
)
_ASSOCIATION = struct.Struct("<Ifq")
ASSOCIATION_BYTES = _ASSOCIATION.size
_EARLIEST_SECOND, _LATEST_SECOND = -(1 << 31), (1 << 31) - 1
_PROVENANCES = {each.value: each for each in Provenance}


def upsert_preferences(session: Session, scope: int, changed: Sequence[Preference]) -> None:
    """Write whole rows."""
    session.run_many(_UPSERT, [(scope, *_columns(each)) for each in changed])


def read_preferences(
    session: Session, scope: int, attributes: Iterable[str]
) -> dict[str, Preference]:
    """Return preferences by attribute; what the scope does not hold is left out."""
    found: dict[str, Preference] = {}
    for part in parts(dict.fromkeys(attributes)):
        places, values = in_list(part)
        rows = session.rows(
            f"SELECT {COLUMNS} FROM preferences WHERE scope = ? AND attribute IN {places}",  # noqa: S608 - places
            (scope, *values),
        )
        found.update((row[0], preference_of(row)) for row in rows)
    return found


def read_changed(session: Session, scope: int, after_seq: int) -> list[Preference]:
    """Return what a log entry behind a number has touched, by attribute."""
    rows = session.rows(
        f"SELECT {COLUMNS} FROM preferences WHERE scope = ? AND changed_seq > ?",  # noqa: S608 - constants
        (scope, after_seq),
    )
    return [preference_of(row) for row in rows]


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
        f"SELECT {COLUMNS} FROM preferences WHERE scope = ? AND fades_at <= ? "  # noqa: S608 - constants
        "ORDER BY fades_at, attribute LIMIT ?",
        (scope, at, limit),
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
    if min(uses) < _EARLIEST_SECOND or max(uses) > _LATEST_SECOND:
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
    return (
        *row[:4],
        to_optional(each.rebased_at),
        to_optional(each.first_at),
        to_optional(each.last_at),
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
