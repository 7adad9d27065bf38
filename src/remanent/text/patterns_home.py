"""Rules for where someone lives: "I live in Leeds", "I moved to Porto", "I'm based in Oslo"."""

import re
from collections.abc import Iterator

from remanent.model.fact import Stance
from remanent.text import lexicon
from remanent.text.clauses import Clause
from remanent.text.drafts import Dated, Draft, draft
from remanent.text.patterns_common import DONE, NOW
from remanent.text.places import place_at
from remanent.text.sentences import TIME
from remanent.text.values import Value
from remanent.text.verbs import Form

_LIVE_IN = re.compile(
    r"(?: and (?:work|study|teach|working|studying))?(?:\s+(?:happily|out in the (?:sticks|country|"
    "countryside)|alone|together|here|out|down|up|over|back|full-time|currently|now|right|"
    "permanently|mostly|temporarily|quietly|just|by myself|on my own|with (?:my|our|his|"
    rf"her) [\w' -]{{2,24}}?|{TIME}+))*\s+(?:(?:above|over|behind|opposite|next to|"
    r"next door to) (?:an?|the) [\w -]{2,24}? )?(?P<where>in|at|on|near|close to|next to|"
    r"just outside|outside|by|within)\s+"
)

_FOR_A_WHILE = re.compile(
    r"\b(?:temporarily|for now|hotel|hostel|airbnb|for the (?:summer|winter|week|month|semester|"
    rf"season)|until|till)\b|{TIME}$"
)


_NO_HOMES = frozenset(
    {
        "interesting times",
        "strange times",
        "hope",
        "fear",
        "sin",
        "denial",
        "the past",
        "the moment",
    }
    | {"chaos", "peace", "squalor", "poverty", "luxury", "jeans", "slippers", "pyjamas", "harmony"}
)


def live(clause: Clause) -> Iterator[Draft]:
    """Read "I live in Leeds", "I've been living in Osaka since 2018", "I used to live in Rome"."""
    match = _LIVE_IN.match(clause.folded)
    if clause.form is Form.PROGRESSIVE and _FOR_A_WHILE.search(clause.message.folded, clause.rest):
        return
    if match is None or clause.form in {Form.FUTURE, Form.PAST_PROGRESSIVE} or clause.mood == "can":
        return
    place = place_at(clause.message, clause.rest + match.end(), clause.rest_end)
    if place is None or (clause.negated and clause.form is Form.PERFECT):
        if place is not None and TIME in clause.folded:  # "I haven't lived in Oslo since 2015"
            yield Draft("home", place.text, place.end, stance=Stance.END)
        return
    if match["where"] == "at" and not place.text[0].isdigit():
        return
    if place.folded in _NO_HOMES or (match["where"] == "on" and place.text.islower()):
        return  # "living on noodles", "we live in interesting times"
    if match["where"] in {"near", "close to", "next to", "just outside", "outside", "by"}:
        place = Value(f"{match['where']} {place.text}", place.start, place.end)
    yield draft(clause, "home", place, past_is_end=True)


_TO_COME = frozenset({Form.PROGRESSIVE, Form.FUTURE})

_MOVE_TO = re.compile(
    r"(?:\s+(?:back|over|out|down|up|house|home|here|away|across the country|"
    rf"in together|{TIME}+))*(?:\s+from\s+(?P<from>[^,.;]{{2,40}}?))?\s+(?:to|into)\s+(?:live in |"
    r"an? [\w -]{2,30} in )?"
)

_MOVE_OUT = re.compile(rf"(?:\s+{TIME}+)?\s+(?:out of|away from)\s+")


_NO_TOWNS = lexicon.SERVICES | lexicon.words_of("window row aisle seat premium gold silver version")
_LOOKS_BACK = re.compile(r"\b(?:since|after|before|when|while|about|of)\b")


