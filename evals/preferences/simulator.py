"""Twelve ways in which tastes show, change and mislead, each made from a seed.

What each regime tests is said beside it. A truth can always be inferred from the log by somebody
who weighs everything in it; noise, thin evidence and misleading shows make that work.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from evals.preferences.dice import Dice
from evals.preferences.people import (
    BY_CHANCE,
    Taste,
    act,
    behave,
    day,
    day_and_hour,
    in_items,
    shelves_of,
    taste_of,
)
from evals.preferences.vocabulary import (
    BUSINESSES,
    DAYTIMES,
    DIETS,
    FORMS,
    LOOKALIKES,
    SEASONS,
    SLOTS,
    SYNONYMS,
)
from evals.preferences.world import (
    ANSWERS,
    Acted,
    Catalog,
    Entry,
    Event,
    Question,
    Release,
    World,
    namespace_of,
)

SEEDS: Final = (
    1009, 1103, 1201, 1301, 1409, 1511, 1601, 1709, 1801, 1901, 2003, 2111,
    2203, 2309, 2411, 2503, 2609, 2707, 2801, 2903, 3001, 3109, 3203, 3301,
)  # fmt: skip
"""What is published is measured on these."""

TUNING_SEEDS: Final = (
    40009, 40111, 40213, 40343, 40423, 40507, 40609, 40709, 40801, 40903, 41011, 41113,
)  # fmt: skip
"""Whoever tunes a method does it on these, which no published figure contains."""

USERS: Final = 3
"""How many people each world asks about, but for the cold start."""


def simulate(regime: str, seed: int) -> World:
    """Return the world of a regime under a seed: the same one every time."""
    return REGIMES[regime](Dice(seed, regime), seed)


def _static(dice: Dice, seed: int) -> World:
    """Tastes that stay: only noise stands between the log and the truth."""
    name, words = _business(seed)
    events: list[Event] = []
    questions: list[Question] = []
    for user in _users():
        taste = taste_of(dice, words)
        weights = taste.weights(words)
        events += behave(dice, user, _always(weights), since=0, until=90, rate=1.0)
        questions += [
            Question(at=day(at), user=user, relevant=taste.favourites) for at in (45, 68, 91)
        ]
    return _world("static", seed, _catalog(name, words), events, questions)


def _abrupt(dice: Dice, seed: int) -> World:
    """Four of five favourites are replaced from one day to the next."""
    name, words = _business(seed)
    events: list[Event] = []
    questions: list[Question] = []
    for user in _users():
        before, after = _two_tastes(dice, words, kept=1)
        old, new = before.weights(words), after.weights(words)
        turn = dice.whole(55, 75)
        events += behave(dice, user, _always(old), since=0, until=turn, rate=1.0)
        events += behave(dice, user, _always(new), since=turn, until=turn + 40, rate=1.0)
        stale = tuple(word for word in before.favourites if word not in after.favourites)
        questions += [
            Question(at=day(turn + later), user=user, relevant=after.favourites, stale=stale)
            for later in (14, 27, 40)
        ]
    return _world("abrupt drift", seed, _catalog(name, words), events, questions)


def _gradual(dice: Dice, seed: int) -> World:
    """Four of five favourites are replaced little by little, over sixty days."""
    name, words = _business(seed)
    events: list[Event] = []
    questions: list[Question] = []
    for user in _users():
        before, after = _two_tastes(dice, words, kept=1)
        old, new = before.weights(words), after.weights(words)
        begin = dice.whole(20, 30)

        mixed = _mixture(old, new, since=begin, until=begin + 60)
        events += behave(dice, user, mixed, since=0, until=begin + 75, rate=1.2)
        for later in (48, 60, 75):
            now = mixed(begin + later)
            relevant = tuple(sorted(words, key=lambda word: (-now[word], word))[:ANSWERS])
            stale = tuple(word for word in before.favourites if word not in after.favourites)
            at = day(begin + later)
            gone = tuple(word for word in stale if word not in relevant)
            questions.append(Question(at=at, user=user, relevant=relevant, stale=gone))
    return _world("gradual drift", seed, _catalog(name, words), events, questions)


def _staleness(dice: Dice, seed: int) -> World:
    """A craze of some weeks leaves a heap of events; quiet lasting tastes go on beneath it.

    The first question comes a month after the craze, the second at the end of a long absence,
    in which nothing has changed.
    """
    name, words = _business(seed)
    events: list[Event] = []
    questions: list[Question] = []
    for user in _users():
        lasting, craze = _two_tastes(dice, words, kept=0)
        quiet = lasting.weights(words)
        both = {
            word: max(quiet[word] * 0.35, weight) for word, weight in craze.weights(words).items()
        }
        begin, end = dice.whole(10, 20), dice.whole(45, 50)
        events += behave(dice, user, _always(quiet), since=0, until=begin, rate=0.9)
        events += behave(dice, user, _always(both), since=begin, until=end, rate=2.0)
        events += behave(dice, user, _always(quiet), since=end, until=end + 60, rate=0.9)
        questions += [
            Question(
                at=day(end + later), user=user, relevant=lasting.favourites, stale=craze.favourites
            )
            for later in (30, 60, 110)
        ]
    return _world("staleness", seed, _catalog(name, words), events, questions)


def _context(dice: Dice, seed: int) -> World:
    """What is liked depends on the situation; one favourite holds in all of them."""
    name, words = _business(seed)
    events: list[Event] = []
    questions: list[Question] = []
    for user in _users():
        drawn = dice.some(words, 1 + 4 * len(DAYTIMES) + 6)
        shared, some = drawn[0], tuple(drawn[-6:])
        liked: dict[str, Taste] = {}
        for place, context in enumerate(DAYTIMES):
            own = drawn[1 + 4 * place : 5 + 4 * place]
            liked[context] = Taste(favourites=(own[0], shared, *own[1:]), some=some)
        shares = {"ctx:morning": 0.45, "ctx:evening": 0.35, "ctx:weekend": 0.2}
        for moment in dice.waits(2.0, 90):
            context = dice.weighted(shares)
            weights = liked[context].weights(words)
            event = act(dice, user, weights, at=day_and_hour(dice, moment))
            told: tuple[str, ...] = (context,)
            if dice.chance(0.12):
                told = ()
            elif dice.chance(0.08):
                told = (dice.one(DAYTIMES),)
            events.append(replace(event, context=told))
        questions += [
            Question(
                at=day(91), user=user, context=(context,), relevant=liked[context].favourites,
                stale=tuple(
                    word
                    for other in DAYTIMES if other != context
                    for word in liked[other].favourites if word != shared
                ),
            )
            for context in DAYTIMES
        ]  # fmt: skip
    return _world("context", seed, _catalog(name, words), events, questions)


def _aliases(dice: Dice, seed: int) -> World:
    """Favourites arrive under several names each; some names are alike and mean two things.

    Spelling, plural, separators, case, script and width differ; true synonyms are in the catalog.
    """
    concepts = {form: word for word, forms in FORMS.items() for form in forms}
    alike = tuple(word for pair in LOOKALIKES for word in pair)
    words = (*FORMS, *alike)
    events: list[Event] = []
    questions: list[Question] = []
    for user in _users():
        many = dice.some(FORMS, 6)
        pair = dice.one(LOOKALIKES)
        one, twin = dice.some(pair, 2)
        others = [word for word in alike if word not in pair]
        favourites = dice.some([*many[:4], one], ANSWERS)
        some = dice.some([*many[4:], *dice.some(others, 5), twin], 8)
        weights = Taste(favourites=tuple(favourites), some=tuple(some)).weights(words)
        for event in behave(dice, user, _always(weights), since=0, until=90, rate=1.1):
            written = tuple(dice.one((word, *FORMS.get(word, ()))) for word in event.attributes)
            events.append(replace(event, attributes=written))
        questions += [
            Question(at=day(at), user=user, relevant=tuple(favourites), stale=(twin,))
            for at in (60, 91)
        ]
    catalog = replace(_catalog("Names", words), aliases=SYNONYMS)
    return _world("aliases", seed, catalog, events, questions, concepts=concepts)


def _outcomes(dice: Dice, seed: int) -> World:
    """Ten things are taken as often as each other; acted upon, five help and five hurt."""
    name, words = _business(seed)
    entries: list[Entry] = []
    questions: list[Question] = []
    for user in _users():
        drawn = dice.some(words, 2 * ANSWERS + 6)
        helpful, hurtful, some = drawn[:ANSWERS], drawn[ANSWERS : 2 * ANSWERS], drawn[-6:]
        weights = Taste(favourites=(), some=tuple(some)).weights(words)
        weights |= {word: dice.uniform(0.6, 0.9) for word in helpful}
        weights |= {word: dice.uniform(0.7, 1.0) for word in hurtful}
        entries += behave(dice, user, _always(weights), since=0, until=90, rate=0.9)
        tried = {word: weight for word, weight in weights.items() if weight > BY_CHANCE}
        for moment in dice.waits(0.6, 70):
            word = dice.weighted(tried)
            helps = word in helpful or (word in some and dice.chance(0.5))
            if dice.chance(0.15):
                helps = not helps
            size = round(dice.uniform(0.4, 1.0), 2)
            at = day_and_hour(dice, 20 + moment)
            entries.append(
                Acted(at=at, user=user, attribute=word, outcome=size if helps else -size)
            )
        questions += [
            Question(at=day(at), user=user, relevant=tuple(helpful), stale=tuple(hurtful))
            for at in (65, 78, 91)
        ]
    return _world("outcomes", seed, _catalog(name, words), entries, questions)


def _slots(dice: Dice, seed: int) -> World:
    """Facts that hold one value at a time, confirmed by behaviour, changed once or twice.

    A wrong value shows now and then: a parcel sent to a friend.
    """
    _, words = _business(seed)
    words = words[::3]
    events: list[Event] = []
    questions: list[Question] = []
    for user in _users():
        some = taste_of(dice, words, count=0)
        events += behave(dice, user, _always(some.weights(words)), since=0, until=120, rate=0.12)
        asked = sorted(dice.uniform(70, 120) for _ in range(3))
        current: list[list[str]] = [[] for _ in asked]
        stale: list[list[str]] = [[] for _ in asked]
        for values in SLOTS.values():
            held = dice.some(values, dice.whole(1, 3))
            turns = sorted(_turn(dice, asked) for _ in held[1:])
            events += _confirmations(dice, user, values, held, turns)
            for place, at in enumerate(asked):
                *before, now = held[: 1 + sum(turn <= at for turn in turns)]
                current[place].append(now)
                stale[place] += before
        questions += [
            Question(at=day(at), user=user, relevant=tuple(now), stale=tuple(before))
            for at, now, before in zip(asked, current, stale, strict=True)
        ]
    catalog = _catalog("Account", (*words, *(value for each in SLOTS.values() for value in each)))
    lives = {**catalog.half_lives, **dict.fromkeys(SLOTS, "permanent")}
    catalog = replace(catalog, half_lives=lives, single_valued=tuple(SLOTS))
    return _world("slot change", seed, catalog, events, questions)


def _confirmations(
    dice: Dice, user: str, values: Sequence[str], held: Sequence[str], turns: Sequence[float]
) -> list[Event]:
    """Return what shows one fact: what is done under it, and what is said when it changes."""
    events = []
    for moment in dice.waits(0.2, 120):
        value = held[sum(turn <= moment for turn in turns)]
        if dice.chance(0.06):
            value = dice.one([other for other in values if other != value])
        kind = "purchase" if dice.chance(0.8) else "click"
        events.append(Event(at=day(moment), user=user, kind=kind, attributes=(value,)))
    for value, begin in zip(held, (0.0, *turns), strict=True):
        # Most people say so when something changes; the rest is seen from what they do.
        if begin == 0 or dice.chance(0.6):
            at = day(begin + dice.uniform(0, 1))
            events.append(
                Event(
                    at=at, user=user, kind="statement", attributes=(value,), provenance="stated"
                )
            )  # fmt: skip
    return events


def _turn(dice: Dice, asked: Sequence[float]) -> float:
    """Return a day on which something changes: not in the six days before it is asked for."""
    while True:
        turn = dice.uniform(15, 110)
        if not any(at - 6 < turn <= at for at in asked):
            return turn


def _contradiction(dice: Dice, seed: int) -> World:
    """Things once liked are turned down or spoken against; one is taken back into favour.

    A diet is changed. Guesses of an agent (inferred) go on claiming what the person has denied.
    """
    name, words = _business(seed)
    events: list[Event] = []
    questions: list[Question] = []
    for user in _users():
        drawn = dice.some(words, 4 + 5 + 6)
        steady, turned, some = drawn[:3], drawn[4:9], tuple(drawn[9:])
        regained = drawn[3]
        weights = Taste(favourites=(), some=some).weights(words)
        weights |= {word: dice.uniform(0.6, 0.9) for word in steady}
        phases = {word: float(dice.whole(30, 60)) for word in turned}
        loved = {word: dice.uniform(0.8, 1.1) for word in turned}
        back = float(dice.whole(30, 45))

        liked = _turning(weights, phases, loved, regained=(regained, back))
        events += behave(dice, user, liked, since=0, until=90, rate=1.0, noise=0.1)
        for word in turned:
            events += _refusals(dice, user, word, phases[word])
        for _ in range(2):
            at = day_and_hour(dice, dice.uniform(3, back - 5))
            events.append(Event(at=at, user=user, kind="decline", attributes=(regained,)))
        for word in dice.some(turned, 2):
            at = day_and_hour(dice, phases[word] + dice.uniform(6, 25))
            events.append(
                Event(at=at, user=user, kind="click", attributes=(word,), provenance="inferred")
            )
        diets = dice.some(DIETS, 2)
        change = dice.uniform(35, 62)
        for diet, moment in ((diets[0], dice.uniform(1, 6)), (diets[1], change)):
            at = day_and_hour(dice, moment)
            events.append(
                Event(at=at, user=user, kind="statement", attributes=(diet,), provenance="stated")
            )
        for moment in dice.waits(0.12, 90):
            diet = diets[int(moment) > int(change)]
            at = day_and_hour(dice, moment)
            events.append(Event(at=at, user=user, kind="purchase", attributes=(diet,)))
        relevant = (*steady, regained, diets[1])
        stale = (*turned, diets[0])
        questions += [
            Question(at=day(at), user=user, relevant=relevant, stale=stale) for at in (72, 81, 91)
        ]
    catalog = _catalog(name, (*words, *DIETS))
    lives = {**catalog.half_lives, "diet": "permanent"}
    catalog = replace(catalog, half_lives=lives, groups=(DIETS,))
    return _world("contradiction", seed, catalog, events, questions)


def _refusals(dice: Dice, user: str, word: str, since: float) -> list[Event]:
    """Return how somebody lets it be known that a thing is liked no more."""
    found: list[Event] = []
    says_so = dice.chance(0.6)
    if says_so:
        at = day_and_hour(dice, since + 1)
        said = Event(
            at=at, user=user, kind="statement", attributes=(f"!{word}",), provenance="stated"
        )
        found.append(said)
    for _ in range(1 if says_so else dice.whole(2, 4)):
        at = day_and_hour(dice, since + dice.uniform(1, 10))
        kind = "decline" if dice.chance(0.7) else "return"
        found.append(Event(at=at, user=user, kind=kind, attributes=(word,)))
    return found


def newcomers(seed: int, *, people: int) -> World:
    """Return the cold start of a seed with another number of people known."""
    return _cold_start(Dice(seed, "cold start"), seed, people=people)


def _cold_start(dice: Dice, seed: int, *, people: int = 60) -> World:
    """Sixty people are known; newcomers have shown nothing, one thing or two.

    Some things are popular with everybody, the rest goes by three circles of different size.
    """
    name, words = _business(seed)
    drawn = dice.some(words, 3 + 3 * 5 + 8)
    popular = drawn[:3]
    circles = [drawn[3 + 5 * circle : 8 + 5 * circle] for circle in range(3)]
    shares = {0: 0.5, 1: 0.3, 2: 0.2}

    def person() -> dict[str, float]:
        circle = dice.weighted(shares)
        own = dict.fromkeys(words, BY_CHANCE)
        own |= dict.fromkeys(drawn[-8:], 0.15)
        own |= {word: 0.85 * dice.uniform(0.75, 1.25) for word in popular}
        strengths = (1.0, 0.9, 0.8, 0.45, 0.4)
        for word, strength in zip(circles[circle], strengths, strict=True):
            own[word] = strength * dice.uniform(0.75, 1.25)
        return own

    events: list[Event] = []
    population = tuple(f"known-{number:02}" for number in range(1, people + 1))
    for user in population:
        events += behave(dice, user, _always(person()), since=0, until=60, rate=0.4)
    questions = []
    for number in range(9):
        user, own = f"newcomer-{number + 1}", person()
        for step in range(number // 3):
            # A newcomer comes for something: no noise, no refusals.
            shown = {word: weight**1.3 for word, weight in own.items()}
            bears = tuple(dice.weighted_some(shown, dice.whole(1, 2)))
            at = day_and_hour(dice, 61.0 + step)
            events.append(Event(at=at, user=user, kind="purchase", attributes=bears))
        relevant = tuple(sorted(words, key=lambda word: (-own[word], word))[:ANSWERS])
        questions.append(Question(at=day(64), user=user, relevant=relevant))
    return _world(
        "cold start", seed, _catalog(name, words), [*events, Release(at=day(60.5))], questions,
        population=population,
    )  # fmt: skip


def _gifts(dice: Dice, seed: int) -> World:
    """Presents for somebody else fill the basket, last of all just before the question.

    Six in ten are marked as a present by their context; the others look like any purchase.
    """
    name, words = _business(seed)
    items = shelves_of(dice, words)
    events: list[Event] = []
    questions: list[Question] = []
    for user in _users():
        drawn = dice.some(words, 5 + 8 + 9)
        taste = Taste(favourites=tuple(drawn[:5]), some=tuple(drawn[5:13]))
        own = behave(dice, user, _always(taste.weights(words)), since=0, until=95, rate=1.4)
        own = [replace(event, quantity=float(dice.whole(1, 2))) for event in own]
        events += in_items(dice, own, items)
        stale: list[str] = []
        occasions = [dice.whole(12, 30), dice.whole(40, 58), dice.whole(68, 80), dice.whole(90, 94)]
        for number, occasion in enumerate(occasions):
            # Three things for somebody, one or two of each, on one day.
            wanted = drawn[13 + 3 * (number % 3) :][:3]
            bought = [
                Event(
                    at=day_and_hour(dice, occasion), user=user, kind="purchase", attributes=(word,),
                    quantity=float(dice.whole(1, 2)),
                    context=("ctx:gift",) if dice.chance(0.6) else (),
                )
                for word in wanted
                for _ in range(dice.whole(1, 2))
            ]  # fmt: skip
            events += in_items(dice, bought, items)
            stale += [word for word in wanted if word not in stale]
            if number:
                questions.append(
                    Question(
                        at=day(occasion + 1 + dice.whole(0, 2)), user=user,
                        relevant=taste.favourites, stale=tuple(stale),
                    )
                )  # fmt: skip
    return _world("gifts", seed, replace(_catalog(name, words), items=items), events, questions)


def _seasons(dice: Dice, seed: int) -> World:
    """Three of five favourites belong to a season and come back with it, two last all year.

    Asked for a few days after the season has turned, when little of it has shown yet.
    """
    name, words = _business(seed)
    items = shelves_of(dice, words, copies=3, width=1)
    events: list[Event] = []
    questions: list[Question] = []
    half_year = 182
    for user in _users():
        drawn = dice.some(words, 2 + 3 + 3 + 6)
        lasting, some = drawn[:2], tuple(drawn[8:])
        own = {SEASONS[0]: drawn[2:5], SEASONS[1]: drawn[5:8]}
        liked = {
            season: Taste(
                favourites=(own[season][0], lasting[0], own[season][1], lasting[1], own[season][2]),
                some=some,
            )
            for season in SEASONS
        }
        turns = [half_year * number for number in range(5)]
        for number, turn in enumerate(turns):
            season = SEASONS[number % 2]
            weights = liked[season].weights(words)
            length = half_year if number < len(turns) - 1 else 12
            done = behave(dice, user, _always(weights), since=turn, until=turn + length, rate=0.5)
            events += [replace(event, context=(season,)) for event in in_items(dice, done, items)]
            if number >= 2:
                other = own[SEASONS[1 - number % 2]]
                questions += [
                    Question(
                        at=day(turn + later), user=user, context=(season,),
                        relevant=liked[season].favourites, stale=tuple(other),
                    )
                    for later in (4, 12)
                ]  # fmt: skip
    catalog = replace(_catalog(name, words, half_life="slow"), items=items)
    return _world("seasons", seed, catalog, events, questions)


REGIMES: Final[Mapping[str, Callable[[Dice, int], World]]] = {
    "static": _static,
    "abrupt drift": _abrupt,
    "gradual drift": _gradual,
    "staleness": _staleness,
    "context": _context,
    "aliases": _aliases,
    "outcomes": _outcomes,
    "slot change": _slots,
    "contradiction": _contradiction,
    "cold start": _cold_start,
    "gifts": _gifts,
    "seasons": _seasons,
}


def _users() -> list[str]:
    return [f"person-{number}" for number in range(1, USERS + 1)]


def _business(seed: int) -> tuple[str, tuple[str, ...]]:
    names = list(BUSINESSES)
    name = names[seed // 100 % len(names)]
    return name, BUSINESSES[name]


def _always(weights: Mapping[str, float]) -> Callable[[float], Mapping[str, float]]:
    return lambda _moment: weights


def _mixture(
    old: Mapping[str, float], new: Mapping[str, float], *, since: float, until: float
) -> Callable[[float], dict[str, float]]:
    """Return what is liked on a day, while one taste turns into another."""

    def mixed(moment: float) -> dict[str, float]:
        share = min(max((moment - since) / (until - since), 0.0), 1.0)
        return {word: (1 - share) * old[word] + share * new[word] for word in old}

    return mixed


def _turning(
    steady: Mapping[str, float],
    phases: Mapping[str, float],
    loved: Mapping[str, float],
    *,
    regained: tuple[str, float],
) -> Callable[[float], dict[str, float]]:
    """Return what is liked on a day, when some words fall from favour and one comes into it.

    Args:
        phases: until when each word is loved.
        regained: a word, and since when it is liked.
    """

    def liked(moment: float) -> dict[str, float]:
        now = dict(steady)
        now |= {word: loved[word] if moment < end else BY_CHANCE for word, end in phases.items()}
        now[regained[0]] = 0.8 if moment >= regained[1] else BY_CHANCE
        return now

    return liked


def _two_tastes(dice: Dice, words: Sequence[str], *, kept: int) -> tuple[Taste, Taste]:
    """Return a taste and the one that takes its place, with so many favourites in common.

    What is liked a little is the same in both.
    """
    before = taste_of(dice, words)
    free = [word for word in words if word not in (*before.favourites, *before.some)]
    fresh = [*dice.some(before.favourites, kept), *dice.some(free, ANSWERS - kept)]
    after = Taste(favourites=tuple(dice.some(fresh, ANSWERS)), some=before.some)
    return before, after


def _catalog(name: str, words: Iterable[str], *, half_life: str = "preference") -> Catalog:
    namespaces = dict.fromkeys(namespace_of(word) for word in words)
    return Catalog(name=name, half_lives=dict.fromkeys(namespaces, half_life))


def _world(
    regime: str,
    seed: int,
    catalog: Catalog,
    entries: Iterable[Entry],
    questions: Iterable[Question],
    *,
    concepts: Mapping[str, str] | None = None,
    population: tuple[str, ...] = (),
) -> World:
    return World(
        regime=regime,
        seed=seed,
        catalog=catalog,
        log=tuple(sorted(entries, key=lambda entry: entry.at)),
        questions=tuple(sorted(questions, key=lambda asked: (asked.at, asked.user, asked.context))),
        concepts=concepts or {},
        population=population,
    )
