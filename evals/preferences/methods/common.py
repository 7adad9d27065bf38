"""What every method has in common: a log is told in order, a question gets one answer."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from evals.preferences.world import (
    ANSWERS,
    CONTEXT,
    KINDS,
    Acted,
    Entry,
    Event,
    Question,
    World,
    namespace_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a card as it was shown, for judging its mark and its confidence."""

    attribute: str
    mark: str
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a method said to one question.

    Args:
        attributes: best first; judged by the first five.
        text: what an agent would be given to read.
        lines: of a card, where the method has one.
    """

    attributes: tuple[str, ...]
    text: str
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """What a method said in one world, in the order of the questions.

    Args:
        write_seconds, read_seconds: spent on the whole log, on all questions.
        model_calls: calls to a language model.
    """

    given: tuple[Answer, ...]
    write_seconds: float
    read_seconds: float
    model_calls: int = 0


class Method(Protocol):
    """Something that can be shown a world and asked about it."""

    @property
    def name(self) -> str:
        """As the tables show it."""

    def answer(self, world: World) -> Answers:
        """Read the log up to each question and answer it."""


def told(world: World) -> Iterator[tuple[Sequence[Entry], Question]]:
    """Return each question with what happened since the question before it."""
    place = 0
    for question in world.questions:
        begin = place
        while place < len(world.log) and world.log[place].at <= question.at:
            place += 1
        yield world.log[begin:place], question


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """An event as counters see it.

    Args:
        weight: of the event's kind by the catalog, below 0 where it speaks against.
    """

    at: datetime
    kind: str
    attributes: tuple[str, ...]
    context: tuple[str, ...]
    weight: float


def seen(world: World, event: Event) -> Seen:
    """Map an event by the catalog's items and kinds; names stay as they are written."""
    kind = KINDS[event.kind]
    return Seen(
        at=event.at,
        kind=event.kind,
        attributes=world.catalog.attributes(event),
        context=event.context,
        weight=-kind.weight if kind.is_negative else kind.weight,
    )


def signed(attribute: str, weight: float) -> tuple[str, float]:
    """Return the attribute without its `!`, which turns the weight around."""
    if attribute.startswith("!"):
        return attribute[1:], -weight
    return attribute, weight


def history_of(world: World, entries: Sequence[Entry], user: str) -> list[Seen]:
    """Return what counters see of one user."""
    return [seen(world, each) for each in entries if isinstance(each, Event) and each.user == user]


def outcomes_of(entries: Sequence[Entry], user: str) -> list[Acted]:
    """Return what came of acting for one user."""
    return [each for each in entries if isinstance(each, Acted) and each.user == user]


def best(scores: Mapping[str, float]) -> tuple[str, ...]:
    """Return attributes with a score above 0, best first, then by name; contexts are left out."""
    kept = [
        attribute
        for attribute, score in scores.items()
        if score > 0 and namespace_of(attribute) != CONTEXT
    ]
    return tuple(sorted(kept, key=lambda attribute: (-scores[attribute], attribute)))


def filled(own: Sequence[str], others: Sequence[str]) -> tuple[str, ...]:
    """Return the first five of a user's own, then of what others like."""
    return tuple(dict.fromkeys((*own[:ANSWERS], *others)))[:ANSWERS]
