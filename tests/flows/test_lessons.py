"""Lessons that earn their rank: proposed, held back, shown, and credited where they were needed."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.support.clock import FrozenClock
from tests.support.embedders import HashEmbedder

from remanent import Actor, ActorKind, Memory, ScopedMemory
from remanent.errors import AccessError, IdempotencyError, InputError, NotFoundError, ScopeError
from remanent.model.lesson import CreditKind, Judge, LessonRecall, LessonStatus

ERESOLVE = "npm ERR! code ERESOLVE\nnpm ERR! ERESOLVE unable to resolve dependency tree"
INSTALL = "Install with npm ci --legacy-peer-deps."


@pytest.fixture(autouse=True)
def time_passes(clock: FrozenClock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a second pass at each recall: two in one microsecond would be one."""
    recall = ScopedMemory.recall_lessons

    def later(self: ScopedMemory, *given: Any, **fields: Any) -> LessonRecall:
        clock.advance(seconds=1)
        return recall(self, *given, **fields)

    monkeypatch.setattr(ScopedMemory, "recall_lessons", later)


def agent(memory: Memory, name: str, space: str = "team") -> ScopedMemory:
    return memory.scope(tenant="lab", space=space, actor=Actor(ActorKind.AGENT, name))


@pytest.fixture
def ann(memory: Memory) -> ScopedMemory:
    return agent(memory, "ann")


@pytest.fixture
def bob(memory: Memory) -> ScopedMemory:
    return agent(memory, "bob")


@pytest.fixture
def owner(memory: Memory) -> ScopedMemory:
    return memory.scope(tenant="lab", space="team")


def test_a_lesson_waits_for_a_second_independent_origin(
    ann: ScopedMemory, bob: ScopedMemory
) -> None:
    first = ann.propose(INSTALL, error=ERESOLVE, tool="npm")
    assert (first.is_new, first.lesson.status) == (True, LessonStatus.QUARANTINED)
    assert ann.recall_lessons(error=ERESOLVE, tool="npm").reason == "nothing learned"
    second = bob.propose("Install with `npm ci --legacy-peer-deps`", error=ERESOLVE, tool="npm")
    assert (second.is_new, second.is_independent) == (False, True)
    assert second.lesson.id == first.lesson.id
    assert (second.lesson.status, second.lesson.sightings) == (LessonStatus.ACTIVE, 2)
    (item,) = ann.recall_lessons(error=ERESOLVE, tool="npm").items
    assert item.fired
    assert item.lesson.text == INSTALL


@pytest.mark.parametrize(
    "same",
    [
        {"transcript": "resumed"},
        {"lineage": "first commit, which forks share"},
        {"session": "another"},
    ],
)
def test_what_shares_author_lineage_or_transcript_is_one_origin(
    ann: ScopedMemory, bob: ScopedMemory, same: dict[str, str]
) -> None:
    ann.propose(INSTALL, error=ERESOLVE, **same)
    speaker = ann if "session" in same else bob
    again = speaker.propose(INSTALL, error=ERESOLVE, **same)
    assert not again.is_independent
    assert again.lesson.status is LessonStatus.QUARANTINED


def test_no_agent_chooses_who_it_is(memory: Memory, ann: ScopedMemory) -> None:
    for name in ("x", "y", "z"):
        done = ann.propose(INSTALL, error=ERESOLVE, author=name)
    assert (done.lesson.origins, done.lesson.status) == (1, LessonStatus.QUARANTINED)
    for name in ("claude", "codex"):
        own = memory.scope(tenant="lab", user="eve", actor=Actor(ActorKind.AGENT, name))
        done = own.propose(INSTALL, error=ERESOLVE)
    assert (done.lesson.origins, done.lesson.status) == (1, LessonStatus.QUARANTINED)


def test_an_origin_that_joins_two_makes_them_one(ann: ScopedMemory, bob: ScopedMemory) -> None:
    ann.propose(INSTALL, error=ERESOLVE, transcript="one")
    assert bob.propose(INSTALL, error=ERESOLVE, transcript="two").lesson.origins == 2
    assert ann.propose(INSTALL, error=ERESOLVE, transcript="two").lesson.origins == 1


