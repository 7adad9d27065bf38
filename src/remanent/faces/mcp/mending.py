"""The tools that take back: put right in the person's own words, or withdrawn after asking him.

Nothing is erased here. What is withdrawn holds no more and is no longer recalled as a fact; history
keeps it, and the words that it was drawn from stay in the log.
"""

from collections.abc import Sequence
from typing import Final

from mcp_types import InputRequiredResult

from remanent.errors import AccessError, InputError
from remanent.faces.mcp.desk import Call
from remanent.faces.mcp.person import Word, asked
from remanent.faces.mcp.remembering import receipt_of
from remanent.faces.mcp.replies import Document, Reply, summed_up, without_nothing
from remanent.model.fact import Stance, Statement
from remanent.model.recall import Item, ItemKind
from remanent.text.quoting import quoted

MOST_FORGOTTEN: Final = 20
_GONE: Final = frozenset({"retracted", "closed"})
_KEPT: Final = (
    "Nothing was erased: history keeps what was withdrawn, and the words it was drawn from stay in "
    "the log, where a recall may still find them."
)
_MOST_CHANGES: Final = 100


async def correct(call: Call) -> Reply:
    """Take down the person's own correction; what it corrects was never true, or is over.

    Raises:
        AccessError: the settings take nothing that the agent passes on for the person's words.
    """
    if not call.desk.settings.quotes_person:
        raise AccessError(
            "Only the person's own words correct a memory, and this memory's settings take nothing "
            "that you pass on for them.",
            remedy="Ask the person to run `remanent remember` with the correction.",
        )
    old = await _to_correct(call)
    stance = Stance.END if call.values.get("outdated") else Stance.RETRACT
    stored = await call.scope.remember(
        {"content": call.values["text"], "role": "user"},
        facts=[_taken_back(old, stance)],
        session=call.session,
        agent=call.desk.agent,
    )
    return Reply(
        {"stored": True, "corrected": await _as_it_stands(call, old), **receipt_of(call, stored)}
    )


async def forget(call: Call) -> Reply | InputRequiredResult:
    """Withdraw facts once the person agreed; without a way to ask him nothing is done."""
    meant = await _to_forget(call)
    if not meant:
        return Reply(
            {
                "withdrawn": [],
                "note": "No fact that holds rests on these; words cannot be taken out of the log "
                "here. The person can set aside what was recorded after a moment: "
                "`remanent rollback`.",
            }
        )
    word = await asked(
        call,
        "An agent asks to withdraw this from your memory:\n"
        + "\n".join(f"- {item.subject}: {quoted(summed_up(item.text))}" for item in meant)
        + f"\n{_KEPT}",
        tick="Yes, withdraw it",
    )
    if isinstance(word, InputRequiredResult):
        return word
    if word is Word.UNASKED:
        raise AccessError(
            "Only the person decides what is forgotten, and this client cannot ask him.",
            remedy="Nothing was changed. Ask him to use a client that has elicitation, or to run "
            '`remanent remember "It is not true that …"` himself.',
        )
    if word is Word.NO:
        return Reply({"withdrawn": [], "note": "The person did not agree; nothing was changed."})
    await call.scope.remember(
        facts=[_taken_back(item, Stance.RETRACT) for item in meant],
        session=call.session,
        agent=call.desk.agent,
    )
    after = [await _as_it_stands(call, item) for item in meant]
    return Reply({"withdrawn": after, "note": _KEPT})


async def _to_correct(call: Call) -> Item:
    """Return the one fact that is meant.

    Raises:
        InputError: it holds no more, or the words of a turn said several things, or none.
    """
    found = await _facts_behind(call, call.values["id"])
    if len(found) == 1:
        return found[0]
    if not found:
        raise InputError(
            f"No fact that holds stands behind {call.values['id']}.",
            remedy="Pass the correction on with remember, origin person; `why` shows what became "
            "of this one. Nothing was stored.",
        )
    several = "; ".join(f"{item.id} {quoted(summed_up(item.text))}" for item in found)
    raise InputError(
        f"{call.values['id']} is a turn with several facts: {several}.",
        remedy="Give the id of the one that is meant; nothing was stored.",
    )


async def _to_forget(call: Call) -> list[Item]:
    """Return the facts that hold and are meant, each once."""
    ids: list[str] = call.values["ids"]
    if len(ids) > MOST_FORGOTTEN:
        raise InputError(
            f"ids has {len(ids)} entries; at most {MOST_FORGOTTEN} are asked about at once."
        )
    found = {item.id: item for each in ids for item in await _facts_behind(call, each)}
    return list(found.values())[:MOST_FORGOTTEN]


async def _facts_behind(call: Call, item_id: str) -> Sequence[Item]:
    """Return a fact that holds, or those that hold and rest on a turn."""
    item = await call.scope.item(item_id)
    if item.kind is ItemKind.FACT:
        return [] if _GONE & set(item.marks) else [item]
    changes = await call.scope.feed(turn=item.id, limit=_MOST_CHANGES)
    facts = [await call.scope.item(each) for each in dict.fromkeys(one.fact.id for one in changes)]
    return [
        fact
        for fact in reversed(facts)
        if not _GONE & set(fact.marks) and item.id in {each.event_id for each in fact.sources}
    ]


def _taken_back(item: Item, stance: Stance) -> Statement:
    """Return the statement that takes a fact back; one without a slot can only be ended."""
    return Statement(
        subject=item.subject or "user",
        slot=item.slot,
        value=item.value,
        text=item.text,
        polarity=item.polarity,
        stance=Stance.END if item.slot is None else stance,
    )


async def _as_it_stands(call: Call, item: Item) -> Document:
    """Return what has become of a fact, as it truly stands now."""
    now = await call.scope.item(item.id)
    return without_nothing(
        {
            "id": now.id,
            "text": summed_up(now.text),
            "state": ", ".join(now.marks) or "holds still",
        }
    )
