"""Notes on languages and time zones."""

import re
from collections.abc import Iterator

from remanent.text import lexicon
from remanent.text.drafts import Draft
from remanent.text.lexicon import pattern_of, words_of
from remanent.text.notes import (
    CLOSED,
    Note,
    plain,
)
from remanent.text.patterns_owned import ZONE_NAME
from remanent.text.sentences import Screened
from remanent.text.values import items

# Languages ----------------------------------------------------------------------------------------

_TONGUES = pattern_of(lexicon.LANGUAGES)


def _languages(message: Screened, note: Note, match: re.Match[str], end: int) -> Iterator[Draft]:
    for value in items(message, match.start("v"), end):
        first = value.folded.split()[0]
        if first not in lexicon.LANGUAGES:
            return
        yield note.draft(value.text[: len(first)], value.start + len(first))


_SPOKEN = (
    Note(
        "language",
        (
            r"(?:my )?(?:mother tongues?|first language|native language|languages)(?: is| are|:|,| "
            r"-|"
            rf" =)? (?P<v>)(?={_TONGUES})"
        ),
        _languages,
        words_of("tongue tongues language languages"),
    ),
    Note(
        "language",
        (rf"(?:i was )?raised (?:on|in|speaking|with) (?P<v>)(?={_TONGUES})"),
        _languages,
        words_of("raised"),
    ),
    Note(
        "language",
        (rf"schooled in (?P<v>)(?={_TONGUES})"),
        _languages,
        words_of("schooled"),
        anywhere=True,
    ),
    Note(
        "language",
        (
            rf"(?:i'm |i am )?(?:an? )?(?:native |fluent |heritage )(?P<v>{_TONGUES})(?:[ "
            rf"-]speaker)(?=(?:\s+|(?!\w))(?:$|[,.!]|here\b|so\b|and\b|but\b|btw\b))"
        ),
        plain,
        words_of("speaker"),
    ),
    Note(
        "language",
        (
            r"(?:i'm |i am )?(?:bi|tri|multi)lingual(?: in|:|,| \(| with)? ?(?:in )?"
            rf"(?P<v>)(?={_TONGUES})"
        ),
        _languages,
        words_of("bilingual trilingual multilingual"),
    ),
    Note(
        "language",
        (
            rf"(?:i have |i've |my level is |i'm (?:at )?|with )?(?:an? )?[abc][12](?: level| "
            rf"certificate)?"
            rf"(?: in| of)? (?P<v>{_TONGUES})(?! (?:exam|course|class|test|goal|textbook)){CLOSED}"
        ),
        plain,
        words_of("a1 a2 b1 b2 c1 c2"),
    ),
    Note(
        "language",
        (
            rf"(?:i (?:even |mostly |still |often )?(?:dream|think|swear|count)|(?:i )?can (?:hold "
            rf"a conversation|get "
            rf"by|chat away|make myself understood)) in (?P<v>)(?={_TONGUES})"
        ),
        _languages,
        words_of("conversation dream think swear chat understood get count"),
    ),
    Note(
        "language",
        (rf"(?:zero|no) (?P<v>{_TONGUES})(?=,? (?:so|here|whatsoever|at all)\b|,|$)"),
        plain,
        words_of("zero no"),
        negative=True,
    ),
    Note(
        "language",
        (
            r"i (?:don't|do not|can't|cannot) (?:speak|understand|know) (?:a|one|a single) (?:word|"
            r"lick|"
            rf"bit|jot) of (?P<v>{_TONGUES}){CLOSED}"
        ),
        plain,
        words_of("word lick bit jot"),
        negative=True,
    ),
    Note(
        "language",
        (
            rf"[^.!?]{{0,30}}\bdays? of (?P<v>{_TONGUES})(?=(?:\s+|(?!\w))(?:$|[,.!]|and\b|on\b|so\b))"
        ),
        plain,
        words_of("duolingo"),
    ),
)

# Time zones ---------------------------------------------------------------------------------------

_ZONED = (
    Note(
        "timezone",
        (
            r"(?:we're|i'm|im|we are|i am|we use|we do|i use|i run on|(?:over )?here (?:it's|"
            r"we're)|"
            r"(?:my|our|the) clocks? (?:here )?(?:is|are|runs?|says?)(?: on| set to| in)?|clocks? "
            r"here "
            r"(?:is|are)|(?:my |our )?time ?zone(?: is|:)?|tz(?: is|:)?|my (?:local )?time(?: is|"
            r":)|"
            r"it's (?:[0-9:.]+ ?(?:am|pm)? )?here in|i'm here in|my calendar is (?:on|in|set to)) "
            rf"?(?:on |in |at |the )*(?P<v>{ZONE_NAME}){CLOSED}"
        ),
        plain,
        words_of(
            """utc gmt time cet cest eet eest bst est edt cst cdt mst mdt pst pdt ist jst aest aedt
            awst acst nzst nzdt msk sgt hkt kst pkt sast wat brt europe america asia africa
            australia"""
        ),
    ),
    Note(
        "timezone",
        (r"\b(?:here|now|it's [\w:. ]{1,12}) in (?P<v>(?:utc|gmt) ?[+−-] ?[0-9]{1,2})"),
        plain,
        words_of("utc gmt"),
        anywhere=True,
    ),
    Note(
        "timezone",
        (
            rf"(?:it's )?(?P<v>{ZONE_NAME}),? (?:for me(?! is)|for us(?! is)|over here|here\b(?! "
            rf"in)|all year round|is (?:me|"
            r"mine|my (?:time ?zone|tz)))"
        ),
        plain,
        words_of(
            """utc gmt time cet cest eet eest bst est edt cst cdt mst mdt pst pdt ist jst aest aedt
            awst acst nzst nzdt msk sgt hkt kst pkt sast wat brt"""
        ),
    ),
    Note(
        "timezone",
        (
            r"(?:set|switch|change|update|put) my (?:clock|calendar|time ?zone|account|profile)(?: "
            r"back)? "
            rf"(?:to|on) (?P<v>{ZONE_NAME}|[a-z]+(?: [a-z]+)? time)\b"
        ),
        plain,
        words_of("clock calendar timezone zone account profile"),
        anywhere=True,
        aside=True,
    ),
    Note(
        "timezone",
        (
            r"(?:time-?wise,? )?(?:i'm|we're|i am|we are|im) (?P<v>(?:an|one|two|three|four|five|"
            r"six|"
            r"seven|eight|nine|ten|eleven|twelve|[0-9]{1,2}) hours? (?:ahead of|behind) (?!you\b|"
            r"the\b|"
            r"schedule\b|my\b|him\b|her\b|them\b)[a-z]+)"
        ),
        plain,
        words_of("hour hours"),
    ),
)


NOTES = (*_SPOKEN, *_ZONED)
