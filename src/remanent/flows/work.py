"""Work through what waits for a model: claim, ask, decide, apply.

A piece of work is claimed for a while, so that no two workers ask about it at once and a worker
that is killed leaves it to the next one. The model is asked with no view and no transaction open;
what it says is decided again on the facts as they stand when it is applied, and applied once.
"""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from remanent.errors import ModelBudgetError, ModelError, ProviderError, RemanentError
from remanent.facts.admission import admit
from remanent.facts.slots import BY_THE_RULES, FactRules
from remanent.flows.asking import Asking
from remanent.flows.door import Applied, Door
from remanent.flows.embedding import embed_new
from remanent.flows.extraction import gather, take_over
from remanent.flows.model_plans import ExtractionPlan, WorkPlan
from remanent.flows.queue import subject_ids_of
from remanent.model.event import Event, EventKind, Origin, Role
from remanent.model.governance import Actor
from remanent.model.prompt import Reply
from remanent.model.remembered import FactChange
from remanent.model.scope import Scope
from remanent.model.work import (
    ModelRole,
    Rejected,
    Spent,
    Work,
    WorkDone,
    Worked,
    WorkOutcome,
    WorkStatus,
)
from remanent.ports import Embedder, Model, Snapshot, Transaction
from remanent.text.prompts import extract

LONGEST_BACKOFF: Final = timedelta(days=1)
LONGEST_KEPT_REPLY: Final = 100_000  # characters, in the log
MOST_DAYS: Final = 1_000


@dataclass(frozen=True, slots=True)
class Settled:
    """What applying a reply did.

    Args:
        is_empty: there was nothing to apply.
    """

    changes: Sequence[FactChange] = ()
    rejected: tuple[Rejected, ...] = ()
    is_empty: bool = False


@dataclass(frozen=True, slots=True)
class Task:
    """One piece of work, ready to be done.

    Args:
        run: asks the model and gives what it said; nothing is open meanwhile.
        apply: applies that in a transaction, on the facts as they stand then.
    """

    run: Callable[[Asking], Any]
    apply: Callable[[Transaction, Any, datetime], Settled]


Prepare = Callable[[Snapshot, Work], Task | None]
"""Reads what a piece of work is about; None where nothing of it is left."""


def extraction_of(
    scope: Scope, *, plan: ExtractionPlan, rules: FactRules = BY_THE_RULES
) -> Prepare:
    """Return how turns are read by a model."""

    def prepare(snapshot: Snapshot, work: Work) -> Task | None:
        asked = gather(snapshot, work.subject, owner=scope.name, plan=plan, rules=rules)
        if asked is None:
            return None
        prompt = extract.render(asked.turns, before=asked.before, known=asked.known)

        def run(asking: Asking) -> Any:
            said = asking.ask(prompt, extract.parse)
            return said, admit(said, asked)

        def apply(transaction: Transaction, value: Any, now: datetime) -> Settled:
            said, admitted = value
            admitted, changes = take_over(transaction, said, asked, admitted, now)
            return Settled(changes, admitted.rejected, is_empty=not admitted.statements)

        return Task(run, apply)

    return prepare


def work(
    door: Door,
    scope: Scope,
    actor: Actor,
    model: Model,
    tasks: Mapping[ModelRole, Prepare],
    *,
    plan: WorkPlan,
    limit: int,
    only: Collection[int] | None = None,
    embedder: Embedder | None = None,
    batch_size: int = 64,
) -> Worked:
    """Do what is due in one scope, at most `limit` pieces; each is done once, whoever does it.

    Args:
        tasks: how each kind of work is prepared.
        only: these pieces; None for all.
        embedder: gives new facts their vectors; `reindex` does where it fails.
    """
    done: list[WorkDone] = []
    tried: set[int] = set()
    with door.read(scope, actor) as snapshot:
        before = snapshot.state.last_seq
    while len(done) < limit:
        claimed = _claim(door, scope, actor, model, tasks, plan=plan, only=only, tried=tried)
        if claimed is None:
            break
        tried.add(claimed.work.seq)
        prepare = tasks[claimed.work.role]
        done.append(
            claimed.put_off
            or _do(door, scope, actor, model=model, prepare=prepare, work=claimed.work, plan=plan)
        )
    if embedder is not None and any(each.changes for each in done):
        with suppress(ProviderError):  # found by words meanwhile; `reindex` takes it up
            embed_new(door, scope, actor, embedder, after_seq=before, batch_size=batch_size)
    with door.read(scope, actor) as snapshot:
        left = snapshot.count_work(WorkStatus.WAITING)
    return Worked(tuple(done), left)


