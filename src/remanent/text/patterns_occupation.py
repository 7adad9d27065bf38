"""Rules for what someone is by occupation, told from what he merely calls himself."""

import re
from collections.abc import Iterator

from remanent.text import lexicon
from remanent.text.clauses import Clause
from remanent.text.drafts import Dated, Draft, draft, written
from remanent.text.patterns_employer import employer_after, employer_at, is_name
from remanent.text.patterns_school import school_after
from remanent.text.patterns_titles import occupation_at
from remanent.text.sentences import TIME
from remanent.text.values import tidied
from remanent.text.verbs import Form

_STATUS = re.compile(
    r"\s*(?P<status>(?:semi-|early |newly |recently |happily )?retired|unemployed|self-employed|"
    "self employed|between jobs|out of work|freelancing|on maternity leave|on parental leave|"
    r"on paternity leave|a freelance [\w -]{2,30}|on sabbatical|job-?hunting)(?=(?:\s+|(?!\w))(?:$|[,.!;:)(]|"
    rf"and\b|but\b|now\b|so\b|since\b|at\b|for\b|from\b(?! [a-z]+ing\b)|again\b|at the moment|"
    rf"{TIME}))"
)


def be_retired(clause: Clause) -> Iterator[Draft]:
    """Read "I'm retired", "I'm self-employed", "I'm between jobs"."""
    match = _STATUS.match(clause.folded)
    if match is None or not clause.is_so or clause.ended:
        return
    said = written(clause, match, "status")
    value = tidied(clause.message, said.start, said.end)
    if value is not None:
        yield draft(clause, "occupation", value)


_FIELD = re.compile(
    r"\s+in (?:the )?(?P<field>[\w-]+)(?: (?:industry|sector|business))?(?=(?:\s+|(?!\w))(?:$|"
    rf"[,.!;:)({TIME}]|and\b|but\b|at\b|now\b|for\b|since\b))"
)


def be_in_field(clause: Clause) -> Iterator[Draft]:
    """Read "I'm in sales", "I'm no longer in QA"."""
    match = _FIELD.match(clause.folded)
    if match is None or clause.elided or not clause.is_so:
        return
    if match["field"] in lexicon.FIELDS:
        field = written(clause, match, "field")
        yield draft(clause, "occupation", field)
        yield from employer_after(clause, field.end)


_A_OCCUPATION = re.compile(
    r"\s+(?:(?P<article>an?|the)\s+)?(?:\d{1,2}[- ]year[- ]old |new |newly qualified |very |proud |"
    "humble |simple |fellow |trained |qualified |certified )?"
)

_LEADING_ROLE = re.compile(
    r"\b(?:ceo|cto|cfo|coo|vp|head|director|lead|manager|founder|principal|editor)\b"
)

_AND_A = re.compile(r",? and (?:an? )")
_LEARNS = re.compile("student|undergrad|candidate")


_ONLY_PLAYED = re.compile(
    r"\s*,? (?:well|or),? (?:i )?was\b|\s+(?:of life|tonight|today|with (?:leftovers|words|numbers|"
    r"money|people)|of human nature|in (?:an? |the |this |my |our )?(?:\w+ )?(?:play|show|film|movie|"
    r"musical|series|game|panto|pantomime|life|dreams?|story|sketch)|at heart|on tv|for a day|"
    r"by nature|in spirit|in disguise)\b",
    re.IGNORECASE,
)


