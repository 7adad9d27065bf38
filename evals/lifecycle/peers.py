"""Memories without a lifecycle: one keeps everything that the person says, others the newest of it.

All search by BM25; of equal scores the newest comes first. They keep the words of the person alone.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from evals.baselines import Bm25, ranked
from evals.lifecycle.methods import LIMIT, Answer, Held, State
from evals.lifecycle.world import USER, Turn

_FEW = 20
"""So many turns are held whatever share is wanted."""


class Kept:
    """Turns of the person, all of them or the newest."""

    def __init__(self, *, share: float = 1.0, most: int | None = None) -> None:
        """Hold nothing yet.

        Args:
            share: of what was said, how much is held: the newest. most: turns at most.
        """
        self._share = share
        self._most = most
        self._turns: list[Turn] = []
        self._index: tuple[tuple[str, ...], Bm25] | None = None

    def remember(self, turn: Turn) -> None:
        """Keep what the person says."""
        if turn.role == USER:
            self._turns.append(turn)

    def ask(self, question: str, *, at: datetime, as_of: datetime | None = None) -> Answer:
        """Search in what is held."""
        until = at if as_of is None else as_of
        turns = [turn for turn in self._held() if turn.at <= until][::-1]
        if not turns:
            return Answer(items=())
        scores = self._searched(turns).scores(question)
        return Answer(
            items=tuple(
                _as_held(turns[place]) for place in ranked(scores)[:LIMIT] if scores[place] > 0
            )
        )

    def used(self, answer: Answer, places: Sequence[int], *, at: datetime) -> None:
        """Learn nothing."""

    def advance(self, to: datetime) -> None:
        """Do nothing."""

    def held(self, *, at: datetime) -> tuple[Held, ...]:  # noqa: ARG002 - part of the protocol
        """Return what is held."""
        return tuple(map(_as_held, self._held()))

    def state(self, *, at: datetime) -> State:  # noqa: ARG002 - part of the protocol
        """Return how much is held."""
        held = self._held()
        size = sum(len(turn.text.encode()) for turn in held)
        return State(rows=len(held), bytes=size, log_rows=len(held), log_bytes=size)

    def _held(self) -> list[Turn]:
        count = max(round(len(self._turns) * self._share), min(len(self._turns), _FEW))
        count = count if self._most is None else min(count, self._most)
        return sorted(self._turns, key=lambda turn: turn.at)[len(self._turns) - count :]

    def _searched(self, turns: Sequence[Turn]) -> Bm25:
        key = tuple(turn.id for turn in turns)
        if self._index is None or self._index[0] != key:
            self._index = (key, Bm25([turn.text for turn in turns]))
        return self._index[1]


def _as_held(turn: Turn) -> Held:
    return Held(text=turn.text, sources=(turn.id,), key=turn.id)


class Peer:
    """A method that holds turns."""

    def __init__(self, name: str, *, share: float = 1.0, most: int | None = None) -> None:
        """Name it; the rest as for `Kept`."""
        self._name = name
        self._share = share
        self._most = most

    @property
    def name(self) -> str:
        """As the tables show it."""
        return self._name

    @contextmanager
    def open(self) -> Iterator[Kept]:
        """Return a memory that holds nothing."""
        yield Kept(share=self._share, most=self._most)


PEERS = (
    Peer("keep everything"),
    Peer("newest half", share=0.5),
    Peer("sliding window, 50 turns", most=50),
)
