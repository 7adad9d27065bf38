"""Notes on work, school, people, animals, things, health and what is to come."""

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
    aim,
    employer,
    fixed,
    is_person,
    noun,
    plain,
    things,
    title,
)
from remanent.text.patterns_common import SCHOOL_WORD
from remanent.text.patterns_titles import occupation_at
from remanent.text.sentences import TIME, Screened
from remanent.text.subjects import USER
from remanent.text.values import NUMBER

_SHORT = 3  # letters of a word that says too little

# Work ---------------------------------------------------------------------------------------------

_WHOSE = r"(?<!his )(?<!her )(?<!their )(?<!your )(?<!'s )"


def _no_school(message: Screened, note: Note, match: re.Match[str], end: int) -> Iterator[Draft]:
    for read in employer(message, note, match, end):
        if not SCHOOL_WORD.search((read.value or "").lower()):
            yield read


def _profile(message: Screened, note: Note, match: re.Match[str], _end: int) -> Iterator[Draft]:
    """Read "Bus driver, 61"."""
    found = occupation_at(message, match.start("v"), match.end("v"))
    if found is not None and found.end == match.end("v"):
        yield note.draft(found.text, match.end())
        yield Draft("age", match["age"], match.end(), subject=USER, confidence=0.8)


_WORK = (
    Note(
        "work",
        (
            rf"{_WHOSE}\b(?:my |our |current |present )?employer(?:,| is|:| \(|'s| =) "
            r"?(?:currently |still )?(?P<v>)"
        ),
        employer,
        words_of("employer"),
        anywhere=True,
        others=True,
    ),
    Note(
        "work",
        (
            r"(?<!quit )(?<!left )(?<!lost )(?<!leave )(?<!leaving )(?<!losing )(?<!from "
            r")(?<!quitting )"
            r"\bmy (?:boss|manager|line manager|team|colleagues|coworkers|co-workers|desk|shifts?|"
            r"shift "
            r"pattern|day job|office|contract|job|bosses|supervisor) (?:here |over |down )?at "
            r"(?P<v>)(?!.{2,40}?\b(?:ended|ends|was|were|had|finished|used to|is over|ran out|fell|"
            r"got "
            r"cut)\b)"
        ),
        _no_school,
        words_of(
            """boss manager team colleagues coworkers co desk shift shifts job office contract
            bosses supervisor"""
        ),
        anywhere=True,
        others=True,
    ),
    Note(
        "work",
        (
            r"\bmy (?:contract|job|position|role) (?:at|with) (?P<v>[^,.;:!?]{2,40}?) (?:has |just "
            r"|was |"
            r"has been )?(?:ended|finished|ran out|fell through|wasn't renewed|was not renewed|was "
            r"cut|"
            r"got cut|cut|is over|is no more|axed)\b"
        ),
        employer,
        words_of("contract job position role"),
        anywhere=True,
        stance=Stance.END,
        dated=Dated.CHANGE,
        others=True,
    ),
    Note(
        "work",
        (
            r"(?:they |[\w]+ )?(?:didn't|did not|won't|wouldn't|never) (?:renew|extend) my "
            r"contract (?:with|"
            r"at) (?P<v>)"
        ),
        employer,
        words_of("renew extend"),
        stance=Stance.END,
        dated=Dated.CHANGE,
        others=True,
    ),
    Note(
        "work",
        (
            r"(?:i |i've |i have )?(?:just |finally |recently |officially )?signed (?:on )?with "
            r"(?P<v>)"
        ),
        employer,
        words_of("signed"),
        dated=Dated.CHANGE,
    ),
    Note(
        "work",
        (
            r"(?:i'm |im |i am |i do |currently |now |been )?(?:doing |working )?(?:shifts|nights|"
            r"night "
            r"shifts|days|the night shift|reception|front of house|bar work|part-time|agency work|"
            r"weekends) (?:at|for) (?P<v>)"
        ),
        employer,
        words_of("doing do working nights shifts"),
    ),
    Note(
        "work",
        (
            r"(?:i'm|im|i am) with (?P<v>the (?:post office|police|nhs|fire brigade|fire service|"
            r"ambulance "
            r"service|council|coastguard|army|navy|air force|red cross|bbc|met|parks department|"
            r"forestry "
            r"commission|civil service|royal mail|railways?))(?=(?:\s+|(?!\w))(?:$|[,.!]|as\b|now\b|since\b|"
            r"{TIME}))".replace("{TIME}", TIME)
        ),
        plain,
        words_of("with"),
    ),
    Note(
        "occupation",
        (r"(?P<v>[^,.;:!?]{3,30}), (?P<age>[1-9][0-9])(?=(?:\s+|(?!\w))(?:$|[,.!)]))"),
        _profile,
        lexicon.OCCUPATIONS,
    ),
    Note(
        "occupation",
        (
            r"(?:i'm |im |i am )?(?:an? )?(?P<v>[^,.;:!?]{3,30}?) by (?:trade|training|profession|"
            r"day)\b"
        ),
        title,
        words_of("trade training profession day"),
    ),
    Note(
        "occupation",
        (r"\b(?:got|been|was|getting|just|i'm|were) promoted to (?P<v>)"),
        title,
        words_of("promoted"),
        anywhere=True,
        dated=Dated.CHANGE,
    ),
    Note(
        "occupation",
        (r"(?:^|\W)my (?:day )?job \((?:an? )?(?P<v>)"),
        title,
        words_of("job"),
        anywhere=True,
        others=True,
    ),
    Note(
        "occupation",
        (
            r"(?:i |i've |i have )?(?:just |finally |recently )?(?:quit|left|gave up|given up|"
            r"packed in|"
            r"jacked in) (?P<v>teaching|nursing|academia|journalism|accountancy|accounting|banking|"
            r"consulting|consultancy|law|medicine|acting|the law|the police|the army|the navy|"
            r"social "
            rf"work|software|tech|politics|advertising|marketing|retail)(?=(?:\s+|(?!\w))(?:$|[,.!{TIME}]|"
            rf"last\b|because\b|in\b|to\b))"
        ),
        plain,
        words_of("quit left gave given packed jacked"),
        stance=Stance.END,
        dated=Dated.CHANGE,
    ),
    Note(
        "occupation",
        (
            r"\b(?:i'm |i've been |been |now |and |gone |went )?(?P<v>freelance|freelancing|"
            r"self-employed|"
            rf"unemployed|out of work|retired)(?: ever since\b|(?= ?{TIME}))"
        ),
        plain,
        words_of("freelance freelancing self unemployed work retired"),
        anywhere=True,
    ),
    Note(
        "occupation",
        (
            r"(?:i'm |im |i am )?(?:an? )?(?P<v>stay[- ]at[- ]home (?:mum|mom|dad|father|mother|"
            r"parent))(?=(?:\s+|(?!\w))(?:$|[,.!]|of\b|to\b|here\b|and\b|with\b|so\b))"
        ),
        plain,
        words_of("stay"),
    ),
    Note(
        "occupation",
        (r"(?:i'm |im |i am )?(?:now )?(?:retired|semi-retired),? (?:after|from) (?P<v>)"),
        title,
        words_of("retired"),
        stance=Stance.END,
    ),
    Note(
        "occupation",
        (
            r"(?:i )?(?:moonlight|freelance|trained|qualified|work nights|work weekends|work "
            r"part-time|"
            r"earn my (?:living|crust|keep)|make my living|pay the bills) as (?:an? )?(?P<v>)"
        ),
        title,
        words_of("moonlight freelance trained qualified work earn living bills"),
    ),
)

