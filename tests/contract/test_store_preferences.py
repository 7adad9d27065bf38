"""What a store keeps of preferences is what was written, whatever memory holds of it."""

import random
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

import numpy as np
import pytest
from tests.conftest import MakeStore
from tests.support.clock import START
from tests.support.values import ALICE, write

from remanent.model.event import Event, EventKind, Origin, Role
from remanent.model.fact import Provenance
from remanent.model.preference import Evidence, Preference
from remanent.store.preference_views import EVIDENCE_BEHIND
from remanent.store.sql_store import SqlStore
from remanent.store.transaction import SqlTransaction

NAMES = [f"pref:{letter}" for letter in "abcdefgh"]
BLOCKS = 150


class UndoneError(Exception):
    """Raised to undo a transaction."""


class People:
    """Writes at random through several stores of one file, and knows what must be there."""

    def __init__(self, stores: list[SqlStore], seed: int) -> None:
        self.stores, self._luck = stores, random.Random(seed)
        self.rows: dict[str, Preference] = {}
        self.evidence: dict[int, dict[tuple[datetime, int], Evidence]] = {}
        self._ids = 0

    def act(self) -> None:
        """Let one thing happen through one of the stores."""
        block = self._luck.choice([self._learn, self._learn, self._learn, self._pin, self._let_go])
        rows = dict(self.rows)
        evidence = {number: dict(own) for number, own in self.evidence.items()}
        is_undone = self._luck.random() < 0.15

        def run(tx: SqlTransaction) -> None:
            block(tx)
            if is_undone:
                raise UndoneError

        with suppress(UndoneError):
            write(self._luck.choice(self.stores), run)
            return
        self.rows, self.evidence = rows, evidence

    def check(self, store: SqlStore) -> None:
        """Compare what a store says with what must be there."""
        with store.read(ALICE) as view:
            graph = view.preference_graph()
            assert {row.attribute: row for row in graph.rows if row is not None} == self.rows
            assert view.preferences(NAMES) == self.rows
            for at in (START, START + timedelta(days=30), START + timedelta(days=300)):
                due = [each for each in self.rows.values() if each.fades_at and each.fades_at <= at]
                due.sort(key=lambda each: (each.fades_at, each.attribute))
                assert list(view.due_preferences(at, limit=5)) == due[:5]
            for number, own in self.evidence.items():
                whole = [own[key] for key in sorted(own)]
                assert list(view.evidence(number, limit=3)) == whole[-3:]
                assert list(view.evidence(number, limit=9999)) == whole

        def learning(tx: SqlTransaction) -> None:
            assert tx.preferences_to_learn(NAMES) == self.rows

        write(store, learning)

    def _learn(self, tx: SqlTransaction) -> None:
        """Let one to forty events show two attributes each."""
        names = self._luck.sample(NAMES, 2)
        held = tx.preferences_to_learn(names)
        assert held == {name: self.rows[name] for name in names if name in self.rows}
        changed = [held.get(name) or Preference(name, tx.new_attribute_number()) for name in names]
        events, said = [], []
        for _ in range(self._luck.choice([1, 1, 1, 40])):
            at = START + timedelta(hours=self._luck.randrange(9000))
            events.append(self._event(at))
            said += [self._said(row.number, at, tx.state.last_seq + len(events)) for row in changed]
            changed = [self._shown(row, at) for row in changed]
        tx.append_events(events, covered=[True] * len(events), evidence=said)
        tx.write_preferences(changed, is_named=True)
        self.rows |= {row.attribute: _as_stored(row) for row in changed}
        for each in said:
            self.evidence.setdefault(each.number, {})[each.at, each.event_seq] = each

    def _pin(self, tx: SqlTransaction) -> None:
        """Change one row for another reason than an event."""
        for row in tx.preferences(self._luck.sample(NAMES, 1)).values():
            tx.append_events([self._event(START)], covered=[True])
            pin = self._luck.choice([None, 0.0, 9.0])
            fades_at = None if pin is not None else START + timedelta(days=self._luck.randrange(99))
            new = row._replace(pin=pin, fades_at=fades_at, changed_seq=tx.state.last_seq)
            tx.write_preferences([new])
            self.rows[row.attribute] = new

    def _let_go(self, tx: SqlTransaction) -> None:
        """Merge one row into another, or delete it."""
        found = list(tx.preferences(self._luck.sample(NAMES, 2)).values())
        if len(found) < 2 or self._luck.random() < 0.5:
            return
        old, new = found
        if self._luck.random() < 0.5:
            tx.write_preferences([old._replace(weight=1.0)])
        moved = self.evidence.pop(old.number, {})
        if self._luck.random() < 0.5:
            tx.delete_preferences([old])
        else:
            tx.merge_evidence(old, new)
            kept = self.evidence.setdefault(new.number, {})
            for key, each in moved.items():
                kept.setdefault(key, each._replace(number=new.number))
        del self.rows[old.attribute]

    def _event(self, at: datetime) -> Event:
        self._ids += 1
        return Event(
            id=f"{self._ids:032x}", kind=EventKind.BEHAVIOUR, role=Role.USER, origin=Origin.PERSON,
            text="", occurred_at=at, recorded_at=at,
        )  # fmt: skip

    def _said(self, number: int, at: datetime, seq: int) -> Evidence:
        maybe = self._luck.choice
        return Evidence(
            number, at, seq, maybe([0.0, 0.5, 1.0]), maybe(list(Provenance)), maybe([None, 0.25]),
            maybe([None, 42.5]), maybe([0.0, 0.75]),
        )  # fmt: skip

    def _shown(self, row: Preference, at: datetime) -> Preference:
        fades_at = at + timedelta(days=self._luck.randrange(60))
        last_at = max(row.last_at or at, at)
        strength, second = self._luck.random(), self._luck.choice([7, 9, 1 << 40])
        return row._replace(
            hits=row.hits + 1, rebased_at=at, last_at=last_at, fades_at=fades_at, weight=2.5,
            associations=((1, strength, 11), (row.number, 0.1, 12)), uses=(*row.uses, second)[-3:],
        )  # fmt: skip


