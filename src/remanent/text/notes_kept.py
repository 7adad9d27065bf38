"""Notes on animals and things."""

import re
from collections.abc import Iterator

from remanent.model.fact import Stance
from remanent.text import lexicon
from remanent.text.drafts import Dated, Draft
from remanent.text.lexicon import pattern_of, words_of
from remanent.text.names import person_at
from remanent.text.notes import (
    CLOSED,
    THING,
    Note,
    is_person,
    noun,
    plain,
    things,
)
from remanent.text.sentences import TIME, Screened
from remanent.text.values import NUMBER

_ANIMALS = pattern_of(lexicon.ANIMALS | {"mare", "foal", "spaniel", "kelpie", "cob"})
_HERDS = pattern_of(lexicon.ANIMAL_PLURALS | {"spaniels", "budgies"})
_KINDS = lexicon.ANIMALS | {"mare", "foal"}
_ANIMAL_WORDS = frozenset(word for kind in _KINDS for word in kind.split())
_HERD_WORDS = frozenset(word for kind in lexicon.ANIMAL_PLURALS for word in kind.split())
_STEMS = (
    r"(?:(?!(?:his|her|their|your|has|had|have|is|was|and|with|ex|wants|got)\b|friend|neighbour|"
    r"neighbor)[\w-]+ ){0,3}?"
)


def _named_pet(message: Screened, note: Note, match: re.Match[str], end: int) -> Iterator[Draft]:
    found = person_at(message, match.start("v"), end, words=1, expected=True)
    if found is None or not message.shown[found.start].isupper():
        return
    if match.start("v") < match.start("kind") and not is_person(message, found):
        return
    yield note.draft(f"{match['kind']} {found.text}", max(found.end, match.end()))


_MINE = re.compile(r"\b(?:i|we|me|us|my|our|i've|we've|i'm|we're|in question|mine)\b")


# "I met a dog called Rex", "I want a cat called Moo"
_ANOTHERS_ANIMAL = re.compile(
    r"\b(?:met|saw|seen|knew|know|want|wants|wanted|wish|need|passed|heard|read|stroked|petted|patted|"
    r"fed|feeding|walked|walking|minding|looking after|looked after|babysitting|sitting|spotted|found|"
    r"lost|about|next door|imagine|dreamt|drew|wrote|would)\b"
)


def _named_pet_of_mine(
    message: Screened, note: Note, match: re.Match[str], end: int
) -> Iterator[Draft]:
    """Read "a tabby called Admiral" in a sentence that says whose it is."""
    before = max(0, match.start() - 60)
    if _ANOTHERS_ANIMAL.search(message.folded, before, match.end()):
        return
    if _MINE.search(message.folded, before, match.end()):
        yield from _named_pet(message, note, match, end)


_EATEN = re.compile(
    r"\s+(?:in (?:the|my) (?:oven|freezer|fridge|pan|loft|attic|walls?|pot|slow cooker)|for "
    r"(?:dinner|tea|lunch)|on (?:my|the) (?:mind|brain)|in my (?:stomach|belly|tummy|head)|to "
    r"(?:cook|eat|roast|catch)|in a row)\b"
)


def _kept(message: Screened, note: Note, match: re.Match[str], _end: int) -> Iterator[Draft]:
    first, last = match.span("v")
    if _EATEN.match(message.folded, last) or message.folded[first:last].endswith(("mice", "rats")):
        return
    yield note.draft(message.text[first:last], match.end())


_OWNABLE = pattern_of(
    {word.replace("-", " ") for word in lexicon.POSSESSIONS}
    | lexicon.POSSESSIONS
    | {
        "microwave",
        "dishwasher",
        "licence",
        "license",
        "freezer",
        "washing machine",
        "dryer",
        "oven",
    }
)
_OWNABLE_WORDS = frozenset(
    word for thing in lexicon.POSSESSIONS for word in re.split("[ -]", thing)
) | words_of("microwave dishwasher freezer licence license")

