"""Preferences, their evidence and a scope's documents, as views and transactions give them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from remanent.model.preference import Evidence, Preference
from remanent.model.preference_graph import PreferenceGraph
from remanent.model.state import ScopeState
from remanent.store.engine import Session
from remanent.store.hot import HotScope, HotScopes
from remanent.store.preference_index import PreferenceIndex
from remanent.store.tables import documents, evidence, preferences, states, unmapped
from remanent.store.tables.times import to_column


class PreferenceReads:
    """What a snapshot gives of preferences."""

    _session: Session
    _state: ScopeState
    _hot: HotScopes

    def preferences(self, attributes: Iterable[str]) -> dict[str, Preference]:
        """Return preferences by attribute; what the scope does not hold is left out."""
        return preferences.read_preferences(self._session, self._state.number, attributes)

    def preferences_in(self, namespaces: Iterable[str]) -> dict[str, Preference]:
        """Return every preference of some namespaces, by attribute."""
        return preferences.read_in_namespaces(self._session, self._state.number, namespaces)

    def preference_graph(self) -> PreferenceGraph:
        """Return all preferences as arrays, kept in memory between calls."""
        hot = self._hot_preferences()
        with hot.lock:
            index = hot.preferences
            if index.through_seq > self._state.last_seq:
                index = PreferenceIndex()  # another view is further than this one
            if index.graph is not None and index.through_seq == self._state.last_seq:
                return index.graph
            changed = preferences.read_changed(
                self._session, self._state.number, index.through_seq if index.graph else -1
            )
            graph = index.bring(changed, self._state.last_seq)
        self._hot.trim()
        return graph

    def _hot_preferences(self) -> HotScope:
        return self._hot.get(self._state.number, self._state.generation)

    def evidence(self, number: int, *, limit: int) -> Sequence[Evidence]:
        """Return the latest evidence of an attribute, by ascending world time."""
        return evidence.read_evidence(self._session, self._state.number, number, limit=limit)

    def due_preferences(self, at: datetime, *, limit: int) -> Sequence[Preference]:
        """Return what has faded below its floor by a moment, first the longest gone."""
        return preferences.due_preferences(
            self._session, self._state.number, to_column(at), limit=limit
        )

    def unmapped(self, *, limit: int) -> Sequence[tuple[str, str, int]]:
        """Return (name, reason, events) of what the catalog could not map, most events first."""
        return unmapped.read_unmapped(self._session, self._state.number, limit=limit)

    def document(self, name: str) -> str | None:
        """Return a document of the scope."""
        return documents.read_document(self._session, self._state.number, name)

    def documents(self, prefix: str, *, limit: int) -> Sequence[str]:
        """Return the names of documents that begin with a prefix, ascending."""
        return documents.list_documents(self._session, self._state.number, prefix, limit=limit)


class PreferenceWrites(PreferenceReads):
    """What a transaction adds to it."""

    def _hot_preferences(self) -> HotScope:
        return HotScope(self._state.generation)  # what is written here may still be undone

    def new_attribute_number(self) -> int:
        """Return a number for an attribute that the scope did not hold."""
        self._state = replace(self._state, attributes=self._state.attributes + 1)
        return self._state.attributes

    def write_preferences(self, changed: Sequence[Preference]) -> None:
        """Write whole rows."""
        preferences.upsert_preferences(self._session, self._state.number, changed)

    def append_evidence(self, new: Sequence[Evidence]) -> None:
        """Note what events said of attributes."""
        evidence.insert_evidence(self._session, self._state.number, new)

    def merge_evidence(self, old: Preference, new: Preference) -> None:
        """Give all evidence of one attribute to another, and let go of the first."""
        evidence.move_evidence(self._session, self._state.number, old=old.number, new=new.number)
        preferences.delete_preferences(self._session, self._state.number, [old.attribute])
        self._state = states.raise_generation(self._state)

    def delete_preferences(self, gone: Sequence[Preference]) -> None:
        """Delete attributes with their evidence."""
        numbers = [each.number for each in gone]
        evidence.delete_evidence(self._session, self._state.number, numbers)
        preferences.delete_preferences(
            self._session, self._state.number, [each.attribute for each in gone]
        )
        self._state = states.raise_generation(self._state)

    def count_unmapped(self, new: Mapping[str, tuple[str, int]], last_seq: int) -> None:
        """Count events that the catalog could not map: reason and number by name."""
        unmapped.add_unmapped(self._session, self._state.number, new, last_seq=last_seq)

    def keep_document(self, name: str, content: str, at: datetime) -> None:
        """Keep a document in place of what stood under its name."""
        documents.write_document(self._session, self._state.number, name, content, at)

    def delete_document(self, name: str) -> None:
        """Delete a document."""
        documents.delete_document(self._session, self._state.number, name)
