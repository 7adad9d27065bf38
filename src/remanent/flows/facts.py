"""What is known, as a list."""

from dataclasses import replace
from datetime import datetime

from remanent.facts.validity import holds_at
from remanent.flows.door import Door
from remanent.model.event import Event
from remanent.model.fact import Fact, Source
from remanent.model.governance import Actor
from remanent.model.scope import Scope
from remanent.ports import Snapshot

MAX_SOURCES = 20
PAGE = 500


def list_facts(
    door: Door,
    scope: Scope,
    actor: Actor,
    *,
    subject: str | None = None,
    slot: str | None = None,
    as_of: datetime | None = None,
    include_closed: bool = False,
    limit: int = 100,
) -> tuple[Fact, ...]:
    """Return facts in the order they were learned, with their sources, at most `limit`.

    Args:
        as_of: only those that held at this moment of world time.
        include_closed: also those that hold no longer or were taken back.
    """
    moment = as_of or door.present()
    found: list[Fact] = []
    with door.read(scope, actor) as snapshot:
        position = 0
        while len(found) < limit:
            page = snapshot.all_facts(
                include_closed=True,  # an end that lies ahead is an end, too
                subject=subject,
                slot=slot,
                after_seq=position,
                limit=PAGE,
            )
            if not page:
                break
            position = page[-1].seq
            found += [fact for fact in page if include_closed or holds_at(fact, moment)]
        return with_sources(snapshot, found[:limit])


def with_sources(snapshot: Snapshot, facts: list[Fact]) -> tuple[Fact, ...]:
    """Return facts with the turns they rest on, oldest first, at most 20 each."""
    seqs = snapshot.sources_of(fact.seq for fact in facts)
    events = snapshot.events(seq for each in seqs.values() for seq in each[:MAX_SOURCES])
    return tuple(
        replace(
            fact,
            sources=tuple(
                source_of(events[seq]) for seq in seqs[fact.seq][:MAX_SOURCES] if seq in events
            ),
        )
        for fact in facts
    )


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
