"""One command: `python -m evals.links`."""

import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final

import numpy as np
from cyclopts import App, Parameter
from rich.console import Console
from rich.table import Table

from evals.links.world import HOUSEHOLDS, SEED, Household, households
from evals.metrics import Interval, paired_bootstrap
from remanent import Memory, ScopedMemory, load_settings

REPOSITORY: Final = Path(__file__).parents[2]
TOLD_AT: Final = datetime(2026, 3, 1, tzinfo=UTC)
CUTS: Final = (1, 3, 10)
PLAIN_WIDTH: Final = 160

app = App(name="evals.links", help="Ask questions that walk from one person to another.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Shares of questions whose answer is among the first items, links followed and not.

    Args:
        with_links, without: for each of `CUTS`.
        difference: of the first cut, with its interval.
    """

    questions: int
    with_links: tuple[float, ...]
    without: tuple[float, ...]
    difference: Interval


@app.default
def main(
    *,
    count: Annotated[int, Parameter(help="Households.")] = HOUSEHOLDS,
    seed: int = SEED,
    hops: Annotated[int | None, Parameter(help="Beside none; the shipped number else.")] = None,
    results: Path = REPOSITORY / "results",
) -> int:
    """Ask questions that walk from one person to another, links followed and not."""
    found = measure(list(households(count, seed)), hops=hops)
    table = Table(title="Questions over links", title_justify="left")
    for column in ("hops", "n", *(f"without, @{cut}" for cut in CUTS),
                   *(f"with, @{cut}" for cut in CUTS), "difference @1"):  # fmt: skip
        table.add_column(column, justify="right", no_wrap=True)
    for name, each in found.items():
        low, high = each.difference.low, each.difference.high
        table.add_row(
            name,
            str(each.questions),
            *(f"{value:.3f}" for value in (*each.without, *each.with_links)),
            f"{100 * each.difference.mean:+.1f} [{100 * low:+.1f}, {100 * high:+.1f}]",
        )
    console = Console()
    if not console.is_terminal:
        console.width = PLAIN_WIDTH
    console.print(table)
    results.mkdir(parents=True, exist_ok=True)
    record = {"seed": seed, "households": count, "cuts": CUTS,
              "figures": {name: asdict(each) for name, each in found.items()}}  # fmt: skip
    (results / "links.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    return 0


def measure(people: Sequence[Household], *, hops: int | None = None) -> dict[str, Figures]:
    """Return the figures for each number of people that questions walk over, and for all walks."""
    ranks: dict[str, list[tuple[float, float]]] = {}
    with tempfile.TemporaryDirectory(prefix="remanent-links-") as folder:
        for place, household in enumerate(people):
            path = Path(folder) / f"{place}.db"
            fill(household, path)
            on, off = (_ask(household, path, hops=each) for each in (hops, 0))
            for question, first, second in zip(household.questions, on, off, strict=True):
                group = "phrased freely" if question.is_free else str(question.hops)
                ranks.setdefault(group, []).append((first, second))
    ranks["all that walk"] = [pair for name, each in ranks.items() if name != "0" for pair in each]
    return {name: _figures(np.array(each)) for name, each in sorted(ranks.items())}


def fill(household: Household, path: Path) -> None:
    """Tell a memory everything that a household is made of."""
    with _opened(path, None) as memory:
        scope = _scope(memory, household)
        for number, words in enumerate(household.chatter):
            scope.remember(words, at=TOLD_AT.replace(hour=number))
        scope.remember(
            facts=[
                {"text": told.text, "subject": told.subject, "slot": told.slot,
                 "value": told.value}
                for told in household.facts
            ],
            at=TOLD_AT.replace(hour=12),
        )  # fmt: skip


def _ask(household: Household, path: Path, *, hops: int | None) -> list[float]:
    """Return the rank of the answer to each question, infinite where it is not among ten."""
    ranks: list[float] = []
    with _opened(path, hops) as memory:
        scope = _scope(memory, household)
        for question in household.questions:
            items = scope.recall(question.text, limit=max(CUTS), budget_tokens=0).items
            wanted = question.answer
            places = (
                place
                for place, item in enumerate(items, 1)
                if (item.subject, item.slot, item.value)
                == (wanted.subject, wanted.slot, wanted.value)
            )
            ranks.append(float(next(places, np.inf)))
    return ranks


def _opened(path: Path, hops: int | None) -> Memory:
    overrides: dict[str, object] = {"store.path": str(path), "remember.extract": False}
    if hops is not None:
        overrides["recall.hops"] = hops
    return Memory(settings=load_settings(environ={}, overrides=overrides))


def _scope(memory: Memory, household: Household) -> ScopedMemory:
    return memory.scope(tenant="links", user=household.name)


def _figures(ranks: "np.typing.NDArray[np.float64]") -> Figures:
    hits = np.stack([ranks <= cut for cut in CUTS], axis=-1).astype(np.float64)
    (difference,) = paired_bootstrap((hits[:, 0, 0] - hits[:, 1, 0])[:, None])
    on, off = hits.mean(axis=0)
    return Figures(
        questions=len(ranks),
        with_links=tuple(float(value) for value in on),
        without=tuple(float(value) for value in off),
        difference=difference,
    )


if __name__ == "__main__":
    sys.exit(app())