def _as_stored(row: Preference) -> Preference:
    """Strengths take 32 bits, and so do seconds."""
    associations = tuple(
        (number, float(np.float32(strength)), at) for number, strength, at in row.associations
    )
    uses = tuple(min(each, (1 << 31) - 1) for each in row.uses)
    return row._replace(associations=associations, uses=uses)


@pytest.mark.parametrize("seed", [1, 2])
def test_memory_never_says_otherwise_than_the_file_whoever_wrote_it(
    make_store: MakeStore, seed: int
) -> None:
    """Two stores of one file stand for two processes; some transactions are undone."""
    stores = [make_store(), make_store()]
    people = People(stores, seed)
    for number in range(BLOCKS):
        people.act()
        if number % 3 == 0:
            people.check(stores[number % 2])
    for store in stores:
        people.check(store)


def test_what_an_event_said_is_found_before_and_after_it_is_taken_over(store: SqlStore) -> None:
    said: list[Evidence] = []

    def one(number: int) -> Callable[[SqlTransaction], None]:
        def block(tx: SqlTransaction) -> None:
            at = START + timedelta(minutes=number)
            attribute = tx.new_attribute_number() if number == 0 else 1
            each = Evidence(attribute, at, tx.state.last_seq + 1, 0.5, value=float(number))
            event = Event(
                id=f"{number:032x}", kind=EventKind.BEHAVIOUR, role=Role.USER,
                origin=Origin.PERSON, text="", occurred_at=at, recorded_at=at,
            )  # fmt: skip
            tx.append_events([event], covered=[True], evidence=[each])
            said.append(each)
            assert list(tx.evidence(1, limit=9999)) == said

        return block

    kept = set()
    for number in range(2 * EVIDENCE_BEHIND + 5):
        write(store, one(number))
        with store.read(ALICE) as view:
            assert list(view.evidence(1, limit=9999)) == said
        kept.add(store.statistics()["evidence"])
    assert kept == {0, EVIDENCE_BEHIND, 2 * EVIDENCE_BEHIND}
