"""A memory as an item: what a recall shows of a turn or a fact, and one of them by its id."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from remanent.errors import NotFoundError
from remanent.facts.validity import marks_of
from remanent.flows.door import Door
from remanent.flows.facts import source_of, with_sources
from remanent.model.event import Event, EventKind
from remanent.model.fact import Fact, Source
from remanent.model.governance import Actor
from remanent.model.recall import Item, ItemKind
from remanent.model.scope import Scope

NO_SIGNALS: Final[Mapping[str, float]] = {}
_WITH_WORDS: Final = frozenset({EventKind.TURN, EventKind.STATEMENT})


def one_item(door: Door, scope: Scope, actor: Actor, item_id: str) -> Item:
    """Return one memory by its id, also one that holds no longer, marked; its score is 0.

    Raises:
        NotFoundError: this scope holds no such turn or fact.
    """
    with door.read(scope, actor) as snapshot:
        if not snapshot.state.exists:
            raise _unknown(item_id)
        seq = snapshot.fact_seqs([item_id]).get(item_id)
        if seq is not None:
            (fact,) = with_sources(snapshot, [snapshot.facts([seq])[seq]])
            first = next(iter(snapshot.events(snapshot.sources_of([seq])[seq][:1]).values()), None)
            return item_of_fact(fact, first, sources=fact.sources, moment=door.present())
        seq = snapshot.event_seqs([item_id]).get(item_id)
        event = None if seq is None else snapshot.events([seq]).get(seq)
        if event is None or event.kind not in _WITH_WORDS:
            raise _unknown(item_id)
        return item_of_turn(event, sources=(source_of(event),))


def item_of_turn(
    event: Event,
    *,
    sources: tuple[Source, ...],
    score: float = 0.0,
    signals: Mapping[str, float] = NO_SIGNALS,
) -> Item:
    """Return a turn as an item."""
    return Item(
        id=event.id,
        kind=ItemKind.TURN,
        text=event.text,
        score=score,
        signals=signals,
        occurred_at=event.occurred_at,
        sources=sources,
        role=event.role,
        origin=event.origin,
        speaker=event.speaker,
        session=event.session,
        agent=event.agent,
    )


def item_of_fact(
    fact: Fact,
    first: Event | None,
    *,
    sources: tuple[Source, ...],
    moment: datetime,
    score: float = 0.0,
    signals: Mapping[str, float] = NO_SIGNALS,
) -> Item:
    """Return a fact as an item.

    Args:
        first: the event that it was drawn from, where that was read.
        moment: as of which it is marked.
    """
    return Item(
        id=fact.id,
        kind=ItemKind.FACT,
        text=fact.text,
        score=score,
        signals=signals,
        occurred_at=fact.recorded_at if first is None else first.occurred_at,
        sources=sources,
        valid_from=fact.valid_from,
        valid_to=fact.valid_to,
        subject=fact.subject,
        slot=fact.slot,
        value=fact.value,
        polarity=fact.polarity,
        when=fact.when,
        origin=fact.origin,
        speaker=None if first is None else first.speaker,
        session=fact.session,
        agent=fact.agent,
        marks=marks_of(fact, moment),
    )


def _unknown(item_id: str) -> NotFoundError:
    return NotFoundError(f"There is no memory {item_id} in this scope.")
