"""Events, facts, marks and vectors to put into a store, numbered so that no two are alike."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tests.support.clock import START, CountingIds, FrozenClock

from remanent.governance.audit import next_entry
from remanent.model.event import Event, EventKind, Origin, Role
from remanent.model.fact import Fact, Polarity, Provenance, Stance, Tier, TimeSpan
from remanent.model.governance import OWNER
from remanent.model.lesson import (
    Condition,
    Credit,
    CreditKind,
    Judge,
    Lesson,
    LessonStatus,
    Sighting,
    Tally,
    Witness,
)
from remanent.model.mark import FactWrite, Mark
from remanent.model.preference import Evidence, Preference
from remanent.model.remembered import ChangeKind
from remanent.model.retention import Retention, Use, UseKind
from remanent.model.scope import Scope, ScopeKind
from remanent.model.suggestion import Suggestion, SuggestionKind, SuggestionStatus
from remanent.model.work import ModelRole, Spent, Surprise, WorkStatus
from remanent.store.sql_store import SqlStore
from remanent.store.transaction import SqlTransaction

KEY = bytes(range(32))
ALICE = Scope("shop", ScopeKind.USER, "alice")
BOB = Scope("shop", ScopeKind.USER, "bob")
FINGERPRINT = "test:words@1:64"
DIMENSION = 64

_WORDS = (
    "boat", "garden", "copper", "violin", "harbour", "pepper", "lantern",
    "meadow", "ticket", "anchor", "velvet", "cinnamon", "orchard", "thunder",
    "paper", "maple", "kettle", "island", "rocket", "feather",
)  # fmt: skip


class Values:
    """Makes values at the clock's present, with ids in order."""

    def __init__(self, clock: FrozenClock, ids: CountingIds) -> None:
        """Take time and ids from the test."""
        self.clock, self.ids = clock, ids

    def turn(self, text: str, **fields: Any) -> Event:
        """A person's turn, now."""
        now = self.clock.now()
        event = Event(
            id=self.ids.new_id(now),
            kind=EventKind.TURN,
            role=Role.USER,
            origin=Origin.PERSON,
            text=text,
            occurred_at=now,
            recorded_at=now,
        )
        return replace(event, **fields)

    def turns(self, count: int, **fields: Any) -> list[Event]:
        """Turns a minute apart, each of a few words out of twenty."""
        made = []
        for number in range(count):
            self.clock.advance(minutes=1)
            words = [_WORDS[(number * step + step) % len(_WORDS)] for step in (1, 3, 7)]
            made.append(self.turn(f"{' '.join(words)} number{number}", **fields))
        return made

    def fact(self, text: str = "lives in Berlin", **fields: Any) -> Fact:
        """A fact that is not stored yet, known since now."""
        now = self.clock.now()
        fact = Fact(
            id=self.ids.new_id(now),
            seq=0,
            subject="user",
            slot="home",
            value=text.rsplit(" ", 1)[-1],
            text=text,
            polarity=Polarity.POSITIVE,
            tier=Tier.ACTIVE,
            confidence=0.9,
            provenance=Provenance.STATED,
            origin=Origin.PERSON,
            valid_from=now,
            valid_to=None,
            recorded_at=now,
        )
        return replace(fact, **fields)

    def mark(self, event: Event, fact: Fact, *, timeline: int = 7, **fields: Any) -> Mark:
        """The mark that an event leaves for a fact."""
        mark = Mark(
            timeline=timeline,
            at=event.occurred_at,
            event_seq=event.seq,
            event_id=event.id,
            ordinal=0,
            stance=Stance.ASSERT,
            content=fact.text,
            subject=fact.subject,
            slot=fact.slot,
            value=fact.value,
            text=fact.text,
            polarity=fact.polarity,
            confidence=fact.confidence,
            origin=event.origin,
            said_at=event.occurred_at,
            fact_seq=fact.seq,
        )
        return replace(mark, **fields)

    def span(self) -> TimeSpan:
        """An hour from now, as somebody said it."""
        now = self.clock.now()
        return TimeSpan(now, self.clock.advance(hours=1), "this hour", zone_known=False)


def write(store: SqlStore, block: Any, *, scope: Scope = ALICE) -> Any:
    """Run a block in a transaction of a scope."""
    return store.write(scope, block, key=KEY)


def append(store: SqlStore, events: Sequence[Event], *, scope: Scope = ALICE) -> list[Event]:
    """Append events; return them with their numbers."""
    seqs = write(
        store, lambda tx: tx.append_events(events, covered=[False] * len(events)), scope=scope
    )
    return [replace(event, seq=seq) for event, seq in zip(events, seqs, strict=True)]


