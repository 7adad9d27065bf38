"""Work that waits for a model, and what models cost."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from remanent.model.remembered import FactChange


class ModelRole(StrEnum):
    """What a model is asked to do."""

    EXTRACT = "extract"
    JUDGE = "judge"
    FUSE = "fuse"
    VERIFY = "verify"
    ANSWER = "answer"


class WorkStatus(StrEnum):
    """Where a piece of work stands; dead work was tried too often and waits for a person."""

    WAITING = "waiting"
    DONE = "done"
    EMPTY = "empty"  # done, and there was nothing
    DEAD = "dead"


@dataclass(frozen=True, slots=True)
class Work:
    """One piece of work in the durable queue.

    Args:
        subject: what it is about: numbers of turns or facts, in order.
        attempts: how often it was tried.
        next_at: not before this moment.
        error: what went wrong last.
    """

    seq: int
    role: ModelRole
    subject: tuple[int, ...]
    status: WorkStatus
    attempts: int
    created_at: datetime
    next_at: datetime
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Spent:
    """What one role of one model cost a scope on one day (UTC)."""

    day: date
    role: ModelRole
    model: str
    calls: int
    failures: int
    input_tokens: int
    output_tokens: int


class Surprise(StrEnum):
    """Why a turn goes to a model, or why it does not."""

    NOVEL = "novel"  # most of its words are new to this memory
    MAGNITUDE = "magnitude"  # it tells of something large, or in strong words
    UNSURE = "unsure"  # the rules read something, and are not certain
    CONFLICT = "conflict"  # it speaks against what is known
    UNREAD = "unread"  # the person speaks of himself, and no rule read it
    COVERED = "covered"  # the rules read all of it
    SILENT = "silent"  # it states nothing: a greeting, a question
    FOREIGN = "foreign"  # it is no person's own word
    KNOWN = "known"  # memory holds it already
    CROWDED = "crowded"  # too much waits already

    @property
    def is_asked(self) -> bool:
        """Whether a turn of this kind goes to the model."""
        return self in _ASKED


_ASKED = frozenset(
    {Surprise.NOVEL, Surprise.MAGNITUDE, Surprise.UNSURE, Surprise.CONFLICT, Surprise.UNREAD}
)


@dataclass(frozen=True, slots=True)
class Gated:
    """How many turns of a day (UTC) met the gate for one reason, and about how long they were."""

    day: date
    reason: Surprise
    turns: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Spending:
    """What models cost a scope, and what the gate spared.

    Args:
        spent: by day, role and model, the latest day first.
        gated: by day and reason, the latest day first.
    """

    spent: tuple[Spent, ...] = ()
    gated: tuple[Gated, ...] = ()

    @property
    def calls(self) -> int:
        """Calls in all."""
        return sum(each.calls for each in self.spent)

    @property
    def tokens(self) -> int:
        """Tokens in all, read and written."""
        return sum(each.input_tokens + each.output_tokens for each in self.spent)

    @property
    def turns(self) -> int:
        """Turns that met the gate."""
        return sum(each.turns for each in self.gated)

    @property
    def asked(self) -> int:
        """Turns that it sent to a model."""
        return sum(each.turns for each in self.gated if each.reason.is_asked)

    @property
    def rate(self) -> float:
        """Share of the turns that went to a model; 0 where there were none."""
        return self.asked / self.turns if self.turns else 0.0

    @property
    def spared_tokens(self) -> int:
        """About how many tokens of turns no model had to read."""
        return sum(each.tokens for each in self.gated if not each.reason.is_asked)


class WorkOutcome(StrEnum):
    """How one piece of work went this time."""

    STORED = "stored"
    EMPTY = "empty"  # the model was asked, and there was nothing
    FAILED = "failed"  # it waits for another attempt
    DEAD = "dead"  # it was tried too often
    DEFERRED = "deferred"  # the day's budget is used up
    OVERTAKEN = "overtaken"  # somebody else finished it first


@dataclass(frozen=True, slots=True)
class Rejected:
    """Something that a model said and that was not taken over.

    Args:
        reason: a stable name, such as "evidence_is_the_assistants".
        text: what it was about, cut.
        count: how often.
    """

    reason: str
    text: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class WorkDone:
    """What became of one piece of work.

    Args:
        subject_ids: ids of the turns or facts that it is about.
        error: what went wrong, where anything did.
        next_at: when it is tried again.
    """

    subject_ids: tuple[str, ...]
    role: ModelRole
    outcome: WorkOutcome
    changes: tuple[FactChange, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    error: str | None = None
    next_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Worked:
    """What a round of work did, one entry for each piece.

    Args:
        left: how many pieces of work wait still, due or not.
    """

    done: tuple[WorkDone, ...] = ()
    left: int = 0

    @property
    def changes(self) -> tuple[FactChange, ...]:
        """All that happened to facts."""
        return tuple(change for each in self.done for change in each.changes)

    def count(self, outcome: WorkOutcome) -> int:
        """Return how many pieces of work ended so."""
        return sum(each.outcome is outcome for each in self.done)


@dataclass(frozen=True, slots=True)
class QueueEntry:
    """One piece of work as its owner sees it; fields as in `Work`.

    Args:
        subject_ids: ids of the turns or facts that it is about.
    """

    subject_ids: tuple[str, ...]
    role: ModelRole
    status: WorkStatus
    attempts: int
    created_at: datetime
    next_at: datetime
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Queue:
    """What waits for a model in a scope, and what no longer does.

    Args:
        entries: the one that is due first first; dead work last.
        waiting, dead: how many there are of each, shown or not.
    """

    entries: tuple[QueueEntry, ...] = ()
    waiting: int = 0
    dead: int = 0
