"""A tenant's average user: released by an operator, read by everybody, drawn for nobody."""

from collections.abc import Callable

import pytest
from tests.support.clock import FrozenClock
from tests.support.crowds import SHOP, erase, people_buy, shop_of
from tests.support.noise import KnownNoise

from remanent import Actor, ActorKind, Memory, Prior, PriorLedger
from remanent.errors import AccessError, InputError, MissingExtraError
from remanent.flows.catalog import tenant_scope
from remanent.flows.release import mark_stale
from remanent.flows.shared import LEDGER, PRIOR, TOTALS
from remanent.model.governance import OWNER

OPERATOR = Actor(ActorKind.OPERATOR)
AGENT = Actor(ActorKind.AGENT)


def names(prior: Prior | None) -> list[str]:
    return [] if prior is None else sorted(each.attribute for each in prior.attributes)


def test_what_six_hold_is_released_and_what_five_hold_is_not_whatever_the_noise(
    memory: Memory,
) -> None:
    shop = shop_of(memory, KnownNoise(1000.0))
    people_buy(memory, 6, "oat-milk")
    people_buy(memory, 5, "espresso", prefix="other")
    assert names(shop.release_prior(1.0)) == ["item:oat-milk", "pref:organic"]


def test_with_too_much_noise_for_the_count_nothing_is_released(memory: Memory) -> None:
    shop = shop_of(memory)
    people_buy(memory, 20, "oat-milk")
    assert names(shop.release_prior(1.0, delta=1e-6)) == []
    assert names(shop.release_prior(100.0)) == ["item:oat-milk", "pref:organic"]


def test_averages_are_over_all_people_and_over_those_who_hold_it(memory: Memory) -> None:
    shop = shop_of(memory)
    people_buy(memory, 10, "oat-milk")
    people_buy(memory, 30, "espresso", prefix="other")
    prior = shop.release_prior(100.0)
    organic = prior.of("pref:organic")
    assert organic is not None
    weight = memory.scope(tenant="shop", user="person 0").card().lines[0].weight
    assert (prior.users, organic.holders) == (40, 10)
    assert organic.holder_average == pytest.approx(weight, abs=1e-4)
    assert organic.average == pytest.approx(weight / 4, abs=1e-4)


def test_one_draw_covers_everything_with_the_sensitivity_of_one_person(memory: Memory) -> None:
    noise = KnownNoise()
    shop = shop_of(memory, noise)
    people_buy(memory, 8, "oat-milk", context=["ctx:morning"])
    shop.release_prior(2.0)
    ((values, sensitivity, epsilon),) = noise.draws
    assert (sensitivity, epsilon) == (2 * 5 + 2 * 3 + 1, 2.0)
    assert values[0] == 8
    assert len(values) == 1 + 2 * (2 + 3)  # two attributes, and the three pairs of three


def test_what_is_sensitive_or_no_name_of_the_catalog_is_never_released(memory: Memory) -> None:
    shop = shop_of(memory)
    for scope in people_buy(memory, 40, "pills", "oat-milk"):
        person = memory.scope(tenant="shop", user=scope.name)
        person.observe([{"kind": "purchase", "attributes": ["pref:rare"]}] * 3)
        person.observe([{"kind": "decline", "attributes": ["pref:upsells"]}] * 3)
        person.set_style(language="German")
    assert names(shop.release_prior(100.0)) == ["item:oat-milk", "pref:organic"]
    with_delta = shop.release_prior(100.0, delta=1e-5)
    assert names(with_delta) == ["item:oat-milk", "pref:organic", "pref:rare"]
    assert with_delta.delta == 1e-5


def test_spaces_and_other_tenants_are_no_people_of_this_one(memory: Memory) -> None:
    shop = shop_of(memory)
    people_buy(memory, 10, "oat-milk", tenant="app")
    team = memory.scope(tenant="shop", space="team")
    team.observe("purchase", item="oat-milk")
    people_buy(memory, 9, "espresso")
    prior = shop.release_prior(100.0)
    assert (prior.users, names(prior)) == (9, ["pref:coffee"])


def test_a_release_is_what_everybody_reads_until_the_next_one(memory: Memory) -> None:
    noise = KnownNoise(3.0)
    shop = shop_of(memory, noise)
    people_buy(memory, 20, "oat-milk")
    released = shop.release_prior(100.0)
    assert all(shop.prior() == released for _ in range(20))
    noise.added = 4.0
    again = shop.release_prior(100.0)
    assert shop.prior() == again != released
    assert len(noise.draws) == 2