def add_fact(
    store: SqlStore,
    fact: Fact,
    *marks: Mark,
    kind: ChangeKind = ChangeKind.ADDED,
    timeline: int = 7,
    at: datetime | None = None,
    scope: Scope = ALICE,
) -> Fact:
    """Write a fact's state; return it with its number."""
    change = FactWrite(kind=kind, fact=fact, timeline=timeline, marks=marks)
    (seq,) = write(store, lambda tx: tx.write_facts([change], at or fact.recorded_at), scope=scope)
    return replace(fact, seq=seq)


def vectors(count: int, *, seed: int = 1, dimension: int = DIMENSION) -> NDArray[np.float32]:
    """Normalised rows that are the same everywhere."""
    rows = np.random.default_rng(seed).normal(size=(count, dimension)).astype(np.float32)
    normalised: NDArray[np.float32] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return normalised


def tell(
    store: SqlStore, values: Values, *, scope: Scope = ALICE, rounds: int = 12, turns: int = 30
) -> None:
    """Write a long story through every verb of a transaction: always the same for fresh values."""
    for number in range(rounds):
        batch = [
            replace(
                event,
                session=f"session {(number + place) // 20}" if place % 3 else None,
                speaker=("Ann", "BEN", None)[place % 3],
                role=(Role.USER, Role.ASSISTANT)[place % 2],
                kind=EventKind.STATEMENT if place % 11 == 5 else EventKind.TURN,
            )
            for place, event in enumerate(values.turns(turns))
        ]
        write(store, lambda tx, batch=batch, number=number: _chapter(tx, values, batch, number),
              scope=scope)  # fmt: skip


def _chapter(tx: SqlTransaction, values: Values, batch: list[Event], number: int) -> None:
    shown = _preferences(tx, number)
    said = [
        Evidence(row.number, event.occurred_at, seq, 0.5, value=float(number))
        for seq, (row, event) in enumerate(zip(shown, batch, strict=False), tx.state.last_seq + 1)
    ]
    covered = [place % 5 == 0 for place in range(len(batch))]
    seqs = tx.append_events(batch, covered=covered, evidence=said)
    events = [replace(event, seq=seq) for event, seq in zip(batch, seqs, strict=True)]
    now = values.clock.now()
    facts = [values.fact(f"has a {_WORDS[(number + place) % 20]} {number}") for place in range(3)]
    fact_seqs = tx.write_facts(
        [
            FactWrite(
                kind=ChangeKind.ADDED,
                fact=fact,
                timeline=100 + place,
                marks=(values.mark(events[place], fact, timeline=100 + place),),
            )
            for place, fact in enumerate(facts)
        ],
        now,
    )
    kept = replace(facts[0], seq=fact_seqs[0], valid_to=now, closed_by=facts[1].id)
    change = FactWrite(kind=ChangeKind.CLOSED, fact=kept, timeline=100)
    tx.write_facts([change], now)
    tx.keep_marks([values.mark(events[-1], facts[2], timeline=200, fact_seq=0)])
    if number % 4 == 3:
        tx.void_marks(events[1].seq)
    tx.link([(f"entity {place % 4}", seq, "names") for place, seq in enumerate(seqs)])
    units = tx.units_without_vectors(FINGERPRINT, after_seq=0, limit=1000)
    tx.put_vectors(FINGERPRINT, units, vectors(len(units), seed=number))
    _write_preferences(tx, shown, seqs, number)
    _work(tx, seqs, number, now)
    _suggestions(tx, facts, number, now)
    _retention(tx, fact_seqs, number, now)
    _lessons(tx, batch[0], seqs[0], number, now)
    tx.keep_request(f"request {batch[0].id}", f"digest {number}", f"reply {number}")
    tx.append_audit(
        next_entry(
            after_seq=tx.state.audit_seq, head=tx.state.audit_head, at=now, action="remember",
            actor=OWNER, counts={"turns": len(batch)},
        )
    )  # fmt: skip


def _lessons(tx: SqlTransaction, event: Event, seq: int, number: int, now: datetime) -> None:
    """Write a lesson with all that belongs to it, and let go of one now and then."""
    lesson = Lesson(
        id=event.id, seq=seq, text=f"Bring the {_WORDS[number % 20]} \ud800",
        condition=Condition(
            error=("<path> not found", None)[number % 2], task="travel", tool="git",
            repository="boats", attributes=("ctx:rain", "!ctx:sun"),
        ),
        status=LessonStatus.ACTIVE, origin=Origin.TOOL, recorded_at=now, because="it rained",
        author="ann", origins=2, sightings=3, is_approved=bool(number % 2), repeats="README.md",
        replaces=event.id, replaced_by=event.id, last_seen_at=now,
        tally=Tally(shown=4, used=3, helped=2, harmed=1, used_at=(7, 9), outcomes=3, value=-0.5,
                    failures=1),
    )  # fmt: skip
    tx.write_lesson(lesson, terms=["bring", _WORDS[number % 20]])
    tx.put_lesson_vector(seq, FINGERPRINT, vectors(1, seed=number)[0].astype("<f2").tobytes())
    tx.add_sighting(Sighting(seq, seq, now, Witness(author=b"a" * 16, transcript=bytes(16))))
    shown = Credit(lesson.id, CreditKind.SHOWN, now, session="s", tokens=9, milliseconds=1.5,
                   event_seq=seq, lesson_seq=seq, recall=bytes(16))  # fmt: skip
    helped = replace(shown, kind=CreditKind.HELPED, value=0.5, judge=Judge.INFERRED)
    tx.add_credits([shown, helped])
    tx.skip_credit(helped, "a person said how it went")
    if number == 5:
        tx.delete_lessons([tx.list_lessons(limit=1)[0].seq])


