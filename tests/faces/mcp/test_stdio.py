"""The server in a process of its own: nothing but the protocol on the wire, and a clean end."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp_types import ElicitResult
from tests.support.mcp import MODES, PACKAGE_FOLDER, TALK, Agent, Told, ask_over_stdio, process

from remanent import Memory
from remanent.faces.mcp.stdio import CLOSING_SECONDS

MOST_SECONDS_TO_END = 10.0
"""Two seconds on an idle machine (what is waited for has its bound below them); this one may be
busy with other tests, and what hangs below hangs for 30."""

NOISE = """
import logging, os, subprocess, sys, warnings
from remanent.aio import AsyncMemory, AsyncScopedMemory
before = sys.stdout
kept, opened = AsyncScopedMemory.recall, AsyncMemory.__init__

def opening(self, *words, **given):
    print("a banner while it opens")
    sys.stdout.write("half a line")
    opened(self, *words, **given)

AsyncMemory.__init__ = opening

async def recall(self, query, **given):
    print("printed by a plugin")
    before.write("written to a stream that was kept")
    os.write(1, b"written past Python")
    subprocess.run([sys.executable, "-c", "print('said by a child')"], check=True)
    logging.getLogger("plugin").debug("logged at DEBUG")
    logging.getLogger().warning("warned")
    warnings.warn("old", DeprecationWarning)
    if query == "fail":
        raise RuntimeError("the secret is 1234")
    return await kept(self, query, **given)

