"""The public face of models: what waits for one, what they cost, and what they answer."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from remanent.errors import InputError, RemanentError
from remanent.flows.door import Door
from remanent.flows.inputs import whole_number
from remanent.flows.model_plans import WorkPlan
from remanent.flows.queue import read_queue, read_spending
from remanent.flows.queueing import PENDING, QueuePlan
from remanent.flows.slots import TenantRules
from remanent.model.answer import Answer, Response
from remanent.model.governance import Actor
from remanent.model.recall import Recall
from remanent.model.remembered import Remembered
from remanent.model.scope import Scope
from remanent.model.work import ModelRole, Queue, Spending, Work, Worked, WorkOutcome
from remanent.ports import Embedder, Model
from remanent.preference_verbs import Moment
from remanent.text.answer_types import questions_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from remanent.flows.work import Prepare

MOST_WORK: Final = 10_000
MOST_SHOWN: Final = 1_000
MOST_DAYS: Final = 3_650

_FINISHED: Final = frozenset({WorkOutcome.STORED, WorkOutcome.EMPTY, WorkOutcome.OVERTAKEN})


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelDesk:
    """What every verb of a memory's models needs.

    Args:
        model: None where none is configured.
        works_at_once: whether a write asks about its own turns before it returns.
    """

    door: Door
    tenant_rules: TenantRules
    model: Model | None
    queue: QueuePlan
    plan: WorkPlan
    works_at_once: bool
    embedder: Embedder | None
    batch_size: int

    @property
    def queue_plan(self) -> QueuePlan | None:
        """Which turns wait for the model; None where there is none."""
        return None if self.model is None else self.queue

    def asked(self) -> Model:
        """Return the model.

        Raises:
            InputError: there is none.
        """
        if self.model is None:
            raise InputError(
                "There is no model to ask.",
                remedy='Open the memory with one, such as Memory(path, model="openai:gpt-5-mini").',
            )
        return self.model

    def tasks(self, scope: Scope) -> "Mapping[ModelRole, Prepare]":
        """Return how each kind of work is done in a scope."""
        from remanent.flows.judging import fusion_of, judgement_of  # noqa: PLC0415 - only where a model is asked
        from remanent.flows.work import extraction_of  # noqa: PLC0415 - the same

        return {
            ModelRole.EXTRACT: extraction_of(
                scope, plan=self.plan.extraction, rules=self.tenant_rules.of(scope.tenant)
            ),
            ModelRole.JUDGE: judgement_of(self.tenant_rules.of(scope.tenant)),
            ModelRole.FUSE: fusion_of(self.tenant_rules.of(scope.tenant)),
        }

    def work(
        self, scope: Scope, actor: Actor, *, limit: int, only: Collection[int] | None = None
    ) -> Worked:
        """Do what is due in a scope."""
        from remanent.flows.work import work  # noqa: PLC0415 - only where a model is asked

        return work(
            self.door,
            scope,
            actor,
            self.asked(),
            self.tasks(scope),
            plan=self.plan,
            limit=limit,
            only=only,
            embedder=self.embedder,
            batch_size=self.batch_size,
        )

    def work_at_once(
        self, scope: Scope, actor: Actor, receipt: Remembered, waiting: Collection[Work]
    ) -> Remembered:
        """Ask about what a write just left waiting, where that is wanted; return its receipt.

        The write is durable already, so nothing that goes wrong here is raised.
        """
        if not waiting or not self.works_at_once:
            return receipt
        try:
            worked = self.work(
                scope, actor, limit=len(waiting), only=frozenset(each.seq for each in waiting)
            )
        except RemanentError as error:
            return replace(receipt, failures=(f"{PENDING}: {error.code} {error.what}",))
        failures = tuple(f"{PENDING}: {each.error}" for each in worked.done if each.error)
        is_done = len(worked.done) == len(waiting) and all(
            each.outcome in _FINISHED for each in worked.done
        )
        pending = tuple(each for each in receipt.pending if each != PENDING or not is_done)
        return replace(
            receipt, changes=receipt.changes + worked.changes, pending=pending, failures=failures
        )


class ModelVerbs:
    """What a model does in one scope, beside what the rules do."""

    scope: Scope
    actor: Actor
    _models: ModelDesk
    recall: Callable[..., Recall]
    record_use: Callable[..., int]
    _take_in: Callable[..., tuple[Remembered, tuple[Work, ...]]]

    def work(self, limit: int = 100) -> Worked:
        """Ask the model about what waits and is due, and store what holds of its replies.

        Can be called at any time, by several processes at once, and stopped at any moment: what
        is claimed and not finished is taken up again.

        Args:
            limit: pieces of work at most, 1 to 10,000.

        Raises:
            InputError: there is no model.
        """
        return self._models.work(
            self.scope,
            self.actor,
            limit=whole_number(limit, "limit", least=1, most=MOST_WORK),
        )

    def answer(
        self,
        question: str,
        *,
        limit: int | None = None,
        budget_tokens: int | None = None,
        as_of: Moment | None = None,
        known_at: Moment | None = None,
        session: str | None = None,
        agent: str | None = None,
    ) -> Answer:
        """Answer a question from memory alone, with citations, or say that it is not known.

        Where nothing relevant is recalled, no model is asked. The arguments are those of `recall`.

        Raises:
            InputError: there is no model, or an argument cannot be used.
            ModelError: the model gave no answer that can be read, or the budget is used up.
        """
        from remanent.flows.answer import answer  # noqa: PLC0415 - only where a model is asked

        model = self._models.asked()
        found = self.recall(
            question,
            limit=limit,
            budget_tokens=budget_tokens,
            as_of=as_of,
            known_at=known_at,
            session=session,
            agent=agent,
        )
        return answer(
            self._models.door, self.scope, self.actor, model, found, plan=self._models.plan
        )

    def respond(
        self,
        message: str,
        *,
        session: str | None = None,
        agent: str | None = None,
        zone: str | None = None,
        idempotency_key: str | None = None,
    ) -> Response:
        """Reply to what the person says, and remember both: recall, one call, store, reinforce.

        The message is durable before the model is asked. The same call answers and names the facts
        that the message states, which pass the same rules as any other. Recalled memories that the
        reply cites are recorded as used.

        Args:
            message: what the person says.
            session, agent, zone, idempotency_key: as for `remember`.

        Raises:
            InputError: there is no model, or an argument cannot be used; nothing was stored.
            ModelError: there is no reply; the message is stored, and waits to be read.
        """
        from remanent.flows.respond import respond  # noqa: PLC0415 - only where a model is asked

        models = self._models
        model = models.asked()
        found = self.recall(message)
        if not found and (question := questions_in(message)):
            found = self.recall(question)
        receipt, waiting = self._take_in(
            message, session=session, agent=agent, zone=zone, idempotency_key=idempotency_key
        )
        if not receipt.event_ids:
            raise InputError("There is nothing to respond to.", remedy="Give a text with words.")
        said = respond(
            models.door,
            self.scope,
            self.actor,
            model,
            found=found,
            event_id=receipt.event_ids[0],
            waiting=waiting,
            plan=models.plan,
            rules=models.tenant_rules.of(self.scope.tenant),
        )
        used = [each.item_id for each in said.citations]
        if used:
            self.record_use(found.id, used)
        pending = tuple(each for each in receipt.pending if each != PENDING) + said.pending
        return replace(said, changes=receipt.changes + said.changes, pending=pending)

    def queue(self, limit: int = 100) -> Queue:
        """Return what waits for a model, with attempts and errors, and what was given up.

        Args:
            limit: pieces of work of each kind at most, 1 to 1,000.
        """
        return read_queue(
            self._models.door,
            self.scope,
            self.actor,
            limit=whole_number(limit, "limit", least=1, most=MOST_SHOWN),
        )

    def spending(self, days: int = 30) -> Spending:
        """Return what models cost this scope, and what the gate before them spared.

        Args:
            days: the last so many days (UTC), today included, 1 to 3,650.
        """
        return read_spending(
            self._models.door,
            self.scope,
            self.actor,
            days=whole_number(days, "days", least=1, most=MOST_DAYS),
        )