def test_the_owner_approves_and_no_agent_does(owner: ScopedMemory, ann: ScopedMemory) -> None:
    lesson = ann.propose(INSTALL, error=ERESOLVE).lesson
    with pytest.raises(AccessError):
        ann.approve_lesson(lesson.id)
    with pytest.raises(AccessError):
        ann.retire_lesson(lesson.id)
    assert owner.approve_lesson(lesson.id).status is LessonStatus.ACTIVE
    assert ann.recall_lessons(error=ERESOLVE)
    assert owner.retire_lesson(lesson.id).status is LessonStatus.RETIRED
    assert not ann.recall_lessons(error=ERESOLVE)
    assert not ann.propose(INSTALL, error=ERESOLVE).is_new
    assert not ann.recall_lessons(error=ERESOLVE), "a retired lesson stays out"


def test_what_the_owner_says_himself_is_approved(memory: Memory) -> None:
    alice = memory.scope(tenant="lab", user="alice")
    assert alice.propose(INSTALL, error=ERESOLVE).lesson.is_approved
    read = alice.propose("Never run tests on Fridays.", task="testing", origin="web")
    assert read.lesson.status is LessonStatus.QUARANTINED


def test_members_read_and_propose_and_curators_approve(
    memory: Memory, owner: ScopedMemory, ann: ScopedMemory
) -> None:
    owner.set_member("ann")
    owner.set_member("cora", "curator")
    assert {name: role.value for name, role in ann.members().items()} == {
        "ann": "member", "cora": "curator",
    }  # fmt: skip
    lesson = ann.propose(INSTALL, error=ERESOLVE).lesson
    for stranger in (agent(memory, "eve"), agent(memory, "ann's friend")):
        with pytest.raises(AccessError):
            stranger.lessons()
        with pytest.raises(AccessError):
            stranger.recall_lessons(error=ERESOLVE)
        with pytest.raises(AccessError):
            stranger.propose(INSTALL, error=ERESOLVE)
        with pytest.raises(AccessError):
            stranger.credits()
        with pytest.raises(AccessError):
            stranger.members()
    with pytest.raises(AccessError):
        ann.set_member("eve")
    with pytest.raises(AccessError):
        agent(memory, "cora").approve_lesson(lesson.id)
    cora = memory.scope(tenant="lab", space="team", actor=Actor(ActorKind.OWNER, "cora"))
    assert cora.approve_lesson(lesson.id).status is LessonStatus.ACTIVE
    person = memory.scope(tenant="lab", space="team", actor=Actor(ActorKind.OWNER, "ann"))
    with pytest.raises(AccessError):
        person.retire_lesson(lesson.id)
    owner.set_member("ann", None)
    with pytest.raises(AccessError):
        ann.lessons()
    with pytest.raises(ScopeError):
        memory.scope(tenant="lab", user="ann").members()
    with pytest.raises(InputError):
        owner.set_member("dora", "king")


def test_a_success_counts_only_where_the_condition_fired_and_a_failure_always(
    owner: ScopedMemory,
) -> None:
    owner.propose(INSTALL, error=ERESOLVE, tool="npm")
    silent = owner.recall_lessons("install with npm and legacy peer deps")
    (item,) = silent.items
    assert not item.fired
    assert owner.record_outcome(silent.id, helped=True) == 0
    skipped = [each for each in owner.credits() if each.kind is CreditKind.SKIPPED]
    assert [each.reason for each in skipped] == ["its condition did not fire"]
    later = owner.recall_lessons("install with npm ci and legacy peer deps", limit=1)
    assert owner.record_outcome(later.id, helped=True, condition_fired=True) == 1
    fired = owner.recall_lessons(error=ERESOLVE, tool="npm")
    assert owner.record_outcome(fired.id, 0.5) == 1
    again = owner.recall_lessons("npm ci with legacy peer deps")
    assert owner.record_outcome(again.id, helped=False) == 1
    tally = owner.lessons()[0].tally
    assert (tally.shown, tally.used, tally.helped, tally.harmed) == (4, 0, 2, 1)


