"""The real client of pydantic-ai against a real server on this machine."""

import asyncio
import gc
import sys
import threading
from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.support.embedders import HashEmbedder
from tests.support.openai_server import Fault, OpenAIServer

from remanent.errors import EmbedderError, MissingExtraError, SettingsError
from remanent.providers.embedders import make_embedder
from remanent.providers.pydantic_ai import PydanticAIEmbedder
from remanent.providers.vectors import embed_question, embed_texts

pytest.importorskip("pydantic_ai.embeddings")
pytest.importorskip("openai")

SMALL = "openai:text-embedding-3-small"


@pytest.fixture(scope="module", autouse=True)
def _imported_once() -> None:
    """Import the client before any test counts threads or warnings."""
    pytest.importorskip("pydantic_ai.embeddings.openai")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenAIServer]:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    with OpenAIServer() as server:
        monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OLLAMA_BASE_URL", server.url)
        yield server


@pytest.fixture
def embedder(server: OpenAIServer) -> Iterator[PydanticAIEmbedder]:
    del server  # its address is in the environment
    embedder = PydanticAIEmbedder(SMALL, timeout_seconds=10.0)
    yield embedder
    embedder.close()


def test_texts_and_questions_come_back_as_the_service_embedded_them(
    server: OpenAIServer, embedder: PydanticAIEmbedder
) -> None:
    texts = ["I keep bees.", "He plays the cello."]
    expected = HashEmbedder(1536)
    assert np.allclose(embedder.embed(texts), expected.embed(texts), atol=1e-6)
    assert np.allclose(embedder.embed_query("bees?"), expected.embed_query("bees?"), atol=1e-6)
    assert server.inputs() == [texts, ["bees?"]]
    assert server.requests[0]["model"] == "text-embedding-3-small"
    assert server.connections == 1  # kept open between the two


def test_naming_a_service_asks_it_nothing_where_the_dimension_is_known(
    server: OpenAIServer,
) -> None:
    embedder = make_embedder(SMALL)
    assert embedder.dimension == 1536
    assert embedder.fingerprint == "openai:text-embedding-3-small@hosted:own:1536"
    assert server.requests == []


def test_an_unknown_dimension_is_asked_for_once(server: OpenAIServer) -> None:
    server.dimension = 48
    embedder = PydanticAIEmbedder("ollama:nomic-embed-text")
    assert embedder.fingerprint == "ollama:nomic-embed-text@hosted:own:48"
    assert embedder.embed(["a b"]).shape == (1, 48)
    assert embedder.dimension == 48
    assert len(server.requests) == 2
    embedder.close()


def test_a_smaller_dimension_can_be_asked_for_and_has_a_fingerprint_of_its_own(
    server: OpenAIServer,
) -> None:
    embedder = PydanticAIEmbedder(SMALL, dimension=256)
    assert embedder.embed(["a b"]).shape == (1, 256)
    assert server.requests[0]["dimensions"] == 256
    assert embedder.fingerprint == "openai:text-embedding-3-small@hosted:own:256"
    embedder.close()


def test_a_model_of_pydantic_ai_can_be_given_ready_made(server: OpenAIServer) -> None:
    from pydantic_ai.embeddings.openai import OpenAIEmbeddingModel
    from pydantic_ai.providers.openai import OpenAIProvider

    provider = OpenAIProvider(base_url=server.url, api_key="other")
    server.dimension = 32
    embedder = PydanticAIEmbedder(OpenAIEmbeddingModel("mine", provider=provider), dimension=32)
    assert embedder.embed(["a b"]).shape == (1, 32)
    assert embedder.fingerprint == "openai:mine@hosted:own:32"
    embedder.close()


def test_any_text_reaches_the_service_in_a_form_that_it_takes(
    server: OpenAIServer, embedder: PydanticAIEmbedder
) -> None:
    texts = ["", "a\0b", "\ud83d\ude00", "\ud800", "word " * 200_000]
    assert embed_texts(embedder, texts).failed == ()
    [sent] = server.inputs()
    assert sent[:4] == [" ", "a b", "😀", "\ufffd"]
    assert len(sent[4]) == 8_000


