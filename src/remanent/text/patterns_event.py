"""Rules for what happened: done and dated, or news in itself."""

import re
from collections.abc import Iterator

from remanent.text.clauses import Clause
from remanent.text.drafts import Dated, Draft
from remanent.text.lexicon import words_of
from remanent.text.patterns_plan import ERRANDS, plan_value
from remanent.text.sentences import TIME
from remanent.text.verbs import Form, stems, verb_of

_NOT_EVENTS = words_of(
    """stop grow be think say tell ask mention mean want need try forget hear know feel like
    love hate hope dream wonder use send write upload paste read notice realize realise decide
    guess believe remember wish look seem sound call talk speak work live move understand add
    put expect assume suppose agree worry plan can do keep let miss mix misread type click
    search google chat check suggest recommend explain show update fix change ask reply
    respond answer email text post sleep wake struggle"""
)

_EVENT_NOUNS = re.compile(
    r"\s+(?:an? |my |our |the |another )?(?:[\w'-]+ ){0,3}?(?:surgery|covid|the flu|pneumonia|"
    "replacement|transplant|vasectomy|hysterectomy|mastectomy|colonoscopy|endoscopy|tonsils out|"
    "appendix out|crash|viva|operation|baby|interview|appointment|exam|accident|check-?up|"
    "miscarriage|wedding|party|funeral|meeting|lunch|dinner|breakfast|brunch|call|date|scan|"
    "biopsy|picnic|barbecue|bbq|procedure|c-section|test|haircut|performance|recital|gig|concert|"
    "visitors?|guests?|sleepover|reunion|graduation|presentation|session|class|lesson|race|match|"
    r"game|root canal|tooth out|wisdom teeth|stroke|heart attack|mri|x-ray)\b"
)

_NEWS = re.compile(
    r"(?:pass (?:my|our|the|an?) [\w' -]*(?:test|exam|exams|bar|finals|viva|driving|certification|"
    r"boards?)\b(?! suite)|graduate\b(?! to\b)(?! (?:from |of )?(?:the )?(?:school|university) of "
    r"(?:hard knocks|life))|finish (?:my|our) (?:\w+ )?(?:phd|thesis|degree|"
    "dissertation|masters?|master's|novel|book|chemo|training|apprenticeship|marathon|residency|"
    r"first)|win (?:the|an?|my|our|first|second|third|gold|silver|bronze)\b[\w' -]*(?:prize|award|"
    "medal|race|tournament|competition|championship|lottery|trophy|contest|cup|scholarship|raffle|"
    "election|final|title|marathon|league|gold|silver|bronze|match|place)|run (?:my first|the|a|"
    r"an) (?:[\w']+ )*(?:marathon|half|ultra|10k|5k)|publish (?:my|our) (?:first |debut |"
    "second )?(?:book|novel|paper|article|thesis|album|memoir|game|app|collection|story)|"
    "hand in my (?:thesis|dissertation|phd)|submit my (?:thesis|dissertation|phd|manuscript)|"
    r"defend my|give birth|break (?:my|both my) (?:\w+ )?(?:arm|leg|wrist|ankle|collarbone|toe|"
    "foot|finger|nose|hip|hand|elbow|rib|knee|shoulder|ribs|wrists|arms|legs|thumb)|complete my|"
    "become (?:an? )?(?:uncle|aunt|dad|mum|mom|father|mother|grandmother|grandfather|grandma|"
    "grandpa|citizen|parent)|get (?:promoted|a promotion|a raise|accepted|my (?:citizenship|"
    "driving licence|driver's license|licence|license|degree|black belt|green card|visa))|tear my|"
    "sprain my|dislocate my|fracture my|earn my|receive my)"
)

_VAGUE_OBJECT = re.compile(
    r"\s+(?:one|some more|a few more|more|some of|somewhere|someone|somebody|something|everything|"
    r"nothing|all|another one)\b"
)

_RUN_PROGRAM = re.compile(
    r"\s+(?:an?|the|my|some|all) (?:\w+ )?(?:query|tests?|script|build|command|job|program|"
    r"diagnostics?|migration|update|scan|backup)\b"
)

_GAVE_TALK = re.compile(
    r"\s+(?:an?|my|our|the) (?:[\w-]+ ){0,2}?(?:talk|speech|presentation|lecture|concert|recital|"
    r"performance|workshop)\b"
)

_GOT_THING = re.compile(
    r"\s+(?:an? |my |our |the )?[\w' -]*(?:haircut|tattoo|vaccine|jab|results?|shot|surgery|cast|"
    r"braces|stitches|piercing|back from|home from|letter|offer|raise|promotion|award)\b"
)

_SAW_ONLINE = re.compile(
    r"\s+(?:that|how|on|in|your|this|what|an? (?:post|video|article|clip|tweet|ad|thing))\b"
)

_FOUND_OUT = re.compile(
    r"\s+(?:out|across|up|this|that|your|it|a (?:mistake|look|break|nap)|sure|time|place|care)\b"
)


