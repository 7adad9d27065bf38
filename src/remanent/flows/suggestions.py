"""What waits for the owner's word: listed, taken up or turned down, and by nobody else decided.

Proposals about entities are drawn from the facts whenever they are asked for, under ids that are
hashes of what they say; they are kept once they are decided. Others were kept when they arose.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from remanent.errors import AccessError, InputError, NotFoundError
from remanent.facts.entity_proposals import entity_proposals
from remanent.flows.door import Applied, Door
from remanent.flows.entities import known_entities
from remanent.flows.replacing import end_by
from remanent.model.governance import Actor, ActorKind
from remanent.model.listing import Listing
from remanent.model.scope import Scope
from remanent.model.suggestion import Suggestion, SuggestionKind, SuggestionStatus
from remanent.ports import Snapshot, Transaction

_DONE: Final = {SuggestionStatus.ACCEPTED: "accepted", SuggestionStatus.REJECTED: "rejected"}


def list_suggestions(
    door: Door, scope: Scope, actor: Actor, *, limit: int, skip: int = 0
) -> Listing[Suggestion]:
    """Return what waits for the owner: what was kept, then what entities give rise to."""
    with door.read(scope, actor) as snapshot:
        kept = snapshot.count_suggestions(SuggestionStatus.OPEN)
        found = list(snapshot.suggestions(SuggestionStatus.OPEN, skip=skip, limit=limit))
        drawn = list(_drawn(door, snapshot).values())
    first = max(skip - kept, 0)
    found += drawn[first : first + limit - len(found)]
    return Listing(found, dropped=max(kept + len(drawn) - skip - len(found), 0))


def accept(door: Door, scope: Scope, actor: Actor, suggestion_id: str) -> Suggestion:
    """Take a suggestion up, for good.

    Raises:
        AccessError: the actor is not the owner.
        NotFoundError: this scope has no such suggestion.
        InputError: it was turned down.
    """
    return _decide(door, scope, actor, suggestion_id, SuggestionStatus.ACCEPTED)


def reject(door: Door, scope: Scope, actor: Actor, suggestion_id: str) -> Suggestion:
    """Turn a suggestion down, for good: it never returns.

    Raises:
        AccessError: the actor is not the owner.
        NotFoundError: this scope has no such suggestion.
        InputError: it was accepted.
    """
    return _decide(door, scope, actor, suggestion_id, SuggestionStatus.REJECTED)


def _decide(
    door: Door, scope: Scope, actor: Actor, suggestion_id: str, status: SuggestionStatus
) -> Suggestion:
    if actor.kind is not ActorKind.OWNER:
        raise AccessError(f"Only the owner decides on suggestions, not the {actor.kind.value}.")

    def block(transaction: Transaction, now: datetime) -> Applied[Suggestion]:
        known = transaction.suggestion(suggestion_id) or _drawn(door, transaction).get(
            suggestion_id
        )
        if known is None:
            raise NotFoundError(
                f"There is no suggestion {suggestion_id} in this scope.",
                remedy="List what is open with suggestions(); ids change with what they say.",
            )
        if known.status is status:
            return Applied(known, {})
        if known.status is not SuggestionStatus.OPEN:
            raise InputError(
                f"That suggestion was {known.status.value}, which is final.",
                remedy="Say what is right instead; what is said later counts.",
            )
        transaction.keep_suggestions([known])
        transaction.decide_suggestion(known.id, status, now)
        if status is SuggestionStatus.ACCEPTED and known.kind is SuggestionKind.CONFLICT:
            _end_the_old(transaction, known, now)
        decided = replace(known, status=status, decided_at=now)
        return Applied(decided, {_DONE[status]: 1})

    return door.write(scope, actor, f"{_DONE[status]}_suggestion", block)


def _end_the_old(transaction: Transaction, accepted: Suggestion, now: datetime) -> None:
    """Let the newer of two facts that the owner says exclude each other end the older one."""
    content = dict(accepted.content)
    seqs = transaction.fact_seqs(content.values())
    facts = transaction.facts(seqs.values())
    old, new = (facts.get(seqs.get(content[name], 0)) for name in ("old", "new"))
    if old is not None and new is not None and old.is_current and new.is_current:
        end_by(transaction, old, new, now, None)


def _drawn(door: Door, snapshot: Snapshot) -> Mapping[str, Suggestion]:
    """Return the proposals that entities give rise to and nobody has decided, by id."""
    proposed = entity_proposals(known_entities(door, snapshot))
    return {each.id: each for each in proposed if snapshot.suggestion(each.id) is None}