def test_what_is_spent_adds_up_and_a_release_beyond_the_cap_is_refused(memory: Memory) -> None:
    noise = KnownNoise()
    shop = shop_of(memory, noise)
    people_buy(memory, 7, "oat-milk")
    shop.set_policy(epsilon_cap=1.0)
    for _ in range(4):
        shop.release_prior(0.25)
    before = shop.prior()
    with pytest.raises(InputError, match=r"beyond this tenant's cap of 1: 1 is spent, 0 is left"):
        shop.release_prior(0.25)
    assert shop.prior() == before
    assert len(noise.draws) == 4
    ledger = shop.prior_ledger()
    assert ledger == PriorLedger(
        spent_epsilon=1.0,
        spent_delta=0.0,
        releases=4,
        scopes=7,
    )
    shop.withdraw_prior()
    assert shop.prior_ledger() == ledger


@pytest.mark.parametrize("epsilon", [0, -1, float("nan"), float("inf"), 101, True, "1", None])
def test_an_epsilon_that_is_no_number_above_zero_is_refused(
    memory: Memory, epsilon: object
) -> None:
    with pytest.raises(InputError, match="epsilon is"):
        shop_of(memory).release_prior(epsilon)  # type: ignore[arg-type]


def test_only_an_operator_releases_withdraws_and_decides(memory: Memory) -> None:
    shop_of(memory)
    agent = memory.tenant("shop", actor=AGENT)
    for call in (
        lambda: agent.release_prior(1.0),
        agent.withdraw_prior,
        lambda: agent.set_policy(prior=False),
        lambda: agent.adopt_associations("app"),
        lambda: agent.set_catalog(SHOP),
        agent.unmapped,
    ):
        with pytest.raises(AccessError, match="Only an operator"):
            call()
    memory.tenant("shop", actor=OPERATOR).set_policy(k=6)
    assert memory.tenant("shop").policy().k == 6


