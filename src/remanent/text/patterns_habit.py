"""Rules for habits: what someone does with a stated frequency, always or never."""

import re
from collections.abc import Iterator

from remanent.model.fact import Stance
from remanent.text import lexicon
from remanent.text.clauses import Clause
from remanent.text.drafts import Draft, draft
from remanent.text.lexicon import words_of
from remanent.text.patterns_common import GAMES, NOT_HABITS, POINTING, said_of_other
from remanent.text.sentences import TIME
from remanent.text.values import comma_of, phrase, tidied
from remanent.text.verbs import Form, third_person

_DAYS = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"

_COUNTS = (
    "(?:once|twice|thrice|(?:two|three|four|five|six|seven|a couple of|a few|several|"
    "[0-9]+) times|[0-9]+x)"
)

FREQUENCY = re.compile(
    r"\b(?:every (?:single |other |second )?(?:day|morning|evening|night|afternoon|week|weekend|"
    rf"month|year|lunchtime|winter|summer|spring|autumn|fall|{_DAYS}|\w+ (?:days|weeks|"
    "months))(?: (?:morning|evening|night|afternoon))?|each (?:day|morning|evening|night|week|"
    f"month|year|{_DAYS})|{_COUNTS} (?:a|per|every|each) (?:day|week|month|year|fortnight)|"
    r"(?:on )?most (?:days|nights|mornings|evenings|weekends)|(?:daily|weekly|nightly)(?=(?:\s+|(?!\w))(?:$|"
    f"[,.!;:)(]))|(?:on )?{_DAYS}s(?: and {_DAYS}s)?|(?:on|at) (?:the )?weekends|on weekdays|"
    "on (?:my|the) (?:way to work|commute)|(?:[0-9]+|two|three|four|five|six|seven|eight|nine|ten|"
    r"a dozen|half a|an?) (?:[\w-]+ ){1,3}(?:a|per) (?:day|week|night|month|year)|before (?:bed|"
    "breakfast|work|sleep)|after (?:work|lunch|dinner|breakfast)|first thing in the morning|"
    "in the (?:mornings|evenings|afternoons)|(?:all )?(?:year round)|at (?:5|6|7|4|five|six|seven|"
    r"four)(?: ?am| in the morning)? every)\b"
)

_ALONE = frozenset(lexicon.PASTIMES) | words_of(
    """run smoke drink meditate exercise train volunteer journal pray fast nap walk cycle read
    write cook"""
)

_USUAL = frozenset({"usually", "normally", "typically"})

_USUAL_VERBS = words_of(
    """drink eat wake run walk cycle swim skip fast meditate nap jog commute bike"""
)

_NO_ROUTINE = re.compile(
    r"\s+(?:the (?!dogs?\b|crossword|sudoku|school run|bus|train|tram|kids|stairs|tube|metro|"
    "subway|ferry)|into|things|this|these)"
)


# "I work mon-thu, fridays I paint": the days are of what comes next.
_OF_THE_NEXT = re.compile(
    r", (?:on )?(?:mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|weekends|evenings|"
    r"mornings)(?=\s*$| (?:i|we)\b)"
)


def habit(clause: Clause) -> Iterator[Draft]:
    """Read what someone does with a stated frequency: the whole predicate is the value."""
    if clause.form is not Form.PRESENT or clause.elided or clause.ended or not clause.holds:
        return
    if not _is_regular(clause):
        return
    end = comma_of(clause.message, clause.rest, clause.rest_end)
    if _OF_THE_NEXT.search(clause.folded):
        return
    for match in FREQUENCY.finditer(clause.folded):
        end = max(end, min(clause.rest + match.end(), clause.rest_end))
    value = tidied(clause.message, clause.verb_start, end, verb=True)
    if value is None or value.start != clause.verb_start or POINTING.search(value.folded):
        return
    says_what = FREQUENCY.sub("", value.folded).strip() != clause.verb
    if says_what or clause.verb in _ALONE:  # not "we go a few times a week"
        yield draft(clause, "habit", value, text=said_of_other(clause, value))


def _is_regular(clause: Clause) -> bool:
    """Tell whether a verb of doing stands with a frequency, or with "usually"."""
    if clause.verb in NOT_HABITS or clause.verb == "use":
        return False
    if clause.verb in _ROUTINES and _NO_ROUTINE.match(clause.folded):
        return False
    before = clause.message.folded[clause.start : clause.verb_start]
    if FREQUENCY.search(clause.folded) or FREQUENCY.search(before):
        return True
    usual = clause.verb in _USUAL_VERBS and clause.folded.strip() != ""
    return usual and not clause.adverbs.isdisjoint(_USUAL)


