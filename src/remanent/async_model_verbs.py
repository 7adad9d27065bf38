"""`ModelVerbs`, awaited: each verb runs on the memory's worker threads."""

from remanent.model.answer import Answer, Response
from remanent.model.work import Queue, Spending, Worked
from remanent.model_verbs import ModelVerbs
from remanent.preference_verbs import Moment
from remanent.workers import Workers


class AsyncModelVerbs:
    """What a model does in one scope, awaited."""

    _inner: ModelVerbs
    _workers: Workers

    async def work(self, limit: int = 100) -> Worked:
        """See `ScopedMemory.work`."""
        return await self._workers.run(self._inner.work, limit)

    async def answer(
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
        """See `ScopedMemory.answer`."""
        return await self._workers.run(
            self._inner.answer,
            question,
            limit=limit,
            budget_tokens=budget_tokens,
            as_of=as_of,
            known_at=known_at,
            session=session,
            agent=agent,
        )

    async def respond(
        self,
        message: str,
        *,
        session: str | None = None,
        agent: str | None = None,
        zone: str | None = None,
        idempotency_key: str | None = None,
    ) -> Response:
        """See `ScopedMemory.respond`."""
        return await self._workers.run(
            self._inner.respond,
            message,
            session=session,
            agent=agent,
            zone=zone,
            idempotency_key=idempotency_key,
        )

    async def queue(self, limit: int = 100) -> Queue:
        """See `ScopedMemory.queue`."""
        return await self._workers.run(self._inner.queue, limit)

    async def spending(self, days: int = 30) -> Spending:
        """See `ScopedMemory.spending`."""
        return await self._workers.run(self._inner.spending, days)
