"""What is known, as a list."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from remanent.facts.validity import holds_at, is_empty, is_left_out
from remanent.flows.door import Door
from remanent.model.event import Event
from remanent.model.fact import Fact, Source
from remanent.model.governance import Actor
from remanent.model.listing import Listing
from remanent.model.scope import Scope
from remanent.ports import Snapshot

MAX_SOURCES = 20
PAGE = 500
MOST_CHANGED = 10_000_000
LAST = datetime.max.replace(tzinfo=UTC)


def list_facts(
    door: Door,
    scope: Scope,
    actor: Actor,
    *,
    subject: str | None = None,
    slot: str | None = None,
    as_of: datetime | None = None,
    known_at: datetime | None = None,
    include_closed: bool = False,
    limit: int = 100,
    skip: int = 0,
) -> Listing[Fact]:
    """Return facts in the order they were learned, with their sources, at most `limit`.

    Args:
        as_of: only those that held at this moment of world time. Their sources are listed
            whenever they were said: what is known now of that time rests on them.
        known_at: as they stood at this moment of record time, resting on what was known then.
        include_closed: also those that hold no longer or were taken back.
        skip: how many to leave out at the beginning.
    """
    moment = None if include_closed else as_of or door.present()
    with door.read(scope, actor) as snapshot:
        if known_at is not None:
            page, total = _known_at(
                snapshot, known_at, moment, subject, slot, skip=skip, limit=limit
            )
        else:
            found = snapshot.known_facts(
                moment=moment, subject=subject, slot=slot, skip=skip, limit=limit
            )
            page, total = list(found), skip + len(found)
            if len(found) == limit:
                total = snapshot.count_known_facts(moment=moment, subject=subject, slot=slot)
        return Listing(
            with_sources(snapshot, page, known_at=known_at),
            dropped=max(total - skip - len(page), 0),
        )


def _known_at(
    snapshot: Snapshot,
    known_at: datetime,
    moment: datetime | None,
    subject: str | None,
    slot: str | None,
    *,
    skip: int,
    limit: int,
) -> tuple[list[Fact], int]:
    """Return a page of facts as they stood in record time, and how many there were in all.

    Of what has not changed since, no more is read than the page; what has changed is looked up in
    the log of changes.
    """
    changed = snapshot.facts_changed_between(known_at, LAST, limit=MOST_CHANGED)
    then = [
        fact
        for part in range(0, len(changed), PAGE)
        for fact in snapshot.facts_known_at(changed[part : part + PAGE], known_at).values()
        if not is_empty(fact)
        and (moment is None or (holds_at(fact, moment) and is_left_out(fact) is None))
        and subject in (None, fact.subject)
        and slot in (None, fact.slot)
    ]
    still = snapshot.known_facts(
        moment=moment, subject=subject, slot=slot, changed_by=known_at, limit=skip + limit
    )
    total = len(still) + len(then)
    if len(still) == skip + limit:
        total = len(then) + snapshot.count_known_facts(
            moment=moment, subject=subject, slot=slot, changed_by=known_at
        )
    return sorted([*still, *then], key=lambda fact: fact.seq)[skip : skip + limit], total


def with_sources(
    snapshot: Snapshot, facts: Sequence[Fact], *, known_at: datetime | None = None
) -> tuple[Fact, ...]:
    """Return facts with the turns they rest on, oldest first, at most 20 each.

    A fact that stands for others rests on what they rest on too, and counts their evidence.

    Args:
        known_at: leave out what was not known yet at this moment of record time.
    """
    behind = {} if known_at is not None else snapshot.merged_into(fact.id for fact in facts)
    hidden = snapshot.facts(seq for seqs in behind.values() for seq in seqs)
    seqs = snapshot.sources_of([*(fact.seq for fact in facts), *hidden])
    most = MAX_SOURCES if known_at is None else None
    together = {
        fact.seq: list(
            dict.fromkeys(
                seq for each in (fact.seq, *behind.get(fact.id, ())) for seq in seqs[each]
            )
        )[:most]
        for fact in facts
    }
    events = snapshot.events(seq for each in together.values() for seq in each)
    return tuple(
        replace(
            fact,
            evidence=fact.evidence + sum(hidden[seq].evidence for seq in behind.get(fact.id, ())),
            sources=sources_among(
                [events[seq] for seq in together[fact.seq] if seq in events], known_at=known_at
            ),
        )
        for fact in facts
    )


def sources_among(said: Sequence[Event], *, known_at: datetime | None) -> tuple[Source, ...]:
    """Return what was known at a moment of record time as sources, oldest first, at most 20."""
    known = [event for event in said if known_at is None or event.recorded_at <= known_at]
    known.sort(key=lambda event: (event.occurred_at, event.seq))
    return tuple(source_of(event) for event in known[:MAX_SOURCES])


def source_of(event: Event) -> Source:
    """Return an event as the source of a memory."""
    return Source(
        event_id=event.id,
        occurred_at=event.occurred_at,
        text=event.text,
        role=event.role,
        origin=event.origin,
        external_id=event.external_id,
        speaker=event.speaker,
        session=event.session,
        agent=event.agent,
        zone=event.zone,
    )
