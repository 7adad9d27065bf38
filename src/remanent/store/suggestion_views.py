"""What was proposed to the owner, as views and transactions give it."""

from collections.abc import Sequence
from datetime import datetime

from remanent.model.state import ScopeState
from remanent.model.suggestion import Suggestion, SuggestionKind, SuggestionStatus
from remanent.store.engine import Session
from remanent.store.tables import suggestions


class SuggestionReads:
    """What a snapshot gives of suggestions."""

    _session: Session
    _state: ScopeState

    def suggestions(
        self,
        status: SuggestionStatus,
        *,
        kind: SuggestionKind | None = None,
        skip: int = 0,
        limit: int,
    ) -> Sequence[Suggestion]:
        """Return what was proposed and stands so, the first proposed first."""
        return suggestions.list_suggestions(
            self._session, self._state.number, status, kind=kind, skip=skip, limit=limit
        )

    def suggestion(self, suggestion_id: str) -> Suggestion | None:
        """Return one proposal that is kept."""
        return suggestions.find_suggestion(self._session, self._state.number, suggestion_id)

    def count_suggestions(self, status: SuggestionStatus) -> int:
        """Count what was proposed and stands so."""
        return suggestions.count_suggestions(self._session, self._state.number, status)


class SuggestionWrites(SuggestionReads):
    """What a transaction adds to it."""

    def keep_suggestions(self, new: Sequence[Suggestion]) -> None:
        """Keep proposals; one that is kept already stays as it was decided."""
        suggestions.insert_suggestions(self._session, self._state.number, new)

    def decide_suggestion(self, suggestion_id: str, status: SuggestionStatus, at: datetime) -> bool:
        """Close a proposal that is open; say whether it was."""
        return suggestions.decide(self._session, self._state.number, suggestion_id, status, at)
