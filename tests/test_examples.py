"""Every example is a program that runs and asserts what it shows."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.model_server import ModelServer

import remanent

EXAMPLES = Path(__file__).parents[1] / "examples"

# The examples use the very package that is under test, an installed wheel included.
PACKAGE_FOLDER = Path(remanent.__path__[0]).parent


@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_an_example_runs_and_what_it_asserts_holds(example: Path, tmp_path: Path) -> None:
    if example.stem.startswith("mcp_"):
        pytest.importorskip("mcp")
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("REMANENT_")
    }
    done = subprocess.run(
        [sys.executable, "-W", "error", example],
        cwd=tmp_path,
        env=environment | {"PYTHONPATH": str(PACKAGE_FOLDER), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip(), "an example shows something"
    assert done.stderr == ""


def test_there_are_examples() -> None:
    assert len(list(EXAMPLES.glob("*.py"))) >= 6


def test_the_script_for_a_local_model_runs_against_any_server() -> None:
    pytest.importorskip("pydantic_ai")
    script = EXAMPLES.parent / "scripts" / "try_local_model"
    with ModelServer(then="In Porto [1].") as server:
        done = subprocess.run(
            [sys.executable, script, "--base-url", server.url],
            env=os.environ | {"PYTHONPATH": str(PACKAGE_FOLDER), "PYTHONUTF8": "1"},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    assert "'In Porto.', known: True, cites 1" in done.stdout
    assert "every turn can be recalled: True" in done.stdout
