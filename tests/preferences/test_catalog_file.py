"""A catalog is read whole, or every problem is told with its line and its remedy."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path as FilePath
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from remanent.errors import CatalogError
from remanent.model.catalog import (
    Behaviour,
    Catalog,
    ContextRule,
    Group,
    GroupRule,
    Item,
    Namespace,
)
from remanent.preferences import builtin
from remanent.preferences.attributes import parse_attribute
from remanent.preferences.catalog_file import catalog_problems, items_file_of, read_catalog
from remanent.preferences.defaults import DEFAULT_CATALOG, EXAMPLE_CATALOGS
from remanent.preferences.reading.toml_lines import Path, lines_of

steady = settings(deadline=None, derandomize=True, max_examples=200)

SHOP = """\
[catalog]
name = "Shop"
extends = "nothing"
zone = "Europe/Berlin"
unknown_kind_weight = 0.25
learn_unknown_items = false
association_half_life = "slow"
items_file = "items.csv"

[kinds.purchase]
weight = 1
[kinds."Send back"]
weight = 0.8
negative = true

[items.oat-milk]
name = "Oat drink"
attributes = ["pref:Organic", "item:oat-milk"]
weight = 0.5

[[context]]
attribute = "morning"
hours = "6-11"
[[context]]
attribute = "ctx:friday night"
hours = "22:30 – 6"
weekdays = ["fri"]
place = "Köln"
surface = ["App", "web"]

[aliases]
"pref:bio" = "pref:eco"
"pref:eco" = "pref:organic"

[namespaces.pref]
half_life = "habit"
[namespaces.size]
half_life = 30.5
single_valued = true
[namespaces.health]
sensitive = true

