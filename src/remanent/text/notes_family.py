"""Notes on people: partners, children and other kin."""

import re
from collections.abc import Iterator

from remanent.model.fact import Stance
from remanent.text.drafts import Dated, Draft
from remanent.text.lexicon import words_of
from remanent.text.names import person_at
from remanent.text.notes import (
    CLOSED,
    Note,
    fixed,
    is_person,
    plain,
)
from remanent.text.sentences import TIME, Screened
from remanent.text.values import NUMBER

_SPOUSE = (
    r"(?:other half|better half|wife|husband|missus|hubby|wifey|fiancée?|fiancee|boyfriend|"
    r"girlfriend|"
    r"bf|gf|partner|spouse)"
)


def _partner(message: Screened, note: Note, match: re.Match[str], end: int) -> Iterator[Draft]:
    found = person_at(message, match.start("v"), end, words=2, expected=True)
    if found is None or not message.shown[found.start].isupper() or not is_person(message, found):
        return
    yield note.draft(found.text, max(found.end, match.end()))


_FOR_LIFE = (
    Note(
        "partner",
        (
            rf"\b(?:(?:my|our) {_SPOUSE}(?:,| -| –| \(|,? called| is called| named|'s called|'s "
            rf"name is|, aka)?|the "
            rf"{_SPOUSE}(?:,| -| –| \(|'s called|'s name is)) ?(?P<v>)(?=[^\W\d_]+(?: "
            rf"[^\W\d_]+)?(?:\s*$|[,.!)]| -|'s| "
            r"(?:and|is|has|was|works|wants|loves|hates|likes|gets|thinks|will|can|can't|from|does|"
            r"says|got)\b))"
        ),
        _partner,
        words_of(
            """half wife husband missus hubby wifey fiancé fiancée fiance fiancee boyfriend
            girlfriend bf gf partner spouse"""
        ),
        anywhere=True,
    ),
    Note(
        "partner",
        (rf"(?:my )?{_SPOUSE}'s name(?: [\w ]{{2,30}}?)?(?: is|:) (?P<v>)"),
        _partner,
        words_of("name"),
    ),
    Note(
        "partner",
        (rf"(?P<v>)[^\W\d_]+ \((?:my |the )?{_SPOUSE}\)"),
        _partner,
        words_of(
            "wife husband hubby wifey boyfriend girlfriend bf gf partner fiancé fiancée fiance"
        ),
        anywhere=True,
    ),
    Note(
        "partner",
        (
            r"(?:i'm|im|i am) (?P<v>)[^\W\d_]+'s (?:wife|husband|boyfriend|girlfriend|partner|"
            r"fiancée?)\b"
        ),
        _partner,
        words_of("wife husband boyfriend girlfriend partner fiancé fiancée"),
        anywhere=True,
    ),
    Note(
        "partner",
        (
            r"(?P<v>)[^\W\d_]+ and (?:me|i) (?:are|have been|'ve been|were|got) (?:official|"
            r"together|"
            r"dating|engaged|married|a couple|an item|going strong|exclusive)\b"
        ),
        _partner,
        words_of("official together dating engaged married couple item strong exclusive"),
    ),
    Note(
        "partner",
        (
            r"(?P<v>)[^\W\d_]+ (?:is not|isn't|isnt|is no longer) my (?:boyfriend|girlfriend|"
            r"partner|fiancée?|husband|wife)(?=.*\b(?:any ?more|longer)\b|.*longer)"
        ),
        _partner,
        words_of("boyfriend girlfriend partner husband wife fiancé fiancée"),
        stance=Stance.END,
        dated=Dated.CHANGE,
    ),
    Note(
        "partner",
        (
            r"(?P<v>)[^\W\d_]+, (?:to whom|whom) i(?:'ve| have|'m| am)? (?:been |am )?(?:married|"
            r"engaged)"
        ),
        _partner,
        words_of("whom"),
    ),
    Note(
        "relationship",
        (r"[^\W\d_]+, to whom i(?:'ve| have|'m| am)? (?:been |am )?(?P<v>married|engaged)"),
        plain,
        words_of("whom"),
    ),
    Note(
        "relationship",
        (
            rf"(?:(?:i'm |we're |i am |we are |been |we've been )?(?P<v>married|wed|separated|"
            rf"divorced|"
            rf"widowed|single|engaged|happily married|in a civil partnership) (?:(?:for )?(?:over |"
            rf"nearly "
            rf"|almost )?(?:{NUMBER}|[a-z]+) years|since\b|again since|(?={TIME})))"
        ),
        plain,
        words_of("married wed separated divorced widowed single engaged partnership"),
    ),
    Note(
        "relationship",
        (
            rf"(?:{NUMBER} (?:years|yrs)|{TIME}+) (?P<v>married|wed|divorced|single)(?! (?:life|"
            rf"people|men|women|mum|mom)\b)"
        ),
        plain,
        words_of("married wed divorced single"),
    ),
    Note(
        "relationship",
        (
            r"i(?:'ve| have)? (?:got |finally have |now have )?an? (?:new )?(?:bf|gf|boyfriend|"
            r"girlfriend)"
            rf"(?! (?:who|that|called|named))(?: now)?{CLOSED}"
        ),
        fixed("in a relationship"),
        words_of("bf gf boyfriend girlfriend"),
    ),
    Note(
        "relationship",
        (
            r"(?:i'm |we're )?(?:not|no longer) (?P<v>engaged|married|single|together|dating)(?: "
            r"any ?more\b|(?<=longer engaged)|(?<=longer married)|(?<=longer single))"
        ),
        plain,
        words_of("engaged married single together dating"),
        stance=Stance.END,
        dated=Dated.CHANGE,
    ),
    Note(
        "relationship",
        (r"not married, (?:never (?:was|have been)|and never)"),
        fixed("single"),
        words_of("married"),
    ),
    Note(
        "relationship",
        (r"(?:we're|we are|i'm|i am|im) getting (?:a )?(?P<v>divorced?)\b"),
        fixed("getting divorced"),
        words_of("divorce divorced"),
    ),
)