AsyncScopedMemory.recall = recall
"""


def hello() -> list[dict[str, Any]]:
    return [
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-11-25",
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"},
            },
        },
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
    ]


def call(number: int, tool: str, arguments: Any) -> dict[str, Any]:
    params = {"name": tool, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}


class Wire:
    """A client without a library: lines in, lines out."""

    def __init__(self, running: subprocess.Popen[bytes]) -> None:
        self.running = running
        self.lines: list[bytes] = []
        self.replies: dict[object, dict[str, Any]] = {}

    def send(self, *messages: object) -> None:
        assert self.running.stdin is not None
        for message in messages:
            line = message if isinstance(message, bytes) else json.dumps(message).encode()
            self.running.stdin.write(line + b"\n")
        self.running.stdin.flush()

    def reply(self, number: int) -> dict[str, Any]:
        assert self.running.stdout is not None
        while number not in self.replies:
            line = self.running.stdout.readline()
            assert line, "the server ended"
            self.lines.append(line)
            message: dict[str, Any] = json.loads(line)
            self.replies[message.get("id")] = message
        return self.replies[number]

    def end(self) -> int:
        """Close the input and wait; what is left on the wire is kept."""
        assert self.running.stdin is not None
        assert self.running.stdout is not None
        self.running.stdin.close()
        self.lines += self.running.stdout.readlines()
        return self.running.wait(timeout=20)


@contextmanager
def wired(*words: str, code: str = TALK, **environ: str) -> Iterator[Wire]:
    with (
        Path("stderr.txt").open("ab") as errors,
        subprocess.Popen(
            [sys.executable, "-c", code, "mcp", "--path", "memory.db", *words],
            env={**os.environ, "PYTHONPATH": str(PACKAGE_FOLDER), **environ},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
        ) as running,
    ):
        watchdog = threading.Timer(60, running.kill)  # no test waits for ever for a line
        watchdog.start()
        try:
            yield Wire(running)
        finally:
            watchdog.cancel()
            running.kill()


def is_whole(path: str = "memory.db") -> bool:
    """Say whether a store was closed, or at least is sound: nothing wrong is found in it."""
    with Memory(path) as memory:
        return memory.doctor(full=True) == ()


@pytest.mark.parametrize("mode", MODES)
def test_a_client_of_the_sdk_talks_with_the_server(mode: str) -> None:
    async def talk(agent: Agent) -> list[Told]:
        stored = await agent("remember", text="I live in Berlin.", origin="person")
        found = await agent("recall", query="where do I live?")
        fact = stored.document["facts"][0]["id"]
        return [
            found,
            await agent("record_outcome", recall_id=found.document["recall_id"], helped=True),
            await agent("why", id=fact),
            await agent("forget", ids=[fact]),
            await agent("recall", query="where do I live?"),
        ]

    yes = ElicitResult(action="accept", content={"confirm": True})
    server = process("memory.db", "--user", "alice", "--agent", "test")
    found, counted, why, gone, after = ask_over_stdio(talk, server, mode=mode, answer=lambda _: yes)
    assert '"lives in Berlin"' in found.text
    assert counted.document["counted"] == 1
    assert why.document["agent"] == "test"
    assert why.document["session"].startswith("mcp-")
    assert gone.document["withdrawn"][0]["state"] == "retracted"
    assert after.document["items"] == []


def test_nothing_but_the_protocol_is_on_standard_output() -> None:
    with wired("--debug", code=NOISE + TALK) as wire:
        wire.send(*hello(), call(2, "recall", {"query": "harbour"}))
        assert not wire.reply(2)["result"].get("isError")
        wire.send(call(3, "recall", {"query": "fail"}))
        failed = wire.reply(3)["result"]
        assert failed["isError"]
        assert "1234" not in json.dumps(failed)
        wire.send(call(4, "remember", {"text": "I live in Berlin.", "origin": "person"}))
        assert not wire.reply(4)["result"].get("isError")
        assert wire.end() == 0
    for line in wire.lines:
        assert json.loads(line)["jsonrpc"] == "2.0"
    errors = Path("stderr.txt").read_text()
    for said in ("banner", "half a line", "printed by a plugin", "a stream that was kept",
                 "past Python", "said by a child", "logged at DEBUG", "old", "1234"):  # fmt: skip
        assert said in errors, said
    assert is_whole()


def test_an_old_store_is_brought_up_and_said_so_beside_the_protocol() -> None:
    with wired(REMANENT_EMBEDDER_SPEC="local") as wire:
        wire.send(*hello(), call(2, "remember", {"text": "The mast is red."}))
        assert not wire.reply(2)["result"].get("isError")
        assert wire.end() == 0
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in wire.lines)


def test_what_is_no_message_does_not_end_the_server() -> None:
    with wired() as wire:
        wire.send(*hello(), b"", b"not json", b"[]", b'{"jsonrpc": "1.0"}', b"\xff\xfe")
        wire.send(call(2, "status", None), call(3, "status", "{}"), call(4, "status", "not json"))
        assert not wire.reply(2)["result"].get("isError")
        assert not wire.reply(3)["result"].get("isError")
        assert "error" in wire.reply(4)
        wire.send(call(5, "recall", '{"query": "mast"}'))
        assert not wire.reply(5)["result"].get("isError")
        assert wire.end() == 0


def test_the_end_of_input_ends_the_process_at_once() -> None:
    with wired() as wire:
        wire.send(*hello(), call(2, "remember", {"text": "The mast is red."}))
        wire.reply(2)
        begun = time.monotonic()
        assert wire.end() == 0
        assert time.monotonic() - begun < MOST_SECONDS_TO_END
    assert not Path("memory.db-wal").exists(), "the store was closed"
    assert is_whole()


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_the_process_at_once(sent: signal.Signals) -> None:
    with wired() as wire:
        wire.send(*hello(), call(2, "remember", {"text": "The mast is red."}))
        wire.reply(2)
        begun = time.monotonic()
        wire.running.send_signal(sent)
        assert wire.running.wait(timeout=20) == 0
        assert time.monotonic() - begun < MOST_SECONDS_TO_END
    assert not Path("memory.db-wal").exists(), "the store was closed"
    assert is_whole()


SLOW_MODEL = """
import time
from remanent.memory import ScopedMemory
kept = ScopedMemory.remember

def remember(self, *words, **given):
    stored = kept(self, *words, **given)
    time.sleep(30)
    return stored

