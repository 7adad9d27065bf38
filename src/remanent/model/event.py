"""An event is one entry of the append-only log; a turn is an event with words."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class EventKind(StrEnum):
    """What happened."""

    TURN = "turn"
    BEHAVIOUR = "behaviour"  # what somebody did
    STATEMENT = "statement"  # a fact given explicitly
    USE = "use"  # recalled memories were used
    OUTCOME = "outcome"  # how acting on a memory went
    ROLLBACK = "rollback"  # what was recorded after a moment was set aside
    RESTORE = "restore"  # and brought back
    DECISION = "decision"  # the owner pinned, unpinned or set something
    LESSON = "lesson"  # what worked was proposed, decided on, or let go of
    REPLY = "reply"  # what a model said when it was asked to read others


class Role(StrEnum):
    """Whose voice a turn is in."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"


class Origin(StrEnum):
    """Where the words come from. Only a person's own words may become the person's facts."""

    PERSON = "person"
    ASSISTANT = "assistant"
    TOOL = "tool"
    WEB = "web"
    DOCUMENT = "document"
    IMPORT = "import"


@dataclass(frozen=True, slots=True)
class Event:
    """One log entry.

    Args:
        id: 32 hexadecimal digits, 128 bits, unique in the store.
        seq: position in its scope's log; 0 until it is stored. Never shown outside.
        occurred_at: when it happened in the world (aware, UTC).
        recorded_at: when we took it down (aware, UTC).
        zone: the speaker's IANA time zone, where known.
        external_id: the caller's own id for it.
    """

    id: str
    kind: EventKind
    role: Role
    origin: Origin
    text: str
    occurred_at: datetime
    recorded_at: datetime
    seq: int = 0
    speaker: str | None = None
    session: str | None = None
    agent: str | None = None
    external_id: str | None = None
    zone: str | None = None
    payload: str | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """One message as a caller gives it, already read and checked.

    `at` is None where the caller gave no time; the clock's is used then. `parts_left_out` counts
    parts of the content that are no text, such as images: they are not kept.
    """

    text: str
    role: Role = Role.USER
    origin: Origin = Origin.PERSON
    speaker: str | None = None
    at: datetime | None = None
    zone: str | None = None
    external_id: str | None = None
    session: str | None = None
    agent: str | None = None
    parts_left_out: int = 0
