"""An event becomes attributes by look-up and arithmetic, and nothing is dropped silently."""

import math
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from remanent.errors import InputError
from remanent.model.catalog import (
    Behaviour,
    Catalog,
    ContextRule,
    Item,
    Namespace,
    Unmapped,
    UnmappedPart,
)
from remanent.preferences.attributes import parse_attribute
from remanent.preferences.defaults import DEFAULT_CATALOG
from remanent.preferences.mapping import (
    MAX_EVENT_ATTRIBUTES,
    Mapped,
    MappedAttribute,
    event_magnitude,
    map_event,
    matching_contexts,
)

steady = settings(deadline=None, derandomize=True, max_examples=200)
NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
ONE = 5 / 6  # the magnitude of one purchase


def item(name: str, *attributes: str, weight: float = 1.0) -> Item:
    return Item(name, tuple(parse_attribute(each) for each in attributes), weight)


SHOP = replace(
    DEFAULT_CATALOG,
    items=MappingProxyType(
        {
            each.id: each
            for each in (
                item("oat-milk", "pref:organic", "item:oat-milk"),
                item("shoe", "item:shoe", "size:42", "pref:bio"),
                item("diet cola", "!pref:sugar", "item:cola"),
                item("bag", "category:bags", weight=0.1),
                item("unnamed"),
            )
        }
    ),
    aliases=MappingProxyType({"pref:bio": parse_attribute("pref:organic")}),
)


def mapped(kind: str, catalog: Catalog = SHOP, **given: object) -> Mapped:
    return map_event(catalog, kind, at=given.pop("at", NOW), **given)  # type: ignore[arg-type]


def weights(found: tuple[MappedAttribute, ...]) -> Mapping[str, float]:
    return {each.key: pytest.approx(each.magnitude) for each in found}


def test_a_purchase_shows_what_was_given_and_what_its_item_stands_for() -> None:
    seen = mapped("purchase", item="oat-milk", attributes=["brand:Oatly"], context=["morning"])
    assert weights(seen.attributes) == {
        "brand:oatly": ONE, "item:oat-milk": ONE, "pref:organic": ONE,
    }  # fmt: skip
    assert weights(seen.context) == {"ctx:morning": ONE}
    assert [each.is_given for each in seen.attributes] == [True, False, False]
    assert (seen.against, seen.refused, seen.unmapped, seen.reasons) == ((), (), (), ())
    assert seen.is_mapped


@pytest.mark.parametrize(
    ("kind", "quantity", "size"),
    [("purchase", 1, 5 / 6), ("purchase", 2, 1.0), ("purchase", 40, 1.0), ("click", 1, 0.25),
     ("Add to cart", 1, 0.5 * 5 / 6), ("purchase", Decimal("0.5"), 0.7)],
)  # fmt: skip
def test_the_magnitude_comes_from_the_kind_and_the_quantity(
    kind: str, quantity: float, size: float
) -> None:
    seen = mapped(kind, attributes=["pref:x"], quantity=quantity)
    assert (seen.magnitude, seen.attributes[0].magnitude) == pytest.approx((size, size))


@pytest.mark.parametrize(
    "quantity",
    [-2, 0, -0.0, math.nan, math.inf, -math.inf, None, True, "3", b"3", 10**400, 10**10_000, [1]],
    ids=lambda quantity: type(quantity).__name__,
)
def test_an_impossible_quantity_is_refused_by_name(quantity: float) -> None:
    with pytest.raises(InputError, match=r"^quantity is .*; it must be a finite number above 0"):
        mapped("purchase", attributes=["pref:x"], quantity=quantity)


def test_the_weight_of_an_item_holds_for_what_it_stands_for_alone() -> None:
    seen = mapped("purchase", item="bag", attributes=["pref:organic"])
    assert weights(seen.attributes) == {"category:bags": ONE / 10, "pref:organic": ONE}


def test_a_negative_kind_writes_dislikes() -> None:
    seen = mapped("decline", attributes=["pref:upsells"], context=["ctx:morning"])
    assert seen.is_negative
    assert weights(seen.attributes) == {"!pref:upsells": 0.5 * ONE}
    assert weights(seen.context) == {"ctx:morning": 0.5 * ONE}


def test_a_return_speaks_against_what_the_item_is_liked_for_and_not_what_it_is() -> None:
    seen = mapped("return", item="shoe")
    assert set(weights(seen.attributes)) == {"!item:shoe", "!pref:organic"}
    assert seen.reasons == (
        "size:42 is what the item is, not what it is liked for; return leaves it.",
    )
    assert set(weights(mapped("return", attributes=["size:42"]).attributes)) == {"!size:42"}


