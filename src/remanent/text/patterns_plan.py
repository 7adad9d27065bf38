"""Rules for what is to come."""

import re
from collections.abc import Iterator

from remanent.model.fact import Stance
from remanent.text.clauses import Clause
from remanent.text.drafts import Dated, Draft
from remanent.text.lexicon import words_of
from remanent.text.predicates import Mood
from remanent.text.sentences import HIDDEN, TIME
from remanent.text.values import stop_of, without_times
from remanent.text.verbs import Form, stems, verb_of

_PLAN_UNTIL = re.compile(
    r"\s(?:if|so|because|since|but|which|and (?:i|we|it|they|he|she|then|can't|am|have|so)|though|"
    r"hopefully|after|i think|to see if|when|as|where)\b|,|\s-\s"
)

_PURPOSE = re.compile(rf"(?P<before>[\w'-]+)(?: {TIME}+)? (?:in order )?to (?P<verb>[a-z]+)\b")

_BEFORE_INFINITIVE = words_of(
    """going plan planning want have need try trying started start learn learned how due chose
    decided like love get got able used hope hoping refuse agree agreed managed manage offered
    promised forgot remember begin began continue continued aim"""
)

_NOUNS_TOO = words_of("work market watch cook")

_TRAILING_ABOUT = re.compile(r"(?:\s+(?:about|around|almost|nearly|over|roughly|back))+$")

_TRAILING_FLUFF = re.compile(
    r"(?:\s+(?:too|as well|though|again|lol|haha|hopefully|btw|soon|yay|finally|and|on|in|at|for|"
    "from|starting|the|until|by|just|scheduled|booked|lined up|coming up))+$"
)

# What stands beside a plan or an event and is no part of it.
_BESIDE = re.compile(
    r"\s(?:with (?:my|our|the|some|a|[A-Z])|for (?:an?|the|two|three|four|five|six|ten|[0-9]+) "
    r"(?:\w+ )?(?:weeks?|days?|"
    r"nights?|weekend|months?|fortnight|hours?)|about (?:my|the)|because|thanks to|falling|in "
    r"(?:[\w-]+ )?(?:hours?|"
    r"minutes?)\b)"
)
_COMPANY = re.compile(
    r"\b(?:interview|meeting|dinner|lunch|breakfast|brunch|drinks|coffee|date|call|appointment|"
    r"catch-?up|session|"
    r"class|lesson|moving in|meet|trip|signed|together|broke up|split up|argument|fight)$",
    re.IGNORECASE,
)
_SAYS_WHAT = 3  # words of a plan that say enough without its company
_POINTING_PLAN = re.compile(
    r"\b(?:you|your|this|these|those|that|it|him|her|them|something|anything|there|here)\b"
)


_LONGEST_PLAN = 80  # characters
_LONGEST_PLAN_WORDS = 12


# "coming home tomorrow and moving in with me": the second is another plan.
_AND_ANOTHER = re.compile(rf"{TIME} and [a-z]+ing\b")
# "studying in Ghent and need a laptop by Monday": the time is of the second.
_AND_WANTS = re.compile(
    rf"\band (?:i )?(?:need|want|must|have to|would like|wish|hope)\b(?=.*{TIME})"
)


def plan_value(clause: Clause, start: int) -> tuple[str, int] | None:
    """Return the words of a plan without its time and purpose, and how far they reach."""
    message = clause.message
    end = clause.rest_end
    until = _PLAN_UNTIL.search(message.folded, clause.rest, end)
    if until is not None:
        end = until.start()
    for purpose in _PURPOSE.finditer(message.folded, max(start, clause.rest), end):
        if _is_purpose(purpose["before"], purpose["verb"]):
            end = purpose.end("before")
            break
    joined = _AND_ANOTHER.search(message.folded, clause.rest, end)
    if joined is not None:
        end = joined.start() + 1
    words = " ".join(without_times(message, start, end).split()).strip(" ,.!-")
    words = _TRAILING_FLUFF.sub("", _TRAILING_ABOUT.sub("", words))
    beside = _BESIDE.search(words)
    if beside is not None and len(words[: beside.start()].split()) >= _SAYS_WHAT:
        if not _COMPANY.search(words[: beside.start()]):
            words = words[: beside.start()]
    if words.startswith("tak") and words.endswith(" off") and TIME in message.shown[start:end]:
        return None  # "taking Friday off"
    if not words or HIDDEN in words or _POINTING_PLAN.search(words.lower()):
        return None
    if len(words) > _LONGEST_PLAN or len(words.split()) > _LONGEST_PLAN_WORDS:
        return None
    return words, end