ScopedMemory.remember = remember
"""


def test_what_is_waited_for_at_the_end_is_bounded_below_two_seconds() -> None:
    assert CLOSING_SECONDS < 2


@pytest.mark.parametrize("by_signal", [True, False])
def test_what_hangs_does_not_keep_the_process_and_what_was_said_is_kept(by_signal: bool) -> None:  # noqa: FBT001 - a parameter of the test
    with wired(code=SLOW_MODEL + TALK) as wire:
        wire.send(*hello(), call(2, "remember", {"text": "The mast is red."}))
        wait_until_stored("red mast")
        begun = time.monotonic()
        if by_signal:
            wire.running.send_signal(signal.SIGTERM)
            assert wire.running.wait(timeout=20) == 0
        else:
            assert wire.end() == 0
        assert time.monotonic() - begun < MOST_SECONDS_TO_END
    assert is_whole()


def wait_until_stored(query: str) -> None:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        if Path("memory.db").exists():
            with Memory("memory.db") as memory:
                if memory.scope(tenant="default", user="me").recall(query):
                    return
        time.sleep(0.05)
    raise AssertionError("nothing was stored")


def test_a_memory_that_cannot_be_opened_is_one_line_of_error_and_nothing_on_the_wire() -> None:
    Path("memory.db").write_bytes(b"no memory of anybody" * 100)
    with wired() as wire:
        assert wire.running.wait(timeout=20) == 1
        assert wire.end() == 1
    assert wire.lines == []
    assert "error RM305" in Path("stderr.txt").read_text()


def test_a_wrong_setting_is_one_line_of_error_and_nothing_on_the_wire() -> None:
    with wired(REMANENT_MCP_REPLY_TOKENS="many") as wire:
        assert wire.end() == 1
    assert wire.lines == []
    (line,) = Path("stderr.txt").read_text().splitlines()
    assert "error RM103" in line
    assert "REMANENT_MCP_REPLY_TOKENS" in line


def test_the_environment_says_whose_memory_it_is() -> None:
    async def talk(agent: Agent) -> Told:
        return await agent("status")

    environ = {"REMANENT_PATH": "other.db", "REMANENT_TENANT": "shop", "REMANENT_SPACE": "team",
               "REMANENT_AGENT": "claude"}  # fmt: skip
    server = process("memory.db", environ=environ)
    server = server.model_copy(update={"args": server.args[:-2]})  # without --path
    told = ask_over_stdio(talk, server).document
    assert (told["tenant"], told["space"], told["agent"]) == ("shop", "team", "claude")
    assert Path("other.db").exists()
    assert not Path("memory.db").exists()


def test_two_clients_at_once_see_each_others_writes() -> None:
    async def talk() -> None:
        async with (
            Client(process("memory.db"), mode="auto") as one,
            Client(process("memory.db"), mode="legacy") as other,
        ):
            first, second = Agent(one), Agent(other)
            told = await asyncio.gather(
                *(
                    agent("remember", text=f"Berth {count} of pier {name} is free.")
                    for count in range(30)
                    for name, agent in (("one", first), ("two", second))
                )
            )
            assert not any(each.is_error for each in told)
            assert len({each.document["ids"][0] for each in told}) == 60
            for agent in (first, second):
                found = await agent("recall", query="berth pier free", limit=50)
                more = await agent(
                    "recall", query="berth pier free", limit=50, cursor=found.document["cursor"]
                )
                assert len({*found.document["items"], *more.document["items"]}) > 50

    asyncio.run(talk())
    with Memory("memory.db") as memory:
        assert memory.stats()["events"] == 60
    assert is_whole()


@pytest.mark.slow
def test_a_kill_in_the_middle_loses_nothing_that_was_acknowledged() -> None:
    """Killed with `kill -9` while it writes, again and again; another client goes on meanwhile."""
    kept: dict[str, str] = {}
    with wired() as other:
        other.send(*hello())
        other.reply(1)
        for round_number in range(5):
            with wired() as wire:
                wire.send(*hello())
                wire.reply(1)
                for count in range(40):
                    text = f"Berth {count} of round {round_number} is free."
                    wire.send(call(100 + count, "remember", {"text": text}))
                last = 100 + 7 * round_number
                other.send(call(200 + round_number, "remember", {"text": f"Pier {round_number}."}))
                for _ in range(7 * round_number + 1):
                    line = json.loads(wire.running.stdout.readline())  # type: ignore[union-attr]  # a pipe
                    (told,) = (json.loads(each["text"]) for each in line["result"]["content"])
                    kept[told["ids"][0]] = f"Berth {line['id'] - 100} of round {round_number}"
                wire.running.kill()
                wire.running.wait()
                assert last
            other_told = other.reply(200 + round_number)
            (told,) = (json.loads(each["text"]) for each in other_told["result"]["content"])
            kept[told["ids"][0]] = f"Pier {round_number}."
        assert other.end() == 0
    assert len(kept) > 60
    with Memory("memory.db") as memory:
        me = memory.scope(tenant="default", user="me")
        for event_id, beginning in kept.items():
            assert me.item(event_id).text.startswith(beginning)
    assert is_whole()
