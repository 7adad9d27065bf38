"""Any Unicode survives as an attribute, and what is refused is refused by name."""

import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from remanent.errors import AttributeRefusedError
from remanent.model.catalog import Attribute
from remanent.preferences.attributes import (
    AttributeRule,
    attribute_key,
    canonical,
    negated,
    parse_attribute,
    tidy,
)

steady = settings(deadline=None, derandomize=True, max_examples=300)
anything = st.text(st.characters(codec="utf-8") | st.characters(categories=["Cs"]), max_size=160)


def rule_against(text: object) -> str:
    with pytest.raises(AttributeRefusedError) as refused:
        parse_attribute(text)  # type: ignore[arg-type]
    assert refused.value.remedy
    return refused.value.rule


@pytest.mark.parametrize(
    ("text", "key", "shown"),
    [
        ("city:Zürich", "city:zürich", "city:Zürich"),
        ("likes:日本茶", "likes:日本茶", "likes:日本茶"),
        ("topic:prompt-engineering", "topic:prompt-engineering", "topic:prompt-engineering"),
        ("pref:prompt replies", "pref:prompt replies", "pref:prompt replies"),
        ("work:override valve team", "work:override valve team", "work:override valve team"),
        ("hobby:ignore noise, jazz", "hobby:ignore noise, jazz", "hobby:ignore noise, jazz"),
        ("likes:🍕👩‍👩‍👧", "likes:🍕👩‍👩‍👧", "likes:🍕👩‍👩‍👧"),
        ("علاقة:قهوة", "علاقة:قهوة", "علاقة:قهوة"),
        ("url:https://example.org/a?b=1", "url:https://example.org/a?b=1",
         "url:https://example.org/a?b=1"),
        ("code:C++", "code:c++", "code:C++"),
        ("!pref:Upsells", "!pref:upsells", "!pref:Upsells"),
        ("  PREF :  dark   roast ", "pref:dark roast", "pref:dark roast"),
        ("likes：抹茶", "likes:抹茶", "likes:抹茶"),
        ("！likes:抹茶", "!likes:抹茶", "!likes:抹茶"),
        ("likes:wow!!", "likes:wow!!", "likes:wow!!"),
    ],
)  # fmt: skip
def test_what_is_harmless_survives_as_it_was_written(text: str, key: str, shown: str) -> None:
    read = parse_attribute(text)
    assert (read.key, read.text, str(read)) == (key, shown, shown)


def test_a_word_without_a_namespace_is_a_preference() -> None:
    assert parse_attribute("Organic").text == "pref:Organic"
    assert parse_attribute("!upsells").text == "!pref:upsells"
    assert parse_attribute("morning", default_namespace="ctx").key == "ctx:morning"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("city:Zürich", "City:ZU\u0308RICH"),
        ("city:Straße", "city:STRASSE"),
        ("likes:\u03ac\u0323\u0345", "likes:\u0386\u0323\u0345"),
        ("likes:tea", "likes:\u200btea\ufeff"),
        ("likes:oat milk", "likes: oat\u00a0 milk"),
    ],
)
def test_spellings_that_read_alike_are_one_attribute(one: str, other: str) -> None:
    assert parse_attribute(one) == parse_attribute(other)
    assert len({parse_attribute(one), parse_attribute(other)}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [("pref:oat-milk", "pref:oat_milk"), ("likes:TEA", "likes:ＴＥＡ"), ("pref:x", "!pref:x"),
     ("city:zurich", "city:zürich"), ("pref:tea", "likes:tea")],
)  # fmt: skip
def test_spellings_that_only_an_operator_can_join_stay_apart(one: str, other: str) -> None:
    assert parse_attribute(one) != parse_attribute(other)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("", AttributeRule.EMPTY),
        (" \t", AttributeRule.EMPTY),
        ("!", AttributeRule.EMPTY),
        ("\u200b", AttributeRule.EMPTY),
        ("pref:", AttributeRule.NO_NAME),
        ("pref: \u200b", AttributeRule.NO_NAME),
        (":organic", AttributeRule.NO_NAMESPACE),
        ("!!pref:x", AttributeRule.DOUBLE_NEGATION),
        ("! !x", AttributeRule.DOUBLE_NEGATION),
        ("!！x", AttributeRule.DOUBLE_NEGATION),
        ("!\u200b!x", AttributeRule.DOUBLE_NEGATION),
        ("pref:" + "x" * 124, AttributeRule.TOO_LONG),
        ("pref:" + "ß" * 80, AttributeRule.TOO_LONG),
        ("pref:a\nb", AttributeRule.CONTROL_CHARACTER),
        ("pref:a\x00", AttributeRule.CONTROL_CHARACTER),
        ("pref:a\u2028b", AttributeRule.CONTROL_CHARACTER),
        ("pref:\ud83d", AttributeRule.LONE_SURROGATE),
        (5, AttributeRule.NOT_TEXT),
        (None, AttributeRule.NOT_TEXT),
        (b"pref:x", AttributeRule.NOT_TEXT),
    ],
)
def test_what_cannot_be_an_attribute_is_refused_by_name(text: object, rule: AttributeRule) -> None:
    assert rule_against(text) == rule


