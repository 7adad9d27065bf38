"""Remanent through its public API, as it ships or with parts of its lifecycle left out.

Answers rest on what they are counted by: an arm that reads facts is asked for facts alone and its
hot set is the facts at hand; an arm that reads turns too has all turns in its hot set.
"""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from evals.lifecycle.methods import LIMIT, Answer, Held, State
from evals.lifecycle.world import START, Turn
from remanent import Memory
from remanent.settings import load_settings

OURS: Final = "Remanent"
_OVER: Final = frozenset({"closed", "retracted", "superseded-statement"})
_MOST_FACTS: Final = 100_000


@dataclass(slots=True)
class Clock:
    """A clock that stands where the life is."""

    moment: datetime = START

    def now(self) -> datetime:
        """Return the moment."""
        return self.moment

    def reach(self, moment: datetime) -> None:
        """Go on to a moment; never back."""
        self.moment = max(self.moment, moment)


class Remembering:
    """One scope of a memory file."""

    def __init__(self, memory: Memory, clock: Clock, *, reads_turns: bool) -> None:
        """Stand in an empty scope."""
        self._scope: Any = memory.scope(tenant="simulated", user="somebody")
        self._clock = clock
        self._kinds = ("fact", "turn") if reads_turns else ("fact",)
        self._turns: list[Turn] = []

    def remember(self, turn: Turn) -> None:
        """Tell a turn with its own id and moment."""
        self._clock.reach(turn.at)
        message = {"id": turn.id, "role": turn.role, "content": turn.text, "at": turn.at}
        self._scope.remember([message])
        self._turns.append(turn)

    def ask(self, question: str, *, at: datetime, as_of: datetime | None = None) -> Answer:
        """Recall, and leave no trace."""
        self._clock.reach(at)
        found = self._scope.recall(
            question, limit=LIMIT, budget_tokens=0, kinds=self._kinds, as_of=as_of
        )
        return Answer(items=tuple(map(_held, found.items)), token=found.id)

    def used(self, answer: Answer, places: Sequence[int], *, at: datetime) -> None:
        """Note the use of items, and that they helped where the memory has a place for it."""
        self._clock.reach(at)
        if places:
            self._scope.record_use(answer.token, [answer.items[place].key for place in places])

    def advance(self, to: datetime) -> None:
        """Do what is due, where the memory has such a verb."""
        self._clock.reach(to)
        maintain = getattr(self._scope, "maintain", None)
        if maintain is not None:
            maintain()

    def held(self, *, at: datetime) -> tuple[Held, ...]:
        """Return the facts at hand, and the turns where they are read."""
        facts = [_fact_held(fact) for fact in self._facts(at) if fact.is_hot]
        turns = self._turns if "turn" in self._kinds else []
        return (
            *facts,
            *(Held(text=turn.text, sources=(turn.id,), key=turn.id) for turn in turns),
        )

    def state(self, *, at: datetime) -> State:
        """Count the facts at hand, and the turns where they are read."""
        facts = self._facts(at)
        turns = [len(turn.text.encode()) for turn in self._turns]
        sizes = [_size(fact) for fact in facts if fact.is_hot]
        every = [_size(fact) for fact in facts]
        if "turn" in self._kinds:
            sizes += turns
        return State(
            rows=len(sizes),
            bytes=sum(sizes),
            log_rows=len(every) + len(turns),
            log_bytes=sum(every) + sum(turns),
        )

    def _facts(self, at: datetime) -> Any:
        self._clock.reach(at)
        return self._scope.facts(include_closed=True, limit=_MOST_FACTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """A way of running Remanent.

    Args:
        settings: what differs from the settings that ship, by their names.
        reads_turns: whether answers may come from turns too.
        plan: how facts are kept: a plan by name, or presets by tier; None as it ships.
    """

    name: str
    settings: Mapping[str, object] = field(default_factory=dict)
    reads_turns: bool = False
    plan: str | Mapping[str, object] | None = None

    @contextmanager
    def open(self) -> Iterator[Remembering]:
        """Return a memory that holds nothing."""
        clock = Clock()
        with tempfile.TemporaryDirectory(prefix="remanent-lifecycle-") as folder:
            path = Path(folder) / "memory.db"
            settings = load_settings(
                environ={}, overrides={"store.path": str(path), **self.settings}
            )
            with Memory(settings=settings, clock=clock) as memory:
                if self.plan is not None:
                    memory.tenant("simulated").set_retention(self.plan)
                yield Remembering(memory, clock, reads_turns=self.reads_turns)


_NEVER: Final = {"core": "nmafc.core", "active": "nmafc.core", "ephemeral": "nmafc.core"}
_ONE_LAYER: Final = {"active": "fade.short", "ephemeral": "fern.volatile"}

ARMS: Final = (
    Arm(name=OURS),
    Arm(name=f"{OURS}, turns too", reads_turns=True),
    Arm(name=f"{OURS}, nothing fades", plan=_NEVER),
    Arm(name=f"{OURS}, without layers", plan=_ONE_LAYER),
    Arm(name=f"{OURS}, nmafc", plan="nmafc"),
    Arm(name=f"{OURS}, fade", plan="fade"),
    Arm(name=f"{OURS}, fern", plan="fern"),
)
"""As it ships; the ablations of fading; the presets of the systems it learned from."""


def _told(memory: Any) -> str:
    """Return what a memory says as an agent is shown it: its words, with its day if it has one."""
    return memory.text if memory.when is None else f"{memory.text} ({memory.when.start:%Y-%m-%d})"


def _held(item: Any) -> Held:
    return Held(
        text=_told(item),
        sources=tuple(source.external_id for source in item.sources if source.external_id),
        slot=item.slot,
        value=item.value,
        is_valid=not _OVER & set(item.marks),
        is_archived="archived" in item.marks,
        is_negated=str(item.polarity) == "negative",
        key=item.id,
    )


def _fact_held(fact: Any) -> Held:
    return Held(
        text=_told(fact),
        sources=tuple(source.external_id for source in fact.sources if source.external_id),
        slot=fact.slot,
        value=fact.value,
        is_negated=str(fact.polarity) == "negative",
        key=fact.id,
    )


def _size(fact: Any) -> int:
    return len(f"{_told(fact)}{fact.value or ''}".encode())
