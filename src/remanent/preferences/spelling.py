"""When two names are the same word written differently.

Each name is folded in steps, and the step at which two names become equal says how they differ:
width and case, separators, accents, plural, script. What no folding explains may still be a slip
of the pen: a small distance in letters. Different numbers are never the same name.
"""

import re
import unicodedata
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from typing import Final


class Route(StrEnum):
    """How two names were found to be one, surest first."""

    WIDTH = "width"
    SEPARATORS = "separators"
    ACCENTS = "accents"
    PLURAL = "plural"
    SCRIPT = "script"
    NAMESPACE = "namespace"
    SPELLING = "spelling"
    TOGETHER = "together"


FOLDING_ROUTES: Final = (
    Route.WIDTH, Route.SEPARATORS, Route.ACCENTS, Route.PLURAL, Route.SCRIPT,
)  # fmt: skip

_ONE_SLIP_FROM: Final = 5
_TWO_SLIPS_FROM: Final = 10
_LONGEST_COMPARED: Final = 48

# What separates words and means nothing else; signs that mean something stay: C++ is no C#.
_SEPARATORS: Final = re.compile(r"[\s_\-–—/·.,;:!?()\[\]\"“”„«»]+")
_DIGITS: Final = re.compile(r"\d+")
_APOSTROPHES: Final = re.compile("['’ʼ`]")
_SHORTEST_PLURAL: Final = 4
_SHORTEST_OES: Final = 5  # toes are of a toe, heroes of a hero

_LETTERS: Final = str.maketrans(
    {"ø": "o", "đ": "d", "ł": "l", "æ": "ae", "œ": "oe", "ı": "i", "ð": "d", "þ": "th"}
)
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})

# Letters that look like Latin ones, for words that mix scripts by mistake.
_LOOK_ALIKES: Final = str.maketrans("аеорсухіјѕһԁԛԝκνοραιυτ", "aeopcyxijshdqwkvopaiut")
_CYRILLIC: Final = str.maketrans(
    {
        "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "e", "ж": "zh", "з": "z",
        "и": "i", "й": "y", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r",
        "с": "s", "т": "t", "у": "u", "ф": "f", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh",
        "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "yu", "я": "ya", "і": "i", "ї": "i",
        "є": "e", "ґ": "g",
    }
)  # fmt: skip
_GREEK: Final = str.maketrans(
    {
        "α": "a", "β": "v", "γ": "g", "δ": "d", "ε": "e", "ζ": "z", "η": "i", "θ": "th", "ι": "i",
        "κ": "k", "λ": "l", "μ": "m", "ν": "n", "ξ": "x", "ο": "o", "π": "p", "ρ": "r", "σ": "s",
        "τ": "t", "υ": "y", "φ": "f", "χ": "ch", "ψ": "ps", "ω": "o",
    }
)  # fmt: skip
_KATAKANA: Final = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}

_LATIN: Final = re.compile("[a-z]")
_OTHER_ALPHABET: Final = re.compile("[\u0370-\u03ff\u0400-\u052f]")


def folded(name: str) -> tuple[str, ...]:
    """Return a name as each of `FOLDING_ROUTES` sees it, each step upon the one before."""
    return _folded(name, is_german=False)


def skeletons(name: str) -> frozenset[str]:
    """Return the last foldings of a name: names that share one are candidates for one word.

    Umlauts are folded both ways: `Zürich` meets `Zurich` and `Zuerich`.
    """
    return frozenset((_folded(name, is_german=False)[-1], _folded(name, is_german=True)[-1]))


def route_between(one: str, other: str) -> Route | None:
    """Return how two names are the same word; None where they are not, as far as rules can tell.

    The order of the two makes no difference.
    """
    if numbers_of(one) != numbers_of(other):
        return None
    ways = [(folded(one), folded(other))]
    if not (one.isascii() and other.isascii()):
        ways.append((_folded(one, is_german=True), folded(other)))
        ways.append((folded(one), _folded(other, is_german=True)))
    for step, route in enumerate(FOLDING_ROUTES):
        if any(first[step] == second[step] for first, second in ways):
            return route
    return Route.SPELLING if is_slip(ways[0][0][-1], ways[0][1][-1]) else None


def is_slip(one: str, other: str) -> bool:
    """Say whether two folded names differ by a slip: one letter in five, two in ten.

    The first letter must agree, and short words never slip: `tea` is no `pea`.
    """
    slips = slips_allowed(one, other)
    if one == other or slips == 0 or one[0] != other[0] or abs(len(one) - len(other)) > slips:
        return False
    return _distance(one, other, most=slips) <= slips


