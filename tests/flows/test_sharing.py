"""One person on several tenants: nothing is shared until he says so, twice and by name."""

from collections.abc import Callable

import pytest
from tests.support.clock import FrozenClock
from tests.support.crowds import people_buy, shop_of

from remanent import Actor, ActorKind, Memory, ScopedMemory, Surface
from remanent.errors import AccessError, InputError
from remanent.flows.door import Door

SECRET = "three green kettles"  # noqa: S105 - of a memory that lives for one test
WRONG = SECRET.upper()


@pytest.fixture
def sides(memory: Memory) -> tuple[ScopedMemory, ScopedMemory]:
    """Alice in the shop and in the app; her owner's secret is set."""
    shop = memory.scope(tenant="shop", user="alice")
    app = memory.scope(tenant="app", user="a-17")
    shop.set_owner_secret(SECRET)
    shop.observe([{"kind": "purchase", "attributes": ["pref:organic"]}] * 2)
    app.observe([{"kind": "play", "attributes": ["music:jazz"]}] * 4)
    app.observe([{"kind": "play", "attributes": ["health:yoga"]}] * 4)
    return shop, app


def link_both(shop: ScopedMemory, app: ScopedMemory) -> None:
    shop.link(app.scope, secret=SECRET)
    app.link(shop.scope, secret=SECRET)


def text(scope: ScopedMemory) -> str:
    return scope.card(surfaces=True).text


def test_two_scopes_are_one_person_once_both_say_so(
    sides: tuple[ScopedMemory, ScopedMemory],
) -> None:
    shop, app = sides
    assert not shop.link(app.scope, secret=SECRET)
    assert shop.surfaces() == (Surface(app.scope, is_agreed=False, sees=frozenset()),)
    assert app.surfaces() == ()
    assert app.link(shop.scope, secret=SECRET)
    assert shop.surfaces() == (Surface(app.scope, is_agreed=True, sees=frozenset()),)


def test_linked_surfaces_share_nothing_until_a_namespace_is_named(
    sides: tuple[ScopedMemory, ScopedMemory],
) -> None:
    shop, app = sides
    alone = shop.card()
    link_both(shop, app)
    assert shop.card(surfaces=True) == alone
    assert app.share(["music"], with_tenant="shop") == {"music"}
    assert text(shop) == "pref: organic 2*; music@app: jazz 1*"
    assert text(app) == app.card().text  # the shop shares nothing with the app
    assert shop.card() == alone


def test_lines_say_which_surface_they_are_from(sides: tuple[ScopedMemory, ScopedMemory]) -> None:
    shop, app = sides
    link_both(shop, app)
    app.share("music", with_tenant="shop")
    found = [(each.attribute, each.surface) for each in shop.card(surfaces=True).lines]
    assert found == [("pref:organic", None), ("music:jazz", "app")]


def test_what_is_sensitive_crosses_only_where_it_is_named(
    sides: tuple[ScopedMemory, ScopedMemory],
) -> None:
    shop, app = sides
    link_both(shop, app)
    app.share(["music", "Health:"], with_tenant="shop")
    assert "health@app: yoga" in text(shop)
    app.unshare(["health"])
    assert "yoga" not in text(shop)


def test_taking_back_works_at_once_and_from_either_side(
    sides: tuple[ScopedMemory, ScopedMemory],
) -> None:
    shop, app = sides
    link_both(shop, app)
    app.share(["music", "health"], with_tenant="shop")
    alone = shop.card().text
    assert app.unshare(with_tenant="shop")
    assert not app.unshare(with_tenant="shop")
    assert text(shop) == alone
    app.share(["music"], with_tenant="shop")
    assert shop.unlink(app.scope)
    assert not shop.unlink(app.scope)
    assert text(shop) == alone
    shop.link(app.scope, secret=SECRET)
    assert text(shop) != alone
    assert app.unlink(shop.scope)
    shop_again = app.link(shop.scope, secret=SECRET)
    assert shop_again
    assert text(shop) == alone  # what was shared over a link goes with it


def test_a_link_that_only_one_side_claims_reads_nothing(
    memory: Memory, sides: tuple[ScopedMemory, ScopedMemory]
) -> None:
    shop, app = sides
    link_both(shop, app)
    app.share(["music"], with_tenant="shop")
    mallory = memory.scope(tenant="shop", user="mallory")
    mallory.link(app.scope, secret=SECRET)
    assert text(mallory) == ""


