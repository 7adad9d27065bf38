"""Copying a whole store into an empty one, of the same engine or the other.

Scopes are copied one after another, from one snapshot of the source, in transactions of the
target. Each transaction also moves a cursor that stands in the target's own notes: whatever ends
the work, the rows and the cursor agree, and running it again goes on where it stopped. After each
scope both sides are read and compared: how many rows each table holds, and the sum of their
digests, which no order of rows changes.

Numbers of scopes and of embedders are a store's own; the copy gives new ones.
"""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, field
from datetime import datetime
from hashlib import blake2b
from typing import Any, TypeGuard, TypeVar

from remanent.errors import Interrupted, StoreBusyError, StoreError
from remanent.model.scope import Scope
from remanent.model.state import ScopeState
from remanent.model.upkeep import CopyReport
from remanent.store.engine import Session, Value
from remanent.store.sql_store import SqlStore
from remanent.store.tables import registry, states
from remanent.store.tables.times import to_column
from remanent.store.tables.whole import (
    TABLES,
    WholeRow,
    count_rows,
    delete_rows,
    insert_rows,
    read_rows,
)

T = TypeVar("T")

ROWS_AT_ONCE = 1000
BYTES_AT_ONCE = 4_000_000

_CURSOR = "copy"
_DONE = "copy of scope "
_ORIGIN = "copied from"
_OWN_NOTES = frozenset({"format", "schema", "migrated_at", "store", _CURSOR, _ORIGIN})
_MODULUS = 1 << 256


