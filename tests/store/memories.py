"""Whole memories for the SQLite tests: everything that one remembering writes, from a number."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from tests.support.clock import CountingIds, FrozenClock
from tests.support.values import ALICE, FINGERPRINT, Values, vectors

from remanent.governance.audit import next_entry
from remanent.model.governance import OWNER
from remanent.model.mark import FactWrite
from remanent.model.remembered import ChangeKind
from remanent.store.sql_store import SqlStore
from remanent.store.sqlite.database import SqliteDatabase
from remanent.store.transaction import SqlTransaction
from remanent.store.units import StoredUnit


def open_file(path: Path, *, durability: str = "normal", **settings: Any) -> SqlStore:
    """Open a store on a file; most tests need no sync."""
    return SqlStore(SqliteDatabase(path, durability=durability, **settings), clock=FrozenClock())


def remember(number: int, tx: SqlTransaction) -> None:
    """Write a turn and a fact with all that belongs to them, under numbers that follow."""
    values = Values(FrozenClock(), CountingIds(2 * number + 1))
    event = values.turn(f"We spoke about number{number} in the garden.")
    (seq,) = tx.append_events([event], covered=[False])
    fact = values.fact(f"likes thing{number}")
    mark = values.mark(replace(event, seq=seq), fact, timeline=number)
    (fact_seq,) = tx.write_facts(
        [FactWrite(ChangeKind.ADDED, fact, number, (mark,))], event.recorded_at
    )
    tx.link([("garden", seq, "names"), (f"thing{number}", fact_seq, "names")])
    units = [StoredUnit(seq, 0, event.text), StoredUnit(fact_seq, 0, fact.text)]
    tx.put_vectors(FINGERPRINT, units, vectors(2, seed=number))
    tx.keep_request(f"request {number}", f"digest {number}", f"reply {number}")
    tx.append_audit(
        next_entry(
            after_seq=tx.state.audit_seq,
            head=tx.state.audit_head,
            at=event.recorded_at,
            action="remember",
            actor=OWNER,
            counts={"turns": 1, "facts": 1},
        )
    )


def check_whole(store: SqlStore, numbers: set[int]) -> set[int]:
    """Check that each memory in a store is whole, and that these are among them; return all."""
    with store.read(ALICE) as view:
        events = view.events_between(1, view.state.last_seq, limit=100_000)
        held = {int(event.text.split("number")[1].split()[0]): event for event in events}
        index = view.index()
        nearness = view.similarities(FINGERPRINT, vectors(1, seed=0)[0])
        assert numbers <= held.keys(), f"lost: {sorted(numbers - held.keys())}"
        assert view.state.turns == view.state.facts == view.state.audit_seq == len(held)
        assert index.units == 2 * len(held)
        assert not np.isnan(nearness).any()
        sources = view.facts_from([event.seq for event in events])
        facts = view.facts([seq for seqs in sources.values() for seq in seqs])
        for number, event in held.items():
            (fact_seq,) = sources[event.seq]
            assert facts[fact_seq].text == f"likes thing{number}"
            assert len(view.fact_history(fact_seq)) == 1
            assert view.linked([f"thing{number}"], limit=9) == {f"thing{number}": (fact_seq,)}
            assert view.request(f"request {number}") == (f"digest {number}", f"reply {number}")
            assert index.postings(f"number{number}").units.size == 1
        entries = view.audit_tail(100_000)
        assert [entry.seq for entry in entries] == list(range(1, len(held) + 1))
    return set(held)
