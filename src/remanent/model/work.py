"""Work that waits for a model, and what models cost."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum


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