[[groups]]
name = "hot drinks"
rule = "exclusive"
members = ["pref:coffee", "Tea"]
[[groups]]
name = "delivery"
rule = "single_valued"
members = ["pref:bio", "pref:home delivery"]
"""
ITEMS = """\
item,attributes,weight,name
sencha,pref:tea;likes:日本茶,,Sencha
"a ""b"", c",pref:bio;PREF:ORGANIC,0.2,"Quoted, with
a line break"
empty,,,
"""


def problems(text: str | bytes = "", items: str | bytes | None = None) -> list[str]:
    return [str(each) for each in catalog_problems(text, items=items)]


def only(text: str | bytes = "", items: str | bytes | None = None) -> str:
    found = problems(text, items)
    assert len(found) == 1, found
    return found[0]


def test_a_catalog_is_read_as_it_is_written() -> None:
    read = read_catalog(SHOP, items=ITEMS)
    organic, tea = parse_attribute("pref:organic"), parse_attribute("pref:tea")
    assert read == Catalog(
        name="Shop",
        kinds={
            "purchase": Behaviour("purchase", 1.0),
            "send_back": Behaviour("send_back", 0.8, is_negative=True),
        },
        items={
            "oat-milk": Item(
                "oat-milk", (organic, parse_attribute("item:oat-milk")), 0.5, "Oat drink"
            ),
            "sencha": Item("sencha", (tea, parse_attribute("likes:日本茶")), 1.0, "Sencha"),
            'a "b", c': Item('a "b", c', (organic,), 0.2, "Quoted, with a line break"),
            "empty": Item("empty"),
        },
        context_rules=(
            ContextRule(parse_attribute("ctx:morning"), hours=(360, 660)),
            ContextRule(
                parse_attribute("ctx:friday night"),
                (22 * 60 + 30, 360),
                frozenset({4}),
                frozenset({"köln"}),
                frozenset({"app", "web"}),
            ),
        ),
        aliases={"pref:bio": organic, "pref:eco": organic},
        namespaces={
            "pref": Namespace("pref", 90.0),
            "size": Namespace("size", 30.5, is_single_valued=True),
            "health": Namespace("health", 5.0, is_sensitive=True),
        },
        groups=(
            Group("hot drinks", GroupRule.EXCLUSIVE, ("pref:coffee", "pref:tea")),
            Group("delivery", GroupRule.SINGLE_VALUED, ("pref:organic", "pref:home delivery")),
        ),
        zone="Europe/Berlin",
        unknown_kind_weight=0.25,
        learns_unknown_items=False,
        association_half_life_days=200.0,
        digest=read.digest,
    )
    assert len(read.digest) == 32


def test_a_catalog_builds_on_the_built_in_one_unless_it_says_otherwise() -> None:
    read = read_catalog("[namespaces.city]\nsensitive = true\n[kinds.click]\nnegative = true\n")
    assert read.namespace("city") == Namespace("city", 200.0, True, True)  # noqa: FBT003
    slower = read_catalog("[namespaces.health]\nhalf_life = 365").namespace("health")
    assert slower == Namespace("health", 365.0, is_sensitive=True)
    assert read.kinds["click"] == Behaviour("click", 0.3, is_negative=True)
    assert {**read.kinds, "click": 0} == {**DEFAULT_CATALOG.kinds, "click": 0}
    assert read_catalog('[catalog]\nextends = "nothing"').kinds == {}
    assert read_catalog("").kinds == DEFAULT_CATALOG.kinds


def test_the_digest_names_the_text_and_the_items() -> None:
    digests = {
        read_catalog(text, items=items).digest
        for text in ("", "# a")
        for items in (None, "item,attributes\na,x\n", "item,attributes\na,y\n")
    }
    assert len(digests) == 6
    assert read_catalog(SHOP, items=ITEMS).digest == read_catalog(SHOP, items=ITEMS).digest


@pytest.mark.parametrize("name", EXAMPLE_CATALOGS)
def test_the_examples_that_come_with_the_package_are_whole(name: str) -> None:
    folder = files(builtin)
    text = folder.joinpath(f"{name}.toml").read_bytes()
    listing = items_file_of(text)
    assert listing == f"{name}_items.csv"
    items = folder.joinpath(listing).read_bytes()
    assert catalog_problems(text, items=items) == ()
    read = read_catalog(text, items=items)
    assert read.items
    assert read.context_rules
    assert read.aliases
    assert read.groups


def test_the_catalog_in_the_guide_is_whole() -> None:
    page = (FilePath(__file__).parents[2] / "docs/guides/catalog.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    (listing,) = re.findall(r"```csv\n(.*?)```", page, re.DOTALL)
    items = listing.replace("oat-milk,", "oat-milk-2,", 1)  # there it stands in both
    assert problems(text, items) == []
    assert problems("", listing) == []


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_mark_of_byte_order_and_the_ends_of_lines_change_nothing(mark: str, end: str) -> None:
    plain = read_catalog(SHOP, items=ITEMS)
    text, items = (mark + each.replace("\n", end) for each in (SHOP, ITEMS))
    for read in (
        read_catalog(text, items=items),
        read_catalog(text.encode(), items=items.encode()),
    ):
        assert (read.kinds, read.items, read.groups) == (plain.kinds, plain.items, plain.groups)
    wrong = text.replace("weight = 0.8", "weight = 8")
    assert only(wrong, items).startswith("catalog.toml, line 13: kinds.'Send back'.weight is 8.")


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_columns_may_be_separated_as_spreadsheets_do_and_come_in_any_order(delimiter: str) -> None:
    rows = [["NAME", "item", "attributes"], ["Tea", "t-1", '"pref:tea;pref:hot"'], ["", "t-2", ""]]
    listing = "\n".join(delimiter.join(row) for row in rows)
    read = read_catalog("", items=listing)
    assert [each.text for each in read.items["t-1"].attributes] == ["pref:tea", "pref:hot"]
    assert read.items["t-2"] == Item("t-2")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[catlog]\n", "line 1: catlog is unknown. Did you mean catalog?"),
        ("\n[catalog]\nnme = 'x'", "line 3: catalog.nme is unknown. Did you mean name?"),
        ("[catalog]\nname = 3", "line 2: catalog.name is a whole number, where text belongs."),
        ("[catalog]\nname = ' '", "line 2: catalog.name is empty."),
        ("catalog = 3", "line 1: catalog is a whole number, where a table belongs."),
        ("[catalog]\nzone = 'Europe/Berln'", "line 2: catalog.zone is 'Europe/Berln', a zone"),
        ("[catalog]\nextends = 'nothin'", "line 2: catalog.extends is 'nothin'. Did you mean noth"),
        ("[catalog]\nitems_file = '../x.csv'", "line 2: catalog.items_file is '../x.csv', which l"),
        ("[catalog]\nitems_file = 'x.csv'", "line 2: catalog.items_file names 'x.csv', which was "),
        ("[catalog]\nlearn_unknown_items = 1", "line 2: catalog.learn_unknown_items is a whole nu"),
        ("[catalog]\nunknown_kind_weight = 2", "line 2: catalog.unknown_kind_weight is 2."),
        ("[kinds]\npurchase = 1", "line 2: kinds.purchase is a whole number, where a table belong"),
        ("[kinds.buy]\nweight = 1.5", "line 2: kinds.buy.weight is 1.5. Write a number above 0 an"),
        ("[kinds.buy]\nweight = 0", "line 2: kinds.buy.weight is 0."),
        ("[kinds.buy]\nweight = -0.5", "line 2: kinds.buy.weight is -0.5."),
        ("[kinds.buy]\nweight = nan", "line 2: kinds.buy.weight is nan."),
        ("[kinds.buy]\nweight = inf", "line 2: kinds.buy.weight is inf."),
        ("[kinds.buy]\nweight = true", "line 2: kinds.buy.weight is true or false, where a number"),
        ("[kinds.buy]\nweight = '1'", "line 2: kinds.buy.weight is text, where a number belongs."),
        ("[kinds.buy]\nweight = 2026-01-01", "line 2: kinds.buy.weight is a date or a time, where"),
        ("[kinds.buy]\nnegative = true", "line 1: kinds.buy.weight is missing."),
        ("[kinds.purchase]\nwieght = 1", "line 2: kinds.purchase.wieght is unknown. Did you mean "),
        ("[kinds.purchase]\n[kinds.Purchase]", "line 2: kinds.Purchase is the same as kinds.purch"),
        ("[kinds.'']\nweight = 1", "line 1: kinds.'' cannot be a kind: kind is '', which names no"),
        ("[namespaces.pref]\nhalf_life = 'prefrence'", "line 2: namespaces.pref.half_life is 'pr"),
        ("[namespaces.pref]\nhalf_life = 0", "line 2: namespaces.pref.half_life is 0. Write a num"),
        ("[namespaces.pref]\nhalf_life = inf", "line 2: namespaces.pref.half_life is inf."),
        ("[namespaces.'a:b']", "line 1: namespaces.'a:b' cannot name a namespace."),
        ("[namespaces.a]\n[namespaces.A]", "line 2: namespaces.A is the same as namespaces.a, lin"),
        ("[aliases]\n'pref:a' = 1", "line 2: aliases.'pref:a' is a whole number, where text belon"),
        ("[aliases]\n'pref:a' = 'Pref:A'", "line 2: aliases.'pref:a' means itself"),
        ("[aliases]\na = 'b'\nA = 'c'", "line 3: aliases.A is the same alias as 'a', line 2."),
        ("[aliases]\na = '!b'", "line 2: aliases.a names a dislike, '!b'."),
        ("[aliases]\n'!a' = 'b'", "line 2: aliases.'!a' names a dislike, '!a'."),
        ("[aliases]\na = 'x:'", "line 2: aliases.a cannot be read. The attribute 'x:' has no name"),
        ("[aliases]\na = 'b'\nb = 'c'\nc = 'a'", "line 2: aliases.a stands in a circle of aliase"),
        ("[aliases]\n'health:hiv' = 'pref:x'", "line 2: aliases.'health:hiv' is sensitive, and pr"),
        ("[items.a]\nattributes = [1]", "line 2: items.a.attributes has an element that is a whol"),
        ("[items.a]\nattributes = [\n'x',\n'!!y']", "line 4: Of the item 'a': The attribute '!!y'"),
        ("[items.a]\nattributes = ['ctx:b']", "line 2: The item 'a' has the context ctx:b."),
        ("[items.a]\nattributes = ['b', '!b']", "line 1: The item 'a' has both pref:b and !pref:b"),
        ("[items.a]\nattributes = ['size:1', 'size:2']", "line 1: The item 'a' has both size:1 an"),
        ("[items.a]\nweight = 2", "line 2: items.a.weight is 2."),
        ("[items.' a']\n[items.a]", "line 2: The item 'a' is given already, in catalog.toml, line"),
        ("[items.'']", "line 1: items.'' has an empty id."),
        ("[context]\nhours = '6-11'", "line 1: context is a table, where a list belongs."),
        ("context = [1]", "line 1: context has a whole number in place of a table."),
        ("[[context]]\nhours = '6-11'", "line 1: context[1].attribute is missing."),
        ("[[context]]\nattribute = 'a'", "line 1: context[1] has no condition."),
        ("[[context]]\nattribute = '!a'\nplace = 'x'", "line 2: context[1].attribute is a dislike"),
        ("[[context]]\nattribute = 'a:'\nplace = 'x'", "line 2: context[1].attribute cannot be re"),
        ("[[groups]]\nrule = 'exclusive'\nmembers = ['a', 'b']", "line 1: groups[1].name is missi"),
        ("[[groups]]\nname = 'x'\nmembers = ['a', 'b']", "line 1: groups[1].rule is missing."),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_line_and_its_remedy(text: str, told: str) -> None:
    found = only(text)
    assert found.startswith(f"catalog.toml, {told}")
    assert found.rstrip()[-1] in ".?"


@pytest.mark.parametrize(
    "hours",
    ["25-26", "6-25", "24-6", "6:60-7", "6-24:01", "6-6", "0-0", "six", "6", "6-11-12", "-1-3",
     "٦-٧"],
)  # fmt: skip
def test_hours_outside_the_day_are_refused(hours: str) -> None:
    found = only(f"\n[[context]]\nattribute = 'a'\nhours = '{hours}'")
    assert found.startswith(f"catalog.toml, line 4: context[1].hours is {hours!r}")


@pytest.mark.parametrize(
    ("hours", "minutes"),
    [("0-24", (0, 1440)), ("22-6", (1320, 360)), ("6:30-11:15", (390, 675)),
     ("22-24", (1320, 1440)), (" 06:00 – 11 ", (360, 660)), ("18-0", (1080, 0))],
)  # fmt: skip
def test_hours_may_be_written_as_people_do(hours: str, minutes: tuple[int, int]) -> None:
    read = read_catalog(f"[[context]]\nattribute = 'a'\nhours = '{hours}'")
    assert read.context_rules[0].hours == minutes


@pytest.mark.parametrize(
    ("written", "days"),
    [('"Mon"', {0}), ('["sat", "Sunday"]', {5, 6}), ('"mon-fri"', set(range(5))),
     ('"fri-mon"', {4, 5, 6, 0}), ('"weekend"', {5, 6}), ('"weekday"', set(range(5))),
     ('"sun-sat"', set(range(7)))],
)  # fmt: skip
def test_weekdays_may_be_written_as_people_do(written: str, days: set[int]) -> None:
    read = read_catalog(f"[[context]]\nattribute = 'a'\nweekdays = {written}")
    assert read.context_rules[0].weekdays == days


@pytest.mark.parametrize("written", ["som", "mon-", "mon-fri-sun", "montag", "1"])
def test_a_weekday_that_is_none_is_refused_at_its_own_line(written: str) -> None:
    text = f"[[context]]\nattribute = 'a'\nweekdays = [\n'sat',\n'{written}']"
    assert only(text).startswith(f"catalog.toml, line 5: context[1].weekdays has '{written}'.")


TWO_GROUPS = """\
[[groups]]
name = "first"
rule = "{}"
members = ["pref:a", "pref:b", "pref:c"]
[[groups]]
name = "second"
rule = "{}"
members = ["pref:d", "B", "pref:x", "pref:a"]
"""


def test_two_attributes_cannot_both_coexist_and_close_each_other() -> None:
    found = only(TWO_GROUPS.format("exclusive", "single_valued"))
    assert found.startswith(
        "catalog.toml, line 8: groups[2].members has pref:b and pref:a, for which groups[1] on "
        "line 1 is exclusive, and this single_valued."
    )
    assert problems(TWO_GROUPS.format("exclusive", "exclusive")) == []
    assert problems(TWO_GROUPS.format("single_valued", "single_valued")) == []


def test_a_group_cannot_let_live_what_its_namespace_closes() -> None:
    text = "[[groups]]\nname='x'\nrule='exclusive'\nmembers=['city:a','city:b']\n"
    assert only(text).startswith("catalog.toml, line 3: groups[1].rule lets city:a and city:b both")
    assert problems(text + "[namespaces.city]\nsingle_valued = false") == []


@pytest.mark.parametrize(
    ("members", "told"),
    [("['a']", "has 1 of them."), ("[]", "has 0 of them."), ("['a', 'A']", "has pref:A twice, as"),
     ("['a', 'b', 'a']", "has pref:a twice."), ("['a', '!b']", "names a dislike, '!b'."),
     ("['a', 'bio', 'eco']", "has pref:organic twice, as 'bio' and as 'eco'."),
     (str([f"a{number}" for number in range(65)]), "has 65 of them.")],
)  # fmt: skip
def test_members_of_a_group_are_several_different_likes(members: str, told: str) -> None:
    text = f"[[groups]]\nname='x'\nrule='exclusive'\nmembers={members}\n[aliases]\n"
    found = only(text + "bio = 'organic'\neco = 'organic'")
    assert found.startswith(f"catalog.toml, line 4: groups[1].members {told}")


def test_an_alias_of_an_alias_means_what_is_meant_in_the_end_in_any_order() -> None:
    for pairs in ("a='b'\nb='c'\nc='d'", "c='d'\nb='c'\na='b'"):
        read = read_catalog(f"[aliases]\n{pairs}")
        assert {key: each.key for key, each in read.aliases.items()} == {
            "pref:a": "pref:d", "pref:b": "pref:d", "pref:c": "pref:d",
        }  # fmt: skip


def test_each_circle_of_aliases_is_told_once_however_many_lead_into_it() -> None:
    found = problems("[aliases]\nx='a'\ny='x'\na='b'\nb='a'\np='q'\nq='p'\nok='fine'")
    assert [each.partition(":")[0] for each in found] == [
        "catalog.toml, line 4", "catalog.toml, line 6",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a = ", "line 1: This is not written as TOML: Invalid value."),
        ("\n[a]\n[a]", "line 3: This is not written as TOML: Cannot declare"),
        ("a = 1\n\nb = '''x\n\n", "line 3: This is not written as TOML: "),
        ("\n\nitem;attributes", "line 3: This is not written as TOML: "),
        ("a = " + "[" * 100_000, "Tables or lists are nested without end."),
        (b"\n# Z\xfcrich", "line 2: The byte 0xFC is not UTF-8."),
        (
            "# a".encode("utf-16"),
            "line 1: The byte 0xFF is not UTF-8; the file seems to be UTF-16.",
        ),
        ("\n\n# \ud800", "line 3: Half a character (U+D800) stands in the text."),
        ("#" * 4_000_001, "The text has 4,000,001 characters"),
    ],
    ids=range(9),
)
def test_a_text_that_cannot_be_read_at_all_is_told_with_its_line(
    text: str | bytes, told: str
) -> None:
    found = only(text)
    assert found.removeprefix("catalog.toml").lstrip(":, ").startswith(told)
    assert items_file_of(text) is None


@pytest.mark.parametrize(
    ("items", "told"),
    [
        ("", "line 1: The list is empty."),
        (" \n\n", "line 1: The list is empty."),
        ("itme,attributes\n", "line 1: There is no column 'itme'. Did you mean item?"),
        ("attributes,name\n", "line 1: There is no column item."),
        ("item,item\n", "line 1: The column item is there twice."),
        ("item,attributes\n\n,x\n", "line 3: This row names no item."),
        (
            "item,attributes\na,x\na,y\n",
            "line 3: The item 'a' is given already, in items.csv, line 2",
        ),
        ("item,attributes\na,x,y\n", "line 2: This row has 3 fields, and the first line names 2."),
        ("item,weight\na,0\n", "line 2: The weight is '0'."),
        ("item,weight\na,nan\n", "line 2: The weight is 'nan'."),
        ("item;weight\na;0,5\n", "line 2: The weight is '0,5'."),
        (
            'item,attributes\n"a\n\nb",x\nc,!!y\n',
            "line 5: Of the item 'c': The attribute '!!y' has",
        ),
        ("item,attributes\na,x;ctx:y\n", "line 2: The item 'a' has the context ctx:y."),
        ('item,attributes\na,x\n"b,y\nc,z\n', "line 3: A quote that opens in this row is never"),
        ('item,attributes\n"a"b,y\n', "line 2: This row is not written as CSV:"),
        ("item\n" + "x" * 1025, "line 2: The item's id has 1,025 characters."),
        ("item\n" + "x" * 140_000, "line 2: This row is not written as CSV: field larger"),
        (b"item,name\na,b\nc,Z\xfcrich", "line 3: The byte 0xFC is not UTF-8."),
        ("item,attributes\r\na,x\r\n\r\nb,:\r\n", "line 4: Of the item 'b': The attribute ':' has"),
        ("item,attributes\ra,x\rb,:\r", "line 3: Of the item 'b': The attribute ':' has"),
        (
            "item,attributes\na," + ";".join(f"x{n}" for n in range(33)),
            "line 2: The item 'a' has 33",
        ),
    ],
    ids=range(21),
)
def test_a_mistake_among_the_items_is_told_with_its_line(items: str | bytes, told: str) -> None:
    assert only("", items).startswith(f"items.csv, {told}")


def test_an_item_that_stands_in_both_texts_is_told_with_both_places() -> None:
    found = only("\n[items.a]\nattributes = ['x']", "item,attributes\na,y\n")
    assert found.startswith(
        "items.csv, line 2: The item 'a' is given already, in catalog.toml, line 2."
    )


def test_all_problems_of_both_texts_are_told_in_one_error_in_the_order_of_their_lines() -> None:
    text = "[nonsense]\n[kinds.x]\nweight = 7\n[[context]]\nattribute = 'a'\nhours = '1-99'\n"
    with pytest.raises(CatalogError) as raised:
        read_catalog(text, items="item,weight\na,9\nb,9\n", file="shop.toml", items_file="s.csv")
    assert [each.partition(": ")[0] for each in raised.value.problems] == [
        "shop.toml, line 1", "shop.toml, line 3", "shop.toml, line 6", "s.csv, line 2",
        "s.csv, line 3",
    ]  # fmt: skip
    message = str(raised.value)
    assert message.startswith("shop.toml cannot be used: 5 problems.\nshop.toml, line 1: nonsense ")
    assert all(problem in message for problem in raised.value.problems)


def test_one_problem_is_the_error_itself() -> None:
    with pytest.raises(CatalogError) as raised:
        read_catalog("[kinds.x]\nweight = 7")
    assert raised.value.what == "catalog.toml, line 2: kinds.x.weight is 7."
    assert raised.value.remedy.startswith("Write a number above 0")


def test_thousands_of_problems_are_counted_and_the_first_of_them_told() -> None:
    listing = "item,weight\n" + "".join(f"i{number},9\n" for number in range(3_000))
    with pytest.raises(CatalogError) as raised:
        read_catalog("", items=listing)
    assert "3,000 problems" in raised.value.what
    assert "… and 2,950 more." in raised.value.what
    assert len(raised.value.problems) == 1_000
    assert len(str(raised.value)) < 10_000


@pytest.mark.parametrize(
    "name",
    ["../items.csv", "/etc/passwd", "a/b.csv", "C:items.csv", "a\\\\b", "..", ".", " ", "\\u0000"]
)  # fmt: skip
def test_a_catalog_never_leads_to_a_file_elsewhere(name: str) -> None:
    text = f'[catalog]\nitems_file = "{name}"'
    assert items_file_of(text) is None
    assert only(text).startswith("catalog.toml, line 2: catalog.items_file is ")


def test_a_catalog_that_asks_for_no_items_has_none() -> None:
    assert items_file_of("") is None
    assert items_file_of("catalog = 3") is None
    assert items_file_of("[catalog]\nitems_file = 'items.csv'") == "items.csv"


# What could trip a reader of lines: brackets, hashes and equals signs inside strings, keys with
# dots and quotes, lists and strings over several lines.
TRAPS = '''\
# [no] = "table"
"a.b" = "]" # first
c.d = """one = 1
[x]
\\""" y"""""
e = \'\'\'
[[f]]\'\'\'

