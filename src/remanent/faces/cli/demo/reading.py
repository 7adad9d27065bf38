"""Reads the conversation of a demonstration into a memory, and says what came of it."""

from dataclasses import dataclass
from datetime import UTC, datetime
from time import perf_counter
from typing import Final

from remanent.faces.cli.options import OpenScope
from remanent.faces.cli.progress import progress_bar
from remanent.faces.cli.transcripts import read_in
from remanent.faces.importers import Transcript
from remanent.model.fact import Fact

MAX_FACTS: Final = 100_000


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read.

    Args:
        conversation, file: its name, and where it was read from.
        memory: the file or address, without a password.
        turns: messages that are stored; `known` of them were stored before.
        sessions: how many.
        first, last: when the first and the last dated message was said.
        facts: everything that was drawn from it, closed and retracted facts included.
        seconds: how long storing took.
        zone: the speaker's last, in which its days are shown; None for UTC.
        notes: what the reader of the file had to say.
        notices: what has to be known before relying on it, with the remedy.
    """

    conversation: str
    file: str
    memory: str
    turns: int
    known: int
    sessions: int
    first: datetime | None
    last: datetime | None
    facts: tuple[Fact, ...]
    seconds: float
    zone: str | None
    notes: tuple[str, ...]
    notices: tuple[str, ...] = ()


def read_conversation(
    here: OpenScope,
    transcript: Transcript,
    *,
    file: str,
    key: str,
    memory: str,
    notices: tuple[str, ...] = (),
) -> Reading:
    """Read one conversation into an open scope; what is there already stays once."""
    messages = transcript.messages
    started = perf_counter()
    with progress_bar(f"Reading {transcript.name}", len(messages)) as bar:
        done = read_in(here.scope, transcript, key=key, advance=bar.advance)
    seconds = perf_counter() - started
    if here.memory.settings.embedder.spec is not None and done.known:
        with progress_bar("Embedding") as bar:
            here.scope.reindex(
                progress=bar.advance
            )  # an earlier run may have been stopped before it
    times = sorted(message.at for message in messages if message.at is not None)
    zones = [message.zone for message in messages if message.zone is not None]
    return Reading(
        conversation=transcript.name,
        file=file,
        memory=memory,
        turns=done.turns,
        known=done.known,
        sessions=len({message.session for message in messages}),
        first=times[0] if times else None,
        last=times[-1] if times else None,
        facts=here.scope.facts(include_closed=True, limit=MAX_FACTS),
        seconds=round(seconds, 3),
        zone=zones[-1] if zones else here.zone,
        notes=transcript.notes,
        notices=notices,
    )


def ends_at(reading: Reading) -> datetime:
    """Return when the conversation ended, or the beginning of time where it has no dates."""
    return reading.last or datetime.min.replace(tzinfo=UTC)
