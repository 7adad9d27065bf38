"""Memories live through a life: what those without a lifecycle must show, and a whole small run."""

import json
from pathlib import Path

import pytest
from evals.lifecycle.__main__ import main
from evals.lifecycle.arms import OURS
from evals.lifecycle.peers import PEERS
from evals.lifecycle.running import METHODS, live, try_out
from evals.lifecycle.simulator import TUNING_SEEDS, simulate
from evals.lifecycle.world import USER, day

SEED = TUNING_SEEDS[0]


def test_keeping_everything_retains_all_and_saves_nothing_and_says_what_is_over() -> None:
    everything = PEERS[0]
    figures = live(everything, simulate(30, SEED)).figures

    assert (figures["rows"], figures["bytes"]) == (1.0, 1.0)
    assert figures["critical retention"] == 1.0
    assert figures["contextual retention"] >= 0.95
    assert figures["stale answers"] > 0.2
    assert figures["in life: accuracy: update"] == 0.0
    assert figures["in life: accuracy: near"] == 1.0


def test_the_newest_half_saves_half_and_forgets() -> None:
    half = live(PEERS[1], simulate(30, SEED)).figures

    assert half["rows"] == pytest.approx(0.5, abs=0.01)
    assert half["critical retention"] < 0.8


def test_a_window_holds_what_was_said_last_whenever_it_arrives() -> None:
    life = simulate(30, SEED)
    said = [turn for turn in life.turns if turn.role == USER]
    with PEERS[2].open() as mind:
        for turn in (*said[5:], *said[:5]):
            mind.remember(turn)
        held = mind.held(at=day(30))

    assert [item.key for item in held] == [turn.id for turn in said[-50:]]


def test_a_memory_that_never_settles_anything_does_so_every_time() -> None:
    tried = try_out(PEERS[0], SEED)

    assert tried["accuracy: compatible"] == tried["accuracy: near"] == 1.0
    assert tried["accuracy: update"] == tried["accuracy: overlap"] == 0.0
    assert tried["consistency: update"] == 1.0


def test_a_life_is_looked_at_every_day() -> None:
    points = live(PEERS[2], simulate(30, SEED)).points

    assert [point.day for point in points] == list(range(1, 31))
    assert points[-1].rows == 50


@pytest.mark.slow
def test_a_run_measures_every_method_and_writes_its_record(tmp_path: Path) -> None:
    assert main(results=tmp_path, days=30, seeds=str(SEED), quick=True) == 0

    record = json.loads((tmp_path / "lifecycle.json").read_text(encoding="utf-8"))
    assert list(record["days"]["30"]) == [method.name for method in METHODS]
    assert record["days"]["30"][OURS]["critical retention"]["mean"] > 0.3
    assert record["days"]["30"][OURS]["rows"]["mean"] < 1
    assert (tmp_path / "lifecycle.png").stat().st_size > 0


def test_what_cannot_be_measured_is_said_and_nothing_is_written(tmp_path: Path) -> None:
    assert main(results=tmp_path, days=31) == 2
    assert main(results=tmp_path, seeds="one") == 2
    assert main(results=tmp_path, methods="memory") == 2
    assert main(results=tmp_path, quick=True, docs=True) == 2
    assert not list(tmp_path.iterdir())
