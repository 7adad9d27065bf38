"""The server on standard input and output: nothing but the protocol on either.

From the first moment on, whatever else is printed goes to standard error: by a library, a child
process or a forgotten `print`. At the end of input, and on a signal, the memory is closed and the
process ends, within a bound even where a model does not answer: what was said is durable before
one is asked.
"""

import io
import os
import signal
import sys
from dataclasses import dataclass
from secrets import token_hex
from typing import BinaryIO, Final, NoReturn

import anyio
from mcp.server.stdio import stdio_server

from remanent.aio import AsyncMemory
from remanent.faces.mcp.desk import open_desk
from remanent.faces.mcp.server import make_server
from remanent.settings import Settings

CLOSING_SECONDS: Final = 1.5
SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name)
)
_STANDARD_INPUT, _STANDARD_OUTPUT, _STANDARD_ERROR = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Wire:
    """What the client writes to, and what it reads: nobody else has them."""

    incoming: BinaryIO
    outgoing: BinaryIO


def take_wire() -> Wire:
    """Take standard input and output away from everything else in this process.

    Whoever reads finds the end, and whatever is printed goes to standard error.
    """
    wire = Wire(os.fdopen(os.dup(_STANDARD_INPUT), "rb"), os.fdopen(os.dup(_STANDARD_OUTPUT), "wb"))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, _STANDARD_INPUT)
    os.close(nothing)
    os.dup2(_STANDARD_ERROR, _STANDARD_OUTPUT)
    sys.stdout = sys.stderr
    return wire


def serve_stdio(wire: Wire, settings: Settings) -> NoReturn:
    """Serve one client until it goes; leaves the process.

    Raises:
        RemanentError: the memory cannot be opened; nothing was read.
    """
    anyio.run(_serve, wire, AsyncMemory(settings=settings))
    raise AssertionError("a served process leaves")


async def _serve(wire: Wire, memory: AsyncMemory) -> None:
    async with anyio.create_task_group() as group:
        group.start_soon(_end_on_signal, memory)
        server = make_server(open_desk(memory, session=f"mcp-{token_hex(6)}"))
        lines = io.TextIOWrapper(wire.incoming, "utf-8", "replace")
        written = io.TextIOWrapper(wire.outgoing, "utf-8")
        async with stdio_server(anyio.wrap_file(lines), anyio.wrap_file(written)) as streams:
            incoming, outgoing = streams
            await server.run(incoming, outgoing, server.create_initialization_options())
        await _close_and_leave(memory)


async def _end_on_signal(memory: AsyncMemory) -> None:
    with anyio.open_signal_receiver(*SIGNALS) as signals:
        async for _ in signals:
            await _close_and_leave(memory)


async def _close_and_leave(memory: AsyncMemory) -> NoReturn:
    """Close the memory and end this process.

    What a model has not answered by then waits in its queue. A thread may still wait for it, or
    for a line of input, and an ordinary exit would wait for the thread.
    """
    with anyio.move_on_after(CLOSING_SECONDS):
        await memory.close()
    sys.stderr.flush()
    os._exit(0)