def test_many_texts_go_in_requests_of_64(
    server: OpenAIServer, embedder: PydanticAIEmbedder
) -> None:
    texts = [f"text {n}" for n in range(150)]
    rows = embedder.embed(texts)
    assert [len(batch) for batch in server.inputs()] == [64, 64, 22]
    assert np.allclose(rows, HashEmbedder(1536).embed(texts), atol=1e-6)


@pytest.mark.parametrize("status", [429, 500, 503])
def test_what_may_pass_is_tried_again_and_then_succeeds(
    server: OpenAIServer, embedder: PydanticAIEmbedder, status: int
) -> None:
    server.script.extend([status, status])
    assert embed_texts(embedder, ["a", "b"]).failed == ()
    assert len(server.requests) == 3


@pytest.mark.parametrize(
    ("status", "requests", "remedy"),
    [
        (429, 3, "Wait, or raise the provider's limit"),
        (500, 3, "Mend the embedder"),
        (401, 1, "Check the provider's API key"),
        (404, 1, "Check the name of the model"),
    ],
)
def test_what_does_not_pass_leaves_every_text_pending_after_a_bounded_number_of_tries(
    server: OpenAIServer, embedder: PydanticAIEmbedder, status: int, requests: int, remedy: str
) -> None:
    server.script.extend([status] * 20)
    batch = embed_texts(embedder, ["a", "b", "c"])
    assert batch.failed == (0, 1, 2)
    assert f"(HTTP {status})" in str(batch.why)
    assert remedy in str(batch.why)
    assert len(server.requests) == requests


def test_an_error_repeats_nothing_of_what_the_service_wrote(
    server: OpenAIServer, embedder: PydanticAIEmbedder
) -> None:
    for status in (400, 401, 500):
        server.script.extend([status] * 3)
        with pytest.raises(EmbedderError) as caught:
            embedder.embed(["a"])
        server.script.clear()
        assert "sk-" not in str(caught.value)
        assert "words of the user" not in str(caught.value)


def test_a_text_that_the_service_refuses_costs_the_others_nothing(
    server: OpenAIServer, embedder: PydanticAIEmbedder
) -> None:
    server.refused = "forbidden"
    texts = ["one", "two", "a forbidden text", "four", "five"]
    batch = embed_texts(embedder, texts)
    assert batch.failed == (2,)
    assert np.isnan(batch.vectors[2]).all()
    good = [0, 1, 3, 4]
    expected = HashEmbedder(1536).embed([texts[row] for row in good])
    assert np.allclose(batch.vectors[good], expected, atol=1e-6)
    with pytest.raises(EmbedderError, match="refused the text"):
        embedder.embed_query("forbidden?")


@pytest.mark.parametrize("fault", [Fault.ZERO, Fault.NAN])
def test_a_zero_or_nan_vector_leaves_its_text_pending(
    server: OpenAIServer, embedder: PydanticAIEmbedder, fault: Fault
) -> None:
    server.script.append(fault)
    batch = embed_texts(embedder, ["a", "b"])
    assert batch.failed == (0,)
    assert np.isnan(batch.vectors[0]).all()
    server.script.append(fault)
    with pytest.raises(EmbedderError):
        embed_question(embedder, "a?")


@pytest.mark.parametrize("fault", [Fault.WRONG_DIMENSION, Fault.MISSING_ROW, Fault.NOT_JSON])
def test_an_answer_of_another_shape_is_an_error_and_is_never_stored(
    server: OpenAIServer, embedder: PydanticAIEmbedder, fault: Fault
) -> None:
    server.script.append(fault)
    with pytest.raises(EmbedderError):
        embedder.embed(["a", "b"])
    assert len(server.requests) == 1


