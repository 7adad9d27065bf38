"""Uses are recorded apart from memories, and only where asked."""

import pytest
from tests.support.memories import (  # noqa: F401 - fixtures
    address,
    memory,
    open_memory,
    opened,
)

from remanent import Memory, errors


def test_a_use_is_noted_once_and_changes_no_answer(memory: Memory) -> None:  # noqa: F811
    alice = memory.scope(tenant="t", user="alice")
    alice.remember(["kettle one", "kettle two"])
    found = alice.recall("kettle")
    first = found.items[0].id
    assert alice.record_use(found.id, [first]) == 1
    assert alice.record_use(found.id, [first]) == 0
    assert alice.record_use(found.id) == 2
    again = alice.recall("kettle")
    assert [(item.id, item.score) for item in again.items] == [
        (item.id, item.score) for item in found.items
    ]
    assert memory.doctor(full=True) == ()


def test_a_use_of_what_was_not_shown_is_refused(memory: Memory) -> None:  # noqa: F811
    alice = memory.scope(tenant="t", user="alice")
    alice.remember(["kettle", "lantern"])
    kettle, lantern = alice.recall("kettle", limit=1), alice.recall("lantern", limit=1)
    with pytest.raises(errors.NotFoundError):
        alice.record_use(kettle.id, [lantern.items[0].id])
    with pytest.raises(errors.NotFoundError):
        memory.scope(tenant="t", user="bob").record_use(kettle.id)
    with pytest.raises(errors.InputError):
        alice.record_use(kettle.id, ["nonsense"])
    assert memory.stats()["events"] == 2
