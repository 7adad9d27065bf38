"""Answer a question from what was recalled: with citations, or by saying that it is not known."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from remanent.errors import ModelBudgetError, ModelError
from remanent.flows.asking import Asking
from remanent.flows.door import Applied, Door
from remanent.flows.model_plans import WorkPlan
from remanent.flows.work import is_spent, note_cost
from remanent.model.answer import Answer, Citation
from remanent.model.governance import Actor
from remanent.model.recall import Item, Recall
from remanent.model.scope import Scope
from remanent.ports import Model, Transaction
from remanent.text.answer_fit import fits, wanted_kind
from remanent.text.prompts import answer as answering
from remanent.text.prompts.answer import SaidAnswer

NOT_KNOWN: Final = "Not known."
NOT_IN_RECORDS: Final = "the records do not hold it"


def answer(
    door: Door, scope: Scope, actor: Actor, model: Model, found: Recall, *, plan: WorkPlan
) -> Answer:
    """Return the answer to the question of a recall.

    The model is asked only where something relevant was recalled. An answer of another kind than
    the question names is asked for once more.

    Raises:
        ModelBudgetError: the day's calls or tokens are used up.
        ModelError: the model gave no answer that can be read.
    """
    if not found.items:
        return Answer(NOT_KNOWN, known=False, recall_id=found.id, reason=found.reason)
    refuse_beyond_budget(door, scope, actor, plan)
    asking = Asking(model, timeout_seconds=plan.timeout_seconds)
    try:
        said, is_fitting = _asked(asking, found, door.clock.now())
    finally:
        keep_cost(door, scope, actor, asking)
    cost = asking.total
    if not said.known:
        return Answer(
            NOT_KNOWN,
            known=False,
            recall_id=found.id,
            reason=NOT_IN_RECORDS,
            input_tokens=cost.input_tokens,
            output_tokens=cost.output_tokens,
        )
    return Answer(
        text=said.text,
        known=True,
        citations=citations_of(said.cites, found.items),
        recall_id=found.id,
        fits=is_fitting,
        input_tokens=cost.input_tokens,
        output_tokens=cost.output_tokens,
    )


def _asked(asking: Asking, found: Recall, now: datetime) -> tuple[SaidAnswer, bool]:
    kind = wanted_kind(found.query)
    prompt = answering.render(found.query, found.text, kind=kind, now=now)
    said = asking.ask(prompt, answering.parse)
    if not said.known or fits(found.query, said.text):
        return said, True
    prompt = answering.render(found.query, found.text, kind=kind, now=now, insists=True)
    try:
        again = asking.ask(prompt, answering.parse)
    except ModelError:
        return said, False
    return again, not again.known or fits(found.query, again.text)


def citations_of(numbers: Sequence[int], items: Sequence[Item]) -> tuple[Citation, ...]:
    """Return what numbers of a rendering stand for; one that was not shown stands for nothing."""
    return tuple(
        Citation(
            item_id=item.id,
            text=item.text,
            source_ids=tuple(source.event_id for source in item.sources),
            external_ids=tuple(
                source.external_id for source in item.sources if source.external_id is not None
            ),
        )
        for number in dict.fromkeys(numbers)
        if 1 <= number <= len(items)
        for item in (items[number - 1],)
    )


def refuse_beyond_budget(door: Door, scope: Scope, actor: Actor, plan: WorkPlan) -> None:
    """Refuse a call that the day's budget does not hold.

    Raises:
        ModelBudgetError: it does not.
    """
    with door.read(scope, actor) as snapshot:
        if snapshot.state.exists and is_spent(snapshot, door.clock.now().date(), plan):
            raise ModelBudgetError("The day's calls or tokens of this scope are used up.")


def keep_cost(door: Door, scope: Scope, actor: Actor, asking: Asking) -> None:
    """Write down what was asked."""

    def block(transaction: Transaction, now: datetime) -> Applied[None]:
        note_cost(transaction, asking, now)
        return Applied(None, {})

    if asking.costs:
        door.write(scope, actor, "ask", block)