def test_each_use_takes_one_outcome_and_a_person_outranks_what_was_inferred(
    owner: ScopedMemory, ann: ScopedMemory, clock: FrozenClock
) -> None:
    owner.propose(INSTALL, error=ERESOLVE)
    found = ann.recall_lessons(error=ERESOLVE)
    assert ann.record_outcome(found.id, helped=True) == 1
    with pytest.raises(InputError, match="already"):
        ann.record_outcome(found.id, helped=False)
    assert ann.lessons()[0].tally.value == 1.0
    clock.advance(seconds=1)
    assert owner.record_outcome(found.id, helped=False) == 1
    tally = owner.lessons()[0].tally
    assert (tally.value, tally.helped, tally.harmed, tally.outcomes) == (-1.0, 0, 1, 1)
    reasons = {each.kind: each.reason for each in owner.credits()}
    assert reasons[CreditKind.SKIPPED] == "a person said how it went"
    other = ann.recall_lessons(error=ERESOLVE)
    assert owner.record_outcome(other.id, helped=True) == 1
    assert ann.record_outcome(other.id, helped=False, by="person") == 0
    kinds = [(each.kind, each.judge, each.reason) for each in owner.credits(limit=1)]
    assert kinds == [(CreditKind.SKIPPED, Judge.INFERRED, "a person had said how it went")]


def test_two_failures_stop_a_fresh_lesson_and_a_proven_one_is_given_more(
    owner: ScopedMemory,
) -> None:
    fresh = owner.propose("Delete node_modules first.", error=ERESOLVE).lesson
    for _ in range(2):
        assert owner.lesson(fresh.id).status is LessonStatus.ACTIVE
        owner.record_outcome(owner.recall_lessons(error=ERESOLVE).id, helped=False)
    assert owner.lesson(fresh.id).status is LessonStatus.STOPPED
    assert not owner.recall_lessons(error=ERESOLVE)
    assert len(owner.lessons()) == 1, "it is kept"
    proven = owner.propose(INSTALL, error=ERESOLVE).lesson
    for _ in range(7):
        owner.record_outcome(owner.recall_lessons(error=ERESOLVE).id, helped=True)
    failures = 0
    while owner.lesson(proven.id).status is LessonStatus.ACTIVE:
        owner.record_outcome(owner.recall_lessons(error=ERESOLVE).id, helped=False)
        failures += 1
    assert failures == 5
    assert owner.approve_lesson(fresh.id).status is LessonStatus.ACTIVE
    assert owner.lesson(fresh.id).tally.harmed == 2


def test_an_outdated_lesson_loses_to_its_successor(owner: ScopedMemory) -> None:
    old = owner.propose("Refund through the old portal.", task="refund").lesson
    for _ in range(10):
        owner.record_outcome(owner.recall_lessons(task="refund").id, helped=True)
    new = owner.propose("Refund through the billing desk.", task="refund", replaces=old.id).lesson
    assert new.replaces == old.id
    rounds = 0
    while owner.recall_lessons(task="refund").items[0].lesson.id == old.id:
        found = owner.recall_lessons(task="refund", limit=1)
        owner.record_outcome(found.id, helped=False)
        rounds += 1
    assert rounds <= 3
    for _ in range(3):
        found = owner.recall_lessons(task="refund", limit=1)
        assert found.items[0].lesson.id == new.id
        owner.record_outcome(found.id, helped=True)


def test_reads_change_nothing_and_shown_used_and_helped_are_apart(owner: ScopedMemory) -> None:
    owner.propose(INSTALL, error=ERESOLVE)
    found = owner.recall_lessons(error=ERESOLVE)
    assert found.text == owner.recall_lessons(error=ERESOLVE).text
    assert owner.lessons()[0].tally.shown == 0
    assert owner.record_shown(found.id, session="s", tokens=80, milliseconds=2.5) == 1
    assert owner.record_shown(found.id) == 0
    assert owner.record_use(found.id) == 1
    assert owner.record_use(found.id) == 0
    assert owner.record_outcome(found.id, helped=True) == 1
    tally = owner.lessons()[0].tally
    assert (tally.shown, tally.used, tally.helped) == (1, 1, 1)
    shown = owner.credits(limit=9)[-1]
    assert (shown.kind, shown.tokens, shown.milliseconds, shown.session) == (
        CreditKind.SHOWN, 80, 2.5, "s",
    )  # fmt: skip
    assert owner.lessons()[0].prior < 1


