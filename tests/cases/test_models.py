"""Failures of other systems with models, each through the real client and a scripted server."""

from datetime import UTC, datetime
from typing import Any

import pytest
from tests.support.clock import FrozenClock
from tests.support.model_server import Fault, ModelServer, Says, Step
from tests.support.models import Asked, facts_of

from remanent.model.work import WorkOutcome, WorkStatus

pytestmark = pytest.mark.usefixtures("server")

TEA = {"facts": [{"subject": "user", "text": "likes tea", "turns": ["t1"]}]}


def said(*facts: Any, **more: Any) -> dict[str, Any]:
    """Return a reply with facts of the turn t1 about the user, or given whole."""
    return {
        "facts": [
            {"subject": "user", "text": each, "turns": ["t1"]} if isinstance(each, str) else each
            for each in facts
        ],
        **more,
    }


def of(subject: str, text: str, *turns: str) -> dict[str, Any]:
    return {"subject": subject, "text": text, "turns": list(turns or ("t1",))}


# O01 ----------------------------------------------------------------------------------------------

READABLE = {
    "fenced": '```json\n{"facts":["likes tea"]}\n```',
    "in prose": 'Based on {about travel}: {"facts":["likes tea"]} hope it helps {x}',
    "two objects": '{"facts":["likes tea"]}\n{"note":1}',
    "after a thought": '<think>{"facts":["bogus tea"]}</think>{"facts":["likes tea"]}',
    "after a thought that was not opened": '{"facts":["bogus tea"]}</think>{"facts":["likes tea"]}',
    "behind a byte order mark": '\ufeff{"facts":["likes tea"]}',
    "a bare object in place of the list": '{"subject": "user", "text": "likes tea"}',
    "a bare list": '["likes tea"]',
}
UNREADABLE: dict[str, Step] = {
    "not closed": '{"facts":["likes tea"]',
    "a comma too many": '\ufeff{"facts":["likes tea"],}',
    "empty": "",
    "null": None,
    "cut off inside": '{"facts":[{"subject":"user","text":"likes tea"},{"subject":"us',
    "whole inside what is not": '{"note": {"facts": ["likes tea"]}, "fa',
    "two answers": '{"facts":["likes tea"]} {"facts":["likes milk"]}',
    "only a thought": Says('<think>{"facts":["likes tea"]}', finish="length"),
    "cut off by its length": Says('{"facts":["likes tea"', finish="length"),
    "filtered": Says("", finish="content_filter"),
    "refused in words": "I'm sorry, but I can't help with that.",
    "no number": '{"facts":[NaN]}',
}


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
@pytest.mark.parametrize("how", READABLE)
def test_o01_a_whole_object_is_read_whatever_stands_around_it(asked: Asked, how: str) -> None:
    alice = asked.alice([READABLE[how]], extract=False)
    receipt = alice.remember("I like tea")
    assert facts_of(alice) == [("user", "likes tea")]
    assert receipt.pending == ()
    assert len(asked.server.requests) == 1


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
@pytest.mark.parametrize("how", UNREADABLE)
def test_o01_a_reply_that_is_not_whole_is_asked_for_once_more_and_never_half_stored(
    asked: Asked, clock: FrozenClock, how: str
) -> None:
    alice = asked.alice([UNREADABLE[how], UNREADABLE[how]], extract=False)
    receipt = alice.remember("I like tea")
    assert facts_of(alice) == []
    assert receipt.pending == ("extraction",)
    assert receipt.failures[0].startswith(("extraction: RM407", "extraction: RM406"))
    assert len(asked.server.requests) == (1 if how == "filtered" else 2)
    (entry,) = alice.queue().entries
    assert (entry.status, entry.attempts) == (WorkStatus.WAITING, 1)
    assert entry.error is not None
    assert "tea" not in entry.error
    assert [item.text for item in alice.recall("tea").items] == ["I like tea"]

    clock.advance(hours=1)
    asked.server.script.clear()
    asked.server.script.append(TEA)
    assert alice.work().count(WorkOutcome.STORED) == 1
    assert facts_of(alice) == [("user", "likes tea")]
    assert alice.queue().entries == ()


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
def test_o01_a_reply_that_is_readable_the_second_time_counts(asked: Asked) -> None:
    alice = asked.alice(['{"facts":["likes', TEA], extract=False)
    assert alice.remember("I like tea").pending == ()
    assert facts_of(alice) == [("user", "likes tea")]
    (spent,) = alice.spending().spent
    assert (spent.calls, spent.failures) == (2, 1)


