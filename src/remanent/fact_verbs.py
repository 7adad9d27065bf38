"""The public face of what was said and what is known: remember, recall, look things up.

Each verb reads what it was given and hands it to its flow.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from remanent.errors import InputError
from remanent.flows.door import Door
from remanent.flows.explain import explain
from remanent.flows.facts import list_facts
from remanent.flows.history import HistoryEntry, history
from remanent.flows.inputs import (
    chosen,
    flag,
    label,
    public_id,
    public_ids,
    read_messages,
    read_query,
    read_statements,
    several,
    time_zone,
    whole_number,
)
from remanent.flows.items import one_item
from remanent.flows.lesson_outcome import is_lesson_recall, record_lesson_use
from remanent.flows.not_yet import not_yet
from remanent.flows.recall import RecallPlan, recall
from remanent.flows.record_use import record_use
from remanent.flows.reindex import reindex
from remanent.flows.remember import remember
from remanent.flows.searching import Narrowing
from remanent.flows.slots import TenantRules
from remanent.model.event import Message
from remanent.model.fact import Fact, Statement
from remanent.model.governance import Actor
from remanent.model.instants import to_datetime
from remanent.model.listing import Listing
from remanent.model.recall import Explanation, Item, ItemKind, Recall
from remanent.model.remembered import Remembered
from remanent.model.scope import Scope
from remanent.model.work import Work
from remanent.model_verbs import ModelDesk
from remanent.ports import Embedder
from remanent.settings import Settings

MAX_ITEMS = 1000
MAX_BUDGET_TOKENS = 1_000_000
MAX_FACTS = 100_000
MOST_RECALL_SKIPPED = 10_000
MOST_SKIPPED = 1_000_000_000

Given = str | Mapping[str, object] | Message | Iterable[str | Mapping[str, object] | Message]
GivenFacts = (
    str | Mapping[str, object] | Statement | Iterable[str | Mapping[str, object] | Statement]
)
Moment = datetime | str | int | float


@dataclass(frozen=True, slots=True, kw_only=True)
class FactDesk:
    """What the verbs of turns and facts of every scope of one memory share.

    Args:
        settings: bounds, and the defaults of what a call leaves out.
        plan: how a recall ranks.
    """

    door: Door
    tenant_rules: TenantRules
    settings: Settings
    plan: RecallPlan
    embedder: Embedder | None


class FactVerbs:
    """Take in what is said, and find it again."""

    scope: Scope
    actor: Actor
    _facts: FactDesk
    _models: ModelDesk

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
        settings = self._facts.settings.remember
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
            self._facts.door,
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
            embedder=self._facts.embedder,
            batch_size=self._facts.settings.embedder.batch_size,
            rules=self._facts.tenant_rules.of(self.scope.tenant),
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
        settings = self._facts.settings.recall
        found = recall(
            self._facts.door,
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
            plan=self._facts.plan,
            limit=settings.limit if limit is None else _items(limit),
            budget_tokens=_budget(settings.budget_tokens, budget_tokens),
            skip=whole_number(skip, "skip", least=0, most=MOST_RECALL_SKIPPED),
            embedder=self._facts.embedder,
        )
        return not_yet(self._facts.door, self.scope, self.actor, found)

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
            self._facts.door,
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
            plan=self._facts.plan,
            limit=self._facts.settings.recall.limit if limit is None else _items(limit),
            embedder=self._facts.embedder,
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
        used = public_ids(item_ids, "item_ids")
        if is_lesson_recall(self._facts.door, self.scope, self.actor, cited):
            return record_lesson_use(
                self._facts.door,
                self.scope,
                self.actor,
                cited,
                used,
            )
        return record_use(
            self._facts.door,
            self.scope,
            self.actor,
            cited,
            used,
            plan=self._facts.tenant_rules.of(self.scope.tenant).plan,
        )

    def item(self, item_id: str) -> Item:
        """Return one turn or fact by its id, with its sources; also what holds no longer, marked.

        Args:
            item_id: as recall, facts or history gave it.

        Raises:
            NotFoundError: this scope holds no such memory.
        """
        return one_item(self._facts.door, self.scope, self.actor, public_id(item_id))

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
            self._facts.door,
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
            self._facts.door,
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
        embedder = self._facts.embedder
        if embedder is None:
            raise InputError(
                "There is no embedder to reindex with.",
                remedy='Open the memory with one, such as Memory(path, embedder="local").',
            )
        return reindex(
            self._facts.door,
            self.scope,
            self.actor,
            embedder,
            batch_size=self._facts.settings.embedder.batch_size,
            progress=progress,
        )

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
            moment=moment or self._facts.door.present(),
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
    listed = [kinds] if isinstance(kinds, str) else several(kinds, "kinds")
    wanted = frozenset(chosen(kind, ItemKind, "A kind") for kind in listed)
    if not wanted:
        raise InputError("kinds names none.", remedy='Give "turn", "fact" or both.')
    return wanted
