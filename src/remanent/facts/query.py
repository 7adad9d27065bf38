"""A question as ranking reads it: its terms, the names in it, the times, and what it asks for."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from remanent.text.answer_types import AnswerType, answer_type
from remanent.text.synonyms import related
from remanent.text.tokens import STOP_TERMS, tokenize

MOST_TERMS: Final = 64  # a pasted page is no question: the first terms decide
MOST_RELATED: Final = 96
MOST_CHARACTERS: Final = 4_000
_NAME: Final = re.compile(r"(?<=[^\W_])[,'’s]* +[\"'“(]*([A-Z][^\W_]+)")
_FRAME: Final = """
    kind type sort name many much often long old thing way mention say describe discuss tell talk
    according conversation share think feel view find make take recently recent likely might
    potentially possible possibly probably consider specific particular during one two first
    second last main new currently current other use become choose decide plan different certain
    several various some something someone both together else attribute trait reason example know
    favorite able start upcoming next person people time day year month week
"""
FRAME_TERMS: Final = frozenset(tokenize(_FRAME))
"""Words that shape a question and rarely stand in what answers it."""

_MONTHS_AND_DAYS: Final = """
    january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec
    monday tuesday wednesday thursday friday saturday sunday
"""
_CALENDAR: Final = frozenset(tokenize(_MONTHS_AND_DAYS))
_DAY_OR_YEAR: Final = re.compile(r"(?:19|20)\d\d\Z|[0-3]?\d(?:st|nd|rd|th)?\Z")


@dataclass(frozen=True, slots=True)
class Query:
    """One parsed question.

    Args:
        text: as it was asked.
        terms: its content terms, each once, in order; stop words only where nothing else is.
        names: those of its terms that were written as names within the sentence.
        spans: times that it names, (start, end) in microseconds since 1970 UTC, half-open.
        answer: the kind of thing that it asks for; None where its words name none.
        related: terms that may stand for its own, none of which is among them.
    """

    text: str
    terms: tuple[str, ...]
    names: frozenset[str]
    spans: tuple[tuple[int, int], ...] = ()
    answer: AnswerType | None = None
    related: tuple[str, ...] = ()

    @property
    def is_blank(self) -> bool:
        """True where it holds no word, number or sign that could be looked for."""
        return not self.terms


def parse_query(text: str, *, spans: Iterable[tuple[int, int]] = ()) -> Query:
    """Read a question; any text will do.

    Args:
        text: the question; what lies beyond `MOST_CHARACTERS` or `MOST_TERMS` is not read.
        spans: the times that it names, resolved by the caller.
    """
    text_read, spans = text[:MOST_CHARACTERS], tuple(spans)
    terms = list(dict.fromkeys(tokenize(text_read)))
    content = [term for term in terms if term not in STOP_TERMS] or terms
    named = {term for word in _NAME.findall(text_read) for term in tokenize(word)} - _CALENDAR
    if spans:  # its times are looked for as times: their words would only mislead
        content = [term for term in content if not _is_calendar(term)] or content
    content = content[:MOST_TERMS]
    near = dict.fromkeys(other for term in content for other in related(term))
    return Query(
        text=text,
        terms=tuple(content),
        names=frozenset(named.intersection(content)),
        spans=spans,
        answer=answer_type(text_read),
        related=tuple(term for term in near if term not in set(terms))[:MOST_RELATED],
    )


def _is_calendar(term: str) -> bool:
    return term in _CALENDAR or _DAY_OR_YEAR.match(term) is not None


def without_speakers(text: str, speakers: Iterable[str]) -> str:
    """Return a question as an embedder should see it: without the names of who speaks.

    A turn rarely says its own speaker's name, so the name draws a question away from the turns
    that answer it and towards those that address the person. Who speaks is a signal of its own.
    """
    names = {part for speaker in speakers for part in speaker.split() if len(part) > 1}
    if not names:
        return text
    pattern = "|".join(re.escape(name) for name in sorted(names))
    left = re.sub(rf"\b(?:{pattern})(?:['’]s)?\b", " ", text, flags=re.IGNORECASE)
    left = " ".join(left.split())
    return left if any(character.isalnum() for character in left) else text
