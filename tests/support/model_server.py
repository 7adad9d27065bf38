"""A real server that speaks the chat half of OpenAI's HTTP interface, and answers by a script.

A script is a list of what the next requests meet, in order; afterwards every request meets `then`.
"""

import json
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self


class Fault(Enum):
    """What a request can be answered with, beside a status."""

    HANG = "no answer until the server closes"
    NOT_JSON = "a page of HTML"
    NOT_CHAT = "JSON of another kind"
    CLOSED = "the connection is closed without an answer"


@dataclass(frozen=True, slots=True)
class Says:
    """One reply.

    Args:
        text: the content; None is JSON's null.
        calls: (name, arguments) of tool calls; arguments that are no text are written as JSON.
        finish: why it ends: stop, length, content_filter, tool_calls.
    """

    text: str | None = ""
    calls: Sequence[tuple[str, Any]] = ()
    finish: str = "stop"


Step = str | None | dict[str, Any] | Says | int | Fault | Callable[[dict[str, Any]], "str | Says"]
"""A text, an object that is written as JSON, a reply, a status, a fault, or a function."""

EMPTY = '{"facts": []}'


class ModelServer:
    """Listens on 127.0.0.1 while used as a context."""

    def __init__(self, script: Sequence[Step] = (), *, then: Step = EMPTY) -> None:
        self.script = deque(script)
        self.then = then
        self.requests: list[dict[str, Any]] = []
        self.closing = threading.Event()
        self.asked = threading.Event()
        self._http = _Listener(("127.0.0.1", 0), _Handler)
        self._http.owner = self
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.closing.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def prompts(self) -> list[str]:
        """Return all words of every request so far."""
        return [
            "\n".join(str(message.get("content")) for message in request["messages"])
            for request in self.requests
        ]

    def next(self, request: dict[str, Any]) -> Says | int | Fault:
        """Say what a request meets."""
        step: Any = self.script.popleft() if self.script else self.then
        if callable(step):
            step = step(request)
        if isinstance(step, dict):
            step = json.dumps(step, ensure_ascii=False)
        return Says(step) if step is None or isinstance(step, str) else step


class _Listener(ThreadingHTTPServer):
    owner: ModelServer
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Keep quiet where the client went away."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Listener

    def do_POST(self) -> None:
        owner = self.server.owner
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        owner.requests.append(request)
        owner.asked.set()
        met = owner.next(request)
        if met is Fault.HANG:
            owner.closing.wait()
            self.close_connection = True
        elif met is Fault.CLOSED:
            self.close_connection = True
        elif met is Fault.NOT_JSON:
            self._send(200, b"<html>please log in</html>", "text/html")
        elif met is Fault.NOT_CHAT:
            self._send_json(200, {"hello": "world"})
        elif isinstance(met, int):
            secret = "sk-secret and the words of the user"  # noqa: S105 - not to be repeated
            self._send_json(met, {"error": {"message": secret, "type": "e", "code": None}})
        else:
            assert isinstance(met, Says)
            self._send_json(200, _completion(met, request))

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class's name
        """Keep quiet."""

    def _send_json(self, status: int, body: dict[str, Any]) -> None:
        self._send(status, json.dumps(body).encode(), "application/json")

    def _send(self, status: int, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Retry-After-Ms", "1")  # the client would pause for half a second
        self.end_headers()
        self.wfile.write(body)


def _completion(says: Says, request: dict[str, Any]) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": says.text}
    if says.calls:
        message["tool_calls"] = [
            {
                "id": f"call_{place}",
                "type": "function",
                "function": {
                    "name": name,
                    "arguments": given if isinstance(given, str) else json.dumps(given),
                },
            }
            for place, (name, given) in enumerate(says.calls)
        ]
    read = sum(len(str(message.get("content")).split()) for message in request["messages"])
    written = len((says.text or "").split())
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_767_225_600,
        "model": request["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": says.finish}],
        "usage": {
            "prompt_tokens": read,
            "completion_tokens": written,
            "total_tokens": read + written,
        },
    }
