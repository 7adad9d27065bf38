"""The measurement as tables: for a terminal, for the documentation, as JSON."""

from dataclasses import asdict, dataclass
from typing import Any, Final

from evals.locomo.report import RunNote, Table
from evals.metrics import Interval
from evals.preferences.crowds import EPSILONS, Crowds
from evals.preferences.reading import CUTS, DRIFT, EPISODE, PERMANENT, DiaryReading
from evals.preferences.running import (
    CLOSE,
    CLOSE_STALE,
    COLUMNS,
    OURS,
    OURS_REVIEWED,
    PEER,
    REVIEWED_REGIME,
    Measurement,
    calibration,
)
from evals.preferences.scoring import MEASURES
from evals.preferences.storefront import ORDERS, POPULARITY, Sales

EDGES: Final = (0.0, 0.3, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95, 1.0)

_REGIMES: Final = {
    "static": "tastes that stay",
    "abrupt drift": "four of five favourites replaced in a day",
    "gradual drift": "the same over sixty days",
    "staleness": "a craze of weeks above quiet lasting tastes; an absence",
    "context": "favourites by time of day",
    "aliases": "names in several spellings and scripts; lookalikes",
    "outcomes": "five things help when acted on, five hurt",
    "slot change": "one value at a time: city, size, language, plan, device",
    "contradiction": "liked, then refused; one regained; a diet changed",
    "cold start": "newcomers with 0, 1 or 2 events; sixty people known",
    "gifts": "presents for others, the last just before",
    "seasons": "favourites that come back with the season",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """All parts of a run; a part that was not run is None."""

    regimes: Measurement | None = None
    diary: DiaryReading | None = None
    sales: Sales | None = None
    crowds: Crowds | None = None


def tables(found: Found) -> list[Table]:
    """Return everything that does not depend on the machine."""
    listed: list[Table] = []
    if found.regimes is not None:
        listed += [
            _verdicts(found.regimes),
            *(_by_regime(found.regimes, measure) for measure in MEASURES),
            _cost(found.regimes),
            _calibration(found.regimes),
        ]
        if REVIEWED_REGIME in found.regimes.plan.regimes:
            listed.append(_reviewed(found.regimes))
        if found.regimes.variants:
            listed.append(_variants(found.regimes))
    if found.crowds is not None:
        listed.append(_crowds(found.crowds))
    if found.diary is not None:
        listed += [_diary(found.diary), _diary_kept(found.diary)]
    if found.sales is not None:
        listed.append(_sales(found.sales))
    return listed


def speed_table(found: Measurement) -> Table:
    """Return what was observed of this machine."""
    rows = tuple(
        (name, f"{found.overall(name, 'write ms'):.2f}", f"{found.overall(name, 'read ms'):.2f}")
        for name in found.methods
    )
    return Table("Observed on this machine", ("method", "ms an event", "ms an answer"), rows)


def markdown(found: Found, run: RunNote, picture: str) -> str:
    """Return the page of the documentation."""
    parts = ["# Preferences\n"]
    if found.regimes is not None:
        parts.append(_opening(found.regimes, run) + "\n")
    parts.append(f"```console\n{run.command}\n```\n")
    parts.append(f"![The figures as pictures]({picture})\n")
    for table in tables(found):
        parts += [f"## {table.title}\n", _markdown_table(table) + "\n"]
        if table.note:
            parts.append(table.note + "\n")
    return "\n".join(parts)


def as_json(found: Found, run: RunNote) -> dict[str, Any]:
    """Return every figure by name."""
    record: dict[str, Any] = {
        "date": run.day.isoformat(),
        "command": run.command,
        "version": run.version,
    }
    regimes = found.regimes
    if regimes is not None:
        record["seeds"] = list(regimes.plan.seeds)
        record["fernme_variants"] = regimes.variants
        record["fernme_variant_shown"] = regimes.peer
        record["regimes"] = {
            regime: {
                method: {
                    **{
                        measure: asdict(regimes.interval(method, regime, measure))
                        for measure in MEASURES
                    },
                    **{
                        column: regimes.mean(method, regime, column)
                        for column in COLUMNS[len(MEASURES) :]
                    },
                    "by_seed": {
                        measure: regimes.rows[method][regime][:, place].tolist()
                        for place, measure in enumerate(MEASURES)
                    },
                }
                for method in regimes.rows
                if regime in regimes.rows[method]
            }
            for regime in regimes.plan.regimes
        }
        record["calibration"] = [
            dict(zip(("from", "to", "lines", "right", "stale"), row, strict=True))
            for row in calibration(regimes.shown, edges=EDGES)
        ]
    if found.diary is not None:
        record["diary"] = asdict(found.diary)
    if found.crowds is not None:
        record["crowds"] = asdict(found.crowds)
    if found.sales is not None:
        record["storefront"] = asdict(found.sales)
    return record


def misses(found: Measurement) -> list[str]:
    """Return where Remanent is not as near the best as it should be, one sentence each."""
    said = []
    for regime in found.plan.regimes:
        best = found.best(regime, "recall@5")
        gap = found.mean(OURS, regime, "recall@5") - found.mean(best, regime, "recall@5")
        if gap < -CLOSE:
            said.append(f"{regime}: recall@5 is {-gap:.3f} below {best}.")
        lowest = found.best(regime, "stale rate", lowest=True)
        excess = found.mean(OURS, regime, "stale rate") - found.mean(lowest, regime, "stale rate")
        if excess > CLOSE_STALE:
            said.append(f"{regime}: the stale rate is {excess:.3f} above {lowest}.")
    return said


def _opening(found: Measurement, run: RunNote) -> str:
    return (
        f"Measured on {run.day:%Y-%m-%d} with Remanent {run.version} and no language model, over "
        f"{len(found.plan.seeds)} seeds in each of {len(found.plan.regimes)} regimes "
        f"({found.events:,} events, {found.questions:,} questions). The worlds are simulated: they "
        "know the truth because they made it, and they say nothing about people. They were fixed, "
        "with their seeds, before anything was tuned on them; tuning has seeds of its own. What is "
        "measured is whether the first five attributes of an answer are a person's five favourites "
        "at that moment, in that situation."
    )


def _verdicts(found: Measurement) -> Table:
    rows = []
    for regime in found.plan.regimes:
        best = found.best(regime, "recall@5")
        lowest = found.best(regime, "stale rate", lowest=True)
        gap = found.difference(OURS, best, regime, "recall@5")
        excess = found.difference(OURS, lowest, regime, "stale rate")
        is_met = gap.mean >= -CLOSE and excess.mean <= CLOSE_STALE
        rows.append(
            (
                regime,
                f"{found.mean(OURS, regime, 'recall@5'):.3f}",
                best,
                f"{found.mean(best, regime, 'recall@5'):.3f}",
                _interval(gap),
                f"{found.mean(OURS, regime, 'stale rate'):.3f}",
                f"{found.mean(lowest, regime, 'stale rate'):.3f}",
                _interval(excess),
                "met" if is_met else "missed",
            )
        )
    others = [name for name in found.methods if name != OURS]
    best = max(others, key=lambda name: found.overall(name, "recall@5"))
    lowest = min(others, key=lambda name: found.overall(name, "stale rate"))
    gap = found.overall_difference(OURS, best, "recall@5")
    excess = found.overall_difference(OURS, lowest, "stale rate")
    rows.append(
        (
            "mean",
            f"{found.overall(OURS, 'recall@5'):.3f}",
            best,
            f"{found.overall(best, 'recall@5'):.3f}",
            _interval(gap),
            f"{found.overall(OURS, 'stale rate'):.3f}",
            f"{found.overall(lowest, 'stale rate'):.3f}",
            _interval(excess),
            "met" if gap.low > 0 else "missed",
        )
    )
    return Table(
        "Remanent beside the best of the others",
        ("regime", "recall@5", "best other", "its recall@5", "difference", "stale rate",
         "lowest other", "difference", ""),
        tuple(rows),
        note=(
            f"Goal: recall@5 at most {CLOSE} below the best other method of each regime, a stale "
            f"rate at most {CLOSE_STALE} above the lowest, and the best mean, clear of zero. The "
            "best other is another one in every row. Differences are Remanent minus the other, "
            "with the 95 % interval of a paired bootstrap over seeds; * where it leaves out zero."
        ),
    )  # fmt: skip


def _by_regime(found: Measurement, measure: str) -> Table:
    rows = []
    for regime in found.plan.regimes:
        cells = []
        for method in found.methods:
            interval = found.interval(method, regime, measure)
            cells.append(f"{interval.mean:.3f} ± {(interval.high - interval.low) / 2:.3f}")
        rows.append((regime, *cells))
    means = (f"{found.overall(method, measure):.3f}" for method in found.methods)
    rows.append(("mean", *means))
    notes = {
        "recall@5": "; ".join(f"{name}: {says}" for name, says in _REGIMES.items()) + ".",
        "precision@5": "Share of the attributes said, at most five, that are right.",
        "stale rate": "Share of the attributes said, at most five, that were true once, or only "
        "seemed so, and are wrong now.",
    }
    return Table(
        measure,
        ("regime", *found.methods),
        tuple(rows),
        note=f"Mean over seeds ± half of the 95 % interval. {notes[measure]}",
    )


def _cost(found: Measurement) -> Table:
    rows = tuple(
        (
            name,
            f"{found.overall(name, 'said'):.2f}",
            f"{found.overall(name, 'tokens'):,.0f}",
            f"{max(found.mean(name, each, 'tokens') for each in found.plan.regimes):,.0f}",
            f"{sum(found.rows[name][each][:, -1].sum() for each in found.plan.regimes):.0f}",
        )
        for name in found.methods
    )
    return Table(
        "What is put before the agent",
        ("method", "attributes said of 5", "tokens", "most, by regime", "model calls"),
        rows,
        note=(
            "By Remanent's own counter, an upper estimate. The counters' text is five bare "
            "attributes; the cards of Remanent and FERNme also carry weight and certainty."
        ),
    )


def _calibration(found: Measurement) -> Table:
    first = [each for each in found.shown if each.place <= 5]
    rows = []
    for low, high, count, right, stale in calibration(found.shown, edges=EDGES):
        rows.append((f"{low:.2f} to {high:.2f}", f"{count:,}", f"{right:.3f}", f"{stale:.3f}"))
    for mark in ("*", "?"):
        lines = [each for each in first if each.mark == mark]
        if lines:
            share = [
                sum(each.verdict == v for each in lines) / len(lines) for v in ("right", "stale")
            ]
            rows.append((f"all `{mark}`", f"{len(lines):,}", f"{share[0]:.3f}", f"{share[1]:.3f}"))
    return Table(
        "How often a line of the card is right",
        ("confidence", "lines", "a favourite", "stale"),
        tuple(rows),
        note=(
            "The first five lines of every card. A line that is neither a favourite nor stale is "
            "mostly something that the person likes a little."
        ),
    )


def _reviewed(found: Measurement) -> Table:
    names = [
        name
        for name in (OURS, OURS_REVIEWED, PEER, "FERNme, reviewed")
        if REVIEWED_REGIME in found.rows.get(name, {})
    ]
    rows = tuple(
        (name, *(_spread(found.interval(name, REVIEWED_REGIME, each)) for each in MEASURES))
        for name in names
    )
    return Table(
        "Fragmented names with an operator's help",
        ("method", *MEASURES),
        rows,
        note=(
            "Reviewed: before each question an operator who knows which names mean one thing "
            "accepts or rejects what the system suggests to merge."
        ),
    )


def _variants(found: Measurement) -> Table:
    rows = tuple(
        (name, f"{recall:.3f}", f"{stale:.3f}", "shown above" if name == found.peer else "")
        for name, (recall, stale) in found.variants.items()
    )
    return Table(
        "FERNme 0.4.2, ways of running it",
        ("variant", "recall@5", "stale rate", ""),
        rows,
        note=(
            "Mean over regimes. The best one stands in the other tables as FERNme. All were given "
            "the catalog's half-lives, single-valued namespaces, groups, aliases and items, and "
            "days as their clock."
        ),
    )


def _crowds(found: Crowds) -> Table:
    rows = tuple(
        (f"{people:,}", _spread(found.counted[people]), *map(_spread, found.released[people]))
        for people in found.counted
    )
    return Table(
        "What privacy costs at a cold start",
        ("people known", "counted without privacy", *(f"Remanent, ε = {e:g}" for e in EPSILONS)),
        rows,
        note=(
            f"recall@5 of newcomers with 0, 1 or 2 events, over {found.seeds} seeds. The counter "
            "reads everybody's log; Remanent reads one release of what at least six people hold, "
            "noised under ε in all. In the other tables ε is 1, as FERNme has it by default."
        ),
    )


def _diary(found: DiaryReading) -> Table:
    rows = []
    for kind, title in ((PERMANENT, "permanent"), (DRIFT, "changed"), (EPISODE, "episodes")):
        for method, right in found.right.items():
            rows.append((title, method, *(f"{share:.2f}" for share in right[kind])))
    return Table(
        "A diary: questions answered",
        ("what is asked", "method", *(f"at {cut} items" for cut in CUTS)),
        tuple(rows),
        words=2,
        note=(
            "Ninety-one entries of one invented person, written for this, 16 permanent facts, "
            "three changes, six episodes. An item is an entry or, for Remanent, also a fact."
        ),
    )


def _diary_kept(found: DiaryReading) -> Table:
    rows = (
        ("permanent facts kept as facts", f"{found.kept} of {found.permanent}"),
        (
            "changes: the new fact holds, the old one is closed",
            f"{found.current} of {found.drifts}",
        ),
        ("facts in all", f"{found.facts}"),
        ("card", f"{found.card_lines} lines, {found.card_tokens} tokens"),
        (
            "an answer of up to 30 items within the usual budget",
            f"{found.recall_tokens:,.0f} tokens",
        ),
        ("the whole diary", f"{found.diary_tokens:,} tokens"),
        ("model calls", "0"),
    )
    return Table("A diary: what is kept", ("what", "measured"), rows)


def _sales(found: Sales) -> Table:
    rows = tuple(
        (
            order,
            _spread(found.conversion[order]),
            "" if order == POPULARITY else _percent(found.lift[order]),
        )
        for order in ORDERS
    )
    return Table(
        "A simulated storefront",
        ("order", "visits with a purchase", "gain over popularity"),
        rows,
        note=(
            f"{found.shops} shops, {found.visits:,} visits; every order meets the same shoppers "
            "with the same luck. 95 % intervals of the bootstrap over shops. The truth orders by "
            "what the simulation knows and is out of reach."
        ),
    )


def _spread(interval: Interval) -> str:
    return f"{interval.mean:.3f} ± {(interval.high - interval.low) / 2:.3f}"


def _interval(interval: Interval) -> str:
    mark = "*" if interval.is_clear else ""
    return f"{interval.mean:+.3f}{mark} [{interval.low:+.3f}, {interval.high:+.3f}]"


def _percent(interval: Interval) -> str:
    return f"{interval.mean:+.1%} [{interval.low:+.1%}, {interval.high:+.1%}]"


def _markdown_table(table: Table) -> str:
    columns = [column or " " for column in table.columns]
    lines = [
        "| " + " | ".join(columns) + " |",
        "|" + "---|" * table.words + "---:|" * (len(columns) - table.words),
        *("| " + " | ".join(row) + " |" for row in table.rows),
    ]
    return "\n".join(lines)
