"""A whole store moves to another, either way, and an interruption costs only time."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from tests.conftest import Addresses, OpenStore
from tests.contract.test_store_transactions import everything
from tests.support.clock import FrozenClock
from tests.support.values import (
    ALICE,
    BOB,
    Values,
    append,
    tell,
    vectors,
    write,
)

from remanent.errors import Interrupted, StoreBusyError, StoreError
from remanent.model.event import Event, EventKind, Origin, Role
from remanent.model.preference import Evidence, Preference
from remanent.model.scope import Scope, ScopeKind
from remanent.model.upkeep import CopyReport
from remanent.store import copy
from remanent.store.copy import copy_store
from remanent.store.engine import Session
from remanent.store.sql_store import SqlStore
from remanent.store.tables import registry, whole
from remanent.store.transaction import SqlTransaction

SPACE = Scope("\ud800 shop", ScopeKind.SPACE, "n\x00" * 400)
WAYS = [
    pytest.param(source, target, id=f"{source}-to-{target}", marks=pytest.mark.postgres)
    for source in ("sqlite", "postgresql")
    for target in ("sqlite", "postgresql")
]
ACROSS = WAYS[1:3]

ROWS_AT_ONCE = 60
SMALL_TABLES = tuple(replace(table, at_once=min(table.at_once, 25)) for table in whole.TABLES)


@pytest.fixture(autouse=True)
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Copy in many transactions what a real copy would do in one."""
    monkeypatch.setattr(copy, "ROWS_AT_ONCE", ROWS_AT_ONCE)
    monkeypatch.setattr(copy, "TABLES", SMALL_TABLES)


def fill(store: SqlStore, values: Values) -> None:
    """Three scopes, made in another order than they will be copied in."""
    tell(store, values, scope=SPACE, rounds=1, turns=5)
    tell(store, values, scope=BOB, rounds=1, turns=3)
    tell(store, values, rounds=3, turns=100)
    write(store, lambda tx: tx.keep_meta("note", "kept \x00"))
    write(store, observe)
    write(store, lambda tx: tx.set_aside(1, FrozenClock().now(), 77, pointers=0), scope=BOB)
    write(store, lambda tx: tx.put_vectors("late", tx.units_without_vectors(
        "late", after_seq=0, limit=7), vectors(7, dimension=8)), scope=SPACE)  # fmt: skip


def observe(tx: SqlTransaction) -> None:
    """Write one attribute with all that belongs to it, and a document."""
    number = tx.new_attribute_number()
    at = FrozenClock().now()
    shown = Event(
        id="e" * 32, kind=EventKind.BEHAVIOUR, role=Role.USER, origin=Origin.PERSON, text="",
        occurred_at=at, recorded_at=at,
    )  # fmt: skip
    seq = tx.state.last_seq + 1
    said = Evidence(number=number, at=at, event_seq=seq, magnitude=0.5, value=42.5)
    tx.append_events([shown], covered=[True], evidence=[said])
    row = Preference(
        attribute="city:zürich", number=number, shown="city:Zürich", weight=1.25, rebased_at=at,
        first_at=at, last_at=at, hits=1, pin=9.0, uses=(7, 9), changed_seq=1, fades_at=at,
        associations=((3, 0.5, 11),),
    )  # fmt: skip
    tx.write_preferences([row])
    tx.count_unmapped({"item:x": ("item", 2)}, 1)
    tx.keep_document("catalog", "name = 'Łódź'", at)


def pictures(store: SqlStore) -> dict[Scope, Any]:
    """What every verb says of every scope, without the store's own numbers."""
    found = {}
    for scope in store.scopes():
        with store.read(scope) as view:
            found[scope] = everything(view) | {"state": view.state._replace(number=0)}
    return found


def holds_the_same(store: SqlStore, source: SqlStore, report: CopyReport) -> bool:
    counts = source.statistics()
    assert report.rows == {name: counts[name] for name in report.rows}
    assert report.scopes == len(source.scopes())
    assert pictures(store) == pictures(source)
    return not {key for key in notes(store) if key.startswith("copy")} - {"copied from"}


