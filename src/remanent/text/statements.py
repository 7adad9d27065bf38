"""From a draft to a statement: its wording, its time, and since or until when it holds."""

import re
from dataclasses import replace
from datetime import datetime

from remanent.model.fact import Stance, Statement, TimeSpan
from remanent.text.clauses import Clause
from remanent.text.dates import Granularity, Relation, ResolvedTime, format_span
from remanent.text.drafts import Dated, Draft, worded
from remanent.text.lexicon import words_of
from remanent.text.sentences import TIME
from remanent.text.verbs import Form


def statement_of(
    read: Draft,
    *,
    subject: str,
    span: tuple[int, int],
    times: tuple[ResolvedTime, ...],
    at: datetime,
    zone: str | None,
    clause: Clause | None,
) -> Statement | None:
    """Return the statement that a draft makes; None where its time cannot be a value.

    Args:
        span: characters of the message that say it.
        times: the expressions of time in its clause, in order.
        at, zone: the moment of the turn and the speaker's zone.
        clause: where it was read; None for what has no verb of its own.
    """
    when = times[0].span if times else None
    valid_from, valid_to = _validity(read, times, at, clause)
    if read.value == TIME:
        born = _birthday(read, times, zone)
        if born is None:
            return None
        read, when = born
        valid_from = valid_to = None
    if read.value is not None:
        said = _kept(read.value, read.slot)
        if said is None:
            return None
        if said != read.value:
            read = replace(read, value=said, text=read.text.replace(read.value, said))
    return Statement(
        subject=subject,
        slot=read.slot,
        value=read.value,
        text=worded(read),
        polarity=read.polarity,
        stance=read.stance,
        span=span,
        when=when,
        valid_from=valid_from,
        valid_to=valid_to,
        confidence=read.confidence,
    )


# Values ------------------------------------------------------------------------------------------

# What is said of a whole sentence and hangs on behind its last value; capitals begin a title.
_TAIL = re.compile(
    r"[\s,(–—-]+(?:by the way|btw|for what it['’]?s worth|if you (?:must|want to) know|if you ask me|"
    r"you know|you see|as it (?:happens|were)|as (?:usual|always|ever)|whatever\b.*|whether\b.*|of all "
    r"(?:things|people|places)|among (?:other|many) things|most of the time|half the time|from time to "
    r"time|(?:every )?now and (?:then|again)|more or less|in a (?:way|sense)|I (?:swear|guess|think|"
    r"suppose|know|mean|promise|admit|believe|reckon|fear|hope|must|have to|tell|should|might|can|will)"
    r"\b.*|i (?:swear|guess|think|suppose|know|mean|promise|admit|believe|reckon)\b.*|(?:believe|trust) "
    r"(?:it or not|me)|(?:much )?to my (?:own )?(?:shame|surprise|horror|joy|delight|regret|dismay|"
    r"wife's|mother's)\b.*|at (?:my age|this point|this rate|last|least)|against my\b.*|(?:un|)"
    r"fortunately\b.*|(?:sadly|luckily|thankfully|apparently|obviously|honestly|frankly|admittedly|"
    r"allegedly|supposedly)\b.*|like (?:my|our|his|her|most|every|all|everyone|so many|the rest)\b.*|"
    r"with (?:(?:all|every|an?|the) )?(?:[a-z]+ ){0,2}(?:passion|vengeance|fury|heart|soul|fibre|being)\b.*|"
    r"(?:like|such as) [A-Z].*|(?:especially|including|e\.g\.|for (?:example|instance))\b.*|because\b.*|which (?:is|was|I|i|means|makes|explains)\b.*|no matter\b.*|"
    r"not (?:that|to mention|just|only|even)\b.*|let alone\b.*|so to speak|in (?:practice|theory|secret)|on "
    r"principle|for (?:some reason|reasons\b.*|ages|ever|now|starters)|to (?:this day|date|be (?:fair|"
    r"honest|exact|precise))|don['’]t (?:ask|laugh|judge|tell|you|worry)\b.*|I|and I['’](?:ve|m|ll|d)\b.*)$"
)
# More of the kind, of which a plan or a habit may have its own.
_THING_TAIL = re.compile(
    r"\s(?:such|way|far|quite|almost|nearly|same|regardless|somewhere|outright|in (?:any|all|every|an?) (?:[a-z]+ )?"
    r"(?:ways?|forms?|shapes?|sorts?|amounts?|quantity)|of (?:all|any|every|whatever) (?:kinds?|sorts?|types?|"
    r"shapes?|sizes?)|according to\b.*|given\b.*|instead of\b.*|rather than\b.*|over [a-z]+|beyond [a-z]+|"
    r"from (?:afar|hell)|bought|worth\b.*|to the moon|and back|on a (?:good|bad) day|to (?:no end|bits|"
    r"pieces|death)|no end|any time|anytime|each|apiece)$"
)
_TASTES = frozenset({"likes", "dislikes"})
# "I hate mondays like garfield": as he does, not as things like him.
_ALIKE = re.compile(
    r"(?<!people)(?<!things)(?<!stuff)(?<!films)(?<!music)(?<!books)\slike [\w'-]+$"
)
_THINGS = words_of("likes dislikes allergy owns pet hobby language health")
# Words that are no value by themselves.
_NO_VALUE = words_of(
    """honestly apparently unfortunately sadly luckily obviously frankly admittedly maybe perhaps
    probably it that this them these those things thing stuff something everything nothing
    anything someone somebody everyone nobody one ones none no yes you me us him her lot lots bit
    more less most much many back life some any all both now then here there today tomorrow yesterday"""
)
_NO_VALUE_LINE = re.compile(
    r"(?:tragic|sad|weird|strange|odd|boring|funny|stupid|silly|crazy|ironic) (?:I know|i know|right|huh)|"
    r"(?:last|next) (?:year|week|month|night|spring|summer|autumn|winter)|long story|believe it or not|a lot|no idea|no clue"
)
# Of these a value names a thing: what has a subject or a verb of its own is none.
_NAMING = words_of(
    """name home work occupation school age relationship diet origin partner allergy pet owns language
    hobby health family timezone likes dislikes"""
)
_SAYS_MORE = re.compile(
    r"\s(?:me|us|you|him|them)$|"
    r"(?:^|\s)(?:I|i|I'm|i'm|we|he|she|they|it's|that's|is|are|was|were|isn't|aren't|wasn't|don't|doesn't|"
    r"can't|won't|couldn't|wouldn't)(?=\s|$)"
)


