"""The owner's secret: who may set it, what is kept of it, and what stays on the record."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.clock import CountingIds, FrozenClock

from remanent import Actor, ActorKind, Memory, ScopedMemory
from remanent.errors import AccessError, InputError
from remanent.governance import secrets

FIRST, SECOND = "seven quiet otters", "nine loud badgers"


@pytest.fixture(autouse=True)
def cheap_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guessing costs next to nothing here."""
    monkeypatch.setattr(secrets, "_COST", secrets._Cost(n=16, r=1, p=1))


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with Memory(tmp_path / "m.db", clock=FrozenClock(), ids=CountingIds()) as opened:
        yield opened


@pytest.fixture
def ann(memory: Memory) -> ScopedMemory:
    return memory.scope(tenant="t", user="ann")


def test_a_memory_has_no_secret_until_one_is_set(ann: ScopedMemory) -> None:
    assert not ann.has_owner_secret()
    assert not ann.verify_owner_secret("")
    assert not ann.verify_owner_secret(FIRST)
    ann.set_owner_secret(FIRST)
    assert ann.has_owner_secret()
    assert ann.verify_owner_secret(FIRST)
    assert not ann.verify_owner_secret(SECOND)


def test_a_memory_has_one_owner_whatever_the_scope(memory: Memory, ann: ScopedMemory) -> None:
    ann.set_owner_secret(FIRST)
    bob = memory.scope(tenant="other", user="bob")
    assert bob.verify_owner_secret(FIRST)
    with pytest.raises(AccessError):
        bob.set_owner_secret(SECOND)
    assert memory.scopes() == (ann.scope,), "asking makes no scope"


@pytest.mark.parametrize("current", [None, "", SECOND, FIRST.upper()])
def test_a_secret_is_replaced_only_by_who_knows_it(ann: ScopedMemory, current: str | None) -> None:
    ann.set_owner_secret(FIRST)
    with pytest.raises(AccessError):
        ann.set_owner_secret(SECOND, current=current)
    assert ann.verify_owner_secret(FIRST)
    ann.set_owner_secret(SECOND, current=FIRST)
    assert (ann.verify_owner_secret(FIRST), ann.verify_owner_secret(SECOND)) == (False, True)


@pytest.mark.parametrize("kind", [ActorKind.AGENT, ActorKind.OPERATOR, ActorKind.SERVICE])
def test_nobody_but_the_owner_sets_the_secret(memory: Memory, kind: ActorKind) -> None:
    scope = memory.scope(tenant="t", user="ann", actor=Actor(kind))
    with pytest.raises(AccessError):
        scope.set_owner_secret(FIRST)
    assert not scope.has_owner_secret()


def test_a_weak_secret_changes_nothing(memory: Memory, ann: ScopedMemory) -> None:
    with pytest.raises(InputError):
        ann.set_owner_secret("short")
    assert not ann.has_owner_secret()
    assert memory.stats()["audit"] == 0


def test_setting_a_secret_is_on_the_record_without_the_secret(
    memory: Memory, ann: ScopedMemory, tmp_path: Path
) -> None:
    ann.set_owner_secret(FIRST)
    ann.set_owner_secret(SECOND, current=FIRST)
    with memory._door.read(ann.scope, ann.actor) as snapshot:
        entries = [(entry.action, entry.counts) for entry in snapshot.audit_tail(10)]
    assert entries == [("set_owner_secret", (("secrets", 1),))] * 2
    memory.close()
    for file in tmp_path.iterdir():
        assert FIRST.encode() not in file.read_bytes()
        assert SECOND.encode() not in file.read_bytes()


def test_of_two_who_set_the_first_secret_at_once_one_is_refused(
    ann: ScopedMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    door = ann._desk.door
    real = door.write

    def slow(*arguments: object, **named: object) -> object:
        monkeypatch.setattr(door, "write", real)
        ann.set_owner_secret(SECOND)  # while the first is still hashing
        return real(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(door, "write", slow)
    with pytest.raises(AccessError):
        ann.set_owner_secret(FIRST)
    assert ann.verify_owner_secret(SECOND)