def _retention(tx: SqlTransaction, fact_seqs: list[int], number: int, now: datetime) -> None:
    """Keep facts, and let something happen to them."""
    rows = [
        Retention(
            fact_seq=seq, born_at=now, born_turn=number, policy="fade.short", tier=Tier.ACTIVE,
            layer=("short", None)[place % 2], strength=0.5, age=0.25, based_at=now,
            based_turn=number, importance=0.75, shown=1, used=2, helped=3, last_used_at=now,
            frequency=1.5, frequency_at=now, relevances=(0.5, 0.25), use_days=(7, 9), dampening=0.5,
            salience=0.125, fusion_factor=0.5, outcomes=1, outcome_value=-0.5, last_at=now,
            due_at=(now, None)[place % 2], due_turn=(None, 1 << 40)[place % 2],
            long_until=(now, None)[place % 2],
        )
        for place, seq in enumerate(fact_seqs)
    ]  # fmt: skip
    tx.write_retentions(rows)
    tx.look_for_due()
    tx.add_uses([
        Use(fact_seqs[0], now, fact_seqs[0], kind, turn=number, value=0.5, relevance=0.25,
            importance=0.75, helped=2)
        for kind in (UseKind.SHOWN, UseKind.USED)
    ])  # fmt: skip


def _suggestions(tx: SqlTransaction, facts: list[Fact], number: int, now: datetime) -> None:
    """Propose two things, and accept one now and then."""
    new = [
        Suggestion(
            id=f"{2 * number + place:032x}",
            kind=(SuggestionKind.ALIAS, SuggestionKind.CONFLICT)[place],
            content=(("first", "Zoë \ud800"), ("second", f"Zoe {number}")),
            reason="They sound alike.",
            fact_ids=tuple(fact.id for fact in facts[: place + 1]),
            proposed_at=now,
        )
        for place in range(2)
    ]
    tx.keep_suggestions(new)
    if number % 3 == 0:
        tx.decide_suggestion(new[0].id, SuggestionStatus.ACCEPTED, now)


def _work(tx: SqlTransaction, seqs: list[int], number: int, now: datetime) -> None:
    """Let three turns wait for a model; give one up, and write down what one cost."""
    made = tx.enqueue([(ModelRole.EXTRACT, seqs[:2]), (ModelRole.JUDGE, seqs[2:3])], now)
    dead = replace(made[0], status=WorkStatus.DEAD, attempts=5, error=f"late {number}")
    tx.keep_work(dead)
    tx.add_spent(Spent(now.date(), ModelRole.EXTRACT, "tiny", 1, number % 2, 40, 2))
    tx.add_gated(now.date(), {Surprise.NOVEL: (1, 12), Surprise.COVERED: (number, 30)})


def _preferences(tx: SqlTransaction, number: int) -> list[Preference]:
    """Return three attributes that are shown once more, with associations."""
    known = tx.preferences(f"pref:{word}" for word in _WORDS)
    rows = []
    for place in range(3):
        attribute = f"pref:{_WORDS[(number + place) % 20]}"
        row = known.get(attribute) or Preference(attribute, tx.new_attribute_number())
        at = START.replace(year=2025) + timedelta(days=number)
        rows.append(
            row._replace(
                weight=1.0 + place + number / 8,
                rebased_at=at,
                first_at=row.first_at or at,
                last_at=at,
                hits=row.hits + 1,
                pin=9.0 if number % 5 == 4 else None,
                uses=(*row.uses, number),
                associations=((1, 0.5, number), (2, 0.25, number)),
                fades_at=at + timedelta(days=place),
            )
        )
    return rows


def _write_preferences(
    tx: SqlTransaction, shown: list[Preference], seqs: list[int], number: int
) -> None:
    """Write three attributes, and let go of one now and then."""
    rows = [row._replace(changed_seq=seqs[-1]) for row in shown]
    tx.write_preferences(rows)
    if number == 6:
        tx.merge_evidence(rows[0], rows[1])
    if number == 7:
        tx.delete_preferences(rows[:1])
    tx.count_unmapped({f"item:{number % 3}": ("item", 1)}, seqs[-1])
    tx.keep_document("catalog", f"version {number}", START)
    tx.keep_document(f"note {number}", "gone soon", START)
    tx.delete_document(f"note {number - 1}")
