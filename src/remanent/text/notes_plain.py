"""Notes on what people say in passing, in few words, or in a tongue that they are learning."""

import re
from collections.abc import Iterator

from remanent.model.fact import Stance
from remanent.text import lexicon
from remanent.text.drafts import Dated, Draft
from remanent.text.lexicon import pattern_of, words_of
from remanent.text.notes import (
    CLOSED,
    THING,
    Note,
    Reader,
    birth_day,
    employer,
    noun,
    person,
    place,
    plain,
    things,
    title,
)
from remanent.text.sentences import TIME, Screened
from remanent.text.subjects import USER
from remanent.text.values import NUMBER

_STOP = rf"(?=(?:\s+|(?!\w))(?:$|[,.!;:)(…{TIME}]|- |(?:and|but|so|since|because|for|at|in|on|now|btw|though|too)\b))"
_I = r"(?:i|we)(?:'ve| have|ve)? (?:just |finally |recently |only |also )?"


def _worded(wording: str) -> Reader:
    """Return a reader whose statement is worded otherwise than its slot is."""

    def read(message: Screened, note: Note, match: re.Match[str], _end: int) -> Iterator[Draft]:
        value = message.text[match.start("v") : match.end("v")].strip()
        yield Draft(
            note.slot,
            value,
            match.end(),
            stance=note.stance,
            text=wording.replace("{}", value),
            subject=USER,
            confidence=0.8,
        )

    return read


def _at_group(match: re.Match[str]) -> re.Match[str]:
    """Return a match whose group "v" stands where "v" or "w" did."""
    if match.start("v") >= 0:
        return match
    found = re.compile("(?P<v>)").match(match.string, match.start("w"))
    assert found is not None
    return found


def _named(message: Screened, note: Note, match: re.Match[str], end: int) -> Iterator[Draft]:
    """Read a name at whichever group matched."""
    yield from person(message, note, _at_group(match), end)


def _placed(message: Screened, note: Note, match: re.Match[str], end: int) -> Iterator[Draft]:
    yield from place(message, note, _at_group(match), end)


def _firm(message: Screened, note: Note, match: re.Match[str], end: int) -> Iterator[Draft]:
    """Read an employer that is written with a capital."""
    if message.shown[match.start("v") : match.start("v") + 1].isupper():
        for read in employer(message, note, match, end):
            if not re.search(
                r"school|university|college|uni\b|gym|academy", (read.value or "").lower()
            ):
                yield read


# Health -------------------------------------------------------------------------------------------

_DRUGS = (
    r"(?:(?:an? )?(?:beta[- ]?blockers?|blood thinners?|statins?|antidepressants?|antibiotics?|insulin|steroids?|"
    r"warfarin|lithium|methotrexate|methadone|hrt|the pill|chemo|painkillers?|antihistamines?|"
    r"ritalin|concerta|ozempic|wegovy|prozac|zoloft|ssris?|iron tablets|blood pressure (?:tablets|pills|meds)|"
    r"[a-z]{2,12}(?:vastatin|pril|sartan|olol|prazole|formin|xaban|oxetine|thyroxine|triptyline|pentin|zepam"
    r"|citalopram|traline|lukast|glutide)))"
)
_DRUG_WORDS = words_of("on put moved switched taking take started")
_ILLS = pattern_of(lexicon.CONDITIONS | lexicon.CONDITION_PHRASES)
_ILL_WORDS = frozenset(
    word
    for ill in lexicon.CONDITIONS | lexicon.CONDITION_PHRASES
    for word in re.split("[ '-]", ill)
    if len(word) > 1
)
_BODY = (
    r"(?:acl|knee|ankle|wrist|arm|leg|elbow|shoulder|collarbone|hip|rib|ribs|achilles(?: tendon)?|hamstring|"
    r"meniscus|rotator cuff|calf|foot|toe|thumb|nose|back|finger)"
)
_UPSETS = (
    r"(?:(?:gives?|give) me (?:terrible |awful |bad |the |an? |stomach )*(?:cramps|hives|rash(?:es)?|migraines?|"
    r"itch(?:es|ing)?|runs|swollen lips|asthma|bloating|stomach ?ache|welts|blisters)|sets? me off(?! on)|closes? my "
    r"throat|brings? me out in (?:hives|spots|a rash|welts)|makes? (?:my (?:throat|lips?|tongue|face|eyes) (?:swell|"
    r"close|itch)|me (?:wheeze|come out in \w+)))"
)
_JESTS = pattern_of(lexicon.JOKE_ALLERGENS)
_NO_ALLERGEN = re.compile(r"\b(?:before|after|when|until|about|[a-z]+ing)\b")