# What must follow a verb that is dated, but seldom an event by itself; and what must not.
_NEEDED = {"have": _EVENT_NOUNS, "give": _GAVE_TALK, "get": _GOT_THING}
_RULED_OUT = {
    "run": re.compile(rf"{_RUN_PROGRAM.pattern}|\s+(?:out|late|low|over|short|dry|errands)\b"),
    "see": _SAW_ONLINE,
    "watch": _SAW_ONLINE,
    "find": _FOUND_OUT,
    "sell": re.compile(r"\s+(?:out|off|up|short)\b"),
    "leave": re.compile(
        r"\s+(?:the|my|our|an?|it|them) (?:oven|stove|light|lights|door|window|windows|tap|car|keys?|phone|"
        r"office|room|table|bag|wallet|umbrella|coat|iron|kettle|message|comment|review|note|tip)\b"
    ),
    "come": _FOUND_OUT,
    "make": _FOUND_OUT,
    "take": _FOUND_OUT,
}
_SAYS_ENOUGH = words_of("graduate retire")
_SUFFERED = re.compile(
    r"\s+(?:robbed|mugged|burgled|hospitali[sz]ed|arrested|elected|nominated|knighted|baptised|"
    "baptized|rescued|stung|bitten|scammed|hacked|evicted|naturali[sz]ed|discharged|awarded|"
    r"ordained|admitted to|vaccinated|rear-ended|stranded)\b"
)
_SUFFERED_VERBS = words_of("be get")


_HARD_KNOCKS = re.compile(r"\b(?:school|university|college) of (?:hard knocks|life)\b")
_MANY_TIMES = re.compile(r"\bevery (?:single )?(?:other )?\w+|\bfrom [\w ]+ to [a-z]")
"""What happened time and again is no event, and "graduated from tutorials to projects" is none."""

_DEFENDED = re.compile(r"\s+(?:my|our) (?:\w+ )?(?:thesis|phd|dissertation|title|viva)|\s*$")


def event(clause: Clause, *, past: bool) -> Iterator[Draft]:
    """Read what is done and dated, or news in itself: "I saw the dentist yesterday".

    `past` is True where the clause names a time that is over.
    """
    if not clause.happened or clause.subject.owned or not clause.subject.is_user:
        return
    news = _NEWS.match(f"{clause.verb} {clause.folded.strip()}") is not None
    if clause.form is Form.PERFECT and not (news and clause.adverbs & {"just", "finally"}):
        return
    suffered = clause.verb in _SUFFERED_VERBS and _SUFFERED.match(clause.folded) is not None
    if not (news or (past and (suffered or _is_worth_telling(clause)))):
        return
    if _HARD_KNOCKS.search(clause.folded) or _MANY_TIMES.search(clause.folded):
        return
    if clause.verb == "defend" and not _DEFENDED.match(clause.folded):
        return
    if clause.verb in _RULED_OUT and _RULED_OUT[clause.verb].match(clause.folded):
        return
    read = plan_value(clause, clause.verb_start)
    if read is not None and (" " in read[0] or clause.verb in _SAYS_ENOUGH):
        confidence = 0.8 if clause.elided else 0.85
        yield Draft("event", read[0], read[1], dated=Dated.WHEN, confidence=confidence)


_THEIR_NEWS = re.compile(
    r"(?:break|fracture|tear|sprain|pass|fail|defend|finish|publish|graduate|lose)\b(?: (?:his|her|"
    r"their) [\w' -]*"
    r"(?:arm|leg|wrist|ankle|collarbone|toe|foot|finger|nose|hip|hand|elbow|rib|knee|shoulder|"
    r"exams?|test|"
    r"thesis|phd|degree|finals|viva|book|novel|job)\b|$| from )"
)


def event_of_another(clause: Clause, *, past: bool) -> Iterator[Draft]:
    """Read "Omar broke his collarbone on Saturday"."""
    if not clause.happened or clause.subject.owned or clause.subject.is_user or clause.elided:
        return
    if not past and "just" not in clause.adverbs:
        return
    if (
        _THEIR_NEWS.match(f"{clause.verb} {clause.folded.replace(TIME, '').strip()}".strip())
        is None
    ):
        return
    read = plan_value(clause, clause.verb_start)
    if read is not None:
        yield Draft("event", read[0], read[1], dated=Dated.WHEN, confidence=0.8)


_OF_WEIGHT = re.compile(
    r"\b(?:thesis|dissertation|phd|house|flat|exams?|wedding|funeral|chemo|degree|novel|marathon|"
    r"lease|mortgage|"
    r"first|last|debut|shop|restaurant|bakery|business|café|cafe|gallery|visa|citizenship)\b"
)


def _is_worth_telling(clause: Clause) -> bool:
    """Tell "I saw the dentist" from "I thought", "I did take it" and "I got some more"."""
    if stems(clause.verb) & ERRANDS and not _OF_WEIGHT.search(clause.folded):
        return False
    if (
        clause.verb in {"buy", "book", "watch", "plant"}
        and clause.form is Form.PAST
        and clause.elided
    ):
        return False
    if stems(clause.verb) & _NOT_EVENTS or _VAGUE_OBJECT.match(clause.folded):
        return False
    said = clause.message.folded[clause.verb_start : clause.rest].strip()
    if clause.form is Form.PAST and verb_of(said, "past") is None:
        return False
    needed = _NEEDED.get(clause.verb)
    return needed is None or needed.match(clause.folded) is not None
