"""Near-duplicates and unmapped events become suggestions, and a rejection is final."""

import random
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from remanent.model.catalog import (
    Behaviour,
    Catalog,
    Group,
    GroupRule,
    Item,
    Suggestion,
    SuggestionKind,
    Unmapped,
    UnmappedCount,
    UnmappedPart,
    UnmappedReport,
)
from remanent.preferences import vocabulary
from remanent.preferences.attributes import parse_attribute
from remanent.preferences.catalog_file import read_catalog
from remanent.preferences.defaults import DEFAULT_CATALOG
from remanent.preferences.mapping import map_event
from remanent.preferences.proposals import propose_attributes
from remanent.preferences.spelling import Route, deletions, folded, is_slip, route_between
from remanent.preferences.vocabulary import accepted, suggest, suggestion_id, unmapped_report

steady = settings(deadline=None, derandomize=True, max_examples=200)
NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
MERGE = SuggestionKind.MERGE


def suggested(
    counts: Mapping[str, int], catalog: Catalog = DEFAULT_CATALOG, **more: object
) -> tuple[Suggestion, ...]:
    return suggest(catalog, counts=counts, **more).suggestions  # type: ignore[arg-type]


def merges(counts: Mapping[str, int], **more: object) -> dict[str, str | None]:
    return {each.subject: each.target for each in suggested(counts, **more)}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one", "other", "route"),
    [
        ("tea", "ＴＥＡ", Route.WIDTH),
        ("oat milk", "oat_milk", Route.SEPARATORS),
        ("gluten-free", "Gluten Free", Route.SEPARATORS),
        ("oatmilk", "oat milk", Route.SEPARATORS),
        ("children's books", "childrens books", Route.SEPARATORS),
        ("Zürich", "zurich", Route.ACCENTS),
        ("Zürich", "Zuerich", Route.ACCENTS),
        ("Łódź", "lodz", Route.ACCENTS),
        ("café", "cafe\u0301s", Route.PLURAL),
        ("berries", "berry", Route.PLURAL),
        ("glasses", "glass", Route.PLURAL),
        ("running shoes", "running-shoe", Route.PLURAL),
        ("москва", "moskva", Route.SCRIPT),
        ("раypal", "paypal", Route.SCRIPT),
        ("ラーメン", "らーめん", Route.SCRIPT),
        ("organic", "orgnaic", Route.SPELLING),
        ("espresso", "expresso", Route.SPELLING),
        ("prompt-engineering", "prompt enginering", Route.SPELLING),
    ],
)
def test_one_word_in_two_spellings_is_known_by_how_they_differ(
    one: str, other: str, route: Route
) -> None:
    assert route_between(one, other) is route
    assert route_between(other, one) is route


@pytest.mark.parametrize(
    ("one", "other"),
    [("tea", "pea"), ("coffee", "toffee"), ("size 42", "size 43"), ("v1.2", "v12"), ("mac", "max"),
     ("c++", "c#"), ("c++", "c"), ("かき", "がき"), ("vegan", "vegetarian"), ("日本茶", "日本酒"),
     ("boss", "bos"), ("'", "’’"), ("🍕", "🍔"), ("한국", "한국어"), ("organic", "inorganic")],
)  # fmt: skip
def test_different_words_are_not_one(one: str, other: str) -> None:
    assert route_between(one, other) is None
    assert route_between(other, one) is None


def test_the_rarer_of_two_spellings_becomes_an_alias_of_the_other() -> None:
    (found,) = suggested({"pref:oat_milk": 30, "pref:oat milk": 2, "!pref:oat milk": 1})
    assert found == Suggestion(
        id=suggestion_id(MERGE, "pref:oat milk", "pref:oat_milk"),
        kind=MERGE,
        subject="pref:oat milk",
        target="pref:oat_milk",
        routes=(Route.SEPARATORS,),
        score=0.97,
        count=3,
        reason="pref:oat milk (3) may be pref:oat_milk (30): they differ in blanks, hyphens and "
        "the like.",
    )


