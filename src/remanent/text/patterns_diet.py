"""Rules for what someone eats, does not eat, and has given up."""

import re
from collections.abc import Iterator

from remanent.model.fact import Stance
from remanent.text import lexicon
from remanent.text.clauses import Clause
from remanent.text.drafts import Dated, Draft, draft
from remanent.text.lexicon import pattern_of, words_of
from remanent.text.patterns_common import CONSUMED, POINTING, with_negation
from remanent.text.predicates import Mood
from remanent.text.sentences import TIME
from remanent.text.values import Value, items, phrase, tidied
from remanent.text.verbs import Form

_ANY_MORE = re.compile(r"\s(?:any ?more|any longer)\b")

_CONSUMED_WHERE = re.compile(r"\s(?:at|on|in|for|during|with|out)\s")

_AVOIDED = CONSUMED | words_of("peanuts shrimp tomatoes soya wheat strawberries kiwi")
_AVOIDED_PHRASES = frozenset({"red meat", "animal products", "raw fish"})


def eat_diet(clause: Clause) -> Iterator[Draft]:
    """Read "I eat vegan", "I don't eat pork"."""
    if clause.form is not Form.PRESENT or clause.ended or clause.mood is not Mood.IS:
        return
    if clause.negated:
        yield from _does_not_consume(clause)
        return
    value = phrase(clause.message, clause.rest, clause.rest_end)
    if value is None or clause.verb != "eat" or clause.elided:
        return
    if value.folded.removeprefix("mostly ").removeprefix("strictly ") in lexicon.DIETS:
        yield draft(clause, "diet", value)


_SOMETIMES = re.compile(
    r"\b(?:on (?:weekdays|weekends|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|"
    r"planes)|after "
    r"(?!the|a |my)|before|during|at (?:night|lunch|work)|while)\b"
)


def _does_not_consume(clause: Clause) -> Iterator[Draft]:
    where = _CONSUMED_WHERE.search(clause.folded)
    if _SOMETIMES.search(clause.message.text[clause.rest : clause.end].lower()):
        return  # "I don't eat bread after six"
    end = clause.rest + where.start() if where else clause.rest_end
    for item in items(clause.message, clause.rest, end):
        if item.folded.split()[0] not in CONSUMED and item.folded not in _AVOIDED_PHRASES:
            return
        yield _avoids(clause, item, f"does not {clause.verb} {item.text}")


def _avoids(clause: Clause, item: Value, text: str) -> Draft:
    positive = with_negation(clause, negated=False)
    return draft(positive, "diet", f"no {item.text}", end=item.end, text=text)


_ABSTAINED = {"drink": {"alcohol", "at all"}, "smoke": {"cigarettes", "weed"}, "vape": set[str]()}


def abstain(clause: Clause) -> Iterator[Draft]:
    """Read "I don't smoke", "I don't drink alcohol"."""
    if clause.form is not Form.PRESENT or not clause.negated or clause.mood is not Mood.IS:
        return
    value = phrase(clause.message, clause.rest, clause.rest_end)
    if value is None and clause.folded.strip(" ,.!"):
        return
    if value is not None and value.folded not in _ABSTAINED[clause.verb]:
        return
    words = clause.verb
    if value is not None and value.folded != "at all":
        words = f"{clause.verb} {value.text}"
    end = value.end if value is not None else clause.rest
    yield draft(clause, "habit", words, end=end, text=f"does not {words}")


def no_longer_consume(clause: Clause) -> Iterator[Draft]:
    """Read "I no longer eat meat", "I don't drink coffee any more", "I used to smoke"."""
    if not clause.ended or clause.form not in {Form.PRESENT, Form.PAST}:
        return
    value = phrase(clause.message, clause.rest, clause.rest_end, until=_ANY_MORE)
    if value is not None:
        yield Draft("habit", f"{clause.verb} {value.text}", value.end, stance=Stance.END)
    elif not clause.folded.strip():
        yield Draft("habit", clause.verb, clause.rest, stance=Stance.END)


