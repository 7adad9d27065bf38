"""The doctor and preferences: what is learned can be dropped and is made again from evidence."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.support.memories import memory, opened  # noqa: F401 - fixtures

from remanent import Memory
from remanent.model.upkeep import Drift

# ruff: noqa: F811 - fixtures are named as what they give


def shopper(memory: Memory, user: str = "alice") -> Any:
    alice = memory.scope(tenant="shop", user=user)
    for number in range(12):
        alice.observe(
            "purchase",
            attributes=["pref:organic", f"item:i{number % 5}"],
            context=["ctx:morning"],
            at=f"2026-01-{1 + number * 2:02}T08:00:00Z",
            values={"size": 40 + number % 3},
            salience=0.2,
        )
    alice.observe("purchase", attributes=["pref:late"], at="2026-01-20T08:00:00Z")
    alice.observe("purchase", attributes=["pref:late", "pref:organic"], at="2026-01-03T08:00:00Z")
    alice.observe("decline", attributes=["pref:upsells"], at="2026-01-04T08:00:00Z")
    alice.pin("pref:golf", 0)
    alice.pin("pref:organic", 9)
    alice.set_style(language="German")
    card = alice.card(at="2026-02-01T00:00:00Z")
    alice.record_outcome(card.id, 1.0)
    return alice


def run(memory: Memory, sql: str, *values: object) -> None:
    memory._store.database.write(lambda session: session.run(sql, values))


def rows(memory: Memory) -> list[tuple[Any, ...]]:
    with memory._store.database.read() as session:
        return session.rows(
            "SELECT attribute, weight, rebased_at, first_at, last_at, hits, contexts, provenance, "
            "uses, fades_at, paces, value FROM preferences ORDER BY scope, attribute"
        )


def test_what_was_learned_in_any_order_agrees_with_its_evidence(memory: Memory) -> None:
    shopper(memory)
    assert memory.doctor(full=True) == ()


def test_another_half_life_is_no_drift(memory: Memory) -> None:
    shopper(memory)
    memory.tenant("shop").set_catalog("[namespaces.pref]\nhalf_life = 2\n")
    memory.scope(tenant="shop", user="alice").observe("purchase", attributes=["pref:organic"])
    shopper(memory, "bob")
    assert memory.doctor(full=True) == ()


def test_evidence_of_an_alias_that_was_joined_agrees(memory: Memory) -> None:
    alice = shopper(memory)
    alice.observe("purchase", attributes=["pref:bio"], at="2026-01-05T08:00:00Z")
    memory.tenant("shop").set_catalog('[aliases]\n"pref:bio" = "pref:organic"\n')
    assert memory.doctor(full=True) == ()


def test_edges_that_are_kept_short_agree(memory: Memory) -> None:
    for number in range(40):
        memory.scope(tenant="shop", user=f"user{number}").observe(
            "purchase", attributes=["item:oat"], at="2026-01-05T08:00:00Z"
        )
    tenant = memory.tenant("shop")
    tenant.set_catalog('[items.oat]\nattributes = ["item:oat"]\n')
    tenant.release_prior(5.0)
    tenant.set_policy(deviations_only=True)
    tenant.store_deviations()
    assert memory.doctor(full=True) == ()


SPOILT = {
    "weight": "weight = 8.9",
    "weight of nothing": "weight = 0",
    "hits": "hits = 1",
    "uses": "uses = NULL",
    "paces": "paces = NULL",
    "last": "last_at = first_at",
    "provenance": "provenance = 'inferred'",
}


@pytest.mark.parametrize("change", SPOILT.values(), ids=SPOILT.keys())
def test_a_preference_that_drifted_is_found_and_mended(memory: Memory, change: str) -> None:
    alice = shopper(memory)
    before, card = rows(memory), alice.card(at="2026-02-01T00:00:00Z")
    run(memory, f"UPDATE preferences SET {change} WHERE attribute = ?", "item:i0")
    (found,) = memory.doctor()
    assert (found.kind, found.count, found.is_mendable) == (Drift.PREFERENCES, 1, True)
    assert memory.doctor(mend=True) == ()
    assert rows(memory) == before
    assert alice.card(at="2026-02-01T00:00:00Z") == card


def test_a_rebuild_makes_every_preference_again(memory: Memory) -> None:
    shopper(memory)
    before = rows(memory)
    run(memory, "UPDATE preferences SET weight = 0, uses = NULL, paces = NULL WHERE hits > 0")
    memory.rebuild()
    assert rows(memory) == before
    assert memory.doctor(full=True) == ()


@pytest.mark.parametrize(
    ("taken_over_after", "loss"),
    [
        (1, "DELETE FROM evidence WHERE number = 1"),
        (1000, "UPDATE events SET evidence = NULL WHERE kind = 'behaviour'"),
    ],
)
def test_a_preference_without_its_evidence_is_told_and_left_as_it_is(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, taken_over_after: int, loss: str
) -> None:
    """Evidence stands in its event's row until it is taken over by attribute."""
    monkeypatch.setattr("remanent.store.transaction.EVIDENCE_BEHIND", taken_over_after)
    shopper(memory)
    before = rows(memory)
    run(memory, loss)
    (found,) = memory.doctor(mend=True, full=True)
    assert (found.kind, found.is_mendable) == (Drift.PREFERENCES, False)
    assert rows(memory) == before


def test_a_sound_store_is_not_written_to(memory: Memory) -> None:
    shopper(memory)
    before = memory.stats()["audit"]
    assert memory.doctor(mend=True, full=True) == ()
    assert memory.stats()["audit"] == before


def test_a_catalog_that_cannot_be_read_any_more_is_told_by_the_doctor(memory: Memory) -> None:
    shopper(memory)
    memory.tenant("shop").set_catalog("[kinds.click]\nweight = 0.3\n")
    spoil_document(memory, "catalog", "[kinds.click\nweight = 9")
    (found,) = memory.doctor(full=True)
    assert (found.kind, found.is_mendable) == (Drift.PREFERENCES, False)
    assert "catalog" in found.what
    assert "catalog set" in found.remedy


def spoil_document(memory: Memory, name: str, text: str) -> None:
    run(memory, "UPDATE documents SET content = ? WHERE name = ?", text, name)
    memory._desk.catalogs.look_again("shop")


Verb = Callable[[Any], object]
VERBS: dict[str, Verb] = {
    "observe": lambda alice: alice.observe("purchase", attributes=["pref:tea"]),
    "card": lambda alice: alice.card(),
    "why": lambda alice: alice.why("pref:organic"),
}


@pytest.mark.parametrize("verb", VERBS.values(), ids=VERBS.keys())
@pytest.mark.parametrize("text", ["[kinds.click\nweight = 9", "[kinds.click]\nweight = 9", "\x01"])
def test_a_kept_catalog_that_no_longer_parses_is_named_with_the_remedy(
    memory: Memory, verb: Verb, text: str
) -> None:
    from remanent.errors import CatalogError

    alice = shopper(memory)
    memory.tenant("shop").set_catalog("[kinds.click]\nweight = 0.3\n")
    spoil_document(memory, "catalog", text)
    before = rows(memory)
    with pytest.raises(CatalogError, match=r"'shop' keeps cannot be used any more") as told:
        verb(alice)
    assert "remanent catalog set" in told.value.remedy
    assert rows(memory) == before
    memory.tenant("shop").set_catalog("[kinds.click]\nweight = 0.3\n")
    verb(alice)