_KIN = (
    r"(?:girls|boys|kids|children|daughters|sons|grandkids|grandchildren|siblings|sisters|brothers|"
    r"nieces|nephews|stepkids|stepsons|stepdaughters)"
)
_YOUNG = r"(?:youngest|eldest|oldest|middle one|little one|firstborn|newborn|wee one|toddler)"


def _child(message: Screened, note: Note, match: re.Match[str], end: int) -> Iterator[Draft]:
    found = person_at(message, match.start("v"), end, words=1, expected=True)
    if found is not None and message.shown[found.start].isupper() and is_person(message, found):
        yield note.draft(f"{match['kin']} {found.text}", found.end)


_RELATIVES = (
    Note(
        "family",
        (
            rf"(?P<v>(?:{NUMBER}|a couple of) (?:little |grown-up |teenage |older |younger |small |"
            rf"young |"
            rf"grown |wee |beautiful )?{_KIN})(?=\s*(?:,(?! (?:one|two|no|three)\b)|$|[.!]| under "
            rf"(?:ten|five|[0-9])| and (?:no|"
            r"another|an?|two|one|three)\b| here| at home))"
        ),
        plain,
        words_of(
            """girls boys kids children daughters sons grandkids grandchildren siblings sisters
            brothers nieces nephews stepkids stepsons stepdaughters"""
        ),
    ),
    Note(
        "family",
        (
            r"(?:[^.!?]{0,60}, )?no (?P<v>kids|children|siblings|grandchildren|brothers or "
            r"sisters)(?=(?:\s+|(?!\w))(?:$|[,.!]| yet| of (?:my|our) own| here))"
        ),
        plain,
        words_of("kids children siblings grandchildren brothers"),
        negative=True,
    ),
    Note(
        "family",
        (
            rf"(?:proud |i'm |im |i am |an? |new |very )*(?P<v>(?:grandma|grandpa|grandmother|"
            rf"grandfather|"
            rf"granny|nan|gran|grandad|mum|mom|mother|dad|father|auntie|aunt|uncle|parent) (?:to|"
            rf"of) "
            rf"(?:{NUMBER})(?: [a-z]+){{0,2}}?){CLOSED}"
        ),
        plain,
        words_of(
            """grandma grandpa grandmother grandfather granny nan gran grandad mum mom mother dad
            father auntie aunt uncle parent"""
        ),
    ),
    Note(
        "family",
        (
            rf"\b(?:my|our) (?P<kin>{_YOUNG})(?:,| -| –| \(|, called| called|'s called)? "
            rf"(?P<v>)(?=[^\W\d_]+(?:[,.!)]| -|$| (?:has|is|was|just|starts?|turns?|turned|loves?|"
            rf"and|can|keeps?|won't|needs?)\b))"
        ),
        _child,
        words_of("youngest eldest oldest middle little firstborn newborn wee toddler"),
        anywhere=True,
    ),
    Note(
        "family",
        (rf"(?:i'm |im |i am |as )?(?:an )?(?P<v>only child){CLOSED}"),
        plain,
        words_of("only"),
    ),
)


NOTES = (*_FOR_LIFE, *_RELATIVES)