# School -------------------------------------------------------------------------------------------


_SCHOOL_NAME = re.compile(
    r"(?:the )?[^\W\d_a-z][\w'’.-]*(?: (?:[^\W\d_a-z][\w'’.-]*|(?:of|de|di|du|del|the|and|for|"
    r"la)(?= "
    r"(?:the )?[^\W\d_a-z])|uni|university|college|school|academy|poly|polytechnic|high|"
    r"community))*"
)
_NO_SCHOOL = words_of("square street road station airport i")


def _school(message: Screened, note: Note, match: re.Match[str], end: int) -> Iterator[Draft]:
    found = _SCHOOL_NAME.match(message.shown, match.start("v"), end)
    if found is not None and found[0].split()[-1].lower() not in _NO_SCHOOL:
        yield note.draft(message.text[found.start() : found.end()], found.end())


_YEAR = (
    r"(?:(?:(?:1st|2nd|3rd|4th|5th|first|second|third|fourth|fifth|final|last)[- ]year|fresher|"
    r"freshman|"
    r"sophomore|undergrad|postgrad|phd|master's|masters|grad|junior|senior)(?: student| year)?|"
    r"year "
    r"[0-9]{1,2})"
)
_SCHOOL = (
    Note(
        "school",
        (
            rf"(?:i'm |im |i am )?(?:in |doing )?(?:an? |my |the )?{_YEAR}(?: (?:of|in|studying|"
            rf"doing|[a-z]+) "
            r"?[\w ]{0,25}?)? at (?P<v>)"
        ),
        _school,
        words_of(
            """year fresher freshman sophomore undergrad postgrad phd master masters grad junior
            senior"""
        ),
    ),
    Note(
        "school",
        (
            r"\bmy (?:dissertation|thesis|phd|(?:dissertation |thesis |phd )?supervisor|professor|"
            r"prof|"
            r"lecturers?|degree|course|masters|master's|tutor|coursework|seminar|freshman year|"
            r"semester|halls|dorm|studies|finals|first year|second year|final year|roommate) (?:in "
            r"[\w ]{2,20} )?at (?P<v>)(?!.{2,40}?\b(?:was|were|used to|had)\b)"
        ),
        _school,
        words_of(
            """dissertation thesis phd supervisor professor prof lecturer lecturers degree course
            masters master tutor coursework seminar year semester halls dorm studies finals"""
        ),
        anywhere=True,
        others=True,
    ),
    Note(
        "school",
        (
            r"(?:i'm doing |i do |i take |doing |taking )?(?:night|evening) (?:classes|school|"
            r"courses?) at (?P<v>)"
        ),
        _school,
        words_of("classes school course courses"),
    ),
    Note(
        "school",
        (
            r"(?:i |i've |i have )?(?:just |finally )?(?:(?:got|been|was) (?:in|accepted|admitted)|"
            r"enrolled|"
            r"matriculated|started|starting) (?:in|into|to|at) "
            r"(?P<v>)(?=[^,.;:!?]{0,30}\b(?:university|uni|"
            r"college|yale|harvard|oxford|cambridge|stanford|princeton|mit|durham|sciences po|eth|"
            r"lse|ucl|"
            r"caltech|berkeley|academy|conservatoire|polytechnic)\b)"
        ),
        _school,
        words_of("got accepted admitted enrolled matriculated started starting"),
    ),
)

