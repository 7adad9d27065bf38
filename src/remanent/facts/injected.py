"""What memory itself put into a conversation: recognised, and never learned again."""

import re
from dataclasses import dataclass
from typing import Final

from remanent.facts.slots import normalise
from remanent.text.prompts.reading import loaded

_BLOCK: Final = re.compile(
    r"<memory(?P<code> [0-9a-f]{8})?(?: note=\"[^\"<>]{0,80}\")?>"
    r"(?P<body>.*?)(?:</memory(?(code)(?P=code)|[^<>]{0,40})>|\Z)",
    re.DOTALL,
)
_FACT: Final = re.compile(
    r'^\d+\. fact, (?P<subject>[^:\n]{1,200}): (?:not so: )?(?P<text>"(?:[^"\\\n]|\\.)*")',
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A text without the blocks that memory put into it.

    Args:
        text: as long as it was; what was taken out is blank.
        shown: the facts that the blocks showed: (subject, text), folded.
    """

    text: str
    shown: frozenset[tuple[str, str]] = frozenset()


def without_injected(text: str) -> Cleaned:
    """Blank every block of memory's own in a text; everything else keeps its place."""
    if "<memory" not in text:
        return Cleaned(text)
    shown: set[tuple[str, str]] = set()

    def blank(match: re.Match[str]) -> str:
        for fact in _FACT.finditer(match["body"]):
            words = loaded(fact["text"])
            if isinstance(words, str):
                shown.add((normalise(fact["subject"]), normalise(words)))
        return "".join("\n" if mark == "\n" else " " for mark in match[0])

    return Cleaned(_BLOCK.sub(blank, text), frozenset(shown))
