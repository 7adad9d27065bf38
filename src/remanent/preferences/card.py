"""What of a ranked person goes on the card, and how the card reads.

One line, grouped by namespace in order of strength, in the smallest form that an agent reads
rightly: `pref: organic 7* tea 5?; item: oat-milk 6*; !pref: upsells 4*`. Names that are more than
letters, digits and a few marks stand in quotes, so that no name can pose as anything else.
"""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial

from remanent.dynamics.hebbian import KNOWN_CONFIDENCE, is_known
from remanent.model.card import CardLine, Guess, Mark
from remanent.model.catalog import Catalog
from remanent.model.preference import Preference
from remanent.model.preference_graph import PreferenceGraph
from remanent.preferences.curation import foremost_in, rivals_among, superseded_by
from remanent.preferences.ranking import Ranked, digit

SETTING_NAMESPACE = "setting"
CARD_LINES = 8
CARD_TOKENS = 40
FIRST_LIKES = 5
MOST_DISLIKES = 2
_PLAIN = re.compile(r"[\w.+#&'-]+")


def standing_only(
    ranked: Sequence[Ranked], graph: PreferenceGraph, catalog: Catalog
) -> list[Ranked]:
    """Return those that no rival stands in the place of; pins to 0 are taken out."""

    def held(attribute: str) -> Preference | None:
        place = graph.position(attribute)
        return None if place is None else graph.rows[place]

    has_rivals = rivals_among(catalog, graph.namespaces, graph.by_attribute)
    return [
        each
        for each in ranked
        if each.preference.pin != 0
        and each.preference.text is None
        and not (
            has_rivals(each.preference)
            and superseded_by(each.preference, catalog, held, partial(foremost_in, graph))
        )
    ]


def shown_lines(standing: Sequence[Ranked], *, limit: int = CARD_LINES) -> list[Ranked]:
    """Return what a card may show: the best likes, then whatever is best, dislikes among them.

    A pin stands where its score puts it. Dislikes that nobody pinned take `MOST_DISLIKES` lines.
    """
    likes = [each for each in standing if _is_like_or_pinned(each)]
    first = likes[:FIRST_LIKES]
    dislikes = [each for each in standing if not _is_like_or_pinned(each)][:MOST_DISLIKES]
    rest = sorted((*likes[FIRST_LIKES:], *dislikes), key=lambda each: -each.score)
    return [*first, *rest][:limit]


def _is_like_or_pinned(ranked: Ranked) -> bool:
    return not ranked.preference.is_negative or ranked.preference.pin is not None


def line_of(ranked: Ranked, *, threshold: float = KNOWN_CONFIDENCE) -> CardLine:
    """Return a ranked preference as a line of a card."""
    row = ranked.preference
    sure = row.pin is not None or is_known(ranked.confidence, threshold=threshold)
    return CardLine(
        attribute=row.name,
        weight=ranked.weight,
        confidence=ranked.confidence,
        mark=Mark.KNOWN if sure else Mark.UNSURE,
        score=ranked.score,
        parts=ranked.parts,
        provenance=row.provenance,
        is_pinned=row.pin is not None,
        intensity=row.intensity,
        value=row.value,
        value_spread=row.value_spread,
        surface=ranked.surface,
    )


def settings_of(graph: PreferenceGraph) -> tuple[tuple[str, str], ...]:
    """Return the pinned style instructions, by name."""
    if SETTING_NAMESPACE not in graph.namespaces:
        return ()
    number = graph.namespaces.index(SETTING_NAMESPACE)
    rows = [graph.rows[int(place)] for place in (graph.namespace == number).nonzero()[0]]
    return tuple(
        sorted(
            (row.name.partition(":")[2], row.text)
            for row in rows
            if row is not None and row.text is not None
        )
    )


def fitted(
    lines: Sequence[CardLine],
    settings: Sequence[tuple[str, str]],
    guesses: Sequence[Guess],
    *,
    budget_tokens: int | None,
    count_tokens: Callable[[str], int],
) -> tuple[str, int, int, int, int]:
    """Return (text, tokens, settings, lines, guesses) of what fits a budget, strongest first.

    Settings go first, then lines, then guesses; from each the last gives way first. What of the
    settings does not fit even alone takes no line's room.
    """
    offered = (len(settings), len(lines), len(guesses))
    kept = [0, 0, 0]
    text, tokens = "", 0
    for part, most in enumerate(offered):
        for count in range(most, 0, -1):
            wanted = [*kept[:part], count, *kept[part + 1 :]]
            found = rendered(lines[: wanted[1]], settings[: wanted[0]], guesses[: wanted[2]])
            size = count_tokens(found)
            if budget_tokens is None or size <= budget_tokens:
                kept, text, tokens = wanted, found, size
                break
    return text, tokens, kept[0], kept[1], kept[2]


def rendered(
    lines: Iterable[CardLine],
    settings: Iterable[tuple[str, str]] = (),
    guesses: Iterable[Guess] = (),
) -> str:
    """Return a card's text."""
    sections: dict[str, list[str]] = {}
    for line in lines:
        namespace, _, name = line.attribute.partition(":")
        section = quoted(namespace)
        if line.surface is not None:
            section += f"@{quoted(line.surface)}"
        amount = "" if line.value is None else f"={line.value:.4g}"
        sections.setdefault(section, []).append(
            f"{quoted(name)}{amount} {digit(line.weight)}{line.mark.value}"
        )
    parts = [f"{section}: {' '.join(own)}" for section, own in sections.items()]
    spoken = [f"{quoted(name)} {quoted(value)}" for name, value in settings]
    if spoken:
        parts.insert(0, f"style: {', '.join(spoken)}")
    guessed = [quoted_attribute(each.attribute) for each in guesses]
    if guessed:
        parts.append(f"guess: {' '.join(guessed)}")
    return "; ".join(parts)


def quoted_attribute(attribute: str) -> str:
    """Return an attribute as a card shows it."""
    namespace, _, name = attribute.partition(":")
    return f"{quoted(namespace)}:{quoted(name)}"


@lru_cache(maxsize=4096)
def quoted(name: str) -> str:
    """Return a name as a card shows it: bare where it is plain, else in quotes."""
    bare = name.removeprefix("!")
    if _PLAIN.fullmatch(bare):
        return name
    return f"{'!' if bare != name else ''}{json.dumps(bare, ensure_ascii=False)}"
