"""Notes on particulars: blood, medicine, whom to call, what one plays, uses, works on and attends."""

import re
from collections.abc import Iterator
from dataclasses import replace

from remanent.model.fact import Stance
from remanent.text import lexicon
from remanent.text.drafts import Dated, Draft
from remanent.text.lexicon import pattern_of, words_of
from remanent.text.notes import (
    CLOSED,
    THING,
    Note,
    aim,
    employer,
    moment,
    noun,
    person,
    place,
    plain,
    things,
    title,
)
from remanent.text.sentences import TIME, Screened

_AT = rf"[\s,:–—-]*{TIME}"

# Health -------------------------------------------------------------------------------------------

_BLOOD = r"(?P<v>(?:ab|a|b|o)[ -]?(?:rh )?(?:positive|negative|pos|neg|\+|-)(?![\w-]))"
_DOSE = r"[0-9]+(?:[.,][0-9]+)? ?(?:mg|mcg|µg|g|ml|iu|units?)\b"
_DRUG = rf"(?P<v>(?:{_DOSE}(?: of| doses? of)? [a-z-]{{4,30}}|[a-z-]{{4,30}},? \(?{_DOSE}))"
_PRESCRIBED = (
    r"(?:i(?:'m| am)? (?:now |still |currently |also )?(?:take|taking|need|on|use|using)|"
    r"my (?:prescription|medication|meds?|dose) (?:is|are)|i(?:'ve been| was| got) (?:prescribed|put on)|"
    r"(?:they|my doctor|the doctor|my gp|my psychiatrist|the clinic|doctors?)(?:'ve|'s| have| has)? "
    r"(?:prescribed|put|started|switched)(?: me)?(?: on| to)?)"
)
_SAYS = r"(?:the|my|our) (?:doctors?|gp|specialist|consultant|clinic|physio|psychiatrist) (?:says?|said|confirmed|told me)(?: that)?"
_AFTER = r"(?: because| since| as|:|,| -| –)* ?i(?:'m| am) (?:so |badly |severely |really |very |deathly )*allergic"
_ILLS = pattern_of(lexicon.CONDITIONS | lexicon.CONDITION_PHRASES)

_HEALTH = (
    Note("blood type", rf"\bblood (?:type|group)(?: is|:|,|'s)? ?{_BLOOD}", plain, words_of("blood"), anywhere=True),
    Note("blood type", rf"\b(?:i'm|i am|i have|says i'm|says i am)(?: blood (?:type|group)| type)? {_BLOOD}", plain,
         words_of("positive negative pos neg"), anywhere=True, others=True),
    Note("medication", rf"\b{_PRESCRIBED} {_DRUG}", plain, words_of(
        "take taking need on prescription medication med meds dose prescribed put started switched use using"),
        anywhere=True, others=True),
    Note("health", rf"\b{_SAYS} i have (?:a |an )?(?P<v>{_ILLS}){CLOSED}", plain,
         words_of("doctor doctors gp specialist consultant clinic physio psychiatrist"), anywhere=True, others=True),
    Note("allergy", rf"\b(?:{_SAYS}|doctors confirmed|tests? (?:say|says|showed|confirmed)(?: that)?) (?:that )?i'm allergic to (?P<v>{THING}){CLOSED}",
         things, words_of("allergic"), anywhere=True, others=True),
    Note("allergy", rf"\b(?:careful with|avoid|skip|hold|watch out for|stay away from|keep away from|can't have|no) (?P<v>{THING}){_AFTER}(?: to (?:it|that|them|those|both))?(?![\w' ]* to )",
         things, words_of("allergic"), anywhere=True),
    Note("allergy", rf"(?P<v>{THING}) (?:is|are) (?:fine|ok|okay|no problem|safe)(?: for me)?(?:,| -|:)? ?(?:because |as |since )?i(?:'m| am) not allergic(?: to (?:it|that|them|those))?",
         things, words_of("allergic"), negative=True),
    Note("allergy", rf"\bbeing allergic to (?P<v>{THING}) (?:is|sucks|means|makes)\b", things, words_of("allergic")),
    Note("allergy", rf"\bmy (?:\w+ )?allergy to (?P<v>{THING}) (?:is|means|makes|has)\b", things, words_of("allergy"), anywhere=True),
)  # fmt: skip

# Whom to call, and days that come again -----------------------------------------------------------