_KEPT = (
    Note(
        "pet",
        (
            rf"(?P<v>)[^\W\d_]{{2,15}},? \((?:an? |my |our |the |[\w-]+ "
            rf"){{0,3}}?(?P<kind>{_ANIMALS})\)"
        ),
        _named_pet,
        _ANIMAL_WORDS,
        anywhere=True,
    ),
    Note(
        "pet",
        (
            rf"\b(?:an?|one|our|my|the) {_STEMS}(?P<kind>{_ANIMALS})(?: in question)?,? (?:is |'s |"
            rf"who "
            r"is )?(?:called|named) (?P<v>)[^\W\d_]"
        ),
        _named_pet_of_mine,
        words_of("called named"),
        anywhere=True,
    ),
    Note(
        "pet",
        (
            r"(?:i |we |i've |we've )?(?:just )?(?:got|bought|adopted|have|rescued|welcomed|took "
            r"in|taken in)(?: us| "
            rf"me| myself| ourselves)? (?:a |two |three )?(?P<v>(?:pair of |couple of |trio of "
            rf")?{_HERDS})\b"
            r"(?! (?:food|toy|toys|cage|out|off|in a row))"
        ),
        _kept,
        _HERD_WORDS,
    ),
    Note(
        "pet",
        (
            rf"(?P<v>(?:{NUMBER}) (?:[\w-]+ )?{_HERDS}),? [^.!?]{{0,40}}\b(?:my|our|us|we|this "
            rf"household)\b"
        ),
        _kept,
        _HERD_WORDS,
    ),
    Note(
        "pet",
        (rf"(?:it's|its|this is|they're|all) for my (?P<v>{_ANIMALS}|{_HERDS}){CLOSED}"),
        _kept,
        _ANIMAL_WORDS | _HERD_WORDS,
    ),
    Note(
        "pet",
        (
            rf"(?:as )?(?:the |a |i'm the |i'm a )?(?:very )?(?:proud|happy|lucky|exhausted) owner "
            rf"of (?:an? |one |two |three )?(?P<v>(?:very )?(?:[\w-]+ ){{0,2}}?(?:{_ANIMALS}|"
            rf"{_HERDS}))\b"
        ),
        _kept,
        words_of("owner"),
    ),
    Note(
        "owns",
        (
            rf"(?:as )?(?:the |a |i'm the |i'm a )?(?:very )?(?:proud|happy|lucky) owner of (?:an? "
            rf"|one |two |three "
            rf")?(?P<v>(?!.{{0,30}}\b(?:{_ANIMALS})\b)[^,.;:!?{TIME}]{{3,40}}?){CLOSED}"
        ),
        things,
        words_of("owner"),
    ),
    Note(
        "pet",
        (
            r"(?:i |we )?(?:had to |have |'ve )?(?:re-?homed?|re-?homing|gave away|given away|give "
            r"up|gave up) "
            rf"(?:the |our |my |both |all (?:the|our) )(?:old |poor )?(?P<v>(?:[\w-]+ "
            rf")?(?:{_ANIMALS}|{_HERDS})){CLOSED}"
        ),
        _kept,
        words_of("rehome rehomed rehoming gave given"),
        stance=Stance.END,
        dated=Dated.CHANGE,
    ),
    Note(
        "pet",
        (
            r"(?:i |we )?(?:recently |just )?(?:had to |have had to )(?:have |put |get )(?:my|our) "
            r"(?P<v>(?:old |"
            rf"poor |beloved )?(?:{_ANIMALS}|mare))(?: [\w]+)? (?:put )?(?:down|to sleep)\b"
        ),
        _kept,
        words_of("down sleep"),
        stance=Stance.END,
        dated=Dated.CHANGE,
    ),
    Note(
        "pet",
        (
            r"(?:i have |we have |i've |there are )?no (?P<v>pets)(?: here| at home| of any kind| "
            r"in this house| of my own)?(?! (?:allowed|policy|welcome|permitted|rule))(?=(?:\s+|(?!\w))(?:$|"
            r"[,.!]| so))"
        ),
        plain,
        words_of("pets"),
        negative=True,
    ),
    Note(
        "owns",
        (
            rf"the (?P<v>(?:[\w-]+ )?(?:{_OWNABLE}|volvo|lexus|leica|dyson|brompton|saab|cayenne|"
            rf"jaguar|nissan|renault))(?:'s| is) mine(?! (?:too|or|as in)\b)(?=(?:\s+|(?!\w))(?:$|[,.!]| and| "
            rf"but| so))"
        ),
        noun,
        words_of("mine"),
    ),
    Note(
        "owns",
        (
            r"(?:mine's|mine is) (?:the|an?) "
            r"(?P<v>(?=[^,.;:!?]*[A-Z0-9a-z]*[0-9])[^,.;:!?]{2,30}?)(?=(?:\s+|(?!\w))(?:$|[,.!]| so| and| but|"
            r" from))"
        ),
        noun,
        words_of("mine"),
    ),
    Note(
        "owns",
        (
            r"(?:i |we |i've |we've |i have |we have )?(?:just |finally |recently )?(?:taken|took) "
            r"delivery of "
            rf"(?:an?|our|my|the) (?:new |brand new )?(?P<v>{THING}){CLOSED}"
        ),
        noun,
        words_of("delivery"),
        dated=Dated.CHANGE,
    ),
    Note(
        "owns",
        (
            rf"there(?:'s| is) an? (?P<v>(?:[\w-]+ )?(?:{_OWNABLE})) (?:in|on|under|behind|"
            rf"outside) (?:my|our) (?:kitchen|garage|garden|living room|shed|attic|basement|cellar|"
            rf"hallway|yard|bedroom|drive|driveway|flat|house|lounge|loft|study|spare room)\b"
        ),
        _kept,
        _OWNABLE_WORDS,
    ),
    Note(
        "owns",
        (
            rf"(?:no|i have no|i've no|we have no|there's no) (?P<v>{_OWNABLE}) (?:in|at) (?:my|"
            rf"our|this|the) (?:place|flat|kitchen|house|home|room|apartment|studio)\b"
        ),
        _kept,
        _OWNABLE_WORDS,
        negative=True,
    ),
    Note(
        "owns",
        (rf"i (?:have|own|'ve got) neither an? (?:[\w-]+ )nor an? (?P<v>{_OWNABLE})\b"),
        _kept,
        words_of("neither"),
        negative=True,
    ),
    Note(
        "owns",
        (rf"(?:an? |the )(?P<v>(?:[\w-]+ )?(?:{_OWNABLE})(?: in [^\W\d_]+)?) is in my name\b"),
        _kept,
        words_of("name"),
    ),
    Note(
        "owns",
        (
            r"(?:i |we |i've |we've )?(?:finally |recently |just |had to )?(?:let go of|parted "
            r"with|part with|"
            rf"flogged|scrapped|traded in|trade in|wrote off|totalled) (?:the|our|my) (?:old |"
            rf"beloved |poor )?(?P<v>(?:[\w-]+ )?(?:{_OWNABLE}))\b"
        ),
        _kept,
        _OWNABLE_WORDS,
        stance=Stance.END,
        dated=Dated.CHANGE,
    ),
    Note(
        "owns",
        (
            rf"(?:i )?ride an? (?P<v>(?='?(?:19|20)?[0-9]{{2}} |(?:[\w-]+ )?(?:lambretta|vespa|"
            rf"harley|triumph|ducati|brompton|yamaha|kawasaki)\b)[^,.;:!?]{{3,30}}?){CLOSED}"
        ),
        noun,
        words_of("ride"),
    ),
    Note(
        "event",
        (
            rf"(?P<v>(?:(?:my|our|the) )?(?:{_OWNABLE}|wallet|purse|suitcase|luggage|passport|bag) "
            rf"(?:got|was|has been|been) (?:nicked|"
            rf"stolen|robbed|broken into|clamped|towed|pinched|vandali[sz]ed|written off|"
            rf"totalled))\b"
        ),
        plain,
        words_of(
            "nicked stolen robbed broken clamped towed pinched vandalised vandalized written "
            "totalled"
        ),
        dated=Dated.WHEN,
    ),
)


NOTES = _KEPT
