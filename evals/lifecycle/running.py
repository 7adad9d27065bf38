"""The measurement as a recipe: write lives, let every method live through them, compare."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

import numpy as np

from evals.lifecycle.arms import ARMS
from evals.lifecycle.methods import Method, Mind
from evals.lifecycle.peers import PEERS
from evals.lifecycle.scoring import (
    Settled,
    Verdict,
    agreement,
    judge,
    macro,
    measures,
    says,
    settle,
)
from evals.lifecycle.scoring import share as mean_of
from evals.lifecycle.simulator import LENGTHS, SEEDS, simulate
from evals.lifecycle.trials import trials
from evals.lifecycle.world import (
    CONFLICTS,
    CONTEXTUAL,
    CRITICAL,
    USER,
    Check,
    Claim,
    Life,
    Question,
    Turn,
    Use,
    day,
)
from evals.metrics import RESAMPLES, Interval, paired_bootstrap

METHODS: Final[tuple[Method, ...]] = (*PEERS, *ARMS)

HEADLINES: Final = (
    "critical retention", "contextual retention", "critical answered@10",
    "contextual answered@10", "rows", "bytes", "precision@10",
    "temporal consistency", "stale answers", "conflict accuracy", "conflict consistency",
    "fusion preservation",
)  # fmt: skip


LOOKS: Final[Mapping[int, int]] = {30: 1, 365: 5}
"""After how many days the hot set is looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a run measures."""

    days: tuple[int, ...] = tuple(LENGTHS)
    seeds: tuple[int, ...] = SEEDS
    methods: tuple[str, ...] = tuple(method.name for method in METHODS)
    resamples: int = RESAMPLES


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """How a memory stands at the end of one day.

    Args:
        rows, bytes: of the hot set. everything_rows: turns the person has said.
        strength: mean strength by kind of claim, where the method has strengths.
    """

    day: int
    rows: int
    bytes: int
    log_rows: int
    log_bytes: int
    everything_rows: int
    everything_bytes: int
    strength: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lived:
    """What came of one life in one memory."""

    figures: Mapping[str, float]
    points: tuple[Point, ...]
    retained: Mapping[str, Mapping[int, float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """Everything that a run found out.

    Args:
        lives: by method and days, one for each seed. trials: by method, figures for each seed.
    """

    plan: Plan
    lives: Mapping[str, Mapping[int, Sequence[Lived]]]
    trials: Mapping[str, Sequence[Mapping[str, float]]]

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods that were measured."""
        return tuple(self.lives)

    def names(self, days: int) -> tuple[str, ...]:
        """Return the names of all figures of a length."""
        first = self.lives[self.methods[0]][days][0]
        return (*first.figures, *self.trials[self.methods[0]][0])

    def values(self, method: str, days: int, name: str) -> list[float]:
        """Return a figure for each seed."""
        lived = [life.figures.get(name) for life in self.lives[method][days]]
        found = [value for value in lived if value is not None]
        return found or [each[name] for each in self.trials[method]]

    def interval(self, method: str, days: int, name: str) -> Interval:
        """Return a figure with its interval over seeds; seeds without it are left out."""
        values = np.array(self.values(method, days, name), dtype=np.float64)
        values = values[~np.isnan(values)]
        if not values.size:
            return Interval(float("nan"), float("nan"), float("nan"))
        return paired_bootstrap(values[:, None], resamples=self.plan.resamples)[0]


def measure(plan: Plan, progress: Callable[[], None]) -> Measurement:
    """Measure everything that the plan asks for.

    Args:
        progress: called after each seed of each length, and after each seed's trials.
    """
    methods = [method for method in METHODS if method.name in plan.methods]
    lives: dict[str, dict[int, list[Lived]]] = {method.name: {} for method in methods}
    tried: dict[str, list[Mapping[str, float]]] = {method.name: [] for method in methods}
    for seed in plan.seeds:
        for days in plan.days:
            life = simulate(days, seed)
            for method in methods:
                lives[method.name].setdefault(days, []).append(live(method, life))
            progress()
        for method in methods:
            tried[method.name].append(try_out(method, seed))
        progress()
    return Measurement(plan=plan, lives=lives, trials=tried)