_CALLED = (
    Note("emergency contact", r"\bemergency contact(?: is| would be|:|,)? (?P<v>)", person, words_of("emergency"), anywhere=True),
    Note("emergency contact", r"\b(?:put|list|note|use|add) (?P<v>)(?=[\w' -]{2,40} (?:down )?as my emergency contact)", person,
         words_of("emergency"), anywhere=True, aside=True, others=True),
    Note("emergency contact", r"\b(?:in an emergency|in case of (?:an )?emergency|if anything happens to me|if something happens to me),? (?:please )?(?:call|ring|phone|contact|text|notify) (?P<v>)",
         person, words_of("emergency happens"), anywhere=True, aside=True, others=True),
    Note("anniversary", rf"\b(?:our|my) (?:wedding |work )?anniversary(?: is| falls|'s|:| comes)?(?: on)? ?{TIME}", moment, words_of("anniversary"), anywhere=True),
    Note("anniversary", rf"{TIME}+ (?:is|marks) our (?:wedding )?anniversary", moment, words_of("anniversary"), anywhere=True),
    Note("anniversary", rf"\bwe celebrate our (?:wedding )?anniversary(?: on)? ?{TIME}", moment, words_of("anniversary"), anywhere=True),
    Note("name", r"\b(?:please )?(?:address me as|refer to me as) (?P<v>)", person, words_of("address refer"), aside=True, others=True),
)  # fmt: skip

# What one plays, uses, works on ---------------------------------------------------------------------

_INSTRUMENTS = pattern_of(words_of(
    """piano guitar bass drums cello violin viola flute clarinet oboe bassoon saxophone sax trumpet trombone horn
    tuba harp ukulele banjo banjolele mandolin accordion harmonica organ keyboard harpsichord recorder sitar
    bagpipes fiddle lute xylophone marimba percussion theremin bouzouki balalaika lyre zither"""
))  # fmt: skip
_MODEL = r"(?P<v>)"


def _model(message: Screened, note: Note, match: re.Match[str], end: int) -> Iterator[Draft]:
    """Read the name of a make or model: written with a capital or a digit, of at most four words."""
    found = _MAKE.match(message.shown, match.start("v"), end)
    if found is None or found["name"].split()[0].casefold() in _NO_MAKE:
        return
    yield note.draft(found["name"].strip(), found.end())


def _made(message: Screened, note: Note, match: re.Match[str], end: int) -> Iterator[Draft]:
    """Read a make and model: it has a number, or two words with capitals."""
    for read in _model(message, note, match, end):
        words = (read.value or "").split()
        if any(map(str.isdigit, read.value or "")) or (len(words) > 1 and words[1][:1].isupper()):
            yield read


def _left_off(message: Screened, note: Note, match: re.Match[str], _end: int) -> Iterator[Draft]:
    """Read what is done no more: a pastime, never a job, a place or an effort."""
    said = message.text[slice(*match.span("v"))]
    if said.split()[0].casefold() not in _NO_PASTIME:
        yield note.draft(said, match.end())


_NO_PASTIME = words_of(
    """that this it my your his her our their everything anything nothing trying asking working waiting
    looking caring today yesterday there here hope half class classes school work job smoking drinking
    meat sugar coffee alcohol dairy gluten the one some much well good"""
)
_MAKE = re.compile(
    r"(?:(?:an?|the|my|our) )?(?P<name>(?:[A-Z][\w.+-]*|[a-z]+[A-Z]\w*)(?: (?:[A-Z0-9][\w.+-]*))*|(?!an? )[a-z]{2,} [0-9][\w.]*)"
    r"(?=(?:\s+|(?!\w))(?:$|[,.!?;:)(…—–]| laptop| phone| as my| car| tablet| now| and | but | for | these))"
)
_NO_MAKE = words_of(
    "monday tuesday wednesday thursday friday saturday sunday i english french german"
)
_GADGET = r"(?:phone|mobile|cell(?:phone)?|laptop|computer|tablet|car|van|bike|motorbike|camera|console|e-reader|pc|notebook)"

