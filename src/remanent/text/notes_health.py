"""Notes on health."""

import re

from remanent.model.fact import Stance
from remanent.text import lexicon
from remanent.text.drafts import Dated
from remanent.text.lexicon import pattern_of, words_of
from remanent.text.notes import (
    SHORT,
    Note,
    fixed,
    plain,
)
from remanent.text.sentences import TIME
from remanent.text.values import NUMBER

_ILLS = pattern_of(
    lexicon.CONDITIONS
    | lexicon.CONDITION_PHRASES
    | {"the flu", "flu", "glandular fever", "a hernia", "a cold"}
)
_ILL_WORDS = frozenset(
    word
    for ill in lexicon.CONDITIONS | lexicon.CONDITION_PHRASES | {"flu", "hernia"}
    for word in re.split("[ '-]", ill)
    if len(word) > 1
)
_ADJECTIVES = pattern_of(
    {word for word in lexicon.CONDITION_ADJECTIVES if not word.startswith(("a ", "an "))}
    - {"blind", "bipolar", "autistic"}
)
_HEALTH = (
    Note(
        "health",
        (
            rf"(?:fully |partially |totally |mildly |badly )?(?P<v>{_ADJECTIVES}|deaf in (?:the|my|"
            rf"one) (?:left |"
            rf"right )?ear|(?:{NUMBER}|[a-z]+) (?:weeks|months) pregnant)(?=(?:\s+|(?!\w))(?:$|[,.!{TIME}]| "
            rf"(?:since|for|"
            r"here|from|flying|travelling|traveling|and i|so|with|btw|myself)\b| - ))"
        ),
        plain,
        frozenset(
            word
            for ill in lexicon.CONDITION_ADJECTIVES
            for word in re.split("[ -]", ill)
            if len(word) > SHORT
        ),
    ),
    Note(
        "health",
        (r"(?P<v>deaf in (?:the|my|one) (?:left |right )?ear)\b"),
        plain,
        words_of("deaf"),
        anywhere=True,
    ),
    Note(
        "health",
        (
            rf"(?:i'm |im |i am |still |currently )?(?:living|dealing|battling|struggling|coping|"
            rf"down|recovering|"
            rf"ill|sick|laid up|off work|in bed|having|fighting)(?: with| from| off)? (?:the |a |"
            rf"my |bad |severe )*(?P<v>{_ILLS})(?![\w'-])"
            rf"(?=(?:\s+|(?!\w))(?:$|[,.!{TIME}]|and\b|so\b|since\b|but\b|for\b|again\b|here\b|makes?\b))"
        ),
        plain,
        _ILL_WORDS,
    ),
    Note(
        "health",
        (
            rf"(?:(?:my (?P<v>{_ILLS})(?:'s| is| has| are)? (?:bad|worse|terrible|awful|means i|"
            rf"flares? up|flared up|keeps me|"
            rf"kept me))|(?:the |this )?(?P<w>{_ILLS})(?:'s| is| has| are)? (?:back|playing up|"
            rf"acting up|flaring up|killing "
            r"me|driving me|keeping me|got me))\b"
        ),
        plain,
        _ILL_WORDS,
    ),
    Note(
        "health",
        (
            rf"\b(?:i've|i have|i got|i've got|ive got|got) (?:a touch of |a bit of |mild |severe |"
            rf"bad |chronic )?(?P<v>{_ILLS})(?=(?:\s+|(?!\w))(?:$|[,.!)]|and\b|so\b|but\b|in (?:my|both)\b|"
            rf"again\b|since\b|too\b|btw\b|which\b|as well\b))"
        ),
        plain,
        _ILL_WORDS,
        anywhere=True,
    ),
    Note(
        "health",
        (
            rf"(?:the|my) (?P<v>{_ILLS}) (?:has |have |is |are )?(?:finally )?(?:lifted|gone|"
            rf"cleared(?: up)?|cured|in remission|a thing of the past)\b"
        ),
        plain,
        _ILL_WORDS,
        stance=Stance.END,
    ),
    Note(
        "health",
        (
            rf"[^\W\d_]+ passed (?:on )?(?:his|her|their) (?P<v>{_ILLS}|colou?r[- ]blindness|bad "
            rf"knees) (?:on )?(?:down )?to me\b"
        ),
        plain,
        words_of("passed"),
        others=True,
    ),
    Note(
        "health",
        (
            r"we(?:'re| are) (?P<v>expecting)(?=(?:\s+|(?!\w))(?:$|[,.!]| (?:a baby|again|in|our|twins|"
            r"number)\b))"
        ),
        plain,
        words_of("expecting"),
    ),
    Note(
        "health",
        (r"(?:i'm |im |i am |as )?(?:an? )?(?P<v>wheelchair user)\b"),
        plain,
        words_of("wheelchair"),
    ),
    Note(
        "health",
        (r"(?:before|since|after) (?:the|my) (?P<v>stroke|heart attack|transplant)\b(?! of)"),
        plain,
        words_of("stroke attack transplant"),
        anywhere=True,
    ),
    Note(
        "event",
        (
            r"(?:i )?(?P<v>had (?:an?|my|both) (?:[\w]+ ){0,2}?(?:hip|knee|hips|knees|appendix|"
            r"tonsils|gallbladder|"
            r"cataract|cataracts|wisdom teeth|kidney|tooth) (?:replaced|out|removed|done|fixed))\b"
        ),
        plain,
        words_of("replaced out removed done fixed"),
        dated=Dated.WHEN,
    ),
    Note(
        "event",
        (
            r"(?:(?:i'm|im|i am|we're|we are|guess who's|and we're|and i'm) )?just (?:got |come |"
            r"came )?(?P<v>back from (?:an? |the |our |my )?(?!the (?:gym|shop|shops|doctor|"
            r"doctors|dentist|store|toilet|pub)\b|work\b|lunch\b|school\b|"
            r"holiday\b)[^,.;:!?]{3,40}?)(?=(?:\s+|(?!\w))(?:$|[,.!]| and| feet| but))"
        ),
        plain,
        words_of("back"),
        dated=Dated.WHEN,
    ),
    Note(
        "event",
        (r"(?:she|he) said ye+s+\b(?! (?:to|when|that)\b)"),
        fixed("said yes"),
        frozenset(f"ye{'s' * count}" for count in range(1, 8)),
        others=True,
    ),
    Note(
        "event",
        (
            rf"(?P<v>defended(?: my (?:thesis|phd|dissertation))?)(?=\s*{TIME}|\s*,? (?:with )?no "
            rf"corrections)"
        ),
        plain,
        words_of("defended"),
        dated=Dated.WHEN,
    ),
)


NOTES = _HEALTH
