"""`LifecycleVerbs`, awaited: each verb runs on the memory's worker threads."""

from collections.abc import Iterable

from remanent.async_entity_verbs import AsyncEntityVerbs
from remanent.facts.fusion import Cluster
from remanent.flows.retention import Kept
from remanent.lifecycle_verbs import LifecycleVerbs
from remanent.model.feed import DayCounts, Difference, FeedEntry, Rollback
from remanent.model.lesson import Judge
from remanent.model.listing import Listing
from remanent.model.remembered import ChangeKind
from remanent.model.retention import Maintained
from remanent.preference_verbs import Moment, Texts
from remanent.workers import Workers


class AsyncLifecycleVerbs(AsyncEntityVerbs):
    """What becomes of the facts of one scope, awaited."""

    _inner: LifecycleVerbs
    _workers: Workers

    async def record_outcome(
        self,
        token: str,
        outcome: float | None = None,
        *,
        helped: bool | None = None,
        attributes: Texts = None,
        item_ids: Iterable[str] | None = None,
        condition_fired: bool | None = None,
        by: str | Judge | None = None,
        session: str | None = None,
    ) -> int:
        """See `ScopedMemory.record_outcome`."""
        return await self._workers.run(
            self._inner.record_outcome,
            token,
            outcome,
            helped=helped,
            attributes=attributes,
            item_ids=item_ids,
            condition_fired=condition_fired,
            by=by,
            session=session,
        )

    async def retention(self, fact_id: str, *, at: Moment | None = None) -> Kept:
        """See `ScopedMemory.retention`."""
        return await self._workers.run(self._inner.retention, fact_id, at=at)

    async def feed(
        self,
        *,
        kind: str | ChangeKind | None = None,
        entity: str | None = None,
        turn: str | None = None,
        since: Moment | None = None,
        until: Moment | None = None,
        limit: int = 100,
        skip: int = 0,
    ) -> Listing[FeedEntry]:
        """See `ScopedMemory.feed`."""
        return await self._workers.run(
            self._inner.feed,
            kind=kind,
            entity=entity,
            turn=turn,
            since=since,
            until=until,
            limit=limit,
            skip=skip,
        )

    async def feed_counts(
        self,
        *,
        since: Moment | None = None,
        until: Moment | None = None,
        zone: str | None = None,
    ) -> tuple[DayCounts, ...]:
        """See `ScopedMemory.feed_counts`."""
        return await self._workers.run(self._inner.feed_counts, since=since, until=until, zone=zone)

    async def diff(
        self,
        first: Moment,
        last: Moment | None = None,
        *,
        world: bool = False,
        limit: int = 1000,
    ) -> Difference:
        """See `ScopedMemory.diff`."""
        return await self._workers.run(self._inner.diff, first, last, world=world, limit=limit)

    async def rollback(
        self,
        to: Moment | None = None,
        *,
        turn: str | None = None,
        idempotency_key: str | None = None,
    ) -> Rollback:
        """See `ScopedMemory.rollback`."""
        return await self._workers.run(
            self._inner.rollback, to, turn=turn, idempotency_key=idempotency_key
        )

    async def rollbacks(self) -> tuple[Rollback, ...]:
        """See `ScopedMemory.rollbacks`."""
        return await self._workers.run(self._inner.rollbacks)

    async def restore(self, number: int, *, idempotency_key: str | None = None) -> Rollback:
        """See `ScopedMemory.restore`."""
        return await self._workers.run(self._inner.restore, number, idempotency_key=idempotency_key)

    async def fuse(self, *, dry_run: bool = False, limit: int = 1000) -> tuple[Cluster, ...]:
        """See `ScopedMemory.fuse`."""
        return await self._workers.run(self._inner.fuse, dry_run=dry_run, limit=limit)

    async def unfuse(self, fact_id: str) -> tuple[str, ...]:
        """See `ScopedMemory.unfuse`."""
        return await self._workers.run(self._inner.unfuse, fact_id)

    async def maintain(self, *, limit: int = 100_000, at: Moment | None = None) -> Maintained:
        """See `ScopedMemory.maintain`."""
        return await self._workers.run(self._inner.maintain, limit=limit, at=at)
