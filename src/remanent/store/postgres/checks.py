"""What a server can be asked about our tables: whether it fits, what is there, what is broken."""

from remanent.errors import StoreError
from remanent.store.engine import Session, in_list
from remanent.store.migrations.first import PARTITIONED, PARTITIONS

TABLES = (
    "meta", "scopes", "embedders", "scope_state", *PARTITIONED,
)  # fmt: skip
NUMBERED = (("scopes", "scope"), ("embedders", "number"))
"""Tables whose numbers the server gives."""

OLDEST_SERVER = 140_000


def refuse_unfit(session: Session, address: str) -> None:
    """Refuse a database that cannot hold a memory, before anything is made in it.

    Raises:
        StoreError: its encoding is not UTF-8, it is too old, or no schema was chosen.
    """
    row = session.row(
        "SELECT current_setting('server_encoding'), current_setting('server_version_num')::bigint, "
        "current_schema(), current_setting('search_path')"
    )
    assert row is not None, "the server answers a question about itself"
    encoding, version, schema, path = row
    if encoding != "UTF8":
        raise StoreError(
            f"{address} keeps text as {encoding}, which cannot hold every language.",
            remedy="Create the database with ENCODING 'UTF8'.",
        )
    if version < OLDEST_SERVER:
        raise StoreError(
            f"{address} runs PostgreSQL {version // 10_000}.",
            remedy=f"Use PostgreSQL {OLDEST_SERVER // 10_000} or newer.",
        )
    if schema is None:
        raise StoreError(
            f"None of the schemas in the search path ({path}) exists in {address}.",
            remedy="Create the schema, or name another in the address: ?options=-csearch_path%3D…",
        )


def table_names(session: Session) -> list[str]:
    """Return those of our tables that stand in the schema, large ones without their parts."""
    rows = session.rows(
        "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace "
        "AND relkind IN ('r', 'p')"
    )
    present = {str(row[0]) for row in rows}
    return [name for name in TABLES if name in present]


def size_bytes(session: Session) -> int:
    """Return the bytes of our tables, their parts, indexes and large values."""
    names = [*TABLES, *(part for table in PARTITIONED for part in _parts_of(table))]
    places, values = in_list(names)
    row = session.row(
        "SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class "  # noqa: S608 - places
        "WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' "
        f"AND relname IN {places}",
        values,
    )
    return 0 if row is None else int(row[0])


def problems(session: Session) -> list[str]:
    """Return what is missing or broken among our tables, in sentences."""
    present = set(table_names(session))
    found = [f"table {name} is missing" for name in TABLES if name not in present]
    parts = dict(
        session.rows(
            "SELECT p.relname, count(*) FROM pg_class p JOIN pg_inherits i ON i.inhparent = p.oid "
            "WHERE p.relnamespace = current_schema()::regnamespace AND p.relkind = 'p' "
            "GROUP BY p.relname"
        )
    )
    found += [
        f"table {name} has {parts[name]} of its {PARTITIONS} parts"
        for name in PARTITIONED
        if name in parts and parts[name] != PARTITIONS
    ]
    broken = session.rows(
        "SELECT c.relname FROM pg_index x JOIN pg_class c ON c.oid = x.indexrelid "
        "JOIN pg_class t ON t.oid = x.indrelid "
        "WHERE c.relnamespace = current_schema()::regnamespace "
        "AND NOT (x.indisvalid AND x.indisready) ORDER BY c.relname"
    )
    found += [f"index {row[0]} is not valid" for row in broken]
    if session.row("SELECT 1 FROM pg_extension WHERE extname = 'vector'") is None:
        found.append("the vector extension is missing")
    damaged = session.row(
        "SELECT checksum_failures FROM pg_stat_database WHERE datname = current_database() "
        "AND checksum_failures > 0"
    )
    if damaged is not None:
        found.append(f"the server met {damaged[0]} damaged pages in this database")
    return found


def _parts_of(table: str) -> list[str]:
    return [f"{table}_p{number:02d}" for number in range(PARTITIONS)]
