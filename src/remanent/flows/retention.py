"""How one fact is kept, to look at."""

from dataclasses import dataclass
from datetime import datetime

from remanent.errors import NotFoundError
from remanent.facts.retention import has_proven_value, strength_now
from remanent.flows.door import Door
from remanent.model.fact import Fact
from remanent.model.governance import Actor
from remanent.model.retention import Retention
from remanent.model.scope import Scope


@dataclass(frozen=True, slots=True)
class Kept:
    """How a fact is kept at a moment.

    Args:
        strength: in [0, 1], as of the moment asked about.
        state: where it stood when something last happened to it: its policy, layer, importance,
            how often it was shown, used and of help, and when maintenance is due.
        is_proven: its outcomes forbid that it is pruned.
    """

    fact: Fact
    strength: float
    state: Retention
    is_proven: bool


def kept(door: Door, scope: Scope, actor: Actor, fact_id: str, *, at: datetime | None) -> Kept:
    """Say how a fact is kept.

    Raises:
        NotFoundError: this scope holds no such fact.
    """
    with door.read(scope, actor) as snapshot:
        seq = snapshot.fact_seqs([fact_id]).get(fact_id)
        held = {} if seq is None else snapshot.retentions([seq])
        if seq is None or seq not in held:
            raise NotFoundError(f"There is no fact {fact_id} in this scope.")
        moment = at or door.clock.now()
        return Kept(
            fact=snapshot.facts([seq])[seq],
            strength=strength_now(held[seq], moment, snapshot.state.turn_clock),
            state=held[seq],
            is_proven=has_proven_value(held[seq]),
        )
