"""A lesson is a statement of what to do, with the condition that it is for."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from remanent.model.event import Origin


class LessonStatus(StrEnum):
    """Whether a lesson may be shown."""

    QUARANTINED = "quarantined"  # one origin only, and nobody approved it
    ACTIVE = "active"
    STOPPED = "stopped"  # it failed too often; kept, and no longer shown
    RETIRED = "retired"  # taken out by a person, or pushed out by better ones


@dataclass(frozen=True, slots=True)
class Condition:
    """What a lesson is for; every part that is given must hold.

    Args:
        error: the signature of an error, as `text.error_signatures` writes it.
        task: the kind of task, folded ("release", "write a migration").
        tool: the program or tool, folded ("git", "Bash").
        repository: the repository that it belongs to, by the caller's name for it.
        attributes: attributes that must all be there ("lang:python"); "!ctx:ci" must not.
    """

    error: str | None = None
    task: str | None = None
    tool: str | None = None
    repository: str | None = None
    attributes: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return any((self.error, self.task, self.tool, self.repository, self.attributes))


@dataclass(frozen=True, slots=True)
class Situation:
    """What is at hand when lessons are looked for; the parts are those of `Condition`."""

    error: str | None = None
    task: str | None = None
    tool: str | None = None
    repository: str | None = None
    attributes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Witness:
    """Where a sighting of a lesson comes from; each part is a keyed hash, or None where unknown.

    Two sightings that share any known part come from one origin.

    Args:
        author: who says so.
        lineage: the repository, the same for all its forks.
        transcript: the conversation, the same when it is resumed or copied.
    """

    author: bytes | None = None
    lineage: bytes | None = None
    transcript: bytes | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """What became of a lesson: shown, used and helped are three different things.

    Args:
        used_at: microseconds of the latest uses, ascending, at most 32.
        outcomes, value: number of outcomes that counted, and what they came to, in [-1, 1].
        failures: negative outcomes since the last positive one.
    """

    shown: int = 0
    used: int = 0
    helped: int = 0
    harmed: int = 0
    used_at: tuple[int, ...] = ()
    outcomes: int = 0
    value: float = 0.0
    failures: int = 0


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson as it stands.

    Args:
        id: 32 hexadecimal digits. seq: its number in the scope; never shown outside.
        text: what to do. because: what it was learned from.
        origins: how many independent origins stand for it. sightings: how often it was proposed.
        is_approved: a person said that it may be shown.
        repeats: the file of the repository that says the same already; None where none does.
        replaces, replaced_by: ids of the lesson that it revises, and of the one that revised it.
        prior: what its uses and outcomes make of it when read, in [0.7, 1]; 1 where it has none.
    """

    id: str
    seq: int
    text: str
    condition: Condition
    status: LessonStatus
    origin: Origin
    recorded_at: datetime
    because: str | None = None
    author: str | None = None
    origins: int = 1
    sightings: int = 1
    is_approved: bool = False
    repeats: str | None = None
    replaces: str | None = None
    replaced_by: str | None = None
    last_seen_at: datetime | None = None
    tally: Tally = Tally()
    prior: float = 1.0


@dataclass(frozen=True, slots=True)
class LessonItem:
    """One lesson that was found for a situation.

    Args:
        similarity: how well it fits the situation and the question, in [0, 1].
        prior: what its uses and outcomes say, in [0.7, 1].
        score: similarity times prior, rounded to 1e-6.
        fired: its condition holds in the situation.
    """

    lesson: Lesson
    similarity: float
    prior: float
    score: float
    fired: bool


@dataclass(frozen=True, slots=True)
class LessonRecall:
    """Lessons for a situation. Reading them changed nothing.

    Args:
        id: a signed token that lists the items; a use or an outcome cites it.
        items: best first; may be empty, then `reason` says why.
        text: the items rendered as quoted data within the token budget.
        dropped: lessons that fit the situation but not the budget or the limit.
    """

    id: str
    items: tuple[LessonItem, ...]
    text: str
    tokens: int
    reason: str | None = None
    dropped: int = 0

    def __bool__(self) -> bool:
        return bool(self.items)


@dataclass(frozen=True, slots=True)
class Proposed:
    """What became of a proposal.

    Args:
        lesson: the lesson as it stands now.
        is_new: it was not known before; otherwise this is one more sighting of it.
        is_independent: the sighting comes from an origin that had not spoken for it.
        redacted: kinds of secrets that were replaced before anything was stored.
    """

    lesson: Lesson
    is_new: bool
    is_independent: bool
    redacted: tuple[str, ...] = ()


class CreditKind(StrEnum):
    """What happened to a lesson."""

    SHOWN = "shown"
    USED = "used"
    HELPED = "helped"
    HARMED = "harmed"
    NEUTRAL = "neutral"
    SKIPPED = "skipped"  # an outcome that did not count; the reason says why


class Judge(StrEnum):
    """Who says how it went: what a person says outranks what was inferred."""

    PERSON = "person"
    INFERRED = "inferred"


@dataclass(frozen=True, slots=True)
class Credit:
    """One line of the record of what happened to lessons.

    Args:
        lesson_id: "" where the lesson is gone.
        value: the outcome, in [-1, 1]; 0 where it is none.
        reason: why an outcome did not count; None where it did.
        session: where it was shown or used.
        tokens, milliseconds: what showing it cost, where that was measured.
        event_seq, lesson_seq, recall: the log's entry, the lesson and a digest of the recall's
            id; never shown outside.
    """

    lesson_id: str
    kind: CreditKind
    at: datetime
    value: float = 0.0
    judge: Judge | None = None
    reason: str | None = None
    session: str | None = None
    tokens: int | None = None
    milliseconds: float | None = None
    event_seq: int = 0
    lesson_seq: int = 0
    recall: bytes = b""


@dataclass(frozen=True, slots=True)
class Sighting:
    """One time that a lesson was proposed."""

    lesson_seq: int
    event_seq: int
    at: datetime
    witness: Witness = field(default_factory=Witness)