def be_occupation(clause: Clause) -> Iterator[Draft]:
    """Read "I'm a nurse at the county hospital", "I'm a PhD student at ETH"."""
    match = _A_OCCUPATION.match(clause.folded)
    if match is None or clause.elided or not clause.is_so:
        return
    message = clause.message
    title = occupation_at(message, clause.rest + match.end(), clause.rest_end)
    if title is None or not _has_fitting_article(clause, match["article"], title.folded):
        return
    if _ONLY_PLAYED.match(message.text, title.end) or _TITLE_IN_JEST.match(
        message.text, title.start
    ):
        return
    yield draft(clause, "occupation", title)
    after = school_after if _LEARNS.search(title.folded) else employer_after
    yield from after(clause, title.end)
    if _LEADING_ROLE.search(title.folded):
        yield from _head_of(clause, title.end)
    also = _AND_A.match(message.folded, title.end, clause.rest_end)
    second = occupation_at(message, also.end(), clause.rest_end) if also is not None else None
    if second is not None:
        yield draft(clause, "occupation", second)


# "I'm the CEO of bad decisions": who leads a firm leads one with a name, or "a" or "our" firm.
_TITLE_IN_JEST = re.compile(
    r"(?i:ceo|cto|cfo|coo|president|vice[- ]president|chair(?:man|woman|person)?|mayor|ambassador|"
    r"minister|secretary|director|founder|captain|queen|king|prince|princess|duke|duchess) of "
    r"(?!(?:an?|the|our|my|this|one|two|three) |marketing|sales|finance|engineering|operations|"
    r"product|research|studies|photography|education|nursing|music|development|communications|"
    r"design|design|people|human|security|technology|innovation|health|it\b|hr\b)[a-z]"
)
_OF = re.compile(r"(?: and [\w-]+)? of ")


def _head_of(clause: Clause, place: int) -> Iterator[Draft]:
    """Read "of Larkspur" behind "I'm the CTO"."""
    match = _OF.match(clause.message.folded, place, clause.rest_end)
    if match is not None and clause.message.shown[match.end() : match.end() + 1].isupper():
        employer = employer_at(clause.message, match.end(), clause.rest_end)
        if employer is not None and is_name(employer):
            yield draft(clause, "work", employer)


def _has_fitting_article(clause: Clause, article: str | None, title: str) -> bool:
    """Tell "I'm a nurse", "we're nurses" and "I'm the CTO" from "I'm the doctor"."""
    if article in {"a", "an"} or _LEADING_ROLE.search(title):
        return True
    return article is None and clause.subject.plural


_TEACH = re.compile(
    r"\s+(?P<what>(?!(?:at|in|from|online|for|on|near|part|full|abroad|me|you|him|her|them|us|it|this|that|myself|people|how|what|kids|my|a|an|"
    "the|your|classes|lessons|workshops|students|children|courses|others|adults|beginners|"
    r"some)\b)[^\W\d_]+(?: [^\W\d_]+){0,2}?)(?=(?:\s+|(?!\w))(?:$|[,.!;:)(]|at\b|in\b|to\b|and i\b|but\b|"
    rf"for\b|{TIME}))"
)


def teach(clause: Clause) -> Iterator[Draft]:
    """Read "I teach chemistry at a school in Dundee"."""
    match = _TEACH.match(clause.folded)
    if match is None or not clause.holds:
        return
    what = written(clause, match, "what")
    if what.folded.split()[-1] in _TAUGHT_TO:
        return
    verb = "teach" if clause.form is Form.PRESENT else "teaching"
    said = f"{verb} {what.text}"
    yield draft(clause, "occupation", said, end=what.end, text=f"teaches {what.text}")
    if clause.message.folded.startswith(" at ", what.end):
        yield from employer_after(clause, what.end)


_TAUGHT_TO = lexicon.words_of(
    "classes lessons workshops students kids children courses people adults tricks dogs"
)

_FOR_A_LIVING = re.compile(
    r"\s+(?:for a living|for work|professionally)(?=(?:\s+|(?!\w))(?:$|[,.!;:)(]|and\b|but\b|so\b))"
)
_HOW_OFTEN = re.compile(
    r"\b(?:every|each|once|twice|times|weekly|daily|monthly|often|a lot|all the time|days?|most|to [a-z]+)\b"
)
_MORE_THAN_ONE_JOB_WORDS = 6


