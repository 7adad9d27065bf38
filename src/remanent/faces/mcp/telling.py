"""The tools that tell: why something is as it is, and what memory this is."""

import re
from typing import Final

import remanent
from remanent.errors import NotFoundError
from remanent.faces.mcp.desk import Call
from remanent.faces.mcp.replies import (
    RESERVED_TOKENS,
    Document,
    Reply,
    fitted,
    paging,
    part_of,
    place_of,
    summed_up,
    without_nothing,
)
from remanent.flows.history import HistoryEntry
from remanent.model.card import WhyEvent
from remanent.model.fact import Source
from remanent.model.lesson import Credit, Lesson
from remanent.model.recall import Item, ItemKind
from remanent.model.scope import ScopeKind

SHOWN_CREDITS: Final = 20
SHOWN_SOURCES: Final = 5
_ID: Final = re.compile("[0-9a-fA-F]{32}")
_PAGE: Final = 100
_MAY_NOT: Final = "accept, approve, pin, grant consent or set a policy: the person does that"


async def why(call: Call) -> Reply:
    """Say what stands behind a memory, a lesson or an attribute."""
    subject = call.values["id"].strip()
    if not _ID.fullmatch(subject):
        return Reply(await _why_attribute(call, subject))
    try:
        item = await call.scope.item(subject)
    except NotFoundError:
        return Reply(await _why_lesson(call, subject))
    return Reply(await _why_item(call, item))


async def status(call: Call) -> Reply:
    """Say what memory this is, what it holds, and what waits."""
    scope, settings = call.scope, call.desk.memory.settings
    facts = await scope.facts(limit=1)
    lessons = await scope.lessons(limit=1)
    waiting = await scope.suggestions(limit=1)
    queue = await scope.queue(limit=1)
    is_user = scope.scope.kind is ScopeKind.USER
    return Reply(
        {
            "version": remanent.__version__,
            "tenant": scope.scope.tenant,
            ("user" if is_user else "space"): scope.scope.name,
            "agent": call.desk.agent,
            "facts": len(facts) + facts.dropped,
            "lessons": len(lessons) + lessons.dropped,
            "waits_for_the_person": len(waiting) + waiting.dropped,
            "waits_for_a_model": queue.waiting,
            "embedder": settings.embedder.spec or "none: search by words",
            "model": settings.models.spec or "none: facts by rules",
            "takes_quotes_for_the_person's_words": settings.mcp.quotes_person,
            "reply_tokens_at_most": settings.mcp.reply_tokens,
            "you_may_not": _MAY_NOT,
        }
    )


async def _why_attribute(call: Call, attribute: str) -> Document:
    found = await call.scope.why(attribute, **call.given("context"))
    budget = call.desk.settings.reply_tokens // 2
    return without_nothing(
        {
            "attribute": found.attribute,
            "told": part_of(found.text, 0, budget),
            "pinned": found.pin,
            "superseded_by": found.superseded_by,
            "events": fitted(found.events[::-1], _of_event, budget - RESERVED_TOKENS),
        }
    )


async def _why_item(call: Call, item: Item) -> Document:
    """Tell of a turn or a fact: its words part by part, its sources, then its changes."""
    question = {key: value for key, value in call.values.items() if key != "cursor"}
    place = place_of(call.values.get("cursor"), question)
    room = call.desk.settings.reply_tokens - RESERVED_TOKENS
    part = part_of(item.text, place, room // 2)
    if place + len(part) < len(item.text):
        return {**_of_item(item, part), **paging(True, place + len(part), question)}  # noqa: FBT003 - a field
    told: Document = {}
    if place <= len(item.text):
        told = {**_of_item(item, part), "sources": _sources(item, room // 4)}
        if "query" in call.values:
            found = await call.scope.explain(call.values["query"], item.id)
            told |= {"recalled": found.recalled, "because": found.reason, "rank": found.rank}
    if item.kind is not ItemKind.FACT:
        return without_nothing(told) | {"has_more": False}
    skip = max(place - len(item.text) - 1, 0)
    entries = await call.scope.history(item.id, limit=_PAGE, skip=skip)
    shown = fitted(entries, _of_change, room // 4)
    after = skip + len(shown)
    has_more = len(shown) < len(entries) + entries.dropped
    return {
        **without_nothing(told),
        "history": shown,
        **paging(has_more, len(item.text) + 1 + after, question),
    }


def _of_item(item: Item, part: str) -> Document:
    return without_nothing(
        {
            "id": item.id,
            "kind": item.kind.value,
            "text": part,
            "characters": len(item.text) if len(part) < len(item.text) else None,
            "subject": item.subject,
            "slot": item.slot,
            "value": None if item.value is None else summed_up(item.value),
            "role": item.role.value if item.kind is ItemKind.TURN else None,
            "origin": item.origin.value,
            "agent": item.agent,
            "session": item.session,
            "said_at": item.occurred_at.isoformat(),
            "valid_from": None if item.valid_from is None else item.valid_from.isoformat(),
            "valid_to": None if item.valid_to is None else item.valid_to.isoformat(),
            "marks": list(item.marks),
        }
    )


def _sources(item: Item, budget: int) -> list[object]:
    if item.kind is ItemKind.TURN:
        return []
    return fitted(item.sources[:SHOWN_SOURCES], _of_source, budget)


def _of_source(source: Source) -> Document:
    return without_nothing(
        {
            "id": source.event_id,
            "said_at": source.occurred_at.isoformat(),
            "origin": source.origin.value,
            "agent": source.agent,
            "text": summed_up(source.text),
        }
    )


def _of_change(entry: HistoryEntry) -> Document:
    return {"at": entry.at.isoformat(), "change": entry.change}


def _of_event(event: WhyEvent) -> Document:
    return without_nothing(
        {
            "id": event.event_id,
            "at": event.at.isoformat(),
            "kind": event.kind,
            "weight": f"{event.before:.2f} to {event.after:.2f}",
            "text": None if event.text is None else summed_up(event.text),
        }
    )


async def _why_lesson(call: Call, lesson_id: str) -> Document:
    room = call.desk.settings.reply_tokens - RESERVED_TOKENS
    lesson = await call.scope.lesson(lesson_id)
    record = await call.scope.credits(limit=_PAGE)
    mine = [each for each in record if each.lesson_id == lesson_id][:SHOWN_CREDITS]
    return _of_lesson(lesson, part_of(lesson.text, 0, room // 2)) | without_nothing(
        {"record": fitted(mine, _of_credit, room // 4)}
    )


def _of_credit(credit: Credit) -> Document:
    return without_nothing(
        {"at": credit.at.isoformat(), "what": credit.kind.value, "why_not": credit.reason}
    )


def _of_lesson(lesson: Lesson, part: str) -> Document:
    condition = lesson.condition
    return without_nothing(
        {
            "id": lesson.id,
            "kind": "lesson",
            "text": part,
            "status": lesson.status.value,
            "for": without_nothing(
                {
                    "error": None if condition.error is None else summed_up(condition.error),
                    "task": condition.task,
                    "tool": condition.tool,
                    "repository": condition.repository,
                    "attributes": list(condition.attributes),
                }
            ),
            "because": None if lesson.because is None else summed_up(lesson.because),
            "origin": lesson.origin.value,
            "independent_origins": lesson.origins,
            "approved_by_a_person": lesson.is_approved,
            "replaces": lesson.replaces,
            "replaced_by": lesson.replaced_by,
            "shown": lesson.tally.shown,
            "used": lesson.tally.used,
            "helped": lesson.tally.helped,
            "harmed": lesson.tally.harmed,
        }
    )
