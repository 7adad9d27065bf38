"""Reading a catalog: TOML text, and CSV text for its items, into one checked value.

All problems are found in one pass and told in one error, each with its line and its remedy. A
catalog is never half taken: either it is whole, or the one in force stays.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from remanent.dynamics.retention import FERN_HALF_LIVES_DAYS
from remanent.errors import AttributeRefusedError, InputError
from remanent.model.catalog import Attribute, Behaviour, Catalog, GroupRule, Item, Namespace
from remanent.preferences.attributes import (
    CONTEXT_NAMESPACE,
    canonical,
    parse_attribute,
    tidy,
)
from remanent.preferences.defaults import DEFAULT_CATALOG
from remanent.preferences.mapping import canonical_kind
from remanent.preferences.reading.aliases import aliases_of
from remanent.preferences.reading.catalog_text import Lines, decoded, parsed
from remanent.preferences.reading.context_rules import context_rules_of
from remanent.preferences.reading.groups import groups_of
from remanent.preferences.reading.items_file import MAX_ITEM_ATTRIBUTES, ItemRow, items_of
from remanent.preferences.reading.problems import (
    CatalogProblem,
    Problems,
    catalog_error,
    in_order,
)
from remanent.preferences.reading.toml_tables import Table
from remanent.quoting import shown
from remanent.text.local_calendar import is_known_zone

MAX_KINDS: Final = 1_000
LONGEST_HALF_LIFE_DAYS: Final = 36_500.0

_BUILTIN: Final = "builtin"
_NOTHING: Final = "nothing"
_COLON_OR_MARK: Final = re.compile("[:：!！]")
_NOT_BESIDE: Final = re.compile(r"[/\\:\x00-\x1f]")


def read_catalog(
    text: str | bytes,
    *,
    items: str | bytes | None = None,
    file: str = "catalog.toml",
    items_file: str | None = None,
) -> Catalog:
    """Read a catalog.

    Args:
        text: its TOML.
        items: the CSV that it names; see `items_file_of`.
        file, items_file: how messages name the two.

    Raises:
        CatalogError: it cannot be used; `problems` holds all that is wrong.
    """
    reading = _read(text, items, file, items_file)
    if reading.catalog is None:
        raise catalog_error(file, reading.problems, reading.items_problems)
    return reading.catalog


def catalog_problems(
    text: str | bytes,
    *,
    items: str | bytes | None = None,
    file: str = "catalog.toml",
    items_file: str | None = None,
) -> tuple[CatalogProblem, ...]:
    """Return all that is wrong with a catalog, in the order of its lines; nothing if it is whole.

    Arguments as in `read_catalog`.
    """
    reading = _read(text, items, file, items_file)
    return (*in_order(reading.problems), *in_order(reading.items_problems))


def items_file_of(text: str | bytes) -> str | None:
    """Return the bare name of the CSV file that a catalog asks for; None where it asks for none.

    A text that cannot be read, or one that names a file elsewhere, asks for none: `read_catalog`
    then says why.
    """
    unheard = Problems("")
    whole = decoded(text, unheard)
    described = None if whole is None else (parsed(whole, unheard) or {}).get("catalog")
    named = described.get("items_file") if isinstance(described, Mapping) else None
    return named if isinstance(named, str) and _is_beside(named) else None


@dataclass(frozen=True, slots=True)
class _Reading:
    catalog: Catalog | None
    problems: Problems
    items_problems: Problems


def _read(
    text: str | bytes, items: str | bytes | None, file: str, items_file: str | None
) -> _Reading:
    problems, items_problems = Problems(file), Problems(items_file or "items.csv")
    whole = decoded(text, problems)
    listing = None if items is None else decoded(items, items_problems)
    rows = [] if listing is None else items_of(listing, items_problems)
    values = None if whole is None else parsed(whole, problems)
    if whole is None or values is None:
        return _Reading(None, problems, items_problems)
    problems.line_of = Lines(whole).find
    top = Table(values, (), "", problems)
    catalog = _catalog(top, None if items is None else rows, items_problems)
    digest = blake2b(f"{len(whole)}:{whole}{listing or ''}".encode(), digest_size=16).hexdigest()
    is_whole = not problems.found and not items_problems.found
    return _Reading(replace(catalog, digest=digest) if is_whole else None, problems, items_problems)


def _catalog(top: Table, rows: list[ItemRow] | None, items_problems: Problems) -> Catalog:
    """Read all parts, in the order in which they need each other."""
    catalog = _head(top.table("catalog"), is_listing_given=rows is not None)
    catalog = replace(
        catalog,
        kinds=MappingProxyType({**catalog.kinds, **_kinds(top, catalog)}),
        namespaces=MappingProxyType({**catalog.namespaces, **_namespaces(top, catalog)}),
        context_rules=tuple(context_rules_of(top)),
    )
    catalog = replace(catalog, aliases=MappingProxyType(aliases_of(top, catalog)))
    catalog = replace(catalog, groups=groups_of(top, catalog))
    listed = [*_own_items(top), *(rows or ())]
    items = _items(catalog, listed, {True: items_problems, False: top.problems})
    top.finish()
    return replace(catalog, items=MappingProxyType(items))


def _head(head: Table, *, is_listing_given: bool) -> Catalog:
    """Read [catalog]: what holds for all of it, and what it builds on."""
    base = (
        Catalog() if head.choice("extends", (_BUILTIN, _NOTHING)) == _NOTHING else DEFAULT_CATALOG
    )
    zone = head.text("zone")
    if zone is not None and not is_known_zone(zone):
        remedy = 'Write a name of the IANA list, such as "Europe/Berlin".'
        head.add("zone", f"is {shown(zone)}, a zone that this machine does not know.", remedy)
    name = head.text("items_file")
    if name is not None and not _is_beside(name):
        remedy = 'Put the file beside the catalog and write its bare name: "items.csv".'
        head.add("items_file", f"is {shown(name)}, which leads elsewhere.", remedy)
    elif name is not None and not is_listing_given:
        remedy = "Put the file beside the catalog, or remove the line."
        head.add("items_file", f"names {shown(name)}, which was not given.", remedy)
    learns = head.flag("learn_unknown_items")
    catalog = replace(
        base,
        name=tidy(head.text("name") or "catalog"),
        zone=zone,
        unknown_kind_weight=head.number("unknown_kind_weight", 1) or base.unknown_kind_weight,
        learns_unknown_items=base.learns_unknown_items if learns is None else learns,
        association_half_life_days=_half_life(head, "association_half_life")
        or base.association_half_life_days,
    )
    head.finish()
    return catalog


def _is_beside(name: str) -> bool:
    """Say whether a name means a file in the catalog's own folder."""
    return bool(name.strip(" .")) and not _NOT_BESIDE.search(name)


