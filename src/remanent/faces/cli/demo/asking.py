"""Asks what a plan says, through the public verbs, and measures how long each answer takes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from statistics import median
from time import perf_counter
from typing import Final

from remanent.faces.cli.demo.plan import Plan, Timeline
from remanent.memory import ScopedMemory
from remanent.model.fact import Fact
from remanent.model.recall import ItemKind, Recall

ITEMS: Final = 3

_REPETITIONS: Final = 20
_TASTES: Final = ("likes", "dislikes")


@dataclass(frozen=True, slots=True)
class Answered:
    """A question put to memory, and the answer."""

    question: str
    found: Recall


@dataclass(frozen=True, slots=True)
class Changed:
    """Something that changed: every state of it, by world time."""

    subject: str
    slot: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Person:
    """What is known of somebody's tastes."""

    subject: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Timing:
    """How long recalls took, in milliseconds.

    Args:
        first: the very first, which reads the scope from the disk.
        median: of the questions, asked again and again.
        recalls: how many the median is of.
    """

    first: float
    median: float
    recalls: int


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that a demonstration found out."""

    answers: tuple[Answered, ...]
    changes: tuple[Changed, ...]
    then: Answered | None
    now: Answered | None
    people: tuple[Person, ...]
    unknown: Answered
    timing: Timing


def ask(scope: ScopedMemory, plan: Plan, *, ends_at: datetime) -> Report:
    """Ask everything that a plan says.

    Args:
        ends_at: when the last message was said. Where that lies ahead of this machine's clock,
            questions are asked as of that moment.
    """
    as_of = ends_at + timedelta(seconds=1) if ends_at > datetime.now(UTC) else None

    def answer(question: str) -> Answered:
        return Answered(question, scope.recall(question, limit=ITEMS, as_of=as_of))

    def knew(question: str, at: datetime | None) -> Answered:
        facts = scope.recall(question, limit=1, as_of=at, kinds=[ItemKind.FACT])
        return Answered(question, facts or scope.recall(question, limit=1, as_of=at))

    started = perf_counter()
    unknown = answer(plan.unknown)
    first = perf_counter() - started
    return Report(
        answers=tuple(answer(question) for question in plan.questions),
        changes=tuple(filter(None, (_changed(scope, each) for each in plan.changes))),
        then=None if plan.then is None else knew(*plan.then),
        now=None if plan.then is None else knew(plan.then[0], as_of),
        people=tuple(_person(scope, subject) for subject in ("user", *plan.others))
        if plan.others
        else (),
        unknown=unknown,
        timing=_timing(first, plan.questions, scope.recall),
    )


def _changed(scope: ScopedMemory, timeline: Timeline) -> Changed | None:
    entries = scope.history(slot=timeline.slot, subject=timeline.subject)
    latest = {entry.fact.id: entry.fact for entry in entries}
    return Changed(timeline.subject, timeline.slot, tuple(latest.values())) if latest else None


def _person(scope: ScopedMemory, subject: str) -> Person:
    return Person(
        subject,
        tuple(fact for slot in _TASTES for fact in scope.facts(subject=subject, slot=slot)),
    )


def _timing(first: float, questions: Sequence[str], recall: Callable[[str], object]) -> Timing:
    took: list[float] = []
    for _ in range(_REPETITIONS):
        for question in questions:
            started = perf_counter()
            recall(question)
            took.append(perf_counter() - started)
    return Timing(
        round(first * 1000, 3), round(median(took or [first]) * 1000, 3), max(len(took), 1)
    )
