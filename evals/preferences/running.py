"""The measurement as a recipe: make worlds, let every method live through them, compare."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from rich.progress import Progress

from evals.metrics import RESAMPLES, Interval, paired_bootstrap
from evals.preferences.methods.common import Answer, Method
from evals.preferences.methods.counting import READINGS, Counter
from evals.preferences.methods.fernme import REVIEWED, VARIANTS, Environment, Fernme
from evals.preferences.methods.kept import Kept
from evals.preferences.methods.lexical import Bm25History
from evals.preferences.methods.remanent import Remanent
from evals.preferences.methods.whole import WholeHistory
from evals.preferences.scoring import MEASURES, mean_scores
from evals.preferences.simulator import REGIMES, SEEDS, simulate
from evals.preferences.world import ANSWERS, Question, World
from remanent.text.tokens import count_tokens

Floats = NDArray[np.float64]

OURS: Final = "Remanent"
OURS_REVIEWED: Final = "Remanent, reviewed"
PEER: Final = "FERNme"
COLUMNS: Final = (*MEASURES, "said", "tokens", "write ms", "read ms", "calls")
REVIEWED_REGIME: Final = "aliases"
CLOSE: Final = 0.02
CLOSE_STALE: Final = 0.01


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a run measures.

    Args:
        fernme: also FERNme itself.
        resamples: of the bootstrap over seeds.
    """

    regimes: tuple[str, ...] = tuple(REGIMES)
    seeds: tuple[int, ...] = SEEDS
    fernme: bool = True
    resamples: int = RESAMPLES


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One line of a card, judged.

    Args:
        place: on the card, from 1.
        verdict: right (a favourite), stale, or other: neither.
    """

    method: str
    regime: str
    place: int
    mark: str
    confidence: float
    verdict: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """Everything that a run found out about regimes.

    Args:
        rows: for each method, for each regime, shape (seeds, `COLUMNS`).
        variants: mean recall and stale rate of each variant of FERNme over all regimes.
        peer: the variant of FERNme that stands in the tables as FERNme: the best of them.
        shown: every line of a card that a question saw.
        events: how many were told in all worlds.
    """

    plan: Plan
    rows: Mapping[str, Mapping[str, Floats]]
    variants: Mapping[str, tuple[float, float]]
    peer: str
    shown: tuple[Shown, ...]
    events: int
    questions: int

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods that were measured in every regime."""
        return tuple(
            name for name, regimes in self.rows.items() if set(regimes) == set(self.plan.regimes)
        )

    def mean(self, method: str, regime: str, column: str) -> float:
        """Return one figure, over all seeds."""
        return float(self.rows[method][regime][:, COLUMNS.index(column)].mean())

    def overall(self, method: str, column: str) -> float:
        """Return the mean of a figure over regimes."""
        return float(np.mean([self.mean(method, each, column) for each in self.plan.regimes]))

    def interval(self, method: str, regime: str, column: str) -> Interval:
        """Return a figure with its interval over seeds."""
        return self._interval(self.rows[method][regime][:, COLUMNS.index(column)])

    def difference(self, one: str, other: str, regime: str, column: str) -> Interval:
        """Return the first method minus the second, paired by seed."""
        place = COLUMNS.index(column)
        return self._interval(self.rows[one][regime][:, place] - self.rows[other][regime][:, place])

    def overall_difference(self, one: str, other: str, column: str) -> Interval:
        """Return the first minus the second over regimes, paired by seed."""
        place = COLUMNS.index(column)
        mine, theirs = (
            np.mean([self.rows[name][each][:, place] for each in self.plan.regimes], axis=0)
            for name in (one, other)
        )
        return self._interval(mine - theirs)

    def best(self, regime: str, column: str, *, lowest: bool = False) -> str:
        """Return the best method but Remanent."""
        others = [name for name in self.methods if name != OURS]
        choose = min if lowest else max
        return choose(others, key=lambda name: self.mean(name, regime, column))

    def _interval(self, values: Floats) -> Interval:
        return paired_bootstrap(values[:, None], resamples=self.plan.resamples)[0]


