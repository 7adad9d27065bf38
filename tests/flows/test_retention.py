"""How facts are kept: what fades, what is used, what maintenance does."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from itertools import permutations
from typing import Any

import pytest
from tests.support.clock import FrozenClock
from tests.support.memories import OpenMemory

from remanent import Actor, ActorKind, Memory, ScopedMemory
from remanent.errors import AccessError, InputError, NotFoundError

HOME = "I live in Riga."
HOBBY = "I play tennis as a hobby."


@pytest.fixture
def open_memory(engine: str, opened: Callable[..., Memory]) -> Callable[..., Memory]:
    """Opens memories in which facts fade within weeks."""

    def open_one(
        name: str = "memory", *, overrides: Mapping[str, object] | None = None, **options: Any
    ) -> Memory:
        plan = {"retention.plan": "fading"}
        return opened(engine, name, overrides={**plan, **(overrides or {})}, **options)

    return open_one


def a_fact(alice: ScopedMemory, text: str = "the desk is by the window", **options: object) -> str:
    done = alice.remember(facts=text, **options)  # type: ignore[arg-type]
    return done.fact_ids[0]


def test_a_state_that_nobody_uses_is_archived_and_then_pruned_and_its_turn_stays(
    memory: Memory, clock: FrozenClock
) -> None:
    alice = memory.scope(tenant="home", user="alice")
    start = clock.now()
    fact = a_fact(alice)
    assert alice.retention(fact).strength == 1.0
    assert alice.retention(fact).state.policy == "fade.short"
    assert alice.maintain() == alice.maintain(at=start + timedelta(days=10))
    done = alice.maintain(at=start + timedelta(days=18))
    assert (done.archived, done.pruned, done.left) == (1, 0, False)
    (kept,) = alice.facts()
    assert kept.archived_at is not None
    (item,) = alice.recall("where is the desk?").items
    assert item.marks == ("archived",)
    assert alice.maintain(at=start + timedelta(days=18)).looked_at == 0
    done = alice.maintain(at=start + timedelta(days=31))
    assert (done.archived, done.pruned) == (0, 1)
    assert alice.facts() == ()
    (gone,) = alice.facts(include_closed=True)
    assert gone.pruned_at is not None
    kinds = [entry.change for entry in alice.history(fact)]
    assert kinds == ["added", "archived", "pruned"]
    assert not memory.doctor(full=True)


def test_identity_and_health_are_never_due(memory: Memory, clock: FrozenClock) -> None:
    alice = memory.scope(tenant="home", user="alice")
    alice.remember("I'm allergic to shellfish. My name is Alice. My sister is called Anna.")
    assert alice.maintain(at=clock.now() + timedelta(days=3_000)).looked_at == 0
    assert {fact.tier.value for fact in alice.facts()} == {"core"}


def test_the_only_value_of_a_slot_is_archived_and_never_pruned(
    memory: Memory, clock: FrozenClock
) -> None:
    alice = memory.scope(tenant="home", user="alice")
    alice.remember(HOME)
    done = alice.maintain(at=clock.now() + timedelta(days=400))
    assert (done.archived, done.pruned) == (1, 0)
    (item, *_) = alice.recall("where do I live?").items
    assert item.value == "Riga"
    assert "archived" in item.marks


def test_a_use_brings_back_what_was_archived_and_a_read_does_not(
    memory: Memory, clock: FrozenClock
) -> None:
    alice = memory.scope(tenant="home", user="alice")
    fact = a_fact(alice)
    clock.advance(timedelta(days=18))
    alice.maintain()
    recalled = alice.recall("where is the desk?")
    before = alice.retention(fact)
    assert alice.retention(fact) == before
    assert before.fact.archived_at is not None
    alice.record_use(recalled.id)
    after = alice.retention(fact)
    assert after.fact.archived_at is None
    assert after.strength > before.strength
    assert (after.state.shown, after.state.used, after.state.helped) == (1, 1, 0)
    assert alice.maintain().looked_at == 0


def test_help_is_recorded_apart_once_for_each_use_and_vetoes_pruning(
    memory: Memory, clock: FrozenClock
) -> None:
    alice = memory.scope(tenant="home", user="alice")
    fact = a_fact(alice)
    recalled = alice.recall("where is the desk?")
    assert alice.record_outcome(recalled.id, helped=True) == 1
    state = alice.retention(fact).state
    assert (state.shown, state.used, state.helped, state.outcomes) == (1, 0, 1, 1)
    for bad in (1.5, float("nan"), "well"):
        with pytest.raises(InputError):
            alice.record_outcome(recalled.id, bad)  # type: ignore[arg-type]
    with pytest.raises(InputError):
        alice.record_outcome(recalled.id, helped=True)
    with pytest.raises(InputError):
        alice.record_outcome(recalled.id, 1.0, helped=True)
    with pytest.raises(NotFoundError):
        memory.scope(tenant="home", user="bob").record_outcome(recalled.id, helped=True)
    with pytest.raises(NotFoundError):
        alice.record_outcome(recalled.id, helped=True, item_ids=["0" * 32])
    assert alice.retention(fact).state == state
    assert alice.retention(fact).is_proven
    done = alice.maintain(at=clock.now() + timedelta(days=300))
    assert (done.archived, done.pruned) == (1, 0)


def test_failures_neither_help_nor_keep(memory: Memory, clock: FrozenClock) -> None:
    alice = memory.scope(tenant="home", user="alice")
    fact = a_fact(alice)
    clock.advance(timedelta(days=2))
    before = alice.retention(fact)
    alice.record_outcome(alice.recall("where is the desk?").id, -1.0)
    after = alice.retention(fact)
    assert after.strength == before.strength
    assert (after.state.helped, after.state.outcome_value) == (0, -1.0)


def test_promotion_to_core_needs_ten_times_help_not_repetition(
    memory: Memory, clock: FrozenClock
) -> None:
    alice = memory.scope(tenant="home", user="alice")
    fact = a_fact(alice)
    for _ in range(12):
        clock.advance(timedelta(days=1))
        a_fact(alice)
        alice.record_use(alice.recall("where is the desk?").id)
    assert alice.retention(fact).state.tier.value == "active"
    for _ in range(10):
        clock.advance(timedelta(days=1))
        alice.record_outcome(alice.recall("where is the desk?").id, helped=True)
    assert alice.retention(fact).fact.tier.value == "core"
    assert "promoted" in [entry.change for entry in alice.history(fact)]
    assert alice.maintain(at=clock.now() + timedelta(days=4_000)).looked_at == 0


def test_the_published_numbers_hold_through_the_public_api(
    open_memory: OpenMemory, clock: FrozenClock
) -> None:
    start = clock.now()
    memory = open_memory("fade")
    alice = memory.scope(tenant="home", user="alice")
    fact = a_fact(alice)
    state = alice.retention(fact).state
    assert state.importance == pytest.approx(0.4 * 0.5 + 0.3)
    day_30 = alice.retention(fact, at=start + timedelta(days=30)).strength
    assert day_30 == pytest.approx(2.718281828459045 ** (-0.1 * 2.718281828459045**-0.5 * 30**1.2))
    memory = open_memory("nmafc")
    memory.tenant("home").set_retention("nmafc")
    bob = memory.scope(tenant="home", user="bob")
    fact = a_fact(bob)
    bob.remember(["How is it going?"] * 10)
    assert bob.retention(fact).strength == pytest.approx(0.951, abs=5e-4)
    bob.remember(["And now?"] * 190)
    assert bob.retention(fact).strength == pytest.approx(0.3678794)


def test_a_policy_in_turns_is_due_by_turns_however_long_it_takes(
    memory: Memory, clock: FrozenClock
) -> None:
    memory.tenant("home").set_retention("nmafc")
    alice = memory.scope(tenant="home", user="alice")
    a_fact(
        alice,
        "is in a bad mood",
    )
    mood = a_fact(alice, "feels tired")
    assert alice.retention(mood).state.policy == "nmafc.ephemeral"
    assert memory.maintain(at=clock.now() + timedelta(days=1_000)) == {}
    alice.remember(["one", "two", "three", "four"])
    (done,) = memory.maintain().values()
    assert done.pruned == 1
    assert memory.maintain() == {}


def test_only_scopes_in_which_something_is_due_are_maintained(
    memory: Memory, clock: FrozenClock
) -> None:
    for user in ("alice", "bob", "carol"):
        a_fact(memory.scope(tenant="home", user=user))
        clock.advance(timedelta(days=10))
    a_fact(memory.scope(tenant="shop", user="dave"), at=clock.now() - timedelta(days=25))
    found = memory.maintain(tenant="home")
    assert [scope.name for scope in found] == ["alice", "bob"]
    assert [scope.name for scope in memory.maintain()] == ["dave"]
    assert memory.maintain() == {}


@pytest.mark.parametrize("order", list(permutations(range(3)))[::2])
def test_statements_in_any_order_are_kept_alike(
    open_memory: OpenMemory, order: tuple[int, ...]
) -> None:
    moments = [datetime(2024, 1, day, 9, tzinfo=UTC) for day in (1, 4, 20)]
    states = []
    for name, places in (("sorted", range(3)), ("given", order)):
        alice = open_memory(name).scope(tenant="home", user="alice")
        for place in places:
            fact = a_fact(alice, at=moments[place])
        kept = alice.retention(fact, at=datetime(2024, 2, 1, tzinfo=UTC))
        states.append((kept.strength, kept.state.importance, kept.state.due_at, kept.state.used))
    assert states[0] == states[1]
    assert states[0][3] == 2


def test_a_tenants_plan_can_be_swapped_and_back_and_the_state_is_built_again(
    memory: Memory, clock: FrozenClock
) -> None:
    alice = memory.scope(tenant="home", user="alice")
    fact = a_fact(alice)
    clock.advance(timedelta(days=3))
    alice.record_use(alice.recall("where is the desk?").id)
    before = alice.retention(fact)
    home = memory.tenant("home")
    assert home.retention_plan().name == "fading"
    seen: list[tuple[int, int]] = []
    assert home.set_retention("fern", progress=lambda *at: seen.append(at)) == 1
    assert seen
    assert alice.retention(fact).state.policy == "fern.slow"
    assert home.set_retention("fern") == 0
    own = {"core": "nmafc.core", "active": "nmafc.active", "ephemeral": "fade.short"}
    assert home.set_retention(own) == 1
    assert home.retention_plan().name == "own"
    assert home.set_retention("fading") == 1
    assert alice.retention(fact) == before


def test_a_plan_that_cannot_be_used_is_refused_by_what_is_wrong(memory: Memory) -> None:
    home = memory.tenant("home")
    for bad, words in (
        ("fades", "remanent, fading, fade, nmafc, fern"),
        ({"core": "fade.middle"}, "fade.long"),
        ({"core": "nmafc.core", "colour": 1}, "colour"),
        ({"archive_below": 1.5}, "archive_below"),
        ({"archive_below": True}, "archive_below"),
        ({"core_helpful_uses": 0}, "core_helpful_uses"),
        ({"name": ""}, "name"),
        (7, "int"),
    ):
        with pytest.raises(InputError, match=words):
            home.set_retention(bad)  # type: ignore[arg-type]
    agent = Actor(ActorKind.AGENT, "helper")
    with pytest.raises(AccessError):
        memory.tenant("home", actor=agent).set_retention("fern")


def test_what_holds_no_longer_is_not_maintained(memory: Memory, clock: FrozenClock) -> None:
    alice = memory.scope(tenant="home", user="alice")
    alice.remember(HOME)
    clock.advance(timedelta(days=1))
    alice.remember("I moved to Oslo.")
    done = alice.maintain(at=clock.now() + timedelta(days=100))
    assert done.archived == 1
    (riga,) = [fact for fact in alice.facts(include_closed=True) if fact.value == "Riga"]
    assert riga.archived_at is None


def test_being_used_often_never_changes_what_answers_a_question_best(
    memory: Memory, clock: FrozenClock
) -> None:
    alice = memory.scope(tenant="home", user="alice")
    alice.remember(
        facts=["the red bike is in the cellar", "the red bike with the bell is upstairs"]
    )
    question = "where is the red bike with the bell?"
    before = [item.text for item in alice.recall(question).items]
    other = alice.recall("what is in the cellar?")
    for _ in range(30):
        clock.advance(days=1)
        alice.record_outcome(alice.recall("what is in the cellar?").id, helped=True)
    assert other.items
    assert [item.text for item in alice.recall(question).items] == before


def test_the_published_numbers_of_days_hold_through_the_public_api(
    open_memory: OpenMemory, clock: FrozenClock
) -> None:
    start, memory = clock.now(), open_memory()
    memory.tenant("home").set_retention({"active": "fade.long", "relevance": {"state": 1}})
    alice = memory.scope(tenant="home", user="alice")
    fact = a_fact(alice)
    assert alice.retention(fact).state.importance == pytest.approx(0.7)
    month = alice.retention(fact, at=start + timedelta(days=30))
    assert month.strength == pytest.approx(0.4702198, abs=5e-8)
    memory.tenant("home").set_retention({"relevance": {"state": 0.8}})
    for _ in range(2):
        clock.advance(timedelta(days=5))
        a_fact(alice)
    # Uses 0 and 5 days ago; the age counts from the last.
    assert alice.retention(fact).state.importance == pytest.approx(0.8049045, abs=5e-8)


@pytest.mark.parametrize(
    ("preset", "helps", "turns", "strength"),
    [
        ("nmafc.active", 5, 10, 0.977),
        ("nmafc.active", 10, 10, 0.989),
        ("nmafc.active", 10, 200, 0.8000107),
        ("nmafc.ephemeral", 5, 10, 0.038),
        ("nmafc.ephemeral", 10, 10, 0.214),
    ],
)
def test_the_published_numbers_of_turns_hold_through_the_public_api(
    memory: Memory, preset: str, helps: int, turns: int, strength: float
) -> None:
    memory.tenant("home").set_retention({"active": preset, "core_helpful_uses": 1000})
    alice = memory.scope(tenant="home", user="alice")
    fact = a_fact(alice)
    for number in range(helps):
        recalled = alice.recall("where is the desk?", limit=10 + number)
        alice.record_outcome(recalled.id, helped=True, item_ids=[fact])
        memory._door.clock.advance(timedelta(hours=1))  # type: ignore[attr-defined]  # frozen
    alice.remember(["How is it going?"] * turns)
    close = 5e-4 if strength < 0.99 and turns == 10 else 5e-8
    assert alice.retention(fact).strength == pytest.approx(strength, abs=close)


def test_the_layer_follows_use_and_falls_back_by_itself(memory: Memory, clock: FrozenClock) -> None:
    alice = memory.scope(tenant="home", user="alice")
    fact = a_fact(alice)
    layers = []
    for wait in (timedelta(minutes=1),) * 3:
        layers.append(alice.retention(fact).state.layer)
        clock.advance(wait)
        a_fact(alice)
    layers.append(alice.retention(fact).state.layer)
    until = alice.retention(fact).state.long_until
    assert until is not None
    clock.advance(until - clock.now() - timedelta(seconds=1))
    layers.append(alice.retention(fact).state.layer)
    clock.advance(timedelta(seconds=1))
    layers.append(alice.retention(fact).state.layer)
    assert alice.maintain().demoted == 1
    a_fact(alice)  # matters more again, not enough to be promoted
    layers.append(alice.retention(fact).state.layer)
    assert layers == ["short", "short", "short", "long", "long", "short", "short"]
    assert "demoted" in [entry.change for entry in alice.history(fact)]


def test_what_is_due_at_this_very_moment_is_done_once(memory: Memory, clock: FrozenClock) -> None:
    for number in range(20):
        alice = memory.scope(tenant="home", user=f"alice {number}")
        fact = a_fact(alice, at=clock.now() - timedelta(seconds=977 * number))
        done = alice.maintain(at=alice.retention(fact).state.due_at)
        assert (done.looked_at, done.archived, done.left) == (1, 1, False)


def test_what_a_use_brought_back_is_archived_again_when_it_is_due(
    memory: Memory, clock: FrozenClock
) -> None:
    alice = memory.scope(tenant="home", user="alice")
    fact = a_fact(alice)
    clock.advance(timedelta(days=18))
    alice.maintain()
    alice.record_use(alice.recall("where is the desk?").id)
    due = alice.retention(fact).state.due_at
    assert due is not None
    done = alice.maintain(at=due)
    assert (done.archived, done.pruned) == (1, 0)


def test_a_use_keeps_how_relevant_the_fact_was(memory: Memory) -> None:
    alice = memory.scope(tenant="home", user="alice")
    desk, bed = a_fact(alice), a_fact(alice, "the bed is by the wall")
    recalled = alice.recall("where is the desk?")
    assert recalled.items[0].id == desk
    alice.record_use(recalled.id)
    (seen,) = alice.retention(desk).state.relevances
    assert 0.5 <= seen <= 1
    others = alice.retention(bed).state.relevances
    assert all(each < seen for each in others)


def test_an_outcome_for_a_recall_that_showed_nothing_counts_for_nothing(memory: Memory) -> None:
    alice = memory.scope(tenant="home", user="alice")
    a_fact(alice)
    with pytest.raises(NotFoundError):
        alice.record_outcome(alice.recall("zebra quantum").id, helped=True)
    recalled = alice.recall("where is the desk?", budget_tokens=1)
    assert recalled.items == ()
    assert alice.record_outcome(recalled.id, helped=True) == 0
    with pytest.raises(NotFoundError):
        alice.record_outcome(recalled.id, helped=True, item_ids=["0" * 32])


def test_the_strength_of_what_holds_no_longer_is_frozen(memory: Memory, clock: FrozenClock) -> None:
    alice = memory.scope(tenant="home", user="alice")
    (riga,) = alice.remember(HOME).fact_ids
    clock.advance(timedelta(days=5))
    last = alice.retention(riga).strength
    alice.remember("I moved to Oslo.")
    clock.advance(timedelta(days=300))
    assert alice.retention(riga).strength == last < 1


def test_how_a_fact_was_kept_earlier_can_be_asked(memory: Memory, clock: FrozenClock) -> None:
    alice = memory.scope(tenant="home", user="alice")
    fact = a_fact(alice)
    clock.advance(timedelta(days=6))
    before, moment = alice.retention(fact), clock.now()
    clock.advance(timedelta(days=1))
    a_fact(alice)
    earlier = alice.retention(fact, at=moment)
    assert (earlier.strength, earlier.state) == (before.strength, before.state)
    assert alice.retention(fact).strength > before.strength


def test_what_stands_behind_another_is_not_maintained_until_it_stands_again(
    memory: Memory,
) -> None:
    alice = memory.scope(tenant="home", user="alice")
    facts = [a_fact(alice, f"goes rowing on the lake {when}") for when in ("", "now", "often")]
    clusters = alice.fuse()
    hidden = [fact for fact in facts if alice.retention(fact).fact.hidden_by is not None]
    assert hidden, clusters
    assert {alice.retention(fact).state.due_at for fact in hidden} == {None}
    alice.unfuse(hidden[0])
    assert alice.retention(hidden[0]).state.due_at is not None
    assert not memory.doctor(full=True)


def test_the_settings_say_how_facts_are_kept_where_a_tenant_does_not(
    open_memory: OpenMemory,
) -> None:
    memory = open_memory(
        overrides={"retention.plan": "fade", "retention.archive_below": 0.3,
                   "retention.relevance_state": 0.9}
    )  # fmt: skip
    plan = memory.tenant("home").retention_plan()
    assert (plan.name, plan.archive_below) == ("fade", 0.3)
    alice = memory.scope(tenant="home", user="alice")
    assert alice.retention(a_fact(alice)).state.importance == pytest.approx(0.66)
    memory.tenant("home").set_retention("nmafc")
    assert memory.tenant("home").retention_plan().archive_below == 0.1
    assert dict(memory.tenant("home").retention_plan().relevance)["state"] == 0.9


def test_more_scopes_than_are_listed_at_once_are_all_maintained(
    memory: Memory, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("remanent.memory.MOST_SCOPES", 2)
    for tenant in ("home", "shop"):
        for user in ("alice", "bob", "carol"):
            a_fact(memory.scope(tenant=tenant, user=user))
    clock.advance(timedelta(days=18))
    assert [scope.name for scope in memory.maintain(tenant="shop")] == ["alice", "bob", "carol"]
    assert len(memory.maintain(limit=2)) == 2
    assert len(memory.maintain()) == 1


def test_the_doctor_finds_and_mends_facts_that_are_not_kept_as_the_log_says(
    memory: Memory,
) -> None:
    alice = memory.scope(tenant="home", user="alice")
    fact, other = a_fact(alice), a_fact(alice, "the bed is by the wall")
    alice.record_use(alice.recall("where is the desk?").id)
    before = [alice.retention(each) for each in (fact, other)]
    with memory._store.database.read() as session:
        (seq,) = session.row("SELECT max(fact_seq) FROM retention WHERE scope > ?", (0,)) or (0,)
    memory._store.database.write(
        lambda session: session.run("DELETE FROM retention WHERE fact_seq = ?", (seq,))
    )
    (finding,) = memory.doctor()
    assert (finding.kind.value, finding.count) == ("retention", 1)
    memory._store.database.write(
        lambda session: session.run("UPDATE retention SET strength = ? WHERE scope > ?", (0.1, 0))
    )
    (finding,) = memory.doctor(full=True)
    assert (finding.kind.value, finding.count, finding.is_mendable) == ("retention", 2, True)
    assert memory.doctor(full=True, mend=True) == ()
    assert [alice.retention(each) for each in (fact, other)] == before
