"""Rules for where someone studies."""

import re
from collections.abc import Iterator

from remanent.model.fact import Stance
from remanent.text.clauses import Clause
from remanent.text.drafts import Dated, Draft, draft
from remanent.text.patterns_common import DONE, NOW, SCHOOL_WORD
from remanent.text.patterns_titles import occupation_at
from remanent.text.sentences import TIME, Screened
from remanent.text.values import Value, phrase
from remanent.text.verbs import Form

_TO_BECOME = re.compile(r"\s+to (?:be|become)\s+(?:an? )?")


def train_to_be(clause: Clause) -> Iterator[Draft]:
    """Read "I'm training to be a midwife"."""
    match = _TO_BECOME.match(clause.folded)
    if (
        match is None
        or clause.form not in {Form.PROGRESSIVE, Form.PERFECT_PROGRESSIVE}
        or clause.negated
    ):
        return
    title = occupation_at(clause.message, clause.rest + match.end(), clause.rest_end)
    if title is not None:
        words = clause.message.text[clause.verb_start : title.end]
        yield draft(clause, "goal", words, end=title.end, text=f"is {words}")


_SCHOOL_UNTIL = re.compile(
    r"\s(?:for|doing|studying|to|and|as|on|now|full|part|remotely|where|right|majoring|through|"
    r"because|n (?:we|i|my)|twice|once|every|never|is|has|was|isn't|keeps?|this|last|next)\b"
)


def school_at(message: Screened, start: int, end: int, *, any_name: bool) -> Value | None:
    """Return the school that is named at a place; with `any_name` any capitalised name is one."""
    value = phrase(message, start, end, until=_SCHOOL_UNTIL)
    if value is None or value.folded in {
        "university",
        "uni",
        "college",
        "school",
        "high school",
        "home",
        "night",
        "work",
    }:
        return None
    value = _name_only(value)
    if SCHOOL_WORD.search(value.folded) or (any_name and value.text[0].isupper()):
        return value
    return None


def _name_only(value: Value) -> Value:
    """Cut "Leeds Beckett living in Headingley" to the name."""
    words = value.text.split()
    if not words[0][0].isupper():
        return value
    kept = [words[0]]
    for index in range(1, len(words)):
        word = words[index]
        linked = word in _LINKS and index + 1 < len(words) and not words[index + 1][0].islower()
        if word[0].islower() and not linked and not SCHOOL_WORD.fullmatch(word.lower()):
            break
        kept.append(word)
    text = " ".join(kept)
    return Value(text, value.start, value.start + len(text))


_LINKS = frozenset({"of", "and", "&", "the", "for", "de", "du", "di", "la", "in"})
_AT_SCHOOL = re.compile(r",? (?:at|with) ")


def school_after(clause: Clause, place: int) -> Iterator[Draft]:
    """Read "at Leiden" behind what someone studies or is."""
    match = _AT_SCHOOL.match(clause.message.folded, place, clause.rest_end)
    if match is not None:
        school = school_at(clause.message, match.end(), clause.rest_end, any_name=True)
        if school is not None:
            yield draft(clause, "school", school)


_STUDY_AT = re.compile(r"(?:\s+(?!at\b)[\w'&-]+){0,5}?\s+at\s+")


def study(clause: Clause) -> Iterator[Draft]:
    """Read "I study law at the University of Bologna"."""
    if clause.form not in NOW or clause.negated or clause.mood == "can":
        yield from train_to_be(clause)
        return
    goal = list(train_to_be(clause))
    if goal:
        yield from goal
        return
    match = _STUDY_AT.match(clause.folded)
    if match is not None:
        school = school_at(
            clause.message, clause.rest + match.end(), clause.rest_end, any_name=True
        )
        if school is not None:
            yield draft(clause, "school", school)


_TO_SCHOOL = re.compile(r"\s+to\s+(?!school\b|bed\b)")


def go_to_school(clause: Clause) -> Iterator[Draft]:
    """Read "I go to Lincoln High School"."""
    match = _TO_SCHOOL.match(clause.folded)
    if match is None or clause.form is not Form.PRESENT or clause.negated or clause.mood == "can":
        return
    school = school_at(clause.message, clause.rest + match.end(), clause.rest_end, any_name=False)
    if school is not None and any(word[0].isupper() for word in school.text.split()):
        yield draft(clause, "school", school)


def attend(clause: Clause) -> Iterator[Draft]:
    """Read "I attend Northgate College"."""
    if (
        clause.form not in {Form.PRESENT, Form.PROGRESSIVE}
        or clause.negated
        or clause.mood == "can"
    ):
        return
    school = school_at(clause.message, clause.rest + 1, clause.rest_end, any_name=False)
    if school is not None and any(word[0].isupper() for word in school.text.split()):
        yield draft(clause, "school", school)


_BE_AT_SCHOOL = re.compile(
    r"\s+(?:an? (?:[\w-]+ ){0,2}?(?:freshman|sophomore|junior|senior|student|fresher|pupil|"
    "undergrad|undergraduate|postgrad)|(?:currently )?enrolled|in (?:year|grade) [0-9]{1,2}|"
    "in (?:the )?[0-9]{1,2}th grade|in (?:my|the) (?:first|second|third|fourth|final|last|"
    r"[1-4](?:st|nd|rd|th)) year)\s+(?:at|in)\s+"
)


_AT_A_SCHOOL = re.compile(r"\s+(?:currently |now |still |studying )?(?:at|studying at)\s+")


def be_school(clause: Clause) -> Iterator[Draft]:
    """Read "I'm in year 11 at St. Brigid's", "I'm enrolled at Kyoto University"."""
    match = _BE_AT_SCHOOL.match(clause.folded)
    bare = None if match or clause.elided else _AT_A_SCHOOL.match(clause.folded)
    match = match or bare
    if match is None or clause.form is not Form.PRESENT or clause.negated:
        return
    school = school_at(
        clause.message, clause.rest + match.end(), clause.rest_end, any_name=bare is None
    )
    if school is None or (bare and not any(word[0].isupper() for word in school.text.split())):
        return
    if bare and (TIME in clause.folded or clause.message.folded.startswith(" for ", school.end)):
        return  # "I'm at Leeds University for a conference"
    yield draft(clause, "school", school)


_OUT_OF = re.compile(r"\s+out of\s+")


def drop_out(clause: Clause) -> Iterator[Draft]:
    """Read "I dropped out of Caltech"."""
    match = _OUT_OF.match(clause.folded)
    if match is None or clause.form not in DONE or clause.negated:
        return
    school = school_at(clause.message, clause.rest + match.end(), clause.rest_end, any_name=True)
    if school is not None:
        yield Draft("school", school.text, school.end, stance=Stance.END, dated=Dated.CHANGE)


_DEGREE_AT = re.compile(
    r"\s+(?:my|an?) (?:[\w-]+ )?(?:phd|master's|masters|ma|msc|bachelor's|bachelors|ba|bsc|degree|"
    r"postdoc|mba|doctorate|a-levels|apprenticeship)(?: in [\w ]{2,30}?)? at\s+"
)


def do_degree(clause: Clause) -> Iterator[Draft]:
    """Read "I'm doing my PhD at Uppsala"."""
    match = _DEGREE_AT.match(clause.folded)
    if match is None or not clause.holds:
        return
    school = school_at(clause.message, clause.rest + match.end(), clause.rest_end, any_name=True)
    if school is not None:
        yield draft(clause, "school", school)
