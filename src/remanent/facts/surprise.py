"""The gate before a model: which turns rules and memory do not already account for.

A model costs time and money for every turn that it reads, and most turns of a conversation say
nothing new, or say it so plainly that the rules have read it. What remains is scored by how new
its words are to this memory, how much of it no rule read, how large what it tells of is, how sure
the rules were, and whether it speaks against what is known.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from remanent.facts.evidence import OWN_ORIGINS
from remanent.facts.injected import without_injected
from remanent.model.event import Origin, Role
from remanent.model.fact import Statement
from remanent.model.work import Surprise
from remanent.text.content import stems_of

LEAST_STEMS: Final = 2
"""A turn with fewer words of content tells too little to be worth a call."""

SURE_FROM: Final = 0.85
"""The confidence below which what the rules read is worth a second look."""

WEIGHTS: Final = {
    Surprise.NOVEL: 0.35,
    Surprise.UNREAD: 0.40,
    Surprise.MAGNITUDE: 0.30,
    Surprise.UNSURE: 0.30,
    Surprise.CONFLICT: 0.50,
}
"""What each cue adds at its full size; the sum is cut at 1."""

KNOWN_BELOW: Final = 0.2
"""The share of new words below which a turn that is not asked about counts as known."""

_LARGE: Final = re.compile(
    r"\b(?:moved|moving|married|wedding|engaged|divorced?|separated|pregnant|born|baby|died|dead|"
    r"death|passed away|funeral|diagnos\w+|cancer|surgery|hospital|accident|allerg\w+|"
    r"fired|laid off|quit|resigned|promot\w+|hired|new job|retir\w+|graduat\w+|bought (?:a|our|my)|"
    r"sold (?:our|my)|adopted|broke up|bankrupt|arrested|never again|always|emergency|deadline|"
    r"important|remember)\b",
    re.IGNORECASE,
)
_STRONG: Final = re.compile(
    r"!|\b(?:so|very|really|extremely|absolutely|terribly|incredibly|love|hate|can't stand|best|"
    r"worst|thrilled|devastated|terrified|furious|heartbroken|amazing|awful)\b",
    re.IGNORECASE,
)
_AGAINST: Final = re.compile(
    r"\b(?:actually|no,|instead|any ?more|any longer|no longer|used to|not (?:true|anymore)|"
    r"changed|i meant|correction|wrong|mistake|switched|rather than|since then|by now)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Turn:
    """What the gate looks at.

    Args:
        statements: what the rules read.
        is_covered: the rules read all of it.
        known: stems of the turn that this memory holds already.
        touches_facts: some of them stand in a fact.
    """

    text: str
    role: Role
    origin: Origin
    statements: tuple[Statement, ...] = ()
    is_covered: bool = False
    known: frozenset[str] = frozenset()
    touches_facts: bool = False


@dataclass(frozen=True, slots=True)
class Surprised:
    """What the gate says of a turn.

    Args:
        reason: the strongest cue where it is asked about, else why it is not.
        surprise: in [0, 1].
    """

    reason: Surprise
    surprise: float = 0.0


def content_stems(text: str) -> frozenset[str]:
    """Return the stems by which a turn is held against memory."""
    return stems_of(without_injected(text).text)


def surprise(turn: Turn, *, threshold: float) -> Surprised:
    """Say whether a turn goes to a model, and why.

    Args:
        threshold: from which surprise on, in [0, 1]; 0 sends all that state something unread.
    """
    if turn.role is not Role.USER or turn.origin not in OWN_ORIGINS:
        return Surprised(Surprise.FOREIGN)
    if turn.is_covered and _are_sure(turn.statements):
        return Surprised(Surprise.COVERED)
    from remanent.text.voices import voices  # noqa: PLC0415 - loads the rules' grammar

    text = without_injected(turn.text).text
    clauses = voices(text)
    stated = " ".join(clause.words for clause in clauses)
    stems = stems_of(stated)
    if not clauses or (len(stems) < LEAST_STEMS and not turn.statements):
        return Surprised(Surprise.SILENT)
    sizes = _sizes(turn, text, stated, stems, own=any(clause.names_speaker for clause in clauses))
    total = min(sum(WEIGHTS[cue] * size for cue, size in sizes.items()), 1.0)
    if total < threshold:
        known = sizes[Surprise.NOVEL] < KNOWN_BELOW
        return Surprised(Surprise.KNOWN if known else Surprise.COVERED, total)
    strongest = max(sizes, key=lambda cue: WEIGHTS[cue] * sizes[cue])
    return Surprised(strongest, total)


def _sizes(
    turn: Turn, text: str, stated: str, stems: Collection[str], *, own: bool
) -> dict[Surprise, float]:
    """Return the size of each cue, in [0, 1]."""
    read = stems_of(" ".join(f"{said.text} {said.value or ''}" for said in turn.statements))
    unread = [stem for stem in stems if stem not in read]
    new = [stem for stem in stems if stem not in turn.known]
    share_unread = len(unread) / len(stems) if stems else 0.0
    return {
        Surprise.NOVEL: len(new) / len(stems) if stems else 0.0,
        Surprise.UNREAD: share_unread if own else share_unread / 2,
        Surprise.MAGNITUDE: max(
            float(_LARGE.search(stated) is not None), 0.5 * bool(_STRONG.search(text))
        ),
        Surprise.UNSURE: float(not _are_sure(turn.statements)),
        Surprise.CONFLICT: (1.0 if turn.touches_facts else 0.5) * bool(_AGAINST.search(text)),
    }


def _are_sure(statements: Collection[Statement]) -> bool:
    return all(said.confidence >= SURE_FROM for said in statements)
