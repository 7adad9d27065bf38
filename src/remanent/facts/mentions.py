"""Of whom and of what each fact speaks, before it is decided who is who.

A person is named ("Anna"), told by how he stands to another ("sister", "Jonas's sister"), or
both. What stands for a person by relation alone is followed to the name where there is one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from remanent.facts.relations import named_in, relation_of, relations_told
from remanent.facts.slots import normalise
from remanent.facts.subjects import OWNER
from remanent.model.event import Role
from remanent.model.fact import Fact, Polarity

_DEEPEST: Final = 4
_GENITIVE: Final = "'s "


class Sort(StrEnum):
    """What can bear one name without being one."""

    BEING = "being"
    PLACE = "place"
    ORGANISATION = "organisation"
    THING = "thing"


@dataclass(frozen=True, slots=True)
class Qualifier:
    """How somebody stands to another.

    Args:
        owner: the other's name, folded, or `OWNER`.
        relation: by its group.
    """

    owner: str
    relation: str


@dataclass(frozen=True, slots=True)
class Mention:
    """One fact speaks of one entity.

    Args:
        place: which fact.
        key: the name, folded; for somebody without a name how he stands ("ana's brother").
        shown: the name as it was said.
        sort: None where the fact does not say.
        qualifiers: how he stands to others, as this fact and its words say.
        spoken: what he is called by relation alone.
        is_subject: the fact is about him; else he stands in its value.
        is_named: the fact says what he is called.
        owner: whom the fact is about, where he stands in its value.
    """

    place: int
    key: str
    shown: str
    sort: Sort | None
    qualifiers: tuple[Qualifier, ...] = ()
    spoken: str | None = None
    is_subject: bool = False
    is_named: bool = True
    owner: str = OWNER


_SORTS: Final = {
    "home": Sort.PLACE,
    "origin": Sort.PLACE,
    "work": Sort.ORGANISATION,
    "school": Sort.ORGANISATION,
    "owns": Sort.THING,
}


def mentions_in(facts: Sequence[Fact]) -> list[Mention]:
    """Return every mention of every fact, in the order of the facts."""
    names = _names_by_relation(facts)
    found: list[Mention] = []
    for place, fact in enumerate(facts):
        if normalise(fact.subject) != OWNER:
            found.append(_subject(place, fact, names))
        value = _value(place, fact, names)
        if value is not None:
            found.append(value)
    return found


def resolved(text: str, names: Mapping[Qualifier, frozenset[str]], depth: int = 0) -> str:
    """Return the name of whom a phrase means, where one is known; else the phrase, folded."""
    qualifier, name = spoken_of(text)
    if name:
        return normalise(name)
    if qualifier is None:
        return normalise(text)
    owner = qualifier.owner
    if owner != OWNER and depth < _DEEPEST:
        owner = resolved(owner, names, depth + 1)
    known = names.get(Qualifier(owner, qualifier.relation), frozenset())
    if len(known) == 1:
        return next(iter(known))
    return qualifier.relation if owner == OWNER else f"{owner}'s {qualifier.relation}"


def spoken_of(text: str) -> tuple[Qualifier | None, str]:
    """Cut "sister", "sister Anna", "Jonas's sister" and "Anna" into how he stands, and the name."""
    plain = " ".join(text.replace("’", "'").split())
    for mine in ("my ", "our "):
        if plain.lower().startswith(mine):
            plain = plain[len(mine) :]
    owner, genitive, last = plain.rpartition(_GENITIVE)
    relation = relation_of(last)
    if genitive and relation is not None:
        return Qualifier(normalise(owner), relation), ""
    if relation is not None:
        return Qualifier(OWNER, relation), ""
    named = named_in("family", plain)
    if named is not None and named[1] and named[0] != "family" and relation_of(named[0]):
        return Qualifier(OWNER, named[0]), named[1]
    return None, plain


def canonical(text: str) -> str:
    """Return one spelling of all that call somebody the same: "my wife" and "partner"."""
    qualifier, name = spoken_of(text)
    if qualifier is None or name:
        return normalise(text)
    owner = "" if qualifier.owner == OWNER else f"{canonical(qualifier.owner)}'s "
    return f"{owner}{qualifier.relation}"


def _names_by_relation(facts: Sequence[Fact]) -> dict[Qualifier, frozenset[str]]:
    """Return who stands how to whom, by name; owners are followed to their names as well."""
    names: dict[Qualifier, frozenset[str]] = {}
    for _ in range(2):
        gathered: dict[Qualifier, set[str]] = {}
        for fact in facts:
            for qualifier, name in _told(fact):
                owner = qualifier.owner
                owner = owner if owner == OWNER else resolved(owner, names)
                gathered.setdefault(Qualifier(owner, qualifier.relation), set()).add(name)
        names = {qualifier: frozenset(known) for qualifier, known in gathered.items()}
    return names


def _told(fact: Fact) -> Iterable[tuple[Qualifier, str]]:
    """Return (how he stands, name) as one fact gives them."""
    if fact.polarity is Polarity.NEGATIVE:
        return
    named = named_in(fact.slot, fact.value)
    if named is not None and named[1] and _SORTS.get(fact.slot or "") is None:
        yield Qualifier(normalise(fact.subject), named[0]), normalise(named[1])
    qualifier, name = spoken_of(fact.subject)
    if qualifier is not None and name:
        yield qualifier, normalise(name)
    if qualifier is not None and fact.slot == "name" and fact.value:
        yield qualifier, normalise(fact.value)


def _subject(place: int, fact: Fact, names: Mapping[Qualifier, frozenset[str]]) -> Mention:
    qualifier, name = spoken_of(fact.subject)
    key = resolved(fact.subject, names)
    if qualifier is None:
        told = {
            relation
            for source in fact.sources
            if source.role is Role.USER
            for relation in relations_told(source.text, key)
        }
        qualifiers = tuple(Qualifier(OWNER, relation) for relation in sorted(told))
        return Mention(place, key, name, None, qualifiers, is_subject=True)
    owner = qualifier.owner if qualifier.owner == OWNER else resolved(qualifier.owner, names)
    given = fact.value if fact.slot == "name" else None
    return Mention(
        place,
        key,
        name or given or fact.subject,
        Sort.BEING,
        (Qualifier(owner, qualifier.relation),),
        spoken=None if name else fact.subject,
        is_subject=True,
        is_named=bool(name or given),
    )


def _value(place: int, fact: Fact, names: Mapping[Qualifier, frozenset[str]]) -> Mention | None:
    if fact.polarity is Polarity.NEGATIVE or not fact.value:
        return None
    sort = _SORTS.get(fact.slot or "")
    owner = normalise(fact.subject)
    owner = owner if owner == OWNER else resolved(owner, names)
    if sort is Sort.THING:
        return Mention(place, normalise(fact.value), fact.value, sort, owner=owner)
    named = named_in(fact.slot, fact.value)
    if named is None:
        return None
    relation, name = named
    if sort is not None:
        return Mention(place, normalise(name), name, sort, owner=owner)
    spoken = relation if owner == OWNER else f"{fact.subject}'s {relation}"
    return Mention(
        place,
        normalise(name) if name else resolved(spoken, names),
        name or spoken,
        Sort.BEING,
        (Qualifier(owner, relation),) if relation != "family" else (),
        spoken=spoken if relation not in {"family", "pet"} else None,
        is_named=bool(name),
        owner=owner,
    )
