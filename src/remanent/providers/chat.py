"""Language models of any service that pydantic-ai knows, or of one's own.

No client of a provider is ours: pydantic-ai speaks to OpenAI, Anthropic, Bedrock, Groq, Ollama,
vLLM and every server that speaks OpenAI's chat interface. Retries within a request are those of
the provider's own client; one deadline stands over a request and all its retries. What is asked
for again later, and how often, is for the queue to say.
"""

import inspect
import os
import threading
from typing import Any, Final

from remanent.errors import (
    MissingExtraError,
    ModelBusyError,
    ModelError,
    ModelRefusedError,
    ModelReplyError,
    ModelTimeoutError,
    SettingsError,
)
from remanent.model.prompt import Finish, Prompt, Reply, ToolCall
from remanent.ports import Model
from remanent.providers.extras import load, require
from remanent.providers.loop import Loop

_INSTALL: Final = '"remanent[llm]"'
_REMEDY: Final = (
    'Give "provider:model", such as "openai:gpt-5-mini" or "ollama:llama3.2", a model of '
    "pydantic-ai's, or an object of your own with name, ask and close."
)
_NEEDED: Final = ("name", "ask", "close")
_BUSY: Final = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
_REFUSED: Final = frozenset({400, 413, 422, 451})
_REMEDIES: Final = {
    401: "Check the provider's API key, then run `remanent work`.",
    403: "Check what the provider's API key may do, then run `remanent work`.",
    404: "Check the name of the model and the address of the provider.",
}
_FINISHES: Final = {"length": Finish.CUT_OFF, "content_filter": Finish.FILTERED}


def make_model(spec: str | Model | Any, *, base_url: str | None = None) -> Model:
    """Return the model that `spec` names; no service is asked anything yet.

    Args:
        spec: `provider:model`; one of pydantic-ai's models; or an object that implements `Model`.
        base_url: the address of a server that speaks the provider's interface.

    Raises:
        SettingsError: nothing of that name, or no model.
        MissingExtraError: a package that it needs is not installed; the message has the command.
    """
    if isinstance(spec, str):
        return PydanticAIModel(spec, base_url=base_url)
    if _is_model(spec):
        model: Model = spec
        return model
    if hasattr(spec, "request") and hasattr(spec, "model_name"):
        return PydanticAIModel(spec)
    raise SettingsError(
        f"What was given as model is of the type {type(spec).__name__}, which is none.",
        remedy=_REMEDY,
    )


def _is_model(thing: Any) -> bool:
    missing = object()
    return all(inspect.getattr_static(thing, name, missing) is not missing for name in _NEEDED)


