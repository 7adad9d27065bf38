"""Replies: one JSON object in which every text is quoted data, and cut at the borders of items.

Whatever was left out is said, with a cursor for what follows. A cursor belongs to its question.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, TypeVar

from mcp_types import CallToolResult, TextContent

from remanent.errors import InputError
from remanent.quoting import shown
from remanent.text.quoting import quoted_json
from remanent.text.tokens import count_tokens

T = TypeVar("T")
Document = dict[str, object]

RESERVED_TOKENS: Final = 200
"""Of a reply, for what stands around its items."""
TOKENS_OF_ID: Final = 32
MOST_SUMMED_UP: Final = 300
"""Characters of a memory where it is only named."""

_NOTHING: Final[tuple[object, ...]] = (None, (), [], {}, "")
_DIGITS: Final = 10
_DIGEST: Final = 8


@dataclass(frozen=True, slots=True)
class Reply:
    """What a tool gives back.

    Args:
        document: what is said of it, as one JSON object.
        blocks: memory as it was rendered for a prompt: fenced, quoted lines.
    """

    document: Mapping[str, object]
    blocks: tuple[str, ...] = ()

    def result(self, notes: Mapping[str, object]) -> CallToolResult:
        """Return it as the SDK takes it, with what is to be said of the call itself."""
        whole = [quoted_json({**self.document, **notes}), *filter(None, self.blocks)]
        return CallToolResult(content=[TextContent(type="text", text=each) for each in whole])


def refusal(code: str, words: str) -> CallToolResult:
    """Return an error that a model can act on."""
    text = f"error {code}: {' '.join(words.split())}"
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)


def fitted(entries: Sequence[T], shown_as: Callable[[T], object], budget: int) -> list[object]:
    """Return as many entries from the first as fit a budget of tokens; the first always does."""
    kept: list[object] = []
    for entry in entries:
        document = shown_as(entry)
        budget -= count_tokens(quoted_json(document))
        if kept and budget < 0:
            break
        kept.append(document)
    return kept


def summed_up(text: str) -> str:
    """Return the beginning of a text, with a mark where it goes on."""
    return text if len(text) <= MOST_SUMMED_UP else text[:MOST_SUMMED_UP] + " […]"


def part_of(text: str, start: int, budget: int) -> str:
    """Return what of a text, from a character on, fits a budget of tokens; never nothing."""
    part = text[start : start + max(budget, 1) * 4]
    while len(part) > 1 and count_tokens(quoted_json(part)) > budget:
        part = part[: len(part) // 2]
    return part


def cursor_of(place: int, *question: object) -> str:
    """Return a cursor to a place in the answer to a question."""
    return f"{place}.{_digest(question)}"


def place_of(cursor: str | None, *question: object) -> int:
    """Return the place that a cursor leads to; 0 where there is none.

    Raises:
        InputError: it is none of ours, or belongs to another question.
    """
    if cursor is None:
        return 0
    place, _, digest = cursor.partition(".")
    if not (place.isdecimal() and len(place) < _DIGITS and digest == _digest(question)):
        raise InputError(
            f"cursor is {shown(cursor)}, which does not belong to these arguments.",
            remedy="Give it with the arguments that it came from, or leave it out.",
        )
    return int(place)


def paging(has_more: bool, place: int, *question: object) -> Document:  # noqa: FBT001 - a field of the reply
    """Return the fields that say whether more follows, and where."""
    if not has_more:
        return {"has_more": False}
    return {"has_more": True, "cursor": cursor_of(place, *question)}


def without_nothing(document: Mapping[str, object]) -> Document:
    """Leave out what is None or empty."""
    return {name: value for name, value in document.items() if value not in _NOTHING}


def _digest(question: tuple[object, ...]) -> str:
    written = json.dumps(question, sort_keys=True, default=str)
    return sha256(written.encode()).hexdigest()[:_DIGEST]