@pytest.mark.parametrize("kind", ["decline", "return", "cancel", "dismiss"])
def test_declining_a_dislike_never_makes_a_dislike_of_a_dislike(kind: str) -> None:
    seen = mapped(kind, attributes=["!pref:upsells"])
    assert seen.attributes == ()
    assert [each.key for each in seen.against] == ["!pref:upsells"]
    assert seen.is_mapped
    returned = mapped(kind, item="diet cola")
    assert [each.key for each in returned.attributes] == ["!item:cola"]
    assert [each.key for each in returned.against] == ["!pref:sugar"]


def test_a_dislike_that_is_shown_stays_one() -> None:
    seen = mapped("purchase", item="diet cola", attributes=["!pref:upsells"])
    assert set(weights(seen.attributes)) == {"!pref:sugar", "!pref:upsells", "item:cola"}


def test_what_cannot_be_an_attribute_is_refused_and_the_rest_is_taken() -> None:
    seen = mapped("purchase", attributes=["!!pref:x", "pref:y", "", 7], context=["!ctx:dawn", ":"])
    assert [each.key for each in seen.attributes] == ["pref:y"]
    assert [(each.attribute, each.rule) for each in seen.refused] == [
        ("!!pref:x", "double_negation"),
        ("", "empty"),
        ("7", "not_text"),
        ("!ctx:dawn", "negative_context"),
        (":", "no_namespace"),
    ]
    assert all(each.reason for each in seen.refused)


def test_one_attribute_in_several_spellings_counts_once() -> None:
    seen = mapped("purchase", attributes=["pref:Organic", "PREF: organic", "pref:bio", "organic"])
    assert weights(seen.attributes) == {"pref:organic": ONE}


def test_an_alias_stands_for_what_is_meant_and_its_dislike_for_the_dislike() -> None:
    seen = mapped("purchase", attributes=["pref:Bio"])
    assert [each.attribute.text for each in seen.attributes] == ["pref:organic"]
    seen = mapped("purchase", attributes=["!pref:bio"])
    assert [each.attribute.text for each in seen.attributes] == ["!pref:organic"]


def test_of_a_like_and_its_dislike_what_was_given_outranks_the_item() -> None:
    seen = mapped("purchase", item="oat-milk", attributes=["!pref:organic"])
    assert set(weights(seen.attributes)) == {"!pref:organic", "item:oat-milk"}
    assert [(each.attribute, each.rule) for each in seen.refused] == [
        ("pref:organic", "contradiction")
    ]


def test_of_a_like_and_its_dislike_that_were_both_given_neither_is_taken() -> None:
    for both in (["pref:x", "!pref:x"], ["!pref:x", "pref:x"]):
        seen = mapped("purchase", attributes=both)
        assert not seen.is_mapped
        assert {each.attribute for each in seen.refused} == {"pref:x", "!pref:x"}
        assert {each.rule for each in seen.refused} == {"contradiction"}


def test_a_kind_that_is_not_known_counts_half_and_is_reported() -> None:
    seen = mapped("Gift-Wrap", attributes=["pref:x"])
    assert (seen.kind, seen.magnitude) == ("gift_wrap", pytest.approx(0.5 * ONE))
    assert seen.unmapped == (Unmapped(UnmappedPart.KIND, "gift_wrap", NOW),)
    assert "'gift_wrap'" in seen.reasons[0]


def test_an_item_that_is_not_known_stands_for_itself_and_is_reported() -> None:
    seen = mapped("purchase", item="Hafermilch")
    assert [each.attribute.text for each in seen.attributes] == ["item:Hafermilch"]
    assert seen.unmapped == (Unmapped(UnmappedPart.ITEM, "Hafermilch", NOW),)
    seen = mapped("purchase", item="unnamed")
    assert seen.unmapped == (Unmapped(UnmappedPart.ITEM_ATTRIBUTES, "unnamed", NOW),)
    strict = replace(SHOP, learns_unknown_items=False)
    seen = mapped("purchase", strict, item="Hafermilch")
    assert not seen.is_mapped
    assert [each.part for each in seen.unmapped] == [UnmappedPart.ITEM, UnmappedPart.EVENT]


def test_an_item_whose_id_cannot_be_an_attribute_is_refused_as_one() -> None:
    seen = mapped("purchase", item="x" * 500, attributes=["pref:y"])
    assert [each.key for each in seen.attributes] == ["pref:y"]
    assert [each.rule for each in seen.refused] == ["too_long"]


def test_an_event_of_which_nothing_was_learned_is_reported() -> None:
    assert mapped("purchase").unmapped == (Unmapped(UnmappedPart.EVENT, "purchase", NOW),)
    assert not mapped("purchase", context=["ctx:morning"]).is_mapped


