"""How one fact is kept, to look at."""

from dataclasses import dataclass
from datetime import datetime

from remanent.errors import NotFoundError
from remanent.facts.retention import (
    DEFAULT_PLAN,
    Birth,
    as_of,
    has_proven_value,
    replay,
    strength_now,
)
from remanent.flows.door import Door
from remanent.flows.keeping import MOST_USES
from remanent.model.fact import Fact
from remanent.model.governance import Actor
from remanent.model.retention import Retention, RetentionPlan
from remanent.model.scope import Scope
from remanent.ports import Snapshot


@dataclass(frozen=True, slots=True)
class Kept:
    """How a fact is kept at a moment.

    Args:
        strength: in [0, 1], as of the moment asked about; of a fact that holds no longer, when it
            ended.
        state: where it stood when something last happened to it until then: its policy, layer,
            importance, how often it was shown, used and of help, and when maintenance is due.
        is_proven: its outcomes forbid that it is pruned.
    """

    fact: Fact
    strength: float
    state: Retention
    is_proven: bool


def kept(
    door: Door,
    scope: Scope,
    actor: Actor,
    fact_id: str,
    *,
    at: datetime | None,
    plan: RetentionPlan | None = None,
) -> Kept:
    """Say how a fact is kept.

    Raises:
        NotFoundError: this scope holds no such fact.
    """
    rules = plan or DEFAULT_PLAN
    with door.read(scope, actor) as snapshot:
        seq = snapshot.fact_seqs([fact_id]).get(fact_id)
        held = None if seq is None else snapshot.retentions([seq]).get(seq)
        if seq is None or held is None:
            raise NotFoundError(f"There is no fact {fact_id} in this scope.")
        fact, turn = snapshot.facts([seq])[seq], snapshot.state.turn_clock
        moment = at or door.clock.now()
        ended = fact.valid_to or fact.retracted_at
        if ended is not None:
            moment = min(moment, ended)
        if held.last_at is not None and moment < held.last_at:
            held = _earlier(snapshot, held, fact, moment, rules)
        held = as_of(held, fact, rules, now=moment, turn=turn)
        return Kept(
            fact=fact,
            strength=strength_now(held, moment, turn),
            state=held,
            is_proven=has_proven_value(held),
        )


def _earlier(
    snapshot: Snapshot, held: Retention, fact: Fact, moment: datetime, plan: RetentionPlan
) -> Retention:
    """Return where a fact stood at a moment before something else happened to it."""
    uses = [use for use in snapshot.uses(fact.seq, limit=MOST_USES) if use.at <= moment]
    return replay(fact, Birth(held.born_at, held.born_turn), uses, plan)
