"""How statements become facts with intervals: the fold of a timeline.

The facts of a timeline are a pure function of its marks in world-time order, so the order of
arrival cannot matter. `advance` is the short way for the usual case, a plain statement that is
newer than everything known; `refold` decides the whole timeline again. Both give the same state.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import blake2b

from remanent.facts.slots import content_of, is_single_valued, tier_of, timeline_of
from remanent.model.event import Event
from remanent.model.fact import Fact, Polarity, Provenance, Stance, Statement
from remanent.model.mark import FactWrite, Mark
from remanent.model.remembered import ChangeKind


def fact_id(event_id: str, ordinal: int) -> str:
    """Return the public id of the fact that statement `ordinal` of an event gives rise to."""
    return blake2b(f"{event_id}:{ordinal}".encode(), digest_size=16).hexdigest()


def mark_of(statement: Statement, event: Event, ordinal: int) -> Mark:
    """Place a statement of an event in world time."""
    stance = Stance.END if _is_past(statement, event) else statement.stance
    speaks_from = statement.valid_from or event.occurred_at
    if stance is not Stance.ASSERT:
        speaks_from = statement.valid_to or event.occurred_at
    until = statement.valid_to if stance is Stance.ASSERT else None
    if until is not None and until <= speaks_from:
        until = None
    return Mark(
        timeline=timeline_of(statement.subject, statement.slot, statement.value, statement.text),
        at=speaks_from,
        event_seq=event.seq,
        event_id=event.id,
        ordinal=ordinal,
        stance=stance,
        content=content_of(statement.slot, statement.value, statement.polarity),
        subject=statement.subject,
        slot=statement.slot,
        value=statement.value,
        text=statement.text,
        polarity=statement.polarity,
        confidence=statement.confidence,
        origin=event.origin,
        until=until,
        when=statement.when,
        session=event.session,
        agent=event.agent,
    )


def _is_past(statement: Statement, event: Event) -> bool:
    """Say whether all that is said of the time is an end that has passed: it held until then."""
    return (
        statement.stance is Stance.ASSERT
        and statement.valid_from is None
        and statement.valid_to is not None
        and statement.valid_to <= event.occurred_at
        and not (is_single_valued(statement.slot) and statement.value is None)
    )


def fold_order(mark: Mark) -> tuple[datetime, int, str, str]:
    """Return the key that orders marks: world time, then order of speech, then content."""
    return (mark.at, mark.ordinal, mark.content, mark.event_id)


def is_plain(mark: Mark) -> bool:
    """Say whether a mark only asserts, with no end of its own and no denial of one value."""
    return (
        mark.stance is Stance.ASSERT
        and mark.until is None
        and not (is_single_valued(mark.slot) and mark.polarity is Polarity.NEGATIVE)
    )


def advance(
    mark: Mark, current: Fact | None, current_content: str | None, event: Event
) -> tuple[FactWrite, ...]:
    """Decide a plain mark that is newer than every other mark of its timeline.

    Args:
        mark: the new mark; `is_plain(mark)` holds.
        current: the open fact of the timeline, or None.
        current_content: the content of that fact's marks.
        event: what the mark was said in.
    """
    if current is not None and current_content == mark.content:
        return (
            FactWrite(
                ChangeKind.REINFORCED,
                replace(
                    current,
                    evidence=current.evidence + 1,
                    confidence=max(current.confidence, mark.confidence),
                ),
                mark.timeline,
                (replace(mark, fact_seq=current.seq),),
            ),
        )
    new = _new_fact(mark, event)
    added = FactWrite(ChangeKind.ADDED, new, mark.timeline, (mark,))
    if current is None:
        return (added,)
    closed = replace(current, valid_to=mark.at, closed_by=new.id)
    return (added, FactWrite(ChangeKind.SUPERSEDED, closed, mark.timeline))


def refold(
    marks: Sequence[Mark],
    facts: Sequence[Fact],
    *,
    event: Event,
) -> tuple[tuple[FactWrite, ...], tuple[Mark, ...]]:
    """Decide a whole timeline again and return what differs from the facts as they stand.

    The second value holds new retractions that found nothing to take back yet, and endings of one
    thing among many that found nothing to end: they are kept, so that an earlier-dated statement
    which arrives later is still taken back or ended.

    Args:
        marks: every mark, new ones with fact_seq 0.
        facts: every fact of the timeline.
        event: what the new marks were said in; its recorded_at dates what is decided now.
    """
    runs, void = _fold(sorted(marks, key=fold_order))
    by_seq = {fact.seq: fact for fact in facts}
    by_id = {fact.id: fact for fact in facts}
    taken: set[int] = set()
    writes: list[FactWrite] = []
    named: list[tuple[_Run, Fact]] = []
    for run in runs:
        base = _claim(run.marks, by_id, taken)
        named.append((run, base or _new_fact(run.marks[0], event)))
    ids = {id(run): fact.id for run, fact in named}
    for run, base in named:
        closer = ids.get(id(run.closed_by)) if run.closed_by is not None else None
        state = _state(run, base, closer)
        writes.extend(_difference(base, state, run, by_seq))
    loose = _by_content([mark for mark in marks if mark.stance is Stance.RETRACT])
    for content, group in _by_content(void).items():
        group.extend(loose.pop(content, []))
        group.sort(key=fold_order)
        fact = _claim(group, by_id, taken) or _new_fact(group[0], event)
        run = _Run(content, group[0].at, group)
        state = replace(
            _state(run, fact, None),
            evidence=sum(1 for mark in group if mark.stance is Stance.ASSERT),
            retracted_at=fact.retracted_at or event.recorded_at,
        )
        writes.extend(_difference(fact, state, run, by_seq))
    for seq, fact in by_seq.items():
        if seq not in taken and fact.evidence:
            survivor = named[0][1].id if named else None
            retracted_at = fact.retracted_at or event.recorded_at
            gone = replace(fact, retracted_at=retracted_at, closed_by=survivor, evidence=0)
            writes.append(FactWrite(ChangeKind.RETRACTED, gone, marks[0].timeline))
    waiting = [mark for group in loose.values() for mark in group if mark.fact_seq == 0]
    placed = {id(mark) for run in runs for mark in run.marks} | {id(mark) for mark in void}
    waiting += [
        mark
        for mark in marks
        if mark.stance is Stance.END and mark.fact_seq == 0 and id(mark) not in placed
    ]
    return tuple(writes), tuple(waiting)


@dataclass(slots=True, eq=False)
class _Run:
    """Consecutive marks of one content: the fact in the making."""

    content: str
    valid_from: datetime | None
    marks: list[Mark] = field(default_factory=list)
    valid_to: datetime | None = None
    closed_by: "_Run | None" = None


def _fold(marks: Sequence[Mark]) -> tuple[list[_Run], list[Mark]]:
    """Return the runs in world-time order, and the marks that were taken back."""
    void = _voided(marks)
    runs: list[_Run] = []
    current: _Run | None = None
    for position, mark in enumerate(marks):
        if position in void or mark.stance is Stance.RETRACT:
            continue
        denies = is_single_valued(mark.slot) and mark.polarity is Polarity.NEGATIVE
        if mark.stance is Stance.END or (denies and mark.stance is Stance.ASSERT):
            current = _end(mark, current, runs)
        elif mark.until is not None:
            runs.append(_Run(mark.content, mark.at, [mark], valid_to=mark.until))
        elif current is not None and current.content == mark.content:
            current.marks.append(mark)
        else:
            run = _Run(mark.content, mark.at, [mark])
            if current is not None:
                current.valid_to, current.closed_by = mark.at, run
            runs.append(run)
            current = run
    return runs, [mark for position, mark in enumerate(marks) if position in void]


def _end(mark: Mark, current: _Run | None, runs: list[_Run]) -> _Run | None:
    """Let a mark say that something holds no longer; return the run that stays open."""
    ended = _positive(mark.content) if mark.stance is Stance.ASSERT else mark.content
    nameless = is_single_valued(mark.slot) and mark.value is None
    if current is not None and (nameless or current.content == ended):
        current.valid_to = mark.at
        current.marks.append(mark)
        return None
    for run in runs:
        if run.content == ended and run.valid_to is not None:
            run.marks.append(mark)
            return current
    if nameless or not is_single_valued(mark.slot):
        return current
    until = current.valid_from if current is not None and current.valid_from else mark.at
    past = _Run(ended, None, [mark], valid_to=min(until, mark.at))
    runs.append(past)
    return current


def _voided(marks: Sequence[Mark]) -> frozenset[int]:
    """Return the positions of marks that were never true."""
    void = {position for position, mark in enumerate(marks) if mark.is_void}
    for position, mark in enumerate(marks):
        if mark.stance is Stance.RETRACT:
            taken_back = _positive(mark.content)
            void.update(
                earlier
                for earlier in range(position)
                if marks[earlier].content == taken_back
                and marks[earlier].stance is not Stance.RETRACT
            )
    return frozenset(void)


def _positive(content: str) -> str:
    """Return the content that a denial or a retraction speaks of."""
    polarity, _, said = content.partition(":")
    return content if polarity == Polarity.POSITIVE.value else f"{Polarity.POSITIVE.value}:{said}"


def _claim(marks: Sequence[Mark], by_id: Mapping[str, Fact], taken: set[int]) -> Fact | None:
    """Give a group of marks the oldest fact that one of its marks founded."""
    founded = [
        by_id[name]
        for name in (fact_id(mark.event_id, mark.ordinal) for mark in marks)
        if name in by_id
    ]
    if not founded:
        return None
    oldest = min(founded, key=lambda fact: fact.seq)
    taken.add(oldest.seq)
    return oldest


def _by_content(marks: Sequence[Mark]) -> dict[str, list[Mark]]:
    groups: dict[str, list[Mark]] = {}
    for mark in marks:
        groups.setdefault(
            _positive(mark.content) if mark.stance is Stance.RETRACT else mark.content, []
        ).append(mark)
    return groups


def _state(run: _Run, base: Fact, closer: str | None) -> Fact:
    """Return the fact that a run stands for, under the identity of `base`."""
    first = run.marks[0]
    asserted = [mark for mark in run.marks if mark.stance is Stance.ASSERT]
    said = asserted or run.marks
    return replace(
        base,
        subject=first.subject,
        slot=first.slot,
        session=first.session,
        agent=first.agent,
        text=first.text,
        value=first.value,
        polarity=first.polarity,
        valid_from=run.valid_from,
        valid_to=run.valid_to,
        closed_by=closer,
        retracted_at=None,
        evidence=max(len(asserted), 1),
        confidence=max(mark.confidence for mark in said),
        when=first.when,
    )


def _difference(base: Fact, state: Fact, run: _Run, by_seq: dict[int, Fact]) -> list[FactWrite]:
    """Return the write that leads from what stands to what was decided, if any."""
    moved = tuple(
        replace(mark, fact_seq=base.seq)
        for mark in run.marks
        if mark.fact_seq != base.seq or mark.fact_seq == 0
    )
    is_new = base.seq not in by_seq
    if not is_new and state == base and not moved:
        return []
    return [FactWrite(_kind(base, state, is_new=is_new), state, run.marks[0].timeline, moved)]


def _kind(base: Fact, state: Fact, *, is_new: bool) -> ChangeKind:
    """Name the difference between two states of a fact."""
    if state.retracted_at is not None and base.retracted_at is None:
        return ChangeKind.RETRACTED
    if is_new:
        return ChangeKind.ADDED
    if state.closed_by is not None and base.closed_by != state.closed_by:
        return ChangeKind.SUPERSEDED
    if state.valid_to is not None and base.valid_to is None:
        return ChangeKind.CLOSED
    if state.valid_to is None and base.valid_to is not None:
        return ChangeKind.REOPENED
    return ChangeKind.REINFORCED


def _new_fact(mark: Mark, event: Event) -> Fact:
    """Return the fact that a mark founds."""
    return Fact(
        id=fact_id(mark.event_id, mark.ordinal),
        seq=0,
        subject=mark.subject,
        slot=mark.slot,
        value=mark.value,
        text=mark.text,
        polarity=mark.polarity,
        tier=tier_of(mark.slot),
        confidence=mark.confidence,
        provenance=Provenance.STATED,
        origin=mark.origin,
        valid_from=mark.at if mark.stance is Stance.ASSERT else None,
        valid_to=mark.until,
        when=mark.when,
        recorded_at=event.recorded_at,
        session=mark.session,
        agent=mark.agent,
    )