# People -------------------------------------------------------------------------------------------

_SPOUSE = (
    r"(?:other half|better half|wife|husband|missus|hubby|wifey|fiancée?|fiancee|boyfriend|"
    r"girlfriend|"
    r"bf|gf|partner|spouse)"
)


def _partner(message: Screened, note: Note, match: re.Match[str], end: int) -> Iterator[Draft]:
    found = person_at(message, match.start("v"), end, words=2, expected=True)
    if found is None or not message.shown[found.start].isupper() or not is_person(message, found):
        return
    yield note.draft(found.text, max(found.end, match.end()))


_FOR_LIFE = (
    Note(
        "partner",
        (
            rf"\b(?:(?:my|our) {_SPOUSE}(?:,| -| –| \(|,? called| is called| named|'s called|'s "
            rf"name is|, aka)?|the "
            rf"{_SPOUSE}(?:,| -| –| \(|'s called|'s name is)) ?(?P<v>)(?=[^\W\d_]+(?: "
            rf"[^\W\d_]+)?(?:\s*$|[,.!)]| -|'s| "
            r"(?:and|is|has|was|works|wants|loves|hates|likes|gets|thinks|will|can|can't|from|does|"
            r"says|got)\b))"
        ),
        _partner,
        words_of(
            """half wife husband missus hubby wifey fiancé fiancée fiance fiancee boyfriend
            girlfriend bf gf partner spouse"""
        ),
        anywhere=True,
    ),
    Note(
        "partner",
        (rf"(?:my )?{_SPOUSE}'s name(?: [\w ]{{2,30}}?)?(?: is|:) (?P<v>)"),
        _partner,
        words_of("name"),
    ),
    Note(
        "partner",
        (rf"(?P<v>)[^\W\d_]+ \((?:my |the )?{_SPOUSE}\)"),
        _partner,
        words_of(
            "wife husband hubby wifey boyfriend girlfriend bf gf partner fiancé fiancée fiance"
        ),
        anywhere=True,
    ),
    Note(
        "partner",
        (
            r"(?:i'm|im|i am) (?P<v>)[^\W\d_]+'s (?:wife|husband|boyfriend|girlfriend|partner|"
            r"fiancée?)\b"
        ),
        _partner,
        words_of("wife husband boyfriend girlfriend partner fiancé fiancée"),
        anywhere=True,
    ),
    Note(
        "partner",
        (
            r"(?P<v>)[^\W\d_]+ and (?:me|i) (?:are|have been|'ve been|were|got) (?:official|"
            r"together|"
            r"dating|engaged|married|a couple|an item|going strong|exclusive)\b"
        ),
        _partner,
        words_of("official together dating engaged married couple item strong exclusive"),
    ),
    Note(
        "partner",
        (
            r"(?P<v>)[^\W\d_]+ (?:is not|isn't|isnt|is no longer) my (?:boyfriend|girlfriend|"
            r"partner|fiancée?|husband|wife)(?=.*\b(?:any ?more|longer)\b|.*longer)"
        ),
        _partner,
        words_of("boyfriend girlfriend partner husband wife fiancé fiancée"),
        stance=Stance.END,
        dated=Dated.CHANGE,
    ),
    Note(
        "partner",
        (
            r"(?P<v>)[^\W\d_]+, (?:to whom|whom) i(?:'ve| have|'m| am)? (?:been |am )?(?:married|"
            r"engaged)"
        ),
        _partner,
        words_of("whom"),
    ),
    Note(
        "relationship",
        (r"[^\W\d_]+, to whom i(?:'ve| have|'m| am)? (?:been |am )?(?P<v>married|engaged)"),
        plain,
        words_of("whom"),
    ),
    Note(
        "relationship",
        (
            rf"(?:(?:i'm |we're |i am |we are |been |we've been )?(?P<v>married|wed|separated|"
            rf"divorced|"
            rf"widowed|single|engaged|happily married|in a civil partnership) (?:(?:for )?(?:over |"
            rf"nearly "
            rf"|almost )?(?:{NUMBER}|[a-z]+) years|since\b|again since|(?={TIME})))"
        ),
        plain,
        words_of("married wed separated divorced widowed single engaged partnership"),
    ),
    Note(
        "relationship",
        (
            rf"(?:{NUMBER} (?:years|yrs)|{TIME}+) (?P<v>married|wed|divorced|single)(?! (?:life|"
            rf"people|men|women|mum|mom)\b)"
        ),
        plain,
        words_of("married wed divorced single"),
    ),
    Note(
        "relationship",
        (
            r"i(?:'ve| have)? (?:got |finally have |now have )?an? (?:new )?(?:bf|gf|boyfriend|"
            r"girlfriend)"
            rf"(?! (?:who|that|called|named))(?: now)?{CLOSED}"
        ),
        fixed("in a relationship"),
        words_of("bf gf boyfriend girlfriend"),
    ),
    Note(
        "relationship",
        (
            r"(?:i'm |we're )?(?:not|no longer) (?P<v>engaged|married|single|together|dating)(?: "
            r"any ?more\b|(?<=longer engaged)|(?<=longer married)|(?<=longer single))"
        ),
        plain,
        words_of("engaged married single together dating"),
        stance=Stance.END,
        dated=Dated.CHANGE,
    ),
    Note(
        "relationship",
        (r"not married, (?:never (?:was|have been)|and never)"),
        fixed("single"),
        words_of("married"),
    ),
    Note(
        "relationship",
        (r"(?:we're|we are|i'm|i am|im) getting (?:a )?(?P<v>divorced?)\b"),
        fixed("getting divorced"),
        words_of("divorce divorced"),
    ),
)

