"""How the statements of events reach the facts: read the neighbours, decide, apply.

Shared by the flows that write statements; it opens nothing itself.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from remanent.facts.change import (
    Neighbours,
    Refolded,
    advance,
    begins_something,
    end_now,
    fact_id,
    founded_by,
    insert,
    is_plain,
    mark_of,
    refold,
)
from remanent.facts.links import links_of
from remanent.facts.slots import BY_THE_RULES, FactRules, holds_one
from remanent.facts.targets import (
    MOST_CANDIDATES,
    MOST_TURNS_BACK,
    POINTERS,
    aim,
    copies_of,
    copy_for,
    ends_more,
    is_copy_of,
    is_pointer,
    may_end_more,
    pointer_of,
    pointers_that_reach,
    related_slots,
    takes_back_a_turn,
    turn_before,
)
from remanent.flows.keeping import changes_of, keep
from remanent.flows.neighbours import Families, denials_of, settle_doubts, settle_standing
from remanent.model.event import Event, Role
from remanent.model.fact import Stance, Statement
from remanent.model.mark import FactWrite, Mark
from remanent.model.remembered import ChangeKind, FactChange
from remanent.ports import Transaction

MOST_POINTERS: Final = 100_000
"""Pointers that are aimed again at once, after a branch went or came back."""


def settle(
    transaction: Transaction,
    said: Sequence[tuple[Event, Sequence[Statement]]],
    now: datetime,
    rules: FactRules = BY_THE_RULES,
    *,
    first_ordinal: int = 0,
) -> list[FactChange]:
    """Apply the statements of the events that were just stored; return what changed.

    Args:
        said: every new event, in the order of their numbers, also those that state nothing: they
            stand between a "scratch that" and what was said before them.
        rules: what the tenant says of slots.
        first_ordinal: the number of the first statement of each event; more than 0 for what is
            drawn from an event later.
    """
    if not said:
        return []
    written: list[FactWrite] = []
    for event, statements in said:
        transaction.caused_by(event.seq)
        for ordinal, statement in enumerate(statements, first_ordinal):
            if is_pointer(statement):
                transaction.keep_marks([pointer_of(statement, event, ordinal)])
                continue
            mark = mark_of(statement, event, ordinal, rules)
            written += _place(transaction, mark, now)
            for copy in denials_of(transaction, mark, founded_by(mark, now)):
                written += _place(transaction, copy, now)
            if may_end_more(mark):
                for copy in copies_of(mark, asserted_before(transaction, mark)):
                    written += _place(transaction, copy, now)
    written += _aim_pointers(transaction, [event for event, _ in said], now)
    changes = changes_of(written)
    changes += keep(transaction, written, now, rules.plan)
    touched = sorted({write.fact.seq for write in written})
    families = Families(transaction)
    changes += settle_standing(transaction, touched, now, plan=rules.plan, families=families)
    founded = [write.fact.seq for write in written if write.kind is ChangeKind.ADDED]
    settle_doubts(transaction, frozenset(founded), now, rules, families=families)
    return changes


def asserted_before(transaction: Transaction, ending: Mark) -> Sequence[Mark]:
    """Return what may be ended by an ending: what was said to be so before it."""
    return transaction.asserted_before(
        ending.at, slots=related_slots(ending.slot), limit=MOST_CANDIDATES
    )


def _place(transaction: Transaction, mark: Mark, now: datetime) -> list[FactWrite]:
    """Put one mark on its timeline."""
    return apply(transaction, _decide(transaction, mark, now), now)


def place_marks(transaction: Transaction, marks: Sequence[Mark], now: datetime) -> list[FactWrite]:
    """Put marks on their timelines; return the writes, with the numbers given."""
    written: list[FactWrite] = []
    for mark in marks:
        written += _place(transaction, mark, now)
    return written


def _decide(transaction: Transaction, mark: Mark, now: datetime) -> Refolded:
    endings = endings_of(transaction, mark)
    latest, reach = transaction.extent(mark.timeline)
    is_newest = (latest is None or mark.at > latest) and (reach is None or mark.at > reach)
    if not endings and (is_newest or (is_plain(mark) and (reach is None or mark.at > reach))):
        decided = _decide_nearby(transaction, mark, now, is_newest=is_newest)
        if decided is not None:
            return decided
    known = transaction.marks(mark.timeline)
    placed = {(each.event_seq, each.ordinal) for each in known}
    new = [each for each in endings if (each.event_seq, each.ordinal) not in placed]
    return refold([*known, mark, *new], transaction.timeline_facts(mark.timeline), recorded_at=now)


def _decide_nearby(
    transaction: Transaction, mark: Mark, now: datetime, *, is_newest: bool
) -> Refolded | None:
    """Decide a mark by what stands next to it; None where that does not decide it."""
    around = Neighbours(mark.at, transaction.facts_before(mark.timeline, mark.at, limit=2))
    if not around.is_decisive:
        return None
    if is_newest:
        if is_plain(mark) or (around.cover is None and begins_something(mark)):
            return Refolded(advance(mark, around.cover, now))
        writes = end_now(mark, around.cover)
        return None if writes is None else Refolded(writes)
    around = _look_ahead(transaction, mark, around)
    inserted, parted = insert(mark, around, now), around.parted
    if inserted is not None:
        return Refolded(inserted)
    if parted is None:
        return None
    marks = [*transaction.marks_of_fact(parted.seq), mark]
    founded = transaction.fact_seqs(fact_id(each.event_id, each.ordinal) for each in marks)
    facts = transaction.facts(founded.values())
    return refold(marks, list(facts.values()), recorded_at=now, within=parted)


def _look_ahead(transaction: Transaction, mark: Mark, around: Neighbours) -> Neighbours:
    following = transaction.marks_from(mark.timeline, mark.at, only_valid=True, limit=1)
    cover = around.cover
    return replace(
        around,
        after=transaction.facts_after(mark.timeline, mark.at, limit=2),
        is_tied=bool(following) and following[0].at == mark.at,
        is_within=cover is not None
        and bool(transaction.marks_of_fact(cover.seq, since=mark.at, limit=1)),
    )


def endings_of(transaction: Transaction, mark: Mark) -> list[Mark]:
    """Return endings that were known before what they end, placed on its timeline.

    There are none where statements arrive in the order in which they were said.
    """
    if mark.stance is not Stance.ASSERT or holds_one(mark):
        return []
    return [
        copy_for(ending, mark)
        for ending in transaction.endings_after(
            mark.at, slots=related_slots(mark.slot), limit=MOST_CANDIDATES
        )
        if may_end_more(ending) and ends_more(ending, mark)
    ]


def _aim_pointers(transaction: Transaction, new: Sequence[Event], now: datetime) -> list[FactWrite]:
    """Aim what points at something said before: what is new, and what something new stands before.

    At most 500 pointers from the first of the new events on are held against them.
    """
    first = min(event.occurred_at for event in new)
    pointers = transaction.marks_from(POINTERS, first, only_valid=False, limit=MOST_CANDIDATES)
    if not pointers:
        return []
    first_seq = min(event.seq for event in new)
    touched = _aim_corrections(transaction, pointers, new, first_seq)
    # Last: what a correction leaves is taken back with the turn it was said in.
    touched |= _aim_at_turns(transaction, pointers, new, first_seq)
    return fold_again(transaction, touched, now)


def fold_again(
    transaction: Transaction, timelines: Iterable[int], now: datetime
) -> list[FactWrite]:
    """Decide whole timelines again, those that hold anything; return the writes."""
    written: list[FactWrite] = []
    for timeline in sorted(set(timelines) - {POINTERS}):
        marks, facts = transaction.marks(timeline), transaction.timeline_facts(timeline)
        if marks or facts:
            decided = refold(marks, facts, recorded_at=now, timeline=timeline)
            written += apply(transaction, decided, now)
    return written


def _aim_at_turns(
    transaction: Transaction, pointers: Sequence[Mark], new: Sequence[Event], first_seq: int
) -> set[int]:
    """Let each "scratch that" take back the turn before it, and no other; return the timelines."""
    turns = {event.seq for event in new if event.role is Role.USER}
    sessions = {event.session for event in new}
    aimed: dict[int, Event] = {}
    left: dict[int, Event] = {}
    for pointer in pointers:
        if not takes_back_a_turn(pointer) or pointer.session not in sessions:
            continue
        said = transaction.said_before(
            pointer.session, pointer.at, pointer.event_seq, limit=MOST_TURNS_BACK
        )
        speaker = transaction.events([pointer.event_seq])[pointer.event_seq].speaker
        target = turn_before(said, speaker)
        if target is None or (pointer.event_seq < first_seq and target.seq not in turns):
            continue
        aimed[target.seq] = target
        known = [event for event in said if event.seq < first_seq]
        before = turn_before(known, speaker) if pointer.event_seq < first_seq else None
        if before is not None:
            left[before.seq] = before
    touched: set[int] = set()
    for seq, event in left.items():
        if seq not in aimed and not _is_aimed_at(transaction, event):
            touched.update(transaction.void_marks(seq, is_void=False))
    for seq in aimed:
        touched.update(transaction.void_marks(seq))
    return touched


def aim_again(
    transaction: Transaction,
    since: datetime,
    *,
    undone: Sequence[tuple[Mark, str | None]] = (),
    void: Collection[int] = (),
) -> set[int]:
    """Aim every pointer from a moment on anew, after turns came or went; return the timelines.

    Args:
        since: when the first of those turns happened.
        undone: pointers that are gone, each with its speaker; they take nothing back any more.
        void: turns that something took back, which may be gone.
    """
    pointers = transaction.marks_from(POINTERS, since, only_valid=False, limit=MOST_POINTERS)
    speakers = transaction.events(pointer.event_seq for pointer in pointers)
    aimed: dict[int, Event] = {}
    reached = dict(transaction.events(void))
    standing = [(pointer, speakers[pointer.event_seq].speaker) for pointer in pointers]
    for is_gone, some in ((False, standing), (True, undone)):
        for pointer, speaker in some:
            if not takes_back_a_turn(pointer):
                continue
            said = transaction.said_before(
                pointer.session, pointer.at, pointer.event_seq, limit=MOST_TURNS_BACK
            )
            reached.update((event.seq, event) for event in said)
            target = turn_before(said, speaker)
            if target is not None and not is_gone:
                aimed[target.seq] = target
    touched = _aim_all_corrections(transaction, pointers)
    # Last: what a correction leaves is taken back with the turn it was said in.
    marks = transaction.marks_of_events(reached)
    for seq in sorted({mark.event_seq for mark in marks if not mark.is_void} & aimed.keys()):
        touched.update(transaction.void_marks(seq))
    for seq in sorted({mark.event_seq for mark in marks if mark.is_void} - aimed.keys()):
        if not _is_aimed_at(transaction, reached[seq]):
            touched.update(transaction.void_marks(seq, is_void=False))
    return touched


def _aim_all_corrections(transaction: Transaction, pointers: Sequence[Mark]) -> set[int]:
    """Aim every correction anew; return the timelines."""
    touched: set[int] = set()
    for pointer in sorted(pointers, key=lambda mark: (mark.at, mark.event_seq, mark.ordinal)):
        if not takes_back_a_turn(pointer):
            touched |= _aim_one(transaction, pointer)[1]
    return touched


def _is_aimed_at(transaction: Transaction, event: Event) -> bool:
    """Say whether any "scratch that" takes back a turn."""
    later = transaction.marks_from(
        POINTERS, event.occurred_at, only_valid=False, limit=MOST_CANDIDATES
    )
    for pointer in later:
        if takes_back_a_turn(pointer) and pointer.session == event.session:
            said = transaction.said_before(
                pointer.session, pointer.at, pointer.event_seq, limit=MOST_TURNS_BACK
            )
            target = turn_before(said, event.speaker)
            if target is not None and target.seq == event.seq:
                return True
    return False


def _aim_corrections(
    transaction: Transaction, pointers: Sequence[Mark], new: Sequence[Event], first_seq: int
) -> set[int]:
    """Let each "I meant …, not …" correct what was said before it; return the timelines."""
    if all(takes_back_a_turn(pointer) for pointer in pointers):
        return set()
    touched: set[int] = set()
    changed: list[Mark] = list(transaction.marks_of_events(event.seq for event in new))
    for pointer in sorted(pointers, key=lambda mark: (mark.at, mark.event_seq, mark.ordinal)):
        if not pointers_that_reach([pointer], changed, first_seq):
            continue
        moved, timelines = _aim_one(transaction, pointer)
        changed += moved
        touched |= timelines
    return touched


def _aim_one(transaction: Transaction, pointer: Mark) -> tuple[list[Mark], set[int]]:
    """Aim one correction; return the marks that came or went, and their timelines."""
    standing = [
        mark
        for mark in transaction.marks_of_events([pointer.event_seq])
        if is_copy_of(mark, pointer)
    ]
    aimed = aim(pointer, _candidates(transaction, pointer))
    gone = _without(standing, aimed)
    arrived = _without(aimed, standing)
    transaction.remove_marks(gone)
    transaction.keep_marks(arrived)
    moved = [*gone, *arrived]
    return moved, {mark.timeline for mark in moved}


def _candidates(transaction: Transaction, pointer: Mark) -> list[Mark]:
    """Return what a correction may speak of: what its session said last, and what held last."""
    said = transaction.said_before(
        pointer.session, pointer.at, pointer.event_seq, limit=MOST_TURNS_BACK
    )
    return [
        *transaction.marks_of_events([pointer.event_seq, *(event.seq for event in said)]),
        *transaction.asserted_before(pointer.at, limit=MOST_CANDIDATES),
    ]


def _without(marks: Iterable[Mark], others: Collection[Mark]) -> list[Mark]:
    """Return the marks that do not stand among others, whatever they support."""
    known = {replace(mark, fact_seq=0) for mark in others}
    return [mark for mark in marks if replace(mark, fact_seq=0) not in known]


def apply(transaction: Transaction, decided: Refolded, now: datetime) -> list[FactWrite]:
    """Write what was decided of a timeline; return the writes, with the numbers given."""
    if decided.gone:
        transaction.remove_marks(decided.gone)
    if decided.loose:
        transaction.keep_marks(decided.loose)
    seqs = transaction.write_facts(decided.writes, now)
    written: list[FactWrite] = []
    for seq, write in zip(seqs, decided.writes, strict=True):
        if write.fact.seq == 0:
            transaction.link([(entity, seq, kind) for entity, kind in links_of(write.fact)])
        written.append(replace(write, fact=replace(write.fact, seq=seq)))
    return written