def _allergens(message: Screened, note: Note, match: re.Match[str], end: int) -> Iterator[Draft]:
    """Read what someone is allergic to: names of things, not "meetings before ten"."""
    if not _NO_ALLERGEN.search(message.folded, match.start("v"), match.end("v")):
        yield from things(message, note, match, end)


_HEALTH = (
    Note(
        "health",
        (
            rf"(?:my |the )?(?:doctor|gp|consultant|cardiologist|psychiatrist|neurologist|they|dr \w+|hospital)(?: has|"
            rf"'s|'ve| have)? (?:just )?(?:put|started|moved|switched) me (?:back )?(?:on|on ?to|to|over to) (?P<v>{_DRUGS}){_STOP}"
        ),
        noun,
        _DRUG_WORDS,
        anywhere=True,
        others=True,
    ),
    Note(
        "health",
        (
            rf"(?:i've been |i'm |i am |im |been |i have been |i )(?:now |currently |back |still |also )?(?:on|taking|take) "
            rf"(?P<v>{_DRUGS}){_STOP}(?! any ?more)"
        ),
        noun,
        _DRUG_WORDS,
    ),
    Note(
        "health",
        (
            rf"(?:i'm |im |i am )?(?:no longer|not) (?:on|taking) (?:the |my )?(?P<v>{_DRUGS})(?: any ?more\b|(?<=longer)|"
            r"(?=(?:\s+|(?!\w))(?:$|[,.!])))"
        ),
        noun,
        words_of("longer not"),
        also=words_of("more anymore longer"),
        stance=Stance.END,
        dated=Dated.CHANGE,
    ),
    Note(
        "health",
        (
            rf"(?:i'm |im |i am |i've |we're )?(?:finally |all )?(?:finished|done) (?:with )?(?:the|my) (?P<v>{_DRUGS}|chemo(?:therapy)?|"
            rf"radiotherapy|physio(?:therapy)?|treatment|therapy){_STOP}"
        ),
        noun,
        words_of("finished done"),
        anywhere=True,
        stance=Stance.END,
        dated=Dated.CHANGE,
    ),
    Note(
        "health",
        (
            rf"(?:i've |i have |i )?(?:been|started|keep|kept) (?:having|getting|suffering (?:from|with)) (?:terrible |awful |bad |these |"
            rf"the )*(?P<v>{_ILLS}|headaches|dizzy spells|palpitations|nosebleeds|night sweats|heartburn|hot flushes)"
            rf"(?=(?:\s+|(?!\w))(?:$|[,.!{TIME}]|(?:again|lately|since|for|every|twice|at|most|all|and|once|so)\b))"
        ),
        plain,
        _ILL_WORDS | words_of("headaches dizzy palpitations nosebleeds sweats heartburn flushes"),
    ),
    Note(
        "health",
        (
            rf"(?P<v>{_ILLS})(?: again| is back)(?=(?:\s+|(?!\w))(?:$|[,.!{TIME}]))|(?:i've )?(?:been |was )?in (?:the )?hospital "
            rf"(?:with|w) (?P<w>{_ILLS})\b"
        ),
        plain,
        _ILL_WORDS,
    ),
    Note(
        "health",
        (
            rf"i've (?P<v>{_ILLS}|rsi|a stoma|a pacemaker)(?: in (?:both|my|one)\b[\w ]{{1,14}})?{_STOP}"
        ),
        plain,
        _ILL_WORDS | words_of("rsi stoma pacemaker"),
        anywhere=True,
    ),
    Note(
        "health",
        (
            r"\bmy (?P<v>hearing aids?|pacemaker|insulin pump|stoma|prosthe(?:sis|tic leg|tic arm)|cpap|cochlear implants?|oxygen "
            r"tank|rheumatologist)\b"
        ),
        plain,
        words_of("hearing pacemaker insulin stoma prosthesis prosthetic cpap cochlear oxygen"),
        anywhere=True,
    ),
    Note(
        "health",
        (
            r"(?:i )?(?:can't|cannot|can not) (?P<v>smell|taste|hear)(?= (?:anything|a thing|at all|much)\b)"
        ),
        lambda message, note, match, _end: iter(
            [note.draft(f"can't {message.folded[match.start('v') : match.end('v')]}", match.end())]
        ),
        words_of("smell taste hear"),
    ),
    Note(
        "event",
        (
            rf"\bi (?:once |also )?(?P<v>(?:tore|broke|fractured|sprained|dislocated|ruptured|shattered|snapped) my (?:left |right )?{_BODY})\b"
            r"(?! (?:laughing|off))"
        ),
        plain,
        words_of("tore broke fractured sprained dislocated ruptured shattered snapped"),
        dated=Dated.WHEN,
    ),
    Note(
        "allergy",
        (
            rf"(?P<v>(?!the\b|this\b|that\b|what\b|he\b|she\b|you\b|they\b|i\b|my\b)[^,.;:!?(){TIME}]{{3,22}}?) {_UPSETS}"
        ),
        things,
        words_of("cramps hives rash rashes itch throat sets spots welts swell wheeze bloating"),
    ),
    Note(
        "allergy",
        (
            rf"(?:hi |hello |hey )?(?:i'm |im |i am |i )?(?:very |so |badly |severely )?(?:allergic|alergic|allergick|alergick|allergenic) "
            rf"(?:to|too|of|against|with) (?P<v>(?!(?:[a-z]+ )?(?:{_JESTS})\b)[a-z][^,.;:!?()]{{2,30}}?)"
            r"(?=(?:\s+|(?!\w))(?:$|[,.!;:)]|(?:and|but|so|since|please|pls)\b))"
        ),
        _allergens,
        words_of("allergic alergic allergick alergick"),
    ),
    Note(
        "dislikes",
        (
            rf"(?:i'm |im |i am |i've always been )?(?:scared|terrified|petrified|frightened)(?: stiff| to death| silly)? of (?P<v>(?!losing|the "
            rf"dark side|being|what|how){THING}){CLOSED}"
        ),
        things,
        words_of("scared terrified petrified frightened"),
    ),
    Note(
        "habit",
        (
            r"(?:i'm|im|i am|i've always been) an? (?:very |bit of an? )?(?P<v>(?:light|heavy|deep|bad|poor|terrible) sleeper|night "
            r"owl|early (?:bird|riser)|morning person|night person|late riser)\b"
        ),
        plain,
        words_of("sleeper owl bird riser morning night"),
        anywhere=True,
    ),
)

