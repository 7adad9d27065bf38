"""Bringing a store's schema up to date: a backup first, then every missing step, all or nothing."""

import os
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from datetime import datetime
from pathlib import Path

from remanent.errors import StoreForeignError, StoreNewerError
from remanent.store.engine import Database, Lockable, Session

FORMAT = "remanent"


def migrate(
    database: Database,
    steps: Sequence[Callable[[Session], None]],
    *,
    now: datetime,
    backup: bool,
) -> Path | None:
    """Run the steps that a store still lacks.

    Returns:
        The path of the backup that was made, or None.

    Raises:
        StoreNewerError: the store has more steps behind it than this version knows.
        StoreForeignError: the database is somebody else's.
    """
    if _version(database, len(steps)) == len(steps):
        return None
    with database.alone() if isinstance(database, Lockable) else nullcontext():
        # Another process may have been faster: look again.
        version = _version(database, len(steps))
        if version == len(steps):
            return None
        made = _backup(database, version, now) if backup and version > 0 else None

        def run(session: Session) -> None:
            start = schema_version(session)
            _refuse(database, start, len(steps))
            for step in steps[start:]:
                step(session)
            if start < len(steps):
                _note_version(session, len(steps), now)

        database.write(run)
    return made


def _version(database: Database, known: int) -> int:
    """Return how many steps a store has behind it, refusing what is not ours to change."""
    with database.read() as session:
        version = schema_version(session)
    _refuse(database, version, known)
    return version


def schema_version(session: Session) -> int:
    """Return how many steps a store has behind it; 0 for an empty one, -1 for a foreign one."""
    if session.engine == "sqlite":
        return int((session.row("PRAGMA user_version") or (0,))[0])
    present = session.row(
        "SELECT count(*) FROM information_schema.tables "
        "WHERE table_schema = current_schema() AND table_name IN ('meta', 'scopes', 'events')"
    )
    count = int((present or (0,))[0])
    if count == 0:
        return 0
    columns = session.row(
        "SELECT count(*) FROM information_schema.columns WHERE table_schema = current_schema() "
        "AND table_name = 'meta' AND column_name IN ('key', 'value')"
    )
    if count < 3 or int((columns or (0,))[0]) != 2:  # noqa: PLR2004 - the tables and columns named above
        return -1
    kept = session.row("SELECT value FROM meta WHERE key = 'schema'")
    mark = session.row("SELECT value FROM meta WHERE key = 'format'")
    return int(kept[0]) if kept is not None and mark is not None and mark[0] == FORMAT else -1


KEEP_OR_CHANGE = (
    "INSERT INTO meta (key, value) VALUES (?, ?) "
    "ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)
KEEP_FIRST = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO NOTHING"


def _note_version(session: Session, version: int, now: datetime) -> None:
    session.run(KEEP_FIRST, ("store", os.urandom(16).hex()))
    for key, value in (
        ("format", FORMAT),
        ("schema", str(version)),
        ("migrated_at", now.isoformat()),
    ):
        session.run(KEEP_OR_CHANGE, (key, value))
    if session.engine == "sqlite":
        session.run(f"PRAGMA user_version = {version:d}")
        session.run(f"PRAGMA application_id = {0x524D4E54:d}")


def _refuse(database: Database, version: int, known: int) -> None:
    if version < 0:
        raise StoreForeignError(
            f"{database.address} holds tables of another program.",
            remedy="Use an empty database or another schema for Remanent.",
        )
    if version > known:
        raise StoreNewerError(
            f"{database.address} has schema {version}; this version of Remanent knows {known}."
        )


def _backup(database: Database, version: int, now: datetime) -> Path | None:
    if database.engine != "sqlite":
        database.backup(Path(f"schema-{version}-{now:%Y%m%dT%H%M%S}"))
        return None
    path = Path(database.address)
    return database.backup(
        path.with_name(f"{path.name}.schema-{version}-{now:%Y%m%dT%H%M%S}.backup")
    )
