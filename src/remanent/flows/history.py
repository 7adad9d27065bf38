"""What changed over time: every recorded state of a fact, or of everything in a slot."""

from dataclasses import dataclass, replace
from datetime import datetime

from remanent.errors import InputError, NotFoundError
from remanent.flows.door import Door
from remanent.flows.facts import with_sources
from remanent.model.fact import Fact
from remanent.model.governance import Actor
from remanent.model.scope import Scope

MAX_FACTS = 500


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One change of one fact, in record time.

    Args:
        at: when we learned it.
        change: "added", "superseded", "closed", "retracted", ...
        fact: its state from then on, with sources.
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
) -> tuple[HistoryEntry, ...]:
    """Return changes by world time of the fact, then by record time.

    Raises:
        InputError: neither a fact nor a slot was named.
        NotFoundError: this scope holds no such fact.
    """
    if fact_id is None and slot is None:
        raise InputError(
            "history needs to know of what.", remedy="Give fact_id=… or slot=… (such as 'home')."
        )
    with door.read(scope, actor) as snapshot:
        if fact_id is not None:
            seq = snapshot.fact_seqs([fact_id]).get(fact_id)
            if seq is None:
                raise NotFoundError(f"There is no fact {fact_id} in this scope.")
            found = list(snapshot.facts([seq]).values())
        else:
            found = list(
                snapshot.all_facts(include_closed=True, subject=subject, slot=slot, limit=MAX_FACTS)
            )
        entries: list[HistoryEntry] = []
        for fact in with_sources(snapshot, sorted(found, key=_world_order)):
            entries += [
                HistoryEntry(at, change, _at_the_time(state, fact))
                for at, change, state in snapshot.fact_history(fact.seq)
            ]
        return tuple(entries)


def _world_order(fact: Fact) -> tuple[float, float, int]:
    begins = fact.valid_from or fact.valid_to or fact.recorded_at
    return (begins.timestamp(), 0.0 if fact.valid_from is None else 1.0, fact.seq)


def _at_the_time(state: Fact, fact: Fact) -> Fact:
    return replace(state, sources=fact.sources)
