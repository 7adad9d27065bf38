"""Whether the condition of a lesson holds in a situation.

A part that the condition does not name is open. A part that it names and the situation says
otherwise rules the lesson out. One that the situation says nothing about leaves it possible: the
lesson may be shown for its words, and a success then earns it nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from remanent.model.lesson import Condition, Situation
from remanent.text.content import stems_of

SAME_TASK: Final = 0.5
"""Share of words that two descriptions of one kind of task have in common at least."""
SAME_ERROR: Final = 0.6
"""Share of words that the signatures of one kind of error have in common at least."""

DENIED: Final = "!"


class Match(Enum):
    """How a condition stands to a situation."""

    FIRED = "fired"  # every part that it names holds
    SILENT = "silent"  # a part that it names is not known to hold
    RULED_OUT = "ruled out"  # a part that it names does not hold


@dataclass(frozen=True, slots=True)
class Matched:
    """How far a condition holds.

    Args:
        strength: in [0, 1]; how well the parts that hold fit, 0 where none is known to.
    """

    match: Match
    strength: float = 0.0


def match_condition(condition: Condition, situation: Situation) -> Matched:
    """Return how far a condition holds in a situation."""
    fits = [
        each
        for each in (
            _alike(condition.error, situation.error, SAME_ERROR),
            _alike(condition.task, situation.task, SAME_TASK),
            _name(condition.tool, situation.tool),
            _name(condition.repository, situation.repository),
            _attributes(condition.attributes, situation.attributes),
        )
        if each is not None
    ]
    if Match.RULED_OUT in fits:
        return Matched(Match.RULED_OUT)
    known = [each for each in fits if isinstance(each, float)]
    strength = min(known, default=0.0) if _names_what(condition) else 0.0
    if fits and len(known) == len(fits):
        return Matched(Match.FIRED, strength)
    return Matched(Match.SILENT, strength * len(known) / len(fits) if fits else 0.0)


def _names_what(condition: Condition) -> bool:
    """Say whether a condition is about more than a place: a repository alone fits everything."""
    return bool(condition.error or condition.task or condition.attributes or condition.tool)


Part = float | Match | None


def _alike(wanted: str | None, given: str | None, least: float) -> Part:
    """Compare what may be worded otherwise: an error's signature, a kind of task."""
    if wanted is None:
        return None
    if given is None:
        return Match.SILENT
    shared = 1.0 if wanted == given else overlap(wanted, given)
    return shared if shared >= least else Match.RULED_OUT


def _name(wanted: str | None, given: str | None) -> Part:
    if wanted is None:
        return None
    if given is None:
        return Match.SILENT
    return 1.0 if wanted == given else Match.RULED_OUT


def _attributes(wanted: tuple[str, ...], given: tuple[str, ...]) -> Part:
    if not wanted:
        return None
    there = set(given)
    if any(each[1:] in there if each.startswith(DENIED) else f"{DENIED}{each}" in there
           for each in wanted):  # fmt: skip
        return Match.RULED_OUT
    if not there:
        return Match.SILENT
    missing = [each for each in wanted if not each.startswith(DENIED) and each not in there]
    return Match.SILENT if missing else 1.0


def overlap(first: str, second: str) -> float:
    """Return the share of words that two texts have in common, in [0, 1]."""
    return share_of(stems_of(first), stems_of(second))


def share_of(first: Iterable[str], second: Iterable[str]) -> float:
    """Return how much of two sets is common to both: |A ∩ B| / |A ∪ B|; 0 where both are empty."""
    here, there = set(first), set(second)
    return len(here & there) / len(here | there) if here or there else 0.0
