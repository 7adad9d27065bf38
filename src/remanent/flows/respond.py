"""Reply to a message that was stored, and take in what the same call found it to state."""

import json
from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from remanent.errors import NotFoundError
from remanent.facts.admission import admit
from remanent.facts.slots import BY_THE_RULES, FactRules, normalise
from remanent.flows.answer import citations_of, keep_cost, refuse_beyond_budget
from remanent.flows.asking import Asking
from remanent.flows.door import Applied, Door
from remanent.flows.extraction import gather, take_over
from remanent.flows.model_plans import WorkPlan
from remanent.flows.work import kept_reply, note_cost
from remanent.model.answer import Response
from remanent.model.event import Event, EventKind, Origin, Role
from remanent.model.governance import Actor
from remanent.model.prompt import Prompt
from remanent.model.recall import ItemKind, Recall
from remanent.model.scope import Scope
from remanent.model.work import ModelRole, Work, WorkStatus
from remanent.ports import Model, Transaction
from remanent.text.prompts import answer as answering
from remanent.text.prompts.answer import SaidResponse

if TYPE_CHECKING:
    from remanent.model.remembered import FactChange
    from remanent.model.work import Rejected


def respond(
    door: Door,
    scope: Scope,
    actor: Actor,
    model: Model,
    *,
    found: Recall,
    event_id: str,
    waiting: Collection[Work],
    plan: WorkPlan,
    rules: FactRules = BY_THE_RULES,
) -> Response:
    """Return the reply to a stored message; the message is durable whatever happens here.

    Args:
        found: what was recalled for the message before it was stored.
        event_id: of the message.
        waiting: the work that the message left; done where the reply saved what it states.

    Raises:
        ModelError: there is no reply; the message is stored, and its work waits.
    """
    refuse_beyond_budget(door, scope, actor, plan)
    recalled = frozenset(
        (normalise(item.subject or ""), normalise(item.text))
        for item in found.items
        if item.kind is ItemKind.FACT
    )
    with door.read(scope, actor) as snapshot:
        seqs = list(snapshot.event_seqs([event_id]).values())
        asked = gather(
            snapshot, seqs, owner=scope.name, plan=plan.extraction, rules=rules, recalled=recalled
        )
    if asked is None:
        raise NotFoundError("There is nothing to respond to.", remedy="Give a text with words.")
    asking = Asking(model, timeout_seconds=plan.timeout_seconds)
    try:
        prompt = answering.render_response(
            asked.turns[0],
            found.text,
            before=asked.before,
            known=asked.known,
            now=door.clock.now(),
        )
        said = _asked(asking, prompt)
    except BaseException:
        keep_cost(door, scope, actor, asking)
        raise
    admitted = None if said.extracted is None else admit(said.extracted, asked)
    turn = asked.turns[0]

    def block(transaction: Transaction, now: datetime) -> Applied[Response]:
        note_cost(transaction, asking, now)
        changes: list[FactChange] = []
        rejected: tuple[Rejected, ...] = ()
        reply_turn = _assistant_turn(door.ids.new_id(now), turn, said.text, now)
        log = _reply_event(door.ids.new_id(now), asking, event_id, now)
        transaction.append_events([reply_turn, log], covered=[False, True])
        if said.extracted is not None and admitted is not None:
            final, changes = take_over(transaction, said.extracted, asked, admitted, now)
            rejected = final.rejected
            _finish(transaction, waiting, is_empty=not final.statements)
        pending = () if said.extracted is not None or not waiting else ("extraction",)
        response = Response(
            text=said.text,
            citations=citations_of(said.cites, found.items),
            recall_id=found.id,
            event_ids=(event_id, reply_turn.id),
            changes=tuple(changes),
            rejected=rejected,
            pending=pending,
            input_tokens=asking.total.input_tokens,
            output_tokens=asking.total.output_tokens,
        )
        return Applied(response, {"events": 1, "fact_changes": len(changes)})

    return door.write(scope, actor, "respond", block)


def _asked(asking: Asking, prompt: Prompt) -> SaidResponse:
    """Ask once; a model that only saved and said nothing is asked for its words."""
    said = asking.ask(prompt, answering.parse_response)
    if said.text:
        return said
    words = asking.ask(replace(prompt, tools=()), answering.parse_response)
    return replace(said, text=words.text, cites=words.cites)


def _finish(transaction: Transaction, waiting: Collection[Work], *, is_empty: bool) -> None:
    """Mark the work of the message as done, unless somebody took it meanwhile."""
    for work in waiting:
        standing = transaction.work(work.seq)
        if standing is not None and standing.status is WorkStatus.WAITING:
            status = WorkStatus.EMPTY if is_empty else WorkStatus.DONE
            transaction.keep_work(replace(standing, status=status, error=None))


def _assistant_turn(event_id: str, turn: Event, text: str, now: datetime) -> Event:
    return Event(
        id=event_id,
        kind=EventKind.TURN,
        role=Role.ASSISTANT,
        origin=Origin.ASSISTANT,
        text=text,
        occurred_at=max(now, turn.occurred_at),
        recorded_at=now,
        session=turn.session,
        agent=turn.agent,
    )


def _reply_event(event_id: str, asking: Asking, answered: str, now: datetime) -> Event:
    payload = {
        "role": ModelRole.ANSWER.value,
        "subject": [answered],
        "model": asking.model.name,
        "replies": [kept_reply(role, reply) for role, reply in asking.replies],
    }
    return Event(
        id=event_id,
        kind=EventKind.REPLY,
        role=Role.ASSISTANT,
        origin=Origin.ASSISTANT,
        text="",
        occurred_at=now,
        recorded_at=now,
        payload=json.dumps(payload, ensure_ascii=True),
    )
