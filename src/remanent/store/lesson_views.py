"""Lessons and what happened to them, as views and transactions give them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from remanent.model.lesson import Credit, Lesson, LessonStatus, Sighting
from remanent.model.state import ScopeState
from remanent.store.engine import Session
from remanent.store.tables import lesson_credits, lessons


class LessonReads:
    """What a snapshot gives of lessons."""

    _session: Session
    _state: ScopeState

    def lessons(self, seqs: Iterable[int]) -> dict[int, Lesson]:
        """Return lessons by their numbers."""
        return lessons.read_lessons(self._session, self._state.number, seqs)

    def lesson_seqs(self, ids: Iterable[str]) -> dict[str, int]:
        """Return the numbers of lessons by their public ids; foreign ids are left out."""
        return lessons.find_seqs(self._session, self._state.number, ids)

    def list_lessons(
        self, status: LessonStatus | None = None, *, skip: int = 0, limit: int
    ) -> Sequence[Lesson]:
        """Return lessons, the first learned first."""
        return lessons.list_lessons(
            self._session, self._state.number, status, skip=skip, limit=limit
        )

    def count_lessons(self, status: LessonStatus | None = None) -> int:
        """Count lessons."""
        return lessons.count_lessons(self._session, self._state.number, status)

    def lesson_holders(self, terms: Iterable[str]) -> dict[str, int]:
        """Return how many lessons each term finds; terms that find none are left out."""
        return lessons.count_holders(self._session, self._state.number, terms)

    def lessons_of_term(self, term: str, *, limit: int) -> Sequence[int]:
        """Return the numbers of lessons that a term finds, the last learned first."""
        return lessons.seqs_of_term(self._session, self._state.number, term, limit=limit)

    def lessons_of_error(self, error: str, *, limit: int) -> Sequence[int]:
        """Return the numbers of lessons for a signature of an error, the last learned first."""
        return lessons.seqs_of_error(self._session, self._state.number, error, limit=limit)

    def lesson_vectors(self, fingerprint: str, *, limit: int) -> Mapping[int, bytes]:
        """Return vectors of lessons, as 16-bit numbers; those of the last learned."""
        return lessons.read_vectors(self._session, self._state.number, fingerprint, limit=limit)

    def lessons_without_vector(self, fingerprint: str, *, limit: int) -> Sequence[int]:
        """Return the numbers of lessons that have no vector of a fingerprint."""
        return lessons.seqs_without_vector(
            self._session, self._state.number, fingerprint, limit=limit
        )

    def sightings(self, lesson_seq: int, *, limit: int) -> Sequence[Sighting]:
        """Return where a lesson was seen, the first first."""
        return lesson_credits.read_sightings(
            self._session, self._state.number, lesson_seq, limit=limit
        )

    def credits(
        self, *, since: datetime | None = None, skip: int = 0, limit: int
    ) -> Sequence[Credit]:
        """Return what happened to lessons, the latest first."""
        found = lesson_credits.read_credits(
            self._session, self._state.number, since=since, skip=skip, limit=limit
        )
        return self._named(found)

    def count_credits(self, *, since: datetime | None = None) -> int:
        """Count what happened to lessons."""
        return lesson_credits.count_credits(self._session, self._state.number, since=since)

    def credits_of_recall(self, recall: bytes) -> Sequence[Credit]:
        """Return what came of one recall, in the order of the log."""
        return self._named(
            lesson_credits.credits_of_recall(self._session, self._state.number, recall)
        )

    def credits_of_lesson(self, lesson_seq: int, *, limit: int) -> Sequence[Credit]:
        """Return the last things that happened to a lesson, in the order of the log."""
        return self._named(
            lesson_credits.credits_of_lesson(
                self._session, self._state.number, lesson_seq, limit=limit
            )
        )

    def _named(self, found: Sequence[Credit]) -> Sequence[Credit]:
        known = self.lessons(each.lesson_seq for each in found)
        return [
            replace(each, lesson_id=known[each.lesson_seq].id)
            for each in found
            if each.lesson_seq in known
        ]


class LessonWrites(LessonReads):
    """What a transaction adds to it."""

    def write_lesson(self, lesson: Lesson, *, terms: Iterable[str] | None = None) -> None:
        """Insert a lesson, or bring it up to date.

        Args:
            terms: under which it is found; None leaves those that stand.
        """
        lessons.upsert_lesson(self._session, self._state.number, lesson)
        if terms is not None:
            lessons.write_terms(self._session, self._state.number, lesson.seq, terms)

    def delete_lessons(self, seqs: Sequence[int]) -> None:
        """Let go of lessons, and of everything that hangs on them."""
        lessons.delete_lessons(self._session, self._state.number, seqs)

    def put_lesson_vector(self, lesson_seq: int, fingerprint: str, data: bytes) -> None:
        """Keep the vector of a lesson, as 16-bit numbers."""
        lessons.write_vector(self._session, self._state.number, lesson_seq, fingerprint, data)

    def add_sighting(self, sighting: Sighting) -> None:
        """Note where a lesson was seen."""
        lesson_credits.insert_sighting(self._session, self._state.number, sighting)

    def add_credits(self, new: Sequence[Credit]) -> None:
        """Note what happened to lessons."""
        lesson_credits.insert_credits(self._session, self._state.number, new)

    def skip_credit(self, credit: Credit, reason: str) -> None:
        """Let an outcome that counted count no more."""
        lesson_credits.skip_credit(self._session, self._state.number, credit, reason)
