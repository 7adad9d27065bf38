"""Do what is due: demote, archive, prune. Only what is due is read, a page at a time.

Each page is one short transaction that decides on what it reads itself, so writers are not kept
waiting, a run that was stopped goes on, and running it again changes nothing.
"""

from dataclasses import replace
from datetime import datetime
from typing import Final

from remanent.facts.retention import DEFAULT_PLAN, Birth, as_of, keep_up, replay
from remanent.facts.slots import timeline_of_fact
from remanent.flows.door import Applied, Door
from remanent.flows.keeping import MOST_USES, birth_of, follow
from remanent.model.fact import Fact
from remanent.model.governance import Actor
from remanent.model.mark import FactWrite
from remanent.model.remembered import ChangeKind
from remanent.model.retention import Maintained, Retention, RetentionPlan
from remanent.model.scope import Scope
from remanent.model.state import ScopeState
from remanent.ports import Snapshot, Transaction

PAGE: Final = 500

_COUNTED: Final = {
    ChangeKind.ARCHIVED: "archived",
    ChangeKind.PRUNED: "pruned",
    ChangeKind.DEMOTED: "demoted",
    ChangeKind.PROMOTED: "promoted",
}


def maintain(
    door: Door,
    scope: Scope,
    actor: Actor,
    *,
    plan: RetentionPlan | None,
    limit: int,
    at: datetime | None = None,
) -> Maintained:
    """Do what is due in one scope, for at most `limit` facts.

    Args:
        plan: how the tenant keeps facts; None for the default.
        at: as of this moment; now by default.
    """
    rules, total = plan or DEFAULT_PLAN, Maintained()
    with door.read(scope, actor) as snapshot:
        if not _is_due(snapshot.state, at or door.clock.now()):
            return total
    while total.looked_at < limit:
        size = min(PAGE, limit - total.looked_at)

        def block(transaction: Transaction, now: datetime, size: int = size) -> Applied[Maintained]:
            return _page(transaction, rules, at or now, now, size)

        done = door.write(scope, actor, "maintain", block)
        total = _added(total, done)
        if not done.left:
            return total
    return total


def _page(
    transaction: Transaction, plan: RetentionPlan, at: datetime, now: datetime, size: int
) -> Applied[Maintained]:
    turn = transaction.state.turn_clock
    due = transaction.due_retentions(at, turn, limit=size)
    facts = transaction.facts(row.fact_seq for row in due)
    rows: list[Retention] = []
    writes: list[FactWrite] = []
    for row in due:
        fact = facts.get(row.fact_seq)
        if fact is None:
            rows.append(replace(row, due_at=None, due_turn=None))
            continue
        kept = keep_up(row, fact, plan, now=at, turn=turn)
        rows.append(kept.held)
        writes += [FactWrite(kind, kept.fact, timeline_of_fact(fact)) for kind in kept.kinds]
    transaction.write_facts(writes, now)
    transaction.write_retentions(rows)
    transaction.look_for_due()
    done = Maintained(looked_at=len(due), left=bool(due) and _is_due(transaction.state, at))
    for write in writes:
        done = _counted(done, write.kind)
    counts = {name: getattr(done, name) for name in _COUNTED.values()}
    return Applied(done, {name: count for name, count in counts.items() if count})


def _is_due(state: ScopeState, at: datetime) -> bool:
    """Say whether anything in a scope is due by a moment."""
    return (state.due_at is not None and state.due_at <= at) or (
        state.due_turn is not None and state.due_turn <= state.turn_clock
    )


def _counted(done: Maintained, kind: ChangeKind) -> Maintained:
    name = _COUNTED.get(kind)
    return done if name is None else replace(done, **{name: getattr(done, name) + 1})


def _added(first: Maintained, second: Maintained) -> Maintained:
    return Maintained(
        looked_at=first.looked_at + second.looked_at,
        archived=first.archived + second.archived,
        pruned=first.pruned + second.pruned,
        promoted=first.promoted + second.promoted,
        demoted=first.demoted + second.demoted,
        left=second.left,
    )


def rebuild_retention(door: Door, scope: Scope, actor: Actor, *, plan: RetentionPlan | None) -> int:
    """Build the state of every fact again from the log, under a plan; return how many changed.

    What was archived or pruned stays so until it is used or said again.
    """
    rules, position, changed = plan or DEFAULT_PLAN, 0, 0
    while True:

        def block(
            transaction: Transaction, now: datetime, after: int = position
        ) -> Applied[tuple[int, int]]:
            last, rows = _built_again(transaction, after, rules)
            follow(transaction, rows, (), now, rules)
            transaction.write_retentions([row for _, row in rows.values()])
            transaction.look_for_due()
            return Applied((last, len(rows)), {"retentions": len(rows)} if rows else {})

        position, count = door.write(scope, actor, "rebuild_retention", block)
        changed += count
        if not position:
            return changed


def count_drift(door: Door, scope: Scope, actor: Actor, *, plan: RetentionPlan | None) -> int:
    """Count the facts whose state is not what the log gives under a plan; nothing is written."""
    position, found = 0, 0
    with door.read(scope, actor) as snapshot:
        while snapshot.state.exists:
            position, rows = _built_again(snapshot, position, plan or DEFAULT_PLAN)
            found += len(rows)
            if not position:
                break
    return found


def _built_again(
    snapshot: Snapshot, after: int, plan: RetentionPlan
) -> tuple[int, dict[int, tuple[Fact, Retention]]]:
    """Return the last fact of a page, 0 behind the last page, and what stands otherwise in it."""
    facts = snapshot.all_facts(include_closed=True, after_seq=after, limit=PAGE)
    held = snapshot.retentions(fact.seq for fact in facts)
    rows: dict[int, tuple[Fact, Retention]] = {}
    for fact in facts:
        row = held.get(fact.seq)
        birth = birth_of(snapshot, fact) if row is None else Birth(row.born_at, row.born_turn)
        again = replay(fact, birth, snapshot.uses(fact.seq, limit=MOST_USES), plan)
        if row is not None:  # what maintenance has demoted already stays so
            turn = snapshot.state.turn_clock
            again = as_of(again, fact, plan, now=row.based_at, turn=turn)
        if again != row:
            rows[fact.seq] = (fact, again)
    return (facts[-1].seq if facts else 0), rows
