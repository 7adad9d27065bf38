"""The measurement as tables: for a terminal, for the documentation, as JSON."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from evals.lifecycle.running import HEADLINES, Measurement
from evals.lifecycle.world import CONFLICTS
from evals.locomo.report import RunNote, Table
from evals.metrics import Interval

FORMULAS: Final = (
    ("retention", "true claims, said a day ago or earlier, that what is at hand says / all such"),
    ("answered@10", "the same, counting what the ten items of an answer say"),
    ("rows, bytes", "of the hot set / of all turns of the person, at the end"),
    ("precision@10", "items that say what holds now / items returned, over broad questions"),
    ("temporal consistency", "mean over timelines s of |{p in P_s : c(p)}| / |P_s|"),
    ("P_s", "moments asked for: now, after each change; as of the middle of each value's time"),
    ("c(p)", "what held at p is said, and no other value is held as so beside it"),
    ("stale answers", "questions after a change whose first item to speak says what is over / all"),
    ("conflict accuracy", "trials whose pair is held rightly / trials, mean over kinds"),
    ("conflict consistency", "mean over kinds and pairs of Σ n_v (n_v − 1) / (m (m − 1))"),
    ("n_v", "of m variants of a pair, those that end in the verdict v"),
    (
        "fusion preservation",
        "numbers, dates, names, negations, told in pieces, still answered / all",
    ),
)


def tables(found: Measurement) -> list[Table]:
    """Return everything that does not depend on the machine."""
    return [
        *(_figures(found, days, f"{days} days", HEADLINES) for days in found.plan.days),
        *(_figures(found, days, f"{days} days, the rest", _rest(found, days))
          for days in found.plan.days),
        *(
            _figures(
                found, found.plan.days[0], f"Conflicts: {part} by kind",
                [f"{part}: {kind}" for kind in CONFLICTS],
            )
            for part in ("accuracy", "consistency")
        ),
        Table("What the figures mean", ("figure", "formula"), FORMULAS, words=2),
    ]  # fmt: skip


def as_json(found: Measurement, run: RunNote) -> dict[str, Any]:
    """Return every figure by name."""
    return {
        "date": run.day.isoformat(),
        "command": run.command,
        "version": run.version,
        "seeds": list(found.plan.seeds),
        "days": {
            str(days): {
                method: {
                    name: {
                        **asdict(found.interval(method, days, name)),
                        "by_seed": found.values(method, days, name),
                    }
                    for name in found.names(days)
                }
                for method in found.methods
            }
            for days in found.plan.days
        },
        "points": {
            str(days): {
                method: [[asdict(point) for point in life.points] for life in lives[days]]
                for method, lives in found.lives.items()
            }
            for days in found.plan.days
        },
        "retained": {
            str(days): {
                method: [life.retained for life in lives[days]]
                for method, lives in found.lives.items()
            }
            for days in found.plan.days
        },
    }


def markdown(found: Measurement, run: RunNote, picture: str) -> str:
    """Return the page of the documentation."""
    lengths = " and ".join(map(str, found.plan.days))
    opening = (
        f"Measured on {run.day:%Y-%m-%d} with Remanent {run.version} and no language model, on "
        f"{len(found.plan.seeds)} simulated lives of {lengths} days each. Half of their wordings "
        "and a third of their values appear in no life that anything was tuned on."
    )
    parts = [
        "# The life of facts\n",
        opening + "\n",
        f"```console\n{run.command}\n```\n",
        f"![The figures as pictures]({picture})\n",
    ]
    for table in tables(found):
        parts += [f"## {table.title}\n", _markdown_table(table) + "\n"]
        if table.note:
            parts.append(table.note + "\n")
    return "\n".join(parts)


def _markdown_table(table: Table) -> str:
    lines = [
        "| " + " | ".join(table.columns) + " |",
        "|" + "---|" * table.words + "---:|" * (len(table.columns) - table.words),
        *("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in table.rows),
    ]
    return "\n".join(lines)


def _rest(found: Measurement, days: int) -> list[str]:
    return [
        name
        for name in found.names(days)
        if name not in HEADLINES and not name.startswith(("accuracy", "consistency"))
    ]


def _figures(found: Measurement, days: int, title: str, names: Sequence[str]) -> Table:
    rows = tuple(
        (name, *(_spread(found.interval(method, days, name)) for method in found.methods))
        for name in names
    )
    note = (
        f"Mean over {len(found.plan.seeds)} seeds ± half of the 95 % interval of the bootstrap "
        "over seeds."
    )
    return Table(title, ("figure", *found.methods), rows, note=note)


def _spread(interval: Interval) -> str:
    mean = f"{interval.mean:,.0f}" if abs(interval.mean) >= 100 else f"{interval.mean:.3f}"
    half = (interval.high - interval.low) / 2
    return f"{mean} ± {half:,.0f}" if abs(interval.mean) >= 100 else f"{mean} ± {half:.3f}"
