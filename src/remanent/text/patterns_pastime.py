"""Rules for hobbies."""

import re
from collections.abc import Iterator

from remanent.text import lexicon
from remanent.text.clauses import Clause
from remanent.text.drafts import Dated, Draft, draft
from remanent.text.patterns_common import (
    GAMES,
    NOT_HABITS,
    NOW,
    POINTING,
    said_of_other,
)
from remanent.text.sentences import TIME
from remanent.text.values import Value, comma_of, items, phrase, tidied
from remanent.text.verbs import Form

_GAME_NAMED = re.compile(rf"(?:the |an? )?((?:[\w&'-]+ ){{0,2}}?(?:{GAMES}))\b")


def play(clause: Clause) -> Iterator[Draft]:
    """Read "I play the guitar", "I've played chess since I was six"."""
    if clause.form not in NOW or clause.mood == "can" or clause.ended:
        return
    if clause.negated and clause.form is not Form.PRESENT:
        return
    if clause.form is Form.PROGRESSIVE or (
        clause.form is Form.PERFECT and TIME not in clause.folded
    ):
        return
    for value in items(clause.message, clause.rest, clause.rest_end):
        cut = _GAME_NAMED.match(value.folded)
        if cut is None:
            return
        name = value.text[cut.start(1) : cut.end(1)]
        yield draft(clause, "hobby", name, end=value.start + cut.end(1))


_COLLECTED_UNTIL = re.compile(r"\s(?:from|with|in|at|for|on)\b")

_NOT_COLLECTED = re.compile(
    r"(?:data|my|the|our|dust|information|feedback|rent|points|debts?|benefits|unemployment)\b"
)

_OURS_BEFORE = re.compile(r"\b(?:the|my|our) $")


def collect(clause: Clause) -> Iterator[Draft]:
    """Read "I collect stamps"."""
    if clause.form not in NOW or clause.negated or clause.mood == "can":
        return
    if clause.form is Form.PROGRESSIVE or (
        clause.form is Form.PERFECT and TIME not in clause.folded
    ):
        return
    value = phrase(clause.message, clause.rest, clause.rest_end, until=_COLLECTED_UNTIL)
    if value is None or POINTING.search(value.folded) or _NOT_COLLECTED.match(value.folded):
        return
    if _OURS_BEFORE.search(clause.message.folded[max(0, value.start - 4) : value.start]):
        return
    verb = "collecting"
    yield draft(clause, "hobby", f"{verb} {value.text}", end=value.end)


def practise(clause: Clause) -> Iterator[Draft]:
    """Read "I do yoga"."""
    if (
        clause.form not in {Form.PRESENT, Form.PERFECT_PROGRESSIVE}
        or clause.negated
        or clause.mood == "can"
    ):
        return
    for value in items(clause.message, clause.rest, clause.rest_end):
        words = value.folded.split()
        name = next(
            (
                " ".join(words[:count])
                for count in (2, 1)
                if " ".join(words[:count]) in lexicon.ACTIVITIES
                or " ".join(words[:count]).replace(" ", "-") in lexicon.ACTIVITIES
            ),
            None,
        )
        if name is None:
            return
        yield draft(clause, "hobby", value.text[: len(name)], end=value.start + len(name))


_PASTIME_END = re.compile(
    rf"\s*(?:$|[,.!;:)({TIME}]|to (?:relax|unwind|wind down|de-stress|destress|calm)|"
    "in my (?:spare|free) time|for fun|as a hobby|on (?:weekends|sundays|saturdays|the side)|"
    r"at (?:the )?weekends?|a lot|quite a bit|every\b|most\b|whenever i can|when i can|and\b|"
    r"in (?:winter|summer|the (?:winter|summer|evenings))|regularly\b|competitively\b|for a hobby)"
)


def pastime(clause: Clause) -> Iterator[Draft]:
    """Read "I knit to relax", "I paint in my spare time"."""
    if clause.form is not Form.PRESENT or clause.negated or clause.mood == "can" or clause.elided:
        return
    name = lexicon.PASTIMES.get(clause.verb)
    if clause.message.text.startswith(("...", "…"), clause.end):
        return  # "I surf... the web"
    if (
        name is None
        or not _PASTIME_END.match(clause.folded)
        or (clause.verb in {"draw", "box", "row", "fence", "fish"} and not clause.folded.strip())
    ):
        return
    yield draft(clause, "hobby", name, end=clause.rest, text=f"does {name} as a hobby")


