"""Notes on who someone is, where, and how to reach him."""

import re
from collections.abc import Iterator

from remanent.model.fact import Stance
from remanent.text import lexicon
from remanent.text.drafts import Dated, Draft
from remanent.text.lexicon import pattern_of, words_of
from remanent.text.notes import (
    CLOSED,
    Note,
    birth,
    employer,
    moment,
    person,
    person_closed,
    place,
    plain,
    title,
)
from remanent.text.patterns_common import EMAIL, PHONE
from remanent.text.patterns_owned import ZONE_NAME
from remanent.text.places import place_at
from remanent.text.sentences import TIME, Screened
from remanent.text.subjects import USER
from remanent.text.values import NUMBER, items

# Names --------------------------------------------------------------------------------------------

_NAMES = (
    Note(
        "name",
        (
            r"(?:it'?s|it is)(?: me)? (?P<v>)(?=[\w'’-]+(?: (?!i'm\b|im\b|i\b|that\b|where\b|"
            r"we're\b)[\w'’-]+)? ?(?:(?:from|here|again|"
            r"speaking|btw)\b|,? with an? [a-z]\b|now, not\b|, not [a-z]+\s*$))"
        ),
        person,
        words_of("it its"),
        also=words_of("from here again speaking btw with now not"),
    ),
    Note(
        "name",
        (r"myself (?P<v>)(?=[\w'’-]+(?: [\w'’-]+)?(?:\s*[,.]|\s*$| from| here| and i))"),
        person,
        words_of("myself"),
    ),
    Note(
        "name",
        (
            r"(?:every(?:one|body)|people|friends|folks|mates|most people|the (?:whole )?(?:lads|"
            r"kids|"
            r"guys|girls|family|team|neighbours|neighbors|street|village))(?: "
            r"(?!who\b)[\w']+){0,4}?"
            r" (?:just )?calls? me (?P<v>)"
        ),
        person_closed,
        words_of("call calls"),
        others=True,
    ),
    Note(
        "name",
        (
            r"i (?:do not|don't|dont|no longer) use the name (?P<v>)(?=.{2,30}?\bany ?more\b|"
            r".*\blonger\b)"
        ),
        person,
        words_of("name"),
        stance=Stance.END,
    ),
    Note(
        "name",
        (
            r"(?:(?:they|my (?:parents|mum|mom|dad|folks)|mum and dad|mom and dad) (?:named|"
            r"christened) "
            r"me|i (?:answer|respond) to(?: the name)?|i was (?:named|christened)) (?P<v>)"
        ),
        person_closed,
        words_of("named christened answer respond"),
        others=True,
    ),
)

# Where someone lives and comes from ---------------------------------------------------------------

_DWELLINGS = (
    "(?:place|flat|apartment|house|home|studio|cottage|bungalow|houseboat|condo|bedsit|flatshare|"
    "houseshare|loft|townhouse|farmhouse|maisonette|room)"
)
_CAPITALS = re.compile(r"[^\W\d_a-z][\w'’-]*(?: [^\W\d_a-z][\w'’-]*)*$")


def _place_before(message: Screened, note: Note, match: re.Match[str], end: int) -> Iterator[Draft]:
    """Read the name that ends where the group does: "what's on in Ghent, where I live"."""
    first, last = match.span("v")
    name = _CAPITALS.search(message.shown[first:last])
    found = name and place_at(message, first + name.start(), min(last, end))
    if found is not None and found.end == last:
        yield note.draft(found.text, match.end())


