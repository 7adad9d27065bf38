"""The guide of MCP says what is so: its tools, and the run that it shows."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.support.mcp import PACKAGE_FOLDER

from remanent.faces.mcp.tools import tools

ROOT = Path(__file__).parents[3]
GUIDE = (ROOT / "docs" / "guides" / "mcp.md").read_text(encoding="utf-8")
_CHANGES = re.compile(
    r"r[\w-]{40,}|\b[0-9a-f]{32}\b|(?<=memory )[0-9a-f]{8}|mcp-[0-9a-f]{12}"
    r"|\d{4}-\d\d-\d\d(?:T[\d:.]+\+00:00)?"
)
"""What differs from run to run: ids, fences, sessions, times."""


def test_the_recorded_run_is_what_a_run_prints() -> None:
    recorded = GUIDE.rpartition("```text\n")[2].partition("\n```")[0]
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / "mcp_client.py"],
        env={**os.environ, "PYTHONPATH": str(PACKAGE_FOLDER), "PYTHONUTF8": "1"},
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert _CHANGES.sub("~", done.stdout.strip()) == _CHANGES.sub("~", recorded)


def test_every_tool_stands_in_the_guide_in_its_order() -> None:
    table = GUIDE.partition("## The tools")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == [
        tool.name for tool in tools(most_items=1)
    ]
