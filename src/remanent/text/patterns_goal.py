"""Rules for what someone aims at."""

import re
from collections.abc import Iterator

from remanent.text import lexicon
from remanent.text.clauses import Clause
from remanent.text.drafts import Dated, Draft
from remanent.text.lexicon import pattern_of, words_of
from remanent.text.patterns_common import GAMES
from remanent.text.patterns_plan import plan_value
from remanent.text.sentences import TIME
from remanent.text.values import phrase
from remanent.text.verbs import Form

_AIMED = words_of(
    """become run lose save quit stop finish write learn publish start visit travel open build
    sail adopt compete speak earn pay retire complete cycle climb swim get read go see move buy
    master cut reduce gain
    qualify graduate pass do hike eat drink walk improve launch release record sell"""
)

_TERM = re.compile(
    r"\b(?:this year|by (?:the end|\w+)|at [3-9][0-9]|before (?:i|my|the|summer|christmas)|in (?:a|"
    "one|two|three|five|ten|under) (?:years?|decade|months?|hours?)|next year|someday|one day|"
    rf"for charity|per week|a week|a month|a day|kilos?|kg|pounds|lbs|books|marathon)\b|{TIME}"
)

_WANT_TO = re.compile(r"\s+to\s+(?:finally |really |eventually |still )?(?P<verb>[a-z]+)\b")

_A = re.compile(r" an? ")

_CERTAIN_AIM = re.compile(
    r"\s+to\s+(?:\w+ )?(?:run (?:a|my first|the) (?:\w+ )?(?:half[- ])?marathon|lose (?:[0-9]|"
    "weight|some weight)|quit smoking|stop smoking|cut down on|cut back on|get (?:fit|fitter|"
    "in shape|back in shape|in better shape)|eat (?:healthier|better|less)|drink less|"
    "stop drinking|give up smoking|learn (?:to play|how to play|to speak|(?:how )?to (?:swim|drive|"
    "cook|sail|ski|"
    "surf|fly|knit|sew|dance|paint|draw|juggle|ride|skate|bake|sing|whistle|dive)|[A-Z]))"
)

_TRIED = re.compile(
    r"\s+to (?:lose (?:weight|some weight|[0-9]|ten|a few|a bit of weight)|quit (?:smoking|"
    "drinking|vaping|sugar|caffeine|coffee|nicotine|alcohol|social media)|save (?:up|money|for|£|"
    r"\$|€)|cut (?:down|back|out)(?! (?:the|this|my|that)\b)|eat (?:less|more|better|healthier)|"
    r"drink (?:less|more)|"
    "get pregnant|get fit|read more|learn (?:the |some "
    f")?(?:{pattern_of(lexicon.LANGUAGES)}|{GAMES})|learn (?:how )?to (?:play|cook|swim|drive|"
    "dance|knit|sew|ski|surf|bake|draw|paint|sing|ride|sail|crochet|juggle)|reduce my|"
    r"stop (?:smoking|drinking|vaping))\b"
)
# What is to be done within days is a task.
_TOO_SOON = re.compile(
    r"\b(?:today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:this|next) (?:week|"
    r"weekend)|this (?:morning|afternoon|evening)|(?:hours?|minutes|days))\b"
)

_AIM_TERM = re.compile(rf"\b(?:this year|by (?:the end|summer|christmas))\b|{TIME}")


def want_to(clause: Clause) -> Iterator[Draft]:
    """Read "I want to read 50 books this year": an aim with a measure or a term."""
    if (
        clause.form not in {Form.PRESENT, Form.PROGRESSIVE}
        or clause.negated
        or clause.ended
        or not clause.subject.is_user
    ):
        return
    match = _WANT_TO.match(clause.folded)
    if match is None or match["verb"] not in _AIMED:
        return
    if match["verb"] == "become" and not _A.match(clause.folded[match.end("verb") :]):
        return
    certain = match["verb"] == "become" or _CERTAIN_AIM.match(clause.folded)
    if match["verb"] == "learn":
        shown = clause.message.shown[
            clause.rest + match.end("verb") + 1 : clause.rest + match.end("verb") + 2
        ]
        certain = certain or (
            shown.isupper()
            and clause.message.folded[clause.rest + match.end("verb") + 1 :]
            .split(" ")[0]
            .strip(".,!")
            in lexicon.LANGUAGES
        )
    if clause.verb == "try":
        certain = certain or _TRIED.match(clause.folded)
        if clause.form is not Form.PROGRESSIVE:
            return
    if clause.verb == "hope" and clause.elided:
        return
    said = clause.message.text[clause.start : clause.rest_end].lower()
    if not certain and (
        _TOO_SOON.search(said)
        or not _TERM.search(clause.message.folded, clause.start, clause.rest_end)
    ):
        return
    if match["verb"] in {"go", "see", "get", "do"} and not _AIM_TERM.search(
        clause.message.folded, clause.start, clause.rest_end
    ):
        return
    read = plan_value(clause, clause.rest + match.start("verb"))
    if read is not None and len(read[0].split()) > 1:
        yield Draft("goal", read[0], read[1], dated=Dated.WHEN, confidence=0.85)