_HOMES = (
    Note(
        "home",
        (
            r"(?P<v>(?:[\w'’-]+ ){0,2}[\w'’-]+), where (?:i|we)(?:'m|'re| am| are|'ve| have)? "
            r"(?:now |currently |still |always )?(?:live|living|lived all|been living|based|"
            r"reside)\b"
        ),
        _place_before,
        words_of("where"),
        anywhere=True,
        aside=True,
    ),
    Note(
        "home",
        (
            rf"(?:{TIME}+|(?:[\w-]+ )?[\w-]+ years) in (?P<v>)(?=[^.!?]{{3,30}}?,? (?:and counting|"
            rf"now|"
            r"already|and still|and (?:i|we) still)\b)"
        ),
        place,
        words_of("counting now still already"),
        anywhere=True,
    ),
    Note(
        "home",
        (
            rf"\b(?:from|at|to|in|of) (?:my|our) (?:little |tiny |new |own |rented )?{_DWELLINGS}"
            r"(?: here| up| down| out| over)? in (?P<v>)"
        ),
        place,
        words_of("place flat apartment house home studio cottage bungalow condo loft"),
        anywhere=True,
    ),
    Note(
        "home",
        (r"(?<!feel )(?<!feel so )(?:now |back )?at home (?:in |\()(?P<v>)"),
        place,
        words_of("home"),
        anywhere=True,
    ),
    Note(
        "home",
        (
            r"(?:(?:i'm|we're|i am|we are|im) in |(?:i|we)(?:'ve| have)? (?:got |had |rent |share "
            r")?)"
            rf"an? (?:(?!holiday|second|summer|weekend|rental|doll)[\w'-]+ "
            rf"){{0,3}}?(?:{_DWELLINGS}|village|town|suburb)(?: (?:above|over|behind|"
            r"near|by|next to|with|opposite) [\w' -]{3,28}?)? (?:in|near|outside|just outside) "
            r"(?P<v>)"
        ),
        place,
        words_of(
            "flat apartment house studio cottage bedsit flatshare bungalow village town suburb"
        ),
    ),
    Note(
        "home",
        (
            rf"{_DWELLINGS} (?:that )?(?:i'm|we're|i am|we are|i|we) (?:now )?(?:renting|rent|live "
            rf"in|"
            r"living in|share|sharing|in) (?:now )?is in (?P<v>)"
        ),
        place,
        words_of("renting rent live living in"),
        anywhere=True,
    ),
    Note(
        "home",
        (
            r"(?:i |we )?(?:recently |just |finally )?(?:swapped|traded) (?:[\w'’-]+ ){1,3}for "
            rf"(?P<v>)(?=an? (?:[\w-]+ ){{0,2}}?(?:village|town|{_DWELLINGS}|farm|suburb) |"
            rf"(?:{pattern_of(lexicon.PLACES)})\b)"
        ),
        place,
        words_of("swapped traded"),
        dated=Dated.CHANGE,
    ),
    Note("home", (r"(?:i'm|im|i am|we're|we are) (?P<v>[\w-]+)-based\b"), place, words_of("based")),
    Note(
        "home",
        (
            r"(?P<v>(?:[\w'’-]+ ){0,2}[\w'’-]+) is (?:where (?:i|we) (?:live|am based|'m based)|"
            r"(?:my|our) home\b)"
        ),
        place,
        words_of("where home"),
    ),
    Note(
        "home",
        (r"(?:currently |now )?(?:residing|resident|settled) (?:in|at) (?P<v>)"),
        place,
        words_of("residing resident settled"),
    ),
    Note(
        "origin",
        (
            r"(?:my roots (?:are|lie) in|where (?:i come|i'm|im|i am) from \(|i was (?:raised|"
            r"brought "
            r"up|reared) in|raised in|brought up in|(?:i'm|i am) originally from|originally from) "
            r"?(?P<v>)"
        ),
        place,
        words_of("roots where raised brought reared originally"),
    ),
    Note(
        "origin",
        (r"(?:my|our) home ?town(?:,| \(| of|:| -)\s*(?P<v>)"),
        place,
        words_of("hometown home"),
        anywhere=True,
        others=True,
    ),
    Note(
        "origin",
        (
            r"(?P<v>(?:[\w'’-]+ ){0,1}[\w'’-]+?) (?:born(?:,| and)? (?:[\w'’-]+ )?(?:and )?bred|"
            r"(?:girl|"
            r"boy|lad|lass|gal|native) (?:through and through|at heart|born and bred|by birth))\b"
        ),
        place,
        words_of("bred through heart"),
    ),
    Note(
        "origin",
        (
            r"(?:i'm )?(?:an? )?(?P<v>brummie|scouser|geordie|cockney|mancunian|glaswegian|"
            r"liverpudlian|"
            r"londoner|yorkshireman|yorkshire lass|kiwi|aussie|texan|new yorker|parisian|berliner|"
            r"sicilian|cornishman|cornish|bavarian|dubliner|mackem|weegie|aberdonian|quebecker|"
            rf"{pattern_of(lexicon.NATIONALITIES)}) (?:through and through|born and bred|by birth|"
            rf"at "
            r"heart and by birth)\b"
        ),
        plain,
        words_of("through bred birth"),
    ),
    Note(
        "origin",
        (
            rf"(?:as|being) an? (?P<v>{pattern_of(lexicon.NATIONALITIES)}|dane|scot|swede|finn|turk|pole|brit|spaniard)(?=,| (?:i|i'm|my|"
            rf"myself)\b)"
        ),
        plain,
        words_of("as being"),
    ),
)