# Who, where ---------------------------------------------------------------------------------------

_PEOPLE = pattern_of(lexicon.PEOPLE)
_LANGUAGES = pattern_of(lexicon.LANGUAGES)
_WHO = (
    Note(
        "name",
        r"(?:it's|its) (?:still |only |just )?me,? (?P<v>)(?=[^\W\d_]+(?:\s*[,.!]|\s*$| (?:again|here)\b))",
        person,
        words_of("me"),
        anywhere=True,
    ),
    Note(
        "name",
        (
            r"(?:since|after) (?:the|my) (?:divorce|wedding|marriage),? i'm (?P<v>)|\bi'm (?P<w>)(?=(?:mrs|mr|ms|dr)\.? [^\W\d_]+ now\b)"
        ),
        _named,
        words_of("divorce wedding marriage mrs mr ms dr"),
        anywhere=True,
    ),
    Note(
        "name",
        (
            r"(?:the |my |our )?(?:booking|reservation|table|appointment|order|ticket|room)(?:'s| is| was| should be)(?: made)? under (?:the name "
            r"(?:of )?)?(?:[^\W\d_]+, )?(?P<v>)(?=[^\W\d_]+ [^\W\d_]+(?:\s*[,.!]|\s*$| and| for))"
        ),
        person,
        words_of("booking reservation table appointment order ticket room"),
        also=words_of("under"),
    ),
    Note(
        "age",
        (
            rf"(?:(?:i'm|im|i am) an? (?:[a-z]+ )?(?P<v>[0-9]{{1,2}})[- ]?(?:yr|yrs|year|years|yo)[- ]?olds?\b|i have (?P<w>{NUMBER}) years(?=(?:\s+|(?!\w))(?:$|"
            r"[,.!]|and (?:i|my)\b| and (?:i|my)\b)))"
        ),
        plain,
        words_of("yr yrs year years yo have"),
    ),
    Note(
        "age",
        r"(?:[^.!?]{3,60}(?:,|;) )?age:? (?P<v>[0-9]{2})(?=(?:\s+|(?!\w))(?:$|[,.;]))",
        plain,
        words_of("age"),
        also=words_of("height weight sex gender name job location"),
    ),
    Note(
        "age",
        (
            r"(?:an? )?(?:mum|mom|dad|mother|father|nan|gran|nurse|student|teacher|guy|woman|man|bloke|female|male)(?: (?:of|to) \w+)? "
            r"here,? (?P<v>[1-9][0-9])(?=(?:\s+|(?!\w))(?:$|[,.!]))"
        ),
        plain,
        words_of("here"),
        anywhere=True,
    ),
    Note(
        "birthday",
        rf"\b(?:i|i'll|i will|i'm) (?:turn|turning|be) {NUMBER} (?=(?:on )?{TIME})",
        birth_day,
        words_of("turn turning"),
        anywhere=True,
        aside=True,
    ),
    Note(
        "home",
        (
            r"(?:[^.!?]{0,50}, )?(?:(?:i'm |im |we're |i am |we are )?now back (?:home )?in (?P<v>)(?=[^,.!?]{3,30} for good\b)|(?:i'm |i am )?(?:a )?resident in "
            r"(?P<w>))"
        ),
        _placed,
        words_of("back resident"),
    ),
    Note(
        "home",
        (
            r"(?:i've |i |we've |we |just )*moved back (?:in )?with (?:my |our |the )(?:parents|mum|mom|dad|family|folks|mother|father) in "
            r"(?P<v>)"
        ),
        place,
        words_of("moved"),
    ),
    Note(
        "home",
        (
            r"(?:i'm|im|i am|we're|we are) in (?P<v>)(?=[^\W\d_]+(?: [^\W\d_]+)?,? (?:so (?:your|my|it's|the time|please|that's)|now(?:[,.]|$)|these days))"
        ),
        place,
        words_of("in"),
        also=words_of("your time now these"),
    ),
    Note(
        "home",
        (
            r"(?:i've moved[^.!?]{0,30}, )?(?:the|my|our) (?:new |home |postal |delivery )?address(?: for [a-z ]{3,20})?(?:'s| is)? ?(?:now|:|is) "
            r"(?P<v>(?:flat [0-9a-z]+, )?[0-9]{1,4}[a-z]? [^\W\d_][\w' ]+, [^\W\d_][\w' -]+)(?=(?:\s+|(?!\w))(?:$|[.!,;]))"
        ),
        plain,
        words_of("address"),
    ),
    Note(
        "home",
        (
            r"(?:i|we)(?:'ve| have)? (?:just |finally )?moved out of (?P<v>(?:my|our) (?:parents'?|mum's|mom's|dad's|folks'?|sister's|brother's) "
            r"(?:place|house|flat|home|basement|spare room))\b"
        ),
        plain,
        words_of("moved"),
        also=words_of("out"),
        stance=Stance.END,
        dated=Dated.CHANGE,
    ),
    Note(
        "language",
        rf"(?:i )?grew up (?:speaking|with|hearing) (?P<v>{_LANGUAGES})\b",
        plain,
        words_of("speaking hearing grew"),
    ),
    Note(
        "language",
        (
            rf"(?:i'm |im |i am |i've been |i have been |been )?(?:learning|relearning) (?P<v>{_LANGUAGES})(?=(?:\s+|(?!\w))(?:$|[,.:!{TIME}]|(?:for|because|since|so|with|at|"
            r"now|and i|again|on)\b))"
        ),
        plain,
        words_of("learning relearning"),
    ),
    Note(
        "language",
        rf"(?:i've |i have |i )?(?:given up|gave up|quit|dropped|stopped learning) (?:on )?(?:learning )?(?P<v>{_LANGUAGES}){_STOP}",
        plain,
        words_of("given gave quit dropped stopped"),
        stance=Stance.END,
        dated=Dated.CHANGE,
    ),
)


