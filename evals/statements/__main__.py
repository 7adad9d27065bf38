"""`python -m evals.statements`: precision and recall of the rules, on each part of the set.

Of the blind part only the two figures are shown, so that nobody writes rules to its sentences.
"""

from datetime import UTC, datetime
from pathlib import Path

from evals.statements.score import Score, load, score
from remanent.model.event import Origin, Role
from remanent.model.fact import Statement
from remanent.text.rule_extraction import extract

FOLDER = Path(__file__).parent
WHEN = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
ORIGINS = {Role.USER: Origin.PERSON, Role.ASSISTANT: Origin.ASSISTANT, Role.TOOL: Origin.TOOL}


def drawn(text: str, role: str) -> list[Statement]:
    """Return what the rules draw from one message."""
    voice = Role(role)
    origin = ORIGINS.get(voice, Origin.DOCUMENT)
    found = extract(text, role=voice, origin=origin, speaker=None, at=WHEN, zone=None)
    return list(found.statements)


def part(name: str) -> Score:
    """Score one part."""
    return score(load(FOLDER / f"{name}.jsonl"), drawn)


def main() -> None:
    """Print every part."""
    for name in ("open", *(f"practice_{letter}" for letter in "abcdef"), "blind"):
        result = part(name)
        print(f"{name:10}  precision {result.precision:.3f}  recall {result.recall:.3f}")


if __name__ == "__main__":
    main()
