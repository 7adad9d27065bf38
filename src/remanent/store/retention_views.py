"""How facts are kept, as views and transactions give it."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from remanent.model.retention import Retention, Use, UseKind
from remanent.model.state import ScopeState
from remanent.store.engine import Session
from remanent.store.tables import retention, uses
from remanent.store.tables.times import EPOCH, from_optional, to_column


class RetentionReads:
    """What a snapshot gives of retention."""

    _session: Session
    _state: ScopeState

    def retentions(self, fact_seqs: Iterable[int]) -> dict[int, Retention]:
        """Return where facts stand, by number."""
        return retention.read_retentions(self._session, self._state.number, fact_seqs)

    def retentions_after(self, fact_seq: int, *, limit: int) -> Sequence[Retention]:
        """Return where facts stand, by ascending number."""
        return retention.retentions_after(
            self._session, self._state.number, after_seq=fact_seq, limit=limit
        )

    def due_retentions(self, at: datetime, turn: int, *, limit: int) -> Sequence[Retention]:
        """Return what is due by a moment of world time or a turn, the longest due first."""
        return retention.due_retentions(
            self._session, self._state.number, at=to_column(at), turn=turn, limit=limit
        )

    def uses(self, fact_seq: int, *, limit: int) -> Sequence[Use]:
        """Return what happened to a fact, by ascending world time."""
        return uses.read_uses(self._session, self._state.number, fact_seq, limit=limit)


class RetentionWrites(RetentionReads):
    """What a transaction adds to it."""

    def write_retentions(self, rows: Sequence[Retention]) -> None:
        """Keep where facts stand, and when the scope is next to be maintained."""
        if not rows:
            return
        retention.upsert_retentions(self._session, self._state.number, rows)
        for row in rows:
            if row.due_at is not None and (
                self._state.due_at is None or row.due_at < self._state.due_at
            ):
                self._state = self._state._replace(due_at=row.due_at)
            if row.due_turn is not None and (
                self._state.due_turn is None or row.due_turn < self._state.due_turn
            ):
                self._state = self._state._replace(due_turn=row.due_turn)

    def look_for_due(self) -> None:
        """Find anew when the scope is next to be maintained."""
        at, turn = retention.next_due(self._session, self._state.number)
        self._state = self._state._replace(due_at=from_optional(at), due_turn=turn)

    def add_uses(self, new: Sequence[Use]) -> None:
        """Note what happened to facts; said again, it changes nothing."""
        if new:
            uses.insert_uses(self._session, self._state.number, new)

    def remove_uses(self, fact_seq: int, kind: UseKind) -> None:
        """Let go of what happened to a fact in one way: it is told again from the log."""
        uses.delete_uses(self._session, self._state.number, fact_seq, kind)

    def _queue_when_due(self) -> None:
        """Let a scope be due at once whose turn clock has passed its next due turn."""
        turn = self._state.due_turn
        if turn is not None and self._state.turn_clock >= turn:
            self._state = self._state._replace(due_at=EPOCH)
