"""Reading an occupation where one is named: a word that is one, and no way of speaking."""

import re

from remanent.text import lexicon
from remanent.text.sentences import Screened
from remanent.text.values import Value, phrase

_LONGEST_TITLE_WORDS = 5

_FALSE_TITLE = re.compile(
    r"\b(?:big|huge|bad|terrible|good|great|amateur|hobby|wannabe|would-be|aspiring|keen|avid|"
    "decent|failed|awful|lousy|budding|future|former|ex|fake|imaginary|casual|hopeless|hardcore|"
    "mere|frustrated|self-taught|self-proclaimed|self-confessed|fair|slow|fast|quick|nervous|"
    "careful|bit|lot|total|complete|real|armchair|weekend|kind|sort|nice|better|worse|heavy|"
    r"secret|natural|born|not|no|like|more|aspirational)\b|\bex-"
)

_FALSE_TITLE_AFTER = re.compile(
    r"\s*(?:at heart|short\b|for my (?:kids|family)|in (?:my own|this) (?:kitchen|home|house|org|"
    r"team|office)|by night|in training|wannabe|in (?:(?:a|my|another) (?:past|former|previous|"
    "head|dreams|life)|(?:this|my|the) (?:game|story|campaign|play|show|film|movie|book|novel|"
    "simulation|scenario|roleplay|dream))|in disguise|for (?:halloween|the (?:day|night|weekend|"
    r"evening))|fan\b|of (?:my|your|this|that|words|habit|time|sorts|fortune|the)|'s|mode\b|"
    "when it comes|in the (?:game|play|school|story|show|film|movie)|compared|or (?:anything|"
    "something))"
)

_TITLE_UNTIL = re.compile(
    r"\s(?:at|for|with|in|on|from|of(?! (?:marketing|sales|engineering|product|design|operations|"
    "hr|finance|research|data|it|history|physics|biology|chemistry|maths|mathematics|english|"
    "music|philosophy|law|economics|science|state|studies|staff))|by|who|working|and|but|or|based|"
    "living|specialising|specializing|near|out|turned|to|now|not|where|right|until|here|there|too|"
    r"these|during|under|since|again|originally|currently|full|part|outside|between|over)\b|/"
)

_NOT_OCCUPATIONS = tuple(lexicon.NOT_OCCUPATIONS)
_OF_FIELD = re.compile(r"(?:head|director|vp|chief|professor|lecturer|teacher|student) of ")


def occupation_at(message: Screened, start: int, end: int) -> Value | None:
    """Read what someone is by occupation ("a lighthouse keeper", "CTO"); None where it is none."""
    while start < end and message.folded[start] == " ":
        start += 1
    value = phrase(message, start, end, until=_TITLE_UNTIL)
    if value is None or not value.has_at_most(_LONGEST_TITLE_WORDS):
        return None
    if _FALSE_TITLE.search(value.folded) or value.folded.endswith(_NOT_OCCUPATIONS):
        return None
    if _FALSE_TITLE_AFTER.match(message.folded, value.end):
        return None
    if value.folded.endswith("resident") and message.folded.startswith(" of ", value.end):
        return None
    return value if _is_occupation(value.folded) else None


def _is_occupation(words: str) -> bool:
    said = words.split()
    if said[-1] in lexicon.OCCUPATIONS or _OF_FIELD.match(words):
        return True
    return any(" ".join(said[-count:]) in lexicon.OCCUPATION_PHRASES for count in (1, 2, 3, 4))