_DETERMINED = re.compile(r"\s+determined to (?:finally |really )?(?P<verb>[a-z]+)\b")
_VAGUE = words_of("get do go read see move walk build pass complete")


def be_determined(clause: Clause) -> Iterator[Draft]:
    """Read "I'm determined to learn the piano"."""
    match = _DETERMINED.match(clause.folded)
    if match is None or clause.form is not Form.PRESENT or clause.negated or clause.elided:
        return
    if match["verb"] not in _AIMED - _VAGUE or not clause.subject.is_user:
        return
    read = plan_value(clause, clause.rest + match.start("verb"))
    if read is not None and len(read[0].split()) > 1:
        yield Draft("goal", read[0], read[1], dated=Dated.WHEN, confidence=0.85)


_OWN_GOALS = frozenset(
    {"goal", "dream", "aim", "ambition", "resolution", "target", "goals", "objective"}
)

_GOAL_IS = re.compile(
    r"\s+(?:this year |for this year |for the year |right now |is |still )*(?:to\s+|:)?"
)

_NO_GOAL = re.compile(
    r"(?:get (?:a|my|the) (?:full )?refund|be done|finish (?:this|it)|world domination|[\w-]+$|"
    r"simple|clear|that|for you|here|with this|just|not|this|the same)\b"
)


def own_goal(clause: Clause) -> Iterator[Draft]:
    """Read "my goal this year is to read 24 books"."""
    if clause.form is not Form.PRESENT or clause.negated:
        return
    owned = clause.subject.owned
    if owned.split()[-1] not in _OWN_GOALS and owned != "new year's resolution":
        return
    match = _GOAL_IS.match(clause.folded)
    if owned.endswith("dream") and (match is None or "to" not in match[0]):
        return
    start = clause.rest + (match.end() if match else 0)
    if _NO_GOAL.match(clause.message.folded[start:]):
        return
    read = plan_value(clause, start)
    if read is not None:
        yield Draft("goal", read[0], read[1], dated=Dated.WHEN)


_SAVING = re.compile(r"\s+(?:up\s+)?(?:for|towards?)\s+(?:an? |our |my |the )?")

_TOWARDS = re.compile(
    r"\s+towards?\s+(?:an? |my |the |our )?(?=(?:[\w-]+ ){0,2}(?:degree|belt|qualification|"
    "promotion|diploma|certificate|certification|phd|licence|license|grade|masters|master's|"
    r"chartership)\b)"
)

_TRAINING = re.compile(r"\s+for\s+(?:an? |my |the |our )?")

_VAGUE_AIM = re.compile(r"\b(?:this|that|it|years|months|weeks|now|a while|later|nothing|refund)\b")


def work_towards(clause: Clause) -> Iterator[Draft]:
    """Read "I'm saving up for a house", "I'm training for a marathon"."""
    if (
        clause.form not in {Form.PROGRESSIVE, Form.PERFECT_PROGRESSIVE}
        or clause.negated
        or not clause.subject.is_user
    ):
        return
    match = {"save": _SAVING, "train": _TRAINING, "work": _TOWARDS}[clause.verb].match(
        clause.folded
    )
    if match is None:
        return
    value = phrase(clause.message, clause.rest + match.end(), clause.rest_end)
    if value is None or _VAGUE_AIM.search(value.folded):
        return
    words = clause.message.text[clause.verb_start : value.end]
    said = value.text if clause.verb == "work" else words
    yield Draft("goal", said, value.end, dated=Dated.STATE, text=f"is {words}")