def for_a_living(clause: Clause) -> Iterator[Draft]:
    """Read "I make violins for a living"."""
    if clause.form is not Form.PRESENT or not clause.holds or clause.elided:
        return
    match = _FOR_A_LIVING.search(clause.folded)
    if match is None or clause.verb in {"work", "do", "be", "have", "need"}:
        return
    end = clause.rest + match.start()
    words = clause.message.text[clause.verb_start : end]
    if _HOW_OFTEN.search(words.lower()):
        return  # "I fly to Oslo every month for work": what one does beside it
    if len(words.split()) <= _MORE_THAN_ONE_JOB_WORDS:
        yield draft(clause, "occupation", words, end=clause.rest + match.end())


_DO_FIELD = re.compile(
    r"\s+(?P<what>[\w-]+(?: [\w-]+){0,2}?)(?:\s+(?P<living>for (?:a living|work)))?(?=(?:\s+|(?!\w))(?:$|"
    r"[,.!;:)(]|at\b|for\b|now\b|these\b|and\b|but\b|in\b))"
)
_NO_WORK = lexicon.words_of("my your the this that it what nothing not")


def do_work(clause: Clause) -> Iterator[Draft]:
    """Read "I do payroll at the county hospital"."""
    match = _DO_FIELD.match(clause.folded)
    if match is None or not clause.holds:
        return
    what = written(clause, match, "what")
    first, last = what.folded.split()[0], what.folded.split()[-1]
    if first in _NO_WORK or not (match["living"] or last in lexicon.FIELDS):
        return
    yield draft(clause, "occupation", what, text=f"does {what.text}")
    yield from employer_after(clause, clause.rest + match.end())


_BECAME_A = re.compile(r"\s+(?:an?|the|our)\s+")


def become(clause: Clause) -> Iterator[Draft]:
    """Read "I became a pilot"."""
    match = _BECAME_A.match(clause.folded)
    if match is None or not clause.happened:
        return
    title = occupation_at(clause.message, clause.rest + match.end(), clause.rest_end)
    if title is not None:
        yield draft(clause, "occupation", title, dated=Dated.CHANGE)
        yield from employer_after(clause, title.end)


_PROMOTED_TO = re.compile(r"\s+(?:just )?promoted to\s+")


def get_promoted(clause: Clause) -> Iterator[Draft]:
    """Read "I got promoted to head chef"."""
    match = _PROMOTED_TO.match(clause.folded)
    if match is None or not clause.happened:
        return
    title = occupation_at(clause.message, clause.rest + match.end(), clause.rest_end)
    if title is not None:
        yield draft(clause, "occupation", title, dated=Dated.CHANGE)


_QUALIFIED_AS = re.compile(r"\s+as\s+(?:an?\s+)")
_LIVING_AS = re.compile(r"\s+(?:my|a|our|his|her) living (?:as|by being) (?:an? )?")


def earn_living(clause: Clause) -> Iterator[Draft]:
    """Read "I make my living as a potter", "I qualified as a vet"."""
    pattern = _QUALIFIED_AS if clause.verb == "qualify" else _LIVING_AS
    match = pattern.match(clause.folded)
    if match is None or clause.negated or clause.mood == "can":
        return
    if clause.happened if clause.verb == "qualify" else clause.holds:
        title = occupation_at(clause.message, clause.rest + match.end(), clause.rest_end)
        if title is not None:
            yield draft(clause, "occupation", title, dated=Dated.CHANGE)
            yield from employer_after(clause, title.end)


_FREELANCE_AS = re.compile(r"\s+as\s+(?:an?\s+)?")


def freelance(clause: Clause) -> Iterator[Draft]:
    """Read "I freelance as an editor"."""
    match = _FREELANCE_AS.match(clause.folded)
    if match is None or not clause.holds:
        return
    title = occupation_at(clause.message, clause.rest + match.end(), clause.rest_end)
    if title is not None:
        yield draft(clause, "occupation", title)
