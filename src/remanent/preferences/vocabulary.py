"""Mending the vocabulary: near-duplicates and unmapped events become suggestions for an operator.

A suggestion is named by what it says alone: its kind and the sorted pair it is about, whatever the
counts, the direction or the way it was found. So a rejection is final. It also holds through other
names: where two attributes must stay apart, nothing is suggested that would join them by way of a
third that is already an alias of either.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from types import MappingProxyType
from typing import Final

from remanent.errors import AttributeRefusedError
from remanent.model.catalog import (
    Attribute,
    Behaviour,
    Catalog,
    Item,
    Suggestion,
    SuggestionKind,
    Suggestions,
    Unmapped,
    UnmappedCount,
    UnmappedPart,
    UnmappedReport,
)
from remanent.preferences.attributes import ITEM_NAMESPACE, parse_attribute
from remanent.preferences.proposals import known_words, propose_attributes
from remanent.preferences.spelling import (
    FOLDING_ROUTES,
    Route,
    deletions,
    folded,
    route_between,
    skeletons,
)

MAX_SUGGESTIONS: Final = 200
MAX_COMPARED: Final = 20_000
MAX_REPORTED: Final = 1_000

FEWEST_UNMAPPED: Final = 3
"""How often an unknown kind or item is met before anything is suggested about it."""

FEWEST_TOGETHER: Final = 20
TOGETHER_SHARE: Final = 0.9
"""Attributes are suspected to be one where they share this share of the events of each."""

_ROUTE_SCORES: Final = {
    Route.WIDTH: 0.99,
    Route.SEPARATORS: 0.97,
    Route.ACCENTS: 0.9,
    Route.PLURAL: 0.9,
    Route.SCRIPT: 0.8,
    Route.SPELLING: 0.6,
    Route.NAMESPACE: 0.7,
    Route.TOGETHER: 0.4,
}
_ROUTE_REASONS: Final = {
    Route.WIDTH: "they differ in case or width",
    Route.SEPARATORS: "they differ in blanks, hyphens and the like",
    Route.ACCENTS: "they differ in accents",
    Route.PLURAL: "one is the plural of the other",
    Route.SCRIPT: "they are one word in two scripts",
    Route.SPELLING: "they differ by a slip of spelling",
    Route.NAMESPACE: "they are one name in two namespaces of taste",
    Route.TOGETHER: "they nearly always come together",
}
_NAMESPACES_OF_TASTE: Final = frozenset({"favorite", "favourite", "interest", "likes", "pref"})
_TASTE: Final = "\x00taste"
_MOST_ALIASES_CHECKED: Final = 64
_LARGEST_BUCKET: Final = 64

# Words for kinds that surfaces use, beside those of the built-in catalog.
_KIND_WORDS: Final = {
    "purchase": "buy bought purchased checkout paid pay sale transaction acquire",
    "order": "ordered place_order order_placed",
    "book": "booked booking reserve reserved reservation",
    "subscribe": "subscribed sign_up signup follow followed join joined",
    "like": "liked love loved favorite favourite favorited heart upvote thumbs_up star starred",
    "rate": "rated rating review reviewed",
    "save": "saved bookmark bookmarked wishlist add_to_wishlist",
    "share": "shared forward forwarded",
    "add_to_cart": "cart basket add_to_basket",
    "search": "searched query find look_up",
    "click": "clicked tap tapped press pressed select selected",
    "view": "viewed see seen impression visit_page page_view pageview show shown open opened",
    "play": "played stream streamed",
    "listen": "listened heard",
    "read": "reading",
    "watch": "watched",
    "use": "used",
    "visit": "visited go went",
    "ask": "asked question",
    "state": "stated say said tell told",
    "return": "returned refund refunded send_back",
    "cancel": "cancelled canceled cancellation abort",
    "unsubscribe": "unsubscribed unfollow unfollowed leave left",
    "complain": "complained complaint",
    "dislike": "disliked hate hated downvote thumbs_down",
    "decline": "declined reject rejected refuse refused no deny denied",
    "remove": "removed remove_from_cart delete deleted",
    "dismiss": "dismissed close closed hide hidden ignore ignored",
    "skip": "skipped next",
}


def suggestion_id(kind: SuggestionKind, *names: str) -> str:
    """Return the id of a suggestion: 32 hexadecimal digits of its kind and its sorted names."""
    content = "\x1f".join((kind.value, *sorted(names)))
    return blake2b(content.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def unmapped_report(unmapped: Iterable[Unmapped], *, limit: int = MAX_REPORTED) -> UnmappedReport:
    """Count what the catalog does not know, most frequent first."""
    found: dict[tuple[UnmappedPart, str], UnmappedCount] = {}
    events = 0
    for each in unmapped:
        if each.part is UnmappedPart.EVENT:
            events += 1
            continue
        key = (each.part, each.value)
        before = found.get(key) or UnmappedCount(*key, 0, each.at, each.at)
        found[key] = replace(
            before,
            count=before.count + 1,
            first_at=min(before.first_at, each.at),
            last_at=max(before.last_at, each.at),
        )
    counts = list(found.values())
    counts.sort(key=lambda each: (-each.count, each.part.value, each.value))
    return UnmappedReport(tuple(counts[:limit]), events, max(0, len(counts) - limit))


def suggest(
    catalog: Catalog,
    *,
    counts: Mapping[str, int],
    together: Mapping[tuple[str, str], int] | None = None,
    unmapped: UnmappedReport | None = None,
    rejected: Collection[str] = (),
    limit: int = MAX_SUGGESTIONS,
) -> Suggestions:
    """Suggest what would mend the vocabulary, surest first.

    Args:
        counts: how many events showed each attribute, by key; likes and dislikes count as one.
        together: how many events showed both of two attributes.
        unmapped: what the catalog does not know.
        rejected: ids that were rejected.

    Returns:
        At most `limit`. The same content gives the same ids in the same order, in whatever order
        the arguments come.
    """
    barred = frozenset(rejected)
    found: dict[str, Suggestion] = {}
    for each in (
        *_merges(catalog, _positive(counts), together or {}, barred),
        *_for_unmapped(catalog, unmapped or UnmappedReport()),
    ):
        if each.id not in barred:
            found.setdefault(each.id, each)
    ranked = sorted(found.values(), key=lambda each: (-each.score, -each.count, each.id))
    return Suggestions(tuple(ranked[:limit]), max(0, len(ranked) - limit))


def accepted(
    catalog: Catalog, suggestions: Sequence[Suggestion], *, rejected: Collection[str] = ()
) -> Catalog:
    """Return the catalog with suggestions taken into it, in the order in which they come.

    What a suggestion speaks of may be gone or decided otherwise meanwhile, or it would join what a
    rejected one keeps apart: then it changes nothing.

    Args:
        rejected: ids that were rejected.
    """
    if not suggestions:
        return catalog
    barred = frozenset(rejected)
    for each in suggestions:
        if each.kind is not SuggestionKind.MERGE or not _is_barred(catalog, each, barred):
            catalog = _TAKERS[each.kind](catalog, each)
    told = "\x1f".join((catalog.digest, *(each.id for each in suggestions)))
    return replace(catalog, digest=blake2b(told.encode(), digest_size=16).hexdigest())


@dataclass(frozen=True, slots=True)
class _Name:
    """An attribute that is met, and how often."""

    key: str
    namespace: str
    name: str
    count: int

    @property
    def rank(self) -> tuple[int, int, str]:
        """The first of two in this order gives its name to both."""
        return -self.count, len(self.key), self.key


def _positive(counts: Mapping[str, int]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for key, count in counts.items():
        found[key.removeprefix("!")] += count
    return found


def _merges(
    catalog: Catalog,
    counts: Mapping[str, int],
    together: Mapping[tuple[str, str], int],
    barred: frozenset[str],
) -> Iterator[Suggestion]:
    """Find attributes that are one, and are not said to be so yet: for each the likeliest."""
    routes: defaultdict[tuple[str, str], set[Route]] = defaultdict(set)
    names: dict[str, _Name] = {}
    for key in sorted(counts, key=lambda key: (-counts[key], key))[:MAX_COMPARED]:
        namespace, _, name = key.partition(":")
        if name and key not in catalog.aliases:
            names[key] = _Name(key, namespace, name, counts[key])
    for one, other in _candidates(names.values()):
        route = route_between(one.name, other.name)
        if one.namespace != other.namespace:
            route = Route.NAMESPACE if route in FOLDING_ROUTES else None
        if route is not None:
            routes[_pair(one, other)].add(route)
    for first, second in _always_together(names, together):
        routes[_pair(first, second)].add(Route.TOGETHER)
    aliases = _aliases_by_target(catalog)
    best: dict[str, Suggestion] = {}
    for (kept, merged), found in sorted(routes.items(), key=lambda each: names[each[0][0]].rank):
        suggestion = _merge(names[kept], names[merged], sorted(found, key=list(Route).index))
        before = best.get(merged)
        if before is not None and before.score >= suggestion.score:
            continue
        if not _is_barred(catalog, suggestion, barred, aliases):
            best[merged] = suggestion
    yield from best.values()


def _pair(one: _Name, other: _Name) -> tuple[str, str]:
    """Return two keys, the one that gives its name first."""
    kept, merged = sorted((one, other), key=lambda each: each.rank)
    return kept.key, merged.key


def _merge(kept: _Name, merged: _Name, routes: Sequence[Route]) -> Suggestion:
    """Say that the rarer is the other; two common words are less likely to be one by a slip."""
    score = _ROUTE_SCORES[routes[0]]
    if routes[0] not in FOLDING_ROUTES:
        score *= 1 - 0.5 * merged.count / max(kept.count, 1)
    if len(routes) > 1:
        score += 0.5 * (1 - score)
    why = " and ".join(_ROUTE_REASONS[route] for route in routes)
    return Suggestion(
        id=suggestion_id(SuggestionKind.MERGE, kept.key, merged.key),
        kind=SuggestionKind.MERGE,
        subject=merged.key,
        target=kept.key,
        routes=tuple(routes),
        score=round(score, 6),
        count=merged.count,
        reason=f"{merged.key} ({merged.count}) may be {kept.key} ({kept.count}): {why}.",
    )


def _candidates(names: Iterable[_Name]) -> Iterator[tuple[_Name, _Name]]:
    """Yield pairs that may be one word, without comparing all with all."""
    by_form: defaultdict[tuple[str, str], list[_Name]] = defaultdict(list)
    by_letter: defaultdict[tuple[str, str], list[_Name]] = defaultdict(list)
    for each in names:
        taste = _TASTE if each.namespace in _NAMESPACES_OF_TASTE else each.namespace
        for form in skeletons(each.name):
            by_form[taste, form].append(each)
        by_letter[each.namespace, folded(each.name)[-1][:1]].append(each)
    for bucket in by_form.values():
        yield from _pairs(bucket)
    for alike in by_letter.values():  # a slip leaves the first letter as it is
        met: set[tuple[str, str]] = set()
        by_deletion: defaultdict[str, list[_Name]] = defaultdict(list)
        for each in alike:
            for form in deletions(folded(each.name)[-1]):
                by_deletion[form].append(each)
        for bucket in (each for each in by_deletion.values() if len(each) > 1):
            for one, other in _pairs(bucket):
                if (one.key, other.key) not in met:
                    met.add((one.key, other.key))
                    yield one, other


def _pairs(bucket: Sequence[_Name]) -> Iterator[tuple[_Name, _Name]]:
    for position, other in enumerate(bucket[:_LARGEST_BUCKET]):
        yield from ((one, other) for one in bucket[:position])


def _always_together(
    names: Mapping[str, _Name], together: Mapping[tuple[str, str], int]
) -> Iterator[tuple[_Name, _Name]]:
    both: Counter[tuple[str, str]] = Counter()
    for (one, other), count in together.items():
        first, second = sorted((one.removeprefix("!"), other.removeprefix("!")))
        both[first, second] += count
    for (one, other), count in both.items():
        first_name, second_name = names.get(one), names.get(other)
        if first_name is None or second_name is None or one == other:
            continue
        is_alike = first_name.namespace == second_name.namespace
        most = max(first_name.count, second_name.count)
        if is_alike and count >= max(FEWEST_TOGETHER, TOGETHER_SHARE * most):
            yield first_name, second_name


def _aliases_by_target(catalog: Catalog) -> Mapping[str, Sequence[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for alias, target in catalog.aliases.items():
        found[target.key].append(alias)
    return found


def _is_barred(
    catalog: Catalog,
    merge: Suggestion,
    barred: frozenset[str],
    aliases: Mapping[str, Sequence[str]] | None = None,
) -> bool:
    """Say whether two attributes must stay apart: by a group, by what is sensitive, or rejected."""
    assert merge.target is not None
    pair = tuple(_meant(catalog, key) for key in (merge.subject, merge.target))
    if any(pair[0] in group.members for group in catalog.groups_of(pair[1])):
        return True
    if len({catalog.namespace_of(key).is_sensitive for key in pair}) > 1:
        return True
    if not barred:
        return False
    aliases = _aliases_by_target(catalog) if aliases is None else aliases
    mine, theirs = ([key, *aliases.get(key, ())][:_MOST_ALIASES_CHECKED] for key in pair)
    return any(
        suggestion_id(SuggestionKind.MERGE, one, other) in barred
        for one in mine
        for other in theirs
    )


def _meant(catalog: Catalog, key: str) -> str:
    target = catalog.aliases.get(key)
    return key if target is None else target.key


def _for_unmapped(catalog: Catalog, report: UnmappedReport) -> Iterator[Suggestion]:
    known_kinds, kind_words = sorted(catalog.kinds), _kind_words(catalog)
    items = _ItemNames.of(catalog) if report.counts else None
    known = known_words(catalog) if report.counts else None
    for each in report.counts:
        if each.count < FEWEST_UNMAPPED:
            continue
        if each.part is UnmappedPart.KIND and each.value not in catalog.kinds:
            yield _for_kind(each, known_kinds, kind_words)
            continue
        listed = catalog.items.get(each.value)
        if each.part is UnmappedPart.KIND or (listed is not None and listed.attributes):
            continue
        assert items is not None
        twin = None if listed is not None else items.twin(each.value)
        if twin is not None:
            other, route = twin
            yield _mapped(SuggestionKind.MAP_ITEM, each, other, route)
            continue
        name = each.value if listed is None or listed.name is None else listed.name
        proposals = propose_attributes(name, "", catalog, known=known)
        if proposals:
            texts = tuple(proposal.attribute.text for proposal in proposals)
            yield Suggestion(
                id=suggestion_id(SuggestionKind.ADD_ITEM, each.value),
                kind=SuggestionKind.ADD_ITEM,
                subject=each.value,
                attributes=texts,
                score=round(proposals[0].score * 0.5, 6),
                count=each.count,
                reason=f"The item {each.value} was met {each.count} times; {proposals[0].reason}",
            )


def _kind_words(catalog: Catalog) -> dict[str, str]:
    return {
        word: kind
        for kind, words in _KIND_WORDS.items()
        if kind in catalog.kinds
        for word in words.split()
    }


def _for_kind(
    each: UnmappedCount, known: Sequence[str], kind_words: Mapping[str, str]
) -> Suggestion:
    """Let an unknown kind count as a known one, or name it."""
    if each.value in kind_words:
        return _mapped(SuggestionKind.MAP_KIND, each, kind_words[each.value], None)
    near = [(route, kind) for kind in known if (route := route_between(each.value, kind))]
    if near:
        route, kind = min(near, key=lambda pair: (list(Route).index(pair[0]), pair[1]))
        return _mapped(SuggestionKind.MAP_KIND, each, kind, route)
    return Suggestion(
        id=suggestion_id(SuggestionKind.ADD_KIND, each.value),
        kind=SuggestionKind.ADD_KIND,
        subject=each.value,
        score=0.2,
        count=each.count,
        reason=f"Events of the kind {each.value} came {each.count} times; give it a weight.",
    )


def _mapped(
    kind: SuggestionKind, each: UnmappedCount, target: str, route: Route | None
) -> Suggestion:
    why = "it is another word for it" if route is None else _ROUTE_REASONS[route]
    return Suggestion(
        id=suggestion_id(kind, each.value, target),
        kind=kind,
        subject=each.value,
        target=target,
        routes=() if route is None else (route,),
        score=0.8 if route is None else _ROUTE_SCORES[route],
        count=each.count,
        reason=f"{each.value} was met {each.count} times and may be {target}: {why}.",
    )


@dataclass(frozen=True, slots=True)
class _ItemNames:
    """The items of a catalog by the folded forms of their ids."""

    by_form: Mapping[str, Sequence[str]]

    @classmethod
    def of(cls, catalog: Catalog) -> "_ItemNames":
        by_form: defaultdict[str, list[str]] = defaultdict(list)
        for item in catalog.items.values():
            if item.attributes:
                for form in skeletons(item.id):
                    by_form[form].append(item.id)
        return cls(by_form)

    def twin(self, name: str) -> tuple[str, Route] | None:
        """Find the item whose id is the same word; a slip in an id is another item."""
        found = sorted(
            (list(Route).index(route), other)
            for form in skeletons(name)
            for other in self.by_form.get(form, ())
            if (route := route_between(name, other))
        )
        return (found[0][1], list(Route)[found[0][0]]) if found else None


def _take_merge(catalog: Catalog, suggestion: Suggestion) -> Catalog:
    assert suggestion.target is not None
    subject = parse_attribute(suggestion.subject)
    target = catalog.meant(parse_attribute(suggestion.target))
    if subject.key in catalog.aliases or subject == target:
        return catalog
    aliases = {
        alias: target if meant == subject else meant for alias, meant in catalog.aliases.items()
    }
    groups = tuple(
        replace(
            group,
            members=tuple(
                dict.fromkeys(
                    target.key if member == subject.key else member for member in group.members
                )
            ),
        )
        for group in catalog.groups
    )
    return replace(
        catalog,
        aliases=MappingProxyType({**aliases, subject.key: target}),
        groups=tuple(group for group in groups if len(group.members) > 1),
    )


def _take_kind(catalog: Catalog, suggestion: Suggestion) -> Catalog:
    name = suggestion.subject
    known = catalog.kinds.get(suggestion.target or "", Behaviour(name, catalog.unknown_kind_weight))
    is_gone = suggestion.target is not None and suggestion.target not in catalog.kinds
    if name in catalog.kinds or is_gone:
        return catalog
    kinds = {**catalog.kinds, name: replace(known, name=name)}
    return replace(catalog, kinds=MappingProxyType(kinds))


def _take_item(catalog: Catalog, suggestion: Suggestion) -> Catalog:
    name = suggestion.subject
    listed = catalog.items.get(name, Item(name))
    if listed.attributes:
        return catalog
    if suggestion.target is None:
        read = [*map(parse_attribute, suggestion.attributes), *_itself(name)]
        item = replace(listed, attributes=tuple(dict.fromkeys(read)))
    elif suggestion.target in catalog.items:
        item = replace(catalog.items[suggestion.target], id=name)
    else:
        return catalog
    return replace(catalog, items=MappingProxyType({**catalog.items, name: item}))


def _itself(item: str) -> tuple[Attribute, ...]:
    """Return the attribute that names an item; none where its id cannot be one."""
    try:
        return (parse_attribute(f"{ITEM_NAMESPACE}:{item}"),)
    except AttributeRefusedError:
        return ()


_TAKERS: Final = {
    SuggestionKind.MERGE: _take_merge,
    SuggestionKind.MAP_KIND: _take_kind,
    SuggestionKind.ADD_KIND: _take_kind,
    SuggestionKind.MAP_ITEM: _take_item,
    SuggestionKind.ADD_ITEM: _take_item,
}
