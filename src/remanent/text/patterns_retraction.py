"""Rules for taking back: "scratch that", "I meant Porto, not Lisbon", "I never worked there"."""

import re
from collections.abc import Iterator

from remanent.model.fact import Stance
from remanent.text import lexicon
from remanent.text.clauses import Clause
from remanent.text.drafts import Dated, Draft
from remanent.text.sentences import HIDDEN, TIME, Screened
from remanent.text.values import phrase, tidied
from remanent.text.verbs import Form

_TAKEN_BACK = re.compile(
    "(?:(?:please|wrong (?:chat|window|person)|my bad|nope|no|oh|wait|oops|hang on|hold on|um|uh|"
    "hmm|sorry|actually|ok|okay|ah|lol|haha|"
    "never mind|nvm)[,.!…]* +)*(?:(?:scratch|strike|disregard|ignore|forget|nvm|never mind) "
    "(?:that|"
    r"what i (?:just )?(?:said|put|wrote|typed|told you)(?: about [\w ]{2,30})?|(?:my|the|that|this) (?:last|"
    r"previous) (?:message|"
    r"statement|comment|text|answer|post)|(?:the|that) (?:bit|part|thing|stuff) about [\w "
    r"]{2,30}(?:,.*)?|all that|the last (?:bit|part|message)|"
    "everything i (?:just )?said)(?: last bit| last one| part)?|i take (?:that|it|this) back|cancel that,? (?:i |i've |i have )changed my mind(?:,.*)?|"
    "i(?:'m| am| was)? (?:just|only|totally|obviously|completely)? ?(?:was )?(?:just |only |"
    "totally )?(?:joking|kidding|messing with you|messing|pulling your leg|teasing)|(?:just|"
    "only) (?:kidding|joking|messing)|jk|disregard|that was (?:just )?(?:a joke|a lie|wrong|not "
    "true|"
    "sarcasm)|that(?:'s| is|'s actually| isn't| wasn't)? (?:not true(?: btw)?(?:,? i made (?:it|"
    "that) up)?|a lie|not what i meant|"
    "wrong about me|true, i made it up)|i made that up|i lied(?: about that)?|i misspoke|"
    "i mixed (?:that|it|them|things) up|my mistake,? (?:ignore|forget|scratch) (?:that|it)|"
    "not true,? (?:sorry|i made that up)|correction: ignore that|i (?:said|"
    r"told you) that wrong)(?:[,.!…]* (?:about (?:that|the [\w ]{2,30}|my [\w ]{2,30}|"
    r"being [\w ]{2,30})|sorry|lol|haha|please|actually|above|earlier|before|of course|obviously|"
    "again|guys|mate|wrong (?:chat|window|person)|i meant it as a joke|just now|"
    r"(?:please )?(?:forget|ignore|scratch) (?:it|that)|(?:it|that)(?:'s| is| was|'s all)?(?: not|n't)? "
    r"(?:true|right|real|so|serious)|(?:it|that) isn't (?:true|right|so)|i made (?:it|that) up|"
    r"i wasn't serious|not true))*$"
)
_ABOUT = re.compile(
    r"(?:(?:please|no|oh|wait|sorry|actually|ok|okay|haha|lol)[,.!]* +)*"
    r"(?:i(?:'m| am| was)? (?:just |only )?(?:joking|kidding|lying|messing) about|"
    r"(?:forget|ignore|scratch|disregard|strike) (?:what|everything|all) i (?:just )?(?:said|told you|wrote) "
    r"about|i made up (?:the|that) (?:thing|bit|part|stuff|story) about|i lied about) "
    r"(?:going to |moving to |living in |working (?:at|for) |having |owning |playing |doing |being |"
    r"my |the |a |an )?(?P<old>[^,;.!?—–]{2,40}?)(?=\s*(?:[,;.!—–]|$| - |\bi (?:don't|made|was|never)))"
)
_UNSAID = re.compile(
    r"(?:(?:please|no|oh|wait|sorry|actually|ok|okay)[,.!]* +)*"
    r"(?:forget|ignore|scratch|disregard)(?: that| what)? i (?:ever )?(?:said|told you|claimed)(?: that)? "
    r"(?:i'm|i am|i've got|i have|i live in|i work (?:at|for|as an?)|i play|i do|i like|i love|i own|"
    r"i drive|we have|we live in|my [\w ]{2,20} is)(?: going to| allergic to| an?| the| my)? "
    r"(?P<old>[^,;.!?—–]{2,40}?)(?=\s*(?:[,;.!—–]|$))"
)
_NOT_WHAT = re.compile(
    r"(?:(?:no|nope|sorry|oops|correction|actually|wait|i mean|i meant|my mistake)[,:.!]* +)+"
    r"(?:(?:it's|it is|that's|i'm going|we're going|i'm flying|we fly|i go|we go|i live|i work|i'm|i meant|"
    r"i mean|(?:the|my|our) [\w -]{2,30}? (?:is|are|'s|goes|starts)) +)?(?:to |in |at |on |with |for |from )?"
    r"(?P<new>[^,;:.!?]{1,40}?),? (?:and )?not (?:to |in |at |on |with |for |from )?"
    r"(?P<old>[^,;:.!?]{1,40}?)(?:[:;—–,].*)?$"
)

