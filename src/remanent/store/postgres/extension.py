"""The vector extension: what the server must have before our tables can be made."""

import psycopg

from remanent.errors import StoreError
from remanent.store.engine import Session

_REMEDY = (
    "Install pgvector 0.7 or newer on the server, and let an administrator run "
    "`CREATE EXTENSION vector` in this database."
)


def half_vector_type(session: Session) -> str:
    """Return the name of the type of 16-bit vectors, making the extension where it can be made.

    The extension belongs to the whole database: it goes into the schema `public` where there is
    one, so that dropping our own schema never takes it away from others.

    Raises:
        StoreError: the server has no vector extension, an old one, or none that we may make.
    """
    found = _find(session)
    if found is not None:
        return found
    if session.row("SELECT 1 FROM pg_extension WHERE extname = 'vector'") is not None:
        raise StoreError("The vector extension of this database is too old.", remedy=_REMEDY)
    if session.row("SELECT 1 FROM pg_available_extensions WHERE name = 'vector'") is None:
        raise StoreError("The server has no vector extension.", remedy=_REMEDY)
    public = session.row(
        "SELECT 1 FROM pg_namespace WHERE nspname = 'public' "
        "AND has_schema_privilege(oid, 'CREATE')"
    )
    try:
        session.run(
            "CREATE EXTENSION IF NOT EXISTS vector" + ("" if public is None else " SCHEMA public")
        )
        found = _find(session)
    except psycopg.Error as error:
        raise StoreError("The vector extension could not be made here.", remedy=_REMEDY) from error
    if found is None:
        raise StoreError("The vector extension of this server is too old.", remedy=_REMEDY)
    return found


def _find(session: Session) -> str | None:
    row = session.row(
        "SELECT format('%I.%I', n.nspname, t.typname) FROM pg_extension x "
        "JOIN pg_depend d ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = x.oid "
        "AND d.classid = 'pg_type'::regclass AND d.deptype = 'e' "
        "JOIN pg_type t ON t.oid = d.objid JOIN pg_namespace n ON n.oid = t.typnamespace "
        "WHERE x.extname = 'vector' AND t.typname = 'halfvec'"
    )
    return None if row is None else str(row[0])
