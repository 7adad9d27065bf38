"""Recall follows links: a question walks from one person to another, and a match lends onwards."""

from typing import Any

import pytest
from tests.support.memories import OpenMemory

from remanent import Item, Memory, ScopedMemory, load_settings

TOLD = "2026-02-01"


def tell(scope: ScopedMemory, subject: str, slot: str, value: str, **more: Any) -> None:
    """Give one fact whose words are no help to any question."""
    facts = {"text": f"{slot}: {value}", "subject": subject, "slot": slot, "value": value}
    scope.remember(facts=facts, **({"at": TOLD} | more))


def kin(scope: ScopedMemory) -> ScopedMemory:
    tell(scope, "user", "partner", "Ana")
    tell(scope, "Ana", "family", "brother Tom")
    tell(scope, "Tom", "occupation", "pilot")
    tell(scope, "Tom", "home", "Oslo")
    tell(scope, "user", "occupation", "baker")
    tell(scope, "user", "home", "Lyon")
    scope.remember("My wife's brother came over for dinner.", at=TOLD)
    return scope


@pytest.fixture
def alice(memory: Memory) -> ScopedMemory:
    return kin(memory.scope(tenant="t", user="alice"))


def first(scope: ScopedMemory, question: str, **narrowing: Any) -> tuple[str | None, str | None]:
    items = scope.recall(question, **narrowing).items
    return (items[0].subject, items[0].value) if items else (None, None)


def told(items: tuple[Item, ...]) -> set[tuple[str | None, str | None]]:
    return {(item.subject, item.value) for item in items}


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what does my wife's brother do?", ("Tom", "pilot")),
        ("What’s the job of the brother of my wife?", ("Tom", "pilot")),
        ("where does my wife’s brother live?", ("Tom", "Oslo")),
        ("where does my brother-in-law live?", ("Tom", "Oslo")),
        ("What does Ana's brother do for a living?", ("Tom", "pilot")),
        ("My wife has a brother. What is his job?", ("Tom", "pilot")),
        ("who is my wife's brother?", ("Ana", "brother Tom")),
        ("what do I do for a living?", ("user", "baker")),
        ("where do I live?", ("user", "Lyon")),
    ],
)
def test_a_question_walks_over_facts_to_the_one_that_answers(
    alice: ScopedMemory, question: str, answer: tuple[str, str]
) -> None:
    assert first(alice, question) == answer


def test_what_was_walked_over_comes_behind_the_answer_and_says_so(alice: ScopedMemory) -> None:
    items = [
        item for item in alice.recall("what does my wife's brother do?").items
        if item.signals.get("link")
    ]  # fmt: skip
    assert [(item.subject, item.value) for item in items[:3]] == [
        ("Tom", "pilot"), ("Ana", "brother Tom"), ("user", "Ana"),
    ]  # fmt: skip
    lent = [item.signals["link"] for item in items[:3]]
    assert lent == [6.0, 3.0, 1.5]


def test_the_persons_own_facts_do_not_answer_for_others(alice: ScopedMemory) -> None:
    found = alice.recall("what does my wife's brother do?", limit=2).items
    assert ("user", "baker") not in told(found)
    assert ("user", "baker") not in told(alice.recall("what does my wife do?", limit=1).items)


def test_nothing_is_followed_where_links_are_switched_off(address: str) -> None:
    for hops, answer in ((0, None), (1, None), (2, "pilot")):
        settings = load_settings(environ={}, overrides={"store.path": address, "recall.hops": hops})
        with Memory(settings=settings) as memory:
            scope = memory.scope(tenant="t", user=f"alice {hops}")
            kin(scope)
            items = scope.recall("what does my wife's brother do?").items
            found = [item.value for item in items if item.subject == "Tom"]
            assert found[:1] == ([] if answer is None else [answer])


def test_a_walk_takes_only_what_holds_then_and_was_known_then(memory: Memory) -> None:
    bob = memory.scope(tenant="t", user="bob")
    tell(bob, "user", "partner", "Eva", at="2020-01-01")
    tell(bob, "Eva", "home", "Riga", at="2020-01-01")
    tell(bob, "user", "partner", "Ana", at="2025-01-01")
    tell(bob, "Ana", "home", "Oslo", at="2020-01-01")
    question = "where does my partner live?"
    assert first(bob, question) == ("Ana", "Oslo")
    assert first(bob, question, as_of="2021-01-01") == ("Eva", "Riga")
    assert told(bob.recall(question, kinds=["fact"], since="2024-01-01").items) <= {("user", "Ana")}
    assert first(bob, question, known_at="2026-01-01") == (None, None)