# Age and birthday ---------------------------------------------------------------------------------

_AGES = (
    Note(
        "age",
        (r"\b(?:i|me|i'm) ?\((?P<v>[1-9][0-9]) ?[mf]\b"),
        plain,
        frozenset(f"{age}{sex}" for sex in "fm" for age in range(13, 100)),
        anywhere=True,
    ),
    Note(
        "age",
        (r"\((?:[mf],? ?)?(?P<v>[1-9][0-9])(?: ?[mf])?(?=[,)])"),
        plain,
        frozenset(map(str, range(13, 100)))
        | {f"{sex}{age}" for sex in "fm" for age in range(13, 100)}
        | {f"{age}{sex}" for sex in "fm" for age in range(13, 100)},
        aside=True,
        mark="(",
    ),
    Note(
        "age",
        (r"being (?P<v>[6-9][0-9]) (?=has|means|isn't|is\b)"),
        plain,
        words_of("being"),
    ),
    Note(
        "age",
        (rf"(?:as an?|being an?) (?P<v>{NUMBER})[- ](?:yr|yrs|year|years)s?[- ]olds?\b"),
        plain,
        words_of("old"),
    ),
    Note(
        "age",
        (
            rf"(?P<v>{NUMBER})(?: ?(?:yo|y/o|yrs old|years old|years young))(?=(?:\s+|(?!\w))(?:$|[,.!]|and\b|"
            r"here\b))"
        ),
        plain,
        words_of("yo y old young"),
    ),
    Note(
        "age",
        (
            rf"(?:at (?:the )?(?:ripe old |grand old )?age of|now that i'm|aged) "
            rf"(?P<v>{NUMBER})(?=,? i\b|,)"
        ),
        plain,
        words_of("age aged now"),
    ),
)
_MY_DAY = "(?:bday|b-day|birthday|birth date|dob|d\\.o\\.b\\.?|date of birth)"
_BIRTHDAYS = (
    Note(
        "birthday",
        (
            rf"(?:(?:my|the|oh|and) )*{_MY_DAY}(?:'s| is| falls| fell|:| =|,| -)?(?: actually| "
            rf"really)?"
            rf" ?(?:on )?(?:the )?{TIME}"
        ),
        moment,
        words_of("bday b birthday dob date d birth"),
    ),
    Note(
        "birthday",
        (
            rf"(?:my )?{_MY_DAY}(?: is|:|'s|"
            rf")?\s*(?P<v>[0-9]{{1,4}}[/.-][0-9]{{1,2}}[/.-][0-9]{{2,4}})"
        ),
        plain,
        words_of("bday birthday dob date d"),
    ),
    Note(
        "birthday",
        (
            rf"(?:my|mine)(?: birthday| bday)? falls on (?P<v>(?!an?\b|the "
            rf"same)[^,.;:!?{TIME}]{{4,40}}?)(?=(?:\s+|(?!\w))(?:$|[,.;:!?(]| this| so| and| but))"
        ),
        plain,
        words_of("falls"),
    ),
    Note(
        "birthday",
        (rf"i share (?:a|my|the same) birthday with [^.!?{TIME}]{{2,60}}?,? ?(?:on )?{TIME}"),
        moment,
        words_of("birthday"),
        others=True,
    ),
    Note(
        "birthday",
        (rf"(?:i'm |i )?(?:turn|turning) {NUMBER} ?(?:on )?{TIME}"),
        moment,
        words_of("turn turning"),
    ),
    Note(
        "birthday",
        (
            r"(?:i was )?born (?:in )?(?P<v>(?:19|20)[0-9]{2})(?=(?:\s+|(?!\w))(?:$|[.!)]|,? so\b|,? and i\b|"
            r",? btw\b))"
        ),
        plain,
        words_of("born"),
    ),
    Note(
        "birthday",
        (rf"(?:i was )?born {TIME}+(?=(?:\s+|(?!\w))(?:$|[.!)]|,? so\b|,? and i\b|,? btw\b))"),
        birth,
        words_of("born"),
    ),
    Note(
        "birthday",
        (
            r"(?:i was |i'm |i am )?an? (?P<v>christmas(?: day| eve)?|halloween|new year's(?: day| "
            r"eve)?|"
            r"leap (?:day|year)|valentine's(?: day)?|boxing day) baby\b"
        ),
        plain,
        words_of("baby"),
    ),
)

