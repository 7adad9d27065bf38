"""Rules for allergies and conditions."""

import re
from collections.abc import Iterator

from remanent.text import lexicon
from remanent.text.clauses import Clause
from remanent.text.drafts import Dated, Draft, draft
from remanent.text.lexicon import pattern_of
from remanent.text.patterns_common import IS_CLAUSE, POINTING, with_negation
from remanent.text.sentences import TIME
from remanent.text.subjects import USER
from remanent.text.values import Value, items, phrase, tidied
from remanent.text.verbs import Form

_ALLERGIC_AGAIN = re.compile(r"(?:\w+ )?(?:allergic|intolerant) to ")


def _allergens(clause: Clause, start: int) -> Iterator[Draft]:
    """Yield each allergen of a list, up to the first that is none: "allergic to Mondays"."""
    for item in items(clause.message, start, clause.rest_end):
        again = _ALLERGIC_AGAIN.match(item.folded)  # "to peanuts, and mildly allergic to soy"
        skipped = again.end() if again is not None else 0
        value = Value(item.text[skipped:], item.start + skipped, item.end)
        words = value.folded.split()
        if words[0] in _ANYTHING or not lexicon.JOKE_ALLERGENS.isdisjoint(words):
            return
        if POINTING.search(value.folded) or IS_CLAUSE.search(value.folded):
            return
        if _SOMEONES.search(clause.message.folded, max(0, value.start - 5), value.start):
            return  # "allergic to my ex"
        yield draft(clause, "allergy", value)


_SOMEONES = re.compile(r"\b(?:my|our|your|his|her|their) $")
_ANYTHING = frozenset({"anything", "nothing", "everything"})


_ALLERGIC = re.compile(r"\s*(?:allergic|intolerant|hypersensitive|anaphylactic) to\s+(?:both )?")

_INTOLERANT = re.compile(
    r"\s*(?P<what>(?:lactose|gluten|fructose|dairy|histamine|wheat|egg|soy|nut|peanut|"
    r"salicylate)[- ](?:intolerant|allergic|sensitive))\b"
)


def be_allergic(clause: Clause) -> Iterator[Draft]:
    """Read "I'm allergic to nuts, dairy and shellfish", "I'm lactose intolerant"."""
    if (
        clause.form not in {Form.PRESENT, Form.PERFECT} and not clause.ended
    ) or clause.subject.owned:
        return
    match = _ALLERGIC.match(clause.folded)
    if match is not None:
        yield from _allergens(clause, clause.rest + match.end())
        return
    match = _INTOLERANT.match(clause.folded)
    if match is not None:
        start, end = clause.rest + match.start("what"), clause.rest + match.end("what")
        what = match["what"]
        value = Value(clause.message.text[start:end], start, end)
        if what.endswith("allergic"):
            value = Value(value.text[: -len("-allergic")], start, end)
        yield draft(
            clause,
            "allergy",
            value,
            text=f"is {value.text}" if "toler" in what or "sens" in what else "",
        )


_HAVE_ALLERGY = re.compile(
    r"\s+(?:an? |any )?(?:(?:severe|bad|terrible|serious|mild|life-threatening|deadly|slight|"
    "bit of|awful|nasty|full-blown|known|food|really|very|strong) )*(?:(?:allergy|allergies|"
    "intolerance|allergic reactions?|anaphylaxis) to (?P<to>[^;:.!?()]{2,80})|"
    r"(?P<what>[\w-]+(?: [\w-]+)?(?: and [\w-]+)?) (?:allergy|allergies|intolerance)\b)"
)

_NO_ALLERGEN = re.compile(
    "(?:no|any|food|some|several|multiple|bad|seasonal|many|few|lots of|my|the|spring|all kinds|"
    r"no known|other)\b"
)

_NO_SUCH = re.compile(r"(?:no|any) (?=[\w-]+$)(?!known)")

_AND_ALSO = re.compile(r"(?:,? and|,)(?= )")