def _is_purpose(before: str, verb: str) -> bool:
    """Tell "to the pet shop to buy toys" from "learning to swim" and "going to market"."""
    return (
        verb_of(verb, "base") is not None
        and before not in _BEFORE_INFINITIVE
        and verb not in _NOUNS_TOO
    )


_NOT_PLANNED = words_of(
    """live feel think wonder look hope wait try ask say tell talk know want need guess
    suppose assume consider be forget remember worry wish dream believe see understand
    struggle suffer sit stand die kid joke use read write listen work deal learn hate love
    like enjoy miss thank appreciate mean call follow bring keep let stick send reach turn"""
)

# What one does about the house, at the desk or in a shop is no plan worth keeping, and no event.
ERRANDS = words_of(
    """order pay install clean receive cook make bake burn submit hand renew finish complete print file
    fill wash pick drop return contact collect deliver change open check charge water iron vacuum tidy
    sort pack unpack assemble download upload restart reset log sign cancel confirm scan attend walk
    cut boil fry roast grill peel heat defrost sweep mop mow dust recycle"""
)
_ERRAND_TO = re.compile(
    r"\s+(?:back )?to the (?:gym|shops?|store|supermarket|office|bank|post office|pub|bar|toilet|"
    r"loo|library|"
    r"pharmacy|garage|dump|tip|dentist's|cinema|barber'?s?|hairdresser'?s?)\b|\s+the (?:bus|tube|"
    r"train home|car)\b"
)
_PLAN_DESPITE = frozenset({"see"})

_PLANNED_NOUN = re.compile(
    r"\s+(?:an? |my |our |the |another )?(?:[\w'-]+ ){0,3}?(?:appointment|interview|exam|flight|"
    "surgery|operation|wedding|trip|concert|check-?up|presentation|deadline|dinner|date|recital|"
    "viewing|scan|mri|marathon|race|holiday|vacation|test|audition|checkup|haircut|hearing|"
    "conference|reunion|party|gig|performance|game|match|tournament|c-section|biopsy|defense|"
    r"defence|graduation|physical|session|ceremony|visit)\b"
)

_PRESENT_PLANS = words_of(
    """fly leave start go move travel meet graduate run return arrive begin retire sail
    compete perform"""
)

_LIFE = words_of("move marry visit adopt retire apply propose emigrate relocate")

_NOT_GOING = re.compile(
    r"\s+(?:to (?:bed|sleep|be|the bathroom|need|assume|say)|crazy|insane|mad|through|well|great|"
    r"ok|fine|good|on about|nuts|strong|home|out\b)"
)

_EXPECTED_BABY = re.compile(r"\b(?:baby|child|twins|boy|girl|grandchild)\b")

_RUN_RACE = re.compile(
    r"\b(?:marathon|race|half|10k|5k|ultra|relay|workshop|parkrun|course|stall|session)\b"
)

_GETTING_NOWHERE = re.compile(
    r"\s+(?:errors?|tired|sick|old|older|better|worse|used|bored|hungry|ready|confused|late|"
    r"nervous|there|closer|back to|to\b)"
)

_HAVING_TROUBLE = re.compile(
    r"\s+(?:trouble|problems?|issues?|fun|a (?:hard|great|good|bad|rough|tough|nice|lovely|"
    "fantastic)|difficulty|second thoughts)"
)

_LEADING_ARTICLE = re.compile(r"^(?:an?|my|our|the|another)\s+")


# What must follow a verb to be a plan; and what must not.
_NEEDED = {"expect": _EXPECTED_BABY, "run": _RUN_RACE}
_BEEN = re.compile(r"\s+(?:been|had|done|lived|worked|known)\b")
_RULED_OUT = {"get": _GETTING_NOWHERE, "have": _HAVING_TROUBLE}
_SAYS_ENOUGH = words_of("retire graduate move propose")


