"""What goes to a model and what comes back, whatever provider stands behind it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from remanent.model.work import ModelRole


@dataclass(frozen=True, slots=True)
class Tool:
    """Something that a model may call beside answering.

    Args:
        schema: JSON schema of its arguments, an object.
    """

    name: str
    description: str
    schema: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Prompt:
    """One question to a model.

    Args:
        role: what it is asked to do.
        instructions: ours; nothing of anybody's data stands in it.
        text: the data, quoted and fenced, with the task.
        tools: what it may call.
        schema: JSON schema of the reply; None where plain text is wanted.
        most_tokens: how long the reply may be.
    """

    role: ModelRole
    instructions: str
    text: str
    tools: tuple[Tool, ...] = ()
    schema: Mapping[str, object] | None = None
    most_tokens: int = 1_000


class Finish(StrEnum):
    """Why a reply ends."""

    DONE = "done"
    CUT_OFF = "cut off"  # by the limit on its length
    FILTERED = "filtered"  # the provider let none of it, or not all, through


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that a model wants to be made.

    Args:
        arguments: as the model wrote them: JSON, or what was meant to be.
    """

    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model gave back.

    Args:
        text: its words, without what it only thought; empty where it gave none.
        tool_calls: in order.
        input_tokens, output_tokens: as the provider counted them; 0 where it does not.
    """

    text: str
    tool_calls: tuple[ToolCall, ...] = ()
    finish: Finish = Finish.DONE
    input_tokens: int = 0
    output_tokens: int = 0
