"""How one fact stands to another: compatible, contradictory, one saying more, or unrelated.

Facts of one timeline are settled by the fold: another value ends the old one, a denial ends what
it denies. Here are the pairs that no timeline holds together: two wordings of one thing, a
statement and one that says it and more, two sentences that cannot both hold.

What two texts must not differ in (numbers, dates, names, negation) decides before any measure of
likeness: a difference there is never merged.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from functools import lru_cache
from typing import Final

from remanent.dynamics.fusion import CLUSTER_DAYS
from remanent.facts.slots import DATED, effective_polarity, holds_one, normalise
from remanent.model.fact import Fact, Polarity
from remanent.text.quantities import critical_tokens
from remanent.text.tokens import STOP_TERMS, tokenize

ALIKE_FROM: Final = 0.5
"""The share of common stems from which two texts speak of one thing."""

DENIED_FROM: Final = 0.6
"""The same for a sentence and one that seems to deny it."""

LEAST_STEMS: Final = 2
"""A sentence with fewer stems says too little to be part of another."""

NARROWING: Final = frozenset({"likes", "dislikes", "allergy", "diet", "language", "health", "owns"})
"""Slots in which a longer value is another, narrower thing: green tea is not all tea."""

NAMED: Final = frozenset({"family", "pet"})
"""Slots in which a longer value names the same one: the cat, the cat Biscotte."""

_DENIALS: Final = frozenset({"negated", "ended"})
_DENYING_STEMS: Final = frozenset(
    {"not", "no", "never", "longer", "anymor", "any", "more", "without", "do", "doe", "did", "n't"}
)
_DATED: Final = ("number:", "date:", "time:", "weekday:", "month:", "code:")


class Relation(StrEnum):
    """How a new fact stands to an old one (FORMULAS §6)."""

    SAME = "same"
    COMPATIBLE = "compatible"
    CONTRADICTORY = "contradictory"
    SUBSUMES = "subsumes"  # the new one says all of the old one, and more
    SUBSUMED = "subsumed"
    UNRELATED = "unrelated"


@dataclass(frozen=True, slots=True)
class Verdict:
    """How two facts stand to each other, and whether that is certain.

    Args:
        similarity: the share of stems that both hold, in [0, 1].
        is_certain: False where a model, or the owner, had better be asked.
    """

    relation: Relation
    similarity: float = 0.0
    is_certain: bool = True


_UNRELATED: Final = Verdict(Relation.UNRELATED)


def relate(new: Fact, old: Fact) -> Verdict:
    """Say how one fact stands to another one; swapped, the answer is the mirrored one."""
    if normalise(new.subject) != normalise(old.subject) or new.origin is not old.origin:
        return _UNRELATED
    if new.slot is None and old.slot is None:
        return _of_texts(new, old)
    if new.slot is None or old.slot is None or holds_one(new) or holds_one(old):
        return _in_one_slot(new, old)
    return _of_values(new, old)


def _in_one_slot(new: Fact, old: Fact) -> Verdict:
    """Judge values of a slot that holds one; facts of other slots have nothing to do with it."""
    if new.slot is None or new.slot != old.slot:
        return _UNRELATED
    same = normalise(new.value or "") == normalise(old.value or "")
    if same == (new.polarity is old.polarity):
        return Verdict(Relation.SAME if same else Relation.COMPATIBLE, 1.0 if same else 0.0)
    return Verdict(Relation.CONTRADICTORY, 1.0 if same else 0.0)


def _of_values(new: Fact, old: Fact) -> Verdict:
    """Judge two values of slots that hold many."""
    said, known = _slot(new), _slot(old)
    if said[0] != known[0]:
        return _UNRELATED
    mine, other = _features(new.value or new.text), _features(old.value or old.text)
    likeness = _likeness(mine.stems, other.stems)
    are_same = mine.words == other.words
    if said[1] is not known[1]:
        return Verdict(Relation.CONTRADICTORY, 1.0) if are_same else _by_likeness(likeness)
    if may_be_of_one_time(new, old):
        if are_same:
            return Verdict(Relation.SAME, 1.0)
        if new.slot not in NARROWING and _is_part(other, mine, slot=new.slot):
            return Verdict(Relation.SUBSUMES, likeness)
        if new.slot not in NARROWING and _is_part(mine, other, slot=new.slot):
            return Verdict(Relation.SUBSUMED, likeness)
    return _by_likeness(likeness)


def _by_likeness(likeness: float) -> Verdict:
    """Judge two facts that leave each other alone."""
    related = Relation.COMPATIBLE if likeness >= ALIKE_FROM else Relation.UNRELATED
    return Verdict(related, likeness)


def _is_part(short: "_Features", long: "_Features", *, slot: str | None) -> bool:
    """Say whether a value begins another one, which goes on: "tennis", "tennis on Sundays".

    Of the family and of pets the longer one names the same one, so it may hold a name more.
    """
    if not short.words or not short.critical <= long.critical:
        return False
    if long.words[: len(short.words)] != short.words or len(long.words) == len(short.words):
        return False
    more = long.critical - short.critical
    if slot in NAMED:
        return all(token.startswith("name:") for token in more)
    return not more & _DENIALS


def _of_texts(new: Fact, old: Fact) -> Verdict:
    """Judge two sentences that have no slot."""
    mine, other = _features(new.text), _features(old.text)
    likeness = _likeness(mine.stems, other.stems)
    if (new.polarity is not old.polarity) != (mine.is_denied is not other.is_denied):
        return _of_a_denial(mine, other, likeness)
    if may_be_of_one_time(new, old):
        return _of_one_time(mine, other, likeness)
    return _by_likeness(likeness)


def _of_one_time(mine: "_Features", other: "_Features", likeness: float) -> Verdict:
    """Judge two sentences of one polarity that may be of one time."""
    if mine.stems == other.stems and mine.said == other.said and mine.stems:
        return Verdict(Relation.SAME, 1.0)
    if _says_part_of(other, mine):
        return Verdict(Relation.SUBSUMES, likeness)
    if _says_part_of(mine, other):
        return Verdict(Relation.SUBSUMED, likeness)
    if _differs_in_one_number(mine, other):
        return Verdict(Relation.CONTRADICTORY, likeness, is_certain=False)
    return _by_likeness(likeness)


def _of_a_denial(mine: "_Features", other: "_Features", likeness: float) -> Verdict:
    """Judge a sentence and one that denies something."""
    if mine.stems == other.stems and mine.said == other.said and mine.stems:
        return Verdict(Relation.CONTRADICTORY, 1.0)
    if likeness >= DENIED_FROM and (mine.said <= other.said or other.said <= mine.said):
        return Verdict(Relation.CONTRADICTORY, likeness, is_certain=False)
    return _by_likeness(likeness)


def _says_part_of(short: "_Features", long: "_Features") -> bool:
    """Say whether a sentence says all that another one says, which says more."""
    return len(short.stems) >= LEAST_STEMS and short.stems < long.stems and short.said <= long.said


def _differs_in_one_number(mine: "_Features", other: "_Features") -> bool:
    """Say whether two sentences are one but for a number, a date or a time of one kind."""
    here, there = mine.critical - other.critical, other.critical - mine.critical
    kinds = {token.partition(":")[0] for token in here | there}
    return (
        len(here) == len(there) == 1
        and len(kinds) == 1
        and all(token.startswith(_DATED) for token in here | there)
        and mine.frame == other.frame
        and len(mine.frame) >= LEAST_STEMS
    )


def _slot(fact: Fact) -> tuple[str, Polarity]:
    """Return the slot in which a fact is compared, and its polarity there."""
    assert fact.slot is not None, "only facts with a slot are compared by it"
    shared = "likes" if fact.slot == "dislikes" else fact.slot
    return shared, effective_polarity(fact.slot, fact.polarity)


def may_be_of_one_time(new: Fact, old: Fact) -> bool:
    """Say whether two facts may be of one time: they name the same, or at most one names any.

    What happens on a day is told of within a week.
    """
    if new.slot in DATED and new.valid_from is not None and old.valid_from is not None:
        apart = abs(new.valid_from - old.valid_from)
        if apart > timedelta(days=CLUSTER_DAYS):
            return False
    if new.when is None or old.when is None:
        return True
    return (new.when.start, new.when.end) == (old.when.start, old.when.end)


@dataclass(frozen=True, slots=True)
class _Features:
    """What of a text is compared.

    Args:
        words: normalised, in order. stems: without what every sentence holds, and denials.
        critical: as `critical_tokens` gives them. frame: stems without digits.
    """

    words: tuple[str, ...]
    stems: frozenset[str]
    critical: frozenset[str]
    frame: frozenset[str]

    @property
    def said(self) -> frozenset[str]:
        return self.critical - _DENIALS

    @property
    def is_denied(self) -> bool:
        return bool(self.critical & _DENIALS)


@lru_cache(maxsize=4096)
def _features(text: str) -> _Features:
    stems = frozenset(tokenize(text)) - STOP_TERMS - _DENYING_STEMS
    critical = critical_tokens(text)
    dated = {token.partition(":")[2] for token in critical if token.startswith(_DATED)}
    frame = frozenset(
        each
        for each in stems
        if not any(sign.isdigit() for sign in each) and not any(each in date for date in dated)
    )
    return _Features(tuple(normalise(text).split()), stems, critical, frame)


def _likeness(mine: frozenset[str], other: frozenset[str]) -> float:
    """Return the share of stems that both hold, in [0, 1]."""
    return len(mine & other) / len(mine | other) if mine or other else 0.0


def stems_of(text: str) -> frozenset[str]:
    """Return the stems by which a text is compared."""
    return _features(text).stems


def likeness_of(one: Fact, other: Fact) -> float:
    """Return the share of stems that two facts both hold, in [0, 1]."""
    return _likeness(_features(one.text).stems, _features(other.text).stems)


def says_most(facts: Iterable[Fact]) -> Fact | None:
    """Return the fact that stands for others: it says most; among equals it is the earliest."""

    def order(fact: Fact) -> tuple[int, object, str]:
        features = _features(fact.value if fact.slot and fact.value else fact.text)
        return (-len(features.words), fact.valid_from or fact.recorded_at, fact.id)

    return min(facts, key=order, default=None)


def stands_for(fact: Fact, family: Sequence[Fact]) -> Fact | None:
    """Return the fact of a family that says all of another one and more; None for itself.

    Of two wordings of one thing the one that says most stands, among equals the earliest.

    Args:
        family: facts that hold, of the same subject and slot; the fact may be among them.
    """
    better = [
        other
        for other in family
        if other.id != fact.id
        and relate(fact, other).relation in {Relation.SUBSUMED, Relation.SAME}
    ]
    best = says_most([fact, *better])
    return None if best is None or best.id == fact.id else best
