"""Asking the person himself, past the model: by elicitation, where the client has it.

A client of protocol 2026-07-28 is given the question with the reply and calls again with the
answer; an older one is asked while the call waits.
"""

from enum import StrEnum
from typing import Any, Final

from mcp_types import (
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    InputRequiredResult,
)
from mcp_types.version import is_version_at_least

from remanent.faces.mcp.desk import Call
from remanent.faces.mcp.replies import cursor_of

KEY: Final = "confirm"
_ASKED_WITH_THE_REPLY: Final = "2026-07-28"


class Word(StrEnum):
    """What the person said."""

    YES = "yes"
    NO = "no"
    UNASKED = "unasked"  # the client cannot ask


async def asked(call: Call, question: str, *, tick: str) -> Word | InputRequiredResult:
    """Ask the person; or return what the client needs to ask, and call again.

    Args:
        question: what it is about, in plain words.
        tick: what the one box says that he has to tick.
    """
    if not _can_ask(call):
        return Word.UNASKED
    version = call.context.protocol_version
    if not is_version_at_least(version, _ASKED_WITH_THE_REPLY):
        if not call.context.session.can_send_request:
            return Word.UNASKED
        return _read(
            await call.context.session.elicit_form(
                question, _form(tick), related_request_id=call.context.request_id
            )
        )
    state = cursor_of(0, question)
    answer = (call.request.input_responses or {}).get(KEY)
    # An answer counts for the very question that was put, not for what it would be by now.
    if answer is None or call.request.request_state != state:
        params = ElicitRequestFormParams(message=question, requested_schema=_form(tick))
        return InputRequiredResult(
            input_requests={KEY: ElicitRequest(params=params)}, request_state=state
        )
    return _read(answer) if isinstance(answer, ElicitResult) else Word.NO


def _can_ask(call: Call) -> bool:
    able = call.context.session.client_capabilities
    elicitation = None if able is None else able.elicitation
    return elicitation is not None and (elicitation.form is not None or elicitation.url is None)


def _form(tick: str) -> dict[str, Any]:
    box = {"type": "boolean", "title": tick, "default": False}
    return {"type": "object", "properties": {KEY: box}, "required": [KEY]}


def _read(answer: ElicitResult) -> Word:
    is_yes = answer.action == "accept" and (answer.content or {}).get(KEY) is True
    return Word.YES if is_yes else Word.NO