# O02, O03, O05: ids, invented numbers and refusals ------------------------------------------------


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("message", "reply", "reasons"),
    [
        ("I like tea", said(of("user", "likes tea", "t7")), ["unknown_turn"]),
        ("I like tea", said(of("user", "likes tea", "c1")), ["unknown_turn"]),
        ("I like tea", said(of("user", "likes tea", "0" * 32)), ["unknown_turn"]),
        ("I run 10 km", said("runs 12 km"), ["number_not_in_the_source"]),
        ("I run with Jonas", said("runs with Milo"), ["name_not_in_the_source"]),
        ("I'm not allergic to walnuts", said("is allergic to walnuts"), ["drops_a_negation"]),
        ("I like tea", said("I'm sorry, I cannot help"), ["refusal"]),
        ("I like tea", said("asked about tea"), ["refusal"]),
        ("I like tea", said("tea"), ["fragment"]),
        ("I like tea", said("likes tea and"), ["fragment"]),
        ("I like tea", said("collects stamps"), ["not_stated"]),
        ("I like tea", said(ends=[{"fact": "f9", "turns": ["t1"]}]), ["unknown_fact"]),
    ],
)
def test_a_claim_that_the_words_do_not_carry_is_turned_away_with_its_reason(
    asked: Asked, message: str, reply: Step, reasons: list[str]
) -> None:
    alice = asked.alice([reply], extract=False, work_at_once=False)
    alice.remember(message)
    (done,) = alice.work().done
    assert done.outcome is WorkOutcome.EMPTY
    assert [each.reason for each in done.rejected] == reasons
    assert facts_of(alice, include_closed=True) == []


# O04 ----------------------------------------------------------------------------------------------

VIGO = "I moved to Vigo and adopted a cat."
BOTH = said("moved to Vigo", "adopted a cat")


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("reply", "known", "reason"),
    [
        (Says(None, [("save_facts", BOTH), ("save_facts", '{"facts": [{"su')], "length"),
         {"moved to Vigo", "adopted a cat"}, "unreadable"),
        (Says(None, [("save_facts", {})], "tool_calls"), set(), None),
        (said(*["moved to Vigo"] * 500), {"moved to Vigo"}, "duplicate"),
        (said("moved to Vigo", "x" * 200_000), {"moved to Vigo"}, "too_long"),
        ({"facts": of("user", "adopted a cat")}, {"adopted a cat"}, None),
    ],
)  # fmt: skip
def test_o04_what_is_valid_of_a_reply_is_kept_and_the_rest_is_reported(
    asked: Asked, reply: Step, known: set[str], reason: str | None
) -> None:
    alice = asked.alice([reply], extract=False, work_at_once=False)
    alice.remember(VIGO)
    (done,) = alice.work().done
    texts = {fact.text for fact in alice.facts()}
    assert {text.replace("lives in", "moved to") for text in texts} == known
    assert {each.reason for each in done.rejected} == ({reason} if reason else set())
    assert alice.recall("Vigo").items


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
def test_o04_ten_thousand_facts_for_two_lines_are_capped_with_a_report(asked: Asked) -> None:
    verbs = ("moved to Vigo", "adopted a cat", "moved", "adopted", "moved and adopted a cat")
    many = [f"{verbs[n % 5]} {'really ' * (n // 5 % 3)}Vigo cat".strip() for n in range(10_000)]
    alice = asked.alice([said(*many)], extract=False, work_at_once=False)
    alice.remember(VIGO)
    (done,) = alice.work().done
    assert 0 < len(alice.facts()) <= 4
    reasons = {each.reason: 0 for each in done.rejected}
    for each in done.rejected:
        reasons[each.reason] += each.count
    assert "too_many" in reasons
    assert reasons["unreadable"] == 8_000
    assert sum(reasons.values()) == 10_000 - 4
    assert len(done.rejected) <= 40


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
def test_o04_a_filtered_reply_leaves_the_turn_stored_and_pending(asked: Asked) -> None:
    alice = asked.alice([Says(None, finish="content_filter")], extract=False)
    receipt = alice.remember(VIGO)
    assert receipt.pending == ("extraction",)
    assert receipt.failures == ("extraction: RM406 The provider held the reply back.",)
    assert [item.text for item in alice.recall("Vigo").items] == [VIGO]


