"""Reading the name of a place: where it begins, where it ends, and what is none."""

import re

from remanent.text import lexicon
from remanent.text.lexicon import words_of
from remanent.text.sentences import HIDDEN, TIME, Screened
from remanent.text.values import Value, comma_of, tidied

_PLACE_WORD = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*\.?")

_SPEAKER = words_of("i i'm i've i'd i'll im ive")

_PLACE_PREFIX = words_of(
    """the rural north south east west northern southern eastern western central downtown
    upstate greater inner outer suburban northeast northwest southeast southwest north-east
    north-west south-east south-west mid near outside"""
)

_DROPPED_PREFIX = words_of(
    """the beautiful sunny lovely rainy good old little tiny cold hot wonderful gorgeous"""
)

_PLACE_LINK = words_of(
    """de del la las los le les du des of upon on am an der den di da do dos sur sous the el
    al"""
)

_NOT_HOME_AFTER = re.compile(
    r"\s(?:team|office|department|dept|plan|tier|account|project|branch|server|directory|group|"
    "desk|role|position|shift|channel|version|folder|repo|format|time|size|street's|airport|"
    r"station|hotel)\b"
)

_DWELLING = re.compile(
    r"(?:an?|the|my|our|this|one of the) [\w' -]{0,40}?(?:house|flat|apartment|studio|village|town|"
    "cottage|farm|suburbs?|neighbou?rhood|condo|bungalow|loft|houseboat|cabin|flatshare|place|"
    "part|area|outskirts|city|country|countryside|centre|center|island|side|heart|middle|hills|"
    "mountains|south|north|east|west|coast|dorm|duplex|townhouse|farmhouse|district|hamlet|bedsit|"
    "commune|room|villa) (?:in|near|outside|on|just outside|of|on the edge of|by|close to) "
)

_HOUSE_NUMBER = re.compile(r"[0-9]{1,5}[a-z]?(?:[-/][0-9]+)? [^\W\d_]")
_ABBREVIATIONS = words_of("st ft mt u.s u.k")


def place_at(message: Screened, start: int, end: int) -> Value | None:
    """Read the name of a place ("Porto", "rural Kansas", "14 Alder Row", "Portland, Oregon")."""
    folded = message.folded
    while start < end and folded[start] == " ":
        start += 1
    dwelling = _DWELLING.match(folded, start, end)
    if dwelling is not None:
        start = dwelling.end()
    first, last = _named(message, start, end)
    if last <= first:
        return _uncapitalised(message, start, end)
    if message.shown[first].isdigit() and not _HOUSE_NUMBER.match(folded, first, last):
        return None
    last = _with_region(message, last, end)
    name = folded[first:last]
    if name in lexicon.NOT_NAMES - lexicon.PLACES or name.split()[0] in lexicon.TOOLS:
        return None
    if _NOT_HOME_AFTER.match(folded, last, end) or folded.startswith("'s", last):
        return None
    if name.endswith("'s"):
        return None  # "I'm from Tuesday's meeting"
    return Value(message.text[first:last], first, last)


def _named(message: Screened, start: int, end: int) -> tuple[int, int]:
    """Return where capitalised words that make a name begin and end; empty where there are none."""
    folded, shown = message.folded, message.shown
    first, last, position = start, start, start
    while (match := _PLACE_WORD.match(folded, position, end)) is not None:
        word = match[0].rstrip(".")
        if word in _SPEAKER:
            break
        if shown[position].isupper() or (position == first and shown[position].isdigit()):
            last = match.start() + len(word)
            if match[0].endswith(".") and word not in _ABBREVIATIONS:
                break
        elif last > first:
            if word not in _PLACE_LINK or not _capital_follows(message, match.end(), end):
                break
        elif word in _DROPPED_PREFIX:
            first = last = match.end() + 1
        elif word not in _PLACE_PREFIX:
            break
        position = match.end() + 1
        if position > end or not folded.startswith(" ", match.end()):
            break
    return first, last


def _capital_follows(message: Screened, place: int, end: int) -> bool:
    while place < end and message.folded[place] == " ":
        place += 1
    word = _PLACE_WORD.match(message.folded, place, end)
    if word is not None and word[0] in _PLACE_LINK:
        place = word.end() + 1
    return place < end and message.shown[place].isupper()


_REGION = re.compile(r"(?:the )?[^\W\d_]+(?:[ -][^\W\d_]+){0,2}")

_AFTER_REGION = re.compile(
    rf"\s*(?:$|[.,;:!?()\n…—–{TIME}{HIDDEN}]|(?:and|but|now|since|with|for|where|which|right|so|"
    "because|as|at|lol|haha|until|before|after|these|when|while|if|btw|originally|currently|"
    r"from)\b)"
)


def _with_region(message: Screened, last: int, end: int) -> int:
    """Take ", Oregon" along where it closes the phrase."""
    folded = message.folded
    match = _REGION.match(folded, last + 2, end) if folded.startswith(", ", last) else None
    if match is None:
        return last
    stop = match.start()
    for word in match[0].split(" "):
        if not (message.shown[stop].isupper() or word in {"the", "and", "of"}):
            break
        stop += len(word) + 1
    stop -= 1
    closes = stop > match.start() and _AFTER_REGION.match(folded, stop, end)
    return stop if closes else last


_NO_PLACE = words_of(
    """here there home town abroad fear hope denial peace sin luxury poverty pain hell heaven
    paradise chaos hiding exile harmony limbo general particular fact theory mind person bed
    work school the a an my our your his her their its this that these those some same
    different new separate together alone hopes constant total an two three such whatever
    student shared temporary"""
)
_LONGEST_UNKNOWN_WORDS = 2


def _uncapitalised(message: Screened, start: int, end: int) -> Value | None:
    """Read "berlin": a known place, or, where nothing has capitals, one or two plain words."""
    folded = message.folded
    stop = comma_of(message, start, end)
    known = _known_place(folded[start:stop].split(" "))
    if known and not _NOT_HOME_AFTER.match(folded, start + len(known), end):
        return tidied(message, start, start + len(known))
    value = tidied(message, start, stop)
    if value is None or not message.text.islower() or value.start > _blanks(folded, start):
        return None  # "we live in a society"
    words = value.folded.split()
    if not value.has_at_most(_LONGEST_UNKNOWN_WORDS) or any(word in _NO_PLACE for word in words):
        return None
    plain = value.folded.replace(" ", "").replace("-", "").isalpha()
    return value if plain and words[0] not in lexicon.TOOLS else None


def _blanks(folded: str, start: int) -> int:
    while start < len(folded) and folded[start] == " ":
        start += 1
    return start


def _known_place(words: list[str]) -> str:
    names = (" ".join(words[:count]) for count in (3, 2, 1))
    return next((name for name in names if name in lexicon.PLACES), "")