_KEEN = re.compile(
    r"\s+an? (?:very |pretty )?(?:keen|avid|amateur|hobby|passionate|enthusiastic|recreational|"
    r"weekend) (?P<who>[a-z]+)(?=(?:\s+|(?!\w))(?:$|[,.!;:)(]|and\b|but\b|so\b))"
)

_DOERS = {
    "gardener": "gardening",
    "photographer": "photography",
    "astronomer": "astronomy",
    "baker": "baking",
    "cyclist": "cycling",
    "runner": "running",
    "reader": "reading",
    "cook": "cooking",
    "knitter": "knitting",
    "climber": "climbing",
    "swimmer": "swimming",
    "hiker": "hiking",
    "birdwatcher": "birdwatching",
    "birder": "birding",
    "beekeeper": "beekeeping",
    "painter": "painting",
    "sailor": "sailing",
    "skier": "skiing",
    "surfer": "surfing",
    "angler": "angling",
    "golfer": "golf",
    "quilter": "quilting",
    "woodworker": "woodworking",
    "potter": "pottery",
    "dancer": "dancing",
    "gamer": "gaming",
    "boxer": "boxing",
    "diver": "diving",
    "rower": "rowing",
}


def be_keen(clause: Clause) -> Iterator[Draft]:
    """Read "I'm a keen gardener"."""
    match = _KEEN.match(clause.folded)
    if match is None or clause.form is not Form.PRESENT or clause.negated or clause.subject.owned:
        return
    if match["who"] in _DOERS:
        yield draft(clause, "hobby", _DOERS[match["who"]], end=clause.rest + match.end())


CRAFTS = {
    "sing": re.compile(
        r"(?:\s+(?:bass|alto|soprano|tenor|baritone|lead|backing vocals|mezzo))?\s+in (?:an?|the|"
        r"my|our) (?:[\w-]+ ){0,2}?(?:choir|band|chorus)\b"
    ),
    "build": re.compile(
        r"\s+(?:my own )?(?:model [a-z]+|furniture|guitars|kites|robots|keyboards|drones|lego)\b"
    ),
    "make": re.compile(
        r"\s+(?:my own )?(?:pottery|jewellery|jewelry|candles|soap|kites|quilts|wine|cheese|"
        r"furniture|pasta from scratch|ceramics)(?=(?:\s+|(?!\w))(?:$|[,.!;:)(]|in\b|at\b|for (?:fun|a)\b|"
        r"and\b|as\b|from\b|"
        r"on\b|with\b|when\b|to (?:relax|sell)\b))"
    ),
    "brew": re.compile(r"\s+(?:my own )?(?:beer|kombucha|cider|mead|ale|wine)\b"),
    "dance": re.compile(
        r"\s+(?:salsa|tango|ballet|swing|bachata|flamenco|lindy hop|ballroom|kizomba|ceilidhs?)\b"
    ),
    "write": re.compile(
        r"\s+(?:poetry|poems|short stories|haikus?|fan ?fiction|songs|science fiction|"
        r"fantasy stories)(?=(?:\s+|(?!\w))(?:$|[,.!;:)(]|in (?:my|the)\b|and\b|for fun\b|on\b|at\b|as\b|"
        r"about\b))"
    ),
    "bake": re.compile(
        r"\s+(?:my own |our own |a lot of )?(?:bread|sourdough|cakes|pies|cookies|"
        r"pastries)(?=(?:\s+|(?!\w))(?:$|[,.!;:)(]|in my\b|and\b|for fun\b|at the weekends?\b|to relax\b))"
    ),
    "paint": re.compile(
        r"\s+(?:mostly )?(?:watercolou?rs|landscapes|portraits|miniatures|in oils|"
        r"in watercolou?rs?|warhammer(?: miniatures| figures)?|in acrylics|still lifes)\b"
    ),
    "run": re.compile(
        r"\s+(?:ultra[- ]?marathons|marathons|half[- ]marathons|ultras|trail races|10ks|"
        r"parkruns?)\b"
    ),
    "sew": re.compile(r"\s+(?:my own|our own|all my own|most of my own) (?:clothes|dresses)\b"),
    "knit": re.compile(
        r"\s+(?:my own )?(?:socks|scarves|sweaters|jumpers|hats|blankets|mittens|baby clothes)\b"
    ),
    "crochet": re.compile(r"\s+(?:blankets|toys|amigurumi|hats|baby clothes|shawls)\b"),
    "carve": re.compile(r"\s+(?:wooden )?(?:spoons|wood|bowls|figurines|pumpkins)\b"),
    "draw": re.compile(
        r"\s+(?:comics|manga|cartoons|portraits|caricatures|anime)(?=(?:\s+|(?!\w))(?:$|[,.!;:)(]|and\b|in "
        r"my\b|for fun\b))"
    ),
    "breed": re.compile(
        r"\s+(?:orchids|dogs|cats|parakeets|budgies|canaries|guppies|rabbits|pigeons|dahlias)\b"
    ),
    "throw": re.compile(r"\s+(?:pots|clay|pottery)\b"),
    "restore": re.compile(
        r"\s+(?:old|vintage|classic|antique) [a-z]+(?: [a-z]+)?(?=(?:\s+|(?!\w))(?:$|[,.!;:)(]|in\b|as\b|"
        r"and\b|for\b|on\b))"
    ),
    "grow": re.compile(
        r"\s+(?:my own |our own |all our own )?(?:vegetables|veg|tomatoes|roses|orchids|chillies|"
        r"chilies|bonsai|herbs|dahlias|pumpkins)\b"
    ),
}


