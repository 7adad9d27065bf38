"""Whether an answer is of the kind that its question names, and how to say which kind that is."""

import re
from typing import Final

from remanent.text.answer_types import AnswerType, answer_type
from remanent.text.folding import fold

_HINTS: Final = {
    AnswerType.AGE: "an age, as a number",
    AnswerType.COLOUR: "a colour",
    AnswerType.COUNT: "a number",
    AnswerType.COUNTRY: "the name of a country",
    AnswerType.DATE: "a date or a time, resolved against the dates of the records",
    AnswerType.DURATION: "a length of time",
    AnswerType.FOOD: "a food or a dish",
    AnswerType.FREQUENCY: "how often",
    AnswerType.LIST: "everything in the records that fits, as a list",
    AnswerType.PERSON: "a person",
    AnswerType.PLACE: "a place",
    AnswerType.REASON: "a reason",
    AnswerType.STATE: "the name of a state",
    AnswerType.TITLE: "a name or a title",
    AnswerType.YES_NO: "yes or no, and the record it rests on",
}
_CATEGORY: Final = re.compile(
    r"\b(?:which|what) (?:(?:kind|type|sort|brand|make) of )?(?!is\b|are\b|was\b|were\b|do\b|does\b|"
    r"did\b|else\b|about\b|if\b|can\b|has\b|have\b|will\b|would\b|should\b)([a-z][a-z-]{2,30})\b"
)
_NUMBER: Final = re.compile(
    r"\d|\b(?:no(?:ne)?|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|"
    r"sixty|seventy|eighty|ninety|hundred|once|twice|several|many|a couple|a few)\b"
)
_TIME: Final = re.compile(
    r"\d|\b(?:second|minute|hour|day|week|month|year|decade|january|february|march|april|may|june|"
    r"july|august|september|october|november|december|mon|tues|wednes|thurs|fri|satur|sun)|"
    r"\b(?:today|yesterday|tomorrow|tonight|morning|noon|evening|night|spring|summer|autumn|winter|"
    r"christmas|easter|ago|since|always|never|now|soon)\b"
)
_YES_NO: Final = re.compile(
    r"\W*(?:yes|no|yeah|nope|not|probably|maybe|it (?:is|was)|they|he|she|i)\b"
)
_CHECKS: Final = {
    AnswerType.AGE: _NUMBER,
    AnswerType.COUNT: _NUMBER,
    AnswerType.DATE: _TIME,
    AnswerType.DURATION: _TIME,
}


def wanted_kind(question: str) -> str | None:
    """Return in words what kind of thing a question asks for; None where it names none.

    "Which console does he own?" asks for a console, whatever a list of kinds may hold.
    """
    kind = answer_type(question)
    named = _CATEGORY.search(fold(question[:2_000]))
    if kind is None or kind is AnswerType.LIST:
        hint = None if kind is None else _HINTS[kind]
        category = None if named is None else f"a {named[1].removesuffix('s')}"
        return hint or category
    return _HINTS[kind]


def fits(question: str, answer: str) -> bool:
    """Say whether an answer can be of the kind that its question names; in doubt it is."""
    check = _CHECKS.get(kind) if (kind := answer_type(question)) is not None else None
    return check is None or check.search(fold(answer)) is not None
