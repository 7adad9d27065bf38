"""Rules for tastes in manners of speaking: "I could eat ramen every day", "golf bores me".

The first ones take the clause and the place where its own words begin, the others the clause.
"""

import re
from collections.abc import Iterator

from remanent.model.fact import Stance
from remanent.text.clauses import Clause
from remanent.text.drafts import Dated, Draft, draft
from remanent.text.lexicon import words_of
from remanent.text.patterns_common import POINTING, without_negation
from remanent.text.patterns_taste import tastes
from remanent.text.sentences import HIDDEN, TIME
from remanent.text.subjects import USER
from remanent.text.values import Value, items, phrase, tidied
from remanent.text.verbs import Form

_THING = f"[^,.;:!?{TIME}{HIDDEN}]{{2,50}}?"
_CLOSED = r"(?=(?:\s+|(?!\w))(?:$|[,.!;:)(]|tbh\b|lol\b|ngl\b|and\b|but\b|so\b|though\b))"

_COULD_FOREVER = re.compile(
    "i (?:could|can) (?:just |happily |easily |honestly |literally )*(?:eat|drink|listen to|watch|"
    f"live on|live off|binge) (?P<what>{_THING}) (?:all day(?: long)?|every (?:single )?(?:day|"
    "meal|night)|for (?:hours|days|ever)|forever|any day|all the time|morning,? noon and night|"
    f"on repeat|non-?stop|for (?:breakfast|every meal)(?:,? lunch,? and dinner)?){_CLOSED}"
)
_LIVE_ON = re.compile(
    rf"i (?:could|can) (?:honestly |happily |easily )?live (?:on|off) (?P<what>{_THING}){_CLOSED}"
)
_ANY_DAY = re.compile(
    "(?:give me|i'd (?:pick|choose|take)|i'll (?:take|pick)|i (?:always )?(?:choose|"
    f"pick)) (?P<what>{_THING}) over (?P<other>{_THING})(?: (?:any (?:day|time)|every time|"
    f"anytime))?{_CLOSED}"
)
_GIVE_ME = re.compile(rf"give me (?P<what>{_THING}) any (?:day|time)(?: of the week)?{_CLOSED}")
_GOOD_TASTES = (_COULD_FOREVER, _LIVE_ON, _ANY_DAY, _GIVE_ME)
_DO_WITHOUT = re.compile(
    rf"i could (?:really |happily |easily )?do without (?P<what>{_THING}){_CLOSED}"
)


