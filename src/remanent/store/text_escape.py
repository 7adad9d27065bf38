r"""Any Python string goes into any engine and comes back the same.

PostgreSQL refuses NUL, and neither engine takes lone surrogates. U+001A (substitute) marks an
escape: `\x1a0` is NUL, `\x1a1` is U+001A itself, `\x1a` + `d` + four hexadecimal digits is a
lone surrogate. Text without these characters is stored as it is.
"""

import re

_NEEDS_ESCAPE = re.compile("[\x00\x1a\ud800-\udfff]")
_ESCAPE = re.compile("\x1a(?:([01])|d([0-9a-f]{4}))")


def escape(text: str) -> str:
    """Return text that both engines take."""
    return _NEEDS_ESCAPE.sub(_escaped, text) if needs_escape(text) else text


def needs_escape(text: str) -> bool:
    """Say whether `escape` would change a text."""
    if text.isascii():
        return "\x00" in text or "\x1a" in text
    return _NEEDS_ESCAPE.search(text) is not None


def unescape(text: str) -> str:
    """Return the text that `escape` was given."""
    return _ESCAPE.sub(_unescaped, text) if "\x1a" in text else text


def _escaped(match: re.Match[str]) -> str:
    character = match.group()
    if character == "\x00":
        return "\x1a0"
    if character == "\x1a":
        return "\x1a1"
    return f"\x1ad{ord(character):04x}"


def _unescaped(match: re.Match[str]) -> str:
    plain, surrogate = match.groups()
    if surrogate is not None:
        return chr(int(surrogate, 16))
    return "\x00" if plain == "0" else "\x1a"
