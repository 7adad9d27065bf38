"""Rules for how someone introduces himself without "I'm": "known as Bex", "nurse here".

Each takes the clause and the place where its own words begin.
"""

import re
from collections.abc import Iterator

from remanent.text import lexicon
from remanent.text.clauses import Clause
from remanent.text.drafts import Dated, Draft, draft
from remanent.text.names import person_at
from remanent.text.patterns_common import AFTER_NAME, DONE
from remanent.text.patterns_titles import occupation_at
from remanent.text.values import NUMBER, Value
from remanent.text.verbs import Form

_KNOWN_AS = re.compile(
    r"(?:also |better |usually |generally |mostly )?known (?:here )?as (?:just )?"
)


def known_as(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "known as Bex to everyone"."""
    match = _KNOWN_AS.match(clause.message.folded, lead_end, clause.end)
    person = match and person_at(clause.message, match.end(), clause.end)
    if person is not None and _is_written_as_name(clause, person):
        yield draft(clause, "name", person)


_IS_MY_NAME = re.compile(
    r"(?:'s| is) (?:my (?:first |real |full |given )?name|the name|what they call me)\b"
)


def is_my_name(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "Teodor is my name"."""
    person = person_at(clause.message, lead_end, clause.end)
    if person is None or not _is_written_as_name(clause, person):
        return
    if _IS_MY_NAME.match(clause.message.folded, person.end, clause.end):
        yield Draft("name", person.text, person.end, subject="user", confidence=0.85)


def _is_written_as_name(clause: Clause, person: Value) -> bool:
    first = person.folded.split()[0]
    if first in lexicon.FIRST_WORDS_NOT_NAMES | lexicon.NOT_NAMES:
        return False
    return clause.message.shown[person.start].isupper()


_BEEN_CALLED = re.compile(
    r"\s+(?:it when (?:people|you|everyone) |to be |being )calle?d?(?: me)? (?:just )?"
)


def like_to_be_called(clause: Clause) -> Iterator[Draft]:
    """Read "I prefer to be called Sam"."""
    match = _BEEN_CALLED.match(clause.folded)
    if match is None or clause.form is not Form.PRESENT or clause.negated:
        return
    person = person_at(clause.message, clause.rest + match.end(), clause.rest_end)
    if person is not None and _is_written_as_name(clause, person):
        yield draft(clause, "name", person)


_MY_NAME_TO = re.compile(
    r"\s+(?:my|his|her) (?:first |legal |given )?name (?:from [\w' -]{2,30}? )?to\s+"
)


def change_name(clause: Clause) -> Iterator[Draft]:
    """Read "I changed my name to Noor"."""
    match = _MY_NAME_TO.match(clause.folded)
    if match is None or clause.form not in DONE or not clause.happened:
        return
    person = person_at(clause.message, clause.rest + match.end(), clause.rest_end)
    if person is not None and AFTER_NAME.match(clause.message.folded, person.end):
        yield draft(clause, "name", person, dated=Dated.CHANGE)


_HERE = re.compile(
    r"(?P<what>(?:an? )?[^,.;:!?]{3,40}?),? (?:over )?here(?=(?:\s+|(?!\w))(?:$|[,.!;:)—–-]|and\b|with\b|"
    r"so\b))"
)
_YEARS = re.compile(rf"(?P<age>{NUMBER})[- ]years?[- ]old(?: [a-z]+)?$")
_A_FAN = re.compile(
    r"(?:big|huge|massive|long-?time|lifelong|avid) (?P<what>[\w'& -]{2,30}) (?:fan|lover|nerd)$"
)
_AN_ARTICLE = re.compile(r"an? ")


def something_here(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "nurse here, working nights", "vegan here", "big opera fan here"."""
    match = _HERE.match(clause.message.folded, lead_end, clause.end)
    if match is None:
        return
    start, end = match.span("what")
    article = _AN_ARTICLE.match(match["what"])
    start += article.end() if article else 0
    said = Value(clause.message.text[start:end], start, end)
    age, fan = _YEARS.fullmatch(said.folded), _A_FAN.fullmatch(said.folded)
    title = occupation_at(clause.message, start, end)
    if said.folded in lexicon.DIETS:
        yield draft(clause, "diet", said, end=match.end())
    elif said.folded in lexicon.CONDITION_ADJECTIVES:
        yield draft(clause, "health", said, end=match.end())
    elif age is not None:
        yield draft(clause, "age", age["age"], end=match.end())
    elif fan is not None:
        words = clause.message.text[start + fan.start("what") : start + fan.end("what")]
        yield draft(clause, "likes", words, end=match.end())
    elif title is not None and title.end == end:
        yield draft(clause, "occupation", title, end=match.end())


RULES = (known_as, is_my_name, something_here)
