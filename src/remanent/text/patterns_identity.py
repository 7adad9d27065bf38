"""Rules for who someone is: name, age, birthday, origin."""

import re
from collections.abc import Iterator

from remanent.text import lexicon
from remanent.text.clauses import Clause
from remanent.text.drafts import Dated, Draft, draft, written
from remanent.text.lexicon import words_of
from remanent.text.names import person_at
from remanent.text.patterns_common import AFTER_NAME, DONE
from remanent.text.patterns_employer import employer_after
from remanent.text.patterns_language import languages_at
from remanent.text.patterns_titles import occupation_at
from remanent.text.places import place_at
from remanent.text.sentences import TIME
from remanent.text.values import NUMBER, Value
from remanent.text.verbs import Form

_FROM = re.compile(r"\s*(?:originally |actually |all )?from\s+")

_BORN_IN = re.compile(
    rf"\s*(?:born(?: and (?:raised|bred|brought up))?|raised|brought up)(?:\s+{TIME}+)?(?: in|"
    r" near)\s+"
)

_NATIONAL = re.compile(
    r"\s*(?:an? )?(?P<who>(?:half |part |born )?(?P<first>[\w-]+)(?:[ -](?P<second>[\w-]+))?)"
    r"(?=(?:\s+|(?!\w))(?:$|[,.!)(]|and i\b|but\b|so\b|by birth|living\b|originally\b|btw\b|lol\b|myself\b))"
)


_SHORT_PLACES = words_of("UK USA US NYC LA DC UAE NZ SF NI DRC SA KL HK NY")
_NATIVE_OF = re.compile(r"\s+an? (?:proud )?native of\s+|\s+native to\s+")


def be_origin(clause: Clause) -> Iterator[Draft]:
    """Read "I'm from Chennai", "I was born in Naples", "I'm Brazilian"."""
    folded, message = clause.folded, clause.message
    match = _BORN_IN.match(folded)
    if match is not None and (clause.form is Form.PAST or clause.elided):
        place = place_at(message, clause.rest + match.end(), clause.rest_end)
        if place is not None and not clause.negated:
            yield draft(clause, "origin", place)
        return
    match = _FROM.match(folded) or _NATIVE_OF.match(folded)
    if match is not None and clause.form is Form.PRESENT:
        if clause.elided and "originally" not in message.folded[clause.start : clause.end]:
            return
        place = place_at(message, clause.rest + match.end(), clause.rest_end)
        if place is not None and (not place.text.isupper() or place.text in _SHORT_PLACES):
            yield draft(clause, "origin", place)
        return
    match = _NATIONAL.match(folded)
    if match is None or clause.form is not Form.PRESENT or clause.elided or clause.negated:
        return
    first, second = match["first"], match["second"]
    if first not in lexicon.NATIONALITIES or (second and second not in lexicon.NATIONALITIES):
        return
    if (
        second
        and not match["who"].startswith(("half ", "part ", "born "))
        and "-" not in match["who"]
    ):
        return
    start = clause.rest + match.start("who")
    yield draft(
        clause,
        "origin",
        Value(message.text[start : clause.rest + match.end()], start, clause.rest + match.end()),
    )


_GREW_UP_IN = re.compile(
    rf"\s+up(?:\s+{TIME}+)?\s+(?:in|on(?= the | an? )|near)\s+(?:an? (?:small |tiny |"
    "little )?(?:town|village|farm|city) (?:in|near|outside) )?"
)

_UP_SPEAKING = re.compile(
    r"\s+up (?:bilingual|trilingual|speaking|with)\b[,:]?(?: in| with| speaking)?\s*"
)


def grow_up(clause: Clause) -> Iterator[Draft]:
    """Read "I grew up in Dakar", "I grew up bilingual, Welsh and English"."""
    if clause.form not in DONE or clause.negated:
        return
    tongues = _UP_SPEAKING.match(clause.folded)
    if tongues is not None:
        yield from languages_at(clause, clause.rest + tongues.end())
        return
    match = _GREW_UP_IN.match(clause.folded)
    if match is not None:
        place = place_at(clause.message, clause.rest + match.end(), clause.rest_end)
        if place is not None:
            yield draft(clause, "origin", place)


