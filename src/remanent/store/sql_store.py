"""The store: opens an engine, keeps its schema current, and hands out views of one scope."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar

from remanent.model.scope import Scope
from remanent.model.state import ScopeState
from remanent.ports import Clock
from remanent.store.engine import Database, Session
from remanent.store.hot import HotScopes
from remanent.store.migrations import MIGRATIONS, SCHEMA_VERSION
from remanent.store.migrations.runner import migrate
from remanent.store.snapshot import SqlSnapshot
from remanent.store.tables import registry, states
from remanent.store.transaction import SqlTransaction

T = TypeVar("T")

COUNTED_TABLES = (
    "scopes", "events", "facts", "changes", "marks", "links", "segments", "vectors",
    "preferences", "evidence", "unmapped", "documents", "requests", "audit",
)  # fmt: skip


class SqlStore:
    """Implements the `Store` port over either engine."""

    def __init__(
        self,
        database: Database,
        *,
        clock: Clock,
        hot_scopes: int = 64,
        hot_bytes: int = 512 * 1024 * 1024,
        backup_before_migration: bool = True,
    ) -> None:
        """Bring the schema up to date and open the store.

        Raises:
            StoreNewerError: a newer version of Remanent wrote it; nothing was changed.
        """
        self.database = database
        self._clock = clock
        self.hot = HotScopes(max_scopes=hot_scopes, max_bytes=hot_bytes)
        try:
            migrate(database, MIGRATIONS, now=clock.now(), backup=backup_before_migration)
        except BaseException:
            database.close()
            raise

    @contextmanager
    def read(self, scope: Scope) -> Iterator[SqlSnapshot]:
        """Open one consistent view of one scope; nothing is created."""
        with self.database.read() as session:
            yield SqlSnapshot(session, scope, self._state(session, scope), self.hot)

    def write(self, scope: Scope, block: Callable[[SqlTransaction], T], *, key: bytes) -> T:
        """Run a block in an immediate transaction of one scope; return once it is durable."""

        def run(session: Session) -> T:
            known = registry.find_scope(session, scope)
            if known is None:
                known = registry.make_scope(session, scope, key, self._clock.now())
                states.make_state(session, known[0])
            state = states.read_state(session, *known, lock=True)
            transaction = SqlTransaction(session, scope, state, self.hot)
            result = block(transaction)
            transaction.finish()
            return result

        return self.database.write(run)

    def scopes(self, *, tenant: str | None = None) -> Sequence[Scope]:
        """Return the scopes that exist."""
        with self.database.read() as session:
            return [scope for _, scope in registry.list_scopes(session, tenant)]

    def statistics(self) -> Mapping[str, int]:
        """Return row counts, and the size in bytes."""
        with self.database.read() as session:
            counts = {
                table: int((session.row(f"SELECT count(*) FROM {table}") or (0,))[0])  # noqa: S608 - constants
                for table in COUNTED_TABLES
            }
        return counts | {"bytes": self.database.size_bytes(), "schema": SCHEMA_VERSION}

    def close(self) -> None:
        """Finish what is under way and let go of everything."""
        self.database.close()

    def _state(self, session: Session, scope: Scope) -> ScopeState:
        known = registry.find_scope(session, scope)
        return ScopeState(number=0) if known is None else states.read_state(session, *known)
