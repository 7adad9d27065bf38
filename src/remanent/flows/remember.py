"""Take in what was said. The words are durable first; everything else builds on them."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from remanent.errors import IdempotencyError, ProviderError
from remanent.facts.injected import without_injected
from remanent.facts.slots import BY_THE_RULES, FactRules
from remanent.facts.surprise import Surprised, Turn
from remanent.flows.door import Applied, Door
from remanent.flows.embedding import embed_new
from remanent.flows.inputs import request_digest
from remanent.flows.queueing import PENDING, Queued, QueuePlan, enqueue, judge_turns
from remanent.flows.settling import settle
from remanent.model.event import Event, EventKind, Message, Origin, Role
from remanent.model.fact import Statement
from remanent.model.governance import Actor
from remanent.model.remembered import ChangeKind, FactChange, Remembered
from remanent.model.scope import Scope
from remanent.model.work import Work
from remanent.ports import Embedder, Transaction
from remanent.quoting import shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from remanent.text.rule_extraction import Extraction

OWNER = "user"
STAND_IN = "Quentin"
"""A name for the rules to read where a sentence says "the user"."""

_THE_USER = re.compile(r"\A\s*(?:the )?user(?='s\b| )", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Said:
    """One event to be, with what was drawn from it.

    Args:
        is_covered: its statements say all of it, so that its words need not be found.
        says_nothing: the rules know that it states nothing ("ok, thanks").
    """

    message: Message
    at: datetime
    kind: EventKind
    statements: tuple[Statement, ...]
    is_covered: bool
    says_nothing: bool = False


@dataclass(frozen=True, slots=True)
class _Stored:
    """What a write did: the receipt, the number of its first event, what waits for a model."""

    result: Remembered
    first_seq: int = 0
    work: tuple[Work, ...] = ()


def remember(
    door: Door,
    scope: Scope,
    actor: Actor,
    messages: Sequence[Message],
    statements: Sequence[Statement],
    *,
    said_in: Message,
    idempotency_key: str | None = None,
    extracts: bool = True,
    embedder: Embedder | None = None,
    batch_size: int = 64,
    rules: FactRules = BY_THE_RULES,
    queue: QueuePlan | None = None,
) -> tuple[Remembered, tuple[Work, ...]]:
    """Store turns and explicit facts, and what certain rules draw from them.

    One transaction holds the log, the facts and the words. With an embedder a second, equally
    atomic one follows; if the embedder fails, `pending` says so and `reindex` finishes it. What
    waits for a model is `pending` too.

    Args:
        said_in: the labels, the zone and the time of the statements.
        rules: what the tenant says of slots.
        queue: which turns wait for a model; None where there is none.

    Returns:
        The receipt, and what was added to the queue.
    """
    now = door.clock.now()
    said = [
        _read_turn(scope, message, message.at or _after(now, place), extracts=extracts)
        for place, message in enumerate(messages)
    ]
    said += [
        _read_statement(
            statement, said_in, said_in.at or _after(now, len(messages) + place), extracts=extracts
        )
        for place, statement in enumerate(statements)
    ]
    digest = request_digest(messages, statements, said_in) if idempotency_key is not None else ""

    verdicts = _judged(door, scope, actor, said, queue)

    def block(transaction: Transaction, recorded_at: datetime) -> Applied[_Stored]:
        if idempotency_key is not None:
            kept = transaction.request(idempotency_key)
            if kept is not None:
                return Applied(_Stored(_kept_reply(kept, digest, idempotency_key)), {})
        if not said:
            return Applied(_Stored(Remembered(event_ids=())), {})
        first_seq = transaction.state.last_seq + 1
        events = [_event(each, door.ids.new_id(recorded_at), recorded_at) for each in said]
        seqs = transaction.append_events(events, covered=[each.is_covered for each in said])
        stored = [replace(event, seq=seq) for event, seq in zip(events, seqs, strict=True)]
        changes = settle(
            transaction,
            [(event, each.statements) for event, each in zip(stored, said, strict=True)],
            recorded_at,
            rules,
        )
        result = Remembered(
            event_ids=tuple(event.id for event in events),
            changes=tuple(changes),
            deduplicated=_only_repeats(said, changes),
            skipped=_left_out(messages),
        )
        queued = Queued()
        if queue is not None:
            queued = enqueue(transaction, stored[: len(verdicts)], verdicts, queue, recorded_at)
            result = _with_queued(result, queued)
        if idempotency_key is not None:
            transaction.keep_request(idempotency_key, digest, _encode(result))
        counts = {"events": len(events), "fact_changes": len(changes)}
        return Applied(_Stored(result, first_seq, queued.work), counts)

    done = door.write(scope, actor, "remember", block)
    result = done.result
    if embedder is None or done.first_seq == 0:
        return result, done.work
    try:
        left = embed_new(
            door, scope, actor, embedder, after_seq=done.first_seq - 1, batch_size=batch_size
        )
    except ProviderError:
        left = len(said)
    if left:
        result = replace(result, pending=("embedding", *result.pending))
    return result, done.work


def _judged(
    door: Door,
    scope: Scope,
    actor: Actor,
    said: Sequence[_Said],
    queue: QueuePlan | None,
) -> tuple[Surprised, ...]:
    """Ask the gate about every turn, before anything is locked."""
    turns = [
        Turn(
            text=each.message.text,
            role=each.message.role,
            origin=each.message.origin,
            statements=each.statements,
            is_covered=each.is_covered or each.says_nothing,
        )
        for each in said
        if each.kind is EventKind.TURN
    ]
    if queue is None or not turns:
        return ()
    with door.read(scope, actor) as snapshot:
        return judge_turns(snapshot, turns, queue)


def _with_queued(result: Remembered, queued: Queued) -> Remembered:
    skipped = result.skipped
    if queued.crowded:
        skipped += (f"{queued.crowded} turns were not left for a model: too much waits already",)
    pending = (PENDING,) if queued.work else ()
    return replace(result, pending=pending, skipped=skipped)


def _after(now: datetime, place: int) -> datetime:
    """Keep the order of speech among messages that came without a time."""
    return now + timedelta(microseconds=place)


def _read_turn(scope: Scope, message: Message, at: datetime, *, extracts: bool) -> _Said:
    if not extracts:
        return _Said(message, at, EventKind.TURN, (), is_covered=False)
    found = _extract()(
        without_injected(message.text).text,
        role=message.role,
        origin=message.origin,
        speaker=message.speaker,
        at=at,
        zone=message.zone,
    )
    if not found.statements:
        return _Said(message, at, EventKind.TURN, (), is_covered=False, says_nothing=found.covered)
    subject = _speaker_subject(scope, message)
    statements = tuple(
        replace(each, subject=subject) if each.subject == "user" else each
        for each in found.statements
    )
    return _Said(message, at, EventKind.TURN, statements, is_covered=found.covered)


def _speaker_subject(scope: Scope, message: Message) -> str:
    """Name the speaker: the scope's own person is "user", anybody else goes by name."""
    if message.speaker is None or message.speaker.casefold() == scope.name.casefold():
        return "user"
    return message.speaker


