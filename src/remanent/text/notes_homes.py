"""Notes on where someone lives and comes from."""

import re
from collections.abc import Iterator

from remanent.text import lexicon
from remanent.text.drafts import Dated, Draft
from remanent.text.lexicon import pattern_of, words_of
from remanent.text.notes import (
    Note,
    place,
    plain,
)
from remanent.text.places import place_at
from remanent.text.sentences import TIME, Screened

_DWELLINGS = (
    "(?:place|flat|apartment|house|home|studio|cottage|bungalow|houseboat|condo|bedsit|flatshare|"
    "houseshare|loft|townhouse|farmhouse|maisonette|room)"
)
_CAPITALS = re.compile(r"[^\W\d_a-z][\w'’-]*(?: [^\W\d_a-z][\w'’-]*)*$")


def _place_before(message: Screened, note: Note, match: re.Match[str], end: int) -> Iterator[Draft]:
    """Read the name that ends where the group does: "what's on in Ghent, where I live"."""
    first, last = match.span("v")
    name = _CAPITALS.search(message.shown[first:last])
    found = name and place_at(message, first + name.start(), min(last, end))
    if found is not None and found.end == last:
        yield note.draft(found.text, match.end())


_HOMES = (
    Note(
        "home",
        (
            r"(?P<v>(?:[\w'’-]+ ){0,2}[\w'’-]+), where (?:i|we)(?:'m|'re| am| are|'ve| have)? "
            r"(?:now |currently |still |always )?(?:live|living|lived all|been living|based|"
            r"reside)\b"
        ),
        _place_before,
        words_of("where"),
        anywhere=True,
        aside=True,
    ),
    Note(
        "home",
        (
            rf"(?:{TIME}+|(?:[\w-]+ )?[\w-]+ years) in (?P<v>)(?=[^.!?]{{3,30}}?,? (?:and counting|"
            rf"now|"
            r"already|and still|and (?:i|we) still)\b)"
        ),
        place,
        words_of("counting now still already"),
        anywhere=True,
    ),
    Note(
        "home",
        (
            rf"\b(?:from|at|to|in|of) (?:my|our) (?:little |tiny |new |own |rented )?{_DWELLINGS}"
            r"(?: here| up| down| out| over)? in (?P<v>)"
        ),
        place,
        words_of("place flat apartment house home studio cottage bungalow condo loft"),
        anywhere=True,
    ),
    Note(
        "home",
        (r"(?<!feel )(?<!feel so )(?:now |back )?at home (?:in |\()(?P<v>)"),
        place,
        words_of("home"),
        anywhere=True,
    ),
    Note(
        "home",
        (
            r"(?:(?:i'm|we're|i am|we are|im) in |(?:i|we)(?:'ve| have)? (?:got |had |rent |share "
            r")?)"
            rf"an? (?:(?!holiday|second|summer|weekend|rental|doll)[\w'-]+ "
            rf"){{0,3}}?(?:{_DWELLINGS}|village|town|suburb)(?: (?:above|over|behind|"
            r"near|by|next to|with|opposite) [\w' -]{3,28}?)? (?:in|near|outside|just outside) "
            r"(?P<v>)"
        ),
        place,
        words_of(
            "flat apartment house studio cottage bedsit flatshare bungalow village town suburb"
        ),
    ),
    Note(
        "home",
        (
            rf"{_DWELLINGS} (?:that )?(?:i'm|we're|i am|we are|i|we) (?:now )?(?:renting|rent|live "
            rf"in|"
            r"living in|share|sharing|in) (?:now )?is in (?P<v>)"
        ),
        place,
        words_of("renting rent live living in"),
        anywhere=True,
    ),
    Note(
        "home",
        (
            r"(?:i |we )?(?:recently |just |finally )?(?:swapped|traded) (?:[\w'’-]+ ){1,3}for "
            rf"(?P<v>)(?=an? (?:[\w-]+ ){{0,2}}?(?:village|town|{_DWELLINGS}|farm|suburb) |"
            rf"(?:{pattern_of(lexicon.PLACES)})\b)"
        ),
        place,
        words_of("swapped traded"),
        dated=Dated.CHANGE,
    ),
    Note("home", (r"(?:i'm|im|i am|we're|we are) (?P<v>[\w-]+)-based\b"), place, words_of("based")),
    Note(
        "home",
        (
            r"(?P<v>(?:[\w'’-]+ ){0,2}[\w'’-]+) is (?:where (?:i|we) (?:live|am based|'m based)|"
            r"(?:my|our) home\b)"
        ),
        place,
        words_of("where home"),
    ),
    Note(
        "home",
        (r"(?:currently |now )?(?:residing|resident|settled) (?:in|at) (?P<v>)"),
        place,
        words_of("residing resident settled"),
    ),
    Note(
        "origin",
        (
            r"(?:my roots (?:are|lie) in|where (?:i come|i'm|im|i am) from \(|i was (?:raised|"
            r"brought "
            r"up|reared) in|raised in|brought up in|(?:i'm|i am) originally from|originally from) "
            r"?(?P<v>)"
        ),
        place,
        words_of("roots where raised brought reared originally"),
    ),
    Note(
        "origin",
        (r"(?:my|our) home ?town(?:,| \(| of|:| -)\s*(?P<v>)"),
        place,
        words_of("hometown home"),
        anywhere=True,
        others=True,
    ),
    Note(
        "origin",
        (
            r"(?P<v>(?:[\w'’-]+ ){0,1}[\w'’-]+?) (?:born(?:,| and)? (?:[\w'’-]+ )?(?:and )?bred|"
            r"(?:girl|"
            r"boy|lad|lass|gal|native) (?:through and through|at heart|born and bred|by birth))\b"
        ),
        place,
        words_of("bred through heart"),
    ),
    Note(
        "origin",
        (
            r"(?:i'm )?(?:an? )?(?P<v>brummie|scouser|geordie|cockney|mancunian|glaswegian|"
            r"liverpudlian|"
            r"londoner|yorkshireman|yorkshire lass|kiwi|aussie|texan|new yorker|parisian|berliner|"
            r"sicilian|cornishman|cornish|bavarian|dubliner|mackem|weegie|aberdonian|quebecker|"
            rf"{pattern_of(lexicon.NATIONALITIES)}) (?:through and through|born and bred|by birth|"
            rf"at "
            r"heart and by birth)\b"
        ),
        plain,
        words_of("through bred birth"),
    ),
    Note(
        "origin",
        (
            rf"(?:as|being) an? (?P<v>{pattern_of(lexicon.NATIONALITIES)}|dane|scot|swede|finn|turk|pole|brit|spaniard)(?=,| (?:i|i'm|my|"
            rf"myself)\b)"
        ),
        plain,
        words_of("as being"),
    ),
)


NOTES = _HOMES