def test_without_the_extra_nothing_is_read_and_the_remedy_is_named(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> KnownNoise:
        raise MissingExtraError("No.", remedy='Install it with `pip install "remanent[privacy]"`.')

    shop = shop_of(memory)
    monkeypatch.setattr(shop, "_noise", missing)
    done: list[int] = []
    people_buy(memory, 3, "tea")
    with pytest.raises(MissingExtraError, match=r"remanent\[privacy\]"):
        shop.release_prior(1.0, progress=lambda count, _: done.append(count))
    assert done == []


def test_an_interrupted_release_spends_nothing_and_changes_nothing(memory: Memory) -> None:
    shop = shop_of(memory)
    people_buy(memory, 7, "oat-milk")
    before = shop.release_prior(100.0)
    seen: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> None:
        seen.append((done, total))
        if done == 3:
            raise KeyboardInterrupt

    ledger = shop.prior_ledger()
    with pytest.raises(KeyboardInterrupt):
        shop.release_prior(100.0, progress=stop)
    assert seen == [(1, 7), (2, 7), (3, 7)]
    assert (shop.prior(), shop.prior_ledger()) == (before, ledger)


def test_release_and_ledger_land_in_one_audited_transaction(memory: Memory) -> None:
    shop = shop_of(memory)
    people_buy(memory, 9, "oat-milk")
    shop.release_prior(100.0)
    with memory._door.read(tenant_scope("shop"), OWNER) as snapshot:
        (entry,) = snapshot.audit_tail(1)
        assert all(snapshot.document(name) for name in (PRIOR, TOTALS, LEDGER))
    assert entry.action == "release_prior"
    assert dict(entry.counts) == {"attributes": 2, "pairs": 3, "releases": 1}


def test_a_newcomer_sees_guesses_and_the_release_is_named(memory: Memory) -> None:
    shop = shop_of(memory)
    people_buy(memory, 20, "oat-milk", "espresso")
    prior = shop.release_prior(100.0)
    card = memory.scope(tenant="shop", user="newcomer").card()
    assert card.text == "guess: item:oat-milk pref:coffee pref:organic"
    assert [each.attribute for each in card.guesses] == [
        "item:oat-milk", "pref:coffee", "pref:organic"
    ]  # fmt: skip
    assert (card.lines, card.release) == ((), prior.id)


def test_own_evidence_stands_before_guesses_and_rules_out_those_it_speaks_of(
    memory: Memory,
) -> None:
    shop = shop_of(memory)
    people_buy(memory, 20, "oat-milk", "espresso")
    shop.release_prior(100.0)
    newcomer = memory.scope(tenant="shop", user="newcomer")
    newcomer.observe("purchase", item="tea")
    newcomer.observe("decline", attributes=["pref:organic"], quantity=2)
    newcomer.observe("decline", attributes=["pref:organic"], quantity=2)
    card = newcomer.card()
    assert card.text == "pref: tea 1?; !pref: organic 1*; guess: item:oat-milk"
    assert newcomer.defaults() == ()


def test_a_person_who_fills_his_card_himself_reads_nothing_of_others(memory: Memory) -> None:
    shop = shop_of(memory)
    people_buy(memory, 20, "oat-milk", "espresso")
    shop.release_prior(100.0)
    newcomer = memory.scope(tenant="shop", user="newcomer")
    for number in range(3):
        newcomer.observe("purchase", attributes=[f"pref:own {number}"])
    assert len(newcomer.card(limit=4).guesses) == 1
    card = newcomer.card(limit=3)
    assert (card.guesses, card.release) == ((), None)


def test_what_goes_together_for_others_orders_a_newcomers_card_in_a_context(
    memory: Memory,
) -> None:
    shop = shop_of(memory)
    people_buy(memory, 20, "oat-milk", context=["ctx:morning"])
    newcomer = memory.scope(tenant="shop", user="newcomer")
    newcomer.observe("purchase", item="oat-milk")
    newcomer.observe("purchase", attributes=["pref:golf"], quantity=2)

    def order() -> tuple[list[str], str | None]:
        card = newcomer.card(context=["ctx:morning"])
        return [each.attribute for each in card.lines], card.release

    assert order() == (["pref:golf", "item:oat-milk", "pref:organic"], None)
    prior = shop.release_prior(100.0)
    assert order() == (["item:oat-milk", "pref:organic", "pref:golf"], prior.id)


def test_with_sharing_off_a_card_has_the_same_bytes_whatever_other_scopes_hold(
    memory: Memory, clock: FrozenClock
) -> None:
    shop = shop_of(memory)
    alice = memory.scope(tenant="shop", user="alice")
    alice.observe("purchase", item="tea", context=["ctx:morning"])
    before = alice.card(context=["ctx:morning"])
    people_buy(memory, 20, "oat-milk", "espresso", context=["ctx:morning"])
    shop.release_prior(100.0)
    shop.set_policy(prior=False)
    assert alice.card(context=["ctx:morning"]) == before
    with pytest.raises(InputError, match="switched off"):
        shop.release_prior(1.0)
    shop.set_policy(prior=True)
    assert alice.card(context=["ctx:morning"]) != before
    shop.withdraw_prior()
    clock.advance(seconds=2)
    assert alice.card(context=["ctx:morning"]) == before


def test_another_process_sees_a_release_within_a_second(
    open_memory: Callable[..., Memory], clock: FrozenClock
) -> None:
    one, other = open_memory(), open_memory()
    shop = shop_of(one)
    people_buy(one, 20, "oat-milk")
    newcomer = other.scope(tenant="shop", user="newcomer")
    assert newcomer.card().text == ""
    shop.release_prior(100.0)
    clock.advance(seconds=1)
    assert newcomer.card().text == "guess: item:oat-milk pref:organic"


def test_after_an_erasure_nobody_reads_the_release_until_it_is_made_again(
    open_memory: Callable[..., Memory], clock: FrozenClock
) -> None:
    memory = open_memory()
    shop = shop_of(memory)
    scopes = people_buy(memory, 21, "oat-milk")
    newcomer = memory.scope(tenant="shop", user="newcomer")
    released = shop.release_prior(100.0)
    erase(memory, scopes[4])
    assert mark_stale(memory._door, "shop", OWNER)
    clock.advance(seconds=1)
    kept = shop.prior()
    assert kept is not None
    assert kept.is_stale
    assert newcomer.card().text == ""
    memory = open_memory()  # as another process, that has read none of his rows
    noise = KnownNoise()
    again = shop_of(memory, noise).refresh_prior()
    assert again is not None
    assert (again.users, again.is_stale, again.id == released.id) == (20, False, False)
    assert noise.draws[0][0][0] == 20
    assert memory.scope(tenant="shop", user="newcomer").card().release == again.id


def test_a_release_of_more_people_than_there_are_is_stale_even_if_nobody_said_so(
    memory: Memory,
) -> None:
    shop = shop_of(memory)
    scopes = people_buy(memory, 8, "oat-milk")
    assert not shop.release_prior(100.0).is_stale
    erase(memory, scopes[0])
    kept = shop.prior()
    assert kept is not None
    assert kept.is_stale


def test_a_stale_release_is_withdrawn_where_the_cap_is_spent(memory: Memory) -> None:
    shop = shop_of(memory)
    people_buy(memory, 8, "oat-milk")
    shop.set_policy(epsilon_cap=100.0)
    shop.release_prior(100.0)
    assert shop.refresh_prior() == shop.prior()  # it is not stale
    mark_stale(memory._door, "shop", OWNER)
    assert shop.refresh_prior() is None
    assert shop.prior() is None


def test_an_erasure_while_a_release_adds_up_makes_it_stale_at_once(memory: Memory) -> None:
    shop = shop_of(memory)
    people_buy(memory, 8, "oat-milk")

    def meanwhile(done: int, _: int) -> None:
        if done == 5:
            mark_stale(memory._door, "shop", OWNER)

    assert shop.release_prior(100.0, progress=meanwhile).is_stale


def test_after_erasing_a_person_the_totals_are_as_if_he_had_never_been(
    open_memory: Callable[..., Memory],
) -> None:
    memory, never = open_memory(), open_memory("never")
    told = KnownNoise(), KnownNoise()
    shop_of(memory, told[0])
    shop_of(never, told[1])
    people_buy(memory, 9, "oat-milk", "tea", context=["ctx:morning"])
    gone = people_buy(memory, 1, "oat-milk", "espresso", prefix="gone", context=["ctx:evening"])
    people_buy(memory, 3, "espresso", prefix="late")
    people_buy(never, 9, "oat-milk", "tea", context=["ctx:morning"])
    people_buy(never, 3, "espresso", prefix="late")
    erase(memory, gone[0])
    first = shop_of(open_memory(), told[0]).release_prior(100.0)
    second = shop_of(never, told[1]).release_prior(100.0)
    assert told[0].draws == told[1].draws
    assert (first.attributes, first.pairs) == (second.attributes, second.pairs)
    assert names(first) == ["item:oat-milk", "pref:organic", "pref:tea"]


def test_a_tenant_adopts_totals_that_another_lends_and_never_weights(
    memory: Memory, clock: FrozenClock
) -> None:
    shop = shop_of(memory)
    people_buy(memory, 20, "oat-milk", context=["ctx:morning"])
    prior = shop.release_prior(100.0)
    app = memory.tenant("app")
    app.set_catalog(SHOP)
    newcomer = memory.scope(tenant="app", user="newcomer")
    newcomer.observe("purchase", item="oat-milk")
    newcomer.observe("purchase", attributes=["pref:golf"], quantity=2)

    def first() -> tuple[str, str | None]:
        clock.advance(seconds=1)
        card = newcomer.card(context=["ctx:morning"])
        assert card.guesses == ()
        return card.lines[0].attribute, card.release

    with pytest.raises(InputError, match="lends no association totals"):
        app.adopt_associations("shop")
    shop.set_policy(lends_associations=True)
    app.adopt_associations("shop")
    assert first() == ("item:oat-milk", prior.id)
    shop.set_policy(lends_associations=False)
    assert first() == ("pref:golf", None)
    shop.set_policy(lends_associations=True)
    assert first() == ("item:oat-milk", prior.id)
    mark_stale(memory._door, "shop", OWNER)
    assert first() == ("pref:golf", None)
    shop.release_prior(100.0)
    app.adopt_associations(None)
    assert first() == ("pref:golf", None)
    with pytest.raises(InputError, match="its own"):
        shop.adopt_associations("shop")


def test_policies_are_kept_and_numbers_outside_their_range_are_refused(memory: Memory) -> None:
    shop = memory.tenant("shop")
    changed = shop.set_policy(k=8, attributes_a_user=2, pairs_a_user=0, epsilon_cap=3)
    assert memory.tenant("shop").policy() == changed
    for bad in (
        {"k": 4}, {"k": 5.5}, {"epsilon_cap": -1}, {"attributes_a_user": 0}, {"prior": 1},
        {"deviation": 10}, {"pairs_a_user": 65},
    ):  # fmt: skip
        with pytest.raises(InputError, match=next(iter(bad))):
            shop.set_policy(**bad)  # type: ignore[arg-type]
    assert shop.policy() == changed
