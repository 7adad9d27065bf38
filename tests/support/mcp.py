"""What tests of the MCP server share: clients of the SDK, and what they are told."""

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp_types import ElicitRequestParams, ElicitResult
from tests.support.clock import FrozenClock

import remanent
from remanent import AsyncMemory, Clock, load_settings
from remanent.faces.mcp.desk import open_desk
from remanent.faces.mcp.server import make_server

MODES = ("auto", "legacy")
"""The protocols of 2026-07-28 and 2025-11-25, as the SDK's client calls them."""

PACKAGE_FOLDER = Path(remanent.__path__[0]).parent
TALK = "from remanent.faces.cli import main; main()"


@dataclass(frozen=True)
class Told:
    """What a tool gave back.

    Args:
        document: its JSON object; empty where it is an error.
        text: everything else: what memory rendered, or the error.
    """

    document: dict[str, Any]
    text: str
    is_error: bool
    characters: int


class Agent:
    """A client that reads what it is told."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def __call__(self, tool: str, arguments: Any = None, /, **given: Any) -> Told:
        found = await self.client.call_tool(tool, given or arguments)
        texts = [each.text for each in found.content if each.type == "text"]
        size = sum(map(len, texts))
        if found.is_error:
            return Told({}, "\n".join(texts), is_error=True, characters=size)
        document = json.loads(texts[0])
        return Told(document, "\n".join(texts[1:]), is_error=False, characters=size)


Talk = Callable[[Agent], Awaitable[Any]]
Answer = Callable[[str], ElicitResult]


def ask_in_process(
    talk: Talk,
    *,
    path: str = "memory.db",
    mode: str = "auto",
    answer: Answer | None = None,
    clock: Clock | None = None,
    **settings: Any,
) -> Any:
    """Run a conversation with a server in this process; the memory is closed after it.

    Args:
        answer: what the person says when he is asked; None for a client that cannot ask.
        settings: by name, with two underscores for the point.
    """
    overrides = {name.replace("__", "."): value for name, value in settings.items()}
    chosen = load_settings(environ={}, overrides={"store.path": path, **overrides})

    async def run() -> Any:
        memory = AsyncMemory(settings=chosen, clock=clock or FrozenClock())
        try:
            server = make_server(open_desk(memory))
            async with Client(server, mode=mode, elicitation_callback=_asking(answer)) as client:
                return await talk(Agent(client))
        finally:
            await memory.close()

    return asyncio.run(run())


def process(
    path: str | Path, *words: str, code: str = TALK, environ: Mapping[str, str] | None = None
) -> StdioServerParameters:
    """Return how a server is started in a process of its own."""
    return StdioServerParameters(
        command=sys.executable,
        args=["-W", "error", "-c", code, "mcp", "--path", str(path), *words],
        env={**os.environ, "PYTHONPATH": str(PACKAGE_FOLDER), **(environ or {})},
    )


def ask_over_stdio(
    talk: Talk, server: StdioServerParameters, *, mode: str = "auto", answer: Answer | None = None
) -> Any:
    """Run a conversation with a server in a process of its own."""

    async def run() -> Any:
        async with Client(server, mode=mode, elicitation_callback=_asking(answer)) as client:
            return await talk(Agent(client))

    return asyncio.run(run())


def _asking(answer: Answer | None) -> Any:
    if answer is None:
        return None

    async def asked(_: object, params: ElicitRequestParams) -> ElicitResult:
        return answer(params.message)

    return asked
