"""The pictures: recall and stale rate by regime, and the calibration of the card."""

from pathlib import Path
from typing import Final

import matplotlib as mpl
import numpy as np

from evals.preferences.report import EDGES
from evals.preferences.running import OURS, PEER, Measurement, calibration

_COLOURS: Final = {OURS: "#0b6e4f", PEER: "#c1666b"}
_OTHERS: Final = ("#d4a24c", "#7d7c84", "#9b7ede", "#5fa8d3", "#b0a990")


def draw(found: Measurement, path: Path) -> None:
    """Write the pictures as PNG."""
    mpl.use("Agg")  # no window, whatever the machine has
    from matplotlib import pyplot as plt  # noqa: PLC0415 - after the choice of its back end

    figure, axes = plt.subplots(
        3, 1, figsize=(11, 12), gridspec_kw={"height_ratios": [2.2, 1.6, 1.6]}
    )
    for place, measure in ((0, "recall@5"), (1, "stale rate")):
        _bars(axes[place], found, measure)
    axes[0].legend(fontsize=8, ncols=4, loc="upper right")
    axes[0].set_ylim(0, 1.15)
    _curve(axes[2], found)
    figure.suptitle("Preferences in simulated worlds, no language model")
    figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=110)
    plt.close(figure)


def _bars(axes: "mpl.axes.Axes", found: Measurement, measure: str) -> None:
    regimes = found.plan.regimes
    width = 0.85 / len(found.methods)
    others = iter(_OTHERS)
    for number, method in enumerate(found.methods):
        intervals = [found.interval(method, regime, measure) for regime in regimes]
        means = np.array([each.mean for each in intervals])
        ends = [
            np.clip([m - each.low for m, each in zip(means, intervals, strict=True)], 0, None),
            np.clip([each.high - m for m, each in zip(means, intervals, strict=True)], 0, None),
        ]
        axes.bar(
            np.arange(len(regimes)) + (number - len(found.methods) / 2 + 0.5) * width,
            means,
            width,
            yerr=ends,
            error_kw={"linewidth": 0.7},
            label=method,
            color=_COLOURS[method] if method in _COLOURS else next(others),
        )
    axes.set_xticks(range(len(regimes)), regimes, rotation=20, fontsize=8)
    axes.set_ylabel(measure)
    axes.grid(axis="y", alpha=0.25)


def _curve(axes: "mpl.axes.Axes", found: Measurement) -> None:
    rows = calibration(found.shown, edges=EDGES)
    middles = [(low + high) / 2 for low, high, *_ in rows]
    axes.plot(middles, [row[3] for row in rows], "o-", color=_COLOURS[OURS], label="a favourite")
    axes.plot(middles, [row[4] for row in rows], "s--", color=_COLOURS[PEER], label="stale")
    axes.plot([0, 1], [0, 1], color="#7d7c84", linewidth=0.8, label="as sure as right")
    axes.axvline(0.65, color="#7d7c84", linestyle=":", linewidth=0.8)
    axes.text(0.655, 0.02, "* from here", fontsize=8)
    axes.set(xlabel="confidence of a line of the card", ylabel="share", xlim=(0, 1), ylim=(0, 1))
    axes.legend(fontsize=8, loc="upper left")
    axes.grid(alpha=0.25)
