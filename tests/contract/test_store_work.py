"""Work that waits for a model, and what models cost, on both engines."""

from dataclasses import replace
from datetime import timedelta

from tests.conftest import MakeStore
from tests.support.clock import FrozenClock
from tests.support.values import ALICE, BOB, write

from remanent.model.work import Gated, ModelRole, Spent, Surprise, Work, WorkStatus
from remanent.store.sql_store import SqlStore
from remanent.store.transaction import SqlTransaction


def enqueue(store: SqlStore, clock: FrozenClock, *subjects: tuple[int, ...]) -> tuple[Work, ...]:
    def block(tx: SqlTransaction) -> tuple[Work, ...]:
        return tx.enqueue([(ModelRole.EXTRACT, each) for each in subjects], clock.now())

    made: tuple[Work, ...] = write(store, block)
    return made


def test_work_waits_in_the_order_in_which_it_is_due(
    make_store: MakeStore, clock: FrozenClock
) -> None:
    store = make_store()
    first, second = enqueue(store, clock, (1, 2), (3,))
    now = clock.now()
    later = replace(first, attempts=1, next_at=now + timedelta(hours=1), error="RM404 late \x00")
    write(store, lambda tx: tx.keep_work(later))
    with make_store().read(ALICE) as view:
        assert list(view.work_waiting(limit=9)) == [second, later]
        assert list(view.work_waiting(limit=1)) == [second]
        assert list(view.work_waiting(due_by=now, limit=9)) == [second]
        assert view.work(first.seq) == later
        assert view.work(9_999) is None
        assert view.count_work(WorkStatus.WAITING) == 2


def test_work_of_some_kinds_can_be_asked_for_alone(store: SqlStore, clock: FrozenClock) -> None:
    now = clock.now()
    wanted = [(ModelRole.JUDGE, (1, 2)), (ModelRole.EXTRACT, (3,)), (ModelRole.FUSE, (4, 5))]
    write(store, lambda tx: tx.enqueue(wanted, now))
    with store.read(ALICE) as view:
        some = view.work_waiting(due_by=now, roles={ModelRole.EXTRACT, ModelRole.FUSE}, limit=9)
        assert [each.subject for each in some] == [(3,), (4, 5)]
        assert list(view.work_waiting(roles=(), limit=9)) == []


def test_done_and_dead_work_waits_no_more(store: SqlStore, clock: FrozenClock) -> None:
    first, second, third = enqueue(store, clock, (1,), (2,), (3,))
    write(store, lambda tx: tx.keep_work(replace(first, status=WorkStatus.DONE)))
    write(store, lambda tx: tx.keep_work(replace(second, status=WorkStatus.DEAD, error="RM403")))
    with store.read(ALICE) as view:
        assert list(view.work_waiting(limit=9)) == [third]
        assert [each.seq for each in view.work_dead(limit=9)] == [second.seq]
        assert [view.count_work(status) for status in WorkStatus] == [1, 1, 0, 1]


def test_only_scopes_with_work_that_is_due_are_named_the_longest_due_first(
    store: SqlStore, clock: FrozenClock
) -> None:
    write(store, lambda tx: tx.keep_meta("note", "idle"), scope=BOB)
    assert store.work_scopes(clock.now(), limit=9) == []
    (work,) = enqueue(store, clock, (1,))
    clock.advance(minutes=1)
    write(store, lambda tx: tx.enqueue([(ModelRole.FUSE, (1, 2))], clock.now()), scope=BOB)
    assert list(store.work_scopes(clock.now(), limit=9)) == [ALICE, BOB]
    assert list(store.work_scopes(clock.now(), limit=1)) == [ALICE]
    put_off = replace(work, next_at=clock.now() + timedelta(days=1))
    write(store, lambda tx: tx.keep_work(put_off))
    assert list(store.work_scopes(clock.now(), limit=9)) == [BOB]
    assert list(store.work_scopes(put_off.next_at, limit=9)) == [BOB, ALICE]
    write(store, lambda tx: tx.keep_work(replace(put_off, status=WorkStatus.EMPTY)))
    assert list(store.work_scopes(put_off.next_at, limit=9)) == [BOB]


def test_what_is_spent_adds_up_by_day_role_and_model(store: SqlStore, clock: FrozenClock) -> None:
    today = clock.now().date()
    yesterday = today - timedelta(days=1)
    spent = [
        Spent(yesterday, ModelRole.EXTRACT, "tiny", 1, 0, 10, 2),
        Spent(today, ModelRole.EXTRACT, "tiny", 1, 1, 10, 0),
        Spent(today, ModelRole.EXTRACT, "tiny", 1, 0, 30, 4),
        Spent(today, ModelRole.ANSWER, "tiny", 1, 0, 5, 5),
        Spent(today, ModelRole.EXTRACT, "other \ud800", 1, 0, 7, 7),
    ]
    for each in spent:
        write(store, lambda tx, each=each: tx.add_spent(each))
    with store.read(ALICE) as view:
        assert list(view.spent(since=today, limit=9)) == [
            Spent(today, ModelRole.ANSWER, "tiny", 1, 0, 5, 5),
            Spent(today, ModelRole.EXTRACT, "other \ud800", 1, 0, 7, 7),
            Spent(today, ModelRole.EXTRACT, "tiny", 2, 1, 40, 4),
        ]
        assert len(view.spent(limit=9)) == 4
    with store.read(BOB) as view:
        assert list(view.spent(limit=9)) == []


def test_what_met_the_gate_adds_up_by_day_and_reason(store: SqlStore, clock: FrozenClock) -> None:
    today = clock.now().date()
    for _ in range(2):
        met = {Surprise.NOVEL: (1, 12), Surprise.SILENT: (3, 9)}
        write(store, lambda tx, met=met: tx.add_gated(today, met))
    with store.read(ALICE) as view:
        assert list(view.gated(since=today, limit=9)) == [
            Gated(today, Surprise.NOVEL, 2, 24),
            Gated(today, Surprise.SILENT, 6, 18),
        ]
        assert list(view.gated(since=today + timedelta(days=1), limit=9)) == []