def have_allergy(clause: Clause) -> Iterator[Draft]:
    """Read "I have a nut allergy", "I have an allergy to latex"."""
    if clause.form not in {Form.PRESENT, Form.PERFECT} or clause.subject.owned:
        return
    match = _HAVE_ALLERGY.match(clause.folded)
    if match is None:
        return
    if match["to"]:
        yield from _allergens(clause, clause.rest + match.start("to"))
        return
    none = _NO_SUCH.match(match["what"])
    if none is not None:
        start = clause.rest + match.start("what") + none.end()
        end = clause.rest + match.end("what")
        value = Value(clause.message.text[start:end], start, end)
        yield draft(with_negation(clause, negated=True), "allergy", value)
        return
    if _NO_ALLERGEN.match(match["what"]):
        return
    for value in items(
        clause.message, clause.rest + match.start("what"), clause.rest + match.end("what")
    ):
        yield draft(clause, "allergy", value)
    also = _AND_ALSO.match(clause.message.folded, clause.rest + match.end(), clause.rest_end)
    if also is not None:
        yield from _conditions(clause, also.end())


_ALLERGIES_ARE = re.compile(r"\s+(?:are|is|include)?\s*(?:to\s+)?")

_ALLERGIES_ACT = re.compile(
    r"\s*(?:bad|terrible|acting|killing|really|so|getting|worse|awful|back|under|fine|gone|severe|"
    r"mild|the worst|crazy|playing|driving)\b"
)

_ALLERGY_TO = re.compile(r"\s+(?:to )?")


def own_allergy(clause: Clause) -> Iterator[Draft]:
    """Read "my allergies are dust and pollen"."""
    if clause.form is not Form.PRESENT or clause.negated:
        return
    owned = clause.subject.owned.split()[-1]
    if owned in {"allergies", "allergy"} and _ALLERGIES_ARE.match(clause.folded):
        if _ALLERGIES_ACT.match(clause.folded):
            return
        match = _ALLERGY_TO.match(clause.folded)
        yield from _allergens(clause, clause.rest + (match.end() if match else 0))


def have_condition(clause: Clause) -> Iterator[Draft]:
    """Read "I have asthma", "I don't have diabetes"."""
    if (
        clause.form not in {Form.PRESENT, Form.PERFECT}
        or clause.subject.owned
        or clause.mood == "can"
    ):
        return
    yield from _conditions(clause, clause.rest)


_CONDITION_WORDS = pattern_of(lexicon.CONDITION_PHRASES | lexicon.CONDITIONS)

_HAVE_CONDITION = re.compile(
    r"\s+(?:from\s+)?(?:(?:an? |any |some |my |both )?(?:(?:mild|severe|chronic|bad|terrible|"
    "quite bad|really bad|clinical|moderate|occasional|frequent|regular|awful|late-stage|"
    r"stage \w+|exercise-induced|childhood|early-onset|inattentive|combined type|seasonal|"
    "undiagnosed|high-functioning|really|generalised|generalized|crippling|constant|rheumatoid|"
    "type [12]|lifelong|touch of|bit of|postnatal|postpartum|diagnosed|"
    rf"social) )*)(?P<what>{_CONDITION_WORDS})(?P<after>(?![\w'-]).{{0,24}})"
)

_CONDITION_CLOSED = re.compile(
    rf"\s*(?:$|[,.!?;:)(&/{TIME}—–-]|(?:and|but|so|since|in|that|which|too|as|from (?:an?|my|birth|"
    rf"childhood|"
    r"all)|because|bc|with|these|right|on|at|if|so|lol|btw|though|now|again|or|really|pretty|quite|"
    r"badly|for|after|"
    r"due|caused|plus|every|most|whenever|a lot|all|only|mostly|sometimes|often|anymore|any|"
    r"instead|already|i|he|she|diagnosed|thanks|atm|rn|type|is|are)\b)"
)
_NO_CONDITION_AFTER = re.compile(
    r"\s*(?:about|over|screening|symptoms|test|appointment|research|awareness|insurance|scare|jab|"
    "vaccine|specialist|when|from|attack over|related|group|charity|meeting|clinic|patients?|"
    r"survivors?|ward|in (?:the|my|our) family|on my (?:mother|father|mum|mom|dad)|days?|pills?|"
    r"medication)\b"
)

_CONDITION_QUALIFIER = re.compile(
    r"(?:chronic|type [12]|rheumatoid|seasonal|social|postnatal|postpartum) $"
)