def slips_allowed(one: str, other: str) -> int:
    """Return how many letters two folded names may differ in: 0, 1 or 2."""
    shorter, longer = sorted((len(one), len(other)))
    if shorter < _ONE_SLIP_FROM or longer > _LONGEST_COMPARED:
        return 0
    return 1 if shorter < _TWO_SLIPS_FROM else 2


def deletions(name: str) -> Iterator[str]:
    """Yield a folded name with as many letters left out as it may slip in, never the first.

    Two names within each other's distance share one of them (the symmetric-deletion search of
    Garbe, 2012), so candidates are found without comparing all pairs.
    """
    yield name
    slips = slips_allowed(name, name)
    if slips == 0:
        return
    once = {name[:at] + name[at + 1 :] for at in range(1, len(name))}
    yield from once
    if slips > 1:
        yield from {each[:at] + each[at + 1 :] for each in once for at in range(1, len(each))}


def words_of(text: str) -> list[str]:
    """Return the words of a text as names are compared: folded, in the singular."""
    plain = _without_accents(_APOSTROPHES.sub("", _wide(text)), is_german=False)
    return [_singular(word) for word in _SEPARATORS.split(plain) if word]


def numbers_of(name: str) -> list[str]:
    """Return the numbers in a name, in order."""
    return [
        found.lstrip("0") or "0" for found in _DIGITS.findall(unicodedata.normalize("NFKC", name))
    ]


@lru_cache(maxsize=65_536)
def _folded(name: str, *, is_german: bool) -> tuple[str, ...]:
    wide = _wide(name)
    bare = _APOSTROPHES.sub("", wide)
    words = [word for word in _SEPARATORS.split(bare) if word] or [wide]
    plain = [_without_accents(word, is_german=is_german) for word in words]
    singular = "".join(_singular(word) for word in plain)
    return wide, "".join(words), "".join(plain), singular, _in_one_script(singular)


def _wide(text: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def _without_accents(text: str, *, is_german: bool) -> str:
    """Drop accents from Latin and Greek letters; elsewhere a mark makes another letter."""
    if text.isascii():
        return text
    if is_german:
        text = text.translate(_UMLAUTS)
    kept: list[str] = []
    base = ""
    for letter in unicodedata.normalize("NFD", text):
        if "\u0300" <= letter <= "\u036f":
            if _is_latin_or_greek(base):
                continue
        else:
            base = letter
        kept.append(letter)
    return unicodedata.normalize("NFC", "".join(kept)).translate(_LETTERS)


def _is_latin_or_greek(letter: str) -> bool:
    return letter.isascii() or "\u0370" <= letter <= "\u03ff" or "\u00c0" <= letter <= "\u024f"


def _singular(word: str) -> str:
    """Undo the regular plural of an English word; other words keep their form."""
    if len(word) < _SHORTEST_PLURAL or not word.isascii() or not word.isalpha():
        return word
    if word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return f"{word[:-3]}y" if len(word) > _SHORTEST_PLURAL else word[:-1]
    if word.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return word[:-2]
    if word.endswith("oes") and not word.endswith("shoes") and len(word) > _SHORTEST_OES:
        return word[:-2]
    return word.removesuffix("s")


def _in_one_script(text: str) -> str:
    """Write Cyrillic and Greek in Latin letters, and katakana as hiragana."""
    if text.isascii():
        return text
    if _OTHER_ALPHABET.search(text):
        is_mixed = _LATIN.search(text) is not None
        text = text.translate(_LOOK_ALIKES) if is_mixed else text.translate(_CYRILLIC | _GREEK)
    return text.translate(_KATAKANA)


def _distance(one: str, other: str, *, most: int) -> int:
    """Letters to insert, drop, change or swap with their neighbour; over `most` it stops early.

    Source: optimal string alignment, after Damerau (1964) and Levenshtein (1966).
    """
    before: list[int] = []
    above = list(range(len(other) + 1))
    for row, letter in enumerate(one, start=1):
        line = [row]
        for column, opposite in enumerate(other, start=1):
            cost = min(
                above[column] + 1,
                line[column - 1] + 1,
                above[column - 1] + (letter != opposite),
            )
            is_swap = (
                row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == opposite
            )
            line.append(min(cost, before[column - 2] + 1) if is_swap else cost)
        if min(line) > most:
            return most + 1
        before, above = above, line
    return above[-1]
