"""What differs between two moments: of what was known, or of what held in the world."""

from collections.abc import Sequence
from datetime import UTC, datetime

from remanent.errors import InputError
from remanent.facts.validity import holds_at, is_empty, is_left_out
from remanent.flows.door import Door
from remanent.model.fact import Fact
from remanent.model.feed import Difference
from remanent.model.governance import Actor
from remanent.model.scope import Scope
from remanent.ports import Snapshot

MOST_CHANGED = 1_000_000
"""Facts that may differ; more than these are not counted among those left out."""

_END_OF_TIME = datetime.max.replace(tzinfo=UTC)


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
    """Compare two moments. What it costs depends on what changed from the first of them on.

    Of record time, each moment is asked what was known at it of it: facts that were learned,
    ended or taken back between the two differ, and those whose time began or ran out meanwhile,
    as it was known then.

    Args:
        first, last: moments of record time, or of world time.
        is_of_world: what held in the world, as it is known now; else what was known.
        limit: facts that are compared at most; those that were learned first are.

    Raises:
        InputError: the second moment is not the later one.
    """
    if last < first:
        raise InputError("The second moment lies before the first.", remedy="Swap the two.")
    with door.read(scope, actor) as snapshot:
        seqs: Sequence[int] = snapshot.facts_turning_between(first, last, limit=MOST_CHANGED)
        if not is_of_world:
            changed = snapshot.facts_changed_between(first, last, limit=MOST_CHANGED)
            seqs = sorted({*seqs, *changed, *_turned_once(snapshot, first, last)})
        dropped, seqs = max(len(seqs) - limit, 0), seqs[:limit]
        if is_of_world:
            return _of_world(snapshot, seqs, first, last, dropped)
        before = snapshot.facts_known_at(seqs, first)
        after = snapshot.facts_known_at(seqs, last)
    added: list[Fact] = []
    gone: list[Fact] = []
    differing: list[tuple[Fact, Fact]] = []
    for seq in seqs:
        old, new = before.get(seq), after.get(seq)
        held, holds = _stands(old, first), _stands(new, last)
        if holds and not held and new is not None:
            added.append(new)
        elif held and not holds and old is not None:
            gone.append(new or old)
        elif held and holds and old is not None and new is not None and old != new:
            differing.append((old, new))
    return Difference(tuple(added), tuple(gone), tuple(differing), dropped)


def _turned_once(snapshot: Snapshot, first: datetime, last: datetime) -> set[int]:
    """Return the facts that began or ran out between two moments, as was known at the second.

    Only those that changed later are asked: of the others that is what is known now.
    """
    since = snapshot.facts_changed_between(last, _END_OF_TIME, limit=MOST_CHANGED)
    return {
        seq
        for seq, fact in snapshot.facts_known_at(since, last).items()
        if any(
            moment is not None and first < moment <= last
            for moment in (fact.valid_from, fact.valid_to)
        )
    }


def _stands(fact: Fact | None, moment: datetime) -> bool:
    """Say whether a fact, as it was known at a moment, was one of those that hold."""
    return (
        fact is not None
        and not is_empty(fact)
        and is_left_out(fact) is None
        and holds_at(fact, moment)
    )


def _of_world(
    snapshot: Snapshot, seqs: Sequence[int], first: datetime, last: datetime, dropped: int
) -> Difference:
    shown = [fact for fact in snapshot.facts(seqs).values() if is_left_out(fact) is None]
    added = tuple(fact for fact in shown if holds_at(fact, last) and not holds_at(fact, first))
    gone = tuple(fact for fact in shown if holds_at(fact, first) and not holds_at(fact, last))
    return Difference(added, gone, (), dropped)