def live(method: Method, life: Life) -> Lived:
    """Let a memory live through a life."""
    judged: list[tuple[Question, Verdict]] = []
    settled: list[tuple[Check, Settled]] = []
    points: list[Point] = []
    told: list[int] = []
    with method.open() as mind:
        hands = (day(0), mind.held(at=day(0)))
        today = day(1)
        for moment in life.moments():
            while moment.at >= today:
                mind.advance(today)
                if (today - day(0)).days % LOOKS[life.days] == 0:
                    points.append(_point(mind, life.claims, today, told))
                today += timedelta(days=1)
            match moment:
                case Turn():
                    mind.remember(moment)
                    told += [len(moment.text.encode())] if moment.role == USER else []
                case Use():
                    _use(mind, moment, life)
                case Check():
                    at_hand = mind.held(at=moment.at)
                    settled.append((moment, settle(moment, at_hand, life.claims)))
                case Question():
                    answer = mind.ask(moment.text, at=moment.at, as_of=moment.as_of)
                    if moment.sort == "retention" and hands[0] != moment.at:
                        hands = (moment.at, mind.held(at=moment.at))
                    judged.append((moment, judge(moment, answer, life.claims, at_hand=hands[1])))
    last = points[-1]
    assert last.day == life.days, "questions are asked at the end of the last day"
    figures = {
        **measures(judged),
        "rows": last.rows / max(last.everything_rows, 1),
        "bytes": last.bytes / max(last.everything_bytes, 1),
        "hot rows": float(last.rows),
        "hot bytes": float(last.bytes),
        "log rows": float(last.log_rows),
        "log bytes": float(last.log_bytes),
        **_settled(settled, "in life: "),
    }
    return Lived(figures=figures, points=tuple(points), retained=_by_day(judged))


def _use(mind: Mind, use: Use, life: Life) -> None:

    answer = mind.ask(use.text, at=use.at)
    right = [life.claims[name] for name in use.right]
    places = [
        place
        for place, item in enumerate(answer.items)
        if item.is_valid and any(says(item, claim) for claim in right)
    ]
    mind.used(answer, places, at=use.at)


def _point(mind: Mind, claims: Mapping[str, Claim], at: datetime, told: Sequence[int]) -> Point:
    state = mind.state(at=at)
    strength: dict[str, float] = {}
    if state.strengths:
        by_kind: defaultdict[str, list[float]] = defaultdict(list)
        for claim in claims.values():
            if claim.start <= at and claim.is_true:
                by_kind[claim.kind].append(
                    max(state.strengths.get(turn, 0.0) for turn in claim.turns)
                )
        strength = {kind: mean_of(values) for kind, values in by_kind.items()}
    return Point(
        day=(at - day(0)).days,
        rows=state.rows,
        bytes=state.bytes,
        log_rows=state.log_rows,
        log_bytes=state.log_bytes,
        everything_rows=len(told),
        everything_bytes=sum(told),
        strength=strength,
    )


def _by_day(judged: Sequence[tuple[Question, Verdict]]) -> dict[str, dict[int, float]]:
    found: dict[str, dict[int, float]] = {}
    for kind in (CRITICAL, CONTEXTUAL):
        days: defaultdict[int, list[bool]] = defaultdict(list)
        for question, verdict in judged:
            if question.sort == "retention" and question.kind == kind:
                days[(question.at - day(0)).days].append(verdict.is_held)
        found[kind] = {number: mean_of(values) for number, values in days.items()}
    return found


def _settled(settled: Sequence[tuple[Check, Settled]], before: str) -> dict[str, float]:
    by_kind = {
        kind: mean_of(each.is_right for check, each in settled if check.kind == kind)
        for kind in CONFLICTS
    }
    return {
        f"{before}conflict accuracy": macro(by_kind),
        **{f"{before}accuracy: {kind}": value for kind, value in by_kind.items()},
    }


def try_out(method: Method, seed: int) -> dict[str, float]:
    """Return how a method settles the trials of a seed: accuracy and consistency by kind."""
    settled: list[tuple[Check, Settled]] = []
    pairs: defaultdict[tuple[str, int], list[tuple[bool, bool, bool]]] = defaultdict(list)
    for trial in trials(seed):
        with method.open() as mind:
            for turn in trial.turns:
                mind.remember(turn)
            mind.advance(trial.check.at)
            found = settle(trial.check, mind.held(at=trial.check.at), trial.claims)
        settled.append((trial.check, found))
        pairs[trial.kind, trial.pair].append(found.verdict)
    alike = {
        kind: mean_of(agreement(each) for (name, _), each in pairs.items() if name == kind)
        for kind in CONFLICTS
    }
    return {
        **_settled(settled, ""),
        "conflict consistency": macro(alike),
        **{f"consistency: {kind}": value for kind, value in alike.items()},
    }
