"""Why a memory was or was not recalled for a question."""

from collections.abc import Sequence
from dataclasses import replace

from remanent.errors import NotFoundError
from remanent.facts.query import parse_query
from remanent.facts.relevance import BEST_ITEMS
from remanent.facts.subjects import words_if_about_owner
from remanent.flows.door import Door
from remanent.flows.recall import (
    Picked,
    RecallPlan,
    is_relevant,
    pick,
    question_vector,
    read_question,
)
from remanent.flows.searching import Candidate, Narrowing, know_owner, know_walk, rank_scope, walk
from remanent.model.governance import Actor
from remanent.model.recall import Explanation
from remanent.model.scope import Scope
from remanent.ports import Embedder


def explain(
    door: Door,
    scope: Scope,
    actor: Actor,
    text: str,
    item_id: str,
    *,
    narrowing: Narrowing,
    plan: RecallPlan,
    limit: int,
    embedder: Embedder | None = None,
) -> Explanation:
    """Say where a memory stands for a question, and what decided it.

    Raises:
        NotFoundError: this scope holds no such memory.
    """
    narrowing = replace(narrowing, asked=words_if_about_owner(text, scope.name))
    is_blank = parse_query(text).is_blank
    vector = None
    if not is_blank:
        vector, _ = question_vector(door, scope, actor, text, embedder=embedder)
    with door.read(scope, actor) as snapshot:
        seq = (snapshot.event_seqs([item_id]) | snapshot.fact_seqs([item_id])).get(item_id)
        if seq is None:
            raise NotFoundError(f"There is no memory {item_id} in this scope.")
        if is_blank:
            return Explanation(item_id, recalled=False, rank=None, reason="The query is blank.")
        narrowing = know_walk(snapshot, know_owner(snapshot, narrowing), text, hops=plan.hops)
        ranking = rank_scope(
            snapshot,
            read_question(snapshot, text, narrowing, plan),
            plan.weights,
            narrowing=narrowing,
            fingerprint=None if embedder is None or vector is None else embedder.fingerprint,
            query_vector=vector,
            fuses_ranks=plan.fuses_ranks,
            hops=plan.hops,
        )
        candidates = list(walk(snapshot, ranking, narrowing))
        looked_at: list[Candidate] = []
        picked = pick(candidates, max(limit, BEST_ITEMS), looked_at)
        shown = picked[:limit]
    rank, found = next(
        ((place, each) for place, each in enumerate(candidates, 1) if each.seq == seq),
        (0, None),
    )
    if found is None:
        return Explanation(
            item_id, recalled=False, rank=None, reason="It is no turn and no fact: nothing to find."
        )
    recalled = False
    if not is_relevant(ranking, picked, looked_at, plan):
        reason = "Nothing in memory is near the question."
    else:
        recalled, reason = _fate(found, shown, better=rank - 1, limit=limit)
    return Explanation(
        item_id,
        recalled=recalled,
        rank=rank,
        reason=reason,
        score=round(float(ranking.totals[found.place]), 6),
        signals=ranking.breakdown(found.place),
    )


def _fate(
    found: Candidate, shown: Sequence[Picked], *, better: int, limit: int
) -> tuple[bool, str]:
    """Return whether a candidate is in the answer, and a sentence that says why."""
    for place, each in enumerate(shown, 1):
        if found.seq in (each.lead.seq, each.turn.seq if each.turn else None):
            return True, f"It is item {place} of the answer."
        if found.seq in each.lead.source_seqs:
            return True, f"It is the source of item {place}, a fact that was drawn from it."
    if found.refusal is not None:
        return False, f"Left out: {found.refusal}."
    return False, f"{better} memories match better, and {limit} were asked for."
