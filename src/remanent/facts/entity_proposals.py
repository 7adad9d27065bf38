"""What is likely of entities and not certain: proposed to the owner, and done only by him."""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final

from remanent.facts.relations import are_social
from remanent.facts.slots import normalise
from remanent.facts.suggesting import propose
from remanent.model.entity import Entity, EntityKind
from remanent.model.suggestion import Suggestion, SuggestionKind

MOST_PROPOSED: Final = 100
MOST_OF_A_NAME: Final = 12
_BEINGS: Final = frozenset({EntityKind.PERSON, EntityKind.ANIMAL})
_HUMAN: Final = frozenset(
    {"email", "hobby", "language", "occupation", "partner", "phone", "relationship", "school",
     "work"}
)  # fmt: skip
"""Slots that speak of a person, and hardly of a pet."""

_BODIES: Final = frozenset(
    {"gmbh", "inc", "ltd", "llc", "ag", "corp", "corporation", "company", "bank", "university",
     "college", "school", "hospital", "institute", "foundation", "club", "restaurant", "cafe"}
)  # fmt: skip


def entity_proposals(entities: Sequence[Entity]) -> list[Suggestion]:
    """Return what the owner may want to say of entities, the longest seen first, at most 100."""
    found = {each.id: each for each in [*_aliases(entities), *_kinds(entities)]}
    ordered = sorted(found.values(), key=lambda each: (each.proposed_at, each.id))
    return ordered[:MOST_PROPOSED]


def _aliases(entities: Sequence[Entity]) -> Iterator[Suggestion]:
    beings = [each for each in entities if each.kind in _BEINGS and not each.is_ambiguous]
    for same in _together(beings, lambda each: normalise(each.name)):
        for first, second in combinations(same, 2):
            if first.kind is second.kind and _may_be_one(first, second):
                yield _alias(first, second, "they have the same name, and one may be both")
    for alike in _together(entities, lambda each: _plain(each.name)):
        for first, second in combinations(alike, 2):
            if normalise(first.name) != normalise(second.name) and first.kind is second.kind:
                yield _alias(first, second, "their names differ in accents only")
    for short, long in _short_and_long(beings):
        yield _alias(short, long, "one name begins with the other")


def _together(
    entities: Iterable[Entity], key_of: Callable[[Entity], str]
) -> Iterator[list[Entity]]:
    """Return those that share a key, at most a dozen of each."""
    found: dict[str, list[Entity]] = {}
    for each in entities:
        found.setdefault(key_of(each), []).append(each)
    for same in found.values():
        if 1 < len(same) <= MOST_OF_A_NAME:
            yield sorted(same, key=lambda each: normalise(each.label))


def _short_and_long(people: Sequence[Entity]) -> Iterator[tuple[Entity, Entity]]:
    """Return each "Ana" with the one "Ana Silva" that begins so."""
    by_first: dict[str, list[Entity]] = {}
    for each in people:
        words = normalise(each.name).split()
        if len(words) > 1 and each.kind is EntityKind.PERSON:
            by_first.setdefault(words[0], []).append(each)
    for each in people:
        longer = by_first.get(normalise(each.name), [])
        if each.qualifier is None and len(longer) == 1 and each.kind is EntityKind.PERSON:
            yield each, longer[0]


def _may_be_one(first: Entity, second: Entity) -> bool:
    """Say whether one person may be both: a friend and a colleague, a child of two parents."""
    told = [_relations_of(each) for each in (first, second)]
    return any(
        owner == other and are_social(relation, another)
        for owner, relation in told[0]
        for other, another in told[1]
    )


def _relations_of(each: Entity) -> list[tuple[str, str]]:
    found = [
        (relation.entity, relation.relation.removesuffix(" of"))
        for relation in each.relations
        if relation.relation.endswith(" of")
    ]
    return [*found, *([("user", each.qualifier)] if each.qualifier else [])]


def _kinds(entities: Iterable[Entity]) -> Iterator[Suggestion]:
    for each in entities:
        human = next((one.slot for one in each.fields if one.slot in _HUMAN), None)
        if each.kind is EntityKind.ANIMAL and human is not None:
            yield _kind(each, EntityKind.PERSON, f"a fact speaks of {each.label}'s {human}")
        elif each.kind is EntityKind.PERSON and _sounds_like_a_body(each):
            yield _kind(each, EntityKind.ORGANISATION, "the name sounds like one")


def _sounds_like_a_body(each: Entity) -> bool:
    words = normalise(each.name).replace(".", "").split()
    return len(words) > 1 and words[-1] in _BODIES


def _plain(name: str) -> str:
    """Return a name without accents."""
    parts = unicodedata.normalize("NFKD", normalise(name))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def _alias(first: Entity, second: Entity, why: str) -> Suggestion:
    one, other = sorted((first.label, second.label), key=normalise)
    return propose(
        SuggestionKind.ALIAS,
        {"first": one, "second": other},
        reason=f"{one} and {other} may be one: {why}.",
        fact_ids=[*_facts_of(first), *_facts_of(second)],
        at=max(first.last_seen, second.last_seen),
    )


def _kind(each: Entity, kind: EntityKind, why: str) -> Suggestion:
    return propose(
        SuggestionKind.ENTITY_KIND,
        {"entity": each.label, "kind": kind.value},
        reason=f"{each.label} may be of the kind {kind.value}, not {each.kind.value}: {why}.",
        fact_ids=_facts_of(each),
        at=each.last_seen,
    )


def _facts_of(each: Entity) -> list[str]:
    said = [*(one.fact_id for one in each.fields), *(one.fact_id for one in each.relations)]
    return list(dict.fromkeys(said))[:_FACTS_OF_EACH]


_FACTS_OF_EACH: Final = 10
