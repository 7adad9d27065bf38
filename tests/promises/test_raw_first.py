"""Promise 2: the words are durable before any model is asked, whatever the model then does."""

import subprocess
import sys
import textwrap
import threading

import pytest
from tests.support.clock import FrozenClock
from tests.support.model_server import Fault, Says, Step
from tests.support.models import Asked, facts_of

from remanent import Memory
from remanent.errors import ModelError
from remanent.model.prompt import Prompt, Reply
from remanent.model.work import Worked, WorkOutcome, WorkStatus

TURN = "I moved to Vigo, and the rowing club made me their cox."
GOOD = {
    "facts": [{"subject": "user", "text": "is the cox of the rowing club", "turns": ["t1"]}],
}
FAILURES: dict[str, tuple[Step, ...]] = {
    "hangs": (Fault.HANG,),
    "answers garbage": (Fault.NOT_JSON,) * 2,
    "answers JSON of another kind": (Fault.NOT_CHAT,) * 2,
    "answers prose": ("Sure! The user likes many things.",) * 2,
    "refuses": (400,),
    "refuses in words": ("I cannot help with that.",) * 2,
    "is filtered": (Says("", finish="content_filter"),),
    "is cut off": (Says('{"facts": [{"subject": "user", "text": "adop', finish="length"),) * 2,
    "has no room": (429,) * 3,
    "breaks": (500,) * 3,
    "hangs up": (Fault.CLOSED,) * 3,
}


@pytest.mark.parametrize("how", FAILURES)
def test_a_model_that_fails_leaves_the_turn_stored_findable_and_pending(
    asked: Asked, clock: FrozenClock, how: str
) -> None:
    alice = asked.alice(FAILURES[how], timeout_seconds=0.3 if how == "hangs" else 10)
    receipt = alice.remember({"id": "D1:1", "content": TURN})
    assert receipt.pending == ("extraction",)
    (failure,) = receipt.failures
    assert failure.startswith("extraction: RM40")
    assert "Vigo" not in failure
    assert "secret" not in failure
    found = alice.recall("who is the cox of the club?")
    assert found.items[0].sources[0].external_id == "D1:1"
    assert facts_of(alice) == [("user", "lives in Vigo")], "the rules have read what they can"
    (entry,) = alice.queue().entries
    assert (entry.subject_ids, entry.status, entry.attempts) == (
        receipt.event_ids,
        WorkStatus.WAITING,
        1,
    )

    asked.server.script.clear()
    asked.server.then = GOOD
    assert alice.work().done == (), "not before its time"
    clock.advance(minutes=10)
    (done,) = alice.work().done
    assert (done.outcome, done.subject_ids) == (WorkOutcome.STORED, receipt.event_ids)
    (new,) = [fact for fact in alice.facts() if "cox" in fact.text]
    assert [source.event_id for source in new.sources] == list(receipt.event_ids)
    assert alice.work().done == ()


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
def test_an_extraction_that_failed_never_looks_like_an_empty_one(asked: Asked) -> None:
    alice = asked.alice(['{"facts": []}', 401])
    empty, failed = alice.remember(TURN), alice.remember(f"{TURN} Twice.")
    assert (empty.pending, empty.failures) == ((), ())
    assert (failed.pending, len(failed.failures)) == (("extraction",), 1)
    assert [entry.status for entry in alice.queue().entries] == [WorkStatus.WAITING]


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
def test_the_words_are_stored_before_the_model_is_asked(asked: Asked) -> None:
    seen: list[str] = []

    def look(_: object) -> str:
        other = asked.memory(work_at_once=False)
        seen.extend(
            item.text for item in other.scope(tenant="t", user="alice").recall("Vigo").items
        )
        return '{"facts": []}'

    asked.alice([look]).remember(TURN)
    assert any(TURN in text or "Vigo" in text for text in seen)


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
def test_a_reply_that_cannot_be_had_leaves_the_message_stored(asked: Asked) -> None:
    alice = asked.alice([401])
    with pytest.raises(ModelError):
        alice.respond(TURN)
    assert [item.text for item in alice.recall("rowing cox", kinds="turn").items] == [TURN]
    assert alice.queue().waiting == 1


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
def test_the_same_request_sent_again_asks_no_model_again(asked: Asked) -> None:
    alice = asked.alice([GOOD])
    first = alice.remember(TURN, idempotency_key="k")
    again = alice.remember(TURN, idempotency_key="k")
    assert again.event_ids == first.event_ids
    assert len(asked.server.requests) == 1


KILLED = """
    import sys, time
    from remanent import Memory, load_settings
    from remanent.providers.chat import make_model

    class Slow:
        def __init__(self, inner):
            self.inner = inner
        name = "own:slow"
        def ask(self, prompt, *, timeout_seconds):
            reply = self.inner.ask(prompt, timeout_seconds=timeout_seconds)
            print("replied", flush=True)
            time.sleep(600)
            return reply
        def close(self):
            self.inner.close()

    path, url, words = sys.argv[1:]
    settings = load_settings(environ={}, overrides={"store.path": path, "models.gate": 0})
    memory = Memory(settings=settings, model=Slow(make_model("openai:tiny", base_url=url)))
    memory.scope(tenant="t", user="alice").remember({"id": "D1:1", "content": words})
"""


