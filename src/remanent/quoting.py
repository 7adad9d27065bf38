"""How a message quotes what somebody gave: safely, on one line, and short, whatever it is.

A value's own `__repr__` may fail, shout over many lines, or never end; none of that may take the
place of the error that names what is wrong.
"""

from typing import Final

MOST_CHARACTERS: Final = 80


def shown(value: object, *, most: int = MOST_CHARACTERS) -> str:
    """Return a value as a message shows it.

    Args:
        most: characters at most, at least 3; what is longer is cut, and keeps its last one, which
            closes the quotes of a text.
    """
    words = written(value)
    return words if len(words) <= most else f"{words[: most - 2]}…{words[-1]}"


def written(value: object) -> str:
    """Return the whole of a value as Python writes it, without anything that cannot be printed."""
    try:
        words = str.__str__(repr(value))
    except Exception:  # noqa: BLE001 - an integer of 5,000 digits, or a class that cannot
        return f"a {type(value).__name__} that cannot be shown"
    return words if words.isprintable() else repr(words)[1:-1]