def _half_life(table: Table, key: str) -> float | None:
    """Read a class of half-lives, or a number of days."""
    if not isinstance(table.values.get(key), str):
        return table.number(key, LONGEST_HALF_LIFE_DAYS)
    named = table.choice(key, tuple(FERN_HALF_LIVES_DAYS))
    return None if named is None else FERN_HALF_LIVES_DAYS[named]


def _kinds(top: Table, base: Catalog) -> dict[str, Behaviour]:
    found: dict[str, Behaviour] = {}
    first: dict[str, Table] = {}
    for written, table in top.tables("kinds", most=MAX_KINDS):
        weight, is_negative = table.number("weight", 1), table.flag("negative")
        table.finish()
        try:
            name = canonical_kind(written)
        except InputError as error:
            table.add(None, f"cannot be a kind: {error.what}", error.remedy)
            continue
        known = base.kinds.get(name)
        if known is None and not table.has("weight"):
            table.add("weight", "is missing.", "Write one, such as weight = 0.5.")
        if not _is_repeated(first, name, table):
            known = known or Behaviour(name, 1.0)
            found[name] = Behaviour(
                name,
                weight or known.weight,
                known.is_negative if is_negative is None else is_negative,
            )
    return found


def _namespaces(top: Table, base: Catalog) -> dict[str, Namespace]:
    found: dict[str, Namespace] = {}
    first: dict[str, Table] = {}
    for written, table in top.tables("namespaces"):
        half_life = _half_life(table, "half_life")
        is_sensitive, is_single_valued = table.flag("sensitive"), table.flag("single_valued")
        table.finish()
        name = canonical(written)
        if not name or _COLON_OR_MARK.search(name):
            remedy = "Write what stands before the colon: [namespaces.pref]."
            table.add(None, "cannot name a namespace.", remedy)
        elif not _is_repeated(first, name, table):
            known = base.namespace(name)
            found[name] = Namespace(
                name,
                half_life or known.half_life_days,
                known.is_sensitive if is_sensitive is None else is_sensitive,
                known.is_single_valued if is_single_valued is None else is_single_valued,
            )
    return found