_ROUTINES = frozenset({"run", "break", "do", "take"})


DAILY = {
    "take": re.compile(
        r"\s+the (?:bus|tram|train|metro|subway|tube|ferry|underground|bike)(?: (?:in)?to (?:work|"
        r"school|uni|the office))?(?=(?:\s+|(?!\w))(?:$|[,.!;:)(]|every\b|and\b))"
    ),
    "cycle": re.compile(r"\s+(?:in)?to (?:work|school|uni|the office)\b"),
    "bike": re.compile(r"\s+(?:in)?to (?:work|school|uni|the office)\b"),
    "walk": re.compile(r"\s+(?:in)?to (?:work|school|uni|the office)\b"),
    "commute": re.compile(r"\s+by (?:bike|train|bus|car|tram|ferry|boat|metro)\b"),
    "bite": re.compile(r"\s+my (?:finger)?nails\b"),
    "have": re.compile(
        r"\s+[\w' -]{2,40} for (?:breakfast|lunch|dinner|supper)(?=(?:\s+|(?!\w))(?:$|[,.!;:)(]|every\b|"
        r"most\b|and\b))"
    ),
    "eat": re.compile(
        r"\s+[\w' -]{2,40} for (?:breakfast|lunch|dinner|supper)(?=(?:\s+|(?!\w))(?:$|[,.!;:)(]|every\b|"
        r"most\b|and\b))"
    ),
}


def daily(clause: Clause) -> Iterator[Draft]:
    """Read what is a habit without a frequency: "I cycle to work", "I bite my nails"."""
    if (
        clause.form is not Form.PRESENT
        or clause.negated
        or clause.mood == "can"
        or clause.elided
        or clause.ended
    ):
        return
    match = DAILY[clause.verb].match(clause.folded)
    if match is None or (
        clause.verb in {"have", "eat"}
        and not clause.adverbs & {"always", "usually", "typically", "normally"}
    ):
        return
    value = tidied(clause.message, clause.verb_start, clause.rest + match.end(), verb=True)
    if value is not None and not POINTING.search(value.folded):
        yield draft(clause, "habit", value, text=said_of_other(clause, value))


def never_smoked(clause: Clause) -> Iterator[Draft]:
    """Read "I've never smoked"."""
    if (
        "never" in clause.adverbs
        and clause.form is Form.PERFECT
        and not clause.folded.strip(" .,!")
    ):
        yield draft(clause, "habit", clause.verb, end=clause.rest, text=f"has never {clause.verb}d")


_ALONE_WITH_IT = re.compile(
    r"\s*(?:$|[,.!;:)(]|(?:like a chimney|weed|cigarettes|cigars|a pipe|too much)\b)"
)
_SMOKER = re.compile(
    r"\s+an? (?:(?:heavy|chain|light|social|occasional|daily|casual|former|"
    r"pack-a-day) ?)*(?P<who>smoker|vaper|non-smoker|nonsmoker)(?=(?:\s+|(?!\w))(?:$|[,.!;:)(]|and\b|so\b|"
    r"but\b|for\b|since\b))"
)


def smoke(clause: Clause) -> Iterator[Draft]:
    """Read "I smoke", "I haven't smoked since 2019"."""
    if clause.elided or clause.ended:
        return
    if clause.form is Form.PERFECT and clause.negated and "never" not in clause.adverbs:
        since = clause.folded.lstrip()[:1] == TIME or clause.folded.startswith((" since", " in "))
        if since and TIME in clause.folded:
            yield Draft("habit", clause.verb, clause.rest, stance=Stance.END)
    elif clause.form is Form.PRESENT and clause.holds and _ALONE_WITH_IT.match(clause.folded):
        yield draft(clause, "habit", clause.verb, end=clause.rest, text=third_person(clause.verb))


def be_smoker(clause: Clause) -> Iterator[Draft]:
    """Read "I'm a smoker"."""
    match = _SMOKER.match(clause.folded)
    if match is None or clause.form is not Form.PRESENT or clause.elided or "former" in match[0]:
        return
    end = clause.rest + match.end()
    yield draft(clause, "habit", match["who"], end=end, text=f"is a {match['who']}")


_TENDED = re.compile(
    r"\s+to (?:usually )?(?P<what>(?:skip|eat|drink|wake|sleep|stay up|go to bed|work late|snack|"
    r"run|walk|read|cook|nap|get up|procrastinate|oversleep|overeat|avoid)\b[^,.;:!?]{0,50})"
)