def test_a_worker_killed_between_the_reply_and_its_application_leaves_the_work_to_the_next(
    asked: Asked, address: str, clock: FrozenClock
) -> None:
    asked.server.then = GOOD
    child = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(KILLED), address, asked.server.url, TURN],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "replied\n"
    child.kill()
    child.wait()
    child.stdout.close()

    clock.advance(days=4000)
    alice = asked.alice()
    assert [fact.text for fact in alice.facts()] == ["lives in Vigo"]
    (entry,) = alice.queue().entries
    assert (entry.status, entry.attempts) == (WorkStatus.WAITING, 1)
    (done,) = alice.work().done
    assert (done.outcome, done.subject_ids) == (WorkOutcome.STORED, entry.subject_ids)
    assert {fact.text for fact in alice.facts()} == {
        "lives in Vigo",
        "is the cox of the rowing club",
    }
    assert [source.external_id for source in alice.facts()[-1].sources] == ["D1:1"]
    assert max(fact.evidence for fact in alice.facts()) == 1
    assert alice.work().done == ()


class _Own:
    """A model of the caller's own that waits for a signal in the middle of a call."""

    name = "own:patient"

    def __init__(self) -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()
        self.calls = 0
        self.fails = False

    def ask(self, prompt: Prompt, *, timeout_seconds: float) -> Reply:
        del prompt, timeout_seconds
        self.calls += 1
        self.begun.set()
        assert self.go_on.wait(30)
        if self.fails:
            raise ModelError("It broke.")
        return Reply('{"facts": ["is the cox of the rowing club"]}')

    def close(self) -> None:
        """Nothing is held."""


def test_two_workers_at_once_ask_about_each_turn_once(asked: Asked, address: str) -> None:
    del address
    model = _Own()
    one = _with(asked, model)
    two = _with(asked, model)
    one.scope(tenant="t", user="alice").remember(TURN)
    results = []
    working = threading.Thread(
        target=lambda: results.append(one.scope(tenant="t", user="alice").work())
    )
    working.start()
    assert model.begun.wait(30)
    assert two.scope(tenant="t", user="alice").work().done == ()
    model.go_on.set()
    working.join(30)
    assert [done.outcome for done in results[0].done] == [WorkOutcome.STORED]
    assert model.calls == 1


@pytest.mark.parametrize("first", ["replies", "fails", "replies as well"])
def test_a_worker_that_was_thought_dead_neither_applies_twice_nor_undoes_a_claim(
    asked: Asked, address: str, clock: FrozenClock, first: str
) -> None:
    del address
    slow, quick = _Own(), _Own()
    slow.fails = first == "fails"
    quick.fails = first == "replies"
    quick.go_on.set()
    one, two = (_with(asked, model).scope(tenant="t", user="alice") for model in (slow, quick))
    one.remember(TURN)
    results: list[Worked] = []
    working = threading.Thread(target=lambda: results.append(one.work()))
    working.start()
    assert slow.begun.wait(30)
    clock.advance(days=1)
    (other,) = two.work().done
    slow.go_on.set()
    working.join(30)
    (mine,) = results[0].done
    if first == "replies":
        assert (other.outcome, mine.outcome) == (WorkOutcome.FAILED, WorkOutcome.STORED)
    else:
        assert (other.outcome, mine.outcome) == (WorkOutcome.STORED, WorkOutcome.OVERTAKEN)
        assert mine.changes == ()
    clock.advance(days=1)
    assert two.work().done == ()
    assert max(fact.evidence for fact in one.facts()) == 1
    assert len(one.facts()) == 2


def test_a_late_failure_leaves_the_count_of_a_newer_claim(
    asked: Asked, address: str, clock: FrozenClock
) -> None:
    del address
    slow, quick = _Own(), _Own()
    slow.fails = quick.fails = True
    quick.go_on.set()
    one, two = (_with(asked, model).scope(tenant="t", user="alice") for model in (slow, quick))
    one.remember(TURN)
    working = threading.Thread(target=one.work)
    working.start()
    assert slow.begun.wait(30)
    clock.advance(days=1)
    two.work()
    slow.go_on.set()
    working.join(30)
    (entry,) = two.queue().entries
    assert entry.attempts == 2


def test_a_decision_is_made_again_on_what_changed_while_the_model_was_asked(
    asked: Asked, address: str
) -> None:
    """What is taken back meanwhile does not come back with the reply."""
    del address
    model = _Own()
    memory, other = _with(asked, model), _with(asked, model)
    alice, elsewhere = (each.scope(tenant="t", user="alice") for each in (memory, other))
    alice.remember({"content": TURN, "session": "s"})
    working = threading.Thread(target=alice.work)
    working.start()
    assert model.begun.wait(30)
    elsewhere.remember({"content": "Scratch that, I was joking.", "session": "s"})
    model.go_on.set()
    working.join(30)
    assert facts_of(alice) == []


def test_a_turn_that_was_set_aside_while_the_model_was_asked_gives_no_facts(
    asked: Asked, address: str, clock: FrozenClock
) -> None:
    del address
    model = _Own()
    alice, elsewhere = (_with(asked, model).scope(tenant="t", user="alice") for _ in range(2))
    alice.remember("I live in Porto.")
    before = clock.now()
    clock.advance(hours=1)
    alice.remember("I am rowing every morning, and the club made me their cox.")
    working = threading.Thread(target=alice.work)
    working.start()
    assert model.begun.wait(30)
    elsewhere.rollback(to=before)
    model.go_on.set()
    working.join(30)
    assert facts_of(alice, include_closed=True) == [("user", "lives in Porto")]


def _with(asked: Asked, model: object) -> Memory:
    return asked._open_memory(
        model=model, overrides={"models.gate": 0, "models.work_at_once": False}
    )
