"""Mending a tenant's vocabulary: suggest from what its people's events hold, decide once for all.

Suggestions and decisions are documents in the tenant's own scope. Accepting that two attributes are
one changes the catalog, and gives each person's evidence of the one to the other, scope by scope;
accepted again, it goes on where it stopped.
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import sha256
from typing import Final

from remanent.errors import InputError, NotFoundError
from remanent.flows.catalog import VOCABULARY, tenant_scope
from remanent.flows.door import Applied, Door
from remanent.flows.release import check_operator
from remanent.flows.unmapped import READ_A_SCOPE
from remanent.model.catalog import (
    Attribute,
    Catalog,
    Suggestion,
    SuggestionKind,
    Suggestions,
    UnmappedCount,
    UnmappedPart,
    UnmappedReport,
)
from remanent.model.governance import Actor
from remanent.model.preference import Association, Evidence, Preference
from remanent.model.preference_graph import PreferenceGraph
from remanent.model.scope import Scope, ScopeKind
from remanent.model.vocabulary import Accepted, Decisions, NewItem
from remanent.ports import Snapshot, Transaction
from remanent.preferences.attributes import CONTEXT_NAMESPACE, parse_attribute
from remanent.preferences.card import SETTING_NAMESPACE
from remanent.preferences.enrichment import enriched
from remanent.preferences.learning import FOLDED_EVIDENCE, Rates, folded, strongest
from remanent.preferences.learning_documents import (
    decisions_text,
    read_decisions,
    read_suggestions,
    suggestions_text,
)
from remanent.preferences.vocabulary import MAX_REPORTED, accepted, suggest
from remanent.quoting import shown

OPEN: Final = "vocabulary suggestions"
JOINED: Final = "joined aliases"
MAX_OPEN: Final = 2_000
FEWEST_SHARED: Final = 3
ALIKE: Final = 0.8
"""Two attributes may be one where their numbers of events are at least this near each other."""

MOST_PAIRS: Final = 100
_SUGGEST_AGAIN: Final = "`remanent vocabulary suggest` lists those that wait, with their ids."

Progress = Callable[[int, int], None]


@dataclass(slots=True)
class _Met:
    """What a tenant's people's events hold, added up."""

    counts: Counter[str] = field(default_factory=Counter)
    together: Counter[tuple[str, str]] = field(default_factory=Counter)
    unmapped: Counter[tuple[UnmappedPart, str]] = field(default_factory=Counter)


def vocabulary_suggestions(
    door: Door,
    tenant: str,
    actor: Actor,
    scopes: Sequence[Scope],
    *,
    catalog: Catalog,
    limit: int,
    progress: Progress | None = None,
) -> Suggestions:
    """Suggest what would mend the vocabulary, and keep it until it is decided.

    What is sensitive is not looked at.

    Raises:
        AccessError: the actor is no operator.
    """
    check_operator(actor, "mends the vocabulary")
    met = _met(door, actor, scopes, catalog, progress)
    found = suggest(
        catalog,
        counts=met.counts,
        together=met.together,
        unmapped=_report(met, door.clock.now()),
        rejected=read_vocabulary(door, tenant, actor).rejected_ids,
        limit=limit,
    )
    _keep_open(door, tenant, actor, found.suggestions, "suggest_vocabulary")
    return found


def enrich(
    door: Door,
    tenant: str,
    actor: Actor,
    scopes: Sequence[Scope],
    items: Sequence[NewItem],
    *,
    catalog: Catalog,
    progress: Progress | None = None,
) -> Suggestions:
    """Propose attributes for items that have none, by rules, into the review.

    Args:
        items: further items, beside those of the catalog and of the events.

    Raises:
        AccessError: the actor is no operator.
    """
    check_operator(actor, "enriches the catalog")
    met = _met(door, actor, scopes, catalog, progress, pairs=False)
    items_met = (UnmappedPart.ITEM, UnmappedPart.ITEM_ATTRIBUTES)
    counts = {value: count for (part, value), count in met.unmapped.items() if part in items_met}
    found = enriched(
        catalog, items, counts, rejected=read_vocabulary(door, tenant, actor).rejected_ids
    )
    _keep_open(door, tenant, actor, found.suggestions, "enrich_catalog")
    return found


def read_vocabulary(door: Door, tenant: str, actor: Actor) -> Decisions:
    """Return what was decided."""
    with door.read(tenant_scope(tenant), actor) as snapshot:
        return read_decisions(snapshot.document(VOCABULARY) if snapshot.state.exists else None)


def accept(
    door: Door,
    tenant: str,
    actor: Actor,
    scopes: Sequence[Scope],
    suggestion_id: str,
    *,
    catalog_of: Callable[[], Catalog],
    rates: Rates,
    progress: Progress | None = None,
) -> Accepted:
    """Take a suggestion into the catalog, for good; sent again, it finishes what was left.

    Args:
        catalog_of: gives the catalog in force, before and after.

    Raises:
        AccessError: the actor is no operator. NotFoundError: nothing of that id waits.
        InputError: it was rejected, or fits no longer.
    """
    check_operator(actor, "decides on the vocabulary")
    catalog = catalog_of()

    def block(transaction: Transaction, at: datetime) -> Applied[Suggestion]:
        decisions = read_decisions(transaction.document(VOCABULARY))
        known = next((each for each in decisions.accepted if each.id == suggestion_id), None)
        if known is not None:
            return Applied(known, {})
        if suggestion_id in decisions.rejected_ids:
            raise InputError(
                "That suggestion was rejected, which is final.",
                remedy="Write an alias into the catalog if it is wanted after all.",
            )
        found = _waiting(transaction, suggestion_id)
        after = accepted(catalog, [found], rejected=decisions.rejected_ids)
        if replace(after, digest=catalog.digest) == catalog:
            raise InputError(
                f"It fits no longer: {found.subject} was decided otherwise meanwhile.",
                remedy=_SUGGEST_AGAIN,
            )
        _decide(transaction, replace(decisions, accepted=(*decisions.accepted, found)), found, at)
        return Applied(found, {"accepted": 1})

    found = door.write(tenant_scope(tenant), actor, "accept_suggestion", block)
    if found.kind is not SuggestionKind.MERGE:
        return Accepted(found)
    people = [scope for scope in scopes if scope.kind is not ScopeKind.TENANT]
    joined = 0
    for done, scope in enumerate(people, 1):
        joined += _join(door, scope, actor, found, catalog=catalog, rates=rates)
        if progress is not None:
            progress(done, len(people))
    return Accepted(found, joined)


def reject(door: Door, tenant: str, actor: Actor, suggestion_id: str) -> Suggestion:
    """Turn a suggestion down: it never returns, whatever the counts.

    Raises:
        AccessError: the actor is no operator. NotFoundError: nothing of that id waits.
        InputError: it was accepted.
    """
    check_operator(actor, "decides on the vocabulary")

    def block(transaction: Transaction, at: datetime) -> Applied[Suggestion]:
        decisions = read_decisions(transaction.document(VOCABULARY))
        known = next((each for each in decisions.rejected if each.id == suggestion_id), None)
        if known is not None:
            return Applied(known, {})
        if any(each.id == suggestion_id for each in decisions.accepted):
            raise InputError(
                "That suggestion was accepted, which is final.",
                remedy="Set the catalog as it should be instead.",
            )
        found = _waiting(transaction, suggestion_id)
        _decide(transaction, replace(decisions, rejected=(*decisions.rejected, found)), found, at)
        return Applied(found, {"rejected": 1})

    return door.write(tenant_scope(tenant), actor, "reject_suggestion", block)


def _waiting(transaction: Transaction, suggestion_id: str) -> Suggestion:
    found = read_suggestions(transaction.document(OPEN)).get(suggestion_id)
    if found is None:
        raise NotFoundError(f"No suggestion {shown(suggestion_id)} waits.", remedy=_SUGGEST_AGAIN)
    return found


def _decide(
    transaction: Transaction, decisions: Decisions, found: Suggestion, at: datetime
) -> None:
    transaction.keep_document(VOCABULARY, decisions_text(decisions), at)
    waiting = read_suggestions(transaction.document(OPEN))
    waiting.pop(found.id, None)
    transaction.keep_document(OPEN, suggestions_text(waiting.values()), at)


def _keep_open(
    door: Door, tenant: str, actor: Actor, found: Sequence[Suggestion], action: str
) -> None:
    """Keep what was suggested lately, so that a decision can name it by its id."""

    def block(transaction: Transaction, at: datetime) -> Applied[None]:
        known = read_suggestions(transaction.document(OPEN))
        waiting = known | {each.id: each for each in found}
        if waiting == known:
            return Applied(None, {})
        latest = list(waiting.values())[-MAX_OPEN:]
        transaction.keep_document(OPEN, suggestions_text(latest), at)
        return Applied(None, {"suggestions": len(found)})

    if found:
        door.write(tenant_scope(tenant), actor, action, block)


def _met(
    door: Door,
    actor: Actor,
    scopes: Sequence[Scope],
    catalog: Catalog,
    progress: Progress | None,
    *,
    pairs: bool = True,
) -> _Met:
    met = _Met()
    people = [scope for scope in scopes if scope.kind is not ScopeKind.TENANT]
    for done, scope in enumerate(people, 1):
        with door.read(scope, actor) as snapshot:
            if snapshot.state.exists:
                for name, reason, count in snapshot.unmapped(limit=READ_A_SCOPE):
                    met.unmapped[UnmappedPart(reason), name.partition(":")[2]] += count
                if pairs:
                    _count(met, snapshot, catalog)
        if progress is not None:
            progress(done, len(people))
    return met


def _count(met: _Met, snapshot: Snapshot, catalog: Catalog) -> None:
    graph = snapshot.preference_graph()
    rows = {row.number: row for row in graph.rows if row is not None and _is_open(row, catalog)}
    for row in rows.values():
        met.counts[row.attribute] += row.hits
    found = 0
    for row in rows.values():
        for number, _, _ in row.associations:
            other = rows.get(number)
            if other is None or number <= row.number or found >= MOST_PAIRS:
                continue
            if row.namespace == other.namespace and _is_alike(row.hits, other.hits):
                met.together[row.attribute, other.attribute] += _shared(snapshot, row, other)
                found += 1


def _is_open(row: Preference, catalog: Catalog) -> bool:
    name = row.namespace
    is_taste = row.hits > 0 and name not in (CONTEXT_NAMESPACE, SETTING_NAMESPACE)
    return is_taste and not catalog.namespace(name).is_sensitive


def _is_alike(one: int, other: int) -> bool:
    return min(one, other) >= max(FEWEST_SHARED, ALIKE * max(one, other))


def _shared(snapshot: Snapshot, one: Preference, other: Preference) -> int:
    first, second = (
        {each.event_seq for each in snapshot.evidence(row.number, limit=FOLDED_EVIDENCE)}
        for row in (one, other)
    )
    return len(first & second)


def _report(met: _Met, now: datetime) -> UnmappedReport:
    counts = [
        UnmappedCount(part, value, count, now, now)
        for (part, value), count in sorted(met.unmapped.items(), key=lambda each: (-each[1], each))
        if part is not UnmappedPart.EVENT
    ]
    return UnmappedReport(tuple(counts[:MAX_REPORTED]), 0, max(len(counts) - MAX_REPORTED, 0))


def join_aliases(
    door: Door,
    tenant: str,
    actor: Actor,
    scopes: Sequence[Scope],
    *,
    catalog: Catalog,
    rates: Rates,
) -> int:
    """Give everybody's evidence of what is only another name by now to what is meant.

    Where nobody could speak of it any more it could not be pinned away either. Aliases that were
    worked through are noted; stopped, and called again, it goes on.

    Returns:
        In how many scopes something was joined.
    """
    names = sorted((key, meant.key) for key, meant in catalog.aliases.items())
    digest = sha256(json.dumps(names, ensure_ascii=True).encode()).hexdigest() if names else None
    with door.read(tenant_scope(tenant), actor) as snapshot:
        if digest == (snapshot.document(JOINED) if snapshot.state.exists else None):
            return 0
    joined = 0
    for scope in scopes if names else ():
        if scope.kind is not ScopeKind.TENANT:
            pairs = _other_names(door, scope, actor, catalog)
            joined += _join_pairs(door, scope, actor, pairs, catalog=catalog, rates=rates)

    def block(transaction: Transaction, at: datetime) -> Applied[None]:
        if digest is None:
            transaction.delete_document(JOINED)
        else:
            transaction.keep_document(JOINED, digest, at)
        return Applied(None, {"aliases": len(names)})

    door.write(tenant_scope(tenant), actor, "join_aliases", block)
    return joined


def _other_names(door: Door, scope: Scope, actor: Actor, catalog: Catalog) -> dict[str, Attribute]:
    """Return what a scope holds under other names, and what is meant by each."""
    with door.read(scope, actor) as snapshot:
        rows = snapshot.preference_graph().rows if snapshot.state.exists else ()
    held = [row.attribute for row in rows if row is not None and row.text is None]
    return {
        key: meant
        for key in held
        if key.removeprefix("!") in catalog.aliases
        and (meant := catalog.meant(parse_attribute(key))).key != key
    }


def _join(
    door: Door,
    scope: Scope,
    actor: Actor,
    merge: Suggestion,
    *,
    catalog: Catalog,
    rates: Rates,
) -> int:
    """Give one person's evidence of an attribute, like and dislike, to the one it is by now."""
    assert merge.target is not None, "a merge names what an attribute becomes"
    subject = parse_attribute(merge.subject)
    target = catalog.meant(parse_attribute(merge.target))
    negative = Attribute(f"!{target.key}", target.namespace, target.name, is_negative=True)
    pairs = {subject.key: target, f"!{subject.key}": negative}
    with door.read(scope, actor) as snapshot:
        if not snapshot.state.exists or not snapshot.preferences(pairs):
            return 0
    return _join_pairs(door, scope, actor, pairs, catalog=catalog, rates=rates)


