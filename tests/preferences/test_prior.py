"""The average user: what enters it, what leaves it, and what it lets us guess."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from types import MappingProxyType

import pytest

from remanent.model.catalog import Catalog, Group, GroupRule, Item, Namespace
from remanent.model.fact import Provenance
from remanent.model.preference import Preference
from remanent.model.preference_graph import PreferenceGraph
from remanent.model.prior import Policies, Prior, ReleasedAttribute, ReleasedPair, Shared
from remanent.preferences.attributes import parse_attribute
from remanent.preferences.learning import microseconds
from remanent.preferences.prior import (
    Contribution,
    Draft,
    Totals,
    contribution_of,
    drafted,
    guesses,
    may_be_shared,
    public_names,
    released,
    shared_edges,
)
from remanent.preferences.prior_documents import (
    policies_text,
    prior_text,
    read_policies,
    read_prior,
    read_totals,
    totals_text,
)
from remanent.store.preference_index import graph_of as whole_graph_of

NOW = datetime(2026, 3, 2, tzinfo=UTC)
CATALOG = Catalog(
    items={
        "oat-milk": Item(
            "oat-milk",
            tuple(map(parse_attribute, ("pref:Organic", "item:oat-milk", "health:vegan"))),
        ),
        "mystery": Item("mystery"),
    },
    aliases=MappingProxyType({"pref:bio": parse_attribute("pref:organic")}),
    namespaces=MappingProxyType(
        {
            "health": Namespace("health", is_sensitive=True),
            "city": Namespace("city", is_single_valued=True),
        }
    ),
    groups=(Group("hot drinks", GroupRule.EXCLUSIVE, ("pref:coffee", "pref:tea")),),
)
POLICIES = Policies()


def preference(attribute: str, number: int, weight: float = 5.0, **more: object) -> Preference:
    values: dict[str, object] = {
        "weight": weight, "hits": 3, "rebased_at": NOW, "last_at": NOW, "first_at": NOW,
        "provenance": Provenance.OBSERVED,
    } | more  # fmt: skip
    return Preference(attribute, number, **values)  # type: ignore[arg-type]


def graph_of(*rows: Preference) -> PreferenceGraph:
    return whole_graph_of(rows)


def contribution(
    *rows: Preference, names: Sequence[str] | None = None, policies: Policies = POLICIES
) -> Contribution:
    return contribution_of(graph_of(*rows), CATALOG, NOW, names=names, policies=policies)


def test_the_catalog_names_what_may_be_released_and_nothing_sensitive() -> None:
    assert public_names(CATALOG) == {
        "pref:organic": "pref:Organic",
        "item:oat-milk": "item:oat-milk",
        "item:mystery": "item:mystery",
        "pref:coffee": "pref:coffee",
        "pref:tea": "pref:tea",
    }


@pytest.mark.parametrize("key", ["!pref:upsells", "health:vegan", "setting:tone", "amount:size"])
def test_dislikes_settings_amounts_and_what_is_sensitive_stay_with_the_person(key: str) -> None:
    assert not may_be_shared(key, CATALOG)
    assert contribution(preference(key, 1)).attributes == {}


def test_a_person_adds_his_strongest_and_no_more_than_the_bound() -> None:
    rows = [preference(f"pref:{number}", number, weight=float(number)) for number in range(1, 9)]
    found = contribution(*rows, policies=replace(POLICIES, attributes_a_user=3))
    assert set(found.attributes) == {"pref:8", "pref:7", "pref:6"}
    assert found.attributes["pref:8"] == pytest.approx(8 / 9, abs=1e-6)


def test_only_names_that_may_be_released_count_against_the_bound() -> None:
    rows = [preference("pref:secret", 1, 9.0), preference("pref:tea", 2, 2.0)]
    found = contribution(*rows, names=["pref:tea"], policies=replace(POLICIES, attributes_a_user=1))
    assert set(found.attributes) == {"pref:tea"}


def test_what_has_faded_was_superseded_or_is_only_a_context_adds_nothing() -> None:
    long_ago = NOW - timedelta(days=16)  # more than three half-lives: 5 has become 0.54
    found = contribution(
        preference("pref:faded", 1, 5.0, rebased_at=long_ago, last_at=long_ago),
        preference("city:paris", 2, last_at=NOW - timedelta(days=1)),
        preference("city:berlin", 3),
        preference("pref:seen", 4, weight=0.0, hits=0, contexts=5, rebased_at=None),
        preference("pref:golf", 5, pin=0.0),
    )
    assert set(found.attributes) == {"city:berlin"}


def test_pairs_are_bounded_and_name_nothing_that_may_not_be_shared() -> None:
    at = microseconds(NOW)
    rows = [
        preference("pref:tea", 1, associations=(
            (2, 4.0, at), (3, 8.0, at), (4, 2.0, at),
        )),
        preference("ctx:morning", 2, weight=0.0, hits=0, contexts=3, rebased_at=None,
                   associations=((1, 4.0, at),)),
        preference("health:flu", 3, associations=((1, 8.0, at),)),
        preference("pref:cake", 4, associations=((1, 2.0, at),)),
    ]  # fmt: skip
    found = contribution(*rows)
    assert set(found.pairs) == {("ctx:morning", "pref:tea"), ("pref:cake", "pref:tea")}
    assert found.pairs["ctx:morning", "pref:tea"] == pytest.approx(4 / 9, abs=1e-6)
    one = contribution(*rows, policies=replace(POLICIES, pairs_a_user=1))
    assert set(one.pairs) == {("ctx:morning", "pref:tea")}


def test_associations_have_faded_when_they_are_added_up() -> None:
    then = microseconds(NOW - timedelta(days=90))
    found = contribution(
        preference("pref:tea", 1, associations=((2, 4.0, then),)),
        preference("pref:cake", 2, associations=((1, 4.0, then),)),
    )
    assert found.pairs["pref:cake", "pref:tea"] == pytest.approx(2 / 9, abs=1e-6)


def some_contributions(count: int, seed: int = 7) -> list[Contribution]:
    random = Random(seed)
    names = [f"pref:{letter}" for letter in "abcdefgh"]
    return [
        contribution(
            *(
                preference(name, number, weight=random.uniform(1, 9))
                for number, name in enumerate(random.sample(names, 4), 1)
            )
        )
        for _ in range(count)
    ]


def totals_of(contributions: Sequence[Contribution]) -> Totals:
    totals = Totals()
    for each in contributions:
        totals.add(each)
    return totals


def test_without_a_person_the_totals_are_as_if_he_had_never_been() -> None:
    people = some_contributions(40)
    for gone in (0, 17, 39):
        rest = people[:gone] + people[gone + 1 :]
        Random(gone).shuffle(rest)
        assert totals_of(rest) == totals_of(people[:gone] + people[gone + 1 :])
    assert totals_of(people[1:]) != totals_of(people)


def test_one_person_changes_the_values_by_no_more_than_the_sensitivity() -> None:
    people = some_contributions(60)

    def told(contributions: Sequence[Contribution]) -> dict[str, float]:
        totals = totals_of(contributions)
        return {
            "users": float(totals.users),
            **{f"sum {key}": value for key, value in totals.sums.items()},
            **{f"count {key}": float(value) for key, value in totals.holders.items()},
        }

    everybody = told(people)
    for gone in range(60):
        rest = told(people[:gone] + people[gone + 1 :])
        changed = sum(abs(everybody[key] - rest.get(key, 0.0)) for key in everybody)
        assert changed <= drafted(totals_of(people), POLICIES).sensitivity


def test_what_five_hold_is_not_in_the_draft_and_what_six_hold_is() -> None:
    five = totals_of([contribution(preference("pref:tea", 1))] * 5)
    six = totals_of([contribution(preference("pref:tea", 1))] * 6)
    assert drafted(five, POLICIES).attributes == ()
    assert drafted(six, POLICIES) == Draft(
        ("pref:tea",), (), (6.0, six.sums["pref:tea"], 6.0), sensitivity=17.0
    )


def release_of(draft: Draft, noised: Sequence[float], epsilon: float = 100.0) -> Prior:
    return released(
        draft,
        noised,
        name="0" * 32,
        at=NOW,
        epsilon=epsilon,
        delta=1e-6,
        policies=POLICIES,
        shown={"pref:tea": "pref:Tea"},
    )


def test_a_release_gives_averages_over_users_and_over_holders() -> None:
    draft = Draft(("pref:tea",), (("pref:cake", "pref:tea"),), (0.0,) * 5, 17.0)
    found = release_of(draft, [100.0, 20.0, 40.0, 5.0, 10.0])
    assert found == Prior(
        id="0" * 32,
        released_at=NOW,
        epsilon=100.0,
        delta=1e-6,
        k=5,
        users=100.0,
        attributes=(
            ReleasedAttribute(
                "pref:tea", "pref:Tea", pytest.approx(1.8), pytest.approx(4.5), 40.0,  # type: ignore[arg-type]
                pytest.approx(0.2 * 1.252763, rel=1e-6),  # type: ignore[arg-type]
            ),
        ),
        pairs=(ReleasedPair("pref:cake", "pref:tea", pytest.approx(4.5), 10.0),),  # type: ignore[arg-type]
    )  # fmt: skip


def test_a_count_below_the_noised_threshold_is_not_released() -> None:
    draft = Draft(("pref:tea",), (("pref:cake", "pref:tea"),), (0.0,) * 5, 17.0)
    assert release_of(draft, [100.0, 20.0, 8.0, 5.0, 8.0]).attributes == ()
    found = release_of(draft, [100.0, 20.0, 40.0, 5.0, 40.0], epsilon=1.0)
    assert (found.attributes, found.pairs) == ((), ())


def test_a_release_reads_back_as_it_was_written() -> None:
    draft = Draft(("pref:tea",), (("pref:cake", "pref:tea"),), (0.0,) * 5, 17.0)
    prior = release_of(draft, [100.0, 20.0, 40.0, 5.0, 10.0])
    assert read_prior(prior_text(prior), totals_text(prior)) == prior
    assert read_totals(totals_text(prior), lent_by="app") == replace(
        prior, attributes=(), lent_by="app"
    )
    other = replace(prior, id="1" * 32)
    assert read_prior(prior_text(other), totals_text(prior)).pairs == ()
    policies = Policies(prior=False, k=9)
    assert read_policies(policies_text(policies)) == policies
    assert read_policies(None) == Policies()


def prior_of(*keys: str, pairs: tuple[ReleasedPair, ...] = (), holders: float = 50.0) -> Prior:
    return Prior(
        id="a" * 32,
        released_at=NOW,
        epsilon=1.0,
        delta=1e-6,
        k=5,
        users=100.0,
        attributes=tuple(
            ReleasedAttribute(key, key, 3.0, 6.0, holders, score=0.5 - place / 100)
            for place, key in enumerate(keys)
        ),
        pairs=pairs,
    )


def guessed(
    prior: Prior, *rows: Preference, limit: int = 8, context: Sequence[str] = (), at: datetime = NOW
) -> list[str]:
    found = guesses(
        Shared(POLICIES, prior), graph_of(*rows), CATALOG, at, limit=limit, context=context
    )
    return [each.attribute for each in found]


def test_a_newcomer_gets_the_best_guesses_first() -> None:
    prior = prior_of("pref:a", "pref:b", "pref:c")
    assert guessed(prior) == ["pref:a", "pref:b", "pref:c"]
    assert guessed(prior, limit=2) == ["pref:a", "pref:b"]
    assert guessed(prior, limit=0) == []


def test_what_few_hold_is_no_guess() -> None:
    assert guessed(prior_of("pref:a", holders=9.0)) == []


def test_what_the_person_has_any_evidence_of_is_never_guessed() -> None:
    prior = prior_of("pref:a", "pref:b", "pref:c", "pref:d", "pref:e")
    assert guessed(
        prior,
        preference("pref:a", 1),
        preference("pref:e", 4, weight=0.0, hits=0, contexts=1),
        preference("!pref:b", 2),
        preference("pref:c", 3, weight=0.0, hits=0, pin=0.0),
    ) == ["pref:d"]


def test_a_rival_of_what_the_person_holds_is_never_guessed() -> None:
    prior = prior_of("pref:tea", "city:paris", "pref:d")
    held = preference("pref:coffee", 1), preference("city:berlin", 2)
    assert guessed(prior, *held) == ["pref:d"]


def test_of_two_rivals_only_the_better_one_is_guessed() -> None:
    prior = prior_of("pref:tea", "pref:coffee", "city:paris", "city:rome")
    assert guessed(prior) == ["pref:tea", "city:paris"]


@pytest.mark.parametrize(
    "key", ["health:flu", "ctx:morning", "setting:tone", "!pref:x", "pref:bio"]
)
def test_what_the_catalog_has_made_sensitive_or_renamed_since_is_never_guessed(key: str) -> None:
    assert guessed(prior_of(key, "pref:d")) == ["pref:d"]


def test_what_goes_with_the_context_comes_up_however_far_down_it_stands() -> None:
    pairs = (ReleasedPair("ctx:morning", "pref:c", 8.0, 40.0),)
    prior = prior_of("pref:a", "pref:b", "pref:c", pairs=pairs)
    assert guessed(prior, limit=1, context=["ctx:morning"]) == ["pref:c"]
    assert guessed(prior, limit=1) == ["pref:a"]
    long_after = NOW + timedelta(days=2000)
    assert guessed(prior, limit=1, context=["ctx:morning"], at=long_after) == ["pref:a"]


def test_edges_of_others_fade_and_ones_own_tenants_stand_before_lent_ones() -> None:
    own = prior_of(pairs=(ReleasedPair("ctx:morning", "pref:c", 8.0, 40.0),))
    lent = prior_of(
        pairs=(
            ReleasedPair("ctx:morning", "pref:c", 1.0, 40.0),
            ReleasedPair("ctx:morning", "pref:d", 2.0, 40.0),
            ReleasedPair("ctx:morning", "health:flu", 9.0, 40.0),
        )
    )
    shared = Shared(POLICIES, own, replace(lent, id="b" * 32))
    assert dict(shared_edges(shared, CATALOG, NOW)("ctx:morning")) == {"pref:c": 8, "pref:d": 2}
    later = NOW + timedelta(days=90)
    assert dict(shared_edges(shared, CATALOG, later)("ctx:morning")) == {"pref:c": 4, "pref:d": 1}
    used: dict[str, None] = {}
    shared_edges(shared, CATALOG, NOW, used=used)("ctx:morning")
    assert list(used) == ["a" * 32, "b" * 32]