_SECOND_CONDITION = re.compile(
    "(?:,? and |, |,? or )(?:(?:an? |mild |severe |chronic |some |"
    rf"also )*)(?P<what>{_CONDITION_WORDS})(?![\w'-])"
)


def _conditions(clause: Clause, start: int) -> Iterator[Draft]:
    folded, message = clause.message.folded, clause.message
    match = (
        _HAVE_CONDITION.match(folded, start, clause.rest_end) if start < clause.rest_end else None
    )
    if match is None:
        return
    if _NO_CONDITION_AFTER.match(match["after"]) or not _CONDITION_CLOSED.match(match["after"]):
        return
    first = match.start("what")
    qualifier = _CONDITION_QUALIFIER.search(folded[start:first])
    if qualifier is not None:
        first = start + qualifier.start()
    value = tidied(message, first, match.end("what"))
    if value is None:
        return
    yield draft(clause, "health", value)
    following = _SECOND_CONDITION.match(folded, match.end("what"), clause.rest_end)
    if following is not None:
        more = tidied(message, following.start("what"), following.end("what"))
        if more is not None:
            yield draft(clause, "health", more)


_RECURRING_CONDITION = re.compile(
    r"\s+(?:\w+ )?(?:migraines|panic attacks|hay fever|hayfever|vertigo|sinusitis|cystitis|eczema|"
    "gout|chronic)"
)


def get_condition(clause: Clause) -> Iterator[Draft]:
    """Read "I get migraines", "I suffer from insomnia"."""
    if clause.form is not Form.PRESENT or clause.negated or clause.mood == "can":
        return
    if clause.verb == "get" and not _RECURRING_CONDITION.match(clause.folded):
        return
    if clause.verb == "suffer" and not clause.folded.startswith(" from"):
        return
    yield from _conditions(clause, clause.rest)


_CONDITION_ADJECTIVES = re.compile(
    r"\s*(?P<what>(?:[0-9]+|\w+) (?:weeks|months) "
    rf"pregnant|{pattern_of(lexicon.CONDITION_ADJECTIVES)})(?=(?:\s+|(?!\w))(?:$|[,.!;:)({TIME}]|and\b|but\b|"
    r"so\b|in (?:one|my|both|the (?:left|right))\b|since\b|with (?:twins|triplets|my|our|a|an|"
    r"number|baby)\b|too\b|now\b|because\b|"
    r"which\b|myself\b|lol\b|btw\b|as well\b|if\b))"
)

_DIAGNOSED = re.compile(
    rf"\s*(?:just |recently |finally |officially )?diagnosed(?:\s+{TIME}+)?\s+(?:as\s+(?:an? )?|"
    r"(?:with\s+))"
)

_ELIDED_CONDITION = re.compile(r"\s*(?:coeliac|celiac|diabetic)")

_DEAF_TO = re.compile(r"(?:deaf|blind) to\b")


def be_ill(clause: Clause) -> Iterator[Draft]:
    """Read "I'm diabetic", "I was diagnosed with ADHD"."""
    if clause.subject.owned:
        return
    match = _DIAGNOSED.match(clause.folded)
    if (
        match is not None
        and not clause.negated
        and clause.form in {Form.PAST, Form.PERFECT, Form.PRESENT}
    ):
        yield from _diagnosis(clause, clause.rest + match.end())
        return
    if clause.form not in {Form.PRESENT, Form.PERFECT}:
        return
    if clause.elided and not _ELIDED_CONDITION.match(clause.folded):
        return
    match = _CONDITION_ADJECTIVES.match(clause.folded)
    if match is not None:
        start, end = clause.rest + match.start("what"), clause.rest + match.end("what")
        if _DEAF_TO.match(clause.folded.strip()):
            return
        value = tidied(clause.message, start, end)
        if value is not None:
            yield draft(clause, "health", value)


_DIAGNOSIS_UNTIL = re.compile(r"\s(?:at|in|by|on|a|from|with|age|aged|last)\b")


