"""The sharing verbs, awaited: each runs on the memory's worker threads."""

from collections.abc import Iterable

from remanent.model.prior import Surface
from remanent.model.scope import Scope
from remanent.sharing_verbs import SharingVerbs
from remanent.workers import Workers


class AsyncSharingVerbs:
    """Nothing is shared until both sides are linked and a namespace is named."""

    _inner: SharingVerbs
    _workers: Workers

    async def link(self, other: Scope, *, secret: str) -> bool:
        """See `ScopedMemory.link`."""
        return await self._workers.run(self._inner.link, other, secret=secret)

    async def unlink(self, other: Scope) -> bool:
        """See `ScopedMemory.unlink`."""
        return await self._workers.run(self._inner.unlink, other)

    async def share(self, namespaces: Iterable[str], *, with_tenant: str) -> frozenset[str]:
        """See `ScopedMemory.share`."""
        return await self._workers.run(self._inner.share, namespaces, with_tenant=with_tenant)

    async def unshare(
        self, namespaces: Iterable[str] | None = None, *, with_tenant: str | None = None
    ) -> bool:
        """See `ScopedMemory.unshare`."""
        return await self._workers.run(self._inner.unshare, namespaces, with_tenant=with_tenant)

    async def surfaces(self) -> tuple[Surface, ...]:
        """See `ScopedMemory.surfaces`."""
        return await self._workers.run(self._inner.surfaces)
