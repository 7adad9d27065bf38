"""People, animals, places, organisations and things that facts speak of."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class EntityKind(StrEnum):
    """What an entity is."""

    PERSON = "person"
    ANIMAL = "animal"
    PLACE = "place"
    ORGANISATION = "organisation"
    THING = "thing"


@dataclass(frozen=True, slots=True)
class EntityField:
    """One thing known of an entity.

    Args:
        value: what the fact says, in its own words where it has no value.
        fact_id: the fact that says so.
        denied: the fact says that it is not so.
    """

    slot: str | None
    value: str
    fact_id: str
    denied: bool = False


@dataclass(frozen=True, slots=True)
class EntityRelation:
    """How an entity stands to another.

    Args:
        relation: "brother" where the other is its brother, "brother of" where it is the other's.
        entity: the label of the other; "user" is the scope's own person.
    """

    relation: str
    entity: str
    fact_id: str


@dataclass(frozen=True, slots=True)
class Entity:
    """One person, animal, place, organisation or thing, as the facts that hold show it.

    Args:
        id: 32 hexadecimal digits, derived from the label.
        name: as it was said.
        qualifier: tells it from others of the same name ("sister"); None where there are none.
        aliases: what else it is called ("wife", "Ana's brother"), as it was said.
        facts: how many facts speak of it.
        first_seen, last_seen: when the first and the last of what they rest on was said.
        is_ambiguous: several bear the name, and nothing says which of them these facts mean.
    """

    id: str
    name: str
    kind: EntityKind
    qualifier: str | None
    aliases: tuple[str, ...]
    fields: tuple[EntityField, ...]
    relations: tuple[EntityRelation, ...]
    facts: int
    first_seen: datetime
    last_seen: datetime
    is_ambiguous: bool = False

    @property
    def label(self) -> str:
        """The name, with what tells it from others of the same name."""
        return self.name if self.qualifier is None else f"{self.name} ({self.qualifier})"


@dataclass(frozen=True, slots=True)
class EntityCard:
    """What is known by one name, in a few lines.

    Args:
        entities: all that bear the name, most facts first; several where nothing makes them one.
        text: quoted data within the budget.
        tokens: size of `text` by the named counter.
        dropped: lines that did not fit.
    """

    entities: tuple[Entity, ...]
    text: str
    tokens: int
    dropped: int = 0
