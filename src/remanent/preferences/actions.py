"""From preferences to action: what may be filled in, what comes first, what is worth a question.

All read the one ranking of `preferences/ranking.py`; none of them writes.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median

from remanent.dynamics.hebbian import KNOWN_CONFIDENCE
from remanent.dynamics.outcome import OutcomeValue, effective_value
from remanent.model.card import Action, TriggerKind
from remanent.model.catalog import Attribute, Catalog
from remanent.model.preference import Preference
from remanent.preferences.curation import opposite
from remanent.preferences.learning import DEFAULT_RATES, Rates, weight_at
from remanent.preferences.ranking import Ranked

SECONDS_A_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class ActionPlan:
    """Thresholds of actions.

    Args:
        act_confidence, act_weight: from both on, an agent may act silently.
        verify_confidence: from here on it may act and must say so.
        ask_weight: from this weight on an unsure attribute is worth a question.
        failing_value: an effective outcome value at or below it takes the right to act silently.
        questions_a_day: questions asked of one person in 24 hours at most.
        ask_again_days: how long an attribute is left alone after it was asked about.
        favourite_weight: from this weight on something is a favourite.
        fading_days: a favourite is fading where it falls below the floor within so many days.
        rhythm_uses: uses that a rhythm takes at least.
        rhythm_spread: how irregular a rhythm may be: spread of its intervals over their median.
        due_share: it is due from this share of the interval on.
        lapsed_intervals: a habit has lapsed after so many intervals without it.
        forgotten_intervals: after so many nobody brings it up any more.
    """

    act_confidence: float = KNOWN_CONFIDENCE
    act_weight: float = 3.0
    verify_confidence: float = 0.4
    ask_weight: float = 1.0
    failing_value: float = -0.15
    questions_a_day: int = 3
    ask_again_days: float = 7.0
    favourite_weight: float = 4.0
    fading_days: float = 7.0
    rhythm_uses: int = 3
    rhythm_spread: float = 0.5
    due_share: float = 0.9
    lapsed_intervals: float = 2.5
    forgotten_intervals: float = 8.0


DEFAULT_ACTIONS = ActionPlan()


def decided(
    ranked: Ranked | None,
    rival: Preference | None,
    *,
    asked_today: int,
    now: datetime,
    plan: ActionPlan = DEFAULT_ACTIONS,
) -> tuple[Action, str]:
    """Return what to do about an attribute, and why in plain words.

    Args:
        ranked: the attribute's place; None where the person has no evidence of it.
        rival: what stands in its place.
        asked_today: questions asked of the person in the last 24 hours.
    """
    settled = _settled(ranked, rival)
    if ranked is None or settled is not None:
        return settled or (Action.IGNORE, "Nothing is known of it.")
    action, reason = _by_evidence(ranked, plan)
    if action is not Action.ASK:
        return action, reason
    asked_at = ranked.preference.asked_at
    if asked_at is not None and now - asked_at < timedelta(days=plan.ask_again_days):
        return Action.IGNORE, f"{reason} The person was asked about it lately."
    if asked_today >= plan.questions_a_day:
        return Action.IGNORE, f"{reason} {plan.questions_a_day} questions a day are the most."
    return Action.ASK, reason


def _settled(ranked: Ranked | None, rival: Preference | None) -> tuple[Action, str] | None:
    """Return what needs no weighing: a pin, a rival in its place, a weight that has faded."""
    if ranked is None:
        return None
    pin = ranked.preference.pin
    if pin is not None:
        return (Action.ACT if pin else Action.IGNORE), f"The person has set it to {pin:g}."
    if rival is not None:
        return Action.IGNORE, f"{rival.name} stands in its place."
    if ranked.is_faded:
        return Action.IGNORE, f"It has faded to {ranked.weight:.1f} of 9."
    return None


def _by_evidence(ranked: Ranked, plan: ActionPlan) -> tuple[Action, str]:
    row = ranked.preference
    figures = f"weight {ranked.weight:.1f}, confidence {ranked.confidence:.2f}."
    value = effective_value(OutcomeValue(value=row.outcome_value, count=row.outcomes))
    if value <= plan.failing_value:
        return Action.ASK, "Acting on it has gone wrong before."
    if ranked.confidence >= plan.act_confidence and ranked.weight >= plan.act_weight:
        return Action.ACT, f"Known: {figures}"
    if ranked.confidence >= plan.verify_confidence and ranked.weight >= plan.act_weight / 2:
        return Action.VERIFY, f"Likely: {figures}"
    if ranked.weight >= plan.ask_weight:
        return Action.ASK, f"Unsure: {figures}"
    return Action.IGNORE, f"Weak: {figures}"


def slot_of(catalog: Catalog, attribute: str) -> str | None:
    """Return what an agent fills in with an attribute: a single-valued namespace or a group."""
    namespace = catalog.namespace_of(attribute)
    if namespace.is_single_valued:
        return namespace.name
    groups = catalog.groups_of(attribute)
    return groups[0].name if groups else None


def candidate_scores(
    candidates: Mapping[str, Sequence[Attribute]], ranked: Mapping[str, Ranked]
) -> dict[str, tuple[float, tuple[str, ...]]]:
    """Return for each candidate a score in [-1, 1] and the attributes behind it.

    What speaks for a candidate adds up like chances, 1 − Π(1 − s), with s the share of an
    attribute's score in the highest; what speaks against it takes away in the same way.

    Args:
        candidates: attributes of each.
        ranked: by key of the attribute, dislikes included.
    """
    scores = {
        key: each.score if each.score < 1 else 1.0
        for key, each in ranked.items()
        if each.preference.pin != 0
    }
    highest = max(scores.values(), default=0.0)
    found: dict[str, tuple[float, tuple[str, ...]]] = {}
    for name, attributes in candidates.items():
        missing, wanted, behind = 1.0, 1.0, list[tuple[float, str]]()
        for attribute in attributes:
            for key, is_against in ((attribute.key, False), (opposite(attribute.key), True)):
                share = min(scores.get(key, 0.0) / highest, 1.0) if highest > 0 else 0.0
                if share <= 0:
                    continue
                behind.append((share, ranked[key].preference.name))
                if is_against:
                    wanted *= 1 - share
                else:
                    missing *= 1 - share * 0.9
        behind.sort(key=lambda each: (-each[0], each[1]))
        found[name] = ((1 - missing) - (1 - wanted), tuple(name for _, name in behind))
    return found


@dataclass(frozen=True, slots=True)
class Due:
    """A trigger before it is signed."""

    kind: TriggerKind
    preference: Preference
    weight: float
    due_at: datetime
    rhythm_days: float | None
    reason: str


def triggers(
    rows: Sequence[Preference],
    catalog: Catalog,
    now: datetime,
    *,
    rates: Rates = DEFAULT_RATES,
    plan: ActionPlan = DEFAULT_ACTIONS,
) -> list[Due]:
    """Return what is worth bringing up, most pressing first.

    Args:
        rows: preferences that stand, without dislikes and contexts.
    """
    found = [due for row in rows if (due := _trigger(row, catalog, now, rates, plan)) is not None]
    order = [TriggerKind.DUE, TriggerKind.LAPSED, TriggerKind.FADING]
    return sorted(
        found,
        key=lambda each: (order.index(each.kind), -each.weight, each.due_at, each.preference.name),
    )


def _trigger(
    row: Preference, catalog: Catalog, now: datetime, rates: Rates, plan: ActionPlan
) -> Due | None:
    if row.is_negative or row.last_at is None or row.pin == 0 or row.last_at > now:
        return None
    half_life = catalog.namespace_of(row.attribute).half_life_days
    weight = weight_at(row, now, half_life_days=half_life, rates=rates)
    rhythm = rhythm_days(row.uses, plan)
    if rhythm is not None:
        return _by_rhythm(row, row.last_at, now, weight=weight, rhythm=rhythm, plan=plan)
    is_favourite = row.pin is None and row.weight >= plan.favourite_weight
    if not is_favourite or weight <= rates.floor_weight:
        return None
    left = _days_to_floor(weight, half_life, rates)
    if left > plan.fading_days:
        return None
    reason = f"A favourite ({row.weight:.1f} of 9) that is down to {weight:.1f}."
    return Due(TriggerKind.FADING, row, weight, now + timedelta(days=left), None, reason)


def _by_rhythm(
    row: Preference,
    last_at: datetime,
    now: datetime,
    *,
    weight: float,
    rhythm: float,
    plan: ActionPlan,
) -> Due | None:
    since = (now - last_at).total_seconds() / SECONDS_A_DAY
    if not plan.due_share * rhythm <= since <= plan.forgotten_intervals * rhythm:
        return None
    kind = TriggerKind.LAPSED if since >= plan.lapsed_intervals * rhythm else TriggerKind.DUE
    reason = f"Usually every {rhythm:.3g} days; the last was {since:.3g} days ago."
    return Due(kind, row, weight, last_at + timedelta(days=rhythm), rhythm, reason)


def rhythm_days(uses: Sequence[int], plan: ActionPlan = DEFAULT_ACTIONS) -> float | None:
    """Return the usual interval between uses in days; None where there is no rhythm.

    Uses of one day count once. The interval is the median; it is a rhythm where the median
    deviation from it is small enough.

    Args:
        uses: seconds since 1970, ascending or not.
    """
    days = sorted({use // int(SECONDS_A_DAY): use for use in sorted(uses)}.values())
    gaps = [(later - sooner) / SECONDS_A_DAY for sooner, later in pairwise(days)]
    if len(days) < plan.rhythm_uses or not gaps:
        return None
    usual = median(gaps)
    spread = median(abs(gap - usual) for gap in gaps)
    return usual if usual > 0 and spread <= plan.rhythm_spread * usual else None


def _days_to_floor(weight: float, half_life_days: float, rates: Rates) -> float:
    if rates.floor_weight <= 0:
        return math.inf
    return half_life_days * math.log2(max(weight, rates.floor_weight) / rates.floor_weight)
