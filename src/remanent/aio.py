"""The same memory, awaited: each verb runs on a bounded pool of worker threads.

Cancelling an awaiting task stops the wait, not the write; a retry carries the same idempotency
key and finds what was stored.
"""

import asyncio
import os
from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from remanent.async_lesson_verbs import AsyncLessonVerbs
from remanent.async_lifecycle_verbs import AsyncLifecycleVerbs
from remanent.async_model_verbs import AsyncModelVerbs
from remanent.async_preference_verbs import AsyncPreferenceVerbs
from remanent.async_sharing_verbs import AsyncSharingVerbs
from remanent.async_tenant_memory import AsyncTenantMemory
from remanent.fact_verbs import Given, GivenFacts, Moment
from remanent.flows.history import HistoryEntry
from remanent.memory import Memory, ScopedMemory
from remanent.model.fact import Fact
from remanent.model.governance import OWNER, Actor
from remanent.model.listing import Listing
from remanent.model.recall import Explanation, Item, ItemKind, Recall
from remanent.model.remembered import Remembered
from remanent.model.retention import Maintained
from remanent.model.scope import Scope
from remanent.model.work import Worked
from remanent.ports import Clock, Embedder, Ids
from remanent.settings import Settings, load_settings
from remanent.workers import Workers

if TYPE_CHECKING:
    from remanent.model.upkeep import CopyReport, Finding


