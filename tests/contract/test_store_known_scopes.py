"""A store remembers which number a scope has, and never longer than it is so."""

import pytest
from tests.support.crowds import TABLES
from tests.support.values import ALICE, BOB, KEY, Values, append

from remanent.model.scope import Scope
from remanent.store.engine import Session
from remanent.store.sql_store import SqlStore
from remanent.store.tables import registry


def erase_elsewhere(store: SqlStore, scope: Scope) -> int:
    """Delete a scope as another process would, and return the number that it had."""

    def run(session: Session) -> int:
        found = registry.find_scope(session, scope)
        assert found is not None, "only what is there is erased"
        for table in TABLES:
            session.run(f"DELETE FROM {table} WHERE scope = ?", (found[0],))
        return found[0]

    return store.database.write(run)


def test_a_scope_that_was_erased_by_another_process_is_empty_and_begins_anew(
    store: SqlStore, values: Values
) -> None:
    append(store, [values.turn("before")])
    number = erase_elsewhere(store, ALICE)
    with store.read(ALICE) as view:
        assert not view.state.exists
    kept = append(store, [values.turn("after")])
    with store.read(ALICE) as view:
        assert view.state.number != number
        assert view.events_between(0, 9, limit=9) == kept


def test_the_number_of_a_scope_whose_first_write_was_undone_belongs_to_the_next_scope_alone(
    store: SqlStore, values: Values
) -> None:
    with pytest.raises(ZeroDivisionError):
        store.write(ALICE, lambda _: 1 / 0, key=KEY)
    kept = append(store, [values.turn("mine")], scope=BOB)
    with store.read(ALICE) as view:
        assert not view.state.exists
        assert view.events_between(0, 9, limit=9) == []
    with store.read(BOB) as view:
        assert view.events_between(0, 9, limit=9) == kept
