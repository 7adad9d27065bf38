"""One command: `python -m evals.preferences`."""

import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final

from cyclopts import App, Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import remanent
from evals.locomo.report import RunNote, fitting, print_table
from evals.metrics import RESAMPLES
from evals.preferences.crowds import CROWDS, Crowds, meet_crowds
from evals.preferences.crowds import SEEDS as CROWD_SEEDS
from evals.preferences.plot import draw
from evals.preferences.reading import read_diary
from evals.preferences.report import Found, as_json, markdown, misses, speed_table, tables
from evals.preferences.running import Plan, measure
from evals.preferences.simulator import REGIMES, SEEDS, TUNING_SEEDS
from evals.preferences.storefront import Sales, sell

REPOSITORY: Final = Path(__file__).parents[2]
RESULTS: Final = REPOSITORY / "results"
PAGE: Final = REPOSITORY / "docs" / "evals" / "preferences.md"
COMMAND: Final = "python -m evals.preferences"
QUICK_SEEDS: Final = 4
QUICK_RESAMPLES: Final = 1_000
PLAIN_WIDTH: Final = 200
"""Where the output goes into a file, lines may be long."""

app = App(name="evals.preferences", help="Measure preferences on simulated worlds.")


@app.default
def main(
    *,
    work: Path | None = None,
    results: Path = RESULTS,
    regimes: str | None = None,
    quick: Annotated[bool, Parameter(negative="")] = False,
    tuning_seeds: Annotated[bool, Parameter(negative="")] = False,
    fernme: bool = True,
    diary: bool = True,
    storefront: bool = True,
    crowds: bool = True,
    docs: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Measure preferences on simulated worlds, beside counters, BM25 and FERNme.

    Args:
        work: folder for FERNme's environment and the answers of all methods but Remanent, which
            are used again where nothing changed; a temporary one by default.
        results: folder for preferences.json and preferences.png.
        regimes: only these, by name: "static,abrupt drift".
        quick: four seeds: a minute's check.
        tuning_seeds: the seeds for whoever tunes; no published figure contains them.
        fernme: also FERNme itself, which is installed from the package index once.
        diary: also the diary.
        storefront: also the storefront.
        crowds: also newcomers among 60, 300 and 1,000 people.
        docs: also write docs/evals/preferences.md and its picture; only for a whole run.
    """
    console = Console()
    if not console.is_terminal:
        console.width = PLAIN_WIDTH
    chosen = tuple(REGIMES) if regimes is None else tuple(map(str.strip, regimes.split(",")))
    unknown = [name for name in chosen if name not in REGIMES]
    if unknown:
        console.print(f"[red]There is no regime {unknown[0]!r}; there are {', '.join(REGIMES)}.[/]")
        return 2
    seeds = TUNING_SEEDS if tuning_seeds else SEEDS
    plan = Plan(
        regimes=chosen,
        seeds=seeds[:QUICK_SEEDS] if quick else seeds,
        fernme=fernme,
        resamples=QUICK_RESAMPLES if quick else RESAMPLES,
    )
    is_whole = plan == Plan() and diary and storefront and crowds
    if docs and not is_whole:
        console.print("[red]The documentation shows whole runs only; leave out the limits.[/]")
        return 2
    with _folder(work) as folder, _progress(console) as progress:
        found = Found(
            regimes=measure(plan, folder, progress),
            crowds=_crowds(plan, progress) if crowds else None,
            diary=read_diary() if diary else None,
            sales=_sales(plan, progress) if storefront else None,
        )
    assert found.regimes is not None
    for table in (*tables(found), speed_table(found.regimes)):
        for part in fitting(table, console.width):
            print_table(part, console)
    for sentence in misses(found.regimes):
        console.print(f"[yellow]{sentence}[/]")
    run = RunNote(
        day=datetime.now(UTC).date(),
        command=COMMAND if is_whole else " ".join([COMMAND, *sys.argv[1:]]),
        version=remanent.__version__,
    )
    results.mkdir(parents=True, exist_ok=True)
    record = json.dumps(as_json(found, run), indent=1, ensure_ascii=False)
    (results / "preferences.json").write_text(record + "\n", encoding="utf-8")
    draw(found.regimes, results / "preferences.png")
    console.print(f"Every figure is in {results / 'preferences.json'}, the picture beside it.")
    if docs:
        PAGE.parent.mkdir(parents=True, exist_ok=True)
        PAGE.write_text(markdown(found, run, "preferences.png"), encoding="utf-8")
        draw(found.regimes, PAGE.with_suffix(".png"))
        console.print(f"Written: {PAGE}")
    return 0


def _crowds(plan: Plan, progress: Progress) -> Crowds:
    total = len(CROWDS) * min(CROWD_SEEDS, len(plan.seeds))
    task = progress.add_task("newcomers", total=total)
    return meet_crowds(
        plan.seeds, resamples=plan.resamples, progress=lambda: progress.advance(task)
    )


def _sales(plan: Plan, progress: Progress) -> Sales:
    task = progress.add_task("storefront", total=len(plan.seeds))
    return sell(plan.seeds, resamples=plan.resamples, progress=lambda: progress.advance(task))


@contextmanager
def _folder(work: Path | None) -> Iterator[Path]:
    if work is not None:
        work.mkdir(parents=True, exist_ok=True)
        yield work
        return
    with tempfile.TemporaryDirectory(prefix="remanent-preferences-") as folder:
        yield Path(folder)


def _progress(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
    )


if __name__ == "__main__":
    sys.exit(app())
