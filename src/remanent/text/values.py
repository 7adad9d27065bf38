"""Cutting the value out of what follows a verb: lists, places, names, numbers.

A value is the speaker's own words without article and without what hangs on behind ("too",
"because ...", "with my sister"). Where the words point at something outside the message ("it",
"that one", "your idea") there is no value.
"""

import re
from dataclasses import dataclass

from remanent.text import lexicon
from remanent.text.lexicon import words_of
from remanent.text.sentences import HIDDEN, TIME, Screened

MAX_VALUE_CHARACTERS = 80
MAX_VALUE_WORDS = 10
MAX_ITEMS = 12


@dataclass(frozen=True, slots=True)
class Value:
    """Words of the message: the text as cut, and its characters [start, end)."""

    text: str
    start: int
    end: int

    @property
    def folded(self) -> str:
        """The words in small letters."""
        return self.text.lower().replace("’", "'")

    def has_at_most(self, words: int) -> bool:
        """Tell whether the value has no more words than that."""
        return len(self.text.split()) <= words


# Where a phrase ends ------------------------------------------------------------------------------

_HARD_STOP = re.compile(
    rf"[.;:!?](?=[\s\"'”’)]|$)|[()\n…—–{TIME}{HIDDEN}]|\s-\s|\s(?:because|bc|but|so|since|when|"
    "whenever|while|if|that|which|who|whom|where|until|till|than|after|before|unless|except|"
    "though|although|cause|cos|as|thanks|due|even|ever|anyway|hence|rather|and (?:i|we|my|our|it|"
    "he|she|they|you|that|this|not|also|now|so|then|can|am|have|was|would|will|her|his|their|"
    "there|don't|just|it's|i'm)|or (?:i|we|so)|for (?:me|now|over|about|almost|years|ages|the)|"
    "with (?:my|our|her|his|me|you|the)|at the moment|right now|at least|these days|in order|"
    "(?:never|always) (?:have|has|did|will|had)|to (?:be honest|death|pieces|bits)|"
    "more than anything|for a (?:while|living|bit)|on the other hand|too much to|enough to|lol|"
    r"haha|tbh|btw|ngl|imo|imho|lately|currently|nowadays|any ?more|any longer|n (?:we|i|my))\b"
)
_SEPARATOR = re.compile(
    r"\s*,\s*(?:and|or|&|plus|nor)\s+|\s*,\s*|\s+(?:and|or|&|plus|nor|as well as)\s+|"
    r"\s*/\s*(?=[a-z])"
)
_LEADING = re.compile(
    "(?:(?:an?|the|some|any|my|our|both|all kinds of|all sorts of|all types of|lots of|a lot of|"
    "plenty of|a bit of|a little bit of|a little|bit of|a few|loads of|tons of|certain|most|all|"
    "such|really|very|just|also|especially|mostly|mainly|maybe|even|either|basically|pretty much|"
    r"only|eating|drinking|things like|stuff like|too|like)\s+)+"
)
_TRAILING = re.compile(
    r"(?:[\s,'\"*_~^-]|\s(?:too|as well|though|now|again|also|either|so much|so bad|a lot|a ton|"
    "very much|the most|lately|nowadays|these days|atm|currently|tbh|lol|lmao|haha+|btw|ngl|imo|"
    "imho|fyi|please|pls|in general|anyway|already|still|yet|really|honestly|actually|for real|"
    "period|by the way|of course|unfortunately|at all|in particular|especially|instead|today|"
    "sadly|right|ok|okay|thanks|apparently|obviously|personally|altogether|and all that|and stuff|"
    "and so on|etc|or so|more|better|to be honest|to be fair|with a passion|to bits|no joke|yay|"
    "(?:all )?(?:that|too) much|much|a great deal|particularly|terribly|one bit|in the slightest|"
    "in the least|whatsoever|enough|a tad|somehow|on occasion|now and then|once in a while|"
    "completely|entirely|totally|wholly|dearly|deeply|wholeheartedly|immensely|enormously|for good|"
    "a while (?:back|ago)|big time|no question|hands down|innit|guys|mate|like anything|"
    "xd|x|xx|xoxo|lots|ever|badly|passionately|here|itself|themselves|like crazy|like mad|"
    "at the moment|right now|out there|in the world|more than anything|and more|myself|so far))+$"
)
_NOT_FIRST = words_of(
    """it its myself yourself himself herself ourselves this that these those you your yours u
    ur him her hers them us me his their how when what where who whom why whether if to for
    from with of on in at by about there here not no nothing everything something someone
    anyone everyone anybody one ones each another such mine he she they we i is are was were
    be been being do does did have has had will would can could should may might must which
    whose because but so and or as than then too also seeing hearing knowing thinking saying
    so much more less going getting having making doing feeling wondering hello hi thanks
    please yes especially though although lol haha well sure ok okay always never just only
    mostly even ever still now today tomorrow yesterday however you're it's i'm that's don't
    can't won't same other others whatever whoever like let trying having hoping looking
    talking chatting working watching-you both either neither nor yet since while until unless
    whenever wherever lmao oh ah wow hmm"""
)
_NOT_LAST = words_of(
    """to of with for at the a an and or from by about into than my your our his her their its
    is are was very so"""
)
_VERBS_NOT_ITEMS = words_of(
    """hate hates love loves like likes live lives want wants need needs think thinks know
    knows go goes went get gets got say says said make makes made can speak am is have has had
    work works enjoy enjoys prefer prefers moved adopted bought own owns miss misses feel
    feels keep keeps came come would will should eat drink don't can't never always"""
)