def _read_statement(
    statement: Statement, said_in: Message, at: datetime, *, extracts: bool
) -> _Said:
    message = replace(said_in, text=statement.text)
    statements: tuple[Statement, ...] = (statement,)
    if extracts and statement.slot is None and statement.value is None:
        statements = _sorted_out(statement, message, at) or statements
    return _Said(message, at, EventKind.STATEMENT, statements, is_covered=True)


def _sorted_out(bare: Statement, message: Message, at: datetime) -> tuple[Statement, ...]:
    """Give a fact that came as a bare sentence its slot and value, where the rules are certain.

    So "works at Halden" given as a sentence ends "works at Nordlys" as it would in conversation.
    The sentence stays the fact's text.
    """
    named = _THE_USER.sub(STAND_IN, bare.text) if bare.subject == OWNER else bare.text
    found = _extract()(
        named, role=Role.USER, origin=Origin.PERSON, speaker=None, at=at, zone=message.zone
    )
    if not found.covered or len(found.statements) != 1:
        return ()
    drawn = found.statements[0]
    subject = drawn.subject if drawn.subject not in {OWNER, STAND_IN} else bare.subject
    return (
        replace(
            drawn,
            subject=subject,
            text=bare.text,
            valid_from=bare.valid_from or drawn.valid_from,
            valid_to=bare.valid_to or drawn.valid_to,
            confidence=bare.confidence,
        ),
    )


def _extract() -> "Callable[..., Extraction]":
    """Load the rules when they are first needed: they take longer than opening a memory."""
    from remanent.text.rule_extraction import extract  # noqa: PLC0415 - see above

    return extract


def _event(said: _Said, event_id: str, recorded_at: datetime) -> Event:
    message = said.message
    return Event(
        id=event_id,
        kind=said.kind,
        role=message.role,
        origin=message.origin,
        text=message.text,
        occurred_at=said.at,
        recorded_at=recorded_at,
        speaker=message.speaker,
        session=message.session,
        agent=message.agent,
        external_id=message.external_id,
        zone=message.zone,
    )


def _left_out(messages: Sequence[Message]) -> tuple[str, ...]:
    """Say which parts of messages were not kept."""
    return tuple(
        f"message {place}: {message.parts_left_out} parts that are no text"
        for place, message in enumerate(messages)
        if message.parts_left_out
    )


def _only_repeats(said: Sequence[_Said], changes: Sequence[FactChange]) -> bool:
    """Say whether explicit facts were given that all were known already."""
    return all(each.kind is EventKind.STATEMENT for each in said) and all(
        change.kind is ChangeKind.REINFORCED for change in changes
    )


def _encode(result: Remembered) -> str:
    return json.dumps(
        [
            list(result.event_ids),
            [[change.kind.value, change.fact_id, change.text] for change in result.changes],
        ],
        ensure_ascii=True,
    )


def _kept_reply(kept: tuple[str, str], digest: str, key: str) -> Remembered:
    if kept[0] != digest:
        raise IdempotencyError(
            f"The idempotency key {shown(key)} was already used for other content."
        )
    event_ids, changes = json.loads(kept[1])
    return Remembered(
        event_ids=tuple(event_ids),
        changes=tuple(FactChange(ChangeKind(kind), fact, text) for kind, fact, text in changes),
        deduplicated=True,
    )
