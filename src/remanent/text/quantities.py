"""What two near-identical texts must not differ in: numbers, dates, names, negation.

Two statements that are almost the same to any measure of similarity ("Mila's birthday is 14 May",
"Milo's birthday is 15 May") are different facts. Whoever merges compares these tokens first; a
difference is a veto. They err towards difference: a veto too many keeps two facts, a veto too few
loses one.
"""

import re

from remanent.text import lexicon
from remanent.text.folding import fold
from remanent.text.lexicon import pattern_of, words_of
from remanent.text.local_calendar import MONTHS
from remanent.text.verbs import VERB_FORMS

MAX_CHARACTERS = 20_000  # what lies beyond is not read

_MONTH_NUMBERS = {name.lower(): index + 1 for index, name in enumerate(MONTHS)}
_MONTH_NUMBERS |= {name[:3].lower(): index + 1 for index, name in enumerate(MONTHS)} | {"sept": 9}
_MONTH = pattern_of(_MONTH_NUMBERS)
_DAY = r"(?P<{}>[0-3]?[0-9])(?:st|nd|rd|th)?"
_DATED = re.compile(
    rf"\b(?:{_DAY.format('day')}(?: of)? (?P<month>{_MONTH})\b|(?P<month_first>{_MONTH})\.? (?:the "
    f")?{_DAY.format('day_last')}(?![0-9:%.]))"
)
_ISO = re.compile(r"\b(?P<year>[0-9]{4})-(?P<month>[01][0-9])-(?P<day>[0-3][0-9])(?![0-9])")
_CLOCK = re.compile(r"\b([0-2]?[0-9]):([0-5][0-9])\b")
_WEEKDAY = re.compile(r"\b((?:mon|tues|wednes|thurs|fri|satur|sun)day)s?\b")
_MONTH_ALONE = re.compile(rf"\b({pattern_of(name.lower() for name in MONTHS)})\b")

_UNITS = {
    "kilo": "kg",
    "kilos": "kg",
    "kilogram": "kg",
    "kilograms": "kg",
    "kilometre": "km",
    "kilometres": "km",
    "kilometer": "km",
    "kilometers": "km",
    "metre": "m",
    "metres": "m",
    "meter": "m",
    "meters": "m",
    "pound": "lb",
    "pounds": "lb",
    "lbs": "lb",
    "percent": "%",
    "euros": "€",
    "euro": "€",
    "eur": "€",
    "dollars": "$",
    "dollar": "$",
    "usd": "$",
    "hour": "h",
    "hours": "h",
    "hrs": "h",
    "minutes": "min",
    "minute": "min",
    "mins": "min",
    "mg": "mg",
    "ml": "ml",
    "kg": "kg",
    "km": "km",
    "cm": "cm",
    "mm": "mm",
    "mb": "mb",
    "gb": "gb",
    "am": "am",
    "pm": "pm",
    "%": "%",
    "€": "€",
    "$": "$",
    "£": "£",
}
_NUMBER = re.compile(
    r"(?P<before>[€$£])? ?(?<![\w.,])(?P<number>[+-]?[0-9]+(?:[.,'][0-9]+)*)"
    rf"(?: ?(?P<unit>{pattern_of(_UNITS)})(?![\w]))?(?P<rest>\w*)"
)
_THOUSANDS = re.compile(r"[,'](?=[0-9]{3}(?![0-9]))")
_COUNTING = {
    word: index
    for index, word in enumerate(
        (
            *(
                "zero",
                "one",
                "two",
                "three",
                "four",
                "five",
                "six",
                "seven",
                "eight",
                "nine",
                "ten",
            ),
            *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
            *("eighteen", "nineteen", "twenty"),
        )
    )
} | {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80}
_COUNTING |= {"ninety": 90, "hundred": 100, "thousand": 1000, "once": 1, "twice": 2}
_COUNTED = re.compile(rf"\b({pattern_of(_COUNTING)})\b")

_ENDED = re.compile(r"\b(?:no longer|any ?more|any longer|used to|plus de|nicht mehr|ya no)\b")
_NEGATED = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|cant|dont|doesnt|isnt|wont|"
    r"pas|jamais|nicht|kein|keine|keinen|nie|nunca|ningún|ninguna|sin|ohne|sans)\b|n't\b"
)

