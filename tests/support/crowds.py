"""A shop with many people in it, and how one of them is erased."""

from collections.abc import Sequence

from tests.support.noise import KnownNoise

from remanent import Memory, TenantMemory
from remanent.model.scope import Scope
from remanent.store.engine import Session
from remanent.store.tables import registry

SHOP = """
[catalog]
name = "Shop"
[items.oat-milk]
attributes = ["pref:organic", "item:oat-milk"]
[items.espresso]
attributes = ["pref:coffee"]
[items.tea]
attributes = ["pref:tea"]
[items.pills]
attributes = ["health:migraine"]
[[context]]
attribute = "ctx:morning"
hours = "6-11"
[namespaces.health]
sensitive = true
[[groups]]
name = "hot drinks"
rule = "exclusive"
members = ["pref:coffee", "pref:tea"]
"""


def shop_of(memory: Memory, noise: KnownNoise | None = None, tenant: str = "shop") -> TenantMemory:
    """Return a tenant with a catalog, room in its budget, and noise that is known.

    Without noise a count must still stand above a threshold: at epsilon 100 by 2.6.
    """
    shop = memory.tenant(tenant)
    shop.set_catalog(SHOP)
    shop.set_policy(epsilon_cap=1000)
    drawn = KnownNoise() if noise is None else noise
    shop._noise = lambda: drawn
    return shop


def people_buy(
    memory: Memory,
    count: int,
    *items: str,
    tenant: str = "shop",
    prefix: str = "person",
    context: Sequence[str] = (),
) -> list[Scope]:
    """Let so many people buy each of some items three times; return their scopes."""
    scopes = []
    for number in range(count):
        person = memory.scope(tenant=tenant, user=f"{prefix} {number}")
        for item in items:
            person.observe([{"kind": "purchase", "item": item, "context": context}] * 3)
        scopes.append(person.scope)
    return scopes


TABLES = (
    "lessons", "lesson_terms", "lesson_vectors", "sightings", "credits",
    "audit", "requests", "suggestions", "gated", "ledger", "work", "documents", "unmapped",
    "evidence", "preferences", "vectors", "segments",
    "links", "marks", "changes", "facts", "events", "scope_state", "scopes",
)  # fmt: skip


def erase(memory: Memory, scope: Scope) -> None:
    """Delete every row of a scope; the memory must be opened again to forget what it had read."""

    def run(session: Session) -> None:
        found = registry.find_scope(session, scope)
        assert found is not None, "only what is there is erased"
        for table in TABLES:
            session.run(f"DELETE FROM {table} WHERE scope = ?", (found[0],))

    memory._store.database.write(run)
