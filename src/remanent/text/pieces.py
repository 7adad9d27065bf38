"""Cutting a sentence into clauses, and finding where a clause's own words begin."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from remanent.text.sentences import HIDDEN, TIME, Screened, Sentence


class Joint(StrEnum):
    """How a piece of a sentence hangs together with the one before."""

    NEW = "new"  # has its own subject
    GOES_ON = "goes on"  # another verb of the same subject
    FRAGMENT = "fragment"  # ", 41", ", living in Bergen"


@dataclass(frozen=True, slots=True)
class Piece:
    """Characters [start, end) of one clause."""

    start: int
    end: int
    how: Joint


_BEGINS = (
    "(?:i|i'm|im|i've|ive|i'd|i'll|ill|we|we're|we've|we'll|my|our|he|she|they|it|you|his|her|"
    "their|this|that|there|what|who|where|how|when|do|does|did|can|could|is|are|would|should|any|"
    "please|he's|she's|it's|they're|you're|that's|there's|what's|let's|mine|mum|mom|dad|nothing|"
    r"everyone|everybody|people|someone|same|call me|je|j'|ich|yo)\b"
)
_LINK = (
    "(?:and|but|so|because|bc|cause|'cause|cos|coz|though|although|plus|also|then|yet|while|"
    "whereas|or|except|since|which is why|as)"
)
# Each pattern begins with one class of characters, so that the engine can skip to the next one.
_CUT = re.compile(
    rf"[,:(){HIDDEN}][,:(){HIDDEN}\s]*(?:{_LINK}\s+)?(?:also |then |now |yes |yeah |these days |"
    rf"today )?(?={_BEGINS})|\s(?:and|but|so|because|bc|cause|'cause|cos|coz|though|although|plus|"
    rf"whereas|while|or)\s+(?:also |then |now )?(?={_BEGINS})"
)
# The same subject goes on: "I live in Berlin and work at Nordlys".
_GOES_ON = re.compile(
    r"[,\s]\s?(?:and|but)\s+(?:then )?(?=(?:(?:also|just|still|now|currently|recently|really|never|"
    "finally|absolutely|even|have|'ve) )*(?:live|work|love|hate|like|enjoy|prefer|own|speak|study|"
    "teach|play|am|was|can't|cannot|don't|do not|used to|moved|joined|quit|left|bought|adopted|"
    "got|sold|loathe|dislike|drink|eat|adore|started|can't|work|collect|have|volunteer|married|"
    "drive|lived|lives|works|has|loves|hates|likes|speaks|plays|studies|worked|became|studied|"
    r"graduated|not)\b)"
)
_NOUN_TOO = re.compile(r"(?:love|like|work|drink|play|start|study|hate|own)\b")
_STATE_VERB = re.compile(
    r"\b(?:i|we) (?:\w+ly |also |really |just |still )?(?:love|like|hate|enjoy|live|work|play|"
    r"speak|drink|eat|prefer|study|own|adore|dislike|teach|can't stand)\b"
)
_FRAGMENT = re.compile(
    r",\s*(?:and )?(?=(?:currently |now |still |both |also |originally )*(?:working|living|"
    "studying|based|originally|married|divorced|engaged|allergic|vegan|vegetarian|coeliac|celiac|"
    "diabetic|born|from|mother|father|mum|mom|dad|single|retired|moved to|relocated to|joined|"
    r"[0-9]{1,2}(?: years old)?(?:,|$|\s+and\b))(?=[\s,]|$))|,\s*(?=an? [0-9a-z])|"
    r"(?<=[0-9])\s+and (?=(?:single|married|divorced|vegan|vegetarian|retired|pregnant|widowed)\b)"
)
_NO_COORDINATION = re.compile(
    r"\b(?:to|can|let|help|make|gonna|will|would|should|could|did|didn't|don't|doesn't|might|may|"
    r"must|people|who|that|which)\b|'ll\b|'d\b"
)


_PAIR = re.compile(
    r"(?:[Mm]y [a-z]+(?:-in-law)?(?: [A-Z][\w'’-]+)?|[A-Z][a-z'’-]+) and [Ii](?:['\s]|$)"
)
# What a speaker says before a colon that announces his own words.
_ANNOUNCES = re.compile(
    r"(?:\b(?:me|updates?|news|facts?|note|context|background|intro|introduction|confession|"
    r"opinion|take|ps|p\.s|edit|reminder|btw|fyi|psa|thing|thing is|truth|allergies|diet|problem|"
    "issue|situation|deal|story short|remember|heads[- ]up|clarify|clear|summary|details|info|"
    "follow[- ]up|so|anyway|basics|correction|explain|say|admit|know|mentioning|noting|knowing|"
    "aware|this|ok|okay|yes|no|well|also|and|is|question|answer|short|wondering|asked|honest|"
    r"record|addition|example of me|forget|changed (?:jobs?|careers?|companies|employers?)|"
    r"moved (?:house|again)|(?:new|different) (?:job|role|home|place|start))|[)\]!])\s*$"
)
_CHANGED = re.compile(r"(?:now|currently|these days) [a-z]")
_USED_TO = re.compile(r"\bused to\b|\bno longer\b")
_INFLECTED = re.compile(r"(?:lives|works|has|loves|hates|likes|speaks|plays|studies)\b")
_GOVERNED = re.compile(r"\b(?:who|that|which|i|we|you|they)\b")
_A_WORD = re.compile(r"[^\W_]")
_LONGEST_ANNOUNCEMENT = 40  # characters before a colon


def pieces_of(message: Screened, sentence: Sentence) -> list[Piece]:
    """Cut a sentence into clauses; what a colon gives to someone else is left out."""
    folded = message.folded
    pieces: list[Piece] = []
    position, end = sentence.start, sentence.end
    for match in _CUT.finditer(folded, sentence.start, sentence.end):
        if ":" in match[0] and not _is_announced(folded, sentence.start, match.start()):
            end = match.start()  # "John: I'm ..." is John's
            break
        if _A_WORD.search(folded, position, match.start()) is None:
            continue  # "Last week, I ...": the time goes with what follows
        if " and " in match[0] and _is_pair(message, position, match):
            continue  # "Dario and I"
        pieces += _parts_of(folded, position, match.start())
        position = match.end()
    if position < end:
        pieces += _parts_of(folded, position, end)
    return pieces


def _is_announced(folded: str, start: int, colon: int) -> bool:
    return bool(_ANNOUNCES.search(folded, max(start, colon - _LONGEST_ANNOUNCEMENT), colon))


def _is_pair(message: Screened, start: int, match: re.Match[str]) -> bool:
    place = after_lead(message.folded, start, match.start())
    return _PAIR.match(message.shown, place, match.end() + 2) is not None


def _parts_of(folded: str, start: int, end: int) -> Iterator[Piece]:
    """Cut one clause where its subject goes on with another verb, or with a fragment."""
    joints = [(match, Joint.GOES_ON) for match in _GOES_ON.finditer(folded, start, end)]
    if folded.find(",", start, end) >= 0 or " and " in folded[start:end]:
        joints += [(match, Joint.FRAGMENT) for match in _FRAGMENT.finditer(folded, start, end)]
        joints.sort(key=lambda joint: joint[0].start())
    position, how = start, Joint.NEW
    for match, kind in joints:
        if match.start() < position or match.start() == start:
            continue
        if kind is Joint.GOES_ON and not _may_go_on(folded, position, match):
            continue
        yield Piece(position, match.start(), how)
        position, how = match.end(), kind
    yield Piece(position, end, how)


def _may_go_on(folded: str, start: int, match: re.Match[str]) -> bool:
    """Tell "I live in Rome and work at Fiat" from "I like to cook and eat", "joy and love"."""
    if _INFLECTED.match(folded, match.end()) and not _GOVERNED.search(folded, start, match.start()):
        return True  # "doesn't eat meat and hates fish"
    if _CHANGED.match(folded, match.end()) and _USED_TO.search(folded, start, match.start()):
        return True  # "I used to live in Paris but now live in Lyon"
    if _NO_COORDINATION.search(folded, start, match.start()):
        return False
    return not _NOUN_TOO.match(folded, match.end()) or bool(
        _STATE_VERB.search(folded, start, match.start())
    )


# Before the subject -------------------------------------------------------------------------------

_FILLERS = (
    "hi(?: there| all| everyone| again| folks)?|hey(?: there| all| everyone| guys)?|"
    "hello(?: there| all| everyone)?|hiya|yo|good (?:morning|evening|afternoon)|well|so(?: yeah|"
    " basically)?|ok(?: so)?|okay(?: so)?|oh(?: yeah| wait| and| no| well| man| god)?|ah|aw+|wow|"
    "ugh|yeah|yep|yup|yes|nope|no(?=[,.!])|nah|actually|honestly|btw|by the way|fyi|also|and|but|"
    "plus|anyway|anyways|haha+|lol|hmm+|um|uh|look|listen|you know|i mean|to be (?:honest|fair|"
    "clear)|tbh|tbf|ngl|not gonna lie|frankly|personally|in fact|fun fact|the thing is|"
    "for (?:context|the record|what it's worth|reference|info|background|future reference|"
    "your information)|fwiw|just so you know|so you know|(?:as|like) i (?:said|"
    "mentioned)(?: before| earlier)?|as you know|(?:please )?(?:remember|note|keep in mind|"
    "bear in mind|be aware|know|don't forget)(?: that)?|(?:unfortunately|sadly|luckily|"
    "fortunately|thankfully|finally|apparently|officially|basically|evidently|obviously|recently|"
    "currently|nowadays|generally|originally|usually)|good news|bad news|big news|great news|"
    "happy news|sad news|news|update|small update|life update|quick update|guess what|"
    "turns out(?: that)?|it turns out(?: that)?|right now|these days|at the moment|at present|"
    "for now|just|hope you're well|quick intro|intro|about me|(?:ok |okay )?so about me|"
    "rn|atm|a bit about me|a little about me|background|context|confession|unpopular opinion|hot "
    "take|"
    r"edit|ps|p\.s|psa|(?:thanks|thank you|cheers|ta)(?: so much| a lot| again)?|sure|right|true|"
    "same(?: here)?|me too|correction|reminder|note|as of now|because|since|though|although|cause|"
    "then|now|long story short|to answer your question|in short|in case you're wondering|"
    "for starters|first|first of all|firstly|second|secondly|also|third|lastly|speaking of which|"
    "on a personal note|if that helps|if it helps|not sure it matters but|weird question but|"
    "random but|after all|in the end|to my surprise|believe it or not|no joke|seriously|for real|"
    "at last|meanwhile|otherwise|in general|as a rule|both|all of us|myself|me|still|additionally|"
    "one more thing|another thing|lately|yay|yess*|woo+|woohoo|hooray|phew|argh|damn|omg|gosh|ooh"
)
_LEAD = re.compile(
    rf"(?:[\s,.:;!'\"(\[*_~—–-]|{TIME}|(?:{_FILLERS})(?=[\s,:!.…—–)-]|$)|(?:hi|hey|hello|thanks|"
    r"yeah|yes|no|well|oh|wow|aw|sorry|haha)\s[a-z]{2,12}(?=[,!]\s))*"
)
# What says that something is to be said: "one thing you should know about me is that ...".
_SAYING = re.compile(
    "(?:(?:(?:one|another|a) thing |the (?:one |only )?thing )?(?:you should|you need to|"
    "you might want to|to) (?:know|remember|note)(?: about me)?(?: is|:)?|(?:i|we) (?:should|must|"
    "have to|ought to|need to|want to|may as well|forgot to|can) (?:also )?(?:mention|add|admit|"
    "confess|note|point out|clarify|say)|(?:it's |it is )?worth (?:mentioning|noting|knowing|"
    "saying)|(?:just )?to (?:be clear|clarify|remind you|let you know|"
    r"give you (?:some )?(?:context|background))|the truth is|truth be told|in my case)(?: that\b|"
    r"(?=[,:]| (?:i|i'm|i've|im|my|we|our|we've|we're)\b))"
)
_SAID_WITH = frozenset("oaytiwj")  # first letters of what _SAYING begins with
_OTHER_LEAD = re.compile(
    r"(?:for (?:the|my|our) (?:past|last) [\w ]{1,20}|in (?:my|our) (?:spare|free) time|at work|"
    "at home|after (?:almost |nearly |over )?[a-z0-9-]+ (?:long )?(?:years|months|decades?)|"
    "at the weekend|at weekends|(?:on )?(?:weekends|weekdays|(?:mon|tues|wednes|thurs|fri|satur|"
    "sun)days)|for fun|outside (?:of )?work|when i'm not working|after work|before work|"
    r"every (?:single |other )?\w+(?: \w+)?|most (?:days|mornings|evenings|nights|weekends)|(?:one|"
    "some) ?day|once a (?:week|month|year|day)|twice a (?:week|month|year|day)|"
    "in the (?:mornings?|evenings?|afternoons?)|for a living|by profession|professionally|"
    "by trade|as a kid|as a child|for work|due to work|from [a-z]+ to [a-z]+),? (?=(?:i|we|my|"
    r"our)\b)"
)


def after_lead(folded: str, start: int, end: int) -> int:
    """Return where a clause's own words begin, after "well", "actually" and the like."""
    lead = _LEAD.match(folded, start, end)
    place = lead.end() if lead else start
    saying = _SAYING.match(folded, place, end) if folded[place : place + 1] in _SAID_WITH else None
    if saying is not None:
        lead = _LEAD.match(folded, saying.end(), end)
        place = lead.end() if lead else saying.end()
    other = _OTHER_LEAD.match(folded, place, end)
    if other is not None:
        place = other.end()
    return place
