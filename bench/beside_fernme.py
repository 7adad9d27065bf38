"""FERNme 0.4.2 beside Remanent, in an environment and a process of its own."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

VERSION = "0.4.2"

Told = tuple[list[str], float]
"""An event as FERNme takes it: attributes and context, seconds since 1970."""


def make_environment(folder: Path) -> Path:
    """Install FERNme under a folder, which needs the network; return its interpreter."""
    python = folder / "fernme" / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", str(folder / "fernme")], check=True)
    subprocess.run(
        [str(python), "-m", "pip", "install", "--quiet", f"fernme=={VERSION}"], check=True
    )
    return python


class Fernme:
    """One FERNme file. Each answer is None where it took more than a minute."""

    def __init__(self, python: Path, path: Path, *, durability: str = "NORMAL") -> None:
        """Begin a process with a new file."""
        self._process = subprocess.Popen(
            [str(python), "-P", str(Path(__file__).with_name("fernme_child.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            cwd=path.parent,
        )
        self._ask("open", path=str(path), durability=durability)

    def observe(
        self, events: Sequence[Told], *, user: str = "alice", in_one: bool = False
    ) -> tuple[float, float] | None:
        """Return the seconds, and the seconds of the processor, that one event took."""
        found = self._ask("observe", user=user, events=events, in_one=in_one)
        if found["done"] < len(events):
            return None
        return found["wall"] / len(events), found["cpu"] / len(events)

    def observe_beside(self, events: Sequence[Told], *, writers: int) -> float:
        """Return the seconds that so many threads took together."""
        return float(self._ask("observe_beside", events=events, writers=writers)["wall"])

    def card_milliseconds(self, context: Sequence[str], at: float, *, times: int) -> float:
        """Return the median of a card."""
        found = self._ask("card", user="alice", context=context, at=at, times=times)
        return float(found["median"] * 1000)

    def close(self) -> None:
        """End the process."""
        self._process.communicate()

    def _ask(self, call: str, **arguments: Any) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"call": call, **arguments}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("FERNme's process ended; its error stands above.")
        found: dict[str, Any] = json.loads(line)
        return found
