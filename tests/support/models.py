"""Memories with a scripted model behind the real client."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from tests.support.memories import OpenMemory
from tests.support.model_server import ModelServer, Step

from remanent import Memory, ScopedMemory

MODEL = "openai:tiny"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    """A server that answers by a script."""
    pytest.importorskip("pydantic_ai")
    pytest.importorskip("openai")
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    with ModelServer() as server:
        yield server


class Asked:
    """Opens memories that ask the server of the test.

    The gate is open, unless a test says otherwise, so that a script meets every turn.
    """

    def __init__(self, server: ModelServer, open_memory: OpenMemory) -> None:
        self.server = server
        self._open_memory = open_memory

    def memory(self, name: str = "memory", **settings: object) -> Memory:
        """Open the memory of this test with settings of the group `models`."""
        chosen: dict[str, object] = {"gate": 0, "timeout_seconds": 10, **settings}
        overrides: dict[str, object] = {
            f"models.{key}": value
            for key, value in {"spec": MODEL, "base_url": self.server.url, **chosen}.items()
        }
        if "extract" in chosen:
            overrides["remember.extract"] = chosen["extract"]
            del overrides["models.extract"]
        return self._open_memory(name, overrides=overrides)

    def alice(self, script: Sequence[Step] = (), **settings: object) -> ScopedMemory:
        """Return one person's memory; her next turns meet the script."""
        self.server.script.extend(script)
        return self.memory(**settings).scope(tenant="t", user="alice")


@pytest.fixture
def asked(server: ModelServer, open_memory: OpenMemory) -> Asked:
    """Opens memories that ask the server of the test."""
    return Asked(server, open_memory)


def facts_of(scope: ScopedMemory, **how: Any) -> list[tuple[str, str]]:
    """Return (subject, text) of what is known now."""
    return [(fact.subject, fact.text) for fact in scope.facts(**how)]
