"""Reading LoCoMo: the turns as any user would import them, and the questions with evidence.

The released evidence has nine broken entries. Entries that hold several ids are split, ids are
written in one way ("D30:05" is turn D30:5), and what still names no turn is dropped.
"""

import json
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Final

from remanent import Message
from remanent.faces.importers.locomo import is_locomo, read_locomo

DATA: Final = Path(__file__).parents[3] / "shared" / "data" / "locomo10.zip"

CATEGORIES: Final = {
    1: "multi-hop",
    2: "temporal",
    3: "commonsense",
    4: "single-hop",
    5: "adversarial",
}
ADVERSARIAL: Final = 5

_SEPARATORS: Final = re.compile(r"[;,\s]+")
_TURN: Final = re.compile(r"D:?([0-9]+):([0-9]+)")


@dataclass(frozen=True, slots=True)
class Question:
    """One question.

    Args:
        evidence: ids of the turns that answer it, in the order of the data; may be empty.
    """

    text: str
    category: int
    evidence: tuple[str, ...]

    @property
    def is_answerable(self) -> bool:
        """True where the conversation holds the answer and says where."""
        return self.category != ADVERSARIAL and bool(self.evidence)


@dataclass(frozen=True, slots=True)
class Conversation:
    """One conversation.

    Args:
        messages: its turns in order; the caption of a shared picture is part of the words.
        digest: of the file's content, to notice a change.
    """

    name: str
    messages: tuple[Message, ...]
    questions: tuple[Question, ...]
    digest: str

    @property
    def asked_at(self) -> datetime:
        """When the questions are asked: a day after the last turn, whatever today is."""
        return max(message.at for message in self.messages if message.at) + timedelta(days=1)


def load(path: Path) -> tuple[Conversation, ...]:
    """Read every conversation of a zip archive or of a JSON file, in order.

    Raises:
        ValueError: there is no conversation in it.
        OSError, zipfile.BadZipFile: the file cannot be read.
    """
    found = [
        _conversation(value, name)
        for name, value in _values(path)
        if isinstance(value, Mapping) and is_locomo(value)
    ]
    if not found:
        raise ValueError(f"{path} holds no conversation of the LoCoMo shape.")
    return tuple(found)


def session_of(turn: str) -> str:
    """Return the session that a turn's id names: "D3:5" is of "D3"."""
    return turn.partition(":")[0]


def _values(path: Path) -> Iterator[tuple[str, object]]:
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            for name in sorted(archive.namelist()):
                if name.endswith(".json"):
                    yield PurePosixPath(name).stem, json.loads(archive.read(name))
        return
    value = json.loads(path.read_text(encoding="utf-8"))
    if isinstance(value, list):
        yield from ((f"{path.stem}-{place}", each) for place, each in enumerate(value, start=1))
    else:
        yield path.stem, value


def _conversation(value: Mapping[str, object], name: str) -> Conversation:
    transcript = read_locomo(value, name=name)
    turns = frozenset(
        message.external_id for message in transcript.messages if message.external_id is not None
    )
    asked = value.get("qa")
    return Conversation(
        name=transcript.name,
        messages=transcript.messages,
        questions=tuple(_question(each, turns) for each in asked if isinstance(each, Mapping))
        if isinstance(asked, Sequence)
        else (),
        digest=sha256(json.dumps(value, sort_keys=True).encode()).hexdigest(),
    )


def _question(value: Mapping[str, object], turns: frozenset[str]) -> Question:
    category, evidence = value.get("category"), value.get("evidence")
    return Question(
        text=str(value.get("question") or ""),
        category=category if isinstance(category, int) else 0,
        evidence=_known(evidence if isinstance(evidence, list) else [], turns),
    )


def _known(entries: Sequence[object], turns: frozenset[str]) -> tuple[str, ...]:
    ids = (_written(part) for entry in entries for part in _SEPARATORS.split(str(entry)))
    return tuple(dict.fromkeys(turn for turn in ids if turn in turns))


def _written(name: str) -> str:
    found = _TURN.fullmatch(name)
    return f"D{int(found[1])}:{int(found[2])}" if found else name