_USED = (
    Note("hobby", rf"\b(?:i(?:'ve)? (?:play|played|been playing|know how to play|can play)|i'm (?:still )?learning(?: to play)?|my instrument is)"
         rf" (?:the |an? )?(?P<v>{_INSTRUMENTS})(?!\w)(?! (?:at the|in the) (?:back|background))", plain,
         words_of("play played playing learning instrument"), anywhere=True),
    Note("hobby", rf"\bi'm an? (?:[a-z]+ )?(?P<v>{_INSTRUMENTS}) player\b", plain, words_of("player"), anywhere=True),
    Note("hobby", rf"\b(?:the )?(?P<v>{_INSTRUMENTS}) is (?:what i play|my instrument)\b", plain, words_of("play instrument"), anywhere=True),
    Note("owns", rf"\b(?:i(?:'m typing this on| use| work on| do everything on| get around in| drive| ride)|my {_GADGET} is(?: now)?|we've got|i've got)(?: my {_GADGET},)? (?=(?:an?|my|the|[a-z0-9]+ ) ?){_MODEL}",
         _model, words_of("use work do around drive ride phone mobile cell laptop computer tablet car van bike motorbike camera console pc notebook got"), anywhere=True),
    Note("owns", rf"\bi (?:got|have|bought) (?:myself )?a new {_GADGET}(?:,|:| -| –) (?=an?|my|the|[a-z]){_MODEL}", _model, words_of("new"), anywhere=True),
    Note("owns", rf"\bi have (?=an? ){_MODEL}(?=[\w .+-]{{2,30}} as my {_GADGET})", _model, words_of("as"), anywhere=True),
    Note("owns", r"\bi(?:'ve| have)? (?:swapped|traded|exchanged|replaced) my [\w .+-]{2,40}? (?:for|with) (?=an? |my |the )(?P<v>)", _model,
         words_of("swapped traded exchanged replaced"), anywhere=True, dated=Dated.CHANGE),
    Note("owns", r"\bi(?:'ve| have)? (?:swapped|traded|exchanged|replaced) my (?P<v>[\w .+-]{2,40}?) (?:for|with) an? ", plain,
         words_of("swapped traded exchanged replaced"), anywhere=True, dated=Dated.CHANGE, stance=Stance.END),
    Note("project", r"\b(?:i'm|i am|we're|we are) (?:now |currently |still )?working on (?:a |the |our |my )?(?:\w+ )?project (?:called|named) (?P<v>)", _model, words_of("project"), anywhere=True),
    Note("project", r"\bmy (?:new |current |latest )?project (?:at work )?(?:is|:)(?: called| now| named)? (?P<v>)", _model, words_of("project"), anywhere=True),
    Note("project", r"\bi(?:'ve been| was| got|'m)? (?:just )?(?:assigned|moved|switched|transferred|put)(?: over)? (?:to|on|onto) (?:the |project )(?P<v>[a-z][\w-]+)(?= project|$|[.,!])", plain, words_of("project"), anywhere=True),
    Note("project", r"\bi(?:'ve)? (?:switched|moved|gone over) from [\w ]{2,30} to (?:the )?project (?P<v>)", _model, words_of("project"), anywhere=True),
)  # fmt: skip

# What is to come, and what is attended ----------------------------------------------------------------

_APPOINTED = (
    r"(?:[\w-]+ ){0,2}?(?:appointment|dentist|doctor|check-?up|inspection|test|exam|interview|launch|viewing|hearing|surgery|"
    r"operation|meeting|consultation|rehearsal|concert|wedding|party|reunion|flight|delivery|installation|deadline|session|mot|"
    r"ceremony|graduation|scan|therapy|vaccination|audition|presentation|defence|defense|lesson|call|visit|race|match)"
)
_COURSE = rf"(?P<v>(?:[\w'-]+ ){{0,3}}?(?:course|class|workshop|evening class|seminar|bootcamp)(?: (?:on|in|about|for) {THING})?)"


def _coming(message: Screened, note: Note, match: re.Match[str], end: int) -> Iterator[Draft]:
    """Read what is on a day: the thing is the value, the day its time."""
    for read in noun(message, note, match, end):
        yield replace(read, dated=Dated.WHEN)


def _course(message: Screened, note: Note, match: re.Match[str], _end: int) -> Iterator[Draft]:
    """Read a course with its subject, as it is called."""
    value = message.text[slice(*match.span("v"))].strip()
    yield note.draft(re.sub(r"^(?:an?|the|this|my) ", "", value), match.end())


