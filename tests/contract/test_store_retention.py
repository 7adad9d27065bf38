"""How facts are kept, and what happened to them, on both engines."""

from dataclasses import replace
from datetime import timedelta

from tests.conftest import MakeStore
from tests.support.clock import START
from tests.support.values import ALICE, BOB, write

from remanent.model.fact import Tier
from remanent.model.retention import Retention, Use, UseKind
from remanent.store.sql_store import SqlStore

ROW = Retention(
    fact_seq=7, born_at=START, born_turn=1, policy="fade.long", tier=Tier.ACTIVE, layer="long",
    strength=0.1 + 0.2, age=1 / 3, based_at=START, based_turn=2, importance=0.7,
)  # fmt: skip
HOUR = timedelta(hours=1)


def test_where_a_fact_stands_is_read_back_to_the_last_bit(store: SqlStore) -> None:
    full = replace(
        ROW, fact_seq=8, shown=1, used=2, helped=3, last_used_at=START, frequency=1 / 7,
        frequency_at=START, relevances=(0.1, 0.2), salience=0.3, fusion_factor=0.4,
        use_days=(3, 4), dampening=0.5, outcomes=6, outcome_value=-0.7, last_at=START,
        due_at=START + HOUR, due_turn=9, long_until=START + HOUR,
    )  # fmt: skip
    write(store, lambda tx: tx.write_retentions([ROW, full]))
    with store.read(ALICE) as view:
        assert view.retentions([8, 7, 7, 99]) == {7: ROW, 8: full}
        assert list(view.retentions_after(7, limit=9)) == [full]
    again = replace(full, strength=0.25, due_at=None)
    write(store, lambda tx: tx.write_retentions([again]))
    with store.read(ALICE) as view:
        assert view.retentions([8]) == {8: again}
    with store.read(BOB) as view:
        assert view.retentions([7, 8]) == {}


def test_what_is_due_comes_by_moment_and_by_turn_the_longest_due_first(store: SqlStore) -> None:
    rows = [
        replace(ROW, fact_seq=1, due_at=START + 2 * HOUR),
        replace(ROW, fact_seq=2, due_at=START + HOUR),
        replace(ROW, fact_seq=3, due_turn=5),
        replace(ROW, fact_seq=4, due_at=START + 3 * HOUR, due_turn=4),
        replace(ROW, fact_seq=5),
    ]
    write(store, lambda tx: tx.write_retentions(rows))
    with store.read(ALICE) as view:
        assert (view.state.due_at, view.state.due_turn) == (START + HOUR, 4)
        due = view.due_retentions(START + 2 * HOUR, 4, limit=9)
        assert [row.fact_seq for row in due] == [2, 1, 4]
        assert [row.fact_seq for row in view.due_retentions(START, 5, limit=9)] == [4, 3]
        assert len(view.due_retentions(START + 9 * HOUR, 9, limit=2)) == 2
        assert list(view.due_retentions(START, 0, limit=9)) == []


def test_a_scope_knows_when_it_is_next_due_and_only_due_ones_are_named(
    store: SqlStore,
) -> None:
    late, early = (replace(ROW, due_at=START + HOUR * hours) for hours in (5, 3))
    write(store, lambda tx: tx.write_retentions([late]), scope=ALICE)
    write(store, lambda tx: tx.write_retentions([early]), scope=BOB)
    assert list(store.due_scopes(START, limit=9)) == []
    assert list(store.due_scopes(START + 4 * HOUR, limit=9)) == [BOB]
    assert list(store.due_scopes(START + 5 * HOUR, limit=9)) == [BOB, ALICE]
    assert list(store.due_scopes(START + 5 * HOUR, limit=1)) == [BOB]
    write(store, lambda tx: tx.write_retentions([replace(early, due_at=None)]), scope=BOB)
    write(store, lambda tx: tx.look_for_due(), scope=BOB)
    assert list(store.due_scopes(START + 5 * HOUR, limit=9)) == [ALICE]
    with store.read(BOB) as view:
        assert (view.state.due_at, view.state.due_turn) == (None, None)


def test_what_happened_is_kept_once_and_read_by_world_time(make_store: MakeStore) -> None:
    store = make_store()
    used = Use(7, START + HOUR, 3, UseKind.USED, turn=2, relevance=0.25)
    helped = Use(7, START, 4, UseKind.HELPED, value=-0.5)
    write(store, lambda tx: tx.add_uses([used, helped, used]))
    write(
        store, lambda tx: tx.add_uses([replace(used, value=9.0), Use(8, START, 3, UseKind.SHOWN)])
    )
    with make_store().read(ALICE) as view:
        assert list(view.uses(7, limit=9)) == [helped, used]
        assert list(view.uses(7, limit=1)) == [helped]
    with store.read(BOB) as view:
        assert list(view.uses(7, limit=9)) == []
