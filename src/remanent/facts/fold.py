"""The fold: what the marks of one timeline, in world-time order, say held when.

It is a sweep over layers. A plain statement holds from its moment until another takes its place,
and hides all that stood before it. A statement with an end of its own lies on top of what held
when it begins: when it ends, what it interrupted holds again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import blake2b
from typing import Final

from remanent.facts.slots import holds_one
from remanent.model.fact import Polarity, Stance
from remanent.model.mark import Mark

RESUMED: Final = 1 << 56
"""Ordinals from here on belong to marks that the fold itself makes: what held holds again."""


def fold_order(mark: Mark) -> tuple[object, ...]:
    """Return the key that orders marks: world time, then when and in what order it was said.

    What follows decides between equals, so that the order of arrival never does.
    """
    return (
        mark.at, mark.said_at, mark.ordinal, mark.content, mark.text, mark.value or "",
        mark.session or "", mark.agent or "", mark.event_id,
    )  # fmt: skip


def is_resumed(mark: Mark) -> bool:
    """Say whether the fold made this mark: what was interrupted goes on."""
    return mark.ordinal >= RESUMED


def denies(mark: Mark) -> bool:
    """Say whether a mark denies the one value of a single-valued slot."""
    return mark.stance is Stance.ASSERT and mark.polarity is Polarity.NEGATIVE and holds_one(mark)


@dataclass(slots=True, eq=False)
class Run:
    """Consecutive marks of one content: the fact in the making."""

    content: str
    valid_from: datetime | None
    marks: list[Mark] = field(default_factory=list)
    valid_to: datetime | None = None
    closed_by: "Run | None" = None


@dataclass(slots=True, eq=False)
class TakenBack:
    """What was never true: the statements of one content, and what took them back."""

    content: str
    statements: list[Mark]
    marks: list[Mark]


def fold(marks: Sequence[Mark]) -> tuple[list[Run], list[TakenBack]]:
    """Return the runs in world-time order, and what was taken back, by content.

    Args:
        marks: of one timeline, in fold order, without those that the fold itself makes.
    """
    void, taken_back = _taken_back(marks)
    sweep = _Sweep()
    for position, mark in enumerate(marks):
        if position in void or mark.stance is Stance.RETRACT:
            continue
        sweep.pass_time(mark.at)
        if mark.stance is Stance.END or denies(mark):
            sweep.end(mark)
        else:
            sweep.begin(mark)
    sweep.pass_time(None)
    return [run for run in sweep.runs if not _is_empty(run)], taken_back


@dataclass(slots=True, eq=False)
class _Layer:
    """What holds until something hides it; with an end of its own, until then at most."""

    until: datetime | None
    run: Run


class _Sweep:
    """Moves through world time; the last layer is what holds at the moment."""

    def __init__(self) -> None:
        self.runs: list[Run] = []
        self._layers: list[_Layer] = []

    def pass_time(self, moment: datetime | None) -> None:
        """End what has an end of its own at a moment or before it; None is the end of time."""
        while self._layers:
            until = self._layers[-1].until
            if until is None or (moment is not None and until > moment):
                return
            self._close(until)

    def begin(self, mark: Mark) -> None:
        """Let a mark say that something holds from its moment on."""
        top = self._layers[-1] if self._layers else None
        if top is not None and top.run.content == mark.content:
            top.run.marks.append(mark)
            if mark.until is not None:
                top.until = mark.until if top.until is None else max(top.until, mark.until)
            return
        run = Run(mark.content, mark.at, [mark])
        self.runs.append(run)
        if top is not None:
            top.run.valid_to, top.run.closed_by = mark.at, run
        if mark.until is None:
            self._layers.clear()
        self._layers.append(_Layer(mark.until, run))

    def end(self, mark: Mark) -> None:
        """Let a mark say that something holds no longer."""
        ended = positive(mark.content) if mark.stance is Stance.ASSERT else mark.content
        nameless = holds_one(mark) and mark.value is None
        top = self._layers[-1] if self._layers else None
        if top is not None and (nameless or top.run.content == ended):
            top.run.marks.append(mark)
            if nameless:
                del self._layers[:-1]
            self._layers = [each for each in self._layers if each is top or not _is(each, ended)]
            self._close(mark.at)
            return
        hidden = [layer for layer in self._layers if _is(layer, ended)]
        self._layers = [layer for layer in self._layers if layer not in hidden]
        past = next((run for run in reversed(self.runs) if run.content == ended), None)
        if past is not None:
            past.marks.append(mark)
        elif holds_one(mark) and not nameless:
            since = top.run.valid_from if top is not None and top.run.valid_from else mark.at
            self.runs.append(Run(ended, None, [mark], valid_to=min(since, mark.at)))

    def _close(self, moment: datetime) -> None:
        """End what holds; what it interrupted, and still holds then, goes on."""
        ended = self._layers.pop().run
        ended.valid_to = moment
        while self._layers:
            below = self._layers[-1]
            if below.until is None or below.until > moment:
                below.run = Run(below.run.content, moment, [_resumed(below.run, ended, moment)])
                self.runs.append(below.run)
                return
            self._layers.pop()


def _is(layer: _Layer, content: str) -> bool:
    return layer.run.content == content


def _resumed(interrupted: Run, by: Run, moment: datetime) -> Mark:
    """Return the mark that says once more what was interrupted, in the words it was said in."""
    first, cause = interrupted.marks[0], by.marks[0]
    name = f"{cause.event_id}:{cause.ordinal}".encode()
    number = int.from_bytes(blake2b(name, digest_size=5).digest(), "big")
    return replace(first, at=moment, ordinal=RESUMED + number, until=None, reach=moment, fact_seq=0)


def _is_empty(run: Run) -> bool:
    """Say whether something only went on in order to be interrupted at once."""
    return run.valid_from == run.valid_to and all(is_resumed(mark) for mark in run.marks)


def _taken_back(marks: Sequence[Mark]) -> tuple[frozenset[int], list[TakenBack]]:
    """Return the positions of marks that were never true, and the groups they make."""
    retracted: dict[int, None] = {}
    by_mark: dict[int, Mark] = {}
    for position, mark in enumerate(marks):
        if mark.stance is not Stance.RETRACT or mark.is_void:
            continue
        contents = {mark.content, positive(mark.content)}
        for earlier in range(position):
            found = marks[earlier]
            if found.stance is not Stance.RETRACT and found.content in contents:
                retracted[earlier] = None
                by_mark.setdefault(position, found)
    void = retracted.keys() | {place for place, mark in enumerate(marks) if mark.is_void}
    groups: dict[str, TakenBack] = {}
    for place in sorted(void):
        mark = marks[place]
        if mark.stance is Stance.ASSERT:
            group = groups.setdefault(mark.content, TakenBack(mark.content, [], []))
            group.statements.append(mark)
            group.marks.append(mark)
    for position, found in by_mark.items():
        if found.content in groups:
            groups[found.content].marks.append(marks[position])
    return frozenset(void), list(groups.values())


def positive(content: str) -> str:
    """Return the content that a denial or a retraction speaks of."""
    polarity, _, said = content.partition(":")
    return content if polarity == Polarity.POSITIVE.value else f"{Polarity.POSITIVE.value}:{said}"