@dataclass(slots=True)
class _Sheet:
    """What a run collects."""

    rows: dict[str, dict[str, list[Floats]]] = field(default_factory=dict)
    shown: list[Shown] = field(default_factory=list)

    def add(self, method: Method, world: World) -> None:
        found = method.answer(world)
        entries = max(len(world.log), 1)
        tokens = float(np.mean([count_tokens(answer.text) for answer in found.given]))
        said = float(np.mean([len(answer.attributes[:ANSWERS]) for answer in found.given]))
        row = np.array(
            [
                *mean_scores(world, found.given),
                said,
                tokens,
                1000 * found.write_seconds / entries,
                1000 * found.read_seconds / len(world.questions),
                found.model_calls,
            ],
            dtype=np.float64,
        )
        self.rows.setdefault(method.name, {}).setdefault(world.regime, []).append(row)
        for question, answer in zip(world.questions, found.given, strict=True):
            self.shown += _judged(method.name, world, question, answer)


def measure(plan: Plan, folder: Path, progress: Progress) -> Measurement:
    """Measure everything that the plan asks for.

    Args:
        folder: where FERNme's environment and the answers of all methods but ours are kept.
    """
    sheet = _Sheet()
    environment = Environment(folder / "fernme") if plan.fernme else None
    task = progress.add_task("worlds", total=len(plan.regimes) * len(plan.seeds))
    events = questions = 0
    try:
        for regime in plan.regimes:
            progress.update(task, description=regime)
            for seed in plan.seeds:
                world = simulate(regime, seed)
                events += len(world.log)
                questions += len(world.questions)
                for method in _methods(regime, folder, environment):
                    sheet.add(method, world)
                progress.advance(task)
    finally:
        if environment is not None:
            environment.close()
    rows = {
        name: {regime: np.stack(found) for regime, found in regimes.items()}
        for name, regimes in sheet.rows.items()
    }
    variants = _variants(rows) if plan.fernme else {}
    peer = max(variants, key=lambda name: variants[name][0]) if variants else ""
    left_out = {name for name in variants if name != peer}
    kept = {PEER if name == peer else name: rows[name] for name in rows if name not in left_out}
    return Measurement(
        plan=plan,
        rows=kept,
        variants=variants,
        peer=peer,
        shown=tuple(each for each in sheet.shown if each.method == OURS),
        events=events,
        questions=questions,
    )


def _methods(regime: str, folder: Path, environment: Environment | None) -> Iterable[Method]:
    yield Remanent()
    others: tuple[Method, ...] = (*map(Counter, READINGS), Bm25History(), WholeHistory())
    for method in others:
        yield Kept(method, folder / "answers")
    if environment is not None:
        for variant in VARIANTS:
            yield Fernme(environment, variant)
    if regime == REVIEWED_REGIME:
        yield Remanent(name=OURS_REVIEWED, reviews=True)
        if environment is not None:
            yield Fernme(environment, REVIEWED)


def _variants(rows: Mapping[str, Mapping[str, Floats]]) -> dict[str, tuple[float, float]]:
    columns = [COLUMNS.index(name) for name in ("recall@5", "stale rate")]
    found = {}
    for variant in VARIANTS:
        means = np.mean(
            [each[:, columns].mean(axis=0) for each in rows[variant.name].values()], axis=0
        )
        found[variant.name] = (float(means[0]), float(means[1]))
    return found


def _judged(method: str, world: World, question: Question, answer: Answer) -> Sequence[Shown]:
    found = []
    for place, line in enumerate(answer.lines, start=1):
        meant = world.concepts.get(line.attribute, line.attribute)
        verdict = "stale" if meant in question.stale else "other"
        found.append(
            Shown(
                method=method,
                regime=world.regime,
                place=place,
                mark=line.mark,
                confidence=line.confidence,
                verdict="right" if meant in question.relevant else verdict,
            )
        )
    return found


def calibration(
    shown: Iterable[Shown], *, edges: Sequence[float], most: int = ANSWERS
) -> list[tuple[float, float, int, float, float]]:
    """Return, for bins of confidence, how often a line was right.

    Args:
        edges: ascending; a bin is half-open but for the last.
        most: only lines among the first so many of their card: no more can be right.

    Returns:
        For each bin that is not empty its ends, its lines, the share right, the share stale.
    """
    found = []
    lines = [each for each in shown if each.place <= most]
    for low, high in pairwise(edges):
        inside = [
            each
            for each in lines
            if low <= each.confidence < high or (high == edges[-1] and each.confidence == high)
        ]
        if inside:
            right = sum(each.verdict == "right" for each in inside) / len(inside)
            stale = sum(each.verdict == "stale" for each in inside) / len(inside)
            found.append((low, high, len(inside), right, stale))
    return found