def notes(store: SqlStore) -> dict[str, str]:
    with store.database.read() as session:
        return registry.list_meta(session)


def failing(store: SqlStore, monkeypatch: pytest.MonkeyPatch, *, at: int, after: bool) -> None:
    """Let a store's transactions stop with the n-th: before it, or when it has been kept."""
    run, calls = store.database.write, iter(range(at + 1))

    def write(block: Callable[[Session], Any]) -> Any:
        if next(calls) < at:
            return run(block)
        if after:
            run(block)
        raise KeyboardInterrupt

    monkeypatch.setattr(store.database, "write", write)


def stopped(
    old: SqlStore, new: SqlStore, monkeypatch: pytest.MonkeyPatch, *, at: int, after: bool
) -> None:
    """Copy until the n-th transaction of the target."""
    with monkeypatch.context() as patch:
        failing(new, patch, at=at, after=after)
        with pytest.raises(KeyboardInterrupt):
            copy_store(old, new)


@pytest.mark.parametrize(("source", "target"), WAYS)
def test_a_copy_answers_as_its_source_does(
    open_store: OpenStore, values: Values, source: str, target: str
) -> None:
    old, new = open_store(source, "old"), open_store(target, "new")
    fill(old, values)
    seen: list[tuple[int, int]] = []
    report = copy_store(old, new, progress=lambda done, total: seen.append((done, total)))
    assert holds_the_same(new, old, report)
    assert holds_the_same(open_store(target, "new"), old, report)
    assert notes(new)["note"] == "kept \x00"
    assert not report.resumed
    assert report.written == sum(report.rows.values())
    total = 2 * report.written
    assert seen == sorted(seen)
    assert (seen[0], seen[-1]) == ((0, total), (total, total))
    with new.read(ALICE) as there, old.read(ALICE) as here:
        assert there.state.number != here.state.number
    # The copy is a store like any other.
    append(new, values.turns(3))
    write(new, lambda tx: tx.rebuild_words())
    append(new, values.turns(1), scope=Scope("shop", ScopeKind.USER, "carol"))
    assert len(new.scopes()) == 4


def test_the_digest_says_whether_two_stores_hold_the_same(
    open_store: OpenStore, values: Values
) -> None:
    old = open_store("sqlite", "old")
    fill(old, values)
    there = open_store("postgresql", "there")
    back = open_store("sqlite", "back")
    first, second = copy_store(old, there), copy_store(there, back)
    assert first.digest == second.digest
    append(old, values.turns(1))
    assert copy_store(old, open_store("sqlite", "more")).digest != first.digest


def test_nothing_is_copied_too(open_store: OpenStore) -> None:
    report = copy_store(open_store("sqlite", "old"), open_store("postgresql", "new"))
    assert (report.scopes, report.written, sum(report.rows.values())) == (0, 0, 0)


def test_embedders_have_other_numbers_there(open_store: OpenStore, values: Values) -> None:
    old, new = open_store("postgresql", "old"), open_store("sqlite", "new")
    fill(old, values)
    new.database.write(lambda session: registry.make_embedder(session, "other", 3))
    assert holds_the_same(new, old, copy_store(old, new))