_TO_COME = (
    Note("plan", rf"\b(?:don't let me forget|remind me|note to self|remember|for my calendar|in my diary)(?: about| of)?[:,] (?:the |my )?(?P<v>{THING}){_AT}", _coming,
         words_of("forget remind note remember calendar diary"), aside=True, others=True, dated=Dated.WHEN),
    Note("plan", rf"(?:my|the|our|another|a second) (?:other |next |second |first )?(?P<v>{_APPOINTED}) (?:is|was|got|has been|'s) (?:also |now )?(?:booked|scheduled|set|fixed|planned|moved|rescheduled|on)?(?: for| in| to| on)? ?{TIME}", _coming,
         words_of("booked scheduled set fixed planned moved rescheduled is was got has"), dated=Dated.WHEN),
    Note("plan", rf"\b(?:they|the clinic|he|she|we|i)(?:'ve| have| has)? (?:rescheduled|moved|pushed|changed|shifted|postponed) (?:my|our|the) (?P<v>{_APPOINTED})\b[^.!?]*?{TIME}", _coming,
         words_of("rescheduled moved pushed changed shifted postponed"), others=True, dated=Dated.WHEN),
    Note("plan", rf"\bi(?:'ve| have)? (?:also )?(?:got |have )?(?:an appointment for |another |a second |a |my )?(?P<v>{_APPOINTED}){_AT}", _coming,
         words_of("have got appointment ve"), dated=Dated.WHEN),
    Note("plan", r"\bmy (?P<v>(?:holiday|vacation|trip|honeymoon) (?:in|to) [\w' -]{2,40}?) (?:starts|begins|is)(?: on)? ?" + TIME, _coming,
         words_of("holiday vacation trip honeymoon"), dated=Dated.WHEN),
    Note("plan", rf"\bi(?:'ve| have)? (?:just )?booked (?:a |our |my )(?P<v>(?:holiday|vacation|trip|honeymoon|flight|weekend) (?:in|to) [\w' -]{{2,40}}?)(?: for)? ?(?:{TIME}|$|[.,!])", _coming,
         words_of("booked"), dated=Dated.WHEN),
    Note("course", rf"\b(?:i(?:'m| am)? (?:now |currently )?(?:taking|doing|enrolled (?:in|on)|attending|attend|signed up for|going to)|i(?:'ve| have)? (?:just )?(?:signed up for|started|joined|enrolled (?:in|on)|begun)) (?:an?|the|this) {_COURSE}{CLOSED}", _course,
         words_of("course class workshop seminar bootcamp"), anywhere=True),
    Note("course", rf"^(?:on )?{TIME}+[\s,]*(?:evenings?|mornings?|afternoons?|nights?)?,? ?i (?:attend|take|do|have) an? {_COURSE}{CLOSED}", _course,
         words_of("course class workshop seminar bootcamp")),
    Note("course", rf"\bon \w+ (?:evenings?|mornings?|afternoons?|nights?),? i (?:attend|take|do|have) an? {_COURSE}{CLOSED}", _course,
         words_of("course class workshop seminar bootcamp"), anywhere=True),
)  # fmt: skip

# Work, ways and tastes ----------------------------------------------------------------------------------

