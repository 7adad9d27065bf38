"""What others hold reaches a person only as one release, however often he writes and reads."""

import math
from collections.abc import Callable

import pytest
from tests.support.clock import FrozenClock
from tests.support.crowds import erase, people_buy, shop_of
from tests.support.noise import KnownNoise

from remanent import Memory
from remanent.flows.release import mark_stale
from remanent.model.governance import OWNER
from remanent.ports import Noise
from remanent.wiring import open_noise


def test_300_prior_releases_read_after_ones_own_writes_reveal_no_more_than_one(
    memory: Memory, clock: FrozenClock
) -> None:
    noise = KnownNoise(2.0)
    shop = shop_of(memory, noise)
    people_buy(memory, 30, "oat-milk", "espresso", context=["ctx:morning"])
    released = shop.release_prior(100.0)
    mallory = memory.scope(tenant="shop", user="mallory")
    told = set()
    for number in range(300):
        mallory.observe("purchase", item=("oat-milk", "espresso", "tea")[number % 3])
        clock.advance(seconds=2)  # beyond every cache
        reader = memory.scope(tenant="shop", user=f"reader {number}")  # a fresh pair of eyes
        card = reader.card(context=["ctx:morning"])
        told.add((card.text, card.guesses, card.release))
        assert memory.tenant("shop").prior() == released
    assert len(told) == 1
    assert len(noise.draws) == 1


def test_the_release_says_the_same_to_who_is_in_it_and_to_who_is_not(memory: Memory) -> None:
    shop = shop_of(memory)
    people_buy(memory, 30, "oat-milk", "espresso")
    shop.release_prior(100.0)
    inside = memory.scope(tenant="shop", user="person 3")
    held = {each.attribute for each in inside.card().lines}
    outside = memory.scope(tenant="shop", user="newcomer").card().guesses
    assert {each.attribute for each in outside} == held
    assert inside.card().guesses == ()


def test_at_least_five_others_than_the_reader_hold_whatever_he_reads(memory: Memory) -> None:
    """Whoever of six holders reads, five others remain; of five holders nothing is released."""
    shop = shop_of(memory, KnownNoise(1e6))
    people_buy(memory, 5, "espresso", "tea", context=["ctx:evening"])
    newcomer = memory.scope(tenant="shop", user="newcomer")
    assert shop.release_prior(100.0).attributes == ()
    assert newcomer.card(context=["ctx:evening"]).text == ""
    people_buy(memory, 1, "espresso", prefix="sixth")
    assert [each.attribute for each in shop.release_prior(100.0).attributes] == ["pref:coffee"]


def test_after_erasing_a_person_no_byte_of_the_tenants_release_depends_on_him(
    open_memory: Callable[..., Memory],
) -> None:
    told = []
    for name, extra in (("with", True), ("without", False)):
        memory = open_memory(name)
        noise = KnownNoise()
        shop_of(memory, noise)
        people_buy(memory, 12, "oat-milk", context=["ctx:morning"])
        if extra:
            gone = people_buy(memory, 1, "oat-milk", "espresso", "tea", prefix="gone")
            erase(memory, gone[0])
            mark_stale(memory._door, "shop", OWNER)
        prior = shop_of(open_memory(name), noise).release_prior(100.0)
        told.append((noise.draws, prior.attributes, prior.pairs, prior.users))
    assert told[0] == told[1]


@pytest.fixture
def real_noise() -> Noise:
    pytest.importorskip("opendp")
    return open_noise()


def test_a_release_through_the_library_is_noised_and_near_the_truth(
    memory: Memory, real_noise: Noise
) -> None:
    shop = shop_of(memory)
    shop._noise = lambda: real_noise
    people_buy(memory, 40, "oat-milk")
    counts = [each.holders for _ in range(3) for each in shop.release_prior(50.0).attributes]
    assert len(counts) == len(set(counts)) == 6
    assert all(abs(count - 40) < 25 * 17 / 50 * math.log(2) for count in counts)
    assert 40.0 not in counts
