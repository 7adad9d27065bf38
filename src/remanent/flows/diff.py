"""What differs between two moments: of what was known, or of what held in the world."""

from datetime import datetime

from remanent.errors import InputError
from remanent.facts.validity import holds_at, is_empty, is_left_out
from remanent.flows.door import Door
from remanent.model.fact import Fact
from remanent.model.feed import Difference
from remanent.model.governance import Actor
from remanent.model.scope import Scope
from remanent.ports import Snapshot


def diff(
    door: Door,
    scope: Scope,
    actor: Actor,
    first: datetime,
    last: datetime,
    *,
    is_of_world: bool,
    limit: int,
) -> Difference:
    """Compare two moments. What it costs depends on what changed between them alone.

    Args:
        first, last: moments of record time, or of world time.
        is_of_world: what held in the world, as it is known now; else what was known.
        limit: facts that are compared at most.

    Raises:
        InputError: the second moment is not the later one.
    """
    if last < first:
        raise InputError("The second moment lies before the first.", remedy="Swap the two.")
    with door.read(scope, actor) as snapshot:
        if is_of_world:
            return _of_world(snapshot, first, last, limit)
        seqs = snapshot.facts_changed_between(first, last, limit=limit + 1)
        dropped, seqs = max(len(seqs) - limit, 0), seqs[:limit]
        before = snapshot.facts_known_at(seqs, first)
        after = snapshot.facts_known_at(seqs, last)
    added: list[Fact] = []
    gone: list[Fact] = []
    changed: list[tuple[Fact, Fact]] = []
    for seq in seqs:
        old, new = before.get(seq), after.get(seq)
        held, holds = _stands(old, first), _stands(new, last)
        if holds and not held and new is not None:
            added.append(new)
        elif held and not holds and old is not None:
            gone.append(new or old)
        elif held and holds and old is not None and new is not None and old != new:
            changed.append((old, new))
    return Difference(tuple(added), tuple(gone), tuple(changed), dropped)


def _stands(fact: Fact | None, moment: datetime) -> bool:
    """Say whether a fact, as it was known at a moment, was one of those that hold."""
    return (
        fact is not None
        and not is_empty(fact)
        and is_left_out(fact) is None
        and holds_at(fact, moment)
    )


def _of_world(snapshot: Snapshot, first: datetime, last: datetime, limit: int) -> Difference:
    found = snapshot.facts_turning_between(first, last, limit=limit + 1)
    shown = [fact for fact in found[:limit] if is_left_out(fact) is None]
    added = tuple(fact for fact in shown if holds_at(fact, last) and not holds_at(fact, first))
    gone = tuple(fact for fact in shown if holds_at(fact, first) and not holds_at(fact, last))
    return Difference(added, gone, (), max(len(found) - limit, 0))
