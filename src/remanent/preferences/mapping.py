"""From an event to attributes: a table look-up and a little arithmetic, with no model.

What an event shows are the attributes given with it and those of its item. Each counts with one
magnitude, c·min(1, 0.5 + q/(q + 2)) for a kind of weight c and a quantity q. An event of a negative
kind shows the dislikes instead:

- of what was given: `decline pref:upsells` shows `!pref:upsells`;
- of what the item is liked for, not of what it happens to be: a returned shoe of size 42 shows
  `!item:shoe`, never `!size:42`, because `size` holds one value at a time;
- declining a dislike says nothing about the thing itself. It is put down as speaking `against` that
  dislike, and never becomes the dislike of a dislike.

Nothing is dropped silently: what is refused, what the catalog does not know, and what was decided
on the way are all in the result.
"""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Final, NamedTuple

from remanent.dynamics.hebbian import magnitude
from remanent.errors import AttributeRefusedError, InputError
from remanent.model.catalog import (
    Attribute,
    Behaviour,
    Catalog,
    ContextRule,
    Item,
    Refused,
    Unmapped,
    UnmappedPart,
)
from remanent.preferences.attributes import (
    CONTEXT_NAMESPACE,
    ITEM_NAMESPACE,
    MAX_ATTRIBUTE_CHARACTERS,
    PREFERENCE_NAMESPACE,
    canonical,
    negated,
    parse_attribute,
    tidy,
)
from remanent.quoting import shown
from remanent.text.local_calendar import LocalCalendar, calendar_at

MAX_EVENT_ATTRIBUTES: Final = 64
"""Of one event, and as many contexts: pairs of them become associations."""

MAX_KIND_CHARACTERS: Final = 128
MAX_ITEM_CHARACTERS: Final = 1024

CONTRADICTION = "contradiction"
TOO_MANY = "too_many"
NEGATIVE_CONTEXT = "negative_context"
"""Rules by which an event's attributes are refused, beside those of `AttributeRule`."""

_SEPARATORS: Final = re.compile(r"[\s\-]+")


class MappedAttribute(NamedTuple):
    """An attribute that an event shows, and how much.

    Args:
        magnitude: in (0, 1].
        is_given: it was given with the event itself, not by its item or a context rule.
    """

    attribute: Attribute
    magnitude: float
    is_given: bool = True

    @property
    def key(self) -> str:
        """The attribute's canonical key."""
        return self.attribute.key


@dataclass(frozen=True, slots=True)
class Mapped:
    """What one event shows. All tuples of attributes are ordered by key, each key once.

    Args:
        kind: canonical name of the kind.
        is_negative: whether the kind speaks against what it is about.
        magnitude: of the event itself, before the weight of its item.
        attributes: likes and dislikes that it shows.
        context: what was there without being chosen; never a dislike.
        against: dislikes that were declined. The event speaks against these and for nothing else.
        refused: what was given and not taken.
        unmapped: what the catalog does not know of it.
        reasons: what was decided on the way, for people.
    """

    kind: str
    is_negative: bool
    magnitude: float
    attributes: tuple[MappedAttribute, ...] = ()
    context: tuple[MappedAttribute, ...] = ()
    against: tuple[MappedAttribute, ...] = ()
    refused: tuple[Refused, ...] = ()
    unmapped: tuple[Unmapped, ...] = ()
    reasons: tuple[str, ...] = ()

    @property
    def is_mapped(self) -> bool:
        """Whether anything was learned from it at all."""
        return bool(self.attributes or self.against)


@dataclass(slots=True)
class _Notes:
    """What a mapping has to tell, in the order in which it came up."""

    refused: list[Refused] = field(default_factory=list)
    unmapped: list[Unmapped] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)


