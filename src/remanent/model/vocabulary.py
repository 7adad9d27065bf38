"""What an operator decided about a tenant's vocabulary, once and for all."""

from dataclasses import dataclass
from typing import NamedTuple

from remanent.model.catalog import Suggestion


@dataclass(frozen=True, slots=True)
class Decisions:
    """The suggestions that were accepted or rejected, in the order in which they were decided.

    What is rejected never returns: the id of a suggestion is made of its content alone.
    """

    accepted: tuple[Suggestion, ...] = ()
    rejected: tuple[Suggestion, ...] = ()

    @property
    def rejected_ids(self) -> frozenset[str]:
        """The ids that stay away."""
        return frozenset(each.id for each in self.rejected)


class NewItem(NamedTuple):
    """An item that a catalog may take in, by the words that it goes by.

    Args:
        id: as events give it. name: for people. description: more words, or none.
    """

    id: str
    name: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class Accepted:
    """What accepting a suggestion did.

    Args:
        suggestion: what was accepted.
        scopes: in how many scopes the evidence of one attribute was given to the other.
    """

    suggestion: Suggestion
    scopes: int = 0
