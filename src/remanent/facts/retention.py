"""How a fact is kept: a pure function of what it is, of what happened to it, and of a plan.

`replay` decides from the beginning; `happened` goes one step on where something is the latest that
happened. Both give the same state, so a plan can be changed and every state built again. Times are
world times: facts that are kept by days end in one state whatever order they arrive in.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import Final

from remanent.dynamics.fusion import (
    dampened_importance,
    fusion_factor,
    suppressed_strength,
)
from remanent.dynamics.hebbian import (
    CONSOLIDATION_WINDOW_DAYS,
    POTENTIATION_GAIN,
    consolidation_gain_today,
)
from remanent.dynamics.importance import (
    RELEVANCE_USES,
    SHORT_BELOW,
    Layer,
    frequency_later,
    importance,
    layer,
    mean_relevance,
    time_to_demotion,
)
from remanent.dynamics.outcome import OutcomeValue, effective_value, with_outcome
from remanent.dynamics.retention import (
    PRESETS,
    Curve,
    RetentionState,
    Unit,
    curve,
    rebase,
    reinforce,
    strength_at,
    time_to_floor,
)
from remanent.facts.slots import holds_one
from remanent.facts.tiers import RELEVANCE, kind_of, tier_of
from remanent.model.fact import Fact, Tier
from remanent.model.remembered import ChangeKind
from remanent.model.retention import Retention, RetentionPlan, Use, UseKind

PLANS: Final[Mapping[str, RetentionPlan]] = MappingProxyType(
    {
        plan.name: plan
        for plan in (
            RetentionPlan(
                "remanent", "nmafc.core", "fern.slow", "fern.habit", "fern.volatile",
                archive_below=0.2,
            ),
            RetentionPlan(
                "fading", "nmafc.core", "fade.long", "fade.short", "fern.volatile",
                archive_below=0.2,
            ),
            RetentionPlan(
                "fade", "nmafc.core", "fade.long", "fade.short", "fade.short", archive_below=0.05
            ),
            RetentionPlan(
                "nmafc", "nmafc.core", "nmafc.active", "nmafc.active", "nmafc.ephemeral",
                archive_below=0.1,
            ),
            RetentionPlan(
                "fern", "fern.permanent", "fern.slow", "fern.slow", "fern.volatile",
                archive_below=1 / 9,
            ),
        )
    }
)  # fmt: skip
"""The plans that can be chosen by name.

