"""Where the outside comes in: what callers give is read and checked here, before any flow.

Nothing is stored until all of it has been read.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from typing import TypeVar

from remanent.errors import InputError, TooLargeError
from remanent.model.event import Message, Origin, Role
from remanent.model.fact import Polarity, Stance, Statement
from remanent.model.instants import to_datetime
from remanent.quoting import shown
from remanent.text.local_calendar import is_known_zone

Chosen = TypeVar("Chosen", bound=StrEnum)

MAX_LABEL_CHARACTERS = 1024
MAX_SLOT_CHARACTERS = 128
ROLE_NAMES = {
    "user": Role.USER, "human": Role.USER, "assistant": Role.ASSISTANT, "ai": Role.ASSISTANT,
    "model": Role.ASSISTANT, "system": Role.SYSTEM, "developer": Role.SYSTEM, "tool": Role.TOOL,
    "function": Role.TOOL,
}  # fmt: skip
ORIGIN_OF_ROLE = {
    Role.USER: Origin.PERSON,
    Role.ASSISTANT: Origin.ASSISTANT,
    Role.SYSTEM: Origin.DOCUMENT,
    Role.TOOL: Origin.TOOL,
}
MESSAGE_FIELDS = frozenset(
    {"id", "role", "content", "text", "name", "at", "session", "agent", "origin", "zone"}
)
FACT_FIELDS = frozenset(
    {"text", "subject", "slot", "value", "polarity", "valid_from", "valid_to", "confidence"}
)

_UNREADABLE = frozenset({"Cc", "Cs", "Zl", "Zp"})  # controls, lone surrogates, line separators
_UNSEEN = frozenset({"Zs", "Cf", "Mn"})  # blanks, and marks that show only on something else
_SLOT_REMEDY = 'Give a name such as "manager", on one line.'
_PUBLIC_ID = re.compile("[0-9a-fA-F]{32}")  # 128 bits


def read_messages(
    given: object,
    *,
    session: str | None,
    agent: str | None,
    at: object,
    zone: str | None,
    max_characters: int,
    max_messages: int,
) -> list[Message]:
    """Read a text, one message, or many messages.

    Raises:
        InputError: names the message and the field. TooLargeError: over a bound.
    """
    if isinstance(given, str):
        given = [{"content": given}]
    elif isinstance(given, Mapping | Message):
        given = [given]
    elif isinstance(given, bytes) or not isinstance(given, Iterable):
        raise InputError(
            f"remember was given {type(given).__name__}, which is neither text nor messages.",
            remedy="Give a string, a mapping with role and content, or a list of such mappings.",
        )
    common_at = None if at is None else to_datetime(at)
    messages: list[Message] = []
    for place, entry in enumerate(given):
        if len(messages) >= max_messages:
            raise TooLargeError(
                f"More than {max_messages:,} messages were given in one call.",
                remedy="Split the list into several calls.",
            )
        where = f"message {place}"
        messages.append(
            _read_message(
                {"content": entry} if isinstance(entry, str) else entry,
                where,
                session=session,
                agent=agent,
                at=common_at,
                zone=zone,
                max_characters=max_characters,
            )
        )
    return messages


def _read_message(
    entry: object,
    where: str,
    *,
    session: str | None,
    agent: str | None,
    at: datetime | None,
    zone: str | None,
    max_characters: int,
) -> Message:
    if isinstance(entry, Message):
        entry = _fields_of(entry)
    if not isinstance(entry, Mapping):
        raise InputError(f"{where} is {type(entry).__name__}, not a mapping with role and content.")
    unknown = sorted(shown(name) for name in entry if name not in MESSAGE_FIELDS)
    if unknown:
        raise InputError(
            f"{where} has the unknown field {unknown[0]}.",
            remedy=f"Known fields are {', '.join(sorted(MESSAGE_FIELDS))}.",
        )
    role = _role(entry.get("role", "user"), where)
    text, parts_left_out = _content(entry.get("content", entry.get("text")), where)
    if len(text) > max_characters:
        raise TooLargeError(
            f"{where} has {len(text):,} characters; at most {max_characters:,} are kept.",
            remedy="Split it, or raise remember.max_message_characters.",
        )
    moment = entry.get("at")
    return Message(
        text=text,
        role=role,
        origin=_origin(entry.get("origin"), role, where),
        speaker=label(entry.get("name"), f"{where}: name"),
        at=at if moment is None else to_datetime(moment),
        zone=time_zone(entry.get("zone", zone), f"{where}: zone"),
        external_id=label(entry.get("id"), f"{where}: id", number_allowed=True),
        session=label(entry.get("session", session), f"{where}: session", number_allowed=True),
        agent=label(entry.get("agent", agent), f"{where}: agent"),
        parts_left_out=parts_left_out,
    )


def _fields_of(message: Message) -> dict[str, object]:
    """Return a message as the mapping that says the same, to be checked like any other."""
    named = {
        "content": message.text, "role": message.role, "origin": message.origin,
        "name": message.speaker, "at": message.at, "zone": message.zone,
        "id": message.external_id, "session": message.session, "agent": message.agent,
    }  # fmt: skip
    return {name: value for name, value in named.items() if value is not None}


def read_statements(given: object, *, max_characters: int, max_facts: int) -> list[Statement]:
    """Read explicit facts: texts, or mappings with at least `text`.

    Raises:
        InputError: names the fact and the field. TooLargeError: over a bound.
    """
    if isinstance(given, str | Mapping):
        given = [given]
    if isinstance(given, bytes) or not isinstance(given, Iterable):
        raise InputError(f"facts is {type(given).__name__}, not a list of facts.")
    statements: list[Statement] = []
    for place, entry in enumerate(given):
        if place >= max_facts:
            raise TooLargeError(
                f"More than {max_facts:,} facts were given in one call.",
                remedy="Split the list into several calls.",
            )
        statements.append(_read_statement(entry, f"fact {place}", max_characters=max_characters))
    return statements


def _read_statement(entry: object, where: str, *, max_characters: int) -> Statement:
    if isinstance(entry, Statement):
        return entry
    if isinstance(entry, str):
        entry = {"text": entry}
    if not isinstance(entry, Mapping):
        raise InputError(f"{where} is {type(entry).__name__}, not a text or a mapping.")
    unknown = sorted(shown(name) for name in entry if name not in FACT_FIELDS)
    if unknown:
        raise InputError(
            f"{where} has the unknown field {unknown[0]}.",
            remedy=f"Known fields are {', '.join(sorted(FACT_FIELDS))}.",
        )
    text = entry.get("text")
    if not isinstance(text, str) or not text.strip():
        raise InputError(f"{where}: text is {shown(text)}, which says nothing.")
    if len(text) > max_characters:
        raise TooLargeError(
            f"{where} has {len(text):,} characters; at most {max_characters:,} are kept.",
            remedy="Shorten it, or raise remember.max_message_characters.",
        )
    valid_from, valid_to = (
        None if entry.get(name) is None else to_datetime(entry[name])
        for name in ("valid_from", "valid_to")
    )
    if valid_from is not None and valid_to is not None and valid_to <= valid_from:
        raise InputError(f"{where}: valid_to {valid_to} is not after valid_from {valid_from}.")
    return Statement(
        subject=label(entry.get("subject"), f"{where}: subject") or "user",
        slot=label(entry.get("slot"), f"{where}: slot"),
        value=label(entry.get("value"), f"{where}: value", most=100_000),
        text=text,
        polarity=_polarity(entry.get("polarity"), where),
        stance=Stance.ASSERT,
        valid_from=valid_from,
        valid_to=valid_to,
        confidence=fraction(entry.get("confidence", 1.0), f"{where}: confidence"),
    )


def label(
    value: object, what: str, *, number_allowed: bool = False, most: int = MAX_LABEL_CHARACTERS
) -> str | None:
    """Read an optional short text.

    Raises:
        InputError: it is of another type, empty, or too long.
    """
    if value is None:
        return None
    if number_allowed and isinstance(value, int) and not isinstance(value, bool):
        value = str(value) if abs(value) < 10**MAX_LABEL_CHARACTERS else value
    if not isinstance(value, str):
        raise InputError(f"{what} is {shown(value)}, which is not a string.")
    if not value:
        raise InputError(f"{what} is empty.", remedy="Leave it out, or give a name.")
    if len(value) > most:
        raise InputError(f"{what} has {len(value):,} characters; at most {most:,} are kept.")
    return value


def slot_name(value: object, what: str) -> str | None:
    """Read an optional name of a slot that a tenant sets: one line to be read, in any script.

    Raises:
        InputError: it is of another type, blank, too long, or holds what nobody can read.
    """
    name = label(value, what, most=MAX_SLOT_CHARACTERS)
    if name is None:
        return None
    kinds = {unicodedata.category(letter) for letter in name}
    if kinds & _UNREADABLE:
        raise InputError(
            f"{what} is {shown(name)}, which holds a control character, a line break or half a "
            "character.",
            remedy=_SLOT_REMEDY,
        )
    if kinds <= _UNSEEN:
        raise InputError(f"{what} is {shown(name)}, which is blank.", remedy=_SLOT_REMEDY)
    return name


def several(value: object, what: str) -> list[object]:
    """Read a list of whatever it is.

    Raises:
        InputError: it is one text, or cannot be listed.
    """
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise InputError(f"{what} is {shown(value)}, which is no list.")
    return list(value)


def time_zone(value: object, what: str) -> str | None:
    """Read an optional IANA time zone.

    Raises:
        InputError: this machine knows no such zone.
    """
    name = label(value, what)
    if name is not None and not is_known_zone(name):
        raise InputError(
            f"{what} is {shown(name)}, which is no time zone that this machine knows.",
            remedy='Give an IANA name such as "Europe/Berlin", or leave it out.',
        )
    return name


def fraction(value: object, what: str) -> float:
    """Read a number between 0 and 1."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InputError(f"{what} is {shown(value)}; it must be a number between 0 and 1.")
    return float(value)


