"""What a reader gives back, and the tray that it lays messages on while it reads.

A reader never fails over one bad entry: it leaves the entry out, counts it and says so. The
tray keeps the bounds for all readers, so that no file can grow without limit in memory:

- a message: 1,000,000 characters (more is left out whole, never cut);
- a name, session or id: 1,024 characters;
- a transcript: 200,000 messages;
- notes: 20 lines, then one that says how many more there were.
"""

from dataclasses import dataclass, field, replace
from typing import Final

from remanent.model.event import Message, Origin, Role

MAX_TEXT_CHARACTERS: Final = 1_000_000
MAX_LABEL_CHARACTERS: Final = 1_024
MAX_MESSAGES: Final = 200_000
MAX_NOTES: Final = 20


# The words by which transcripts say whose voice it is. Personal names are left out on purpose,
# those that are also a product's included: a person of that name would never be heard.
_ROLES: Final = {
    **dict.fromkeys(("user", "human", "person", "me", "you"), Role.USER),
    **dict.fromkeys(
        ("assistant", "ai", "bot", "model", "agent", "chatgpt", "gpt", "copilot"),
        Role.ASSISTANT,
    ),
    **dict.fromkeys(("system", "developer"), Role.SYSTEM),
    **dict.fromkeys(("tool", "function"), Role.TOOL),
}

# Only a person's own words may become that person's facts. A system prompt was written
# beforehand by somebody else: a document.
_ORIGINS: Final = {
    Role.USER: Origin.PERSON,
    Role.ASSISTANT: Origin.ASSISTANT,
    Role.SYSTEM: Origin.DOCUMENT,
    Role.TOOL: Origin.TOOL,
}


@dataclass(frozen=True, slots=True)
class Transcript:
    """One conversation as a file tells it.

    Args:
        name: the conversation's own name, or the file's.
        messages: in the order of the file; sessions in the order of their numbers.
        skipped: entries that were left out; `notes` says which and why.
        notes: what a reader of the result should know, one sentence each.
    """

    name: str
    messages: tuple[Message, ...]
    skipped: int = 0
    notes: tuple[str, ...] = ()


def role_named(word: str) -> Role | None:
    """Return the role that words such as "human" or "ChatGPT said" mean; None for a name."""
    return _ROLES.get(word.strip().casefold().removesuffix(" said"))


def origin_of(role: Role) -> Origin:
    """Where the words of a role come from."""
    return _ORIGINS[role]


@dataclass(slots=True)
class Tray:
    """Collects messages, counts what is left out, and keeps the bounds."""

    messages: list[Message] = field(default_factory=list)
    skipped: int = 0
    notes: list[str] = field(default_factory=list)
    notes_unsaid: int = 0

    def add(self, message: Message, *, where: str) -> None:
        """Lay down a message, or leave it out and say why; `where` names it in the file."""
        if not message.text.strip():
            self.skip(f"{where} has no words.")
        elif len(message.text) > MAX_TEXT_CHARACTERS:
            self.skip(
                f"{where} has {len(message.text):,} characters, over the bound of "
                f"{MAX_TEXT_CHARACTERS:,}; it was left out whole."
            )
        elif len(self.messages) >= MAX_MESSAGES:
            self.skip(f"{where} is over the bound of {MAX_MESSAGES:,} messages.")
        else:
            self.messages.append(self._with_short_labels(message, where))

    def skip(self, why: str) -> None:
        """Count an entry that is left out."""
        self.skipped += 1
        self.note(why)

    def note(self, sentence: str) -> None:
        """Keep a sentence for the reader, each once."""
        if sentence in self.notes:
            return
        if len(self.notes) < MAX_NOTES:
            self.notes.append(sentence)
        else:
            self.notes_unsaid += 1

    def transcript(self, name: str) -> Transcript:
        """What was collected, under a name."""
        unsaid = [f"… and {self.notes_unsaid} more notes."] if self.notes_unsaid else []
        return Transcript(name, tuple(self.messages), self.skipped, (*self.notes, *unsaid))

    def _with_short_labels(self, message: Message, where: str) -> Message:
        return replace(
            message,
            speaker=self._short(message.speaker, "speaker", where),
            external_id=self._short(message.external_id, "id", where),
            session=self._short(message.session, "session", where),
            agent=self._short(message.agent, "agent", where),
        )

    def _short(self, label: str | None, name: str, where: str) -> str | None:
        if label is None or len(label) <= MAX_LABEL_CHARACTERS:
            return label
        self.note(f"{where}: the {name} is over {MAX_LABEL_CHARACTERS:,} characters; left out.")
        return None