[g . "h#i"]
j = [ # ] in a remark
  1, [2,
  3], { k = "}", l = [4] },
  "," ]
\'m\' = 2026-01-02 03:04:05
[[n]]
o = -1e3
[[n.p]]
q = true
[[n]]
[n.r]
s = "\\""
[[n.p]]
'''


def test_lines_are_found_past_everything_that_looks_like_something_else() -> None:
    tomllib.loads(TRAPS)
    found = lines_of(TRAPS)
    assert found == {
        ("a.b",): 2, ("c",): 3, ("c", "d"): 3, ("e",): 6, ("g",): 9, ("g", "h#i"): 9,
        ("g", "h#i", "j"): 10, ("g", "h#i", "j", 0): 11, ("g", "h#i", "j", 1): 11,
        ("g", "h#i", "j", 1, 0): 11, ("g", "h#i", "j", 1, 1): 12, ("g", "h#i", "j", 2): 12,
        ("g", "h#i", "j", 2, "k"): 12, ("g", "h#i", "j", 2, "l"): 12,
        ("g", "h#i", "j", 2, "l", 0): 12, ("g", "h#i", "j", 3): 13, ("g", "h#i", "m"): 14,
        ("n",): 15, ("n", 0): 15, ("n", 0, "o"): 16, ("n", 0, "p"): 17, ("n", 0, "p", 0): 17,
        ("n", 0, "p", 0, "q"): 18, ("n", 1): 19, ("n", 1, "r"): 20, ("n", 1, "r", "s"): 21,
        ("n", 1, "p"): 22, ("n", 1, "p", 0): 22,
    }  # fmt: skip


def paths_of(value: Any, path: Path = ()) -> set[Path]:
    """Every path of a parsed text, the top left out."""
    own = {path} if path else set()
    if isinstance(value, dict):
        return own.union(*(paths_of(each, (*path, key)) for key, each in value.items()))
    if isinstance(value, list):
        return own.union(*(paths_of(each, (*path, at)) for at, each in enumerate(value)))
    return own


toml_texts = st.lists(
    st.sampled_from(
        ["[a]", "[[b]]", "[b.c]", "[[b.d]]", '["é.#"]', "[a.x]", "k = 1", "l = [1,\n [2], #]\n]",
         'm = """\n[z]\n"""', "n = {o = '}', p = [1]}", "q.r = 'a#b'", "", "# [c]",
         '"\\u0041" = "\\\\"',
         "s = '''it''s'''", "t = [{u = 1}, {u = 2}]", "\r", "  v  =  1.5e3  # x"]
    ),
    max_size=12,
).map("\n".join)  # fmt: skip


@steady
@given(toml_texts)
@example(SHOP)
def test_every_path_of_every_valid_text_has_a_line(text: str) -> None:
    try:
        parsed = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    found = lines_of(text)
    assert paths_of(parsed) <= set(found)
    assert all(1 <= line <= text.count("\n") + 1 for line in found.values())


@steady
@given(
    st.text(max_size=300) | toml_texts, st.none() | st.text(max_size=200) | st.binary(max_size=99)
)
@example("[kinds.x]\nweight = 7", "item")
def test_any_two_texts_are_a_catalog_or_a_catalog_error(
    text: str, items: str | bytes | None
) -> None:
    try:
        read = read_catalog(text, items=items)
    except CatalogError as error:
        raised = error
    else:
        assert catalog_problems(text, items=items) == ()
        assert read.digest
        return
    assert raised.problems
    assert raised.remedy


@steady
@given(
    st.dictionaries(
        st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=20),
        st.lists(
            st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters=":;!：！"),
                    min_size=1, max_size=12),
            max_size=4,
        ),
        min_size=1, max_size=6,
    )
)  # fmt: skip
def test_whatever_stands_in_quotes_is_read_as_it_is(items: dict[str, list[str]]) -> None:
    def quoted(text: str) -> str:
        return '"' + text.replace('"', '""') + '"'

    rows = [f"{quoted(each)},{quoted(';'.join(names))}" for each, names in items.items()]
    listing = "\r\n".join(["item,attributes", *rows])
    told = problems("", listing)
    if told:
        allowed = ("given already", "names no item", "is empty", "no name")
        assert all(any(why in each for why in allowed) for each in told)
        return
    read = read_catalog("", items=listing)
    assert {each.id: {one.key for one in each.attributes} for each in read.items.values()} == {
        next(iter(read_catalog("", items=f"item\n{quoted(each)}").items)): {
            parse_attribute(name).key for name in names
        }
        for each, names in items.items()
    }