def test_a_walk_stays_inside_a_session_that_the_read_is_narrowed_to(memory: Memory) -> None:
    bob = memory.scope(tenant="t", user="bob")
    tell(bob, "user", "partner", "Ana", session="s1")
    tell(bob, "Ana", "home", "Oslo", session="s2")
    assert first(bob, "where does my wife live?") == ("Ana", "Oslo")
    assert ("Ana", "Oslo") not in told(bob.recall("where does my wife live?", session="s1").items)
    # What may not be shown is not walked over either.
    assert ("Ana", "Oslo") not in told(bob.recall("where does my wife live?", session="s2").items)


def test_who_is_no_more_is_walked_over_no_more(alice: ScopedMemory) -> None:
    alice.remember("Ana and I broke up.", at="2026-02-20")
    tell(alice, "user", "partner", "Zoë", at="2026-02-21")
    assert first(alice, "what does my partner's brother do?") != ("Tom", "pilot")


def test_two_of_one_name_are_told_apart_by_their_own_words(memory: Memory) -> None:
    bob = memory.scope(tenant="t", user="bob")
    bob.remember("My sister Anna is allergic to nuts.", at="2026-01-01", session="a")
    bob.remember("My colleague Anna lives in Lyon.", at="2026-01-02", session="b")
    assert first(bob, "what is my sister allergic to?") == ("Anna", "nuts")
    assert first(bob, "where does my colleague live?") == ("Anna", "Lyon")
    for whose, others in (("sister", "Lyon"), ("colleague", "nuts")):
        found = bob.recall(f"where does my {whose} live?").items
        assert others not in {item.value for item in found}


def test_nobody_elses_facts_come_in_by_a_walk(alice: ScopedMemory) -> None:
    tell(alice, "Jonas", "occupation", "welder")
    tell(alice, "Ana", "allergy", "nuts")
    found = told(alice.recall("what does my wife's brother do?", kinds=["fact"]).items)
    assert ("Jonas", "welder") not in found
    assert ("Ana", "nuts") not in found


def test_the_order_in_which_it_was_told_makes_no_difference(open_memory: OpenMemory) -> None:
    facts = [
        ("user", "partner", "Ana"), ("Ana", "family", "brother Tom"), ("Tom", "home", "Oslo"),
        ("Ana", "family", "sister Mila"), ("Mila", "home", "Riga"),
    ]  # fmt: skip
    found = []
    for place, order in enumerate((facts, facts[::-1])):
        scope = open_memory().scope(tenant="t", user=f"{place}")
        for number, (subject, slot, value) in enumerate(order):
            day = facts.index((subject, slot, value)) + 1
            tell(scope, subject, slot, value, at=f"2026-01-{day:02d}")
            assert number < len(facts)
        items = scope.recall("where does my wife's brother live?", kinds=["fact"]).items
        found.append([(item.subject, item.value, item.score) for item in items])
    assert found[0] == found[1]
    assert found[0][0][:2] == ("Tom", "Oslo")


def test_a_match_lends_to_what_it_is_linked_to_and_never_lifts_it_above_itself(
    memory: Memory,
) -> None:
    bob = memory.scope(tenant="t", user="bob")
    tell(bob, "Mila", "home", "Quito")
    for number in range(8):
        tell(bob, "Mila", "likes", f"kites {number}")
    tell(bob, "Omar", "home", "Perth")
    items = bob.recall("Mila kites", kinds=["fact"]).items
    scores = {item.value: item.score for item in items}
    lent = {item.value: item.signals.get("link", 0.0) for item in items}
    assert lent["Quito"] > 0
    assert lent.get("Perth", 0.0) == 0
    assert scores["Quito"] <= min(scores[f"kites {number}"] for number in range(8))


@pytest.mark.parametrize(
    "question",
    ["my my my's 's 's", "the brother of the brother of the brother of the brother of the brother",
     "my wife's" * 300, "’s ’s ’s", "the sister of", "my's brother", "\ud800's brother's dog",
     "the \x00 of my wife"],
)  # fmt: skip
def test_any_text_is_a_valid_walk(alice: ScopedMemory, question: str) -> None:
    assert alice.recall(question).text is not None


@pytest.mark.parametrize("include_closed", [False, True])
def test_facts_of_one_turn_that_match_alike_stand_in_an_order_of_their_own(
    open_memory: OpenMemory,
    include_closed: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    """Not in that of the log: what was told again earlier is written first."""
    said = [
        ("2026-01-01", "I forgot my umbrella. I live in Paris. I work at Kestrel."),
        ("2026-01-02", "I work at Kestrel."),
    ]
    found = []
    for place, order in enumerate((said, said[::-1])):
        scope = open_memory().scope(tenant="t", user=f"{place}")
        for at, words in order:
            scope.remember(words, at=at)
        items = scope.recall("umbrella", include_closed=include_closed).items
        found.append([(item.text, item.score) for item in items])
    assert found[0] == found[1]
