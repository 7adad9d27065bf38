"""What was fitted for a tenant, and what it was fitted on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


def _none() -> Mapping[str, float]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Tuning:
    """Numbers that hold for one tenant in place of its catalog's and the settings'.

    Args:
        half_lives: days by namespace, > 0.
        context_floor: what is left of what a known context does not bring up, in [0, 1].
        act_weight: from which weight on an agent may act silently, in [0, 9].
    """

    half_lives: Mapping[str, float] = field(default_factory=_none)
    context_floor: float | None = None
    act_weight: float | None = None

    @property
    def is_empty(self) -> bool:
        """Whether it changes nothing."""
        return not self.half_lives and self.context_floor is None and self.act_weight is None


@dataclass(frozen=True, slots=True)
class Fit:
    """How well the next events were predicted.

    Args:
        recall: recall@5, in [0, 1], of the attributes that held-out next events showed.
        fading: how well what has not faded and what came again in the events to come agree: F1,
            in [0, 1].
        precision: of what an agent would have filled in silently, the share that the person
            showed again in the events to come; None where it would have filled in nothing.
        acted: how many times it would have filled in something.
    """

    recall: float
    fading: float
    precision: float | None
    acted: int


@dataclass(frozen=True, slots=True)
class Change:
    """One number that a fit would change."""

    name: str
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class TuningReport:
    """What `tune` found; nothing is in force before it is applied.

    Args:
        users, events: how many were read. predictions: held-out next events that were predicted,
            of which `checked` were kept out of the fit and give the two figures.
        before, after: of those that were kept out.
        changes: empty where nothing predicts better than what is in force.
        tuning: what would be in force.
        is_applied: whether it is.
        reason: why nothing would change; empty where something would.
    """

    users: int
    events: int
    predictions: int
    checked: int
    before: Fit
    after: Fit
    changes: tuple[Change, ...]
    tuning: Tuning
    is_applied: bool = False
    reason: str = ""
