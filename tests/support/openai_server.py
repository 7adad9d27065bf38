"""A real server that speaks the embeddings half of OpenAI's HTTP interface, and fails as told."""

import base64
import json
import threading
from collections import deque
from collections.abc import Sequence
from enum import Enum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from tests.support.embedders import HashEmbedder


class Fault(Enum):
    """What a request can be answered with, beside a status."""

    HANG = "no answer until the server closes"
    ZERO = "zeros for the first text"
    NAN = "NaN for the first text"
    WRONG_DIMENSION = "one component too few"
    MISSING_ROW = "one vector too few"
    NOT_JSON = "a page of HTML"


class OpenAIServer:
    """Listens on 127.0.0.1 while used as a context.

    Args:
        dimension: of its vectors, unless a request asks for another.
        script: what the next requests meet, in order: a status or a Fault; afterwards all is well.
        refused: a text that holds this word makes its whole request a 400.
    """

    def __init__(
        self,
        *,
        dimension: int = 1536,
        script: Sequence[int | Fault] = (),
        refused: str | None = None,
    ) -> None:
        self.dimension = dimension
        self.script = deque(script)
        self.refused = refused
        self.requests: list[dict[str, Any]] = []
        self.connections = 0
        self.closing = threading.Event()
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

    def inputs(self) -> list[list[str]]:
        """Return the texts of every request so far."""
        return [list(request["input"]) for request in self.requests]


class _Listener(ThreadingHTTPServer):
    owner: OpenAIServer
    daemon_threads = True
    block_on_close = False


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Listener

    def setup(self) -> None:
        super().setup()
        self.server.owner.connections += 1

    def do_POST(self) -> None:
        owner = self.server.owner
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        owner.requests.append(request)
        fault = owner.script.popleft() if owner.script else None
        if fault is Fault.HANG:
            owner.closing.wait()
            self.close_connection = True
        elif fault is Fault.NOT_JSON:
            self._send(200, b"<html>please log in</html>", "text/html")
        elif isinstance(fault, int):
            self._refuse(fault)
        elif owner.refused and any(owner.refused in text for text in request["input"]):
            self._refuse(400)
        else:
            self._answer(request, fault)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class's name
        """Keep quiet."""

    def _answer(self, request: dict[str, Any], fault: Fault | None) -> None:
        dimension = int(request.get("dimensions") or self.server.owner.dimension)
        vectors = HashEmbedder(dimension).embed(request["input"])
        if fault is Fault.ZERO:
            vectors[0] = 0.0
        if fault is Fault.NAN:
            vectors[0] = np.nan
        if fault is Fault.WRONG_DIMENSION:
            vectors = vectors[:, 1:]
        if fault is Fault.MISSING_ROW:
            vectors = vectors[1:]
        packed = request.get("encoding_format") == "base64"
        rows = [
            {
                "object": "embedding",
                "index": row,
                "embedding": _pack(vector) if packed else vector.tolist(),
            }
            for row, vector in enumerate(vectors)
        ]
        words = sum(len(text.split()) for text in request["input"])
        self._send_json(
            200,
            {
                "object": "list",
                "data": rows,
                "model": request["model"],
                "usage": {"prompt_tokens": words, "total_tokens": words},
            },
        )

    def _refuse(self, status: int) -> None:
        secret = "sk-secret and the words of the user"  # noqa: S105 - what an error must not repeat
        self._send_json(status, {"error": {"message": secret, "type": "error", "code": None}})

    def _send_json(self, status: int, body: dict[str, Any]) -> None:
        self._send(status, json.dumps(body).encode(), "application/json")

    def _send(self, status: int, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Retry-After-Ms", "1")  # the client would pause for half a second
        self.end_headers()
        self.wfile.write(body)


def _pack(vector: NDArray[np.float32]) -> str:
    return base64.b64encode(vector.astype("<f4").tobytes()).decode()
