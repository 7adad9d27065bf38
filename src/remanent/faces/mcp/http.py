"""The server over Streamable HTTP: on loopback alone, and behind a token.

Every request must name this machine as its host, come from no page but one of this machine's, and
show the token. The token is the owner's: there is none by default, and without one nothing starts.
"""

import hmac
import os
import re
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import anyio
import uvicorn
from mcp.server.transport_security import TransportSecuritySettings

from remanent.aio import AsyncMemory
from remanent.errors import SettingsError
from remanent.faces.mcp.desk import open_desk
from remanent.faces.mcp.server import make_server
from remanent.faces.mcp.stdio import SIGNALS
from remanent.settings import TOKEN_VARIABLE, Settings

HOST: Final = "127.0.0.1"
PATH: Final = "/mcp"
LEAST_TOKEN_CHARACTERS: Final = 24
CLOSING_SECONDS: Final = 1
MOST_REQUEST_BYTES: Final = 8_000_000
_MAKE_ONE: Final = 'python -c "import secrets; print(secrets.token_urlsafe(32))"'
_READABLE_BY_OTHERS: Final = 0o077
_NAMES: Final = ("127.0.0.1", "localhost")
_LONGEST_TOKEN: Final = 4_096

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]


def read_token(settings: Settings, environ: Mapping[str, str]) -> str:
    """Return the token that clients must show.

    Raises:
        SettingsError: there is none, it is easily guessed, or others can read its file.
    """
    token = environ.get(TOKEN_VARIABLE) or _from_file(settings.mcp.token_file)
    if token is None:
        raise SettingsError(
            "Over HTTP a token is needed, and there is none.",
            remedy=f"Make one ({_MAKE_ONE}) and set {TOKEN_VARIABLE}, or name its file in "
            "mcp.token_file.",
        )
    if not re.fullmatch(rf"[!-~]{{{LEAST_TOKEN_CHARACTERS},}}", token):
        raise SettingsError(
            f"The token must have at least {LEAST_TOKEN_CHARACTERS} plain characters.",
            remedy=f"Make one: {_MAKE_ONE}",
        )
    return token


def serve_http(settings: Settings, *, token: str) -> None:
    """Serve clients on this machine until a signal ends it.

    Raises:
        SettingsError: the port is taken.
        RemanentError: the memory cannot be opened.
    """
    listening = _listen(settings.mcp.port)
    memory = AsyncMemory(settings=settings)
    port = listening.getsockname()[1]
    application = make_application(memory, port=port, token=token)
    anyio.run(_serve, application, listening, memory)


def make_application(memory: AsyncMemory, *, port: int, token: str) -> Application:
    """Return the server as an ASGI application that answers only whom it should."""
    hosts = [f"{name}:{port}" for name in _NAMES]
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=hosts,
        allowed_origins=[f"http://{host}" for host in hosts],
    )
    inner = make_server(open_desk(memory)).streamable_http_app(
        streamable_http_path=PATH,
        transport_security=security,
        max_request_body_size=MOST_REQUEST_BYTES,
    )
    return guarded(inner, hosts=hosts, token=token)


def guarded(inner: Application, *, hosts: Sequence[str], token: str) -> Application:
    """Let only those through who name this machine, come from it, and show the token."""
    allowed_hosts = {host.encode() for host in hosts}
    origins = {None, *(b"http://" + host for host in allowed_hosts)}
    shown = b"Bearer " + token.encode()

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await inner(scope, receive, send)
            return
        if scope["type"] != "http" or _header(scope, b"host") not in allowed_hosts:
            await _refuse(send, 421, b"This server answers to this machine alone.")
        elif _header(scope, b"origin") not in origins:
            await _refuse(send, 403, b"No page of another origin may call this server.")
        elif not hmac.compare_digest(_header(scope, b"authorization") or b"", shown):
            await _refuse(send, 401, b"Show the token: Authorization: Bearer ...")
        else:
            await inner(scope, receive, send)

    return application


async def _serve(application: Application, listening: socket.socket, memory: AsyncMemory) -> None:
    config = uvicorn.Config(
        application,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=CLOSING_SECONDS,
    )
    port = listening.getsockname()[1]
    print(f"Serving on http://{HOST}:{port}{PATH}", file=sys.stderr, flush=True)  # noqa: T201 - said where errors are
    server = _Server(config)
    async with anyio.create_task_group() as group:
        group.start_soon(_end_on_signal, server)
        await server.serve(sockets=[listening])
        with anyio.move_on_after(CLOSING_SECONDS):
            await memory.close()
        sys.stderr.flush()
        os._exit(0)  # a thread may still wait for a model, and an ordinary exit for the thread


class _Server(uvicorn.Server):
    """A server that leaves signals to us: its own handlers end the process before we close."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def _end_on_signal(server: uvicorn.Server) -> None:
    with anyio.open_signal_receiver(*SIGNALS) as signals:
        async for _ in signals:
            server.force_exit = server.should_exit
            server.should_exit = True


def _header(scope: Scope, name: bytes) -> bytes | None:
    """Return a header; one that comes twice is none that is allowed."""
    found = [value for key, value in scope["headers"] if key == name]
    return b"\0".join(found) if found else None


async def _refuse(send: Send, status: int, words: bytes) -> None:
    headers = [(b"content-type", b"text/plain"), (b"content-length", str(len(words)).encode())]
    if status == HTTPStatus.UNAUTHORIZED:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": words})


def _listen(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
    except OSError as error:
        listening.close()
        raise SettingsError(
            f"Port {port} on this machine cannot be had: {error.strerror}.",
            remedy="End what uses it, or choose another with --port or mcp.port.",
        ) from error
    return listening


def _from_file(path: str | None) -> str | None:
    if path is None:
        return None
    try:
        if Path(path).stat().st_mode & _READABLE_BY_OTHERS:
            raise SettingsError(
                f"The token's file {path} can be read by others.", remedy=f"Run `chmod 600 {path}`."
            )
        with Path(path).open(encoding="utf-8") as file:
            return file.readline(_LONGEST_TOKEN).strip() or None
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(
            f"The token's file {path} cannot be read: {error}.",
            remedy="Name a file with the token on its first line in mcp.token_file.",
        ) from error