# O06 ----------------------------------------------------------------------------------------------


def test_o06_failed_empty_and_stored_are_three_things_and_survive_a_restart(
    asked: Asked, clock: FrozenClock
) -> None:
    def again(minutes: float) -> WorkOutcome:
        """Open the memory anew, as another process would, and let it work."""
        clock.advance(minutes=minutes)
        memory = asked.memory(extract=False, work_at_once=False, timeout_seconds=0.3)
        scope = memory.scope(tenant="t", user="alice")
        done = scope.work().done
        memory.close()
        return done[0].outcome if done else WorkOutcome.OVERTAKEN

    alice = asked.alice(extract=False, work_at_once=False)
    alice.remember("I like tea")
    asked.server.script.extend([Fault.HANG, 429, 429, 429, 500, 500, 500, TEA])
    assert again(0) is WorkOutcome.FAILED
    assert [(e.attempts, (e.error or "")[:5]) for e in alice.queue().entries] == [(1, "RM404")]
    assert again(0.5) is WorkOutcome.OVERTAKEN, "it is left alone for a while"
    assert again(0.6) is WorkOutcome.FAILED
    assert [(e.attempts, (e.error or "")[:5]) for e in alice.queue().entries] == [(2, "RM405")]
    assert again(1) is WorkOutcome.OVERTAKEN, "and longer each time"
    assert again(1.1) is WorkOutcome.FAILED
    assert facts_of(alice) == []
    assert again(5) is WorkOutcome.STORED
    assert facts_of(alice) == [("user", "likes tea")]
    assert again(60) is WorkOutcome.OVERTAKEN, "it is processed once"
    assert len(asked.server.requests) == 8
    spent = alice.spending()
    assert (spent.calls, sum(each.failures for each in spent.spent)) == (4, 3)

    alice.remember("I like milk")
    asked.server.script.append({"facts": []})
    assert again(0) is WorkOutcome.EMPTY
    assert alice.queue().entries == ()


def test_o06_work_that_fails_too_often_is_given_up_visibly(
    asked: Asked, clock: FrozenClock
) -> None:
    alice = asked.alice(extract=False, work_at_once=False, attempts=3)
    receipt = alice.remember("I like tea")
    asked.server.then = 401
    outcomes = []
    for _ in range(4):
        outcomes += [each.outcome for each in alice.work().done]
        clock.advance(hours=1)
    assert outcomes == [WorkOutcome.FAILED, WorkOutcome.FAILED, WorkOutcome.DEAD]
    queue = alice.queue()
    assert (queue.waiting, queue.dead) == (0, 1)
    (dead,) = queue.entries
    assert (dead.status, dead.attempts, dead.subject_ids) == (
        WorkStatus.DEAD,
        3,
        receipt.event_ids,
    )
    assert dead.error == "RM403 openai:tiny failed (HTTP 401)."


def test_o06_nothing_is_locked_while_a_model_is_asked(asked: Asked) -> None:
    """Another memory on the same store writes while the model thinks."""
    other = asked.memory().scope(tenant="t", user="alice")
    seen: list[str] = []

    def think(_: dict[str, Any]) -> str:
        asked.server.then = '{"facts": []}'
        other.remember([{"role": "assistant", "content": "written meanwhile"}])
        seen.append(other.recall("meanwhile").items[0].text)
        return '{"facts": ["likes tea"]}'

    alice = asked.alice([think], extract=False)
    alice.remember("I like tea")
    assert seen == ["written meanwhile"]
    assert facts_of(alice) == [("user", "likes tea")]


# C01 to C03 ---------------------------------------------------------------------------------------

JONAS = "My colleague Jonas can't stand olives, and his sister just moved to Porto."