_MEANT = re.compile(
    "(?:(?:no|oh|wait|sorry|oops|i mean|correction|actually|um|uh)[,.!]* +)*(?:i meant|"
    r"i mean)\s+(?P<new>[^,;.!?]{1,60}?),? (?:and )?not (?P<old>[^,;.!?]{1,60})$"
)


def taken_back(message: Screened, start: int, end: int) -> Draft | None:
    """Read a sentence that only takes back what was said: "scratch that", "I was just kidding"."""
    folded = message.folded[start:end].strip(" \t'\".,!…()-*_")
    if _TAKEN_BACK.match(folded):
        return Draft(None, None, end, stance=Stance.RETRACT)
    meant = _MEANT.match(folded)
    if meant is not None:
        offset = message.folded.index(folded, start)
        old = tidied(message, offset + meant.start("old"), offset + meant.end("old"))
        if old is not None:
            said = message.text[offset + meant.start("new") : offset + meant.end()].strip()
            return Draft(None, old.text, end, stance=Stance.RETRACT, text=f"meant {said}")
    return _named_back(message, folded, start, end)


def _named_back(message: Screened, folded: str, start: int, end: int) -> Draft | None:
    """Read what names what it takes back: "I was joking about Malta", "to Peru, not to Chile"."""
    offset = message.folded.index(folded, start)

    def written(match: re.Match[str], group: str) -> str:
        return message.text[offset + match.start(group) : offset + match.end(group)].strip()

    for pattern in (_ABOUT, _UNSAID):
        match = pattern.match(folded)
        if match is not None and TIME not in match["old"] and HIDDEN not in match["old"]:
            return Draft(None, written(match, "old"), end, stance=Stance.RETRACT)
    match = _NOT_WHAT.match(folded)
    if match is None or TIME in match["new"] + match["old"] or match["new"] in _NO_VALUES:
        return None
    old = written(match, "old")
    said = f"meant {written(match, 'new')}, not {old}"
    return Draft(None, old, end, stance=Stance.RETRACT, text=said)


_NO_VALUES = lexicon.words_of("it that this so true right sure yes no i you he she we they")


_OTHERS = lexicon.pattern_of(lexicon.PEOPLE)
_MIX_UP = re.compile(
    r"\b(?:mixed (?:that|it|them|things) up|mix-up|misspoke|made (?:that|it) up|"
    rf"was (?:just )?(?:joking|kidding)|that was (?:my (?:{_OTHERS})\b|a (?:joke|lie|mistake|typo|"
    rf"mix-?up|slip)\b)|got (?:that|it) wrong|wasn't me|"
    r"was wrong|confused with|my mistake)\b"
)


def is_mix_up(folded: str) -> bool:
    """Tell whether a message says that something was said by mistake."""
    return _MIX_UP.search(folded) is not None


_THAT_WAS = re.compile(
    r"\b(?:that|it)(?: was|'s| is) (?:actually |really )?my (?P<who>[a-z]+(?:-[a-z]+)*)(?: "
    r"(?P<name>[^\W\d_]+))?"
    r"(?=(?:\s+|(?!\w))(?:$|[,.!;(—–-]|who\b|not\b))"
)


def of_another(message: Screened) -> str | None:
    """Return whose the fact is, where a message says so: "that was my neighbour, not me"."""
    match = _THAT_WAS.search(message.folded)
    if match is None or match["who"] not in lexicon.PEOPLE:
        return None
    if match["name"] and message.shown[match.start("name")].isupper():
        return message.text[match.start("name") : match.end("name")]
    return None if match["name"] else match["who"]


_NEVER_AT = re.compile(r"\s+(?:at|for|in)\s+")


def never_did(clause: Clause) -> Iterator[Draft]:
    """Read "I never worked at Dovetail, I mixed that up": it was said, and it never was."""
    if (
        "never" not in clause.adverbs
        or clause.form is not Form.PAST
        or not (is_mix_up(clause.message.folded) or of_another(clause.message))
    ):
        return
    match = _NEVER_AT.match(clause.folded)
    slot = {"work": "work", "live": "home", "study": "school"}.get(clause.verb)
    if match is None or slot is None:
        return
    value = phrase(clause.message, clause.rest + match.end(), clause.rest_end)
    if value is not None:
        yield Draft(slot, value.text, value.end, stance=Stance.RETRACT)


_PUT_DOWN = re.compile(
    "(?:i|we) (?:recently |just )?(?:had to|have to) (?:put|have) (?:my|our) (?:old |poor |"
    r"beloved )?(?P<kind>[a-z]+)(?P<name> [\w]+)? (?:down|put down|to sleep|put to sleep)"
)


def put_down(clause: Clause, lead_end: int) -> Iterator[Draft]:
    """Read "I had to put my dog down"."""
    match = _PUT_DOWN.match(clause.message.folded, lead_end, clause.end)
    if match is not None and match["kind"] in lexicon.ANIMALS and " had to " in match[0]:
        named = match["name"] and clause.message.shown[match.start("name") + 1].isupper()
        last = match.end("name") if named else match.end("kind")
        pet = clause.message.text[match.start("kind") : last]
        yield Draft("pet", pet, match.end(), stance=Stance.END, dated=Dated.CHANGE)