_CHILDHOOD_IN = re.compile(
    r"\s+(?:my|most of my|all of my|his|her) (?:whole |entire |early )?(?:childhood|youth) in\s+"
)


def spend_childhood(clause: Clause) -> Iterator[Draft]:
    """Read "I spent my childhood in Lagos"."""
    match = _CHILDHOOD_IN.match(clause.folded)
    place = match and place_at(clause.message, clause.rest + match.end(), clause.rest_end)
    if place is not None and clause.happened:
        yield draft(clause, "origin", place)


_COME_FROM = re.compile(r"\s+(?:originally )?from\s+")


def come_from(clause: Clause) -> Iterator[Draft]:
    """Read "I come from Bremen"."""
    match = _COME_FROM.match(clause.folded)
    if match is None or clause.form is not Form.PRESENT or clause.negated:
        return
    place = place_at(clause.message, clause.rest + match.end(), clause.rest_end)
    if place is not None:
        yield draft(clause, "origin", place)


_AGE = re.compile(
    rf"\s*(?P<age>{NUMBER})(?P<years>(?:[- ]years?[- ](?:old|young|of age)|[ -]?y/?o\b|"
    r"[- ]yrs?[- ]old|(?<=[0-9])[mf]\b))?(?P<units> (?:months|weeks|days) old)?(?=(?:\s+|(?!\w))(?:$|"
    rf"[,.!;)({TIME}]|and (?:i|we|my|he|she|single|married|live|lives|living|works|has|still|a)\b|"
    r"mind you\b|now\b|but\b|from\b|lol\b|btw\b|already\b|so\b|living\b|going on\b|if\b|though\b|"
    r"because\b|"
    r"years\b))"
)

_YEAR_OLD = re.compile(
    rf"\s+an? (?P<age>{NUMBER})[- ]years?[- ]old(?: (?:man|woman|guy|girl|boy|male|female|dad|mum|"
    r"mom|father|mother|(?P<what>[\w -]{2,40})))?"
)

_IN_DECADE = re.compile(
    r"\s+in (?:my|his|her) (?P<age>(?:early |mid[- ]|late )?(?:twenties|thirties|forties|fifties|"
    r"sixties|seventies|eighties|nineties|[2-9]0'?s))(?=(?:\s+|(?!\w))(?:$|[,.!;)(]|so\b|and\b|but\b|now\b|"
    r"with\b|"
    r"living\b|who\b|already\b|lol\b))"
)


_COMPARED = re.compile(r"\b(?:older|younger|ahead|behind|senior|junior|apart|away|late|going on)\b")


def be_age(clause: Clause) -> Iterator[Draft]:
    """Read "I'm 34", "my son is 4", "I'm in my fifties"."""
    if clause.form is not Form.PRESENT or clause.negated or clause.ended:
        return
    match = _IN_DECADE.match(clause.folded)
    if match is not None:
        yield draft(clause, "age", written(clause, match, "age"))
        return
    match = _AGE.match(clause.folded)
    if match is not None and _COMPARED.search(clause.folded):
        return  # "my boyfriend is ten years older"
    if (
        match is not None
        and not match["years"]
        and _AHEAD.match(clause.message.text[clause.rest + match.end() : clause.end].lower())
    ):
        return  # "I'm 40 next month"
    if match is None or not (
        match["years"] or match["units"] or _is_bare_age(clause, match["age"])
    ):
        return
    said = written(clause, match, "age")
    end = clause.rest + match.end()
    words = said.text
    if match["units"]:
        words = clause.message.text[said.start : end].removesuffix(" old")
    yield draft(clause, "age", words, end=end, dated=Dated.CHANGE)


_AHEAD = re.compile(r"[\s,]*(?:next|in (?!(?:a )?real\b)|on|this (?!year)|tomorrow|soon|by|come)\b")
_BARE_AGES = range(10, 111)
_SMALL_NUMBERS = lexicon.words_of("one two three four five six seven eight nine ten")


def _is_bare_age(clause: Clause, age: str) -> bool:
    """Tell whether a number alone is an age: a speaker who is five does not write."""
    if clause.elided and not _is_listed(clause):
        return False
    if not clause.subject.is_user:
        return not age.isdigit() or int(age) < _BARE_AGES.stop
    return int(age) in _BARE_AGES if age.isdigit() else age not in _SMALL_NUMBERS