_KIN = (
    r"(?:girls|boys|kids|children|daughters|sons|grandkids|grandchildren|siblings|sisters|brothers|"
    r"nieces|nephews|stepkids|stepsons|stepdaughters)"
)
_YOUNG = r"(?:youngest|eldest|oldest|middle one|little one|firstborn|newborn|wee one|toddler)"


def _child(message: Screened, note: Note, match: re.Match[str], end: int) -> Iterator[Draft]:
    found = person_at(message, match.start("v"), end, words=1, expected=True)
    if found is not None and message.shown[found.start].isupper() and is_person(message, found):
        yield note.draft(f"{match['kin']} {found.text}", found.end)


_RELATIVES = (
    Note(
        "family",
        (
            rf"(?P<v>(?:{NUMBER}|a couple of) (?:little |grown-up |teenage |older |younger |small |"
            rf"young |"
            rf"grown |wee |beautiful )?{_KIN})(?=\s*(?:,(?! (?:one|two|no|three)\b)|$|[.!]| under "
            rf"(?:ten|five|[0-9])| and (?:no|"
            r"another|an?|two|one|three)\b| here| at home))"
        ),
        plain,
        words_of(
            """girls boys kids children daughters sons grandkids grandchildren siblings sisters
            brothers nieces nephews stepkids stepsons stepdaughters"""
        ),
    ),
    Note(
        "family",
        (
            r"(?:[^.!?]{0,60}, )?no (?P<v>kids|children|siblings|grandchildren|brothers or "
            r"sisters)(?=(?:\s+|(?!\w))(?:$|[,.!]| yet| of (?:my|our) own| here))"
        ),
        plain,
        words_of("kids children siblings grandchildren brothers"),
        negative=True,
    ),
    Note(
        "family",
        (
            rf"(?:proud |i'm |im |i am |an? |new |very )*(?P<v>(?:grandma|grandpa|grandmother|"
            rf"grandfather|"
            rf"granny|nan|gran|grandad|mum|mom|mother|dad|father|auntie|aunt|uncle|parent) (?:to|"
            rf"of) "
            rf"(?:{NUMBER})(?: [a-z]+){{0,2}}?){CLOSED}"
        ),
        plain,
        words_of(
            """grandma grandpa grandmother grandfather granny nan gran grandad mum mom mother dad
            father auntie aunt uncle parent"""
        ),
    ),
    Note(
        "family",
        (
            rf"\b(?:my|our) (?P<kin>{_YOUNG})(?:,| -| –| \(|, called| called|'s called)? "
            rf"(?P<v>)(?=[^\W\d_]+(?:[,.!)]| -|$| (?:has|is|was|just|starts?|turns?|turned|loves?|"
            rf"and|can|keeps?|won't|needs?)\b))"
        ),
        _child,
        words_of("youngest eldest oldest middle little firstborn newborn wee toddler"),
        anywhere=True,
    ),
    Note(
        "family",
        (rf"(?:i'm |im |i am |as )?(?:an )?(?P<v>only child){CLOSED}"),
        plain,
        words_of("only"),
    ),
)

