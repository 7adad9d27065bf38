"""Embeddings from any service that pydantic-ai knows: OpenAI, Ollama, vLLM, Cohere, Google.

Its clients are asynchronous and tied to one event loop, while we are called from any thread, with
or without a loop running there. So each embedder that is used owns one loop on one thread.

Retries are those of the provider's own client (OpenAI's: two, with growing pauses, for what may
pass); one deadline stands over a request and all its retries.
"""

import threading
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from remanent.errors import EmbedderError, MissingExtraError, SettingsError
from remanent.providers.extras import load, require
from remanent.providers.loop import Loop
from remanent.providers.vectors import (
    by_halves,
    checked,
    fingerprint_of,
    only_row,
    readable,
    rows_or_raise,
)

_INSTALL: Final = '"remanent[llm]"'
_MAX_CHARACTERS: Final = 8_000  # about 2,000 tokens; the smaller services read no more
_MOST_TEXTS: Final = 64  # in one request; below the bound of every service
_QUERY_SECONDS: Final = 5.0  # a person waits for a recall, and words can be searched meanwhile
_REFUSED: Final = frozenset({400, 413, 422})  # the request is at fault: too long, or not allowed
_DIMENSIONS: Final = {  # known without asking; the services' own documentation
    "openai:text-embedding-3-small": 1536,
    "openai:text-embedding-3-large": 3072,
    "openai:text-embedding-ada-002": 1536,
}
_REMEDIES: Final = {
    401: "Check the provider's API key, then run `remanent reindex`.",
    403: "Check what the provider's API key may do, then run `remanent reindex`.",
    404: "Check the name of the model and the address of the provider.",
    429: "Wait, or raise the provider's limit, then run `remanent reindex`.",
}


class PydanticAIEmbedder:
    """Asks one model of one service.

    Args:
        model: `provider:model`, such as "openai:text-embedding-3-small" or
            "ollama:nomic-embed-text", with the key and address in the environment variables that
            pydantic-ai reads (OPENAI_API_KEY, OPENAI_BASE_URL, OLLAMA_BASE_URL, …); or one of
            pydantic-ai's own embedding models, made with any provider.
        dimension: ask the service for vectors of this size; for models that can.
        timeout_seconds: how long one request may take, its retries included.
        query_timeout_seconds: the same for a question; at most `timeout_seconds`.

    Raises:
        MissingExtraError: pydantic-ai, or the package of this provider, is not installed.
        SettingsError: no such provider, or no key for it.
    """

    def __init__(
        self,
        model: Any,
        *,
        dimension: int | None = None,
        timeout_seconds: float = 30.0,
        query_timeout_seconds: float = _QUERY_SECONDS,
    ) -> None:
        require("pydantic_ai", install=_INSTALL)
        self._model = self._inferred(model) if isinstance(model, str) else model
        # No public name leads from a model to what holds its connections, and they must be closed.
        self._provider: Any = getattr(self._model, "_provider", None)
        self._name = model if isinstance(model, str) else f"{model.system}:{model.model_name}"
        self._asked_dimension = dimension
        self._dimension = dimension or _DIMENSIONS.get(self._name)
        self._timeout_seconds = timeout_seconds
        self._query_timeout_seconds = min(query_timeout_seconds, timeout_seconds)
        self._starting = threading.Lock()
        self._loop: Loop | None = None

    @property
    def fingerprint(self) -> str:
        """Names provider, model and dimension; the address is left out, so a server may move."""
        provider, _, model = self._name.partition(":")
        return fingerprint_of(
            provider, model, revision="hosted", pooling="own", dimension=self.dimension
        )

    @property
    def dimension(self) -> int:
        """Number of components of a vector; asks the service once where it is not known."""
        if self._dimension is None:
            self._dimension = len(self._ask_question("dimension"))
        return self._dimension

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one normalised row for each text; NaN in the rows of texts that were refused."""
        batch = by_halves(self._ask_texts, texts, self.dimension, at_most=_MOST_TEXTS)
        return rows_or_raise(batch)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Return the normalised vector of a question, shape (dimension,)."""
        return only_row(checked([self._ask_question(text)], 1, self.dimension))

    def close(self) -> None:
        """Close the connections and end the thread; a later call opens them again."""
        with self._starting:
            loop, self._loop = self._loop, None
        if loop is not None:
            loop.close()

    def _ask_question(self, text: str) -> Sequence[float]:
        try:
            rows = self._ask([text], query=True)
        except _RefusedError as error:
            raise EmbedderError(str(error)) from error
        if len(rows) != 1:
            raise EmbedderError(f"{self._name} gave {len(rows)} vectors for one text.")
        return rows[0]

    def _ask_texts(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        return self._ask(texts, query=False)

    def _ask(self, texts: Sequence[str], *, query: bool) -> Sequence[Sequence[float]]:
        """Make one request; say what failed without repeating what the service wrote."""
        # A blank text is a usage error for OpenAI, so it goes as one space.
        inputs = [readable(text, _MAX_CHARACTERS) or " " for text in texts]
        seconds = self._query_timeout_seconds if query else self._timeout_seconds
        settings = {"dimensions": self._asked_dimension} if self._asked_dimension else None
        kind = "query" if query else "document"
        try:
            result: Any = self._started().run(
                self._model.embed(inputs, input_type=kind, settings=settings), seconds
            )
        except TimeoutError as error:
            raise EmbedderError(f"{self._name} gave no answer within {seconds:g} s.") from error
        except Exception as error:
            status = getattr(error, "status_code", None)
            if status in _REFUSED:
                raise _RefusedError(f"{self._name} refused the text (HTTP {status}).") from error
            how = f"HTTP {status}" if status else type(error).__name__
            raise EmbedderError(
                f"{self._name} failed ({how}).", remedy=_REMEDIES.get(status or 0)
            ) from error
        rows: Sequence[Sequence[float]] = result.embeddings
        return rows

    def _started(self) -> Loop:
        with self._starting:
            if self._loop is None or not self._loop.alive:
                self._loop = Loop(self._provider, name="remanent-embedder")
            return self._loop

    def _inferred(self, name: str) -> Any:
        embeddings: Any = load("pydantic_ai.embeddings", install=_INSTALL)
        user_error: Any = load("pydantic_ai.exceptions", install=_INSTALL).UserError
        try:
            return embeddings.infer_embedding_model(name)
        except ImportError as error:
            raise MissingExtraError(
                f"The provider of {name!r} needs a package that is not installed.",
                remedy=f"{error}.",
            ) from error
        except ValueError as error:
            raise SettingsError(
                f"{name!r} names no embedder: {error}.",
                remedy='Write "provider:model" for a service, or "module:factory" for your own.',
            ) from error
        except user_error as error:
            raise SettingsError(
                f"{name!r} cannot be used yet.", remedy=str(error).partition(" To try ")[0]
            ) from error


class _RefusedError(Exception):
    """The service refused this batch; parts of it may be welcome."""
