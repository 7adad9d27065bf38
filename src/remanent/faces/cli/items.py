"""How a memory looks to people: what it says, whose it is, since when, and where it comes from.

Days are those of the speaker: in the zone of the turn that a memory rests on, where it is known,
as recall renders them; else in the zone of the memory. So every command names one day.
"""

from datetime import datetime, tzinfo
from zoneinfo import ZoneInfoNotFoundError

from remanent.faces.cli.screen import BAD, FAINT, STRONG, Screen, day, one_line, zone_named
from remanent.model.fact import Fact, Polarity, Source
from remanent.model.recall import Item, ItemKind

_SELF = "user"


def show_item(
    screen: Screen,
    place: int,
    item: Item,
    *,
    zone: tzinfo,
    sources: int,
    with_id: bool = False,
) -> None:
    """Write one recalled memory.

    Args:
        zone: for days of which the speaker's is unknown.
        sources: how many of a fact's source turns to show at most.
    """
    if item.kind is ItemKind.TURN:
        screen.line(quoted(item.text), lead=f"{place:>2}  ")
        screen.line(f"said {told(item.sources[0], zone)}" if item.sources else "", indent=4)
    else:
        screen.line(statement(item), lead=f"{place:>2}  ", style=STRONG)
        screen.line(about(item, zone, *item.marks), indent=4, style=BAD if item.marks else "")
        for source in item.sources[:sources]:
            screen.line(f"{told(source, zone)}: {quoted(source.text)}", indent=4, style=FAINT)
    if with_id:
        screen.line(f"id {item.id}", indent=4, style=FAINT)


def statement(fact: Fact | Item) -> str:
    """Return what a fact says, as one line."""
    return one_line(fact.text)


def whose(subject: str | None) -> str:
    """Return the person that a fact is about."""
    return "the user" if subject in (None, _SELF) else one_line(subject or "", 40)


def about(fact: Fact | Item, zone: tzinfo, *marks: str) -> str:
    """Return whose fact it is, of what kind, and since when it holds."""
    negative = ("negative",) if fact.polarity is Polarity.NEGATIVE else ()
    slot = (fact.slot,) if fact.slot else ()
    parts = (f"about {whose(fact.subject)}", *slot, validity(fact, zone), *negative, *marks)
    return " · ".join(parts)


def zone_of(fact: Fact | Item, zone: tzinfo) -> tzinfo:
    """Return the zone of whoever said it first; `zone` where nothing knows it."""
    first = min(fact.sources, key=lambda source: source.occurred_at, default=None)
    return zone if first is None else zone_of_source(first, zone)


def zone_of_source(source: Source, zone: tzinfo) -> tzinfo:
    """Return the zone of whoever said something; `zone` where nothing knows it."""
    try:
        return zone if source.zone is None else zone_named(source.zone)
    except (ZoneInfoNotFoundError, ValueError):  # a machine that knew more zones wrote it
        return zone


def validity(fact: Fact | Item, zone: tzinfo) -> str:
    """Return when a fact holds."""
    return interval(fact.valid_from, fact.valid_to, zone_of(fact, zone))


def interval(start: datetime | None, end: datetime | None, zone: tzinfo) -> str:
    """Return a half-open interval of days in words."""
    if start is not None and end is not None:
        return f"{day(start, zone)} to {day(end, zone)}"
    if end is not None:
        return f"until {day(end, zone)}"
    return "always" if start is None else f"since {day(start, zone)}"


def told(source: Source, zone: tzinfo) -> str:
    """Return when, by whom and where something was said."""
    who = one_line(source.speaker or source.role.value, 40)
    where = f" ({one_line(source.external_id, 40)})" if source.external_id else ""
    return f"{day(source.occurred_at, zone_of_source(source, zone))} by {who}{where}"


def quoted(text: str, most: int = 160) -> str:
    """Return the beginning of somebody's words in quotation marks."""
    return f'"{one_line(text, most)}"'
