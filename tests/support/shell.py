"""Command lines run in a folder of their own, in this process or in another."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import remanent
from remanent.faces.cli.app import run
from remanent.governance import secrets

PACKAGE_FOLDER = Path(remanent.__path__[0]).parent


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of our own, and nothing set."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("REMANENT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(secrets, "_COST", secrets._Cost(n=16, r=1, p=1))
    return tmp_path


class Shell:
    """Runs command lines in this process, and keeps what they print."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys
        self.out = ""
        self.err = ""

    def __call__(self, *words: str) -> int:
        code = run(words)
        self.out, self.err = self._capsys.readouterr()
        return code

    def json(self, *words: str, code: int = 0) -> dict[str, Any]:
        """Run a command with --json; its output must be one object, with nothing beside it."""
        assert self(*words, "--json") == code, self.err
        assert self.err == ""
        document = json.loads(self.out)
        assert isinstance(document, dict)
        return document


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


def started(
    *words: str | bytes,
    env: dict[str, str] | None = None,
    stdin: bytes | None = None,
    stdout: int = subprocess.PIPE,
) -> subprocess.CompletedProcess[bytes]:
    """Run a command line in a process of its own."""
    code = "from remanent.faces.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code, *words],
        env={**os.environ, "PYTHONPATH": str(PACKAGE_FOLDER), **(env or {})},
        input=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )
