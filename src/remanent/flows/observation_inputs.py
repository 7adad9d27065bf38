"""Where behaviours come in: what callers give is read and checked before any flow."""

import json
import math
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import partial
from hashlib import sha256
from typing import Any

from remanent.dynamics.hebbian import WEIGHT_CEILING
from remanent.errors import InputError, TooLargeError
from remanent.flows.inputs import chosen, fraction, label, time_zone
from remanent.model.catalog import Attribute, Catalog
from remanent.model.fact import Provenance
from remanent.model.instants import to_datetime
from remanent.model.observed import Observation
from remanent.preferences.attributes import (
    CONTEXT_NAMESPACE,
    ITEM_NAMESPACE,
    parse_attribute,
)
from remanent.preferences.card import SETTING_NAMESPACE
from remanent.quoting import shown

FIELD_NAMES = {"id": "external_id"}
"""Fields of an observation that callers know by another name."""

STATED_KINDS = frozenset({"state", "stated", "say", "said", "tell"})
MAX_TEXT_CHARACTERS = 1_000_000
MAX_GIVEN = 1024
MAX_CANDIDATES = 10_000
MAX_SETTING_CHARACTERS = 500
MAX_AMOUNT = 1e100
"""Of a measured amount either way: its spread is reckoned in squares."""


def read_observations(
    given: object, common: Mapping[str, object], *, most: int
) -> list[Observation]:
    """Read one behaviour by its kind, one mapping, or many.

    Args:
        given: the kind as a string, a mapping, or mappings.
        common: fields that hold for what carries none of its own; None for what was not given.
        most: how many one call may hold.

    Raises:
        InputError: names the event and the field; nothing was stored. TooLargeError: over a bound.
    """
    if isinstance(given, str):
        return [_read({**common, "kind": given}, "observe")]
    if isinstance(given, Observation):
        return [given]
    if isinstance(given, Mapping):
        given = [given]
    if isinstance(given, bytes) or not isinstance(given, Iterable):
        raise InputError(
            f"observe was given {type(given).__name__}, which is no kind of event and no events.",
            remedy='Give a kind such as "purchase", or a list of mappings with `kind`.',
        )
    found: list[Observation] = []
    for place, entry in enumerate(given):
        if place >= most:
            raise TooLargeError(
                f"More than {most:,} events were given in one call.",
                remedy="Split the list into several calls.",
            )
        if isinstance(entry, Observation):
            found.append(entry)
        elif isinstance(entry, Mapping):
            own = {name: value for name, value in entry.items() if value is not None}
            found.append(_read({**common, **own}, f"event {place}"))
        else:
            raise InputError(f"event {place} is {type(entry).__name__}, not a mapping.")
    return found


def _read(entry: Mapping[str, object], where: str) -> Observation:
    unknown = entry.keys() - FIELDS
    if unknown:
        raise InputError(
            f"{where} has the unknown field {min(map(shown, unknown))}.",
            remedy=f"Known fields are {', '.join(sorted(FIELDS))}.",
        )
    kind = label(entry.get("kind"), f"{where}: kind")
    if kind is None:
        raise InputError(f"{where} has no kind.", remedy='Give one such as "purchase".')
    fields: dict[str, Any] = {
        FIELD_NAMES.get(name, name): _READERS[name](value, f"{where}: {name}")
        for name, value in entry.items()
        if value is not None
    }
    if "provenance" not in fields and kind.casefold() in STATED_KINDS:
        fields["provenance"] = Provenance.STATED
    return Observation(**fields)


def read_context(given: object, catalog: Catalog) -> tuple[str, ...]:
    """Read the attributes that are there now, as keys of what is meant.

    Bare words get the namespace `ctx`.
    """
    return tuple(
        catalog.meant(parse_attribute(text, default_namespace=CONTEXT_NAMESPACE)).key
        for text in _texts(given, "context")
    )


def read_attributes(given: object, catalog: Catalog) -> tuple[str, ...] | None:
    """Read attributes as keys of what is meant; None stays None."""
    if given is None:
        return None
    return tuple(catalog.meant(parse_attribute(text)).key for text in _texts(given, "attributes"))


def read_candidates(given: object, catalog: Catalog) -> dict[str, tuple[Attribute, ...]]:
    """Read candidates: items and attributes, or names with attributes.

    Raises:
        InputError: they are of another type. TooLargeError: more than 10,000.
    """
    named: Mapping[object, object]
    if isinstance(given, Mapping):
        named = given
    elif isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise InputError(
            f"candidates is {shown(given)}; it must be a list of texts, or map names to attributes."
        )
    else:
        named = dict.fromkeys(_texts(given, "candidates", most=MAX_CANDIDATES))
    if len(named) > MAX_CANDIDATES:
        raise TooLargeError(f"More than {MAX_CANDIDATES:,} candidates were given.")
    found: dict[str, tuple[Attribute, ...]] = {}
    for name, attributes in named.items():
        if not isinstance(name, str):
            raise InputError(f"candidates holds {shown(name)}, which is not a text.")
        item = catalog.items.get(name)
        if attributes is not None:
            own = [parse_attribute(text) for text in _texts(attributes, f"candidate {shown(name)}")]
        elif item is not None and item.attributes:
            own = list(item.attributes)
        else:
            is_named = ":" in name or "：" in name
            own = [parse_attribute(name, default_namespace=ITEM_NAMESPACE)]
            if not is_named:
                own.append(parse_attribute(name))
        found[name] = tuple(catalog.meant(each) for each in own)
    return found