_WAYS = (
    Note("occupation", r"\bi (?:earn|make) my (?:money|living) as an? (?P<v>)", noun, words_of("money living"), anywhere=True),
    Note("occupation", r"\bmy (?:job|profession|trade|line of work)(?: title)?: (?P<v>)", title, words_of("job profession trade work")),
    Note("work", r"\bi(?:'m| am) on the (?:staff|payroll|team) (?:at|of) (?P<v>)", employer, words_of("staff payroll team"), anywhere=True),
    Note("work", r"\b(?:first (?:day|week|month) )?(?:at|in) my new job (?:at|with) (?P<v>)", employer, words_of("job"), anywhere=True, dated=Dated.CHANGE),
    Note("work", r"\bi(?:'ve| have) been (?:working )?(?:at|with|for) (?P<v>)(?=[\w' &.-]{2,40} (?:for|since)\b)", employer, words_of("working been"), anywhere=True),
    Note("home", r"\b(?:my|our) new (?:place|flat|home|house|apartment|address) is in (?P<v>)", place, words_of("new"), anywhere=True, dated=Dated.CHANGE),
    Note("diet", r"\bi (?:keep to|stick to|follow|am on|eat) an? (?:strict |strictly )?(?P<v>[a-z][\w -]{2,25}?) diet\b", plain, words_of("diet"), anywhere=True),
    Note("likes", rf"\bgive me (?P<v>{THING}) and i(?:'m| am) (?:happy|sorted|set|content|a happy)", things, words_of("give"), aside=True),
    Note("likes", rf"\bi love the food at (?P<v>(?:the )?[\w' &.-]{{2,40}}?){CLOSED}", plain, words_of("food"), anywhere=True),
    Note("likes", r"^(?P<v>[\w' &.-]{2,40}?) is the best (?:restaurant|caf[eé]|bar|pub|place|bakery|pizzeria) in (?:town|the city)\b", plain, words_of("best")),
    Note("likes", r"\bi always go to (?P<v>(?:the )?[\w' &.-]{2,40}?) for (?:a |an )?(?:[\w-]+ )?(?:dinner|lunch|coffee|meal|drink|breakfast|brunch)\b", plain, words_of("always"), anywhere=True),
    Note("dislikes", rf"\bi (?:try to |always |usually )?avoid (?P<v>{THING}) because i (?:dislike|hate|can't stand|don't like)\b", things, words_of("avoid"), anywhere=True),
    Note("hobby", rf"\b(?:most|on|at) weekends? i(?:'m| am) (?:busy with|out|doing|off) (?P<v>{THING}){CLOSED}", things, words_of("weekend weekends"), anywhere=True),
    Note("hobby", rf"\bi(?:'ve| have)? (?:recently |just )?taken up (?P<v>{THING}){CLOSED}", things, words_of("taken"), anywhere=True),
    Note("hobby", rf"(?P<v>{THING}) is (?:a|one of my|my|an old) (?:favourite |favorite |big )?hobb(?:y|ies)(?: of mine)?\b", things, words_of("hobby hobbies")),
    Note("hobby", rf"\bi spend (?:a lot|lots|most|much|all) of (?:my )?(?:free |spare )?time on (?P<v>{THING}){CLOSED}", things, words_of("spend"), anywhere=True),
    Note("language", r"\bi(?:'m| am)? (?:taking|having) (?P<v>[a-z]+) lessons\b", plain, lexicon.LANGUAGES, anywhere=True),
    Note("language", rf"\bi (?:can )?(?:speak|understand) (?P<v>{pattern_of(lexicon.LANGUAGES)})(?: (?:quite|very|fairly|pretty|really) (?:well|fluently))", plain, words_of("speak understand"), anywhere=True),
    Note("goal", r"\bi(?:'ve| have) decided to (?P<v>)(?!be\b|go\b|not\b)", aim, words_of("decided"), anywhere=True),
    Note("goal", r"\bi(?:'m| am) working towards? (?:one thing|my (?:dream|goal))(?: ?[:,–—-])? ?(?:to )?(?P<v>)", aim, words_of("working"), anywhere=True),
    Note("goal", rf"\bi want to (?P<v>)(?=[^.!?,]{{6,60}}?{TIME})", aim, words_of("want")),
)  # fmt: skip

# What is over -----------------------------------------------------------------------------------------

_LEFT_OFF = (
    r"\bi(?:'ve| have)? (?:finally |recently |just |completely )?(?:gave up|given up|quit|stopped(?: doing)?|dropped|packed in|"
    r"no longer do|don't do|do not do|don't go|am done with|lost interest in)(?: the)? "
)
_OVER = (
    Note("hobby", rf"{_LEFT_OFF}(?P<v>[a-z][\w-]{{2,20}}(?: [a-z][\w-]{{2,20}})?)(?: any ?more| these days| for good)?(?=(?:\s+|(?!\w))(?:$|[.,!…;]))", _left_off,
         words_of("gave given quit stopped dropped packed longer don't do done lost"), anywhere=True, stance=Stance.END, dated=Dated.CHANGE),
    Note("language", rf"\b(?:no longer|not|stopped|quit|gave up|given up) (?:learning|studying|taking|practising|practicing) (?P<v>{pattern_of(lexicon.LANGUAGES)})(?: lessons| classes)?\b", plain,
         lexicon.LANGUAGES, anywhere=True, stance=Stance.END, dated=Dated.CHANGE),
    Note("owns", r"\b(?:sold|traded in|gave away|got rid of|scrapped) (?:the|my|our) (?P<v>)(?=[a-z])", _model, words_of("sold traded gave got scrapped"), anywhere=True,
         stance=Stance.END, dated=Dated.CHANGE),
    Note("owns", r"\b(?:to replace|instead of|in place of|replacing) (?:the|my|our) (?:old )?(?P<v>)", _model, words_of("replace instead place replacing"), anywhere=True,
         stance=Stance.END, dated=Dated.CHANGE),
    Note("owns", r"\b(?:i|we)?(?:'ve| have)? ?(?:just |finally |also )*(?:bought|got|ordered|picked up|leased) (?:myself |ourselves )?(?=an? )(?P<v>)", _made,
         words_of("bought got ordered picked leased"), anywhere=True, dated=Dated.CHANGE),
)  # fmt: skip

NOTES = (*_HEALTH, *_CALLED, *_USED, *_TO_COME, *_WAYS, *_OVER)
