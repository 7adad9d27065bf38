"""The public face of who is who: entities, and what waits for the owner's word.

Each verb reads what it was given and hands it to its flow.
"""

from typing import Final

from remanent.flows import suggestions
from remanent.flows.door import Door
from remanent.flows.entities import entity, list_entities
from remanent.flows.inputs import public_id, read_query, whole_number
from remanent.model.entity import Entity, EntityCard
from remanent.model.governance import Actor
from remanent.model.listing import Listing
from remanent.model.scope import Scope
from remanent.model.suggestion import Suggestion
from remanent.preference_verbs import MAX_BUDGET_TOKENS, PreferenceDesk

ENTITY_TOKENS: Final = 200
MOST_ENTITIES: Final = 10_000
MOST_SKIPPED: Final = 1_000_000_000


class EntityVerbs:
    """What a scope knows of people, animals, places, organisations and things."""

    scope: Scope
    actor: Actor
    _desk: PreferenceDesk

    def entity(self, name: str, *, budget_tokens: int = ENTITY_TOKENS) -> EntityCard:
        """Return a small card of whoever or whatever bears a name; nothing is written.

        Several bear it where nothing said makes them one: "Anna" may be a sister and a colleague.

        Args:
            name: a name, a label as `entities()` lists it, or how somebody stands to another:
                "Anna", "Anna (sister)", "my sister", "Ana's brother".
            budget_tokens: hard limit of the text, 0 for none.

        Raises:
            NotFoundError: no fact that holds speaks of that name.
        """
        budget = whole_number(budget_tokens, "budget_tokens", least=0, most=MAX_BUDGET_TOKENS)
        return entity(
            self._door,
            self.scope,
            self.actor,
            read_query(name),
            budget_tokens=budget or None,
            count_tokens=self._desk.plan.counter,
        )

    def entities(self, *, limit: int = 1000, skip: int = 0) -> Listing[Entity]:
        """List whom and what the facts that hold speak of, those with most facts first.

        They are drawn from the last 20,000 of these facts. The result is a tuple; its `dropped`
        says how many more there are.

        Args:
            limit: at most so many, 1 to 10,000.
            skip: leave out so many at the beginning.
        """
        return list_entities(
            self._door,
            self.scope,
            self.actor,
            limit=whole_number(limit, "limit", least=1, most=MOST_ENTITIES),
            skip=whole_number(skip, "skip", least=0, most=MOST_SKIPPED),
        )

    def suggestions(self, *, limit: int = 100, skip: int = 0) -> Listing[Suggestion]:
        """List what is proposed and waits for the owner's word; nothing is written.

        Args:
            limit: at most so many, 1 to 10,000.
            skip: leave out so many at the beginning.
        """
        return suggestions.list_suggestions(
            self._door,
            self.scope,
            self.actor,
            limit=whole_number(limit, "limit", least=1, most=MOST_ENTITIES),
            skip=whole_number(skip, "skip", least=0, most=MOST_SKIPPED),
        )

    def accept(self, suggestion_id: str) -> Suggestion:
        """Take a suggestion up, for good; only the owner may.

        Raises:
            AccessError: the actor is not the owner.
            NotFoundError: this scope has no such suggestion.
            InputError: it was turned down.
        """
        return suggestions.accept(self._door, self.scope, self.actor, public_id(suggestion_id))

    def reject(self, suggestion_id: str) -> Suggestion:
        """Turn a suggestion down, for good; only the owner may.

        Raises:
            AccessError: the actor is not the owner.
            NotFoundError: this scope has no such suggestion.
            InputError: it was accepted.
        """
        return suggestions.reject(self._door, self.scope, self.actor, public_id(suggestion_id))

    @property
    def _door(self) -> Door:
        return self._desk.door