def test_of_several_names_each_is_suggested_once_for_the_most_frequent() -> None:
    found = merges({"pref:oat_milk": 9, "pref:oat-milk": 5, "pref:oat milk": 1, "pref:oatmilk": 1})
    assert found == dict.fromkeys(
        ("pref:oat-milk", "pref:oat milk", "pref:oatmilk"), "pref:oat_milk"
    )


def test_namespaces_stay_apart_save_those_of_taste() -> None:
    assert merges({"city:paris": 5, "hobby:paris": 5, "name:paris": 1}) == {}
    assert merges({"pref:tea": 5, "likes:tea": 2, "likes:teas": 1}) == {
        "likes:tea": "pref:tea", "likes:teas": "likes:tea",
    }  # fmt: skip
    assert merges({"pref:organic": 5, "likes:orgnaic": 2}) == {}


def test_rivals_of_a_group_are_never_one() -> None:
    group = Group("x", GroupRule.EXCLUSIVE, ("pref:latte", "pref:lattes"))
    catalog = replace(DEFAULT_CATALOG, groups=(group,))
    assert merges({"pref:latte": 5, "pref:lattes": 2}, catalog=catalog) == {}
    assert merges({"pref:latte": 5, "pref:lattes": 2}) == {"pref:lattes": "pref:latte"}


def test_what_is_sensitive_is_never_joined_with_what_is_not() -> None:
    catalog = read_catalog("[namespaces.interest]\nsensitive = true")
    assert merges({"pref:yoga": 5, "interest:yoga": 2}, catalog=catalog) == {}
    joined = Suggestion("x", MERGE, "interest:yoga", "pref:yoga")
    assert accepted(catalog, [joined]).aliases == {}


def test_attributes_that_always_come_together_may_be_one() -> None:
    counts = {"pref:bio": 40, "pref:organic": 42, "pref:tea": 400, "city:bonn": 40}
    together = {("pref:organic", "pref:bio"): 39, ("pref:bio", "pref:tea"): 40,
                ("pref:bio", "city:bonn"): 40}  # fmt: skip
    (found,) = suggested(counts, together=together)
    assert (found.subject, found.target, found.routes) == (
        "pref:bio", "pref:organic", (Route.TOGETHER,),
    )  # fmt: skip
    assert (
        suggested({"pref:bio": 9, "pref:organic": 9}, together={("pref:bio", "pref:organic"): 9})
        == ()
    )


def test_two_reasons_are_surer_than_one() -> None:
    counts = {"pref:teas": 40, "pref:tea": 42}
    (plain,) = suggested(counts)
    (both,) = suggested(counts, together={("pref:tea", "pref:teas"): 39})
    assert both.routes == (Route.PLURAL, Route.TOGETHER)
    assert both.score > plain.score
    assert both.id == plain.id


def test_an_alias_is_not_suggested_again() -> None:
    counts = {"pref:oat_milk": 30, "pref:oat milk": 2}
    taken = accepted(DEFAULT_CATALOG, suggested(counts))
    assert taken.aliases == {"pref:oat milk": parse_attribute("pref:oat_milk")}
    assert suggested(counts, taken) == ()


def test_a_rejected_merge_never_returns() -> None:
    pair = {"pref:coffee": 30, "pref:coffees": 2}
    (found,) = suggested(pair)
    rejected = {found.id}
    turned = {"pref:coffee": 2, "pref:coffees": 30}
    always = {("pref:coffees", "pref:coffee"): 40}
    grown = {"pref:coffee": 40, "pref:coffees": 40}
    for counts, together in ((pair, {}), (turned, {}), (grown, always)):
        assert suggested(counts, together=together)[0].id == found.id
        assert suggested(counts, together=together, rejected=rejected) == ()


