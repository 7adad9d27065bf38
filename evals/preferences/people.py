"""How simulated people behave: what they like, when they come, and what they do then.

Everybody has five favourites, some things that they like a little, and a rest that they take
by chance. Purchases follow the taste closely, clicks loosely (browsing), declines and returns
mostly fall on what is liked least. A share of all events is noise that no taste explains.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final

from evals.preferences.dice import Dice
from evals.preferences.world import ANSWERS, Event

START: Final = datetime(2025, 1, 6, tzinfo=UTC)  # a Monday
FAVOURITES: Final = (1.0, 0.9, 0.8, 0.7, 0.6)
SOME: Final = 8
"""How many things are liked a little."""
A_LITTLE: Final = (0.18, 0.3)
BY_CHANCE: Final = 0.03
NOISE: Final = 0.12

Weights = Mapping[str, float]

_KINDS: Final = {"purchase": 0.35, "click": 0.55, "decline": 0.07, "return": 0.03}
_HOURS: Final = tuple(range(7, 23))
_SHARPNESS: Final = {"purchase": 1.3, "click": 0.8}
_COUNTS: Final = {1: 0.45, 2: 0.4, 3: 0.15}


@dataclass(frozen=True, slots=True, kw_only=True)
class Taste:
    """What somebody likes, best first, and a little."""

    favourites: tuple[str, ...]
    some: tuple[str, ...]

    def weights(self, vocabulary: Iterable[str]) -> dict[str, float]:
        """Return how strongly each word of a vocabulary is liked, above 0 to 1."""
        found = dict.fromkeys(vocabulary, BY_CHANCE)
        low, high = A_LITTLE
        for place, attribute in enumerate(self.some):
            found[attribute] = low + (high - low) * place / max(len(self.some) - 1, 1)
        found.update(zip(self.favourites, FAVOURITES, strict=False))
        return found


def taste_of(dice: Dice, vocabulary: Sequence[str], *, count: int = ANSWERS) -> Taste:
    """Return somebody's taste."""
    drawn = dice.some(vocabulary, count + SOME)
    return Taste(favourites=tuple(drawn[:count]), some=tuple(drawn[count:]))


def day(number: float) -> datetime:
    """Return the moment so many days after the beginning, to the second."""
    return START + timedelta(seconds=round(number * 86_400))


def day_and_hour(dice: Dice, moment: float) -> datetime:
    """Return a moment of the same day at an hour when people are awake."""
    hour = dice.one(_HOURS)
    minute, second = dice.whole(0, 59), dice.whole(0, 59)
    return START + timedelta(days=int(moment), hours=hour, minutes=minute, seconds=second)


def behave(
    dice: Dice,
    user: str,
    liked: Callable[[float], Weights],
    *,
    since: float,
    until: float,
    rate: float,
    noise: float = NOISE,
) -> list[Event]:
    """Return what a user does between two days, unordered.

    Args:
        liked: the weights of all words on a day.
        rate: events a day.
        noise: share of events that bear words drawn evenly.
    """
    return [
        act(dice, user, liked(since + moment), at=day_and_hour(dice, since + moment), noise=noise)
        for moment in dice.waits(rate, int(until) - since)
    ]


def act(dice: Dice, user: str, weights: Weights, *, at: datetime, noise: float = NOISE) -> Event:
    """Return one thing that a user does, given what is liked then."""
    kind = dice.weighted(_KINDS)
    count = dice.weighted(_COUNTS)
    if dice.chance(noise):
        shown = dict.fromkeys(weights, 1.0)
    elif kind in _SHARPNESS:
        shown = {word: weight ** _SHARPNESS[kind] for word, weight in weights.items()}
    else:
        count = 1
        shown = {word: 1.0 / (weight + 0.1) for word, weight in weights.items()}
    return Event(at=at, user=user, kind=kind, attributes=tuple(dice.weighted_some(shown, count)))


def shelves_of(
    dice: Dice, vocabulary: Sequence[str], *, copies: int = 4, width: int = 2
) -> dict[str, tuple[str, ...]]:
    """Return items of a shop: every word stands on at least `copies` of them.

    Args:
        width: how many more words an item may bear.
    """
    items: dict[str, tuple[str, ...]] = {}
    for copy in range(copies):
        for word in vocabulary:
            others = dice.some([other for other in vocabulary if other != word], width)
            name = f"{word.partition(':')[2]}-{copy + 1}"
            items[name] = (word, *others[: dice.whole(0, width)])
    return items


def in_items(
    dice: Dice, events: Iterable[Event], items: Mapping[str, tuple[str, ...]]
) -> list[Event]:
    """Return the same doings as items that bear the first attribute of each event."""
    bearing: dict[str, list[str]] = {}
    for item, words in items.items():
        for word in words:
            bearing.setdefault(word, []).append(item)
    return [
        replace(event, attributes=(), item=dice.one(bearing[event.attributes[0]]))
        for event in events
    ]
