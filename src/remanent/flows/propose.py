"""Take in a lesson: a new one waits in quarantine, the same one again is one more sighting.

What memory itself showed is recognised and never learned again.
"""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import Final

import numpy as np

from remanent.errors import IdempotencyError, InputError, NotFoundError, ProviderError
from remanent.facts.injected import without_injected
from remanent.flows.door import Applied, Door
from remanent.flows.lesson_events import lesson_event
from remanent.flows.spaces import check_member
from remanent.lessons.credit import standing
from remanent.lessons.eviction import least_valuable
from remanent.lessons.ranking import terms_of, words_of
from remanent.lessons.sightings import are_one, independent_origins
from remanent.model.event import Origin
from remanent.model.governance import Actor, ActorKind
from remanent.model.lesson import Condition, Lesson, LessonStatus, Proposed, Sighting, Witness
from remanent.model.scope import Scope, ScopeKind
from remanent.ports import Embedder, Snapshot, Transaction
from remanent.providers.vectors import embed_texts
from remanent.quoting import shown

MOST_CANDIDATES: Final = 200
MOST_SIGHTINGS: Final = 256
"""Of one lesson, that are looked at for independent origins."""
OVERFLOW: Final = 2
"""Where nothing may be let go of yet, a scope holds so many times its cap at most."""
MOST_LET_GO: Final = 50
_SPEAKS_FOR_ITSELF: Final = frozenset({ActorKind.AGENT, ActorKind.SERVICE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A lesson as somebody gives it, read and checked.

    Args:
        author, lineage, transcript: where it comes from, in the caller's words.
        replaces: the id of the lesson that it revises.
    """

    text: str
    condition: Condition
    origin: Origin
    because: str | None = None
    author: str | None = None
    lineage: str | None = None
    transcript: str | None = None
    session: str | None = None
    at: datetime | None = None
    replaces: str | None = None


def propose(
    door: Door,
    scope: Scope,
    actor: Actor,
    proposal: Proposal,
    *,
    most: int,
    embedder: Embedder | None = None,
    idempotency_key: str | None = None,
) -> Proposed:
    """Take in one lesson; return once it is durable.

    A lesson that the owner himself gives is approved by that; any other waits until a second
    independent origin, or a person, stands for it.

    Args:
        most: how many lessons a scope keeps; the least valuable leave beyond.

    Raises:
        AccessError: the actor is no member of the space.
        NotFoundError: `replaces` names no lesson of this scope.
        InputError: it only repeats what memory showed, or there is no room. Nothing was stored.
    """
    told = without_injected(proposal.text)
    if told.text != proposal.text:
        raise InputError(
            "The lesson repeats what memory itself showed; it was not learned again.",
            remedy="Record how acting on it went with record_outcome().",
        )
    vector = _vector(embedder, proposal)

    def block(transaction: Transaction, now: datetime) -> Applied[Proposed]:
        check_member(transaction, scope, actor)
        known = _kept(transaction, idempotency_key, proposal)
        if known is not None:
            return Applied(known, {})
        if proposal.replaces is not None:
            _must_know(transaction, proposal.replaces)
        same = _same_as(transaction, proposal, vector)
        event = lesson_event(
            door, "sighting" if same else "proposed", now,
            text=proposal.text, origin=proposal.origin, session=proposal.session, at=proposal.at,
            content={"lesson": same.id if same else None},
        )  # fmt: skip
        (seq,) = transaction.append_events([event], covered=[True])
        witness = _witness(transaction.state.key, scope, proposal, actor)
        if same is None:
            _make_room(transaction, now, most)
            lesson = _new(event.id, seq, proposal, actor, event.recorded_at)
        else:
            lesson = _seen_again(same, proposal, now)
        transaction.add_sighting(Sighting(lesson.seq, seq, event.occurred_at, witness))
        before = lesson.origins
        seen = transaction.sightings(lesson.seq, limit=MOST_SIGHTINGS)
        lesson = replace(lesson, origins=independent_origins([each.witness for each in seen]))
        lesson = replace(lesson, status=standing(_approved(lesson, actor, proposal)),
                         is_approved=_approved(lesson, actor, proposal).is_approved)  # fmt: skip
        transaction.write_lesson(lesson, terms=terms_of(words_of(lesson)) if same is None else None)
        if vector is not None and same is None:
            transaction.put_lesson_vector(lesson.seq, vector.fingerprint, vector.data)
        result = Proposed(lesson, is_new=same is None,
                          is_independent=same is None or lesson.origins > before)  # fmt: skip
        if idempotency_key is not None:
            transaction.keep_request(idempotency_key, _digest(proposal), lesson.id)
        return Applied(result, {"lessons": int(same is None), "sightings": 1})

    return door.write(scope, actor, "propose", block)


@dataclass(frozen=True, slots=True)
class _Vector:
    fingerprint: str
    data: bytes


def _vector(embedder: Embedder | None, proposal: Proposal) -> _Vector | None:
    """Embed a proposal outside any transaction; without a vector its words must do."""
    if embedder is None:
        return None
    try:
        batch = embed_texts(embedder, [proposal.text])
        if not batch.embedded:
            return None
        return _Vector(embedder.fingerprint, batch.vectors[0].astype("<f2").tobytes())
    except ProviderError:
        return None


def _kept(snapshot: Snapshot, idempotency_key: str | None, proposal: Proposal) -> Proposed | None:
    kept = None if idempotency_key is None else snapshot.request(idempotency_key)
    if kept is None:
        return None
    digest, lesson_id = kept
    if digest != _digest(proposal):
        raise IdempotencyError(
            f"The key {shown(idempotency_key)} was used for another request.",
            remedy="Use a new key for each new request.",
        )
    found = _find(snapshot, lesson_id)
    if found is None:
        raise NotFoundError("The lesson that this key proposed was let go of since.")
    return Proposed(found, is_new=False, is_independent=False)


def _digest(proposal: Proposal) -> str:
    return sha256(repr(proposal).encode("utf-8", "surrogatepass")).hexdigest()


def _find(snapshot: Snapshot, lesson_id: str) -> Lesson | None:
    seqs = snapshot.lesson_seqs([lesson_id])
    return snapshot.lessons(seqs.values()).get(seqs.get(lesson_id, 0))


def _must_know(snapshot: Snapshot, lesson_id: str) -> Lesson:
    found = _find(snapshot, lesson_id)
    if found is None:
        raise NotFoundError(f"There is no lesson {lesson_id} in this scope.")
    return found


def _same_as(snapshot: Snapshot, proposal: Proposal, vector: _Vector | None) -> Lesson | None:
    """Return the lesson that a proposal says again, the first learned first."""
    cosines = _cosines(snapshot, vector)
    terms = terms_of(proposal.text)
    seqs = candidates(snapshot, proposal.condition.error, terms)
    seqs |= {seq for seq, cosine in cosines.items() if cosine > 0}
    for lesson in sorted(snapshot.lessons(seqs).values(), key=lambda each: each.seq):
        if lesson.id == proposal.replaces:
            continue
        if are_one(
            lesson.text, proposal.text, (lesson.condition, proposal.condition),
            cosine=cosines.get(lesson.seq),
        ):  # fmt: skip
            return lesson
    return None


def _cosines(snapshot: Snapshot, vector: _Vector | None) -> dict[int, float]:
    if vector is None:
        return {}
    asked = np.frombuffer(vector.data, "<f2").astype(np.float64)
    return cosines_with(snapshot, vector.fingerprint, asked)


def cosines_with(
    snapshot: Snapshot, fingerprint: str, asked: "np.ndarray[tuple[int], np.dtype[np.float64]]"
) -> dict[int, float]:
    """Return the cosine of lessons with a normalised vector, by number; the nearest only."""
    held = snapshot.lesson_vectors(fingerprint, limit=MOST_VECTORS)
    if not held:
        return {}
    rows = np.stack([np.frombuffer(data, "<f2") for data in held.values()]).astype(np.float64)
    found = rows @ asked
    order = np.argsort(-found, kind="stable")[:MOST_CANDIDATES]
    seqs = list(held)
    return {seqs[place]: float(found[place]) for place in order}


MOST_VECTORS: Final = 10_000
"""Lessons of one scope that are compared by meaning."""


def candidates(
    snapshot: Snapshot, error: str | None, terms: Sequence[str] | dict[str, int]
) -> set[int]:
    """Return the lessons worth a look: for this error, and by the rarest words; bounded."""
    found: set[int] = set()
    if error is not None:
        found.update(snapshot.lessons_of_error(error, limit=MOST_CANDIDATES))
    holders = snapshot.lesson_holders(terms)
    for term in sorted(holders, key=lambda each: (holders[each], each)):
        room = 2 * MOST_CANDIDATES - len(found)
        if room <= 0:
            break
        found.update(snapshot.lessons_of_term(term, limit=room))
    return found


def _witness(key: bytes, scope: Scope, proposal: Proposal, actor: Actor) -> Witness:
    """Return where a proposal comes from: no agent chooses who it is."""
    author = proposal.author
    if author is None or actor.kind in _SPEAKS_FOR_ITSELF:
        author = scope.name if scope.kind is ScopeKind.USER else actor.name or actor.kind.value

    def hashed(kind: str, words: str | None) -> bytes | None:
        if words is None:
            return None
        body = f"{kind}\x1f{words}".encode("utf-8", "surrogatepass")
        return hmac.new(key, b"witness" + body, sha256).digest()[:16]

    return Witness(
        author=hashed("author", author),
        lineage=hashed("lineage", proposal.lineage),
        transcript=hashed("transcript", proposal.transcript),
    )


def _new(event_id: str, seq: int, proposal: Proposal, actor: Actor, now: datetime) -> Lesson:
    return Lesson(
        id=event_id,
        seq=seq,
        text=proposal.text,
        condition=proposal.condition,
        status=LessonStatus.QUARANTINED,
        origin=proposal.origin,
        recorded_at=now,
        because=proposal.because,
        author=proposal.author or actor.name,
        sightings=1,
        replaces=proposal.replaces,
        last_seen_at=now,
    )


def _seen_again(lesson: Lesson, proposal: Proposal, now: datetime) -> Lesson:
    return replace(
        lesson,
        sightings=lesson.sightings + 1,
        last_seen_at=now,
        because=lesson.because or proposal.because,
    )


def _approved(lesson: Lesson, actor: Actor, proposal: Proposal) -> Lesson:
    """Return a lesson as approved where the owner himself says it in his own words."""
    is_own = actor.kind is ActorKind.OWNER and proposal.origin is Origin.PERSON
    return replace(lesson, is_approved=lesson.is_approved or is_own)


def _make_room(transaction: Transaction, now: datetime, most: int) -> None:
    """Let go of the least valuable lessons where there are as many as may be.

    Raises:
        InputError: all of them are too new to be judged.
    """
    held = transaction.count_lessons()
    if held < most:
        return
    gone: list[Lesson] = []
    for status in (LessonStatus.RETIRED, LessonStatus.STOPPED, LessonStatus.QUARANTINED,
                   LessonStatus.ACTIVE):  # fmt: skip
        wanted = held - most + 1 - len(gone)
        if wanted <= 0:
            break
        known = transaction.list_lessons(status, limit=MOST_VECTORS)
        gone += least_valuable(known, now, count=min(wanted, MOST_LET_GO))
    transaction.delete_lessons([each.seq for each in gone])
    if not gone and held >= OVERFLOW * most:
        raise InputError(
            f"There are {held:,} lessons, and none is old enough to be let go of.",
            remedy="Retire some with retire_lesson(), or raise lessons.most in the settings.",
        )
