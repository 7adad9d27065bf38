"""One person on several surfaces: each is read apart, and one rule says what stands on a card.

The rule is the one that decides between rivals within a scope: a pin, then what was stated before
what was observed before what was inferred, then the newer. So an attribute that two surfaces know
stands once, and of two rivals the one that stands is the same as if one scope held both. What the
owner pinned to 0 here stays away, whatever another surface says. Scores decide the order.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from remanent.model.catalog import Catalog
from remanent.model.preference import Preference
from remanent.preferences.card import SETTING_NAMESPACE
from remanent.preferences.curation import standing, superseded_by
from remanent.preferences.ranking import Ranked


@dataclass(frozen=True, slots=True)
class OtherSurface:
    """What another surface may show of the same person.

    Args:
        tenant: the surface.
        ranked: what stands there, best first.
    """

    tenant: str
    ranked: tuple[Ranked, ...]


def allowed(ranked: Sequence[Ranked], namespaces: Collection[str]) -> list[Ranked]:
    """Return what belongs to the namespaces that the person lets another surface see."""
    return [
        each
        for each in ranked
        if each.preference.namespace in namespaces
        and each.preference.namespace != SETTING_NAMESPACE
    ]


def merged(
    own: Sequence[Ranked],
    others: Sequence[OtherSurface],
    catalog: Catalog,
    *,
    kept_away: Collection[str] = (),
) -> list[Ranked]:
    """Return what stands over all surfaces, best first; what comes from another one is marked.

    Args:
        own: what stands in this scope, best first.
        kept_away: attributes that the owner pinned to 0 here.
    """
    best = {each.preference.attribute: each for each in own}
    for other in others:
        for each in other.ranked:
            key = each.preference.attribute
            known = best.get(key)
            if key in kept_away:
                continue
            if known is None or standing(each.preference) > standing(known.preference):
                best[key] = each._replace(surface=other.tenant)

    def held(key: str) -> Preference | None:
        found = best.get(key)
        return None if found is None else found.preference

    def in_namespace(name: str) -> list[Preference]:
        return [each.preference for each in best.values() if each.preference.namespace == name]

    found = [
        each
        for each in best.values()
        if superseded_by(each.preference, catalog, held, in_namespace) is None
    ]
    return sorted(
        found,
        key=lambda each: (-each.score, each.surface is not None, each.preference.attribute),
    )
