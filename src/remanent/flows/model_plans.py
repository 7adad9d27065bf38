"""How models are asked, the same for every scope of a memory: plain numbers, and nothing loaded."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

MOST_TRIES: Final = 2
"""How often one question is asked where the reply cannot be read."""

LEASE_MARGIN: Final = timedelta(seconds=60)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractionPlan:
    """What is shown to a model beside the turns it is asked about.

    Args:
        context_turns: how many turns before the first are shown.
        known_facts: how many known facts are shown at most.
    """

    context_turns: int = 2
    known_facts: int = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkPlan:
    """How work is done; the same for every scope of a memory."""

    timeout_seconds: float = 60.0
    attempts: int = 5
    backoff_seconds: float = 60.0
    calls_a_day: int = 500
    tokens_a_day: int = 500_000
    extraction: ExtractionPlan = field(default_factory=ExtractionPlan)

    @property
    def lease(self) -> timedelta:
        """How long a claim holds: as long as all tries of all questions of a piece may take."""
        return 2 * MOST_TRIES * timedelta(seconds=self.timeout_seconds) + LEASE_MARGIN