def could_forever(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "I could eat ramen every day", "give me mountains over beaches any day"."""
    folded = clause.message.folded
    for pattern in _GOOD_TASTES:
        match = pattern.match(folded, lead_end, clause.end)
        if match is None or ("give" in match[0] and " any " not in match[0]):
            continue
        yield from _listed(clause, match, "likes")
        return
    match = _DO_WITHOUT.match(folded, lead_end, clause.end)
    if match is not None:
        yield from _listed(clause, match, "dislikes")


def _listed(clause: Clause, match: re.Match[str], slot: str) -> Iterator[Draft]:
    for value in items(clause.message, *match.span("what")):
        if POINTING.search(value.folded) or value.folded.split()[0] in _NO_THING:
            return
        yield Draft(slot, value.text, match.end(), subject=USER, confidence=0.85)


_NO_THING = words_of(
    """horse elephant the my your his her their our this that these those he she they we it which there here
    now people work everything something nothing all being having what how seeing"""
)

_TO_ME = re.compile(
    f"(?P<what>{_THING}) (?:(?P<not>(?:is|are|was|were)(?: really| just| simply)? not|isn't|"
    "aren't|is|are) (?P<really>really |just |definitely |so )?for me|(?:really |just |always |"
    "absolutely |honestly |totally )*(?:bores? me(?: (?:to tears|to death|stiff|silly|"
    "senseless))?|drives? me (?:mad|crazy|nuts|insane|up the wall|bonkers|round the bend)|"
    "gets? on my (?:nerves|wick|last nerve)|drains? me|grosses? me out|freaks? me out|"
    "creeps? me out|gives? me the (?:creeps|ick|heebie-jeebies)|turns? my stomach|"
    f"makes? my skin crawl|makes? me cringe|annoys? me|irritates? me)){_CLOSED}"
)


def to_me(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "horror films aren't for me", "slow walkers drive me mad"."""
    match = _TO_ME.match(clause.message.folded, lead_end, clause.end)
    if match is None or match["what"].split()[0] in _NO_THING or match["what"][0].isdigit():
        return
    if match[0].endswith("for me") and not match["not"].endswith(("not", "n't")):
        return
    if match["what"].split()[0] in {"i", "you", "who"} or " " not in match[0]:
        return
    value = tidied(clause.message, *match.span("what"))
    if value is None or POINTING.search(value.folded) or _is_someone(clause, value):
        return
    yield Draft("dislikes", value.text, match.end(), subject=USER, confidence=0.8)


def _is_someone(clause: Clause, value: Value) -> bool:
    """Tell a name ("Ana drives me mad") and "our printer" from a kind of thing."""
    before = clause.message.folded[max(0, value.start - 5) : value.start]
    named = bool(clause.subject.given_name or clause.subject.relation)
    if "'s" in value.folded or (value.text[0].isupper() and value.has_at_most(1)):
        after = clause.message.folded[value.end :].split(maxsplit=1)
        named = named or "'s" in value.folded or after[0].endswith("s")
    return named or before.endswith(("my ", "our ", "the ", "his ", "her "))


_GO_TO = re.compile(
    r"my go-to (?P<kind>[\w' -]{2,30}?) (?:is|are|is always|has to be|"
    f"will always be) (?P<what>{_THING}){_CLOSED}"
)
_NO_KIND = re.compile(
    r"\b(?:response|answer|excuse|person|guy|place|approach|method|strategy|language|tool|way|"
    r"rate|time)\b"
)


def go_to(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "my go-to snack is hummus"."""
    match = _GO_TO.match(clause.message.folded, lead_end, clause.end)
    if match is not None and not _NO_KIND.search(match["kind"]):
        yield from _listed(clause, match, "likes")


RULES = (could_forever, to_me)


# Behind "I" ---------------------------------------------------------------------------------------

_WITHOUT = re.compile(r"\s+(?:a day )?without (?:my |a |an )?(?=[a-z])")
_NO_NEED = words_of(
    "phone glasses phones laptop help it them you google this that internet wifi alarm meds "
    "medication"
)


def cannot_live_without(clause: Clause) -> Iterator[Draft]:
    """Read "I can't live without coffee"."""
    match = _WITHOUT.match(clause.folded)
    if match is None or clause.mood != "can" or not clause.negated:
        return
    for read in tastes(without_negation(clause), clause.rest + match.end(), "likes"):
        if (read.value or "").lower().split()[-1] in _NO_NEED:
            return
        yield read


_FIND = re.compile(
    r"\s+(?P<what>[^,.;:!?]{2,40}?)\s+(?:(?:so |really |very |quite |pretty |a bit |incredibly |"
    "deeply |absolutely |kind of |rather |too |extremely |super |utterly )*)(?P<how>boring|"
    "tedious|dull|annoying|irritating|disgusting|gross|revolting|unbearable|insufferable|"
    "exhausting|soothing|relaxing|fascinating|calming|therapeutic|delightful|delicious|"
    f"addictive){_CLOSED}"
)
_GOOD = words_of("soothing relaxing fascinating calming therapeutic delightful delicious addictive")


def find(clause: Clause) -> Iterator[Draft]:
    """Read "I find golf boring", "I find baking relaxing"."""
    match = _FIND.match(clause.folded)
    if match is None or not clause.holds or clause.form is not Form.PRESENT or clause.elided:
        return
    slot = "likes" if match["how"] in _GOOD else "dislikes"
    start, end = clause.rest + match.start("what"), clause.rest + match.end("what")
    for value in items(clause.message, start, end):
        before = clause.message.folded[max(0, value.start - 5) : value.start]
        if POINTING.search(value.folded) or value.folded.split()[0] in _NO_THING:
            return
        if before.endswith(("my ", "our ", "the ", "his ", "her ")):
            return
        yield draft(clause, slot, value, end=clause.rest + match.end())


def endure(clause: Clause) -> Iterator[Draft]:
    """Read "I can't abide liver", "I dread public speaking"."""
    if clause.verb == "dread":
        if clause.holds and clause.form is Form.PRESENT and not clause.elided:
            yield from tastes(clause, clause.rest, "dislikes")
    elif clause.mood == "can" and clause.negated:
        yield from tastes(without_negation(clause), clause.rest, "dislikes")


_COME_TO_LOVE = re.compile(
    r"\s+to (?P<verb>love|like|enjoy|appreciate|adore|hate|loathe|dislike)(?= )"
)


def come_to_love(clause: Clause) -> Iterator[Draft]:
    """Read "I've come to love okra", "I've grown to hate Mondays"."""
    match = _COME_TO_LOVE.match(clause.folded)
    if match is None or not clause.happened:
        return
    slot = "dislikes" if match["verb"] in {"hate", "loathe", "dislike"} else "likes"
    yield from tastes(clause, clause.rest + match.end(), slot)


_GONE_OFF = re.compile(
    r"\s+(?:right |completely |totally |a bit )?off(?= (?!to\b|on\b|at\b|the\b|topic\b|track\b|grid\b|"
    r"piste\b|road\b|script\b|duty\b|course\b|air\b|line\b|sick\b|menu\b|message\b|campus\b|work\b|"
    r"school\b|bed\b|book\b|radar\b|into\b|in\b|with\b|for\b|again\b))"
)


def go_off(clause: Clause) -> Iterator[Draft]:
    """Read "I've gone off sushi": no longer liked."""
    match = _GONE_OFF.match(clause.folded)
    if match is None or clause.form is not Form.PERFECT or clause.negated:
        return
    value = phrase(clause.message, clause.rest + match.end(), clause.rest_end)
    if value is not None and value.has_at_most(_SHORT) and not POINTING.search(value.folded):
        yield Draft("likes", value.text, value.end, stance=Stance.END, dated=Dated.CHANGE)


_SHORT = 3

_SAID_OF_MYSELF = re.compile(
    r"\s*(?:(?:such |always )?an? (?:(?:real|total|complete|massive|huge|big|"
    r"absolute) )*(?:sucker for|(?:[\w-]+ )?(?:aficionado|connoisseur|devotee|fanatic|fiend) of)|"
    r"mad for|a slave to|head over heels for|smitten with|infatuated with)\s+"
)
_NO_FAN = re.compile(
    r"\s*(?:no (?:big |great |huge )?(?:fan|lover) of|put off by|grossed out by|averse to)\s+"
)


_ALL_ABOUT = re.compile(r"\s+about\s+")


_DEAL = re.compile(
    r"(?:an? )?(?:good |great )?(?:deal|bargain|challenge|pun|cliche|compliment|punishment)\b"
)


def be_sucker(clause: Clause) -> Iterator[Draft]:
    """Read "I'm a sucker for period dramas", "I'm no fan of karaoke"."""
    if clause.form is not Form.PRESENT or clause.negated or clause.elided or clause.ended:
        return
    if clause.subject.owned:
        return
    match = _SAID_OF_MYSELF.match(clause.folded)
    if match is None and "all" in clause.adverbs:
        match = _ALL_ABOUT.match(clause.folded)
    if match is not None:
        if not _DEAL.match(clause.message.folded, clause.rest + match.end()):
            yield from tastes(clause, clause.rest + match.end(), "likes")
        return
    match = _NO_FAN.match(clause.folded)
    if match is not None:
        yield from tastes(clause, clause.rest + match.end(), "dislikes")


_ME_SOME = re.compile(r"\s+me (?:some|a good)(?= )")


def love_me_some(clause: Clause) -> Iterator[Draft]:
    """Read "I love me some barbecue"."""
    match = _ME_SOME.match(clause.folded)
    if match is not None and clause.holds:
        yield from tastes(clause, clause.rest + match.end(), "likes")