def test_a_context_among_the_attributes_is_a_context() -> None:
    seen = mapped("decline", attributes=["ctx:morning", "pref:x"], context=["place:Berlin"])
    assert [each.key for each in seen.attributes] == ["!pref:x"]
    assert [each.key for each in seen.context] == ["ctx:morning", "place:berlin"]


def test_what_was_chosen_is_not_a_context_as_well() -> None:
    seen = mapped("purchase", attributes=["place:berlin"], context=["place:berlin"])
    assert ([each.key for each in seen.attributes], seen.context) == (["place:berlin"], ())


def test_an_event_has_a_bound_and_what_is_beyond_it_is_told() -> None:
    given = [f"pref:{number:03}" for number in range(MAX_EVENT_ATTRIBUTES + 3)]
    seen = mapped("purchase", item="oat-milk", attributes=given)
    assert [each.key for each in seen.attributes] == given[:MAX_EVENT_ATTRIBUTES]
    assert {each.rule for each in seen.refused} == {"too_many"}
    assert len(seen.refused) == 5


@pytest.mark.parametrize(
    ("given", "named"),
    [({"kind": ""}, "kind"), ({"kind": "x" * 129}, "kind"), ({"kind": 3}, "kind"),
     ({"item": " "}, "item"), ({"item": "x" * 1025}, "item"), ({"item": 7}, "item"),
     ({"place": 7}, "place"), ({"surface": ["app"]}, "surface")],
)  # fmt: skip
def test_a_name_that_cannot_be_used_is_refused_by_its_field(
    given: dict[str, object], named: str
) -> None:
    catalog = replace(SHOP, context_rules=(RULE,))
    with pytest.raises(InputError, match=f"^{named} "):
        mapped(**{"kind": "purchase", "catalog": catalog, **given})  # type: ignore[arg-type]


RULE = ContextRule(parse_attribute("ctx:early"), hours=(360, 660))


def at(text: str, rule: ContextRule, zone: str | None = "Europe/Berlin", **where: str) -> bool:
    catalog = Catalog(context_rules=(rule,))
    moment = datetime.fromisoformat(text).astimezone(UTC)
    return bool(matching_contexts(catalog, at=moment, zone=zone, **where))


def test_hours_are_half_open_in_the_persons_zone() -> None:
    assert at("2026-01-10T06:00+01:00", RULE)
    assert at("2026-01-10T10:59:59+01:00", RULE)
    assert not at("2026-01-10T05:59:59+01:00", RULE)
    assert not at("2026-01-10T11:00+01:00", RULE)
    assert at("2026-01-10T06:00+00:00", RULE, zone=None)
    assert at("2026-01-10T06:00-05:00", RULE, zone="America/New_York")


def test_hours_follow_the_clock_on_the_wall_when_it_changes() -> None:
    # The last Sunday of March: at 01:00 UTC the clocks in Berlin go from 2 to 3.
    early = replace(RULE, hours=(3 * 60, 4 * 60))
    assert at("2026-03-28T02:30+00:00", early)  # 3:30 in winter
    assert at("2026-03-29T01:30+00:00", early)  # 3:30 in summer
    assert not at("2026-03-29T02:30+00:00", early)  # 4:30 in summer
    skipped = replace(RULE, hours=(2 * 60, 3 * 60))
    assert not any(at(f"2026-03-29T0{hour}:30+00:00", skipped) for hour in range(10))
    # The last Sunday of October: two to three o'clock comes twice.
    assert at("2026-10-25T00:30+00:00", skipped)
    assert at("2026-10-25T01:30+00:00", skipped)


def test_a_night_belongs_to_the_day_of_its_evening() -> None:
    friday_night = ContextRule(
        parse_attribute("ctx:friday night"), hours=(22 * 60, 6 * 60), weekdays=frozenset({4})
    )
    assert at("2026-01-09T23:00+01:00", friday_night)  # a Friday
    assert at("2026-01-10T05:59+01:00", friday_night)
    assert not at("2026-01-10T06:00+01:00", friday_night)
    assert not at("2026-01-10T23:00+01:00", friday_night)
    assert not at("2026-01-09T03:00+01:00", friday_night)


def test_weekdays_are_those_of_the_person() -> None:
    monday = ContextRule(parse_attribute("ctx:monday"), weekdays=frozenset({0}))
    assert at("2026-01-11T23:30+00:00", monday, zone="Europe/Berlin")
    assert not at("2026-01-11T23:30+00:00", monday, zone="UTC")


def test_places_and_surfaces_match_whatever_their_case() -> None:
    rule = ContextRule(
        parse_attribute("ctx:till"), places=frozenset({"köln"}), surfaces=frozenset({"till", "app"})
    )
    assert at("2026-01-10T06:00+01:00", rule, place="KO\u0308LN", surface=" App ")
    assert not at("2026-01-10T06:00+01:00", rule, place="Köln")
    assert not at("2026-01-10T06:00+01:00", rule, place="Bonn", surface="app")


