"""The public face of lessons: what worked, for what, and how it fared.

Each verb reads what it was given and hands it to its flow.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime

from remanent.errors import InputError
from remanent.flows.door import Door
from remanent.flows.inputs import chosen, label, public_id, read_query, whole_number
from remanent.flows.lesson_inputs import (
    read_condition,
    read_lesson_text,
    read_origin_of_lesson,
    read_situation,
)
from remanent.flows.lesson_outcome import record_lesson_shown
from remanent.flows.lessons import (
    approve_lesson,
    credits_of,
    list_lessons,
    one_lesson,
    retire_lesson,
)
from remanent.flows.propose import Proposal, propose
from remanent.flows.recall_lessons import recall_lessons
from remanent.flows.spaces import MemberRole, members, set_member
from remanent.lessons.ranking import LessonPlan
from remanent.model.governance import Actor, ActorKind
from remanent.model.instants import to_datetime
from remanent.model.lesson import Credit, Lesson, LessonRecall, LessonStatus, Proposed
from remanent.model.listing import Listing
from remanent.model.scope import Scope
from remanent.ports import Embedder
from remanent.quoting import shown

MOST_LESSONS = 100
MOST_LISTED = 10_000
MOST_SKIPPED = 1_000_000_000
MOST_TOKENS = 1_000_000
MOST_LONG_CHARACTERS = 4_000
LONGEST_MILLISECONDS = 1e9

Moment = datetime | str | int | float
Texts = str | Iterable[str] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonDesk:
    """What the lesson verbs of every scope of one memory share.

    Args:
        most: how many lessons a scope keeps.
        counter: what a text costs in tokens.
    """

    door: Door
    most: int
    counter: Callable[[str], int]
    plan: LessonPlan = field(default_factory=LessonPlan)
    embedder: Embedder | None = None


class LessonVerbs:
    """Propose what worked; recall it where it is needed; say whether it helped."""

    scope: Scope
    actor: Actor
    _lessons: LessonDesk

    def propose(
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
        """Take in a lesson: what to do, and for what.

        What the owner says himself may be shown at once. Anything else waits until a second
        independent origin says the same, or a person approves it. Proposals that share author,
        lineage or transcript are one origin.

        Args:
            text: what to do, at most 2,000 characters.
            error: the error's words; what varies in them (paths, numbers) is left out.
            task: the kind of task. tool: the program or tool. repository: your name for it.
            attributes: what else must be there, such as "lang:python".
            because: what it was learned from.
            author: who says so; the actor by default. No agent chooses it: to the quarantine
                an agent is itself, and in a person's memory it is that person's.
            lineage: what all forks of the repository share, such as its first commit.
            transcript: the conversation, by an id that resuming and copying keep.
            origin: "person", "assistant", "tool", "web", "document" or "import": whose words it
                is; by default a person's where the owner calls, else the assistant's.
            session: a label. at: when it was learned; now by default.
            replaces: id of the lesson that it revises.
            idempotency_key: the same key with the same content is taken in once.

        Raises:
            InputError: something cannot be used. NotFoundError: `replaces` is unknown here.
            AccessError: the actor is no member of the space. Nothing was stored.
        """
        default = "person" if self.actor.kind is ActorKind.OWNER else "assistant"
        return propose(
            self._lessons.door,
            self.scope,
            self.actor,
            Proposal(
                text=read_lesson_text(text),
                condition=read_condition(
                    error=error, task=task, tool=tool, repository=repository, attributes=attributes
                ),
                origin=read_origin_of_lesson(default if origin is None else origin),
                because=label(because, "because", most=MOST_LONG_CHARACTERS),
                author=label(author, "author"),
                lineage=label(lineage, "lineage"),
                transcript=label(transcript, "transcript"),
                session=label(session, "session"),
                at=None if at is None else to_datetime(at),
                replaces=None if replaces is None else public_id(replaces),
            ),
            most=self._lessons.most,
            embedder=self._lessons.embedder,
            idempotency_key=label(idempotency_key, "idempotency_key"),
        )

    def recall_lessons(
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
        """Return the lessons that fit what is at hand, best first; nothing is written.

        Args:
            query: what is being done, in words.
            error, task, tool, repository, attributes: what is at hand; see `propose`.
            limit: lessons at most, 1 to 100. budget_tokens: hard limit of the text.
            at: the moment at which uses are weighed; now by default.

        Raises:
            InputError: something cannot be used. AccessError: the actor is no member.
        """
        return recall_lessons(
            self._lessons.door,
            self.scope,
            self.actor,
            read_query(query),
            read_situation(
                error=error, task=task, tool=tool, repository=repository, attributes=attributes
            ),
            limit=whole_number(limit, "limit", least=1, most=MOST_LESSONS),
            budget_tokens=whole_number(budget_tokens, "budget_tokens", least=0, most=MOST_TOKENS),
            count_tokens=self._lessons.counter,
            at=None if at is None else to_datetime(at),
            plan=self._lessons.plan,
            embedder=self._lessons.embedder,
        )

    def record_shown(
        self,
        recall_id: str,
        *,
        session: str | None = None,
        tokens: int | None = None,
        milliseconds: float | None = None,
    ) -> int:
        """Note that the lessons of a recall were put before an agent, and what that cost.

        Returns:
            For how many it was noted; said again, for none.

        Raises:
            NotFoundError: the id is not of a recall of lessons of this scope.
        """
        return record_lesson_shown(
            self._lessons.door,
            self.scope,
            self.actor,
            read_query(recall_id),
            session=label(session, "session"),
            tokens=None
            if tokens is None
            else whole_number(tokens, "tokens", least=0, most=MOST_TOKENS),
            milliseconds=_duration(milliseconds),
        )

    def lessons(
        self, *, status: str | LessonStatus | None = None, limit: int = 100, skip: int = 0
    ) -> Listing[Lesson]:
        """Return lessons, the first learned first; `dropped` says how many more there are.

        Args:
            status: "quarantined", "active", "stopped" or "retired"; all by default.
        """
        return list_lessons(
            self._lessons.door,
            self.scope,
            self.actor,
            status=_status(status),
            limit=whole_number(limit, "limit", least=1, most=MOST_LISTED),
            skip=whole_number(skip, "skip", least=0, most=MOST_SKIPPED),
            plan=self._lessons.plan,
        )

    def lesson(self, lesson_id: str) -> Lesson:
        """Return one lesson.

        Raises:
            NotFoundError: this scope has no such lesson.
        """
        return one_lesson(
            self._lessons.door,
            self.scope,
            self.actor,
            public_id(lesson_id),
            plan=self._lessons.plan,
        )

    def approve_lesson(self, lesson_id: str) -> Lesson:
        """Let a lesson be shown, whatever its origins were; its failures are forgiven.

        Raises:
            AccessError: the actor is neither the owner nor a curator of the space.
            NotFoundError: this scope has no such lesson.
        """
        return approve_lesson(
            self._lessons.door,
            self.scope,
            self.actor,
            public_id(lesson_id),
            plan=self._lessons.plan,
        )

    def retire_lesson(self, lesson_id: str) -> Lesson:
        """Take a lesson out: it is kept, and shown no more. Errors as in `approve_lesson`."""
        return retire_lesson(
            self._lessons.door,
            self.scope,
            self.actor,
            public_id(lesson_id),
            plan=self._lessons.plan,
        )

    def credits(
        self, *, since: Moment | None = None, limit: int = 100, skip: int = 0
    ) -> Listing[Credit]:
        """Return what happened to lessons, the latest first: shown, used, helped, and skipped.

        Args:
            since: only from this moment of record time on.
        """
        return credits_of(
            self._lessons.door,
            self.scope,
            self.actor,
            since=None if since is None else to_datetime(since),
            limit=whole_number(limit, "limit", least=1, most=MOST_LISTED),
            skip=whole_number(skip, "skip", least=0, most=MOST_SKIPPED),
        )

    def members(self) -> dict[str, MemberRole]:
        """Return who belongs to this space.

        Raises:
            ScopeError: this is a person's memory.
        """
        return dict(members(self._lessons.door, self.scope, self.actor))

    def set_member(self, name: str, role: str | MemberRole | None = "member") -> None:
        """Let somebody into this space, change his role, or let him out.

        Args:
            role: "member" reads and proposes, "curator" approves as well; None lets him out.

        Raises:
            ScopeError: this is a person's memory. AccessError: the actor is no curator.
        """
        known = label(name, "name")
        if known is None:
            raise InputError("A member needs a name.", remedy='Give one, such as "alice".')
        set_member(self._lessons.door, self.scope, self.actor, known, _role(role))


def _status(status: object) -> LessonStatus | None:
    return None if status is None else chosen(status, LessonStatus, "status")


def _role(role: object) -> MemberRole | None:
    return None if role is None else chosen(role, MemberRole, "role")


def _duration(value: object) -> float | None:
    if value is None:
        return None
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or not 0 <= value < LONGEST_MILLISECONDS
    ):
        raise InputError(f"milliseconds is {shown(value)}; it must be a number from 0.")
    return float(value)