def _is_listed(clause: Clause) -> bool:
    """Tell a bare number in a list about oneself: "I'm Anna, 34, from Leeds"."""
    return clause.message.folded[max(0, clause.start - 2) : clause.start].strip() == ","


def be_years_old(clause: Clause) -> Iterator[Draft]:
    """Read "I'm a 28-year-old chef"."""
    match = _YEAR_OLD.match(clause.folded)
    if match is None or clause.form is not Form.PRESENT or clause.negated:
        return
    yield draft(clause, "age", match["age"], end=clause.rest + match.end())
    if match["what"]:
        start = clause.rest + match.start("what")
        title = occupation_at(clause.message, start, clause.rest_end)
        if title is not None:
            yield draft(clause, "occupation", title)
            yield from employer_after(clause, title.end)


_TURNED = re.compile(
    rf"\s+(?P<age>{NUMBER})(?:[- ]years?[- ]old)?(?=(?:\s+|(?!\w))(?:$|[,.!;){TIME}]|and\b|but\b|so\b|today\b|"
    r"lol\b|in\b|on\b|this\b|last\b))"
)


def turn_age(clause: Clause) -> Iterator[Draft]:
    """Read "I just turned 40"."""
    match = _TURNED.match(clause.folded)
    if match is None or clause.negated:
        return
    end = clause.rest + match.end()
    if clause.form in DONE:
        yield draft(
            clause,
            "age",
            clause.message.text[clause.rest + match.start("age") : clause.rest + match.end("age")],
            end=end,
            dated=Dated.CHANGE,
        )


_HIT_AGE = re.compile(
    rf"\s+(?:the big )?(?P<age>[2-9]0|[1-9][0-9]|{NUMBER})(?=(?:\s+|(?!\w))(?:$|[.!;){TIME}]|and i\b))"
)


_HIT = frozenset({Form.PRESENT, Form.PAST, Form.PERFECT})  # "I hit" is both


def hit_age(clause: Clause) -> Iterator[Draft]:
    """Read "I just hit 50"."""
    match = _HIT_AGE.match(clause.folded)
    if match is None or clause.form not in _HIT or clause.negated or not clause.subject.is_user:
        return
    if "just" in clause.adverbs or TIME in clause.folded or "big" in match[0]:
        end = clause.rest + match.end()
        yield draft(clause, "age", match["age"], end=end, dated=Dated.CHANGE)


_BORN = re.compile(rf"\s*born\b[^,.;]{{0,40}}?{TIME}")


def be_born(clause: Clause) -> Iterator[Draft]:
    """Read "I was born on 3 May 1988"."""
    match = _BORN.match(clause.folded)
    if match is None or clause.negated or (clause.form is not Form.PAST and not clause.elided):
        return
    said = clause.message.text[clause.rest : clause.rest_end]
    if not clause.subject.is_user and not any(mark.isdigit() for mark in said):
        return  # "our baby was born in April"
    yield draft(clause, "birthday", TIME, end=clause.end, dated=Dated.WHEN, text="born")


_CALLED = re.compile(r"\s*(?:called|named|known as)\s+(?:after )?")

_PLACES_AND_NAMES = words_of(
    """sofia florence austin georgia virginia jordan sydney kent devon lima sicily"""
)

_LAUGHING = re.compile(r"\b(?:lol|haha|jk|kidding)\b")


def be_called(clause: Clause) -> Iterator[Draft]:
    """Read "I'm called Kit", "my son is called Bram"."""
    match = _CALLED.match(clause.folded)
    if match is None or "after" in match[0] or clause.elided:
        return
    if clause.form is Form.PRESENT and not clause.negated and not clause.ended:
        person = person_at(clause.message, clause.rest + match.end(), clause.rest_end)
        if person is not None:
            yield from _named(clause, person)


_BESIDE_A_NAME = frozenset({"actually", "still"})


_SOMEONES_OWN = re.compile(r"[^,.;!?]{0,40}'s (?:biggest|number|greatest|worst|favou?rite|no)\b")