def test_a_service_that_hangs_is_given_up_at_the_deadline(server: OpenAIServer) -> None:
    server.script.append(Fault.HANG)
    embedder = PydanticAIEmbedder(SMALL, timeout_seconds=0.2)
    batch = embed_texts(embedder, ["a", "b"])
    assert batch.failed == (0, 1)
    assert "gave no answer within 0.2 s" in str(batch.why)
    assert embed_texts(embedder, ["a", "b"]).failed == ()  # and it works again afterwards
    embedder.close()


def test_a_question_waits_less_long_than_a_batch(server: OpenAIServer) -> None:
    server.script.append(Fault.HANG)
    embedder = PydanticAIEmbedder(SMALL, query_timeout_seconds=0.2)
    with pytest.raises(EmbedderError, match=r"within 0\.2 s"):
        embedder.embed_query("a?")
    embedder.close()


def test_nobody_listening_is_an_embedder_error(
    server: OpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    del server
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    embedder = PydanticAIEmbedder(SMALL, query_timeout_seconds=0.3)
    with pytest.raises(EmbedderError, match=r"failed \(ModelConnectionError\)|gave no answer"):
        embedder.embed_query("a?")
    embedder.close()


def test_it_can_be_called_inside_a_running_event_loop(embedder: PydanticAIEmbedder) -> None:
    async def inside() -> tuple[int, ...]:
        return embedder.embed(["a", "b"]).shape

    assert asyncio.run(inside()) == (2, 1536)
    assert asyncio.run(inside()) == (2, 1536)


def test_several_threads_may_ask_at_once(embedder: PydanticAIEmbedder) -> None:
    found: dict[int, NDArray[np.float32]] = {}

    def ask(n: int) -> None:
        found[n] = embedder.embed([f"text {n}"])[0]

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expected = HashEmbedder(1536).embed([f"text {n}" for n in range(8)])
    assert np.allclose(np.stack([found[n] for n in range(8)]), expected, atol=1e-6)


def test_closing_ends_the_thread_and_a_later_call_starts_another(
    embedder: PydanticAIEmbedder,
) -> None:
    def threads() -> list[str]:
        return [one.name for one in threading.enumerate() if one.name == "remanent-embedder"]

    assert threads() == []
    embedder.embed(["a"])
    assert len(threads()) == 1
    embedder.close()
    embedder.close()
    assert threads() == []
    assert embedder.embed(["a"]).shape == (1, 1536)


def test_an_embedder_that_is_dropped_ends_its_thread_too(server: OpenAIServer) -> None:
    del server
    embedder: PydanticAIEmbedder | None = PydanticAIEmbedder(SMALL)
    assert embedder is not None
    embedder.embed(["a"])
    [thread] = [one for one in threading.enumerate() if one.name == "remanent-embedder"]
    embedder = None
    gc.collect()
    assert not thread.is_alive()


def test_closing_while_another_thread_waits_ends_the_wait(
    server: OpenAIServer, embedder: PydanticAIEmbedder
) -> None:
    server.script.append(Fault.HANG)
    caught: list[Exception] = []

    def ask() -> None:
        try:
            embedder.embed(["a"])
        except EmbedderError as error:
            caught.append(error)

    thread = threading.Thread(target=ask)
    thread.start()
    while not server.requests:
        thread.join(0.01)
    embedder.close()
    thread.join()
    assert len(caught) == 1


def test_a_missing_key_an_unknown_provider_and_a_missing_package_name_their_remedy(
    server: OpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    del server
    with pytest.raises(SettingsError, match="Unknown provider: nobody"):
        make_embedder("nobody:model")
    monkeypatch.delenv("OPENAI_API_KEY")
    monkeypatch.delenv("OPENAI_BASE_URL")
    with pytest.raises(SettingsError, match="Set the `OPENAI_API_KEY` environment variable") as no:
        make_embedder(SMALL)
    assert "Agent(" not in str(no.value)
    if "voyageai" not in sys.modules:
        with pytest.raises(MissingExtraError, match=r"pydantic-ai-slim\[voyageai\]"):
            make_embedder("voyageai:voyage-4")
