"""The pictures: what is retained, how much is at hand, and how strong it is, day by day."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
import numpy as np

from evals.lifecycle.running import Lived, Measurement
from evals.lifecycle.world import CHATTER, CONTEXTUAL, CRITICAL

_STYLES: Final = {CRITICAL: "-", CONTEXTUAL: "--", CHATTER: ":"}


def draw(found: Measurement, path: Path) -> None:
    """Write the pictures as PNG: a column for each length of life."""
    mpl.use("Agg")  # no window, whatever the machine has
    from matplotlib import pyplot as plt  # noqa: PLC0415 - after the choice of its back end

    lengths = found.plan.days
    figure, axes = plt.subplots(3, len(lengths), figsize=(7 * len(lengths), 12), squeeze=False)
    for column, days in enumerate(lengths):
        for number, method in enumerate(found.methods):
            lives = found.lives[method][days]
            colour = f"C{number}"
            _storage(axes[0][column], lives, method, colour)
            _retained(axes[1][column], lives, colour)
            _strengths(axes[2][column], lives, colour)
        axes[0][column].set(title=f"{days} days", ylabel="rows at hand")
        axes[0][column].legend(fontsize=8)
        axes[1][column].set(ylabel="retention: critical -, contextual --", ylim=(0, 1.05))
        axes[2][column].set(ylabel="mean strength by kind", xlabel="day", ylim=(0, 1.05))
        for row in axes:
            row[column].grid(alpha=0.25)
    figure.suptitle("Simulated lives, no language model")
    figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=110)
    plt.close(figure)


def _storage(axes: Any, lives: Sequence[Lived], method: str, colour: str) -> None:
    rows = np.mean([[point.rows for point in life.points] for life in lives], axis=0)
    axes.plot([point.day for point in lives[0].points], rows, color=colour, label=method)


def _retained(axes: Any, lives: Sequence[Lived], colour: str) -> None:
    for kind in (CRITICAL, CONTEXTUAL):
        days = sorted(set.intersection(*(set(life.retained[kind]) for life in lives)))
        means = [float(np.mean([life.retained[kind][day] for life in lives])) for day in days]
        axes.plot(days, means, _STYLES[kind], color=colour, marker="o", markersize=3)


def _strengths(axes: Any, lives: Sequence[Lived], colour: str) -> None:
    for kind, style in _STYLES.items():
        points = [
            (point.day, point.strength[kind])
            for life in lives
            for point in life.points
            if kind in point.strength
        ]
        days = sorted({day for day, _ in points})
        means = [float(np.mean([v for each, v in points if each == day])) for day in days]
        if days:
            axes.plot(days, means, style, color=colour)