def be_name(clause: Clause) -> Iterator[Draft]:
    """Read "I'm Marguerite, nice to meet you"."""
    if clause.form is not Form.PRESENT or clause.negated or clause.ended or clause.elided:
        return
    subject, message = clause.subject, clause.message
    if not subject.is_user or subject.plural or clause.adverbs - _BESIDE_A_NAME:
        return
    start = clause.rest + len(clause.folded) - len(clause.folded.lstrip())
    if not message.shown[start : start + 1].isupper() or _LAUGHING.search(message.folded):
        return
    person = person_at(message, start, clause.rest_end, words=2)
    if person is None or _SOMEONES_OWN.match(message.folded, person.end):
        return
    if message.folded.startswith((", i mean", ", love me"), person.end):
        return
    if _is_someone(person) and AFTER_NAME.match(message.folded, person.end):
        yield draft(clause, "name", person)


_NAME_LETTERS = re.compile(r"[^\W\d_][^\W\d_ .'’-]*(?:[ .'’-]+[^\W\d_]+)*")


# "I'm Pomeranian" says where from; the names that end like that are few.
_OF_A_PLACE = re.compile(r"(?:ian|ese|onian)$")
_NAMES_LIKE_THOSE = words_of(
    """ian brian bryan adrian damian damien julian lilian lillian vivian sebastian bastian christian
    cristian kristian fabian kilian killian florian marian gillian jillian dorian maximilian
    cassian octavian darian aurelian cyprian emilian valerian tristian cosmian sorian caspian
    trajan gordian hadrian demian"""
)


def _is_someone(person: Value) -> bool:
    """Tell a person's name from "I'm OK", "I'm German", "I'm Paris-based", "I'm Mr. Brightside"."""
    first = person.folded.split()[0]
    if person.text.isupper() or person.folded.startswith(("mr", "ms", "sir")):
        return False
    if first in lexicon.NOT_NAMES | lexicon.FAMOUS or first.split("-")[0] in lexicon.NATIONALITIES:
        return False
    if first in lexicon.PLACES - _PLACES_AND_NAMES:
        return False
    if _OF_A_PLACE.search(first) and first not in _NAMES_LIKE_THOSE:
        return False
    return _NAME_LETTERS.fullmatch(person.text) is not None


def _named(clause: Clause, person: Value) -> Iterator[Draft]:
    """Say whose name it is: the speaker's, a relative's, a partner's or a pet's."""
    subject = clause.subject
    kind = subject.owned.split()[-1] if subject.owned else subject.relation
    if subject.is_user and not subject.owned:
        yield draft(clause, "name", person)
    elif kind in lexicon.PARTNERS and (subject.is_user or "'s " not in subject.name):
        yield draft(clause, "partner", person, subject="user")
    elif kind in lexicon.ANIMALS:
        yield draft(clause, "pet", f"{kind} {person.text}", end=person.end, subject=_owner(clause))
    elif kind in lexicon.FAMILY and "'s " not in subject.name:
        yield draft(clause, "family", f"{kind} {person.text}", end=person.end, subject="user")
    elif kind in lexicon.ACQUAINTANCES or "'s " in subject.name:
        yield draft(clause, "name", person)


def _owner(clause: Clause) -> str:
    """The keeper of an animal: the speaker, or the person before "'s"."""
    subject = clause.subject
    return "user" if subject.is_user or subject.relation in lexicon.ANIMALS else subject.name


_BY_NAME = re.compile(
    r"\s+by\s+(?!(?:the )?(?:bus|tram|train|car|bike|bicycle|foot|boat|plane|metro|ferry|taxi|tube|"
    r"scooter|coach|van|sea|air|rail|road|feel|gut|ear|instinct|rules?|book)\b)(?:the name (?:of )?|just )?"
)


def go_by(clause: Clause) -> Iterator[Draft]:
    """Read "I go by Kit"."""
    match = _BY_NAME.match(clause.folded)
    if (
        match is None
        or clause.form is not Form.PRESENT
        or clause.negated
        or not clause.subject.is_user
    ):
        return
    person = person_at(clause.message, clause.rest + match.end(), clause.rest_end)
    if person is not None:
        yield draft(clause, "name", person)
