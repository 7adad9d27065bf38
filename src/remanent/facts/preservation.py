"""Whether a merged text keeps what must not be lost."""

from collections.abc import Sequence

from remanent.dynamics.fusion import is_preserved
from remanent.facts.conflict import stems_of
from remanent.model.fact import Fact
from remanent.text.quantities import critical_tokens


def preservation(merged: str, members: Sequence[Fact]) -> float:
    """Return the share of the members' stems that a text holds too, in [0, 1]."""
    wanted = frozenset[str]().union(*(stems_of(fact.text) for fact in members))
    return len(wanted & stems_of(merged)) / len(wanted) if wanted else 1.0


def keeps_everything(merged: str, members: Sequence[Fact]) -> bool:
    """Say whether a text keeps every number, name, date and denial, adds none, and most words."""
    wanted = frozenset[str]().union(*(critical_tokens(fact.text) for fact in members))
    return critical_tokens(merged) == wanted and is_preserved(preservation(merged, members))