def test_a_rejected_merge_does_not_return_by_way_of_a_third_name() -> None:
    counts = {"pref:coffee": 30, "pref:coffees": 20, "pref:coffe": 1}
    rejected = {suggestion_id(MERGE, "pref:coffees", "pref:coffee")}
    first = suggested(counts, rejected=rejected)
    assert {each.subject: each.target for each in first} == {"pref:coffe": "pref:coffee"}
    taken = accepted(DEFAULT_CATALOG, first, rejected=rejected)
    assert suggested(counts, taken, rejected=rejected) == ()
    round_about = Suggestion("x", MERGE, "pref:coffees", "pref:coffe")
    assert accepted(taken, [round_about], rejected=rejected).aliases == taken.aliases


def test_what_became_an_alias_stays_apart_from_what_it_was_kept_apart_from() -> None:
    rejected = {suggestion_id(MERGE, "pref:coffees", "pref:coffee")}
    into_third = [Suggestion("x", MERGE, "pref:coffees", "pref:coffes")]
    taken = accepted(DEFAULT_CATALOG, into_third, rejected=rejected)
    assert set(taken.aliases) == {"pref:coffees"}
    counts = {"pref:coffee": 30, "pref:coffes": 5}
    assert suggested(counts, taken) != ()
    assert suggested(counts, taken, rejected=rejected) == ()
    on = [Suggestion("y", MERGE, "pref:coffee", "pref:coffes")]
    assert accepted(taken, on, rejected=rejected).aliases == taken.aliases


def test_of_equally_frequent_names_the_shortest_is_kept() -> None:
    found = merges({"pref:oat_milk": 5, "pref:oatmilk": 5, "pref:oat milk": 1})
    assert found == {"pref:oat_milk": "pref:oatmilk", "pref:oat milk": "pref:oatmilk"}


def test_a_vocabulary_beyond_its_bound_keeps_the_most_frequent_in_any_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(vocabulary, "MAX_COMPARED", 3)
    counts = {
        "pref:tea": 9,
        "pref:oat milk": 2,
        "pref:oat_milk": 2,
        "pref:teas": 1,
        "pref:oat-milk": 2,
    }
    for each in (counts, dict(reversed(counts.items()))):
        assert merges(each) == {"pref:oat-milk": "pref:oat milk"}


def test_the_id_of_a_suggestion_is_its_content_alone() -> None:
    assert suggestion_id(MERGE, "pref:a", "pref:b") == suggestion_id(MERGE, "pref:b", "pref:a")
    ids = {
        suggestion_id(MERGE, "pref:a", "pref:b"),
        suggestion_id(SuggestionKind.MAP_KIND, "pref:a", "pref:b"),
        suggestion_id(MERGE, "pref:a", "pref:c"),
        suggestion_id(MERGE, "pref:a\x1fpref:b"),
    }
    assert len(ids) >= 3
    assert all(len(each) == 32 for each in ids)
    assert (
        suggestion_id(MERGE, "pref:oat milk", "pref:oat_milk") == "94c886923a4cdd128928f3b05fbb4651"
    )


def test_merging_carries_aliases_and_groups_along() -> None:
    group = Group("x", GroupRule.EXCLUSIVE, ("pref:teas", "pref:coffee", "pref:tea"))
    pair = Group("y", GroupRule.SINGLE_VALUED, ("pref:green", "pref:greens"))
    catalog = replace(
        DEFAULT_CATALOG,
        groups=(replace(group, members=("pref:teas", "pref:coffee")), pair),
        aliases={"pref:cuppa": parse_attribute("pref:teas")},
    )
    taken = accepted(catalog, [Suggestion("1", MERGE, "pref:teas", "pref:tea")])
    tea = parse_attribute("pref:tea")
    assert taken.aliases == {"pref:cuppa": tea, "pref:teas": tea}
    assert [each.members for each in taken.groups] == [("pref:tea", "pref:coffee"), pair.members]
    assert taken.digest != catalog.digest
    assert accepted(catalog, []) is catalog
    again = accepted(taken, [Suggestion("2", MERGE, "pref:tea", "pref:cuppa")])
    assert again.aliases == taken.aliases


