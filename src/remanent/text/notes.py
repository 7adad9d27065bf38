"""What is said without a clause of its own: "Bus driver, 61", "UTC-3 for me", "no pets here".

A note is a form of words with one open place. It is looked for where a sentence's own words begin,
or anywhere in it, and only in a message with one of the note's words. What stands in a sentence
about someone else is not the speaker's.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from remanent.model.fact import Polarity, Stance
from remanent.text import lexicon
from remanent.text.drafts import Dated, Draft
from remanent.text.lexicon import words_of
from remanent.text.names import person_at
from remanent.text.patterns_common import AFTER_NAME, POINTING
from remanent.text.patterns_employer import employer_at, is_name
from remanent.text.patterns_taste import LIKED_IN_JEST
from remanent.text.patterns_titles import occupation_at
from remanent.text.pieces import after_lead
from remanent.text.places import place_at
from remanent.text.sentences import HIDDEN, TIME, Screened
from remanent.text.statements import BORN
from remanent.text.subjects import USER
from remanent.text.values import Value, comma_of, items, phrase, tidied
from remanent.text.verbs import VERB_FORMS

SHORT = 3  # letters of a word that says too little
THING = f"[^,.;:!?(){TIME}{HIDDEN}]{{2,50}}?"
CLOSED = (
    rf"(?=(?:\s+|(?!\w))(?:$|[,.!?;:)(…—–{TIME}]|- |tbh\b|lol\b|ngl\b|imo\b|btw\b|and\b|but\b|so\b|though\b|"
    r"please\b|pls\b|sorry\b|anyway\b|which\b|because\b|since\b|if\b|now\b|for\b|with\b|these\b))"
)

Reader = Callable[[Screened, "Note", re.Match[str], int], Iterator[Draft]]


@dataclass(frozen=True, slots=True)
class Note:
    """One form of words.

    Args:
        slot: what it says.
        pattern: its words, folded; the group "v" is the value, or where the value begins.
        read: how the value is read there.
        words: one of these is in every message that has the note.
        also: and one of these, where it is not empty.
        mark: and one of these characters.
        anywhere: it may stand anywhere in the sentence, not only at its beginning.
        aside: it is also read in questions and orders ("send the invoice to me@example.org").
        stance, negative, dated: as in Draft.
        others: True where the words themselves leave no doubt whose it is.
    """

    slot: str
    pattern: str
    read: Reader
    words: frozenset[str]
    anywhere: bool = False
    aside: bool = False
    stance: Stance = Stance.ASSERT
    negative: bool = False
    dated: Dated = Dated.STATE
    others: bool = False
    also: frozenset[str] = frozenset()
    mark: str = ""

    def draft(self, value: str, end: int) -> Draft:
        """Make what the note says of the speaker."""
        return Draft(
            self.slot,
            value,
            end,
            polarity=Polarity.NEGATIVE if self.negative else Polarity.POSITIVE,
            stance=self.stance,
            dated=self.dated,
            subject=USER,
            confidence=0.8,
        )


def index_of(notes: Iterable[Note]) -> dict[str, tuple[tuple[int, Note], ...]]:
    """Return the notes, with their places, by each of their words."""
    found: dict[str, list[tuple[int, Note]]] = {}
    for index, note in enumerate(notes):
        for word in note.words:
            found.setdefault(word, []).append((index, note))
    return {word: tuple(listed) for word, listed in found.items()}


_UNREAL = re.compile(
    r"\b(?:in|from|of) (?:the|this|that|a|my|his|her|our) (?:\w+ )?(?:novel|film|movie|story|comic|"
    r"game|"
    r"play|book|show|series|song|head|dreams?|sims|script|script|episode|season|roleplay)\b|\bin "
    r"(?:minecraft|"
    r"skyrim|stardew|theory|character)\b|\bmy character\b|\bon tv\b|\b(?:they|he|she) (?:wrote|"
    r"said)\b|"
    r"\bi read\b|\bsays the\b|\ba guide\b|\b(?:fictional|imaginary|placeholder|dummy|for example|"
    r"e\.g)\b"
)

# Whose it is --------------------------------------------------------------------------------------

_OTHERS = re.compile(
    r"\b(?:he|she|they|his|her|hers|their|theirs|him|them|you|your|yours|who|whose|if|unless|"
    "would|wouldn't|could|should|might|may|maybe|perhaps|said|says?|told|tells?|thinks?|claims?|"
    "wish|wishes|imagine|pretend|suppose|someone|somebody|anyone|nobody|no one|everyone else|"
    "guest|customer|client|patient|user|character|heard|reads?|wrote|writes|called it|dreamt|"
    r"dreamed|almost|nearly|he's|she's|they're|you're|he'd|she'd|i'd)\b"
)
_SOMEONES = re.compile(
    r"(?:\b(?:my|our|the|a|this|that) (?:[\w-]+ ){0,2}(?:"
    f"{lexicon.pattern_of(lexicon.PEOPLE | lexicon.PLURAL_PEOPLE)}|guy|man|woman|girl|boy|lady|"
    r"fella|bloke|kid|team|company|couple)|[^\W\d_]{3,}'s)\b(?!-)"
)


_CONTRACTED = re.compile(r"\b(?:it|that|what|here|there|where|how|let)'s\b")


def is_own(message: Screened, start: int, place: int) -> bool:
    """Tell that nothing before a place in its sentence gives it to someone else."""
    if start >= place:
        return True
    folded = message.folded
    return not (
        _OTHERS.search(folded, start, place)
        or _SOMEONES.search(_CONTRACTED.sub("      ", folded[start:place]))
        or HIDDEN in folded[start:place]
    )


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Compile a note's pattern when it is first looked for: most are never needed."""
    return re.compile(pattern)


