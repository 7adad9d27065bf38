"""The measurement as tables: once for a terminal, once for the documentation, once as JSON."""

import math
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, Final

from rich.console import Console
from rich.table import Table as RichTable

from evals.locomo.answers import BUDGETS, CUTS, DEPTH, MEASURES, SESSIONS
from evals.locomo.dataset import CATEGORIES
from evals.locomo.emptiness import ANSWERABLE_GOAL, FOREIGN_GOAL
from evals.locomo.running import COMPARED, EMBEDDED, PLAIN, Measurement
from evals.locomo.tuning import MEASURES as TUNED
from evals.locomo.tuning import Tuning, shipped_weights
from evals.metrics import Interval

ANSWERABLE: Final = (1, 2, 3, 4)
ALL: Final = tuple(CATEGORIES)

_FLOORS: Final = (
    (PLAIN, "recall@10", ANSWERABLE, 0.78),
    (EMBEDDED, "recall@10", ANSWERABLE, 0.80),
    (EMBEDDED, "within 1,000 c/4", ANSWERABLE, 0.85),
)
_GOALS: Final = (
    ("recall@10", ANSWERABLE, 0.85),
    ("all@10", ANSWERABLE, 0.80),
    ("any@10", ANSWERABLE, 0.92),
    ("all@20", (1,), 0.50),
    ("any@10", (3,), 0.70),
    ("session any@5", ANSWERABLE, 0.97),
)
_MOST_TOKENS: Final = 600
_CELL_MARGIN: Final = 4  # the lines and spaces around a cell
_CHUNKS: Final = (
    "Only a budget compares the chunks fairly: an item of theirs is six turns and is credited "
    "with all of them."
)
_LEGEND: Final = (
    "Mean over questions with evidence. any, all: at least one, every evidence turn among the "
    f"first k items; recall: the mean share of it; MRR: within {DEPTH} items; session "
    f"any@{SESSIONS}: among the first {SESSIONS} different sessions of the ranking; whole@10: the "
    "share of the evidence whose words stand whole in the text of ten items; characters/4 and "
    f"tokens: size of that text. {_CHUNKS}"
)


