"""Attributes for a new item, by rules: what its words name, and what its neighbours stand for.

They go into the review and nowhere else. Nothing is proposed that the catalog does not know
already, and nothing sensitive: that an inhaler is for asthma says little about who buys it.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from remanent.model.catalog import Attribute, Catalog
from remanent.preferences.attributes import CONTEXT_NAMESPACE, ITEM_NAMESPACE, parse_attribute
from remanent.preferences.spelling import words_of

MAX_PROPOSALS: Final = 16
MAX_TEXT_CHARACTERS: Final = 20_000

_NAME_SCORE: Final = 0.9
_DESCRIPTION_SCORE: Final = 0.7
_NEIGHBOUR_SCORE: Final = 0.6
_NEAR: Final = 0.5
_MAX_NEIGHBOURS: Final = 200
_LONGEST_NAME_WORDS: Final = 6
_SHORTEST_ALONE: Final = 3

_NOT_BEFORE: Final = frozenset(
    {"no", "not", "non", "without", "zero", "ohne", "kein", "keine", "nicht", "sans", "sin",
     "senza", "pas"}
)  # fmt: skip
_NOT_AFTER: Final = frozenset({"free", "less", "frei"})


@dataclass(frozen=True, slots=True)
class Proposal:
    """An attribute that an item may stand for.

    Args:
        score: how sure, in (0, 1].
        reason: why, for people.
    """

    attribute: Attribute
    score: float
    reason: str


@dataclass(frozen=True, slots=True)
class KnownWords:
    """What a catalog knows, by words: made once for many items.

    Args:
        named: the words of a name -> the attributes of that name.
        unspaced: names in scripts without blanks, as they stand in a text.
        items: a word -> ids of the items that have it in their name.
        item_words: id -> words of the item's name.
    """

    catalog: Catalog
    named: Mapping[tuple[str, ...], tuple[Attribute, ...]]
    unspaced: Mapping[str, tuple[Attribute, ...]]
    items: Mapping[str, Sequence[str]]
    item_words: Mapping[str, frozenset[str]]


def known_words(catalog: Catalog) -> KnownWords:
    """Index the attributes and items of a catalog."""
    named: defaultdict[tuple[str, ...], dict[str, Attribute]] = defaultdict(dict)
    unspaced: defaultdict[str, dict[str, Attribute]] = defaultdict(dict)
    for name, attribute in _names(catalog):
        words = tuple(words_of(name))
        if words and len(words) <= _LONGEST_NAME_WORDS:
            named[words][attribute.key] = attribute
        if len(words) == 1 and len(words[0]) > 1 and _is_unspaced(words[0]):
            unspaced[words[0]][attribute.key] = attribute
    items: defaultdict[str, list[str]] = defaultdict(list)
    item_words: dict[str, frozenset[str]] = {}
    for item in catalog.items.values():
        if item.attributes:
            item_words[item.id] = frozenset(words_of(item.name or item.id))
            for word in sorted(item_words[item.id]):
                items[word].append(item.id)
    return KnownWords(
        catalog,
        {words: tuple(found.values()) for words, found in named.items()},
        {name: tuple(found.values()) for name, found in unspaced.items()},
        items,
        item_words,
    )


def propose_attributes(
    name: str, description: str, catalog: Catalog, *, known: KnownWords | None = None
) -> tuple[Proposal, ...]:
    """Propose attributes for a new item, surest first, at most 16.

    Args:
        name: what it is called. description: more words, or none; only the first 20,000
            characters of each are read.
        known: the catalog's index, where many items are to be named.
    """
    known = known_words(catalog) if known is None else known
    found: dict[str, Proposal] = {}
    texts = ((name, _NAME_SCORE, "name"), (description, _DESCRIPTION_SCORE, "description"))
    for text, score, where in texts:
        for attribute in _said(words_of(text[:MAX_TEXT_CHARACTERS]), known):
            reason = f"The {where} says {attribute.name!r}."
            found.setdefault(attribute.key, Proposal(attribute, score, reason))
    for proposal in _shared_by_neighbours(name[:MAX_TEXT_CHARACTERS], known):
        found.setdefault(proposal.attribute.key, proposal)
    ranked = sorted(found.values(), key=lambda each: (-each.score, each.attribute.key))
    return tuple(ranked[:MAX_PROPOSALS])


def _names(catalog: Catalog) -> list[tuple[str, Attribute]]:
    """List every name of every attribute that may be proposed, aliases too."""
    found: dict[str, Attribute] = {}
    for item in catalog.items.values():
        found.update((each.key, each) for each in map(catalog.meant, item.attributes))
    for group in catalog.groups:
        for member in group.members:
            found.setdefault(member, parse_attribute(member))
    found.update((target.key, target) for target in catalog.aliases.values())
    names = [(each.name, each) for each in found.values() if _is_proposable(catalog, each)]
    return names + [
        (alias.partition(":")[2], target)
        for alias, target in catalog.aliases.items()
        if _is_proposable(catalog, target)
    ]


def _is_proposable(catalog: Catalog, attribute: Attribute) -> bool:
    return (
        not attribute.is_negative
        and attribute.namespace not in {CONTEXT_NAMESPACE, ITEM_NAMESPACE}
        and not catalog.namespace(attribute.namespace).is_sensitive
    )


def _said(words: Sequence[str], known: KnownWords) -> list[Attribute]:
    """Find the attributes that words name: the longest name first, each word once."""
    found: list[Attribute] = []
    start = 0
    while start < len(words):
        for end in range(min(len(words), start + _LONGEST_NAME_WORDS), start, -1):
            named = known.named.get(tuple(words[start:end]), ())
            if named:
                if not _is_denied(words, start, end):
                    found += [each for each in named if _is_clear(each, words, start)]
                start = end - 1
                break
        start += 1
    for word in words:
        if known.unspaced and _is_unspaced(word):
            found += [each for name, all_of in known.unspaced.items() if name in word
                      for each in all_of]  # fmt: skip
    return found


def _is_denied(words: Sequence[str], start: int, end: int) -> bool:
    """Say whether a text says that it is without this: no sugar, sugar free."""
    before = words[start - 1] if start else ""
    after = words[end] if end < len(words) else ""
    return before in _NOT_BEFORE or after in _NOT_AFTER


def _is_clear(attribute: Attribute, words: Sequence[str], start: int) -> bool:
    """Say whether a name means this alone; `42` and `m` do so only behind `size`."""
    name = attribute.name
    if len(name) >= _SHORTEST_ALONE and not name.isdigit():
        return True
    is_named_before = bool(start) and words_of(attribute.namespace) == [words[start - 1]]
    return is_named_before or _is_unspaced(name)


def _shared_by_neighbours(name: str, known: KnownWords) -> list[Proposal]:
    """Find what most items of a similar name stand for."""
    own = frozenset(words_of(name))
    posted = sorted((known.items[word] for word in own if word in known.items), key=len)
    candidates: dict[str, None] = {}
    for ids in posted:
        candidates.update(dict.fromkeys(ids[: _MAX_NEIGHBOURS - len(candidates)]))
    near = [
        each
        for each in candidates
        if len(own & known.item_words[each]) >= _NEAR * len(own | known.item_words[each])
    ]
    counts: Counter[str] = Counter()
    attributes: dict[str, Attribute] = {}
    for each in near:
        for attribute in map(known.catalog.meant, known.catalog.items[each].attributes):
            if _is_proposable(known.catalog, attribute) and not _is_own(known, attribute):
                counts[attribute.key] += 1
                attributes[attribute.key] = attribute
    return [
        Proposal(
            attributes[key],
            _NEIGHBOUR_SCORE * count / len(near),
            f"{count} of {len(near)} items with a similar name have it.",
        )
        for key, count in counts.items()
        if count * 2 > len(near)
    ]


def _is_own(known: KnownWords, attribute: Attribute) -> bool:
    """Say whether an attribute tells items of one kind apart, as a size does."""
    return known.catalog.namespace(attribute.namespace).is_single_valued


def _is_unspaced(word: str) -> bool:
    """Say whether a word is in a script that puts no blanks between words."""
    return any("\u3040" <= letter <= "\u9fff" or "\u0e00" <= letter <= "\u0eff" for letter in word)
