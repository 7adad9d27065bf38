"""The labelled statements are well formed, and their scorer neither flatters nor cheats."""

from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from evals.statements.score import Example, Label, Score, load, score

FOLDER = Path(__file__).parents[2] / "evals" / "statements"
FILES = ("open.jsonl", "blind.jsonl")

# The slots that rules extract; None is a bare retraction.
SLOTS = frozenset(
    [
        "name",
        "home",
        "work",
        "occupation",
        "school",
        "age",
        "birthday",
        "relationship",
        "diet",
        "timezone",
        "email",
        "phone",
        "origin",
        "partner",
        "allergy",
        "likes",
        "dislikes",
        "family",
        "pet",
        "owns",
        "plan",
        "event",
        "language",
        "hobby",
        "health",
        "habit",
        "goal",
    ]
)


@dataclass(frozen=True)
class Said:
    subject: str
    slot: str | None
    value: str | None
    polarity: str = "positive"
    stance: str = "assert"


def said(label: Label, **changes: str) -> Said:
    first = Said(
        label.subjects[0],
        label.slots[0],
        label.values[0] if label.values else None,
        label.polarity,
        label.stance,
    )
    return replace(first, **changes)


def label(slot: str | None, *values: str, optional: bool = False, stance: str = "assert") -> Label:
    return Label(("user",), (slot,), values, "positive", stance, optional)


def result(labels: tuple[Label, ...], *predictions: Said) -> Score:
    example = Example("x", "text", "user", labels, None)
    return score([example], lambda _text, _role: predictions)


def measured(labels: tuple[Label, ...], *predictions: Said) -> tuple[float, float]:
    found = result(labels, *predictions)
    return found.precision, found.recall


@pytest.fixture(scope="module")
def examples() -> tuple[Example, ...]:
    return tuple(example for name in FILES for example in load(FOLDER / name))


def test_ids_and_texts_are_unique_across_both_files(examples: tuple[Example, ...]) -> None:
    assert len({example.id for example in examples}) == len(examples)
    assert len({example.text.casefold() for example in examples}) == len(examples)


def test_the_files_have_the_announced_sizes() -> None:
    assert [len(load(FOLDER / name)) for name in FILES] == [130, 270]


@pytest.mark.parametrize("name", FILES)
def test_four_messages_in_ten_of_each_file_are_traps(name: str) -> None:
    examples = load(FOLDER / name)
    assert sum(example.trap is not None for example in examples) >= 0.4 * len(examples)


def test_labels_keep_to_the_vocabulary(examples: tuple[Example, ...]) -> None:
    labels = [label for example in examples for label in example.labels]
    assert {slot for label in labels for slot in label.slots} == {*SLOTS, None}
    assert {label.polarity for label in labels} == {"positive", "negative"}
    assert {label.stance for label in labels} == {"assert", "end", "retract"}
    assert all(label.values for label in labels if label.slots != (None,))
    assert all(label.stance == "retract" for label in labels if label.slots == (None,))


@pytest.mark.parametrize("name", FILES)
def test_every_common_slot_is_asked_for_in_each_file(name: str) -> None:
    asked = {
        slot
        for example in load(FOLDER / name)
        for label in example.labels
        if not label.optional
        for slot in label.slots
    }
    assert asked >= SLOTS - {"email", "phone"}


def test_only_the_user_states_facts(examples: tuple[Example, ...]) -> None:
    others = [example for example in examples if example.role != "user"]
    assert {example.role for example in others} == {"assistant", "tool", "system"}
    assert not any(example.labels for example in others)


@pytest.mark.parametrize("name", FILES)
def test_an_oracle_scores_one_and_one(name: str) -> None:
    examples = load(FOLDER / name)
    answers = {
        (example.text, example.role): [said(label) for label in example.labels]
        for example in examples
    }
    assert score(examples, lambda text, role: answers[text, role]) == Score(1.0, 1.0, (), ())


def test_a_silent_extractor_is_precise_and_finds_nothing(examples: tuple[Example, ...]) -> None:
    found = score(examples, lambda _text, _role: [])
    required = sum(not label.optional for example in examples for label in example.labels)
    assert (found.precision, found.recall, len(found.misses)) == (1.0, 0.0, required)


def test_a_wrong_value_is_both_a_false_positive_and_a_miss() -> None:
    berlin = label("home", "Berlin")
    found = result((berlin,), said(berlin, value="Paris"))
    assert (found.precision, found.recall) == (0.0, 0.0)
    assert [wrong.value for wrong in found.false_positives] == ["Paris"]
    assert [miss.label for miss in found.misses] == [berlin]


@pytest.mark.parametrize(
    "change",
    [
        {"subject": "Tom"},
        {"slot": "origin"},
        {"polarity": "negative"},
        {"stance": "end"},
    ],
)
def test_a_wrong_field_makes_a_prediction_wrong(change: dict[str, str]) -> None:
    berlin = label("home", "Berlin")
    assert measured((berlin,), said(berlin, **change)) == (0.0, 0.0)


def test_case_punctuation_articles_and_possessives_do_not_matter() -> None:
    dumplings = label("likes", "gran's plum dumplings")
    assert measured((dumplings,), said(dumplings, value="my gran’s Plum-Dumplings!")) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("small village near Plovdiv", 1.0),
        ("quaint small village near Plovdiv", 1.0),
        ("village near Plovdiv city centre", 0.0),
        ("Plovdiv", 0.0),
    ],
)
def test_words_must_overlap_by_six_tenths(value: str, expected: float) -> None:
    village = label("origin", "small village near Plovdiv")
    assert measured((village,), said(village, value=value)) == (expected, expected)


def test_the_sign_of_an_offset_counts() -> None:
    offset = label("timezone", "UTC+8")
    assert measured((offset,), said(offset, value="UTC-8")) == (0.0, 0.0)


def test_a_possessive_before_the_subject_does_not_matter() -> None:
    sister = Label(("sister",), ("diet",), ("vegan",), "positive", "assert", optional=False)
    assert measured((sister,), said(sister, subject="My sister")) == (1.0, 1.0)


def test_an_optional_label_is_neither_asked_for_nor_punished() -> None:
    berlin, event = label("home", "Berlin"), label("event", "moved", optional=True)
    assert measured((berlin, event), said(berlin)) == (1.0, 1.0)
    assert measured((berlin, event), said(berlin), said(event)) == (1.0, 1.0)
    assert measured((berlin, event), said(event)) == (1.0, 0.0)


def test_a_repeated_prediction_counts_once() -> None:
    berlin = label("home", "Berlin")
    predictions = (said(berlin), said(berlin, value="berlin"), said(berlin, value="Paris"))
    assert measured((berlin,), *predictions) == (0.5, 1.0)


def test_a_bare_retraction_needs_no_value_but_a_value_is_never_missing_elsewhere() -> None:
    taken_back, berlin = label(None, stance="retract"), label("home", "Berlin")
    assert measured((taken_back,), said(taken_back)) == (1.0, 1.0)
    assert measured((berlin,), Said("user", "home", None)) == (0.0, 0.0)