def _is_repeated(first: dict[str, Table], name: str, table: Table) -> bool:
    other = first.setdefault(name, table)
    if other is not table:
        what = f"is the same as {other.title}, line {other.line_of()}."
        table.add(None, what, "Keep one of them.")
    return other is not table


def _own_items(top: Table) -> Iterator[ItemRow]:
    """Read the items that stand in the TOML itself."""
    for written, table in top.tables("items"):
        weight, name = table.number("weight", 1), table.text("name")
        texts = tuple(
            ((*table.path, "attributes", position), text)
            for position, text in table.texts("attributes")
        )
        table.finish()
        item = tidy(written)
        if item:
            yield ItemRow(item, texts, weight or 1.0, tidy(name) if name else None, table.path)
        else:
            table.add(None, "has an empty id.", "Write the id that your events give.")


def _items(
    catalog: Catalog, rows: list[ItemRow], problems_of: Mapping[bool, Problems]
) -> dict[str, Item]:
    first: dict[str, str] = {}
    found: dict[str, Item] = {}
    for row in rows:
        problems = problems_of[row.is_listed]
        if row.id in found:
            what = f"The item {shown(row.id)} is given already, in {first[row.id]}."
            problems.add(row.place, what, "Keep one of them.")
            continue
        first[row.id] = problems.where(row.place)
        attributes = tuple(_attributes(catalog, row, problems))
        found[row.id] = Item(row.id, attributes, row.weight, row.name)
    return found


def _attributes(catalog: Catalog, row: ItemRow, problems: Problems) -> Iterator[Attribute]:
    """Read the attributes of one item, as they are meant, each once."""
    seen: dict[str, Attribute] = {}
    for place, text in row.attributes:
        try:
            meant = catalog.meant(parse_attribute(text))
        except AttributeRefusedError as error:
            problems.add(place, f"Of the item {shown(row.id)}: {error.what}", error.remedy)
            continue
        if meant.namespace == CONTEXT_NAMESPACE and not meant.is_negative:
            what = f"The item {shown(row.id)} has the context {meant.text}."
            remedy = "Remove it: contexts come from [[context]] or with the event."
            problems.add(place, what, remedy)
        elif meant.key not in seen:
            seen[meant.key] = meant
            yield meant
    if len(seen) > MAX_ITEM_ATTRIBUTES:
        what = f"The item {shown(row.id)} has {len(seen)} attributes."
        problems.add(row.place, what, f"Keep the {MAX_ITEM_ATTRIBUTES} that say most.")
    for one, other in _rivals(catalog, seen):
        what = f"The item {shown(row.id)} has both {one} and {other}, of which one can hold."
        problems.add(row.place, what, "Keep one, or make an item of each.")


def _rivals(catalog: Catalog, seen: Mapping[str, Attribute]) -> Iterator[tuple[str, str]]:
    """Find attributes of which only one can hold at a time."""
    same: dict[tuple[str, str], list[str]] = {}
    for key, attribute in seen.items():
        if f"!{key}" in seen:
            yield key, f"!{key}"
        if attribute.is_negative:
            continue
        if catalog.namespace(attribute.namespace).is_single_valued:
            same.setdefault(("namespace", attribute.namespace), []).append(key)
        for group in catalog.groups_of(key):
            if group.rule is GroupRule.SINGLE_VALUED:
                same.setdefault(("group", group.name), []).append(key)
    for keys in same.values():
        yield from pairwise(keys)
