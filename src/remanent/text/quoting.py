"""Other people's words as quoted data: nothing in them can end a block, open a tag or give orders.

Words stand in a JSON string in which `<`, `>` and backquotes are escaped too.
"""

import json
import re
from typing import Final

LONGEST_LINE_CHARACTERS: Final = 4000
LONGEST_NAME_CHARACTERS: Final = 80

BIDI_CONTROLS: Final = (
    0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A),
)  # fmt: skip
"""They would turn round what stands after them on the line."""

_NAME: Final = re.compile(r"[\w.'’&@+ -]{1,40}")
_ESCAPES: Final = str.maketrans(
    {"<": "\\u003c", ">": "\\u003e", "`": "\\u0060", "\x7f": "\\u007f", "\u2028": "\\u2028",
     "\u2029": "\\u2029", "\x85": "\\u0085"}
    | {code: f"\\u{code:04x}" for code in (*range(0xD800, 0xE000), *BIDI_CONTROLS)}
    | {0xE0000 + letter: f"\\udb40\\u{0xDC00 + letter:04x}" for letter in range(0x80)}  # unseen
)  # fmt: skip


def quoted(text: str, *, most: int = LONGEST_LINE_CHARACTERS) -> str:
    """Return text as a JSON string that cannot end a block; very long text is cut with a mark."""
    if len(text) > most:
        text = text[:most] + " […]"
    return json.dumps(text, ensure_ascii=False).translate(_ESCAPES)


def plain_name(name: str) -> str:
    """Return a name as it is where it is nothing but a short name, else quoted."""
    return name if _NAME.fullmatch(name) else quoted(name[:LONGEST_NAME_CHARACTERS])


def quoted_json(value: object) -> str:
    """Return a value as compact JSON in which no text can end a block, open a tag or hide.

    Args:
        value: what `json` can write; its texts are kept whole.
    """
    # Outside of texts JSON has none of the characters that are escaped.
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPES)
