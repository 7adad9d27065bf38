"""One object out of a reply, whatever stands around it; none where the object is not whole.

Models wrap JSON in prose and fences, think aloud before it, and stop in the middle of it. What is
half there is not taken: a part of a reply is no reply.
"""

import json
import re
from collections.abc import Collection, Mapping
from typing import Any, Final, NoReturn

from remanent.errors import ModelRefusedError, ModelReplyError
from remanent.model.prompt import Finish, Reply

MAX_CHARACTERS: Final = 2_000_000

_THOUGHTS: Final = re.compile(
    r"<(think|thinking|thought|reasoning|reflection)\b[^>]*>.*?(?:</\1\s*>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_THOUGHTS_BEFORE: Final = re.compile(
    r"\A.*</(?:think|thinking|thought|reasoning|reflection)\s*>", re.DOTALL | re.IGNORECASE
)
_FENCE: Final = re.compile(r"\A```[a-zA-Z]*\s*\n(.*?)\n?```\s*\Z", re.DOTALL)
_OPENS_OBJECT: Final = re.compile(r'\{\s*["}]')


def words_of(reply: Reply) -> str:
    """Return the words of a reply without what the model only thought.

    Raises:
        ModelRefusedError: the provider held it back.
        ModelReplyError: there is nothing, or far too much.
    """
    if reply.finish is Finish.FILTERED:
        raise ModelRefusedError("The provider held the reply back.")
    if len(reply.text) > MAX_CHARACTERS:
        raise ModelReplyError(f"The reply has more than {MAX_CHARACTERS:,} characters.")
    text = _THOUGHTS_BEFORE.sub("", _THOUGHTS.sub("", reply.text))
    text = text.strip().removeprefix("\ufeff").strip()
    if not text:
        raise ModelReplyError("The reply is empty.")
    return text


def object_in(reply: Reply, keys: Collection[str]) -> Mapping[str, Any]:
    """Return the one object of a reply that has any of the keys.

    Raises:
        ModelRefusedError: the provider held it back.
        ModelReplyError: there is none that is whole, or there are two that differ.
    """
    text = words_of(reply)
    if reply.finish is Finish.CUT_OFF:
        raise ModelReplyError("The reply was cut off.")
    found: list[Mapping[str, Any]] = []
    for value in _values_in(text):
        if isinstance(value, dict) and not value.keys().isdisjoint(keys) and value not in found:
            found.append(value)
    if len(found) == 1:
        return found[0]
    if found:
        raise ModelReplyError("The reply holds two answers that differ.")
    raise ModelReplyError("The reply holds no answer in the form that was asked for.")


def whole_value(reply: Reply) -> Any:
    """Return what a reply is as a whole, a fence around it left out; None where it is no JSON."""
    text = words_of(reply)
    if reply.finish is Finish.CUT_OFF:
        return None
    fenced = _FENCE.match(text)
    return loaded(fenced[1] if fenced is not None else text)


def loaded(text: str) -> Any:
    """Return what JSON says; None where it is none."""
    try:
        return _DECODER.decode(text)
    except (ValueError, RecursionError):
        return None


def text_of(value: object) -> str:
    """Return a field that should be text; a number is written out, all else is empty."""
    if isinstance(value, str):
        return " ".join(value.split())
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def texts_of(value: object) -> tuple[str, ...]:
    """Return a field that should be a list of texts; a single one counts as a list of one."""
    values = value if isinstance(value, list) else [value]
    return tuple(text for each in values if (text := text_of(each)))


def _values_in(text: str) -> list[Any]:
    """Return the objects that stand in a text one behind the other.

    Raises:
        ModelReplyError: one begins and is not whole.
    """
    found: list[Any] = []
    place = text.find("{")
    while place >= 0:
        try:
            value, place = _DECODER.raw_decode(text, place)
        except (ValueError, RecursionError):
            if _OPENS_OBJECT.match(text, place):
                raise ModelReplyError("The reply holds an answer that is not whole.") from None
            place += 1  # a brace of the prose
        else:
            found.append(value)
        place = text.find("{", place)
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


_DECODER: Final = json.JSONDecoder(parse_constant=_refuse_constant)
