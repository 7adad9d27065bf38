"""The whole measurement on one small world."""

from pathlib import Path

import pytest
from evals.preferences.__main__ import main
from evals.preferences.methods.remanent import Remanent
from evals.preferences.reading import read_diary
from evals.preferences.running import COLUMNS, OURS, Plan, measure
from evals.preferences.simulator import SEEDS, simulate
from evals.preferences.storefront import ORDERS, sell
from rich.progress import Progress

from remanent.text.tokens import count_tokens

SEED = SEEDS[0]


def test_remanent_answers_every_question_with_a_card_and_the_same_one_each_time() -> None:
    world = simulate("context", SEED)
    first, second = Remanent().answer(world), Remanent().answer(world)

    assert len(first.given) == len(world.questions)
    assert [each.attributes for each in first.given] == [each.attributes for each in second.given]
    assert all(count_tokens(each.text) <= 40 for each in first.given)
    assert not [a for each in first.given for a in each.attributes if a.startswith(("!", "ctx:"))]


@pytest.mark.slow
def test_a_run_measures_every_method_and_the_record_names_them(tmp_path: Path) -> None:
    plan = Plan(regimes=("slot change",), seeds=(SEED,), fernme=False, resamples=50)
    with Progress(disable=True) as progress:
        found = measure(plan, tmp_path, progress)

    assert found.methods == (
        OURS, "frequency", "recency", "frequency, 30 days", "BM25", "full history",
    )  # fmt: skip
    assert all(rows["slot change"].shape == (1, len(COLUMNS)) for rows in found.rows.values())
    assert found.mean(OURS, "slot change", "recall@5") > 0.4
    assert {each.mark for each in found.shown} <= {"*", "?"}


@pytest.mark.slow
def test_the_diary_is_read_and_its_card_keeps_to_its_budget() -> None:
    read = read_diary()

    assert set(read.right) == {"frequency", "recency", "BM25", "Remanent"}
    assert read.right["Remanent"]["permanent"][0] > read.right["recency"]["permanent"][0]
    assert 0 < read.card_tokens <= 40


@pytest.mark.slow
def test_every_order_meets_the_same_visits_and_the_truth_sells_most() -> None:
    sales = sell((SEED,), resamples=50, progress=lambda: None)

    assert set(sales.conversion) == set(ORDERS)
    best = max(sales.conversion, key=lambda order: sales.conversion[order].mean)
    assert best == "the truth"
    assert sales.lift["popularity"].mean == 0


def test_a_part_of_a_run_is_not_written_as_the_documentation(tmp_path: Path) -> None:
    assert main(results=tmp_path, quick=True, docs=True) == 2
    assert main(results=tmp_path, regimes="weather") == 2
    assert not list(tmp_path.iterdir())
