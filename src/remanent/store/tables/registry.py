"""The small shared tables: what the store is, which scopes it holds, which embedders it knows."""

from collections.abc import Sequence
from datetime import datetime

from remanent.errors import EmbedderError
from remanent.model.scope import Scope, ScopeKind
from remanent.store.engine import Session, in_list, parts
from remanent.store.tables.times import from_column, to_column


def read_meta(session: Session, key: str) -> str | None:
    """Return what is noted about the store under a key."""
    row = session.row("SELECT value FROM meta WHERE key = ?", (key,))
    return None if row is None else str(row[0])


def write_meta(session: Session, key: str, value: str) -> None:
    """Note something about the store."""
    session.run(
        "INSERT INTO meta (key, value) VALUES (?, ?) "
        "ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        (key, value),
    )


def swap_meta(session: Session, key: str, old: str, new: str) -> bool:
    """Change a note, unless it is not what it was any more; say whether it was changed."""
    return bool(
        session.rows(
            "UPDATE meta SET value = ? WHERE key = ? AND value = ? RETURNING key", (new, key, old)
        )
    )


def list_meta(session: Session) -> dict[str, str]:
    """Return every note about the store."""
    return {str(row[0]): str(row[1]) for row in session.rows("SELECT key, value FROM meta")}


def delete_meta(session: Session, key: str) -> None:
    """Forget a note about the store."""
    session.run("DELETE FROM meta WHERE key = ?", (key,))


def server_digest(text: str) -> str:
    """Return SQL for the digest that PostgreSQL indexes a long text by.

    An entry of its indexes holds 2,704 bytes, and a name may be longer.
    """
    return rf"sha256(replace({text}, '\', '\\')::bytea)"


def find_scope(session: Session, scope: Scope) -> tuple[int, bytes] | None:
    """Return the number and the key of a scope, or None where nothing was ever written to it."""
    names: tuple[str, ...] = (scope.tenant, scope.name)
    by_digest = ""
    if session.engine == "postgresql":
        by_digest = "".join(
            f" AND {server_digest(column)} = {server_digest('?')}" for column in ("tenant", "name")
        )
        names *= 2
    row = session.row(
        f"SELECT scope, key FROM scopes WHERE kind = ? AND tenant = ? AND name = ?{by_digest}",  # noqa: S608 - constants
        (scope.kind.value, *names),
    )
    return None if row is None else (int(row[0]), bytes(row[1]))


def make_scope(session: Session, scope: Scope, key: bytes, at: datetime) -> tuple[int, bytes]:
    """Return the number and the key of a scope, making it where it does not exist."""
    session.run(
        "INSERT INTO scopes (tenant, kind, name, created_at, key) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT DO NOTHING",
        (scope.tenant, scope.kind.value, scope.name, to_column(at), key),
    )
    found = find_scope(session, scope)
    assert found is not None, "a scope that was just made must be found"
    return found


def scope_origin(session: Session, number: int) -> tuple[bytes, datetime]:
    """Return the key of a scope, and when it was made."""
    row = session.row("SELECT key, created_at FROM scopes WHERE scope = ?", (number,))
    assert row is not None, "a scope that was listed is there"
    return bytes(row[0]), from_column(int(row[1]))


def list_scopes(session: Session, tenant: str | None) -> Sequence[tuple[int, Scope]]:
    """Return scopes with their numbers, by (tenant, kind, name)."""
    where, parameters = ("", ()) if tenant is None else (" WHERE tenant = ?", (tenant,))
    rows = session.rows(f"SELECT scope, tenant, kind, name FROM scopes{where}", parameters)  # noqa: S608 - a constant clause
    found = [(int(row[0]), Scope(row[1], ScopeKind(row[2]), row[3])) for row in rows]
    return sorted(found, key=lambda each: (each[1].tenant, each[1].kind.value, each[1].name))


def scopes_of(session: Session, numbers: Sequence[int]) -> Sequence[Scope]:
    """Return the scopes of numbers, in their order."""
    found: dict[int, Scope] = {}
    for part in parts(numbers):
        places, values = in_list(part)
        rows = session.rows(
            f"SELECT scope, tenant, kind, name FROM scopes WHERE scope IN {places}",  # noqa: S608 - places
            values,
        )
        found |= {int(row[0]): Scope(row[1], ScopeKind(row[2]), row[3]) for row in rows}
    return [found[number] for number in numbers if number in found]


def fingerprints(session: Session) -> dict[int, str]:
    """Return the fingerprints of embedders by their numbers."""
    return {
        int(row[0]): str(row[1])
        for row in session.rows("SELECT number, fingerprint FROM embedders ORDER BY number")
    }


def find_embedder(session: Session, fingerprint: str) -> tuple[int, int] | None:
    """Return the number and the dimension of a fingerprint."""
    row = session.row(
        "SELECT number, dimension FROM embedders WHERE fingerprint = ?", (fingerprint,)
    )
    return None if row is None else (int(row[0]), int(row[1]))


def make_embedder(session: Session, fingerprint: str, dimension: int) -> int:
    """Return the number of a fingerprint, noting it where it is new.

    Raises:
        EmbedderError: the fingerprint stands for vectors of another dimension.
    """
    found = find_embedder(session, fingerprint)
    if found is None:
        session.run(
            "INSERT INTO embedders (fingerprint, dimension) VALUES (?, ?) ON CONFLICT DO NOTHING",
            (fingerprint, dimension),
        )
        found = find_embedder(session, fingerprint)
    assert found is not None, "an embedder that was just noted must be found"
    if found[1] != dimension:
        raise EmbedderError(
            f"The embedder {fingerprint!r} gave {dimension} components and has always given "
            f"{found[1]}."
        )
    return found[0]


def list_embedders(session: Session) -> Sequence[tuple[int, str, int]]:
    """Return (number, fingerprint, dimension) of every embedder that was ever used."""
    return [
        (int(row[0]), str(row[1]), int(row[2]))
        for row in session.rows(
            "SELECT number, fingerprint, dimension FROM embedders ORDER BY number"
        )
    ]
