"""Preferences, their evidence and a scope's documents, as views and transactions give them."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from remanent.model.preference import Evidence, Preference
from remanent.model.preference_graph import PreferenceGraph
from remanent.model.state import ScopeState
from remanent.store.engine import Session
from remanent.store.hot import HotScope, HotScopes
from remanent.store.preference_index import PreferenceIndex
from remanent.store.tables import documents, evidence, preferences, states, unmapped
from remanent.store.tables.preferences import StoredRow, preference_of
from remanent.store.tables.times import to_column

EVIDENCE_BEHIND = 128
"""Log entries after which what events said of attributes is taken over by attribute."""


class PreferenceReads:
    """What a snapshot gives of preferences."""

    _session: Session
    _state: ScopeState
    _hot: HotScopes
    _behind: dict[int, list[Evidence]] | None = None

    def preferences(self, attributes: Iterable[str]) -> dict[str, Preference]:
        """Return preferences by attribute; what the scope does not hold is left out."""
        found = preferences.read_preferences(self._session, self._state.number, attributes)
        return {name: preference_of(each) for name, each in found.items()}

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
            changed = index.noted(self._state.last_seq)
            if changed is None:
                changed = self._changed_behind(index.through_seq if index.graph else None)
            graph = index.bring(changed, self._state.last_seq)
        self._hot.trim()
        return graph

    def _hot_preferences(self) -> HotScope:
        return self._hot.get(self._state.number, self._state.generation)

    def _changed_behind(self, seq: int | None) -> list[StoredRow]:
        """Return what was touched behind an entry of the log; everything where there is none."""
        number = self._state.number
        if seq is None:
            return preferences.read_all(self._session, number)
        named = (each.number for each in evidence.read_behind(self._session, number, seq))
        return preferences.read_changed(self._session, number, seq, named=named)

    def evidence(self, number: int, *, limit: int) -> Sequence[Evidence]:
        """Return the latest evidence of an attribute, by ascending world time."""
        own = evidence.read_evidence(self._session, self._state.number, number, limit=limit)
        behind = self._evidence_behind().get(number, ())
        return evidence.with_behind(own, behind, limit=limit) if behind else own

    def _evidence_behind(self) -> dict[int, list[Evidence]]:
        """Return the evidence that stands in its events' rows only, by attribute."""
        if self._behind is None:
            self._behind = {}
            if self._state.attributes and self._state.evidenced_seq < self._state.last_seq:
                for each in evidence.read_behind(
                    self._session, self._state.number, self._state.evidenced_seq
                ):
                    self._behind.setdefault(each.number, []).append(each)
        return self._behind

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
    """What a transaction adds to it.

    What it read and wrote of preferences is handed on to the memory that views share (`keep_hot`)
    once it is certain.
    """

    _began: ScopeState

    def _begin_preferences(self) -> None:
        self._began = self._state
        self._read: dict[str, StoredRow | None] = {}
        self._written: dict[str, StoredRow] = {}

    def _hot_preferences(self) -> HotScope:
        return HotScope(self._state.generation)  # what is written here may still be undone

    def new_attribute_number(self) -> int:
        """Return a number for an attribute that the scope did not hold."""
        self._state = self._state._replace(attributes=self._state.attributes + 1)
        return self._state.attributes

    def preferences_to_learn(self, attributes: Iterable[str]) -> dict[str, Preference]:
        """Return preferences as `preferences` does, from memory where it is as far as this view."""
        missing: list[str] = list(attributes)
        found: dict[str, StoredRow | None] = {}
        if self._state is self._began:
            hot = self._hot.peek(self._state.number, self._state.generation)
            if hot is not None:
                with hot.lock:
                    found = hot.preferences.held(
                        missing, self._state.last_seq, attributes=self._state.attributes
                    )
                missing = [name for name in missing if name not in found]
        if missing:
            read = preferences.read_preferences(self._session, self._state.number, missing)
            found.update((name, read.get(name)) for name in missing)
        self._read.update(found)
        return {name: preference_of(each) for name, each in found.items() if each is not None}

    def write_preferences(self, changed: Sequence[Preference], *, is_named: bool = False) -> None:
        """Write whole rows; `is_named` where the evidence of appended events names them all."""
        stored = preferences.upsert_preferences(
            self._session,
            self._state.number,
            changed,
            known=self._read | self._written,
            is_named=is_named,
        )
        self._written.update((each[0], each) for each in stored)

    def keep_hot(self) -> None:
        """Hand on what is certain now to the memory that views share."""
        number, generation = self._state.number, self._state.generation
        find = self._hot.made if self._written else self._hot.peek
        hot = find(number, generation)
        if hot is not None:
            with hot.lock:
                hot.preferences.note(
                    self._read | self._written,
                    self._written,
                    before_seq=self._began.last_seq,
                    last_seq=self._state.last_seq,
                )

    def _let_go(self, gone: Iterable[Preference]) -> None:
        """Know of rows that they are gone."""
        for each in gone:
            self._read[each.attribute] = None
            self._written.pop(each.attribute, None)

    def _note_behind(self, new: Iterable[Evidence]) -> None:
        """Let evidence that was just appended be found."""
        if self._behind is not None:
            for each in new:
                self._behind.setdefault(each.number, []).append(each)

    def _seal_evidence(self) -> None:
        """Let what events said of attributes be found by attribute."""
        behind = [each for own in self._evidence_behind().values() for each in own]
        evidence.insert_evidence(self._session, self._state.number, sorted(behind))
        self._behind = {}
        self._state = self._state._replace(evidenced_seq=self._state.last_seq)

    def merge_evidence(self, old: Preference, new: Preference) -> None:
        """Give all evidence of one attribute to another, and let go of the first."""
        self._seal_evidence()
        evidence.move_evidence(self._session, self._state.number, old=old.number, new=new.number)
        preferences.delete_preferences(self._session, self._state.number, [old.attribute])
        self._let_go([old])
        self._state = states.raise_generation(self._state)

    def delete_preferences(self, gone: Sequence[Preference]) -> None:
        """Delete attributes with their evidence."""
        if gone:
            self._seal_evidence()
        numbers = [each.number for each in gone]
        evidence.delete_evidence(self._session, self._state.number, numbers)
        preferences.delete_preferences(
            self._session, self._state.number, [each.attribute for each in gone]
        )
        self._let_go(gone)
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
