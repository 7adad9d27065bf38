"""The public face: a memory, and one person's or one space's scope in it.

Each verb reads what it was given and hands it to its flow. The two classes are one face, and
know each other's inside.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from remanent.errors import InputError, ScopeError
from remanent.flows.catalog import Catalogs
from remanent.flows.door import Door
from remanent.flows.explain import explain
from remanent.flows.facts import list_facts
from remanent.flows.history import HistoryEntry, history
from remanent.flows.inputs import (
    flag,
    label,
    public_id,
    read_messages,
    read_query,
    read_statements,
    shown,
    time_zone,
    whole_number,
)
from remanent.flows.items import one_item
from remanent.flows.lesson_outcome import is_lesson_recall, record_lesson_use
from remanent.flows.not_yet import not_yet
from remanent.flows.owner import has_owner_secret, set_owner_secret, verify_owner_secret
from remanent.flows.recall import recall
from remanent.flows.record_use import record_use
from remanent.flows.reindex import reindex
from remanent.flows.remember import remember
from remanent.flows.searching import Narrowing
from remanent.flows.shared import Shares
from remanent.flows.slots import Registries
from remanent.lesson_verbs import LessonDesk, LessonVerbs
from remanent.lifecycle_verbs import MOST_MAINTAINED, LifecycleDesk, LifecycleVerbs, as_moment
from remanent.model.event import Message
from remanent.model.fact import Fact, Statement
from remanent.model.governance import OWNER, Actor
from remanent.model.instants import to_datetime
from remanent.model.listing import Listing
from remanent.model.recall import Explanation, Item, ItemKind, Recall
from remanent.model.remembered import Remembered
from remanent.model.retention import Maintained
from remanent.model.scope import Scope, ScopeKind
from remanent.model.work import Work, Worked
from remanent.model_verbs import MOST_WORK, ModelDesk, ModelVerbs
from remanent.ports import Clock, Embedder, Ids
from remanent.preference_verbs import PreferenceDesk, PreferenceVerbs
from remanent.settings import Settings, load_settings
from remanent.sharing_verbs import SharingVerbs
from remanent.wiring import (
    RandomIds,
    SystemClock,
    card_plan,
    copy_to,
    examine_store,
    open_embedder,
    open_model,
    open_noise,
    open_store,
    queue_plan,
    rebuild_store,
    recall_plan,
    retention_plan,
    work_plan,
)

if TYPE_CHECKING:
    from remanent.model.upkeep import CopyReport, Finding
    from remanent.tenant_memory import TenantMemory

MAX_ITEMS = 1000
MAX_BUDGET_TOKENS = 1_000_000
MAX_FACTS = 100_000
MOST_SKIPPED = 1_000_000_000
MOST_RECALL_SKIPPED = 10_000
MOST_SCOPES = 1_000

Given = str | Mapping[str, object] | Message | Iterable[str | Mapping[str, object] | Message]
GivenFacts = (
    str | Mapping[str, object] | Statement | Iterable[str | Mapping[str, object] | Statement]
)
Moment = datetime | str | int | float


class Memory:
    """A store of memories, in one file or on a server.

    Safe to use from many threads; several processes may open the same file.

        memory = Memory("memory.db")
        alice = memory.scope(tenant="shop", user="alice")
        alice.remember("I moved to Berlin last week.")
        print(alice.recall("where do I live?").text)
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        embedder: str | Embedder | None = None,
        model: Any = None,
        settings: Settings | None = None,
        clock: Clock | None = None,
        ids: Ids | None = None,
        count_tokens: Callable[[str], int] | None = None,
    ) -> None:
        """Open a memory, making it where it does not exist.

        Args:
            path: a file, or a `postgresql://` address; None is `memory.db` in the platform's
                folder for user data.
            embedder: "local", another name that the guide lists, or an object of one's own; None
                works with words alone.
            model: a name such as "openai:gpt-5-mini", one of pydantic-ai's models, or an object
                of one's own that is a `Model`; None leaves everything to the rules.
            settings: every tunable; see `Memory.from_config`.
            count_tokens: what a text costs, for budgets; by default an upper estimate of what
                common tokenizers count, some 1.2 to 1.3 times theirs.
            clock, ids: where time and randomness come from; the machine's own by default.

        Raises:
            SettingsError: an argument cannot be used, such as an object that is no embedder.
            StoreError: the store cannot be used; the message names the remedy.
        """
        overrides: dict[str, object] = {}
        if path is not None:
            overrides["store.path"] = os.fspath(path) if isinstance(path, os.PathLike) else path
        if isinstance(embedder, str):
            overrides["embedder.spec"] = embedder
        if isinstance(model, str):
            overrides["models.spec"] = model
        if settings is None:
            settings = load_settings(environ={}, overrides=overrides)
        elif overrides:
            raise InputError(
                "A path, or an embedder's or a model's name, was given beside settings.",
                remedy="Put all of it into the settings, or give no settings.",
            )
        self.settings = settings
        self._plan = recall_plan(settings, count_tokens)
        self._embedder = open_embedder(settings, None if isinstance(embedder, str) else embedder)
        self._model = open_model(settings, None if isinstance(model, str) else model)
        self._owns_model = model is None or isinstance(model, str)
        clock = clock or SystemClock()
        self._store = open_store(settings, clock=clock)
        self._door = Door(self._store, clock=clock, ids=ids or RandomIds())
        self._slots = Registries(
            self._door, plan=retention_plan(settings), asks_model=self._model is not None
        )
        self._lifecycle = LifecycleDesk(self._door, self._slots, self._embedder)
        self._models = ModelDesk(
            door=self._door,
            registries=self._slots,
            model=self._model,
            queue=queue_plan(settings, count_tokens),
            plan=work_plan(settings),
            works_at_once=settings.models.work_at_once,
            embedder=self._embedder,
            batch_size=settings.embedder.batch_size,
        )
        self._lessons = LessonDesk(
            door=self._door,
            most=settings.lessons.most,
            counter=self._plan.counter,
            embedder=self._embedder,
        )
        self._desk = PreferenceDesk(
            door=self._door,
            catalogs=Catalogs(self._door),
            shares=Shares(self._door),
            plan=card_plan(settings, count_tokens),
            most_events=settings.remember.max_messages_per_call,
        )

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None) -> Self:
        """Open the memory that the `REMANENT_…` variables describe."""
        return cls(settings=load_settings(environ=environ))

    @classmethod
    def from_config(cls, path: str | os.PathLike[str]) -> Self:
        """Open the memory that a `remanent.toml` describes; variables outrank the file."""
        return cls(settings=load_settings(path=path))

    def scope(
        self,
        *,
        tenant: str,
        user: str | None = None,
        space: str | None = None,
        actor: Actor = OWNER,
    ) -> "ScopedMemory":
        """Return the memory of one person, or of one space, in a tenant.

        Nothing is created until something is written.

        Raises:
            ScopeError: not exactly one of user and space was given, or a name cannot be used.
        """
        if (user is None) == (space is None):
            raise ScopeError("Exactly one of user and space names a scope.")
        if user is not None:
            return ScopedMemory(self, Scope(tenant, ScopeKind.USER, user), actor)
        assert space is not None, "one of the two was given"
        return ScopedMemory(self, Scope(tenant, ScopeKind.SPACE, space), actor)

    def tenant(self, name: str, *, actor: Actor = OWNER) -> "TenantMemory":
        """Return what an operator decides for all people of a tenant together.

        Raises:
            ScopeError: the name cannot be used.
        """
        from remanent.tenant_memory import TenantMemory  # noqa: PLC0415 - the operator's side

        return TenantMemory(
            self._desk,
            name,
            actor,
            registries=self._slots,
            scopes=lambda: self._store.scopes(tenant=name),
            noise=open_noise,
        )

    def scopes(self, *, tenant: str | None = None) -> tuple[Scope, ...]:
        """Return the scopes that hold anything, by tenant, kind and name.

        Args:
            tenant: only this one's; None for all.

        Raises:
            InputError: `tenant` is no name.
        """
        return tuple(self._store.scopes(tenant=label(tenant, "tenant")))

    def stats(self) -> dict[str, int]:
        """Return how many rows each table holds, and the size in bytes."""
        return dict(self._store.statistics())

    def doctor(
        self,
        *,
        mend: bool = False,
        full: bool = False,
        progress: Callable[[int], None] | None = None,
    ) -> "tuple[Finding, ...]":
        """Return what is wrong with the store: nothing, as a rule.

        Args:
            mend: make anew what is derived and wrong, and return what is wrong still. What was
                said, decided and audited is never changed.
            full: read every row and compare every segment, not a sample of each scope.
            progress: called with the number of further steps that were taken.
        """
        found = examine_store(self._store, mends=mend, is_full=full, progress=progress)
        scopes = self._store.scopes() if full else ()
        found = self._lifecycle.examine(found, scopes, mends=mend)
        return self._examine_preferences(found, mends=mend, is_full=full)

    def rebuild(self, *, progress: Callable[[int], None] | None = None) -> None:
        """Make again everything that is derived from the rows, in every scope.

        Stops and starts as often as needed; recall goes on meanwhile.
        """
        rebuild_store(self._store, progress=progress)
        self._lifecycle.examine((), self._store.scopes(), mends=True)
        self._examine_preferences((), mends=True, is_full=True)

    def _examine_preferences(
        self, found: "tuple[Finding, ...]", *, mends: bool, is_full: bool
    ) -> "tuple[Finding, ...]":
        from remanent.flows.preference_upkeep import examine_preferences  # noqa: PLC0415 - seldom

        return examine_preferences(
            self._door,
            found,
            self._store.scopes(),
            catalog_of=self._desk.catalogs.of,
            rates=self._desk.plan.rates,
            is_full=is_full,
            mends=mends,
        )

    def copy_to(
        self,
        target: str | os.PathLike[str],
        *,
        progress: Callable[[int, int], None] | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> "CopyReport":
        """Copy everything into an empty store, file or server, and compare both sides.

        An interrupted copy goes on where it stopped when it is asked for again.

        Args:
            target: a file, or a `postgresql://` address.
            progress: called with the rows that are done and the rows in all.
            should_stop: asked now and then; what was done until then is kept.

        Raises:
            Interrupted: `should_stop` said so.
            StoreError: the target holds other data; nothing was written.
        """
        return copy_to(
            self._store,
            self.settings,
            os.fspath(target),
            clock=self._door.clock,
            progress=progress,
            should_stop=should_stop,
        )

    def work(self, *, tenant: str | None = None, limit: int = 100) -> dict[Scope, Worked]:
        """Ask the model about what waits and is due, in every scope that has any.

        Scopes in which nothing waits are not even looked at. For a schedule or a worker process;
        several may run at once.

        Args:
            tenant: only this one's scopes; None for all.
            limit: pieces of work in all at most, 1 to 10,000.

        Raises:
            InputError: there is no model, or an argument cannot be used.
        """
        left = whole_number(limit, "limit", least=1, most=MOST_WORK)
        wanted = label(tenant, "tenant")
        self._models.asked()
        done: dict[Scope, Worked] = {}
        for scope in self._store.work_scopes(self._door.clock.now(), limit=MOST_SCOPES):
            if left and (wanted is None or scope.tenant == wanted):
                done[scope] = self._models.work(scope, OWNER, limit=left)
                left -= len(done[scope].done)
        return done

    def maintain(
        self, *, tenant: str | None = None, limit: int = 100_000, at: Moment | None = None
    ) -> dict[Scope, Maintained]:
        """Demote, archive and prune what is due, in every scope in which anything is.

        Scopes in which nothing is due are not even looked at. For a schedule: stopped, and run
        again, it goes on; several may run at once.

        Args:
            tenant: only this one's scopes; None for all.
            limit: facts in all at most, 1 to 1,000,000.
            at: as of this moment; now by default.

        Raises:
            InputError: an argument cannot be used.
        """
        left = whole_number(limit, "limit", least=1, most=MOST_MAINTAINED)
        wanted, moment = label(tenant, "tenant"), as_moment(at)
        done: dict[Scope, Maintained] = {}
        by, size = moment or self._door.clock.now(), MOST_SCOPES
        while left:
            found = self._store.due_scopes(by, limit=size)
            mine = [
                scope for scope in found if scope not in done and wanted in {None, scope.tenant}
            ]
            for scope in mine:
                if left:
                    done[scope] = self._lifecycle.maintain(scope, OWNER, limit=left, at=by)
                    left -= done[scope].looked_at
            if len(found) < size:
                break
            size *= 1 if mine else 2
        return done

    def close(self) -> None:
        """Finish what is under way and let go of the store; closing twice is fine."""
        self._store.close()
        if self._model is not None and self._owns_model:
            self._model.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class ScopedMemory(LifecycleVerbs, LessonVerbs, ModelVerbs, PreferenceVerbs, SharingVerbs):
    """One person's, or one space's, memory. Made by `Memory.scope`."""

    def __init__(self, memory: Memory, scope: Scope, actor: Actor) -> None:
        """Stand inside one wall."""
        self._memory = memory
        self.scope = scope
        self.actor = actor
        self._desk = memory._desk  # noqa: SLF001 - the two classes are one face
        self._models = memory._models  # noqa: SLF001 - the same
        self._lifecycle = memory._lifecycle  # noqa: SLF001 - the same
        self._lessons = memory._lessons  # noqa: SLF001 - the same

    def remember(
        self,
        messages: Given = (),
        *,
        facts: GivenFacts = (),
        session: str | None = None,
        agent: str | None = None,
        at: Moment | None = None,
        zone: str | None = None,
        idempotency_key: str | None = None,
    ) -> Remembered:
        """Take in what was said, and explicit facts; return once it is durable.

        Args:
            messages: a text, one message, or many; a message is a mapping with `content`, and
                optionally `role` (user, assistant, system, tool), `name`, `at`, `id` (your own;
                recalled items give it back), `session`, `agent`, `origin`, `zone`.
            facts: texts, or mappings with `text` and optionally `subject`, `slot`, `value`,
                `polarity`, `valid_from`, `valid_to`, `confidence` (0 to 1).
            session, agent: labels for facts, and for messages that carry none.
            at: when facts, and messages without a time of their own, were said; now by default.
            zone: IANA time zone of the speaker, such as "Europe/Berlin".
            idempotency_key: the same key with the same content is stored once, whenever and
                however often it is sent.

        Raises:
            InputError: something cannot be used; nothing was stored.
        """
        receipt, waiting = self._take_in(
            messages,
            facts=facts,
            session=session,
            agent=agent,
            at=at,
            zone=zone,
            idempotency_key=idempotency_key,
        )
        return self._models.work_at_once(self.scope, self.actor, receipt, waiting)

    def _take_in(
        self,
        messages: Given,
        *,
        facts: GivenFacts = (),
        session: str | None = None,
        agent: str | None = None,
        at: Moment | None = None,
        zone: str | None = None,
        idempotency_key: str | None = None,
    ) -> tuple[Remembered, tuple[Work, ...]]:
        """Store what was said; return the receipt, and what waits for a model."""
        settings = self._memory.settings.remember
        said_in = Message(
            text="",
            session=label(session, "session"),
            agent=label(agent, "agent"),
            at=None if at is None else to_datetime(at),
            zone=time_zone(zone, "zone") or settings.zone,
        )
        said = read_messages(
            messages,
            session=said_in.session,
            agent=said_in.agent,
            at=said_in.at,
            zone=said_in.zone,
            max_characters=settings.max_message_characters,
            max_messages=settings.max_messages_per_call,
        )
        return remember(
            self._memory._door,  # noqa: SLF001 - one face
            self.scope,
            self.actor,
            said,
            read_statements(
                facts,
                max_characters=settings.max_message_characters,
                max_facts=settings.max_messages_per_call,
            ),
            said_in=said_in,
            idempotency_key=label(idempotency_key, "idempotency_key"),
            extracts=settings.extract,
            embedder=self._memory._embedder,  # noqa: SLF001 - one face
            batch_size=self._memory.settings.embedder.batch_size,
            slots=self._memory._slots.of(self.scope.tenant),  # noqa: SLF001 - one face
            queue=self._models.queue_plan,
        )

    def recall(
        self,
        query: str,
        *,
        limit: int | None = None,
        budget_tokens: int | None = None,
        as_of: Moment | None = None,
        known_at: Moment | None = None,
        kinds: Iterable[str | ItemKind] | None = None,
        session: str | None = None,
        agent: str | None = None,
        since: Moment | None = None,
        until: Moment | None = None,
        include_closed: bool = False,
        skip: int = 0,
    ) -> Recall:
        """Return what memory holds that answers a question, best first; nothing is written.

        Args:
            query: any text.
            limit: items at most, 1 to 1,000; 10 by default.
            budget_tokens: hard limit of the rendered text, 0 for none; 1,500 by default.
            as_of: the state of the world at a moment: facts that held then, nothing said later.
            known_at: what this memory knew at a moment, as it knew it.
            kinds: "turn", "fact" or both.
            session, agent: only what carries this label.
            since, until: when it was said, half-open.
            include_closed: also facts that hold no longer, marked.
            skip: leave out so many of the best, 0 to 10,000: the next page.

        Raises:
            InputError: an argument cannot be used.
        """
        settings = self._memory.settings.recall
        found = recall(
            self._memory._door,  # noqa: SLF001 - one face
            self.scope,
            self.actor,
            read_query(query),
            narrowing=self._narrowing(
                as_of=as_of,
                known_at=known_at,
                kinds=kinds,
                session=session,
                agent=agent,
                since=since,
                until=until,
                include_closed=include_closed,
            ),
            plan=self._memory._plan,  # noqa: SLF001 - one face
            limit=settings.limit if limit is None else _items(limit),
            budget_tokens=_budget(settings.budget_tokens, budget_tokens),
            skip=whole_number(skip, "skip", least=0, most=MOST_RECALL_SKIPPED),
            embedder=self._memory._embedder,  # noqa: SLF001 - one face
        )
        return not_yet(self._memory._door, self.scope, self.actor, found)  # noqa: SLF001 - one face

    def explain(
        self,
        query: str,
        item_id: str,
        *,
        limit: int | None = None,
        as_of: Moment | None = None,
        known_at: Moment | None = None,
        kinds: Iterable[str | ItemKind] | None = None,
        session: str | None = None,
        agent: str | None = None,
        since: Moment | None = None,
        until: Moment | None = None,
        include_closed: bool = False,
    ) -> Explanation:
        """Say why a memory was or was not recalled for a question.

        Args:
            item_id: the id of a turn or a fact of this scope; the rest as for `recall`.

        Raises:
            NotFoundError: this scope holds no such memory.
        """
        return explain(
            self._memory._door,  # noqa: SLF001 - one face
            self.scope,
            self.actor,
            read_query(query),
            public_id(item_id),
            narrowing=self._narrowing(
                as_of=as_of,
                known_at=known_at,
                kinds=kinds,
                session=session,
                agent=agent,
                since=since,
                until=until,
                include_closed=include_closed,
            ),
            plan=self._memory._plan,  # noqa: SLF001 - one face
            limit=self._memory.settings.recall.limit if limit is None else _items(limit),
            embedder=self._memory._embedder,  # noqa: SLF001 - one face
        )

    def record_use(self, recall_id: str, item_ids: Iterable[str] | None = None) -> int:
        """Note that recalled memories were used; a read itself notes nothing.

        Args:
            recall_id: the `id` of a recall of this scope.
            item_ids: ids of the items that were used; all of them by default.

        Returns:
            How many uses were noted; 0 where the same was noted before.

        Raises:
            NotFoundError: the recall was not of this scope, or did not show such an item.
        """
        cited = read_query(recall_id)
        used = None if item_ids is None else [public_id(item) for item in item_ids]
        if is_lesson_recall(self._memory._door, self.scope, self.actor, cited):  # noqa: SLF001 - one face
            return record_lesson_use(
                self._memory._door,  # noqa: SLF001 - one face
                self.scope,
                self.actor,
                cited,
                used,
            )
        return record_use(
            self._memory._door,  # noqa: SLF001 - one face
            self.scope,
            self.actor,
            cited,
            used,
            plan=self._memory._slots.of(self.scope.tenant).plan,  # noqa: SLF001 - one face
        )

    def item(self, item_id: str) -> Item:
        """Return one turn or fact by its id, with its sources; also what holds no longer, marked.

        Args:
            item_id: as recall, facts or history gave it.

        Raises:
            NotFoundError: this scope holds no such memory.
        """
        return one_item(self._memory._door, self.scope, self.actor, public_id(item_id))  # noqa: SLF001 - one face

    def facts(
        self,
        *,
        subject: str | None = None,
        slot: str | None = None,
        as_of: Moment | None = None,
        known_at: Moment | None = None,
        include_closed: bool = False,
        limit: int = 1000,
        skip: int = 0,
    ) -> Listing[Fact]:
        """Return what is known, in the order it was learned, with sources.

        The result is a tuple; its `dropped` says how many more there are.

        Args:
            subject: only facts about this person or thing; "user" is the scope's own person.
            slot: only this kind of fact, such as "home".
            as_of: facts that held at a moment of the world's time; now by default. They name
                every source, also what was said later of that time.
            known_at: what this memory knew at a moment, as it knew it, from the sources it had.
            include_closed: also what holds no longer or was taken back.
            limit: at most so many, 1 to 100,000.
            skip: leave out so many at the beginning.
        """
        return list_facts(
            self._memory._door,  # noqa: SLF001 - one face
            self.scope,
            self.actor,
            subject=label(subject, "subject"),
            slot=label(slot, "slot"),
            as_of=None if as_of is None else to_datetime(as_of),
            known_at=None if known_at is None else to_datetime(known_at),
            include_closed=flag(include_closed, "include_closed"),
            limit=whole_number(limit, "limit", least=1, most=MAX_FACTS),
            skip=whole_number(skip, "skip", least=0, most=MOST_SKIPPED),
        )

    def history(
        self,
        fact_id: str | None = None,
        *,
        slot: str | None = None,
        subject: str | None = None,
        limit: int = 1000,
        skip: int = 0,
    ) -> Listing[HistoryEntry]:
        """Return how a fact, or everything in a slot, changed over time.

        The result is a tuple; its `dropped` says how many more changes there are.

        Args:
            fact_id, slot: of what: one of the two.
            subject: only facts about this person or thing.
            limit: at most so many changes, 1 to 100,000.
            skip: leave out so many at the beginning.

        Raises:
            InputError: an argument cannot be used.
            NotFoundError: this scope holds no such fact.
        """
        return history(
            self._memory._door,  # noqa: SLF001 - one face
            self.scope,
            self.actor,
            fact_id=None if fact_id is None else public_id(fact_id),
            slot=label(slot, "slot"),
            subject=label(subject, "subject"),
            limit=whole_number(limit, "limit", least=1, most=MAX_FACTS),
            skip=whole_number(skip, "skip", least=0, most=MOST_SKIPPED),
        )

    def reindex(self, *, progress: Callable[[int], None] | None = None) -> int:
        """Give every memory a vector of the embedder in use; return how many are still without.

        Stops and goes on as often as needed: what is done stays done.

        Raises:
            InputError: this memory has no embedder.
        """
        embedder = self._memory._embedder  # noqa: SLF001 - one face
        if embedder is None:
            raise InputError(
                "There is no embedder to reindex with.",
                remedy='Open the memory with one, such as Memory(path, embedder="local").',
            )
        return reindex(
            self._memory._door,  # noqa: SLF001 - one face
            self.scope,
            self.actor,
            embedder,
            batch_size=self._memory.settings.embedder.batch_size,
            progress=progress,
        )

    def set_owner_secret(self, secret: str, *, current: str | None = None) -> None:
        """Set the secret that shows that a person, and not an agent, approves.

        A memory has one owner; only a hash is kept. It is recorded in this scope's audit.

        Args:
            secret: 8 to 1,024 characters that are not easily guessed.
            current: the one in force, where one is set.

        Raises:
            AccessError: `current` is missing or wrong, or the actor is not the owner.
            InputError: the secret is too weak.
        """
        set_owner_secret(
            self._memory._door,  # noqa: SLF001 - one face
            self.scope,
            self.actor,
            secret,
            current=current,
        )

    def has_owner_secret(self) -> bool:
        """Say whether the owner of this memory has set a secret."""
        return has_owner_secret(self._memory._door, self.scope, self.actor)  # noqa: SLF001 - one face

    def verify_owner_secret(self, secret: str) -> bool:
        """Say whether this is the owner's secret; where none is set, nothing is."""
        return verify_owner_secret(self._memory._door, self.scope, self.actor, secret)  # noqa: SLF001 - one face

    def _narrowing(
        self,
        *,
        as_of: Moment | None,
        known_at: Moment | None,
        kinds: Iterable[str | ItemKind] | None,
        session: str | None,
        agent: str | None,
        since: Moment | None,
        until: Moment | None,
        include_closed: bool,
    ) -> Narrowing:
        moment = None if as_of is None else to_datetime(as_of)
        return Narrowing(
            moment=moment or self._memory._door.present(),  # noqa: SLF001 - one face
            as_of=moment,
            known_at=None if known_at is None else to_datetime(known_at),
            kinds=_kinds(kinds),
            session=label(session, "session"),
            agent=label(agent, "agent"),
            since=None if since is None else to_datetime(since),
            until=None if until is None else to_datetime(until),
            include_closed=flag(include_closed, "include_closed"),
        )


def _items(limit: object) -> int:
    return whole_number(limit, "limit", least=1, most=MAX_ITEMS)


def _budget(default: int | None, given: object) -> int | None:
    if given is None:
        return default
    budget = whole_number(given, "budget_tokens", least=0, most=MAX_BUDGET_TOKENS)
    return budget or None


def _kinds(kinds: Iterable[str | ItemKind] | None) -> frozenset[ItemKind]:
    if kinds is None:
        return frozenset(ItemKind)
    try:
        wanted = frozenset(
            ItemKind(kind) for kind in ([kinds] if isinstance(kinds, str) else kinds)
        )
    except (ValueError, TypeError):
        wanted = frozenset()
    if not wanted:
        raise InputError(f"kinds is {shown(kinds)}.", remedy='Give "turn", "fact" or both.')
    return wanted