def report(*counts: tuple[UnmappedPart, str, int]) -> UnmappedReport:
    return UnmappedReport(tuple(UnmappedCount(*each, NOW, NOW) for each in counts))


def test_the_report_counts_what_the_catalog_does_not_know() -> None:
    seen = []
    for day, kind in enumerate(["gift", "gift", "purchase", "wrap"]):
        seen += map_event(DEFAULT_CATALOG, kind, at=NOW + timedelta(days=day), item=None).unmapped
    seen += map_event(DEFAULT_CATALOG, "purchase", at=NOW, item="tea").unmapped
    expected = UnmappedReport(
        (
            UnmappedCount(UnmappedPart.KIND, "gift", 2, NOW, NOW + timedelta(days=1)),
            UnmappedCount(UnmappedPart.ITEM, "tea", 1, NOW, NOW),
            UnmappedCount(
                UnmappedPart.KIND, "wrap", 1, NOW + timedelta(days=3), NOW + timedelta(days=3)
            ),
        ),
        events=4,
    )
    assert unmapped_report(seen) == expected
    assert unmapped_report(reversed(seen)) == expected
    assert unmapped_report(seen, limit=1) == replace(
        expected, counts=expected.counts[:1], left_out=2
    )
    assert unmapped_report([]) == UnmappedReport()


@pytest.mark.parametrize(
    ("kind", "known"),
    [("bought", "purchase"), ("refund", "return"), ("thumbs_down", "dislike"), ("clicks", "click"),
     ("addtocart", "add_to_cart"), ("purchse", "purchase"), ("teleport", None)],
)  # fmt: skip
def test_an_unknown_kind_is_suggested_to_count_as_a_known_one(kind: str, known: str | None) -> None:
    (found,) = suggested({}, unmapped=report((UnmappedPart.KIND, kind, 5)))
    assert (found.subject, found.target, found.count) == (kind, known, 5)
    taken = accepted(DEFAULT_CATALOG, [found])
    expected = DEFAULT_CATALOG.kinds[known] if known else Behaviour(kind, 0.5)
    assert taken.kinds[kind] == replace(expected, name=kind)
    assert map_event(taken, kind, at=NOW, attributes=["a"]).unmapped == ()
    assert suggested({}, taken, unmapped=report((UnmappedPart.KIND, kind, 5))) == ()
    assert suggested({}, unmapped=report((UnmappedPart.KIND, kind, 5)), rejected={found.id}) == ()


def test_what_was_met_once_or_twice_is_left_alone() -> None:
    assert suggested({}, unmapped=report((UnmappedPart.KIND, "bought", 2))) == ()


SHOP = read_catalog(
    """
[items.oat-milk]
attributes = ["pref:organic", "item:oat-milk", "category:dairy alternatives"]
[items.new]
name = "Organic oat crackers"
[aliases]
"pref:bio" = "pref:organic"
[[groups]]
name = "hot drinks"
rule = "exclusive"
members = ["pref:coffee", "pref:dark roast"]
""",
    items="""item,name,attributes
t-1,Green tea Sencha,pref:tea;pref:green tea;likes:日本茶;size:42
t-2,Green tea Gyokuro,pref:tea;pref:green tea;category:leaves
t-3,Inhaler,health:asthma;pref:sugar
""",
)


def test_an_unknown_item_is_suggested_to_stand_for_what_its_twin_does() -> None:
    (found,) = suggested({}, SHOP, unmapped=report((UnmappedPart.ITEM, "Oat_Milk", 3)))
    assert (found.kind, found.subject, found.target) == (
        SuggestionKind.MAP_ITEM, "Oat_Milk", "oat-milk",
    )  # fmt: skip
    taken = accepted(SHOP, [found])
    assert taken.items["Oat_Milk"] == replace(SHOP.items["oat-milk"], id="Oat_Milk")


