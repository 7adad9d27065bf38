"""Rules for tastes that begin with the thing: "olives are not my thing", "jazz slaps".

Each takes the clause and the place where its own words begin.
"""

import re
from collections.abc import Iterator

from remanent.text.clauses import Clause
from remanent.text.drafts import Draft
from remanent.text.patterns_common import POINTING
from remanent.text.patterns_taste import LIKED_IN_JEST
from remanent.text.sentences import HIDDEN, TIME
from remanent.text.subjects import USER
from remanent.text.values import items, phrase, tidied

_THING_IS = re.compile(
    rf"(?P<what>[^,.;:!?{TIME}{HIDDEN}]{{2,60}}?) (?:(?:just|really|simply|honestly|definitely) "
    rf")*(?P<be>is|are|isn't|aren't|is not|are not)(?= )"
)

_MY_THING = re.compile(
    r"\s+(?P<not>not |never )?(?:really |quite |definitely |just |so )?my (?:(?:all-time |"
    r"absolute |new |big |biggest |number one |usual )*)(?P<what>favou?rite(?: [\w]+){0,2}|thing|"
    "cup of tea|jam|idea of fun|pet peeve|weakness|guilty pleasure|passion|hobby|happy place|"
    r"comfort food|nemesis|worst nightmare|least favou?rite(?: [\w]+){0,2})(?=(?:\s+|(?!\w))(?:$|[,.!;:)(]|"
    r"and\b|but\b|ever\b|tbh\b|though\b))"
)

_NO_THING = re.compile(r"(?:the\b|my\b|he\b|she\b|they\b|which\b|there\b|here\b|now\b|today\b)")
_BAD_THINGS = ("pet peeve", "nemesis", "worst", "least")


def my_thing(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "loud chewing is my pet peeve", "gardening is my passion", "X is not my thing"."""
    message = clause.message
    be = _THING_IS.match(message.folded, lead_end, clause.end)
    match = be and _MY_THING.match(message.folded, be.end(), clause.end)
    if be is None or match is None or _NO_THING.match(be["what"]):
        return
    end = be.end("what")
    value = tidied(message, lead_end, end)
    if value is None or POINTING.search(value.folded):
        return
    denied = bool(match["not"]) or "n't" in be["be"] or "not" in be["be"]
    slot = _slot_of(match["what"], denied=denied)
    if slot is not None:
        for item in items(message, lead_end, end):
            yield Draft(slot, item.text, match.end(), subject=USER, confidence=0.85)


def _slot_of(what: str, *, denied: bool) -> str | None:
    if what in {"passion", "hobby"}:
        return None if denied else "hobby"
    if what.startswith(_BAD_THINGS):
        return None if denied else "dislikes"
    return "dislikes" if denied else "likes"


_GROSS = re.compile(
    f"(?P<what>[^,.;:!?{TIME}{HIDDEN}]{{2,40}}?) (?:(?:is|are) (?:so |just |absolutely |"
    "really )?(?:gross|disgusting|vile|revolting|the worst)|makes? me (?:gag|sick|"
    r"want to (?:vomit|puke|hurl)|nauseous))(?=(?:\s+|(?!\w))(?:$|[,.!;:)(]|tbh\b|lol\b|ngl\b|and\b))"
)

_NO_GROSS_THING = re.compile(
    r"(?:the (?!smell|taste|sound|sight|texture)|my\b|that\b|he\b|she\b|they\b|people\b|which\b)"
)


def gross(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "pineapple on pizza is gross", "mushrooms make me gag"."""
    match = _GROSS.match(clause.message.folded, lead_end, clause.end)
    if match is None or _NO_GROSS_THING.match(match["what"]):
        return
    value = tidied(clause.message, lead_end, match.end("what"))
    if value is not None and not POINTING.search(value.folded):
        yield Draft("dislikes", value.text, match.end(), subject=USER, confidence=0.8)


_NOTHING_BEATS = re.compile(
    "(?:nothing (?:beats|is better than|better than|makes me happier than)|(?:you|u) can't beat|"
    "there's nothing (?:like|i (?:love|like|enjoy) more than)) (?P<what>(?!the )"
    f"[^,.;:!?{TIME}{HIDDEN}]{{2,50}})"
)


def nothing_beats(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "nothing beats a cold lemonade"."""
    match = _NOTHING_BEATS.match(clause.message.folded, lead_end, clause.end)
    value = match and phrase(clause.message, match.start("what"), match.end("what"))
    if value is None or POINTING.search(value.folded) or LIKED_IN_JEST.search(value.folded):
        return
    if match is not None:
        yield Draft("likes", value.text, match.end(), subject=USER, confidence=0.8)


_SLAPS = re.compile(
    rf"(?P<what>[^,.;:!?{TIME}{HIDDEN}]{{2,40}}?) (?:slaps|rocks)(?=(?:\s+|(?!\w))(?:$|[,.!;:)(]|tbh\b|lol\b|"
    r"ngl\b|so hard\b))"
)

_NO_SLAPPING_THING = re.compile(r"(?:the|my|that|he|she|they|we|you)\b")


def slaps(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "pineapple on pizza slaps"."""
    match = _SLAPS.match(clause.message.folded, lead_end, clause.end)
    if match is None or _NO_SLAPPING_THING.match(match["what"]):
        return
    value = tidied(clause.message, lead_end, match.end("what"))
    if value is not None and not POINTING.search(value.folded):
        yield Draft("likes", value.text, match.end(), subject=USER, confidence=0.8)


RULES = (my_thing, gross, nothing_beats, slaps)