# Animals and things -------------------------------------------------------------------------------

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

# Health -------------------------------------------------------------------------------------------

_ILLS = pattern_of(
    lexicon.CONDITIONS
    | lexicon.CONDITION_PHRASES
    | {"the flu", "flu", "glandular fever", "a hernia", "a cold"}
)
_ILL_WORDS = frozenset(
    word
    for ill in lexicon.CONDITIONS | lexicon.CONDITION_PHRASES | {"flu", "hernia"}
    for word in re.split("[ '-]", ill)
    if len(word) > 1
)
_ADJECTIVES = pattern_of(
    {word for word in lexicon.CONDITION_ADJECTIVES if not word.startswith(("a ", "an "))}
    - {"blind", "bipolar", "autistic"}
)
_HEALTH = (
    Note(
        "health",
        (
            rf"(?:fully |partially |totally |mildly |badly )?(?P<v>{_ADJECTIVES}|deaf in (?:the|my|"
            rf"one) (?:left |"
            rf"right )?ear|(?:{NUMBER}|[a-z]+) (?:weeks|months) pregnant)(?=(?:\s+|(?!\w))(?:$|[,.!{TIME}]| "
            rf"(?:since|for|"
            r"here|from|flying|travelling|traveling|and i|so|with|btw|myself)\b| - ))"
        ),
        plain,
        frozenset(
            word
            for ill in lexicon.CONDITION_ADJECTIVES
            for word in re.split("[ -]", ill)
            if len(word) > _SHORT
        ),
    ),
    Note(
        "health",
        (r"(?P<v>deaf in (?:the|my|one) (?:left |right )?ear)\b"),
        plain,
        words_of("deaf"),
        anywhere=True,
    ),
    Note(
        "health",
        (
            rf"(?:i'm |im |i am |still |currently )?(?:living|dealing|battling|struggling|coping|"
            rf"down|recovering|"
            rf"ill|sick|laid up|off work|in bed|having|fighting)(?: with| from| off)? (?:the |a |"
            rf"my |bad |severe )*(?P<v>{_ILLS})(?![\w'-])"
            rf"(?=(?:\s+|(?!\w))(?:$|[,.!{TIME}]|and\b|so\b|since\b|but\b|for\b|again\b|here\b|makes?\b))"
        ),
        plain,
        _ILL_WORDS,
    ),
    Note(
        "health",
        (
            rf"(?:(?:my (?P<v>{_ILLS})(?:'s| is| has| are)? (?:bad|worse|terrible|awful|means i|"
            rf"flares? up|flared up|keeps me|"
            rf"kept me))|(?:the |this )?(?P<w>{_ILLS})(?:'s| is| has| are)? (?:back|playing up|"
            rf"acting up|flaring up|killing "
            r"me|driving me|keeping me|got me))\b"
        ),
        plain,
        _ILL_WORDS,
    ),
    Note(
        "health",
        (
            rf"\b(?:i've|i have|i got|i've got|ive got|got) (?:a touch of |a bit of |mild |severe |"
            rf"bad |chronic )?(?P<v>{_ILLS})(?=(?:\s+|(?!\w))(?:$|[,.!)]|and\b|so\b|but\b|in (?:my|both)\b|"
            rf"again\b|since\b|too\b|btw\b|which\b|as well\b))"
        ),
        plain,
        _ILL_WORDS,
        anywhere=True,
    ),
    Note(
        "health",
        (
            rf"(?:the|my) (?P<v>{_ILLS}) (?:has |have |is |are )?(?:finally )?(?:lifted|gone|"
            rf"cleared(?: up)?|cured|in remission|a thing of the past)\b"
        ),
        plain,
        _ILL_WORDS,
        stance=Stance.END,
    ),
    Note(
        "health",
        (
            rf"[^\W\d_]+ passed (?:on )?(?:his|her|their) (?P<v>{_ILLS}|colou?r[- ]blindness|bad "
            rf"knees) (?:on )?(?:down )?to me\b"
        ),
        plain,
        words_of("passed"),
        others=True,
    ),
    Note(
        "health",
        (
            r"we(?:'re| are) (?P<v>expecting)(?=(?:\s+|(?!\w))(?:$|[,.!]| (?:a baby|again|in|our|twins|"
            r"number)\b))"
        ),
        plain,
        words_of("expecting"),
    ),
    Note(
        "health",
        (r"(?:i'm |im |i am |as )?(?:an? )?(?P<v>wheelchair user)\b"),
        plain,
        words_of("wheelchair"),
    ),
    Note(
        "health",
        (r"(?:before|since|after) (?:the|my) (?P<v>stroke|heart attack|transplant)\b(?! of)"),
        plain,
        words_of("stroke attack transplant"),
        anywhere=True,
    ),
    Note(
        "event",
        (
            r"(?:i )?(?P<v>had (?:an?|my|both) (?:[\w]+ ){0,2}?(?:hip|knee|hips|knees|appendix|"
            r"tonsils|gallbladder|"
            r"cataract|cataracts|wisdom teeth|kidney|tooth) (?:replaced|out|removed|done|fixed))\b"
        ),
        plain,
        words_of("replaced out removed done fixed"),
        dated=Dated.WHEN,
    ),
    Note(
        "event",
        (
            r"(?:(?:i'm|im|i am|we're|we are|guess who's|and we're|and i'm) )?just (?:got |come |"
            r"came )?(?P<v>back from (?:an? |the |our |my )?(?!the (?:gym|shop|shops|doctor|"
            r"doctors|dentist|store|toilet|pub)\b|work\b|lunch\b|school\b|"
            r"holiday\b)[^,.;:!?]{3,40}?)(?=(?:\s+|(?!\w))(?:$|[,.!]| and| feet| but))"
        ),
        plain,
        words_of("back"),
        dated=Dated.WHEN,
    ),
    Note(
        "event",
        (r"(?:she|he) said ye+s+\b(?! (?:to|when|that)\b)"),
        fixed("said yes"),
        frozenset(f"ye{'s' * count}" for count in range(1, 8)),
        others=True,
    ),
    Note(
        "event",
        (
            rf"(?P<v>defended(?: my (?:thesis|phd|dissertation))?)(?=\s*{TIME}|\s*,? (?:with )?no "
            rf"corrections)"
        ),
        plain,
        words_of("defended"),
        dated=Dated.WHEN,
    ),
)

