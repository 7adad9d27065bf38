"""The awaited face: the same verbs on a bounded pool; cancelling stops the wait, not the write."""

import asyncio
import threading
from pathlib import Path

import pytest
from tests.support.embedders import HashEmbedder

from remanent import AsyncMemory, errors
from remanent.workers import WORKERS


def test_every_verb_can_be_awaited(tmp_path: Path) -> None:
    async def use() -> None:
        async with AsyncMemory(tmp_path / "a.db", embedder=HashEmbedder(16, "h")) as memory:
            alice = memory.scope(tenant="t", user="alice")
            result = await alice.remember("I live in Oslo.")
            found = await alice.recall("where do I live?")
            assert found.items[0].value == "Oslo"
            assert (await alice.facts(slot="home"))[0].id == result.fact_ids[0]
            assert (await alice.history(slot="home"))[0].change == "added"
            assert (await alice.explain("Oslo", found.items[0].id)).recalled
            assert await alice.reindex() == 0
            assert [scope.name for scope in await memory.scopes()] == ["alice"]
            assert (await memory.stats())["events"] == 1
            assert await memory.doctor() == ()

    asyncio.run(use())


def test_many_calls_at_once_are_all_done(tmp_path: Path) -> None:
    async def use() -> int:
        async with AsyncMemory(tmp_path / "a.db") as memory:
            alice = memory.scope(tenant="t", user="alice")
            await asyncio.gather(*(alice.remember(f"note {number}") for number in range(200)))
            return (await memory.stats())["events"]

    assert asyncio.run(use()) == 200


class Gate(HashEmbedder):
    """Waits to be let through, and counts how many wait at once."""

    def __init__(self) -> None:
        super().__init__(16, "gate")
        self.entered, self.leave = threading.Event(), threading.Event()

    def embed_query(self, text: str):  # type: ignore[no-untyped-def]  # noqa: ANN201
        self.entered.set()
        self.leave.wait(20)
        return super().embed_query(text)


def test_cancelling_stops_the_wait_and_not_the_write_and_the_retry_finds_it(
    tmp_path: Path,
) -> None:
    gate = Gate()

    async def use() -> None:
        memory = AsyncMemory(tmp_path / "a.db", embedder=gate)
        alice = memory.scope(tenant="t", user="alice")
        task = asyncio.create_task(alice.remember("the kettle whistles", idempotency_key="k"))
        while not gate.entered.is_set():  # noqa: ASYNC110 - a thread sets it, not a task
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        gate.leave.set()
        again = await alice.remember("the kettle whistles", idempotency_key="k")
        assert again.deduplicated
        assert (await memory.stats())["events"] == 1
        await memory.close()

    asyncio.run(use())


def test_the_pool_is_bounded(tmp_path: Path) -> None:
    async def use() -> int:
        async with AsyncMemory(tmp_path / "a.db") as memory:
            alice = memory.scope(tenant="t", user="alice")
            await asyncio.gather(*(alice.recall("kettle") for _ in range(WORKERS * 4)))
            return sum(each.name.startswith("remanent") for each in threading.enumerate())

    assert asyncio.run(use()) <= WORKERS


def test_a_closed_memory_says_so(tmp_path: Path) -> None:
    async def use() -> None:
        memory = AsyncMemory(tmp_path / "a.db")
        alice = memory.scope(tenant="t", user="alice")
        await memory.close()
        with pytest.raises(errors.RemanentError):
            await alice.recall("x")

    asyncio.run(use())
