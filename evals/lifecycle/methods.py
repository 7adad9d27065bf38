"""What every memory that is measured here must offer."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from evals.lifecycle.world import Turn

LIMIT = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """One statement of an answer.

    Args:
        text: as it would be shown to an agent.
        sources: ids of the turns that it rests on.
        is_valid: False where it is marked as over, replaced or taken back at the moment asked for.
        is_archived: whether it had left what memory keeps at hand.
        is_negated: whether it says that something is not so.
        key: the memory's own name for it.
    """

    text: str
    sources: tuple[str, ...]
    slot: str | None = None
    value: str | None = None
    is_valid: bool = True
    is_archived: bool = False
    is_negated: bool = False
    key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a memory said to a question.

    Args:
        items: best first, ten at most.
        token: by which a use cites the answer.
    """

    items: tuple[Held, ...]
    token: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """How much a memory holds.

    Args:
        rows, bytes: of what its answers are found in: of texts and values, UTF-8.
        log_rows, log_bytes: of everything that it stores.
        strengths: by turn, how strong the memory of it is, 0 to 1, where the method has such.
    """

    rows: int
    bytes: int
    log_rows: int
    log_bytes: int
    strengths: Mapping[str, float] = field(default_factory=dict)


class Mind(Protocol):
    """One memory of one person. Calls come in the order of arrival."""

    def remember(self, turn: Turn) -> None:
        """Take in what was said; a turn may arrive after later ones."""

    def ask(self, question: str, *, at: datetime, as_of: datetime | None = None) -> Answer:
        """Answer a question at a moment, about the same or an earlier one; no trace is left."""

    def used(self, answer: Answer, places: Sequence[int], *, at: datetime) -> None:
        """Learn that an answer was shown and that the items at these places were used and helped.

        Args:
            places: from 0; may be empty, then it was only shown.
        """

    def advance(self, to: datetime) -> None:
        """Do what has become due: called once a day."""

    def held(self, *, at: datetime) -> tuple[Held, ...]:
        """Return everything that is at hand: what `state` counts, held as so or marked."""

    def state(self, *, at: datetime) -> State:
        """Return how much is held."""


class Method(Protocol):
    """A way of remembering."""

    @property
    def name(self) -> str:
        """As the tables show it."""

    def open(self) -> AbstractContextManager[Mind]:
        """Return a memory that holds nothing."""
