"""How a fact is kept, decided without a store: any order, any maintenance, one state."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remanent.facts.retention import (
    PLANS,
    Birth,
    as_of,
    born,
    happened,
    is_latest,
    keep_up,
    replay,
    strength_now,
)
from remanent.facts.tiers import RELEVANCE, Kind, kind_of, tier_of
from remanent.model.event import Origin
from remanent.model.fact import Fact, Polarity, Provenance, Tier
from remanent.model.remembered import ChangeKind
from remanent.model.retention import RetentionPlan, Use, UseKind
from remanent.settings import PlanName, RetentionSettings

START = datetime(2026, 1, 1, 12, tzinfo=UTC)
BIRTH = Birth(START, 0)
BY_DAYS = [plan for plan in PLANS.values() if plan.name != "nmafc"]


def a_fact(slot: str | None = "owns", text: str = "owns a kayak") -> Fact:
    return Fact(
        id="0" * 32, seq=1, subject="user", slot=slot, value="kayak", text=text,
        polarity=Polarity.POSITIVE, tier=tier_of(slot, text), confidence=0.9,
        provenance=Provenance.STATED, origin=Origin.PERSON, valid_from=START, valid_to=None,
        recorded_at=START,
    )  # fmt: skip


FACT = a_fact()


def use(minutes: int, kind: UseKind = UseKind.USED, **given: Any) -> Use:
    return Use(1, START + timedelta(minutes=minutes), minutes + 1, kind, turn=minutes, **given)


def histories(most: int = 12) -> st.SearchStrategy[list[Use]]:
    """Uses of some months, of every kind, no two at one moment."""
    kinds: st.SearchStrategy[dict[str, Any]] = st.one_of(
        st.builds(dict, kind=st.sampled_from([UseKind.USED, UseKind.RESTATED]),
                  relevance=st.none() | st.floats(0, 1)),
        st.builds(dict, kind=st.just(UseKind.HELPED), value=st.sampled_from([-1.0, 0.5, 1.0])),
        st.builds(dict, kind=st.just(UseKind.DAMPENED), value=st.floats(0, 1)),
        st.builds(dict, kind=st.just(UseKind.SUPPRESSED), value=st.floats(0, 40)),
        st.just({"kind": UseKind.SHOWN}),
    )  # fmt: skip
    moments = st.lists(st.integers(1, 150_000), unique=True, max_size=most)
    return moments.flatmap(
        lambda found: st.tuples(*(kinds for _ in found)).map(
            lambda given: [use(at, **one) for at, one in zip(sorted(found), given, strict=True)]
        )
    )


@given(histories(), st.sampled_from(list(PLANS.values())), st.randoms())
def test_step_by_step_or_from_the_beginning_in_any_order_the_state_is_one(
    uses: list[Use], plan: RetentionPlan, random: Random
) -> None:
    held = born(FACT, BIRTH, plan)
    for each in uses:
        assert is_latest(held, each) or each.kind is UseKind.SHOWN
        held = happened(held, FACT, each, plan)
    shuffled = list(uses)
    random.shuffle(shuffled)
    assert replay(FACT, BIRTH, shuffled, plan) == held


@given(histories(), st.lists(st.integers(1, 200_000), max_size=6), st.sampled_from(BY_DAYS))
def test_maintenance_between_uses_changes_nothing_that_is_kept(
    uses: list[Use], visits: list[int], plan: RetentionPlan
) -> None:
    maintained = born(FACT, BIRTH, plan)
    steps = sorted([*((each.at, each) for each in uses),
                    *((START + timedelta(minutes=at), None) for at in visits)],
                   key=lambda step: step[0])  # fmt: skip
    for at, each in steps:
        if each is None:
            maintained = keep_up(maintained, FACT, plan, now=at, turn=0).held
        else:
            maintained = happened(maintained, FACT, each, plan)
    end = START + timedelta(days=400)
    untouched = replay(FACT, BIRTH, uses, plan)
    assert as_of(maintained, FACT, plan, now=end, turn=0) == as_of(
        untouched, FACT, plan, now=end, turn=0
    )


@given(
    histories(),
    st.integers(0, 60 * 24 * 40),
    st.none() | st.floats(0, 1),
    st.sampled_from(list(PLANS.values())),
    st.floats(0, 30),
)
def test_a_use_never_lowers_the_strength_while_the_memory_is_unused_for_a_month(
    uses: list[Use], later: int, relevance: float | None, plan: RetentionPlan, days: float
) -> None:
    before = replay(FACT, BIRTH, uses, plan)
    at = max((each.at for each in uses), default=START) + timedelta(minutes=later + 1)
    turn = int((at - START).total_seconds() // 60)
    extra = Use(1, at, 10**9, UseKind.USED, turn=turn, relevance=relevance)
    after = happened(before, FACT, extra, plan)
    moment = at + timedelta(days=days)
    turns = turn + int(days * 10)
    used = strength_now(as_of(after, FACT, plan, now=moment, turn=turns), moment, turns)
    unused = strength_now(as_of(before, FACT, plan, now=moment, turn=turns), moment, turns)
    # A curve with b < 1 is the steeper one on its first day: to move to it costs a trifle then.
    trifle = 0.01 if days < 1 and before.layer != after.layer else 0.0
    assert used >= unused - trifle - 1e-12


def test_a_use_that_was_hardly_relevant_neither_hastens_fading_nor_the_short_layer() -> None:
    plan = PLANS["remanent"]
    before = replay(FACT, BIRTH, [use(1, relevance=0.7), use(2, relevance=0.7)], plan)
    after = happened(before, FACT, use(5 * 24 * 60, relevance=0.0), plan)
    assert before.layer == after.layer == "long"
    assert after.importance >= before.importance
    assert before.long_until is not None
    assert after.long_until is not None
    assert after.long_until >= before.long_until
    for days in (10, 20, 30):
        moment = START + timedelta(days=days)
        used, unused = (
            strength_now(as_of(each, FACT, plan, now=moment, turn=0), moment, 0)
            for each in (after, before)
        )
        assert used >= unused


@given(histories(), st.sampled_from(list(PLANS.values())))
def test_what_is_due_is_due_at_its_very_moment_and_ends(
    uses: list[Use], plan: RetentionPlan
) -> None:
    held, fact = replay(FACT, BIRTH, uses, plan), FACT
    for _ in range(4):
        if held.due_at is None and held.due_turn is None:
            return
        now = held.due_at or START
        turn = held.due_turn or 0
        early = keep_up(
            held, fact, plan, now=now - timedelta(microseconds=1),
            turn=turn - 1 if held.due_turn is not None else 0,
        )  # fmt: skip
        assert early.kinds == ()
        done = keep_up(held, fact, plan, now=now, turn=turn)
        assert done.kinds
        held, fact = done.held, done.fact
    assert (held.due_at, held.due_turn) == (None, None)


@given(histories(), st.sampled_from(BY_DAYS))
def test_a_fact_is_archived_when_its_strength_is_down_or_a_month_has_passed(
    uses: list[Use], plan: RetentionPlan
) -> None:
    held = replay(FACT, BIRTH, uses, plan)
    while held.due_at is not None:
        now = held.due_at
        done = keep_up(held, FACT, plan, now=now, turn=0)
        if ChangeKind.ARCHIVED in done.kinds:
            unused = now - (held.last_used_at or START)
            strength = strength_now(as_of(held, FACT, plan, now=now, turn=0), now, 0)
            floor = max(plan.archive_below, 0.05)
            assert strength <= floor + 1e-9 or unused >= timedelta(days=30, microseconds=-1)
            return
        held = done.held


@pytest.mark.parametrize("change", [
    {"hidden_by": "1" * 32}, {"pruned_at": START}, {"valid_to": START}, {"retracted_at": START},
])  # fmt: skip
def test_what_is_not_current_or_stands_behind_another_is_never_due(
    change: dict[str, object],
) -> None:
    fact = replace(FACT, **change)  # type: ignore[arg-type]
    held = born(fact, BIRTH, PLANS["remanent"])
    assert (held.due_at, held.due_turn) == (None, None)
    late = START + timedelta(days=900)
    assert keep_up(held, fact, PLANS["remanent"], now=late, turn=900).kinds == ()


def test_the_layer_changes_only_beyond_the_gap() -> None:
    plan = PLANS["remanent"]
    held = born(FACT, BIRTH, plan)
    layers: list[str | None] = [held.layer]
    for minute in (1, 2):  # f̃ is 1, then nearly 2: importance 0.65, then 0.6999…
        held = happened(held, FACT, use(minute), plan)
        layers.append(held.layer)
    held = happened(held, FACT, use(3), plan)
    layers.append(held.layer)
    demoted = as_of(held, FACT, plan, now=START + timedelta(days=25), turn=0)
    layers.append(demoted.layer)
    held = happened(held, FACT, use(25 * 24 * 60), plan)
    layers.append(held.layer)
    assert layers == ["short", "short", "short", "long", "short", "short"]


def test_strength_does_not_jump_where_the_layer_changes() -> None:
    plan = replace(PLANS["remanent"], relevance=(("state", 0.6),))
    held = born(FACT, BIRTH, plan)
    for minute in (60 * 24, 60 * 25):
        held = happened(held, FACT, use(minute), plan)
    assert held.layer == "long"
    moment = held.long_until
    assert moment is not None
    before, after = moment - timedelta(seconds=1), moment + timedelta(seconds=1)
    strengths = [
        strength_now(as_of(held, FACT, plan, now=at, turn=0), at, 0) for at in (before, after)
    ]
    assert strengths[0] == pytest.approx(strengths[1], abs=1e-5)


@pytest.mark.parametrize(
    ("slot", "text", "kind", "tier"),
    [
        ("name", "is called Ida", Kind.IDENTITY, Tier.CORE),
        ("family", "has a sister", Kind.RELATIONSHIP, Tier.CORE),
        ("allergy", "is allergic to nuts", Kind.HEALTH, Tier.CORE),
        ("event", "saw the dentist", Kind.MILESTONE, Tier.CORE),
        ("plan", "flies to Oslo", Kind.PLAN, Tier.ACTIVE),
        ("home", "lives in Riga", Kind.STATE, Tier.ACTIVE),
        ("work", "works at Acme", Kind.STATE, Tier.ACTIVE),
        ("mood", "is cheerful", Kind.CHATTER, Tier.EPHEMERAL),
        (None, "feels tired", Kind.CHATTER, Tier.EPHEMERAL),
        (None, "the desk is by the window", Kind.STATE, Tier.ACTIVE),
    ],
)
def test_the_tier_follows_from_what_a_fact_is_about(
    slot: str | None, text: str, kind: Kind, tier: Tier
) -> None:
    assert (kind_of(slot, text), tier_of(slot, text)) == (kind, tier)


def test_the_settings_know_the_plans_and_the_kinds_that_there_are() -> None:
    assert {name.value for name in PlanName} == set(PLANS)
    settings = RetentionSettings()
    assert {kind: getattr(settings, f"relevance_{kind.value}") for kind in Kind} == dict(RELEVANCE)