def plan(clause: Clause, *, ahead: bool) -> Iterator[Draft]:
    """Read what is to come: "I'm flying to Oslo on Friday", "I fly out to Lima on the 9th".

    `ahead` is True where the clause names a time that is still to come.
    """
    if clause.negated or clause.ended or clause.mood is Mood.CAN:
        return
    if ahead and _AND_WANTS.search(clause.folded):
        return
    if clause.elided and not (ahead and clause.verb in _ON_THE_MOVE):
        return
    if clause.elided and "since" in clause.message.folded[clause.start : clause.verb_start]:
        return
    if clause.verb == "plan":
        if clause.form in _PLANNED_FORMS:
            yield from _planning(clause)
    elif clause.form in _AHEAD_FORMS:
        if _is_planned(clause, ahead=ahead):
            yield from _planned(clause)
    elif clause.form is Form.PRESENT and ahead:
        yield from _in_the_calendar(clause)


_ON_THE_MOVE = words_of("go fly move start visit travel leave head")  # "Flying home on Sunday"
_AHEAD_FORMS = frozenset({Form.PROGRESSIVE, Form.FUTURE})
_PLANNED_FORMS = _AHEAD_FORMS | {Form.PRESENT}


def _is_planned(clause: Clause, *, ahead: bool) -> bool:
    verb, folded = clause.verb, clause.folded
    unplanned = _NOT_PLANNED
    if ahead and clause.form is Form.PROGRESSIVE:
        unplanned = _NOT_PLANNED - _PLAN_DESPITE
    if stems(verb) & unplanned or (stems(verb) & ERRANDS and not _OF_WEIGHT.search(folded)):
        return False
    if _as_said(clause) and not stems(verb) & _PROMISED:
        return False
    if verb in {"go", "get", "pop", "head"} and _ERRAND_TO.match(folded):
        return False
    if not ahead and not (verb in _LIFE and clause.subject.is_user and _has_object(clause)):
        return False
    if verb == "go" and clause.form is Form.PROGRESSIVE and _NOT_GOING.match(folded):
        return False
    if verb == "have" and _BEEN.match(folded):
        return False  # "we'll have been married for ten years"
    if verb in _NEEDED:
        return _NEEDED[verb].search(folded) is not None
    return verb not in _RULED_OUT or _RULED_OUT[verb].match(folded) is None


# "I'll ..." is a plan with verbs of going and of meeting; the rest is said of the moment.
_PROMISED = words_of(
    """fly go travel move visit see meet leave start run host drive sail hike camp spend stay attend marry
    adopt retire graduate begin return come interview perform compete present defend be have celebrate"""
)


def _as_said(clause: Clause) -> bool:
    return (
        clause.form is Form.FUTURE
        and "going to" not in (clause.message.folded[clause.start : clause.rest])
    )


# "we go by bike, also in winter": every winter.
_IN_SEASON = re.compile(
    r"\b(?:in (?:the )?(?:winter|summer|spring|autumn|fall)(?:time)?\b|(?:also|even|always|only) (?:in|on)\b|"
    r"every |each )"
)


def _in_the_calendar(clause: Clause) -> Iterator[Draft]:
    """Read "I fly on Friday" and "I have an appointment on Monday"."""
    if _IN_SEASON.search(clause.message.text[clause.start : clause.end].lower()):
        return
    if clause.verb in _PRESENT_PLANS and not clause.subject.owned:
        yield from _planned(clause)
    elif clause.verb == "have" and _PLANNED_NOUN.match(clause.folded):
        read = plan_value(clause, clause.rest)
        if read is not None:
            yield Draft("plan", _LEADING_ARTICLE.sub("", read[0]), read[1], dated=Dated.WHEN)


_OF_WEIGHT = re.compile(
    r"\b(?:thesis|dissertation|phd|house|flat|exams?|wedding|chemo|degree|school|novel|marathon|"
    r"course|contract)\b"
)
_OBJECT = re.compile(r"\s+(?:to |in |for |my |our |a |an |[^\W\d_])")

_NO_OBJECT = re.compile(
    r"\s+(?:on\b|forward|ahead|along|out of (?:the )?way|around|things|the (?:file|data|code|"
    r"meeting|button)|it\b|this\b|that\b|to the (?:next|second|other|new))"
)


def _has_object(clause: Clause) -> bool:
    return (
        bool(_OBJECT.match(clause.folded))
        and not _NO_OBJECT.match(clause.folded)
        and _names_something(clause)
    )


def _names_something(clause: Clause) -> bool:
    """A bare plan needs a name in it ("visit Oslo", "marry Noor") or a home to go to."""
    if clause.verb in {"marry", "adopt", "propose", "retire"}:
        return True
    stop = stop_of(clause.message, clause.rest, clause.rest_end)
    return any(mark.isupper() for mark in clause.message.shown[clause.rest : stop])


