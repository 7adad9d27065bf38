"""Rules for allergies and conditions that are told by what they do, or named in passing."""

import re
from collections.abc import Iterator

from remanent.model.fact import Stance
from remanent.text import lexicon
from remanent.text.clauses import Clause
from remanent.text.drafts import Dated, Draft, draft
from remanent.text.lexicon import pattern_of, words_of
from remanent.text.patterns_common import POINTING
from remanent.text.sentences import Screened
from remanent.text.values import Value, items
from remanent.text.verbs import Form

# Allergies ----------------------------------------------------------------------------------------

_HOW_BAD = "(?:(?:severe|bad|terrible|serious|mild|deadly|awful|nasty|known|stupid|new|lifelong) )*"
_ALLERGY_IN_PASSING = re.compile(
    rf"\bmy {_HOW_BAD}(?P<what>[a-z]+(?: (?!allerg)[a-z]+)?(?: and [a-z]+)?) (?:allergy|allergies|"
    r"intolerance)\b(?! (?:season|test|appointment|shots?|specialist|doctor|clinic|app|free))"
)
_NO_ALLERGEN = re.compile(
    r"\b(?:food|other|only|main|seasonal|own|list|of|son|daughter|kid|kids|wife|husband|partner|"
    "mum|mom|dad|dog|cat|friend|sister|brother|supposed|spring|bad|childhood|usual|many|various|"
    r"stupid|actual|and)\b"
)
_IS_OVER = re.compile(
    r"\b(?:outgr\w+|grew out of|grown out of|cured|gone|no longer|used to|got over|beat|overcame)\b"
)


def allergy_in_passing(message: Screened, start: int, end: int) -> Iterator[Draft]:
    """Yield an allergy that is named beside what is said: "because of my nut allergy I ..."."""
    for match in _ALLERGY_IN_PASSING.finditer(message.folded, start, end):
        over = _IS_OVER.search(message.folded, start, end) is not None
        for value in items(message, *match.span("what")):
            words = set(value.folded.split())
            if _NO_ALLERGEN.search(value.folded) or words & lexicon.JOKE_ALLERGENS:
                return
            stance = Stance.END if over else Stance.ASSERT
            yield Draft(
                "allergy", value.text, match.end(), stance=stance, subject="user", confidence=0.85
            )


_REACTS_TO = re.compile(
    r"\s+(?:(?:really |very |so )?(?:badly|terribly|horribly|violently|severely|strongly|poorly|"
    r"allergically)) to\s+"
)
_EPIPEN_FOR = re.compile(
    r"\s+an? epi-?pen (?:for|because of|due to|in case of) (?:my |"
    r"an? )?(?P<what>[^,.;:!?]{2,40}?)(?: allerg(?:y|ies))?(?=(?:\s+|(?!\w))(?:$|[,.;!)]|and\b|so\b|at\b|"
    r"everywhere\b|with\b))"
)
_RASH_FROM = re.compile(
    r"\s+(?:out )?(?:in )?(?:hives|a rash|anaphylaxis|an allergic reaction|swollen lips|itchy|"
    "an itchy (?:throat|mouth))(?: all over)? (?:from|(?:whenever|when|every time|if) i (?:eat|"
    r"have|touch|take|drink|wear)|after eating)\s+"
)
_NO_TRIGGER = re.compile(
    r"\b(?:stress|heat|cold|sun|work|exercise|nerves|anxiety|anything|everything|something|that|"
    "this|it|shaving|being|criticism|change|changes|pressure|surprises|news|failure|noise|"
    r"conflict|rejection|people|feedback|deadlines|praise|authority|them|him|her|everyone)\b"
)


def react_to(clause: Clause) -> Iterator[Draft]:
    """Read "I react badly to sulfites", "I get hives from strawberries"."""
    if not clause.holds or clause.form is not Form.PRESENT or clause.elided:
        return
    if clause.verb == "carry":
        match = _EPIPEN_FOR.match(clause.folded)
        span = match and (clause.rest + match.start("what"), clause.rest + match.end("what"))
    else:
        match = (_REACTS_TO if clause.verb == "react" else _RASH_FROM).match(clause.folded)
        span = match and (clause.rest + match.end(), clause.rest_end)
    if span is None:
        return
    for value in items(clause.message, *span):
        if _NO_TRIGGER.search(value.folded) or POINTING.search(value.folded):
            return
        if not value.has_at_most(_SHORT):
            return
        yield draft(clause, "allergy", value)


_SHORT = 3
_OUTGREW = re.compile(
    r"\s+(?:out of )?(?:my|his|her|the|an?) (?:childhood )?(?P<what>[a-z]+(?: [a-z]+)?) "
    r"(?:allergy|allergies|intolerance)\b"
)