# Languages ----------------------------------------------------------------------------------------

_TONGUES = pattern_of(lexicon.LANGUAGES)


def _languages(message: Screened, note: Note, match: re.Match[str], end: int) -> Iterator[Draft]:
    for value in items(message, match.start("v"), end):
        first = value.folded.split()[0]
        if first not in lexicon.LANGUAGES:
            return
        yield note.draft(value.text[: len(first)], value.start + len(first))


_SPOKEN = (
    Note(
        "language",
        (
            r"(?:my )?(?:mother tongues?|first language|native language|languages)(?: is| are|:|,| "
            r"-|"
            rf" =)? (?P<v>)(?={_TONGUES})"
        ),
        _languages,
        words_of("tongue tongues language languages"),
    ),
    Note(
        "language",
        (rf"(?:i was )?raised (?:on|in|speaking|with) (?P<v>)(?={_TONGUES})"),
        _languages,
        words_of("raised"),
    ),
    Note(
        "language",
        (rf"schooled in (?P<v>)(?={_TONGUES})"),
        _languages,
        words_of("schooled"),
        anywhere=True,
    ),
    Note(
        "language",
        (
            rf"(?:i'm |i am )?(?:an? )?(?:native |fluent |heritage )(?P<v>{_TONGUES})(?:[ "
            rf"-]speaker)(?=(?:\s+|(?!\w))(?:$|[,.!]|here\b|so\b|and\b|but\b|btw\b))"
        ),
        plain,
        words_of("speaker"),
    ),
    Note(
        "language",
        (
            r"(?:i'm |i am )?(?:bi|tri|multi)lingual(?: in|:|,| \(| with)? ?(?:in )?"
            rf"(?P<v>)(?={_TONGUES})"
        ),
        _languages,
        words_of("bilingual trilingual multilingual"),
    ),
    Note(
        "language",
        (
            rf"(?:i have |i've |my level is |i'm (?:at )?|with )?(?:an? )?[abc][12](?: level| "
            rf"certificate)?"
            rf"(?: in| of)? (?P<v>{_TONGUES})(?! (?:exam|course|class|test|goal|textbook)){CLOSED}"
        ),
        plain,
        words_of("a1 a2 b1 b2 c1 c2"),
    ),
    Note(
        "language",
        (
            rf"(?:i (?:even |mostly |still |often )?(?:dream|think|swear|count)|(?:i )?can (?:hold "
            rf"a conversation|get "
            rf"by|chat away|make myself understood)) in (?P<v>)(?={_TONGUES})"
        ),
        _languages,
        words_of("conversation dream think swear chat understood get count"),
    ),
    Note(
        "language",
        (rf"(?:zero|no) (?P<v>{_TONGUES})(?=,? (?:so|here|whatsoever|at all)\b|,|$)"),
        plain,
        words_of("zero no"),
        negative=True,
    ),
    Note(
        "language",
        (
            r"i (?:don't|do not|can't|cannot) (?:speak|understand|know) (?:a|one|a single) (?:word|"
            r"lick|"
            rf"bit|jot) of (?P<v>{_TONGUES}){CLOSED}"
        ),
        plain,
        words_of("word lick bit jot"),
        negative=True,
    ),
    Note(
        "language",
        (
            rf"[^.!?]{{0,30}}\bdays? of (?P<v>{_TONGUES})(?=(?:\s+|(?!\w))(?:$|[,.!]|and\b|on\b|so\b))"
        ),
        plain,
        words_of("duolingo"),
    ),
)