def _join_pairs(
    door: Door,
    scope: Scope,
    actor: Actor,
    pairs: Mapping[str, Attribute],
    *,
    catalog: Catalog,
    rates: Rates,
) -> int:
    """Join pairs one after the other, each on what the one before left; 1 where any was held."""

    def joined(key: str, attribute: Attribute) -> int:
        def block(transaction: Transaction, _: datetime) -> Applied[int]:
            held = transaction.preferences([key, attribute.key])
            old = held.get(key)
            if old is None:
                return Applied(0, {})
            new = held.get(attribute.key) or Preference(
                attribute=attribute.key,
                number=transaction.new_attribute_number(),
                shown=None if attribute.text == attribute.key else attribute.text,
            )
            _merge_rows(transaction, old, new, catalog, rates)
            return Applied(1, {"attributes": 1})

        return door.write(scope, actor, "merge_attributes", block)

    return int(sum(joined(key, attribute) for key, attribute in pairs.items()) > 0)


def _merge_rows(
    transaction: Transaction, old: Preference, new: Preference, catalog: Catalog, rates: Rates
) -> None:
    graph, seq = transaction.preference_graph(), transaction.state.last_seq
    transaction.merge_evidence(old, new)
    evidence = transaction.evidence(new.number, limit=FOLDED_EVIDENCE)
    hits, contexts = _counts(old, new, evidence)
    outcomes = old.outcomes + new.outcomes
    value = old.outcome_value * old.outcomes + new.outcome_value * new.outcomes
    known = new._replace(
        pin=old.pin if new.pin is None else new.pin,
        first_at=min(filter(None, (old.first_at, new.first_at)), default=None),
        last_at=max(filter(None, (old.last_at, new.last_at)), default=None),
        asked_at=max(filter(None, (old.asked_at, new.asked_at)), default=None),
        outcomes=outcomes,
        outcome_value=value / outcomes if outcomes else 0.0,
        associations=_joined(old, new, rates),
        changed_seq=seq,
        hits=hits,
        contexts=contexts,
    )
    half_life = catalog.namespace_of(new.attribute).half_life_days
    rows = [folded(known, evidence, half_life_days=half_life, rates=rates)]
    rows += _repointed(graph, old, new, seq, rates)
    transaction.write_preferences(rows)