def test_the_id_of_another_item_is_no_slip_of_the_pen() -> None:
    assert suggested({}, SHOP, unmapped=report((UnmappedPart.ITEM, "t-9", 9))) == ()
    (other,) = suggested({}, SHOP, unmapped=report((UnmappedPart.ITEM, "oat-milk-2", 9)))
    assert other.kind is SuggestionKind.ADD_ITEM


def test_an_item_without_attributes_is_suggested_those_that_its_name_says() -> None:
    (found,) = suggested({}, SHOP, unmapped=report((UnmappedPart.ITEM_ATTRIBUTES, "new", 3)))
    assert (found.kind, found.attributes) == (SuggestionKind.ADD_ITEM, ("pref:organic",))
    taken = accepted(SHOP, [found]).items["new"]
    assert [each.text for each in taken.attributes] == ["pref:organic", "item:new"]
    assert taken.name == "Organic oat crackers"


def test_an_item_whose_id_cannot_be_an_attribute_is_added_without_it() -> None:
    name = "organic " * 40
    (found,) = suggested({}, SHOP, unmapped=report((UnmappedPart.ITEM, name, 3)))
    assert [each.text for each in accepted(SHOP, [found]).items[name].attributes] == [
        "pref:organic"
    ]


def test_what_was_decided_otherwise_meanwhile_changes_nothing() -> None:
    for gone in (
        Suggestion("1", SuggestionKind.MAP_KIND, "buy", "not there"),
        Suggestion("2", SuggestionKind.MAP_KIND, "purchase", "return"),
        Suggestion("3", SuggestionKind.MAP_ITEM, "milk", "not there"),
        Suggestion("4", SuggestionKind.ADD_ITEM, "oat-milk", attributes=("pref:x",)),
        Suggestion("5", SuggestionKind.ADD_KIND, "purchase"),
    ):
        assert replace(accepted(SHOP, [gone]), digest=SHOP.digest) == SHOP


def proposed(name: str, description: str = "", catalog: Catalog = SHOP) -> list[str]:
    return [each.attribute.text for each in propose_attributes(name, description, catalog)]


def test_attributes_are_proposed_from_what_an_item_is_called() -> None:
    assert proposed("BIO Dark-Roast Coffees") == ["pref:coffee", "pref:dark roast", "pref:organic"]
    assert proposed("Biscuits", "made of organic oats") == ["pref:organic"]
    assert proposed("静岡の日本茶です") == ["likes:日本茶"]
    assert proposed("Green tea") == ["pref:green tea", "pref:tea"]
    assert proposed("") == []


def test_attributes_are_proposed_from_items_of_a_similar_name() -> None:
    found = propose_attributes("Green tea Bancha", "", SHOP)
    assert [(each.attribute.text, round(each.score, 2)) for each in found] == [
        ("pref:green tea", 0.9), ("pref:tea", 0.6),
    ]  # fmt: skip
    assert "2 of 2 items" in found[1].reason


@pytest.mark.parametrize(
    "name", ["No sugar cookies", "sugar-free gum", "without sugar", "Kekse ohne Sugar"]
)
def test_what_an_item_is_without_is_not_proposed(name: str) -> None:
    assert proposed(name) == []
    assert proposed("Sugar") == ["pref:sugar"]


def test_nothing_sensitive_is_proposed_and_a_bare_number_says_nothing() -> None:
    assert proposed("Asthma inhaler") == ["pref:sugar"]
    assert proposed("Pack of 42") == []
    assert proposed("Shoe, size 42") == ["size:42"]


def test_no_attribute_is_proposed_that_the_catalog_does_not_know() -> None:
    assert proposed("Organic coffee", catalog=Catalog()) == []


