"""One command: `python -m evals.locomo`."""

import json
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final

from cyclopts import App, Parameter
from cyclopts.validators import Number
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import remanent
from evals.locomo.dataset import DATA, Conversation, load
from evals.locomo.emptiness import MEMORIES_A_QUESTION
from evals.locomo.plot import draw
from evals.locomo.report import (
    RunNote,
    as_json,
    fitting,
    markdown,
    missed_floors,
    print_table,
    speed_table,
    tables,
)
from evals.locomo.running import Plan, measure
from evals.metrics import RESAMPLES

REPOSITORY: Final = Path(__file__).parents[2]
RESULTS: Final = REPOSITORY / "results"
PAGE: Final = REPOSITORY / "docs" / "evals" / "locomo.md"
COMMAND: Final = "python -m evals.locomo"
QUICK_CONVERSATIONS: Final = (1, 2, 3)
QUICK_LIMIT: Final = 40
QUICK_RESAMPLES: Final = 1_000
AT_LEAST_ONE: Final = Number(gte=1)
PLAIN_WIDTH: Final = 200
"""Where the output goes into a file, lines may be long."""

app = App(name="evals.locomo", help="Measure recall on LoCoMo, beside baselines.")


@app.default
def main(
    *,
    data: Path = DATA,
    work: Path | None = None,
    results: Path = RESULTS,
    conversations: str | None = None,
    limit: Annotated[int | None, Parameter(validator=AT_LEAST_ONE)] = None,
    quick: Annotated[bool, Parameter(negative="")] = False,
    hops: Annotated[int | None, Parameter(validator=Number(gte=0, lte=4))] = None,
    embedder: bool = True,
    tuning: bool = True,
    memories: Annotated[int, Parameter(validator=AT_LEAST_ONE)] = MEMORIES_A_QUESTION,
    docs: Annotated[bool, Parameter(negative="")] = False,
    seed: int = 0,
) -> int:
    """Measure recall on LoCoMo, beside baselines.

    Args:
        data: the archive, or one JSON file.
        work: folder for memory files and vectors, reused where nothing changed; a temporary one
            by default.
        results: folder for locomo.json and locomo.png.
        conversations: only these, by number from 1: "1,2".
        limit: questions of each conversation at most, evenly spread.
        quick: three conversations, 40 questions each, no tuning: a minute's check.
        hops: also Remanent with so many links followed, and what the shipped number of them
            changes; 0 follows none.
        embedder: also the arms with the local embedder.
        tuning: also weights chosen leave-one-conversation-out.
        memories: to how many foreign memories each question is put; 9 is all.
        docs: also write docs/evals/locomo.md; only for a whole run.
        seed: of the bootstrap.
    """
    console = Console()
    if not console.is_terminal:
        console.width = PLAIN_WIDTH
    try:
        available = load(data)
        chosen = _chosen(available, conversations, quick=quick)
    except (OSError, ValueError, zipfile.BadZipFile) as error:
        console.print(f"[red]{data} cannot be measured: {error}[/red]")
        return 2
    plan = Plan(
        limit=QUICK_LIMIT if quick and limit is None else limit,
        hops=hops,
        embedder=embedder,
        tunes=tuning and not quick,
        memories=memories,
        resamples=QUICK_RESAMPLES if quick else RESAMPLES,
        seed=seed,
    )
    is_whole = plan == Plan(hops=hops, memories=memories, seed=seed) and chosen == available
    if docs and not is_whole:
        console.print("[red]The documentation shows whole runs only; leave out the limits.[/red]")
        return 2
    with _folder(work) as folder, _progress(console) as progress:
        found = measure(chosen, folder, plan, progress)
    for table in (*tables(found), speed_table(found)):
        for part in fitting(table, console.width):
            print_table(part, console)
    run = RunNote(
        day=datetime.now(UTC).date(),
        command=COMMAND if is_whole else " ".join([COMMAND, *sys.argv[1:]]),
        version=remanent.__version__,
    )
    results.mkdir(parents=True, exist_ok=True)
    record = json.dumps(as_json(found, run), indent=1, ensure_ascii=False)
    (results / "locomo.json").write_text(record + "\n", encoding="utf-8")
    draw(found, results / "locomo.png")
    console.print(f"Every figure is in {results / 'locomo.json'}, the plot beside it.")
    if docs:
        PAGE.parent.mkdir(parents=True, exist_ok=True)
        PAGE.write_text(markdown(found, run), encoding="utf-8")
        console.print(f"Written: {PAGE}")
    missed = missed_floors(found) if is_whole else []
    for sentence in missed:
        console.print(f"[red]Below the floor. {sentence}[/red]")
    return 1 if missed else 0


def _chosen(
    found: tuple[Conversation, ...], numbers: str | None, *, quick: bool
) -> tuple[Conversation, ...]:
    wanted = list(QUICK_CONVERSATIONS) if quick else list(range(1, len(found) + 1))
    if numbers is not None:
        parts = [part.strip() for part in numbers.split(",")]
        if not all(part.isdecimal() for part in parts):
            raise ValueError(f'conversations is {numbers!r}; give numbers such as "1,2"')
        wanted = [int(part) for part in parts]
    unknown = [number for number in wanted if not 1 <= number <= len(found)]
    if unknown and numbers is not None:
        raise ValueError(f"there is no conversation {unknown[0]}; it has 1 to {len(found)}")
    return tuple(found[number - 1] for number in wanted if number <= len(found))


@contextmanager
def _folder(work: Path | None) -> Iterator[Path]:
    if work is not None:
        work.mkdir(parents=True, exist_ok=True)
        yield work
        return
    with tempfile.TemporaryDirectory(prefix="remanent-locomo-") as folder:
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