class AsyncMemory:
    """`Memory`, awaited. Opening is done by `await AsyncMemory(...)` or `async with`."""

    def __init__(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        embedder: str | Embedder | None = None,
        model: Any = None,
        settings: Settings | None = None,
        clock: Clock | None = None,
        ids: Ids | None = None,
        count_tokens: Callable[[str], int] | None = None,
    ) -> None:
        """Open a memory; see `Memory`. This blocks for the few milliseconds that opening takes."""
        self._memory = Memory(
            path,
            embedder=embedder,
            model=model,
            settings=settings,
            clock=clock,
            ids=ids,
            count_tokens=count_tokens,
        )
        self.settings = self._memory.settings
        self._workers = Workers()

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None) -> Self:
        """Open the memory that the `REMANENT_…` variables describe."""
        return cls(settings=load_settings(environ=environ))

    @classmethod
    def from_config(cls, path: str | os.PathLike[str]) -> Self:
        """Open the memory that a `remanent.toml` describes; variables outrank the file."""
        return cls(settings=load_settings(path=path))

    def scope(
        self,
        *,
        tenant: str,
        user: str | None = None,
        space: str | None = None,
        actor: Actor = OWNER,
    ) -> "AsyncScopedMemory":
        """Return the memory of one person, or of one space, in a tenant."""
        inner = self._memory.scope(tenant=tenant, user=user, space=space, actor=actor)
        return AsyncScopedMemory(inner, self._workers)

    def tenant(self, name: str, *, actor: Actor = OWNER) -> AsyncTenantMemory:
        """Return what an operator decides for all people of a tenant together."""
        return AsyncTenantMemory(self._memory.tenant(name, actor=actor), self._workers)

    async def scopes(self, *, tenant: str | None = None) -> tuple[Scope, ...]:
        """Return the scopes that hold anything."""
        return await self._workers.run(self._memory.scopes, tenant=tenant)

    async def stats(self) -> dict[str, int]:
        """Return how many rows each table holds, and the size in bytes."""
        return await self._workers.run(self._memory.stats)

    async def doctor(
        self,
        *,
        mend: bool = False,
        full: bool = False,
        progress: Callable[[int], None] | None = None,
    ) -> "tuple[Finding, ...]":
        """See `Memory.doctor`; progress is called on a worker thread."""
        return await self._workers.run(self._memory.doctor, mend=mend, full=full, progress=progress)

    async def rebuild(self, *, progress: Callable[[int], None] | None = None) -> None:
        """See `Memory.rebuild`; progress is called on a worker thread."""
        await self._workers.run(self._memory.rebuild, progress=progress)

    async def copy_to(
        self,
        target: str | os.PathLike[str],
        *,
        progress: Callable[[int, int], None] | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> "CopyReport":
        """See `Memory.copy_to`; both functions are called on a worker thread."""
        return await self._workers.run(
            self._memory.copy_to, target, progress=progress, should_stop=should_stop
        )

    async def work(self, *, tenant: str | None = None, limit: int = 100) -> dict[Scope, Worked]:
        """See `Memory.work`."""
        return await self._workers.run(self._memory.work, tenant=tenant, limit=limit)

    async def maintain(
        self, *, tenant: str | None = None, limit: int = 100_000, at: Moment | None = None
    ) -> dict[Scope, Maintained]:
        """See `Memory.maintain`."""
        return await self._workers.run(self._memory.maintain, tenant=tenant, limit=limit, at=at)

    async def close(self) -> None:
        """Finish what is under way and let go of the store."""
        await asyncio.to_thread(self._workers.close)
        await asyncio.to_thread(self._memory.close)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()


class AsyncScopedMemory(
    AsyncLifecycleVerbs,
    AsyncLessonVerbs,
    AsyncModelVerbs,
    AsyncPreferenceVerbs,
    AsyncSharingVerbs,
):
    """`ScopedMemory`, awaited. Made by `AsyncMemory.scope`."""

    def __init__(self, inner: ScopedMemory, workers: Workers) -> None:
        """Stand inside one wall."""
        super().__init__(inner, workers)
        self._inner: ScopedMemory = inner
        self.scope = inner.scope
        self.actor = inner.actor

    async def remember(
        self,
        messages: Given = (),
        *,
        facts: GivenFacts = (),
        session: str | None = None,
        agent: str | None = None,
        at: Moment | None = None,
        zone: str | None = None,
        idempotency_key: str | None = None,
    ) -> Remembered:
        """See `ScopedMemory.remember`."""
        return await self._workers.run(
            self._inner.remember,
            messages,
            facts=facts,
            session=session,
            agent=agent,
            at=at,
            zone=zone,
            idempotency_key=idempotency_key,
        )

    async def recall(
        self,
        query: str,
        *,
        limit: int | None = None,
        budget_tokens: int | None = None,
        as_of: Moment | None = None,
        known_at: Moment | None = None,
        kinds: Iterable[str | ItemKind] | None = None,
        session: str | None = None,
        agent: str | None = None,
        since: Moment | None = None,
        until: Moment | None = None,
        include_closed: bool = False,
        skip: int = 0,
    ) -> Recall:
        """See `ScopedMemory.recall`."""
        return await self._workers.run(
            self._inner.recall,
            query,
            limit=limit,
            budget_tokens=budget_tokens,
            as_of=as_of,
            known_at=known_at,
            kinds=kinds,
            session=session,
            agent=agent,
            since=since,
            until=until,
            include_closed=include_closed,
            skip=skip,
        )

    async def explain(
        self,
        query: str,
        item_id: str,
        *,
        limit: int | None = None,
        as_of: Moment | None = None,
        known_at: Moment | None = None,
        kinds: Iterable[str | ItemKind] | None = None,
        session: str | None = None,
        agent: str | None = None,
        since: Moment | None = None,
        until: Moment | None = None,
        include_closed: bool = False,
    ) -> Explanation:
        """See `ScopedMemory.explain`."""
        return await self._workers.run(
            self._inner.explain,
            query,
            item_id,
            limit=limit,
            as_of=as_of,
            known_at=known_at,
            kinds=kinds,
            session=session,
            agent=agent,
            since=since,
            until=until,
            include_closed=include_closed,
        )

    async def record_use(self, recall_id: str, item_ids: Iterable[str] | None = None) -> int:
        """See `ScopedMemory.record_use`."""
        return await self._workers.run(self._inner.record_use, recall_id, item_ids)

    async def item(self, item_id: str) -> Item:
        """See `ScopedMemory.item`."""
        return await self._workers.run(self._inner.item, item_id)

    async def facts(
        self,
        *,
        subject: str | None = None,
        slot: str | None = None,
        as_of: Moment | None = None,
        known_at: Moment | None = None,
        include_closed: bool = False,
        limit: int = 1000,
        skip: int = 0,
    ) -> Listing[Fact]:
        """See `ScopedMemory.facts`."""
        return await self._workers.run(
            self._inner.facts,
            subject=subject,
            slot=slot,
            as_of=as_of,
            known_at=known_at,
            include_closed=include_closed,
            limit=limit,
            skip=skip,
        )

    async def history(
        self,
        fact_id: str | None = None,
        *,
        slot: str | None = None,
        subject: str | None = None,
        limit: int = 1000,
        skip: int = 0,
    ) -> Listing[HistoryEntry]:
        """See `ScopedMemory.history`."""
        return await self._workers.run(
            self._inner.history, fact_id, slot=slot, subject=subject, limit=limit, skip=skip
        )

    async def reindex(self, *, progress: Callable[[int], None] | None = None) -> int:
        """See `ScopedMemory.reindex`; progress is called on a worker thread."""
        return await self._workers.run(self._inner.reindex, progress=progress)

    async def set_owner_secret(self, secret: str, *, current: str | None = None) -> None:
        """See `ScopedMemory.set_owner_secret`."""
        await self._workers.run(self._inner.set_owner_secret, secret, current=current)

    async def has_owner_secret(self) -> bool:
        """See `ScopedMemory.has_owner_secret`."""
        return await self._workers.run(self._inner.has_owner_secret)

    async def verify_owner_secret(self, secret: str) -> bool:
        """See `ScopedMemory.verify_owner_secret`."""
        return await self._workers.run(self._inner.verify_owner_secret, secret)
