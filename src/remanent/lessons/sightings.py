"""When two proposals are one lesson, and how many independent origins stand for it.

Quarantine counts distinct origins, not sessions: whoever repeats himself, resumes a conversation,
or says the same in a fork of his repository is one origin.
"""

import re
from collections.abc import Sequence
from typing import Final

from remanent.lessons.condition import SAME_ERROR, SAME_TASK, overlap, share_of
from remanent.model.lesson import Condition, Witness
from remanent.text.content import stems_of
from remanent.text.quantities import critical_tokens
from remanent.text.synonyms import related

INDEPENDENT_ORIGINS: Final = 2
"""So many origins that have nothing in common lift the quarantine."""

SAME_WORDS: Final = 0.6
"""Share of stems, synonyms counted as one, from which two texts say the same."""

SAME_MEANING: Final = 0.82
"""Cosine from which two texts say the same, where an embedder read both."""

LEAST_STEMS: Final = 3
"""A text with fewer is the same as another only where all of them are."""

_FLAGS: Final = re.compile(r"(?<!\S)--?[A-Za-z][\w-]*")
_QUOTED: Final = re.compile(r"`([^`\n]{1,200})`")
_CODE: Final = re.compile(r"(?<![\w./-])[\w./-]*[\w-][/_.=:][\w./=:-]*\w")
_WORD: Final = re.compile(r"[\w./=:+-]*\w")
_OPENS: Final = re.compile(r"(?:\A|[.!?:]\s+|\n\s*)[\"'(`*-]*[^\W\d_]")


def are_one(
    first: str, second: str, conditions: tuple[Condition, Condition], *, cosine: float | None = None
) -> bool:
    """Say whether two proposals are sightings of one lesson.

    What they must not differ in (numbers, dates, negation, options of a command, code) decides
    before any measure of likeness.

    Args:
        first, second: what to do.
        conditions: what each is for.
        cosine: of their vectors, where there are any.
    """
    if not _conditions_agree(*conditions):
        return False
    if _exact(first) != _exact(second) or not _code_agrees(first, second):
        return False
    here, there = _meanings(first), _meanings(second)
    shared = share_of(here, there)
    if min(len(here), len(there)) < LEAST_STEMS:
        return shared == 1.0
    if shared >= SAME_WORDS:
        return True
    return cosine is not None and cosine >= SAME_MEANING


def _conditions_agree(first: Condition, second: Condition) -> bool:
    pairs = ((first.tool, second.tool), (first.repository, second.repository))
    if any(here != there for here, there in pairs if here is not None and there is not None):
        return False
    if first.error is not None and second.error is not None:
        if first.error != second.error and overlap(first.error, second.error) < SAME_ERROR:
            return False
    elif (first.error is None) != (second.error is None) and first.task is None is second.task:
        return False
    if first.task is not None and second.task is not None and first.task != second.task:
        return overlap(first.task, second.task) >= SAME_TASK
    return set(first.attributes) == set(second.attributes)


def _exact(text: str) -> frozenset[str]:
    """Return what two wordings of one lesson have letter for letter."""
    plain = _OPENS.sub(lambda match: match[0].lower(), text)  # an order is no name
    return critical_tokens(plain) | frozenset(_FLAGS.findall(text)) | frozenset(_CODE.findall(text))


def _code_agrees(first: str, second: str) -> bool:
    """Say whether the code that either quotes is in the other's words."""
    here, there = _words(first), _words(second)
    quoted = [(_QUOTED.findall(first), there), (_QUOTED.findall(second), here)]
    return all(_words(code) <= others for codes, others in quoted for code in codes)


def _words(text: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in _WORD.findall(text))


def _meanings(text: str) -> frozenset[str]:
    """Return stems, each put for all that mean the same."""
    return frozenset(min((stem, *related(stem))) for stem in stems_of(text))


def independent_origins(witnesses: Sequence[Witness]) -> int:
    """Return how many origins stand behind sightings; those that share any known part are one.

    A sighting of which nothing is known is the same origin as any other of its kind.
    """
    groups: list[set[tuple[str, bytes]]] = []
    for witness in witnesses:
        parts = _parts(witness)
        joined = [group for group in groups if group & parts]
        groups = [group for group in groups if not group & parts]
        groups.append(parts.union(*joined))
    return len(groups)


def _parts(witness: Witness) -> set[tuple[str, bytes]]:
    given = {
        (name, part)
        for name, part in (
            ("author", witness.author),
            ("lineage", witness.lineage),
            ("transcript", witness.transcript),
        )
        if part is not None
    }
    return given or {("unknown", b"")}
