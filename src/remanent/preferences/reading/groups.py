"""Reading [[groups]]: attributes that compete, by rules that do not contradict each other."""

from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from remanent.model.catalog import Catalog, Group, GroupRule
from remanent.preferences.attributes import tidy
from remanent.preferences.reading.toml_tables import Table
from remanent.quoting import shown

MAX_GROUPS: Final = 1_000
FEWEST_MEMBERS: Final = 2
MAX_MEMBERS: Final = 64


@dataclass(slots=True)
class _Pairs:
    """Which group first spoke of two attributes."""

    first: dict[frozenset[str], tuple[GroupRule, Table]] = field(default_factory=dict)


def groups_of(top: Table, catalog: Catalog) -> tuple[Group, ...]:
    """Return the groups; what cannot hold is noted and left out.

    Args:
        catalog: its aliases say which attributes are meant, its namespaces what holds already.
    """
    pairs = _Pairs()
    tables = list(top.listed("groups", most=MAX_GROUPS))
    read = ((table, _group(table, catalog)) for table in tables)
    return tuple(
        group
        for table, group in read
        if group is not None and _is_possible(table, group, catalog, pairs)
    )


def _group(table: Table, catalog: Catalog) -> Group | None:
    name = table.text("name")
    if not table.has("name"):
        table.add("name", "is missing.", 'Write one, such as name = "hot drinks".')
    rule = table.choice("rule", tuple(GroupRule))
    if not table.has("rule"):
        table.add("rule", "is missing.", 'Write rule = "exclusive" or rule = "single_valued".')
    members = _members(table, catalog)
    table.finish()
    if name is None or rule is None or members is None:
        return None
    return Group(tidy(name), GroupRule(rule), members)


def _members(table: Table, catalog: Catalog) -> tuple[str, ...] | None:
    found: dict[str, str] = {}
    count = 0
    for position, text in table.texts("members"):
        count += 1
        attribute = table.liked("members", text, position=position)
        if attribute is None:
            continue
        meant = catalog.meant(attribute)
        if meant.key in found:
            other = found[meant.key]
            how = "" if other == text else f", as {shown(other)} and as {shown(text)}"
            table.add(
                "members", f"has {meant.text} twice{how}.", "Keep one of them.", position=position
            )
        found.setdefault(meant.key, text)
    if not FEWEST_MEMBERS <= count <= MAX_MEMBERS:
        remedy = f"Write {FEWEST_MEMBERS} to {MAX_MEMBERS} attributes."
        table.add("members", f"has {count} of them.", remedy)
        return None
    return tuple(found)


def _is_possible(table: Table, group: Group, catalog: Catalog, pairs: _Pairs) -> bool:
    """Say whether no two members are told both to stand beside and to close each other."""
    for first, second in combinations(group.members, 2):
        namespace = catalog.namespace_of(first)
        is_shared = namespace == catalog.namespace_of(second)
        if group.rule is GroupRule.EXCLUSIVE and namespace.is_single_valued and is_shared:
            what = (
                f"lets {first} and {second} both be known, but {namespace.name} holds one value at "
                "a time."
            )
            remedy = f"Remove the group, or write single_valued = false for {namespace.name}."
            table.add("rule", what, remedy)
            return False
        rule, elsewhere = pairs.first.setdefault(frozenset((first, second)), (group.rule, table))
        if rule is not group.rule:
            what = (
                f"has {first} and {second}, for which {elsewhere.title} on line "
                f"{elsewhere.line_of()} is {rule}, and this {group.rule}."
            )
            table.add("members", what, "Keep the two in one of the groups.")
            return False
    return True
