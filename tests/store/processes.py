"""Starting the programs of `programs.py` and talking to them."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import remanent

ROOT = Path(__file__).parents[2]
PACKAGE_FOLDER = Path(remanent.__path__[0]).parent


class Program:
    """A running program; its lines can be read, and it can be told to go on."""

    def __init__(self, name: str, path: Path, argument: str = "") -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-W", "error", "-m", "tests.store.programs", name, path, argument],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": os.pathsep.join([str(PACKAGE_FOLDER), str(ROOT)])},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def line(self) -> str:
        """Wait for the next line that the program says."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().rstrip("\n")

    def lines(self) -> list[str]:
        """Return what it still says until it ends."""
        assert self.process.stdout is not None
        return self.process.stdout.read().splitlines()

    def tell(self, line: str = "") -> None:
        """Write a line to the program."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def end(self, seconds: float = 60) -> int:
        """Wait for its end and return its code."""
        assert self.process.stdin is not None
        if not self.process.stdin.closed:
            self.process.stdin.close()
        return self.process.wait(seconds)

    def kill(self) -> None:
        """End it as `kill -9` does."""
        self.process.kill()
        self.process.wait()


@contextmanager
def running(name: str, path: Path, argument: str = "") -> Iterator[Program]:
    """Start a program; what still runs in the end is killed."""
    program = Program(name, path, argument)
    try:
        yield program
    finally:
        if program.process.poll() is None:
            program.kill()
        for pipe in (program.process.stdin, program.process.stdout):
            if pipe is not None:
                pipe.close()
