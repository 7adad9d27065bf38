"""Put the marks of a slot on the timelines that they belong to, once it holds one value or many.

Shared by the flow that sets a slot and by those that bring back what was said while it was set
otherwise; it opens nothing itself and folds nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from remanent.facts.change import reach_of
from remanent.facts.fold import is_resumed
from remanent.facts.slots import FactRules, content_of, timeline_of
from remanent.facts.targets import COPIES_APART, copies_of, is_ending_copy, may_end_more
from remanent.flows.settling import asserted_before, endings_of
from remanent.model.fact import Stance
from remanent.model.mark import Mark
from remanent.ports import Transaction

MOST_FACTS: Final = 1_000_000


class Moved(NamedTuple):
    """What stands elsewhere now.

    Args:
        marks: how many were moved.
        timelines: those that hold more or less than before, which are to be folded anew; some may
            hold nothing any more.
    """

    marks: int = 0
    timelines: frozenset[int] = frozenset()


def follow_rules(transaction: Transaction, slots: Iterable[str | None], rules: FactRules) -> Moved:
    """Move the marks and the facts of slots to where the tenant's rules put them now."""
    count, timelines = 0, frozenset[int]()
    for slot in sorted({each for each in slots if each is not None}):
        moved = _follow(transaction, slot, single_valued=rules.of(slot))
        count, timelines = count + moved.marks, timelines | moved.timelines
    return Moved(count, timelines)


def _follow(transaction: Transaction, slot: str, *, single_valued: bool | None) -> Moved:
    old = transaction.marks_in_slot(slot)
    if all(mark.single_valued == single_valued for mark in old):
        return Moved()
    gone = [*old, *_ended_elsewhere(transaction, old, slot)]
    said = [
        _moved(mark, single_valued=single_valued)
        for mark in old
        if not is_resumed(mark) and not is_ending_copy(mark)
    ]
    transaction.remove_marks(gone)
    transaction.move_facts(
        {
            fact.seq: timeline_of(
                fact.subject,
                slot,
                fact.value,
                fact.text,
                when=fact.when,
                single_valued=single_valued,
            )
            for fact in transaction.all_facts(include_closed=True, slot=slot, limit=MOST_FACTS)
        }
    )
    transaction.keep_marks(said)
    ended = _ended_again(transaction, said)
    transaction.keep_marks(ended)
    touched = frozenset(mark.timeline for mark in (*gone, *said, *ended))
    return Moved(len(said), touched)


def _ended_elsewhere(transaction: Transaction, marks: Sequence[Mark], slot: str) -> list[Mark]:
    """Return what endings among marks of a slot ended in other slots."""
    endings = {(mark.event_seq, mark.ordinal) for mark in marks if mark.stance is not Stance.ASSERT}
    return [
        copy
        for copy in transaction.marks_of_events({event_seq for event_seq, _ in endings})
        if is_ending_copy(copy)
        and copy.slot != slot
        and (copy.event_seq, copy.ordinal - COPIES_APART) in endings
    ]


def _ended_again(transaction: Transaction, said: Sequence[Mark]) -> list[Mark]:
    """Return what endings end on the timelines of others, as those stand now; each once."""
    found: dict[tuple[int, int, int], Mark] = {}
    for mark in said:
        copies = list(endings_of(transaction, mark))
        if may_end_more(mark):
            copies += copies_of(mark, asserted_before(transaction, mark))
        for copy in copies:
            found.setdefault((copy.timeline, copy.event_seq, copy.ordinal), copy)
    return list(found.values())


def _moved(mark: Mark, *, single_valued: bool | None) -> Mark:
    """Return a mark as it stands where its slot holds one value, or many."""
    moved = replace(
        mark,
        single_valued=single_valued,
        timeline=timeline_of(
            mark.subject,
            mark.slot,
            mark.value,
            mark.text,
            when=mark.when,
            single_valued=single_valued,
        ),
        content=content_of(mark.slot, mark.value, mark.polarity, single_valued=single_valued),
    )
    return replace(moved, reach=reach_of(moved))
