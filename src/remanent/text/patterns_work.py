"""Rules for whom someone works for, since when, and that it is over."""

import re
from collections.abc import Iterator

from remanent.model.fact import Stance
from remanent.text import lexicon
from remanent.text.clauses import Clause
from remanent.text.drafts import Dated, Draft, draft, written
from remanent.text.patterns_common import SCHOOL_WORD
from remanent.text.patterns_employer import employer_after, employer_at, is_name, left_work
from remanent.text.patterns_titles import occupation_at
from remanent.text.sentences import TIME
from remanent.text.values import Value, tidied
from remanent.text.verbs import Form

_EMPLOYER_AT = re.compile(
    r"(?:\s+(?:nights|days|part-time|full-time|full time|part time|remotely|freelance|shifts|"
    "weekends|mostly|mainly|the night shift|night shifts|there|over|down|up|right now|currently|"
    "now|remote|two jobs|long hours|late|the front desk|the till|"
    r"behind the bar))*(?:\s+as\s+(?P<as>[^,.;:!?]{2,60}?))?\s+(?P<link>at|for|with)\s+"
)

_DOING_WHAT = re.compile(r",? (?:as|doing) ")


def _works(clause: Clause) -> bool:
    """Tell "I work", "I worked" and "I've worked since ..." from "I'll work" and "I can"."""
    if clause.form in {Form.FUTURE, Form.PAST_PROGRESSIVE} or clause.mood == "can":
        return False
    return clause.form is not Form.PERFECT or TIME in clause.folded


def work_at(clause: Clause) -> Iterator[Draft]:
    """Read "I work at Nordlys", "I work nights as a nurse at St Thomas'"."""
    match = _EMPLOYER_AT.match(clause.folded)
    if match is None or match["link"] == "with" or not _works(clause):
        return
    message = clause.message
    employer = employer_at(message, clause.rest + match.end(), clause.rest_end)
    title = None
    if match["as"]:
        said = written(clause, match, "as")
        title = occupation_at(message, said.start, said.end)
    elif employer is not None:
        after = _DOING_WHAT.match(message.folded, employer.end, clause.rest_end)
        title = after and occupation_at(message, after.end(), clause.rest_end)
    if employer is not None:
        yield draft(clause, "work", employer, past_is_end=True)
    if title is not None:
        yield draft(clause, "occupation", title, past_is_end=True)


_WORK_AS = re.compile(
    r"(?:\s+(?:nights|days|part-time|full-time|full time|part time|remotely|freelance|mostly|"
    r"mainly|now|currently))*\s+as\s+"
)


def work_as(clause: Clause) -> Iterator[Draft]:
    """Read "I work as a barista"."""
    match = _WORK_AS.match(clause.folded)
    if match is None or not _works(clause):
        return
    title = occupation_at(clause.message, clause.rest + match.end(), clause.rest_end)
    if title is not None:
        yield draft(clause, "occupation", title, past_is_end=True)
        yield from employer_after(clause, title.end, past_is_end=True)


_WORK_IN = re.compile(
    r"\s+in\s+(?:the )?(?P<field>[\w-]+(?: [\w-]+)?)(?: (?:industry|sector|business|"
    r"field))?(?=(?:\s+|(?!\w))(?:$|[,.!;:)(]|and\b|but\b|so\b|in\b|at\b|for\b|now\b|as\b))"
)

_WORKPLACES = re.compile(
    r"(?:\s+(?:nights|days|part-time|part time|full-time|full time|weekends|shifts|mornings|"
    r"mostly))*\s+in\s+(?P<where>an? (?:[\w'-]+ ){0,2}?(?:bakery|hospital|library|school|bookshop|"
    r"bookstore|"
    "shop|restaurant|kitchen|café|cafe|bank|factory|warehouse|lab|laboratory|call centre|"
    "call center|nursery|kindergarten|hotel|museum|gallery|pharmacy|bar|pub|supermarket|clinic|"
    "prison|startup|brewery|law firm|garage|salon|hospice|garden centre|care home|nursing home|"
    r"nonprofit|non-profit|record shop|record store|studio|shipyard|mine))(?=(?:\s+|(?!\w))(?:$|[,.!;:)(]|"
    r"and\b|but\b|in\b|as\b|near\b))"
)


