"""How statements become facts with intervals.

The facts of a timeline are a pure function of its marks in world-time order, so the order of
arrival cannot matter. `advance` and `insert` are the short ways for the usual case, a plain
statement that nothing later reaches back to; `refold` decides a whole timeline, or one run of it,
again. All give the same state.

What a statement costs: `advance` and `insert` look at two neighbours, whatever the timeline holds.
A statement that falls between two others of one fact costs the marks of that fact. Only where
something that reaches back (an ending, a denial, a retraction, an end that was given) lies at its
moment or later, or another value holds from the very same moment, the whole timeline is read.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import blake2b

from remanent.facts.fold import Run, TakenBack, denies, fold, fold_order, is_resumed, positive
from remanent.facts.slots import (
    BY_THE_RULES,
    FactRules,
    content_of,
    holds_one,
    is_single_valued,
    timeline_of,
)
from remanent.facts.tiers import tier_of
from remanent.model.event import Event
from remanent.model.fact import Fact, Polarity, Provenance, Stance, Statement
from remanent.model.mark import FactWrite, Mark
from remanent.model.remembered import ChangeKind


def fact_id(event_id: str, ordinal: int) -> str:
    """Return the public id of the fact that statement `ordinal` of an event gives rise to."""
    return blake2b(f"{event_id}:{ordinal}".encode(), digest_size=16).hexdigest()


def mark_of(
    statement: Statement, event: Event, ordinal: int, rules: FactRules = BY_THE_RULES
) -> Mark:
    """Place a statement of an event in world time."""
    single_valued = rules.of(statement.slot)
    holds_one_value = is_single_valued(statement.slot) if single_valued is None else single_valued
    stance = statement.stance
    if _is_past(statement, event) and not (holds_one_value and statement.value is None):
        stance = Stance.END
    speaks_from = statement.valid_from or event.occurred_at
    if stance is not Stance.ASSERT:
        speaks_from = statement.valid_to or event.occurred_at
    until = statement.valid_to if stance is Stance.ASSERT else None
    if until is not None and until <= speaks_from:
        until = None
    mark = Mark(
        timeline=timeline_of(
            statement.subject,
            statement.slot,
            statement.value,
            statement.text,
            when=statement.when,
            single_valued=single_valued,
        ),
        at=speaks_from,
        event_seq=event.seq,
        event_id=event.id,
        ordinal=ordinal,
        stance=stance,
        content=content_of(
            statement.slot, statement.value, statement.polarity, single_valued=single_valued
        ),
        subject=statement.subject,
        slot=statement.slot,
        value=statement.value,
        text=statement.text,
        polarity=statement.polarity,
        confidence=statement.confidence,
        origin=event.origin,
        said_at=event.occurred_at,
        until=until,
        when=statement.when,
        session=event.session,
        agent=event.agent,
        single_valued=single_valued,
    )
    return replace(mark, reach=reach_of(mark))


def reach_of(mark: Mark) -> datetime | None:
    """Return the latest moment up to which a mark may change what older ones mean."""
    return mark.until if is_plain(replace(mark, until=None)) else mark.at


def _is_past(statement: Statement, event: Event) -> bool:
    """Say whether all that is said of the time is an end that has passed: it held until then."""
    return (
        statement.stance is Stance.ASSERT
        and statement.valid_from is None
        and statement.valid_to is not None
        and statement.valid_to <= event.occurred_at
    )


def is_plain(mark: Mark) -> bool:
    """Say whether a mark only asserts, with no end of its own and no denial of one value."""
    return (
        mark.stance is Stance.ASSERT
        and mark.until is None
        and not (holds_one(mark) and mark.polarity is Polarity.NEGATIVE)
    )


def begins_something(mark: Mark) -> bool:
    """Say whether a mark asserts that something holds, if only for a time."""
    return mark.stance is Stance.ASSERT and not denies(mark)


def advance(mark: Mark, current: Fact | None, recorded_at: datetime) -> tuple[FactWrite, ...]:
    """Decide a mark that is newer than all that its timeline reaches to.

    Args:
        mark: the new mark; `is_plain(mark)` holds, or nothing is open and it begins something.
        current: the open fact of the timeline, or None.
        recorded_at: when it was learned.
    """
    if current is not None and _content(current) == mark.content:
        return (_repeated(mark, current),)
    new = founded_by(mark, recorded_at)
    added = FactWrite(ChangeKind.ADDED, new, mark.timeline, (mark,))
    if current is None:
        return (added,)
    closed = replace(current, valid_to=mark.at, closed_by=new.id)
    return (added, FactWrite(ChangeKind.SUPERSEDED, closed, mark.timeline))


@dataclass(frozen=True, slots=True)
class Neighbours:
    """What stands around a moment of a timeline; facts that were taken back do not.

    Args:
        moment: world time.
        before: the last two facts that begin at the moment or before it, the last first.
        after: the first two facts that begin later, the first first.
        is_tied: something else speaks from the very same moment.
        is_within: the fact that holds at the moment was stated at it or later, too.
    """

    moment: datetime
    before: Sequence[Fact]
    after: Sequence[Fact] = ()
    is_tied: bool = False
    is_within: bool = False

    @property
    def cover(self) -> Fact | None:
        """The fact that holds at the moment; of several that begin together one lasts."""
        for fact in self.before:
            lasts = fact.valid_to is None or fact.valid_to > self.moment
            if lasts and fact.valid_from == self.before[0].valid_from:
                return fact
        return None

    @property
    def is_decisive(self) -> bool:
        """False where the fact that holds may be missing: of three that begin together."""
        if not self.before or self.cover is not None:
            return True
        return self.before[0].valid_from != self.before[0].valid_to

    @property
    def parted(self) -> Fact | None:
        """The fact between two statements of which the moment falls, where that is all."""
        return self.cover if self.is_within and not self.is_tied else None


def end_now(mark: Mark, current: Fact | None) -> tuple[FactWrite, ...] | None:
    """Decide an ending, or a denial of the one value, that is newer than all of its timeline.

    Returns:
        None where it does not speak of the open fact, so that the whole timeline decides.
    """
    if current is None or mark.stance is Stance.RETRACT or mark.until is not None:
        return None
    ended = positive(mark.content) if mark.stance is Stance.ASSERT else mark.content
    nameless = holds_one(mark) and mark.value is None
    if begins_something(mark):
        return None
    if not nameless and _content(current) != ended:
        return None
    closed = replace(current, valid_to=mark.at)
    moved = (replace(mark, fact_seq=current.seq),)
    return (FactWrite(ChangeKind.CLOSED, closed, mark.timeline, moved),)


def insert(
    mark: Mark, neighbours: Neighbours, recorded_at: datetime
) -> tuple[FactWrite, ...] | None:
    """Decide a plain mark that nothing at its moment or later reaches back to.

    Args:
        mark: the new mark; `is_plain(mark)` holds.
        neighbours: what stands around its moment.
        recorded_at: when it was learned.

    Returns:
        None where the neighbours do not decide it: it falls between two statements of one fact,
        or another value holds from the same moment.
    """
    cover, after = neighbours.cover, neighbours.after[0] if neighbours.after else None
    if cover is not None and _content(cover) == mark.content:
        begins_together = [fact.valid_from for fact in neighbours.before] == [mark.at, mark.at]
        return None if begins_together else (_repeated(mark, cover),)
    if neighbours.is_tied or neighbours.is_within:
        return None
    if len({fact.valid_from for fact in neighbours.after}) < len(neighbours.after):
        return None
    if after is not None and _content(after) == mark.content:
        grown = replace(
            _spoken_by(mark, after),
            valid_from=mark.at,
            evidence=after.evidence + 1,
            confidence=max(after.confidence, mark.confidence),
        )
        moved = (replace(mark, fact_seq=after.seq),)
        writes = [FactWrite(ChangeKind.REINFORCED, grown, mark.timeline, moved)]
    else:
        grown = founded_by(mark, recorded_at)
        if after is not None:
            grown = replace(grown, valid_to=after.valid_from, closed_by=after.id)
        writes = [FactWrite(ChangeKind.ADDED, grown, mark.timeline, (mark,))]
    if cover is not None:
        closed = replace(cover, valid_to=mark.at, closed_by=grown.id)
        kind = _kind(cover, closed, is_new=False)
        writes.append(FactWrite(kind, closed, mark.timeline))
    return tuple(writes)


@dataclass(frozen=True, slots=True)
class Refolded:
    """How a timeline differs from what stands.

    Args:
        writes: facts that change, with the marks that move.
        loose: marks that support no fact (yet): retractions that found nothing to take back,
            endings that found nothing to end. They are kept, since what they speak of may arrive
            later.
        gone: marks the fold made once, which it does not make any more.
    """

    writes: tuple[FactWrite, ...]
    loose: tuple[Mark, ...] = ()
    gone: tuple[Mark, ...] = ()


def refold(
    marks: Sequence[Mark],
    facts: Sequence[Fact],
    *,
    recorded_at: datetime,
    within: Fact | None = None,
    timeline: int | None = None,
) -> Refolded:
    """Decide a whole timeline, or one fact's part of it, again.

    Args:
        marks: every mark, new ones with fact_seq 0; of the one fact where `within` is given.
        facts: every fact of the timeline; those that its marks founded where `within` is given.
        recorded_at: when what is decided now was learned.
        within: the fact that holds over all of these marks; the last run ends as it does.
        timeline: its number, where it may hold no marks any more.
    """
    made = {(mark.at, mark.event_seq, mark.ordinal): mark for mark in marks if is_resumed(mark)}
    if within is not None:
        runs, taken_back = fold(sorted(marks, key=fold_order))
        runs[-1].valid_to = within.valid_to
        made = {}
    else:
        said = [mark for mark in marks if not is_resumed(mark)]
        runs, taken_back = fold(sorted(said, key=fold_order))
    for run in runs:
        run.marks = [
            made.pop((mark.at, mark.event_seq, mark.ordinal), mark) if is_resumed(mark) else mark
            for mark in run.marks
        ]
    decided = _Decided(facts, recorded_at)
    decided.settle_runs(runs, last_closed_by=None if within is None else within.closed_by)
    decided.settle_taken_back(taken_back)
    decided.settle_shells(marks[0].timeline if timeline is None else timeline, runs)
    placed = {id(mark) for run in runs for mark in run.marks}
    placed |= {id(mark) for group in taken_back for mark in group.marks}
    loose = [
        replace(mark, fact_seq=0)
        for mark in marks
        if id(mark) not in placed and not is_resumed(mark)
    ]
    return Refolded(tuple(decided.writes), tuple(loose), tuple(made.values()))


class _Decided:
    """Gathers the writes that lead from the facts as they stand to what was decided."""

    def __init__(self, facts: Sequence[Fact], recorded_at: datetime) -> None:
        self.writes: list[FactWrite] = []
        self._by_seq = {fact.seq: fact for fact in facts}
        self._by_id = {fact.id: fact for fact in facts}
        self._taken: set[int] = set()
        self._recorded_at = recorded_at
        self._survivor: str | None = None

    def settle_runs(self, runs: Sequence[Run], *, last_closed_by: str | None) -> None:
        """Give each run its fact."""
        named: list[tuple[Run, Fact]] = []
        for run in runs:
            base = self._claim(run.marks)
            named.append((run, base or founded_by(run.marks[0], self._recorded_at)))
        ids = {id(run): fact.id for run, fact in named}
        for run, base in named:
            closer = ids.get(id(run.closed_by)) if run.closed_by is not None else None
            if run is runs[-1]:
                closer = closer or last_closed_by
            self._write(base, _state(run, base, closer), run.marks)
        self._survivor = named[0][1].id if named else None

    def settle_taken_back(self, groups: Sequence[TakenBack]) -> None:
        """Give what was never true its facts."""
        for group in groups:
            base = self._claim(group.statements)
            fact = base or founded_by(group.statements[0], self._recorded_at)
            run = Run(group.content, group.statements[0].at, group.statements)
            state = replace(
                _state(run, fact, None), retracted_at=fact.retracted_at or self._recorded_at
            )
            self._write(fact, state, group.marks)

    def settle_shells(self, timeline: int, runs: Sequence[Run]) -> None:
        """Empty the facts whose statements all support others now."""
        for seq, fact in self._by_seq.items():
            if seq not in self._taken and fact.evidence:
                gone = replace(
                    fact,
                    retracted_at=fact.retracted_at or self._recorded_at,
                    closed_by=self._survivor if runs else None,
                    evidence=0,
                )
                self.writes.append(FactWrite(ChangeKind.RETRACTED, gone, timeline))

    def _claim(self, marks: Sequence[Mark]) -> Fact | None:
        """Give a group of marks the oldest fact that one of its marks founded."""
        founded = [
            self._by_id[name]
            for name in (fact_id(mark.event_id, mark.ordinal) for mark in marks)
            if name in self._by_id
        ]
        if not founded:
            return None
        oldest = min(founded, key=lambda fact: fact.seq)
        self._taken.add(oldest.seq)
        return oldest

    def _write(self, base: Fact, state: Fact, marks: Sequence[Mark]) -> None:
        """Write what differs, if anything does."""
        moved = tuple(
            replace(mark, fact_seq=base.seq)
            for mark in marks
            if mark.fact_seq != base.seq or mark.fact_seq == 0
        )
        is_new = base.seq not in self._by_seq
        if is_new or moved or state != base:
            kind = _kind(base, state, is_new=is_new)
            if is_new and is_resumed(marks[0]):
                kind = ChangeKind.SPLIT
            self.writes.append(FactWrite(kind, state, marks[0].timeline, moved))


def _content(fact: Fact) -> str:
    return content_of(fact.slot, fact.value, fact.polarity, single_valued=fact.single_valued)


def _repeated(mark: Mark, fact: Fact) -> FactWrite:
    """Return the write of a statement that says once more what holds at its moment."""
    spoken = fact
    if fact.valid_from == mark.at and _words(mark) < _words(fact):
        spoken = _spoken_by(mark, fact)
    grown = replace(
        spoken, evidence=fact.evidence + 1, confidence=max(fact.confidence, mark.confidence)
    )
    moved = (replace(mark, fact_seq=fact.seq),)
    return FactWrite(ChangeKind.REINFORCED, grown, mark.timeline, moved)


def _spoken_by(mark: Mark, fact: Fact) -> Fact:
    """Return a fact in the words of one of its statements."""
    return replace(
        fact,
        subject=mark.subject,
        slot=mark.slot,
        session=mark.session,
        agent=mark.agent,
        text=mark.text,
        value=mark.value,
        polarity=mark.polarity,
        single_valued=mark.single_valued,
        when=mark.when,
    )


def _words(said: Fact | Mark) -> tuple[str, ...]:
    """Return what decides whose words a fact takes among statements of one moment: the least.

    So neither the order of arrival matters, nor need the others be read.
    """
    when = "" if said.when is None else f"{said.when.start} {said.when.end} {said.when.words}"
    return (
        said.text, said.value or "", said.slot or "", said.polarity, said.subject,
        said.session or "", said.agent or "", when,
    )  # fmt: skip


def _state(run: Run, base: Fact, closer: str | None) -> Fact:
    """Return the fact that a run stands for, under the identity of `base`."""
    asserted = [mark for mark in run.marks if begins_something(mark)]
    said = asserted or run.marks
    speaker = min((mark for mark in said if mark.at == said[0].at), key=_words)
    return replace(
        _spoken_by(speaker, base),
        valid_from=run.valid_from,
        valid_to=run.valid_to,
        closed_by=closer,
        retracted_at=None,
        evidence=max(len(asserted), 1),
        confidence=max(mark.confidence for mark in said),
    )


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


def founded_by(mark: Mark, recorded_at: datetime) -> Fact:
    """Return the fact that a mark founds."""
    return Fact(
        id=fact_id(mark.event_id, mark.ordinal),
        seq=0,
        subject=mark.subject,
        slot=mark.slot,
        value=mark.value,
        text=mark.text,
        polarity=mark.polarity,
        tier=tier_of(mark.slot, mark.text),
        confidence=mark.confidence,
        provenance=Provenance.STATED,
        origin=mark.origin,
        valid_from=mark.at if mark.stance is Stance.ASSERT else None,
        valid_to=mark.until,
        single_valued=mark.single_valued,
        when=mark.when,
        recorded_at=recorded_at,
        session=mark.session,
        agent=mark.agent,
    )
