"""Let one fact stand for several that say nearly the same, and take that back."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

import numpy as np
from numpy.typing import NDArray

from remanent.dynamics.fusion import fused
from remanent.errors import InputError, NotFoundError, ProviderError
from remanent.facts.fusion import MOST_FACTS, Cluster, find_clusters, may_fuse
from remanent.facts.retention import strength_now
from remanent.facts.slots import FactRules, timeline_of_fact
from remanent.flows.door import Applied, Door
from remanent.flows.keeping import note, regard
from remanent.flows.neighbours import APART, kept_apart
from remanent.model.fact import Fact
from remanent.model.governance import Actor
from remanent.model.mark import FactWrite
from remanent.model.remembered import ChangeKind
from remanent.model.retention import RetentionPlan, Use, UseKind
from remanent.model.scope import Scope
from remanent.model.work import ModelRole
from remanent.ports import Embedder, Transaction

PAGE: Final = 500
MOST_APART: Final = 10_000


def fuse(
    door: Door,
    scope: Scope,
    actor: Actor,
    *,
    rules: FactRules,
    is_dry: bool,
    limit: int,
    embedder: Embedder | None = None,
) -> tuple[Cluster, ...]:
    """Find clusters of near facts, and let the one that says most stand for each.

    Families are looked at one by one; each cluster is one short transaction, in which its members
    are read again.

    Args:
        rules: how the tenant keeps facts, and whether a model writes what they say together.
        is_dry: only say what would be done.
        limit: clusters at most.
        embedder: says how near texts are; else their words do.

    Returns:
        The clusters, as they were found.
    """
    found: list[Cluster] = []
    for family in _families(door, scope, actor):
        for cluster in find_clusters(family, _cosines(family, embedder)):
            if len(found) == limit:
                return tuple(found)
            if is_dry or _fuse_one(door, scope, actor, cluster, rules):
                found.append(cluster)
    return tuple(found)


def _families(door: Door, scope: Scope, actor: Actor) -> list[list[Fact]]:
    """Return the facts that may fuse, by subject and slot, the latest of each."""
    by_family: dict[tuple[str, str | None], list[Fact]] = {}
    with door.read(scope, actor) as snapshot:
        apart = kept_apart(snapshot) if snapshot.state.exists else frozenset[str]()
        position = 0
        while page := snapshot.all_facts(include_closed=False, after_seq=position, limit=PAGE):
            position = page[-1].seq
            for fact in page:
                if may_fuse(fact) and fact.id not in apart:
                    by_family.setdefault((fact.subject, fact.slot), []).append(fact)
    return [facts[-MOST_FACTS:] for facts in by_family.values() if len(facts) > 1]


def _cosines(facts: Sequence[Fact], embedder: Embedder | None) -> NDArray[np.float64] | None:
    """Return how near facts are by meaning; None where no embedder says so."""
    if embedder is None:
        return None
    try:
        rows = np.asarray(embedder.embed([fact.text for fact in facts]), dtype=np.float64)
    except ProviderError:
        return None
    return rows @ rows.T


def _fuse_one(door: Door, scope: Scope, actor: Actor, cluster: Cluster, rules: FactRules) -> bool:
    """Let one fact stand for the others, if all of them still stand as they were found."""

    def block(transaction: Transaction, now: datetime) -> Applied[bool]:
        seqs = [fact.seq for fact in cluster.members]
        known = transaction.facts(seqs)
        if [known.get(fact.seq) for fact in cluster.members] != list(cluster.members):
            return Applied(False, {})  # noqa: FBT003 - a result
        hide(transaction, cluster, now, rules)
        if rules.asks_model:
            transaction.enqueue([(ModelRole.FUSE, seqs)], now)
        return Applied(True, {"fused": len(cluster.hidden)})  # noqa: FBT003 - a result

    return door.write(scope, actor, "fuse", block)


def hide(
    transaction: Transaction, cluster: Cluster, now: datetime, rules: FactRules
) -> list[FactWrite]:
    """Put the members of a cluster behind the one that stands for them."""
    writes = [
        FactWrite(
            ChangeKind.FUSED,
            replace(fact, hidden_by=cluster.standing.id),
            timeline_of_fact(fact),
        )
        for fact in cluster.hidden
    ]
    transaction.write_facts(writes, now)
    regard(transaction, [write.fact for write in writes], rules.plan)
    take_over(transaction, cluster.standing, cluster.members, now, rules.plan)
    return writes


def take_over(
    transaction: Transaction,
    standing: Fact,
    members: Sequence[Fact],
    now: datetime,
    plan: RetentionPlan | None,
) -> None:
    """Give a fact that stands for others what they were together (FORMULAS §6)."""
    held = transaction.retentions(fact.seq for fact in members)
    if not held:
        return
    turn = transaction.state.turn_clock
    together = fused(
        strengths=[strength_now(each, now, turn) for each in held.values()],
        importances=[each.importance for each in held.values()],
        helpful_uses=[each.helped for each in held.values()],
    )
    use = Use(
        fact_seq=standing.seq,
        at=now,
        event_seq=transaction.state.last_seq,
        kind=UseKind.FUSED,
        turn=turn,
        value=float(len(members)),
        relevance=together.strength,
        importance=together.importance,
        helped=together.helpful_uses,
    )
    note(transaction, [use], now, plan)


def unfuse(
    door: Door, scope: Scope, actor: Actor, fact_id: str, *, plan: RetentionPlan | None = None
) -> tuple[str, ...]:
    """Let what stands behind a fact, or a fact that stands behind another, stand for itself.

    They are kept apart from then on.

    Args:
        plan: how the tenant keeps facts.

    Returns:
        The ids of the facts that stand again.

    Raises:
        NotFoundError: this scope holds no such fact.
        InputError: nothing stands behind it, and it stands behind nothing.
    """

    def block(transaction: Transaction, now: datetime) -> Applied[tuple[str, ...]]:
        seq = transaction.fact_seqs([fact_id]).get(fact_id)
        if seq is None:
            raise NotFoundError(f"There is no fact {fact_id} in this scope.")
        fact = transaction.facts([seq])[seq]
        behind = transaction.merged_into([fact_id]).get(fact_id, ())
        hidden = [fact] if fact.hidden_by is not None else []
        hidden += transaction.facts(behind).values()
        if not hidden:
            raise InputError("Nothing stands behind this fact.", remedy="Name one that was merged.")
        writes = [
            FactWrite(ChangeKind.UNFUSED, replace(each, hidden_by=None), timeline_of_fact(each))
            for each in hidden
        ]
        transaction.write_facts(writes, now)
        regard(transaction, [write.fact for write in writes], plan)
        ids = [each.id for each in hidden]
        apart = [*kept_apart(transaction), *ids][-MOST_APART:]
        transaction.keep_document(APART, json.dumps(list(dict.fromkeys(apart))), now)
        return Applied(tuple(ids), {"unfused": len(ids)})

    return door.write(scope, actor, "unfuse", block)
