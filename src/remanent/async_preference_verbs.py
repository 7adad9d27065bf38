"""The preference verbs, awaited: each runs on the memory's worker threads."""

from collections.abc import Mapping

from remanent.model.card import Card, Decision, Default, RankedCandidate, Trigger, Why
from remanent.model.fact import Provenance
from remanent.model.observed import Observed
from remanent.preference_verbs import Behaviours, Candidates, Moment, PreferenceVerbs, Texts
from remanent.workers import Workers


class AsyncPreferenceVerbs:
    """Behaviour in; card, decisions and reasons out."""

    _workers: Workers

    def __init__(self, inner: PreferenceVerbs, workers: Workers) -> None:
        """Stand beside a scope's own verbs."""
        self._verbs = inner
        self._workers = workers

    async def observe(
        self,
        kind: Behaviours,
        *,
        attributes: Texts = None,
        context: Texts = None,
        item: str | None = None,
        quantity: float | None = None,
        intensity: float | None = None,
        values: Mapping[str, float] | None = None,
        salience: float | None = None,
        provenance: str | Provenance | None = None,
        at: Moment | None = None,
        place: str | None = None,
        surface: str | None = None,
        session: str | None = None,
        agent: str | None = None,
        zone: str | None = None,
        text: str | None = None,
        id: str | None = None,  # noqa: A002 - the word that callers use for their own id
        idempotency_key: str | None = None,
    ) -> Observed:
        """See `ScopedMemory.observe`."""
        return await self._workers.run(
            self._verbs.observe,
            kind,
            attributes=attributes,
            context=context,
            item=item,
            quantity=quantity,
            intensity=intensity,
            values=values,
            salience=salience,
            provenance=provenance,
            at=at,
            place=place,
            surface=surface,
            session=session,
            agent=agent,
            zone=zone,
            text=text,
            id=id,
            idempotency_key=idempotency_key,
        )

    async def card(
        self,
        *,
        context: Texts = None,
        budget_tokens: int | None = None,
        limit: int | None = None,
        at: Moment | None = None,
        surfaces: bool = False,
    ) -> Card:
        """See `ScopedMemory.card`."""
        return await self._workers.run(
            self._verbs.card,
            context=context,
            budget_tokens=budget_tokens,
            limit=limit,
            at=at,
            surfaces=surfaces,
        )

    async def why(self, attribute: str, *, context: Texts = None, at: Moment | None = None) -> Why:
        """See `ScopedMemory.why`."""
        return await self._workers.run(self._verbs.why, attribute, context=context, at=at)

    async def pin(self, attribute: str, weight: float) -> None:
        """See `ScopedMemory.pin`."""
        await self._workers.run(self._verbs.pin, attribute, weight)

    async def unpin(self, attribute: str) -> None:
        """See `ScopedMemory.unpin`."""
        await self._workers.run(self._verbs.unpin, attribute)

    async def set_style(self, /, **settings: str | None) -> None:
        """See `ScopedMemory.set_style`."""
        await self._workers.run(self._verbs.set_style, **settings)

    async def defaults(
        self, *, context: Texts = None, at: Moment | None = None
    ) -> tuple[Default, ...]:
        """See `ScopedMemory.defaults`."""
        return await self._workers.run(self._verbs.defaults, context=context, at=at)

    async def rank(
        self, candidates: Candidates, *, context: Texts = None, at: Moment | None = None
    ) -> tuple[RankedCandidate, ...]:
        """See `ScopedMemory.rank`."""
        return await self._workers.run(self._verbs.rank, candidates, context=context, at=at)

    async def decide(
        self, attribute: str, *, context: Texts = None, at: Moment | None = None
    ) -> Decision:
        """See `ScopedMemory.decide`."""
        return await self._workers.run(self._verbs.decide, attribute, context=context, at=at)

    async def triggers(self, *, at: Moment | None = None, limit: int = 20) -> tuple[Trigger, ...]:
        """See `ScopedMemory.triggers`."""
        return await self._workers.run(self._verbs.triggers, at=at, limit=limit)

    async def record_question(self, decision_id: str) -> int:
        """See `ScopedMemory.record_question`."""
        return await self._workers.run(self._verbs.record_question, decision_id)
