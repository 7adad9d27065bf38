"""Rules for what is someone's: "my birthday is 14 May", "my sister's name is Ana"."""

import re
from collections.abc import Iterator

from remanent.text import lexicon
from remanent.text.clauses import Clause
from remanent.text.drafts import Dated, Draft, draft
from remanent.text.names import person_at
from remanent.text.patterns_common import AFTER_NAME, EMAIL, PHONE, with_negation
from remanent.text.patterns_employer import employer_after, employer_at
from remanent.text.patterns_identity import be_called
from remanent.text.patterns_language import languages_at
from remanent.text.patterns_titles import occupation_at
from remanent.text.places import place_at
from remanent.text.sentences import TIME
from remanent.text.values import NUMBER, Value, phrase, stop_of, tidied
from remanent.text.verbs import Form


def _own_birthday(clause: Clause, _owned: str) -> Iterator[Draft]:
    if clause.verb == "fall" and not clause.folded.startswith((" on ", f" {TIME}")):
        return
    if TIME in clause.folded:
        yield draft(clause, "birthday", TIME, end=clause.end, dated=Dated.WHEN)
        return
    match = _NUMERIC_DAY.match(clause.folded)
    if match is not None:
        yield draft(clause, "birthday", match["day"], end=clause.rest + match.end())


_MY_BIRTHDAY = re.compile(rf"\s+my (?:birthday|bday|b-day)\s+{TIME}")


def celebrate_birthday(clause: Clause) -> Iterator[Draft]:
    """Read "I celebrate my birthday on 29 February"."""
    if clause.form is Form.PRESENT and clause.holds and _MY_BIRTHDAY.match(clause.folded):
        yield draft(clause, "birthday", TIME, end=clause.end, dated=Dated.WHEN)


def _own_timezone(clause: Clause, _owned: str) -> Iterator[Draft]:
    value = phrase(clause.message, clause.rest, clause.rest_end)
    if value is not None and _ZONE_LIKE.search(value.folded):
        yield draft(clause, "timezone", value)


def _own_age(clause: Clause, _owned: str) -> Iterator[Draft]:
    match = _OWN_AGE.match(clause.folded)
    if match is not None:
        yield draft(clause, "age", match["age"], end=clause.rest + match.end())


def _own_phone(clause: Clause, owned: str) -> Iterator[Draft]:
    match = PHONE.search(clause.message.text, clause.rest, sentence_end(clause))
    if match is not None and (
        "number" not in owned
        or owned.split(maxsplit=1)[0]
        in {"number", "phone", "mobile", "cell", "telephone", "whatsapp", "new", "work"}
    ):
        yield draft(clause, "phone", match[0], end=match.end())


def _own_job(clause: Clause, owned: str) -> Iterator[Draft]:
    if "dream" in owned:
        return
    match = _OWN_JOB.match(clause.folded)
    title = occupation_at(
        clause.message, clause.rest + (match.end() if match else 0), clause.rest_end
    )
    if title is not None:
        yield draft(clause, "occupation", title)
        yield from employer_after(clause, title.end)
        return
    if "title" in owned:
        value = phrase(clause.message, clause.rest, clause.rest_end)
        if value is not None:
            yield draft(clause, "occupation", value)
        return
    match = _AT_OR_WITH.match(clause.folded)
    if match is not None:
        employer = employer_at(clause.message, clause.rest + match.end(), clause.rest_end)
        if employer is not None:
            yield draft(clause, "work", employer)


def _own_name(clause: Clause, owned: str) -> Iterator[Draft]:
    if owned.startswith(("last ", "middle ", "second ", "maiden ", "sur", "secret", "imaginary")):
        return
    person = person_at(clause.message, clause.rest, clause.rest_end)
    if (
        person is None
        or person.folded in {"not", "no", "legion", "inigo montoya", "slim shady", "bond", "luka"}
        or not AFTER_NAME.match(clause.message.folded, person.end)
    ):
        return
    subject = clause.subject
    if subject.is_user:
        yield draft(clause, "name", person)
        return
    relation = subject.relation
    if relation in lexicon.ANIMALS:
        yield draft(clause, "pet", f"{relation} {person.text}", end=person.end, subject="user")
    elif relation in lexicon.PARTNERS:
        yield draft(clause, "partner", person, subject="user")
    elif relation in lexicon.FAMILY:
        yield draft(clause, "family", f"{relation} {person.text}", end=person.end, subject="user")
    else:
        yield draft(clause, "name", person)


