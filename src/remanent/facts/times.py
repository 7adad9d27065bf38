"""World times of facts as numbers."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from remanent.model.fact import Fact

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def days_of(facts: Sequence[Fact]) -> list[float]:
    """Return when each fact began to hold, in days since 1970; else when it was learned."""
    return [((fact.valid_from or fact.recorded_at) - _EPOCH) / timedelta(days=1) for fact in facts]