def move(clause: Clause) -> Iterator[Draft]:
    """Read "I moved to Lisbon last month", "I moved out of Paris", "I'm moving to Berlin"."""
    if clause.negated or clause.ended or clause.mood == "can":
        return
    message = clause.message
    out = _MOVE_OUT.match(clause.folded)
    if out is not None and clause.form in DONE:
        left = place_at(message, clause.rest + out.end(), clause.rest_end)
        if left is not None:
            yield Draft("home", left.text, left.end, stance=Stance.END, dated=Dated.CHANGE)
        return
    match = _MOVE_TO.match(clause.folded)
    if match is None:
        return
    place = place_at(message, clause.rest + match.end(), clause.rest_end)
    if place is None or place.text[0].isdigit() or place.folded.split()[0] in _NO_TOWNS:
        return
    if clause.elided and clause.form is Form.PROGRESSIVE:
        lead = message.folded[clause.start : clause.verb_start]
        if _LOOKS_BACK.search(lead):  # "since moving to Cork, I ..."
            if "since" in lead:
                yield draft(clause, "home", place)
            return
    if clause.form in _TO_COME:
        yield draft(
            clause,
            "plan",
            f"{message.text[clause.verb_start : clause.rest].strip()} to {place.text}",
            end=place.end,
            dated=Dated.WHEN,
        )
    elif clause.form in DONE:
        yield draft(clause, "home", place, dated=Dated.CHANGE)
        if match["from"]:
            left = place_at(
                message, clause.rest + match.start("from"), clause.rest + match.end("from")
            )
            if left is not None:
                yield Draft("home", left.text, place.end, stance=Stance.END, dated=Dated.CHANGE)


_SETTLE = re.compile(r"\s+(?:down )?(?:into (?:our|my|the) [\w ]{2,30} in|into|in)\s+")


def settle(clause: Clause) -> Iterator[Draft]:
    """Read "we're settling into the new house in Ghent"."""
    match = _SETTLE.match(clause.folded)
    if match is None or clause.negated or clause.form is Form.FUTURE:
        return
    place = place_at(clause.message, clause.rest + match.end(), clause.rest_end)
    if place is not None:
        yield draft(clause, "home", place, dated=Dated.CHANGE)


_CALL_HOME = re.compile(
    r"\s+(?P<place>[^,.;:!?]{2,40}?) (?:my )?home(?=(?:\s+|(?!\w))(?:$|[,.!;:)(]|now\b|these\b|and\b))"
)


def call_home(clause: Clause) -> Iterator[Draft]:
    """Read "I call Valletta home now"."""
    match = _CALL_HOME.match(clause.folded)
    if match is None or not clause.holds:
        return
    place = place_at(
        clause.message, clause.rest + match.start("place"), clause.rest + match.end("place")
    )
    if place is not None:
        yield draft(clause, "home", place)


_RENTED = re.compile(
    r"\s+(?:an?|the|our|my|this)\s+(?:[\w-]+ ){0,3}?(?:flat|room|apartment|house|studio|place|"
    r"cottage|flatshare|bedsit|loft|condo)(?: with [\w' ]{2,30}?)?\s+(?:in|near|on)\s+"
)


_RENT_IN = re.compile(r"\s+in\s+")


def rent(clause: Clause) -> Iterator[Draft]:
    """Read "I rent a small flat in Leith"; a cottage for a week is no home."""
    match = _RENTED.match(clause.folded) or (
        _RENT_IN.match(clause.folded) if clause.verb == "rent" else None
    )
    if match is None or not clause.holds:
        return
    passing = clause.form is Form.PROGRESSIVE and TIME in clause.message.folded
    if passing or _FOR_A_WHILE.search(clause.folded):
        return
    place = place_at(clause.message, clause.rest + match.end(), clause.rest_end)
    if place is not None:
        yield draft(clause, "home", place)


_FOR_GOOD = re.compile(r" for good\b")
_FOR_A_PLACE = re.compile(r" (?:for|and moved to) ")


