"""Facts are a function of what was said and when, never of the order in which it arrived."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from remanent.facts.change import advance, fold_order, is_plain, mark_of, refold
from remanent.facts.slots import content_of
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


class Timeline:
    """A store of one timeline, in memory."""

    def __init__(self, *, may_advance: bool = True) -> None:
        self.facts: dict[int, Fact] = {}
        self.marks: dict[tuple[str, int], Mark] = {}
        self.may_advance = may_advance

    def say(self, number: int, said: Statement) -> None:
        event = Event(
            id=f"{number:032x}",
            kind=EventKind.TURN,
            role=Role.USER,
            origin=Origin.PERSON,
            text=said.text,
            occurred_at=day(number),
            recorded_at=START,
            seq=number,
        )
        mark = mark_of(said, event, 0)
        latest = max((each.at for each in self.marks.values()), default=None)
        if self.may_advance and is_plain(mark) and (latest is None or mark.at > latest):
            current = next((fact for fact in self.facts.values() if fact.is_current), None)
            content = None
            if current is not None:
                content = content_of(current.slot, current.value, current.polarity)
            self.apply(advance(mark, current, content, event))
            return
        writes, loose = refold([*self.marks.values(), mark], list(self.facts.values()), event=event)
        self.apply(writes)
        for each in loose:
            self.marks[each.event_id, each.ordinal] = each

    def apply(self, writes: tuple[FactWrite, ...]) -> None:
        for write in writes:
            fact = write.fact
            if fact.seq == 0:
                fact = replace(fact, seq=len(self.facts) + 1)
            self.facts[fact.seq] = fact
            for mark in write.marks:
                self.marks[mark.event_id, mark.ordinal] = replace(mark, fact_seq=fact.seq)

    def state(self) -> list[tuple[object, ...]]:
        """What is known, without the ids that depend on who came first."""
        by_id = {fact.id: fact for fact in self.facts.values()}
        return sorted(
            (
                str(fact.value),
                fact.polarity.value,
                str(fact.valid_from),
                str(fact.valid_to),
                fact.retracted_at is not None,
                fact.evidence,
                by_id[fact.closed_by].value if fact.closed_by else None,
            )
            for fact in self.facts.values()
            if fact.evidence
        )


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
    straight, shuffled = Timeline(may_advance=False), Timeline()
    for number, said in SAID:
        straight.say(number, said)
    for number, said in order:
        shuffled.say(number, said)
    assert shuffled.state() == straight.state()
    current = [fact for fact in shuffled.facts.values() if fact.is_current and fact.evidence]
    assert [(fact.value, fact.evidence) for fact in current] == [("Riga", 2)]


STATEMENTS = st.one_of(
    st.builds(statement, st.sampled_from(["Riga", "Tallinn", "Porto"])),
    st.builds(
        statement,
        st.sampled_from(["Riga", "Tallinn"]),
        stance=st.sampled_from([Stance.END, Stance.RETRACT]),
    ),
    st.builds(statement, st.just("Riga"), polarity=st.just(Polarity.NEGATIVE)),
)


@settings(max_examples=1500, deadline=None)
@given(said=st.lists(STATEMENTS, min_size=1, max_size=6), data=st.data())
def test_any_statements_in_any_order_end_in_the_same_state(
    said: list[Statement], data: st.DataObject
) -> None:
    dated = [(place * 10 + 1, each) for place, each in enumerate(said)]
    straight, shuffled = Timeline(may_advance=False), Timeline()
    for number, each in dated:
        straight.say(number, each)
    for number, each in data.draw(st.permutations(dated)):
        shuffled.say(number, each)
    assert shuffled.state() == straight.state()


def test_the_short_way_and_the_whole_fold_agree() -> None:
    short, whole = Timeline(), Timeline(may_advance=False)
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