def flag(value: object, what: str) -> bool:
    """Read True or False.

    Raises:
        InputError: it is anything else, such as the string "no", which Python takes for true.
    """
    if not isinstance(value, bool):
        raise InputError(f"{what} is {shown(value)}.", remedy="Give True or False.")
    return value


def chosen(value: object, names: type[Chosen], what: str) -> Chosen:
    """Read one of a few names, or what bears it.

    Raises:
        InputError: there is no such name; the remedy lists them.
    """
    try:
        return names(str.__str__(value) if isinstance(value, str) else "")
    except ValueError:
        known = ", ".join(each.value for each in names)
        raise InputError(f"{what} is {shown(value)}.", remedy=f"Give one of {known}.") from None


def whole_number(value: object, what: str, *, least: int, most: int) -> int:
    """Read a whole number within bounds.

    Raises:
        InputError: names the value and the range.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise InputError(
            f"{what} is {shown(value)}; it must be a whole number from {least:,} to {most:,}."
        )
    return value


def read_query(value: object) -> str:
    """Read a question: any text.

    Raises:
        InputError: it is not a text.
    """
    if not isinstance(value, str):
        raise InputError(f"The query is {type(value).__name__}, not a text.")
    return value


def request_digest(
    messages: Iterable[Message], statements: Iterable[Statement], said_in: Message
) -> str:
    """Return what must be equal for two requests with one key to be the same request.

    Args:
        said_in: the labels and the time of the statements.
    """
    labels: list[object] = [said_in.session, said_in.agent, _stamp(said_in.at)]
    content: list[list[object]] = [
        [
            each.text, each.role.value, each.speaker, each.external_id, each.session, each.agent,
            _stamp(each.at), each.origin.value, each.zone,
        ]
        for each in messages
    ]  # fmt: skip
    content += [
        [
            "fact", each.text, each.subject, each.slot, each.value, each.polarity.value,
            _stamp(each.valid_from), _stamp(each.valid_to), each.confidence, *labels,
        ]
        for each in statements
    ]  # fmt: skip
    return sha256(json.dumps(content, ensure_ascii=True).encode()).hexdigest()


def _stamp(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _role(value: object, where: str) -> Role:
    if isinstance(value, str) and value.lower() in ROLE_NAMES:
        return ROLE_NAMES[value.lower()]
    raise InputError(
        f"{where}: role is {shown(value)}.", remedy="Give user, assistant, system or tool."
    )


def _origin(value: object, role: Role, where: str) -> Origin:
    if value is None:
        return ORIGIN_OF_ROLE[role]
    return chosen(value, Origin, f"{where}: origin")


def _polarity(value: object, where: str) -> Polarity:
    return Polarity.POSITIVE if value is None else chosen(value, Polarity, f"{where}: polarity")


def _content(value: object, where: str) -> tuple[str, int]:
    """Read words: a string, or a list of parts of which the text parts are taken.

    Also returns how many parts are no text.
    """
    if isinstance(value, str):
        return value, 0
    if isinstance(value, list | tuple):
        texts = [
            part if isinstance(part, str) else part.get("text")
            for part in value
            if isinstance(part, str | Mapping)
        ]
        words = [text for text in texts if isinstance(text, str)]
        return "\n".join(words), len(value) - len(words)
    raise InputError(f"{where}: content is {shown(value)}, which is not a text.")


def public_id(value: object) -> str:
    """Read an id that we gave.

    Raises:
        InputError: it is not 32 hexadecimal digits.
    """
    if isinstance(value, str) and _PUBLIC_ID.fullmatch(value):
        return value.lower()
    raise InputError(
        f"{shown(value)} is not an id of ours.",
        remedy="Give the 32 hexadecimal digits that recall, facts or history gave.",
    )


def public_ids(value: object, what: str) -> list[str] | None:
    """Read an optional list of ids that we gave.

    Raises:
        InputError: it is no list, or one of them is not 32 hexadecimal digits.
    """
    return None if value is None else [public_id(each) for each in several(value, what)]
