"""The tool that asks memory a question: memories and lessons, page by page."""

from typing import Final

from remanent.faces.mcp.desk import Call
from remanent.faces.mcp.replies import (
    RESERVED_TOKENS,
    TOKENS_OF_ID,
    Document,
    Reply,
    paging,
    place_of,
    without_nothing,
)
from remanent.model.lesson import LessonRecall
from remanent.model.recall import Item, Recall
from remanent.text.quoting import quoted

MOST_TOKENS: Final = 1_000_000
LESSONS: Final = 3
LESSON_TOKENS: Final = 400
SITUATION: Final = ("error", "task", "tool", "repository")
_LEAST_TOKENS: Final = 100


async def recall(call: Call) -> Reply:
    """Answer a question from memory; the first page brings the lessons that fit as well."""
    question = {key: value for key, value in call.values.items() if key != "cursor"}
    skip = place_of(call.values.get("cursor"), question)
    lessons = None if skip else await _lessons(call)
    limit, budget = _bounds(call, 0 if lessons is None else lessons.tokens)
    narrowed = call.given("as_of", "since", "until")
    found = await call.scope.recall(
        call.values["query"], limit=limit, budget_tokens=budget, skip=skip, **narrowed
    )
    after = skip + len(found.items)
    has_more = bool(found.items) and bool(
        found.dropped
        or await call.scope.recall(
            call.values["query"], limit=1, budget_tokens=_LEAST_TOKENS, skip=after, **narrowed
        )
    )
    document: Document = {
        **_found(found),
        **paging(has_more, after, question),
        **({} if lessons is None else {"lessons": _recalled(lessons)}),
    }
    return Reply(document, (found.text, "" if lessons is None else lessons.text))


async def _lessons(call: Call) -> LessonRecall | None:
    """Recall lessons for what is at hand, and note that they were put before the agent."""
    found = await call.scope.recall_lessons(
        call.values["query"],
        **call.given(*SITUATION),
        limit=LESSONS,
        budget_tokens=min(LESSON_TOKENS, call.desk.settings.reply_tokens // 4),
    )
    if not found:
        return None
    await call.scope.record_shown(found.id, session=call.session, tokens=found.tokens)
    return found


def _bounds(call: Call, taken: int) -> tuple[int, int]:
    """Return how many items, and how many tokens of text, still fit into the reply."""
    defaults, settings = call.desk.memory.settings.recall, call.desk.settings
    left = settings.reply_tokens - RESERVED_TOKENS - taken
    limit = call.values.get("limit", min(defaults.limit, settings.most_items))
    limit = max(1, min(limit, left // 2 // TOKENS_OF_ID))
    budget = call.values.get("budget_tokens", defaults.budget_tokens or left)
    return limit, max(_LEAST_TOKENS, min(budget, left - limit * TOKENS_OF_ID))


def _found(found: Recall) -> Document:
    return {"items": [item.id for item in found.items]} | without_nothing(
        {
            "recall_id": found.id if found.items else None,
            "abridged": [item.id for item in found.items if _is_abridged(item, found)],
            "reason": found.reason,
            "degraded": list(found.degraded),
        }
    )


def _is_abridged(item: Item, found: Recall) -> bool:
    """Say whether a memory's words stand in the text only in part."""
    return quoted(item.text, most=len(item.text)) not in found.text


def _recalled(found: LessonRecall) -> Document:
    return {"recall_id": found.id, "items": [item.lesson.id for item in found.items]}
