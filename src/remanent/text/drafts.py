"""What a rule says it has read, before times and characters are put to it, and its wording."""

import re
from dataclasses import dataclass
from enum import StrEnum

from remanent.model.fact import Polarity, Stance
from remanent.text.clauses import Clause
from remanent.text.values import Value


class Dated(StrEnum):
    """What an expression of time in the same clause means for the statement."""

    STATE = "state"  # "since 2019", "for three years" say since when it holds
    CHANGE = "change"  # it holds from that time on, or from the turn on
    WHEN = "when"  # the thing itself is at that time


@dataclass(frozen=True, slots=True)
class Draft:
    """One statement as a rule reads it.

    Args:
        slot, value: as in Statement.
        end: how far the words that it covers reach.
        text: its wording; made from slot and value where empty.
        subject: where it is about someone else than the clause's subject.
    """

    slot: str | None
    value: str | None
    end: int
    polarity: Polarity = Polarity.POSITIVE
    stance: Stance = Stance.ASSERT
    dated: Dated = Dated.STATE
    text: str = ""
    subject: str = ""
    confidence: float = 0.9


def draft(
    clause: Clause,
    slot: str,
    value: Value | str,
    *,
    end: int | None = None,
    dated: Dated = Dated.STATE,
    past_is_end: bool = False,
    text: str = "",
    subject: str = "",
) -> Draft:
    """Make a draft that is as positive, negative or ended as its clause.

    Args:
        end: how far its words reach, where the value does not end them.
        past_is_end: True where the simple past says that it is over ("I lived in Paris").
    """
    words = value if isinstance(value, str) else value.text
    reach = end if end is not None else (clause.end if isinstance(value, str) else value.end)
    over = clause.ended or (past_is_end and clause.mood == "was" and not clause.negated)
    return Draft(
        slot=slot,
        value=words,
        end=reach,
        polarity=Polarity.NEGATIVE if clause.negated and not over else Polarity.POSITIVE,
        stance=Stance.END if over else Stance.ASSERT,
        dated=dated,
        text=text,
        subject=subject,
        confidence=0.8 if clause.elided else 0.9,
    )


def written(clause: Clause, match: re.Match[str], group: str) -> Value:
    """Return what a group of a match in `clause.folded` holds, as it was written."""
    start, end = clause.rest + match.start(group), clause.rest + match.end(group)
    return Value(clause.message.text[start:end], start, end)


# slot: (so, not so, no longer so); "{}" is the value.
_WORDINGS = {
    "name": ("is called {}", "is not called {}", "is no longer called {}"),
    "home": ("lives in {}", "does not live in {}", "no longer lives in {}"),
    "work": ("works at {}", "does not work at {}", "no longer works at {}"),
    "occupation": ("works as {}", "does not work as {}", "no longer works as {}"),
    "school": ("studies at {}", "does not study at {}", "no longer studies at {}"),
    "age": ("is {} years old", "is not {} years old", "is no longer {} years old"),
    "birthday": (
        "has birthday on {}",
        "does not have birthday on {}",
        "no longer has birthday on {}",
    ),
    "relationship": ("is {}", "is not {}", "is no longer {}"),
    "diet": ("diet: {}", "diet: not {}", "diet: no longer {}"),
    "timezone": ("is in time zone {}", "is not in time zone {}", "is no longer in time zone {}"),
    "email": ("has the email address {}", "does not have {}", "no longer has {}"),
    "phone": ("has the phone number {}", "does not have {}", "no longer has {}"),
    "origin": ("is from {}", "is not from {}", "is no longer from {}"),
    "partner": ("has the partner {}", "does not have the partner {}", "is no longer with {}"),
    "allergy": ("is allergic to {}", "is not allergic to {}", "is no longer allergic to {}"),
    "likes": ("likes {}", "does not like {}", "no longer likes {}"),
    "dislikes": ("dislikes {}", "does not dislike {}", "no longer dislikes {}"),
    "family": ("has family: {}", "has no {}", "no longer has {}"),
    "pet": ("has a pet: {}", "has no pet: {}", "no longer has the pet {}"),
    "owns": ("owns {}", "does not own {}", "no longer owns {}"),
    "plan": ("plans: {}", "does not plan: {}", "no longer plans: {}"),
    "event": ("{}", "did not: {}", "{}"),
    "language": ("speaks {}", "does not speak {}", "no longer speaks {}"),
    "hobby": ("does {} as a hobby", "does not do {}", "no longer does {}"),
    "health": ("has the condition {}", "does not have {}", "no longer has {}"),
    "habit": ("has the habit: {}", "does not {}", "no longer: {}"),
    "anniversary": (
        "has a wedding anniversary on {}",
        "has no anniversary on {}",
        "no longer has an anniversary on {}",
    ),
    "blood type": (
        "has blood type {}",
        "does not have blood type {}",
        "no longer has blood type {}",
    ),
    "course": ("attends the course: {}", "does not attend: {}", "no longer attends: {}"),
    "emergency contact": (
        "has the emergency contact {}",
        "does not have {} as the emergency contact",
        "no longer has the emergency contact {}",
    ),
    "medication": ("takes {}", "does not take {}", "no longer takes {}"),
    "project": (
        "works on the project {}",
        "does not work on the project {}",
        "no longer works on the project {}",
    ),
    "goal": ("has the goal: {}", "does not have the goal: {}", "no longer has the goal: {}"),
}
_OWN = re.compile(r"\b(?:my|our)\b", re.IGNORECASE)
_SELF = re.compile(r"\bmyself\b", re.IGNORECASE)


def worded(read: Draft) -> str:
    """Return the short sentence without a subject: the draft's own, or made from slot and value."""
    if read.text:
        return _OWN.sub("their", read.text)
    if read.slot is None:
        return "takes back what was said"
    so, not_so, no_longer = _WORDINGS[read.slot]
    if read.stance is Stance.END:
        wording = no_longer
    elif read.polarity is Polarity.NEGATIVE or read.stance is Stance.RETRACT:
        wording = not_so
    else:
        wording = so
    value = _SELF.sub("themself", _OWN.sub("their", read.value or ""))
    return " ".join(wording.replace("{}", value).split())
