"""Who and what facts speak of: one by name, or all of them."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from remanent.errors import NotFoundError
from remanent.facts.entities import entities_of, named
from remanent.facts.entity_card import entity_card
from remanent.facts.entity_decisions import EntityDecisions, decisions_of
from remanent.facts.mentions import spoken_of
from remanent.facts.relations import named_in, words_for
from remanent.facts.slots import normalise
from remanent.facts.subjects import OWNER
from remanent.facts.validity import holds_at, is_empty, is_left_out
from remanent.flows.door import Door
from remanent.flows.facts import PAGE, with_sources
from remanent.model.entity import Entity, EntityCard
from remanent.model.fact import Fact
from remanent.model.governance import Actor
from remanent.model.listing import Listing
from remanent.model.scope import Scope
from remanent.model.suggestion import SuggestionKind, SuggestionStatus
from remanent.ports import Snapshot

MOST_FACTS: Final = 20_000
"""Entities are drawn from the last so many facts that hold."""

MOST_OF_ONE: Final = 500
MOST_NAMES: Final = 200
"""Under so many names one entity is looked for; a last round may ask for more."""

MOST_DECIDED: Final = 1_000
_RELATIVES: Final = ("family", "partner", "pet")


def entity(
    door: Door,
    scope: Scope,
    actor: Actor,
    name: str,
    *,
    budget_tokens: int | None,
    count_tokens: Callable[[str], int],
) -> EntityCard:
    """Return what is known by one name; only facts near it are read.

    Raises:
        NotFoundError: nothing that holds speaks of anybody or anything of that name.
    """
    moment = door.present()
    with door.read(scope, actor) as snapshot:
        decided = _decisions(snapshot)
        near = _near(snapshot, name, decided)
        facts = [fact for fact in near if _stands(fact) and holds_at(fact, moment)]
        found = named(entities_of(with_sources(snapshot, facts), decided), name)
        key = snapshot.state.key
    if not found:
        raise NotFoundError(
            "Nothing that holds speaks of that name in this scope.",
            remedy="List the names with entities(), and give one as it stands there.",
        )
    return entity_card(found, key=key, budget_tokens=budget_tokens, count_tokens=count_tokens)


def list_entities(
    door: Door, scope: Scope, actor: Actor, *, limit: int, skip: int = 0
) -> Listing[Entity]:
    """Return all entities, those with most facts first, at most `limit`."""
    with door.read(scope, actor) as snapshot:
        found = known_entities(door, snapshot)
    return Listing(found[skip : skip + limit], dropped=max(len(found) - skip - limit, 0))


def known_entities(door: Door, snapshot: Snapshot) -> tuple[Entity, ...]:
    """Return all entities that the facts of a view speak of."""
    moment = door.present()
    total = snapshot.count_known_facts(moment=moment)
    facts: list[Fact] = []
    position = max(total - MOST_FACTS, 0)
    while len(facts) < MOST_FACTS:
        page = snapshot.known_facts(moment=moment, skip=position, limit=PAGE)
        facts += with_sources(snapshot, [fact for fact in page if _stands(fact)])
        position += len(page)
        if len(page) < PAGE:
            break
    return entities_of(facts, _decisions(snapshot))


def _stands(fact: Fact) -> bool:
    return not is_empty(fact) and is_left_out(fact) is None


def _decisions(snapshot: Snapshot) -> EntityDecisions:
    accepted = [
        each
        for kind in (SuggestionKind.ALIAS, SuggestionKind.ENTITY_KIND)
        for each in snapshot.suggestions(SuggestionStatus.ACCEPTED, kind=kind, limit=MOST_DECIDED)
    ]
    return decisions_of(accepted)


def _near(snapshot: Snapshot, name: str, decided: EntityDecisions) -> Sequence[Fact]:
    """Return the facts that may speak of a name, also by what its bearer is called otherwise.

    Who the person's relatives are is read with them: "sister" means nobody without it.
    """
    facts = {fact.seq: fact for fact in snapshot.family(OWNER, _RELATIVES, limit=MOST_OF_ONE)}
    wanted = _spoken_names(name, decided)
    asked: set[str] = set()
    while wanted - asked and len(asked) < MOST_NAMES:
        linked = snapshot.linked(sorted(wanted - asked), limit=MOST_OF_ONE)
        facts |= snapshot.facts({seq for seqs in linked.values() for seq in seqs} - set(facts))
        asked |= wanted
        wanted |= _called(facts.values(), wanted)
        wanted |= {other for name in wanted for other in decided.merged.get(name, ())}
    return [fact for _, fact in sorted(facts.items())]


def _spoken_names(name: str, decided: EntityDecisions) -> set[str]:
    plain = normalise(name)
    for mine in ("my ", "our "):
        plain = plain.removeprefix(mine)
    bare = plain.split(" (")[0]
    qualifier, given = spoken_of(bare)
    names = {plain, bare, normalise(given)}
    if qualifier is not None:
        names |= {qualifier.relation, qualifier.owner} - {OWNER}
    names |= {other for each in tuple(names) for other in decided.merged.get(each, ())}
    return {other.split(" (")[0] for other in names if other}


def _called(facts: Iterable[Fact], wanted: set[str]) -> set[str]:
    """Return what else those are called whom facts name: "wife" beside "Ana", and the reverse."""
    told = [
        (normalise(fact.subject), relation_named[0], normalise(relation_named[1]))
        for fact in facts
        if (relation_named := named_in(fact.slot, fact.value)) is not None and relation_named[1]
    ]
    mine: dict[str, set[str]] = {}
    for owner, relation, name in told:
        if owner == OWNER:
            mine.setdefault(name, set()).update(words_for(relation))
    found: set[str] = set()
    for owner, relation, name in told:
        phrases = words_for(relation) if owner == OWNER else {
            f"{each}'s {word}" for each in {owner, *mine.get(owner, ())}
            for word in words_for(relation)
        }  # fmt: skip
        if name in wanted:
            found |= phrases
        if phrases & wanted:
            found.add(name)
    return found