def work_in(clause: Clause) -> Iterator[Draft]:
    """Read "I work in finance", "I work in a bakery"."""
    if not _works(clause):
        return
    match = _WORK_IN.match(clause.folded)
    if match is not None and match["field"].split()[-1] in lexicon.FIELDS:
        after = _AS_WHAT.match(clause.folded, match.end())
        title = after and occupation_at(clause.message, clause.rest + after.end(), clause.rest_end)
        field = written(clause, match, "field")
        yield draft(clause, "occupation", title or field, past_is_end=True)
        yield from employer_after(clause, (title or field).end, past_is_end=True)
        return
    match = _WORKPLACES.match(clause.folded)
    if match is not None:
        said = written(clause, match, "where")
        value = tidied(clause.message, said.start, said.end)
        if value is not None:
            yield draft(clause, "work", value, past_is_end=True)


_EMPLOYED_BY = re.compile(r"\s*employed (?:by|at|with)\s+|\s*working (?:at|for)\s+")

_BEEN_AT = re.compile(r"\s+(?:at|with)\s+")
_ONE_WORD = 1
_FOR_LONG = re.compile(r"\b(?:years?|yrs?|months|decades?|since|ages)\b")


_AT_NOW = re.compile(r"\s+(?:now )?at (?P<where>[^,.;:!?]{2,40}?) (?:now|these days)\b")
_OF_WORK = re.compile(r"\b(?:jobs?|work|role|employer|company|career|joined|hired|position)\b")


def _named_employer(clause: Clause, said: Value) -> Iterator[Draft]:
    employer = employer_at(clause.message, said.start, said.end)
    if employer is not None and is_name(employer) and not SCHOOL_WORD.search(employer.folded):
        yield draft(clause, "work", employer)


def be_employed(clause: Clause) -> Iterator[Draft]:
    """Read "I'm employed by the city", "I've been at Siemens for twelve years"."""
    if not clause.is_so:
        return
    at_now = _AT_NOW.match(clause.folded)
    if at_now and clause.form is Form.PRESENT and _OF_WORK.search(clause.message.folded):
        yield from _named_employer(clause, written(clause, at_now, "where"))
        return
    if clause.form is Form.PERFECT and not _FOR_LONG.search(
        clause.message.text[clause.rest : clause.end].lower()
    ):
        return  # "I've been at Heathrow for six hours"
    been = clause.form is Form.PERFECT or clause.ended
    match = _EMPLOYED_BY.match(clause.folded) or (been and _BEEN_AT.match(clause.folded))
    if not match or (clause.elided and clause.form is not Form.PERFECT):
        return
    employer = employer_at(clause.message, clause.rest + match.end(), clause.rest_end)
    if employer is None:
        return
    if "with" in match[0] and employer.has_at_most(_ONE_WORD):
        return  # "I've been with Femi for six years"
    named = employer.text[0].isupper() and not SCHOOL_WORD.search(employer.folded)
    if named or (clause.form is Form.PRESENT and not clause.ended) or "with" in match[0]:
        yield draft(clause, "work", employer)


_JOINABLE = re.compile(
    r"\b(?:prime|watchers|clubcard|rewards|premium|membership|plus|slimming|parkrun|gym|choir|band|"
    r"club|team|call|meeting|server|discord|channel|group|class|course|society|"
    "league|party|community|union|waitlist|waiting list|forum|facebook|twitter|instagram|linkedin|"
    "reddit|tiktok|mastodon|bluesky|zoom|slack|whatsapp|church|queue|line|circle|network|program|"
    r"programme|session|stream|chat|webinar|orchestra|army|navy)\b"
)

_ALONE_AFTER = re.compile(rf"\s*(?:$|[,.!;:)({TIME}]|as\b|and\b|but\b|after\b|because\b|in\b|so\b)")

_COMPANY_KIND = re.compile(
    r"\b(?:company|firm|startup|start-up|agency|bank|charity|hospital|ngo)\b"
)

_AS_WHAT = re.compile(r",? as (?:an? )?")


_NEWS_OF_WORK = re.compile(
    r"\b(?:jobs?|work|role|employer|company|career|hired|position|startup|team|colleagues|boss|"
    r"salary|"
    r"engineer|manager|designer|analyst|developer|intern|apprentice|as an?|start|notice|resigned)\b"
)


