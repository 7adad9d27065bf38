"""A simulated shop: does it sell more when Remanent orders what a shopper sees?

Shoppers browse for five weeks; a third of them change their taste on the way. Then each of them
comes by some more times, sees the same thirty things in an order, looks at them from the top with
waning patience, and buys one or nothing. Every order meets the same shoppers with the same luck:
what differs is the order alone. Popularity is how often all shoppers bought a thing.
"""

import tempfile
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from evals.metrics import Interval, paired_bootstrap
from evals.preferences.dice import Dice
from evals.preferences.methods.remanent import BATCH, TENANT, MovedClock
from evals.preferences.people import Taste, day, day_and_hour, shelves_of, taste_of
from evals.preferences.vocabulary import SHOP
from evals.preferences.world import KINDS, Catalog, Event, namespace_of
from remanent import Memory

SHOPPERS: Final = 40
DAYS: Final = 35
VISITS: Final = 6
SHOWN: Final = 30
PATIENCE: Final = 0.85
"""Chance of looking at the next thing."""

POPULARITY: Final = "popularity"
REMANENT: Final = "Remanent, rank()"
FREQUENCY: Final = "own frequency"
CHANCE: Final = "by chance"
TRUTH: Final = "the truth"
ORDERS: Final = (POPULARITY, REMANENT, FREQUENCY, CHANCE, TRUTH)

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """One visit, with its luck drawn beforehand.

    Args:
        offered: the things there are today.
        wants: for each of them the chance that it is bought once looked at.
        luck: for each of them a number below which it is bought; below 1.
        patience: for each place a number below which the shopper looks on.
    """

    at: datetime
    user: str
    offered: tuple[str, ...]
    wants: Mapping[str, float]
    luck: Mapping[str, float]
    patience: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shop:
    """One shop under one seed."""

    catalog: Catalog
    events: tuple[Event, ...]
    visits: tuple[Visit, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sales:
    """What was sold.

    Args:
        conversion: for each order the share of visits with a purchase, with its interval.
        lift: for each order the relative gain over popularity, with its interval.
    """

    shops: int
    visits: int
    conversion: Mapping[str, Interval]
    lift: Mapping[str, Interval]


Order = Callable[[Visit], Sequence[str]]


def open_shop(seed: int) -> Shop:
    """Return the shop of a seed: the same one every time."""
    dice = Dice(seed, "storefront")
    items = shelves_of(dice, SHOP, copies=3, width=2)
    quality = {item: dice.uniform() for item in items}
    events: list[Event] = []
    visits: list[Visit] = []
    for number in range(1, SHOPPERS + 1):
        user = f"shopper-{number:02}"
        taste = taste_of(dice, SHOP)
        later = _changed(dice, taste) if dice.chance(1 / 3) else taste
        turn = dice.uniform(12, 22)
        for moment in dice.waits(0.9, DAYS):
            wants = _wants(items, quality, taste if moment < turn else later)
            events.append(_browse(dice, user, wants, day_and_hour(dice, moment)))
        wants = _wants(items, quality, later)
        for visit in range(VISITS):
            offered = tuple(dice.some(list(items), SHOWN))
            visits.append(
                Visit(
                    at=day(DAYS + 1 + 2 * visit),
                    user=user,
                    offered=offered,
                    wants={item: wants[item] for item in offered},
                    luck={item: dice.uniform() for item in offered},
                    patience=tuple(dice.uniform() for _ in offered),
                )
            )
    catalog = Catalog(
        name="Shop",
        items=items,
        half_lives=dict.fromkeys((namespace_of(word) for word in SHOP), "preference"),
    )
    return Shop(
        catalog=catalog,
        events=tuple(sorted(events, key=lambda event: (event.at, event.user))),
        visits=tuple(sorted(visits, key=lambda visit: (visit.at, visit.user))),
    )


def _changed(dice: Dice, taste: Taste) -> Taste:
    free = [word for word in SHOP if word not in (*taste.favourites, *taste.some)]
    return Taste(favourites=(taste.favourites[0], *dice.some(free, 4)), some=taste.some)


def _wants(
    items: Mapping[str, Sequence[str]], quality: Mapping[str, float], taste: Taste
) -> dict[str, float]:
    """Return the chance that each thing is bought once it is looked at."""
    liked = taste.weights(SHOP)
    return {
        item: 0.5 * (0.75 * max(liked[word] for word in words) + 0.25 * quality[item]) ** 2
        for item, words in items.items()
    }


def _browse(dice: Dice, user: str, wants: Mapping[str, float], at: datetime) -> Event:
    met = {item: wants[item] for item in dice.some(list(wants), 20)}
    item = dice.weighted(met)
    kind = dice.weighted({"purchase": 0.35, "click": 0.6, "return": 0.05})
    if kind == "return":
        item = dice.weighted({each: 1 / (0.05 + want) for each, want in met.items()})
    return Event(at=at, user=user, kind=kind, item=item)


def bought(visit: Visit, order: Sequence[str]) -> bool:
    """Return whether a visit ends in a purchase when things stand in this order."""
    for place, item in enumerate(order):
        if visit.luck[item] < visit.wants[item]:
            return True
        if visit.patience[place] >= PATIENCE:
            return False
    return False


def sell(seeds: Sequence[int], *, resamples: int, progress: Callable[[], None]) -> Sales:
    """Open a shop for each seed and let every order meet the same shoppers.

    Args:
        progress: called after each shop.
    """
    rows = []
    visits = 0
    for seed in seeds:
        shop = open_shop(seed)
        visits += len(shop.visits)
        rows.append(_sold(shop))
        progress()
    sold: Floats = np.array(rows, dtype=np.float64)
    intervals = paired_bootstrap(sold, resamples=resamples)
    base = sold[:, ORDERS.index(POPULARITY)]
    return Sales(
        shops=len(seeds),
        visits=visits,
        conversion=dict(zip(ORDERS, intervals, strict=True)),
        lift={
            order: _lift(sold[:, place], base, resamples=resamples)
            for place, order in enumerate(ORDERS)
        },
    )


def _sold(shop: Shop) -> list[float]:
    with tempfile.TemporaryDirectory(prefix="remanent-storefront-") as folder:
        clock = MovedClock()
        with Memory(Path(folder) / "memory.db", clock=clock) as memory:
            clock.moment = shop.events[-1].at
            orders: dict[str, Order] = {
                POPULARITY: _popularity(shop),
                REMANENT: _remanent(shop, memory, clock),
                FREQUENCY: _frequency(shop),
                CHANCE: lambda visit: visit.offered,
                TRUTH: lambda visit: _by(visit.wants, visit.offered),
            }
            return [
                sum(bought(visit, orders[name](visit)) for visit in shop.visits) / len(shop.visits)
                for name in ORDERS
            ]


def _popularity(shop: Shop) -> Order:
    counts: defaultdict[str, float] = defaultdict(float)
    for event in shop.events:
        if event.kind == "purchase" and event.item is not None:
            counts[event.item] += 1
    return lambda visit: _by(counts, visit.offered)


def _frequency(shop: Shop) -> Order:
    """Order by what the shopper's own events bear: the best attribute of a thing counts."""
    counts: defaultdict[tuple[str, str], float] = defaultdict(float)
    for event in shop.events:
        kind = KINDS[event.kind]
        for word in shop.catalog.attributes(event):
            counts[event.user, word] += -kind.weight if kind.is_negative else kind.weight
    return lambda visit: _by(
        {
            item: max(counts[visit.user, word] for word in shop.catalog.items[item])
            for item in visit.offered
        },
        visit.offered,
    )


def _remanent(shop: Shop, memory: Memory, clock: MovedClock) -> Order:
    told: defaultdict[str, list[dict[str, object]]] = defaultdict(list)
    for event in shop.events:
        told[event.user].append({"kind": event.kind, "at": event.at, "item": event.item})
    operator: Any = memory
    operator.tenant(TENANT).set_catalog(shop.catalog.toml())
    for user, events in told.items():
        scope = memory.scope(tenant=TENANT, user=user)
        for place in range(0, len(events), BATCH):
            scope.observe(events[place : place + BATCH])

    def order(visit: Visit) -> Sequence[str]:
        clock.moment = visit.at
        ranked = memory.scope(tenant=TENANT, user=visit.user).rank(visit.offered, at=visit.at)
        return [each.candidate for each in ranked]

    return order


def _by(scores: Mapping[str, float], offered: Sequence[str]) -> list[str]:
    return sorted(offered, key=lambda item: -scores.get(item, 0.0))


def _lift(sold: Floats, base: Floats, *, resamples: int) -> Interval:
    """Return the relative gain of mean over mean, by the bootstrap over shops."""
    random = np.random.default_rng(0)
    drawn = random.integers(0, len(sold), size=(resamples, len(sold)))
    gains = sold[drawn].mean(axis=1) / base[drawn].mean(axis=1) - 1.0
    low, high = np.quantile(gains, (0.025, 0.975))
    return Interval(float(sold.mean() / base.mean() - 1.0), float(low), float(high))
