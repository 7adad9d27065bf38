"""How well does an extractor read the labelled sentences of this folder?

An extractor earns nothing for being eager: most of what people type holds no fact about them, so
every prediction that no label covers is a false positive, named one by one in the result. Labels
marked optional are neither asked for nor punished. README.md beside this file states the rule.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Protocol

MIN_JACCARD = 0.6

_CLITIC = re.compile(r"'s\b")
_SEPARATOR = re.compile(r"[^\w+]+|_")  # "+" stays: UTC+8 is not UTC-8
_POSSESSIVE_SUBJECT = re.compile(r"^(?:my|our)\s+")
_DROPPED = frozenset(
    ("a", "an", "the", "my", "your", "his", "her", "its", "our", "their"),
)


class Predicted(Protocol):
    """One fact as an extractor gives it; each field is a string, an enum or None."""

    @property
    def subject(self) -> object:
        """Whom it is about: "user" or another person."""

    @property
    def slot(self) -> object:
        """What kind of thing is said; None for a bare retraction."""

    @property
    def value(self) -> object:
        """The thing itself."""

    @property
    def polarity(self) -> object:
        """One of "positive", "negative"."""

    @property
    def stance(self) -> object:
        """One of "assert", "end", "retract"."""


@dataclass(frozen=True, slots=True)
class Label:
    """One fact that a careful reader takes from a message.

    Args:
        subjects: the acceptable names of whom it is about, the preferred first.
        slots: the acceptable kinds, the preferred first; (None,) for a bare retraction.
        values: the acceptable values, the preferred first; empty where any value will do.
    """

    subjects: tuple[str, ...]
    slots: tuple[str | None, ...]
    values: tuple[str, ...]
    polarity: str
    stance: str
    optional: bool


@dataclass(frozen=True, slots=True)
class Example:
    """One labelled message; `trap` says what could mislead in it, None where nothing does."""

    id: str
    text: str
    role: str
    labels: tuple[Label, ...]
    trap: str | None


@dataclass(frozen=True, slots=True)
class Prediction:
    """One fact as it was predicted, in strings, with the message that it was read from."""

    example: Example
    subject: str
    slot: str | None
    value: str | None
    polarity: str
    stance: str


@dataclass(frozen=True, slots=True)
class Miss:
    """A label that is not optional and that no prediction met."""

    example: Example
    label: Label


@dataclass(frozen=True, slots=True)
class Score:
    """The result over all examples.

    Args:
        precision: right / (right + false positives), 0 to 1; 1 where nothing was predicted.
        recall: labels met / labels that are not optional, 0 to 1; 1 where there are none.
    """

    precision: float
    recall: float
    false_positives: tuple[Prediction, ...]
    misses: tuple[Miss, ...]


def load(path: Path | str) -> tuple[Example, ...]:
    """Read one file of labelled messages, one JSON object a line."""
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    return tuple(_example(json.loads(line)) for line in lines if line.strip())


def score(
    examples: Iterable[Example],
    extract: Callable[[str, str], Sequence[Predicted]],
) -> Score:
    """Run `extract(text, role)` over the examples and compare its facts with the labels."""
    right = wanted = 0
    false_positives: list[Prediction] = []
    misses: list[Miss] = []
    for example in examples:
        required = [label for label in example.labels if not label.optional]
        optional = [label for label in example.labels if label.optional]
        predictions = _distinct(extract(example.text, example.role), example)
        for prediction in predictions:
            if any(_meets(prediction, label) for label in required):
                right += 1
            elif not any(_meets(prediction, label) for label in optional):
                false_positives.append(prediction)
        wanted += len(required)
        misses += [
            Miss(example, label)
            for label in required
            if not any(_meets(prediction, label) for prediction in predictions)
        ]
    predicted = right + len(false_positives)
    return Score(
        precision=right / predicted if predicted else 1.0,
        recall=(wanted - len(misses)) / wanted if wanted else 1.0,
        false_positives=tuple(false_positives),
        misses=tuple(misses),
    )


def _meets(prediction: Prediction, label: Label) -> bool:
    return (
        prediction.polarity == label.polarity
        and prediction.stance == label.stance
        and prediction.slot in label.slots
        and _subject(prediction.subject) in {_subject(subject) for subject in label.subjects}
        and _value_meets(prediction.value, label.values)
    )


def _value_meets(value: str | None, accepted: tuple[str, ...]) -> bool:
    if not accepted:
        return True
    if value is None:
        return False
    words = _words(value)
    return any(
        words == other or _jaccard(words, other) >= MIN_JACCARD for other in map(_words, accepted)
    )


def _jaccard(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    union = {*one, *other}
    return len({*one} & {*other}) / len(union) if union else 0.0


def _words(text: str) -> tuple[str, ...]:
    """The words that count in a value: no case, punctuation, article or possessive."""
    words = _SEPARATOR.sub(" ", _CLITIC.sub("", _plain(text)).replace("'", "")).split()
    return tuple(word for word in words if word not in _DROPPED) or tuple(words)


def _subject(text: str) -> str:
    return _POSSESSIVE_SUBJECT.sub("", _plain(text).strip())


def _plain(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold().replace("’", "'")


def _distinct(predictions: Sequence[Predicted], example: Example) -> list[Prediction]:
    """Each prediction once, so that saying a right thing twice earns nothing."""
    seen: dict[tuple[object, ...], Prediction] = {}
    for prediction in predictions:
        found = Prediction(
            example=example,
            subject=_string(prediction.subject) or "",
            slot=_string(prediction.slot),
            value=_string(prediction.value),
            polarity=_string(prediction.polarity) or "",
            stance=_string(prediction.stance) or "",
        )
        words = _words(found.value or "")
        key = (_subject(found.subject), found.slot, words, found.polarity, found.stance)
        seen.setdefault(key, found)
    return list(seen.values())


def _string(value: object) -> str | None:
    if value is None:
        return None
    return str(value.value) if isinstance(value, Enum) else str(value)


def _example(row: dict[str, Any]) -> Example:
    return Example(
        id=row["id"],
        text=row["text"],
        role=row["role"],
        labels=tuple(map(_label, row["facts"])),
        trap=row["trap"],
    )


def _label(row: dict[str, Any]) -> Label:
    subject, slot = row["subject"], row["slot"]
    return Label(
        subjects=tuple(subject) if isinstance(subject, list) else (subject,),
        slots=tuple(slot) if isinstance(slot, list) else (slot,),
        values=tuple(row["values"]),
        polarity=row["polarity"],
        stance=row["stance"],
        optional=row["optional"],
    )
