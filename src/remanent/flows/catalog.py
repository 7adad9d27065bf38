"""A tenant's catalog: kept in the tenant's own scope, read now and then, applied to every event."""

import threading
from datetime import datetime, timedelta

from remanent.errors import AccessError
from remanent.flows.door import Applied, Door
from remanent.model.catalog import Catalog
from remanent.model.governance import OWNER, Actor, ActorKind
from remanent.model.scope import Scope, ScopeKind
from remanent.ports import Transaction
from remanent.preferences.catalog_file import read_catalog
from remanent.preferences.defaults import DEFAULT_CATALOG

TENANT_NAME = "tenant"
CATALOG = "catalog"
ITEMS = "catalog items"
FRESH_FOR = timedelta(seconds=1)
MAX_KEPT = 1024


def tenant_scope(tenant: str) -> Scope:
    """Return the reserved scope that holds what belongs to a tenant as a whole."""
    return Scope(tenant, ScopeKind.TENANT, TENANT_NAME)


class Catalogs:
    """The catalogs in use, each looked at again after a second: another process may change one."""

    def __init__(self, door: Door) -> None:
        """Begin with none."""
        self._door = door
        self._kept: dict[str, tuple[datetime, str, Catalog]] = {}
        self._lock = threading.Lock()

    def of(self, tenant: str) -> Catalog:
        """Return a tenant's catalog, or the default one."""
        now = self._door.clock.now()
        known = self._kept.get(tenant)
        if known is not None and abs(now - known[0]) < FRESH_FOR:
            return known[2]
        with self._door.read(tenant_scope(tenant), OWNER) as snapshot:
            text, items = "", None
            if snapshot.state.exists:
                text, items = snapshot.document(CATALOG) or "", snapshot.document(ITEMS)
        if known is not None and known[1] == text + (items or ""):
            catalog = known[2]
        else:
            catalog = read_catalog(text, items=items) if text else DEFAULT_CATALOG
        with self._lock:
            if len(self._kept) >= MAX_KEPT:
                self._kept.clear()
            self._kept[tenant] = (now, text + (items or ""), catalog)
        return catalog

    def set(self, tenant: str, actor: Actor, text: str, items: str | None) -> Catalog:
        """Check a catalog and keep it for a tenant.

        Raises:
            CatalogError: lists every problem with its line; nothing was changed.
            AccessError: only an operator, or the owner of an own file, may.
        """
        if actor.kind not in {ActorKind.OWNER, ActorKind.OPERATOR}:
            raise AccessError("Only an operator sets a tenant's catalog.")
        catalog = read_catalog(text, items=items)

        def block(transaction: Transaction, now: datetime) -> Applied[None]:
            transaction.keep_document(CATALOG, text, now)
            if items is None:
                transaction.delete_document(ITEMS)
            else:
                transaction.keep_document(ITEMS, items, now)
            return Applied(None, {"kinds": len(catalog.kinds), "items": len(catalog.items)})

        self._door.write(tenant_scope(tenant), actor, "set_catalog", block)
        with self._lock:
            self._kept.pop(tenant, None)
        return catalog