def test_only_the_owner_with_the_secret_links_and_only_the_owner_shares(
    memory: Memory, sides: tuple[ScopedMemory, ScopedMemory]
) -> None:
    shop, app = sides
    with pytest.raises(AccessError, match="secret is wrong"):
        shop.link(app.scope, secret=WRONG)
    for kind in (ActorKind.AGENT, ActorKind.OPERATOR, ActorKind.SERVICE):
        agent = memory.scope(tenant="shop", user="alice", actor=Actor(kind))
        for call in (
            lambda agent=agent: agent.link(app.scope, secret=SECRET),
            lambda agent=agent: agent.unlink(app.scope),
            lambda agent=agent: agent.share(["music"], with_tenant="app"),
            lambda agent=agent: agent.unshare(),
        ):
            with pytest.raises(AccessError, match="Only the owner"):
                call()
    assert shop.surfaces() == ()


def test_without_a_secret_nobody_links(memory: Memory) -> None:
    shop = memory.scope(tenant="shop", user="alice")
    app = memory.scope(tenant="app", user="alice")
    with pytest.raises(AccessError, match="none is set"):
        shop.link(app.scope, secret=SECRET)


def test_what_cannot_be_linked_or_shared_is_refused(
    memory: Memory, sides: tuple[ScopedMemory, ScopedMemory]
) -> None:
    shop, app = sides
    same_tenant = memory.scope(tenant="shop", user="bob").scope
    team = memory.scope(tenant="app", space="team")
    for other in (same_tenant, team.scope, "app/alice"):
        with pytest.raises(InputError):
            shop.link(other, secret=SECRET)  # type: ignore[arg-type]
    with pytest.raises(InputError):
        team.link(shop.scope, secret=SECRET)
    with pytest.raises(InputError, match="No scope on the tenant 'app' is linked"):
        shop.share(["pref"], with_tenant="app")
    link_both(shop, app)
    for names in ([], ["pref:organic"], [""], [7], ["!pref"]):
        with pytest.raises(InputError):
            shop.share(names, with_tenant="app")  # type: ignore[arg-type]
    assert shop.surfaces()[0].sees == frozenset()


def test_a_pin_to_0_here_keeps_an_attribute_away_whatever_another_surface_says(
    sides: tuple[ScopedMemory, ScopedMemory],
) -> None:
    shop, app = sides
    link_both(shop, app)
    app.share(["music"], with_tenant="shop")
    shop.pin("music:jazz", 0)
    assert "jazz" not in text(shop)
    assert "jazz" in text(app)


def test_what_another_surface_knows_is_no_guess_here(memory: Memory) -> None:
    shop = shop_of(memory)
    people_buy(memory, 20, "tea", "oat-milk")
    shop.release_prior(100.0)
    here = memory.scope(tenant="shop", user="alice")
    there = memory.scope(tenant="app", user="alice")
    here.set_owner_secret(SECRET)
    there.observe([{"kind": "drink", "attributes": ["pref:coffee", "pref:organic"]}] * 4)
    link_both(here, there)
    assert text(here) == "guess: item:oat-milk pref:organic pref:tea"
    there.share(["pref"], with_tenant="shop")
    # Organic is known, and tea has a rival now.
    assert text(here) == "pref@app: coffee 2* organic 2*; guess: item:oat-milk"


def test_each_surface_is_read_by_a_view_of_its_own(
    sides: tuple[ScopedMemory, ScopedMemory], monkeypatch: pytest.MonkeyPatch
) -> None:
    shop, app = sides
    link_both(shop, app)
    app.share(["music"], with_tenant="shop")
    open_views: list[object] = []
    real = Door.read

    def watched(door: Door, scope: object, actor: object) -> object:
        open_views.append(scope)
        return real(door, scope, actor)  # type: ignore[arg-type]

    monkeypatch.setattr(Door, "read", watched)
    shop.card(surfaces=True)
    assert open_views.count(shop.scope) >= 1
    assert open_views.count(app.scope) == 1


def test_links_and_shares_are_on_the_record(
    memory: Memory, sides: tuple[ScopedMemory, ScopedMemory]
) -> None:
    shop, app = sides
    link_both(shop, app)
    shop.share(["pref"], with_tenant="app")
    shop.share(["pref"], with_tenant="app")  # says nothing new
    shop.unshare()
    with memory._door.read(shop.scope, shop.actor) as snapshot:
        actions = [each.action for each in snapshot.audit_tail(3)]
    assert actions == ["link", "share", "unshare"]


def test_links_hold_in_another_process(
    open_memory: Callable[..., Memory],
    sides: tuple[ScopedMemory, ScopedMemory],
    clock: FrozenClock,
) -> None:
    shop, app = sides
    link_both(shop, app)
    app.share(["music"], with_tenant="shop")
    clock.advance(seconds=1)
    assert text(open_memory().scope(tenant="shop", user="alice")) == text(shop)
