"""What a simulated life is: what was said, what is true of it, what is asked.

A memory is shown the turns in the order of arrival and is asked each question when its moment
comes. It never sees a claim.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

from evals.preferences.world import digest_of

START: Final = datetime(2025, 1, 6, tzinfo=UTC)
"""When every life begins, a Monday."""

CRITICAL: Final = "critical"
CONTEXTUAL: Final = "contextual"
CHATTER: Final = "chatter"
NOISE: Final = "noise"

USER: Final = "user"
ASSISTANT: Final = "assistant"
TOOL: Final = "tool"

RELATIONS: Final = (
    "new", "supersedes", "contradicts", "ends", "compatible", "subsumes", "subsumed", "near",
    "unreal",
)  # fmt: skip
"""What a claim does to the claim that it names in `to`."""

CONFLICTS: Final = (
    "update", "correction", "retraction", "ended", "rival", "mere talk", "overlap", "subsumes",
    "subsumed", "near", "compatible",
)  # fmt: skip
"""Kinds of pairs.

update: a new value of what has one at a time. correction: "no, I meant". retraction: a joke, taken
back. ended: not any more. rival: an assistant or a tool says otherwise. mere talk: imagined, asked,
or said of somebody else. overlap: the same in other words. subsumes, subsumed: the second statement
says more, less. near: a different number, name, date or a negation. compatible: both hold.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """Something said.

    Args:
        id: unique in its life, in the order of time.
        role: user, assistant or tool.
    """

    id: str
    at: datetime
    role: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What one or several turns say, and whether it is so.

    Args:
        kind: critical, contextual, chatter or noise.
        marks: what a text must hold to say it: one of the alternatives (parted by "|") of each.
        turns: which turns say it.
        start, end: when it holds, half-open; None is open.
        relation: one of `RELATIONS`, to the claim named by `to`.
        is_true: False for what was a joke, a slip, imagined, or another's word.
    """

    id: str
    kind: str
    slot: str
    value: str
    marks: tuple[str, ...]
    turns: tuple[str, ...]
    start: datetime
    end: datetime | None = None
    relation: str = "new"
    to: str | None = None
    is_true: bool = True

    def holds(self, at: datetime) -> bool:
        """Return whether it is so at a moment."""
        return self.is_true and self.start <= at and (self.end is None or at < self.end)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What memory is asked to be judged; asking leaves no trace.

    Args:
        sort: retention, stale, as of, broad or fusion.
        kind: of the claim that is asked for; of a fusion question: number, date, name, negation.
        right: claims of which each is an answer.
        stale: claims that must not be answered: over, taken back, or never so.
        as_of: the moment of the world that is asked about; None is now.
        timeline: what the moments of one changing thing have in common.
    """

    id: str
    at: datetime
    text: str
    sort: str
    kind: str
    right: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    as_of: datetime | None = None
    timeline: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """A question of daily life: what is recalled and right counts as shown, used and helpful."""

    at: datetime
    text: str
    right: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """What memory should hold after a pair of statements.

    Args:
        kind: one of `CONFLICTS`.
        old, new: the pair, in the order of the world.
        hold: claims that each must be held as so. drop: claims that must not be.
        single: where not empty, marks that at most one item held as so may have.
    """

    id: str
    kind: str
    at: datetime
    text: str
    old: str
    new: str
    hold: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    single: tuple[str, ...] = ()


Moment = Turn | Use | Question | Check


@dataclass(frozen=True, slots=True, kw_only=True)
class Life:
    """One person's talk over some days."""

    days: int
    seed: int
    turns: tuple[Turn, ...]
    claims: Mapping[str, Claim]
    uses: tuple[Use, ...] = ()
    questions: tuple[Question, ...] = ()
    checks: tuple[Check, ...] = ()

    def __post_init__(self) -> None:
        """Check that everything named exists and stands in the order of time."""
        known = {turn.id for turn in self.turns}
        for claim in self.claims.values():
            assert claim.turns, claim
            assert set(claim.turns) <= known, claim
            assert claim.relation in RELATIONS, claim
            assert claim.end is None or claim.start <= claim.end, claim
        for use in self.uses:
            assert set(use.right) <= set(self.claims), use
        for check in self.checks:
            assert {check.old, check.new, *check.hold, *check.drop} <= set(self.claims), check
            assert check.kind in CONFLICTS, check
        for question in self.questions:
            assert question.right or question.stale, question
            assert {*question.right, *question.stale} <= set(self.claims), question
            assert not set(question.right) & set(question.stale), question
        moments = [turn.at for turn in self.turns]
        assert moments == sorted(moments)

    @property
    def digest(self) -> str:
        """Return a name that any change of the life changes."""
        return digest_of(self)

    def moments(self) -> Iterator[Moment]:
        """Return everything that happens, in the order of time; talk before questions."""
        entries: list[Moment] = [*self.turns, *self.uses, *self.checks, *self.questions]
        return iter(sorted(entries, key=lambda entry: entry.at))


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One pair of statements told to an empty memory.

    Args:
        pair: which pair of its kind; its variants share it and must end in the same state.
        variant: wordings 1 to 3 in order, and 4: the later statement arrives first.
        turns: in the order of arrival.
    """

    kind: str
    pair: int
    variant: int
    turns: tuple[Turn, ...]
    claims: Mapping[str, Claim] = field(default_factory=dict)
    check: Check


def day(number: float) -> datetime:
    """Return a moment of a life, in days from its start, to the second."""
    return START + timedelta(seconds=round(number * 86_400))