def read_notes(
    message: Screened, notes: Iterable[Note], start: int, end: int, *, aside: bool = False
) -> Iterator[Draft]:
    """Yield what the notes say in one sentence; `aside` in a question or an order."""
    lead = after_lead(message.folded, start, end)
    for note in notes:
        if aside and not note.aside:
            continue
        if note.anywhere:
            match = _compiled(note.pattern).search(message.folded, start, end)
        else:
            match = _compiled(note.pattern).match(message.folded, lead, end)
            if match is None and lead > start:
                match = _compiled(note.pattern).match(message.folded, _first(message, start), end)
        if match is None or not (note.others or is_own(message, start, match.start())):
            continue
        if _UNREAL.search(message.folded, start, end):
            return
        yield from note.read(message, note, match, end)


def _first(message: Screened, start: int) -> int:
    while start < len(message.folded) and message.folded[start] in " ,.:;!-–—*_\"'":
        start += 1
    return start


# Readers ------------------------------------------------------------------------------------------


def plain(message: Screened, note: Note, match: re.Match[str], _end: int) -> Iterator[Draft]:
    """Read the words of the group as they are."""
    first, last = match.span("v")
    if first < 0:
        first, last = match.span("w")
    yield note.draft(message.text[first:last].strip(), match.end())


def fixed(value: str) -> Reader:
    """Return a reader of a note that says one thing only."""

    def read(_message: Screened, note: Note, match: re.Match[str], _end: int) -> Iterator[Draft]:
        yield note.draft(value, match.end())

    return read


def moment(message: Screened, note: Note, match: re.Match[str], end: int) -> Iterator[Draft]:
    """Read a day: the time of the sentence is the value."""
    if not is_own(message, match.start(), end):
        return
    yield Draft(
        note.slot, TIME, match.end(), subject=USER, dated=Dated.WHEN, confidence=0.8, text=""
    )


def place(message: Screened, note: Note, match: re.Match[str], end: int) -> Iterator[Draft]:
    """Read the name of a place that begins where the group does."""
    stop = match.end("v") if match.end("v") > match.start("v") else end
    found = place_at(message, match.start("v"), stop)
    if found is None or found.folded.split()[-1] in _NO_PLACE:
        return
    if message.shown[found.start].isupper():
        if found.folded not in lexicon.NOT_NAMES - lexicon.PLACES:
            yield note.draft(found.text, found.end)
    elif found.folded in lexicon.PLACES:
        yield note.draft(found.text, found.end)


_NO_PLACE = words_of("season episode century house team room")


def employer(message: Screened, note: Note, match: re.Match[str], end: int) -> Iterator[Draft]:
    """Read an employer by name."""
    stop = match.end("v") if match.end("v") > match.start("v") else end
    found = employer_at(message, match.start("v"), stop)
    if found is not None and (is_name(found) or match.end("v") > match.start("v")):
        yield note.draft(found.text, found.end)


def title(message: Screened, note: Note, match: re.Match[str], end: int) -> Iterator[Draft]:
    """Read an occupation."""
    stop = match.end("v") if match.end("v") > match.start("v") else end
    found = occupation_at(message, match.start("v"), stop)
    if found is not None and (stop in (end, found.end)):
        yield note.draft(found.text, max(found.end, match.end()))