_BUT_IT_IS = re.compile(r",? (?:it's|it is|but)(?: actually)? ")


def _not_the_name(clause: Clause) -> Iterator[Draft]:
    """Read "my name isn't Susan, it's Suzanne"."""
    message = clause.message
    person = person_at(message, clause.rest, clause.rest_end)
    if person is None or not clause.subject.is_user or clause.subject.owned != "name":
        return
    if not person.text[0].isupper():
        return  # "my name isn't important"
    after = _BUT_IT_IS.match(message.folded, person.end)
    right = after and person_at(message, after.end(), len(message.folded))
    if right is not None and AFTER_NAME.match(message.folded, right.end):
        positive = with_negation(clause, negated=False)
        yield draft(positive, "name", right, end=min(right.end, sentence_end(clause)))
    else:
        yield draft(clause, "name", person)


def _own_employer(clause: Clause, owned: str) -> Iterator[Draft]:
    if _CALLED_COMPANY.match(clause.folded):
        value = phrase(
            clause.message, clause.rest + clause.folded.index("ed ") + 3, clause.rest_end
        )
    else:
        value = phrase(clause.message, clause.rest, clause.rest_end)
    if value is not None and value.text[0].isupper():
        slot = (
            "school"
            if owned.rsplit(maxsplit=1)[-1] in {"school", "university", "college", "uni"}
            else "work"
        )
        yield draft(clause, slot, value)


_ADDRESS_OF_OTHERS = re.compile(r"\b(?:work|office|business|company|billing|ip|web|old|previous)\b")


def _own_home(clause: Clause, owned: str) -> Iterator[Draft]:
    if owned.rsplit(maxsplit=1)[-1] in {"hometown", "town"}:
        place = place_at(clause.message, clause.rest, clause.rest_end)
        if place is not None and (place.text[0].isupper() or place.folded in lexicon.PLACES):
            yield draft(clause, "origin", place)
        return
    if owned.rsplit(maxsplit=1)[-1] == "address":
        if _ADDRESS_OF_OTHERS.search(owned):
            return
        if EMAIL.search(clause.message.text, clause.rest, clause.rest_end):
            yield from _own_email(clause, owned)
            return
        end = stop_of(clause.message, clause.rest, clause.rest_end)
        value = tidied(clause.message, clause.rest, end)
        if value is not None and _HAS_DIGIT.search(value.text) and "." not in value.text:
            yield draft(clause, "home", value)
        return
    match = _IN_OR_NEAR.match(clause.folded)
    if match is not None:
        place = place_at(clause.message, clause.rest + match.end(), clause.rest_end)
        if place is not None:
            yield draft(clause, "home", place)


def _own_email(clause: Clause, _owned: str) -> Iterator[Draft]:
    match = EMAIL.search(clause.message.text, clause.rest, sentence_end(clause))
    if match is not None:
        yield draft(clause, "email", match[0].rstrip("."), end=match.end())


def _own_language(clause: Clause, _owned: str) -> Iterator[Draft]:
    yield from languages_at(clause, clause.rest)


_OWNED_READERS = {
    "name": _own_name,
    "nickname": _own_name,
    "birthday": _own_birthday,
    "bday": _own_birthday,
    "b-day": _own_birthday,
    "birthdate": _own_birthday,
    "birth date": _own_birthday,
    "date of birth": _own_birthday,
    "email": _own_email,
    "e-mail": _own_email,
    "email address": _own_email,
    "e-mail address": _own_email,
    "number": _own_phone,
    "phone": _own_phone,
    "mobile": _own_phone,
    "cell": _own_phone,
    "phone number": _own_phone,
    "mobile number": _own_phone,
    "cell number": _own_phone,
    "whatsapp number": _own_phone,
    "telephone number": _own_phone,
    "timezone": _own_timezone,
    "time zone": _own_timezone,
    "hometown": _own_home,
    "home town": _own_home,
    "home": _own_home,
    "address": _own_home,
    "home address": _own_home,
    "postal address": _own_home,
    "mailing address": _own_home,
    "street address": _own_home,
    "flat": _own_home,
    "apartment": _own_home,
    "age": _own_age,
    "job": _own_job,
    "job title": _own_job,
    "day job": _own_job,
    "occupation": _own_job,
    "profession": _own_job,
    "employer": _own_employer,
    "company": _own_employer,
    "workplace": _own_employer,
    "school": _own_employer,
    "university": _own_employer,
    "college": _own_employer,
    "native language": _own_language,
    "first language": _own_language,
    "second language": _own_language,
    "mother tongue": _own_language,
}