def _planned(clause: Clause) -> Iterator[Draft]:
    read = plan_value(clause, clause.verb_start)
    if read is not None and (" " in read[0] or clause.verb in _SAYS_ENOUGH):
        yield _plan(*read)


def _plan(words: str, end: int) -> Draft:
    return Draft("plan", words, end, dated=Dated.WHEN, confidence=0.85)


_PLANNING = re.compile(r"\s+(?:on |to |for )?")

_AN_ARTICLE = re.compile(r"(?:an?|my|our|the) ")

_ON_OR_TO = re.compile(r"(?:on|to) $")

_NOT_PLANNING = re.compile(
    "(?:use|ask|do|be|make sure|keep|get|say|try|write (?!an? (?:book|novel|memoir|thesis))|add|"
    r"have a look|look|see)\b"
)


def _planning(clause: Clause) -> Iterator[Draft]:
    """Read "I'm planning a trip to Crete", "I plan to retire at 60"."""
    match = _PLANNING.match(clause.folded)
    start = clause.rest + (match.end() if match else 0)
    folded = clause.message.folded
    article = _AN_ARTICLE.match(folded, start)
    if article is not None:
        start = article.end()
    elif match is None or not _ON_OR_TO.search(match[0]):
        return
    if _NOT_PLANNING.match(folded[start:]):
        return
    read = plan_value(clause, start)
    if read is not None and " " in read[0]:
        yield _plan(*read)


OWN_PLANS = words_of(
    """flight exam appointment interview wedding surgery operation train graduation
    presentation driving-test exams finals audition trip holiday scan defense viva recital
    checkup hearing"""
)


_HAPPENS = words_of("be leave start depart begin")


_AT_A_TIME = re.compile(r" at [0-9]{1,2}(?:[:.][0-9]{2})?(?: ?[ap]m)?\b|\bhow nervous\b")


def own_plan(clause: Clause, *, ahead: bool) -> Iterator[Draft]:
    """Read "my exam is on Thursday", "our flight leaves tomorrow"."""
    noun = clause.subject.owned
    if not ahead or clause.form is not Form.PRESENT or clause.negated:
        return
    if clause.verb not in _HAPPENS or noun.split()[-1] not in OWN_PLANS:
        return
    if not _AT_A_TIME.sub("", clause.folded.replace(TIME, "")).strip(" .,!"):
        yield _plan(noun, clause.rest)


_OFF_TO = re.compile(r"\s*(?:off|away|flying|headed|heading) to\s+")

_WILL_BE_IN = re.compile(r"\s+(?:in|at)\s+")


def be_plan(clause: Clause, *, ahead: bool) -> Iterator[Draft]:
    """Read "I'm off to Japan in May", "I'll be in Madrid next week"."""
    if not ahead or clause.negated or clause.subject.owned:
        return
    pattern = {Form.PRESENT: _OFF_TO, Form.FUTURE: _WILL_BE_IN}.get(clause.form)
    match = pattern and pattern.match(clause.folded)
    if match is None:
        return
    place = clause.rest + match.end()
    read = plan_value(clause, clause.rest)
    if read is not None and clause.message.shown[place : place + 1].isupper():
        yield _plan(*read)


_AWAITED = re.compile(
    r"\s+(?:forward )?(?:for|to) (?P<what>(?:my|our|the) (?:[\w'-]+ ){0,3}?(?:trip|holiday|"
    "vacation|wedding|concert|flight|visit|cruise|festival|gig|honeymoon|marathon|retreat|reunion|"
    r"conference|tour)\b[^,.;:!?]{0,40})"
)


def awaited(clause: Clause, *, ahead: bool) -> Iterator[Draft]:
    """Read "can't wait for our Iceland trip in August", "I'm looking forward to our trip"."""
    waits = clause.verb == "wait" and clause.mood is Mood.CAN and clause.negated
    looks = clause.verb == "look" and clause.folded.startswith(" forward") and clause.holds
    match = _AWAITED.match(clause.folded) if ahead and (waits or looks) else None
    read = match and plan_value(clause, clause.rest + match.start("what"))
    if read is not None:
        yield _plan(_LEADING_ARTICLE.sub("", read[0]), read[1])


