"""A tenant's learning, awaited: each verb runs on the memory's worker threads."""

from collections.abc import Iterable

from remanent.learning_verbs import LearningVerbs, Progress
from remanent.model.catalog import Suggestion, Suggestions
from remanent.model.tuning import Tuning, TuningReport
from remanent.model.vocabulary import Accepted, Decisions, NewItem
from remanent.workers import Workers


class AsyncLearningVerbs:
    """`LearningVerbs`, awaited; progress is called on a worker."""

    _learning: LearningVerbs
    _workers: Workers

    async def vocabulary_suggestions(
        self, limit: int = 200, *, progress: Progress | None = None
    ) -> Suggestions:
        """See `TenantMemory.vocabulary_suggestions`."""
        return await self._workers.run(
            self._learning.vocabulary_suggestions, limit, progress=progress
        )

    async def enrich_catalog(
        self, items: Iterable[NewItem] = (), *, progress: Progress | None = None
    ) -> Suggestions:
        """See `TenantMemory.enrich_catalog`."""
        return await self._workers.run(self._learning.enrich_catalog, items, progress=progress)

    async def accept(self, suggestion_id: str, *, progress: Progress | None = None) -> Accepted:
        """See `TenantMemory.accept`."""
        return await self._workers.run(self._learning.accept, suggestion_id, progress=progress)

    async def reject(self, suggestion_id: str) -> Suggestion:
        """See `TenantMemory.reject`."""
        return await self._workers.run(self._learning.reject, suggestion_id)

    async def vocabulary(self) -> Decisions:
        """See `TenantMemory.vocabulary`."""
        return await self._workers.run(self._learning.vocabulary)

    async def tune(
        self, *, users: int = 100, apply: bool = False, progress: Progress | None = None
    ) -> TuningReport:
        """See `TenantMemory.tune`."""
        return await self._workers.run(
            self._learning.tune, users=users, apply=apply, progress=progress
        )

    async def apply_tuning(self, tuning: Tuning) -> None:
        """See `TenantMemory.apply_tuning`."""
        await self._workers.run(self._learning.apply_tuning, tuning)

    async def tuning(self) -> Tuning:
        """See `TenantMemory.tuning`."""
        return await self._workers.run(self._learning.tuning)

    async def reset_tuning(self) -> bool:
        """See `TenantMemory.reset_tuning`."""
        return await self._workers.run(self._learning.reset_tuning)
