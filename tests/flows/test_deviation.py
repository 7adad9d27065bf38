"""A tenant may store edges only where people deviate from its release; nobody loses anything."""

from collections.abc import Callable

import pytest
from tests.support.clock import FrozenClock
from tests.support.crowds import people_buy, shop_of

from remanent import Actor, ActorKind, Memory, TenantMemory
from remanent.errors import AccessError
from remanent.flows.deviation import pinned_releases
from remanent.flows.release import mark_stale
from remanent.model.card import Card
from remanent.model.governance import OWNER
from remanent.model.preference import Preference
from remanent.model.scope import Scope


def rows_of(memory: Memory, scope: Scope) -> dict[str, Preference]:
    with memory._door.read(scope, OWNER) as snapshot:
        graph = snapshot.preference_graph()
    return {row.attribute: row for row in graph.rows if row is not None}


def short_of(memory: Memory, scope: Scope) -> set[str]:
    rows = rows_of(memory, scope).values()
    return {row.attribute for row in rows if row.hits and row.rebased_at is None}


def shortening(memory: Memory) -> tuple[TenantMemory, list[Scope]]:
    """A shop of 20 people who like oat milk alike; one likes tea far more than anybody."""
    shop = shop_of(memory)
    people = people_buy(memory, 20, "oat-milk", "tea", context=["ctx:morning"])
    fond = memory.scope(tenant="shop", user=people[0].name)
    fond.observe([{"kind": "purchase", "item": "tea", "quantity": 5}] * 20)
    shop.set_policy(deviations_only=True, deviation=0.5)
    shop.release_prior(100.0)
    return shop, people


def told(card: Card) -> dict[str, object]:
    """What a card says, give or take the distance that the policy allows."""
    return {each.attribute: pytest.approx(each.weight, abs=0.5) for each in card.lines}


def test_only_edges_that_deviate_are_stored_in_full(memory: Memory) -> None:
    shop, people = shortening(memory)
    assert shop.store_deviations() == 20 * 3 - 1
    assert short_of(memory, people[1]) == {"pref:organic", "item:oat-milk", "pref:tea"}
    assert short_of(memory, people[0]) == {"pref:organic", "item:oat-milk"}
    assert shop.store_deviations() == 0


def test_cards_and_ranks_read_alike_whether_edges_are_short_or_not(memory: Memory) -> None:
    shop, people = shortening(memory)
    persons = [memory.scope(tenant="shop", user=scope.name) for scope in people[:2]]
    cards = [each.card(context=["ctx:morning"]) for each in persons]
    ranks = [each.rank(["pref:tea", "pref:golf", "item:oat-milk"]) for each in persons]
    defaults = [{each.attribute for each in person.defaults()} for person in persons]
    shop.store_deviations()
    assert [told(each.card(context=["ctx:morning"])) for each in persons] == [
        {line.attribute: line.weight for line in card.lines} for card in cards
    ]
    for person, before, filled_in in zip(persons, ranks, defaults, strict=True):
        after = person.rank(["pref:tea", "pref:golf", "item:oat-milk"])
        scores = {each.candidate: each.score for each in before}
        assert {each.candidate: each.score for each in after} == pytest.approx(scores, abs=0.1)
        assert {each.attribute for each in person.defaults()} == filled_in


def test_a_short_edge_fades_as_it_would_have(memory: Memory, clock: FrozenClock) -> None:
    shop, people = shortening(memory)
    person = memory.scope(tenant="shop", user=people[1].name)
    clock.advance(days=200)
    full = {each.attribute: each.weight for each in person.card().lines}
    clock.advance(days=-200)
    shop.store_deviations()
    clock.advance(days=200)
    short = {each.attribute: each.weight for each in person.card().lines}
    assert short == pytest.approx(full, abs=0.5)
    assert short.keys() == full.keys()


def test_storing_in_full_again_gives_back_every_edge_to_the_last_bit(memory: Memory) -> None:
    shop, people = shortening(memory)
    before = {scope: rows_of(memory, scope) for scope in people}
    shop.store_deviations()
    assert {scope: rows_of(memory, scope) for scope in people} != before
    shop.set_policy(deviations_only=False)
    assert shop.store_deviations() == 20 * 3 - 1
    assert {scope: rows_of(memory, scope) for scope in people} == before
    assert pinned_releases(memory._door, "shop", OWNER) == ()