names = st.sampled_from(
    ["tea", "teas", "Tea ", "green tea", "green_tea", "greentea", "orgnaic", "organic", "size 42",
     "size 43", "Zürich", "zurich", "москва", "moskva", "日本茶", "c++", "oat milk", "oat-milk"]
)  # fmt: skip
vocabularies = st.dictionaries(
    st.builds(lambda space, name: parse_attribute(f"{space}:{name}").key,
              st.sampled_from(["pref", "likes", "city"]), names),
    st.integers(1, 50), max_size=14,
)  # fmt: skip


@steady
@given(vocabularies, st.randoms(use_true_random=False))
def test_suggestions_do_not_depend_on_the_order_in_which_counts_come(
    counts: dict[str, int], dice: random.Random
) -> None:
    shuffled = list(counts.items())
    dice.shuffle(shuffled)
    assert suggested(dict(shuffled)) == suggested(counts)


@steady
@given(vocabularies, st.data())
def test_rejecting_and_accepting_one_after_the_other_comes_to_an_end_and_keeps_apart(
    counts: dict[str, int], data: st.DataObject
) -> None:
    catalog, rejected, apart = DEFAULT_CATALOG, set[str](), list[tuple[str, str]]()
    for _ in range(200):
        left = suggested(counts, catalog, rejected=rejected)
        if not left:
            break
        each = data.draw(st.sampled_from(left))
        assert each.target is not None
        if data.draw(st.booleans()):
            rejected.add(each.id)
            apart.append((each.subject, each.target))
        else:
            catalog = accepted(catalog, [each], rejected=rejected)
            assert each.subject in catalog.aliases
    else:
        pytest.fail("suggestions have no end")
    assert not {each.key for each in catalog.aliases.values()} & set(catalog.aliases)
    for one, other in apart:
        assert catalog.meant(parse_attribute(one)) != catalog.meant(parse_attribute(other))


@steady
@given(st.text(max_size=20), st.text(max_size=20))
def test_how_two_names_differ_is_the_same_from_both_sides(one: str, other: str) -> None:
    assert route_between(one, other) == route_between(other, one)
    assert route_between(one, one) is Route.WIDTH


@steady
@given(st.text("abc", min_size=4, max_size=13), st.text("abc", min_size=4, max_size=13))
def test_names_within_a_slip_share_a_deletion(one: str, other: str) -> None:
    first, second = folded(one)[-1], folded(other)[-1]
    if is_slip(first, second):
        assert set(deletions(first)) & set(deletions(second))


def test_deletions_leave_out_every_two_letters_but_the_first() -> None:
    name = "abcdefghijk"
    expected = {name} | {
        "".join(letter for at, letter in enumerate(name) if at not in left_out)
        for count in (1, 2)
        for left_out in combinations(range(1, len(name)), count)
    }
    assert set(deletions(name)) == expected


def test_a_large_vocabulary_is_bounded_and_what_is_left_out_is_told() -> None:
    counts = {f"pref:{chr(97 + number % 26)}lpha beta{number}": 5 for number in range(300)}
    counts |= {f"{key}".replace(" ", "-"): 1 for key in counts}
    found = suggest(DEFAULT_CATALOG, counts=counts, limit=100)
    assert (len(found.suggestions), found.left_out) == (100, 200)


def test_a_suggested_item_of_a_strange_name_never_fails() -> None:
    for name in ("\ud800", "x" * 1024, "!!", ":", "\x00"):
        unmapped = unmapped_report([Unmapped(UnmappedPart.ITEM, name, NOW)] * 3)
        found = suggested({}, SHOP, unmapped=unmapped)
        assert accepted(SHOP, found).kinds == SHOP.kinds
    odd = Suggestion("1", SuggestionKind.ADD_ITEM, "!!", attributes=("pref:x",))
    assert accepted(SHOP, [odd]).items["!!"] == Item(
        "!!", (parse_attribute("pref:x"), parse_attribute("item:!!"))
    )