def map_event(
    catalog: Catalog,
    kind: str,
    *,
    at: datetime,
    item: str | None = None,
    attributes: Sequence[str] = (),
    context: Sequence[str] = (),
    zone: str | None = None,
    place: str | None = None,
    surface: str | None = None,
    quantity: float = 1.0,
) -> Mapped:
    """Map one event.

    Args:
        kind: what the person did: purchase, click, return. One that the catalog does not know
            counts with the catalog's `unknown_kind_weight`, and is reported.
        at: when, aware.
        item: id of what it was about.
        attributes: what it shows, given directly; bare words get the namespace `pref`.
        context: what was there; bare words get the namespace `ctx`.
        zone: the person's time zone, in which hours and weekdays are meant; else the catalog's,
            else UTC.
        place, surface: where it happened, for the context rules.
        quantity: how many or how much, > 0.

    Raises:
        InputError: the quantity, kind, item, place or surface cannot be used; it names which.
    """
    notes = _Notes()
    behaviour = _behaviour(catalog, kind, at, notes)
    size = event_magnitude(behaviour, quantity)
    given = tuple(_read(catalog, attributes, PREFERENCE_NAMESPACE, notes))
    shows, against = _shown(
        catalog, behaviour, size, given=given, item=_item(catalog, item, at, notes), notes=notes
    )
    contexts = {each.key: MappedAttribute(each, size) for each in given if _is_context(each)}
    for attribute in _surroundings(catalog, context, notes):
        contexts.setdefault(attribute.key, MappedAttribute(attribute, size))
    for attribute in matching_contexts(
        catalog, at=at, zone=zone, place=place, surface=surface, reasons=notes.reasons
    ):
        contexts.setdefault(attribute.key, MappedAttribute(attribute, size, is_given=False))
    for key in shows.keys() & contexts.keys():
        del contexts[key]  # what was chosen is more than what was there
    if not shows and not against:
        notes.unmapped.append(Unmapped(UnmappedPart.EVENT, behaviour.name, at))
    return Mapped(
        kind=behaviour.name,
        is_negative=behaviour.is_negative,
        magnitude=size,
        attributes=_bounded(shows, notes),
        context=_bounded(contexts, notes),
        against=_bounded(against, notes),
        refused=tuple(notes.refused),
        unmapped=tuple(notes.unmapped),
        reasons=tuple(notes.reasons),
    )


def event_magnitude(behaviour: Behaviour, quantity: float) -> float:
    """Return the magnitude of one event, in (0, 1].

    Raises:
        InputError: the quantity is not a finite number above 0.
    """
    try:
        amount = math.nan if isinstance(quantity, bool | str | bytes) else float(quantity)
        return _magnitude(amount, behaviour.weight)
    except (TypeError, ValueError, OverflowError):
        raise InputError(
            f"quantity is {shown(quantity)}; it must be a finite number above 0.",
            remedy="Give how many or how much; a return or a refusal is a kind of its own.",
        ) from None


def matching_contexts(
    catalog: Catalog,
    *,
    at: datetime,
    zone: str | None = None,
    place: str | None = None,
    surface: str | None = None,
    reasons: list[str] | None = None,
) -> tuple[Attribute, ...]:
    """Return the contexts whose rules hold at a moment and a place, each once.

    A card that is asked for "now" is seeded by the same rules as the events were.

    Args:
        at: aware. zone: as in `map_event`.
        reasons: gets a line where a zone is unknown to this machine.
    """
    if not catalog.context_rules:
        return ()
    calendar = _calendar(catalog, at, zone, [] if reasons is None else reasons)
    here = canonical(_label("place", place))
    through = canonical(_label("surface", surface))
    found = {
        attribute.key: attribute
        for rule in catalog.context_rules
        if _holds(rule, calendar, here, through)
        for attribute in (catalog.meant(rule.attribute),)
    }
    return tuple(found.values())


def canonical_kind(kind: str) -> str:
    """Return the name of a kind as it is compared: `Add to cart` is `add_to_cart`.

    Raises:
        InputError: it is no text, empty, too long, or holds control characters.
    """
    return _kind_name(_label("kind", kind, MAX_KIND_CHARACTERS, is_needed=True))


