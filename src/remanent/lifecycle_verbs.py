"""The public face of what becomes of facts: how they are kept, and how acting on them went.

Each verb reads what it was given and hands it to its flow.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from remanent.entity_verbs import EntityVerbs
from remanent.errors import InputError
from remanent.facts.fusion import Cluster
from remanent.flows.diff import diff
from remanent.flows.door import Door
from remanent.flows.fact_outcome import is_recall, record_fact_outcome
from remanent.flows.feed import feed, feed_counts
from remanent.flows.fuse import fuse, unfuse
from remanent.flows.inputs import (
    chosen,
    flag,
    label,
    public_id,
    public_ids,
    read_query,
    time_zone,
    whole_number,
)
from remanent.flows.lesson_inputs import read_judge
from remanent.flows.lesson_outcome import is_lesson_recall, record_lesson_outcome
from remanent.flows.maintain import count_drift, maintain, rebuild_retention
from remanent.flows.observation_inputs import read_attributes, read_outcome
from remanent.flows.preference_outcome import record_preference_outcome
from remanent.flows.retention import Kept, kept
from remanent.flows.rollback import restore, rollback, rollbacks
from remanent.flows.slots import TenantRules
from remanent.model.feed import DayCounts, Difference, FeedEntry, Rollback
from remanent.model.governance import OWNER, Actor
from remanent.model.instants import to_datetime
from remanent.model.lesson import Judge
from remanent.model.listing import Listing
from remanent.model.remembered import ChangeKind
from remanent.model.retention import Maintained
from remanent.model.scope import Scope, ScopeKind
from remanent.model.upkeep import Drift, Finding
from remanent.ports import Embedder
from remanent.preference_verbs import Moment, PreferenceDesk, Texts

MOST_MAINTAINED = 1_000_000
MOST_LISTED = 100_000
MOST_SKIPPED = 1_000_000_000


@dataclass(frozen=True, slots=True)
class LifecycleDesk:
    """What the lifecycle verbs of every scope of one memory share."""

    door: Door
    tenant_rules: TenantRules
    embedder: Embedder | None = None

    def maintain(
        self, scope: Scope, actor: Actor, *, limit: int, at: datetime | None
    ) -> Maintained:
        """Do what is due in one scope."""
        plan = self.tenant_rules.of(scope.tenant).plan
        return maintain(self.door, scope, actor, plan=plan, limit=limit, at=at)

    def examine(
        self, found: Sequence[Finding], scopes: Iterable[Scope], *, mends: bool
    ) -> tuple[Finding, ...]:
        """Add to what is wrong with a store the facts that are not kept as the log says.

        Args:
            found: what is wrong; where only a backup helps, nothing is added.
            scopes: those to look at whatever was found there.
            mends: build their state again, and say what is wrong still.
        """
        if not all(each.is_mendable for each in found):
            return tuple(found)
        unkept = {each.scope for each in found if each.kind is Drift.RETENTION}
        others = [each for each in found if each.kind is not Drift.RETENTION]
        for scope in dict.fromkeys((*scopes, *unkept)):
            if scope is None or scope.kind is ScopeKind.TENANT:
                continue
            plan = self.tenant_rules.of(scope.tenant).plan
            if mends:
                rebuild_retention(self.door, scope, OWNER, plan=plan)
            count = count_drift(self.door, scope, OWNER, plan=plan)
            if count:
                what = f"{count} facts are not kept as the log says."
                others.append(
                    Finding(
                        Drift.RETENTION, scope, count, what, is_mendable=True,
                        remedy="Run `remanent doctor --full --mend`.",
                    )
                )  # fmt: skip
        return tuple(others)


def as_moment(at: Moment | None) -> datetime | None:
    """Read a moment, where one was given."""
    return None if at is None else to_datetime(at)


class LifecycleVerbs(EntityVerbs):
    """What a scope offers of the life of its facts."""

    scope: Scope
    actor: Actor
    _desk: PreferenceDesk
    _lifecycle: LifecycleDesk

    def record_outcome(
        self,
        token: str,
        outcome: float | None = None,
        *,
        helped: bool | None = None,
        attributes: Texts = None,
        item_ids: Iterable[str] | None = None,
        condition_fired: bool | None = None,
        by: str | Judge | None = None,
        session: str | None = None,
    ) -> int:
        """Say how acting on what was shown went; each thing shown takes one outcome.

        A success of a lesson counts only where its condition fired, a failure always.

        Args:
            token: the `id` of a recall (of memories or lessons), card, decision or trigger.
            outcome: from -1 (it went wrong) to 1 (it helped).
            helped: the same in one word: True is 1, False is -1.
            attributes: of a card, those it is about; all that were shown by default.
            item_ids: of a recall, those it is about; all that were shown by default.
            condition_fired: of lessons, whether their condition fired; what the recall knew of
                the situation by default.
            by: of lessons, who says so: "person", whose word outranks, or "inferred"; by default
                a person where the owner calls.
            session: of lessons, a label.

        Returns:
            For how many facts, preferences or lessons it counted.

        Raises:
            NotFoundError: the id is not of this scope, or did not show that.
            InputError: the outcome cannot be used, or there is one already; nothing changed.
        """
        if (outcome is None) == (helped is None):
            raise InputError(
                "An outcome is one number, or one word.", remedy="Give outcome=… or helped=…."
            )
        given = outcome if helped is None else (1.0 if flag(helped, "helped") else -1.0)
        value = read_outcome(given)
        cited = read_query(token)
        if is_lesson_recall(self._lifecycle.door, self.scope, self.actor, cited):
            return record_lesson_outcome(
                self._lifecycle.door,
                self.scope,
                self.actor,
                cited,
                outcome=value,
                item_ids=public_ids(item_ids, "item_ids"),
                condition_fired=None
                if condition_fired is None
                else flag(condition_fired, "condition_fired"),
                judge=None if by is None else read_judge(by),
                session=label(session, "session"),
            )
        if is_recall(self._lifecycle.door, self.scope, self.actor, cited):
            return record_fact_outcome(
                self._lifecycle.door,
                self.scope,
                self.actor,
                cited,
                outcome=value,
                item_ids=public_ids(item_ids, "item_ids"),
                plan=self._lifecycle.tenant_rules.of(self.scope.tenant).plan,
            )
        catalog = self._desk.catalogs.of(self.scope.tenant)
        return record_preference_outcome(
            self._desk.door,
            self.scope,
            self.actor,
            cited,
            outcome=value,
            attributes=read_attributes(attributes, catalog),
        )

    def retention(self, fact_id: str, *, at: Moment | None = None) -> Kept:
        """Say how a fact is kept: how strong it is, what it was used for, and what is due.

        Args:
            at: as of this moment; now by default.

        Raises:
            NotFoundError: this scope holds no such fact.
        """
        return kept(
            self._lifecycle.door,
            self.scope,
            self.actor,
            public_id(fact_id),
            at=as_moment(at),
            plan=self._lifecycle.tenant_rules.of(self.scope.tenant).plan,
        )

    def feed(
        self,
        *,
        kind: str | ChangeKind | None = None,
        entity: str | None = None,
        turn: str | None = None,
        since: Moment | None = None,
        until: Moment | None = None,
        limit: int = 100,
        skip: int = 0,
    ) -> Listing[FeedEntry]:
        """Return what happened to facts, the latest first.

        The result is a tuple; its `dropped` says how many more there are.

        Args:
            kind: only "added", "reinforced", "superseded", "promoted", "archived", …
            entity: only facts that speak of this person, place or thing.
            turn: only what this turn, use or outcome caused, by its id.
            since, until: when it was recorded, half-open.
            limit: at most so many, 1 to 100,000.
            skip: leave out so many at the beginning.

        Raises:
            InputError: an argument cannot be used.
            NotFoundError: this scope holds no such turn.
        """
        return feed(
            self._lifecycle.door,
            self.scope,
            self.actor,
            kind=_change(kind),
            entity=label(entity, "entity"),
            turn=None if turn is None else public_id(turn),
            since=as_moment(since),
            until=as_moment(until),
            limit=whole_number(limit, "limit", least=1, most=MOST_LISTED),
            skip=whole_number(skip, "skip", least=0, most=MOST_SKIPPED),
        )

    def feed_counts(
        self,
        *,
        since: Moment | None = None,
        until: Moment | None = None,
        zone: str | None = None,
    ) -> tuple[DayCounts, ...]:
        """Return how many changes of each kind each day saw; days without any are left out.

        Args:
            since, until: when they were recorded, half-open; the last 30 days by default.
            zone: IANA zone whose days are meant; UTC by default.
        """
        return feed_counts(
            self._lifecycle.door,
            self.scope,
            self.actor,
            since=as_moment(since),
            until=as_moment(until),
            zone=time_zone(zone, "zone"),
        )

    def diff(
        self,
        first: Moment,
        last: Moment | None = None,
        *,
        world: bool = False,
        limit: int = 1000,
    ) -> Difference:
        """Return what differs between two moments.

        Args:
            first, last: moments of record time: what this memory knew then; `last` is now by
                default.
            world: compare what held in the world at the two moments, as it is known now.
            limit: facts that are compared at most, 1 to 100,000; `dropped` says what is left.

        Raises:
            InputError: an argument cannot be used, or the moments stand in the wrong order.
        """
        return diff(
            self._lifecycle.door,
            self.scope,
            self.actor,
            to_datetime(first),
            as_moment(last) or self._lifecycle.door.present(),
            is_of_world=flag(world, "world"),
            limit=whole_number(limit, "limit", least=1, most=MOST_LISTED),
        )

    def rollback(
        self,
        to: Moment | None = None,
        *,
        turn: str | None = None,
        idempotency_key: str | None = None,
    ) -> Rollback:
        """Go back to a moment of record time, or to right after a turn, on a new branch.

        What was recorded later is set aside: it is read no more, and nothing of it is deleted;
        `restore` brings it back. Turns, facts, their uses and vectors go. BEHAVIOURS STAY, and so
        do the preferences that they taught, and what the owner decided.

        Args:
            to: what was recorded at this moment stays.
            turn: id of the last turn that stays.
            idempotency_key: the same key again goes back once.

        Raises:
            AccessError: the actor is neither the owner nor an operator.
            NotFoundError: this scope holds no such turn.
            InputError: not exactly one was given, or nothing was recorded after it.
            IdempotencyError: the key was used for something else.
        """
        if (to is None) == (turn is None):
            raise InputError("One moment, or one turn, says where to go back to.")
        return rollback(
            self._lifecycle.door,
            self.scope,
            self.actor,
            moment=as_moment(to),
            turn=None if turn is None else public_id(turn),
            rules=self._lifecycle.tenant_rules.of(self.scope.tenant),
            idempotency_key=label(idempotency_key, "idempotency_key"),
        )

    def rollbacks(self) -> tuple[Rollback, ...]:
        """Return every rollback, the first first."""
        return rollbacks(self._lifecycle.door, self.scope, self.actor)

    def restore(self, number: int, *, idempotency_key: str | None = None) -> Rollback:
        """Bring back what a rollback set aside, beside what was said since.

        Args:
            number: of the rollback.
            idempotency_key: the same key again brings it back once.

        Raises:
            AccessError: the actor is neither the owner nor an operator.
            NotFoundError: there is no such rollback.
            InputError: it was brought back already.
        """
        # What another process has set in the last second counts as well: nothing mends it later.
        self._lifecycle.tenant_rules.look_again(self.scope.tenant)
        return restore(
            self._lifecycle.door,
            self.scope,
            self.actor,
            whole_number(number, "number", least=1, most=MOST_SKIPPED),
            rules=self._lifecycle.tenant_rules.of(self.scope.tenant),
            idempotency_key=label(idempotency_key, "idempotency_key"),
        )

    def fuse(self, *, dry_run: bool = False, limit: int = 1000) -> tuple[Cluster, ...]:
        """Let one fact stand for several that say nearly the same, told within a week.

        The others are hidden, not lost: `unfuse` takes it back. Run again, it changes nothing.

        Args:
            dry_run: only say what would be done.
            limit: clusters at most, 1 to 100,000.
        """
        return fuse(
            self._lifecycle.door,
            self.scope,
            self.actor,
            rules=self._lifecycle.tenant_rules.of(self.scope.tenant),
            is_dry=flag(dry_run, "dry_run"),
            limit=whole_number(limit, "limit", least=1, most=MOST_LISTED),
            embedder=self._lifecycle.embedder,
        )

    def unfuse(self, fact_id: str) -> tuple[str, ...]:
        """Let what stands behind a fact, or a fact that stands behind another, stand again.

        Returns:
            The ids of the facts that stand again; they are kept apart from then on.

        Raises:
            NotFoundError: this scope holds no such fact.
            InputError: nothing was merged there.
        """
        return unfuse(
            self._lifecycle.door,
            self.scope,
            self.actor,
            public_id(fact_id),
            plan=self._lifecycle.tenant_rules.of(self.scope.tenant).plan,
        )

    def maintain(self, *, limit: int = 100_000, at: Moment | None = None) -> Maintained:
        """Demote, archive and prune what is due; nothing else is read.

        Stopped, and called again, it goes on; called once more, it changes nothing.

        Args:
            limit: facts at most, 1 to 1,000,000; `left` says whether more is due.
            at: as of this moment; now by default.
        """
        return self._lifecycle.maintain(
            self.scope,
            self.actor,
            limit=whole_number(limit, "limit", least=1, most=MOST_MAINTAINED),
            at=as_moment(at),
        )


def _change(kind: object) -> ChangeKind | None:
    return None if kind is None else chosen(kind, ChangeKind, "kind")
