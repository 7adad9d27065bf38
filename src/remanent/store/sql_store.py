"""The store: opens an engine, keeps its schema current, and hands out views of one scope."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
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

KNOWN_SCOPES = 4096
"""Scopes whose number is kept in memory."""

COUNTED_TABLES = (
    "scopes", "events", "facts", "changes", "marks", "links", "segments", "vectors",
    "preferences", "evidence", "unmapped", "documents", "work", "ledger", "gated",
    "suggestions", "retention", "set_aside",
    "uses", "lessons", "lesson_terms", "lesson_vectors", "sightings", "credits",
    "requests", "audit",
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
        self._known: dict[Scope, tuple[int, bytes]] = {}
        try:
            migrate(database, MIGRATIONS, now=clock.now(), backup=backup_before_migration)
        except BaseException:
            database.close()
            raise

    @contextmanager
    def read(self, scope: Scope) -> Iterator[SqlSnapshot]:
        """Open one consistent view of one scope; nothing is created."""
        with self.database.read() as session:
            state = self._state(session, scope) or ScopeState(number=0)
            self._note(scope, state)
            yield SqlSnapshot(session, scope, state, self.hot)

    def write(self, scope: Scope, block: Callable[[SqlTransaction], T], *, key: bytes) -> T:
        """Run a block in an immediate transaction of one scope; return once it is durable."""

        def run(session: Session) -> tuple[T, ScopeState, SqlTransaction]:
            state = self._state(session, scope, lock=True)
            if state is None:
                known = registry.make_scope(session, scope, key, self._clock.now())
                states.make_state(session, known[0])
                state = states.read_state(session, *known, lock=True)
            transaction = SqlTransaction(session, scope, state, self.hot)
            result = block(transaction)
            transaction.finish()
            return result, state, transaction

        result, state, transaction = self.database.write(run)
        self._note(scope, state)
        transaction.keep_hot()
        return result

    def scopes(self, *, tenant: str | None = None) -> Sequence[Scope]:
        """Return the scopes that exist."""
        with self.database.read() as session:
            return [scope for _, scope in registry.list_scopes(session, tenant)]

    def work_scopes(self, at: datetime, *, limit: int) -> Sequence[Scope]:
        """Return the scopes in which a model may be asked by a moment, first the longest due."""
        with self.database.read() as session:
            numbers = states.scopes_with_work(session, at, limit=limit)
            return registry.scopes_of(session, numbers)

    def due_scopes(self, at: datetime, *, limit: int) -> Sequence[Scope]:
        """Return the scopes to be maintained by a moment, first the longest due."""
        with self.database.read() as session:
            numbers = states.scopes_to_maintain(session, at, limit=limit)
            return registry.scopes_of(session, numbers)

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

    def _state(self, session: Session, scope: Scope, *, lock: bool = False) -> ScopeState | None:
        """Return where a scope stands, or None where there is none.

        Numbers are never given twice, so one that is known holds until its state is gone.
        """
        known = self._known.get(scope)
        found = None if known is None else states.find_state(session, *known, lock=lock)
        if found is None:
            known = registry.find_scope(session, scope)
            if known is not None:
                found = states.read_state(session, *known, lock=lock)
        return found

    def _note(self, scope: Scope, state: ScopeState) -> None:
        """Remember a scope's number once it is certain: what was never committed is undone."""
        known = (state.number, state.key)
        if state.number and self._known.get(scope) != known:
            if len(self._known) >= KNOWN_SCOPES:
                self._known.clear()
            self._known[scope] = known