def _is_of_work(clause: Clause, employer: Value) -> bool:
    """Tell an employer that one joins or leaves from a service, a club or a shop."""
    said = _NEWS_OF_WORK.search(clause.message.folded) is not None
    if not lexicon.SERVICES.isdisjoint(employer.folded.split()):
        return said
    dated = TIME in clause.folded or bool(clause.adverbs & {"just", "recently", "finally"})
    return said or dated


def join(clause: Clause) -> Iterator[Draft]:
    """Read "I just joined Halden", "I joined a startup as a designer"."""
    if not clause.happened:
        return
    employer = employer_at(clause.message, clause.rest + 1, clause.rest_end)
    if employer is None or _JOINABLE.search(employer.folded):
        return
    if employer.text[0].isupper():
        alone = _ALONE_AFTER.match(clause.message.folded, employer.end)
        if alone is None or not is_name(employer) or not _is_of_work(clause, employer):
            return  # "I joined Anna at the café"
    elif not _COMPANY_KIND.search(employer.folded):
        return
    yield from _changed_to(clause, employer)


def _changed_to(clause: Clause, employer: Value, *, slot: str = "work") -> Iterator[Draft]:
    """Yield a new employer, and the occupation that is named behind it."""
    yield draft(clause, slot, employer, dated=Dated.CHANGE)
    after = _AS_WHAT.match(clause.message.folded, employer.end, clause.rest_end)
    if after is not None:
        title = occupation_at(clause.message, after.end(), clause.rest_end)
        if title is not None:
            yield draft(clause, "occupation", title, dated=Dated.CHANGE)


_STARTED_AT = re.compile(
    r"\s+(?:(?:working|work|my (?:new )?(?:job|role|position)|an? (?:new )?(?:job|role|position)|"
    r"a new [\w ]{2,20} job)\s+)?(?P<link>at|with)\s+"
)

_JOB_AT = re.compile(
    r"\s+(?:an? |the |my )?(?:new |dream |full-time |part-time |summer |first )*(?:job|role|"
    r"position|gig|offer)(?:\s+as\s+(?P<as>[^,.;:!?]{2,50}?))?\s+(?:at|with|from)\s+"
)

_SCHOOL_KIND = re.compile(r"\b(?:university|college|school|uni)\b")

_STARTED_AS = re.compile(r"\s+(?:work(?:ing)?\s+|out\s+)?as\s+(?:an?|the)\s+")


_NEW_JOB_AS = re.compile(
    r"\s+(?:an?|my) (?:new |full-time |part-time )*(?:job|role|position|post) as (?:an? )?"
)


def start_work(clause: Clause) -> Iterator[Draft]:
    """Read "I started at Siemens on Monday", "I started as a nurse"."""
    if not clause.happened:
        return
    message = clause.message
    match = _STARTED_AT.match(clause.folded) or _JOB_AT.match(clause.folded)
    new_job = None if match else _NEW_JOB_AS.match(clause.folded)
    if new_job is not None:
        title = occupation_at(message, clause.rest + new_job.end(), clause.rest_end)
        if title is not None:
            yield draft(clause, "occupation", title, dated=Dated.CHANGE)
        return
    if match is not None:
        employer = employer_at(message, clause.rest + match.end(), clause.rest_end)
        if employer is not None and (
            lexicon.SERVICES & set(employer.folded.split()) and not _NEWS_OF_WORK.search(match[0])
        ):
            return
        if employer is not None and not _JOINABLE.search(employer.folded):
            studies = _SCHOOL_KIND.search(employer.folded) and match[0].strip() in {"at", "with"}
            yield from _changed_to(clause, employer, slot="school" if studies else "work")
        return
    match = _STARTED_AS.match(clause.folded)
    title = match and occupation_at(message, clause.rest + match.end(), clause.rest_end)
    if title is not None:
        yield draft(clause, "occupation", title, dated=Dated.CHANGE)
        yield from employer_after(clause, title.end)


_SELF_HIRED = re.compile(r"\s+(?:hired|employed)\s+(?:by|at)\s+")