def craft(clause: Clause) -> Iterator[Draft]:
    """Read "I build model ships", "I brew my own beer", "I sing in a choir"."""
    if (
        clause.form is not Form.PRESENT
        or clause.negated
        or clause.mood == "can"
        or clause.elided
        or clause.ended
    ):
        return
    match = CRAFTS[clause.verb].match(clause.folded)
    if match is not None:
        words = clause.message.text[clause.verb_start : clause.rest + match.end()]
        yield draft(
            clause,
            "hobby",
            words,
            end=clause.rest + match.end(),
            text=said_of_other(clause, Value(words, clause.verb_start, clause.rest + match.end())),
        )


_TOOK_UP = re.compile(r"\s+up\s+")


def take_up(clause: Clause) -> Iterator[Draft]:
    """Read "I've taken up knitting"."""
    match = _TOOK_UP.match(clause.folded)
    if match is None or clause.form not in {Form.PAST, Form.PERFECT} or clause.negated:
        return
    for value in items(clause.message, clause.rest + match.end(), clause.rest_end):
        words = value.folded
        if (
            words not in lexicon.HOBBIES | lexicon.ACTIVITIES
            and words.removeprefix("the ") not in lexicon.HOBBIES
        ):
            return
        yield draft(clause, "hobby", value, dated=Dated.CHANGE)


_OLD_HOBBY = re.compile(r"\b(?:old|secret)\b")


def own_hobby(clause: Clause) -> Iterator[Draft]:
    """Read "my hobbies are chess and baking"."""
    if clause.form is not Form.PRESENT or clause.negated:
        return
    owned = clause.subject.owned
    if owned.split()[-1] in {"hobby", "hobbies", "pastime", "pastimes", "passion", "interests"}:
        if _OLD_HOBBY.search(owned):
            return
        for value in items(clause.message, clause.rest, clause.rest_end):
            if POINTING.search(value.folded) or value.folded.split()[0] in _JOKE_HOBBIES:
                return
            gerund = value.folded.split()[0].endswith("ing")
            known = value.folded in lexicon.HOBBIES | lexicon.ACTIVITIES
            if owned.split()[-1] == "passion" and not (gerund or known):
                return  # "my passion is fruit"
            yield draft(clause, "hobby", value)


_JOKE_HOBBIES = lexicon.words_of(
    """complaining sleeping procrastinating returning breathing eating overthinking moaning napping
    winning losing waiting arguing queuing nothing you it"""
)
_SPARE_TIME = re.compile(
    "(?:in (?:my|our) (?:spare|free) time|for fun|outside (?:of )?work|in my downtime|"
    r"when i'm not working|on my days off|as a hobby)\b"
)


def spare_time(clause: Clause, lead: str) -> Iterator[Draft]:
    """Read "in my spare time I restore old radios" and "I restore old radios in my spare time"."""
    if (
        clause.form is not Form.PRESENT
        or clause.negated
        or not clause.subject.is_user
        or clause.mood == "can"
    ):
        return
    behind = _SPARE_TIME.search(clause.folded)
    if behind is None and not _SPARE_TIME.search(lead):
        return
    if clause.verb in NOT_HABITS or clause.subject.owned:
        return
    end = clause.rest + behind.start() if behind is not None else clause.rest_end
    value = tidied(
        clause.message, clause.verb_start, comma_of(clause.message, clause.rest, end), verb=True
    )
    if value is None or POINTING.search(value.folded):
        return
    if value.folded.split()[-1] in _JOKE_HOBBIES:
        return  # "in my free time I do nothing"
    said = lexicon.PASTIMES.get(value.folded, value.text)
    yield draft(clause, "hobby", said, end=value.end, text=f"does in their spare time: {said}")