def _diagnosis(clause: Clause, start: int) -> Iterator[Draft]:
    conditions = list(_conditions(clause, start - 1))
    if conditions:
        yield from (
            Draft(read.slot, read.value, read.end, dated=Dated.CHANGE, confidence=read.confidence)
            for read in conditions
        )
        return
    match = _CONDITION_ADJECTIVES.match(clause.message.folded, start, clause.rest_end)
    if match is not None:
        value = tidied(clause.message, match.start("what"), match.end("what"))
        if value is not None:
            yield draft(clause, "health", value, dated=Dated.CHANGE)
        return
    value = phrase(clause.message, start, clause.rest_end, until=_DIAGNOSIS_UNTIL)
    if value is not None and value.has_at_most(4) and not POINTING.search(value.folded):
        yield draft(clause, "health", value, dated=Dated.CHANGE)


def own_condition(clause: Clause) -> Iterator[Draft]:
    """Read "my asthma is acting up": one has it, whatever it does."""
    noun = clause.subject.owned
    if noun.split()[-1] in lexicon.CONDITIONS and clause.subject.is_user and not clause.ended:
        yield Draft("health", noun, clause.subject.end, confidence=0.85)


def get_diagnosed(clause: Clause) -> Iterator[Draft]:
    """Read "I got diagnosed with coeliac disease"."""
    match = _DIAGNOSED.match(clause.folded)
    if match is not None and clause.form in {Form.PAST, Form.PERFECT} and not clause.negated:
        yield from _diagnosis(clause, clause.rest + match.end())


_STINGS = re.compile(
    "(?P<what>[^,.;:!?]{2,40}?) (?:sends? me to (?:the )?(?:er|a&e|hospital|emergency)|"
    "gives? me (?:hives|a rash|anaphylaxis|an allergic reaction)|makes? my (?:mouth|throat|lips?|"
    "tongue|face|eyes|skin) (?:itch|swell up|swell|tingle|burn|close up|puff up)|"
    "makes? me (?:break out in hives|break out|swell up|come out in hives)|"
    "brings? me out in (?:hives|a rash|spots|welts|bumps)|makes? me (?:sneeze|wheeze|itchy|itch)|"
    r"triggers? my allerg(?:y|ies)|sets? off my allerg(?:y|ies)|could kill me)\b"
)

_UNSURE = re.compile(r"kill me$|me (?:sneeze|wheeze|itchy?)$")

_NO_STINGER = re.compile(
    r"(?:the way|my\b|your\b|this|that|it|he|she|they|you|work|stress|thinking|the)\b"
)


def stings(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "bee stings send me to the ER", "kiwi gives me hives"."""
    match = _STINGS.match(clause.message.folded, lead_end, clause.end)
    if match is None or _NO_STINGER.match(match["what"]):
        return
    unsure = _UNSURE.search(match[0]) is not None
    if unsure and "allerg" not in clause.message.folded:
        return
    for value in items(clause.message, lead_end, match.end("what")):
        yield Draft("allergy", value.text, match.end(), subject=USER)


_ALLERGY_HERE = re.compile(
    r"(?P<what>[a-z]+(?: [a-z]+)?) allergy (?:here|over here)(?=(?:\s+|(?!\w))(?:$|[,.!;:)(]))"
)

_HOW_SEVERE = re.compile(
    r"(?:(?:severe|bad|serious|mild|deadly|life-threatening|nasty|massive|strong) )+"
)
_ARTICLE_FIRST = re.compile(r"(?:the|my|your|any|no|a)\b")


_LISTED_ALLERGIES = re.compile(
    r"(?:my |known |food )*allerg(?:y|ies)(?: to)?\s*(?::|=| - )\s*(?!none|no\b|n/a)"
)


def listed_allergies(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "my allergies: dust, mould, pollen"."""
    match = _LISTED_ALLERGIES.match(clause.message.folded, lead_end, clause.end)
    if match is not None:
        yield from _allergens(clause, match.end())


def allergy_here(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "shellfish allergy here"."""
    match = _ALLERGY_HERE.match(clause.message.folded, lead_end, clause.end)
    if match is not None and not _ARTICLE_FIRST.match(match["what"]):
        start = match.start("what")
        bad = _HOW_SEVERE.match(match["what"])
        start += bad.end() if bad is not None else 0
        value = clause.message.text[start : match.end("what")]
        yield Draft("allergy", value, match.end(), subject=USER, confidence=0.8)
