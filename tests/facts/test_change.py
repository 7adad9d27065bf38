"""Facts are a function of what was said and when, never of the order in which it arrived."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from remanent.facts.change import (
    Neighbours,
    Refolded,
    advance,
    begins_something,
    end_now,
    fact_id,
    insert,
    is_plain,
    mark_of,
    refold,
)
from remanent.facts.fold import fold_order
from remanent.facts.validity import holds_at
from remanent.model.event import Event, EventKind, Origin, Role
from remanent.model.fact import Fact, Polarity, Stance, Statement
from remanent.model.mark import FactWrite, Mark

START = datetime(2025, 1, 1, tzinfo=UTC)


def statement(
    value: str | None,
    *,
    slot: str | None = "home",
    stance: Stance = Stance.ASSERT,
    polarity: Polarity = Polarity.POSITIVE,
    valid_from: datetime | None = None,
    valid_to: datetime | None = None,
) -> Statement:
    return Statement(
        subject="user",
        slot=slot,
        value=value,
        text=f"{slot} {value} {polarity.value}",
        stance=stance,
        polarity=polarity,
        valid_from=valid_from,
        valid_to=valid_to,
    )


def day(number: int) -> datetime:
    return START + timedelta(days=number)


def _if_any(writes: tuple[FactWrite, ...] | None) -> Refolded | None:
    return None if writes is None else Refolded(writes)


class Timeline:
    """A store of one timeline, in memory.

    Args:
        is_short: decide by the neighbours where they decide; else always by the whole timeline.
    """

    def __init__(self, *, is_short: bool = True) -> None:
        self.facts: dict[int, Fact] = {}
        self.marks: dict[tuple[datetime, str, int], Mark] = {}
        self.is_short = is_short
        self.read = 0

    def say(self, number: int, said: Statement, *, at: datetime | None = None) -> None:
        event = Event(
            id=f"{number:032x}",
            kind=EventKind.TURN,
            role=Role.USER,
            origin=Origin.PERSON,
            text=said.text,
            occurred_at=at or day(number),
            recorded_at=START,
            seq=number + 1,
        )
        mark = mark_of(said, event, 0)
        decided = self.nearby(mark)
        if decided is None:
            self.read += len(self.marks)
            facts = list(self.facts.values())
            decided = refold([*self.marks.values(), mark], facts, recorded_at=START)
        self.apply(decided)

    def nearby(self, mark: Mark) -> Refolded | None:
        reaches = [each.reach for each in self.marks.values() if each.reach is not None]
        if any(mark.at <= reach for reach in reaches) or not self.is_short:
            return None
        around = self.around(mark.at)
        if not around.is_decisive:
            return None
        if all(mark.at > each.at for each in self.marks.values()):
            if is_plain(mark) or (around.cover is None and begins_something(mark)):
                return Refolded(advance(mark, around.cover, START))
            return _if_any(end_now(mark, around.cover))
        plain = is_plain(mark)
        inserted = insert(mark, around, START) if plain else None
        parted = around.parted if plain else None
        if inserted is not None or parted is None:
            return _if_any(inserted)
        marks = [each for each in self.marks.values() if each.fact_seq == parted.seq]
        names = {fact_id(each.event_id, each.ordinal) for each in marks}
        facts = [fact for fact in self.facts.values() if fact.id in names]
        self.read += len(marks)
        return refold([*marks, mark], facts, recorded_at=START, within=parted)

    def around(self, moment: datetime) -> Neighbours:
        live = [fact for fact in self.facts.values() if fact.retracted_at is None]
        dated = sorted(
            (fact.valid_from, fact.seq, fact) for fact in live if fact.valid_from is not None
        )
        before = [fact for begins, _, fact in dated if begins <= moment]
        around = Neighbours(moment, before[:-3:-1])
        later = [mark for mark in self.marks.values() if mark.at >= moment]
        return replace(
            around,
            after=[fact for begins, _, fact in dated if begins > moment][:2],
            is_tied=any(mark.at == moment for mark in later),
            is_within=around.cover is not None
            and any(mark.fact_seq == around.cover.seq for mark in later),
        )

    def apply(self, decided: Refolded) -> None:
        for gone in decided.gone:
            del self.marks[gone.at, gone.event_id, gone.ordinal]
        for each in decided.loose:
            self.marks[each.at, each.event_id, each.ordinal] = each
        for write in decided.writes:
            fact = write.fact
            if fact.seq == 0:
                assert fact.id not in {each.id for each in self.facts.values()}
                fact = replace(fact, seq=len(self.facts) + 1)
            self.facts[fact.seq] = fact
            for mark in write.marks:
                key = (mark.at, mark.event_id, mark.ordinal)
                self.marks[key] = replace(mark, fact_seq=fact.seq)

    def state(self) -> list[tuple[object, ...]]:
        """What is known, without the ids that depend on who came first."""
        by_id = {fact.id: fact for fact in self.facts.values()}
        sources: dict[int, set[str]] = {}
        for mark in self.marks.values():
            sources.setdefault(mark.fact_seq, set()).add(mark.event_id)
        return sorted(
            (
                str(fact.value),
                fact.text,
                fact.polarity.value,
                str(fact.valid_from),
                str(fact.valid_to),
                fact.retracted_at is not None,
                fact.evidence,
                fact.confidence,
                str(by_id[fact.closed_by].value if fact.closed_by else None),
                sorted(sources[fact.seq]),
            )
            for fact in self.facts.values()
            if fact.evidence
        )

    def holding(self, moment: datetime) -> list[str | None]:
        """The values that hold at a moment."""
        return [fact.value for fact in self.facts.values() if holds_at(fact, moment)]


def test_an_older_statement_that_arrives_late_takes_its_place_in_the_past() -> None:
    timeline = Timeline()
    timeline.say(500, statement("Tallinn"))
    timeline.say(10, statement("Riga"))
    known = {fact.value: (fact.valid_from, fact.valid_to) for fact in timeline.facts.values()}
    assert known == {"Tallinn": (day(500), None), "Riga": (day(10), day(500))}


SAID = [
    (10, statement("Riga")),
    (20, statement("Tallinn")),
    (30, statement("Riga")),
    (40, statement("Riga")),
]


@pytest.mark.parametrize("order", list(permutations(SAID)))
def test_every_order_of_arrival_ends_in_the_same_state(
    order: tuple[tuple[int, Statement], ...],
) -> None:
    straight, shuffled = Timeline(is_short=False), Timeline()
    for number, said in SAID:
        straight.say(number, said)
    for number, said in order:
        shuffled.say(number, said)
    assert shuffled.state() == straight.state()
    current = [fact for fact in shuffled.facts.values() if fact.is_current and fact.evidence]
    assert [(fact.value, fact.evidence) for fact in current] == [("Riga", 2)]


def stretch(value: str, first: int, last: int) -> Statement:
    return statement(value, valid_from=day(first), valid_to=day(last))


DAYS = st.integers(0, 60)
STATEMENTS = st.one_of(
    st.builds(statement, st.sampled_from(["Riga", "Tallinn", "Porto"])),
    st.builds(
        statement,
        st.sampled_from(["Riga", "Tallinn"]),
        stance=st.sampled_from([Stance.END, Stance.RETRACT]),
    ),
    st.builds(statement, st.none(), stance=st.just(Stance.END)),
    st.builds(statement, st.just("Riga"), polarity=st.just(Polarity.NEGATIVE)),
    st.builds(
        lambda value, first, length: stretch(value, first, first + length + 1),
        st.sampled_from(["Riga", "Tallinn", "Porto"]),
        DAYS,
        st.integers(0, 30),
    ),
    st.builds(
        lambda value, first: statement(value, valid_from=day(first)),
        st.sampled_from(["Riga", "Tallinn"]),
        DAYS,
    ),
)


@settings(max_examples=1500, deadline=None)
@given(said=st.lists(STATEMENTS, min_size=1, max_size=8), data=st.data())
def test_any_statements_in_any_order_end_in_the_same_state(
    said: list[Statement], data: st.DataObject
) -> None:
    dated = [(place * 10 + 1, each) for place, each in enumerate(said)]
    straight, shuffled = Timeline(is_short=False), Timeline()
    for number, each in dated:
        straight.say(number, each)
    for number, each in data.draw(st.permutations(dated)):
        shuffled.say(number, each)
    assert shuffled.state() == straight.state()


PLAIN = st.builds(statement, st.sampled_from(["Riga", "Riga", "Riga", "Tallinn", "Porto"]))


@settings(max_examples=800, deadline=None)
@given(said=st.lists(st.tuples(DAYS, PLAIN), min_size=1, max_size=25))
def test_statements_of_any_days_that_also_coincide_end_in_the_same_state_either_way(
    said: list[tuple[int, Statement]],
) -> None:
    short, whole = Timeline(), Timeline(is_short=False)
    for place, (number, each) in enumerate(said):
        for timeline in (short, whole):
            timeline.say(place, replace(each, text=f"{each.text} {place % 3}"), at=day(number))
        assert short.state() == whole.state()


@pytest.mark.parametrize(
    "numbers", [range(40), range(40, 0, -1), [7] * 40],
    ids=["rising", "falling", "one moment"],
)  # fmt: skip
@pytest.mark.parametrize(
    "values", [["Riga"], ["Riga", "Tallinn"], [str(each) for each in range(40)]]
)
def test_a_statement_at_either_end_or_said_once_more_reads_nothing_else(
    numbers: list[int], values: list[str]
) -> None:
    timeline = Timeline()
    for place, number in enumerate(numbers):
        timeline.say(place, statement(values[place % len(values)]), at=day(number))
    is_tied = len(set(numbers)) == 1 and len(values) > 1
    assert (timeline.read == 0) is not is_tied


PARIS = (0, statement("Paris", valid_from=day(0)))
BERLIN = (500, stretch("Berlin", 100, 200))


@pytest.mark.parametrize("order", [[PARIS, BERLIN], [BERLIN, PARIS]])
def test_a_stretch_of_time_interrupts_what_holds_without_end(
    order: list[tuple[int, Statement]],
) -> None:
    timeline = Timeline()
    for number, said in order:
        timeline.say(number, said)
    assert [timeline.holding(day(number)) for number in (50, 100, 199, 200, 600)] == [
        ["Paris"], ["Berlin"], ["Berlin"], ["Paris"], ["Paris"],
    ]  # fmt: skip


def test_stretches_lie_on_top_of_one_another() -> None:
    timeline = Timeline()
    timeline.say(600, stretch("Oslo", 120, 140))
    timeline.say(*BERLIN)
    timeline.say(*PARIS)
    assert [timeline.holding(day(number)) for number in (110, 130, 150, 250)] == [
        ["Berlin"], ["Oslo"], ["Berlin"], ["Paris"],
    ]  # fmt: skip


def test_a_stretch_that_is_told_three_times_is_one_fact() -> None:
    timeline = Timeline()
    for number in (500, 501, 502):
        timeline.say(number, BERLIN[1])
    (fact,) = timeline.facts.values()
    assert (fact.valid_from, fact.valid_to, fact.evidence) == (day(100), day(200), 3)


def test_what_is_said_inside_a_stretch_ends_it() -> None:
    timeline = Timeline()
    timeline.say(*PARIS)
    timeline.say(*BERLIN)
    timeline.say(150, statement("Oslo"))
    assert [timeline.holding(day(number)) for number in (149, 160, 300)] == [
        ["Berlin"], ["Oslo"], ["Oslo"],
    ]  # fmt: skip


def test_a_retraction_that_was_taken_back_takes_nothing_back() -> None:
    said = Event("a" * 32, EventKind.TURN, Role.USER, Origin.PERSON, "", START, START, seq=1)
    later = replace(said, id="b" * 32, occurred_at=day(1), seq=2)
    mark = mark_of(statement("Riga"), said, 0)
    back = replace(mark_of(statement("Riga", stance=Stance.RETRACT), later, 0), is_void=True)
    (written,) = refold([mark, back], [], recorded_at=START).writes
    assert written.fact.is_current


def test_the_short_way_and_the_whole_fold_agree() -> None:
    short, whole = Timeline(), Timeline(is_short=False)
    for number, said in SAID:
        short.say(number, said)
        whole.say(number, said)
        assert short.state() == whole.state()


def test_a_contradiction_never_ends_with_nothing() -> None:
    timeline = Timeline()
    timeline.say(1, statement("Thai food", slot="likes"))
    timeline.say(50, statement("Thai food", slot="dislikes"))
    current = [fact for fact in timeline.facts.values() if fact.is_current]
    assert [(fact.slot, fact.value) for fact in current] == [("dislikes", "Thai food")]
    closed = [fact for fact in timeline.facts.values() if not fact.is_current]
    assert [(fact.slot, fact.valid_to) for fact in closed] == [("likes", day(50))]


def test_no_longer_closes_and_does_not_erase() -> None:
    timeline = Timeline()
    timeline.say(1, statement("coffee", slot="habit"))
    timeline.say(60, statement("coffee", slot="habit", stance=Stance.END))
    (fact,) = timeline.facts.values()
    assert (fact.valid_from, fact.valid_to, fact.retracted_at) == (day(1), day(60), None)


def test_used_to_leaves_what_holds_now_alone() -> None:
    timeline = Timeline()
    timeline.say(5, statement("Berlin"))
    timeline.say(9, statement("Paris", stance=Stance.END))
    known = {fact.value: (fact.valid_from, fact.valid_to) for fact in timeline.facts.values()}
    assert known == {"Berlin": (day(5), None), "Paris": (None, day(5))}


def test_a_retraction_takes_back_what_was_said_before_it_and_nothing_after() -> None:
    timeline = Timeline()
    timeline.say(1, statement("walnuts", slot="allergy"))
    timeline.say(2, statement("walnuts", slot="allergy", stance=Stance.RETRACT))
    assert [fact.retracted_at for fact in timeline.facts.values()] == [START]
    timeline.say(3, statement("walnuts", slot="allergy"))
    assert [fact.value for fact in timeline.facts.values() if fact.is_current] == ["walnuts"]


def test_a_retraction_that_arrives_first_still_takes_back_the_older_statement() -> None:
    timeline = Timeline()
    timeline.say(9, statement("walnuts", slot="allergy", stance=Stance.RETRACT))
    timeline.say(1, statement("walnuts", slot="allergy"))
    assert [fact for fact in timeline.facts.values() if fact.is_current] == []


def test_one_timeline_has_at_most_one_open_fact() -> None:
    timeline = Timeline()
    for number, value in enumerate(["a", "b", "a", "c", "b"]):
        timeline.say(number, statement(value))
        assert sum(fact.is_current for fact in timeline.facts.values()) == 1


def test_marks_of_one_moment_have_one_order() -> None:
    marks = [
        replace(
            mark_of(
                statement(value),
                Event("a" * 32, EventKind.TURN, Role.USER, Origin.PERSON, "", START, START, seq=1),
                0,
            ),
            event_id=event_id,
        )
        for value, event_id in (("x", "b"), ("y", "a"))
    ]
    backwards = [*reversed(marks)]
    assert sorted(marks, key=fold_order) == sorted(backwards, key=fold_order)
