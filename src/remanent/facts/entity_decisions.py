"""What the owner has decided of entities: which names are one, and what kind something is."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from remanent.facts.slots import normalise
from remanent.model.entity import EntityKind
from remanent.model.suggestion import Suggestion, SuggestionKind


@dataclass(frozen=True, slots=True)
class EntityDecisions:
    """Accepted proposals, by label, folded.

    Args:
        merged: for each label the others that are the same entity.
        kinds: what something is.
    """

    merged: Mapping[str, frozenset[str]] = field(default_factory=dict)
    kinds: Mapping[str, EntityKind] = field(default_factory=dict)


def decisions_of(accepted: Iterable[Suggestion]) -> EntityDecisions:
    """Read accepted proposals; those that speak of no entity are left out."""
    given = sorted(accepted, key=lambda each: (each.decided_at or each.proposed_at, each.id))
    kinds = {
        normalise(content["entity"]): EntityKind(content["kind"])
        for each in given
        if each.kind is SuggestionKind.ENTITY_KIND and (content := dict(each.content))
    }
    return EntityDecisions(merged_names(given), kinds)


def merged_names(accepted: Iterable[Suggestion]) -> Mapping[str, frozenset[str]]:
    """Return for each name, folded, the others that mean the same."""
    groups: dict[str, set[str]] = {}
    for each in accepted:
        if each.kind is not SuggestionKind.ALIAS:
            continue
        content = dict(each.content)
        names = {normalise(content.get("first", "")), normalise(content.get("second", ""))}
        together = names.union(*(groups.get(name, set()) for name in names))
        for name in together:
            groups[name] = together
    return {name: frozenset(group - {name}) for name, group in groups.items()}
