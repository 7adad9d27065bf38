"""What changed over time: every recorded state of a fact, or of everything in a slot."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from remanent.errors import InputError, NotFoundError
from remanent.flows.door import Door
from remanent.flows.facts import sources_among
from remanent.model.fact import Fact
from remanent.model.governance import Actor
from remanent.model.listing import Listing
from remanent.model.scope import Scope
from remanent.ports import Snapshot

PAGE = 500


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One change of one fact, in record time.

    Args:
        at: when we learned it.
        change: "added", "superseded", "closed", "retracted", ...
        fact: its state from then on, with the sources that were known then.
    """

    at: datetime
    change: str
    fact: Fact


def history(
    door: Door,
    scope: Scope,
    actor: Actor,
    *,
    fact_id: str | None = None,
    slot: str | None = None,
    subject: str | None = None,
    limit: int = 1000,
    skip: int = 0,
) -> Listing[HistoryEntry]:
    """Return changes by world time of the fact, then by record time, at most `limit`.

    Args:
        skip: how many to leave out at the beginning.

    Raises:
        InputError: neither a fact nor a slot was named.
        NotFoundError: this scope holds no such fact.
    """
    if fact_id is None and slot is None:
        raise InputError(
            "history needs to know of what.", remedy="Give fact_id=… or slot=… (such as 'home')."
        )
    with door.read(scope, actor) as snapshot:
        if fact_id is None:
            found = _in_slot(snapshot, slot, subject)
            total = snapshot.count_changes(slot=slot, subject=subject)
        else:
            seq = snapshot.fact_seqs([fact_id]).get(fact_id)
            if seq is None:
                raise NotFoundError(f"There is no fact {fact_id} in this scope.")
            total = snapshot.count_changes(fact_seq=seq)
            found = iter([(snapshot.facts([seq])[seq], total)])
        entries: list[HistoryEntry] = []
        to_skip = skip
        for fact, changes in found:
            wanted = min(limit - len(entries), changes - to_skip)
            if wanted > 0:
                entries += _entries(snapshot, fact, skip=to_skip, limit=wanted)
            to_skip = max(to_skip - changes, 0)
            if len(entries) == limit:
                break
        return Listing(entries, dropped=max(total - skip - len(entries), 0))


def _in_slot(
    snapshot: Snapshot, slot: str | None, subject: str | None
) -> Iterator[tuple[Fact, int]]:
    """Yield the facts of a slot by world time, each with how many changes it saw."""
    passed = 0
    while page := snapshot.facts_by_world_time(subject=subject, slot=slot, skip=passed, limit=PAGE):
        yield from page
        passed += len(page)


def _entries(snapshot: Snapshot, fact: Fact, *, skip: int, limit: int) -> Iterator[HistoryEntry]:
    seqs = snapshot.sources_of([fact.seq])[fact.seq]
    events = snapshot.events(seqs)
    said = [events[seq] for seq in seqs if seq in events]
    for at, change, state in snapshot.fact_history(fact.seq, skip=skip, limit=limit):
        yield HistoryEntry(at, change, replace(state, sources=sources_among(said, known_at=at)))
