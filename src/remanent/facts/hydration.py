"""Graded hydration: how much of its source turns an item shows.

The items are chosen by rank; which source turns are shown whole is chosen from a wider pool, by
how well each turn itself matches the question.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from remanent.model.fact import Source

MAX_CARRIED = 5
"""Source turns that one item names at most."""


@dataclass(frozen=True, slots=True)
class Hydration:
    """How many source turns are shown beneath facts, over all items of one answer.

    Args:
        turns: source turns that are shown at all.
        whole: those of them that are shown whole.
        lines: lines of every other one that are shown; 0 leaves those out.
        pool: source turns that compete, in the order of their items.
    """

    turns: int = 10
    whole: int = 3
    lines: int = 2
    pool: int = 30


def choose_sources(source_seqs: Sequence[int], match: Mapping[int, float]) -> tuple[int, ...]:
    """Return the source turns of one item to name, best match first, latest first among equals."""
    ordered = sorted(source_seqs, key=lambda seq: (-match.get(seq, 0.0), -seq))
    return tuple(ordered[:MAX_CARRIED])


def choose_shown(
    carried: Sequence[Sequence[int]], match: Mapping[int, float], hydration: Hydration
) -> dict[int, bool]:
    """Return the source turns to show, each with whether it is shown whole.

    Args:
        carried: for each fact, in rank order, the source turns that it names.
    """
    pool = list(dict.fromkeys(seq for seqs in carried for seq in seqs))[: hydration.pool]
    best = sorted(pool, key=lambda seq: (-match.get(seq, 0.0), pool.index(seq)))
    return {seq: place < hydration.whole for place, seq in enumerate(best[: hydration.turns])}


def shortened(text: str, lines: int) -> str:
    """Return the first lines of a text, with a mark where something was left out."""
    kept = text.strip().splitlines()
    if len(kept) <= lines:
        return text.strip()
    return "\n".join(kept[:lines]) + " …" if lines else ""


def quotation_of(source: Source, *, is_whole: bool, hydration: Hydration) -> str:
    """Return what is shown of a source turn."""
    return source.text if is_whole else shortened(source.text, hydration.lines)
