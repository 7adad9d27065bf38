"""What is seen of a text at a glance: does it ask, does it tell a time, a number, a name, a place.

These are hints for ranking, not readings: each is one regular expression, linear in the text.
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
_TIME_WORDS: Final = frozenset(_TIME_WORD_LIST.split())
_YEAR_OR_CLOCK: Final = re.compile(r"\b(?:(?:19|20)\d\d|\d{1,2}[:/]\d\d)\b")
_MAY: Final = re.compile(
    r"\b(?:(?:in|early|late|of|by|until) may|may \d{1,2}(?:st|nd|rd|th)?"
    r"|\d{1,2}(?:st|nd|rd|th)? may)\b"
)
_NUMBER_WORD_LIST: Final = """
    one two three four five six seven eight nine ten eleven twelve dozen hundred once twice couple
    several half
"""
_NUMBER_WORDS: Final = frozenset(_NUMBER_WORD_LIST.split())
_DIGIT: Final = re.compile(r"\d")
_WORDS: Final = re.compile(r"[a-z]+")
_NAME: Final = re.compile(
    r"(?<=[^\W\d_A-Z.!?:][,\s]) *[\"'“(]*[A-Z][^\W\d_A-Z]+|(?<=[a-z,] )[\"'“]"
)
_PLACE: Final = re.compile(r"\b(?:[Ii]n|[Aa]t|[Tt]o|[Ff]rom|[Nn]ear) (?:the )?[A-Z][^\W\d_A-Z]")
_LASTING_WORDS: Final = frozenset(
    unit + ending
    for unit in ("minute", "hour", "day", "week", "month", "year", "decade")
    for ending in ("", "s")
)
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
_ASKING: Final = re.compile(r"[?？؟]")
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


def is_question(text: str) -> bool:
    """Say whether a text ends by asking, or is worded as a question and nothing else."""
    if _LATE_QUESTION.search(text[-_LONGEST_ASIDE:]):
        return True
    if len(text) > 200 or "." in text.rstrip(". ") or _ASKING.search(text):  # noqa: PLR2004
        return False
    return _OPENING.match(fold(text)) is not None


def has_time_word(text: str) -> bool:
    """Say whether a text names a time: "yesterday", "last June", "2019", "on Friday"."""
    return _Folded(text).has_time_word


def has_number(text: str) -> bool:
    """Say whether a text tells a number, in digits or in words."""
    return _Folded(text).has_number


def has_name(text: str) -> bool:
    """Say whether a text holds a capitalised word within a sentence, or a quotation."""
    return _NAME.search(text) is not None


def has_place(text: str) -> bool:
    """Say whether a text names where: "in", "at", "to", "from" or "near" and a name."""
    return _PLACE.search(text) is not None


def has_duration(text: str) -> bool:
    """Say whether a text tells how long: "for three years", "since last week", "20 minutes"."""
    return _Folded(text).has_duration


def asks(text: str) -> bool:
    """Say whether a question mark stands anywhere in a text."""
    return _ASKING.search(text) is not None


def unit_flags(text: str) -> int:
    """Give all cues of one unit (a chunk of a turn, or a fact) as one number of bits."""
    folded = _Folded(text)
    return (
        HAS_TIME_WORD * folded.has_time_word
        | IS_QUESTION * is_question(text)
        | HAS_NUMBER * folded.has_number
        | HAS_NAME * has_name(text)
        | ASKS * asks(text)
        | HAS_PLACE * has_place(text)
        | HAS_DURATION * folded.has_duration
    )


class _Folded:
    """A text in small letters with the set of its words: most cues are a look into that set."""

    __slots__ = ("has_digit", "text", "words")

    def __init__(self, text: str) -> None:
        self.text = fold(text)
        self.words = frozenset(_WORDS.findall(self.text))
        self.has_digit = _DIGIT.search(self.text) is not None

    @property
    def has_time_word(self) -> bool:
        return (
            not _TIME_WORDS.isdisjoint(self.words)
            or (self.has_digit and _YEAR_OR_CLOCK.search(self.text) is not None)
            or ("may" in self.words and _MAY.search(self.text) is not None)
        )

    @property
    def has_number(self) -> bool:
        return self.has_digit or not _NUMBER_WORDS.isdisjoint(self.words)

    @property
    def has_duration(self) -> bool:
        return not _LASTING_WORDS.isdisjoint(self.words) and _DURATION.search(self.text) is not None