"remanent" is the default: what was said once of the current situation stays at hand for some seven
months, as long as the evaluation of long lives asks for within its budget. Under "fading" it leaves
after two weeks without use.
"""

DEFAULT_PLAN: Final = PLANS["remanent"]

_DAY: Final = timedelta(days=1)
_FARTHEST: Final = 3_650_000.0  # days; what is due later is never due
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_NEVER: Final = datetime(9999, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Birth:
    """How a fact came to be known.

    Args:
        at: when it was first said, in world time. turn: the scope's turn clock then.
    """

    at: datetime
    turn: int


def born(fact: Fact, birth: Birth, plan: RetentionPlan) -> Retention:
    """Return the state of a fact to which nothing has happened yet, with what is due."""
    return _with_due(_born(fact, birth, plan), fact, plan)


def _born(fact: Fact, birth: Birth, plan: RetentionPlan) -> Retention:
    matters = importance(_constant(fact, plan), frequency=0.0, age=0.0)
    held = Retention(
        fact_seq=fact.seq,
        born_at=birth.at,
        born_turn=birth.turn,
        policy="",
        tier=tier_of(fact.slot, fact.text),
        layer=None,
        strength=1.0,
        age=0.0,
        based_at=birth.at,
        based_turn=birth.turn,
        importance=matters,
        frequency_at=birth.at,
        last_at=birth.at,
    )
    placed = _placed(held, plan, judged=matters)
    return replace(placed, long_until=_demotion(placed, fact, plan))


def replay(fact: Fact, birth: Birth, uses: Iterable[Use], plan: RetentionPlan) -> Retention:
    """Return the state of a fact from all that ever happened to it, in any order."""
    held = _born(fact, birth, plan)
    for use in sorted(uses, key=lambda each: (each.at, each.event_seq, each.kind)):
        held = _step(held, fact, use, plan)
    return _with_due(held, fact, plan)


def happened(held: Retention, fact: Fact, use: Use, plan: RetentionPlan) -> Retention:
    """Return the state after something that is not earlier than all that happened before."""
    return _with_due(_step(held, fact, use, plan), fact, plan)


def is_latest(held: Retention, use: Use) -> bool:
    """Say whether `happened` may take a use; else everything must be replayed."""
    return held.last_at is None or use.at > held.last_at


def strength_now(held: Retention, now: datetime, turn: int) -> float:
    """Return the strength at a moment, in [0, 1]."""
    return strength_at(_state(held), _curve(held), _elapsed(held, now, turn))


def as_of(
    held: Retention, fact: Fact, plan: RetentionPlan, *, now: datetime, turn: int
) -> Retention:
    """Return the same state with the demotion that was due by a moment, maintained or not."""
    return _with_due(_demoted(held, plan, by=now, turn=turn), fact, plan)


def has_proven_value(held: Retention) -> bool:
    """Say whether its outcomes forbid that it is dropped."""
    return effective_value(OutcomeValue(held.outcome_value, held.outcomes)) > 0


def _step(held: Retention, fact: Fact, use: Use, plan: RetentionPlan) -> Retention:
    if use.kind is UseKind.SHOWN:
        return replace(held, shown=held.shown + 1)
    held = _demoted(held, plan, by=use.at, turn=use.turn)
    if use.kind is UseKind.DAMPENED:
        moved = _in_place(held, use.at, use.turn)
        dampened = replace(
            moved,
            dampening=dampened_importance(held.dampening, similarity=use.value),
            importance=dampened_importance(held.importance, similarity=use.value),
            last_at=use.at,
        )
        placed = _placed(dampened, plan, judged=dampened.importance)
        return replace(placed, long_until=_demotion(placed, fact, plan))
    if use.kind is UseKind.FUSED:
        return _fused(_in_place(held, use.at, use.turn), use, plan)
    if use.kind is UseKind.SUPPRESSED:
        moved = _in_place(held, use.at, use.turn)
        less = suppressed_strength(moved.strength, newer_by_days=use.value)
        return replace(moved, strength=less, last_at=use.at)
    if use.kind is UseKind.HELPED:
        value = with_outcome(
            OutcomeValue(held.outcome_value, held.outcomes), use.value, failures_never_raise=True
        )
        held = replace(held, outcomes=value.count, outcome_value=value.value)
        if use.value <= 0:
            return replace(held, last_at=_later(held.last_at, use.at))
    return _reinforced(held, fact, use, plan)


def _fused(held: Retention, use: Use, plan: RetentionPlan) -> Retention:
    """Let a fact stand for several: their strength, and the largest of what mattered of them."""
    matters = max(held.importance, use.importance or 0.0)
    together = replace(
        held,
        strength=held.strength if use.relevance is None else use.relevance,
        fusion_factor=fusion_factor(max(1, round(use.value))),
        importance=matters,
        helped=max(held.helped, use.helped),
        last_at=_later(held.last_at, use.at),
    )
    return _placed(together, plan, judged=matters)


def _reinforced(held: Retention, fact: Fact, use: Use, plan: RetentionPlan) -> Retention:
    """Let a use count: strength, frequency, relevance, importance, layer and tier."""
    today = (use.at - _EPOCH).days
    gain = POTENTIATION_GAIN
    if PRESETS[held.policy].unit is Unit.DAYS:
        gain = consolidation_gain_today(held.use_days, today=today)
    seen = held.relevances if use.relevance is None else (*held.relevances, use.relevance)
    since = held.frequency_at or use.at
    often = frequency_later(held.frequency, max(0.0, (use.at - since) / _DAY)) + 1.0
    counted = replace(
        _in_place(held, use.at, use.turn),
        used=held.used + (use.kind is not UseKind.HELPED),
        helped=held.helped + (use.kind is UseKind.HELPED),
        last_used_at=_later(held.last_used_at, use.at),
        last_at=_later(held.last_at, use.at),
        frequency=often,
        frequency_at=_later(since, use.at),
        relevances=seen[-RELEVANCE_USES:],
        use_days=tuple(
            sorted({day for day in (*held.use_days, today)
                    if day > today - CONSOLIDATION_WINDOW_DAYS})
        ),
    )  # fmt: skip
    if counted.tier is Tier.ACTIVE and counted.helped >= plan.core_helpful_uses:
        counted = replace(counted, tier=Tier.CORE)
    judged = _importance(counted, fact, plan)
    # A use is never to weaken: what matters less now than at the last use fades no faster for it.
    counted = _placed(
        replace(counted, importance=max(judged, held.importance)), plan, judged=judged
    )
    counted = replace(counted, long_until=_demotion(counted, fact, plan, before=held))
    # The layer comes first: on the flatter curve the age is kept, which no restart would.
    stronger = reinforce(_state(counted), _curve(counted), 0.0, gain=gain)
    return replace(counted, strength=stronger.strength, age=stronger.age)


def _importance(held: Retention, fact: Fact, plan: RetentionPlan) -> float:
    """Return the importance at the last use, which is now (FORMULAS §5)."""
    relevance = mean_relevance(held.relevances, never_used=_constant(fact, plan))
    return held.dampening * importance(relevance, frequency=held.frequency, age=0.0)


def _constant(fact: Fact, plan: RetentionPlan) -> float:
    """Return the relevance of a fact that was never used, by its kind."""
    kind = kind_of(fact.slot, fact.text)
    return dict(plan.relevance).get(kind.value, RELEVANCE[kind])


def _placed(held: Retention, plan: RetentionPlan, *, judged: float) -> Retention:
    """Put a fact under the policy of its tier and layer; its strength does not jump.

    `based_at` and `based_turn` are the moment of the change already.

    Args:
        judged: the importance that decides the layer.
    """
    at_layer: str | None = None
    if held.tier is Tier.ACTIVE and plan.active_long != plan.active_short:
        current = Layer.SHORT if held.layer is None else Layer(held.layer)
        at_layer = layer(judged, current=current).value
    return _under(held, plan, at_layer)


def _under(held: Retention, plan: RetentionPlan, at_layer: str | None) -> Retention:
    name = _policy(plan, held.tier, at_layer)
    if held.policy and PRESETS[held.policy].unit is not PRESETS[name].unit:
        held = replace(held, age=0.0)
    return replace(held, policy=name, layer=at_layer)


def _policy(plan: RetentionPlan, tier: Tier, at_layer: str | None) -> str:
    if tier is Tier.CORE:
        return plan.core
    if tier is Tier.EPHEMERAL:
        return plan.ephemeral
    return plan.active_long if at_layer == Layer.LONG.value else plan.active_short


def _state(held: Retention) -> RetentionState:
    return RetentionState(strength=held.strength, age=held.age)


def _curve(held: Retention) -> Curve:
    return curve(
        PRESETS[held.policy],
        importance=held.importance,
        helpful_uses=held.helped,
        salience=held.salience,
        fusion_factor=held.fusion_factor,
    )


def _elapsed(held: Retention, at: datetime, turn: int) -> float:
    """Return the time since the last rebase, in the unit of the policy; never negative."""
    if PRESETS[held.policy].unit is Unit.TURNS:
        return float(max(0, turn - held.based_turn))
    return max(0.0, (at - held.based_at) / _DAY)


def _in_place(held: Retention, at: datetime, turn: int) -> Retention:
    """Return the same state as of a later moment."""
    own = _curve(held)
    moved = rebase(_state(held), _elapsed(held, at, turn), leaving=own, entering=own)
    return replace(
        held,
        strength=moved.strength,
        age=moved.age,
        based_at=_later(held.based_at, at),
        based_turn=max(held.based_turn, turn),
    )


def _demotion(
    held: Retention, fact: Fact, plan: RetentionPlan, *, before: Retention | None = None
) -> datetime | None:
    """Return when a fact leaves the long layer if nothing happens to it; None for never.

    Args:
        before: where it stood before a use, which is never to bring that moment nearer.
    """
    if held.layer != Layer.LONG.value:
        return None
    left = time_to_demotion(
        mean_relevance(held.relevances, never_used=_constant(fact, plan)),
        frequency=held.frequency,
        age=0.0,
        short_below=min(1.0, SHORT_BELOW / held.dampening) if held.dampening else 1.0,
    )
    used = held.frequency_at or held.born_at
    was_long = before is not None and before.layer == held.layer
    until = before.long_until if before is not None and was_long else None
    if left >= _FARTHEST or (was_long and until is None):
        return None
    found = max(held.based_at, _days_after(used, left))
    return found if until is None else max(found, until)


def _demoted(held: Retention, plan: RetentionPlan, *, by: datetime, turn: int) -> Retention:
    """Return the state with the demotion that was due by a moment; it needs no maintenance."""
    moment = held.long_until
    if moment is None or moment > by:
        return held
    # Turns are counted on only where the short layer counts in them.
    in_turns = PRESETS[plan.active_short].unit is Unit.TURNS
    moved = _in_place(held, moment, turn if in_turns else held.based_turn)
    return _under(replace(moved, long_until=None), plan, Layer.SHORT.value)


def _days_after(moment: datetime, number: float) -> datetime:
    return min(_NEVER, moment + timedelta(days=min(number, _FARTHEST)))


def _later(first: datetime | None, second: datetime) -> datetime:
    return second if first is None else max(first, second)


# What is due ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Upkeep:
    """What maintenance makes of one fact.

    Args:
        held, fact: as they stand afterwards.
        kinds: what happened to it, in order; empty where nothing was due.
    """

    held: Retention
    fact: Fact
    kinds: tuple[ChangeKind, ...]


def keep_up(
    held: Retention, fact: Fact, plan: RetentionPlan, *, now: datetime, turn: int
) -> Upkeep:
    """Do what is due for a fact by a moment: demote it, archive it, prune it."""
    kinds: list[ChangeKind] = []
    while step := _first_due(held, fact, plan, now=now, turn=turn):
        if step is ChangeKind.DEMOTED:
            held = _demoted(held, plan, by=now, turn=turn)
        elif step is ChangeKind.ARCHIVED:
            fact = replace(fact, archived_at=now)
        else:
            fact = replace(fact, archived_at=fact.archived_at or now, pruned_at=now)
        kinds.append(step)
    return Upkeep(_with_due(held, fact, plan), fact, tuple(kinds))


def with_due(held: Retention, fact: Fact, plan: RetentionPlan) -> Retention:
    """Return the same state with what is due of a fact as it stands now."""
    return _with_due(held, fact, plan)


@dataclass(frozen=True, slots=True)
class _Step:
    """Something that will be due: at a moment, or in a turn."""

    kind: ChangeKind
    at: datetime | None
    turn: int | None


def _first_due(
    held: Retention, fact: Fact, plan: RetentionPlan, *, now: datetime, turn: int
) -> ChangeKind | None:
    for step in _steps(held, fact, plan):
        if (step.at is not None and step.at <= now) or (
            step.turn is not None and step.turn <= turn
        ):
            return step.kind
    return None


def _is_kept_up(held: Retention, fact: Fact) -> bool:
    """Say whether maintenance has anything to do with a fact as it stands, ever."""
    is_out = fact.pruned_at is not None or fact.hidden_by is not None
    return held.tier is not Tier.CORE and fact.is_current and not is_out


def _steps(held: Retention, fact: Fact, plan: RetentionPlan) -> list[_Step]:
    """Return what will be due, the first first; strength and importance only fall by themselves."""
    if not _is_kept_up(held, fact):
        return []
    policy, own, state = PRESETS[held.policy], _curve(held), _state(held)
    in_days = policy.unit is Unit.DAYS
    unused = max(0.0, (held.based_at - (held.last_used_at or held.born_at)) / _DAY)
    dormant = max(0.0, policy.unused_limit - unused) if in_days else math.inf
    found: list[_Step] = []

    def add(kind: ChangeKind, floor: float) -> None:
        after = min(time_to_floor(state, own, floor=floor), dormant)
        if after >= _FARTHEST:
            return
        if in_days:
            found.append(_Step(kind, _days_after(held.based_at, after), None))
        else:
            found.append(_Step(kind, None, held.based_turn + math.ceil(after)))

    if held.long_until is not None:
        found.append(_Step(ChangeKind.DEMOTED, held.long_until, None))
    if fact.archived_at is None:
        add(ChangeKind.ARCHIVED, max(plan.archive_below, policy.floor))
    if not (has_proven_value(held) or holds_one(fact)):
        add(ChangeKind.PRUNED, policy.floor)
    return sorted(found, key=lambda step: (step.at or _NEVER, step.turn or 0))


def _with_due(held: Retention, fact: Fact, plan: RetentionPlan) -> Retention:
    """Note when maintenance next has something to do."""
    steps = _steps(held, fact, plan)
    return replace(
        held,
        due_at=min((step.at for step in steps if step.at is not None), default=None),
        due_turn=min((step.turn for step in steps if step.turn is not None), default=None),
    )


def frozen(held: Retention) -> Retention:
    """Return the state of a fact that holds no longer: its strength stays, nothing is due."""
    return replace(held, due_at=None, due_turn=None)