def _behaviour(catalog: Catalog, kind: str, at: datetime, notes: _Notes) -> Behaviour:
    name = kind if isinstance(kind, str) and kind in catalog.kinds else canonical_kind(kind)
    known = catalog.kinds.get(name)
    if known is not None:
        return known
    weight = catalog.unknown_kind_weight
    notes.unmapped.append(Unmapped(UnmappedPart.KIND, name, at))
    notes.reasons.append(
        f"The catalog knows no kind {shown(name)}; the event counts with weight {weight:g}."
    )
    return Behaviour(name, weight)


def _read(
    catalog: Catalog, texts: Sequence[str], namespace: str, notes: _Notes
) -> Iterator[Attribute]:
    """Read what was given; several spellings of one attribute are one."""
    if isinstance(texts, str):
        texts = (texts,)
    seen: set[str] = set()
    for text in texts:
        try:
            attribute = catalog.meant(parse_attribute(text, default_namespace=namespace))
        except AttributeRefusedError as error:
            notes.refused.append(Refused(_as_given(text), str(error), error.rule))
            continue
        if attribute.key not in seen:
            seen.add(attribute.key)
            yield attribute


def _item(catalog: Catalog, given: str | None, at: datetime, notes: _Notes) -> Item | None:
    """Find the item; one that the catalog does not know stands for itself."""
    if given is None:
        return None
    name = _label("item", given, is_needed=True)
    found = catalog.items.get(name)
    if found is None:
        notes.unmapped.append(Unmapped(UnmappedPart.ITEM, name, at))
        found = Item(name)
    elif not found.attributes:
        notes.unmapped.append(Unmapped(UnmappedPart.ITEM_ATTRIBUTES, name, at))
    if found.attributes or not catalog.learns_unknown_items:
        return found
    try:
        itself = parse_attribute(f"{ITEM_NAMESPACE}:{name}")
    except AttributeRefusedError as error:
        notes.refused.append(Refused(_as_given(name), str(error), error.rule))
        return found
    notes.reasons.append(
        f"The catalog gives no attributes of the item {shown(name)}; it stands for {itself.text}."
    )
    return Item(found.id, (itself,), found.weight, found.name)


def _shown(
    catalog: Catalog,
    behaviour: Behaviour,
    size: float,
    *,
    given: Sequence[Attribute],
    item: Item | None,
    notes: _Notes,
) -> tuple[dict[str, MappedAttribute], dict[str, MappedAttribute]]:
    """Return what an event shows and the dislikes that it speaks against, by key."""
    shows: dict[str, MappedAttribute] = {}
    against: dict[str, MappedAttribute] = {}

    def put(attribute: Attribute, magnitude: float, *, is_given: bool) -> None:
        if not behaviour.is_negative:
            shows.setdefault(attribute.key, MappedAttribute(attribute, magnitude, is_given))
        elif attribute.is_negative:
            against.setdefault(attribute.key, MappedAttribute(attribute, magnitude, is_given))
        else:
            dislike = negated(attribute)
            shows.setdefault(dislike.key, MappedAttribute(dislike, magnitude, is_given))

    for attribute in given:
        if not _is_context(attribute):
            put(attribute, size, is_given=True)
    if item is not None:
        for attribute in map(catalog.meant, item.attributes):
            if _is_context(attribute):
                why = "is a context, so the item cannot stand for it"
            elif _is_incidental(catalog, behaviour, attribute):
                why = f"is what the item is, not what it is liked for; {behaviour.name} leaves it"
            else:
                put(attribute, size * item.weight, is_given=False)
                continue
            notes.reasons.append(f"{attribute.text} {why}.")
    _settle_contradictions(shows, notes)
    return shows, against


def _is_incidental(catalog: Catalog, behaviour: Behaviour, attribute: Attribute) -> bool:
    """Say whether a negative event with an item says nothing of one of its attributes."""
    return (
        behaviour.is_negative
        and not attribute.is_negative
        and catalog.namespace(attribute.namespace).is_single_valued
    )


def _surroundings(catalog: Catalog, context: Sequence[str], notes: _Notes) -> Iterator[Attribute]:
    for attribute in _read(catalog, context, CONTEXT_NAMESPACE, notes):
        if attribute.is_negative:
            why = (
                f"The context {attribute.text} is a dislike, and a context is only what was there. "
                "Give it without its '!', or among the attributes."
            )
            notes.refused.append(Refused(attribute.text, why, NEGATIVE_CONTEXT))
        else:
            yield attribute


