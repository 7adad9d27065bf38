"""Reading messages given as JSON objects, under whichever of the common names for each field.

Names are compared without case, underscores and hyphens: `created_at`, `createdAt` and
`Created-At` are one field.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Final
from zoneinfo import available_timezones

from remanent.errors import TimeError
from remanent.faces.importers.dates import read_time
from remanent.faces.importers.reading import Tray, origin_of, role_named
from remanent.model.event import Message, Role
from remanent.quoting import shown

_TEXT: Final = ("content", "text")
_SPEAKER: Final = ("name", "speaker", "sender", "author")
_TIME: Final = ("at", "timestamp", "createdat", "occurredat", "datetime", "date", "time")
_ID: Final = ("id", "externalid", "messageid", "diaid", "uuid")
_SESSION: Final = ("session", "sessionid")
_ZONE: Final = ("zone", "timezone", "tz")
_AGENT: Final = ("agent", "agentid")
_TITLE: Final = ("title", "name", "id")

_MAX_DEPTH: Final = 3


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a message takes over from the conversation or session around it."""

    session: str | None = None
    at: datetime | None = None
    zone: str | None = None


def holds_messages(value: object) -> bool:
    """Tell whether an object is a conversation: a list of messages or of sessions in it."""
    return isinstance(value, Mapping) and any(
        isinstance(value.get(key), list) for key in ("messages", "turns", "sessions")
    )


def is_message(value: object) -> bool:
    """Tell whether an object looks like one message: it has words."""
    if not isinstance(value, Mapping):
        return False
    content = _first(_fields(value), _TEXT)
    return isinstance(content, str | list)


def title_of(value: Mapping[str, object]) -> str | None:
    """Return a conversation's own name, where it has one."""
    return _label(_first(_fields(value), _TITLE))


def read_conversation(
    value: Mapping[str, object],
    tray: Tray,
    *,
    where: str = "",
    around: Surroundings | None = None,
    depth: int = 0,
) -> None:
    """Read the messages, turns and sessions of one conversation object."""
    around = around or Surroundings()
    here = _surroundings(value, around, tray, where)
    prefix = f"{where}, " if where else ""
    for key in ("messages", "turns"):
        for position, item in enumerate(_list(value.get(key)), start=1):
            read_message(item, tray, where=f"{prefix}{key[:-1]} {position}", around=here)
    for position, item in enumerate(_list(value.get("sessions")), start=1):
        place = f"{prefix}session {position}"
        session = item if isinstance(item, Mapping) else {"messages": item}
        if not holds_messages(session):
            tray.skip(f"{_upper(place)} holds no messages.")
        elif depth >= _MAX_DEPTH:
            tray.skip(f"{_upper(place)} lies more than {_MAX_DEPTH} levels deep.")
        else:
            read_conversation(
                session,
                tray,
                where=place,
                around=Surroundings(_session_name(session, position), here.at, here.zone),
                depth=depth + 1,
            )


def read_message(
    item: object, tray: Tray, *, where: str, around: Surroundings | None = None
) -> None:
    """Read one message object; anything else is left out with a note."""
    around = around or Surroundings()
    place = _upper(where)
    if not isinstance(item, Mapping):
        tray.skip(f"{place} is a JSON {_kind(item)}, not an object.")
        return
    fields = _fields(item)
    role, speaker = _voice(fields, tray, place)
    tray.add(
        Message(
            text=_words(_first(fields, _TEXT), tray, place),
            role=role,
            origin=origin_of(role),
            speaker=speaker,
            at=_time(fields, tray, place) or around.at,
            zone=_zone(fields, tray, place) or around.zone,
            external_id=_label(_first(fields, _ID)),
            session=_label(_first(fields, _SESSION)) or around.session,
            agent=_label(_first(fields, _AGENT)),
        ),
        where=place,
    )


def _surroundings(
    value: Mapping[str, object], around: Surroundings, tray: Tray, where: str
) -> Surroundings:
    fields = _fields(value)
    place = _upper(where or "the conversation")
    return Surroundings(
        session=_label(_first(fields, _SESSION)) or around.session,
        at=_time(fields, tray, place) or around.at,
        zone=_zone(fields, tray, place) or around.zone,
    )


def _session_name(session: Mapping[str, object], position: int) -> str:
    return _label(_first(_fields(session), (*_SESSION, "id", "name", "title"))) or str(position)


def _voice(fields: Mapping[str, object], tray: Tray, place: str) -> tuple[Role, str | None]:
    """Whose voice, and the speaker's name; an unknown role is a person's name or a person."""
    said = _label(fields.get("role"))
    speaker = _label(_first(fields, _SPEAKER))
    role = role_named(said) if said else None
    if said and role is None:
        if speaker is None:
            return Role.USER, said
        tray.note(f"{place}: the role {shown(said)} is none we know; read as a person's words.")
    if role is None and speaker and (named := role_named(speaker)):
        return named, None
    return role or Role.USER, speaker


def _words(content: object, tray: Tray, place: str) -> str:
    if isinstance(content, str):
        return content
    parts = list(_text_parts(_list(content)))
    left_out = len(_list(content)) - len(parts)
    if left_out:
        tray.note(f"{place}: {left_out} part(s) without words (images, calls) were left out.")
    return "\n".join(parts)


def _text_parts(parts: list[object]) -> Iterator[str]:
    for part in parts:
        words = part.get("text") if isinstance(part, Mapping) else part
        if isinstance(words, str) and words:
            yield words


def _time(fields: Mapping[str, object], tray: Tray, place: str) -> datetime | None:
    given = _first(fields, _TIME)
    clock = fields.get("time")
    if isinstance(clock, str) and isinstance(day := fields.get("date"), str) and given is day:
        given = f"{day} {clock}"
    if given is None:
        return None
    if given == 0:  # an unset field, not the first second of 1970
        tray.note(f"{place}: the time 0 was read as no time.")
        return None
    try:
        return read_time(given)
    except TimeError as error:
        tray.note(f"{place}: {error.what} It is kept without a time.")
        return None


def _zone(fields: Mapping[str, object], tray: Tray, place: str) -> str | None:
    name = _label(_first(fields, _ZONE))
    if name is None or name in _zones():
        return name
    tray.note(f"{place}: {shown(name)} is no IANA time zone; it was left out.")
    return None


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def _fields(item: Mapping[str, object]) -> dict[str, object]:
    return {
        key.casefold().replace("_", "").replace("-", ""): value
        for key, value in item.items()
        if value is not None
    }


def _first(fields: Mapping[str, object], names: tuple[str, ...]) -> object:
    return next((fields[name] for name in names if name in fields), None)


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _label(value: object) -> str | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return str(value)
    return value.strip() or None if isinstance(value, str) else None


def _kind(item: object) -> str:
    match item:
        case None:
            return "null"
        case bool():
            return "truth value"
        case int() | float():
            return "number"
        case str():
            return "string"
        case _:
            return "list"


def _upper(where: str) -> str:
    return where[:1].upper() + where[1:]