def read_style(given: Mapping[str, object]) -> dict[Attribute, str | None]:
    """Read style instructions by name."""
    return {
        parse_attribute(f"{SETTING_NAMESPACE}:{name}"): label(
            value, name, most=MAX_SETTING_CHARACTERS
        )
        for name, value in given.items()
    }


def read_weight(value: object) -> float:
    """Read a weight, 0 to 9.

    Raises:
        InputError: it is no such number.
    """
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not 0 <= value <= WEIGHT_CEILING:  # type: ignore[operator]  # a number
        raise InputError(f"weight is {shown(value)}; it must be a number from 0 to 9.")
    return float(value)  # type: ignore[arg-type]  # a number


def read_outcome(value: object) -> float:
    """Read an outcome, -1 to 1.

    Raises:
        InputError: it is no such number.
    """
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not -1 <= value <= 1:  # type: ignore[operator]  # a number
        raise InputError(f"outcome is {shown(value)}; it must be a number from -1 to 1.")
    return float(value)  # type: ignore[arg-type]  # a number


def quantity(value: object, what: str) -> float:
    """Read how many or how much: a finite number above 0; 1 where none was given.

    Raises:
        InputError: names the field and the value.
    """
    if value is None:
        return 1.0
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(f"{what} is {shown(value)}; it must be a number above 0.")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number) or number <= 0:
        raise InputError(
            f"{what} is {shown(value)}; it must be a finite number above 0.",
            remedy="Leave it out for one; for what was returned use a kind such as return.",
        )
    return number


def _texts(value: object, what: str, *, most: int = MAX_GIVEN) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, str):
        return (value,)
    if isinstance(value, bytes | Mapping) or not isinstance(value, Iterable):
        raise InputError(f"{what} is {shown(value)}; it must be a list of texts.")
    found: list[str] = []
    for each in value:
        if not isinstance(each, str):
            raise InputError(f"{what} holds {shown(each)}, which is not a text.")
        found.append(each)
        if len(found) > most:
            raise TooLargeError(f"{what} holds more than {most:,} texts.")
    return tuple(found)


def _values(value: object, what: str) -> tuple[tuple[str, float], ...]:
    if value is None:
        return ()
    if not isinstance(value, Mapping):
        raise InputError(f"{what} is {shown(value)}; it must map names to numbers.")
    found: list[tuple[str, float]] = []
    for name, amount in value.items():
        if not isinstance(name, str):
            raise InputError(f"{what} names an amount {shown(name)}, which is not a text.")
        is_number = isinstance(amount, int | float) and not isinstance(amount, bool)
        if not is_number or not -MAX_AMOUNT <= amount <= MAX_AMOUNT:
            raise InputError(
                f"{what}: {shown(name)} is {shown(amount)}; it must be finite, and at most "
                f"{MAX_AMOUNT:g} either way."
            )
        found.append((name, float(amount)))
    return tuple(sorted(found))


def _provenance(value: object, what: str) -> Provenance:
    return chosen(value, Provenance, what)


def _moment(value: object, what: str) -> datetime:
    try:
        return to_datetime(value)
    except InputError as error:
        raise InputError(f"{what.removesuffix(': at')}: {error}") from None


_READERS: Mapping[str, Callable[[object, str], object]] = {
    "kind": label,
    "attributes": _texts,
    "context": _texts,
    "item": partial(label, number_allowed=True),
    "quantity": quantity,
    "intensity": fraction,
    "values": _values,
    "salience": fraction,
    "provenance": _provenance,
    "at": _moment,
    "place": label,
    "surface": label,
    "session": partial(label, number_allowed=True),
    "agent": label,
    "zone": time_zone,
    "text": partial(label, most=MAX_TEXT_CHARACTERS),
    "id": partial(label, number_allowed=True),
}
"""How each field that a caller may give is read, from its value and its name in errors."""

FIELDS = frozenset(_READERS)


def observations_digest(observations: Iterable[Observation]) -> str:
    """Return what must be equal for two requests with one key to be the same request."""
    content = [
        [
            each.kind, each.attributes, each.context, each.item, each.quantity, each.intensity,
            each.values, each.salience, each.provenance.value,
            None if each.at is None else each.at.isoformat(), each.place, each.surface,
            each.session, each.agent, each.zone, each.text, each.external_id,
        ]
        for each in observations
    ]  # fmt: skip
    return sha256(json.dumps(content, ensure_ascii=True).encode()).hexdigest()
