"""Settings of what is taken in."""

from dataclasses import dataclass
from typing import Annotated

from remanent.settings.rules import Group, switch, text, whole
from remanent.settings.values import read_zone


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RememberSettings(Group):
    """How words are taken down where the call does not say."""

    zone: Annotated[
        str | None,
        text(
            allowed='an IANA time zone such as "Europe/Berlin"',
            check=read_zone,
            about='The speaker\'s time zone, in which "yesterday" is read; none reads it in UTC.',
            reason="The zone of a server says nothing of the person who writes to it.",
        ),
    ] = None
    max_message_characters: Annotated[
        int,
        whole(
            low=1,
            high=10_000_000,
            unit="characters",
            about="How long one message may be; a longer one is refused, not cut.",
            reason="A whole book fits; a file given by mistake does not.",
        ),
    ] = 1_000_000
    max_messages_per_call: Annotated[
        int,
        whole(
            low=1,
            high=1_000_000,
            unit="messages",
            about="How many messages one call may hold; they are stored together or not at all.",
            reason="Larger imports come in batches, so that other writers are not kept waiting.",
        ),
    ] = 10_000
    extract: Annotated[
        bool,
        switch(
            about="Whether facts are drawn from what the person says; turns are kept in any case.",
            reason="The rules need no model and are built for precision.",
        ),
    ] = True
