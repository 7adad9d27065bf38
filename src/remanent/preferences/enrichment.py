"""Attributes for items that have none, by rules, as suggestions for an operator."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from remanent.model.catalog import Catalog, Suggestion, SuggestionKind, Suggestions
from remanent.model.vocabulary import NewItem
from remanent.preferences.proposals import known_words, propose_attributes
from remanent.preferences.vocabulary import suggestion_id

MAX_ENRICHED: Final = 1_000


def enriched(
    catalog: Catalog,
    items: Sequence[NewItem],
    met: Mapping[str, int],
    *,
    rejected: Collection[str] = (),
    limit: int = MAX_ENRICHED,
) -> Suggestions:
    """Propose attributes for items, those that events name most often first.

    Args:
        items: beside those that the catalog lists without attributes.
        met: how many events named an item that the catalog knows nothing of, by its id.
        rejected: ids that were rejected.
    """
    named = {each: NewItem(each, each) for each in met}
    for listed in catalog.items.values():
        if not listed.attributes:
            named[listed.id] = NewItem(listed.id, listed.name or listed.id)
    named |= {each.id: each for each in items}
    known, barred = known_words(catalog), frozenset(rejected)
    found: list[Suggestion] = []
    for item in named.values():
        listing = catalog.items.get(item.id)
        if listing is not None and listing.attributes:
            continue
        proposals = propose_attributes(item.name, item.description, catalog, known=known)
        name = suggestion_id(SuggestionKind.ADD_ITEM, item.id)
        if proposals and name not in barred:
            found.append(
                Suggestion(
                    id=name,
                    kind=SuggestionKind.ADD_ITEM,
                    subject=item.id,
                    attributes=tuple(each.attribute.text for each in proposals),
                    score=round(proposals[0].score, 6),
                    count=met.get(item.id, 0),
                    reason=" ".join(dict.fromkeys(each.reason for each in proposals)),
                )
            )
    found.sort(key=lambda each: (-each.count, -each.score, each.id))
    return Suggestions(tuple(found[:limit]), max(len(found) - limit, 0))