def stop_of(message: Screened, start: int, end: int) -> int:
    """Return where a phrase that begins at `start` must end."""
    match = _HARD_STOP.search(message.folded, start, end)
    return match.start() if match else end


def tidied(message: Screened, start: int, end: int, *, verb: bool = False) -> Value | None:
    """Cut a phrase to its value; None where it is empty, too long, or points elsewhere.

    `verb` is True where the phrase begins with a verb ("do yoga every morning").
    """
    folded = message.folded
    while start < end and folded[start] in " \t'\"“”*_~,([":
        start += 1
    lead = None if verb else _LEADING.match(folded, start, end)
    if lead is not None and lead.end() < end:
        start = lead.end()
    trail = _TRAILING.search(folded, start, end)
    if trail is not None:
        end = trail.start()
    while start < end and folded[end - 1] in " \t'\"“”*_~,)]":
        end -= 1
    words = folded[start:end].split()
    if not words or len(words) > MAX_VALUE_WORDS or end - start > MAX_VALUE_CHARACTERS:
        return None
    if words[-1] in _NOT_LAST or (words[0] in _NOT_FIRST and not verb):
        return None
    shown = message.shown[start:end]
    if HIDDEN in shown or TIME in shown or not any(mark.isalnum() for mark in shown):
        return None
    return Value(message.text[start:end], start, end)


def comma_of(message: Screened, start: int, end: int) -> int:
    """Return where a phrase ends at the latest: at its first comma, or where its sense does."""
    stop = stop_of(message, start, end)
    comma = message.folded.find(",", start, stop)
    return comma if comma >= 0 else stop


def without_times(message: Screened, start: int, end: int) -> str:
    """Return the words as they were written, with a blank for each expression of time."""
    return "".join(
        " " if shown == TIME else written
        for written, shown in zip(message.text[start:end], message.shown[start:end], strict=True)
    )


def phrase(
    message: Screened, start: int, end: int, *, until: re.Pattern[str] | None = None
) -> Value | None:
    """Cut one value up to the phrase's end, the first comma, or where `until` matches."""
    stop = comma_of(message, start, end)
    if until is not None:
        match = until.search(message.folded, start, stop)
        stop = match.start() if match else stop
    return tidied(message, start, stop)


_LONGEST_ITEM_WORDS = 4  # of an item that is not the first


def items(message: Screened, start: int, end: int) -> list[Value]:
    """Cut a list ("nuts, dairy and shellfish") into values; a single phrase is a list of one."""
    found: list[Value] = []
    for first, last in _pieces_of_list(message, start, stop_of(message, start, end))[:MAX_ITEMS]:
        value = tidied(message, first, last)
        if value is None or (found and not _is_item(value)):
            break
        if (
            found
            and _THE.match(message.folded, first)
            and not _THE.search(message.folded, max(0, found[0].start - 4), found[0].start)
        ):
            break  # "walnuts and the kettle sings"
        found.append(value)
    return found


_THE = re.compile(r"\s*(?:the|my|our|this|that) ")


def _is_item(value: Value) -> bool:
    first = value.folded.split()[0]
    return value.has_at_most(_LONGEST_ITEM_WORDS) and first not in _VERBS_NOT_ITEMS


def _pieces_of_list(message: Screened, start: int, end: int) -> list[tuple[int, int]]:
    folded = message.folded
    fixed = [
        range(place, place + len(pair))
        for pair in lexicon.FIXED_PAIRS
        if (place := folded.find(pair, start, end)) >= 0
    ]
    links = [
        match
        for match in _SEPARATOR.finditer(folded, start, end)
        if not any(match.start() in pair for pair in fixed)
    ]
    if len(links) == 1 and links[0][0].strip() == ",":  # "Porto, lovely city"
        return [(start, links[0].start())]
    starts = [start, *(link.end() for link in links)]
    return list(zip(starts, [*(link.start() for link in links), end], strict=True))


# Numbers ------------------------------------------------------------------------------------------

_ONES = """one two three four five six seven eight nine ten eleven twelve thirteen fourteen
    fifteen sixteen seventeen eighteen nineteen"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"


def _any_of(words: str, *, first: int = 99) -> str:
    return "|".join(words.split()[:first])


# Longer words first: "sixteen" before "six".
NUMBER = (
    f"(?:[0-9]{{1,3}}|(?:{_any_of(_TENS)})(?:[- ](?:{_any_of(_ONES, first=9)})"
    f")?|{'|'.join(reversed(_ONES.split()))})"
)
