"""Rendering what was recalled as quoted data, within a hard budget of tokens.

Every item is one line. Its words stand in a JSON string in which `<`, `>` and backquotes are
escaped too, so that nothing inside can end the block, open a tag or look like a role; the fence
carries a code that depends on the content and on a key of the scope, so that text cannot forge it.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from remanent.model.event import Origin
from remanent.model.fact import Polarity, TimeSpan
from remanent.model.recall import Item, ItemKind
from remanent.text.fencing import fenced
from remanent.text.local_calendar import local_day
from remanent.text.quoting import plain_name, quoted

LONGEST_DAY = timedelta(hours=26)
DATED_SLOTS = frozenset({"event", "plan"})

_NEGATION = re.compile(r"\b(?:not|no|never|no longer|dislikes?)\b|n['’]t\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Rendered:
    """The text of a recall.

    Args:
        shown: how many items, from the first, are in it.
        tokens: its size by the counter.
    """

    text: str
    shown: int
    tokens: int


def render(
    items: Sequence[Item],
    *,
    key: bytes,
    budget_tokens: int | None,
    count_tokens: Callable[[str], int],
    quotations: Sequence[Sequence[str]],
) -> Rendered:
    """Render items in order until the budget is used up.

    Args:
        items: best first.
        key: secret of the scope, for the fence.
        budget_tokens: hard limit for the whole text; None for no limit.
        count_tokens: the counter; the result's size is never above the budget by it.
        quotations: for each item the source words to show beneath a fact.
    """
    if not items:
        return Rendered("", 0, 0)
    lines: list[str] = []
    size = count_tokens(fenced([], key))
    if budget_tokens is not None and size > budget_tokens:
        return Rendered("", 0, 0)
    for place, item in enumerate(items):
        line = line_of(place + 1, item, quotations[place])
        if place == 0 and budget_tokens is not None:
            line = _fitted(line, item, budget_tokens - size, count_tokens)
        size += count_tokens(line) + 1
        if budget_tokens is not None and size > budget_tokens:
            break
        lines.append(line)
    while lines:
        text = fenced(lines, key)
        tokens = count_tokens(text)
        if budget_tokens is None or tokens <= budget_tokens:
            return Rendered(text, len(lines), tokens)
        lines.pop()
    return Rendered("", 0, 0)


def _fitted(line: str, item: Item, budget_tokens: int, count_tokens: Callable[[str], int]) -> str:
    """Cut the first item's words so far that at least their beginning fits."""
    kept = len(item.text)
    while count_tokens(line) + 1 > budget_tokens and kept > 0:
        kept //= 2
        line = line_of(1, replace(item, text=item.text[:kept] + " […]"), ())
    return line


def line_of(number: int, item: Item, quotations: Sequence[str]) -> str:
    """Return the one line that shows an item."""
    marks = "".join(f" [{mark}]" for mark in item.marks)
    if item.kind is ItemKind.TURN:
        who = item.speaker or item.role.value
        voice = "" if item.origin is Origin.PERSON else f", {item.origin.value}"
        day = _day(item.occurred_at, zone_of(item))
        return f"{number}. {day} {plain_name(who)}{voice}{marks}: {quoted(item.text)}"
    holds = _validity(item)
    denied = item.polarity is Polarity.NEGATIVE and not _NEGATION.search(item.text)
    negated = "not so: " if denied else ""
    said = "; said " + ", ".join(quoted(words) for words in quotations if words)
    return (
        f"{number}. fact, {plain_name(item.subject or 'user')}: {negated}{quoted(item.text)}"
        f" ({holds}){marks}{said if any(quotations) else ''}"
    )


def _validity(item: Item) -> str:
    if item.when is not None and item.slot in DATED_SLOTS:
        return f"{_span(item.when)}, told {_day(item.occurred_at, zone_of(item))}"
    if item.valid_from is not None and item.valid_to is not None:
        return f"{_day(item.valid_from, zone_of(item))} to {_day(item.valid_to, zone_of(item))}"
    if item.valid_to is not None:
        return f"until {_day(item.valid_to, zone_of(item))}"
    if item.valid_from is not None:
        return f"since {_day(item.valid_from, zone_of(item))}"
    return "always"


def _span(span: TimeSpan) -> str:
    """Return one day as 2026-05-02, anything longer in words."""
    length = span.end - span.start
    if length <= LONGEST_DAY:
        return _day(span.start + length / 2, None)
    from remanent.text.dates import format_span  # noqa: PLC0415 - loads 50 ms of patterns

    return format_span(span)


def zone_of(item: Item) -> str | None:
    """Return the speaker's zone, where the source that is shown first knows it."""
    return item.sources[0].zone if item.sources else None


def _day(moment: datetime, zone: str | None) -> str:
    """Return the day, in the speaker's zone where it is known, else UTC."""
    try:
        return local_day(moment, zone).isoformat()
    except OverflowError:  # the first or the last day that there is, elsewhere on Earth
        return moment.date().isoformat()
