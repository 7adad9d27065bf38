"""Notes on habits, pastimes and what is to come."""

import re
from collections.abc import Iterator

from remanent.model.fact import Stance
from remanent.text import lexicon
from remanent.text.drafts import Dated, Draft
from remanent.text.lexicon import pattern_of, words_of
from remanent.text.notes import (
    CLOSED,
    SHORT,
    Note,
    aim,
    noun,
    plain,
)
from remanent.text.sentences import TIME, Screened
from remanent.text.values import NUMBER

_OFTEN = (
    rf"(?:rain or shine|every (?:single )?(?:day|morning|evening|night|week|weekend|sunday|"
    rf"saturday|"
    rf"monday|tuesday|wednesday|thursday|friday)|daily|(?:once|twice|{NUMBER} times) (?:a|per) "
    rf"(?:day|week|month))(?=(?:\s+|(?!\w))(?:$|[,.!]))"
)
_PASTIMES = pattern_of(
    lexicon.ACTIVITIES
    | {word for word in lexicon.HOBBIES if len(word) > SHORT}
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


NOTES = _LIVES