@pytest.mark.parametrize("extract", [True, False])
@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
def test_c01_what_is_said_of_a_friend_is_the_friends(asked: Asked, extract: bool) -> None:  # noqa: FBT001 - a case
    reply = said(of("Jonas", "dislikes olives"), of("Jonas's sister", "moved to Porto"))
    alice = asked.alice([reply], extract=extract)
    alice.remember(JONAS)
    assert {fact.subject for fact in alice.facts()} == {"Jonas", "Jonas's sister"}
    assert facts_of(alice, subject="user") == []
    assert len(alice.facts()) == 2


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
@pytest.mark.parametrize("claim", ["Dislikes olives", of("user", "dislikes olives")])
def test_c01_a_claim_without_its_subject_never_becomes_the_users(asked: Asked, claim: Any) -> None:
    alice = asked.alice([{"facts": [claim]}], extract=False, work_at_once=False)
    alice.remember(JONAS)
    (done,) = alice.work().done
    assert [each.reason for each in done.rejected] == ["subject_not_supported"]
    assert facts_of(alice) == []


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
def test_c02_a_person_who_is_asked_about_does_not_become_the_user(asked: Asked) -> None:
    alice = asked.alice([said("The user's name is Radek Vlk")], work_at_once=False)
    alice.remember("Show me the unpaid invoices of customer Radek Vlk, there were five of them.")
    alice.remember("Customer Radek Vlk owes us for five invoices since the spring.")
    asked.server.then = said("The user's name is Radek Vlk")
    rejected = [each.reason for done in alice.work().done for each in done.rejected]
    assert set(rejected) <= {"subject_not_supported", "not_stated"}
    assert rejected
    assert facts_of(alice, subject="user") == []


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
def test_c03_the_assistants_words_are_not_the_users(asked: Asked) -> None:
    alice = asked.alice(extract=False, work_at_once=False, context_turns=4)
    alice.remember(
        [
            {"role": "user", "content": "How can I sort a linked list? I have one of ten items."},
            {"role": "assistant", "content": "I prefer merge sort here; I once rewrote it "
             "iteratively in Rust."},
        ]
    )  # fmt: skip
    asked.server.script.append(
        said(
            of("user", "Rewrote merge sort iteratively in Rust", "t2"),
            of("user", "Prefers merge sort", "c1"),
            of("user", "Prefers merge sort", "t1"),
        )
    )
    alice.work()
    assert facts_of(alice) == []

    alice.remember("yes, I prefer that too")
    asked.server.script.append(
        said(of("user", "prefers merge sort", "c2"), of("user", "prefers merge sort", "t1"))
    )
    done = alice.work().done
    if done:
        assert [each.reason for each in done[0].rejected] == ["evidence_is_the_assistants"]
        assert facts_of(alice) == [("user", "prefers merge sort")]
        (fact,) = alice.facts()
        assert [source.text for source in fact.sources] == ["yes, I prefer that too"]


# C07, C09, C12, C17, C18 --------------------------------------------------------------------------

JANUARY = datetime(2026, 1, 5, 10, tzinfo=UTC)
MARCH = datetime(2026, 3, 1, 10, tzinfo=UTC)


@pytest.mark.parametrize("extract", [True, False])
@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
def test_c07_a_reply_that_only_closes_never_ends_in_nothing(asked: Asked, extract: bool) -> None:  # noqa: FBT001 - a case
    alice = asked.alice(extract=extract)
    alice.remember(facts={"text": "likes Thai food", "slot": "likes", "value": "Thai food"},
                   at=JANUARY)  # fmt: skip
    asked.server.then = said(ends=[{"fact": "f1", "turns": ["t1"]}])
    alice.remember("I can't stand Thai food now", at=MARCH)
    (now,) = alice.facts()
    assert (now.slot, now.value) == ("dislikes", "Thai food")
    closed = [fact for fact in alice.facts(include_closed=True) if fact.valid_to is not None]
    assert [(fact.text, fact.valid_to) for fact in closed] == [("likes Thai food", MARCH)]


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
def test_c07_a_close_whose_successor_cannot_be_told_is_refused(asked: Asked) -> None:
    alice = asked.alice(work_at_once=False)
    alice.remember(facts="likes Thai food", at=JANUARY)
    asked.server.then = said(ends=[{"fact": "f1", "turns": ["t1"]}])
    alice.remember("Thai food and I have had a complicated relationship lately", at=MARCH)
    (done,) = alice.work().done
    assert [each.reason for each in done.rejected] == ["closes_without_its_successor"]
    assert facts_of(alice) == [("user", "likes Thai food")]


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
def test_c09_what_is_so_no_longer_is_closed_and_what_came_instead_stands(asked: Asked) -> None:
    alice = asked.alice(extract=False)
    alice.remember(facts="drinks coffee every morning", at=JANUARY)
    asked.server.then = said("drinks only rooibos", ends=[{"fact": "f1", "turns": ["t1"]}])
    alice.remember("I don't drink coffee any more, only rooibos", at=MARCH)
    assert facts_of(alice) == [("user", "drinks only rooibos")]
    assert facts_of(alice, as_of="2026-02-01") == [("user", "drinks coffee every morning")]
    assert "coffee every morning" not in alice.recall("what does she drink?", kinds="fact").text


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
def test_c12_texts_that_differ_in_a_name_stay_two_facts(asked: Asked) -> None:
    alice = asked.alice(extract=False)
    asked.server.then = said(of("Mila", "birthday is 14 May"))
    alice.remember("Mila's birthday is 14 May")
    asked.server.then = said(of("Milo", "birthday is 15 May"))
    alice.remember("Milo's birthday is 15 May")
    assert {fact.subject for fact in alice.facts()} == {"Mila", "Milo"}
    assert alice.recall("when is Mila's birthday?").items[0].subject in {"Mila", None}
    assert "15 May" in alice.recall("when is Milo's birthday?").items[0].text


