"""What an operator sees and sets for a tenant."""

from pathlib import Path

import pytest
from tests.support.crowds import SHOP, people_buy

from remanent import AsyncMemory, Memory, UnmappedTotal
from remanent.errors import CatalogError, InputError, ScopeError


def test_a_catalog_is_set_from_text_or_from_a_file_with_the_items_beside_it(
    memory: Memory, tmp_path: Path
) -> None:
    shop = memory.tenant("shop")
    assert shop.catalog().name == "default"
    assert shop.set_catalog(SHOP).name == shop.catalog().name == "Shop"
    (tmp_path / "items.csv").write_text("item,attributes\nrye,pref:bread;item:rye\n")
    (tmp_path / "shop.toml").write_text('[catalog]\nname = "Bakery"\nitems_file = "items.csv"\n')
    assert list(shop.set_catalog(tmp_path / "shop.toml").items) == ["rye"]
    assert shop.catalog().name == "Bakery"
    assert shop.set_catalog(str(tmp_path / "shop.toml")).name == "Bakery"
    text = (tmp_path / "shop.toml").read_text()
    assert list(shop.set_catalog(text, items="item,attributes\nbun,pref:bread\n").items) == ["bun"]


def test_a_catalog_that_cannot_be_used_leaves_the_one_in_force(
    memory: Memory, tmp_path: Path
) -> None:
    shop = memory.tenant("shop")
    shop.set_catalog(SHOP)
    with pytest.raises(CatalogError):
        shop.set_catalog("[kinds.purchase]\nweight = 7\n")
    with pytest.raises(InputError, match="cannot be read"):
        shop.set_catalog(tmp_path / "nowhere.toml")
    (tmp_path / "odd.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="cannot be read"):
        shop.set_catalog(tmp_path / "odd.toml")
    assert shop.catalog().name == "Shop"


def test_what_was_not_mapped_is_summed_over_all_scopes(memory: Memory) -> None:
    shop = memory.tenant("shop")
    shop.set_catalog(SHOP)
    people_buy(memory, 3, "snorkel")
    people_buy(memory, 1, "kite", prefix="other")
    people_buy(memory, 5, "snorkel", tenant="app")
    seen: list[tuple[int, int]] = []
    found = shop.unmapped(progress=lambda done, total: seen.append((done, total)))
    assert found == (
        UnmappedTotal("item:snorkel", "item", events=9, scopes=3),
        UnmappedTotal("item:kite", "item", events=3, scopes=1),
    )
    assert seen[-1] == (5, 5)  # four people, and the tenant's own scope
    assert shop.unmapped(1) == found[:1]


def test_a_tenant_needs_a_name(memory: Memory) -> None:
    with pytest.raises(ScopeError):
        memory.tenant("")


@pytest.mark.parametrize("text", ["", "  "])
def test_an_empty_catalog_is_text_and_not_a_path(memory: Memory, text: str) -> None:
    memory.tenant("shop").set_catalog(SHOP)
    assert memory.tenant("shop").set_catalog(text).items == {}


async def use(path: Path) -> tuple[str, int, object]:
    async with AsyncMemory(path) as memory:
        shop = memory.tenant("shop")
        await shop.set_catalog(SHOP)
        await memory.scope(tenant="shop", user="alice").observe("purchase", item="kite")
        await shop.set_policy(k=7)
        policy = await shop.policy()
        return (await shop.catalog()).name, policy.k, await shop.prior()


def test_the_awaited_face_does_the_same(tmp_path: Path) -> None:
    import asyncio

    assert asyncio.run(use(tmp_path / "memory.db")) == ("Shop", 7, None)
