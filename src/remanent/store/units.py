"""Units as texts: what an embedder is given."""

from collections.abc import Sequence
from dataclasses import dataclass

from remanent.model.event import Event
from remanent.model.fact import Fact
from remanent.store.words import fact_words
from remanent.text.tokens import chunks


@dataclass(frozen=True, slots=True)
class StoredUnit:
    """One chunk of a turn, or a fact."""

    seq: int
    chunk: int
    text: str


def units_of(turns: Sequence[Event], facts: Sequence[Fact], last_seq: int) -> list[StoredUnit]:
    """Return the units of items up to a number, by ascending (seq, chunk)."""
    found = [
        StoredUnit(event.seq, number, spoken(event, event.text[start:end]))
        for event in turns
        if event.seq <= last_seq
        for number, (start, end) in enumerate(chunks(event.text))
    ]
    found += [
        StoredUnit(fact.seq, number, fact_words(fact)[start:end])
        for fact in facts
        if fact.seq <= last_seq
        for number, (start, end) in enumerate(chunks(fact_words(fact)))
    ]
    return sorted(found, key=lambda unit: (unit.seq, unit.chunk))


def spoken(event: Event, text: str) -> str:
    """Return words with the name of who said them, as an embedder should see them."""
    return text if event.speaker is None else f"{event.speaker}: {text}"
