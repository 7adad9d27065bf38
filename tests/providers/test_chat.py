"""Language models through the real client of pydantic-ai, against a real server."""

import subprocess
import sys
import threading
import time

import pytest
from tests.support.model_server import Fault, ModelServer, Says, Step

from remanent.errors import (
    ModelBusyError,
    ModelError,
    ModelRefusedError,
    ModelReplyError,
    ModelTimeoutError,
    SettingsError,
)
from remanent.model.prompt import Finish, Prompt, Reply, Tool, ToolCall
from remanent.model.work import ModelRole
from remanent.ports import Model
from remanent.providers.chat import PydanticAIModel, make_model

pytest.importorskip("pydantic_ai")
pytest.importorskip("openai")

SCHEMA = {"type": "object", "properties": {"a": {"type": "integer"}}}
PROMPT = Prompt(ModelRole.EXTRACT, "Be brief.", "<data>", (Tool("save", "Saves.", SCHEMA),), SCHEMA)


def asked(server: ModelServer, *, timeout_seconds: float = 10, spec: str = "openai:tiny") -> Reply:
    model = make_model(spec, base_url=server.url)
    try:
        return model.ask(PROMPT, timeout_seconds=timeout_seconds)
    finally:
        model.close()


def test_a_prompt_goes_out_and_its_reply_comes_back_with_what_it_cost() -> None:
    with ModelServer([Says("two words", [("save", {"a": 1}), ("save", '{"a":')])]) as server:
        reply = asked(server)
    assert reply == Reply(
        "two words",
        (ToolCall("save", '{"a": 1}'), ToolCall("save", '{"a":')),
        input_tokens=3,
        output_tokens=2,
    )
    (request,) = server.requests
    assert [(m["role"], m["content"]) for m in request["messages"]] == [
        ("system", "Be brief."),
        ("user", "<data>"),
    ]
    assert request["tools"][0]["function"]["parameters"] == SCHEMA
    assert request["model"] == "tiny"
    assert request["temperature"] == 0


@pytest.mark.parametrize(
    ("step", "finish"),
    [
        (Says("a", finish="length"), Finish.CUT_OFF),
        (Says("", finish="content_filter"), Finish.FILTERED),
        (Says(None), Finish.DONE),
    ],
)
def test_a_reply_says_why_it_ends(step: Says, finish: Finish) -> None:
    with ModelServer([step]) as server:
        reply = asked(server)
    assert (reply.text, reply.finish) == (step.text or "", finish)


@pytest.mark.parametrize(
    ("steps", "error", "says"),
    [
        ([429] * 3, ModelBusyError, "HTTP 429"),
        ([500] * 3, ModelBusyError, "HTTP 500"),
        ([400], ModelRefusedError, "HTTP 400"),
        ([401], ModelError, "API key"),
        ([404], ModelError, "name of the model"),
        ([Fault.NOT_JSON], ModelReplyError, "no reply"),
        ([Fault.NOT_CHAT], ModelReplyError, "no reply"),
        ([Fault.CLOSED] * 3, ModelError, "failed"),
    ],
)
def test_what_fails_is_explained_without_what_the_service_wrote(
    steps: list[Step], error: type[ModelError], says: str
) -> None:
    with ModelServer(steps) as server, pytest.raises(ModelError, match=says) as raised:
        asked(server)
    assert type(raised.value) is error
    assert "secret" not in str(raised.value)
    assert "openai:tiny" in raised.value.what
    assert len(server.requests) == len(steps), "the client's own retries, and no more"


def test_a_deadline_stands_over_a_request_and_all_its_retries() -> None:
    began = time.monotonic()
    with (
        ModelServer([500, Fault.HANG]) as server,
        pytest.raises(ModelTimeoutError, match=r"within 0\.5 s"),
    ):
        asked(server, timeout_seconds=0.5)
    assert time.monotonic() - began < 5


def test_a_model_can_be_asked_from_any_thread_and_closed_twice() -> None:
    with ModelServer(then="hello") as server:
        model = make_model("openai:tiny", base_url=server.url)
        replies: list[str] = []
        threads = [
            threading.Thread(
                target=lambda: replies.append(model.ask(PROMPT, timeout_seconds=10).text)
            )
            for _ in range(6)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert replies == ["hello"] * 6
        model.close()
        model.close()
        assert model.ask(PROMPT, timeout_seconds=10).text == "hello"
        model.close()
    assert not [each for each in threading.enumerate() if each.name == "remanent-model"]


def test_a_service_that_holds_to_a_schema_is_given_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with ModelServer(then='{"a": 1}') as server:
        monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        model = make_model("openai:gpt-4o")
        model.ask(PROMPT, timeout_seconds=10)
        model.close()
    assert server.requests[0]["response_format"]["json_schema"]["schema"]["properties"] == {
        "a": {"type": "integer"}
    }


def test_models_of_pydantic_ais_and_of_ones_own_are_taken_as_they_are() -> None:
    from pydantic_ai.models.test import TestModel

    class Own:
        name = "own:mine"

        def ask(self, prompt: Prompt, *, timeout_seconds: float) -> Reply:
            del timeout_seconds
            return Reply(prompt.text)

        def close(self) -> None:
            """Nothing is held."""

    own: Model = Own()
    assert make_model(own) is own
    theirs = make_model(TestModel(custom_output_text="hello", call_tools=[]))
    assert isinstance(theirs, PydanticAIModel)
    assert theirs.ask(PROMPT, timeout_seconds=10).text == "hello"
    theirs.close()


@pytest.mark.parametrize("spec", ["tiny", "openai:", ":tiny", "nobody:tiny", 7, object()])
def test_what_names_no_model_is_refused_with_the_remedy(
    spec: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    with pytest.raises(SettingsError, match="provider:model"):
        make_model(spec)


def test_a_missing_key_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(SettingsError, match="OPENAI_API_KEY"):
        make_model("openai:gpt-4o")


def test_naming_a_model_loads_no_client_before_it_is_needed() -> None:
    program = "import sys, remanent.providers.chat; print('pydantic_ai' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.strip() == b"False"
