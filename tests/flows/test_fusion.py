"""Facts that say nearly the same, facts that may not both hold, and what a model says of them."""

from datetime import timedelta

import pytest
from tests.support.clock import FrozenClock
from tests.support.models import Asked

from remanent import Memory
from remanent.errors import InputError, NotFoundError
from remanent.model.suggestion import SuggestionKind

NEAR = [
    "the loft has a wide oak desk near the north window",
    "the loft has a wide oak desk beside the north window",
    "the loft has a large oak desk near the north window",
]
APART = ["the weekly report has 3 pages as a table", "the weekly report has 4 pages as a table"]


def texts(memory: Memory, user: str = "alice") -> list[str]:
    return sorted(fact.text for fact in memory.scope(tenant="t", user=user).facts())


def test_near_facts_of_a_week_become_one_that_stands_for_them(
    memory: Memory, clock: FrozenClock
) -> None:
    alice = memory.scope(tenant="t", user="alice")
    alice.remember(facts=[*NEAR, *APART, "plays chess"])
    clock.advance(seconds=1)
    before = texts(memory)
    useful = next(fact for fact in alice.facts() if fact.text == NEAR[1])
    asked = alice.recall("where is the wide oak desk beside the window?")
    alice.record_outcome(asked.id, helped=True, item_ids=[useful.id])
    matters = alice.retention(useful.id).state.importance
    (found,) = alice.fuse(dry_run=True)
    assert texts(memory) == before
    assert {fact.text for fact in found.members} == set(NEAR)
    (done,) = alice.fuse()
    assert done == found
    assert set(texts(memory)) == {found.standing.text, *APART, "plays chess"}
    assert alice.fuse() == ()
    (standing,) = [fact for fact in alice.facts() if fact.id == found.standing.id]
    assert standing.evidence == 3
    assert {source.text for source in standing.sources} == set(NEAR)
    kept = alice.retention(found.standing.id)
    assert kept.state.fusion_factor == pytest.approx(0.4765054)
    assert kept.state.importance == matters > 0.5
    assert kept.state.helped == 1
    assert [entry.change for entry in alice.history(found.hidden[0].id)] == ["added", "fused"]
    assert set(alice.unfuse(found.standing.id)) == {fact.id for fact in found.hidden}
    assert texts(memory) == before
    assert alice.fuse() == ()
    with pytest.raises(InputError):
        alice.unfuse(found.standing.id)
    with pytest.raises(NotFoundError):
        memory.scope(tenant="t", user="bob").unfuse(found.standing.id)


def test_facts_told_more_than_a_week_apart_are_not_one(memory: Memory, clock: FrozenClock) -> None:
    alice = memory.scope(tenant="t", user="alice")
    for text in NEAR:
        alice.remember(facts=text)
        clock.advance(days=5)
    assert alice.fuse() == ()


def test_the_same_said_fifty_times_is_one_fact_with_as_much_evidence(memory: Memory) -> None:
    alice = memory.scope(tenant="t", user="alice")
    for _ in range(50):
        alice.remember(facts="the desk is by the window")
    (fact,) = alice.facts()
    assert fact.evidence == 50
    assert alice.fuse() == ()


def test_what_may_contradict_suppresses_the_older_and_is_proposed_once(
    memory: Memory, clock: FrozenClock
) -> None:
    alice = memory.scope(tenant="t", user="alice")
    alice.remember(facts="the team budget is 500 euros")
    clock.advance(timedelta(days=15))
    (old,) = alice.facts()
    before = alice.retention(old.id).strength
    alice.remember(facts="the team budget is 700 euros")
    assert len(alice.facts()) == 2
    assert alice.retention(old.id).strength == pytest.approx(before * 0.7788008)
    (doubt,) = [each for each in alice.suggestions() if each.kind is SuggestionKind.CONFLICT]
    assert old.id in doubt.fact_ids
    alice.remember(facts="the team budget is 700 euros")
    assert len(alice.suggestions()) == 1


def test_what_agrees_dampens_the_older_once(memory: Memory, clock: FrozenClock) -> None:
    alice = memory.scope(tenant="t", user="alice")
    alice.remember(facts="the red bike has a flat tyre")
    (old,) = alice.facts()
    assert alice.retention(old.id).state.importance == pytest.approx(0.5)
    clock.advance(seconds=1)
    alice.remember(facts="the red bike has a flat seat")
    assert alice.retention(old.id).state.importance == pytest.approx(0.5 * (1 - 0.3 * 0.6))
    alice.remember(facts="the red bike has a flat seat")
    assert alice.retention(old.id).state.dampening == pytest.approx(1 - 0.3 * 0.6)


@pytest.mark.parametrize(
    ("relation", "left"),
    [("contradictory", ["the team budget is 700 euros"]),
     ("subsumes", ["the team budget is 700 euros"]),
     ("subsumed", ["the team budget is 500 euros"]),
     ("unrelated", ["the team budget is 500 euros", "the team budget is 700 euros"])],
)  # fmt: skip
def test_a_model_decides_what_the_rules_leave_open(
    asked: Asked, clock: FrozenClock, relation: str, left: list[str]
) -> None:
    alice = asked.alice([f'{{"relation": "{relation}"}}'])
    alice.remember(facts="the team budget is 500 euros")
    clock.advance(days=1)
    alice.remember(facts="the team budget is 700 euros")
    alice.work()
    assert sorted(fact.text for fact in alice.facts()) == left
    assert alice.suggestions() == ()


def test_a_written_merge_stands_only_where_it_keeps_everything(asked: Asked) -> None:
    near = [text.replace("loft", "loft in Riga") for text in NEAR]
    good = "the loft in Riga has a wide, large oak desk near, beside the north window"
    for name, merged, stands in (
        ("good", good, True),
        ("lost", "the loft has a wide oak desk near the north window", False),
        ("added", "the loft in Riga has 3 wide oak desks near the north window", False),
    ):
        asked.server.script.extend(
            [f'{{"text": "{merged}"}}', '{"preserved": true, "missing": []}']
        )
        scope = asked.memory(name).scope(tenant="t", user="alice")
        scope.remember(facts=near)
        (cluster,) = scope.fuse()
        scope.work()
        asked.server.script.clear()
        (fact,) = scope.facts()
        assert (fact.text == good) is stands
        if stands:
            assert {source.text for source in fact.sources} == set(near)
        else:
            assert fact.text == cluster.standing.text


@pytest.mark.parametrize("is_accepted", [True, False])
def test_the_owner_decides_what_the_rules_leave_open_once_and_for_all(
    memory: Memory, clock: FrozenClock, *, is_accepted: bool
) -> None:
    alice = memory.scope(tenant="t", user="alice")
    budgets = ["the team budget is 500 euros", "the team budget is 700 euros"]
    for text in budgets:
        alice.remember(facts=text)
        clock.advance(days=1)
    (doubt,) = alice.suggestions()
    (alice.accept if is_accepted else alice.reject)(doubt.id)
    assert texts(memory) == (budgets[1:] if is_accepted else budgets)
    alice.remember(facts=budgets[1])
    assert alice.suggestions() == ()
    assert len(alice.facts(include_closed=True)) == 2
