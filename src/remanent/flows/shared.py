"""What a tenant shares with its people's cards: read now and then, never drawn for a reader.

A card reads the person's own scope and, at most once a second, what the tenant has released; where
another tenant lends its association totals, those as well. So a release that was withdrawn or went
stale is out of every card within a second, wherever it was lent to.
"""

import threading
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from remanent.flows.catalog import tenant_scope
from remanent.flows.door import Door
from remanent.model.governance import OWNER
from remanent.model.prior import Policies, Prior, Shared
from remanent.ports import Snapshot
from remanent.preferences.prior_documents import read_policies, read_prior, read_totals

PRIOR: Final = "prior"
TOTALS: Final = "association totals"
LEDGER: Final = "prior ledger"
POLICIES: Final = "policies"
ADOPTED: Final = "adopted associations"

FRESH_FOR = timedelta(seconds=1)
MAX_KEPT = 1024


class _Kept(NamedTuple):
    at: datetime
    texts: tuple[str | None, ...]
    shared: Shared


class Shares:
    """What tenants share, each looked at again after a second: another process may release."""

    def __init__(self, door: Door) -> None:
        """Begin with none."""
        self._door = door
        self._kept: dict[str, _Kept] = {}
        self._lock = threading.Lock()

    def of(self, tenant: str) -> Shared:
        """Return what a card may read of others in a tenant."""
        now = self._door.clock.now()
        known = self._kept.get(tenant)
        if known is not None and abs(now - known.at) < FRESH_FOR:
            return known.shared
        texts = self._texts(tenant)
        is_same = known is not None and known.texts == texts
        shared = known.shared if known is not None and is_same else read_shared(texts)
        with self._lock:
            if len(self._kept) >= MAX_KEPT:
                self._kept.clear()
            self._kept[tenant] = _Kept(now, texts, shared)
        return shared

    def look_again(self) -> None:
        """Let go of what is kept: something was written, and others may have adopted it."""
        with self._lock:
            self._kept.clear()

    def _texts(self, tenant: str) -> tuple[str | None, ...]:
        with self._door.read(tenant_scope(tenant), OWNER) as snapshot:
            if not snapshot.state.exists:
                return (None,) * 6
            own = tuple(snapshot.document(name) for name in (POLICIES, PRIOR, TOTALS))
            lender = snapshot.document(ADOPTED)
        if lender is None:
            return (*own, None, None, None)
        with self._door.read(tenant_scope(lender), OWNER) as snapshot:
            return (*own, lender, *_lent(snapshot))


def _lent(snapshot: Snapshot) -> tuple[str | None, str | None]:
    if not snapshot.state.exists:
        return None, None
    return snapshot.document(POLICIES), snapshot.document(TOTALS)


def read_shared(texts: tuple[str | None, ...]) -> Shared:
    """Return what is shared, from the documents of a tenant and of the one that lends to it."""
    policies_kept, prior_kept, totals_kept, lender, lent_policies, lent_totals = texts
    policies = read_policies(policies_kept)
    if not policies.prior:
        return Shared(policies)
    prior = None if prior_kept is None else read_prior(prior_kept, totals_kept)
    lent = None
    if lent_totals is not None and _may_lend(read_policies(lent_policies)):
        lent = read_totals(lent_totals, lent_by=lender)
    return Shared(policies, _unless_stale(prior), _unless_stale(lent))


def _unless_stale(release: Prior | None) -> Prior | None:
    return None if release is None or release.is_stale else release


def _may_lend(policies: Policies) -> bool:
    return policies.prior and policies.lends_associations
