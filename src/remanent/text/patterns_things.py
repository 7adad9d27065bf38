"""Rules for possessions, pets and relatives that someone has, gets, and no longer has."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from remanent.model.fact import Polarity, Stance
from remanent.text import lexicon
from remanent.text.clauses import Clause
from remanent.text.drafts import Dated, Draft, draft, written
from remanent.text.lexicon import pattern_of
from remanent.text.names import person_at
from remanent.text.patterns_common import NOUN_UNTIL
from remanent.text.predicates import Mood
from remanent.text.sentences import HIDDEN, TIME
from remanent.text.values import NUMBER, Value, phrase, stop_of, tidied
from remanent.text.verbs import Form

# Having -----------------------------------------------------------------------------------------


def have(clause: Clause) -> Iterator[Draft]:
    """Read "I have two cats named Miso and Tofu", "I don't have any kids", "I own a piano"."""
    if clause.subject.owned or clause.mood is Mood.CAN:
        return
    if clause.verb == "ride" and not clause.folded.startswith((" a ", " an ", " my ")):
        return  # "I ride horses"
    if _HAD_IN_SPEECH.search(clause.folded):
        return
    holds = clause.form is Form.PRESENT or (clause.form is Form.PERFECT and TIME in clause.folded)
    held = clause.ended and clause.verb in {"have", "own"}
    if holds or held:
        yield from _possessions(clause, clause.rest)


# "I have cats on my mind", "I've a frog in my throat", "I have the boys on weekends"
_HAD_IN_SPEECH = re.compile(
    r"\b(?:on (?:my|the) (?:mind|brain|conscience|plate|shoulders?|tail|case)|in (?:my|the) (?:throat|stomach|"
    r"belly|tummy|pants|bonnet|belfry|closet|room|head|ear|race|fight|game|fire|mouth))\b|"
    r"^\s+(?:the|both) (?:[\w-]+ )?(?:kids|boys|girls|children|twins|baby|dogs?|cats?|grandkids|"
    r"grandchildren|grandsons|granddaughters|little ones?|car|van)\s+(?:on|at|for|over|until|till|every|"
    r"all|half|most|this|next|tonight|today|with|from|during|alternate|round|back)\b|"
    rf"^\s+(?:the|both) (?:[\w-]+ )?(?:kids|boys|girls|children|twins|baby|dogs?|cats?)\s*{TIME}|"
    r"^\s+(?:bigger|other) fish\b|^\s+a (?:cow|bird|whale of)\b(?! (?:called|named))"
)


@dataclass(frozen=True, slots=True)
class _Had:
    """One thing of a list that someone has.

    Args:
        value: the noun with its adjectives, without article and number.
        count: the article or number.
        end: where the noun phrase ends.
    """

    clause: Clause
    value: Value
    count: str
    end: int
    dated: Dated

    @property
    def words(self) -> list[str]:
        """The noun and its adjectives, folded."""
        return self.value.folded.split()

    @property
    def head(self) -> str:
        """The noun itself."""
        return self.words[-1]

    @property
    def tail(self) -> str:
        """The noun with the word before it: "guinea pig"."""
        return " ".join(self.words[-2:])

    @property
    def counted(self) -> str:
        """The value with its number, without an article."""
        if not self.count or _UNCOUNTED.fullmatch(self.count):
            return self.value.text
        return f"{self.count} {self.value.text}"

    @property
    def negated(self) -> bool:
        """True for "I don't have a dog" and "I have no pets"."""
        return self.clause.negated ^ (self.count in {"no", "zero"})

    def draft(self, slot: str, words: str, end: int | None = None) -> Draft:
        """Make the draft that says so, says not, or says no longer."""
        ended = self.clause.ended
        return Draft(
            slot,
            words,
            self.value.end if end is None else end,
            polarity=Polarity.NEGATIVE if self.negated and not ended else Polarity.POSITIVE,
            stance=Stance.END if ended else Stance.ASSERT,
            dated=self.dated,
            confidence=0.8 if self.clause.elided else 0.9,
        )


_IDIOM = re.compile(
    r"\s*(?:no |a |an |two |the )?(?:dog in (?:this|the|that)|horse in (?:this|the|that)|cat nap|"
    r"bone to pick|bird brain|frog in my throat|bee in|elephant in|chicken to|whale of|hunch|cow\b|"
    "duck face|mouse problem|fish to fry|bigger fish|rabbit hole|bug|bun in|car (?:problem|"
    "question|trouble|accident)|phone (?:call|interview|screen)|guinea)"
)

_COUNTED = re.compile(
    r"\s+(?P<count>(?:a couple of|a few|an?|another|our (?:own|first)|my (?:own|first)|no|zero|"
    rf"any|{NUMBER}|some|both|the|several|many|twin)\s+)?(?P<rest>.*)$",
    re.DOTALL,
)

_SOMEONES = re.compile(r"(?:my|our|your|his|her|their|this|that)\b")

_UNCOUNTED = re.compile(r"an?|no|zero|any|some|another|the|both|(?:our|my) (?:own|first)")

_FOR_OTHERS = re.compile(
    r"\s+(?:for|as a (?:gift|present) for) (?!(?:me|myself|us|ourselves|the (?:house|kitchen|"
    r"garden|flat)|\$|£|€|[0-9]|about|only|a (?:bargain|song|steal))\b)"
)

_NOT_OURS = re.compile(
    r"\s+(?:near (?:me|you|here|us)|in (?:my|the) (?:shopping|basket|cart|wishlist|game|sims)|"
    r"in (?:gta|minecraft|stardew|skyrim|animal crossing)|in (?:the|my) (?:oven|freezer|fridge|pan|"
    r"loft|attic|walls?|"
    r"slow cooker|pot|basket)|coming\b|arriving\b|on (?:hire|loan|rent)|for (?:the|a) (?:day|week|"
    r"weekend)|delivery\b|"
    r"full of|that lags|for (?:dinner|tea|lunch|supper)|to (?:the|go|work|show|return|sell|clean|"
    r"fix|cook|eat|catch|walk|feed|groom|collect|drop|mind|sit|visit|pick up|look after)\b|"
    r"of an? |"  # "a dog of a headache"
    "on (?:my wishlist|order)|waiting outside)"
)

_NOT_KEPT = re.compile(
    r"\b(?:problem|question|issue|idea|appointment|theme|toy|costume|photo|picture|video|book|food|"
    "person|tattoo|mug|poster|dream|plushie|rental|hire|rented|sitter|nap|meme|stuffed|imaginary|"
    "virtual|robot|hot|cold|spot|key|keys|wash|crash|payment|loan|insurance|lease|mat|charger|"
    r"case)\b"
)

_JOINED = re.compile(r",\s*(?:and\s+)?|\s+(?:and|or|&|plus)\s+|[,(:]")

_LISTED = re.compile(r"and|or|&|plus|,")

_NEXT_COUNTED = re.compile(rf"(?:an?|{NUMBER}|one|no|any)\s")


def _possessions(clause: Clause, start: int, *, dated: Dated = Dated.STATE) -> Iterator[Draft]:
    """Read a list of things: "a brother, two sisters and a dog"."""
    folded = clause.message.folded
    position = start
    if _IDIOM.match(folded, start, clause.rest_end):
        return
    while position < clause.rest_end:
        match = _COUNTED.match(folded, position, clause.rest_end)
        if match is None or _SOMEONES.match(folded, match.start("rest")):
            return
        stop = stop_of(clause.message, match.start("rest"), clause.rest_end)
        joined = _JOINED.search(folded, match.start("rest"), stop)
        phrase_end = joined.start() if joined is not None else stop
        cut = NOUN_UNTIL.search(folded, match.start("rest"), phrase_end)
        noun_end = cut.start() if cut is not None else phrase_end
        value = tidied(clause.message, match.start("rest"), noun_end)
        if value is None or not _is_kept(clause, value):
            return
        had = _Had(clause, value, (match["count"] or "").strip(), noun_end, dated)
        drafts = list(_kind_of(had))
        if not drafts and had.head not in lexicon.PARTNERS:
            return
        yield from drafts
        if cut is not None or joined is None or not _LISTED.search(joined[0]):
            return
        if not _NEXT_COUNTED.match(folded, joined.end()):
            return
        position = joined.end() - 1


def _is_kept(clause: Clause, value: Value) -> bool:
    """Tell what one keeps from "a car problem", "a bike shop near me", "a console for my son"."""
    folded = clause.message.folded
    if _NOT_KEPT.search(value.folded) or _NOT_OURS.match(folded, value.end):
        return False
    if clause.verb in {"buy", "get"} and _FOR_OTHERS.match(folded, value.end):
        return False
    return clause.verb != "buy" or not value.folded.endswith("mouse")


def _kind_of(had: _Had) -> Iterator[Draft]:
    names = {had.head, had.tail}
    if names & (lexicon.ANIMALS | lexicon.ANIMAL_PLURALS):
        vermin = had.head in {"mouse", "mice", "rat", "rats"} and "pet" not in had.words
        if had.value.has_at_most(_LONGEST_PET_WORDS) and not vermin:
            yield from _pets(had)
    elif had.head in {"pets", "pet"} and had.negated:
        yield had.draft("pet", had.counted)
    elif had.head in lexicon.FAMILY | lexicon.FAMILY_PLURALS:
        yield from _relative(had)
    elif had.head in lexicon.PARTNERS:
        yield from _partner(had)
    elif _YEAR_OLD.search(had.value.folded) or _LITTLE_ONE.search(had.value.folded):
        if had.clause.verb == "have" and had.count in {"a", "an", "one", "two"}:
            yield had.draft("family", had.counted)
    elif had.head in lexicon.POSSESSIONS or had.tail.replace(" ", "-") in lexicon.POSSESSIONS:
        yield from _thing(had)
    elif had.clause.verb == "own":
        yield from _anything_owned(had)
    elif (
        had.clause.verb in {"drive", "ride", "upgrade"}
        and had.count in {"a", "an"}
        and _is_model(had.value)
    ):
        yield had.draft("owns", had.counted)


_YEAR_OLD = re.compile(r"[- ](?:year|month|week)s?[- ]old$")
_LITTLE_ONE = re.compile(r"\b(?:little|baby) (?:boy|girl|one)$")
_LONGEST_PET_WORDS = 4
_LONGEST_THING_WORDS = 5


def _partner(had: _Had) -> Iterator[Draft]:
    """Read "a wife called Inga"; without a name it is left alone."""
    name = _name_after(had.clause, had.value.end)
    if name is not None and had.clause.verb == "have" and not had.negated:
        yield had.draft("partner", name.text, name.end)


_JUDGED = re.compile(r"\b(?:good|great|nice|strict|lovely|problem|difficult)\b")


def _relative(had: _Had) -> Iterator[Draft]:
    """Read "a younger brother called Ivo", "two kids"; not "great parents"."""
    plural = had.head in lexicon.FAMILY_PLURALS
    if had.clause.verb != "have" or not had.value.has_at_most(_LONGEST_THING_WORDS):
        return
    if not had.count and (not plural or had.head in {"parents", "grandparents"}):
        return
    if _JUDGED.search(had.value.folded):
        return
    name = _name_after(had.clause, had.value.end)
    if name is None or had.head.endswith("s"):
        yield had.draft("family", had.counted, name.end if name else None)
    else:
        yield had.draft("family", f"{had.counted} {name.text}", name.end)


def _thing(had: _Had) -> Iterator[Draft]:
    if had.count in {"the", "some", "any"} and not had.negated:
        return
    if not had.value.has_at_most(_LONGEST_THING_WORDS):
        return
    if had.count or had.clause.verb in {"drive", "ride", "own"}:
        yield had.draft("owns", had.counted)


_OWNED_FAULT = re.compile(
    r"\b(?:mistake|decision|fault|problem|truth|life|way|pace|narrative|copy|domain|shares?|stake|"
    r"room|night|moment)\b"
)

_MODEL_YEAR = re.compile(r"\b(?:19|20)[0-9]{2}\b")


def _anything_owned(had: _Had) -> Iterator[Draft]:
    """Read "I own a small vineyard"; not "I own the mistake"."""
    if had.count in {"", "the", "some", "both"} or not had.value.has_at_most(_LONGEST_PET_WORDS):
        return
    if not _OWNED_FAULT.search(had.value.folded):
        yield had.draft("owns", had.counted)


def _is_model(value: Value) -> bool:
    """Tell a make of car ("Volvo", "2009 Polo") from "a hard bargain"."""
    written_so = value.text[0].isupper() and not value.text.isupper()
    return written_so or _MODEL_YEAR.search(value.text) is not None


_NAMES_AFTER = re.compile(r"\s*(?:,? ?(?:named|called|by the name of)\s+|[,:(]\s*)")

_AFTER_NAMES = re.compile(rf"\s*(?:$|[,.!;:)({TIME}]|and\b|&|who\b|but\b)")


def _name_after(clause: Clause, place: int) -> Value | None:
    match = _NAMES_AFTER.match(clause.message.folded, place, clause.rest_end)
    if match is None:
        return None
    name = person_at(clause.message, match.end(), clause.rest_end, words=1, expected=True)
    if name is None:
        return None
    plain = clause.message.text.islower() and "ed" in match[0]
    if not (plain or clause.message.shown[name.start].isupper()):
        return None
    if "," in match[0] and not _AFTER_NAMES.match(clause.message.folded, name.end, clause.end):
        return None
    return name


_NAME_LINK = re.compile(r"(?:,? and |, |,? & )")

_SINGULAR = {
    "puppies": "puppy",
    "ponies": "pony",
    "mice": "mouse",
    "geese": "goose",
    "canaries": "canary",
    "huskies": "husky",
    "bunnies": "bunny",
    "kitties": "kitty",
    "collies": "collie",
}


def _pets(had: _Had) -> Iterator[Draft]:
    """Read "a dog", "two cats, Miso and Tofu", "a Labrador called Bruno"."""
    clause = had.clause
    if had.count == "the":
        return
    name = _name_after(clause, had.value.end)
    if name is None or had.negated:
        yield had.draft("pet", had.counted.replace("pet ", ""))
        return
    kind = had.head
    single = _SINGULAR.get(kind, kind.removesuffix("s") if kind in lexicon.ANIMAL_PLURALS else kind)
    if single == kind:
        yield had.draft("pet", f"{had.value.text.removeprefix('pet ')} {name.text}", name.end)
        return
    while name is not None:
        yield had.draft("pet", f"{single} {name.text}", name.end)
        link = _NAME_LINK.match(clause.message.folded, name.end, clause.rest_end)
        name = person_at(clause.message, link.end(), clause.rest_end, words=1) if link else None


_KEPT_ANIMALS = re.compile(
    r"\s+(?:(?:[0-9]+|two|three|four|five|six|seven|eight|nine|ten|some|a few|rescue|backyard|"
    "pet) )*(?:chickens|hens|ducks|goats|sheep|pigs|rabbits|alpacas|horses|parrots|budgies|snakes|"
    r"tarantulas|goldfish|quails?|llamas|ponies)(?=(?:\s+|(?!\w))(?:$|[,.!;:)(]|in\b|and\b|on\b|at\b))"
)


def keep_animals(clause: Clause) -> Iterator[Draft]:
    """Read "we keep chickens"."""
    match = _KEPT_ANIMALS.match(clause.folded)
    if match is not None and clause.holds:
        value = tidied(clause.message, clause.rest, clause.rest + match.end())
        if value is not None:
            yield draft(clause, "pet", value)


_OWNER_OF = re.compile(
    r"\s+an? (?:(?:proud|happy|first-time|new|long-time|devoted) "
    f")*(?P<what>{pattern_of(lexicon.ANIMALS)})[- ](?:owner|mum|mom|mama|dad|papa|parent|guardian|"
    "daddy|mummy|mommy)(?: (?:to|of) (?P<whom>an? )?)?"
)


def be_owner(clause: Clause) -> Iterator[Draft]:
    """Read "I'm a cat owner", "I'm a dog mum to Biscuit"."""
    match = _OWNER_OF.match(clause.folded)
    if match is None or clause.form is not Form.PRESENT or clause.negated or clause.ended:
        return
    what, end = match["what"], clause.rest + match.end()
    if match[0].endswith((" to ", " of ")):
        name = person_at(clause.message, end, clause.rest_end, words=1)
        if name is not None:
            yield draft(clause, "pet", f"{what} {name.text}", end=name.end)
            return
    yield draft(clause, "pet", what, end=end)


# Getting ----------------------------------------------------------------------------------------


def adopt(clause: Clause) -> Iterator[Draft]:
    """Read "we adopted a greyhound"."""
    if clause.happened and not clause.subject.owned:
        yield from _possessions(clause, clause.rest, dated=Dated.CHANGE)


_PICKED_UP = re.compile(r"\s+up\b")

_GOT_ONE = re.compile(
    r"\s+(?:an?|our first|my first|ourselves an?|myself an?|two|another|our own|my own) "
)

_OURSELVES = re.compile(r"\s+(?:ourselves|myself)(?= )")


def get_thing(clause: Clause) -> Iterator[Draft]:
    """Read "we just got a puppy", "I picked up an old piano"."""
    if not clause.happened or clause.subject.owned:
        return
    folded, start = clause.message.folded, clause.rest
    if clause.verb == "pick":
        match = _PICKED_UP.match(folded, start)
        if match is None:
            return
        start = match.end()
    if not _GOT_ONE.match(folded, start, clause.rest_end):
        return
    match = _OURSELVES.match(folded, start)
    yield from _possessions(clause, match.end() if match else start, dated=Dated.CHANGE)


_BOUGHT_ONE = re.compile(
    r"\s+(?:my |our |the )?(?:\w+ )?(?:an? |another |our |my |two |myself an? |ourselves an? )"
)

_BOUGHT_FOR_OTHERS = re.compile(r"\s+(?:him|her|them|you|my \w+ an?|our \w+ an?|his|the)\b")


def buy(clause: Clause) -> Iterator[Draft]:
    """Read "I bought a secondhand cello"."""
    if not clause.happened or clause.subject.owned:
        return
    if not _BOUGHT_ONE.match(clause.folded) or _BOUGHT_FOR_OTHERS.match(clause.folded):
        return
    match = _OURSELVES.match(clause.message.folded, clause.rest)
    yield from _possessions(clause, match.end() if match else clause.rest, dated=Dated.CHANGE)


_TO_MYSELF = re.compile(
    r"\s+(?:myself|ourselves) to (?=an? |some |my )|\s+(?:out )?on (?=an? )|"
    r"\s+(?:from [\w' -]{2,30}? |my [\w' -]{2,30}? )?to (?=an? )|\s+home (?=an? )"
)
_TO_MYSELF_BY = {"treat": "to ", "splurge": "on ", "upgrade": "to ", "bring": "home "}


def treat_myself(clause: Clause) -> Iterator[Draft]:
    """Read "I treated myself to a new camera", "I upgraded to a Pixel 8"."""
    match = _TO_MYSELF.match(clause.folded)
    if match is None or not clause.happened or not clause.subject.is_user:
        return
    if match[0].endswith(_TO_MYSELF_BY[clause.verb]):
        start = clause.rest + match.end() - 1
        if clause.verb == "bring" and not _AN_ANIMAL.match(clause.message.folded, start):
            return
        yield from _possessions(clause, start, dated=Dated.CHANGE)


_AN_ANIMAL = re.compile(rf"\s+an? (?:[\w-]+ ){{0,3}}?(?:{pattern_of(lexicon.ANIMALS)})\b")


# No longer having -------------------------------------------------------------------------------

_MY_OLD_THING = re.compile(
    r"\s+(?:off )?(?:both |all )?(?:my|our|the(?= (?:house|flat|car|van|boat|caravan|piano|cottage|"
    r"farm|apartment|motorbike|camper)\b))\s+(?:(?:old|beloved|dear|trusty|vintage|second|first|"
    "poor|ancient|beat-up|rusty) )*"
)

_NOT_SOLD = re.compile(
    r"\b(?:soul|shares?|stake|stocks?|idea|ideas|company|body|story|problem|feelings|stuff|"
    r"things)\b"
)


def sell(clause: Clause) -> Iterator[Draft]:
    """Read "I sold my bike"."""
    yield from _gone(clause, _MY_OLD_THING)


_RID_OF = re.compile(r"\s+(?:rid of|away)\s+(?:my|our)\s+(?:old )?")


def get_rid_of(clause: Clause) -> Iterator[Draft]:
    """Read "I got rid of my car"."""
    yield from _gone(clause, _RID_OF)


def _gone(clause: Clause, mine: re.Pattern[str]) -> Iterator[Draft]:
    match = mine.match(clause.folded)
    if match is None or not clause.happened or not clause.subject.is_user:
        return
    value = phrase(clause.message, clause.rest + match.end(), clause.rest_end, until=NOUN_UNTIL)
    if value is not None and not _NOT_SOLD.search(value.folded):
        yield Draft("owns", value.text, value.end, stance=Stance.END, dated=Dated.CHANGE)


_TRADED_IN = re.compile(
    r"\s+in (?:my|our) (?:old )?|\s+(?:my|our) (?:old )?(?=[\w -]{2,30} (?:to|for) )"
)


def pass_on(clause: Clause) -> Iterator[Draft]:
    """Read "I traded in my Golf for a Leaf", "I donated my piano"."""
    if clause.verb == "trade" and clause.folded.startswith(" in "):
        yield from _gone(clause, _TRADED_IN)
        return
    for read in _gone(clause, _TRADED_IN if clause.verb == "trade" else _MY_OLD_THING):
        if (read.value or "").split()[-1].lower() in lexicon.POSSESSIONS:
            yield read


_GAVE_AWAY = re.compile(r"\s+away\s+(?:my|our)\s+(?:old )?")

_MINE_AWAY = re.compile(r"\s+(?:my|our) (?:old )?(?P<what>[\w-]+(?: [\w-]+)?) away\b")


def give_away(clause: Clause) -> Iterator[Draft]:
    """Read "I gave my hamster away", "I gave away my piano"."""
    match = _MINE_AWAY.match(clause.folded)
    if match is None:
        yield from _gone(clause, _GAVE_AWAY)
        return
    if clause.happened and clause.subject.is_user:
        what = written(clause, match, "what")
        slot = "pet" if what.folded.split()[-1] in lexicon.ANIMALS else "owns"
        end = clause.rest + match.end()
        yield Draft(slot, what.text, end, stance=Stance.END, dated=Dated.CHANGE)


_DIED = re.compile(
    rf"\s*(?:away|on)?\s*(?:$|[,.!;:)({TIME}{HIDDEN}]|in\b|and\b|of\b|at\b|from\b|suddenly|"
    r"peacefully|so\b|when\b|aged\b|because\b|a\b)"
)


def die(clause: Clause) -> Iterator[Draft]:
    """Read "our dog died in spring"."""
    kind = clause.subject.owned.split()[-1]
    if kind not in lexicon.ANIMALS or not clause.happened:
        return
    if clause.verb == "pass" and not clause.folded.startswith(" away"):
        return
    if _DIED.match(clause.folded):
        yield Draft("pet", kind, clause.rest, stance=Stance.END, dated=Dated.CHANGE)


# What someone's thing is ------------------------------------------------------------------------

_IS_A = re.compile(r"\s+an? ")


def own_possession(clause: Clause) -> Iterator[Draft]:
    """Read "my laptop is a ThinkPad"."""
    match = _IS_A.match(clause.folded)
    if match is None or clause.form is not Form.PRESENT or clause.negated:
        return
    if clause.subject.owned.split()[-1] not in lexicon.POSSESSIONS:
        return
    value = phrase(clause.message, clause.rest + match.end(), clause.rest_end, until=NOUN_UNTIL)
    if value is not None and _is_model(value):
        yield Draft("owns", value.text, value.end, text=f"owns a {value.text}")