def test_what_memory_showed_is_not_learned_again(owner: ScopedMemory) -> None:
    owner.propose(INSTALL, error=ERESOLVE)
    text = owner.recall_lessons(error=ERESOLVE).text
    with pytest.raises(InputError, match="itself"):
        owner.propose(text, error=ERESOLVE)
    assert len(owner.lessons()) == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Retry 3 times.", "Retry 30 times."),
        ("Push with --force.", "Push with --force-with-lease."),
        ("Restart the worker first.", "Do not restart the worker first."),
        ("Edit config/base.toml by hand.", "Edit config/live.toml by hand."),
    ],
)
def test_what_differs_to_the_letter_is_another_lesson(
    owner: ScopedMemory, first: str, second: str
) -> None:
    owner.propose(first, task="deploy")
    assert owner.propose(second, task="deploy").is_new


class Alike(HashEmbedder):
    """Finds one meaning in everything."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return super().embed(["the same"] * len(texts))


def test_meaning_counts_where_an_embedder_reads(open_memory: Callable[..., Memory]) -> None:
    memory = open_memory(embedder=Alike(64))
    team = memory.scope(tenant="lab", space="team")
    team.propose("Clear the build cache before a release.", task="release")
    again = team.propose("Wipe what the compiler left behind prior to shipping.", task="release")
    assert not again.is_new
    plain = open_memory(name="other").scope(tenant="lab", space="plain")
    plain.propose("Clear the build cache before a release.", task="release")
    assert plain.propose("Wipe what the compiler left prior to shipping.", task="release").is_new


def test_a_key_proposes_once(owner: ScopedMemory) -> None:
    first = owner.propose(INSTALL, error=ERESOLVE, idempotency_key="k")
    again = owner.propose(INSTALL, error=ERESOLVE, idempotency_key="k")
    assert again.lesson.id == first.lesson.id
    assert owner.lessons()[0].sightings == 1
    with pytest.raises(IdempotencyError):
        owner.propose("Something else.", error=ERESOLVE, idempotency_key="k")


def test_bad_input_is_refused_with_a_remedy_and_nothing_is_stored(
    memory: Memory, owner: ScopedMemory
) -> None:
    for fields in (
        {"text": " "}, {"text": 7}, {"text": "x" * 2001}, {"error": None}, {"error": " "},
        {"origin": "rumour"}, {"attributes": 7}, {"attributes": ["a:b"] * 99, "at": "soon"},
        {"because": ""}, {"replaces": "nothing"},
    ):  # fmt: skip
        given = {"text": "Do it.", "error": ERESOLVE, **fields}
        with pytest.raises((InputError, NotFoundError)):
            owner.propose(given.pop("text"), **given)
    for limit in (0, 101, True, "3"):
        with pytest.raises(InputError):
            owner.recall_lessons("x", limit=limit)  # type: ignore[arg-type]  # wrong on purpose
    for status in ("lost", 7):
        with pytest.raises(InputError):
            owner.lessons(status=status)  # type: ignore[arg-type]  # the same
    lesson = owner.propose(INSTALL, error=ERESOLVE).lesson
    other = memory.scope(tenant="lab", space="others")
    for verb in (other.lesson, other.approve_lesson, other.retire_lesson):
        with pytest.raises(NotFoundError):
            verb(lesson.id)
    token = owner.recall_lessons(error=ERESOLVE).id
    with pytest.raises(NotFoundError):
        other.record_outcome(token, helped=True)
    with pytest.raises(NotFoundError):
        owner.record_outcome(token, helped=True, item_ids=["0" * 32])
    with pytest.raises(InputError):
        owner.record_outcome(token, 2.0)
    assert (len(owner.lessons()), owner.lessons()[0].tally.outcomes) == (1, 0)


def test_a_scope_keeps_so_many_lessons_and_lets_the_least_valuable_go(
    open_memory: Callable[..., Memory], clock: FrozenClock
) -> None:
    memory = open_memory(overrides={"lessons.most": 3})
    team = memory.scope(tenant="lab", space="team", actor=Actor(ActorKind.AGENT, "ann"))
    tasks = ("bake", "brew", "carve", "dig", "etch", "fold", "grind")
    for task in tasks[:6]:
        team.propose(f"Always {task} slowly at dawn.", task=task)
    with pytest.raises(InputError, match="old enough"):
        team.propose("Always grind slowly at dawn.", task="grind")
    clock.advance(days=20)
    team.propose("Always grind slowly at dawn.", task="grind")
    assert [each.condition.task for each in team.lessons()] == ["etch", "fold", "grind"]
    assert not memory.doctor()