# Time zones ---------------------------------------------------------------------------------------

_ZONED = (
    Note(
        "timezone",
        (
            r"(?:we're|i'm|im|we are|i am|we use|we do|i use|i run on|(?:over )?here (?:it's|"
            r"we're)|"
            r"(?:my|our|the) clocks? (?:here )?(?:is|are|runs?|says?)(?: on| set to| in)?|clocks? "
            r"here "
            r"(?:is|are)|(?:my |our )?time ?zone(?: is|:)?|tz(?: is|:)?|my (?:local )?time(?: is|"
            r":)|"
            r"it's (?:[0-9:.]+ ?(?:am|pm)? )?here in|i'm here in|my calendar is (?:on|in|set to)) "
            rf"?(?:on |in |at |the )*(?P<v>{ZONE_NAME}){CLOSED}"
        ),
        plain,
        words_of(
            """utc gmt time cet cest eet eest bst est edt cst cdt mst mdt pst pdt ist jst aest aedt
            awst acst nzst nzdt msk sgt hkt kst pkt sast wat brt europe america asia africa
            australia"""
        ),
    ),
    Note(
        "timezone",
        (r"\b(?:here|now|it's [\w:. ]{1,12}) in (?P<v>(?:utc|gmt) ?[+−-] ?[0-9]{1,2})"),
        plain,
        words_of("utc gmt"),
        anywhere=True,
    ),
    Note(
        "timezone",
        (
            rf"(?:it's )?(?P<v>{ZONE_NAME}),? (?:for me(?! is)|for us(?! is)|over here|here\b(?! "
            rf"in)|all year round|is (?:me|"
            r"mine|my (?:time ?zone|tz)))"
        ),
        plain,
        words_of(
            """utc gmt time cet cest eet eest bst est edt cst cdt mst mdt pst pdt ist jst aest aedt
            awst acst nzst nzdt msk sgt hkt kst pkt sast wat brt"""
        ),
    ),
    Note(
        "timezone",
        (
            r"(?:set|switch|change|update|put) my (?:clock|calendar|time ?zone|account|profile)(?: "
            r"back)? "
            rf"(?:to|on) (?P<v>{ZONE_NAME}|[a-z]+(?: [a-z]+)? time)\b"
        ),
        plain,
        words_of("clock calendar timezone zone account profile"),
        anywhere=True,
        aside=True,
    ),
    Note(
        "timezone",
        (
            r"(?:time-?wise,? )?(?:i'm|we're|i am|we are|im) (?P<v>(?:an|one|two|three|four|five|"
            r"six|"
            r"seven|eight|nine|ten|eleven|twelve|[0-9]{1,2}) hours? (?:ahead of|behind) (?!you\b|"
            r"the\b|"
            r"schedule\b|my\b|him\b|her\b|them\b)[a-z]+)"
        ),
        plain,
        words_of("hour hours"),
    ),
)

# Addresses ----------------------------------------------------------------------------------------

_NOT_MINE = re.compile(
    r"\b(?:his|her|their|theirs|your|him|them|she|he|she's|he's|they|is that|scam|spam|noreply|"
    r"no-reply|support|info|sales|hello|admin|contact|help|everyone|wrong|typo in|test|example of|"
    r"order|ref|reference|invoice number|tracking|account number|dentist|doctor|teacher|landlord|"
    r"boss|wife|husband|mum|mom|dad|sister|brother|friend|daughter|son|colleague|neighbour|"
    r"neighbor|restaurant|hotel|pizzeria|school|tell|ask)\b|@\S+\?|\?\s*$"
)


def _address(message: Screened, note: Note, match: re.Match[str], _end: int) -> Iterator[Draft]:
    """Read an address or a number that a note announces as the speaker's."""
    line = message.text.find("\n", match.start())
    line_end = min(len(message.text), match.end("v") + 80, line if line >= 0 else len(message.text))
    pattern = EMAIL if note.slot == "email" else PHONE
    found = pattern.match(message.text, match.start("v"), line_end)
    if found is None or _NOT_MINE.search(message.folded[match.start() : match.start("v")]):
        return
    if note.slot == "email" and found[0].partition("@")[0].lower() in _NOBODY:
        return
    if (
        note.slot == "phone" and sum(mark.isdigit() for mark in found[0]) < _SHORTEST_NUMBER
    ) or " 19" in found[0][-5:]:
        return
    if _NO_ADDRESS_AFTER.match(message.folded, found.end()):
        return
    yield note.draft(found[0].rstrip("."), found.end())


