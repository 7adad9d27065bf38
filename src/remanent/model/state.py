"""The counters of one scope, read with every snapshot and advanced by every write."""

from datetime import datetime
from typing import NamedTuple


class ScopeState(NamedTuple):
    """Where a scope stands. A tuple, because every write makes several of them.

    Args:
        number: the store's surrogate for the scope; never leaves it. 0: not stored yet.
        key: 32 random bytes that sign recall ids and fences of this scope.
        last_seq: last number given to an item or change.
        sealed_seq: last item that is in a sealed word segment.
        tail_units: units written since then.
        generation: raised whenever anything that was indexed is removed or rebuilt.
        turns, facts, attributes: how many were ever stored.
        turn_clock: recorded user turns.
        audit_seq, audit_head: end of the audit chain.
        evidenced_seq: what events behind it said of attributes stands in their own rows only.
        due_at, due_turn: the first moment, and turn, at which maintenance has something to do.
        work_at: when the first of what waits for a model may be done; None where nothing waits.
    """

    number: int
    key: bytes = b""
    last_seq: int = 0
    sealed_seq: int = 0
    tail_units: int = 0
    generation: int = 0
    turns: int = 0
    facts: int = 0
    attributes: int = 0
    turn_clock: int = 0
    audit_seq: int = 0
    audit_head: bytes = b""
    evidenced_seq: int = 0
    work_at: datetime | None = None
    due_at: datetime | None = None
    due_turn: int | None = None

    @property
    def exists(self) -> bool:
        """False for a scope that nothing was ever written to."""
        return self.number != 0
