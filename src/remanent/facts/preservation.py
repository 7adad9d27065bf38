"""Whether a merged text keeps what must not be lost: numbers, names, dates and denials."""

from collections.abc import Sequence

from remanent.dynamics.fusion import is_preserved
from remanent.model.fact import Fact
from remanent.text.quantities import critical_tokens


def preservation(merged: str, members: Sequence[Fact]) -> float:
    """Return the share of what the members say to the letter that a text says too, in [0, 1]."""
    wanted = frozenset[str]().union(*(critical_tokens(fact.text) for fact in members))
    if not wanted:
        return 1.0
    return len(wanted & critical_tokens(merged)) / len(wanted)


def keeps_everything(merged: str, members: Sequence[Fact]) -> bool:
    """Say whether a text keeps every number, name, date and denial, and adds no number or name."""
    wanted = frozenset[str]().union(*(critical_tokens(fact.text) for fact in members))
    share = preservation(merged, members)
    return is_preserved(share) and share == 1.0 and critical_tokens(merged) <= wanted
