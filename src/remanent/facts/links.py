"""Which entities a fact speaks of: its subject, and a person, place or thing in its value."""

from remanent.facts.relations import named_in
from remanent.facts.slots import normalise
from remanent.model.fact import Fact

ENTITY_SLOTS = frozenset({"family", "home", "origin", "partner", "pet", "school", "work"})
MAX_ENTITY_CHARACTERS = 200


def links_of(fact: Fact) -> list[tuple[str, str]]:
    """Return (entity, kind of link) of a fact; kinds are "subject" and "value"."""
    found = [(normalise(fact.subject), "subject")]
    named = named_in(fact.slot, fact.value)
    if fact.value and (fact.slot in ENTITY_SLOTS or named is not None):
        found.append((normalise(fact.value), "value"))
        if named is not None:
            found.append((normalise(named[1]), "value"))
        found += [
            (normalise(word), "value")
            for word in fact.value.split()
            if word[:1].isupper() and normalise(word) != normalise(fact.value)
        ]
    if fact.slot == "name" and fact.value and fact.subject != "user":
        found.append((normalise(fact.value), "value"))
    return [
        (entity, kind) for entity, kind in dict.fromkeys(found)
        if entity and len(entity) <= MAX_ENTITY_CHARACTERS
    ]  # fmt: skip