def _settle_contradictions(shows: dict[str, MappedAttribute], notes: _Notes) -> None:
    """Where one event shows a like and its dislike, what was given outranks the item."""
    dislikes = [key for key in shows if key.startswith("!")]
    for key in [dislike[1:] for dislike in dislikes if dislike[1:] in shows]:
        pair = (shows[key], shows[f"!{key}"])
        given = [each.is_given for each in pair]
        for each in pair:
            if all(given) or not each.is_given:
                del shows[each.key]
                why = f"The event shows both {pair[0].attribute.text} and {pair[1].attribute.text}."
                remedy = "Give one of them, or two events."
                notes.refused.append(Refused(each.attribute.text, f"{why} {remedy}", CONTRADICTION))


def _bounded(found: dict[str, MappedAttribute], notes: _Notes) -> tuple[MappedAttribute, ...]:
    """Order by key; beyond the bound what was given outranks the rest."""
    if not found:
        return ()
    if len(found) > MAX_EVENT_ATTRIBUTES:
        ranked = sorted(found.values(), key=lambda each: (not each.is_given, each.key))
        for each in ranked[MAX_EVENT_ATTRIBUTES:]:
            del found[each.key]
            why = f"One event may have {MAX_EVENT_ATTRIBUTES} of them. Send several events."
            notes.refused.append(Refused(each.attribute.text, why, TOO_MANY))
    return tuple([found[key] for key in sorted(found)])


def _is_context(attribute: Attribute) -> bool:
    return attribute.namespace == CONTEXT_NAMESPACE and not attribute.is_negative


def _calendar(
    catalog: Catalog, at: datetime, zone: str | None, reasons: list[str]
) -> LocalCalendar:
    for name in (zone, catalog.zone):
        if name is None:
            continue
        try:
            calendar = calendar_at(at, name)
        except OverflowError:  # within a day of the first or the last moment that can be told
            break
        if calendar.zone_known:
            return calendar
        reasons.append(f"No time zone is named {shown(name)}; it was left out.")
    return calendar_at(at, None)


def _holds(rule: ContextRule, calendar: LocalCalendar, place: str, surface: str) -> bool:
    if rule.places and place not in rule.places:
        return False
    if rule.surfaces and surface not in rule.surfaces:
        return False
    weekday = calendar.now.weekday()
    if rule.hours is not None:
        start, end = rule.hours
        minute = calendar.now.hour * 60 + calendar.now.minute
        if start < end:
            if not start <= minute < end:
                return False
        elif minute < end:
            weekday = (weekday - 1) % 7  # still the night of the evening before
        elif minute < start:
            return False
    return not rule.weekdays or weekday in rule.weekdays


def _label(
    field_name: str, given: str | None, most: int = MAX_ITEM_CHARACTERS, *, is_needed: bool = False
) -> str:
    """Check a name that came from outside and tidy it; empty where there is none."""
    if given is None and not is_needed:
        return ""
    if not isinstance(given, str):
        raise InputError(f"{field_name} is {shown(given)}, which is not a string.")
    if len(given) > most:
        raise InputError(f"{field_name} has {len(given):,} characters; {most:,} are the most.")
    name = tidy(given)
    if is_needed and not name:
        raise InputError(f"{field_name} is {shown(given)}, which names nothing.")
    return name


def _as_given(text: object) -> str:
    """Return what was refused so that the caller knows it again, whatever it was."""
    if isinstance(text, str) and len(text) <= MAX_ATTRIBUTE_CHARACTERS and text.isprintable():
        return text
    return shown(text)


@lru_cache(maxsize=1024)
def _magnitude(quantity: float, kind_weight: float) -> float:
    return magnitude(quantity, kind_weight=kind_weight)


@lru_cache(maxsize=1024)
def _kind_name(kind: str) -> str:
    return _SEPARATORS.sub("_", canonical(kind))
