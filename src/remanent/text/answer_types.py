"""What kind of thing a question asks for, read from its words, and only where they name it.

"Where does she live?" asks for a place and "how many cats" for a count. "What did he say?" names
no kind, and gets none: a wrong guess costs more than no guess.
"""

import re
from enum import StrEnum
from typing import Final

from remanent.text.folding import fold


class AnswerType(StrEnum):
    """The kind of thing that answers a question."""

    AGE = "age"
    COLOUR = "colour"
    COUNT = "count"
    COUNTRY = "country"
    DATE = "date"
    DURATION = "duration"
    FOOD = "food"
    FREQUENCY = "frequency"
    LIST = "list"
    PERSON = "person"
    PLACE = "place"
    REASON = "reason"
    STATE = "state"
    TITLE = "title"
    YES_NO = "yes/no"


_ASKED: Final = r"(?:what|which)"
_BEFORE: Final = r"(?:^|[,;:] |\b(?:and|or|with|to|from|for|know|remember|say|said|tell me) )"

# The first that fits decides: the narrow ones stand before the wide ones.
_PATTERNS: Final = {
    AnswerType.AGE: (rf"\bhow (?:old|young)\b|\b{_ASKED} age\b|\bwhat(?:'s| is) \w+ age\b",),
    AnswerType.DURATION: (
        r"\bhow (?:long|many (?:days|weeks|months|years|hours|minutes))\b(?! ago)",
        rf"\b{_ASKED} (?:length|duration)\b",
    ),
    AnswerType.FREQUENCY: (r"\bhow (?:often|frequently|regularly)\b",),
    AnswerType.DATE: (
        rf"{_BEFORE}when\b|\b(?:since|until|by) when\b",
        r"\bhow (?:long|many (?:days|weeks|months|years)) ago\b|\bhow (?:soon|recently)\b",
        (
            rf"\b{_ASKED} (?:is the |was the |exact |specific )?"
            r"(?:date|day|month|year|weekend|week|season|time)\b|\bwhat(?:'s| is) the date\b"
        ),
        r"\b(?:birthday|anniversary)\?",
    ),
    AnswerType.COUNT: (rf"\bhow (?:many|much)\b|\b{_ASKED} (?:number|amount|quantity)\b",),
    AnswerType.COLOUR: (rf"\b{_ASKED} (?:\w+ )?colou?rs?\b",),
    AnswerType.COUNTRY: (rf"\b{_ASKED} (?:\w+ )?(?:country|countries|nation)\b",),
    AnswerType.STATE: (rf"\b{_ASKED} (?:us |u\.s\. )?states?\b(?! of)",),
    AnswerType.PLACE: (
        rf"{_BEFORE}where\b",
        (
            rf"\b{_ASKED} (?:\w+ )?(?:city|cities|town|place|places|location|street|area|address"
            r"|restaurant|cafe|park|beach|venue)\b"
        ),
    ),
    AnswerType.FOOD: (
        (
            rf"\b{_ASKED} (?:\w+ ){{0,2}}(?:foods?|dish|dishes|meals?|desserts?|cuisine|drinks?"
            r"|snacks?|recipes?)\b"
        ),
        (
            r"\bwhat (?:do|does|did|can|can't|could|should|will|may) (?:\w+ ){1,2}"
            r"(?:eat|drink|cook|bake)\b"
        ),
    ),
    AnswerType.TITLE: (
        (
            rf"\b{_ASKED} (?:\w+ ){{0,2}}(?:books?|movies?|films?|songs?|album|bands?|games?|show"
            r"|series|novel|author|artist)\b"
        ),
        r"\bwhat(?:'s| is| was| are| were) (?:the )?(?:\w+ )?(?:names?|title|called)\b",
    ),
    AnswerType.PERSON: (
        rf"{_BEFORE}who(?:m|se)?\b|^who's\b",
        r"\bwhat (?:person|people|friend|colleague)\b",
    ),
    AnswerType.REASON: (rf"{_BEFORE}why\b|\b{_ASKED} (?:\w+ )?reasons?\b|\bhow come\b",),
    AnswerType.LIST: (
        (
            rf"\b{_ASKED} (?:are|were|kinds of|types of|sorts of|other|all|different|some|hobbies"
            r"|activities|events|places|items|things|pets|instruments|sports|interests)\b"
        ),
        r"\b(?:list|name|tell me) (?:all|every|the|some)\b|\ball the \w+",
    ),
    AnswerType.YES_NO: (
        (
            r"^(?:do|does|did|is|are|was|were|am|can|could|will|would|has|have|had|should|may|might"
            r"|shall|must|isn't|aren't|don't|doesn't|didn't|won't|can't)\b"
        ),
    ),
}
_RULES: Final = tuple((kind, re.compile("|".join(parts))) for kind, parts in _PATTERNS.items())


_QUESTION: Final = re.compile(r"[^.!?\n]{3,400}\?")


def questions_in(message: str) -> str:
    """Return the sentences of a message that end in a question mark, as one text."""
    found = _QUESTION.findall(message[:20_000])
    return " ".join(sentence.strip() for sentence in found)


def answer_type(question: str) -> AnswerType | None:
    """Return the kind of thing that a question's own words ask for; None where they name none."""
    folded = fold(question[:2_000]).strip()
    for kind, pattern in _RULES:
        if pattern.search(folded):
            return kind
    return None