# Habits, pastimes and what is to come ---------------------------------------------------------------

_OFTEN = (
    rf"(?:rain or shine|every (?:single )?(?:day|morning|evening|night|week|weekend|sunday|"
    rf"saturday|"
    rf"monday|tuesday|wednesday|thursday|friday)|daily|(?:once|twice|{NUMBER} times) (?:a|per) "
    rf"(?:day|week|month))(?=(?:\s+|(?!\w))(?:$|[,.!]))"
)
_PASTIMES = pattern_of(
    lexicon.ACTIVITIES
    | {word for word in lexicon.HOBBIES if len(word) > _SHORT}
    | words_of(
        "geocaching paragliding skateboarding fly-fishing bellringing birding metal-detecting"
    )
    | {
        "metal detecting",
        "fly fishing",
        "jam making",
        "open water swimming",
        "wild swimming",
        "bell ringing",
        "trail running",
    }
)
_PASTIME_WORDS = frozenset(
    word for name in lexicon.ACTIVITIES | lexicon.HOBBIES for word in re.split("[ -]", name)
) | words_of("geocaching paragliding skateboarding fishing detecting swimming bellringing birding")
_NO_AIM = re.compile(
    r"(?:get (?:a|my|the) (?:full )?refund|be done|finish (?:this|it)|world domination|unclear|"
    r"lunch)"
)


def _own_aim(message: Screened, note: Note, match: re.Match[str], end: int) -> Iterator[Draft]:
    if not _NO_AIM.match(message.folded, match.start("v")):
        yield from aim(message, note, match, end)


