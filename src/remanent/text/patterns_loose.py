"""Rules for clauses without "I" in front: "call me Kit", "as a nurse, I ...", "new email: ...".

Each takes the clause and the place where its own words begin.
"""

import re
from collections.abc import Iterator

from remanent.model.fact import Stance
from remanent.text import lexicon
from remanent.text.clauses import Clause
from remanent.text.drafts import Dated, Draft, draft
from remanent.text.lexicon import pattern_of, words_of
from remanent.text.names import person_at
from remanent.text.patterns_common import A_PARENT, AFTER_NAME, EMAIL, PHONE
from remanent.text.patterns_employer import employer_at, left_work
from remanent.text.patterns_owned import sentence_end
from remanent.text.patterns_titles import occupation_at
from remanent.text.places import place_at
from remanent.text.sentences import TIME
from remanent.text.subjects import USER
from remanent.text.values import NUMBER, Value

_CALL_ME = re.compile(
    "(?:(?:you (?:can|may)|please|just|but|everyone|everybody|people|friends|my friends|"
    "most people|they|folks|feel free to|do|all|mostly|usually|my family|here|"
    r"at work) )*(?:calls? me|address me as|refer to me as|knows? me (?:here )?as)\s+(?:by my name "
    ")?"
)

_CALL_ME_LATER = words_of(
    """anytime back later crazy maybe tomorrow when if lazy weird stupid soon asap now again
    today tonight old paranoid naive names mad silly cynical pedantic picky out up over on at
    from by whatever"""
)