def test_the_zone_of_the_catalog_stands_in_and_an_unknown_one_is_told() -> None:
    catalog = Catalog(context_rules=(RULE,), zone="Asia/Tokyo")
    morning = datetime(2026, 1, 9, 22, 0, tzinfo=UTC)  # seven o'clock in Tokyo
    seen = map_event(catalog, "purchase", at=morning, attributes=["pref:x"], zone="Asia/Tokio")
    assert [each.key for each in seen.context] == ["ctx:early"]
    assert "No time zone is named 'Asia/Tokio'; it was left out." in seen.reasons


@pytest.mark.parametrize(
    "moment", [datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, tzinfo=UTC)]
)
@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/New_York", None])
def test_the_first_and_the_last_moment_have_a_context_too(
    moment: datetime, zone: str | None
) -> None:
    rules = (ContextRule(parse_attribute("ctx:any"), weekdays=frozenset(range(7))),)
    found = matching_contexts(Catalog(context_rules=rules), at=moment, zone=zone)
    assert [each.key for each in found] == ["ctx:any"]


def test_a_rule_speaks_through_the_aliases_too() -> None:
    catalog = Catalog(
        context_rules=(RULE,), aliases=MappingProxyType({"ctx:early": parse_attribute("ctx:am")})
    )
    assert [each.key for each in matching_contexts(catalog, at=NOW)] == ["ctx:am"]


def test_the_built_in_catalog_knows_common_kinds_and_namespaces() -> None:
    kinds, namespace = DEFAULT_CATALOG.kinds, DEFAULT_CATALOG.namespace
    assert kinds["purchase"] == Behaviour("purchase", 1.0)
    assert kinds["click"] == Behaviour("click", 0.3)
    assert kinds["view"] == Behaviour("view", 0.1)
    assert all(kinds[each].is_negative for each in ("decline", "return", "cancel", "dislike"))
    assert namespace("city") == Namespace("city", 200.0, is_single_valued=True)
    assert namespace("pref") == Namespace("pref", 14.0)
    assert namespace("health").is_sensitive
    assert namespace("unheard of") == Namespace("unheard of", 5.0)
    assert {each.half_life_days for each in DEFAULT_CATALOG.namespaces.values()} == {
        3650.0, 200.0, 90.0, 34.7, 14.0, 7.0,
    }  # fmt: skip


some_attributes = st.lists(
    st.sampled_from(["pref:a", "!pref:a", "pref:b", "!pref:b", "ctx:c", "size:1", "!!d", "", "bio"])
    | st.text(max_size=8),
    max_size=8,
)


@steady
@given(
    kind=st.sampled_from(["purchase", "return", "decline", "nonsense"]),
    attributes=some_attributes,
    context=some_attributes,
    item_id=st.none() | st.sampled_from(["oat-milk", "diet cola", "shoe", "unnamed", "other"]),
    quantity=st.floats(0.001, 1e9),
)
def test_every_event_maps_to_bounded_unambiguous_attributes_and_tells_the_rest(
    kind: str, attributes: list[str], context: list[str], item_id: str | None, quantity: float
) -> None:
    seen = mapped(kind, attributes=attributes, context=context, item=item_id, quantity=quantity)
    keys = [each.key for each in seen.attributes]
    assert keys == sorted(set(keys))
    assert not any(key.startswith("!!") for key in keys)
    assert not any(f"!{key}" in keys for key in keys)
    assert not any(each.key.startswith("!") for each in seen.context)
    assert all(each.key.startswith("!") for each in seen.against)
    assert all(key.startswith("!") for key in keys) or not seen.is_negative
    assert all(0 < each.magnitude <= 1 for each in (*seen.attributes, *seen.context))
    assert seen.is_mapped == (UnmappedPart.EVENT not in {each.part for each in seen.unmapped})


@steady
@given(attributes=some_attributes, context=some_attributes)
def test_the_order_in_which_attributes_are_given_changes_nothing_that_is_learned(
    attributes: list[str], context: list[str]
) -> None:
    one = mapped("purchase", attributes=attributes, context=context)
    other = mapped("purchase", attributes=attributes[::-1], context=context[::-1])
    assert (one.attributes, one.context) == (other.attributes, other.context)
    assert sorted(one.refused, key=repr) == sorted(other.refused, key=repr)


@steady
@given(st.floats(1e-300, 1e300), st.floats(0.01, 1))
def test_a_magnitude_is_never_above_the_weight_of_its_kind(quantity: float, weight: float) -> None:
    size = event_magnitude(Behaviour("x", weight), quantity)
    assert weight / 2 <= size <= weight
