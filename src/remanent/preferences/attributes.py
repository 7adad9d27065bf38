"""Reading an attribute: any Unicode survives, and what is refused is refused by a named rule.

An attribute is `namespace:name`, with a leading `!` for a dislike. It is kept as it was written
(NFC) and compared in small letters, so `City:Zürich` and `city:ZÜRICH` are one. A word without a
namespace gets one: `pref` for what somebody likes, `ctx` for a context. A colon or an exclamation
mark of full width counts as the plain one.
"""

import re
import unicodedata
from enum import StrEnum
from functools import lru_cache
from typing import Final

from remanent.errors import AttributeRefusedError
from remanent.model.catalog import Attribute
from remanent.quoting import shown

MAX_ATTRIBUTE_CHARACTERS: Final = 128
PREFERENCE_NAMESPACE: Final = "pref"
CONTEXT_NAMESPACE: Final = "ctx"
ITEM_NAMESPACE: Final = "item"


class AttributeRule(StrEnum):
    """Why an attribute is refused; nothing else is ever refused."""

    NOT_TEXT = "not_text"
    EMPTY = "empty"
    NO_NAMESPACE = "no_namespace"
    NO_NAME = "no_name"
    TOO_LONG = "too_long"
    CONTROL_CHARACTER = "control_character"
    LONE_SURROGATE = "lone_surrogate"
    DOUBLE_NEGATION = "double_negation"


_MARKS: Final = frozenset("!！")
_COLON: Final = re.compile("[:：]")
_CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
# Soft hyphens, spaces of no width, marks of writing direction: nobody sees them, and they would
# make two of what reads as one. Joiners stay: emoji and some scripts are written with them.
_INVISIBLE: Final = re.compile("[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


def parse_attribute(text: str, *, default_namespace: str = PREFERENCE_NAMESPACE) -> Attribute:
    """Read an attribute.

    Args:
        text: as somebody wrote it. Outer blanks are dropped, runs of them become one.
        default_namespace: the namespace of a bare word, in canonical small letters.

    Raises:
        AttributeRefusedError: it cannot be an attribute; `rule` and the message say why.
    """
    if not isinstance(text, str):
        raise _refused(AttributeRule.NOT_TEXT, text, f"is a {type(text).__name__}, not text")
    return _parsed(text, default_namespace)


def attribute_key(text: str, *, default_namespace: str = PREFERENCE_NAMESPACE) -> str:
    """Return the canonical key of an attribute; arguments and errors as in `parse_attribute`."""
    return parse_attribute(text, default_namespace=default_namespace).key


def negated(attribute: Attribute) -> Attribute:
    """Return the dislike of a liked attribute; a dislike has none, and must not be given."""
    assert not attribute.is_negative, "there is no dislike of a dislike"
    return Attribute(f"!{attribute.key}", attribute.namespace, attribute.name, is_negative=True)


def canonical(text: str) -> str:
    """Return a name as it is compared: composed, in small letters, without invisible characters.

    The same for attributes, kinds, places and surfaces. Idempotent.
    """
    composed = tidy(text)
    return composed.lower() if composed.isascii() else _folded(composed)


def tidy(text: str) -> str:
    """Return a name as it is shown: composed, single blanks, without invisible characters."""
    if text.isascii():
        return " ".join(text.split())
    return " ".join(unicodedata.normalize("NFC", _INVISIBLE.sub("", text)).split())


@lru_cache(maxsize=16_384)
def _parsed(text: str, default_namespace: str) -> Attribute:
    if found := _SURROGATE.search(text):
        why = f"holds half a character (a lone surrogate, U+{ord(found[0]):04X})"
        raise _refused(AttributeRule.LONE_SURROGATE, text, why)
    bare = text.strip()
    if found := _CONTROL.search(bare):
        why = f"holds a control character (U+{ord(found[0]):04X})"
        raise _refused(AttributeRule.CONTROL_CHARACTER, text, why)
    bare = tidy(bare)
    if not bare or bare in _MARKS:
        raise _refused(AttributeRule.EMPTY, text, "is empty")
    is_negative = bare[0] in _MARKS
    if is_negative:
        bare = bare[1:].lstrip()
        if bare and bare[0] in _MARKS:
            why = "has two exclamation marks, and the dislike of a dislike says nothing"
            raise _refused(AttributeRule.DOUBLE_NEGATION, text, why)
    namespace, name = _split(bare, text, default_namespace)
    key = f"{namespace}:{canonical(name)}"
    if max(len(key), len(namespace) + 1 + len(name)) > MAX_ATTRIBUTE_CHARACTERS:
        why = f"has more than {MAX_ATTRIBUTE_CHARACTERS} characters"
        raise _refused(AttributeRule.TOO_LONG, text, why)
    return Attribute(f"!{key}" if is_negative else key, namespace, name, is_negative)


def _split(bare: str, text: str, default_namespace: str) -> tuple[str, str]:
    parts = _COLON.split(bare, maxsplit=1)
    if len(parts) == 1:
        return default_namespace, bare
    namespace, name = canonical(parts[0]), parts[1].strip()
    if not namespace:
        raise _refused(AttributeRule.NO_NAMESPACE, text, "has no namespace before its colon")
    if not name:
        raise _refused(AttributeRule.NO_NAME, text, "has no name behind its namespace")
    return namespace, name


def _folded(composed: str) -> str:
    """Fold case on decomposed text, which makes it canonical, and compose it again."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", composed).casefold())


_REMEDIES: Final = {
    AttributeRule.NOT_TEXT: "Give a string such as 'pref:organic'.",
    AttributeRule.EMPTY: "Give a string such as 'pref:organic', or leave it out.",
    AttributeRule.NO_NAMESPACE: "Write the namespace before the colon, as in 'pref:organic'.",
    AttributeRule.NO_NAME: "Write the name behind the colon, as in 'pref:organic'.",
    AttributeRule.TOO_LONG: "Shorten it; a longer text belongs in the event's `text`.",
    AttributeRule.CONTROL_CHARACTER: "Remove it; a line break becomes a blank.",
    AttributeRule.LONE_SURROGATE: "Decode the text as UTF-8, so that its characters are whole.",
    AttributeRule.DOUBLE_NEGATION: (
        "Write one '!' for a dislike, and none where somebody likes it."
    ),
}


def _refused(rule: AttributeRule, given: object, why: str) -> AttributeRefusedError:
    return AttributeRefusedError(
        f"The attribute {shown(given)} {why}.", remedy=_REMEDIES[rule], rule=rule.value
    )
