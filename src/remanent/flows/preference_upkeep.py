"""Examine preferences against their evidence, and fold those again that drifted from it."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from remanent.errors import CatalogError, StoreDamagedError
from remanent.flows.door import Applied, Door
from remanent.model.catalog import Catalog
from remanent.model.governance import OWNER
from remanent.model.preference import Preference
from remanent.model.scope import Scope, ScopeKind
from remanent.model.upkeep import Drift, Finding
from remanent.ports import Snapshot, Transaction
from remanent.preferences.agreement import Agreement, agreement
from remanent.preferences.learning import FOLDED_EVIDENCE, Rates, folded

SAMPLED: Final = 32
"""Preferences of a scope that are looked at where not all are."""
FOLDED_AT_ONCE: Final = 200

_MEND = "Run `remanent doctor --full --mend`."
_RESTORE = "Copy the store away, then restore a backup, or export what can be read."


def examine_preferences(
    door: Door,
    found: Sequence[Finding],
    scopes: Sequence[Scope],
    *,
    catalog_of: Callable[[str], Catalog],
    rates: Rates,
    is_full: bool = False,
    mends: bool = False,
) -> tuple[Finding, ...]:
    """Add to what is wrong with a store the preferences that are not as their evidence says.

    Args:
        found: what is wrong; where only a backup helps, nothing is added.
        is_full: look at every preference, not at some of each scope.
        mends: fold those again that drifted, and say what is wrong still. What there is no
            evidence of any more is left as it stands.
    """
    if not all(each.is_mendable for each in found):
        return tuple(found)
    added: list[Finding] = []
    for tenant in dict.fromkeys(scope.tenant for scope in scopes):
        own = [each for each in scopes if each.tenant == tenant]
        try:
            catalog = catalog_of(tenant)
        except (CatalogError, StoreDamagedError) as error:
            added.append(
                Finding(
                    Drift.PREFERENCES, None, 1, error.what, is_mendable=False, remedy=error.remedy
                )
            )
            continue
        for scope in own:
            if scope.kind is not ScopeKind.TENANT:
                if mends:
                    _mend(door, scope, catalog, rates, is_full=is_full)
                added += _findings(door, scope, rates, is_full=is_full)
    return (*found, *added)


def _findings(door: Door, scope: Scope, rates: Rates, *, is_full: bool) -> Iterator[Finding]:
    with door.read(scope, OWNER) as snapshot:
        compared = _compared(snapshot, _names(snapshot, is_full=is_full), rates)
    drifted, missing = (
        sum(each is kind for each in compared.values())
        for kind in (Agreement.DRIFTED, Agreement.MISSING)
    )
    if drifted:
        what = f"{drifted} preferences are not as their evidence gives them."
        yield Finding(Drift.PREFERENCES, scope, drifted, what, is_mendable=True, remedy=_MEND)
    if missing:
        what = f"{missing} preferences were learned from more than there is evidence of."
        yield Finding(Drift.PREFERENCES, scope, missing, what, is_mendable=False, remedy=_RESTORE)


def _mend(door: Door, scope: Scope, catalog: Catalog, rates: Rates, *, is_full: bool) -> None:
    """Fold what drifted, some at a time; nothing is written where nothing drifted."""

    def mended(transaction: Transaction, row: Preference) -> Preference:
        return folded(
            row,
            transaction.evidence(row.number, limit=FOLDED_EVIDENCE),
            half_life_days=catalog.namespace_of(row.attribute).half_life_days,
            rates=rates,
        )

    with door.read(scope, OWNER) as snapshot:
        drifted = _drifted(snapshot, _names(snapshot, is_full=is_full), rates)
        if drifted and not is_full:  # where some drifted, others may have
            drifted = _drifted(snapshot, _names(snapshot, is_full=True), rates)
    for start in range(0, len(drifted), FOLDED_AT_ONCE):
        part = drifted[start : start + FOLDED_AT_ONCE]

        def block(
            transaction: Transaction, _: object, names: Sequence[str] = part
        ) -> Applied[None]:
            still = transaction.preferences(_drifted(transaction, names, rates))
            transaction.write_preferences([mended(transaction, row) for row in still.values()])
            transaction.delete_preferences(())  # none; but what others have read is outdated
            return Applied(None, {"attributes": len(still)} if still else {})

        door.write(scope, OWNER, "mend_preferences", block)


def _names(snapshot: Snapshot, *, is_full: bool) -> list[str]:
    """Return the attributes to look at: every one, or some from the first to the last."""
    names = sorted(snapshot.preference_graph().by_attribute) if snapshot.state.exists else []
    if is_full or len(names) <= SAMPLED:
        return names
    step = (len(names) - 1) / (SAMPLED - 1)
    return [names[round(place * step)] for place in range(SAMPLED)]


def _compared(snapshot: Snapshot, names: Sequence[str], rates: Rates) -> dict[str, Agreement]:
    """Compare rows as they are stored, whatever is kept of them in memory."""
    return {
        name: agreement(row, snapshot.evidence(row.number, limit=FOLDED_EVIDENCE), rates=rates)
        for name, row in snapshot.preferences(names).items()
    }


def _drifted(snapshot: Snapshot, names: Sequence[str], rates: Rates) -> list[str]:
    compared = _compared(snapshot, names, rates)
    return [name for name, each in compared.items() if each is Agreement.DRIFTED]
