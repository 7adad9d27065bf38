"""Reading [[context]]: when an event carries a context, by hour, weekday, place and surface."""

import re
from collections.abc import Iterator
from typing import Final

from remanent.model.catalog import ContextRule
from remanent.preferences.attributes import CONTEXT_NAMESPACE, canonical
from remanent.preferences.reading.toml_tables import Table
from remanent.quoting import shown

MAX_CONTEXT_RULES: Final = 256

_CONDITIONS: Final = ("hours", "weekdays", "place", "surface")
_HOURS: Final = re.compile(
    r"(?P<from>\d{1,2})(?::(?P<from_minute>\d{2}))?"
    r"\s*[-–]\s*"
    r"(?P<to>\d{1,2})(?::(?P<to_minute>\d{2}))?",
    re.ASCII,
)
_MINUTES_AN_HOUR: Final = 60
_MINUTES_A_DAY: Final = 24 * _MINUTES_AN_HOUR

_WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAY: Final = {
    name[:length]: day for day, name in enumerate(_WEEKDAYS) for length in (3, len(name))
}
_SEVERAL_DAYS: Final = {
    "weekday": (0, 1, 2, 3, 4),
    "weekdays": (0, 1, 2, 3, 4),
    "weekend": (5, 6),
    "weekends": (5, 6),
}


def context_rules_of(top: Table) -> Iterator[ContextRule]:
    """Yield the rules; what cannot be read is noted and left out."""
    for table in top.listed("context", most=MAX_CONTEXT_RULES):
        text = table.text("attribute")
        hours = _hours(table)
        weekdays = frozenset(_weekdays(table))
        places, surfaces = _labels(table, "place"), _labels(table, "surface")
        table.finish()
        if not any(table.has(condition) for condition in _CONDITIONS):
            remedy = "Write hours, weekdays, place or surface; else every event would carry it."
            table.add(None, "has no condition.", remedy)
        if not table.has("attribute"):
            table.add("attribute", "is missing.", 'Write one: attribute = "ctx:morning".')
        if text is None:
            continue
        attribute = table.attribute("attribute", text, namespace=CONTEXT_NAMESPACE)
        if attribute is None:
            continue
        if attribute.is_negative:
            remedy = "Remove the '!': a context is only what was there."
            table.add("attribute", f"is a dislike, {shown(text)}.", remedy)
        else:
            yield ContextRule(attribute, hours, weekdays, places, surfaces)


def _labels(table: Table, key: str) -> frozenset[str]:
    return frozenset(canonical(text) for _position, text in table.texts(key))


def _hours(table: Table) -> tuple[int, int] | None:
    """Read "6-11" as minutes of the day."""
    text = table.text("hours")
    if text is None:
        return None
    found = _HOURS.fullmatch(text.strip())
    if found is None:
        table.add("hours", f"is {shown(text)}.", 'Write "6-11", "22-6" or "6:30-11:15".')
        return None
    minutes = [int(found[f"{end}_minute"] or 0) for end in ("from", "to")]
    start, end = (
        int(found[name]) * _MINUTES_AN_HOUR + minute
        for name, minute in zip(("from", "to"), minutes, strict=True)
    )
    if start >= _MINUTES_A_DAY or end > _MINUTES_A_DAY or max(minutes) >= _MINUTES_AN_HOUR:
        remedy = 'Hours run from 0:00 to 24:00; past midnight they go on, as in "22-6".'
        table.add("hours", f"is {shown(text)}, which lies outside the day.", remedy)
        return None
    if start == end:
        remedy = "Write two different times, or leave hours out for the whole day."
        table.add("hours", f"is {shown(text)}, which is no time at all.", remedy)
        return None
    return start, end


def _weekdays(table: Table) -> Iterator[int]:
    for position, text in table.texts("weekdays"):
        days = _days(canonical(text))
        if not days:
            remedy = 'Write "mon" to "sun", a run such as "mon-fri", "weekday" or "weekend".'
            table.add("weekdays", f"has {shown(text)}.", remedy, position=position)
        yield from days


def _days(text: str) -> tuple[int, ...]:
    """Read `sat`, `saturday`, `mon-fri`, `weekend`; nothing where it is none of them."""
    if text in _SEVERAL_DAYS:
        return _SEVERAL_DAYS[text]
    first, to, last = text.replace("–", "-").partition("-")
    start, end = _WEEKDAY.get(first.strip()), _WEEKDAY.get((last if to else first).strip())
    if start is None or end is None:
        return ()
    return tuple(day % 7 for day in range(start, end + 1 if start <= end else end + 8))