_CAPITALISED = re.compile(r"[^\W\d_][\w'’-]*[+#]*")
_CODE = re.compile(r"\b[^\W\d_]+[0-9]\w*")
_OPENS = re.compile(r"(?:^|[.!?:\n]\s*|[\"“(]\s*)$")
_NO_NAMES = lexicon.FIRST_WORDS_NOT_NAMES - lexicon.TOOLS
_NEVER_NAMES = (
    words_of("i ok tv dr mr mrs ms")
    | frozenset(_MONTH_NUMBERS)
    | words_of("monday tuesday wednesday thursday friday saturday sunday")
)


def critical_tokens(text: str) -> frozenset[str]:
    """Return what a text is about to the letter, in one spelling each.

    Numbers carry their unit ("number:5 kg"), and words for numbers count as numbers; dates are
    "date:05-14" or "date:2026-05-04", beside "weekday:friday", "month:05" and "time:09:30"; names
    are "name:mila", words with digits in them "code:v2"; "negated" and "ended" stand for any word
    that denies or ends.
    """
    text = text[:MAX_CHARACTERS]
    folded = fold(text)
    tokens = set(_name_tokens(text, folded))
    folded = _take_dates(folded, tokens)
    for match in _NUMBER.finditer(folded):
        tokens.add(_number_token(match))
    tokens |= {f"code:{match[0]}" for match in _CODE.finditer(folded)}
    tokens |= {f"number:{_COUNTING[match[1]]}" for match in _COUNTED.finditer(folded)}
    if _ENDED.search(folded):
        tokens.add("ended")
        folded = _ENDED.sub(" ", folded)
    if _NEGATED.search(folded):
        tokens.add("negated")
    return frozenset(tokens)


def _take_dates(folded: str, tokens: set[str]) -> str:
    """Put dates and clock times to the tokens and blank them, so that they are no numbers too."""

    def iso(match: re.Match[str]) -> str:
        tokens.add(f"date:{match['year']}-{match['month']}-{match['day']}")
        return " "

    def dated(match: re.Match[str]) -> str:
        month = _MONTH_NUMBERS[match["month"] or match["month_first"]]
        day = int(match["day"] or match["day_last"])
        tokens.add(f"date:{month:02}-{day:02}")
        return " "

    def clock(match: re.Match[str]) -> str:
        tokens.add(f"time:{int(match[1]):02}:{match[2]}")
        return " "

    folded = _CLOCK.sub(clock, _DATED.sub(dated, _ISO.sub(iso, folded)))
    tokens |= {f"weekday:{match[1]}" for match in _WEEKDAY.finditer(folded)}
    for match in _MONTH_ALONE.finditer(folded):
        if match[1] not in {"may", "march"}:  # verbs, where no day stands beside them
            tokens.add(f"month:{_MONTH_NUMBERS[match[1]]:02}")
    return folded


def _number_token(match: re.Match[str]) -> str:
    number = _THOUSANDS.sub("", match["number"]).replace(",", ".").replace("'", "")
    whole, point, fraction = number.partition(".")
    fraction = fraction.rstrip("0") if point and "." not in fraction else fraction
    written = (whole.lstrip("0") or "0") + (f".{fraction}" if fraction else "")
    unit = match["before"] or _UNITS.get(match["unit"] or "", "")
    rest = match["rest"] or ""
    return f"number:{written}{rest}{f' {unit}' if unit else ''}"


def _name_tokens(text: str, folded: str) -> list[str]:
    """Return the capitalised words; one that opens a sentence only where no common word can be."""
    found: list[str] = []
    for match in _CAPITALISED.finditer(text):
        if not match[0][0].isupper():
            continue
        word = folded[match.start() : match.end()].removesuffix("'s").removesuffix("'")
        if word in _NEVER_NAMES or "'" in word:
            continue
        opens = _OPENS.search(text, max(0, match.start() - 4), match.start()) is not None
        if opens and (word in _NO_NAMES or word in VERB_FORMS):
            continue
        found.append(f"name:{word}")
    return found