def outgrow(clause: Clause) -> Iterator[Draft]:
    """Read "I outgrew my egg allergy"."""
    match = _OUTGREW.match(clause.folded)
    if match is None or not clause.happened:
        return
    start, end = clause.rest + match.start("what"), clause.rest + match.end("what")
    for value in items(clause.message, start, end):
        yield Draft("allergy", value.text, value.end, stance=Stance.END, dated=Dated.CHANGE)


_HAD_REACTION = re.compile(
    r"\s+an? (?:(?:severe|bad|terrible|serious|mild|massive|really bad|nasty|"
    r"full-blown) )*(?:allergic|anaphylactic) reaction to\s+"
)


def had_reaction(clause: Clause) -> Iterator[Draft]:
    """Read "I had an allergic reaction to shrimp"."""
    match = _HAD_REACTION.match(clause.folded)
    if (
        match is None
        or clause.negated
        or clause.form not in {Form.PAST, Form.PRESENT, Form.PERFECT}
    ):
        return
    for value in items(clause.message, clause.rest + match.end(), clause.rest_end):
        if (
            not value.has_at_most(_SHORT)
            or POINTING.search(value.folded)
            or _NO_TRIGGER.search(value.folded)
        ):
            return
        yield Draft("allergy", value.text, value.end)


# Conditions ---------------------------------------------------------------------------------------

# As nouns behind "my" these may be something else.
_AMBIGUOUS = words_of(
    "ms pots add bipolar autism afib cfs lyme resident psoriatic hiv covid cancer lupus shingles "
    "bronchitis"
)
_SURE = pattern_of(
    {name for name in lexicon.CONDITIONS if name not in _AMBIGUOUS}
    | {
        "type 1 diabetes",
        "type 2 diabetes",
        "high blood pressure",
        "chronic pain",
        "sleep apnea",
        "sleep apnoea",
        "rheumatoid arthritis",
        "celiac disease",
        "coeliac disease",
        "social anxiety",
        "hearing loss",
        "crohn's disease",
    }
)
_CONDITION_IN_PASSING = re.compile(
    r"\b(?:for|with|of|because of|due to|about|by|manage|manages|managing|despite|given|thanks to|"
    "treating|control|helps?) my (?:(?:chronic|severe|mild|bad|terrible|awful|"
    rf"stupid) )*(?P<what>{_SURE})(?![\w'-])"
)


AILMENTS = words_of("allergy allergies intolerance pain pressure disease apnea loss crohn") | (
    frozenset(lexicon.CONDITIONS) - _AMBIGUOUS
)


def condition_in_passing(message: Screened, start: int, end: int) -> Iterator[Draft]:
    """Yield a condition that is named beside what is said: "a snack for my diabetes"."""
    for match in _CONDITION_IN_PASSING.finditer(message.folded, start, end):
        if _IS_OVER.search(message.folded, start, end):
            return
        value = message.text[match.start("what") : match.end("what")]
        yield Draft("health", value, match.end(), subject="user", confidence=0.8)


_STRUGGLES_WITH = re.compile(
    rf"\s+with (?:my |an? )?(?P<what>(?:chronic |severe |mild |bad |clinical )?(?:{_SURE}|ms|"
    rf"bipolar disorder|lupus|hiv))(?![\w'-])"
)


def live_with(clause: Clause) -> Iterator[Draft]:
    """Read "I live with chronic pain", "I struggle with anxiety"."""
    match = _STRUGGLES_WITH.match(clause.folded)
    if match is None or not (clause.holds or clause.ended):
        return
    if clause.elided and clause.form is not Form.PERFECT_PROGRESSIVE:
        return
    start, end = clause.rest + match.start("what"), clause.rest + match.end("what")
    yield draft(clause, "health", Value(clause.message.text[start:end], start, end))


_RECOVERED_FROM = re.compile(
    rf"\s+from (?P<what>{pattern_of(lexicon.CONDITIONS | lexicon.CONDITION_PHRASES)})(?![\w'-])"
)
_BEAT = re.compile(
    rf"\s+(?P<what>{pattern_of(lexicon.CONDITIONS | lexicon.CONDITION_PHRASES)})(?![\w'-])"
)


def recover(clause: Clause) -> Iterator[Draft]:
    """Read "I recovered from Lyme disease"."""
    match = (_RECOVERED_FROM if clause.verb == "recover" else _BEAT).match(clause.folded)
    if match is None or not clause.happened:
        return
    start, end = clause.rest + match.start("what"), clause.rest + match.end("what")
    yield Draft(
        "health", clause.message.text[start:end], end, stance=Stance.END, dated=Dated.CHANGE
    )
