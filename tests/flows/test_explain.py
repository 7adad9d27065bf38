"""Every reason that explain can give is given where it is so."""

from typing import Any

import pytest
from tests.support.clock import FrozenClock

from remanent import Explanation, Memory, ScopedMemory, errors


@pytest.fixture
def alice(memory: Memory) -> ScopedMemory:
    return memory.scope(tenant="t", user="alice")


def left_out(scope: ScopedMemory, query: str, item: str, **narrowing: Any) -> str:
    """Return the reason for which a memory is not in the answer; it is not in it indeed."""
    explained = scope.explain(query, item, **narrowing)
    assert not explained.recalled
    assert item not in {each.id for each in scope.recall(query, **narrowing).items}
    return explained.reason


def test_what_is_recalled_has_its_place_and_the_parts_of_its_score(alice: ScopedMemory) -> None:
    (first, second) = alice.remember(["the red kettle whistles", "the kettle leaks"]).event_ids
    found = alice.recall("red kettle")
    for place, item in enumerate((first, second), 1):
        explained = alice.explain("red kettle", item)
        assert explained == Explanation(
            item_id=item,
            recalled=True,
            rank=place,
            reason=f"It is item {place} of the answer.",
            score=found.items[place - 1].score,
            signals=found.items[place - 1].signals,
        )
        assert sum(explained.signals.values()) == pytest.approx(explained.score, abs=1e-5)


def test_a_turn_that_a_fact_stands_for_is_said_to_be_its_source(alice: ScopedMemory) -> None:
    result = alice.remember("I live in Oslo. It rains there, and the kettle whistles all day long.")
    asked = "where do I live?"
    answer = alice.recall(asked)
    assert answer.items[0].id in result.fact_ids
    explained = alice.explain(asked, result.event_ids[0])
    assert explained.recalled
    assert explained.reason in {
        "It is item 1 of the answer.",
        "It is the source of item 1, a fact that was drawn from it.",
    }


def test_every_further_source_of_a_fact_is_said_to_be_one(alice: ScopedMemory) -> None:
    first = alice.remember("I live in Oslo.", at="2026-01-01")
    second = alice.remember("I live in Oslo.", at="2026-02-01")
    reasons = {
        alice.explain("where do I live?", each).reason
        for each in (*first.event_ids, *second.event_ids)
    }
    assert "It is the source of item 1, a fact that was drawn from it." in reasons


def test_a_blank_question_explains_nothing(alice: ScopedMemory) -> None:
    (item,) = alice.remember("the kettle whistles").event_ids
    assert left_out(alice, " ?! ", item) == "The query is blank."


def test_a_question_that_nothing_is_near_to(alice: ScopedMemory) -> None:
    (item,) = alice.remember("the kettle whistles").event_ids
    assert left_out(alice, "zxqv", item) == "Nothing in memory is near the question."


def test_what_others_beat_is_told_how_many(alice: ScopedMemory) -> None:
    ids = alice.remember([f"kettle {'red ' * (number + 1)}" for number in range(5)]).event_ids
    ranks = {item: alice.explain("red kettle", item, limit=2).rank for item in ids}
    last = max(ids, key=lambda item: ranks[item] or 0)
    reason = left_out(alice, "red kettle", last, limit=2)
    assert reason == f"{(ranks[last] or 0) - 1} memories match better, and 2 were asked for."


def test_an_id_of_nothing_here_is_not_found(alice: ScopedMemory) -> None:
    alice.remember("the kettle whistles")
    with pytest.raises(errors.NotFoundError, match="no memory"):
        alice.explain("kettle", "0" * 32)
    with pytest.raises(errors.InputError, match="not an id"):
        alice.explain("kettle", "kettle")


def test_a_statement_is_found_through_its_fact(alice: ScopedMemory) -> None:
    receipt = alice.remember(facts="owns a kettle")
    reason = left_out(alice, "kettle", receipt.event_ids[0])
    assert reason == "It is no turn and no fact: nothing to find."


def test_what_a_read_is_narrowed_to_is_the_reason(alice: ScopedMemory, clock: FrozenClock) -> None:
    before = clock.now()
    clock.advance(days=1)
    old = alice.remember("The red kettle whistles.", at="2026-01-01", session="s1", agent="a1")
    alice.remember("The blue kettle leaks.", at="2026-02-01", session="s2", agent="a2")
    (item,) = old.event_ids
    fact = alice.remember(facts="owns a red kettle", at="2026-01-01").fact_ids[0]
    for narrowing, reason in (
        ({"kinds": ["fact"]}, "turns were not asked for"),
        ({"as_of": "2025-12-01"}, "it was said later"),
        ({"known_at": before}, "it was not known then"),
        ({"session": "s2"}, "it belongs to another session"),
        ({"agent": "a2"}, "another agent's"),
        ({"since": "2026-01-15"}, "it is older"),
        ({"until": "2026-01-01"}, "it is newer"),
    ):
        explained = alice.explain("kettle", item, **narrowing)  # type: ignore[arg-type]
        assert not explained.recalled
        reasons = {f"Left out: {reason}."}
        if not alice.recall("kettle", **narrowing).items:  # type: ignore[arg-type]
            reasons.add("Nothing in memory is near the question.")
        assert explained.reason in reasons, narrowing
    assert left_out(alice, "red kettle", fact, kinds=["turn"]) == (
        "Left out: facts were not asked for."
    )
    # Beside something that may be shown, the reason itself is given.
    alice.remember("An old kettle rusts.", at="2025-06-01", session="s1", agent="a1")
    assert left_out(alice, "kettle", item, as_of="2025-12-01") == "Left out: it was said later."
    assert left_out(alice, "kettle", item, until="2026-01-01") == "Left out: it is newer."


def test_what_was_not_known_yet_is_said_of_turns_and_facts(
    alice: ScopedMemory, clock: FrozenClock
) -> None:
    alice.remember("An old kettle rusts.", at="2025-06-01")
    then = clock.now()
    clock.advance(days=1)
    (item,) = alice.remember("The red kettle whistles.", at="2025-07-01").event_ids
    (fact,) = alice.remember(facts="owns a red kettle", at="2025-07-01").fact_ids
    for each in (item, fact):
        assert left_out(alice, "kettle", each, known_at=then) == (
            "Left out: it was not known then."
        )


def test_what_holds_no_longer_or_was_never_true_is_said(alice: ScopedMemory) -> None:
    alice.remember("I live in Riga.", at="2026-01-01", session="s")
    (riga,) = alice.facts(slot="home")
    alice.remember("I live in Oslo.", at="2026-02-01", session="s")
    asked = "where do I live?"
    assert left_out(alice, asked, riga.id) == "Left out: it does not hold then."
    (turn,) = [source.event_id for source in riga.sources]
    assert left_out(alice, asked, turn) == (
        "Left out: all that it says is facts, and none of them holds or answers this."
    )
    alice.remember(
        ["I'm allergic to walnuts.", "I was joking.", "I'm allergic to celery."], session="j"
    )
    (walnuts,) = [fact for fact in alice.facts(include_closed=True) if fact.value == "walnuts"]
    assert left_out(alice, "what am I allergic to?", walnuts.id) == ("Left out: it was taken back.")


def test_what_is_about_somebody_else_names_him(alice: ScopedMemory) -> None:
    alice.remember("My colleague Jonas lives in Porto. I live in Oslo.")
    (porto,) = alice.facts(subject="Jonas", slot="home")
    assert left_out(alice, "where do I live?", porto.id) == "Left out: it is about Jonas."
