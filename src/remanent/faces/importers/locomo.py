"""Reading a conversation of the LoCoMo shape: numbered sessions between two people.

A conversation is an object with `session_1`, `session_2`, … (lists of turns) and a
`session_<n>_date_time` for each, either at the top or under `conversation`. Sessions are
ordered by their number, never by their name, and each looks up its own date: there may be more
dates than sessions.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from remanent.errors import TimeError
from remanent.faces.importers.dates import read_time
from remanent.faces.importers.reading import Transcript, Tray
from remanent.model.event import Message

_SESSION: Final = re.compile(r"session_([0-9]{1,6})")


def is_locomo(value: object) -> bool:
    """Tell whether a JSON value is one conversation of this shape."""
    return isinstance(value, Mapping) and any(
        _SESSION.fullmatch(key) and isinstance(turns, list)
        for key, turns in _conversation(value).items()
    )


def read_locomo(value: Mapping[str, object], *, name: str) -> Transcript:
    """Read one conversation; both speakers are people and keep their names."""
    conversation = _conversation(value)
    tray = Tray()
    for key in _session_keys(conversation):
        turns = conversation[key]
        if not isinstance(turns, list):
            tray.skip(f"{key} is not a list of turns.")
            continue
        at = _date_of(key, conversation, tray)
        for position, turn in enumerate(turns, start=1):
            _read_turn(turn, tray, where=f"Turn {position} of {key}", session=key, at=at)
    own_name = value.get("sample_id")
    return tray.transcript(own_name if isinstance(own_name, str) and own_name else name)


def _conversation(value: Mapping[str, object]) -> Mapping[str, object]:
    inner = value.get("conversation")
    return inner if isinstance(inner, Mapping) else value


def _session_keys(conversation: Mapping[str, object]) -> list[str]:
    numbered = ((found, key) for key in conversation if (found := _SESSION.fullmatch(key)))
    return [key for _, key in sorted((int(found[1]), key) for found, key in numbered)]


def _date_of(key: str, conversation: Mapping[str, object], tray: Tray) -> datetime | None:
    try:
        return read_time(conversation.get(f"{key}_date_time"))
    except TimeError as error:
        tray.note(f"{key} has no date that can be read: {error.what}")
        return None


def _read_turn(turn: object, tray: Tray, *, where: str, session: str, at: datetime | None) -> None:
    if not isinstance(turn, Mapping):
        tray.skip(f"{where} is not an object.")
        return
    parts = [_string(turn.get("text")) or ""]
    caption = _string(turn.get("blip_caption"))
    if caption:
        parts.append(f"[shares: {caption}]")
    tray.add(
        Message(
            text=" ".join(part for part in parts if part),
            speaker=_string(turn.get("speaker")),
            at=at,
            external_id=_string(turn.get("dia_id")),
            session=session,
        ),
        where=where,
    )


def _string(value: object) -> str | None:
    return value.strip() or None if isinstance(value, str) else None
