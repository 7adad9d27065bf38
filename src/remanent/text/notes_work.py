"""Notes on work and school."""

import re
from collections.abc import Iterator

from remanent.model.fact import Stance
from remanent.text import lexicon
from remanent.text.drafts import Dated, Draft
from remanent.text.lexicon import words_of
from remanent.text.notes import (
    Note,
    employer,
    plain,
    title,
)
from remanent.text.patterns_common import SCHOOL_WORD
from remanent.text.patterns_titles import occupation_at
from remanent.text.sentences import TIME, Screened
from remanent.text.subjects import USER

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


NOTES = (*_WORK, *_SCHOOL)