# Work and school ----------------------------------------------------------------------------------

_LONG_ENOUGH = 3  # letters of a word that says something
_CODES_IN = (
    r"(?:rust|python|go|golang|java|kotlin|swift|typescript|javascript|c\+\+|c#|ruby|php|elixir|scala|haskell|cobol|fortran|perl|"
    r"clojure|sql)"
)
_JOB = pattern_of(lexicon.OCCUPATIONS | lexicon.OCCUPATION_PHRASES)
_SUBJECTS = pattern_of(
    lexicon.FIELDS
    | words_of(
        """geology film dentistry law medicine chemistry physics biology maths mathematics history economics
        philosophy nursing psychology engineering architecture linguistics journalism sociology geography
        pharmacology accounting astronomy theology archaeology anthropology botany zoology music statistics"""
    )
    | {"computer science", "fine art", "political science", "international relations"}
)
_LABOUR = (
    Note(
        "work",
        rf"(?:my |today was my |it's my |tomorrow's my )?(?:very )?first (?:day|week|shift) at (?P<v>)(?=[^.!?]{{2,40}}{TIME}|[^.!?]{{2,40}}[!.]|[^.!?]{{2,40}}$)",
        _firm,
        words_of("first"),
    ),
    Note(
        "occupation",
        rf"i (?P<v>(?:write|do) {_CODES_IN})(?= (?:for|at|in) (?!fun|a hobby|my spare|class|school|practice))",
        plain,
        words_of("write do"),
    ),
    Note(
        "work",
        rf"i (?:write|do) {_CODES_IN} (?:for|at) an? (?P<v>(?:[a-z]+ )?(?:bank|startup|start-up|company|insurer|hospital|university|charity|firm|agency|museum|studio|hedge fund|"
        r"car maker|telco|airline|retailer)(?: in [^\W\d_]+)?)\b",
        plain,
        words_of("write do"),
        also=words_of(
            "bank startup start company insurer hospital university charity firm agency museum studio fund maker telco airline retailer"
        ),
    ),
    Note(
        "occupation",
        (
            r"(?:[^.!?]{0,50}, )?(?:i'm|im|i am) the (?P<v>(?:sole |lead |main |only |current )?(?:maintainer|author|developer|creator) of "
            r"(?!this (?:message|essay|text)\b)[^,.;:!?]{3,40}?)(?=(?:\s+|(?!\w))(?:$|[,.!;]|(?:and|so|but|called|which)\b))"
        ),
        plain,
        words_of("maintainer author developer creator"),
    ),
    Note(
        "occupation",
        r"i do (?:all )?(?:the )?(?P<v>backend|back end|front ?end|devops|qa|infra|data engineering|sysadmin|bookkeeping|payroll)(?=(?:\s+|(?!\w))(?:$|[,.!]|here\b|at\b|and\b|there\b))",
        plain,
        words_of("backend back frontend front devops qa infra data sysadmin bookkeeping payroll"),
        anywhere=True,
    ),
    Note(
        "work",
        r"i (?:no longer|don't|do not) work on (?P<v>the (?:[\w-]+ ){1,3}?(?:service|team|project|app|platform|product|desk|site))(?:(?<!no longer)| any ?more)(?=(?:\s+|(?!\w))(?:$|[,.!]|any ?more))",
        noun,
        words_of("longer"),
        stance=Stance.END,
        dated=Dated.CHANGE,
    ),
    Note(
        "occupation",
        rf"(?:i'm|i am|im|i)(?: now| currently)? work(?:ing)? like (?:an? )?(?P<v>(?!crazy|mad|hell|dog|horse|machine|slave|donkey|robot|maniac)(?:driver of [a-z]+|{_JOB}))\b",
        plain,
        words_of("work working"),
        also=words_of("like"),
        anywhere=True,
    ),
    Note(
        "occupation",
        rf"\bi(?: was|'d been| had been)(?: working as)? (?:an? )?(?P<v>{_JOB})(?: in [a-z ]{{3,20}}?| at [^,.;!?]{{3,40}}?| for [^,.;!?]{{3,40}}?)?,? (?:(?:for )?(?:over |almost |nearly )?{NUMBER} years\b|(?:until|till)\b|before i retired\b|{TIME})",
        title,
        frozenset(
            word
            for job in lexicon.OCCUPATIONS
            for word in re.split("[ -]", job)
            if len(word) >= _LONG_ENOUGH
        ),
        stance=Stance.END,
        anywhere=True,
        also=words_of("years until till before retired"),
    ),
    Note(
        "occupation",
        r"(?:[^.!?]{0,60}, )?(?:(?:as|i'm|im|i am) (?:only |just |still )?an? (?:broke |poor |bored |mere |humble |simple |busy |starving |first-year )*(?P<v>student|pensioner|oap|retiree))(?! i (?:\w+ed|was|had|used|went|did|got|ate|could|would)\b)(?=(?:\s+|(?!\w))(?:$|[,.!]|(?:i|with|and|on|so|in)\b))",
        plain,
        words_of("student pensioner oap retiree"),
    ),
    Note(
        "school",
        rf"(?:i'm |im |i am )?majoring in (?P<v>{_SUBJECTS})\b",
        _worded("majors in {}"),
        words_of("majoring"),
    ),
    Note(
        "school",
        rf"(?:(?:i'm |im |i am )?majoring in [\w ]+?(?:,| and|, and) )minoring in (?P<v>{_SUBJECTS})\b",
        _worded("minors in {}"),
        words_of("minoring"),
    ),
    Note(
        "school",
        rf"(?:i'm|im|i am|i) (?:studying|study|reading) (?P<v>{_SUBJECTS})(?= (?:in|here|at|and)\b|\s*(?:$|[,.!{TIME}]))",
        _worded("studies {}"),
        words_of("studying study reading"),
    ),
    Note(
        "school",
        rf"i (?:dropped out of|quit|gave up|left) (?:studying )?(?P<v>{_SUBJECTS})(?= after (?:a|one|two|three|only|just)\b)",
        _worded("no longer studies {}"),
        words_of("dropped quit gave left"),
        stance=Stance.END,
        dated=Dated.CHANGE,
    ),
    Note(
        "event",
        rf"(?:i |so i |and i )?(?P<v>(?:got|was|been|have been) (?:laid off|made redundant|fired|let go|sacked))(?=\s*(?:{TIME}|[!.,]|$))",
        plain,
        words_of("laid redundant fired sacked let"),
        dated=Dated.WHEN,
    ),
    Note(
        "event",
        rf"{_I}(?P<v>passed (?:my |the )?(?:[\w-]+ )?(?:exams?|viva|bar exam|dele|ielts|toefl|jlpt|delf|hsk|cfa|driving test|theory test|citizenship test)(?: [abcn][0-9])?)\b",
        plain,
        words_of("passed"),
        dated=Dated.WHEN,
    ),
    Note(
        "event",
        rf"i (?P<v>broke up with (?!you\b|the\b|my\b|him\b|her\b)[^\W\d_]+)(?=\s*{TIME})",
        plain,
        words_of("broke"),
        dated=Dated.WHEN,
    ),
)