def test_the_longest_attribute_has_128_characters_and_its_mark_does_not_count() -> None:
    assert len(parse_attribute("pref:" + "x" * 123).key) == 128
    assert len(parse_attribute("!pref:" + "x" * 123).key) == 129


def test_a_refusal_says_what_and_why_and_what_to_write() -> None:
    with pytest.raises(AttributeRefusedError, match=r"has two exclamation marks.*Write one '!'"):
        parse_attribute("!!pref:x")
    with pytest.raises(AttributeRefusedError, match=r"'pref:x{5,}…' has more than 128"):
        parse_attribute("pref:" + "x" * 1_000_000)


def test_a_huge_number_in_place_of_an_attribute_is_refused_like_any_other() -> None:
    assert rule_against(10**10_000) == AttributeRule.NOT_TEXT


def test_the_dislike_of_an_attribute_is_what_a_mark_before_it_says() -> None:
    liked = parse_attribute("likes:Tea")
    assert negated(liked) == parse_attribute("!likes:tea")
    assert negated(liked).positive_key == liked.key
    with pytest.raises(AssertionError):
        negated(negated(liked))


@steady
@given(anything)
@example("İ:İ")
@example("a:\u0345\u0301")
@example("ǰ:ΐ")
def test_reading_is_total_and_a_key_reads_as_itself(text: str) -> None:
    read: Attribute | None
    try:
        read = parse_attribute(text)
    except AttributeRefusedError as error:
        read, rule = None, error.rule
    if read is None:
        assert rule in set(AttributeRule)
        return
    assert parse_attribute(read.key).key == read.key
    assert parse_attribute(read.text) == read
    assert unicodedata.is_normalized("NFC", read.text)
    assert read.key.startswith("!") == read.is_negative
    assert 3 <= len(read.positive_key) <= 128


@steady
@given(st.text(min_size=1, max_size=40))
def test_case_and_composition_never_make_two_attributes_of_one(name: str) -> None:
    try:
        key = attribute_key(f"pref:{name}")
    except AttributeRefusedError:
        return
    for other in (unicodedata.normalize("NFD", name), f" {name} "):
        assert attribute_key(f"PREF:{other}") == key


@steady
@given(anything)
def test_folding_and_tidying_again_change_nothing(text: str) -> None:
    assert canonical(canonical(text)) == canonical(text)
    assert tidy(tidy(text)) == tidy(text)


def test_every_character_folds_to_something_that_folds_to_itself() -> None:
    cased = [
        *range(0x2E80),
        *range(0xA640, 0xAC00),
        *range(0xFB00, 0x10000),
        *range(0x10400, 0x10500),
    ]
    for code in cased:
        for text in (chr(code), f"{chr(code)}\u0345", f"e{chr(code)}"):
            assert canonical(canonical(text)) == canonical(text)


def test_an_attribute_is_its_key() -> None:
    assert Attribute("city:zürich", "city", "Zürich") == Attribute("city:zürich", "city", "ZÜRICH")
