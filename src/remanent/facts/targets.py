"""What an ending or a taking-back speaks of, where it is worded more shortly than what it ends.

"I don't drink coffee any more" ends "drinks coffee every morning"; "no, I meant Porto, not Lisbon"
takes back whatever was just said of Lisbon.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from remanent.facts.slots import SHARED_TIMELINE, is_single_valued, normalise
from remanent.model.fact import Fact, Polarity, Stance, Statement
from remanent.model.mark import Mark

MOST_CANDIDATES: Final = 500
_WORD: Final = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_INSTEAD: Final = re.compile(r"\bmeant (?P<new>.+?),? not (?P<old>.+)\Z", re.IGNORECASE | re.DOTALL)


def needs_target(statement: Statement) -> bool:
    """Say whether a statement must first be tied to a fact that is known."""
    if statement.stance is Stance.ASSERT or statement.value is None:
        return False
    return not is_single_valued(statement.slot)


def related_slots(slot: str | None) -> tuple[str, ...] | None:
    """Return the slots among which a target is looked for; None for all."""
    if slot is None:
        return None
    shared = SHARED_TIMELINE.get(slot, slot)
    return (shared, *(name for name, other in SHARED_TIMELINE.items() if other == shared))


def aim(statement: Statement, known: Sequence[Fact]) -> tuple[Statement, ...]:
    """Return what a statement that ends or takes back does to what is known.

    An ending ends everything that says all of it and more, and stays on its own timeline too: what
    it ends may arrive later (see `is_ended_by`).

    Args:
        statement: `needs_target(statement)` holds.
        known: facts of the same subject in the related slots that hold when it speaks, oldest
            first.

    Returns:
        The statement in the words of each fact that it speaks of; with a correction also the
        statement that takes its place; nothing where a correction finds nothing to correct.
    """
    if statement.stance is Stance.END:
        return (
            statement,
            *(
                replace(
                    statement,
                    slot=fact.slot,
                    value=fact.value,
                    text=fact.text,
                    polarity=fact.polarity,
                )
                for fact in known
                if says_more(fact.value, statement.value)
            ),
        )
    fact = _target(statement, known)
    if fact is None:
        return (statement,) if statement.slot is not None else ()
    aimed = replace(
        statement, slot=fact.slot, value=fact.value, text=fact.text, polarity=fact.polarity
    )
    instead = _instead(statement, fact)
    return (aimed,) if instead is None else (aimed, instead)


def says_more(longer: str | None, shorter: str | None) -> bool:
    """Say whether one value holds all the words of another, and others."""
    few, many = _words(shorter), _words(longer)
    return bool(few) and few < many


def is_ended_by(mark: Mark, ending: Mark) -> bool:
    """Say whether an ending that was said in shorter words, and known first, ends a statement.

    Args:
        mark: a statement that just arrived, dated before the ending.
        ending: an ending on another timeline.
    """
    return (
        normalise(ending.subject) == normalise(mark.subject)
        and ending.slot is not None
        and mark.slot in (related_slots(ending.slot) or ())
        and says_more(mark.value, ending.value)
    )


def _words(value: str | None) -> frozenset[str]:
    return frozenset(_WORD.findall(normalise(value or "")))


def _target(statement: Statement, known: Sequence[Fact]) -> Fact | None:
    """Return the fact with the same value; else the latest that says all of it and more."""
    wanted = normalise(statement.value or "")
    same = [fact for fact in known if normalise(fact.value or "") == wanted]
    if same:
        return same[-1]
    wider = [fact for fact in known if says_more(fact.value, statement.value)]
    return wider[-1] if wider else None


def _instead(statement: Statement, fact: Fact) -> Statement | None:
    """Return the corrected statement of "I meant Porto, not Lisbon"."""
    found = _INSTEAD.search(statement.text)
    if found is None or statement.slot is not None or fact.value is None:
        return None
    value = found["new"].strip(" .!?\"'")
    if not value or normalise(found["old"]) != normalise(statement.value or ""):
        return None
    return replace(
        statement,
        slot=fact.slot,
        value=value,
        text=fact.text.replace(fact.value, value),
        polarity=Polarity(fact.polarity),
        stance=Stance.ASSERT,
    )
