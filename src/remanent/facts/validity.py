"""Whether a memory counts at a moment of world time."""

from datetime import datetime

from remanent.model.fact import Fact


def holds_at(fact: Fact, moment: datetime) -> bool:
    """Say whether a fact holds at a moment: valid_from <= moment < valid_to, never retracted."""
    if fact.retracted_at is not None:
        return False
    started = fact.valid_from is None or fact.valid_from <= moment
    return started and (fact.valid_to is None or moment < fact.valid_to)


def is_empty(fact: Fact) -> bool:
    """Say whether every statement that a fact was made of supports another fact now.

    It is kept for its history; it says nothing any more.
    """
    return fact.evidence == 0


def marks_of(fact: Fact, moment: datetime) -> tuple[str, ...]:
    """Return what a reader must be told of a fact that does not simply hold."""
    if fact.retracted_at is not None:
        return ("retracted",)
    found: list[str] = []
    if fact.valid_to is not None and fact.valid_to <= moment:
        found.append("closed")
    elif fact.valid_from is not None and fact.valid_from > moment:
        found.append("not yet")
    if fact.hidden_by is not None:
        found.append("merged")
    if fact.pruned_at is not None:
        found.append("pruned")
    elif fact.archived_at is not None:
        found.append("archived")
    return tuple(found)


def is_left_out(fact: Fact) -> str | None:
    """Return why a fact that holds is not shown all the same; None where it is."""
    if fact.hidden_by is not None:
        return "another fact says all of it, and more"
    return "it has faded" if fact.pruned_at is not None else None