def test_the_next_event_restores_an_edge_from_the_persons_own_evidence(
    open_memory: Callable[..., Memory],
) -> None:
    memory, never = open_memory(), open_memory("never")
    shop, people = shortening(memory)
    shortening(never)
    shop.store_deviations()
    for each in (memory, never):
        each.scope(tenant="shop", user=people[1].name).observe("purchase", item="tea")

    def plain(rows: dict[str, Preference]) -> Preference:
        return rows["pref:tea"]._replace(changed_seq=0)

    assert plain(rows_of(memory, people[1])) == plain(rows_of(never, people[1]))
    assert short_of(memory, people[1]) == {"pref:organic", "item:oat-milk"}


def test_edges_rest_on_the_release_that_they_were_shortened_against(memory: Memory) -> None:
    shop, people = shortening(memory)
    first = shop.prior()
    assert first is not None
    shop.store_deviations()
    person = memory.scope(tenant="shop", user=people[1].name)
    weights = [(each.attribute, each.weight) for each in person.card().lines]
    people_buy(memory, 40, "tea", "tea", "tea", prefix="late")
    second = shop.release_prior(100.0)
    assert pinned_releases(memory._door, "shop", OWNER) == (first.id,)
    assert [(each.attribute, each.weight) for each in person.card().lines] == weights
    shop.store_deviations()
    assert pinned_releases(memory._door, "shop", OWNER) == (second.id,)


def test_a_release_is_made_of_what_people_showed_and_not_of_an_earlier_release(
    memory: Memory,
) -> None:
    shop, _ = shortening(memory)
    before = shop.release_prior(100.0)
    shop.store_deviations()
    again = shop.release_prior(100.0)
    assert (again.attributes, again.pairs) == (before.attributes, before.pairs)


def test_withdrawing_a_release_gives_every_edge_back(memory: Memory) -> None:
    shop, people = shortening(memory)
    before = rows_of(memory, people[1])
    shop.store_deviations()
    shop.withdraw_prior()
    assert rows_of(memory, people[1]) == before
    assert pinned_releases(memory._door, "shop", OWNER) == ()


def test_after_an_erasure_no_edge_rests_on_the_stale_release(memory: Memory) -> None:
    shop, people = shortening(memory)
    shop.store_deviations()
    mark_stale(memory._door, "shop", OWNER)
    again = shop.refresh_prior()
    assert again is not None
    assert pinned_releases(memory._door, "shop", OWNER) == (again.id,)
    mark_stale(memory._door, "shop", OWNER)
    shop.store_deviations()
    assert pinned_releases(memory._door, "shop", OWNER) == ()
    assert short_of(memory, people[1]) == set()


def test_an_interrupted_run_leaves_every_card_right_and_the_next_one_goes_on(
    memory: Memory,
) -> None:
    shop, people = shortening(memory)
    persons = [memory.scope(tenant="shop", user=each.name) for each in people]
    cards = [told(each.card()) for each in persons]

    def stop(done: int, _: int) -> None:
        if done == 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        shop.store_deviations(progress=stop)
    assert [bool(short_of(memory, each)) for each in people].count(True) == 7
    for person, card in zip(persons, cards, strict=True):
        assert {each.attribute: each.weight for each in person.card().lines} == card
    shop.store_deviations()
    assert all(short_of(memory, each) for each in people)


def test_another_process_that_has_read_a_scope_reads_it_anew_after_shortening(
    open_memory: Callable[..., Memory],
) -> None:
    one, other = open_memory(), open_memory()
    shop, people = shortening(one)
    assert short_of(other, people[1]) == set()
    shop.store_deviations()
    assert short_of(other, people[1]) == short_of(one, people[1])


def test_a_short_row_is_smaller(memory: Memory) -> None:
    shop, people = shortening(memory)
    before = rows_of(memory, people[1])["pref:tea"]
    shop.store_deviations()
    after = rows_of(memory, people[1])["pref:tea"]
    assert (after.uses, after.rebased_at) == ((), None)
    assert len(before.uses) == 3
    kept = before._replace(weight=0.0, rebased_at=None, uses=(), fades_at=after.fades_at)
    assert after == kept


def test_only_an_operator_decides_how_edges_are_stored(memory: Memory) -> None:
    with pytest.raises(AccessError, match="Only an operator"):
        memory.tenant("shop", actor=Actor(ActorKind.AGENT)).store_deviations()


def test_why_tells_a_shortened_edge_with_its_weight(memory: Memory) -> None:
    shop, people = shortening(memory)
    person = memory.scope(tenant="shop", user=people[1].name)
    before = person.why("item:oat-milk").weight
    shop.store_deviations()
    assert before > 1
    assert person.why("item:oat-milk").weight == pytest.approx(before, abs=0.5)