@pytest.mark.parametrize("after", [False, True], ids=["undone", "kept"])
@pytest.mark.parametrize(("source", "target"), ACROSS)
def test_a_copy_that_is_stopped_anywhere_goes_on_and_ends_the_same(  # noqa: PLR0917 - fixtures
    open_store: OpenStore,
    values: Values,
    monkeypatch: pytest.MonkeyPatch,
    source: str,
    target: str,
    after: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    """Each run gets a few transactions further than the one before, then is stopped."""
    old = open_store(source, "old")
    fill(old, values)
    runs, report = 0, None
    while report is None:
        runs += 1
        new = open_store(target, "new")
        with monkeypatch.context() as patch, suppress(KeyboardInterrupt):
            failing(new, patch, at=4, after=after)
            report = copy_store(old, new)
        new.close()
    assert runs > 4
    assert report.resumed
    assert holds_the_same(open_store(target, "new"), old, report)


@pytest.mark.parametrize(("source", "target"), ACROSS)
def test_a_copy_survives_kill_9(
    open_store: OpenStore,
    addresses: Addresses,
    values: Values,
    source: str,
    target: str,
) -> None:
    old = open_store(source, "old")
    fill(old, values)
    for kill in (2, 9):
        stores = [source, addresses.of("old", source), target, addresses.of("new", target)]
        done = subprocess.run(
            [sys.executable, __file__, *stores, str(kill)],
            check=False,
            capture_output=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        )
        assert done.returncode == -signal.SIGKILL, done.stderr.decode()
    new = open_store(target, "new")
    report = copy_store(old, new)
    assert report.resumed
    assert 0 < report.written < sum(report.rows.values())
    assert holds_the_same(new, old, report)


def test_it_stops_when_it_is_asked_to_and_says_that_it_can_go_on(
    open_store: OpenStore, values: Values
) -> None:
    old, new = open_store("sqlite", "old"), open_store("sqlite", "new")
    fill(old, values)
    answers = iter([False] * 20)
    with pytest.raises(Interrupted, match="what is there is kept"):
        copy_store(old, new, should_stop=lambda: next(answers, True))
    report = copy_store(old, new)
    assert report.resumed
    assert holds_the_same(new, old, report)


def test_what_changed_in_the_source_since_an_earlier_run_is_copied_anew(
    open_store: OpenStore, values: Values, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A scope that was done, one that was under way, and one that is new."""
    old = open_store("sqlite", "old")
    fill(old, values)
    for place in (2, 9, 16, 19, 20):
        new = open_store("sqlite", f"new{place}")
        stopped(old, new, monkeypatch, at=place, after=place % 2 == 0)
        for scope in (ALICE, BOB, Scope("a", ScopeKind.USER, f"new {place}")):
            tell(old, values, scope=scope, rounds=1, turns=4)
        with old.read(ALICE) as view:
            fact = view.all_facts(include_closed=False)[0]
        values.clock.advance(days=1)
        write(old, lambda tx, fact=fact: tx.void_marks(fact.seq - 1))
        assert holds_the_same(new, old, copy_store(old, new))


def test_a_finished_copy_is_compared_and_not_written_again(
    open_store: OpenStore, values: Values
) -> None:
    old, new = open_store("sqlite", "old"), open_store("postgresql", "new")
    fill(old, values)
    first = copy_store(old, new)
    again = copy_store(old, new)
    assert again == replace(first, written=0, resumed=True)


def refused(old: SqlStore, new: SqlStore) -> str:
    before = pictures(new)
    with pytest.raises(StoreError) as caught:
        copy_store(old, new)
    assert pictures(new) == before
    return str(caught.value)


def test_a_target_that_holds_anything_else_is_refused(
    open_store: OpenStore, values: Values, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = open_store("sqlite", "old")
    fill(old, values)
    other = open_store("sqlite", "other")
    append(other, values.turns(1))
    assert "holds other data" in refused(old, other)
    assert "is the store that is to be copied" in refused(old, open_store("sqlite", "old"))

    done = open_store("sqlite", "done")
    copy_store(old, done)
    append(done, values.turns(1))
    assert "holds other data" in refused(old, done)
    assert "holds other data" in refused(done, old)

    begun = open_store("sqlite", "begun")
    stopped(old, begun, monkeypatch, at=12, after=True)
    assert "was not finished" in refused(begun, open_store("sqlite", "next"))
    assert "holds other data" in refused(other, begun)
    append(begun, values.turns(1), scope=Scope("nobody", ScopeKind.USER, "expects this"))
    assert "holds other data" in refused(old, begun)


def test_a_scope_that_somebody_wrote_to_between_two_runs_is_not_overwritten(
    open_store: OpenStore, values: Values
) -> None:
    old, new = open_store("sqlite", "old"), open_store("sqlite", "new")
    fill(old, values)

    def stop_at_the_end(done: int, total: int) -> None:
        if done == total:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        copy_store(old, new, progress=stop_at_the_end)
    assert new.scopes() == old.scopes()
    append(new, [values.turn("not in the source")])
    with pytest.raises(StoreError, match="holds other data"):
        copy_store(old, new)
    with new.read(ALICE) as view:
        assert view.index().postings("sourc").units.size == 1


@pytest.mark.parametrize("target", ["sqlite", "postgresql"])
def test_of_two_copies_into_one_target_the_later_goes_on(
    open_store: OpenStore, values: Values, target: str
) -> None:
    old, new = open_store("sqlite", "old"), open_store(target, "new")
    fill(old, values)
    reports: list[CopyReport] = []

    def meanwhile(done: int, total: int) -> None:
        if done > total // 4 and not reports:
            reports.append(copy_store(old, open_store(target, "new")))

    with pytest.raises(StoreBusyError, match="Another copy"):
        copy_store(old, new, progress=meanwhile)
    assert holds_the_same(new, old, reports[0])


def test_a_row_that_does_not_arrive_is_noticed(
    open_store: OpenStore, values: Values, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = open_store("sqlite", "old")
    fill(old, values)
    for name in {table.name for table in whole.TABLES}:

        def losing(
            session: Session, place: int, table: whole.Table, rows: Any, *numbers: Any
        ) -> None:
            kept = rows[1:] if table.name == losing.name else rows  # type: ignore[attr-defined]
            whole.insert_rows(session, place, table, kept, *numbers)

        losing.name = name  # type: ignore[attr-defined]
        monkeypatch.setattr(copy, "insert_rows", losing)
        with pytest.raises(StoreError, match="is not what was copied"):
            copy_store(old, open_store("sqlite", f"new {name}"))


def test_every_table_and_column_is_copied(store: SqlStore) -> None:
    """A column that a migration adds must be added to the copy."""
    assert columns_of(store) == {
        table.name: {"scope", *table.columns} for table in whole.TABLES
    } | {
        "meta": {"key", "value"},
        "scopes": {"scope", "tenant", "kind", "name", "created_at", "key"},
        "embedders": {"number", "fingerprint", "dimension"},
        "scope_state": {
            "scope", "last_seq", "sealed_seq", "tail_units", "generation", "turns", "facts",
            "attributes", "turn_clock", "audit_seq", "audit_head", "evidenced_seq", "work_at",
            "due_at", "due_turn",
        },
    }  # fmt: skip


def columns_of(store: SqlStore) -> dict[str, set[str]]:
    with store.database.read() as session:
        rows: Iterator[tuple[str, str]]
        if session.engine == "sqlite":
            rows = iter(
                session.rows(
                    "SELECT m.name, c.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c "
                    "WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'"
                )
            )
        else:
            rows = iter(
                session.rows(
                    "SELECT table_name::text, column_name::text FROM information_schema.columns "
                    "WHERE table_schema = current_schema() AND table_name !~ '_p[0-9]+$'"
                )
            )
        found: dict[str, set[str]] = {}
        for table, column in rows:
            found.setdefault(table, set()).add(column)
        return found


def _copy_until_killed(stores: list[str], transactions: int) -> None:
    """What a process does that will be killed in its n-th transaction."""
    from tests.conftest import open_database
    from tests.support.clock import FrozenClock

    vars(copy).update(ROWS_AT_ONCE=ROWS_AT_ONCE, TABLES=SMALL_TABLES)
    old = SqlStore(open_database(*stores[:2]), clock=FrozenClock())
    new = SqlStore(open_database(*stores[2:]), clock=FrozenClock())
    run, calls = new.database.write, iter(range(transactions + 1))

    def dying(block: Callable[[Session], Any]) -> Any:
        if next(calls) < transactions:
            return run(block)

        def die(session: Session) -> Any:
            block(session)
            os.kill(os.getpid(), signal.SIGKILL)

        return run(die)

    new.database.write = dying  # type: ignore[method-assign]
    copy_store(old, new)


if __name__ == "__main__":
    _copy_until_killed(sys.argv[1:5], int(sys.argv[5]))