@dataclass(frozen=True, slots=True)
class Table:
    """A table on its way to somewhere.

    Args:
        columns: the first names the rows.
        note: what to know when reading it.
        words: how many columns, from the first, hold words; the rest are numbers.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    words: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class RunNote:
    """When and by which command something was measured."""

    day: date
    command: str
    version: str


def tables(found: Measurement) -> list[Table]:
    """Return everything that does not depend on the machine."""
    return [
        _floors(found),
        _overall(found),
        _budgets(found),
        *(_by_category(found, arm) for arm in (PLAIN, EMBEDDED) if arm in found.sheets),
        _arms_by_category(found),
        *(_differences(found, base) for base in found.differences),
        *([_links(found)] if found.links else []),
        *([_tuning(found)] if found.tuning else []),
        *([_tuned_weights(found)] if found.tuning else []),
        *([_emptiness(found)] if found.emptiness else []),
    ]


def speed_table(found: Measurement) -> Table:
    """Return what was observed of this machine."""
    speed = found.speed
    rows = [
        ("turns remembered", f"{speed.turns:,}"),
        ("facts drawn from them", f"{speed.facts:,}"),
        ("turns remembered a second", _count(speed.turns_a_second)),
    ]
    if EMBEDDED in found.sheets:
        rows.append(("turns and facts embedded a second", _count(speed.embedded_a_second)))
    rows += [
        (f"recall by {name}, median / 95th percentile", f"{middle:.1f} / {high:.1f} ms")
        for name, (middle, high) in speed.recall_milliseconds.items()
    ]
    return Table("Observed on this machine", ("what", "observed"), tuple(rows))


def print_table(table: Table, console: Console) -> None:
    """Show a table on a terminal."""
    shown = RichTable(
        title=table.title, caption=table.note or None, title_justify="left", caption_justify="left"
    )
    for place, column in enumerate(table.columns):
        is_word = place < table.words
        shown.add_column(column, justify="left" if is_word else "right", no_wrap=is_word)
    for row in table.rows:
        shown.add_row(*row)
    console.print(shown)
    console.print()


def markdown(found: Measurement, run: RunNote) -> str:
    """Return the page of the documentation: no word of the data, no figure of a machine."""
    speed = found.speed
    scored = found.sheets[PLAIN].count()
    opening = (
        f"Measured on {run.day:%Y-%m-%d} with Remanent {run.version} and no language model, over "
        f"{found.conversations} conversations ({speed.turns:,} turns, {speed.facts:,} facts drawn "
        f"from them by rule) and {found.questions:,} questions; {scored:,} of those in the "
        "categories 1 to 4 name their evidence. What each figure means, and how an item is "
        "credited, stands in the [guide to evaluation](../guides/evaluation.md)."
    )
    parts = ["# LoCoMo\n", opening + "\n", f"```console\n{run.command}\n```\n"]
    for table in tables(found):
        parts.append(f"## {table.title}\n")
        parts.append(_markdown_table(table) + "\n")
        if table.note:
            parts.append(table.note + "\n")
    return "\n".join(parts)


def _markdown_table(table: Table) -> str:
    lines = [
        "| " + " | ".join(table.columns) + " |",
        "|" + "---|" * table.words + "---:|" * (len(table.columns) - table.words),
        *("| " + " | ".join(row) + " |" for row in table.rows),
    ]
    return "\n".join(lines)


def as_json(found: Measurement, run: RunNote) -> dict[str, Any]:
    """Return every figure by name."""
    groups = {"1-4": ANSWERABLE, "1-5": ALL, **{name: (k,) for k, name in CATEGORIES.items()}}
    return {
        "date": run.day.isoformat(),
        "command": run.command,
        "version": run.version,
        "conversations": found.conversations,
        "questions": found.questions,
        "arms": {
            arm: {
                group: {
                    "n": sheet.count(categories),
                    **{measure: _known(sheet.mean(measure, categories)) for measure in MEASURES},
                }
                for group, categories in groups.items()
            }
            for arm, sheet in found.sheets.items()
        },
        "differences": {
            base: {
                arm: {
                    measure: asdict(interval)
                    for measure, interval in zip(COMPARED, intervals, strict=True)
                }
                for arm, intervals in others.items()
            }
            for base, others in found.differences.items()
        },
        "links": {
            arm: [asdict(each) for each in compared] for arm, compared in found.links.items()
        },
        "leave_one_conversation_out": {
            arm: {
                "measures": TUNED,
                "shipped": tuning.shipped,
                "held_out": tuning.held_out,
                "folds": [asdict(fold) for fold in tuning.folds],
            }
            for arm, tuning in found.tuning.items()
        },
        "emptiness": {
            arm: {name: _known(value) for name, value in asdict(each).items()}
            for arm, each in found.emptiness.items()
        },
        "facts_among_ten_items": found.fact_items,
        "speed": asdict(found.speed),
    }


def _known(value: float) -> float | None:
    """Return a number as JSON has it: none where there was nothing to average."""
    return value if math.isfinite(value) else None


def missed_floors(found: Measurement) -> list[str]:
    """Return the floors that were measured and missed, one sentence each."""
    return [
        f"{arm}: {measure} is {found.sheets[arm].mean(measure, categories):.3f}, "
        f"its floor {floor:.2f}."
        for arm, measure, categories, floor in _FLOORS
        if arm in found.sheets and found.sheets[arm].mean(measure, categories) < floor
    ]


def _floors(found: Measurement) -> Table:
    rows: list[tuple[str, ...]] = []
    for arm, measure, categories, floor in _FLOORS:
        if arm in found.sheets:
            value = found.sheets[arm].mean(measure, categories)
            rows.append(_judged(arm, f"{measure} ≥ {floor:.2f}", value, is_met=value >= floor))
    for arm in (PLAIN, EMBEDDED):
        if arm in found.sheets:
            rows += [
                _goal(found, arm, measure, categories, goal) for measure, categories, goal in _GOALS
            ]
            size = found.sheets[arm].mean("characters/4@10")
            rows.append(
                _judged(
                    arm, f"goal: characters/4@10 ≤ {_MOST_TOKENS}", size,
                    is_met=size <= _MOST_TOKENS, digits=0,
                )
            )  # fmt: skip
    return Table("Floors and goals", ("arm", "what", "measured", ""), tuple(rows), words=2)


def _goal(
    found: Measurement, arm: str, measure: str, categories: tuple[int, ...], goal: float
) -> tuple[str, ...]:
    value = found.sheets[arm].mean(measure, categories)
    where = "" if categories == ANSWERABLE else f", {CATEGORIES[categories[0]]}"
    return _judged(arm, f"goal: {measure}{where} ≥ {goal:.2f}", value, is_met=value >= goal)


def _judged(
    arm: str, what: str, value: float, *, is_met: bool, digits: int = 3
) -> tuple[str, str, str, str]:
    return arm, what, f"{value:.{digits}f}", "met" if is_met else "missed"


def _overall(found: Measurement) -> Table:
    measures = (
        *(f"recall@{k}" for k in CUTS),
        "any@10",
        "all@10",
        "MRR",
        f"session any@{SESSIONS}",
        "whole@10",
        "characters/4@10",
        "tokens@10",
    )
    some = next(iter(found.sheets.values()))
    return Table(
        f"All arms, categories 1 to 4 (n = {some.count():,})",
        ("arm", *measures),
        tuple(
            (arm, *(_number(measure, sheet.mean(measure)) for measure in measures))
            for arm, sheet in found.sheets.items()
        ),
        note=_LEGEND,
    )


def _budgets(found: Measurement) -> Table:
    measures = tuple(f"within {budget:,}{unit}" for unit in ("", " c/4") for budget in BUDGETS)
    return Table(
        "Recall within a budget of tokens, categories 1 to 4",
        ("arm", *measures),
        tuple(
            (arm, *(_number(measure, sheet.mean(measure)) for measure in measures))
            for arm, sheet in found.sheets.items()
        ),
        note=(
            "By our own counter, frame and dates included, then with four characters to a token. "
            f"{_CHUNKS}"
        ),
    )


def _by_category(found: Measurement, arm: str) -> Table:
    measures = (
        *(f"any@{k}" for k in CUTS),
        *(f"all@{k}" for k in CUTS),
        *(f"recall@{k}" for k in CUTS),
        "MRR",
        *(f"within {budget:,}" for budget in BUDGETS),
    )
    sheet = found.sheets[arm]
    groups = [
        *((f"{k} {name}", (k,)) for k, name in CATEGORIES.items()),
        ("1 to 4", ANSWERABLE),
        ("all five", ALL),
    ]
    return Table(
        f"{arm} by category",
        ("category", "n", *measures),
        tuple(
            (
                name,
                f"{sheet.count(categories):,}",
                *(_number(measure, sheet.mean(measure, categories)) for measure in measures),
            )
            for name, categories in groups
            if sheet.count(categories)
        ),
    )


def _arms_by_category(found: Measurement) -> Table:
    columns = (
        *((f"{name}", "recall@10", (k,)) for k, name in CATEGORIES.items()),
        ("all five", "recall@10", ALL),
        ("all five, MRR", "MRR", ALL),
    )
    return Table(
        "recall@10 of all arms by category",
        ("arm", *(title for title, _, _ in columns)),
        tuple(
            (
                arm,
                *(
                    _number(measure, sheet.mean(measure, categories))
                    for _, measure, categories in columns
                ),
            )
            for arm, sheet in found.sheets.items()
        ),
        note=(
            "Adversarial questions have a false premise; their evidence is the turn that they "
            f"twist, and finding it is what lets a reader decline. {_CHUNKS}"
        ),
    )


def _differences(found: Measurement, base: str) -> Table:
    return Table(
        f"Difference to {base}, categories 1 to 4",
        ("arm", *COMPARED),
        tuple(
            (arm, *(_interval(interval) for interval in intervals))
            for arm, intervals in found.differences[base].items()
        ),
        note=(
            "The arm minus Remanent in points, with the 95 % interval of a paired bootstrap over "
            f"questions; * where the interval leaves out zero. {_CHUNKS}"
        ),
    )


def _links(found: Measurement) -> Table:
    rows = [
        (
            arm,
            "1 to 4" if each.categories == ANSWERABLE else CATEGORIES[each.categories[0]],
            each.measure,
            f"{each.other:.4f}",
            f"{each.shipped:.4f}",
            _interval(each.difference, digits=2),
        )
        for arm, compared in found.links.items()
        for each in compared
    ]
    return Table(
        "What links change",
        ("arm", "questions", "figure", "other hops", "shipped hops", "difference"),
        tuple(rows),
        note=(
            "The shipped number of hops minus the other in points, with the 95 % interval of a "
            "paired bootstrap over questions; * where the interval leaves out zero."
        ),
        words=3,
    )


def _tuning(found: Measurement) -> Table:
    rows = []
    for arm, tuning in found.tuning.items():
        for name, values in (("shipped", tuning.shipped), ("held out", tuning.held_out)):
            rows.append((f"{arm}, {name}", *(f"{value:.3f}" for value in values)))
        for fold in tuning.folds:
            change = " → ".join(f"{each[0]:.3f}" for each in (fold.shipped, fold.held_out))
            rows.append((f"{arm}, without {fold.name}", change, "", "", ""))
    return Table(
        "Weights, leave one conversation out",
        ("weights", *TUNED),
        tuple(rows),
        note=(
            "Held out: each conversation under weights chosen on the nine others. The single "
            "conversations show recall@10 under the shipped weights → held out."
        ),
    )


def _tuned_weights(found: Measurement) -> Table:
    names = list(shipped_weights())
    rows = [("shipped", *(f"{weight:.2f}" for weight in shipped_weights().values()))]
    for arm, tuning in found.tuning.items():
        rows.append((f"{arm}, chosen", *(_range(tuning, name) for name in names)))
    return Table(
        "Weights chosen without each conversation",
        ("weights", *names),
        tuple(rows),
        note="Lowest and highest of the ten choices.",
    )


def _range(tuning: Tuning, name: str) -> str:
    values = sorted(fold.weights[name] for fold in tuning.folds)
    low, high = values[0], values[-1]
    return f"{low:.2f}" if low == high else f"{low:.2f} to {high:.2f}"


def _emptiness(found: Measurement) -> Table:
    rows = []
    for arm, each in found.emptiness.items():
        rows.append(
            _judged(
                arm,
                f"questions to another conversation's memory that return nothing "
                f"(n = {each.asked_abroad:,}), goal ≥ {FOREIGN_GOAL:.0%}",
                each.foreign,
                is_met=each.foreign >= FOREIGN_GOAL,
            )
        )
        rows.append(
            _judged(
                arm,
                f"answerable questions that return nothing (n = {each.asked_at_home:,}), "
                f"goal ≤ {ANSWERABLE_GOAL:.0%}",
                each.answerable,
                is_met=each.answerable <= ANSWERABLE_GOAL,
            )
        )
        rows.append(
            (arm, "adversarial questions that return nothing", f"{each.adversarial:.3f}", "")
        )
    return Table(
        "Silence where memory knows nothing", ("arm", "what", "share", ""), tuple(rows), words=2
    )


def _number(measure: str, value: float) -> str:
    return f"{value:,.0f}" if measure.startswith(("characters", "tokens")) else f"{value:.3f}"


def _interval(interval: Interval, *, digits: int = 1) -> str:
    mark = "*" if interval.is_clear else ""
    mean, low, high = (
        f"{100 * share:+.{digits}f}" for share in (interval.mean, interval.low, interval.high)
    )
    return f"{mean}{mark} [{low}, {high}]"


def _count(value: float | None) -> str:
    return "not measured: an earlier run had done it" if value is None else f"{value:,.0f}"


def fitting(table: Table, width: int) -> list[Table]:
    """Cut a table that is wider than a terminal into several that are not.

    Args:
        width: characters; the first column is repeated in every part.
    """
    needed = [
        max(map(len, cells)) + _CELL_MARGIN
        for cells in zip(table.columns, *table.rows, strict=True)
    ]
    groups: list[list[int]] = [[]]
    for column in range(1, len(needed)):
        taken = needed[0] + sum(needed[other] for other in groups[-1])
        if groups[-1] and taken + needed[column] > width:
            groups.append([])
        groups[-1].append(column)
    return [
        Table(
            table.title,
            tuple(table.columns[column] for column in (0, *group)),
            tuple(tuple(row[column] for column in (0, *group)) for row in table.rows),
            note=table.note if group is groups[-1] else "",
            words=table.words if group[0] < table.words else 1,
        )
        for group in groups
    ]