def leave_place(clause: Clause) -> Iterator[Draft]:
    """Read "I left Paris for good", "I left London for Bristol": only of places that are known."""
    if not clause.happened or not clause.subject.is_user:
        return
    message = clause.message
    left = place_at(message, clause.rest, clause.rest_end)
    if left is None or left.folded not in lexicon.PLACES:
        return
    after = _FOR_A_PLACE.match(message.folded, left.end, clause.rest_end)
    place = after and place_at(message, after.end(), clause.rest_end)
    if place is not None:
        yield draft(clause, "home", place, dated=Dated.CHANGE)
    if place is not None or _FOR_GOOD.match(message.folded, left.end):
        yield Draft("home", left.text, left.end, stance=Stance.END, dated=Dated.CHANGE)


_THE_MOVE = re.compile(
    r"\s+(?:the|a|our) (?:big |permanent |long-awaited )?move (?:from (?P<from>[^,.;]{2,40}?) "
    r")?to\s+"
)


def make_move(clause: Clause) -> Iterator[Draft]:
    """Read "we finally made the move to Aarhus"."""
    match = _THE_MOVE.match(clause.folded)
    place = match and place_at(clause.message, clause.rest + match.end(), clause.rest_end)
    if place is not None and clause.happened:
        yield draft(clause, "home", place, dated=Dated.CHANGE)


_SETTLED = re.compile(
    r"\b(?:years?|yrs?|months|decades?|ages|since (?:[0-9]{4}|jan|feb|mar|apr|may|jun|jul|aug|sep|"
    r"oct|nov|dec|"
    r"spring|summer|autumn|fall|winter|i\b|we\b|my|our|the|before|childhood|college|uni|birth|last "
    r"(?:year|"
    r"summer|winter|spring|autumn))|all my life)"
)
_SINCE_THEN = re.compile(r" since (?:i|we|my|our|the|before|childhood|college|uni)\b")
_BEEN_IN = re.compile(rf"(?:\s+(?:living|based|back|here|{TIME}+))*\s+in\s+")

_BASED_IN = re.compile(
    r"\s*(?:based|located|living)\s+(?:out of|in|near)\s+|\s+an? (?:[\w-]+ )?resident of\s+"
)

_NO_LONGER_AT = re.compile(r"\s+(?:at|in)\s+(?=[0-9]+ )")
_NO_LONGER_IN = re.compile(r"\s+(?:living )?in\s+")
_THESE_DAYS = re.compile(r"\s+in\s+(?P<place>[^,.;:!?]{2,40}?),? (?:these days|nowadays)\b")


def _no_longer_in(clause: Clause) -> Iterator[Draft]:
    match = _NO_LONGER_IN.match(clause.folded)
    place = match and place_at(clause.message, clause.rest + match.end(), clause.rest_end)
    if place is not None and place.folded in lexicon.PLACES:
        yield draft(clause, "home", place)


_ONLY_VISITING = re.compile(r"\bfor (?:an?|work|business|the) ")


def be_home(clause: Clause) -> Iterator[Draft]:
    """Read "I'm based in Oslo", "I've been in Quito for two years"."""
    folded, message = clause.folded, clause.message
    match = _BASED_IN.match(folded)
    if match is not None and _FOR_A_WHILE.search(folded):
        return
    if match is None and clause.ended:
        match = _NO_LONGER_AT.match(folded)
        if match is None:
            yield from _no_longer_in(clause)
            return
    if match is None and clause.form is Form.PRESENT and not clause.elided:
        match = _THESE_DAYS.match(folded) and _NO_LONGER_IN.match(folded)
    if (
        match is None
        and clause.form is Form.PERFECT
        and not clause.negated
        and (TIME in folded or _SINCE_THEN.search(folded))
    ):
        match = _BEEN_IN.match(folded)
        said = message.text[clause.rest : clause.end].lower()
        if not _SETTLED.search(said):
            return  # "I've been in London for two days"
        if match is not None and not _ONLY_VISITING.search(folded):
            place = place_at(message, clause.rest + match.end(), clause.rest_end)
            if place is not None:
                yield draft(clause, "home", place)
        return
    if match is not None and clause.form in NOW:
        place = place_at(message, clause.rest + match.end(), clause.rest_end)
        if place is not None:
            yield draft(clause, "home", place)