# Claiming -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Claimed:
    """A piece of work that is ours for a while, or that was put off."""

    work: Work
    put_off: WorkDone | None = None


def _claim(
    door: Door,
    scope: Scope,
    actor: Actor,
    model: Model,
    tasks: Mapping[ModelRole, Prepare],
    *,
    plan: WorkPlan,
    only: Collection[int] | None,
    tried: Collection[int],
) -> _Claimed | None:
    """Take the next piece of work that is due, and one call of the day's."""
    with door.read(scope, actor) as snapshot:
        if _next(snapshot, door.clock.now(), tasks, only, tried) is None:
            return None

    def block(transaction: Transaction, now: datetime) -> Applied[_Claimed | None]:
        found = _next(transaction, now, tasks, only, tried)
        if found is None:
            return Applied(None, {})
        if is_spent(transaction, now.date(), plan):
            tomorrow = datetime.combine(now.date() + timedelta(days=1), datetime.min.time(), UTC)
            error = _said(ModelBudgetError("The day's calls or tokens of this scope are used up."))
            put_off = replace(found, next_at=tomorrow, error=error)
            transaction.keep_work(put_off)
            said = WorkDone(
                subject_ids_of(transaction, found),
                found.role,
                WorkOutcome.DEFERRED,
                error=error,
                next_at=tomorrow,
            )
            return Applied(_Claimed(put_off, said), {})
        claimed = replace(found, attempts=found.attempts + 1, next_at=now + plan.lease)
        transaction.keep_work(claimed)
        transaction.add_spent(Spent(now.date(), found.role, model.name, 1, 0, 0, 0))
        return Applied(_Claimed(claimed), {})

    return door.write(scope, actor, "claim", block)


def _next(
    snapshot: Snapshot,
    now: datetime,
    tasks: Mapping[ModelRole, Prepare],
    only: Collection[int] | None,
    tried: Collection[int],
) -> Work | None:
    if only is not None:
        named = [snapshot.work(seq) for seq in sorted(only) if seq not in tried]
        due = [each for each in named if each is not None and _is_due(each, now)]
    else:
        due = list(snapshot.work_waiting(due_by=now, roles=frozenset(tasks), limit=len(tried) + 1))
    for each in due:
        if each.seq not in tried and each.role in tasks:
            return each
    return None


def _is_due(work: Work, now: datetime) -> bool:
    return work.status is WorkStatus.WAITING and work.next_at <= now


def is_spent(snapshot: Snapshot, today: date, plan: WorkPlan) -> bool:
    """Say whether a scope's calls or tokens of a day are used up."""
    spent = snapshot.spent(since=today, limit=MOST_DAYS)
    tokens = sum(each.input_tokens + each.output_tokens for each in spent)
    return sum(each.calls for each in spent) >= plan.calls_a_day or tokens >= plan.tokens_a_day


# Doing --------------------------------------------------------------------------------------------


