"""The server over HTTP: on loopback alone, behind a token, and to nobody's web page."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import ElicitResult
from tests.support.mcp import MODES, PACKAGE_FOLDER, TALK, Agent, Told

from remanent import Memory, load_settings
from remanent.errors import SettingsError
from remanent.faces.mcp.http import read_token

TOKEN = "a-token-that-is-long-enough-for-a-test"  # noqa: S105 - of a test
YES = ElicitResult(action="accept", content={"confirm": True})


@contextmanager
def served(*words: str, code: str = TALK, **environ: str) -> Iterator[tuple[str, Any]]:
    """Run a server; give its address and its process."""
    with subprocess.Popen(
        [sys.executable, "-W", "error", "-c", code, "mcp", "--http", "--port", "0",
         "--path", "memory.db", *words],
        env={**os.environ, "PYTHONPATH": str(PACKAGE_FOLDER), "REMANENT_MCP_TOKEN": TOKEN,
             **environ},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as running:  # fmt: skip
        watchdog = threading.Timer(60, running.kill)  # no test waits for ever for a line
        watchdog.start()
        try:
            assert running.stderr is not None
            line = running.stderr.readline().decode()
            said = re.fullmatch(r"Serving on (http://127\.0\.0\.1:\d+/mcp)\n", line)
            assert said, line + running.stderr.read().decode()
            yield said[1], running
        finally:
            watchdog.cancel()
            running.kill()


@contextmanager
def address() -> Iterator[str]:
    with served() as (url, _):
        yield url


async def asked(
    url: str, talk: Any, *, mode: str, answer: ElicitResult | None = None, token: str = TOKEN
) -> Any:
    async def asking(_: object, __: object) -> ElicitResult:
        assert answer is not None
        return answer

    headers = {"Authorization": f"Bearer {token}"}
    async with httpx2.AsyncClient(headers=headers, timeout=20) as http:
        transport = streamable_http_client(url, http_client=http)
        callback = None if answer is None else asking
        async with Client(transport, mode=mode, elicitation_callback=callback) as client:
            return await talk(Agent(client))


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
        ]

    with address() as url:
        found, counted, why, gone = asyncio.run(asked(url, talk, mode=mode, answer=YES))
    assert '"lives in Berlin"' in found.text
    assert counted.document["counted"] == 1
    assert why.document["kind"] == "fact"
    assert gone.document["withdrawn"][0]["state"] == "retracted"


def test_two_clients_at_once_of_both_protocols_share_one_memory() -> None:
    async def writes(agent: Agent) -> set[str]:
        told = [await agent("remember", text=f"Berth {count} is free.") for count in range(20)]
        return {each.document["ids"][0] for each in told}

    async def both(url: str) -> list[set[str]]:
        return list(await asyncio.gather(*(asked(url, writes, mode=mode) for mode in MODES)))

    with address() as url:
        one, other = asyncio.run(both(url))
    assert len(one | other) == 40
    with Memory("memory.db") as memory:
        me = memory.scope(tenant="default", user="me")
        assert all(me.item(each) for each in one | other)
        assert memory.doctor(full=True) == ()


BODY = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
ACCEPT = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"Authorization": TOKEN}, 401),
        ({"Authorization": "Bearer"}, 401),
        ({"Authorization": f"Bearer {TOKEN}x"}, 401),
        ({"Authorization": f"Bearer {TOKEN[:-1]}"}, 401),
        ({"Authorization": f"Basic {TOKEN}"}, 401),
        ({"Authorization": f"Bearer {TOKEN}", "Host": "evil.test"}, 421),
        ({"Authorization": f"Bearer {TOKEN}", "Host": "127.0.0.1"}, 421),
        ({"Authorization": f"Bearer {TOKEN}", "Host": "127.0.0.1:1"}, 421),
        ({"Authorization": f"Bearer {TOKEN}", "Origin": "http://evil.test"}, 403),
        ({"Authorization": f"Bearer {TOKEN}", "Origin": "null"}, 403),
        ({"Authorization": f"Bearer {TOKEN}", "Origin": "http://127.0.0.1:1"}, 403),
    ],
)
@pytest.mark.parametrize("url_path", ["/mcp", "/", "/mcp/", "/.well-known/anything"])
def test_a_stranger_gets_nothing_from_any_path(
    url: str, headers: dict[str, str], status: int, url_path: str
) -> None:
    address = url.removesuffix("/mcp") + url_path
    for method in ("POST", "GET", "DELETE", "OPTIONS"):
        reply = httpx2.request(method, address, json=BODY, headers={**ACCEPT, **headers})
        assert reply.status_code == status
        assert "access-control-allow-origin" not in reply.headers
        for secret in (TOKEN, "memory.db", "remanent", "uvicorn", "default"):
            assert secret not in reply.text + str(reply.headers)


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("served")
    with served(REMANENT_PATH=str(folder / "memory.db")) as (found, _):
        yield found


def test_whoever_shows_the_token_from_this_machine_is_let_in(url: str) -> None:
    port = url.split(":")[2].removesuffix("/mcp")
    for more in ({}, {"Origin": f"http://127.0.0.1:{port}"}, {"Host": f"localhost:{port}"}):
        headers = {**ACCEPT, "Authorization": f"Bearer {TOKEN}", **more}
        reply = httpx2.post(url, json=BODY, headers=headers)
        assert reply.status_code not in {401, 403, 421}


def test_a_request_without_bound_is_refused(url: str) -> None:
    headers = {**ACCEPT, "Authorization": f"Bearer {TOKEN}"}
    reply = httpx2.post(url, content=b"x" * 9_000_000, headers=headers)
    assert reply.status_code == 413


def test_it_listens_on_loopback_alone(url: str) -> None:
    port = int(url.split(":")[2].removesuffix("/mcp"))
    table = Path("/proc/net/tcp").read_text() + Path("/proc/net/tcp6").read_text()
    listening = {
        line.split()[1].partition(":")[0]
        for line in table.splitlines()
        if f":{port:04X} " in line and line.split()[3] == "0A"
    }
    assert listening == {"0100007F"}


@pytest.mark.parametrize("token", ["", "short", "with a blank in it, however long it is", "ü" * 40])
def test_without_a_good_token_nothing_is_served(token: str) -> None:
    settings = load_settings(environ={}, overrides={"store.path": "memory.db"})
    with pytest.raises(SettingsError, match="token"):
        read_token(settings, {"REMANENT_MCP_TOKEN": token})


def test_the_command_without_a_token_ends_with_the_remedy_and_makes_no_store() -> None:
    done = subprocess.run(
        [sys.executable, "-c", TALK, "mcp", "--http", "--path", "memory.db"],
        env={**os.environ, "PYTHONPATH": str(PACKAGE_FOLDER)},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stdout == ""
    assert "error RM103" in done.stderr
    assert "REMANENT_MCP_TOKEN" in done.stderr
    assert not Path("memory.db").exists()


def test_a_token_may_stand_in_a_file_that_nobody_else_can_read() -> None:
    file = Path("token")
    file.write_text(TOKEN + "\nanything else\n")
    settings = load_settings(environ={}, overrides={"mcp.token_file": str(file)})
    file.chmod(0o644)
    with pytest.raises(SettingsError, match="can be read by others"):
        read_token(settings, {})
    file.chmod(0o600)
    assert read_token(settings, {}) == TOKEN
    file.unlink()
    with pytest.raises(SettingsError, match="cannot be read"):
        read_token(settings, {})


def test_no_setting_and_no_page_of_settings_shows_the_token() -> None:
    done = subprocess.run(
        [sys.executable, "-c", TALK, "config", "show", "--json"],
        env={**os.environ, "PYTHONPATH": str(PACKAGE_FOLDER), "REMANENT_MCP_TOKEN": TOKEN},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert TOKEN not in done.stdout + done.stderr


def test_a_port_that_is_taken_is_said() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = subprocess.run(
            [sys.executable, "-c", TALK, "mcp", "--http", "--path", "memory.db", "--port",
             str(taken.getsockname()[1])],
            env={**os.environ, "PYTHONPATH": str(PACKAGE_FOLDER), "REMANENT_MCP_TOKEN": TOKEN},
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
    assert done.returncode == 1
    assert "cannot be had" in done.stderr
    assert TOKEN not in done.stderr


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_and_closes_the_store(sent: signal.Signals) -> None:
    async def talk(agent: Agent) -> Told:
        return await agent("remember", text="The mast is red.")

    with served() as (url, running):
        for mode in MODES:
            assert not asyncio.run(asked(url, talk, mode=mode)).is_error
        running.send_signal(sent)
        assert running.wait(timeout=20) == 0
        assert running.stdout.read() == b""
        assert running.stderr.read() == b""
    assert not Path("memory.db-wal").exists(), "the store was closed"


def test_a_kill_in_the_middle_loses_nothing_that_was_acknowledged() -> None:
    kept: list[str] = []

    async def writes(agent: Agent) -> None:
        for count in range(1_000):
            told = await agent("remember", text=f"Berth {count} is free.")
            kept.append(told.document["ids"][0])

    with served() as (url, running):
        killer = threading.Timer(1.5, running.kill)
        killer.start()
        with pytest.raises(BaseException):  # noqa: B017, PT011 - whatever a broken line raises
            asyncio.run(asked(url, writes, mode="auto"))
        killer.join()
    assert kept
    with Memory("memory.db") as memory:
        me = memory.scope(tenant="default", user="me")
        assert all(me.item(each) for each in kept)
        assert memory.doctor(full=True) == ()