def get_job(clause: Clause) -> Iterator[Draft]:
    """Read "I got a job as a cook at Bistro Lou", "I got hired by Bosch"."""
    match = _JOB_AT.match(clause.folded) or _SELF_HIRED.match(clause.folded)
    holds = clause.verb == "have" and clause.holds and clause.form is Form.PRESENT
    if match is None or not (clause.happened or holds):
        return
    if " from " in match[0] and clause.verb != "accept":
        return
    employer = employer_at(clause.message, clause.rest + match.end(), clause.rest_end)
    if employer is None:
        return
    if clause.verb == "have" and clause.form is Form.PAST:
        yield Draft("work", employer.text, employer.end, stance=Stance.END)
        return
    yield from _changed_to(clause, employer)
    if match.groupdict().get("as"):
        said = written(clause, match, "as")
        title = occupation_at(clause.message, said.start, said.end)
        if title is not None:
            yield draft(clause, "occupation", title, dated=Dated.CHANGE)


_LET_GO = re.compile(
    rf"\s*(?:laid off|fired|sacked|let go|made redundant|dismissed)(?:\s+{TIME}+)?\s+(?:from|by|"
    r"at)\s+(?:my job at )?"
)


def get_laid_off(clause: Clause) -> Iterator[Draft]:
    """Read "I got laid off from Meta in January"."""
    match = _LET_GO.match(clause.folded)
    if match is not None and clause.happened:
        yield from left_work(clause, clause.rest + match.end())


_QUIT_JOB = re.compile(
    r"\s+(?:my|our|the|his|her)\s+(?:old |full-time |day |corporate |office |[\w-]+ing |"
    r"teaching )?(?:job|role|position|post)\b(?! (?:search|hunt|application|interview|title|"
    r"description|offer|centre|center))(?:\s+(?:at|with)\s+(?P<at>))?"
)

_FROM_JOB = re.compile(r"\s+(?:from (?:my (?:job|role|position) (?:at|with) )?)")

_LEFT_CLOSED = re.compile(rf"\s*(?:$|[,.!;:)(]|{TIME}|after\b|because\b|for\b|and\b|to\b|but\b)")


def leave_job(clause: Clause) -> Iterator[Draft]:
    """Read "I quit my job at Acme", "I resigned from Acme"."""
    if not clause.happened:
        return
    match = _QUIT_JOB.match(clause.folded)
    if match is None:
        match = _FROM_JOB.match(clause.folded)
        if match is not None and clause.verb in {"resign", "retire"}:
            yield from left_work(clause, clause.rest + match.end())
        return
    end = clause.rest + match.end()
    if match["at"] is not None:
        yield from left_work(clause, end)
    else:
        yield Draft("work", "job", end, stance=Stance.END, dated=Dated.CHANGE)


_SOMEONES = re.compile(r"\s+(?:my|our|his|her|a|an|your) ")


def leave_company(clause: Clause) -> Iterator[Draft]:
    """Read "I left Acme": only where nothing but a name stands there."""
    if not clause.happened or not clause.subject.is_user or _SOMEONES.match(clause.folded):
        return
    employer = employer_at(clause.message, clause.rest + 1, clause.rest_end)
    if employer is None:
        return
    name, link, new = employer.text.partition(" for ")
    employer = Value(name, employer.start, employer.start + len(name))
    if not is_name(employer) or _JOINABLE.search(employer.folded):
        return
    if employer.folded in lexicon.PLACES:
        return
    services = lexicon.SERVICES & set(employer.folded.split())
    if services and not _NEWS_OF_WORK.search(clause.message.folded):
        return
    first = employer.folded.split()[0]
    closed = _LEFT_CLOSED.match(clause.message.folded, employer.end)
    if closed is not None and first not in lexicon.TOOLS | lexicon.NOT_NAMES:
        if SCHOOL_WORD.search(employer.folded):
            yield Draft(
                "school", employer.text, employer.end, stance=Stance.END, dated=Dated.CHANGE
            )
            return
        yield Draft("work", employer.text, employer.end, stance=Stance.END, dated=Dated.CHANGE)
        joined = link and employer_at(
            clause.message, employer.end + len(link), employer.end + len(link) + len(new)
        )
        if joined and is_name(joined):
            yield draft(clause, "work", joined, dated=Dated.CHANGE)
