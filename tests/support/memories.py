"""Memories for every test that drives the public face, on both engines."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import pytest

from remanent import Memory, load_settings

if TYPE_CHECKING:
    from tests.conftest import Addresses
    from tests.support.clock import CountingIds, FrozenClock

OpenMemory = Callable[..., Memory]


@pytest.fixture
def address(addresses: "Addresses", engine: str) -> str:
    """Where the memory of this test is: a path, or the address of a schema on a server."""
    return addresses.of("memory", engine)


@pytest.fixture
def opened(
    addresses: "Addresses", clock: "FrozenClock", ids: "CountingIds"
) -> Iterator[Callable[..., Memory]]:
    """Opens memories by engine and name; all are closed at the end."""
    memories: list[Memory] = []

    def open_one(
        engine: str,
        name: str = "memory",
        *,
        overrides: Mapping[str, object] | None = None,
        **options: Any,
    ) -> Memory:
        overrides = {
            "store.path": addresses.of(name, engine),
            "store.durability": "normal",
            **(overrides or {}),
        }
        memory = Memory(
            settings=load_settings(environ={}, overrides=overrides), clock=clock, ids=ids, **options
        )
        memories.append(memory)
        return memory

    yield open_one
    for memory in memories:
        memory.close()


@pytest.fixture
def open_memory(engine: str, opened: Callable[..., Memory]) -> OpenMemory:
    """Opens the memory of this test: the same one again, as another process would."""

    def open_one(name: str = "memory", **options: Any) -> Memory:
        return opened(engine, name, **options)

    return open_one


@pytest.fixture
def memory(open_memory: OpenMemory) -> Memory:
    """A memory with nothing in it, on both engines one after the other."""
    return open_memory()


@pytest.fixture
def reference_memory(opened: Callable[..., Memory]) -> Memory:
    """A SQLite memory beside the one that is tested."""
    return opened("sqlite", "reference")