def copy_store(
    source: SqlStore,
    target: SqlStore,
    *,
    progress: Callable[[int, int], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> CopyReport:
    """Copy everything of a store into an empty one, or go on with a copy that was interrupted.

    The source is only read, as it stood when this run began. Scopes that changed since an earlier
    run are copied anew.

    Args:
        progress: told (rows done, rows in all); a row counts once when it is copied and once when
            it is compared.
        should_stop: asked between steps of at most a few thousand rows.

    Raises:
        Interrupted: `should_stop` said so; what was done is kept.
        StoreError: the target holds other data, or is the source itself; nothing was written.
        StoreBusyError: another copy into the target is under way.
    """
    with source.database.read() as session:
        return _Copying(session, source, target, progress, should_stop).run()


def _written_key(value: object) -> dict[str, str]:
    """Return bytes of a key as JSON can hold them."""
    assert isinstance(value, bytes), "keys are numbers, texts and bytes"
    return {"bytes": value.hex()}


def _read_key(value: dict[str, str]) -> bytes:
    return bytes.fromhex(value["bytes"])


@dataclass(frozen=True, slots=True)
class _Cursor:
    """Where a copy stands in its target.

    Args:
        source: id of the store that is copied.
        run: who moves the cursor; a later run takes it away from an earlier one.
        step: rises with each move.
        number: the target's number of the scope under way; 0 between scopes.
        table: how many tables of it are there as a whole.
        after: the last key of the next table that is there.
    """

    source: str
    run: str
    step: int = 0
    number: int = 0
    table: int = 0
    after: tuple[Value, ...] | None = None

    def encoded(self) -> str:
        return json.dumps(astuple(self), ensure_ascii=True, default=_written_key)

    @classmethod
    def decoded(cls, text: str) -> "_Cursor":
        source, run, step, number, table, after = json.loads(text, object_hook=_read_key)
        return cls(source, run, step, number, table, None if after is None else tuple(after))


@dataclass(slots=True)
class _Contents:
    """What a scope holds, whatever the order of its rows."""

    counts: Counter[str] = field(default_factory=Counter)
    sums: Counter[str] = field(default_factory=Counter)

    def add(self, table: str, rows: Sequence[WholeRow]) -> None:
        self.counts[table] += len(rows)
        self.sums[table] = (self.sums[table] + sum(map(_digest, rows))) % _MODULUS

    @property
    def total(self) -> int:
        return sum(self.counts[table.name] for table in TABLES)

    @property
    def digest(self) -> int:
        return _digest(
            tuple(
                value
                for table in sorted(self.counts)
                for value in (table, self.counts[table], f"{self.sums[table]:x}")
            )
        )


class _Copying:
    """One run of a copy."""

    def __init__(
        self,
        session: Session,
        source: SqlStore,
        target: SqlStore,
        progress: Callable[[int, int], None] | None,
        should_stop: Callable[[], bool] | None,
    ) -> None:
        self._session, self._source, self._target = session, source, target
        self._progress = progress or (lambda _done, _total: None)
        self._should_stop = should_stop or (lambda: False)
        self._source_id = _store_id(session)
        self._run = os.urandom(8).hex()
        self._cursor = _Cursor(source=self._source_id, run=self._run)
        self._unmarked: tuple[int, int] | None = None
        self._numbers: dict[str, int] = {}
        self._done = self._written = 0
        self._total = 2 * sum(count_rows(session, table) for table in TABLES)

    def run(self) -> CopyReport:
        """Copy and compare every scope."""
        scopes = registry.list_scopes(self._session, None)
        begun, is_finished = self._look_at_target({scope for _, scope in scopes})
        self._progress(0, self._total)
        if is_finished:
            found = [self._compared(number, scope) for number, scope in scopes]
        else:
            under_way = self._take_over(begun)
            # First what an earlier run has left half done: the cursor knows one scope only.
            scopes = sorted(scopes, key=lambda each: each[1] != under_way)
            found = [self._brought_over(number, scope) for number, scope in scopes]
            self._finish()
        self._progress(self._total, self._total)
        rows = {table.name: sum(each.counts[table.name] for each in found) for table in TABLES}
        return CopyReport(
            scopes=len(scopes),
            rows=rows,
            written=self._written,
            resumed=is_finished or begun is not None,
            digest=f"{sum(each.digest for each in found) % _MODULUS:064x}",
        )

    def _look_at_target(self, scopes: set[Scope]) -> tuple[_Cursor | None, bool]:
        """Return the cursor of an earlier run, and whether an earlier run came to its end.

        Raises:
            StoreError: the target holds something that is no copy of this source.
        """
        if registry.read_meta(self._session, _CURSOR) is not None:
            raise StoreError(
                f"{self._source.database.address} is itself a copy that was not finished.",
                remedy="Finish that copy first, or copy from its source.",
            )
        with self._target.database.read() as session:
            if _store_id(session) == self._source_id:
                raise StoreError(
                    f"{self._target.database.address} is the store that is to be copied.",
                    remedy="Name an empty store to copy into.",
                )
            begun = registry.read_meta(session, _CURSOR)
            origin = registry.read_meta(session, _ORIGIN)
            held = {scope for _, scope in registry.list_scopes(session, None)}
        cursor = None if begun is None else _Cursor.decoded(begun)
        if cursor is not None:
            if cursor.source == self._source_id and held <= scopes:
                return cursor, False
        elif not held:
            return None, False
        elif origin == self._source_id and held == scopes:
            return None, True
        raise self._holds_other_data()

    def _take_over(self, begun: _Cursor | None) -> Scope | None:
        """Begin, or go on where an earlier run stopped; return the scope that it was at."""
        embedders = registry.list_embedders(self._session)

        def run(session: Session) -> tuple[_Cursor, dict[str, int], Scope | None]:
            if begun is None and registry.read_meta(session, _CURSOR) is None:
                registry.write_meta(session, _CURSOR, self._cursor.encoded())
            moved = self._move(
                session,
                number=self._cursor.number,
                table=self._cursor.table,
                after=self._cursor.after,
            )
            numbers = {
                fingerprint: registry.make_embedder(session, fingerprint, dimension)
                for _, fingerprint, dimension in embedders
            }
            return moved, numbers, dict(registry.list_scopes(session, None)).get(moved.number)

        if begun is not None:
            self._cursor = begun
        self._cursor, self._numbers, under_way = self._target.database.write(run)
        return under_way

    def _compared(self, number: int, scope: Scope) -> _Contents:
        """Return what both stores hold of a scope that was copied before."""
        contents = self._contents(self._session, number, scope)
        self._tell(contents.total)
        if self._target_contents(scope) != contents:
            raise self._holds_other_data()
        self._tell(contents.total)
        return contents

    def _brought_over(self, number: int, scope: Scope) -> _Contents:
        """Make the target hold a scope as the source does; return what both hold."""
        before = self._done
        place = self._place(scope)
        is_under_way = place is not None and place == self._cursor.number
        if place is not None and not is_under_way:
            contents = self._contents(self._session, number, scope)
            there = self._target_contents(scope)
            if there == contents:
                self._tell(2 * contents.total)
                return contents
            self._wipe(place, unless_written_to=there)
        contents = self._transferred(number, scope, goes_on=is_under_way)
        if is_under_way and self._target_contents(scope) != contents:
            # The source has changed since the run that began this scope.
            self._wipe(self._cursor.number)
            contents = self._transferred(number, scope)
        if self._target_contents(scope) != contents:
            raise StoreError(
                f"What stands in {self._target.database.address} is not what was copied there.",
                remedy="Check the disks on both sides, and copy into another empty store.",
            )
        self._unmarked = (self._cursor.number, contents.digest)
        self._target.hot.drop(self._cursor.number)
        self._tell(before + 2 * contents.total - self._done)
        return contents

    def _transferred(self, number: int, scope: Scope, *, goes_on: bool = False) -> _Contents:
        """Write the rows of a scope that the target lacks; return what the source holds."""
        table, after = (self._cursor.table, self._cursor.after) if goes_on else (0, None)
        known = _known(self._session, number, scope)
        contents = _contents_of(known)
        for pieces, is_last in _with_last(self._gathered(number, table, after)):
            for piece in pieces:
                contents.add(TABLES[piece.table].name, piece.rows)
            self._write(known, pieces, is_last=is_last)
        return self._contents(self._session, number, scope) if goes_on else contents

    def _write(self, known: "_SourceScope", pieces: Sequence["_Piece"], *, is_last: bool) -> None:
        """Write pieces of a scope, and move the cursor behind them, in one transaction."""

        def run(session: Session) -> _Cursor:
            self._mark_done(session)
            place, _ = registry.make_scope(session, known.scope, known.state.key, known.made_at)
            table, after = len(TABLES), None
            if not is_last:
                table, after = pieces[-1].table, pieces[-1].last
            moved = self._move(session, number=place, table=table, after=after)
            for piece in pieces:
                insert_rows(session, place, TABLES[piece.table], piece.rows, self._numbers)
            if is_last:
                states.make_state(session, place)
                states.write_state(session, known.state._replace(number=place))
            return moved

        self._cursor = self._target.database.write(run)
        self._unmarked = None
        rows = sum(len(piece.rows) for piece in pieces)
        self._written += rows
        self._tell(rows)

    def _wipe(self, place: int, *, unless_written_to: _Contents | None = None) -> None:
        """Take the rows of a scope out of the target, to copy them anew.

        Raises:
            StoreError: somebody else wrote to the scope since it was copied.
        """

        def run(session: Session) -> _Cursor:
            self._mark_done(session)
            if unless_written_to is not None:
                copied = registry.read_meta(session, f"{_DONE}{place}")
                if copied != f"{unless_written_to.digest:x}":
                    raise self._holds_other_data()
            for table in TABLES:
                delete_rows(session, place, table)
            states.delete_state(session, place)
            registry.delete_meta(session, f"{_DONE}{place}")
            return self._move(session, number=place)

        self._cursor = self._target.database.write(run)
        self._unmarked = None

    def _finish(self) -> None:
        """Carry the notes over, and let the target be a store like any other."""
        notes = {
            key: value
            for key, value in registry.list_meta(self._session).items()
            if key not in _OWN_NOTES
        }

        def run(session: Session) -> None:
            self._move(session)
            for key in registry.list_meta(session):
                if key == _CURSOR or key.startswith(_DONE):
                    registry.delete_meta(session, key)
            for key, value in (*notes.items(), (_ORIGIN, self._source_id)):
                registry.write_meta(session, key, value)
            if session.engine == "postgresql":
                # Its planner knows nothing yet of what was just written.
                for table in TABLES:
                    session.run(f"ANALYZE {table.name}")

        self._target.database.write(run)

    def _mark_done(self, session: Session) -> None:
        """Note what the scope before held, so that later writes of others can be told."""
        if self._unmarked is not None:
            place, digest = self._unmarked
            registry.write_meta(session, f"{_DONE}{place}", f"{digest:x}")

    def _move(
        self,
        session: Session,
        *,
        number: int = 0,
        table: int = 0,
        after: Sequence[Value] | None = None,
    ) -> _Cursor:
        """Move the cursor; where another run has moved it meanwhile, give way."""
        moved = _Cursor(
            self._source_id,
            self._run,
            self._cursor.step + 1,
            number,
            table,
            None if after is None else tuple(after),
        )
        if not registry.swap_meta(session, _CURSOR, self._cursor.encoded(), moved.encoded()):
            raise StoreBusyError(
                f"Another copy into {self._target.database.address} is under way.",
                remedy="Let it end, or stop it and start this one again.",
            )
        return moved

    def _gathered(
        self, number: int, table: int, after: Sequence[Value] | None
    ) -> Iterator[list["_Piece"]]:
        """Gather pieces into what one transaction writes; the last may be empty."""
        pieces: list[_Piece] = []
        rows = size = 0
        for piece in self._pieces(self._session, number, table, after):
            pieces.append(piece)
            rows += len(piece.rows)
            size += sum(len(value) for row in piece.rows for value in row if _has_length(value))
            if rows >= ROWS_AT_ONCE or size >= BYTES_AT_ONCE:
                yield pieces
                pieces, rows, size = [], 0, 0
        yield pieces

    def _pieces(
        self,
        session: Session,
        number: int,
        first: int = 0,
        after: Sequence[Value] | None = None,
    ) -> Iterator["_Piece"]:
        """Read a scope table by table, a part at a time, from a place on."""
        fingerprints = {each[0]: each[1] for each in registry.list_embedders(session)}
        for place, table in enumerate(TABLES[first:], first):
            is_full = True
            while is_full:
                if self._should_stop():
                    raise Interrupted(
                        f"The copy to {self._target.database.address} was stopped; what is "
                        "there is kept."
                    )
                rows, last = read_rows(
                    session, number, table, after=after, fingerprints=fingerprints
                )
                if rows:
                    yield _Piece(place, rows, last)
                after, is_full = last, len(rows) == table.at_once
            after = None

    def _contents(self, session: Session, number: int, scope: Scope) -> _Contents:
        """Read everything that a store holds of a scope."""
        contents = _contents_of(_known(session, number, scope))
        for piece in self._pieces(session, number):
            contents.add(TABLES[piece.table].name, piece.rows)
        return contents

    def _target_contents(self, scope: Scope) -> _Contents:
        with self._target.database.read() as session:
            found = registry.find_scope(session, scope)
            assert found is not None, "a scope that was copied is there"
            return self._contents(session, found[0], scope)

    def _place(self, scope: Scope) -> int | None:
        """Return the target's number of a scope."""
        with self._target.database.read() as session:
            found = registry.find_scope(session, scope)
        return None if found is None else found[0]

    def _tell(self, rows: int) -> None:
        self._done += rows
        self._progress(min(self._done, self._total), self._total)

    def _holds_other_data(self) -> StoreError:
        return StoreError(
            f"{self._target.database.address} holds other data, which a copy would mix up.",
            remedy="Name an empty store to copy into.",
        )


@dataclass(frozen=True, slots=True)
class _Piece:
    """Rows of one table that were read together, and the key of the last of them."""

    table: int
    rows: list[WholeRow]
    last: list[Value]


@dataclass(frozen=True, slots=True)
class _SourceScope:
    """What stands in the registry and the counters of a scope."""

    scope: Scope
    state: ScopeState
    made_at: datetime


def _known(session: Session, number: int, scope: Scope) -> _SourceScope:
    key, made_at = registry.scope_origin(session, number)
    return _SourceScope(scope, states.read_state(session, number, key), made_at)


def _contents_of(known: _SourceScope) -> _Contents:
    """Begin to take down what a scope holds: its names, key and counters."""
    contents = _Contents()
    scope, state = known.scope, known.state
    contents.add("scopes", [(scope.tenant, scope.kind.value, scope.name, to_column(known.made_at))])
    counters: tuple[Any, ...] = state._replace(number=0)
    contents.add("scope_state", [counters])
    return contents


def _store_id(session: Session) -> str:
    found = registry.read_meta(session, "store")
    assert found is not None, "a store that was opened has an id"
    return found


def _with_last(items: Iterable[T]) -> Iterator[tuple[T, bool]]:
    """Give each item with whether it is the last."""
    iterator = iter(items)
    held = next(iterator)
    for item in iterator:
        yield held, False
        held = item
    yield held, True


def _has_length(value: Value) -> TypeGuard[str | bytes]:
    return isinstance(value, str | bytes)


def _digest(row: WholeRow) -> int:
    """Return 256 bits that stand for a row: equal for equal rows, whatever the engine."""
    return int.from_bytes(blake2b(ascii(row).encode(), digest_size=32).digest(), "big")
