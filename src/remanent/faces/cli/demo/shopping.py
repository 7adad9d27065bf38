"""A week of an invented shopper, and what a memory makes of it: before and after a drift.

It stands in a tenant of its own, so that nothing of it mixes with the conversation.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final
from zoneinfo import ZoneInfo

from remanent.faces.cli.events import import_events
from remanent.faces.cli.progress import progress_bar
from remanent.faces.importers.events import EventLine, look_at, read_events
from remanent.faces.samples import shop_path, shopper_path
from remanent.memory import Memory
from remanent.model.card import Card, Decision, Trigger, Why
from remanent.model.observed import Observation

TENANT: Final = "demo-shop"
SHOPPER: Final = "mira"
ZONE: Final = ZoneInfo("Europe/Berlin")
WEEK_ENDS: Final = datetime(2026, 3, 8, 21, tzinfo=UTC)
DRIFTED: Final = datetime(2026, 4, 1, 18, tzinfo=UTC)
ASKED: Final = "pref:tea"
DECIDED: Final = ("pref:tea", "size:43", "pref:coffee")
BROUGHT_UP: Final = "item:"

_REPETITIONS: Final = 50


@dataclass(frozen=True, slots=True)
class Day:
    """What was done on one day, each as a few words."""

    day: str
    events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shopping:
    """What the shopper did, and what was made of it.

    Args:
        events: that are stored; `known` of them were stored before.
        before, after: the card at the end of the week, and four weeks later.
        card_milliseconds: the median of the later card.
    """

    tenant: str
    user: str
    events: int
    known: int
    week: tuple[Day, ...]
    later: str
    before: Card
    before_at: datetime
    after: Card
    after_at: datetime
    why: Why
    decisions: tuple[Decision, ...]
    triggers: tuple[Trigger, ...]
    card_milliseconds: float


def go_shopping(memory: Memory) -> Shopping:
    """Take the shopper's events in, and ask what a shop would ask."""
    shop = memory.tenant(TENANT)
    shop.set_catalog(shop_path())
    file = look_at(shopper_path())
    with progress_bar("Observing", file.lines) as bar:
        report = import_events(memory, TENANT, file, user=None, common={}, advance=bar.advance)
    events = [each.observation for each in read_events(file, {}) if isinstance(each, EventLine)]
    week = [each for each in events if _at(each) <= WEEK_ENDS]
    mira = memory.scope(tenant=TENANT, user=SHOPPER)
    triggers = mira.triggers(at=DRIFTED)
    return Shopping(
        tenant=TENANT,
        user=SHOPPER,
        events=report.events,
        known=report.known,
        week=_days(week),
        later=_summed(events[len(week) :]),
        before=_card_of(week),
        before_at=WEEK_ENDS,
        after=mira.card(at=DRIFTED),
        after_at=DRIFTED,
        why=mira.why(ASKED, at=DRIFTED),
        decisions=tuple(mira.decide(each, at=DRIFTED) for each in DECIDED),
        triggers=tuple(each for each in triggers if each.attribute.startswith(BROUGHT_UP)),
        card_milliseconds=_median(lambda: mira.card(at=DRIFTED)),
    )


def _card_of(week: Sequence[Observation]) -> Card:
    """Return the card as it was when only this had happened, from a memory that is let go of."""
    with TemporaryDirectory() as folder, Memory(Path(folder) / "week.db") as memory:
        memory.tenant(TENANT).set_catalog(shop_path())
        mira = memory.scope(tenant=TENANT, user=SHOPPER)
        mira.observe(week)
        return mira.card(at=WEEK_ENDS)


def _days(events: Sequence[Observation]) -> tuple[Day, ...]:
    found: dict[str, list[str]] = {}
    for each in events:
        found.setdefault(f"{_at(each).astimezone(ZONE):%a}", []).append(_words(each))
    return tuple(Day(day, tuple(own)) for day, own in found.items())


def _words(each: Observation) -> str:
    what = each.item or ", ".join(each.attributes)
    count = "" if each.quantity == 1 else f" ×{each.quantity:g}"
    return f"{each.kind} {what}{count}"


def _summed(events: Sequence[Observation]) -> str:
    counts: dict[str, int] = {}
    for each in events:
        counts[_words(each)] = counts.get(_words(each), 0) + 1
    return ", ".join(f"{words} ({count} times)" for words, count in counts.items())


def _at(each: Observation) -> datetime:
    assert each.at is not None, "every event of the sample has its time"
    return each.at


def _median(work: Callable[[], object]) -> float:
    took: list[float] = []
    for _ in range(_REPETITIONS):
        started = perf_counter()
        work()
        took.append(perf_counter() - started)
    return round(median(took) * 1000, 3)
