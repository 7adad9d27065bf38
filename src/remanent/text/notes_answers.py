"""What answers a question that was just asked, and how a message ends."""

import re
from collections.abc import Iterator

from remanent.text.drafts import Dated, Draft
from remanent.text.lexicon import words_of
from remanent.text.notes import (
    Note,
    employer,
    person,
    place,
    title,
)
from remanent.text.sentences import TIME, Screened
from remanent.text.subjects import USER
from remanent.text.values import NUMBER

_ANSWERED = re.compile(
    r"(?:^|[.!?\n]\s*)(?:my )?(?P<what>name|first name|bday|birthday|dob|date of birth|job|"
    rf"occupation|day job|age|employer|hometown)\?\s*(?P<v>(?:it's |the )?[^.!?\n]{{1,40}}|{TIME}+)"
)
_SIGNED = re.compile(
    r"(?:regards|yours (?:faithfully|sincerely|truly|ever|respectfully)|sincerely|best wishes|"
    r"respectfully)[,.]?\s+(?P<v>)(?=[^\W\d_]+(?: [^\W\d_]+){0,2}\W*$)"
)
_OF_ANSWER = {
    "name": ("name", person),
    "first name": ("name", person),
    "job": ("occupation", title),
    "day job": ("occupation", title),
    "occupation": ("occupation", title),
    "employer": ("work", employer),
    "hometown": ("origin", place),
}


def answers(message: Screened) -> Iterator[Draft]:
    """Yield what a message says in question and answer ("Name? Thaddeus."), and signs with."""
    for match in _ANSWERED.finditer(message.folded):
        what = match["what"]
        if what in _OF_ANSWER:
            slot, read = _OF_ANSWER[what]
            note = Note(slot, "", read, frozenset())
            yield from read(message, note, match, match.end())
        elif what == "age":
            age = re.match(NUMBER, match["v"])
            if age is not None:
                yield Draft("age", age[0], match.end(), subject=USER, confidence=0.8)
        elif TIME in match["v"]:
            yield Draft(
                "birthday", TIME, match.end(), subject=USER, dated=Dated.WHEN, confidence=0.8
            )
    signed = _SIGNED.search(message.folded)
    if signed is not None and message.sentences and message.sentences[0].start < _NEAR_BEGINNING:
        note = Note("name", "", person, frozenset())
        yield from person(message, note, signed, len(message.folded))


_NEAR_BEGINNING = 40
ANSWER_WORDS = words_of(
    """name bday birthday dob job occupation age employer hometown regards yours sincerely
    wishes respectfully"""
)
