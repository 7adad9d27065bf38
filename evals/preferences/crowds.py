"""What privacy costs at a cold start: newcomers among more or fewer people, at three ε.

A counter reads everybody's log as it is, for comparison; Remanent reads a noised release. One
memory is filled once and released at each ε in turn.
"""

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from evals.metrics import Interval, paired_bootstrap
from evals.preferences.methods.common import told
from evals.preferences.methods.counting import Counter
from evals.preferences.methods.remanent import Life, MovedClock, ask, catalog_of, write
from evals.preferences.scoring import mean_scores
from evals.preferences.simulator import newcomers
from evals.preferences.world import Release, World
from remanent import Memory

CROWDS: Final = (60, 300, 1000)
EPSILONS: Final = (1.0, 3.0, 10.0)
SEEDS: Final = 4
"""How many of a run's seeds are taken; a thousand people take a while."""

CAP: Final = 100.0
"""More than all releases here spend together; nobody's data is at stake."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Crowds:
    """recall@5 of newcomers.

    Args:
        counted: by the number of people known, of a counter that reads their logs.
        released: by the number of people known, for each of `EPSILONS`.
    """

    seeds: int
    counted: Mapping[int, Interval]
    released: Mapping[int, tuple[Interval, ...]]


def meet_crowds(seeds: Sequence[int], *, resamples: int, progress: Callable[[], None]) -> Crowds:
    """Put newcomers among each number of people.

    Args:
        progress: called after each world; there are `CROWDS` × `SEEDS`.
    """
    counted: dict[int, Interval] = {}
    released: dict[int, tuple[Interval, ...]] = {}
    for people in CROWDS:
        rows = []
        for seed in seeds[:SEEDS]:
            world = newcomers(seed, people=people)
            counter = mean_scores(world, Counter("frequency").answer(world).given)[0]
            rows.append([counter, *_released(world)])
            progress()
        first, *others = paired_bootstrap(np.asarray(rows, dtype=np.float64), resamples=resamples)
        counted[people], released[people] = first, tuple(others)
    return Crowds(seeds=len(seeds[:SEEDS]), counted=counted, released=released)


def _released(world: World) -> list[float]:
    with tempfile.TemporaryDirectory(prefix="remanent-crowds-") as folder:
        clock = MovedClock()
        with Memory(Path(folder) / "memory.db", clock=clock) as memory:
            life = Life(memory=memory, clock=clock)
            life.shop.set_catalog(catalog_of(world))
            life.shop.set_policy(epsilon_cap=CAP)
            for entries, _ in told(world):
                write(life, [entry for entry in entries if not isinstance(entry, Release)])
            clock.moment = world.questions[-1].at
            recalls = []
            for epsilon in EPSILONS:
                life.shop.release_prior(epsilon)
                answers = [ask(life, question) for question in world.questions]
                recalls.append(float(mean_scores(world, answers)[0]))
            return recalls
