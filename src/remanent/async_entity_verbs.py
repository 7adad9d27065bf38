"""`EntityVerbs`, awaited: each verb runs on the memory's worker threads."""

from remanent.entity_verbs import ENTITY_TOKENS, EntityVerbs
from remanent.model.entity import Entity, EntityCard
from remanent.model.listing import Listing
from remanent.model.suggestion import Suggestion
from remanent.workers import Workers


class AsyncEntityVerbs:
    """Who is who in one scope, awaited."""

    _inner: EntityVerbs
    _workers: Workers

    async def entity(self, name: str, *, budget_tokens: int = ENTITY_TOKENS) -> EntityCard:
        """See `ScopedMemory.entity`."""
        return await self._workers.run(self._inner.entity, name, budget_tokens=budget_tokens)

    async def entities(self, *, limit: int = 1000, skip: int = 0) -> Listing[Entity]:
        """See `ScopedMemory.entities`."""
        return await self._workers.run(self._inner.entities, limit=limit, skip=skip)

    async def suggestions(self, *, limit: int = 100, skip: int = 0) -> Listing[Suggestion]:
        """See `ScopedMemory.suggestions`."""
        return await self._workers.run(self._inner.suggestions, limit=limit, skip=skip)

    async def accept(self, suggestion_id: str) -> Suggestion:
        """See `ScopedMemory.accept`."""
        return await self._workers.run(self._inner.accept, suggestion_id)

    async def reject(self, suggestion_id: str) -> Suggestion:
        """See `ScopedMemory.reject`."""
        return await self._workers.run(self._inner.reject, suggestion_id)
