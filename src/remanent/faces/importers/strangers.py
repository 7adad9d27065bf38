"""What a file is that holds no transcript of ours: said by name, so that its owner can act.

Nothing is guessed into messages here. A table, a page or another program's file that was taken
for one person's words would make facts about that person out of everybody's.
"""

import re
from collections.abc import Mapping
from typing import Final

from remanent.quoting import shown

_GZIP: Final = b"\x1f\x8b"
_SQLITE: Final = b"SQLite format 3\x00"
_WORDS: Final = frozenset(("content", "text", "message", "body", "words"))
_VOICE: Final = frozenset(
    ("role", "name", "speaker", "sender", "author", "user", "from", "at", "date", "time")
)
_MARKUP: Final = re.compile(
    r"\s*<(?:!doctype\b|\?xml\b|!--|([a-z][\w.-]*)(?:\s[^<>]*)?>.*</\1>)", re.IGNORECASE | re.DOTALL
)
_YAML: Final = re.compile(
    r"^[ \t]*(?:-[ \t]+)?(role|content|text|speaker|name|at):(?=\s)", re.MULTILINE
)
_SQL: Final = re.compile(
    r"\s*(?:create table|insert into|begin(?: transaction)?;|pragma )", re.IGNORECASE
)
_EXPORTS: Final = {
    "mapping": "a ChatGPT export",
    "chat_messages": "a Claude export",
    "conversations_memory": "the memories of a Claude export",
    "prompt_template": "a project of a Claude export",
    "memories": "a backup of another memory",
    "results": "a backup of another memory",
    "namespace": "an item of another memory",
}
_SHOWN_FIELDS: Final = 4
_MAX_SEARCHED_CHARACTERS: Final = 20_000


def bytes_reason(content: bytes) -> str | None:
    """Return why bytes are no text that is read; None where they may be."""
    if not content.strip():
        return "It is empty."
    if content.startswith(_GZIP):
        return "It is packed with gzip: unpack it first (`gunzip FILE`)."
    if content.startswith(_SQLITE):
        return "It is a database, not a transcript."
    return None


def text_reason(text: str) -> str | None:
    """Return why a text is neither a transcript nor somebody's words; None where it may be."""
    beginning = text[:_MAX_SEARCHED_CHARACTERS]
    if "\0" in text:
        return "It is no text: it has NUL bytes (UTF-16 needs its byte order mark)."
    if _MARKUP.match(beginning):
        return "It is a page or a file of tags (HTML, XML): save its words as text first."
    if _SQL.match(beginning):
        return "It is a script for a database: save its messages as JSON first."
    if {"role", "content"} <= set(_YAML.findall(beginning)):
        return "It is YAML: save it as JSON first."
    if _is_table(beginning):
        return "It is a table (CSV): save it as JSON, one object with role and content a row."
    return None


def json_reason(value: object) -> str:
    """Return what a JSON value is that holds no message."""
    item = value[0] if isinstance(value, list) and value else value
    if not isinstance(item, Mapping):
        kind = "a list" if isinstance(value, list) else f"a JSON {type(value).__name__}"
        return f"It is {kind} without an object in it; a message is an object with content."
    export = next((name for field, name in _EXPORTS.items() if field in item), None)
    if export is not None:
        return f"It looks like {export}, which is not read."
    fields = ", ".join(shown(str(field)) for field in list(item)[:_SHOWN_FIELDS])
    return f"It is JSON without messages: no object in it has content (found {fields or 'none'})."


def _is_table(text: str) -> bool:
    """Tell whether the first line names columns of messages."""
    line = text.lstrip().partition("\n")[0][:1_000]
    for delimiter in ",;\t":
        names = {name.strip(" \"'\r").casefold() for name in line.split(delimiter)}
        if len(names) > 1 and names & _WORDS and names & _VOICE:
            return True
    return False
