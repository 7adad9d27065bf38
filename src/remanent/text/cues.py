"""What is seen of a text at a glance: does it ask, does it tell a time, a number, a name, a place.

These are hints for ranking, not readings, and every turn that is kept pays for them: each is a
look into the set of its words, or a regular expression that jumps from one capital, digit or sign
to the next. All are linear in the text.
"""

import re
from typing import Final

from remanent.text.folding import fold

HAS_TIME_WORD: Final = 1
IS_QUESTION: Final = 2
HAS_NUMBER: Final = 4
HAS_NAME: Final = 8
ASKS: Final = 16
HAS_PLACE: Final = 32
HAS_DURATION: Final = 64

_TIME_WORD_LIST: Final = """
    yesterday today tonight tomorrow ago since recently lately soon just last next this
    week weeks weekend weekends midweek month months year years decade decades day days midday
    hour hours minute minutes morning mornings evening evenings night nights midnight
    monday tuesday wednesday thursday friday saturday sunday
    mondays tuesdays wednesdays thursdays fridays saturdays sundays
    summer winter spring autumn fall
    january february march april june july august september october november december
"""
_TIME_WORDS: Final = frozenset(_TIME_WORD_LIST.encode().split())
_YEAR_OR_CLOCK: Final = re.compile(r"\b(?:(?:19|20)\d\d|\d{1,2}[:/]\d\d)\b")
_MAY: Final = re.compile(
    r"\b(?:(?:in|early|late|of|by|until) may|may \d{1,2}(?:st|nd|rd|th)?"
    r"|\d{1,2}(?:st|nd|rd|th)? may)\b"
)
_NUMBER_WORD_LIST: Final = """
    one two three four five six seven eight nine ten eleven twelve dozen hundred once twice couple
    several half
"""
_NUMBER_WORDS: Final = frozenset(_NUMBER_WORD_LIST.encode().split())
_LASTING_WORDS: Final = frozenset(
    unit + ending
    for unit in (b"minute", b"hour", b"day", b"week", b"month", b"year", b"decade")
    for ending in (b"", b"s")
)
_CUE_WORDS: Final = _TIME_WORDS | _NUMBER_WORDS | _LASTING_WORDS | {b"may"}
_ALL_BUT_LETTERS_BLANK: Final = bytes(
    code if ord("a") <= code <= ord("z") else ord(" ") for code in range(256)
)
_DIGITS: Final = b"0123456789"
_ANY_DIGIT: Final = re.compile(r"\d")
# A search is quick where its pattern begins with the rarest character: what stands before the
# capital is looked at from there. For a name that is of any length, so the text is read backwards.
_NAME_BACKWARDS: Final = re.compile(r"[A-Z](?<=[^\W\d_A-Z][A-Z])[\"'“(]* *[,\s][^\W\d_A-Z]")
_QUOTATION: Final = re.compile(r"[\"'“](?<=[a-z,] [\"'“])")
_BEFORE_PLACE: Final = "|".join(
    rf"(?<=\b{word} {article}[A-Z])"
    for word in ("[Ii]n", "[Aa]t", "[Tt]o", "[Ff]rom", "[Nn]ear")
    for article in ("", "the ")
)
_PLACE: Final = re.compile(rf"[A-Z](?:{_BEFORE_PLACE})[^\W\d_A-Z]")
_FIRST_CAPITAL: Final = 2  # a capital that stands in a sentence has a letter and a space before it
_DURATION: Final = re.compile(
    r"\b(?:for|since|in|over|about|after|past|last|almost|nearly) "
    r"(?:(?:a|an|the|about|almost|nearly|over|around) )?"
    r"(?:(?:few|couple|several|many|\d+|one|two|three|four|five|six|seven|eight|nine|ten) )?"
    r"(?:of )?(?:minute|hour|day|week|month|year|decade)s?\b"
    r"|\b\d+ ?(?:minute|hour|day|week|month|year)s?\b"
)
# A caption or an aside in brackets after the words does not change what they do.
_LATE_QUESTION: Final = re.compile(r"[?？؟][\s\"'”’)\]!?.]*(?:\[[^\[\]]*\]\s*)?\Z")
_LONGEST_ASIDE: Final = 400
_AUXILIARY: Final = (
    "do|does|did|is|are|am|was|were|can|could|will|would|shall|should|have|has|had|may|might"
)
_OPENING: Final = re.compile(
    r"\s*(?:(?:and|so|but|ok|okay|hey|hi|please),? )?(?:"
    rf"(?:what|when|where|who|whom|whose|which|why|how)(?:'(?:s|re|d|ll|ve)| (?:{_AUXILIARY}))\b"
    r"|(?:what|which|whose) \w+ (?:do|does|did|is|are|was|were)\b"
    r"|how (?:many|much|long|often|old|far|come)\b"
    rf"|(?:{_AUXILIARY}) (?:i|you|he|she|it|we|they|my|your|his|her|our|their|the|there|any)\b)"
)