def _do(
    door: Door,
    scope: Scope,
    actor: Actor,
    *,
    model: Model,
    prepare: Prepare,
    work: Work,
    plan: WorkPlan,
) -> WorkDone:
    """Ask about one piece of work and apply the answer."""
    with door.read(scope, actor) as snapshot:
        task = prepare(snapshot, work)
        ids = subject_ids_of(snapshot, work)
    asking = Asking(model, timeout_seconds=plan.timeout_seconds)
    error: RemanentError | None = None
    value: Any = None
    if task is not None:
        try:
            value = task.run(asking)
        except ModelError as failed:
            error = failed

    def block(transaction: Transaction, now: datetime) -> Applied[WorkDone]:
        note_cost(transaction, asking, now, claimed=work.role)
        standing = transaction.work(work.seq)
        if standing is None or standing.status is not WorkStatus.WAITING:
            return Applied(WorkDone(ids, work.role, WorkOutcome.OVERTAKEN), {})
        if error is not None:
            if standing.attempts != work.attempts:  # somebody else has claimed it since
                return Applied(WorkDone(ids, work.role, WorkOutcome.OVERTAKEN), {})
            return Applied(
                _put_back(transaction, work, ids, error=error, plan=plan, now=now), {"failures": 1}
            )
        settled = Settled(is_empty=True)
        if task is not None:
            settled = task.apply(transaction, value, now)
            transaction.append_events(
                [
                    _reply_event(
                        door.ids.new_id(now), work, ids, asking=asking, settled=settled, now=now
                    )
                ],
                covered=[True],
            )
        status = WorkStatus.EMPTY if settled.is_empty else WorkStatus.DONE
        outcome = WorkOutcome.EMPTY if settled.is_empty else WorkOutcome.STORED
        transaction.keep_work(replace(work, status=status, error=None))
        done = WorkDone(ids, work.role, outcome, tuple(settled.changes), settled.rejected)
        return Applied(done, {"replies": 1, "fact_changes": len(settled.changes)})

    return door.write(scope, actor, "work", block)


def _put_back(
    transaction: Transaction,
    work: Work,
    ids: tuple[str, ...],
    *,
    error: RemanentError,
    plan: WorkPlan,
    now: datetime,
) -> WorkDone:
    said = _said(error)
    if work.attempts >= plan.attempts:
        transaction.keep_work(replace(work, status=WorkStatus.DEAD, error=said))
        return WorkDone(ids, work.role, WorkOutcome.DEAD, error=said)
    pause = min(
        timedelta(seconds=plan.backoff_seconds) * 2 ** min(work.attempts - 1, 30), LONGEST_BACKOFF
    )
    transaction.keep_work(replace(work, next_at=now + pause, error=said))
    return WorkDone(ids, work.role, WorkOutcome.FAILED, error=said, next_at=now + pause)


def _said(error: RemanentError) -> str:
    return f"{error.code} {error.what}"


def note_cost(
    transaction: Transaction, asking: Asking, now: datetime, *, claimed: ModelRole | None = None
) -> None:
    """Write down what was asked.

    Args:
        claimed: the role of which one call was written down before it was made.
    """
    for role, cost in asking.costs.items():
        calls = cost.calls - 1 if role is claimed else cost.calls
        transaction.add_spent(
            Spent(
                now.date(),
                role,
                asking.model.name,
                calls,
                cost.failures,
                cost.input_tokens,
                cost.output_tokens,
            )
        )


def _reply_event(
    event_id: str,
    work: Work,
    subject_ids: Sequence[str],
    *,
    asking: Asking,
    settled: Settled,
    now: datetime,
) -> Event:
    """Return the log entry of what the model said; its words are no turn and are never searched."""
    payload = {
        "role": work.role.value,
        "subject": list(subject_ids),
        "model": asking.model.name,
        "replies": [kept_reply(role, reply) for role, reply in asking.replies],
        "rejected": [[each.reason, each.text, each.count] for each in settled.rejected],
    }
    return Event(
        id=event_id,
        kind=EventKind.REPLY,
        role=Role.ASSISTANT,
        origin=Origin.ASSISTANT,
        text="",
        occurred_at=now,
        recorded_at=now,
        payload=json.dumps(payload, ensure_ascii=True),
    )


def kept_reply(role: ModelRole, reply: Reply) -> dict[str, Any]:
    """Return a reply as the log keeps it."""
    kept: dict[str, Any] = {"role": role.value, "text": reply.text[:LONGEST_KEPT_REPLY]}
    if reply.tool_calls:
        kept["calls"] = [
            [call.name, call.arguments[:LONGEST_KEPT_REPLY]] for call in reply.tool_calls
        ]
    if len(reply.text) > LONGEST_KEPT_REPLY:
        kept["cut"] = len(reply.text)
    return kept
