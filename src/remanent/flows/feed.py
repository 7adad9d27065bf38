"""What happened to memories, the latest first, and how much of it on each day."""

from collections import Counter
from datetime import datetime, timedelta

from remanent.errors import NotFoundError
from remanent.facts.slots import normalise
from remanent.flows.door import Door
from remanent.model.feed import DayCounts, FeedEntry
from remanent.model.governance import Actor
from remanent.model.listing import Listing
from remanent.model.remembered import ChangeKind
from remanent.model.scope import Scope
from remanent.text.local_calendar import local_day

MOST_LINKED = 500
MOST_COUNTED = 1_000_000


def feed(
    door: Door,
    scope: Scope,
    actor: Actor,
    *,
    kind: ChangeKind | None = None,
    entity: str | None = None,
    turn: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    limit: int = 100,
    skip: int = 0,
) -> Listing[FeedEntry]:
    """Return what happened to memories, the latest first.

    Args:
        kind: only this kind of change.
        entity: only facts that speak of this person, place or thing, of the 500 latest.
        turn: only what this turn, use or outcome caused.
        since, until: when it was recorded, half-open.

    Raises:
        NotFoundError: this scope holds no such turn.
    """
    with door.read(scope, actor) as snapshot:
        event_seq = None
        if turn is not None:
            event_seq = snapshot.event_seqs([turn]).get(turn)
            if event_seq is None:
                raise NotFoundError(f"There is no turn {turn} in this scope.")
        fact_seqs = None
        if entity is not None:
            name = normalise(entity)
            fact_seqs = snapshot.linked([name], limit=MOST_LINKED).get(name, ())
        rows = snapshot.feed(
            kind=kind,
            event_seq=event_seq,
            fact_seqs=fact_seqs,
            since=since,
            until=until,
            skip=skip,
            limit=limit,
        )
        total = skip + len(rows)
        if len(rows) == limit:
            total = snapshot.count_feed(
                kind=kind, event_seq=event_seq, fact_seqs=fact_seqs, since=since, until=until
            )
        causes = snapshot.events(row[3] for row in rows if row[3])
        return Listing(
            [
                FeedEntry(at, what, fact, causes[cause].id if cause in causes else None)
                for at, what, fact, cause in rows
            ],
            dropped=max(total - skip - len(rows), 0),
        )


def feed_counts(
    door: Door,
    scope: Scope,
    actor: Actor,
    *,
    since: datetime | None = None,
    until: datetime | None = None,
    zone: str | None = None,
) -> tuple[DayCounts, ...]:
    """Return how many changes of each kind each day saw, the first day first.

    Args:
        since, until: when they were recorded, half-open; the last 30 days by default.
        zone: whose days are meant; UTC by default.
    """
    last = until or door.present()
    first = since or last - timedelta(days=30)
    with door.read(scope, actor) as snapshot:
        rows = snapshot.changes_between(first, last, limit=MOST_COUNTED)
    counts = Counter((local_day(at, zone), kind) for at, kind in rows)
    days = sorted({day for day, _ in counts})
    return tuple(
        DayCounts(
            day,
            tuple((kind, counts[day, kind]) for kind in ChangeKind if counts[day, kind]),
        )
        for day in days
    )