def call_me(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "everyone calls me Bex", "please call me Max"."""
    message = clause.message
    match = _CALL_ME.match(message.folded, lead_end, clause.end)
    person = match and person_at(message, match.end(), clause.end)
    if match is None or person is None or person.folded.split()[0] in _CALL_ME_LATER:
        return
    if message.folded.startswith(("the ", "a ", "an "), match.end()):
        return
    if person.folded.split()[0] in lexicon.FAMOUS or "mix" in message.words:
        return
    if not (message.shown[person.start].isupper() or message.text.islower()):
        return
    if person.folded.split()[0] not in lexicon.NOT_NAMES and AFTER_NAME.match(
        message.folded, person.end
    ):
        yield draft(clause, "name", person)


_THIS_IS = re.compile(r"(?:this is|it's me,?|it's|the name is|the name's|name's|name is|name:)\s+")

_THIS_IS_AFTER = re.compile(
    r"\s*(?:here\b|again\b|speaking\b|by the way\b|btw\b|,? ?(?:writing|calling|speaking|texting|"
    r"from|checking in)\b)"
)


_GREETING = re.compile(r"\s*(?:hi|hello|hey|hiya|good (?:morning|evening|afternoon))\b")


def this_is(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "this is Farah from accounting", "the name's Dmitri"."""
    message = clause.message
    match = _THIS_IS.match(message.folded, lead_end, clause.end)
    person = match and person_at(message, match.end(), clause.end)
    if match is None or person is None or not person.text[0].isupper():
        return
    first = person.folded.split()[0]
    if first in lexicon.FAMOUS or ("name" not in match[0] and first in lexicon.PLACES):
        return
    if match[0].startswith("it's") and first in lexicon.FIRST_WORDS_NOT_NAMES:
        return
    first_sentence = message.sentences[0]
    greets = (
        first_sentence.start <= clause.start < first_sentence.end
        and match.start() > first_sentence.start
        and _GREETING.match(message.folded, first_sentence.start) is not None
    )
    rest = message.folded[person.end : clause.end].strip(" ,")
    alone = greets and match[0].startswith("this") and not rest
    if (
        alone
        or "name" in match[0]
        or "me" in match[0]
        or _THIS_IS_AFTER.match(message.folded, person.end)
    ):
        yield draft(clause, "name", person)


_HERE = re.compile(r"\s+here(?=(?:\s+|(?!\w))(?:$|[,.!;:)—–-]|from\b|again\b))")


def name_here(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "Kit here, back again", at the beginning of a message."""
    message = clause.message
    if clause.start != message.sentences[0].start:
        return
    person = person_at(message, lead_end, clause.end)
    if person is None or not person.text[0].isupper():
        return
    first = person.folded.split()[0]
    if first in lexicon.FIRST_WORDS_NOT_NAMES or first in lexicon.PLACES:
        return
    if person.text.isupper() and not message.text.isupper():
        return
    if occupation_at(message, lead_end, person.end) is not None or first in lexicon.DIETS:
        return
    if _HERE.match(message.folded, person.end, clause.end):
        yield draft(clause, "name", person)


_AS_A = re.compile(
    r"(?:as|being) (?P<article>an?) (?P<what>[^,.;:!?]{3,50}?),? (?=(?:means |i|i'm|i've|my|we)\b)"
)


_YEARS_OLD = re.compile(rf"(?P<age>{NUMBER})[- ]years?[- ]old(?: \w+)?$")


_PASSING = re.compile(r"(?:student|intern|trainee|apprentice|teenager|teen|kid|child|graduate)$")
_LONG_AGO = re.compile(
    r",? (?:i|we) (?:\w+ed|was|were|had|went|did|used to|ate|drank|slept|spent|thought|read|took|"
    r"made|got|saw)\b"
)


def as_a(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "as a nurse, I ...", "as a vegan I ...", "as a mother of two, I ..."."""
    message = clause.message
    match = _AS_A.match(message.folded, lead_end)
    if match is None:
        return
    start, end = match.span("what")
    said = Value(message.text[start:end], start, end)
    if _PASSING.search(said.folded) and _LONG_AGO.match(message.folded, end):
        return  # "as a student I worked nights"
    if said.folded in lexicon.DIETS:
        yield draft(clause, "diet", said)
        return
    if said.folded in lexicon.CONDITION_ADJECTIVES:
        yield draft(clause, "health", said)
        return
    title = occupation_at(message, start, end)
    age = _YEARS_OLD.match(said.folded)
    if age is not None:
        yield draft(clause, "age", age["age"], end=end)
    elif title is not None and title.end == end:
        yield draft(clause, "occupation", title)
    elif " of " in said.folded and A_PARENT.match(f" {said.folded}"):
        yield draft(clause, "family", said)


_AS_SOMEONE_WITH = re.compile(
    "as (?:someone|a person|a guy|a woman) (?:living |who lives |diagnosed )?with (?:an? |severe |"
    f"chronic |mild )*(?P<what>{pattern_of(lexicon.CONDITIONS | lexicon.CONDITION_PHRASES)})"
    r"(?![\w'-])"
)
_AS_ALLERGIC = re.compile(
    r"as (?:someone|a person) (?:with an? (?P<kind>[a-z]+) allergy|(?:who's |who is )?allergic "
    r"to (?P<to>[a-z]+))\b"
)


def as_someone(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "as someone with coeliac disease I ..."."""
    folded = clause.message.folded
    match = _AS_SOMEONE_WITH.match(folded, lead_end)
    if match is not None:
        value = clause.message.text[match.start("what") : match.end("what")]
        yield Draft("health", value, match.end(), subject=USER, confidence=0.85)
        return
    match = _AS_ALLERGIC.match(folded, lead_end)
    if match is not None:
        value = match["kind"] or match["to"]
        yield Draft("allergy", value, match.end(), subject=USER, confidence=0.85)


_HOME_IS = re.compile(r"home(?:'s| is)(?: now| currently)? (?:in )?(?=[a-z])")

_IS_HOME = re.compile(
    r"[^,.;:!?]{2,40}?(?P<is> is (?:my |our )?(?:new )?home(?: now| these days)?)(?=(?:\s+|(?!\w))(?:$|"
    r"[,.!;:)(]|and\b))"
)


def home_is(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "home is Valparaíso these days", "Tampere is home now"."""
    message = clause.message
    match = _HOME_IS.match(message.folded, lead_end, clause.end)
    if match is not None:
        place = place_at(message, match.end(), clause.end)
    else:
        match = _IS_HOME.match(message.folded, lead_end, clause.end)
        place = match and place_at(message, lead_end, match.start("is"))
    if place is not None and message.shown[place.start].isupper():
        yield Draft("home", place.text, place.end, subject=USER, confidence=0.8)


_BORN_AND_BRED = re.compile(r",? born and (?:bred|raised)\b")


def born_and_bred(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "Cork born and bred"."""
    place = place_at(clause.message, lead_end, clause.end)
    if place is not None and clause.message.shown[place.start].isupper():
        if _BORN_AND_BRED.match(clause.message.folded, place.end, clause.end):
            yield Draft("origin", place.text, place.end, subject=USER, confidence=0.85)


_PARENT_OF = re.compile(
    "(?P<who>(?:(?:single|proud|busy|stay-at-home) )*(?:mum|mom|mother|dad|father|"
    rf"parent) of (?:{NUMBER}|twins|triplets)(?: (?:girls|boys|kids))?)\b"
)


def parent_of(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "mum of three under five"."""
    match = _PARENT_OF.match(clause.message.folded, lead_end, clause.end)
    if match is not None:
        who = clause.message.text[match.start() : match.end()]
        yield draft(clause, "family", who, end=match.end())


_AGE_HERE = re.compile(
    r"(?P<age>[1-9][0-9])(?: ?[mf]| ?yo| ?y/o| years old)? (?:here|and counting)(?=(?:\s+|(?!\w))(?:$|"
    "[,.!;:)(]))"
)


def age_here(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "27 here"."""
    match = _AGE_HERE.match(clause.message.folded, lead_end, clause.end)
    if match is not None:
        yield draft(clause, "age", match["age"], end=match.end())


_BIRTHDAY_TODAY = re.compile(
    rf"\W*(?:(?:it's|its|it is|it was) my birthday(?: is)?\s*{TIME}|{TIME}+(?: is|'s| was|,? "
    rf"that's) my birthday)"
)


def birthday_today(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "it's my birthday today"."""
    folded = clause.message.folded
    if _BIRTHDAY_TODAY.match(folded, lead_end, clause.end) or _BIRTHDAY_TODAY.match(
        folded, clause.start, clause.end
    ):
        yield Draft("birthday", TIME, clause.end, subject=USER, dated=Dated.WHEN)


_LAID_ME_OFF = re.compile(
    r"(?P<who>they|[^\W\d_]+)(?: (?:just|finally))? (?:laid me off|fired me(?! an?\b)|sacked me|"
    r"let me go(?! (?:early|without|free|from the|ahead|first)\b)|"
    rf"made me redundant)(?:(?:\s+{TIME}+)?\s+(?:from|at)\s+)?"
)


def laid_me_off(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "they laid me off from Norvane", "Norvane laid me off"."""
    message = clause.message
    match = _LAID_ME_OFF.match(message.folded, lead_end, clause.end)
    if match is None:
        return
    if match.end() < clause.end and message.folded[match.end() - 1] == " ":
        yield from left_work(clause, match.end())
    elif match["who"] != "they" and message.shown[lead_end].isupper():
        company = message.text[match.start("who") : match.end("who")]
        yield Draft("work", company, match.end(), stance=Stance.END, dated=Dated.CHANGE)


_HIRED_ME = re.compile(
    r"(?P<who>they|[^\W\d_][\w&'-]*(?: [\w&'-]+){0,2}?)(?: (?:just|finally|recently|"
    "actually))? (?:hired me|recruited me|took me on|offered me (?:a|"
    rf"the) job)(?:(?:\s+{TIME}+)? (?P<link>at) )?"
)


def hired_me(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "Halvard hired me last week", "they hired me at Halvard"."""
    message = clause.message
    match = _HIRED_ME.match(message.folded, lead_end, clause.end)
    if match is None or clause.negated or "offered" in match[0]:
        return
    if match["link"]:
        employer = employer_at(message, match.end(), clause.end)
        if employer is not None:
            yield Draft("work", employer.text, employer.end, subject=USER, dated=Dated.CHANGE)
    elif match["who"] != "they" and message.shown[lead_end].isupper():
        employer = employer_at(message, lead_end, match.end("who"))
        if employer is not None and employer.folded.split()[0] not in _NO_HIRER:
            yield Draft("work", employer.text, match.end(), subject=USER, dated=Dated.CHANGE)


_NO_HIRER = words_of("someone somebody nobody everyone they he she we who you my the")

_LAST_DAY = re.compile(
    rf"my last (?:day|week|shift) (?:at|with) (?P<where>[^,.;:!?{TIME}]{{2,40}}?) was\b|(?:it's |"
    f"it is |today(?:'s| is| was) |{TIME}+ (?:is|was) )?my (?:first|second|third) (?:day|week|"
    r"month) (?:at|with) (?P<new>[^,.;:!?]{2,40}?)(?=(?:\s+|(?!\w))(?:$|[,.!;:)(])|\s(?:and|so)\b)"
)


def last_day(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "my last day at Norvane was Friday"."""
    match = _LAST_DAY.match(clause.message.folded, lead_end, clause.end)
    if match is not None and match["new"]:
        employer = employer_at(clause.message, match.start("new"), match.end("new"))
        if employer is not None and clause.message.shown[match.start("new")].isupper():
            yield Draft("work", employer.text, match.end(), subject=USER, dated=Dated.CHANGE)
        return
    if match is not None:
        employer = employer_at(clause.message, match.start("where"), match.end("where"))
        if employer is not None:
            yield Draft(
                "work",
                employer.text,
                match.end(),
                stance=Stance.END,
                subject=USER,
                dated=Dated.CHANGE,
            )


_NEW_CONTACT = re.compile(
    r"(?:my |the )?(?:new|current|work|personal|updated)? ?(?:e-?mail|mail)(?: address)?\s*(?::|=|"
    r"is now|(?:has )?changed to|-)\s*"
)

_NEW_PHONE = re.compile(
    "(?:my |the )?(?:new|current|work|mobile|cell|phone)? ?(?:phone|mobile|cell|number|"
    r"phone number|mobile number)\s*(?::|=|is now|(?:has )?changed to)\s*"
)

_REACH_ME = re.compile(
    "(?:(?:you can|please|just|feel free to|best to|i can be) )*(?:(?:reach|email|e-mail|mail|"
    "write|contact|call|text|ring|phone)(?: out)? (?:to )?me|drop me a line|reached|"
    r"contacted) (?:at|on|under|via)\s+"
)

_IS_MY_ADDRESS = re.compile(r"\s+is (?:my|the) (?:new )?(?:e-?mail|address|best way)")
_CONTACTS = (
    (_NEW_CONTACT, EMAIL, "email"),
    (_NEW_PHONE, PHONE, "phone"),
    (_REACH_ME, EMAIL, "email"),
    (_REACH_ME, PHONE, "phone"),
)
_LONGEST_CONTACT = 160  # characters, from the first word to the end of an address


def contact(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "new email: zoe@example.net", "reach me at ...", "... is my email"."""
    message = clause.message
    line_end = min(sentence_end(clause), lead_end + _LONGEST_CONTACT)
    for pattern, read, slot in _CONTACTS:
        match = pattern.match(message.folded, lead_end, line_end)
        value = read.match(message.text, match.end(), line_end) if match is not None else None
        if value is not None:
            yield draft(clause, slot, value[0].rstrip("."), end=value.end())
            return
    value = EMAIL.match(message.text, lead_end, line_end)
    if value is not None and _IS_MY_ADDRESS.match(message.folded, value.end()):
        yield draft(clause, "email", value[0], end=value.end())


RULES = (
    call_me,
    this_is,
    as_a,
    as_someone,
    home_is,
    born_and_bred,
    parent_of,
    age_here,
    birthday_today,
    laid_me_off,
    hired_me,
    last_day,
    contact,
    name_here,
)