# Things, people, days -----------------------------------------------------------------------------

_ANIMALS = pattern_of(lexicon.ANIMALS)
_ANIMAL_WORDS = frozenset(word for kind in lexicon.ANIMALS for word in kind.split())
_MAKES = r"(?:volvo|saab|fiat|skoda|toyota|honda|bmw|audi|tesla|mini|peugeot|renault|citroen|citroën|volkswagen|vw|golf|polo|ford|mazda|subaru|vespa|harley|brompton|land rover|jeep|kia|seat|opel|vauxhall|nissan|lexus|mercedes|porsche)"
_CALLERS = r"(?:roofers?|plumbers?|electricians?|builders?|movers|decorators?|dentist|vet|physio|chiropractor|optician|gp|midwife|surveyor|plasterers?|gardeners?|chimney sweep|boiler man|hairdresser|gynaecologist|dermatologist|cardiologist|osteopath|notary|colonoscopy|mammogram|smear test|eye test|blood test|x-ray|endoscopy|driving lesson|parents' evening)"
_DAYS = (
    Note(
        "pet",
        rf"(?:the|our) (?P<kind>{_ANIMALS})(?:'s| is)(?: called| named|'s name is) (?P<v>)",
        lambda message, note, match, end: (
            note.draft(f"{match['kind']} {read.value}", read.end)
            for read in person(message, note, match, end)
        ),
        _ANIMAL_WORDS,
        also=words_of("called named"),
    ),
    Note(
        "owns",
        rf"{_I}(?:sold|scrapped|got rid of|traded in) (?:the|our|my) (?:old )?(?P<v>{_MAKES}(?: [a-z0-9]+)?){_STOP}",
        plain,
        words_of("sold scrapped rid traded"),
        stance=Stance.END,
        dated=Dated.CHANGE,
    ),
    Note(
        "owns",
        r"(?:i'm|im|i am) (?:still )?on an? (?:old |new )?(?P<v>(?:[0-9]{4} |m[1-4] |old )?(?:macbook|thinkpad|chromebook|imac|mac mini|raspberry pi|dell|surface|iphone|pixel|ipad|galaxy)(?: (?:air|pro|max|mini|xps|[0-9a-z]{1,4}))?)(?=(?:\s+|(?!\w))(?:$|[,.!]|(?:with|so|and|running|from|if|but)\b))",
        plain,
        words_of(
            "macbook thinkpad chromebook imac mac raspberry dell surface iphone pixel ipad galaxy"
        ),
    ),
    Note(
        "owns",
        r"(?:i|we) (?:do not|don't|dont|no) have (?:an? |any )?(?P<v>balcony|garden|car|tv|television|smartphone|landline|internet|dishwasher|oven|freezer|garage|microwave|printer|lift)(?=(?:\s+|(?!\w))(?:$|[,.!;]|(?:and|so|but|here|in (?:my|our|the|this)|at home)\b))",
        plain,
        words_of(
            "balcony garden car tv television smartphone landline internet dishwasher oven freezer garage microwave printer lift"
        ),
        negative=True,
    ),
    Note(
        "family",
        r"\bno (?P<v>kids|children|siblings)(?= of (?:my|our) own\b)",
        plain,
        words_of("kids children siblings"),
        negative=True,
        anywhere=True,
    ),
    Note(
        "goal",
        r"(?:i|we) (?:really |absolutely |definitely )?(?:do not|don't|dont|never) (?:ever )?want (?:to have |any )?(?P<v>kids|children)(?=(?:\s+|(?!\w))(?:$|[,.!]|(?:and|ever|at all|period)\b))",
        plain,
        words_of("kids children"),
        negative=True,
    ),
    Note(
        "family",
        rf"my (?P<v>mother|father|mum|mom|dad|grandmother|grandfather|gran|nan|grandma|grandpa|grandad) (?:passed away|died)(?=(?:\s+|(?!\w))(?:$|[,.!{TIME}]|(?:and (?:i|we)|last|this|when|of|from|suddenly)\b))",
        plain,
        words_of(
            "mother father mum mom dad grandmother grandfather gran nan grandma grandpa grandad"
        ),
        also=words_of("passed died"),
        others=True,
        stance=Stance.END,
        dated=Dated.CHANGE,
    ),
    Note(
        "diet",
        rf"(?:please )?put me down as (?:an? )?(?P<v>{pattern_of(lexicon.DIETS)})\b",
        plain,
        words_of("put"),
        aside=True,
    ),
    Note(
        "diet",
        rf"(?:i|we)(?:'ve| have)? (?:recently |completely )?cut out (?:all )?(?P<v>bread|sugar|dairy|gluten|meat|alcohol|carbs|caffeine|red meat|wheat|sweets|coffee)(?=(?:\s+|(?!\w))(?:$|[,.!{TIME}]|(?:and|for|completely|altogether|entirely|last|this|since)\b))",
        lambda message, note, match, _end: iter(
            [note.draft(f"no {message.text[match.start('v') : match.end('v')]}", match.end())]
        ),
        words_of("cut"),
    ),
    Note(
        "habit",
        r"i (?:mostly |usually |only )?(?P<v>work (?:nights|weekends|night shifts|late shifts|early shifts|shifts|part[- ]time|from home|four days a week|three days a week))(?=(?:\s+|(?!\w))(?:$|[,.!]|(?:so|and|at|in|now|but)\b))",
        plain,
        words_of("nights weekends shifts part from week"),
        also=words_of("work"),
    ),
    Note(
        "habit",
        r"(?:i|we) (?:always |usually |normally |generally )(?P<v>(?:get up|wake up|go to bed|go to sleep|have dinner|eat dinner|eat) at (?:half |quarter past |quarter to )?(?:[0-9]{1,2}(?::[0-9]{2})?(?: ?[ap]m)?|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight))\b",
        plain,
        words_of("get wake go eat dinner"),
        also=words_of("always usually normally generally"),
        anywhere=True,
        aside=True,
    ),
    Note(
        "habit",
        r"i(?:'ve| have) used (?P<v>emacs|vim|neovim|vs code|linux|debian|arch|ubuntu|fedora|nixos|firefox|tmux|postgres|latex|obsidian|notion|jetbrains|intellij|git|windows)(?=\s*(?:since|for|\ue001| ?\ue001))",
        _worded("uses {}"),
        words_of("used"),
    ),
    Note(
        "habit",
        r"(?:[^.!?]{0,12})?(?:i've |i have |i |we've )(?:stopped|quit|given up|gave up) (?P<v>[a-z]+ing)(?= (?:altogether|completely|entirely|for good)\b)",
        plain,
        words_of("altogether completely entirely good"),
        stance=Stance.END,
        dated=Dated.CHANGE,
    ),
    Note(
        "hobby",
        r"(?:[^.!?]{0,30} )?i (?P<v>(?:coach|referee|umpire|captain) (?:the |an? )(?:under-[a-z0-9]+|u[0-9]+s?|(?:local |village |girls'? |boys'? |kids'? |school |junior )*(?:team|side|football|netball|rugby|hockey|swimming)(?: team)?))\b",
        plain,
        words_of("coach referee umpire captain"),
    ),
    Note(
        "hobby",
        r"i (?P<v>(?:knit|crochet|sew|quilt|bake|whittle|embroider) for (?:the |our |my )?(?:premature |local |homeless |elderly )?(?:babies|charity|shelter|hospice|hospital|church|neighbours|grandchildren|grandkids|family|school|food bank))\b",
        plain,
        words_of("knit crochet sew quilt bake whittle embroider"),
    ),
    Note(
        "hobby",
        r"i (?P<v>(?:repair|restore|collect|build|mend|fix up) (?:old|vintage|antique|model|broken) [a-z]+(?: [a-z]+)?)(?=(?:\s+|(?!\w))(?:$|[,.!]|(?:in my (?:shed|garage)|for fun|at weekends)\b))",
        plain,
        words_of("repair restore collect build mend fix"),
    ),
    Note(
        "hobby",
        r"i (?:don't|do not|dont|can't) (?P<v>dance|sing|ski|knit|sew|swim|karaoke)(?=(?:\s+|(?!\w))(?:$|[,.!]|(?:and|so|at all|but)\b))",
        plain,
        words_of("dance sing ski knit sew swim karaoke"),
        negative=True,
    ),
    Note(
        "likes",
        rf"nothing (?:relaxes|calms|cheers|soothes|comforts)(?: me)? (?:up |me )?(?:like|more than) (?P<v>{THING})(?=(?:\s+|(?!\w))(?:$|[,.!]))",
        things,
        words_of("nothing"),
        also=words_of("relaxes calms cheers soothes comforts"),
    ),
    Note(
        "likes",
        r"(?P<v>(?:aisle|window|exit row|front-row|quiet coach) seats?)(?: please)?,? (?:always|every time|for me,? always)\b",
        plain,
        words_of("seat seats"),
    ),
    Note(
        "plan",
        rf"(?:[^.!?]{{0,40}}, )?(?:i|we)(?:'ve| have)(?: got)? (?:the |an? )(?P<v>{_CALLERS}(?: for (?!the\b|an?\b)[^\W\d_]+)?)(?= ?{TIME})",
        plain,
        frozenset(re.findall("[a-z]{2,}", _CALLERS))
        | words_of("roofers plumber builder electrician"),
        dated=Dated.WHEN,
    ),
    Note(
        "plan",
        rf"(?:i|we)(?:'ve| have)? (?:just |finally )?booked (?P<v>)(?=[^\W\d_]+(?: [^\W\d_]+)? (?:for |in )?{TIME})",
        place,
        words_of("booked"),
        dated=Dated.WHEN,
    ),
    Note(
        "plan",
        rf"(?:i'm|im|i am|we're) off to (?P<v>(?:see|visit|stay with|meet) (?:my|our) [^,.;:!?]{{3,40}}?)(?= (?:for |at |over )?{TIME})",
        plain,
        words_of("off"),
        dated=Dated.WHEN,
    ),
    Note(
        "plan",
        r"(?:i'm |im |i am |we're )?not doing the (?P<v>[a-z]+(?: [a-z]+)?) any ?more\b",
        plain,
        words_of("doing"),
        also=words_of("anymore more"),
        stance=Stance.END,
        dated=Dated.CHANGE,
    ),
    Note(
        "plan",
        r"(?:(?:and |so )?we're|(?:and |so )?we are) (?P<v>adopting|eloping|emigrating|having (?:twins|a baby|another baby))(?=(?:\s+|(?!\w))(?:$|[!.,]))",
        plain,
        words_of("adopting eloping emigrating having"),
        dated=Dated.WHEN,
    ),
    Note(
        "event",
        r"(?:i'm |im |i am |we're |we are )?(?:gonna|going to) (?P<v>be (?:an? )?(?:dad|mum|mom|father|mother|grandma|grandpa|grandad|aunt|auntie|uncle|parents|grandparents))(?! (?:to|about|and (?:i|we))\b)",
        plain,
        words_of("gonna going"),
        also=words_of(
            "dad mum mom father mother grandma grandpa grandad aunt auntie uncle parents grandparents"
        ),
        dated=Dated.WHEN,
    ),
)

NOTES = (*_HEALTH, *_WHO, *_LABOUR, *_DAYS)
