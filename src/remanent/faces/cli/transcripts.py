"""A file read into a memory: in batches, each under a key of its own.

A key is made of the file's content and the batch's place in it. Reading the same file again, after
an interruption or a year later, stores nothing twice and goes on where it stopped.

A message without a date takes one here, so that the turns keep the order of the file in time: from
`--at`, or from the message before it. Where nothing has a date it is said now; either way the user
is told, since "last week" counts from there.
"""

import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from hashlib import file_digest
from pathlib import Path
from typing import TYPE_CHECKING, Final

from remanent.errors import (
    IdempotencyError,
    ImportFormatError,
    InputError,
    Interrupted,
    TooLargeError,
)
from remanent.faces.importers import Transcript, read_transcripts
from remanent.faces.importers.reading import MAX_LABEL_CHARACTERS
from remanent.faces.importers.strangers import text_reason
from remanent.model.event import Message
from remanent.model.remembered import FactChange

if TYPE_CHECKING:
    from remanent.memory import ScopedMemory

BATCH_MESSAGES: Final = 100
MAX_TEXT_BYTES: Final = 1_000_000

_DIGEST_CHARACTERS: Final = 32
_STEP: Final = timedelta(microseconds=1)
_FIRST: Final = datetime.min.replace(tzinfo=UTC)
_LAST: Final = datetime.max.replace(tzinfo=UTC)
_SPEAKERS_REMEDY: Final = (
    "Where several people speak in it, begin each message with a name and a colon, and read it "
    "into a new memory."
)
_REMEDY: Final = (
    "For true dates read it into a new memory, with --at 2026-03-01 or with dates in the file: "
    'a heading "## 2026-03-01", or "at" in each JSON object.'
)


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file of conversations.

    Args:
        digest: the first 32 hexadecimal digits of its SHA-256.
        transcripts: as the importers read them; each has at least one message.
        is_one_text: nobody was recognised as speaking in it, so it is one message.
    """

    path: Path
    digest: str
    transcripts: tuple[Transcript, ...]
    is_one_text: bool = False

    @property
    def notices(self) -> tuple[str, ...]:
        """What the user has to know before relying on it, with the remedy."""
        if not self.is_one_text:
            return ()
        kept = (
            f"Nobody was recognised as speaking in {self.path.name}: it is one text of the user's."
        )
        return (f"{kept} {_SPEAKERS_REMEDY}",)


@dataclass(slots=True)
class ReadIn:
    """What reading a transcript into a memory did.

    Args:
        turns: messages that are stored, whether now or before.
        known: those among them that were stored before.
        event_ids, changes: as the receipts give them, in order.
        pending: what could not be finished yet. failures: what was tried and failed, once each.
    """

    turns: int = 0
    known: int = 0
    event_ids: list[str] = field(default_factory=list)
    changes: list[FactChange] = field(default_factory=list)
    pending: set[str] = field(default_factory=set)
    failures: set[str] = field(default_factory=set)


def read_file(path: Path, *, takes_text: bool = False) -> SourceFile:
    """Read a file of conversations.

    Where it holds several, the sessions of each bear its name, so that they stay apart.

    Args:
        takes_text: a text in which nobody speaks is one message.

    Raises:
        ImportFormatError: it holds no message.
        InputError: it cannot be opened, or is one text over the bound.
    """
    text = None
    try:
        transcripts = read_transcripts(path)
    except ImportFormatError:
        text = _plain_text(path) if takes_text else None
        if text is None:
            raise
        transcripts = (Transcript(path.stem, (Message(text),)),)
    if len(transcripts) > 1:
        transcripts = tuple(_sessions_apart(each) for each in transcripts)
    with path.open("rb") as file:
        digest = file_digest(file, "sha256").hexdigest()[:_DIGEST_CHARACTERS]
    return SourceFile(path, digest, transcripts, is_one_text=text is not None)


def in_time(transcript: Transcript, at: datetime | None) -> tuple[Transcript, str | None]:
    """Give a time to each message without one, in the order of the file.

    Args:
        at: when those messages were said. Without it each follows the message before it by a
            microsecond; where no message at all has a time, they stay without, which means now.

    Returns:
        The transcript, and what the user has to know about its times; None where all are dated.
    """
    messages = transcript.messages
    undated = sum(message.at is None for message in messages)
    if not undated:
        return transcript, None
    if at is not None:
        steps = (place * _STEP for place in range(len(messages)))
        times = [each.at or at + step for each, step in zip(messages, steps, strict=True)]
        return _timed(transcript, times), None
    if undated == len(messages):
        return transcript, (
            f"No message of {transcript.name} has a date: all count as said now, in the order of "
            f'the file, and words such as "last week" count from today. {_REMEDY}'
        )
    return _timed(transcript, _following(messages)), (
        f"{undated:,} of {len(messages):,} messages of {transcript.name} have no date: each counts "
        f"as said right after the message before it. {_REMEDY}"
    )


def _timed(transcript: Transcript, times: Sequence[datetime]) -> Transcript:
    pairs = zip(transcript.messages, times, strict=True)
    return replace(transcript, messages=tuple(replace(each, at=at) for each, at in pairs))


def _following(messages: Sequence[Message]) -> list[datetime]:
    """Return the time of each message, or just after that of the one before it."""
    place, dated = next((place, each.at) for place, each in enumerate(messages) if each.at)
    last = dated - min((place + 1) * _STEP, dated - _FIRST)
    times: list[datetime] = []
    for message in messages:
        last = message.at or (last if last == _LAST else last + _STEP)
        times.append(last)
    return times


def choose_conversation(source: SourceFile, number: int) -> Transcript:
    """Return one conversation of a file, counted from 1.

    Raises:
        InputError: there is no such conversation.
    """
    if not 1 <= number <= len(source.transcripts):
        raise InputError(
            f"{source.path} holds {len(source.transcripts)} conversation(s), none with the "
            f"number {number}.",
            remedy=f"Give --conversation 1 to {len(source.transcripts)}.",
        )
    return source.transcripts[number - 1]


def read_in(
    scope: "ScopedMemory",
    transcript: Transcript,
    *,
    key: str,
    advance: Callable[[int], None],
    zone: str | None = None,
) -> ReadIn:
    """Remember a transcript, batch by batch.

    Args:
        key: what makes the keys of its batches; the same content must have the same.
        advance: called with the number of messages of each batch that is stored.
        zone: for messages that name none.

    Raises:
        Interrupted: the user stopped it; what was stored is kept, and the next run goes on.
        IdempotencyError: this memory has it already, with other times or another zone.
    """
    done = ReadIn()
    messages = transcript.messages
    try:
        for number, batch in enumerate(_batches(messages)):
            receipt = scope.remember(
                batch, zone=zone, idempotency_key=f"{key} {BATCH_MESSAGES} {number}"
            )
            done.turns += len(batch)
            done.known += len(batch) if receipt.deduplicated else 0
            done.event_ids += receipt.event_ids
            done.changes += receipt.changes
            done.pending |= set(receipt.pending)
            done.failures |= set(receipt.failures)
            advance(len(batch))
    except KeyboardInterrupt:
        raise Interrupted(
            f"Stopped; at least {done.turns:,} of {len(messages):,} messages are stored."
        ) from None
    except IdempotencyError:
        raise IdempotencyError(
            f"{transcript.name} is in this memory already, with other times or another zone.",
            remedy="Give the --at and --zone that it was first read with, or another --db.",
        ) from None
    return done


def _batches(messages: Sequence[Message]) -> list[Sequence[Message]]:
    return [
        messages[start : start + BATCH_MESSAGES]
        for start in range(0, len(messages), BATCH_MESSAGES)
    ]


def _sessions_apart(transcript: Transcript) -> Transcript:
    name = transcript.name
    return replace(
        transcript,
        messages=tuple(
            replace(message, session=f"{name}/{message.session or ''}"[:MAX_LABEL_CHARACTERS])
            for message in transcript.messages
        ),
    )


def _plain_text(path: Path) -> str | None:
    """Return the text of a file that is somebody's words, and not a format that went wrong.

    Raises:
        TooLargeError: it is longer than one message may be.
    """
    if zipfile.is_zipfile(path):
        return None
    content = path.read_bytes()
    try:
        text = content.decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        return None
    if not text or text[0] in "[{" or text_reason(text) is not None:
        return None
    if len(content) > MAX_TEXT_BYTES:
        raise TooLargeError(
            f"Nobody speaks in {path}, and one text may have {MAX_TEXT_BYTES:,} bytes; it has "
            f"{len(content):,}.",
            remedy="Split it, or begin each message with a name and a colon.",
        )
    return text