_NEVER_HAD = words_of(
    "dairy gluten nuts peanuts lactose shellfish eggs wheat soy caffeine sugar alcohol"
)
_ALLERGIC_TO_IT = re.compile(r"allerg|coeliac|celiac|intoleran")
_ALLERGIC_FOR = re.compile(r"[^.!?]{0,20}\bi'm (?:\w+ )?allergic(?! to\b)")
_REACTION = re.compile(
    r"\b(?:swells?|swelling|rash|hives|itch\w*|goes? numb|throat|tongue|lips?|anaphyla\w*|epi-?pen|"
    r"blotch\w*|breaks? out|comes? (?:out|up) in)\b"
)
_REACH_OF_A_REASON = 60  # characters after the clause
_SHORT_WORDS = 2


def cannot_eat(clause: Clause) -> Iterator[Draft]:
    """Read "I can't eat gluten"; and "I can't have nuts, I'm allergic" as the allergy."""
    if clause.mood is not Mood.CAN or not clause.negated or clause.form is not Form.PRESENT:
        return
    reach = min(len(clause.message.folded), clause.end + _REACH_OF_A_REASON)
    folded = clause.message.folded
    allergic = _ALLERGIC_TO_IT.search(folded, clause.start, reach) or _REACTION.search(
        folded, clause.end, reach
    )
    if clause.verb == "have" and allergic is None:
        if clause.folded.strip(" .,!") in _NEVER_HAD:
            value = clause.folded.strip(" .,!")
            yield _avoids(clause, Value(value, clause.rest, clause.end), f"cannot have {value}")
        return
    for item in items(clause.message, clause.rest, clause.rest_end):
        if not item.has_at_most(_SHORT_WORDS) or POINTING.search(item.folded):
            return
        if allergic is not None:
            yield draft(with_negation(clause, negated=False), "allergy", item)
        elif item.folded.split()[0] in _AVOIDED:
            yield _avoids(clause, item, f"cannot {clause.verb} {item.text}")
        else:
            return


_AVOIDS = re.compile(r"\s+(?:(?:eating|all|any|most|anything with|foods? with) )*(?=[a-z])")


def avoid(clause: Clause) -> Iterator[Draft]:
    """Read "I avoid gluten", "I don't touch pork"."""
    if clause.form not in {Form.PRESENT, Form.PROGRESSIVE} or clause.mood is not Mood.IS:
        return
    if clause.negated != (clause.verb in {"touch", "do"}) or clause.elided or clause.ended:
        return
    match = _AVOIDS.match(clause.folded)
    if match is None or clause.subject.owned:
        return
    for item in items(clause.message, clause.rest + match.end(), clause.rest_end):
        if not (item.folded in _AVOIDED_FOODS or item.folded in _AVOIDED_PHRASES):
            return
        yield _avoids(clause, item, f"avoids {item.text}")


_SINCE_WHEN = re.compile(rf"\s*(?:{TIME}|(?:in|for|since)\b)")


def has_not_eaten(clause: Clause) -> Iterator[Draft]:
    """Read "I haven't eaten meat since 1998"."""
    if clause.form is not Form.PERFECT or not clause.negated or clause.elided:
        return
    value = phrase(clause.message, clause.rest, clause.rest_end, until=_CONSUMED_WHERE)
    if value is None or not (value.folded in _AVOIDED_FOODS or value.folded in _AVOIDED_PHRASES):
        return
    if _SINCE_WHEN.match(clause.message.folded, value.end):
        yield _avoids(clause, value, f"has not eaten {value.text}")


_AVOIDED_FOODS = _AVOIDED - words_of("tea milk soda wine beer spirits fizzy juice coffee animals")
_EATS_NO = re.compile(r"\s+no (?=[a-z])")
_OFF = re.compile(r"\s+off (?=[a-z])")


def eat_no(clause: Clause) -> Iterator[Draft]:
    """Read "I eat no meat", "I'm off sugar"."""
    if clause.form is not Form.PRESENT or not clause.holds or clause.elided or clause.subject.owned:
        return
    match = (_OFF if clause.verb == "be" else _EATS_NO).match(clause.folded)
    if match is None:
        return
    for item in items(clause.message, clause.rest + match.end(), clause.rest_end):
        if item.folded not in _AVOIDED_FOODS | _AVOIDED_PHRASES | {"coffee"}:
            return
        if _TODAY.match(clause.message.text, item.end):
            return
        yield _avoids(clause, item, f"eats no {item.text}")