def unit_flags(text: str) -> int:
    """Give all cues of one unit (a chunk of a turn, or a fact) as one number of bits."""
    folded = _Folded(text)
    has_capital = text[_FIRST_CAPITAL:] != folded.text[_FIRST_CAPITAL:]
    return (
        HAS_TIME_WORD * folded.has_time_word
        | IS_QUESTION * _is_question(text, folded.text)
        | HAS_NUMBER * folded.has_number
        | HAS_NAME * ((has_capital and _has_capitalised(text)) or _has_quotation(text))
        | ASKS * asks(text)
        | HAS_PLACE * (has_capital and _has_place(text))
        | HAS_DURATION * folded.has_duration
    )


def is_question(text: str) -> bool:
    """Say whether a text ends by asking, or is worded as a question and nothing else."""
    return _is_question(text, fold(text))


def has_time_word(text: str) -> bool:
    """Say whether a text names a time: "yesterday", "last June", "2019", "on Friday"."""
    return _Folded(text).has_time_word


def asks(text: str) -> bool:
    """Say whether a question mark stands anywhere in a text."""
    return "?" in text or "？" in text or "؟" in text


class _Folded:
    """A text in small letters with those of its words that are cues."""

    __slots__ = ("cues", "has_digit", "text")

    def __init__(self, text: str) -> None:
        self.text = fold(text)
        latin = self.text.encode("ascii", "replace")
        self.cues = _CUE_WORDS.intersection(latin.translate(_ALL_BUT_LETTERS_BLANK).split())
        self.has_digit = len(latin.translate(None, _DIGITS)) < len(latin) or (
            not self.text.isascii() and _ANY_DIGIT.search(self.text) is not None
        )

    @property
    def has_time_word(self) -> bool:
        return (
            not _TIME_WORDS.isdisjoint(self.cues)
            or (self.has_digit and _YEAR_OR_CLOCK.search(self.text) is not None)
            or (b"may" in self.cues and _MAY.search(self.text) is not None)
        )

    @property
    def has_number(self) -> bool:
        """Whether it tells a number, in digits or in words."""
        return self.has_digit or not _NUMBER_WORDS.isdisjoint(self.cues)

    @property
    def has_duration(self) -> bool:
        """Whether it tells how long: "for three years", "since last week", "20 minutes"."""
        return not _LASTING_WORDS.isdisjoint(self.cues) and _DURATION.search(self.text) is not None


def _is_question(text: str, folded: str) -> bool:
    if asks(text):
        return _LATE_QUESTION.search(text[-_LONGEST_ASIDE:]) is not None
    if len(text) > 200 or "." in text.rstrip(". "):  # noqa: PLR2004 - characters of a short sentence
        return False
    return _OPENING.match(folded) is not None


def _has_capitalised(text: str) -> bool:
    """Say whether a capitalised word stands within a sentence."""
    return _NAME_BACKWARDS.search(text[::-1]) is not None


def _has_quotation(text: str) -> bool:
    return _QUOTATION.search(text) is not None


def _has_place(text: str) -> bool:
    """Say whether a text names where: "in", "at", "to", "from" or "near" and a name."""
    return _PLACE.search(text) is not None
