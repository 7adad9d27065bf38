"""The tools that take in: what was said, and what somebody did.

What the agent says on its own is kept as told by the agent, and becomes no fact. Only the person's
own words, passed on as such, count as the person's.
"""

from typing import Final

from remanent.faces.mcp.desk import Call
from remanent.faces.mcp.replies import Document, Reply, fitted, summed_up, without_nothing
from remanent.model.event import Origin, Role
from remanent.model.fact import Provenance
from remanent.model.observed import Observed
from remanent.model.remembered import FactChange, Remembered

ORIGINS: Final = ("assistant", "person", "tool", "web", "document")
TOLD_BY_AGENT: Final = (
    "kept as told by you: this memory's settings take nothing that you pass on for the person's "
    "own words"
)
_ROLES: Final = {Origin.PERSON: Role.USER, Origin.ASSISTANT: Role.ASSISTANT}


async def remember(call: Call) -> Reply:
    """Take in one text; durable when this returns."""
    origin = Origin(call.values.get("origin", Origin.ASSISTANT.value))
    notes: list[str] = []
    if origin is Origin.PERSON and not call.desk.settings.quotes_person:
        origin = Origin.ASSISTANT
        notes.append(TOLD_BY_AGENT)
    stored = await call.scope.remember(
        {
            "content": call.values["text"],
            "role": _ROLES.get(origin, Role.TOOL).value,
            "origin": origin.value,
        },
        session=call.session,
        agent=call.desk.agent,
        idempotency_key=call.values.get("idempotency_key"),
    )
    return Reply(
        {"stored": True, "origin": origin.value, **receipt_of(call, stored)}
        | without_nothing({"notes": notes})
    )


async def observe(call: Call) -> Reply:
    """Take in one behaviour; durable when this returns."""
    seen = await call.scope.observe(
        call.values["kind"],
        **call.given(
            "attributes", "context", "item", "quantity", "intensity", "text", "idempotency_key"
        ),
        provenance=Provenance.OBSERVED,
        session=call.session,
        agent=call.desk.agent,
    )
    return Reply({"stored": True, **_observed(seen)})


def receipt_of(call: Call, stored: Remembered) -> Document:
    """Return what a write did, within half a reply."""
    budget = call.desk.settings.reply_tokens // 2
    changes = fitted(stored.changes, _change, budget)
    left_out = len(stored.changes) - len(changes)
    return without_nothing(
        {
            "ids": list(stored.event_ids),
            "facts": changes,
            "facts_not_listed": left_out or None,
            "already_known": stored.deduplicated or None,
            "pending": list(stored.pending),
            "skipped": list(stored.skipped),
            "failures": list(stored.failures),
        }
    )


def _change(change: FactChange) -> Document:
    return {"change": change.kind.value, "id": change.fact_id, "text": summed_up(change.text)}


def _observed(seen: Observed) -> Document:
    return without_nothing(
        {
            "ids": list(seen.event_ids),
            "touched": list(seen.touched),
            "refused": [
                {"given": summed_up(each.attribute), "rule": each.rule, "why": each.reason}
                for each in seen.refused
            ],
            "unknown_to_catalog": [
                f"{each.part.value}: {summed_up(each.value)}" for each in seen.unmapped
            ],
            "superseded": [f"{each.attribute} by {each.winner}" for each in seen.superseded],
            "reasons": list(seen.reasons),
            "already_known": seen.is_repeat or None,
        }
    )
