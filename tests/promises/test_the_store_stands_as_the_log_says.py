"""Whatever is said, taken back, gone back on, merged or let go of: the doctor finds nothing."""

import os
from collections.abc import Callable
from datetime import datetime, timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support.clock import FrozenClock

from remanent import Memory, ScopedMemory
from remanent.errors import InputError

STATED = [
    "I live in Riga.", "I live in Oslo.", "I have a cat.", "I have a cat called Biscotte.",
    "I'm vegan.", "I love Thai food.", "I can't stand Thai food.", "My manager is Ines.",
    "My manager is Tobias.", "I drink coffee every morning.", "My sister lives in Riga.",
]  # fmt: skip
ENDED = ["I no longer live in Riga.", "I don't drink coffee any more.", "I used to live in Oslo."]
TAKEN_BACK = [
    "Scratch that.", "I was just kidding.", "No, I meant Porto, not Riga.",
    "I meant Bergen, not Oslo.", "Forget that I'm vegan.",
]  # fmt: skip
GIVEN = [
    {"text": "has the manager Ines", "slot": "manager", "value": "Ines"},
    {"text": "has the manager Tobias", "slot": "manager", "value": "Tobias"},
    {"text": "the desk is by the window"}, {"text": "the desk stands by the window"},
    {"text": "the desk is next to the window"},
]  # fmt: skip

Step = tuple[str, object, object]
NOTHING = st.just(0)
SAY = st.tuples(
    st.just("say"), st.sampled_from([*STATED, *ENDED, *TAKEN_BACK]), st.sampled_from([0, 0, 2])
)
SCRATCH = st.tuples(st.just("say"), st.sampled_from(TAKEN_BACK[:2]), NOTHING)
AGAIN = st.tuples(st.just("repeat"), NOTHING, NOTHING)
STEPS = st.one_of(
    SAY, SAY, AGAIN, AGAIN, SCRATCH,
    st.tuples(st.just("give"), st.sampled_from(GIVEN), st.sampled_from([0, 0, 3])),
    st.tuples(st.just("use"), st.integers(0, 5), st.booleans()),
    st.tuples(st.just("wait"), st.sampled_from([1, 20, 200, 2000]), NOTHING),
    st.tuples(st.just("maintain"), NOTHING, NOTHING),
    st.tuples(st.just("fuse"), NOTHING, NOTHING),
    st.tuples(st.just("unfuse"), st.integers(0, 5), NOTHING),
    st.tuples(st.just("rollback"), st.integers(0, 9), NOTHING),
    st.tuples(st.just("restore"), st.integers(1, 3), NOTHING),
    st.tuples(st.just("slot"), st.sampled_from(["home", "manager", "pet"]), st.booleans()),
)  # fmt: skip


class Life:
    """One person's memory, to which things happen one after the other."""

    def __init__(self, memory: Memory, clock: FrozenClock, tenant: str) -> None:
        """Begin with nothing."""
        self._memory, self._clock, self._tenant = memory, clock, tenant
        self._alice: ScopedMemory = memory.scope(tenant=tenant, user="alice")
        self._moments: list[datetime] = []
        self._last = STATED[0]

    def happen(self, step: Step) -> None:
        """Let one thing happen; what cannot be done there is refused and changes nothing."""
        what, first, second = step
        self._clock.advance(hours=1)
        self._moments.append(self._clock.now())
        does: Callable[..., object] = getattr(self, f"_{what}")
        does(first, second)

    def _say(self, words: str, days_ago: int) -> None:
        self._alice.remember(words, at=self._days_ago(days_ago), session="s")

        self._last = words

    def _repeat(self, *_: object) -> None:
        self._alice.remember(self._last, session="s")

    def _give(self, fact: dict[str, str], days_ago: int) -> None:
        self._alice.remember(facts=fact, at=self._days_ago(days_ago), session="s")

    def _use(self, place: int, helped: object) -> None:
        recalled = self._alice.recall("Riga Oslo cat vegan Thai manager coffee desk", kinds="fact")
        if recalled.items:
            item = recalled.items[place % len(recalled.items)].id
            self._alice.record_use(recalled.id, item_ids=[item])
            self._alice.record_outcome(recalled.id, helped=bool(helped), item_ids=[item])

    def _wait(self, days: int, _: object) -> None:
        self._clock.advance(days=days)

    def _maintain(self, *_: object) -> None:
        self._alice.maintain()

    def _fuse(self, *_: object) -> None:
        self._alice.fuse()

    def _unfuse(self, place: int, _: object) -> None:
        hidden = [fact for fact in self._alice.facts(include_closed=True) if fact.hidden_by]
        if hidden:
            self._alice.unfuse(hidden[place % len(hidden)].id)

    def _rollback(self, place: int, _: object) -> None:
        before = len(self._alice.rollbacks())
        try:
            self._alice.rollback(self._moments[place % len(self._moments)])
        except InputError:
            assert len(self._alice.rollbacks()) == before

    def _restore(self, number: int, _: object) -> None:
        standing = {each.number for each in self._alice.rollbacks() if each.restored_at is None}
        if number in standing:
            self._alice.restore(number)

    def _slot(self, name: str, single_valued: object) -> None:
        self._memory.tenant(self._tenant).set_slot(name, single_valued=bool(single_valued))

    def _days_ago(self, days: int) -> datetime:
        return self._clock.now() - timedelta(days=days)


@settings(
    max_examples=int(os.environ.get("REMANENT_TEST_EXAMPLES", "40")),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=st.lists(STEPS, min_size=3, max_size=16))
def test_whatever_happens_the_doctor_finds_nothing(
    memory: Memory, clock: FrozenClock, steps: list[Step]
) -> None:
    life = Life(memory, clock, f"tenant {memory.stats()['scopes']}")
    for step in steps:
        life.happen(step)
    assert memory.doctor(full=True) == ()
