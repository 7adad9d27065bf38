"""How one fact is kept: its strength when something last happened to it, and what happened."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from remanent.model.fact import Tier


class UseKind(StrEnum):
    """What happens to a memory; shown, used and helped are three different things.

    RESTATED is the person's saying once more what the memory says. DAMPENED and SUPPRESSED are
    what another memory does to it: one that agrees with it, one that may contradict it. FUSED: it
    stands for several.
    """

    SHOWN = "shown"
    USED = "used"
    HELPED = "helped"
    RESTATED = "restated"
    DAMPENED = "dampened"
    SUPPRESSED = "suppressed"
    FUSED = "fused"


@dataclass(frozen=True, slots=True)
class Use:
    """One thing that happened to a fact, in world time.

    Args:
        event_seq: the number of the log entry that says so, or of the other fact that does it.
        turn: the scope's turn clock then.
        value: of an outcome, in [-1, 1]; the similarity of what dampens, in [0, 1]; by how many
            days what suppresses is newer; the number of members that were fused; 0 for the other
            kinds.
        relevance: the strength of what was fused; else how well the fact matched the question,
            in [0, 1]; None where nobody asked.
        importance, helped: of what was fused, the largest of its members.
    """

    fact_seq: int
    at: datetime
    event_seq: int
    kind: UseKind
    turn: int = 0
    value: float = 0.0
    relevance: float | None = None
    importance: float | None = None
    helped: int = 0


@dataclass(frozen=True, slots=True)
class Retention:
    """Where a fact stands on its curve.

    Args:
        born_at, born_turn: when it was first said, in world time and turns.
        policy: name of the preset in force, such as "fade.long".
        tier: how it is kept now; facts carry the same.
        layer: "long" or "short" where the policy has layers.
        strength, age: v0 in [0, 1] and a, when something last happened to it (`based_at` in
            days' policies, `based_turn` in turns').
        importance: I in [0, 1], as of then.
        shown, used, helped: how often; `helped` counts positive outcomes, k.
        last_used_at: the last use, outcome or restatement; None where there was none.
        frequency, frequency_at: f̃ and when it was computed.
        relevances: of the last eight uses, oldest first.
        salience: s in [0, 1].
        fusion_factor: ξ in (0, 1].
        use_days: numbers of the days with a use, of the last week.
        dampening: what agreeing memories leave of the importance, in [0, 1].
        outcomes, outcome_value: number of outcomes, and v of FORMULAS §4.
        last_at: when the last of all this happened.
        due_at, due_turn: when maintenance next has something to do; None for never.
        long_until: when it leaves the long layer if nothing happens to it; None where it is in
            none, or stays there.
    """

    fact_seq: int
    born_at: datetime
    born_turn: int
    policy: str
    tier: Tier
    layer: str | None
    strength: float
    age: float
    based_at: datetime
    based_turn: int
    importance: float
    shown: int = 0
    used: int = 0
    helped: int = 0
    last_used_at: datetime | None = None
    frequency: float = 0.0
    frequency_at: datetime | None = None
    relevances: tuple[float, ...] = ()
    salience: float = 0.0
    fusion_factor: float = 1.0
    use_days: tuple[int, ...] = ()
    dampening: float = 1.0
    outcomes: int = 0
    outcome_value: float = 0.0
    last_at: datetime | None = None
    due_at: datetime | None = None
    due_turn: int | None = None
    long_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class RetentionPlan:
    """Which preset keeps the facts of each tier; a tenant chooses one, by name or its own.

    Args:
        name: "remanent", "nmafc", "fade", "fern", or the tenant's own.
        core, active_long, active_short, ephemeral: names of presets. Where the two active ones
            are one preset there are no layers.
        archive_below: strength at which a fact leaves the hot set, in [0, 1).
        core_helpful_uses: helpful uses that make an active fact a core one.
        relevance: of facts that were never used, by kind, each in [0, 1], where it differs from
            what the rules take.
    """

    name: str
    core: str
    active_long: str
    active_short: str
    ephemeral: str
    archive_below: float = 0.2
    core_helpful_uses: int = 10
    relevance: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Maintained:
    """What one run of maintenance did, and what is left.

    Args:
        looked_at: how many due facts were read.
        left: whether more is due; run it again.
    """

    looked_at: int = 0
    archived: int = 0
    pruned: int = 0
    promoted: int = 0
    demoted: int = 0
    left: bool = False
