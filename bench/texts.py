"""Invented conversations of any length: turns of about 120 characters, words as people use them.

Words come from a made-up vocabulary with Zipf's frequencies, so that postings have the lengths
that real ones have; one turn in 40 states a fact.
"""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "an", "el", "or")]
COMMON = (
    *("the", "and", "to", "a", "of", "i", "it", "is", "was", "in", "that", "for", "you"),
    *("my", "we", "on", "with", "have", "be", "so", "at", "this", "not", "but"),
)
FACTS = (
    "I just moved to {city} last week.",
    "I'm allergic to {food}.",
    "I work at {company} now.",
    "My sister lives in {city}.",
    "I love {food}.",
)
CITIES = ("Berlin", "Riga", "Porto", "Vigo", "Oslo", "Tartu", "Leeds", "Ghent")
FOODS = ("shellfish", "walnuts", "rye bread", "olives", "mango", "lentils")
COMPANIES = ("Nordlys", "Halden", "Brightwater", "Corvid Labs")
VOCABULARY = 20_000
START = datetime(2024, 1, 1, tzinfo=UTC)


def vocabulary(size: int = VOCABULARY) -> list[str]:
    """Return distinct invented words, most frequent first."""
    rng = random.Random(7)
    words = dict.fromkeys(COMMON)
    while len(words) < size:
        words["".join(rng.choice(SYLLABLES) for _ in range(rng.randint(2, 4)))] = None
    return list(words)


def messages(count: int, *, seed: int = 1, session_turns: int = 20) -> Iterator[dict[str, object]]:
    """Yield messages as `remember` takes them."""
    rng = random.Random(seed)
    words = vocabulary()
    weights = [1.0 / (rank + 2) for rank in range(len(words))]
    pool = rng.choices(words, weights, k=200_000)
    for number in range(count):
        if number % 40 == 17:
            text = rng.choice(FACTS).format(
                city=rng.choice(CITIES), food=rng.choice(FOODS), company=rng.choice(COMPANIES)
            )
        else:
            start = rng.randrange(len(pool) - 30)
            text = " ".join(pool[start : start + rng.randint(12, 26)]).capitalize() + "."
        yield {
            "content": text,
            "role": "user" if number % 2 == 0 else "assistant",
            "name": "Ann" if number % 2 == 0 else "Ben",
            "at": START + timedelta(minutes=number),
            "id": f"m{number}",
            "session": f"s{number // session_turns}",
        }


def questions(count: int, *, seed: int = 3) -> list[str]:
    """Return questions of four to seven content words from all over the vocabulary."""
    rng = random.Random(seed)
    words = vocabulary()
    found = []
    for _ in range(count):
        content = [words[int(rng.paretovariate(0.4)) % 4000 + 30] for _ in range(rng.randint(4, 7))]
        found.append(f"What did Ann say about {' '.join(content)}?")
    return found