class PydanticAIModel:
    """Asks one model of one service.

    Args:
        model: `provider:model`, with the key in the variable that pydantic-ai reads
            (OPENAI_API_KEY, ANTHROPIC_API_KEY, …); or one of pydantic-ai's own models.
        base_url: the address of a server; "openai:" then means OpenAI's chat interface, which
            is the one that compatible servers speak.

    Raises:
        MissingExtraError: pydantic-ai, or the package of this provider, is not installed.
        SettingsError: no such provider, or no key for it.
    """

    def __init__(self, model: Any, *, base_url: str | None = None) -> None:
        require("pydantic_ai", install=_INSTALL)
        self._model = _inferred(model, base_url) if isinstance(model, str) else model
        self._name = model if isinstance(model, str) else f"{model.system}:{model.model_name}"
        # No public name leads from a model to what holds its connections, and they must be closed.
        self._provider: Any = getattr(self._model, "_provider", None)
        profile: Any = getattr(self._model, "profile", None) or {}
        knows_schemas = bool(_of(profile, "supports_json_schema_output"))
        self._holds_to_schema = knows_schemas and base_url is None
        self._can_be_steady = not _of(profile, "openai_supports_reasoning")
        self._starting = threading.Lock()
        self._loop: Loop | None = None

    @property
    def name(self) -> str:
        """Names provider and model."""
        return self._name

    def ask(self, prompt: Prompt, *, timeout_seconds: float) -> Reply:
        """Return the reply to one prompt; what the service wrote of an error is not repeated.

        Raises:
            ModelTimeoutError: there was none within the time.
            ModelBusyError: the service has no room now. ModelRefusedError: it declined.
            ModelReplyError: what it sent is no reply. ModelError: anything else.
        """
        messages: Any = load("pydantic_ai.messages", install=_INSTALL)
        request = messages.ModelRequest(
            parts=[messages.UserPromptPart(content=prompt.text)], instructions=prompt.instructions
        )
        settings = {"max_tokens": prompt.most_tokens, "timeout": timeout_seconds}
        if self._can_be_steady:
            settings["temperature"] = 0.0
        asking = self._model.request([request], settings, self._parameters(prompt))
        try:
            response: Any = self._started().run(asking, timeout_seconds)
        except TimeoutError as error:
            raise self._too_late(timeout_seconds) from error
        except Exception as error:
            raise self._explained(error, timeout_seconds) from error
        return _reply(response, messages)

    def close(self) -> None:
        """Close the connections and end the thread; a later call opens them again."""
        with self._starting:
            loop, self._loop = self._loop, None
        if loop is not None:
            loop.close()

    def _started(self) -> Loop:
        with self._starting:
            if self._loop is None or not self._loop.alive:
                self._loop = Loop(self._provider, name="remanent-model")
            return self._loop

    def _parameters(self, prompt: Prompt) -> Any:
        models: Any = load("pydantic_ai.models", install=_INSTALL)
        tools: Any = load("pydantic_ai.tools", install=_INSTALL)
        wanted: dict[str, Any] = {}
        if prompt.schema is not None and self._holds_to_schema:
            output: Any = load("pydantic_ai.output", install=_INSTALL)
            wanted = {
                "output_mode": "native",
                "output_object": output.OutputObjectDefinition(
                    json_schema=dict(prompt.schema), name=prompt.role.value, strict=False
                ),
            }
        return models.ModelRequestParameters(
            function_tools=[
                tools.ToolDefinition(
                    name=tool.name,
                    description=tool.description,
                    parameters_json_schema=dict(tool.schema),
                    strict=False,
                )
                for tool in prompt.tools
            ],
            allow_text_output=True,
            **wanted,
        )

    def _too_late(self, seconds: float) -> ModelTimeoutError:
        return ModelTimeoutError(f"{self._name} gave no answer within {seconds:g} s.")

    def _explained(self, error: Exception, seconds: float) -> ModelError:
        status = getattr(error, "status_code", None)
        kind = type(error).__name__
        if "Timeout" in kind or "Timeout" in type(error.__cause__).__name__:
            return self._too_late(seconds)
        how = f"HTTP {status}" if status else kind
        if status in _BUSY:
            return ModelBusyError(f"{self._name} has no room now ({how}).")
        if status in _REFUSED or kind == "ContentFilterError":
            return ModelRefusedError(f"{self._name} declined the request ({how}).")
        if kind in {"UnexpectedModelBehavior", "JSONDecodeError", "ValidationError"}:
            return ModelReplyError(f"{self._name} sent what is no reply ({how}).")
        return ModelError(f"{self._name} failed ({how}).", remedy=_REMEDIES.get(status or 0))


def _reply(response: Any, messages: Any) -> Reply:
    texts: list[str] = []
    calls: list[ToolCall] = []
    for part in response.parts:
        if isinstance(part, messages.TextPart):
            texts.append(part.content)
        elif isinstance(part, messages.ToolCallPart):
            given = part.args
            calls.append(
                ToolCall(part.tool_name, given if isinstance(given, str) else _dumped(part))
            )
    return Reply(
        text="".join(texts),
        tool_calls=tuple(calls),
        finish=_FINISHES.get(response.finish_reason or "", Finish.DONE),
        input_tokens=int(response.usage.input_tokens or 0),
        output_tokens=int(response.usage.output_tokens or 0),
    )


def _dumped(part: Any) -> str:
    return "" if part.args is None else str(part.args_as_json_str())


def _of(profile: Any, name: str) -> Any:
    """Read a field of a profile, which newer versions keep as a mapping."""
    return profile.get(name) if isinstance(profile, dict) else getattr(profile, name, None)


def _inferred(name: str, base_url: str | None) -> Any:
    models: Any = load("pydantic_ai.models", install=_INSTALL)
    providers: Any = load("pydantic_ai.providers", install=_INSTALL)
    user_error: Any = load("pydantic_ai.exceptions", install=_INSTALL).UserError
    provider, _, model = name.partition(":")
    if not provider or not model:
        raise SettingsError(f"There is no model {name!r}.", remedy=_REMEDY)
    if provider == "openai" and (base_url or os.environ.get("OPENAI_BASE_URL")):
        name = f"openai-chat:{model}"
    try:
        if base_url is None:
            return models.infer_model(name)
        return models.infer_model(
            name, lambda kind: providers.infer_provider_class(kind)(base_url=base_url)
        )
    except ImportError as error:
        raise MissingExtraError(
            f"The provider of {name!r} needs a package that is not installed.",
            remedy=f"{error}.",
        ) from error
    except (ValueError, TypeError) as error:
        raise SettingsError(f"{name!r} names no model: {error}.", remedy=_REMEDY) from error
    except user_error as error:
        why = str(error).partition(" To try ")[0]
        if why.startswith("Unknown"):
            raise SettingsError(f"There is no model {name!r}.", remedy=_REMEDY) from error
        raise SettingsError(f"{name!r} cannot be used yet.", remedy=why) from error
