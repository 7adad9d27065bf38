"""A diary remembered and asked: what is kept as a fact, what is found, what the card costs.

The entries are remembered as they were written, in their order. What the rules make of them as
facts is observed as well, as something stated: that is what the card is drawn from. An answer is
right where one of its first 10, 20 or 30 items holds the words that answer. The other methods find
whole entries: the latest ones, those with the most frequent words, those that BM25 finds.
"""

import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from evals.baselines import STOP_WORDS, Bm25, porter_terms, ranked
from evals.preferences.diary import ASKED, ENTRIES, PERSON, Asked
from evals.preferences.methods.remanent import MovedClock
from remanent import Memory
from remanent.text.tokens import count_tokens

CUTS: Final = (10, 20, 30)
PERMANENT: Final = "permanent"
DRIFT: Final = "drift"
EPISODE: Final = "episode"

_CARD_SLOTS: Final = (
    "home", "work", "likes", "dislikes", "hobby", "habit", "diet", "allergy", "language", "pet",
    "partner", "origin", "health", "owns",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class DiaryReading:
    """What became of the diary.

    Args:
        right: for each method, for each kind of question, the share right at each of `CUTS`.
        kept: permanent facts that stand among the facts, of so many.
        current: drifts of which the new value stands among the open facts and the old does not.
        diary_tokens: of all entries together.
    """

    right: Mapping[str, Mapping[str, tuple[float, ...]]]
    kept: int
    permanent: int
    current: int
    drifts: int
    facts: int
    card: str
    card_tokens: int
    card_lines: int
    recall_tokens: float
    diary_tokens: int


def read_diary() -> DiaryReading:
    """Remember the diary and put every question."""
    texts = [entry.text for entry in ENTRIES]
    found: dict[str, list[list[str]]] = {
        "frequency": [_by_frequency(texts)] * len(ASKED),
        "recency": [texts[::-1]] * len(ASKED),
        "BM25": _by_words(texts),
    }
    clock = MovedClock(ENTRIES[-1].at)
    with (
        tempfile.TemporaryDirectory(prefix="remanent-diary-") as folder,
        Memory(Path(folder) / "memory.db", clock=clock) as memory,
    ):
        scope: Any = memory.scope(tenant="diary", user=PERSON)
        for entry in ENTRIES:
            clock.moment = entry.at
            scope.remember([{"role": "user", "content": entry.text, "at": entry.at}])
        recalls = [scope.recall(each.question, limit=max(CUTS)) for each in ASKED]
        found["Remanent"] = [[item.text for item in recall.items] for recall in recalls]
        facts = scope.facts(limit=1000)
        _observe(scope, facts)
        card = scope.card()
        told = [fact.text.casefold() for fact in facts]
        return DiaryReading(
            right={
                name: {
                    kind: tuple(_share(lists, kind, cut) for cut in CUTS)
                    for kind in (PERMANENT, DRIFT, EPISODE)
                }
                for name, lists in found.items()
            },
            kept=sum(_holds(told, each.key) for each in ASKED if each.kind == PERMANENT),
            permanent=sum(each.kind == PERMANENT for each in ASKED),
            current=sum(
                _holds(told, each.key) and not _holds(_alike(told, each), each.stale)
                for each in ASKED
                if each.kind == DRIFT
            ),
            drifts=sum(each.kind == DRIFT for each in ASKED),
            facts=len(facts),
            card=card.text,
            card_tokens=card.tokens,
            card_lines=len(card.lines),
            recall_tokens=sum(recall.tokens for recall in recalls) / len(recalls),
            diary_tokens=count_tokens("\n".join(texts)),
        )


def _observe(scope: Any, facts: Sequence[Any]) -> None:
    """Let the card know what was stated."""
    events = []
    for fact in sorted(facts, key=lambda each: each.sources[0].occurred_at):
        if fact.slot in _CARD_SLOTS and fact.value and len(fact.value) <= 40:
            is_against = fact.slot == "dislikes" or str(fact.polarity) == "negative"
            events.append(
                {
                    "kind": "statement",
                    "attributes": [f"{'!' if is_against else ''}{fact.slot}:{fact.value}"],
                    "provenance": "stated",
                    "at": fact.sources[0].occurred_at,
                }
            )
    if events:
        scope.observe(events)


def _alike(told: Sequence[str], asked: Asked) -> list[str]:
    """Return facts that claim the old value in the way of the question: living, working, liking."""
    verbs = {"Where": ("live",), "Who": ("work",), "What": ("like", "love", "drink")}
    wanted = verbs[asked.question.split()[0]]
    return [
        text for text in told if any(verb in text for verb in wanted) and "any more" not in text
    ]


def _share(lists: Sequence[Sequence[str]], kind: str, cut: int) -> float:
    right = [
        _holds([text.casefold() for text in texts[:cut]], asked.key)
        for texts, asked in zip(lists, ASKED, strict=True)
        if asked.kind == kind
    ]
    return sum(right) / len(right)


def _holds(texts: Sequence[str], key: Sequence[str]) -> bool:
    return any(word in text for text in texts for word in key)


def _by_words(texts: Sequence[str]) -> list[list[str]]:
    index = Bm25(texts)
    return [[texts[place] for place in ranked(index.scores(each.question))] for each in ASKED]


def _by_frequency(texts: Sequence[str]) -> list[str]:
    """Return entries by how often their words occur in the whole diary, on average."""
    stop = {term for terms in porter_terms([STOP_WORDS]) for term in terms}
    words = [[term for term in terms if term not in stop] for terms in porter_terms(texts)]
    counts = Counter(term for terms in words for term in terms)
    means = [sum(counts[term] for term in terms) / max(len(terms), 1) for terms in words]
    return [texts[place] for place in sorted(range(len(texts)), key=lambda at: (-means[at], at))]