def birth(message: Screened, note: Note, match: re.Match[str], end: int) -> Iterator[Draft]:
    """Read a day of birth: one that is named, never "yesterday"."""
    for read in moment(message, note, match, end):
        yield replace(read, text=BORN)


_DAY_AND_MONTH = re.compile(
    r"(?:[0-9]|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|"
    r"twentieth|thirtieth).*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:jan|feb|mar|apr|"
    r"may|jun|jul|aug|sep|oct|nov|dec)[a-z]* [0-9]"
)


def birth_day(message: Screened, note: Note, match: re.Match[str], end: int) -> Iterator[Draft]:
    """Read the day on which someone turns an age, where day and month are named."""
    if _DAY_AND_MONTH.search(message.text[match.start() : end].lower()):
        yield from birth(message, note, match, end)


def person(message: Screened, note: Note, match: re.Match[str], end: int) -> Iterator[Draft]:
    """Read a personal name that is written as one."""
    found = person_at(message, match.start("v"), end, words=3)
    if found is None or not is_person(message, found):
        return
    yield note.draft(found.text, found.end)


def person_closed(message: Screened, note: Note, match: re.Match[str], end: int) -> Iterator[Draft]:
    """Read a personal name behind which the phrase ends."""
    for read in person(message, note, match, end):
        if AFTER_NAME.match(message.folded, read.end):
            yield read


def is_person(_message: Screened, found: Value) -> bool:
    """Tell a name from a word with a capital."""
    first = found.folded.split()[0]
    if first in lexicon.FIRST_WORDS_NOT_NAMES | lexicon.NOT_NAMES | lexicon.FAMOUS:
        return False
    if first in lexicon.PLACES or first in lexicon.PEOPLE or first in lexicon.NATIONALITIES:
        return False
    return found.text[0].isupper() and not (found.text.isupper() and len(found.text) > 1)


_NO_THING = words_of(
    """the my your his her their our this that these those he she they we it which there here
    now people work everything something nothing all being what how seeing i you who and but
    if when someone anyone everyone one to not no its it's i'm that's there's"""
)
_ABSTRACT = words_of(
    """life time context love money family god stress criticism change feedback news pressure
    heat messages victory war nothing asking spot answer x y lunch today"""
)
_NO_TASTE_ING = re.compile(
    r"(?:asking|saying|telling|mentioning|thinking|knowing|having|making|being|getting|going|"
    r"trying|seeing)\b"
)
_LONGEST_THING = 5


def things(message: Screened, note: Note, match: re.Match[str], _end: int) -> Iterator[Draft]:
    """Read each thing of a list: never one that points at something here, or is someone's."""
    first, last = match.span("v")
    words = message.folded[first:last].split()
    if not words or words[0] in _NO_THING or words[-1] in _NO_THING:
        return
    for value in items(message, first, last):
        if value.folded.split()[0] in VERB_FORMS and not value.folded.split()[0].endswith("ing"):
            return
        if note.slot == "likes" and LIKED_IN_JEST.search(value.folded):
            return
        if value.folded in _ABSTRACT or _NO_TASTE_ING.match(value.folded):
            return
        if POINTING.search(value.folded) or not value.has_at_most(_LONGEST_THING):
            return
        if value.text[0].isupper() and value.folded in lexicon.FAMOUS:
            return
        yield note.draft(value.text, match.end())


def aim(message: Screened, note: Note, match: re.Match[str], end: int) -> Iterator[Draft]:
    """Read a phrase up to its first comma."""
    value = tidied(message, match.start("v"), comma_of(message, match.start("v"), end), verb=True)
    if (
        value is not None
        and " " in value.text
        and not POINTING.search(value.folded)
        and value.has_at_most(9)
    ):
        yield note.draft(value.text, value.end)


def noun(message: Screened, note: Note, match: re.Match[str], end: int) -> Iterator[Draft]:
    """Read one noun phrase, without its article."""
    first, last = match.span("v")
    value = phrase(message, first, last if last > first else end)
    if value is not None and not POINTING.search(value.folded):
        yield note.draft(value.text, max(value.end, match.end()))


__all__ = [
    "CLOSED",
    "THING",
    "Note",
    "Reader",
    "aim",
    "birth",
    "birth_day",
    "employer",
    "fixed",
    "index_of",
    "is_own",
    "is_person",
    "moment",
    "noun",
    "person",
    "person_closed",
    "place",
    "plain",
    "read_notes",
    "things",
    "title",
]
