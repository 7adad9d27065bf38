"""A tenant's catalog: kept in the tenant's own scope, read now and then, applied to every event."""

import threading
from datetime import datetime, timedelta
from typing import NamedTuple

from remanent.errors import AccessError, CatalogError
from remanent.flows.door import Applied, Door
from remanent.model.catalog import Catalog
from remanent.model.governance import OWNER, Actor, ActorKind
from remanent.model.scope import Scope, ScopeKind
from remanent.model.tuning import Tuning
from remanent.ports import Transaction
from remanent.preferences.defaults import DEFAULT_CATALOG
from remanent.preferences.learning_documents import read_decisions, read_tuning
from remanent.preferences.tuned import with_half_lives
from remanent.quoting import shown

TENANT_NAME = "tenant"
CATALOG = "catalog"
ITEMS = "catalog items"
VOCABULARY = "vocabulary"
TUNING = "tuning"
FRESH_FOR = timedelta(seconds=1)
MAX_KEPT = 1024


def tenant_scope(tenant: str) -> Scope:
    """Return the reserved scope that holds what belongs to a tenant as a whole."""
    return Scope(tenant, ScopeKind.TENANT, TENANT_NAME)


class _Kept(NamedTuple):
    at: datetime
    texts: tuple[str | None, ...]
    catalog: Catalog
    tuning: Tuning


class Catalogs:
    """The catalogs in use, each looked at again after a second: another process may change one.

    What is in force is the catalog that was set, with what an operator accepted of the vocabulary
    and what was fitted and applied.
    """

    def __init__(self, door: Door) -> None:
        """Begin with none."""
        self._door = door
        self._kept: dict[str, _Kept] = {}
        self._lock = threading.Lock()

    def of(self, tenant: str) -> Catalog:
        """Return a tenant's catalog, or the default one."""
        return self._look(tenant).catalog

    def tuning_of(self, tenant: str) -> Tuning:
        """Return what was fitted and applied for a tenant."""
        return self._look(tenant).tuning

    def look_again(self, tenant: str) -> None:
        """Let go of what is kept of a tenant: something was written."""
        with self._lock:
            self._kept.pop(tenant, None)

    def _look(self, tenant: str) -> _Kept:
        now = self._door.clock.now()
        known = self._kept.get(tenant)
        if known is not None and abs(now - known.at) < FRESH_FOR:
            return known
        with self._door.read(tenant_scope(tenant), OWNER) as snapshot:
            texts = tuple(snapshot.document(name) if snapshot.state.exists else None
                          for name in (CATALOG, ITEMS, VOCABULARY, TUNING))  # fmt: skip
        if known is not None and known.texts == texts:
            kept = known._replace(at=now)
        else:
            tuning = read_tuning(texts[3])
            kept = _Kept(now, texts, _in_force(tenant, texts, tuning), tuning)
        with self._lock:
            if len(self._kept) >= MAX_KEPT:
                self._kept.clear()
            self._kept[tenant] = kept
        return kept

    def set(self, tenant: str, actor: Actor, text: str, items: str | None) -> Catalog:
        """Check a catalog and keep it for a tenant.

        Raises:
            CatalogError: lists every problem with its line; nothing was changed.
            AccessError: only an operator, or the owner of an own file, may.
        """
        if actor.kind not in {ActorKind.OWNER, ActorKind.OPERATOR}:
            raise AccessError("Only an operator sets a tenant's catalog.")
        catalog = _read(text, items)

        def block(transaction: Transaction, now: datetime) -> Applied[None]:
            transaction.keep_document(CATALOG, text, now)
            if items is None:
                transaction.delete_document(ITEMS)
            else:
                transaction.keep_document(ITEMS, items, now)
            return Applied(None, {"kinds": len(catalog.kinds), "items": len(catalog.items)})

        self._door.write(tenant_scope(tenant), actor, "set_catalog", block)
        self.look_again(tenant)
        return self.of(tenant)


def _in_force(tenant: str, texts: tuple[str | None, ...], tuning: Tuning) -> Catalog:
    text, items, decided, _ = texts
    try:
        catalog = _read(text, items) if text else DEFAULT_CATALOG
    except CatalogError as error:
        raise CatalogError(
            f"The catalog that the tenant {shown(tenant)} keeps cannot be used any more: "
            f"{error.what}",
            remedy="Set it again, mended, with `remanent catalog set`; nothing else is lost.",
            problems=error.problems,
        ) from error
    if decided is not None:
        from remanent.preferences.vocabulary import accepted  # noqa: PLC0415 - seldom needed

        decisions = read_decisions(decided)
        catalog = accepted(catalog, decisions.accepted, rejected=decisions.rejected_ids)
    return with_half_lives(catalog, tuning.half_lives)


def _read(text: str, items: str | None) -> Catalog:
    from remanent.preferences.catalog_file import read_catalog  # noqa: PLC0415 - where one was set

    return read_catalog(text, items=items)