def _counts(old: Preference, new: Preference, evidence: Sequence[Evidence]) -> tuple[int, int]:
    """Return hits and contexts: what both were shown by counts once, as far as can be read."""
    if len(evidence) < FOLDED_EVIDENCE:
        hits = sum(not each.is_context for each in evidence)
        return hits, len(evidence) - hits
    return old.hits + new.hits, old.contexts + new.contexts


def _joined(old: Preference, new: Preference, rates: Rates) -> tuple[Association, ...]:
    """Return the associations of both, the stronger where both have one; each fires with itself."""
    found: dict[int, Association] = {}
    for number, strength, at in (*old.associations, *new.associations):
        meant = new.number if number == old.number else number
        known = found.get(meant)
        if known is None or strength > known[1]:
            found[meant] = (meant, strength, at)
    return strongest(found.values(), rates=rates)


def _repointed(
    graph: PreferenceGraph, old: Preference, new: Preference, seq: int, rates: Rates
) -> list[Preference]:
    """Return the rows that were associated with what is gone, associated with what it became."""
    rows: list[Preference] = []
    for row in graph.rows:
        if row is None or row.number in (old.number, new.number):
            continue
        own = {each[0]: each for each in row.associations}
        gone = own.pop(old.number, None)
        if gone is None:
            continue
        moved = (new.number, gone[1], gone[2])
        own[new.number] = max(own.get(new.number, moved), moved, key=lambda each: each[1])
        rows.append(
            row._replace(associations=strongest(own.values(), rates=rates), changed_seq=seq)
        )
    return rows
