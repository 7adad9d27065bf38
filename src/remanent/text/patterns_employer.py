"""Reading an employer where one is named, and that one has left him."""

import re
from collections.abc import Iterator

from remanent.model.fact import Stance
from remanent.text import lexicon
from remanent.text.clauses import Clause
from remanent.text.drafts import Dated, Draft, draft
from remanent.text.sentences import Screened
from remanent.text.values import Value, phrase

_LONGEST_NAME_WORDS = 7

_NO_EMPLOYER = re.compile(
    "(?:it|this|that|these|those|you|him|her|them|us|me|myself|himself|herself|home|night|nights|"
    "the (?:moment|weekend|weekends|same|minute|time|office|top|bottom|end|beginning|"
    "kitchen table|speed)|a (?:living|while|time|bit|day|week|month|year|loss|desk|computer|"
    "standing desk|snail|loss|pace|glacial|good cause|better|different|new|few|man|woman|guy|"
    "client|couple|lot|charity shop)|free|peanuts|money|years|ages|now|about|over|almost|weekends|"
    "christmas|least|full|half|different|various|several|many|some|other|both|two|three|[0-9]|"
    "exposure|my (?:friends?|mates?|cousin|partner|son|daughter|neighbou?r|ex|team|colleagues?|desk|own|computer|kitchen|dad|father|mum|mother|uncle|aunt|brother|sister|"
    "husband|wife|boss|parents)|people|someone|anyone|what|which|who|as|all|large|clients|work|"
    "school|lunch|dinner|breakfast|fun|everyone|tips|[ap]m|the (?:day|night|week|month|year|"
    r"project|problem|article|report|paper|docs?))\b"
)

_EMPLOYER_UNTIL = re.compile(
    r"\s(?:as|doing|where|since|full|part|remotely|on|to|now|from|during|under|until|managing|"
    r"selling|teaching|making|and|but|means|pays|is|was|isn't|has|had|keeps?|gives?|lets|makes|"
    r"takes|just|"
    r"n (?:we|i|my)|these|until|till|twice|every|most|again|there|here|instead|right|this|last|"
    r"next)\b"
)


def employer_at(message: Screened, start: int, end: int) -> Value | None:
    """Return the employer that is named at a place; None where it is a way of working."""
    if _NO_EMPLOYER.match(message.folded, start, end):
        return None
    value = phrase(message, start, end, until=_EMPLOYER_UNTIL)
    if value is None or value.text[0].isdigit() or value.folded in lexicon.PLACES:
        return None
    value = _without_town(_name_only(value))
    if not value.has_at_most(_LONGEST_NAME_WORDS) or not _looks_like_one(message, start, value):
        return None
    return value


_LINKS = frozenset({"of", "and", "&", "the", "for", "de", "du", "di", "la", "van", "von"})


def _name_only(value: Value) -> Value:
    """Cut "Deutsche Bahn means trains are free" to the name; "Tesco warehouse" stays."""
    words = value.text.split()
    if not words[0][0].isupper() or words[0].lower() in lexicon.NATIONALITIES:
        return value  # "the Norwegian coast guard"
    kept = 1
    for index in range(1, len(words)):
        word = words[index]
        if not word[0].islower() or _EMPLOYER_HEADS.fullmatch(word):
            kept = index + 1
        elif word in {"in", "on", "at"} or (
            word in _LINKS and index + 1 < len(words) and not words[index + 1][0].islower()
        ):
            continue
        elif word not in _LINKS:
            break
    if kept == len(words):
        return value
    end = value.start
    for index in range(kept):
        end = value.start + value.text.index(words[index], end - value.start) + len(words[index])
    return Value(value.text[: end - value.start], value.start, end)


def _without_town(value: Value) -> Value:
    """Cut "the EU in Brussels" to the name; "a law firm in Bergen" stays."""
    inside = value.text.find(" in ")
    if inside > 0 and value.text[:inside].split()[-1][0].isupper():
        return Value(value.text[:inside], value.start, value.start + inside)
    return value


_ARTICLE = re.compile(r"(?:an?|the|our|my|this|one of)\s")

_EMPLOYER_HEADS = re.compile(
    r"\b(?:company|firm|startup|start-up|agency|bank|hospital|school|university|college|library|"
    "bakery|shop|store|restaurant|café|cafe|bar|pub|hotel|airport|museum|clinic|council|charity|"
    "ngo|nonprofit|non-profit|lab|laboratory|factory|brewery|newspaper|magazine|studio|bookshop|"
    "bookstore|garage|farm|nursery|kindergarten|pharmacy|supermarket|institute|ministry|"
    "department|practice|surgery|zoo|aquarium|theatre|theater|embassy|church|office|station|"
    "warehouse|government|police|army|navy|railway|railways|post office|publisher|centre|center|"
    "foundation|gym|salon|hospice|home|consultancy|utility|insurer|network|observatory|shelter|"
    "garden|port|plant|mill|mine|shipyard|cooperative|co-op|bureau|court|prison|city|county|state|"
    "nhs|academy|broadcaster|retailer|bureau|business|group|vineyard|winery|greenhouse|spa|resort|"
    r"casino|dealership)s?\b"
)


def _looks_like_one(message: Screened, start: int, value: Value) -> bool:
    """An employer has a capital, or is a kind of place where people work."""
    if any(word[:1].isupper() for word in value.text.split()):
        return True
    if _EMPLOYER_HEADS.search(value.folded):
        return True
    bare = _ARTICLE.match(message.folded, start) is None and value.has_at_most(1)
    return bare and message.text.islower()


def is_name(value: Value) -> bool:
    """Tell a proper name ("Fennimore & Co") from words that merely begin with a capital."""
    return all(
        word[0].isupper() or word in {"&", "and", "of", "the", "for"} for word in value.text.split()
    )


_AT_WHOM = re.compile(r",? (?:at|for|with) ")


def employer_after(clause: Clause, place: int, *, past_is_end: bool = False) -> Iterator[Draft]:
    """Read "at Google" behind an occupation."""
    match = _AT_WHOM.match(clause.message.folded, place, clause.rest_end)
    if match is not None:
        employer = employer_at(clause.message, match.end(), clause.rest_end)
        if employer is not None:
            yield draft(clause, "work", employer, past_is_end=past_is_end)


def left_work(clause: Clause, start: int) -> Iterator[Draft]:
    """Yield that it is over with the employer named at a place."""
    employer = employer_at(clause.message, start, clause.rest_end)
    if employer is not None:
        yield Draft("work", employer.text, employer.end, stance=Stance.END, dated=Dated.CHANGE)
