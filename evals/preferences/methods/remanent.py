"""Remanent through its public API: one memory file for each world, events in batches, cards out.

The answer is the card at its usual budget: its lines in their order, without dislikes and contexts,
then the guesses. What came of acting on an attribute is reported on a decision about it.
"""

import tempfile
import time
import unicodedata
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from evals.preferences.methods.common import Answer, Answers, Line, told
from evals.preferences.people import START
from evals.preferences.vocabulary import BUSINESSES
from evals.preferences.world import CONTEXT, Acted, Entry, Event, Question, Release, World
from remanent import Memory
from remanent.errors import NotFoundError

TENANT: Final = "simulated"
BATCH: Final = 100
EPSILON: Final = 1.0
"""Of a release, as FERNme has it by default."""


class MovedClock:
    """A clock that stands where the log is."""

    def __init__(self, moment: datetime = START) -> None:
        """Stand still at a moment."""
        self.moment = moment

    def now(self) -> datetime:
        """Return the moment."""
        return self.moment


class Remanent:
    """Remanent as a method."""

    def __init__(self, *, name: str = "Remanent", reviews: bool = False) -> None:
        """Take it as it ships.

        Args:
            reviews: an operator decides on its suggestions to merge names before each question.
        """
        self._name = name
        self._reviews = reviews

    @property
    def name(self) -> str:
        """As the tables show it."""
        return self._name

    def answer(self, world: World) -> Answers:
        """Read the log up to each question and answer it."""
        with tempfile.TemporaryDirectory(prefix="remanent-preferences-") as folder:
            clock = MovedClock()
            with Memory(Path(folder) / "memory.db", clock=clock) as memory:
                return _live(Life(memory=memory, clock=clock), world, reviews=self._reviews)


@dataclass(slots=True, kw_only=True)
class Life:
    """A memory that lives through a world."""

    memory: Memory
    clock: MovedClock

    def scope(self, user: str) -> Any:
        """Return somebody's memory."""
        return self.memory.scope(tenant=TENANT, user=user)

    @property
    def shop(self) -> Any:
        """Return the operator's side."""
        return self.memory.tenant(TENANT)


def _live(life: Life, world: World, *, reviews: bool) -> Answers:
    life.clock.moment = START
    life.shop.set_catalog(catalog_of(world))
    given: list[Answer] = []
    writing = reading = 0.0
    for entries, question in told(world):
        begin = time.perf_counter()
        write(life, entries)
        writing += time.perf_counter() - begin
        life.clock.moment = question.at
        if reviews:
            _review(life, world)
        begin = time.perf_counter()
        given.append(ask(life, question))
        reading += time.perf_counter() - begin
    return Answers(given=tuple(given), write_seconds=writing, read_seconds=reading)


def catalog_of(world: World) -> str:
    """Return the operator's catalog.

    A release names nothing that the catalog does not name, so where there is one the catalog lists
    what the business deals in, each thing as an item.
    """
    listed = BUSINESSES[world.catalog.name] if world.population else ()
    catalog = replace(world.catalog, items={**world.catalog.items, **{w: (w,) for w in listed}})
    return catalog.toml()


def _runs(entries: Sequence[Entry]) -> Iterable[list[Entry]]:
    """Return entries in batches: events until something else comes between."""
    run: list[Entry] = []
    for entry in entries:
        if run and (not isinstance(entry, Event) or not isinstance(run[-1], Event)):
            yield run
            run = []
        run.append(entry)
    if run:
        yield run


def write(life: Life, entries: Sequence[Entry]) -> None:
    """Tell a memory what happened."""
    for run in _runs(entries):
        _write(life, run)


def _write(life: Life, run: Sequence[Entry]) -> None:
    life.clock.moment = max(life.clock.moment, run[-1].at)
    first = run[0]
    if isinstance(first, Release):
        life.shop.release_prior(EPSILON)
        return
    if isinstance(first, Acted):
        scope = life.scope(first.user)
        decision = scope.decide(first.attribute, at=first.at)
        # Of what has never shown, nothing is held that an outcome could count for.
        with suppress(NotFoundError):
            scope.record_outcome(decision.id, first.outcome, attributes=[first.attribute])
        return
    events: dict[str, list[dict[str, object]]] = {}
    for entry in run:
        assert isinstance(entry, Event)
        events.setdefault(entry.user, []).append(_fields(entry))
    for user, told_of in events.items():
        for place in range(0, len(told_of), BATCH):
            life.scope(user).observe(told_of[place : place + BATCH])


def _fields(event: Event) -> dict[str, object]:
    fields: dict[str, object] = {
        "kind": event.kind,
        "at": event.at,
        "context": list(event.context),
        "quantity": event.quantity,
        "provenance": event.provenance,
    }
    if event.attributes:
        fields["attributes"] = list(event.attributes)
    if event.item is not None:
        fields["item"] = event.item
    return fields


def ask(life: Life, question: Question) -> Answer:
    """Return the card, read as an answer."""
    card = life.scope(question.user).card(context=list(question.context), at=question.at)
    lines = tuple(
        Line(attribute=line.attribute, mark=str(line.mark), confidence=line.confidence)
        for line in card.lines
        if not line.attribute.startswith(("!", f"{CONTEXT}:"))
    )
    attributes = [line.attribute for line in lines]
    attributes += [
        guess.attribute
        for guess in card.guesses
        if not guess.attribute.startswith(("!", f"{CONTEXT}:"))
    ]
    return Answer(attributes=tuple(dict.fromkeys(attributes)), text=card.text, lines=lines)


def _review(life: Life, world: World) -> None:
    """Decide as an operator would who knows which names mean one thing."""
    forms = {_folded(form): word for form, word in world.concepts.items()}
    suggested = life.shop.vocabulary_suggestions()
    for each in getattr(suggested, "suggestions", suggested):
        if str(each.kind) != "merge":
            continue
        one, other = (_folded(str(name)) for name in (each.subject, each.target))
        is_right = _folded(forms.get(one, one)) == _folded(forms.get(other, other))
        (life.shop.accept if is_right else life.shop.reject)(each.id)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