_IN_FOR = re.compile(
    r"\s*(?:booked|scheduled|down|booked in|signed up|registered) (?:in )?for (?=an? |my |the |"
    r"some )"
)
_TICKETS = re.compile(
    r"\s+(?:(?:two|got|some|our|my|a) )*(?P<what>tickets?|seats|reservations?|a booking|a table)\b"
)
_CHORES = words_of("fix do test merge make check add change update set run implement refactor try")
_INTENDED = re.compile(r"\s+(?:to|on) (?=[a-z])")


def signed_up(clause: Clause, *, ahead: bool) -> Iterator[Draft]:
    """Read "I'm booked in for a root canal on Thursday", "I have tickets for Lumo on 4 July"."""
    if not ahead or clause.negated or clause.ended or clause.elided:
        return
    if clause.form is not Form.PRESENT or clause.mood is Mood.CAN or not clause.subject.is_user:
        return
    pattern = {"be": _IN_FOR, "have": _TICKETS, "intend": _INTENDED}.get(clause.verb)
    match = pattern and pattern.match(clause.folded)
    if match is None:
        return
    start = match.start("what") if clause.verb == "have" else match.end()
    if clause.verb == "intend" and clause.folded[start:].split()[0] in _NOT_PLANNED | _CHORES:
        return
    read = plan_value(clause, clause.rest + start)
    if read is not None:
        yield _plan(_LEADING_ARTICLE.sub("", read[0]), read[1])


_NOTED = re.compile(
    "(?:(?:my|got|have|an?|the|first|big|another|our) )*(?P<what>(?:(?:dentist|doctor's|doctors|"
    "hospital|gp|vet|vet's|physio|eye|hair|job|driving|maths?|chemistry|physics|biology|final|"
    "oral|citizenship|root) )?(?:dentist|appointment|exams?|interview|surgery|operation|"
    "root canal|canal|biopsy|scan|mri|viva|finals|driving test|test|check-?up|ultrasound|"
    rf"(?:flight|trip) to [a-z]+))\s*(?:is )?(?={TIME})"
)


def noted(clause: Clause, lead_end: int, *, ahead: bool) -> Iterator[Draft]:
    """Read "dentist tomorrow", "root canal on Thursday"."""
    if not ahead:
        return
    match = _NOTED.match(clause.message.folded, lead_end, clause.end)
    if match is not None and match["what"] != "test":
        what = clause.message.text[match.start("what") : match.end("what")]
        yield Draft("plan", what, match.end(), dated=Dated.WHEN, confidence=0.8)


_CALLED_OFF = re.compile(
    r"\s+(?:my|our|the) (?P<what>(?:[\w'-]+ ){0,2}?(?:trip|holiday|vacation|wedding|flight|"
    r"appointment|party|interview|surgery|cruise|honeymoon|visit)\b(?! (?:insurance|list|tracker|"
    r"booking|reminder|"
    r"emails?|order|subscription|service|fee|policy|app|alerts?|cover|deal)\b)(?: to "
    r"[^,.;:!?]{2,30})?)"
)


def call_off(clause: Clause) -> Iterator[Draft]:
    """Read "we cancelled our trip to Egypt"."""
    match = _CALLED_OFF.match(clause.folded)
    if match is None or not clause.happened or not clause.subject.is_user:
        return
    read = plan_value(clause, clause.rest + match.start("what"))
    if read is not None:
        yield Draft("plan", read[0], read[1], stance=Stance.END, dated=Dated.CHANGE)


_BOOKABLE = re.compile(
    r"\s+(?:an? |my |our |the |us |me )*(?P<what>(?:[\w'-]+ ){0,2}?(?:flights?|trip|holiday|"
    "vacation|tickets?|hotel|cruise|appointment|table|train|ferry|cabin|airbnb|surgery|"
    r"room)\b[^,.;:!?]{0,50})"
)


# "I booked a table for Friday" does not say what for.
_BARE_BOOKINGS = frozenset({"table", "room", "flight", "flights", "ticket", "tickets", "hotel"})


def booked(clause: Clause, *, ahead: bool) -> Iterator[Draft]:
    """Read "I've booked a flight to Lima for the 3rd of June"."""
    if not ahead or clause.verb != "book" or not clause.happened or not clause.subject.is_user:
        return
    match = _BOOKABLE.match(clause.folded)
    read = match and plan_value(clause, clause.rest + match.start("what"))
    if read is not None and read[0].lower() not in _BARE_BOOKINGS:
        yield _plan(*read)
