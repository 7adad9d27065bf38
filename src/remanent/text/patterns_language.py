"""Rules for the languages that someone speaks."""

import re
from collections.abc import Iterator

from remanent.text import lexicon
from remanent.text.clauses import Clause
from remanent.text.drafts import Draft, draft
from remanent.text.lexicon import words_of
from remanent.text.patterns_common import NOW
from remanent.text.subjects import USER
from remanent.text.values import Value, items
from remanent.text.verbs import Form

_LANGUAGE_WORDS = re.compile(
    "(?:fluent|basic|some|broken|conversational|a bit of|a little|a little bit of|any|decent|good|"
    "bad|rusty|native|intermediate|passable|only|both|terrible|perfect|also|little|very little|"
    "brazilian|mexican|swiss|canadian|british|mandarin|bits of) "
)

_WELL = words_of(
    """fluently well natively badly too poorly conversationally ok okay at with every"""
)


def languages_at(clause: Clause, start: int) -> Iterator[Draft]:
    """Yield each language of a list that begins at a place."""
    for value in items(clause.message, start, clause.rest_end):
        words = value.folded
        first = value.start
        while (lead := _LANGUAGE_WORDS.match(words)) is not None and words.split()[
            0
        ] not in lexicon.LANGUAGES:
            words = words[lead.end() :]
            first += lead.end()
        name = words.split()[0] if words else ""
        if name not in lexicon.LANGUAGES and words not in lexicon.LANGUAGES:
            return
        end = first + len(name)
        if words[len(name) :].split()[:1] and words[len(name) :].split()[0] not in _WELL:
            return
        yield draft(clause, "language", Value(clause.message.text[first:end], first, end))


_KNOW_SOME = re.compile(r"\s+(?:some|a bit of|a little|a little bit of|basic|enough)\s+")


def know_language(clause: Clause) -> Iterator[Draft]:
    """Read "I know a bit of Turkish"."""
    if clause.form is Form.PRESENT and not clause.negated and clause.mood != "can":
        match = _KNOW_SOME.match(clause.folded)
        if match is None and clause.verb == "understand":
            yield from languages_at(clause, clause.rest)
        if match is not None:
            yield from languages_at(clause, clause.rest + match.end())


_SPEAK_TO = re.compile(r"\s+(?:to (?:my|our) [\w ]{2,20} in\s+|at home\s+)")


_READS = re.compile(r"\s+(?:and write |some |a bit of |a little )?")


def read_language(clause: Clause) -> Iterator[Draft]:
    """Read "I can read Arabic"."""
    if clause.mood == "can" and not clause.negated and clause.form is Form.PRESENT:
        match = _READS.match(clause.folded)
        yield from languages_at(clause, clause.rest + (match.end() if match else 0))


def speak(clause: Clause) -> Iterator[Draft]:
    """Read "I speak Catalan, Spanish and a bit of French"."""
    if clause.form not in NOW or (clause.form is Form.PROGRESSIVE):
        return
    start = clause.rest
    match = _SPEAK_TO.match(clause.folded)
    yield from languages_at(clause, start + (match.end() if match else 0))


_FLUENT = re.compile(
    r"\s*(?:fluent|native|proficient|conversational|bilingual|trilingual)\s*(?:in|:|,|-|\()\s*"
)

_NATIVE = re.compile(r"\s+an? (?:native |fluent )(?P<what>[\w-]+)(?: and [\w-]+)? speaker\b")


def own_language_skill(clause: Clause) -> Iterator[Draft]:
    """Read "my Mandarin is rusty"."""
    noun = clause.subject.owned
    if noun not in lexicon.LANGUAGES or not _SKILL.match(clause.folded):
        return
    if clause.form is Form.PRESENT and not clause.negated:
        end = clause.subject.end
        words = clause.message.text[end - len(noun) : end]
        yield draft(clause, "language", words, end=end)


_SKILL = re.compile(
    r"\s+(?:(?:a bit|pretty|very|quite|really|still|getting|so|rather|far from) )*(?:rusty|ok|okay|"
    r"fluent|basic|decent|good|bad|better|terrible|perfect|passable|conversational|poor|limited)\b"
)


_IS_MY_LANGUAGE = re.compile(
    "(?:is|are) (?:actually |only )?my (?:first|second|third|native|fourth|main|"
    r"home) languages?\b|(?:is|are) my mother tongues?\b|is what (?:we|i) speak at home\b"
)


def is_my_language(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "Tamil is my first language"."""
    words = clause.message.folded[lead_end : clause.end].split(" ", 1)
    if words[0] not in lexicon.LANGUAGES or not words[1:]:
        return
    if _IS_MY_LANGUAGE.match(words[1]):
        end = lead_end + len(words[0])
        yield Draft(
            "language", clause.message.text[lead_end:end], end, subject=USER, confidence=0.85
        )


_BY_IN = re.compile(r"\s+by (?:fine |ok |okay |just )?in\s+")
_SOME_OF_IT = re.compile(
    r"\s+(?:an? )?(?=(?:basic|conversational|fluent|decent|rusty|passable|very basic|intermediate|"
    "some|little|bit of|native-level|business|working|limited|beginner|school) )(?:(?:very|bit of|"
    "native-level|business|working|limited|beginner|school|basic|conversational|fluent|decent|"
    "rusty|passable|intermediate|some|little) )+(?:level |knowledge of )?"
)


def have_language(clause: Clause) -> Iterator[Draft]:
    """Read "I get by in Portuguese", "I have basic Korean"."""
    if clause.form is not Form.PRESENT or clause.negated or clause.elided:
        return
    match = (_BY_IN if clause.verb == "get" else _SOME_OF_IT).match(clause.folded)
    if match is not None:
        yield from languages_at(clause, clause.rest + match.end())


_RAISED_SPEAKING = re.compile(
    r"\s*(?:raised|brought up) (?:bilingual(?:ly)?|trilingual(?:ly)?|speaking)\b[,:]?(?: in| with|"
    r" speaking)?\s*"
)


def be_raised(clause: Clause) -> Iterator[Draft]:
    """Read "I was raised bilingual in Basque and Spanish"."""
    match = _RAISED_SPEAKING.match(clause.folded)
    if match is not None and clause.form is Form.PAST and not clause.negated:
        yield from languages_at(clause, clause.rest + match.end())


def be_language(clause: Clause) -> Iterator[Draft]:
    """Read "I'm fluent in Japanese", "I'm a native Polish speaker"."""
    if clause.form is not Form.PRESENT:
        return
    match = _FLUENT.match(clause.folded)
    if match is not None:
        yield from languages_at(clause, clause.rest + match.end())
        return
    match = _NATIVE.match(clause.folded)
    if match is not None and match["what"] in lexicon.LANGUAGES:
        start, end = clause.rest + match.start("what"), clause.rest + match.end("what")
        yield draft(clause, "language", Value(clause.message.text[start:end], start, end))
