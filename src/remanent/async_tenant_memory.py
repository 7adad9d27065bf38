"""A tenant's verbs, awaited: each runs on the memory's worker threads."""

from collections.abc import Mapping

from remanent.async_learning_verbs import AsyncLearningVerbs
from remanent.flows.unmapped import UnmappedTotal
from remanent.model.catalog import Catalog
from remanent.model.prior import Policies, Prior, PriorLedger
from remanent.model.retention import RetentionPlan
from remanent.tenant_memory import Progress, TenantMemory, TextOrPath
from remanent.workers import Workers


class AsyncTenantMemory(AsyncLearningVerbs):
    """`TenantMemory`, awaited. Made by `AsyncMemory.tenant`; progress is called on a worker."""

    def __init__(self, inner: TenantMemory, workers: Workers) -> None:
        """Stand before a tenant."""
        self._inner = inner
        self._learning = inner
        self._workers = workers
        self.tenant = inner.tenant
        self.actor = inner.actor

    async def set_catalog(self, catalog: TextOrPath, *, items: TextOrPath | None = None) -> Catalog:
        """See `TenantMemory.set_catalog`."""
        return await self._workers.run(self._inner.set_catalog, catalog, items=items)

    async def set_slot(
        self, slot: str, *, single_valued: bool, progress: Progress | None = None
    ) -> int:
        """See `TenantMemory.set_slot`."""
        return await self._workers.run(
            self._inner.set_slot, slot, single_valued=single_valued, progress=progress
        )

    async def set_retention(
        self, plan: str | RetentionPlan | Mapping[str, object], *, progress: Progress | None = None
    ) -> int:
        """See `TenantMemory.set_retention`."""
        return await self._workers.run(self._inner.set_retention, plan, progress=progress)

    async def retention_plan(self) -> RetentionPlan:
        """See `TenantMemory.retention_plan`."""
        return await self._workers.run(self._inner.retention_plan)

    async def slots(self) -> dict[str, bool]:
        """See `TenantMemory.slots`."""
        return await self._workers.run(self._inner.slots)

    async def catalog(self) -> Catalog:
        """See `TenantMemory.catalog`."""
        return await self._workers.run(self._inner.catalog)

    async def unmapped(
        self, limit: int = 100, *, progress: Progress | None = None
    ) -> tuple[UnmappedTotal, ...]:
        """See `TenantMemory.unmapped`."""
        return await self._workers.run(self._inner.unmapped, limit, progress=progress)

    async def release_prior(
        self, epsilon: float, *, delta: float | None = None, progress: Progress | None = None
    ) -> Prior:
        """See `TenantMemory.release_prior`."""
        return await self._workers.run(
            self._inner.release_prior, epsilon, delta=delta, progress=progress
        )

    async def refresh_prior(self, *, progress: Progress | None = None) -> Prior | None:
        """See `TenantMemory.refresh_prior`."""
        return await self._workers.run(self._inner.refresh_prior, progress=progress)

    async def prior(self) -> Prior | None:
        """See `TenantMemory.prior`."""
        return await self._workers.run(self._inner.prior)

    async def prior_ledger(self) -> PriorLedger:
        """See `TenantMemory.prior_ledger`."""
        return await self._workers.run(self._inner.prior_ledger)

    async def withdraw_prior(self) -> bool:
        """See `TenantMemory.withdraw_prior`."""
        return await self._workers.run(self._inner.withdraw_prior)

    async def store_deviations(self, *, progress: Progress | None = None) -> int:
        """See `TenantMemory.store_deviations`."""
        return await self._workers.run(self._inner.store_deviations, progress=progress)

    async def policy(self) -> Policies:
        """See `TenantMemory.policy`."""
        return await self._workers.run(self._inner.policy)

    async def set_policy(
        self,
        *,
        prior: bool | None = None,
        epsilon_cap: float | None = None,
        k: int | None = None,
        attributes_a_user: int | None = None,
        pairs_a_user: int | None = None,
        lends_associations: bool | None = None,
        deviations_only: bool | None = None,
        deviation: float | None = None,
    ) -> Policies:
        """See `TenantMemory.set_policy`."""
        return await self._workers.run(
            self._inner.set_policy,
            prior=prior,
            epsilon_cap=epsilon_cap,
            k=k,
            attributes_a_user=attributes_a_user,
            pairs_a_user=pairs_a_user,
            lends_associations=lends_associations,
            deviations_only=deviations_only,
            deviation=deviation,
        )

    async def adopt_associations(self, from_tenant: str | None) -> None:
        """See `TenantMemory.adopt_associations`."""
        await self._workers.run(self._inner.adopt_associations, from_tenant)
