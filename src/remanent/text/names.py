"""Reading a personal name where one stands."""

import re

from remanent.text import lexicon
from remanent.text.lexicon import words_of
from remanent.text.sentences import Screened
from remanent.text.values import Value, comma_of, tidied

NAME_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")


# What no name can be, even right behind "my son".
_NEVER_NAMES = words_of("i monday tuesday wednesday thursday friday saturday sunday")


def name_at(message: Screened, place: int, *, expected: bool = False) -> int:
    """Return the end of a personal name (one or two capitalised words) at a place; 0 where none.

    `expected` is True behind "my son" and the like, where "Leo" is no star sign.
    """
    none = _NEVER_NAMES if expected else lexicon.NOT_NAMES
    shown, folded = message.shown, message.folded
    end = 0
    position = place
    for _ in range(2):
        match = NAME_WORD.match(shown, position)
        if match is None or not shown[match.start()].isupper():
            break
        word = folded[match.start() : match.end()]
        bare = word.removesuffix("'s")
        if bare in none or (word.isupper() and len(word) == 1):
            break
        if "'" in word and not word.endswith("'s") and not word.startswith(("o'", "d'")):
            break
        end = match.start() + len(bare)
        if bare != word:
            break
        position = match.end() + 1
        if shown[match.end() : position] != " ":
            break
    return end


_TITLE = re.compile(r"(?:dr|prof|mr|mrs|ms|sir)\.? ")
_LONGEST_UNKNOWN_WORDS = 2


def person_at(
    message: Screened, start: int, end: int, *, words: int = 3, expected: bool = False
) -> Value | None:
    """Read a person's name; in a message without capitals, plain words up to the phrase's end."""
    folded = message.folded
    while start < end and folded[start] in " \"'“”*_":
        start += 1
    title = _TITLE.match(folded, start, end)
    first = title.end() if title else start
    position, last = first, 0
    for _ in range(words):
        stop = name_at(message, position, expected=expected)
        if not stop or stop > end:
            break
        last, position = stop, stop + 1
        if not folded.startswith(" ", stop):
            break
    if not last:
        return _uncapitalised(message, first, end)
    if folded.startswith("'s", last):
        return None
    return Value(message.text[start:last], start, last)


def _uncapitalised(message: Screened, start: int, end: int) -> Value | None:
    """Read "anna" where the message has no capitals at all."""
    if not message.text.islower():
        return None
    value = tidied(message, start, comma_of(message, start, end))
    if value is None or not value.has_at_most(_LONGEST_UNKNOWN_WORDS):
        return None
    if value.folded.split()[0] in lexicon.NOT_NAMES:
        return None
    return value if value.folded.replace(" ", "").isalpha() else None
