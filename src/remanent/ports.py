"""The few things that come in from outside: time, ids, storage, embeddings.

Flows know these protocols and nothing of any engine or provider.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import date, datetime
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from remanent.model.branch import BroughtBack, SetAside
from remanent.model.event import Event
from remanent.model.fact import Fact
from remanent.model.governance import AuditEntry
from remanent.model.index import ScopeIndex
from remanent.model.lesson import Credit, Lesson, LessonStatus, Sighting
from remanent.model.mark import FactWrite, Mark
from remanent.model.preference import Evidence, Preference
from remanent.model.preference_graph import PreferenceGraph
from remanent.model.prompt import Prompt, Reply
from remanent.model.remembered import ChangeKind
from remanent.model.retention import Retention, Use, UseKind
from remanent.model.scope import Scope
from remanent.model.state import ScopeState
from remanent.model.suggestion import Suggestion, SuggestionKind, SuggestionStatus
from remanent.model.work import Gated, ModelRole, Spent, Surprise, Work, WorkStatus

T = TypeVar("T")


class Clock(Protocol):
    """Where time comes from."""

    def now(self) -> datetime:
        """Return the present as an aware UTC datetime."""
        ...


class Ids(Protocol):
    """Where randomness comes from."""

    def new_id(self, now: datetime) -> str:
        """Return 32 hexadecimal digits that were never given before, rising with `now`."""
        ...

    def new_key(self) -> bytes:
        """Return 32 random bytes."""
        ...


class Embedder(Protocol):
    """Turns texts into vectors."""

    @property
    def fingerprint(self) -> str:
        """Names provider, model, revision, pooling and dimension.

        Vectors of different fingerprints are never compared.
        """
        ...

    @property
    def dimension(self) -> int:
        """Number of components of a vector."""
        ...

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one L2-normalised row for each text, shape (len(texts), dimension)."""
        ...

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Return the normalised vector of a question, shape (dimension,)."""
        ...


class Model(Protocol):
    """Reads and writes words: a language model."""

    @property
    def name(self) -> str:
        """Names provider and model, such as "openai:gpt-5-mini"."""
        ...

    def ask(self, prompt: Prompt, *, timeout_seconds: float) -> Reply:
        """Return the reply to one prompt.

        Raises:
            ModelError: none came, or none that can be used.
        """
        ...

    def close(self) -> None:
        """Let go of connections; a later call opens them again."""
        ...


class Noise(Protocol):
    """Hides one person among many."""

    def noised(
        self, values: Sequence[float], *, sensitivity: float, epsilon: float
    ) -> Sequence[float]:
        """Return the values with noise; together they are ε-differentially private.

        Args:
            sensitivity: the most that one person can change of all values together, in L1.
        """
        ...


class Unit(Protocol):
    """One indexed piece of text: a chunk of a turn, or a fact."""

    @property
    def seq(self) -> int:
        """The item it belongs to."""
        ...

    @property
    def chunk(self) -> int:
        """Its number among the chunks of the item."""
        ...

    @property
    def text(self) -> str:
        """Its words."""
        ...


class Snapshot(Protocol):
    """One consistent, unchanging view of one scope."""

    @property
    def scope(self) -> Scope:
        """The wall that this view stands inside."""
        ...

    @property
    def state(self) -> ScopeState:
        """Counters as of this view."""
        ...

    def index(self) -> ScopeIndex:
        """Return the words of the scope as arrays."""
        ...

    def similarities(self, fingerprint: str, query: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the cosine of every unit with the query, shape (units,); NaN where no vector.

        The best 40 are exact (from 16-bit originals), the rest from 8-bit copies.
        """
        ...

    def has_vectors(self, fingerprint: str) -> bool:
        """Say whether the scope holds any vector of this fingerprint."""
        ...

    def units_without_vectors(
        self, fingerprint: str, *, after_seq: int, limit: int
    ) -> Sequence[Unit]:
        """Return units after an item that have no vector yet, by ascending (seq, chunk)."""
        ...

    def events(self, seqs: Iterable[int]) -> dict[int, Event]:
        """Return turns and statements by their numbers; unknown numbers are left out."""
        ...

    def event_seqs(self, ids: Iterable[str]) -> dict[str, int]:
        """Return the numbers of events by their public ids; foreign ids are left out."""
        ...

    def events_between(self, first_seq: int, last_seq: int, *, limit: int) -> Sequence[Event]:
        """Return events with first_seq <= seq <= last_seq, ascending, at most `limit`."""
        ...

    def said_before(
        self, session: str | None, moment: datetime, seq: int, *, limit: int
    ) -> Sequence[Event]:
        """Return what people said in a session before an event, latest first.

        Args:
            moment, seq: the event's; among events of one moment the number decides.
        """
        ...

    def facts(self, seqs: Iterable[int]) -> dict[int, Fact]:
        """Return facts by their numbers, without sources."""
        ...

    def facts_known_at(self, seqs: Iterable[int], known_at: datetime) -> dict[int, Fact]:
        """Return facts as they stood in record time `known_at`; those unknown then are left out."""
        ...

    def fact_seqs(self, ids: Iterable[str]) -> dict[str, int]:
        """Return the numbers of facts by their public ids; foreign ids are left out."""
        ...

    def all_facts(
        self,
        *,
        include_closed: bool,
        subject: str | None = None,
        slot: str | None = None,
        after_seq: int = 0,
        limit: int = 1000,
    ) -> Sequence[Fact]:
        """Return facts by ascending number, at most `limit`."""
        ...

    def known_facts(
        self,
        *,
        moment: datetime | None = None,
        subject: str | None = None,
        slot: str | None = None,
        changed_by: datetime | None = None,
        skip: int = 0,
        limit: int = 1000,
    ) -> Sequence[Fact]:
        """Return facts that something says, by ascending number; those that hold at a moment.

        A fact whose statements all support others now is left out.
        """
        ...

    def count_known_facts(
        self,
        *,
        moment: datetime | None = None,
        subject: str | None = None,
        slot: str | None = None,
        changed_by: datetime | None = None,
    ) -> int:
        """Count the facts that `known_facts` could return."""
        ...

    def family(self, subject: str, slots: Iterable[str | None], *, limit: int) -> Sequence[Fact]:
        """Return facts about a subject in some slots that nothing ended, the last learned first.

        Args:
            slots: None among them stands for facts without a slot.
        """
        ...

    def merged_into(self, ids: Iterable[str]) -> dict[str, tuple[int, ...]]:
        """Return for each fact that stands for others their numbers, ascending."""
        ...

    def facts_by_world_time(
        self, *, subject: str | None = None, slot: str | None = None, skip: int = 0, limit: int
    ) -> Sequence[tuple[Fact, int]]:
        """Return facts by when they begin to hold, each with how many changes it saw."""
        ...

    def count_changes(
        self,
        *,
        fact_seq: int | None = None,
        subject: str | None = None,
        slot: str | None = None,
    ) -> int:
        """Count the changes of one fact, or of those about a subject, in a slot."""
        ...

    def fact_history(
        self, seq: int, *, skip: int = 0, limit: int = 1000
    ) -> Sequence[tuple[datetime, str, Fact]]:
        """Return recorded states of a fact: (when we learned it, kind of change, state)."""
        ...

    def sources_of(self, fact_seqs: Iterable[int]) -> dict[int, tuple[int, ...]]:
        """Return for each fact the numbers of its source events, by ascending world time."""
        ...

    def facts_from(self, event_seqs: Iterable[int]) -> dict[int, tuple[int, ...]]:
        """Return for each event the numbers of the facts that rest on it."""
        ...

    def covered_events(self, event_seqs: Iterable[int]) -> frozenset[int]:
        """Return those events that say nothing beyond the facts drawn from them."""
        ...

    def marks(self, timeline: int) -> Sequence[Mark]:
        """Return every mark of a timeline, in fold order."""
        ...

    def marks_from(
        self, timeline: int, moment: datetime, *, only_valid: bool, limit: int
    ) -> Sequence[Mark]:
        """Return the marks of a timeline that speak from a moment on or later, earliest first.

        Args:
            only_valid: leave out those whose whole event was taken back.
        """
        ...

    def marks_of_fact(
        self, seq: int, *, since: datetime | None = None, limit: int | None = None
    ) -> Sequence[Mark]:
        """Return the marks that support a fact, from a moment on, by world time."""
        ...

    def marks_of_events(self, seqs: Iterable[int]) -> Sequence[Mark]:
        """Return every mark of events, by event."""
        ...

    def marks_in_slot(self, slot: str) -> Sequence[Mark]:
        """Return every mark in a slot, whatever its timeline."""
        ...

    def endings_after(
        self, moment: datetime, *, slots: Iterable[str], limit: int
    ) -> Sequence[Mark]:
        """Return endings and retractions that speak from a moment on or later, earliest first."""
        ...

    def asserted_before(
        self, moment: datetime, *, slots: Iterable[str] | None = None, limit: int
    ) -> Sequence[Mark]:
        """Return what was said to be so from a moment before, or at it, the last first.

        Args:
            slots: only in these; None for all.
        """
        ...

    def extent(self, timeline: int) -> tuple[datetime | None, datetime | None]:
        """Return the time of a timeline's latest mark, and the latest moment one reaches to."""
        ...

    def timeline_facts(self, timeline: int) -> Sequence[Fact]:
        """Return every fact of a timeline."""
        ...

    def facts_before(self, timeline: int, moment: datetime, *, limit: int) -> Sequence[Fact]:
        """Return the facts that begin by a moment, the last first, but what was taken back."""
        ...

    def facts_after(self, timeline: int, moment: datetime, *, limit: int) -> Sequence[Fact]:
        """Return the facts that begin after a moment, the first first, but what was taken back."""
        ...

    def linked(self, entities: Iterable[str], *, limit: int) -> dict[str, tuple[int, ...]]:
        """Return for each entity the numbers of the items linked to it, latest first."""
        ...

    def request(self, key: str) -> tuple[str, str] | None:
        """Return (digest of the content, stored reply) of an idempotency key."""
        ...

    def audit_tail(self, limit: int) -> Sequence[AuditEntry]:
        """Return the last entries of the audit chain, oldest first."""
        ...

    def preferences(self, attributes: Iterable[str]) -> dict[str, Preference]:
        """Return preferences by attribute; what the scope does not hold is left out."""
        ...

    def preferences_in(self, namespaces: Iterable[str]) -> dict[str, Preference]:
        """Return every preference of some namespaces, by attribute."""
        ...

    def preference_graph(self) -> PreferenceGraph:
        """Return all preferences as arrays."""
        ...

    def evidence(self, number: int, *, limit: int) -> Sequence[Evidence]:
        """Return the latest evidence of an attribute, by ascending world time."""
        ...

    def due_preferences(self, at: datetime, *, limit: int) -> Sequence[Preference]:
        """Return what has faded below its floor by a moment, first the longest gone."""
        ...

    def unmapped(self, *, limit: int) -> Sequence[tuple[str, str, int]]:
        """Return (name, reason, events) of what the catalog could not map, most events first."""
        ...

    def feed(
        self,
        *,
        kind: ChangeKind | None = None,
        event_seq: int | None = None,
        fact_seqs: Sequence[int] | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        skip: int = 0,
        limit: int,
    ) -> Sequence[tuple[datetime, ChangeKind, Fact, int]]:
        """Return (when, kind, state, causing event) of changes, the latest first."""
        ...

    def count_feed(
        self,
        *,
        kind: ChangeKind | None = None,
        event_seq: int | None = None,
        fact_seqs: Sequence[int] | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> int:
        """Count the changes that `feed` could return."""
        ...

    def changes_between(
        self, first: datetime, last: datetime, *, limit: int
    ) -> Sequence[tuple[datetime, ChangeKind]]:
        """Return (when, kind) of changes recorded in [first, last), by time."""
        ...

    def facts_changed_between(
        self, first: datetime, last: datetime, *, limit: int
    ) -> Sequence[int]:
        """Return the numbers of facts that changed in record time (first, last], ascending."""
        ...

    def facts_turning_between(
        self, first: datetime, last: datetime, *, limit: int
    ) -> Sequence[int]:
        """Return the facts that begin or end to hold in world time (first, last], by number."""
        ...

    def last_number_by(self, moment: datetime) -> int:
        """Return the last number that was given before anything was recorded later."""
        ...

    def retentions(self, fact_seqs: Iterable[int]) -> dict[int, Retention]:
        """Return where facts stand, by number."""
        ...

    def retentions_after(self, fact_seq: int, *, limit: int) -> Sequence[Retention]:
        """Return where facts stand, by ascending number."""
        ...

    def due_retentions(self, at: datetime, turn: int, *, limit: int) -> Sequence[Retention]:
        """Return what is due by a moment of world time or a turn, the longest due first."""
        ...

    def uses(self, fact_seq: int, *, limit: int) -> Sequence[Use]:
        """Return what happened to a fact, by ascending world time."""
        ...

    def work(self, seq: int) -> Work | None:
        """Return one piece of work."""
        ...

    def work_waiting(
        self,
        *,
        due_by: datetime | None = None,
        roles: Collection[ModelRole] | None = None,
        limit: int,
    ) -> Sequence[Work]:
        """Return what waits for a model, the one that may be done first first.

        Args:
            due_by: only what may be done by then.
            roles: only work of these kinds.
        """
        ...

    def work_dead(self, *, limit: int) -> Sequence[Work]:
        """Return what was tried too often."""
        ...

    def count_work(self, status: WorkStatus) -> int:
        """Count work of a status."""
        ...

    def spent(self, *, since: date | None = None, limit: int) -> Sequence[Spent]:
        """Return what models cost, by day, role and model, the latest day first."""
        ...

    def gated(self, *, since: date | None = None, limit: int) -> Sequence[Gated]:
        """Return how many turns met the gate, by day and reason, the latest day first."""
        ...

    def suggestions(
        self,
        status: SuggestionStatus,
        *,
        kind: SuggestionKind | None = None,
        skip: int = 0,
        limit: int,
    ) -> Sequence[Suggestion]:
        """Return what was proposed and stands so, the first proposed first."""
        ...

    def suggestion(self, suggestion_id: str) -> Suggestion | None:
        """Return one proposal that is kept."""
        ...

    def count_suggestions(self, status: SuggestionStatus) -> int:
        """Count what was proposed and stands so."""
        ...

    def lessons(self, seqs: Iterable[int]) -> dict[int, Lesson]:
        """Return lessons by their numbers."""
        ...

    def lesson_seqs(self, ids: Iterable[str]) -> dict[str, int]:
        """Return the numbers of lessons by their public ids; foreign ids are left out."""
        ...

    def list_lessons(
        self, status: LessonStatus | None = None, *, skip: int = 0, limit: int
    ) -> Sequence[Lesson]:
        """Return lessons, the first learned first."""
        ...

    def count_lessons(self, status: LessonStatus | None = None) -> int:
        """Count lessons."""
        ...

    def lesson_holders(self, terms: Iterable[str]) -> dict[str, int]:
        """Return how many lessons each term finds; terms that find none are left out."""
        ...

    def lessons_of_term(self, term: str, *, limit: int) -> Sequence[int]:
        """Return the numbers of lessons that a term finds, the last learned first."""
        ...

    def lessons_of_error(self, error: str, *, limit: int) -> Sequence[int]:
        """Return the numbers of lessons for a signature of an error, the last learned first."""
        ...

    def lesson_vectors(self, fingerprint: str, *, limit: int) -> Mapping[int, bytes]:
        """Return vectors of lessons by number, as 16-bit numbers; those of the last learned."""
        ...

    def lessons_without_vector(self, fingerprint: str, *, limit: int) -> Sequence[int]:
        """Return the numbers of lessons that have no vector of a fingerprint."""
        ...

    def sightings(self, lesson_seq: int, *, limit: int) -> Sequence[Sighting]:
        """Return where a lesson was seen, the first first."""
        ...

    def credits(
        self, *, since: datetime | None = None, skip: int = 0, limit: int
    ) -> Sequence[Credit]:
        """Return what happened to lessons, the latest first."""
        ...

    def count_credits(self, *, since: datetime | None = None) -> int:
        """Count what happened to lessons."""
        ...

    def credits_of_recall(self, recall: bytes) -> Sequence[Credit]:
        """Return what came of one recall, by the digest of its id, in the order of the log."""
        ...

    def credits_of_lesson(self, lesson_seq: int, *, limit: int) -> Sequence[Credit]:
        """Return the last things that happened to a lesson, in the order of the log."""
        ...

    def document(self, name: str) -> str | None:
        """Return a document of the scope, such as a tenant's catalog."""
        ...

    def documents(self, prefix: str, *, limit: int) -> Sequence[str]:
        """Return the names of documents that begin with a prefix, ascending."""
        ...

    def meta(self, key: str) -> str | None:
        """Return what is noted about the store itself, whatever the scope."""
        ...


class Transaction(Snapshot, Protocol):
    """A view that can be written through; everything lands together or not at all."""

    def append_events(
        self,
        events: Sequence[Event],
        *,
        covered: Sequence[bool],
        evidence: Iterable[Evidence] = (),
    ) -> list[int]:
        """Append to the log and to the words; return the numbers given.

        Args:
            evidence: what these events say of attributes, each with the number that its event is
                given: they follow the last one of the scope.
        """
        ...

    def caused_by(self, event_seq: int) -> None:
        """Let changes from here on be caused by an event, in place of the last one appended."""
        ...

    def write_facts(self, writes: Sequence[FactWrite], recorded_at: datetime) -> list[int]:
        """Insert or update facts with their marks, and log each change; return the numbers."""
        ...

    def keep_marks(self, marks: Sequence[Mark]) -> None:
        """Keep marks that support no fact (yet), or the fact that they name."""
        ...

    def void_marks(self, event_seq: int, *, is_void: bool = True) -> tuple[int, ...]:
        """Take back every mark of an event, or let it stand again.

        Returns the timelines that must be decided again.
        """
        ...

    def remove_marks(self, marks: Sequence[Mark]) -> None:
        """Remove marks that were drawn from others, and would not be drawn any more."""
        ...

    def move_facts(self, timelines: Mapping[int, int]) -> None:
        """Put facts on other timelines: the new one by the fact's number."""
        ...

    def link(self, links: Sequence[tuple[str, int, str]]) -> None:
        """Tie items to entities: (entity, item number, kind)."""
        ...

    def put_vectors(
        self,
        fingerprint: str,
        units: Sequence[Unit],
        vectors: NDArray[np.float32],
    ) -> int:
        """Store vectors of units; those whose item is gone are skipped. Return how many."""
        ...

    def new_attribute_number(self) -> int:
        """Return a number for an attribute that the scope did not hold."""
        ...

    def preferences_to_learn(self, attributes: Iterable[str]) -> dict[str, Preference]:
        """Return preferences as `preferences` does, from memory where it is as far as this view."""
        ...

    def write_preferences(self, changed: Sequence[Preference], *, is_named: bool = False) -> None:
        """Write whole rows.

        Args:
            is_named: the evidence of events that were appended here names all of them, so that
                `changed_seq` need not.
        """
        ...

    def merge_evidence(self, old: Preference, new: Preference) -> None:
        """Give all evidence of one attribute to another, and let go of the first."""
        ...

    def delete_preferences(self, gone: Sequence[Preference]) -> None:
        """Delete attributes with their evidence."""
        ...

    def count_unmapped(self, new: Mapping[str, tuple[str, int]], last_seq: int) -> None:
        """Count events that the catalog could not map: reason and number by name."""
        ...

    def write_lesson(self, lesson: Lesson, *, terms: Iterable[str] | None = None) -> None:
        """Insert a lesson, or bring it up to date.

        Args:
            terms: under which it is found; None leaves those that stand.
        """
        ...

    def delete_lessons(self, seqs: Sequence[int]) -> None:
        """Let go of lessons, and of everything that hangs on them."""
        ...

    def put_lesson_vector(self, lesson_seq: int, fingerprint: str, data: bytes) -> None:
        """Keep the vector of a lesson, as 16-bit numbers."""
        ...

    def add_sighting(self, sighting: Sighting) -> None:
        """Note where a lesson was seen."""
        ...

    def add_credits(self, new: Sequence[Credit]) -> None:
        """Note what happened to lessons."""
        ...

    def skip_credit(self, credit: Credit, reason: str) -> None:
        """Let an outcome that counted count no more."""
        ...

    def keep_document(self, name: str, content: str, at: datetime) -> None:
        """Keep a document in place of what stood under its name."""
        ...

    def delete_document(self, name: str) -> None:
        """Delete a document."""
        ...

    def enqueue(
        self, new: Sequence[tuple[ModelRole, Sequence[int]]], at: datetime
    ) -> tuple[Work, ...]:
        """Add to the queue: roles with the numbers of turns or facts; it may be done at once."""
        ...

    def set_aside(self, boundary: int, moment: datetime, branch: int, *, pointers: int) -> SetAside:
        """Move what was recorded behind a boundary out of sight; nothing is lost.

        Args:
            boundary: the last number of the log that stays.
            moment: when that was recorded; nothing stays that was recorded later.
            branch: the number under which the rest is kept.
            pointers: the timeline of what points at something said before.
        """
        ...

    def bring_back(self, branch: int, *, is_nested: bool) -> BroughtBack:
        """Put everything of a branch where it was, but what belongs to something set aside since.

        That goes to the branch which holds what it belongs to, and comes back with it.

        Args:
            is_nested: other branches came or went since.
        """
        ...

    def holds_branch(self, branch: int) -> bool:
        """Say whether a branch is set aside."""
        ...

    def write_retentions(self, rows: Sequence[Retention]) -> None:
        """Keep where facts stand, and when the scope is next to be maintained."""
        ...

    def look_for_due(self) -> None:
        """Find anew when the scope is next to be maintained."""
        ...

    def add_uses(self, new: Sequence[Use]) -> None:
        """Note what happened to facts; said again, it changes nothing."""
        ...

    def remove_uses(self, fact_seq: int, kind: UseKind) -> None:
        """Let go of what happened to a fact in one way: it is told again from the log."""
        ...

    def keep_work(self, changed: Work) -> None:
        """Keep where a piece of work stands."""
        ...

    def add_spent(self, spent: Spent) -> None:
        """Add to what models cost."""
        ...

    def add_gated(self, day: date, met: Mapping[Surprise, tuple[int, int]]) -> None:
        """Add turns and their tokens, by why they went to a model or did not."""
        ...

    def keep_suggestions(self, new: Sequence[Suggestion]) -> None:
        """Keep proposals; one that is kept already stays as it was decided."""
        ...

    def decide_suggestion(self, suggestion_id: str, status: SuggestionStatus, at: datetime) -> bool:
        """Close a proposal that is open; say whether it was."""
        ...

    def keep_request(self, key: str, digest: str, reply: str) -> None:
        """Keep the reply of an idempotency key."""
        ...

    def keep_meta(self, key: str, value: str) -> None:
        """Note something about the store itself, in place of what was noted under the key."""
        ...

    def append_audit(self, entry: AuditEntry) -> None:
        """Append to the scope's audit chain."""
        ...


class Store(Protocol):
    """A memory file or a database server."""

    def read(self, scope: Scope) -> AbstractContextManager[Snapshot]:
        """Open one consistent view of one scope; nothing is created."""
        ...

    def write(self, scope: Scope, block: Callable[[Transaction], T], *, key: bytes) -> T:
        """Run `block` in an immediate transaction of one scope and return once it is durable.

        The scope is made where it does not exist, with `key` as its key. A server may refuse a
        transaction that ran beside another; the block is run again then, so it must not change
        anything but through the transaction. An exception in it undoes all that it wrote and
        nothing else.
        """
        ...

    def scopes(self, *, tenant: str | None = None) -> Sequence[Scope]:
        """Return the scopes that exist, by (tenant, kind, name)."""
        ...

    def due_scopes(self, at: datetime, *, limit: int) -> Sequence[Scope]:
        """Return the scopes to be maintained by a moment, first the longest due.

        Scopes in which nothing is due are not read.
        """
        ...

    def work_scopes(self, at: datetime, *, limit: int) -> Sequence[Scope]:
        """Return the scopes in which a model may be asked by a moment, first the longest due.

        Scopes in which nothing waits are not read.
        """
        ...

    def statistics(self) -> Mapping[str, int]:
        """Return row counts and sizes in bytes by name."""
        ...

    def close(self) -> None:
        """Finish what is under way and let go of everything."""
        ...
