"""Which of several rivals stands: a like or its dislike, one value of a slot, one of a group.

Nothing is written for it: rivals keep their evidence, and who stands is decided whenever they are
read. So the order of arrival does not matter, and another catalog needs no new history.
"""

from collections.abc import Callable, Container, Iterable, Sequence
from datetime import UTC, datetime
from heapq import nlargest

from remanent.model.catalog import Catalog, GroupRule
from remanent.model.fact import Provenance
from remanent.model.preference import Preference
from remanent.model.preference_graph import PreferenceGraph

_NEVER = datetime(1, 1, 1, tzinfo=UTC)
_AUTHORITY = {
    Provenance.STATED: 2,
    Provenance.OBSERVED: 2,
    Provenance.IMPORTED: 1,
    Provenance.INFERRED: 0,
}


def opposite(attribute: str) -> str:
    """Return the dislike of a like, or the like of a dislike."""
    return attribute[1:] if attribute.startswith("!") else f"!{attribute}"


def rivals(catalog: Catalog, attribute: str) -> tuple[frozenset[str], str | None]:
    """Return which attributes cannot stand beside this one, and a namespace where none can.

    A dislike has one rival, its like: several things may be disliked at once.
    """
    own = frozenset([opposite(attribute)])
    if attribute.startswith("!"):
        return own, None
    for group in catalog.groups_of(attribute):
        if group.rule is GroupRule.SINGLE_VALUED:
            own |= frozenset(group.members) - {attribute}
    namespace = catalog.namespace_of(attribute)
    return own, namespace.name if namespace.is_single_valued else None


def may_have_rivals(catalog: Catalog, attribute: str, held: Container[str]) -> bool:
    """Say whether anything could stand against an attribute, at little cost."""
    if opposite(attribute) in held:
        return True
    namespace, groups = catalog.namespace_of(attribute), catalog.groups_of(attribute)
    return namespace.is_single_valued or bool(groups)


def rivals_among(
    catalog: Catalog, namespaces: Iterable[str], held: Container[str]
) -> Callable[[Preference], bool]:
    """Return `may_have_rivals` for many preferences of a few namespaces."""
    single_valued = {name for name in namespaces if catalog.namespace(name).is_single_valued}

    def may_have(preference: Preference) -> bool:
        attribute = preference.attribute
        return (
            opposite(attribute) in held
            or bool(catalog.groups and catalog.groups_of(attribute))
            or bool(single_valued and preference.namespace in single_valued)
        )

    return may_have


def standing(preference: Preference) -> tuple[bool, int, datetime, str]:
    """Return by what rivals are compared; the greatest stands.

    A pin above 0 outranks all; then what the person said or did outranks what was imported, and
    that what was inferred; among equals the newer in world time stands. Saying and doing are
    equals here: who moves and orders to the new address has moved, whatever he once said.
    """
    return (
        preference.pin is not None and preference.pin > 0,
        _AUTHORITY[preference.provenance],
        preference.last_at or _NEVER,
        preference.attribute,
    )


def winner(held: Iterable[Preference]) -> Preference | None:
    """Return which of several rivals stands; one that the owner pinned to 0 never does."""
    contenders = [each for each in held if each.is_held and each.pin != 0]
    return max(contenders, key=standing, default=None)


def foremost(members: Iterable[Preference]) -> list[Preference]:
    """Return the two likes that stand before all others of a namespace, or fewer.

    No other can stand in the place of one: the first stands in that of all others.
    """
    contenders = [
        each for each in members if each.is_held and each.pin != 0 and not each.is_negative
    ]
    return nlargest(2, contenders, key=standing)


def foremost_in(graph: PreferenceGraph, namespace: str) -> list[Preference]:
    """Return `foremost` of a person's namespace; it is looked for once for each graph."""
    known = graph.kept.get(("foremost", namespace))
    if isinstance(known, list):
        return known
    found = foremost(
        each for each in graph.rows if each is not None and each.namespace == namespace
    )
    graph.kept["foremost", namespace] = found
    return found


def superseded_by(
    preference: Preference,
    catalog: Catalog,
    held: Callable[[str], Preference | None],
    in_namespace: Callable[[str], Sequence[Preference]],
) -> Preference | None:
    """Return the rival that stands in place of a preference; None where it stands itself.

    Args:
        held: gives a preference by its attribute.
        in_namespace: gives the likes of a namespace, or the `foremost` of them.
    """
    others, namespace = rivals(catalog, preference.attribute)
    found = [each for each in map(held, others) if each is not None]
    if namespace is not None:
        found.extend(
            each
            for each in in_namespace(namespace)
            if each.attribute != preference.attribute and not each.is_negative
        )
    best = winner(found)
    if best is None or not standing(best) > standing(preference):
        return None
    return best