def owned_statements(clause: Clause) -> Iterator[Draft]:
    """Read a copula after something that someone has."""
    owned = clause.subject.owned
    if not owned or (clause.form is not Form.PRESENT and not (clause.ended and owned)):
        return
    read = _OWNED_READERS.get(owned) or _OWNED_READERS.get(owned.split()[-1])
    if read is not None and not clause.negated:
        yield from read(clause, owned)
        return
    if read is _own_name:
        yield from _not_the_name(clause)
        return
    if owned in lexicon.ANIMALS or owned.split()[-1] in lexicon.ANIMALS:
        yield from be_called(clause)


def contact_changed(clause: Clause) -> Iterator[Draft]:
    """Read "my number changed to 555 0134"."""
    if clause.happened and clause.folded.startswith(" to "):
        read = {"number": _own_phone, "email": _own_email, "address": _own_home}.get(
            clause.subject.owned.split()[-1]
        )
        if read is not None:
            yield from read(clause, clause.subject.owned)


_NUMERIC_DAY = re.compile(
    r"\s+(?:on )?(?P<day>[0-3]?[0-9][/.-][0-3]?[0-9](?:[/.-](?:[0-9]{2}){1,2})?)(?=(?:\s+|(?!\w))(?:$|"
    r"[,.!;)(]|and\b|btw\b))"
)


def sentence_end(clause: Clause) -> int:
    """The end of the line: addresses hold points that would end a sentence."""
    end = clause.message.text.find("\n", clause.rest)
    return min(end if end >= 0 else len(clause.message.text), clause.rest + 120)


_ZONE_LIKE = re.compile(r"[/+-]|^[a-z]{2,5}$|time|utc|gmt|eastern|pacific|central|mountain")

_HAS_DIGIT = re.compile(r"[0-9]")

_IN_OR_NEAR = re.compile(r"\s+(?:in|near)\s+")

_OWN_AGE = re.compile(rf"\s+(?P<age>{NUMBER})\b")

_OWN_JOB = re.compile(r"\s+(?:being |to be )?(?:an? |the )?")

_AT_OR_WITH = re.compile(r"\s+(?:at|with)\s+")

_CALLED_COMPANY = re.compile(r"\s+(?:called|named)\s+")

ZONE_NAME = (
    "(?:(?:us |uk |british |"
    "central european |eastern european |western european |australian )?(?:eastern|central|"
    "pacific|mountain|atlantic|alaska|hawaii|greenwich mean|summer|european|british|london|tokyo|"
    "paris|berlin|new york|india|japan|indian standard|japan standard|singapore)(?: standard|"
    " daylight| summer| european)? time(?: ?zone)?|(?:utc|gmt)"
    "(?: ?[+−-] ?[0-9]{1,2}(?::?[0-9]{2})?)?|(?:cet|cest|eet|eest|bst|est|edt|cst|cdt|mst|mdt|pst|"
    "pdt|ist|jst|aest|aedt|awst|acst|nzst|nzdt|msk|akst|hst|sgt|hkt|kst|pht|wib|brt|sast|wat|pkt)|"
    "(?:europe|america|asia|africa|australia|pacific|atlantic|indian)/[a-z_]+)"
)
_ZONE = re.compile(
    rf"\s+(?:(?:on|in|at|using) (?:the )?|(?=(?:utc|gmt) ?[+−-]))(?P<zone>{ZONE_NAME})"
    r"(?: time)?(?! time)"
    r"(?=(?:\s+|(?!\w))(?:$|[,.!;:)(]|and\b|so\b|but\b|if\b|time\b|btw\b|now\b|here\b|zone\b|timezone\b))"
)


def be_zone(clause: Clause) -> Iterator[Draft]:
    """Read "I'm on Eastern time", "I'm in UTC+2"."""
    match = _ZONE.match(clause.folded)
    if match is None or clause.form is not Form.PRESENT or clause.elided or clause.negated:
        return
    start, end = clause.rest + match.start("zone"), clause.rest + match.end("zone")
    yield draft(clause, "timezone", Value(clause.message.text[start:end], start, end))
