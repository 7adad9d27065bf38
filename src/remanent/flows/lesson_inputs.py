"""What callers give of lessons, read and checked."""

from collections.abc import Iterable
from typing import Final

from remanent.errors import InputError
from remanent.facts.slots import normalise
from remanent.flows.inputs import chosen, label
from remanent.model.event import Origin
from remanent.model.lesson import Condition, Judge, Situation
from remanent.preferences.attributes import parse_attribute
from remanent.quoting import shown
from remanent.text.error_signatures import error_signature

MOST_CHARACTERS: Final = 2_000
"""Of what a lesson says to do."""
MOST_ERROR_CHARACTERS: Final = 100_000
MOST_ATTRIBUTES: Final = 32

_PARTS: Final = "error=, task=, tool=, repository= or attributes="


def read_lesson_text(value: object) -> str:
    """Read what a lesson says to do.

    Raises:
        InputError: it is no text, blank, or longer than a lesson may be.
    """
    if not isinstance(value, str):
        raise InputError(f"The lesson is {shown(value)}, not a text.")
    text = " ".join(value.split())
    if not text:
        raise InputError("The lesson is blank.", remedy="Say what to do.")
    if len(text) > MOST_CHARACTERS:
        raise InputError(
            f"The lesson has {len(text):,} characters; {MOST_CHARACTERS:,} are the most.",
            remedy="Say what to do in a few sentences; what led to it belongs in because=.",
        )
    return text


def read_condition(
    *, error: object, task: object, tool: object, repository: object, attributes: object
) -> Condition:
    """Read what a lesson is for.

    Raises:
        InputError: no part is given, or one cannot be used.
    """
    situation = read_situation(
        error=error, task=task, tool=tool, repository=repository, attributes=attributes
    )
    condition = Condition(
        error=situation.error,
        task=situation.task,
        tool=situation.tool,
        repository=situation.repository,
        attributes=situation.attributes,
    )
    if not condition:
        raise InputError(
            "A lesson needs the condition that it is for.", remedy=f"Give at least one of {_PARTS}."
        )
    return condition


def read_situation(
    *, error: object, task: object, tool: object, repository: object, attributes: object
) -> Situation:
    """Read what is at hand when lessons are looked for.

    Raises:
        InputError: a part cannot be used.
    """
    words = label(error, "error", most=MOST_ERROR_CHARACTERS)
    return Situation(
        error=None if words is None else _signature(words),
        task=_folded(task, "task"),
        tool=_folded(tool, "tool"),
        repository=_folded(repository, "repository"),
        attributes=_attributes(attributes),
    )


def read_origin_of_lesson(value: object) -> Origin:
    """Read whose words a lesson is.

    Raises:
        InputError: there is no such origin.
    """
    return chosen(value, Origin, "origin")


def read_judge(value: object) -> Judge:
    """Read who says how it went.

    Raises:
        InputError: it is neither "person" nor "inferred".
    """
    return chosen(value, Judge, "by")


def _signature(words: str) -> str:
    found = error_signature(words)
    if not found:
        raise InputError(
            "error holds no words.", remedy="Give the error's message, or leave it out."
        )
    return found


def _folded(value: object, what: str) -> str | None:
    words = label(value, what)
    if words is None:
        return None
    folded = normalise(words)
    if not folded:
        raise InputError(f"{what} is blank.", remedy="Leave it out, or give a name.")
    return folded


def _attributes(value: object) -> tuple[str, ...]:
    if value is None:
        return ()
    given = [value] if isinstance(value, str) else value
    if not isinstance(given, Iterable):
        raise InputError(f"attributes is {shown(value)}, which is no list of texts.")
    found = [parse_attribute(each).key for each in given]
    if len(found) > MOST_ATTRIBUTES:
        raise InputError(f"There are {len(found)} attributes; {MOST_ATTRIBUTES} are the most.")
    return tuple(sorted(set(found)))