_NOBODY = words_of(
    """test support info admin noreply no-reply hello sales contact help jobs example foo user
    office team service orders billing returns press"""
)
_SHORTEST_NUMBER = 7
_NO_ADDRESS_AFTER = re.compile(
    r"\s*(?:as an?\b|for (?:the (?:restaurant|hotel|office|school)|testing|review|his|her|them|"
    r"him)|points|"
    r"is (?:his|hers|her|theirs|not|wrong))"
)

_AT = r"(?P<v>)(?=[\w.+-]+@)"
_NO = r"(?P<v>)(?=\+?\(?[0-9][0-9 ()./-]{5,})"
_MAILS = (
    Note(
        "email",
        (
            r"(?:use|try|switch (?:it |that )?to|update (?:it |that |my \w+ )?to|change (?:it |"
            r"that |my "
            rf"\w+ )?to|make it|it's under|under) (?:please |instead |now )?{_AT}"
        ),
        _address,
        words_of("use try switch update change make under"),
        mark="@",
        anywhere=True,
        aside=True,
    ),
    Note(
        "email",
        (
            r"(?:send|forward|email|mail|resend|post|deliver|copy)(?: me)?(?: (?:the|my|it|that|"
            r"all|this|"
            r"a|any|over|please|copies?|copy|of|here|everything|your|reply|invoice|receipt|"
            r"tickets?|"
            r"confirmation|booking|voucher|results?|newsletter|updates?|code|link|quote|docs?|"
            rf"documents?|details|statement|bill))* (?:over )?(?:to|at) {_AT}"
        ),
        _address,
        words_of("send forward email mail resend post deliver copy"),
        mark="@",
        anywhere=True,
        aside=True,
    ),
    Note(
        "email",
        (
            r"(?:(?:signed|sign|log|logged|logging|signing) (?:in|up|on)|registered|subscribed|"
            r"booked|"
            rf"account(?: is)?)(?: [\w/]+){{0,3}}? (?:as|with|using|under|on|from|is) {_AT}"
        ),
        _address,
        words_of("signed sign log logged registered subscribed booked account signing logging"),
        mark="@",
        anywhere=True,
        aside=True,
    ),
    Note(
        "email",
        (
            r"(?:reach|contact|find|get|mail|email|e-mail|write to|message|cc|ping|get hold of) "
            r"me(?: "
            rf"(?!and\b)[\w,]+){{0,4}}?[:,]? (?:at |on |via |under )?{_AT}"
        ),
        _address,
        words_of("reach contact find get mail email e write message cc ping"),
        mark="@",
        anywhere=True,
        aside=True,
    ),
    Note(
        "email",
        (rf"\b(?:i'm|i am|im) {_AT}"),
        _address,
        words_of("i im"),
        anywhere=True,
        aside=True,
        others=True,
        mark="@",
    ),
    Note(
        "email",
        (
            r"\b(?:my|the best|best|new|our) (?:(?:new|work|private|personal|current|other|main|"
            r"correct|"
            r"right|proper|own|uni|preferred) )*(?:e-?mail|mail|address|email address|inbox|gmail|"
            r"mail "
            rf"address)(?: (?:address|is|now|would be|should be|for \w+|actually))*[:,=]? {_AT}"
        ),
        _address,
        words_of("email mail address inbox gmail e"),
        mark="@",
        anywhere=True,
        aside=True,
    ),
    Note(
        "email",
        (r"(?P<v>[\w.+-]+ ?[\[(] ?at ?[\])] ?[\w-]+(?: ?[\[(] ?dot ?[\])] ?[\w-]+)+)"),
        plain,
        words_of("at"),
        anywhere=True,
    ),
)
_PHONES = (
    Note(
        "phone",
        (
            r"(?:text|ring|call|phone|whatsapp|reach|message|sms|contact|get|buzz|signal|telegram|"
            r"get "
            r"hold of)(?: me)(?: (?!(?:and|to|the code|code|order|ref|pin|"
            r"get)\b)[\w',]+){0,6}?[:,]? ?(?:at |on |under |via )?"
            rf"{_NO}"
        ),
        _address,
        words_of(
            "text ring call phone whatsapp reach message sms contact get buzz signal telegram"
        ),
        mark="0123456789",
        anywhere=True,
        aside=True,
    ),
    Note(
        "phone",
        (
            r"(?:\b(?:my|our|new|own|the best|best) (?:(?:new|own|work|uk|us|german|private|"
            r"personal|"
            r"current|mobile|cell|phone|contact|correct) )*|^)(?:(?:phone |mobile |cell )?number|"
            r"digit of my cell|mobile|cell|landline|phone|tel|digits|whatsapp(?: is best)?|sim new "
            r"number|handy)"
            r"(?: \([^()]{2,30}\))?(?: (?:is|now|has changed to|changed to|would be|here|there|"
            r"best|to "
            rf"reach me|to use|on|a 7|[0-9]))*[:,=]? {_NO}"
        ),
        _address,
        words_of("number mobile cell landline phone tel digits whatsapp handy"),
        mark="0123456789",
        anywhere=True,
        aside=True,
    ),
    Note(
        "phone",
        (rf"new (?:one|number|no\.?|sim)(?: is)?[:,]? {_NO}"),
        _address,
        words_of("new"),
        mark="0123456789",
        anywhere=True,
    ),
    Note(
        "phone",
        (
            r"(?:the )?number ending (?:in |with )?(?P<v>[0-9]{2,5}) (?:isn't|is not|isnt|is no "
            r"longer) "
            r"mine\b"
        ),
        plain,
        words_of("ending"),
        stance=Stance.END,
    ),
)