_TODAY = re.compile(r"\s*(?:today|tonight|this (?:week|morning|month))\b", re.IGNORECASE)
_ONLY_NOW = re.compile(rf"\s*(?:{TIME}|today|tonight|now|right now|this time|yet)")

_SINCE = re.compile(r"\s*(?:since|for)\b", re.IGNORECASE)
_NONE_FOR_ME = re.compile(
    r"no (?P<what>[a-z]+(?: [a-z]+)?(?:(?:,? (?:or|and) |, )[a-z]+)?) for (?:me|us)\b"
)


def no_for_me(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "no gluten for me"."""
    match = _NONE_FOR_ME.match(clause.message.folded, lead_end, clause.end)
    if match is None:
        return
    for value in items(clause.message, match.start("what"), match.end("what")):
        now = _ONLY_NOW.match(clause.message.folded, match.end())
        since = _SINCE.match(clause.message.text, match.end())
        if value.folded.split()[0] not in _AVOIDED or not (now is None or since is not None):
            return
        reach = min(len(clause.message.folded), clause.end + _REACH_OF_A_REASON)
        if _ALLERGIC_FOR.match(clause.message.folded, match.end(), reach):
            yield draft(clause, "allergy", value, end=match.end())
        else:
            yield draft(clause, "diet", f"no {value.text}", end=match.end())


_QUIT_THINGS = re.compile(
    r"\s+(?:up\s+)?(?P<what>(?:(?:eating|drinking|using|taking|buying|playing|watching|going to|"
    r"doing|wearing|reading|biting) [\w '-]{2,30}?|smoking|drinking|vaping|sugar|caffeine|coffee|"
    "alcohol|meat|dairy|gluten|cigarettes|social media|nicotine|gambling|chocolate|soda|booze|"
    "running|dairy products|fish|bread|carbs|swimming|climbing|cycling|knitting|meditating|"
    "red meat|beer|wine|instagram|facebook|twitter|tiktok|reddit)(?: and (?:drinking|smoking|"
    rf"sugar|coffee|alcohol|dairy))?)(?=(?:\s+|(?!\w))(?:$|[,.!;:)({TIME}]|and\b|but\b|because\b|for\b|"
    r"after\b|when\b|in\b|cold turkey|completely|altogether|entirely|so\b|last\b|this\b|since\b|"
    r"again\b|years\b|ages\b|months\b|any more\b))"
)

_DIET_WORDS = pattern_of(lexicon.DIETS)

_BEING_ON_DIET = re.compile(
    rf"\s+being (?:an? )?(?P<diet>{_DIET_WORDS})(?=(?:\s+|(?!\w))(?:$|[,.!;:)({TIME}]|and\b|but\b|after\b|"
    r"because\b|when\b))"
)


def quit_habit(clause: Clause) -> Iterator[Draft]:
    """Read "I quit smoking", "I gave up sugar", "I stopped eating meat"."""
    if clause.form not in {Form.PAST, Form.PERFECT} or clause.negated or clause.ended:
        return
    was = _BEING_ON_DIET.match(clause.folded)
    if was is not None and clause.verb in {"stop", "quit"}:
        yield Draft(
            "diet", was["diet"], clause.rest + was.end(), stance=Stance.END, dated=Dated.CHANGE
        )
        return
    match = _QUIT_THINGS.match(clause.folded)
    if match is None or (clause.verb == "give") != match[0].lstrip().startswith("up "):
        return
    start, end = clause.rest + match.start("what"), clause.rest + match.end("what")
    value = tidied(clause.message, start, end)
    if value is None or POINTING.search(value.folded):
        return
    yield Draft("habit", value.text, value.end, stance=Stance.END, dated=Dated.CHANGE)


_DIET = re.compile(
    r"\s*(?:an? )?(?P<diet>(?:mostly |strictly |strict |lifelong |fully |"
    rf"100% )?(?:{_DIET_WORDS})s?)(?: (?:myself|person|household|family))?(?=(?:\s+|(?!\w))(?:$|"
    rf"[,.!;:)({TIME}]|and\b|but\b|so\b|now\b|for\b|since\b|at home|these days|too\b|by choice|"
    r"lol\b|btw\b|because\b|as\b|myself\b|again\b|who\b|with\b|except\b|living\b|from\b|though\b|"
    r"if\b))"
)

_ON_DIET = re.compile(
    rf"\s+(?:on|following|doing|trying) (?:an? |the )?(?:strict )?(?P<diet>{_DIET_WORDS}|"
    rf"[\w-]+)(?P<word> diet)?(?=(?:\s+|(?!\w))(?:$|[,.!;:)({TIME}]|and\b|but\b|for\b|since\b|now\b|right now|"
    r"so\b|at\b|because\b))"
)

_FOR_A_SHORT_TIME = re.compile(
    r"\s*for (?:(?:the|a|one|this) (?:day|night|week|month|game|video|evening|weekend)|january|"
    r"lent|"
    r"veganuary|february|november)"
)


_DIET_KINDS = words_of(
    """low high liquid mediterranean dash fodmap elimination carnivore ketogenic gluten-free plant
    atkins protein high-protein low-fat low-sugar diabetic renal bland raw juice 5:2 gaps aip nordic
    low-carb whole-food wholefood macrobiotic ayurvedic"""
)
_LASTING = re.compile(rf"\s*(?:{TIME}|since\b|myself\b|by choice\b)")


def be_diet(clause: Clause) -> Iterator[Draft]:
    """Read "I'm vegan", "I've been vegetarian since 2010", "I'm on keto"."""
    if (
        clause.form not in {Form.PRESENT, Form.PERFECT} and not clause.ended
    ) or clause.subject.owned:
        return
    match = _DIET.match(clause.folded)
    if match is not None and clause.elided and not _LASTING.match(clause.folded, match.end()):
        return  # "vegan and gluten-free recipes, please"
    if match is not None:
        start, end = clause.rest + match.start("diet"), clause.rest + match.end("diet")
        value = tidied(clause.message, start, end)
        if _FOR_A_SHORT_TIME.match(clause.message.text[clause.rest + match.end("diet") :].lower()):
            return
        if value is not None:
            yield draft(
                clause,
                "diet",
                Value(
                    value.text.removesuffix("s")
                    if clause.subject.plural and value.folded.endswith("ans")
                    else value.text,
                    value.start,
                    value.end,
                ),
            )
        return
    match = _ON_DIET.match(clause.folded)
    if (
        match is not None
        and not clause.elided
        and (
            (match["word"] and match["diet"] in lexicon.DIETS | _DIET_KINDS)
            or match["diet"] in {"keto", "paleo", "low-fodmap", "whole30"}
        )
    ):
        if match["diet"] in {
            "a",
            "the",
            "new",
            "strict",
            "special",
            "crash",
            "data",
            "starvation",
            "weight",
            "seafood",
            "media",
            "information",
        }:
            return
        start, end = clause.rest + match.start("diet"), clause.rest + match.end("diet")
        yield draft(clause, "diet", Value(clause.message.text[start:end], start, end))


_DIET_KEPT = re.compile(
    rf"\s+(?:an? |the )?(?:strict |mostly |strictly |fully |entirely )?(?P<diet>{_DIET_WORDS})(?: "
    rf"diet)?(?=(?:\s+|(?!\w))(?:$|[,.!;:)({TIME}]|at\b|and\b|but\b|for\b|since\b|in\b|so\b|now\b|after\b|"
    r"because\b|food\b|last\b))"
)


def keep_diet(clause: Clause) -> Iterator[Draft]:
    """Read "we keep kosher", "I eat halal", "I follow a vegan diet", "I've gone vegan"."""
    if (
        clause.form not in {Form.PRESENT, Form.PERFECT, Form.PAST, Form.PROGRESSIVE}
        or clause.negated
        or clause.mood == "can"
    ):
        return
    if clause.form is Form.PAST and clause.verb not in {"go", "turn", "become"}:
        return
    if (
        clause.form is not Form.PAST
        and clause.verb in {"go", "turn", "become"}
        and clause.form is not Form.PERFECT
    ):
        return
    match = _DIET_KEPT.match(clause.folded)
    if match is None:
        return
    if _FOR_A_SHORT_TIME.match(clause.folded[match.end() :]):
        return
    start, end = clause.rest + match.start("diet"), clause.rest + match.end("diet")
    dated = Dated.CHANGE if clause.verb in {"go", "turn", "become"} else Dated.STATE
    yield draft(clause, "diet", Value(clause.message.text[start:end], start, end), dated=dated)
