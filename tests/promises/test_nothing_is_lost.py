"""Nothing is lost: promises 1 to 4 and 6, through the public face, on both stores."""

import os
import random
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.support.embedders import HashEmbedder

from remanent import Memory, errors

OpenMemory = Callable[..., Memory]

WRITERS = """
    import os, sys
    from itertools import count

    import remanent.text.rule_extraction  # what each child would load again
    from remanent import Memory

    def write_until_killed(first):
        scope = Memory(sys.argv[1]).scope(tenant="t", user="writer")
        for number in count(first):
            moved = f"I moved to City{number}. " if number % 8 == 0 else ""
            scope.remember(
                f"{moved}I met person{number}.",
                session="s",
                at=f"2025-01-01T{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}Z",
            )
            os.write(1, f"kept {number}\\n".encode())

    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            write_until_killed(int(line))
        os.write(1, f"child {child}\\n".encode())
        os.waitpid(child, 0)
        os.write(1, b"gone 0\\n")
"""
LONGEST_LIFE_SECONDS = 0.03


def start(program: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def kill_one(process: subprocess.Popen[str], first: int, seconds: float) -> list[int]:
    """Let a writer begin at a number, kill it some time after its first acknowledgement."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{first}\n")
    process.stdin.flush()
    kept: list[int] = []
    child, timer = 0, None
    for line in process.stdout:
        word, value = line.split()
        if word == "gone":
            break
        if word == "child":
            child = int(value)
        else:
            kept.append(int(value))
        if child and kept and timer is None:
            timer = threading.Timer(seconds, os.kill, (child, signal.SIGKILL))
            timer.start()
    return kept


def check_whole(memory: Memory, acknowledged: Sequence[int]) -> int:
    """Check that all is there and nothing is halved; return how many turns there are."""
    assert memory.doctor(full=True) == ()
    scope = memory.scope(tenant="t", user="writer")
    for number in acknowledged:
        found = scope.recall(f"person{number}", limit=1)
        assert found.items[0].sources[0].text.endswith(f"I met person{number}."), number
    (home,) = scope.facts(slot="home")
    assert home.sources[-1].text.startswith(f"I moved to {home.value}.")
    return memory.stats()["events"]


@pytest.mark.slow
def test_an_acknowledged_write_survives_kill_9(
    address: str, engine: str, open_memory: OpenMemory
) -> None:
    """Fifty times on SQLite, whose file dies with its writer; a server outlives its callers."""
    luck = random.Random(5)
    kills, looks = (50, 25) if engine == "sqlite" else (6, 3)
    acknowledged: list[int] = []
    looked_for = 0
    open_memory().close()
    process = start(WRITERS, address)
    try:
        for number in range(1, kills + 1):
            first = 800 * number
            acknowledged += kill_one(process, first, luck.random() * LONGEST_LIFE_SECONDS)
            if number % looks == 0:
                with open_memory() as memory:
                    durable = check_whole(memory, acknowledged[looked_for:])
                looked_for = len(acknowledged)
                # What was durable but not yet acknowledged: one write a kill at most.
                assert len(acknowledged) <= durable <= len(acknowledged) + number
    finally:
        process.communicate(timeout=60)
    assert len(acknowledged) >= kills


class StubbornEmbedder(HashEmbedder):
    """Fails as it is told to."""

    def __init__(self, failure: str) -> None:
        super().__init__(16, "stubborn")
        self.failure: str | None = failure

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if self.failure == "raises":
            raise TimeoutError("no answer")
        vectors = super().embed(texts)
        if self.failure == "zeros":
            return np.zeros_like(vectors)
        if self.failure == "garbage":
            return np.full((3, 2), np.nan, dtype=np.float32)
        return vectors


@pytest.mark.parametrize("failure", ["raises", "zeros", "garbage"])
def test_the_words_are_durable_whatever_the_embedder_does(
    open_memory: OpenMemory, failure: str
) -> None:
    embedder = StubbornEmbedder(failure)
    memory = open_memory(embedder=embedder)
    alice = memory.scope(tenant="t", user="alice")
    result = alice.remember("The zeppelin lands at noon.")
    assert result.pending == ("embedding",)
    found = alice.recall("zeppelin")
    assert found.items[0].id == result.event_ids[0]
    embedder.failure = None
    assert alice.reindex() == 0
    again = alice.recall("zeppelin")
    assert again.items[0].id == result.event_ids[0]
    assert again.items[0].occurred_at == found.items[0].occurred_at
    assert "embedding" in again.items[0].signals


class WatchingEmbedder(HashEmbedder):
    """Looks, when asked for vectors, whether the words are already durable elsewhere."""

    def __init__(self, look: Callable[[], int]) -> None:
        super().__init__(16, "watching")
        self.look = look
        self.seen: list[int] = []

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.seen.append(self.look())
        return super().embed(texts)


def test_raw_first_the_words_are_durable_before_the_embedder_is_asked(
    open_memory: OpenMemory,
) -> None:
    witness = open_memory()
    embedder = WatchingEmbedder(lambda: witness.stats()["events"])
    memory = open_memory(embedder=embedder)
    memory.scope(tenant="t", user="alice").remember(["one", "two"])
    assert embedder.seen == [2]


def test_retries_are_idempotent_one_after_the_other_and_at_once(
    memory: Memory, open_memory: OpenMemory
) -> None:
    alice = memory.scope(tenant="t", user="alice")
    first = alice.remember("I live in Porto.", idempotency_key="k1")
    later = (
        open_memory()
        .scope(tenant="t", user="alice")
        .remember("I live in Porto.", idempotency_key="k1")
    )
    assert later.deduplicated
    assert (later.event_ids, later.changes) == (first.event_ids, first.changes)
    with ThreadPoolExecutor(16) as pool:
        results = list(
            pool.map(lambda _: alice.remember("I work at Halden.", idempotency_key="k2"), range(16))
        )
    assert len({result.event_ids for result in results}) == 1
    assert sum(not result.deduplicated for result in results) == 1
    assert memory.stats()["events"] == 2


def test_a_key_that_was_used_for_other_content_is_refused(memory: Memory) -> None:
    alice = memory.scope(tenant="t", user="alice")
    alice.remember("one", idempotency_key="k")
    with pytest.raises(errors.IdempotencyError):
        alice.remember("two", idempotency_key="k")
    bob = memory.scope(tenant="t", user="bob")
    assert not bob.remember("two", idempotency_key="k").deduplicated
    assert memory.stats()["events"] == 2


MANY = """
    import sys
    from remanent import Memory

    memory = Memory(sys.argv[1])
    me = int(sys.argv[2])
    scope = memory.scope(tenant="t", user="shared")
    for number in range(300):
        scope.remember(f"zebra{me}x{number}")
    print("done", flush=True)
    sys.stdin.readline()
    found = scope.recall(f"zebra{(me + 1) % 6}x299", limit=1).items[0].text
    print(found, flush=True)
"""


@pytest.mark.slow
def test_many_writers_lose_nothing_and_see_each_other(
    address: str, open_memory: OpenMemory
) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(MANY), address, str(number)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(6)
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "done\n"
    for number, process in enumerate(processes):
        found, _ = process.communicate("go\n", timeout=60)
        assert found == f"zebra{(number + 1) % 6}x299\n"
        assert process.returncode == 0
    with open_memory() as memory:
        assert memory.stats()["events"] == 1800
        assert memory.doctor() == ()


def test_twenty_calls_at_once_end_as_some_order_of_them_would(memory: Memory) -> None:
    alice = memory.scope(tenant="t", user="alice")
    calls = [
        lambda: alice.remember("I live in Oslo."),
        lambda: alice.remember("I live in Riga."),
        lambda: alice.remember(facts="Ann knows Ben"),
        lambda: alice.recall("where do I live?"),
        lambda: alice.facts(include_closed=True),
    ] * 4
    with ThreadPoolExecutor(20) as pool:
        done = [pool.submit(call) for call in calls]
        for each in done:
            each.result(timeout=60)
    assert len(alice.facts(slot="home")) == 1
    (known,) = [fact for fact in alice.facts() if fact.slot is None]
    assert known.evidence == 4
    assert memory.doctor() == ()


def test_indexes_are_derived_and_come_back_the_same(memory: Memory) -> None:
    alice = memory.scope(tenant="t", user="alice")
    alice.remember([f"the kettle number {number} whistles" for number in range(600)])
    alice.remember("I live in Oslo.")
    before = alice.recall("kettle number 17", limit=50)
    memory.rebuild()
    assert alice.recall("kettle number 17", limit=50) == before
    assert memory.doctor() == ()


def test_no_transaction_is_held_while_the_embedder_is_asked(open_memory: OpenMemory) -> None:
    entered, leave = threading.Event(), threading.Event()

    class Slow(HashEmbedder):
        def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
            entered.set()
            leave.wait(20)
            return super().embed(texts)

    slow = open_memory(embedder=Slow(16, "slow")).scope(tenant="t", user="alice")
    writer = threading.Thread(target=slow.remember, args=("first",))
    writer.start()
    assert entered.wait(20)
    quick = open_memory().scope(tenant="t", user="alice")
    quick.remember("second")
    assert {item.text for item in quick.recall("first second").items} == {"first", "second"}
    leave.set()
    writer.join()


def test_a_memory_that_was_closed_says_so(memory: Memory) -> None:
    alice = memory.scope(tenant="t", user="alice")
    memory.close()
    memory.close()
    with pytest.raises(errors.StoreClosedError):
        alice.remember("x")
    with pytest.raises(errors.StoreClosedError):
        alice.recall("x")


def test_nothing_of_a_refused_call_is_kept(memory: Memory) -> None:
    alice = memory.scope(tenant="t", user="alice")
    with pytest.raises(errors.InputError):
        alice.remember(["good", {"role": "user"}])
    with pytest.raises(errors.InputError):
        alice.remember("good", facts=[{"text": ""}])
    assert memory.stats()["events"] == 0
