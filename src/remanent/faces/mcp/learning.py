"""The tools that say how it went, and what worked."""

from remanent.faces.mcp.desk import Call
from remanent.faces.mcp.replies import Reply, without_nothing
from remanent.model.event import Origin
from remanent.model.lesson import LessonStatus, Proposed

PROPOSED_ORIGINS = ("assistant", "tool", "web", "document")
_WAITS = "kept, and shown to nobody until a second independent origin says it or a person approves"


async def record_outcome(call: Call) -> Reply:
    """Say how acting on what was shown went; the agent's word is an inference, no person's."""
    items: list[str] = call.values.get("items", [])
    memories = [item for item in items if ":" not in item]
    attributes = [item for item in items if ":" in item]
    counted = await call.scope.record_outcome(
        call.values["recall_id"],
        helped=call.values["helped"],
        item_ids=memories or None,
        attributes=attributes or None,
        condition_fired=call.values.get("condition_fired"),
        session=call.session,
    )
    return Reply({"counted": counted} | ({} if counted else {"note": _nothing_counted()}))


async def propose(call: Call) -> Reply:
    """Take in a lesson; an agent's waits in quarantine."""
    made = await call.scope.propose(
        call.values["text"],
        **call.given(
            "error", "task", "tool", "repository", "attributes", "because", "replaces",
            "idempotency_key",
        ),
        origin=call.values.get("origin", Origin.ASSISTANT.value),
        session=call.session,
        transcript=call.session,
    )  # fmt: skip
    return Reply(_proposed(made))


def _proposed(made: Proposed) -> dict[str, object]:
    lesson = made.lesson
    return without_nothing(
        {
            "id": lesson.id,
            "status": lesson.status.value,
            "is_new": made.is_new,
            "origins": lesson.origins,
            "redacted": list(made.redacted),
            "note": _WAITS if lesson.status is LessonStatus.QUARANTINED else None,
        }
    )


def _nothing_counted() -> str:
    return (
        "a success counts only for what was shown, and for a lesson only where its condition held"
    )