@pytest.mark.parametrize("extract", [True, False])
@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
def test_c17_a_retelling_of_a_mistake_is_no_support_for_it(asked: Asked, extract: bool) -> None:  # noqa: FBT001 - a case
    alice = asked.alice(extract=extract)
    alice.remember(
        facts={"text": "is allergic to walnuts", "slot": "allergy", "value": "walnuts",
               "confidence": 0.73}
    )  # fmt: skip
    (before,) = alice.facts()
    asked.server.then = said(
        of("neighbour", "is allergic to walnuts"),
        of("user", "is allergic to walnuts", "c1"),
        retracts=[{"fact": "f1", "turns": ["t1"]}],
    )
    alice.remember(
        [
            {"role": "user", "content": "That was my neighbour, I'm not allergic to walnuts."},
            {"role": "assistant",
             "content": "Sorry, I had noted that you are allergic to walnuts."},
        ]
    )  # fmt: skip
    assert facts_of(alice) == [("neighbour", "is allergic to walnuts")]
    states = [entry.fact for entry in alice.history(before.id)]
    assert max(state.confidence for state in states) <= 0.73
    assert max(state.evidence for state in states) == 1


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
@pytest.mark.parametrize("extract", [True, False])
def test_c18_what_memory_injected_is_never_learned_again(
    asked: Asked,
    clock: FrozenClock,
    extract: bool,  # noqa: FBT001 - a case
) -> None:
    alice = asked.alice(extract=extract)
    alice.remember(facts="likes sauna")
    asked.server.then = said("likes sauna")
    for _ in range(20):
        clock.advance(minutes=1)
        shown = alice.recall("what do I like?", kinds="fact").text
        assert "sauna" in shown
        alice.remember(
            [
                {"role": "system", "content": shown},
                {"role": "user", "content": f"{shown}\nok thanks, that sauna note is what I had"},
                {"role": "user", "content": "<memory>User likes sauna</memory>\nok thanks"},
            ]
        )
    (fact,) = alice.facts()
    assert (fact.text, fact.evidence) == ("likes sauna", 1)


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
def test_c18_what_the_person_adds_behind_the_block_is_read(asked: Asked) -> None:
    alice = asked.alice()
    alice.remember(facts="likes sauna")
    shown = alice.recall("what do I like?", kinds="fact").text
    alice.remember(f"{shown}\nI moved to Vigo.")
    assert sorted(facts_of(alice)) == [("user", "likes sauna"), ("user", "lives in Vigo")]


def test_no_reply_reaches_a_log_or_an_error_of_another_scope(
    asked: Asked, server: ModelServer
) -> None:
    """A label or an id that was not given in this prompt names nothing, whoever holds it."""
    bob = asked.memory().scope(tenant="t", user="bob")
    bob.remember(facts="likes boats")
    (foreign,) = bob.facts()
    alice = asked.alice(extract=False)
    server.then = said(ends=[{"fact": foreign.id, "turns": ["t1"]}],
                       retracts=[{"fact": "f1", "turns": ["t1"]}])  # fmt: skip
    alice.remember("I no longer like boats")
    assert facts_of(bob) == [("user", "likes boats")]
    assert all("boats" not in prompt.split("<turns>")[0] for prompt in server.prompts())
