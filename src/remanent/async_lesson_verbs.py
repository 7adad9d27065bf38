"""`LessonVerbs`, awaited: each verb runs on the memory's worker threads."""

from remanent.flows.spaces import MemberRole
from remanent.lesson_verbs import LessonVerbs, Moment, Texts
from remanent.model.lesson import Credit, Lesson, LessonRecall, LessonStatus, Proposed
from remanent.model.listing import Listing
from remanent.workers import Workers


class AsyncLessonVerbs:
    """Lessons of one scope, awaited."""

    _inner: LessonVerbs
    _workers: Workers

    async def propose(
        self,
        text: str,
        *,
        error: str | None = None,
        task: str | None = None,
        tool: str | None = None,
        repository: str | None = None,
        attributes: Texts = None,
        because: str | None = None,
        author: str | None = None,
        lineage: str | None = None,
        transcript: str | None = None,
        origin: str | None = None,
        session: str | None = None,
        at: Moment | None = None,
        replaces: str | None = None,
        idempotency_key: str | None = None,
    ) -> Proposed:
        """See `ScopedMemory.propose`."""
        return await self._workers.run(
            self._inner.propose,
            text,
            error=error,
            task=task,
            tool=tool,
            repository=repository,
            attributes=attributes,
            because=because,
            author=author,
            lineage=lineage,
            transcript=transcript,
            origin=origin,
            session=session,
            at=at,
            replaces=replaces,
            idempotency_key=idempotency_key,
        )

    async def recall_lessons(
        self,
        query: str = "",
        *,
        error: str | None = None,
        task: str | None = None,
        tool: str | None = None,
        repository: str | None = None,
        attributes: Texts = None,
        limit: int = 3,
        budget_tokens: int = 400,
        at: Moment | None = None,
    ) -> LessonRecall:
        """See `ScopedMemory.recall_lessons`."""
        return await self._workers.run(
            self._inner.recall_lessons,
            query,
            error=error,
            task=task,
            tool=tool,
            repository=repository,
            attributes=attributes,
            limit=limit,
            budget_tokens=budget_tokens,
            at=at,
        )

    async def record_shown(
        self,
        recall_id: str,
        *,
        session: str | None = None,
        tokens: int | None = None,
        milliseconds: float | None = None,
    ) -> int:
        """See `ScopedMemory.record_shown`."""
        return await self._workers.run(
            self._inner.record_shown,
            recall_id,
            session=session,
            tokens=tokens,
            milliseconds=milliseconds,
        )

    async def lessons(
        self,
        *,
        status: str | LessonStatus | None = None,
        limit: int = 100,
        skip: int = 0,
    ) -> Listing[Lesson]:
        """See `ScopedMemory.lessons`."""
        return await self._workers.run(
            self._inner.lessons,
            status=status,
            limit=limit,
            skip=skip,
        )

    async def lesson(
        self,
        lesson_id: str,
    ) -> Lesson:
        """See `ScopedMemory.lesson`."""
        return await self._workers.run(
            self._inner.lesson,
            lesson_id,
        )

    async def approve_lesson(
        self,
        lesson_id: str,
    ) -> Lesson:
        """See `ScopedMemory.approve_lesson`."""
        return await self._workers.run(
            self._inner.approve_lesson,
            lesson_id,
        )

    async def retire_lesson(
        self,
        lesson_id: str,
    ) -> Lesson:
        """See `ScopedMemory.retire_lesson`."""
        return await self._workers.run(
            self._inner.retire_lesson,
            lesson_id,
        )

    async def credits(
        self,
        *,
        since: Moment | None = None,
        limit: int = 100,
        skip: int = 0,
    ) -> Listing[Credit]:
        """See `ScopedMemory.credits`."""
        return await self._workers.run(
            self._inner.credits,
            since=since,
            limit=limit,
            skip=skip,
        )

    async def members(
        self,
    ) -> dict[str, MemberRole]:
        """See `ScopedMemory.members`."""
        return await self._workers.run(
            self._inner.members,
        )

    async def set_member(
        self,
        name: str,
        role: str | MemberRole | None = "member",
    ) -> None:
        """See `ScopedMemory.set_member`."""
        return await self._workers.run(
            self._inner.set_member,
            name,
            role,
        )
