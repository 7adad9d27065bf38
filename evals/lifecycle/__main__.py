"""One command: `python -m evals.lifecycle`."""

import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final

from cyclopts import App, Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import remanent
from evals.lifecycle.plot import draw
from evals.lifecycle.report import as_json, markdown, tables
from evals.lifecycle.running import METHODS, Plan, measure
from evals.lifecycle.simulator import LENGTHS, SEEDS, TUNING_SEEDS
from evals.locomo.report import RunNote, fitting, print_table
from evals.metrics import RESAMPLES

REPOSITORY: Final = Path(__file__).parents[2]
RESULTS: Final = REPOSITORY / "results"
PAGE: Final = REPOSITORY / "docs" / "evals" / "lifecycle.md"
COMMAND: Final = "python -m evals.lifecycle"
QUICK_SEEDS: Final = 2
QUICK_RESAMPLES: Final = 1_000
PLAIN_WIDTH: Final = 200
"""Where the output goes into a file, lines may be long."""

app = App(name="evals.lifecycle", help="Measure how facts live, on simulated lives.")


@app.default
def main(
    *,
    results: Path = RESULTS,
    days: int | None = None,
    seeds: str | None = None,
    methods: str | None = None,
    tuning_seeds: Annotated[bool, Parameter(negative="")] = False,
    quick: Annotated[bool, Parameter(negative="")] = False,
    docs: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Measure how facts live, on simulated lives, beside memories that have no lifecycle.

    Args:
        results: folder for lifecycle.json and lifecycle.png.
        days: only lives of this length: 30 or 365.
        seeds: only these: "101,102".
        methods: only these, by name: "keep everything;Remanent".
        tuning_seeds: the seeds for whoever tunes; no published figure contains them.
        quick: two seeds: a check.
        docs: also write docs/evals/lifecycle.md and its picture; only for a whole run.
    """
    console = Console()
    if not console.is_terminal:
        console.width = PLAIN_WIDTH
    known = tuple(method.name for method in METHODS)
    chosen = known if methods is None else tuple(map(str.strip, methods.split(";")))
    unknown = [name for name in chosen if name not in known]
    if unknown:
        console.print(f"[red]There is no method {unknown[0]!r}; there are {', '.join(known)}.[/]")
        return 2
    if days is not None and days not in LENGTHS:
        console.print(f"[red]A life has {' or '.join(map(str, LENGTHS))} days, not {days}.[/]")
        return 2
    drawn = TUNING_SEEDS if tuning_seeds else SEEDS
    if seeds is not None:
        if not all(each.strip().isdecimal() for each in seeds.split(",")):
            console.print(f"[red]Seeds are whole numbers, such as 101,102; not {seeds!r}.[/]")
            return 2
        drawn = tuple(int(each) for each in seeds.split(","))
    plan = Plan(
        days=tuple(LENGTHS) if days is None else (days,),
        seeds=drawn[:QUICK_SEEDS] if quick else drawn,
        methods=chosen,
        resamples=QUICK_RESAMPLES if quick else RESAMPLES,
    )
    if docs and plan != Plan():
        console.print("[red]The documentation shows whole runs only; leave out the limits.[/]")
        return 2
    with _progress(console) as progress:
        task = progress.add_task("lives", total=len(plan.seeds) * (len(plan.days) + 1))
        found = measure(plan, lambda: progress.advance(task))
    for table in tables(found):
        for part in fitting(table, console.width):
            print_table(part, console)
    run = RunNote(
        day=datetime.now(UTC).date(),
        command=COMMAND if plan == Plan() else " ".join([COMMAND, *sys.argv[1:]]),
        version=remanent.__version__,
    )
    results.mkdir(parents=True, exist_ok=True)
    record = json.dumps(as_json(found, run), indent=1, ensure_ascii=False)
    (results / "lifecycle.json").write_text(record + "\n", encoding="utf-8")
    draw(found, results / "lifecycle.png")
    console.print(f"Every figure is in {results / 'lifecycle.json'}, the picture beside it.")
    if docs:
        PAGE.parent.mkdir(parents=True, exist_ok=True)
        PAGE.write_text(markdown(found, run, "lifecycle.png"), encoding="utf-8")
        draw(found, PAGE.with_suffix(".png"))
        console.print(f"Written: {PAGE}")
    return 0


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
