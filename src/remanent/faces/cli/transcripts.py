"""A file read into a memory: in batches, each under a key of its own.

A key is made of the file's content and the batch's place in it. Reading the same file again, after
an interruption or a year later, stores nothing twice and goes on where it stopped.
"""

import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import file_digest
from pathlib import Path
from typing import TYPE_CHECKING, Final

from remanent.errors import ImportFormatError, InputError, Interrupted
from remanent.faces.importers import Transcript, read_transcripts
from remanent.faces.importers.reading import MAX_LABEL_CHARACTERS
from remanent.model.event import Message
from remanent.model.remembered import FactChange

if TYPE_CHECKING:
    from remanent.memory import ScopedMemory

BATCH_MESSAGES: Final = 100
MAX_TEXT_BYTES: Final = 1_000_000

_DIGEST_CHARACTERS: Final = 32


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file of conversations.

    Args:
        digest: the first 32 hexadecimal digits of its SHA-256.
        transcripts: as the importers read them; each has at least one message.
    """

    path: Path
    digest: str
    transcripts: tuple[Transcript, ...]


@dataclass(slots=True)
class ReadIn:
    """What reading a transcript into a memory did.

    Args:
        turns: messages that are stored, whether now or before.
        known: those among them that were stored before.
        event_ids, changes: as the receipts give them, in order.
        pending: what could not be finished yet.
    """

    turns: int = 0
    known: int = 0
    event_ids: list[str] = field(default_factory=list)
    changes: list[FactChange] = field(default_factory=list)
    pending: set[str] = field(default_factory=set)


def read_file(path: Path, *, takes_text: bool = False) -> SourceFile:
    """Read a file of conversations.

    Where it holds several, the sessions of each bear its name, so that they stay apart.

    Args:
        takes_text: a text in which nobody speaks is one message.

    Raises:
        ImportFormatError: it holds no message.
        InputError: it cannot be opened.
    """
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
    return SourceFile(path, digest, transcripts)


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
            advance(len(batch))
    except KeyboardInterrupt:
        raise Interrupted(
            f"Stopped; at least {done.turns:,} of {len(messages):,} messages are stored."
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
    """Return the text of a file that is one, and not JSON or an archive that went wrong."""
    if zipfile.is_zipfile(path):
        return None
    content = path.read_bytes()[: MAX_TEXT_BYTES + 1]
    if len(content) > MAX_TEXT_BYTES:
        return None
    try:
        text = content.decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        return None
    return text if text and text[0] not in "[{" and "\0" not in text else None