def tend(clause: Clause) -> Iterator[Draft]:
    """Read "I tend to skip breakfast"."""
    match = _TENDED.match(clause.folded)
    if match is None or not clause.holds or clause.form is not Form.PRESENT:
        return
    start = clause.rest + match.start("what")
    value = tidied(
        clause.message, start, comma_of(clause.message, start, clause.rest_end), verb=True
    )
    if value is not None and not POINTING.search(value.folded):
        yield draft(clause, "habit", value, text=f"tends to {value.text}")


_NEVER_DONE = words_of("eat drink wear smoke cook watch drive skip")


def never(clause: Clause) -> Iterator[Draft]:
    """Read "I never eat breakfast"."""
    if (
        "never" not in clause.adverbs
        or clause.form is not Form.PRESENT
        or clause.verb not in _NEVER_DONE
        or clause.elided
    ):
        return
    value = phrase(clause.message, clause.rest, clause.rest_end)
    if value is None or POINTING.search(value.folded) or not value.has_at_most(4):
        return
    words = f"{clause.verb} {value.text}"
    yield draft(
        clause, "habit", words, end=value.end, text=f"never {_third(clause.verb)} {value.text}"
    )


def _third(verb: str) -> str:
    return third_person(verb)


_WAKES = re.compile(
    r"\s+up\s+(?:(?:really |very |super |always )?early|(?:at|around|before|about|by) (?:around |"
    r"about )?(?:[0-9]{1,2}(?::[0-9]{2})?|four|five|six|seven|eight)(?: ?[ap]m)?)\b"
)

_BEDTIME = re.compile(
    r"\s+to (?:bed|sleep)\s+(?:(?:really |very )?(?:early|late)|(?:at|around|about|by|"
    "before) (?:around |about )?(?:[0-9]{1,2}(?::[0-9]{2})?|nine|ten|eleven|"
    r"midnight)(?: ?[ap]m)?)\b"
)


def wake_up(clause: Clause) -> Iterator[Draft]:
    """Read "I get up at six", "I go to bed late"."""
    if clause.form is not Form.PRESENT or clause.negated or clause.mood == "can":
        return
    match = (_WAKES if clause.verb in {"wake", "get"} else _BEDTIME).match(clause.folded)
    if match is not None:
        value = tidied(clause.message, clause.verb_start, clause.rest + match.end())
        if value is not None:
            yield draft(clause, "habit", value, text=said_of_other(clause, value))


_USED_HABITS = words_of(
    """smoke drink vape run swim play eat cycle climb dance paint sing bite commute jog knit
    box row surf ski garden"""
)

_PLAY_GAME = re.compile(rf"play (?:the |an? )?((?:[\w&'-]+ ){{0,2}}?(?:{GAMES}))\b")


_GIVEN_UP = words_of(
    """bike go watch read wear drive take cook bake meditate journal train bite skip volunteer attend
    write listen walk fast nap order buy"""
)
_SHORT = 5


def given_up(clause: Clause) -> Iterator[Draft]:
    """Read "I don't bike to work any more", "I no longer watch TV"."""
    if not clause.ended or clause.form is not Form.PRESENT or clause.verb not in _GIVEN_UP:
        return
    if clause.mood == "can" or clause.elided:
        return
    value = phrase(clause.message, clause.verb_start, clause.rest_end)
    if value is None or POINTING.search(value.folded) or not value.has_at_most(_SHORT):
        return
    if value.folded != clause.verb or clause.verb in _ALONE:
        yield Draft("habit", value.text, value.end, stance=Stance.END)


def used_to(clause: Clause) -> Iterator[Draft]:
    """Read "I used to smoke", "I no longer run"."""
    if not clause.ended or clause.verb not in _USED_HABITS or clause.elided:
        return
    value = phrase(clause.message, clause.verb_start, clause.rest_end)
    if value is None or POINTING.search(value.folded):
        return
    often = FREQUENCY.search(value.folded)
    if (
        clause.form is Form.PAST
        and value.folded != clause.verb
        and clause.verb not in {"play", "eat", "drink"}
        and not often
    ):
        return
    if clause.verb == "play":
        said = _PLAY_GAME.match(value.folded)
        if said is not None:
            yield Draft(
                "hobby", value.text[said.start(1) : said.end(1)], value.end, stance=Stance.END
            )
        return
    yield Draft("habit", value.text, value.end, stance=Stance.END)
