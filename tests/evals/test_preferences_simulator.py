"""The simulated worlds are what they say, and nobody changes them unseen."""

import tomllib
from collections import Counter

import pytest
from evals.preferences.diary import ASKED, ENTRIES
from evals.preferences.simulator import REGIMES, SEEDS, TUNING_SEEDS, newcomers, simulate
from evals.preferences.storefront import open_shop
from evals.preferences.vocabulary import FORMS, LOOKALIKES, SYNONYMS
from evals.preferences.world import CONTEXT, Event, World, digest_of, namespace_of

# A change here is a change of what is measured: say so where the figures stand.
DIGESTS: dict[str, str] = {
    "static": "1cabd67ab620cfdd",
    "abrupt drift": "b0853d7a7f3b446e",
    "gradual drift": "7042a6bf65f0f0dd",
    "staleness": "14ee41bff8b625fd",
    "context": "b384c40e9e37274d",
    "aliases": "852cade90fbb3560",
    "outcomes": "a178d235bdd7c65c",
    "slot change": "945b5bddd3109716",
    "contradiction": "ffc43d588e90a6f9",
    "cold start": "966a63ea8cd529f8",
    "gifts": "1812dd94de429d90",
    "seasons": "10762ff3ee9731d9",
}


@pytest.fixture(scope="module", params=REGIMES)
def worlds(request: pytest.FixtureRequest) -> list[World]:
    return [simulate(request.param, seed) for seed in SEEDS[:6]]


def test_there_are_enough_seeds_and_none_is_both_for_tuning_and_for_measuring() -> None:
    assert len(set(SEEDS)) == len(SEEDS) >= 20
    assert len(set(TUNING_SEEDS)) == len(TUNING_SEEDS) >= 10
    assert not set(SEEDS) & set(TUNING_SEEDS)


def test_every_business_is_met_about_as_often() -> None:
    assert min(Counter(seed // 100 % 3 for seed in SEEDS).values()) >= 7
    assert min(Counter(seed // 100 % 3 for seed in TUNING_SEEDS).values()) >= 3


@pytest.mark.parametrize("regime", REGIMES)
def test_the_worlds_are_those_that_were_fixed_before_anything_was_tuned(regime: str) -> None:
    found = [simulate(regime, seed).digest for seed in (*SEEDS, *TUNING_SEEDS)]

    assert digest_of(found)[:16] == DIGESTS[regime]


def test_the_shops_and_the_diary_are_those_that_were_fixed() -> None:
    shops = digest_of([open_shop(seed) for seed in (*SEEDS[:3], *TUNING_SEEDS[:3])])
    diary = digest_of([*ENTRIES, *ASKED])

    assert (shops[:16], diary[:16]) == ("85cb8433924f708a", "6f55f2ef73cfd65f")


def test_a_larger_crowd_is_the_same_world_with_more_people_in_it() -> None:
    assert newcomers(SEEDS[0], people=60) == simulate("cold start", SEEDS[0])
    assert len(newcomers(SEEDS[0], people=70).population) == 70


def test_a_seed_means_one_world_and_another_seed_another(worlds: list[World]) -> None:
    first = worlds[0]

    assert simulate(first.regime, first.seed) == first
    assert len({world.digest for world in worlds}) == len(worlds)


def test_the_truth_has_shown_in_the_log_before_it_is_asked_for(worlds: list[World]) -> None:
    if worlds[0].regime == "cold start":
        pytest.skip("that is the point of it")
    shares = []
    for world in worlds:
        for question in world.questions:
            shown = {
                world.concepts.get(attribute, attribute)
                for event in world.log
                if isinstance(event, Event) and event.user == question.user
                if event.at <= question.at
                for attribute in world.catalog.attributes(event)
            }
            shares.append(len(shown & set(question.relevant)) / len(question.relevant))

    assert sum(shares) / len(shares) > 0.97


def test_what_is_asked_for_is_no_context_and_names_nothing_twice(worlds: list[World]) -> None:
    for world in worlds:
        for question in world.questions:
            told = (*question.relevant, *question.stale)
            assert len(set(told)) == len(told)
            assert all(namespace_of(attribute) != CONTEXT for attribute in told)
            assert all(world.concepts.get(word, word) == word for word in told)


def test_the_catalog_is_readable_and_says_what_the_world_says(worlds: list[World]) -> None:
    catalog = worlds[0].catalog
    read = tomllib.loads(catalog.toml())

    assert read["kinds"]["decline"] == {"weight": 0.6, "negative": True}
    assert {k: tuple(v["attributes"]) for k, v in read.get("items", {}).items()} == catalog.items
    assert read.get("aliases", {}) == catalog.aliases
    assert all(read["namespaces"][each]["half_life"] for each in catalog.half_lives)
    assert [tuple(each["members"]) for each in read.get("groups", [])] == list(catalog.groups)


def test_every_event_bears_something_and_items_are_in_the_catalog(worlds: list[World]) -> None:
    for world in worlds:
        for event in world.log:
            if isinstance(event, Event):
                assert world.catalog.attributes(event)
                assert bool(event.item) != bool(event.attributes)


def test_forms_belong_to_one_thing_and_lookalikes_to_two() -> None:
    forms = [form for each in FORMS.values() for form in each]

    assert len(set(forms)) == len(forms)
    assert not set(forms) & set(FORMS)
    assert all(form in FORMS[word] for form, word in SYNONYMS.items())
    assert not {word for pair in LOOKALIKES for word in pair} & {*forms, *FORMS}