# Answered questions and the end of a letter: read once in a message -------------------------------

_ANSWERED = re.compile(
    r"(?:^|[.!?\n]\s*)(?:my )?(?P<what>name|first name|bday|birthday|dob|date of birth|job|"
    rf"occupation|day job|age|employer|hometown)\?\s*(?P<v>(?:it's |the )?[^.!?\n]{{1,40}}|{TIME}+)"
)
_SIGNED = re.compile(
    r"(?:regards|yours (?:faithfully|sincerely|truly|ever|respectfully)|sincerely|best wishes|"
    r"respectfully)[,.]?\s+(?P<v>)(?=[^\W\d_]+(?: [^\W\d_]+){0,2}\W*$)"
)
_OF_ANSWER = {
    "name": ("name", person),
    "first name": ("name", person),
    "job": ("occupation", title),
    "day job": ("occupation", title),
    "occupation": ("occupation", title),
    "employer": ("work", employer),
    "hometown": ("origin", place),
}


def answers(message: Screened) -> Iterator[Draft]:
    """Yield what a message says in question and answer ("Name? Thaddeus."), and signs with."""
    for match in _ANSWERED.finditer(message.folded):
        what = match["what"]
        if what in _OF_ANSWER:
            slot, read = _OF_ANSWER[what]
            note = Note(slot, "", read, frozenset())
            yield from read(message, note, match, match.end())
        elif what == "age":
            age = re.match(NUMBER, match["v"])
            if age is not None:
                yield Draft("age", age[0], match.end(), subject=USER, confidence=0.8)
        elif TIME in match["v"]:
            yield Draft(
                "birthday", TIME, match.end(), subject=USER, dated=Dated.WHEN, confidence=0.8
            )
    signed = _SIGNED.search(message.folded)
    if signed is not None and message.sentences and message.sentences[0].start < _NEAR_BEGINNING:
        note = Note("name", "", person, frozenset())
        yield from person(message, note, signed, len(message.folded))


_NEAR_BEGINNING = 40
ANSWER_WORDS = words_of(
    """name bday birthday dob job occupation age employer hometown regards yours sincerely
    wishes respectfully"""
)

NOTES = (
    *_NAMES,
    *_HOMES,
    *_AGES,
    *_BIRTHDAYS,
    *_SPOKEN,
    *_ZONED,
    *_MAILS,
    *_PHONES,
)
