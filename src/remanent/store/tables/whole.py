"""The tables as a copy sees them: whole rows of one scope, in the order of their keys.

A whole row reads the same in every store: it leaves out the number of its scope, names an
embedder by its fingerprint, and holds a vector as the bytes of its 16-bit numbers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from remanent.store.engine import Session, Value
from remanent.store.tables import segments
from remanent.store.tables.vectors import from_value, to_value

WholeRow = tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """One table of rows by scope.

    Args:
        key: what follows the scope in the primary key.
        others: the remaining columns.
        embedder: the column that holds the number of an embedder, or 0 for none.
        vector: the column that holds a vector.
        at_once: how many rows are read by one statement.
    """

    name: str
    key: tuple[str, ...]
    others: tuple[str, ...]
    embedder: str | None = None
    vector: str | None = None
    at_once: int = 1000

    @property
    def columns(self) -> tuple[str, ...]:
        """Every column but the scope."""
        return self.key + self.others


def _columns(text: str) -> tuple[str, ...]:
    return tuple(text.split())


TABLES = (
    Table(
        "events",
        key=("seq",),
        others=_columns(
            "id kind role origin covered occurred_at recorded_at speaker session agent external_id "
            "zone evidence payload text"
        ),
        at_once=100,
    ),
    Table(
        "facts",
        key=("seq",),
        others=_columns(
            "id timeline family subject slot value text polarity tier confidence provenance origin "
            "valid_from valid_to recorded_at retracted_at closed_by evidence archived_at pruned_at "
            "hidden_by single_valued when_start when_end "
            "when_words zone_known session agent changed_at"
        ),
    ),
    Table("changes", key=("seq",), others=_columns("fact_seq event_seq kind recorded_at state")),
    Table(
        "marks",
        key=("timeline", "at", "event_seq", "ordinal"),
        others=_columns(
            "fact_seq stance content subject slot value text polarity confidence until reach "
            "when_start when_end when_words zone_known is_void single_valued recorded_at"
        ),
    ),
    Table("links", key=("entity", "seq", "kind"), others=()),
    Table(
        "segments",
        key=("kind", "first_seq"),
        others=("last_seq", "data"),
        embedder="kind",
        at_once=10,
    ),
    Table(
        "vectors",
        key=("embedder", "seq", "chunk"),
        others=("data",),
        embedder="embedder",
        vector="data",
    ),
    Table(
        "preferences",
        key=("attribute",),
        others=_columns(
            "number shown weight rebased_at first_at last_at hits contexts provenance salience pin "
            "text intensity value value_variance amounts outcomes outcome_value uses associations "
            "changed_seq asked_at fades_at paces day_magnitude due_at"
        ),
    ),
    Table(
        "evidence",
        key=("number", "at", "event_seq"),
        others=_columns("magnitude provenance intensity amount salience"),
    ),
    Table("unmapped", key=("name",), others=_columns("reason events last_seq")),
    Table("documents", key=("name",), others=_columns("content changed_at"), at_once=10),
    Table(
        "work",
        key=("seq",),
        others=_columns("role subject status attempts created_at next_at error"),
    ),
    Table(
        "ledger",
        key=("day", "role", "model"),
        others=_columns("calls failures input_tokens output_tokens"),
    ),
    Table("gated", key=("day", "reason"), others=("turns", "tokens")),
    Table(
        "suggestions",
        key=("id",),
        others=_columns("kind content reason fact_ids proposed_at status decided_at"),
    ),
    Table(
        "retention",
        key=("fact_seq",),
        others=_columns(
            "born_at born_turn policy tier layer strength age based_at based_turn importance "
            "shown used helped last_used_at frequency frequency_at relevances salience "
            "fusion_factor use_days dampening outcomes outcome_value last_at due_at due_turn "
            "long_until"
        ),
    ),
    Table(
        "uses",
        key=("fact_seq", "at", "event_seq", "kind"),
        others=_columns("turn value relevance importance helped"),
    ),
    Table(
        "set_aside",
        key=("branch", "source", "part"),
        others=("row_count", "data"),
        at_once=10,
    ),
    Table(
        "lessons",
        key=("seq",),
        others=_columns(
            "id text because error error_digest task tool repository attributes status origin "
            "author origins sightings is_approved repeats replaces replaced_by recorded_at "
            "last_seen_at shown used helped harmed used_at outcomes value failures"
        ),
    ),
    Table("lesson_terms", key=("term", "lesson_seq"), others=()),
    Table("lesson_vectors", key=("lesson_seq",), others=("fingerprint", "data")),
    Table(
        "sightings",
        key=("lesson_seq", "event_seq"),
        others=_columns("at author lineage transcript"),
    ),
    Table(
        "credits",
        key=("lesson_seq", "event_seq", "kind"),
        others=_columns("at value judge reason session tokens milliseconds recall"),
    ),
    Table("requests", key=("key",), others=("digest", "reply")),
    Table("audit", key=("seq",), others=_columns("at action actor counts previous digest")),
)


def count_rows(session: Session, table: Table) -> int:
    """Return how many rows of all scopes a table holds."""
    row = session.row(f"SELECT count(*) FROM {table.name}")  # noqa: S608 - constants
    return 0 if row is None else int(row[0])


def read_rows(
    session: Session,
    scope: int,
    table: Table,
    *,
    after: Sequence[Value] | None,
    fingerprints: Mapping[int, str],
) -> tuple[list[WholeRow], list[Value]]:
    """Return the next rows behind a key, and the key of the last of them.

    Args:
        after: as it was returned before; None begins at the first row.
        fingerprints: of this store's embedders by their numbers.
    """
    key = ", ".join(table.key)
    behind = "" if after is None else f" AND ({key}) > ({', '.join('?' * len(table.key))})"
    rows = session.rows(
        f"SELECT {', '.join(table.columns)} FROM {table.name} WHERE scope = ?{behind} "  # noqa: S608 - constants
        f"ORDER BY {key} LIMIT ?",
        (scope, *(after or ()), table.at_once),
    )
    last = list(rows[-1][: len(table.key)]) if rows else []
    return [_whole(row, table, fingerprints) for row in rows], last


def whole_rows(
    session: Session,
    scope: int,
    table: Table,
    where: str,
    values: Sequence[Value],
    *,
    fingerprints: Mapping[int, str],
) -> list[WholeRow]:
    """Return the rows that a condition names, by key."""
    rows = session.rows(
        f"SELECT {', '.join(table.columns)} FROM {table.name} WHERE scope = ? AND {where} "  # noqa: S608 - constants
        f"ORDER BY {', '.join(table.key)}",
        (scope, *values),
    )
    return [_whole(row, table, fingerprints) for row in rows]


def insert_rows(
    session: Session,
    scope: int,
    table: Table,
    rows: Sequence[WholeRow],
    numbers: Mapping[str, int],
    *,
    keeps_what_stands: bool = False,
) -> None:
    """Write rows into a scope.

    Args:
        numbers: of this store's embedders by their fingerprints.
        keeps_what_stands: leave a row alone that stands under the same key.
    """
    known = f" ON CONFLICT (scope, {', '.join(table.key)}) DO NOTHING" * keeps_what_stands
    is_plain = table.embedder is None and table.vector is None
    session.run_many(
        f"INSERT INTO {table.name} (scope, {', '.join(table.columns)}) "  # noqa: S608 - constants
        f"VALUES (?, {', '.join('?' * len(table.columns))}){known}",
        [(scope, *(row if is_plain else _stored(session, row, table, numbers))) for row in rows],
    )


def delete_rows(session: Session, scope: int, table: Table) -> None:
    """Delete the rows of a scope."""
    session.run(f"DELETE FROM {table.name} WHERE scope = ?", (scope,))  # noqa: S608 - constants


def _whole(row: tuple[Value, ...], table: Table, fingerprints: Mapping[int, str]) -> WholeRow:
    if table.embedder is None and not any(isinstance(value, memoryview) for value in row):
        return row
    whole = list(row)
    if table.embedder is not None:
        place = table.columns.index(table.embedder)
        number = whole[place]
        assert isinstance(number, int), "an embedder has a number"
        whole[place] = None if number == segments.WORDS else fingerprints[number]
    if table.vector is not None:
        place = table.columns.index(table.vector)
        whole[place] = from_value(whole[place]).tobytes()
    return tuple(bytes(value) if isinstance(value, memoryview) else value for value in whole)


def _stored(
    session: Session, row: WholeRow, table: Table, numbers: Mapping[str, int]
) -> tuple[Value, ...]:
    stored = list(row)
    if table.embedder is not None:
        place = table.columns.index(table.embedder)
        name = stored[place]
        stored[place] = segments.WORDS if name is None else numbers[str(name)]
    if table.vector is not None:
        place = table.columns.index(table.vector)
        data = stored[place]
        assert isinstance(data, bytes), "a whole row holds its vector as bytes"
        stored[place] = to_value(session, np.frombuffer(data, "<f2"))
    return tuple(stored)