_LIVES = (
    Note(
        "habit",
        (
            rf"(?:i |we )?(?P<v>(?:cycle|walk|run|swim|bike|jog|commute|meditate|journal|nap|"
            rf"stretch|do yoga|cold shower|black coffee|up at [0-9]{{1,2}})(?: (?:in)?to (?:work|"
            rf"school|uni|the office))?,? {_OFTEN})"
        ),
        plain,
        words_of(
            "cycle walk run swim bike jog commute meditate journal nap stretch yoga shower up"
        ),
    ),
    Note(
        "habit",
        (
            r"my (?:evenings?|mornings?|days?|nights?|sundays?) (?:always )?(?:ends?|starts?|"
            r"begins?) with (?P<v>)"
        ),
        noun,
        words_of("end ends start starts begin begins"),
    ),
    Note(
        "habit",
        (
            r"(?:nights |mornings |most nights |weekends )?i'm (?:usually|always|normally|"
            r"generally|mostly) (?P<v>(?:up|in bed|asleep|awake|at my desk) (?:till|until|by|at|"
            r"before) (?!then\b)[\w: ]{1,14}?)(?=(?:\s+|(?!\w))(?:$|[,.!]| so| and| but))"
        ),
        plain,
        words_of("usually always normally generally mostly"),
    ),
    Note(
        "habit",
        (
            r"(?:i |we )(?P<v>(?:do|have|get) (?:our|my|the|an?) (?:big |weekly |main )?(?:shop|"
            r"food shop|run|takeaway|swim|nap|cat nap|bath|roast|walk|call|coffee|massage|yoga "
            r"class|choir practice) (?:(?:on|of) an? [a-z]+day|every (?:single )?[a-z]+|on "
            r"[a-z]+days|once a week|twice a week))\b"
        ),
        plain,
        words_of("shop run takeaway swim nap bath roast walk call coffee massage class practice"),
    ),
    Note(
        "habit",
        (
            r"every [\w' ]{3,20}? (?:i|we) (?P<v>(?:rent|go|visit|hike|spend|host|cook|bake|drive|"
            r"head|stay|swim|watch|volunteer|meet|have)(?: [^,.;:!?]{2,50}))(?=(?:\s+|(?!\w))(?:$|[,.!]))"
        ),
        plain,
        words_of("every"),
    ),
    Note(
        "habit",
        (
            rf"(?:i |i've |we've |we |i have )?(?:finally |just )?(?:stopped|quit|given up|gave up|"
            rf"dropped|kicked) (?P<v>biting my nails|smoking|vaping|drinking|snoozing|gambling|"
            rf"(?:the |my )?[\w ]{{3,20}} (?:habit|ritual|routine)){CLOSED}"
        ),
        plain,
        words_of("stopped quit given gave dropped kicked"),
        stance=Stance.END,
        dated=Dated.CHANGE,
    ),
    Note(
        "hobby",
        (
            rf"(?:i |i've |we |i have )?(?:recently |just |finally |had to )?(?:gave up|given up|"
            rf"quit|stopped|packed in|give up) (?:playing )?(?:the )?(?P<v>{_PASTIMES})(?=(?:\s+|(?!\w))(?:$|"
            rf"[,.!]| because| when| last| this| in\b| so| as))"
        ),
        plain,
        words_of("gave given quit stopped packed give"),
        stance=Stance.END,
        dated=Dated.CHANGE,
    ),
    Note(
        "hobby",
        (
            rf"my (?:big |main |real |other |new |favourite |favorite )?(?:thing|escape|obsession|"
            rf"outlet|jam|weekend thing|happy place|pastime|hobby|side passion) (?:is|are|'s)(?: "
            rf"probably| definitely| always| just)? (?:the |playing (?:the )?|doing "
            rf")?(?P<v>{_PASTIMES}){CLOSED}"
        ),
        plain,
        words_of("thing escape obsession outlet jam happy pastime hobby passion"),
    ),
    Note(
        "hobby",
        (rf"(?P<v>{_PASTIMES}) (?:got|has|had) me (?:hooked|addicted|obsessed)\b"),
        plain,
        words_of("hooked addicted obsessed"),
    ),
    Note(
        "hobby",
        (
            r"(?:i'm |im |i am |i play |i sing |been |also )?(?:playing |singing )?in an? "
            r"(?P<v>(?:[\w-]+ ){0,2}(?:brass band|choir|orchestra|ceilidh band|barbershop quartet|"
            r"string quartet|band|quartet|theatre group|running club|book club|football "
            r"team))(?=(?:\s+|(?!\w))(?:$|[,.!]| on| and| here|, ))"
        ),
        plain,
        words_of("band choir orchestra quartet group club team"),
    ),
    Note(
        "hobby",
        (
            rf"(?P<v>{_PASTIMES})(?:, that's what|, mostly|\. it's a whole|,? my one true| is my "
            rf"(?:whole )?(?:life|personality|therapy))"
        ),
        plain,
        words_of("that mostly whole true life personality therapy"),
    ),
    Note(
        "hobby",
        (
            rf"(?:i |i've |i have )?(?:been |recently )?(?:at|back at|taken to|into) (?:the "
            rf")?(?P<v>pottery wheel|allotment|climbing wall|easel|loom)(?= (?:since|for|every|"
            rf"again|most)|{TIME}| ?{TIME})"
        ),
        plain,
        words_of("wheel allotment wall easel loom"),
    ),
    Note(
        "goal",
        (
            r"(?=my |our |this year|new year|.*\b(?:by|before|marathon|this year|until)\b)(?:the |"
            r"my |our |this year's |main |big )*(?:new year'?s )?(?:aim|goal|target|ambition|"
            r"resolution|mission)(?: (?:this year|for (?:this year|[0-9]{4}|the year)))?(?:'s| is|"
            r":| =| -) "
            r"?(?:to (?!be (?:honest|clear|fair)))?(?!(?:of|this|that|essay|not|clear|simple|for "
            r"you|here|it)\b)(?P<v>)"
        ),
        _own_aim,
        words_of("aim goal target ambition resolution mission"),
    ),
    Note(
        "goal",
        (
            r"what i(?:'m| am) (?:working towards?|aiming for|after|saving (?:up )?for|training "
            r"for) is (?:to )?(?P<v>)"
        ),
        aim,
        words_of("what"),
    ),
    Note(
        "goal",
        (rf"what i (?:really )?want is to (?P<v>)(?=.*(?:\bby\b|\bbefore\b|{TIME}))"),
        aim,
        words_of("want"),
    ),
    Note(
        "goal",
        (
            r"(?:i'm |im |i am |we're )?aiming (?:for|to) (?!please\b|the\b|finish|get this|fix|"
            r"ship|my\b)(?P<v>)"
        ),
        aim,
        words_of("aiming"),
    ),
    Note(
        "goal",
        (r"(?:on (?:the|my) )?bucket list(?: stuff| item| things?)?(?::| is| -) (?P<v>)"),
        aim,
        words_of("bucket"),
    ),
    Note(
        "goal",
        (
            r"(?:i'm |i am )?(?:no longer|not) trying to (?P<v>[^,.;:!?]{4,40}?)(?= any ?more\b|"
            r"(?<=longer)|,|\s*$)(?=.*(?:any ?more|done)|)"
        ),
        noun,
        words_of("longer"),
        stance=Stance.END,
    ),
    Note(
        "goal",
        (
            r"(?:i've |i have |i )?(?:given|gave) up on (?:ever )?(?P<v>(?:becoming|being|running|"
            r"learning|writing|getting|finishing|buying|doing|making|owning|"
            r"moving)\b[^,.;:!?]{2,40}?)(?=(?:\s+|(?!\w))(?:$|[,.!]| and| but| after))"
        ),
        noun,
        words_of("given gave"),
        stance=Stance.END,
    ),
    Note(
        "plan",
        (
            rf"(?:my |the |our )?(?P<v>(?:[\w'-]+ )?(?:surgery|operation|op|interview|wedding|"
            rf"funeral|scan|biopsy|c-section|viva|exam|driving test|hearing|move|removal|closing|"
            rf"christening|appointment|flight|mri|procedure))(?:'s| is) (?:scheduled|booked|set|"
            rf"down|pencilled in|confirmed)(?: in)? (?:for )?{TIME}"
        ),
        noun,
        words_of("scheduled booked set down pencilled confirmed"),
        dated=Dated.WHEN,
    ),
    Note(
        "plan",
        (
            r"(?:the|our|my) (?P<v>(?:[\w'-]+ ){0,3}?(?:trip|holiday|wedding|party|cruise|"
            r"honeymoon|visit|weekend away|move|reunion|tour|hike|retreat)(?: to "
            r"[^,.;:!?]{2,25}?)?)(?:'s| is| got| has been| was) (?:off|cancelled|canceled|called "
            r"off)(?=(?:\s+|(?!\w))(?:$|[,.!]| because| so| again| now| and| -))"
        ),
        noun,
        words_of("off cancelled canceled"),
        stance=Stance.END,
        dated=Dated.CHANGE,
    ),
    Note(
        "plan",
        (
            r"(?:i |we )?(?:ended up |had to |have had to |'ve )?(?:cancel(?:l?ing|led|ed)?|"
            r"call(?:ed|ing)? off|scrap(?:ped|ping)?) (?P<v>(?:"
            + pattern_of(lexicon.PLACES)
            + r")(?: trip| holiday| weekend)?)(?=(?:\s+|(?!\w))(?:$|[,.!]| because| after| in the end| altogether))"
        ),
        noun,
        words_of("cancel cancelled canceled cancelling canceling called call scrapped"),
        stance=Stance.END,
        dated=Dated.CHANGE,
    ),
    Note(
        "plan",
        (rf"we (?P<v>(?:close|complete|exchange) on (?:the|our) (?:house|flat|place))(?=.*{TIME})"),
        plain,
        words_of("close complete exchange"),
        dated=Dated.WHEN,
    ),
    Note(
        "plan",
        (
            rf"{TIME}+ comes the (?P<v>plumber|electrician|builder|vet|surveyor|piano tuner|boiler "
            rf"man|midwife|locksmith|chimney sweep)"
        ),
        plain,
        words_of("comes"),
        anywhere=True,
        dated=Dated.WHEN,
    ),
    Note(
        "plan",
        (
            rf"(?:we've |i've |we have |i have )?got (?:the |my |our )(?P<v>in-laws|parents|"
            rf"grandkids|grandchildren|nieces|nephews|cousins|builders|movers|plumber|"
            rf"electrician)(?: (?:coming|over|visiting|round|staying)(?: over| to stay)?)?(?= "
            rf"?{TIME})"
        ),
        plain,
        words_of("got"),
        dated=Dated.WHEN,
    ),
)

NOTES = (*_WORK, *_SCHOOL, *_FOR_LIFE, *_RELATIVES, *_KEPT, *_HEALTH, *_LIVES)
