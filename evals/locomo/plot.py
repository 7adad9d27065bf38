"""The picture: how much of the evidence is found, by number of items and by budget of tokens."""

from pathlib import Path
from typing import Final

import matplotlib as mpl

from evals.locomo.answers import BUDGETS, CUTS
from evals.locomo.running import EMBEDDED, PLAIN, Measurement

_COLOURS: Final = {PLAIN: "#0b6e4f", EMBEDDED: "#08415c"}
_OTHERS: Final = ("#c1666b", "#d4a24c", "#7d7c84", "#9b7ede", "#5fa8d3")


def draw(found: Measurement, path: Path) -> None:
    """Write the picture as PNG."""
    mpl.use("Agg")  # no window, whatever the machine has
    from matplotlib import pyplot as plt  # noqa: PLC0415 - after the choice of its back end

    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.5), sharey=True)
    others = iter(_OTHERS)
    for arm, sheet in found.sheets.items():
        is_ours = arm in _COLOURS
        if not is_ours and arm.startswith(tuple(f"{own}, " for own in _COLOURS)):
            continue  # the same with another number of hops: nearly the same lines
        style = {
            "label": arm,
            "color": _COLOURS[arm] if is_ours else next(others),
            "linewidth": 2.2 if is_ours else 1.3,
            "linestyle": "-" if is_ours else "--",
            "marker": "o" if is_ours else ".",
        }
        left.plot([str(k) for k in CUTS], [sheet.mean(f"recall@{k}") for k in CUTS], **style)
        right.plot(
            [f"{budget:,}" for budget in BUDGETS],
            [sheet.mean(f"within {budget:,}") for budget in BUDGETS],
            **style,
        )
    left.set(xlabel="items (a chunk is six turns)", ylabel="recall of evidence, categories 1 to 4")
    right.set(xlabel="tokens of text")
    for axes in (left, right):
        axes.set_ylim(0.2, 1)
        axes.grid(alpha=0.25)
    right.legend(fontsize=8, loc="lower right")
    figure.suptitle("LoCoMo, no language model")
    figure.tight_layout()
    figure.savefig(path, dpi=150)
    plt.close(figure)