def _kept(value: str, slot: str | None) -> str | None:
    """Cut what is said of the sentence from a value's end; None where no value is left."""
    if TIME in value:
        return None
    said = value
    tails = (_TAIL, _THING_TAIL) if slot in _THINGS else (_TAIL,)
    while tail := next((found for pattern in tails if (found := pattern.search(said))), None):
        said = said[: tail.start()]
    if slot in _TASTES and (alike := _ALIKE.search(said)):
        said = said[: alike.start()]
    if slot == "family" and said != value:
        return None  # "a deadline like my father": the kinship was in what is gone
    if said.lower() in _NO_VALUE or _NO_VALUE_LINE.fullmatch(said) is not None:
        return None
    if slot in _NAMING and _SAYS_MORE.search(said) is not None:
        return None
    return said


# Birthdays ----------------------------------------------------------------------------------------

BORN = "born"  # a draft's text where the day must be named: nobody "was born yesterday"

_DAY_NAMED = re.compile(
    "[0-9]|january|february|march|april|may|june|july|august|september|october|november|december|"
    "christmas|new year|halloween|valentine"
)
_LEAD = re.compile(r"^(?:(?:since|on|in|by|from|the) )+", re.IGNORECASE)
_YEAR = re.compile(r"[0-9]{4}")
_NAMED_KINDS = frozenset({Granularity.DAY, Granularity.MONTH, Granularity.YEAR})


def _birthday(
    read: Draft, times: tuple[ResolvedTime, ...], zone: str | None
) -> tuple[Draft, TimeSpan | None] | None:
    """Put the words of a birthday to its draft, and keep its day where the words fix one."""
    for time in times:
        words = _LEAD.sub("", time.span.words).rstrip(" .,;:!")
        if time.granularity not in _NAMED_KINDS:
            continue
        if _DAY_NAMED.search(words.lower()):
            dated = time.span if _YEAR.search(words) else None
            return replace(read, value=words, text=""), dated
        if time.granularity is Granularity.DAY and read.text != BORN:  # "today"
            day = " ".join(format_span(time.span, zone=zone).split()[:2])
            return replace(read, value=words, text=f"has birthday on {day}"), time.span
    return None


# Validity -----------------------------------------------------------------------------------------

_JUST = re.compile(r"\b(?:just|recently|finally|newly|now|officially)\b")
_LASTING = frozenset({Relation.SINCE, Relation.FOR})


def _validity(
    read: Draft, times: tuple[ResolvedTime, ...], at: datetime, clause: Clause | None
) -> tuple[datetime | None, datetime | None]:
    """Return since and until when a statement holds, as far as its words say so."""
    if read.dated is Dated.WHEN or read.stance is Stance.RETRACT or clause is None:
        return None, None
    lasting = next((time for time in times if time.relation in _LASTING), None)
    changed = _moment_of_change(times, at, clause) if read.dated is Dated.CHANGE else None
    if read.stance is Stance.END:
        return _ended(times, lasting, changed)
    return (lasting.span.start if lasting is not None else changed), None


def _ended(
    times: tuple[ResolvedTime, ...], lasting: ResolvedTime | None, changed: datetime | None
) -> tuple[datetime | None, datetime | None]:
    """A range says both; "until X" and "since X I no longer" end it at the beginning of X."""
    for time in times:
        if time.granularity is Granularity.RANGE:
            return time.span.start, time.span.end
        if time.relation is Relation.UNTIL:
            return None, time.span.start
    if lasting is not None and lasting.relation is Relation.SINCE:
        return None, lasting.span.start
    return None, changed


def _moment_of_change(
    times: tuple[ResolvedTime, ...], at: datetime, clause: Clause
) -> datetime | None:
    """The start of the time that is named, never after the turn; "just" is the turn itself."""
    for time in times:
        if time.relation is Relation.AT and time.granularity is not Granularity.DURATION:
            return min(time.span.start, at)
    before_verb = clause.message.folded[clause.start : clause.rest]
    if clause.form is Form.PERFECT or _JUST.search(before_verb):
        return at
    return None
